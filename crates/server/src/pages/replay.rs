//! A game looked at again, step by step: through one seat's eyes, or with all cards open once it is over.

use maud::{Markup, html};
use table::{Seat, Viewpoint};

use super::Shell;
use super::table::{Look, board, line, seats};
use crate::rooms::board::Version;
use crate::rooms::{Hands, WebTable};
use crate::sitting::Sitting;
use crate::store::{Guest, Stage};
use crate::trouble::Trouble;

/// As it stands in a link: `0`, `watcher`, `open`.
fn word(eyes: Viewpoint) -> String {
    match eyes {
        Viewpoint::Of(Some(seat)) => seat.to_string(),
        Viewpoint::Of(None) => "watcher".into(),
        Viewpoint::All => "open".into(),
    }
}

/// Reads the word of a link. While a game is being played everybody sees only their own past.
pub fn read_viewpoint(
    word: Option<&str>,
    sitting: &Sitting,
    guest: Option<&Guest>,
) -> Result<Viewpoint, Trouble> {
    let own = Viewpoint::Of(sitting.seat_of(guest.map(|g| g.id)));
    let seats = sitting.doc.chairs.len();
    let wanted = match word {
        None => return Ok(if sitting.stage == Stage::Over { Viewpoint::All } else { own }),
        Some("open") => Viewpoint::All,
        Some("watcher") => Viewpoint::Of(None),
        Some(seat) => match seat.parse::<u8>() {
            Ok(seat) if usize::from(seat) < seats => Viewpoint::Of(Some(Seat(seat))),
            _ => return Err(Trouble::Bad("There is no such seat at this table.".into())),
        },
    };
    if sitting.stage != Stage::Over && wanted != own && wanted != Viewpoint::Of(None) {
        return Err(Trouble::NotYours(
            "While the game is being played you can only see what you have seen yourself.",
        ));
    }
    Ok(wanted)
}

/// The page of one moment, or what of it differs from the page that asks.
pub fn replay(sitting: &Sitting, look: &Look, at: Option<u32>, eyes: Viewpoint) -> Result<Markup, Trouble> {
    let table = sitting.table.as_ref().ok_or(Trouble::NotFound)?;
    let last = table.ply();
    let then = table.back_at(at.unwrap_or(0).min(last));
    // A race is one step.
    let at = then.ply();
    let (who, hands) = match eyes {
        Viewpoint::Of(who) => (who, Hands::Off),
        Viewpoint::All => (None, Hands::Open),
    };
    let laid = then.lay(who, hands, &[]);
    let room = sitting.room;
    let shape = Version::of(&("replay", word(eyes)));
    let steps = steps(sitting, table.as_ref(), at, eyes);
    let lines = then.lines(who, 0);
    let log = html! {
        ol id="log" tabindex="0" { @for told in &lines { (line(room.info().id, told, told.ply == at)) } }
    };
    if look.has.has("shape", shape) {
        return Ok(html! {
            div id="now" data-shape=(shape) data-some {
                (laid.pen(false, &[]).changes(&laid.board, &look.has))
                (steps) (tools(sitting, look.guest, at)) (log)
            }
        });
    }
    let body = html! {
        div id="table" data-game=(room.info().id) data-replay={ "/t/" (sitting.id) "/replay" } {
            div id="now" class="playing replay" data-shape=(shape) {
                h1 class="unseen" { "Replay of a game of " (room.info().title) }
                (steps)
                (board(room, sitting.doc.chairs.len(), &laid.whole()))
                (tools(sitting, look.guest, at))
                div id="talk" class="talk" popover {
                    section class="log" aria-label="What happened" { h2 { "Log" } (log) }
                }
            }
        }
        div id="heard" class="unseen" aria-live="polite" {}
    };
    let name = look.guest.map(|g| g.name.as_str());
    Ok(Shell { name, room: Some(room), ..Shell::new("Replay", "table") }.page(&body))
}

/// Where one is, and the ways from there.
fn steps(sitting: &Sitting, table: &dyn WebTable, at: u32, eyes: Viewpoint) -> Markup {
    let last = table.ply();
    let back = at.checked_sub(1).map_or(0, |before| table.step_at(before).0);
    let next = table.step_at(at).1.min(last);
    let here = format!("/t/{}/replay", sitting.id);
    let link = |ply: u32, eyes: Viewpoint| format!("{here}?at={ply}&eyes={}", word(eyes));
    let turns = table.turns_taken();
    let names = table.names();
    html! {
        section id="question" data-v="steps" data-at=(at) data-last=(last) aria-label="Steps" {
            p class="words" { "After " (at) " of " (last) " choices" }
            form method="get" action=(here) class="jump" {
                input type="hidden" name="eyes" value=(word(eyes));
                input type="range" name="at" min="0" max=(last) value=(at) list="turns" aria-label="Choice";
                datalist id="turns" { @for (ply, seat) in &turns { option value=(ply) label={ (names.name(*seat)) "'s turn" } {} } }
                svg class="turns" viewBox={ "0 0 " (last.max(1)) " 8" } preserveAspectRatio="none" aria-hidden="true" {
                    @for (n, (ply, seat)) in turns.iter().enumerate() {
                        @let end = turns.get(n + 1).map_or(last, |(end, _)| *end);
                        rect class={ "s" (seat) } x=(ply) y="0" width=(end - ply) height="8" {}
                    }
                }
                button { "Go" }
            }
            nav class="steps" aria-label="Steps" {
                a href=(link(0, eyes)) rel="first" { "First" }
                a href=(link(back, eyes)) rel="prev" accesskey="b" { "Back" }
                button type="button" data-film="" hidden { "Play" }
                a href=(link(next, eyes)) rel="next" accesskey="n" { "Next" }
                a href=(link(last, eyes)) rel="last" { "Last" }
            }
            @if sitting.stage == Stage::Over {
                p class="eyes" { "Seen by "
                    @for (n, name) in sitting.names().iter().enumerate() {
                        (eye(&link(at, Viewpoint::Of(Some(Seat(n as u8)))), name, eyes == Viewpoint::Of(Some(Seat(n as u8))))) ", "
                    }
                    (eye(&link(at, Viewpoint::Of(None)), "a spectator", eyes == Viewpoint::Of(None))) ", or "
                    (eye(&link(at, Viewpoint::All), "with all cards open", eyes == Viewpoint::All))
                }
            }
        }
    }
}

fn eye(link: &str, words: &str, current: bool) -> Markup {
    html! { a href=(link) aria-current=[current.then_some("true")] { (words) } }
}

/// What can be done with the game.
fn tools(sitting: &Sitting, guest: Option<&Guest>, at: u32) -> Markup {
    let own = sitting.seat_of(guest.map(|g| g.id));
    html! {
        div id="tools" data-v="tools" class="tools" {
            button type="button" id="talk-sheet" popovertarget="talk" { "Log" }
            a href={ "/t/" (sitting.id) } { "Back to the table" }
            @if sitting.stage == Stage::Over {
                a href={ "/t/" (sitting.id) "/analysis" } { "Analysis" }
                a href={ "/t/" (sitting.id) "/record" } download="" { "Download the record" }
                form method="post" action={ "/t/" (sitting.id) "/branch" } {
                    input type="hidden" name="at" value=(at);
                    label { "as " select name="seat" { (seats(sitting, own)) } }
                    button { "Play on from here against bots" }
                }
            }
        }
    }
}
