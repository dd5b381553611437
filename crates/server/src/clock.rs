//! How long people may think: so long for each choice, and a store of time for the whole game.

use serde::{Deserialize, Serialize};

use crate::store::Millis;

/// What was agreed about time. Every choice has `each` for free; what takes longer is paid from the seat's own `bank`.
/// When both are used up the house answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// For each choice.
    pub each: Millis,
    /// For the whole game.
    pub bank: Millis,
}

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;

/// The clocks that can be chosen: the word in a form, the words for people, and the times.
pub const CLOCKS: [(&str, &str, Option<Clock>); 6] = [
    ("none", "no clock", None),
    ("30s", "30 seconds per choice", clock(30 * SECOND, 0)),
    ("2m", "2 minutes per choice", clock(2 * MINUTE, 0)),
    ("5m+10s", "5 minutes per player, plus 10 seconds per choice", clock(10 * SECOND, 5 * MINUTE)),
    ("15m", "15 minutes per player", clock(0, 15 * MINUTE)),
    ("1d", "one day per choice", clock(24 * 60 * MINUTE, 0)),
];

const fn clock(each: Millis, bank: Millis) -> Option<Clock> {
    Some(Clock { each, bank })
}

impl Clock {
    /// The clock with this word.
    pub fn read(word: &str) -> Option<Option<Clock>> {
        CLOCKS.iter().find(|(w, ..)| *w == word).map(|(.., clock)| *clock)
    }

    /// In words.
    pub fn words(self) -> &'static str {
        CLOCKS.iter().find(|(.., clock)| *clock == Some(self)).map_or("a clock", |(_, words, _)| words)
    }

    /// What is left of a bank after a choice that took so long.
    pub fn pay(self, bank: Millis, took: Millis) -> Millis {
        (bank - (took - self.each).max(0)).max(0)
    }

    /// How long the seat may still think, after thinking for this long.
    pub fn left(self, bank: Millis, took: Millis) -> Millis {
        (self.each + bank - took).max(0)
    }
}

/// A time for people: `4:05`, or `1:02:09`.
pub fn face(left: Millis) -> String {
    // What has begun counts: a clock that shows nothing has run out.
    let seconds = (left + 999) / SECOND;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// A moment as machines read it, such as `2026-11-18T09:30:00Z`.
pub fn stamp(at: Millis) -> String {
    let (days, seconds) = (at.div_euclid(24 * 60 * MINUTE), at.rem_euclid(24 * 60 * MINUTE) / SECOND);
    // Years that begin in March have their odd day at the end.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + 400 * era + i64::from(month <= 2);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{date:02}T{hours:02}:{minutes:02}:{seconds:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_free_for_a_while_and_then_costs() {
        let clock = Clock { each: 10_000, bank: 60_000 };
        assert_eq!(clock.pay(60_000, 9_999), 60_000);
        assert_eq!(clock.pay(60_000, 12_500), 57_500);
        assert_eq!(clock.pay(1_000, 99_000), 0);
        assert_eq!(clock.left(60_000, 4_000), 66_000);
        assert_eq!(clock.left(0, 10_001), 0);
    }

    #[test]
    fn every_clock_can_be_chosen_by_its_word() {
        for (word, words, clock) in CLOCKS {
            assert_eq!(Clock::read(word), Some(clock));
            assert!(clock.is_none_or(|c| c.words() == words && c.each + c.bank > 0));
        }
        assert_eq!(Clock::read("1h"), None);
    }

    #[test]
    fn moments_are_written_for_machines() {
        assert_eq!(stamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(stamp(951_782_400_000), "2000-02-29T00:00:00Z");
        assert_eq!(stamp(1_794_994_205_999), "2026-11-18T09:30:05Z");
        assert_eq!(stamp(-1000), "1969-12-31T23:59:59Z");
    }

    #[test]
    fn times_are_written_for_people() {
        assert_eq!([face(0), face(1), face(65_000), face(3_729_000)], ["0:00", "0:01", "1:05", "1:02:09"]);
    }
}
