//! Bean Attacks, and what topples after them (chapters 6 to 8, and 12).

use ccg::Tag;
use ccg::machine::open_window;
use table::{Seat, Sink, To};

use crate::act::{Event, Part};
use crate::cards::Face;
use crate::judge;
use crate::look::{Figure, Look};
use crate::state::{Attack, Galaxy, Help, MightyBeanz, Slot, Stance, Step, foe, hand, primed, slots};
use crate::tongue::{Deed, Moment};

impl MightyBeanz {
    /// An attack is declared; it has been paid for (rule 6.3).
    pub(crate) fn declare_attack(&mut self, seat: Seat, by: u16, galaxy: Galaxy, log: &mut impl Sink<Event>) {
        let sharp = self.is_sharp();
        log.tell(To::ALL, || Event::Attacks { seat, slots: slots(by).collect(), galaxy, sharp });
        let at = self.push(Step::Attack(Attack { by, galaxy, sharp, ..Attack::default() }));
        open_window(self, Moment::Attack, Tag::NONE, at);
    }

    /// A Blitz has no choice of a galaxy (rule 8.3).
    pub(crate) fn strike(&mut self, by: u16, log: &mut impl Sink<Event>) {
        let first = slots(by).next().map_or(Galaxy(1), Slot::galaxy);
        let only = judge::strikes(self, by).next().filter(|_| !self.is_sharp());
        self.open.frames.pop();
        self.declare_attack(self.open.turn, by, only.unwrap_or(first), log);
    }

    /// The window has closed: the attackers turn, and a target is picked (rules 6.3, 6.4, 8.1, 9.9).
    pub(crate) fn go_on_attacking(&mut self, attack: Attack, log: &mut impl Sink<Event>) {
        let seat = self.open.turn;
        if attack.stopped {
            log.tell(To::ALL, || Event::Stopped { seat });
        }
        slots(attack.by).for_each(|slot| self.turn_over(seat, slot, log));
        if attack.stopped {
            self.open.frames.pop();
            self.take_back(seat, log);
            return self.use_up_boosts();
        }
        let mut targets = Slot::of(foe(seat)).filter(|&slot| judge::is_attackable(self, attack, slot));
        match (targets.next(), targets.next()) {
            (Some(_), Some(_)) => self.replace(Step::Attack(Attack { spun: true, ..attack })),
            (Some(only), None) => {
                self.open.frames.pop();
                self.resolve(attack, only, log);
            }
            (None, _) => {
                self.open.frames.pop();
                self.use_up_boosts();
            }
        }
    }

    /// An attacker turns. All hear of it, since it was paid for some time ago, before the answers (rule 6.3).
    pub(crate) fn turn_over(&mut self, seat: Seat, slot: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.set(slot, Stance::BottomzUp);
        log.tell(To::ALL, || Event::Turned { seat, card, slot, to: Stance::BottomzUp, cost: 0 });
    }

    /// The Actions that added to an attack or doubled it come back (rule 9.10).
    pub(crate) fn take_back(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        let adds =
            |face: Face| face.card().deeds.iter().any(|deed| matches!(deed, Deed::Boost(_) | Deed::Double));
        if self.row(primed(seat)).any(adds) {
            log.tell(To::ALL, || Event::Back {
                seat,
                cards: self.row(primed(seat)).filter(|&face| adds(face)).collect(),
            });
        }
        loop {
            let id = self.cards.row(primed(seat)).find(|&id| adds(Face::of(self.cards.kind(id))));
            let Some(id) = id else { break };
            self.cards.put(id, hand(seat));
        }
        self.open.ready = Help { boost: 0, doubles: 0, ..self.open.ready };
    }

    /// Values are compared (rules 6.5 to 6.7).
    pub(crate) fn resolve(&mut self, attack: Attack, target: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(target) else { return };
        log.tell(To::ALL, || Event::Target { seat: target.seat(), card, slot: target });
        let value = self.attack_value(attack.by, &mut |_| {});
        let defence = self.defence_value(target, attack.shield, &mut |_| {});
        log.tell(To::ALL, || Event::Compared {
            attack: value,
            parts: parts(|lines| {
                let _ = self.attack_value(attack.by, &mut |part| lines.push(part));
            }),
            defence,
            against: parts(|lines| {
                let _ = self.defence_value(target, attack.shield, &mut |part| lines.push(part));
            }),
        });
        self.use_up_boosts();
        let stood = self.stance(target).stands();
        self.struck(target, value, defence, log);
        // Rules 12.4, 12.5.
        if self.open.expert && stood && self.stance(target) == Stance::Sidewayz {
            self.domino(target, log);
        }
        // Rule 9.11.
        if attack.boomerang {
            for slot in slots(attack.by) {
                if self.count(slot.bean()) > 0 && self.stance(slot).stands() {
                    self.fell(slot, log);
                }
            }
        }
    }

    /// A Bean is struck with so much (rules 6.6, 6.7, 12.7). True: it was standing and has fallen.
    pub(crate) fn struck(
        &mut self,
        slot: Slot,
        value: i32,
        defence: i32,
        log: &mut impl Sink<Event>,
    ) -> bool {
        let Some(card) = self.bean(slot) else { return false };
        let stood = self.stance(slot).stands();
        if value < defence {
            log.tell(To::ALL, || Event::Held { card, slot });
            false
        } else if value >= 2 * defence || !stood {
            self.knock_off(slot, log);
            false
        } else {
            self.fell(slot, log);
            true
        }
    }

    /// The Domino Effect (rules 12.6 and 12.7): left to its end, then right (rule 12.8), on from mat to mat (rule 12.11).
    pub(crate) fn domino(&mut self, first: Slot, log: &mut impl Sink<Event>) {
        for step in [Slot::left, Slot::right] {
            let mut from = first;
            // Rule 12.12: it may have been knocked off from behind.
            while self.count(from.bean()) > 0 {
                let to = step(from);
                if self.count(to.bean()) == 0 {
                    break;
                }
                // Rule 12.10: again for each, after all that has fallen.
                let push = self.strength(from, Figure::Mmp, &mut |_| {}).value();
                let defence = self.defence_value(to, 0, &mut |_| {});
                log.tell(To::ALL, || Event::Pushed {
                    from,
                    to,
                    push,
                    parts: parts(|lines| {
                        let _ = self.strength(from, Figure::Mmp, &mut |part| lines.push(part));
                    }),
                    defence,
                    against: parts(|lines| {
                        let _ = self.defence_value(to, 0, &mut |part| lines.push(part));
                    }),
                });
                // Rule 12.9.
                if !self.struck(to, push, defence, log) {
                    break;
                }
                from = to;
            }
        }
    }
}

/// The lines of a sum.
fn parts(sum: impl FnOnce(&mut Vec<Part>)) -> Box<[Part]> {
    let mut lines = Vec::new();
    sum(&mut lines);
    lines.into()
}
