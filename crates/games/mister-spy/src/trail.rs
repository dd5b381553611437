//! The trail of the Spies: every Spy that came into or left a hand.
//!
//! A thief and the victim know what was stolen and may remember it (rule 8.2). Later thefts from the same hand blur
//! that memory for everybody who does not take part in them. The trail is what such a memory consists of: each viewer
//! gets it with the Spies they saw, and works out the rest by odds, exactly (see [`crate::imagine`]).

use table::{MAX_SEATS, Seat, SeatSet};

use crate::cards::{CARDS, Face, SPIES};

/// A turn draws a card or is the one at hand, and has one theft at most.
pub const MOST_THEFTS: usize = CARDS + 1;
/// Each Spy enters a hand from the deck once and leaves it for the table once at most; the rest are thefts.
pub const LONGEST: usize = SPIES + MOST_THEFTS + SPIES;

/// How many ways a trail is followed at once when a viewer's memory is worked out.
const MOST_WAYS: usize = 4096;

/// The hand that each remembered Spy is in, if things went this way.
type Way = [Option<Seat>; SPIES];

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

    /// The steps as one writes them down: `deck>0 jillian-styles`, `0>1 ?`, `1>table jillian-styles`.
    pub fn spell(&self) -> Vec<String> {
        let end = |end| match end {
            End::Deck => "deck".to_owned(),
            End::Table => "table".to_owned(),
            End::Hand(seat) => seat.to_string(),
        };
        self.steps().iter().map(|s| format!("{}>{} {}", end(s.from()), end(s.to()), s.spy)).collect()
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
    pub(crate) fn at_first(&self, mut counts: [u8; MAX_SEATS]) -> [u8; MAX_SEATS] {
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

    /// For each Spy that this viewer has seen come into another's hand, the hands it may be in now; nobody for a Spy
    /// they do not remember, or hold themselves, or that has been played. `counts` are the Spies each hand holds now.
    ///
    /// Every way the unseen thefts can have gone is followed; those that contradict what the viewer saw later end.
    pub fn remembered(&self, who: Option<Seat>, counts: [u8; MAX_SEATS]) -> [SeatSet; SPIES] {
        let mut counts = self.at_first(counts);
        let mut ways: Vec<Way> = vec![[None; SPIES]];
        for step in self.steps() {
            let (from, to) = (step.from().hand(), step.to().hand());
            let holds = |way: &Way, seat: Seat| way.iter().filter(|at| **at == Some(seat)).count();
            // Does the hand hold Spies that the viewer has never seen there?
            let strangers = |way: &Way, seat: Seat| usize::from(counts[seat.index()]) > holds(way, seat);
            if step.spy != Face::HIDDEN {
                let spy = usize::from(step.spy.0);
                if let Some(from) = from.filter(|&s| Some(s) != who) {
                    ways.retain(|way| way[spy].map_or_else(|| strangers(way, from), |at| at == from));
                }
                ways.iter_mut().for_each(|way| way[spy] = to.filter(|&s| Some(s) != who));
            } else if let (Some(victim), Some(thief)) = (from, to) {
                let mut next = Vec::new();
                for way in &ways {
                    if strangers(way, victim) {
                        next.push(*way);
                    }
                    for spy in (0..SPIES).filter(|&n| way[n] == Some(victim)) {
                        let mut moved = *way;
                        moved[spy] = Some(thief);
                        next.push(moved);
                    }
                }
                next.sort_unstable();
                next.dedup();
                // A bound on the work. Past it some ways are not followed, and a memory may look surer than it is.
                next.truncate(MOST_WAYS);
                ways = next;
            }
            if let Some(s) = from {
                counts[s.index()] -= 1;
            }
            if let Some(s) = to {
                counts[s.index()] += 1;
            }
        }
        std::array::from_fn(|spy| ways.iter().filter_map(|way| way[spy]).collect())
    }
}
