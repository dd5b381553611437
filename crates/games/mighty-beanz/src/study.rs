//! What statistics of this game are about.

use table::{Seat, Study, Vow};

use crate::act::Action;
use crate::cards::{Face, Kind};
use crate::look::Look;
use crate::setup::Setup;
use crate::state::{Frame, MightyBeanz, Open, Step, hand};

static VOWS: [Vow<Action>; 6] = [
    Vow {
        name: "never-answer",
        about: "plays no Instants (rule 9.1)",
        bars: |act| matches!(act, Action::Answer { .. }),
    },
    Vow { name: "never-draw", about: "buys no cards (rule 2.6)", bars: |act| act == Action::Draw },
    Vow {
        name: "never-spin",
        about: "uses no spin powers, attacks included (rule 4.5)",
        bars: |act| matches!(act, Action::Spin { .. } | Action::Blitz),
    },
    Vow {
        name: "never-turn-up",
        about: "never pays to turn a Bean up (rule 4.2)",
        bars: |act| matches!(act, Action::Turn { .. }),
    },
    Vow {
        name: "never-cosmos",
        about: "plays no Cosmos cards (rule 5.1)",
        bars: |act| matches!(act, Action::Play { card } if card != Face::HIDDEN && card.card().kind.is_cosmos()),
    },
    Vow {
        name: "never-action",
        about: "plays no Actions (rule 3.4)",
        bars: |act| matches!(act, Action::Play { card } if card != Face::HIDDEN && card.card().kind == Kind::Action),
    },
];

impl Study for MightyBeanz {
    fn moment(&self) -> &'static str {
        match self.frame() {
            Some(Frame::Window(_)) => "answer",
            Some(Frame::Act(_)) => "choose",
            Some(Frame::Own(step)) => match step {
                Step::Keep(_) => "keep",
                Step::Hide(_) | Step::Guess(..) => "guess",
                Step::Aim(..) => "aim",
                Step::Flick(..) => "flick",
                Step::Down | Step::Lose(_) => "discard",
                Step::Place => "place",
                Step::Gather(_) | Step::Strike(_) => "blitz",
                Step::Attack(_) => "target",
                Step::Main | Step::Count | Step::Arrive(..) | Step::Lay(..) => "main",
            },
            None => "main",
        }
    }

    fn kinds() -> Vec<&'static str> {
        Face::all().map(Face::title).collect()
    }

    fn held(&self, seat: Seat, each: &mut dyn FnMut(usize)) {
        self.row(hand(seat)).for_each(|face| each(usize::from(face.number())));
    }

    fn played(act: Action) -> Option<usize> {
        match act {
            Action::Play { card } | Action::Answer { card } if card != Face::HIDDEN => {
                Some(usize::from(card.number()))
            }
            _ => None,
        }
    }

    fn began(&self) -> Option<Seat> {
        // Turns alternate (rule 1.1), so the first and every second after it are one player's.
        let Open { turn, turns, .. } = self.open;
        (turns > 0).then_some(if turns % 2 == 1 { turn } else { turn.next(2) })
    }

    fn side(setup: &Setup, seat: Seat) -> Option<String> {
        Some(setup.title(seat).to_owned())
    }

    fn vows() -> &'static [Vow<Action>] {
        &VOWS
    }
}
