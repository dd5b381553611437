//! Words for people: `*stressed*`, with the rules and chapters that they mention, and the cards that they name, as links.

use maud::{Markup, html};
use table::{Rule, Rules};

use crate::rooms::{WebRoom, prints};

/// A text of the game.
pub(super) fn prose(room: &dyn WebRoom, text: &str, at: Page) -> Markup {
    let rules = Rules::parse(room.info().rules).unwrap_or_default();
    html! {
        @for (i, part) in text.split('*').enumerate() {
            @if i % 2 == 1 { em { (cited(room, &rules, part, at)) } } @else { (cited(room, &rules, part, at)) }
        }
    }
}

/// Which page the text stands on: links within the rules stay there, and cards that are words of the game are none there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    /// The rules themselves.
    Rules,
    /// Any other.
    Other,
}

/// Something in a text that is written like a rule or a chapter: where it begins and ends, and what is linked to.
fn mentions(rules: &Rules, text: &str) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let mut chapters = false;
    let mut at = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace()) {
        let plain = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let start = at + word.find(plain).unwrap_or(0);
        at += word.len();
        if plain.contains('.') {
            if let Ok(rule) = plain.parse::<Rule>()
                && rules.get(rule).is_some()
            {
                found.push((start, start + plain.len(), rule.to_string()));
            }
        } else if let Ok(chapter) = plain.parse::<u8>() {
            if chapters && rules.paragraphs.iter().any(|p| p.rule.0 == chapter) {
                found.push((start, start + plain.len(), chapter.to_string()));
            }
            continue;
        }
        // "chapters 4 and 5" are two of them.
        chapters = plain.eq_ignore_ascii_case("chapter")
            || plain.eq_ignore_ascii_case("chapters")
            || chapters && matches!(plain, "and" | "or" | "to");
    }
    found
}

fn cited(room: &dyn WebRoom, rules: &Rules, text: &str, at: Page) -> Markup {
    let game = room.info().id;
    let (to, blank) = match at {
        Page::Rules => (String::new(), None),
        Page::Other => (format!("/rules/{game}"), Some("_blank")),
    };
    let plain = |text: &str| match at {
        Page::Rules => html! { (text) },
        Page::Other => html! { (prints(game).linked(text)) },
    };
    let mut last = 0;
    html! {
        @for (start, end, link) in mentions(rules, text) {
            (plain(&text[last..start]))
            a class="rule" href={ (to) "#" (link) } target=[blank] { (text[start..end]) }
            ({ last = end; "" })
        }
        (plain(&text[last..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::ROOMS;

    /// Every rule and chapter that a rules page mentions is a link to it.
    #[test]
    fn whatever_a_rule_mentions_is_linked() {
        let mut links = 0;
        for room in ROOMS {
            let rules = Rules::parse(room.info().rules).unwrap();
            for p in &rules.paragraphs {
                let page = prose(*room, &p.text, Page::Rules).0;
                let mentioned = p.text.split_whitespace().filter(|word| {
                    let word = word.trim_matches(|c: char| !c.is_ascii_digit());
                    word.contains('.') && word.parse::<Rule>().is_ok_and(|rule| rules.get(rule).is_some())
                });
                assert!(page.matches("class=\"rule\"").count() >= mentioned.count(), "{}: {page}", p.rule);
                links += page.matches("href=\"#").count();
            }
        }
        assert!(links > 15, "{links}");
        let text = "Rules 4.2 and 5.1 (chapter 3, chapters 4 and 5), 33 points, 9.9.";
        let page = prose(ROOMS[0], text, Page::Rules).0;
        for link in ["#4.2", "#5.1", "#3\"", "#4\"", "#5\""] {
            assert!(page.contains(&format!("href=\"{}", link.trim_end_matches('"'))), "{link}: {page}");
        }
        assert!(!page.contains("#33") && !page.contains("#9.9"), "{page}");
    }
}
