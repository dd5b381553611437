//! What the others' choices tell about the cards they hide, for whoever pays heed.
//!
//! The doubts are rough: how often a sensible player who holds the card would still not use it. An arena match of
//! heedful against heedless searchers shows what they are worth (docs/bots.md).

use lair::{Captive, Letters, Silences, Terse, Window, held_then};
use table::{PerSeat, Seat};

use crate::act::Action;
use crate::cards::Kind;
use crate::policy;
use crate::state::{GOAL, MisterSpy, Phase, worth};
use crate::view::View;

/// Who has a captive and something to say mostly says it (rule 5.3).
const TERSE: Terse = Terse { one: 0.42, least: 0.13 };
/// For one Deathtrap among the face-down cards there are several Secret Lairs (rules 3.2, 3.3).
const DEATHTRAP: f32 = 0.2;

/// A turn in which somebody did not play a Spy.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Idle {
    /// The size of their Lair then, as all could see.
    size: u8,
    /// How many Spies came into the hand since.
    since: u8,
}

/// What a watcher keeps in mind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    silences: Silences,
    idle: PerSeat<Idle>,
    spies: PerSeat<u8>,
}

impl Notes {
    /// Keeps in mind one act.
    pub(crate) fn take(&mut self, view: &View, by: Seat, act: Action) {
        self.silences.count(view.seats, |seat| view.backs[seat].others);
        for seat in Seat::all(view.seats) {
            let came = view.backs[seat].spies.saturating_sub(self.spies[seat]);
            self.spies[seat] = view.backs[seat].spies;
            self.idle[seat].since = self.idle[seat].since.saturating_add(came);
        }
        match (act, view.phase) {
            (Action::Lay { .. } | Action::Pass | Action::Steal { .. } | Action::StealDeck, Phase::Act) => {
                self.idle[by] = Idle { size: view.size(by).min(255) as u8, since: 0 };
            }
            (Action::Decline, Phase::Foil(Window { letter, .. })) => {
                self.silences.quiet(by, letter, let_stand(view, by));
            }
            // Who wins by killing says nothing by it.
            (Action::Kill, Phase::Captive(Captive { spy, letters, .. }))
                if view.scores[by] + worth(spy, letters) < GOAL =>
            {
                self.silences.killed(by, Letters::from_bits(Letters::ALL.bits() & !letters.bits()));
            }
            _ => {}
        }
        if matches!(act, Action::Lay { .. } | Action::Taunt { .. } | Action::Foil { .. }) {
            self.silences.spent(by);
        }
    }

    /// How well a world explains all that.
    pub(crate) fn explained_by(&self, world: &MisterSpy, watcher: Seat) -> f32 {
        let mut likely = 1.0;
        for seat in watcher.others(world.seats) {
            let hand = world.hands[seat];
            let others = hand.others();
            likely *= self.silences.likely(seat, hand.letters(), others, TERSE);
            let Idle { size, since } = self.idle[seat];
            let spies = hand.spies();
            let new = u32::from(since) + spies.saturating_sub(u32::from(self.spies[seat]));
            for spy in hand.each_spy_up_to(u32::from(size)) {
                likely *= held_then(spies, new, left_idle(spy.value()));
            }
            let traps = world.down.of(seat).iter().filter(|card| card.kind() == Kind::Taunt).count();
            likely *= DEATHTRAP.powi(traps as i32);
        }
        likely
    }
}

/// How often somebody lets a Taunt stand that they could foil: the more it hurts, the less. With two at the table there is
/// nobody else who might do it, and what helps one hurts the other.
fn let_stand(view: &View, by: Seat) -> f32 {
    let hurt = policy::foil(view, by) as f32 / 1000.0;
    let most = if view.seats == 2 { 0.06 } else { 0.8 };
    if hurt < 0.0 { 0.8 } else { (most / (1.0 + hurt / 8.0)).max(0.03) }
}

/// How often somebody does something other than play a Spy that fits their Lair.
fn left_idle(value: u8) -> f32 {
    match value {
        0..=3 => 0.9,
        4 => 0.8,
        _ => 0.7,
    }
}
