//! The catalog of a game: all its cards in order, each with a small number, found by name.
//!
//! People write names by hand: on deck lists, in addresses, in references from card to card. So a name is looked up by
//! its slug, which forgets case, accents and signs; two cards may not differ in these alone.

use std::collections::HashMap;
use std::ops::Index;

use table::words::no_such_card;

use crate::files::{Entry, Mistake, Mistakes, Reading};

/// A card, as far as a catalog must know it.
pub trait Card {
    /// Its name, as printed.
    fn name(&self) -> &str;
}

/// All cards of a game. A card's number is its place in the order of the files.
#[derive(Clone, Debug)]
pub struct Catalog<C> {
    entries: Vec<Entry<C>>,
    slugs: Vec<String>,
    by_slug: HashMap<String, u16>,
}

impl<C: Card> Catalog<C> {
    /// The cards of a reading, if nothing is wrong with them.
    pub fn of(reading: Reading<C>) -> Result<Catalog<C>, Mistakes> {
        let (catalog, mut mistakes) = Catalog::new(reading.entries);
        mistakes.splice(0..0, reading.mistakes);
        // Stable: mistakes of one place stay in the order in which they were found.
        mistakes.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Mistakes::none_or(mistakes).map(|()| catalog)
    }

    /// These cards, but for those that cannot be told from one before them.
    pub fn new(entries: Vec<Entry<C>>) -> (Catalog<C>, Vec<Mistake>) {
        let mut catalog = Catalog { entries: Vec::new(), slugs: Vec::new(), by_slug: HashMap::new() };
        let mut mistakes = Vec::new();
        for entry in entries {
            if let Err(mistake) = catalog.add(entry) {
                mistakes.push(mistake);
            }
        }
        (catalog, mistakes)
    }

    fn add(&mut self, entry: Entry<C>) -> Result<(), Mistake> {
        let (name, slug) = (entry.card.name(), slug(entry.card.name()));
        if slug.is_empty() {
            return Err(entry.mistake(name, "a card's name needs a letter or a digit"));
        }
        if let Some(first) = self.by_slug.get(&slug).map(|&id| self.entry(id)) {
            let (other, place) = (first.card.name(), format!("{}:{}", first.file, first.line));
            let what = if other == name {
                format!("a card of this name is already at {place}")
            } else {
                format!("too much like '{other}' at {place}: both shorten to '{slug}'")
            };
            return Err(entry.mistake(name, what));
        }
        let Ok(id) = u16::try_from(self.entries.len()) else {
            return Err(
                entry.mistake(name, format!("a catalog has room for only {} cards", self.entries.len()))
            );
        };
        self.by_slug.insert(slug.clone(), id);
        self.slugs.push(slug);
        self.entries.push(entry);
        Ok(())
    }

    /// The card of this name or slug, whatever its case.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.by_slug.get(&slug(name)).copied()
    }

    /// The card of this name or slug, or why there is none and which is probably meant.
    pub fn named(&self, name: &str) -> Result<u16, String> {
        self.find(name).ok_or_else(|| no_such_card(name, self.cards().map(|c| c.name().to_owned())))
    }

    /// Follows what cards say of other cards: all numbers, every card after the ones that it names. Whoever builds
    /// cards out of others in this order finds them ready.
    ///
    /// `says` tells which cards a card names. Names that no card has and cards that lead back to themselves are
    /// mistakes.
    pub fn follow<'a, I>(&'a self, says: impl Fn(&'a C) -> I) -> Result<Vec<u16>, Mistakes>
    where
        I: IntoIterator<Item = &'a str>,
    {
        let mut mistakes = Vec::new();
        let mut links: Vec<Vec<u16>> = Vec::with_capacity(self.len());
        for entry in &self.entries {
            let mut known = Vec::new();
            for name in says(&entry.card) {
                match self.named(name) {
                    Ok(id) => known.push(id),
                    Err(what) => mistakes.push(entry.mistake(entry.card.name(), what)),
                }
            }
            links.push(known);
        }
        let (order, rings) = crate::rings::in_order(&links);
        for ring in rings {
            let names: Vec<&str> = ring.iter().chain(&ring[..1]).map(|&id| self[id].name()).collect();
            let what = format!("it refers back to itself: {}", names.join(" -> "));
            mistakes.push(self.entry(ring[0]).mistake(names[0], what));
        }
        Mistakes::none_or(mistakes).map(|()| order)
    }
}

impl<C> Catalog<C> {
    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The card of this number.
    pub fn get(&self, id: u16) -> Option<&C> {
        self.entries.get(usize::from(id)).map(|e| &e.card)
    }

    /// The card of this number with the place where it is written.
    ///
    /// # Panics
    /// If the number is not from this catalog.
    pub fn entry(&self, id: u16) -> &Entry<C> {
        &self.entries[usize::from(id)]
    }

    /// The short form of a card's name, for addresses and scripts.
    ///
    /// # Panics
    /// If the number is not from this catalog.
    pub fn slug(&self, id: u16) -> &str {
        &self.slugs[usize::from(id)]
    }

    /// All cards in order.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = &C> {
        self.entries.iter().map(|e| &e.card)
    }

    /// All cards in order, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &C)> {
        (0..=u16::MAX).zip(self.cards())
    }
}

impl<C> Index<u16> for Catalog<C> {
    type Output = C;

    fn index(&self, id: u16) -> &C {
        &self.entry(id).card
    }
}

/// A name for addresses and scripts: `No You Don't!` is `no-you-dont`. Accents are dropped, so that people without
/// these keys find the card too.
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    let mut gap = false;
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            // Signs inside a word: the word goes on.
            '\'' | '\u{2019}' | '\u{2018}' | '\u{2BC}' | '`' | '\u{B4}' | '!' => {}
            // Accents that are written as signs of their own.
            '\u{300}'..='\u{36F}' => {}
            c if c.is_alphanumeric() => {
                if gap && !slug.is_empty() {
                    slug.push('-');
                }
                gap = false;
                match without_accent(c) {
                    Some(plain) => slug.push_str(plain),
                    None => slug.push(c),
                }
            }
            _ => gap = true,
        }
    }
    slug
}

/// The letters of western Europe without their accents.
fn without_accent(c: char) -> Option<&'static str> {
    const PLAIN: [(&str, &str); 22] = [
        ("àáâãäåāăą", "a"),
        ("æ", "ae"),
        ("çćčĉċ", "c"),
        ("ďđð", "d"),
        ("èéêëēĕėęě", "e"),
        ("ĝğġģ", "g"),
        ("ĥħ", "h"),
        ("ìíîïĩīĭįı", "i"),
        ("ĵ", "j"),
        ("ķ", "k"),
        ("ĺļľŀł", "l"),
        ("ñńņň", "n"),
        ("òóôõöøōŏő", "o"),
        ("œ", "oe"),
        ("ŕŗř", "r"),
        ("śŝşšș", "s"),
        ("ß", "ss"),
        ("ţťŧț", "t"),
        ("ùúûüũūŭůűų", "u"),
        ("ŵ", "w"),
        ("ýÿŷ", "y"),
        ("źżž", "z"),
    ];
    if c.is_ascii() {
        return None;
    }
    PLAIN.iter().find(|(accented, _)| accented.contains(c)).map(|(_, plain)| *plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Bean {
        name: &'static str,
        like: Vec<&'static str>,
    }

    impl Card for Bean {
        fn name(&self) -> &str {
            self.name
        }
    }

    fn beans(names: &[(&'static str, &[&'static str])]) -> Vec<Entry<Bean>> {
        let entry = |(i, (name, like)): (usize, &(&'static str, &[&'static str]))| Entry {
            card: Bean { name, like: like.to_vec() },
            file: "beans.ron".into(),
            line: i as u32 + 1,
        };
        names.iter().enumerate().map(entry).collect()
    }

    fn catalog(names: &[(&'static str, &[&'static str])]) -> Catalog<Bean> {
        let (catalog, mistakes) = Catalog::new(beans(names));
        assert_eq!(mistakes, []);
        catalog
    }

    fn told(mistakes: &[Mistake]) -> Vec<String> {
        mistakes.iter().map(Mistake::to_string).collect()
    }

    #[test]
    fn slugs_keep_letters_and_digits() {
        for (name, short) in [
            ("No You Don't!", "no-you-dont"),
            ("No You Don\u{2019}t!", "no-you-dont"),
            ("+50 Attack Boost!", "50-attack-boost"),
            ("  Dr.  Bean -- (the 2nd) ", "dr-bean-the-2nd"),
            ("Café Crème Bean", "cafe-creme-bean"),
            ("Cafe\u{301} CRE\u{300}ME Bean", "cafe-creme-bean"),
            ("Straße Æon İstanbul", "strasse-aeon-istanbul"),
            ("豆 Bean", "豆-bean"),
            ("?!", ""),
        ] {
            assert_eq!(slug(name), short);
            assert_eq!(slug(short), short, "a slug is its own slug");
        }
    }

    #[test]
    fn cards_are_found_by_name_and_slug() {
        let catalog = catalog(&[("Lion Bean", &[]), ("No You Don't!", &[]), ("Café Bean", &[])]);
        for name in ["No You Don't!", "no you dont", "no-you-dont", "NO YOU DON'T!"] {
            assert_eq!(catalog.find(name), Some(1), "{name}");
        }
        assert_eq!(catalog.find("Cafe Bean"), Some(2));
        assert_eq!(
            (catalog[0].name(), catalog.slug(1), catalog.entry(2).line),
            ("Lion Bean", "no-you-dont", 3)
        );
        assert_eq!((catalog.get(3), catalog.len(), catalog.is_empty()), (None, 3, false));
        assert_eq!(catalog.iter().map(|(id, c)| (id, c.name)).last(), Some((2, "Café Bean")));
        assert_eq!(
            catalog.named("lion been").unwrap_err(),
            "there is no card 'lion been'; did you mean 'Lion Bean'?"
        );
        assert_eq!(catalog.named("Xylophone").unwrap_err(), "there is no card 'Xylophone'");
        assert_eq!(catalog.find(""), None);
    }

    #[test]
    fn what_cannot_be_told_apart_is_a_mistake_at_both_places() {
        let (catalog, mistakes) =
            Catalog::new(beans(&[("Lion Bean", &[]), ("Lion Bean", &[]), ("Lion-Bean!", &[]), ("!!", &[])]));
        assert_eq!(catalog.len(), 1);
        assert_eq!(
            told(&mistakes),
            [
                "beans.ron:2: Lion Bean: a card of this name is already at beans.ron:1",
                "beans.ron:3: Lion-Bean!: too much like 'Lion Bean' at beans.ron:1: both shorten to 'lion-bean'",
                "beans.ron:4: !!: a card's name needs a letter or a digit",
            ]
        );
    }

    #[test]
    fn mistakes_of_reading_and_of_the_catalog_come_together() {
        let wrong =
            Mistake { file: "beans.ron".into(), line: 3, card: None, what: "a comma too many".into() };
        let entries = beans(&[("A", &[]), ("A", &[]), ("B", &[]), ("B", &[])]);
        let reading = Reading { entries, mistakes: vec![wrong] };
        let Mistakes(mistakes) = Catalog::of(reading).unwrap_err();
        assert_eq!(mistakes.iter().map(|m| m.line).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!(
            Catalog::of(Reading { entries: beans(&[("A", &[])]), mistakes: vec![] }).unwrap().len(),
            1
        );
    }

    #[test]
    fn a_catalog_can_be_full() {
        let names: Vec<&'static str> = (0..65_538).map(|i| &*format!("Bean {i}").leak()).collect();
        let names: Vec<(&'static str, &[&'static str])> = names.into_iter().map(|n| (n, &[][..])).collect();
        let (catalog, mistakes) = Catalog::new(beans(&names));
        assert_eq!((catalog.len(), mistakes.len()), (65_536, 2));
        assert_eq!(catalog.iter().last().map(|(id, _)| id), Some(u16::MAX));
        assert!(mistakes[0].what.contains("65536"), "{}", mistakes[0]);
    }

    #[test]
    fn references_come_after_what_they_name() {
        let catalog = catalog(&[("A", &["b", "D"]), ("B", &["C"]), ("C", &[]), ("D", &["C"])]);
        let order = catalog.follow(|bean| bean.like.iter().copied()).unwrap();
        assert_eq!(order, [2, 1, 3, 0]);
        assert_eq!(catalog.follow(|bean| bean.like.first().copied()).unwrap().len(), 4, "an Option will do");
    }

    #[test]
    fn unknown_names_and_rings_are_all_told() {
        let catalog = catalog(&[
            ("Moon Bean", &["Sun Been"]),
            ("Sun Bean", &["Deputy Bean"]),
            ("Sheriff Bean", &["Deputy Bean"]),
            ("Deputy Bean", &["Sheriff Bean"]),
            ("Ego Bean", &["Ego Bean"]),
        ]);
        let Mistakes(mistakes) = catalog.follow(|bean| bean.like.iter().copied()).unwrap_err();
        assert_eq!(
            told(&mistakes),
            [
                "beans.ron:1: Moon Bean: there is no card 'Sun Been'; did you mean 'Sun Bean'?",
                "beans.ron:3: Sheriff Bean: it refers back to itself: Sheriff Bean -> Deputy Bean -> Sheriff Bean",
                "beans.ron:5: Ego Bean: it refers back to itself: Ego Bean -> Ego Bean",
            ]
        );
    }
}
