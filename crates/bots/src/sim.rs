//! A great many games: the same result from the same seed, for any number of threads, in flat memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Policy;
use table::table::read_setup;
use table::{Fault, Game, MAX_SEATS, Seat, Seed, Study};

use crate::level::Level;
use crate::playout::play_one;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many play.
    pub seats: u8,
    /// How many games.
    pub games: u64,
    /// Where chance comes from; game `n` has the `n`th seed of it.
    pub seed: Seed,
    /// One bot a seat, or fewer: then they repeat around the table.
    pub bots: Vec<Level>,
    /// Options of the game.
    pub options: Value,
    /// How many threads; 0: as many as there are cores.
    pub threads: usize,
}

/// For whoever watches: how far it is, and a way to stop it.
#[derive(Default, Debug)]
pub struct Watch {
    /// Games finished so far.
    pub done: AtomicU64,
    /// Set it to stop; what is finished is still reported.
    pub stop: AtomicBool,
}

/// Games played in one go by one thread.
const CHUNK: u64 = 256;
/// More threads than this only get in each other's way.
pub(crate) const MOST_THREADS: usize = 256;
/// A win shared by any number up to six is a whole number of these.
pub const SHARES: u64 = 60;

/// Counts of a whole number, without keeping the numbers. Nearly all are small, and those are counted in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<i64, u64>", into = "BTreeMap<i64, u64>")]
pub struct Counts {
    small: [u64; 128],
    rest: BTreeMap<i64, u64>,
}

impl Default for Counts {
    fn default() -> Self {
        Counts { small: [0; 128], rest: BTreeMap::new() }
    }
}

impl From<BTreeMap<i64, u64>> for Counts {
    fn from(all: BTreeMap<i64, u64>) -> Counts {
        let mut counts = Counts::default();
        all.into_iter().for_each(|(x, n)| counts.add_times(x, n));
        counts
    }
}

impl From<Counts> for BTreeMap<i64, u64> {
    fn from(counts: Counts) -> Self {
        counts.all()
    }
}

impl Counts {
    /// The number came up once more.
    pub fn add(&mut self, x: i64) {
        self.add_times(x, 1);
    }

    fn add_times(&mut self, x: i64, times: u64) {
        match usize::try_from(x).ok().and_then(|i| self.small.get_mut(i)) {
            Some(n) => *n += times,
            None => *self.rest.entry(x).or_default() += times,
        }
    }

    fn merge(&mut self, other: &Counts) {
        for (n, more) in self.small.iter_mut().zip(other.small) {
            *n += more;
        }
        for (x, n) in &other.rest {
            *self.rest.entry(*x).or_default() += n;
        }
    }

    /// Every number that came up, in order, with how often.
    pub fn all(&self) -> BTreeMap<i64, u64> {
        let small = (0..).zip(self.small).filter(|(_, n)| *n > 0);
        small.chain(self.rest.iter().map(|(x, n)| (*x, *n))).collect()
    }

    /// How they are spread.
    pub fn spread(&self) -> Spread {
        let all = self.all();
        let n: u64 = all.values().sum();
        let at = |share: f64| {
            let rank = (share * n.saturating_sub(1) as f64).round() as u64;
            let mut seen = 0;
            for (x, k) in &all {
                seen += k;
                if seen > rank {
                    return *x;
                }
            }
            0
        };
        let mean = all.iter().map(|(x, k)| *x as f64 * *k as f64).sum::<f64>() / n.max(1) as f64;
        let square = all.iter().map(|(x, k)| (*x as f64 - mean).powi(2) * *k as f64).sum::<f64>();
        Spread {
            mean,
            deviation: (square / n.max(1) as f64).sqrt(),
            least: at(0.0),
            quarter: at(0.25),
            median: at(0.5),
            three_quarters: at(0.75),
            most: at(1.0),
        }
    }
}

/// What some games came to.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
struct Tally {
    games: u64,
    shared: u64,
    shares: [u64; MAX_SEATS],
    decisions: Counts,
    turns: Counts,
    scores: [Counts; MAX_SEATS],
    endings: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn add<G: Game>(&mut self, game: &G, decisions: u32) {
        let winners = game.winners();
        self.games += 1;
        self.shared += u64::from(winners.len() > 1);
        for seat in winners.iter() {
            self.shares[seat.index()] += SHARES / u64::from(winners.len());
        }
        self.decisions.add(i64::from(decisions));
        self.turns.add(i64::from(game.turns()));
        for seat in Seat::all(game.seats()) {
            self.scores[seat.index()].add(i64::from(game.score(seat)));
        }
        *self.endings.entry(game.ending().map_or("none", |e| e.reason)).or_default() += 1;
    }

    fn merge(mut self, other: &Tally) -> Tally {
        self.games += other.games;
        self.shared += other.shared;
        for seat in 0..MAX_SEATS {
            self.shares[seat] += other.shares[seat];
            self.scores[seat].merge(&other.scores[seat]);
        }
        self.decisions.merge(&other.decisions);
        self.turns.merge(&other.turns);
        for (reason, n) in &other.endings {
            *self.endings.entry(reason).or_default() += n;
        }
        self
    }
}

/// How a number is spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The average.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The smallest.
    pub least: i64,
    /// A quarter are at most this.
    pub quarter: i64,
    /// Half are at most this.
    pub median: i64,
    /// Three quarters are at most this.
    pub three_quarters: i64,
    /// The largest.
    pub most: i64,
}

/// How one seat fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    /// The seat.
    pub seat: Seat,
    /// Who sat there.
    pub bot: String,
    /// Wins; a win shared by two counts a half.
    pub wins: f64,
    /// The share of games won.
    pub share: f64,
    /// The 95 % interval of that share (Wilson).
    pub interval: [f64; 2],
    /// Final scores.
    pub score: Spread,
    /// How many games ended with each score.
    pub scores: BTreeMap<i64, u64>,
}

/// How the seats of one allegiance fared together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideReport {
    /// Its name.
    pub side: &'static str,
    /// Wins; a win shared by two counts a half.
    pub wins: f64,
    /// The share of games won.
    pub share: f64,
    /// The 95 % interval of that share (Wilson).
    pub interval: [f64; 2],
}

/// What a simulation found. The same seed gives the same result, whatever the number of threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Its edition: rules and cards.
    pub edition: String,
    /// How many sat at the table.
    pub seats: u8,
    /// The seed, as typed.
    pub seed: String,
    /// Games finished.
    pub games: u64,
    /// Games won by more than one.
    pub shared_wins: u64,
    /// Seat by seat.
    pub by_seat: Vec<SeatReport>,
    /// Allegiance by allegiance, in games that have them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_side: Vec<SideReport>,
    /// Decisions in a game.
    pub decisions: Spread,
    /// Turns in a game.
    pub turns: Spread,
    /// Decisions in all games.
    pub all_decisions: u64,
    /// How the games ended.
    pub endings: BTreeMap<&'static str, u64>,
}

/// How the seats of each allegiance fared together, by what each of them won.
pub(crate) fn by_side<G: Study>(setup: &G::Setup, report: &Report) -> Vec<SideReport> {
    let mut sides: Vec<(&'static str, f64)> = Vec::new();
    for seat in &report.by_seat {
        let Some(side) = G::allegiance(setup, seat.seat) else { continue };
        match sides.iter_mut().find(|(own, _)| *own == side) {
            Some((_, wins)) => *wins += seat.wins,
            None => sides.push((side, seat.wins)),
        }
    }
    let games = report.games as f64;
    let told = |(side, wins): (&'static str, f64)| SideReport {
        side,
        wins,
        share: wins / games.max(1.0),
        interval: wilson(wins, games),
    };
    sides.into_iter().map(told).collect()
}

/// The 95 % interval for a share of `k` out of `n`, after Wilson.
pub fn wilson(k: f64, n: f64) -> [f64; 2] {
    if n == 0.0 {
        return [0.0, 1.0];
    }
    let z = 1.959_963_984_540_054;
    let p = k / n;
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

/// Spreads the bots named over the seats: fewer repeat around the table, more are a fault.
pub fn seat_bots(bots: &[Level], seats: u8) -> Result<[Level; MAX_SEATS], Fault> {
    if bots.len() > usize::from(seats) {
        return Err(Fault::near("bots", format!("{} bots are listed for {seats} seats", bots.len())));
    }
    let mut seated = [Level::Random; MAX_SEATS];
    for (i, seat) in seated.iter_mut().enumerate() {
        *seat = *bots.get(i % bots.len().max(1)).unwrap_or(&Level::Random);
    }
    Ok(seated)
}

/// Plays the games of a plan. Returns the report and the seconds it took.
pub fn run<G: Policy>(plan: &Plan, watch: &Watch) -> Result<(Report, f64), Fault> {
    let setup = read_setup::<G>(plan.seats, &plan.options)?;
    G::check(&setup)?;
    let bots = seat_bots(&plan.bots, plan.seats)?;
    if plan.games == 0 {
        return Err(Fault::near("games", "0 games were requested; request at least 1"));
    }
    if plan.threads > MOST_THREADS {
        let asked = plan.threads;
        return Err(Fault::near(
            "threads",
            format!("{asked} threads were requested; the maximum is {MOST_THREADS}"),
        ));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|e| Fault::near("threads", format!("cannot start {} threads: {e}", plan.threads)))?;
    let start = Instant::now();
    let going = || !watch.stop.load(Ordering::Relaxed);
    let play_chunk = |mut tally: Tally, chunk: u64| {
        let games = chunk * CHUNK..plan.games.min((chunk + 1).saturating_mul(CHUNK));
        let mut menu = Vec::with_capacity(64);
        for n in games.clone() {
            let (game, decisions) = play_one::<G>(&setup, plan.seed.nth(n), &bots, &mut menu);
            tally.add(&game, decisions);
        }
        watch.done.fetch_add(games.end - games.start, Ordering::Relaxed);
        tally
    };
    // Whole numbers add up to the same whatever the order, so threads cannot change the result.
    let chunks = 0..plan.games.div_ceil(CHUNK);
    let tally = pool.install(|| {
        chunks
            .into_par_iter()
            .take_any_while(|_| going())
            .fold(Tally::default, play_chunk)
            .reduce(Tally::default, |a, b| a.merge(&b))
    });
    let seconds = start.elapsed().as_secs_f64();
    let by_seat = Seat::all(plan.seats)
        .map(|seat| {
            let i = seat.index();
            let wins = tally.shares[i] as f64 / SHARES as f64;
            SeatReport {
                seat,
                bot: bots[i].to_string(),
                wins,
                share: wins / (tally.games.max(1)) as f64,
                interval: wilson(wins, tally.games as f64),
                score: tally.scores[i].spread(),
                scores: tally.scores[i].all(),
            }
        })
        .collect();
    let report = Report {
        game: G::info().id.to_owned(),
        edition: table::Edition::of::<G>().to_string(),
        seats: plan.seats,
        seed: plan.seed.to_string(),
        games: tally.games,
        shared_wins: tally.shared,
        by_seat,
        by_side: Vec::new(),
        decisions: tally.decisions.spread(),
        turns: tally.turns.spread(),
        all_decisions: tally.decisions.all().iter().map(|(x, n)| *x as u64 * n).sum(),
        endings: tally.endings,
    };
    Ok((report, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mister_spy::MisterSpy;

    fn plan(threads: usize, bots: &[Level]) -> Plan {
        Plan { seats: 3, games: 700, seed: Seed::from(9), bots: bots.to_vec(), options: Value::Null, threads }
    }

    fn play(plan: &Plan) -> Report {
        run::<MisterSpy>(plan, &Watch::default()).unwrap().0
    }

    #[test]
    fn the_same_seed_gives_the_same_result_for_any_number_of_threads() {
        let one = play(&plan(1, &[Level::Random]));
        assert_eq!(one.games, 700);
        assert_eq!(one, play(&plan(2, &[Level::Random])));
        assert_eq!(one, play(&plan(5, &[Level::Random])));
        let other = Plan { seed: Seed::from(10), ..plan(1, &[Level::Random]) };
        assert_ne!(one.all_decisions, play(&other).all_decisions);
    }

    #[test]
    fn agent_beats_random() {
        let report = play(&plan(0, &[Level::Agent, Level::Random, Level::Random]));
        assert!(report.by_seat[0].interval[0] > 0.5, "{:?}", report.by_seat[0]);
    }

    #[test]
    fn wins_add_up_and_intervals_hold_the_share() {
        let report = play(&plan(0, &[]));
        let wins: f64 = report.by_seat.iter().map(|s| s.wins).sum();
        assert!((wins - 700.0).abs() < 1e-6);
        for seat in &report.by_seat {
            assert!(seat.interval[0] < seat.share && seat.share < seat.interval[1]);
            assert_eq!(seat.scores.values().sum::<u64>(), 700);
        }
        assert_eq!(report.endings.values().sum::<u64>(), 700);
    }

    #[test]
    fn wilson_is_as_published() {
        // 9 of 10: 0.596 to 0.982, as in the usual tables.
        let [low, high] = wilson(9.0, 10.0);
        assert!((low - 0.596).abs() < 0.001 && (high - 0.982).abs() < 0.001, "{low} {high}");
    }

    #[test]
    fn nonsense_is_refused() {
        let zero = Plan { games: 0, ..plan(1, &[]) };
        assert!(run::<MisterSpy>(&zero, &Watch::default()).is_err());
        let many = plan(1, &[Level::Random; 4]);
        assert!(run::<MisterSpy>(&many, &Watch::default()).is_err());
        let crowd = plan(100_000, &[]);
        assert!(run::<MisterSpy>(&crowd, &Watch::default()).is_err());
        let seven = Plan { seats: 7, ..plan(1, &[]) };
        assert!(run::<MisterSpy>(&seven, &Watch::default()).is_err());
    }
}
