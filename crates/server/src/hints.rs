//! Hints: what the mastermind would choose, for whoever is asked and for nobody else.
//!
//! A hint is thought from the asker's view, away from the table. It rings no bell, is kept nowhere, and is in no log and
//! no figure: whoever else sits there cannot learn that it was asked for. It is gone when the game has gone on.

use std::sync::Arc;

use bots::Counsel;
use bots::analysis::Weighed;
use table::Seat;
use tokio::sync::OnceCell;

use crate::house::House;
use crate::manners::seat_of;
use crate::sitting::{Chair, Sitting};
use crate::store::{Guest, Stage};
use crate::trouble::Trouble;

/// How many worlds are imagined for each thing that a hint or an analysis compares: the two agree.
pub const WORLDS: u32 = 2000;

/// What seats have asked for since the last choice. Whoever asks twice waits for the same thought.
#[derive(Default)]
pub struct Hints(Vec<(Seat, Arc<OnceCell<Vec<Weighed>>>)>);

impl Hints {
    fn cell(&mut self, seat: Seat) -> Arc<OnceCell<Vec<Weighed>>> {
        if let Some((_, cell)) = self.0.iter().find(|(whose, _)| *whose == seat) {
            return Arc::clone(cell);
        }
        let cell = Arc::default();
        self.0.push((seat, Arc::clone(&cell)));
        cell
    }

    /// What a seat was advised, the best first.
    pub fn of(&self, seat: Seat) -> Option<&[Weighed]> {
        let (_, cell) = self.0.iter().find(|(whose, _)| *whose == seat)?;
        cell.get().map(Vec::as_slice)
    }

    /// Gives a seat its advice.
    pub fn give(&mut self, seat: Seat, advice: Vec<Weighed>) {
        self.0.retain(|(whose, _)| *whose != seat);
        self.0.push((seat, Arc::new(OnceCell::new_with(Some(advice)))));
    }

    /// The question is another one now.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

impl Sitting {
    /// Why nobody gets hints at this table, if so: where something is at stake everybody thinks for themselves.
    pub fn no_hints(&self) -> Option<&'static str> {
        if self.doc.clock.is_some() {
            return Some("There are no hints at tables with a clock.");
        }
        // Against bots there is nobody to be unfair to. Open seats are for people.
        let company = self.doc.chairs.iter().filter(|chair| !matches!(chair, Chair::Bot { .. })).count() > 1;
        (company && !self.doc.hints)
            .then_some("There are no hints at this table: whoever opened it has not allowed them.")
    }

    /// Is a person in this seat asked, and do they answer themselves?
    pub fn asks(&self, seat: Seat) -> bool {
        self.stage == Stage::Playing
            && self.table.as_ref().is_some_and(|table| table.waiting().has(seat))
            && self.doc.chairs[seat.index()].player().is_some()
            && self.automatic().is_none_or(|answer| answer.seat() != seat)
    }

    /// The way to a hint for this seat.
    pub fn counsel(&self, seat: Seat, ply: u32) -> Result<Counsel, Trouble> {
        let refused = |why: &str| Err(Trouble::Refused(why.into()));
        if let Some(why) = self.no_hints() {
            return refused(why);
        }
        let Some(table) = self.table.as_ref().filter(|_| self.asks(seat)) else {
            return refused("You can only ask for a hint when it is your choice.");
        };
        if table.ply() != ply {
            return Err(Trouble::Stale);
        }
        table.counsel(seat, WORLDS).ok_or(Trouble::Stale)
    }
}

impl House {
    /// Thinks for a guest who is asked. The result is on their page, and only there.
    pub async fn hint(self: &Arc<Self>, id: &str, guest: &Guest, ply: u32) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        let (cell, counsel) = {
            let mut sitting = live.lock().await?;
            let seat = seat_of(&sitting, guest)?;
            let counsel = sitting.counsel(seat, ply)?;
            (sitting.hints.cell(seat), counsel)
        };
        let payer = self.thinkers.payer(guest.id);
        cell.get_or_try_init(async || self.ponder(payer, counsel).await).await?;
        Ok(())
    }
}
