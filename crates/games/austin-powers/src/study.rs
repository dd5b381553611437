//! What statistics of this game are about.

use table::{Seat, Study, Vow};

use crate::act::Action;
use crate::cards::Face;
use crate::look::Look;
use crate::setup::Setup;
use crate::state::{AustinPowers, Frame, Step, hand};

static VOWS: [Vow<Action>; 7] = [
    Vow {
        name: "never-attack",
        about: "begins no attacks (rule 6.1)",
        bars: |act| matches!(act, Action::Attack { .. }),
    },
    Vow { name: "never-ask", about: "asks nobody for help (rule 6.6)", bars: |act| act == Action::Ask },
    Vow {
        name: "never-throw",
        about: "throws no Bones to others (rule 6.11)",
        bars: |act| matches!(act, Action::Throw { .. }),
    },
    Vow {
        name: "never-swing",
        about: "uses no Swingers (rule 8.1)",
        bars: |act| matches!(act, Action::Swing { .. } | Action::Use { .. }),
    },
    Vow {
        name: "never-happen",
        about: "uses no Happenings (rule 9.1)",
        bars: |act| matches!(act, Action::Happen { .. }),
    },
    Vow {
        name: "never-ship",
        about: "plays no ship Agents (rule 13.1)",
        bars: |act| matches!(act, Action::Play { card } if card != Face::HIDDEN && card.card().ship),
    },
    Vow {
        name: "never-discard",
        about: "never discards before evening up (rule 11.3)",
        bars: |act| matches!(act, Action::Discard { .. }),
    },
];

impl Study for AustinPowers {
    fn moment(&self) -> &'static str {
        match self.frame() {
            Some(Frame::Window(_)) => "save",
            Some(Frame::Act(_)) => "choose",
            Some(Frame::Own(step)) => match step {
                Step::Turn => "turn",
                Step::Spent | Step::Even(_) | Step::Shed(..) | Step::Cycle(..) => "discard",
                Step::Chain(..) => "ship",
                Step::Fight => "answer",
                Step::Throw => "throw",
                Step::Enter(_) | Step::Brawl(_) => "slugfest",
                Step::Sign | Step::Tie(_) => "sign",
                Step::Yield(..) | Step::Bury(..) | Step::Least(_) => "choose",
                Step::Lost(..) | Step::Won(_) => "turn",
            },
            None => "turn",
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
            Action::Play { card }
            | Action::Swing { card, .. }
            | Action::Happen { card }
            | Action::Bone { card }
            | Action::Throw { card }
                if card != Face::HIDDEN =>
            {
                Some(usize::from(card.number()))
            }
            _ => None,
        }
    }

    fn side(setup: &Setup, seat: Seat) -> Option<String> {
        Some(setup.title(seat).to_owned())
    }

    fn allegiance(setup: &Setup, seat: Seat) -> Option<&'static str> {
        Some(setup.sides()[seat.index()].title())
    }

    fn vows() -> &'static [Vow<Action>] {
        &VOWS
    }
}
