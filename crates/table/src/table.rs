//! A table at which one game is played: questions, answers, news, record, undo.
//!
//! [`Table`] knows its game's type; [`AnyTable`] hides it, and with it every way to the state. Web pages, terminals
//! and scripts work with `dyn AnyTable` and cannot peek. [`OpenTable`] adds what only scenarios and `drive` need.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::edition::Stamp;
use crate::game::{Fault, Game, Status};
use crate::luck::{Luck, Seed, Stream};
use crate::race;
use crate::record::{CHECKPOINT_EVERY, Mark};
use crate::rules::Rule;
use crate::seat::{PerSeat, Seat, SeatSet};
use crate::sink::{Log, Note, To};
use crate::words::Names;

mod aftermath;
mod any;
mod games;
mod looking_back;
mod racing;
mod recorded;
mod refused;

pub use aftermath::Aftermath;
pub use any::{AnyTable, OpenTable};
pub use games::{AnyGame, Beginning, GameOf, read_position, read_setup};
pub use refused::Refused;

use recorded::checkpoint;

/// A viewer: a seat, or `None` for a spectator.
pub type Who = Option<Seat>;

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

pub(crate) fn to_value<T: serde::Serialize>(it: &T) -> Value {
    // Setups, positions, views, acts and events are plain data with string keys; a test of each game prints them all.
    serde_json::to_value(it).unwrap_or(Value::Null)
}

/// A name as it may be shown anywhere: printable, on one line, and not long.
fn plain_name(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(24).collect::<String>().trim().to_owned()
}
