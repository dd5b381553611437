//! What can be asked of a table by the one who rules it and by one who only sees it: the same questions, the same answers,
//! so that menus, refusals and words can never disagree.

use ccg::frame::{Act, NO_FRAME};
use ccg::machine::{World, finds};
use ccg::{Change, Number, Place, Tag};
use table::Seat;

use crate::act::Part;
use crate::cards::{Face, Kind, Team, Type};
use crate::state::{Frame, Galaxy, Help, Open, Slot, Stance, Step, foe, primed, slots};
use crate::tongue::{Beans, Deed, Verb};

/// A team bonus (rule 7.3).
pub const TEAM_BONUS: i32 = 50;
/// Cards that can be bought in a turn (rule 2.6).
pub(crate) const DRAWS: u8 = 3;
/// Cards that can be kept (rule 2.7).
pub(crate) const HAND_SIZE: u8 = 7;

/// Which number a Headz-up power changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// What a fallen Bean pushes with.
    Mmp,
    /// In attack.
    Attack,
    /// In defence.
    Defence,
    /// The action points of a turn.
    Points,
    /// The cards that can be bought in a turn.
    Draws,
    /// The cards that can be kept.
    HandSize,
}

/// A number that a Headz-up power is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Which number.
    pub figure: Figure,
    /// Where the Bean with the power lies.
    pub from: Slot,
    /// Where the Bean lies whose number it is, if it is a Bean's.
    pub of: Slot,
    /// Its team.
    pub team: Team,
    /// Its type.
    pub class: Type,
}

/// A table, or a view of it.
pub trait Look: World<Tongue = Beans, Own = Step, Board = ()> {
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

    /// Will the next attack be a Sharpshoot (rule 8.1)?
    #[inline]
    fn is_sharp(&self) -> bool {
        self.open().spun.sharp || self.open().ready.sharp
    }

    /// May the next attack be a Blitz (rule 8.2)?
    #[inline]
    fn may_blitz(&self) -> bool {
        self.open().spun.blitz || self.open().ready.blitz
    }

    /// What the Headz-up powers of a seat add to one of the numbers of its turn (rule 4.4), each name once (rule 7.6).
    fn extra(&self, seat: Seat, figure: Figure, note: &mut impl FnMut(Face, u8)) -> u8 {
        let mut sum = 0;
        for slot in Slot::of(seat) {
            let Some(face) = self.upright(slot) else { continue };
            let gifts = &face.card().gifts;
            if gifts.is_empty() {
                continue;
            }
            let ask = Ask { figure, from: slot, of: slot, team: Team::NONE, class: Type::Rookie };
            let twin = |other: Slot| other < slot && self.upright(other) == Some(face);
            if Slot::of(seat).any(twin) {
                continue;
            }
            for (clause, gift) in (0..).zip(gifts) {
                let n = gift.gives(&ask);
                if n != 0 {
                    note(face, clause);
                    sum += n as u8;
                }
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
        for from in Slot::of(mine) {
            let Some(giver) = self.upright(from) else { continue };
            let gifts = &giver.card().gifts;
            if gifts.is_empty() {
                continue;
            }
            let ask = Ask { figure, from, of: slot, team: card.team, class: card.class };
            for (clause, gift) in (0..).zip(gifts) {
                let n = gift.gives(&ask);
                if n == 0 {
                    continue;
                }
                // Another of the same name has given it already (rule 7.6).
                let gives_too = |other: Slot| gift.gives(&Ask { from: other, ..ask }) != 0;
                let twin = |other: Slot| other < from && self.upright(other) == Some(giver);
                if Slot::of(mine).any(|other| twin(other) && gives_too(other)) {
                    continue;
                }
                sum.change(Change::Add(n));
                note(Part::Gift { card: giver, clause, n });
            }
        }
        sum
    }

    /// What a Bean brings to an attack: its strength and a Moon that fits (rules 5.4, 7.1).
    fn brings(&self, slot: Slot, note: &mut impl FnMut(Part)) -> i32 {
        let mut sum = self.strength(slot, Figure::Attack, note);
        let (Some(bean), Some(moon)) = (self.bean(slot), self.cosmos(slot)) else { return sum.value() };
        let (bean, card) = (bean.card(), moon.card());
        let (n, clause) = card.moon_boost(bean);
        if n > 0 {
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
        let Help { boost, doubles, .. } = self.open().ready;
        sum.change(Change::Add(i32::from(boost)));
        if boost > 0 {
            // Each of them is told by name.
            for card in self.row(primed(self.open().turn)) {
                for deed in &card.card().deeds {
                    if let Deed::Boost(n) = *deed {
                        note(Part::Boost { card, n: i32::from(n.0) });
                    }
                }
            }
        }
        let doubles = u32::from(spun.doubles) + u32::from(doubles);
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
            let n = card.card().asteroid.map_or(0, |n| i32::from(n.0));
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

    /// The act that the Bean in this slot would begin with its power, or a card with what it does.
    fn would_begin(&self, seat: Seat, slot: Option<Slot>, face: Face) -> Act {
        Act::new(face.number(), 0, seat, slot.map_or(Tag::NONE, Slot::tag), NO_FRAME)
    }

    /// May this Action, or this power, be used for what it does (rules 3.5, 6.2)?
    fn is_of_use(&self, act: &Act) -> bool {
        let card = Face::of(act.card).card();
        match Slot::of_tag(act.me) {
            Some(slot) if card.attacks() => {
                let sharp = self.is_sharp() || card.deeds.len() > 1 && card.deeds.contains(&Deed::Sharpshoot);
                self.could_attack(slot, sharp)
            }
            _ => card.deeds.iter().any(|&deed| finds(self, &(), Verb::Deed(deed), act)),
        }
    }

    /// May a Blitz by these strike in this galaxy (rule 8.3)?
    fn may_strike(&self, by: u16, galaxy: Galaxy) -> bool {
        slots(by).any(|slot| slot.galaxy() == galaxy && self.could_attack(slot, false))
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

    /// The answers that were given in the open window, the oldest first (rule 9.3).
    fn answers(&self) -> impl Iterator<Item = Act> {
        let frames = &self.open().frames;
        let above = match frames.last() {
            Some(Frame::Window(window)) => usize::from(window.about) + 1,
            _ => frames.len(),
        };
        frames.iter().skip(above).filter_map(|frame| match frame {
            Frame::Act(act) => Some(*act),
            _ => None,
        })
    }
}

/// May this card be taken back out of the discard pile (rule 8.12)?
pub(crate) fn can_come_back(face: Face) -> bool {
    let kind = face.card().kind;
    kind == Kind::Bean || kind.is_cosmos()
}
