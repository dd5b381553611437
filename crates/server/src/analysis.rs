//! Finished games judged by the mastermind, in the background.
//!
//! A game is judged once, however many ask for it, and what comes of it is remembered for a while. It follows from the
//! record, so what was forgotten can be found out again. It is thought ply by ply: between two of them bots and hints
//! have their turn, and the games that are being judged take turns with each other.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bots::Readings;
use bots::analysis::{Moment, Reading, Summary, moments, summaries};
use tokio::sync::Semaphore;

use crate::hints::WORLDS;
use crate::house::House;
use crate::sitting::Sitting;
use crate::store::Stage;
use crate::thinkers::Payer;
use crate::trouble::Trouble;

/// How many games are remembered.
const REMEMBERED: usize = 64;
/// How many can wait to be analysed.
const WAITING: usize = 16;

/// What came of it.
pub struct Analysis {
    /// How the game stood before each choice, and at the end. What was told is kept for the moments only.
    pub readings: Vec<Reading>,
    /// The moments that decided it.
    pub moments: Vec<Moment>,
    /// How each seat played.
    pub summaries: Vec<Summary>,
}

impl Analysis {
    fn of(mut readings: Vec<Reading>) -> Analysis {
        let (moments, summaries) = (moments(&readings), summaries(&readings));
        for reading in &mut readings {
            if moments.iter().all(|moment| moment.ply != reading.ply) {
                reading.told = Vec::new();
            }
        }
        Analysis { readings, moments, summaries }
    }
}

/// A game that is being judged, or has been.
pub struct Job {
    steps: u32,
    done: AtomicU32,
    unwanted: AtomicBool,
    result: OnceLock<Analysis>,
}

impl Job {
    /// What came of it, when it is done.
    pub fn result(&self) -> Option<&Analysis> {
        self.result.get()
    }

    /// How many steps are done, and of how many.
    pub fn progress(&self) -> (u32, u32) {
        (self.done.load(Ordering::Relaxed), self.steps)
    }
}

/// Every game that is being judged or was judged lately; the last that was asked for at the end.
pub struct Analyses {
    jobs: Mutex<Vec<(String, Arc<Job>)>>,
    /// How many games are analysed at the same time: no more than half of the cores, since nobody is waiting for a move.
    turns: Semaphore,
}

impl Analyses {
    pub(crate) fn new(cores: usize) -> Analyses {
        Analyses { jobs: Mutex::default(), turns: Semaphore::new((cores / 2).max(1)) }
    }

    fn jobs(&self) -> std::sync::MutexGuard<'_, Vec<(String, Arc<Job>)>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game at this table has become another one.
    pub(crate) fn forget(&self, id: &str) {
        self.jobs().retain(|(table, job)| {
            let stays = table != id;
            job.unwanted.fetch_or(!stays, Ordering::Relaxed);
            stays
        });
    }

    /// The job of a table, if somebody has asked for it.
    fn known(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs().iter().find(|(table, _)| table == id).map(|(_, job)| Arc::clone(job))
    }

    /// The job of a table, and whether it is new.
    fn job(&self, id: &str, steps: u32) -> Result<(Arc<Job>, bool), Trouble> {
        let mut jobs = self.jobs();
        if let Some(at) = jobs.iter().position(|(table, _)| table == id) {
            let known = jobs.remove(at);
            let job = Arc::clone(&known.1);
            jobs.push(known);
            return Ok((job, false));
        }
        if jobs.iter().filter(|(_, job)| job.result().is_none()).count() >= WAITING {
            return Err(Trouble::Busy);
        }
        if jobs.len() >= REMEMBERED
            && let Some(oldest) = jobs.iter().position(|(_, job)| job.result().is_some())
        {
            jobs.remove(oldest);
        }
        let job = Arc::new(Job {
            steps,
            done: AtomicU32::new(0),
            unwanted: AtomicBool::new(false),
            result: OnceLock::new(),
        });
        jobs.push((id.to_owned(), Arc::clone(&job)));
        Ok((job, true))
    }
}

impl House {
    /// What the mastermind thinks of the game at a table, if it is over and somebody has asked.
    pub(crate) fn judged(&self, sitting: &Sitting) -> Option<Arc<Job>> {
        (sitting.stage == Stage::Over).then(|| self.analyses.known(&sitting.id)).flatten()
    }

    /// What the mastermind thinks of a finished game, or how far it has come with that.
    pub async fn analysis(self: &Arc<Self>, id: &str) -> Result<Arc<Job>, Trouble> {
        let live = self.find(id).await?;
        let sitting = live.lock().await?;
        let table = sitting.table.as_ref().filter(|_| sitting.stage == Stage::Over);
        let table =
            table.ok_or(Trouble::Refused("The analysis is available once the game is over.".into()))?;
        let (job, new) = self.analyses.job(id, table.ply() + 1)?;
        if new {
            match table.analyse(WORLDS) {
                Some(readings) => drop(tokio::spawn(judge(Arc::clone(self), Arc::clone(&job), readings))),
                None => job.unwanted.store(true, Ordering::Relaxed),
            }
        }
        // Whatever stopped it, it can begin again.
        if job.unwanted.load(Ordering::Relaxed) {
            self.analyses.forget(id);
            return Err(Trouble::Broken("a game could not be analysed".into()));
        }
        Ok(job)
    }
}

async fn judge(house: Arc<House>, job: Arc<Job>, mut source: Readings) {
    let mut readings = Vec::with_capacity(job.steps as usize);
    while !job.unwanted.load(Ordering::Relaxed) {
        let Ok(_turn) = house.analyses.turns.acquire().await else { return };
        let step = move || (source.next(), source);
        match house.ponder(Payer::HOUSE, step).await {
            Ok((Some(reading), rest)) => {
                source = rest;
                readings.push(reading);
                job.done.fetch_add(1, Ordering::Relaxed);
            }
            Ok((None, _)) => {
                let _ = job.result.set(Analysis::of(readings));
                return;
            }
            Err(_) => {
                job.unwanted.store(true, Ordering::Relaxed);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_long_ago_is_forgotten_and_not_too_many_wait() {
        let all = Analyses::new(4);
        let (first, new) = all.job("a", 5).unwrap();
        assert!(new && first.progress() == (0, 5));
        let (again, new) = all.job("a", 5).unwrap();
        assert!(!new && Arc::ptr_eq(&first, &again));
        for n in 1..WAITING {
            assert!(all.job(&n.to_string(), 1).unwrap().1);
        }
        assert!(matches!(all.job("one more", 1), Err(Trouble::Busy)));
        let done = |job: &Job| drop(job.result.set(Analysis::of(Vec::new())));
        all.jobs().iter().for_each(|(_, job)| done(job));
        for n in 0..3 * REMEMBERED {
            done(&all.job(&format!("later {n}"), 1).unwrap().0);
            // Whoever is asked for again and again is not forgotten.
            assert!(!all.job("a", 5).unwrap().1);
        }
        assert_eq!(all.jobs().len(), REMEMBERED);
        all.forget("a");
        assert!(again.unwanted.load(Ordering::Relaxed));
        assert!(all.job("a", 5).unwrap().1);
    }
}
