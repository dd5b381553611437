//! Windows: who is asked to answer something, in which order, and when that is over. The answers themselves lie on a
//! [`Pile`](table::cards::Pile): the last one counts first.
//!
//! Who can be asked must follow from public facts: whoever hears that somebody is asked, or is not, learns nothing.

use serde::{Deserialize, Serialize};
use table::{Seat, SeatSet};

/// How long a window stays open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// Everybody is asked once.
    OnceRound,
    /// It goes on until everybody has passed in a row.
    #[default]
    UntilAllPass,
    /// It goes on until everybody has passed, and whoever has passed is not asked again.
    PassIsFinal,
}

/// A window that is open: whom it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    manner: Manner,
    seats: u8,
    asked: Seat,
    /// Who has nothing more to say, unless somebody answers.
    done: SeatSet,
}

impl Round {
    /// Opens a window at a table of `seats`, beginning with `first`. `None`: nobody can be asked, and it does not open.
    pub fn open(manner: Manner, seats: u8, first: Seat, can: impl Fn(Seat) -> bool) -> Option<Round> {
        let round = Round { manner, seats, asked: first, done: SeatSet::NONE };
        if can(first) { Some(round) } else { round.on(SeatSet::one(first), can) }
    }

    /// Could a window of this manner stand so at a table of `seats`? For windows that somebody has written down.
    pub fn is_sound(&self, manner: Manner, seats: u8) -> bool {
        (self.manner, self.seats) == (manner, seats)
            && self.asked.0 < seats
            && self.done.iter().all(|seat| seat.0 < seats && seat != self.asked)
    }

    /// Whom it waits for.
    #[inline]
    pub const fn asked(&self) -> Seat {
        self.asked
    }

    /// The seat asked lets it go by. `None`: the window closes.
    #[must_use]
    pub fn passed(self, can: impl Fn(Seat) -> bool) -> Option<Round> {
        self.on(self.done.with(self.asked), can)
    }

    /// The seat asked has answered. `None`: the window closes.
    #[must_use]
    pub fn answered(self, can: impl Fn(Seat) -> bool) -> Option<Round> {
        match self.manner {
            Manner::OnceRound => self.on(self.done.with(self.asked), can),
            // All others may speak again, and after them the one who did.
            Manner::UntilAllPass => self.on(SeatSet::NONE, can),
            Manner::PassIsFinal => self.on(self.done, can),
        }
    }

    /// A seat is out of the game, and is asked nothing more. `can` says no to it. `None`: the window closes.
    #[must_use]
    pub fn without(self, seat: Seat, can: impl Fn(Seat) -> bool) -> Option<Round> {
        let done = self.done.with(seat);
        if self.asked == seat { self.on(done, can) } else { Some(Round { done, ..self }) }
    }

    /// The next seat that can be asked and is not done.
    fn on(self, done: SeatSet, can: impl Fn(Seat) -> bool) -> Option<Round> {
        let mut seat = self.asked;
        for _ in 0..self.seats {
            seat = seat.next(self.seats);
            if !done.has(seat) && can(seat) {
                return Some(Round { asked: seat, done, ..self });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_round_asks_everybody_once_from_the_first() {
        let all = |_| true;
        let round = Round::open(Manner::OnceRound, 4, Seat(2), all).unwrap();
        let round = round.answered(all).unwrap();
        assert_eq!(round.asked(), Seat(3));
        let round = round.passed(all).unwrap().passed(all).unwrap();
        assert_eq!(round.asked(), Seat(1));
        assert_eq!(round.answered(all), None);
    }

    #[test]
    fn two_alternate_until_both_pass_in_a_row() {
        let all = |_| true;
        let mut round = Round::open(Manner::UntilAllPass, 2, Seat(1), all).unwrap();
        for _ in 0..3 {
            round = round.answered(all).unwrap();
        }
        assert_eq!(round.asked(), Seat(0));
        let round = round.passed(all).unwrap();
        assert_eq!(round.asked(), Seat(1));
        // Whoever passed may speak again once the other has.
        let round = round.answered(all).unwrap();
        assert_eq!(round.asked(), Seat(0));
        assert_eq!(round.passed(all).unwrap().passed(all), None);
    }

    #[test]
    fn where_a_pass_is_final_the_others_go_on_without_you() {
        let all = |_| true;
        let round = Round::open(Manner::PassIsFinal, 3, Seat(0), all).unwrap();
        let round = round.answered(all).unwrap().passed(all).unwrap();
        assert_eq!(round.asked(), Seat(2));
        let round = round.answered(all).unwrap().answered(all).unwrap();
        assert_eq!(round.asked(), Seat(2), "seat 1 has passed for good");
        let round = round.passed(all).unwrap();
        assert_eq!((round.asked(), round.passed(all)), (Seat(0), None));
    }

    #[test]
    fn whoever_is_out_is_not_waited_for() {
        let round = Round::open(Manner::UntilAllPass, 3, Seat(0), |_| true).unwrap();
        let others = |seat: Seat| seat != Seat(0);
        assert_eq!(round.without(Seat(0), others).unwrap().asked(), Seat(1));
        let others = |seat: Seat| seat != Seat(1);
        let round = round.without(Seat(1), others).unwrap();
        assert_eq!(round.asked(), Seat(0));
        assert_eq!(round.passed(others).unwrap().asked(), Seat(2));
        assert_eq!(
            Round::open(Manner::OnceRound, 2, Seat(0), |_| true).unwrap().without(Seat(0), |_| false),
            None
        );
    }

    #[test]
    fn whoever_cannot_be_asked_is_passed_over() {
        let odd = |seat: Seat| seat.0 % 2 == 1;
        let round = Round::open(Manner::UntilAllPass, 5, Seat(2), odd).unwrap();
        assert_eq!(round.asked(), Seat(3));
        let round = round.answered(odd).unwrap();
        assert_eq!(round.asked(), Seat(1));
        assert_eq!(round.passed(odd).unwrap().asked(), Seat(3));
        assert_eq!(Round::open(Manner::OnceRound, 5, Seat(0), |_| false), None);
        // One alone may answer again and again, until they pass.
        let one = |seat: Seat| seat == Seat(1);
        let round = Round::open(Manner::UntilAllPass, 3, Seat(1), one).unwrap();
        let round = round.answered(one).unwrap();
        assert_eq!((round.asked(), round.passed(one)), (Seat(1), None));
    }

    #[test]
    fn a_written_window_must_fit_the_table() {
        let round = Round::open(Manner::UntilAllPass, 2, Seat(1), |_| true).unwrap();
        assert!(round.is_sound(Manner::UntilAllPass, 2));
        assert!(round.passed(|_| true).unwrap().is_sound(Manner::UntilAllPass, 2));
        assert!(!round.is_sound(Manner::OnceRound, 2) && !round.is_sound(Manner::UntilAllPass, 3));
        let written = [
            Round { asked: Seat(2), ..round },
            Round { seats: 200, ..round },
            Round { done: SeatSet::one(Seat(1)), ..round },
            Round { done: SeatSet::one(Seat(5)), ..round },
        ];
        assert!(written.iter().all(|round| !round.is_sound(Manner::UntilAllPass, 2)));
    }
}
