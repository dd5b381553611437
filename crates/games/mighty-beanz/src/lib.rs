//! Mighty Beanz Trading Card Game: the whole game, basic and Expert, by the numbers of `RULES.md`.
//!
//! [`cards`] reads the card files, [`setup`] the decks, [`editions`] keeps the cards of games that were dealt with others. [`state`] is what lies on the table, [`look`] what can be asked of
//! it, [`menu`] what may be answered, [`play`] the game for the house, `turn`, `deeds`, `attack` and `window` how it goes on;
//! [`view`] is what a seat sees, [`words`] how it is put to
//! people. What it has in common with other collectible games is in the crate `ccg`, the shot for Loot in `shot`.

pub mod act;
mod attack;
pub mod cards;
mod deeds;
pub mod editions;
pub mod look;
pub mod menu;
pub mod play;
pub mod policy;
pub mod position;
pub mod setup;
pub mod shelf;
mod sound;
pub mod state;
pub mod study;
mod turn;
pub mod view;
mod window;
pub mod words;

pub use act::{Action, Event, Part};
pub use cards::{Card, Face, Kind};
pub use look::Look;
pub use setup::Setup;
pub use state::{Frame, Galaxy, MightyBeanz, Slot, Stance};
pub use view::View;

/// The rules page.
pub const RULES: &str = include_str!("../RULES.md");

/// A first game, step by step.
pub const LESSON: &str = include_str!("../lessons/first-game.scenario");
