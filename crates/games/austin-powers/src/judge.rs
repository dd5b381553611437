//! The one judge: [`may`] says whether something can be answered, and if not, by which rule. The menu lists what its judges
//! allow.

use ccg::Tag;
use ccg::frame::{Act, Aim, NO_FRAME};
use ccg::machine::{self, Reply};
use ccg::program::When;
use table::{Rule, Seat, Status};

use crate::act::{Action, Way};
use crate::cards::{Face, Kind};
use crate::look::Look;
use crate::state::{Fate, Frame, HAND, Step, crew, hand, score, swingers};
use crate::tongue::Moment;

/// Whom the table waits for.
#[inline]
pub(crate) fn status(look: &impl Look) -> Status {
    if look.is_over() {
        return Status::Over;
    }
    match look.open().frames.last() {
        Some(Frame::Own(Step::Throw)) => Status::Race(look.throwers()),
        Some(Frame::Own(Step::Sign)) => Status::Race(look.signers()),
        _ => machine::asked(look).map_or(Status::Over, Status::Ask),
    }
}

/// May this seat answer so, and if not, by which rule?
pub(crate) fn may(look: &impl Look, seat: Seat, act: Action) -> Result<(), Rule> {
    match look.frame() {
        _ if look.is_over() => Err(Rule(15, 6)),
        Some(frame) if status(look).asks(seat) => match (act, frame) {
            (Action::Leave, _) => may_leave(look),
            (_, Frame::Own(step)) => may_in_step(look, seat, step, act),
            (_, Frame::Window(_) | Frame::Act(_)) => may_answer_card(look, seat, frame, act),
        },
        _ => Err(Rule(1, 7)),
    }
}

/// Lists what the seat that is asked may answer, the least risky first.
pub(crate) fn menu(look: &impl Look, seat: Seat, menu: &mut Vec<Action>) {
    match look.frame() {
        Some(Frame::Own(step)) => menu_in_step(look, seat, step, menu),
        Some(_) => machine::menu(look, &(), seat, |reply| menu.extend(action(reply))),
        None => return,
    }
    if may_leave(look).is_ok() {
        menu.push(Action::Leave);
    }
}

fn allow(so: bool, rule: Rule) -> Result<(), Rule> {
    if so { Ok(()) } else { Err(rule) }
}

/// Rule 15.4. In a race nobody can tell who has answered, so nobody leaves before it is over.
fn may_leave(look: &impl Look) -> Result<(), Rule> {
    allow(look.open().leaving && matches!(status(look), Status::Ask(_)), Rule(15, 4))
}

/// What a reply of the kernel is called here.
fn action(reply: Reply) -> Option<Action> {
    Some(match reply {
        Reply::Pass => Action::Pass,
        Reply::Yes => Action::Yes,
        Reply::No => Action::No,
        Reply::Nothing => Action::Done,
        Reply::Use(at, _) => Action::Use { at },
        Reply::Pick(aim) => match (aim.tag().some(), aim.player(), Face::aimed(aim)) {
            (Some(at), ..) => Action::At { at },
            (_, Some(seat), _) => Action::Player { seat },
            (.., Some(card)) => Action::Take { card },
            _ => return None,
        },
        Reply::Side(_) | Reply::Play(..) => return None,
    })
}

/// What an act means to the kernel when a card asks, or may be answered.
pub(crate) fn reply(look: &impl Look, act: Action) -> Option<Reply> {
    Some(match act {
        Action::Pass => Reply::Pass,
        Action::Yes => Reply::Yes,
        Action::No => Reply::No,
        Action::Done => Reply::Nothing,
        Action::At { at } => Reply::Pick(Aim::at(at)),
        Action::Player { seat } => Reply::Pick(Aim::seat(seat)),
        Action::Take { card } if card != Face::HIDDEN => Reply::Pick(Aim::card(card.number())),
        Action::Use { at } => Reply::Use(at, ability(look, at, |when| when == When::React(Moment::Losing))?),
        _ => return None,
    })
}

/// The ability of a card in play that can be used at such a time.
pub(crate) fn ability(
    look: &impl Look,
    at: Tag,
    fits: impl Fn(When<crate::tongue::Mojo>) -> bool,
) -> Option<u8> {
    let (_, face) = look.tagged(at)?;
    let heads = face.card().script.heads();
    (0..)
        .zip(heads)
        .find(|(_, head)| head.from == ccg::program::Where::Play && fits(head.when))
        .map(|(nth, _)| nth)
}

/// A card asks its player, or may be answered.
fn may_answer_card(look: &impl Look, seat: Seat, frame: Frame, act: Action) -> Result<(), Rule> {
    match (frame, act) {
        // What cannot be an answer to a card at all is told by the rule that says when it can be done.
        (
            Frame::Window(_),
            Action::Yes
            | Action::No
            | Action::Done
            | Action::At { .. }
            | Action::Player { .. }
            | Action::Take { .. },
        ) => Err(Rule(17, 30)),
        (Frame::Window(_), Action::Use { at }) => match look.swinger(at) {
            Some((theirs, _)) if theirs != seat => Err(Rule(3, 5)),
            None => Err(Rule(3, 5)),
            Some(_) => match reply(look, act) {
                Some(reply) => machine::may(look, &(), seat, reply),
                None => Err(Rule(17, 30)),
            },
        },
        (Frame::Window(_), Action::Pass) => Ok(()),
        (Frame::Act(asking), Action::Pass) => Err(look.rule(machine::Why::PickOne, Some(&asking))),
        (Frame::Act(asking), Action::Take { card }) if card == Face::HIDDEN => {
            Err(look.rule(machine::Why::PickOne, Some(&asking)))
        }
        (Frame::Act(_), Action::Use { .. }) => Err(out_of_place(look, seat, act)),
        _ => match reply(look, act) {
            Some(reply) => machine::may(look, &(), seat, reply),
            None => Err(out_of_place(look, seat, act)),
        },
    }
}

fn menu_in_step(look: &impl Look, seat: Seat, step: Step, menu: &mut Vec<Action>) {
    match step {
        Step::Turn => menu_of_turn(look, seat, menu),
        Step::Spent | Step::Cycle(..) => {
            menu.push(Action::Done);
            menu.extend(look.different(hand(seat)).map(|card| Action::Discard { card }));
        }
        Step::Even(_) | Step::Shed(..) => {
            menu.extend(look.different(hand(seat)).map(|card| Action::Discard { card }));
        }
        Step::Chain(..) => {
            menu.push(Action::Pass);
            let ships = look.different(hand(seat)).filter(|face| face.card().ship);
            menu.extend(ships.map(|card| Action::Play { card }));
        }
        Step::Fight => {
            menu.push(Action::GiveUp);
            if look.has_helpers() {
                menu.push(Action::Ask);
            }
            if !look.open().fight.done.has(seat) {
                menu.extend(playable_bones(look, seat).map(|card| Action::Bone { card }));
            }
        }
        Step::Throw => {
            menu.push(Action::Pass);
            menu.extend(playable_bones(look, seat).map(|card| Action::Throw { card }));
        }
        Step::Brawl(_) => {
            menu.push(Action::Pass);
            menu.extend(playable_bones(look, seat).map(|card| Action::Bone { card }));
        }
        Step::Sign => menu.extend([Action::Sign, Action::Still]),
        Step::Tie(seats) => menu.extend(seats.iter().map(|seat| Action::Player { seat })),
        Step::Enter(_) => menu.extend(look.assassins(seat).map(|(at, _)| Action::At { at })),
        Step::Yield(..) => menu.extend(look.agents(seat).map(|(at, _)| Action::At { at })),
        Step::Bury(_, n) => {
            // Of two alike it does not matter which.
            for (nth, card) in look.on_top(seat, n).enumerate() {
                if !look.on_top(seat, n).take(nth).any(|before| before == card) {
                    menu.push(Action::Take { card });
                }
            }
        }
        Step::Least(_) => {
            let least = look.least(seat);
            for (nth, card) in look.row(score(seat)).enumerate() {
                if Some(card.card().value) == least
                    && !look.row(score(seat)).take(nth).any(|before| before == card)
                {
                    menu.push(Action::Take { card });
                }
            }
        }
        Step::Lost(..) | Step::Won(_) => {}
    }
}

/// The Bones of a hand that can be played now (rules 6.7, 14.3).
fn playable_bones(look: &impl Look, seat: Seat) -> impl Iterator<Item = Face> {
    let (vibes, kill) = (look.vibes(seat), look.open().fight.kill);
    let bones = look.different(hand(seat)).filter(|face| face.card().kind == Kind::Bone);
    bones.filter(move |face| vibes.cover(look.need(seat, *face, kill)))
}

/// Chapter 4: any kind of action, also the same again (rule 4.3), and what is free when none is left (rule 4.6).
fn menu_of_turn(look: &impl Look, seat: Seat, menu: &mut Vec<Action>) {
    let open = look.open();
    menu.push(Action::End);
    for card in look.different(hand(seat)) {
        match card.card().kind {
            Kind::Agent => {
                if may_play(look, seat, card).is_ok() {
                    menu.push(Action::Play { card });
                }
            }
            Kind::Swinger if open.actions > 0 => {
                for way in [Way::With, Way::Without] {
                    if may_swing(look, seat, card, way).is_ok() {
                        menu.push(Action::Swing { card, way });
                    }
                }
            }
            Kind::Happening => {
                if may_happen(look, seat).is_ok() {
                    menu.push(Action::Happen { card });
                }
            }
            Kind::Bone | Kind::Swinger => {}
        }
    }
    if open.actions == 0 {
        return;
    }
    for (at, _) in look.tagged_row(swingers(seat)) {
        if may_use(look, seat, at).is_ok() {
            menu.push(Action::Use { at });
        }
    }
    if open.no_attacks {
        return;
    }
    for theirs in look.seated(seat).filter(|other| *other != seat) {
        // What shields one of their Agents may not shield another.
        let guarded = look.givers(theirs).next().is_some() || !open.effects.is_empty();
        for (at, target) in look.agents(theirs) {
            for (by, attacker) in look.agents(seat) {
                if let Ok(kill) = look.may_meet((seat, by, attacker), (theirs, at, target))
                    && !(guarded && look.is_shielded(theirs, at, target, kill))
                {
                    menu.push(Action::Attack { by, at });
                }
            }
        }
    }
}

// The judges of single questions.

fn holds(look: &impl Look, seat: Seat, card: Face) -> bool {
    card != Face::HIDDEN && look.row(hand(seat)).any(|face| face == card)
}

/// An Agent of the hand (rules 4.2, 5.1, 5.8, 13.1, 13.5).
fn may_play(look: &impl Look, seat: Seat, face: Face) -> Result<(), Rule> {
    let (card, open) = (face.card(), look.open());
    match card.kind {
        Kind::Agent => {}
        Kind::Bone => return Err(Rule(6, 6)),
        Kind::Swinger => return Err(Rule(8, 1)),
        Kind::Happening => return Err(Rule(9, 1)),
    }
    if open.actions > 0 || card.ship && !open.shipped || look.is_free(seat, face) {
        return Ok(());
    }
    Err(if card.ship { Rule(13, 5) } else { Rule(4, 2) })
}

/// A Swinger of the hand (rules 8.1, 8.2).
fn may_swing(look: &impl Look, seat: Seat, face: Face, way: Way) -> Result<(), Rule> {
    if face.card().kind != Kind::Swinger {
        return Err(Rule(8, 1));
    }
    machine::may_act(look, &(), Act::new(face.number(), way as u8, seat, Tag::NONE, NO_FRAME), None)
}

fn may_happen(look: &impl Look, seat: Seat) -> Result<(), Rule> {
    if look.is_silenced(seat) {
        return Err(Rule(17, 26));
    }
    allow(look.open().actions > 0, Rule(4, 2))
}

/// What a card in play offers as an action (rules 8.6, 10.1).
fn may_use(look: &impl Look, seat: Seat, at: Tag) -> Result<(), Rule> {
    match look.tagged(at) {
        Some((place, _)) if place == swingers(seat) || place == crew(seat) => {}
        _ => return Err(Rule(3, 5)),
    }
    match ability(look, at, |when| when == When::Act) {
        Some(nth) => machine::may(look, &(), seat, Reply::Use(at, nth)),
        None => Err(Rule(10, 1)),
    }
}

/// A Bone of the hand (rules 6.7, 6.12, 14.3).
fn may_bone(look: &impl Look, seat: Seat, card: Face) -> Result<(), Rule> {
    if !holds(look, seat, card) {
        return Err(Rule(3, 5));
    }
    if card.card().kind != Kind::Bone {
        return Err(Rule(4, 11));
    }
    let helps = !look.open().fight.has(seat);
    allow(look.has_vibes_for(seat, card), if helps { Rule(6, 12) } else { Rule(6, 7) })
}

fn may_in_step(look: &impl Look, seat: Seat, step: Step, act: Action) -> Result<(), Rule> {
    let open = look.open();
    match (step, act) {
        (Step::Turn, Action::End) => Ok(()),
        (Step::Turn, Action::Play { card } | Action::Swing { card, .. } | Action::Happen { card })
            if !holds(look, seat, card) =>
        {
            Err(Rule(3, 5))
        }
        (Step::Turn, Action::Play { card }) => may_play(look, seat, card),
        (Step::Turn, Action::Swing { card, way }) => may_swing(look, seat, card, way),
        (Step::Turn, Action::Happen { card }) if card.card().kind != Kind::Happening => Err(Rule(9, 1)),
        (Step::Turn, Action::Happen { .. }) => may_happen(look, seat),
        (Step::Turn, Action::Use { at }) => may_use(look, seat, at),
        (Step::Turn, Action::Attack { by, at }) => {
            look.may_attack(seat, by, at)?;
            allow(!open.no_attacks, Rule(17, 25))?;
            allow(open.actions > 0, Rule(4, 2))
        }
        (Step::Spent | Step::Cycle(..), Action::Done) => Ok(()),
        (Step::Spent | Step::Cycle(..) | Step::Even(_) | Step::Shed(..), Action::Discard { card }) => {
            allow(holds(look, seat, card), Rule(3, 5))
        }
        (Step::Even(_), Action::Done | Action::Pass) => Err(Rule(11, 1)),
        (Step::Shed(..), Action::Done | Action::Pass) => Err(Rule(17, 2)),
        (Step::Chain(..), Action::Pass) => Ok(()),
        (Step::Chain(..), Action::Play { card }) if !holds(look, seat, card) => Err(Rule(3, 5)),
        (Step::Chain(..), Action::Play { card }) => allow(card.card().ship, Rule(4, 11)),
        (Step::Fight, Action::GiveUp) => Ok(()),
        (Step::Fight, Action::Ask) => allow(look.has_helpers(), Rule(6, 10)),
        (Step::Fight, Action::Bone { .. }) if open.fight.done.has(seat) => Err(Rule(6, 9)),
        (Step::Fight | Step::Brawl(_), Action::Bone { card }) => may_bone(look, seat, card),
        (Step::Throw, Action::Pass) | (Step::Brawl(_), Action::Pass) => Ok(()),
        (Step::Throw, Action::Throw { card }) => may_bone(look, seat, card),
        (Step::Brawl(_), Action::Ask | Action::Throw { .. }) => Err(Rule(14, 4)),
        (Step::Brawl(_), Action::GiveUp) => Err(Rule(14, 5)),
        (Step::Sign, Action::Sign | Action::Still) => Ok(()),
        (Step::Tie(seats), Action::Player { seat }) => allow(seats.has(seat), Rule(9, 4)),
        (Step::Tie(_), Action::Pass | Action::Done) => Err(Rule(9, 4)),
        (Step::Enter(_), Action::At { at }) => {
            let mine = look.agent(at).is_some_and(|(of, _)| of == seat);
            allow(mine, Rule(3, 5))?;
            allow(look.assassins(seat).any(|(tag, _)| tag == at), Rule(14, 1))
        }
        (Step::Enter(_), Action::Pass | Action::Done) => Err(Rule(14, 1)),
        (Step::Yield(..), Action::At { at }) => {
            allow(look.agent(at).is_some_and(|(of, _)| of == seat), Rule(17, 15))
        }
        (Step::Yield(..), Action::Pass | Action::Done) => Err(Rule(17, 15)),
        (Step::Bury(_, n), Action::Take { card }) => {
            allow(look.on_top(seat, n).any(|face| face == card), Rule(17, 8))
        }
        (Step::Bury(..), Action::Pass | Action::Done) => Err(Rule(17, 8)),
        (Step::Least(_), Action::Take { card }) => {
            let there = card != Face::HIDDEN && look.row(score(seat)).any(|face| face == card);
            allow(there && Some(card.card().value) == look.least(seat), Rule(17, 24))
        }
        (Step::Least(_), Action::Pass | Action::Done) => Err(Rule(17, 24)),
        (_, act) => Err(out_of_place(look, seat, act)),
    }
}

/// Why this cannot be done now, for an act that answers another question: the rule that says when it can.
fn out_of_place(look: &impl Look, seat: Seat, act: Action) -> Rule {
    let open = look.open();
    let step = match look.frame() {
        Some(Frame::Own(step)) => Some(step),
        _ => None,
    };
    match (act, step) {
        // Nothing else is done in the middle of something (rule 4.11).
        (
            Action::End
            | Action::Play { .. }
            | Action::Attack { .. }
            | Action::Swing { .. }
            | Action::Happen { .. }
            | Action::Use { .. },
            Some(
                Step::Fight
                | Step::Throw
                | Step::Enter(_)
                | Step::Brawl(_)
                | Step::Chain(..)
                | Step::Sign
                | Step::Tie(_),
            ),
        ) => Rule(4, 11),
        // The turn is over (rule 4.7), or it is somebody else's.
        (
            Action::End
            | Action::Play { .. }
            | Action::Attack { .. }
            | Action::Swing { .. }
            | Action::Happen { .. }
            | Action::Use { .. },
            Some(Step::Spent | Step::Even(_)),
        ) => Rule(4, 7),
        (Action::Throw { .. }, _) if open.fight.has(seat) => Rule(6, 11),
        (Action::Bone { .. }, Some(Step::Throw)) => Rule(6, 8),
        (Action::Pass, Some(Step::Fight)) => Rule(6, 6),
        (Action::Pass | Action::Done, Some(Step::Turn)) => Rule(4, 7),
        (Action::Ask, Some(Step::Throw)) => Rule(6, 9),
        // Only in one's own turn (rule 11.3).
        (Action::Discard { .. }, _) => Rule(11, 3),
        (Action::Sign | Action::Still, _) => Rule(9, 7),
        // A card asks for something else (rule 16.4).
        (_, None) => Rule(16, 4),
        (act, _) => act.rule(),
    }
}

/// How many Agents and cards a seat has to give: for questions that answer themselves.
pub(crate) fn asks_itself(look: &impl Look, step: Step) -> Option<Seat> {
    let open = look.open();
    let held = |seat: Seat| look.count(hand(seat));
    let asks = |seat: Seat, so: bool| (so && look.sits(seat)).then_some(seat);
    match step {
        // With nothing left to do the turn ends by itself (rule 4.8).
        Step::Turn => asks(open.turn, open.actions > 0 || held(open.turn) > 0),
        Step::Spent => asks(open.turn, held(open.turn) > 0),
        Step::Even(seat) => asks(seat, held(seat) > HAND),
        // Rule 13.6.
        Step::Chain(seat, any) => asks(seat, held(seat) > 0 && (seat != open.turn || any)),
        // Whoever has no card and nobody to ask gives up, as everybody can see.
        Step::Fight => {
            let seat = open.fight.answers();
            asks(seat, look.has_helpers() || held(seat) > 0)
        }
        Step::Throw => look.throwers().iter().next(),
        Step::Sign => look.signers().iter().next(),
        Step::Enter(seat) => asks(seat, look.assassins(seat).nth(1).is_some()),
        Step::Brawl(seat) => {
            let fights = open.fight.has(seat) && !open.fight.done.has(seat);
            asks(seat, fights && held(seat) > 0 && !look.is_slugfest_over())
        }
        Step::Tie(seats) => asks(open.turn, seats.len() > 1),
        // With no more than they have to give, they give it all.
        Step::Shed(seat, n) => asks(seat, held(seat) > n && n > 0),
        Step::Yield(seat, n, _) => asks(seat, n > 0 && look.agents(seat).nth(usize::from(n)).is_some()),
        Step::Cycle(seat, _) => asks(seat, held(seat) > 0),
        Step::Bury(seat, n) => asks(seat, n > 1),
        Step::Least(seat) => {
            let least = look.least(seat);
            let mut alike = look.row(score(seat)).filter(|face| Some(face.card().value) == least);
            let first = alike.next();
            asks(seat, alike.any(|face| Some(face) != first))
        }
        Step::Lost(..) | Step::Won(_) => None,
    }
}

/// What becomes of an Agent that is given up, as a word.
pub(crate) const fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Discarded => "discard",
        Fate::Returned => "return",
    }
}

/// Does a card ask for something out of a place that others cannot see, and that stays there unseen?
pub(crate) fn is_secret(look: &impl Look, asking: &Act) -> bool {
    use ccg::program::Op;
    match machine::question(look, asking) {
        Some(Op::Choose(_, pick, _) | Op::Target(_, pick)) => matches!(pick, crate::tongue::Pick::OnTop(_)),
        _ => false,
    }
}

/// Who is picking a card out of whose hand (rule 17.5)?
pub(crate) fn looking(look: &impl Look) -> Option<(Seat, Seat)> {
    use ccg::program::Op;
    let Some(Frame::Act(asking)) = look.frame() else { return None };
    match machine::question(look, &asking)? {
        Op::Choose(_, crate::tongue::Pick::InTheirHand(who), _)
        | Op::Target(_, crate::tongue::Pick::InTheirHand(who)) => {
            Some((asking.seat, crate::tongue::raided(who, &asking)?))
        }
        _ => None,
    }
}
