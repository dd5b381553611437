//! High Card, a complete small game with hidden cards. Copy this folder to begin your own; `docs/add-a-game.md` goes
//! through it step by step. The rules are in `RULES.md`, and the code names them by number.

mod acts;
mod cards;
mod position;
mod view;
mod words;

use serde::{Deserialize, Serialize};
use table::game::Placed;
use table::{Ending, Fault, Game, Info, Luck, PerSeat, Rule, Seat, SeatSet, Sink, Status, To};

pub use acts::{Action, Event};
pub use cards::Cards;
pub use position::Position;
pub use view::{Front, View};

/// The rules page.
pub const RULES: &str = include_str!("../RULES.md");

/// How many cards each is dealt, and so how many rounds there are (rule 1.2).
const EACH: u8 = 3;

static INFO: Info = Info {
    id: "high-card",
    title: "High Card",
    about: "Play a card face down; the highest takes the round.",
    least: 2,
    most: 4,
    revision: 1,
    rules: RULES,
};

/// What is agreed before the deal. A front end fills in `seats`; whatever else you add is an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play.
    pub seats: u8,
}

/// What belongs to one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Player {
    /// The hand.
    pub hand: Cards,
    /// The card played in this round, face down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laid: Option<u8>,
    /// Has this player swapped (rule 2.3)?
    pub swapped: bool,
    /// Rounds taken.
    pub points: u8,
}

/// A position of the game: plain data. The stock needs no field, since it is whatever lies nowhere else.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HighCard {
    seats: u8,
    turn: Seat,
    players: PerSeat<Player>,
    /// Cards turned up or discarded: everybody has seen them.
    seen: Cards,
}

impl HighCard {
    fn stock(&self) -> Cards {
        let mut out = self.seen;
        for player in &self.players.0 {
            player.hand.iter().chain(player.laid).for_each(|card| out.add(card));
        }
        Cards::deck().without(out)
    }

    /// Turns the cards up; the highest takes the round and begins the next one (rule 2.4).
    fn turn_up(&mut self, log: &mut impl Sink<Event>) {
        let mut best = 0;
        for seat in Seat::all(self.seats) {
            let Some(card) = self.players[seat].laid.take() else { continue };
            self.seen.add(card);
            // Nobody but its owner could know it: this is what `reveal` is for.
            log.reveal(To::ALL, || Event::TurnedUp { seat, card });
            if card > best {
                (best, self.turn) = (card, seat);
            }
        }
        let seat = self.turn;
        self.players[seat].points += 1;
        let points = self.players[seat].points;
        // Who takes it follows from the cards just seen: this is what `tell` is for.
        log.tell(To::ALL, || Event::Took { seat, points });
        if self.status() == Status::Over {
            log.tell(To::ALL, || Event::Over { winners: self.winners().iter().collect() });
        }
    }
}

impl Game for HighCard {
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
        match setup.seats {
            2..=4 => Ok(()),
            n => Err(Fault::near("seats", format!("High Card is for 2 to 4 players, not {n} (rule 1.1)"))),
        }
    }

    fn deal(setup: &Setup, luck: &mut Luck, _: &mut impl Sink<Event>) -> Self {
        let mut deck: Vec<u8> = Cards::deck().iter().collect();
        luck.shuffle(&mut deck);
        let mut players = PerSeat::<Player>::default();
        for seat in Seat::all(setup.seats) {
            players[seat].hand = deck.drain(..usize::from(EACH)).collect();
        }
        HighCard { seats: setup.seats, turn: Seat(0), players, seen: Cards::default() }
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn status(&self) -> Status {
        if self.players[self.turn].hand.is_empty() { Status::Over } else { Status::Ask(self.turn) }
    }

    fn legal(&self, seat: Seat, menu: &mut Vec<Action>) {
        if self.status().asks(seat) {
            let Player { hand, swapped, .. } = self.players[seat];
            menu.extend(hand.iter().map(|card| Action::Play { card }));
            if !swapped {
                menu.extend(hand.iter().map(|card| Action::Swap { card }));
            }
        }
    }

    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        match act {
            // Rule 2.3. The stock is never put in order: a card of it is picked when one is needed.
            Action::Swap { card } => {
                let stock = self.stock();
                let pick = luck.pick(u32::from(stock.len())) as usize;
                self.players[seat].swapped = true;
                self.players[seat].hand.remove(card);
                self.seen.add(card);
                log.tell(To::ALL, || Event::Swapped { seat, card });
                if let Some(card) = stock.iter().nth(pick) {
                    self.players[seat].hand.add(card);
                    log.reveal(To::only(seat), || Event::Drew { seat, card });
                }
            }
            // Rule 2.2.
            Action::Play { card } => {
                self.players[seat].hand.remove(card);
                self.players[seat].laid = Some(card);
                log.tell(To::ALL, || Event::Played { seat });
                match seat.others(self.seats).find(|&s| self.players[s].laid.is_none()) {
                    Some(next) => self.turn = next,
                    None => self.turn_up(log),
                }
            }
        }
    }

    fn score(&self, seat: Seat) -> i32 {
        i32::from(self.players[seat].points)
    }

    fn ending(&self) -> Option<Ending> {
        (self.status() == Status::Over).then_some(Ending { reason: "all-played", rule: Rule(3, 1) })
    }

    fn turns(&self) -> u32 {
        // A turn is a round here.
        u32::from((EACH - self.players[self.turn].hand.len() + 1).min(EACH))
    }

    fn view(&self, who: Option<Seat>) -> View {
        View::of(self, who)
    }

    fn imagine(view: &View, _: &(), luck: &mut Luck) -> Self {
        view.imagine(luck)
    }

    fn shown(&self, by: Seat, act: Action, to: Option<Seat>) -> Option<Action> {
        match act {
            Action::Play { .. } if to != Some(by) => Some(Action::Play { card: 0 }),
            _ => Some(act),
        }
    }

    fn refuse(view: &View, act: Action) -> Option<Rule> {
        view.refuse(act)
    }

    fn thinkable(view: &View, acts: &mut Vec<Action>) {
        view.thinkable(acts);
    }

    fn places(&self, cards: &mut Vec<Placed>) {
        const LAID: u16 = 10;
        const STOCK: u16 = 20;
        const SEEN: u16 = 21;
        let mut put = |place, card: u8, known| cards.push(Placed::new(place, u16::from(card), known));
        for seat in Seat::all(self.seats) {
            let Player { hand, laid, .. } = self.players[seat];
            hand.iter().for_each(|card| put(u16::from(seat.0), card, To::only(seat)));
            laid.into_iter().for_each(|card| put(LAID + u16::from(seat.0), card, To::only(seat)));
        }
        let nobody = To { seats: SeatSet::NONE, gallery: false };
        self.stock().iter().for_each(|card| put(STOCK, card, nobody));
        self.seen.iter().for_each(|card| put(SEEN, card, To::ALL));
    }

    fn position(&self) -> Position {
        Position::of(self)
    }

    fn lay_out(position: &Position) -> Result<Self, Fault> {
        position.lay_out()
    }

    fn bound(setup: &Setup) -> u32 {
        // Everybody plays every card and swaps once.
        u32::from(setup.seats) * (u32::from(EACH) + 1)
    }
}
