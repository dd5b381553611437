//! Two backs: Spies show theirs, everything else hides behind the other.

use serde::Serialize;
use table::Luck;
use table::cards::Pile;

/// A hand from behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Backs {
    /// Cards with the Spies' back.
    pub spies: u8,
    /// Cards with the common back.
    pub others: u8,
}

/// Stacks a deck of which only the back of the top card is known: `top_is_spy` says which back that is.
///
/// `spies` and `others` are the cards that are left, by their backs, each pile already in random order. Every order
/// of the deck that fits is as likely as any other.
pub fn stack_deck<F: Copy + Default, const N: usize, const A: usize, const B: usize>(
    deck: &mut Pile<F, N>,
    spies: &mut Pile<F, A>,
    others: &mut Pile<F, B>,
    top_is_spy: Option<bool>,
    luck: &mut Luck,
) {
    let top = match top_is_spy {
        Some(true) => spies.pop(),
        Some(false) => others.pop(),
        None => None,
    };
    spies.iter().chain(others.iter()).for_each(|&face| deck.push(face));
    luck.shuffle(deck);
    top.into_iter().for_each(|face| deck.push(face));
}
