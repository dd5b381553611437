//! The 54 cards (rule 1.2): facts and flavour, and the sets that hands are made of.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use lair::{LETTERS, Letter};
use serde::{Deserialize, Serialize};
use table::cards::Bits;
use table::words::no_such_card;

/// How many cards there are.
pub const CARDS: usize = 54;
/// How many different Spies.
pub const SPIES: usize = 21;
/// How many different Lairs.
pub const LAIRS: usize = 15;
/// How many cards have the common back.
pub const OTHERS: usize = LAIRS + 2 * LETTERS;
/// How many faces there are to tell apart.
pub const FACES: usize = SPIES + LAIRS + LETTERS;

/// The face of a card: 21 Spies by value, then 15 Lairs by value, then the letters A to I. The two Taunts of a letter
/// share a face, because nobody can tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Face(pub u8);

/// What kind of card a face is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// With the Spies' back.
    Spy,
    /// Goes into a Lair.
    Lair,
    /// Read aloud, or laid as a Deathtrap.
    Taunt,
}

const VALUES: [u8; FACES] = {
    let mut values = [0; FACES];
    let mut face = 0;
    let counts: [(u8, usize); 10] =
        [(2, 5), (3, 5), (4, 4), (5, 3), (6, 2), (7, 1), (8, 1), (2, 5), (3, 5), (4, 5)];
    let mut row = 0;
    while row < counts.len() {
        let mut copy = 0;
        while copy < counts[row].1 {
            values[face] = counts[row].0;
            face += 1;
            copy += 1;
        }
        row += 1;
    }
    values
};

/// A hidden card.
impl Default for Face {
    fn default() -> Self {
        Face::HIDDEN
    }
}

impl Face {
    /// The back of a card whose face the viewer does not know.
    pub const HIDDEN: Face = Face(63);

    /// The Taunt of this letter.
    #[inline]
    pub const fn taunt(letter: Letter) -> Face {
        Face((SPIES + LAIRS + letter.index()) as u8)
    }

    /// The kind of card. Meaningless for [`Face::HIDDEN`].
    #[inline]
    pub const fn kind(self) -> Kind {
        if self.is_spy() {
            Kind::Spy
        } else if self.is_lair() {
            Kind::Lair
        } else {
            Kind::Taunt
        }
    }

    /// Is it a Spy?
    #[inline]
    pub const fn is_spy(self) -> bool {
        (self.0 as usize) < SPIES
    }

    /// Is it a Lair?
    #[inline]
    pub const fn is_lair(self) -> bool {
        self.0 as usize >= SPIES && (self.0 as usize) < SPIES + LAIRS
    }

    /// The printed value of a Spy or a Lair; 0 for a Taunt.
    #[inline]
    pub const fn value(self) -> u8 {
        VALUES[self.0 as usize]
    }

    /// The letter of a Taunt. Meaningless for other cards.
    #[inline]
    pub const fn letter(self) -> Letter {
        Letter::new(self.0 - (SPIES + LAIRS) as u8)
    }

    /// Every face.
    pub fn all() -> impl DoubleEndedIterator<Item = Face> {
        (0..FACES as u8).map(Face)
    }

    /// How many cards show this face.
    pub const fn copies(self) -> u8 {
        if self.0 as usize >= SPIES + LAIRS { 2 } else { 1 }
    }

    /// What the card is called: a name, or a letter.
    pub fn title(self) -> &'static str {
        match self.0 as usize {
            n if n < SPIES => SPY_CARDS[n].0,
            n if n < SPIES + LAIRS => LAIR_CARDS[n - SPIES].1,
            n if n < FACES => TAUNT_CARDS[n - SPIES - LAIRS].0,
            _ => "a hidden card",
        }
    }

    /// What the card says: a Spy's character, a Lair's brochure, a villain's speech.
    pub fn flavour(self) -> &'static str {
        match self.0 as usize {
            n if n < SPIES => SPY_CARDS[n].1,
            n if n < SPIES + LAIRS => LAIR_CARDS[n - SPIES].2,
            n if n < FACES => TAUNT_CARDS[n - SPIES - LAIRS].1,
            _ => "",
        }
    }

    /// The Taunt read aloud to a Spy.
    pub fn speech(self, spy: Face) -> String {
        self.flavour().replace("Mister Spy", spy.title())
    }

    /// As typed: `jillian-styles`, `moon-base`, `A`; `?` for a hidden card.
    pub fn slug(self) -> &'static str {
        match self.0 as usize {
            n if n < SPIES => &SPY_SLUGS[n],
            n if n < SPIES + LAIRS => LAIR_CARDS[n - SPIES].0,
            n if n < FACES => TAUNT_CARDS[n - SPIES - LAIRS].0,
            _ => "?",
        }
    }
}

/// What one types for a Spy: the name in small letters.
static SPY_SLUGS: LazyLock<[String; SPIES]> =
    LazyLock::new(|| SPY_CARDS.map(|(name, _)| name.to_lowercase().replace(' ', "-")));

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
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
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Face, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A hand of cards, one bit a card: Spies and Lairs have a bit each, a letter has two, the lower one filled first, so
/// that which twin it is can never show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand(pub u64);

const SPY_BITS: u64 = (1 << SPIES) - 1;
const LAIR_BITS: u64 = ((1 << LAIRS) - 1) << SPIES;
const TAUNT_AT: usize = SPIES + LAIRS;
/// The lower bit of each letter.
const TAUNT_BITS: u64 = 0x1_5555 << TAUNT_AT;

/// The face that each bit of a hand stands for.
const FACE_OF_BIT: [Face; 64] = {
    let mut faces = [Face::HIDDEN; 64];
    let mut bit = 0;
    while bit < CARDS {
        faces[bit] =
            if bit < TAUNT_AT { Face(bit as u8) } else { Face((TAUNT_AT + (bit - TAUNT_AT) / 2) as u8) };
        bit += 1;
    }
    faces
};

/// The Spies of at most each value.
const UP_TO: [u64; 9] = {
    let mut masks = [0; 9];
    let mut value = 0;
    while value < 9 {
        let mut spy = 0;
        while spy < SPIES {
            if VALUES[spy] as usize <= value {
                masks[value] |= 1 << spy;
            }
            spy += 1;
        }
        value += 1;
    }
    masks
};

impl Hand {
    #[inline]
    fn bit(self, face: Face) -> u32 {
        let n = u32::from(face.0);
        let at = TAUNT_AT as u32;
        if n < at { n } else { at + 2 * (n - at) }
    }

    /// Takes a card into the hand.
    #[inline]
    pub fn add(&mut self, face: Face) {
        let bit = self.bit(face);
        // A second twin goes into the upper bit. For other cards the lower bit is always free.
        let twin = (self.0 >> bit & 1) as u32;
        self.0 |= 1 << (bit + twin);
    }

    /// Takes a card out of the hand; it must be there.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        let bit = self.bit(face);
        debug_assert!(self.has(face), "{face} is not in the hand");
        let both = usize::from(face.0) >= TAUNT_AT && self.0 >> (bit + 1) & 1 == 1;
        self.0 &= !(1 << (bit + u32::from(both)));
    }

    /// Is the card there?
    #[inline]
    pub fn has(self, face: Face) -> bool {
        face.0 < FACES as u8 && self.0 >> self.bit(face) & 1 == 1
    }

    /// How many cards.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// No cards?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many Spies.
    #[inline]
    pub fn spies(self) -> u32 {
        (self.0 & SPY_BITS).count_ones()
    }

    /// Any Spies at all?
    #[inline]
    pub fn has_spies(self) -> bool {
        self.0 & SPY_BITS != 0
    }

    /// Any cards with the common back?
    #[inline]
    pub fn has_others(self) -> bool {
        self.0 & !SPY_BITS != 0
    }

    /// How many cards with the common back.
    #[inline]
    pub fn others(self) -> u32 {
        (self.0 & !SPY_BITS).count_ones()
    }

    /// The `n`th Spy of the hand, by value.
    #[inline]
    pub fn nth_spy(self, n: u32) -> Face {
        let mut bits = self.0 & SPY_BITS;
        for _ in 0..n {
            bits &= bits - 1;
        }
        Face(bits.trailing_zeros() as u8)
    }

    /// The different Spies of the hand.
    #[inline]
    pub fn each_spy(self) -> impl Iterator<Item = Face> {
        Bits(self.0 & SPY_BITS).map(|bit| Face(bit as u8))
    }

    /// The Spies of the hand with at most this value.
    #[inline]
    pub fn each_spy_up_to(self, value: u32) -> impl Iterator<Item = Face> {
        Bits(self.0 & UP_TO[value.min(8) as usize]).map(|bit| Face(bit as u8))
    }

    /// The different Lairs of the hand.
    #[inline]
    pub fn each_lair(self) -> impl Iterator<Item = Face> {
        Bits(self.0 & LAIR_BITS).map(|bit| Face(bit as u8))
    }

    /// The different letters of the hand's Taunts.
    #[inline]
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        Bits((self.0 & TAUNT_BITS) >> TAUNT_AT).map(|bit| Letter::new((bit / 2) as u8))
    }

    /// The different cards of the hand with the common back, Lairs first.
    #[inline]
    pub fn each_other(self) -> impl Iterator<Item = Face> {
        Bits(self.0 & (LAIR_BITS | TAUNT_BITS)).map(|bit| FACE_OF_BIT[bit as usize])
    }

    /// Every card of the hand, twins twice.
    pub fn cards(self) -> impl Iterator<Item = Face> {
        let twice =
            move |f: Face| std::iter::repeat_n(f, usize::from(self.0 >> (self.bit(f) + 1) & 1 == 1) + 1);
        self.each_spy().chain(self.each_lair()).chain(self.letters().map(Face::taunt).flat_map(twice))
    }
}

impl FromIterator<Face> for Hand {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Hand {
        let mut hand = Hand::default();
        faces.into_iter().for_each(|f| hand.add(f));
        hand
    }
}

/// Face-up Lair cards, one bit each, and what they come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Lairs {
    bits: u16,
    value: u8,
}

impl Lairs {
    /// Puts a Lair card in.
    #[inline]
    pub fn add(&mut self, face: Face) {
        self.bits |= 1 << (face.0 as usize - SPIES);
        self.value += face.value();
    }

    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        self.bits &= !(1 << (face.0 as usize - SPIES));
        self.value -= face.value();
    }

    /// Is it there?
    #[inline]
    pub fn has(self, face: Face) -> bool {
        face.is_lair() && self.bits >> (face.0 as usize - SPIES) & 1 == 1
    }

    /// None?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Their printed values together.
    #[inline]
    pub fn value(self) -> u32 {
        self.value.into()
    }

    /// Each of them.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = Face> {
        Bits(u64::from(self.bits)).map(|bit| Face(bit as u8 + SPIES as u8))
    }
}

/// Names and characters, by value: five 2s, five 3s, four 4s, three 5s, two 6s, a 7 and an 8.
const SPY_CARDS: [(&str, &str); SPIES] = [
    ("Barnaby Twill", "Hides behind newspapers. Forgets the eyeholes."),
    ("Dot Pemberley", "Writes everything down, in a diary marked SECRET."),
    ("Cosmo Lint", "Master of disguise. Singular: disguise."),
    ("Minnie Vantage", "Only came along for the expense account."),
    ("Ferris Umber", "Says 'roger' to everything, including dinner."),
    ("Gil Fontaine", "Has a gadget for opening gadgets."),
    ("Petra Quill", "Reads lips. Misreads rooms."),
    ("Rufus Latch", "Can pick any lock that is already open."),
    ("Odette Marrow", "Leaves lipstick on the safe as a courtesy."),
    ("Hank Calloway", "Wears the hat indoors. Wears it in the bath."),
    ("Sable Winters", "Never blinks. Sleeps in sunglasses to be sure."),
    ("Monty Draper", "His umbrella does eleven things, none of them rain."),
    ("Inga Nightjar", "Speaks nine languages, all of them in a whisper."),
    ("Lorenzo Pike", "Enters every building through the ceiling."),
    ("Jillian Styles", "Five passports, five tailors, one eyebrow, raised."),
    ("Dash Kensington", "Has never been seen parking a car."),
    ("Vivienne Thorn", "Sends flowers to the widow in advance."),
    ("Marguerite Steele", "Retired twice. Bored twice."),
    ("Rex Halloran", "Once defused a bomb by disapproving of it."),
    ("Augusta Vane", "Knows how your plan ends. Brought a chair."),
    ("Magnus Sterling", "The reason your insurance has that clause."),
];

/// Slug, name and brochure, by value: five 2s, five 3s, five 4s.
const LAIR_CARDS: [(&str, &str, &str); LAIRS] = [
    ("storage-unit", "Rented Storage Unit", "Unit 13B. First month free."),
    ("houseboat", "Houseboat with Periscope", "The periscope is for the neighbours."),
    ("bakery", "Back Room of a Bakery", "Evil plans, half price after six."),
    ("mini-golf", "Abandoned Mini-Golf", "Hole nine is the trapdoor."),
    ("basement", "An Aunt's Basement", "No henchmen after ten, dear."),
    ("submarine", "Second-Hand Submarine", "Only one previous navy."),
    ("blimp", "Dread Blimp", "Slow, but nobody expects it to stop."),
    ("castle", "Alpine Castle", "Four towers, one bathroom."),
    ("oil-rig", "Idle Oil Rig", "Pumps nothing but menace."),
    ("lighthouse", "Haunted Lighthouse", "The ghost works nights anyway."),
    ("volcano", "Hollow Volcano", "Central heating included."),
    ("moon-base", "Moon Base", "Zero gravity, zero witnesses."),
    ("skull-island", "Skull-Shaped Island", "The estate agent called it characterful."),
    ("ice-palace", "Ice Palace", "Please keep the death ray outside."),
    ("opera-house", "Undersea Opera House", "Every seat is a box. Every box floods."),
];

/// Letter and speech; "Mister Spy" gives way to the captive's name.
const TAUNT_CARDS: [(&str, &str); LETTERS] = [
    (
        "A",
        "Before I kill you, Mister Spy, do you like the carpet? I had the shark tank moved twice to match it.",
    ),
    (
        "B",
        "Before I kill you, Mister Spy, let me show you the whole plan again, this time with the slides in order.",
    ),
    (
        "C",
        "Before I kill you, Mister Spy, say hello to my mother. She has come all this way and brought a casserole.",
    ),
    (
        "D",
        "Before I kill you, Mister Spy, which of my two laughs is more chilling? Be honest. Here is the first.",
    ),
    (
        "E",
        "Before I kill you, Mister Spy, sign the guest book. Everyone writes 'you will never get away with this'.",
    ),
    (
        "F",
        "Before I kill you, Mister Spy, guess the password. It is on the note behind you. No, the other note.",
    ),
    (
        "G",
        "Before I kill you, Mister Spy, I wrote a poem about world domination. It rhymes 'laser' with 'laser'.",
    ),
    ("H", "Before I kill you, Mister Spy, meet the cat. He is the brains here. I only do the talking."),
    (
        "I",
        "Before I kill you, Mister Spy, I shall leave the room, lock one of the doors, and trust in the machine.",
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
            crate::MisterSpy::card_hash(),
            crate::MisterSpy::FIRST_CARDS,
            "{:#x}",
            crate::MisterSpy::card_hash()
        );
    }

    #[test]
    fn the_deck_is_as_stated() {
        // Rule 1.2.
        let count = |kind, value| {
            let fits = |f: &Face| f.kind() == kind && f.value() == value;
            Face::all().filter(fits).map(|f| u32::from(f.copies())).sum::<u32>()
        };
        assert_eq!((2..=8).map(|v| count(Kind::Spy, v)).collect::<Vec<_>>(), [5, 5, 4, 3, 2, 1, 1]);
        assert_eq!((2..=4).map(|v| count(Kind::Lair, v)).collect::<Vec<_>>(), [5, 5, 5]);
        assert_eq!(count(Kind::Taunt, 0), 18);
        assert_eq!("jillian-styles".parse::<Face>().map(Face::value), Ok(5));
        assert_eq!(Face::all().map(|f| usize::from(f.copies())).sum::<usize>(), CARDS);
    }

    #[test]
    fn every_face_has_its_own_words() {
        let mut slugs: Vec<&str> = Face::all().map(Face::slug).collect();
        slugs.sort();
        slugs.dedup();
        assert_eq!(slugs.len(), FACES);
        for face in Face::all() {
            assert_eq!(face.slug().parse(), Ok(face));
            assert!(!face.flavour().is_empty());
            if face.kind() == Kind::Taunt {
                let speech = face.speech("jillian-styles".parse().unwrap());
                assert!(speech.contains("Jillian Styles") && !speech.contains("Mister Spy"), "{speech}");
            }
        }
        assert!("jilian-styles".parse::<Face>().unwrap_err().contains("jillian-styles"));
    }

    #[test]
    fn twins_cannot_be_told_apart() {
        let a = Face::taunt(Letter::new(0));
        let mut hand = Hand::default();
        hand.add(a);
        let one = hand;
        hand.add(a);
        assert_eq!(hand.len(), 2);
        assert_eq!(hand.letters().count(), 1);
        assert_eq!(hand.cards().count(), 2);
        hand.remove(a);
        assert_eq!(hand, one);
        hand.remove(a);
        assert!(hand.is_empty());
    }

    #[test]
    fn lairs_add_up() {
        let mut all = Lairs::default();
        Face::all().filter(|f| f.is_lair()).for_each(|f| all.add(f));
        assert_eq!(all.value(), 45);
    }
}
