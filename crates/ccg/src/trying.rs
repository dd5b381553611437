//! What a bot makes of cards that it does not know: it tries them. In a world imagined from its view it does a thing, lets
//! everybody go on as they would without thinking, and looks at what has become of it. So a word of a card language needs no
//! weight of its own, and no card is known by name.

use table::{Answers, Luck, Mute, Policy, Seat, race};

/// A game in which acts can be tried out.
pub trait Trying: Policy {
    /// How well a seat stands in this world, in the units of [`Policy::weigh`].
    fn worth(&self, seat: Seat) -> i32;
    /// Is what was begun over, so that it can be judged?
    fn rests(&self) -> bool;
    /// Lends a menu to write on: one is kept for each thread, so that trying needs no memory of its own.
    fn spare(work: &mut dyn FnMut(&mut Vec<Self::Action>));
}

/// More questions than an act ever asks on the way.
const MOST: u32 = 24;

/// Tries every act of a menu in the same imagined world.
pub fn try_all<G: Trying>(
    view: &G::View,
    seat: Seat,
    menu: &[G::Action],
    luck: &mut Luck,
    each: &mut dyn FnMut(i32),
) where
    G::Prior: Default,
{
    let world = G::imagine(view, &G::Prior::default(), luck);
    G::spare(&mut |next| {
        for &act in menu {
            let mut world = world.clone();
            world.apply(seat, act, luck, &mut Mute);
            go_on(&mut world, luck, next);
            each(world.worth(seat));
        }
    });
}

/// Everybody does what they lean to most until what was begun is over, also in a race.
fn go_on<G: Trying>(world: &mut G, luck: &mut Luck, menu: &mut Vec<G::Action>) {
    for _ in 0..MOST {
        if world.rests() {
            return;
        }
        let answers = Answers::from_all(world.status().asked(), |seat| {
            menu.clear();
            world.legal(seat, menu);
            // The first of several alike: the least risky.
            menu.iter().copied().rev().max_by_key(|&act| world.lean(seat, act))
        });
        let Some(mut answers) = answers else { return };
        answers.draw_lots(luck);
        race::carry_out(world, &answers, luck, &mut Mute);
    }
}
