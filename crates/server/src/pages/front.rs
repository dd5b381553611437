//! The front page: the games, and the tables one could sit down at.

use std::collections::HashMap;

use maud::{Markup, html};

use crate::clock::CLOCKS;
use crate::rooms::{ROOMS, room};
use crate::sitting::{BOTS, Chair, Doc};
use crate::store::{Guest, Stage, TableRow};

/// The front page for somebody.
pub fn front(guest: Option<&Guest>, mine: &[TableRow], waiting: &[TableRow], playing: &[TableRow]) -> Markup {
    let body = html! {
        h1 { "Out-of-print card games, back on the table" }
        div class="games" {
            @for room in ROOMS {
                @let info = room.info();
                article class="game" {
                    img class="poster" src={ "/art/" (info.id) "/poster.svg" } alt="" width="480" height="270";
                    h2 { (info.title) }
                    p { (info.about) }
                    p class="facts" { (info.least) @if info.most > info.least { " to " (info.most) } " players, " (room.length()) }
                    form method="post" action="/open" {
                        input type="hidden" name="game" value=(info.id);
                        div class="wishes" {
                            label { "Players " select name="seats" {
                                @for n in info.least..=info.most {
                                    option value=(n) selected[n == 4] { (n) }
                                }
                            } }
                            label { "Bots " select name="level" {
                                @for (word, words, _) in BOTS { option value=(word) { (words) } }
                            } }
                        }
                        details class="options" {
                            summary { "Options" }
                            label { "Clock " select name="clock" {
                                @for (word, words, _) in CLOCKS { option value=(word) { (words) } }
                            } }
                            @for choice in room.choices() {
                                label { (choice.label) " " select name=(choice.name) {
                                    @for (word, words, _) in choice.answers { option value=(word) { (words) } }
                                } }
                            }
                            @if !room.decks().is_empty() {
                                (super::deck_fields(*room, &HashMap::new(), false))
                                label { input type="checkbox" name="house_decks" value="yes"; " Decks of the house only" }
                            }
                        }
                        button class="main" type="submit" name="with" value="bots" { "Play now against bots" }
                        button type="submit" name="with" value="friends" { "Invite friends" }
                        button type="submit" name="with" value="strangers" { "Open a table for anyone" }
                    }
                    p class="links" {
                        @if room.lesson().is_some() { a class="learn" href={ "/lesson/" (info.id) } { "Learn to play: a first game" } " " }
                        a href={ "/rules/" (info.id) } { "Rules" } " "
                        a href={ "/cards/" (info.id) } { "Cards" }
                    }
                }
            }
        }
        @if !mine.is_empty() { (list("Your tables", mine, "Continue")) }
        @if !waiting.is_empty() { (list("Tables waiting for players", waiting, "Sit down")) }
        @if !playing.is_empty() { (list("Tables to watch", playing, "Watch")) }
    };
    super::shell("Front page", "front", guest.map(|g| g.name.as_str()), &body)
}

fn list(title: &str, rows: &[TableRow], verb: &str) -> Markup {
    html! {
        section class="tables" {
            h2 { (title) }
            ul {
                @for row in rows {
                    @let game = room(&row.game).map_or("a game", |r| r.info().title);
                    li {
                        a href={ "/t/" (row.id) } { (verb) }
                        " " (game) ": " (people(row))
                        @match row.stage {
                            Stage::Waiting => span class="badge" { "waiting" },
                            Stage::Playing => span class="badge" { "playing" },
                            Stage::Over => span class="badge" { "over" },
                        }
                    }
                }
            }
        }
    }
}

/// Who sits there, in a few words.
fn people(row: &TableRow) -> String {
    let Ok(doc) = serde_json::from_str::<Doc>(&row.doc) else { return String::new() };
    let mut names: Vec<String> = Vec::new();
    let (mut bots, mut open) = (0, 0);
    for chair in doc.chairs {
        match chair {
            Chair::Person { name, .. } => names.push(name),
            Chair::Bot { .. } => bots += 1,
            Chair::Open => open += 1,
        }
    }
    if bots > 0 {
        names.push(table::words::count(bots as u64, "bot", "bots"));
    }
    if open > 0 {
        names.push(table::words::count(open as u64, "free seat", "free seats"));
    }
    names.join(", ")
}
