//! What silence tells: letters that somebody could have used and did not.
//!
//! A player who lets a harmful taunt stand most likely could not foil it; one who kills at once most likely had
//! nothing to say. That holds for the cards they held then; what they drew since may be anything. Which of the cards in a
//! hand are the new ones nobody sees, so each is as likely to be new as any other.

use table::{PerSeat, Seat};

use crate::letters::{LETTERS, Letter, Letters};

/// One letter that a seat kept to itself, or did not have.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Silence {
    /// How likely they would have kept quiet while holding it; 1 says nothing.
    doubt: f32,
    /// How many cards with the common back came into the hand since.
    since: u8,
}

impl Default for Silence {
    fn default() -> Self {
        Silence { doubt: 1.0, since: 0 }
    }
}

/// A captive killed without another word.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Killed {
    /// What could have been said and was not.
    unsaid: Letters,
    /// How many cards with the common back came into the hand since.
    since: u8,
}

/// How often somebody kills who could still speak: with one letter, and the least it can be, however many they have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terse {
    /// With one letter; for each more as much again.
    pub one: f32,
    /// At least.
    pub least: f32,
}

/// All that a watcher has noticed of what was not said.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Silences {
    of: PerSeat<[Silence; LETTERS]>,
    killed: PerSeat<Killed>,
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
                self.killed[seat].since = self.killed[seat].since.saturating_add(came);
            }
        }
    }

    /// A card with the common back leaves a hand.
    pub fn spent(&mut self, by: Seat) {
        self.hands[by] = self.hands[by].saturating_sub(1);
    }

    /// A seat did not use a letter. The doubt says how likely that was if it was held.
    pub fn quiet(&mut self, by: Seat, letter: Letter, doubt: f32) {
        self.of[by][letter.index()] = Silence { doubt, since: 0 };
    }

    /// A seat killed a captive without saying any of these letters.
    pub fn killed(&mut self, by: Seat, unsaid: Letters) {
        self.killed[by] = Killed { unsaid, since: 0 };
    }

    /// How likely a seat would have been this quiet with these letters among this many cards with the common back.
    pub fn likely(
        &self,
        seat: Seat,
        letters: impl Iterator<Item = Letter>,
        others: u32,
        terse: Terse,
    ) -> f32 {
        // What came since the last count is new as well.
        let uncounted = others.saturating_sub(u32::from(self.hands[seat]));
        let killed = self.killed[seat];
        let old = 1.0 - held_then(others, u32::from(killed.since) + uncounted, 0.0);
        let (mut likely, mut unsaid) = (1.0, 0.0);
        for letter in letters {
            let Silence { doubt, since } = self.of[seat][letter.index()];
            likely *= held_then(others, u32::from(since) + uncounted, doubt);
            unsaid += if killed.unsaid.has(letter) { old } else { 0.0 };
        }
        likely * terse.one.powf(unsaid).max(terse.least)
    }
}

/// How likely somebody did not use a card, when `new` of the `all` cards of the hand came later: had they held it then, they
/// would have done so with this doubt.
pub fn held_then(all: u32, new: u32, doubt: f32) -> f32 {
    let old = all.saturating_sub(new) as f32 / all.max(1) as f32;
    1.0 - old * (1.0 - doubt)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERSE: Terse = Terse { one: 0.5, least: 0.2 };

    fn likely(silences: &Silences, seat: Seat, letters: &[u8], others: u32) -> f32 {
        silences.likely(seat, letters.iter().map(|&n| Letter::new(n)), others, TERSE)
    }

    #[test]
    fn silence_counts_for_old_cards_and_fades_with_new_ones() {
        let seat = Seat(1);
        let mut silences = Silences::default();
        silences.count(2, |_| 4);
        silences.quiet(seat, Letter::new(0), 0.2);
        assert!((likely(&silences, seat, &[0], 4) - 0.2).abs() < 1e-6);
        assert_eq!(likely(&silences, seat, &[1], 4), 1.0);
        assert_eq!(likely(&silences, Seat(0), &[0], 4), 1.0);
        // One card drawn: the letter is the new one in a fifth of all hands.
        assert!((likely(&silences, seat, &[0], 5) - 0.36).abs() < 1e-6);
        silences.count(2, |_| 5);
        assert!((likely(&silences, seat, &[0], 5) - 0.36).abs() < 1e-6);
        // One goes, another comes.
        silences.spent(seat);
        silences.count(2, |_| 5);
        assert!((likely(&silences, seat, &[0], 5) - 0.52).abs() < 1e-6);
        // A hand of nothing but new cards explains any silence.
        silences.count(2, |_| 0);
        silences.count(2, |_| 3);
        assert_eq!(likely(&silences, seat, &[0], 3), 1.0);
    }

    #[test]
    fn who_kills_at_once_had_little_to_say() {
        let mut silences = Silences::default();
        silences.count(2, |_| 4);
        silences
            .killed(Seat(0), Letters::NONE.with(Letter::new(1)).with(Letter::new(2)).with(Letter::new(3)));
        assert_eq!(likely(&silences, Seat(0), &[0], 4), 1.0);
        assert_eq!(likely(&silences, Seat(0), &[0, 1], 4), 0.5);
        assert_eq!(likely(&silences, Seat(0), &[1, 2], 4), 0.25);
        assert_eq!(likely(&silences, Seat(0), &[1, 2, 3], 4), 0.2);
        silences.count(2, |_| 8);
        assert!((likely(&silences, Seat(0), &[1, 2], 8) - 0.5).abs() < 1e-6);
    }
}
