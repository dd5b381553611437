//! Draws a board. A *full* page works without a script: large cards, lists and choices are in it, ready to be opened. What is
//! sent to a script is *lean*: the script makes all that itself, from the cards and from the answers to the question.
//!
//! What every move draws anew (regions, rows, cards) is written right into the page; the rest is put together with `html!`.

use maud::{Markup, Render, html};

use super::{
    Board, Bubble, Has, Head, Lies, Link, Pile, Region, Row, Shows, Spot, Spread, Tag, Tracker, Version, Zone,
};
use crate::rooms::Entry;
use crate::rooms::prints::{Prints, put, small};

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
                    @for region in &group.regions { (self.whole(region)) }
                } @else {
                    @let named = (!group.label.is_empty()).then_some(group.label);
                    div class=(group.class) role=[named.map(|_| "group")] aria-label=[named] {
                        @for region in &group.regions { (self.whole(region)) }
                    }
                }
            }
        }
    }

    fn whole(&self, region: &Region) -> Markup {
        let mut out = Markup::default();
        self.region(region, &region.id.name(), region.version(), &mut out.0);
        out
    }

    /// Those regions of a board that a page does not have.
    pub fn changes<'a>(&'a self, board: &'a Board, has: &'a Has<'a>) -> impl Render + 'a {
        Changes { pen: self, board, has }
    }

    fn region(&self, region: &Region, id: &str, version: Version, out: &mut String) {
        out.push_str("<section");
        attribute("class", &region.class, out);
        attribute("id", id, out);
        attribute("data-v", version.text(), out);
        if let Some(head) = &region.head {
            out.push_str(" data-seat=\"");
            head.seat.0.render_to(out);
            out.push('"');
        }
        if !region.label.is_empty() {
            attribute("aria-label", &region.label, out);
        }
        out.push('>');
        if let Some(head) = &region.head {
            header(head).render_to(out);
        }
        match &region.head {
            Some(head) if !head.mine && !region.zones.is_empty() => {
                // Where there is little room only the summary is to be seen, and opens the rest.
                let brief = html! {
                    button type="button" class={ "brief" @if self.offered(region) { " live" } } popovertarget={ "of-" (id) } {
                        span class="unseen" { (head.name) ": " }
                        @for zone in &region.zones { (self.brief(zone)) }
                    }
                };
                brief.render_to(out);
                out.push_str("<div class=\"zones\" id=\"of-");
                out.push_str(id);
                out.push_str("\" popover><p class=\"whose\">");
                put(&head.name, out);
                out.push_str("</p>");
                region.zones.iter().for_each(|zone| self.zone(zone, out));
                out.push_str("</div>");
            }
            _ => region.zones.iter().for_each(|zone| self.zone(zone, out)),
        }
        out.push_str("</section>");
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

    fn zone(&self, zone: &Zone, out: &mut String) {
        match zone {
            Zone::Row(row) => self.row(row, out),
            Zone::Pile(pile) => self.pile(pile).render_to(out),
            Zone::Chain { label, links } => self.chain(label, links).render_to(out),
            Zone::Trackers { label, trackers } => html! {
                div class="trackers" role="group" aria-label=(label) { @for tracker in trackers { (number(label, tracker)) } }
            }
            .render_to(out),
            Zone::Bubble(bubble) => said(bubble).render_to(out),
            Zone::Own(own) => own.0.render_to(out),
        }
    }

    fn row(&self, row: &Row, out: &mut String) {
        if row.cards.is_empty() && row.empty.is_empty() {
            return;
        }
        out.push_str("<div class=\"row");
        let spread = match row.spread {
            Spread::Apart => "",
            Spread::Fan => "fan",
            Spread::Queue => "queue",
        };
        for word in [row.class, spread] {
            if !word.is_empty() {
                out.push(' ');
                out.push_str(word);
            }
        }
        out.push('"');
        if !row.label.is_empty() {
            attribute("role", "group", out);
            attribute("aria-label", &row.label, out);
        }
        if let Some(spot) = row.spot {
            out.push_str(" data-zone=\"");
            spot.render_to(out);
            out.push('"');
        }
        out.push('>');
        let words = html! {
            @if let Some(figure) = &row.figure {
                span class="label" { (row.label) " " b { (figure) } @if !row.aside.is_empty() { " " small { (row.aside) } } }
            }
            @if row.cards.is_empty() { span class="empty" { (row.empty) } }
        };
        words.render_to(out);
        for lies in &row.cards {
            self.lies(lies).render_to(out);
        }
        out.push_str("</div>");
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

    fn lies<'a>(&'a self, lies: &'a Lies) -> Drawn<'a> {
        Drawn { pen: self, lies }
    }

    /// A card of which only an edge is seen. That is too little to click on, so it is a picture, unless it can be chosen; the card
    /// above says what it lies on.
    fn under(&self, lies: &Lies) -> Markup {
        match lies.shows {
            Shows::Face(slug) if !self.full || self.offers(lies.spot).next().is_none() => {
                let print = self.prints.card(self.game, slug);
                html! {
                    span class="spot" data-spot=(lies.spot) role="img" aria-label={ (print.label) ", " (lies.note) } { (print.small) }
                }
            }
            _ => html! { (self.lies(lies)) },
        }
    }

    /// A card that the viewer sees: large on request, with whatever can be done with it.
    fn face(&self, lies: &Lies, slug: &str, out: &mut String) {
        let print = self.prints.card(self.game, slug);
        out.push_str("<button type=\"button\" class=\"");
        out.push_str(self.mark(lies.spot));
        if self.full {
            out.push_str("\" popovertarget=\"on-");
            lies.spot.render_to(out);
        }
        out.push_str("\" data-spot=\"");
        lies.spot.render_to(out);
        out.push_str("\" aria-label=\"");
        out.push_str(&print.label.0);
        if !lies.note.is_empty() {
            out.push_str(", ");
            put(&lies.note, out);
        }
        out.push_str("\">");
        out.push_str(&print.small.0);
        out.push_str("</button>");
        if self.full {
            self.large(lies, &print).render_to(out);
        } else if !lies.more.is_empty() {
            html! { template { (super::large::more(&lies.more)) } }.render_to(out);
        }
    }

    /// A back, or a place: something that can be chosen at times, and does nothing otherwise.
    fn thing(&self, lies: &Lies, out: &mut String) {
        if self.full && self.offers(lies.spot).next().is_some() {
            return self.choosable(lies).render_to(out);
        }
        let wide = matches!(lies.shows, Shows::Place(_));
        out.push_str(if wide {
            "<span class=\"spot wide\" data-spot=\""
        } else {
            "<span class=\"spot\" data-spot=\""
        });
        lies.spot.render_to(out);
        out.push_str("\" role=\"img\" aria-label=\"");
        put(&lies.note, out);
        out.push_str("\">");
        self.picture(lies, out);
        out.push_str("</span>");
    }

    /// What is to be seen of a back or a place.
    fn picture(&self, lies: &Lies, out: &mut String) {
        match lies.shows {
            Shows::Place(class) => html! { span class=(class) {} }.render_to(out),
            Shows::Face(card) | Shows::Secret(card) | Shows::Back(card) => {
                small(self.game, card).render_to(out)
            }
        }
    }

    /// The same as something to be chosen.
    fn choosable(&self, lies: &Lies) -> Markup {
        let (spot, wide) = (lies.spot, matches!(lies.shows, Shows::Place(_)));
        let mut picture = Markup::default();
        self.picture(lies, &mut picture.0);
        let mark = html! { (self.mark(spot)) @if wide { " wide" } };
        // Where the question is only which spot, a click on an empty one is the answer.
        let mut offers = self.offers(spot);
        if wide
            && self.entries.iter().all(|entry| !entry.spots.is_empty())
            && let (Some(only), None) = (offers.next(), offers.next())
        {
            return html! {
                button type="submit" class=(mark.0) name="pick" value=(only.pick) data-spot=(spot)
                    aria-label={ (only.text) ": " (lies.note) } { (picture) }
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

/// The regions of a board that a page does not have.
struct Changes<'a> {
    pen: &'a Pen<'a>,
    board: &'a Board,
    has: &'a Has<'a>,
}

impl Render for Changes<'_> {
    fn render_to(&self, out: &mut String) {
        for region in self.board.groups.iter().flat_map(|group| &group.regions) {
            let (id, version) = (region.id.name(), region.version());
            if !self.has.has(&id, version) {
                self.pen.region(region, &id, version, out);
            }
        }
    }
}

/// A card in its place. A page has dozens of them, so each is written right where it stands, and not put together elsewhere.
struct Drawn<'a> {
    pen: &'a Pen<'a>,
    lies: &'a Lies,
}

impl Drawn<'_> {
    fn card(&self, out: &mut String) {
        match self.lies.shows {
            Shows::Face(slug) | Shows::Secret(slug) => self.pen.face(self.lies, slug, out),
            Shows::Back(_) | Shows::Place(_) => self.pen.thing(self.lies, out),
        }
    }
}

impl Render for Drawn<'_> {
    fn render_to(&self, out: &mut String) {
        let (pen, lies) = (self.pen, self.lies);
        let secret = matches!(lies.shows, Shows::Secret(_));
        let alone = !secret
            && lies.badge.is_none()
            && lies.class.is_empty()
            && lies.under.is_empty()
            && lies.on.is_empty()
            && lies.tags.is_empty();
        if alone {
            return self.card(out);
        }
        let mut card = Markup::default();
        self.card(&mut card.0);
        let whole = html! {
            div class={ "lies" @if secret { " secret" } @if !lies.class.is_empty() { " " (lies.class) } @if !lies.under.is_empty() { " over" } } {
                @if !lies.under.is_empty() { div class="under" { @for under in &lies.under { (pen.under(under)) } } }
                (card)
                @if !lies.on.is_empty() { div class="on" { @for on in &lies.on { (pen.lies(on)) } } }
                @if let Some((number, means)) = &lies.badge { span class="number" title=(means) { (number) } }
                @if !lies.tags.is_empty() {
                    div class="tags" aria-hidden="true" { @for tag in &lies.tags { (tagged(tag)) } }
                }
            }
        };
        whole.render_to(out);
    }
}

/// The button that closes a large card or a list.
pub(super) fn close(id: &str) -> Markup {
    html! { button type="button" class="close" popovertarget=(id) popovertargetaction="hide" aria-label="Close" { "×" } }
}

/// Adds an attribute to an element.
fn attribute(name: &str, value: &str, out: &mut String) {
    for part in [" ", name, "=\""] {
        out.push_str(part);
    }
    put(value, out);
    out.push('"');
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
