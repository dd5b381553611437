//! The 112 cards (rule 1.2): facts and flavour, and the tallies that hands are made of.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;

use lair::{LETTERS, Letter};
use serde::{Deserialize, Serialize};
use table::cards::Bits;
use table::words::no_such_card;
use table::{Fault, Setting};

/// How many cards there are.
pub const CARDS: usize = 112;
/// How many values Spies have, from 2 on.
pub const SPY_VALUES: usize = 8;
/// How many values Lairs have, from 1 on.
pub const LAIR_VALUES: usize = 4;
/// How many Spies there are, and as many Lairs.
pub const SPIES: u8 = 36;
/// How many Bombs.
pub const BOMBS: u8 = 4;
/// How many Doublers of each letter.
pub const COPIES: u8 = 4;
/// How many cards have the purple back.
pub const PURPLE: usize = 40;
/// How many cards have the blue back.
pub const BLUE: usize = 72;
/// A tally counts no further.
const MOST: u8 = 15;

const BOMB: usize = SPY_VALUES;
const LAIR_AT: usize = BOMB + 1;
const LETTER_AT: usize = LAIR_AT + LAIR_VALUES;
/// How many faces there are to tell apart.
pub const FACES: usize = LETTER_AT + LETTERS;

/// The face of a card: Spies by value, the Bomb, Lairs by value, the letters A to I. Cards that share a face cannot be
/// told apart (rule 1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Face(u8);

/// What kind of card a face is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Purple; can be captured.
    Spy,
    /// Purple; cannot.
    Bomb,
    /// Blue; goes into a Lair.
    Lair,
    /// Blue; is read aloud.
    Doubler,
}

/// A hidden card.
impl Default for Face {
    fn default() -> Self {
        Face::HIDDEN
    }
}

impl Face {
    /// The back of a card whose face the viewer does not know.
    pub const HIDDEN: Face = Face(31);
    /// The Bomb.
    pub const BOMB: Face = Face(BOMB as u8);

    /// The Spy of this value, 2 to 9.
    pub const fn spy(value: u8) -> Face {
        Face(value - 2)
    }

    /// The Lair of this value, 1 to 4.
    pub const fn lair(value: u8) -> Face {
        Face(LAIR_AT as u8 + value - 1)
    }

    /// The Doubler of this letter.
    #[inline]
    pub const fn doubler(letter: Letter) -> Face {
        Face((LETTER_AT + letter.index()) as u8)
    }

    /// A number for the face, for accounts.
    pub const fn id(self) -> u16 {
        self.0 as u16
    }

    /// The face with this number.
    pub fn from_id(id: u16) -> Option<Face> {
        u8::try_from(id).ok().filter(|&n| usize::from(n) < FACES).map(Face)
    }

    /// The kind of card. Meaningless for [`Face::HIDDEN`].
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.0 as usize {
            n if n < BOMB => Kind::Spy,
            BOMB => Kind::Bomb,
            n if n < LETTER_AT => Kind::Lair,
            _ => Kind::Doubler,
        }
    }

    /// Is it a Spy?
    #[inline]
    pub const fn is_spy(self) -> bool {
        (self.0 as usize) < BOMB
    }

    /// Is it a Lair?
    #[inline]
    pub const fn is_lair(self) -> bool {
        self.0 as usize >= LAIR_AT && (self.0 as usize) < LETTER_AT
    }

    /// Has it the purple back (rule 1.4)?
    #[inline]
    pub const fn is_purple(self) -> bool {
        self.0 as usize <= BOMB
    }

    /// The letter of a Doubler.
    pub const fn letter(self) -> Option<Letter> {
        match self.0 as usize {
            n if n >= LETTER_AT && n < FACES => Some(Letter::new((n - LETTER_AT) as u8)),
            _ => None,
        }
    }

    /// The printed value of a Spy or a Lair; 0 for any other card.
    #[inline]
    pub const fn value(self) -> u8 {
        match self.0 as usize {
            n if n < BOMB => self.0 + 2,
            n if n >= LAIR_AT && n < LETTER_AT => self.0 - LAIR_AT as u8 + 1,
            _ => 0,
        }
    }

    /// Every face.
    pub fn all() -> impl DoubleEndedIterator<Item = Face> + Clone {
        (0..FACES as u8).map(Face)
    }

    /// What the card is called.
    pub fn title(self) -> &'static str {
        CARD_WORDS.get(usize::from(self.0)).map_or("a hidden card", |words| words.1)
    }

    /// What the card says: a Spy's reputation, a builder's promise, a villain's speech.
    pub fn flavour(self) -> &'static str {
        CARD_WORDS.get(usize::from(self.0)).map_or("", |words| words.2)
    }

    /// The Doubler read aloud to a Spy.
    pub fn speech(self, spy: Face) -> String {
        self.flavour().replace("Mister Spy", spy.title())
    }

    /// As typed: `pip-marlow`, `bomb`, `moat`, `A`; `?` for a hidden card.
    pub fn slug(self) -> &'static str {
        CARD_WORDS.get(usize::from(self.0)).map_or("?", |words| words.0)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

impl FromStr for Face {
    type Err = String;
    fn from_str(word: &str) -> Result<Face, String> {
        if word == "?" {
            return Ok(Face::HIDDEN);
        }
        Face::all()
            .find(|f| f.slug().eq_ignore_ascii_case(word))
            .ok_or_else(|| no_such_card(word, Face::all().map(|f| f.slug().to_owned())))
    }
}

impl Serialize for Face {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Face, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// How many cards there are of each value (rule 1.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Counts {
    /// Spies of value 2 to 9.
    #[serde(deserialize_with = "spies")]
    pub spies: [u8; SPY_VALUES],
    /// Lairs of value 1 to 4.
    #[serde(deserialize_with = "lairs")]
    pub lairs: [u8; LAIR_VALUES],
}

fn spies<'de, D: serde::Deserializer<'de>>(from: D) -> Result<[u8; SPY_VALUES], D::Error> {
    row(from, "`counts`: spies needs 8 numbers, one for each value from 2 to 9")
}

fn lairs<'de, D: serde::Deserializer<'de>>(from: D) -> Result<[u8; LAIR_VALUES], D::Error> {
    row(from, "`counts`: lairs needs 4 numbers, one for each value from 1 to 4")
}

/// A row of just as many numbers as are wanted.
fn row<'de, D: serde::Deserializer<'de>, const N: usize>(from: D, wanted: &str) -> Result<[u8; N], D::Error> {
    let row = Vec::<u8>::deserialize(from).map_err(|e| serde::de::Error::custom(format!("{wanted}: {e}")))?;
    row.try_into().map_err(|row: Vec<u8>| serde::de::Error::custom(format!("{wanted}, not {}", row.len())))
}

impl Default for Counts {
    fn default() -> Self {
        Counts { spies: [8, 7, 6, 5, 4, 3, 2, 1], lairs: [9; LAIR_VALUES] }
    }
}

impl Counts {
    /// For the list of the game's settings.
    pub const SETTING: Setting = Setting {
        name: "counts",
        about: "how many Spies of value 2 to 9 and Lairs of value 1 to 4 there are, 36 of each kind (1.3)",
        example: r#"{"counts": {"spies": [8, 7, 6, 5, 4, 3, 2, 1], "lairs": [9, 9, 9, 9]}}"#,
    };

    /// Do they add up?
    pub fn check(&self) -> Result<(), Fault> {
        for (what, counts) in [("spies", &self.spies[..]), ("lairs", &self.lairs[..])] {
            if let Some(n) = counts.iter().find(|&&n| n > MOST) {
                let wrong = format!("counts.{what} has {n} cards of one value; at most {MOST} are allowed");
                return Err(Fault::near("counts", wrong));
            }
            let sum: u8 = counts.iter().sum();
            if sum != SPIES {
                let wrong = format!("counts.{what} adds up to {sum} cards; it must be {SPIES}");
                return Err(Fault::near("counts", wrong));
            }
        }
        Ok(())
    }

    /// The counts of a game with these cards.
    pub fn of(stock: Hand) -> Counts {
        Counts {
            spies: std::array::from_fn(|n| stock.count(Face(n as u8))),
            lairs: std::array::from_fn(|n| stock.count(Face((LAIR_AT + n) as u8))),
        }
    }

    /// All the cards of a game with these counts.
    pub fn stock(&self) -> Hand {
        let mut stock = Hand::default();
        let spies = (2..).map(Face::spy).zip(self.spies);
        let lairs = (1..).map(Face::lair).zip(self.lairs);
        let doublers = Letter::all().map(|letter| (Face::doubler(letter), COPIES));
        for (face, n) in spies.chain(lairs).chain(doublers).chain([(Face::BOMB, BOMBS)]) {
            (0..n).for_each(|_| stock.add(face));
        }
        stock
    }
}

/// How many of each: up to sixteen sorts of cards, up to fifteen of each, four bits a sort. Tallies add and subtract
/// like numbers, as long as no sort goes below none or above fifteen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tally(u64);

const EACH: u64 = 0x1111_1111_1111_1111;
const EVEN: u64 = 0x0f0f_0f0f_0f0f_0f0f;

impl Tally {
    #[inline]
    const fn one(sort: u8) -> Tally {
        Tally(1 << (4 * sort))
    }

    #[inline]
    const fn count(self, sort: u8) -> u8 {
        (self.0 >> (4 * sort) & 15) as u8
    }

    /// How many cards.
    #[inline]
    pub const fn total(self) -> u32 {
        let pairs = (self.0 & EVEN) + (self.0 >> 4 & EVEN);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// None?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sorts of which there is at least one.
    #[inline]
    fn sorts(self) -> impl Iterator<Item = u8> {
        let pairs = self.0 | self.0 >> 1;
        Bits((pairs | pairs >> 2) & EACH).map(|bit| (bit / 4) as u8)
    }

    /// The sort of the `n`th card.
    #[inline]
    fn nth(self, mut n: u32) -> u8 {
        let mut last = 0;
        for sort in self.sorts() {
            last = sort;
            let here = u32::from(self.count(sort));
            if n < here {
                break;
            }
            n -= here;
        }
        last
    }
}

impl Add for Tally {
    type Output = Tally;
    #[inline]
    fn add(self, more: Tally) -> Tally {
        Tally(self.0 + more.0)
    }
}

impl AddAssign for Tally {
    #[inline]
    fn add_assign(&mut self, more: Tally) {
        self.0 += more.0;
    }
}

impl Sub for Tally {
    type Output = Tally;
    #[inline]
    fn sub(self, less: Tally) -> Tally {
        Tally(self.0 - less.0)
    }
}

impl SubAssign for Tally {
    #[inline]
    fn sub_assign(&mut self, less: Tally) {
        self.0 -= less.0;
    }
}

/// Spies, by value. A team is made of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Spies(pub(crate) Tally);

impl Spies {
    /// One more.
    #[inline]
    pub fn add(&mut self, spy: Face) {
        debug_assert!(self.count(spy) < MOST, "too many of {spy}");
        self.0 += Tally::one(spy.0);
    }

    /// How many of this value.
    #[inline]
    pub const fn count(self, spy: Face) -> u8 {
        self.0.count(spy.0)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.total()
    }

    /// None?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Their values together.
    #[inline]
    pub fn value(self) -> u32 {
        self.kinds().map(|spy| u32::from(spy.value()) * u32::from(self.0.count(spy.0))).sum()
    }

    /// The different ones.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Face> {
        self.0.sorts().map(Face)
    }

    /// Each of them.
    pub fn each(self) -> impl Iterator<Item = Face> {
        self.kinds().flat_map(move |spy| std::iter::repeat_n(spy, usize::from(self.0.count(spy.0))))
    }
}

/// Lair cards, by value: four tallies of four bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Lairs(u16);

impl Lairs {
    /// One more.
    #[inline]
    pub fn add(&mut self, lair: Face) {
        self.0 += 1 << (4 * (lair.0 as usize - LAIR_AT));
    }

    /// Some more.
    #[inline]
    pub fn add_all(&mut self, more: Lairs) {
        self.0 += more.0;
    }

    /// None?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        let n = self.0 as u32;
        (n & 15) + (n >> 4 & 15) + (n >> 8 & 15) + (n >> 12)
    }

    /// What they come to (rule 3.2).
    #[inline]
    pub const fn value(self) -> u32 {
        let n = self.0 as u32;
        (n & 15) + 2 * (n >> 4 & 15) + 3 * (n >> 8 & 15) + 4 * (n >> 12)
    }

    /// Each of them, from the smallest.
    pub fn each(self) -> impl Iterator<Item = Face> {
        let tally = Tally(u64::from(self.0));
        tally.sorts().flat_map(move |sort| {
            std::iter::repeat_n(Face(LAIR_AT as u8 + sort), usize::from(tally.count(sort)))
        })
    }
}

/// Cards of any kind, kept apart by their backs: a hand, the discard pile, all there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand {
    purple: Tally,
    /// Lairs first, then letters.
    blue: Tally,
}

const BOMB_BITS: u64 = 15 << (4 * BOMB);
const LAIR_BITS: u64 = 0xffff;

impl Hand {
    /// Takes a card in.
    #[inline]
    pub fn add(&mut self, face: Face) {
        debug_assert!(self.count(face) < MOST, "too many of {face}");
        if face.is_purple() {
            self.purple += Tally::one(face.0);
        } else {
            self.blue += Tally::one(face.0 - LAIR_AT as u8);
        }
    }

    /// Takes a card out; it must be there.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        debug_assert!(self.has(face), "{face} is not in the hand");
        if face.is_purple() {
            self.purple -= Tally::one(face.0);
        } else {
            self.blue -= Tally::one(face.0 - LAIR_AT as u8);
        }
    }

    /// How many of this card.
    #[inline]
    pub const fn count(self, face: Face) -> u8 {
        if face.0 as usize >= FACES {
            0
        } else if face.is_purple() {
            self.purple.count(face.0)
        } else {
            self.blue.count(face.0 - LAIR_AT as u8)
        }
    }

    /// Is the card there?
    #[inline]
    pub const fn has(self, face: Face) -> bool {
        self.count(face) > 0
    }

    /// The Spies and Bombs.
    #[inline]
    pub const fn purple(self) -> Tally {
        self.purple
    }

    /// The Lairs and Doublers.
    #[inline]
    pub const fn blue(self) -> Tally {
        self.blue
    }

    /// The Spies.
    #[inline]
    pub const fn spies(self) -> Spies {
        Spies(Tally(self.purple.0 & !BOMB_BITS))
    }

    /// The Lairs.
    #[inline]
    pub const fn lairs(self) -> Lairs {
        Lairs((self.blue.0 & LAIR_BITS) as u16)
    }

    /// The `n`th purple card.
    #[inline]
    pub fn nth_purple(self, n: u32) -> Face {
        Face(self.purple.nth(n))
    }

    /// The different Spies, and the Bomb.
    #[inline]
    pub fn purple_kinds(self) -> impl Iterator<Item = Face> {
        self.purple.sorts().map(Face)
    }

    /// The different Lairs.
    #[inline]
    pub fn lair_kinds(self) -> impl Iterator<Item = Face> {
        Tally(self.blue.0 & LAIR_BITS).sorts().map(|sort| Face(sort + LAIR_AT as u8))
    }

    /// The different letters.
    #[inline]
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        Tally(self.blue.0 >> (4 * LAIR_VALUES)).sorts().map(Letter::new)
    }

    /// Takes all these Spies in.
    #[inline]
    pub fn add_spies(&mut self, spies: Spies) {
        self.purple += spies.0;
    }

    /// Takes all these Spies out; they must be there.
    #[inline]
    pub fn remove_spies(&mut self, spies: Spies) {
        self.purple -= spies.0;
    }

    /// Takes all these Lairs in.
    #[inline]
    pub fn add_lairs(&mut self, lairs: Lairs) {
        self.blue += Tally(u64::from(lairs.0));
    }

    /// Takes all these cards in.
    #[inline]
    pub fn add_all(&mut self, more: Hand) {
        self.purple += more.purple;
        self.blue += more.blue;
    }

    /// What is left without these; they must all be there.
    #[must_use]
    #[inline]
    pub fn without(self, less: Hand) -> Hand {
        Hand { purple: self.purple - less.purple, blue: self.blue - less.blue }
    }

    /// Every card, by kind and value.
    pub fn cards(self) -> impl Iterator<Item = Face> {
        Face::all().flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }
}

impl FromIterator<Face> for Hand {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Hand {
        let mut hand = Hand::default();
        faces.into_iter().for_each(|face| hand.add(face));
        hand
    }
}

/// Slug, name and text of every face. A Spy's name is a cover that several agents share; in a Doubler's text "Mister
/// Spy" gives way to it.
const CARD_WORDS: [(&str, &str, &str); FACES] = [
    (
        "pip-marlow",
        "Pip Marlow",
        "All the interns travel on this passport. The photograph is of somebody's dog.",
    ),
    ("dora-finch", "Dora Finch", "Hides in plain sight. Usually in the same plain sight."),
    ("basil-quince", "Basil Quince", "Carries a gun, a spare gun, and a note on which is which."),
    ("ilse-ravenna", "Ilse Ravenna", "Has broken out of nine prisons, two of them on purpose."),
    ("cornelius-stroud", "Cornelius Stroud", "Orders a drink the barman has to look up."),
    ("odile-moreau", "Odile Moreau", "Everybody remembers the dress. Nobody remembers the face."),
    (
        "viktor-lasko",
        "Viktor Lasko",
        "Walks away from explosions without turning round. Has missed some good ones.",
    ),
    ("seraphina-black", "Seraphina Black", "The only cover name that no other agent has dared to borrow."),
    ("bomb", "Bomb", "It looked so much like a Spy from behind."),
    ("trapdoor", "Squeaky Trapdoor", "Visitors step over it. Henchmen never learn."),
    ("moat", "Heated Moat", "The crocodiles had it put into their contract."),
    ("laser-fence", "Laser Fence", "Keeps out everything but moths, and improves those."),
    ("doomsday-wing", "Doomsday Wing", "Four floors, eleven dials, one button."),
    ("A", "A", "Before I kill you, Mister Spy, admire the view. I had two mountains removed for it."),
    (
        "B",
        "B",
        "Before I kill you, Mister Spy, choose the music. The orchestra is chained to its chairs and takes requests.",
    ),
    (
        "C",
        "C",
        "Before I kill you, Mister Spy, taste this soup. My cook worked for years to make it look harmless.",
    ),
    (
        "D",
        "D",
        "Before I kill you, Mister Spy, help me with the ransom note. Is it 'or else' or 'or otherwise'?",
    ),
    (
        "E",
        "E",
        "Before I kill you, Mister Spy, watch the countdown with me. I paid extra for the big numbers.",
    ),
    ("F", "F", "Before I kill you, Mister Spy, meet your replacement. He was grown from your toothbrush."),
    (
        "G",
        "G",
        "Before I kill you, Mister Spy, stand for the company song. The henchmen wrote eleven verses.",
    ),
    (
        "H",
        "H",
        "Before I kill you, Mister Spy, look through my stamps. I own every country in the album, or shall by Friday.",
    ),
    (
        "I",
        "I",
        "Before I kill you, Mister Spy, a toast! To the one door I forgot to lock. You will never guess which.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Games that name no edition were dealt with these cards. With others they can be played on no more: raise the
    /// number of the rules only if the rules have changed, and say so where the house is described.
    #[test]
    fn the_cards_are_those_of_the_first_edition() {
        use table::Game as _;
        assert_eq!(
            crate::RenamedSpy::card_hash(),
            crate::RenamedSpy::FIRST_CARDS,
            "{:#x}",
            crate::RenamedSpy::card_hash()
        );
    }

    #[test]
    fn the_deck_is_as_stated() {
        // Rules 1.2 and 1.3.
        let stock = Counts::default().stock();
        let count = |kind| stock.cards().filter(|f| f.kind() == kind).count();
        assert_eq!([Kind::Spy, Kind::Lair, Kind::Doubler, Kind::Bomb].map(count), [36, 36, 36, 4]);
        assert_eq!(stock.cards().count(), CARDS);
        assert_eq!((stock.purple().total() as usize, stock.blue().total() as usize), (PURPLE, BLUE));
        assert_eq!((2..=9).map(|v| stock.count(Face::spy(v))).collect::<Vec<_>>(), [8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!((1..=4).map(|v| stock.count(Face::lair(v))).collect::<Vec<_>>(), [9; 4]);
        assert_eq!(stock.spies().value(), 156);
        assert_eq!(stock.lairs().value(), 90);
        assert_eq!(stock.spies().len(), 36);
    }

    #[test]
    fn counts_must_add_up() {
        assert_eq!(Counts::default().check(), Ok(()));
        let spies = Counts { spies: [8, 7, 6, 5, 4, 3, 2, 2], ..Counts::default() };
        assert_eq!(spies.check().unwrap_err().what, "counts.spies adds up to 37 cards; it must be 36");
        let lairs = Counts { lairs: [16, 8, 8, 4], ..Counts::default() };
        assert_eq!(
            lairs.check().unwrap_err().what,
            "counts.lairs has 16 cards of one value; at most 15 are allowed"
        );
        assert_eq!(Counts { lairs: [15, 15, 6, 0], ..Counts::default() }.check(), Ok(()));
        let huge = Counts { spies: [255; 8], ..Counts::default() };
        assert!(huge.check().is_err());
    }

    #[test]
    fn every_face_has_its_own_words() {
        let mut slugs: Vec<&str> = Face::all().map(Face::slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), FACES);
        for face in Face::all() {
            assert_eq!(face.slug().parse(), Ok(face));
            assert_eq!(Face::from_id(face.id()), Some(face));
            if face.kind() == Kind::Doubler {
                let speech = face.speech(Face::spy(5));
                assert!(speech.contains("Ilse Ravenna") && !speech.contains("Mister Spy"), "{speech}");
                assert_eq!(face.letter().map(Face::doubler), Some(face));
            }
        }
        assert!("pip-marlo".parse::<Face>().unwrap_err().contains("pip-marlow"));
        assert_eq!(Face::from_id(22), None);
    }

    #[test]
    fn tallies_count() {
        let mut hand = Hand::default();
        for face in [Face::spy(2), Face::spy(2), Face::spy(9), Face::BOMB, Face::lair(4), Face::lair(1)] {
            hand.add(face);
        }
        hand.add(Face::doubler(Letter::new(8)));
        assert_eq!((hand.purple().total(), hand.blue().total()), (4, 3));
        assert_eq!((hand.spies().len(), hand.spies().value()), (3, 13));
        assert_eq!((hand.lairs().len(), hand.lairs().value()), (2, 5));
        let drawn: Vec<Face> = (0..4).map(|n| hand.nth_purple(n)).collect();
        assert_eq!(drawn, [Face::spy(2), Face::spy(2), Face::spy(9), Face::BOMB]);
        assert_eq!(hand.purple_kinds().count(), 3);
        assert_eq!(hand.letters().collect::<Vec<_>>(), [Letter::new(8)]);
        assert_eq!(hand.lair_kinds().collect::<Vec<_>>(), [Face::lair(1), Face::lair(4)]);
        assert_eq!(hand.cards().collect::<Hand>(), hand);
        hand.remove(Face::spy(2));
        assert_eq!(hand.count(Face::spy(2)), 1);
        assert!(!hand.has(Face::HIDDEN));
    }
}
