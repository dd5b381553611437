//! How well a bot plays.

use std::fmt;
use std::str::FromStr;

use table::table::Eyes;
use table::{Luck, Policy, Seed, Who};

use crate::search::{Mind, Question, Search, think};

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Picks any entry of the menu.
    Random,
    /// Sees what a sensible player sees, but misjudges it.
    Rookie,
    /// Picks what looks best to a sensible player who does not look ahead.
    Agent,
    /// Looks ahead in imagined worlds.
    Mastermind(Mind),
}

/// A rookie does something silly once in so many choices.
const SILLY: u32 = 4;

impl Level {
    /// All by name.
    pub const ALL: [Level; 4] = [Level::Random, Level::Rookie, Level::Agent, Level::Mastermind(Mind::TABLE)];

    /// Their names, for whoever has to choose one. A mastermind's may be followed by a number of worlds: `mastermind:1000`.
    pub const NAMES: [&str; 4] = ["random", "rookie", "agent", "mastermind"];

    /// Does it think long, and keep notes?
    pub fn thinks(self) -> bool {
        matches!(self, Level::Mastermind(_))
    }

    /// The bot's answer: a place in the menu. It has no notes.
    #[inline]
    pub fn choose<G: Policy>(self, eyes: Eyes<'_, G>, menu: &[G::Action], luck: &mut Luck) -> usize {
        match self {
            Level::Random => luck.pick(menu.len() as u32) as usize,
            _ => self.choose_by::<G>(&eyes.view(), eyes.who(), &G::Notes::default(), menu, luck),
        }
    }

    /// The same for whoever has a view already, may be elsewhere by now, and noted what the others did.
    pub fn choose_by<G: Policy>(
        self,
        view: &G::View,
        who: Who,
        notes: &G::Notes,
        menu: &[G::Action],
        luck: &mut Luck,
    ) -> usize {
        match (self, who) {
            (Level::Random, _) => luck.pick(menu.len() as u32) as usize,
            (Level::Rookie, _) => {
                let pick = rookie::<G>(view, menu, luck);
                shaken::<G>(view, menu, pick, 3, luck)
            }
            (Level::Mastermind(mind), Some(seat)) => {
                ahead(&Question::<G> { seat, view, notes, menu, vow: None }, &mind.search(), luck)
            }
            (Level::Agent | Level::Mastermind(_), _) => {
                let pick = best::<G>(view, menu, luck, |_| 0);
                shaken::<G>(view, menu, pick, 2, luck)
            }
        }
    }
}

/// The act that wins most often in imagined worlds. Where there is nothing to choose, nothing is thought.
pub(crate) fn ahead<G: Policy>(question: &Question<'_, G>, search: &Search, luck: &mut Luck) -> usize {
    if question.menu.len() < 2 {
        return 0;
    }
    let pick = think(question, search, seed_of(luck)).best;
    shaken::<G>(question.view, question.menu, pick, 1, luck)
}

/// What becomes of a choice in a hand that is not quite steady: the better the bot, the steadier its hand.
fn shaken<G: Policy>(view: &G::View, menu: &[G::Action], pick: usize, shake: u8, luck: &mut Luck) -> usize {
    let meant = menu[pick];
    let act = G::shaken(view, meant, shake, luck);
    if act == meant { pick } else { menu.iter().position(|&other| other == act).unwrap_or(pick) }
}

/// A seed for one thought.
pub(crate) fn seed_of(luck: &mut Luck) -> Seed {
    Seed::from(u64::from(luck.pick(u32::MAX)) << 32 | u64::from(luck.pick(u32::MAX)))
}

/// The act that weighs most, each weighed with some error; among equals any.
fn best<G: Policy>(
    view: &G::View,
    menu: &[G::Action],
    luck: &mut Luck,
    mut error: impl FnMut(&mut Luck) -> u32,
) -> usize {
    let (mut best, mut weight, mut equals, mut i) = (0, i32::MIN, 0, 0);
    G::weigh_all(view, menu, &mut |w| {
        let w = w.saturating_add_unsigned(error(luck));
        if w > weight {
            (best, weight, equals) = (i, w, 1);
        } else if w == weight {
            equals += 1;
            if luck.pick(equals) == 0 {
                best = i;
            }
        }
        i += 1;
    });
    best
}

fn rookie<G: Policy>(view: &G::View, menu: &[G::Action], luck: &mut Luck) -> usize {
    if luck.pick(SILLY) == 0 {
        return luck.pick(menu.len() as u32) as usize;
    }
    best::<G>(view, menu, luck, |luck| luck.pick(G::MISJUDGED))
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Rookie => f.write_str("rookie"),
            Level::Agent => f.write_str("agent"),
            Level::Mastermind(mind) => write!(f, "mastermind:{mind}"),
        }
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(word: &str) -> Result<Level, String> {
        match word {
            "random" => Ok(Level::Random),
            "rookie" => Ok(Level::Rookie),
            // Older records and tables say greedy.
            "agent" | "greedy" => Ok(Level::Agent),
            "mastermind" => Ok(Level::Mastermind(Mind::TABLE)),
            _ => match word.strip_prefix("mastermind:") {
                Some(mind) => mind.parse().map(Level::Mastermind).map_err(|e| format!("'{word}': {e}")),
                None => Err(format!(
                    "there is no bot '{word}'; the bots are: random, rookie, agent, mastermind, mastermind:NUMBER"
                )),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back_and_others_are_refused() {
        for text in [
            "random",
            "rookie",
            "agent",
            "mastermind:1000",
            "mastermind:50/heedless",
            "mastermind:50/heedless/wild",
            "mastermind:50/leaning",
            "mastermind:50/weighing",
        ] {
            assert_eq!(text.parse::<Level>().map(|level| level.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("mastermind".parse(), Ok(Level::Mastermind(Mind::TABLE)));
        for bad in [
            "",
            "clever",
            "mastermind:",
            "mastermind:0",
            "mastermind:9999999",
            "mastermind:10/clever",
            "agent:5",
        ] {
            assert!(bad.parse::<Level>().is_err(), "{bad}");
        }
    }
}
