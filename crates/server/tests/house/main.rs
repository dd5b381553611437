//! The house as browsers see it: whole games by plain forms, secrets, strangers, and what is there after a restart.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

#[path = "../../../proof/tests/snatch/game.rs"]
mod snatch;

mod analysis;
mod browser;
mod bubbles;
mod company;
mod crowd;
mod decks;
mod door;
mod faults;
mod health;
mod hints;
mod keeping;
mod lesson;
mod manners;
mod races;
mod replay;
mod secrets;
mod taking_back;
mod valid;
