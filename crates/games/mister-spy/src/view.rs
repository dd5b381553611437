//! What a seat, or a spectator, sees and may remember.

use lair::{Backs, Captive, LETTERS, Letter, Letters, Window};
use serde::{Serialize, Serializer};
use table::{PerSeat, Seat, SeatSet, Status};

use crate::cards::{Face, Hand, Lairs, SPIES};
use crate::state::{Down, Fate, MisterSpy, Phase, reach, size, worth};
use crate::trail::Trail;

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
    /// How many turns have begun.
    pub turns: u8,
    /// What is going on. A stolen Spy is hidden from those who do not know it.
    pub phase: Phase,
    /// The viewer's own hand.
    pub hand: Hand,
    /// Every hand by its backs (rule 1.3).
    pub backs: PerSeat<Backs>,
    /// Face-up Lair cards.
    pub up: PerSeat<Lairs>,
    /// Face-down cards; only the viewer's own have faces.
    pub down: Down,
    /// How many cards the deck has.
    pub deck: u8,
    /// Is the card on top a Spy? `None`: there is none.
    pub top_is_spy: Option<bool>,
    /// What became of the Spies that were played.
    pub fates: [Fate; SPIES],
    /// Letters in the discard pile.
    pub gone: [u8; LETTERS],
    /// Scores.
    pub scores: PerSeat<u16>,
    /// The Spies' ways, as far as the viewer saw which it was.
    pub trail: Trail,
}

impl View {
    pub(crate) fn of(game: &MisterSpy, who: Option<Seat>) -> View {
        let mut backs = PerSeat::<Backs>::default();
        let mut down = Down::default();
        for seat in Seat::all(game.seats) {
            let hand = game.hands[seat];
            backs[seat] = Backs { spies: hand.spies() as u8, others: hand.others() as u8 };
            // Only the owner may look at face-down cards (rule 3.4).
            for &face in game.down.of(seat) {
                down.push(seat, if who == Some(seat) { face } else { Face::HIDDEN });
            }
        }
        let phase = match game.phase {
            // Thief and victim know what was stolen (rule 8.2).
            Phase::Stolen { from, .. } if who.is_none() || who != Some(game.turn) && who != from => {
                Phase::Stolen { spy: Face::HIDDEN, from }
            }
            phase => phase,
        };
        View {
            who,
            seats: game.seats,
            dealer: game.dealer,
            turn: game.turn,
            turns: game.turns,
            phase,
            hand: who.map_or(Hand::default(), |s| game.hands[s]),
            backs,
            up: game.up,
            down,
            deck: game.deck.len() as u8,
            top_is_spy: game.top_is_spy(),
            fates: game.fates,
            gone: game.gone,
            scores: game.scores,
            trail: game.trail.seen_by(who),
        }
    }

    /// Whom the table waits for.
    pub fn status(&self) -> Status {
        self.phase.status(self.turn)
    }

    /// How many cards of a letter everybody has seen (rules 5.6, 6.3).
    pub fn heard(&self, letter: Letter) -> u8 {
        MisterSpy::heard(&self.gone, &self.fates, self.phase, letter)
    }

    /// Has the seat any Lair card?
    pub fn has_lair(&self, seat: Seat) -> bool {
        !self.up[seat].is_empty() || self.down.count(seat) > 0
    }

    /// How large a Lair is, for all to see (rule 3.5).
    pub fn size(&self, seat: Seat) -> u32 {
        size(self.up[seat], self.down.count(seat))
    }

    /// How large the viewer's own Lair could be made (rule 4.2).
    pub fn reach(&self) -> u32 {
        self.who.map_or(0, |me| reach(self.up[me], self.down.of(me)))
    }

    /// For each Spy that the viewer has seen come into another's hand, the hands it may be in now (rule 8.2).
    pub fn remembered(&self) -> [SeatSet; SPIES] {
        self.trail.remembered(self.who, self.backs.0.map(|b| b.spies))
    }

    /// Opponents of a seat, from its left.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        seat.others(self.seats)
    }

    /// The Spies in a score pile, each with the letters it heard.
    pub fn pile(&self, seat: Seat) -> impl Iterator<Item = (Face, Letters)> {
        let scored = self.fates.iter().enumerate().filter_map(|(n, f)| Some((Face(n as u8), f.score()?)));
        scored.filter(move |(_, (s, _))| *s == seat).map(|(spy, (_, letters))| (spy, letters))
    }

    /// The discarded Spies.
    pub fn discarded(&self) -> impl Iterator<Item = Face> {
        self.fates.iter().enumerate().filter(|(_, f)| **f == Fate::DISCARDED).map(|(n, _)| Face(n as u8))
    }
}

/// The form for programs: names instead of bits.
#[derive(Serialize)]
struct Spelled {
    seat: Option<Seat>,
    seats: u8,
    dealer: Seat,
    turn: Seat,
    turns: u8,
    asked: Option<Seat>,
    phase: SpelledPhase,
    hand: Vec<Face>,
    hands: Vec<Backs>,
    lairs: Vec<SpelledLair>,
    deck: SpelledDeck,
    scores: Vec<u16>,
    piles: Vec<Vec<Scored>>,
    discard: Vec<Face>,
    heard: Vec<Heard>,
    known: Vec<Known>,
    blurred: Vec<Blurred>,
    trail: Vec<String>,
}

#[derive(Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
enum SpelledPhase {
    Act,
    Stolen { spy: Face, from: Option<Seat> },
    TurnUp { spy: Face },
    Aim { spy: Face, barred: Option<Seat> },
    Captive { captor: Seat, spy: Face, letters: Letters, worth: u16 },
    Foil { captor: Seat, spy: Face, letters: Letters, letter: Letter, worth: u16 },
    Over { reason: &'static str },
}

#[derive(Serialize)]
struct SpelledLair {
    up: Vec<Face>,
    down: Vec<Face>,
    size: u32,
}

#[derive(Serialize)]
struct SpelledDeck {
    cards: u8,
    top: Option<&'static str>,
}

#[derive(Serialize)]
struct Scored {
    spy: Face,
    letters: Letters,
    points: u16,
}

#[derive(Serialize)]
struct Heard {
    letter: Letter,
    seen: u8,
}

/// A Spy whose holder is certain.
#[derive(Serialize)]
struct Known {
    spy: Face,
    seat: Seat,
}

/// A Spy that one of several may hold.
#[derive(Serialize)]
struct Blurred {
    spy: Face,
    may: SeatSet,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let every = || Seat::all(self.seats);
        let phase = match self.phase {
            Phase::Act => SpelledPhase::Act,
            Phase::Stolen { spy, from } => SpelledPhase::Stolen { spy, from },
            Phase::TurnUp { spy } => SpelledPhase::TurnUp { spy },
            Phase::Aim { spy, barred } => SpelledPhase::Aim { spy, barred },
            Phase::Captive(Captive { captor, spy, letters }) => {
                SpelledPhase::Captive { captor, spy, letters, worth: worth(spy, letters) }
            }
            Phase::Foil(Window { captor, spy, letters, letter, .. }) => {
                SpelledPhase::Foil { captor, spy, letters, letter, worth: worth(spy, letters) }
            }
            Phase::Over { deck_out } => {
                SpelledPhase::Over { reason: if deck_out { "deck-out" } else { "thirty-three" } }
            }
        };
        let discarded_taunts = Letter::all()
            .flat_map(|l| std::iter::repeat_n(Face::taunt(l), usize::from(self.gone[l.index()])));
        let remembered = || (0..SPIES as u8).map(Face).zip(self.remembered());
        Spelled {
            seat: self.who,
            seats: self.seats,
            dealer: self.dealer,
            turn: self.turn,
            turns: self.turns,
            asked: self.status().asked().iter().next(),
            phase,
            hand: self.hand.cards().collect(),
            hands: every().map(|s| self.backs[s]).collect(),
            lairs: every()
                .map(|s| SpelledLair {
                    up: self.up[s].each().collect(),
                    down: self.down.of(s).to_vec(),
                    size: self.size(s),
                })
                .collect(),
            deck: SpelledDeck {
                cards: self.deck,
                top: self.top_is_spy.map(|spy| if spy { "spy" } else { "other" }),
            },
            scores: every().map(|s| self.scores[s]).collect(),
            piles: every()
                .map(|s| {
                    let scored = |(spy, letters)| Scored { spy, letters, points: worth(spy, letters) };
                    self.pile(s).map(scored).collect()
                })
                .collect(),
            discard: self.discarded().chain(discarded_taunts).collect(),
            heard: Letter::all().map(|letter| Heard { letter, seen: self.heard(letter) }).collect(),
            known: remembered()
                .filter(|(_, may)| may.len() == 1)
                .filter_map(|(spy, may)| may.iter().next().map(|seat| Known { spy, seat }))
                .collect(),
            blurred: remembered()
                .filter(|(_, may)| may.len() > 1)
                .map(|(spy, may)| Blurred { spy, may })
                .collect(),
            trail: self.trail.spell(),
        }
        .serialize(to)
    }
}
