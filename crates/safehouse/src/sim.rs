//! `safehouse sim`: many games between bots, summed up.

use std::fmt::Write as _;

use bots::sim::Spread;
use bots::{Plan, Report};
use serde_json::json;
use table::Brush;
use table::words::Ink;

use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::terminal::{brush, say};
use crate::watched::watched;

pub(crate) fn run(args: &cli::Sim) -> Result<(), CliFault> {
    let room = house::find(&args.game)?;
    let info = room.info();
    let plan = Plan {
        seats: args.seats.unwrap_or_else(|| cli::usual_seats(info)),
        games: args.games,
        seed: args.seed,
        bots: args.bots.clone(),
        options: cli::options(info, &args.options, &args.deck)?,
        threads: args.threads,
    };
    let (report, seconds) = watched(plan.games, 0, |watch| room.sim(&plan, watch))??;
    let text = if args.json {
        let speed = json!({
            "seconds": seconds,
            "decisions_per_second": report.all_decisions as f64 / seconds,
            "games_per_second": report.games as f64 / seconds,
        });
        let mut result = json!(report);
        // People read this too, and for them seats count from 1.
        for seat in result["by_seat"].as_array_mut().into_iter().flatten() {
            seat["seat"] = json!(seat["seat"].as_u64().unwrap_or(0) + 1);
        }
        format!("{}\n", json!({ "result": result, "speed": speed }))
    } else {
        summary(&report, seconds, brush())
    };
    say(text)?;
    if report.games < plan.games {
        let (n, all) = (report.games, plan.games);
        return Err(CliFault::Interrupted(format!(
            "stopped after {n} of {all} games; the summary covers those {n}"
        )));
    }
    Ok(())
}

fn spread(s: &Spread) -> String {
    format!(
        "mean {:.1}, std dev {:.1}, min {}, 25 % {}, median {}, 75 % {}, max {}",
        s.mean, s.deviation, s.least, s.quarter, s.median, s.three_quarters, s.most
    )
}

fn summary(r: &Report, seconds: f64, brush: Brush) -> String {
    let mut out = String::new();
    let plural = if r.games == 1 { "" } else { "s" };
    let head = format!("{}: {} game{plural}, {} seats, seed {}", r.game, r.games, r.seats, r.seed);
    let _ = writeln!(out, "{}\n", brush.paint(Ink::Strong, head));
    let wide = r.by_seat.iter().map(|s| s.bot.len()).max().unwrap_or(0).max(8);
    let _ = writeln!(out, "seat  {:<wide$}   wins   95 % interval     score: mean  median   max", "bot");
    for s in &r.by_seat {
        let _ = writeln!(
            out,
            "{:>4}  {:<wide$} {:>5.1} %   {:>4.1} - {:>4.1} %          {:>5.1}  {:>6}  {:>4}",
            s.seat.0 + 1,
            s.bot,
            100.0 * s.share,
            100.0 * s.interval[0],
            100.0 * s.interval[1],
            s.score.mean,
            s.score.median,
            s.score.most
        );
    }
    for side in r.by_side.iter() {
        let [from, to] = side.interval.map(|end| 100.0 * end);
        let _ = writeln!(
            out,
            "{:>4}  {:<wide$} {:>5.1} %   {from:>4.1} - {to:>4.1} %",
            "all",
            side.side,
            100.0 * side.share
        );
    }
    let _ = writeln!(out, "\nshared wins  {} ({:.1} %)", r.shared_wins, percent(r.shared_wins, r.games));
    for (reason, n) in &r.endings {
        let _ = writeln!(out, "ended by     {reason}: {n} ({:.1} %)", percent(*n, r.games));
    }
    let _ = writeln!(out, "\n{}", brush.wrap(&format!("decisions    {}", spread(&r.decisions)), 13));
    let _ = writeln!(out, "{}", brush.wrap(&format!("turns        {}", spread(&r.turns)), 13));
    let _ = writeln!(out, "\nfinal scores, all seats\n{}", histogram(r));
    let rate = r.all_decisions as f64 / seconds / 1e6;
    let _ = writeln!(
        out,
        "{} decisions in {seconds:.2} s: {rate:.2} million per second, {:.0} games per second",
        r.all_decisions,
        r.games as f64 / seconds
    );
    out
}

fn percent(n: u64, of: u64) -> f64 {
    100.0 * n as f64 / of.max(1) as f64
}

/// Scores in about a dozen rows of equal width, as bars.
fn histogram(r: &Report) -> String {
    let mut all = std::collections::BTreeMap::<i64, u64>::new();
    for (score, n) in r.by_seat.iter().flat_map(|s| &s.scores) {
        *all.entry(*score).or_default() += n;
    }
    let total: u64 = all.values().sum();
    let (Some((&least, _)), Some((&most, _))) = (all.first_key_value(), all.last_key_value()) else {
        return String::new();
    };
    // A few wild games must not flatten the rest: the last row takes whatever lies beyond.
    let mut seen = 0;
    let high = all.iter().find(|(_, n)| {
        seen += **n;
        seen * 1000 >= total * 995
    });
    let high = high.map_or(most, |(score, _)| *score);
    let step = ((high - least) / 12 + 1).max(1);
    let mut rows: Vec<(i64, u64)> = Vec::new();
    for (&score, &n) in &all {
        let low = least + (score.min(high) - least) / step * step;
        match rows.last_mut() {
            Some((row, count)) if *row == low => *count += n,
            _ => rows.push((low, n)),
        }
    }
    let tallest = rows.iter().map(|(_, n)| *n).max().unwrap_or(1);
    let mut out = String::new();
    for (i, (low, n)) in rows.iter().enumerate() {
        let to = if i + 1 == rows.len() { most } else { low + step - 1 };
        let bar = "#".repeat((50 * n / tallest) as usize);
        let row = format!("{low:>5} to {to:<5} {:>5.1} % {bar}", percent(*n, total));
        let _ = writeln!(out, "{}", row.trim_end());
    }
    out
}
