//! Deck lists: plain text that people write, paste and trade, and what makes a deck lawful.
//!
//! ```text
//! # Circus in town
//!
//! [Beans]
//! 4 Lion Bean
//! 2x Clown Bean // the funny ones
//! ```
//!
//! A title, sections and comments may be left out. The list keeps names as they are written; a catalog says which
//! cards are meant.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use table::words::count;

use crate::catalog::{Card, Catalog, slug};
use crate::files::{Mistake, Mistakes};

/// Longer lines are no card's name, and would come back at full length in every message.
const LONGEST_LINE: usize = 500;

/// A deck as it is written down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeckList {
    /// What its owner calls it.
    pub title: Option<String>,
    /// Its parts, in order.
    pub sections: Vec<Section>,
}

/// A part of a deck.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Section {
    /// Its heading. Lines before the first heading stand in a section without a title.
    pub title: String,
    /// How many of which card.
    pub lines: Vec<(u8, String)>,
}

impl DeckList {
    /// Reads a deck list; `file` is what mistakes call it. Every bad line is told.
    pub fn parse(file: &str, text: &str) -> Result<DeckList, Mistakes> {
        let file: Arc<str> = file.into();
        let mut deck = DeckList::default();
        let mut mistakes = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{FEFF}').lines()) {
            if let Err(what) = deck.read_line(without_comment(line)) {
                mistakes.push(Mistake { file: Arc::clone(&file), line: number, card: None, what });
            }
        }
        Mistakes::none_or(mistakes).map(|()| deck)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            return Ok(());
        }
        if line.len() > LONGEST_LINE {
            return Err(format!("the line is too long for a card: {} bytes", line.len()));
        }
        if let Some(title) = line.strip_prefix('#') {
            return self.read_title(without_comment(title).trim());
        }
        if let Some(heading) = line.strip_prefix('[') {
            let title =
                heading.strip_suffix(']').ok_or_else(|| format!("`]` is missing after `{line}`"))?.trim();
            if title.is_empty() {
                return Err("a section needs a title, such as [Beans]".into());
            }
            self.sections.push(Section { title: title.to_owned(), lines: Vec::new() });
            return Ok(());
        }
        let copies = read_copies(&line)?;
        if self.sections.is_empty() {
            self.sections.push(Section::default());
        }
        if let Some(section) = self.sections.last_mut() {
            section.lines.push(copies);
        }
        Ok(())
    }

    fn read_title(&mut self, title: &str) -> Result<(), String> {
        match &self.title {
            _ if title.is_empty() => Err("the title is missing after `#`".into()),
            Some(first) => Err(format!("a second title: the deck is already called '{first}'")),
            None if !self.sections.is_empty() => Err("the title must come before the cards".into()),
            None => {
                self.title = Some(title.to_owned());
                Ok(())
            }
        }
    }

    /// How many cards there are.
    pub fn total(&self) -> u32 {
        self.lines().map(|(n, _)| u32::from(*n)).sum()
    }

    /// How many there are of each card, in the order of the list. A card may stand on several lines, in any case.
    pub fn counts(&self) -> Vec<(String, u32)> {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut counts: Vec<(String, u32)> = Vec::new();
        for (n, name) in self.lines() {
            let place = *places.entry(key(name)).or_insert(counts.len());
            if place == counts.len() {
                counts.push((name.clone(), 0));
            }
            counts[place].1 += u32::from(*n);
        }
        counts
    }

    /// The sections of this title alone, whatever its case: for games whose decks have parts with rules of their own.
    #[must_use]
    pub fn only(&self, title: &str) -> DeckList {
        let is_it = |s: &&Section| s.title.to_lowercase() == title.to_lowercase();
        DeckList {
            title: self.title.clone(),
            sections: self.sections.iter().filter(is_it).cloned().collect(),
        }
    }

    /// The same list with every name that the catalog knows spelled as printed.
    #[must_use]
    pub fn spelled<C: Card>(&self, catalog: &Catalog<C>) -> DeckList {
        let mut deck = self.clone();
        for (_, name) in deck.sections.iter_mut().flat_map(|s| &mut s.lines) {
            if let Some(id) = catalog.find(name) {
                catalog[id].name().clone_into(name);
            }
        }
        deck
    }

    /// The cards of the deck, or every rule that it breaks, one message each. `also` are the rules of the game's own:
    /// each tells what is wrong with the cards that the catalog knows.
    pub fn check<'a, C: Card>(
        &self,
        catalog: &'a Catalog<C>,
        rules: &DeckRules,
        also: &[GameRule<'_, C>],
    ) -> Result<Vec<Copies<'a, C>>, Vec<String>> {
        let mut broken: Vec<String> = rules.size(self.total()).into_iter().collect();
        let mut cards = Vec::new();
        for (name, count) in self.counts() {
            match catalog.named(&name) {
                Ok(id) => cards.push(Copies { card: &catalog[id], id, count }),
                Err(what) => broken.push(what),
            }
        }
        if let Some(most) = rules.copies {
            broken.extend(cards.iter().filter_map(|c| c.more_than(most)));
        }
        broken.extend(also.iter().flat_map(|rule| rule(&cards)));
        if broken.is_empty() { Ok(cards) } else { Err(broken) }
    }

    fn lines(&self) -> impl Iterator<Item = &(u8, String)> {
        self.sections.iter().flat_map(|s| &s.lines)
    }
}

/// What makes two names the same. A name without letters has no slug and stands for itself.
fn key(name: &str) -> String {
    Some(slug(name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| name.to_owned())
}

/// A line up to its comment. A comment starts at `//` after a blank, for a name might have `//` inside.
fn without_comment(line: &str) -> &str {
    let starts = |(at, _): &(usize, &str)| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices("//").find(starts).map_or(line, |(at, _)| &line[..at])
}

/// `4 Lion Bean` or `4x Lion Bean`.
fn read_copies(line: &str) -> Result<(u8, String), String> {
    let (first, name) = line.split_once(' ').unwrap_or((line, ""));
    let digits = first.strip_suffix(['x', 'X']).unwrap_or(first);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("'{line}' does not say how many: write it like `4 Lion Bean`"));
    }
    match (digits.parse(), name) {
        (_, "") => Err(format!("the card's name is missing after `{first}`")),
        (Ok(0), _) => Err(format!("{digits} copies of {name}: say how many, or remove the line")),
        (Ok(n), _) => Ok((n, name.to_owned())),
        (Err(_), _) => {
            Err(format!("{digits} copies of {name} are too many: a line may have at most {}", u8::MAX))
        }
    }
}

impl fmt::Display for DeckList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        if let Some(title) = &self.title {
            writeln!(f, "# {title}")?;
            gap = "\n";
        }
        for section in &self.sections {
            f.write_str(gap)?;
            gap = "\n";
            if !section.title.is_empty() {
                writeln!(f, "[{}]", section.title)?;
            }
            for (n, name) in &section.lines {
                writeln!(f, "{n} {name}")?;
            }
        }
        Ok(())
    }
}

/// What every deck of a game must keep to. What is `None` is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeckRules {
    /// The exact number of cards.
    pub exactly: Option<u16>,
    /// The fewest cards allowed.
    pub at_least: Option<u16>,
    /// The most cards allowed.
    pub at_most: Option<u16>,
    /// The most copies of each card allowed.
    pub copies: Option<u8>,
}

impl DeckRules {
    fn size(&self, total: u32) -> Option<String> {
        let bounds = [("exactly", self.exactly), ("at least", self.at_least), ("at most", self.at_most)];
        let (word, right) = bounds.into_iter().find_map(|(word, bound)| {
            let right = u32::from(bound?);
            let kept = match word {
                "exactly" => total == right,
                "at least" => total >= right,
                _ => total <= right,
            };
            (!kept).then_some((word, right))
        })?;
        let off = if total > right { "too many" } else { "too few" };
        let has = count(total, "card", "cards");
        Some(format!("the deck has {has}, {} {off}: it must have {word} {right}", total.abs_diff(right)))
    }
}

/// A rule of one game: everything that is wrong with these cards.
pub type GameRule<'r, C> = &'r dyn Fn(&[Copies<'_, C>]) -> Vec<String>;

/// How many a deck has of a card.
#[derive(Debug, PartialEq, Eq)]
pub struct Copies<'a, C> {
    /// The card.
    pub card: &'a C,
    /// Its number in the catalog.
    pub id: u16,
    /// How many there are.
    pub count: u32,
}

impl<C: Card> Copies<'_, C> {
    /// What is wrong if there are more than this many: also for cards with a limit of their own.
    pub fn more_than(&self, most: u8) -> Option<String> {
        let copies = || count(self.count, "copy", "copies");
        (self.count > u32::from(most))
            .then(|| format!("the deck has {} of {}: at most {most} allowed", copies(), self.card.name()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::files::Entry;

    const CIRCUS: &str =
        "# Circus in town\n\n[Beans]\n4 Lion Bean\n2 Clown Bean\n\n[Tricks]\n3 No You Don't!\n1 Lion Bean\n";

    #[derive(Debug, PartialEq)]
    struct Bean(&'static str);

    impl Card for Bean {
        fn name(&self) -> &str {
            self.0
        }
    }

    fn catalog() -> Catalog<Bean> {
        let names = ["Lion Bean", "Clown Bean", "No You Don't!", "Café Bean"];
        let entry = |name| Entry { card: Bean(name), file: "beans.ron".into(), line: 1 };
        Catalog::new(names.map(entry).into()).0
    }

    fn parsed(text: &str) -> DeckList {
        DeckList::parse("my.deck", text).unwrap()
    }

    #[test]
    fn a_deck_is_read_and_written() {
        let deck = parsed(CIRCUS);
        assert_eq!(deck.title.as_deref(), Some("Circus in town"));
        assert_eq!(deck.sections[1].lines, [(3, "No You Don't!".to_owned()), (1, "Lion Bean".to_owned())]);
        assert_eq!(deck.to_string(), CIRCUS);
        assert_eq!(deck.total(), 10);
        let counts = deck.counts();
        assert_eq!(
            counts.iter().map(|(name, n)| (name.as_str(), *n)).collect::<Vec<_>>(),
            [("Lion Bean", 5), ("Clown Bean", 2), ("No You Don't!", 3)]
        );
        assert_eq!(deck.only("beans").total(), 6);
        assert_eq!(deck.only("Nothing").total(), 0);
        assert_eq!(parsed(""), DeckList::default());
        assert_eq!(parsed("").to_string(), "");
    }

    #[test]
    fn pasted_lists_are_read_kindly() {
        let pasted = "\u{FEFF}#Circus  in\ttown\r\n\r\n[ Beans ]\r\n  4x lion\u{A0}bean // roar\r\n2X CLOWN BEAN\r\n// so\r\n\
                      [Tricks]\r\n3 no-you-dont\r\n01 Lion Bean";
        assert_eq!(parsed(pasted).spelled(&catalog()), parsed(CIRCUS));
        assert_eq!(parsed("2 Ham//Eggs Bean").sections[0].lines[0].1, "Ham//Eggs Bean");
        assert_eq!(parsed("2 50 Attack Boost!").counts(), [("50 Attack Boost!".to_owned(), 2)]);
        assert_eq!(parsed("2 ?!\n3 !?").counts().len(), 2, "names without letters are not the same");
    }

    #[test]
    fn every_bad_line_is_told() {
        let text = "# A\n# B\n[Beans\n[]\nLion Bean\n0 Lion Bean\n300 Lion Bean\n4\n4 Clown Bean\n-1 Lion Bean\n#//\nx Bean";
        let Mistakes(mistakes) = DeckList::parse("my.deck", text).unwrap_err();
        let told: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
        assert_eq!(
            told,
            [
                "my.deck:2: a second title: the deck is already called 'A'",
                "my.deck:3: `]` is missing after `[Beans`",
                "my.deck:4: a section needs a title, such as [Beans]",
                "my.deck:5: 'Lion Bean' does not say how many: write it like `4 Lion Bean`",
                "my.deck:6: 0 copies of Lion Bean: say how many, or remove the line",
                "my.deck:7: 300 copies of Lion Bean are too many: a line may have at most 255",
                "my.deck:8: the card's name is missing after `4`",
                "my.deck:10: '-1 Lion Bean' does not say how many: write it like `4 Lion Bean`",
                "my.deck:11: the title is missing after `#`",
                "my.deck:12: 'x Bean' does not say how many: write it like `4 Lion Bean`",
            ]
        );
        let long = format!("1 A\n1 {}", "B".repeat(100_000));
        assert_eq!(
            DeckList::parse("d", &long).unwrap_err().to_string(),
            "d:2: the line is too long for a card: 100002 bytes"
        );
        assert!(DeckList::parse("d", "1 A\n# Late").unwrap_err().to_string().contains("before the cards"));
    }

    #[test]
    fn every_broken_rule_is_told() {
        let catalog = catalog();
        let rules = DeckRules { exactly: Some(12), copies: Some(4), ..DeckRules::default() };
        let enough_clowns = |cards: &[Copies<'_, Bean>]| {
            let clowns = cards.iter().filter(|c| c.card.0 == "Clown Bean").map(|c| c.count).sum::<u32>();
            if clowns < 3 { vec![format!("the deck has {clowns} clowns: at least 3")] } else { vec![] }
        };
        let text = format!("{CIRCUS}4 Loin Bean\n1 cafe bean\n1 Xylophone");
        let broken = parsed(&text).check(&catalog, &rules, &[&enough_clowns]).unwrap_err();
        assert_eq!(
            broken,
            [
                "the deck has 16 cards, 4 too many: it must have exactly 12",
                "there is no card 'Loin Bean'; did you mean 'Lion Bean'?",
                "there is no card 'Xylophone'",
                "the deck has 5 copies of Lion Bean: at most 4 allowed",
                "the deck has 2 clowns: at least 3",
            ]
        );
        let lawful = parsed("4 lion bean\n4 clown bean\n3 No You Don't!\n1 Café Bean");
        let cards = lawful.check(&catalog, &rules, &[&enough_clowns]).unwrap();
        assert_eq!(
            cards.iter().map(|c| (c.id, c.count)).collect::<Vec<_>>(),
            [(0, 4), (1, 4), (2, 3), (3, 1)]
        );
    }

    #[test]
    fn sizes_have_bounds() {
        let between = DeckRules { at_least: Some(3), at_most: Some(5), ..DeckRules::default() };
        assert_eq!(between.size(0).unwrap(), "the deck has no cards, 3 too few: it must have at least 3");
        assert_eq!(between.size(1).unwrap(), "the deck has 1 card, 2 too few: it must have at least 3");
        assert_eq!(between.size(7).unwrap(), "the deck has 7 cards, 2 too many: it must have at most 5");
        assert_eq!((between.size(3), between.size(5), DeckRules::default().size(9)), (None, None, None));
        let long = parsed(&"255 Lion Bean\n".repeat(300));
        assert_eq!((long.total(), long.counts()[0].1), (76_500, 76_500));
    }

    /// A word that a title or a name may have anywhere.
    const WORD: &str = "[^\\s\\p{C}/]{1,8}( [^\\s\\p{C}/]{1,8}){0,2}";

    fn section() -> impl Strategy<Value = Section> {
        let lines = prop::collection::vec((1..=u8::MAX, WORD), 0..5);
        (WORD, lines).prop_map(|(title, lines)| Section { title, lines })
    }

    fn deck() -> impl Strategy<Value = DeckList> {
        let title = proptest::option::of("[^\\s\\p{C}/#]{1,8}");
        let loose = prop::collection::vec((1..=u8::MAX, WORD), 0..3);
        (title, loose, prop::collection::vec(section(), 0..4)).prop_map(|(title, lines, mut sections)| {
            if !lines.is_empty() {
                sections.insert(0, Section { title: String::new(), lines });
            }
            DeckList { title, sections }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_the_same(deck in deck(), crlf: bool) {
            let text = deck.to_string();
            let text = if crlf { text.replace('\n', "\r\n") } else { text };
            prop_assert_eq!(DeckList::parse("my.deck", &text), Ok(deck));
        }

        #[test]
        fn whatever_reads_reads_again(text in "([#\\[]? ?[0-9]{0,3}[x /\\]]{0,3}\\PC{0,6}(\n|\r\n)){0,6}") {
            if let Ok(deck) = DeckList::parse("my.deck", &text) {
                prop_assert_eq!(DeckList::parse("my.deck", &deck.to_string()), Ok(deck));
            }
        }
    }
}
