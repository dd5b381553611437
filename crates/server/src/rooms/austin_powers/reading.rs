//! What stands on the cards, and how they are ordered, explained and shown beside the rules.

use austin_powers::cards::{Card, Kind, Mark, Rarity, Sex};
use austin_powers::words;
use table::Rule;

use crate::rooms::Caption;

/// Words that stand on cards, each with the rule that explains it.
pub(super) const GLOSSARY: &[(&str, Rule)] = &[
    ("Groovy", Rule(5, 2)),
    ("Shagadelic", Rule(5, 2)),
    ("Randy", Rule(5, 2)),
    ("Creepy", Rule(5, 2)),
    ("Shagger", Rule(6, 2)),
    ("Assassin", Rule(6, 3)),
    ("Shag", Rule(6, 2)),
    ("Assassinate", Rule(6, 3)),
    ("Swinger", Rule(8, 1)),
    ("Happening", Rule(9, 1)),
    ("On the table", Rule(8, 4)),
    ("as an action", Rule(10, 1)),
    ("ship Agent", Rule(13, 1)),
    ("slugfest", Rule(14, 1)),
    ("dot", Rule(2, 4)),
];

/// Cards that show what a rule speaks of.
pub(super) fn pictures(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule(2, 1) => &["felicity-shagwell", "mind-the-splits", "the-shag-pad", "peace-everybody"],
        Rule(5, 2) => &["austin-international-man-of-velvet"],
        Rule(6, 2) => &["felicity-shagwell"],
        Rule(6, 3) => &["basil-exposition"],
        Rule(6, 7) => &["velvet-thunder-baby"],
        Rule(8, 2) => &["union-jack-jet"],
        Rule(9, 1) => &["photo-call"],
        Rule(12, 5) => &["mustafa"],
        Rule(13, 1) => &["dick-fighter-pilot"],
        Rule(14, 1) => &["slugfest"],
        _ => &[],
    }
}

/// What stands on a card.
pub(super) fn caption(card: &Card) -> Caption {
    let side = card.of.title();
    let (shelf, what) = match card.kind {
        Kind::Agent if card.ship => (2, "ship Agent"),
        Kind::Agent => (0, "Agent"),
        Kind::Bone => (4, "Frickin' Bone"),
        Kind::Swinger => (6, "Swinger"),
        Kind::Happening => (8, "Happening"),
    };
    let shelf = (shelf + card.of as u8, format!("{side}: {what}s").into());
    let facts = match card.kind {
        Kind::Agent => {
            let sex = if card.sex == Sex::Male { "male" } else { "female" };
            let mark = if card.mark == Mark::Shagger { "Shagger" } else { "Assassin" };
            format!(", {sex} {mark}, puts out {}", card.vibes)
        }
        Kind::Bone => format!(", needs {} to Shag, {} to Assassinate", card.shag, card.kill),
        _ => String::new(),
    };
    let worth = if card.value > 0 { format!(", worth {}", card.value) } else { String::new() };
    let rarity = match card.rarity {
        Rarity::Common => "common",
        Rarity::Uncommon => "uncommon",
        Rarity::Rare => "rare",
        Rarity::Starter => "in starter decks only",
    };
    let kind = format!("{side} {what}{facts}{worth}; {} dot, {rarity}", card.dot.title());
    let text = words::text(card);
    let text = match (text.is_empty(), card.says.as_str()) {
        (_, "") => text,
        (true, says) => format!("\u{201c}{says}\u{201d}"),
        (false, says) => format!("{text} \u{201c}{says}\u{201d}"),
    };
    Caption { name: card.name.clone(), kind, text, shelf }
}
