//! Editions: which rules and which cards a game is played with, and what is kept of them with every game.
//!
//! The rules of a game have a number, which whoever changes them raises ([`Info::revision`](crate::Info)); its cards have a
//! fingerprint, which follows from them ([`Game::card_hash`]). A game in progress and a record both carry a [`Stamp`]. Other
//! rules cannot be played on, and are refused whole, before the first choice. Other cards can, if the game finds them: in
//! the stamp, or among the editions that it keeps itself.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{Fault, Game};
use crate::table::Opening;

/// Which rules and which cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edition {
    /// The number of the rules.
    pub rules: u32,
    /// The fingerprint of the cards.
    pub cards: u64,
}

impl Edition {
    /// The one that this program plays.
    pub fn of<G: Game>() -> Edition {
        Edition { rules: G::info().revision, cards: G::card_hash() }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:016x}", self.rules, self.cards)
    }
}

/// The edition of a game, as it is kept with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stamp {
    /// The number of the rules.
    pub rules: u32,
    /// The fingerprint of the cards; `None` in what was kept before there were editions: the cards of that time.
    #[serde(default, with = "hex", skip_serializing_if = "Option::is_none")]
    pub cards: Option<u64>,
    /// The cards themselves, in a form that is the game's own affair, if they are not the same in every program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<String>,
}

impl Stamp {
    /// What was kept before there were editions was all played by these rules, and with the cards of that time.
    pub const FIRST: Stamp = Stamp { rules: 1, cards: None, print: None };

    /// The stamp of what is opened with the cards of this program.
    pub fn of<G: Game>(opening: &Opening<G>) -> Stamp {
        let Edition { rules, cards } = Edition::of::<G>();
        Stamp { rules, cards: Some(cards), print: G::print(opening) }
    }

    /// Is it played by the rules of this program?
    pub fn same_rules<G: Game>(&self) -> Result<(), Fault> {
        let (id, ours) = (G::info().id, G::info().revision);
        if self.rules == ours {
            return Ok(());
        }
        let what = format!(
            "played under rules revision {} of {id}; this program plays revision {ours} and cannot play it on",
            self.rules
        );
        Err(Fault::near("rules", what))
    }

    /// Gives an opening the cards that it was stamped with. `None`: they are those of this program.
    pub(crate) fn pin<G: Game>(&self, opening: &mut Opening<G>) -> Result<Option<Arc<Stamp>>, Fault> {
        self.same_rules::<G>()?;
        let cards = self.cards.unwrap_or(G::FIRST_CARDS);
        if cards == G::card_hash() {
            return Ok(None);
        }
        G::reprint(opening, cards, self.print.as_deref())?;
        Ok(Some(Arc::new(Stamp { cards: Some(cards), ..self.clone() })))
    }
}

/// The usual answer to other cards than those of this program.
pub fn other_cards<G: Game>(cards: u64) -> Fault {
    let (id, ours) = (G::info().id, G::card_hash());
    Fault::near(
        "cards",
        format!(
            "played with the cards {cards:016x} of {id}, which were not kept with it; this program has the cards \
             {ours:016x} and cannot play it on"
        ),
    )
}

/// A fingerprint as text, as it stands in records.
pub fn read_cards(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16)
}

mod hex {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(cards: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        match cards {
            Some(cards) => to.collect_str(&format_args!("{cards:016x}")),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        let read = |text: String| {
            super::read_cards(&text)
                .ok_or_else(|| serde::de::Error::custom("a fingerprint of cards has 16 hexadecimal digits"))
        };
        text.map(read).transpose()
    }
}
