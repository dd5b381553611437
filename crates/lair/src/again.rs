//! Hidden cards that have to fit: draw again until they do.

use table::Luck;

/// How often cards are drawn again before chance is helped.
const TRIES: u32 = 20_000;

/// Makes the top `n` cards of a shuffled pile fit, all ways that fit as likely as each other: they are drawn again until
/// they do. Should that be so unlikely that no try succeeds, the cards that `weight` calls heaviest are put there.
pub fn draw_until<F>(
    cards: &mut [F],
    n: usize,
    luck: &mut Luck,
    fits: impl Fn(&[F]) -> bool,
    weight: impl Fn(&F) -> u8,
) {
    let start = cards.len().saturating_sub(n);
    for _ in 0..TRIES {
        if fits(&cards[start..]) {
            return;
        }
        for i in (start..cards.len()).rev() {
            let j = luck.pick(i as u32 + 1) as usize;
            cards.swap(i, j);
        }
    }
    cards.sort_unstable_by_key(weight);
    luck.shuffle(&mut cards[..start]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Seed, Stream};

    #[test]
    fn what_fits_comes_up_evenly() {
        let mut luck = Seed::from(3).luck(Stream::Test(1));
        let mut times = [0u32; 6];
        for _ in 0..12_000 {
            let mut cards = [0, 1, 2, 3, 4, 5];
            luck.shuffle(&mut cards);
            draw_until(&mut cards, 2, &mut luck, |top| top.iter().sum::<u8>() >= 7, |&c| c);
            cards[4..].iter().for_each(|&c| times[usize::from(c)] += 1);
        }
        // The pairs that fit are 25, 34, 35 and 45.
        assert_eq!(times[..2], [0, 0]);
        for (n, right) in [(2, 3000), (3, 6000), (4, 6000), (5, 9000)] {
            assert!(times[n].abs_diff(right) < 300, "{n} came up {} times, not {right}", times[n]);
        }
    }

    #[test]
    fn the_impossible_is_helped() {
        let mut cards = [3u8, 9, 1, 4];
        draw_until(&mut cards, 2, &mut Seed::from(3).luck(Stream::Test(2)), |_| false, |&c| c);
        assert_eq!(cards[2..], [4, 9]);
    }
}
