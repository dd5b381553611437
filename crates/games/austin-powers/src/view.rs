//! What a seat, or a spectator, sees and may remember. What is known of hidden cards is the arena's business ([`ccg::Sight`]);
//! everything else lies open (rule 3.3).

use ccg::frame::Frame as Half;
use ccg::{Handle, Marks as _, Place, Sight, Tag};
use serde::{Serialize, Serializer};
use table::{Luck, Seat, SeatSet, Status};

use crate::act::{Action, Way};
use crate::cards::{Allegiance, Face, Kind, Vibes};
use crate::judge;
use crate::look::Look;
use crate::position::{Doing, doing};
use crate::prior::Prior;
use crate::state::{
    AIR, AustinPowers, CARDS, Fight, LOOSE, Next, Open, PLACES, Reason, Step, bones, crew, deck, discards,
    hand, score, swingers,
};

/// After so many worlds without a Happening where there must be one, none will come.
const MOST_TRIES: u32 = 1000;

/// The table from one seat, or from the gallery.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who looks; `None`: a spectator.
    pub who: Option<Seat>,
    /// The cards.
    pub(crate) sight: Sight<Handle<CARDS>, CARDS, PLACES, LOOSE>,
    /// All else.
    pub open: Open,
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
    fn tagged_row(&self, place: Place) -> impl Iterator<Item = (Tag, Face)> {
        self.sight.row(place).iter().map(|spot| (spot.marks.tag(), Face::of(spot.kind)))
    }
    fn tagged(&self, tag: Tag) -> Option<(Place, Face)> {
        self.sight.tagged(tag).map(|(place, spot)| (place, Face::of(spot.kind)))
    }
    fn on_top(&self, seat: Seat, n: u8) -> impl Iterator<Item = Face> {
        let top = self.sight.row(deck(seat)).iter().rev().take(usize::from(n));
        top.filter_map(|spot| spot.known()).map(Face::of)
    }
}

impl View {
    pub(crate) fn of(game: &AustinPowers, who: Option<Seat>) -> View {
        let mut open = game.open.clone();
        // Nobody else knows which Happening it is (rule 16.1).
        if who != Some(open.turn) && open.laid.is_some() {
            open.laid = Some(Face::HIDDEN);
        }
        // The lists lie open, unless it was agreed otherwise (rule 3.4).
        let lists = match who {
            _ if !open.closed_lists => SeatSet::ALL,
            Some(seat) => SeatSet::one(seat),
            None => SeatSet::NONE,
        };
        View { who, sight: Sight::of(&game.cards, who, lists), open }
    }

    pub(crate) fn imagine(&self, prior: &Prior, luck: &mut Luck) -> AustinPowers {
        let mut game = self.imagine_any(prior, luck);
        // Whoever has laid a Happening down holds one: worlds without are none (rule 9.2).
        if self.open.laid == Some(Face::HIDDEN) {
            let place = hand(self.open.turn);
            let happenings = |game: &AustinPowers| {
                game.row(place).filter(|face| face.card().kind == Kind::Happening).count()
            };
            for _ in 0..MOST_TRIES {
                if happenings(&game) > 0 {
                    break;
                }
                game = self.imagine_any(prior, luck);
            }
            let nth = luck.pick(happenings(&game).max(1) as u32) as usize;
            let laid = game.row(place).filter(|face| face.card().kind == Kind::Happening).nth(nth);
            game.open.laid = laid.or(Some(Face::HIDDEN));
        }
        game
    }

    fn imagine_any(&self, prior: &Prior, luck: &mut Luck) -> AustinPowers {
        let mut guesses = prior.about(self);
        let cards = self.sight.imagine(luck, |owner, luck| guesses.next(owner, luck).number());
        let mut game = AustinPowers { cards, open: self.open.clone() };
        // Whoever picks a card out of a hand is looking at it, as everybody can see (rule 17.5).
        if let Some((by, at)) = judge::looking(&game) {
            game.let_look(by, hand(at));
        }
        game
    }

    /// Whom the table waits for.
    pub fn status(&self) -> Status {
        judge::status(self)
    }

    /// The cards that the viewer knows in a hand: their own, or what they have seen of another.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.row(hand(seat))
    }

    /// How many cards a seat holds, without one that is laid face down.
    pub fn hand_count(&self, seat: Seat) -> u8 {
        self.count(hand(seat)) - u8::from(self.open.laid.is_some() && seat == self.open.turn)
    }

    /// A discard pile, the newest last.
    pub fn discards(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.row(discards(seat))
    }

    /// A score pile, the newest last.
    pub fn scored(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.row(score(seat))
    }

    /// The cards of a seat that the viewer cannot place, as far as its list is open to them (rule 3.4).
    pub fn unplaced(&self, seat: Seat) -> impl Iterator<Item = Face> {
        self.sight.pool(seat).map(Face::of)
    }

    /// The Swingers on a seat's table.
    pub fn swingers(&self, seat: Seat) -> impl Iterator<Item = (Tag, Face)> {
        self.tagged_row(swingers(seat))
    }

    /// What is being used.
    pub fn in_the_air(&self) -> impl Iterator<Item = Face> {
        self.row(AIR)
    }

    /// Is a Happening laid face down, and which, if the viewer knows it?
    pub fn laid(&self) -> Option<Face> {
        self.open.laid
    }

    /// The attack or slugfest that is on.
    pub fn fight(&self) -> Option<Fight> {
        let fights = |step: &Step| {
            matches!(
                step,
                Step::Fight | Step::Throw | Step::Enter(_) | Step::Brawl(_) | Step::Lost(..) | Step::Won(_)
            )
        };
        let on = self.open.frames.iter().any(|frame| matches!(frame, Half::Own(step) if fights(step)));
        on.then_some(self.open.fight)
    }

    /// What the viewer might want to do.
    pub(crate) fn thinkable(&self, acts: &mut Vec<Action>) {
        let Some(me) = self.who else { return };
        let fights = self.fight().is_some();
        acts.push(Action::End);
        for card in self.different(hand(me)) {
            match card.card().kind {
                Kind::Agent => acts.push(Action::Play { card }),
                Kind::Swinger => {
                    acts.extend([Way::With, Way::Without].map(|way| Action::Swing { card, way }))
                }
                Kind::Happening => acts.push(Action::Happen { card }),
                Kind::Bone if self.status().asks(me) && !self.open.fight.has(me) && fights => {
                    acts.push(Action::Throw { card });
                }
                Kind::Bone => acts.push(Action::Bone { card }),
            }
        }
        if fights {
            acts.extend([Action::Ask, Action::GiveUp]);
            return;
        }
        acts.extend(self.swingers(me).map(|(at, _)| Action::Use { at }));
        let mine: Vec<Tag> = self.agents(me).map(|(tag, _)| tag).collect();
        for other in self.seated(me).filter(|seat| *seat != me) {
            for (at, _) in self.agents(other) {
                acts.extend(mine.iter().map(|&by| Action::Attack { by, at }));
            }
        }
    }
}

/// The form for programs: names instead of numbers.
#[derive(Serialize)]
struct Spelled {
    seat: Option<Seat>,
    asked: Vec<Seat>,
    race: bool,
    turn: Seat,
    turns: u16,
    idle: u16,
    actions: u8,
    shipped: bool,
    no_attacks: bool,
    fight: Option<Fight>,
    doing: Vec<Doing>,
    air: Vec<Face>,
    /// A Happening face down; `?` for those who do not know it.
    laid: Option<Face>,
    players: Vec<SpelledPlayer>,
    over: Option<Reason>,
    winners: SeatSet,
}

#[derive(Serialize)]
struct SpelledPlayer {
    side: Allegiance,
    score: u16,
    vibes: Vibes,
    /// `?` is a card that the viewer does not know.
    hand: Vec<Face>,
    deck: u8,
    discard: Vec<Face>,
    scored: Vec<Face>,
    agents: Vec<SpelledAgent>,
    swingers: Vec<SpelledAgent>,
    /// Bones on the fighting Agent.
    bones: Vec<Face>,
    next_turn: Next,
    left: bool,
    /// Cards that the viewer saw before they were shuffled: in the draw deck, or in the hand by now.
    shuffled: Vec<Face>,
    /// Other cards that the viewer cannot place.
    unplaced: Vec<Face>,
}

#[derive(Serialize)]
struct SpelledAgent {
    at: Tag,
    card: Face,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let spots = |place: Place| self.sight.row(place).iter().map(|spot| Face::of(spot.kind)).collect();
        let agents =
            |place: Place| self.tagged_row(place).map(|(at, card)| SpelledAgent { at, card }).collect();
        let player = |seat: Seat| SpelledPlayer {
            side: self.open.sides[seat.index()],
            score: self.open.scores[seat.index()],
            vibes: self.vibes(seat),
            hand: spots(hand(seat)),
            deck: self.count(deck(seat)),
            discard: self.discards(seat).collect(),
            scored: self.scored(seat).collect(),
            agents: agents(crew(seat)),
            swingers: agents(swingers(seat)),
            bones: self.row(bones(seat)).collect(),
            next_turn: self.open.next[seat.index()],
            left: self.open.out.has(seat),
            shuffled: self.sight.mixed_in(seat).map(Face::of).collect(),
            unplaced: self.unplaced(seat).collect(),
        };
        let status = self.status();
        Spelled {
            seat: self.who,
            asked: status.asked().iter().collect(),
            race: matches!(status, Status::Race(_)),
            turn: self.open.turn,
            turns: self.open.turns,
            idle: self.open.idle,
            actions: self.open.actions,
            shipped: self.open.shipped,
            no_attacks: self.open.no_attacks,
            fight: self.fight(),
            doing: doing(&self.open),
            air: self.in_the_air().collect(),
            laid: self.laid(),
            players: Seat::all(self.open.seats).map(player).collect(),
            over: self.open.over,
            winners: self.open.winners,
        }
        .serialize(to)
    }
}
