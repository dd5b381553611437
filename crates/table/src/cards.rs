//! Small things that cards are kept in: bits, and piles of a fixed size. Plain data, as all of a state is.

use std::ops::{Deref, DerefMut};

/// The set bits of a word, from the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// A pile of at most `N` cards or other small things, such as a deck, or effects that are half done: the last is on top. What has
/// been taken leaves no trace: the default lies there then, so that equal piles are equal in every byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pile<T, const N: usize> {
    len: u8,
    cards: [T; N],
}

impl<T: Copy + Default, const N: usize> Default for Pile<T, N> {
    fn default() -> Self {
        Pile { len: 0, cards: [T::default(); N] }
    }
}

impl<T: Copy + Default, const N: usize> Pile<T, N> {
    /// A full pile, the last card on top.
    #[inline]
    pub fn full(cards: [T; N]) -> Self {
        Pile { len: N as u8, cards }
    }

    /// Puts a card on top. A game that needs room for more than `N` has a hole in its checks: better a panic here, where a law
    /// finds it, than a card that is lost.
    #[inline]
    pub fn push(&mut self, card: T) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.cards[usize::from(self.len)]))
    }

    /// The top card.
    #[inline]
    pub fn top(&self) -> Option<T> {
        self.last().copied()
    }

    /// Is there room for this many more?
    #[inline]
    pub fn has_room(&self, more: usize) -> bool {
        usize::from(self.len) + more <= N
    }

    /// Takes out the card at this place; those above it come down.
    pub fn remove(&mut self, at: usize) -> T {
        self[at..].rotate_left(1);
        self.pop().unwrap_or_default()
    }

    /// Puts a card in at this place; those above it go up.
    pub fn insert(&mut self, at: usize, card: T) {
        self.push(card);
        self[at..].rotate_right(1);
    }

    /// Keeps only what passes, in its order.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let mut kept = 0;
        for at in 0..self.len() {
            if keep(&self[at]) {
                self.swap(kept, at);
                kept += 1;
            }
        }
        while self.len() > kept {
            self.pop();
        }
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        *self = Pile::default();
    }
}

impl<T, const N: usize> Deref for Pile<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.cards[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Pile<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.cards[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_order() {
        assert_eq!(Bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(Bits(0).next(), None);
    }

    #[test]
    fn what_was_taken_leaves_no_trace() {
        let mut pile = Pile::<u8, 3>::default();
        pile.push(7);
        pile.push(9);
        assert_eq!((pile.top(), pile.len()), (Some(9), 2));
        assert_eq!((pile.pop(), pile.pop(), pile.pop()), (Some(9), Some(7), None));
        assert_eq!(pile, Pile::default());
    }

    #[test]
    fn something_can_go_or_come_in_the_middle() {
        let mut pile = Pile::<u8, 5>::default();
        (1..=4).for_each(|n| pile.push(n));
        assert_eq!((pile.remove(1), &*pile), (2, &[1, 3, 4][..]));
        pile.insert(1, 9);
        assert_eq!(&*pile, [1, 9, 3, 4]);
        pile.insert(4, 7);
        assert!(!pile.has_room(1));
        pile.retain(|n| *n != 9 && *n != 4);
        assert!(*pile == [1, 3, 7] && pile.has_room(2) && !pile.has_room(3));
        // Not a trace of what is gone.
        let mut same = Pile::default();
        [1, 3, 7].into_iter().for_each(|n| same.push(n));
        assert_eq!(pile, same);
    }
}
