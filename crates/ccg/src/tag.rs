//! Handles and marks of cards in play. A card's number in the arena is a secret, since it would follow the card into hands
//! and decks; so frames, effects and answers name a card in play by its [`Tag`], which is given back when it leaves.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The public handle of a card in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tag(pub u8);

impl Tag {
    /// No card at all.
    pub const NONE: Tag = Tag(u8::MAX);

    /// The handle, unless it is none.
    #[inline]
    pub fn some(self) -> Option<Tag> {
        (self != Tag::NONE).then_some(self)
    }
}

impl Default for Tag {
    fn default() -> Tag {
        Tag::NONE
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Tag {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Tag, ParseIntError> {
        text.parse().map(Tag)
    }
}

/// What a game keeps on each card: wounds, tokens, which way it lies. Plain data that everybody sees. `()`: nothing at all,
/// for games that name cards by their places.
pub trait Marks: Copy + Default + Ord + Hash + Debug {
    /// How cards are numbered: a byte where there are few, so that a position stays small.
    type Number: CardNumber;
    /// Where the cards in play are found by their handles.
    type Index: TagIndex;

    /// Its handle.
    fn tag(&self) -> Tag {
        Tag::NONE
    }
    /// Gives it a handle, or takes it away.
    fn set_tag(&mut self, _: Tag) {}
    /// The card that it hangs on.
    fn host(&self) -> Tag {
        Tag::NONE
    }
    /// Hangs it on another card.
    fn set_host(&mut self, _: Tag) {}
}

impl Marks for () {
    type Number = u8;
    type Index = ();
}

/// The number of a card in an arena, in one byte or two.
pub trait CardNumber: Copy + Eq + Debug {
    /// No card.
    const NONE: Self;
    /// How many cards can be numbered.
    const MOST: usize;
    /// This one.
    fn of(number: u16) -> Self;
    /// As a number, unless it is none.
    fn get(self) -> u16;
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl CardNumber for $number {
            const NONE: Self = <$number>::MAX;
            const MOST: usize = <$number>::MAX as usize;
            #[inline]
            fn of(number: u16) -> Self {
                number as $number
            }
            #[inline]
            fn get(self) -> u16 {
                u16::from(self)
            }
        })+
    };
}
numbers!(u8, u16);

/// Marks of a game whose cards have handles, at most `MOST` in play at once, and can hang on each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct InPlay<X, const MOST: usize> {
    tag: Tag,
    host: Tag,
    /// The game's own.
    pub own: X,
}

impl<X: Copy + Default + Ord + Hash + Debug, const MOST: usize> Marks for InPlay<X, MOST> {
    type Number = u16;
    type Index = Tags<MOST>;

    #[inline]
    fn tag(&self) -> Tag {
        self.tag
    }
    #[inline]
    fn set_tag(&mut self, tag: Tag) {
        self.tag = tag;
    }
    #[inline]
    fn host(&self) -> Tag {
        self.host
    }
    #[inline]
    fn set_host(&mut self, host: Tag) {
        self.host = host;
    }
}

/// The handle of a card and nothing else: marks of a game with fewer than 255 cards, at most `MOST` of them in play at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle<const MOST: usize>(Tag);

impl<const MOST: usize> Marks for Handle<MOST> {
    type Number = u8;
    type Index = FewTags<MOST>;

    #[inline]
    fn tag(&self) -> Tag {
        self.0
    }
    #[inline]
    fn set_tag(&mut self, tag: Tag) {
        self.0 = tag;
    }
}

/// Finds cards by their handles.
pub trait TagIndex: Copy + Default + Debug {
    /// How many handles there are.
    const MOST: u8;
    /// The number of the card with this handle.
    fn get(&self, tag: Tag) -> Option<u16>;
    /// Notes it down; `u16::MAX`: the handle is free.
    fn set(&mut self, tag: Tag, id: u16);
    /// The lowest handle that is free.
    fn free(&self) -> Option<Tag>;
}

impl TagIndex for () {
    const MOST: u8 = 0;
    fn get(&self, _: Tag) -> Option<u16> {
        None
    }
    fn set(&mut self, _: Tag, _: u16) {}
    fn free(&self) -> Option<Tag> {
        None
    }
}

/// At most `MOST` handles.
#[derive(Clone, Copy, Debug)]
pub struct Tags<const MOST: usize>([u16; MOST]);

impl<const MOST: usize> Default for Tags<MOST> {
    fn default() -> Self {
        Tags([u16::MAX; MOST])
    }
}

impl<const MOST: usize> TagIndex for Tags<MOST> {
    const MOST: u8 = {
        assert!(MOST < 255, "the last number stands for no card");
        MOST as u8
    };
    #[inline]
    fn get(&self, tag: Tag) -> Option<u16> {
        self.0.get(usize::from(tag.0)).copied().filter(|id| *id != u16::MAX)
    }
    #[inline]
    fn set(&mut self, tag: Tag, id: u16) {
        self.0[usize::from(tag.0)] = id;
    }
    fn free(&self) -> Option<Tag> {
        self.0.iter().position(|id| *id == u16::MAX).map(|n| Tag(n as u8))
    }
}

/// At most `MOST` handles of cards whose numbers are small.
#[derive(Clone, Copy, Debug)]
pub struct FewTags<const MOST: usize>([u8; MOST]);

impl<const MOST: usize> Default for FewTags<MOST> {
    fn default() -> Self {
        FewTags([u8::MAX; MOST])
    }
}

impl<const MOST: usize> TagIndex for FewTags<MOST> {
    const MOST: u8 = {
        assert!(MOST < 255, "the last number stands for no card");
        MOST as u8
    };
    #[inline]
    fn get(&self, tag: Tag) -> Option<u16> {
        self.0.get(usize::from(tag.0)).filter(|id| **id != u8::MAX).map(|id| u16::from(*id))
    }
    #[inline]
    fn set(&mut self, tag: Tag, id: u16) {
        self.0[usize::from(tag.0)] = id as u8;
    }
    fn free(&self) -> Option<Tag> {
        self.0.iter().position(|id| *id == u8::MAX).map(|n| Tag(n as u8))
    }
}
