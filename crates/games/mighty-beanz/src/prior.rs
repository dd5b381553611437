//! What somebody guesses of a deck whose list they have not read (rule 1.3).

use table::{Luck, Seat};

use crate::cards::{Face, Kind, Pack, catalog};
use crate::look::Look as _;
use crate::setup::DECKS;
use crate::view::View;

/// What is known of the decks: their lists, or nothing. By default nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prior {
    /// The list of each seat.
    pub lists: [Option<Box<[Face]>>; 2],
}

impl Prior {
    /// Guesses about what this viewer cannot see.
    pub(crate) fn about(&self, view: &View) -> Guesses {
        if !view.open.house.closed_lists {
            return Guesses::default();
        }
        let left = [0, 1].map(|seat| {
            let mut left = self.lists[seat].as_deref()?.to_vec();
            for kind in view.sight.known_of(Seat(seat as u8)) {
                if let Some(n) = left.iter().position(|face| face.number() == kind) {
                    left.swap_remove(n);
                }
            }
            Some(left)
        });
        Guesses { left, expert: view.open().expert }
    }
}

/// Cards that could be in a deck, one after the other.
#[derive(Default)]
pub(crate) struct Guesses {
    left: [Option<Vec<Face>>; 2],
    expert: bool,
}

impl Guesses {
    /// One more card of this owner.
    pub(crate) fn next(&mut self, owner: Seat, luck: &mut Luck) -> Face {
        if let Some(left) = self.left[owner.index() & 1].as_mut().filter(|left| !left.is_empty()) {
            let n = luck.pick(left.len() as u32) as usize;
            return left.swap_remove(n);
        }
        anything(self.expert, luck)
    }
}

/// A card as decks are made of: one of the house's for this game, three times in four; else any, and every other time a Bean.
fn anything(expert: bool, luck: &mut Luck) -> Face {
    if luck.pick(4) > 0 {
        let (_, text) = DECKS[usize::from(expert) * 2 + luck.pick(2) as usize];
        let list = Pack::OURS.cards_of(text);
        if let Some(face) = list.get(luck.pick(list.len().max(1) as u32) as usize) {
            return *face;
        }
    }
    let bean = luck.pick(2) == 0;
    let all = catalog().cards.len() as u32;
    // There are always Beans, and soon one comes.
    loop {
        let face = Face::of(luck.pick(all) as u16);
        if !bean || face.card().kind == Kind::Bean {
            return face;
        }
    }
}
