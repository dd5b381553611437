//! What lies on the table: plain data, less than two thousand bytes, copied freely.

use std::fmt;
use std::str::FromStr;

use ccg::frame::{Aim, Frame as Half};
use ccg::{Arena, Place, Tag};
use serde::{Deserialize, Serialize};
use table::cards::Pile;
use table::{Ending, Rule, Seat};

use crate::tongue::Beans;

/// Two Expert decks (rule 12.1).
pub const CARDS: usize = 120;
/// How many slots the ring has (rule 1.6).
pub const RING: u8 = 14;
/// How many of them are on one mat (rule 1.4).
pub const MAT: u8 = 7;
/// How many galaxies there are (rule 1.5).
pub const GALAXIES: u8 = 3;

/// A slot of the ring: a1 to a7, then b1 to b7 (rules 1.4, 1.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Slot(pub u8);

impl Slot {
    /// All slots of a seat's mat, from its owner's left.
    #[inline]
    pub fn of(seat: Seat) -> impl DoubleEndedIterator<Item = Slot> + Clone {
        (seat.0 * MAT..seat.0 * MAT + MAT).map(Slot)
    }

    /// All slots of the ring.
    #[inline]
    pub fn all() -> impl Iterator<Item = Slot> {
        (0..RING).map(Slot)
    }

    /// The slots of a galaxy on a seat's mat.
    #[inline]
    pub fn within(galaxy: Galaxy, seat: Seat) -> impl Iterator<Item = Slot> + Clone {
        Slot::of(seat).filter(move |slot| slot.galaxy() == galaxy)
    }

    /// Whose mat it is on.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat(self.0 / MAT)
    }

    /// The galaxy it is in (rule 1.5).
    #[inline]
    pub const fn galaxy(self) -> Galaxy {
        Galaxy(match self.0 {
            0 | 1 | 12 | 13 => 0,
            2..=4 | 9..=11 => 1,
            _ => 2,
        })
    }

    /// The next slot to the left, as its owner sees it (rule 1.6).
    #[inline]
    pub const fn left(self) -> Slot {
        Slot((self.0 + RING - 1) % RING)
    }

    /// The next slot to the right.
    #[inline]
    pub const fn right(self) -> Slot {
        Slot((self.0 + 1) % RING)
    }

    /// Where its Bean lies.
    #[inline]
    pub const fn bean(self) -> Place {
        Place(BEANS + self.0)
    }

    /// Where its Cosmos card lies.
    #[inline]
    pub const fn cosmos(self) -> Place {
        Place(COSMOS + self.0)
    }

    /// The handle of the Bean in it: what is half done names Beans by their slots.
    #[inline]
    pub(crate) const fn tag(self) -> Tag {
        Tag(self.0)
    }

    /// The slot that a handle stands for.
    #[inline]
    pub(crate) fn of_tag(tag: Tag) -> Option<Slot> {
        (tag.0 < RING).then_some(Slot(tag.0))
    }

    /// The slot that was picked.
    #[inline]
    pub fn aimed(aim: Aim) -> Option<Slot> {
        Slot::of_tag(aim.tag())
    }

    /// As a bit of a set of slots.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.0 < MAT { 'a' } else { 'b' }, self.0 % MAT + 1)
    }
}

impl FromStr for Slot {
    type Err = String;
    fn from_str(text: &str) -> Result<Slot, String> {
        let slot = match text.as_bytes() {
            [b'a', n @ b'1'..=b'7'] => Some(n - b'1'),
            [b'b', n @ b'1'..=b'7'] => Some(MAT + n - b'1'),
            _ => None,
        };
        slot.map(Slot).ok_or_else(|| format!("'{text}' is not a slot; slots are a1 to a7 and b1 to b7"))
    }
}

impl Serialize for Slot {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Slot {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Slot, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The slots of a set.
#[inline]
pub fn slots(set: u16) -> impl Iterator<Item = Slot> {
    table::cards::Bits(u64::from(set)).map(|n| Slot(n as u8))
}

/// A galaxy, counted from the left of the first seat (rule 1.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Galaxy(pub u8);

impl Galaxy {
    /// All three, from a seat's left.
    pub fn from_left_of(seat: Seat) -> impl Iterator<Item = Galaxy> {
        (0..GALAXIES).map(move |n| Galaxy(if seat.0 == 0 { n } else { GALAXIES - 1 - n }))
    }

    /// Left, middle or right, as a seat sees it.
    pub const fn side(self, seat: Seat) -> &'static str {
        match (self.0, seat.0) {
            (1, _) => "middle",
            (0, 0) | (2, 1) => "left",
            _ => "right",
        }
    }
}

/// How a Bean stands (rule 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Stance {
    #[default]
    HeadzUp,
    BottomzUp,
    Sidewayz,
}

impl Stance {
    /// For people.
    pub const fn title(self) -> &'static str {
        match self {
            Stance::HeadzUp => "Headz-up",
            Stance::BottomzUp => "Bottomz-up",
            Stance::Sidewayz => "Sidewayz",
        }
    }

    /// Headz-up or Bottomz-up.
    #[inline]
    pub const fn stands(self) -> bool {
        !matches!(self, Stance::Sidewayz)
    }
}

// Places of the arena: seven for each seat, one for what is in the air, then the slots.
const HAND: u8 = 0;
const DECK: u8 = 1;
const DISCARD: u8 = 2;
const PRIMED: u8 = 3;
const LOOT: u8 = 4;
const EACH: u8 = 7;
/// Cards that are being played, the newest on top.
pub(crate) const AIR: Place = Place(2 * EACH);
const BEANS: u8 = 2 * EACH + 1;
const COSMOS: u8 = BEANS + RING;
/// How many places there are.
pub(crate) const PLACES: usize = (COSMOS + RING) as usize;
/// Hands have no order.
pub(crate) const LOOSE: u128 = 1 << HAND | 1 << (HAND + EACH);

pub(crate) const fn hand(seat: Seat) -> Place {
    Place(seat.0 * EACH + HAND)
}
pub(crate) const fn deck(seat: Seat) -> Place {
    Place(seat.0 * EACH + DECK)
}
pub(crate) const fn discard(seat: Seat) -> Place {
    Place(seat.0 * EACH + DISCARD)
}
/// Actions that help the next attack lie here until it is over (rules 7.7, 9.10).
pub(crate) const fn primed(seat: Seat) -> Place {
    Place(seat.0 * EACH + PRIMED)
}
pub(crate) const fn loot(seat: Seat, galaxy: Galaxy) -> Place {
    Place(seat.0 * EACH + LOOT + galaxy.0)
}

/// The cards of the game.
pub(crate) type Cards = Arena<(), CARDS, PLACES, LOOSE>;
/// Two Expert decks fit, and a position is cheap to copy.
const _: () = assert!(size_of::<MightyBeanz>() <= 2048);

/// Left or right hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The left one.
    #[default]
    Left,
    /// The right one.
    Right,
    /// For those who did not see it.
    #[serde(rename = "?")]
    Hidden,
}

/// A Bean Attack on its way (rule 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Attack {
    /// The attackers, a bit for each slot.
    pub by: u16,
    /// Where the target is.
    pub galaxy: Galaxy,
    /// The attacker picks, in any galaxy (rule 8.1).
    pub sharp: bool,
    /// It was stopped (rule 9.9).
    pub stopped: bool,
    /// The attackers fall when it is over (rule 9.11).
    pub boomerang: bool,
    /// The target has so much more (rule 9.13).
    pub shield: u16,
    /// The attackers have turned.
    pub spun: bool,
}

/// What becomes of a Bean that arrives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It lands.
    #[default]
    Lands,
    /// It is discarded (rule 9.12).
    Discarded,
    /// It goes back to the hand (rule 9.14).
    Bounced,
}

/// How a shot lies (rule 10.3), by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lie(pub u16);

impl Lie {
    /// Where the target stands, and how the Mighty Bean leans.
    pub fn facts(self) -> shot::Lie {
        shot::Lie::new(self.0).unwrap_or_default()
    }
}

impl Default for Lie {
    fn default() -> Lie {
        Lie(shot::Lie::STRAIGHT.number())
    }
}

/// A step of the game itself. What cards do, and what answers them, is the kernel's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A seat keeps its opening hand or not (rule 1.9).
    Keep(Seat),
    /// A seat hides a Mighty Bean (rule 1.10).
    Hide(Seat),
    /// A seat guesses where it is.
    Guess(Seat, Side),
    /// A shot is set up (rule 10.3): in which galaxy, at which try.
    Lay(Galaxy, u8),
    /// A direction for the shot: in which galaxy, at which try, and how it lies.
    Aim(Galaxy, u8, Lie),
    /// A strength for the shot, with the direction.
    Flick(Galaxy, u8, Lie, i8),
    /// The points of the turn are counted (rule 2.3).
    Count,
    /// Points are spent (rule 2.3).
    #[default]
    Main,
    /// Cards are discarded at the end of the turn (rule 2.7).
    Down,
    /// The card in the air wants a slot (rules 3.3, 5.1).
    Place,
    /// The Bean in the air arrives.
    Arrive(Slot, Fate),
    /// A Blitz gathers (rule 8.2): the attackers so far.
    Gather(u16),
    /// A Blitz looks for a galaxy (rule 8.3).
    Strike(u16),
    /// A Bean Attack.
    Attack(Attack),
    /// The opponent discards this many cards (rule 8.14).
    Lose(u8),
}

/// Something half done. The top one of the stack says what is asked.
pub type Frame = Half<Beans, Step>;

/// More answers than this nobody is asked for.
const MOST_ANSWERS: usize = 22;
/// A turn, a card, what it does, and what may come of that; then the answers, and the question for the next.
pub(crate) const MOST_FRAMES: usize = 8 + MOST_ANSWERS;

/// What has been added to the next attack (rule 7.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Help {
    /// Added.
    pub boost: u16,
    /// So often doubled.
    pub doubles: u8,
    /// A Sharpshoot.
    pub sharp: bool,
    /// A Blitz.
    pub blitz: bool,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The last Loot of a galaxy was captured (rule 11.1).
    Loot,
    /// A deck is empty (rule 11.2).
    EmptyDeck,
    /// A hundred turns have been played (rule 11.4).
    HundredTurns,
    /// A thousand, in an endless game.
    ThousandTurns,
}

impl Reason {
    /// For the house.
    pub const fn ending(self) -> Ending {
        match self {
            Reason::Loot => Ending { reason: "loot", rule: Rule(11, 1) },
            Reason::EmptyDeck => Ending { reason: "empty-deck", rule: Rule(11, 2) },
            Reason::HundredTurns => Ending { reason: "hundred-turns", rule: Rule(11, 4) },
            Reason::ThousandTurns => Ending { reason: "thousand-turns", rule: Rule(11, 4) },
        }
    }
}

/// The rules of the house that the rulebook does not have, each of which can be left out; all of them hold by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct House {
    /// Deck lists are secret (rule 1.3).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closed_lists: bool,
    /// Actions and powers can be used for nothing (rule 3.5).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub for_nothing: bool,
    /// Targets are named before the answers (rule 3.6).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub targets_first: bool,
    /// The game does not end with the hundredth turn (rule 11.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
}

impl House {
    /// After how many turns the game is over (rule 11.4).
    pub const fn most_turns(self) -> u16 {
        if self.endless { 1000 } else { 100 }
    }

    /// What it is called when they have been played.
    pub(crate) const fn last_turn(self) -> Reason {
        if self.endless { Reason::ThousandTurns } else { Reason::HundredTurns }
    }

    /// Are all its rules kept?
    pub fn is_usual(&self) -> bool {
        *self == House::default()
    }
}

/// All that everybody sees, besides the cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// How each Bean stands; Headz-up where there is none.
    pub stance: [Stance; RING as usize],
    /// The Expert game (chapter 12).
    pub expert: bool,
    /// Steady hands (rule 10.8).
    pub steady: bool,
    /// Which rules of the house are left out.
    pub house: House,
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns have begun.
    pub turns: u16,
    /// Points left.
    pub points: u8,
    /// Points spent on drawing in this turn (rule 2.6).
    pub bought: u8,
    /// What spin powers have added to the next attack.
    pub spun: Help,
    /// What the Actions have added that lie ready.
    pub ready: Help,
    /// Loot captured.
    pub captured: [u8; 2],
    /// Instants of each seat that are not in open sight, by what they answer; nobody can count them where lists are closed
    /// (rule 9.4).
    pub instants: [[u8; 3]; 2],
    /// What is half done; in a view, without secrets.
    pub frames: Pile<Frame, MOST_FRAMES>,
    /// Why the game is over.
    pub over: Option<Reason>,
    /// Who won by Loot.
    pub winner: Option<Seat>,
}

/// A position of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MightyBeanz {
    pub(crate) cards: Cards,
    pub(crate) open: Open,
}

impl MightyBeanz {
    /// A table with nothing on it.
    pub(crate) fn bare(expert: bool, steady: bool, house: House) -> MightyBeanz {
        let open = Open {
            stance: [Stance::HeadzUp; RING as usize],
            expert,
            steady,
            house,
            turn: Seat(0),
            turns: 0,
            points: 0,
            bought: 0,
            spun: Help::default(),
            ready: Help::default(),
            captured: [0; 2],
            instants: [[0; 3]; 2],
            frames: Pile::default(),
            over: None,
            winner: None,
        };
        MightyBeanz { cards: Cards::default(), open }
    }
}

/// The other seat.
#[inline]
pub(crate) const fn foe(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// How many Loot cards lie in a galaxy at the start (rules 1.7, 12.2).
pub(crate) const fn loot_each(expert: bool) -> u8 {
    if expert { 3 } else { 2 }
}
