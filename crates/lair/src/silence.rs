//! What silence tells: letters that somebody did not use when he could have.
//!
//! Who lets a taunt stand that would have hurt him most likely could not foil it; who kills at once most likely had
//! nothing to say. That holds for the cards he had then; what he drew since may be anything. Which of the cards in a
//! hand are the new ones nobody sees, so each is as likely to be new as any other.

use table::{PerSeat, Seat};

use crate::letters::{LETTERS, Letter};

/// One letter that a seat kept to itself, or did not have.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Silence {
    /// How likely he would have kept quiet though he had it; 1 says nothing.
    doubt: f32,
    /// How many cards with the common back came into the hand since.
    since: u8,
}

impl Default for Silence {
    fn default() -> Self {
        Silence { doubt: 1.0, since: 0 }
    }
}

/// All that a watcher has noticed of what was not said.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Silences {
    of: PerSeat<[Silence; LETTERS]>,
    hands: PerSeat<u8>,
}

impl Silences {
    /// Counts what came into the hands since the last time, by the backs that all can see.
    pub fn count(&mut self, seats: u8, others: impl Fn(Seat) -> u8) {
        for seat in Seat::all(seats) {
            let came = others(seat).saturating_sub(self.hands[seat]);
            self.hands[seat] = others(seat);
            if came > 0 {
                self.of[seat]
                    .iter_mut()
                    .for_each(|silence| silence.since = silence.since.saturating_add(came));
            }
        }
    }

    /// A card with the common back leaves a hand.
    pub fn spent(&mut self, by: Seat) {
        self.hands[by] = self.hands[by].saturating_sub(1);
    }

    /// A seat did not use a letter. The doubt says how likely that was if he had it.
    pub fn quiet(&mut self, by: Seat, letter: Letter, doubt: f32) {
        self.of[by][letter.index()] = Silence { doubt, since: 0 };
    }

    /// How likely a seat would have been so quiet with this letter among so many cards with the common back.
    pub fn likely(&self, seat: Seat, letter: Letter, others: u32) -> f32 {
        let Silence { doubt, since } = self.of[seat][letter.index()];
        // What came since the last count is new as well.
        let new = u32::from(since) + others.saturating_sub(u32::from(self.hands[seat]));
        held_then(others, new, doubt)
    }
}

/// How likely somebody did not use a card, when `new` of the `all` cards of his hand came later: had he held it then, he
/// would have done so with this doubt.
pub fn held_then(all: u32, new: u32, doubt: f32) -> f32 {
    let old = all.saturating_sub(new) as f32 / all.max(1) as f32;
    1.0 - old * (1.0 - doubt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_counts_for_old_cards_and_fades_with_new_ones() {
        let (seat, a, b) = (Seat(1), Letter::new(0), Letter::new(1));
        let mut silences = Silences::default();
        silences.count(2, |_| 4);
        silences.quiet(seat, a, 0.2);
        assert_eq!(silences.likely(seat, a, 4), 0.2);
        assert_eq!(silences.likely(seat, b, 4), 1.0);
        assert_eq!(silences.likely(Seat(0), a, 4), 1.0);
        // One card drawn: the letter is the new one in a fifth of all hands.
        assert!((silences.likely(seat, a, 5) - 0.36).abs() < 1e-6);
        silences.count(2, |_| 5);
        assert!((silences.likely(seat, a, 5) - 0.36).abs() < 1e-6);
        // One goes, another comes.
        silences.spent(seat);
        silences.count(2, |_| 5);
        assert!((silences.likely(seat, a, 5) - 0.52).abs() < 1e-6);
        // A hand of nothing but new cards explains any silence.
        silences.count(2, |_| 0);
        silences.count(2, |_| 3);
        assert_eq!(silences.likely(seat, a, 3), 1.0);
    }
}
