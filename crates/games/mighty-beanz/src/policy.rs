//! What a sensible player does without looking ahead: fills galaxies, knocks over what stands in full ones across the table,
//! answers what would hurt, and shoots straight. Everything is counted in what a full galaxy is worth.

use shot::chance;
use table::{Luck, Playouts, Policy, Seat};

use crate::act::Action;
use crate::cards::{Answers, Card, Deed, Face, Figure, Kind, Reach, Reply};
use crate::look::Look;
use crate::menu::{HARDEST, WIDEST, is_attackable};
use crate::state::{AIR, About, Attack, Frame, Galaxy, MightyBeanz, Slot, Stance, deck, foe, hand, loot};
use crate::view::View;

/// A point that is not spent on anything else draws a card.
const CARD: i32 = 90;
/// What a point is worth.
const POINT: i32 = 25;

impl Policy for MightyBeanz {
    type Notes = ();
    const MISJUDGED: u32 = 150;

    fn weigh(view: &View, act: Action) -> i32 {
        view.who.map_or(0, |me| match act {
            Action::Redraw => redraw_worth(view, me),
            act => weigh(view, me, act),
        })
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

/// Another hand (rule 1.9) is worth it if a Bean must come sooner or later. All that are left may lie in the Loot, and
/// whoever waited for one then would wait for ever.
fn redraw_worth(view: &View, me: Seat) -> i32 {
    let beans = view.unplaced(me).filter(|face| face.card().kind == Kind::Bean).count();
    let loot: u8 = Galaxy::from_left_of(me).map(|galaxy| view.loot_count(me, galaxy)).sum();
    if beans > usize::from(loot) { 10 } else { -10 }
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

/// The attack that the Bean in this slot could make now, with so much added.
fn attack_from(look: &impl Look, slot: Slot, more: i32, times: i32, sharp: bool) -> i32 {
    let own_boost: i32 = look.bean(slot).map_or(0, |face| {
        face.card().deeds.iter().map(|deed| if let Deed::Boost(n) = deed { i32::from(*n) } else { 0 }).sum()
    });
    let own_sharp = look.bean(slot).is_some_and(|face| face.card().deeds.contains(&Deed::Sharpshoot));
    let attack = Attack {
        by: slot.bit(),
        galaxy: slot.galaxy(),
        sharp: sharp || own_sharp || look.is_sharp(),
        ..Attack::default()
    };
    if !look.could_attack(slot, attack.sharp) {
        return 0;
    }
    let value = (look.attack_value(slot.bit(), &mut |_| {}) + own_boost + more) * times;
    outcome(look, attack, value)
}

/// The best attack that can be paid for with this many points.
fn best_attack(look: &impl Look, seat: Seat, points: u8, more: i32, times: i32, sharp: bool) -> i32 {
    let can = |slot: &Slot| {
        look.upright(*slot).is_some_and(|face| face.card().attacks()) && look.spin_cost(*slot) <= points
    };
    Slot::of(seat).filter(can).map(|slot| attack_from(look, slot, more, times, sharp)).max().unwrap_or(0)
}

/// What a clause of a card is worth now.
fn deed_worth(look: &impl Look, seat: Seat, from: Option<Slot>, deed: Deed, points: u8) -> i32 {
    let targets = || Slot::all().filter(|&slot| look.is_target(seat, from, deed, slot));
    let better = |more, times, sharp| {
        best_attack(look, seat, points, more, times, sharp) - best_attack(look, seat, points, 0, 1, false)
    };
    match deed {
        Deed::Attack => from.map_or(0, |slot| attack_from(look, slot, 0, 1, false)),
        Deed::Boost(n) => better(i32::from(n), 1, false),
        Deed::Double => better(0, 2, false),
        Deed::Sharpshoot => better(0, 1, true),
        Deed::Blitz => {
            let attackers = Slot::of(seat)
                .filter(|&slot| look.upright(slot).is_some_and(|face| face.card().attacks()))
                .count();
            if attackers >= 2 { 30 } else { -20 }
        }
        Deed::Draw(n) => draw_worth(look, seat, n),
        Deed::Points(n) => POINT * i32::from(n) + 20,
        Deed::Knockdown(_) => targets().map(|slot| loss(look, slot, false)).max().unwrap_or(0),
        Deed::KnockOff(_) => targets().map(|slot| loss(look, slot, true)).max().unwrap_or(0),
        Deed::Odd(_) => targets().map(|slot| loss(look, slot, false)).sum(),
        Deed::Freebie => best_slot(look, seat) + 60,
        Deed::TurnUp => targets().map(|slot| turn_up_worth(look, slot)).max().unwrap_or(0),
        Deed::Move | Deed::Swap => 10,
        Deed::Retrieve => 60,
        Deed::Sweep => 30,
        Deed::Shed(n) => 45 * i32::from(n.min(look.count(hand(foe(seat))))),
        Deed::Peek => 15,
    }
}

/// What this many cards are worth: less with a full hand, and everything when the deck runs out (rule 11.2).
fn draw_worth(look: &impl Look, seat: Seat, n: u8) -> i32 {
    if look.count(deck(seat)) <= n {
        let [mine, theirs] = [seat, foe(seat)].map(|s| i32::from(look.open().captured[s.index()]));
        return (mine - theirs).signum() * 5000 - 1;
    }
    let held = i32::from(look.count(hand(seat)));
    i32::from(n) * (CARD - 8 * held).max(15)
}

/// What it is worth to turn a Bean up.
fn turn_up_worth(look: &impl Look, slot: Slot) -> i32 {
    let power = look.bean(slot).map_or(0, |face| if face.card().gifts.is_empty() { 5 } else { 25 });
    match look.stance(slot) {
        Stance::Sidewayz => gain(look, slot) + 30 + power,
        // It gets up by itself in the next turn; until then it may attack once more.
        _ => power,
    }
}

/// The best slot for another Bean.
fn best_slot(look: &impl Look, seat: Seat) -> i32 {
    let free = Slot::of(seat).filter(|slot| look.count(slot.bean()) == 0);
    free.map(|slot| gain(look, slot)).max().unwrap_or(0)
}

/// How well a Bean fits a slot: its team beside it, and what lies under it.
fn fit(look: &impl Look, slot: Slot, face: Face) -> i32 {
    let card = face.card();
    let mate = if look.has_mate(slot, face) { 25 } else { 0 };
    let cosmos = look.cosmos(slot).map_or(0, |cosmos| {
        let cosmos = cosmos.card();
        let moon = cosmos.moon_team.1 > 0 && cosmos.moon_team.0 == card.team
            || cosmos.moon_type.is_some_and(|(class, _)| class == card.class);
        let attack = if moon && card.attacks() { 30 } else { 0 };
        attack + i32::from(cosmos.asteroid) / 5 - if card.spins() { 5 * i32::from(cosmos.cost) } else { 0 }
    });
    mate + cosmos
}

/// What a Bean is worth on the mat, wherever that is.
fn bean_worth(card: &Card) -> i32 {
    let power = if card.attacks() {
        20
    } else if card.gifts.iter().any(|gift| matches!(gift.figure, Figure::Points | Figure::Draws)) {
        40
    } else if !card.gifts.is_empty() || !card.deeds.is_empty() {
        15
    } else {
        0
    };
    i32::from(card.mmp) / 5 + power
}

fn cosmos_worth(look: &impl Look, slot: Slot, face: Face) -> i32 {
    let card = face.card();
    if look.cosmos(slot).is_some() {
        return -40;
    }
    let Some(bean) = look.bean(slot).map(Face::card) else { return 5 };
    if card.kind == Kind::AsteroidField {
        return 20 + i32::from(card.asteroid) / 5;
    }
    let by_team = if card.moon_team.0 == bean.team { card.moon_team.1 } else { 0 };
    let by_type = card.moon_type.map_or(0, |(class, n)| if class == bean.class { n } else { 0 });
    if bean.attacks() { i32::from(by_team.max(by_type)) / 2 } else { -30 }
}

/// What playing a card in one's own turn is worth.
fn play_worth(look: &impl Look, me: Seat, face: Face) -> i32 {
    let card = face.card();
    let points = look.open().points - card.cost.min(look.open().points);
    let price = POINT * i32::from(card.cost);
    match card.kind {
        Kind::Bean => best_slot(look, me) + bean_worth(card) + 30 - price,
        Kind::Moon | Kind::AsteroidField => {
            Slot::of(me).map(|slot| cosmos_worth(look, slot, face)).max().unwrap_or(0) - price
        }
        Kind::Action => {
            let deeds = card.deeds.iter();
            deeds.map(|&deed| deed_worth(look, me, None, deed, points)).sum::<i32>() - price - 15
        }
        Kind::Instant => -1000,
    }
}

/// How much it hurts a seat what is in the air.
fn hurt(look: &impl Look, me: Seat) -> i32 {
    let open = look.open();
    let Some(Frame::Answers(about, _)) = look.frame() else { return 0 };
    let beneath = open.frames.len().checked_sub(2).map(|n| open.frames[n]);
    match (about, beneath) {
        (About::Attack, Some(Frame::Attack(attack))) => {
            outcome(look, attack, look.attack_value(attack.by, &mut |_| {}))
        }
        (About::Bean, Some(Frame::Arrive(slot, _))) => gain(look, slot),
        (About::Action, Some(Frame::Deeds(deeds))) => {
            let turn = open.turn;
            let sum = deeds.face.card().deeds.iter();
            sum.map(|&deed| match deed {
                Deed::Boost(n) => i32::from(n) / 2,
                Deed::Double => 90,
                Deed::Sharpshoot => 80,
                Deed::Blitz => 60,
                deed => deed_worth(look, turn, None, deed, open.points),
            })
            .sum()
        }
        _ => me.0.into(),
    }
}

/// What an Instant is worth now.
fn answer_worth(look: &impl Look, me: Seat, card: Face) -> i32 {
    let facts = card.card();
    let hurt = hurt(look, me);
    // A chain: to cancel what cancels is worth what was cancelled.
    if facts.answers == Some(Answers::Action) && !look.open().answers.is_empty() {
        return if me == look.open().turn { 60 } else { hurt - 60 };
    }
    let shields = |shield: u16| match look.open().frames.iter().rev().nth(1) {
        Some(Frame::Attack(attack)) => {
            let value = look.attack_value(attack.by, &mut |_| {});
            hurt - outcome(look, Attack { shield: attack.shield + shield, ..*attack }, value)
        }
        _ => 0,
    };
    let worth: i32 = facts
        .replies
        .iter()
        .map(|reply| match *reply {
            Reply::Cancel => hurt,
            Reply::Bounce => hurt / 2,
            Reply::Shield(n) => shields(n),
            Reply::Boomerang => 70,
            Reply::Draw(n) => draw_worth(look, me, n) / 2,
        })
        .sum();
    // One of them is kept for what hurts.
    worth - 70
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

/// How good an act looks.
fn weigh(look: &impl Look, me: Seat, act: Action) -> i32 {
    let points = look.open().points;
    match (look.frame(), act) {
        (Some(Frame::Aim(..)), Action::Aim { n }) => {
            (1..=HARDEST).map(|strength| i32::from(chance(n, strength))).max().unwrap_or(0)
        }
        (Some(Frame::Flick(_, _, aim)), Action::Flick { n }) => i32::from(chance(aim, n)),
        (_, Action::Shoot) => 10,
        (Some(Frame::Main), Action::Draw) => draw_worth(look, me, 1) - POINT,
        (Some(Frame::Main), Action::Play { card }) => play_worth(look, me, card),
        (Some(Frame::Main), Action::Spin { slot }) => {
            let Some(face) = look.bean(slot) else { return 0 };
            let card = face.card();
            let price = POINT * i32::from(look.spin_cost(slot));
            if card.attacks() {
                return attack_from(look, slot, 0, 1, false) - price;
            }
            let left = points - look.spin_cost(slot).min(points);
            let deeds = card.deeds.iter();
            deeds.map(|&deed| deed_worth(look, me, Some(slot), deed, left)).sum::<i32>() - price
        }
        (Some(Frame::Main), Action::Turn { slot }) => {
            let price = POINT * look.bean(slot).map_or(0, |face| i32::from(face.card().cost));
            turn_up_worth(look, slot) - price
        }
        (Some(Frame::Main), Action::Blitz) => 40,
        (Some(Frame::Place), Action::At { slot }) => {
            let Some(face) = look.top(AIR) else { return 0 };
            if face.card().kind.is_cosmos() {
                cosmos_worth(look, slot, face)
            } else {
                gain(look, slot) + fit(look, slot, face)
            }
        }
        (Some(Frame::Attack(attack)), Action::At { slot }) => {
            let value = look.attack_value(attack.by, &mut |_| {});
            let harm = harm(look, slot, value, attack.shield);
            if attack.sharp { harm } else { -harm }
        }
        (Some(Frame::Deeds(deeds)), Action::At { slot }) => match (look.deed(deeds), deeds.first) {
            (Some(Deed::TurnUp), _) => turn_up_worth(look, slot),
            (Some(Deed::Move), Some(_)) => gain(look, slot),
            (Some(Deed::Move | Deed::Swap), _) => -loss(look, slot, false),
            (Some(Deed::Sweep), _) => {
                let theirs = if slot.seat() == me { -1 } else { 1 };
                theirs * if look.count(slot.bean()) > 0 { 20 } else { 5 }
            }
            (Some(deed), _) => {
                loss(look, slot, matches!(deed, Deed::KnockOff(Reach::Here | Reach::Anywhere)))
            }
            (None, _) => 0,
        },
        (Some(Frame::Deeds(_)), Action::Take { card }) => {
            bean_worth(card.card()) + 10 * i32::from(card.card().cost)
        }
        (Some(Frame::Gather(_)), Action::At { slot }) => 10 + look.brings(slot, &mut |_| {}) / 10,
        (Some(Frame::Gather(_)), Action::Done) => 12,
        (Some(Frame::Strike(by)), Action::Galaxy { n }) => {
            let value = look.attack_value(by, &mut |_| {});
            outcome(look, Attack { by, galaxy: n, ..Attack::default() }, value)
        }
        (Some(Frame::Answers(..)), Action::Answer { card }) => answer_worth(look, me, card),
        (_, Action::Discard { card }) => -keep_worth(card.card()),
        _ => 0,
    }
}

/// How readily somebody of flesh and blood would do this, quickly.
fn lean(game: &MightyBeanz, seat: Seat, act: Action) -> u32 {
    match (game.frame(), act) {
        (Some(Frame::Aim(..)), Action::Aim { n }) => match n.unsigned_abs() {
            0 => 400,
            1 => 100,
            2 => 20,
            _ => 1,
        },
        (Some(Frame::Flick(_, _, aim)), Action::Flick { n }) => {
            let odds = u32::from(chance(aim, n));
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
                1 + attack_from(game, slot, 0, 1, false).max(0) as u32 / 4
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
        (Some(Frame::Place), Action::At { slot }) => 1 + gain(game, slot).max(0) as u32 / 8,
        (Some(Frame::Attack(attack)), Action::At { slot }) => {
            let value = game.attack_value(attack.by, &mut |_| {});
            let harm = harm(game, slot, value, attack.shield).max(0) as u32;
            if attack.sharp { 1 + harm } else { 1 + 400 / (1 + harm / 4) }
        }
        (Some(Frame::Deeds(_)), Action::At { slot }) => 1 + loss(game, slot, false).max(0) as u32 / 8,
        (_, Action::Answer { card }) => (1 + answer_worth(game, seat, card).max(0) as u32 / 4).min(200),
        (_, Action::Pass) => 12,
        (_, Action::Discard { card }) => 1 + (120 - keep_worth(card.card()).clamp(0, 119)) as u32 / 4,
        (_, Action::Done) => 4,
        _ => 3,
    }
}
