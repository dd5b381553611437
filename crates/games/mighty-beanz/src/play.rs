//! The game as the house knows it. How it goes on is in `turn`, `attack`, `deeds` and `replies`; each step there names its
//! rule, and `RULES.md` has the words. What is half done lies on a stack of frames.

use ccg::{Cards as _, Place, machine};
use table::edition::other_cards;
use table::game::Placed;
use table::table::Opening;
use table::{Ending, Fault, Game, Info, Luck, Order, Rule, Seat, SeatSet, Sink, Status, To};

use crate::RULES;
use crate::act::{Action, Event};
use crate::cards::{BeanCards, Face, Pack, catalog};
use crate::judge;
use crate::look::Look;
use crate::position::Position;
use crate::prior::Prior;
use crate::setup::{DECKS, Setup};
use crate::state::{Cards, Frame, Galaxy, MightyBeanz, Open, Reason, Side, Step, deck, loot, loot_each};
use crate::turn::count_instants;
use crate::view::View;

static INFO: Info = Info {
    id: "mighty-beanz",
    title: "Mighty Beanz Trading Card Game",
    about: "Line up Beans in three galaxies, knock over those across the table, and flick for the Space Loot.",
    least: 2,
    most: 2,
    revision: 2,
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
        self.cards.kinds(place).map(Face::of)
    }
    #[inline]
    fn count(&self, place: Place) -> u8 {
        self.cards.count(place) as u8
    }
    #[inline]
    fn top(&self, place: Place) -> Option<Face> {
        self.cards.top_kind(place).map(Face::of)
    }
}

impl MightyBeanz {
    /// What every card of the game is.
    fn faces(&self) -> impl Iterator<Item = Face> {
        Cards::places().flat_map(|place| self.cards.kinds(place)).map(Face::of)
    }
}

impl Game for MightyBeanz {
    type Setup = Setup;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = Prior;

    fn info() -> &'static Info {
        &INFO
    }

    const FIRST_CARDS: u64 = <BeanCards as ccg::Cards>::FIRST.0;

    fn card_hash() -> u64 {
        catalog().edition
    }

    fn print(opening: &Opening<Self>) -> Option<String> {
        Some(match opening {
            Opening::Deal(setup) => {
                let lists: Vec<_> = Seat::all(2).map(|seat| setup.list(seat)).collect();
                let decks = DECKS.iter().map(|(name, _)| *name);
                let used = decks.filter(|name| Seat::all(2).any(|seat| setup.deck(seat) == *name));
                BeanCards::book().keep(lists.iter().flat_map(|list| list.iter().copied()), used)
            }
            Opening::Position(position, _) => {
                let game = position.lay_out().ok()?;
                BeanCards::book().keep(game.faces(), [])
            }
        })
    }

    fn reprint(opening: &mut Opening<Self>, cards: u64, kept: Option<&str>) -> Result<(), Fault> {
        let pack = Pack::kept(cards, kept).ok_or_else(|| other_cards::<Self>(cards))??;
        match opening {
            Opening::Deal(setup) => setup.pack = pack,
            Opening::Position(position, _) => position.pack = pack,
        }
        Ok(())
    }

    fn meant(&self, act: Action) -> Action {
        let here = |card: Face| card.among(|| self.faces());
        match act {
            Action::Play { card } => Action::Play { card: here(card) },
            Action::Answer { card } => Action::Answer { card: here(card) },
            Action::Take { card } => Action::Take { card: here(card) },
            Action::Discard { card } => Action::Discard { card: here(card) },
            act => act,
        }
    }

    fn rematch(&self, setup: &Setup) -> Setup {
        // Whatever was played with, the next game has the cards of this program.
        Setup { pack: Pack::OURS, ..setup.clone() }
    }

    fn check(setup: &Setup) -> Result<(), Fault> {
        setup.check()
    }

    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        let mut game = MightyBeanz::bare(setup.expert, setup.steady, setup.house());
        log.tell(To::ALL, || Event::Dealt { expert: setup.expert });
        for seat in Seat::all(2) {
            for face in setup.list(seat).iter() {
                game.cards.bring(face.number(), seat, deck(seat));
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
        game.open.instants = count_instants(&game.cards, setup.house());
        // Rules 1.9 and 1.10, the first question on top.
        let hider = Seat(luck.pick(2) as u8);
        game.push(Step::Hide(hider));
        game.push(Step::Keep(Seat(1)));
        game.push(Step::Keep(Seat(0)));
        game
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn status(&self) -> Status {
        judge::status(self)
    }

    fn legal(&self, seat: Seat, acts: &mut Vec<Action>) {
        if self.status().asks(seat) {
            judge::menu(self, seat, acts);
        }
    }

    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        self.answer(seat, act, luck, log);
        machine::run(self, luck, log);
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

    fn informed(&self) -> Prior {
        let all = || Cards::places().flat_map(|place| self.cards.row(place));
        let list = |seat| all().filter(move |&id| self.cards.owner(id) == Seat(seat));
        Prior { lists: [0, 1].map(|seat| Some(list(seat).map(|id| Face::of(self.cards.kind(id))).collect())) }
    }

    fn imagine(view: &View, prior: &Prior, luck: &mut Luck) -> Self {
        view.imagine(prior, luck)
    }

    fn shown(&self, by: Seat, act: Action, to: Option<Seat>) -> Option<Action> {
        Some(match act {
            Action::Hide { .. } if to != Some(by) => Action::Hide { side: Side::Hidden },
            act => act,
        })
    }

    fn refuse(view: &View, act: Action) -> Option<Rule> {
        match view.who {
            Some(seat) => judge::may(view, seat, act).err(),
            None => Some(if view.open.over.is_some() { Rule(11, 3) } else { Rule(1, 12) }),
        }
    }

    fn thinkable(view: &View, acts: &mut Vec<Action>) {
        view.thinkable(acts);
    }

    fn orders() -> &'static [Order] {
        &[Order { code: "let-happen", text: "Let everything through this turn", this_turn: true }]
    }

    fn obey(view: &View, order: &str) -> Option<Action> {
        (order == "let-happen" && matches!(view.frame(), Some(Frame::Window(_)))).then_some(Action::Pass)
    }

    fn turn(view: &View) -> Option<Seat> {
        (view.open.turns > 0).then_some(view.open.turn)
    }

    fn places(&self, cards: &mut Vec<Placed>) {
        for place in Cards::places() {
            for (n, id) in self.cards.row(place).enumerate() {
                let n = if Cards::is_loose(place) { 0 } else { n as u16 };
                let card = self.cards.kind(id) + (u16::from(self.cards.owner(id).0) << 15);
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

    fn bound(setup: &Setup) -> u32 {
        // Every question of a turn spends a point, a card, or an answer; points come from cards only.
        u32::from(setup.house().most_turns()) * 1000
    }
}
