//! What pages print of the cards and the rules of each game: made once, since every page shows dozens of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use maud::{Markup, Render, html};
use table::{Rule, Rules};

use super::{ROOMS, WebRoom, room};
use crate::assets::{ART, art_of};
use crate::folding::Folding;
use crate::pages::cite;

/// The prints of all games.
static PRINTS: LazyLock<Vec<(&'static str, Prints)>> =
    LazyLock::new(|| ROOMS.iter().map(|room| (room.info().id, Prints::of(*room))).collect());

/// Of a game that is not in the house nothing is printed.
static NONE: LazyLock<Prints> = LazyLock::new(Prints::default);

/// The prints of this game.
pub(crate) fn prints(game: &str) -> &'static Prints {
    PRINTS.iter().find(|(id, _)| *id == game).map_or(&NONE, |(_, prints)| prints)
}

/// What is printed of the cards and the rules of a game.
pub(crate) struct Prints {
    cards: HashMap<String, Print, BuildHasherDefault<Folding>>,
    /// Each rule in a sentence, with a link to it.
    reasons: HashMap<Rule, Markup>,
    /// The names of cards in sentences, with links to the cards: by their first byte, then longest first.
    links: [Vec<(String, Markup)>; 256],
}

impl Default for Prints {
    fn default() -> Self {
        Prints { cards: HashMap::default(), reasons: HashMap::new(), links: [const { Vec::new() }; 256] }
    }
}

/// What is printed of a card.
#[derive(Clone)]
pub(crate) struct Print {
    /// What a screen reader hears.
    pub(crate) label: Markup,
    /// The card as it lies on the table.
    pub(crate) small: Markup,
    /// The card as one looks at it.
    pub(crate) large: Markup,
    /// What stands on it.
    pub(crate) reading: Markup,
}

impl Print {
    /// Of nothing.
    fn blank() -> Print {
        let none = Markup::default;
        Print { label: none(), small: none(), large: none(), reading: none() }
    }

    fn new(room: &dyn WebRoom, slug: &str, [title, kind, text]: &[String; 3]) -> Print {
        let game = room.info().id;
        Print {
            label: html! { (title) ", " (kind) },
            small: small(game, slug).render(),
            large: html! { img class="card large" src=(art_of(game, slug)) alt="" loading="lazy"; },
            reading: html! {
                p class="title" { (title) }
                p class="kind" { (kind) }
                p class="text" { (text) }
                (explained(room, &format!("{kind} {text}")))
            },
        }
    }
}

/// A card as it lies on the table, from either side.
pub(super) fn small<'a>(game: &'a str, card: &'a str) -> impl Render + 'a {
    Small { game, card }
}

struct Small<'a> {
    game: &'a str,
    card: &'a str,
}

impl Render for Small<'_> {
    fn render_to(&self, out: &mut String) {
        // Games and cards are called by words of letters, digits and hyphens.
        for part in
            ["<img class=\"card\" src=\"/art/", &ART, "/", self.game, "/", self.card, ".svg\" alt=\"\">"]
        {
            out.push_str(part);
        }
    }
}

/// The words of the game that stand on a card, each with the sentence of the rules that explains it.
fn explained(room: &dyn WebRoom, text: &str) -> Markup {
    let rules = Rules::parse(room.info().rules).unwrap_or_default();
    let lower = text.to_lowercase();
    let stands = |term: &str| lower.contains(&term.to_lowercase());
    let known: Vec<_> = room
        .glossary()
        .iter()
        .filter(|(term, _)| stands(term))
        .filter_map(|(term, rule)| Some((*term, *rule, meaning(&rules, term, *rule)?)))
        .collect();
    html! {
        @if !known.is_empty() {
            dl class="words" {
                @for (term, rule, meaning) in known { div { dt { (term) } dd { (meaning) " " (cite(room, rule)) } } }
            }
        }
    }
}

/// The sentence of a rule that has this word in it, or else its first.
pub(crate) fn meaning(rules: &Rules, term: &str, rule: Rule) -> Option<String> {
    let text = rules.get(rule)?.text.split("\n\n").next()?.replace('\n', " ").replace('*', "");
    let sentences = || text.split_inclusive(". ").map(str::trim);
    let found = sentences().find(|sentence| sentence.to_lowercase().contains(&term.to_lowercase()));
    found.or(sentences().next()).map(str::to_owned)
}

impl Prints {
    fn of(room: &dyn WebRoom) -> Prints {
        let game = room.info().id;
        let mut prints = Prints::default();
        for (name, slug) in room.cards() {
            let reading = room.read(&slug).unwrap_or_default();
            let link = html! {
                a class="name" href={ "/cards/" (game) "#" (slug) } data-card=(slug) { (name) }
            };
            if let Some(&first) = name.as_bytes().first() {
                prints.links[usize::from(first)].push((name, link));
            }
            prints.cards.insert(slug.clone(), Print::new(room, &slug, &reading));
        }
        let rules = Rules::parse(room.info().rules).unwrap_or_default();
        prints.reasons = rules
            .paragraphs
            .iter()
            .map(|p| (p.rule, html! { (p.gist()) " " (cite(room, p.rule)) }))
            .collect();
        prints
    }

    /// Why something is refused: the rule in a sentence, with a link to it.
    pub(crate) fn reason(&self, rule: Rule) -> &Markup {
        static NONE: Markup = maud::PreEscaped(String::new());
        self.reasons.get(&rule).unwrap_or(&NONE)
    }

    /// What is printed of this card.
    pub(crate) fn card(&self, game: &str, slug: &str) -> Cow<'_, Print> {
        if let Some(print) = self.cards.get(slug) {
            return Cow::Borrowed(print);
        }
        // A card of another edition: a game that was dealt with it is played on.
        let old = room(game).map(|room| Print::new(room, slug, &room.read(slug).unwrap_or_default()));
        Cow::Owned(old.unwrap_or_else(Print::blank))
    }

    /// A line with the names of cards as links to the cards.
    pub(crate) fn linked<'a>(&'a self, text: &'a str) -> impl Render + 'a {
        Linked { prints: self, text }
    }

    /// The cards that a text names, by their slugs. A name of one word may be a word of the game as well, and does not count.
    pub(crate) fn named_in<'a>(&'a self, text: &str) -> Vec<&'a str> {
        let text = text.replace('\n', " ");
        let all = self.links.iter().flatten().filter(|(name, _)| name.contains(' '));
        let mut found: Vec<(usize, &str)> = all
            .filter_map(|(name, link)| {
                let slug = link.0.split("data-card=\"").nth(1)?.split('"').next()?;
                Some((text.find(name.as_str())?, slug))
            })
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, slug)| slug).collect()
    }

    /// The card that is named at the start of this, the longest of those that begin alike.
    fn named(&self, text: &[u8]) -> Option<&(String, Markup)> {
        self.links[usize::from(*text.first()?)].iter().find(|(name, _)| text.starts_with(name.as_bytes()))
    }
}

struct Linked<'a> {
    prints: &'a Prints,
    text: &'a str,
}

impl Render for Linked<'_> {
    fn render_to(&self, out: &mut String) {
        let (mut told, mut at) = (0, 0);
        while at < self.text.len() {
            match self.prints.named(&self.text.as_bytes()[at..]) {
                Some((name, link)) => {
                    put(&self.text[told..at], out);
                    out.push_str(&link.0);
                    at += name.len();
                    told = at;
                }
                None => at += 1,
            }
        }
        put(&self.text[told..], out);
    }
}

/// Text on a page, added as [`put`] does.
#[derive(Clone, Copy)]
pub(crate) struct Plain<'a>(pub(crate) &'a str);

impl Render for Plain<'_> {
    fn render_to(&self, out: &mut String) {
        put(self.0, out);
    }
}

/// Adds text to a page. Nearly none has anything in it that must be escaped, and so it goes in one piece.
pub(crate) fn put(text: &str, out: &mut String) {
    match text.bytes().any(|b| matches!(b, b'&' | b'<' | b'>' | b'"')) {
        true => text.render_to(out),
        false => out.push_str(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever is refused reads a whole sentence that they can take in at a glance, and a link to the rest.
    #[test]
    fn every_rule_has_its_reason_in_words() {
        for room in ROOMS {
            let game = room.info().id;
            let rules = Rules::parse(room.info().rules).unwrap();
            for p in &rules.paragraphs {
                let gist = p.gist();
                assert!((15..=260).contains(&gist.len()) && gist.ends_with('.'), "{game} {}: {gist}", p.rule);
                let reason = &prints(game).reason(p.rule).0;
                let link = format!("href=\"/rules/{game}#{0}\" target=\"_blank\">rule {0}</a>", p.rule);
                assert!(reason.starts_with(&gist.as_str().render().0) && reason.ends_with(&link), "{reason}");
            }
        }
    }

    #[test]
    fn names_are_links_and_the_rest_stays_text() {
        for room in ROOMS {
            let prints = prints(room.info().id);
            for (name, slug) in room.cards() {
                let line = prints.linked(&format!("Bo & {name}, {name}é")).render().0;
                let link = html! {
                    a class="name" href={ "/cards/" (room.info().id) "#" (slug) } data-card=(slug) { (name) }
                };
                assert_eq!(line, format!("Bo &amp; {0}, {0}é", link.0));
            }
            assert_eq!(prints.linked("é <b>").render().0, "é &lt;b&gt;");
        }
    }
}
