//! How a turn goes. Each step names its rule; `RULES.md` has the words.

use std::sync::LazyLock;

use lair::{Captive, Dealer, GOAL, LETTERS, Letter, Window, worth};
use serde::{Deserialize, Serialize};
use table::cards::Pile;
use table::game::Placed;
use table::{Ending, Fault, Game, Info, Luck, Order, Rule, Seat, Sink, Status, To};

use crate::RULES;
use crate::act::{Action, Event};
use crate::cards::{CARDS, COPIES, Counts, Face, Hand, SPIES};
use crate::position::Position;
use crate::state::{Pace, Phase, Reason, RenamedSpy, hurdle, team_is_enough};
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
    /// How many cards there are of each value.
    #[serde(default)]
    pub counts: Counts,
}

impl Setup {
    /// The usual game.
    pub fn of(seats: u8) -> Setup {
        Setup { seats, dealer: Dealer::default(), counts: Counts::default() }
    }
}

static INFO: Info = Info {
    id: "renamed-spy",
    title: "James Ernest's Totally Renamed Spy Game",
    about: "Send Spies and Bombs into any Lair; catch what your own Lair can hold, gloat, and hope.",
    least: 2,
    most: 6,
    revision: 1,
    rules: RULES,
    settings: &[Dealer::SETTING, Counts::SETTING],
};

impl RenamedSpy {
    #[inline]
    pub(crate) fn has_lair(&self, seat: Seat) -> bool {
        !self.up[seat].is_empty() || !self.down[seat].is_empty()
    }

    /// What a team must exceed to go into this Lair (rule 5.4).
    #[inline]
    pub(crate) fn hurdle(&self, at: Seat) -> u32 {
        hurdle(self.up[at], self.down[at].len())
    }

    #[inline]
    fn top_is_purple(&self) -> Option<bool> {
        self.deck.top().map(Face::is_purple)
    }

    /// How many Doublers of a letter everybody has seen: discarded, or beside the captive (rule 7.3).
    #[inline]
    pub(crate) fn seen(gone: Hand, phase: Phase, letter: Letter) -> u8 {
        gone.count(Face::doubler(letter)) + u8::from(phase.letters().has(letter))
    }

    /// Can anything be sent, as everybody sees (rule 2.4)?
    #[inline]
    pub(crate) fn can_send(&self) -> bool {
        let seats = || Seat::all(self.seats);
        seats().any(|s| self.has_lair(s))
            && (self.top_is_purple() == Some(true) || seats().any(|s| !self.hands[s].purple().is_empty()))
    }

    /// Is there nothing left that anybody could play (rule 8.3)? While a Spy is left, and the deck is empty, some hand
    /// has it; so it is the Lairs that are missing.
    #[inline]
    pub(crate) fn nothing_to_play(&self) -> bool {
        self.deck.is_empty()
            && Seat::all(self.seats).all(|s| !self.has_lair(s) && self.hands[s].lairs().is_empty())
    }

    /// Two cards (rule 2.1), then the first question of the turn.
    #[inline]
    fn begin_turn(&mut self, log: &mut impl Sink<Event>) {
        let seat = self.turn;
        self.turns = self.turns.saturating_add(1);
        self.pace = Pace { began_empty: self.deck.is_empty(), played: false, quiet: self.pace.quiet };
        log.tell(To::ALL, || Event::Turn { seat });
        for n in 0..2 {
            let Some(card) = self.deck.pop() else { break };
            self.hands[seat].add(card);
            let drew = || Event::Drew { seat, purple: card.is_purple() };
            // The first back lay open on the deck; the second comes to light by the first draw.
            if n == 0 {
                log.tell(To::ALL, drew)
            } else {
                log.reveal(To::ALL, drew)
            }
            log.reveal(To::only(seat), || Event::DrewCard { seat, card });
        }
        if !self.pace.began_empty {
            self.show_top(log);
        }
        if self.nothing_to_play() {
            return self.finish(Reason::NoPlay, log);
        }
        // Rule 2.4.
        if !self.hands[seat].blue().is_empty() {
            self.phase = Phase::Lay;
        } else {
            if !self.can_send() {
                // Whoever holds no blue card has drawn purple ones, or the deck is empty and some hand has the last
                // Spies (rule 8.3): it is the Lairs that are missing.
                debug_assert!(Seat::all(self.seats).all(|s| !self.has_lair(s)), "something could be sent");
                log.tell(To::ALL, || Event::Idle { seat });
            }
            self.ask_to_send(log);
        }
    }

    fn show_top(&self, log: &mut impl Sink<Event>) {
        log.reveal(To::ALL, || Event::Top { purple: self.top_is_purple() });
    }

    /// The third step, if there is anything to send (rule 2.4).
    #[inline]
    fn ask_to_send(&mut self, log: &mut impl Sink<Event>) {
        if self.can_send() {
            self.phase = Phase::Aim;
        } else {
            self.end_turn(log);
        }
    }

    /// The turn goes to the left, unless a whole round has been quiet (rule 8.4) or nothing is left to play.
    fn end_turn(&mut self, log: &mut impl Sink<Event>) {
        let quiet = self.pace.began_empty && !self.pace.played;
        self.pace.quiet = if quiet { self.pace.quiet + 1 } else { 0 };
        if self.pace.quiet == self.seats {
            return self.finish(Reason::QuietRound, log);
        }
        // No further turn begins (rule 8.3).
        if self.nothing_to_play() {
            return self.finish(Reason::NoPlay, log);
        }
        self.turn = self.turn.next(self.seats);
        self.begin_turn(log);
    }

    fn finish(&mut self, reason: Reason, log: &mut impl Sink<Event>) {
        self.phase = Phase::Over { reason };
        log.tell(To::ALL, || Event::over(self.winners(), reason));
    }

    /// A card goes into a Lair, out of a hand or (`None`) off the deck.
    fn send(&mut self, card: Face, from: Option<Seat>, at: Seat, log: &mut impl Sink<Event>) {
        let seat = self.turn;
        log.reveal(To::ALL, || Event::Sent { seat, from, card, at });
        if from.is_none() {
            self.show_top(log);
        }
        self.pace.played = true;
        self.turn_up(at, log);
        if card == Face::BOMB {
            // Rule 4.10.
            self.gone.add(card);
            self.blow_up(at, log);
            self.end_turn(log);
        } else if u32::from(card.value()) <= self.up[at].value() {
            // Rule 4.8.
            log.tell(To::ALL, || Event::Captured { seat: at, spy: card });
            self.ask_captor(Captive::new(at, card), log);
        } else {
            // Rule 4.9.
            self.gone.add(card);
            log.tell(To::ALL, || Event::Escaped { spies: Box::new([card]) });
            self.blow_up(at, log);
            self.after_spies(log);
        }
    }

    /// A team goes into a Lair, and through it (rule 5.5).
    fn send_team(&mut self, at: Seat, log: &mut impl Sink<Event>) {
        let (seat, Phase::Team { picked: team, .. }) = (self.turn, self.phase) else { return };
        self.hands[seat].remove_spies(team);
        log.reveal(To::ALL, || Event::SentTeam {
            seat,
            team: team.each().collect(),
            value: team.value(),
            at,
        });
        self.pace.played = true;
        self.turn_up(at, log);
        debug_assert!(team.value() > self.up[at].value(), "a team is always too big");
        self.gone.add_spies(team);
        log.tell(To::ALL, || Event::Escaped { spies: team.each().collect() });
        self.blow_up(at, log);
        self.after_spies(log);
    }

    /// Rule 4.7.
    fn turn_up(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        let down = std::mem::take(&mut self.down[seat]);
        self.up[seat].add_all(down);
        if !down.is_empty() {
            let size = self.up[seat].value();
            log.reveal(To::ALL, || Event::TurnedUp { seat, cards: down.each().collect(), size });
        }
    }

    /// All cards of a Lair are discarded; they lie face up by now.
    fn blow_up(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        let up = std::mem::take(&mut self.up[seat]);
        self.gone.add_lairs(up);
        log.tell(To::ALL, || Event::BlownUp { seat, cards: up.each().collect() });
    }

    /// Spies have gone to the discard pile: were they the last (rule 8.2)?
    #[inline]
    fn after_spies(&mut self, log: &mut impl Sink<Event>) {
        if self.gone.spies() == self.stock.spies() {
            self.finish(Reason::LastSpy, log);
        } else {
            self.end_turn(log);
        }
    }

    /// Kill or taunt (rules 6.1, 6.4)? Who holds no blue card cannot taunt, as everybody sees.
    fn ask_captor(&mut self, captive: Captive<Face>, log: &mut impl Sink<Event>) {
        if self.hands[captive.captor].blue().is_empty() {
            self.kill(captive, log);
        } else {
            self.phase = Phase::Captive(captive);
        }
    }

    /// Rule 6.2; 33 points win at once (rule 8.1).
    fn kill(&mut self, captive: Captive<Face>, log: &mut impl Sink<Event>) {
        let Captive { captor, spy, letters } = captive;
        let points = worth(spy.value(), letters);
        self.scores[captor] += points;
        let score = self.scores[captor];
        log.tell(To::ALL, || Event::Scored { seat: captor, spy, points, score });
        self.discard(captive);
        if score >= GOAL {
            self.finish(Reason::ThirtyThree, log);
        } else {
            self.after_spies(log);
        }
    }

    /// The Spy and the Doublers beside it go to the discard pile.
    #[inline]
    fn discard(&mut self, captive: Captive<Face>) {
        self.gone.add(captive.spy);
        captive.letters.each().for_each(|letter| self.gone.add(Face::doubler(letter)));
    }

    fn taunt(&mut self, captive: Captive<Face>, letter: Letter, log: &mut impl Sink<Event>) {
        let window = captive.taunted(letter);
        let Window { captor, spy, letters, .. } = window;
        self.hands[captor].remove(Face::doubler(letter));
        let worth = worth(spy.value(), letters);
        log.reveal(To::ALL, || Event::Taunted { seat: captor, spy, letter, worth });
        self.ask_to_foil(window, log);
    }

    /// Asks the next seat after the one asked last (rule 7.2), by what everybody sees (rule 7.3); after the last one the
    /// taunt stands.
    fn ask_to_foil(&mut self, window: Window<Face>, log: &mut impl Sink<Event>) {
        let all_seen = Self::seen(self.gone, Phase::Foil(window), window.letter) == COPIES;
        match window.next(self.seats, all_seen, |s| !self.hands[s].blue().is_empty()) {
            Some(next) => self.phase = Phase::Foil(next),
            None => self.ask_captor(window.captive(), log),
        }
    }

    /// The Spy gets away and takes the Lair with it (rule 7.6).
    fn foil(&mut self, by: Seat, window: Window<Face>, log: &mut impl Sink<Event>) {
        let Window { captor, spy, letter, .. } = window;
        self.hands[by].remove(Face::doubler(letter));
        self.gone.add(Face::doubler(letter));
        log.reveal(To::ALL, || Event::Foiled { seat: by, letter });
        self.discard(window.captive());
        log.tell(To::ALL, || Event::Escaped { spies: Box::new([spy]) });
        self.blow_up(captor, log);
        self.after_spies(log);
    }
}

impl Game for RenamedSpy {
    type Setup = Setup;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }

    const FIRST_CARDS: u64 = 0xccde_d45b_1a64_b19c;

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
            let wrong =
                format!("{} is for {} to {} players, not {}", INFO.id, INFO.least, INFO.most, setup.seats);
            return Err(Fault::near("seats", wrong));
        }
        setup.counts.check()?;
        setup.dealer.check(setup.seats)
    }

    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        // Rule 1.6.
        let dealer = setup.dealer.draw(setup.seats, luck);
        let stock = setup.counts.stock();
        let mut game = RenamedSpy::bare(setup.seats, dealer, stock);
        let mut cards = [Face::HIDDEN; CARDS];
        cards.iter_mut().zip(stock.cards()).for_each(|(place, face)| *place = face);
        luck.shuffle(&mut cards);
        game.deck = Pile::full(cards);
        // Rule 1.5.
        let each = if setup.seats <= 3 { 6 } else { 5 };
        for seat in Seat::all(setup.seats) {
            for card in (0..each).filter_map(|_| game.deck.pop()) {
                game.hands[seat].add(card);
            }
        }
        game.turn = dealer.next(setup.seats);
        log.tell(To::ALL, || Event::Deals { seat: dealer, first: game.turn });
        game.show_top(log);
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
            Phase::Lay => {
                menu.push(Action::Pass);
                menu.extend(hand.lair_kinds().map(|card| Action::Lay { card }));
            }
            Phase::Aim => {
                menu.push(Action::Pass);
                for at in seat.others(self.seats).chain([seat]) {
                    if self.has_lair(at) {
                        menu.push(Action::Into { seat: at });
                    }
                }
            }
            Phase::Choose { at } => {
                menu.extend(hand.purple_kinds().map(|card| Action::Play { card }));
                if at != seat && team_is_enough(hand.spies(), self.hurdle(at)) {
                    menu.push(Action::Team);
                }
                for from in seat.others(self.seats) {
                    if !self.hands[from].purple().is_empty() {
                        menu.push(Action::PlayFrom { seat: from });
                    }
                }
                if self.top_is_purple() == Some(true) {
                    menu.push(Action::PlayDeck);
                }
            }
            Phase::Team { at, picked } => {
                if team_is_enough(picked, self.hurdle(at)) {
                    menu.push(Action::Send);
                }
                let mut left = hand;
                left.remove_spies(picked);
                menu.extend(left.spies().kinds().map(|spy| Action::Add { spy }));
            }
            Phase::Captive(Captive { captor, letters, .. }) if captor == seat => {
                menu.push(Action::Kill);
                let fresh = hand.letters().filter(|&letter| !letters.has(letter));
                menu.extend(fresh.map(|letter| Action::Taunt { letter }));
            }
            Phase::Foil(Window { asked, letter, .. }) if asked == seat => {
                menu.push(Action::Decline);
                if hand.has(Face::doubler(letter)) {
                    menu.push(Action::Foil { letter });
                }
            }
            Phase::Captive(_) | Phase::Foil(_) | Phase::Over { .. } => {}
        }
    }

    #[inline]
    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        match (act, self.phase) {
            (Action::Pass, Phase::Lay) => {
                log.tell(To::ALL, || Event::NoLair { seat });
                self.ask_to_send(log);
            }
            (Action::Pass, Phase::Aim) => {
                log.tell(To::ALL, || Event::NoPlay { seat });
                self.end_turn(log);
            }
            (Action::Lay { card }, Phase::Lay) => {
                self.hands[seat].remove(card);
                self.down[seat].add(card);
                self.pace.played = true;
                log.tell(To::ALL, || Event::Laid { seat });
                self.ask_to_send(log);
            }
            (Action::Into { seat: at }, Phase::Aim) => {
                log.tell(To::ALL, || Event::Aimed { seat, at });
                self.phase = Phase::Choose { at };
            }
            (Action::Play { card }, Phase::Choose { at }) => {
                self.hands[seat].remove(card);
                self.send(card, Some(seat), at, log);
            }
            (Action::PlayFrom { seat: from }, Phase::Choose { at }) => {
                log.tell(To::ALL, || Event::Blind { seat, from: Some(from) });
                let hand = &mut self.hands[from];
                // Rule 4.4.
                let card = hand.nth_purple(luck.pick(hand.purple().total()));
                hand.remove(card);
                self.send(card, Some(from), at, log);
            }
            (Action::PlayDeck, Phase::Choose { at }) => {
                log.tell(To::ALL, || Event::Blind { seat, from: None });
                if let Some(card) = self.deck.pop() {
                    self.send(card, None, at, log);
                }
            }
            (Action::Team, Phase::Choose { at }) => {
                log.tell(To::ALL, || Event::Gathers { seat });
                self.phase = Phase::Team { at, picked: Default::default() };
            }
            (Action::Add { spy }, Phase::Team { at, mut picked }) => {
                picked.add(spy);
                log.tell(To::ALL, || Event::Picked { seat, picks: picked.len() });
                self.phase = Phase::Team { at, picked };
            }
            (Action::Send, Phase::Team { at, .. }) => self.send_team(at, log),
            (Action::Kill, Phase::Captive(captive)) => self.kill(captive, log),
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
            // The highest score wins, equal scores share (rule 8.5): the house's own way.
            Phase::Over { reason } => Some(reason.ending()),
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
            _ if to == Some(by) => Some(act),
            Action::Lay { .. } => Some(Action::Lay { card: Face::HIDDEN }),
            // Nobody sees the team before it goes (rule 5.6).
            Action::Add { .. } => Some(Action::Add { spy: Face::HIDDEN }),
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
        let mut put = |place, face: Face, known| cards.push(Placed::new(place, face.id(), known));
        for seat in Seat::all(self.seats) {
            let place = u16::from(seat.0);
            self.hands[seat].cards().for_each(|face| put(place, face, To::only(seat)));
            self.up[seat].each().for_each(|face| put(UP + place, face, To::ALL));
            // Rule 3.3: only the owner may look.
            self.down[seat].each().for_each(|face| put(DOWN + place, face, To::only(seat)));
        }
        if let Some((&top, rest)) = self.deck.split_last() {
            put(TOP, top, To::NOBODY);
            rest.iter().for_each(|&face| put(DECK, face, To::NOBODY));
        }
        // Rule 1.8.
        self.gone.cards().for_each(|face| put(OUT, face, To::ALL));
        self.phase.captive().into_iter().for_each(|spy| put(OUT, spy, To::ALL));
        self.phase.letters().each().for_each(|letter| put(OUT, Face::doubler(letter), To::ALL));
    }

    fn position(&self) -> Position {
        Position::of(self)
    }

    fn lay_out(position: &Position) -> Result<Self, Fault> {
        position.lay_out()
    }

    fn bound(setup: &Setup) -> u32 {
        // Turns: each draws a card, or is one of a row of quiet ones between two cards played from a hand.
        let playable = u32::from(SPIES) * 2 + 4;
        let turns = CARDS as u32 + u32::from(setup.seats) * (playable + 1);
        // Each Spy is picked for a team once; each Doubler is played once, and answered by five seats at most.
        let teams = 2 * u32::from(SPIES);
        let doublers = LETTERS as u32 * u32::from(COPIES);
        turns * 3 + teams + doublers * 7 + u32::from(SPIES)
    }

    fn rematch(&self, setup: &Setup) -> Setup {
        Setup { dealer: Dealer::after(self.winners()), ..setup.clone() }
    }
}
