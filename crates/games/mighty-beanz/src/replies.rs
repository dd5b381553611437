//! What the words of Instants do to what they answer (chapter 9): one function for each row of
//! [`Reply`](crate::tongue::Reply).

use ccg::frame::Act;
use ccg::machine::{self, Flow};
use table::Sink;

use crate::act::Event;
use crate::state::{Attack, Fate, Frame, MightyBeanz, Step};
use crate::tongue::{Amount, Few};

type Game = MightyBeanz;

/// Changes the step that is answered.
fn change(game: &mut Game, act: &Act, change: impl FnOnce(Step) -> Option<Step>) -> Flow {
    match game.open.frames.get_mut(usize::from(act.about)) {
        Some(Frame::Own(step)) => match change(*step) {
            Some(changed) => {
                *step = changed;
                Flow::Done
            }
            None => Flow::Nothing,
        },
        _ => Flow::Nothing,
    }
}

/// Rules 9.7, 9.9, 9.12.
pub(crate) fn cancel(game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    if let Some(Frame::Act(_)) = game.open.frames.get(usize::from(act.about)) {
        return machine::cancel(game, act.about);
    }
    change(game, act, |step| match step {
        Step::Attack(attack) => Some(Step::Attack(Attack { stopped: true, ..attack })),
        // What takes effect first decides where it goes.
        Step::Arrive(slot, Fate::Lands) => Some(Step::Arrive(slot, Fate::Discarded)),
        _ => None,
    })
}
pub(crate) fn boomerang(game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    change(game, act, |step| match step {
        Step::Attack(attack) => Some(Step::Attack(Attack { boomerang: true, ..attack })),
        _ => None,
    })
}
pub(crate) fn shield(n: Amount, game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    change(game, act, |step| match step {
        Step::Attack(attack) => {
            let shield = attack.shield.saturating_add(n.0.unsigned_abs());
            Some(Step::Attack(Attack { shield, ..attack }))
        }
        _ => None,
    })
}
pub(crate) fn bounce(game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    change(game, act, |step| match step {
        Step::Arrive(slot, Fate::Lands) => Some(Step::Arrive(slot, Fate::Bounced)),
        _ => None,
    })
}
pub(crate) fn draw_for_it(n: Few, game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    game.draw(act.seat, n.0, log);
    Flow::Done
}
