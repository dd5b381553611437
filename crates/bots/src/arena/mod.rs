//! The arena: bots against bots until it is clear who is better, and what the games were like.
//!
//! [`schedule`] says who plays whom with which cards, [`contender`] who that is, [`tally`] what is kept of the games,
//! [`ratings`] and [`sprt`] what follows from it. A run can be stopped at any time and goes on later with the same
//! result as if it had not been: what is done is always the first part of the schedule.

pub mod contender;
pub mod ratings;
pub mod schedule;
pub mod sprt;
pub mod tally;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::table::read_setup;
use table::{Fault, Mute, Seed, Stream, Study};

pub use contender::Contender;
pub use ratings::{Rating, rate};
pub use schedule::{Matchup, Schedule};
pub use sprt::Answer;
pub use tally::{Card, Figures, Moment, STEPS, Standing, Won};

use crate::playout::Notebooks;
use crate::sim::{MOST_THREADS, Watch};
use contender::Player;
use schedule::{Job, round_robin, seeds};
use tally::{Course, Witness};

/// What a run is about. Whoever goes on with it must mean the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The game.
    pub game: String,
    /// The rules revision it is played under.
    pub revision: u32,
    /// The bots.
    pub bots: Vec<String>,
    /// How many sit at a table, once for each.
    pub seats: Vec<u8>,
    /// About how many games for each match-up.
    pub games: u64,
    /// Where chance comes from; deal `n` has the `n`th seed of it.
    pub seed: String,
    /// Options of the game.
    pub options: Value,
    /// Only ask whether the first bot is better than the second, by this margin.
    pub better: Option<f64>,
}

impl Settings {
    /// The first thing that is not the same, in words.
    pub fn differs(&self, other: &Settings) -> Option<String> {
        let bots = |s: &Settings| s.bots.join(",");
        let seats = |s: &Settings| s.seats.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let better = |s: &Settings| s.better.map_or("no".to_owned(), |m| m.to_string());
        let pairs = [
            ("game", self.game.clone(), other.game.clone()),
            ("rules revision", self.revision.to_string(), other.revision.to_string()),
            ("bots", bots(self), bots(other)),
            ("seats", seats(self), seats(other)),
            ("games", self.games.to_string(), other.games.to_string()),
            ("seed", self.seed.clone(), other.seed.clone()),
            ("options", self.options.to_string(), other.options.to_string()),
            ("margin of the question", better(self), better(other)),
        ];
        let (what, ours, theirs) = pairs.into_iter().find(|(_, ours, theirs)| ours != theirs)?;
        Some(format!("{what} {ours} there, {what} {theirs} here"))
    }
}

/// How far a run is. This is what is kept in a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What it is about.
    pub settings: Settings,
    /// Games done: the first so many of the schedule.
    pub done: u64,
    /// Who plays whom.
    pub matchups: Vec<Matchup>,
    /// How each match-up stands.
    pub standings: Vec<Standing>,
    /// What games were like, by the number of seats.
    pub figures: BTreeMap<u8, Figures>,
    /// The answer, if a question was asked.
    pub answer: Option<Answer>,
    /// The names of the kinds of cards.
    pub kinds: Vec<String>,
}

impl State {
    /// Nothing played yet.
    pub fn new(settings: Settings) -> State {
        let bots = settings.bots.len();
        let matchups: Vec<Matchup> = match settings.better {
            Some(_) => settings.seats.iter().map(|&seats| Matchup::duel(seats, 0, 1)).collect(),
            None => settings.seats.iter().flat_map(|&seats| round_robin(bots, seats)).collect(),
        };
        let standings = vec![Standing::default(); matchups.len()];
        let (figures, kinds) = (BTreeMap::new(), Vec::new());
        State { settings, done: 0, matchups, standings, figures, answer: None, kinds }
    }

    /// All games there are to play.
    pub fn games(&self) -> u64 {
        Schedule::new(&self.matchups, self.settings.games).games()
    }

    /// Is there nothing left to play?
    pub fn is_through(&self) -> bool {
        self.done >= self.games() || self.answer.is_some_and(|a| a.better.is_some())
    }

    /// Ratings of all bots.
    pub fn ratings(&self) -> Vec<Rating> {
        rate(self.settings.bots.len(), &self.matchups, &self.standings)
    }

    fn add(&mut self, job: Job, course: &Course) {
        let matchup = &self.matchups[job.matchup];
        self.standings[job.matchup].add(matchup, job.seating, course);
        self.figures.entry(matchup.seats).or_default().add(course);
        self.done += 1;
        if let Some(margin) = self.settings.better
            && job.seating + 1 == matchup.seatings.len()
        {
            self.answer = Some(sprt::ask(&self.standings[job.matchup], matchup.seatings.len(), margin));
        }
    }
}

/// What is wrong with a run before its first game.
fn check(settings: &Settings, least: u8, most: u8) -> Result<(), Fault> {
    let wrong = |near: &str, what: String| Err(Fault::near(near, what));
    if settings.games == 0 {
        return wrong("games", "0 games were asked for; ask for at least 1".into());
    }
    if settings.bots.len() < 2 {
        return wrong("bots", "an arena needs at least two bots".into());
    }
    if let Some(twice) = settings.bots.iter().enumerate().find(|(i, bot)| settings.bots[..*i].contains(bot)) {
        return wrong("bots", format!("{} is named twice", twice.1));
    }
    if settings.seats.is_empty() || settings.seats.iter().any(|s| !(least..=most).contains(s)) {
        return wrong("seats", format!("{} seats from {least} to {most}", settings.game));
    }
    if settings.better.is_some() {
        if settings.bots.len() != 2 || settings.seats.len() != 1 {
            return wrong(
                "better",
                "one is better than another at one number of seats: name two bots".into(),
            );
        }
        if settings.better.is_some_and(|margin| !(0.001..=0.4).contains(&margin)) {
            return wrong("better", "the margin is a share from 0.001 to 0.4, such as 0.03".into());
        }
    }
    Ok(())
}

/// Plays on from a state until all is played, the question is answered or somebody stops it. `keep` is called now and
/// then with what is done so far, and at the end; if it fails, so does the run.
pub fn run<G: Study>(
    mut state: State,
    threads: usize,
    watch: &Watch,
    keep: &mut dyn FnMut(&State) -> Result<(), Fault>,
) -> Result<State, Fault> {
    let info = G::info();
    check(&state.settings, info.least, info.most)?;
    if threads > MOST_THREADS {
        return Err(Fault::near(
            "threads",
            format!("{threads} threads were asked for; at most {MOST_THREADS} make sense"),
        ));
    }
    let seed: Seed = state.settings.seed.parse().map_err(Fault::new)?;
    let read = |bot: &String| {
        bot.parse::<Contender>().and_then(|c| Player::of::<G>(&c)).map_err(|e| Fault::near("bots", e))
    };
    let players: Vec<Player<G::Action>> = state.settings.bots.iter().map(read).collect::<Result<_, _>>()?;
    let mut setups = BTreeMap::new();
    for &seats in &state.settings.seats {
        let setup = read_setup::<G>(seats, &state.settings.options)?;
        G::check(&setup)?;
        setups.insert(seats, setup);
    }
    let kinds = G::kinds();
    state.kinds = kinds.iter().map(|&kind| kind.to_owned()).collect();
    watch.done.store(state.done, Ordering::Relaxed);
    keep(&state)?;

    let schedule = Schedule::new(&state.matchups, state.settings.games);
    let deals = seeds(seed, schedule.deals());
    let matchups = state.matchups.clone();
    let jobs = Mutex::new((state.done..).zip(schedule.skip(state.done as usize)));
    let claim = || {
        let open = !watch.stop.load(Ordering::Relaxed);
        open.then(|| jobs.lock().unwrap_or_else(PoisonError::into_inner).next()).flatten()
    };
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let (done, finished) = mpsc::sync_channel::<(u64, Job, Course)>(1024);
    let mut kept = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (done, claim, players, setups, deals, matchups) =
                (done.clone(), &claim, &players, &setups, &deals, &matchups);
            let kinds = kinds.len();
            scope.spawn(move || {
                let mut menu = Vec::with_capacity(64);
                while let Some((n, job)) = claim() {
                    let matchup = &matchups[job.matchup];
                    let seated: Vec<&Player<G::Action>> =
                        matchup.seatings[job.seating].iter().map(|&bot| &players[bot]).collect();
                    let seed = deals[job.deal as usize];
                    let course = play::<G>(&setups[&matchup.seats], seed, &seated, kinds, &mut menu);
                    if done.send((n, job, course)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        // Games end in any order, and count in the order of the schedule. Every game begun is finished, so that what is
        // done has no gaps, also when somebody stops it.
        let mut early = BTreeMap::new();
        for (n, job, course) in finished {
            early.insert(n, (job, course));
            while let Some((job, course)) = early.remove(&state.done) {
                if state.is_answered() {
                    break;
                }
                state.add(job, &course);
                watch.done.store(state.done, Ordering::Relaxed);
            }
            if state.is_answered() {
                watch.stop.store(true, Ordering::Relaxed);
            }
            if kept.elapsed().as_secs() >= 2 {
                if let Err(fault) = keep(&state) {
                    watch.stop.store(true, Ordering::Relaxed);
                    return Err(fault);
                }
                kept = std::time::Instant::now();
            }
        }
        keep(&state)
    })?;
    Ok(state)
}

impl State {
    fn is_answered(&self) -> bool {
        self.answer.is_some_and(|answer| answer.better.is_some())
    }
}

/// One game, watched.
fn play<G: Study>(
    setup: &G::Setup,
    seed: Seed,
    players: &[&Player<G::Action>],
    kinds: usize,
    menu: &mut Vec<G::Action>,
) -> Course {
    let mut game = G::deal(setup, &mut seed.luck(Stream::Deal), &mut Mute);
    let (mut luck, mut tosses) = (seed.luck(Stream::Play), seed.luck(Stream::Bots));
    let mut notebooks = Notebooks::<G>::new(game.seats(), |seat| players[seat.index()].thinks());
    let mut witness = Witness::new(kinds);
    while let Some(seat) = game.status().asked().iter().next() {
        menu.clear();
        game.legal(seat, menu);
        witness.question(&game, seat, menu.len());
        let pick = players[seat.index()].choose(&game, seat, &notebooks.take(seat), menu, &mut tosses);
        let act = menu[pick];
        witness.answer::<G>(seat, act);
        notebooks.watch(&game, seat, act);
        game.apply(seat, act, &mut luck, &mut Mute);
    }
    witness.end(&game)
}
