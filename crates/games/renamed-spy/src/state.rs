//! What lies on the table: plain data, some hundred bytes, copied freely.

use lair::{Captive, Letters, Window};
use serde::{Deserialize, Serialize};
use table::cards::Pile;
use table::{Ending, PerSeat, Rule, Seat, Status};

use crate::cards::{CARDS, Face, Hand, Lairs, Spies};

/// A position of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RenamedSpy {
    pub(crate) seats: u8,
    pub(crate) dealer: Seat,
    /// Whose turn it is.
    pub(crate) turn: Seat,
    /// How this turn has gone so far.
    pub(crate) pace: Pace,
    /// How many turns have begun.
    pub(crate) turns: u16,
    pub(crate) phase: Phase,
    pub(crate) hands: PerSeat<Hand>,
    /// Lair cards lying face up.
    pub(crate) up: PerSeat<Lairs>,
    /// Lair cards lying face down.
    pub(crate) down: PerSeat<Lairs>,
    pub(crate) deck: Pile<Face, CARDS>,
    /// The discard pile. Nobody needs its order.
    pub(crate) gone: Hand,
    /// All cards of the game.
    pub(crate) stock: Hand,
    pub(crate) scores: PerSeat<u16>,
}

impl RenamedSpy {
    /// A table with nothing on it.
    pub(crate) fn bare(seats: u8, dealer: Seat, stock: Hand) -> RenamedSpy {
        RenamedSpy {
            seats,
            dealer,
            turn: dealer,
            pace: Pace::default(),
            turns: 0,
            phase: Phase::Lay,
            hands: PerSeat::default(),
            up: PerSeat::default(),
            down: PerSeat::default(),
            deck: Pile::default(),
            gone: Hand::default(),
            stock,
            scores: PerSeat::default(),
        }
    }
}

/// What counts towards a quiet round (rule 8.4). All of it is public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    /// Did the turn begin with an empty deck?
    pub began_empty: bool,
    /// Has a Lair, Spy or Bomb been played in it?
    pub played: bool,
    /// How many turns in a row, before this one, began with an empty deck and played nothing.
    pub quiet: u8,
}

/// Where in a turn the game stands, and what is in the air.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A Lair card may be laid (rule 3.1).
    Lay,
    /// A Lair may be named (rule 4.1).
    Aim,
    /// Something must be sent there (rules 4.3 to 4.5 and 5.1).
    Choose {
        /// Whose Lair.
        at: Seat,
    },
    /// A team is picked (rule 5.6). Its Spies are still in the hand.
    Team {
        /// Whose Lair it will go into.
        at: Seat,
        /// The Spies picked so far. In the view of others there are none.
        picked: Spies,
    },
    /// A captor decides (rule 6.1).
    Captive(Captive<Face>),
    /// A taunt may be foiled (rule 7.2).
    Foil(Window<Face>),
    /// The game is over.
    Over {
        /// Why.
        reason: Reason,
    },
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Somebody has 33 points (rule 8.1).
    ThirtyThree,
    /// All Spies are in the discard pile (rule 8.2).
    LastSpy,
    /// Nobody can play anything any more (rule 8.3).
    NoPlay,
    /// A whole round without a card played (rule 8.4).
    QuietRound,
}

impl Reason {
    /// For the house.
    pub const fn ending(self) -> Ending {
        match self {
            Reason::ThirtyThree => Ending { reason: "thirty-three", rule: Rule(8, 1) },
            Reason::LastSpy => Ending { reason: "last-spy", rule: Rule(8, 2) },
            Reason::NoPlay => Ending { reason: "no-play", rule: Rule(8, 3) },
            Reason::QuietRound => Ending { reason: "quiet-round", rule: Rule(8, 4) },
        }
    }
}

impl Phase {
    /// Whom the table waits for, given whose turn it is.
    #[inline]
    pub const fn status(self, turn: Seat) -> Status {
        match self {
            Phase::Captive(Captive { captor, .. }) => Status::Ask(captor),
            Phase::Foil(Window { asked, .. }) => Status::Ask(asked),
            Phase::Over { .. } => Status::Over,
            _ => Status::Ask(turn),
        }
    }

    /// The Spy who has been captured and whose fate is open.
    pub const fn captive(self) -> Option<Face> {
        match self {
            Phase::Captive(Captive { spy, .. }) | Phase::Foil(Window { spy, .. }) => Some(spy),
            _ => None,
        }
    }

    /// The letters it has heard. Their cards lie beside it.
    #[inline]
    pub const fn letters(self) -> Letters {
        match self {
            Phase::Captive(Captive { letters, .. }) | Phase::Foil(Window { letters, .. }) => letters,
            _ => Letters::NONE,
        }
    }
}

/// What a team must exceed (rule 5.4): face-up cards by value, 4 for each face-down card.
#[inline]
pub fn hurdle(up: Lairs, down: u32) -> u32 {
    up.value() + 4 * down
}

/// Could these Spies together be a team that exceeds the hurdle (rules 5.1, 5.4)?
#[inline]
pub fn team_is_enough(spies: Spies, hurdle: u32) -> bool {
    spies.len() >= 2 && spies.value() > hurdle
}
