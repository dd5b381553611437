//! What there is to see of something that happened: the cards that did it, and the word for it.

use austin_powers::{Event, Face};

use super::BACK;
use crate::rooms::Scene;

/// What there is to see of something that happened.
pub(super) fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
    let one = |card: &Face| Scene::of([card.key()]);
    Some(match heard[at] {
        Event::DrewCard { card, .. }
        | Event::Played { card, .. }
        | Event::Swung { card, .. }
        | Event::Used { card, .. }
        | Event::Stays { card, .. }
        | Event::Bone { card, .. }
        | Event::Enters { card, .. }
        | Event::Scored { card, .. }
        | Event::Unscored { card, .. }
        | Event::Discarded { card, .. }
        | Event::Returned { card, .. }
        | Event::Took { card, .. }
        | Event::Found { card, .. }
        | Event::Kept { card, .. } => one(card),
        Event::Saw { cards, .. } => Scene::of(cards.iter().map(|card| card.key())),
        Event::Attacks { card, target, .. } => Scene::of([card.key(), target.key()]),
        Event::Signs { .. } => Scene::of([BACK]),
        Event::Happens { card, .. } => one(card).staged("It happens!"),
        Event::Won { card, slugfest: true, .. } => one(card).staged("Last one standing!"),
        Event::Won { card, .. } => one(card).staged("Smashing!"),
        _ => return None,
    })
}
