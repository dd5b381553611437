//! The rules of a game, each with its number to link to, and its cards to look at.

use maud::{Markup, html};
use table::Rules;

use crate::rooms::WebRoom;

/// The rules page.
pub fn rules(room: &dyn WebRoom) -> Markup {
    let info = room.info();
    let rules = Rules::parse(info.rules).unwrap_or_default();
    let body = html! {
        article class="rules" {
            @for (i, paragraph) in rules.preface.trim().split("\n\n").enumerate() {
                @if i == 0 { h1 { (paragraph.trim_start_matches("# ")) } } @else { p { (stressed(paragraph)) } }
            }
            p {
                @if room.lesson().is_some() {
                    a class="learn" href={ "/lesson/" (info.id) } { "Learn to play: a first game" } " "
                }
                a href="/" { "Play" } " or look at the " a href={ "/cards/" (info.id) } { "cards" } "."
            }
            nav aria-label="Chapters" {
                ol class="chapters" { @for p in rules.paragraphs.iter().filter(|p| p.rule.1 == 1) {
                    li { a href={ "#" (p.rule.0) } { (p.chapter) } }
                } }
            }
            @for (i, p) in rules.paragraphs.iter().enumerate() {
                @if i == 0 || rules.paragraphs[i - 1].chapter != p.chapter {
                    h2 id=(p.rule.0) { (p.rule.0) " " (p.chapter) }
                }
                section id=(p.rule) {
                    h3 { a href={ "#" (p.rule) } { (p.rule) } " " (p.title) }
                    p { (stressed(&p.text)) }
                }
            }
        }
    };
    super::shell(info.title, "plain", None, &body)
}

/// Words with some of them `*stressed*`.
fn stressed(text: &str) -> Markup {
    html! {
        @for (i, part) in text.split('*').enumerate() { @if i % 2 == 1 { em { (part) } } @else { (part) } }
    }
}

/// Every card of a game.
pub fn gallery(room: &dyn WebRoom) -> Markup {
    let info = room.info();
    let shelves = room.shelves();
    let body = html! {
        h1 { "The cards of " (info.title) }
        p { a href={ "/rules/" (info.id) } { "Rules" } }
        @if shelves.len() > 1 {
            nav aria-label="Shelves" {
                ul class="shelves" {
                    @for (n, (heading, _)) in shelves.iter().enumerate() { li { a href={ "#shelf-" (n) } { (heading) } } }
                }
            }
        }
        @for (n, (heading, cards)) in shelves.iter().enumerate() {
            @if !heading.is_empty() { h2 id={ "shelf-" (n) } { (heading) } }
            ul class="gallery" {
                @for (name, slug) in cards {
                    @let [title, kind, text] = room.read(slug).unwrap_or_default();
                    li id=(slug) {
                        img class="card large" src={ "/art/" (info.id) "/" (slug) ".svg" } alt="" width="250" height="350" loading="lazy";
                        p class="title" { (if title.is_empty() { name } else { &title }) }
                        p class="kind" { (kind) }
                        p class="text" { (text) }
                    }
                }
            }
        }
    };
    super::shell(info.title, "plain", None, &body)
}
