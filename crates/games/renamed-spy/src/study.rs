//! What statistics of the game are about.

use table::{Seat, Study, Vow};

use crate::act::Action;
use crate::cards::Face;
use crate::state::{Phase, RenamedSpy};

static VOWS: [Vow<Action>; 7] = [
    Vow {
        name: "never-taunt",
        about: "kills every captive at once (rule 6.3)",
        bars: |act| matches!(act, Action::Taunt { .. }),
    },
    Vow {
        name: "never-foil",
        about: "lets every taunt stand (rule 7.1)",
        bars: |act| matches!(act, Action::Foil { .. }),
    },
    Vow {
        name: "never-steal",
        about: "sends nothing out of other hands (rule 4.4)",
        bars: |act| matches!(act, Action::PlayFrom { .. }),
    },
    Vow {
        name: "never-deck",
        about: "sends nothing from the deck (rule 4.5)",
        bars: |act| matches!(act, Action::PlayDeck),
    },
    Vow { name: "never-team", about: "sends no teams (rule 5.1)", bars: |act| matches!(act, Action::Team) },
    Vow {
        name: "never-bomb",
        about: "keeps Bombs in the hand (rule 4.10)",
        bars: |act| matches!(act, Action::Play { card } if card == Face::BOMB),
    },
    Vow {
        name: "never-lay",
        about: "lays no Lairs (rule 3.1)",
        bars: |act| matches!(act, Action::Lay { .. }),
    },
];

impl Study for RenamedSpy {
    fn moment(&self) -> &'static str {
        match self.phase {
            Phase::Lay => "lay",
            Phase::Aim => "aim",
            Phase::Choose { .. } => "choose",
            Phase::Team { .. } => "team",
            Phase::Captive(_) => "captive",
            Phase::Foil(_) => "foil",
            Phase::Over { .. } => "over",
        }
    }

    fn kinds() -> Vec<&'static str> {
        Face::all().map(Face::title).collect()
    }

    fn held(&self, seat: Seat, each: &mut dyn FnMut(usize)) {
        self.hands[seat].cards().for_each(|card| each(usize::from(card.id())));
    }

    fn played(act: Action) -> Option<usize> {
        let card = match act {
            Action::Lay { card } | Action::Play { card } => card,
            Action::Add { spy } => spy,
            Action::Taunt { letter } | Action::Foil { letter } => Face::doubler(letter),
            _ => return None,
        };
        Some(usize::from(card.id()))
    }

    fn vows() -> &'static [Vow<Action>] {
        &VOWS
    }
}
