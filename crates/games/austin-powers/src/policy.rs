//! What a sensible player does without looking ahead: puts Agents out, attacks where Bones are likely to win, keeps Bones that
//! can be played, hurts whoever leads. It knows no card and no word: it tries what it could do ([`ccg::trying`]) and looks how the
//! table stands then. Everything is counted in tenths of a point.

use std::cell::RefCell;

use ccg::trying::{Trying, try_all};
use table::{Playouts, Policy, Seat, Seed, Stream};

use crate::act::Action;
use crate::cards::{Card, Kind};
use crate::look::Look;
use crate::state::{AustinPowers, Frame, GOAL, Step, deck, hand, swingers};
use crate::view::View;

/// What a game is worth.
const WON: i32 = 100_000;
/// What an action is worth that can still be used.
const ACTION: i32 = 12;
/// What a card in a hand is worth.
const HELD: i32 = 14;
/// What a Bone is worth that needs other vibes than its player has.
const IDLE: i32 = 7;
/// What a Swinger in a hand is worth. It is an action that puts nothing on the table, so any other card is better.
const SWINGER: i32 = 3;
/// What a card is worth that is going to be drawn when all even up (rule 11.1).
const DRAWN: i32 = 15;

impl Policy for AustinPowers {
    type Notes = ();
    const MISJUDGED: u32 = 60;

    fn weigh(view: &View, act: Action) -> i32 {
        let mut weight = 0;
        Self::weigh_all(view, &[act], &mut |w| weight = w);
        weight
    }

    fn weigh_all(view: &View, menu: &[Action], each: &mut dyn FnMut(i32)) {
        let Some(me) = view.who else { return menu.iter().for_each(|_| each(0)) };
        match view.frame() {
            // In a race there is nothing to wait for: a Bone is thrown if that does more good than harm, and the sign is made.
            Some(Frame::Own(Step::Throw)) => menu.iter().for_each(|&act| each(throw_worth(view, act))),
            Some(Frame::Own(Step::Sign)) => menu.iter().for_each(|&act| each(i32::from(act == Action::Sign))),
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
}

impl Trying for AustinPowers {
    fn worth(&self, seat: Seat) -> i32 {
        if self.open.over.is_some() {
            return if self.open.winners.has(seat) { WON } else { -WON };
        }
        let mine = side_worth(self, seat);
        let best =
            self.seated(seat).filter(|other| *other != seat).map(|other| side_worth(self, other)).max();
        mine - best.unwrap_or(0)
            + if self.open.turn == seat { ACTION * i32::from(self.open.actions) } else { 0 }
    }

    fn rests(&self) -> bool {
        matches!(self.frame(), Some(Frame::Own(Step::Turn | Step::Spent)))
    }

    fn spare(work: &mut dyn FnMut(&mut Vec<Action>)) {
        thread_local!(static SPARE: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) });
        SPARE.with_borrow_mut(work);
    }
}

/// What a seat has: its points, its Agents, its hand.
fn side_worth(look: &impl Look, seat: Seat) -> i32 {
    let open = look.open();
    let points = i32::from(open.scores[seat.index()]);
    let agents: i32 = look.agents(seat).map(|(_, face)| agent_worth(face.card())).sum();
    // With two, an Agent is nearly as good as scored: nobody else comes for it. With more, whoever is near a hundred must be
    // stopped, so the nearer, the more a point counts.
    let (near, agents) = match open.seats {
        2 => (points * 10, agents * 3),
        _ => (points * 10 + points * points / 10, agents),
    };
    let table: i32 = look.tagged_row(swingers(seat)).count() as i32 * 25;
    let vibes = look.vibes(seat);
    let held: i32 = look
        .row(hand(seat))
        .map(|face| match face.card().kind {
            Kind::Bone => {
                let ready =
                    vibes.cover(look.need(seat, face, false)) || vibes.cover(look.need(seat, face, true));
                if ready { HELD + 2 * i32::from(face.card().value) } else { IDLE }
            }
            Kind::Agent => HELD + i32::from(face.card().value),
            Kind::Happening => HELD + 4 * i32::from(face.card().value),
            Kind::Swinger => SWINGER,
        })
        .sum();
    // What is more than six is discarded, what is less is drawn for nothing (rule 11.1).
    let many = i32::from(look.count(hand(seat)));
    let even = DRAWN * (6 - many).max(0) - HELD * (many - 6).max(0);
    let deck = if look.count(deck(seat)) == 0 { -5 } else { 0 };
    near + agents + table + held + even + deck
}

/// An Agent may score some day, and lets Bones be played until then.
fn agent_worth(card: &Card) -> i32 {
    20 + 3 * i32::from(card.value) + 6 * i32::from(card.vibes.sum())
}

/// What a Bone thrown to somebody is worth to the helper: its points if that side wins, and the harm it does to the other side, which
/// matters more the nearer that one is to a hundred.
fn throw_worth(view: &View, act: Action) -> i32 {
    let Action::Throw { card } = act else { return 0 };
    let open = view.open();
    let (side, other) = (open.fight.answers(), open.fight.across(open.fight.answers()));
    let stake = |seat: Seat| {
        let agent =
            view.agent(open.fight.fighters[seat.index()]).map_or(0, |(_, face)| i32::from(face.card().value));
        let bones: i32 = view.bones_on(seat).map(|face| i32::from(face.card().value)).sum();
        agent + bones
    };
    let danger = |seat: Seat| i32::from(open.scores[seat.index()]) + stake(seat);
    let mine = 10 * i32::from(card.card().value) / 2 - HELD - 2 * i32::from(card.card().value);
    // Whoever would win by it is stopped, whoever is behind is helped.
    let hurts = (danger(other) - danger(side)) / 2;
    let wins = if danger(other) >= i32::from(GOAL) { 500 } else { 0 };
    let own: i32 = if danger(side) >= i32::from(GOAL) { -500 } else { 0 };
    mine + hurts + wins + own
}

/// How readily somebody of flesh and blood would do this, quickly.
fn lean(game: &AustinPowers, seat: Seat, act: Action) -> u32 {
    match act {
        Action::End => 2,
        Action::Play { .. } => 30,
        Action::Attack { at, .. } => {
            6 + game.agent(at).map_or(0, |(_, face)| u32::from(face.card().value)) * 2
        }
        Action::Swing { .. } => 3,
        Action::Happen { .. } => 24,
        Action::Use { .. } => 10,
        Action::Bone { card } => 20 + 2 * u32::from(card.card().value),
        Action::Ask => 6,
        Action::GiveUp => 3,
        Action::Throw { card } => 4 + u32::from(card.card().value),
        Action::Sign => 20,
        Action::Still => 1,
        Action::Pass => 6,
        Action::At { at } => match game.agent(at) {
            // Of one's own the least is given up, of others the best is taken.
            Some((of, face)) if of == seat => 30u32.saturating_sub(2 * u32::from(face.card().value)).max(1),
            Some((_, face)) => 4 + 2 * u32::from(face.card().value),
            None => 10,
        },
        Action::Player { seat: other } => {
            if other == seat {
                1
            } else {
                5 + u32::from(game.open.scores[other.index()])
            }
        }
        Action::Take { card } => 4 + u32::from(card.card().value),
        Action::Yes => 20,
        Action::No => 4,
        Action::Discard { card } => match (card.card().kind, game.frame()) {
            // Nobody throws good cards away who need not.
            (Kind::Swinger, Some(Frame::Own(Step::Spent | Step::Cycle(..)))) => 30,
            (_, Some(Frame::Own(Step::Spent | Step::Cycle(..)))) => 1,
            (Kind::Bone, _) => 4,
            (Kind::Agent | Kind::Happening, _) => 3,
            (Kind::Swinger, _) => 8,
        },
        Action::Done => 20,
        Action::Leave => 0,
    }
}
