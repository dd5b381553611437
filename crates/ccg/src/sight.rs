//! What a viewer makes of an arena: what lies where as far as they know, and what the hidden cards are, all together. It is
//! built from nothing and holds no secret, so that a world can be imagined from it and from nothing else.

use table::{Luck, Seat, SeatSet};

use crate::arena::{Arena, Known, Place, Viewers, mixed};
use crate::tag::{Marks, Tag};

/// The kind of a card that the viewer does not know.
pub const HIDDEN: u16 = u16::MAX;

/// One card at a place, as the viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Spot<X> {
    /// What it is, or [`HIDDEN`].
    pub kind: u16,
    group: u8,
    owner: u8,
    controller: u8,
    exact: u8,
    /// Who else knows it to be in its group: told only of cards that the viewer knows exactly.
    seen: u8,
    /// The game's own marks on it, which everybody sees.
    pub marks: X,
}

impl<X: Copy> Spot<X> {
    /// What it is, if the viewer knows it.
    pub fn known(self) -> Option<u16> {
        (self.kind != HIDDEN).then_some(self.kind)
    }

    /// Whose deck it came from.
    pub fn owner(self) -> Seat {
        Seat(self.owner)
    }

    /// Who decides about it.
    pub fn controller(self) -> Seat {
        Seat(self.controller)
    }

    /// Does this one know it too?
    pub fn known_to(self, who: Option<Seat>) -> bool {
        Viewers(self.exact).has(who)
    }
}

/// A card that is somewhere in a group: its kind, if the viewer has seen it there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Member {
    group: u8,
    owner: u8,
    kind: u16,
    seen: u8,
}

const NOBODY: Member = Member { group: 0, owner: 0, kind: 0, seen: 0 };

/// The cards of a game as one viewer sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sight<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> {
    who: Option<Seat>,
    all: u16,
    /// Card by card, place after place, from the bottom up.
    spots: [Spot<X>; CARDS],
    counts: [u16; PLACES],
    /// Who is in the groups.
    members: [Member; CARDS],
    grouped: u16,
    /// The cards of each owner that the viewer cannot place, sorted by owner and kind; [`HIDDEN`] where they do not know
    /// the list.
    pool: [(u8, u16); CARDS],
    pooled: u16,
}

impl<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> Sight<X, CARDS, PLACES, LOOSE> {
    /// What this viewer sees, who knows the lists of these owners.
    pub fn of(arena: &Arena<X, CARDS, PLACES, LOOSE>, who: Option<Seat>, lists: SeatSet) -> Self {
        let mut sight = Sight {
            who,
            all: 0,
            spots: [Spot {
                kind: HIDDEN,
                group: 0,
                owner: 0,
                controller: 0,
                exact: 0,
                seen: 0,
                marks: X::default(),
            }; CARDS],
            counts: [0; PLACES],
            members: [NOBODY; CARDS],
            grouped: 0,
            pool: [(0, 0); CARDS],
            pooled: 0,
        };
        // Of a group in which the viewer has seen nothing they know nothing: its cards are of the list to them.
        let mut mine = [false; 256];
        for id in Arena::<X, CARDS, PLACES, LOOSE>::places().flat_map(|place| arena.row(place)) {
            let (seen, group) = arena.grouped(id);
            mine[usize::from(group)] |= group != 0 && seen.has(who);
        }
        let mut names = [0; 256];
        let (mut named, mut first) = (0, 0);
        for place in Arena::<X, CARDS, PLACES, LOOSE>::places() {
            for id in arena.row(place) {
                let (owner, controller) = (arena.owner(id).0, arena.controller(id).0);
                let (seen, group) = match arena.grouped(id) {
                    (seen, group) if mine[usize::from(group)] => (seen, group),
                    _ => (Viewers::default(), 0),
                };
                let (exact, marks) = (arena.known(id).0, arena.marks(id));
                let spot = match arena.knows(id, who) {
                    Known::Exactly => {
                        let seen = if seen == Viewers::ALL { seen.0 } else { seen.0 & Viewers::one(who).0 };
                        // Who has looked at one's own card one knows; who else has looked at another's, one does not.
                        let own = Some(Seat(controller)) == who || exact == Viewers::ALL.0;
                        let plain = Viewers::one(who).and(Viewers::one(Some(Seat(controller))));
                        let exact = if own { exact } else { exact & plain.0 };
                        Spot { kind: arena.kind(id), group, owner, controller, exact, seen, marks }
                    }
                    Known::Among { seen: mine } => {
                        let kind = arena.kind(id);
                        if !mine {
                            let listed = if lists.has(Seat(owner)) { kind } else { HIDDEN };
                            sight.pool[usize::from(sight.pooled)] = (owner, listed);
                            sight.pooled += 1;
                        }
                        if group != 0 {
                            // Who else has seen a card there is not for them to know either, unless all have.
                            let (kind, seen) = match (mine, seen) {
                                (false, _) => (HIDDEN, 0),
                                (true, Viewers::ALL) => (kind, seen.0),
                                (true, _) => (kind, Viewers::one(who).0),
                            };
                            sight.members[usize::from(sight.grouped)] = Member { group, owner, kind, seen };
                            sight.grouped += 1;
                        }
                        // Who else has looked at it is not for them to know: when it is played they could tell it from the
                        // others. That whoever decides about it knows it is plain.
                        let exact = exact & Viewers::one(Some(arena.controller(id))).0;
                        Spot { kind: HIDDEN, group, owner, controller, exact, seen: 0, marks }
                    }
                };
                sight.spots[usize::from(sight.all)] = spot;
                sight.all += 1;
                sight.counts[usize::from(place.0)] += 1;
            }
        }
        let signs = sight.signs();
        for place in Arena::<X, CARDS, PLACES, LOOSE>::places() {
            let end = first + usize::from(sight.counts[usize::from(place.0)]);
            let row = &mut sight.spots[first..end];
            first = end;
            if Arena::<X, CARDS, PLACES, LOOSE>::is_loose(place) {
                // Groups that have names come in their order, and the others by what the viewer sees of them.
                row.sort_unstable_by_key(|spot| {
                    let group = usize::from(spot.group);
                    let name = if spot.group != 0 && names[group] == 0 { u8::MAX } else { names[group] };
                    (spot.kind, name, signs[group], *spot)
                });
            }
            // Groups are called by the order in which the viewer comes to them, not by their numbers.
            for spot in row.iter_mut().filter(|spot| spot.group != 0) {
                let name = &mut names[usize::from(spot.group)];
                if *name == 0 {
                    named += 1;
                    *name = named;
                }
                spot.group = *name;
            }
        }
        let members = &mut sight.members[..usize::from(sight.grouped)];
        members.iter_mut().for_each(|member| member.group = names[usize::from(member.group)]);
        members.sort_unstable();
        sight.pool[..usize::from(sight.pooled)].sort_unstable();
        sight
    }

    /// What the viewer sees of each group, as a number that does not depend on the groups' own.
    fn signs(&self) -> [u32; 256] {
        let mut signs = [0u32; 256];
        let mut add = |group: u8, numbers: &[u32]| {
            signs[usize::from(group)] = signs[usize::from(group)].wrapping_add(mixed(numbers));
        };
        let mut at = 0;
        for place in Arena::<X, CARDS, PLACES, LOOSE>::places() {
            for n in 0..self.counts[usize::from(place.0)] {
                let Spot { kind, group, owner, exact, seen, .. } = self.spots[at];
                at += 1;
                if group != 0 {
                    let n = if Arena::<X, CARDS, PLACES, LOOSE>::is_loose(place) { 0 } else { u32::from(n) };
                    let place = u32::from(place.0);
                    add(
                        group,
                        &[place, n, u32::from(kind), u32::from(owner), u32::from(exact), u32::from(seen)],
                    );
                }
            }
        }
        for Member { group, owner, kind, seen } in &self.members[..usize::from(self.grouped)] {
            add(*group, &[u32::from(*owner), u32::from(*kind), u32::from(*seen), u32::MAX]);
        }
        signs
    }

    /// Who looks.
    pub fn who(&self) -> Option<Seat> {
        self.who
    }

    /// The cards at a place, from the bottom up; in a hand, the known ones first.
    #[inline]
    pub fn row(&self, place: Place) -> &[Spot<X>] {
        let place = usize::from(place.0);
        let first: usize = self.counts[..place].iter().map(|&n| usize::from(n)).sum();
        &self.spots[first..first + usize::from(self.counts[place])]
    }

    /// How many cards lie at a place.
    #[inline]
    pub fn count(&self, place: Place) -> u16 {
        self.counts[usize::from(place.0)]
    }

    /// What lies on top of a place, if the viewer knows it.
    #[inline]
    pub fn top(&self, place: Place) -> Option<u16> {
        self.row(place).last().and_then(|spot| spot.known())
    }

    /// What the viewer knows of the cards at a place, from the bottom up.
    #[inline]
    pub fn known(&self, place: Place) -> impl DoubleEndedIterator<Item = u16> {
        self.row(place).iter().filter_map(|spot| spot.known())
    }

    /// The card in play that goes by this handle, and where it lies.
    pub fn tagged(&self, tag: Tag) -> Option<(Place, &Spot<X>)> {
        let mut spots = self.spots[..usize::from(self.all)].iter().enumerate();
        let at = tag.some().and_then(|tag| spots.find(|(_, spot)| spot.marks.tag() == tag))?;
        let mut end = 0;
        let here = |count: &u16| {
            end += usize::from(*count);
            at.0 < end
        };
        let place = self.counts.iter().position(here)?;
        Some((Place(place as u8), at.1))
    }

    /// The cards of an owner that the viewer cannot place, sorted.
    pub fn pool(&self, owner: Seat) -> impl Iterator<Item = u16> {
        let pool = self.pool[..usize::from(self.pooled)].iter();
        pool.filter(move |(of, _)| *of == owner.0).map(|(_, kind)| *kind)
    }

    /// The cards of an owner that the viewer saw before they were mixed with others: what they are is known, where they
    /// lie is not. Sorted, group by group.
    pub fn mixed_in(&self, owner: Seat) -> impl Iterator<Item = u16> {
        let members = self.members[..usize::from(self.grouped)].iter();
        members
            .filter(move |member| member.owner == owner.0 && member.kind != HIDDEN)
            .map(|member| member.kind)
    }

    /// The cards of an owner that the viewer knows of, wherever they lie.
    pub fn known_of(&self, owner: Seat) -> impl Iterator<Item = u16> {
        let spots = self.spots[..usize::from(self.all)].iter();
        let lying = spots.filter(move |spot| spot.owner == owner.0).filter_map(|spot| spot.known());
        lying.chain(self.mixed_in(owner))
    }

    /// An arena that looks just like this to the viewer, each as likely as any other. `guess` names a card for an owner
    /// whose list the viewer does not know.
    pub fn imagine(
        &self,
        luck: &mut Luck,
        mut guess: impl FnMut(Seat, &mut Luck) -> u16,
    ) -> Arena<X, CARDS, PLACES, LOOSE> {
        let mut pool = self.pool;
        let pool = &mut pool[..usize::from(self.pooled)];
        for (owner, kind) in pool.iter_mut().filter(|(_, kind)| *kind == HIDDEN) {
            *kind = guess(Seat(*owner), luck);
        }
        let mut from = [0; 8];
        let mut at = 0;
        while at < pool.len() {
            let owner = pool[at].0;
            let end = at + pool[at..].iter().take_while(|(of, _)| *of == owner).count();
            luck.shuffle(&mut pool[at..end]);
            from[usize::from(owner & 7)] = at;
            at = end;
        }
        let mut next = |owner: u8| {
            let at = &mut from[usize::from(owner & 7)];
            *at += 1;
            pool[*at - 1].1
        };
        // Whoever is in a group may lie anywhere in it.
        let mut members = self.members;
        let members = &mut members[..usize::from(self.grouped)];
        for member in members.iter_mut().filter(|member| member.kind == HIDDEN) {
            member.kind = next(member.owner);
        }
        let mut at = 0;
        while at < members.len() {
            let of = (members[at].group, members[at].owner);
            let end = at + members[at..].iter().take_while(|m| (m.group, m.owner) == of).count();
            luck.shuffle(&mut members[at..end]);
            at = end;
        }
        let mut taken = [false; CARDS];
        let mut arena = Arena::default();
        for place in Arena::<X, CARDS, PLACES, LOOSE>::places() {
            for spot in self.row(place) {
                let (kind, seen) = match (spot.kind, spot.group) {
                    (HIDDEN, 0) => (next(spot.owner), 0),
                    (HIDDEN, group) => {
                        let fits = |m: &Member| (m.group, m.owner) == (group, spot.owner);
                        match (0..members.len()).find(|&i| !taken[i] && fits(&members[i])) {
                            Some(i) => {
                                taken[i] = true;
                                (members[i].kind, members[i].seen)
                            }
                            None => (next(spot.owner), 0),
                        }
                    }
                    (kind, _) => (kind, spot.seen),
                };
                let id = arena.bring(kind, Seat(spot.owner), place);
                arena.give(id, Seat(spot.controller));
                arena.let_mark(id, spot.marks);
                arena.let_know(id, Viewers(spot.exact), Viewers(seen), spot.group);
            }
        }
        arena
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Seed, Stream};

    const HAND: Place = Place(0);
    const DECK: Place = Place(1);
    const DOWN: Place = Place(2);
    const QUEUE: Place = Place(3);
    type Cards = Arena<(), 12, 4, 0b0001>;

    const ANN: Seat = Seat(0);
    const BO: Seat = Seat(1);
    const CY: Seat = Seat(2);

    /// Ann's hand of four, and her deck of four; everybody knows her list.
    fn dealt() -> Cards {
        let mut cards = Cards::default();
        for kind in [4, 1, 3, 2] {
            let id = cards.bring(kind, ANN, HAND);
            cards.show(id, Viewers::one(Some(ANN)));
        }
        for kind in [5, 6, 7, 8] {
            cards.bring(kind, ANN, DECK);
        }
        cards
    }

    fn sight(cards: &Cards, who: Seat) -> Sight<(), 12, 4, 1> {
        Sight::of(cards, Some(who), SeatSet::ALL)
    }

    fn worlds(cards: &Cards, who: Seat) -> impl Iterator<Item = Cards> {
        let sight = sight(cards, who);
        let mut luck = Seed::from(5).luck(Stream::Test(1));
        (0..400).map(move |_| {
            let world = sight.imagine(&mut luck, |_, _| unreachable!("the list is known"));
            assert_eq!(Sight::of(&world, Some(who), SeatSet::ALL), sight);
            world
        })
    }

    fn share(cards: &Cards, who: Seat, so: impl Fn(&Cards) -> bool) -> f64 {
        worlds(cards, who).filter(so).count() as f64 / 400.0
    }

    fn look_at_hand(cards: &mut Cards, who: Seat) {
        let ids: Vec<_> = cards.row(HAND).collect();
        ids.into_iter().for_each(|id| cards.show(id, Viewers::one(Some(who))));
    }

    #[test]
    fn a_hand_has_one_way_to_be_held_and_numbers_do_not_count() {
        let mut one = Cards::default();
        let mut other = Cards::default();
        for kind in [4, 1, 3] {
            one.bring(kind, ANN, HAND);
        }
        for kind in [3, 4, 1] {
            other.bring(kind, ANN, HAND);
        }
        assert_eq!(one, other);
        assert_eq!(one.kinds(HAND).collect::<Vec<_>>(), [1, 3, 4]);
        let id = other.find(HAND, 3).unwrap();
        other.open(id);
        assert_ne!(one, other);
    }

    /// Two groups alike in a hand: whichever came first, it is the same hand.
    #[test]
    fn groups_alike_are_the_same_whatever_their_numbers() {
        let hand = |groups: [u8; 4]| {
            let mut cards = Cards::default();
            for group in groups {
                let id = cards.bring(7, ANN, HAND);
                cards.let_know(id, Viewers::one(Some(ANN)), Viewers::ALL, group);
            }
            cards
        };
        let plain = hand([1, 1, 2, 2]);
        for groups in [[1, 2, 2, 1], [1, 2, 1, 2], [5, 3, 3, 5], [2, 2, 1, 1]] {
            assert_eq!(hand(groups), plain, "{groups:?}");
        }
        for groups in [[1, 1, 1, 2], [1, 2, 3, 3], [1, 1, 1, 1]] {
            assert_ne!(hand(groups), plain, "{groups:?}");
        }
    }

    #[test]
    fn nothing_is_seen_of_what_nobody_showed() {
        let cards = dealt();
        assert_eq!(sight(&cards, ANN).known(HAND).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(sight(&cards, BO).known(HAND).count(), 0);
        assert_eq!(sight(&cards, BO).pool(ANN).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
        let shared = share(&cards, BO, |w| w.kinds(HAND).any(|kind| kind == 7));
        assert!((shared - 0.5).abs() < 0.1, "{shared}");
        assert_eq!(share(&cards, ANN, |w| w.kinds(HAND).any(|kind| kind == 7)), 0.0);
        // Where the list is secret, not even that is known.
        let blind = Sight::of(&cards, Some(BO), SeatSet::NONE);
        assert!(blind.pool(ANN).all(|kind| kind == HIDDEN));
        let world =
            blind.imagine(&mut Seed::from(1).luck(Stream::Test(2)), |_, luck| 50 + luck.pick(9) as u16);
        assert!(world.kinds(HAND).all(|kind| kind >= 50));
        assert_eq!(Sight::of(&world, Some(BO), SeatSet::NONE), blind);
    }

    /// A hand that was looked at is a set: a card of it laid face down could be any of them.
    #[test]
    fn a_card_laid_down_from_a_seen_hand_is_one_of_the_hand() {
        let mut cards = dealt();
        look_at_hand(&mut cards, BO);
        assert_eq!(sight(&cards, BO).known(HAND).count(), 4);
        let laid = cards.find(HAND, 3).unwrap();
        cards.slip_out(laid);
        cards.put(laid, DOWN);
        // Bo knows the four, but not which one lies there. Cy knows nothing, Ann everything.
        assert_eq!(sight(&cards, BO).known(HAND).count(), 0);
        for kind in 1..=4 {
            let down = share(&cards, BO, |w| w.top_kind(DOWN) == Some(kind));
            assert!((down - 0.25).abs() < 0.08, "{kind}: {down}");
        }
        assert_eq!(share(&cards, BO, |w| w.kinds(DECK).all(|kind| kind >= 5)), 1.0);
        assert!(share(&cards, CY, |w| w.top_kind(DOWN) >= Some(5)) > 0.3);
        assert_eq!(share(&cards, ANN, |w| w.top_kind(DOWN) == Some(3)), 1.0);

        // A card drawn later is none of those that were seen.
        let drawn = cards.top(DECK).unwrap();
        cards.show(drawn, Viewers::one(Some(ANN)));
        cards.put(drawn, HAND);
        assert_eq!(share(&cards, BO, |w| w.top_kind(DOWN) <= Some(4)), 1.0);
        assert!(share(&cards, BO, |w| w.kinds(HAND).any(|kind| kind == 5)) > 0.15);

        // One of them turns up and leaves the group. That Bo could still tell the card that was drawn from the others is not for
        // Cy to know, so nobody keeps them apart; what was seen is still known to be among them.
        let shown = cards.find(HAND, 1).unwrap();
        cards.open(shown);
        cards.put(shown, QUEUE);
        let down = share(&cards, BO, |w| w.top_kind(DOWN) == Some(3));
        assert!((down - 1.0 / 4.0).abs() < 0.08, "{down}");

        // When the next one is laid down, nobody can keep the old hand and the new card apart.
        let next = cards.find(HAND, 8).unwrap();
        cards.slip_out(next);
        cards.put(next, DOWN);
        assert!(share(&cards, BO, |w| w.top_kind(DOWN) >= Some(5)) > 0.1);
        assert!(share(&cards, BO, |w| w.top_kind(DOWN) <= Some(4)) > 0.4);
        let seen = |w: &Cards| [2, 3, 4].iter().all(|&k| w.kinds(HAND).chain(w.kinds(DOWN)).any(|x| x == k));
        assert_eq!(share(&cards, BO, seen), 1.0);
    }

    /// Somebody looked at a row and put it into another order: they know it, the others lose track of the places.
    #[test]
    fn a_row_put_into_another_order_is_known_to_the_one_who_did_it() {
        let mut cards = Cards::default();
        for kind in [1, 2, 3] {
            let id = cards.bring(kind, ANN, QUEUE);
            cards.show(id, Viewers::one(Some(BO)));
        }
        cards.bring(9, ANN, DECK);
        // Cy has seen the lowest; now Bo reorders.
        let lowest = cards.row(QUEUE).next().unwrap();
        cards.show(lowest, Viewers::one(Some(CY)));
        cards.mix(QUEUE, Viewers::one(Some(BO)));
        cards.put(lowest, QUEUE);
        assert_eq!(sight(&cards, BO).known(QUEUE).collect::<Vec<_>>(), [2, 3, 1]);
        assert_eq!(sight(&cards, CY).known(QUEUE).count(), 0);
        // Cy still knows that the 1 is one of them, and nothing more.
        assert_eq!(share(&cards, CY, |w| w.kinds(QUEUE).any(|kind| kind == 1)), 1.0);
        let top = share(&cards, CY, |w| w.top_kind(QUEUE) == Some(1));
        assert!((top - 1.0 / 3.0).abs() < 0.08, "{top}");
        assert!(share(&cards, CY, |w| w.kinds(QUEUE).any(|kind| kind == 9)) > 0.4);
    }

    #[test]
    fn a_shuffle_takes_the_places_and_leaves_the_cards() {
        let mut cards = dealt();
        look_at_hand(&mut cards, BO);
        for id in cards.row(HAND).collect::<Vec<_>>() {
            cards.put(id, DECK);
        }
        cards.shuffle(DECK, &mut Seed::from(3).luck(Stream::Test(3)));
        assert_eq!(cards.count(DECK), 8);
        assert_eq!(sight(&cards, ANN).known(DECK).count(), 0);
        assert_eq!(sight(&cards, BO).pool(ANN).collect::<Vec<_>>(), [5, 6, 7, 8]);
        assert_eq!(sight(&cards, BO).mixed_in(ANN).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(sight(&cards, CY).mixed_in(ANN).count(), 0);
        let top = share(&cards, BO, |w| w.top_kind(DECK) <= Some(4));
        assert!((top - 0.5).abs() < 0.1, "{top}");
    }

    /// Owner and controller are two things, and both can be seen.
    #[test]
    fn a_card_in_another_ones_power_still_has_its_owner() {
        let mut cards = dealt();
        let id = cards.find(HAND, 2).unwrap();
        cards.open(id);
        cards.put(id, DOWN);
        cards.give(id, BO);
        let spot = sight(&cards, CY).row(DOWN)[0];
        assert_eq!((spot.known(), spot.owner(), spot.controller()), (Some(2), ANN, BO));
        assert_eq!(share(&cards, CY, |w| w.controller(w.top(DOWN).unwrap()) == BO), 1.0);
    }

    /// Of two alike, the one that others know goes first: else its going would tell that there is another.
    #[test]
    fn of_two_alike_the_known_one_is_taken() {
        let mut cards = Cards::default();
        for open in [false, true] {
            let id = cards.bring(7, ANN, HAND);
            cards.show(id, if open { Viewers::ALL } else { Viewers::one(Some(ANN)) });
        }
        let gone = cards.find(HAND, 7).unwrap();
        cards.put(gone, QUEUE);
        assert_eq!(sight(&cards, BO).known(HAND).count(), 0);
    }
}
