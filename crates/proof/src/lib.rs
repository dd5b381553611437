//! The proofs that every game of the house has to give; used in games' tests only.
//!
//! The laws (`table::laws`) try what follows from the contract alone. Here is what also needs a game's folder, its
//! bots, its words or the allocator: [`scenarios`], [`lessons`] and [`in_step`] read the folder, [`playthrough`] prints a whole
//! game, [`names_nothing_hidden`] reads what is written for each viewer, [`refusals`] counts the rules that are cited, [`positions`] spoils written positions, [`memory`] counts
//! allocations, and [`bench`] measures. The macros [`golden!`](golden), [`lawful!`](lawful) and
//! [`sound_positions!`](sound_positions) make whole sets of tests. A proof that fails says
//! in one message all that is wrong.
//!
//! No program depends on this crate, and it knows no game.

pub mod bench;
pub mod memory;
pub mod positions;

mod folder;
mod hidden;
mod lawful;
mod playthrough;
mod refusals;

pub use folder::{in_step, lessons, scenarios};
pub use hidden::names_nothing_hidden;
pub use playthrough::playthrough;
pub use refusals::{Refusals, refusals};
