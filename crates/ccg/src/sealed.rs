//! Answers that nobody sees before all have given theirs: bids, blind picks, who enters what.

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use table::{Luck, Seat, SeatSet};

/// An answer that the viewer does not know.
const UNKNOWN: u8 = u8::MAX;
/// No table has more seats.
const SEATS: usize = 7;

/// Who is asked, who has answered, and what. Everybody sees who has answered; what they said stays with them until the
/// last one has spoken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    asked: SeatSet,
    given: SeatSet,
    answers: [u8; SEATS],
}

impl Sealed {
    /// Asks these seats.
    pub fn ask(asked: SeatSet) -> Sealed {
        Sealed { asked, ..Sealed::default() }
    }

    /// Who has still to answer.
    pub fn waits_for(&self) -> SeatSet {
        self.asked.iter().filter(|&seat| !self.given.has(seat)).collect()
    }

    /// A seat answers, for good.
    pub fn give(&mut self, seat: Seat, answer: u8) {
        debug_assert!(answer != UNKNOWN && self.waits_for().has(seat), "asked, and for the first time");
        self.answers[seat.index()] = answer;
        self.given = self.given.with(seat);
    }

    /// A seat is out of the game: nobody waits for it any more, and what it said does not count.
    pub fn without(&mut self, seat: Seat) {
        let others = |set: SeatSet| set.iter().filter(|&other| other != seat).collect();
        (self.asked, self.given) = (others(self.asked), others(self.given));
        self.answers[seat.index()] = 0;
    }

    /// Have all answered? Only then may anything come of it.
    pub fn is_complete(&self) -> bool {
        self.waits_for() == SeatSet::NONE
    }

    /// What a seat has answered, as far as this is known.
    pub fn answer(&self, seat: Seat) -> Option<u8> {
        let answer = self.answers[seat.index()];
        (self.given.has(seat) && answer != UNKNOWN).then_some(answer)
    }

    /// What a viewer sees of it.
    #[must_use]
    pub fn seen_by(mut self, who: Option<Seat>) -> Sealed {
        if !self.is_complete() {
            for seat in self.given.iter().filter(|&seat| Some(seat) != who) {
                self.answers[seat.index()] = UNKNOWN;
            }
        }
        self
    }

    /// The answers as they might be: `guess` fills in what the viewer does not know.
    #[must_use]
    pub fn imagine(mut self, luck: &mut Luck, mut guess: impl FnMut(Seat, &mut Luck) -> u8) -> Sealed {
        for seat in self.given.iter() {
            if self.answers[seat.index()] == UNKNOWN {
                self.answers[seat.index()] = guess(seat, luck);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Seed, Stream};

    #[test]
    fn nobody_sees_an_answer_before_all_have_given_theirs() {
        let mut bids = Sealed::ask(Seat::all(3).collect());
        bids.give(Seat(1), 4);
        assert_eq!(bids.waits_for(), [Seat(0), Seat(2)].into_iter().collect());
        assert_eq!(bids.seen_by(Some(Seat(1))).answer(Seat(1)), Some(4));
        for who in [None, Some(Seat(0)), Some(Seat(2))] {
            let seen = bids.seen_by(who);
            assert_eq!(seen.answer(Seat(1)), None);
            let world = seen.imagine(&mut Seed::from(1).luck(Stream::Test(1)), |_, _| 9);
            assert_eq!((world.answer(Seat(1)), world.seen_by(who)), (Some(9), seen));
        }
        bids.give(Seat(0), 2);
        bids.without(Seat(2));
        assert!(bids.is_complete());
        assert_eq!(bids.seen_by(None).answer(Seat(1)), Some(4), "all have spoken");
    }
}
