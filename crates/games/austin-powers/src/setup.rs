//! What is agreed before the deal: who plays what, and with which deck.

use std::borrow::Cow;
use std::ops::Not;
use std::sync::OnceLock;

use ccg::{Copies, DeckList, DeckRules};
use serde::{Deserialize, Serialize};
use table::{Fault, MAX_SEATS, Seat, Setting};

use crate::cards::{Allegiance, Card, Dot, Face, Pack, catalog};
use crate::state::{DECK, alternating};

/// The decks of the house: name and list. The starters come first.
pub const DECKS: [(&str, &str); 6] = [
    ("good-starter", include_str!("../decks/good-starter.deck")),
    ("evil-starter", include_str!("../decks/evil-starter.deck")),
    ("good-austins", include_str!("../decks/good-austins.deck")),
    ("good-headquarters", include_str!("../decks/good-headquarters.deck")),
    ("evil-lair", include_str!("../decks/evil-lair.deck")),
    ("evil-bruisers", include_str!("../decks/evil-bruisers.deck")),
];

/// What is agreed before the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play.
    pub seats: u8,
    /// What the first seat plays, or whoever is wearing the Daddy pants (rules 1.3, 15.5).
    #[serde(default)]
    pub side: Allegiance,
    /// Who is wearing the Daddy pants (rule 15.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pants: Option<Seat>,
    /// Deck lists are secret (rule 3.4).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub closed_lists: bool,
    /// Players may leave (rule 15.4).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub leaving: bool,
    /// A deck for each seat, by its name in the house or as a list; without them, or where one is empty, the starter of its side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<String>,
    /// The cards that it is about.
    #[serde(skip)]
    pub pack: Pack,
}

impl Setup {
    /// So many players with the starter decks.
    pub const fn starters(seats: u8) -> Setup {
        Setup {
            seats,
            side: Allegiance::Good,
            pants: None,
            closed_lists: false,
            leaving: false,
            decks: Vec::new(),
            pack: Pack::OURS,
        }
    }

    /// What can be agreed.
    pub(crate) const SETTINGS: [Setting; 5] = [
        Setting {
            name: "side",
            about: "what the first seat plays, Good or Evil; allegiances alternate from there (rule 1.3); usually Good",
            example: r#"{"side": "Evil"}"#,
        },
        Setting {
            name: "pants",
            about: "the seat that is wearing the Daddy pants, counted from 0: it has the first turn, and allegiances alternate \
                    from it (rule 15.5); usually nobody",
            example: r#"{"pants": 1}"#,
        },
        Setting {
            name: "closed_lists",
            about: "nobody sees another's deck list (rule 3.4)",
            example: r#"{"closed_lists": true}"#,
        },
        Setting {
            name: "leaving",
            about: "players may leave the game with all their cards (rule 15.4)",
            example: r#"{"leaving": true}"#,
        },
        Setting {
            name: "decks",
            about: "a deck for each seat, each a name (good-starter, evil-starter, good-austins, good-headquarters, evil-lair, \
                    evil-bruisers) or the text of a deck list; usually the starter of its side",
            example: r#"{"decks": ["good-austins", "evil-lair"]}"#,
        },
    ];

    /// Who plays Good and who Evil.
    pub(crate) fn sides(&self) -> [Allegiance; MAX_SEATS] {
        alternating(self.seats.clamp(1, MAX_SEATS as u8), self.pants.unwrap_or(Seat(0)), self.side)
    }

    /// The deck of a seat as it was named. Whoever changes sides in another game takes the starter of their new one.
    pub(crate) fn deck(&self, seat: Seat) -> &str {
        let side = self.sides()[seat.index()];
        let usual = if side == Allegiance::Good { DECKS[0].0 } else { DECKS[1].0 };
        self.decks.get(seat.index()).map_or(usual, |deck| if deck.is_empty() { usual } else { deck })
    }

    /// What a seat's deck is called.
    pub(crate) fn title(&self, seat: Seat) -> &str {
        let deck = self.deck(seat);
        if DECKS.iter().any(|(name, _)| *name == deck) { deck } else { "a custom deck" }
    }

    /// Is this a setup that can be dealt (rules 1.1, 1.3, 2.3, 2.4, 2.7)? Every broken rule is told at once.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if !(2..=MAX_SEATS as u8).contains(&self.seats) {
            return Err(Fault::near(
                "seats",
                format!("{} players; it must be 2 to {MAX_SEATS} (1.1)", self.seats),
            ));
        }
        if self.pants.is_some_and(|seat| seat.0 >= self.seats) {
            return Err(Fault::near("pants", "nobody sits there who could wear the Daddy pants (15.5)"));
        }
        if !(self.decks.is_empty() || self.decks.len() == usize::from(self.seats)) {
            let what =
                format!("{} decks for {} players; name one for each, or none", self.decks.len(), self.seats);
            return Err(Fault::near("decks", what));
        }
        let mut broken = Vec::new();
        for seat in Seat::all(self.seats) {
            let side = self.sides()[seat.index()];
            let wrong = read_deck_of(self.pack, self.deck(seat), Some(side)).err().unwrap_or_default();
            broken.extend(wrong.into_iter().map(|what| format!("deck {}: {what}", seat.0 + 1)));
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

/// A deck by its name or its list as it is kept, or every rule that it breaks.
pub fn spell_deck(deck: &str) -> Result<String, Vec<String>> {
    let list = read_deck(deck)?;
    Ok(if Pack::OURS.deck(deck).is_some() {
        deck.to_owned()
    } else {
        list.spelled(&catalog().cards).to_string()
    })
}

/// A deck by its name or its list, or every rule that it breaks.
pub fn read_deck(deck: &str) -> Result<DeckList, Vec<String>> {
    read_deck_of(Pack::OURS, deck, None)
}

fn read_deck_of(pack: Pack, deck: &str, side: Option<Allegiance>) -> Result<DeckList, Vec<String>> {
    let Some(text) = pack.text_of(deck) else {
        let names = DECKS.map(|(name, _)| name).join(", ");
        return Err(vec![format!("there is no deck '{deck}'; decks are {names}, or write out a list")]);
    };
    let list = DeckList::parse("deck", text)
        .map_err(|wrong| wrong.0.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let rules = DeckRules { exactly: Some(DECK as u16), ..DeckRules::default() };
    let sides = |cards: &[Copies<'_, Card>]| allegiance(cards, side);
    list.check(pack.catalog(), &rules, &[&sides, &six_by_five])?;
    Ok(list)
}

/// Rules 1.3 and 2.3.
fn allegiance(cards: &[Copies<'_, Card>], side: Option<Allegiance>) -> Vec<String> {
    let of = |side: Allegiance| cards.iter().filter(|c| c.card.of == side).map(|c| c.count).sum::<u32>();
    let (good, evil) = (of(Allegiance::Good), of(Allegiance::Evil));
    if good > 0 && evil > 0 {
        return vec![format!(
            "the deck has {good} Good and {evil} Evil cards: a deck is of one allegiance (2.3)"
        )];
    }
    match side {
        Some(side) if of(side.other()) > 0 => {
            vec![format!("the deck is {}, but its seat plays {} (1.3)", side.other().title(), side.title())]
        }
        _ => Vec::new(),
    }
}

/// Rule 2.4. Copies are free (rule 2.5).
fn six_by_five(cards: &[Copies<'_, Card>]) -> Vec<String> {
    let dots = Dot::ALL.into_iter().filter_map(|dot| {
        let n: u32 = cards.iter().filter(|c| c.card.dot == dot).map(|c| c.count).sum();
        (n != 5).then(|| {
            format!("the deck has {n} cards with the {} dot: it must have exactly 5 (2.4)", dot.title())
        })
    });
    dots.collect()
}
