//! What lies on the table: plain data, less than four thousand bytes, copied freely.

use ccg::frame::Frame as Half;
use ccg::lasting::Effects;
use ccg::{Arena, Handle, Place, Tag};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use table::cards::Pile;
use table::{Ending, MAX_SEATS, Rule, Seat, SeatSet};

use crate::cards::{Allegiance, Face, Vibe};
use crate::tongue::Mojo;

/// How many cards a deck has (rule 2.3).
pub const DECK: usize = 30;
/// Six decks.
pub const CARDS: usize = MAX_SEATS * DECK;
/// What wins (rule 1.2).
pub const GOAL: u16 = 100;
/// Cards in a hand that has been evened up (rule 11.1).
pub const HAND: u8 = 6;
/// Actions in a turn (rule 4.1).
pub const ACTIONS: u8 = 2;
/// Rounds without a scored card until the game is over (rule 15.3).
pub const IDLE_ROUNDS: u16 = 10;
/// Rounds until the game is over in any case (rule 15.3).
pub const MOST_ROUNDS: u16 = 200;

// Places of the arena: seven for each seat, then those of the table.
const EACH: u8 = 7;
/// A Swinger that is being used, or a Happening that is carried out.
pub(crate) const AIR: Place = Place(MAX_SEATS as u8 * EACH);
/// The cards of those who have left (rule 15.4).
pub(crate) const GONE: Place = Place(AIR.0 + 1);
/// How many places there are.
pub(crate) const PLACES: usize = GONE.0 as usize + 1;
/// Hands have no order, and neither has what is gone.
pub(crate) const LOOSE: u128 = {
    let (mut loose, mut seat) = (1 << GONE.0, 0);
    while seat < MAX_SEATS as u8 {
        loose |= 1 << (seat * EACH);
        seat += 1;
    }
    loose
};

pub(crate) const fn hand(seat: Seat) -> Place {
    Place(seat.0 * EACH)
}
pub(crate) const fn deck(seat: Seat) -> Place {
    Place(seat.0 * EACH + 1)
}
pub(crate) const fn discards(seat: Seat) -> Place {
    Place(seat.0 * EACH + 2)
}
pub(crate) const fn score(seat: Seat) -> Place {
    Place(seat.0 * EACH + 3)
}
/// Active Agents.
pub(crate) const fn crew(seat: Seat) -> Place {
    Place(seat.0 * EACH + 4)
}
/// Swingers on the table.
pub(crate) const fn swingers(seat: Seat) -> Place {
    Place(seat.0 * EACH + 5)
}
/// The Bones on the seat's fighting Agent, the first at the bottom.
pub(crate) const fn bones(seat: Seat) -> Place {
    Place(seat.0 * EACH + 6)
}

/// Whose place it is, and which of the seven.
pub(crate) const fn whose(place: Place) -> Option<(Seat, u8)> {
    if place.0 < AIR.0 { Some((Seat(place.0 / EACH), place.0 % EACH)) } else { None }
}

/// The cards of the game.
pub(crate) type Cards = Arena<Handle<CARDS>, CARDS, PLACES, LOOSE>;
const _: () = assert!(size_of::<AustinPowers>() <= 4096);

/// An attack or a slugfest on its way. Each seat has at most one Agent in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fight {
    /// A slugfest, not an attack (rule 14.9).
    pub slugfest: bool,
    /// By what Bones need to Assassinate (rules 6.4, 14.3).
    pub kill: bool,
    /// Whoever attacks, or began the slugfest.
    pub by: Seat,
    /// Whoever is attacked.
    pub at: Seat,
    /// The fighting Agents. Whoever writes a position down may leave out those at the end who have none.
    #[serde(deserialize_with = "read_fighters")]
    pub fighters: [Tag; MAX_SEATS],
    /// Who has asked for help for good (rule 6.9), or is out of a slugfest (rule 14.5).
    pub done: SeatSet,
    /// The side with the last Bone.
    pub last: Option<Seat>,
}

fn read_fighters<'a, D: Deserializer<'a>>(from: D) -> Result<[Tag; MAX_SEATS], D::Error> {
    let row = Vec::<Tag>::deserialize(from)?;
    let mut fighters = [Tag::NONE; MAX_SEATS];
    if row.len() > fighters.len() {
        return Err(D::Error::custom("more Agents fight than there are seats"));
    }
    fighters[..row.len()].copy_from_slice(&row);
    Ok(fighters)
}

impl Default for Fight {
    fn default() -> Self {
        Fight {
            slugfest: false,
            kill: false,
            by: Seat(0),
            at: Seat(0),
            fighters: [Tag::NONE; MAX_SEATS],
            done: SeatSet::NONE,
            last: None,
        }
    }
}

impl Fight {
    /// Has this seat an Agent in it?
    #[inline]
    pub fn has(&self, seat: Seat) -> bool {
        self.fighters[seat.index()] != Tag::NONE
    }

    /// Is anybody fighting?
    pub fn is_on(&self) -> bool {
        self.fighters.iter().any(|tag| *tag != Tag::NONE)
    }

    /// Whose answer it is in an attack: first that of whoever is attacked, then always of the side without the last Bone (rule 6.5).
    pub fn answers(&self) -> Seat {
        self.last.map_or(self.at, |last| self.across(last))
    }

    /// The other side of an attack.
    pub const fn across(&self, seat: Seat) -> Seat {
        if seat.0 == self.by.0 { self.at } else { self.by }
    }
}

/// What becomes of an Agent that is given up (rule 17.15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is discarded.
    #[default]
    Discarded,
    /// It returns to the hand.
    Returned,
}

/// A step of the game itself. What cards do is the kernel's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The turn of whoever has it (rule 4.1).
    #[default]
    Turn,
    /// They may discard as many cards as they like (rule 11.3).
    Spent,
    /// A seat evens up (rule 11.1).
    Even(Seat),
    /// A ship chain: who is asked, and whether one was played in this round (rule 13.2).
    Chain(Seat, bool),
    /// An attack: a side answers (rule 6.6).
    Fight,
    /// Somebody has asked for help: a race (rule 6.11).
    Throw,
    /// A seat enters the slugfest (rule 14.2).
    Enter(Seat),
    /// A seat plays a Bone in the slugfest (rule 14.3).
    Brawl(Seat),
    /// A seat has lost: whether it was asked to save its Agent, and whether it did (rules 6.16, 17.30).
    Lost(Seat, bool, bool),
    /// A seat has won (rule 6.17).
    Won(Seat),
    /// Everybody makes the sign: a race (rule 9.3).
    Sign,
    /// Several were last (rule 9.4).
    Tie(SeatSet),
    /// A seat discards this many cards (rule 17.2).
    Shed(Seat, u8),
    /// A seat gives up this many of its Agents (rule 17.15).
    Yield(Seat, u8, Fate),
    /// A seat has discarded this many cards to draw as many (rule 17.11).
    Cycle(Seat, u8),
    /// A seat puts this many of its top cards at the bottom (rule 17.8).
    Bury(Seat, u8),
    /// A seat discards its least scored card (rule 17.24).
    Least(Seat),
}

/// Something half done. The top one of the stack says what is asked.
pub type Frame = Half<Mojo, Step>;
/// A turn, and Agents that let each other be played: no more than can be told apart by their orange dots, and what they do.
pub(crate) const MOST_FRAMES: usize = 24;

/// An effect that lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasts {
    /// More vibes (rule 17.20).
    Vibes(Vibe, u8),
    /// No Shag attempts on the Agents of whose effect it is (rule 17.21).
    #[default]
    Shelter,
    /// This seat throws no Bones and uses no Happenings (rule 17.26).
    NoHelp(Seat),
}

/// What waits for a seat's next turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Next {
    /// So many actions fewer (rule 4.5).
    pub fewer: u8,
    /// No attacks (rule 17.25).
    pub no_attacks: bool,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Somebody has 100 points (rule 15.1).
    Hundred,
    /// Nothing was scored for ten rounds, or 200 rounds were played (rule 15.3).
    DeadEnd,
    /// All others have left (rule 15.4).
    Alone,
}

impl Reason {
    /// For the house.
    pub const fn ending(self) -> Ending {
        match self {
            Reason::Hundred => Ending { reason: "hundred", rule: Rule(15, 1) },
            Reason::DeadEnd => Ending { reason: "dead-end", rule: Rule(15, 3) },
            Reason::Alone => Ending { reason: "alone", rule: Rule(15, 4) },
        }
    }
}

/// All that everybody sees, besides the cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// How many play.
    pub seats: u8,
    /// Good or Evil (rule 1.3).
    pub sides: [Allegiance; MAX_SEATS],
    /// Deck lists are secret (rule 3.4).
    pub closed_lists: bool,
    /// Players may leave (rule 15.4).
    pub leaving: bool,
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns have begun.
    pub turns: u16,
    /// How many have gone by without a card being scored (rule 15.3).
    pub idle: u16,
    /// A card was scored in this turn.
    pub scored: bool,
    /// Actions left.
    pub actions: u8,
    /// The free ship Agent of the turn has been played (rule 13.1).
    pub shipped: bool,
    /// No attacks in this turn (rule 17.25).
    pub no_attacks: bool,
    /// What waits for each seat's next turn.
    pub next: [Next; MAX_SEATS],
    /// Points (rule 1.2).
    pub scores: [u16; MAX_SEATS],
    /// Who has left.
    pub out: SeatSet,
    /// The attack or slugfest that is on.
    pub fight: Fight,
    /// The Happening that waits for its target, face down (rule 9.2). Until it is turned up it counts among the cards of the hand: who
    /// knows the hand knows that it is one of them, and no more. In a view of others it is hidden.
    pub laid: Option<Face>,
    /// Effects that last.
    pub effects: Effects<Lasts, 16>,
    /// What is half done.
    pub frames: Pile<Frame, MOST_FRAMES>,
    /// Why the game is over.
    pub over: Option<Reason>,
    /// Who has won.
    pub winners: SeatSet,
}

/// A position of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AustinPowers {
    pub(crate) cards: Cards,
    pub(crate) open: Open,
}

impl AustinPowers {
    /// A table with nothing on it.
    pub(crate) fn bare(seats: u8, sides: [Allegiance; MAX_SEATS]) -> AustinPowers {
        let open = Open {
            seats,
            sides,
            closed_lists: false,
            leaving: false,
            turn: Seat(0),
            turns: 0,
            idle: 0,
            scored: false,
            actions: 0,
            shipped: false,
            no_attacks: false,
            next: [Next::default(); MAX_SEATS],
            scores: [0; MAX_SEATS],
            out: SeatSet::NONE,
            fight: Fight::default(),
            laid: None,
            effects: Effects::default(),
            frames: Pile::default(),
            over: None,
            winners: SeatSet::NONE,
        };
        AustinPowers { cards: Cards::default(), open }
    }
}

/// Allegiances that alternate from a seat on, which has this one (rules 1.3, 15.5).
pub(crate) fn alternating(seats: u8, from: Seat, side: Allegiance) -> [Allegiance; MAX_SEATS] {
    let mut sides = [Allegiance::Good; MAX_SEATS];
    for n in 0..seats {
        let seat = (from.0 + n) % seats;
        sides[usize::from(seat)] = if n % 2 == 0 { side } else { side.other() };
    }
    sides
}
