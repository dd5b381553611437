//! Ship Agents (chapter 13).

use table::{Seat, Sink};

use crate::act::{Action, Event};
use crate::look::Look;
use crate::state::{AustinPowers, Frame, Step, hand};

impl AustinPowers {
    /// Is the next ship Agent a part of a chain that is on (rule 13.3)?
    pub(crate) fn is_in_chain(&self) -> bool {
        matches!(self.open.frames.last(), Some(Frame::Own(Step::Chain(..))))
    }

    /// Rule 13.2.
    pub(crate) fn begin_chain(&mut self) {
        let next = self.after(self.open.turn);
        self.push(Step::Chain(next, false));
    }

    /// An answer in a chain (rules 13.2 to 13.4).
    pub(crate) fn answer_chain(&mut self, seat: Seat, act: Action, log: &mut impl Sink<Event>) {
        let Some(Frame::Own(Step::Chain(_, any))) = self.open.frames.top() else { return };
        let Action::Play { card } = act else { return self.pass_on(seat, any) };
        let Some(id) = self.cards.find(hand(seat), card.number()) else { return };
        if seat == self.open.turn {
            let next = self.after(seat);
            self.replace(Step::Chain(next, false));
        } else {
            self.pass_on(seat, true);
        }
        self.bring_agent(seat, id, true, log);
    }

    /// The next one is asked, or the chain is over.
    pub(crate) fn pass_on(&mut self, seat: Seat, any: bool) {
        let turn = self.open.turn;
        let next = self.after(seat);
        // The player whose turn it is comes last, if anybody has played one.
        if seat == turn || !self.sits(turn) || next == turn && !any {
            self.open.frames.pop();
        } else {
            self.replace(Step::Chain(next, any));
        }
    }
}
