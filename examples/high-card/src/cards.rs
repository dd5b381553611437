//! A set of cards: one bit each, so that a state is small and cheap to copy, compare and hash.

use serde::{Deserialize, Serialize};

/// Cards from 1 to 20. For programs and in scenarios it is a list of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<u8>", try_from = "Vec<u8>")]
pub struct Cards(u32);

impl Cards {
    /// The highest card (rule 1.1).
    pub const HIGHEST: u8 = 20;

    /// The whole deck.
    pub fn deck() -> Cards {
        (1..=Cards::HIGHEST).collect()
    }

    /// Is the card in the set?
    pub fn has(self, card: u8) -> bool {
        card <= Cards::HIGHEST && self.0 >> card & 1 == 1
    }

    /// Puts a card in.
    pub fn add(&mut self, card: u8) {
        self.0 |= 1 << card;
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: u8) {
        self.0 &= !(1 << card);
    }

    /// The cards that are not in the other set.
    #[must_use]
    pub fn without(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// How many.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Are there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each card, the lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=Cards::HIGHEST).filter(move |&card| self.has(card))
    }
}

impl FromIterator<u8> for Cards {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Cards {
        let mut set = Cards::default();
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

impl From<Cards> for Vec<u8> {
    fn from(cards: Cards) -> Vec<u8> {
        cards.iter().collect()
    }
}

impl TryFrom<Vec<u8>> for Cards {
    type Error = String;
    fn try_from(list: Vec<u8>) -> Result<Cards, String> {
        let mut set = Cards::default();
        for card in list {
            if !(1..=Cards::HIGHEST).contains(&card) || set.has(card) {
                return Err(format!("card {card}: each from 1 to {}, once", Cards::HIGHEST));
            }
            set.add(card);
        }
        Ok(set)
    }
}
