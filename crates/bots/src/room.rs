//! Games whose type is hidden, with bots to play them: what a front end opens tables from.

use std::time::Duration;

use table::record::RecordFault;
use table::table::{Beginning, read_setup};
use table::{
    AnyGame, AnyTable, Fault, GameOf, OpenTable, Policy, Record, Seat, Seed, Stamp, Stream, Study, Table,
    Words,
};

use crate::analysis::{self, Counsel, Readings};
use crate::arena;
use crate::level::{Level, ahead};
use crate::search::Question;
use crate::sim::{self, Plan, Report, Watch};
use crate::speed::{self, Speed};

/// A bot's way to its answer.
pub type Thought = Box<dyn FnOnce() -> usize + Send>;

/// A table at which bots can be asked for their answer.
pub trait BotTable: AnyTable {
    /// What a bot in this seat would pick now. The same question to the same bot gets the same answer, also after a
    /// save, a resume or an undo.
    fn bot_pick(&self, seat: Seat, bot: Level) -> Option<usize>;
    /// The same as a task that can be done elsewhere while the table is used: it has the seat's view and
    /// what the seat saw others do, and no more.
    fn ponder(&self, seat: Seat, bot: Level) -> Option<Thought>;
    /// A way to advice for the seat that is asked: its menu weighed in so many worlds. It has the seat's view, and no more;
    /// the same question gets the same advice.
    fn counsel(&self, seat: Seat, worlds: u32) -> Option<Counsel>;
    /// The whole game judged, ply by ply, with so many worlds for each choice. None before it is over.
    fn analyse(&self, worlds: u32) -> Option<Readings>;
    /// Another game with the same people.
    fn play_again(&self, seed: Seed) -> Option<Box<dyn BotTable>>;
    /// The same table as it was after `ply` choices.
    fn went_back_to(&self, ply: u32) -> Box<dyn BotTable>;
}

impl<G: Words + Policy> BotTable for Table<G> {
    fn bot_pick(&self, seat: Seat, bot: Level) -> Option<usize> {
        self.ponder(seat, bot).map(|thought| thought())
    }
    fn ponder(&self, seat: Seat, bot: Level) -> Option<Thought> {
        let menu = self.acts(seat);
        if menu.is_empty() {
            return None;
        }
        let view = self.eyes(Some(seat)).view();
        let notes = if bot.thinks() { self.notes(seat) } else { G::Notes::default() };
        let mut tosses = self.seed().luck(Stream::BotAt(seat.0, Table::ply(self)));
        Some(Box::new(move || match bot {
            Level::Mastermind(mind) => {
                let question = Question::<G> { seat, view: &view, notes: &notes, menu: &menu, vow: None };
                ahead(&question, &mind.search_at_table(), &mut tosses)
            }
            _ => bot.choose_by::<G>(&view, Some(seat), &notes, &menu, &mut tosses),
        }))
    }
    fn counsel(&self, seat: Seat, worlds: u32) -> Option<Counsel> {
        analysis::counsel(self, seat, worlds)
    }
    fn analyse(&self, worlds: u32) -> Option<Readings> {
        analysis::analyse(self, worlds)
    }
    fn play_again(&self, seed: Seed) -> Option<Box<dyn BotTable>> {
        Some(Box::new(self.again(seed)?))
    }
    fn went_back_to(&self, ply: u32) -> Box<dyn BotTable> {
        Box::new(self.at(ply))
    }
}

/// A table for scripts: with bots, and nothing hidden from whoever drives it.
pub trait LabTable: BotTable + OpenTable {}

impl<T: BotTable + OpenTable> LabTable for T {}

/// A game of the house with everything a front end needs.
pub trait Room: AnyGame {
    /// Deals or sets up a game for people, bots and scripts; see [`AnyGame::begin`].
    fn begin_with_bots(
        &self,
        how: &Beginning,
        seed: Seed,
        stamp: Option<&Stamp>,
    ) -> Result<Box<dyn LabTable>, Fault>;
    /// Takes up a recorded game again.
    fn resume_with_bots(&self, record: &Record) -> Result<Box<dyn LabTable>, RecordFault>;
    /// Plays a great many games.
    fn sim(&self, plan: &Plan, watch: &Watch) -> Result<(Report, f64), Fault>;
    /// Plays an arena on from a state; see [`arena::run`].
    fn arena(
        &self,
        state: arena::State,
        threads: usize,
        watch: &Watch,
        keep: &mut dyn FnMut(&arena::State) -> Result<(), Fault>,
    ) -> Result<arena::State, Fault>;
    /// What bots can be forbidden: names, and what they mean.
    fn vows(&self) -> Vec<(&'static str, &'static str)>;
    /// Measures how fast the game runs.
    fn speed(&self, seats: u8, total: Duration) -> Result<Speed, Fault>;
}

impl<G: Words + Study> Room for GameOf<G> {
    fn begin_with_bots(
        &self,
        how: &Beginning,
        seed: Seed,
        stamp: Option<&Stamp>,
    ) -> Result<Box<dyn LabTable>, Fault> {
        Ok(Box::new(Table::<G>::begin(how.read()?, seed, stamp)?))
    }
    fn resume_with_bots(&self, record: &Record) -> Result<Box<dyn LabTable>, RecordFault> {
        Ok(Box::new(Table::<G>::resume(record)?))
    }
    fn sim(&self, plan: &Plan, watch: &Watch) -> Result<(Report, f64), Fault> {
        let (mut report, seconds) = sim::run::<G>(plan, watch)?;
        report.by_side = sim::by_side::<G>(&read_setup::<G>(plan.seats, &plan.options)?, &report);
        Ok((report, seconds))
    }
    fn arena(
        &self,
        state: arena::State,
        threads: usize,
        watch: &Watch,
        keep: &mut dyn FnMut(&arena::State) -> Result<(), Fault>,
    ) -> Result<arena::State, Fault> {
        arena::run::<G>(state, threads, watch, keep)
    }
    fn vows(&self) -> Vec<(&'static str, &'static str)> {
        G::vows().iter().map(|vow| (vow.name, vow.about)).collect()
    }
    fn speed(&self, seats: u8, total: Duration) -> Result<Speed, Fault> {
        speed::measure::<G>(seats, total)
    }
}
