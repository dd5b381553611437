//! The table of the house: what every game, bot, page and script has in common.
//!
//! A card game here is a type that implements [`Game`]: plain data, a menu, and an [`apply`](Game::apply) that
//! runs until the next question. People, pages and scripts never meet that type: they sit at a [`Table`], usually
//! behind `dyn` [`AnyTable`], and get views. What makes a game trustworthy is written once, in [`laws`].
//!
//! This crate knows no game, no bot and no front end.

pub mod acts;
pub mod cards;
pub mod edition;
pub mod game;
pub mod hash;
pub mod in_step;
pub mod law;
pub mod laws;
pub mod lesson;
pub mod luck;
pub mod orders;
pub mod policy;
pub mod race;
pub mod record;
pub mod rules;
pub mod scenario;
pub mod seat;
pub mod sink;
pub mod table;
pub mod words;

pub use edition::{Edition, Stamp};
pub use game::{Ending, Fault, Game, Info, Setting, Status};
pub use hash::fingerprint;
pub use lesson::Lesson;
pub use luck::{Luck, Seed, Stream};
pub use orders::{Order, Standing, Standings};
pub use policy::{Playouts, Policy, Study, Vow};
pub use race::Answers;
pub use record::Record;
pub use rules::{Rule, Rules, by_rule};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet, Viewpoint};
pub use sink::{Log, Mute, Note, Sink, To};
pub use table::{AnyGame, AnyTable, GameOf, OpenTable, Refused, Table, Who};
pub use words::{Brush, Menu, MenuEntry, Names, Prompt, Shape, Words};
