//! Where a game tells what happens.
//!
//! There are two doors. [`Sink::tell`] is for what the hearer could work out anyway (whose turn it is, what follows
//! from an act everybody saw); [`Sink::reveal`] is the only door for secrets. The laws compare what two worlds tell
//! up to the first reveal, and so find whatever slipped out by the wrong one.

use crate::seat::{Seat, SeatSet};

/// Who hears something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct To {
    /// These seats.
    pub seats: SeatSet,
    /// And those who only watch?
    pub gallery: bool,
}

impl To {
    /// Everybody, watchers too.
    pub const ALL: To = To { seats: SeatSet::ALL, gallery: true };

    /// Nobody at all: a card that lies face down for everyone.
    pub const NOBODY: To = To { seats: SeatSet::NONE, gallery: false };

    /// Only this seat.
    pub const fn only(seat: Seat) -> To {
        To { seats: SeatSet::one(seat), gallery: false }
    }

    /// Only these two.
    pub const fn both(a: Seat, b: Seat) -> To {
        To { seats: SeatSet::one(a).with(b), gallery: false }
    }

    /// Does this viewer hear it? `None` is a spectator.
    pub const fn reaches(self, who: Option<Seat>) -> bool {
        match who {
            Some(seat) => self.seats.has(seat),
            None => self.gallery,
        }
    }
}

/// Takes what a game tells. The closures are never called by [`Mute`], so telling costs nothing when nobody listens.
pub trait Sink<E> {
    /// Tells what follows from what the hearer knew already.
    fn tell(&mut self, to: To, event: impl FnOnce() -> E);
    /// Gives a secret away, on purpose.
    fn reveal(&mut self, to: To, event: impl FnOnce() -> E);
    /// Does it want to hear of every word of a card whether it changed anything? Only whoever counts what has been seen at
    /// work does: to find out, positions must be compared.
    #[inline(always)]
    fn wants_changes(&self) -> bool {
        false
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mute;

impl<E> Sink<E> for Mute {
    #[inline(always)]
    fn tell(&mut self, _: To, _: impl FnOnce() -> E) {}
    #[inline(always)]
    fn reveal(&mut self, _: To, _: impl FnOnce() -> E) {}
}

/// One thing told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note<E> {
    /// Who heard it.
    pub to: To,
    /// Did it come by the door for secrets?
    pub secret: bool,
    /// What was said.
    pub event: E,
}

/// Keeps everything told, in order.
#[derive(Clone, Debug)]
pub struct Log<E>(pub Vec<Note<E>>);

impl<E> Default for Log<E> {
    fn default() -> Self {
        Log(Vec::new())
    }
}

impl<E> Sink<E> for Log<E> {
    fn tell(&mut self, to: To, event: impl FnOnce() -> E) {
        self.0.push(Note { to, secret: false, event: event() });
    }
    fn reveal(&mut self, to: To, event: impl FnOnce() -> E) {
        self.0.push(Note { to, secret: true, event: event() });
    }
}
