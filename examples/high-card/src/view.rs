//! What a viewer sees, what else could be true for him, and why he may not do something. All of it follows from the
//! view alone, so nothing here can give a secret away.

use serde::Serialize;
use table::{Luck, PerSeat, Rule, Seat, Status};

use crate::{Action, Cards, HighCard, Player};

/// A player as everybody sees him.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[expect(missing_docs, reason = "the same as in Player")]
pub struct Front {
    pub cards: u8,
    pub laid: bool,
    pub swapped: bool,
    pub points: u8,
}

/// All that a viewer sees and may remember. There is no field that could hold another's card.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// Who looks; `None` is a spectator.
    pub who: Option<Seat>,
    /// Whose turn it is.
    pub turn: Seat,
    /// The viewer's own hand.
    pub hand: Cards,
    /// The card that the viewer has played in this round.
    pub laid: Option<u8>,
    /// Everybody from outside.
    pub players: Vec<Front>,
    /// Cards turned up or discarded.
    pub seen: Cards,
}

impl View {
    /// Whom the table waits for. The game is over when who should act has no cards left (rule 3.1).
    pub fn status(&self) -> Status {
        if self.players[self.turn.index()].cards == 0 { Status::Over } else { Status::Ask(self.turn) }
    }

    /// Built field by field from nothing. A view that starts as a copy of the state and blanks things out will one day
    /// forget one.
    pub(crate) fn of(game: &HighCard, who: Option<Seat>) -> View {
        let front = |s: Seat| {
            let Player { hand, laid, swapped, points } = game.players[s];
            Front { cards: hand.len(), laid: laid.is_some(), swapped, points }
        };
        View {
            who,
            turn: game.turn,
            hand: who.map_or(Cards::default(), |s| game.players[s].hand),
            laid: who.and_then(|s| game.players[s].laid),
            players: Seat::all(game.seats).map(front).collect(),
            seen: game.seen,
        }
    }

    /// Whatever the viewer does not see could be anywhere else: deal it out at random. What is left is the stock.
    pub(crate) fn imagine(&self, luck: &mut Luck) -> HighCard {
        let known = self.hand.iter().chain(self.laid).chain(self.seen.iter()).collect();
        let mut unseen: Vec<u8> = Cards::deck().without(known).iter().collect();
        luck.shuffle(&mut unseen);
        let seats = self.players.len() as u8;
        let mut players = PerSeat::<Player>::default();
        for (seat, front) in Seat::all(seats).zip(&self.players) {
            let mut player = Player { swapped: front.swapped, points: front.points, ..Player::default() };
            if self.who == Some(seat) {
                (player.hand, player.laid) = (self.hand, self.laid);
            } else {
                player.hand = unseen.drain(..usize::from(front.cards)).collect();
                player.laid = if front.laid { unseen.pop() } else { None };
            }
            players[seat] = player;
        }
        HighCard { seats, turn: self.turn, players, seen: self.seen }
    }

    /// The rule that forbids it. Whatever the menu lists must get `None` here, everything else a rule.
    pub(crate) fn refuse(&self, act: Action) -> Option<Rule> {
        let me = match (self.status(), self.who) {
            (Status::Over, _) => return Some(Rule(3, 1)),
            (status, Some(me)) if status.asks(me) => me,
            _ => return Some(Rule(2, 1)),
        };
        let swapped = self.players[me.index()].swapped;
        match act {
            Action::Play { card } if !self.hand.has(card) => Some(Rule(2, 2)),
            Action::Swap { card } if !self.hand.has(card) || swapped => Some(Rule(2, 3)),
            _ => None,
        }
    }

    /// What a player might try, so that he can ask why he cannot.
    pub(crate) fn thinkable(&self, acts: &mut Vec<Action>) {
        acts.extend(self.hand.iter().flat_map(|card| [Action::Play { card }, Action::Swap { card }]));
    }
}
