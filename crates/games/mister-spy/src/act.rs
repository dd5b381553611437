//! What a seat can answer and what the table tells.

use std::fmt;
use std::str::FromStr;

use lair::Letter;
use serde::{Deserialize, Serialize};
use table::{Seat, SeatSet, acts};

use crate::cards::Face;

acts! {
    /// One answer to a question.
    pub enum Action {
        /// Does nothing this turn.
        Pass = "pass" by Rule(2, 3);
        /// Lays a card, a Lair or a Taunt, in one's own Lair.
        Lay { card: Face } = "lay CARD" by Rule(3, 1);
        /// Lures a Spy into one's own Lair.
        Play { spy: Face } = "play SPY" by Rule(4, 1);
        /// Plays a Spy as a Double Agent.
        Agent { spy: Face } = "agent SPY" by Rule(7, 1);
        /// Sends the Double Agent at a Lair card.
        Take { seat: Seat, target: Target } = "take SEAT CARD|#PLACE" by Rule(7, 2);
        /// Steals the Spy on top of the deck.
        StealDeck = "steal deck" by Rule(8, 1);
        /// Steals a Spy from a hand.
        Steal { from: Seat } = "steal SEAT" by Rule(8, 1);
        /// Keeps the stolen Spy.
        Keep = "keep" by Rule(8, 3);
        /// Turns up a Secret Lair, one of one's own face-down cards from 0, to make room for the Spy.
        Turn { place: u8 } = "turn PLACE" by Rule(4, 3);
        /// Kills the captive.
        Kill = "kill" by Rule(5, 2);
        /// Taunts the captive.
        Taunt { letter: Letter } = "taunt LETTER" by Rule(5, 3);
        /// Foils the Taunt just played with its twin.
        Foil { letter: Letter } = "foil LETTER" by Rule(6, 1);
        /// Lets the Taunt stand.
        Decline = "decline" by Rule(6, 4);
    }
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

impl FromStr for Target {
    type Err = String;
    fn from_str(text: &str) -> Result<Target, String> {
        match text.strip_prefix('#') {
            Some(n) => n.parse().map(Target::Down).map_err(|_| format!("'{text}' is not a place such as #0")),
            None => text.parse().map(Target::Up),
        }
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
