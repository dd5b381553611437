//! A turn: hands, actions, what is played, and what goes on by itself (chapters 3, 4, 5, 8, 9, 11 and 15).

use ccg::frame::{Act, NO_FRAME};
use ccg::lasting::{self, Past};
use ccg::machine::{self, Doer, Flow, News, Reply};
use ccg::{Id, Marks as _, Place, Tag, Viewers};
use table::cards::Pile;
use table::{Luck, Seat, SeatSet, Sink, To};

use crate::act::{Action, Event, Looked, Way};
use crate::cards::{Face, Kind};
use crate::judge;
use crate::look::{Ask, Figure, Look};
use crate::state::{
    ACTIONS, AIR, AustinPowers, CARDS, Fate, Frame, GOAL, GONE, HAND, IDLE_ROUNDS, MOST_FRAMES, MOST_ROUNDS,
    Next, Reason, Step, bones, crew, deck, discards, hand, score, swingers,
};
use crate::tongue::{Deed, Mojo, Moment, Person, Pick, Verb, raided};

impl AustinPowers {
    // Cards.

    /// What a card is.
    pub(crate) fn face(&self, id: Id) -> Face {
        Face::of(self.cards.kind(id))
    }

    /// The top card of a draw deck goes to the hand; only its owner sees it. An empty deck is replaced before and
    /// after (rules 11.4, 11.5). False: there was none.
    fn draw_one(&mut self, seat: Seat, luck: &mut Luck, log: &mut impl Sink<Event>) -> bool {
        if self.cards.is_empty(deck(seat)) {
            self.renew(seat, luck, log);
        }
        let Some(id) = self.cards.top(deck(seat)) else { return false };
        self.cards.show(id, Viewers::one(Some(seat)));
        self.cards.put(id, hand(seat));
        let card = self.face(id);
        log.reveal(To::only(seat), || Event::DrewCard { seat, card });
        if self.cards.is_empty(deck(seat)) {
            self.renew(seat, luck, log);
        }
        true
    }

    /// A discard pile is shuffled and becomes the draw deck (rule 11.4).
    fn renew(&mut self, seat: Seat, luck: &mut Luck, log: &mut impl Sink<Event>) {
        let n = self.count(discards(seat));
        if n == 0 {
            return;
        }
        self.shuffle_back(seat, luck);
        log.tell(To::ALL, || Event::Reshuffled { seat, n });
    }

    /// The discard pile goes into the draw deck, which is shuffled.
    pub(crate) fn shuffle_back(&mut self, seat: Seat, luck: &mut Luck) {
        while let Some(id) = self.cards.top(discards(seat)) {
            self.cards.put(id, deck(seat));
        }
        self.shuffle(seat, luck);
    }

    /// A draw deck is shuffled. Its owner knows what is in it, and nobody knows where.
    pub(crate) fn shuffle(&mut self, seat: Seat, luck: &mut Luck) {
        self.cards.forget(deck(seat));
        self.cards.shuffle(deck(seat), luck);
    }

    /// Draws (rule 17.1). How many came.
    pub(crate) fn draw(&mut self, seat: Seat, n: u8, luck: &mut Luck, log: &mut impl Sink<Event>) -> u8 {
        let drawn = (0..n).take_while(|_| self.draw_one(seat, luck, log)).count() as u8;
        if drawn > 0 {
            let left = self.count(deck(seat));
            log.tell(To::ALL, || Event::Drew { seat, n: drawn, left });
        }
        drawn
    }

    /// A card of a hand is discarded for all to see (rule 16.3).
    pub(crate) fn throw_away(&mut self, seat: Seat, card: Face, log: &mut impl Sink<Event>) {
        let Some(id) = self.cards.find(hand(seat), card.number()) else { return };
        self.cards.open(id);
        self.cards.put(id, discards(self.cards.owner(id)));
        log.reveal(To::ALL, || Event::Discarded { seat, card });
    }

    /// A card leaves play: no handle, no effects, and its owner has it again (rule 15.2).
    pub(crate) fn take_out(&mut self, id: Id, to: impl Fn(Seat) -> Place) {
        let tag = self.cards.marks(id).tag();
        if tag != Tag::NONE {
            lasting::end(&mut self.open.effects, Past::Left(tag));
        }
        self.cards.leave(id);
        let owner = self.cards.owner(id);
        self.cards.give(id, owner);
        self.cards.put(id, to(owner));
    }

    /// A card in play is discarded.
    pub(crate) fn discard_from_play(&mut self, id: Id, log: &mut impl Sink<Event>) {
        let (card, seat) = (self.face(id), self.cards.owner(id));
        self.take_out(id, discards);
        log.tell(To::ALL, || Event::Discarded { seat, card });
    }

    /// A card in play returns to its owner's hand.
    pub(crate) fn return_from_play(&mut self, id: Id, log: &mut impl Sink<Event>) {
        let (card, seat) = (self.face(id), self.cards.owner(id));
        self.take_out(id, hand);
        log.tell(To::ALL, || Event::Returned { seat, card });
    }

    /// A card scores for its owner, and a hundred wins at once (rules 6.18, 15.1). What it says then happens, unless the game is
    /// over (rule 6.23).
    pub(crate) fn score_card(&mut self, id: Id, log: &mut impl Sink<Event>) {
        let (card, seat) = (self.face(id), self.cards.owner(id));
        if self.cards.known(id) != Viewers::ALL {
            self.cards.open(id);
        }
        self.take_out(id, score);
        let points = &mut self.open.scores[seat.index()];
        *points += u16::from(card.card().value);
        let total = *points;
        (self.open.idle, self.open.scored) = (0, true);
        log.reveal(To::ALL, || Event::Scored { seat, card, score: total });
        if total >= GOAL {
            return self.end(Reason::Hundred, SeatSet::one(seat), log);
        }
        if let Some(nth) = card.card().by_itself(Moment::Scored) {
            self.begin_text(card, nth, seat, Tag::NONE);
        }
    }

    /// A scored card is discarded (rule 15.2).
    pub(crate) fn unscore(&mut self, seat: Seat, card: Face, log: &mut impl Sink<Event>) -> bool {
        let Some(id) = self.cards.find(score(seat), card.number()) else { return false };
        self.take_out(id, discards);
        let points = &mut self.open.scores[seat.index()];
        *points -= u16::from(card.card().value);
        let total = *points;
        log.tell(To::ALL, || Event::Unscored { seat, card, score: total });
        true
    }

    /// What a card says begins.
    pub(crate) fn begin_text(&mut self, card: Face, nth: u8, seat: Seat, me: Tag) {
        self.open.frames.push(Frame::Act(Act::new(card.number(), nth, seat, me, NO_FRAME)));
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.open.frames.push(Frame::Own(step));
    }

    pub(crate) fn replace(&mut self, step: Step) {
        self.open.frames.pop();
        self.open.frames.push(Frame::Own(step));
    }

    /// The game is over (chapter 15).
    pub(crate) fn end(&mut self, reason: Reason, winners: SeatSet, log: &mut impl Sink<Event>) {
        (self.open.over, self.open.winners) = (Some(reason), winners);
        log.tell(To::ALL, || Event::Over { winners: winners.iter().collect(), reason });
    }

    // Playing.

    /// An Agent comes to the table, active at once; then what it says happens (rules 5.1, 5.3, 17.10).
    pub(crate) fn bring_agent(&mut self, seat: Seat, id: Id, free: bool, log: &mut impl Sink<Event>) {
        let card = self.face(id);
        self.cards.open(id);
        self.cards.put(id, crew(seat));
        let at = self.cards.enter(id).unwrap_or(Tag::NONE);
        log.reveal(To::ALL, || Event::Played { seat, card, at, free });
        let chain = card.card().ship && seat == self.open.turn && !self.is_in_chain();
        if chain {
            self.begin_chain();
        }
        if let Some(nth) = card.card().by_itself(Moment::Played) {
            self.begin_text(card, nth, seat, at);
        }
    }

    /// An Agent is played from the hand in one's turn, whatever others have on the table (rules 4.2, 5.4, 5.8, 13.1, 13.5). What is free
    /// leaves the actions as they are (rule 10.3).
    fn play(&mut self, seat: Seat, card: Face, log: &mut impl Sink<Event>) {
        let Some(id) = self.cards.find(hand(seat), card.number()) else { return };
        let free = if self.is_free(seat, card) {
            self.note_gifts(card, log);
            true
        } else if card.card().ship && !self.open.shipped {
            self.open.shipped = true;
            true
        } else {
            self.open.actions -= 1;
            false
        };
        self.bring_agent(seat, id, free, log);
    }

    /// What is so has made a difference: told only to whoever counts.
    pub(crate) fn note_gifts(&self, card: Face, log: &mut impl Sink<Event>) {
        if log.wants_changes() {
            let script = &card.card().script;
            for (nth, head) in (0..).zip(script.heads()) {
                if head.when == ccg::program::When::Always {
                    for (pc, op) in (0..).zip(script.ops(nth)) {
                        if matches!(op, ccg::program::Op::Do(..)) {
                            let clause = script.clause(nth, pc + 1);
                            log.tell(To::ALL, || Event::Changed { card, clause });
                        }
                    }
                }
            }
        }
    }

    /// An Agent was found that is this person only because its card says so (rule 17.29).
    pub(crate) fn note_also(&self, card: Face, person: Person, log: &mut impl Sink<Event>) {
        if card.card().person != person && card.card().is_person(person) {
            self.note_gifts(card, log);
        }
    }

    /// Which cards in play keep Agents from being attacked whom this seat could attack without them (rule 17.21)?
    fn note_shields(&self, seat: Seat, log: &mut impl Sink<Event>) {
        for theirs in self.seated(seat).filter(|other| *other != seat) {
            for ((at, target), (by, attacker)) in
                self.agents(theirs).flat_map(|one| self.agents(seat).map(move |other| (one, other)))
            {
                if self.may_meet((seat, by, attacker), (theirs, at, target)).is_err() {
                    continue;
                }
                for (from, giver) in self.givers(theirs) {
                    let ask = Ask { figure: Figure::Shielded, seat: theirs, from, of: at, face: target };
                    if self.says(giver, &ask) > 0 {
                        self.note_gifts(giver, log);
                    }
                }
            }
        }
    }

    /// A Happening is laid face down and the sign is made (rules 9.1, 9.2, 9.5).
    fn happen(&mut self, seat: Seat, card: Face, log: &mut impl Sink<Event>) {
        self.open.actions -= 1;
        self.open.laid = Some(card);
        log.tell(To::ALL, || Event::Signs { seat });
        match self.players() {
            2 => {
                let other = self.after(seat);
                self.happen_to(other, false, log);
            }
            _ => self.push(Step::Sign),
        }
    }

    /// The target is known: the Happening is turned up and carried out (rule 9.6).
    fn happen_to(&mut self, target: Seat, tied: bool, log: &mut impl Sink<Event>) {
        let seat = self.open.turn;
        log.tell(To::ALL, || Event::Target { seat: target, tied });
        let Some(card) = self.open.laid.take() else { return };
        let Some(id) = self.cards.find(hand(seat), card.number()) else { return };
        self.cards.open(id);
        self.cards.put(id, AIR);
        log.reveal(To::ALL, || Event::Happens { seat, card, target });
        let mut act = Act::new(card.number(), 0, seat, Tag::NONE, NO_FRAME);
        act.n = i16::from(target.0);
        self.open.frames.push(Frame::Act(act));
    }

    // One answer.

    pub(crate) fn answer(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        if act == Action::Leave {
            return self.leave(seat, log);
        }
        let step = match self.open.frames.top() {
            Some(Frame::Own(step)) => step,
            frame => {
                // What nothing may come of is told as well: everybody saw it.
                match (frame, act) {
                    (Some(Frame::Act(asking)), Action::No) => {
                        let card = Face::of(asking.card);
                        log.tell(To::ALL, || Event::Declined { seat, card });
                    }
                    (_, Action::Player { seat: at }) => log.tell(To::ALL, || Event::Chooses { seat, at }),
                    _ => {}
                }
                if let Some(reply) = judge::reply(self, act) {
                    machine::answer(self, seat, reply, log);
                }
                return;
            }
        };
        if step == Step::Turn && log.wants_changes() {
            self.note_shields(seat, log);
        }
        match (step, act) {
            (Step::Turn, Action::End) => self.replace(Step::Spent),
            (Step::Turn, Action::Play { card }) => self.play(seat, card, log),
            (Step::Turn, Action::Attack { by, at }) => {
                self.open.actions -= 1;
                self.declare_attack(seat, by, at, log);
            }
            (Step::Turn, Action::Swing { card, way }) => {
                machine::answer(self, seat, Reply::Play(card.number(), way as u8), log);
            }
            (Step::Turn, Action::Happen { card }) => self.happen(seat, card, log),
            (Step::Turn, Action::Use { at }) => {
                if let Some(nth) = judge::ability(self, at, |when| when == ccg::program::When::Act) {
                    machine::answer(self, seat, Reply::Use(at, nth), log);
                }
            }
            (Step::Spent, Action::Discard { card }) => self.throw_away(seat, card, log),
            (Step::Spent, _) => self.replace(Step::Even(seat)),
            (Step::Even(_), Action::Discard { card }) => self.throw_away(seat, card, log),
            (Step::Shed(_, n), Action::Discard { card }) => {
                self.throw_away(seat, card, log);
                self.open.frames.pop();
                if n > 1 {
                    self.push(Step::Shed(seat, n - 1));
                }
            }
            (Step::Cycle(_, n), Action::Discard { card }) => {
                self.replace(Step::Cycle(seat, n.saturating_add(1)));
                self.throw_away(seat, card, log);
            }
            (Step::Cycle(_, n), _) => {
                self.open.frames.pop();
                self.draw(seat, n, luck, log);
            }
            (Step::Chain(..), act) => self.answer_chain(seat, act, log),
            (Step::Fight, act) => self.answer_attack(seat, act, log),
            (Step::Enter(_), Action::At { at }) => {
                self.enter(seat, at, log);
                self.next_to_enter(seat);
            }
            (Step::Brawl(_), act) => self.answer_brawl(seat, act, log),
            (Step::Tie(_), Action::Player { seat }) => {
                self.open.frames.pop();
                self.happen_to(seat, true, log);
            }
            (Step::Yield(_, n, fate), Action::At { at }) => {
                self.open.frames.pop();
                self.yield_agent(at, fate, log);
                if n > 1 {
                    self.push(Step::Yield(seat, n - 1, fate));
                }
            }
            (Step::Bury(_, n), Action::Take { card }) => {
                self.open.frames.pop();
                self.bury(seat, card, n);
                if n > 1 {
                    self.push(Step::Bury(seat, n - 1));
                }
            }
            (Step::Least(_), Action::Take { card }) => {
                self.open.frames.pop();
                self.unscore(seat, card, log);
            }
            _ => {}
        }
    }

    /// All have answered in a race, in this order (chapter 7).
    pub(crate) fn race(&mut self, answers: &[(Seat, Action)], log: &mut impl Sink<Event>) {
        match self.open.frames.top() {
            Some(Frame::Own(Step::Throw)) => self.throw(answers, log),
            Some(Frame::Own(Step::Sign)) => {
                self.open.frames.pop();
                let idle = answers.iter().filter(|(_, act)| *act == Action::Still).map(|(seat, _)| *seat);
                let idle: SeatSet = idle.collect();
                log.reveal(To::ALL, || Event::Signed {
                    seats: answers.iter().map(|(seat, _)| *seat).filter(|seat| !idle.has(*seat)).collect(),
                    not: idle.iter().collect(),
                });
                // Rules 9.3 and 9.4.
                match idle.len() {
                    0 | 1 => {
                        let last = idle.iter().next().or(answers.last().map(|(seat, _)| *seat));
                        if let Some(last) = last {
                            self.happen_to(last, false, log);
                        }
                    }
                    _ => {
                        log.tell(To::ALL, || Event::Tied { seats: idle.iter().collect() });
                        self.push(Step::Tie(idle));
                    }
                }
            }
            _ => {}
        }
    }

    /// An Agent is given up (rule 17.15).
    pub(crate) fn yield_agent(&mut self, at: Tag, fate: Fate, log: &mut impl Sink<Event>) {
        let Some(id) = self.cards.tagged(at) else { return };
        match fate {
            Fate::Discarded => self.discard_from_play(id, log),
            Fate::Returned => self.return_from_play(id, log),
        }
    }

    /// One of the top cards goes to the bottom (rule 17.8).
    pub(crate) fn bury(&mut self, seat: Seat, card: Face, n: u8) {
        let from = usize::from(self.count(deck(seat)).saturating_sub(n));
        let found = self.cards.row(deck(seat)).skip(from).find(|&id| self.face(id) == card);
        if let Some(id) = found {
            self.cards.put_under(id, deck(seat));
        }
    }

    // Turns.

    /// Chapter 4.
    pub(crate) fn begin_turn(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        lasting::end(&mut self.open.effects, Past::TurnOf(seat));
        let Next { fewer, no_attacks } = std::mem::take(&mut self.open.next[seat.index()]);
        let open = &mut self.open;
        (open.turn, open.turns) = (seat, open.turns + 1);
        (open.actions, open.no_attacks, open.shipped) = (ACTIONS.saturating_sub(fewer), no_attacks, false);
        open.frames.clear();
        let actions = open.actions;
        self.push(Step::Turn);
        log.tell(To::ALL, || Event::Turn { seat, actions });
    }

    /// Everybody has evened up: the next turn begins, unless nothing goes on any more (rule 15.3).
    fn end_turn(&mut self, log: &mut impl Sink<Event>) {
        let seat = self.open.turn;
        log.tell(To::ALL, || Event::Spent { seat });
        lasting::end(&mut self.open.effects, Past::Turn);
        self.open.idle += u16::from(!std::mem::take(&mut self.open.scored));
        let players = u16::from(self.players());
        if self.open.idle >= IDLE_ROUNDS * players || self.open.turns >= MOST_ROUNDS * players {
            let best = self.seated(seat).map(|seat| self.open.scores[seat.index()]).max();
            let best =
                self.seated(seat).filter(|seat| Some(self.open.scores[seat.index()]) == best).collect();
            return self.end(Reason::DeadEnd, best, log);
        }
        let next = self.after(seat);
        self.begin_turn(next, log);
    }

    /// A seat evens up, and then the next one (rules 11.1, 11.2). Until then a hand may have any number of cards (rule 11.6).
    fn even_up(&mut self, seat: Seat, luck: &mut Luck, log: &mut impl Sink<Event>) {
        if self.sits(seat) {
            let missing = HAND.saturating_sub(self.count(hand(seat)));
            self.draw(seat, missing, luck, log);
        }
        let next = self.after(seat);
        if next == self.open.turn || self.open.out.has(self.open.turn) && self.passes_turn(seat, next) {
            self.end_turn(log);
        } else {
            self.replace(Step::Even(next));
        }
    }

    /// Does the way round the table from one seat to another lead past whoever's turn it was, who has left?
    fn passes_turn(&self, from: Seat, to: Seat) -> bool {
        let (seats, turn) = (self.open.seats, self.open.turn);
        let far = |seat: Seat| (seat.0 + seats - turn.0) % seats;
        far(to) <= far(from)
    }

    // Leaving (rule 15.4).

    fn leave(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        log.tell(To::ALL, || Event::Left { seat });
        let fought = self.open.fight.has(seat).then_some(self.open.fight);
        self.open.out = self.open.out.with(seat);
        self.open.scores[seat.index()] = 0;
        self.open.next[seat.index()] = Next::default();
        self.open.fight.fighters[seat.index()] = Tag::NONE;
        let mut theirs = [None; CARDS];
        let all = self.all_cards().filter(|&id| self.cards.owner(id) == seat);
        for (slot, id) in theirs.iter_mut().zip(all) {
            *slot = Some(id);
        }
        for id in theirs.into_iter().flatten() {
            self.take_out(id, |_| GONE);
            // All of a list that lies open: nothing of it is hidden any more.
            if !self.open.closed_lists {
                self.cards.let_know(id, Viewers::ALL, Viewers::default(), 0);
            }
        }
        // Bones that others threw on their Agent go back to those piles (rule 6.16).
        while let Some(id) = self.cards.bottom(bones(seat)) {
            self.discard_from_play(id, log);
        }
        if seat == self.open.turn {
            self.open.laid = None;
        }
        lasting::end(&mut self.open.effects, Past::Out(seat));
        if self.players() == 1 {
            let last = self.seated(seat).collect();
            // What was half done was theirs, or is of no use to one who is alone.
            self.open.frames.clear();
            return self.end(Reason::Alone, last, log);
        }
        machine::leave_out(self, seat);
        if seat == self.open.turn {
            // Their turn ends; only what is already won is still settled, and a slugfest goes on without them.
            let melee = self.open.frames.last().copied().filter(is_melee);
            self.open.frames.clear();
            self.push(Step::Spent);
            melee.into_iter().for_each(|step| self.open.frames.push(step));
        }
        if let Some(fight) = fought.filter(|fight| !fight.slugfest) {
            let steps = |frame: &Frame| {
                matches!(frame, Frame::Own(Step::Fight | Step::Throw | Step::Lost(..) | Step::Won(_)))
            };
            self.open.frames.retain(|frame| !steps(frame));
            self.push(Step::Won(fight.across(seat)));
        }
    }

    /// Every card.
    pub(crate) fn all_cards(&self) -> impl Iterator<Item = Id> {
        crate::state::Cards::places().flat_map(|place| self.cards.row(place))
    }

    /// A hand is looked at.
    pub(crate) fn look_at_hand(&mut self, seat: Seat, at: Seat, log: &mut impl Sink<Event>) {
        log.tell(To::ALL, || Event::Looks { seat, at, where_: Looked::Hand });
        self.show_place(seat, hand(at), usize::MAX);
        log.reveal(To::only(seat), || Event::Saw { seat: at, cards: self.row(hand(at)).collect() });
    }

    /// A seat has looked at the cards of a place: for worlds that are made from what somebody saw, where that leaves no other trace.
    pub(crate) fn let_look(&mut self, seat: Seat, place: Place) {
        let mut ids = [None; CARDS];
        for (slot, id) in ids.iter_mut().zip(self.cards.row(place)) {
            *slot = Some(id);
        }
        for id in ids.into_iter().flatten() {
            let (seen, group) = self.cards.grouped(id);
            let known = self.cards.known(id).and(Viewers::one(Some(seat)));
            self.cards.let_know(id, known, seen, group);
        }
    }

    /// A seat looks at the top cards of a place.
    fn show_place(&mut self, seat: Seat, place: Place, n: usize) {
        let mut ids = [None; CARDS];
        let below = usize::from(self.count(place)).saturating_sub(n);
        for (slot, id) in ids.iter_mut().zip(self.cards.row(place).skip(below)) {
            *slot = Some(id);
        }
        ids.into_iter().flatten().for_each(|id| self.cards.show(id, Viewers::one(Some(seat))));
    }
}

/// Is this a step of a slugfest in which Agents enter or Bones fly?
pub(crate) const fn is_melee(frame: &Frame) -> bool {
    matches!(frame, Frame::Own(Step::Enter(_) | Step::Brawl(_)))
}

impl Doer for AustinPowers {
    type Event = Event;
    type Frames = Pile<Frame, MOST_FRAMES>;

    fn room(&self, more: usize) -> bool {
        self.open.frames.has_room(more)
    }

    #[inline]
    fn frames_mut(&mut self) -> &mut Self::Frames {
        &mut self.open.frames
    }

    fn perform(&mut self, verb: Verb, act: &mut Act, luck: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
        let Verb::Deed(deed) = verb else { return Flow::Nothing };
        let (seat, card) = (act.seat, Face::of(act.card));
        // What finds nothing is skipped (rule 4.10), but a search shuffles in any case (rule 17.7).
        let nothing = deed.picks().iter().flatten().count() > 0 && act.pick(0) == ccg::frame::Aim::NONE;
        if nothing && !matches!(deed, Deed::Search(_)) {
            return Flow::Nothing;
        }
        let Act { nth, pc, .. } = *act;
        log.tell(To::ALL, || Event::Did { seat, card, clause: card.card().script.clause(nth, pc) });
        deed.run(self, act, luck, log)
    }

    fn go_on(&mut self, step: Step, luck: &mut Luck, log: &mut impl Sink<Event>) {
        match step {
            Step::Turn => self.replace(Step::Spent),
            Step::Spent => {
                let turn = self.open.turn;
                self.replace(Step::Even(turn));
            }
            Step::Even(seat) => self.even_up(seat, luck, log),
            Step::Chain(seat, any) => self.pass_on(seat, any),
            Step::Fight => {
                let seat = self.open.fight.answers();
                self.answer_attack(seat, Action::GiveUp, log);
            }
            Step::Throw => self.throw(&[], log),
            Step::Enter(seat) => {
                let only = self.assassins(seat).next();
                if let Some((tag, _)) = only.filter(|_| self.sits(seat)) {
                    self.enter(seat, tag, log);
                }
                self.next_to_enter(seat);
            }
            Step::Brawl(seat) => self.go_on_brawling(seat, log),
            Step::Lost(seat, asked, saved) => self.lose(seat, asked, saved, log),
            Step::Won(seat) => self.win(seat, log),
            // Nobody is there to make a sign, or only one was last.
            Step::Sign => {
                self.open.frames.pop();
            }
            Step::Tie(seats) => {
                self.open.frames.pop();
                if let Some(seat) = seats.iter().next() {
                    self.happen_to(seat, true, log);
                }
            }
            Step::Shed(seat, n) => {
                self.open.frames.pop();
                if n > 0 {
                    while let Some(id) = self.cards.bottom(hand(seat)) {
                        let card = self.face(id);
                        self.throw_away(seat, card, log);
                    }
                }
            }
            Step::Yield(seat, n, fate) => {
                self.open.frames.pop();
                if n > 0 {
                    while let Some(id) = self.cards.bottom(crew(seat)) {
                        self.yield_agent(self.cards.marks(id).tag(), fate, log);
                    }
                }
            }
            Step::Cycle(seat, n) => {
                self.open.frames.pop();
                self.draw(seat, n, luck, log);
            }
            Step::Bury(seat, _) => {
                self.open.frames.pop();
                if let Some(id) = self.cards.top(deck(seat)) {
                    self.cards.put_under(id, deck(seat));
                }
            }
            Step::Least(seat) => {
                self.open.frames.pop();
                let least = self.least(seat);
                let found = self.row(score(seat)).find(|face| Some(face.card().value) == least);
                if let Some(card) = found {
                    self.unscore(seat, card, log);
                }
            }
        }
    }

    /// A Swinger is brought out, or what a card in play offers is used: for an action, unless it answers something.
    fn declare(&mut self, act: &mut Act, log: &mut impl Sink<Event>) {
        let (seat, card) = (act.seat, Face::of(act.card));
        let acts = card.card().script.head(act.nth).is_some_and(|head| head.when == ccg::program::When::Act);
        if acts {
            self.open.actions -= 1;
        }
        if act.me != Tag::NONE {
            return log.tell(To::ALL, || Event::Used { seat, card, at: act.me });
        }
        let Some(id) = self.cards.find(hand(seat), card.number()) else { return };
        self.cards.open(id);
        self.cards.put(id, AIR);
        let way = if act.nth == 0 { Way::With } else { Way::Without };
        log.reveal(To::ALL, || Event::Swung { seat, card, way });
    }

    fn let_see(&mut self, pick: Pick, act: &Act, log: &mut impl Sink<Event>) {
        let seat = act.seat;
        match pick {
            Pick::InTheirHand(who) => {
                if let Some(at) = raided(who, act) {
                    self.look_at_hand(seat, at, log);
                }
            }
            Pick::InDeck(_) => {
                log.tell(To::ALL, || Event::Looks { seat, at: seat, where_: Looked::Deck });
                self.show_place(seat, deck(seat), usize::MAX);
                log.reveal(To::only(seat), || Event::Saw { seat, cards: self.row(deck(seat)).collect() });
            }
            Pick::OnTop(n) => {
                log.tell(To::ALL, || Event::Looks { seat, at: seat, where_: Looked::Top });
                self.show_place(seat, deck(seat), usize::from(n.0));
                log.reveal(To::only(seat), || Event::Saw { seat, cards: self.on_top(seat, n.0).collect() });
            }
            _ => {}
        }
    }

    /// A Swinger is discarded when its text has been done (rule 8.3), a Happening scores (rule 9.6).
    fn finish(&mut self, act: &Act, log: &mut impl Sink<Event>) {
        let card = Face::of(act.card);
        if act.me != Tag::NONE || !matches!(card.card().kind, Kind::Swinger | Kind::Happening) {
            return;
        }
        let Some(id) = self.cards.row(AIR).find(|&id| self.face(id) == card) else { return };
        match card.card().kind {
            Kind::Happening if !act.is_dead() && self.open.over.is_none() => self.score_card(id, log),
            _ => self.discard_from_play(id, log),
        }
    }

    fn announce(&mut self, news: News<Mojo>, log: &mut impl Sink<Event>) {
        if let News::Changed(act) = news {
            let card = Face::of(act.card);
            log.tell(To::ALL, || Event::Changed { card, clause: card.card().script.clause(act.nth, act.pc) });
        }
    }
}

impl AustinPowers {
    /// All Swingers of a seat are discarded (rule 17.23).
    pub(crate) fn sweep(&mut self, seat: Seat, log: &mut impl Sink<Event>) -> bool {
        let mut any = false;
        while let Some(id) = self.cards.bottom(swingers(seat)) {
            self.discard_from_play(id, log);
            any = true;
        }
        any
    }
}
