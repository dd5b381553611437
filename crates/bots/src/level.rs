//! How well a bot plays.

use std::fmt;
use std::str::FromStr;

use table::game::Policy;
use table::table::Eyes;
use table::{Luck, Seat, Seed, Who};

use crate::search::{Search, think};

/// More would take minutes for a single choice.
const MOST_ITERATIONS: u32 = 1_000_000;

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Picks any entry of the menu.
    Random,
    /// Picks what looks best to a sensible player who does not look ahead.
    Greedy,
    /// Looks ahead in so many imagined worlds.
    Mastermind(u32),
}

impl Level {
    /// All that need no number.
    pub const ALL: [Level; 2] = [Level::Random, Level::Greedy];

    /// The bot's answer: a place in the menu.
    #[inline]
    pub fn choose<G: Policy>(self, eyes: Eyes<'_, G>, menu: &[G::Action], luck: &mut Luck) -> usize {
        match self {
            Level::Random => luck.pick(menu.len() as u32) as usize,
            _ => self.choose_by::<G>(&eyes.view(), eyes.who(), menu, luck),
        }
    }

    /// The same for whoever has a view already, and may be elsewhere by now.
    pub fn choose_by<G: Policy>(
        self,
        view: &G::View,
        who: Who,
        menu: &[G::Action],
        luck: &mut Luck,
    ) -> usize {
        match (self, who) {
            (Level::Random, _) => luck.pick(menu.len() as u32) as usize,
            (Level::Mastermind(worlds), Some(seat)) => ahead::<G>(view, seat, menu, worlds, luck),
            (Level::Greedy | Level::Mastermind(_), _) => greedy::<G>(view, menu, luck),
        }
    }
}

/// The act that wins most often in imagined worlds. Where there is nothing to choose, nothing is thought.
fn ahead<G: Policy>(view: &G::View, seat: Seat, menu: &[G::Action], worlds: u32, luck: &mut Luck) -> usize {
    if menu.len() < 2 {
        return 0;
    }
    let seed = Seed::from(u64::from(luck.pick(u32::MAX)) << 32 | u64::from(luck.pick(u32::MAX)));
    think::<G>(view, seat, menu, &Search::iterations(worlds), seed).best
}

/// The act that weighs most; among equals any.
fn greedy<G: Policy>(view: &G::View, menu: &[G::Action], luck: &mut Luck) -> usize {
    let (mut best, mut weight, mut equals) = (0, i32::MIN, 0);
    for (i, &act) in menu.iter().enumerate() {
        let w = G::weigh(view, act);
        if w > weight {
            (best, weight, equals) = (i, w, 1);
        } else if w == weight {
            equals += 1;
            if luck.pick(equals) == 0 {
                best = i;
            }
        }
    }
    best
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Greedy => f.write_str("greedy"),
            Level::Mastermind(iterations) => write!(f, "mastermind:{iterations}"),
        }
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(word: &str) -> Result<Level, String> {
        if let Some(iterations) = word.strip_prefix("mastermind:") {
            return match iterations.parse() {
                Ok(n @ 1..=MOST_ITERATIONS) => Ok(Level::Mastermind(n)),
                _ => {
                    Err(format!("'{word}': a mastermind plays 1 to {MOST_ITERATIONS} worlds for each choice"))
                }
            };
        }
        Level::ALL.into_iter().find(|l| l.to_string() == word).ok_or_else(|| {
            let names: Vec<String> = Level::ALL.iter().map(Level::to_string).collect();
            format!("there is no bot '{word}'; there are: {}, mastermind:WORLDS", names.join(", "))
        })
    }
}
