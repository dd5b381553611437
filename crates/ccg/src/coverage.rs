//! Which cards have been played and which of their clauses have resolved: what shows that a game's tests and
//! simulations have tried every card. Plain counts, no locks: each thread keeps its own, and they are merged.

/// Counts for every card and every clause of it. A card's number is its place in the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    played: Vec<u32>,
    /// The clauses of all cards in one row.
    resolved: Vec<u32>,
    /// Where the clauses of each card start in that row, and at last where the row ends.
    starts: Vec<usize>,
}

impl Coverage {
    /// Nothing played yet, by cards with this many clauses each.
    pub fn new(clauses_per_card: &[u8]) -> Coverage {
        let mut starts = vec![0];
        let mut end = 0;
        for &clauses in clauses_per_card {
            end += usize::from(clauses);
            starts.push(end);
        }
        Coverage { played: vec![0; clauses_per_card.len()], resolved: vec![0; end], starts }
    }

    /// A card has been played.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn played(&mut self, card: u16) {
        let count = &mut self.played[usize::from(card)];
        *count = count.saturating_add(1);
    }

    /// A clause of a card has resolved.
    ///
    /// # Panics
    /// If there is no such card or clause.
    pub fn resolved(&mut self, card: u16, clause: u8) {
        let count = &mut self.clauses_mut(card)[usize::from(clause)];
        *count = count.saturating_add(1);
    }

    /// How often a card has been played.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn times_played(&self, card: u16) -> u32 {
        self.played[usize::from(card)]
    }

    /// How often each clause of a card has resolved.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn times_resolved(&self, card: u16) -> &[u32] {
        let card = usize::from(card);
        &self.resolved[self.starts[card]..self.starts[card + 1]]
    }

    fn clauses_mut(&mut self, card: u16) -> &mut [u32] {
        let card = usize::from(card);
        &mut self.resolved[self.starts[card]..self.starts[card + 1]]
    }

    /// Adds what another has counted of the same cards.
    ///
    /// # Panics
    /// If it counted other cards: their numbers would mean something else.
    pub fn merge(&mut self, other: &Coverage) {
        assert_eq!(self.starts, other.starts, "coverage of other cards cannot be merged");
        let counts = self.played.iter_mut().chain(&mut self.resolved);
        for (count, more) in counts.zip(other.played.iter().chain(&other.resolved)) {
            *count = count.saturating_add(*more);
        }
    }

    /// What has not been tried, in order: `None` for a card that was never played, else the clause that never resolved.
    /// Clauses are told apart from their card: a card can come into play unplayed.
    pub fn missing(&self) -> Vec<(u16, Option<u8>)> {
        let mut missing = Vec::new();
        for (card, &times) in (0..=u16::MAX).zip(&self.played) {
            if times == 0 {
                missing.push((card, None));
            }
            let clauses = (0..=u8::MAX).zip(self.times_resolved(card));
            missing.extend(clauses.filter(|(_, times)| **times == 0).map(|(clause, _)| (card, Some(clause))));
        }
        missing
    }

    /// Has every card been played, and has every clause resolved?
    pub fn is_complete(&self) -> bool {
        self.played.iter().chain(&self.resolved).all(|times| *times > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_until_nothing_is() {
        let mut seen = Coverage::new(&[2, 0, 1]);
        assert_eq!(
            seen.missing(),
            [(0, None), (0, Some(0)), (0, Some(1)), (1, None), (2, None), (2, Some(0))]
        );
        seen.played(0);
        seen.resolved(0, 1);
        seen.resolved(2, 0);
        assert_eq!(seen.missing(), [(0, Some(0)), (1, None), (2, None)]);
        assert!(!seen.is_complete());

        let mut other = Coverage::new(&[2, 0, 1]);
        for card in 0..3 {
            other.played(card);
        }
        other.resolved(0, 0);
        other.merge(&seen);
        assert_eq!((other.missing(), other.is_complete()), (vec![], true));
        assert_eq!((other.times_played(0), other.times_resolved(0)), (2, &[1, 1][..]));
    }

    #[test]
    fn the_greatest_numbers_fit() {
        assert!(Coverage::new(&[]).is_complete());
        let mut seen = Coverage::new(&vec![255; 65_536]);
        seen.resolved(u16::MAX, 254);
        assert_eq!(seen.missing().len(), 65_536 * 256 - 1);
        seen.played = vec![u32::MAX; 65_536];
        seen.merge(&seen.clone());
        seen.played(0);
        assert_eq!(seen.times_played(0), u32::MAX, "counts stop at the greatest");
    }

    #[test]
    #[should_panic(expected = "other cards")]
    fn other_cards_are_not_merged() {
        Coverage::new(&[1, 2]).merge(&Coverage::new(&[2, 1]));
    }

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_clause_of_the_next_card_is_not_counted() {
        Coverage::new(&[1, 2]).resolved(0, 1);
    }
}
