//! What a seat can answer and what the table tells.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use table::{Rule, Seat, acts};

use crate::cards::{Face, Kind};
use crate::state::{Galaxy, Lie, Reason, Side, Slot, Stance};
use crate::tongue::Moment;

acts! {
    /// One answer to a question.
    pub enum Action {
        /// Keeps the opening hand.
        Keep = "keep" by Rule(1, 9);
        /// Draws another one.
        Redraw = "redraw" by Rule(1, 9);
        /// Hides a Mighty Bean.
        Hide { side: Side } = "hide SIDE" by Rule(1, 10);
        /// Guesses where it is.
        Guess { side: Side } = "guess SIDE" by Rule(1, 10);
        /// The direction of a shot.
        Aim { n: i8 } = "aim N" by Rule(10, 3);
        /// Its strength.
        Flick { n: u8 } = "flick N" by Rule(10, 3);
        /// Shoots with steady hands.
        Shoot = "shoot" by Rule(10, 8);
        /// Misses on purpose, with steady hands.
        Miss = "miss" by Rule(10, 8);
        /// Ends the turn.
        End = "end" by Rule(2, 5);
        /// Draws a card for a point.
        Draw = "draw" by Rule(2, 6);
        /// Plays a card from the hand.
        Play { card: Face } = "play CARD" by Rule(3, 2);
        /// Uses a spin power.
        Spin { slot: Slot } = "spin SLOT" by Rule(4, 5);
        /// Turns a Bean up.
        Turn { slot: Slot } = "turn SLOT" by Rule(4, 2);
        /// Begins a Bean Blitz.
        Blitz = "blitz" by Rule(8, 2);
        /// No more of it.
        Done = "done" by Rule(8, 2);
        /// Picks a slot, or the Bean or Cosmos card in it.
        At { slot: Slot } = "at SLOT" by Rule(3, 6);
        /// Picks a galaxy.
        Galaxy { n: Galaxy } = "galaxy N" by Rule(8, 3);
        /// Plays an Instant.
        Answer { card: Face } = "answer CARD" by Rule(9, 1);
        /// Lets it happen.
        Pass = "pass" by Rule(9, 3);
        /// Picks a card from one's own hand or discard pile.
        Take { card: Face } = "take CARD" by Rule(3, 6);
        /// Discards a card.
        Discard { card: Face } = "discard CARD" by Rule(2, 7);
    }
}

impl fmt::Display for Galaxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Galaxy {
    type Err = String;
    fn from_str(text: &str) -> Result<Galaxy, String> {
        match text {
            "1" => Ok(Galaxy(0)),
            "2" => Ok(Galaxy(1)),
            "3" => Ok(Galaxy(2)),
            _ => Err(format!("'{text}' is not a galaxy: they are 1, 2 and 3")),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Hidden => "?",
        })
    }
}

impl FromStr for Side {
    type Err = String;
    fn from_str(text: &str) -> Result<Side, String> {
        match text {
            "left" => Ok(Side::Left),
            "right" => Ok(Side::Right),
            "?" => Ok(Side::Hidden),
            _ => Err(format!("'{text}' is neither left nor right")),
        }
    }
}

/// The rule that an act follows; what is played goes by its kind.
pub(crate) fn rule_of(act: Action) -> Rule {
    match act {
        Action::Play { card } if card != Face::HIDDEN => match card.card().kind {
            Kind::Bean => Rule(3, 3),
            Kind::Action => Rule(3, 4),
            Kind::Instant => Rule(9, 1),
            Kind::Moon | Kind::AsteroidField => Rule(5, 1),
        },
        _ => act.rule(),
    }
}

/// Where a number comes from: one line of a sum (rules 7.1, 7.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Part {
    /// What is printed on the Bean.
    Printed { card: Face, n: i32 },
    /// A neighbour of the team (rule 7.3).
    Team { n: i32 },
    /// A Headz-up power (rule 7.5).
    Gift { card: Face, clause: u8, n: i32 },
    /// A Moon or an Asteroid Field (rules 5.4, 5.5).
    Cosmos { card: Face, clause: u8, n: i32 },
    /// Spin powers of this turn (rule 7.7).
    Spun { n: i32 },
    /// An Action (rule 7.7).
    Boost { card: Face, n: i32 },
    /// Doubled (rule 7.9).
    Doubled { times: i32 },
    /// An Instant (rule 9.13).
    Shield { n: i32 },
}

/// One thing that happened. `seat` is who did it or whom it happened to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// The decks are shuffled, the Loot is laid out, and hands are drawn.
    Dealt { expert: bool },
    /// A card of one's opening hand, or any other drawn.
    DrewCard { seat: Seat, card: Face },
    /// Cards were drawn.
    Drew { seat: Seat, n: u8, left: u8 },
    /// A hand was kept.
    Kept { seat: Seat },
    /// A hand was shown and shuffled back.
    Redrew { seat: Seat, cards: Box<[Face]> },
    /// A Mighty Bean was hidden.
    Hid { seat: Seat },
    /// It was looked for.
    Guessed { seat: Seat, side: Side, was: Side, first: Seat },
    /// A turn begins.
    Turn { seat: Seat },
    /// The points of the turn have been counted.
    Points { seat: Seat, points: u8 },
    /// Beans turned up by themselves.
    Rose { seat: Seat, slots: Box<[Slot]> },
    /// A shot is set up.
    Lies { seat: Seat, galaxy: Galaxy, lie: Lie },
    /// A shot, as all see it.
    Shot { seat: Seat, galaxy: Galaxy, lie: Lie, aim: i8, strength: u8, wobble: u8, hit: bool },
    /// A shot with steady hands.
    Steady { seat: Seat, galaxy: Galaxy, tried: bool, hit: bool },
    /// Loot was captured; `left` says how many are left there.
    Captured { seat: Seat, galaxy: Galaxy, left: u8 },
    /// Beans retire after that.
    Retired { seat: Seat, cards: Box<[Face]> },
    /// A card was played; `points` are left. `seen`: the other player had looked at it.
    Played { seat: Seat, card: Face, cost: u8, points: u8, seen: bool },
    /// A Bean landed.
    Landed { seat: Seat, card: Face, slot: Slot },
    /// A Cosmos card was laid; what was there is discarded.
    Laid { seat: Seat, card: Face, slot: Slot, instead_of: Option<Face> },
    /// A spin power is paid for; unless it is a Bean Attack, its Bean turns.
    Uses { seat: Seat, card: Face, slot: Slot, cost: u8, points: u8 },
    /// A Bean was turned: up, for its cost, or over as it attacks.
    Turned { seat: Seat, card: Face, slot: Slot, to: Stance, cost: u8 },
    /// A clause of a card took effect.
    Did { seat: Seat, card: Face, clause: u8 },
    /// It changed something: told only to whoever counts.
    Changed { card: Face, clause: u8 },
    /// An attack was declared.
    Attacks { seat: Seat, slots: Box<[Slot]>, galaxy: Galaxy, sharp: bool },
    /// The target of an attack.
    Target { seat: Seat, card: Face, slot: Slot },
    /// The values were compared.
    Compared { attack: i32, parts: Box<[Part]>, defence: i32, against: Box<[Part]> },
    /// A Bean pushes its neighbour (rule 12.6).
    Pushed { from: Slot, to: Slot, push: i32, parts: Box<[Part]>, defence: i32, against: Box<[Part]> },
    /// A Bean holds.
    Held { card: Face, slot: Slot },
    /// A Bean falls.
    Fell { card: Face, slot: Slot },
    /// A Bean leaves the mat.
    KnockedOff { card: Face, slot: Slot },
    /// Somebody may answer.
    Asked {
        seat: Seat,
        #[serde(serialize_with = "lower")]
        about: Moment,
    },
    /// A player lets it happen.
    Passed { seat: Seat },
    /// A player answers with an Instant.
    Answered { seat: Seat, card: Face, seen: bool },
    /// A card has no effect.
    Cancelled { card: Face },
    /// An attack was stopped.
    Stopped { seat: Seat },
    /// Actions go back to the hand (rule 9.10).
    Back { seat: Seat, cards: Box<[Face]> },
    /// A Bean does not land.
    Repelled { card: Face, bounced: bool },
    /// A Bean moved.
    Moved { card: Face, from: Slot, to: Slot },
    /// A card came back from the discard pile.
    Took { seat: Seat, card: Face },
    /// A Cosmos card was swept away.
    Swept { card: Face, slot: Slot },
    /// A card was discarded.
    Discarded { seat: Seat, card: Face, seen: bool },
    /// A hand was looked at: all hear that.
    Peeked { seat: Seat, at: Seat },
    /// What it was, for the one who looked.
    Saw { seat: Seat, cards: Box<[Face]> },
    /// Boosts lapse.
    Lapsed { seat: Seat },
    /// The game is over; `None`: a draw.
    Over { winner: Option<Seat>, reason: Reason },
}

/// Programs hear of moments in lower case, as of everything else.
fn lower<S: serde::Serializer>(about: &Moment, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match about {
        Moment::Action => "action",
        Moment::Attack => "attack",
        Moment::Bean => "bean",
    })
}
