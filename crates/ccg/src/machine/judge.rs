//! The judge: what may be answered, and if not, by which rule. Menus, refusals and windows all ask it, so they cannot disagree.

use table::{Rule, Seat};

use super::{Reply, Why, WindowOf, World};
use crate::frame::{Act, Frame, NO_FRAME};
use crate::program::{Op, Tongue as _, When, Where};
use crate::tag::Tag;

/// Whom the table waits for; `None`: something goes on by itself, or the game is over.
#[inline]
pub fn asked<W: World>(world: &W) -> Option<Seat> {
    if world.is_over() {
        return None;
    }
    match world.frames().last()? {
        Frame::Own(own) => world.own_asks(own),
        Frame::Window(window) => match window.round {
            Some(round) if !window.answered => Some(round.asked()),
            _ => None,
        },
        Frame::Act(act) if act.asks() => Some(chooser(world, act)),
        Frame::Act(_) => None,
    }
}

/// Who answers what an act asks.
fn chooser<W: World>(world: &W, act: &Act) -> Seat {
    match world.script(act.card).op(act.nth, act.pc) {
        Op::Target(_, pick) | Op::Choose(_, pick, _) => world.chooser(pick, act),
        _ => act.seat,
    }
}

/// What an act asks.
#[inline]
pub fn question<W: World>(world: &W, act: &Act) -> Option<Op<W::Tongue>> {
    act.asks().then(|| world.script(act.card).op(act.nth, act.pc))
}

/// May this seat answer so? The one judge, behind menus, refusals and windows.
pub fn may<W: World>(world: &W, board: &W::Board, seat: Seat, reply: Reply) -> Result<(), Rule> {
    #[cfg(test)]
    if crate::fault::is("judge") {
        return Ok(());
    }
    let no = |why: Why| Err(world.rule(why, None));
    if world.is_over() {
        return no(Why::Over);
    }
    if asked(world) != Some(seat) {
        return no(Why::NotAsked);
    }
    let Some(frame) = world.frames().last() else { return no(Why::NotAsked) };
    match (*frame, reply) {
        (Frame::Window(_), Reply::Pass) => Ok(()),
        (Frame::Window(window), Reply::Play(..) | Reply::Use(..)) => {
            may_use(world, board, seat, reply, Some(&window))
        }
        (Frame::Window(_), _) => no(Why::NoAnswer),
        (Frame::Own(own), Reply::Play(..) | Reply::Use(..)) if world.own_acts(&own) => {
            may_use(world, board, seat, reply, None)
        }
        (Frame::Own(_), _) => no(Why::NothingToPass),
        (Frame::Act(act), reply) => match (question(world, &act), reply) {
            (Some(Op::Target(_, pick) | Op::Choose(_, pick, _)), Reply::Pick(aim)) => {
                world.fits(board, pick, &act, aim)
            }
            (Some(Op::Choose(_, pick, _)), Reply::Nothing)
                if W::Tongue::is_spared(pick) || !world.has(board, pick, &act) =>
            {
                Ok(())
            }
            (Some(Op::Choose(..)), Reply::Nothing) => Err(world.rule(Why::NotNothing, Some(&act))),
            (Some(Op::Target(..) | Op::Choose(..)), _) => Err(world.rule(Why::PickOne, Some(&act))),
            (Some(Op::May(_)), Reply::Yes | Reply::No) => Ok(()),
            (Some(Op::Fork(sides)), Reply::Side(side)) if side < sides => Ok(()),
            (Some(Op::Fork(_)), _) => no(Why::PickASide),
            (_, _) => no(Why::YesOrNo),
        },
    }
}

/// The act that would begin with this.
pub(super) fn meant<W: World>(world: &W, seat: Seat, reply: Reply) -> Result<Act, Why> {
    let (card, nth, me, here) = match reply {
        Reply::Play(card, nth) => {
            if !world.held(seat).any(|held| held == card) {
                return Err(Why::NotHeld);
            }
            (card, nth, Tag::NONE, Where::Hand)
        }
        Reply::Use(tag, nth) => {
            let card = world.in_play().find(|there| *there == tag).and_then(|tag| world.face(tag));
            let card = card.ok_or(Why::NotThere)?;
            if world.controller(tag) != seat {
                return Err(Why::NotYours);
            }
            (card, nth, tag, Where::Play)
        }
        _ => return Err(Why::NoSuchAbility),
    };
    let head = world.script(card).head(nth).ok_or(Why::NoSuchAbility)?;
    if head.from == here { Ok(Act::new(card, nth, seat, me, NO_FRAME)) } else { Err(Why::NotFromHere) }
}

/// May an ability be used now?
fn may_use<W: World>(
    world: &W,
    board: &W::Board,
    seat: Seat,
    reply: Reply,
    window: Option<&WindowOf<W>>,
) -> Result<(), Rule> {
    let act = meant(world, seat, reply).map_err(|why| world.rule(why, None))?;
    may_act(world, board, act, window)
}

/// May this act begin now (declaring, targets, costs)? Its card lies where it must, and in the power of its player.
#[inline]
pub fn may_act<W: World>(
    world: &W,
    board: &W::Board,
    mut act: Act,
    window: Option<&WindowOf<W>>,
) -> Result<(), Rule> {
    let Some(head) = world.script(act.card).head(act.nth) else {
        return Err(world.rule(Why::NoSuchAbility, Some(&act)));
    };
    let wrong = match (head.when, window) {
        (When::Act, None) => None,
        (When::React(moment), Some(window)) => match world.answers_now(moment, window, act.seat) {
            Some(about) => {
                act.about = about;
                None
            }
            None => Some(Why::AnswersSomethingElse),
        },
        (When::React(_), None) => Some(Why::OnlyAnswers),
        (When::Act, Some(_)) => Some(Why::NoAnswer),
        (When::Auto(_) | When::Always, _) => Some(Why::ByItself),
    };
    if let Some(why) = wrong {
        return Err(world.rule(why, Some(&act)));
    }
    if head.once && act.me != Tag::NONE && world.is_used(act.me, act.nth) {
        return Err(world.rule(Why::Once, Some(&act)));
    }
    world.may_begin(board, &act)?;
    head.only.iter().try_for_each(|test| world.holds(board, *test, &act))?;
    head.cost.iter().try_for_each(|cost| world.payable(board, *cost, &act))?;
    if head.targets.iter().all(|pick| world.has(board, *pick, &act)) {
        Ok(())
    } else {
        Err(world.rule(Why::NoTarget, Some(&act)))
    }
}

/// Lists what the seat that is asked may answer; what a step of the game itself offers is the game's to add.
pub fn menu<W: World>(world: &W, board: &W::Board, seat: Seat, mut list: impl FnMut(Reply)) {
    let mut offer = |reply: Reply| {
        if may(world, board, seat, reply).is_ok() {
            list(reply);
        }
    };
    let abilities = |offer: &mut dyn FnMut(Reply), fits: &dyn Fn(When<W::Tongue>) -> bool| {
        let of = |card: u16| {
            let heads = (0..).zip(world.script(card).heads());
            heads.filter(|(_, head)| fits(head.when)).map(|(nth, _)| nth)
        };
        world.held(seat).for_each(|card| of(card).for_each(|nth| offer(Reply::Play(card, nth))));
        for tag in world.in_play().filter(|&tag| world.controller(tag) == seat) {
            let Some(card) = world.face(tag) else { continue };
            of(card).for_each(|nth| offer(Reply::Use(tag, nth)));
        }
    };
    match world.frames().last() {
        Some(Frame::Window(_)) => {
            offer(Reply::Pass);
            abilities(&mut offer, &|when| matches!(when, When::React(_)));
        }
        Some(Frame::Own(own)) if world.own_acts(own) => abilities(&mut offer, &|when| when == When::Act),
        Some(Frame::Act(act)) => match question(world, act) {
            Some(Op::Target(_, pick) | Op::Choose(_, pick, _)) => {
                world.candidates(pick, act, &mut |aim| offer(Reply::Pick(aim)));
                offer(Reply::Nothing);
            }
            Some(Op::May(_)) => [Reply::No, Reply::Yes].into_iter().for_each(offer),
            Some(Op::Fork(sides)) => (0..sides).map(Reply::Side).for_each(offer),
            _ => {}
        },
        _ => {}
    }
}
