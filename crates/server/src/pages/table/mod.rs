//! A table on a page: the board, the question, the tools, the log, the chat.
//!
//! The page is made of regions, and each has a version. A script that asks for news says which versions it has, and is sent
//! the regions that differ ([`part`]); whoever has nothing is sent everything, in a form that works without a script.

mod end;
mod lobby;
mod notes;
mod question;
mod talk;
mod tools;

use std::sync::Arc;

use maud::{Markup, Render as _, html};
use table::{Seat, Who};

use crate::analysis::Job;
use crate::assets::ART;
use crate::rooms::board::{Has, Version};
use crate::rooms::{Hands, Laid, WebRoom, WebTable};
use crate::sitting::Sitting;
use crate::store::{Guest, Stage};

pub(super) use question::{answers, why_not};
pub(super) use talk::line;

/// Room for what a move changes; most of the time that is less.
const USUAL: usize = 12 * 1024;

/// Somebody who looks at a table, and what their page has already.
#[derive(Default)]
pub struct Look<'a> {
    /// Who; `None`: a stranger.
    pub guest: Option<&'a Guest>,
    /// The versions of the regions on their page.
    pub has: Has<'a>,
    /// How many lines of the log it has.
    pub log: usize,
    /// What the mastermind thinks of the game, if it is over and somebody has asked.
    pub judged: Option<Arc<Job>>,
    /// What the house is called where they come from, such as `https://play.example.org`.
    pub base: &'a str,
}

impl<'a> Look<'a> {
    /// A guest whose page has nothing yet.
    pub fn fresh(guest: Option<&'a Guest>) -> Look<'a> {
        Look { guest, ..Look::default() }
    }

    /// Is it a script that asks for news?
    fn lean(&self) -> bool {
        !self.has.is_empty()
    }
}

/// The whole page.
pub fn table(sitting: &Sitting, look: &Look) -> Markup {
    let (info, guest) = (sitting.room.info(), look.guest);
    let body = html! {
        // Whoever is no guest yet hears no bell: the script looks now and then.
        div id="table" data-live={ "/t/" (sitting.id) "/live" } data-part={ "/t/" (sitting.id) "/part" } data-game=(info.id)
            data-unheard[guest.is_none()] data-alone[sitting.alone()] {
            (part(sitting, look))
        }
        // What the script tells screen readers. It stays in place while the table changes: only then is it heard.
        div id="heard" class="unseen" aria-live="polite" {}
    };
    let who = sitting.seat_of(guest.map(|g| g.id));
    let asked = sitting.table.as_ref().zip(who).is_some_and(|(table, seat)| table.waiting().has(seat));
    let waits = sitting.stage != Stage::Over && !asked;
    let head = html! {
        @if waits { (super::looks_again()) }
        (lobby::preview(sitting, look.base))
    };
    super::Shell {
        head,
        room: Some(sitting.room),
        name: guest.map(|g| g.name.as_str()),
        ..super::Shell::new(info.title, "table")
    }
    .page(&body)
}

/// What changes on it: all of it, or the regions that differ from those that the page has.
pub fn part(sitting: &Sitting, look: &Look) -> Markup {
    match &sitting.table {
        Some(table) if sitting.stage != Stage::Waiting => Playing::new(sitting, table.as_ref(), look).part(),
        _ => {
            let who = sitting.seat_of(look.guest.map(|g| g.id));
            html! {
                div id="now" class="waiting" tabindex="-1" data-version=(sitting.version) {
                    (lobby::waiting(sitting, look, who)) ((talk::chat(sitting, look.guest).print)())
                }
            }
        }
    }
}

/// What a guest who is asked cannot do, and why not: a page of its own, or what a script puts beside the table.
pub fn why(sitting: &Sitting, look: &Look, whole: bool) -> Markup {
    let who = sitting.seat_of(look.guest.map(|g| g.id));
    let refusals = sitting.table.as_ref().zip(who).map_or(Vec::new(), |(table, seat)| table.refused(seat));
    let list = html! {
        @if refusals.is_empty() { p { "Nothing is ruled out just now: either it is not your choice, or every choice is open to you." } }
        (why_not(sitting.room, refusals))
    };
    if !whole {
        return list;
    }
    let body = html! {
        h1 { "What can't I do just now, and why?" }
        (list)
        p { a href={ "/t/" (sitting.id) } { "Back to the table" } }
    };
    super::Shell { name: look.guest.map(|g| g.name.as_str()), ..super::Shell::new("Why not?", "plain") }
        .page(&body)
}

/// A part of the page that changes as a whole.
struct Piece<'a> {
    id: &'static str,
    version: Version,
    /// Draws it, if the page does not have it.
    print: Box<dyn FnOnce() -> Markup + 'a>,
}

impl<'a> Piece<'a> {
    /// A piece that counts as the same as long as what is inside does. `print` puts that and the version into it.
    fn new(
        id: &'static str,
        inside: Markup,
        print: impl FnOnce(Version, &Markup) -> Markup + 'a,
    ) -> Piece<'a> {
        let version = Version::of(&inside.0);
        Piece { id, version, print: Box::new(move || print(version, &inside)) }
    }
}

/// A game that is being played, or is over, as one guest sees it.
struct Playing<'a> {
    sitting: &'a Sitting,
    table: &'a dyn WebTable,
    look: &'a Look<'a>,
    /// Where the viewer sits.
    who: Who,
    /// The same, unless a bot plays for them: whoever is gone has nothing to answer.
    plays: Who,
    over: bool,
    laid: Laid,
}

impl<'a> Playing<'a> {
    fn new(sitting: &'a Sitting, table: &'a dyn WebTable, look: &'a Look<'a>) -> Playing<'a> {
        let who = sitting.seat_of(look.guest.map(|g| g.id));
        let over = sitting.stage == Stage::Over;
        let plays = who.filter(|seat| sitting.doc.chairs[seat.index()].player().is_some());
        let chooses =
            plays.filter(|seat| table.waiting().has(*seat) && sitting.automatic_in(*seat).is_none());
        let led = chooses.and_then(|seat| sitting.hints.of(seat)).and_then(|advice| advice.first());
        let hands = match (chooses, over) {
            (_, true) => Hands::Open,
            (Some(_), _) => led.map_or(Hands::On, |entry| Hands::Led(entry.pick)),
            (None, _) => Hands::Off,
        };
        let seats = 0..sitting.doc.chairs.len() as u8;
        let notes: Vec<_> = seats.map(|n| notes::of(sitting, who, Seat(n))).collect();
        let laid = table.lay(who, hands, &notes);
        Playing { sitting, table, look, who, plays, over, laid }
    }

    fn post(&self, what: &str) -> String {
        format!("/t/{}/{what}", self.sitting.id)
    }

    fn room(&self) -> &'static dyn WebRoom {
        self.sitting.room
    }

    /// What the page is made of. As long as it is the same, only regions differ.
    fn shape(&self) -> Version {
        Version::of(&(self.who.map(|seat| seat.0), self.over, self.sitting.id.as_str()))
    }

    fn part(&self) -> Markup {
        let (version, shape) = (self.sitting.version, self.shape());
        let pieces = [self.question(), self.end(), self.tools(), talk::chat(self.sitting, self.look.guest)];
        if self.look.has.has("shape", shape) {
            return self.news(shape, pieces);
        }
        let [question, end, tools, chat] = pieces.map(|piece| (piece.print)());
        let full = !self.look.lean();
        let refused = if full { question::refused(self) } else { Vec::new() };
        html! {
            div id="now" class={ "playing" @if self.over { " over" } } tabindex="-1" data-version=(version) data-shape=(shape) {
                h1 class="unseen" { (self.room().info().title) }
                form id="felt" method="post" action=(self.post("act")) {
                    (question)
                    (board(self.room(), self.sitting.doc.chairs.len(), &self.laid.pen(full, &refused).board(&self.laid.board)))
                }
                (end)
                (talk::newest(self))
                (tools)
                // Beside the table, or where there is no room for it, a sheet that is opened.
                div id="talk" class="talk" popover {
                    (talk::log(self))
                    (chat)
                }
            }
        }
    }

    /// Only what differs from what the page has. This is what a move costs each viewer, so it is written in one go.
    fn news(&self, shape: Version, pieces: [Piece; 4]) -> Markup {
        let mut page = Markup::default();
        let out = &mut page.0;
        out.reserve(USUAL);
        out.push_str("<div id=\"now\" data-version=\"");
        self.sitting.version.render_to(out);
        out.push_str("\" data-shape=\"");
        shape.render_to(out);
        out.push_str("\" data-some>");
        self.laid.pen(false, &[]).changes(&self.laid.board, &self.look.has).render_to(out);
        for piece in pieces {
            if !self.look.has.has(piece.id, piece.version) {
                (piece.print)().render_to(out);
            }
        }
        talk::log(self).render_to(out);
        out.push_str("</div>");
        page
    }
}

/// The board, with what a script must know about it.
pub(super) fn board(room: &dyn WebRoom, seats: usize, inside: &Markup) -> Markup {
    let game = room.info().id;
    html! {
        div class={ "board " (game) } data-others=(seats - 1) data-art={ "/art/" (*ART) "/" (game) } { (inside) }
    }
}

pub(crate) fn cite(room: &dyn WebRoom, rule: table::Rule) -> Markup {
    html! { a class="rule" href={ "/rules/" (room.info().id) "#" (rule) } target="_blank" { "rule " (rule) } }
}

/// A chance for people.
pub(super) fn percent(chance: f32) -> String {
    format!("{:.0}%", chance * 100.0)
}

/// The seats to choose from, by name.
pub(super) fn seats(sitting: &Sitting, chosen: Who) -> Markup {
    html! {
        @for (n, name) in sitting.names().iter().enumerate() {
            option value=(n) selected[chosen == Some(Seat(n as u8))] { (name) }
        }
    }
}
