//! What the kernel asks of a table, or of a view of it.

use ccg::frame::{Act, Aim, Frame as Half, Window};
use ccg::machine::{Why, World};
use ccg::program::{Op, Script, When};
use ccg::{Tag, machine};
use table::{Rule, Seat};

use crate::cards::Face;
use crate::judge;
use crate::look::Look;
use crate::state::{AustinPowers, Frame, Step, crew, deck, discards, hand, score, swingers};
use crate::tongue::{Deed, Mojo, Moment, Pick, Test, Verb, raided};
use crate::view::View;

/// Everything that could be picked.
fn candidates(look: &impl Look, pick: Pick, act: &Act, each: &mut impl FnMut(Aim)) {
    let seats = look.open().seats;
    match pick {
        Pick::Player | Pick::Scorer => (0..seats).for_each(|seat| each(Aim::seat(Seat(seat)))),
        Pick::InTheirHand(who) => {
            if let Some(seat) = raided(who, act) {
                look.different(hand(seat)).for_each(|face| each(Aim::card(face.number())));
            }
        }
        Pick::AgentInHand | Pick::BoneInHand | Pick::CardInHand => {
            look.different(hand(act.seat)).for_each(|face| each(Aim::card(face.number())));
        }
        Pick::Discarded(_) => once_each(|| look.row(discards(act.seat)), each),
        Pick::InDeck(_) => once_each(|| look.row(deck(act.seat)), each),
        Pick::OnTop(n) => once_each(|| look.on_top(act.seat, n.0), each),
        Pick::Scored => {
            if let Some(seat) = act.picked_before().player() {
                once_each(|| look.row(score(seat)), each);
            }
        }
        Pick::Swinger => {
            for seat in (0..seats).map(Seat) {
                look.tagged_row(swingers(seat)).for_each(|(tag, _)| each(Aim::at(tag)));
            }
        }
        Pick::Worth(_) | Pick::Agent(_) | Pick::AnotherOfMine | Pick::Prey => {
            for seat in (0..seats).map(Seat) {
                look.agents(seat).for_each(|(tag, _)| each(Aim::at(tag)));
            }
        }
    }
}

/// Each card once, in the order in which they lie there.
fn once_each<I: Iterator<Item = Face>>(row: impl Fn() -> I, each: &mut impl FnMut(Aim)) {
    for (n, face) in row().enumerate() {
        if !row().take(n).any(|before| before == face) {
            each(Aim::card(face.number()));
        }
    }
}

/// By what all can see: what is in a hand or a deck is a secret, how much is in it is not.
fn asks(look: &impl Look, pick: Pick, act: &Act) -> bool {
    match pick {
        Pick::AgentInHand | Pick::BoneInHand | Pick::CardInHand => look.count(hand(act.seat)) > 0,
        Pick::InDeck(_) | Pick::OnTop(_) => look.count(deck(act.seat)) > 0,
        Pick::InTheirHand(who) => raided(who, act).is_some_and(|seat| look.count(hand(seat)) > 0),
        _ => {
            let mut any = false;
            candidates(look, pick, act, &mut |aim| any = any || pick.fits(look, act, aim));
            any
        }
    }
}

/// Could this be paid, as far as its player knows (rules 4.10, 10.2)?
fn payable(look: &impl Look, cost: Verb, act: &Act) -> Result<(), Rule> {
    let Verb::Deed(deed) = cost else { return Ok(()) };
    let can = match deed {
        Deed::PayScored(person) => look.row(score(act.seat)).any(|face| face.card().is_person(person)),
        Deed::PayCard => look.count(hand(act.seat)) > 0,
        _ => true,
    };
    if can { Ok(()) } else { Err(deed.row().rule) }
}

/// Could this seat save its Agent, as far as all can see (rule 17.30)?
fn could_answer(look: &impl Look, seat: Seat, window: &Window<Mojo>) -> bool {
    let loses = matches!(
        look.frames().get(usize::from(window.about)),
        Some(Half::Own(Step::Lost(loser, _, false))) if *loser == seat
    );
    let saves = |(_, face): (Tag, Face)| face.card().script.answers(window.moment);
    loses && look.sits(seat) && look.tagged_row(swingers(seat)).any(saves)
}

/// The rule behind a refusal of the kernel.
fn rule(look: &impl Look, why: Why, act: Option<&Act>) -> Rule {
    let pick = act.and_then(|act| match machine::question(look, act)? {
        Op::Choose(_, pick, _) | Op::Target(_, pick) => Some(pick.row().rule),
        _ => None,
    });
    match why {
        Why::Over => Rule(15, 6),
        Why::NotAsked => Rule(1, 7),
        Why::NotHeld | Why::NotThere | Why::NotYours => Rule(3, 5),
        Why::NoSuchAbility | Why::NotFromHere | Why::ByItself => Rule(10, 1),
        Why::AnswersSomethingElse | Why::OnlyAnswers | Why::NoAnswer => Rule(17, 30),
        // What must be chosen to pay for it is not there (rule 4.10).
        Why::NoTarget => Rule(17, 31),
        Why::PickOne => pick.unwrap_or(Rule(16, 4)),
        Why::NotNothing => Rule(16, 5),
        Why::YesOrNo | Why::PickASide => Rule(4, 10),
        Why::Once | Why::NothingToPass => Rule(4, 2),
    }
}

macro_rules! worldly {
    ($($Name:ty),+) => {
        $(impl World for $Name {
            type Tongue = Mojo;
            type Own = Step;
            type Board = ();

            #[inline]
            fn script(&self, card: u16) -> &'static Script<Mojo> {
                &Face::of(card).card().script
            }
            #[inline]
            fn frames(&self) -> &[Frame] {
                &self.open.frames
            }
            fn seats(&self) -> u8 {
                self.open.seats
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
                if pick.fits(self, act, aim) { Ok(()) } else { Err(pick.row().rule) }
            }
            fn asks(&self, (): &(), pick: Pick, act: &Act) -> bool {
                asks(self, pick, act)
            }
            fn holds(&self, (): &(), test: Test, act: &Act) -> Result<(), Rule> {
                if test.holds(self, act) { Ok(()) } else { Err(test.row().rule) }
            }
            fn payable(&self, (): &(), cost: Verb, act: &Act) -> Result<(), Rule> {
                payable(self, cost, act)
            }
            fn may_begin(&self, (): &(), act: &Act) -> Result<(), Rule> {
                // Whatever is used costs an action, but for answers (rules 4.2, 8.6).
                let acts = self.script(act.card).head(act.nth).is_some_and(|head| head.when == When::Act);
                if acts && self.open.actions == 0 { Err(Rule(4, 2)) } else { Ok(()) }
            }
            fn subject(&self, _: Verb, _: &Act) -> Tag {
                Tag::NONE
            }
            fn in_play(&self) -> impl Iterator<Item = Tag> {
                let seats = (0..self.open.seats).map(Seat);
                seats.flat_map(|seat| [crew(seat), swingers(seat)]).flat_map(|place| self.tagged_row(place)).map(|(tag, _)| tag)
            }
            fn face(&self, card: Tag) -> Option<u16> {
                self.tagged(card).map(|(_, face)| face.number())
            }
            fn controller(&self, card: Tag) -> Seat {
                self.agent(card).or_else(|| self.swinger(card)).map_or(ccg::HOUSE, |(seat, _)| seat)
            }
            fn held(&self, seat: Seat) -> impl Iterator<Item = u16> {
                self.different(hand(seat)).map(|face| face.number())
            }
            #[inline]
            fn listens(&self, _: Moment) -> bool {
                // What happens by itself is begun where it happens.
                false
            }
            fn first_asked(&self, about: &Frame) -> Seat {
                match about {
                    Half::Own(Step::Lost(seat, ..)) => *seat,
                    _ => self.open.turn,
                }
            }
            fn could_answer(&self, seat: Seat, window: &Window<Mojo>) -> bool {
                could_answer(self, seat, window)
            }
            #[inline]
            fn own_asks(&self, step: &Step) -> Option<Seat> {
                judge::asks_itself(self, *step)
            }
            #[inline]
            fn own_acts(&self, step: &Step) -> bool {
                *step == Step::Turn
            }
            fn rule(&self, why: Why, act: Option<&Act>) -> Rule {
                rule(self, why, act)
            }
        })+
    };
}
worldly!(AustinPowers, View);
