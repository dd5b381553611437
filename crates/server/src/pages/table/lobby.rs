//! Before the game: an invitation, who sits where, and what was agreed on.

use maud::{Markup, html};
use table::{Seat, Who};

use super::Look;
use crate::assets::poster_of;
use crate::sitting::{BOTS, Chair, Sitting};
use crate::store::Stage;

/// Who invites.
fn host(sitting: &Sitting) -> Option<&str> {
    sitting.doc.chairs.iter().find_map(|chair| match chair {
        Chair::Person { guest, name, .. } if *guest == sitting.doc.host => Some(name.as_str()),
        _ => None,
    })
}

/// What a link to the table looks like where it is sent.
pub(super) fn preview(sitting: &Sitting, base: &str) -> Markup {
    let info = sitting.room.info();
    let title = match (host(sitting), sitting.stage) {
        (Some(host), Stage::Waiting) => format!("{host} invites you to {}", info.title),
        _ => info.title.to_owned(),
    };
    html! {
        meta name="description" content=(info.about);
        meta property="og:type" content="website";
        meta property="og:site_name" content="Safehouse";
        meta property="og:title" content=(title);
        meta property="og:description" content=(info.about);
        @if !base.is_empty() {
            meta property="og:url" content={ (base) "/t/" (sitting.id) };
            meta property="og:image" content={ (base) "/poster/" (info.id) ".png" };
            meta property="og:image:width" content="1200";
            meta property="og:image:height" content="630";
            meta property="og:image:alt" content=(info.title);
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// The page before the game.
pub(super) fn waiting(sitting: &Sitting, look: &Look, who: Who) -> Markup {
    let guest = look.guest;
    let hosts = guest.is_some_and(|g| g.id == sitting.doc.host);
    let open = sitting.doc.chairs.contains(&Chair::Open);
    let post = |what: &str| format!("/t/{}/{what}", sitting.id);
    let info = sitting.room.info();
    html! {
        section class="lobby" {
            img class="poster" src=(poster_of(info.id)) alt="" width="480" height="270";
            div class="invitation" {
                h1 { (info.title) }
                @if let Some(host) = host(sitting).filter(|_| !hosts) { p class="from" { b { (host) } " invites you to play." } }
                p class="about" { (info.about) }
                p class="learn-first" {
                    @if sitting.room.lesson().is_some() {
                        a href={ "/lesson/" (info.id) } target="_blank" { "Learn to play: a first game" } " "
                    }
                    a href={ "/rules/" (info.id) } target="_blank" { "Rules" }
                }
                dl class="agreed" {
                    @for choice in sitting.room.choices() {
                        @if let Some(words) = choice.agreed(&sitting.doc.options) { div { dt { (choice.label) } dd { (words) } } }
                    }
                    @if sitting.doc.house_decks { div { dt { "Decks" } dd { "house decks only" } } }
                    @if sitting.room.has_races() { div { dt { "Races" } dd { (sitting.doc.races.words()) } } }
                    @if let Some(clock) = sitting.doc.clock { div { dt { "Clock" } dd { (clock.words()) } } }
                    div { dt { "Hints" } dd { (if sitting.no_hints().is_some() { "off" } else { "on, for whoever asks" }) } }
                }
            }
            @if hosts && open { (invite(sitting)) }
            ol class="chairs" {
                @for (n, (chair, name)) in sitting.doc.chairs.iter().zip(sitting.names()).enumerate() {
                    li {
                        span class="name" { (name) }
                        @if let Chair::Bot { .. } = chair { " " span class="badge" { "bot" } }
                        @if hosts && who != Some(Seat(n as u8)) {
                            form method="post" action=(post("chair")) {
                                input type="hidden" name="seat" value=(n);
                                @if *chair == Chair::Open {
                                    select name="bot" aria-label={ "A bot for seat " (n + 1) } {
                                        @for level in BOTS { option value=(level.word) selected[level.usual] { (level.word) ": " (level.about) } }
                                    }
                                    button { "Add a bot" }
                                } @else { button name="bot" value="" { "Free this seat" } }
                            }
                        }
                    }
                }
            }
            @if who.is_none() && open {
                form method="post" action=(post("sit")) class="sit" {
                    label { "Your name "
                        input name="name" maxlength="24" required autocomplete="nickname" value=(guest.map_or("", |g| &g.name));
                    }
                    @if !sitting.room.decks().is_empty() { (crate::pages::deck_select(sitting.room, "")) }
                    button class="main" type="submit" { "Sit down" }
                }
                @if !sitting.room.decks().is_empty() && !sitting.doc.house_decks {
                    p { a href=(post("deck")) { "Sit down with a deck of your own" } }
                }
            }
            @if hosts {
                form method="post" action=(post("start")) class="begin" {
                    button class="main" type="submit" {
                        "Start the game" @if open { " (bots take the free seats)" }
                    }
                }
            } @else if who.is_some() { p class="wait" { "You have a seat. The game begins when the host starts it." } }
            @if who.is_some() {
                form method="post" action=(post("leave")) data-away { button type="submit" { "Leave the table" } }
            }
        }
    }
}

/// The link to send around: to be copied, shared or scanned.
fn invite(sitting: &Sitting) -> Markup {
    html! {
        div class="invite" {
            div {
                p {
                    @if sitting.listed {
                        "This table is on the front page, so anyone can sit down. The link leads straight here."
                    } @else {
                        "Send this link to your friends. Anyone who opens it can sit down."
                    }
                }
                p class="link" {
                    input type="text" readonly value={ "/t/" (sitting.id) } data-link="" aria-label="The link to this table";
                    button type="button" data-copy="" hidden { "Copy" }
                    button type="button" data-share={ "/t/" (sitting.id) } hidden { "Share" }
                }
            }
            img class="qr" src={ "/t/" (sitting.id) "/qr.svg" } alt="The link as a QR code" width="120" height="120";
        }
    }
}
