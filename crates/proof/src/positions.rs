//! Written positions that nobody would write: each is refused in words, or it can be played.
//!
//! Scenarios, `drive` and records that begin in the middle let anybody write a position down. So positions that are right
//! (those of the scenarios, and those that random games come to) are spoilt here in every way that comes to mind, thousands
//! of times, always the same ones for the same seed. Whatever [`lay_out`](table::Game::lay_out) accepts then has to keep what
//! a dealt game keeps: nothing panics or stands still, whoever is asked has an answer, no card is lost, every viewer imagines
//! worlds that fit, the same words are found for it, its record replays, and it ends.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use bots::Level;
use bots::playout::random_game;
use serde_json::Value;
use table::race;
use table::scenario::Scenario;
use table::table::Beginning;
use table::table::{Eyes, read_position};
use table::{
    Answers, AnyTable, Brush, Fault, Game, Log, Luck, Names, Policy, Record, Seat, Seed, Status, Stream,
    Table, Words,
};

mod spoil;

pub use spoil::Spoiler;

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// So many spoilt positions.
    pub cases: u32,
    /// Each that is accepted is played for so many choices; every [`WHOLE`](Effort::WHOLE)th to its end.
    pub plies: u32,
    /// Another seed, other positions.
    pub seed: u64,
    /// More time than any position takes; one that takes longer stands still.
    pub patience: Duration,
}

impl Effort {
    /// A few seconds' worth, for the ordinary test run.
    pub const QUICK: Effort = Effort { cases: 4000, plies: 12, seed: 1, patience: PATIENCE };
    /// Many minutes' worth.
    pub const LONG: Effort = Effort { cases: 60_000, plies: 40, seed: 2, patience: PATIENCE };
    /// One accepted position in so many is played to its end, and its record replayed.
    pub const WHOLE: u32 = 16;
}

/// What became of all positions of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that could be played.
    pub played: u32,
    /// Those that were refused in words.
    pub refused: u32,
}

/// A position that is neither refused nor can be played.
#[derive(Clone, Debug)]
pub struct Found {
    /// What happened.
    pub what: String,
    /// The position, as one would write it.
    pub position: String,
    /// What was done to it, and how it was played.
    pub how: String,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  {}\n  position: {}", self.what, self.how, self.position)
    }
}

/// Enough for a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(60);
/// The run is given up after so many findings: they are mended one by one.
const ENOUGH: usize = 5;

/// Spoils positions of a game and tries each; `crate_dir` is where its folder `scenarios` is, `setups` what its own
/// positions are dealt from.
///
/// # Panics
///
/// With all that was found; and if hardly any position was accepted or refused, for that proves nothing.
#[track_caller]
pub fn positions<G: Words + Policy>(crate_dir: &str, setups: &[G::Setup], effort: Effort) -> Tally {
    let corpus = corpus::<G>(crate_dir, setups, effort.seed);
    let bound = setups.iter().map(G::bound).max().unwrap_or(0);
    let (found, tally) = try_all::<G>(corpus, bound, effort);
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "of {} positions:\n{}", effort.cases, lines.join("\n"));
    let least = effort.cases / 50;
    assert!(tally.played >= least && tally.refused >= least, "too one-sided to prove anything: {tally:?}");
    tally
}

/// All that goes wrong with spoilt positions of a corpus, up to some findings. No play may take more than `bound` choices.
pub fn try_all<G: Words + Policy>(corpus: Vec<Value>, bound: u32, effort: Effort) -> (Vec<Found>, Tally) {
    let (now, watch) = channel();
    let work = std::thread::spawn(move || {
        let (mut found, mut tally) = (Vec::new(), Tally::default());
        let spoiler = Spoiler::new(corpus);
        for case in 0..effort.cases {
            let mut luck = Seed::from(effort.seed).nth(u64::from(case)).luck(Stream::Test(7));
            let (position, how) = spoiler.spoil(&mut luck);
            let position_text = position.to_string();
            // Nobody listens any more: whoever watched has given up.
            if now.send(position_text.clone()).is_err() {
                break;
            }
            let plies = if tally.played.is_multiple_of(Effort::WHOLE) { bound } else { effort.plies };
            let mut trial = Trial::<G>::new(luck, plies, bound);
            match catch_unwind(AssertUnwindSafe(|| trial.run(&position))) {
                Ok(Ok(true)) => tally.played += 1,
                Ok(Ok(false)) => tally.refused += 1,
                Ok(Err(what)) => found.push((what, position_text, how, trial.played())),
                Err(_) => found.push(("the game panics".into(), position_text, how, trial.played())),
            }
            if found.len() == ENOUGH {
                break;
            }
        }
        (found, tally)
    });
    if let Some(position) = stands_still(&watch, effort.patience) {
        let what = format!("it is stuck: no end in {:?}", effort.patience);
        return (vec![Found { what, position, how: String::new() }], Tally::default());
    }
    let (found, tally) = work.join().unwrap_or_default();
    let tell = |(what, position, how, played): (String, String, String, String)| Found {
        what,
        position,
        how: format!("{how}; played: {played}"),
    };
    (found.into_iter().map(tell).collect(), tally)
}

/// The position that is being tried for too long, if there is one before all are done.
fn stands_still(watch: &Receiver<String>, patience: Duration) -> Option<String> {
    let mut last = String::new();
    loop {
        match watch.recv_timeout(patience) {
            Ok(position) => last = position,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => return Some(last),
        }
    }
}

/// Positions that are right: of the scenarios, and of random games.
#[track_caller]
fn corpus<G: Game>(crate_dir: &str, setups: &[G::Setup], seed: u64) -> Vec<Value> {
    let mut corpus = Vec::new();
    for (file, text) in crate::folder::read(crate_dir, "scenarios") {
        match Scenario::parse(&text) {
            Ok(Scenario { start: Beginning::Position { position, .. }, .. }) => corpus.push(position),
            Ok(_) => {}
            Err(wrong) => panic!("{file}:{}: {wrong}", wrong.line),
        }
    }
    for setup in setups {
        for game in 0..4 {
            let seed = Seed::from(seed).nth(game);
            let mut dice = seed.luck(Stream::Test(8));
            let mut take = |game: &G| {
                if dice.pick(8) == 0 {
                    corpus.extend(serde_json::to_value(game.position()).ok());
                }
            };
            let over = random_game::<G>(setup, seed, &mut take);
            corpus.extend(serde_json::to_value(over.position()).ok());
        }
    }
    corpus
}

/// One position, laid out and played.
struct Trial<G: Game> {
    luck: Luck,
    plies: u32,
    bound: u32,
    done: Vec<(Seat, G::Action)>,
}

impl<G: Words + Policy> Trial<G> {
    fn new(luck: Luck, plies: u32, bound: u32) -> Self {
        Trial { luck, plies, bound, done: Vec::new() }
    }

    /// What has been done so far, for a finding.
    fn played(&self) -> String {
        self.done.iter().map(|(seat, act)| format!("{seat} {act}")).collect::<Vec<_>>().join(", ")
    }

    /// True if the position could be played, false if it was refused; or what is wrong.
    fn run(&mut self, position: &Value) -> Result<bool, String> {
        let laid = read_position::<G>(position).and_then(|written| Ok((G::lay_out(&written)?, written)));
        let (game, written) = match laid {
            Ok(laid) => laid,
            Err(fault) => return in_words(&fault).map(|()| false),
        };
        if let Some(who) = self.viewer(&game) {
            // Bots play on in worlds that they imagine.
            let world = G::imagine(&game.view(who), &game.informed(), &mut self.luck);
            self.play(world, Seed::from(3), self.plies.min(8))
                .map_err(|what| format!("in a world that seat {who:?} imagines: {what}"))?;
        }
        let (seed, plies) = (Seed::from(4), self.plies);
        let end = self.play(game, seed, plies)?;
        if plies == self.bound {
            if end.status() != Status::Over {
                return Err(format!("still not over after {plies} questions"));
            }
            self.keep(written, seed, &end)?;
        }
        Ok(true)
    }

    /// Any viewer, or sometimes none.
    fn viewer(&mut self, game: &G) -> Option<Option<Seat>> {
        let seats = u32::from(game.seats());
        match self.luck.pick(seats + 2) {
            n if n < seats => Some(Some(Seat(n as u8))),
            n if n == seats => Some(None),
            _ => None,
        }
    }

    /// Plays by random picks, now and then by a bot's, until the game is over or enough choices have been made.
    fn play(&mut self, mut game: G, seed: Seed, plies: u32) -> Result<G, String> {
        self.done.clear();
        let mut chance = seed.luck(Stream::Play);
        let cards = census(&game);
        let names = Names::plain(game.seats());
        let mut menu = Vec::new();
        for ply in 0..plies {
            self.look(&game, &names)?;
            if ply == 0 || self.luck.pick(4) == 0 {
                write_down(&game)?;
            }
            let asked: Vec<Seat> = game.status().asked().iter().collect();
            let Some(&seat) = asked.get(self.luck.pick(asked.len().max(1) as u32) as usize) else {
                return over(&game).map(|()| game);
            };
            menu.clear();
            game.legal(seat, &mut menu);
            if menu.is_empty() {
                return Err(format!("seat {seat} is asked and has no answer"));
            }
            let bot = if self.luck.pick(4) == 0 { Level::Agent } else { Level::Random };
            let act = menu[bot.choose(Eyes::new(&game, Some(seat)), &menu, &mut self.luck)];
            let luck = &mut self.luck;
            // If this is a race the others answer at random.
            let answers = Answers::gather(game.status().asked(), |who| {
                if who == seat {
                    return act;
                }
                menu.clear();
                game.legal(who, &mut menu);
                menu.get(luck.pick(menu.len().max(1) as u32) as usize).copied().unwrap_or(act)
            });
            let Some(mut answers) = answers else { return over(&game).map(|()| game) };
            answers.draw_lots(luck);
            self.done.extend_from_slice(&answers);
            let (before, mut log) = (game.clone(), Log::default());
            race::carry_out(&mut game, &answers, &mut chance, &mut log);
            if game == before {
                return Err(format!("it is stuck: '{act}' changes nothing"));
            }
            if census(&game) != cards {
                return Err(format!("'{act}' loses or makes up cards"));
            }
            for note in &log.0 {
                G::event(&note.event, &names);
            }
        }
        Ok(game)
    }

    /// Everybody looks: what is seen, imagined, said and refused fits together.
    fn look(&mut self, game: &G, names: &Names) -> Result<(), String> {
        let seats = game.seats();
        if let Some(seat) = game.status().asked().iter().find(|seat| seat.0 >= seats) {
            return Err(format!("seat {seat} is asked at a table of {seats}"));
        }
        for who in Seat::all(seats).map(Some).chain([None]) {
            let view = game.view(who);
            let world = G::imagine(&view, &game.informed(), &mut self.luck);
            if world.view(who) != view {
                return Err(format!("{who:?} imagines a world that does not fit"));
            }
            if world.status() != game.status() || census(&world) != census(game) {
                return Err(format!("{who:?} imagines another question or other cards"));
            }
            G::prompt(&view, names);
            G::draw(&view, names, Brush::PLAIN);
            let mut acts = Vec::new();
            G::thinkable(&view, &mut acts);
            acts.iter().for_each(|&act| drop((G::refuse(&view, act), G::action(&view, act, names))));
            let Some(seat) = who.filter(|&seat| game.status().asks(seat)) else { continue };
            let (mut menu, mut dream) = (Vec::new(), Vec::new());
            game.legal(seat, &mut menu);
            world.legal(seat, &mut dream);
            if menu != dream {
                return Err(format!("seat {seat} has {menu:?}, and in an imagined world {dream:?}"));
            }
            for (n, &act) in menu.iter().enumerate() {
                if menu[..n].contains(&act) {
                    return Err(format!("'{act}' is in the menu of seat {seat} twice"));
                }
                if let Some(rule) = G::refuse(&view, act) {
                    return Err(format!("'{act}' is in the menu of seat {seat}, but rule {rule} refuses it"));
                }
                G::action(&view, act, names);
                G::rule_of(&view, act);
            }
        }
        Ok(())
    }

    /// The same at a table, kept as a record and taken up again.
    fn keep(&self, written: G::Position, seed: Seed, end: &G) -> Result<(), String> {
        let mut table = Table::<G>::lay_out(written, None, seed).map_err(|fault| fault.what)?;
        let mut left = &self.done[..];
        while !left.is_empty() {
            // In a race all answers belong to one ply, and count in the order in which they did.
            let (step, rest) = left.split_at(table.status().asked().iter().count().clamp(1, left.len()));
            let (ply, racing) = (table.ply(), matches!(table.status(), Status::Race(_)));
            for &(seat, act) in step {
                table.try_seal(seat, ply, act).map_err(|refused| refused.to_string())?;
            }
            if racing {
                let order: Vec<Seat> = step.iter().map(|(seat, _)| *seat).collect();
                table.count(&order).map_err(|refused| refused.to_string())?;
            }
            left = rest;
        }
        let text = table.to_record().to_text();
        let again = Record::parse(&text).and_then(|record| Table::<G>::resume(&record));
        let again = again.map_err(|fault| format!("its record does not replay: {fault}"))?;
        match again.view(None) == serde_json::to_value(end.view(None)).unwrap_or_default() {
            true => Ok(()),
            false => Err("its record replays to another state".into()),
        }
    }
}

/// What play comes to can be written down and laid out again.
fn write_down<G: Game>(game: &G) -> Result<(), String> {
    match G::lay_out(&game.position()) {
        Ok(again) if again == *game => Ok(()),
        Ok(_) => {
            let text = serde_json::to_string(&game.position()).unwrap_or_default();
            Err(format!("written down again it lays out to another state: {text}"))
        }
        Err(fault) => Err(format!("written down again it is refused: {fault}")),
    }
}

/// A refusal is one line that says something.
fn in_words(fault: &Fault) -> Result<(), String> {
    let line = &fault.what;
    if line.trim().is_empty() || line.contains('\n') || line.len() > 600 {
        return Err(format!("it is refused, but not in one line of words: {line:?}"));
    }
    Ok(())
}

/// A game that asks nobody is over, says how and by whom it was won, and leaves no menu.
fn over<G: Game>(game: &G) -> Result<(), String> {
    let mut menu = Vec::new();
    Seat::all(game.seats()).for_each(|seat| game.legal(seat, &mut menu));
    match (game.status(), game.ending()) {
        (Status::Over, Some(_)) if menu.is_empty() && !game.winners().is_empty() => Ok(()),
        (status, ending) => Err(format!("nobody is asked: {status:?}, {ending:?}, menu {menu:?}")),
    }
}

fn census<G: Game>(game: &G) -> Vec<u16> {
    let mut cards = Vec::new();
    game.places(&mut cards);
    let mut cards: Vec<u16> = cards.into_iter().map(|placed| placed.card).collect();
    cards.sort_unstable();
    cards
}

/// Two tests of a game: spoilt positions are refused or can be played, once quickly and once (ignored, for it takes many
/// minutes) for a long time. Takes the type of the game and the setups that its own positions are dealt from.
#[macro_export]
macro_rules! sound_positions {
    ($game:ty, $setups:expr) => {
        #[test]
        fn spoilt_positions_are_refused_or_can_be_played() {
            $crate::positions::positions::<$game>(
                env!("CARGO_MANIFEST_DIR"),
                &$setups,
                $crate::positions::Effort::QUICK,
            );
        }

        #[test]
        #[ignore = "many minutes; run it after changing how positions are read, or the rules"]
        fn spoilt_positions_are_refused_or_can_be_played_for_a_long_time() {
            $crate::positions::positions::<$game>(
                env!("CARGO_MANIFEST_DIR"),
                &$setups,
                $crate::positions::Effort::LONG,
            );
        }
    };
}
