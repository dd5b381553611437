//! What a seat, or a spectator, sees and may remember. There is little to remember: whatever leaves a hand is shown to
//! all, and discards lie open.

use lair::{Backs, Captive, Letter, Letters, Window, worth};
use serde::{Serialize, Serializer};
use table::{PerSeat, Seat, Status};

use crate::cards::{Counts, Face, Hand, Lairs};
use crate::state::{Pace, Phase, Reason, RenamedSpy, hurdle};

/// The table from one seat, or from the gallery.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who looks; `None`: a spectator.
    pub who: Option<Seat>,
    /// How many play.
    pub seats: u8,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// How this turn has gone.
    pub pace: Pace,
    /// How many turns have begun.
    pub turns: u16,
    /// What is going on. Only its leader sees who is in a team.
    pub phase: Phase,
    /// How many Spies have been picked for the team.
    pub picks: u8,
    /// The viewer's own hand.
    pub hand: Hand,
    /// Every hand by its backs (rule 1.4).
    pub backs: PerSeat<Backs>,
    /// Face-up Lair cards.
    pub up: PerSeat<Lairs>,
    /// The viewer's own face-down cards (rule 3.3).
    pub my_down: Lairs,
    /// How many cards lie face down in each Lair.
    pub down: PerSeat<u8>,
    /// How many cards the deck has.
    pub deck: u8,
    /// Is the back on top of the deck purple? `None`: there is none.
    pub top_is_purple: Option<bool>,
    /// The discard pile.
    pub gone: Hand,
    /// All cards of the game.
    pub stock: Hand,
    /// Scores.
    pub scores: PerSeat<u16>,
}

impl View {
    pub(crate) fn of(game: &RenamedSpy, who: Option<Seat>) -> View {
        let mut backs = PerSeat::<Backs>::default();
        let mut down = PerSeat::<u8>::default();
        for seat in Seat::all(game.seats) {
            let hand = game.hands[seat];
            backs[seat] = Backs { spies: hand.purple().total() as u8, others: hand.blue().total() as u8 };
            down[seat] = game.down[seat].len() as u8;
        }
        let (phase, picks) = match game.phase {
            Phase::Team { at, picked } => {
                let mine = who == Some(game.turn);
                let seen = if mine { picked } else { Default::default() };
                (Phase::Team { at, picked: seen }, picked.len() as u8)
            }
            phase => (phase, 0),
        };
        View {
            who,
            seats: game.seats,
            dealer: game.dealer,
            turn: game.turn,
            pace: game.pace,
            turns: game.turns,
            phase,
            picks,
            hand: who.map_or(Hand::default(), |s| game.hands[s]),
            backs,
            up: game.up,
            my_down: who.map_or(Lairs::default(), |s| game.down[s]),
            down,
            deck: game.deck.len() as u8,
            top_is_purple: game.deck.top().map(Face::is_purple),
            gone: game.gone,
            stock: game.stock,
            scores: game.scores,
        }
    }

    /// Whom the table waits for.
    pub fn status(&self) -> Status {
        self.phase.status(self.turn)
    }

    /// How many Doublers of a letter everybody has seen (rule 7.3).
    pub fn seen(&self, letter: Letter) -> u8 {
        RenamedSpy::seen(self.gone, self.phase, letter)
    }

    /// Has the seat a Lair?
    pub fn has_lair(&self, seat: Seat) -> bool {
        !self.up[seat].is_empty() || self.down[seat] > 0
    }

    /// What a team must exceed to go into this Lair (rule 5.4).
    pub fn hurdle(&self, seat: Seat) -> u32 {
        hurdle(self.up[seat], u32::from(self.down[seat]))
    }

    /// The size of a Lair, if the viewer knows it.
    pub fn size(&self, seat: Seat) -> Option<u32> {
        if self.who == Some(seat) {
            Some(self.up[seat].value() + self.my_down.value())
        } else if self.down[seat] == 0 {
            Some(self.up[seat].value())
        } else {
            None
        }
    }

    /// Every card that the viewer sees: their own hand and Lair, whatever lies open, whatever is being played.
    pub fn in_sight(&self) -> Hand {
        let mut cards = self.hand;
        cards.add_lairs(self.my_down);
        Seat::all(self.seats).for_each(|seat| cards.add_lairs(self.up[seat]));
        cards.add_all(self.gone);
        self.phase.captive().into_iter().for_each(|spy| cards.add(spy));
        self.phase.letters().each().for_each(|letter| cards.add(Face::doubler(letter)));
        cards
    }

    /// Every card that the viewer does not see.
    pub fn out_of_sight(&self) -> Hand {
        self.stock.without(self.in_sight())
    }

    /// Opponents of a seat, from its left.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        seat.others(self.seats)
    }
}

/// The form for programs: names instead of bits.
#[derive(Serialize)]
struct Spelled {
    seat: Option<Seat>,
    seats: u8,
    dealer: Seat,
    turn: Seat,
    turns: u16,
    pace: Pace,
    asked: Option<Seat>,
    phase: SpelledPhase,
    hand: Vec<Face>,
    hands: Vec<SpelledHand>,
    lairs: Vec<SpelledLair>,
    deck: SpelledDeck,
    scores: Vec<u16>,
    discard: Vec<Face>,
    seen: Vec<Seen>,
    counts: Counts,
}

#[derive(Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
enum SpelledPhase {
    Lay,
    Aim,
    Choose { at: Seat },
    Team { at: Seat, picks: u8, picked: Vec<Face>, hurdle: u32 },
    Captive { captor: Seat, spy: Face, letters: Letters, worth: u16 },
    Foil { captor: Seat, spy: Face, letters: Letters, letter: Letter, worth: u16 },
    Over { reason: Reason },
}

/// A hand from behind.
#[derive(Serialize)]
struct SpelledHand {
    purple: u8,
    blue: u8,
}

#[derive(Serialize)]
struct SpelledLair {
    up: Vec<Face>,
    down: Vec<Face>,
    size: Option<u32>,
}

#[derive(Serialize)]
struct SpelledDeck {
    cards: u8,
    top: Option<&'static str>,
}

#[derive(Serialize)]
struct Seen {
    letter: Letter,
    seen: u8,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let every = || Seat::all(self.seats);
        let phase = match self.phase {
            Phase::Lay => SpelledPhase::Lay,
            Phase::Aim => SpelledPhase::Aim,
            Phase::Choose { at } => SpelledPhase::Choose { at },
            Phase::Team { at, picked } => SpelledPhase::Team {
                at,
                picks: self.picks,
                picked: picked.each().collect(),
                hurdle: self.hurdle(at),
            },
            Phase::Captive(Captive { captor, spy, letters }) => {
                SpelledPhase::Captive { captor, spy, letters, worth: worth(spy.value(), letters) }
            }
            Phase::Foil(Window { captor, spy, letters, letter, .. }) => {
                SpelledPhase::Foil { captor, spy, letters, letter, worth: worth(spy.value(), letters) }
            }
            Phase::Over { reason } => SpelledPhase::Over { reason },
        };
        let hand = |backs: Backs| SpelledHand { purple: backs.spies, blue: backs.others };
        let lair = |seat: Seat| SpelledLair {
            up: self.up[seat].each().collect(),
            down: match self.who == Some(seat) {
                true => self.my_down.each().collect(),
                false => vec![Face::HIDDEN; usize::from(self.down[seat])],
            },
            size: self.size(seat),
        };
        Spelled {
            seat: self.who,
            seats: self.seats,
            dealer: self.dealer,
            turn: self.turn,
            turns: self.turns,
            pace: self.pace,
            asked: self.status().asked().iter().next(),
            phase,
            hand: self.hand.cards().collect(),
            hands: every().map(|s| hand(self.backs[s])).collect(),
            lairs: every().map(lair).collect(),
            deck: SpelledDeck {
                cards: self.deck,
                top: self.top_is_purple.map(|purple| if purple { "purple" } else { "blue" }),
            },
            scores: every().map(|s| self.scores[s]).collect(),
            discard: self.gone.cards().collect(),
            seen: Letter::all().map(|letter| Seen { letter, seen: self.seen(letter) }).collect(),
            counts: Counts::of(self.stock),
        }
        .serialize(to)
    }
}
