//! A finished game as the mastermind sees it: the chances over its course, the moments that decided it, how each seat
//! played. Each chance is what the seat could know at that moment.

use std::fmt::Write as _;

use bots::analysis::{Cause, Moment, Reading};
use maud::{Markup, html};
use table::{Names, Seat};

use super::table::percent;
use crate::analysis::{Analysis, Job};
use crate::hints::WORLDS;
use crate::rooms::prints;
use crate::sitting::{BOTS, Chair, Sitting};
use crate::store::{Guest, Stage};
use crate::trouble::Trouble;

/// The page of a game.
pub fn analysis(sitting: &Sitting, guest: Option<&Guest>, job: &Job) -> Result<Markup, Trouble> {
    let table = sitting.table.as_ref().filter(|_| sitting.stage == Stage::Over).ok_or(Trouble::Stale)?;
    let names = table.names();
    let winners: Vec<Seat> = table.ending().map(|(_, set)| set.iter().collect()).unwrap_or_default();
    let game = sitting.room.info().title;
    let title = format!("{game}: {}", names.win(&winners));
    let about = format!(
        "A game of {} after {} choices, judged by the mastermind: win chances, and the moments that decided it.",
        names.list().join(", "),
        table.ply()
    );
    let (done, steps) = job.progress();
    let body = html! {
        article id="analysis" class="analysis" data-pending[job.result().is_none()] {
            header {
                p class="of" { (game) }
                h1 { (table::words::capital(&names.win(&winners))) }
                p class="ways" {
                    a href={ "/t/" (sitting.id) } { "Back to the table" } " "
                    a href={ "/t/" (sitting.id) "/replay" } { "Replay" } " "
                    a href={ "/t/" (sitting.id) "/record" } download="" { "Download the record" }
                }
            }
            @match job.result() {
                None => {
                    section class="sheet" {
                        p { "The mastermind is looking at every choice of the game. The result will appear here by itself." }
                        progress max=(steps) value=(done) aria-label="The mastermind's progress" {}
                        p class="far" { (done) " of " (steps) }
                    }
                }
                Some(result) => (found(sitting, names, &winners, result)),
            }
            p class="link" {
                label for="link" { "Link to this page" }
                input id="link" type="text" readonly value={ "/t/" (sitting.id) "/analysis" } data-link="";
                button type="button" data-copy="" hidden { "Copy" }
            }
        }
        // What the script tells screen readers.
        div id="heard" class="unseen" aria-live="polite" {}
    };
    let head = html! {
        meta name="description" content=(about);
        meta property="og:type" content="website";
        meta property="og:site_name" content="Safehouse";
        meta property="og:title" content=(title);
        meta property="og:description" content=(about);
        @if job.result().is_none() { (super::looks_again()) }
    };
    let shell =
        super::Shell { head, name: guest.map(|g| g.name.as_str()), ..super::Shell::new(&title, "plain") };
    Ok(shell.page(&body))
}

fn found(sitting: &Sitting, names: &Names, winners: &[Seat], result: &Analysis) -> Markup {
    html! {
        section class="sheet" {
            h2 { "Win chances" }
            (legend(names, winners))
            (chart(result))
            p class="small" {
                "Each line is what that player could know at the time, so the lines need not add up to 100%. They are only as good as the "
                "mastermind's imagination: " (WORLDS) " imagined worlds for each comparison."
            }
            (numbers(names, result))
        }
        section {
            h2 { "The moments that decided it" }
            @if result.moments.is_empty() { p { "No single moment decided this game." } }
            ol class="moments" {
                @for (n, moment) in result.moments.iter().enumerate() {
                    (decided(sitting, names, result, n, moment))
                }
            }
        }
        section {
            h2 { "How everybody played" }
            (played(sitting, names, winners, result))
        }
    }
}

/// Lines are told apart by colour and by their dashes.
fn line_of(seat: usize) -> String {
    format!("line s{seat}")
}

fn legend(names: &Names, winners: &[Seat]) -> Markup {
    html! {
        ul class="legend" {
            @for (n, name) in names.list().iter().enumerate() {
                li {
                    svg width="36" height="12" aria-hidden="true" {
                        line class=(line_of(n)) x1="2" y1="6" x2="34" y2="6" {}
                    }
                    (name)
                    @if winners.contains(&Seat(n as u8)) { " " span class="badge" { "won" } }
                }
            }
        }
    }
}

/// Where a ply lies, in thousandths of the width.
fn across(at: f32, readings: &[Reading]) -> f32 {
    at * 1000.0 / (readings.len().saturating_sub(1)).max(1) as f32
}

/// A drawing that is stretched to its frame, with numbers on it that are not.
fn chart(result: &Analysis) -> Markup {
    let readings = &result.readings;
    let seats = result.summaries.len();
    let line = |seat: usize| {
        let mut points = String::new();
        for (n, reading) in readings.iter().enumerate() {
            let y = 1000.0 - reading.chances[seat] * 1000.0;
            let _ = write!(points, "{:.0},{y:.0} ", across(n as f32, readings));
        }
        points
    };
    // A number stands on the line of its seat, between the choice and what came of it.
    let mark = |moment: &Moment| {
        let (at, seat) = (moment.ply as usize, moment.seat.index());
        let next = readings.get(at + 1).unwrap_or(&readings[at]);
        let y = 1.0 - (readings[at].chances[seat] + next.chances[seat]) / 2.0;
        (format!("{:.1}%", across(at as f32 + 0.5, readings) / 10.0), format!("{:.1}%", y * 100.0))
    };
    let last = readings.len().saturating_sub(1);
    html! {
        div class="chart" {
            div class="up" aria-hidden="true" { @for chance in ["100%", "75%", "50%", "25%", "0%"] { span { (chance) } } }
            svg role="img" aria-label="The win chance of each player over the game. The table below has the same in numbers." {
                svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%" {
                    @for y in [0, 250, 500, 750, 1000] { line class="grid" x1="0" x2="1000" y1=(y) y2=(y) {} }
                    @for seat in 0..seats { polyline class=(line_of(seat)) points=(line(seat)) {} }
                }
                @for (n, moment) in result.moments.iter().enumerate() {
                    @let (x, y) = mark(moment);
                    circle class={ "mark s" (moment.seat.index()) } cx=(x) cy=(y) r="10" {}
                    text class="mark" x=(x) y=(y) { (n + 1) }
                }
            }
            div class="along" aria-hidden="true" {
                span { "the deal" } span { "choice " (last / 2) } span { "the end" }
            }
        }
    }
}

/// The chart in numbers.
fn numbers(names: &Names, result: &Analysis) -> Markup {
    html! {
        details {
            summary { "Show as a table" }
            div class="wide" tabindex="0" role="region" aria-label="Win chances in numbers" {
                table {
                    caption { "Win chances before each choice, and at the end" }
                    thead { tr {
                        th scope="col" { "Choice" }
                        th scope="col" { "By" }
                        th scope="col" { "What was chosen" }
                        @for name in names.list() { th scope="col" class="number" { (name) } }
                    } }
                    tbody {
                        @for reading in &result.readings {
                            tr {
                                @if let Some(choice) = &reading.choice {
                                    th scope="row" { (reading.ply + 1) }
                                    td { (names.name(choice.seat)) }
                                    td { (choice.played.text) }
                                } @else {
                                    th scope="row" { "End" }
                                    td {}
                                    td {}
                                }
                                @for chance in &reading.chances { td class="number" { (percent(*chance)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn decided(sitting: &Sitting, names: &Names, result: &Analysis, n: usize, moment: &Moment) -> Markup {
    let Some(reading) = result.readings.get(moment.ply as usize) else { return Markup::default() };
    let Some(choice) = &reading.choice else { return Markup::default() };
    let prints = prints(sitting.room.info().id);
    let whose = names.whose(moment.seat);
    let kind = match moment.cause {
        Cause::Choice => "their own choice",
        Cause::Luck => "luck",
        Cause::Others => "another's choice",
        Cause::Mixed => "another's choice and luck",
    };
    html! {
        li id={ "moment-" (n + 1) } class="sheet" {
            h3 {
                span class={ "count s" (moment.seat.index()) } aria-hidden="true" { (n + 1) }
                "Choice " (moment.ply + 1) ", " (names.name(choice.seat))
                " " span class="badge" { (kind) }
            }
            p class="change" {
                (whose) " chance went from " b { (percent(moment.before)) } " to " b { (percent(moment.after)) }
                @match moment.cause {
                    Cause::Choice => " with this choice.",
                    Cause::Luck => " through what came next.",
                    Cause::Others => { " through what " (names.name(choice.seat)) " did." }
                    Cause::Mixed => { " through what " (names.name(choice.seat)) " did and what came next." }
                }
            }
            @if let Some(lines) = reading.told.get(moment.seat.index()).filter(|lines| !lines.is_empty()) {
                blockquote { @for line in story(lines, moment.cause) { p { (prints.linked(line)) } } }
            }
            @if !choice.free() {
                p { "There was nothing to choose." }
            } @else if choice.agreed() {
                p { "Played: " b { (choice.played.text) } " (" (percent(choice.played.chance)) "), the mastermind's choice too." }
            } @else {
                p {
                    "Played: " b { (choice.played.text) } " (" (percent(choice.played.chance)) "). The mastermind would have chosen: "
                    b { (choice.best.text) } " (" (percent(choice.best.chance)) ")."
                }
            }
            p {
                a href={ "/t/" (sitting.id) "/replay?at=" (moment.ply) "&eyes=" (moment.seat) } {
                    "See choice " (moment.ply + 1) " through " (whose) " eyes"
                }
            }
        }
    }
}

/// What was told, up to the next turn: what comes after it matters only where luck is spoken of.
fn story(lines: &[String], cause: Cause) -> impl Iterator<Item = &String> {
    let luck = matches!(cause, Cause::Luck | Cause::Mixed);
    let heading = |line: &&String| line.starts_with("--");
    lines.iter().take_while(move |line| luck || !heading(line)).filter(move |line| !heading(line))
}

/// Who sits there, if it is a bot.
fn bot(chair: Option<&Chair>) -> Option<String> {
    let Some(Chair::Bot { level }) = chair else { return None };
    let known = BOTS.iter().find(|bot| bot.level.to_string() == *level);
    Some(known.map_or_else(|| level.clone(), |bot| bot.word.to_owned()))
}

fn played(sitting: &Sitting, names: &Names, winners: &[Seat], result: &Analysis) -> Markup {
    html! {
        div class="wide sheet" tabindex="0" role="region" aria-label="How everybody played" {
            table {
                thead { tr {
                    th scope="col" { "Player" }
                    th scope="col" class="number" { "Agreed with the mastermind" }
                    th scope="col" class="number" { "Average loss per choice" }
                } }
                tbody {
                    @for (n, (name, summary)) in names.list().iter().zip(&result.summaries).enumerate() {
                        tr {
                            th scope="row" {
                                (name)
                                @if let Some(level) = bot(sitting.doc.chairs.get(n)) { " " span class="badge" { (level) } }
                                @if winners.contains(&Seat(n as u8)) { " " span class="badge" { "won" } }
                            }
                            td class="number" {
                                (summary.agreed) " of " (summary.choices) " "
                                span class="share" { "(" (percent(summary.agreed as f32 / summary.choices.max(1) as f32)) ")" }
                            }
                            td class="number" { (format!("{:.1}%", summary.loss() * 100.0)) }
                        }
                    }
                }
            }
        }
        p class="small" {
            "Choices with only one option do not count. The loss is how much better the mastermind's choice would have been, on average; "
            "differences that may be mere noise are left out."
        }
    }
}
