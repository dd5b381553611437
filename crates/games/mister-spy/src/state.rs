//! What lies on the table: plain data, a few hundred bytes, copied freely.

use lair::{Captive, LETTERS, Letters, Window};
use table::cards::Pile;
use table::{PerSeat, Seat, Status};

use crate::cards::{CARDS, Face, Hand, Lairs, OTHERS, SPIES};
use crate::trail::Trail;

/// Points that win at once (rule 9.1).
pub use lair::GOAL;

/// A position of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MisterSpy {
    pub(crate) seats: u8,
    pub(crate) dealer: Seat,
    /// Whose turn it is.
    pub(crate) turn: Seat,
    /// How many turns have begun.
    pub(crate) turns: u8,
    pub(crate) phase: Phase,
    pub(crate) hands: PerSeat<Hand>,
    /// Lair cards lying face up.
    pub(crate) up: PerSeat<Lairs>,
    pub(crate) down: Down,
    pub(crate) deck: Pile<Face, CARDS>,
    /// What became of each Spy that has been played.
    pub(crate) fates: [Fate; SPIES],
    /// How many cards of each letter lie in the discard pile.
    pub(crate) gone: [u8; LETTERS],
    pub(crate) scores: PerSeat<u16>,
    pub(crate) trail: Trail,
}

impl MisterSpy {
    /// A table with nothing on it.
    pub(crate) fn bare(seats: u8, dealer: Seat, turn: Seat, turns: u8) -> MisterSpy {
        MisterSpy {
            seats,
            dealer,
            turn,
            turns,
            phase: Phase::Act,
            hands: PerSeat::default(),
            up: PerSeat::default(),
            down: Down::default(),
            deck: Pile::default(),
            fates: [Fate::default(); SPIES],
            gone: [0; LETTERS],
            scores: PerSeat::default(),
            trail: Trail::default(),
        }
    }
}

/// Where in a turn the game stands, and what is in the air.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The one action of the turn (rule 2.2).
    Act,
    /// A Spy was stolen and may be played at once (rule 8.3). It is in the thief's hand.
    Stolen {
        /// The Spy; hidden from those who do not know it.
        spy: Face,
        /// The hand it came from; `None`: the deck.
        from: Option<Seat>,
    },
    /// A Spy was lured into a Lair that is still too small (rule 4.3).
    TurnUp {
        /// The Spy.
        spy: Face,
    },
    /// A Double Agent waits for a target (rule 7.2).
    Aim {
        /// The Spy.
        spy: Face,
        /// Whose Lair it may not be sent at (rule 8.4).
        barred: Option<Seat>,
    },
    /// A captor decides (rule 5.1).
    Captive(Captive<Face>),
    /// A Taunt may be foiled (rule 6.2).
    Foil(Window<Face>),
    /// The game is over.
    Over {
        /// Because the deck ran out (rule 9.2), not because of 33 points (rule 9.1)?
        deck_out: bool,
    },
}

/// What became of a Spy once it was played: nothing yet, discarded, or scored by a seat with some letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Fate(u16);

impl Fate {
    /// In the discard pile.
    pub const DISCARDED: Fate = Fate(1 << 12);

    /// In this seat's score pile, having heard these letters.
    #[inline]
    pub const fn scored(seat: Seat, letters: Letters) -> Fate {
        Fate(2 << 12 | (seat.0 as u16) << 9 | letters.bits())
    }

    /// Not played, or in the air.
    #[inline]
    pub const fn is_open(self) -> bool {
        self.0 == 0
    }

    /// Who scored it, and with which letters.
    #[inline]
    pub const fn score(self) -> Option<(Seat, Letters)> {
        if self.0 >> 12 == 2 { Some((Seat((self.0 >> 9 & 7) as u8), self.letters())) } else { None }
    }

    /// The letters that lie with it.
    #[inline]
    pub const fn letters(self) -> Letters {
        Letters::from_bits(self.0)
    }
}

/// All face-down cards of all Lairs in one row, seat by seat, each seat's in the order they were laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Down {
    counts: PerSeat<u8>,
    cards: [Face; OTHERS],
}

impl Default for Down {
    fn default() -> Self {
        Down { counts: PerSeat::default(), cards: [Face::HIDDEN; OTHERS] }
    }
}

impl Down {
    #[inline]
    fn start(&self, seat: Seat) -> usize {
        self.counts.0[..seat.index()].iter().map(|&n| usize::from(n)).sum()
    }

    fn total(&self) -> usize {
        self.counts.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// How many face-down cards a seat has.
    #[inline]
    pub fn count(&self, seat: Seat) -> u8 {
        self.counts[seat]
    }

    /// A seat's face-down cards, in the order they were laid.
    #[inline]
    pub fn of(&self, seat: Seat) -> &[Face] {
        let start = self.start(seat);
        &self.cards[start..start + usize::from(self.counts[seat])]
    }

    pub(crate) fn of_mut(&mut self, seat: Seat) -> &mut [Face] {
        let start = self.start(seat);
        &mut self.cards[start..start + usize::from(self.counts[seat])]
    }

    /// Lays a card at the end of a seat's row.
    #[inline]
    pub(crate) fn push(&mut self, seat: Seat, face: Face) {
        let at = self.start(seat) + usize::from(self.counts[seat]);
        let end = self.total();
        self.cards.copy_within(at..end, at + 1);
        self.cards[at] = face;
        self.counts[seat] += 1;
    }

    /// Takes a card out of a seat's row.
    #[inline]
    pub(crate) fn take(&mut self, seat: Seat, place: u8) -> Face {
        let at = self.start(seat) + usize::from(place);
        let end = self.total();
        let face = self.cards[at];
        self.cards.copy_within(at + 1..end, at);
        self.cards[end - 1] = Face::HIDDEN;
        self.counts[seat] -= 1;
        face
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

    /// The Spy who has been played and whose fate is open.
    pub const fn in_the_air(self) -> Option<Face> {
        match self {
            Phase::TurnUp { spy } | Phase::Aim { spy, .. } => Some(spy),
            Phase::Captive(Captive { spy, .. }) | Phase::Foil(Window { spy, .. }) => Some(spy),
            _ => None,
        }
    }

    /// The letters that lie with it.
    pub const fn letters(self) -> Letters {
        match self {
            Phase::Captive(Captive { letters, .. }) | Phase::Foil(Window { letters, .. }) => letters,
            _ => Letters::NONE,
        }
    }
}

/// What a Spy is worth after this many Taunts (rule 5.2).
#[inline]
pub fn worth(spy: Face, letters: Letters) -> u16 {
    lair::worth(spy.value(), letters)
}

/// How large a Lair is (rule 3.5): face-up cards by value, and 1 for each face-down card, Secret Lair (rule 3.2) or
/// Deathtrap (rule 3.3).
#[inline]
pub fn size(up: Lairs, down: u8) -> u32 {
    up.value() + u32::from(down)
}

/// How large a Lair could become with every Secret Lair turned up (rules 4.2, 4.4).
#[inline]
pub fn reach(up: Lairs, down: &[Face]) -> u32 {
    // A Deathtrap has no printed value and stays down, counting 1.
    up.value() + down.iter().map(|f| u32::from(f.value().max(1))).sum::<u32>()
}
