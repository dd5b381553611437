//! A position as one writes it down, in scenarios and in records that start in the middle.

use serde::{Deserialize, Serialize};
use table::{Fault, PerSeat, Seat};

use crate::{Cards, EACH, HighCard, Player};

/// Everything on the table. Cards named nowhere are the stock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Whose turn it is.
    pub turn: Seat,
    /// Everybody's hand and the rest, in seat order.
    pub players: Vec<Player>,
    /// Cards turned up or discarded.
    #[serde(default)]
    pub seen: Cards,
}

impl Position {
    pub(crate) fn of(game: &HighCard) -> Position {
        let players = Seat::all(game.seats).map(|s| game.players[s]).collect();
        Position { turn: game.turn, players, seen: game.seen }
    }

    /// Anything can be written down; this says what could not have come about in play.
    pub(crate) fn lay_out(&self) -> Result<HighCard, Fault> {
        let n = self.players.len();
        if !(2..=4).contains(&n) {
            return Err(Fault::near("players", format!("there are {n} players; rule 1.1 wants 2 to 4")));
        }
        if self.turn.index() >= n {
            return Err(Fault::near(
                "turn",
                format!("turn = {}, but the seats are 0 to {}", self.turn, n - 1),
            ));
        }
        let mut out = self.seen;
        let mut players = PerSeat::default();
        let all = |p: &Player| p.hand.len() + u8::from(p.laid.is_some());
        for (seat, player) in Seat::all(n as u8).zip(&self.players) {
            for card in player.hand.iter().chain(player.laid) {
                if !Cards::deck().has(card) || out.has(card) {
                    return Err(Fault::near(
                        card.to_string(),
                        format!("card {card}: each from 1 to 20, once"),
                    ));
                }
                out.add(card);
            }
            if all(player) > EACH || all(player) != all(&self.players[0]) {
                return Err(Fault::near("players", "all have equally many cards, at most three"));
            }
            players[seat] = *player;
        }
        if self.players[self.turn.index()].laid.is_some() {
            return Err(Fault::near("turn", "whose turn it is has not played yet"));
        }
        Ok(HighCard { seats: n as u8, turn: self.turn, players, seen: self.seen })
    }
}
