//! The rules of a game, each with its number to link to, and its cards to look at. Both can be searched.

use maud::{Markup, html};
use table::Rules;
use table::rules::Paragraph;

use super::Shell;
use super::prose::{Page, prose};
use crate::assets::art_of;
use crate::rooms::{WebRoom, prints};

/// So many cards are shown beside a rule.
const SHOWN: usize = 4;

/// The rules page, or what of it has these words.
pub fn rules(room: &dyn WebRoom, words: &str) -> Markup {
    let info = room.info();
    let rules = Rules::parse(info.rules).unwrap_or_default();
    let chosen: Vec<&Paragraph> = rules.find(words).collect();
    let chapters = || chosen.chunk_by(|a, b| a.chapter == b.chapter);
    let body = html! {
        article class="rules" {
            @for (i, paragraph) in rules.preface.trim().split("\n\n").enumerate() {
                @if i == 0 { h1 { (paragraph.trim_start_matches("# ")) } } @else { p { (prose(room, paragraph, Page::Rules)) } }
            }
            p {
                @if room.lesson().is_some() {
                    a class="learn" href={ "/lesson/" (info.id) } { "Learn to play: a first game" } " "
                }
                a href="/" { "Play" } " or look at the " a href={ "/cards/" (info.id) } { "cards" } "."
            }
            (search(&format!("/rules/{}", info.id), ".rules [data-group] section", "Search the rules", words, &Markup::default()))
            nav aria-label="Chapters" {
                ol class="chapters" { @for chapter in chapters() {
                    li value=(chapter[0].rule.0) { a href={ "#" (chapter[0].rule.0) } { (chapter[0].chapter) } }
                } }
            }
            @for chapter in chapters() {
                div data-group {
                    h2 id=(chapter[0].rule.0) { (chapter[0].rule.0) " " (chapter[0].chapter) }
                    @for p in chapter { (paragraph(room, p)) }
                }
            }
            @if words.is_empty() { (glossary(room, &rules)) }
        }
    };
    Shell::new(info.title, "plain").page(&body)
}

/// A rule, with pictures of the cards it speaks of.
fn paragraph(room: &dyn WebRoom, p: &Paragraph) -> Markup {
    let game = room.info().id;
    let mut cards: Vec<String> = room.pictures(p.rule).iter().map(|card| (*card).to_owned()).collect();
    for card in prints(game).named_in(&p.text) {
        if !cards.iter().any(|known| known == card) {
            cards.push(card.to_owned());
        }
    }
    cards.truncate(SHOWN);
    let name =
        |card: &str| room.read(card).map_or_else(|| "The back of a card".to_owned(), |[title, ..]| title);
    html! {
        section id=(p.rule) {
            h3 { a href={ "#" (p.rule) } { (p.rule) } " " (p.title) }
            @if !cards.is_empty() {
                div class="shown" {
                    @for card in &cards {
                        img class="card" src=(art_of(game, card)) alt=(name(card)) title=(name(card)) loading="lazy" width="100" height="140";
                    }
                }
            }
            @for text in p.text.split("\n\n") { p { (prose(room, text, Page::Rules)) } }
        }
    }
}

/// The words that stand on cards, with what the rules say about them.
fn glossary(room: &dyn WebRoom, rules: &Rules) -> Markup {
    let mut words: Vec<_> = room.glossary().to_vec();
    words.sort_by_key(|(term, _)| term.to_lowercase());
    html! {
        @if !words.is_empty() {
            section id="words" data-aside {
                h2 { "Words on the cards" }
                dl {
                    @for (term, rule) in words {
                        dt { (term) }
                        dd { (crate::rooms::meaning(rules, term, rule).unwrap_or_default()) " " a class="rule" href={ "#" (rule) } { "rule " (rule) } }
                    }
                }
            }
        }
    }
}

/// A search that a script does as one types, and a plain form does without one.
fn search(to: &str, things: &str, label: &str, words: &str, more: &Markup) -> Markup {
    html! {
        form class="find" method="get" action=(to) role="search" data-find=(things) {
            input type="search" name="q" value=(words) aria-label=(label) placeholder=(label);
            button type="submit" { "Find" }
            output aria-live="polite" {}
            (more)
        }
    }
}

/// Every card of a game, or those that are wanted: with these words, of these kinds.
pub fn gallery(room: &dyn WebRoom, words: &str, kinds: &[&str]) -> Markup {
    let info = room.info();
    let shelves = room.shelves();
    let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let fits = |heading: &str, name: &str, slug: &str| {
        let whole =
            format!("{heading} {name} {}", room.read(slug).unwrap_or_default().join(" ")).to_lowercase();
        wanted.iter().all(|word| whole.contains(word))
    };
    let boxes = html! {
        @if shelves.len() > 1 {
            fieldset class="kinds" {
                legend { "Show only" }
                @for (heading, _) in &shelves {
                    label { input type="checkbox" name="kind" value=(heading) checked[kinds.contains(&heading.as_str())]; " " (heading) }
                }
            }
        }
    };
    let body = html! {
        h1 { "The cards of " (info.title) }
        p {
            a href={ "/rules/" (info.id) } { "Rules" }
            @if !room.decks().is_empty() { " " a href={ "/decks/" (info.id) } { "Decks" } }
        }
        (search(&format!("/cards/{}", info.id), ".gallery li", "Search the cards", words, &boxes))
        @for (n, (heading, cards)) in shelves.iter().enumerate() {
            @let chosen: Vec<_> = cards.iter().filter(|(name, slug)| fits(heading, name, slug)).collect();
            @if !chosen.is_empty() && (kinds.is_empty() || kinds.contains(&heading.as_str())) {
                div data-group {
                    @if !heading.is_empty() { h2 id={ "shelf-" (n) } { (heading) } }
                    ul class="gallery" {
                        @for (name, slug) in chosen {
                            @let [title, kind, text] = room.read(slug).unwrap_or_default();
                            li id=(slug) data-kind=(heading) {
                                img class="card large" src=(art_of(info.id, slug)) alt="" width="250" height="350" loading="lazy";
                                p class="title" { (if title.is_empty() { name } else { &title }) }
                                p class="kind" { (kind) }
                                p class="text" { (text) }
                            }
                        }
                    }
                }
            }
        }
    };
    Shell::new(info.title, "plain").page(&body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::ROOMS;

    /// Every game shows some of its cards beside its rules, and every card that is shown can be drawn.
    #[test]
    fn rules_have_pictures_of_the_cards_they_speak_of() {
        for room in ROOMS {
            let info = room.info();
            let page = rules(*room, "").0;
            let shown = page.matches("class=\"shown\"").count();
            assert!(shown >= 5, "{}: {shown} rules have pictures", info.id);
            for p in &Rules::parse(info.rules).unwrap().paragraphs {
                for card in room.pictures(p.rule) {
                    assert!(art::svg(info.id, card).is_some(), "{} {}: {card}", info.id, p.rule);
                }
            }
        }
    }
}
