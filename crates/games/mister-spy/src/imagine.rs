//! Worlds that a viewer cannot tell from the true one.
//!
//! What is hidden falls into two pools by its back. The common cards never change hands unseen, so every way to fill
//! the hidden places is equally likely. Spies do change hands: where a remembered Spy is now follows from the trail,
//! which is walked again with every unseen theft left to chance; walks that contradict what the viewer saw later are
//! thrown away. What is left is distributed exactly as the truth is.

use lair::{Demand, Letter, draw_worth, stack_deck};
use table::cards::Pile;
use table::{Luck, MAX_SEATS, PerSeat, Seat};

use crate::cards::{Face, Hand, OTHERS, SPIES};
use crate::state::{MisterSpy, Phase};
use crate::trail::{End, LONGEST, Step};
use crate::view::View;

/// How many walks may fail before one is searched for. Failing that often takes a chain of unlikely thefts.
const WALKS: u32 = 2000;

/// Imagines a world from a view.
pub(crate) fn world(view: &View, luck: &mut Luck) -> MisterSpy {
    let mut world = MisterSpy {
        seats: view.seats,
        dealer: view.dealer,
        turn: view.turn,
        turns: view.turns,
        phase: view.phase,
        hands: PerSeat::default(),
        up: view.up,
        down: view.down,
        deck: Pile::default(),
        fates: view.fates,
        gone: view.gone,
        scores: view.scores,
        trail: view.trail,
    };
    let mut spies = Pile::<Face, SPIES>::default();
    place_spies(view, &mut world, &mut spies, luck);
    let mut others = Pile::<Face, OTHERS>::default();
    place_others(view, &mut world, &mut others, luck);
    // What is left is the deck, in any order that puts the right back on top.
    stack_deck(&mut world.deck, &mut spies, &mut others, view.top_is_spy, luck);
    world
}

/// One walk along the trail. A token stands for a Spy that came into some hand; which one may be open.
#[derive(Clone)]
struct Walk {
    /// The tokens in each hand, a bit each.
    hands: [u32; MAX_SEATS],
    /// Which Spy a token is.
    is: [Face; SPIES],
    /// Tokens whose Spy is known.
    named: u32,
    tokens: u8,
    /// The token of each step.
    took: [u8; LONGEST],
    /// Has an unseen theft had a choice between named and nameless tokens?
    forked: bool,
}

impl Walk {
    fn begin(view: &View) -> Walk {
        let mut walk = Walk {
            hands: [0; MAX_SEATS],
            is: [Face::HIDDEN; SPIES],
            named: 0,
            tokens: 0,
            took: [0; LONGEST],
            forked: false,
        };
        let counts = view.trail.at_first(view.backs.0.map(|b| b.spies));
        // The viewer's own Spies before the first step: the hand now, with every step taken back.
        let mut mine = view.hand;
        for step in view.trail.steps().iter().rev() {
            if view.who.is_some() && step.to().hand() == view.who {
                mine.remove(step.spy);
            }
            if view.who.is_some() && step.from().hand() == view.who {
                mine.add(step.spy);
            }
        }
        let mut mine = mine.each_spy();
        for seat in Seat::all(view.seats) {
            for _ in 0..counts[seat.index()] {
                let name = if view.who == Some(seat) { mine.next() } else { None };
                walk.enter(seat, name);
            }
        }
        walk
    }

    /// A new token comes into a hand.
    fn enter(&mut self, seat: Seat, name: Option<Face>) -> u8 {
        let token = self.tokens;
        self.tokens += 1;
        self.hands[seat.index()] |= 1 << token;
        if let Some(spy) = name {
            self.name(token, spy);
        }
        token
    }

    fn name(&mut self, token: u8, spy: Face) {
        self.is[usize::from(token)] = spy;
        self.named |= 1 << token;
    }

    fn find(&self, spy: Face) -> Option<u8> {
        let named = (0..self.tokens).filter(|t| self.named >> t & 1 == 1);
        named.into_iter().find(|&t| self.is[usize::from(t)] == spy)
    }

    /// The tokens that could make this step, as the viewer saw it.
    fn candidates(&self, step: Step, from: Seat) -> u32 {
        let there = self.hands[from.index()];
        if step.spy == Face::HIDDEN {
            return there;
        }
        match self.find(step.spy) {
            Some(token) => there & 1 << token,
            None => there & !self.named,
        }
    }

    fn make(&mut self, i: usize, step: Step, token: u8) {
        if let End::Hand(from) = step.from() {
            self.hands[from.index()] &= !(1 << token);
        }
        if let End::Hand(to) = step.to() {
            self.hands[to.index()] |= 1 << token;
        }
        if step.spy != Face::HIDDEN && self.named >> token & 1 == 0 {
            self.name(token, step.spy);
        }
        self.took[i] = token;
    }

    /// Takes a step at random, as chance would have. False: it contradicts what the viewer saw.
    fn step(&mut self, i: usize, step: Step, luck: &mut Luck) -> bool {
        let Some(from) = step.from().hand() else {
            if let Some(to) = step.to().hand() {
                let name = Some(step.spy).filter(|&s| s != Face::HIDDEN);
                self.took[i] = self.enter(to, name);
            }
            return true;
        };
        let there = self.hands[from.index()];
        let can = self.candidates(step, from);
        let (held, fit) = (there.count_ones(), can.count_ones());
        if fit == 0 {
            return false;
        }
        if step.spy == Face::HIDDEN {
            self.forked |= there & self.named != 0 && there & !self.named != 0;
        } else if self.forked && can & self.named == 0 && luck.pick(held) >= fit {
            // A Spy never seen before came out of this hand: the likelier, the more nameless tokens it holds.
            return false;
        }
        self.make(i, step, nth(can, luck.pick(fit)));
        true
    }

    /// Finds some walk that fits, trying the choices in random order.
    fn search(self, steps: &[Step], i: usize, luck: &mut Luck) -> Option<Walk> {
        let Some(&step) = steps.get(i) else { return Some(self) };
        let Some(from) = step.from().hand() else {
            let mut next = self;
            next.step(i, step, luck);
            return next.search(steps, i + 1, luck);
        };
        let mut can = self.candidates(step, from);
        // Nameless tokens are all alike: one of them will do.
        let nameless = can & !self.named;
        if nameless != 0 {
            can = can & self.named | 1 << nth(nameless, luck.pick(nameless.count_ones()));
        }
        while can != 0 {
            let token = nth(can, luck.pick(can.count_ones()));
            can &= !(1 << token);
            let mut next = self.clone();
            next.make(i, step, token);
            if let Some(found) = next.search(steps, i + 1, luck) {
                return Some(found);
            }
        }
        None
    }
}

fn nth(mut bits: u32, n: u32) -> u8 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}

fn walk_trail(view: &View, luck: &mut Luck) -> Walk {
    let start = Walk::begin(view);
    let steps = view.trail.steps();
    for _ in 0..WALKS {
        let mut walk = start.clone();
        if steps.iter().enumerate().all(|(i, &step)| walk.step(i, step, luck)) {
            return walk;
        }
    }
    // The truth itself is a walk that fits, so one is found.
    start.clone().search(steps, 0, luck).unwrap_or(start)
}

fn place_spies(view: &View, world: &mut MisterSpy, pool: &mut Pile<Face, SPIES>, luck: &mut Luck) {
    let mut walk = walk_trail(view, luck);
    let mut out = view.phase.in_the_air().map_or(0u32, |spy| 1 << spy.0);
    for token in (0..walk.tokens).filter(|t| walk.named >> t & 1 == 1) {
        out |= 1 << walk.is[usize::from(token)].0;
    }
    for n in 0..SPIES {
        if view.fates[n].is_open() && out >> n & 1 == 0 {
            pool.push(Face(n as u8));
        }
    }
    luck.shuffle(pool);
    for token in 0..walk.tokens {
        if walk.named >> token & 1 == 0
            && let Some(spy) = pool.pop()
        {
            walk.name(token, spy);
        }
    }
    for seat in Seat::all(view.seats) {
        let mut bits = walk.hands[seat.index()];
        while bits != 0 {
            world.hands[seat].add(walk.is[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
    }
    for (step, token) in world.trail.steps_mut().iter_mut().zip(walk.took) {
        step.spy = walk.is[usize::from(token)];
    }
    if let Phase::Stolen { spy, .. } = &mut world.phase
        && let Some(last) = world.trail.steps().last()
    {
        *spy = last.spy;
    }
}

fn place_others(view: &View, world: &mut MisterSpy, pool: &mut Pile<Face, OTHERS>, luck: &mut Luck) {
    let mut seen = view.hand;
    if let Some(me) = view.who {
        view.down.of(me).iter().for_each(|&face| seen.add(face));
    }
    for seat in Seat::all(view.seats) {
        view.up[seat].each().for_each(|lair| seen.add(lair));
    }
    for letter in Letter::all() {
        (0..view.heard(letter)).for_each(|_| seen.add(Face::taunt(letter)));
    }
    let every = Face::all().filter(|f| !f.is_spy());
    for face in every.flat_map(|f| std::iter::repeat_n(f, usize::from(f.copies()))) {
        if seen.has(face) {
            seen.remove(face);
        } else {
            pool.push(face);
        }
    }
    luck.shuffle(pool);
    if let Phase::TurnUp { spy } = view.phase
        && view.who != Some(view.turn)
    {
        fill_lair(view, pool, u32::from(spy.value()), luck);
    }
    // The Lair that had a condition is filled first, from the top of the pool.
    let first = view.turn;
    let seats = Seat::all(view.seats).filter(|&s| s != first);
    for seat in std::iter::once(first).chain(seats) {
        if view.who == Some(seat) {
            let own: Hand = view.hand.each_lair().collect();
            world.hands[seat].0 |= own.0;
            view.hand.cards().filter(|f| !f.is_spy() && !f.is_lair()).for_each(|f| world.hands[seat].add(f));
            continue;
        }
        for slot in world.down.of_mut(seat) {
            *slot = pool.pop().unwrap_or(Face::HIDDEN);
        }
        for _ in 0..view.backs[seat].others {
            pool.pop().into_iter().for_each(|face| world.hands[seat].add(face));
        }
    }
}

/// Somebody is turning up cards to hold a Spy: their face-down cards must be able to do it, or they could not have played
/// the Spy (rule 4.2).
fn fill_lair(view: &View, pool: &mut Pile<Face, OTHERS>, value: u32, luck: &mut Luck) {
    let seat = view.turn;
    let cards = usize::from(view.down.count(seat));
    let worth = value.saturating_sub(view.up[seat].value());
    // A Deathtrap counts 1, as in `reach`.
    draw_worth(pool, Demand { cards, worth, good: 0 }, luck, |face| face.value().max(1));
}
