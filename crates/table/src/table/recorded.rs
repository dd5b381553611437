//! A table as a text, and back: every choice and checkpoint is tried on the way.

use super::{Opening, Table, to_value};
use crate::game::{Fault, Game, Status};
use crate::hash::fingerprint;
use crate::record::{Choice, Mark, Record, RecordFault, Start};
use crate::seat::Seat;

impl<G: Game> Table<G> {
    /// Plays a record again and checks every choice and checkpoint on the way.
    pub fn resume(record: &Record) -> Result<Table<G>, RecordFault> {
        let info = G::info();
        let head = |what: String| RecordFault { line: 2, what };
        if record.game != info.id {
            return Err(head(format!("this is a record of '{}', not of '{}'", record.game, info.id)));
        }
        let setup_line = |what: String| RecordFault { line: 4, what };
        let unreadable = |e: serde_json::Error| setup_line(Fault::new(e.to_string()).what);
        let edition = |fault: Fault| RecordFault { line: 3, what: fault.what };
        // Other rules might read a setup otherwise, so they come first.
        record.stamp.same_rules::<G>().map_err(edition)?;
        let mut opening: Opening<G> = match &record.start {
            Start::Setup(value) => Opening::Deal(serde_json::from_value(value.clone()).map_err(unreadable)?),
            Start::Position(value, luck) => {
                Opening::Position(serde_json::from_value(value.clone()).map_err(unreadable)?, luck.clone())
            }
        };
        let stamp = record.stamp.pin(&mut opening).map_err(edition)?;
        if let Opening::Deal(setup) = &opening {
            G::check(setup).map_err(|f| setup_line(f.what))?;
        }
        let mut table = Table::set_up(opening, record.seed, stamp).map_err(|f| setup_line(f.what))?;
        table.with.clone_from(&record.with);
        table.take_names();
        let mut marks = record.marks.iter().peekable();
        let mut steps = record.steps();
        loop {
            let ply = table.ply();
            while let Some(mark) = marks.next_if(|m| m.ply == ply) {
                let now = checkpoint(&table.game);
                if now != mark.hash {
                    return Err(RecordFault {
                        line: mark.line,
                        what: format!(
                            "after {ply} choices the state is {now:016x}, the checkpoint says {:016x}",
                            mark.hash
                        ),
                    });
                }
            }
            let Some(step) = steps.next() else { break };
            let at = |what: String| RecordFault { line: step.last().map_or(1, |choice| choice.line), what };
            table.take(step)?;
            if step.iter().any(|choice| choice.race > 0) {
                let order: Vec<Seat> = step.iter().map(|choice| choice.seat).collect();
                table.count(&order).map_err(|refused| at(refused.to_string()))?;
            } else if table.ply() == ply {
                return Err(at("this is a race: every seat gives a sealed answer, and then an order".into()));
            }
            if let Some(fault) = table.luck.fault() {
                return Err(at(fault.to_owned()));
            }
        }
        table.take(&record.sealed)?;
        let over = table.game.status() == Status::Over;
        if over != record.over {
            let line = record.marks.last().map_or(1, |m| m.line);
            let (says, is) = if over { ("open", "over") } else { ("over", "still open") };
            return Err(RecordFault { line, what: format!("the record says {says}, but the game is {is}") });
        }
        Ok(table)
    }

    /// Answers as recorded; in a race the answers stay sealed.
    fn take(&mut self, choices: &[Choice]) -> Result<(), RecordFault> {
        for choice in choices {
            let at = |what: String| RecordFault { line: choice.line, what };
            let act = choice.act.parse().map_err(at)?;
            let taken = self.try_seal(choice.seat, self.ply(), self.game.meant(act));
            taken.map_err(|refused| at(refused.to_string()))?;
        }
        Ok(())
    }

    /// The whole past as a text.
    pub fn to_record(&self) -> Record {
        let start = match &self.opening {
            Opening::Deal(setup) => Start::Setup(to_value(setup)),
            Opening::Position(position, luck) => Start::Position(to_value(position), luck.clone()),
        };
        let mut marks = self.marks.clone();
        marks.push(Mark { ply: self.ply(), hash: checkpoint(&self.game), line: 0 });
        Record {
            game: G::info().id.to_owned(),
            stamp: self.stamp(),
            start,
            seed: self.seed,
            with: self.with.clone(),
            choices: self
                .steps()
                .flat_map(|(at, step)| {
                    let race = self.races.binary_search_by_key(&at, |(ply, _)| *ply).is_ok();
                    let race = if race { step.len() as u8 } else { 0 };
                    step.iter().map(move |&(seat, act)| Choice { seat, act: act.to_string(), race, line: 0 })
                })
                .collect(),
            sealed: Seat::all(self.game.seats())
                .filter_map(|seat| Some((seat, self.sealed[seat]?)))
                .map(|(seat, act)| Choice { seat, act: act.to_string(), race: 0, line: 0 })
                .collect(),
            marks,
            over: self.game.status() == Status::Over,
        }
    }
}

/// The fingerprint of the written position: it stays the same when a game arranges its state in memory otherwise, so that
/// old records can still be checked.
pub(super) fn checkpoint<G: Game>(game: &G) -> u64 {
    fingerprint(&to_value(&game.position()).to_string())
}
