//! `safehouse bench server`: how much the house in the browser can bear on this machine.
//!
//! A house is started as a process of its own, on a loopback address and a real disk, exactly as durable as any other.
//! A [`crowd`](super::crowd) then opens tables and plays: first to have them all alive at once, then as fast as the
//! house answers, then at half that speed. Last, a house with many unfinished tables is started and filled, which shows
//! how long that takes and how much memory a table needs that nobody plays at.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::server::rooms::{ROOMS, WebRoom};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::json;
use table::{Seed, Stream};
use tokio::task::JoinSet;

use super::browser::{Browser, Page};
use super::child::{Child, worked_here};
use super::crowd::{Beat, Driver, Game, Tally};
use super::shelf;
use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::serve::told_to_stop;
use crate::store;
use crate::terminal::say;

/// A house that has not finished a part of the work so long after its time does not answer any more.
const PATIENCE: Duration = Duration::from_secs(120);
/// The first moments of each measurement do not count: caches fill, connections find their size.
const WARM_UP: Duration = Duration::from_secs(1);

/// The bars, for two cores that client and server share.
mod bar {
    pub(super) const MOVES_A_SECOND: f64 = 3000.0;
    pub(super) const P99_MS: f64 = 50.0;
    pub(super) const TABLE_BYTES: f64 = 20_000.0;
    pub(super) const START_SECONDS: f64 = 5.0;
}

/// The house makes tables small that nobody has used for some seconds.
const IDLE_AFTER: Duration = Duration::from_secs(8);

/// What is measured, and for how long.
struct Plan {
    game: Arc<Game>,
    room: &'static dyn WebRoom,
    tables: usize,
    unfinished: usize,
    /// Moves at each table while it is opened.
    moves: u32,
    long: Duration,
    at_once: usize,
    rate: Option<f64>,
    /// How long tables are left alone before they count as idle.
    rest: Duration,
}

/// How long moves took, in milliseconds, or how much they sent, in thousands of bytes.
#[derive(Serialize, Debug)]
struct Spread {
    p50: f64,
    p90: f64,
    p99: f64,
    most: f64,
}

impl Spread {
    /// Of microseconds, or bytes.
    fn of(mut all: Vec<u32>) -> Spread {
        all.sort_unstable();
        let at = |share: f64| {
            let place = (all.len() as f64 * share) as usize;
            all.get(place.min(all.len().saturating_sub(1))).map_or(0.0, |&one| f64::from(one) / 1000.0)
        };
        Spread { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1.0) }
    }
}

/// Some seconds of play.
#[derive(Serialize, Debug)]
struct Load {
    seconds: f64,
    /// What was wanted, if it was not as much as possible.
    planned: Option<f64>,
    moves_per_second: f64,
    games_per_second: f64,
    /// From the sending (or the planned sending) of a move to its answer.
    answered_ms: Spread,
    /// And until everybody at the table had their new view.
    seen_ms: Spread,
    /// What a move sent to each person at the table, in thousands of bytes, before it was squeezed.
    sent_kb: Spread,
    /// The same as browsers get it.
    squeezed_kb: Spread,
    /// Cores that the house kept busy.
    server_cores: Option<f64>,
    /// Cores that the crowd kept busy.
    client_cores: Option<f64>,
}

/// All tables alive.
#[derive(Serialize, Debug)]
struct Alive {
    tables: usize,
    people: usize,
    moves: u64,
    seconds: f64,
    /// With a connection for everybody.
    server_bytes: Option<u64>,
}

/// A house with a past.
#[derive(Serialize, Debug)]
struct Start {
    unfinished: usize,
    /// From its start to the first answer.
    healthz_seconds: f64,
    /// And to the page of a table.
    table_seconds: f64,
    /// How many of its tables were then brought into memory and left alone.
    idle: usize,
    /// What each of them added to the memory, its record included.
    bytes_per_table: Option<f64>,
    /// How long its record is.
    record_bytes: f64,
}

/// Everything.
#[derive(Serialize, Debug)]
struct Figures {
    game: String,
    seats: u8,
    streams: bool,
    alive: Alive,
    full: Load,
    half: Load,
    start: Start,
    errors: std::collections::BTreeMap<String, u64>,
}

pub(crate) fn run(args: &cli::BenchServer) -> Result<(), CliFault> {
    let plan = plan(args)?;
    let folder = Folder::make(args.data.as_deref())?;
    // One thread is enough for the crowd, and leaves the more to the house.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| CliFault::Output(format!("cannot start: {e}")))?;
    let figures = runtime.block_on(async {
        tokio::select! {
            figures = measure(&plan, &folder.0) => figures,
            () = told_to_stop() => Err(CliFault::Interrupted("stopped; nothing was measured".into())),
        }
    });
    // Whoever is still in the middle of a move goes before the house and its folder do.
    drop(runtime);
    drop(folder);
    let figures = figures?;
    say(if args.json { format!("{}\n", json!(figures)) } else { report(&figures) })?;
    match figures.errors.values().sum::<u64>() {
        0 => Ok(()),
        1 => Err(CliFault::Differs("there was an error".into())),
        n => Err(CliFault::Differs(format!("there were {n} errors"))),
    }
}

fn plan(args: &cli::BenchServer) -> Result<Plan, CliFault> {
    let info = house::find(&args.game)?.info();
    let room = ROOMS.iter().copied().find(|room| room.info().id == info.id);
    let room = room.ok_or_else(|| CliFault::Usage(format!("{} has no room in the browser", info.id)))?;
    if !(info.least..=info.most).contains(&args.seats) {
        let (least, most) = (info.least, info.most);
        return Err(CliFault::Usage(format!("{} is for {least} to {most} players", info.id)));
    }
    let (tables, unfinished, seconds, moves) =
        if args.quick { (40, 200, 1, 1) } else { (2000, 10_000, 15, 3) };
    let plan = Plan {
        game: Arc::new(Game { id: info.id, seats: args.seats, streams: args.streams }),
        room,
        tables: args.tables.unwrap_or(tables),
        unfinished: args.unfinished.unwrap_or(unfinished),
        moves,
        long: Duration::from_secs(args.seconds.unwrap_or(seconds)),
        at_once: args.at_once,
        rate: args.rate,
        rest: if args.quick { Duration::ZERO } else { IDLE_AFTER },
    };
    let connections = plan.tables * usize::from(plan.game.seats) * if plan.game.streams { 2 } else { 1 };
    if connections > 8000 {
        return Err(CliFault::Usage(format!(
            "{connections} connections are more than a house takes at once; fewer tables, please"
        )));
    }
    for (what, n) in [
        ("--tables", plan.tables),
        ("--unfinished", plan.unfinished),
        ("--at-once", plan.at_once),
        ("--seconds", plan.long.as_secs() as usize),
    ] {
        if !(1..=1_000_000).contains(&n) {
            return Err(CliFault::Usage(format!("{what} {n}: from 1 to 1000000")));
        }
    }
    if plan.rate.is_some_and(|rate| !(1.0..=1e6).contains(&rate)) {
        return Err(CliFault::Usage("--rate: from 1 to 1000000".into()));
    }
    Ok(plan)
}

/// The folder of the measurement: made for it, gone after it.
struct Folder(PathBuf);

impl Folder {
    fn make(wish: Option<&Path>) -> Result<Folder, CliFault> {
        // Beside the real house: folders for temporary files are often no disk at all, and cost nothing to flush.
        let path = match wish {
            Some(path) => path.to_owned(),
            None => store::folder()?.join(format!("bench-{}", std::process::id())),
        };
        let cannot = |e: std::io::Error| CliFault::Output(format!("{}: cannot be made: {e}", path.display()));
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(cannot)?;
        }
        std::fs::create_dir(&path).map_err(cannot)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn measure(plan: &Plan, folder: &Path) -> Result<Figures, CliFault> {
    let mut errors = Tally::default();
    let child = Child::start(&folder.join("played"))?;
    let (drivers, alive) = alive(plan, &child, &mut errors).await?;
    let (drivers, full) = load(plan, &child, drivers, None, &mut errors).await?;
    let rate = plan.rate.unwrap_or(full.moves_per_second / 2.0).max(1.0);
    let (drivers, half) = load(plan, &child, drivers, Some(rate), &mut errors).await?;
    drop(drivers);
    drop(child);
    let start = start(plan, &folder.join("unfinished")).await?;
    Ok(Figures {
        game: plan.game.id.to_owned(),
        seats: plan.game.seats,
        streams: plan.game.streams,
        alive,
        full,
        half,
        start,
        errors: errors.wrong,
    })
}

/// Opens all the tables.
async fn alive(plan: &Plan, child: &Child, errors: &mut Tally) -> Result<(Vec<Driver>, Alive), CliFault> {
    let bar = progress("tables opened", plan.tables as u64);
    let began = Instant::now();
    let drivers = plan.at_once.min(plan.tables);
    let mut work = JoinSet::new();
    for n in 0..drivers {
        let luck = Seed::from(1).luck(Stream::Test(n as u32));
        let driver = Driver::new(child.address, Arc::clone(&plan.game), luck);
        let share = plan.tables / drivers + usize::from(n < plan.tables % drivers);
        work.spawn(driver.open(share, plan.moves, bar.clone()));
    }
    let (drivers, tally) = gather(work, PATIENCE).await?;
    bar.finish_and_clear();
    let alive = Alive {
        tables: plan.tables,
        people: plan.tables * usize::from(plan.game.seats),
        moves: tally.moves,
        seconds: began.elapsed().as_secs_f64(),
        server_bytes: child.memory(),
    };
    errors.add(Tally { wrong: tally.wrong, ..Tally::default() });
    Ok((drivers, alive))
}

/// Plays for a while: as fast as it goes, or at a rate.
async fn load(
    plan: &Plan,
    child: &Child,
    drivers: Vec<Driver>,
    rate: Option<f64>,
    errors: &mut Tally,
) -> Result<(Vec<Driver>, Load), CliFault> {
    let what = if rate.is_some() { "seconds at half load" } else { "seconds at full load" };
    let bar = progress(what, (WARM_UP + plan.long).as_secs());
    let ticking = tokio::spawn({
        let bar = bar.clone();
        async move {
            loop {
                tokio::time::sleep(Duration::from_secs(1)).await;
                bar.inc(1);
            }
        }
    });
    let (drivers, warm) = play(drivers, WARM_UP, rate).await?;
    let before = (child.worked(), worked_here());
    let began = Instant::now();
    let (drivers, tally) = play(drivers, plan.long, rate).await?;
    let seconds = began.elapsed().as_secs_f64();
    let cores = |before: Option<f64>, now: Option<f64>| Some((now? - before?) / seconds);
    let (server_cores, client_cores) = (cores(before.0, child.worked()), cores(before.1, worked_here()));
    ticking.abort();
    bar.finish_and_clear();
    for wrong in [warm.wrong, tally.wrong] {
        errors.add(Tally { wrong, ..Tally::default() });
    }
    let load = Load {
        seconds,
        planned: rate,
        moves_per_second: tally.moves as f64 / seconds,
        games_per_second: tally.games as f64 / seconds,
        answered_ms: Spread::of(tally.answered),
        seen_ms: Spread::of(tally.seen),
        sent_kb: Spread::of(tally.sent),
        squeezed_kb: Spread::of(tally.squeezed),
        server_cores,
        client_cores,
    };
    Ok((drivers, load))
}

async fn play(
    drivers: Vec<Driver>,
    long: Duration,
    rate: Option<f64>,
) -> Result<(Vec<Driver>, Tally), CliFault> {
    let count = drivers.len().max(1) as f64;
    let start = Instant::now();
    let mut work = JoinSet::new();
    for (n, driver) in drivers.into_iter().enumerate() {
        // At a rate they take turns, so that moves come evenly.
        let (first, beat) = match rate {
            Some(rate) => (
                start + Duration::from_secs_f64(n as f64 / rate),
                Beat::Every(Duration::from_secs_f64(count / rate)),
            ),
            None => (start, Beat::Closed),
        };
        work.spawn(driver.play(first, start + long, beat));
    }
    gather(work, long + PATIENCE).await
}

/// Waits for all drivers, but not for ever.
async fn gather(
    mut work: JoinSet<(Driver, Tally)>,
    long: Duration,
) -> Result<(Vec<Driver>, Tally), CliFault> {
    let all = async {
        let (mut drivers, mut all) = (Vec::new(), Tally::default());
        while let Some(done) = work.join_next().await {
            let (driver, tally) = done.map_err(|e| CliFault::Output(format!("a driver failed: {e}")))?;
            drivers.push(driver);
            all.add(tally);
        }
        Ok((drivers, all))
    };
    let silent = || CliFault::Output("the house does not answer any more".into());
    tokio::time::timeout(long, all).await.map_err(|_| silent())?
}

/// Starts a house that has many unfinished tables, and brings them into memory.
async fn start(plan: &Plan, folder: &Path) -> Result<Start, CliFault> {
    let bar = progress("unfinished tables made", plan.unfinished as u64);
    let filled = shelf::fill(folder, plan.room, plan.game.seats, plan.unfinished, &bar).await?;
    bar.finish_and_clear();
    let wrong = |what: String| CliFault::Output(format!("a house with unfinished tables: {what}"));
    let child = Child::start(folder)?;
    let (mut browser, mut page) = (Browser::new(child.address), Page::default());
    browser.get("/healthz", &mut page).await.map_err(wrong)?;
    let healthz = child.born.elapsed();
    // Some first, so that what is needed only once is not counted with the others.
    let warm = (filled.ids.len() / 10).max(1);
    let mut seen = None;
    let mut before = None;
    let bar = progress("tables brought into memory", filled.ids.len() as u64);
    for (n, id) in filled.ids.iter().enumerate() {
        if n == warm {
            tokio::time::sleep(plan.rest).await;
            before = child.memory();
        }
        browser.get(&format!("/t/{id}"), &mut page).await.map_err(wrong)?;
        seen.get_or_insert(child.born.elapsed());
        bar.inc(1);
    }
    bar.finish_and_clear();
    tokio::time::sleep(plan.rest).await;
    let idle = filled.ids.len() - warm;
    let grown = before.zip(child.memory()).map(|(before, after)| after.saturating_sub(before) as f64);
    Ok(Start {
        unfinished: filled.ids.len(),
        healthz_seconds: healthz.as_secs_f64(),
        table_seconds: seen.unwrap_or_default().as_secs_f64(),
        idle,
        bytes_per_table: grown.map(|bytes| bytes / idle.max(1) as f64),
        record_bytes: filled.bytes as f64 / filled.ids.len().max(1) as f64,
    })
}

fn progress(what: &str, length: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    let style = format!("{{bar:30}} {{human_pos}} of {{human_len}} {what}");
    bar.set_style(ProgressStyle::with_template(&style).unwrap_or(ProgressStyle::default_bar()));
    bar
}

fn report(f: &Figures) -> String {
    let mut out = String::new();
    let how = if f.streams {
        "fetches when their stream reports a move"
    } else {
        "fetches their view after each move"
    };
    let _ = writeln!(out, "{} with {} people at a table; everybody {how}\n", f.game, f.seats);
    let mut line = |what: &str, figure: String, bar: Option<(bool, String)>| {
        let bar = bar
            .map_or(String::new(), |(met, bar)| format!("{bar:<18} {}", if met { "met" } else { "NOT MET" }));
        let _ = writeln!(out, "{}", format!("{what:<46} {figure:>24}   {bar}").trim_end());
    };
    let errors: u64 = f.errors.values().sum();
    let cores = |cores: Option<f64>| cores.map_or("unknown".into(), |c| format!("{c:.2}"));
    let ms = |s: &Spread| format!("{:.1} / {:.1} / {:.1} ms", s.p50, s.p90, s.p99);

    line("tables alive at once", f.alive.tables.to_string(), None);
    line("  people, with a connection each", f.alive.people.to_string(), None);
    line("  opened, started and played at within", format!("{:.1} s", f.alive.seconds), None);
    if let Some(bytes) = f.alive.server_bytes {
        line("  memory of the server then", format!("{:.0} MB", bytes as f64 / 1e6), None);
    }
    line("errors in the whole run", errors.to_string(), Some((errors == 0, "none".into())));

    for (name, load, met) in [
        (
            "full load",
            &f.full,
            (f.full.moves_per_second >= bar::MOVES_A_SECOND, format!("at least {:.0}", bar::MOVES_A_SECOND)),
        ),
        (
            "half load",
            &f.half,
            (f.half.answered_ms.p99 < bar::P99_MS, format!("p99 below {:.0} ms", bar::P99_MS)),
        ),
    ] {
        let full = load.planned.is_none();
        let rate = format!("{:.0} a second", load.moves_per_second);
        line(&format!("{name}: moves answered, and on disk"), rate, full.then(|| met.clone()));
        line("  a move answered, p50 / p90 / p99", ms(&load.answered_ms), (!full).then_some(met));
        line("  everybody has seen it, p50 / p90 / p99", ms(&load.seen_ms), None);
        let kb = |s: &Spread| format!("{:.1} / {:.1} / {:.1} KB", s.p50, s.p90, s.p99);
        line("  sent to each viewer, p50 / p90 / p99", kb(&load.sent_kb), None);
        line("  the same with gzip", kb(&load.squeezed_kb), None);
        line(
            "  busy cores of the server, of the crowd",
            format!("{}, {}", cores(load.server_cores), cores(load.client_cores)),
            None,
        );
    }

    let s = &f.start;
    let met =
        |seconds: f64| Some((seconds < bar::START_SECONDS, format!("below {:.0} s", bar::START_SECONDS)));
    line(
        &format!("start with {} unfinished tables", s.unfinished),
        format!("{:.2} s", s.healthz_seconds),
        met(s.healthz_seconds),
    );
    line("  the page of the first of them", format!("{:.2} s", s.table_seconds), met(s.table_seconds));
    if let Some(bytes) = s.bytes_per_table {
        let beyond = bytes - s.record_bytes;
        let limit = Some((beyond < bar::TABLE_BYTES, format!("below {:.0} KB", bar::TABLE_BYTES / 1000.0)));
        line("memory of an idle table beyond its record", format!("{:.1} KB", beyond / 1000.0), limit);
    }
    line("  its record", format!("{:.1} KB", s.record_bytes / 1000.0), None);
    for (what, n) in &f.errors {
        let _ = writeln!(out, "error, {n} times: {what}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_the_moves() {
        let s = Spread::of((1..=1000).rev().map(|ms| ms * 1000).collect());
        assert_eq!((s.p50, s.p90, s.p99, s.most), (501.0, 901.0, 991.0, 1000.0));
        let none = Spread::of(Vec::new());
        assert_eq!((none.p50, none.most), (0.0, 0.0));
    }
}
