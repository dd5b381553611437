//! Why not? Every refusal is a rule number, found from the view of the one who asks.

use lair::{Captive, Letter, Window};
use table::{Rule, Seat, Status};

use crate::act::{Action, Target};
use crate::cards::{Face, Kind};
use crate::state::Phase;
use crate::view::View;

/// Some rule, unless it is all right.
fn unless(fine: bool, rule: Rule) -> Option<Rule> {
    if fine { None } else { Some(rule) }
}

/// The rule that forbids the viewer to do this now.
pub(crate) fn rule(view: &View, act: Action) -> Option<Rule> {
    let me = match (view.status(), view.who) {
        (Status::Over, _) => return Some(Rule(9, 4)),
        (status, Some(me)) if status.asks(me) => me,
        _ => return Some(Rule(1, 6)),
    };
    match (view.phase, act) {
        // The one action of the turn (rule 2.2).
        (Phase::Act, Action::Pass) => None,
        (Phase::Act, Action::Lay { card }) => {
            unless(view.hand.has(card) && card.kind() != Kind::Spy, Rule(3, 1))
        }
        (Phase::Act, Action::Play { spy }) => {
            if holds_spy(view, spy) {
                unless(fits(view, spy), Rule(4, 2))
            } else {
                Some(Rule(4, 1))
            }
        }
        (Phase::Act, Action::Agent { spy }) => {
            unless(holds_spy(view, spy) && has_target(view, me, None), Rule(7, 1))
        }
        (Phase::Act, Action::Steal { from }) => {
            unless(from != me && from.0 < view.seats && view.backs[from].spies > 0, Rule(8, 1))
        }
        (Phase::Act, Action::StealDeck) => unless(view.top_is_spy == Some(true), Rule(8, 1)),

        // A stolen Spy: keep it or play this very one (rule 8.3).
        (Phase::Stolen { .. }, Action::Keep) => None,
        (Phase::Stolen { spy, .. }, Action::Play { spy: other } | Action::Agent { spy: other })
            if spy != other =>
        {
            Some(Rule(8, 3))
        }
        (Phase::Stolen { .. }, Action::Play { spy }) => unless(fits(view, spy), Rule(4, 2)),
        (Phase::Stolen { from, .. }, Action::Agent { .. }) => {
            if has_target(view, me, from) {
                None
            } else {
                Some(if has_target(view, me, None) { Rule(8, 4) } else { Rule(7, 1) })
            }
        }

        // Making the Lair large enough (rule 4.3).
        (Phase::TurnUp { .. }, Action::Turn { place }) => match view.down.of(me).get(usize::from(place)) {
            None => Some(Rule(4, 3)),
            Some(face) => unless(face.is_lair(), Rule(4, 4)),
        },

        // The Double Agent's target (rule 7.2).
        (Phase::Aim { barred, .. }, Action::Take { seat, target }) => {
            if let (true, Target::Down(place)) = (seat == me, target)
                && view.down.of(me).get(usize::from(place)).is_some_and(|card| card.kind() == Kind::Taunt)
            {
                return Some(Rule(4, 4));
            }
            if seat == me || seat.0 >= view.seats {
                return Some(Rule(7, 2));
            }
            if Some(seat) == barred {
                return Some(Rule(8, 4));
            }
            let there = match target {
                Target::Up(lair) => view.up[seat].has(lair),
                Target::Down(place) => place < view.down.count(seat),
            };
            unless(there, Rule(7, 2))
        }

        // The captive's fate (rule 5.1).
        (Phase::Captive(_), Action::Kill) => None,
        (Phase::Captive(Captive { letters, .. }), Action::Taunt { letter }) => {
            if letters.has(letter) {
                Some(Rule(5, 5))
            } else {
                unless(view.hand.has(Face::taunt(letter)), Rule(5, 3))
            }
        }

        // Foil or let it stand (rules 6.1, 6.4).
        (Phase::Foil(_), Action::Decline) => None,
        // Only the newest Taunt can be foiled.
        (Phase::Foil(Window { letter, letters, .. }), Action::Foil { letter: mine })
            if mine != letter && letters.has(mine) =>
        {
            Some(Rule(6, 2))
        }
        (Phase::Foil(Window { letter, .. }), Action::Foil { letter: mine }) => {
            unless(mine == letter && view.hand.has(Face::taunt(mine)), Rule(6, 1))
        }

        // An answer to a question that was not put.
        (_, Action::Kill | Action::Taunt { .. }) => Some(Rule(5, 1)),
        (_, Action::Foil { .. } | Action::Decline) => Some(Rule(6, 2)),
        (_, Action::Keep) => Some(Rule(8, 3)),
        (_, Action::Turn { .. }) => Some(Rule(4, 3)),
        (_, Action::Take { .. }) => Some(Rule(7, 1)),
        // A captor kills or taunts, before anything else.
        (Phase::Captive(_), _) => Some(Rule(5, 1)),
        (Phase::Foil(_), _) if me != view.turn => Some(Rule(2, 4)),
        (Phase::Stolen { .. }, _) => Some(Rule(8, 3)),
        // A second action in one turn.
        (_, _) => Some(Rule(2, 2)),
    }
}

fn holds_spy(view: &View, spy: Face) -> bool {
    spy.is_spy() && view.hand.has(spy)
}

fn fits(view: &View, spy: Face) -> bool {
    u32::from(spy.value()) <= view.reach()
}

fn has_target(view: &View, me: Seat, barred: Option<Seat>) -> bool {
    view.others(me).any(|s| Some(s) != barred && view.has_lair(s))
}

/// What the viewer might want to do: every card of the hand in every way, every target in sight.
pub(crate) fn thinkable(view: &View, acts: &mut Vec<Action>) {
    let Some(me) = view.who else { return };
    let targets = |acts: &mut Vec<Action>| {
        for seat in Seat::all(view.seats) {
            acts.extend(view.up[seat].each().map(|lair| Action::Take { seat, target: Target::Up(lair) }));
            let down = 0..view.down.count(seat);
            acts.extend(down.map(|place| Action::Take { seat, target: Target::Down(place) }));
        }
    };
    match view.phase {
        Phase::Aim { .. } => targets(acts),
        Phase::TurnUp { .. } => acts.extend((0..view.down.count(me)).map(|place| Action::Turn { place })),
        Phase::Captive(_) => {
            acts.push(Action::Kill);
            acts.extend(Letter::all().map(|letter| Action::Taunt { letter }));
        }
        Phase::Foil(Window { letter, .. }) => {
            acts.push(Action::Decline);
            acts.push(Action::Foil { letter });
            acts.extend(
                view.hand.letters().filter(|&mine| mine != letter).map(|letter| Action::Foil { letter }),
            );
        }
        Phase::Act | Phase::Stolen { .. } | Phase::Over { .. } => {
            if matches!(view.phase, Phase::Stolen { .. }) {
                acts.push(Action::Keep);
            }
            acts.push(Action::Pass);
            let mut last = None;
            for card in view.hand.cards().filter(|&c| last.replace(c) != Some(c)) {
                if card.is_spy() {
                    acts.extend([Action::Play { spy: card }, Action::Agent { spy: card }]);
                }
                acts.push(Action::Lay { card });
            }
            acts.push(Action::StealDeck);
            acts.extend(view.others(me).map(|from| Action::Steal { from }));
        }
    }
}
