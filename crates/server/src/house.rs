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
use tokio::sync::{MutexGuard, watch};

use crate::guests::Guests;
use crate::rooms::{WebRoom, room};
use crate::sitting::{CHAT, Chair, Doc, Sitting};
use crate::store::{Change, Guest, Millis, Said, Shelf, Stage, Which};
use crate::trouble::Trouble;

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// A table that nobody has used for so long, and nobody looks at, leaves the memory.
const IDLE: Millis = 10 * MINUTE;
/// When tables are cleared away for good: after so long without use, by how far they have come.
pub const SWEPT_AFTER: [(Stage, Millis); 3] =
    [(Stage::Waiting, 3 * DAY), (Stage::Playing, 90 * DAY), (Stage::Over, 365 * DAY)];

/// A line of chat is no longer than this.
pub const LONGEST_LINE: usize = 280;

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

/// What the bell of every table says when the house closes: the streams end, and browsers come back later.
pub const CLOSED: u64 = u64::MAX;

/// A table in use, with a bell that rings whenever it changes.
pub struct Live {
    sitting: tokio::sync::Mutex<Sitting>,
    bell: watch::Sender<u64>,
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

    fn ring(&self, sitting: &mut Sitting) {
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
        Arc::new(House { guests: Guests::new(shelf.clone()), shelf, live: Mutex::default(), pace })
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
            let quiet = Arc::strong_count(live) == 1 && live.bell.receiver_count() == 0;
            !(quiet && live.sitting.try_lock().is_ok_and(|s| !s.driven && now - s.used_at > IDLE))
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

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bring_in(&self, sitting: Sitting) -> Arc<Live> {
        let mut tables = self.tables();
        // Two who came at once share what the first one brought.
        let live = tables.entry(sitting.id.clone()).or_insert_with(|| {
            let (bell, _) = watch::channel(sitting.version);
            Arc::new(Live { sitting: tokio::sync::Mutex::new(sitting), bell })
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
        let me = Chair::Person { guest: guest.id, name: guest.name.clone() };
        let other = wish.bots.map_or(Chair::Open, |level| Chair::Bot { level: level.to_string() });
        let mut chairs = vec![other; usize::from(wish.seats)];
        chairs[0] = me;
        self.set(room, chairs, guest.id, wish.listed, wish.options).await
    }

    async fn set(
        self: &Arc<Self>,
        room: &'static dyn WebRoom,
        chairs: Vec<Chair>,
        host: i64,
        listed: bool,
        options: Value,
    ) -> Result<String, Trouble> {
        let ready = !chairs.contains(&Chair::Open);
        let doc =
            Doc { seed: random_seed()?, options, chairs, host, made: now(), practice: false, next: None };
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
        sitting.doc.chairs[chair] = Chair::Person { guest: guest.id, name: guest.name.clone() };
        self.keep_row(&live, &mut sitting).await
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

    fn only_host(&self, sitting: &Sitting, guest: &Guest) -> Result<(), Trouble> {
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
                *chair = Chair::Bot { level: Level::Greedy.to_string() };
            }
            sitting.deal()?;
            sitting.stage = Stage::Playing;
            self.keep_row(&live, &mut sitting).await?;
        }
        self.see_to_bots(&live).await;
        Ok(())
    }

    async fn keep_row(&self, live: &Live, sitting: &mut Sitting) -> Result<(), Trouble> {
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
        // The row says when the table was last used; once an hour is often enough for that.
        let row_at = sitting.row_at;
        if over || now - row_at > HOUR {
            changes.push(Change::Table(sitting.row(now)));
            sitting.row_at = now;
        }
        if let Err(fault) = self.shelf.commit(changes).await {
            (sitting.stage, sitting.row_at) = (before, row_at);
            if let Some(table) = sitting.table.as_mut() {
                table.undo();
            }
            return Err(fault.into());
        }
        live.ring(sitting);
        Ok(())
    }

    /// Takes back the last own choice, and what bots have answered since. Only at tables where all others are bots.
    pub async fn take_back(self: &Arc<Self>, id: &str, guest: &Guest) -> Result<(), Trouble> {
        let live = self.find(id).await?;
        {
            let mut sitting = live.lock().await;
            let seat =
                sitting.seat_of(Some(guest.id)).ok_or(Trouble::NotYours("You do not sit at this table."))?;
            if !sitting.alone() {
                return Err(Trouble::Refused("With other people at the table nothing is taken back.".into()));
            }
            let nothing = || Trouble::Refused("There is nothing to take back.".into());
            let table = sitting.table.as_ref().ok_or_else(nothing)?;
            let choices = table.record().choices;
            let ply = choices.iter().rposition(|c| c.seat == seat).ok_or_else(nothing)? as u32;
            let back = table.back_at(ply);
            sitting.table = Some(back);
            sitting.stage = Stage::Playing;
            sitting.doc.practice = true;
            let changes =
                vec![Change::Cut { table: sitting.id.clone(), ply }, Change::Table(sitting.row(now()))];
            if let Err(fault) = self.shelf.commit(changes).await {
                // What is in memory may differ from what is kept: it is brought in again from there.
                self.tables().remove(&sitting.id);
                return Err(fault.into());
            }
            live.ring(&mut sitting);
        }
        self.see_to_bots(&live).await;
        Ok(())
    }

    /// Says something at a table.
    pub async fn say(self: &Arc<Self>, id: &str, guest: &Guest, text: &str) -> Result<(), Trouble> {
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text: String = text.chars().filter(|c| !c.is_control()).take(LONGEST_LINE).collect();
        if text.is_empty() {
            return Ok(());
        }
        let live = self.find(id).await?;
        let mut sitting = live.lock().await;
        if sitting.seat_of(Some(guest.id)).is_none() {
            return Err(Trouble::NotYours("Only those at the table can talk."));
        }
        let said = Said { at: now(), guest: guest.id, name: guest.name.clone(), text };
        self.shelf.commit(vec![Change::Said { table: id.to_owned(), said: said.clone() }]).await?;
        sitting.said.push(said);
        let extra = sitting.said.len().saturating_sub(CHAT);
        sitting.said.drain(..extra);
        live.ring(&mut sitting);
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
        let (room, chairs, host, listed) =
            (sitting.room, sitting.doc.chairs.clone(), sitting.doc.host, sitting.listed);
        let next = self.set(room, chairs, host, listed, options).await?;
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
            let mut chairs = vec![Chair::Bot { level: Level::Greedy.to_string() }; sitting.doc.chairs.len()];
            let mine = chairs.get_mut(usize::from(seat));
            let mine = mine.ok_or_else(|| Trouble::Bad(format!("There is no seat {seat}.")))?;
            *mine = Chair::Person { guest: guest.id, name: guest.name.clone() };
            let doc = Doc {
                chairs,
                host: guest.id,
                made: now(),
                practice: true,
                next: None,
                ..sitting.doc.clone()
            };
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

    /// Lets the bots of a table answer, one after the other, until a person is asked.
    async fn see_to_bots(self: &Arc<Self>, live: &Arc<Live>) {
        {
            let mut sitting = live.lock().await;
            if sitting.driven || sitting.bot_asked().is_none() {
                return;
            }
            sitting.driven = true;
        }
        let (house, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(house.pace.pause()).await;
                let mut sitting = live.lock().await;
                let Some((seat, level)) = sitting.bot_asked() else {
                    sitting.driven = false;
                    return;
                };
                let answer = sitting.table.as_ref().and_then(|t| Some((t.ply(), t.bot_pick(seat, level)?)));
                let Some((ply, pick)) = answer else {
                    sitting.driven = false;
                    return;
                };
                if let Err(trouble) = house.choose(&live, &mut sitting, seat, ply, pick).await {
                    // Most likely the store cannot be written just now: the bot tries again a little later.
                    tracing::error!(%trouble, "a bot's choice was not kept");
                    drop(sitting);
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
    }
}
