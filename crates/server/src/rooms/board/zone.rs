//! What lies in a region: rows, piles, chains, trackers, bubbles, and the cards in them.

use std::hash::{Hash, Hasher};

use maud::Markup;
use table::Seat;

use super::{Spot, Text};

/// One thing of a region.
#[derive(Clone, Hash, Debug)]
pub enum Zone {
    /// Cards beside each other.
    Row(Row),
    /// Cards on top of each other, with a list of them.
    Pile(Box<Pile>),
    /// What is being played, and what answers it, the newest last.
    Chain {
        /// What a screen reader calls it.
        label: Text,
        /// Its links.
        links: Vec<Link>,
    },
    /// Numbers that are kept beside the cards: points to spend, totals.
    Trackers {
        /// What a screen reader calls them.
        label: Text,
        /// The numbers.
        trackers: Vec<Tracker>,
    },
    /// Somebody says something aloud.
    Bubble(Bubble),
    /// What only this game has. It counts as the same as long as its print is.
    Own(Own),
}

/// Something that a game draws by itself.
#[derive(Clone, Debug)]
pub struct Own(pub Markup);

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.0.hash(state);
    }
}

impl Zone {
    /// What only this game has.
    pub fn own(print: Markup) -> Zone {
        Zone::Own(Own(print))
    }

    /// Points to spend, as signs in a row.
    pub fn track(label: Text, left: u8, usual: u8) -> Zone {
        let tracker = Tracker { n: left.into(), most: Some(usual.into()), words: "".into(), signs: true };
        Zone::Trackers { label, trackers: vec![tracker] }
    }
}

impl From<Row> for Zone {
    fn from(row: Row) -> Zone {
        Zone::Row(row)
    }
}

impl From<Pile> for Zone {
    fn from(pile: Pile) -> Zone {
        Zone::Pile(Box::new(pile))
    }
}

/// How the cards of a row lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Spread {
    /// Side by side.
    #[default]
    Apart,
    /// Over each other, like in a hand.
    Fan,
    /// One after the other, with the order to be seen.
    Queue,
}

/// A labelled zone: cards beside each other.
#[derive(Clone, Hash, Debug, Default)]
pub struct Row {
    /// For the style sheet.
    pub class: &'static str,
    /// What it is called; empty: it speaks for itself.
    pub label: Text,
    /// A number that sums it up, such as the size of a Lair.
    pub figure: Option<Text>,
    /// What is to be said about that number.
    pub aside: Text,
    /// What stands there if there are no cards; empty: then there is no row.
    pub empty: &'static str,
    /// How the cards lie.
    pub spread: Spread,
    /// The name of the whole row, if a card can be put into it.
    pub spot: Option<Spot>,
    /// The cards.
    pub cards: Vec<Lies>,
}

impl Row {
    /// A row without cards.
    pub fn new(class: &'static str, label: impl Into<Text>) -> Row {
        Row { class, label: label.into(), ..Row::default() }
    }

    /// The same with these cards.
    #[must_use]
    pub fn with(self, cards: impl IntoIterator<Item = Lies>) -> Row {
        Row { cards: cards.into_iter().collect(), ..self }
    }

    /// The same with cards over each other.
    #[must_use]
    pub fn fan(self) -> Row {
        Row { spread: Spread::Fan, ..self }
    }
}

/// A pile with its list.
#[derive(Clone, Hash, Debug)]
pub struct Pile {
    /// The name of the list on the page.
    pub spot: Spot,
    /// A word for it, such as "discard".
    pub word: Text,
    /// Whose it is and what, for the head of the list: "Your discard pile, newest first".
    pub title: Text,
    /// How many cards there are.
    pub count: usize,
    /// The card on top, or its back.
    pub top: Option<Lies>,
    /// What is in it, newest first: the card on top is the first.
    pub list: Vec<Lies>,
    /// The same in words, where nobody knows the order.
    pub lines: Vec<String>,
}

/// A link of a chain.
#[derive(Clone, Hash, Debug)]
pub struct Link {
    /// The card, if it is one.
    pub card: Option<Lies>,
    /// What is to be said about it.
    pub words: String,
}

/// A number with what it counts: a score, points to spend, a total.
#[derive(Clone, Hash, Debug, Default)]
pub struct Tracker {
    /// The number.
    pub n: i32,
    /// The number that it goes up to, or starts from.
    pub most: Option<i32>,
    /// What stands behind it, such as "of 33" or "Loot".
    pub words: Text,
    /// Is it shown as signs in a row?
    pub signs: bool,
}

/// Something said aloud.
#[derive(Clone, Hash, Debug)]
pub struct Bubble {
    /// Who says it.
    pub seat: Seat,
    /// Their name.
    pub name: String,
    /// The words.
    pub words: String,
}

/// What there is to be seen of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// Its face.
    Face(&'static str),
    /// Its face, but only to its owner: it lies face down.
    Secret(&'static str),
    /// Its back.
    Back(&'static str),
    /// Nothing lies there; this is its class.
    Place(&'static str),
}

impl Hash for Shows {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (kind, slug) = match self {
            Shows::Face(slug) => (0, slug),
            Shows::Secret(slug) => (1, slug),
            Shows::Back(slug) => (2, slug),
            Shows::Place(slug) => (3, slug),
        };
        state.write_u8(kind);
        state.write(slug.as_bytes());
    }
}

/// A card in its place, with what lies under and on it; or a place for one.
#[derive(Clone, Debug)]
pub struct Lies {
    /// Where.
    pub spot: Spot,
    /// What is seen of it.
    pub shows: Shows,
    /// What a screen reader hears: after the name of a face, or instead of it.
    pub note: Text,
    /// For the style sheet: how it stands, what it takes part in.
    pub class: Text,
    /// A number on its corner, such as what it is worth, and what that number means.
    pub badge: Option<(Text, Text)>,
    /// What it lies on.
    pub under: Vec<Lies>,
    /// What lies on it, tokens first.
    pub on: Vec<Lies>,
    /// Words below it.
    pub tags: Vec<Tag>,
    /// More to read on it, for whoever looks closer.
    pub more: Vec<More>,
}

// By hand: most cards lie alone, and then that is all there is to say about them.
impl Hash for Lies {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Lies { spot, shows, note, class, badge, under, on, tags, more } = self;
        spot.hash(state);
        shows.hash(state);
        state.write(note.as_bytes());
        let alone =
            class.is_empty() && badge.is_none() && under.is_empty() && on.is_empty() && tags.is_empty();
        state.write_u8((alone && more.is_empty()).into());
        if !alone || !more.is_empty() {
            (class, badge, under, on, tags, more).hash(state);
        }
    }
}

impl Lies {
    fn new(spot: Spot, shows: Shows, note: impl Into<Text>) -> Lies {
        let note = note.into();
        Lies {
            spot,
            shows,
            note,
            class: "".into(),
            badge: None,
            under: Vec::new(),
            on: Vec::new(),
            tags: Vec::new(),
            more: Vec::new(),
        }
    }

    /// A card that the viewer sees.
    pub fn face(spot: Spot, slug: &'static str, note: impl Into<Text>) -> Lies {
        Lies::new(spot, Shows::Face(slug), note)
    }

    /// The same, but it lies face down, and only its owner sees its face.
    #[must_use]
    pub fn face_down(self) -> Lies {
        let shows = match self.shows {
            Shows::Face(slug) => Shows::Secret(slug),
            shows => shows,
        };
        Lies { shows, ..self }
    }

    /// A card from behind, called so.
    pub fn back(spot: Spot, back: &'static str, label: impl Into<Text>) -> Lies {
        Lies::new(spot, Shows::Back(back), label)
    }

    /// A place without a card, called so.
    pub fn place(spot: Spot, class: &'static str, label: impl Into<Text>) -> Lies {
        Lies::new(spot, Shows::Place(class), label)
    }

    /// The same with a number on its corner.
    #[must_use]
    pub fn badge(self, number: impl Into<Text>, means: impl Into<Text>) -> Lies {
        Lies { badge: Some((number.into(), means.into())), ..self }
    }

    /// Faces in a row; cards that are alike are told apart by a number.
    pub fn row(at: Spot, slugs: impl Iterator<Item = &'static str>, note: &'static str) -> Vec<Lies> {
        let (mut last, mut copy) = ("", 0);
        slugs
            .map(|slug| {
                copy = if last == slug { copy + 1 } else { 0 };
                last = slug;
                Lies::face(at.card(slug).n(copy), slug, note)
            })
            .collect()
    }

    /// Several cards of a seat with the same back.
    pub fn backs(
        seat: Seat,
        back: &'static str,
        count: u8,
        label: &'static str,
    ) -> impl Iterator<Item = Lies> {
        Spot::back(seat, back).copies(count).map(move |at| Lies::back(at, back, label))
    }
}

/// Words below a card.
#[derive(Clone, Hash, Debug)]
pub struct Tag {
    /// For the style sheet.
    pub class: &'static str,
    /// What the sign means; empty: it is a word.
    pub means: &'static str,
    /// The words.
    pub words: Text,
}

/// More to read on a card.
#[derive(Clone, Hash, Debug)]
pub enum More {
    /// A line.
    Line(String),
    /// A number, and where it comes from.
    Sum(Sum),
}

/// A number, and where it comes from.
#[derive(Clone, Hash, Debug)]
pub struct Sum {
    /// What it is.
    pub what: &'static str,
    /// The number.
    pub total: i32,
    /// Its parts: what, and how much.
    pub parts: Vec<(String, String)>,
}
