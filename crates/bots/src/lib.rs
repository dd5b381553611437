//! Bots for every game of the house, and the machinery to play many games with them.
//!
//! A bot gets [`Eyes`](table::table::Eyes) and a menu, never a state. [`level`] has the bots, [`search`] the one that
//! thinks ahead, [`analysis`] what that one thinks of others' choices, [`playout`] one game,
//! [`sim`] a great many of them, [`speed`] how fast it all goes, and [`room`] the same for games whose type is hidden.

pub mod analysis;
pub mod arena;
pub mod level;
pub mod playout;
pub mod room;
pub mod search;
pub mod sim;
pub mod speed;

pub use analysis::{Counsel, Readings};
pub use level::Level;
pub use room::{BotTable, LabTable, Room, Thought};
pub use search::{Budget, Mind, Search, Verdict};
pub use sim::{Plan, Report, Watch};
