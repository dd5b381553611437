//! What happened, and what people said.

use maud::{Markup, html};

use super::{Piece, Playing};
use crate::rooms::board::Version;
use crate::rooms::{Line, prints};
use crate::sitting::Sitting;
use crate::store::Guest;

/// How many lines of the log are sent; the rest comes from the replay when somebody wants to read it.
const LOG: usize = 60;

/// The log, but for what the page has already.
pub(super) fn log(playing: &Playing) -> Markup {
    let heard = playing.table.heard(playing.who);
    let (last, has) = (heard.saturating_sub(LOG), playing.look.log);
    // After a choice was taken back a page has more than there is; after a long sleep, less than would be sent anyway.
    let joins = (last.max(1)..=heard).contains(&has);
    let from = if joins { has } else { last };
    // What came after the viewer's last choice is news to them.
    let since = playing.who.and_then(|seat| playing.table.last_choice(seat)).filter(|_| !playing.over);
    html! {
        section class="log" aria-label="What happened" {
            h2 { "Log" }
            ol id="log" tabindex="0" data-from=[joins.then_some(from)] data-since=[since] {
                @if !joins && from > 0 { (earlier(playing)) }
                @for told in playing.table.lines(playing.who, from) {
                    (line(playing.room().info().id, &told, since.is_some_and(|ply| told.ply > ply)))
                }
            }
        }
    }
}

/// The way to the lines that are not sent: the replay has all of them, as the viewer heard them.
fn earlier(playing: &Playing) -> Markup {
    let eyes = playing.who.map_or_else(|| "watcher".to_owned(), |seat| seat.to_string());
    let replay = format!("{}?at={}&eyes={eyes}", playing.post("replay"), playing.table.ply());
    html! { li class="earlier" { a href=(replay) { "Earlier" } } }
}

/// The newest of it, for where the log is not to be seen. A script makes more of it: what happened since one's last choice.
pub(super) fn newest(playing: &Playing) -> Markup {
    let last = playing.table.heard(playing.who).saturating_sub(2);
    html! {
        div id="since" class="since" {
            @for line in playing.table.lines(playing.who, last) { p class="newest" aria-hidden="true" { (heading(&line.text).unwrap_or(&line.text)) } }
        }
    }
}

/// Whose turn begins, if that is all a line says. The terminal sets it off with dashes; a page has its own means.
fn heading(text: &str) -> Option<&str> {
    text.strip_prefix("-- ")?.strip_suffix(" --")
}

/// A line of the log, with what there is to see of it.
pub(in crate::pages) fn line(game: &str, line: &Line, new: bool) -> Markup {
    let prints = prints(game);
    let scene = line.scene.as_ref();
    let cards = scene.map(|scene| scene.cards.join(" "));
    let word = scene.map(|scene| scene.word).filter(|word| !word.is_empty());
    let turn = heading(&line.text);
    let class = match (new, turn.is_some()) {
        (false, false) => None,
        (true, false) => Some("new"),
        (false, true) => Some("turn"),
        (true, true) => Some("new turn"),
    };
    html! {
        li data-at=(line.at) data-ply=(line.ply) class=[class] data-cards=[cards] data-word=[word] {
            (prints.linked(turn.unwrap_or(&line.text)))
            @if let Some((film, seat)) = scene.and_then(|scene| scene.film.as_ref()) {
                " " a class="film" href={ (film) ".svg" } target="_blank" data-shot=(film) data-seat=(seat) { "watch" }
            }
        }
    }
}

/// What people said.
pub(super) fn chat<'a>(sitting: &'a Sitting, guest: Option<&Guest>) -> Piece<'a> {
    let me = guest.filter(|g| sitting.seat_of(Some(g.id)).is_some()).map(|g| g.id);
    let muted = move |whom: i64| me.is_some_and(|me| sitting.doc.muted.contains(&(me, whom)));
    let lines = || (sitting.said_before..).zip(&sitting.said);
    // Everybody else who has said something, with their last line.
    let mut others: Vec<(i64, usize, &str)> = Vec::new();
    for (n, said) in lines().filter(|(_, said)| Some(said.guest) != me) {
        others.retain(|(guest, ..)| *guest != said.guest);
        others.push((said.guest, n, &said.name));
    }
    let silenced: Vec<i64> = others.iter().map(|(guest, ..)| *guest).filter(|guest| muted(*guest)).collect();
    let version = Version::of(&(me, sitting.said_before, sitting.said.len(), silenced));
    let heard = move || lines().filter(move |(_, said)| !muted(said.guest));
    let print = move || {
        html! {
            section class="chat" id="chat" data-v=(version) aria-label="Chat" {
                h2 { "Chat" }
                ol id="said" tabindex=[heard().next().map(|_| "0")] {
                    @for (n, said) in heard() { li data-at=(n) { b { (said.name) } " " (said.text) } }
                }
                @if me.is_some() {
                    form method="post" action={ "/t/" (sitting.id) "/say" } class="say" {
                        input name="text" maxlength="280" autocomplete="off" aria-label="Message" placeholder="Say something" required;
                        button type="submit" { "Send" }
                    }
                    @if !others.is_empty() {
                        details class="mute" {
                            summary { "Mute" }
                            form method="post" action={ "/t/" (sitting.id) "/mute" } {
                                @for (guest, n, name) in &others {
                                    button type="submit" name="line" value=(n) {
                                        (if muted(*guest) { "Unmute" } else { "Mute" }) " " (name)
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    Piece { id: "chat", version, print: Box::new(print) }
}
