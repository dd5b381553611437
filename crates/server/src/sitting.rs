//! A table with people at it: who sits where, what is being played, what was said.

use bots::{Level, Mind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::table::Beginning;
use table::{Seat, SeatSet, Seed, Stamp, Standings, Who};

use crate::clock::Clock;
use crate::hints::Hints;
use crate::house::{Tempo, now};
use crate::races::{self, FARTHEST, Races, Sealed};
use crate::rooms::{WebRoom, WebTable, room};
use crate::store::{ChatLine, Guest, Kept, Millis, Stage, TableRow};
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
        /// Their name when they sat down.
        name: String,
        /// Why a bot plays for them just now, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gone: Option<Gone>,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// Why a bot plays for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gone {
    /// They were not there, and the others asked for it. When they show themselves the seat is theirs again.
    Away,
    /// They left. They have to say that they are back.
    Left,
}

impl Chair {
    /// The seat of a guest.
    pub fn of(guest: &Guest) -> Chair {
        Chair::Person { guest: guest.id, name: guest.name.clone(), gone: None }
    }

    /// The guest who plays here in person.
    pub fn player(&self) -> Option<i64> {
        match self {
            Chair::Person { guest, gone: None, .. } => Some(*guest),
            _ => None,
        }
    }

    /// The guest whose seat this is, whether they play or not.
    pub fn owner(&self) -> Option<i64> {
        match self {
            Chair::Person { guest, .. } => Some(*guest),
            _ => None,
        }
    }
}

/// A question that was answered at a table with a clock: if the answer is taken back, time goes on as if it had never
/// been given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// Which question.
    pub ply: u32,
    /// Who was asked.
    pub seat: Seat,
    /// When.
    pub at: Millis,
    /// What was left of the seat's time then.
    pub bank: Millis,
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
    /// What was agreed about time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What was agreed about races.
    #[serde(default, skip_serializing_if = "Races::is_usual")]
    pub races: Races,
    /// The guests who want more time in races.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slower: Vec<i64>,
    /// What is left of each seat's time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banks: Vec<Millis>,
    /// The questions that the seat which answered last has answered since anybody else did, if there is a clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asked>,
    /// What was answered in a race that is still open. Nobody else may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sealed: Vec<Sealed>,
    /// Standing orders.
    #[serde(default, skip_serializing_if = "Standings::is_empty")]
    pub orders: Standings,
    /// Who does not want to hear whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted: Vec<(i64, i64)>,
    /// The deck that each seat has brought; empty: the usual one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<String>,
    /// Does the host allow hints although people play each other?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// Does the host ask everybody to play a deck of the house?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub house_decks: bool,
    /// The edition that was dealt, on disk: of a game that has none there, it is the first one. In memory the table has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<Stamp>,
}

impl Doc {
    /// What the game is dealt with: what was agreed on, and the decks that were brought.
    pub fn agreed(&self) -> Value {
        let mut options = self.options.clone();
        if self.decks.iter().all(String::is_empty) {
            return options;
        }
        let usual = |seat: usize| self.options["decks"][seat].as_str().unwrap_or_default();
        let brought = |seat: usize| self.decks.get(seat).filter(|deck| !deck.is_empty());
        let decks = (0..self.chairs.len()).map(|seat| brought(seat).map_or(usual(seat), String::as_str));
        options["decks"] = decks.collect();
        options
    }

    /// Somebody in this seat has brought this deck, or has gone with it.
    pub fn bring(&mut self, seat: usize, deck: String) {
        if !deck.is_empty() || self.decks.len() > seat {
            self.decks.resize(self.chairs.len(), String::new());
            self.decks[seat] = deck;
        }
    }

    /// A new table with these people.
    pub fn new(seed: String, options: Value, chairs: Vec<Chair>, host: i64, clock: Option<Clock>) -> Doc {
        let banks = clock.map_or_else(Vec::new, |clock| vec![clock.bank; chairs.len()]);
        Doc {
            seed,
            options,
            chairs,
            host,
            made: now(),
            practice: false,
            next: None,
            clock,
            races: Races::default(),
            slower: Vec::new(),
            banks,
            asked: Vec::new(),
            sealed: Vec::new(),
            orders: Standings::default(),
            muted: Vec::new(),
            decks: Vec::new(),
            hints: false,
            house_decks: false,
            edition: None,
        }
    }
}

/// Where somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Whereabouts {
    /// At the table, or not a person.
    #[default]
    Here,
    /// Away; from this time on the others may ask for a bot.
    Away(Millis),
    /// Away for so long that the others may ask for a bot now.
    Awaited,
}

/// Somebody who answers without a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Automatic {
    /// A bot, for itself or for somebody who is gone or out of time.
    Bot(Seat, Level),
    /// A standing order, with the entry of the menu.
    Order(Seat, usize),
    /// Somebody has let the time of a race go by, and this entry of the menu is what that counts as.
    Silent(Seat, usize),
}

impl Automatic {
    /// Whose answer it is.
    pub const fn seat(self) -> Seat {
        match self {
            Automatic::Bot(seat, _) | Automatic::Order(seat, _) | Automatic::Silent(seat, _) => seat,
        }
    }
}

/// The task that lets the bots of a table answer.
#[derive(Debug)]
pub struct Driver {
    /// The task.
    pub task: tokio::task::AbortHandle,
    /// When it last showed that it is at work.
    pub beat: std::time::Instant,
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
    /// What was said of late.
    pub said: Vec<ChatLine>,
    /// So many lines were said before those.
    pub said_before: usize,
    /// Goes up with everything that a page shows.
    pub version: u64,
    /// The change by which what was told before last became another story: choices were taken back, or the table was
    /// brought in. A page made before must not keep its log.
    pub rewritten: u64,
    /// Was something changed that is not known to be on disk? Then this is not what counts, and is read again.
    pub doubtful: bool,
    /// Whoever sees to the bots.
    pub driver: Option<Driver>,
    /// The ply at which the table was last seen to wait for a bot that nobody sees to.
    pub waits_in_vain: Option<u32>,
    /// When its row was last written, which says when it was last used.
    pub row_at: Millis,
    /// When anything last happened here.
    pub used_at: Millis,
    /// When the question was put that is open now. After a restart everybody has all their time for it again.
    pub asked_at: Millis,
    /// The ply whose question was not answered in time, and by whom.
    pub overdue: Option<(u32, SeatSet)>,
    /// The ply of the race whose end somebody sees to.
    pub timed: Option<u32>,
    /// When each seat's browser first fetched the question of a ply.
    pub fetched: Vec<Option<(u32, Millis)>>,
    /// When the table was brought into memory.
    pub since: Millis,
    /// Who is there.
    pub whereabouts: Vec<Whereabouts>,
    /// What seats were advised about the question at hand.
    pub hints: Hints,
    /// How fast the bots play, if one person sits here alone with them.
    pub tempo: Tempo,
}

impl Sitting {
    /// A new table that waits for players.
    pub fn new(id: String, room: &'static dyn WebRoom, listed: bool, doc: Doc) -> Sitting {
        let seats = doc.chairs.len();
        Sitting {
            id,
            room,
            stage: Stage::Waiting,
            listed,
            doc,
            table: None,
            said: Vec::new(),
            // The house gives it one when it brings the table in.
            version: 0,
            rewritten: 0,
            doubtful: false,
            driver: None,
            waits_in_vain: None,
            row_at: 0,
            used_at: now(),
            said_before: 0,
            asked_at: now(),
            overdue: None,
            timed: None,
            fetched: vec![None; seats],
            since: now(),
            whereabouts: vec![Whereabouts::Here; seats],
            hints: Hints::default(),
            tempo: Tempo::Usual,
        }
    }

    /// Brings back a table that was kept, in a house that was opened then: a clock stood still before.
    pub fn restore(kept: Kept, opened_at: Millis) -> Result<Sitting, Trouble> {
        // This ends up in the log. It says what kind of damage there is, and nothing of what was kept: that has the seed,
        // the hands and the link of a table in it.
        let broken = |what: &str| Trouble::Broken(format!("a kept table is damaged: {what}"));
        let room = room(&kept.row.game).ok_or_else(|| broken("there is no such game"))?;
        let doc: Doc = serde_json::from_str(&kept.row.doc)
            .map_err(|e| broken(&format!("its row cannot be read from column {} on", e.column())))?;
        let mut sitting = Sitting::new(kept.row.id.clone(), room, kept.row.listed, doc);
        sitting.stage = kept.row.stage;
        sitting.row_at = kept.row.touched;
        sitting.said = kept.said;
        sitting.said_before = kept.said_before;
        sitting.shorten();
        if sitting.stage != Stage::Waiting {
            sitting.deal_again().map_err(|trouble| match trouble {
                Trouble::Outdated(what) => Trouble::Outdated(what),
                _ => broken("its cards cannot be dealt"),
            })?;
            let table = sitting.table.as_mut().ok_or(Trouble::NotFound)?;
            let orders = &mut sitting.doc.orders;
            races::play_again(table.as_mut(), &kept.choices, |table| orders.lapse(table))
                .map_err(|n| broken(&format!("choice {n} cannot be made")))?;
            for sealed in &sitting.doc.sealed {
                let taken = table.seal(sealed.seat, table.ply(), &sealed.act);
                taken.map_err(|_| broken("a sealed answer cannot be given"))?;
            }
            table.trim();
            if table.ending().is_some() {
                sitting.stage = Stage::Over;
            }
        }
        if let Some((due, (allowed, now))) = kept.row.due.zip(sitting.allowance().zip(Some(now()))) {
            sitting.asked_at = (due - allowed).max(opened_at).min(now);
        }
        Ok(sitting)
    }

    /// How long whoever is asked may think about the question in all, if there is a clock and a person.
    fn allowance(&self) -> Option<Millis> {
        self.waiting().filter_map(|seat| self.left_of(seat, self.asked_at)).min()
    }

    /// Does somebody see to the bots?
    pub fn driven(&self) -> bool {
        self.driver.as_ref().is_some_and(|driver| !driver.task.is_finished())
    }

    /// Does the game go on, though there is nobody to be asked?
    pub fn waits_for_nobody(&self) -> bool {
        self.stage == Stage::Playing && self.table.as_ref().is_none_or(|table| table.ending().is_some())
    }

    /// On whose account bots think here: a person who plays, else whoever opened the table.
    pub fn payer(&self) -> i64 {
        let plays = |guest: i64| self.doc.chairs.iter().any(|chair| chair.player() == Some(guest));
        let host = Some(self.doc.host).filter(|host| plays(*host));
        host.or_else(|| self.doc.chairs.iter().find_map(Chair::player)).unwrap_or(self.doc.host)
    }

    /// How its game begins.
    fn beginning(&self) -> Beginning {
        Beginning::Deal { seats: self.doc.chairs.len() as u8, options: self.doc.agreed() }
    }

    /// Deals the cards from the seed.
    pub fn deal(&mut self) -> Result<(), Trouble> {
        let table = self.room.begin_on_web(&self.beginning(), self.seed()?, None);
        self.play(table.map_err(|f| Trouble::Bad(f.what))?);
        Ok(())
    }

    /// Deals the cards of a game that was kept, with the rules and the cards that it was dealt with.
    pub fn deal_again(&mut self) -> Result<(), Trouble> {
        let stamp = self.doc.edition.take().unwrap_or(Stamp::FIRST);
        let dealt = self.room.begin_on_web(&self.beginning(), self.seed()?, Some(&stamp));
        let table = dealt.map_err(|fault| match fault.near.as_deref() {
            Some("rules" | "cards") => Trouble::Outdated(fault.what),
            _ => Trouble::Bad(fault.what),
        })?;
        self.play(table);
        Ok(())
    }

    fn seed(&self) -> Result<Seed, Trouble> {
        self.doc.seed.parse().map_err(|_| Trouble::Broken("a seed cannot be read".into()))
    }

    fn play(&mut self, mut table: Box<dyn WebTable>) {
        table.keep("names", json!(self.names()));
        self.table = Some(table);
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
        let at = self.doc.chairs.iter().position(|chair| chair.owner() == Some(guest));
        at.map(|n| Seat(n as u8))
    }

    /// Those whose answer is not in yet.
    fn waiting(&self) -> impl Iterator<Item = Seat> {
        self.table.iter().flat_map(|table| table.waiting().iter())
    }

    /// The first of those who are asked and answer without a person. A table that everybody has left rests.
    pub fn automatic(&self) -> Option<Automatic> {
        self.waiting().find_map(|seat| self.automatic_in(seat))
    }

    /// Who answers for a seat that is asked, if it is not a person.
    pub fn automatic_in(&self, seat: Seat) -> Option<Automatic> {
        let table = self.table.as_ref().filter(|table| table.waiting().has(seat))?;
        if self.rests() {
            return None;
        }
        match self.doc.chairs.get(seat.index())? {
            Chair::Open => None,
            Chair::Bot { level } => Some(Automatic::Bot(seat, level.parse().unwrap_or(STAND_IN))),
            Chair::Person { gone: Some(_), .. } => Some(Automatic::Bot(seat, STAND_IN)),
            Chair::Person { .. } if self.is_overdue(seat) => {
                let silent = self.window().and_then(|_| table.silence(seat));
                Some(silent.map_or(Automatic::Bot(seat, STAND_IN), |pick| Automatic::Silent(seat, pick)))
            }
            Chair::Person { .. } => {
                let pick = self.doc.orders.answer(table.as_ref(), seat);
                pick.map(|pick| Automatic::Order(seat, pick))
            }
        }
    }

    /// Has the time of a seat for the open question run out?
    pub fn is_overdue(&self, seat: Seat) -> bool {
        let ply = self.table.as_ref().map(|table| table.ply());
        self.overdue.is_some_and(|(of, late)| Some(of) == ply && late.has(seat))
    }

    /// Those who are asked and whose time for the question is up. In a race that goes for all of them, whether they have
    /// answered or not: nobody may learn that from a clock.
    pub fn late(&self, now: Millis) -> SeatSet {
        let asked = self.table.iter().flat_map(|table| table.status().asked().iter());
        asked.filter(|&seat| self.left_of(seat, now) == Some(0)).collect()
    }

    /// Notes whose time is up; has it just run out for somebody?
    pub fn note_late(&mut self, now: Millis) -> bool {
        let ply = self.table.as_ref().map(|table| table.ply());
        let late = ply.map(|ply| (ply, self.late(now))).filter(|(_, late)| !late.is_empty());
        let up = late.is_some() && self.overdue != late;
        if up {
            self.overdue = late;
        }
        up
    }

    /// How long a person who is asked may still think, if there is a clock or a race that has its time. In a race clocks run on until all have answered.
    pub fn left_of(&self, seat: Seat, now: Millis) -> Option<Millis> {
        self.table.as_ref().filter(|table| table.status().asks(seat))?;
        self.doc.chairs.get(seat.index())?.player()?;
        // A race that has its own time needs no other.
        if let Some(window) = self.window() {
            return Some((self.asked_at + window + FARTHEST - now).clamp(0, window));
        }
        let bank = self.doc.banks.get(seat.index())?;
        Some(self.doc.clock?.left(*bank, now - self.asked_at))
    }

    /// How long it is until somebody's time is up whose answer is not in.
    pub fn left(&self, now: Millis) -> Option<Millis> {
        self.waiting().filter_map(|seat| self.left_of(seat, now)).min()
    }

    /// Ends the standing orders that were for a turn which is over.
    pub fn end_orders(&mut self) {
        if let Some(table) = &self.table {
            self.doc.orders.lapse(table.as_ref());
        }
    }

    /// Has everybody left?
    pub fn rests(&self) -> bool {
        self.people() > 0 && self.doc.chairs.iter().all(|c| c.player().is_none())
    }

    /// How many seats belong to people.
    pub fn people(&self) -> usize {
        self.doc.chairs.iter().filter(|c| c.owner().is_some()).count()
    }

    /// Are all the others bots?
    pub fn alone(&self) -> bool {
        self.people() == 1
    }

    /// Forgets what was said long ago.
    pub fn shorten(&mut self) {
        let extra = self.said.len().saturating_sub(CHAT);
        self.said.drain(..extra);
        self.said_before += extra;
    }

    /// What is kept of it besides choices and chat. What the cards say is made when it is written: the table knows it.
    fn text(&self) -> String {
        let doc = Doc { edition: self.table.as_ref().map(|table| table.stamp()), ..self.doc.clone() };
        serde_json::to_string(&doc).unwrap_or_default()
    }

    /// The row for the store.
    pub fn row(&self, now: Millis) -> TableRow {
        TableRow {
            id: self.id.clone(),
            game: self.room.info().id.to_owned(),
            stage: self.stage,
            listed: self.listed,
            doc: self.text(),
            touched: now,
            // Bots go on as soon as somebody looks; a clock runs whether anybody looks or not.
            due: self.left(now).map(|left| now + left),
            guests: self.doc.chairs.iter().filter_map(Chair::owner).collect(),
        }
    }
}

/// A bot that can sit at a table.
#[derive(Clone, Copy, Debug)]
pub struct Bot {
    /// What it is called, in forms and by people.
    pub word: &'static str,
    /// How it plays, in a line.
    pub about: &'static str,
    /// How well it plays.
    pub level: Level,
    /// Is it the one that most people want?
    pub usual: bool,
}

/// The bots that can sit at a table, the easiest first.
pub const BOTS: [Bot; 4] = [
    Bot { word: "random", about: "plays anything", level: Level::Random, usual: false },
    Bot { word: "rookie", about: "slips now and then", level: Level::Rookie, usual: false },
    Bot { word: "agent", about: "plays sensibly", level: Level::Agent, usual: true },
    Bot { word: "mastermind", about: "thinks ahead", level: Level::Mastermind(Mind::TABLE), usual: false },
];

/// Who plays for people.
const STAND_IN: Level = Level::Agent;

/// What bots are called, in the order of their seats.
pub(crate) const BOT_NAMES: [&str; 6] =
    ["Doctor Halibut", "The Baroness", "Count Mothball", "Madame Static", "Professor Grim", "Colonel Velvet"];
