//! What a seat can answer and what the table tells.

use std::fmt;
use std::str::FromStr;

use lair::Letter;
use serde::{Deserialize, Serialize};
use table::{Rule, Seat, SeatSet};

use crate::cards::Face;

/// One answer to a question. Typed as `lay castle`, `play jillian-styles`, `agent jillian-styles`, `take 2 castle`,
/// `take 2 #0`, `steal deck`, `steal 1`, `keep`, `turn 0`, `kill`, `taunt A`, `foil A`, `decline`, `pass`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Does nothing this turn (rule 2.3).
    Pass,
    /// Lays a card in one's own Lair (rule 3.1).
    Lay {
        /// A Lair or a Taunt.
        card: Face,
    },
    /// Lures a Spy into one's own Lair (rule 4.1).
    Play {
        /// The Spy.
        spy: Face,
    },
    /// Turns up a Secret Lair to make room for the Spy (rule 4.3).
    Turn {
        /// Which of one's own face-down cards, from 0.
        place: u8,
    },
    /// Plays a Spy as a Double Agent (rule 7.1).
    Agent {
        /// The Spy.
        spy: Face,
    },
    /// Sends the Double Agent at a Lair card (rule 7.2).
    Take {
        /// Whose.
        seat: Seat,
        /// Which.
        target: Target,
    },
    /// Steals a Spy from a hand (rule 8.1).
    Steal {
        /// Whose.
        from: Seat,
    },
    /// Steals the Spy on top of the deck (rule 8.1).
    StealDeck,
    /// Keeps the stolen Spy (rule 8.3).
    Keep,
    /// Kills the captive (rule 5.2).
    Kill,
    /// Taunts the captive (rule 5.3).
    Taunt {
        /// With this Taunt.
        letter: Letter,
    },
    /// Foils the Taunt just played (rule 6.1).
    Foil {
        /// With its twin.
        letter: Letter,
    },
    /// Lets the Taunt stand (rule 6.4).
    Decline,
}

/// A single card of somebody's Lair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// This one, lying face up.
    Up(Face),
    /// The face-down card at this place, from 0.
    Down(u8),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Up(face) => face.fmt(f),
            Target::Down(place) => write!(f, "#{place}"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::Lay { card } => write!(f, "lay {card}"),
            Action::Play { spy } => write!(f, "play {spy}"),
            Action::Turn { place } => write!(f, "turn {place}"),
            Action::Agent { spy } => write!(f, "agent {spy}"),
            Action::Take { seat, target } => write!(f, "take {seat} {target}"),
            Action::Steal { from } => write!(f, "steal {from}"),
            Action::StealDeck => f.write_str("steal deck"),
            Action::Keep => f.write_str("keep"),
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
            ["play", spy] => Action::Play { spy: spy.parse()? },
            ["turn", place] => {
                Action::Turn { place: place.parse().map_err(|_| format!("'{place}' is not a place"))? }
            }
            ["agent", spy] => Action::Agent { spy: spy.parse()? },
            ["take", whose, target] => {
                let target = match target.strip_prefix('#') {
                    Some(n) => {
                        Target::Down(n.parse().map_err(|_| format!("'{target}' is not a place such as #0"))?)
                    }
                    None => Target::Up(target.parse()?),
                };
                Action::Take { seat: seat(whose)?, target }
            }
            ["steal", "deck"] => Action::StealDeck,
            ["steal", from] => Action::Steal { from: seat(from)? },
            ["keep"] => Action::Keep,
            ["kill"] => Action::Kill,
            ["taunt", letter] => Action::Taunt { letter: letter.parse()? },
            ["foil", letter] => Action::Foil { letter: letter.parse()? },
            ["decline"] => Action::Decline,
            _ => {
                return Err(format!(
                    "'{text}' is not an action; actions are: pass, lay CARD, play SPY, agent SPY, take SEAT CARD|#PLACE, \
                     steal SEAT|deck, keep, turn PLACE, kill, taunt LETTER, foil LETTER, decline"
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
        Action::Play { .. } => Rule(4, 1),
        Action::Turn { .. } => Rule(4, 3),
        Action::Agent { .. } => Rule(7, 1),
        Action::Take { .. } => Rule(7, 2),
        Action::Steal { .. } | Action::StealDeck => Rule(8, 1),
        Action::Keep => Rule(8, 3),
        Action::Kill => Rule(5, 2),
        Action::Taunt { .. } => Rule(5, 3),
        Action::Foil { .. } => Rule(6, 1),
        Action::Decline => Rule(6, 4),
    }
}

/// How a Spy came into a score pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Killed by its captor (rule 5.2).
    Killed,
    /// Matched the Lair it was sent at (rule 7.3).
    Henchman,
    /// Met a Deathtrap (rule 7.6).
    Deathtrap,
}

/// One thing that happened. `seat` is who did it or whom it happened to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// The dealer was drawn or follows from the last game.
    Deals { seat: Seat },
    /// A turn begins.
    Turn { seat: Seat },
    /// A card was drawn; all see its back.
    Drew { seat: Seat, spy: bool },
    /// What it was, for its owner.
    DrewCard { seat: Seat, card: Face },
    /// The back now on top of the deck; `None`: the deck is empty.
    Top { spy: Option<bool> },
    /// Nothing was done.
    Passed { seat: Seat },
    /// A card was laid face down.
    Laid { seat: Seat },
    /// A Spy was lured into its player's own Lair.
    Played { seat: Seat, spy: Face },
    /// A face-down card was turned up.
    TurnedUp { seat: Seat, place: u8, card: Face },
    /// A Spy was captured.
    Captured { seat: Seat, spy: Face },
    /// A Taunt was read; what the Spy is worth if it stands.
    Taunted { seat: Seat, spy: Face, letter: Letter, worth: u16 },
    /// A seat let the Taunt stand.
    Declined { seat: Seat },
    /// A seat foiled it.
    Foiled { seat: Seat, letter: Letter },
    /// The Spy went to the discard pile.
    Escaped { spy: Face },
    /// A Spy was scored.
    Scored { seat: Seat, spy: Face, points: u16, how: How, score: u16 },
    /// A Spy was played as a Double Agent.
    Agent { seat: Seat, spy: Face },
    /// The Double Agent was sent at a card.
    Sent { seat: Seat, at: Seat, target: Target },
    /// A Lair card changed hands.
    Taken { seat: Seat, from: Seat, lair: Face },
    /// A Spy was stolen from a hand, or from the deck.
    Stole { seat: Seat, from: Option<Seat> },
    /// Which one, for those who know.
    StoleSpy { seat: Seat, from: Option<Seat>, spy: Face },
    /// The stolen Spy was kept.
    Kept { seat: Seat },
    /// The game is over.
    Over { winners: Box<[Seat]>, deck_out: bool },
}

impl Event {
    pub(crate) fn over(winners: SeatSet, deck_out: bool) -> Event {
        Event::Over { winners: winners.iter().collect(), deck_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_read_back() {
        for text in [
            "pass",
            "lay castle",
            "lay A",
            "play jillian-styles",
            "agent rex-halloran",
            "take 2 moon-base",
            "take 1 #3",
            "steal deck",
            "steal 4",
            "keep",
            "turn 1",
            "kill",
            "taunt C",
            "foil I",
            "decline",
            "lay ?",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "lay",
            "lay casle",
            "taunt castle",
            "taunt ?",
            "take 1",
            "take x castle",
            "steal x",
            "turn x",
        ] {
            assert!(bad.parse::<Action>().is_err(), "{bad}");
        }
        for bad in [r#"{"act":"taunt","letter":"castle"}"#, r#"{"act":"foil","letter":"?"}"#] {
            assert!(serde_json::from_str::<Action>(bad).is_err(), "{bad}");
        }
    }
}
