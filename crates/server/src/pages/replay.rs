//! A game looked at again, step by step: through one seat's eyes, or with all cards open once it is over.

use maud::{Markup, html};
use table::{Seat, Who};

use super::table::{film, seats};
use crate::rooms::{Hands, prints};
use crate::sitting::Sitting;
use crate::store::{Guest, Stage};
use crate::trouble::Trouble;

/// How many lines of the log are shown beside the table.
const LINES: usize = 30;

/// Through whose eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// A seat's, or a spectator's.
    Of(Who),
    /// Everybody's: all cards lie open.
    Open,
}

impl Eyes {
    /// As it stands in a link: `0`, `watcher`, `open`.
    fn word(self) -> String {
        match self {
            Eyes::Of(Some(seat)) => seat.to_string(),
            Eyes::Of(None) => "watcher".into(),
            Eyes::Open => "open".into(),
        }
    }

    /// Reads the word of a link. While a game is being played everybody sees only their own past.
    pub fn read(word: Option<&str>, sitting: &Sitting, guest: Option<&Guest>) -> Result<Eyes, Trouble> {
        let own = Eyes::Of(sitting.seat_of(guest.map(|g| g.id)));
        let seats = sitting.doc.chairs.len();
        let wanted = match word {
            None => return Ok(if sitting.stage == Stage::Over { Eyes::Open } else { own }),
            Some("open") => Eyes::Open,
            Some("watcher") => Eyes::Of(None),
            Some(seat) => match seat.parse::<u8>() {
                Ok(seat) if usize::from(seat) < seats => Eyes::Of(Some(Seat(seat))),
                _ => return Err(Trouble::Bad("There is no such seat at this table.".into())),
            },
        };
        if sitting.stage != Stage::Over && wanted != own && wanted != Eyes::Of(None) {
            return Err(Trouble::NotYours(
                "While the game is being played you can only see what you have seen yourself.",
            ));
        }
        Ok(wanted)
    }
}

/// The page of one moment.
pub fn replay(
    sitting: &Sitting,
    guest: Option<&Guest>,
    at: Option<u32>,
    eyes: Eyes,
) -> Result<Markup, Trouble> {
    let table = sitting.table.as_ref().ok_or(Trouble::NotFound)?;
    let last = table.ply();
    let at = at.unwrap_or(0).min(last);
    let then = table.back_at(at);
    // A race is one step.
    let at = then.ply();
    let back = at.checked_sub(1).map_or(0, |before| table.step_at(before).0);
    let next = table.step_at(at).1.min(last);
    let (who, hands) = match eyes {
        Eyes::Of(who) => (who, Hands::Off),
        Eyes::Open => (None, Hands::Open),
    };
    let over = sitting.stage == Stage::Over;
    let here = format!("/t/{}/replay", sitting.id);
    let link = |ply: u32, eyes: Eyes| format!("{here}?at={ply}&eyes={}", eyes.word());
    let heard = then.heard(who);
    let prints = prints(sitting.room.info().id);
    let shown = then.shown(who, heard.saturating_sub(LINES));
    let own = sitting.seat_of(guest.map(|g| g.id));
    let body = html! {
        div id="now" class="replay" {
            h1 class="unseen" { "Replay of a game of " (sitting.room.info().title) }
            (then.felt(who, hands, &[]))
            section id="question" {
                p class="words" { "After " (at) " of " (last) " choices" }
                nav class="steps" aria-label="Steps" {
                    a href=(link(0, eyes)) rel="first" { "First" }
                    a href=(link(back, eyes)) rel="prev" accesskey="b" { "Back" }
                    a href=(link(next, eyes)) rel="next" accesskey="n" { "Next" }
                    a href=(link(last, eyes)) rel="last" { "Last" }
                    button type="button" data-film="" hidden { "Play" }
                }
                form method="get" action=(here) class="jump" {
                    input type="hidden" name="eyes" value=(eyes.word());
                    label { "Choice " input type="number" name="at" min="0" max=(last) value=(at); }
                    button { "Go" }
                }
                @if over {
                    p class="eyes" { "Seen by "
                        @for (n, name) in sitting.names().iter().enumerate() {
                            a href=(link(at, Eyes::Of(Some(Seat(n as u8))))) { (name) } ", "
                        }
                        a href=(link(at, Eyes::Of(None))) { "a spectator" } ", "
                        a href=(link(at, Eyes::Open)) { "with all cards open" }
                    }
                }
            }
            div class="manners" {
                a href={ "/t/" (sitting.id) } { "Back to the table" }
                @if over {
                    a href={ "/t/" (sitting.id) "/analysis" } { "Analysis" }
                    a href={ "/t/" (sitting.id) "/record" } download="" { "Download the record" }
                    form method="post" action={ "/t/" (sitting.id) "/branch" } {
                        input type="hidden" name="at" value=(at);
                        label { "as " select name="seat" { (seats(sitting, own)) } }
                        button { "Play on from here against bots" }
                    }
                }
            }
            div class="talk" {
                section class="log" aria-label="What happened" {
                    h2 { "Log" }
                    ol id="log" tabindex="0" {
                        @for told in then.news(who, heard.saturating_sub(LINES)) {
                            li class=[(told.ply == at).then_some("new")] {
                                (prints.linked(&told.text)) (film(&shown, told.at))
                            }
                        }
                    }
                }
            }
        }
    };
    Ok(super::shell("Replay", "table", guest.map(|g| g.name.as_str()), &body))
}
