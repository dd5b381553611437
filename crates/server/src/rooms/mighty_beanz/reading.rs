//! What stands on the cards, and how they are ordered, explained and shown beside the rules.

use mighty_beanz::cards::{Card, Kind, Team};
use mighty_beanz::words;
use table::Rule;

use crate::rooms::Caption;

/// Words that stand on cards, each with the rule that explains it.
pub(super) const GLOSSARY: &[(&str, Rule)] = &[
    ("MMP", Rule(3, 8)),
    ("Spin", Rule(4, 5)),
    ("Headz-up", Rule(4, 4)),
    ("Sidewayz", Rule(4, 1)),
    ("Bean Attack", Rule(6, 1)),
    ("Sharpshoot", Rule(8, 1)),
    ("Bean Blitz", Rule(8, 2)),
    ("Moon", Rule(5, 4)),
    ("Asteroid Field", Rule(5, 5)),
    ("Cosmos", Rule(5, 1)),
    ("Instant", Rule(9, 1)),
    ("action point", Rule(2, 3)),
    ("team", Rule(7, 3)),
    ("cost", Rule(3, 2)),
];

/// Cards that show what a rule speaks of.
pub(super) fn pictures(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule(3, 2) | Rule(3, 8) => &["lion-bean"],
        Rule(4, 5) => &["clown-bean"],
        Rule(4, 4) | Rule(7, 5) => &["ring-master-bean"],
        _ => &[],
    }
}

/// What stands on a card.
pub(super) fn caption(card: &Card) -> Caption {
    let text = words::text(card);
    let text = match card.says.as_str() {
        "" => text,
        says if text.ends_with('!') => format!("{text} “{says}”"),
        says => format!("{text}. “{says}”"),
    };
    let (class, team, cost) = (card.class.title(), card.team.name(), format!("cost {}", card.cost));
    let (shelf, kind) = match card.kind {
        Kind::Bean if card.team == Team::NONE => {
            let kind = format!("{class} Bean without a team, {} MMP, {cost}", card.mmp);
            ((4, "Beans without a team".into()), kind)
        }
        Kind::Bean => {
            let kind = format!("{class} of the {team} team, {} MMP, {cost}", card.mmp);
            ((card.class as u8, format!("{team} ({class})").into()), kind)
        }
        Kind::Moon => ((5, "Moons".into()), format!("Moon, {cost}")),
        Kind::AsteroidField => ((6, "Asteroid Fields".into()), format!("Asteroid Field, {cost}")),
        Kind::Action => ((7, "Actions".into()), format!("Action, {cost}")),
        Kind::Instant => ((8, "Instants".into()), "Instant, free".to_owned()),
    };
    Caption { name: card.name.clone(), kind, text, shelf }
}
