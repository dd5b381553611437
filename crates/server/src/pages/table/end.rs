//! The end: who won and how, the standings, the move that decided, and where to go from here.

use bots::analysis::Moment;
use maud::{Markup, html};
use table::words::capital;
use table::{Names, Seat, Who};

use super::{Piece, Playing, percent};
use crate::analysis::Analysis;
use crate::rooms::WebTable;

/// One line: who won.
pub(super) fn ending(table: &dyn WebTable, who: Who) -> String {
    let names = table.names().seen_by(who);
    let Some((_, winners)) = table.ending() else { return String::new() };
    let winners: Vec<Seat> = winners.iter().collect();
    format!("The game is over: {}.", won(&names, &winners))
}

/// "You win", "Ann and Bo share the win", "nobody wins".
fn won(names: &Names, winners: &[Seat]) -> String {
    if winners.is_empty() { "nobody wins".to_owned() } else { names.win(winners) }
}

impl Playing<'_> {
    /// The end, once it is there.
    pub(super) fn end(&self) -> Piece<'_> {
        let inside = if self.over { self.curtain() } else { self.moved_on() };
        Piece::new("end", inside, |version, inside| {
            html! { section id="end" data-v=(version) class="end" aria-label="The end" { (inside) } }
        })
    }

    /// Where the others have gone, if they have.
    fn moved_on(&self) -> Markup {
        html! {
            @if let Some(next) = &self.sitting.doc.next {
                p class="next" data-next={ "/t/" (next) } {
                    "This table goes on elsewhere. " a class="main" href={ "/t/" (next) } { "Go to the next game" }
                }
            }
        }
    }

    fn curtain(&self) -> Markup {
        let names = self.table.names().seen_by(self.who);
        let Some((_, winners)) = self.table.ending() else { return Markup::default() };
        let winners: Vec<Seat> = winners.iter().collect();
        let told = self.table.lines(self.who, self.table.heard(self.who).saturating_sub(1));
        // The log says in its last line why it is over, and then who has won.
        let why = told
            .first()
            .and_then(|line| line.text.split_once(": the game is over"))
            .map(|(why, _)| why.to_owned());
        let scores = self.table.scores();
        let mut standings: Vec<Seat> = Seat::all(scores.len() as u8).collect();
        standings.sort_by_key(|seat| (!winners.contains(seat), std::cmp::Reverse(scores[seat.index()])));
        let judged = self.look.judged.as_deref().and_then(|job| job.result());
        let post = |what: &str| self.post(what);
        html! {
            details class="curtain" open {
                summary { span { "The end" } }
                div class="sheet" {
                    h2 { (capital(&won(&names, &winners))) "!" }
                    @if let Some(why) = why { p class="how" { (why) "." } }
                    (self.moved_on())
                    ol class="standings" {
                        @for seat in standings {
                            li class=[winners.contains(&seat).then_some("won")] {
                                span class="name" { (names.name(seat)) @if names.is_me(seat) { " (you)" } }
                                " " b { (scores[seat.index()]) }
                            }
                        }
                    }
                    @if let Some(moment) = judged.and_then(decisive) { (self.decided(&names, moment)) }
                    div class="ways" {
                        @if self.who.is_some() && self.sitting.doc.next.is_none() {
                            form method="post" action=(post("rematch")) { button class="main" { "Play again" } }
                        }
                        a href=(post("analysis")) { "Analysis" }
                        a href=(post("replay")) { "Replay" }
                        button type="button" data-share=(post("analysis")) hidden { "Share" }
                        a href="/" { "Other games" }
                    }
                }
            }
        }
    }

    /// The moment that decided the game.
    fn decided(&self, names: &Names, moment: &Moment) -> Markup {
        let whose = names.whose(moment.seat);
        html! {
            p class="decided" {
                "It was decided by choice " (moment.ply + 1) ": " (whose) " chance went from " b { (percent(moment.before)) } " to "
                b { (percent(moment.after)) } ". "
                a href={ (self.post("replay")) "?at=" (moment.ply) } { "See it" }
            }
        }
    }
}

/// The moment at which most was decided.
fn decisive(analysis: &Analysis) -> Option<&Moment> {
    let swing = |moment: &&Moment| (moment.after - moment.before).abs();
    analysis.moments.iter().max_by(|a, b| swing(a).total_cmp(&swing(b)))
}
