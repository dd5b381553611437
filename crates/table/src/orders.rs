//! Standing orders: what a seat can tell the house once instead of answering each time.
//!
//! A game says which orders it has ([`Game::orders`](crate::Game::orders)) and what each answers
//! ([`Game::obey`](crate::Game::obey)); every front end offers the same ones and keeps them in [`Standings`].

use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::table::AnyTable;

/// Something that a seat can tell the house once. What it answers must not depend on the cards of the seat: an answer that
/// comes by itself would tell the others what the seat holds. The laws see to that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Order {
    /// The word in commands, forms and files.
    pub code: &'static str,
    /// The words for people.
    pub text: &'static str,
    /// Does it end with the turn in which it was given?
    pub this_turn: bool,
}

/// An order that was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Whose it is.
    pub seat: Seat,
    /// Which of the game's orders.
    pub code: String,
    /// After so many choices.
    pub ply: u32,
    /// It ends when this seat's turn does, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
}

/// The orders that stand at a table. Nobody but whoever gave one may be shown it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Standings(Vec<Standing>);

impl Standings {
    /// Does nobody have an order?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The orders of a seat.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = &Standing> {
        self.0.iter().filter(move |order| order.seat == seat)
    }

    /// Gives an order, or gives it anew. False if the game has no such order.
    pub fn give<T: AnyTable + ?Sized>(&mut self, table: &T, seat: Seat, code: &str) -> bool {
        let Some(order) = table.orders().iter().find(|order| order.code == code) else { return false };
        self.revoke(seat, code);
        let turn = if order.this_turn { table.turn() } else { None };
        self.0.push(Standing { seat, code: code.to_owned(), ply: table.ply(), turn });
        true
    }

    /// Takes an order back. False if it does not stand.
    pub fn revoke(&mut self, seat: Seat, code: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|order| !(order.seat == seat && order.code == code));
        self.0.len() < before
    }

    /// Ends the orders that were for a turn which is over. To be called after every choice.
    pub fn lapse<T: AnyTable + ?Sized>(&mut self, table: &T) {
        if self.0.iter().any(|order| order.turn.is_some()) {
            let (turn, ply) = (table.turn(), table.ply());
            self.0.retain(|order| order.ply >= ply || order.turn.is_none() || order.turn == turn);
        }
    }

    /// Ends the orders that were given later than this: the table has gone back to that ply.
    pub fn went_back_to(&mut self, ply: u32) {
        self.0.retain(|order| order.ply <= ply);
    }

    /// Which entry of the seat's menu its orders pick, if one of them is about the question at hand.
    pub fn answer<T: AnyTable + ?Sized>(&self, table: &T, seat: Seat) -> Option<usize> {
        self.of(seat).find_map(|order| table.obey(seat, &order.code))
    }
}
