//! What is agreed before the deal: the game, the shot, and the decks.

use std::borrow::Cow;
use std::ops::Not;
use std::sync::OnceLock;

use ccg::{DeckList, DeckRules};
use serde::{Deserialize, Serialize};
use table::{Fault, Seat, Setting};

use crate::cards::{Face, Pack, catalog};
use crate::state::House;

/// The decks of the house: name and list. The first two are for the basic game, the others for Experts.
pub const DECKS: [(&str, &str); 4] = [
    ("starter-circus", include_str!("../decks/starter-circus.deck")),
    ("starter-barnyard", include_str!("../decks/starter-barnyard.deck")),
    ("expert-ironclad", include_str!("../decks/expert-ironclad.deck")),
    ("expert-swarm", include_str!("../decks/expert-swarm.deck")),
];

/// What is agreed before the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play: two.
    pub seats: u8,
    /// The Expert game (chapter 12).
    #[serde(default)]
    pub expert: bool,
    /// A plain chance instead of a flick (rule 10.8).
    #[serde(default)]
    pub steady: bool,
    /// Deck lists are secret (rule 1.3).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub closed_lists: bool,
    /// Actions and powers can be used for nothing (rule 3.5).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub for_nothing: bool,
    /// Targets are named before the answers (rule 3.6).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub targets_first: bool,
    /// The game does not end with the hundredth turn (rule 11.4).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub endless: bool,
    /// Two decks, each by its name in the house or as a list; without them, or where one is empty, the usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<String>,
    /// The cards that it is about.
    #[serde(skip)]
    pub pack: Pack,
}

impl Setup {
    /// The basic game with the starter decks.
    pub const fn basic() -> Setup {
        Setup {
            seats: 2,
            expert: false,
            steady: false,
            closed_lists: false,
            for_nothing: false,
            targets_first: false,
            endless: false,
            decks: Vec::new(),
            pack: Pack::OURS,
        }
    }

    /// The Expert game with the Expert decks.
    pub const fn expert() -> Setup {
        let mut setup = Setup::basic();
        setup.expert = true;
        setup
    }

    /// Which rules of the house are left out.
    pub(crate) const fn house(&self) -> House {
        let Setup { closed_lists, for_nothing, targets_first, endless, .. } = *self;
        House { closed_lists, for_nothing, targets_first, endless }
    }

    /// What can be agreed.
    pub(crate) const SETTINGS: [Setting; 7] = [
        Setting {
            name: "expert",
            about: "the Expert game: 60 cards, three Loot in each galaxy, the Domino Effect (chapter 12)",
            example: r#"{"expert": true}"#,
        },
        Setting {
            name: "steady",
            about: "steady hands: a shot for Loot is a plain chance instead of a flick (rule 10.8)",
            example: r#"{"steady": true}"#,
        },
        Setting {
            name: "closed_lists",
            about: "nobody sees the other's deck list (rule 1.3)",
            example: r#"{"closed_lists": true}"#,
        },
        Setting {
            name: "for_nothing",
            about: "Actions and powers can be used where they find nothing to act on (rule 3.5)",
            example: r#"{"for_nothing": true}"#,
        },
        Setting {
            name: "targets_first",
            about: "targets are named before the answers, not after them (rule 3.6)",
            example: r#"{"targets_first": true}"#,
        },
        Setting {
            name: "endless",
            about: "the game does not end with the hundredth turn (rule 11.4)",
            example: r#"{"endless": true}"#,
        },
        Setting {
            name: "decks",
            about: "two decks, each a name (starter-circus, starter-barnyard, expert-ironclad, expert-swarm) or the text of \
                    a deck list; usually the two starters, or the two Expert decks",
            example: r#"{"decks": ["starter-circus", "starter-circus"]}"#,
        },
    ];

    /// The deck of a seat as it was named.
    pub(crate) fn deck(&self, seat: Seat) -> &str {
        let usual = DECKS[usize::from(self.expert) * 2 + seat.index().min(1)].0;
        self.decks.get(seat.index()).map_or(usual, |deck| if deck.is_empty() { usual } else { deck })
    }

    /// What a seat's deck is called.
    pub(crate) fn title(&self, seat: Seat) -> &str {
        let deck = self.deck(seat);
        if DECKS.iter().any(|(name, _)| *name == deck) { deck } else { "a custom deck" }
    }

    /// Is this a setup that can be dealt (rules 1.1, 1.2, 12.1)? Every broken rule is told at once.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if self.seats != 2 {
            return Err(Fault::near("seats", format!("{} players; it must be 2", self.seats)));
        }
        if !matches!(self.decks.len(), 0 | 2) {
            return Err(Fault::near("decks", format!("{} decks; name two or none", self.decks.len())));
        }
        let mut broken = Vec::new();
        for seat in Seat::all(2) {
            let whose = if seat.0 == 0 { "first deck" } else { "second deck" };
            let wrong = read_deck_of(self.pack, self.deck(seat), self.expert).err().unwrap_or_default();
            broken.extend(wrong.into_iter().map(|what| format!("{whose}: {what}")));
        }
        if broken.is_empty() { Ok(()) } else { Err(Fault::near("decks", broken.join("; "))) }
    }

    /// The cards of a seat's deck. A deck that breaks a rule is not dealt: `check` comes before.
    pub(crate) fn list(&self, seat: Seat) -> Cow<'static, [Face]> {
        static KNOWN: OnceLock<Vec<Vec<Face>>> = OnceLock::new();
        let name = self.deck(seat);
        let known = KNOWN.get_or_init(|| DECKS.iter().map(|(_, text)| Pack::OURS.cards_of(text)).collect());
        match DECKS.iter().position(|(own, _)| *own == name) {
            Some(n) if self.pack == Pack::OURS => Cow::Borrowed(&known[n]),
            _ => Cow::Owned(self.pack.cards_of(self.pack.deck(name).unwrap_or(name))),
        }
    }
}

/// A deck as it is kept with a game: its name in the house, or its list with every card spelled as printed.
pub fn spell_deck(deck: &str, expert: bool) -> Result<String, Vec<String>> {
    let list = read_deck(deck, expert)?;
    Ok(if Pack::OURS.deck(deck).is_some() {
        deck.to_owned()
    } else {
        list.spelled(&catalog().cards).to_string()
    })
}

/// A deck by its name or its list, or every rule that it breaks.
pub fn read_deck(deck: &str, expert: bool) -> Result<DeckList, Vec<String>> {
    read_deck_of(Pack::OURS, deck, expert)
}

fn read_deck_of(pack: Pack, deck: &str, expert: bool) -> Result<DeckList, Vec<String>> {
    let Some(text) = pack.text_of(deck) else {
        let names = DECKS.map(|(name, _)| name).join(", ");
        return Err(vec![format!("there is no deck '{deck}'; decks are {names}, or write out a list")]);
    };
    let list = DeckList::parse("deck", text)
        .map_err(|wrong| wrong.0.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let rules = if expert {
        DeckRules { exactly: Some(60), copies: Some(4), ..DeckRules::default() }
    } else {
        DeckRules { exactly: Some(40), ..DeckRules::default() }
    };
    list.check(pack.catalog(), &rules, &[]).map(|_| ()).map(|()| list)
}
