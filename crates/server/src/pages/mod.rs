//! The pages of the house. They work as plain forms; a small script makes them live.

mod analysis;
mod decks;
mod front;
mod lesson;
mod prose;
mod replay;
mod rules;
mod table;

use std::collections::HashMap;

use maud::{DOCTYPE, Markup, html};

pub use analysis::analysis;
pub use decks::decks;
pub use front::{front, own};
pub use lesson::{learned, lesson};
pub use replay::{read_viewpoint, replay};
pub use rules::{gallery, rules};
pub(crate) use table::cite;
pub use table::{Look, part, table, why};

use crate::assets::{EDITION, mark};
use crate::rooms::WebRoom;
use crate::trouble::Trouble;

/// What every page has around it.
pub(crate) struct Shell<'a> {
    /// More for its head.
    pub(crate) head: Markup,
    /// Its title.
    pub(crate) title: &'a str,
    /// What kind of page it is, for the style sheet.
    pub(crate) class: &'a str,
    /// What the guest is called who looks at it, if it is one.
    pub(crate) name: Option<&'a str>,
    /// The game that it is about, whose style and scripts it needs.
    pub(crate) room: Option<&'a dyn WebRoom>,
}

impl<'a> Shell<'a> {
    /// A page with this title, of this kind.
    pub(crate) fn new(title: &'a str, class: &'a str) -> Shell<'a> {
        Shell { head: Markup::default(), title, class, name: None, room: None }
    }

    /// The page. What is asked comes first for whoever goes through it by keys, and the menu last.
    pub(crate) fn page(&self, body: &Markup) -> Markup {
        let asset = |name: &str| format!("/assets/{}/{name}", *EDITION);
        let own = || self.room.iter().flat_map(|room| room.assets().iter().map(|(name, _)| *name));
        let at_table = self.class == "table";
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " - Safehouse" }
                    // Before anything is painted: who has chosen the dark does not want to be blinded first.
                    script src=(asset("theme.js")) {}
                    link rel="icon" href=(mark()) type="image/svg+xml";
                    link rel="stylesheet" href=(asset("house.css"));
                    @if at_table { link rel="stylesheet" href=(asset("table.css")); }
                    @for name in own().filter(|name| name.ends_with(".css")) { link rel="stylesheet" href=(asset(name)); }
                    script type="module" src=(asset("house.js")) {}
                    @for name in own().filter(|name| name.ends_with(".js")) { script type="module" src=(asset(name)) {} }
                    (self.head)
                }
                body class=(self.class) {
                    a class="skip" href=(if at_table { "#now" } else { "#main" }) { (if at_table { "Skip to the table" } else { "Skip to the page" }) }
                    header class="house" {
                        a class="home" href="/" aria-label="Safehouse" { img src=(mark()) alt="" width="28" height="28"; span { "Safehouse" } }
                    }
                    main id="main" { (body) }
                    div class="menu" {
                        button type="button" class="me" popovertarget="menu" { (self.name.unwrap_or("Settings")) }
                        div id="menu" popover {
                            @if let Some(name) = self.name {
                                form method="post" action="/name" {
                                    label { "Your name " input name="name" value=(name) maxlength="24" autocomplete="nickname" required; }
                                    button type="submit" { "Change" }
                                }
                            }
                            noscript { p { "With scripts switched on you can also set colours, sounds and pace." } }
                        }
                    }
                }
            }
        }
    }
}

/// For the head of a page that waits for others: without a script it looks again by itself.
fn looks_again() -> Markup {
    html! { noscript { meta http-equiv="refresh" content="4"; } }
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
            label { "Or your own list, one card on a line, such as “3 Lion Bean” "
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
            @if house_decks { p { "At this table everybody plays a house deck." } }
            button class="main" type="submit" { @if to == "/open" { "Open the table" } @else { "Sit down" } }
        }
        p { a href={ "/cards/" (room.info().id) } { "All cards" } " " a href={ "/rules/" (room.info().id) } { "Rules" } }
    };
    Shell::new(title, "plain").page(&body)
}

/// A page that says what went wrong.
pub fn trouble(trouble: &Trouble) -> Markup {
    let title = trouble.title();
    Shell::new(title, "plain").page(&html! {
        h1 { (title) }
        p class="trouble" { (trouble) }
        p { a href="/" { "Back to the front page" } }
    })
}
