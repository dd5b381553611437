//! What a seat can answer and what the table tells.

use std::fmt;
use std::str::FromStr;

use lair::Letter;
use serde::{Deserialize, Serialize};
use table::{Rule, Seat, SeatSet};

use crate::cards::Face;
use crate::state::Reason;

/// One answer to a question. Typed as `pass`, `lay moat`, `into 2`, `play pip-marlow`, `play from 1`, `play deck`,
/// `team`, `add pip-marlow`, `send`, `kill`, `taunt A`, `foil A`, `decline`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Lets a step of the turn go by (rule 2.3).
    Pass,
    /// Lays a Lair card face down (rule 3.1).
    Lay {
        /// The Lair.
        card: Face,
    },
    /// Names the Lair that something will be sent into (rule 4.6).
    Into {
        /// Whose.
        seat: Seat,
    },
    /// Sends a card from one's own hand (rule 4.3).
    Play {
        /// A Spy or a Bomb.
        card: Face,
    },
    /// Sends a card out of another hand (rule 4.4).
    PlayFrom {
        /// Whose.
        seat: Seat,
    },
    /// Sends the top card of the deck (rule 4.5).
    PlayDeck,
    /// Begins a team (rule 5.1).
    Team,
    /// Picks a Spy for the team (rule 5.6).
    Add {
        /// The Spy.
        spy: Face,
    },
    /// Sends the team (rule 5.4).
    Send,
    /// Kills the captive (rule 6.2).
    Kill,
    /// Taunts the captive (rule 6.3).
    Taunt {
        /// With a Doubler of this letter.
        letter: Letter,
    },
    /// Foils the taunt just played (rule 7.1).
    Foil {
        /// With a Doubler of this letter.
        letter: Letter,
    },
    /// Lets the taunt stand (rule 7.4).
    Decline,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::Lay { card } => write!(f, "lay {card}"),
            Action::Into { seat } => write!(f, "into {seat}"),
            Action::Play { card } => write!(f, "play {card}"),
            Action::PlayFrom { seat } => write!(f, "play from {seat}"),
            Action::PlayDeck => f.write_str("play deck"),
            Action::Team => f.write_str("team"),
            Action::Add { spy } => write!(f, "add {spy}"),
            Action::Send => f.write_str("send"),
            Action::Kill => f.write_str("kill"),
            Action::Taunt { letter } => write!(f, "taunt {letter}"),
            Action::Foil { letter } => write!(f, "foil {letter}"),
            Action::Decline => f.write_str("decline"),
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Action, String> {
        let seat = |word: &str| word.parse().map(Seat).map_err(|_| format!("'{word}' is not a seat"));
        Ok(match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["pass"] => Action::Pass,
            ["lay", card] => Action::Lay { card: card.parse()? },
            ["into", whose] => Action::Into { seat: seat(whose)? },
            ["play", "deck"] => Action::PlayDeck,
            ["play", "from", whose] => Action::PlayFrom { seat: seat(whose)? },
            ["play", card] => Action::Play { card: card.parse()? },
            ["team"] => Action::Team,
            ["add", spy] => Action::Add { spy: spy.parse()? },
            ["send"] => Action::Send,
            ["kill"] => Action::Kill,
            ["taunt", letter] => Action::Taunt { letter: letter.parse()? },
            ["foil", letter] => Action::Foil { letter: letter.parse()? },
            ["decline"] => Action::Decline,
            _ => {
                return Err(format!(
                    "'{text}' is not an action; actions are: pass, lay LAIR, into SEAT, play CARD, play from SEAT, play \
                     deck, team, add SPY, send, kill, taunt LETTER, foil LETTER, decline"
                ));
            }
        })
    }
}

/// The rule that an act follows.
pub(crate) fn rule_of(act: Action) -> Rule {
    match act {
        Action::Pass => Rule(2, 3),
        Action::Lay { .. } => Rule(3, 1),
        Action::Into { .. } => Rule(4, 1),
        Action::Play { .. } => Rule(4, 3),
        Action::PlayFrom { .. } => Rule(4, 4),
        Action::PlayDeck => Rule(4, 5),
        Action::Team => Rule(5, 1),
        Action::Add { .. } => Rule(5, 6),
        Action::Send => Rule(5, 4),
        Action::Kill => Rule(6, 2),
        Action::Taunt { .. } => Rule(6, 3),
        Action::Foil { .. } => Rule(7, 1),
        Action::Decline => Rule(7, 4),
    }
}

/// One thing that happened. `seat` is who did it or whom it happened to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// Who deals, and who begins.
    Deals { seat: Seat, first: Seat },
    /// A turn begins.
    Turn { seat: Seat },
    /// A card was drawn; all see its back.
    Drew { seat: Seat, purple: bool },
    /// What it was, for its owner.
    DrewCard { seat: Seat, card: Face },
    /// The back now on top of the deck; `None`: the deck is empty.
    Top { purple: Option<bool> },
    /// No Lair card was laid.
    NoLair { seat: Seat },
    /// Nothing was sent.
    NoPlay { seat: Seat },
    /// There was nothing to ask in this turn: no blue card to lay, and no Lair to send anything into.
    Idle { seat: Seat },
    /// A Lair card was laid face down.
    Laid { seat: Seat },
    /// A Lair was named.
    Aimed { seat: Seat, at: Seat },
    /// A card is sent unseen, from a hand or (`None`) from the deck.
    Blind { seat: Seat, from: Option<Seat> },
    /// A card that was sent is shown.
    Sent { seat: Seat, from: Option<Seat>, card: Face, at: Seat },
    /// A team is being picked.
    Gathers { seat: Seat },
    /// A Spy was picked for it.
    Picked { seat: Seat, picks: u32 },
    /// The team is shown.
    SentTeam { seat: Seat, team: Box<[Face]>, value: u32, at: Seat },
    /// Face-down cards of a Lair were turned up.
    TurnedUp { seat: Seat, cards: Box<[Face]>, size: u32 },
    /// A Lair was blown up.
    BlownUp { seat: Seat, cards: Box<[Face]> },
    /// A Spy was captured.
    Captured { seat: Seat, spy: Face },
    /// A Doubler was read; what the Spy is worth if it stands.
    Taunted { seat: Seat, spy: Face, letter: Letter, worth: u16 },
    /// A seat let the taunt stand.
    Declined { seat: Seat },
    /// A seat foiled it.
    Foiled { seat: Seat, letter: Letter },
    /// A Spy or a team went to the discard pile.
    Escaped { spies: Box<[Face]> },
    /// A Spy was killed.
    Scored { seat: Seat, spy: Face, points: u16, score: u16 },
    /// The game is over.
    Over { winners: Box<[Seat]>, reason: Reason },
}

impl Event {
    pub(crate) fn over(winners: SeatSet, reason: Reason) -> Event {
        Event::Over { winners: winners.iter().collect(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_read_back() {
        for text in [
            "pass",
            "lay moat",
            "lay ?",
            "into 2",
            "play pip-marlow",
            "play bomb",
            "play from 1",
            "play deck",
            "team",
            "add dora-finch",
            "send",
            "kill",
            "taunt C",
            "foil I",
            "decline",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for bad in
            ["", "lay", "lay mot", "into", "into x", "play", "play from", "taunt moat", "taunt ?", "foil J"]
        {
            assert!(bad.parse::<Action>().is_err(), "{bad}");
        }
    }
}
