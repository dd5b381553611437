//! Looking things up, in the middle of a game or from the command line: a card by its name, and rules and cards by words.

use std::fmt::Write as _;

use table::rules::Rules;
use table::words::{Ink, count, no_such_card};
use table::{Brush, Rule};

use crate::rules::paragraph;

/// Whoever looks for a common word has seen enough after so many cards.
const MOST_CARDS: usize = 12;

/// A card as it is read out: its name, what it is, and its text.
type Card = [String; 3];

/// Every card of a game, by name.
fn cards(game: &str) -> Vec<Card> {
    let Some(room) = server::rooms::room(game) else { return Vec::new() };
    let mut cards: Vec<Card> = room.cards().iter().filter_map(|(_, slug)| room.read(slug)).collect();
    cards.sort();
    cards.dedup();
    cards
}

fn show([name, what, text]: &Card, brush: Brush) -> String {
    let mut out = format!("{}\n", brush.paint(Ink::Strong, name));
    for line in [what, text].into_iter().filter(|line| !line.is_empty()) {
        let _ = writeln!(out, "{}", brush.wrap(&table::words::capital(line), 0));
    }
    out
}

/// The card with this name, for people; a part of the name is enough if it fits no other card.
pub(crate) fn card(game: &str, name: &str, brush: Brush) -> Result<String, String> {
    let wanted = name.trim().to_lowercase();
    if wanted.is_empty() {
        return Err("Type card and a name, such as: card jillian styles".into());
    }
    let cards = cards(game);
    let slug = ccg::slug(&wanted);
    // A Taunt or a Doubler is known by its letter too.
    let named = |card: &&Card| {
        let own = ccg::slug(&card[0]);
        own == slug || own.strip_suffix(&slug).is_some_and(|rest| slug.len() == 1 && rest.ends_with('-'))
    };
    if let Some(card) = cards.iter().find(named) {
        return Ok(show(card, brush));
    }
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let near: Vec<&Card> =
        cards.iter().filter(|card| words.iter().all(|word| card[0].to_lowercase().contains(word))).collect();
    match near[..] {
        [one] => Ok(show(one, brush)),
        [] => {
            Err(table::words::capital(&no_such_card(name.trim(), cards.iter().map(|card| card[0].clone()))))
        }
        _ => {
            let names: Vec<&str> = near.iter().take(MOST_CARDS).map(|card| card[0].as_str()).collect();
            let more = match near.len() - names.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            Err(format!("Several cards match: {}{more}. Type more of the name.", names.join(", ")))
        }
    }
}

/// The rules and the cards of a game that have all these words; `None` if there are none.
pub(crate) fn find(game: &str, page: &str, words: &str, brush: Brush) -> Option<String> {
    let rules = Rules::parse(page).unwrap_or_default();
    if let Ok(rule) = words.parse::<Rule>() {
        return rules.get(rule).map(|p| paragraph(p, brush));
    }
    let mut parts: Vec<String> = rules.find(words).map(|p| paragraph(p, brush)).collect();
    let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let has = |card: &Card| {
        let whole = card.join(" ").to_lowercase();
        wanted.iter().all(|word| whole.contains(word))
    };
    let found: Vec<Card> = cards(game).into_iter().filter(has).collect();
    parts.extend(found.iter().take(MOST_CARDS).map(|card| show(card, brush)));
    if let Some(more) = found.len().checked_sub(MOST_CARDS).filter(|more| *more > 0) {
        let more = count(more as u64, "more card has", "more cards have");
        parts.push(format!("{more} these words; add a word to see fewer.\n"));
    }
    (!parts.is_empty()).then(|| parts.join("\n"))
}
