//! The board toolkit: what a layout lays out, as plain data.
//!
//! A layout says what lies where: seats with their headers, labelled zones, piles with their lists, stacks of cards, queues,
//! chains, trackers, bubbles. [`draw`] makes a page of it. A board is made of *regions*; what a region shows follows from its
//! data alone, so the hash of that data is its version, and a page that has this version already is not sent it again. Since
//! the data is made from a view, neither the version, nor the size, nor the presence of a region can tell more than the
//! view does.

pub mod draw;
mod large;
mod spot;
mod usual;
mod zone;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use maud::Markup;
use memchr::memmem;
use table::Seat;

use crate::folding::Folding;

pub use spot::Spot;
pub use zone::{Bubble, Lies, Link, More, Pile, Row, Shows, Spread, Sum, Tag, Tracker, Zone};

/// Words that are often the same.
pub type Text = Cow<'static, str>;

/// A table as somebody sees it: regions in groups, in the order in which they are read.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The groups.
    pub groups: Vec<Group>,
}

/// Regions that are laid out together.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// For the style sheet; a group without a class has one region and no element of its own.
    pub class: &'static str,
    /// What a screen reader calls it; empty: nothing.
    pub label: &'static str,
    /// The regions.
    pub regions: Vec<Region>,
}

impl From<Region> for Group {
    fn from(region: Region) -> Group {
        Group { regions: vec![region], ..Group::default() }
    }
}

/// What a region is called on the page, such as `seat-2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Id(pub &'static str, pub Option<u8>);

impl Id {
    /// As it stands on the page.
    pub fn name(self) -> Text {
        match self.1 {
            Some(n) => format!("{}-{n}", self.0).into(),
            None => self.0.into(),
        }
    }
}

/// A part of the table that changes as a whole.
#[derive(Clone, Hash, Debug, Default)]
pub struct Region {
    /// Its name, unique on the page.
    pub id: Id,
    /// For the style sheet.
    pub class: String,
    /// What a screen reader calls it.
    pub label: String,
    /// Whose place it is, if it is one.
    pub head: Option<Head>,
    /// What lies there.
    pub zones: Vec<Zone>,
}

impl Region {
    /// A region without a header.
    pub fn new(id: Id, class: impl Into<String>, label: impl Into<String>, zones: Vec<Zone>) -> Region {
        Region { id, class: class.into(), label: label.into(), head: None, zones }
    }

    /// A player's place.
    pub fn place(head: Head, zones: Vec<Zone>) -> Region {
        let mut class = String::from("place");
        for (so, word) in [(head.mine, " mine"), (head.turn, " turn"), (head.asked, " asked")] {
            if so {
                class += word;
            }
        }
        let label = if head.mine { "Your place".to_owned() } else { format!("{}'s place", head.name) };
        Region { id: Id("seat", Some(head.seat.0)), class, label, head: Some(head), zones }
    }

    /// The viewer's own hand.
    pub fn hand(cards: Vec<Lies>) -> Region {
        let many = match cards.len() {
            0..=8 => "hand",
            9..=13 => "hand many",
            _ => "hand crowd",
        };
        let row = Row { empty: "no cards in hand", spot: Some(Spot::at("hand")), cards, ..Row::new("", "") };
        Region::new(Id("hand", None), many, "Your hand", vec![row.into()])
    }

    /// The version of the region: the same for the same data.
    pub fn version(&self) -> Version {
        Version::of(self)
    }
}

/// What stands at the head of a player's place.
#[derive(Clone, Hash, Debug)]
pub struct Head {
    /// Whose it is.
    pub seat: Seat,
    /// What they are called.
    pub name: String,
    /// Is it the viewer's own?
    pub mine: bool,
    /// How many points they have.
    pub score: Tracker,
    /// Is it their turn?
    pub turn: bool,
    /// Does the table wait for them?
    pub asked: bool,
    /// What the house has to say about them.
    pub note: Note,
}

/// What the house has to say about a seat: its clock, or that nobody is there. Clocks run on by themselves, so a note counts as
/// the same as long as its `fact` is.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// What it follows from.
    pub fact: Vec<i64>,
    /// As it is printed.
    pub print: Markup,
}

impl Hash for Note {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fact.hash(state);
    }
}

/// The version of something on a page: 48 bits of its hash, as eight letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version([u8; 8]);

impl Version {
    /// The version of this.
    pub fn of(it: &impl Hash) -> Version {
        let mut hasher = Folding::default();
        it.hash(&mut hasher);
        let hash = hasher.finish();
        const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        Version(std::array::from_fn(|n| LETTERS[(hash >> (6 * n)) as usize & 63]))
    }

    /// As it stands on a page.
    pub fn text(&self) -> &str {
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl maud::Render for Version {
    fn render_to(&self, out: &mut String) {
        out.push_str(self.text());
    }
}

/// What a page that asks for news has already: the versions of its regions, as it names them.
#[derive(Clone, Default, Debug)]
pub struct Has<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Has<'a> {
    /// Nothing yet.
    pub const NOTHING: Has<'static> = Has(Vec::new());

    /// From the words `ID:VERSION ID:VERSION ...` of a request.
    pub fn read(words: &'a str) -> Has<'a> {
        Has(words.split(' ').filter_map(|word| word.split_once(':')).collect())
    }

    /// Is there anything at all?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Does it have this version of this region?
    pub fn has(&self, id: &str, version: Version) -> bool {
        let found = self.0.iter().find(|(name, _)| *name == id);
        found.is_some_and(|(_, had)| had.as_bytes() == version.0)
    }
}

/// The regions that a page has, for programs that read pages as the script does.
#[derive(Clone, Default, Debug)]
pub struct Held(BTreeMap<String, String>);

impl Held {
    /// Takes up what a page or a part brings. A page that is not only some regions takes the place of all that was there.
    pub fn take(&mut self, page: &str) {
        if memmem::find(page.as_bytes(), b" data-some").is_none() {
            self.0.clear();
        }
        let word = |at: usize| page[at..].split('"').next().unwrap_or_default();
        const SHAPE: &str = "data-shape=\"";
        if let Some(at) = memmem::find(page.as_bytes(), SHAPE.as_bytes()) {
            self.hold("shape", word(at + SHAPE.len()));
        }
        const MARK: &str = "\" data-v=\"";
        for at in memmem::find_iter(page.as_bytes(), MARK) {
            if let Some(id) = page[..at].rsplit('"').next().filter(|id| !id.is_empty()) {
                self.hold(id, word(at + MARK.len()));
            }
        }
    }

    fn hold(&mut self, id: &str, version: &str) {
        match self.0.get_mut(id) {
            Some(held) => version.clone_into(held),
            None => drop(self.0.insert(id.to_owned(), version.to_owned())),
        }
    }

    /// As a request says it.
    pub fn words(&self) -> String {
        let mut words = String::new();
        for (id, version) in &self.0 {
            for part in [if words.is_empty() { "" } else { " " }, id, ":", version] {
                words.push_str(part);
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_follows_from_what_is_shown_and_from_nothing_else() {
        let hand = |cards: &[&'static str]| {
            Region::hand(cards.iter().map(|slug| Lies::face(Spot::at("hand").card(slug), slug, "")).collect())
        };
        let one = hand(&["castle", "A"]).version();
        assert_eq!(one, hand(&["castle", "A"]).version());
        assert_ne!(one, hand(&["castle", "B"]).version());
        assert_ne!(one, hand(&["castle"]).version());
        assert_eq!(one.text().len(), 8);
        // Time goes on, and the page that shows it counts by itself.
        let note = |fact: i64, print: &str| Note { fact: vec![fact], print: maud::PreEscaped(print.into()) };
        assert_eq!(Version::of(&note(5, "0:09")), Version::of(&note(5, "0:08")));
        assert_ne!(Version::of(&note(5, "0:09")), Version::of(&note(6, "0:09")));
    }

    #[test]
    fn a_page_says_what_it_has() {
        let (a, b) = (Version::of(&1), Version::of(&2));
        let words = format!("hand:{} seat-1:{}", a.text(), b.text());
        let has = Has::read(&words);
        assert!(has.has("hand", a) && has.has("seat-1", b));
        assert!(!has.has("hand", b) && !has.has("seat", b) && !has.has("seat-12", b) && !has.has("", a));
        assert!(!Has::NOTHING.has("hand", a) && Has::NOTHING.is_empty());
        // A page is read as the script reads it.
        let region =
            |id: &str, v: Version| format!("<section class=\"x\" id=\"{id}\" data-v=\"{}\">", v.text());
        let mut held = Held::default();
        held.take(&format!("<div data-shape=\"S\">{}{}", region("hand", a), region("seat-1", a)));
        held.take(&format!("<div data-shape=\"S\" data-some>{}", region("seat-1", b)));
        assert_eq!(held.words(), format!("hand:{} seat-1:{} shape:S", a.text(), b.text()));
        held.take("<div data-shape=\"T\">");
        assert_eq!(held.words(), "shape:T");
    }
}
