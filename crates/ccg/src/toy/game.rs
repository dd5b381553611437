//! The toy as a game of the house.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize, Serializer};
use table::game::Placed;
use table::{Ending, Fault, Game, Info, Luck, Rule, Seat, SeatSet, Sink, Status, To};

use super::words::{Alley, Moment, Pick, Test, Verb, aim};
use crate::arena::{Arena, HOUSE, Place, Viewers};
use crate::catalog::Catalog;
use crate::frame::{Act, Aim, Frame, Window};
use crate::lasting::{Effects, Past, end};
use crate::machine::{self, Answering, Doer, Flow, News, Reply, Why, World};
use crate::program::{Ability, Script};
use crate::sealed::Sealed;
use crate::sight::Sight;
use crate::tag::{InPlay, Tag};
use crate::written::Written;
use table::cards::Pile;

/// A card as its file says it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToyCard {
    pub(super) name: String,
    #[serde(default)]
    pub(super) strength: u8,
    pub(super) abilities: Vec<Ability<Alley>>,
}

impl crate::Card for ToyCard {
    fn name(&self) -> &str {
        &self.name
    }
}

pub(super) fn catalog() -> &'static Catalog<ToyCard> {
    static CARDS: OnceLock<Catalog<ToyCard>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let reading = crate::read("cards.ron", include_str!("cards.ron"));
        assert!(reading.mistakes.is_empty(), "{:?}", reading.mistakes);
        Catalog::new(reading.entries).0
    })
}

pub(super) fn script(card: u16) -> &'static Script<Alley> {
    static SCRIPTS: OnceLock<Vec<Script<Alley>>> = OnceLock::new();
    let scripts = SCRIPTS.get_or_init(|| {
        let script = |card: &ToyCard| {
            let (script, wrong) = Script::new(&card.abilities);
            assert!(wrong.is_empty(), "{wrong:?}");
            script
        };
        catalog().cards().map(script).collect()
    });
    &scripts[usize::from(card)]
}

pub(super) fn card(name: &str) -> u16 {
    catalog().find(&crate::slug(name)).unwrap_or_else(|| panic!("no card {name}"))
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub(super) struct Own {
    pub(super) hurt: u8,
    pub(super) used: u8,
}

const SEATS: u8 = 3;
const EACH: u8 = 4;
pub(super) const AIR: Place = Place(SEATS * EACH);
const LOOT: Place = Place(SEATS * EACH + 1);
const SPENT: Place = Place(SEATS * EACH + 2);
const PLACES: usize = (SEATS * EACH) as usize + 3;
const CARDS: usize = 84;
const LOOSE: u128 = 1 | 1 << EACH | 1 << (2 * EACH);
type Cards = Arena<InPlay<Own, 84>, CARDS, PLACES, LOOSE>;

pub(super) fn hand(seat: Seat) -> Place {
    Place(seat.0 * EACH)
}
pub(super) fn deck(seat: Seat) -> Place {
    if seat == HOUSE { LOOT } else { Place(seat.0 * EACH + 1) }
}
pub(super) fn discard(seat: Seat) -> Place {
    if seat == HOUSE { SPENT } else { Place(seat.0 * EACH + 2) }
}
pub(super) fn street(seat: Seat) -> Place {
    Place(seat.0 * EACH + 3)
}

/// The steps of the game itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(super) enum Step {
    #[default]
    Turn,
    Bids(Sealed),
    /// A turn is about to end, and others may answer that.
    Dusk,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Told {
    pub(super) turn: Seat,
    pub(super) turns: u8,
    pub(super) points: [u8; SEATS as usize],
    pub(super) out: SeatSet,
    pub(super) over: bool,
    /// Are answers gathered, and the newest carried out first?
    pub(super) chain: bool,
}

/// All that everybody sees besides the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Open {
    pub(super) turn: Seat,
    pub(super) turns: u8,
    pub(super) points: [u8; SEATS as usize],
    pub(super) out: SeatSet,
    pub(super) over: bool,
    pub(super) chain: bool,
    pub(super) effects: Effects<i8, 12>,
    pub(super) frames: Pile<Frame<Alley, Step>, 16>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Toy {
    pub(super) cards: Cards,
    pub(super) open: Open,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct View {
    pub(super) who: Option<Seat>,
    sight: Sight<InPlay<Own, 84>, CARDS, PLACES, LOOSE>,
    pub(super) open: Open,
}

/// Every number on the table.
pub(super) struct Board {
    pub(super) strength: [u8; 84],
}

/// What the words ask, of a table or of a view.
pub(super) trait Toys: World<Tongue = Alley, Own = Step, Board = Board> {
    fn open(&self) -> &Open;
    fn count(&self, place: Place) -> u16;
    /// The different cards at a place, as far as they are known. Whoever searches a deck knows which cards there are.
    fn lists(&self, place: Place) -> Vec<u16>;
    fn lies_in_street(&self, card: Tag) -> bool;

    /// The next player who is in the game.
    fn next(&self, seat: Seat) -> Seat {
        let others = (1..=SEATS).map(|n| Seat((seat.0 + n) % SEATS));
        others.into_iter().find(|&seat| !self.open().out.has(seat)).unwrap_or(seat)
    }

    /// The card that the newest open window is about.
    fn subject_of_window(&self) -> Option<Tag> {
        self.open().frames.iter().rev().find_map(|frame| match frame {
            Frame::Window(window) => window.subject.some(),
            _ => None,
        })
    }

    fn numbers(&self) -> Board {
        let mut board = Board { strength: [0; 84] };
        for tag in self.in_play() {
            let Some(card) = self.face(tag) else { continue };
            let mut number = crate::Number::printed(i32::from(catalog()[card].strength));
            for giver in self.in_play().filter(|&giver| giver != tag && self.lies_in_street(giver)) {
                let Some(face) = self.face(giver) else { continue };
                for verb in script(face).always() {
                    if let Verb::Aura(n) = verb
                        && self.controller(giver) == self.controller(tag)
                    {
                        number.change(crate::Change::Add(i32::from(n)));
                    }
                }
            }
            for effect in self.open().effects.iter().filter(|effect| effect.on == tag) {
                number.change(crate::Change::Add(i32::from(effect.what)));
            }
            board.strength[usize::from(tag.0)] = number.value() as u8;
        }
        board
    }
}

macro_rules! worldly {
    ($Name:ty, $in_play:expr, $face:expr, $controller:expr, $held:expr, $marks:expr) => {
        impl World for $Name {
            type Tongue = Alley;
            type Own = Step;
            type Board = Board;

            fn answering(&self) -> Answering {
                if self.open.chain { Answering::Chain } else { Answering::Nested }
            }
            fn script(&self, card: u16) -> &'static Script<Alley> {
                script(card)
            }
            fn frames(&self) -> &[Frame<Alley, Step>] {
                &self.open.frames
            }
            fn seats(&self) -> u8 {
                SEATS
            }
            fn is_over(&self) -> bool {
                self.open.over
            }
            fn board(&self) -> Board {
                self.numbers()
            }
            fn candidates(&self, pick: Pick, act: &Act, each: &mut impl FnMut(Aim)) {
                match pick {
                    Pick::InDeck => self.lists(deck(act.seat)).into_iter().map(Aim::card).for_each(each),
                    Pick::InTheirHand => {
                        self.lists(hand(self.next(act.seat))).into_iter().map(Aim::card).for_each(each);
                    }
                    _ => self.in_play().map(Aim::at).for_each(each),
                }
            }
            fn fits(&self, _: &Board, pick: Pick, act: &Act, aim: Aim) -> Result<(), Rule> {
                if aim.tag() != Tag::NONE && !self.in_play().any(|there| there == aim.tag()) {
                    return Err(self.rule(Why::NotThere, None));
                }
                if pick.fits(self, act, aim) { Ok(()) } else { Err(pick.row().rule) }
            }
            fn asks(&self, board: &Board, pick: Pick, act: &Act) -> bool {
                match pick {
                    // What is in a deck or in a hand is a secret, how much is in it is not.
                    Pick::InDeck => self.count(deck(act.seat)) > 0,
                    Pick::InTheirHand => self.count(hand(self.next(act.seat))) > 0,
                    _ => self.in_play().any(|card| self.fits(board, pick, act, Aim::at(card)).is_ok()),
                }
            }
            fn chooser(&self, pick: Pick, act: &Act) -> Seat {
                if pick == Pick::InTheirHand { self.next(act.seat) } else { act.seat }
            }
            fn holds(&self, _: &Board, test: Test, act: &Act) -> Result<(), Rule> {
                if test.holds(self, act) { Ok(()) } else { Err(test.row().rule) }
            }
            fn payable(&self, _: &Board, cost: Verb, act: &Act) -> Result<(), Rule> {
                // The card itself is still in the hand when this is asked.
                let held = self.count(hand(act.seat)) - u16::from(act.me == Tag::NONE);
                match cost {
                    Verb::Toss(n) if held < u16::from(n) => Err(cost.row().rule),
                    _ => Ok(()),
                }
            }
            fn subject(&self, verb: Verb, act: &Act) -> Tag {
                if let Verb::HitMe(_) = verb { act.me } else { aim(act) }
            }
            fn in_play(&self) -> impl Iterator<Item = Tag> {
                $in_play(self)
            }
            fn face(&self, card: Tag) -> Option<u16> {
                $face(self, card)
            }
            fn controller(&self, card: Tag) -> Seat {
                $controller(self, card)
            }
            fn held(&self, seat: Seat) -> impl Iterator<Item = u16> {
                let mut last = None;
                $held(self, seat).filter(move |card| last.replace(*card) != Some(*card))
            }
            fn is_used(&self, card: Tag, nth: u8) -> bool {
                $marks(self, card).is_some_and(|marks: InPlay<Own, 84>| marks.own.used >> nth & 1 == 1)
            }
            fn first_asked(&self, about: &Frame<Alley, Step>) -> Seat {
                match about {
                    Frame::Act(act) => act.seat.next(SEATS),
                    _ => self.open.turn.next(SEATS),
                }
            }
            fn could_answer(&self, seat: Seat, window: &Window<Alley>) -> bool {
                let about = match self.open.frames.get(usize::from(window.about)) {
                    Some(Frame::Act(about)) => about.seat,
                    Some(_) => self.open.turn,
                    None => return false,
                };
                let listens = |tag: Tag| {
                    self.controller(tag) == seat
                        && self.face(tag).is_some_and(|face| script(face).answers(window.moment))
                };
                seat != about
                    && !self.open.out.has(seat)
                    && (self.count(hand(seat)) > 0 || self.in_play().any(listens))
            }
            fn own_asks(&self, own: &Step) -> Option<Seat> {
                match own {
                    Step::Turn => (!self.open.out.has(self.open.turn)).then_some(self.open.turn),
                    Step::Bids(bids) => bids.waits_for().iter().next(),
                    Step::Dusk => None,
                }
            }
            fn own_acts(&self, own: &Step) -> bool {
                *own == Step::Turn
            }
            fn rule(&self, why: Why, _: Option<&Act>) -> Rule {
                Rule(
                    match why {
                        Why::NotAsked | Why::Over | Why::NotHeld | Why::NotThere | Why::NotYours => 1,
                        _ => 2,
                    },
                    match why {
                        Why::NotAsked => 6,
                        Why::Over => 3,
                        Why::NotHeld | Why::NotYours => 4,
                        Why::NotThere => 5,
                        Why::NoSuchAbility | Why::NotFromHere => 1,
                        Why::AnswersSomethingElse | Why::OnlyAnswers => 2,
                        Why::NoAnswer => 3,
                        Why::ByItself => 4,
                        Why::Once => 5,
                        Why::NoTarget => 6,
                        Why::PickOne | Why::NotNothing => 7,
                        Why::YesOrNo | Why::PickASide => 8,
                        Why::NothingToPass => 10,
                    },
                )
            }
        }

        impl Toys for $Name {
            fn open(&self) -> &Open {
                &self.open
            }
            fn count(&self, place: Place) -> u16 {
                <$Name>::count_at(self, place)
            }
            fn lists(&self, place: Place) -> Vec<u16> {
                let mut cards = <$Name>::cards_at(self, place);
                cards.sort_unstable();
                cards.dedup();
                cards
            }
            fn lies_in_street(&self, card: Tag) -> bool {
                <$Name>::place_of(self, card).is_some_and(|place| place != AIR)
            }
        }
    };
}

impl Toy {
    fn count_at(&self, place: Place) -> u16 {
        self.cards.count(place)
    }
    fn cards_at(&self, place: Place) -> Vec<u16> {
        self.cards.kinds(place).collect()
    }
    fn place_of(&self, card: Tag) -> Option<Place> {
        self.cards.tagged(card).map(|id| self.cards.place(id))
    }
}
impl View {
    fn count_at(&self, place: Place) -> u16 {
        self.sight.count(place)
    }
    fn cards_at(&self, place: Place) -> Vec<u16> {
        self.sight.known(place).collect()
    }
    fn place_of(&self, card: Tag) -> Option<Place> {
        self.sight.tagged(card).map(|(place, _)| place)
    }
}

worldly!(
    Toy,
    |toy: &'_ Toy| {
        let tags: Vec<Tag> = toy.cards.in_play().map(|(tag, _)| tag).collect();
        tags.into_iter()
    },
    |toy: &Toy, card| toy.cards.tagged(card).map(|id| toy.cards.kind(id)),
    |toy: &Toy, card| toy.cards.tagged(card).map_or(HOUSE, |id| toy.cards.controller(id)),
    |toy: &Toy, seat| toy.cards.kinds(hand(seat)).collect::<Vec<_>>().into_iter(),
    |toy: &Toy, card| toy.cards.tagged(card).map(|id| toy.cards.marks(id))
);
worldly!(
    View,
    |view: &'_ View| {
        let tags: Vec<Tag> = (0..84).map(Tag).filter(|tag| view.sight.tagged(*tag).is_some()).collect();
        tags.into_iter()
    },
    |view: &View, card| view.sight.tagged(card).and_then(|(_, spot)| spot.known()),
    |view: &View, card| view.sight.tagged(card).map_or(HOUSE, |(_, spot)| spot.controller()),
    |view: &View, seat| view.sight.known(hand(seat)).collect::<Vec<_>>().into_iter(),
    |view: &View, card| view.sight.tagged(card).map(|(_, spot)| spot.marks)
);

impl Doer for Toy {
    type Event = Event;
    type Frames = Pile<Frame<Alley, Step>, 16>;

    fn room(&self, more: usize) -> bool {
        self.open.frames.has_room(more)
    }
    fn frames_mut(&mut self) -> &mut Self::Frames {
        &mut self.open.frames
    }
    fn perform(&mut self, verb: Verb, act: &mut Act, luck: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
        verb.run(self, act, luck, log)
    }
    fn go_on(&mut self, own: Step, _: &mut Luck, log: &mut impl Sink<Event>) {
        match own {
            // Whoever's turn it was is out.
            Step::Turn => self.next_turn(log),
            Step::Dusk => {
                self.open.frames.pop();
                self.next_turn(log);
            }
            Step::Bids(bids) => {
                self.open.frames.pop();
                let best =
                    Seat::all(SEATS).filter_map(|seat| Some((bids.answer(seat)?, 9 - seat.0, seat))).max();
                let Some((bid, _, seat)) = best else { return };
                self.open.points[seat.index()] += bid;
                log.reveal(To::ALL, || Event::Gained(seat, bid));
            }
        }
    }
    fn declare(&mut self, act: &mut Act, log: &mut impl Sink<Event>) {
        if act.me == Tag::NONE
            && let Some(id) = self.cards.find(hand(act.seat), act.card)
        {
            self.cards.open(id);
            self.cards.put(id, AIR);
            log.reveal(To::ALL, || Event::Played(act.seat, act.card));
            act.me = self.cards.enter(id).unwrap_or(Tag::NONE);
        }
        let once = script(act.card).head(act.nth).is_some_and(|head| head.once);
        if let Some(id) = self.cards.tagged(act.me).filter(|_| once) {
            self.cards.mark(id, |marks| marks.own.used |= 1 << act.nth);
        }
    }
    fn let_see(&mut self, pick: Pick, act: &Act, log: &mut impl Sink<Event>) {
        if pick == Pick::InDeck {
            let ids: Vec<_> = self.cards.row(deck(act.seat)).collect();
            ids.into_iter().for_each(|id| self.cards.show(id, Viewers::one(Some(act.seat))));
            log.reveal(To::only(act.seat), || Event::Saw(self.cards_at(deck(act.seat))));
        }
    }
    fn finish(&mut self, act: &Act, log: &mut impl Sink<Event>) {
        if self.cards.tagged(act.me).is_some_and(|id| self.cards.place(id) == AIR) {
            self.send_away(act.me, log);
        }
        if self.open.frames.len() == 1 {
            end(&mut self.open.effects, Past::Act);
        }
        self.settle(log);
    }
    fn announce(&mut self, news: News<Alley>, log: &mut impl Sink<Event>) {
        log.tell(To::ALL, || match news {
            News::Asked(seat, moment) => Event::Asked(seat, moment),
            News::Passed(seat) => Event::Passed(seat),
            News::Begun(act) => Event::Begun(act.seat, act.card),
            // What is picked out of a hand or a deck is shown when something comes of it.
            News::Picked(act, aim) => Event::Picked(act.seat, aim.tag()),
            News::Dead(act) => Event::Dead(act.seat, act.card),
            News::Changed(act) => Event::Changed(act.card, script(act.card).clause(act.nth, act.pc)),
        });
    }
}

impl Toy {
    fn next_turn(&mut self, log: &mut impl Sink<Event>) {
        end(&mut self.open.effects, Past::Turn);
        let others = (1..=SEATS).map(|n| Seat((self.open.turn.0 + n) % SEATS));
        let next = others.into_iter().find(|&seat| !self.open.out.has(seat));
        self.open.turn = next.unwrap_or(self.open.turn);
        self.open.turns += 1;
        if self.open.turns >= 12 {
            self.open.over = true;
            return;
        }
        end(&mut self.open.effects, Past::TurnOf(self.open.turn));
        let used: Vec<_> = self.cards.in_play().map(|(_, id)| id).collect();
        used.into_iter().for_each(|id| self.cards.mark(id, |marks| marks.own.used = 0));
        self.settle(log);
        if let Some(id) = self.cards.top(deck(self.open.turn)) {
            let seat = self.open.turn;
            self.cards.show(id, Viewers::one(Some(seat)));
            self.cards.put(id, hand(seat));
            let card = self.cards.kind(id);
            log.reveal(To::only(seat), || Event::Got(seat, card));
        }
    }
}

/// One answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Action {
    Kernel(Reply),
    Bid(u8),
    End,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::End => f.write_str("end"),
            Action::Bid(n) => write!(f, "bid {n}"),
            Action::Kernel(reply) => match reply {
                Reply::Pass => f.write_str("pass"),
                Reply::Yes => f.write_str("yes"),
                Reply::No => f.write_str("no"),
                Reply::Side(n) => write!(f, "side {n}"),
                Reply::Nothing => f.write_str("nothing"),
                Reply::Pick(aim) => match aim.kind() {
                    Some(card) => write!(f, "take {card}"),
                    None => write!(f, "at {}", aim.tag().0),
                },
                Reply::Play(card, nth) => write!(f, "play {card} {nth}"),
                Reply::Use(tag, nth) => write!(f, "use {} {nth}", tag.0),
            },
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |n: usize| words[n].parse::<u16>().map_err(|e| format!("'{}': {e}", words[n]));
        let byte = |n: usize| number(n).map(|n| n as u8);
        Ok(match words[..] {
            ["end"] => Action::End,
            ["bid", _] => Action::Bid(byte(1)?),
            ["pass"] => Action::Kernel(Reply::Pass),
            ["yes"] => Action::Kernel(Reply::Yes),
            ["no"] => Action::Kernel(Reply::No),
            ["side", _] => Action::Kernel(Reply::Side(byte(1)?)),
            ["nothing"] => Action::Kernel(Reply::Nothing),
            ["at", _] => Action::Kernel(Reply::Pick(Aim::at(Tag(byte(1)?)))),
            ["take", _] => Action::Kernel(Reply::Pick(Aim::card(number(1)?))),
            ["play", _, _] => Action::Kernel(Reply::Play(number(1)?, byte(2)?)),
            ["use", _, _] => Action::Kernel(Reply::Use(Tag(byte(1)?), byte(2)?)),
            _ => return Err(format!("'{text}' is not an action")),
        })
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Action, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) enum Event {
    Asked(Seat, Moment),
    Passed(Seat),
    Begun(Seat, u16),
    Picked(Seat, Tag),
    Dead(Seat, u16),
    Changed(u16, u8),
    Saw(Vec<u16>),
    Entered(Seat, Tag),
    Struck(Tag, u8),
    Left(Tag),
    Drew(Seat, u8),
    Got(Seat, u16),
    Found(Seat, u16),
    Gained(Seat, u8),
    Tossed(Seat, u16),
    Took(Seat, Tag),
    Out(Seat),
    Played(Seat, u16),
    Bid(Seat),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    pub(super) seats: u8,
    #[serde(default)]
    pub(super) chain: bool,
}

/// A written position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    cards: Vec<Written<InPlay<Own, 84>>>,
    told: Told,
    effects: Vec<crate::lasting::Lasting<i8>>,
    frames: Vec<Frame<Alley, Step>>,
}

static INFO: Info = Info {
    id: "back-alley",
    title: "Back Alley",
    about: "A toy.",
    least: 3,
    most: 3,
    revision: 1,
    rules: include_str!("rules.md"),
    settings: &[],
};

impl Serialize for View {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        format!("{self:?}").serialize(to)
    }
}

/// What a seat may answer, of a state or a view.
pub(super) fn menu(world: &impl Toys, seat: Seat, list: &mut Vec<Action>) {
    if machine::asked(world) != Some(seat) {
        return;
    }
    match world.frames().last() {
        Some(Frame::Own(Step::Turn)) => list.push(Action::End),
        Some(Frame::Own(Step::Bids(_))) => list.extend((0..3).map(Action::Bid)),
        _ => {}
    }
    machine::menu(world, &world.board(), seat, |reply| list.push(Action::Kernel(reply)));
}

impl Game for Toy {
    type Setup = Setup;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }
    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        let mut toy = Toy::bare();
        toy.open.chain = setup.chain;
        let loot = card("Loot");
        for seat in Seat::all(SEATS) {
            (0..loot).for_each(|kind| {
                toy.cards.bring(kind, seat, deck(seat));
            });
            toy.cards.shuffle(deck(seat), luck);
            for _ in 0..6 {
                let Some(id) = toy.cards.top(deck(seat)) else { break };
                toy.cards.show(id, Viewers::one(Some(seat)));
                toy.cards.put(id, hand(seat));
                let kind = toy.cards.kind(id);
                log.reveal(To::only(seat), || Event::Got(seat, kind));
            }
        }
        for kind in [loot, loot, loot + 1, loot + 1] {
            toy.cards.bring(kind, HOUSE, LOOT);
        }
        toy.cards.shuffle(LOOT, luck);
        toy
    }
    fn seats(&self) -> u8 {
        SEATS
    }
    fn status(&self) -> Status {
        machine::asked(self).map_or(Status::Over, Status::Ask)
    }
    fn legal(&self, seat: Seat, list: &mut Vec<Action>) {
        menu(self, seat, list);
    }
    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        match act {
            Action::Kernel(reply) => machine::answer(self, seat, reply, log),
            Action::End => {
                self.open.frames.push(Frame::Own(Step::Dusk));
                machine::open_window(self, Moment::Dusk, Tag::NONE, self.open.frames.len() - 1);
            }
            Action::Bid(n) => {
                if let Some(Frame::Own(Step::Bids(bids))) = self.open.frames.last_mut() {
                    bids.give(seat, n);
                    log.tell(To::ALL, || Event::Bid(seat));
                }
            }
        }
        machine::run(self, luck, log);
    }
    fn score(&self, seat: Seat) -> i32 {
        i32::from(self.open.points[seat.index()])
    }
    fn ending(&self) -> Option<Ending> {
        self.open.over.then_some(Ending { reason: "over", rule: Rule(1, 3) })
    }
    fn view(&self, who: Option<Seat>) -> View {
        let mut open = self.open;
        for frame in open.frames.iter_mut() {
            if let Frame::Own(Step::Bids(bids)) = frame {
                *bids = bids.seen_by(who);
            }
        }
        View { who, sight: Sight::of(&self.cards, who, SeatSet::ALL), open }
    }
    fn imagine(view: &View, (): &(), luck: &mut Luck) -> Self {
        let mut open = view.open;
        for frame in open.frames.iter_mut() {
            if let Frame::Own(Step::Bids(bids)) = frame {
                *bids = bids.imagine(luck, |_, luck| luck.pick(3) as u8);
            }
        }
        Toy { cards: view.sight.imagine(luck, |_, _| 0), open }
    }
    fn shown(&self, by: Seat, act: Action, to: Option<Seat>) -> Option<Action> {
        Some(match act {
            Action::Bid(_) if to != Some(by) => Action::Bid(9),
            act => act,
        })
    }
    fn refuse(view: &View, act: Action) -> Option<Rule> {
        let seat = view.who?;
        let frame = view.open.frames.last();
        let no = |why: Why| Some(view.rule(why, None));
        match act {
            Action::Kernel(reply) => machine::may(view, &view.board(), seat, reply).err(),
            _ if view.open.over => no(Why::Over),
            _ if machine::asked(view) != Some(seat) => no(Why::NotAsked),
            Action::End if matches!(frame, Some(Frame::Own(Step::Turn))) => None,
            Action::End => Some(Rule(2, 10)),
            Action::Bid(n) if n < 3 && matches!(frame, Some(Frame::Own(Step::Bids(_)))) => None,
            Action::Bid(_) => Some(Rule(1, 7)),
        }
    }
    fn places(&self, cards: &mut Vec<Placed>) {
        for place in Cards::places() {
            for (n, id) in self.cards.row(place).enumerate() {
                let n = if Cards::is_loose(place) { 0 } else { n as u16 };
                let card = self.cards.kind(id) + 4096 * u16::from(self.cards.owner(id).0);
                cards.push(Placed::new(u16::from(place.0) * 128 + n, card, self.cards.known(id).to()));
            }
        }
    }
    fn position(&self) -> Position {
        let Open { turn, turns, points, out, over, chain, effects, frames } = self.open;
        Position {
            cards: self.cards.write(),
            told: Told { turn, turns, points, out, over, chain },
            effects: effects.to_vec(),
            frames: frames.to_vec(),
        }
    }
    fn lay_out(position: &Position) -> Result<Self, Fault> {
        let cards = Cards::lay_out(&position.cards, SEATS, catalog().len() as u16).map_err(Fault::new)?;
        let Told { turn, turns, points, out, over, chain } = position.told;
        let mut toy = Toy { cards, open: Open { turn, turns, points, out, over, chain, ..Toy::bare().open } };
        if !toy.open.effects.has_room(position.effects.len()) || position.frames.len() > 16 {
            return Err(Fault::new("too much is half done"));
        }
        position.effects.iter().for_each(|effect| toy.open.effects.push(*effect));
        toy.open.frames.clear();
        position.frames.iter().for_each(|frame| toy.open.frames.push(*frame));
        Ok(toy)
    }
    fn bound(_: &Setup) -> u32 {
        12 * 400
    }
}

impl Toy {
    /// Nothing on the table, and the first seat's turn.
    pub(super) fn bare() -> Toy {
        let mut frames = Pile::default();
        frames.push(Frame::Own(Step::Turn));
        let open = Open {
            turn: Seat(0),
            turns: 0,
            points: [0; 3],
            out: SeatSet::NONE,
            over: false,
            chain: false,
            effects: Pile::default(),
            frames,
        };
        Toy { cards: Cards::default(), open }
    }
}
