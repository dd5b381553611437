//! What a seat can answer and what the table tells.

use lair::Letter;
use serde::Serialize;
use table::{Seat, SeatSet, acts};

use crate::cards::Face;
use crate::state::Reason;

acts! {
    /// One answer to a question.
    pub enum Action {
        /// Lets a step of the turn go by.
        Pass = "pass" by Rule(2, 3);
        /// Lays a Lair card face down.
        Lay { card: Face } = "lay LAIR" by Rule(3, 1);
        /// Names the Lair that something will be sent into.
        Into { seat: Seat } = "into SEAT" by Rule(4, 1);
        /// Sends the top card of the deck.
        PlayDeck = "play deck" by Rule(4, 5);
        /// Sends a Spy or a Bomb from one's own hand.
        Play { card: Face } = "play CARD" by Rule(4, 3);
        /// Sends a card out of another hand.
        PlayFrom { seat: Seat } = "play from SEAT" by Rule(4, 4);
        /// Begins a team.
        Team = "team" by Rule(5, 1);
        /// Picks a Spy for the team.
        Add { spy: Face } = "add SPY" by Rule(5, 6);
        /// Sends the team.
        Send = "send" by Rule(5, 4);
        /// Kills the captive.
        Kill = "kill" by Rule(6, 2);
        /// Taunts the captive with a Doubler of this letter.
        Taunt { letter: Letter } = "taunt LETTER" by Rule(6, 3);
        /// Foils the taunt just played with a Doubler of this letter.
        Foil { letter: Letter } = "foil LETTER" by Rule(7, 1);
        /// Lets the taunt stand.
        Decline = "decline" by Rule(7, 4);
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
