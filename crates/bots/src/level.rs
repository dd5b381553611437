//! How well a bot plays.

use std::fmt;
use std::str::FromStr;

use table::Luck;
use table::game::Policy;
use table::table::Eyes;

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Picks any entry of the menu.
    Random,
    /// Picks what looks best to a sensible player who does not look ahead.
    Greedy,
}

impl Level {
    /// All there are.
    pub const ALL: [Level; 2] = [Level::Random, Level::Greedy];

    /// The bot's answer: a place in the menu.
    #[inline]
    pub fn choose<G: Policy>(self, eyes: Eyes<'_, G>, menu: &[G::Action], luck: &mut Luck) -> usize {
        match self {
            Level::Random => luck.pick(menu.len() as u32) as usize,
            Level::Greedy => greedy::<G>(&eyes.view(), menu, luck),
        }
    }
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
        f.write_str(match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
        })
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(word: &str) -> Result<Level, String> {
        Level::ALL.into_iter().find(|l| l.to_string() == word).ok_or_else(|| {
            let names: Vec<String> = Level::ALL.iter().map(Level::to_string).collect();
            format!("there is no bot '{word}'; there are: {}", names.join(", "))
        })
    }
}
