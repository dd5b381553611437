//! Positions are read carelessly here, in one way after another: spoilt positions must find each of them.

use std::time::Duration;

use high_card::{Action, Event, HighCard, Setup, View};
use proof::positions::{Effort, Found, try_all};
use serde_json::{Value, json};
use table::game::Placed;
use table::{
    Ending, Fault, Game, Info, Luck, Mute, Names, Policy, Prompt, Rule, Seat, Sink, Status, Stream, Study,
    Words,
};

/// High Card, with a slip in how it reads or plays a written position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Careless<const SLIP: u8>(HighCard);

const NONE: u8 = 0;
/// More seats than there are cards for fall over at once.
const PANICS: u8 = 1;
/// It can be the turn of a seat that is not there.
const EMPTY_CHAIR: u8 = 2;
/// A third seat is asked nothing.
const MUTE: u8 = 3;
/// A third seat can choose what it likes: nothing changes.
const IDLE: u8 = 4;
/// A third seat can choose for ever: the choice never ends.
const ENDLESS: u8 = 5;
/// A third seat that swaps gets a card that was not there.
const CONJURER: u8 = 6;
/// A refusal says nothing.
const SPEECHLESS: u8 = 7;
/// Written down again, a third seat is left out.
const FORGETFUL: u8 = 8;

fn written(game: &HighCard) -> Value {
    serde_json::to_value(game).expect("a position can be written")
}

/// A position of High Card with something else in it.
fn with(game: &HighCard, name: &str, value: impl Into<Value>) -> HighCard {
    let mut position = written(game);
    position[name] = value.into();
    serde_json::from_value(position).expect("a position can be read")
}

impl<const SLIP: u8> Careless<SLIP> {
    fn third_is_asked(&self) -> bool {
        self.0.status() == Status::Ask(Seat(2))
    }
}

impl<const SLIP: u8> Game for Careless<SLIP> {
    type Setup = Setup;
    type Position = HighCard;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        HighCard::info()
    }
    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        Careless(HighCard::deal(setup, luck, log))
    }
    fn seats(&self) -> u8 {
        self.0.seats()
    }
    fn status(&self) -> Status {
        self.0.status()
    }
    fn legal(&self, seat: Seat, menu: &mut Vec<Action>) {
        if SLIP != MUTE || seat != Seat(2) {
            self.0.legal(seat, menu);
        }
    }
    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        match SLIP {
            IDLE if self.third_is_asked() => return,
            ENDLESS if self.third_is_asked() => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            _ => self.0.apply(seat, act, luck, log),
        }
        if SLIP == CONJURER && seat == Seat(2) && act == Action::Swap {
            let mut cards = written(&self.0)["cards"].clone();
            cards[0] = cards[12].clone();
            self.0 = with(&self.0, "cards", cards);
        }
    }
    fn score(&self, seat: Seat) -> i32 {
        self.0.score(seat)
    }
    fn ending(&self) -> Option<Ending> {
        self.0.ending()
    }
    fn view(&self, who: Option<Seat>) -> View {
        self.0.view(who)
    }
    fn imagine(view: &View, (): &(), luck: &mut Luck) -> Self {
        Careless(HighCard::imagine(view, &(), luck))
    }
    fn refuse(view: &View, act: Action) -> Option<Rule> {
        HighCard::refuse(view, act)
    }
    fn places(&self, cards: &mut Vec<Placed>) {
        self.0.places(cards);
    }
    fn position(&self) -> HighCard {
        if SLIP == FORGETFUL && self.third_is_asked() { with(&self.0, "turn", 1) } else { self.0.clone() }
    }
    fn lay_out(position: &HighCard) -> Result<Self, Fault> {
        match HighCard::lay_out(position) {
            // As many a rules author would: whoever writes a position knows the rules.
            Err(_) if SLIP == PANICS && position.seats() > 4 => panic!("there are not so many chairs"),
            Err(fault) if SLIP == EMPTY_CHAIR && fault.near.as_deref() == Some("turn") => {
                Ok(Careless(position.clone()))
            }
            Err(_) if SLIP == SPEECHLESS => Err(Fault::new("")),
            laid => laid.map(Careless),
        }
    }
    fn bound(setup: &Setup) -> u32 {
        HighCard::bound(setup)
    }
}

impl<const SLIP: u8> Words for Careless<SLIP> {
    fn prompt(view: &View, names: &Names) -> Prompt {
        HighCard::prompt(view, names)
    }
    fn rule_of(view: &View, act: Action) -> Rule {
        HighCard::rule_of(view, act)
    }
    fn event(event: &Event, names: &Names) -> String {
        HighCard::event(event, names)
    }
}

impl<const SLIP: u8> Study for Careless<SLIP> {}

impl<const SLIP: u8> Policy for Careless<SLIP> {
    type Notes = ();
    fn weigh(view: &View, act: Action) -> i32 {
        HighCard::weigh(view, act)
    }
}

fn tried<const SLIP: u8>() -> Vec<Found> {
    let deal =
        |seats| HighCard::deal(&Setup { seats }, &mut table::Seed::from(1).luck(Stream::Deal), &mut Mute);
    let corpus = [2, 3, 4].map(|seats| written(&deal(seats)));
    let effort = Effort { cases: 1500, patience: Duration::from_secs(3), ..Effort::QUICK };
    try_all::<Careless<SLIP>>(corpus.to_vec(), 4, effort).0
}

#[track_caller]
fn found<const SLIP: u8>(says: &str) {
    let found = tried::<SLIP>();
    let first = found.first().expect("the slip was not found");
    assert!(first.what.contains(says), "'{says}' is not in: {first}");
    assert_ne!(first.position, json!({}).to_string());
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    assert!(tried::<NONE>().is_empty());
}

#[test]
fn a_position_that_panics() {
    found::<PANICS>("panics");
}

#[test]
fn a_position_in_which_an_empty_chair_is_asked() {
    found::<EMPTY_CHAIR>("panics");
}

#[test]
fn a_position_in_which_somebody_is_asked_and_has_no_answer() {
    found::<MUTE>("has no answer");
}

#[test]
fn a_position_that_stands_still() {
    found::<IDLE>("changes nothing");
}

#[test]
fn a_position_that_never_comes_to_an_end() {
    found::<ENDLESS>("is stuck: no end");
}

#[test]
fn a_position_that_makes_up_cards() {
    found::<CONJURER>("cards");
}

#[test]
fn a_position_that_is_refused_without_a_word() {
    found::<SPEECHLESS>("not in one line of words");
}

#[test]
fn a_position_that_cannot_be_written_down_again() {
    found::<FORGETFUL>("written down again");
}
