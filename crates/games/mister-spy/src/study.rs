//! What statistics of the game are about.

use table::{Seat, Study, Vow};

use crate::act::Action;
use crate::cards::Face;
use crate::state::{MisterSpy, Phase};

static VOWS: [Vow<Action>; 7] = [
    Vow {
        name: "never-taunt",
        about: "kills every captive at once (rule 5.3)",
        bars: |act| matches!(act, Action::Taunt { .. }),
    },
    Vow {
        name: "never-foil",
        about: "lets every Taunt stand (rule 6.1)",
        bars: |act| matches!(act, Action::Foil { .. }),
    },
    Vow {
        name: "never-steal",
        about: "steals no Spies (rule 8.1)",
        bars: |act| matches!(act, Action::Steal { .. } | Action::StealDeck),
    },
    Vow {
        name: "never-raid",
        about: "sends out no Double Agents (rule 7.1)",
        bars: |act| matches!(act, Action::Agent { .. }),
    },
    Vow {
        name: "never-trap",
        about: "lays no Deathtraps (rule 3.3)",
        bars: |act| matches!(act, Action::Lay { card } if !card.is_lair()),
    },
    Vow {
        name: "never-keep",
        about: "plays a stolen Spy at once whenever possible (rule 8.3)",
        bars: |act| matches!(act, Action::Keep),
    },
    Vow {
        name: "never-pass",
        about: "always does something (rule 2.3)",
        bars: |act| matches!(act, Action::Pass),
    },
];

impl Study for MisterSpy {
    fn moment(&self) -> &'static str {
        match self.phase {
            Phase::Act => "act",
            Phase::Stolen { .. } => "stolen",
            Phase::TurnUp { .. } => "turn up",
            Phase::Aim { .. } => "aim",
            Phase::Captive(_) => "captive",
            Phase::Foil(_) => "foil",
            Phase::Over { .. } => "over",
        }
    }

    fn kinds() -> Vec<&'static str> {
        Face::all().map(Face::title).collect()
    }

    fn held(&self, seat: Seat, each: &mut dyn FnMut(usize)) {
        self.hands[seat].cards().for_each(|card| each(usize::from(card.0)));
    }

    fn played(act: Action) -> Option<usize> {
        let card = match act {
            Action::Lay { card } => card,
            Action::Play { spy } | Action::Agent { spy } => spy,
            Action::Taunt { letter } | Action::Foil { letter } => Face::taunt(letter),
            _ => return None,
        };
        Some(usize::from(card.0))
    }

    fn vows() -> &'static [Vow<Action>] {
        &VOWS
    }
}
