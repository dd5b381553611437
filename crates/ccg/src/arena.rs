//! Every card of a game with owner, controller, place, and who knows it.
//!
//! A card is a number in this arena ([`Id`]), which is never shown: cards are named by their places. Two arenas are equal if
//! the same cards lie at the same places and the same viewers know the same of them, whatever their numbers.
//!
//! Three things can be known of a hidden card. *Exactly*: this is the card at this place. *Within its group*: it is one of
//! these cards, but nobody can say which; such is a hand that was looked at and of which a card was then laid face down, or a
//! stack that was put into another order. *From the list*: it is one of the cards of its owner that have not turned up.
//! [`Sight`](crate::Sight) is what a viewer makes of all that.

use std::hash::{Hash, Hasher};

use table::{Luck, Seat, To};

use crate::tag::{CardNumber, Marks, Tag, TagIndex as _};

/// A card, by its number in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Id(u16);

/// What belongs to nobody at the table, such as a deck that all share, belongs to the house. It never looks at anything.
pub const HOUSE: Seat = Seat(7);

/// A place where cards lie, numbered by the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place(pub u8);

/// Those who look, as bits: the seats, and the gallery on top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Viewers(pub(crate) u8);

impl Viewers {
    /// Everybody.
    pub const ALL: Viewers = Viewers(u8::MAX);
    const GALLERY: u8 = 0x80;

    /// One viewer; `None` is the gallery.
    #[inline]
    pub const fn one(who: Option<Seat>) -> Viewers {
        match who {
            Some(seat) => Viewers(1 << seat.0),
            None => Viewers(Self::GALLERY),
        }
    }

    /// Does this viewer look?
    #[inline]
    pub const fn has(self, who: Option<Seat>) -> bool {
        self.0 & Viewers::one(who).0 != 0
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Viewers) -> Viewers {
        Viewers(self.0 | other.0)
    }

    /// For the house.
    pub fn to(self) -> To {
        To { seats: table::SeatSet(self.0 & !Self::GALLERY), gallery: self.0 & Self::GALLERY != 0 }
    }
}

/// No card has this handle.
const FREE: u16 = u16::MAX;

/// The card of this number, if it is one.
#[inline]
fn named<N: CardNumber>(number: N) -> Option<Id> {
    (number != N::NONE).then(|| Id(number.get()))
}

/// One card of the game, as it lies there.
#[derive(Clone, Copy, Debug)]
struct Instance<X: Marks> {
    kind: u16,
    /// The next card up, and the next one down.
    above: X::Number,
    below: X::Number,
    place: u8,
    /// Owner and controller, four bits each.
    whose: u8,
    /// Who knows it exactly, and who knows that it is one of its group.
    exact: Viewers,
    seen: Viewers,
    group: u8,
    marks: X,
}

impl<X: Marks> Instance<X> {
    fn nowhere() -> Instance<X> {
        Instance {
            kind: 0,
            above: X::Number::NONE,
            below: X::Number::NONE,
            place: u8::MAX,
            whose: 0,
            exact: Viewers(0),
            seen: Viewers(0),
            group: 0,
            marks: X::default(),
        }
    }

    #[inline]
    const fn owner(&self) -> u8 {
        self.whose & 15
    }

    #[inline]
    const fn controller(&self) -> u8 {
        self.whose >> 4
    }
}

/// The top and the bottom card of a place, and how many lie there.
#[derive(Clone, Copy, Debug)]
struct Row<N> {
    top: N,
    bottom: N,
    cards: N,
}

/// At most `CARDS` cards at `PLACES` places, each with marks of the game ([`Marks`]; `()` for none). The places whose bit is
/// set in `LOOSE` are hands and the like: their cards have no order that anybody could see.
#[derive(Clone, Copy, Debug)]
pub struct Arena<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> {
    cards: [Instance<X>; CARDS],
    all: u16,
    rows: [Row<X::Number>; PLACES],
    tags: X::Index,
}

impl<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> Default
    for Arena<X, CARDS, PLACES, LOOSE>
{
    fn default() -> Self {
        // Found when the program is built, not in the middle of a game.
        const {
            assert!(CARDS < X::Number::MOST, "a card needs a number, and no card needs another");
            assert!(PLACES <= 128, "every place needs a bit to be loose");
            assert!(PLACES == 128 || LOOSE >> PLACES == 0, "only places that there are can be loose");
        }
        Arena {
            cards: [Instance::nowhere(); CARDS],
            all: 0,
            rows: [Row { top: X::Number::NONE, bottom: X::Number::NONE, cards: X::Number::of(0) }; PLACES],
            tags: X::Index::default(),
        }
    }
}

impl<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> Arena<X, CARDS, PLACES, LOOSE> {
    /// Are the cards of this place without order?
    #[inline]
    pub const fn is_loose(place: Place) -> bool {
        LOOSE >> place.0 & 1 == 1
    }

    /// How many places there are.
    pub fn places() -> impl Iterator<Item = Place> {
        (0..PLACES as u8).map(Place)
    }

    /// Brings a card into the game, face down, on top of a place.
    ///
    /// # Panics
    ///
    /// If there are `CARDS` cards already. Whoever lays out a written position counts first.
    pub fn bring(&mut self, kind: u16, owner: Seat, place: Place) -> Id {
        let id = Id(self.all);
        self.cards[usize::from(self.all)] = Instance { kind, whose: owner.0 * 17, ..Instance::nowhere() };
        self.all += 1;
        self.lay(id, place);
        id
    }

    /// What card it is.
    #[inline]
    pub fn kind(&self, id: Id) -> u16 {
        self.at(id).kind
    }

    /// Whose deck it came from.
    #[inline]
    pub fn owner(&self, id: Id) -> Seat {
        Seat(self.at(id).owner())
    }

    /// Who decides about it now.
    #[inline]
    pub fn controller(&self, id: Id) -> Seat {
        Seat(self.at(id).controller())
    }

    /// Gives it into somebody's power.
    pub fn give(&mut self, id: Id, to: Seat) {
        let card = self.at_mut(id);
        card.whose = card.owner() | to.0 << 4;
    }

    /// Where it lies.
    #[inline]
    pub fn place(&self, id: Id) -> Place {
        Place(self.at(id).place)
    }

    /// Who knows exactly what lies there.
    #[inline]
    pub fn known(&self, id: Id) -> Viewers {
        self.at(id).exact
    }

    /// The game's own marks on a card.
    #[inline]
    pub fn marks(&self, id: Id) -> X {
        self.at(id).marks
    }

    /// Changes the marks on a card; its tag and its host stay.
    #[inline]
    pub fn mark(&mut self, id: Id, change: impl FnOnce(&mut X)) {
        let before = self.at(id).marks;
        let marks = &mut self.at_mut(id).marks;
        change(marks);
        marks.set_tag(before.tag());
        marks.set_host(before.host());
    }

    /// Gives a card that comes into play a handle by which all can name it: the lowest that is free. `None`: there are as
    /// many cards in play as there are handles.
    pub fn enter(&mut self, id: Id) -> Option<Tag> {
        let old = self.at(id).marks.tag();
        if old != Tag::NONE {
            return Some(old);
        }
        let tag = self.tags.free()?;
        self.tags.set(tag, id.0);
        self.at_mut(id).marks.set_tag(tag);
        Some(tag)
    }

    /// Gives a card this very handle, unless another card has it or there is none such: for positions that are written down.
    pub fn enter_as(&mut self, id: Id, tag: Tag) -> bool {
        let free = tag.0 < X::Index::MOST && self.tags.get(tag).is_none();
        if free {
            self.tags.set(tag, id.0);
            self.at_mut(id).marks.set_tag(tag);
        }
        free
    }

    /// A card leaves play: its handle is free again, its marks are gone, and it hangs on nothing. Whatever hung on it is
    /// the game's to deal with, before: see [`attached`](Arena::attached).
    pub fn leave(&mut self, id: Id) {
        let tag = self.at(id).marks.tag();
        if tag != Tag::NONE {
            self.tags.set(tag, FREE);
        }
        self.at_mut(id).marks = X::default();
    }

    /// The card in play that goes by this handle.
    #[inline]
    pub fn tagged(&self, tag: Tag) -> Option<Id> {
        self.tags.get(tag).map(Id)
    }

    /// Every card in play, in the order of the handles.
    pub fn in_play(&self) -> impl Iterator<Item = (Tag, Id)> {
        (0..X::Index::MOST).filter_map(|n| Some((Tag(n), self.tagged(Tag(n))?)))
    }

    /// Hangs a card in play on another one; [`Tag::NONE`] takes it off.
    pub fn attach(&mut self, id: Id, host: Tag) {
        self.at_mut(id).marks.set_host(host);
    }

    /// The cards in play that hang on another one.
    pub fn attached(&self, host: Tag) -> impl Iterator<Item = (Tag, Id)> {
        self.in_play().filter(move |(_, id)| self.at(*id).marks.host() == host)
    }

    /// How many cards lie at a place.
    #[inline]
    pub fn count(&self, place: Place) -> u16 {
        self.rows[usize::from(place.0)].cards.get()
    }

    /// Is nothing there?
    #[inline]
    pub fn is_empty(&self, place: Place) -> bool {
        self.count(place) == 0
    }

    /// The card on top.
    #[inline]
    pub fn top(&self, place: Place) -> Option<Id> {
        named(self.rows[usize::from(place.0)].top)
    }

    /// The card at the bottom.
    #[inline]
    pub fn bottom(&self, place: Place) -> Option<Id> {
        named(self.rows[usize::from(place.0)].bottom)
    }

    /// What the top card is.
    #[inline]
    pub fn top_kind(&self, place: Place) -> Option<u16> {
        self.top(place).map(|id| self.kind(id))
    }

    /// The cards at a place, from the bottom up.
    #[inline]
    pub fn row(&self, place: Place) -> impl Iterator<Item = Id> {
        let mut next = self.rows[usize::from(place.0)].bottom;
        std::iter::from_fn(move || {
            let id = named(next)?;
            next = self.at(id).above;
            Some(id)
        })
    }

    /// What the cards at a place are, from the bottom up.
    #[inline]
    pub fn kinds(&self, place: Place) -> impl Iterator<Item = u16> {
        self.row(place).map(|id| self.kind(id))
    }

    /// A card of this kind at a place. Of several alike, the one that most viewers know: whoever sees it go must not learn
    /// that there was another.
    pub fn find(&self, place: Place, kind: u16) -> Option<Id> {
        let alike = self.row(place).filter(|&id| self.kind(id) == kind);
        let known = |id: Id| (self.at(id).exact.0, self.at(id).seen.0);
        alike.max_by_key(|&id| (known(id).0.count_ones(), known(id).0, known(id).1.count_ones(), known(id).1))
    }

    /// Moves a card on top of a place. What is known of it stays known.
    #[inline]
    pub fn put(&mut self, id: Id, place: Place) {
        self.lift(id);
        self.lay(id, place);
    }

    /// Moves a card under a place.
    pub fn put_under(&mut self, id: Id, place: Place) {
        self.lift(id);
        let Some(bottom) = named(self.rows[usize::from(place.0)].bottom).filter(|_| !Self::is_loose(place))
        else {
            return self.lay(id, place);
        };
        let (above, below) = (X::Number::of(bottom.0), X::Number::NONE);
        *self.at_mut(id) = Instance { place: place.0, above, below, ..*self.at(id) };
        self.at_mut(bottom).below = X::Number::of(id.0);
        let row = &mut self.rows[usize::from(place.0)];
        (row.bottom, row.cards) = (X::Number::of(id.0), X::Number::of(row.cards.get() + 1));
    }

    /// Turns a card up for all to see.
    #[inline]
    pub fn open(&mut self, id: Id) {
        self.blend(id);
        self.show(id, Viewers::ALL);
    }

    /// A card that comes out of a hand might have been any card of it: who cannot tell from which of several groups the hand has
    /// lost one is a secret, so nobody keeps them apart any longer. What somebody knows exactly they still know.
    #[inline]
    fn blend(&mut self, id: Id) {
        let Instance { place, group, exact, .. } = *self.at(id);
        let closed = |card: &Instance<X>| card.exact != Viewers::ALL;
        if Self::is_loose(Place(place))
            && exact != Viewers::ALL
            && self
                .row(Place(place))
                .map(|other| self.at(other))
                .any(|other| closed(other) && other.group != group)
        {
            self.merge(|card| card.place == place && closed(card), Viewers::ALL);
        }
    }

    /// Lets some viewers look at a card.
    #[inline]
    pub fn show(&mut self, id: Id, to: Viewers) {
        self.take_over(id, to);
        let card = self.at_mut(id);
        card.exact = card.exact.and(to);
        if card.exact == Viewers::ALL {
            // It has turned up: what its group held without it is another matter.
            (card.group, card.seen) = (0, Viewers::default());
        }
        self.resettle(id);
    }

    /// Nobody tells cards alike apart: of those in a group, the one that was seen there counts as the one that turns up
    /// first.
    fn take_over(&mut self, id: Id, to: Viewers) {
        let Instance { kind, group, seen, .. } = *self.at(id);
        if group == 0 {
            return;
        }
        let owner = self.at(id).owner();
        let alike = |card: &Instance<X>| (card.kind, card.owner(), card.group) == (kind, owner, group);
        let more = |card: &Instance<X>| card.seen != seen && card.seen.and(seen) == card.seen;
        let mut others = self.cards[..usize::from(self.all)].iter();
        // If some only look, they learn nothing of cards that anybody knows already.
        let free = |card: &Instance<X>| to == Viewers::ALL || card.exact == Viewers::default();
        if let Some(other) = others.position(|card| alike(card) && more(card) && free(card)) {
            let other = Id(other as u16);
            (self.at_mut(id).seen, self.at_mut(other).seen) = (self.at(other).seen, seen);
            self.resettle(other);
        }
    }

    /// Whatever some viewers alone have seen at a place is forgotten: for a deck that its owner has looked through and shuffles,
    /// who knows what is in it from their list.
    pub fn forget(&mut self, place: Place) {
        let place = place.0;
        let here = |card: &&mut Instance<X>| card.place == place && card.exact != Viewers::ALL;
        self.cards[..usize::from(self.all)]
            .iter_mut()
            .filter(here)
            .for_each(|card| card.exact = Viewers::default());
    }

    /// Puts the cards of a place into random order, so that nobody knows any more which is which. Whoever knew all of them
    /// still knows what they are.
    pub fn shuffle(&mut self, place: Place, luck: &mut Luck) {
        self.mix(place, Viewers::default());
        let mut ids = [0; CARDS];
        let mut n = 0;
        for id in self.row(place) {
            ids[n] = id.0;
            n += 1;
        }
        // The cards change places, not the numbers: what lay where leaves no trace.
        for i in (1..n).rev() {
            let j = luck.pick(i as u32 + 1) as usize;
            let (a, b) = (usize::from(ids[i]), usize::from(ids[j]));
            let (one, other) = (self.cards[a], self.cards[b]);
            self.swap_in(a, other);
            self.swap_in(b, one);
        }
        if Self::is_loose(place) {
            self.sort(place);
        }
    }

    /// The card at this number becomes another one; its place in the row stays.
    fn swap_in(&mut self, at: usize, card: Instance<X>) {
        let Instance { place, above, below, .. } = self.cards[at];
        self.cards[at] = Instance { place, above, below, ..card };
    }

    /// The cards of a place are mixed where all but `keep` lose track of them: they become one group, of which everybody
    /// still knows what they knew to be among them.
    pub fn mix(&mut self, place: Place, keep: Viewers) {
        let place = place.0;
        self.merge(|card| card.place == place, keep);
    }

    /// A card leaves a hand face down: those who do not know which one it is know only that it is one of them. Call it
    /// before the card is moved.
    pub fn slip_out(&mut self, id: Id) {
        let (hand, keep) = (self.at(id).place, Viewers::one(Some(self.controller(id))));
        self.merge(|card| card.place == hand, keep);
    }

    /// Makes one group of these cards, and of every group that one of them was in.
    fn merge(&mut self, these: impl Fn(&Instance<X>) -> bool, keep: Viewers) {
        let mut old = [false; 256];
        let cards = &mut self.cards[..usize::from(self.all)];
        for card in cards.iter().filter(|card| these(card) && card.group != 0) {
            old[usize::from(card.group)] = true;
        }
        let mut used = [false; 256];
        cards.iter().for_each(|card| used[usize::from(card.group)] = true);
        let free = |g: &u8| old[usize::from(*g)] || !used[usize::from(*g)];
        // Nobody keeps more than 255 groups apart: what comes after them is forgotten.
        let (group, told) = (1..=u8::MAX).find(free).map_or((0, 0), |group| (group, u8::MAX));
        for card in cards.iter_mut() {
            if these(card) {
                card.seen = Viewers((card.seen.0 | card.exact.0 & !keep.0) & told);
                card.exact = Viewers(card.exact.0 & keep.0);
                card.group = group;
            } else if card.group != 0 && old[usize::from(card.group)] {
                card.seen = Viewers(card.seen.0 & told);
                card.group = group;
            }
        }
        // Cards of which nobody knows anything need no group: they are of the list.
        let mut told = [false; 256];
        for card in cards.iter().filter(|card| card.seen != Viewers::default()) {
            told[usize::from(card.group)] = true;
        }
        for card in cards.iter_mut().filter(|card| !told[usize::from(card.group)]) {
            card.group = 0;
        }
    }

    /// What a viewer knows of a card: what it is, or whether it is one of those that they know to be in its group.
    #[inline]
    pub(crate) fn knows(&self, id: Id, who: Option<Seat>) -> Known {
        let card = self.at(id);
        if card.exact.has(who) { Known::Exactly } else { Known::Among { seen: card.seen.has(who) } }
    }

    /// Lays down the marks that a card has, with its handle. For arenas that are made from what somebody saw.
    pub(crate) fn let_mark(&mut self, id: Id, marks: X) {
        self.at_mut(id).marks = marks;
        if marks.tag() != Tag::NONE {
            self.tags.set(marks.tag(), id.0);
        }
    }

    /// Writes down what is known of a card.
    pub fn let_know(&mut self, id: Id, exact: Viewers, seen: Viewers, group: u8) {
        let card = self.at_mut(id);
        (card.exact, card.seen, card.group) = (exact, seen, group);
        self.resettle(id);
    }

    /// Who knows a card of this kind to be in its group, and which group that is.
    pub fn grouped(&self, id: Id) -> (Viewers, u8) {
        (self.at(id).seen, self.at(id).group)
    }

    #[inline]
    fn at(&self, id: Id) -> &Instance<X> {
        &self.cards[usize::from(id.0)]
    }

    #[inline]
    fn at_mut(&mut self, id: Id) -> &mut Instance<X> {
        &mut self.cards[usize::from(id.0)]
    }

    /// Takes a card out of its row.
    #[inline]
    fn lift(&mut self, id: Id) {
        let Instance { place, above, below, .. } = *self.at(id);
        let row = &mut self.rows[usize::from(place)];
        row.cards = X::Number::of(row.cards.get() - 1);
        match named(above) {
            None => row.top = below,
            Some(over) => self.at_mut(over).below = below,
        }
        match named(below) {
            None => self.rows[usize::from(place)].bottom = above,
            Some(under) => self.at_mut(under).above = above,
        }
    }

    /// Lays a card on top of a row, or where it belongs in a hand.
    #[inline]
    fn lay(&mut self, id: Id, place: Place) {
        let row = self.rows[usize::from(place.0)];
        let mut below = row.top;
        let mut above = X::Number::NONE;
        if Self::is_loose(place) {
            let rank = self.rank(id);
            while let Some(next) = named(below).filter(|&next| self.rank(next) > rank) {
                (above, below) = (below, self.at(next).below);
            }
        }
        let number = X::Number::of(id.0);
        *self.at_mut(id) = Instance { place: place.0, above, below, ..*self.at(id) };
        match named(above) {
            None => self.rows[usize::from(place.0)].top = number,
            Some(over) => self.at_mut(over).below = number,
        }
        match named(below) {
            None => self.rows[usize::from(place.0)].bottom = number,
            Some(under) => self.at_mut(under).above = number,
        }
        let row = &mut self.rows[usize::from(place.0)];
        row.cards = X::Number::of(row.cards.get() + 1);
    }

    /// What decides where a card stands in a hand: one way only to hold the same cards.
    #[inline]
    fn rank(&self, id: Id) -> (u16, u8, u8, u8, u8) {
        let card = self.at(id);
        (card.kind, card.exact.0, card.seen.0, card.whose, card.group)
    }

    /// A card in a hand goes where it belongs after something about it has changed.
    #[inline]
    fn resettle(&mut self, id: Id) {
        let place = self.place(id);
        if Self::is_loose(place) {
            self.put(id, place);
        }
    }

    fn sort(&mut self, place: Place) {
        let mut ids = [0; CARDS];
        let mut n = 0;
        for id in self.row(place) {
            ids[n] = id.0;
            n += 1;
        }
        ids[..n].iter().for_each(|&id| self.put(Id(id), place));
    }

    /// The cards in the order of their places, with groups numbered as they come up: two arenas that differ in the numbers of
    /// their groups alone come out the same.
    fn in_order(&self) -> impl Iterator<Item = (u8, u16, u8, u8, u8, u8, u8, X)> {
        let mut names = [0; 256];
        let mut next = 0;
        let mut signs = None;
        let mut run = Run::default();
        Self::places().flat_map(|place| self.row(place)).map(move |id| {
            // Cards alike in a hand stand in the order of their groups' numbers, which mean nothing: within a run of them
            // the order goes by names that were given before, then by what else is in the groups.
            let id = if run.is_over() && self.is_twin(id) {
                let signs = signs.get_or_insert_with(|| self.signs());
                run.fill(self.twins(id).map(|twin| {
                    let number = self.at(twin).group;
                    let group = usize::from(number);
                    let name = if names[group] == 0 { u8::MAX } else { names[group] };
                    // Of two groups alike, one comes after the other.
                    ((name, signs[group], number), twin.0)
                }));
                run.next().map_or(id, Id)
            } else {
                run.next().map_or(id, Id)
            };
            let card = self.at(id);
            let Instance { kind, place, exact, seen, group, marks, .. } = *card;
            let name = match (group, names[usize::from(group)]) {
                (0, _) => 0,
                (_, 0) => {
                    next += 1;
                    names[usize::from(group)] = next;
                    next
                }
                (_, name) => name,
            };
            (place, kind, card.owner(), card.controller(), exact.0, seen.0, name, marks)
        })
    }

    /// What decides where a card stands in a hand, but for its group.
    fn stands_like(&self, one: Id, other: Id) -> bool {
        let rank = |id| {
            let (kind, exact, seen, whose, _) = self.rank(id);
            (kind, exact, seen, whose)
        };
        rank(one) == rank(other)
    }

    /// Is the next card of a hand like this one, but of another group?
    fn is_twin(&self, id: Id) -> bool {
        let next = named(self.at(id).above);
        Self::is_loose(self.place(id)) && next.is_some_and(|next| self.stands_like(id, next))
    }

    /// The cards of a hand that stand like this one, from it on.
    fn twins(&self, id: Id) -> impl Iterator<Item = Id> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let this = next?;
            next = named(self.at(this).above).filter(|above| self.stands_like(id, *above));
            Some(this)
        })
    }

    /// What is in each group and where it lies, as a number that does not depend on the groups' own.
    fn signs(&self) -> [u32; 256] {
        let mut signs = [0u32; 256];
        for place in Self::places() {
            for (n, id) in self.row(place).enumerate() {
                let Instance { kind, exact, seen, group, .. } = *self.at(id);
                let n = if Self::is_loose(place) { 0 } else { n as u32 };
                let sign =
                    mixed(&[u32::from(place.0), n, u32::from(kind), u32::from(exact.0), u32::from(seen.0)]);
                signs[usize::from(group)] = signs[usize::from(group)].wrapping_add(sign);
            }
        }
        signs
    }
}

/// Some numbers as one, each of which matters.
pub(crate) fn mixed(numbers: &[u32]) -> u32 {
    numbers.iter().fold(0x9e37_79b9, |all, n| (all ^ n).wrapping_mul(0x85eb_ca6b).rotate_left(13))
}

/// Cards alike, in the order in which they are told. A hand of more than this many alike is told as it stands.
#[derive(Default)]
struct Run {
    cards: [((u8, u32, u8), u16); Run::MOST],
    at: usize,
    end: usize,
}

impl Run {
    const MOST: usize = 16;

    fn is_over(&self) -> bool {
        self.at == self.end
    }
    fn fill(&mut self, cards: impl Iterator<Item = ((u8, u32, u8), u16)>) {
        (self.at, self.end) = (0, 0);
        for card in cards.take(Run::MOST) {
            self.cards[self.end] = card;
            self.end += 1;
        }
        self.cards[..self.end].sort_unstable();
    }
    fn next(&mut self) -> Option<u16> {
        let (_, card) = *self.cards[..self.end].get(self.at)?;
        self.at += 1;
        Some(card)
    }
}

/// What a viewer knows of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// What it is.
    Exactly,
    /// It is one of a group, or of the list.
    Among {
        /// Does the viewer know that this very card is among them?
        seen: bool,
    },
}

impl<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> PartialEq
    for Arena<X, CARDS, PLACES, LOOSE>
{
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all && self.in_order().eq(other.in_order())
    }
}

impl<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> Eq
    for Arena<X, CARDS, PLACES, LOOSE>
{
}

impl<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> Hash
    for Arena<X, CARDS, PLACES, LOOSE>
{
    fn hash<H: Hasher>(&self, to: &mut H) {
        // Records that were kept have hashes of this in them.
        if CARDS < 256 {
            (self.all as u8).hash(to);
        } else {
            self.all.hash(to);
        }
        self.in_order().for_each(|card| card.hash(to));
    }
}
