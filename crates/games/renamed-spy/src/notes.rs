//! What the others' choices tell about the cards they hide, for whoever pays heed.
//!
//! The doubts are rough: how often a sensible player who holds the card would still not use it. An arena match of
//! heedful against heedless searchers shows what they are worth (docs/bots.md).

use lair::{Captive, GOAL, Letters, Silences, Terse, Window, held_then, worth};
use table::{PerSeat, Seat};

use crate::act::Action;
use crate::cards::Face;
use crate::policy::{self, ENOUGH};
use crate::state::{Phase, RenamedSpy};
use crate::view::View;

/// Who has a captive and something to say often says it, however much that is (rule 6.3).
const TERSE: Terse = Terse { one: 0.5, least: 0.45 };
/// Who has a Lair card and a small Lair lays it (rule 3.1).
const LAID_NOTHING: f32 = 0.12;
/// Who lays one often has no other.
const LAID_ANOTHER: f32 = 0.35;
/// A player with a Spy that their Lair holds sends it in (rule 4.3).
const SENT_NOBODY: f32 = 0.6;

/// A step of a turn in which somebody did not use a card.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Step {
    /// How likely that was if it was held.
    doubt: f32,
    /// How many cards of that back came into the hand since.
    since: u8,
}

impl Default for Step {
    fn default() -> Self {
        Step::new(1.0)
    }
}

impl Step {
    const fn new(doubt: f32) -> Step {
        Step { doubt, since: 0 }
    }

    /// How likely that is with the card among `all` of that back, when `looked` of them were there at the last look.
    fn likely(self, all: u32, looked: u8) -> f32 {
        held_then(all, u32::from(self.since) + all.saturating_sub(u32::from(looked)), self.doubt)
    }

    /// Cards came into the hand: from `before` to `now`.
    fn count(&mut self, before: u8, now: u8) {
        self.since = self.since.saturating_add(now.saturating_sub(before));
    }
}

/// What a watcher keeps in mind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    silences: Silences,
    /// Laid another Lair card, or none.
    bare: PerSeat<Step>,
    /// Sent nothing of their own into their own Lair of this many cards.
    still: PerSeat<Step>,
    lair: PerSeat<u8>,
    blue: PerSeat<u8>,
    purple: PerSeat<u8>,
}

impl Notes {
    /// Keeps in mind one act.
    pub(crate) fn take(&mut self, view: &View, by: Seat, act: Action) {
        self.silences.count(view.seats, |seat| view.backs[seat].others);
        for seat in Seat::all(view.seats) {
            let backs = view.backs[seat];
            self.bare[seat].count(self.blue[seat], backs.others);
            self.still[seat].count(self.purple[seat], backs.spies);
            (self.blue[seat], self.purple[seat]) = (backs.others, backs.spies);
        }
        match (act, view.phase) {
            (Action::Lay { .. }, _) => self.bare[by] = Step::new(LAID_ANOTHER),
            (Action::Pass, Phase::Lay) => {
                let small = policy::about(view, by) < ENOUGH;
                self.bare[by] = Step::new(if small { LAID_NOTHING } else { LAID_ANOTHER });
            }
            (Action::Pass, Phase::Aim) => self.sent_nothing(view, by),
            (Action::PlayFrom { .. } | Action::PlayDeck, Phase::Choose { at }) if at == by => {
                self.sent_nothing(view, by);
            }
            (Action::Decline, Phase::Foil(Window { letter, .. })) => {
                self.silences.quiet(by, letter, let_stand(view, by));
            }
            // Who wins by killing says nothing by it.
            (Action::Kill, Phase::Captive(Captive { spy, letters, .. }))
                if view.scores[by] + worth(spy.value(), letters) < GOAL =>
            {
                self.silences.killed(by, Letters::from_bits(Letters::ALL.bits() & !letters.bits()));
            }
            _ => {}
        }
        if matches!(act, Action::Lay { .. } | Action::Taunt { .. } | Action::Foil { .. }) {
            self.silences.spent(by);
            self.blue[by] = self.blue[by].saturating_sub(1);
        }
    }

    fn sent_nothing(&mut self, view: &View, by: Seat) {
        self.still[by] = Step::new(SENT_NOBODY);
        self.lair[by] = lair_cards(view.up[by].len(), view.down[by]);
    }

    /// How well a world explains all that.
    pub(crate) fn explained_by(&self, world: &RenamedSpy, watcher: Seat) -> f32 {
        let mut likely = 1.0;
        for seat in watcher.others(world.seats) {
            let hand = world.hands[seat];
            let (blue, purple) = (hand.blue().total(), hand.purple().total());
            likely *= self.silences.likely(seat, hand.letters(), blue, TERSE);
            likely *= self.bare[seat].likely(blue, self.blue[seat]).powi(hand.lairs().len() as i32);
            // The Lair must be the one they left alone.
            let lair = lair_cards(world.up[seat].len(), world.down[seat].len() as u8);
            if lair > 0 && lair == self.lair[seat] {
                let size = world.up[seat].value() + world.down[seat].value();
                let fits = |spy: &Face| spy.is_spy() && u32::from(spy.value()) <= size;
                let kept = self.still[seat].likely(purple, self.purple[seat]);
                likely *= kept.powi(hand.purple_kinds().filter(fits).count() as i32);
            }
        }
        likely
    }
}

fn lair_cards(up: u32, down: u8) -> u8 {
    up as u8 + down
}

/// How often somebody lets a taunt stand that they could foil: the more it hurts, the less. With two at the table there is
/// nobody else who might do it, and what helps one hurts the other.
fn let_stand(view: &View, by: Seat) -> f32 {
    let hurt = policy::foil(view, by) as f32 / 1000.0;
    let most = if view.seats == 2 { 0.2 } else { 0.6 };
    if hurt < 0.0 { 0.8 } else { (most / (1.0 + hurt / 8.0)).max(0.03) }
}
