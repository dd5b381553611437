//! What a sensible player does without looking ahead: fills galaxies, knocks over what stands in full ones across the table,
//! answers what would hurt, and shoots straight. It knows no card and no word: it tries what it could do ([`ccg::trying`])
//! and looks how the table stands then. Everything is counted in what a full galaxy is worth.

use std::cell::RefCell;

use ccg::trying::{Trying, try_all};
use shot::chance;
use table::{Luck, Playouts, Policy, Seat, Seed, Stream};

use crate::act::Action;
use crate::cards::{Card, Face, Kind};
use crate::judge::{HARDEST, WIDEST, is_attackable};
use crate::look::Look;
use crate::state::{Attack, Frame, Galaxy, MightyBeanz, Slot, Stance, Step, deck, foe, hand, loot};
use crate::view::View;

/// What a point is worth that can still be spent.
const POINT: i32 = 25;
/// What captured Loot is worth.
const CAPTURED: i32 = 400;
/// What a game is worth.
const WON: i32 = 100_000;

impl Policy for MightyBeanz {
    type Notes = ();
    const MISJUDGED: u32 = 150;

    fn weigh(view: &View, act: Action) -> i32 {
        let mut weight = 0;
        Self::weigh_all(view, &[act], &mut |w| weight = w);
        weight
    }

    fn weigh_all(view: &View, menu: &[Action], each: &mut dyn FnMut(i32)) {
        let Some(me) = view.who else { return menu.iter().for_each(|_| each(0)) };
        match view.frame() {
            Some(Frame::Own(
                step @ (Step::Keep(_) | Step::Hide(_) | Step::Guess(..) | Step::Aim(..) | Step::Flick(..)),
            )) => {
                menu.iter().for_each(|&act| each(before_or_shot(view, me, step, act)));
            }
            // The same view is always weighed alike.
            _ => try_all::<Self>(view, me, menu, &mut Seed::from(1).luck(Stream::Bots), each),
        }
    }

    fn playouts(_: u8) -> Playouts {
        Playouts::Leaning
    }

    #[inline]
    fn lean(&self, seat: Seat, act: Action) -> u32 {
        lean(self, seat, act)
    }

    /// A direction and a strength are never quite what was meant (rule 10.3).
    fn shaken(_: &View, act: Action, shake: u8, luck: &mut Luck) -> Action {
        let mut off = || {
            let span = 2 * u32::from(shake) + 1;
            (luck.pick(span) + luck.pick(span)) as i8 - 2 * shake as i8
        };
        match act {
            Action::Aim { n } => Action::Aim { n: (n + off()).clamp(-WIDEST, WIDEST) },
            Action::Flick { n } => Action::Flick { n: (n as i8 + off()).clamp(1, HARDEST as i8) as u8 },
            act => act,
        }
    }
}

impl Trying for MightyBeanz {
    fn worth(&self, seat: Seat) -> i32 {
        if self.open.over.is_some() {
            return self.open.winner.map_or(0, |winner| if winner == seat { WON } else { -WON });
        }
        let turn = self.open.turn;
        let ahead = side_worth(self, seat) - side_worth(self, foe(seat));
        // Whoever's turn it is can still spend their points, and what they could do with an attack now counts for something.
        let yet = POINT * i32::from(self.open.points) + best_attack(self, turn) * 2 / 3;
        ahead + if turn == seat { yet } else { -yet }
    }

    fn rests(&self) -> bool {
        matches!(self.frame(), Some(Frame::Own(Step::Main | Step::Aim(..) | Step::Down)))
    }

    fn spare(work: &mut dyn FnMut(&mut Vec<Action>)) {
        thread_local!(static SPARE: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) });
        SPARE.with_borrow_mut(work);
    }
}

/// Before the first turn, and with a Mighty Bean under the thumb, there is nothing to try out.
fn before_or_shot(view: &View, me: Seat, step: Step, act: Action) -> i32 {
    match (step, act) {
        (_, Action::Redraw) => redraw_worth(view, me),
        (Step::Aim(_, _, lie), Action::Aim { n }) => {
            (1..=HARDEST).map(|strength| i32::from(chance(lie.facts(), n, strength))).max().unwrap_or(0)
        }
        (Step::Flick(_, _, lie, aim), Action::Flick { n }) => i32::from(chance(lie.facts(), aim, n)),
        (_, Action::Shoot) => 10,
        _ => 0,
    }
}

/// Another hand (rule 1.9) is worth it if a Bean must come sooner or later. All that are left may lie in the Loot, and
/// whoever waited for one then would wait for ever.
fn redraw_worth(view: &View, me: Seat) -> i32 {
    let beans = view.unplaced(me).filter(|face| face.card().kind == Kind::Bean).count();
    let loot: u8 = Galaxy::from_left_of(me).map(|galaxy| view.loot_count(me, galaxy)).sum();
    if beans > usize::from(loot) { 10 } else { -10 }
}

/// What a seat has: its galaxies, its Beans, its hand, its Loot.
fn side_worth(look: &impl Look, seat: Seat) -> i32 {
    let galaxies: i32 = Galaxy::from_left_of(seat)
        .map(|galaxy| worth(missing(look, seat, galaxy), look.count(loot(seat, galaxy))))
        .sum();
    let beans: i32 = look.beans(seat).map(|(slot, face)| bean_worth(look, slot, face)).sum();
    let held: i32 = look.row(hand(seat)).map(|face| keep_worth(face.card())).sum();
    // The next card is worth less than the one before, and those that must be discarded nothing.
    let many = i32::from(look.count(hand(seat)));
    let crowd = 4 * many * many.min(8) + 60 * (many - i32::from(look.hand_size(seat))).max(0);
    // A deck that runs out ends the game for whoever is behind.
    let deck = if look.count(deck(seat)) < 3 { -10 } else { 0 };
    galaxies + beans + held - crowd + deck + CAPTURED * i32::from(look.open().captured[seat.index()])
}

/// How much a galaxy matters in which so much Loot is left: the last card wins the game.
fn stake(loot: u8) -> i32 {
    match loot {
        0 | 1 => 3,
        2 => 2,
        _ => 1,
    }
}

/// What a galaxy is worth to a seat with this many Beans missing.
fn worth(missing: usize, loot: u8) -> i32 {
    stake(loot)
        * match missing {
            0 => 300,
            1 => 130,
            2 => 50,
            _ => 0,
        }
}

/// The slots of a galaxy on a mat without a Bean that will be up when its owner's turn begins.
fn missing(look: &impl Look, seat: Seat, galaxy: Galaxy) -> usize {
    let ready = |slot: &Slot| look.count(slot.bean()) > 0 && look.stance(*slot).stands();
    Slot::within(galaxy, seat).filter(|slot| !ready(slot)).count()
}

/// What a Bean is worth where it lies: what it cost, what it brings to attacks, and what it holds.
fn bean_worth(look: &impl Look, slot: Slot, face: Face) -> i32 {
    let card = face.card();
    let price = 20 + POINT * i32::from(card.cost);
    let defence = look.defence_value(slot, 0, &mut |_| {}) / 10;
    let power = match look.stance(slot) {
        Stance::Sidewayz => return price * 2 / 3 + defence,
        _ if card.attacks() => look.brings(slot, &mut |_| {}) / 8,
        Stance::HeadzUp if !card.gifts.is_empty() || !card.deeds.is_empty() => 15,
        _ => 0,
    };
    // What its Cosmos card adds to the price of its power is paid again and again.
    let dear = if card.deeds.is_empty() { 0 } else { 4 * i32::from(look.spin_cost(slot)) };
    price + defence + power - dear
}

/// What a standing Bean more in this slot is worth.
fn gain(look: &impl Look, slot: Slot) -> i32 {
    let (seat, galaxy) = (slot.seat(), slot.galaxy());
    let (gap, left) = (missing(look, seat, galaxy), look.count(loot(seat, galaxy)));
    worth(gap.saturating_sub(1), left) - worth(gap, left)
}

/// What the loss of a Bean means to its owner: that its galaxy is open, and the card.
fn loss(look: &impl Look, slot: Slot, off: bool) -> i32 {
    let (seat, galaxy) = (slot.seat(), slot.galaxy());
    let (gap, left) = (missing(look, seat, galaxy), look.count(loot(seat, galaxy)));
    let open = if look.stance(slot).stands() { worth(gap, left) - worth(gap + 1, left) } else { 0 };
    let card = look.bean(slot).map_or(0, |face| 20 + POINT * i32::from(face.card().cost));
    open + if off { card } else { card / 3 }
}

/// What an attack of this value does to a target.
fn harm(look: &impl Look, target: Slot, value: i32, shield: u16) -> i32 {
    let defence = look.defence_value(target, shield, &mut |_| {});
    if value < defence {
        return 0;
    }
    loss(look, target, value >= 2 * defence || !look.stance(target).stands())
}

/// What comes of an attack if everybody picks what is best for them.
fn outcome(look: &impl Look, attack: Attack, value: i32) -> i32 {
    let foe = foe(look.open().turn);
    let targets = Slot::of(foe).filter(|&slot| is_attackable(look, attack, slot));
    let harms = targets.map(|slot| harm(look, slot, value, attack.shield));
    if attack.sharp { harms.max().unwrap_or(0) } else { harms.min().unwrap_or(0) }
}

/// What the attack is worth that the Bean in this slot could make now.
fn attack_from(look: &impl Look, slot: Slot) -> i32 {
    let attack =
        Attack { by: slot.bit(), galaxy: slot.galaxy(), sharp: look.is_sharp(), ..Attack::default() };
    if !look.could_attack(slot, attack.sharp) {
        return 0;
    }
    outcome(look, attack, look.attack_value(slot.bit(), &mut |_| {}))
}

/// The best attack that can be paid for.
fn best_attack(look: &impl Look, seat: Seat) -> i32 {
    let points = look.open().points;
    let can = |slot: &Slot| {
        look.upright(*slot).is_some_and(|face| face.card().attacks()) && look.spin_cost(*slot) <= points
    };
    Slot::of(seat).filter(can).map(|slot| attack_from(look, slot)).max().unwrap_or(0)
}

/// How dear a card is to its holder.
fn keep_worth(card: &Card) -> i32 {
    match card.kind {
        Kind::Bean => 60 + i32::from(card.mmp) / 5 - 5 * i32::from(card.cost),
        Kind::Instant => 70,
        Kind::Action => 55,
        Kind::Moon | Kind::AsteroidField => 30,
    }
}

/// How much it hurts what is in the air.
fn hurt(look: &impl Look) -> i32 {
    let Some(Frame::Window(window)) = look.frame() else { return 0 };
    match look.frames().get(usize::from(window.about)) {
        Some(Frame::Own(Step::Attack(attack))) => {
            outcome(look, *attack, look.attack_value(attack.by, &mut |_| {}))
        }
        Some(Frame::Own(Step::Arrive(slot, _))) => gain(look, *slot),
        // A card that was worth playing is worth cancelling.
        _ => 90,
    }
}

/// How readily somebody of flesh and blood would do this, quickly.
fn lean(game: &MightyBeanz, seat: Seat, act: Action) -> u32 {
    let step = match game.frame() {
        Some(Frame::Own(step)) => Some(step),
        _ => None,
    };
    match (step, act) {
        (Some(Step::Aim(_, _, lie)), Action::Aim { n }) => {
            match (n - lie.facts().best_aim()).unsigned_abs() {
                0 => 400,
                1 => 100,
                2 => 20,
                _ => 1,
            }
        }
        (Some(Step::Flick(_, _, lie, aim)), Action::Flick { n }) => {
            let odds = u32::from(chance(lie.facts(), aim, n));
            1 + odds * odds / 4
        }
        (_, Action::Shoot) => 20,
        (_, Action::End) => 2,
        (_, Action::Draw) => {
            if game.count(deck(seat)) > 1 {
                8
            } else {
                1
            }
        }
        (_, Action::Play { card }) => match card.card().kind {
            Kind::Bean => 30,
            Kind::Action => 10,
            _ => 5,
        },
        (_, Action::Spin { slot }) => {
            if game.bean(slot).is_some_and(|face| face.card().attacks()) {
                1 + attack_from(game, slot).max(0) as u32 / 4
            } else {
                10
            }
        }
        (_, Action::Turn { slot }) => {
            if game.stance(slot) == Stance::Sidewayz {
                25
            } else {
                2
            }
        }
        (Some(Step::Place), Action::At { slot }) => 1 + gain(game, slot).max(0) as u32 / 8,
        (Some(Step::Attack(attack)), Action::At { slot }) => {
            let value = game.attack_value(attack.by, &mut |_| {});
            let harm = harm(game, slot, value, attack.shield).max(0) as u32;
            if attack.sharp { 1 + harm } else { 1 + 400 / (1 + harm / 4) }
        }
        (None, Action::At { slot }) => 1 + loss(game, slot, false).max(0) as u32 / 8,
        (_, Action::Answer { .. }) => (1 + (hurt(game) - 70).max(0) as u32 / 4).min(200),
        (_, Action::Pass) => 12,
        (_, Action::Discard { card }) => 1 + (120 - keep_worth(card.card()).clamp(0, 119)) as u32 / 4,
        (_, Action::Done) => 4,
        _ => 3,
    }
}
