//! Who takes part in an arena: a bot, perhaps one that has forsworn something, perhaps one that sees all cards.

use std::fmt;
use std::str::FromStr;

use table::{Luck, Policy, Seat, Study, Vow};

use crate::level::{Level, ahead, seed_of};
use crate::search::{Question, think_open};

/// A bot in the arena. Written as the bot, then what is special about it: `agent/never-foil`,
/// `mastermind:1000/omniscient`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contender {
    /// How well it plays.
    pub level: Level,
    /// What it never does.
    pub vow: Option<String>,
    /// Does it see all cards, the deck too? Nobody plays against that for fun: it is the ceiling for all others.
    pub omniscient: bool,
}

impl Contender {
    /// Just a bot.
    pub fn plain(level: Level) -> Contender {
        Contender { level, vow: None, omniscient: false }
    }

    /// The same bot, which never does this.
    #[must_use]
    pub fn sworn(&self, vow: &str) -> Contender {
        Contender { vow: Some(vow.to_owned()), ..self.clone() }
    }

    /// How many worlds it plays for a choice, if it is a searching bot like any other.
    pub fn worlds(&self) -> Option<u32> {
        match self.level {
            Level::Mastermind(mind) if *self == Contender::plain(Level::Mastermind(mind)) => {
                (mind == crate::Mind::of(mind.worlds)).then_some(mind.worlds)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.level.fmt(f)?;
        if self.omniscient {
            f.write_str("/omniscient")?;
        }
        self.vow.iter().try_for_each(|vow| write!(f, "/{vow}"))
    }
}

impl FromStr for Contender {
    type Err = String;
    fn from_str(text: &str) -> Result<Contender, String> {
        let mut contender = Contender::plain(Level::Random);
        let mut level = String::new();
        for (i, word) in text.split('/').enumerate() {
            match word {
                _ if i == 0 => level.push_str(word),
                "omniscient" => contender.omniscient = true,
                _ if word.starts_with("never-") => {
                    if contender.vow.replace(word.to_owned()).is_some() {
                        return Err(format!("'{text}': a bot can have only one never-... restriction"));
                    }
                }
                _ => {
                    level.push('/');
                    level.push_str(word);
                }
            }
        }
        contender.level = level.parse()?;
        if contender.omniscient && !contender.level.thinks() {
            return Err(format!("'{text}': only a mastermind can be omniscient"));
        }
        Ok(contender)
    }
}

/// A contender who knows the game it is to play.
pub(super) struct Player<A: 'static> {
    level: Level,
    vow: Option<&'static Vow<A>>,
    omniscient: bool,
}

impl<A: Copy> Player<A> {
    /// A contender at a table of this game, or which vows there are instead.
    pub(super) fn of<G: Study<Action = A>>(contender: &Contender) -> Result<Player<A>, String> {
        let find = |name: &str| {
            G::vows().iter().find(|vow| vow.name == name).ok_or_else(|| {
                let names: Vec<&str> = G::vows().iter().map(|vow| vow.name).collect();
                format!(
                    "'{contender}': {} has no restriction '{name}'; the restrictions are: {}",
                    G::info().id,
                    names.join(", ")
                )
            })
        };
        let vow = contender.vow.as_deref().map(find).transpose()?;
        Ok(Player { level: contender.level, vow, omniscient: contender.omniscient })
    }

    /// Does it keep notes?
    pub(super) fn thinks(&self) -> bool {
        self.level.thinks()
    }

    /// Its answer. The menu loses what it has forsworn.
    pub(super) fn choose<G: Policy<Action = A>>(
        &self,
        game: &G,
        seat: Seat,
        notes: &G::Notes,
        menu: &mut Vec<A>,
        luck: &mut Luck,
    ) -> usize {
        if let Some(vow) = self.vow {
            vow.strike(menu);
        }
        if menu.len() < 2 {
            return 0;
        }
        match self.level {
            Level::Random => luck.pick(menu.len() as u32) as usize,
            Level::Mastermind(mind) if self.omniscient => {
                think_open(game, seat, menu, &mind.search(), seed_of(luck)).best
            }
            Level::Mastermind(mind) if self.vow.is_some() => {
                let question =
                    Question::<G> { seat, view: &game.view(Some(seat)), notes, menu, vow: self.vow };
                ahead(&question, &mind.search(), luck)
            }
            level => level.choose_by::<G>(&game.view(Some(seat)), Some(seat), notes, menu, luck),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_read_back_and_nonsense_is_refused() {
        for text in
            ["agent", "agent/never-foil", "mastermind:20/heedless/never-steal", "mastermind:9/omniscient"]
        {
            assert_eq!(text.parse::<Contender>().map(|c| c.to_string()), Ok(text.to_owned()));
        }
        for bad in ["agent/omniscient", "agent/never-foil/never-steal", "agent/heedless", "genius", ""] {
            assert!(bad.parse::<Contender>().is_err(), "{bad}");
        }
        assert_eq!("mastermind:50".parse::<Contender>().unwrap().worlds(), Some(50));
        assert_eq!("mastermind:50/wild".parse::<Contender>().unwrap().worlds(), None);
    }
}
