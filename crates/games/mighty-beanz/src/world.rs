//! What the kernel asks of a table, or of a view of it.

use ccg::Tag;
use ccg::frame::{Act, Aim, Frame as Half, Window};
use ccg::machine::{Answering, Why, World};
use ccg::program::Script;
use table::{Rule, Seat};

use crate::cards::{Face, Kind};
use crate::judge;
use crate::look::{Look, can_come_back};
use crate::state::{Attack, Frame, MAT, MightyBeanz, Slot, Step, discard, foe, hand};
use crate::tongue::{Beans, Moment, Pick, Reply, Test, Verb};
use crate::view::View;

/// The different cards of a hand; it is sorted.
pub(crate) fn different(cards: impl Iterator<Item = Face>) -> impl Iterator<Item = Face> {
    let mut last = None;
    cards.filter(move |&face| last.replace(face) != Some(face))
}

/// The slots in which something of this kind can lie.
fn slots_of(pick: Pick, seat: Seat) -> impl Iterator<Item = Slot> {
    let (first, last) = match pick {
        Pick::Cosmos => (Seat(0), Seat(1)),
        Pick::Standing(_) | Pick::Opposing(_) => (foe(seat), foe(seat)),
        _ => (seat, seat),
    };
    (first.0 * MAT..(last.0 + 1) * MAT).map(Slot)
}

fn candidates(look: &impl Look, pick: Pick, act: &Act, each: &mut impl FnMut(Aim)) {
    match pick {
        Pick::BeanInHand => {
            different(look.row(hand(act.seat))).for_each(|face| each(Aim::card(face.number())));
        }
        Pick::Discarded => {
            // Each card once, in the order in which they came there.
            for (n, face) in look.row(discard(act.seat)).enumerate() {
                if !look.row(discard(act.seat)).take(n).any(|before| before == face) {
                    each(Aim::card(face.number()));
                }
            }
        }
        _ => slots_of(pick, act.seat).for_each(|slot| each(Aim::at(slot.tag()))),
    }
}

fn fits(look: &impl Look, pick: Pick, act: &Act, aim: Aim) -> Result<(), Rule> {
    if pick.fits(look, act, aim) {
        return Ok(());
    }
    // A Bean that gets up is one of your own.
    let theirs = Slot::aimed(aim).is_some_and(|slot| slot.seat() != act.seat);
    Err(if theirs && pick == Pick::Turned { Rule(1, 4) } else { pick.row().rule })
}

/// What everybody sees is there or not; of their own hand a player knows more.
fn has(look: &impl Look, pick: Pick, act: &Act) -> bool {
    let seat = act.seat;
    match pick {
        Pick::BeanInHand => {
            look.has_room(seat) && look.row(hand(seat)).any(|face| face.card().kind == Kind::Bean)
        }
        pick => asks(look, pick, act),
    }
}

/// By what all can see: whether there is a Bean in a hand is a secret (rule 8.17).
fn asks(look: &impl Look, pick: Pick, act: &Act) -> bool {
    let seat = act.seat;
    match pick {
        Pick::BeanInHand => look.has_room(seat) && look.count(hand(seat)) > 0,
        Pick::Discarded => look.row(discard(seat)).any(can_come_back),
        Pick::Mover => look.has_room(seat) && look.beans(seat).next().is_some(),
        Pick::Swapper => look.beans(seat).count() >= 2,
        _ => slots_of(pick, seat).any(|slot| pick.fits(look, act, Aim::at(slot.tag()))),
    }
}

/// May this power or this Action be used, as far as Bean, points and use are concerned (rules 2.4, 3.5, 4.5, 4.6, 6.1, 6.2)?
fn may_begin(look: &impl Look, act: &Act) -> Result<(), Rule> {
    let card = Face::of(act.card).card();
    let points = look.open().points;
    let idle = |act: &Act| !look.open().house.for_nothing && !look.is_of_use(act);
    let Some(slot) = Slot::of_tag(act.me) else {
        return match card.kind {
            Kind::Action if card.cost > points => Err(Rule(2, 4)),
            Kind::Action if idle(act) => Err(Rule(3, 5)),
            _ => Ok(()),
        };
    };
    if look.upright(slot).is_none() {
        return Err(if card.attacks() { Rule(6, 1) } else { Rule(4, 5) });
    }
    if look.spin_cost(slot) > points {
        // Is it the Cosmos card that makes it too dear?
        return Err(if card.cost <= points { Rule(4, 6) } else { Rule(2, 4) });
    }
    // An attack must have somebody to attack, whatever the house says.
    if card.attacks() {
        return if look.is_of_use(act) { Ok(()) } else { Err(Rule(6, 2)) };
    }
    if idle(act) { Err(Rule(3, 5)) } else { Ok(()) }
}

/// Could this seat have an answer, as far as all can see (rule 9.4)?
pub(crate) fn could_answer(look: &impl Look, seat: Seat, window: &Window<Beans>) -> bool {
    let open = look.open();
    if look.count(hand(seat)) == 0 {
        return false;
    }
    let has = |answers: Moment| open.instants[seat.index()][answers as usize] > 0;
    let fits = window.moment != Moment::Action && seat != open.turn && has(window.moment);
    // A live Action or Instant of the other seat can be cancelled by either.
    fits || has(Moment::Action) && newest(look, window, seat).is_some()
}

/// The frame of the card that an Instant which cancels would hit: the newest live card of the other seat (rule 9.7).
pub(crate) fn newest(look: &impl Look, window: &Window<Beans>, seat: Seat) -> Option<u8> {
    let frames = look.frames();
    let about = usize::from(window.about);
    // Which cards are cancelled if nothing more is answered: a bit each (rule 9.8).
    let mut dead = 0u64;
    let mut newest = None;
    for (at, frame) in frames.iter().enumerate().skip(about).rev() {
        let Half::Act(act) = frame else { continue };
        if dead >> at & 1 == 1 {
            continue;
        }
        if at > about && cancels(Face::of(act.card)) {
            dead |= 1 << act.about;
        }
        newest = newest.or((act.seat != seat).then_some(at as u8));
    }
    newest
}

/// Does this Instant cancel the card that it answers?
fn cancels(face: Face) -> bool {
    let card = face.card();
    card.answers == Some(Moment::Action) && card.replies.contains(&Reply::Cancel)
}

/// What an answer to this would be about in this window (rules 9.1, 9.2, 9.7).
fn answers_now(look: &impl Look, moment: Moment, window: &Window<Beans>, seat: Seat) -> Option<u8> {
    match moment {
        Moment::Action => newest(look, window, seat),
        _ => (moment == window.moment && seat != look.open().turn).then_some(window.about),
    }
}

/// Whom a step of the game asks.
#[inline]
fn own_asks(look: &impl Look, step: &Step) -> Option<Seat> {
    let turn = look.open().turn;
    match *step {
        Step::Keep(seat) | Step::Hide(seat) | Step::Guess(seat, _) => Some(seat),
        Step::Lose(_) => Some(foe(turn)),
        Step::Attack(Attack { spun: true, sharp, .. }) => Some(if sharp { turn } else { foe(turn) }),
        Step::Attack(_) | Step::Arrive(..) | Step::Count | Step::Lay(..) => None,
        // A galaxy is named, unless there is no choice (rule 8.3).
        Step::Strike(by) => {
            let choice = !look.is_sharp() && judge::strikes(look, by).count() > 1;
            choice.then_some(turn)
        }
        Step::Aim(..) | Step::Flick(..) | Step::Main | Step::Down | Step::Place | Step::Gather(_) => {
            Some(turn)
        }
    }
}

/// The rule behind a refusal of the kernel.
fn rule(look: &impl Look, why: Why, act: Option<&Act>) -> Rule {
    let card = act.map(|act| Face::of(act.card).card());
    match why {
        Why::Over => Rule(11, 3),
        Why::NotAsked => Rule(1, 12),
        Why::NotHeld => Rule(3, 10),
        Why::NotThere => Rule(4, 5),
        Why::NotYours => Rule(1, 4),
        Why::NoSuchAbility => Rule(4, 7),
        Why::ByItself => Rule(4, 4),
        // Nothing but an Instant answers, and an Instant does nothing else.
        Why::OnlyAnswers | Why::NoAnswer | Why::NotFromHere => Rule(9, 1),
        Why::AnswersSomethingElse => match (card, card.and_then(|card| card.answers)) {
            (Some(card), Some(moment)) => judge::answers_something_else(look, act, card, moment),
            _ => Rule(9, 2),
        },
        Why::PickOne | Why::NotNothing => {
            act.and_then(|act| judge::pick_of(look, act)).map_or(Rule(3, 6), |pick| pick.row().rule)
        }
        Why::Once | Why::NoTarget | Why::YesOrNo | Why::PickASide | Why::NothingToPass => Rule(3, 6),
    }
}

macro_rules! worldly {
    ($($Name:ty),+) => {
        $(impl World for $Name {
            type Tongue = Beans;
            type Own = Step;
            type Board = ();
            /// An answer is one frame, and has no window of its own.
            const DEPTH: usize = 1;

            fn answering(&self) -> Answering {
                Answering::Chain
            }
            #[inline]
            fn script(&self, card: u16) -> &'static Script<Beans> {
                let card = Face::of(card).card();
                if self.open.house.targets_first { &card.early } else { &card.script }
            }
            #[inline]
            fn frames(&self) -> &[Frame] {
                &self.open.frames
            }
            fn seats(&self) -> u8 {
                2
            }
            #[inline]
            fn is_over(&self) -> bool {
                self.open.over.is_some()
            }
            #[inline]
            fn board(&self) {}
            fn candidates(&self, pick: Pick, act: &Act, each: &mut impl FnMut(Aim)) {
                candidates(self, pick, act, each);
            }
            fn fits(&self, (): &(), pick: Pick, act: &Act, aim: Aim) -> Result<(), Rule> {
                fits(self, pick, act, aim)
            }
            fn has(&self, (): &(), pick: Pick, act: &Act) -> bool {
                has(self, pick, act)
            }
            fn asks(&self, (): &(), pick: Pick, act: &Act) -> bool {
                asks(self, pick, act)
            }
            fn holds(&self, (): &(), test: Test, act: &Act) -> Result<(), Rule> {
                if test.holds(self, act) { Ok(()) } else { Err(test.row().rule) }
            }
            fn payable(&self, (): &(), _: Verb, _: &Act) -> Result<(), Rule> {
                Ok(())
            }
            fn may_begin(&self, (): &(), act: &Act) -> Result<(), Rule> {
                may_begin(self, act)
            }
            fn subject(&self, _: Verb, _: &Act) -> Tag {
                Tag::NONE
            }
            fn in_play(&self) -> impl Iterator<Item = Tag> {
                Slot::all().filter(|slot| self.count(slot.bean()) > 0).map(Slot::tag)
            }
            fn face(&self, card: Tag) -> Option<u16> {
                Slot::of_tag(card).and_then(|slot| self.bean(slot)).map(|face| face.number())
            }
            fn controller(&self, card: Tag) -> Seat {
                Slot(card.0).seat()
            }
            fn held(&self, seat: Seat) -> impl Iterator<Item = u16> {
                different(self.row(hand(seat))).map(|face| face.number())
            }
            #[inline]
            fn listens(&self, _: Moment) -> bool {
                false
            }
            fn first_asked(&self, _: &Frame) -> Seat {
                foe(self.open.turn)
            }
            fn could_answer(&self, seat: Seat, window: &Window<Beans>) -> bool {
                could_answer(self, seat, window)
            }
            fn answers_now(&self, moment: Moment, window: &Window<Beans>, seat: Seat) -> Option<u8> {
                answers_now(self, moment, window, seat)
            }
            #[inline]
            fn own_asks(&self, step: &Step) -> Option<Seat> {
                own_asks(self, step)
            }
            #[inline]
            fn own_acts(&self, step: &Step) -> bool {
                *step == Step::Main
            }
            fn rule(&self, why: Why, act: Option<&Act>) -> Rule {
                rule(self, why, act)
            }
        })+
    };
}
worldly!(MightyBeanz, View);
