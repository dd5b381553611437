//! The house in the browser.
//!
//! [`rooms`] is how each game looks, [`house`] what goes on at the tables, [`sitting`] one table, [`guests`] who is
//! here, [`store`] what is kept, [`lesson`] a first game that teaches, [`hints`] and [`analysis`] what the mastermind thinks,
//! [`pages`] what is sent, and [`door`] the way in: [`proxy`] who comes, [`host`] whom they want, [`limits`] and [`streams`] how
//! much they may ask for. [`races`] says who was first, [`callers`] calls guests to their tables. [`watch`] keeps the time, [`health`] notes what is wrong, and [`keeper`] copies, checks
//! and restores.

pub mod analysis;
pub mod assets;
pub mod callers;
pub mod clock;
pub mod door;
mod doorway;
mod drivers;
pub mod figures;
mod folding;
pub mod guests;
pub mod health;
pub mod hints;
pub mod host;
pub mod house;
pub mod keeper;
pub mod lesson;
pub mod limits;
pub mod lists;
pub mod manners;
pub mod names;
pub mod pages;
pub mod presence;
pub mod proxy;
pub mod races;
pub mod rooms;
pub mod sitting;
mod squeeze;
pub mod store;
pub mod streams;
pub mod thinkers;
pub mod trouble;
pub mod watch;

pub use door::{Config, OpenHouse, open};
