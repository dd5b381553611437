//! What a sensible villain does without looking ahead: builds a Lair that holds most Spies, sends in what it can hold,
//! blows up the Lairs of others when that is cheap, taunts when the odds are good, foils what would hurt. Points are
//! counted in thousandths.

use lair::{Captive, GOAL, Letter, Window, worth};
use table::{Playouts, Policy, Seat};

use crate::act::Action;
use crate::cards::{COPIES, Face, Hand};
use crate::notes::Notes;
use crate::state::{Phase, RenamedSpy, team_is_enough};
use crate::view::View;

const POINT: i32 = 1000;
/// A Lair of this size holds most Spies.
const ROOMY: u32 = 6;
/// A Lair of this size holds every Spy.
pub(crate) const ENOUGH: u32 = 9;

impl Policy for RenamedSpy {
    type Notes = Notes;

    fn weigh(view: &View, act: Action) -> i32 {
        let Some(me) = view.who else { return 0 };
        match (act, view.phase) {
            (Action::Lay { card }, _) => lay(view, me, card),
            (Action::Into { seat }, _) => best_way(view, me, seat),
            (Action::Play { card }, Phase::Choose { at }) => own(view, me, at, card),
            (Action::PlayFrom { .. } | Action::PlayDeck, Phase::Choose { at }) => unseen(view, me, at),
            (Action::Team, Phase::Choose { at }) => team(view, me, at),
            // As few and as small Spies as will do.
            (Action::Add { spy }, Phase::Team { at, picked }) => {
                let value = i32::from(spy.value());
                let enough = picked.value() + u32::from(spy.value()) > view.hurdle(at);
                if enough && !picked.is_empty() { 100 - value } else { value }
            }
            (Action::Send, _) => POINT,
            (Action::Kill, Phase::Captive(Captive { spy, letters, .. })) => {
                gain(view, me, worth(spy.value(), letters))
            }
            (Action::Taunt { letter }, _) => taunt(view, me, letter),
            (Action::Foil { .. }, _) => foil(view, me),
            _ => 0,
        }
    }

    /// With two, many worlds tell more than good ones; with more, where others so often spoil what one does, the other way round.
    fn playouts(seats: u8) -> Playouts {
        if seats == 2 { Playouts::Wild } else { Playouts::Weighing }
    }

    #[inline]
    fn lean(&self, seat: Seat, act: Action) -> u32 {
        lean(self, seat, act)
    }

    fn note(notes: &mut Notes, view: &View, by: Seat, act: Option<Action>) {
        if let Some(act) = act {
            notes.take(view, by, act);
        }
    }

    fn explains(&self, notes: &Notes, watcher: Seat) -> f32 {
        notes.explained_by(self, watcher)
    }
}

/// How large a Lair is, for one who sees all.
fn true_size(game: &RenamedSpy, seat: Seat) -> u32 {
    game.up[seat].value() + game.down[seat].value()
}

/// How readily a villain of flesh and blood would do this.
fn lean(game: &RenamedSpy, seat: Seat, act: Action) -> u32 {
    match (act, game.phase) {
        (Action::Lay { card }, _) if true_size(game, seat) < ENOUGH => 4 * u32::from(card.value()),
        (Action::Into { seat: at }, _) if at == seat => {
            // A large Lair catches whatever comes, also out of other hands.
            let size = true_size(game, seat);
            let fits = |card: Face| card.is_spy() && u32::from(card.value()) <= size;
            if size >= ROOMY || game.hands[seat].purple_kinds().any(fits) { 12 } else { 1 }
        }
        (Action::Into { seat: at }, _) => 1 + true_size(game, at) / 5,
        (Action::Play { card }, Phase::Choose { at }) => {
            let caught = card.is_spy() && u32::from(card.value()) <= true_size(game, at);
            if caught == (at == seat) { 6 + 2 * u32::from(card.value()) } else { 1 }
        }
        (Action::PlayFrom { .. } | Action::PlayDeck, Phase::Choose { at })
            if (true_size(game, at) >= ROOMY) == (at == seat) =>
        {
            4
        }
        (Action::Team, _) => 3,
        (Action::Send, _) => 8,
        (Action::Kill, Phase::Captive(Captive { spy, letters, .. })) => {
            if game.scores[seat] + worth(spy.value(), letters) >= GOAL {
                1000
            } else {
                // Words are risky here: with many at the table killing is as likely as all of them together.
                let sayable =
                    game.hands[seat].letters().filter(|letter| !letters.has(*letter)).count() as u32;
                sayable * if game.seats == 2 { 3 } else { 5 }
            }
        }
        (Action::Taunt { .. }, _) => 4,
        (Action::Foil { .. }, Phase::Foil(Window { captor, spy, letters, .. })) => {
            let loss = worth(spy.value(), letters);
            if game.scores[captor] + loss >= GOAL { 1000 } else { 4 + u32::from(loss) }
        }
        (Action::Decline, _) => 6,
        _ => 1,
    }
}

/// Points are worth what they are, and winning is worth everything.
fn gain(view: &View, seat: Seat, points: u16) -> i32 {
    let wins = view.scores[seat] + points >= GOAL;
    i32::from(points) * POINT + if wins { 1000 * POINT } else { 0 }
}

/// How much of another's gain is one's own loss.
fn rivalry(view: &View, me: Seat, other: Seat) -> i32 {
    let ahead = i32::from(view.scores[other]) - i32::from(view.scores[me]);
    // In thousandths: all of it with two players, less with more, and more again for the leader.
    let shared = 1000 / i32::from(view.seats - 1);
    (shared + 15 * ahead).clamp(200, 1500)
}

/// About how large a Lair is, where it is not known: face-down cards are any of the Lairs that are out of sight.
pub(crate) fn about(view: &View, seat: Seat) -> u32 {
    view.size(seat).unwrap_or_else(|| {
        let hidden = view.out_of_sight().lairs();
        view.up[seat].value() + u32::from(view.down[seat]) * hidden.value() / hidden.len().max(1)
    })
}

/// What a Lair of this size will bring its owner yet.
fn standing(size: u32) -> i32 {
    size.min(ENOUGH + 3) as i32 * POINT / 2
}

/// What comes of sending a card into a Lair.
fn outcome(view: &View, me: Seat, at: Seat, card: Face) -> i32 {
    let size = about(view, at);
    let caught = card.is_spy() && u32::from(card.value()) <= size;
    // A captor often gets in a taunt.
    let brings = || gain(view, at, u16::from(card.value())) + i32::from(card.value()) * POINT / 2;
    match (caught, at == me) {
        (true, true) => brings(),
        (true, false) => -(brings() / 1000 * rivalry(view, me, at)),
        (false, true) => -standing(size),
        (false, false) => standing(size) / 1000 * rivalry(view, me, at),
    }
}

fn own(view: &View, me: Seat, at: Seat, card: Face) -> i32 {
    // What is sent now cannot be sent later: a Bomb costs most.
    let spent = if card == Face::BOMB { 2 * POINT } else { i32::from(card.value()) * POINT / 5 };
    outcome(view, me, at, card) - spent
}

/// A purple card that the viewer does not see: any that is left, by its odds.
fn unseen(view: &View, me: Seat, at: Seat) -> i32 {
    let hidden: Hand = view.out_of_sight();
    let (mut sum, mut cards) = (0i64, 0);
    for card in hidden.purple_kinds() {
        let n = i64::from(hidden.count(card));
        sum += n * i64::from(outcome(view, me, at, card));
        cards += n;
    }
    (sum / cards.max(1)) as i32
}

fn team(view: &View, me: Seat, at: Seat) -> i32 {
    // The team goes for good; its size is about the hurdle.
    let spent = view.hurdle(at) as i32 * POINT / 4;
    standing(about(view, at)) / 1000 * rivalry(view, me, at) - spent
}

/// The best that can be sent into this Lair.
fn best_way(view: &View, me: Seat, at: Seat) -> i32 {
    let mine = view.hand.purple_kinds().map(|card| own(view, me, at, card)).max();
    let others = view.others(me).any(|s| view.backs[s].spies > 0) || view.top_is_purple == Some(true);
    let teams = at != me && team_is_enough(view.hand.spies(), view.hurdle(at));
    mine.max(others.then(|| unseen(view, me, at))).max(teams.then(|| team(view, me, at))).unwrap_or(i32::MIN)
}

fn lay(view: &View, me: Seat, card: Face) -> i32 {
    let size = about(view, me);
    if size >= ENOUGH {
        return -1;
    }
    let wanted = (ENOUGH - size).min(u32::from(card.value()));
    wanted as i32 * POINT / 2
}

/// The chance, in thousandths, that somebody else holds this letter.
fn risk(view: &View, me: Seat, letter: Letter) -> i32 {
    let doubler = Face::doubler(letter);
    let left = COPIES - view.seen(letter) - view.hand.count(doubler);
    // Face-down cards are Lairs: they are none of the cards it may be.
    let down: u32 = view.others(me).map(|s| u32::from(view.down[s])).sum();
    let hidden = view.out_of_sight().blue().total() - down;
    let held: u32 = view.others(me).map(|s| u32::from(view.backs[s].others)).sum();
    let elsewhere = hidden.saturating_sub(held);
    let mut safe = 1000;
    for n in 0..u32::from(left) {
        safe = safe * elsewhere.saturating_sub(n) / hidden.saturating_sub(n).max(1);
    }
    1000 - safe as i32
}

fn taunt(view: &View, me: Seat, letter: Letter) -> i32 {
    let Phase::Captive(Captive { spy, letters, .. }) = view.phase else { return 0 };
    let now = worth(spy.value(), letters);
    // Who wins by killing does not gloat.
    if view.scores[me] + now >= GOAL {
        return 0;
    }
    let risk = risk(view, me, letter);
    let stands = gain(view, me, now * 2) / 1000 * (1000 - risk);
    // A Doubler is worth something in the hand too, to foil with.
    stands - standing(about(view, me)) / 1000 * risk - POINT / 2
}

/// Foil what would win or weigh a good deal; the Lair of the captor goes with it.
pub(crate) fn foil(view: &View, me: Seat) -> i32 {
    let Phase::Foil(Window { captor, spy, letters, .. }) = view.phase else { return 0 };
    let loss = worth(spy.value(), letters);
    let hurt = gain(view, captor, loss) + standing(about(view, captor));
    hurt / 1000 * rivalry(view, me, captor) - 3 * POINT
}
