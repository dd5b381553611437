//! Draws a board. A *full* page works without a script: large cards, lists and choices are in it, ready to be opened. What is
//! sent to a script is *lean*: the script makes all that itself, from the cards and from the answers to the question.

use std::fmt::Write as _;

use maud::{Markup, Render as _, html};

use super::{
    Board, Bubble, Has, Head, Lies, Link, Pile, Region, Row, Shows, Spot, Spread, Tag, Tracker, Zone,
};
use crate::rooms::Entry;
use crate::rooms::prints::{Prints, small};

/// What a board is drawn with.
pub struct Pen<'a> {
    /// The game.
    pub game: &'static str,
    /// What is printed of its cards.
    pub(crate) prints: &'static Prints,
    /// What can be chosen.
    pub entries: &'a [Entry],
    /// What cannot be done at a spot, and why not.
    pub refused: &'a [(Spot, Markup)],
    /// For a page that must work without a script?
    pub full: bool,
}

impl Pen<'_> {
    /// The whole board.
    pub fn board(&self, board: &Board) -> Markup {
        html! {
            @for group in &board.groups {
                @if group.class.is_empty() {
                    @for region in &group.regions { (self.region(region)) }
                } @else {
                    @let named = (!group.label.is_empty()).then_some(group.label);
                    div class=(group.class) role=[named.map(|_| "group")] aria-label=[named] {
                        @for region in &group.regions { (self.region(region)) }
                    }
                }
            }
        }
    }

    /// Those regions of a board that a page does not have.
    pub fn changes(&self, board: &Board, has: Has) -> Markup {
        let new = |region: &&Region| !has.has(&region.id.to_string(), region.version());
        html! {
            @for region in board.groups.iter().flat_map(|group| &group.regions).filter(new) { (self.region(region)) }
        }
    }

    fn region(&self, region: &Region) -> Markup {
        let id = region.id.to_string();
        let label = (!region.label.is_empty()).then_some(&region.label);
        let seat = region.head.as_ref().map(|head| head.seat);
        html! {
            section class=(region.class) id=(id) data-v=(region.version()) data-seat=[seat] aria-label=[label] {
                @match &region.head {
                    None => { @for zone in &region.zones { (self.zone(zone)) } }
                    Some(head) => {
                        (header(head))
                        @if head.mine || region.zones.is_empty() {
                            @for zone in &region.zones { (self.zone(zone)) }
                        } @else {
                            // Where there is little room only the summary is to be seen, and opens the rest.
                            button type="button" class={ "brief" @if self.offered(region) { " live" } } popovertarget={ "of-" (id) } {
                                span class="unseen" { (head.name) ": " }
                                @for zone in &region.zones { (self.brief(zone)) }
                            }
                            div class="zones" id={ "of-" (id) } popover {
                                p class="whose" { (head.name) }
                                @for zone in &region.zones { (self.zone(zone)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Can something be chosen in this region?
    fn offered(&self, region: &Region) -> bool {
        let mut cards = region.zones.iter().flat_map(|zone| match zone {
            Zone::Row(row) => row.cards.as_slice(),
            Zone::Pile(pile) => pile.top.as_slice(),
            _ => &[],
        });
        self.full && cards.any(|lies| self.offers(lies.spot).next().is_some())
    }

    fn zone(&self, zone: &Zone) -> Markup {
        match zone {
            Zone::Row(row) => self.row(row),
            Zone::Pile(pile) => self.pile(pile),
            Zone::Chain { label, links } => self.chain(label, links),
            Zone::Trackers { label, trackers } => html! {
                div class="trackers" role="group" aria-label=(label) { @for tracker in trackers { (number(label, tracker)) } }
            },
            Zone::Bubble(bubble) => said(bubble),
            Zone::Own(own) => own.0.clone(),
        }
    }

    fn row(&self, row: &Row) -> Markup {
        if row.cards.is_empty() && row.empty.is_empty() {
            return Markup::default();
        }
        let mut class = String::from("row");
        for word in [
            row.class,
            match row.spread {
                Spread::Apart => "",
                Spread::Fan => "fan",
                Spread::Queue => "queue",
            },
        ] {
            if !word.is_empty() {
                let _ = write!(class, " {word}");
            }
        }
        let named = (!row.label.is_empty()).then_some(&row.label);
        html! {
            div class=(class) role=[named.map(|_| "group")] aria-label=[named] data-zone=[row.spot] {
                @if let Some(figure) = &row.figure {
                    span class="label" { (row.label) " " b { (figure) } @if !row.aside.is_empty() { " " small { (row.aside) } } }
                }
                @if row.cards.is_empty() { span class="empty" { (row.empty) } }
                @for lies in &row.cards { (self.lies(lies)) }
            }
        }
    }

    fn pile(&self, pile: &Pile) -> Markup {
        let list = html! {
            p class="title" { (pile.title) }
            @if !pile.list.is_empty() { div class="row" { @for lies in &pile.list { (self.lies(lies)) } } }
            @if !pile.lines.is_empty() { ul { @for line in &pile.lines { li { (line) } } } }
        };
        let something = !pile.list.is_empty() || !pile.lines.is_empty();
        let live = self.full && pile.list.iter().skip(1).any(|lies| self.offers(lies.spot).next().is_some());
        html! {
            div class="heap" data-zone=(pile.spot) {
                @if let Some(top) = &pile.top { (self.lies(top)) }
                @if something {
                    button type="button" class={ "count" @if live { " live" } } popovertarget={ "on-" (pile.spot) } data-list=(pile.spot)
                        aria-label={ (pile.word) " " (pile.count) ": " (pile.title) } { (pile.word) " " b { (pile.count) } }
                    div class="zoom list" id={ "on-" (pile.spot) } popover {
                        (list)
                        (close(&format!("on-{}", pile.spot)))
                    }
                } @else {
                    span class="count" { (pile.word) " " b { (pile.count) } }
                }
            }
        }
    }

    fn chain(&self, label: &str, links: &[Link]) -> Markup {
        html! {
            div class="chain" role="group" aria-label=(label) {
                @for link in links {
                    div class="link" {
                        @if let Some(card) = &link.card { (self.lies(card)) }
                        span class="words" { (link.words) }
                    }
                }
            }
        }
    }

    /// A zone in a few signs.
    fn brief(&self, zone: &Zone) -> Markup {
        match zone {
            Zone::Row(row)
                if !row.cards.is_empty()
                    && row.cards.iter().all(|lies| matches!(lies.shows, Shows::Back(_)))
                    && row.spread == Spread::Fan =>
            {
                // A hand from behind: how many of each back.
                let alike = row.cards.chunk_by(|a, b| a.shows == b.shows);
                html! {
                    span class="fact" {
                        span class="unseen" { (row.label) ": " (row.cards.len()) " cards. " }
                        @for same in alike {
                            @if let Some(Shows::Back(back)) = same.first().map(|lies| lies.shows) {
                                span class="mini" aria-hidden="true" { (small(self.game, back)) (same.len()) }
                            }
                        }
                    }
                }
            }
            Zone::Row(row) if row.figure.is_some() => html! {
                span class="fact" { (row.label) " " b { (row.figure.as_deref().unwrap_or_default()) } " " }
            },
            Zone::Row(row) if row.cards.is_empty() => html! {
                @if !row.empty.is_empty() { span class="fact" { (row.label) " " b { "–" } " " } }
            },
            Zone::Pile(pile) => html! { span class="fact" { (pile.word) " " b { (pile.count) } " " } },
            Zone::Trackers { label, trackers } => html! {
                span class="fact" { @for tracker in trackers { (number(label, tracker)) } }
            },
            _ => Markup::default(),
        }
    }

    fn offers(&self, spot: Spot) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.spots.contains(&spot))
    }

    /// How a spot is marked: nothing can be chosen there, something can, or it is what the viewer is shown.
    fn mark(&self, spot: Spot) -> &'static str {
        if !self.full {
            return "spot";
        }
        match self.offers(spot).map(|entry| entry.led).max() {
            None => "spot",
            Some(false) => "spot live",
            Some(true) => "spot live led",
        }
    }

    fn lies(&self, lies: &Lies) -> Markup {
        let card = match lies.shows {
            Shows::Face(slug) | Shows::Secret(slug) => self.face(lies, slug),
            Shows::Back(back) => self.thing(lies, "spot", &small(self.game, back)),
            Shows::Place(class) => self.thing(lies, "spot wide", &html! { span class=(class) {} }),
        };
        let secret = matches!(lies.shows, Shows::Secret(_));
        let alone = !secret
            && lies.badge.is_none()
            && lies.class.is_empty()
            && lies.under.is_empty()
            && lies.on.is_empty()
            && lies.tags.is_empty();
        if alone {
            return card;
        }
        html! {
            div class={ "lies" @if secret { " secret" } @if !lies.class.is_empty() { " " (lies.class) } @if !lies.under.is_empty() { " over" } } {
                @if !lies.under.is_empty() { div class="under" { @for under in &lies.under { (self.lies(under)) } } }
                (card)
                @if !lies.on.is_empty() { div class="on" { @for on in &lies.on { (self.lies(on)) } } }
                @if let Some((number, means)) = &lies.badge { span class="number" title=(means) { (number) } }
                @if !lies.tags.is_empty() {
                    div class="tags" aria-hidden="true" { @for tag in &lies.tags { (tagged(tag)) } }
                }
            }
        }
    }

    /// A card that the viewer sees: large on request, with whatever can be done with it.
    fn face(&self, lies: &Lies, slug: &str) -> Markup {
        let print = self.prints.card(self.game, slug);
        // A page has dozens of cards, and each names its spot several times: once is enough to spell it.
        let name = lies.spot.render();
        html! {
            button type="button" class=(self.mark(lies.spot)) popovertarget=[self.full.then(|| format!("on-{}", name.0))]
                data-spot=(name) aria-label={ (print.label) @if !lies.note.is_empty() { ", " (lies.note) } } { (print.small) }
            @if self.full { (self.large(lies, &name, &print)) }
            @else if !lies.more.is_empty() { template { (super::large::more(&lies.more)) } }
        }
    }

    /// A back, or a place: something that can be chosen at times, and does nothing otherwise.
    fn thing(&self, lies: &Lies, class: &str, picture: &Markup) -> Markup {
        let (spot, wide) = (lies.spot, matches!(lies.shows, Shows::Place(_)));
        let mut offers = self.offers(spot).filter(|_| self.full);
        let Some(first) = offers.next() else {
            return html! { span class=(class) data-spot=(spot) role="img" aria-label=(lies.note) { (picture) } };
        };
        let mark = html! { (self.mark(spot)) @if wide { " wide" } };
        // Where the question is only which spot, a click on an empty one is the answer.
        if wide && offers.next().is_none() && self.entries.iter().all(|entry| !entry.spots.is_empty()) {
            return html! {
                button type="submit" class=(mark.0) name="pick" value=(first.pick) data-spot=(spot)
                    aria-label={ (first.text) ": " (lies.note) } { (picture) }
            };
        }
        html! {
            button type="button" class=(mark.0) popovertarget={ "on-" (spot) } data-spot=(spot) aria-label=(lies.note) { (picture) }
            div class="zoom small" id={ "on-" (spot) } popover { div class="reading" { (self.choices(spot)) } }
        }
    }

    pub(super) fn choices(&self, spot: Spot) -> Markup {
        html! {
            @for entry in self.offers(spot) {
                button type="submit" name="pick" value=(entry.pick) class=(if entry.led { "choice led" } else { "choice" }) { (entry.text) }
            }
            @for (_, why) in self.refused.iter().filter(|(at, _)| *at == spot) { p class="whynot" { (why) } }
        }
    }
}

/// The button that closes a large card or a list.
pub(super) fn close(id: &str) -> Markup {
    html! { button type="button" class="close" popovertarget=(id) popovertargetaction="hide" aria-label="Close" { "×" } }
}

/// The head of a player's place.
fn header(head: &Head) -> Markup {
    let (turn, asks) = match head.mine {
        true => ("your turn", "you decide"),
        false => ("their turn", "deciding"),
    };
    html! {
        header {
            span class="name" title=(head.name) { (head.name) @if head.mine && head.name != "You" { span class="you" { " (you)" } } }
            span class="score" {
                b class="number" { (head.score.n) } " " span class="of" { (head.score.words) }
                @if let Some(most) = head.score.most { progress aria-hidden="true" max=(most) value=(head.score.n.clamp(0, most)) {} }
            }
            @if head.turn { span class="badge turns" { (turn) } }
            @else if head.asked { span class="badge asked" { (asks) } }
            (head.note.print)
        }
    }
}

fn number(label: &str, tracker: &Tracker) -> Markup {
    let Tracker { n, most, words, signs } = tracker;
    html! {
        @if *signs {
            span class="track" role="img" aria-label=(label) {
                @for sign in 0..most.unwrap_or(0).max(*n) { i class=[(sign < *n).then_some("left")] {} }
                b { (n) }
            }
        } @else {
            span class="total" { b { (n) } " " (words) }
        }
    }
}

fn tagged(tag: &Tag) -> Markup {
    html! { span class=(tag.class) title=[(!tag.means.is_empty()).then_some(tag.means)] { (tag.words) } }
}

/// Something said aloud. It stays in the air until something else happens.
fn said(bubble: &Bubble) -> Markup {
    html! {
        blockquote class="bubble" data-speech=(bubble.words) data-by=(bubble.seat) { cite { (bubble.name) } p { (bubble.words) } }
    }
}
