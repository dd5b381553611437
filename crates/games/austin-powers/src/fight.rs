//! Attacks and slugfests (chapters 6, 12 and 14).

use ccg::Tag;
use ccg::machine::open_window;
use table::{Seat, Sink, To};

use crate::act::{Action, Event};
use crate::cards::Face;
use crate::look::Look;
use crate::state::{AustinPowers, Fight, Frame, Step, bones, hand, swingers};
use crate::tongue::Moment;

impl AustinPowers {
    /// Rule 6.1. What kind of attack it is, is settled here (rules 6.4, 6.21).
    pub(crate) fn declare_attack(&mut self, seat: Seat, by: Tag, at: Tag, log: &mut impl Sink<Event>) {
        let Ok(kill) = self.may_attack(seat, by, at) else { return };
        let (Some((_, card)), Some((on, target))) = (self.agent(by), self.agent(at)) else { return };
        let mut fight = Fight { kill, by: seat, at: on, ..Fight::default() };
        (fight.fighters[seat.index()], fight.fighters[on.index()]) = (by, at);
        self.open.fight = fight;
        log.tell(To::ALL, || Event::Attacks { seat, card, by, target, at, on, kill });
        if !kill && self.loves(seat, by, card) {
            self.note_gifts(card, log);
        }
        self.push(Step::Fight);
    }

    /// Rule 6.6.
    pub(crate) fn answer_attack(&mut self, seat: Seat, act: Action, log: &mut impl Sink<Event>) {
        match act {
            Action::Bone { card } => self.play_bone(seat, seat, card, log),
            Action::Ask => {
                self.open.fight.done = self.open.fight.done.with(seat);
                log.tell(To::ALL, || Event::Asked { seat });
                self.push(Step::Throw);
            }
            _ => {
                log.tell(To::ALL, || Event::GaveUp { seat });
                self.end_attack(log);
            }
        }
    }

    /// The first Bone to land counts, and the others go back unseen (rules 6.13, 6.14, 16.2).
    pub(crate) fn throw(&mut self, answers: &[(Seat, Action)], log: &mut impl Sink<Event>) {
        self.open.frames.pop();
        let side = self.open.fight.answers();
        let first = answers.iter().find_map(|(seat, act)| match act {
            Action::Throw { card } => Some((*seat, *card)),
            _ => None,
        });
        match first {
            Some((seat, card)) => self.play_bone(seat, side, card, log),
            None => {
                log.tell(To::ALL, || Event::NobodyThrew { seat: side });
                self.end_attack(log);
            }
        }
    }

    /// A Bone lands on the Agent of a side (rules 6.7, 6.8, 6.20, 6.22).
    fn play_bone(&mut self, seat: Seat, side: Seat, card: Face, log: &mut impl Sink<Event>) {
        let Some(id) = self.cards.find(hand(seat), card.number()) else { return };
        if log.wants_changes() {
            self.note_vibes(seat, card, log);
        }
        self.cards.open(id);
        self.cards.put(id, bones(side));
        log.reveal(To::ALL, || Event::Bone { seat, card, side });
        // In an attack the other side answers now, and nobody adds to their own last Bone (rules 6.5, 6.19).
        self.open.fight.last = Some(side);
        if let Some(nth) = card.card().by_itself(Moment::Played) {
            self.begin_text(card, nth, seat, Tag::NONE);
        }
    }

    /// Without which card in play could this Bone not have been played?
    fn note_vibes(&self, seat: Seat, card: Face, log: &mut impl Sink<Event>) {
        for (tag, giver) in self.givers(seat) {
            let mut without = self.clone();
            if let Some(id) = without.cards.tagged(tag) {
                let vibes = giver.card().vibes;
                without.take_out(id, crate::state::discards);
                // The Agent itself puts out what is printed on it; only what it adds is asked about.
                let need = without.need(seat, card, self.open.fight.kill);
                if !without.vibes(seat).and(vibes).cover(need) {
                    self.note_gifts(giver, log);
                }
            }
        }
    }

    /// The attack is over (rules 6.14, 6.15).
    fn end_attack(&mut self, log: &mut impl Sink<Event>) {
        self.open.frames.pop();
        let fight = self.open.fight;
        let winner = fight.last.unwrap_or(fight.by);
        self.tell_winner(winner, log);
        self.push(Step::Won(winner));
        self.push(Step::Lost(fight.across(winner), false, false));
    }

    fn tell_winner(&self, seat: Seat, log: &mut impl Sink<Event>) {
        let slugfest = self.open.fight.slugfest;
        if let Some((_, card)) = self.agent(self.open.fight.fighters[seat.index()]) {
            log.tell(To::ALL, || Event::Won { seat, card, slugfest });
        }
    }

    /// The losing Agent is discarded, then the Bones on it (rules 6.16, 12.5, 17.30).
    pub(crate) fn lose(&mut self, seat: Seat, asked: bool, saved: bool, log: &mut impl Sink<Event>) {
        let fight = self.open.fight;
        let tag = fight.fighters[seat.index()];
        let top = self.open.frames.len() - 1;
        let Some(id) = self.cards.tagged(tag) else {
            while let Some(id) = self.cards.bottom(bones(seat)) {
                self.discard_from_play(id, log);
            }
            self.open.frames.pop();
            return;
        };
        let could = |(_, face): (Tag, Face)| face.card().script.answers(Moment::Losing);
        if !asked && !fight.slugfest && self.tagged_row(swingers(seat)).any(could) {
            self.open.frames[top] = Frame::Own(Step::Lost(seat, true, false));
            return open_window(self, Moment::Losing, tag, top);
        }
        let card = self.face(id);
        // The number that it goes by is free now, and may soon be another's.
        self.open.fight.fighters[seat.index()] = Tag::NONE;
        if saved {
            return self.return_from_play(id, log);
        }
        self.discard_from_play(id, log);
        if fight.kill
            && !fight.slugfest
            && let Some(nth) = card.card().by_itself(Moment::Lost)
        {
            self.begin_text(card, nth, seat, Tag::NONE);
        }
    }

    /// The winning Agent scores, then the Bones on it from first to last, each for its owner (rules 6.17, 6.18).
    pub(crate) fn win(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        let tag = std::mem::take(&mut self.open.fight.fighters[seat.index()]);
        let next = self.cards.tagged(tag).or_else(|| self.cards.bottom(bones(seat)));
        match next {
            Some(id) => self.score_card(id, log),
            None => {
                self.open.frames.pop();
                self.open.fight = Fight::default();
            }
        }
    }

    // Slugfests.

    /// Rules 14.1 and 14.2: the next player first.
    pub(crate) fn begin_slugfest(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        log.tell(To::ALL, || Event::Slugfest { seat });
        self.open.fight = Fight { slugfest: true, kill: true, by: seat, ..Fight::default() };
        let next = self.after(seat);
        self.push(Step::Enter(next));
    }

    pub(crate) fn enter(&mut self, seat: Seat, at: Tag, log: &mut impl Sink<Event>) {
        self.open.fight.fighters[seat.index()] = at;
        if let Some((_, card)) = self.agent(at) {
            log.tell(To::ALL, || Event::Enters { seat, card, at });
        }
    }

    /// Whoever began it enters last; then the Bones fly.
    pub(crate) fn next_to_enter(&mut self, seat: Seat) {
        let by = self.open.fight.by;
        let next = self.after(seat);
        let last = seat == by || !self.sits(by) && self.comes_round(by, seat, next);
        let first = self.after(by);
        self.replace(if last { Step::Brawl(first) } else { Step::Enter(next) });
    }

    /// Is a seat, which is empty now, passed on the way from one to the next?
    fn comes_round(&self, seat: Seat, from: Seat, to: Seat) -> bool {
        let seats = self.open.seats;
        let far = |other: Seat| (other.0 + seats - seat.0) % seats;
        far(to) <= far(from)
    }

    /// Rules 14.3 and 14.5.
    pub(crate) fn answer_brawl(&mut self, seat: Seat, act: Action, log: &mut impl Sink<Event>) {
        let next = self.after(seat);
        self.replace(Step::Brawl(next));
        match act {
            Action::Bone { card } => self.play_bone(seat, seat, card, log),
            _ => self.drop_out(seat, log),
        }
    }

    fn drop_out(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        self.open.fight.done = self.open.fight.done.with(seat);
        log.tell(To::ALL, || Event::DropsOut { seat });
    }

    /// Nobody is asked: somebody has no card, or it is over (rules 14.6, 14.7, 14.8, 14.9).
    pub(crate) fn go_on_brawling(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        let fight = self.open.fight;
        if !self.is_slugfest_over() {
            if fight.has(seat) && !fight.done.has(seat) {
                self.drop_out(seat, log);
            }
            let next = self.after(seat);
            return self.replace(Step::Brawl(next));
        }
        self.open.frames.pop();
        let beginner = Some(fight.by).filter(|by| fight.has(*by));
        let Some(winner) = fight.last.filter(|seat| fight.has(*seat)).or(beginner) else {
            log.tell(To::ALL, || Event::Fizzled);
            self.open.fight = Fight::default();
            return;
        };
        self.tell_winner(winner, log);
        self.push(Step::Won(winner));
        // The next player's Agent is on top, and goes first.
        for n in (0..self.open.seats).rev() {
            let loser = Seat((fight.by.0 + 1 + n) % self.open.seats);
            if loser != winner && fight.has(loser) {
                self.push(Step::Lost(loser, true, false));
            }
        }
    }
}
