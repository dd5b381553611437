//! Small things that cards are kept in: bits, and piles of a fixed size. Plain data, as all of a state is.

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

/// A pile of at most `N` cards, such as a deck. What has been taken leaves no trace: the default card lies there then,
/// so that equal piles are equal in every byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pile<F, const N: usize> {
    len: u8,
    cards: [F; N],
}

impl<F: Copy + Default, const N: usize> Default for Pile<F, N> {
    fn default() -> Self {
        Pile { len: 0, cards: [F::default(); N] }
    }
}

impl<F: Copy + Default, const N: usize> Pile<F, N> {
    /// A full pile, the last card on top.
    #[inline]
    pub fn full(cards: [F; N]) -> Self {
        Pile { len: N as u8, cards }
    }

    /// Puts a card on top.
    #[inline]
    pub fn push(&mut self, card: F) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<F> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.cards[usize::from(self.len)]))
    }

    /// The top card.
    #[inline]
    pub fn top(&self) -> Option<F> {
        self.cards().last().copied()
    }

    /// How many cards.
    #[inline]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// None?
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards, the top one last.
    #[inline]
    pub fn cards(&self) -> &[F] {
        &self.cards[..usize::from(self.len)]
    }

    /// The cards, to put them into another order.
    #[inline]
    pub fn cards_mut(&mut self) -> &mut [F] {
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
}
