//! Races at a table: answers stay sealed until everybody's is in, and then count in an order.

use super::{Refused, Table};
use crate::game::{Game, Status};
use crate::luck::Stream;
use crate::seat::{Seat, SeatSet};

impl<G: Game> Table<G> {
    pub(super) fn settle_by_lot(&mut self) {
        if let Some(order) = self.lots() {
            // Those who race, each once.
            let _ = self.count(&order);
        }
    }

    /// The order that lots give a race in which all have answered. The same race draws the same lots, also after an undo.
    pub fn lots(&self) -> Option<Vec<Seat>> {
        let Status::Race(racing) = self.game.status() else { return None };
        let mut order: Vec<Seat> = racing.iter().collect();
        self.seed.luck(Stream::Race(self.ply())).shuffle(&mut order);
        self.waiting().is_empty().then_some(order)
    }

    /// Carries out a race in which all have answered: in this order their answers count.
    pub fn count(&mut self, order: &[Seat]) -> Result<(), Refused> {
        let Status::Race(racing) = self.game.status() else { return Err(Refused::NoRace) };
        if !self.waiting().is_empty() {
            return Err(Refused::Open);
        }
        if order.len() != racing.len() as usize || order.iter().copied().collect::<SeatSet>() != racing {
            return Err(Refused::NoOrder { racing });
        }
        let answers: Vec<(Seat, G::Action)> =
            order.iter().filter_map(|&seat| Some((seat, self.sealed[seat]?))).collect();
        self.carry_out(&answers);
        Ok(())
    }
}
