//! What the two games of Spies and Lairs share for real: hands with two backs, letters that are read aloud, the window
//! in which a taunt can be foiled, the dealer, what silence tells, how their hidden cards are imagined and their positions written down.
//!
//! What only looks alike stays with each game: a Secret Lair is not a face-down Lair, and a foiled captive of one game
//! leaves the Lair standing that it blows up in the other.

mod again;
mod backs;
mod dealer;
mod foil;
mod letters;
mod silence;
mod supply;

pub use again::{Demand, draw_worth};
pub use backs::{Backs, stack_deck};
pub use dealer::Dealer;
pub use foil::{Captive, FOIL_ORDERS, Window, declines};
pub use letters::{LETTERS, Letter, Letters};
pub use silence::{Silences, Terse, held_then};
pub use supply::{Supply, read, seats_of, spread};

/// Points that win at once.
pub const GOAL: u16 = 33;

/// What a Spy of this value is worth after this many taunts: each doubles it.
#[inline]
pub const fn worth(value: u8, letters: Letters) -> u16 {
    (value as u16) << letters.len()
}

/// "1 point", "5 points".
pub fn points(n: u16) -> String {
    if n == 1 { "1 point".into() } else { format!("{n} points") }
}
