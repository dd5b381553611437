//! How a turn goes. Each step names its rule; `RULES.md` has the words.

use std::sync::LazyLock;

use lair::{Captive, Dealer, LETTERS, Letter, Letters, Window};
use serde::{Deserialize, Serialize};
use table::cards::Pile;
use table::game::Placed;
use table::{Ending, Fault, Game, Info, Luck, Order, Rule, Seat, SeatSet, Sink, Status, To};

use crate::RULES;
use crate::act::{Action, Event, How, Target};
use crate::cards::{CARDS, FACES, Face, Kind, OTHERS, SPIES};
use crate::position::Position;
use crate::state::{Fate, GOAL, MisterSpy, Phase, reach, size, worth};
use crate::trail::End;
use crate::view::View;

/// What is agreed before the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play.
    pub seats: u8,
    /// Who deals.
    #[serde(default)]
    pub dealer: Dealer,
}

impl Setup {
    /// The usual game.
    pub fn of(seats: u8) -> Setup {
        Setup { seats, dealer: Dealer::default() }
    }
}

static INFO: Info = Info {
    id: "mister-spy",
    title: "Before I Kill You, Mister Spy",
    about: "Build a Lair, catch Spies, taunt them for double points if nobody foils you.",
    least: 2,
    most: 6,
    revision: 1,
    rules: RULES,
    settings: &[Dealer::SETTING],
};

/// Every card once, twins twice (rule 1.2).
const WHOLE_DECK: [Face; CARDS] = {
    let mut deck = [Face(0); CARDS];
    let mut i = 0;
    while i < CARDS {
        // Beyond the faces come the second cards of the letters.
        deck[i] = if i < FACES { Face(i as u8) } else { Face((i - LETTERS) as u8) };
        i += 1;
    }
    deck
};

impl MisterSpy {
    /// Could the seat hold this Spy, turning up what it can (rule 4.2)?
    #[inline]
    fn can_hold(&self, seat: Seat, spy: Face) -> bool {
        let value = u32::from(spy.value());
        size(self.up[seat], self.down.count(seat)) >= value
            || reach(self.up[seat], self.down.of(seat)) >= value
    }

    /// Is there a Lair card to send a Double Agent at (rules 7.1, 8.4)?
    #[inline]
    fn has_target(&self, seat: Seat, barred: Option<Seat>) -> bool {
        Seat::all(self.seats).any(|s| s != seat && Some(s) != barred && self.has_lair(s))
    }

    /// The back on top of the deck, if there is a card.
    #[inline]
    pub(crate) fn top_is_spy(&self) -> Option<bool> {
        self.deck.top().map(Face::is_spy)
    }

    #[inline]
    fn has_lair(&self, seat: Seat) -> bool {
        !self.up[seat].is_empty() || self.down.count(seat) > 0
    }

    /// How many cards of a letter everybody has seen: discarded, or read aloud (rules 5.6, 6.3).
    #[inline]
    pub(crate) fn heard(gone: &[u8; LETTERS], fates: &[Fate; SPIES], phase: Phase, letter: Letter) -> u8 {
        let with_spies = fates.iter().filter(|f| f.letters().has(letter)).count() as u8;
        gone[letter.index()] + with_spies + u8::from(phase.letters().has(letter))
    }

    /// A turn begins with a draw (rule 2.1).
    fn begin_turn(&mut self, log: &mut impl Sink<Event>) {
        let seat = self.turn;
        let Some(card) = self.deck.pop() else { return };
        self.turns = self.turns.saturating_add(1);
        self.phase = Phase::Act;
        self.hands[seat].add(card);
        if card.is_spy() {
            self.trail.push(End::Deck, End::Hand(seat), card);
        }
        log.tell(To::ALL, || Event::Turn { seat });
        log.tell(To::ALL, || Event::Drew { seat, spy: card.is_spy() });
        log.reveal(To::only(seat), || Event::DrewCard { seat, card });
        self.show_top(log);
    }

    fn show_top(&self, log: &mut impl Sink<Event>) {
        log.reveal(To::ALL, || Event::Top { spy: self.top_is_spy() });
    }

    /// The turn goes to the left. With an empty deck no further one begins, and the game is over (rule 9.2).
    fn end_turn(&mut self, log: &mut impl Sink<Event>) {
        if self.deck.is_empty() {
            return self.finish(true, log);
        }
        self.turn = self.turn.next(self.seats);
        self.begin_turn(log);
    }

    fn finish(&mut self, deck_out: bool, log: &mut impl Sink<Event>) {
        self.phase = Phase::Over { deck_out };
        log.tell(To::ALL, || Event::over(self.winners(), deck_out));
    }

    /// A Spy leaves a hand for all to see.
    fn show_spy(&mut self, seat: Seat, spy: Face) {
        self.hands[seat].remove(spy);
        self.trail.push(End::Hand(seat), End::Table, spy);
    }

    /// A Spy is lured home: turn up cards until the Lair is large enough (rule 4.3), then it is captured (rule 4.5).
    fn lure(&mut self, spy: Face, log: &mut impl Sink<Event>) {
        let seat = self.turn;
        while size(self.up[seat], self.down.count(seat)) < u32::from(spy.value()) {
            if self.down.count(seat) > 1 {
                // Asked even if only one of them can be turned: else all would know that the rest are Deathtraps.
                self.phase = Phase::TurnUp { spy };
                return;
            }
            self.turn_up(seat, 0, log);
        }
        self.capture(seat, spy, log);
    }

    fn turn_up(&mut self, seat: Seat, place: u8, log: &mut impl Sink<Event>) {
        let card = self.down.take(seat, place);
        self.up[seat].add(card);
        log.reveal(To::ALL, || Event::TurnedUp { seat, place, card });
    }

    fn capture(&mut self, captor: Seat, spy: Face, log: &mut impl Sink<Event>) {
        log.tell(To::ALL, || Event::Captured { seat: captor, spy });
        self.ask_captor(Captive::new(captor, spy), log);
    }

    /// Kill or taunt (rules 5.1, 5.4)? Who holds only Spies cannot taunt, as everybody sees.
    fn ask_captor(&mut self, captive: Captive<Face>, log: &mut impl Sink<Event>) {
        let Captive { captor, spy, letters } = captive;
        if !self.hands[captor].has_others() {
            self.score_spy(captor, spy, letters, How::Killed, log);
        } else {
            self.phase = Phase::Captive(captive);
        }
    }

    /// Into the score pile (rules 5.2, 7.3, 7.6); 33 points win at once (rule 9.1).
    fn score_spy(&mut self, seat: Seat, spy: Face, letters: Letters, how: How, log: &mut impl Sink<Event>) {
        let points = worth(spy, letters);
        self.fates[usize::from(spy.0)] = Fate::scored(seat, letters);
        self.scores[seat] += points;
        let score = self.scores[seat];
        log.tell(To::ALL, || Event::Scored { seat, spy, points, how, score });
        if score >= GOAL { self.finish(false, log) } else { self.end_turn(log) }
    }

    fn taunt(&mut self, captive: Captive<Face>, letter: Letter, log: &mut impl Sink<Event>) {
        let window = captive.taunted(letter);
        let Window { captor, spy, letters, .. } = window;
        self.hands[captor].remove(Face::taunt(letter));
        let worth = worth(spy, letters);
        log.reveal(To::ALL, || Event::Taunted { seat: captor, spy, letter, worth });
        self.ask_to_foil(window, log);
    }

    /// Asks the next opponent after the one asked last (rule 6.2), by what everybody sees (rule 6.3); after the last one
    /// the Taunt stands.
    fn ask_to_foil(&mut self, window: Window<Face>, log: &mut impl Sink<Event>) {
        let all_seen = Self::heard(&self.gone, &self.fates, Phase::Foil(window), window.letter) == 2;
        match window.next(self.seats, all_seen, |s| self.hands[s].has_others()) {
            Some(next) => self.phase = Phase::Foil(next),
            None => self.ask_captor(window.captive(), log),
        }
    }

    /// The Spy gets away, Taunts and foil are discarded, the Lair stands (rule 6.5).
    fn foil(&mut self, by: Seat, window: Window<Face>, log: &mut impl Sink<Event>) {
        let Window { spy, letters, letter, .. } = window;
        self.hands[by].remove(Face::taunt(letter));
        letters.each().for_each(|letter| self.gone[letter.index()] += 1);
        self.gone[letter.index()] += 1;
        log.reveal(To::ALL, || Event::Foiled { seat: by, letter });
        self.escape(spy, log);
    }

    fn escape(&mut self, spy: Face, log: &mut impl Sink<Event>) {
        self.fates[usize::from(spy.0)] = Fate::DISCARDED;
        log.tell(To::ALL, || Event::Escaped { spy });
        self.end_turn(log);
    }

    /// A Double Agent meets a Lair card (rules 7.2 to 7.6).
    fn send(&mut self, spy: Face, owner: Seat, target: Target, log: &mut impl Sink<Event>) {
        let thief = self.turn;
        log.tell(To::ALL, || Event::Sent { seat: thief, at: owner, target });
        let lair = match target {
            Target::Up(lair) => lair,
            Target::Down(place) => {
                let card = self.down.take(owner, place);
                log.reveal(To::ALL, || Event::TurnedUp { seat: owner, place, card });
                if card.kind() == Kind::Taunt {
                    self.gone[card.letter().index()] += 1;
                    return self.score_spy(owner, spy, Letters::NONE, How::Deathtrap, log);
                }
                self.up[owner].add(card);
                card
            }
        };
        if spy.value() < lair.value() {
            // The owner captures it, whatever the size of the Lair (rule 7.5).
            return self.capture(owner, spy, log);
        }
        self.up[owner].remove(lair);
        self.up[thief].add(lair);
        log.tell(To::ALL, || Event::Taken { seat: thief, from: owner, lair });
        if spy.value() == lair.value() {
            self.score_spy(thief, spy, Letters::NONE, How::Henchman, log);
        } else {
            // Too good for the job (rule 7.4).
            self.escape(spy, log);
        }
    }

    /// Takes a Spy at random from a hand, or the one on top of the deck (rules 8.1, 8.2).
    fn steal(&mut self, from: Option<Seat>, luck: &mut Luck, log: &mut impl Sink<Event>) {
        let seat = self.turn;
        log.tell(To::ALL, || Event::Stole { seat, from });
        let spy = match from {
            Some(victim) => {
                let spy = self.hands[victim].nth_spy(luck.pick(self.hands[victim].spies()));
                self.hands[victim].remove(spy);
                self.trail.push(End::Hand(victim), End::Hand(seat), spy);
                log.reveal(To::both(seat, victim), || Event::StoleSpy { seat, from, spy });
                spy
            }
            None => {
                let Some(spy) = self.deck.pop() else { return };
                self.trail.push(End::Deck, End::Hand(seat), spy);
                log.reveal(To::only(seat), || Event::StoleSpy { seat, from, spy });
                self.show_top(log);
                spy
            }
        };
        self.hands[seat].add(spy);
        self.phase = Phase::Stolen { spy, from };
        // With nowhere to play it, as all can see, there is nothing to ask (rule 8.3).
        if !self.has_lair(seat) && !self.has_target(seat, from) {
            self.keep(log);
        }
    }

    fn keep(&mut self, log: &mut impl Sink<Event>) {
        let seat = self.turn;
        log.tell(To::ALL, || Event::Kept { seat });
        self.end_turn(log);
    }
}

impl Game for MisterSpy {
    type Setup = Setup;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }

    const FIRST_CARDS: u64 = 0xfd29_88ff_72ba_bf03;

    fn card_hash() -> u64 {
        static CARDS: LazyLock<u64> = LazyLock::new(|| {
            let facts = |face: Face| format!("{face} {:?} {}\n", face.kind(), face.value());
            table::fingerprint(&Face::all().map(facts).collect::<String>())
        });
        *CARDS
    }

    fn check(setup: &Setup) -> Result<(), Fault> {
        // Rule 1.1.
        if !(INFO.least..=INFO.most).contains(&setup.seats) {
            return Err(Fault::near(
                "seats",
                format!("mister-spy is for 2 to 6 players, not {}", setup.seats),
            ));
        }
        setup.dealer.check(setup.seats)
    }

    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        // Rule 1.5.
        let dealer = setup.dealer.draw(setup.seats, luck);
        let mut cards = WHOLE_DECK;
        luck.shuffle(&mut cards);
        let mut game = MisterSpy::bare(setup.seats, dealer, dealer, 0);
        game.deck = Pile::full(cards);
        // Rule 1.4: 7, 6, 5, 4, 3 cards for 2 to 6 players.
        for seat in Seat::all(setup.seats) {
            for _ in 0..9 - setup.seats {
                if let Some(card) = game.deck.pop() {
                    game.hands[seat].add(card);
                }
            }
        }
        log.tell(To::ALL, || Event::Deals { seat: dealer });
        game.begin_turn(log);
        game
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn status(&self) -> Status {
        self.phase.status(self.turn)
    }

    #[inline]
    fn legal(&self, seat: Seat, menu: &mut Vec<Action>) {
        let hand = self.hands[seat];
        match self.phase {
            Phase::Act => {
                menu.push(Action::Pass);
                for card in hand.each_other() {
                    menu.push(Action::Lay { card });
                }
                if hand.has_spies() {
                    let most = reach(self.up[seat], self.down.of(seat));
                    for spy in hand.each_spy_up_to(most) {
                        menu.push(Action::Play { spy });
                    }
                    if self.has_target(seat, None) {
                        for spy in hand.each_spy() {
                            menu.push(Action::Agent { spy });
                        }
                    }
                }
                if self.top_is_spy() == Some(true) {
                    menu.push(Action::StealDeck);
                }
                for from in seat.others(self.seats) {
                    if self.hands[from].has_spies() {
                        menu.push(Action::Steal { from });
                    }
                }
            }
            Phase::Stolen { spy, from } => {
                menu.push(Action::Keep);
                if self.can_hold(seat, spy) {
                    menu.push(Action::Play { spy });
                }
                if self.has_target(seat, from) {
                    menu.push(Action::Agent { spy });
                }
            }
            Phase::TurnUp { .. } => {
                let secret = self.down.of(seat).iter().zip(0..).filter(|(f, _)| f.is_lair());
                menu.extend(secret.map(|(_, place)| Action::Turn { place }));
            }
            Phase::Aim { barred, .. } => {
                for owner in seat.others(self.seats).filter(|&s| Some(s) != barred) {
                    let aim = |target| Action::Take { seat: owner, target };
                    menu.extend(self.up[owner].each().map(|lair| aim(Target::Up(lair))));
                    menu.extend((0..self.down.count(owner)).map(|place| aim(Target::Down(place))));
                }
            }
            Phase::Captive(Captive { captor, letters, .. }) if captor == seat => {
                menu.push(Action::Kill);
                let fresh = hand.letters().filter(|&letter| !letters.has(letter));
                menu.extend(fresh.map(|letter| Action::Taunt { letter }));
            }
            Phase::Foil(Window { asked, letter, .. }) if asked == seat => {
                menu.push(Action::Decline);
                if hand.has(Face::taunt(letter)) {
                    menu.push(Action::Foil { letter });
                }
            }
            Phase::Captive(_) | Phase::Foil(_) | Phase::Over { .. } => {}
        }
    }

    #[inline]
    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        match (act, self.phase) {
            (Action::Pass, _) => {
                log.tell(To::ALL, || Event::Passed { seat });
                self.end_turn(log);
            }
            (Action::Lay { card }, _) => {
                self.hands[seat].remove(card);
                self.down.push(seat, card);
                log.tell(To::ALL, || Event::Laid { seat });
                self.end_turn(log);
            }
            (Action::Play { spy }, _) => {
                self.show_spy(seat, spy);
                log.reveal(To::ALL, || Event::Played { seat, spy });
                self.lure(spy, log);
            }
            (Action::Turn { place }, Phase::TurnUp { spy }) => {
                self.turn_up(seat, place, log);
                self.lure(spy, log);
            }
            (Action::Agent { spy }, phase) => {
                self.show_spy(seat, spy);
                log.reveal(To::ALL, || Event::Agent { seat, spy });
                let barred = if let Phase::Stolen { from, .. } = phase { from } else { None };
                self.phase = Phase::Aim { spy, barred };
            }
            (Action::Take { seat: owner, target }, Phase::Aim { spy, .. }) => {
                self.send(spy, owner, target, log)
            }
            (Action::Steal { from }, _) => self.steal(Some(from), luck, log),
            (Action::StealDeck, _) => self.steal(None, luck, log),
            (Action::Keep, _) => self.keep(log),
            (Action::Kill, Phase::Captive(Captive { captor, spy, letters })) => {
                self.score_spy(captor, spy, letters, How::Killed, log);
            }
            (Action::Taunt { letter }, Phase::Captive(captive)) => self.taunt(captive, letter, log),
            (Action::Foil { .. }, Phase::Foil(window)) => self.foil(seat, window, log),
            (Action::Decline, Phase::Foil(window)) => {
                log.tell(To::ALL, || Event::Declined { seat });
                self.ask_to_foil(window, log);
            }
            _ => debug_assert!(false, "'{act}' in {:?}", self.phase),
        }
    }

    fn score(&self, seat: Seat) -> i32 {
        i32::from(self.scores[seat])
    }

    fn ending(&self) -> Option<Ending> {
        match self.phase {
            Phase::Over { deck_out: false } => Some(Ending { reason: "thirty-three", rule: Rule(9, 1) }),
            // The highest score wins, equal scores share (rule 9.3): the house's own way.
            Phase::Over { deck_out: true } => Some(Ending { reason: "deck-out", rule: Rule(9, 2) }),
            _ => None,
        }
    }

    fn turns(&self) -> u32 {
        u32::from(self.turns)
    }

    fn view(&self, who: Option<Seat>) -> View {
        View::of(self, who)
    }

    fn imagine(view: &View, (): &(), luck: &mut Luck) -> Self {
        crate::imagine::world(view, luck)
    }

    fn shown(&self, by: Seat, act: Action, to: Option<Seat>) -> Option<Action> {
        match act {
            Action::Lay { .. } if to != Some(by) => Some(Action::Lay { card: Face::HIDDEN }),
            _ => Some(act),
        }
    }

    fn refuse(view: &View, act: Action) -> Option<Rule> {
        crate::refuse::rule(view, act)
    }

    fn thinkable(view: &View, acts: &mut Vec<Action>) {
        crate::refuse::thinkable(view, acts);
    }

    fn orders() -> &'static [Order] {
        lair::FOIL_ORDERS
    }

    fn obey(view: &View, order: &str) -> Option<Action> {
        (lair::declines(order) && matches!(view.phase, Phase::Foil(_))).then_some(Action::Decline)
    }

    fn turn(view: &View) -> Option<Seat> {
        Some(view.turn)
    }

    fn places(&self, cards: &mut Vec<Placed>) {
        const TOP: u16 = 6;
        const DECK: u16 = 7;
        const UP: u16 = 8;
        const DOWN: u16 = 16;
        const OUT: u16 = 24;
        let mut put = |place, face: Face, known| cards.push(Placed::new(place, u16::from(face.0), known));
        let counts = self.hands.0.map(|h| h.spies() as u8);
        let viewers: Vec<Seat> = Seat::all(self.seats).collect();
        let known = |&s: &Seat| self.trail.seen_by(Some(s)).remembered(Some(s), counts);
        let known: Vec<[SeatSet; SPIES]> = viewers.iter().map(known).collect();
        for &seat in &viewers {
            let place = u16::from(seat.0);
            for face in self.hands[seat].cards() {
                let knows = |s: &Seat| {
                    *s == seat || face.is_spy() && known[s.index()][usize::from(face.0)] == SeatSet::one(seat)
                };
                let seats: SeatSet = viewers.iter().copied().filter(knows).collect();
                put(place, face, To { seats, gallery: false });
            }
            self.up[seat].each().for_each(|face| put(UP + place, face, To::ALL));
            // Rule 3.4: only the owner may look.
            self.down.of(seat).iter().for_each(|&face| put(DOWN + place, face, To::only(seat)));
        }
        if let Some((&top, rest)) = self.deck.split_last() {
            put(TOP, top, To::NOBODY);
            rest.iter().for_each(|&face| put(DECK, face, To::NOBODY));
        }
        for (n, fate) in self.fates.iter().enumerate() {
            let spy = Face(n as u8);
            if !fate.is_open() || self.phase.in_the_air() == Some(spy) {
                put(OUT, spy, To::ALL);
            }
        }
        for letter in Letter::all() {
            for _ in 0..Self::heard(&self.gone, &self.fates, self.phase, letter) {
                put(OUT, Face::taunt(letter), To::ALL);
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
        // A turn is one action with at most a theft, a Double Agent and a target before a capture. Cards are turned up
        // and Taunts played once each in the whole game, and each Taunt is answered by five seats at most.
        (CARDS * 4 + OTHERS * 2 + 2 * LETTERS * 5 + SPIES) as u32
    }

    fn rematch(&self, setup: &Setup) -> Setup {
        Setup { dealer: Dealer::after(self.winners()), ..setup.clone() }
    }
}
