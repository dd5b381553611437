//! What may be answered, and why nothing else may: both from the same look at the table.

use table::{Rule, Seat, Status};

use crate::act::Action;
use crate::cards::{Answers, Deed, Face, Kind, Reply};
use crate::look::{Look, can_come_back};
use crate::state::{AIR, About, Attack, Deeds, Frame, Galaxy, Open, Side, Slot, discard, foe, hand, slots};

/// How far one can aim to either side (rule 10.3).
pub const WIDEST: i8 = 20;
/// How hard one can flick (rule 10.3).
pub const HARDEST: u8 = 20;
/// The strength that comes first in the menu: about the best for a straight shot.
const USUAL: u8 = 10;

/// Whom the table waits for.
pub(crate) fn status(look: &impl Look) -> Status {
    let open = look.open();
    if open.over.is_some() {
        return Status::Over;
    }
    let turn = open.turn;
    Status::Ask(match look.frame() {
        Some(Frame::Keep(seat) | Frame::Hide(seat) | Frame::Guess(seat, _)) => seat,
        Some(Frame::Answers(_, round)) => round.asked(),
        Some(Frame::Attack(attack)) if !attack.sharp => foe(turn),
        Some(Frame::Lose(_)) => foe(turn),
        _ => turn,
    })
}

/// The different cards of a hand; it is sorted.
fn different(cards: impl Iterator<Item = Face>) -> impl Iterator<Item = Face> {
    let mut last = None;
    cards.filter(move |&face| last.replace(face) != Some(face))
}

/// Which answer of the open window an Instant that cancels would hit: the newest live card of the other seat (rule 9.7).
/// 0 is what the window is about.
pub(crate) fn newest(look: &impl Look, about: About, seat: Seat) -> Option<u8> {
    let open = look.open();
    let dead = dead(look, open);
    let mut cards = (1..=open.answers.len() as u8).rev();
    let by = |n: u8| Seat(open.answers[usize::from(n) - 1].by);
    let answer = cards.find(|&n| by(n) != seat && dead >> n & 1 == 0);
    answer.or_else(|| (about == About::Action && seat != open.turn && dead & 1 == 0).then_some(0))
}

/// Which cards of the window are cancelled, if nothing more is answered: a bit each (rule 9.8).
pub(crate) fn dead(look: &impl Look, open: &Open) -> u64 {
    let mut dead = 0u64;
    let instants = open.answers.len();
    let base = usize::from(look.count(AIR)) - instants;
    for n in (1..=instants).rev() {
        let answer = open.answers[n - 1];
        let face = look.row(AIR).nth(base + n - 1);
        if dead >> n & 1 == 0 && face.is_some_and(cancels) {
            dead |= 1 << answer.at;
        }
    }
    dead
}

/// Does this Instant cancel the card that it answers?
fn cancels(face: Face) -> bool {
    let card = face.card();
    card.answers == Some(Answers::Action) && card.replies.contains(&Reply::Cancel)
}

/// May this Instant answer what is in the air (rules 9.1, 9.2)?
fn may_answer(look: &impl Look, seat: Seat, face: Face) -> bool {
    let Some(Frame::Answers(about, _)) = look.frame() else { return false };
    let theirs = seat != look.open().turn;
    match face.card().answers {
        Some(Answers::Action) => newest(look, about, seat).is_some(),
        Some(Answers::Attack) => about == About::Attack && theirs,
        Some(Answers::Bean) => about == About::Bean && theirs,
        None => false,
    }
}

/// Lists what the seat may answer.
pub(crate) fn menu(look: &impl Look, seat: Seat, menu: &mut Vec<Action>) {
    let Some(frame) = look.frame() else { return };
    if look.open().over.is_some() {
        return;
    }
    match frame {
        Frame::Keep(_) => {
            menu.push(Action::Keep);
            if !look.row(hand(seat)).any(|face| face.card().kind == Kind::Bean) {
                menu.push(Action::Redraw);
            }
        }
        Frame::Hide(_) => menu.extend([Side::Left, Side::Right].map(|side| Action::Hide { side })),
        Frame::Guess(..) => menu.extend([Side::Left, Side::Right].map(|side| Action::Guess { side })),
        Frame::Aim(..) if look.open().steady => menu.extend([Action::Shoot, Action::Miss]),
        Frame::Aim(..) => {
            menu.push(Action::Aim { n: 0 });
            (1..=WIDEST).for_each(|n| menu.extend([Action::Aim { n: -n }, Action::Aim { n }]));
        }
        Frame::Flick(..) => {
            menu.push(Action::Flick { n: USUAL });
            menu.extend((1..=HARDEST).filter(|&n| n != USUAL).map(|n| Action::Flick { n }));
        }
        Frame::Main => main(look, seat, menu),
        Frame::Down | Frame::Lose(_) => {
            menu.extend(different(look.row(hand(seat))).map(|card| Action::Discard { card }));
        }
        Frame::Place => {
            let cosmos = look.top(AIR).is_some_and(|face| face.card().kind.is_cosmos());
            let fits = |slot: &Slot| cosmos || look.count(slot.bean()) == 0;
            menu.extend(Slot::of(seat).filter(fits).map(|slot| Action::At { slot }));
        }
        Frame::Answers(..) => {
            menu.push(Action::Pass);
            let instants = different(look.row(hand(seat))).filter(|&face| may_answer(look, seat, face));
            menu.extend(instants.map(|card| Action::Answer { card }));
        }
        Frame::Deeds(deeds) => choices(look, seat, deeds, menu),
        Frame::Gather(by) => {
            if by.count_ones() >= 2 {
                menu.push(Action::Done);
            }
            let points = look.open().points - look.blitz_cost(by);
            let joins = Slot::of(seat).filter(|&slot| look.may_join(slot, by, points));
            menu.extend(joins.map(|slot| Action::At { slot }));
        }
        Frame::Strike(by) => {
            let there = Galaxy::from_left_of(seat).filter(|&n| may_strike(look, by, n));
            menu.extend(there.map(|n| Action::Galaxy { n }));
        }
        Frame::Attack(attack) => {
            let foe = foe(look.open().turn);
            let targets = Slot::of(foe).filter(|&slot| is_attackable(look, attack, slot));
            menu.extend(targets.map(|slot| Action::At { slot }));
        }
        Frame::Arrive(..) | Frame::Count => {}
    }
}

/// May a Blitz by these strike in this galaxy (rule 8.3)?
pub(crate) fn may_strike(look: &impl Look, by: u16, galaxy: Galaxy) -> bool {
    slots(by).any(|slot| slot.galaxy() == galaxy && look.could_attack(slot, false))
}

/// May this Bean be the target (rules 6.4, 8.1)?
pub(crate) fn is_attackable(look: &impl Look, attack: Attack, slot: Slot) -> bool {
    slot.seat() != look.open().turn
        && look.count(slot.bean()) > 0
        && (attack.sharp || slot.galaxy() == attack.galaxy)
}

/// The step in which points are spent (rule 2.3).
fn main(look: &impl Look, seat: Seat, menu: &mut Vec<Action>) {
    let Open { points, bought, .. } = *look.open();
    menu.push(Action::End);
    if points > 0 && bought < look.draws(seat) {
        menu.push(Action::Draw);
    }
    let room = look.has_room(seat);
    for card in different(look.row(hand(seat))) {
        let facts = card.card();
        let fits = facts.cost <= points
            && match facts.kind {
                Kind::Bean => room,
                Kind::Moon | Kind::AsteroidField => true,
                Kind::Action => look.is_of_use(seat, card),
                Kind::Instant => false,
            };
        if fits {
            menu.push(Action::Play { card });
        }
    }
    for (slot, face) in look.beans(seat) {
        let card = face.card();
        match look.upright(slot) {
            Some(_) if look.may_spin(slot, face) => menu.push(Action::Spin { slot }),
            None if card.cost <= points => menu.push(Action::Turn { slot }),
            _ => {}
        }
    }
    if look.may_blitz() && Slot::of(seat).any(|slot| look.may_join(slot, 0, points)) {
        menu.push(Action::Blitz);
    }
}

/// What a clause asks for.
fn choices(look: &impl Look, seat: Seat, deeds: Deeds, menu: &mut Vec<Action>) {
    let Some(deed) = look.deed(deeds) else { return };
    match (deed, deeds.first) {
        (Deed::Freebie, _) => {
            let beans = different(look.row(hand(seat))).filter(|face| face.card().kind == Kind::Bean);
            menu.extend(beans.map(|card| Action::Take { card }));
            // Whoever plays a Freebie holds a Bean; but others cannot know.
            if menu.is_empty() {
                menu.push(Action::Done);
            }
        }
        (Deed::Retrieve, _) => {
            for card in look.row(discard(seat)).filter(|&face| can_come_back(face)) {
                let act = Action::Take { card };
                if !menu.contains(&act) {
                    menu.push(act);
                }
            }
        }
        (_, Some(first)) => {
            let second = Slot::of(seat).filter(|&slot| look.is_second(seat, deed, first, slot));
            menu.extend(second.map(|slot| Action::At { slot }));
        }
        _ => {
            let targets = Slot::all().filter(|&slot| look.is_target(seat, deeds.slot, deed, slot));
            menu.extend(targets.map(|slot| Action::At { slot }));
        }
    }
}

/// The rule that says what an Instant answers, for one that does not answer this.
fn not_answered(card: Face, answers: Answers) -> Rule {
    let does = |wanted: fn(&Reply) -> bool| card.card().replies.iter().any(wanted);
    match answers {
        Answers::Attack if does(|reply| *reply == Reply::Cancel) => Rule(9, 9),
        Answers::Attack if does(|reply| *reply == Reply::Boomerang) => Rule(9, 11),
        Answers::Attack if does(|reply| matches!(reply, Reply::Shield(_))) => Rule(9, 13),
        Answers::Bean if does(|reply| *reply == Reply::Cancel) => Rule(9, 12),
        Answers::Bean if does(|reply| *reply == Reply::Bounce) => Rule(9, 14),
        _ => Rule(9, 2),
    }
}

/// Why this is not allowed; for an act that is not in the menu.
pub(crate) fn reason(look: &impl Look, seat: Option<Seat>, act: Action) -> Rule {
    let asked = match status(look) {
        Status::Over => return Rule(11, 3),
        status => status.asked(),
    };
    match (seat.filter(|&seat| asked.has(seat)), look.frame()) {
        (Some(seat), Some(frame)) => {
            refused_here(look, seat, frame, act).unwrap_or_else(|| out_of_place(look, seat, frame, act))
        }
        _ => Rule(1, 12),
    }
}

/// Does this card, or the power of this Bean, add something to an attack?
fn helps_attack(face: Face) -> bool {
    face != Face::HIDDEN && face.card().deeds.iter().any(|deed| deed.helps_attack())
}

/// Why this is no answer to the question, for an act that the question is about, or that its own rule speaks of.
fn refused_here(look: &impl Look, seat: Seat, frame: Frame, act: Action) -> Option<Rule> {
    let open = look.open();
    let holds = |card: Face| card != Face::HIDDEN && look.row(hand(seat)).any(|face| face == card);
    Some(match (frame, act) {
        // One has to shoot before anything else.
        (Frame::Aim(..) | Frame::Flick(..), Action::End | Action::Pass | Action::Done) => Rule(10, 5),
        (Frame::Aim(..), Action::Aim { .. }) if open.steady => Rule(10, 8),
        (Frame::Aim(..) | Frame::Flick(..), Action::Aim { .. } | Action::Flick { .. }) => Rule(10, 3),
        (Frame::Main, Action::Draw) => {
            if open.bought >= look.draws(seat) {
                Rule(2, 6)
            } else {
                Rule(2, 4)
            }
        }
        (Frame::Main, Action::Play { card }) if !holds(card) => Rule(3, 10),
        (Frame::Main, Action::Play { card }) => match card.card().kind {
            Kind::Instant => Rule(9, 1),
            _ if card.card().cost > open.points => Rule(2, 4),
            Kind::Bean => Rule(3, 3),
            _ => Rule(3, 5),
        },
        (Frame::Main, Action::Spin { slot }) => match look.bean(slot) {
            _ if slot.seat() != seat => Rule(1, 4),
            None => Rule(4, 5),
            Some(face) if face.card().deeds.is_empty() => {
                if face.card().gifts.is_empty() {
                    Rule(4, 7)
                } else {
                    Rule(4, 4)
                }
            }
            Some(face) if look.upright(slot).is_none() => {
                if face.card().attacks() {
                    Rule(6, 1)
                } else {
                    Rule(4, 5)
                }
            }
            Some(face) if look.spin_cost(slot) > open.points => {
                // Is it the Cosmos card that makes it too dear?
                if face.card().cost <= open.points { Rule(4, 6) } else { Rule(2, 4) }
            }
            Some(face) if face.card().attacks() => Rule(6, 2),
            Some(_) => Rule(3, 5),
        },
        (Frame::Main, Action::Turn { slot }) => match look.bean(slot) {
            _ if slot.seat() != seat => Rule(1, 4),
            Some(_) if look.upright(slot).is_none() => Rule(2, 4),
            _ => Rule(4, 2),
        },
        (Frame::Main, Action::Blitz) => Rule(8, 2),
        (Frame::Down | Frame::Lose(_), Action::Discard { .. }) => Rule(3, 10),
        (Frame::Down, Action::End | Action::Pass) => Rule(2, 7),
        (Frame::Lose(_), Action::Pass) => Rule(8, 14),
        (Frame::Place, Action::At { slot }) if slot.seat() != seat => Rule(1, 4),
        (Frame::Place, Action::At { .. }) => Rule(3, 3),
        (Frame::Answers(..), Action::Answer { card }) if !holds(card) => Rule(3, 10),
        (Frame::Answers(..), Action::Answer { card }) => match card.card().answers {
            None => Rule(9, 1),
            Some(Answers::Action) => Rule(9, 7),
            // Attacks and arrivals in one's own turn are one's own.
            Some(_) if seat == open.turn => Rule(9, 1),
            Some(answers) => not_answered(card, answers),
        },
        // The target is picked once the answers are over, and the slot of a Bean before they begin.
        (Frame::Answers(About::Attack, _), Action::At { .. }) => Rule(6, 3),
        (Frame::Answers(About::Bean, _), Action::At { .. }) => Rule(3, 3),
        (Frame::Answers(About::Attack, _) | Frame::Attack(_), Action::Play { card })
            if seat == open.turn && helps_attack(card) =>
        {
            Rule(7, 7)
        }
        (Frame::Answers(About::Attack, _) | Frame::Attack(_), Action::Spin { slot })
            if seat == open.turn && look.bean(slot).is_some_and(helps_attack) =>
        {
            Rule(7, 7)
        }
        (Frame::Gather(_), Action::Done | Action::At { .. } | Action::Pass) => Rule(8, 2),
        (Frame::Strike(_), Action::Galaxy { .. } | Action::At { .. } | Action::Pass) => Rule(8, 3),
        (Frame::Attack(attack), Action::At { .. } | Action::Pass) => {
            if attack.sharp {
                Rule(8, 1)
            } else {
                Rule(6, 4)
            }
        }
        // The answers are over before a target is picked.
        (Frame::Attack(_), Action::Answer { .. }) => Rule(6, 3),
        (Frame::Deeds(deeds), Action::At { slot }) => match look.deed(deeds)? {
            Deed::TurnUp if slot.seat() != seat => Rule(1, 4),
            deed => rule_of_deed(deed),
        },
        (Frame::Deeds(deeds), Action::Take { .. } | Action::Done | Action::Pass) => {
            rule_of_deed(look.deed(deeds)?)
        }
        _ => return None,
    })
}

/// What a clause asks for, by rule.
const fn rule_of_deed(deed: Deed) -> Rule {
    match deed {
        Deed::Knockdown(_) => Rule(8, 5),
        Deed::KnockOff(_) => Rule(8, 6),
        Deed::TurnUp => Rule(8, 10),
        Deed::Move | Deed::Swap => Rule(8, 11),
        Deed::Sweep => Rule(8, 13),
        Deed::Freebie => Rule(8, 7),
        Deed::Retrieve => Rule(8, 12),
        // The rest asks for nothing.
        _ => Rule(3, 6),
    }
}

/// Why this cannot be done now, for an act that answers another question: the rule that says when it can.
fn out_of_place(look: &impl Look, seat: Seat, frame: Frame, act: Action) -> Rule {
    let open = look.open();
    let before = matches!(frame, Frame::Keep(_) | Frame::Hide(_) | Frame::Guess(..));
    match act {
        Action::Keep | Action::Redraw => Rule(1, 9),
        Action::Hide { .. } | Action::Guess { .. } => Rule(1, 10),
        _ if before => Rule(1, 13),
        Action::Aim { .. } | Action::Flick { .. } if open.steady => Rule(10, 8),
        Action::Shoot | Action::Miss if !open.steady => Rule(10, 8),
        Action::Aim { .. } | Action::Flick { .. } | Action::Shoot | Action::Miss => Rule(10, 1),
        Action::Answer { .. } => match frame {
            // An Action has had its answers, and a power has none.
            Frame::Deeds(Deeds { slot: None, .. }) => Rule(9, 3),
            Frame::Deeds(_) => Rule(9, 2),
            Frame::Lose(_) => {
                let of_power = open
                    .frames
                    .iter()
                    .any(|below| matches!(below, Frame::Deeds(Deeds { slot: Some(_), .. })));
                if of_power { Rule(9, 2) } else { Rule(9, 3) }
            }
            _ => Rule(9, 1),
        },
        Action::Pass => Rule(9, 3),
        Action::At { .. } => Rule(3, 6),
        Action::Galaxy { .. } => Rule(8, 3),
        Action::Done => Rule(8, 2),
        Action::Take { card } => {
            let there = look.row(discard(seat)).any(|face| face == card);
            if there { Rule(8, 12) } else { Rule(8, 7) }
        }
        Action::Discard { .. } if matches!(frame, Frame::Aim(..) | Frame::Flick(..)) => Rule(2, 1),
        Action::Discard { .. } => Rule(2, 7),
        Action::Play { card } if card != Face::HIDDEN && card.card().kind == Kind::Instant => Rule(9, 1),
        Action::End
        | Action::Draw
        | Action::Play { .. }
        | Action::Spin { .. }
        | Action::Turn { .. }
        | Action::Blitz => match frame {
            _ if seat != open.turn => Rule(2, 8),
            // The shot comes before the points, and the discard after them.
            Frame::Aim(..) | Frame::Flick(..) | Frame::Down => Rule(2, 1),
            _ => Rule(2, 9),
        },
    }
}
