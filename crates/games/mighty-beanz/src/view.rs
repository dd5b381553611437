//! What a seat, or a spectator, sees and may remember. What is known of hidden cards is the arena's business
//! ([`ccg::Sight`]); everything else lies open, but for the hand that hides a Mighty Bean.

use ccg::{Place, Sight};
use serde::{Serialize, Serializer};
use table::{Luck, Seat, SeatSet, Status};

use crate::act::Action;
use crate::cards::{Face, Kind};
use crate::judge;
use crate::look::Look;
use crate::position::{Answer, Doing, written};
use crate::prior::Prior;
use crate::state::{
    AIR, Attack, CARDS, Frame, Galaxy, Help, House, LOOSE, Lie, MightyBeanz, Open, PLACES, Reason, Side,
    Slot, Stance, Step, deck, discard, hand, loot, primed,
};

/// The table from one seat, or from the gallery.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who looks; `None`: a spectator.
    pub who: Option<Seat>,
    /// The cards.
    pub(crate) sight: Sight<(), CARDS, PLACES, LOOSE>,
    /// All else.
    pub open: Open,
}

/// A shot for Loot before it is made (rule 10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Where.
    pub galaxy: Galaxy,
    /// The first try or the second.
    pub tries: u8,
    /// How it lies.
    pub lie: Lie,
    /// The direction, once it is set.
    pub aim: Option<i8>,
}

impl Look for View {
    #[inline]
    fn open(&self) -> &Open {
        &self.open
    }
    #[inline]
    fn row(&self, place: Place) -> impl Iterator<Item = Face> {
        self.sight.known(place).map(Face::of)
    }
    #[inline]
    fn count(&self, place: Place) -> u8 {
        self.sight.count(place) as u8
    }
    #[inline]
    fn top(&self, place: Place) -> Option<Face> {
        self.sight.top(place).map(Face::of)
    }
}

impl View {
    pub(crate) fn of(game: &MightyBeanz, who: Option<Seat>) -> View {
        let mut open = game.open.clone();
        // Whoever guesses does not know; whoever hid it does.
        if let Some(Frame::Own(Step::Guess(guesser, side))) = open.frames.last_mut()
            && (who.is_none() || who == Some(*guesser))
        {
            *side = Side::Hidden;
        }
        // Both lists lie open, unless it was agreed otherwise (rule 1.3).
        let lists = match who {
            _ if !open.house.closed_lists => SeatSet::ALL,
            Some(seat) => SeatSet::one(seat),
            None => SeatSet::NONE,
        };
        View { who, sight: Sight::of(&game.cards, who, lists), open }
    }

    pub(crate) fn imagine(&self, prior: &Prior, luck: &mut Luck) -> MightyBeanz {
        let mut guesses = prior.about(self);
        let cards = self.sight.imagine(luck, |owner, luck| guesses.next(owner, luck).number());
        let mut open = self.open.clone();
        if let Some(Frame::Own(Step::Guess(_, side @ Side::Hidden))) = open.frames.last_mut() {
            *side = if luck.pick(2) == 0 { Side::Left } else { Side::Right };
        }
        MightyBeanz { cards, open }
    }

    /// Whom the table waits for.
    pub fn status(&self) -> Status {
        judge::status(self)
    }

    /// The cards that the viewer knows in a hand: their own, or what they have seen of another.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.row(hand(seat))
    }

    /// How many cards a seat holds.
    pub fn hand_count(&self, seat: Seat) -> u8 {
        self.count(hand(seat))
    }

    /// How many cards a deck has.
    pub fn deck_count(&self, seat: Seat) -> u8 {
        self.count(deck(seat))
    }

    /// How much Loot of a seat lies in a galaxy.
    pub fn loot_count(&self, seat: Seat, galaxy: Galaxy) -> u8 {
        self.count(loot(seat, galaxy))
    }

    /// A discard pile, the newest last.
    pub fn discards(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.row(discard(seat))
    }

    /// The Actions of a seat that wait for its next attack.
    pub fn ready(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.row(primed(seat))
    }

    /// What is in the air, the newest last.
    pub fn in_the_air(&self) -> impl Iterator<Item = Face> {
        self.row(AIR)
    }

    /// The cards of a seat that the viewer saw go back into its deck: there, or in its hand by now, but not in its Loot
    /// (rule 1.9).
    pub fn shuffled_back(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.sight.mixed_in(seat).map(Face::of)
    }

    /// All other cards of a seat that the viewer cannot place: in its deck, its Loot, or its hand.
    pub fn unplaced(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.sight.pool(seat).map(Face::of)
    }

    // What is under way, for those who draw it.

    /// The shot for Loot that somebody is about to make.
    pub fn shot(&self) -> Option<Shot> {
        match self.frame()? {
            Frame::Own(Step::Aim(galaxy, tries, lie)) => Some(Shot { galaxy, tries, lie, aim: None }),
            Frame::Own(Step::Flick(galaxy, tries, lie, aim)) => {
                Some(Shot { galaxy, tries, lie, aim: Some(aim) })
            }
            _ => None,
        }
    }

    /// The attack that is under way.
    pub fn attack(&self) -> Option<Attack> {
        self.open.frames.iter().rev().find_map(|frame| match frame {
            Frame::Own(Step::Attack(attack)) => Some(*attack),
            _ => None,
        })
    }

    /// Where a Bean is about to land.
    pub fn arriving(&self) -> Option<Slot> {
        self.open.frames.iter().rev().find_map(|frame| match frame {
            Frame::Own(Step::Arrive(slot, _)) => Some(*slot),
            _ => None,
        })
    }

    /// Who has answered in the open window, the oldest answer first. Their cards are the last in the air.
    pub fn answered(&self) -> impl Iterator<Item = Seat> {
        self.answers().map(|act| act.seat)
    }

    /// The slots of the Beans that take part in what is going on, a bit each.
    pub fn busy(&self) -> u16 {
        let bit = |slot: Option<Slot>| slot.map_or(0, Slot::bit);
        let busy = self.open.frames.iter().map(|frame| match frame {
            Frame::Own(Step::Attack(attack)) => attack.by,
            Frame::Own(Step::Gather(by) | Step::Strike(by)) => *by,
            Frame::Act(act) => {
                act.picks.iter().fold(bit(Slot::of_tag(act.me)), |all, pick| all | bit(Slot::aimed(*pick)))
            }
            _ => 0,
        });
        busy.fold(0, |all, set| all | set)
    }

    /// What the viewer might want to do.
    pub(crate) fn thinkable(&self, acts: &mut Vec<Action>) {
        let Some(me) = self.who else { return };
        let mut cards: Vec<Face> = self.hand(me).collect();
        cards.dedup();
        acts.extend([Action::End, Action::Draw, Action::Blitz]);
        if matches!(self.frame(), Some(Frame::Own(Step::Keep(_)))) {
            acts.push(Action::Redraw);
        }
        for card in cards {
            let kind = card.card().kind;
            acts.push(if kind == Kind::Instant { Action::Answer { card } } else { Action::Play { card } });
        }
        for slot in Slot::of(me).filter(|&slot| self.bean(slot).is_some()) {
            let upright = self.upright(slot).is_some();
            acts.push(if upright { Action::Spin { slot } } else { Action::Turn { slot } });
        }
        if matches!(
            self.frame(),
            Some(Frame::Act(_) | Frame::Own(Step::Place | Step::Attack(_) | Step::Gather(_)))
        ) {
            acts.extend(Slot::all().map(|slot| Action::At { slot }));
        }
        if matches!(self.frame(), Some(Frame::Own(Step::Strike(_)))) {
            acts.extend(Galaxy::from_left_of(me).map(|n| Action::Galaxy { n }));
        }
    }
}

/// The form for programs: names instead of numbers.
#[derive(Serialize)]
struct Spelled {
    seat: Option<Seat>,
    asked: Option<Seat>,
    expert: bool,
    steady: bool,
    #[serde(skip_serializing_if = "House::is_usual")]
    house: House,
    turn: Seat,
    turns: u16,
    points: u8,
    bought: u8,
    next_attack: Help,
    captured: [u8; 2],
    doing: Vec<Doing>,
    answers: Vec<Answer>,
    air: Vec<Face>,
    players: Vec<SpelledPlayer>,
    over: Option<Reason>,
    winner: Option<Seat>,
}

#[derive(Serialize)]
struct SpelledPlayer {
    /// `?` is a card that the viewer does not know.
    hand: Vec<Face>,
    deck: u8,
    discard: Vec<Face>,
    ready: Vec<Face>,
    /// How much is left in each galaxy, from a1's on.
    loot: [u8; 3],
    /// Instants of each kind that are not in open sight; nothing where lists are closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    instants: Option<[u8; 3]>,
    /// Cards that the viewer saw before they were shuffled into the deck: there or in the hand.
    shuffled_back: Vec<Face>,
    /// Other cards in deck, Loot or hand that the viewer cannot place.
    unplaced: Vec<Face>,
    mat: Vec<SpelledSlot>,
}

#[derive(Serialize)]
struct SpelledSlot {
    slot: Slot,
    bean: Option<Face>,
    stance: Option<Stance>,
    cosmos: Option<Face>,
    attack: Option<i32>,
    defence: Option<i32>,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let slot = |slot: Slot| {
            let bean = self.bean(slot);
            SpelledSlot {
                slot,
                bean,
                stance: bean.map(|_| self.stance(slot)),
                cosmos: self.cosmos(slot),
                attack: bean.map(|_| self.brings(slot, &mut |_| {})),
                defence: bean.map(|_| self.defence_value(slot, 0, &mut |_| {})),
            }
        };
        let player = |seat: Seat| SpelledPlayer {
            hand: self.sight.row(hand(seat)).iter().map(|spot| Face::of(spot.kind)).collect(),
            deck: self.deck_count(seat),
            discard: self.discards(seat).collect(),
            ready: self.ready(seat).collect(),
            loot: [0, 1, 2].map(|n| self.loot_count(seat, Galaxy(n))),
            instants: (!self.open.house.closed_lists).then(|| self.open.instants[seat.index()]),
            shuffled_back: self.shuffled_back(seat).collect(),
            unplaced: self.unplaced(seat).collect(),
            mat: Slot::of(seat).map(slot).collect(),
        };
        let (doing, answers) = written(self);
        Spelled {
            seat: self.who,
            asked: self.status().asked().iter().next(),
            expert: self.open.expert,
            steady: self.open.steady,
            house: self.open.house,
            turn: self.open.turn,
            turns: self.open.turns,
            points: self.open.points,
            bought: self.open.bought,
            next_attack: self.open.spun,
            captured: self.open.captured,
            doing,
            answers,
            air: self.in_the_air().collect(),
            players: Seat::all(2).map(player).collect(),
            over: self.open.over,
            winner: self.open.winner,
        }
        .serialize(to)
    }
}

/// What a Bean would bring to a comparison, for people who ask where a number comes from.
pub fn figures(view: &View, slot: Slot) -> (Vec<crate::act::Part>, Vec<crate::act::Part>) {
    let (mut attack, mut defence) = (Vec::new(), Vec::new());
    view.brings(slot, &mut |part| attack.push(part));
    view.defence_value(slot, 0, &mut |part| defence.push(part));
    (attack, defence)
}
