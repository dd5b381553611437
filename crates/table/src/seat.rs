//! Seats and small sets of them: the vocabulary for "who".

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// No game of the house seats more than six.
pub const MAX_SEATS: usize = 6;

/// A place at the table, counted from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that people call by this number: they count from 1.
    pub fn counted_from_one(number: u8) -> Result<Seat, String> {
        number.checked_sub(1).map(Seat).ok_or_else(|| "there is no seat 0; seats count from 1".to_owned())
    }

    /// The seat as an index into a slice.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat in turn order (to the left) at a table of `seats`.
    #[inline]
    pub const fn next(self, seats: u8) -> Seat {
        if self.0 + 1 == seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// The other seats at a table of `seats`, in turn order from this one's left.
    #[inline]
    pub fn others(self, seats: u8) -> impl Iterator<Item = Seat> + Clone {
        (self.0 + 1..seats).chain(0..self.0).map(Seat)
    }

    /// All seats of a table, from 0.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seat {
    type Err = String;
    fn from_str(text: &str) -> Result<Seat, String> {
        text.parse().map(Seat).map_err(|_| format!("'{text}' is not a seat"))
    }
}

/// Whose eyes somebody looks back on a game through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewpoint {
    /// A seat's, or a spectator's.
    Of(Option<Seat>),
    /// Everybody's at once: all cards lie open.
    All,
}

impl Viewpoint {
    /// Who looks; where all cards lie open, a spectator.
    pub const fn who(self) -> Option<Seat> {
        match self {
            Viewpoint::Of(who) => who,
            Viewpoint::All => None,
        }
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// Nobody.
    pub const NONE: SeatSet = SeatSet(0);
    /// Whoever sits at the table.
    pub const ALL: SeatSet = SeatSet(u8::MAX);

    /// Just one seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// This set and one seat more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// This set but for one seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Is the seat in the set?
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 >> seat.0 & 1 == 1
    }

    /// How many seats.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is nobody in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set, in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = (left != 0).then_some(Seat(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(first)
        })
    }
}

impl Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<SeatSet, D::Error> {
        let seats = Vec::<Seat>::deserialize(from)?;
        match seats.iter().find(|s| s.index() >= MAX_SEATS) {
            Some(seat) => Err(serde::de::Error::custom(format!("there is no seat {seat}"))),
            None => Ok(seats.into_iter().collect()),
        }
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}

/// One `T` for each place at the table; unused places keep the default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerSeat<T>(pub [T; MAX_SEATS]);

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_order_goes_round() {
        assert_eq!(Seat(0).next(3), Seat(1));
        assert_eq!(Seat(2).next(3), Seat(0));
        assert_eq!(Seat(1).others(4).collect::<Vec<_>>(), [Seat(2), Seat(3), Seat(0)]);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let set: SeatSet = [Seat(1), Seat(4)].into_iter().collect();
        assert!(set.has(Seat(4)) && !set.has(Seat(0)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(1), Seat(4)]);
    }
}
