//! What happened, and what people said.

use maud::{Markup, html};

use super::{Piece, Playing};
use crate::rooms::board::Version;
use crate::rooms::{Line, prints};
use crate::sitting::Sitting;
use crate::store::Guest;

/// How many lines of the log are sent; all of it is in the replay.
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
                @for told in playing.table.lines(playing.who, from) {
                    (line(playing.room().info().id, &told, since.is_some_and(|ply| told.ply > ply)))
                }
            }
        }
    }
}

/// The newest of it, for where the log is not to be seen. A script makes more of it: what happened since one's last choice.
pub(super) fn newest(playing: &Playing) -> Markup {
    let last = playing.table.heard(playing.who).saturating_sub(2);
    html! {
        div id="since" class="since" {
            @for line in playing.table.lines(playing.who, last) { p class="newest" aria-hidden="true" { (line.text) } }
        }
    }
}

/// A line of the log, with what there is to see of it.
pub(in crate::pages) fn line(game: &str, line: &Line, new: bool) -> Markup {
    let prints = prints(game);
    let scene = line.scene.as_ref();
    let cards = scene.map(|scene| scene.cards.join(" "));
    let word = scene.map(|scene| scene.word).filter(|word| !word.is_empty());
    html! {
        li data-at=(line.at) data-ply=(line.ply) class=[new.then_some("new")] data-cards=[cards] data-word=[word] {
            (prints.linked(&line.text))
            @if let Some((film, seat)) = scene.and_then(|scene| scene.film.as_ref()) {
                " " a class="film" href={ (film) ".svg" } target="_blank" data-shot=(film) data-seat=(seat) { "watch" }
            }
        }
    }
}

/// What people said.
pub(super) fn chat(sitting: &Sitting, guest: Option<&Guest>) -> Piece {
    let me = guest.filter(|g| sitting.seat_of(Some(g.id)).is_some()).map(|g| g.id);
    let muted = |whom: i64| me.is_some_and(|me| sitting.doc.muted.contains(&(me, whom)));
    let lines = || (sitting.said_before..).zip(&sitting.said);
    let heard: Vec<_> = lines().filter(|(_, said)| !muted(said.guest)).collect();
    // Everybody else who has said something, with their last line.
    let mut others: Vec<(i64, usize, &str)> = Vec::new();
    for (n, said) in lines().filter(|(_, said)| Some(said.guest) != me) {
        others.retain(|(guest, ..)| *guest != said.guest);
        others.push((said.guest, n, &said.name));
    }
    let silenced: Vec<i64> = others.iter().map(|(guest, ..)| *guest).filter(|guest| muted(*guest)).collect();
    let version = Version::of(&(me, sitting.said_before, sitting.said.len(), silenced));
    let print = html! {
        section class="chat" id="chat" data-v=(version) aria-label="Chat" {
            h2 { "Chat" }
            ol id="said" tabindex=[(!heard.is_empty()).then_some("0")] {
                @for (n, said) in heard { li data-at=(n) { b { (said.name) } " " (said.text) } }
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
    };
    Piece { id: "chat", version, print }
}
