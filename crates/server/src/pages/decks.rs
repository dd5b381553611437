//! The decks of the house: what is in each of them, part by part, and how it is played.

use ccg::DeckList;
use maud::{Markup, html};

use super::Shell;
use crate::assets::art_of;
use crate::rooms::WebRoom;

/// The page with the decks of a game that has any.
pub fn decks(room: &dyn WebRoom) -> Option<Markup> {
    let info = room.info();
    let cards = room.cards();
    let decks: Vec<_> = room
        .decks()
        .into_iter()
        .filter_map(|(name, title)| {
            let text = room.list(name)?;
            Some((name, title, text, DeckList::parse(name, text).ok()?))
        })
        .collect();
    if decks.is_empty() {
        return None;
    }
    let slug = |name: &str| cards.iter().find(|(own, _)| own == name).map(|(_, slug)| slug.as_str());
    let body = html! {
        h1 { "The decks of " (info.title) }
        p {
            a href={ "/cards/" (info.id) } { "Cards" } " "
            a href={ "/rules/" (info.id) } { "Rules" }
        }
        ul class="shelves" {
            @for (name, title, ..) in &decks { li { a href={ "#" (name) } { (title) } } }
        }
        @for (name, title, text, list) in &decks {
            section class="decklist" id=(name) {
                h2 { (title) }
                @for line in text.lines().filter_map(|line| line.trim().strip_prefix("//")) { p { (line.trim()) } }
                @for part in &list.sections {
                    // The six dots of Austin Powers are their parts' names; others have no colour.
                    h3 data-part=(part.title.to_lowercase()) { (part.title) }
                    ul class="gallery small" {
                        @for (copies, card) in &part.lines {
                            li {
                                @if let Some(slug) = slug(card) {
                                    a href={ "/cards/" (info.id) "#" (slug) } {
                                        img class="card" src=(art_of(info.id, slug)) alt="" width="125" height="175" loading="lazy";
                                        span class="title" { @if *copies > 1 { (copies) " times " } (card) }
                                    }
                                } @else {
                                    (copies) " times " (card)
                                }
                            }
                        }
                    }
                }
                details {
                    summary { "As a list, to change or to send to somebody" }
                    pre { (text) }
                }
            }
        }
    };
    Some(Shell::new(info.title, "plain").page(&body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::ROOMS;

    /// Every deck of the house stands on the page with every one of its cards, each of which can be drawn.
    #[test]
    fn every_card_of_every_deck_is_shown() {
        let mut with_decks = 0;
        for room in ROOMS {
            let page = decks(*room).map(|page| page.0);
            assert_eq!(page.is_some(), !room.decks().is_empty(), "{}", room.info().id);
            let Some(page) = page else { continue };
            with_decks += 1;
            assert!(!page.contains("<li>1 times") && !page.contains("<li>2 times"), "a card has no picture");
            for (name, title) in room.decks() {
                let list = DeckList::parse(name, room.list(name).unwrap()).unwrap();
                let part = page.split_once(&format!("id=\"{name}\"")).unwrap().1;
                let part = part.split_once("</section>").unwrap().0;
                assert!(part.contains(title), "{title}");
                let lines: usize = list.sections.iter().map(|part| part.lines.len()).sum();
                assert_eq!(part.matches("class=\"card\"").count(), lines, "{name}");
            }
        }
        assert!(with_decks >= 2);
    }
}
