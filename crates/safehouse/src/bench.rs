//! `safehouse bench`: how fast every game runs here, with ratios that hold on any machine. `bench server` measures the
//! house in the browser, see [`server`].

mod browser;
mod child;
mod crowd;
mod server;
mod shelf;

use std::fmt::Write as _;
use std::time::Duration;

use bots::{Level, Plan, Room, Watch};
use serde_json::json;
use table::Seed;

use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::terminal::say;

pub(crate) fn run(args: &cli::Bench) -> Result<(), CliFault> {
    if let Some(cli::BenchOther::Server(args)) = &args.other {
        return server::run(args);
    }
    let rooms: Vec<&dyn Room> = match &args.game {
        Some(id) => vec![house::find(id)?],
        None => house::games().collect(),
    };
    if !(1..=3600).contains(&args.seconds) {
        return Err(CliFault::Usage(format!("--seconds {}: choose a number from 1 to 3600", args.seconds)));
    }
    let total = Duration::from_secs(args.seconds);
    for room in rooms {
        let info = room.info();
        let seats = args.seats.unwrap_or_else(|| cli::usual_seats(info));
        let speed = room.speed(seats, total * 4 / 5)?;
        let threads = two_threads(room, seats, speed.games_per_second, total / 5)?;
        if args.json {
            say(format!("{}\n", json!({ "speed": speed, "two_threads_to_one": threads })))?;
            continue;
        }
        let mut out = format!("{} with {seats} seats\n", speed.game);
        let rolls = |ns: f64| ns / speed.roll_ns;
        let _ = writeln!(out, "  one roll of the dice (the yardstick)  {:>9.2} ns", speed.roll_ns);
        let _ = writeln!(
            out,
            "  random decisions, no log, one core    {:>9.2} million per second  ({:.1} rolls each)",
            speed.decisions_per_second / 1e6,
            speed.rolls_per_decision
        );
        let _ = writeln!(
            out,
            "  whole random games, one core          {:>9.0} per second",
            speed.games_per_second
        );
        for (what, ns) in [
            ("  copying a state", speed.clone_ns),
            ("  building a seat's view", speed.view_ns),
            ("  imagining a world", speed.imagine_ns),
        ] {
            let _ = writeln!(out, "{what:<39} {ns:>9.1} ns  ({:.1} rolls)", rolls(ns));
        }
        for (what, worlds) in [
            ("  search, with random playouts, one core", speed.worlds_per_second),
            ("  search, as masterminds play, one core", speed.thinking_worlds_per_second),
        ] {
            let _ = writeln!(out, "{what:<40}{worlds:>9.0} worlds per second");
        }
        let [half, most] = speed.answer_ms;
        let _ = writeln!(out, "  a mastermind's answer, p50 / p95      {half:>9.0} / {most:.0} ms");
        let threads_of_search = speed.search_two_threads;
        let _ = writeln!(
            out,
            "  search on two threads                 {threads_of_search:>9.2} times one thread"
        );
        let _ = writeln!(out, "  size of a state                       {:>9} bytes", speed.state_bytes);
        let _ = writeln!(out, "  sim on two threads                    {threads:>9.2} times one thread");
        say(out)?;
    }
    Ok(())
}

/// How much faster two threads play the same games than one; of each the quickest of three tries, taken in turn, since
/// noise only ever makes a run slower.
fn two_threads(room: &dyn Room, seats: u8, rate: f64, total: Duration) -> Result<f64, CliFault> {
    // One thread takes its time three times, and two take about half of it.
    let games = (rate * total.as_secs_f64() / 5.0).max(8.0) as u64;
    let time = |threads| {
        let plan = Plan {
            seats,
            games,
            seed: Seed::from(3),
            bots: vec![Level::Random],
            options: serde_json::Value::Null,
            threads,
        };
        room.sim(&plan, &Watch::default()).map(|(_, seconds)| seconds)
    };
    let (mut one, mut two) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        one = one.min(time(1)?);
        two = two.min(time(2)?);
    }
    Ok(one / two)
}
