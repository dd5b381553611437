//! Before I Kill You, Mister Spy: the whole game, by the numbers of `RULES.md`.
//!
//! [`state`] is what lies on the table, [`play`] how a turn goes, [`view`] what a seat sees of it, [`imagine`] what
//! else could be true, [`refuse`] why something is not allowed, [`words`] how it is put to people.

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
pub mod trail;
pub mod view;
pub mod words;

pub use act::{Action, Event, Target};
pub use cards::{Face, Hand, Kind};
pub use lair::Dealer;
pub use play::Setup;
pub use state::{MisterSpy, Phase};
pub use view::View;

/// The rules page.
pub const RULES: &str = include_str!("../RULES.md");

/// A first game, step by step.
pub const LESSON: &str = include_str!("../lessons/first-game.scenario");
