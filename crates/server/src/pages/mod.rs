//! The pages of the house. They work as plain forms; a small script makes them live.

mod analysis;
mod front;
mod lesson;
mod replay;
mod rules;
mod table;

use std::collections::HashMap;

use maud::{DOCTYPE, Markup, html};

pub use analysis::analysis;
pub use front::front;
pub use lesson::{learned, lesson};
pub use replay::{Eyes, replay};
pub use rules::{gallery, rules};
pub(crate) use table::cite;
pub use table::{part, table};

use crate::assets::EDITION;
use crate::rooms::WebRoom;
use crate::trouble::Trouble;

/// What every page has around it.
fn shell(title: &str, class: &str, name: Option<&str>, body: &Markup) -> Markup {
    shell_with(&Markup::default(), title, class, name, body)
}

/// For the head of a page that waits for others: without a script it looks again by itself.
fn looks_again() -> Markup {
    html! { noscript { meta http-equiv="refresh" content="4"; } }
}

/// The same with more in its head.
fn shell_with(head: &Markup, title: &str, class: &str, name: Option<&str>, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - Safehouse" }
                link rel="icon" href="/art/mark.svg" type="image/svg+xml";
                link rel="stylesheet" href={ "/assets/" (*EDITION) "/house.css" };
                script type="module" src={ "/assets/" (*EDITION) "/house.js" } {}
                (head)
            }
            body class=(class) {
                a class="skip" href="#main" { "Skip to the table" }
                header class="house" {
                    a class="home" href="/" { img src="/art/mark.svg" alt="" width="28" height="28"; "Safehouse" }
                    @if let Some(name) = name {
                        form class="me" method="post" action="/name" {
                            label { "Your name " input name="name" value=(name) maxlength="24" autocomplete="nickname" required; }
                            button type="submit" { "Change" }
                        }
                    }
                }
                main id="main" { (body) }
            }
        }
    }
}

/// A choice among the decks of the house.
pub(crate) fn deck_select(room: &dyn WebRoom, chosen: &str) -> Markup {
    html! {
        label { "Your deck " select name="deck" {
            option value="" { "the usual one" }
            @for (name, title) in room.decks() { option value=(name) selected[name == chosen] { (title) } }
        } }
    }
}

/// The same, with room for a list.
pub(crate) fn deck_fields(room: &dyn WebRoom, form: &HashMap<String, String>, house_decks: bool) -> Markup {
    let word = |name: &str| form.get(name).map_or("", String::as_str);
    html! {
        (deck_select(room, word("deck")))
        @if !house_decks || !word("list").is_empty() {
            label { "Or a list of your own, such as 3 Lion Bean on a line "
                textarea name="list" rows="12" cols="32" maxlength="8000" spellcheck="false" { (word("list")) }
            }
        }
    }
}

/// Where somebody brings a deck: what they have filled in so far, and every rule that it breaks.
pub fn deck(
    room: &dyn WebRoom,
    to: &str,
    house_decks: bool,
    form: &HashMap<String, String>,
    broken: &[String],
) -> Markup {
    let mut others: Vec<_> =
        form.iter().filter(|(name, _)| !matches!(name.as_str(), "deck" | "list" | "name")).collect();
    others.sort();
    let title = if broken.is_empty() { "Bring your deck" } else { "This deck cannot be played" };
    let body = html! {
        h1 { (title) }
        @if !broken.is_empty() { ul class="trouble" { @for what in broken { li { (what) } } } }
        form method="post" action=(to) class="deck" {
            @for (name, value) in others { input type="hidden" name=(name) value=(value); }
            @if let Some(name) = form.get("name") {
                label { "Your name " input name="name" maxlength="24" required autocomplete="nickname" value=(name); }
            }
            (deck_fields(room, form, house_decks))
            @if house_decks { p { "At this table everybody plays a deck of the house." } }
            button class="main" type="submit" { @if to == "/open" { "Open the table" } @else { "Sit down" } }
        }
        p { a href={ "/cards/" (room.info().id) } { "All cards" } " " a href={ "/rules/" (room.info().id) } { "Rules" } }
    };
    shell(title, "plain", None, &body)
}

/// A page that says what went wrong.
pub fn trouble(trouble: &Trouble) -> Markup {
    let status = trouble.status();
    shell(
        status.canonical_reason().unwrap_or("Trouble"),
        "plain",
        None,
        &html! {
            h1 { (status.canonical_reason().unwrap_or("Trouble")) }
            p class="trouble" { (trouble) }
            p { a href="/" { "Back to the front page" } }
        },
    )
}
