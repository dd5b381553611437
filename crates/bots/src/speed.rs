//! How fast a game runs here and now, next to a yardstick measured in the same breath.
//!
//! Machines differ and are shared, so each figure comes with a ratio: one roll of the house's dice is the yardstick.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Serialize;
use table::table::read_setup;
use table::{Fault, Luck, MAX_SEATS, Mute, Seat, Seed, Stream, race};
use table::{Playouts, Policy};

use crate::level::Level;
use crate::playout::{Notebooks, answers as all_answers, play_on, play_one};
use crate::search::{Budget, Mind, Question, Search, think};

/// Figures for one game with one number of seats.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// The game.
    pub game: &'static str,
    /// How many sat at the table.
    pub seats: u8,
    /// Random decisions a second on one core, events muted, deals included.
    pub decisions_per_second: f64,
    /// Whole random games a second on one core.
    pub games_per_second: f64,
    /// Nanoseconds to copy a state.
    pub clone_ns: f64,
    /// Nanoseconds to build a view.
    pub view_ns: f64,
    /// Nanoseconds to imagine a world.
    pub imagine_ns: f64,
    /// Worlds a second that a search plays from the middle of a game, on one core, with random playouts.
    pub worlds_per_second: f64,
    /// The same in the way that is best for the game, in worlds that explain the past: how masterminds think.
    pub thinking_worlds_per_second: f64,
    /// How many times as many two threads play.
    pub search_two_threads: f64,
    /// Milliseconds in which half of a mastermind's answers at a table come, and 95 of 100.
    pub answer_ms: [f64; 2],
    /// Bytes of a state.
    pub state_bytes: usize,
    /// Nanoseconds for one roll of the dice: the yardstick.
    pub roll_ns: f64,
    /// How many rolls of the dice one random decision takes.
    pub rolls_per_decision: f64,
}

/// The best of several short runs: noise only ever makes a run slower.
fn best(total: Duration, mut run: impl FnMut(Duration) -> (u64, f64)) -> (f64, f64) {
    let slice = total / 8;
    let (mut rate, mut second) = (0.0f64, 0.0f64);
    for _ in 0..8 {
        let start = Instant::now();
        let (count, extra) = run(slice);
        let seconds = start.elapsed().as_secs_f64();
        if count as f64 / seconds > rate {
            (rate, second) = (count as f64 / seconds, extra / seconds);
        }
    }
    (rate, second)
}

fn ns_each(total: Duration, mut once: impl FnMut()) -> f64 {
    let (rate, _) = best(total, |slice| {
        let (start, mut n) = (Instant::now(), 0);
        while start.elapsed() < slice {
            for _ in 0..256 {
                once();
            }
            n += 256;
        }
        (n, 0.0)
    });
    1e9 / rate
}

/// Measures one game for about this long: what is measured is cut to fit, so that a slow game does not take longer.
pub fn measure<G: Policy>(seats: u8, total: Duration) -> Result<Speed, Fault> {
    let setup = read_setup::<G>(seats, &serde_json::Value::Null)?;
    let part = total / 24;
    let bots = [Level::Random; MAX_SEATS];
    let mut menu = Vec::with_capacity(64);
    let mut n = 0;
    let (decisions_per_second, games_per_second) = best(part * 4, |slice| {
        let (start, mut decisions, mut games) = (Instant::now(), 0u64, 0.0);
        while games == 0.0 || start.elapsed() < slice {
            for _ in 0..8 {
                let (game, d) = play_one::<G>(&setup, Seed::from(1).nth(n), &bots, &mut menu);
                black_box(&game);
                n += 1;
                decisions += u64::from(d);
                games += 1.0;
            }
        }
        (decisions, games)
    });
    let middle = middle_of::<G>(&setup, &mut menu);
    let clone_ns = ns_each(part, || {
        black_box(black_box(&middle).clone());
    });
    let view_ns = ns_each(part, || {
        black_box(black_box(&middle).view(Some(Seat(0))));
    });
    let (view, prior) = (middle.view(Some(Seat(0))), G::Prior::default());
    let mut luck = Seed::from(2).luck(Stream::Play);
    let imagine_ns = ns_each(part, || {
        black_box(G::imagine(black_box(&view), &prior, &mut luck));
    });
    let roll_ns = ns_each(part, || {
        black_box(luck.pick(black_box(13)));
    });
    let wild = Search { playouts: Some(Playouts::Wild), heedful: false, ..Search::iterations(WORLDS) };
    let worlds_per_second = worlds(&middle, &wild, part * 2);
    let thinking_worlds_per_second = worlds(&middle, &Search::iterations(WORLDS), part * 2);
    // In turn, so that noise meets both alike.
    let (mut one, mut two) = (0.0f64, 0.0f64);
    let long = Search { budget: Budget::Iterations(8 * WORLDS), ..wild };
    for _ in 0..2 {
        one = one.max(worlds(&middle, &long, part));
        two = two.max(worlds(&middle, &Search { threads: 2, ..long }, part));
    }
    Ok(Speed {
        game: G::info().id,
        seats,
        decisions_per_second,
        games_per_second,
        clone_ns,
        view_ns,
        imagine_ns,
        worlds_per_second,
        thinking_worlds_per_second,
        search_two_threads: two / one,
        answer_ms: answers::<G>(&setup, part * 8),
        state_bytes: size_of::<G>(),
        roll_ns,
        rolls_per_decision: 1e9 / decisions_per_second / roll_ns,
    })
}

/// The most worlds for each of the searches that are timed.
const WORLDS: u32 = 4000;
/// How many searches are timed at least: of one alone nobody could say what the noise was.
const SEARCHES: u32 = 4;

/// How many worlds a second a search plays here. Its budget is cut so that several searches fit into the time.
fn worlds<G: Policy>(game: &G, search: &Search, total: Duration) -> f64 {
    let Some(seat) = game.status().asked().iter().next() else { return 0.0 };
    let (view, mut menu) = (game.view(Some(seat)), Vec::new());
    game.legal(seat, &mut menu);
    let question = Question::<G> { seat, view: &view, notes: &G::Notes::default(), menu: &menu, vow: None };
    let began = Instant::now();
    let timed = |budget: u32, n: u64| {
        let start = Instant::now();
        let search = Search { budget: Budget::Iterations(budget), ..*search };
        let worlds = f64::from(black_box(think(&question, &search, Seed::from(n))).iterations);
        worlds / start.elapsed().as_secs_f64()
    };
    // A short one tells how much can be asked for.
    let mut rate = timed(TRIAL, 0);
    let fits = rate * total.as_secs_f64() / f64::from(SEARCHES);
    let most = if let Budget::Iterations(most) = search.budget { most } else { WORLDS };
    let budget = fits.clamp(f64::from(TRIAL), f64::from(most)) as u32;
    for n in 1.. {
        rate = rate.max(timed(budget, n));
        if began.elapsed() >= total {
            break;
        }
    }
    rate
}

/// Worlds of the first, short search.
const TRIAL: u32 = 40;

/// How long masterminds take to answer in a game of agents, as many as fit into this time: the median, and what 95 of 100
/// keep.
fn answers<G: Policy>(setup: &G::Setup, total: Duration) -> [f64; 2] {
    let (began, mut times) = (Instant::now(), Vec::new());
    let mut games = 0;
    let late = |times: &[f64]| !times.is_empty() && began.elapsed() >= total;
    while !late(&times) {
        let seed = Seed::from(9).nth(games);
        games += 1;
        let mut game = G::deal(setup, &mut seed.luck(Stream::Deal), &mut Mute);
        let (mut play, mut tosses, mut menu) = (seed.luck(Stream::Play), seed.luck(Stream::Bots), Vec::new());
        let mut notebooks = Notebooks::<G>::new(game.seats(), |_| true);
        for n in 0.. {
            let Some(seat) = game.status().asked().iter().next() else { break };
            menu.clear();
            game.legal(seat, &mut menu);
            let (view, notes) = (game.view(Some(seat)), notebooks.take(seat));
            // A question here and there is enough.
            if n % 9 == 0 && menu.len() > 1 && !late(&times) {
                let question = Question::<G> { seat, view: &view, notes: &notes, menu: &menu, vow: None };
                let start = Instant::now();
                black_box(think(&question, &Mind::TABLE.search_at_table(), seed));
                times.push(start.elapsed().as_secs_f64() * 1000.0);
            }
            let agent = |game: &G, seat: Seat, menu: &mut Vec<G::Action>, tosses: &mut Luck| {
                let notes = notebooks.take(seat);
                Level::Agent.choose_by::<G>(&game.view(Some(seat)), Some(seat), &notes, menu, tosses)
            };
            let Some(answers) = all_answers(&game, &mut tosses, &mut menu, agent) else { break };
            notebooks.watch(&game, &answers);
            race::carry_out(&mut game, &answers, &mut play, &mut Mute);
        }
        // In a game without a question nobody thinks.
        if games > 100 && times.is_empty() {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let at =
        |share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(0.0);
    [at(0.5), at(0.95)]
}

/// A position from the middle of a random game, where there is something to choose.
pub fn middle_of<G: Policy>(setup: &G::Setup, menu: &mut Vec<G::Action>) -> G {
    let seed = Seed::from(5);
    let bots = [Level::Random; MAX_SEATS];
    let (_, length) = play_one::<G>(setup, seed, &bots, menu);
    let mut game = G::deal(setup, &mut seed.luck(Stream::Deal), &mut Mute);
    let (mut play, mut tosses): (Luck, Luck) = (seed.luck(Stream::Play), seed.luck(Stream::Bots));
    for n in 0..length {
        let Some(seat) = game.status().asked().iter().next() else { break };
        menu.clear();
        game.legal(seat, menu);
        if n >= length / 2 && menu.len() > 1 {
            break;
        }
        let wild = |_: &G, _: Seat, menu: &mut Vec<G::Action>, tosses: &mut Luck| {
            tosses.pick(menu.len() as u32) as usize
        };
        let Some(answers) = all_answers(&game, &mut tosses, menu, wild) else { break };
        race::carry_out(&mut game, &answers, &mut play, &mut Mute);
    }
    game
}

/// A whole random game from the middle on, for benchmarks.
pub fn finish<G: Policy>(game: &G, luck: &mut Luck, tosses: &mut Luck, menu: &mut Vec<G::Action>) -> u32 {
    play_on(&mut game.clone(), &[Level::Random; MAX_SEATS], luck, tosses, menu)
}
