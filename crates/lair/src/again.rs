//! Hidden cards that are known to be worth something together: drawn so that every hand that fits is as likely as any
//! other.

use table::Luck;

/// How often cards are drawn again before the ways that fit are counted instead: counting takes longer, and most often
/// some hand of the first few fits.
const TRIES: u32 = 100;
/// No card is worth more.
const HIGHEST: usize = 9;

/// What the cards must come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// How many cards there are.
    pub cards: usize,
    /// They come to this at least.
    pub worth: u32,
    /// At least how many of them are worth something.
    pub good: usize,
}

impl Demand {
    fn met(self, values: impl Iterator<Item = u8>) -> bool {
        let (mut worth, mut good) = (0, 0);
        for value in values {
            worth += u32::from(value);
            good += usize::from(value > 0);
        }
        worth >= self.worth && good >= self.good
    }
}

/// Puts cards that meet a demand on top of a pile. Every choice of cards that meets it is as likely as any other, and
/// the rest stays in random order. If none does, the pile is only shuffled.
pub fn draw_worth<F>(pile: &mut [F], demand: Demand, luck: &mut Luck, value: impl Fn(&F) -> u8) {
    let start = pile.len().saturating_sub(demand.cards);
    for _ in 0..TRIES {
        for i in (start..pile.len()).rev() {
            let j = luck.pick(i as u32 + 1) as usize;
            pile.swap(i, j);
        }
        if demand.met(pile[start..].iter().map(&value)) {
            return;
        }
    }
    luck.shuffle(pile);
    let mut counts = [0usize; HIGHEST + 1];
    pile.iter().for_each(|card| counts[usize::from(value(card))] += 1);
    let Some(mut wanted) = choose(counts, demand, luck) else { return };
    // Of cards that are worth the same, those that lie first: the pile is in random order.
    let mut top = pile.len();
    for i in (0..pile.len()).rev() {
        let kind = &mut wanted[usize::from(value(&pile[i]))];
        if *kind > 0 {
            *kind -= 1;
            top -= 1;
            pile.swap(i, top);
        }
    }
}

/// How many cards of each value, drawn by the number of ways there are. `None`: there is no way.
fn choose(counts: [usize; HIGHEST + 1], demand: Demand, luck: &mut Luck) -> Option<[usize; HIGHEST + 1]> {
    // How many places worthless cards may take.
    let duds = counts[0].min(demand.cards.checked_sub(demand.good)?);
    let most = |value: usize| if value == 0 { duds } else { counts[value] };
    let width = demand.worth as usize + 1;
    // `ways[value][cards][worth]`: to take this many cards of at most this value that come to at least this.
    let mut ways = vec![vec![vec![0u64; width]; demand.cards + 1]; HIGHEST + 2];
    ways[0][0][0] = 1;
    for value in 0..=HIGHEST {
        for cards in 0..=demand.cards {
            for worth in 0..width {
                ways[value + 1][cards][worth] = (0..=most(value).min(cards))
                    .map(|n| over(counts[value], n) * ways[value][cards - n][worth.saturating_sub(n * value)])
                    .sum();
            }
        }
    }
    let (mut cards, mut worth) = (demand.cards, width - 1);
    let mut wanted = [0; HIGHEST + 1];
    for value in (0..=HIGHEST).rev() {
        let all = ways[value + 1][cards][worth];
        if all == 0 {
            return None;
        }
        let mut at = below(all, luck);
        for n in 0..=most(value).min(cards) {
            let here = over(counts[value], n) * ways[value][cards - n][worth.saturating_sub(n * value)];
            if at < here {
                wanted[value] = n;
                cards -= n;
                worth = worth.saturating_sub(n * value);
                break;
            }
            at -= here;
        }
    }
    Some(wanted)
}

/// In how many ways one can take `k` of `n` cards.
fn over(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i + 1) as u64)
}

/// One of `0..n`, for an `n` that may be larger than [`Luck::pick`] takes.
fn below(n: u64, luck: &mut Luck) -> u64 {
    const LOW: u32 = 1 << 31;
    if let Ok(n) = u32::try_from(n) {
        return u64::from(luck.pick(n));
    }
    loop {
        let high = u64::from(luck.pick((n / u64::from(LOW)) as u32 + 1));
        let pick = high * u64::from(LOW) + u64::from(luck.pick(LOW));
        if pick < n {
            return pick;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Seed, Stream};

    /// Draws many times; how often each card was on top.
    fn tops(cards: [u8; 6], demand: Demand) -> [u32; 6] {
        let mut luck = Seed::from(3).luck(Stream::Test(1));
        let mut times = [0u32; 6];
        for _ in 0..12_000 {
            let mut pile: Vec<(usize, u8)> = cards.iter().copied().enumerate().collect();
            draw_worth(&mut pile, demand, &mut luck, |card| card.1);
            let top = &pile[6 - demand.cards..];
            assert!(demand.met(top.iter().map(|card| card.1)), "{top:?}");
            top.iter().for_each(|card| times[card.0] += 1);
        }
        times
    }

    #[track_caller]
    fn near(times: [u32; 6], right: [u32; 6]) {
        assert!(
            times.iter().zip(right).all(|(n, right)| n.abs_diff(right) < 300),
            "{times:?} should be {right:?}"
        );
    }

    #[test]
    fn what_fits_comes_up_evenly() {
        // The pairs that fit are 25, 34, 35 and 45.
        let demand = Demand { cards: 2, worth: 7, good: 0 };
        near(tops([0, 1, 2, 3, 4, 5], demand), [0, 0, 3000, 6000, 6000, 9000]);
        // With one worthless card at most: 1 with each of the others, and the others among themselves.
        let demand = Demand { cards: 2, worth: 1, good: 1 };
        near(tops([0, 0, 0, 1, 2, 3], demand), [3000, 3000, 3000, 5000, 5000, 5000]);
    }

    #[test]
    fn counting_draws_as_drawing_again_would() {
        let mut luck = Seed::from(4).luck(Stream::Test(2));
        let counts = [2, 0, 3, 2, 0, 0, 0, 0, 0, 1];
        let demand = Demand { cards: 3, worth: 8, good: 2 };
        let (mut nine, mut threes) = (0, 0);
        for _ in 0..12_000 {
            let wanted = choose(counts, demand, &mut luck).unwrap();
            nine += wanted[9];
            threes += usize::from(wanted[3] == 2);
        }
        // Of the ways: 9 with two of the five small ones (10), 9 with a dud and a small one (10), 2 3 3 (3).
        assert!(nine.abs_diff(12_000 * 20 / 23) < 250, "{nine}");
        // 3 3 comes with 9 (1) and with a 2 (3).
        assert!(threes.abs_diff(12_000 * 4 / 23) < 250, "{threes}");
        assert_eq!(choose(counts, Demand { cards: 3, worth: 40, good: 2 }, &mut luck), None);
    }

    #[test]
    fn wide_picks_stay_below() {
        let mut luck = Seed::from(5).luck(Stream::Test(3));
        for n in [1, 2, 1 << 31, (1 << 31) + 1, 137_846_528_820] {
            for _ in 0..200 {
                assert!(below(n, &mut luck) < n);
            }
        }
    }
}
