//! What can be done beside the question: taking back, a hint, why not, the rules, the way out.

use maud::html;

use super::{Piece, Playing};

impl Playing<'_> {
    /// The tools.
    pub(super) fn tools(&self) -> Piece {
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
        Piece::new("tools", &inside, |version| {
            html! { div id="tools" data-v=(version) class="tools" role="group" aria-label="Tools" { (inside) } }
        })
    }
}
