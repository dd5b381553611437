//! How a game goes. Each step names its rule; `RULES.md` has the words. What is half done lies on a stack of frames; after
//! each answer [`MightyBeanz::advance`] goes on until somebody must be asked again.

use ccg::{Eyes, Id, Manner, Place, Round};
use table::game::Placed;
use table::{Ending, Fault, Game, Info, Luck, Rule, Seat, SeatSet, Sink, Status, To};

use crate::RULES;
use crate::act::{Action, Event, Part};
use crate::cards::{Answers, Deed, Face, Figure, Kind, Odd, Reply};
use crate::look::{DRAWS, HAND_SIZE, Look};
use crate::menu;
use crate::position::Position;
use crate::setup::Setup;
use crate::state::{
    AIR, About, Answer, Attack, Cards, Deeds, Fate, Frame, Galaxy, MOST_ANSWERS, MightyBeanz, Open, Reason,
    Side, Slot, Spun, Stance, deck, discard, foe, hand, loot, loot_each, primed, slots,
};
use crate::view::View;

/// Points in a turn (rule 2.3).
const POINTS: u8 = 7;
/// Points in the very first turn of an Expert game (rule 12.3).
const FIRST_POINTS: u8 = 4;
/// Cards in an opening hand (rule 1.8).
const OPENING: u8 = 5;
/// Tries for each full galaxy (rule 10.4).
const TRIES: u8 = 2;
/// More turns are not played (rule 11.4).
pub const MOST_TURNS: u16 = 100;
/// A steady hand hits three times in five (rule 10.8).
pub const STEADY: (u32, u32) = (3, 5);

static INFO: Info = Info {
    id: "mighty-beanz",
    title: "Mighty Beanz Trading Card Game",
    about: "Line up Beans in three galaxies, knock over those across the table, and flick for the Space Loot.",
    least: 2,
    most: 2,
    revision: 1,
    rules: RULES,
    settings: &Setup::SETTINGS,
};

impl Look for MightyBeanz {
    #[inline]
    fn open(&self) -> &Open {
        &self.open
    }
    #[inline]
    fn row(&self, place: Place) -> impl Iterator<Item = Face> {
        self.cards.kinds(place).map(Face)
    }
    #[inline]
    fn count(&self, place: Place) -> u8 {
        self.cards.count(place)
    }
    #[inline]
    fn top(&self, place: Place) -> Option<Face> {
        self.cards.top_kind(place).map(Face)
    }
}

impl Game for MightyBeanz {
    type Setup = Setup;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }

    fn check(setup: &Setup) -> Result<(), Fault> {
        setup.check()
    }

    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        let mut game = MightyBeanz::bare(setup.expert, setup.steady);
        log.tell(To::ALL, || Event::Dealt { expert: setup.expert });
        for seat in Seat::all(2) {
            for face in setup.list(seat).iter() {
                game.cards.bring(face.0, seat, deck(seat));
            }
            game.cards.shuffle(deck(seat), luck);
            // Rule 1.7.
            for galaxy in Galaxy::from_left_of(seat) {
                for _ in 0..loot_each(setup.expert) {
                    if let Some(card) = game.cards.top(deck(seat)) {
                        game.cards.put(card, loot(seat, galaxy));
                    }
                }
            }
            game.opening_hand(seat, log);
        }
        game.open.instants = count_instants(&game.cards);
        // Rules 1.9 and 1.10, the first question on top.
        let hider = Seat(luck.pick(2) as u8);
        game.open.frames.push(Frame::Hide(hider));
        game.open.frames.push(Frame::Keep(Seat(1)));
        game.open.frames.push(Frame::Keep(Seat(0)));
        game
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn status(&self) -> Status {
        menu::status(self)
    }

    fn legal(&self, seat: Seat, acts: &mut Vec<Action>) {
        if self.status().asks(seat) {
            menu::menu(self, seat, acts);
        }
    }

    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        self.answer(seat, act, luck, log);
        self.advance(luck, log);
    }

    fn score(&self, seat: Seat) -> i32 {
        i32::from(self.open.captured[seat.index()])
    }

    fn ending(&self) -> Option<Ending> {
        self.open.over.map(Reason::ending)
    }

    fn winners(&self) -> SeatSet {
        match self.open.winner {
            Some(seat) => SeatSet::one(seat),
            None => Seat::all(2).collect(),
        }
    }

    fn turns(&self) -> u32 {
        u32::from(self.open.turns)
    }

    fn view(&self, who: Option<Seat>) -> View {
        View::of(self, who)
    }

    fn imagine(view: &View, (): &(), luck: &mut Luck) -> Self {
        view.imagine(luck)
    }

    fn shown(&self, by: Seat, act: Action, to: Option<Seat>) -> Option<Action> {
        Some(match act {
            Action::Hide { .. } if to != Some(by) => Action::Hide { side: Side::Hidden },
            act => act,
        })
    }

    fn refuse(view: &View, act: Action) -> Option<Rule> {
        let mut acts = Vec::new();
        if let (Some(seat), true) = (view.who, view.who.is_some_and(|seat| menu::status(view).asks(seat))) {
            menu::menu(view, seat, &mut acts);
        }
        if acts.contains(&act) { None } else { Some(menu::reason(view, view.who, act)) }
    }

    fn thinkable(view: &View, acts: &mut Vec<Action>) {
        view.thinkable(acts);
    }

    fn places(&self, cards: &mut Vec<Placed>) {
        for place in Cards::places() {
            for (n, id) in self.cards.row(place).enumerate() {
                let n = if Cards::is_loose(place) { 0 } else { n as u16 };
                let card = self.cards.kind(id) + 4096 * u16::from(self.cards.owner(id).0);
                cards.push(Placed::new(u16::from(place.0) * 64 + n, card, self.cards.known(id).to()));
            }
        }
    }

    fn position(&self) -> Position {
        Position::of(self)
    }

    fn lay_out(position: &Position) -> Result<Self, Fault> {
        position.lay_out()
    }

    fn bound(_: &Setup) -> u32 {
        // Every question of a turn spends a point, a card, or an answer; points come from cards only.
        u32::from(MOST_TURNS) * 1000
    }
}

/// Instants that are not in open sight (rule 9.4).
pub(crate) fn count_instants(cards: &Cards) -> [[u8; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    for seat in Seat::all(2) {
        let lying = Galaxy::from_left_of(seat).map(|galaxy| loot(seat, galaxy));
        for place in lying.chain([hand(seat), deck(seat)]) {
            for answers in cards.kinds(place).filter_map(|kind| Face(kind).card().answers) {
                counts[seat.index()][answers as usize] += 1;
            }
        }
    }
    counts
}

impl MightyBeanz {
    fn opening_hand(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        for _ in 0..OPENING {
            self.draw_one(seat, log);
        }
        let left = self.cards.count(deck(seat));
        log.tell(To::ALL, || Event::Drew { seat, n: OPENING, left });
    }

    /// The top card of the deck goes to the hand; only its owner sees it.
    fn draw_one(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        if let Some(id) = self.cards.top(deck(seat)) {
            self.cards.show(id, Eyes::one(Some(seat)));
            self.cards.put(id, hand(seat));
            let card = Face(self.cards.kind(id));
            log.reveal(To::only(seat), || Event::DrewCard { seat, card });
        }
    }

    /// Draws, and looks whether that was the last card (rule 11.2). False: the game is over.
    fn draw(&mut self, seat: Seat, n: u8, log: &mut impl Sink<Event>) -> bool {
        let n = n.min(self.cards.count(deck(seat)));
        for _ in 0..n {
            self.draw_one(seat, log);
        }
        let left = self.cards.count(deck(seat));
        if n > 0 {
            log.tell(To::ALL, || Event::Drew { seat, n, left });
        }
        if left == 0 {
            self.end(Reason::EmptyDeck, None, log);
        }
        left > 0
    }

    /// The game is over (chapter 11).
    fn end(&mut self, reason: Reason, winner: Option<Seat>, log: &mut impl Sink<Event>) {
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
    fn bury(&mut self, id: Id) {
        self.reveal(id);
        let owner = self.cards.owner(id);
        self.cards.put(id, discard(owner));
    }

    /// A card comes into open sight.
    fn reveal(&mut self, id: Id) {
        let answers = Face(self.cards.kind(id)).card().answers;
        if let (Some(answers), true) = (answers, self.cards.known(id) != Eyes::ALL) {
            let left = &mut self.open.instants[self.cards.owner(id).index()][answers as usize];
            *left = left.saturating_sub(1);
        }
        self.cards.open(id);
    }

    /// A card out of a hand, shown to all. Had the other player seen it there (rule 8.15)? He knows, and so may the gallery.
    fn play_out(&mut self, seat: Seat, card: Face, to: Place) -> bool {
        let Some(id) = self.cards.find(hand(seat), card.0) else { return false };
        let eyes = self.cards.known(id);
        self.reveal(id);
        self.cards.put(id, to);
        eyes != Eyes::ALL && eyes.has(Some(foe(seat)))
    }

    fn set(&mut self, slot: Slot, stance: Stance) {
        self.open.stance[usize::from(slot.0)] = stance;
    }

    /// A Bean leaves the mat; its Cosmos card stays (rule 5.2).
    fn remove(&mut self, slot: Slot) {
        if let Some(id) = self.cards.top(slot.bean()) {
            self.bury(id);
        }
        self.set(slot, Stance::HeadzUp);
    }

    fn pay(&mut self, cost: u8) -> u8 {
        self.open.points -= cost;
        self.open.points
    }

    fn replace(&mut self, frame: Frame) {
        self.open.frames.pop();
        self.open.frames.push(frame);
    }

    // One answer.

    fn answer(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        let Some(frame) = self.open.frames.top() else { return };
        match (frame, act) {
            (Frame::Keep(_), Action::Keep) => {
                self.open.frames.pop();
                log.tell(To::ALL, || Event::Kept { seat });
            }
            (Frame::Keep(_), _) => self.redraw(seat, luck, log),
            (Frame::Hide(_), Action::Hide { side }) => {
                log.tell(To::ALL, || Event::Hid { seat });
                self.replace(Frame::Guess(foe(seat), side));
            }
            (Frame::Guess(_, was), Action::Guess { side }) => {
                self.open.frames.pop();
                let first = if side == was { seat } else { foe(seat) };
                log.reveal(To::ALL, || Event::Guessed { seat, side, was, first });
                self.begin_turn(first, log);
            }
            (Frame::Aim(galaxy, tries), Action::Aim { n }) => self.replace(Frame::Flick(galaxy, tries, n)),
            (Frame::Aim(galaxy, tries), _) => {
                let tried = act == Action::Shoot;
                let hit = tried && luck.pick(STEADY.1) < STEADY.0;
                log.tell(To::ALL, || Event::Steady { seat, galaxy, tried, hit });
                self.shot(seat, galaxy, tries, hit, log);
            }
            (Frame::Flick(galaxy, tries, aim), Action::Flick { n }) => {
                let wobble = luck.pick(shot::WOBBLES as u32) as u8;
                let hit = shot::hits(aim, n, wobble);
                log.tell(To::ALL, || Event::Shot { seat, galaxy, aim, strength: n, wobble, hit });
                self.shot(seat, galaxy, tries, hit, log);
            }
            (Frame::Main, act) => self.spend(seat, act, log),
            (Frame::Down, Action::Discard { card }) => {
                self.throw(seat, card, log);
                if self.count(hand(seat)) <= self.hand_size(seat) {
                    self.open.frames.pop();
                    self.begin_turn(foe(seat), log);
                }
            }
            (Frame::Lose(n), Action::Discard { card }) => {
                self.throw(seat, card, log);
                self.open.frames.pop();
                if n > 1 && self.count(hand(seat)) > 0 {
                    self.open.frames.push(Frame::Lose(n - 1));
                }
            }
            (Frame::Place, Action::At { slot }) => self.place(seat, slot, log),
            (Frame::Answers(about, round), Action::Pass) => {
                log.tell(To::ALL, || Event::Passed { seat });
                let next = round.passed(|seat| self.can_answer(about, seat));
                self.go_on_answering(about, next, log);
            }
            (Frame::Answers(about, round), Action::Answer { card }) => {
                let at = menu::newest(self, about, seat).unwrap_or(0);
                let seen = self.play_out(seat, card, AIR);
                self.open.answers.push(Answer { by: seat.0, at });
                log.reveal(To::ALL, || Event::Answered { seat, card, seen });
                let next = round.answered(|seat| self.can_answer(about, seat));
                self.go_on_answering(about, next, log);
            }
            (Frame::Deeds(deeds), act) => self.chosen(seat, deeds, act, log),
            (Frame::Gather(by), Action::At { slot }) => self.replace(Frame::Gather(by | slot.bit())),
            (Frame::Gather(by), _) => {
                self.open.frames.pop();
                let cost = self.blitz_cost(by);
                self.pay(cost);
                self.open.frames.push(Frame::Strike(by));
            }
            (Frame::Strike(by), Action::Galaxy { n }) => {
                self.open.frames.pop();
                self.declare(seat, by, n, log);
            }
            (Frame::Attack(attack), Action::At { slot }) => {
                self.open.frames.pop();
                self.resolve(attack, slot, log);
            }
            _ => {}
        }
    }

    /// Rule 1.9.
    fn redraw(&mut self, seat: Seat, luck: &mut Luck, log: &mut impl Sink<Event>) {
        log.reveal(To::ALL, || Event::Redrew { seat, cards: self.row(hand(seat)).collect() });
        while let Some(id) = self.cards.top(hand(seat)) {
            self.cards.open(id);
            self.cards.put(id, deck(seat));
        }
        self.cards.shuffle(deck(seat), luck);
        self.opening_hand(seat, log);
    }

    fn throw(&mut self, seat: Seat, card: Face, log: &mut impl Sink<Event>) {
        let seen = self.play_out(seat, card, discard(seat));
        log.reveal(To::ALL, || Event::Discarded { seat, card, seen });
    }

    /// Chapter 2: all up, then the shots, then the points.
    fn begin_turn(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        if self.open.turns == MOST_TURNS {
            return self.end(Reason::HundredTurns, None, log);
        }
        self.open.turn = seat;
        self.open.turns += 1;
        (self.open.points, self.open.bought, self.open.spun) = (0, 0, Spun::default());
        log.tell(To::ALL, || Event::Turn { seat });
        // Rule 2.2.
        let bottomz = |slot: &Slot| self.stance(*slot) == Stance::BottomzUp;
        let rising: u16 = Slot::of(seat).filter(bottomz).map(Slot::bit).sum();
        if rising != 0 {
            slots(rising).for_each(|slot| self.set(slot, Stance::HeadzUp));
            log.tell(To::ALL, || Event::Rose { seat, slots: slots(rising).collect() });
        }
        self.open.frames.clear();
        self.open.frames.push(Frame::Main);
        self.open.frames.push(Frame::Count);
        // Rules 10.1 and 10.2, the leftmost on top.
        let mut full = [None; 3];
        for (n, galaxy) in Galaxy::from_left_of(seat).filter(|&g| self.is_full(seat, g)).enumerate() {
            full[n] = Some(galaxy);
        }
        full.into_iter().rev().flatten().for_each(|galaxy| self.open.frames.push(Frame::Aim(galaxy, 1)));
    }

    /// A shot has been seen (rules 10.4 to 10.7).
    fn shot(&mut self, seat: Seat, galaxy: Galaxy, tries: u8, hit: bool, log: &mut impl Sink<Event>) {
        self.open.frames.pop();
        if !hit {
            if tries < TRIES {
                self.open.frames.push(Frame::Aim(galaxy, tries + 1));
            }
            return;
        }
        self.open.captured[seat.index()] += 1;
        // Rule 10.6.
        let pile = loot(seat, galaxy);
        let left = self.cards.count(pile).saturating_sub(1);
        log.tell(To::ALL, || Event::Captured { seat, galaxy, left });
        if let Some(id) = self.cards.top(pile) {
            // In a hand nobody else can tell it from cards out of the deck, which may have been seen before (rule 1.9).
            let group = self.cards.top(deck(seat)).map_or(0, |id| self.cards.grouped(id).1);
            self.cards.let_know(id, Eyes::default(), Eyes::default(), group);
            self.cards.show(id, Eyes::one(Some(seat)));
            self.cards.put(id, hand(seat));
            let card = Face(self.cards.kind(id));
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
    fn spend(&mut self, seat: Seat, act: Action, log: &mut impl Sink<Event>) {
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
            Action::Play { card } => {
                let facts = card.card();
                let (cost, points) = (facts.cost, self.pay(facts.cost));
                let seen = self.play_out(seat, card, AIR);
                log.reveal(To::ALL, || Event::Played { seat, card, cost, points, seen });
                if facts.kind == Kind::Action {
                    let deeds = Deeds { face: card, slot: None, at: 0, dead: false, first: None };
                    self.open.frames.push(Frame::Deeds(deeds));
                    self.ask_for_answers(About::Action, log);
                } else {
                    self.open.frames.push(Frame::Place);
                }
            }
            Action::Spin { slot } => {
                let cost = self.spin_cost(slot);
                let points = self.pay(cost);
                let Some(card) = self.bean(slot) else { return };
                log.tell(To::ALL, || Event::Uses { seat, card, slot, cost, points });
                if !card.card().attacks() {
                    self.set(slot, Stance::BottomzUp);
                }
                let deeds = Deeds { face: card, slot: Some(slot), at: 0, dead: false, first: None };
                self.open.frames.push(Frame::Deeds(deeds));
            }
            Action::Turn { slot } => {
                let Some(card) = self.bean(slot) else { return };
                self.pay(card.card().cost);
                self.turn_up(seat, slot, card, log);
            }
            Action::Blitz => self.open.frames.push(Frame::Gather(0)),
            _ => {}
        }
    }

    /// A Bean turns up and does nothing by it (rule 4.3).
    fn turn_up(&mut self, seat: Seat, slot: Slot, card: Face, log: &mut impl Sink<Event>) {
        self.set(slot, Stance::HeadzUp);
        log.tell(To::ALL, || Event::Turned { seat, card, slot, to: Stance::HeadzUp });
    }

    /// Rules 2.5, 2.7 and 7.8.
    fn end_turn(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        if self.open.spun != Spun::default() || self.count(primed(seat)) > 0 {
            log.tell(To::ALL, || Event::Lapsed { seat });
            self.use_up_boosts();
        }
        self.open.points = 0;
        if self.count(hand(seat)) > HAND_SIZE {
            self.note_gifts(seat, Figure::HandSize, log);
        }
        if self.count(hand(seat)) > self.hand_size(seat) {
            self.replace(Frame::Down);
        } else {
            self.open.frames.pop();
            self.begin_turn(foe(seat), log);
        }
    }

    /// Boosts are over: their cards go to the discard pile.
    fn use_up_boosts(&mut self) {
        self.open.spun = Spun::default();
        while let Some(id) = self.cards.top(primed(self.open.turn)) {
            self.bury(id);
        }
    }

    /// A slot for the card in the air (rules 3.3, 5.1).
    fn place(&mut self, seat: Seat, slot: Slot, log: &mut impl Sink<Event>) {
        self.open.frames.pop();
        let Some(id) = self.cards.top(AIR) else { return };
        let card = Face(self.cards.kind(id));
        if card.card().kind == Kind::Bean {
            self.open.frames.push(Frame::Arrive(slot, Fate::Lands));
            return self.ask_for_answers(About::Bean, log);
        }
        let instead_of = self.cosmos(slot);
        if let Some(old) = self.cards.top(slot.cosmos()) {
            self.bury(old);
        }
        self.cards.put(id, slot.cosmos());
        log.tell(To::ALL, || Event::Laid { seat, card, slot, instead_of });
    }

    // Windows (chapter 9).

    /// Could this seat have an answer, as far as all can see (rule 9.4)?
    fn can_answer(&self, about: About, seat: Seat) -> bool {
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

    fn ask_for_answers(&mut self, about: About, log: &mut impl Sink<Event>) {
        let first = foe(self.open.turn);
        let round = Round::open(Manner::UntilAllPass, 2, first, |seat| self.can_answer(about, seat));
        if let Some(round) = round {
            self.open.frames.push(Frame::Answers(about, round));
            log.tell(To::ALL, || Event::Asked { seat: round.asked(), about });
        }
    }

    fn go_on_answering(&mut self, about: About, next: Option<Round>, log: &mut impl Sink<Event>) {
        match next {
            Some(round) => {
                self.replace(Frame::Answers(about, round));
                log.tell(To::ALL, || Event::Asked { seat: round.asked(), about });
            }
            None => self.close_window(about, log),
        }
    }

    /// The answers take effect, the newest first (rules 9.3, 9.7, 9.8).
    fn close_window(&mut self, about: About, log: &mut impl Sink<Event>) {
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
    fn reply(&mut self, seat: Seat, face: Face, about: About, at: u8, log: &mut impl Sink<Event>) {
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

    // What goes on by itself.

    fn advance(&mut self, luck: &mut Luck, log: &mut impl Sink<Event>) {
        while self.open.over.is_none() {
            let on = match self.open.frames.top() {
                Some(Frame::Count) => self.count_points(log),
                Some(Frame::Arrive(slot, fate)) => self.arrive(slot, fate, log),
                Some(Frame::Deeds(deeds)) => self.next_deed(deeds, luck, log),
                Some(Frame::Attack(attack)) => self.go_on_attacking(attack, log),
                Some(Frame::Strike(by)) => self.find_galaxy(by, log),
                _ => false,
            };
            if !on {
                break;
            }
        }
    }

    /// Rules 2.3, 12.3.
    fn count_points(&mut self, log: &mut impl Sink<Event>) -> bool {
        let seat = self.open.turn;
        let usual = if self.open.expert && self.open.turns == 1 { FIRST_POINTS } else { POINTS };
        self.open.points = usual + self.note_gifts(seat, Figure::Points, log);
        self.open.frames.pop();
        let points = self.open.points;
        log.tell(To::ALL, || Event::Points { seat, points });
        true
    }

    /// What Headz-up powers add to a number of the turn, told to all.
    fn note_gifts(&self, seat: Seat, figure: Figure, log: &mut impl Sink<Event>) -> u8 {
        self.extra(seat, figure, &mut |card, clause| {
            log.tell(To::ALL, || Event::Did { seat, card, clause });
        })
    }

    /// A Bean lands, or not (rules 3.3, 9.12, 9.14).
    fn arrive(&mut self, slot: Slot, fate: Fate, log: &mut impl Sink<Event>) -> bool {
        self.open.frames.pop();
        let Some(id) = self.cards.top(AIR) else { return true };
        let (seat, card) = (self.cards.owner(id), Face(self.cards.kind(id)));
        match fate {
            Fate::Lands => {
                self.cards.put(id, slot.bean());
                self.set(slot, Stance::HeadzUp);
                log.tell(To::ALL, || Event::Landed { seat, card, slot });
            }
            Fate::Discarded => self.bury(id),
            Fate::Bounced => self.cards.put(id, hand(seat)),
        }
        if fate != Fate::Lands {
            log.tell(To::ALL, || Event::Repelled { card, bounced: fate == Fate::Bounced });
        }
        true
    }

    /// Carries out the next clause of a card, or stops to ask.
    fn next_deed(&mut self, deeds: Deeds, _luck: &mut Luck, log: &mut impl Sink<Event>) -> bool {
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
                self.set(slot, Stance::BottomzUp);
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
            Deed::Double if spin => self.open.spun.doubles += 1,
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
    fn finish_action(&mut self, deeds: Deeds) {
        let Some(id) = self.cards.top(AIR) else { return };
        if !deeds.dead && deeds.face.card().deeds.iter().any(|deed| deed.helps_attack()) {
            self.cards.put(id, primed(self.open.turn));
        } else {
            self.bury(id);
        }
    }

    /// Rule 8.15.
    fn peek(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
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
    fn stampede(&mut self, seat: Seat, from: Option<Slot>, deed: Deed, log: &mut impl Sink<Event>) {
        for slot in Slot::all() {
            if self.is_target(seat, from, deed, slot) {
                self.fell(slot, log);
            }
        }
    }

    fn fell(&mut self, slot: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.set(slot, Stance::Sidewayz);
        log.tell(To::ALL, || Event::Fell { card, slot });
    }

    fn knock_off(&mut self, slot: Slot, log: &mut impl Sink<Event>) {
        let Some(card) = self.bean(slot) else { return };
        self.remove(slot);
        log.tell(To::ALL, || Event::KnockedOff { card, slot });
    }

    /// What a clause asked for has been chosen.
    fn chosen(&mut self, seat: Seat, deeds: Deeds, act: Action, log: &mut impl Sink<Event>) {
        let Some(deed) = self.deed(deeds) else { return };
        let Deeds { face, at: clause, .. } = deeds;
        let next = Frame::Deeds(Deeds { at: clause + 1, first: None, ..deeds });
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
            (Deed::TurnUp, Action::At { slot }) => {
                let Some(card) = self.bean(slot) else { return };
                self.turn_up(seat, slot, card, log);
            }
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
    fn exchange(&mut self, from: Slot, to: Slot, log: &mut impl Sink<Event>) {
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

    // Attacks (chapters 6 to 8, and 12).

    /// An attack is declared; it has been paid for (rule 6.3).
    fn declare(&mut self, seat: Seat, by: u16, galaxy: Galaxy, log: &mut impl Sink<Event>) {
        let sharp = self.is_sharp();
        log.tell(To::ALL, || Event::Attacks { seat, slots: slots(by).collect(), galaxy, sharp });
        self.open.frames.push(Frame::Attack(Attack { by, galaxy, sharp, ..Attack::default() }));
        self.ask_for_answers(About::Attack, log);
    }

    /// Rule 8.3: a galaxy is named, unless there is no choice.
    fn find_galaxy(&mut self, by: u16, log: &mut impl Sink<Event>) -> bool {
        let seat = self.open.turn;
        let first = slots(by).next().map_or(Galaxy(1), Slot::galaxy);
        let mut there = Galaxy::from_left_of(seat).filter(|&galaxy| menu::may_strike(self, by, galaxy));
        let galaxy = if self.is_sharp() {
            first
        } else {
            match (there.next(), there.next()) {
                (Some(_), Some(_)) => return false,
                (only, _) => only.unwrap_or(first),
            }
        };
        self.open.frames.pop();
        self.declare(seat, by, galaxy, log);
        true
    }

    /// The window has closed: the attackers turn, and a target is picked (rules 6.3, 6.4, 8.1, 9.9).
    fn go_on_attacking(&mut self, attack: Attack, log: &mut impl Sink<Event>) -> bool {
        let seat = self.open.turn;
        if attack.spun {
            return false;
        }
        for slot in slots(attack.by) {
            self.set(slot, Stance::BottomzUp);
        }
        if attack.stopped {
            self.open.frames.pop();
            log.tell(To::ALL, || Event::Stopped { seat });
            self.take_back(seat, log);
            self.use_up_boosts();
            return true;
        }
        let mut targets = Slot::of(foe(seat)).filter(|&slot| menu::is_attackable(self, attack, slot));
        match (targets.next(), targets.next()) {
            (Some(_), Some(_)) => {
                self.replace(Frame::Attack(Attack { spun: true, ..attack }));
                false
            }
            (Some(only), None) => {
                self.open.frames.pop();
                self.resolve(attack, only, log);
                true
            }
            (None, _) => {
                self.open.frames.pop();
                self.use_up_boosts();
                true
            }
        }
    }

    /// Rule 9.10.
    fn take_back(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        let adds =
            |face: Face| face.card().deeds.iter().any(|deed| matches!(deed, Deed::Boost(_) | Deed::Double));
        if self.row(primed(seat)).any(adds) {
            log.tell(To::ALL, || Event::Back {
                seat,
                cards: self.row(primed(seat)).filter(|&face| adds(face)).collect(),
            });
        }
        loop {
            let id = self.cards.row(primed(seat)).find(|&id| adds(Face(self.cards.kind(id))));
            let Some(id) = id else { break };
            self.cards.put(id, hand(seat));
        }
    }

    /// Values are compared (rules 6.5 to 6.7).
    fn resolve(&mut self, attack: Attack, target: Slot, log: &mut impl Sink<Event>) {
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
    fn struck(&mut self, slot: Slot, value: i32, defence: i32, log: &mut impl Sink<Event>) -> bool {
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
    fn domino(&mut self, first: Slot, log: &mut impl Sink<Event>) {
        for step in [Slot::left, Slot::right] {
            let mut from = first;
            // Rule 12.12: it may have been knocked off from behind.
            while self.count(from.bean()) > 0 {
                let to = step(from);
                if self.count(to.bean()) == 0 {
                    break;
                }
                // Rule 12.10: anew for each, after all that has fallen.
                let push = self.strength(from, Figure::Mmp, &mut |_| {}).max(0);
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
