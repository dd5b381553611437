//! The trail of the Spies: every Spy that came into or left a hand.
//!
//! A thief and his victim know what was stolen and may remember it (rule 8.2). Later thefts from the same hand blur
//! that memory for everybody who does not take part in them. The trail is what such a memory consists of: each viewer
//! gets it with the Spies he saw, and works out the rest by odds, exactly (see [`crate::imagine`]).

use table::{Seat, SeatSet};

use crate::cards::{Face, SPIES};

/// Each Spy enters a hand from the deck once and leaves it once at most; a game has at most 53 turns, each with one
/// theft between hands at most.
pub const LONGEST: usize = SPIES + 53 + SPIES;

/// Where a Spy came from or went to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The deck.
    Deck,
    /// Open to all: into the Lair or out as a Double Agent.
    Table,
    /// A hand.
    Hand(Seat),
}

impl End {
    const fn code(self) -> u8 {
        match self {
            End::Deck => 6,
            End::Table => 7,
            End::Hand(seat) => seat.0,
        }
    }

    const fn decode(code: u8) -> End {
        match code & 7 {
            6 => End::Deck,
            7 => End::Table,
            n => End::Hand(Seat(n)),
        }
    }

    /// The hand, if it is one.
    pub const fn hand(self) -> Option<Seat> {
        match self {
            End::Hand(seat) => Some(seat),
            _ => None,
        }
    }
}

/// One step of a Spy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    ends: u8,
    /// The Spy, or hidden.
    pub spy: Face,
}

impl Step {
    const NONE: Step = Step { ends: 0xff, spy: Face::HIDDEN };

    /// From one end to the other.
    pub const fn new(from: End, to: End, spy: Face) -> Step {
        Step { ends: from.code() << 4 | to.code(), spy }
    }

    /// Where it came from.
    #[inline]
    pub const fn from(self) -> End {
        End::decode(self.ends >> 4)
    }

    /// Where it went.
    #[inline]
    pub const fn to(self) -> End {
        End::decode(self.ends)
    }

    /// Does this viewer see which Spy it is? Played Spies are public; else whoever's hand it left or entered knows.
    pub fn seen_by(self, who: Option<Seat>) -> bool {
        self.to() == End::Table
            || who.is_some_and(|s| self.from() == End::Hand(s) || self.to() == End::Hand(s))
    }
}

/// All steps so far, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trail {
    len: u8,
    steps: [Step; LONGEST],
}

impl Default for Trail {
    fn default() -> Self {
        Trail { len: 0, steps: [Step::NONE; LONGEST] }
    }
}

impl Trail {
    /// Adds a step.
    #[inline]
    pub fn push(&mut self, from: End, to: End, spy: Face) {
        self.steps[usize::from(self.len)] = Step::new(from, to, spy);
        self.len += 1;
    }

    /// The steps.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    /// The steps, to fill in what was hidden.
    pub(crate) fn steps_mut(&mut self) -> &mut [Step] {
        &mut self.steps[..usize::from(self.len)]
    }

    /// Is there room for another step?
    pub(crate) fn is_full(&self) -> bool {
        usize::from(self.len) == LONGEST
    }

    /// The trail as a viewer remembers it.
    pub fn seen_by(&self, who: Option<Seat>) -> Trail {
        let mut mine = *self;
        for step in mine.steps_mut() {
            if !step.seen_by(who) {
                step.spy = Face::HIDDEN;
            }
        }
        mine
    }

    /// How many Spies each hand held before the first step, given how many it holds now.
    pub(crate) fn at_first(&self, mut counts: [u8; table::MAX_SEATS]) -> [u8; table::MAX_SEATS] {
        for step in self.steps().iter().rev() {
            if let End::Hand(s) = step.to() {
                counts[s.index()] = counts[s.index()].wrapping_sub(1);
            }
            if let End::Hand(s) = step.from() {
                counts[s.index()] = counts[s.index()].wrapping_add(1);
            }
        }
        counts
    }

    /// For each Spy the hand it is surely in, as far as this viewer's trail tells; his own hand apart. `counts` are
    /// the Spies each hand holds now.
    pub fn surely(&self, who: Option<Seat>, counts: [u8; table::MAX_SEATS]) -> [Option<Seat>; SPIES] {
        // The hands each remembered Spy may be in.
        let mut may: [SeatSet; SPIES] = [SeatSet::NONE; SPIES];
        let mut counts = self.at_first(counts);
        for step in self.steps() {
            let (from, to) = (step.from().hand(), step.to().hand());
            if step.spy != Face::HIDDEN {
                may[usize::from(step.spy.0)] =
                    to.filter(|&s| Some(s) != who).map_or(SeatSet::NONE, SeatSet::one);
            } else if let (Some(victim), Some(thief)) = (from, to) {
                // One of several left, and nobody else knows which.
                may.iter_mut().filter(|at| at.has(victim)).for_each(|at| *at = at.with(thief));
            }
            if let Some(s) = from {
                counts[s.index()] -= 1;
                if counts[s.index()] == 0 {
                    // Whoever may have been there is not there any more.
                    may.iter_mut().for_each(|at| *at = at.without(s));
                }
            }
            if let Some(s) = to {
                counts[s.index()] += 1;
            }
        }
        may.map(|at| if at.len() == 1 { at.iter().next() } else { None })
    }
}
