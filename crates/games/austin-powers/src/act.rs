//! What a seat can answer and what the table tells.

use std::fmt;
use std::str::FromStr;

use ccg::Tag;
use serde::{Deserialize, Serialize};
use table::{Seat, acts};

use crate::cards::Face;
use crate::state::Reason;

/// Which of the two texts of a Swinger (rule 8.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// The one that needs vibes.
    With,
    /// The one that needs none.
    Without,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::With => "with",
            Way::Without => "without",
        })
    }
}

impl FromStr for Way {
    type Err = String;
    fn from_str(text: &str) -> Result<Way, String> {
        match text {
            "with" => Ok(Way::With),
            "without" => Ok(Way::Without),
            _ => {
                Err(format!("'{text}' is neither with nor without: a Swinger is used with vibes or without"))
            }
        }
    }
}

acts! {
    /// One answer to a question. Agents and Swingers on the table go by their numbers.
    pub enum Action {
        /// Ends the turn.
        End = "end" by Rule(4, 7);
        /// Plays an Agent from the hand.
        Play { card: Face } = "play CARD" by Rule(5, 1);
        /// Attacks with one Agent another one.
        Attack { by: Tag, at: Tag } = "attack AGENT AGENT" by Rule(6, 1);
        /// Uses a Swinger, with vibes or without.
        Swing { card: Face, way: Way } = "swing CARD WAY" by Rule(8, 1);
        /// Uses a Happening.
        Happen { card: Face } = "happen CARD" by Rule(9, 1);
        /// Uses what a card in play offers.
        Use { at: Tag } = "use N" by Rule(10, 1);
        /// Plays a Bone on one's own fighting Agent.
        Bone { card: Face } = "bone CARD" by Rule(6, 6);
        /// Asks whether somebody can throw a Frickin' Bone here.
        Ask = "ask" by Rule(6, 9);
        /// Gives up the attack.
        GiveUp = "give-up" by Rule(6, 14);
        /// Throws a Bone on the Agent of whoever has asked.
        Throw { card: Face } = "throw CARD" by Rule(6, 11);
        /// Makes the sign.
        Sign = "sign" by Rule(9, 3);
        /// Does not make the sign.
        Still = "still" by Rule(7, 3);
        /// Does without.
        Pass = "pass" by Rule(13, 4);
        /// Picks an Agent or a Swinger in play.
        At { at: Tag } = "at N" by Rule(16, 4);
        /// Picks a card by what it is.
        Take { card: Face } = "take CARD" by Rule(16, 4);
        /// Picks a player.
        Player { seat: Seat } = "player SEAT" by Rule(16, 4);
        /// Does what may be done.
        Yes = "yes" by Rule(4, 10);
        /// Leaves it.
        No = "no" by Rule(4, 10);
        /// Discards a card.
        Discard { card: Face } = "discard CARD" by Rule(17, 2);
        /// No more of it, or nothing to pick.
        Done = "done" by Rule(16, 5);
        /// Leaves the game.
        Leave = "leave" by Rule(15, 4);
    }
}

/// One thing that happened. `seat` is who did it or whom it happened to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// The decks are shuffled and hands are drawn.
    Dealt { first: Seat, pants: bool },
    /// A card that was drawn, for the one who drew it.
    DrewCard { seat: Seat, card: Face },
    /// Cards were drawn.
    Drew { seat: Seat, n: u8, left: u8 },
    /// A discard pile became the draw deck.
    Reshuffled { seat: Seat, n: u8 },
    /// A turn begins.
    Turn { seat: Seat, actions: u8 },
    /// An Agent comes to the table.
    Played { seat: Seat, card: Face, at: Tag, free: bool },
    /// A Swinger is used.
    Swung { seat: Seat, card: Face, way: Way },
    /// What a card in play offers is used.
    Used { seat: Seat, card: Face, at: Tag },
    /// A clause of a card takes effect.
    Did { seat: Seat, card: Face, clause: u8 },
    /// A card makes its player choose somebody.
    Chooses { seat: Seat, at: Seat },
    /// What a card lets its player do is left.
    Declined { seat: Seat, card: Face },
    /// It changed something: told only to whoever counts.
    Changed { card: Face, clause: u8 },
    /// A Swinger stays on the table.
    Stays { seat: Seat, card: Face, at: Tag },
    /// An attack is declared.
    Attacks { seat: Seat, card: Face, by: Tag, target: Face, at: Tag, on: Seat, kill: bool },
    /// A Bone was played or thrown on the Agent of a side.
    Bone { seat: Seat, card: Face, side: Seat },
    /// "Can someone throw me a Frickin' Bone here?"
    Asked { seat: Seat },
    /// Nobody did.
    NobodyThrew { seat: Seat },
    /// A side gives up.
    GaveUp { seat: Seat },
    /// An attack or a slugfest is won.
    Won { seat: Seat, card: Face, slugfest: bool },
    /// A card scores.
    Scored { seat: Seat, card: Face, score: u16 },
    /// A card leaves a score pile.
    Unscored { seat: Seat, card: Face, score: u16 },
    /// A card of a hand, or in play, is discarded.
    Discarded { seat: Seat, card: Face },
    /// A card returns to the hand of its owner.
    Returned { seat: Seat, card: Face },
    /// A card of a discard pile was taken.
    Took { seat: Seat, card: Face },
    /// A card was found in a draw deck, and shown.
    Found { seat: Seat, card: Face },
    /// Nothing was found.
    FoundNothing { seat: Seat },
    /// Somebody looks at a hand, at their draw deck, or at the top of it.
    Looks { seat: Seat, at: Seat, where_: Looked },
    /// What it was, for the one who looked.
    Saw { seat: Seat, cards: Box<[Face]> },
    /// One of the cards that were looked at was taken, for the one who did.
    Kept { seat: Seat, card: Face },
    /// A sign is made, and a Happening waits.
    Signs { seat: Seat },
    /// Those who made the sign, in their order, and those who did not.
    Signed { seats: Box<[Seat]>, not: Box<[Seat]> },
    /// The target is found.
    Target { seat: Seat, tied: bool },
    /// Which of those who were last together is not known yet.
    Tied { seats: Box<[Seat]> },
    /// The Happening is turned up.
    Happens { seat: Seat, card: Face, target: Seat },
    /// A slugfest begins.
    Slugfest { seat: Seat },
    /// An Agent enters it.
    Enters { seat: Seat, card: Face, at: Tag },
    /// A player is out of it.
    DropsOut { seat: Seat },
    /// Nothing comes of a slugfest.
    Fizzled,
    /// A turn is over.
    Spent { seat: Seat },
    /// A player leaves.
    Left { seat: Seat },
    /// The game is over.
    Over { winners: Box<[Seat]>, reason: Reason },
}

/// What somebody looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Looked {
    Hand,
    Deck,
    Top,
}
