//! The rooms of the house: how each game looks on a page.
//!
//! A game's [`Layout`] lays out a [`board`] from a view, so a page cannot show more than a view does. Everything else about a
//! table on the web is the same for all games. A new game adds a layout here and its line in [`ROOMS`]; what it has of style,
//! script and addresses of its own lies beside its layout.

mod austin_powers;
pub mod board;
mod layout;
mod mighty_beanz;
mod mister_spy;
mod prints;
mod renamed_spy;
mod spies;
mod web;

use std::sync::{PoisonError, RwLock};

use ::austin_powers::AustinPowers;
use ::mighty_beanz::MightyBeanz;
use ::mister_spy::MisterSpy;
use ::renamed_spy::RenamedSpy;
use table::GameOf;

pub use layout::{Agreement, Assets, Caption, Desk, Layout, Routes, Scene};
pub(crate) use prints::{Plain, meaning, prints};
pub use web::{Entry, Hands, Laid, Line, Question, Refusal, WebRoom, WebTable};

/// Every game that can be played in the browser, in the order of the front page.
pub const ROOMS: &[&dyn WebRoom] = &[
    &GameOf::<MisterSpy>::new(),
    &GameOf::<RenamedSpy>::new(),
    &GameOf::<MightyBeanz>::new(),
    &GameOf::<AustinPowers>::new(),
];

/// Rooms that a program has beside these: tests have games of their own.
static MORE: RwLock<Vec<&'static dyn WebRoom>> = RwLock::new(Vec::new());

/// Opens another room.
pub fn open_also(room: &'static dyn WebRoom) {
    let mut more = MORE.write().unwrap_or_else(PoisonError::into_inner);
    if !more.iter().any(|known| known.info().id == room.info().id) {
        more.push(room);
    }
}

/// The room of a game.
pub fn room(id: &str) -> Option<&'static dyn WebRoom> {
    let more = MORE.read().unwrap_or_else(PoisonError::into_inner);
    ROOMS.iter().chain(more.iter()).copied().find(|room| room.info().id == id)
}
