//! What can be done beside the question: taking back, a hint, why not, the rules, the way out.

use maud::{Markup, html};
use table::Seat;

use super::{Piece, Playing};
use crate::races::Races;
use crate::sitting::Chair;

impl Playing<'_> {
    /// The tools.
    pub(super) fn tools(&self) -> Piece<'_> {
        let (sitting, table) = (self.sitting, self.table);
        let asked = self.laid.question.as_ref();
        let hinted = self.plays.is_some_and(|seat| sitting.hints.of(seat).is_some());
        let game = self.room().info().id;
        let inside = html! {
            @if self.who.is_some() && self.plays.is_none() && !self.over {
                form method="post" action=(self.post("return")) { button class="main" { "Take your seat back" } }
            }
            @if self.plays.and_then(|seat| sitting.way_back(seat)).is_some() {
                form method="post" action=(self.post("back")) { button data-key="u" { "Take back" } }
            }
            @if !hinted && asked.is_some_and(|question| question.entries.len() > 1) && sitting.no_hints().is_none() {
                button type="submit" form="felt" formnovalidate formaction=(self.post("hint")) data-key="h" { "Hint" }
            }
            @if asked.is_some() {
                a class="whynot" href=(self.post("why")) target="_blank" data-why=(table.ply()) { "Why not?" }
            }
            @if self.who.is_none() && !self.over { span class="badge" { "you are watching" } }
            button type="button" id="talk-sheet" popovertarget="talk" { "Log" }
            a class="rules-too" href={ "/rules/" (game) } target="_blank" { "Rules" }
            // One line, whatever can be done just now: the rest is behind a button.
            button type="button" class="more-tools" popovertarget="more" { "More" }
            div id="more" class="more" popover {
                a href={ "/rules/" (game) } target="_blank" data-key="?" { "Rules" }
                a href={ "/t/" (sitting.id) "/replay" } { "Replay" }
                @if sitting.room.has_races() && sitting.doc.races == Races::Usual && !self.over { (self.more_time()) }
                @if self.plays.is_some() && !self.over && !sitting.alone() {
                    form method="post" action=(self.post("leave")) data-away { button { "Leave" } }
                }
                @if sitting.doc.hints && sitting.no_hints().is_none() && !self.over { span class="badge" { "hints allowed" } }
                @if sitting.doc.practice { span class="badge" { "practice" } }
                @if table.is_old() {
                    span class="badge" title="The cards of this house have changed since. This game goes on with the cards it was dealt with." {
                        "older cards"
                    }
                }
            }
        };
        Piece::new("tools", inside, |version, inside| {
            html! { div id="tools" data-v=(version) class="tools" role="group" aria-label="Tools" { (inside) } }
        })
    }

    /// Who wants more time in races, and a way to say so. Everybody has it once all agree.
    fn more_time(&self) -> Markup {
        let (sitting, who) = (self.sitting, self.plays);
        let wants = |seat: Seat| {
            let guest = sitting.doc.chairs.get(seat.index()).and_then(Chair::player);
            guest.is_some_and(|guest| sitting.doc.slower.contains(&guest))
        };
        let names = self.table.names();
        let others: Vec<&str> = Seat::all(sitting.doc.chairs.len() as u8)
            .filter(|&seat| wants(seat) && who != Some(seat))
            .map(|seat| names.name(seat))
            .collect();
        html! {
            @if sitting.all_want_more_time() {
                span class="badge" { "more time in races" }
            } @else if !others.is_empty() {
                span class="badge" { (others.join(", ")) ": more time in races, please?" }
            }
            @if let Some(seat) = who {
                form method="post" action=(self.post("more-time")) {
                    @let mine = wants(seat);
                    button name="want" value=(if mine { "no" } else { "yes" }) {
                        @match (mine, others.is_empty()) {
                            (true, _) => "I need no more time in races",
                            (false, true) => "Ask for more time in races",
                            (false, false) => "Agree to more time in races",
                        }
                    }
                }
            }
        }
    }
}
