//! The letters of the taunts, and sets of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::cards::Bits;

/// How many letters there are.
pub const LETTERS: usize = 9;

/// One of the letters A to I, as its place in the alphabet. What cannot be a letter never becomes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Letter(u8);

impl Letter {
    /// The `n`th letter, from 0.
    #[inline]
    pub const fn new(n: u8) -> Letter {
        debug_assert!((n as usize) < LETTERS);
        Letter(n)
    }

    /// Every letter.
    pub fn all() -> impl DoubleEndedIterator<Item = Letter> + Clone {
        (0..LETTERS as u8).map(Letter)
    }

    /// Its place in the alphabet, to index by.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::from(b'A' + self.0).fmt(f)
    }
}

impl FromStr for Letter {
    type Err = String;
    fn from_str(word: &str) -> Result<Letter, String> {
        match word.as_bytes() {
            [c] if (b'A'..b'A' + LETTERS as u8).contains(&c.to_ascii_uppercase()) => {
                Ok(Letter(c.to_ascii_uppercase() - b'A'))
            }
            _ => Err(format!("'{word}' is not one of the letters A to I")),
        }
    }
}

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Letter, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of letters, such as those a captive has heard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Letters(u16);

impl Letters {
    /// No letter.
    pub const NONE: Letters = Letters(0);

    /// Every letter.
    pub const ALL: Letters = Letters((1 << LETTERS) - 1);

    /// The set as bits, A the lowest.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set that [`bits`](Letters::bits) came from; bits beyond the letters are dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Letters {
        Letters(bits & Letters::ALL.0)
    }

    /// This set and one letter more.
    #[must_use]
    #[inline]
    pub const fn with(self, letter: Letter) -> Letters {
        Letters(self.0 | 1 << letter.0)
    }

    /// Is the letter in it?
    #[inline]
    pub const fn has(self, letter: Letter) -> bool {
        self.0 >> letter.0 & 1 == 1
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// None?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them, in order.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = Letter> {
        Bits(u64::from(self.0)).map(|bit| Letter(bit as u8))
    }
}

/// As people write them: `ACF`.
impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.each().try_for_each(|letter| letter.fmt(f))
    }
}

impl FromStr for Letters {
    type Err = String;
    fn from_str(word: &str) -> Result<Letters, String> {
        let mut set = Letters::NONE;
        for c in word.chars() {
            let letter = c.to_string().parse::<Letter>();
            match letter {
                Ok(letter) if !set.has(letter) => set = set.with(letter),
                _ => return Err(format!("letters '{word}': each from A to I, once")),
            }
        }
        Ok(set)
    }
}

impl Serialize for Letters {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Letters {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Letters, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back() {
        for letter in Letter::all() {
            assert_eq!(letter.to_string().parse(), Ok(letter));
        }
        assert_eq!("c".parse(), Ok(Letter(2)));
        for bad in ["", "J", "AB", "?", "1", "ä"] {
            assert!(bad.parse::<Letter>().is_err(), "{bad}");
            assert!(serde_json::from_value::<Letter>(bad.into()).is_err(), "{bad}");
        }
    }

    #[test]
    fn sets_of_letters_read_back() {
        let set: Letters = "ACI".parse().unwrap();
        assert_eq!((set.len(), set.to_string()), (3, "ACI".to_owned()));
        assert!(set.has(Letter(8)) && !set.has(Letter(1)));
        assert_eq!(Letters::from_bits(set.bits()), set);
        assert_eq!("".parse(), Ok(Letters::NONE));
        assert!("ABA".parse::<Letters>().is_err());
        assert!("AX".parse::<Letters>().is_err());
    }
}
