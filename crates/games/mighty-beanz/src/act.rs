//! What a seat can answer and what the table tells.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use table::{Rule, Seat};

use crate::cards::Face;
use crate::state::{Galaxy, Lie, Reason, Side, Slot, Stance};
use crate::tongue::Moment;

/// One answer to a question. Typed as `keep`, `redraw`, `hide left`, `guess right`, `aim -3`, `flick 12`, `shoot`, `miss`,
/// `end`, `draw`, `play lion-bean`, `spin a3`, `turn a3`, `blitz`, `done`, `at b4`, `galaxy 1`, `answer no-you-dont`,
/// `pass`, `take lion-bean`, `discard lion-bean`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Action {
    /// Keeps the opening hand (rule 1.9).
    Keep,
    /// Draws another one.
    Redraw,
    /// Hides a Mighty Bean (rule 1.10).
    Hide { side: Side },
    /// Guesses where it is.
    Guess { side: Side },
    /// The direction of a shot (rule 10.3).
    Aim { n: i8 },
    /// Its strength.
    Flick { n: u8 },
    /// Shoots with steady hands (rule 10.8).
    Shoot,
    /// Misses on purpose, with steady hands.
    Miss,
    /// Ends the turn (rule 2.5).
    End,
    /// Draws a card for a point (rule 2.6).
    Draw,
    /// Plays a card from the hand.
    Play { card: Face },
    /// Uses a spin power (rule 4.5).
    Spin { slot: Slot },
    /// Turns a Bean up (rule 4.2).
    Turn { slot: Slot },
    /// Begins a Bean Blitz (rule 8.2).
    Blitz,
    /// No more of it.
    Done,
    /// Picks a slot, or the Bean or Cosmos card in it.
    At { slot: Slot },
    /// Picks a galaxy (rule 8.3).
    Galaxy { n: Galaxy },
    /// Plays an Instant (rule 9.1).
    Answer { card: Face },
    /// Lets it happen.
    Pass,
    /// Picks a card from one's own hand or discard pile.
    Take { card: Face },
    /// Discards a card.
    Discard { card: Face },
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

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Keep => f.write_str("keep"),
            Action::Redraw => f.write_str("redraw"),
            Action::Hide { side } => write!(f, "hide {side}"),
            Action::Guess { side } => write!(f, "guess {side}"),
            Action::Aim { n } => write!(f, "aim {n}"),
            Action::Flick { n } => write!(f, "flick {n}"),
            Action::Shoot => f.write_str("shoot"),
            Action::Miss => f.write_str("miss"),
            Action::End => f.write_str("end"),
            Action::Draw => f.write_str("draw"),
            Action::Play { card } => write!(f, "play {card}"),
            Action::Spin { slot } => write!(f, "spin {slot}"),
            Action::Turn { slot } => write!(f, "turn {slot}"),
            Action::Blitz => f.write_str("blitz"),
            Action::Done => f.write_str("done"),
            Action::At { slot } => write!(f, "at {slot}"),
            Action::Galaxy { n } => write!(f, "galaxy {}", n.0 + 1),
            Action::Answer { card } => write!(f, "answer {card}"),
            Action::Pass => f.write_str("pass"),
            Action::Take { card } => write!(f, "take {card}"),
            Action::Discard { card } => write!(f, "discard {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Action, String> {
        let number = |word: &str| word.parse::<i8>().map_err(|_| format!("'{word}' is not a whole number"));
        Ok(match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["keep"] => Action::Keep,
            ["redraw"] => Action::Redraw,
            ["hide", side] => Action::Hide { side: side.parse()? },
            ["guess", side] => Action::Guess { side: side.parse()? },
            ["aim", n] => Action::Aim { n: number(n)? },
            ["flick", n] => Action::Flick {
                n: u8::try_from(number(n)?)
                    .map_err(|_| format!("'{n}' is not a strength: it must be 1 to 20"))?,
            },
            ["shoot"] => Action::Shoot,
            ["miss"] => Action::Miss,
            ["end"] => Action::End,
            ["draw"] => Action::Draw,
            ["play", card] => Action::Play { card: card.parse()? },
            ["spin", slot] => Action::Spin { slot: slot.parse()? },
            ["turn", slot] => Action::Turn { slot: slot.parse()? },
            ["blitz"] => Action::Blitz,
            ["done"] => Action::Done,
            ["at", slot] => Action::At { slot: slot.parse()? },
            ["galaxy", n @ ("1" | "2" | "3")] => Action::Galaxy { n: Galaxy(number(n)? as u8 - 1) },
            ["answer", card] => Action::Answer { card: card.parse()? },
            ["pass"] => Action::Pass,
            ["take", card] => Action::Take { card: card.parse()? },
            ["discard", card] => Action::Discard { card: card.parse()? },
            _ => {
                return Err(format!(
                    "'{text}' is not an action; actions are: keep, redraw, hide SIDE, guess SIDE, aim N, flick N, shoot, miss, \
                     end, draw, play CARD, spin SLOT, turn SLOT, blitz, done, at SLOT, galaxy N, answer CARD, pass, \
                     take CARD, discard CARD"
                ));
            }
        })
    }
}

/// The rule that an act follows.
pub(crate) fn rule_of(act: Action) -> Rule {
    match act {
        Action::Keep | Action::Redraw => Rule(1, 9),
        Action::Hide { .. } | Action::Guess { .. } => Rule(1, 10),
        Action::Aim { .. } | Action::Flick { .. } => Rule(10, 3),
        Action::Shoot | Action::Miss => Rule(10, 8),
        Action::End => Rule(2, 5),
        Action::Draw => Rule(2, 6),
        Action::Play { card } if card == Face::HIDDEN => Rule(3, 2),
        Action::Play { card } => match card.card().kind {
            crate::cards::Kind::Bean => Rule(3, 3),
            crate::cards::Kind::Action => Rule(3, 4),
            crate::cards::Kind::Instant => Rule(9, 1),
            _ => Rule(5, 1),
        },
        Action::Spin { .. } => Rule(4, 5),
        Action::Turn { .. } => Rule(4, 2),
        Action::Blitz | Action::Done => Rule(8, 2),
        Action::At { .. } | Action::Take { .. } => Rule(3, 6),
        Action::Galaxy { .. } => Rule(8, 3),
        Action::Answer { .. } => Rule(9, 1),
        Action::Pass => Rule(9, 3),
        Action::Discard { .. } => Rule(2, 7),
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
