//! Luck: the only source of chance.
//!
//! Rules never roll dice of their own: they get a `&mut Luck`. It is seeded, so that a record replays; it has one
//! stream per purpose, so that a bot that thinks longer does not change the next card; and it can be scripted, so
//! that in a scenario chance is just another player.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::hash::fingerprint;

/// What a whole game's chance follows from. A small number for people, 256 bits for tables with something at stake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed of full strength.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed that somebody means by what they typed: a number or a written-out seed as it stands, and any other text by
    /// its fingerprint, so that the same words always deal the same cards.
    pub fn from_words(text: &str) -> Result<Seed, String> {
        let text = text.trim();
        // A mistyped number or a cut seed is a mistake, not a text.
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let hex = text
            .strip_prefix('x')
            .is_some_and(|hex| hex.len() >= 32 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
        match text {
            "" => Err("a seed is a number or a text, and cannot be empty".into()),
            text if digits || hex => text.parse(),
            text => Ok(Seed::from(fingerprint(&text))),
        }
    }

    /// The luck for one purpose. The same seed and stream always bring the same luck.
    pub fn luck(self, stream: Stream) -> Luck {
        let mut dice = ChaCha8Rng::from_seed(self.0);
        dice.set_stream(stream.id());
        Luck(Source::Dice(dice))
    }

    /// The seed of the `n`th game of a series that starts from this seed.
    #[must_use]
    pub fn nth(self, n: u64) -> Seed {
        let mut dice = ChaCha8Rng::from_seed(self.0);
        dice.set_stream(1 << 63 | n);
        let mut bytes = [0; 32];
        dice.fill_bytes(&mut bytes);
        Seed(bytes)
    }
}

impl From<u64> for Seed {
    fn from(n: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&n.to_le_bytes());
        Seed(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.0.split_at(8);
        if high.iter().all(|&b| b == 0) {
            let mut small = [0; 8];
            small.copy_from_slice(low);
            write!(f, "{}", u64::from_le_bytes(small))
        } else {
            write!(f, "x")?;
            self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
        }
    }
}

impl FromStr for Seed {
    type Err = String;
    fn from_str(s: &str) -> Result<Seed, String> {
        let wrong = || {
            format!(
                "seed '{s}' is neither a whole number below 2^64 nor 'x' followed by 64 hexadecimal digits"
            )
        };
        let Some(hex) = s.strip_prefix('x') else {
            return s.parse::<u64>().map(Seed::from).map_err(|_| wrong());
        };
        if hex.len() != 64 || !hex.is_ascii() {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Seed(bytes))
    }
}

/// What a stretch of luck is for. Streams of one seed are independent of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Shuffling, dealing, drawing lots before the first question.
    Deal,
    /// Chance in the course of play.
    Play,
    /// The coin tosses of all bots, all through a simulated game.
    Bots,
    /// A bot's own coin tosses at one ply: the same after a save, a resume or an undo.
    BotAt(u8, u32),
    /// The lots that say in which order the answers to a race at this ply count.
    Race(u32),
    /// How long a bot in this seat takes to react to the race at this ply.
    Reflex(u8, u32),
    /// Whatever tests need besides.
    Test(u32),
}

impl Stream {
    fn id(self) -> u64 {
        match self {
            Stream::Deal => 0,
            Stream::Play => 1,
            Stream::Bots => 2,
            Stream::BotAt(seat, ply) => 3 << 56 | u64::from(seat) << 32 | u64::from(ply),
            Stream::Test(n) => 4 << 56 | u64::from(n),
            Stream::Race(ply) => 5 << 56 | u64::from(ply),
            Stream::Reflex(seat, ply) => 6 << 56 | u64::from(seat) << 32 | u64::from(ply),
        }
    }
}

/// Chance as an argument.
#[derive(Clone, Debug)]
pub struct Luck(Source);

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a box would cost an allocation for every game simulated")]
enum Source {
    Dice(ChaCha8Rng),
    Script(Script),
}

#[derive(Clone, Debug, Default)]
struct Script {
    rolls: Vec<u32>,
    used: usize,
    /// How often chance was asked, also in vain.
    asked: usize,
    fault: Option<String>,
}

impl Luck {
    /// Luck that brings exactly these picks, in this order.
    pub fn scripted(rolls: Vec<u32>) -> Luck {
        Luck(Source::Script(Script { rolls, ..Script::default() }))
    }

    /// One of `0..n`, each as likely as any other. `n` must not be 0; with `n == 1` nothing is rolled.
    #[inline]
    pub fn pick(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "a pick from nothing");
        if n <= 1 {
            return 0;
        }
        match &mut self.0 {
            // Lemire's multiplication with rejection: exact, and nearly always one word.
            Source::Dice(dice) => loop {
                let wide = u64::from(dice.next_u32()) * u64::from(n);
                let low = wide as u32;
                if low >= n || low >= n.wrapping_neg() % n {
                    return (wide >> 32) as u32;
                }
            },
            Source::Script(script) => script.pick(n),
        }
    }

    /// Puts a row into random order.
    #[inline]
    pub fn shuffle<T>(&mut self, row: &mut [T]) {
        for i in (1..row.len()).rev() {
            let j = self.pick(i as u32 + 1) as usize;
            row.swap(i, j);
        }
    }

    /// What is wrong with the script so far: a roll out of range, or one too few. Dice are never wrong.
    pub fn fault(&self) -> Option<&str> {
        match &self.0 {
            Source::Dice(_) => None,
            Source::Script(script) => script.fault.as_deref(),
        }
    }

    /// How far this luck has been used. It moves on with every roll and with nothing else: if it is the same before and
    /// after, chance decided nothing in between.
    pub fn rolled(&self) -> u128 {
        match &self.0 {
            Source::Dice(dice) => dice.get_word_pos(),
            Source::Script(script) => script.asked as u128,
        }
    }

    /// How many scripted rolls nobody has asked for.
    pub fn unused(&self) -> usize {
        match &self.0 {
            Source::Dice(_) => 0,
            Source::Script(script) => script.rolls.len() - script.used,
        }
    }
}

impl Script {
    /// A bad script must not bring the table down: it says what is wrong and the scenario reports it.
    #[cold]
    fn pick(&mut self, n: u32) -> u32 {
        self.asked += 1;
        match self.rolls.get(self.used) {
            Some(&roll) if roll < n => {
                self.used += 1;
                roll
            }
            Some(&roll) => {
                self.used += 1;
                self.fault
                    .get_or_insert(format!("the luck script says {roll} where chance picks one of 0..{n}"));
                0
            }
            None => {
                self.fault
                    .get_or_insert(format!("the luck script has run out where chance picks one of 0..{n}"));
                0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_same_luck_and_streams_differ() {
        let roll = |stream| {
            let mut luck = Seed::from(7).luck(stream);
            (0..20).map(|_| luck.pick(1000)).collect::<Vec<_>>()
        };
        assert_eq!(roll(Stream::Deal), roll(Stream::Deal));
        assert_ne!(roll(Stream::Deal), roll(Stream::Play));
        assert_ne!(roll(Stream::Play), roll(Stream::Bots));
        assert_ne!(roll(Stream::BotAt(0, 1)), roll(Stream::BotAt(0, 2)));
    }

    #[test]
    fn picks_are_even() {
        let mut luck = Seed::from(1).luck(Stream::Play);
        let mut seen = [0; 6];
        for _ in 0..60_000 {
            seen[luck.pick(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n: &i32| (n - 10_000).abs() < 450), "{seen:?}");
    }

    #[test]
    fn seeds_read_back() {
        for seed in [Seed::from(0), Seed::from(u64::MAX), Seed::from(3).nth(9)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        for bad in ["", "-1", "x12", "seven", &format!("x{}", "é".repeat(32))] {
            assert!(bad.parse::<Seed>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_script_must_fit_and_be_used_up() {
        let mut luck = Luck::scripted(vec![2, 9]);
        assert_eq!(luck.pick(3), 2);
        assert_eq!(luck.unused(), 1);
        assert_eq!(luck.fault(), None);
        luck.pick(3);
        assert!(luck.fault().is_some_and(|f| f.contains("9")));
        luck.pick(1);
        assert_eq!(luck.unused(), 0);
    }

    #[test]
    fn every_roll_moves_luck_on_and_nothing_else_does() {
        for mut luck in [Seed::from(2).luck(Stream::Play), Luck::scripted(vec![0, 1])] {
            // More rolls than a block of dice has, and more than the script.
            for _ in 0..600 {
                let before = luck.rolled();
                luck.pick(1);
                luck.shuffle(&mut [0]);
                assert_eq!(luck.rolled(), before);
                luck.pick(2);
                assert!(luck.rolled() > before);
            }
        }
    }
}
