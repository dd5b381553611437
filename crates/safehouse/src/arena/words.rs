//! What an arena found, for the terminal.

use std::fmt::Write as _;

use bots::arena::{Answer, State, Won};
use table::Brush;
use table::words::Ink;

/// "61.5 %".
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// "57.0 to 65.8 %".
pub(super) fn between([low, high]: [f64; 2]) -> String {
    format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)
}

/// Where the question stands whether the first bot is better than the second.
pub(super) fn answer(state: &State, answer: &Answer) -> String {
    let (a, b) = (&state.settings.bots[0], &state.settings.bots[1]);
    let margin = percent(state.settings.better.unwrap_or_default());
    let said = match answer.better {
        Some(true) => format!("{a} is better than {b}"),
        Some(false) => format!("{a} is not better than {b} by {margin} or more"),
        None => format!("it is not clear yet whether {a} is better than {b}"),
    };
    format!(
        "{said} (log-likelihood ratio {:.2} for a lead of {margin} over none; 2.94 either way decides)",
        answer.ratio
    )
}

/// "seat 1, starter-circus".
pub(super) fn seat_name(state: &State, seats: u8, seat: usize) -> String {
    let side = state.sides.get(&seats).and_then(|sides| sides.get(seat));
    format!("seat {}{}", seat + 1, side.map_or(String::new(), |side| format!(", {side}")))
}

/// How the seats of a bot fared that met nobody but itself, and how whoever began.
fn alone(state: &State, seats: u8) -> Vec<(String, Won)> {
    let Some(figures) = state.figures.get(&seats).filter(|_| state.settings.bots.len() == 1) else {
        return Vec::new();
    };
    let seat = |(seat, won): (usize, &Won)| (seat_name(state, seats, seat), *won);
    let began = figures.by_order.first().map(|won| ("whoever goes first".to_owned(), *won));
    figures.by_seat.iter().enumerate().map(seat).chain(began).collect()
}

pub(super) fn summary(state: &State, brush: Brush) -> String {
    let settings = &state.settings;
    let mut out = String::new();
    let head =
        format!("{}: {} of {} games, seed {}", settings.game, state.done, state.games(), settings.seed);
    let _ = writeln!(out, "{}\n", brush.paint(Ink::Strong, head));
    let wide = settings.bots.iter().map(String::len).max().unwrap_or(0);
    for &seats in &settings.seats {
        let _ = writeln!(
            out,
            "{seats} seats; equally strong bots would win {} each",
            percent(1.0 / f64::from(seats))
        );
        // One bot alone meets itself: then it is the seats that differ.
        for (name, won) in alone(state, seats) {
            let _ = writeln!(
                out,
                "  {name:<28}  {:>7}  ({})  in {} games",
                percent(won.share()),
                between(won.interval()),
                won.times
            );
        }
        for (matchup, standing) in state.matchups.iter().zip(&state.standings) {
            if matchup.seats != seats || standing.games == 0 || !matchup.is_lone() {
                continue;
            }
            let name = |i: usize| &settings.bots[matchup.bots[i]];
            let _ = writeln!(
                out,
                "  {:<wide$} against {:<wide$}  {:>7}  ({})  in {} games",
                name(0),
                name(1),
                percent(standing.share()),
                between(standing.interval()),
                standing.games
            );
        }
    }
    if let Some(asked) = &state.answer {
        let _ = writeln!(out, "\n{}", answer(state, asked));
    } else if settings.bots.len() > 1 {
        let _ = writeln!(out, "\nratings in Elo points, relative to their average");
        let mut rated: Vec<_> = settings.bots.iter().zip(state.ratings()).collect();
        rated.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
        for (bot, rating) in rated {
            let [low, high] = rating.interval;
            let _ = writeln!(out, "  {bot:<wide$}  {:>6.0}  ({low:.0} to {high:.0})", rating.elo);
        }
    }
    out
}
