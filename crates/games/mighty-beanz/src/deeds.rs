//! What cards do, clause by clause (chapters 3 and 8).

use ccg::Eyes;
use table::{Seat, Sink, To};

use crate::act::{Action, Event};
use crate::cards::{Deed, Face, Odd};
use crate::look::Look;
use crate::state::{AIR, Deeds, Frame, MightyBeanz, Slot, Stance, discard, foe, hand, primed};

impl MightyBeanz {
    /// Carries out the next clause of a card, or stops to ask.
    pub(crate) fn next_deed(&mut self, deeds: Deeds, log: &mut impl Sink<Event>) -> bool {
        let seat = self.open.turn;
        let Some(deed) = self.deed(deeds).filter(|_| !deeds.dead) else {
            self.open.frames.pop();
            if deeds.slot.is_none() {
                self.finish_action(deeds);
            }
            return true;
        };
        let Deeds { face: card, slot, at: clause, .. } = deeds;
        // What there was to act on may be gone by now; then the clause is passed over (rule 8.17).
        if !self.goes_on(seat, slot, deed) && deeds.first.is_none() {
            if deed == Deed::Attack
                && let Some(slot) = slot
            {
                self.turn_over(seat, slot, log);
            }
            self.replace(Frame::Deeds(Deeds { at: clause + 1, ..deeds }));
            return true;
        }
        let asks = matches!(
            deed,
            Deed::Knockdown(_)
                | Deed::KnockOff(_)
                | Deed::Freebie
                | Deed::TurnUp
                | Deed::Move
                | Deed::Swap
                | Deed::Retrieve
                | Deed::Sweep
        );
        if asks {
            return false;
        }
        self.replace(Frame::Deeds(Deeds { at: clause + 1, ..deeds }));
        log.tell(To::ALL, || Event::Did { seat, card, clause });
        // Actions keep what they add to the next attack in their card (rule 9.10).
        let spin = slot.is_some();
        match deed {
            Deed::Attack => {
                if let Some(slot) = slot {
                    self.declare(seat, slot.bit(), slot.galaxy(), log);
                }
            }
            Deed::Sharpshoot => self.open.spun.sharp |= spin,
            Deed::Blitz => self.open.spun.blitz |= spin,
            Deed::Boost(n) if spin => self.open.spun.boost = self.open.spun.boost.saturating_add(n),
            Deed::Double if spin => self.open.spun.doubles = self.open.spun.doubles.saturating_add(1),
            Deed::Boost(_) | Deed::Double => {}
            Deed::Draw(n) => {
                self.draw(seat, n, log);
            }
            Deed::Points(n) => self.open.points = self.open.points.saturating_add(n),
            Deed::Shed(n) => self.open.frames.push(Frame::Lose(n.min(self.count(hand(foe(seat)))))),
            Deed::Peek => self.peek(seat, log),
            Deed::Odd(Odd::Stampede) => self.stampede(seat, slot, deed, log),
            _ => {}
        }
        true
    }

    /// An Action is over: it goes to the discard pile, or lies ready until the next attack (rules 3.4, 7.7).
    pub(crate) fn finish_action(&mut self, deeds: Deeds) {
        let Some(id) = self.cards.top(AIR) else { return };
        if !deeds.dead && deeds.face.card().deeds.iter().any(|deed| deed.helps_attack()) {
            self.cards.put(id, primed(self.open.turn));
        } else {
            self.bury(id);
        }
    }

    /// Rule 8.15.
    pub(crate) fn peek(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        let at = foe(seat);
        log.tell(To::ALL, || Event::Peeked { seat, at });
        log.reveal(To::only(seat), || Event::Saw { seat: at, cards: self.row(hand(at)).collect() });
        let mut ids = [None; crate::state::CARDS];
        for (n, id) in self.cards.row(hand(at)).enumerate() {
            ids[n] = Some(id);
        }
        ids.into_iter().flatten().for_each(|id| self.cards.show(id, Eyes::one(Some(seat))));
    }

    /// Rule 8.16.
    pub(crate) fn stampede(
        &mut self,
        seat: Seat,
        from: Option<Slot>,
        deed: Deed,
        log: &mut impl Sink<Event>,
    ) {
        for slot in Slot::all() {
            if self.is_target(seat, from, deed, slot) {
                self.fell(slot, log);
            }
        }
    }

    pub(crate) fn fell(&mut self, slot: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.set(slot, Stance::Sidewayz);
        log.tell(To::ALL, || Event::Fell { card, slot });
    }

    pub(crate) fn knock_off(&mut self, slot: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.remove(slot);
        log.tell(To::ALL, || Event::KnockedOff { card, slot });
    }

    /// What a clause asked for has been chosen.
    pub(crate) fn chosen(&mut self, seat: Seat, deeds: Deeds, act: Action, log: &mut impl Sink<Event>) {
        let Some(deed) = self.deed(deeds) else { return };
        let Deeds { face, at: clause, slot, .. } = deeds;
        // A Bean that moves itself carries out the rest of its power from its new slot (rule 8.11).
        let slot = match (deeds.first, act) {
            (Some(from), Action::At { slot: to }) if slot == Some(from) => Some(to),
            (Some(from), Action::At { slot: to }) if slot == Some(to) => Some(from),
            _ => slot,
        };
        let next = Frame::Deeds(Deeds { at: clause + 1, slot, first: None, ..deeds });
        if let (Deed::Move | Deed::Swap, None, Action::At { slot }) = (deed, deeds.first, act) {
            return self.replace(Frame::Deeds(Deeds { first: Some(slot), ..deeds }));
        }
        self.replace(next);
        if act == Action::Done {
            return;
        }
        log.tell(To::ALL, || Event::Did { seat, card: face, clause });
        match (deed, act) {
            (Deed::Knockdown(_), Action::At { slot }) => self.fell(slot, log),
            (Deed::KnockOff(_), Action::At { slot }) => self.knock_off(slot, log),
            (Deed::TurnUp, Action::At { slot }) => self.turn_up(seat, slot, 0, log),
            (Deed::Sweep, Action::At { slot }) => {
                let Some(card) = self.cosmos(slot) else { return };
                if let Some(id) = self.cards.top(slot.cosmos()) {
                    self.bury(id);
                }
                log.tell(To::ALL, || Event::Swept { card, slot });
            }
            (Deed::Move | Deed::Swap, Action::At { slot: to }) => {
                let Some(from) = deeds.first else { return };
                self.exchange(from, to, log);
            }
            (Deed::Retrieve, Action::Take { card }) => {
                if let Some(id) = self.cards.find(discard(seat), card.0) {
                    self.cards.put(id, hand(seat));
                }
                log.tell(To::ALL, || Event::Took { seat, card });
            }
            (Deed::Freebie, Action::Take { card }) => {
                let seen = self.play_out(seat, card, AIR);
                let points = self.open.points;
                log.reveal(To::ALL, || Event::Played { seat, card, cost: 0, points, seen });
                self.open.frames.push(Frame::Place);
            }
            _ => {}
        }
    }

    /// Two slots of a mat exchange their Beans, if there are two (rule 8.11).
    pub(crate) fn exchange(&mut self, from: Slot, to: Slot, log: &mut impl Sink<Event>) {
        let (one, other) = (self.cards.top(from.bean()), self.cards.top(to.bean()));
        let (here, there) = (self.stance(from), self.stance(to));
        if let Some(id) = one {
            let card = Face(self.cards.kind(id));
            log.tell(To::ALL, || Event::Moved { card, from, to });
            self.cards.put(id, to.bean());
        }
        if let Some(id) = other {
            let card = Face(self.cards.kind(id));
            log.tell(To::ALL, || Event::Moved { card, from: to, to: from });
            self.cards.put(id, from.bean());
        }
        self.set(to, here);
        self.set(from, there);
    }
}
