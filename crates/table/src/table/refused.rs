//! Why an answer is not taken.

use crate::rules::Rule;
use crate::seat::{Seat, SeatSet};

/// Why an answer was not taken. The table is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Somebody else is asked.
    #[error("seat {seat} is not being asked; the table is waiting for {}", seats(*.asked))]
    NotAsked {
        /// Who answered.
        seat: Seat,
        /// Who should.
        asked: SeatSet,
    },
    /// The answer is to an older (or later) question.
    #[error("that answers ply {ply}, but the table is at ply {now}")]
    Stale {
        /// The ply answered.
        ply: u32,
        /// The ply now.
        now: u32,
    },
    /// The menu has no such entry.
    #[error("pick {pick} is not in the menu, which has entries 0 to {}", .size - 1)]
    NoSuchPick {
        /// What was picked.
        pick: usize,
        /// How many entries there are.
        size: usize,
    },
    /// This game has no such action.
    #[error("{0}")]
    Unreadable(String),
    /// The seat has answered, and the others of the race have not.
    #[error("seat {seat} has answered; the answers count once everybody has answered")]
    Sealed {
        /// Whose answer it is.
        seat: Seat,
    },
    /// Nobody races.
    #[error("there is no race whose order could be settled")]
    NoRace,
    /// Not everybody has answered.
    #[error("the order is settled once everybody has answered")]
    Open,
    /// Everybody has answered.
    #[error("everybody has answered; now the order of the race is to be settled")]
    Counting,
    /// That is no order of those who race.
    #[error("an order names every seat that races, once: {}", seats(*.racing))]
    NoOrder {
        /// Who races.
        racing: SeatSet,
    },
    /// A rule forbids it.
    #[error("rule {rule} forbids '{act}' now")]
    Forbidden {
        /// What was tried.
        act: String,
        /// The rule.
        rule: Rule,
    },
}

fn seats(set: SeatSet) -> String {
    set.iter().map(|s| format!("seat {s}")).collect::<Vec<_>>().join(", ")
}
