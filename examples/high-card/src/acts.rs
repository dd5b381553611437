//! What a seat can answer, and what the table tells.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use table::Seat;

/// One answer. People type it, and records keep it, as `play 7` or `swap 7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Action {
    /// Plays a card face down (rule 2.2).
    Play {
        /// Which; 0 is a card that one cannot see.
        card: u8,
    },
    /// Swaps a card for one from the stock (rule 2.3).
    Swap {
        /// Which goes.
        card: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play { card } => write!(f, "play {card}"),
            Action::Swap { card } => write!(f, "swap {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Action, String> {
        let card = |word: &str| word.parse().map_err(|_| format!("'{word}' is not a card from 1 to 20"));
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["play", word] => Ok(Action::Play { card: card(word)? }),
            ["swap", word] => Ok(Action::Swap { card: card(word)? }),
            _ => Err(format!("'{text}' is no act; there are: play CARD, swap CARD")),
        }
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// Somebody played a card; nobody else sees which.
    Played { seat: Seat },
    /// Somebody discarded a card for a new one.
    Swapped { seat: Seat, card: u8 },
    /// Which one it is, for its owner.
    Drew { seat: Seat, card: u8 },
    /// A card played is turned up.
    TurnedUp { seat: Seat, card: u8 },
    /// Somebody took the round.
    Took { seat: Seat, points: u8 },
    /// The game is over.
    Over { winners: Vec<Seat> },
}
