//! A table at which one game is played: questions, answers, news, record, undo.
//!
//! [`Table`] knows its game's type; [`AnyTable`] hides it, and with it every way to the state. Web pages, terminals
//! and scripts work with `dyn AnyTable` and cannot peek. [`OpenTable`] adds what only scenarios and `drive` need.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::edition::{Edition, Stamp};
use crate::game::{Ending, Fault, Game, Info, Status};
use crate::hash::fingerprint;
use crate::luck::{Luck, Seed, Stream};
use crate::orders::Order;
use crate::policy::Policy;
use crate::race;
use crate::record::{CHECKPOINT_EVERY, Choice, Mark, Record, RecordFault, Start};
use crate::rules::Rule;
use crate::seat::{PerSeat, Seat, SeatSet};
use crate::sink::{Log, Note, To};
use crate::words::{Brush, Menu, MenuEntry, Names, Words};

mod aftermath;

pub use aftermath::Aftermath;

/// A viewer: a seat, or `None` for a spectator.
pub type Who = Option<Seat>;

/// Why an answer was not taken. The table is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Somebody else is asked.
    #[error("seat {seat} is not being asked; the table is waiting for {}", seats(*.asked))]
    NotAsked {
        /// Who answered.
        seat: Seat,
        /// Who should.
        asked: SeatSet,
    },
    /// The answer is to an older (or later) question.
    #[error("that answers ply {ply}, but the table is at ply {now}")]
    Stale {
        /// The ply answered.
        ply: u32,
        /// The ply now.
        now: u32,
    },
    /// The menu has no such entry.
    #[error("pick {pick} is not in the menu, which has entries 0 to {}", .size - 1)]
    NoSuchPick {
        /// What was picked.
        pick: usize,
        /// How many entries there are.
        size: usize,
    },
    /// This game has no such action.
    #[error("{0}")]
    Unreadable(String),
    /// The seat has answered, and the others of the race have not.
    #[error("seat {seat} has answered; the answers count once everybody has answered")]
    Sealed {
        /// Whose answer it is.
        seat: Seat,
    },
    /// Nobody races.
    #[error("there is no race whose order could be settled")]
    NoRace,
    /// Not everybody has answered.
    #[error("the order is settled once everybody has answered")]
    Open,
    /// Everybody has answered.
    #[error("everybody has answered; now the order of the race is to be settled")]
    Counting,
    /// That is no order of those who race.
    #[error("an order names every seat that races, once: {}", seats(*.racing))]
    NoOrder {
        /// Who races.
        racing: SeatSet,
    },
    /// A rule forbids it.
    #[error("rule {rule} forbids '{act}' now")]
    Forbidden {
        /// What was tried.
        act: String,
        /// The rule.
        rule: Rule,
    },
}

fn seats(set: SeatSet) -> String {
    set.iter().map(|s| format!("seat {s}")).collect::<Vec<_>>().join(", ")
}

/// One line of the log, as one viewer may read it.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Its place among all that this viewer heard. Counted for each viewer apart, so that a gap cannot tell them that
    /// somebody else heard something.
    pub at: usize,
    /// How many choices came before it.
    pub ply: u32,
    /// For people.
    pub text: String,
    /// For programs.
    pub event: Value,
}

/// One line of the log with everybody who heard it.
#[derive(Clone, PartialEq, Debug)]
pub struct Overheard {
    /// Those who heard it.
    pub to: To,
    /// The line, with nobody called "you", and its place in the whole log.
    pub told: Told,
}

/// How a table began.
#[derive(Clone, Debug)]
pub enum Opening<G: Game> {
    /// Cards dealt from a setup.
    Deal(G::Setup),
    /// A position laid out by hand, perhaps with scripted chance.
    Position(G::Position, Option<Vec<u32>>),
}

/// A game in progress, with its past.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    opening: Opening<G>,
    seed: Seed,
    game: G,
    luck: Luck,
    past: Vec<(Seat, G::Action)>,
    /// The races among them: after how many choices, and with how many answers.
    races: Vec<(u32, u8)>,
    /// What those have answered who race just now.
    sealed: PerSeat<Option<G::Action>>,
    /// Did chance have a part in what came of the last choice?
    chance: bool,
    /// What was told so far. A table at rest forgets it: it can be told again from the start.
    news: OnceLock<Vec<(u32, Note<G::Event>)>>,
    marks: Vec<Mark>,
    with: Vec<(String, Value)>,
    names: Names,
    /// The edition, if it is not the one of this program.
    stamp: Option<Arc<Stamp>>,
}

/// What a player at a table may look at: their view, made on request. There is no way from here to the state.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'a, G> {
    game: &'a G,
    who: Who,
}

impl<'a, G: Game> Eyes<'a, G> {
    /// The eyes of a seat, or of a spectator, on a game.
    pub fn new(game: &'a G, who: Who) -> Self {
        Eyes { game, who }
    }

    /// Whose they are.
    pub fn who(&self) -> Who {
        self.who
    }

    /// What they see.
    pub fn view(&self) -> G::View {
        self.game.view(self.who)
    }
}

impl<G: Game> Table<G> {
    /// Deals a new game.
    pub fn deal(setup: G::Setup, seed: Seed) -> Result<Table<G>, Fault> {
        Table::begin(Opening::Deal(setup), seed, None)
    }

    /// Sets up a written position. Chance comes from the script if there is one, from the seed otherwise.
    pub fn lay_out(position: G::Position, luck: Option<Vec<u32>>, seed: Seed) -> Result<Table<G>, Fault> {
        Table::begin(Opening::Position(position, luck), seed, None)
    }

    /// Deals or sets up. With a stamp it is a game of its edition, which need not be this program's.
    pub fn begin(mut opening: Opening<G>, seed: Seed, stamp: Option<&Stamp>) -> Result<Table<G>, Fault> {
        let stamp = stamp.map(|stamp| stamp.pin(&mut opening)).transpose()?.flatten();
        if let Opening::Deal(setup) = &opening {
            G::check(setup)?;
        }
        Table::set_up(opening, seed, stamp)
    }

    /// What has been checked is dealt or laid out.
    fn set_up(opening: Opening<G>, seed: Seed, stamp: Option<Arc<Stamp>>) -> Result<Table<G>, Fault> {
        let mut log = Log::default();
        let play = seed.luck(Stream::Play);
        let (game, luck) = match &opening {
            Opening::Deal(setup) => (G::deal(setup, &mut seed.luck(Stream::Deal), &mut log), play),
            Opening::Position(position, None) => (G::lay_out(position)?, play),
            Opening::Position(position, Some(rolls)) => {
                (G::lay_out(position)?, Luck::scripted(rolls.clone()))
            }
        };
        let names = Names::plain(game.seats());
        let news: Vec<_> = log.0.into_iter().map(|note| (0, note)).collect();
        Ok(Table {
            opening,
            seed,
            game,
            luck,
            past: Vec::new(),
            races: Vec::new(),
            sealed: PerSeat::default(),
            chance: false,
            news: news.into(),
            marks: Vec::new(),
            with: Vec::new(),
            names,
            stamp,
        })
    }

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

    /// Through the eyes of a seat or a spectator.
    pub fn eyes(&self, who: Who) -> Eyes<'_, G> {
        Eyes::new(&self.game, who)
    }

    /// Is this the table's very state? For the laws.
    pub(crate) fn stands_at(&self, game: &G) -> bool {
        self.game == *game
    }

    /// The menu of a seat, if it is asked and has not answered.
    pub fn acts(&self, seat: Seat) -> Vec<G::Action> {
        let mut menu = Vec::new();
        if self.waiting().has(seat) {
            self.game.legal(seat, &mut menu);
        }
        menu
    }

    /// Whom the table waits for. In a race these are all who race until the last of them has answered: nobody may learn who
    /// has.
    pub fn status(&self) -> Status {
        self.game.status()
    }

    /// Whose answer is not in yet: for whoever runs the table, and for nobody at it.
    pub fn waiting(&self) -> SeatSet {
        self.game.status().asked().iter().filter(|&seat| self.sealed[seat].is_none()).collect()
    }

    /// How many choices have been made.
    pub fn ply(&self) -> u32 {
        self.past.len() as u32
    }

    /// The seed of the game.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    fn ready(&self, seat: Seat, ply: u32) -> Result<Vec<G::Action>, Refused> {
        if ply != self.ply() {
            return Err(Refused::Stale { ply, now: self.ply() });
        }
        match self.game.status() {
            Status::Over => Err(Refused::Over),
            status if !status.asks(seat) => Err(Refused::NotAsked { seat, asked: status.asked() }),
            _ if self.sealed[seat].is_some() => Err(Refused::Sealed { seat }),
            _ => Ok(self.acts(seat)),
        }
    }

    /// Answers with an entry of the menu.
    pub fn try_pick(&mut self, seat: Seat, ply: u32, pick: usize) -> Result<(), Refused> {
        let menu = self.ready(seat, ply)?;
        let act = *menu.get(pick).ok_or(Refused::NoSuchPick { pick, size: menu.len() })?;
        self.answer(seat, act);
        self.settle_by_lot();
        Ok(())
    }

    /// Answers with an act, if the menu has it. When the last of a race has answered, lots say in which order they count.
    pub fn try_act(&mut self, seat: Seat, ply: u32, act: G::Action) -> Result<(), Refused> {
        self.try_seal(seat, ply, act)?;
        self.settle_by_lot();
        Ok(())
    }

    /// The same, but a race waits until [`count`](Table::count) says in which order the answers count.
    pub fn try_seal(&mut self, seat: Seat, ply: u32, act: G::Action) -> Result<(), Refused> {
        if !self.ready(seat, ply)?.contains(&act) {
            // The laws hold every game to naming a rule for whatever its menu leaves out.
            let rule = G::refuse(&self.game.view(Some(seat)), act).unwrap_or(Rule(0, 0));
            return Err(Refused::Forbidden { act: act.to_string(), rule });
        }
        self.answer(seat, act);
        Ok(())
    }

    fn answer(&mut self, seat: Seat, act: G::Action) {
        match self.game.status() {
            Status::Race(_) => self.sealed[seat] = Some(act),
            _ => self.carry_out(&[(seat, act)]),
        }
    }

    fn settle_by_lot(&mut self) {
        if let Some(order) = self.lots() {
            // Those who race, each once.
            let _ = self.count(&order);
        }
    }

    /// The order that lots give a race in which all have answered. The same race draws the same lots, also after an undo.
    pub fn lots(&self) -> Option<Vec<Seat>> {
        let Status::Race(racing) = self.game.status() else { return None };
        let mut order: Vec<Seat> = racing.iter().collect();
        self.seed.luck(Stream::Race(self.ply())).shuffle(&mut order);
        self.waiting().is_empty().then_some(order)
    }

    /// Carries out a race in which all have answered: in this order their answers count.
    pub fn count(&mut self, order: &[Seat]) -> Result<(), Refused> {
        let Status::Race(racing) = self.game.status() else { return Err(Refused::NoRace) };
        if !self.waiting().is_empty() {
            return Err(Refused::Open);
        }
        if order.len() != racing.len() as usize || order.iter().copied().collect::<SeatSet>() != racing {
            return Err(Refused::NoOrder { racing });
        }
        let answers: Vec<(Seat, G::Action)> =
            order.iter().filter_map(|&seat| Some((seat, self.sealed[seat]?))).collect();
        self.carry_out(&answers);
        Ok(())
    }

    /// Carries out one step: the answer to a question, or all the answers of a race.
    fn carry_out(&mut self, step: &[(Seat, G::Action)]) {
        let mut log = Log::default();
        let (rolled, before) = (self.luck.rolled(), self.ply());
        if let Status::Race(_) = self.game.status() {
            self.races.push((before, step.len() as u8));
            self.sealed = PerSeat::default();
        }
        race::carry_out(&mut self.game, step, &mut self.luck, &mut log);
        self.chance = self.luck.rolled() != rolled;
        self.past.extend_from_slice(step);
        let ply = self.ply();
        if let Some(news) = self.news.get_mut() {
            news.extend(log.0.into_iter().map(|note| (ply, note)));
        }
        if ply / CHECKPOINT_EVERY != before / CHECKPOINT_EVERY {
            self.marks.push(Mark { ply, hash: checkpoint(&self.game), line: 0 });
        }
    }

    /// The past step by step, each with the ply before it: one choice, or all the answers of a race.
    fn steps(&self) -> impl Iterator<Item = (u32, &[(Seat, G::Action)])> {
        let (mut at, mut races) = (0, self.races.iter().peekable());
        std::iter::from_fn(move || {
            let many = races.next_if(|(ply, _)| *ply == at).map_or(1, |(_, many)| usize::from(*many));
            let step = self.past.get(at as usize..at as usize + many)?;
            let before = at;
            at += many as u32;
            Some((before, step))
        })
    }

    /// The ply before the step that this choice belongs to: a race begins with all its answers.
    fn step_of(&self, ply: u32) -> u32 {
        let race = self.races.iter().rfind(|(at, many)| (*at..*at + u32::from(*many)).contains(&ply));
        race.map_or(ply, |(at, _)| *at)
    }

    /// How many answers the race had that was carried out last, if the last step was a race.
    pub(crate) fn raced(&self) -> Option<u8> {
        self.races.last().filter(|(at, many)| at + u32::from(*many) == self.ply()).map(|(_, many)| *many)
    }

    /// All that was told, with the ply after which it was.
    fn told(&self) -> &[(u32, Note<G::Event>)] {
        self.news.get_or_init(|| self.at(self.ply()).news.into_inner().unwrap_or_default())
    }

    /// What a viewer has heard so far, in order, each with the number of choices before it.
    pub fn timeline(&self, who: Who) -> impl Iterator<Item = (u32, &G::Event)> {
        self.told()
            .iter()
            .filter(move |(_, note)| note.to.reaches(who))
            .map(|(ply, note)| (*ply, &note.event))
    }

    /// What a viewer heard since the last choice was made: what came of it, in order.
    pub fn latest(&self, who: Who) -> impl Iterator<Item = &G::Event> {
        let told = self.told();
        let new = told.partition_point(|(ply, _)| *ply < self.ply());
        told[new..].iter().filter(move |(_, note)| note.to.reaches(who)).map(|(_, note)| &note.event)
    }

    /// The same table as it was after `ply` choices. Played again from the start, so that chance repeats itself. In the middle
    /// of a race it is as it was before: with every answer open.
    #[must_use]
    pub fn at(&self, ply: u32) -> Table<G> {
        let mut table = match Table::set_up(self.opening.clone(), self.seed, self.stamp.clone()) {
            Ok(table) => table,
            Err(fault) => unreachable!("a table that was opened once opens again: {fault}"),
        };
        table.with.clone_from(&self.with);
        table.names = self.names.clone();
        for (_, step) in self.steps().take_while(|(at, step)| at + step.len() as u32 <= ply) {
            table.carry_out(step);
        }
        table
    }

    /// Whose turn it was, from which ply on, wherever that changed: for whoever looks back.
    pub fn turns_taken(&self) -> Vec<(u32, Seat)> {
        let mut table = self.at(0);
        let mut turns: Vec<(u32, Seat)> = Vec::new();
        let mut look = |table: &Table<G>| {
            let turn = G::turn(&table.game.view(None));
            if let Some(seat) = turn.filter(|seat| turns.last().is_none_or(|(_, last)| last != seat)) {
                turns.push((table.ply(), seat));
            }
        };
        look(&table);
        for (_, step) in self.steps() {
            table.carry_out(step);
            look(&table);
        }
        turns
    }

    /// What a watcher in this seat has noted of all that was done so far.
    pub fn notes(&self, seat: Seat) -> G::Notes
    where
        G: Policy,
    {
        let mut notes = G::Notes::default();
        let mut table = self.at(0);
        for (_, step) in self.steps() {
            let view = table.game.view(Some(seat));
            for n in 1..=step.len() {
                let seen = race::shown(&table.game, &step[..n], Some(seat));
                G::note(&mut notes, &view, step[n - 1].0, seen);
            }
            table.carry_out(step);
        }
        notes
    }

    /// The same table in another world, which the viewer cannot tell from this one: whatever they are shown must be the
    /// same there. For tests of pages.
    #[must_use]
    pub fn elsewhere(&self, who: Who, luck: &mut Luck) -> Table<G> {
        let game = G::imagine(&self.game.view(who), &G::Prior::default(), luck);
        Table { game, ..self.clone() }
    }

    /// The setup of another game with the same people, once this one is over, if it was dealt.
    pub fn rematch(&self) -> Option<G::Setup> {
        match &self.opening {
            Opening::Deal(setup) if self.game.status() == Status::Over => Some(self.game.rematch(setup)),
            _ => None,
        }
    }

    /// Another game with the same people and a new seed, if this one was dealt.
    pub fn again(&self, seed: Seed) -> Option<Table<G>> {
        let mut table = Table::<G>::deal(self.rematch()?, seed).ok()?;
        table.with.clone_from(&self.with);
        table.names = self.names.clone();
        Some(table)
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

    /// The edition of the game, and what must be kept of it to play on.
    pub fn stamp(&self) -> Stamp {
        match &self.stamp {
            Some(stamp) => Stamp::clone(stamp),
            None => Stamp::of(&self.opening),
        }
    }

    /// Remembers something for a front end. The key `names` also names the seats.
    pub fn keep_with(&mut self, key: &str, value: Value) {
        self.with.retain(|(k, _)| k != key);
        self.with.push((key.to_owned(), value));
        self.take_names();
    }

    fn take_names(&mut self) {
        let names = self.with.iter().find(|(k, _)| k == "names").map(|(_, v)| v);
        let names: Option<Vec<String>> = names.and_then(|v| serde_json::from_value(v.clone()).ok());
        if let Some(names) = names.filter(|n| n.len() == usize::from(self.game.seats())) {
            self.names = Names::new(names.iter().map(|name| plain_name(name)).collect());
        }
    }
}

/// The fingerprint of the written position: it stays the same when a game arranges its state in memory otherwise, so that
/// old records can still be checked.
fn checkpoint<G: Game>(game: &G) -> u64 {
    fingerprint(&to_value(&game.position()).to_string())
}

pub(crate) fn to_value<T: serde::Serialize>(it: &T) -> Value {
    // Setups, positions, views, acts and events are plain data with string keys; a test of each game prints them all.
    serde_json::to_value(it).unwrap_or(Value::Null)
}

/// A name as it may be shown anywhere: printable, on one line, and not long.
fn plain_name(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(24).collect::<String>().trim().to_owned()
}

/// A table whose game is hidden. It has no accessor for the state, so who holds one can only ask as a viewer.
pub trait AnyTable: Send + Sync {
    /// Which game is played.
    fn info(&self) -> &'static Info;
    /// What the seats are called.
    fn names(&self) -> &Names;
    /// Whom the table waits for. In a race these are all who race until the last of them has answered.
    fn status(&self) -> Status;
    /// Whose answer is not in yet: for whoever runs the table, and for nobody at it.
    fn waiting(&self) -> SeatSet;
    /// The answer that a seat has given in an open race: for that seat, and for nobody else.
    fn sealed(&self, seat: Seat) -> Option<MenuEntry>;
    /// How many choices have been made.
    fn ply(&self) -> u32;
    /// The edition of the game, and what must be kept of it to play on.
    fn stamp(&self) -> Stamp;
    /// Is it played with cards that this program has no more?
    fn is_old(&self) -> bool;
    /// The question to a seat, if it is asked and has not answered.
    fn menu(&self, seat: Seat) -> Option<Menu>;
    /// The same in words alone: the question, and its answers in the order of the menu.
    fn asked(&self, seat: Seat) -> Option<(crate::words::Prompt, Vec<String>)>;
    /// Answers with an entry of the menu. The ply says which question is meant, so that a stale answer is refused.
    fn act(&mut self, seat: Seat, ply: u32, pick: usize) -> Result<(), Refused>;
    /// Answers with an act in its text form. A race then waits until [`count`](AnyTable::count) says in which order its answers
    /// count; the other ways to answer draw lots.
    fn seal(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused>;
    /// The order that lots give a race in which all have answered.
    fn lots(&self) -> Option<Vec<Seat>>;
    /// Carries out a race in which all have answered: in this order their answers count.
    fn count(&mut self, order: &[Seat]) -> Result<(), Refused>;
    /// Answers with an act in its text form.
    fn act_text(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused>;
    /// Answers with an act as people type it: seats count from 1.
    fn act_typed(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused>;
    /// Answers with an act in its structured form.
    fn act_value(&mut self, seat: Seat, ply: u32, act: &Value) -> Result<(), Refused>;
    /// Why may the seat not do this now? `Ok(None)`: it may. A seat that is not asked gets the rule for that.
    fn why_text(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused>;
    /// The same for an act as people type it: seats count from 1.
    fn why_typed(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused>;
    /// The same for an act in its structured form.
    fn why_value(&self, seat: Seat, act: &Value) -> Result<Option<Rule>, Refused>;
    /// What the seat might think of doing and may not, each with the rule that forbids it.
    fn cannot(&self, seat: Seat) -> Vec<MenuEntry>;
    /// The same in words alone.
    fn refusals(&self, seat: Seat) -> Vec<(String, Rule)>;
    /// The standing orders of the game.
    fn orders(&self) -> &'static [Order];
    /// Which entry of the seat's menu an order picks, if it is about the question at hand.
    fn obey(&self, seat: Seat, order: &str) -> Option<usize>;
    /// Whose turn it is.
    fn turn(&self) -> Option<Seat>;
    /// What is being asked, in words, as this viewer may know it.
    fn question(&self, who: Who) -> Option<crate::words::Prompt>;
    /// What a viewer heard, but for the first `from` lines.
    fn news(&self, who: Who, from: usize) -> Vec<Told>;
    /// The same in words alone: the place of each line among all that the viewer heard, and its text.
    fn story(&self, who: Who, from: usize) -> Vec<(usize, String)>;
    /// How much a viewer has heard so far: what they hear from now on has this place or a later one.
    fn heard(&self, who: Who) -> usize;
    /// What a viewer sees.
    fn view(&self, who: Who) -> Value;
    /// A fingerprint of what a viewer sees.
    fn view_hash(&self, who: Who) -> u64;
    /// What a viewer sees, as plain text.
    fn draw(&self, who: Who, brush: Brush) -> String;
    /// The scores, by seat.
    fn scores(&self) -> Vec<i32>;
    /// How the game ended, and who won, once it is over.
    fn ending(&self) -> Option<(Ending, SeatSet)>;
    /// The whole past as a text. It holds the seed: not for players of an unfinished game.
    fn record(&self) -> Record;
    /// Takes the last choice back, whoever made it; of a race all the answers, sealed or counted. Returns false at the start.
    fn undo(&mut self) -> bool;
    /// The ply before the last choice, if this seat made it, chance had no part in it and no secret has come out since:
    /// the seat could take it back, and nobody would be wiser for it.
    fn harmless(&self, seat: Seat) -> Option<u32>;
    /// The ply before this seat's last choice, whatever came of it.
    fn last_choice(&self, seat: Seat) -> Option<u32>;
    /// The plies before and after the step to which the choice at this ply belongs: a race is one step.
    fn step_at(&self, ply: u32) -> (u32, u32);
    /// Remembers something for a front end. The key `names` also names the seats.
    fn keep(&mut self, key: &str, value: Value);
    /// Gives back the room that can be done without while nobody looks. What was told is told again when it is needed.
    fn trim(&mut self);
    /// The same table as it was after `ply` choices, to go on differently.
    fn fork(&self, ply: u32) -> Box<dyn AnyTable>;
    /// Another game with the same people and a new seed.
    fn rematch(&self, seed: Seed) -> Option<Box<dyn AnyTable>>;
}

/// What only scenarios and `drive` may do: see everything.
pub trait OpenTable: AnyTable {
    /// The whole position, nothing hidden, in the form of a scenario's front matter.
    fn everything(&self) -> Value;
    /// The table as plain text with every card open.
    fn draw_open(&self, brush: Brush) -> String;
    /// Everything that was told to anybody.
    fn whole_log(&self) -> Vec<Overheard>;
    /// The state's fingerprint.
    fn fingerprint(&self) -> u64;
    /// What is wrong with the luck script so far.
    fn luck_fault(&self) -> Option<String>;
    /// How many scripted rolls nobody has asked for.
    fn luck_unused(&self) -> usize;
}

fn read_value<G: Game>(act: &Value) -> Result<G::Action, Refused> {
    serde_json::from_value(act.clone())
        .map_err(|e| Refused::Unreadable(format!("{act} is not an action of this game: {e}")))
}

impl<G: Words> Table<G> {
    fn entry(&self, view: &G::View, act: G::Action, names: &Names, rule: Rule) -> MenuEntry {
        MenuEntry { action: to_value(&act), code: act.to_string(), text: G::action(view, act, names), rule }
    }

    /// What a seat that is asked might think of doing and may not, in whatever form is wanted.
    fn forbidden<T>(&self, seat: Seat, form: impl Fn(&G::View, G::Action, Rule) -> T) -> Vec<T> {
        if !self.waiting().has(seat) {
            return Vec::new();
        }
        let view = self.game.view(Some(seat));
        let mut acts = Vec::new();
        G::thinkable(&view, &mut acts);
        acts.into_iter().filter_map(|a| Some(form(&view, a, G::refuse(&view, a)?))).collect()
    }

    fn why(&self, seat: Seat, act: G::Action) -> Option<Rule> {
        G::refuse(&self.game.view(Some(seat)), self.game.meant(act))
    }
}

impl<G: Words> AnyTable for Table<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }
    fn names(&self) -> &Names {
        &self.names
    }
    fn status(&self) -> Status {
        self.game.status()
    }
    fn waiting(&self) -> SeatSet {
        Table::waiting(self)
    }
    fn sealed(&self, seat: Seat) -> Option<MenuEntry> {
        let act = self.sealed[seat]?;
        let view = self.game.view(Some(seat));
        Some(self.entry(&view, act, &self.names.seen_by(Some(seat)), G::rule_of(&view, act)))
    }
    fn ply(&self) -> u32 {
        Table::ply(self)
    }
    fn stamp(&self) -> Stamp {
        Table::stamp(self)
    }
    fn is_old(&self) -> bool {
        self.stamp.is_some()
    }
    fn menu(&self, seat: Seat) -> Option<Menu> {
        let acts = self.acts(seat);
        if acts.is_empty() {
            return None;
        }
        let view = self.game.view(Some(seat));
        let names = self.names.seen_by(Some(seat));
        let entries = acts.into_iter().map(|a| self.entry(&view, a, &names, G::rule_of(&view, a))).collect();
        Some(Menu { seat, ply: self.ply(), prompt: G::prompt(&view, &names), entries })
    }
    fn asked(&self, seat: Seat) -> Option<(crate::words::Prompt, Vec<String>)> {
        let acts = self.acts(seat);
        if acts.is_empty() {
            return None;
        }
        let view = self.game.view(Some(seat));
        let names = self.names.seen_by(Some(seat));
        let answers = acts.into_iter().map(|act| G::action(&view, act, &names)).collect();
        Some((G::prompt(&view, &names), answers))
    }
    fn act(&mut self, seat: Seat, ply: u32, pick: usize) -> Result<(), Refused> {
        self.try_pick(seat, ply, pick)
    }
    fn seal(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused> {
        let act = act.parse().map_err(Refused::Unreadable)?;
        self.try_seal(seat, ply, self.game.meant(act))
    }
    fn lots(&self) -> Option<Vec<Seat>> {
        Table::lots(self)
    }
    fn count(&mut self, order: &[Seat]) -> Result<(), Refused> {
        Table::count(self, order)
    }
    fn act_text(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused> {
        let act = act.parse().map_err(Refused::Unreadable)?;
        self.try_act(seat, ply, self.game.meant(act))
    }
    fn act_typed(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused> {
        let act = G::typed(act).map_err(Refused::Unreadable)?;
        self.try_act(seat, ply, self.game.meant(act))
    }
    fn act_value(&mut self, seat: Seat, ply: u32, act: &Value) -> Result<(), Refused> {
        let act = read_value::<G>(act)?;
        self.try_act(seat, ply, self.game.meant(act))
    }
    fn why_text(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused> {
        Ok(self.why(seat, act.parse().map_err(Refused::Unreadable)?))
    }
    fn why_typed(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused> {
        Ok(self.why(seat, G::typed(act).map_err(Refused::Unreadable)?))
    }
    fn why_value(&self, seat: Seat, act: &Value) -> Result<Option<Rule>, Refused> {
        Ok(self.why(seat, read_value::<G>(act)?))
    }
    fn cannot(&self, seat: Seat) -> Vec<MenuEntry> {
        let names = self.names.seen_by(Some(seat));
        self.forbidden(seat, |view, act, rule| self.entry(view, act, &names, rule))
    }
    fn refusals(&self, seat: Seat) -> Vec<(String, Rule)> {
        let names = self.names.seen_by(Some(seat));
        self.forbidden(seat, |view, act, rule| (G::action(view, act, &names), rule))
    }
    fn orders(&self) -> &'static [Order] {
        G::orders()
    }
    fn obey(&self, seat: Seat, order: &str) -> Option<usize> {
        let acts = self.acts(seat);
        let answer = G::obey(&self.game.view(Some(seat)), order)?;
        acts.iter().position(|act| *act == answer)
    }
    fn turn(&self) -> Option<Seat> {
        G::turn(&self.game.view(None))
    }
    fn question(&self, who: Who) -> Option<crate::words::Prompt> {
        if self.game.status() == Status::Over {
            return None;
        }
        Some(G::prompt(&self.game.view(who), &self.names.seen_by(who)))
    }
    fn news(&self, who: Who, from: usize) -> Vec<Told> {
        let names = self.names.seen_by(who);
        let heard = self.told().iter().filter(|(_, note)| note.to.reaches(who));
        heard
            .enumerate()
            .skip(from)
            .map(|(at, (ply, note))| Told {
                at,
                ply: *ply,
                text: G::event(&note.event, &names),
                event: to_value(&note.event),
            })
            .collect()
    }
    fn story(&self, who: Who, from: usize) -> Vec<(usize, String)> {
        let names = self.names.seen_by(who);
        let heard = self.told().iter().filter(|(_, note)| note.to.reaches(who));
        heard.enumerate().skip(from).map(|(at, (_, note))| (at, G::event(&note.event, &names))).collect()
    }
    fn heard(&self, who: Who) -> usize {
        self.told().iter().filter(|(_, note)| note.to.reaches(who)).count()
    }
    fn view(&self, who: Who) -> Value {
        to_value(&self.game.view(who))
    }
    fn view_hash(&self, who: Who) -> u64 {
        fingerprint(&to_value(&self.game.view(who)).to_string())
    }
    fn draw(&self, who: Who, brush: Brush) -> String {
        G::draw(&self.game.view(who), &self.names.seen_by(who), brush)
    }
    fn scores(&self) -> Vec<i32> {
        Seat::all(self.game.seats()).map(|s| self.game.score(s)).collect()
    }
    fn ending(&self) -> Option<(Ending, SeatSet)> {
        self.game.ending().map(|e| (e, self.game.winners()))
    }
    fn record(&self) -> Record {
        self.to_record()
    }
    fn undo(&mut self) -> bool {
        let before = match self.sealed.0.iter().any(Option::is_some) {
            true => self.ply(),
            false => match self.ply().checked_sub(1) {
                Some(last) => self.step_of(last),
                None => return false,
            },
        };
        *self = self.at(before);
        true
    }
    fn harmless(&self, seat: Seat) -> Option<u32> {
        Table::harmless(self, seat)
    }
    fn last_choice(&self, seat: Seat) -> Option<u32> {
        let last = || self.past.iter().rposition(|(by, _)| *by == seat).map(|ply| self.step_of(ply as u32));
        self.sealed[seat].map(|_| self.ply()).or_else(last)
    }
    fn step_at(&self, ply: u32) -> (u32, u32) {
        let start = self.step_of(ply);
        let race = self.races.iter().find(|(at, _)| *at == start);
        (start, start + race.map_or(1, |(_, many)| u32::from(*many)))
    }
    fn keep(&mut self, key: &str, value: Value) {
        self.keep_with(key, value);
    }
    fn trim(&mut self) {
        self.past.shrink_to_fit();
        self.races.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.news = OnceLock::new();
    }
    fn fork(&self, ply: u32) -> Box<dyn AnyTable> {
        Box::new(self.at(ply))
    }
    fn rematch(&self, seed: Seed) -> Option<Box<dyn AnyTable>> {
        Some(Box::new(self.again(seed)?))
    }
}

impl<G: Words> OpenTable for Table<G> {
    fn everything(&self) -> Value {
        to_value(&self.game.position())
    }
    fn draw_open(&self, brush: Brush) -> String {
        let open: Vec<G::View> = Seat::all(self.game.seats()).map(|s| self.game.view(Some(s))).collect();
        G::draw_open(&self.game.view(None), &open, &self.names, brush)
    }
    fn whole_log(&self) -> Vec<Overheard> {
        let line = |(at, (ply, note)): (usize, &(u32, Note<G::Event>))| Overheard {
            to: note.to,
            told: Told {
                at,
                ply: *ply,
                text: G::event(&note.event, &self.names),
                event: to_value(&note.event),
            },
        };
        self.told().iter().enumerate().map(line).collect()
    }
    fn fingerprint(&self) -> u64 {
        checkpoint(&self.game)
    }
    fn luck_fault(&self) -> Option<String> {
        self.luck.fault().map(str::to_owned)
    }
    fn luck_unused(&self) -> usize {
        self.luck.unused()
    }
}

/// A game one can open tables of, its type hidden.
pub trait AnyGame: Send + Sync {
    /// What is true of the game as such.
    fn info(&self) -> &'static Info;
    /// The standing orders that a seat can give.
    fn orders(&self) -> &'static [Order];
    /// The edition that this program plays.
    fn edition(&self) -> Edition;
    /// Deals or sets up a game. With a stamp it is one of that edition, which need not be this program's.
    fn begin(&self, how: &Beginning, seed: Seed, stamp: Option<&Stamp>) -> Result<Box<dyn OpenTable>, Fault>;
    /// Takes up a recorded game again.
    fn resume(&self, record: &Record) -> Result<Box<dyn OpenTable>, RecordFault>;
}

/// How a game begins, as people and scripts say it.
#[derive(Clone, PartialEq, Debug)]
pub enum Beginning {
    /// Cards are dealt.
    Deal {
        /// To so many.
        seats: u8,
        /// With these options of the game.
        options: Value,
    },
    /// A position is laid out as written.
    Position {
        /// The position, as the game writes it.
        position: Value,
        /// Chance by a script instead of a seed.
        luck: Option<Vec<u32>>,
    },
}

impl Beginning {
    /// A deal.
    pub fn deal(seats: u8, options: &Value) -> Beginning {
        Beginning::Deal { seats, options: options.clone() }
    }

    /// The same for a game of this kind.
    pub fn read<G: Game>(&self) -> Result<Opening<G>, Fault> {
        Ok(match self {
            Beginning::Deal { seats, options } => Opening::Deal(read_setup::<G>(*seats, options)?),
            Beginning::Position { position, luck } => {
                Opening::Position(read_position::<G>(position)?, luck.clone())
            }
        })
    }
}

/// The game `G` as an [`AnyGame`].
pub struct GameOf<G>(PhantomData<fn() -> G>);

impl<G> GameOf<G> {
    /// The one value of the type.
    pub const fn new() -> Self {
        GameOf(PhantomData)
    }
}

impl<G> Default for GameOf<G> {
    fn default() -> Self {
        GameOf::new()
    }
}

/// Reads a game's setup from the number of seats and a table of options.
pub fn read_setup<G: Game>(seats: u8, options: &Value) -> Result<G::Setup, Fault> {
    let info = G::info();
    if seats < info.least || seats > info.most {
        let (least, most) = (info.least, info.most);
        let range = if least == most { format!("exactly {least}") } else { format!("{least} to {most}") };
        return Err(Fault::near("seats", format!("{} is for {range} players, not {seats}", info.id)));
    }
    let mut whole = match options {
        Value::Null => serde_json::Map::new(),
        Value::Object(map) => map.clone(),
        other => {
            return Err(Fault::new(format!(
                "options must be a JSON object of names and values, not {other}"
            )));
        }
    };
    if whole.insert("seats".into(), seats.into()).is_some() {
        return Err(Fault::near("options", "the number of seats is given on its own, not among the options"));
    }
    serde_json::from_value(Value::Object(whole)).map_err(|e| unreadable("options", &e))
}

fn unreadable(place: &str, error: &serde_json::Error) -> Fault {
    let what = error.to_string();
    // Serde names what it did not expect in backquotes.
    let near = what.split('`').nth(1).map(str::to_owned);
    Fault { near, ..Fault::new(format!("in the {place}: {what}")) }
}

/// Reads a game's position from its written form.
pub fn read_position<G: Game>(position: &Value) -> Result<G::Position, Fault> {
    serde_json::from_value(position.clone()).map_err(|e| unreadable("position", &e))
}

impl<G: Words> AnyGame for GameOf<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }
    fn orders(&self) -> &'static [Order] {
        G::orders()
    }
    fn edition(&self) -> Edition {
        Edition::of::<G>()
    }
    fn begin(&self, how: &Beginning, seed: Seed, stamp: Option<&Stamp>) -> Result<Box<dyn OpenTable>, Fault> {
        Ok(Box::new(Table::<G>::begin(how.read()?, seed, stamp)?))
    }
    fn resume(&self, record: &Record) -> Result<Box<dyn OpenTable>, RecordFault> {
        Ok(Box::new(Table::<G>::resume(record)?))
    }
}
