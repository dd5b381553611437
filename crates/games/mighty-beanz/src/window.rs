//! Windows: who may answer what, and what the answers do (chapter 9).

use ccg::{Manner, Round};
use table::{Seat, Sink, To};

use crate::act::Event;
use crate::cards::{Answers, Face, Reply};
use crate::look::Look;
use crate::menu;
use crate::state::{AIR, About, Attack, Deeds, Fate, Frame, MOST_ANSWERS, MightyBeanz, Open, foe, hand};

impl MightyBeanz {
    /// Could this seat have an answer, as far as all can see (rule 9.4)?
    pub(crate) fn can_answer(&self, about: About, seat: Seat) -> bool {
        let Open { turn, instants, answers, .. } = &self.open;
        if self.count(hand(seat)) == 0 || answers.len() == MOST_ANSWERS {
            return false;
        }
        let has = |answers: Answers| instants[seat.index()][answers as usize] > 0;
        let fits = match about {
            About::Action => false,
            About::Attack => seat != *turn && has(Answers::Attack),
            About::Bean => seat != *turn && has(Answers::Bean),
        };
        // A live Action or Instant of the other seat can be cancelled by either.
        fits || has(Answers::Action) && menu::newest(self, about, seat).is_some()
    }

    pub(crate) fn ask_for_answers(&mut self, about: About, log: &mut impl Sink<Event>) {
        let first = foe(self.open.turn);
        let round = Round::open(Manner::UntilAllPass, 2, first, |seat| self.can_answer(about, seat));
        if let Some(round) = round {
            self.open.frames.push(Frame::Answers(about, round));
            log.tell(To::ALL, || Event::Asked { seat: round.asked(), about });
        }
    }

    pub(crate) fn go_on_answering(&mut self, about: About, next: Option<Round>, log: &mut impl Sink<Event>) {
        match next {
            Some(round) => {
                self.replace(Frame::Answers(about, round));
                log.tell(To::ALL, || Event::Asked { seat: round.asked(), about });
            }
            None => self.close_window(about, log),
        }
    }

    /// The answers take effect, the newest first (rules 9.3, 9.7, 9.8).
    pub(crate) fn close_window(&mut self, about: About, log: &mut impl Sink<Event>) {
        let dead = menu::dead(self, &self.open);
        self.open.frames.pop();
        let mut n = self.open.answers.len();
        while let Some(answer) = self.open.answers.pop() {
            let Some(id) = self.cards.top(AIR) else { break };
            let face = Face(self.cards.kind(id));
            self.bury(id);
            if dead >> n & 1 == 1 {
                log.tell(To::ALL, || Event::Cancelled { card: face });
            } else {
                self.reply(Seat(answer.by), face, about, answer.at, log);
            }
            n -= 1;
            if self.open.over.is_some() {
                return;
            }
        }
        // What was paid for it stays paid (rule 9.6).
        if dead & 1 == 1
            && let Some(Frame::Deeds(deeds)) = self.open.frames.top()
        {
            log.tell(To::ALL, || Event::Cancelled { card: deeds.face });
            self.replace(Frame::Deeds(Deeds { dead: true, ..deeds }));
        }
    }

    /// What an Instant does to what is now on top of the frames.
    pub(crate) fn reply(&mut self, seat: Seat, face: Face, about: About, at: u8, log: &mut impl Sink<Event>) {
        for (clause, reply) in face.card().replies.iter().enumerate() {
            log.tell(To::ALL, || Event::Did { seat, card: face, clause: clause as u8 });
            if let Reply::Draw(n) = *reply {
                self.draw(seat, n, log);
                continue;
            }
            // What cancels a card has been counted already (see `menu::dead`).
            if face.card().answers == Some(Answers::Action) {
                continue;
            }
            debug_assert!(at == 0 || about != About::Action);
            match (self.open.frames.top(), *reply) {
                (Some(Frame::Attack(attack)), Reply::Cancel) => {
                    self.replace(Frame::Attack(Attack { stopped: true, ..attack }));
                }
                (Some(Frame::Attack(attack)), Reply::Boomerang) => {
                    self.replace(Frame::Attack(Attack { boomerang: true, ..attack }));
                }
                (Some(Frame::Attack(attack)), Reply::Shield(n)) => {
                    let shield = attack.shield.saturating_add(n);
                    self.replace(Frame::Attack(Attack { shield, ..attack }));
                }
                // What takes effect first decides where it goes.
                (Some(Frame::Arrive(slot, Fate::Lands)), Reply::Cancel) => {
                    self.replace(Frame::Arrive(slot, Fate::Discarded));
                }
                (Some(Frame::Arrive(slot, Fate::Lands)), Reply::Bounce) => {
                    self.replace(Frame::Arrive(slot, Fate::Bounced));
                }
                _ => {}
            }
        }
    }
}
