//! Whoever answers without a person: bots, standing orders, and the house for those whose time is up.
//!
//! A table has one driver at most, a task that answers until a person is asked. It may end in any way, even in the
//! middle: once a second somebody looks whether a table stands still, and moves it on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Level, Mind};
use table::{Seed, Stream};

use crate::house::{House, Live, Pace, Tempo, now};
use crate::races::{FARTHEST, reflex};
use crate::sitting::{Automatic, Driver, Sitting};
use crate::store::{Millis, Stage};
use crate::thinkers::{PATIENCE, Payer};
use crate::trouble::Trouble;

/// A driver that has not shown itself for so long is stuck.
const STUCK: Duration = Duration::from_secs(15);
/// After a choice that could not be kept a bot waits this long before it tries again.
const AGAIN: Duration = Duration::from_secs(1);

impl Sitting {
    /// Does the table wait for somebody who will not come: a bot that nobody sees to, or nobody at all? It is asked once
    /// a second, and a bot counts as lost when that is so twice in a row.
    pub(crate) fn stands_still(&mut self) -> bool {
        if self.doubtful || self.waits_for_nobody() {
            return true;
        }
        let waits = self.automatic().and(self.table.as_ref()).map(|table| table.ply());
        let lost = match &self.driver {
            Some(driver) if !driver.task.is_finished() => driver.beat.elapsed() > STUCK,
            _ => true,
        };
        let before = std::mem::replace(&mut self.waits_in_vain, waits.filter(|_| lost));
        before.is_some() && before == self.waits_in_vain
    }
}

impl Sitting {
    /// How long whoever answers a race without a person takes to react: the same each time it is asked.
    fn reflex(&self, who: Automatic) -> Duration {
        let level = match who {
            Automatic::Bot(_, level) => level,
            Automatic::Order(..) | Automatic::Silent(..) => Level::Agent,
        };
        let seed: Seed = self.doc.seed.parse().unwrap_or_else(|_| Seed::from(0));
        let ply = self.table.as_ref().map_or(0, |table| table.ply());
        let took = reflex(level, &mut seed.luck(Stream::Reflex(who.seat().0, ply)));
        Duration::from_millis(took as u64)
    }
}

/// A mastermind that thinks less: half as much with each step.
fn hurried(level: Level, steps: u32) -> Level {
    match level {
        Level::Mastermind(mind) => Level::Mastermind(Mind { worlds: (mind.worlds >> steps).max(1), ..mind }),
        other => other,
    }
}

impl House {
    /// Moves a table on that stands still.
    pub(crate) async fn move_on(self: &Arc<Self>, live: &Arc<Live>) -> Result<(), Trouble> {
        metrics::counter!("safehouse_tables_moved_on_total").increment(1);
        tracing::warn!("a table stood still and is moved on");
        {
            let mut sitting = live.lock().await?;
            if let Some(driver) = sitting.driver.take() {
                driver.task.abort();
            }
            sitting.waits_in_vain = None;
            if sitting.waits_for_nobody() {
                sitting.stage = Stage::Over;
                live.keep_row(&mut sitting).await?;
            }
        }
        self.see_to_bots(live).await
    }

    /// Lets the bots and standing orders of a table answer, one after the other, until a person is asked. All of them
    /// take their time: a pause tells nothing about who answers, or why.
    pub(crate) async fn see_to_bots(self: &Arc<Self>, live: &Arc<Live>) -> Result<(), Trouble> {
        let mut sitting = live.lock().await?;
        self.time_the_race(live, &mut sitting);
        if !sitting.driven() && sitting.automatic().is_some() {
            // It waits for the lock that is held here.
            let task = tokio::spawn(drive(Arc::clone(self), Arc::clone(live))).abort_handle();
            sitting.driver = Some(Driver { task, beat: Instant::now() });
        }
        Ok(())
    }

    /// Sees to it that a race ends when its time is up. Whoever looks around once a second would do that too, but late.
    fn time_the_race(self: &Arc<Self>, live: &Arc<Live>, sitting: &mut Sitting) {
        let Some(ply) = sitting.table.as_ref().map(|table| table.ply()) else { return };
        // Where no person is asked nobody's time runs.
        let open = sitting.window().filter(|_| sitting.timed != Some(ply) && sitting.left(now()).is_some());
        let Some(window) = open else { return };
        sitting.timed = Some(ply);
        let (house, live) = (Arc::clone(self), Arc::clone(live));
        let wait = Duration::from_millis((sitting.asked_at + window + FARTHEST - now()).max(0) as u64);
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let Ok(mut sitting) = live.lock().await else { return };
            if sitting.table.as_ref().is_some_and(|table| table.ply() == ply) && sitting.note_late(now()) {
                live.ring(&mut sitting);
                drop(sitting);
                if let Err(trouble) = house.see_to_bots(&live).await {
                    tracing::warn!(?trouble, "a race could not be closed; it will be tried again");
                }
            }
        });
    }

    /// What the bot that is asked at a table would pick, and at which ply. Nobody waits for its thoughts.
    async fn think(&self, live: &Live) -> Result<Option<(Automatic, u32, usize)>, Trouble> {
        let (who, ply, payer, mut thought, hasty) = {
            let mut sitting = live.lock().await?;
            if let Some(driver) = &mut sitting.driver {
                driver.beat = Instant::now();
            }
            let Some((who, table)) = sitting.automatic().zip(sitting.table.as_ref()) else { return Ok(None) };
            let Automatic::Bot(seat, level) = who else { return Ok(None) };
            let payer = self.thinkers.payer(sitting.payer());
            let steps = if level.thinks() { self.thinkers.pressure(payer) } else { 0 };
            if steps > 0 {
                self.thinkers.shortened();
            }
            // What it does if it does not get to think ahead at all.
            let hasty = if level.thinks() { table.ponder(seat, Level::Agent) } else { None };
            (who, table.ply(), payer, table.ponder(seat, hurried(level, steps)), hasty)
        };
        let mut turn = None;
        if hasty.is_some() {
            turn = tokio::time::timeout(PATIENCE, self.thinkers.turn(payer)).await.ok().flatten();
            if turn.is_none() {
                self.thinkers.shortened();
                thought = hasty;
            }
        }
        let Some(thought) = thought else { return Ok(None) };
        // A bot that fails to think takes the first entry, which risks least.
        let pick = elsewhere(move || {
            let _turn = turn;
            thought()
        });
        Ok(Some((who, ply, pick.await.unwrap_or(0))))
    }

    /// Thinks elsewhere when it is this payer's turn; `None` if they have too many thoughts in line. What was begun is
    /// thought to its end, also if nobody waits for it any more, and keeps its core until then.
    pub(crate) async fn ponder<T: Send + 'static>(
        &self,
        payer: Payer,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let turn = self.thinkers.turn(payer).await.ok_or(Trouble::Busy)?;
        let thinking = elsewhere(move || {
            let _turn = turn;
            thought()
        });
        thinking.await.ok_or_else(|| Trouble::Broken("a bot's thinking did not finish".into()))
    }
}

async fn elsewhere<T: Send + 'static>(thought: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let thinking = tokio::task::spawn_blocking(thought).await;
    thinking.inspect_err(|error| tracing::error!(%error, "a bot's thinking did not finish")).ok()
}

/// Answers at a table until a person is asked, or the table is gone.
async fn drive(house: Arc<House>, live: Arc<Live>) {
    loop {
        match answer(&house, &live).await {
            Ok(true) => {}
            Ok(false) | Err(Trouble::NotFound) => return,
            // What is on disk counts, and the table has been read again: the bot looks at it anew.
            Err(Trouble::Stale) => {}
            Err(trouble) => {
                // Most likely the store cannot be written just now: the bot tries again a little later.
                tracing::error!(%trouble, "a bot's choice was not kept");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

/// One answer. `false`: a person is asked, and nobody drives any more.
async fn answer(house: &Arc<House>, live: &Arc<Live>) -> Result<bool, Trouble> {
    let (reaction, wait) = {
        let sitting = live.lock().await?;
        let tempo = if sitting.alone() { sitting.tempo } else { Tempo::Usual };
        let usual = tempo.of(house.pace.pause());
        match sitting.automatic() {
            // The time is up, and everybody knows it.
            Some(Automatic::Silent(..)) => (usual, Duration::ZERO),
            // In a race all bots react to the same question, so their pauses begin with it.
            Some(who) if sitting.races() => {
                let reaction = sitting.reflex(who);
                let since = Duration::from_millis((now() - sitting.asked_at).max(0) as u64);
                let wait = if house.pace == Pace::NONE { Duration::ZERO } else { tempo.of(reaction) };
                (reaction, wait.saturating_sub(since))
            }
            _ => (usual, usual),
        }
    };
    let pause = tokio::time::sleep(wait);
    let thought = house.think(live).await?;
    // However long it took to think, within reason: the pause is over when it is over.
    pause.await;
    let mut sitting = live.lock().await?;
    let Some((who, table)) = sitting.automatic().zip(sitting.table.as_ref()) else {
        sitting.driver = None;
        return Ok(false);
    };
    let ply = table.ply();
    let pick = match (who, thought) {
        (Automatic::Order(_, pick) | Automatic::Silent(_, pick), _) => pick,
        (_, Some((thinker, then, pick))) if (who, ply) == (thinker, then) => pick,
        // Something has happened meanwhile: the question is another one, and so is the thought.
        _ => return Ok(true),
    };
    // In a race bots answer one after the other, and each is as quick as its own reflex. Whoever let their time run out is not.
    let took = match sitting.is_overdue(who.seat()) {
        true => None,
        false => Some(reaction.as_millis() as Millis),
    };
    house.choose(live, &mut sitting, who.seat(), ply, pick, took).await?;
    house.time_the_race(live, &mut sitting);
    Ok(true)
}
