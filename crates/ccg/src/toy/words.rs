//! The words of the toy: one row and one function each.

use serde::Deserialize;
use table::{Luck, Seat, SeatSet, Sink, To};

use super::game::{AIR, Event, Step, Toy, Toys, deck, discard, hand, street};
use crate::arena::{HOUSE, Viewers};
use crate::frame::{Act, Aim, Frame};
use crate::lasting::{Lasting, Until, begin};
use crate::machine::{Flow, World, cancel, prevent, redirect};
use crate::program::{Ability, CHOICES, Gap, Tongue};
use crate::sealed::Sealed;
use crate::tag::{Marks as _, Tag};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Alley;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, Deserialize)]
pub(super) enum Moment {
    Targeted,
    Paid,
    BeforeHit,
    AfterHit,
    /// A turn ends.
    Dusk,
}

impl Tongue for Alley {
    type Verb = Verb;
    type Pick = Pick;
    type Test = Test;
    type Moment = Moment;

    fn gap(gap: Gap, _: &Ability<Alley>) -> Option<Moment> {
        match gap {
            Gap::Targeted => Some(Moment::Targeted),
            Gap::Paid => Some(Moment::Paid),
            Gap::Done => None,
        }
    }
    fn around(verb: Verb) -> (Option<Moment>, Option<Moment>) {
        match verb {
            Verb::Hit(_) => (Some(Moment::BeforeHit), Some(Moment::AfterHit)),
            _ => (None, None),
        }
    }
    fn chooses(verb: Verb) -> [Option<Pick>; CHOICES] {
        verb.picks()
    }
    fn number(moment: Moment) -> u8 {
        moment as u8
    }
}

crate::words! {
    /// What cards do.
    pub(super) enum Verb {
        /// It stays in play.
        Enter = Rule(3, 1), "[enter|enters] play" => enter;
        /// A blow, which can be answered.
        Hit(n: u8) = Rule(3, 2), "[hit|hits] it for {n}" => hit;
        /// A blow that falls on the card itself.
        HitMe(n: u8) = Rule(3, 2), "[take|takes] {n|blow|blows}" => hit_me;
        /// Out of one's own deck.
        Draw(n: u8) = Rule(3, 3), "[draw|draws] {n|card|cards}" => draw;
        /// Out of the loot.
        Loot(n: u8) = Rule(3, 3), "[loot|loots] {n|card|cards}" => loot;
        /// One card of one's deck, shown.
        Fetch = Rule(3, 3), "[search|searches] the deck for a card of strength" picks [Pick::InDeck] => fetch;
        /// Two cards change hands, picked as it happens.
        Trade = Rule(3, 7), "[trade|trades] a card for a rival's" picks [Pick::Mine, Pick::Rival] => trade;
        /// The next player picks a card of their hand.
        Drop = Rule(3, 10), "[make|makes] the next player discard a card" picks [Pick::InTheirHand] => let_drop;
        /// It says that it happened, and changes nothing: a mistake that must be found.
        Nod = Rule(3, 4), "[nod|nods]" => nod;
        /// Points.
        Gain(n: u8) = Rule(3, 4), "[gain|gains] {n|point|points}" => gain;
        /// Discards the lowest cards of one's hand.
        Toss(n: u8) = Rule(2, 9), "[toss|tosses] {n|card|cards}" => toss;
        /// The player of what is answered does.
        Rob(n: u8) = Rule(2, 9), "[rob|robs] them of {n|card|cards}" => rob;
        /// Stops what is answered.
        Cancel = Rule(3, 5), "[cancel|cancels] it" => stop;
        /// It does not happen.
        Prevent = Rule(3, 5), "[prevent|prevents] it" => avert;
        /// It hits another.
        Redirect = Rule(3, 5), "[redirect|redirects] it" => turn_aside;
        /// Stronger for this turn.
        Brace(n: u8) = Rule(3, 6), "[give|gives] it {+n|strength|strength} this turn" => brace;
        /// Stronger until one's next turn.
        Guard(n: u8) = Rule(3, 6), "[give|gives] it {+n|strength|strength} until your next turn" => guard;
        /// Stronger until all is done that was begun.
        Rally(n: u8) = Rule(3, 6), "[give|gives] it {+n|strength|strength} until this is over" => rally;
        /// Weaker for good.
        Curse(n: u8) = Rule(3, 6), "[take|takes] {n} of its strength" => curse;
        /// Stronger while this card is here.
        Bind(n: u8) = Rule(3, 6), "[give|gives] it {+n|strength|strength} while this is here" => bind;
        /// All others in the same power are stronger.
        Aura(n: u8) = Rule(3, 6), "your others have {+n|strength|strength}" => aura;
        /// It hangs on its target.
        Hang = Rule(3, 1), "[hang|hangs] on it" => hang;
        /// It is in one's own power now.
        Take = Rule(3, 7), "[take|takes] it" => take;
        /// Its player is out of the game.
        Oust = Rule(1, 8), "[oust|ousts] its player" => oust;
        /// Everybody bids.
        Bidding = Rule(1, 7), "[hold|holds] an auction" => bidding;
    }
    fn run(self, game: &mut Toy, act: &mut Act, luck: &mut Luck, log: &mut impl Sink<Event>) -> Flow;
    picks Pick;
}

crate::words! {
    /// What must be so.
    pub(super) enum Test {
        /// It happens to a card in one's power.
        SubjectMine = Rule(3, 8), "it happens to your card" => subject_mine;
        /// It happens to another card than this one.
        NotSubject = Rule(3, 8), "it happens to another card" => not_subject;
        /// It happened to this very card.
        SubjectMe = Rule(3, 8), "it happened to this" => subject_me;
        /// Two points.
        Rich = Rule(3, 9), "you have two points" => rich;
    }
    fn holds(self, world: &impl Toys, act: &Act) -> bool;
}

crate::words! {
    /// Which cards can be picked.
    pub(super) enum Pick {
        /// In one's own power.
        Mine = Rule(3, 8), "your card" => mine;
        /// In another's power.
        Rival = Rule(3, 8), "a rival's card" => rival;
        /// One's own, but not the one it happens to.
        Spared = Rule(3, 8), "another card of yours" => spared;
        /// Whatever is in play.
        Anything = Rule(1, 5), "any card" => anything;
        /// A card of one's deck that has strength.
        InDeck = Rule(3, 3), "a card of strength in your deck" => in_deck;
        /// A card in the next player's hand.
        InTheirHand = Rule(3, 10), "a card in their hand" => in_their_hand;
    }
    fn fits(self, world: &impl Toys, act: &Act, aim: Aim) -> bool;
}

fn subject_mine(world: &impl Toys, act: &Act) -> bool {
    world.subject_of_window().is_some_and(|card| world.controller(card) == act.seat)
}
fn not_subject(world: &impl Toys, act: &Act) -> bool {
    world.subject_of_window() != Some(act.me)
}
fn subject_me(world: &impl Toys, act: &Act) -> bool {
    world.subject_of_window() == Some(act.me)
}
fn rich(world: &impl Toys, act: &Act) -> bool {
    world.open().points[act.seat.index()] >= 2
}

fn mine(world: &impl Toys, act: &Act, aim: Aim) -> bool {
    world.controller(aim.tag()) == act.seat && world.lies_in_street(aim.tag())
}
fn rival(world: &impl Toys, act: &Act, aim: Aim) -> bool {
    world.controller(aim.tag()) != act.seat && world.lies_in_street(aim.tag())
}
fn spared(world: &impl Toys, act: &Act, aim: Aim) -> bool {
    let hit = match world.frames().get(usize::from(act.about)) {
        Some(Frame::Act(answered)) => answered.picks[0],
        _ => Aim::NONE,
    };
    mine(world, act, aim) && aim != hit
}
fn anything(world: &impl Toys, _: &Act, aim: Aim) -> bool {
    world.lies_in_street(aim.tag())
}
fn in_deck(world: &impl Toys, act: &Act, aim: Aim) -> bool {
    aim.kind().is_some_and(|card| world.lists(deck(act.seat)).contains(&card) && strength_of(card) > 0)
}
fn in_their_hand(world: &impl Toys, act: &Act, aim: Aim) -> bool {
    aim.kind().is_some_and(|card| world.lists(hand(world.next(act.seat))).contains(&card))
}

fn strength_of(card: u16) -> u8 {
    super::game::catalog().cards().nth(usize::from(card)).map_or(0, |card| card.strength)
}

/// What an act is about: the card of an `Each`, or its target.
pub(super) fn aim(act: &Act) -> Tag {
    act.this.some().unwrap_or(act.picks[0].tag())
}

fn enter(game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(id) = game.cards.tagged(act.me) else { return Flow::Nothing };
    game.cards.put(id, street(act.seat));
    log.tell(To::ALL, || Event::Entered(act.seat, act.me));
    Flow::Done
}
fn hit(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    game.strike(aim(act), n, log)
}
fn hit_me(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    game.strike(act.me, n, log)
}
fn draw(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    game.draw_from(deck(act.seat), act.seat, n, log)
}
fn loot(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    game.draw_from(deck(HOUSE), act.seat, n, log)
}
fn fetch(game: &mut Toy, act: &mut Act, luck: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let from = deck(act.seat);
    let Some(card) = act.pick(0).kind() else { return Flow::Nothing };
    let Some(id) = game.cards.find(from, card) else { return Flow::Nothing };
    game.cards.open(id);
    log.reveal(To::ALL, || Event::Found(act.seat, card));
    game.cards.put(id, hand(act.seat));
    game.cards.shuffle(from, luck);
    Flow::Done
}
fn trade(game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let [mine, theirs] = [act.pick(0).tag(), act.pick(1).tag()];
    let (Some(one), Some(other)) = (game.cards.tagged(mine), game.cards.tagged(theirs)) else {
        return Flow::Nothing;
    };
    let them = game.cards.controller(other);
    for (id, tag, to) in [(one, mine, them), (other, theirs, act.seat)] {
        game.cards.give(id, to);
        game.cards.put(id, street(to));
        log.tell(To::ALL, || Event::Took(to, tag));
    }
    Flow::Done
}
fn let_drop(game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let them = game.next(act.seat);
    let Some(id) = act.pick(0).kind().and_then(|card| game.cards.find(hand(them), card)) else {
        return Flow::Nothing;
    };
    game.toss_card(them, id, log);
    Flow::Done
}
fn nod(_: &mut Toy, _: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    Flow::Done
}
fn gain(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    game.open.points[act.seat.index()] = game.open.points[act.seat.index()].saturating_add(n);
    log.tell(To::ALL, || Event::Gained(act.seat, n));
    Flow::Done
}
fn toss(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    game.toss_from(act.seat, n, log)
}
fn rob(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    match game.frames().get(usize::from(act.about)) {
        Some(Frame::Act(answered)) => game.toss_from(answered.seat, n, log),
        _ => Flow::Nothing,
    }
}
fn stop(game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    cancel(game, act.about)
}
fn avert(game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    prevent(game, act.about)
}
fn turn_aside(game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    let Some(from) = game.subject_of_window() else { return Flow::Nothing };
    redirect(game, act.about, from, act.picks[0].tag())
}
fn lasts(game: &mut Toy, act: &Act, by: i8, on: Tag, until: Until) -> Flow {
    if game.cards.tagged(on).is_none() {
        return Flow::Nothing;
    }
    begin(&mut game.open.effects, Lasting { what: by, on, from: act.me, by: act.seat, until });
    Flow::Done
}
fn brace(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    lasts(game, act, n as i8, aim(act), Until::EndOfTurn)
}
fn guard(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    lasts(game, act, n as i8, aim(act), Until::TurnOf(act.seat))
}
fn rally(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    lasts(game, act, n as i8, aim(act), Until::EndOfAct)
}
fn curse(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    lasts(game, act, -(n as i8), aim(act), Until::Lasts)
}
fn bind(n: u8, game: &mut Toy, act: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    lasts(game, act, n as i8, aim(act), Until::WhileHere)
}
fn aura(_: u8, _: &mut Toy, _: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    // It is always so, and read off the board: nobody carries it out.
    Flow::Nothing
}
fn hang(game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(id) = game.cards.tagged(act.me) else { return Flow::Nothing };
    game.cards.put(id, street(act.seat));
    game.cards.attach(id, act.picks[0].tag());
    log.tell(To::ALL, || Event::Entered(act.seat, act.me));
    Flow::Done
}
fn take(game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(id) = game.cards.tagged(act.picks[0].tag()) else { return Flow::Nothing };
    game.cards.give(id, act.seat);
    game.cards.put(id, street(act.seat));
    log.tell(To::ALL, || Event::Took(act.seat, act.picks[0].tag()));
    Flow::Done
}
fn oust(game: &mut Toy, act: &mut Act, _: &mut Luck, log: &mut impl Sink<Event>) -> Flow {
    let Some(id) = game.cards.tagged(act.picks[0].tag()) else { return Flow::Nothing };
    let out = game.cards.controller(id);
    game.put_out(out, log);
    Flow::Done
}
fn bidding(game: &mut Toy, _: &mut Act, _: &mut Luck, _: &mut impl Sink<Event>) -> Flow {
    let bidders: SeatSet = Seat::all(3).filter(|&seat| !game.open.out.has(seat)).collect();
    game.open.frames.push(Frame::Own(Step::Bids(Sealed::ask(bidders))));
    Flow::Done
}

impl Toy {
    /// Rule 3.2.
    fn strike(&mut self, card: Tag, n: u8, log: &mut impl Sink<Event>) -> Flow {
        let Some(id) = self.cards.tagged(card) else { return Flow::Nothing };
        self.cards.mark(id, |marks| marks.own.hurt = marks.own.hurt.saturating_add(n));
        log.tell(To::ALL, || Event::Struck(card, n));
        self.settle(log);
        Flow::Done
    }

    /// Whatever has been hit as often as it is strong leaves, and what hangs on it too.
    pub(super) fn settle(&mut self, log: &mut impl Sink<Event>) {
        loop {
            let board = self.board();
            let lies = |tag: Tag| self.lies_in_street(tag);
            let down = self.cards.in_play().find(|&(tag, id)| {
                let marks = self.cards.marks(id);
                let host_gone = marks.host().some().is_some_and(|host| self.cards.tagged(host).is_none());
                let printed = super::game::catalog()[self.cards.kind(id)].strength;
                lies(tag)
                    && (host_gone || printed > 0 && marks.own.hurt >= board.strength[usize::from(tag.0)])
            });
            let Some((tag, _)) = down else { return };
            self.send_away(tag, log);
        }
    }

    pub(super) fn send_away(&mut self, tag: Tag, log: &mut impl Sink<Event>) {
        let Some(id) = self.cards.tagged(tag) else { return };
        let owner = self.cards.owner(id);
        log.tell(To::ALL, || Event::Left(tag));
        self.cards.leave(id);
        self.cards.give(id, owner);
        self.cards.put(id, discard(owner));
        crate::lasting::end(&mut self.open.effects, crate::lasting::Past::Left(tag));
    }

    fn draw_from(&mut self, from: crate::Place, seat: Seat, n: u8, log: &mut impl Sink<Event>) -> Flow {
        let mut drawn = 0;
        for _ in 0..n {
            let Some(id) = self.cards.top(from) else { break };
            self.cards.show(id, Viewers::one(Some(seat)));
            self.cards.give(id, seat);
            self.cards.put(id, hand(seat));
            let card = self.cards.kind(id);
            log.reveal(To::only(seat), || Event::Got(seat, card));
            drawn += 1;
        }
        if drawn == 0 {
            return Flow::Nothing;
        }
        log.tell(To::ALL, || Event::Drew(seat, drawn));
        Flow::Done
    }

    fn toss_from(&mut self, seat: Seat, n: u8, log: &mut impl Sink<Event>) -> Flow {
        for _ in 0..n {
            let Some(id) = self.cards.row(hand(seat)).next() else { return Flow::Nothing };
            self.toss_card(seat, id, log);
        }
        Flow::Done
    }

    fn toss_card(&mut self, seat: Seat, id: crate::Id, log: &mut impl Sink<Event>) {
        let (card, owner) = (self.cards.kind(id), self.cards.owner(id));
        self.cards.open(id);
        log.reveal(To::ALL, || Event::Tossed(seat, card));
        self.cards.give(id, owner);
        self.cards.put(id, discard(owner));
    }

    /// Rule 1.8.
    fn put_out(&mut self, seat: Seat, log: &mut impl Sink<Event>) {
        log.tell(To::ALL, || Event::Out(seat));
        self.open.out = self.open.out.with(seat);
        self.open.points[seat.index()] = 0;
        loop {
            let theirs = |id| self.cards.controller(id) == seat && self.cards.place(id) != AIR;
            let Some((tag, _)) = self.cards.in_play().find(|(_, id)| theirs(*id)) else { break };
            self.send_away(tag, log);
        }
        for place in [hand(seat), deck(seat)] {
            while let Some(id) = self.cards.top(place) {
                self.toss_card(seat, id, log);
            }
        }
        crate::lasting::end(&mut self.open.effects, crate::lasting::Past::Out(seat));
        crate::machine::leave_out(self, seat);
        if Seat::all(3).filter(|&seat| !self.open.out.has(seat)).count() == 1 {
            self.open.over = true;
        }
    }
}
