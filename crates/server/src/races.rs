//! Races at a live table: sealed answers, and who was first.
//!
//! An answer to a race is kept as soon as it is given, and nobody can tell: no bell rings, no page, list or figure changes
//! until the last one is in. Then reactions say in which order the answers count.
//!
//! A reaction is the time from when the question was put to when the answer came, less what the way took. How long the way is
//! the house sees from the race itself: between the bell and the moment at which that browser fetched the question lies one round
//! trip, and between the question and the answer another one. A browser that pretends to be far away gains little: no
//! more than [`FARTHEST`] counts, and nobody is quicker than [`QUICKEST`]. Equal reactions are settled by lot.
//!
//! A game may give its races a time ([`Layout::window`](crate::rooms::Layout::window)): whoever lets it go by has not answered.
//! It begins when the question is put, and ends [`FARTHEST`] later than it says, which is what the way takes. Where people
//! agree, everybody has more time, or there are no races at all and the order is drawn by lot.

use bots::Level;
use serde::{Deserialize, Serialize};
use table::{Luck, Seat, Status};

use crate::rooms::WebTable;
use crate::sitting::{Chair, Sitting};
use crate::store::Millis;

/// Nobody is quicker than this; whoever seems to be counts as so quick.
pub const QUICKEST: Millis = 100;
/// A round trip that is longer than this is not taken off in full.
pub const FARTHEST: Millis = 300;

/// What was agreed about races.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Races {
    /// By reaction, in the time that the game gives.
    #[default]
    Usual,
    /// By reaction, with more time.
    Slow,
    /// By lot, and everybody takes their time.
    Lots,
}

/// What can be chosen: the word in a form, the words for people.
pub const RACES: [(&str, &str, Races); 3] = [
    ("usual", "by reaction", Races::Usual),
    ("slow", "by reaction, with three times as long to answer", Races::Slow),
    ("none", "no races: the order is drawn by lot", Races::Lots),
];

/// How much longer a race takes where people want more time.
const SLOWER: Millis = 3;
/// Whoever has so long for each choice is not waiting at the screen.
const BY_MAIL: Millis = 60 * 60 * 1000;

impl Races {
    /// What this word in a form stands for.
    pub fn read(word: &str) -> Option<Races> {
        RACES.iter().find(|(own, ..)| *own == word).map(|(.., races)| *races)
    }

    /// In words.
    pub fn words(self) -> &'static str {
        RACES.iter().find(|(.., races)| *races == self).map_or("", |(_, words, _)| words)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(crate) fn is_usual(&self) -> bool {
        *self == Races::Usual
    }
}

/// How long a bot takes to react, as people of its level would.
pub fn reflex(level: Level, luck: &mut Luck) -> Millis {
    let middle = match level {
        Level::Random | Level::Rookie => 1100,
        Level::Agent => 800,
        Level::Mastermind(_) => 550,
    };
    // From three fifths of that to eight fifths.
    let took = middle * 3 / 5 + i64::from(luck.pick(middle as u32));
    took.max(QUICKEST)
}

/// An answer to a race that is still open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sealed {
    /// Whose it is.
    pub seat: Seat,
    /// The act, as it is kept.
    pub act: String,
    /// How long the seat took to react.
    pub took: Millis,
    /// When it came.
    pub at: Millis,
}

/// The reaction of somebody who was asked and answered at these times, and whose browser fetched the question in between.
pub fn reaction(asked: Millis, fetched: Option<Millis>, answered: Millis) -> Millis {
    let trip = fetched.map_or(0, |fetched| (fetched - asked).clamp(0, FARTHEST));
    (answered - asked - 2 * trip).max(QUICKEST)
}

impl Sitting {
    /// Is this a race?
    pub fn races(&self) -> bool {
        self.table.as_ref().is_some_and(|table| matches!(table.status(), Status::Race(_)))
    }

    /// How long everybody has for the race that is open, if it has a time.
    pub fn window(&self) -> Option<Millis> {
        let table = self.table.as_ref().filter(|table| matches!(table.status(), Status::Race(_)))?;
        let by_mail = self.doc.clock.is_some_and(|clock| clock.each >= BY_MAIL);
        match self.doc.races {
            Races::Lots => None,
            _ if by_mail => None,
            Races::Slow => table.window().map(|time| time * SLOWER),
            Races::Usual if self.all_want_more_time() => table.window().map(|time| time * SLOWER),
            Races::Usual => table.window(),
        }
    }

    /// Does everybody who plays here want more time in races?
    pub fn all_want_more_time(&self) -> bool {
        let mut people = self.doc.chairs.iter().filter_map(Chair::player).peekable();
        people.peek().is_some() && people.all(|guest| self.doc.slower.contains(&guest))
    }

    /// A guest is being sent the question that is open.
    pub(crate) fn note_fetched(&mut self, guest: i64, now: Millis) {
        let Some((seat, table)) = self.seat_of(Some(guest)).zip(self.table.as_ref()) else { return };
        let ply = table.ply();
        let fetched = &mut self.fetched[seat.index()];
        if fetched.is_none_or(|(of, _)| of != ply) {
            *fetched = Some((ply, now));
        }
    }

    /// How long a person has taken to react.
    pub(crate) fn reaction(&self, seat: Seat, now: Millis) -> Millis {
        let ply = self.table.as_ref().map(|table| table.ply());
        let fetched = self.fetched[seat.index()].filter(|(of, _)| Some(*of) == ply).map(|(_, at)| at);
        reaction(self.asked_at, fetched, now)
    }

    /// The order in which the answers count, once all are in: by reaction, and between equal ones by lot. Without races it is
    /// drawn by lot.
    pub(crate) fn order(&self) -> Option<Vec<Seat>> {
        let mut order = self.table.as_ref()?.lots()?;
        let took = |seat: &Seat| self.doc.sealed.iter().find(|sealed| sealed.seat == *seat).map(|s| s.took);
        if self.doc.races != Races::Lots {
            order.sort_by_key(took);
        }
        Some(order)
    }
}

/// Plays kept choices again; the answers of a race lie there in the order in which they count. `each` looks at the table after
/// every step. The number of the first choice that cannot be made comes back.
pub(crate) fn play_again(
    table: &mut dyn WebTable,
    choices: &[String],
    mut each: impl FnMut(&dyn WebTable),
) -> Result<(), usize> {
    let mut racing = Vec::new();
    for (n, line) in choices.iter().enumerate() {
        let (seat, act) = line.split_once(' ').ok_or(n)?;
        let seat = seat.parse().map(Seat).map_err(|_| n)?;
        let race = matches!(table.status(), Status::Race(_));
        table.seal(seat, table.ply(), act).map_err(|_| n)?;
        if race {
            racing.push(seat);
            if !table.waiting().is_empty() {
                continue;
            }
            table.count(&racing).map_err(|_| n)?;
            racing.clear();
        }
        each(table);
    }
    // All the answers of a race are kept at once.
    if racing.is_empty() { Ok(()) } else { Err(choices.len() - 1) }
}

#[cfg(test)]
mod tests {
    use table::{Seed, Stream};

    use super::*;

    #[test]
    fn the_way_is_taken_off_and_nobody_is_quicker_than_a_hand() {
        // Both take 400 ms to react: one lives next door, one has a round trip of 200 ms.
        assert_eq!(reaction(1000, Some(1000), 1400), 400);
        assert_eq!(reaction(1000, Some(1200), 1800), 400);
        // A script that answers at once, or a clock that jumps.
        assert_eq!(reaction(1000, Some(1200), 1400), QUICKEST);
        assert_eq!(reaction(1000, Some(900), 900), QUICKEST);
        // Whoever fetches the question late, wherever they read it, wins no more than that.
        assert_eq!(reaction(1000, Some(9000), 9100), 8100 - 2 * FARTHEST);
        assert_eq!(reaction(1000, None, 1700), 700);
    }

    #[test]
    fn bots_take_as_long_as_people_of_their_level() {
        let all = |level: Level| -> Vec<Millis> {
            let draw = |n| reflex(level, &mut Seed::from(n).luck(Stream::Reflex(1, 7)));
            (0..500).map(draw).collect()
        };
        let mean = |level: Level| all(level).iter().sum::<Millis>() / 500;
        let levels = [Level::Mastermind(bots::Mind::TABLE), Level::Agent, Level::Rookie];
        assert!(levels.map(mean).is_sorted(), "{:?}", levels.map(mean));
        for level in levels {
            let all = all(level);
            assert!(all.iter().all(|took| (QUICKEST..2000).contains(took)), "{level}");
            assert!(all.iter().max() > all.iter().min(), "{level}");
            assert_eq!(all[3], reflex(level, &mut Seed::from(3).luck(Stream::Reflex(1, 7))));
        }
    }
}
