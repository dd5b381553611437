//! What the words of spin powers and Actions do (chapters 3 and 8): one function for each row of
//! [`Deed`](crate::tongue::Deed).

use ccg::Viewers;
use ccg::frame::{Act, Aim};
use ccg::machine::Flow;
use table::{Seat, Sink, To};

use crate::act::Event;
use crate::cards::Face;
use crate::look::Look;
use crate::state::{AIR, CARDS, Help, MightyBeanz, Slot, Stance, Step, discard, foe, hand};
use crate::tongue::{Amount, Few, Odd, Reach, standing};

type Game = MightyBeanz;

pub(crate) fn attack(game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let Some(slot) = Slot::of_tag(act.me) else { return Flow::Nothing };
    game.declare_attack(act.seat, slot.bit(), slot.galaxy(), log);
    Flow::Done
}

/// What is added to the next attack: by a spin power, or by an Action, which lies ready (rule 7.7).
fn next_attack<'a>(game: &'a mut Game, act: &Act) -> &'a mut Help {
    if act.me.some().is_some() { &mut game.open.spun } else { &mut game.open.ready }
}
pub(crate) fn sharpshoot(game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    next_attack(game, act).sharp = true;
    Flow::Done
}
pub(crate) fn blitz(game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    next_attack(game, act).blitz = true;
    Flow::Done
}
pub(crate) fn boost(n: Amount, game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    let help = next_attack(game, act);
    help.boost = help.boost.saturating_add(n.0.unsigned_abs());
    Flow::Done
}
pub(crate) fn double(game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    let help = next_attack(game, act);
    help.doubles = help.doubles.saturating_add(1);
    Flow::Done
}

pub(crate) fn draw(n: Few, game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    game.draw(act.seat, n.0, log);
    Flow::Done
}
pub(crate) fn points(n: Few, game: &mut Game, _: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    game.open.points = game.open.points.saturating_add(n.0);
    Flow::Done
}

pub(crate) fn knockdown(_: Reach, game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let Some(slot) = Slot::aimed(act.pick(0)) else { return Flow::Nothing };
    game.fell(slot, log);
    Flow::Done
}
pub(crate) fn knock_off(_: Reach, game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let Some(slot) = Slot::aimed(act.pick(0)) else { return Flow::Nothing };
    game.knock_off(slot, log);
    Flow::Done
}
pub(crate) fn turn_up(game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let Some(slot) = Slot::aimed(act.pick(0)) else { return Flow::Nothing };
    game.turn_up(act.seat, slot, 0, log);
    Flow::Done
}
pub(crate) fn freebie(game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let Some(card) = Face::aimed(act.pick(0)) else { return Flow::Nothing };
    let (seat, points) = (act.seat, game.open.points);
    let seen = game.play_out(seat, card, AIR);
    log.reveal(To::ALL, || Event::Played { seat, card, cost: 0, points, seen });
    game.push(Step::Place);
    Flow::Done
}
/// Two slots of a mat exchange their Beans, if there are two (rule 8.11).
pub(crate) fn exchange(game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let [Some(from), Some(to)] = [0, 1].map(|n| Slot::aimed(act.pick(n))) else { return Flow::Nothing };
    game.exchange(from, to, log);
    // A Bean that moves itself carries out the rest of its power from its new slot.
    if act.me == from.tag() {
        act.me = to.tag();
    } else if act.me == to.tag() {
        act.me = from.tag();
    }
    Flow::Done
}
pub(crate) fn retrieve(game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let seat = act.seat;
    let Some(card) = Face::aimed(act.pick(0)) else { return Flow::Nothing };
    let Some(id) = game.cards.find(discard(seat), card.number()) else { return Flow::Nothing };
    game.cards.put(id, hand(seat));
    log.tell(To::ALL, || Event::Took { seat, card });
    Flow::Done
}
pub(crate) fn sweep(game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let Some(slot) = Slot::aimed(act.pick(0)) else { return Flow::Nothing };
    let (Some(card), Some(id)) = (game.cosmos(slot), game.cards.top(slot.cosmos())) else {
        return Flow::Nothing;
    };
    game.bury(id);
    log.tell(To::ALL, || Event::Swept { card, slot });
    Flow::Done
}
pub(crate) fn shed(n: Few, game: &mut Game, act: &mut Act, _: &mut impl Sink<Event>) -> Flow {
    game.push(Step::Lose(n.0.min(game.count(hand(foe(act.seat))))));
    Flow::Done
}
pub(crate) fn peek(game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    let (seat, at) = (act.seat, foe(act.seat));
    log.tell(To::ALL, || Event::Peeked { seat, at });
    log.reveal(To::only(seat), || Event::Saw { seat: at, cards: game.row(hand(at)).collect() });
    let mut ids = [None; CARDS];
    for (n, id) in game.cards.row(hand(at)).enumerate() {
        ids[n] = Some(id);
    }
    ids.into_iter().flatten().for_each(|id| game.cards.show(id, Viewers::one(Some(seat))));
    Flow::Done
}
/// What only one card does.
pub(crate) fn by_name(odd: Odd, game: &mut Game, act: &mut Act, log: &mut impl Sink<Event>) -> Flow {
    match odd {
        // Rule 8.16.
        Odd::Stampede => {
            for slot in Slot::all() {
                if standing(Reach::Here, game, act, Aim::at(slot.tag())) {
                    game.fell(slot, log);
                }
            }
        }
    }
    Flow::Done
}

impl MightyBeanz {
    pub(crate) fn fell(&mut self, slot: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.set(slot, Stance::Sidewayz);
        log.tell(To::ALL, || Event::Fell { card, slot });
    }

    pub(crate) fn knock_off(&mut self, slot: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.remove(slot);
        log.tell(To::ALL, || Event::KnockedOff { card, slot });
    }

    /// A Bean turns up and does nothing by it (rule 4.3).
    pub(crate) fn turn_up(&mut self, seat: Seat, slot: Slot, cost: u8, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.set(slot, Stance::HeadzUp);
        log.tell(To::ALL, || Event::Turned { seat, card, slot, to: Stance::HeadzUp, cost });
    }

    fn exchange(&mut self, from: Slot, to: Slot, log: &mut impl Sink<Event>) {
        let (one, other) = (self.cards.top(from.bean()), self.cards.top(to.bean()));
        let (here, there) = (self.stance(from), self.stance(to));
        if let Some(id) = one {
            let card = Face::of(self.cards.kind(id));
            log.tell(To::ALL, || Event::Moved { card, from, to });
            self.cards.put(id, to.bean());
        }
        if let Some(id) = other {
            let card = Face::of(self.cards.kind(id));
            log.tell(To::ALL, || Event::Moved { card, from: to, to: from });
            self.cards.put(id, from.bean());
        }
        self.set(to, here);
        self.set(from, there);
    }
}
