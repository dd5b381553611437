//! What is half done: acts that are being carried out, and windows in which others may answer them. The top one says who is
//! asked. Frames hold handles and public numbers only, so a view can show them as they are.

use std::ops::DerefMut;

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::program::{TARGETS, Tongue};
use crate::tag::Tag;
use crate::window::Round;
use table::cards::Pile;

/// No frame at all.
pub const NO_FRAME: u8 = u8::MAX;

/// What can be picked: a card in play or a spot on the table, a card that is named by what it is, or a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Aim(u16);

impl Aim {
    /// Nothing has been picked.
    pub const NONE: Aim = Aim(u16::MAX);
    const SEAT: u16 = 0x100;
    const CARD: u16 = 0x8000;

    /// A card in play, or a spot.
    #[inline]
    pub const fn at(tag: Tag) -> Aim {
        if tag.0 == Tag::NONE.0 { Aim::NONE } else { Aim(tag.0 as u16) }
    }

    /// A card by what it is. Its number must be below half of all numbers.
    #[inline]
    pub const fn card(kind: u16) -> Aim {
        debug_assert!(kind < Aim::CARD - 1);
        Aim(Aim::CARD | kind)
    }

    /// A player.
    #[inline]
    pub const fn seat(seat: Seat) -> Aim {
        Aim(Aim::SEAT | seat.0 as u16)
    }

    /// The card in play, or the spot; [`Tag::NONE`] if it is something else.
    #[inline]
    pub const fn tag(self) -> Tag {
        if self.0 < Aim::SEAT { Tag(self.0 as u8) } else { Tag::NONE }
    }

    /// What the card is that was named.
    #[inline]
    pub fn kind(self) -> Option<u16> {
        (self.0 >= Aim::CARD && self != Aim::NONE).then_some(self.0 & !Aim::CARD)
    }

    /// The player.
    #[inline]
    pub fn player(self) -> Option<Seat> {
        (Aim::SEAT..Aim::CARD).contains(&self.0).then_some(Seat(self.0 as u8))
    }
}

impl Default for Aim {
    fn default() -> Aim {
        Aim::NONE
    }
}

/// An ability on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Act {
    /// The card whose ability it is.
    pub card: u16,
    /// A number that it carries along: what was paid, how much is left.
    pub n: i16,
    /// What it is aimed at, and what was chosen along the way.
    pub picks: [Aim; TARGETS],
    /// Which of the card's abilities.
    pub nth: u8,
    /// The next operation.
    pub pc: u8,
    /// Whose act it is.
    pub seat: Seat,
    /// Where the card is in play; [`Tag::NONE`] where it is not.
    pub me: Tag,
    /// The card whose turn it is in an `Each`.
    pub this: Tag,
    /// The frame that it answers; [`NO_FRAME`]: none.
    pub about: u8,
    /// Where the picks of the word begin that is carried out, or which of them is being chosen.
    pub(crate) at: u8,
    flags: u8,
}

impl Act {
    const CANCELLED: u8 = 1;
    const FAILED: u8 = 2;
    const PREVENTED: u8 = 4;
    const MISSED: u8 = 8;
    const ASKING: u8 = 16;

    /// An act that has not begun.
    pub fn new(card: u16, nth: u8, seat: Seat, me: Tag, about: u8) -> Act {
        Act { card, nth, seat, me, about, ..Act::default() }
    }

    /// This act at a point of its script, waiting for its player to choose the pick of this number, or going on by itself: for
    /// positions that are written down.
    #[must_use]
    pub fn at_point(mut self, pc: u8, choosing: Option<u8>) -> Act {
        (self.pc, self.at) = (pc, choosing.unwrap_or(0));
        self.ask(choosing.is_some());
        self
    }

    /// This act as it waits for a yes or no: for positions that are written down.
    #[must_use]
    pub fn asking_whether(mut self) -> Act {
        self.at = 0;
        self.ask(true);
        self
    }

    /// This act as it carries out a word whose picks begin here.
    pub(crate) fn with_picks_at(self, at: u8) -> Act {
        Act { at, ..self }
    }

    /// What was picked for the word that is carried out.
    #[inline]
    pub fn pick(&self, n: usize) -> Aim {
        self.picks.get(usize::from(self.at) + n).copied().unwrap_or_default()
    }

    /// What was picked just before what is being chosen.
    #[inline]
    pub fn picked_before(&self) -> Aim {
        usize::from(self.at).checked_sub(1).and_then(|n| self.picks.get(n).copied()).unwrap_or_default()
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn set(&mut self, flag: u8, so: bool) {
        self.flags = if so { self.flags | flag } else { self.flags & !flag };
    }

    /// Somebody has cancelled it: it does nothing more, and is used up.
    pub fn is_cancelled(&self) -> bool {
        self.has(Act::CANCELLED)
    }

    /// It could not be paid for, or has lost its targets.
    pub fn has_failed(&self) -> bool {
        self.has(Act::FAILED)
    }

    /// Does nothing more come of it?
    pub fn is_dead(&self) -> bool {
        self.has(Act::CANCELLED | Act::FAILED)
    }

    /// It is cancelled. The frame stays until its turn comes, so that nothing under it is disturbed.
    pub fn cancel(&mut self) {
        self.set(Act::CANCELLED, true);
    }

    pub(crate) fn fail(&mut self) {
        self.set(Act::FAILED, true);
    }

    /// What it is about to do does not happen, and nothing that waits for it does.
    pub fn prevent(&mut self) {
        self.set(Act::PREVENTED, true);
    }

    /// Takes note whether something was prevented, and forgets it.
    pub(crate) fn was_prevented(&mut self) -> bool {
        let prevented = self.has(Act::PREVENTED);
        self.set(Act::PREVENTED, false);
        prevented
    }

    pub(crate) fn happened(&mut self, so: bool) {
        self.set(Act::MISSED, !so);
    }

    /// Did the last thing that it was to do happen?
    pub(crate) fn has_happened(&self) -> bool {
        !self.has(Act::MISSED)
    }

    /// It waits for its player, or no longer does.
    pub(crate) fn ask(&mut self, so: bool) {
        self.set(Act::ASKING, so);
    }

    /// Does it wait for its player?
    pub fn asks(&self) -> bool {
        self.has(Act::ASKING) && !self.is_dead()
    }
}

/// A window in which others may answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "T::Moment: Serialize", deserialize = "T::Moment: Deserialize<'de>"))]
pub struct Window<T: Tongue> {
    /// What can be answered.
    pub moment: T::Moment,
    /// The card that it happens to.
    pub subject: Tag,
    /// The act that it is about.
    pub about: u8,
    /// Whom it waits for; `None`: nobody has been asked yet.
    pub round: Option<Round>,
    /// The last ability that has happened by itself at this moment: its card, and which.
    pub last: (Tag, u8),
    /// Has all of that happened?
    pub begun: bool,
    /// Has the seat that was asked answered, so that the next one is to be found?
    pub answered: bool,
}

impl<T: Tongue> Window<T> {
    /// A window that waits for somebody: for positions that are written down.
    pub fn waiting(moment: T::Moment, subject: Tag, about: u8, round: Round) -> Window<T> {
        let last = (Tag::NONE, 0);
        Window { moment, subject, about, round: Some(round), last, begun: true, answered: false }
    }
}

/// Something half done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    bound(
        serialize = "T::Moment: Serialize, F: Serialize",
        deserialize = "T::Moment: Deserialize<'de>, F: Deserialize<'de>"
    )
)]
pub enum Frame<T: Tongue, F> {
    /// An ability.
    Act(Act),
    /// A window.
    Window(Window<T>),
    /// A step of the game's own.
    Own(F),
}

impl<T: Tongue, F: Default> Default for Frame<T, F> {
    fn default() -> Self {
        Frame::Own(F::default())
    }
}

/// A stack of frames, whatever its size.
pub trait Frames<F>: DerefMut<Target = [F]> {
    /// Is there room for this many more?
    fn has_room(&self, more: usize) -> bool;
    /// Puts one on top.
    fn push(&mut self, frame: F);
    /// Takes the top one.
    fn pop(&mut self) -> Option<F>;
    /// Puts one in below others.
    fn insert(&mut self, at: usize, frame: F);
}

impl<F: Copy + Default, const N: usize> Frames<F> for Pile<F, N> {
    fn has_room(&self, more: usize) -> bool {
        Pile::has_room(self, more)
    }
    fn push(&mut self, frame: F) {
        Pile::push(self, frame);
    }
    fn pop(&mut self) -> Option<F> {
        Pile::pop(self)
    }
    fn insert(&mut self, at: usize, frame: F) {
        Pile::insert(self, at, frame);
    }
}
