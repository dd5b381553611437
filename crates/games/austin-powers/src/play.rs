//! The game as the house knows it. How it goes on is in `turn`, `ships`, `fight` and `deeds`; each step there names its rule,
//! and `RULES.md` has the words. What is half done lies on a stack of frames.

use ccg::{Cards as _, Marks as _, Place, Tag, machine};
use table::edition::other_cards;
use table::game::Placed;
use table::table::Opening;
use table::{Ending, Fault, Game, Info, Luck, Rule, Seat, SeatSet, Sink, Status, To};

use crate::RULES;
use crate::act::{Action, Event};
use crate::cards::{Face, MojoCards, Pack, catalog};
use crate::judge;
use crate::look::Look;
use crate::position::Position;
use crate::prior::Prior;
use crate::setup::{DECKS, Setup};
use crate::state::{AustinPowers, Cards, HAND, MOST_ROUNDS, Open, Reason, Step, deck};
use crate::view::View;

static INFO: Info = Info {
    id: "austin-powers",
    title: "Austin Powers Collectible Card Game",
    about: "Shag, Assassinate and throw Frickin' Bones: first to a hundred Mojo, or a hundred billion in Ransom.",
    least: 2,
    most: 6,
    revision: 1,
    rules: RULES,
    settings: &Setup::SETTINGS,
};

impl Look for AustinPowers {
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
    fn tagged_row(&self, place: Place) -> impl Iterator<Item = (Tag, Face)> {
        self.cards.row(place).map(|id| (self.cards.marks(id).tag(), Face::of(self.cards.kind(id))))
    }
    #[inline]
    fn tagged(&self, tag: Tag) -> Option<(Place, Face)> {
        self.cards.tagged(tag).map(|id| (self.cards.place(id), Face::of(self.cards.kind(id))))
    }
    fn on_top(&self, seat: Seat, n: u8) -> impl Iterator<Item = Face> {
        let from = usize::from(self.count(deck(seat)).saturating_sub(n));
        let mut top = [Face::HIDDEN; crate::state::DECK];
        let mut many = 0;
        for face in self.row(deck(seat)).skip(from).take(top.len()) {
            top[many] = face;
            many += 1;
        }
        (0..many).rev().map(move |at| top[at])
    }
}

impl AustinPowers {
    /// What every card of the game is.
    fn faces(&self) -> impl Iterator<Item = Face> {
        self.all_cards().map(|id| self.face(id))
    }
}

impl Game for AustinPowers {
    type Setup = Setup;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = Prior;

    fn info() -> &'static Info {
        &INFO
    }

    const FIRST_CARDS: u64 = <MojoCards as ccg::Cards>::FIRST.0;

    fn card_hash() -> u64 {
        catalog().edition
    }

    fn print(opening: &Opening<Self>) -> Option<String> {
        Some(match opening {
            Opening::Deal(setup) => {
                let lists: Vec<_> = Seat::all(setup.seats).map(|seat| setup.list(seat)).collect();
                let decks = DECKS.iter().map(|(name, _)| *name);
                let used = decks.filter(|name| Seat::all(setup.seats).any(|seat| setup.deck(seat) == *name));
                MojoCards::book().keep(lists.iter().flat_map(|list| list.iter().copied()), used)
            }
            Opening::Position(position, _) => MojoCards::book().keep(position.lay_out().ok()?.faces(), []),
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
            Action::Swing { card, way } => Action::Swing { card: here(card), way },
            Action::Happen { card } => Action::Happen { card: here(card) },
            Action::Bone { card } => Action::Bone { card: here(card) },
            Action::Throw { card } => Action::Throw { card: here(card) },
            Action::Take { card } => Action::Take { card: here(card) },
            Action::Discard { card } => Action::Discard { card: here(card) },
            act => act,
        }
    }

    /// The winner wears the Daddy pants (rule 15.5); of several the lot decides, which is drawn from how the game went.
    fn rematch(&self, setup: &Setup) -> Setup {
        let winners: Vec<Seat> = self.open.winners.iter().collect();
        let lot = table::fingerprint(&format!("{:?}{}", self.open.scores, self.open.turns)) as usize;
        let pants = winners.get(lot % winners.len().max(1)).copied();
        let side = pants.map_or(setup.side, |seat| self.open.sides[seat.index()]);
        let mut next = Setup { pants, side, pack: Pack::OURS, ..setup.clone() };
        // Whoever plays the other side now has the starter of that side.
        let sides = next.sides();
        for (seat, deck) in Seat::all(next.seats).zip(&mut next.decks) {
            if sides[seat.index()] != self.open.sides[seat.index()] {
                deck.clear();
            }
        }
        next
    }

    fn check(setup: &Setup) -> Result<(), Fault> {
        setup.check()
    }

    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        let mut game = AustinPowers::bare(setup.seats, setup.sides());
        (game.open.closed_lists, game.open.leaving) = (setup.closed_lists, setup.leaving);
        for seat in Seat::all(setup.seats) {
            for face in setup.list(seat).iter() {
                game.cards.bring(face.number(), seat, deck(seat));
            }
            game.cards.shuffle(deck(seat), luck);
        }
        // Rule 1.4, rule 15.5.
        let first = setup.pants.unwrap_or_else(|| Seat(luck.pick(u32::from(setup.seats)) as u8));
        log.tell(To::ALL, || Event::Dealt { first, pants: setup.pants.is_some() });
        // One hand, and no other (rules 3.1, 3.2).
        for seat in Seat::all(setup.seats) {
            game.draw(seat, HAND, luck, log);
        }
        game.begin_turn(first, log);
        game
    }

    fn seats(&self) -> u8 {
        self.open.seats
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

    /// The order comes from the house: by reaction (rule 7.1), by lot (rule 7.4) or, for bots, by a delay of theirs (rule 7.5). A
    /// record keeps it (rule 7.2).
    fn race(&mut self, answers: &[(Seat, Action)], luck: &mut Luck, log: &mut impl Sink<Event>) {
        AustinPowers::race(self, answers, log);
        machine::run(self, luck, log);
    }

    fn score(&self, seat: Seat) -> i32 {
        i32::from(self.open.scores[seat.index()])
    }

    fn ending(&self) -> Option<Ending> {
        self.open.over.map(Reason::ending)
    }

    fn winners(&self) -> SeatSet {
        self.open.winners
    }

    fn turns(&self) -> u32 {
        u32::from(self.open.turns)
    }

    fn view(&self, who: Option<Seat>) -> View {
        View::of(self, who)
    }

    fn informed(&self) -> Prior {
        let list = |seat: usize| {
            let theirs = self.all_cards().filter(|&id| self.cards.owner(id).index() == seat);
            (seat < usize::from(self.open.seats)).then(|| theirs.map(|id| self.face(id)).collect())
        };
        Prior { lists: std::array::from_fn(list) }
    }

    fn imagine(view: &View, prior: &Prior, luck: &mut Luck) -> Self {
        view.imagine(prior, luck)
    }

    fn shown(&self, by: Seat, act: Action, to: Option<Seat>) -> Option<Action> {
        let hidden = |act: Action| if to == Some(by) { act } else { blank(act) };
        Some(match (act, self.frame()) {
            // Which Happening it is stays hidden (rule 9.2), and which card goes to the bottom or into the hand (rule 17.8).
            (Action::Happen { .. }, _)
            | (Action::Take { .. }, Some(crate::state::Frame::Own(Step::Bury(..)))) => hidden(act),
            (Action::Take { .. }, Some(crate::state::Frame::Act(asking)))
                if judge::is_secret(self, &asking) =>
            {
                hidden(act)
            }
            _ => act,
        })
    }

    fn shown_in_race(&self, so_far: &[(Seat, Action)], to: Option<Seat>) -> Option<Action> {
        let &(by, act) = so_far.last()?;
        if to == Some(by) {
            return Some(act);
        }
        match act {
            // Nobody learns of a Bone that came too late, nor of who threw none (rules 6.13, 16.2).
            Action::Throw { .. } => {
                let first = so_far.iter().find(|(_, act)| matches!(act, Action::Throw { .. }));
                first.filter(|(seat, _)| *seat == by).map(|_| act)
            }
            Action::Pass => None,
            act => Some(act),
        }
    }

    fn refuse(view: &View, act: Action) -> Option<Rule> {
        match view.who {
            Some(seat) => judge::may(view, seat, act).err(),
            None => Some(if view.open.over.is_some() { Rule(15, 6) } else { Rule(1, 7) }),
        }
    }

    fn thinkable(view: &View, acts: &mut Vec<Action>) {
        view.thinkable(acts);
    }

    fn turn(view: &View) -> Option<Seat> {
        Some(view.open.turn)
    }

    fn places(&self, cards: &mut Vec<Placed>) {
        for place in Cards::places() {
            for (n, id) in self.cards.row(place).enumerate() {
                let n = if Cards::is_loose(place) { 0 } else { n as u16 };
                // Cards of another edition have higher numbers, and on one table lie those of one.
                let card = self.cards.kind(id) & 0x1fff | u16::from(self.cards.owner(id).0) << 13;
                cards.push(Placed::new(u16::from(place.0) * 256 + n, card, self.cards.known(id).to()));
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
        // Every question of a turn spends an action or a card.
        u32::from(MOST_ROUNDS) * u32::from(setup.seats) * 2000
    }
}

/// What others see of an act whose card is a secret.
const fn blank(act: Action) -> Action {
    match act {
        Action::Happen { .. } => Action::Happen { card: Face::HIDDEN },
        Action::Take { .. } => Action::Take { card: Face::HIDDEN },
        act => act,
    }
}
