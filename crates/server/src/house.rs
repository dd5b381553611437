//! The house: every table in use, and what can be done at one.
//!
//! A table is brought into memory when somebody looks at it, and stays there while it is used. What happens at it is
//! kept before it is answered: when a page says that a choice was made, the choice is on disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bots::Level;
use serde_json::{Value, json};
use table::{Seat, Seed};
use tokio::sync::{MutexGuard, Semaphore, watch};

use crate::analysis::Analyses;
use crate::clock::Clock;
use crate::guests::Guests;
use crate::presence::Presence;
use crate::rooms::{WebRoom, room};
use crate::sitting::{Automatic, Chair, Doc, Sitting};
use crate::store::{Change, Guest, Millis, Shelf, Stage, StoreFault, Which};
use crate::trouble::Trouble;

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// A table that nobody has used for so long, and nobody looks at, leaves the memory.
const IDLE: Millis = 2 * MINUTE;
/// When tables are cleared away for good: after so long without use, by how far they have come.
pub const SWEPT_AFTER: [(Stage, Millis); 3] =
    [(Stage::Waiting, 3 * DAY), (Stage::Playing, 90 * DAY), (Stage::Over, 365 * DAY)];

/// How long bots and automatic answers take: the same for every answer, whatever it is, so that a pause says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// At least so long.
    pub least: Duration,
    /// And up to so much longer, at random.
    pub more: Duration,
}

impl Pace {
    /// For people.
    pub const HUMAN: Pace = Pace { least: Duration::from_millis(700), more: Duration::from_millis(500) };
    /// For tests and measurements.
    pub const NONE: Pace = Pace { least: Duration::ZERO, more: Duration::ZERO };

    fn pause(self) -> Duration {
        let mut byte = [0u8];
        // Without random numbers the pause is simply always the same.
        let _ = getrandom::fill(&mut byte);
        self.least + self.more * u32::from(byte[0]) / 255
    }
}

/// At so many tables of one guest his new name is written.
const MOST_OF_ONE: u32 = 50;

/// What the bell of every table says when the house closes: the streams end, and browsers come back later.
pub const CLOSED: u64 = u64::MAX;

/// A table in use, with a bell that rings whenever it changes.
pub struct Live {
    sitting: tokio::sync::Mutex<Sitting>,
    bell: watch::Sender<u64>,
    /// Who is there.
    pub here: Presence,
}

impl Live {
    /// Sits down at the table: nobody else changes it meanwhile.
    pub async fn lock(&self) -> MutexGuard<'_, Sitting> {
        self.sitting.lock().await
    }

    /// Hears the bell.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    /// Does anybody hear the bell?
    pub(crate) fn heard(&self) -> bool {
        self.bell.receiver_count() > 0
    }

    /// Sits down at the table unless somebody else is busy there.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, Sitting>> {
        self.sitting.try_lock().ok()
    }

    /// Tells everybody who listens that the table has changed.
    pub(crate) fn ring(&self, sitting: &mut Sitting) {
        sitting.used_at = now();
        sitting.version += 1;
        self.bell.send_replace(sitting.version);
    }
}

/// Everything that goes on.
pub struct House {
    /// Where it is kept.
    pub shelf: Shelf,
    /// Who is here.
    pub guests: Guests,
    live: Mutex<HashMap<String, Arc<Live>>>,
    pace: Pace,
    /// So many can think at the same time: bots, hints, analyses.
    thinkers: Arc<Semaphore>,
    /// Finished games that are judged.
    pub(crate) analyses: Analyses,
}

/// What somebody wants to play.
pub struct Wish {
    /// The game.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// Bots for all seats but one; `None`: friends will come.
    pub bots: Option<Level>,
    /// May strangers join?
    pub listed: bool,
    /// Options of the game.
    pub options: Value,
    /// How long people may think.
    pub clock: Option<Clock>,
}

/// The time now.
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as Millis)
}

/// A word that nobody guesses.
fn random_id() -> Result<String, Trouble> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0u8; 20];
    getrandom::fill(&mut bytes).map_err(|e| Trouble::Broken(format!("no random numbers: {e}")))?;
    Ok(bytes.iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect())
}

fn random_seed() -> Result<String, Trouble> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|e| Trouble::Broken(format!("no random numbers: {e}")))?;
    Ok(Seed::from_bytes(bytes).to_string())
}

impl House {
    /// A house with this store.
    pub fn new(shelf: Shelf, pace: Pace) -> Arc<House> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(House {
            guests: Guests::new(shelf.clone()),
            shelf,
            live: Mutex::default(),
            pace,
            thinkers: Arc::new(Semaphore::new(cores)),
            analyses: Analyses::new(cores),
        })
    }

    /// Ends all streams.
    pub fn close(&self) {
        for live in self.tables().values() {
            live.bell.send_replace(CLOSED);
        }
    }

    /// Lets tables out of memory that nobody uses, and clears away those that nobody has used for very long.
    pub async fn tidy(&self, now: Millis) -> Result<(), Trouble> {
        self.tables().retain(|_, live| {
            // Whoever works at the table, or listens to it, keeps it here.
            let quiet = Arc::strong_count(live) == 1 && !live.heard();
            let idle = |s: &Sitting| !s.driven && s.left(now).is_none() && now - s.used_at > IDLE;
            !(quiet && live.try_lock().is_some_and(|s| idle(&s)))
        });
        for (stage, after) in SWEPT_AFTER {
            loop {
                let old = self.shelf.list(Which::Untouched(stage, now - after), 200).await?;
                // A table in use is not old, whatever its row says.
                let old = old.into_iter().filter(|row| !self.tables().contains_key(&row.id));
                let gone: Vec<Change> = old.map(|row| Change::Forget { table: row.id }).collect();
                if gone.is_empty() {
                    break;
                }
                tracing::info!(tables = gone.len(), ?stage, "old tables are cleared away");
                self.shelf.commit(gone).await?;
            }
        }
        Ok(())
    }

    /// How many tables are in memory.
    pub fn in_use(&self) -> usize {
        self.tables().len()
    }

    /// Every table in memory.
    pub(crate) fn everywhere(&self) -> Vec<Arc<Live>> {
        self.tables().values().cloned().collect()
    }

    /// Takes a table out of memory: it is brought in again from the store.
    pub(crate) fn put_away(&self, id: &str) {
        self.tables().remove(id);
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bring_in(&self, sitting: Sitting) -> Arc<Live> {
        let mut tables = self.tables();
        // Two who came at once share what the first one brought.
        let live = tables.entry(sitting.id.clone()).or_insert_with(|| {
            let (bell, _) = watch::channel(sitting.version);
            Arc::new(Live { sitting: tokio::sync::Mutex::new(sitting), bell, here: Presence::default() })
        });
        Arc::clone(live)
    }

    /// The table with this id.
    pub async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Live>, Trouble> {
        let here = self.tables().get(id).cloned();
        if let Some(live) = here {
            return Ok(live);
        }
        if id.len() != 20 || !id.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(Trouble::NotFound);
        }
        let kept = self.shelf.table(id).await?.ok_or(Trouble::NotFound)?;
        let live = self.bring_in(Sitting::restore(kept)?);
        self.see_to_bots(&live).await;
        Ok(live)
    }

    /// Opens a table. Against bots the game begins at once.
    pub async fn open(self: &Arc<Self>, guest: &Guest, wish: Wish) -> Result<String, Trouble> {
        let room = room(&wish.game).ok_or(Trouble::NotFound)?;
        let info = room.info();
        if !(info.least..=info.most).contains(&wish.seats) {
            return Err(Trouble::Bad(format!(
                "{} is for {} to {} players.",
                info.title, info.least, info.most
            )));
        }
        let other = wish.bots.map_or(Chair::Open, |level| Chair::Bot { level: level.to_string() });
        let mut chairs = vec![other; usize::from(wish.seats)];
        chairs[0] = Chair::of(guest);
        let doc = Doc::new(random_seed()?, wish.options, chairs, guest.id, wish.clock);
        self.set(room, wish.listed, doc).await
    }

    async fn set(
        self: &Arc<Self>,
        room: &'static dyn WebRoom,
        listed: bool,
        doc: Doc,
    ) -> Result<String, Trouble> {
        let ready = !doc.chairs.contains(&Chair::Open);
        let id = random_id()?;
        let mut sitting = Sitting::new(id.clone(), room, listed, doc);
        // A deal shows whether the options can be played.
        sitting.deal()?;
        if ready {
            sitting.stage = Stage::Playing;
        } else {
            sitting.table = None;
        }
        self.shelf.commit(vec![Change::Table(sitting.row(now()))]).await?;
        // The id is the key to a table, and stays out of the log.
        tracing::info!(game = room.info().id, seats = sitting.doc.chairs.len(), "a table was opened");
        let live = self.bring_in(sitting);
        self.see_to_bots(&live).await;
        Ok(id)
    }

    /// Takes an open seat.
    pub async fn sit(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        let mut sitting = live.lock().await;
        if sitting.seat_of(Some(guest.id)).is_some() {
            return Ok(());
        }
        let Some(chair) = sitting.doc.chairs.iter().position(|c| *c == Chair::Open) else {
            return Err(Trouble::Refused("No seat is free at this table.".into()));
        };
        sitting.doc.chairs[chair] = Chair::of(guest);
        self.keep_row(&live, &mut sitting).await
    }

    /// A guest is called otherwise now: so he is where he waits for a game. A game that has begun keeps its names.
    pub async fn rename(self: &Arc<Self>, guest: &Guest) -> Result<(), Trouble> {
        for row in self.shelf.list(Which::Of(guest.id), MOST_OF_ONE).await? {
            if row.stage != Stage::Waiting {
                continue;
            }
            let live = self.find(&row.id).await?;
            let mut sitting = live.lock().await;
            if let Some(seat) = sitting.seat_of(Some(guest.id)).filter(|_| sitting.stage == Stage::Waiting) {
                sitting.doc.chairs[seat.index()] = Chair::of(guest);
                self.keep_row(&live, &mut sitting).await?;
            }
        }
        Ok(())
    }

    /// Sets a seat of a waiting table: open, or a bot. Only the host does that.
    pub async fn set_chair(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        seat: usize,
        bot: Option<Level>,
    ) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        let mut sitting = live.lock().await;
        self.only_host(&sitting, guest)?;
        let host = sitting.doc.host;
        match sitting.doc.chairs.get_mut(seat) {
            None => return Err(Trouble::Bad(format!("There is no seat {seat}."))),
            Some(Chair::Person { guest, .. }) if *guest == host => {
                return Err(Trouble::Bad("That is your own seat.".into()));
            }
            Some(chair) => {
                *chair = bot.map_or(Chair::Open, |level| Chair::Bot { level: level.to_string() });
            }
        }
        self.keep_row(&live, &mut sitting).await
    }

    pub(crate) fn only_host(&self, sitting: &Sitting, guest: &Guest) -> Result<(), Trouble> {
        if sitting.stage != Stage::Waiting {
            return Err(Trouble::Refused("The game has begun.".into()));
        }
        if sitting.doc.host != guest.id {
            return Err(Trouble::NotYours("Only the guest who opened the table can do that."));
        }
        Ok(())
    }

    /// Begins the game; open seats are taken by bots.
    pub async fn start(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await;
            self.only_host(&sitting, guest)?;
            for chair in sitting.doc.chairs.iter_mut().filter(|c| **c == Chair::Open) {
                *chair = Chair::Bot { level: Level::Agent.to_string() };
            }
            sitting.deal()?;
            sitting.stage = Stage::Playing;
            sitting.asked_at = now();
            self.keep_row(&live, &mut sitting).await?;
        }
        self.see_to_bots(&live).await;
        Ok(())
    }

    /// Keeps what has changed about a table, but for its choices, and tells everybody.
    pub(crate) async fn keep_row(&self, live: &Live, sitting: &mut Sitting) -> Result<(), Trouble> {
        self.shelf.commit(vec![Change::Table(sitting.row(now()))]).await?;
        live.ring(sitting);
        Ok(())
    }

    /// Answers the question at a table.
    pub async fn act(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        ply: u32,
        pick: usize,
    ) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await;
            let seat =
                sitting.seat_of(Some(guest.id)).ok_or(Trouble::NotYours("You do not sit at this table."))?;
            if sitting.doc.chairs[seat.index()].player().is_none() {
                return Err(Trouble::Refused("A bot plays for you. Take your seat back first.".into()));
            }
            self.choose(&live, &mut sitting, seat, ply, pick).await?;
        }
        self.see_to_bots(&live).await;
        Ok(())
    }

    /// A seat's choice: carried out, kept, told. If it cannot be kept it has not happened.
    async fn choose(
        &self,
        live: &Live,
        sitting: &mut Sitting,
        seat: Seat,
        ply: u32,
        pick: usize,
    ) -> Result<(), Trouble> {
        let table = sitting.table.as_mut().ok_or(Trouble::Refused("The game has not begun.".into()))?;
        let line = table.code(seat, pick).map(|act| format!("{seat} {act}"));
        table.act(seat, ply, pick)?;
        let line = line.ok_or(Trouble::Stale)?;
        let over = table.ending().is_some();
        let before = sitting.stage;
        let mut changes = vec![Change::Choice { table: sitting.id.clone(), ply, line }];
        let now = now();
        if over {
            sitting.stage = Stage::Over;
        }
        let (row_at, asked_at, banks) = (sitting.row_at, sitting.asked_at, sitting.doc.banks.clone());
        if let Some(clock) = sitting.doc.clock
            && sitting.doc.chairs[seat.index()].player().is_some()
        {
            let bank = &mut sitting.doc.banks[seat.index()];
            *bank = clock.pay(*bank, now - asked_at);
        }
        sitting.asked_at = now;
        // The row says when the table was last used; once an hour is often enough for that. Time is kept each time.
        if over || sitting.doc.clock.is_some() || now - row_at > HOUR {
            changes.push(Change::Table(sitting.row(now)));
            sitting.row_at = now;
        }
        let began = std::time::Instant::now();
        if let Err(fault) = self.shelf.commit(changes).await {
            (sitting.stage, sitting.row_at, sitting.asked_at) = (before, row_at, asked_at);
            sitting.doc.banks = banks;
            if fault == StoreFault::Stale {
                // Somebody else writes into this store. What is there counts: the table is brought in anew.
                self.put_away(&sitting.id);
            }
            if let Some(table) = sitting.table.as_mut() {
                table.undo();
            }
            return Err(fault.into());
        }
        metrics::histogram!("safehouse_commit_seconds").record(began.elapsed());
        metrics::counter!("safehouse_choices_total").increment(1);
        if over {
            tracing::info!(game = sitting.room.info().id, choices = ply + 1, "a game is over");
        }
        sitting.end_orders();
        sitting.hints.forget();
        live.ring(sitting);
        Ok(())
    }

    /// Another game with the same people; whoever asks second comes to the same table.
    pub async fn rematch(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<String, Trouble> {
        let live = self.find(id).await?;
        let mut sitting = live.lock().await;
        if sitting.seat_of(Some(guest.id)).is_none() {
            return Err(Trouble::NotYours("You do not sit at this table."));
        }
        if let Some(next) = &sitting.doc.next {
            return Ok(next.clone());
        }
        let options = sitting.table.as_ref().and_then(|table| table.next_options());
        let options = options.ok_or(Trouble::Refused("The game is not over yet.".into()))?;
        let old = &sitting.doc;
        let mut doc = Doc::new(random_seed()?, options, old.chairs.clone(), old.host, old.clock);
        doc.muted.clone_from(&old.muted);
        let next = self.set(sitting.room, sitting.listed, doc).await?;
        sitting.doc.next = Some(next.clone());
        self.keep_row(&live, &mut sitting).await?;
        Ok(next)
    }

    /// A new table that begins where a finished game stood after `at` choices, with bots in all other seats.
    pub async fn branch(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        at: u32,
        seat: u8,
    ) -> Result<String, Trouble> {
        let live = self.find(id).await?;
        let (mut next, choices) = {
            let sitting = live.lock().await;
            let table = sitting.table.as_ref().filter(|_| sitting.stage == Stage::Over);
            let table = table.ok_or(Trouble::Refused("The game is not over yet.".into()))?;
            let mut chairs = vec![Chair::Bot { level: Level::Agent.to_string() }; sitting.doc.chairs.len()];
            let mine = chairs.get_mut(usize::from(seat));
            let mine = mine.ok_or_else(|| Trouble::Bad(format!("There is no seat {seat}.")))?;
            *mine = Chair::of(guest);
            let old = &sitting.doc;
            let mut doc = Doc::new(old.seed.clone(), old.options.clone(), chairs, guest.id, None);
            doc.practice = true;
            let mut next = Sitting::new(random_id()?, sitting.room, false, doc);
            next.table = Some(table.back_at(at));
            (next, table.record().choices)
        };
        let names = json!(next.names());
        let Some(table) = next.table.as_mut() else { return Err(Trouble::NotFound) };
        table.keep("names", names);
        let plies = table.ply();
        next.stage = if table.ending().is_some() { Stage::Over } else { Stage::Playing };
        let mut changes = vec![Change::Table(next.row(now()))];
        for (ply, choice) in (0..plies).zip(choices) {
            let line = format!("{} {}", choice.seat, choice.act);
            changes.push(Change::Choice { table: next.id.clone(), ply, line });
        }
        self.shelf.commit(changes).await?;
        let id = next.id.clone();
        let live = self.bring_in(next);
        self.see_to_bots(&live).await;
        Ok(id)
    }

    /// What the bot that is asked at a table would pick, and at which ply. Nobody waits for its thoughts.
    async fn think(&self, live: &Live) -> Option<(Automatic, u32, usize)> {
        let (who, ply, thought) = {
            let sitting = live.lock().await;
            let (who, table) = (sitting.automatic()?, sitting.table.as_ref()?);
            let Automatic::Bot(seat, level) = who else { return None };
            (who, table.ply(), table.ponder(seat, level)?)
        };
        // A bot that fails to think takes the first entry, which risks least.
        let pick = self.ponder(thought).await.unwrap_or(0);
        Some((who, ply, pick))
    }

    /// Thinks elsewhere, as many at a time as there are cores, in the order in which they came. What was begun is thought to
    /// its end, also if nobody waits for it any more, and keeps its core until then.
    pub(crate) async fn ponder<T: Send + 'static>(
        &self,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = Arc::clone(&self.thinkers).acquire_owned().await.ok()?;
        let thinking = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            thought()
        });
        thinking
            .await
            .inspect_err(|error| tracing::error!(%error, "a thought was not thought to its end"))
            .ok()
    }

    /// Lets the bots and standing orders of a table answer, one after the other, until a person is asked. All of them
    /// take their time: a pause tells nothing about who answers, or why.
    pub(crate) async fn see_to_bots(self: &Arc<Self>, live: &Arc<Live>) {
        {
            let mut sitting = live.lock().await;
            if sitting.driven || sitting.automatic().is_none() {
                return;
            }
            sitting.driven = true;
        }
        let (house, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            loop {
                let pause = tokio::time::sleep(house.pace.pause());
                let thought = house.think(&live).await;
                // However long it took to think, within reason: the pause is over when it is over.
                pause.await;
                let mut sitting = live.lock().await;
                let now = sitting.automatic().zip(sitting.table.as_ref().map(|table| table.ply()));
                let (ply, pick) = match (now, thought) {
                    (None, _) => {
                        sitting.driven = false;
                        return;
                    }
                    (Some((Automatic::Order(_, pick), ply)), _) => (ply, pick),
                    (Some((who, ply)), Some((thinker, then, pick))) if (who, ply) == (thinker, then) => {
                        (ply, pick)
                    }
                    // Something has happened meanwhile: the question is another one, and so is the thought.
                    _ => continue,
                };
                let Some((who, _)) = now else { return };
                let seat = who.seat();
                if let Err(trouble) = house.choose(&live, &mut sitting, seat, ply, pick).await {
                    if matches!(trouble, Trouble::Stale) {
                        sitting.driven = false;
                        return;
                    }
                    // Most likely the store cannot be written just now: the bot tries again a little later.
                    tracing::error!(%trouble, "a bot's choice was not kept");
                    drop(sitting);
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
    }
}
