//! What somebody guesses of a deck whose list they have not read (rule 3.4).

use table::{Luck, MAX_SEATS, Seat};

use crate::cards::{Allegiance, Dot, Face};
use crate::look::Look as _;
use crate::view::View;

/// What is known of the decks: their lists, or nothing. By default nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prior {
    /// The list of each seat.
    pub lists: [Option<Box<[Face]>>; MAX_SEATS],
}

impl Prior {
    /// Guesses about what this viewer cannot see.
    pub(crate) fn about(&self, view: &View) -> Guesses {
        let open = view.open();
        if !open.closed_lists {
            return Guesses::default();
        }
        let mut guesses = Guesses { sides: open.sides, ..Guesses::default() };
        for seat in Seat::all(open.seats) {
            let mut dots = [5u8; 6];
            for kind in view.sight.known_of(seat) {
                let left = &mut dots[Face::of(kind).card().dot as usize];
                *left = left.saturating_sub(1);
            }
            guesses.dots[seat.index()] = dots;
            let Some(list) = self.lists[seat.index()].as_deref() else { continue };
            let mut left = list.to_vec();
            for kind in view.sight.known_of(seat) {
                if let Some(n) = left.iter().position(|face| face.number() == kind) {
                    left.swap_remove(n);
                }
            }
            guesses.left[seat.index()] = Some(left);
        }
        guesses
    }
}

/// Cards that could be in a deck, one after the other.
#[derive(Default)]
pub(crate) struct Guesses {
    left: [Option<Vec<Face>>; MAX_SEATS],
    sides: [Allegiance; MAX_SEATS],
    /// How many of each dot are still to come (rule 2.4).
    dots: [[u8; 6]; MAX_SEATS],
}

impl Guesses {
    /// One more card of this owner.
    pub(crate) fn next(&mut self, owner: Seat, luck: &mut Luck) -> Face {
        let n = owner.index() % MAX_SEATS;
        if let Some(left) = self.left[n].as_mut().filter(|left| !left.is_empty()) {
            let at = luck.pick(left.len() as u32) as usize;
            return left.swap_remove(at);
        }
        let (side, dots) = (self.sides[n], &mut self.dots[n]);
        let many: u32 = dots.iter().map(|left| u32::from(*left)).sum();
        let mut nth = luck.pick(many.max(1));
        let dot = Dot::ALL.into_iter().find(|dot| {
            let left = u32::from(dots[*dot as usize]);
            let here = nth < left;
            nth = nth.saturating_sub(left);
            here
        });
        let dot = dot.unwrap_or(Dot::ALL[luck.pick(6) as usize]);
        dots[dot as usize] = dots[dot as usize].saturating_sub(1);
        let fits = |face: &Face| (face.card().of, face.card().dot) == (side, dot);
        let all = Face::all().filter(fits).count().max(1) as u32;
        let nth = luck.pick(all) as usize;
        Face::all().filter(fits).nth(nth).unwrap_or(Face::of(0))
    }
}
