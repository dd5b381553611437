//! James Ernest's Totally Renamed Spy Game: the whole game, by the numbers of `RULES.md`.
//!
//! [`state`] is what lies on the table, [`play`] how a turn goes, [`view`] what a seat sees of it, [`imagine`] what
//! else could be true, [`refuse`] why something is not allowed, [`words`] how it is put to people. What it has in
//! common with its sister game, Mister Spy, is in the crate `lair`.

pub mod act;
pub mod cards;
pub mod imagine;
pub mod notes;
pub mod play;
pub mod policy;
pub mod position;
pub mod refuse;
pub mod state;
pub mod study;
pub mod view;
pub mod words;

pub use act::{Action, Event};
pub use cards::{Counts, Face, Hand, Kind};
pub use lair::Dealer;
pub use play::Setup;
pub use state::{Phase, RenamedSpy};
pub use view::View;

/// The rules page.
pub const RULES: &str = include_str!("../RULES.md");

/// A first game, step by step.
pub const LESSON: &str = include_str!("../lessons/first-game.scenario");
