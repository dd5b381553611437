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
use table::{Fault, Mute, Seat, Seed, Stream, Study, race};

pub use contender::Contender;
pub use ratings::{Rating, rate};
pub use schedule::{Matchup, Schedule};
pub use sprt::Answer;
pub use tally::{Card, Figures, Moment, STEPS, Standing, Won};

use crate::playout::{Notebooks, answers};
use crate::sim::{MOST_THREADS, Watch};
use contender::Player;
use schedule::{Job, round_robin, seeds};
use tally::{Course, Witness};

/// What a run is about. Whoever goes on with it must mean the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The game.
    pub game: String,
    /// The edition it is played with: rules and cards. Before there were editions, it was the number of the rules.
    #[serde(alias = "revision", deserialize_with = "edition_or_number")]
    pub edition: String,
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
    /// Only let the first bot meet the others, not the others each other.
    pub gauntlet: bool,
    /// Only ask whether the first bot is better than the second, by this margin.
    pub better: Option<f64>,
}

fn edition_or_number<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(edition) => edition,
        number => number.to_string(),
    })
}

impl Settings {
    /// The first thing that is not the same, in words.
    pub fn differs(&self, other: &Settings) -> Option<String> {
        let bots = |s: &Settings| s.bots.join(",");
        let seats = |s: &Settings| s.seats.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let better = |s: &Settings| s.better.map_or("no".to_owned(), |m| m.to_string());
        let pairs = [
            ("game", self.game.clone(), other.game.clone()),
            ("edition", self.edition.clone(), other.edition.clone()),
            ("bots", bots(self), bots(other)),
            ("seats", seats(self), seats(other)),
            ("games", self.games.to_string(), other.games.to_string()),
            ("seed", self.seed.clone(), other.seed.clone()),
            ("options", self.options.to_string(), other.options.to_string()),
            ("gauntlet", self.gauntlet.to_string(), other.gauntlet.to_string()),
            ("margin", better(self), better(other)),
        ];
        let (what, ours, theirs) = pairs.into_iter().find(|(_, ours, theirs)| ours != theirs)?;
        Some(format!("its {what}: {ours}; this command's: {theirs}"))
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
    /// What each seat plays with, by the number of seats; none where all seats are alike.
    pub sides: BTreeMap<u8, Vec<String>>,
}

impl State {
    /// Nothing played yet.
    pub fn new(settings: Settings) -> State {
        let bots = settings.bots.len();
        let matchups: Vec<Matchup> = match settings.better {
            Some(_) => settings.seats.iter().map(|&seats| Matchup::duel(seats, 0, 1)).collect(),
            None => settings.seats.iter().flat_map(|&seats| round_robin(bots, seats)).collect(),
        };
        let met = |m: &Matchup| !settings.gauntlet || m.bots.len() < 3 && m.bots[0] == 0;
        let matchups: Vec<Matchup> = matchups.into_iter().filter(met).collect();
        let standings = vec![Standing::default(); matchups.len()];
        let (figures, kinds, sides) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        State { settings, done: 0, matchups, standings, figures, answer: None, kinds, sides }
    }

    /// All games there are to play.
    pub fn games(&self) -> u64 {
        Schedule::new(&self.matchups, self.settings.games).games()
    }

    /// Is there nothing left to play? A run that cannot be begun is not through either.
    pub fn is_through(&self) -> bool {
        self.done > 0 && self.done >= self.games() || self.answer.is_some_and(|a| a.better.is_some())
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
        return wrong("games", "0 games were requested; request at least 1".into());
    }
    if settings.bots.is_empty() {
        return wrong("bots", "an arena needs at least one bot".into());
    }
    if let Some(twice) = settings.bots.iter().enumerate().find(|(i, bot)| settings.bots[..*i].contains(bot)) {
        return wrong("bots", format!("{} is listed twice; list each bot once", twice.1));
    }
    if settings.seats.is_empty() || settings.seats.iter().any(|s| !(least..=most).contains(s)) {
        return wrong(
            "seats",
            if least == most {
                format!("{} is for exactly {least} players", settings.game)
            } else {
                format!("{} is for {least} to {most} players", settings.game)
            },
        );
    }
    if settings.better.is_some() {
        if settings.bots.len() != 2 || settings.seats.len() != 1 {
            return wrong("better", "--better compares exactly two bots at one number of seats".into());
        }
        if settings.better.is_some_and(|margin| !(0.001..=0.4).contains(&margin)) {
            return wrong("better", "the margin must be from 0.001 to 0.4, such as 0.03".into());
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
            format!("{threads} threads were requested; the maximum is {MOST_THREADS}"),
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
    for (&seats, setup) in &setups {
        state.sides.insert(seats, Seat::all(seats).filter_map(|seat| G::side(setup, seat)).collect());
    }
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
    while let Some(answers) = answers(&game, &mut tosses, menu, |game, seat, menu, tosses| {
        witness.question(game, seat, menu.len());
        let pick = players[seat.index()].choose(game, seat, &notebooks.take(seat), menu, tosses);
        witness.answer::<G>(seat, menu[pick]);
        pick
    }) {
        notebooks.watch(&game, &answers);
        race::carry_out(&mut game, &answers, &mut luck, &mut Mute);
    }
    witness.end(&game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mighty_beanz::MightyBeanz;
    use mister_spy::MisterSpy;

    fn settings(bots: &str, seats: &[u8], games: u64) -> Settings {
        Settings {
            game: "mister-spy".into(),
            edition: table::Edition::of::<MisterSpy>().to_string(),
            bots: bots.split(',').map(str::to_owned).collect(),
            seats: seats.to_vec(),
            games,
            seed: "3".into(),
            options: Value::Null,
            gauntlet: false,
            better: None,
        }
    }

    fn through(state: State, threads: usize) -> State {
        run::<MisterSpy>(state, threads, &Watch::default(), &mut |_| Ok(())).unwrap()
    }

    #[test]
    fn the_same_for_any_number_of_threads_and_all_adds_up() {
        let settings = settings("agent,rookie,random", &[2, 3], 60);
        let one = through(State::new(settings.clone()), 1);
        assert_eq!(one, through(State::new(settings), 3));
        assert!(one.is_through());
        assert_eq!(one.done, one.games());
        for (matchup, standing) in one.matchups.iter().zip(&one.standings) {
            assert_eq!(standing.games, 60);
            assert_eq!(standing.deals, 60 / matchup.seatings.len() as u64);
            assert_eq!(standing.shares.iter().sum::<u64>(), 60 * crate::sim::SHARES);
        }
        for (&seats, figures) in &one.figures {
            for by in [&figures.by_order, &figures.by_seat] {
                assert_eq!(by.iter().map(|won| won.shares).sum::<u64>(), figures.games * 60);
            }
            assert_eq!(figures.endings.values().sum::<u64>(), figures.games);
            let questions: u64 = figures.moments.values().map(|m| m.questions).sum();
            let decisions: i64 = figures.decisions.all().iter().map(|(x, n)| x * *n as i64).sum();
            assert_eq!(questions as i64, decisions);
            for card in &figures.cards {
                let met = card.opening.times + card.drawn.times + card.unseen.times;
                assert_eq!(
                    met,
                    figures.games * u64::from(seats),
                    "every hand met every card somehow, or not at all"
                );
            }
            // The end of a game is won by whoever is ahead.
            assert!(figures.leads[STEPS].spread().least > 0);
        }
        // The fixture's own order: agents beat beginners, beginners beat chance.
        let ratings = one.ratings();
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo, "{ratings:?}");
    }

    #[test]
    fn stopped_anywhere_it_goes_on_to_the_same_end() {
        let settings = settings("agent,mastermind:20", &[2], 40);
        let whole = through(State::new(settings.clone()), 2);
        let mut state = State::new(settings);
        let mut stops = 0;
        while !state.is_through() {
            let watch = Watch::default();
            let had = state.done;
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    while watch.done.load(Ordering::Relaxed) < had + 7 && !watch.stop.load(Ordering::Relaxed)
                    {
                        std::thread::yield_now();
                    }
                    watch.stop.store(true, Ordering::Relaxed);
                });
                // Kept as text, as in a file.
                let text = serde_json::to_string(&state).unwrap();
                state = serde_json::from_str(&text).unwrap();
                state = run::<MisterSpy>(state.clone(), 2, &watch, &mut |_| Ok(())).unwrap();
                watch.stop.store(true, Ordering::Relaxed);
            });
            assert!(state.done > had);
            stops += 1;
        }
        assert!(stops > 1);
        assert_eq!(state, whole);
    }

    #[test]
    fn a_question_is_answered_as_soon_as_it_is_clear() {
        for (bots, better) in [("agent,random", true), ("random,agent", false)] {
            for seats in [2, 4] {
                let asked = Settings { better: Some(0.05), ..settings(bots, &[seats], 100_000) };
                let state = through(State::new(asked.clone()), 2);
                assert_eq!(state.answer.unwrap().better, Some(better));
                assert!(state.done < 2000, "{} games", state.done);
                assert_eq!(state, through(State::new(asked), 1));
            }
        }
    }

    #[test]
    fn who_forswears_something_never_does_it_and_who_sees_all_is_better() {
        let state = through(State::new(settings("agent,agent/never-taunt", &[2], 400)), 0);
        assert!(state.standings[0].interval()[0] > 0.6, "{:?}", state.standings);
        let open = through(State::new(settings("mastermind:40/omniscient,mastermind:40", &[2], 60)), 0);
        assert!(open.standings[0].share() > 0.55, "{:?}", open.standings);
        let sworn = through(State::new(settings("random/never-pass,random/never-steal", &[2], 2)), 1);
        assert!(sworn.is_through());
    }

    #[test]
    fn in_a_gauntlet_one_meets_all_and_nobody_else_plays() {
        let one = Settings { gauntlet: true, ..settings("agent,rookie,random", &[2, 4], 8) };
        let state = through(State::new(one), 0);
        let met: Vec<(u8, &[usize])> = state.matchups.iter().map(|m| (m.seats, &m.bots[..])).collect();
        assert_eq!(met, [(2, &[0, 1][..]), (2, &[0, 2]), (4, &[0, 1]), (4, &[0, 2])]);
        assert_eq!(state.done, 4 * 8);
    }

    #[test]
    fn one_bot_alone_shows_what_the_seats_are_worth() {
        let state = through(State::new(settings("agent", &[2], 400)), 0);
        let figures = &state.figures[&2];
        assert_eq!((state.done, figures.by_seat[0].times), (400, 400));
        let all: f64 = figures.by_seat.iter().map(|won| won.wins()).sum();
        assert_eq!(all.round() as u64, 400, "every game was won by somebody");
        assert_eq!(state.sides[&2], Vec::<String>::new());

        let beanz = Settings {
            game: "mighty-beanz".into(),
            edition: table::Edition::of::<MightyBeanz>().to_string(),
            ..settings("random", &[2], 300)
        };
        let state = run::<MightyBeanz>(State::new(beanz), 0, &Watch::default(), &mut |_| Ok(())).unwrap();
        let figures = &state.figures[&2];
        assert_eq!(state.sides[&2], ["starter-circus", "starter-barnyard"]);
        assert_ne!(
            figures.by_seat, figures.by_order,
            "the first to be asked is not always the first to play"
        );
    }

    #[test]
    fn nonsense_is_refused_before_the_first_game() {
        let refused = |settings: Settings| {
            run::<MisterSpy>(State::new(settings), 1, &Watch::default(), &mut |_| Ok(())).unwrap_err().what
        };
        let say = |settings, part: &str| {
            let what = refused(settings);
            assert!(what.contains(part), "{what}");
        };
        say(settings("agent,random", &[2], 0), "0 games");
        say(settings("agent,agent", &[2], 1), "listed twice");
        say(settings("agent,random", &[7], 1), "2 to 6 players");
        say(settings("agent,random/never-fold", &[2], 1), "the restrictions are: never-taunt");
        say(Settings { better: Some(0.03), ..settings("agent,random", &[2, 3], 1) }, "one number of seats");
        say(Settings { better: Some(9.0), ..settings("agent,random", &[2], 1) }, "the margin");
        // Who cannot keep what is done does not play.
        let mut full = |_: &State| Err(Fault::new("the disk is full"));
        let state = State::new(settings("agent,random", &[2], 10));
        assert!(run::<MisterSpy>(state, 1, &Watch::default(), &mut full).is_err());
    }
}
