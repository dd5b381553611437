//! High Card, a whole game with hidden cards in one file: copy this folder to begin your own.
//! `docs/add-a-game.md` goes through it step by step; `RULES.md` has the rules, which the code names by number.

use serde::{Deserialize, Serialize};
use table::game::Placed;
use table::{
    Ending, Fault, Game, Info, Luck, Names, Policy, Prompt, Rule, Seat, SeatSet, Shape, Sink, Status, Study,
    To, Words,
};

/// The rules page.
pub const RULES: &str = include_str!("../RULES.md");

#[rustfmt::skip]
static INFO: Info = Info {
    id: "high-card", title: "High Card", about: "Stay or swap; the highest card wins.",
    least: 2, most: 4, revision: 1, rules: RULES,
    settings: &[],
};

/// What is agreed before the deal. A front end fills in `seats`; whatever else you add is an option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play.
    pub seats: u8,
}

/// A position: plain data. First come the hands, then for each seat the card it would swap for, then the rest. In a
/// view, 0 stands for a card that the viewer does not know.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HighCard {
    seats: u8,
    turn: u8,
    swapped: SeatSet,
    cards: [u8; 13],
}

/// What one viewer sees.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    who: Option<Seat>,
    table: HighCard,
}

table::acts! {
    /// What a seat can answer (rule 1.2).
    pub enum Action {
        /// Keeps the card.
        Stay = "stay" by Rule(1, 2);
        /// Takes one from the stock instead.
        Swap = "swap" by Rule(1, 2);
    }
}

/// What the table tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Event {
    Chose(Seat, Action),
    Got(Seat, u8),
    Shows(Seat, u8),
}

impl HighCard {
    /// Who knows the card at a place: its owner, and at the end everybody (rules 1.1, 1.2).
    fn known(&self, place: usize) -> To {
        let owner = Seat((place % usize::from(self.seats)) as u8);
        match place / usize::from(self.seats) {
            0 if self.status() == Status::Over => To::ALL,
            0 => To::only(owner),
            1 if self.swapped.has(owner) => To::only(owner),
            _ => To::NOBODY,
        }
    }
}

impl Game for HighCard {
    type Setup = Setup;
    type Position = HighCard;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }
    fn deal(setup: &Setup, luck: &mut Luck, _: &mut impl Sink<Event>) -> Self {
        let mut cards = std::array::from_fn(|i| i as u8 + 1);
        luck.shuffle(&mut cards);
        HighCard { seats: setup.seats, turn: 0, swapped: SeatSet::NONE, cards }
    }
    fn seats(&self) -> u8 {
        self.seats
    }
    fn status(&self) -> Status {
        if self.turn == self.seats { Status::Over } else { Status::Ask(Seat(self.turn)) }
    }
    fn legal(&self, seat: Seat, menu: &mut Vec<Action>) {
        if self.status().asks(seat) {
            menu.extend([Action::Stay, Action::Swap]); // The least risky answer comes first.
        }
    }
    fn apply(&mut self, seat: Seat, act: Action, _: &mut Luck, log: &mut impl Sink<Event>) {
        log.tell(To::ALL, || Event::Chose(seat, act));
        if act == Action::Swap {
            self.cards.swap(seat.index(), seat.index() + usize::from(self.seats));
            self.swapped = self.swapped.with(seat);
            // All see the swap; the new card is a secret, and secrets leave by `reveal` only.
            log.reveal(To::only(seat), || Event::Got(seat, self.cards[seat.index()]));
        }
        self.turn += 1;
        if self.status() == Status::Over {
            Seat::all(self.seats)
                .for_each(|s| log.reveal(To::ALL, || Event::Shows(s, self.cards[s.index()])));
        }
    }
    fn score(&self, seat: Seat) -> i32 {
        // Everybody sees scores at all times, so there are none before the cards are turned up.
        if self.status() == Status::Over { self.cards[seat.index()].into() } else { 0 }
    }
    fn ending(&self) -> Option<Ending> {
        (self.status() == Status::Over).then_some(Ending { reason: "turned-up", rule: Rule(1, 4) })
    }
    fn view(&self, who: Option<Seat>) -> View {
        let cards = std::array::from_fn(|i| if self.known(i).reaches(who) { self.cards[i] } else { 0 });
        View { who, table: HighCard { seats: self.seats, turn: self.turn, swapped: self.swapped, cards } }
    }
    fn imagine(view: &View, (): &(), luck: &mut Luck) -> Self {
        // Every card that the viewer has not seen may lie at every place that they cannot see.
        let mut world = view.table.clone();
        let mut unseen: Vec<u8> = (1..=13).filter(|card| !world.cards.contains(card)).collect();
        luck.shuffle(&mut unseen);
        world.cards.iter_mut().filter(|card| **card == 0).zip(unseen).for_each(|(place, card)| *place = card);
        world
    }
    fn refuse(view: &View, _: Action) -> Option<Rule> {
        let asked = view.who.is_some_and(|me| view.table.status().asks(me));
        if asked { None } else { Some(Rule(1, 3)) }
    }
    fn places(&self, cards: &mut Vec<Placed>) {
        cards.extend((0..13).map(|i| Placed::new(i as u16, self.cards[i].into(), self.known(i))));
    }
    fn position(&self) -> HighCard {
        self.clone()
    }
    fn lay_out(written: &HighCard) -> Result<Self, Fault> {
        match (1..=13).find(|card| !written.cards.contains(card)) {
            Some(card) => {
                Err(Fault::near("cards", format!("the cards are 1 to 13, each once; {card} is missing")))
            }
            None if !(2..=4).contains(&written.seats) => Err(Fault::near("seats", "there are 2 to 4 seats")),
            None if written.turn > written.seats => Err(Fault::near("turn", "there is no such turn")),
            None => Ok(written.clone()),
        }
    }
    fn bound(setup: &Setup) -> u32 {
        setup.seats.into()
    }
}

impl Words for HighCard {
    fn prompt(_: &View, _: &Names) -> Prompt {
        Prompt { shape: Shape::Act, rule: Rule(1, 2), words: "Stay or swap?".into(), source: None }
    }
    fn rule_of(_: &View, _: Action) -> Rule {
        Rule(1, 2)
    }
    fn event(event: &Event, names: &Names) -> String {
        match event {
            Event::Chose(seat, act) => format!("{}: {act}.", names.who(*seat)),
            Event::Got(_, card) => format!("It is the {card}."),
            Event::Shows(seat, card) => format!("{} the {card}.", names.does(*seat, "show", "shows")),
        }
    }
}

impl Study for HighCard {}

impl Policy for HighCard {
    type Notes = ();
    fn weigh(view: &View, act: Action) -> i32 {
        let mine = view.who.map_or(0, |me| view.table.cards[me.index()]);
        if act == Action::Stay { i32::from(mine) - 7 } else { 0 }
    }
}
