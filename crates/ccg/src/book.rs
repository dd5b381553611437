//! The book of a game's cards: what their files say, what the rules make of that, and the cards of other editions.
//!
//! A position knows a card by its number ([`Face`]); people and records know it by name. A game that was dealt goes on with the
//! cards it was dealt with, whatever the files of the program say by now: with every game is kept what its cards say and how the
//! decks of the house that it uses were made. Where that is not what this program has, the cards of the game get numbers behind
//! those of the catalog, in the order in which they stood in theirs: hands are sorted by number, so only then is everything as it
//! was. Such a number is given once for the same cards and never taken back. Which card a name means, a table knows from the cards
//! that lie on it.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use table::Fault;
use table::words::no_such_card;

use crate::catalog::{Card, Catalog};
use crate::deck::DeckList;
use crate::files::{Entry, Mistake, Mistakes, Reading};
use crate::frame::Aim;
use crate::sight::HIDDEN;

/// The first number of a card of another edition.
const OLD: u16 = 8192;
/// So many of them there can be. Numbers stay below half of what a number can be: owners need a bit of it.
const MOST_OLD: usize = 24_000;

/// A card as the rules want it.
pub trait Made: Card + Clone + Debug + Send + Sync + 'static {
    /// Its short name, for programs.
    fn slug(&self) -> &str;
    /// Its name on pages and of its picture: the slug, and behind it what tells it from a card of this program that says
    /// otherwise.
    fn key(&self) -> &str;
    /// Gives it another key.
    fn set_key(&mut self, key: String);
    /// It says the same line for fun as this card, which is no part of an edition.
    fn speak_like(&mut self, other: &Self);
}

/// A card in the making: what it says, all in one place and without its line for fun; the card; and what is wrong with it.
pub type Compiled<C> = (<C as Cards>::Said, <C as Cards>::Made, Vec<String>);

/// The cards of a game: a name for them all.
pub trait Cards: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// What a file says of a card.
    type Said: Card + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What the rules want to know of it.
    type Made: Made;
    /// The files that are part of the program, by name.
    const FILES: &'static [(&'static str, &'static str)];
    /// The decks of the house, by name.
    const DECKS: &'static [(&'static str, &'static str)];
    /// The fingerprint of the cards when editions began, and those cards in the form in which a game keeps its own: games that
    /// name no edition were dealt with them, and so are the scenarios, which show rules and not cards.
    const FIRST: (u64, &'static str);

    /// Where they are kept: a static of the game.
    fn book() -> &'static Book<Self>;
    /// One card that speaks of no other, and what is wrong with it.
    fn make(said: &Self::Said, wrong: &mut Vec<String>) -> Self::Made;
    /// All cards of a catalog, and what is wrong with them together.
    fn compile(said: &Catalog<Self::Said>) -> (Vec<Compiled<Self>>, Vec<Mistake>);
}

/// What is kept of an edition: cards in the order of their catalog, and decks of the house by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept<S> {
    cards: Vec<S>,
    decks: Vec<(String, String)>,
}

impl<S: Serialize> Kept<S> {
    fn text(&self) -> String {
        // Plain data with string keys.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// All cards of the program.
#[derive(Debug)]
pub struct Printing<C: Cards> {
    /// In the order of their files.
    pub cards: Catalog<C::Made>,
    /// What they say, in the same order.
    said: Vec<C::Said>,
    /// The fingerprint of the cards and of the decks of the house.
    pub edition: u64,
}

/// The cards of an edition that is not this program's.
#[derive(Debug)]
struct Edition<C: Cards> {
    print: Kept<C::Said>,
    cards: Catalog<C::Made>,
    /// The number of each card.
    faces: Vec<Face<C>>,
}

/// Cards of other editions, by their numbers.
type Old<M> = Box<[OnceLock<Box<M>>]>;

/// The cards of a game, and those of other editions that are in use.
#[derive(Debug)]
pub struct Book<C: Cards> {
    printing: OnceLock<Printing<C>>,
    /// In the order in which they came in.
    editions: Mutex<Vec<&'static Edition<C>>>,
    old: OnceLock<Old<C::Made>>,
}

impl<C: Cards> Default for Book<C> {
    fn default() -> Self {
        Book::new()
    }
}

impl<C: Cards> Book<C> {
    /// A book that nobody has opened.
    pub const fn new() -> Book<C> {
        Book { printing: OnceLock::new(), editions: Mutex::new(Vec::new()), old: OnceLock::new() }
    }

    /// All cards of the program. A test of each game checks that its own files have no mistakes.
    #[inline]
    pub fn printing(&self) -> &Printing<C> {
        self.printing.get_or_init(|| Printing::read(More::default()).0)
    }

    fn old(&self) -> &[OnceLock<Box<C::Made>>] {
        self.old.get_or_init(|| (0..MOST_OLD).map(|_| OnceLock::new()).collect())
    }

    fn editions(&self) -> MutexGuard<'_, Vec<&'static Edition<C>>> {
        // The list only grows, one push at a time.
        self.editions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn card(&self, face: Face<C>) -> &C::Made {
        match self.printing().cards.get(face.number) {
            Some(card) => card,
            None => self.old_card(face),
        }
    }

    #[cold]
    fn old_card(&self, face: Face<C>) -> &C::Made {
        let card = face.number.checked_sub(OLD).and_then(|n| self.old().get(usize::from(n))?.get());
        card.unwrap_or_else(|| unreachable!("no edition has a card {}", face.number))
    }

    /// Plays with these cards too. Must be called before the first card is looked at.
    pub fn add(&self, more: More<C>) -> Result<(), Mistakes> {
        self.install(Printing::read(more))
    }

    /// Plays with these files instead of the program's own: what a program would do whose files say otherwise, for tests.
    pub fn set<'a>(&self, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<(), Mistakes> {
        self.install(Printing::of(crate::read_all(files)))
    }

    fn install(&self, (printing, mistakes): (Printing<C>, Vec<Mistake>)) -> Result<(), Mistakes> {
        Mistakes::none_or(mistakes)?;
        self.printing.set(printing).map_err(|_| {
            let what = "the cards have been read already: name the folder when the program starts".to_owned();
            Mistakes(vec![Mistake { file: "cards".into(), line: 0, card: None, what }])
        })
    }

    /// What is to be kept of a game with these cards of this program and these decks of the house.
    pub fn keep(
        &self,
        faces: impl IntoIterator<Item = Face<C>>,
        decks: impl IntoIterator<Item = &'static str>,
    ) -> String {
        let mut faces: Vec<Face<C>> = faces.into_iter().collect();
        faces.sort_unstable();
        faces.dedup();
        let said = &self.printing().said;
        let cards = faces.iter().filter_map(|face| said.get(usize::from(face.number)).cloned()).collect();
        let mut named: Vec<(String, String)> = Vec::new();
        for name in decks {
            if let Some(text) =
                Pack::<C>::OURS.deck(name).filter(|_| named.iter().all(|(other, _)| other != name))
            {
                named.push((name.to_owned(), text.to_owned()));
            }
        }
        Kept { cards, decks: named }.text()
    }

    /// Gives every card a number of its own.
    fn number(&self, said: &[C::Said], cards: &Catalog<C::Made>) -> Option<Vec<Face<C>>> {
        let ours = self.printing();
        let first = self.old().iter().position(|card| card.get().is_none())?;
        let slots = self.old().get(first..first + said.len())?;
        for ((slot, said), card) in slots.iter().zip(said).zip(cards.cards()) {
            let mut card = card.clone();
            match ours.cards.find(card.slug()) {
                Some(same) if ours.said[usize::from(same)] == *said => card.speak_like(&ours.cards[same]),
                _ => {
                    let text = serde_json::to_string(said).unwrap_or_default();
                    card.set_key(format!("{}-{:08x}", card.slug(), table::fingerprint(&text) as u32));
                }
            }
            // Nobody else fills them: the list of editions is locked.
            let _ = slot.set(Box::new(card));
        }
        Some((first..first + said.len()).map(|n| Face::of(OLD + n as u16)).collect())
    }
}

impl<C: Cards> Printing<C> {
    /// Reads the program's own files and these besides: all cards that are right, and everything that is wrong.
    pub fn read(more: More<C>) -> (Printing<C>, Vec<Mistake>) {
        let mut reading = crate::read_all::<C::Said>(C::FILES.iter().copied());
        reading.append(more.0);
        Printing::of(reading)
    }

    fn of(reading: Reading<C::Said>) -> (Printing<C>, Vec<Mistake>) {
        let mut mistakes = reading.mistakes;
        let (said, wrong) = Catalog::new(reading.entries);
        mistakes.extend(wrong);
        if said.len() > usize::from(OLD) {
            let what = format!("{} cards; there is room for {OLD}", said.len());
            mistakes.push(Mistake { file: "cards".into(), line: 0, card: None, what });
        }
        let (all, wrong) = C::compile(&said);
        mistakes.extend(wrong);
        let (mut cards, mut wholes) = (Vec::new(), Vec::new());
        for (id, (whole, card, wrong)) in (0..).zip(all) {
            let entry = said.entry(id);
            mistakes.extend(wrong.into_iter().map(|what| entry.mistake(card.name(), what)));
            cards.push(Entry { card, file: entry.file.clone(), line: entry.line });
            wholes.push(whole);
        }
        mistakes.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        let decks = C::DECKS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let kept = Kept { cards: wholes, decks };
        let edition = table::fingerprint(&kept.text());
        // Names were told apart before.
        (Printing { cards: Catalog::new(cards).0, said: kept.cards, edition }, mistakes)
    }

    /// All that is kept of this edition: how the cards of the first one came into a file.
    pub fn whole(&self) -> String {
        let decks = C::DECKS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Kept { cards: self.said.clone(), decks }.text()
    }
}

/// Card files besides those of the program.
#[derive(Debug)]
pub struct More<C: Cards>(Reading<C::Said>);

impl<C: Cards> Default for More<C> {
    fn default() -> Self {
        More(Reading::default())
    }
}

impl<C: Cards> More<C> {
    /// All card files of a folder.
    pub fn folder(path: &Path) -> More<C> {
        More(crate::read_folder(path))
    }

    /// One file, for tests.
    pub fn file(name: &str, text: &str) -> More<C> {
        More(crate::read(name, text))
    }
}

/// A card of the catalog, or of another edition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Face<C: Cards> {
    number: u16,
    of: PhantomData<C>,
}

impl<C: Cards> Face<C> {
    /// The back of a card whose face the viewer does not know.
    pub const HIDDEN: Face<C> = Face::of(HIDDEN);

    /// The card of this number.
    #[inline]
    pub const fn of(number: u16) -> Face<C> {
        Face { number, of: PhantomData }
    }

    /// Its number.
    #[inline]
    pub const fn number(self) -> u16 {
        self.number
    }

    /// What its file says. Not for [`Face::HIDDEN`].
    #[inline]
    pub fn card(self) -> &'static C::Made {
        C::book().card(self)
    }

    /// The card that was picked by name.
    pub fn aimed(aim: Aim) -> Option<Face<C>> {
        aim.kind().map(Face::of)
    }

    /// Its name on pages and in the names of pictures.
    pub fn key(self) -> &'static str {
        if self == Face::HIDDEN { "?" } else { self.card().key() }
    }

    /// The card of this name on pages.
    pub fn keyed(key: &str) -> Option<Face<C>> {
        let ours = C::book().printing().cards.find(key).map(Face::of);
        ours.or_else(|| {
            let list = C::book().editions();
            let mut faces = list.iter().flat_map(|edition| edition.faces.iter().copied());
            faces.find(|face| face.card().key() == key)
        })
    }

    /// Its name.
    pub fn title(self) -> &'static str {
        if self == Face::HIDDEN { "a hidden card" } else { self.card().name() }
    }

    /// Every card of this program.
    pub fn all() -> impl Iterator<Item = Face<C>> {
        (0..C::book().printing().cards.len() as u16).map(Face::of)
    }

    /// The card of this name among those that `here` gives, which lie on a table: the same name can stand on cards of several
    /// editions, but on one table lie those of one.
    #[must_use]
    pub fn among<I: Iterator<Item = Face<C>>>(self, here: impl Fn() -> I) -> Face<C> {
        if self == Face::HIDDEN || here().any(|face| face == self) {
            return self;
        }
        here().find(|face| face.card().slug() == self.card().slug()).unwrap_or(self)
    }
}

impl<C: Cards> Default for Face<C> {
    fn default() -> Self {
        Face::HIDDEN
    }
}

impl<C: Cards> fmt::Debug for Face<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Face({})", self.number)
    }
}

impl<C: Cards> fmt::Display for Face<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Face::HIDDEN { "?" } else { self.card().slug() })
    }
}

impl<C: Cards> FromStr for Face<C> {
    type Err = String;
    fn from_str(text: &str) -> Result<Face<C>, String> {
        if text == "?" {
            return Ok(Face::HIDDEN);
        }
        let book = C::book();
        // Where a card of another edition is meant, the table knows which.
        let found = book.printing().cards.find(text).map(Face::of).or_else(|| {
            let list = book.editions();
            list.iter().rev().find_map(|edition| Some(edition.faces[usize::from(edition.cards.find(text)?)]))
        });
        found.ok_or_else(|| no_such_card(text, Face::<C>::all().map(|face| face.card().slug().to_owned())))
    }
}

impl<C: Cards> Serialize for Face<C> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de, C: Cards> Deserialize<'de> for Face<C> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Face<C>, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The cards that a setup or a position is about: those of this program, or of another edition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pack<C: Cards> {
    number: u16,
    of: PhantomData<C>,
}

impl<C: Cards> Default for Pack<C> {
    fn default() -> Self {
        Pack::OURS
    }
}

impl<C: Cards> Pack<C> {
    /// The cards of this program.
    pub const OURS: Pack<C> = Pack { number: 0, of: PhantomData };

    /// The cards of another edition, by their fingerprint and what was kept of them; `None`: nothing was.
    pub fn kept(cards: u64, kept: Option<&str>) -> Option<Result<Pack<C>, Fault>> {
        let text = if cards == C::FIRST.0 { C::FIRST.1 } else { kept? };
        Some(Pack::read(text))
    }

    fn read(text: &str) -> Result<Pack<C>, Fault> {
        let fault = |what: String| {
            Fault::near("cards", format!("the cards that were kept with it cannot be used: {what}"))
        };
        let print = read_kept::<C>(text).map_err(fault)?;
        let book = C::book();
        let mut list = book.editions();
        if let Some(n) = list.iter().position(|edition| edition.print == print) {
            return Ok(Pack { number: n as u16 + 1, of: PhantomData });
        }
        let (mut cards, mut wrong) = (Vec::new(), Vec::new());
        for said in &print.cards {
            let card = C::make(said, &mut wrong);
            cards.push(Entry { card, file: "kept".into(), line: 0 });
        }
        let (cards, twice) = Catalog::new(cards);
        wrong.extend(twice.iter().map(ToString::to_string));
        if !wrong.is_empty() {
            return Err(fault(wrong.join("; ")));
        }
        let ours: Vec<Face<C>> = Face::all().collect();
        let known = std::iter::once((&book.printing().said, &ours))
            .chain(list.iter().map(|edition| (&edition.print.cards, &edition.faces)));
        let mut known = known.map(|(said, faces)| same(&print.cards, said, faces));
        let found = known.find_map(|faces| faces);
        drop(known);
        let many = || fault("too many editions are in use at once".into());
        let faces = match found {
            Some(faces) => faces,
            None => book.number(&print.cards, &cards).ok_or_else(many)?,
        };
        let number = u16::try_from(list.len() + 1).map_err(|_| many())?;
        list.push(Box::leak(Box::new(Edition { print, cards, faces })));
        Ok(Pack { number, of: PhantomData })
    }

    fn edition(self) -> Option<&'static Edition<C>> {
        C::book().editions().get(usize::from(self.number).checked_sub(1)?).copied()
    }

    /// The card of this name or slug.
    pub fn find(self, name: &str) -> Option<Face<C>> {
        match self.edition() {
            None => C::book().printing().cards.find(name).map(Face::of),
            Some(edition) => Some(edition.faces[usize::from(edition.cards.find(name)?)]),
        }
    }

    /// The card of this slug, or why there is none.
    pub fn named(self, text: &str) -> Result<Face<C>, String> {
        match self.edition() {
            None => text.parse(),
            Some(_) if text == "?" => Ok(Face::HIDDEN),
            Some(edition) => {
                let slugs = || edition.cards.cards().map(|card| card.slug().to_owned());
                self.find(text).ok_or_else(|| no_such_card(text, slugs()))
            }
        }
    }

    /// The list of a deck of the house.
    pub fn deck(self, name: &str) -> Option<&'static str> {
        match self.edition() {
            None => C::DECKS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text),
            Some(edition) => {
                edition.print.decks.iter().find(|(own, _)| own == name).map(|(_, text)| text.as_str())
            }
        }
    }

    /// All its cards, for whoever checks a deck list.
    pub fn catalog(self) -> &'static Catalog<C::Made> {
        self.edition().map_or(&C::book().printing().cards, |edition| &edition.cards)
    }

    /// The cards of a deck list; names that no card has are left out.
    pub fn cards_of(self, text: &str) -> Vec<Face<C>> {
        let deck = DeckList::parse("deck", text).unwrap_or_default();
        let cards = deck.counts().into_iter().filter_map(|(name, n)| Some((self.find(&name)?, n)));
        cards.flat_map(|(face, n)| std::iter::repeat_n(face, n as usize)).collect()
    }

    /// The text of a deck: of the house by its name, or as it stands.
    pub fn text_of(self, deck: &str) -> Option<&str> {
        self.deck(deck).or_else(|| deck.contains(char::is_whitespace).then_some(deck))
    }
}

/// What was kept of an edition, or the cards of a scenario: a card file, besides the first edition.
fn read_kept<C: Cards>(text: &str) -> Result<Kept<C::Said>, String> {
    let print = |text| serde_json::from_str::<Kept<C::Said>>(text).map_err(|e| e.to_string());
    if !text.trim_start().starts_with('[') {
        return print(text);
    }
    let first = print(C::FIRST.1)?;
    let more = crate::read("more_cards", text);
    let first_cards = first.cards.into_iter().map(|card| Entry { card, file: "first".into(), line: 0 });
    let entries = first_cards.chain(more.entries).collect();
    let (printing, mistakes) = Printing::<C>::of(Reading { entries, ..more });
    Mistakes::none_or(mistakes).map_err(|wrong| wrong.to_string())?;
    Ok(Kept { cards: printing.said, decks: first.decks })
}

/// The numbers of these cards, if they are all among those, and in the same order.
fn same<C: Cards>(cards: &[C::Said], those: &[C::Said], numbers: &[Face<C>]) -> Option<Vec<Face<C>>> {
    let mut left = those.iter().zip(numbers);
    cards.iter().map(|card| left.find(|(other, _)| *other == card).map(|(_, face)| *face)).collect()
}

/// What was kept of the first edition still has its fingerprint: for a test of each game.
pub fn first_edition_stays<C: Cards>() -> Result<usize, String> {
    let print = serde_json::from_str::<Kept<C::Said>>(C::FIRST.1).map_err(|e| e.to_string())?;
    let now = table::fingerprint(&print.text());
    if now == C::FIRST.0 { Ok(print.cards.len()) } else { Err(format!("{now:016x}")) }
}
