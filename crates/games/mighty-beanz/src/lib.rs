//! Mighty Beanz Trading Card Game: the whole game, basic and Expert, by the numbers of `RULES.md`.
//!
//! [`tongue`] has the words of its card language, [`cards`] reads the card files, [`setup`] the decks. [`state`] is what lies on the table, [`look`] what can be asked of it, `world`
//! what the kernel asks, [`judge`] what may be answered, [`play`] the game for the house; `turn` and `attack` say how it goes
//! on, `deeds` and `replies` what cards do. [`view`] is what a seat sees, [`words`] how it is put to people. What it has in
//! common with other collectible games is in the crate `ccg`, the shot for Loot in `shot`.

pub mod act;
mod attack;
pub mod cards;
mod deeds;
pub mod judge;
pub mod look;
pub mod play;
pub mod policy;
pub mod position;
pub mod prior;
mod replies;
pub mod setup;
pub mod shelf;
mod sound;
pub mod state;
pub mod study;
pub mod tongue;
mod turn;
pub mod view;
pub mod words;
mod world;

pub use act::{Action, Event, Part};
pub use cards::{Card, Face, Kind};
pub use look::Look;
pub use setup::Setup;
pub use state::{Frame, Galaxy, MightyBeanz, Slot, Stance, Step};
pub use view::View;

/// The rules page.
pub const RULES: &str = include_str!("../RULES.md");

/// A first game, step by step.
pub const LESSON: &str = include_str!("../lessons/first-game.scenario");
