//! The front page: one's own tables, the games, and the tables one could sit down at.

use std::collections::HashMap;

use maud::{Markup, html};

use super::Shell;
use crate::assets::poster_of;
use crate::clock::{CLOCKS, stamp};
use crate::lists::Listed;
use crate::races::RACES;
use crate::rooms::board::Version;
use crate::rooms::{ROOMS, WebRoom};
use crate::sitting::BOTS;
use crate::store::Guest;

/// The front page for somebody.
pub fn front(guest: Option<&Guest>, mine: &[Listed], waiting: &[Listed], playing: &[Listed]) -> Markup {
    let body = html! {
        @if guest.is_some() { (own(mine)) }
        h1 { "Out-of-print card games, back on the table" }
        div class="games" { @for room in ROOMS { (game(*room)) } }
        @if !waiting.is_empty() { (list("Tables waiting for players", waiting, "Sit down")) }
        @if !playing.is_empty() { (list("Tables to watch", playing, "Watch")) }
    };
    let name = guest.map(|g| g.name.as_str());
    Shell { name, ..Shell::new("Front page", "front") }.page(&body)
}

/// So many of one's tables come before the games; the others can be opened.
const SHOWN: usize = 5;

/// The guest's own tables. A script hears when one of them has changed, and asks for this part again.
pub fn own(mine: &[Listed]) -> Markup {
    let (going, over): (Vec<&Listed>, Vec<&Listed>) = mine.iter().partition(|table| !table.over);
    html! {
        section id="tables" class="tables own" data-live="/live" data-v=(Version::of(&mine)) {
            @if !going.is_empty() {
                h2 { "Your tables" }
                @let (first, more) = going.split_at(going.len().min(SHOWN));
                ul { @for table in first { (line(table, "Continue")) } }
                @if !more.is_empty() {
                    details {
                        summary { (more.len()) " more" }
                        ul { @for table in more { (line(table, "Continue")) } }
                    }
                }
            }
            @if !over.is_empty() {
                details {
                    summary { "Your finished games (" (over.len()) ")" }
                    ul { @for table in over { (line(table, "Look back")) } }
                }
            }
        }
    }
}

fn line(table: &Listed, verb: &str) -> Markup {
    html! {
        li class=[table.calls.then_some("calls")] {
            a href={ "/t/" (table.id) } { (verb) } " "
            span class="game-name" { (table.game) } " "
            span class="people" { (table.people) } " "
            span class="badge" { (table.says) } " "
            @let at = stamp(table.touched);
            time datetime=(at) { (at[..10]) }
        }
    }
}

fn list(title: &str, tables: &[Listed], verb: &str) -> Markup {
    html! {
        section class="tables" {
            h2 { (title) }
            ul { @for table in tables { (line(table, verb)) } }
        }
    }
}

fn game(room: &dyn WebRoom) -> Markup {
    let info = room.info();
    html! {
        article class="game" {
            img class="poster" src=(poster_of(info.id)) alt="" width="480" height="270";
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
                        @for bot in BOTS { option value=(bot.word) selected[bot.usual] { (bot.word) ": " (bot.about) } }
                    } }
                }
                details class="options" {
                    summary { "Options" }
                    label { "Clock " select name="clock" {
                        @for (word, words, _) in CLOCKS { option value=(word) { (words) } }
                    } }
                    @if room.has_races() {
                        label { "Races " select name="races" {
                            @for (word, words, _) in RACES { option value=(word) { (words) } }
                        } }
                    }
                    @for choice in room.choices() {
                        label { (choice.label) " " select name=(choice.name) {
                            @for (word, words, _) in choice.answers { option value=(word) { (words) } }
                        } }
                    }
                    label { input type="checkbox" name="hints" value="yes"; " Allow hints, even when people play each other" }
                    @if !room.decks().is_empty() {
                        (super::deck_fields(room, &HashMap::new(), false))
                        label { input type="checkbox" name="house_decks" value="yes"; " House decks only" }
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
                @if !room.decks().is_empty() { " " a href={ "/decks/" (info.id) } { "Decks" } }
            }
        }
    }
}
