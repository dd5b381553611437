//! Cards of other editions: a game that was dealt goes on with the cards it was dealt with, whatever the files of this
//! program say by now.
//!
//! With every game is kept what its cards say and how the decks of the house that it uses were made ([`Print`]). Where that
//! is not what this program has, the cards of the game get numbers behind those of the catalog, in the order in which they
//! stood in theirs: hands are sorted by number, so only then is everything as it was. Such a number is given once for the
//! same cards and never taken back. Cards are still known by name everywhere else; which card a name means, a table knows
//! from the cards that lie on it.

use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use ccg::{DeckList, DeckRules, Entry, Mistakes};
use serde::{Deserialize, Serialize};
use table::Fault;
use table::words::no_such_card;

use crate::cards::{Card, Catalog, Face, Said, card_of, catalog};
use crate::setup::DECKS;

/// The first number of a card of another edition.
pub(crate) const OLD: u16 = 8192;
/// So many of them there can be. Numbers stay below half of what a number can be: see `places`.
const MOST_OLD: usize = 24_000;

/// The fingerprint of the cards when editions began: games that name no edition were dealt with those, and so are the
/// scenarios, which show rules and not cards.
pub const FIRST: u64 = 0x046c_1914_ff97_2ed9;

/// Those cards, in the form in which a game keeps its own.
const FIRST_PRINT: &str = include_str!("../editions/first.json");

/// What is kept of an edition: cards in the order of their catalog, and decks of the house by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Print {
    cards: Vec<Said>,
    decks: Vec<(String, String)>,
}

impl Print {
    fn text(&self) -> String {
        // Plain data with string keys.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was kept of an edition, or the cards of a scenario: a card file, besides the first edition.
    fn read(text: &str) -> Result<Print, String> {
        let print = |text| serde_json::from_str::<Print>(text).map_err(|e| e.to_string());
        if !text.trim_start().starts_with('[') {
            return print(text);
        }
        let first = print(FIRST_PRINT)?;
        let more = ccg::read("more_cards", text);
        let first_cards = first.cards.into_iter().map(|card| Entry { card, file: "first".into(), line: 0 });
        let entries = first_cards.chain(more.entries).collect();
        let (catalog, mistakes) = Catalog::of(ccg::Reading { entries, ..more });
        Mistakes::none_or(mistakes).map_err(|wrong| wrong.to_string())?;
        Ok(Print { cards: catalog.said, decks: first.decks })
    }
}

/// The fingerprint of cards and decks.
pub(crate) fn fingerprint(
    cards: &[Said],
    decks: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> u64 {
    let decks = decks.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    table::fingerprint(&Print { cards: cards.to_vec(), decks }.text())
}

/// The cards of an edition that is not this program's.
#[derive(Debug)]
struct Edition {
    print: Print,
    cards: ccg::Catalog<Card>,
    /// The number of each card.
    faces: Vec<Face>,
}

/// In the order in which they came in.
static EDITIONS: Mutex<Vec<&'static Edition>> = Mutex::new(Vec::new());
static CARDS: LazyLock<Box<[OnceLock<Box<Card>>]>> =
    LazyLock::new(|| (0..MOST_OLD).map(|_| OnceLock::new()).collect());

fn editions() -> MutexGuard<'static, Vec<&'static Edition>> {
    // The list only grows, one push at a time.
    EDITIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A card of another edition.
#[cold]
pub(crate) fn card(face: Face) -> &'static Card {
    let card = face.0.checked_sub(OLD).and_then(|n| CARDS.get(usize::from(n))?.get());
    card.unwrap_or_else(|| unreachable!("no edition has a card {}", face.0))
}

/// A card of any other edition by its name, for what is read before the table is known.
pub(crate) fn named(text: &str) -> Option<Face> {
    let list = editions();
    list.iter().rev().find_map(|edition| Some(edition.faces[usize::from(edition.cards.find(text)?)]))
}

/// A card of any other edition by its name on pages.
pub(crate) fn keyed(key: &str) -> Option<Face> {
    let list = editions();
    let mut faces = list.iter().flat_map(|edition| edition.faces.iter().copied());
    faces.find(|face| face.card().key == key)
}

/// The cards that a setup or a position is about: those of this program, or of another edition.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pack(u16);

impl Pack {
    /// The cards of this program.
    pub const OURS: Pack = Pack(0);

    /// The cards of another edition, by their fingerprint and what was kept of them.
    pub(crate) fn kept(cards: u64, kept: Option<&str>) -> Option<Result<Pack, Fault>> {
        let text = if cards == FIRST { FIRST_PRINT } else { kept? };
        Some(Pack::read(text))
    }

    fn read(text: &str) -> Result<Pack, Fault> {
        let fault = |what: String| {
            Fault::near("cards", format!("the cards that were kept with it cannot be used: {what}"))
        };
        let print = Print::read(text).map_err(fault)?;
        let mut list = editions();
        if let Some(n) = list.iter().position(|edition| edition.print == print) {
            return Ok(Pack(n as u16 + 1));
        }
        let (mut cards, mut wrong) = (Vec::new(), Vec::new());
        for said in &print.cards {
            let card = card_of(said, said, &mut wrong);
            cards.push(Entry { card, file: "kept".into(), line: 0 });
        }
        let (cards, twice) = ccg::Catalog::new(cards);
        wrong.extend(twice.iter().map(ToString::to_string));
        if !wrong.is_empty() {
            return Err(fault(wrong.join("; ")));
        }
        let ours: Vec<Face> = Face::all().collect();
        let known =
            std::iter::once((&catalog().said, &ours)).chain(list.iter().map(|e| (&e.print.cards, &e.faces)));
        let mut known = known.map(|(said, faces)| among(&print.cards, said, faces));
        let found = known.find_map(|faces| faces);
        let faces = match found {
            Some(faces) => faces,
            None => new_faces(&print.cards, &cards)
                .ok_or_else(|| fault("too many editions are in use at once".into()))?,
        };
        drop(known);
        let n = u16::try_from(list.len() + 1)
            .map_err(|_| fault("too many editions are in use at once".into()))?;
        list.push(Box::leak(Box::new(Edition { print, cards, faces })));
        Ok(Pack(n))
    }

    fn edition(self) -> Option<&'static Edition> {
        editions().get(usize::from(self.0).checked_sub(1)?).copied()
    }

    /// The card of this name or slug.
    pub(crate) fn find(self, name: &str) -> Option<Face> {
        match self.edition() {
            None => catalog().cards.find(name).map(Face),
            Some(edition) => Some(edition.faces[usize::from(edition.cards.find(name)?)]),
        }
    }

    /// The card of this slug, or why there is none.
    pub(crate) fn named(self, text: &str) -> Result<Face, String> {
        match self.edition() {
            None => text.parse(),
            Some(_) if text == "?" => Ok(Face::HIDDEN),
            Some(edition) => {
                let slugs = || edition.cards.cards().map(|card| card.slug.clone());
                self.find(text).ok_or_else(|| no_such_card(text, slugs()))
            }
        }
    }

    /// The list of a deck of the house.
    pub(crate) fn deck(self, name: &str) -> Option<&'static str> {
        match self.edition() {
            None => DECKS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text),
            Some(edition) => {
                edition.print.decks.iter().find(|(own, _)| own == name).map(|(_, text)| text.as_str())
            }
        }
    }

    /// Every rule that a deck list breaks.
    pub(crate) fn check(self, list: &DeckList, rules: &DeckRules) -> Result<(), Vec<String>> {
        let cards = self.edition().map_or(&catalog().cards, |edition| &edition.cards);
        list.check(cards, rules, &[]).map(|_| ())
    }
}

/// What is to be kept of a game with these cards of this program and these decks of the house.
pub(crate) fn print(
    faces: impl IntoIterator<Item = Face>,
    decks: impl IntoIterator<Item = &'static str>,
) -> String {
    let mut faces: Vec<Face> = faces.into_iter().collect();
    faces.sort_unstable();
    faces.dedup();
    let said = &catalog().said;
    let cards = faces.iter().filter_map(|face| said.get(usize::from(face.0)).cloned()).collect();
    let mut named: Vec<(String, String)> = Vec::new();
    for name in decks {
        if let Some(text) = Pack::OURS.deck(name).filter(|_| named.iter().all(|(other, _)| other != name)) {
            named.push((name.to_owned(), text.to_owned()));
        }
    }
    Print { cards, decks: named }.text()
}

/// The numbers of these cards, if they are all among those, and in the same order.
fn among(cards: &[Said], those: &[Said], numbers: &[Face]) -> Option<Vec<Face>> {
    let mut left = those.iter().zip(numbers);
    cards.iter().map(|card| left.find(|(other, _)| *other == card).map(|(_, face)| *face)).collect()
}

/// Gives every card a number of its own.
fn new_faces(said: &[Said], cards: &ccg::Catalog<Card>) -> Option<Vec<Face>> {
    let first = CARDS.iter().position(|card| card.get().is_none())?;
    let slots = CARDS.get(first..first + said.len())?;
    for ((slot, said), card) in slots.iter().zip(said).zip(cards.cards()) {
        let mut card = card.clone();
        match catalog().cards.find(&card.slug).map(usize::from) {
            Some(ours) if catalog().said[ours] == *said => {
                card.says.clone_from(&catalog().cards[ours as u16].says)
            }
            _ => {
                let text = serde_json::to_string(said).unwrap_or_default();
                card.key = format!("{}-{:08x}", card.slug, table::fingerprint(&text) as u32);
            }
        }
        // Nobody else fills them: the list of editions is locked.
        let _ = slot.set(Box::new(card));
    }
    Some((first..first + said.len()).map(|n| Face(OLD + n as u16)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_edition_stays_as_it_was() {
        let print: Print = serde_json::from_str(FIRST_PRINT).expect("it was written by this program");
        assert_eq!(table::fingerprint(&print.text()), FIRST, "{:016x}", table::fingerprint(&print.text()));
        assert_eq!(print.cards.len(), 136);
    }
}
