//! A table with people at it: who sits where, what is being played, what was said.

use bots::Level;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Seat, Seed, Status, Who};

use crate::house::now;
use crate::rooms::{WebRoom, WebTable, room};
use crate::store::{Kept, Millis, Said, Stage, TableRow};
use crate::trouble::Trouble;

/// So many lines of chat are shown, and kept in memory.
pub const CHAT: usize = 100;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Chair {
    /// Nobody yet.
    Open,
    /// A guest.
    Person {
        /// Which.
        guest: i64,
        /// His name when he sat down.
        name: String,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// What the store keeps of a table besides its choices.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Doc {
    /// What the luck follows from. Never shown before the game is over.
    pub seed: String,
    /// What was agreed on.
    pub options: Value,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// Who opened the table.
    pub host: i64,
    /// When.
    pub made: Millis,
    /// Has somebody taken back a choice?
    #[serde(default)]
    pub practice: bool,
    /// The table of the rematch.
    #[serde(default)]
    pub next: Option<String>,
}

/// A table in use.
pub struct Sitting {
    /// Part of its link.
    pub id: String,
    /// Its game.
    pub room: &'static dyn WebRoom,
    /// How far it has come.
    pub stage: Stage,
    /// May strangers find it?
    pub listed: bool,
    /// What is kept of it.
    pub doc: Doc,
    /// The game, once it has begun.
    pub table: Option<Box<dyn WebTable>>,
    /// What was said.
    pub said: Vec<Said>,
    /// Goes up with everything that a page shows.
    pub version: u64,
    /// Is somebody seeing to the bots?
    pub driven: bool,
    /// When its row was last written, which says when it was last used.
    pub row_at: Millis,
    /// When anything last happened here.
    pub used_at: Millis,
}

impl Sitting {
    /// A new table that waits for players.
    pub fn new(id: String, room: &'static dyn WebRoom, listed: bool, doc: Doc) -> Sitting {
        Sitting {
            id,
            room,
            stage: Stage::Waiting,
            listed,
            doc,
            table: None,
            said: Vec::new(),
            // Above every number that an earlier sitting at this table has reached: pages take nothing older than
            // what they show.
            version: now().unsigned_abs(),
            driven: false,
            row_at: 0,
            used_at: now(),
        }
    }

    /// Brings back a table that was kept.
    pub fn restore(kept: Kept) -> Result<Sitting, Trouble> {
        let broken = |what: String| Trouble::Broken(format!("table {}: {what}", kept.row.id));
        let room = room(&kept.row.game).ok_or_else(|| broken(format!("no game {}", kept.row.game)))?;
        let doc: Doc = serde_json::from_str(&kept.row.doc).map_err(|e| broken(e.to_string()))?;
        let mut sitting = Sitting::new(kept.row.id.clone(), room, kept.row.listed, doc);
        sitting.stage = kept.row.stage;
        sitting.row_at = kept.row.touched;
        sitting.said = kept.said;
        if sitting.stage != Stage::Waiting {
            sitting.deal()?;
            let table = sitting.table.as_mut().ok_or(Trouble::NotFound)?;
            for (ply, line) in (0..).zip(&kept.choices) {
                let (seat, act) = line.split_once(' ').ok_or_else(|| broken(format!("choice {ply}")))?;
                let seat = seat.parse().map(Seat).map_err(|_| broken(format!("choice {ply}")))?;
                table.act_text(seat, ply, act).map_err(|e| broken(format!("choice {ply}: {e}")))?;
            }
        }
        Ok(sitting)
    }

    /// Deals the cards from the seed.
    pub fn deal(&mut self) -> Result<(), Trouble> {
        let seed: Seed = self.doc.seed.parse().map_err(Trouble::Broken)?;
        let seats = self.doc.chairs.len() as u8;
        let mut table =
            self.room.deal_web(seats, &self.doc.options, seed).map_err(|f| Trouble::Bad(f.what))?;
        table.keep("names", json!(self.names()));
        self.table = Some(table);
        Ok(())
    }

    /// What the seats are called.
    pub fn names(&self) -> Vec<String> {
        let mut bots = 0;
        let name = |chair: &Chair| match chair {
            Chair::Open => "nobody yet".to_owned(),
            Chair::Person { name, .. } => name.clone(),
            Chair::Bot { .. } => {
                bots += 1;
                BOT_NAMES[(bots - 1) % BOT_NAMES.len()].to_owned()
            }
        };
        self.doc.chairs.iter().map(name).collect()
    }

    /// Where a guest sits.
    pub fn seat_of(&self, guest: Option<i64>) -> Who {
        let guest = guest?;
        let sits = |chair: &Chair| matches!(chair, Chair::Person { guest: g, .. } if *g == guest);
        self.doc.chairs.iter().position(sits).map(|n| Seat(n as u8))
    }

    /// The bot whose turn it is to answer.
    pub fn bot_asked(&self) -> Option<(Seat, Level)> {
        let Status::Ask(seat) = self.table.as_ref()?.status() else { return None };
        match self.doc.chairs.get(seat.index())? {
            Chair::Bot { level } => Some((seat, level.parse().unwrap_or(Level::Greedy))),
            _ => None,
        }
    }

    /// Are all the others bots?
    pub fn alone(&self) -> bool {
        self.doc.chairs.iter().filter(|c| matches!(c, Chair::Person { .. })).count() == 1
    }

    /// The row for the store.
    pub fn row(&self, now: Millis) -> TableRow {
        let guest = |chair: &Chair| match chair {
            Chair::Person { guest, .. } => Some(*guest),
            _ => None,
        };
        TableRow {
            id: self.id.clone(),
            game: self.room.info().id.to_owned(),
            stage: self.stage,
            listed: self.listed,
            doc: serde_json::to_string(&self.doc).unwrap_or_default(),
            touched: now,
            // Bots go on as soon as somebody looks.
            due: None,
            guests: self.doc.chairs.iter().filter_map(guest).collect(),
        }
    }
}

/// What bots are called, in the order of their seats.
const BOT_NAMES: [&str; 6] =
    ["Doctor Halibut", "The Baroness", "Count Mothball", "Madame Static", "Professor Grim", "Colonel Velvet"];
