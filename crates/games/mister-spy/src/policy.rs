//! What a sensible villain does without looking ahead: builds a Lair first, catches what fits, taunts when the odds
//! are good, foils what would hurt. Points are counted in thousandths.

use lair::{Captive, LETTERS, Letter, Letters, Window};
use table::{Playouts, Policy, Seat};

use crate::act::{Action, Target};
use crate::cards::{Face, Kind, SPIES};
use crate::notes::Notes;
use crate::state::{GOAL, MisterSpy, Phase, size, worth};
use crate::view::View;

const POINT: i32 = 1000;

impl Policy for MisterSpy {
    type Notes = Notes;

    fn weigh(view: &View, act: Action) -> i32 {
        let Some(me) = view.who else { return 0 };
        match act {
            Action::Pass | Action::Keep | Action::Decline => 0,
            Action::Lay { card } => lay(view, me, card),
            Action::Play { spy } => captured(view, me, spy) + POINT / 2,
            // Turn up the smallest card that is enough, else the largest: keep secrets.
            Action::Turn { place } => turn(view, me, place),
            Action::Agent { spy } => {
                let barred = if let Phase::Stolen { from, .. } = view.phase { from } else { None };
                best_target(view, me, spy, barred) - i32::from(spy.value()) * POINT / 4
            }
            Action::Take { seat, target } => match view.phase {
                Phase::Aim { spy, .. } => raid(view, me, spy, seat, target),
                _ => 0,
            },
            Action::Steal { from } => steal(view) + i32::from(view.scores[from]) * POINT / 40,
            Action::StealDeck => steal(view),
            Action::Kill => match view.phase {
                Phase::Captive(Captive { spy, letters, .. }) => gain(view, me, worth(spy, letters)),
                _ => 0,
            },
            Action::Taunt { letter } => taunt(view, me, letter),
            Action::Foil { .. } => foil(view, me),
        }
    }

    fn playouts(_: u8) -> Playouts {
        Playouts::Leaning
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

/// How readily a villain of flesh and blood would do this.
fn lean(game: &MisterSpy, seat: Seat, act: Action) -> u32 {
    match act {
        Action::Pass | Action::Keep => 1,
        Action::Lay { card } => match card.kind() {
            Kind::Lair if size(game.up[seat], game.down.count(seat)) < 6 => 6 + u32::from(card.value()),
            Kind::Lair => 3,
            _ => 1,
        },
        Action::Play { spy } => 4 + 4 * u32::from(spy.value()),
        Action::Turn { .. } => 4,
        Action::Agent { .. } => 2,
        Action::Take { seat: owner, target } => {
            let Phase::Aim { spy, .. } = game.phase else { return 1 };
            let card = match target {
                Target::Up(card) => card,
                Target::Down(_) => return 2,
            };
            match spy.value().cmp(&card.value()) {
                std::cmp::Ordering::Equal => 12,
                std::cmp::Ordering::Greater => 2 + u32::from(card.value()),
                std::cmp::Ordering::Less => u32::from(owner == seat) + 1,
            }
        }
        Action::Steal { .. } | Action::StealDeck => 4,
        Action::Kill => match game.phase {
            Phase::Captive(Captive { spy, letters, .. })
                if game.scores[seat] + worth(spy, letters) >= GOAL =>
            {
                1000
            }
            _ => 3,
        },
        Action::Taunt { .. } => 4,
        Action::Foil { .. } => match game.phase {
            Phase::Foil(Window { captor, spy, letters, .. }) => {
                let loss = worth(spy, letters);
                if game.scores[captor] + loss >= GOAL { 1000 } else { u32::from(loss) }
            }
            _ => 1,
        },
        Action::Decline => 6,
    }
}

/// Points are worth what they are, and winning is worth everything.
fn gain(view: &View, seat: Seat, points: u16) -> i32 {
    let wins = view.scores[seat] + points >= GOAL;
    i32::from(points) * POINT + if wins { 1000 * POINT } else { 0 }
}

/// Cards with the common back that the viewer cannot see.
fn unseen_others(view: &View, me: Seat) -> u32 {
    let hidden = |s: Seat| u32::from(view.backs[s].others) + u32::from(view.down.count(s));
    let spies_out = (0..SPIES).filter(|&n| !view.fates[n].is_open()).count() as u32;
    let spies_air = u32::from(view.phase.in_the_air().is_some());
    let in_hands: u32 = Seat::all(view.seats).map(|s| u32::from(view.backs[s].spies)).sum();
    let deck_spies = (SPIES as u32).saturating_sub(spies_out + spies_air + in_hands);
    view.others(me).map(hidden).sum::<u32>() + u32::from(view.deck).saturating_sub(deck_spies)
}

/// The chance, in thousandths, that an opponent holds the twin of this letter.
fn risk(view: &View, me: Seat, letter: Letter) -> i32 {
    let twin = Face::taunt(letter);
    let mine = view.hand.cards().filter(|&c| c == twin).count()
        + view.down.of(me).iter().filter(|&&c| c == twin).count();
    if view.heard(letter) >= 1 || mine >= 2 {
        return 0;
    }
    let held: u32 = view.others(me).map(|s| u32::from(view.backs[s].others)).sum();
    (1000 * held / unseen_others(view, me).max(1)) as i32
}

/// What capturing a Spy now is worth: its value, doubled by as many Taunts as the odds are good for, the safest first.
fn captured(view: &View, me: Seat, spy: Face) -> i32 {
    let mut risks = [0; LETTERS];
    let mut letters = 0;
    for letter in view.hand.letters() {
        risks[letters] = risk(view, me, letter);
        letters += 1;
    }
    risks[..letters].sort_unstable();
    let mut points = worth(spy, Letters::NONE);
    let (mut best, mut safe) = (gain(view, me, points), 1000);
    for (n, risk) in (1..).zip(&risks[..letters]) {
        if view.scores[me] + points >= GOAL {
            break;
        }
        points *= 2;
        safe = safe * (1000 - risk) / 1000;
        // A Taunt is worth something in the hand too.
        best = best.max(gain(view, me, points) / 1000 * safe - n * POINT / 2);
    }
    best
}

fn taunt(view: &View, me: Seat, letter: Letter) -> i32 {
    let Phase::Captive(Captive { spy, letters, .. }) = view.phase else { return 0 };
    let now = worth(spy, letters);
    // Who wins by killing does not gloat.
    if view.scores[me] + now >= GOAL {
        return 0;
    }
    // A Taunt is worth something in the hand too; a safe one most.
    let spent = POINT / 2;
    gain(view, me, now * 2) / 1000 * (1000 - risk(view, me, letter)) - spent
}

/// Foil what would win or weigh a good deal; else keep the card, which nobody can stop any more.
pub(crate) fn foil(view: &View, me: Seat) -> i32 {
    let Phase::Foil(Window { captor, spy, letters, .. }) = view.phase else { return 0 };
    let loss = worth(spy, letters);
    if view.scores[captor] + loss >= GOAL {
        return 1000 * POINT;
    }
    let ahead = i32::from(view.scores[captor]) - i32::from(view.scores[me]);
    (i32::from(loss) - 7) * POINT + ahead * POINT / 8
}

fn lay(view: &View, me: Seat, card: Face) -> i32 {
    let size = view.reach() as i32;
    match card.kind() {
        Kind::Lair => {
            // A Lair of seven holds nearly everybody.
            let wanted = (7 - size).clamp(0, 4);
            wanted * POINT / 2 + i32::from(card.value()) * POINT / 3
        }
        Kind::Taunt => {
            // A Deathtrap among the Secret Lairs makes raiders think.
            let safe = risk(view, me, card.letter()) == 0;
            if safe || view.down.count(me) == 0 { 100 } else { 600 }
        }
        Kind::Spy => 0,
    }
}

fn turn(view: &View, me: Seat, place: u8) -> i32 {
    let Phase::TurnUp { spy } = view.phase else { return 0 };
    let Some(&face) = view.down.of(me).get(usize::from(place)) else { return 0 };
    let after = view.size(me) + u32::from(face.value()) - 1;
    let value = i32::from(face.value());
    if after >= u32::from(spy.value()) { 100 - value } else { value }
}

fn steal(view: &View) -> i32 {
    // An average Spy has four points; it is worth more to a Lair that can hold it at once.
    if view.reach() >= 4 { 4 * POINT - 200 } else { POINT }
}

fn best_target(view: &View, me: Seat, spy: Face, barred: Option<Seat>) -> i32 {
    let mut best = i32::MIN / 2;
    for seat in view.others(me).filter(|&s| Some(s) != barred) {
        let up = view.up[seat].each().map(|lair| raid(view, me, spy, seat, Target::Up(lair))).max();
        let down = (view.down.count(seat) > 0).then(|| raid(view, me, spy, seat, Target::Down(0)));
        best = best.max(up.max(down).unwrap_or(best));
    }
    best
}

/// What sending a Spy at a card brings, on average.
fn raid(view: &View, me: Seat, spy: Face, owner: Seat, target: Target) -> i32 {
    let outcome = |lair: u8| {
        // A Lair card is worth about three quarters of its value in points.
        let moved = i32::from(lair) * POINT * 3 / 4;
        match spy.value().cmp(&lair) {
            std::cmp::Ordering::Equal => moved + gain(view, me, u16::from(spy.value())),
            std::cmp::Ordering::Greater => moved,
            std::cmp::Ordering::Less => -gain(view, owner, u16::from(spy.value())),
        }
    };
    match target {
        Target::Up(lair) => outcome(lair.value()),
        Target::Down(_) => {
            // One hidden card in five is a Deathtrap, the rest are Lairs of any size.
            let lairs = (outcome(2) + outcome(3) + outcome(4)) / 3;
            let trap = -gain(view, owner, u16::from(spy.value()));
            (lairs * 4 + trap) / 5
        }
    }
}
