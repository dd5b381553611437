//! The report of an arena: one page with everything in it, and the figures beside it for programs.

use std::path::Path;

use bots::arena::{Contender, Figures, Rating, State, Won};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::arena::plots::{self, Point};
use crate::arena::words::{between, percent, seat_name};
use crate::fault::CliFault;
use crate::store::write_whole;

/// The page.
pub(super) const PAGE: &str = "report.html";

const STYLE: &str = "
:root{color-scheme:light;--ink:#26221e;--paper:#fbf7ee;--line:#d6cdbe;--red:#9e2b25;--blue:#26547c}
body{font:16px/1.5 Georgia,serif;color:var(--ink);background:var(--paper);margin:0 auto;max-width:60rem;padding:1rem}
h1{font-size:1.7rem;margin:.5rem 0}h2{margin:2.2rem 0 .4rem;border-bottom:2px solid var(--red)}h3{margin:1.4rem 0 .3rem}
figure{margin:.6rem 0 1.2rem}figure svg{width:100%;height:auto;border:1px solid var(--line)}
figcaption{font-size:.78rem;color:#5c554c}code,h1{overflow-wrap:anywhere}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{border:1px solid var(--line);padding:.2rem .6rem;text-align:right;white-space:nowrap}
th:first-child{position:sticky;left:0;background:var(--paper)}th:first-child,td:first-child{text-align:left}
thead th{background:#efe7d6}td small{display:block;color:#5c554c}
.warn{border-left:4px solid var(--red);padding:.2rem .8rem;background:#f6e9e0}
";

/// What every figure says of where it comes from.
struct Source {
    line: String,
}

impl Source {
    fn figure(&self, what: &str, inner: Markup) -> Markup {
        html! {
            figure {
                (inner)
                figcaption { (what) " · " code { (self.line) } }
            }
        }
    }

    fn picture(&self, what: &str, svg: String) -> Markup {
        self.figure(what, html! { (PreEscaped(svg)) })
    }
}

/// Writes page and figures into a folder.
pub(super) fn write(folder: &Path, state: &State, command: &str) -> Result<(), CliFault> {
    let ratings = state.ratings();
    write_whole(&folder.join(PAGE), &page(state, &ratings, command).into_string())?;
    for (name, text) in sheets(state, &ratings) {
        write_whole(&folder.join(name), &text)?;
    }
    Ok(())
}

fn page(state: &State, ratings: &[Rating], command: &str) -> Markup {
    let settings = &state.settings;
    let commit = env!("SAFEHOUSE_COMMIT");
    let source = Source {
        line: format!("{command} · seed {} · edition {} · commit {commit}", settings.seed, settings.edition),
    };
    let title = format!("{} in the arena", settings.game);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p {
                    (state.done) " of " (state.games()) " games. Each deal is played in every seating, so that every bot \
                    plays every seat and its cards once. A win shared by two counts as half a win for each."
                }
                p { (settings.bots.join(", ")) "." }
                p { code { (source.line) } }
                @if let Some(answer) = &state.answer {
                    h2 { "The question" }
                    p { (super::words::answer(state, answer)) }
                }
                // One bot alone meets itself: then it is the seats that differ.
                @if settings.bots.len() > 1 {
                    h2 { "Who beats whom" }
                    @for &seats in &settings.seats { (matrix(state, seats, &source)) }
                    @if state.answer.is_none() { (rated(state, ratings, &source)) }
                }
                @for (&seats, figures) in &state.figures { (games(state, seats, figures, &source)) }
            }
        }
    }
}

/// A cell is the redder the more, the bluer the less the row wins compared with its fair share.
fn shade(share: f64, fair: f64) -> String {
    let off = if share >= fair { (share - fair) / (1.0 - fair) } else { (share - fair) / fair };
    let (r, g, b) = if off >= 0.0 { (158, 43, 37) } else { (38, 84, 124) };
    format!("background:rgba({r},{g},{b},{:.2})", off.abs() * 0.45)
}

fn matrix(state: &State, seats: u8, source: &Source) -> Markup {
    let bots = &state.settings.bots;
    let fair = state.answer.map_or(1.0 / f64::from(seats), |_| 0.5);
    let cell = |one: usize, rest: usize| {
        let of = |m: &bots::arena::Matchup| m.seats == seats && m.is_lone() && m.bots == [one, rest];
        if let Some(at) = state.matchups.iter().position(of) {
            let standing = &state.standings[at];
            return (standing.games > 0).then(|| (standing.share(), standing.interval(), standing.games));
        }
        // Of two, what one wins the other loses.
        let back = |m: &bots::arena::Matchup| {
            (seats == 2 || state.answer.is_some()) && m.seats == seats && m.bots == [rest, one]
        };
        let standing = &state.standings[state.matchups.iter().position(back)?];
        let [low, high] = standing.interval();
        (standing.games > 0).then(|| (1.0 - standing.share(), [1.0 - high, 1.0 - low], standing.games))
    };
    let what = match (seats, state.answer.is_some()) {
        (2, _) => "What the row wins against the column".to_owned(),
        (_, true) => {
            "What the row wins against the column when every seat is taken by one or the other".to_owned()
        }
        (n, _) => format!("What one of the row wins against {} of the column", n - 1),
    };
    let table = html! {
        div.wide { table {
            thead { tr { th {} @for bot in bots { th scope="col" { (bot) } } } }
            tbody {
                @for (i, bot) in bots.iter().enumerate() {
                    tr {
                        th scope="row" { (bot) }
                        @for j in 0..bots.len() {
                            @match cell(i, j) {
                                Some((share, interval, games)) => td style=(shade(share, fair)) {
                                    (percent(share)) small { (between(interval)) br; (games) " games" }
                                },
                                None => td { "·" },
                            }
                        }
                    }
                }
            }
        } }
    };
    html! {
        h3 { (seats) " seats: equally strong bots would win " (percent(fair)) }
        (source.figure(&format!("{what}, with 95 % intervals (Wilson)"), table))
    }
}

fn rated(state: &State, ratings: &[Rating], source: &Source) -> Markup {
    let bots = &state.settings.bots;
    let mut points: Vec<Point> = bots
        .iter()
        .zip(ratings)
        .map(|(bot, r)| Point { name: bot.clone(), value: r.elo, interval: r.interval })
        .collect();
    points.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut curve: Vec<(f64, Point)> = Vec::new();
    for (bot, rating) in bots.iter().zip(ratings) {
        if let Some(worlds) = bot.parse::<Contender>().ok().and_then(|c| c.worlds()) {
            let point = Point { name: bot.clone(), value: rating.elo, interval: rating.interval };
            curve.push((f64::from(worlds), point));
        }
    }
    curve.sort_by(|a, b| a.0.total_cmp(&b.0));
    html! {
        h2 { "Ratings" }
        p { "In Elo points around the average of all: 100 more mean 64 % of the games between two." }
        (source.picture("Ratings with 95 % intervals", plots::whiskers(&points, "Elo points", Some(0.0))))
        (source.figure("The same as a table", html! { table {
            thead { tr { th { "bot" } th { "Elo" } th { "95 % interval" } } }
            tbody { @for p in &points { tr {
                td { (p.name) } td { (format!("{:.0}", p.value)) }
                td { (format!("{:.0} to {:.0}", p.interval[0], p.interval[1])) }
            } } }
        } }))
        @if curve.len() > 1 {
            h2 { "Skill by thinking time" }
            (source.picture(
                "Rating by the number of worlds played per choice, with 95 % intervals",
                plots::curve(&curve, "worlds per choice", "Elo points"),
            ))
        }
    }
}

fn games(state: &State, seats: u8, figures: &Figures, source: &Source) -> Markup {
    const PLACES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let order: Vec<Point> = figures
        .by_order
        .iter()
        .zip(PLACES)
        .map(|(won, place)| Point {
            name: format!("goes {place}"),
            value: 100.0 * won.share(),
            interval: won.interval().map(|x| 100.0 * x),
        })
        .collect();
    let seat = |(at, won): (usize, &Won)| Point {
        name: seat_name(state, seats, at),
        value: 100.0 * won.share(),
        interval: won.interval().map(|x| 100.0 * x),
    };
    let by_seat: Vec<Point> = figures.by_seat.iter().enumerate().map(seat).collect();
    let leads: Vec<[f64; 3]> = figures
        .leads
        .iter()
        .map(|counts| counts.spread())
        .map(|s| [s.quarter as f64, s.median as f64, s.three_quarters as f64])
        .collect();
    let all = |counts: &bots::sim::Counts| counts.all().into_iter().collect::<Vec<_>>();
    let shared = figures.shared as f64 / figures.games.max(1) as f64;
    html! {
        h2 { "The games with " (seats) " seats" }
        p { (figures.games) " games, of which " (percent(shared)) " had several winners." }
        h3 { "Does it matter who goes first?" }
        (source.picture(
            "Share of wins by turn order, with 95 % intervals; the line is an equal share",
            plots::whiskers(&order, "% of games won", Some(100.0 / f64::from(seats))),
        ))
        h3 { "Does it matter where you sit, and with which deck?" }
        (source.picture(
            "Share of wins by seat, with 95 % intervals; the line is an equal share",
            plots::whiskers(&by_seat, "% of games won", Some(100.0 / f64::from(seats))),
        ))
        h3 { "How long games last" }
        (source.picture("Turns per game", plots::histogram(&all(&figures.turns), "turns")))
        (source.picture("Decisions per game", plots::histogram(&all(&figures.decisions), "decisions")))
        h3 { "When games are decided" }
        (source.picture(
            "How far the eventual winner is ahead of their closest rival: the line is the median, the band holds half of the games",
            plots::ribbon(&leads, "points ahead"),
        ))
        (source.picture("How often the lead changes in a game", plots::histogram(&all(&figures.lead_changes), "changes")))
        h3 { "What players decide" }
        (source.figure("Questions by kind; a forced one has only one answer", html! { div.wide { table {
            thead { tr { th { "moment" } th { "per game" } th { "answers, mean" } th { "max" } th { "forced" } } }
            tbody { @for (name, m) in &figures.moments { tr {
                td { (name) }
                td { (format!("{:.1}", m.questions as f64 / figures.games.max(1) as f64)) }
                td { (format!("{:.2}", m.answers as f64 / m.questions.max(1) as f64)) }
                td { (m.most) }
                td { (percent(m.forced as f64 / m.questions.max(1) as f64)) }
            } } }
        } } }))
        h3 { "How games end" }
        (source.figure("Reasons", html! { table {
            thead { tr { th { "reason" } th { "games" } th { "share" } } }
            tbody { @for (reason, &n) in &figures.endings { tr {
                td { (reason) } td { (n) } td { (percent(n as f64 / figures.games.max(1) as f64)) }
            } } }
        } }))
        h3 { "Cards" }
        (cards(state, figures, source))
    }
}

fn cards(state: &State, figures: &Figures, source: &Source) -> Markup {
    let cell = |won: Won| {
        html! { @if won.times == 0 { "·" } @else { (percent(won.share())) small { (between(won.interval())) br; (won.times) } } }
    };
    // Cards of no deck are left out.
    let met =
        state.kinds.iter().zip(&figures.cards).filter(|(_, card)| card.opening.times + card.drawn.times > 0);
    html! {
        p.warn {
            "This is correlation, not cause. Players who are winning hold, draw and play different cards from players who are losing, \
            and long games show more of every card. A high share does not mean that a card is strong."
        }
        (source.figure(
            "Share of wins by how a player met the card: in hand at their first decision, drawn or taken later, played, or \
            never held; with 95 % intervals and the number of games",
            html! { div.wide { table {
                thead { tr { th { "card" } th { "opening hand" } th { "drawn" } th { "played" } th { "never held" } } }
                tbody { @for (kind, card) in met { tr {
                    td { (kind) }
                    td { (cell(card.opening)) } td { (cell(card.drawn)) } td { (cell(card.played)) } td { (cell(card.unseen)) }
                } } }
            } } },
        ))
    }
}

/// A line of values for programs that read tables.
fn line(values: &[String]) -> String {
    let quoted = |v: &String| match v.contains([',', '"', '\n']) {
        true => format!("\"{}\"", v.replace('"', "\"\"")),
        false => v.clone(),
    };
    values.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

macro_rules! row {
    ($($value:expr),+ $(,)?) => { line(&[$($value.to_string()),+]) };
}

/// The same figures as tables, one file for each kind.
fn sheets(state: &State, ratings: &[Rating]) -> Vec<(&'static str, String)> {
    let bots = &state.settings.bots;
    let mut matchups = row!["seats", "bot", "against", "games", "deals", "share", "low", "high"];
    for (m, s) in state.matchups.iter().zip(&state.standings) {
        let against: Vec<&str> = m.bots[1..].iter().map(|&b| bots[b].as_str()).collect();
        let [low, high] = s.interval();
        matchups +=
            &row![m.seats, bots[m.bots[0]], against.join(" "), s.games, s.deals, s.share(), low, high];
    }
    let mut rated = row!["bot", "elo", "low", "high"];
    for (bot, r) in bots.iter().zip(ratings) {
        rated += &row![bot, r.elo, r.interval[0], r.interval[1]];
    }
    let mut order = row!["seats", "place", "games", "share", "low", "high"];
    let mut by_seat = row!["seats", "seat", "side", "games", "share", "low", "high"];
    let mut lengths = row!["seats", "what", "value", "games"];
    let mut leads = row!["seats", "percent_of_game", "quarter", "median", "three_quarters"];
    let mut moments = row!["seats", "moment", "questions", "answers", "most", "forced"];
    let mut endings = row!["seats", "reason", "games"];
    let mut cards = row!["seats", "card", "met", "times", "share", "low", "high"];
    for (seats, f) in &state.figures {
        for (i, won) in f.by_order.iter().enumerate() {
            order += &row![seats, i + 1, won.times, won.share(), won.interval()[0], won.interval()[1]];
        }
        for (i, won) in f.by_seat.iter().enumerate() {
            let side = state.sides.get(seats).and_then(|sides| sides.get(i)).map_or("", String::as_str);
            by_seat +=
                &row![seats, i + 1, side, won.times, won.share(), won.interval()[0], won.interval()[1]];
        }
        for (what, counts) in
            [("turns", &f.turns), ("decisions", &f.decisions), ("lead changes", &f.lead_changes)]
        {
            counts.all().iter().for_each(|(value, n)| lengths += &row![seats, what, value, n]);
        }
        for (i, counts) in f.leads.iter().enumerate() {
            let s = counts.spread();
            leads +=
                &row![seats, 100 * i / (f.leads.len() - 1).max(1), s.quarter, s.median, s.three_quarters];
        }
        for (name, m) in &f.moments {
            moments += &row![seats, name, m.questions, m.answers, m.most, m.forced];
        }
        f.endings.iter().for_each(|(reason, n)| endings += &row![seats, reason, n]);
        for (kind, card) in state.kinds.iter().zip(&f.cards) {
            let all = [
                ("opening", card.opening),
                ("drawn", card.drawn),
                ("played", card.played),
                ("unseen", card.unseen),
            ];
            for (met, won) in all {
                cards +=
                    &row![seats, kind, met, won.times, won.share(), won.interval()[0], won.interval()[1]];
            }
        }
    }
    vec![
        ("matchups.csv", matchups),
        ("ratings.csv", rated),
        ("order.csv", order),
        ("seats.csv", by_seat),
        ("lengths.csv", lengths),
        ("leads.csv", leads),
        ("moments.csv", moments),
        ("endings.csv", endings),
        ("cards.csv", cards),
    ]
}
