//! What can be asked of a table by the one who rules it and by one who only sees it: the same questions, the same answers,
//! so that menus, refusals and words can never disagree.

use ccg::{Change, Number, Place};
use table::Seat;

use crate::act::Part;
use crate::cards::{Deed, Face, Figure, Kind, Reach, Whom};
use crate::state::{Deeds, Frame, Galaxy, Open, Slot, Stance, deck, discard, foe, hand, primed, slots};

/// A team bonus (rule 7.3).
pub const TEAM_BONUS: i32 = 50;
/// Cards that can be bought in a turn (rule 2.6).
pub(crate) const DRAWS: u8 = 3;
/// Cards that can be kept (rule 2.7).
pub(crate) const HAND_SIZE: u8 = 7;

/// A table, or a view of it.
pub trait Look {
    /// All that everybody sees besides the cards.
    fn open(&self) -> &Open;
    /// The known cards at a place, from the bottom up.
    fn row(&self, place: Place) -> impl Iterator<Item = Face>;
    /// How many cards lie there, known or not.
    fn count(&self, place: Place) -> u8;
    /// The top card, if it is known.
    fn top(&self, place: Place) -> Option<Face>;

    /// What is asked now, or being done.
    #[inline]
    fn frame(&self) -> Option<Frame> {
        self.open().frames.top()
    }

    /// The Bean in a slot.
    #[inline]
    fn bean(&self, slot: Slot) -> Option<Face> {
        self.top(slot.bean())
    }

    /// The Cosmos card in a slot.
    #[inline]
    fn cosmos(&self, slot: Slot) -> Option<Face> {
        self.top(slot.cosmos())
    }

    /// How the Bean in a slot stands.
    #[inline]
    fn stance(&self, slot: Slot) -> Stance {
        self.open().stance[usize::from(slot.0)]
    }

    /// A Headz-up Bean in a slot.
    #[inline]
    fn upright(&self, slot: Slot) -> Option<Face> {
        if self.stance(slot) == Stance::HeadzUp { self.bean(slot) } else { None }
    }

    /// The slots of a mat with a Bean.
    #[inline]
    fn beans(&self, seat: Seat) -> impl Iterator<Item = (Slot, Face)> {
        Slot::of(seat).filter_map(|slot| Some((slot, self.bean(slot)?)))
    }

    /// Is there room for a Bean?
    #[inline]
    fn has_room(&self, seat: Seat) -> bool {
        Slot::of(seat).any(|slot| self.count(slot.bean()) == 0)
    }

    /// Are all slots of a galaxy on this mat filled with Headz-up Beans (rule 10.1)?
    #[inline]
    fn is_full(&self, seat: Seat, galaxy: Galaxy) -> bool {
        Slot::within(galaxy, seat).all(|slot| self.upright(slot).is_some())
    }

    /// Has this seat a Bean in the galaxy (rule 6.2)?
    #[inline]
    fn is_there(&self, seat: Seat, galaxy: Galaxy) -> bool {
        Slot::within(galaxy, seat).any(|slot| self.count(slot.bean()) > 0)
    }

    /// What it costs to use the spin power of a Bean (rule 4.6), whether its Cosmos card fits or not (rule 5.3).
    #[inline]
    fn spin_cost(&self, slot: Slot) -> u8 {
        let cost = |face: Option<Face>| face.map_or(0, |face| face.card().cost);
        cost(self.bean(slot)) + cost(self.cosmos(slot))
    }

    /// Does an Action of this turn do this for the next attack?
    fn is_primed(&self, deed: Deed) -> bool {
        self.row(primed(self.open().turn)).any(|face| face.card().deeds.contains(&deed))
    }

    /// Will the next attack be a Sharpshoot (rule 8.1)?
    fn is_sharp(&self) -> bool {
        self.open().spun.sharp || self.is_primed(Deed::Sharpshoot)
    }

    /// May the next attack be a Blitz (rule 8.2)?
    fn may_blitz(&self) -> bool {
        self.open().spun.blitz || self.is_primed(Deed::Blitz)
    }

    /// What the Headz-up powers of a seat add to one of the numbers of its turn (rule 4.4), each name once (rule 7.6).
    fn extra(&self, seat: Seat, figure: Figure, note: &mut impl FnMut(Face, u8)) -> u8 {
        let mut sum = 0;
        for (slot, face) in self.beans(seat) {
            let gifts = &face.card().gifts;
            if gifts.is_empty() || self.stance(slot) != Stance::HeadzUp {
                continue;
            }
            let twin = |other: Slot| other < slot && self.upright(other) == Some(face);
            if Slot::of(seat).any(twin) {
                continue;
            }
            for (clause, gift) in gifts.iter().enumerate().filter(|(_, gift)| gift.figure == figure) {
                note(face, clause as u8);
                sum += gift.by as u8;
            }
        }
        sum
    }

    /// How many cards this seat can buy in a turn (rule 2.6).
    fn draws(&self, seat: Seat) -> u8 {
        DRAWS + self.extra(seat, Figure::Draws, &mut |_, _| {})
    }

    /// How many cards this seat can keep (rule 2.7).
    fn hand_size(&self, seat: Seat) -> u8 {
        HAND_SIZE + self.extra(seat, Figure::HandSize, &mut |_, _| {})
    }

    /// Has the Bean a neighbour of its team that is another card (rules 7.3, 7.4)?
    #[inline]
    fn has_mate(&self, slot: Slot, face: Face) -> bool {
        let team = face.card().team;
        team != crate::cards::Team::NONE
            && [slot.left(), slot.right()]
                .iter()
                .any(|&side| self.bean(side).is_some_and(|mate| mate != face && mate.card().team == team))
    }

    /// MMP, team bonus and what Headz-up powers add (rules 7.3 to 7.6).
    fn strength(&self, slot: Slot, figure: Figure, note: &mut impl FnMut(Part)) -> Number {
        let Some(face) = self.bean(slot) else { return Number::printed(0) };
        let card = face.card();
        let mut sum = Number::printed(i32::from(card.mmp));
        note(Part::Printed { card: face, n: i32::from(card.mmp) });
        if self.has_mate(slot, face) {
            sum.change(Change::Add(TEAM_BONUS));
            note(Part::Team { n: TEAM_BONUS });
        }
        let mine = slot.seat();
        for (from, giver) in self.beans(mine) {
            let gifts = &giver.card().gifts;
            if gifts.is_empty() || self.stance(from) != Stance::HeadzUp {
                continue;
            }
            for (clause, gift) in gifts.iter().enumerate() {
                let reaches = |from: Slot| match gift.whom {
                    Whom::Team(team) => card.team == team,
                    Whom::Type(class) => card.class == class,
                    Whom::All => true,
                    Whom::Me => from == slot,
                    Whom::Galaxy => from.galaxy() == slot.galaxy(),
                    Whom::Neighbours => from.left() == slot || from.right() == slot,
                };
                if !(gift.figure == figure || gift.figure == Figure::Mmp) || !reaches(from) {
                    continue;
                }
                // Another of the same name has given it already (rule 7.6).
                let twin = |other: Slot| other < from && self.upright(other) == Some(giver) && reaches(other);
                if Slot::of(mine).any(twin) {
                    continue;
                }
                sum.change(Change::Add(i32::from(gift.by)));
                note(Part::Gift { card: giver, clause: clause as u8, n: i32::from(gift.by) });
            }
        }
        sum
    }

    /// What a Bean brings to an attack: its strength and a Moon that fits (rules 5.4, 7.1).
    fn brings(&self, slot: Slot, note: &mut impl FnMut(Part)) -> i32 {
        let mut sum = self.strength(slot, Figure::Attack, note);
        let (Some(bean), Some(moon)) = (self.bean(slot), self.cosmos(slot)) else { return sum.value() };
        let (bean, card) = (bean.card(), moon.card());
        let by_team = if card.moon_team.0 == bean.team { card.moon_team.1 } else { 0 };
        let by_type = card.moon_type.map_or(0, |(class, n)| if class == bean.class { n } else { 0 });
        let n = i32::from(by_team.max(by_type));
        if n > 0 && card.kind == Kind::Moon {
            // A file names the team before the type.
            let clause = u8::from(by_type > by_team && card.moon_team.1 > 0);
            note(Part::Cosmos { card: moon, clause, n });
            sum.change(Change::Add(n));
        }
        sum.value()
    }

    /// The attack value (rules 7.1, 7.7, 7.9 and 8.4).
    fn attack_value(&self, by: u16, note: &mut impl FnMut(Part)) -> i32 {
        let mut sum = Number::printed(slots(by).map(|slot| self.brings(slot, note)).sum());
        let spun = self.open().spun;
        if spun.boost > 0 {
            sum.change(Change::Add(i32::from(spun.boost)));
            note(Part::Spun { n: i32::from(spun.boost) });
        }
        let mut doubles = u32::from(spun.doubles);
        for card in self.row(primed(self.open().turn)) {
            for deed in &card.card().deeds {
                match *deed {
                    Deed::Boost(n) => {
                        sum.change(Change::Add(i32::from(n)));
                        note(Part::Boost { card, n: i32::from(n) });
                    }
                    Deed::Double => doubles += 1,
                    _ => {}
                }
            }
        }
        if doubles > 0 {
            let times = 1 << doubles.min(10);
            note(Part::Doubled { times });
            sum.change(Change::Times(times));
        }
        sum.value()
    }

    /// The defence value (rule 7.2).
    fn defence_value(&self, slot: Slot, shield: u16, note: &mut impl FnMut(Part)) -> i32 {
        let mut sum = self.strength(slot, Figure::Defence, note);
        if let Some(card) = self.cosmos(slot) {
            let n = i32::from(card.card().asteroid);
            if n > 0 {
                note(Part::Cosmos { card, clause: 0, n });
                sum.change(Change::Add(n));
            }
        }
        if shield > 0 {
            note(Part::Shield { n: i32::from(shield) });
            sum.change(Change::Add(i32::from(shield)));
        }
        sum.value()
    }

    /// Could the Bean in this slot attack somebody now (rules 6.1, 6.2, 8.1)?
    fn could_attack(&self, slot: Slot, sharp: bool) -> bool {
        let foe = foe(slot.seat());
        if sharp {
            Slot::of(foe).any(|slot| self.count(slot.bean()) > 0)
        } else {
            self.is_there(foe, slot.galaxy())
        }
    }

    /// Would a clause find something to act on (rule 3.5)?
    fn finds_something(&self, seat: Seat, slot: Option<Slot>, deed: Deed) -> bool {
        let foe = foe(seat);
        match deed {
            Deed::Attack => slot.is_some_and(|slot| self.could_attack(slot, self.is_sharp())),
            Deed::Sharpshoot | Deed::Blitz | Deed::Boost(_) | Deed::Double | Deed::Points(_) => true,
            Deed::Draw(_) => self.count(deck(seat)) > 0,
            Deed::Freebie => {
                self.has_room(seat) && self.row(hand(seat)).any(|face| face.card().kind == Kind::Bean)
            }
            Deed::Retrieve => self.row(discard(seat)).any(can_come_back),
            Deed::Shed(_) | Deed::Peek => self.count(hand(foe)) > 0,
            Deed::Swap => self.beans(seat).count() >= 2,
            Deed::Move => self.has_room(seat) && self.beans(seat).next().is_some(),
            Deed::Knockdown(_) | Deed::KnockOff(_) | Deed::TurnUp | Deed::Sweep | Deed::Odd(_) => {
                Slot::all().any(|target| self.is_target(seat, slot, deed, target))
            }
        }
    }

    /// Does a clause go on when its moment has come (rule 8.17)? By what all can see: whether there is a Bean in the hand
    /// is a secret.
    fn goes_on(&self, seat: Seat, slot: Option<Slot>, deed: Deed) -> bool {
        match deed {
            Deed::Freebie => self.has_room(seat) && self.count(hand(seat)) > 0,
            deed => self.finds_something(seat, slot, deed),
        }
    }

    /// May a clause be aimed at what lies in this slot?
    fn is_target(&self, seat: Seat, from: Option<Slot>, deed: Deed, target: Slot) -> bool {
        let near =
            |reach: Reach| reach == Reach::Anywhere || from.is_some_and(|s| s.galaxy() == target.galaxy());
        let (mine, there) = (target.seat() == seat, self.count(target.bean()) > 0);
        match deed {
            Deed::Knockdown(reach) => !mine && there && self.stance(target).stands() && near(reach),
            Deed::KnockOff(reach) => !mine && there && near(reach),
            Deed::Odd(_) => !mine && there && self.stance(target).stands() && near(Reach::Here),
            Deed::TurnUp => mine && there && self.stance(target) != Stance::HeadzUp,
            Deed::Sweep => self.count(target.cosmos()) > 0,
            Deed::Move | Deed::Swap => mine && there,
            _ => false,
        }
    }

    /// May this slot be the second of two that a clause asks for?
    fn is_second(&self, seat: Seat, deed: Deed, first: Slot, second: Slot) -> bool {
        let there = self.count(second.bean()) > 0;
        second.seat() == seat && second != first && (deed == Deed::Swap) == there
    }

    /// May this Action be played for what it does (rule 3.5)?
    fn is_of_use(&self, seat: Seat, face: Face) -> bool {
        face.card().deeds.iter().any(|&deed| self.finds_something(seat, None, deed))
    }

    /// May this spin power be used for what it does (rules 3.5, 6.2)?
    fn spin_is_of_use(&self, slot: Slot, face: Face) -> bool {
        let card = face.card();
        if card.attacks() {
            let sharp = self.is_sharp() || card.deeds.contains(&Deed::Sharpshoot);
            return self.could_attack(slot, sharp);
        }
        card.deeds.iter().any(|&deed| self.finds_something(slot.seat(), Some(slot), deed))
    }

    /// May the spin power of this Headz-up Bean be used with the points that are left (rule 4.5)?
    fn may_spin(&self, slot: Slot, face: Face) -> bool {
        face.card().spins() && self.spin_cost(slot) <= self.open().points && self.spin_is_of_use(slot, face)
    }

    /// May this Bean join a Blitz that has these already (rules 8.2, 8.3)? The first must have somebody to attack.
    fn may_join(&self, slot: Slot, with: u16, points: u8) -> bool {
        let attacks = |slot: Slot| self.upright(slot).is_some_and(|face| face.card().attacks());
        if slot.seat() != self.open().turn || with & slot.bit() != 0 || !attacks(slot) {
            return false;
        }
        let cost = self.spin_cost(slot);
        if cost > points {
            return false;
        }
        // Nobody is left alone for want of points.
        with != 0
            || self.could_attack(slot, self.is_sharp())
                && Slot::of(slot.seat())
                    .any(|other| other != slot && attacks(other) && self.spin_cost(other) <= points - cost)
    }

    /// What the attackers of a Blitz cost together.
    fn blitz_cost(&self, by: u16) -> u8 {
        slots(by).map(|slot| self.spin_cost(slot)).sum()
    }

    /// The clause that is being carried out.
    fn deed(&self, deeds: Deeds) -> Option<Deed> {
        deeds.face.card().deeds.get(usize::from(deeds.at)).copied()
    }
}

/// May this card be taken back out of the discard pile (rule 8.12)?
pub(crate) fn can_come_back(face: Face) -> bool {
    let kind = face.card().kind;
    kind == Kind::Bean || kind.is_cosmos()
}
