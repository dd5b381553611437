//! Races at a live table: sealed answers, and who was first.
//!
//! An answer to a race is kept as soon as it is given, and nobody can tell: no bell rings, no page, list or figure changes
//! until the last one is in. Then reactions say in which order the answers count.
//!
//! A reaction is the time from when the question was put to when the answer came, less what the way took. How long the way is
//! the house sees from the race itself: between the bell and the moment at which that browser fetched the question lies one round
//! trip, and between the question and the answer another one. A browser that pretends to be far away gains little: no
//! more than [`FARTHEST`] counts, and nobody is quicker than [`QUICKEST`]. Equal reactions are settled by lot.

use serde::{Deserialize, Serialize};
use table::{Seat, Status};

use crate::rooms::WebTable;
use crate::sitting::Sitting;
use crate::store::Millis;

/// Nobody is quicker than this; whoever seems to be counts as so quick.
pub const QUICKEST: Millis = 100;
/// A round trip that is longer than this is not taken off in full.
pub const FARTHEST: Millis = 300;

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

    /// The order in which the answers count, once all are in: by reaction, and between equal ones by lot.
    pub(crate) fn order(&self) -> Option<Vec<Seat>> {
        let mut order = self.table.as_ref()?.lots()?;
        let took = |seat: &Seat| self.doc.sealed.iter().find(|sealed| sealed.seat == *seat).map(|s| s.took);
        order.sort_by_key(took);
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
}
