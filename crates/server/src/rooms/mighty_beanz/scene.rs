//! What there is to see of something that happened: the cards that did it, and the word for it.

use mighty_beanz::{Event, Face};

use super::BACK;
use crate::rooms::Scene;

/// What there is to see of something that happened.
pub(super) fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
    // The cards of those who attack and of what they hit, of the same choice.
    let before = |pick: fn(&Event) -> Option<Face>| heard[..at].iter().rev().find_map(|event| pick(event));
    let target = || {
        before(|event| match event {
            Event::Target { card, .. } => Some(*card),
            _ => None,
        })
    };
    let attacker = || {
        before(|event| match event {
            Event::Turned { card, cost: 0, .. } => Some(*card),
            Event::Uses { card, .. } => Some(*card),
            _ => None,
        })
    };
    let pair = |card: Face, with: Option<Face>| {
        Scene::of([with.filter(|other| *other != card), Some(card)].into_iter().flatten().map(Face::key))
    };
    let pushed = heard[..at].iter().rev().any(|event| matches!(event, Event::Pushed { .. }));
    let one = |card: &Face| Scene::of([card.key()]);
    Some(match heard[at] {
        Event::DrewCard { card, .. }
        | Event::Played { card, .. }
        | Event::Landed { card, .. }
        | Event::Laid { card, .. }
        | Event::Uses { card, .. }
        | Event::Answered { card, .. }
        | Event::Took { card, .. }
        | Event::Swept { card, .. }
        | Event::Discarded { card, .. }
        | Event::Target { card, .. }
        | Event::Moved { card, .. } => one(card),
        Event::Redrew { cards, .. } | Event::Saw { cards, .. } => Scene::of(cards.iter().map(|c| c.key())),
        Event::Fell { card, .. } if pushed => pair(*card, target()).staged("Domino!"),
        Event::KnockedOff { card, .. } if pushed => pair(*card, target()).staged("Domino!"),
        Event::Fell { card, .. } => pair(*card, attacker()).staged("Knocked over!"),
        Event::KnockedOff { card, .. } => pair(*card, attacker()).staged("Blowout!"),
        Event::Held { card, .. } if !pushed => pair(*card, attacker()).staged("It holds!"),
        Event::Cancelled { card } => one(card).staged("Cancelled!"),
        Event::Repelled { card, .. } => one(card).staged("Bye bye!"),
        Event::Stopped { .. } => {
            let by = before(|event| match event {
                Event::Answered { card, .. } => Some(*card),
                _ => None,
            });
            Scene::of(by.map(Face::key)).staged("Stopped!")
        }
        Event::Captured { .. } => Scene::of([BACK]).staged("Loot!"),
        Event::Shot { seat, lie, aim, strength, wobble, .. } => {
            Scene::of([]).with_film(format!("/shot/{}/{aim}/{strength}/{wobble}", lie.0), *seat)
        }
        _ => return None,
    })
}
