//! The house: every table in use, and what can be done at one.
//!
//! A table is brought into memory when somebody looks at it, and stays there while it is used. What happens at it is
//! kept before it is answered: when a page says that a choice was made, the choice is on disk. Memory follows the disk,
//! never the other way: a table whose change could not be kept is in doubt, and read again before anybody sees it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bots::Level;
use serde_json::{Value, json};
use table::{Seat, Seed};
use tokio::sync::{MutexGuard, watch};

use crate::analysis::Analyses;
use crate::callers::Callers;
use crate::clock::Clock;
use crate::guests::Guests;
use crate::health::{Health, Minded};
use crate::manners::seat_of;
use crate::names;
use crate::presence::Presence;
use crate::races::{QUICKEST, Races, Sealed};
use crate::rooms::{WebRoom, room};
use crate::sitting::{Asked, Chair, Doc, Sitting};
use crate::store::{Change, Guest, Millis, SharedStore, Stage, Which};
use crate::thinkers::Thinkers;
use crate::trouble::Trouble;
use crate::watch::Watch;
pub use crate::watch::now;

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// A table that nobody has used for so long, and nobody looks at, leaves the memory.
const IDLE: Millis = 2 * MINUTE;
/// When tables are cleared away for good: after so long without use, by how far they have come. Only time counts during
/// which the house was open.
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

    pub(crate) fn pause(self) -> Duration {
        let mut byte = [0u8];
        // Without random numbers the pause is simply always the same.
        let _ = getrandom::fill(&mut byte);
        self.least + self.more * u32::from(byte[0]) / 255
    }
}

/// How fast the bots of a table play for the one person who sits there. With company the pace is the house's: nobody waits for
/// somebody else's wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tempo {
    /// As the house has it.
    #[default]
    Usual,
    /// Three times as fast.
    Quick,
    /// Two and a half times as slow.
    Slow,
}

impl Tempo {
    /// As a page says it.
    pub fn read(word: Option<&str>) -> Tempo {
        match word {
            Some("quick") => Tempo::Quick,
            Some("slow") => Tempo::Slow,
            _ => Tempo::Usual,
        }
    }

    /// A pause at this tempo.
    pub(crate) fn of(self, pause: Duration) -> Duration {
        match self {
            Tempo::Usual => pause,
            Tempo::Quick => pause / 3,
            Tempo::Slow => pause * 5 / 2,
        }
    }
}

/// At this many unfinished tables of their own a guest has to finish or leave one before they get another.
pub const MOST_UNFINISHED: usize = 50;
/// Among this many of a guest's latest tables the unfinished ones are counted, and renamed guests looked for.
const LATEST: u32 = 300;
/// Guests who open tables at the same moment do so one after the other, in this many lines.
const LINES: usize = 64;

/// What the bell of every table says when the house closes: the streams end, and browsers come back later.
pub const CLOSED: u64 = u64::MAX;

/// A table in use, with a bell that rings whenever it changes.
pub struct Live {
    sitting: tokio::sync::Mutex<Sitting>,
    shelf: SharedStore,
    opened_at: Millis,
    bell: watch::Sender<u64>,
    /// Who is there.
    pub here: Presence,
    callers: Arc<Callers>,
    time: Arc<Watch>,
}

impl Live {
    /// Sits down at the table: nobody else changes it meanwhile. A table in doubt is read again first.
    pub async fn lock(&self) -> Result<MutexGuard<'_, Sitting>, Trouble> {
        let mut sitting = self.sitting.lock().await;
        if sitting.doubtful {
            self.read_again(&mut sitting).await?;
        }
        Ok(sitting)
    }

    /// What is on disk counts. Until it has been read the table stays in doubt, and nobody sees it.
    async fn read_again(&self, sitting: &mut Sitting) -> Result<(), Trouble> {
        sitting.doubtful = true;
        let kept = self.shelf.table(&sitting.id).await?.ok_or(Trouble::NotFound)?;
        let mut fresh = Sitting::restore(kept, self.opened_at)?;
        fresh.version = fresh.version.max(sitting.version);
        fresh.driver = sitting.driver.take();
        fresh.since = sitting.since;
        *sitting = fresh;
        self.ring(sitting);
        sitting.rewritten = sitting.version;
        Ok(())
    }

    /// Keeps these changes of the table. If that fails, whatever memory said before, the table is as it is on disk.
    pub(crate) async fn keep(&self, sitting: &mut Sitting, changes: Vec<Change>) -> Result<(), Trouble> {
        // In doubt from here on: also if nobody waits for the end of this.
        sitting.doubtful = true;
        let Err(fault) = self.shelf.commit(changes).await else {
            sitting.doubtful = false;
            return Ok(());
        };
        if let Err(trouble) = self.read_again(sitting).await {
            tracing::warn!(?trouble, "a table in doubt could not be read again; it will be tried once more");
        }
        Err(fault.into())
    }

    /// Keeps what has changed about a table, but for its choices, and tells everybody.
    pub(crate) async fn keep_row(&self, sitting: &mut Sitting) -> Result<(), Trouble> {
        let now = now();
        self.keep(sitting, vec![Change::Table(sitting.row(now))]).await?;
        sitting.row_at = now;
        self.ring(sitting);
        Ok(())
    }

    /// Keeps what has changed for one guest only. No bell rings, and in the lists the table stays where it is: nobody
    /// else can tell.
    pub(crate) async fn keep_unseen(&self, sitting: &mut Sitting) -> Result<(), Trouble> {
        self.keep(sitting, vec![Change::Table(sitting.row(sitting.row_at))]).await
    }

    /// Hears the bell.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    /// Does anybody hear the bell?
    pub(crate) fn heard(&self) -> bool {
        self.bell.receiver_count() > 0
    }

    /// Sits down at the table unless somebody else is busy there. It may be in doubt.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, Sitting>> {
        self.sitting.try_lock().ok()
    }

    /// Tells everybody who listens that the table has changed.
    pub(crate) fn ring(&self, sitting: &mut Sitting) {
        sitting.used_at = now();
        sitting.version += 1;
        self.time.reached(sitting.version);
        self.bell.send_replace(sitting.version);
        self.callers.ring(sitting.doc.chairs.iter().filter_map(Chair::owner));
    }
}

/// Everything that goes on.
pub struct House {
    /// Where it is kept.
    pub shelf: SharedStore,
    /// Who is here.
    pub guests: Guests,
    live: Mutex<HashMap<String, Arc<Live>>>,
    pub(crate) pace: Pace,
    /// When the house was opened. Nobody pays for the time before.
    opened_at: Millis,
    /// Who looks at the list of their tables.
    pub callers: Arc<Callers>,
    /// Who may think, and when.
    pub thinkers: Arc<Thinkers>,
    opening: [tokio::sync::Mutex<()>; LINES],
    /// Tables whose clocks cannot be seen to, since they cannot be read.
    damaged: Mutex<HashSet<String>>,
    /// Finished games that are judged.
    pub(crate) analyses: Analyses,
    /// What time it is, and how long the house has been open.
    pub time: Arc<Watch>,
    /// What is wrong with the house.
    pub health: Arc<Health>,
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
    /// What becomes of races.
    pub races: Races,
    /// The deck of whoever opens the table; empty: the usual one.
    pub deck: String,
    /// Must everybody play a deck of the house?
    pub house_decks: bool,
    /// May people ask for hints although they play each other?
    pub hints: bool,
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
    pub fn new(shelf: SharedStore, pace: Pace) -> Arc<House> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let health = Arc::new(Health::default());
        let shelf: SharedStore = Arc::new(Minded::new(shelf, Arc::clone(&health)));
        Arc::new(House {
            guests: Guests::new(shelf.clone()),
            shelf,
            live: Mutex::default(),
            pace,
            opened_at: now(),
            callers: Arc::default(),
            thinkers: Thinkers::new(cores),
            opening: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            damaged: Mutex::default(),
            analyses: Analyses::new(cores),
            time: Arc::default(),
            health,
        })
    }

    /// Ends all streams.
    pub fn close(&self) {
        for live in self.tables().values() {
            live.bell.send_replace(CLOSED);
        }
        self.callers.close();
    }

    /// Lets tables out of memory that nobody uses, and clears away those that nobody has used for very long.
    pub async fn tidy(&self, now: Millis) -> Result<(), Trouble> {
        self.damaged().clear();
        self.tables().retain(|_, live| {
            // Whoever works at the table, or listens to it, keeps it here.
            let quiet = Arc::strong_count(live) == 1 && !live.heard();
            let idle = |s: &Sitting| !s.driven() && now - s.used_at > IDLE;
            !(quiet && live.try_lock().is_some_and(|s| idle(&s)))
        });
        // Not by the clock, which may be wrong: by the time that the house was open.
        let ran = self.time.pass(&*self.shelf).await?;
        for (stage, after) in SWEPT_AFTER {
            loop {
                let old = self.shelf.list(Which::Untouched(stage, ran - after), 200).await?;
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

    pub(crate) fn damaged(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bring_in(&self, mut sitting: Sitting) -> Arc<Live> {
        let mut tables = self.tables();
        // Above every number that an earlier sitting at this table has reached: pages take nothing older than what
        // they show.
        sitting.version = self.time.version();
        sitting.rewritten = sitting.version;
        // Two who came at once share what the first one brought.
        let live = tables.entry(sitting.id.clone()).or_insert_with(|| {
            let (bell, _) = watch::channel(sitting.version);
            self.time.reached(sitting.version);
            Arc::new(Live {
                sitting: tokio::sync::Mutex::new(sitting),
                shelf: Arc::clone(&self.shelf),
                opened_at: self.opened_at,
                bell,
                here: Presence::default(),
                callers: Arc::clone(&self.callers),
                time: Arc::clone(&self.time),
            })
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
        let live = self.bring_in(Sitting::restore(kept, self.opened_at)?);
        self.see_to_bots(&live).await?;
        Ok(live)
    }

    /// Is the table in memory?
    pub(crate) fn has(&self, id: &str) -> bool {
        self.tables().contains_key(id)
    }

    /// A guest's turn to take a seat somewhere, if they have not too many already. Held until the seat is kept, so that
    /// a hundred requests at once are counted one after the other.
    async fn one_more(&self, guest: &Guest) -> Result<MutexGuard<'_, ()>, Trouble> {
        let turn = self.opening[guest.id.rem_euclid(LINES as i64) as usize].lock().await;
        let rows = self.shelf.list(Which::Of(guest.id), LATEST).await?;
        let plays = |doc: &str| {
            let doc: Option<Doc> = serde_json::from_str(doc).ok();
            doc.is_some_and(|doc| doc.chairs.iter().any(|chair| chair.player() == Some(guest.id)))
        };
        let unfinished = rows.iter().filter(|row| row.stage != Stage::Over && plays(&row.doc)).count();
        if unfinished >= MOST_UNFINISHED {
            return Err(Trouble::Refused(format!(
                "You have {MOST_UNFINISHED} unfinished games. Finish or leave one of them first."
            )));
        }
        Ok(turn)
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
        let mut doc = Doc::new(random_seed()?, wish.options, chairs, guest.id, wish.clock);
        doc.races = wish.races;
        doc.bring(0, wish.deck);
        doc.house_decks = wish.house_decks;
        doc.hints = wish.hints;
        let _turn = self.one_more(guest).await?;
        let sitting = House::set(room, wish.listed, doc)?;
        self.shelf.commit(vec![Change::Table(sitting.row(now()))]).await?;
        self.begin(sitting).await
    }

    /// A new table, not kept yet.
    fn set(room: &'static dyn WebRoom, listed: bool, doc: Doc) -> Result<Sitting, Trouble> {
        let ready = !doc.chairs.contains(&Chair::Open);
        let mut sitting = Sitting::new(random_id()?, room, listed, doc);
        // A deal shows whether the options can be played.
        sitting.deal()?;
        if ready {
            sitting.stage = Stage::Playing;
        } else {
            sitting.table = None;
        }
        Ok(sitting)
    }

    /// Brings in a new table that has just been kept.
    async fn begin(self: &Arc<Self>, sitting: Sitting) -> Result<String, Trouble> {
        // The id is the key to a table, and stays out of the log.
        tracing::info!(game = sitting.room.info().id, seats = sitting.doc.chairs.len(), "a table was opened");
        let id = sitting.id.clone();
        self.callers.ring(sitting.doc.chairs.iter().filter_map(Chair::owner));
        let live = self.bring_in(sitting);
        self.see_to_bots(&live).await?;
        Ok(id)
    }

    /// Takes an open seat, with a deck; an empty one is the usual one.
    pub async fn sit(self: &Arc<Self>, id: &str, guest: &Guest, deck: String) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        if live.lock().await?.seat_of(Some(guest.id)).is_some() {
            return Ok(());
        }
        let _turn = self.one_more(guest).await?;
        let mut sitting = live.lock().await?;
        if sitting.seat_of(Some(guest.id)).is_some() {
            return Ok(());
        }
        let Some(chair) = sitting.doc.chairs.iter().position(|c| *c == Chair::Open) else {
            return Err(Trouble::Refused("No seat is free at this table.".into()));
        };
        names::free_at(&sitting, guest.id, &guest.name)?;
        sitting.doc.chairs[chair] = Chair::of(guest);
        sitting.doc.bring(chair, deck);
        live.keep_row(&mut sitting).await
    }

    /// Can a guest be called so wherever they wait for a game?
    pub async fn may_be_called(self: &Arc<Self>, guest: &Guest, name: &str) -> Result<(), Trouble> {
        for row in self.shelf.list(Which::Of(guest.id), LATEST).await? {
            if row.stage == Stage::Waiting {
                names::free_at(&*self.find(&row.id).await?.lock().await?, guest.id, name)?;
            }
        }
        Ok(())
    }

    /// A guest has another name now, and has it wherever they wait for a game. A game that has begun keeps its names.
    pub async fn rename(self: &Arc<Self>, guest: &Guest) -> Result<(), Trouble> {
        for row in self.shelf.list(Which::Of(guest.id), LATEST).await? {
            if row.stage != Stage::Waiting {
                continue;
            }
            let live = self.find(&row.id).await?;
            let mut sitting = live.lock().await?;
            if let Some(seat) = sitting.seat_of(Some(guest.id)).filter(|_| sitting.stage == Stage::Waiting) {
                sitting.doc.chairs[seat.index()] = Chair::of(guest);
                live.keep_row(&mut sitting).await?;
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
        let mut sitting = live.lock().await?;
        self.only_host(&sitting, guest)?;
        let host = sitting.doc.host;
        match sitting.doc.chairs.get_mut(seat) {
            None => return Err(Trouble::Bad("There is no such seat at this table.".into())),
            Some(Chair::Person { guest, .. }) if *guest == host => {
                return Err(Trouble::Bad("That is your own seat.".into()));
            }
            Some(chair) => {
                *chair = bot.map_or(Chair::Open, |level| Chair::Bot { level: level.to_string() });
                sitting.doc.bring(seat, String::new());
            }
        }
        live.keep_row(&mut sitting).await
    }

    pub(crate) fn only_host(&self, sitting: &Sitting, guest: &Guest) -> Result<(), Trouble> {
        if sitting.stage != Stage::Waiting {
            return Err(Trouble::Refused("The game has already begun.".into()));
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
            let mut sitting = live.lock().await?;
            self.only_host(&sitting, guest)?;
            // What could not be dealt has not begun.
            sitting.doubtful = true;
            for chair in sitting.doc.chairs.iter_mut().filter(|c| **c == Chair::Open) {
                *chair = Chair::Bot { level: Level::Agent.to_string() };
            }
            sitting.deal()?;
            sitting.stage = Stage::Playing;
            sitting.asked_at = now();
            live.keep_row(&mut sitting).await?;
        }
        self.see_to_bots(&live).await
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
            let mut sitting = live.lock().await?;
            let seat = seat_of(&sitting, guest)?;
            if sitting.doc.chairs[seat.index()].player().is_none() {
                return Err(Trouble::Refused("A bot is playing for you. Take your seat back first.".into()));
            }
            self.choose(&live, &mut sitting, seat, ply, pick, None).await?;
        }
        self.see_to_bots(&live).await
    }

    /// A seat's choice: carried out, kept, told. If it cannot be kept it has not happened.
    pub(crate) async fn choose(
        &self,
        live: &Live,
        sitting: &mut Sitting,
        seat: Seat,
        ply: u32,
        pick: usize,
        took: Option<Millis>,
    ) -> Result<(), Trouble> {
        let racing = sitting.races();
        let table = sitting.table.as_mut().ok_or(Trouble::Refused("The game has not begun.".into()))?;
        let Some(act) = table.code(seat, pick) else {
            // It says what is wrong.
            table.act(seat, ply, pick)?;
            sitting.doubtful = true;
            return Err(Trouble::Stale);
        };
        table.seal(seat, ply, &act)?;
        let now = now();
        if racing {
            let took = took.unwrap_or_else(|| sitting.reaction(seat, now)).max(QUICKEST);
            sitting.doc.sealed.push(Sealed { seat, act, took, at: now });
            let Some(order) = sitting.order() else { return live.keep_unseen(sitting).await };
            return self.count(live, sitting, ply, &order).await;
        }
        let over = table.ending().is_some();
        let mut changes =
            vec![Change::Choice { table: sitting.id.clone(), ply, line: format!("{seat} {act}") }];
        if over {
            sitting.stage = Stage::Over;
        }
        if let Some(clock) = sitting.doc.clock
            && sitting.doc.chairs[seat.index()].player().is_some()
        {
            let (at, bank) = (sitting.asked_at, sitting.doc.banks[seat.index()]);
            sitting.doc.asked.retain(|asked| asked.seat == seat && asked.ply < ply);
            sitting.doc.asked.push(Asked { ply, seat, at, bank });
            sitting.doc.banks[seat.index()] = clock.pay(bank, now - at);
        }
        sitting.asked_at = now;
        // The row says when the table was last used; once an hour is often enough for that. Time is kept each time.
        if over || sitting.doc.clock.is_some() || (now - sitting.row_at).abs() > HOUR {
            sitting.row_at = now;
            changes.push(Change::Table(sitting.row(now)));
        }
        let began = std::time::Instant::now();
        live.keep(sitting, changes).await?;
        metrics::histogram!("safehouse_commit_seconds").record(began.elapsed());
        Self::went_on(live, sitting, 1);
        Ok(())
    }

    /// A race in which everybody has answered: carried out in this order, kept, told.
    async fn count(
        &self,
        live: &Live,
        sitting: &mut Sitting,
        ply: u32,
        order: &[Seat],
    ) -> Result<(), Trouble> {
        let table = sitting.table.as_mut().ok_or(Trouble::NotFound)?;
        table.count(order)?;
        let over = table.ending().is_some();
        let answers = std::mem::take(&mut sitting.doc.sealed);
        let mut changes = Vec::new();
        for (ply, seat) in (ply..).zip(order) {
            let answer = answers.iter().find(|answer| answer.seat == *seat).ok_or(Trouble::Stale)?;
            let line = format!("{seat} {}", answer.act);
            changes.push(Change::Choice { table: sitting.id.clone(), ply, line });
            if let Some(clock) = sitting.doc.clock
                && sitting.doc.chairs[seat.index()].player().is_some()
            {
                let bank = &mut sitting.doc.banks[seat.index()];
                *bank = clock.pay(*bank, answer.at - sitting.asked_at);
            }
        }
        // Nobody takes a race back, so nobody's clock goes back to it.
        sitting.doc.asked.clear();
        if over {
            sitting.stage = Stage::Over;
        }
        let now = now();
        (sitting.asked_at, sitting.row_at) = (now, now);
        changes.push(Change::Table(sitting.row(now)));
        live.keep(sitting, changes).await?;
        Self::went_on(live, sitting, order.len() as u64);
        Ok(())
    }

    /// The game has gone on by so many choices, and that is kept.
    fn went_on(live: &Live, sitting: &mut Sitting, choices: u64) {
        metrics::counter!("safehouse_choices_total").increment(choices);
        if let Some(table) = sitting.table.as_ref().filter(|_| sitting.stage == Stage::Over) {
            tracing::info!(game = sitting.room.info().id, choices = table.ply(), "a game is over");
        }
        sitting.end_orders();
        sitting.hints.forget();
        live.ring(sitting);
    }

    /// Another game with the same people; whoever asks second comes to the same table.
    pub async fn rematch(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<String, Trouble> {
        let live = self.find(id).await?;
        let there = |sitting: &Sitting| {
            seat_of(sitting, guest)?;
            Ok::<_, Trouble>(sitting.doc.next.clone())
        };
        if let Some(next) = there(&*live.lock().await?)? {
            return Ok(next);
        }
        let _turn = self.one_more(guest).await?;
        let mut sitting = live.lock().await?;
        if let Some(next) = there(&sitting)? {
            return Ok(next);
        }
        let options = sitting.table.as_ref().and_then(|table| table.next_options());
        let options = options.ok_or(Trouble::Refused("The game is not over yet.".into()))?;
        let old = &sitting.doc;
        let mut doc = Doc::new(random_seed()?, options, old.chairs.clone(), old.host, old.clock);
        doc.muted.clone_from(&old.muted);
        doc.house_decks = old.house_decks;
        doc.hints = old.hints;
        doc.races = old.races;
        doc.slower.clone_from(&old.slower);
        let next = House::set(sitting.room, sitting.listed, doc)?;
        // Both at once: there is no second rematch, and none that nobody finds.
        sitting.doc.next = Some(next.id.clone());
        let now = now();
        let changes = vec![Change::Table(next.row(now)), Change::Table(sitting.row(now))];
        live.keep(&mut sitting, changes).await?;
        live.ring(&mut sitting);
        drop(sitting);
        self.begin(next).await
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
        let _turn = self.one_more(guest).await?;
        let (mut next, choices) = {
            let sitting = live.lock().await?;
            let table = sitting.table.as_ref().filter(|_| sitting.stage == Stage::Over);
            let table = table.ok_or(Trouble::Refused("The game is not over yet.".into()))?;
            let mut chairs = vec![Chair::Bot { level: Level::Agent.to_string() }; sitting.doc.chairs.len()];
            let mine = chairs.get_mut(usize::from(seat));
            let mine = mine.ok_or_else(|| Trouble::Bad("There is no such seat at this table.".into()))?;
            *mine = Chair::of(guest);
            let old = &sitting.doc;
            let mut doc = Doc::new(old.seed.clone(), old.options.clone(), chairs, guest.id, None);
            doc.practice = true;
            doc.decks.clone_from(&old.decks);
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
        self.begin(next).await
    }
}
