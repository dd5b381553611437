//! What is half done: acts that are being carried out, and windows in which others may answer them. The top one says who is
//! asked. Frames hold handles and public numbers only, so a view can show them as they are.

use std::ops::DerefMut;

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::program::{TARGETS, Tongue};
use crate::stack::Stack;
use crate::tag::Tag;
use crate::window::Round;

/// No frame at all.
pub const NO_FRAME: u8 = u8::MAX;

/// An ability on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Act {
    /// Which ability of the program.
    pub ability: u16,
    /// A number that it carries along: what was paid, how much is left.
    pub n: i16,
    /// The next operation.
    pub pc: u8,
    /// Whose act it is.
    pub seat: Seat,
    /// The card that has the ability.
    pub me: Tag,
    /// The card whose turn it is in an `Each`.
    pub this: Tag,
    /// The frame that it answers; [`NO_FRAME`]: none.
    pub about: u8,
    /// What it is aimed at.
    pub picks: [Tag; TARGETS],
    flags: u8,
}

impl Act {
    const CANCELLED: u8 = 1;
    const FAILED: u8 = 2;
    const PREVENTED: u8 = 4;
    const MISSED: u8 = 8;
    const ASKING: u8 = 16;

    /// An act that has not begun.
    pub fn new(ability: u16, seat: Seat, me: Tag, about: u8) -> Act {
        Act { ability, seat, me, about, ..Act::default() }
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

impl<F: Copy + Default, const N: usize> Frames<F> for Stack<F, N> {
    fn has_room(&self, more: usize) -> bool {
        Stack::has_room(self, more)
    }
    fn push(&mut self, frame: F) {
        Stack::push(self, frame);
    }
    fn pop(&mut self) -> Option<F> {
        Stack::pop(self)
    }
    fn insert(&mut self, at: usize, frame: F) {
        Stack::insert(self, at, frame);
    }
}
