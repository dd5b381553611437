//! The one judge: [`may`] says whether something can be answered, and if not, by which rule. The menu lists what its judges
//! allow.

use ccg::frame::{Act, Aim, Window};
use ccg::machine::{self, Reply as Answer};
use ccg::program::Op;
use table::{Rule, Seat, Status};

use crate::act::Action;
use crate::cards::{Card, Face, Kind};
use crate::look::{DRAWS, Look};
use crate::state::{AIR, Attack, Frame, Galaxy, Side, Slot, Stance, Step, discard, foe, hand};
use crate::tongue::{Beans, Moment, Pick, Reply};
use crate::world::different;

/// How far one can aim to either side (rule 10.3).
pub const WIDEST: i8 = 20;
/// How hard one can flick (rule 10.3).
pub const HARDEST: u8 = 20;

/// Whom the table waits for.
#[inline]
pub(crate) fn status(look: &impl Look) -> Status {
    machine::asked(look).map_or(Status::Over, Status::Ask)
}

/// May this seat answer so, and if not, by which rule?
pub(crate) fn may(look: &impl Look, seat: Seat, act: Action) -> Result<(), Rule> {
    match (machine::asked(look), look.frame()) {
        _ if look.is_over() => Err(Rule(11, 3)),
        (Some(asked), Some(frame)) if asked == seat => may_here(look, seat, frame, act),
        _ => Err(Rule(1, 12)),
    }
}

/// Lists what the seat that is asked may answer, the least risky first. What it lists it asks of the same judges.
pub(crate) fn menu(look: &impl Look, seat: Seat, menu: &mut Vec<Action>) {
    let open = look.open();
    let sides = [Side::Left, Side::Right];
    let step = match look.frame() {
        None => return,
        Some(Frame::Own(step)) => step,
        Some(Frame::Window(window)) => {
            menu.push(Action::Pass);
            let instants = different(look.row(hand(seat))).filter(|face| face.card().kind == Kind::Instant);
            let may = |face: &Face| may_answer(look, seat, *face, &window).is_ok();
            return menu.extend(instants.filter(may).map(|card| Action::Answer { card }));
        }
        Some(Frame::Act(act)) => {
            let Some(pick) = pick_of(look, &act) else { return };
            look.candidates(pick, &act, &mut |aim| match (Slot::aimed(aim), Face::aimed(aim)) {
                _ if look.fits(&(), pick, &act, aim).is_err() => {}
                (Some(slot), _) => menu.push(Action::At { slot }),
                (_, Some(card)) => menu.push(Action::Take { card }),
                _ => {}
            });
            // Whoever has nothing to pick is asked all the same: others cannot know.
            if menu.is_empty() {
                menu.push(Action::Done);
            }
            return;
        }
    };
    let mut slots = |of: Seat, may: &dyn Fn(Slot) -> bool| {
        menu.extend(Slot::of(of).filter(|&slot| may(slot)).map(|slot| Action::At { slot }));
    };
    match step {
        Step::Keep(_) => {
            menu.push(Action::Keep);
            if may_redraw(look, seat).is_ok() {
                menu.push(Action::Redraw);
            }
        }
        Step::Hide(_) => menu.extend(sides.map(|side| Action::Hide { side })),
        Step::Guess(..) => menu.extend(sides.map(|side| Action::Guess { side })),
        Step::Aim(..) if open.steady => menu.extend([Action::Shoot, Action::Miss]),
        Step::Aim(..) => menu.extend((-WIDEST..=WIDEST).map(|n| Action::Aim { n })),
        Step::Flick(..) => menu.extend((1..=HARDEST).map(|n| Action::Flick { n })),
        Step::Main => {
            menu.push(Action::End);
            if may_draw(look, seat).is_ok() {
                menu.push(Action::Draw);
            }
            for card in different(look.row(hand(seat))).filter(|card| card.card().kind != Kind::Instant) {
                if may_play(look, seat, card).is_ok() {
                    menu.push(Action::Play { card });
                }
            }
            for (slot, face) in look.beans(seat) {
                let card = face.card();
                if look.stance(slot) != Stance::HeadzUp {
                    if card.cost <= open.points {
                        menu.push(Action::Turn { slot });
                    }
                } else if !card.deeds.is_empty() && may_spin(look, seat, slot, face).is_ok() {
                    menu.push(Action::Spin { slot });
                }
            }
            if may_begin_blitz(look, seat).is_ok() {
                menu.push(Action::Blitz);
            }
        }
        Step::Down | Step::Lose(_) => {
            menu.extend(different(look.row(hand(seat))).map(|card| Action::Discard { card }));
        }
        Step::Place => slots(seat, &|slot| may_place(look, slot).is_ok()),
        Step::Gather(by) => {
            if by.count_ones() >= 2 {
                menu.push(Action::Done);
            }
            let points = open.points - look.blitz_cost(by);
            menu.extend(
                Slot::of(seat)
                    .filter(|&slot| look.may_join(slot, by, points))
                    .map(|slot| Action::At { slot }),
            );
        }
        Step::Strike(by) => menu.extend(strikes(look, by).map(|n| Action::Galaxy { n })),
        Step::Attack(attack) => slots(foe(open.turn), &|slot| is_attackable(look, attack, slot)),
        Step::Arrive(..) | Step::Count | Step::Lay(..) => {}
    }
}

// The judges of single questions.

fn allow(so: bool, rule: Rule) -> Result<(), Rule> {
    if so { Ok(()) } else { Err(rule) }
}

fn may_redraw(look: &impl Look, seat: Seat) -> Result<(), Rule> {
    allow(!look.row(hand(seat)).any(|face| face.card().kind == Kind::Bean), Rule(1, 9))
}

fn may_draw(look: &impl Look, seat: Seat) -> Result<(), Rule> {
    // What Headz-up powers add is looked at only when it matters.
    if look.open().bought >= DRAWS && look.open().bought >= look.draws(seat) {
        return Err(Rule(2, 6));
    }
    allow(look.open().points > 0, Rule(2, 4))
}

/// A card of the hand.
fn may_play(look: &impl Look, seat: Seat, face: Face) -> Result<(), Rule> {
    let card = face.card();
    match card.kind {
        Kind::Instant | Kind::Action => machine::may_act(look, &(), look.would_begin(seat, None, face), None),
        _ if card.cost > look.open().points => Err(Rule(2, 4)),
        Kind::Bean => allow(look.has_room(seat), Rule(3, 3)),
        Kind::Moon | Kind::AsteroidField => Ok(()),
    }
}

/// The power of a Bean on one's own mat.
fn may_spin(look: &impl Look, seat: Seat, slot: Slot, face: Face) -> Result<(), Rule> {
    machine::may_act(look, &(), look.would_begin(seat, Some(slot), face), None)
}

fn may_begin_blitz(look: &impl Look, seat: Seat) -> Result<(), Rule> {
    let points = look.open().points;
    allow(look.may_blitz() && Slot::of(seat).any(|slot| look.may_join(slot, 0, points)), Rule(8, 2))
}

fn may_place(look: &impl Look, slot: Slot) -> Result<(), Rule> {
    let cosmos = look.top(AIR).is_some_and(|face| face.card().kind.is_cosmos());
    allow(cosmos || look.count(slot.bean()) == 0, Rule(3, 3))
}

/// A card of the hand, as an answer.
fn may_answer(look: &impl Look, seat: Seat, face: Face, window: &Window<Beans>) -> Result<(), Rule> {
    // Nothing but an Instant can be an answer, whatever else it can do.
    if face.card().answers.is_none() {
        return Err(Rule(9, 1));
    }
    machine::may_act(look, &(), look.would_begin(seat, None, face), Some(window))
}

/// The galaxies in which a Blitz by these may strike, from the left of whose turn it is (rule 8.3).
pub(crate) fn strikes(look: &impl Look, by: u16) -> impl Iterator<Item = Galaxy> {
    Galaxy::from_left_of(look.open().turn).filter(move |&galaxy| look.may_strike(by, galaxy))
}

/// May this Bean be the target (rules 6.4, 8.1)?
pub(crate) fn is_attackable(look: &impl Look, attack: Attack, slot: Slot) -> bool {
    slot.seat() != look.open().turn
        && look.count(slot.bean()) > 0
        && (attack.sharp || slot.galaxy() == attack.galaxy)
}

/// What a card wants picked.
pub(crate) fn pick_of(look: &impl Look, act: &Act) -> Option<Pick> {
    match machine::question(look, act)? {
        Op::Choose(_, pick, _) | Op::Target(_, pick) => Some(pick),
        _ => None,
    }
}

/// The rule that says what an Instant answers, for one that does not answer this.
pub(crate) fn answers_something_else(
    look: &impl Look,
    act: Option<&Act>,
    card: &Card,
    moment: Moment,
) -> Rule {
    // Attacks and arrivals in one's own turn are one's own.
    if moment != Moment::Action && act.is_some_and(|act| act.seat == look.open().turn) {
        return Rule(9, 1);
    }
    let rules = card.replies.iter().map(|reply| match reply {
        Reply::Cancel => moment.cancelled().1,
        reply => reply.row().rule,
    });
    rules.into_iter().find(|rule| rule.0 == 9).unwrap_or(Rule(9, 2))
}

/// The same, for whoever is asked.
fn may_here(look: &impl Look, seat: Seat, frame: Frame, act: Action) -> Result<(), Rule> {
    match frame {
        Frame::Own(step) => may_in_step(look, seat, step, act),
        Frame::Window(window) => match act {
            Action::Pass => Ok(()),
            Action::Answer { card } if !holds(look, seat, card) => Err(Rule(3, 10)),
            Action::Answer { card } => may_answer(look, seat, card, &window),
            // The target is picked once the answers are over, and the slot of a Bean before they begin.
            Action::At { .. } if window.moment == Moment::Attack => Err(Rule(6, 3)),
            Action::At { .. } if window.moment == Moment::Bean => Err(Rule(3, 3)),
            act if window.moment == Moment::Attack && adds(look, seat, act) => Err(Rule(7, 7)),
            act => Err(out_of_place(look, seat, frame, act)),
        },
        Frame::Act(asking) => match act {
            Action::At { slot } => machine::may(look, &(), seat, Answer::Pick(Aim::at(slot.tag()))),
            Action::Take { card } if card != Face::HIDDEN => {
                machine::may(look, &(), seat, Answer::Pick(Aim::card(card.number())))
            }
            Action::Done => machine::may(look, &(), seat, Answer::Nothing),
            Action::Take { .. } | Action::Pass => {
                Err(pick_of(look, &asking).map_or(Rule(3, 6), |pick| pick.row().rule))
            }
            act => Err(out_of_place(look, seat, frame, act)),
        },
    }
}

/// Would this add to an attack that has been declared (rule 7.7)?
fn adds(look: &impl Look, seat: Seat, act: Action) -> bool {
    let helps = |face: Face| face != Face::HIDDEN && face.card().helps_attack();
    seat == look.open().turn
        && match act {
            Action::Play { card } => helps(card),
            Action::Spin { slot } => look.bean(slot).is_some_and(helps),
            _ => false,
        }
}

fn holds(look: &impl Look, seat: Seat, card: Face) -> bool {
    card != Face::HIDDEN && look.row(hand(seat)).any(|face| face == card)
}

fn may_in_step(look: &impl Look, seat: Seat, step: Step, act: Action) -> Result<(), Rule> {
    let open = look.open();
    match (step, act) {
        (Step::Keep(_), Action::Keep) => Ok(()),
        (Step::Keep(_), Action::Redraw) => may_redraw(look, seat),
        (Step::Hide(_), Action::Hide { side }) | (Step::Guess(..), Action::Guess { side }) => {
            allow(side != Side::Hidden, Rule(1, 10))
        }
        // One has to shoot before anything else.
        (Step::Aim(..) | Step::Flick(..), Action::End | Action::Pass | Action::Done) => Err(Rule(10, 5)),
        (Step::Aim(..), Action::Shoot | Action::Miss) => allow(open.steady, Rule(10, 8)),
        (Step::Aim(..), Action::Aim { .. }) if open.steady => Err(Rule(10, 8)),
        (Step::Aim(..), Action::Aim { n }) => allow((-WIDEST..=WIDEST).contains(&n), Rule(10, 3)),
        (Step::Flick(..), Action::Flick { n }) => allow((1..=HARDEST).contains(&n), Rule(10, 3)),
        (Step::Aim(..) | Step::Flick(..), Action::Aim { .. } | Action::Flick { .. }) => Err(Rule(10, 3)),
        (Step::Main, Action::End) => Ok(()),
        (Step::Main, Action::Draw) => may_draw(look, seat),
        (Step::Main, Action::Play { card }) if !holds(look, seat, card) => Err(Rule(3, 10)),
        (Step::Main, Action::Play { card }) => may_play(look, seat, card),
        (Step::Main, Action::Spin { slot } | Action::Turn { slot }) if slot.seat() != seat => Err(Rule(1, 4)),
        (Step::Main, Action::Spin { slot }) => match look.bean(slot) {
            Some(face) => may_spin(look, seat, slot, face),
            None => Err(Rule(4, 5)),
        },
        (Step::Main, Action::Turn { slot }) => match look.bean(slot) {
            Some(face) if look.upright(slot).is_none() => allow(face.card().cost <= open.points, Rule(2, 4)),
            _ => Err(Rule(4, 2)),
        },
        (Step::Main, Action::Blitz) => may_begin_blitz(look, seat),
        (Step::Down | Step::Lose(_), Action::Discard { card }) => allow(holds(look, seat, card), Rule(3, 10)),
        (Step::Down, Action::End | Action::Pass) => Err(Rule(2, 7)),
        (Step::Lose(_), Action::Pass) => Err(Rule(8, 14)),
        (Step::Place, Action::At { slot }) if slot.seat() != seat => Err(Rule(1, 4)),
        (Step::Place, Action::At { slot }) => may_place(look, slot),
        (Step::Gather(by), Action::Done) => allow(by.count_ones() >= 2, Rule(8, 2)),
        (Step::Gather(by), Action::At { slot }) => {
            allow(look.may_join(slot, by, open.points - look.blitz_cost(by)), Rule(8, 2))
        }
        (Step::Gather(_), Action::Pass) => Err(Rule(8, 2)),
        (Step::Strike(by), Action::Galaxy { n }) => allow(look.may_strike(by, n), Rule(8, 3)),
        (Step::Strike(_), Action::At { .. } | Action::Pass) => Err(Rule(8, 3)),
        (Step::Attack(attack), Action::At { .. } | Action::Pass) => {
            let target = matches!(act, Action::At { slot } if is_attackable(look, attack, slot));
            allow(target, if attack.sharp { Rule(8, 1) } else { Rule(6, 4) })
        }
        // The answers are over before a target is picked.
        (Step::Attack(_), Action::Answer { .. }) => Err(Rule(6, 3)),
        (Step::Attack(_), act) if adds(look, seat, act) => Err(Rule(7, 7)),
        (step, act) => Err(out_of_place(look, seat, Frame::Own(step), act)),
    }
}

/// Why this cannot be done now, for an act that answers another question: the rule that says when it can.
fn out_of_place(look: &impl Look, seat: Seat, frame: Frame, act: Action) -> Rule {
    let open = look.open();
    let shoots = matches!(frame, Frame::Own(Step::Aim(..) | Step::Flick(..)));
    match act {
        Action::Keep | Action::Redraw => Rule(1, 9),
        Action::Hide { .. } | Action::Guess { .. } => Rule(1, 10),
        _ if matches!(frame, Frame::Own(Step::Keep(_) | Step::Hide(_) | Step::Guess(..))) => Rule(1, 13),
        Action::Aim { .. } | Action::Flick { .. } if open.steady => Rule(10, 8),
        Action::Shoot | Action::Miss if !open.steady => Rule(10, 8),
        Action::Aim { .. } | Action::Flick { .. } | Action::Shoot | Action::Miss => Rule(10, 1),
        Action::Answer { .. } => {
            // An Action has had its answers, and a power has none.
            let done = |act: &Act| if Slot::of_tag(act.me).is_some() { Rule(9, 2) } else { Rule(9, 3) };
            let begun = open.frames.iter().find_map(|frame| match frame {
                Frame::Act(act) => Some(done(act)),
                _ => None,
            });
            let asks = matches!(frame, Frame::Act(_) | Frame::Own(Step::Lose(_)));
            begun.filter(|_| asks).unwrap_or(Rule(9, 1))
        }
        Action::Pass => Rule(9, 3),
        Action::At { .. } => Rule(3, 6),
        Action::Galaxy { .. } => Rule(8, 3),
        Action::Done => Rule(8, 2),
        Action::Take { card } => {
            let there = look.row(discard(seat)).any(|face| face == card);
            if there { Rule(8, 12) } else { Rule(8, 7) }
        }
        Action::Discard { .. } => {
            if shoots {
                Rule(2, 1)
            } else {
                Rule(2, 7)
            }
        }
        Action::Play { card } if card != Face::HIDDEN && card.card().kind == Kind::Instant => Rule(9, 1),
        Action::End
        | Action::Draw
        | Action::Play { .. }
        | Action::Spin { .. }
        | Action::Turn { .. }
        | Action::Blitz => match frame {
            _ if seat != open.turn => Rule(2, 8),
            // The shot comes before the points, and the discard after them.
            Frame::Own(Step::Down) => Rule(2, 1),
            _ if shoots => Rule(2, 1),
            _ => Rule(2, 9),
        },
    }
}
