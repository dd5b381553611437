//! What collectible card games share. Each game keeps its own verbs; here is what lies under them.
//!
//! What cards do:
//! - [`words`]: a word of a card language is one row of a table; [`program`]: abilities as a flat script
//! - [`frame`]: what is half done; [`machine`]: what carries it out, and the one judge of what may be answered
//! - [`trying`]: what a bot makes of cards that it does not know
//! - [`lasting`]: effects and when they end; [`sealed`]: answers that nobody sees before all have given theirs
//!
//! At the table:
//! - [`arena`]: every card with owner, controller, place, and who knows it; [`sight`]: what a viewer makes of that
//! - [`window`]: who is asked to answer, and for how long
//! - [`number`]: every number on the table, with one kind of change for all
//!
//! Before it:
//! - [`files`]: card files that anyone can write; [`catalog`]: all cards of a game; [`book`]: all cards of all its editions;
//!   [`name`]: what their cards have in common
//! - [`deck`]: deck lists and what makes a deck lawful; [`coverage`]: what has been played, clause by clause
//! - [`shelf`]: all that, for whoever does not know the game

pub mod arena;
pub mod book;
pub mod catalog;
pub mod coverage;
pub mod deck;
#[cfg(test)]
mod fault;
pub mod files;
pub mod frame;
pub mod lasting;
pub mod machine;
pub mod name;
pub mod number;
pub mod program;
mod rings;
pub mod sealed;
pub mod shelf;
pub mod sight;
pub mod tag;
#[cfg(test)]
mod toy;
pub mod trying;
pub mod window;
pub mod words;
pub mod written;

pub use arena::{Arena, HOUSE, Id, Place, Viewers};
pub use book::{Book, Cards, Face, Made, More, Pack, Printing};
pub use catalog::{Card, Catalog, slug};
pub use coverage::Coverage;
pub use deck::{Copies, DeckList, DeckRules, Section};
pub use files::{Entry, Mistake, Mistakes, Reading, read, read_all, read_folder};
pub use name::Name;
pub use number::{Change, Number};
pub use shelf::{Boxed, Label, Shelf};
pub use sight::{HIDDEN, Sight, Spot};
pub use tag::{Handle, InPlay, Marks, Tag};
pub use trying::Trying;
pub use window::{Manner, Round};
pub use written::Written;
