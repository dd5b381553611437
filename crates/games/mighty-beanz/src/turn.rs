//! A turn: hands, points, shots, and what goes on by itself (chapters 1, 2 and 10).

use ccg::frame::{Act, Aim};
use ccg::machine::{self, Doer, Flow, News, Reply as Answer};
use ccg::{Id, Place, Tag, Viewers};
use table::cards::Pile;
use table::{Luck, Seat, Sink, To};

use crate::act::{Action, Event};
use crate::cards::{Face, Kind};
use crate::look::{DRAWS, Figure, HAND_SIZE, Look};
use crate::state::{
    AIR, Cards, Fate, Frame, Galaxy, Help, House, Lie, MOST_FRAMES, MightyBeanz, Reason, Slot, Stance, Step,
    deck, discard, foe, hand, loot, primed, slots,
};
use crate::tongue::{Beans, Deed, Moment, Verb};

/// Points in a turn (rule 2.3).
const POINTS: u8 = 7;
/// Points in the very first turn of an Expert game (rule 12.3).
const FIRST_POINTS: u8 = 4;
/// Cards in an opening hand (rule 1.8).
pub(crate) const OPENING: u8 = 5;
/// Tries for each full galaxy (rule 10.4).
pub(crate) const TRIES: u8 = 2;
/// A steady hand hits three times in five (rule 10.8).
pub(crate) const STEADY: (u32, u32) = (3, 5);

/// Instants that are not in open sight (rule 9.4). Where lists are closed there can be any number.
pub(crate) fn count_instants(cards: &Cards, house: House) -> [[u8; 3]; 2] {
    if house.closed_lists {
        return [[u8::MAX; 3]; 2];
    }
    let mut counts = [[0; 3]; 2];
    for seat in Seat::all(2) {
        let lying = Galaxy::from_left_of(seat).map(|galaxy| loot(seat, galaxy));
        for place in lying.chain([hand(seat), deck(seat)]) {
            for id in cards.row(place).filter(|&id| cards.known(id) != Viewers::ALL) {
                if let Some(answers) = Face::of(cards.kind(id)).card().answers {
                    counts[seat.index()][answers as usize] += 1;
                }
            }
        }
    }
    counts
}

impl MightyBeanz {
    pub(crate) fn opening_hand(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        for _ in 0..OPENING {
            self.draw_one(seat, log);
        }
        let left = self.count(deck(seat));
        log.tell(To::ALL, || Event::Drew { seat, n: OPENING, left });
    }

    /// The top card of the deck goes to the hand; only its owner sees it.
    pub(crate) fn draw_one(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        if let Some(id) = self.cards.top(deck(seat)) {
            self.cards.show(id, Viewers::one(Some(seat)));
            self.cards.put(id, hand(seat));
            let card = Face::of(self.cards.kind(id));
            log.reveal(To::only(seat), || Event::DrewCard { seat, card });
        }
    }

    /// Draws, and looks whether that was the last card (rule 11.2). False: the game is over.
    pub(crate) fn draw(&mut self, seat: Seat, n: u8, log: &mut impl Sink<Event>) -> bool {
        let n = n.min(self.count(deck(seat)));
        for _ in 0..n {
            self.draw_one(seat, log);
        }
        let left = self.count(deck(seat));
        if n > 0 {
            log.tell(To::ALL, || Event::Drew { seat, n, left });
        }
        if left == 0 {
            self.end(Reason::EmptyDeck, None, log);
        }
        left > 0
    }

    /// The game is over (chapter 11).
    pub(crate) fn end(&mut self, reason: Reason, winner: Option<Seat>, log: &mut impl Sink<Event>) {
        let [a, b] = self.open.captured;
        let more = match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Seat(0)),
            std::cmp::Ordering::Less => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
        };
        let winner = winner.or(more);
        (self.open.over, self.open.winner) = (Some(reason), winner);
        log.tell(To::ALL, || Event::Over { winner, reason });
    }

    /// A card goes to the discard pile of its owner, for all to see (rule 1.11).
    pub(crate) fn bury(&mut self, id: Id) {
        self.reveal(id);
        let owner = self.cards.owner(id);
        self.cards.put(id, discard(owner));
    }

    /// A card comes into open sight.
    pub(crate) fn reveal(&mut self, id: Id) {
        let answers = Face::of(self.cards.kind(id)).card().answers;
        let counted = self.cards.known(id) != Viewers::ALL && !self.open.house.closed_lists;
        if let (Some(answers), true) = (answers, counted) {
            let left = &mut self.open.instants[self.cards.owner(id).index()][answers as usize];
            *left = left.saturating_sub(1);
        }
        self.cards.open(id);
    }

    /// A card out of a hand, shown to all. Had the other player seen it there (rule 8.15)? They know, and so may the gallery.
    pub(crate) fn play_out(&mut self, seat: Seat, card: Face, to: Place) -> bool {
        let Some(id) = self.cards.find(hand(seat), card.number()) else { return false };
        let eyes = self.cards.known(id);
        self.reveal(id);
        self.cards.put(id, to);
        eyes != Viewers::ALL && eyes.has(Some(foe(seat)))
    }

    pub(crate) fn set(&mut self, slot: Slot, stance: Stance) {
        self.open.stance[usize::from(slot.0)] = stance;
    }

    /// A Bean leaves the mat; its Cosmos card stays (rule 5.2).
    pub(crate) fn remove(&mut self, slot: Slot) {
        if let Some(id) = self.cards.top(slot.bean()) {
            self.bury(id);
        }
        self.set(slot, Stance::HeadzUp);
    }

    pub(crate) fn pay(&mut self, cost: u8) -> u8 {
        self.open.points -= cost;
        self.open.points
    }

    /// A step begins; says at which frame.
    pub(crate) fn push(&mut self, step: Step) -> usize {
        self.open.frames.push(Frame::Own(step));
        self.open.frames.len() - 1
    }

    pub(crate) fn replace(&mut self, step: Step) {
        self.open.frames.pop();
        self.open.frames.push(Frame::Own(step));
    }

    // One answer.

    pub(crate) fn answer(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        let step = match self.open.frames.top() {
            Some(Frame::Own(step)) => step,
            _ => return self.answer_card(seat, act, log),
        };
        match (step, act) {
            (Step::Keep(_), Action::Keep) => {
                self.open.frames.pop();
                log.tell(To::ALL, || Event::Kept { seat });
            }
            (Step::Keep(_), _) => self.redraw(seat, luck, log),
            (Step::Hide(_), Action::Hide { side }) => {
                log.tell(To::ALL, || Event::Hid { seat });
                self.replace(Step::Guess(foe(seat), side));
            }
            (Step::Guess(_, was), Action::Guess { side }) => {
                self.open.frames.pop();
                let first = if side == was { seat } else { foe(seat) };
                log.reveal(To::ALL, || Event::Guessed { seat, side, was, first });
                self.begin_turn(first, log);
            }
            (Step::Aim(galaxy, tries, lie), Action::Aim { n }) => {
                self.replace(Step::Flick(galaxy, tries, lie, n));
            }
            (Step::Aim(galaxy, tries, _), _) => {
                let tried = act == Action::Shoot;
                let hit = tried && luck.pick(STEADY.1) < STEADY.0;
                log.tell(To::ALL, || Event::Steady { seat, galaxy, tried, hit });
                self.shot(seat, galaxy, tries, hit, log);
            }
            (Step::Flick(galaxy, tries, lie, aim), Action::Flick { n }) => {
                let wobble = luck.pick(shot::WOBBLES as u32) as u8;
                let hit = shot::hits(lie.facts(), aim, n, wobble);
                log.tell(To::ALL, || Event::Shot { seat, galaxy, lie, aim, strength: n, wobble, hit });
                self.shot(seat, galaxy, tries, hit, log);
            }
            (Step::Main, act) => self.spend(seat, act, log),
            (Step::Down, Action::Discard { card }) => {
                self.throw(seat, card, log);
                if self.count(hand(seat)) <= self.hand_size(seat) {
                    self.open.frames.pop();
                    self.begin_turn(foe(seat), log);
                }
            }
            (Step::Lose(n), Action::Discard { card }) => {
                self.throw(seat, card, log);
                self.open.frames.pop();
                if n > 1 && self.count(hand(seat)) > 0 {
                    self.push(Step::Lose(n - 1));
                }
            }
            (Step::Place, Action::At { slot }) => self.place(seat, slot, log),
            (Step::Gather(by), Action::At { slot }) => self.replace(Step::Gather(by | slot.bit())),
            (Step::Gather(by), _) => {
                self.open.frames.pop();
                // Rule 8.2.
                for slot in slots(by) {
                    let Some(card) = self.bean(slot) else { continue };
                    let cost = self.spin_cost(slot);
                    let points = self.pay(cost);
                    log.tell(To::ALL, || Event::Uses { seat, card, slot, cost, points });
                }
                self.push(Step::Strike(by));
            }
            (Step::Strike(by), Action::Galaxy { n }) => {
                self.open.frames.pop();
                self.declare_attack(seat, by, n, log);
            }
            (Step::Attack(attack), Action::At { slot }) => {
                self.open.frames.pop();
                self.resolve(attack, slot, log);
            }
            _ => {}
        }
    }

    /// An answer to a window, or to what a card asks.
    fn answer_card(&mut self, seat: Seat, act: Action, log: &mut impl Sink<Event>) {
        let answer = match act {
            Action::Pass => Answer::Pass,
            Action::Answer { card } => Answer::Play(card.number(), 0),
            Action::At { slot } => Answer::Pick(Aim::at(slot.tag())),
            Action::Take { card } => Answer::Pick(Aim::card(card.number())),
            _ => Answer::Nothing,
        };
        machine::answer(self, seat, answer, log);
    }

    /// Rule 1.9.
    pub(crate) fn redraw(&mut self, seat: Seat, luck: &mut Luck, log: &mut impl Sink<Event>) {
        log.reveal(To::ALL, || Event::Redrew { seat, cards: self.row(hand(seat)).collect() });
        while let Some(id) = self.cards.top(hand(seat)) {
            self.cards.open(id);
            self.cards.put(id, deck(seat));
        }
        self.cards.shuffle(deck(seat), luck);
        self.opening_hand(seat, log);
    }

    pub(crate) fn throw(&mut self, seat: Seat, card: Face, log: &mut impl Sink<Event>) {
        let seen = self.play_out(seat, card, discard(seat));
        log.reveal(To::ALL, || Event::Discarded { seat, card, seen });
    }

    /// Chapter 2: all up, then the shots, then the points.
    pub(crate) fn begin_turn(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        if self.open.turns == self.open.house.most_turns() {
            return self.end(self.open.house.last_turn(), None, log);
        }
        self.open.turn = seat;
        self.open.turns += 1;
        (self.open.points, self.open.bought) = (0, 0);
        (self.open.spun, self.open.ready) = (Help::default(), Help::default());
        log.tell(To::ALL, || Event::Turn { seat });
        // Rule 2.2.
        let bottomz = |slot: &Slot| self.stance(*slot) == Stance::BottomzUp;
        let rising: u16 = Slot::of(seat).filter(bottomz).map(Slot::bit).sum();
        if rising != 0 {
            slots(rising).for_each(|slot| self.set(slot, Stance::HeadzUp));
            log.tell(To::ALL, || Event::Rose { seat, slots: slots(rising).collect() });
        }
        self.open.frames.clear();
        self.push(Step::Main);
        self.push(Step::Count);
        // Rules 10.1 and 10.2, the leftmost on top.
        let mut full = [None; 3];
        for (n, galaxy) in Galaxy::from_left_of(seat).filter(|&g| self.is_full(seat, g)).enumerate() {
            full[n] = Some(galaxy);
        }
        for galaxy in full.into_iter().rev().flatten() {
            self.push(Step::Lay(galaxy, 1));
        }
    }

    /// A shot is set up, another way each time (rule 10.3). With steady hands it does not matter how it lies.
    fn lay(&mut self, galaxy: Galaxy, tries: u8, luck: &mut Luck, log: &mut impl Sink<Event>) {
        let seat = self.open.turn;
        if self.open.steady {
            return self.replace(Step::Aim(galaxy, tries, Lie::default()));
        }
        let lie = Lie(luck.pick(u32::from(shot::LIES)) as u16);
        self.replace(Step::Aim(galaxy, tries, lie));
        log.tell(To::ALL, || Event::Lies { seat, galaxy, lie });
    }

    /// A shot has been seen (rules 10.4 to 10.7).
    pub(crate) fn shot(
        &mut self,
        seat: Seat,
        galaxy: Galaxy,
        tries: u8,
        hit: bool,
        log: &mut impl Sink<Event>,
    ) {
        self.open.frames.pop();
        if !hit {
            if tries < TRIES {
                self.push(Step::Lay(galaxy, tries + 1));
            }
            return;
        }
        self.open.captured[seat.index()] += 1;
        // Rule 10.6.
        let pile = loot(seat, galaxy);
        let left = self.count(pile).saturating_sub(1);
        log.tell(To::ALL, || Event::Captured { seat, galaxy, left });
        if let Some(id) = self.cards.top(pile) {
            // In a hand nobody else can tell it from cards out of the deck, which may have been seen before (rule 1.9).
            let group = self.cards.top(deck(seat)).map_or(0, |id| self.cards.grouped(id).1);
            self.cards.let_know(id, Viewers::default(), Viewers::default(), group);
            self.cards.show(id, Viewers::one(Some(seat)));
            self.cards.put(id, hand(seat));
            let card = Face::of(self.cards.kind(id));
            log.reveal(To::only(seat), || Event::DrewCard { seat, card });
        }
        // Rule 10.7.
        let there = || Slot::within(galaxy, seat);
        log.tell(To::ALL, || Event::Retired {
            seat,
            cards: there().filter_map(|slot| self.bean(slot)).collect(),
        });
        there().for_each(|slot| self.remove(slot));
        if left == 0 {
            self.end(Reason::Loot, Some(seat), log);
        }
    }

    /// An answer in the step in which points are spent (rule 2.3).
    pub(crate) fn spend(&mut self, seat: Seat, act: Action, log: &mut impl Sink<Event>) {
        match act {
            Action::End => self.end_turn(seat, log),
            Action::Draw => {
                if self.open.bought >= DRAWS {
                    self.note_gifts(seat, Figure::Draws, log);
                }
                self.pay(1);
                self.open.bought += 1;
                self.draw(seat, 1, log);
            }
            Action::Play { card } if card.card().kind == Kind::Action => {
                machine::answer(self, seat, Answer::Play(card.number(), 0), log);
            }
            Action::Play { card } => {
                self.play_card(seat, card, log);
                self.push(Step::Place);
            }
            Action::Spin { slot } => machine::answer(self, seat, Answer::Use(slot.tag(), 0), log),
            Action::Turn { slot } => {
                let Some(card) = self.bean(slot) else { return };
                let cost = card.card().cost;
                self.pay(cost);
                self.turn_up(seat, slot, cost, log);
            }
            Action::Blitz => {
                self.push(Step::Gather(0));
            }
            _ => {}
        }
    }

    /// A card is paid for and shown.
    fn play_card(&mut self, seat: Seat, card: Face, log: &mut impl Sink<Event>) {
        let cost = card.card().cost;
        let points = self.pay(cost);
        let seen = self.play_out(seat, card, AIR);
        log.reveal(To::ALL, || Event::Played { seat, card, cost, points, seen });
    }

    /// Rules 2.5, 2.7 and 7.8.
    pub(crate) fn end_turn(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        if self.open.spun != Help::default() || self.count(primed(seat)) > 0 {
            log.tell(To::ALL, || Event::Lapsed { seat });
            self.use_up_boosts();
        }
        self.open.points = 0;
        if self.count(hand(seat)) > HAND_SIZE {
            self.note_gifts(seat, Figure::HandSize, log);
        }
        if self.count(hand(seat)) > self.hand_size(seat) {
            self.replace(Step::Down);
        } else {
            self.open.frames.pop();
            self.begin_turn(foe(seat), log);
        }
    }

    /// Boosts are over: their cards go to the discard pile.
    pub(crate) fn use_up_boosts(&mut self) {
        (self.open.spun, self.open.ready) = (Help::default(), Help::default());
        while let Some(id) = self.cards.top(primed(self.open.turn)) {
            self.bury(id);
        }
    }

    /// A slot for the card in the air (rules 3.3, 5.1).
    pub(crate) fn place(&mut self, seat: Seat, slot: Slot, log: &mut impl Sink<Event>) {
        self.open.frames.pop();
        let Some(id) = self.cards.top(AIR) else { return };
        let card = Face::of(self.cards.kind(id));
        if card.card().kind == Kind::Bean {
            let at = self.push(Step::Arrive(slot, Fate::Lands));
            return machine::open_window(self, Moment::Bean, Tag::NONE, at);
        }
        let instead_of = self.cosmos(slot);
        if let Some(old) = self.cards.top(slot.cosmos()) {
            self.bury(old);
        }
        self.cards.put(id, slot.cosmos());
        log.tell(To::ALL, || Event::Laid { seat, card, slot, instead_of });
    }

    /// Rules 2.3, 12.3.
    pub(crate) fn count_points(&mut self, log: &mut impl Sink<Event>) {
        let seat = self.open.turn;
        let usual = if self.open.expert && self.open.turns == 1 { FIRST_POINTS } else { POINTS };
        self.open.points = usual + self.note_gifts(seat, Figure::Points, log);
        self.open.frames.pop();
        let points = self.open.points;
        log.tell(To::ALL, || Event::Points { seat, points });
    }

    /// What Headz-up powers add to a number of the turn, told to all.
    pub(crate) fn note_gifts(&self, seat: Seat, figure: Figure, log: &mut impl Sink<Event>) -> u8 {
        self.extra(seat, figure, &mut |card, clause| {
            log.tell(To::ALL, || Event::Did { seat, card, clause });
            if log.wants_changes() {
                log.tell(To::ALL, || Event::Changed { card, clause });
            }
        })
    }

    /// A Bean lands, or not (rules 3.3, 9.12, 9.14).
    pub(crate) fn arrive(&mut self, slot: Slot, fate: Fate, log: &mut impl Sink<Event>) {
        self.open.frames.pop();
        let Some(id) = self.cards.top(AIR) else { return };
        let (seat, card) = (self.cards.owner(id), Face::of(self.cards.kind(id)));
        match fate {
            Fate::Lands => {
                self.cards.put(id, slot.bean());
                self.set(slot, Stance::HeadzUp);
                log.tell(To::ALL, || Event::Landed { seat, card, slot });
            }
            Fate::Discarded => {
                self.bury(id);
                log.tell(To::ALL, || Event::Repelled { card, bounced: false });
                // What waits for the next attack comes back, as it does when the attack itself is stopped (rule 9.12).
                self.take_back(seat, log);
            }
            Fate::Bounced => {
                self.cards.put(id, hand(seat));
                log.tell(To::ALL, || Event::Repelled { card, bounced: true });
            }
        }
    }
}

impl Doer for MightyBeanz {
    type Event = Event;
    type Frames = Pile<Frame, MOST_FRAMES>;

    fn room(&self, more: usize) -> bool {
        self.open.frames.has_room(more)
    }

    #[inline]
    fn frames_mut(&mut self) -> &mut Self::Frames {
        &mut self.open.frames
    }

    fn perform(&mut self, verb: Verb, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
        let (seat, card) = (act.seat, Face::of(act.card));
        let Act { nth, pc, .. } = *act;
        if let Verb::Deed(deed) = verb {
            // What there was to act on may be gone by now; then the clause is passed over (rule 8.17).
            let chosen = if self.open.house.targets_first {
                machine::still_fits(self, &(), verb, act)
            } else {
                deed.picks()[0].is_none() || act.pick(0) != Aim::NONE
            };
            if !chosen || deed.needs().is_some_and(|test| !test.holds(self, act)) {
                if let (Deed::Attack, Some(slot)) = (deed, Slot::of_tag(act.me)) {
                    self.turn_over(seat, slot, log);
                }
                return Flow::Nothing;
            }
        }
        log.tell(To::ALL, || Event::Did { seat, card, clause: card.card().script.clause(nth, pc) });
        match verb {
            Verb::Deed(deed) => deed.run(self, act, log),
            Verb::Reply(reply) => reply.run(self, act, log),
            // What Headz-up powers give is so, and nobody carries it out.
            Verb::Gift(_) => Flow::Nothing,
        }
    }

    fn go_on(&mut self, step: Step, luck: &mut Luck, log: &mut impl Sink<Event>) {
        match step {
            Step::Lay(galaxy, tries) => self.lay(galaxy, tries, luck, log),
            Step::Count => self.count_points(log),
            Step::Arrive(slot, fate) => self.arrive(slot, fate, log),
            Step::Attack(attack) => self.go_on_attacking(attack, log),
            Step::Strike(by) => self.strike(by, log),
            // All others ask somebody.
            _ => {}
        }
    }

    /// Whatever becomes of it, what was paid for it stays paid (rule 9.6).
    fn declare(&mut self, act: &mut Act, log: &mut impl Sink<Event>) {
        let (seat, card) = (act.seat, Face::of(act.card));
        let Some(slot) = Slot::of_tag(act.me) else {
            if card.card().kind == Kind::Action {
                return self.play_card(seat, card, log);
            }
            let seen = self.play_out(seat, card, AIR);
            return log.reveal(To::ALL, || Event::Answered { seat, card, seen });
        };
        let cost = self.spin_cost(slot);
        let points = self.pay(cost);
        log.tell(To::ALL, || Event::Uses { seat, card, slot, cost, points });
        if !card.card().attacks() {
            self.set(slot, Stance::BottomzUp);
        }
    }

    /// An Action or an Instant is over: it goes to the discard pile, or lies ready until the next attack (rules 3.4, 7.7).
    fn finish(&mut self, act: &Act, _: &mut impl Sink<Event>) {
        if act.me != Tag::NONE {
            return;
        }
        let Some(id) = self.cards.top(AIR) else { return };
        if !act.is_dead() && Face::of(act.card).card().helps_attack() {
            self.cards.put(id, primed(act.seat));
        } else {
            self.bury(id);
        }
    }

    fn announce(&mut self, news: News<Beans>, log: &mut impl Sink<Event>) {
        match news {
            News::Asked(seat, about) => log.tell(To::ALL, || Event::Asked { seat, about }),
            News::Passed(seat) => log.tell(To::ALL, || Event::Passed { seat }),
            News::Dead(act) => log.tell(To::ALL, || Event::Cancelled { card: Face::of(act.card) }),
            News::Changed(act) => log.tell(To::ALL, || {
                let card = Face::of(act.card);
                Event::Changed { card, clause: card.card().script.clause(act.nth, act.pc) }
            }),
            // What is begun and picked is told by what comes of it.
            News::Begun(_) | News::Picked(..) => {}
        }
    }
}
