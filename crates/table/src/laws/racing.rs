//! Races: until all answers are in, none of them can be noticed.

use super::Court;
use crate::game::Game;
use crate::law::{Broken, Law};
use crate::seat::Seat;
use crate::table::Table;

impl<G: Game> Court<'_, G> {
    /// A race at the table, which stands where the game does: answers come in one by one, whenever they like, and until the
    /// order is known nothing has changed for anybody.
    pub(super) fn try_race(
        &mut self,
        game: &G,
        table: &mut Table<G>,
        step: &[(Seat, G::Action)],
    ) -> Result<(), Broken> {
        let law = Law::SealedAnswersTellNothing;
        let heard = |table: &Table<G>, who| table.timeline(who).count();
        let before: Vec<usize> = self.viewers(game).into_iter().map(|who| heard(table, who)).collect();
        let (mut arrival, mut menu) = (step.to_vec(), Vec::new());
        self.luck.shuffle(&mut arrival);
        for &(seat, act) in &arrival {
            if table.count(&arrival.iter().map(|(seat, _)| *seat).collect::<Vec<_>>()).is_ok() {
                return self.broken(law, format!("the race is over before seat {seat} has answered"));
            }
            if let Err(refused) = table.try_seal(seat, self.ply, act) {
                return self.broken(Law::MenuApplies, format!("the table refused '{act}': {refused}"));
            }
            let now: Vec<usize> = self.viewers(game).into_iter().map(|who| heard(table, who)).collect();
            if !table.stands_at(game)
                || (table.ply(), table.status()) != (self.ply, game.status())
                || now != before
            {
                return self.broken(law, format!("something has changed when seat {seat} has answered"));
            }
            for who in Seat::all(game.seats()).filter(|&who| game.status().asks(who)) {
                menu.clear();
                if table.waiting().has(who) {
                    game.legal(who, &mut menu);
                }
                if table.acts(who) != menu {
                    return self.broken(law, format!("seat {who} has another menu when {seat} has answered"));
                }
            }
            if table.try_seal(seat, self.ply, act).is_ok() {
                return self.broken(law, format!("seat {seat} answers twice"));
            }
            self.try_keeping(game, table)?;
            if table.at(self.ply).waiting() != game.status().asked() {
                return self.broken(Law::UndoIsExact, "an answer is still sealed after it was taken back");
            }
        }
        if table.lots() != table.clone().lots() || table.lots().is_none() {
            return self.broken(Law::RecordsReplay, "the same race draws other lots");
        }
        let order: Vec<Seat> = step.iter().map(|(seat, _)| *seat).collect();
        if let Err(refused) = table.count(&order) {
            return self.broken(Law::MenuApplies, format!("the table refused an order: {refused}"));
        }
        let back = Seat::all(game.seats()).find_map(|seat| (self.harmless)(table, seat));
        match back {
            Some(_) => self.broken(Law::TakingBackIsHarmless, "a race can be taken back"),
            None => Ok(()),
        }
    }
}
