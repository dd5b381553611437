//! Worlds that a viewer cannot tell from the true one.
//!
//! No card goes unseen from one hand to another, so the hidden cards of each back are spread over the hidden places in
//! every way that fits, each as likely as any other. Two things must fit: face-down cards of Lairs are Lairs (rule
//! 3.1), and who is picking a team has the Spies for it (rule 5.4).

use lair::{Demand, draw_worth, stack_deck};
use table::cards::Pile;
use table::{Luck, Seat};

use crate::cards::{BLUE, Face, Hand, PURPLE, Spies};
use crate::state::{Phase, RenamedSpy};
use crate::view::View;

/// Imagines a world from a view.
pub(crate) fn world(view: &View, luck: &mut Luck) -> RenamedSpy {
    let mut world = RenamedSpy {
        seats: view.seats,
        dealer: view.dealer,
        turn: view.turn,
        pace: view.pace,
        turns: view.turns,
        phase: view.phase,
        hands: Default::default(),
        up: view.up,
        down: Default::default(),
        deck: Pile::default(),
        gone: view.gone,
        stock: view.stock,
        scores: view.scores,
    };
    let hidden = view.out_of_sight();
    if let Some(me) = view.who {
        world.hands[me] = view.hand;
        world.down[me] = view.my_down;
    }
    let mut purple = Pile::<Face, PURPLE>::default();
    let mut lairs = Pile::<Face, BLUE>::default();
    let mut doublers = Pile::<Face, BLUE>::default();
    for face in hidden.cards() {
        match face {
            _ if face.is_purple() => purple.push(face),
            _ if face.is_lair() => lairs.push(face),
            _ => doublers.push(face),
        }
    }
    luck.shuffle(&mut purple);
    luck.shuffle(&mut lairs);
    let others = || Seat::all(view.seats).filter(|&s| view.who != Some(s));
    for seat in others() {
        (0..view.down[seat]).filter_map(|_| lairs.pop()).for_each(|face| world.down[seat].add(face));
    }
    let mut blue = lairs;
    doublers.iter().for_each(|&face| blue.push(face));
    luck.shuffle(&mut blue);
    // The hand that has a condition is filled first, from the top of the pile.
    if let Phase::Team { at, .. } = view.phase
        && view.who != Some(view.turn)
    {
        let hurdle = view.hurdle(at);
        let n = usize::from(view.backs[view.turn].spies);
        let good = usize::from(view.picks).max(2);
        draw_worth(&mut purple, Demand { cards: n, worth: hurdle + 1, good }, luck, |face| face.value());
        let hand: Hand = (0..n).filter_map(|_| purple.pop()).collect();
        world.phase = Phase::Team { at, picked: pick(hand.spies(), view.picks, luck) };
        world.hands[view.turn] = hand;
    }
    for seat in others() {
        let hand = &mut world.hands[seat];
        let missing = view.backs[seat].spies - hand.purple().total() as u8;
        (0..missing).filter_map(|_| purple.pop()).for_each(|face| hand.add(face));
        (0..view.backs[seat].others).filter_map(|_| blue.pop()).for_each(|face| hand.add(face));
    }
    stack_deck(&mut world.deck, &mut purple, &mut blue, view.top_is_purple, luck);
    world
}

/// Some of these Spies, at random.
fn pick(spies: Spies, picks: u8, luck: &mut Luck) -> Spies {
    let mut row = Pile::<Face, PURPLE>::default();
    spies.each().for_each(|spy| row.push(spy));
    luck.shuffle(&mut row);
    let mut picked = Spies::default();
    (0..picks).filter_map(|_| row.pop()).for_each(|spy| picked.add(spy));
    picked
}
