//! Why not? Every refusal is a rule number, found from the view of the one who asks.

use table::{Rule, Seat, Status};

use lair::{Captive, Letter, Window};

use crate::act::Action;
use crate::cards::{Face, Hand};
use crate::state::{Phase, team_is_enough};
use crate::view::View;

/// Some rule, unless it is all right.
fn unless(fine: bool, rule: Rule) -> Option<Rule> {
    if fine { None } else { Some(rule) }
}

/// The rule that forbids the viewer to do this now.
pub(crate) fn rule(view: &View, act: Action) -> Option<Rule> {
    let me = match (view.status(), view.who) {
        (Status::Over, _) => return Some(Rule(8, 6)),
        (status, Some(me)) if status.asks(me) => me,
        _ => return Some(Rule(1, 7)),
    };
    match (view.phase, act) {
        // A Lair card, or none.
        (Phase::Lay | Phase::Aim, Action::Pass) => None,
        (Phase::Lay, Action::Lay { card }) => unless(card.is_lair() && view.hand.has(card), Rule(3, 1)),

        // A Lair to send something into.
        (Phase::Aim, Action::Into { seat }) => {
            if seat.0 >= view.seats {
                Some(Rule(1, 1))
            } else {
                unless(view.has_lair(seat), Rule(4, 2))
            }
        }

        // What goes there.
        (Phase::Choose { .. }, Action::Play { card }) => {
            unless(card.is_purple() && view.hand.has(card), Rule(4, 3))
        }
        (Phase::Choose { .. }, Action::PlayFrom { seat }) => {
            unless(seat != me && seat.0 < view.seats && view.backs[seat].spies > 0, Rule(4, 4))
        }
        (Phase::Choose { .. }, Action::PlayDeck) => unless(view.top_is_purple == Some(true), Rule(4, 5)),
        (Phase::Choose { at }, Action::Team) => no_team(view, me, at),

        // The team.
        (Phase::Team { .. }, Action::Add { spy: Face::BOMB }) => Some(Rule(5, 2)),
        (Phase::Team { picked, .. }, Action::Add { spy }) => {
            let mut left: Hand = view.hand;
            left.remove_spies(picked);
            unless(spy.is_spy() && left.has(spy), Rule(5, 1))
        }
        (Phase::Team { at, picked }, Action::Send) => {
            if picked.len() < 2 {
                Some(Rule(5, 1))
            } else {
                unless(team_is_enough(picked, view.hurdle(at)), Rule(5, 4))
            }
        }

        // The captive's fate (rule 6.1).
        (Phase::Captive(_), Action::Kill) => None,
        (Phase::Captive(Captive { letters, .. }), Action::Taunt { letter }) => {
            if letters.has(letter) {
                Some(Rule(6, 5))
            } else {
                unless(view.hand.has(Face::doubler(letter)), Rule(6, 3))
            }
        }

        // Foil or let it stand (rules 7.1, 7.4).
        (Phase::Foil(_), Action::Decline) => None,
        (Phase::Foil(Window { letter, letters, .. }), Action::Foil { letter: mine })
            if mine != letter && letters.has(mine) =>
        {
            Some(Rule(7, 5))
        }
        (Phase::Foil(Window { letter, .. }), Action::Foil { letter: mine }) => {
            unless(mine == letter && view.hand.has(Face::doubler(mine)), Rule(7, 1))
        }

        // An answer to a question that was not put.
        (_, Action::Kill | Action::Taunt { .. }) => Some(Rule(6, 1)),
        (_, Action::Foil { .. } | Action::Decline) => Some(Rule(7, 2)),
        // A captor kills or taunts, before anything else.
        (Phase::Captive(_), _) => Some(Rule(6, 1)),
        (Phase::Foil(_), _) if me != view.turn => Some(Rule(2, 5)),
        // Whoever's turn it is has sent something by now, and does not go back to the Lair.
        (Phase::Foil(_), Action::Lay { .. } | Action::Pass) => Some(Rule(2, 2)),
        (Phase::Foil(_), _) => Some(Rule(4, 11)),
        // Having named a Lair, something must go there, and nothing but that.
        (Phase::Choose { .. }, Action::Pass | Action::Into { .. }) => Some(Rule(4, 11)),
        (Phase::Choose { .. }, Action::Add { .. } | Action::Send) => Some(Rule(5, 6)),
        // A team that was begun has to be sent.
        (Phase::Team { .. }, _) => Some(Rule(5, 6)),
        // The Lair comes first.
        (
            Phase::Aim,
            Action::Play { .. }
            | Action::PlayFrom { .. }
            | Action::PlayDeck
            | Action::Team
            | Action::Add { .. }
            | Action::Send,
        ) => Some(Rule(4, 6)),
        // Steps keep their order.
        (_, _) => Some(Rule(2, 2)),
    }
}

/// Why no team can go there.
fn no_team(view: &View, me: Seat, at: Seat) -> Option<Rule> {
    if at == me {
        Some(Rule(5, 3))
    } else if view.hand.spies().len() < 2 {
        // Bombs do not count.
        let with_bombs = view.hand.purple().total() >= 2;
        Some(if with_bombs { Rule(5, 2) } else { Rule(5, 1) })
    } else {
        unless(team_is_enough(view.hand.spies(), view.hurdle(at)), Rule(5, 4))
    }
}

/// What the viewer might want to do: every card of the hand, every Lair, every hand.
pub(crate) fn thinkable(view: &View, acts: &mut Vec<Action>) {
    let Some(me) = view.who else { return };
    let kinds = || Face::all().filter(|&face| view.hand.has(face));
    match view.phase {
        Phase::Lay | Phase::Over { .. } => {
            acts.push(Action::Pass);
            acts.extend(kinds().map(|card| Action::Lay { card }));
            acts.extend(Seat::all(view.seats).map(|seat| Action::Into { seat }));
        }
        Phase::Aim => {
            acts.push(Action::Pass);
            acts.extend(Seat::all(view.seats).map(|seat| Action::Into { seat }));
            acts.extend(kinds().filter(|card| card.is_lair()).map(|card| Action::Lay { card }));
        }
        Phase::Choose { .. } => {
            acts.extend(kinds().map(|card| Action::Play { card }));
            acts.push(Action::Team);
            acts.extend(view.others(me).map(|seat| Action::PlayFrom { seat }));
            acts.extend([Action::PlayDeck, Action::Pass]);
        }
        Phase::Team { .. } => {
            acts.push(Action::Send);
            acts.extend(kinds().filter(|card| card.is_purple()).map(|spy| Action::Add { spy }));
            acts.push(Action::Pass);
        }
        Phase::Captive(_) => {
            acts.push(Action::Kill);
            acts.extend(Letter::all().map(|letter| Action::Taunt { letter }));
        }
        Phase::Foil(Window { letter, .. }) => {
            acts.extend([Action::Decline, Action::Foil { letter }]);
            let others = view.hand.letters().filter(|&mine| mine != letter);
            acts.extend(others.map(|letter| Action::Foil { letter }));
        }
    }
}
