//! A position as one writes it down: in scenarios, in `drive`, in records that start in the middle.
//!
//! Cards are named by their slugs, separated by spaces; `#` before a Lair card or Taunt lays it face down; `rest`
//! stands, once, for every card not named elsewhere.

use lair::{Captive, Letter, Letters, Supply, Window, read, seats_of, spread};
use serde::{Deserialize, Serialize};
use table::{Fault, Seat};

use crate::cards::{Face, Kind, SPIES};
use crate::state::{Fate, GOAL, MisterSpy, Phase, reach, size, worth};
use crate::trail::End;

/// Everything on the table, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Who dealt.
    #[serde(default)]
    pub dealer: u8,
    /// Whose turn it is; the draw is done.
    pub turn: u8,
    /// How many turns have begun.
    #[serde(default = "one")]
    pub turns: u8,
    /// What is going on.
    #[serde(default)]
    pub phase: Spelled,
    /// Each hand.
    pub hands: Vec<String>,
    /// Each Lair; empty ones at the end may be left out.
    #[serde(default)]
    pub lairs: Vec<String>,
    /// The deck, its top card first.
    pub deck: String,
    /// Each score pile: `jillian-styles:AC` is a Spy who heard A and C.
    #[serde(default)]
    pub piles: Vec<String>,
    /// Discarded Spies and Taunts.
    #[serde(default)]
    pub discard: String,
    /// How Spies came into and left hands, oldest first: `deck>0 jillian-styles`, `0>1 ...`, `1>table ...`.
    #[serde(default)]
    pub trail: Vec<String>,
}

fn one() -> u8 {
    1
}

/// What is going on, in words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the same fields as in Phase")]
pub enum Spelled {
    /// The action of the turn.
    #[default]
    Act,
    /// A Spy was stolen; it is in the thief's hand.
    Stolen { spy: Face, from: Option<Seat> },
    /// The Lair is too small for the Spy just played.
    TurnUp { spy: Face },
    /// A Double Agent waits for a target.
    Aim { spy: Face, barred: Option<Seat> },
    /// A captor decides.
    Captive(Captive<Face>),
    /// A Taunt may be foiled.
    Foil(Window<Face>),
    /// The game is over.
    Over,
}

fn join(faces: impl Iterator<Item = Face>) -> String {
    faces.map(Face::slug).collect::<Vec<_>>().join(" ")
}

impl Position {
    pub(crate) fn of(game: &MisterSpy) -> Position {
        let every = || Seat::all(game.seats);
        let lair = |s| {
            let up = game.up[s].each().map(|f| f.slug().to_owned());
            up.chain(game.down.of(s).iter().map(|f| format!("#{f}"))).collect::<Vec<_>>().join(" ")
        };
        let pile = |seat: Seat| {
            let scored = game.fates.iter().enumerate().filter_map(|(n, f)| Some((Face(n as u8), f.score()?)));
            let mine = scored.filter(|(_, (s, _))| *s == seat);
            let spell = |(spy, (_, letters)): (Face, (Seat, Letters))| match letters.is_empty() {
                true => spy.slug().to_owned(),
                false => format!("{spy}:{letters}"),
            };
            mine.map(spell).collect::<Vec<_>>().join(" ")
        };
        let spies =
            game.fates.iter().enumerate().filter(|(_, f)| **f == Fate::DISCARDED).map(|(n, _)| Face(n as u8));
        let taunts = Letter::all()
            .flat_map(|l| std::iter::repeat_n(Face::taunt(l), usize::from(game.gone[l.index()])));
        let phase = match game.phase {
            Phase::Act => Spelled::Act,
            Phase::Stolen { spy, from } => Spelled::Stolen { spy, from },
            Phase::TurnUp { spy } => Spelled::TurnUp { spy },
            Phase::Aim { spy, barred } => Spelled::Aim { spy, barred },
            Phase::Captive(captive) => Spelled::Captive(captive),
            Phase::Foil(window) => Spelled::Foil(window),
            Phase::Over { .. } => Spelled::Over,
        };
        Position {
            dealer: game.dealer.0,
            turn: game.turn.0,
            turns: game.turns,
            phase,
            hands: every().map(|s| join(game.hands[s].cards())).collect(),
            lairs: every().map(lair).collect(),
            deck: join(game.deck.iter().rev().copied()),
            piles: every().map(pile).collect(),
            discard: join(spies.chain(taunts)),
            trail: game.trail.spell(),
        }
    }

    pub(crate) fn lay_out(&self) -> Result<MisterSpy, Fault> {
        // Rule 1.1.
        let seats = seats_of(
            "mister-spy",
            self.hands.len(),
            &[("lairs", self.lairs.len()), ("piles", self.piles.len())],
            &[("turn", self.turn), ("dealer", self.dealer)],
        )?;
        let every = Face::all().flat_map(|f| std::iter::repeat_n(f, usize::from(f.copies())));
        let mut supply = Supply::new(every);
        let mut game = MisterSpy::bare(seats, Seat(self.dealer), Seat(self.turn), self.turns);
        self.score_piles(&mut game, &mut supply)?;
        for (i, row) in self.lairs.iter().enumerate() {
            let (seat, place) = (Seat(i as u8), format!("Lair {i}"));
            for word in row.split_whitespace() {
                let (face, down) = match word.strip_prefix('#') {
                    Some(name) => (card(name)?, true),
                    None => (card(word)?, false),
                };
                if face.kind() == Kind::Spy || face.kind() == Kind::Taunt && !down {
                    let how = if down {
                        "a Spy cannot lie in a Lair"
                    } else {
                        "only Lair cards lie face up in a Lair"
                    };
                    return Err(Fault::near(face.slug(), format!("{face} in {place}: {how}")));
                }
                supply.take(face, &place)?;
                if down { game.down.push(seat, face) } else { game.up[seat].add(face) }
            }
        }
        let gone = supply.row(&self.discard, "the discard pile", &Face::HIDDEN)?;
        // The air and the letters with it, before `rest` is counted.
        let phase = self.read_phase(seats, &mut supply)?;
        let mut hands = Vec::new();
        for (i, row) in self.hands.iter().enumerate() {
            hands.push(supply.row(row, &format!("hand {i}"), &Face::HIDDEN)?);
        }
        let deck = supply.row(&self.deck, "the deck", &Face::HIDDEN)?;
        let left = supply.left()?;
        spread(gone, &left).try_for_each(|face| discard(&mut game, face))?;
        for (seat, hand) in Seat::all(seats).zip(hands) {
            spread(hand, &left).for_each(|face| game.hands[seat].add(face));
        }
        let deck: Vec<Face> = spread(deck, &left).collect();
        deck.into_iter().rev().for_each(|face| game.deck.push(face));
        game.phase = phase;
        if let Phase::Over { deck_out } = &mut game.phase {
            *deck_out = game.scores.0.iter().all(|&score| score < GOAL);
        }
        self.read_trail(&mut game)?;
        sound(&game)?;
        Ok(game)
    }

    fn score_piles(&self, game: &mut MisterSpy, supply: &mut Supply<Face>) -> Result<(), Fault> {
        for (i, row) in self.piles.iter().enumerate() {
            let seat = Seat(i as u8);
            for word in row.split_whitespace() {
                let (name, letters) = word.split_once(':').unwrap_or((word, ""));
                let (spy, place) = (card(name)?, format!("score pile {i}"));
                if !spy.is_spy() {
                    return Err(Fault::near(name, format!("{spy} in {place}: only Spies are scored")));
                }
                supply.take(spy, &place)?;
                let wrong = |what| Fault::near(letters, format!("in {place}: {what}"));
                let letters: Letters = letters.parse().map_err(wrong)?;
                supply.take_all(letters, &place, Face::taunt)?;
                game.fates[usize::from(spy.0)] = Fate::scored(seat, letters);
                game.scores[seat] += worth(spy, letters);
            }
        }
        Ok(())
    }

    fn read_phase(&self, seats: u8, supply: &mut Supply<Face>) -> Result<Phase, Fault> {
        let known = |seat: Seat| match seat.0 < seats {
            true => Ok(seat),
            false => Err(Fault::near("phase", format!("in the phase: there is no seat {seat}"))),
        };
        let spy = |face: Face| match face.is_spy() {
            true => Ok(face),
            false => Err(Fault::near(face.slug(), format!("in the phase: {face} is not a Spy"))),
        };
        let air = "the air";
        Ok(match &self.phase {
            Spelled::Act => Phase::Act,
            Spelled::Stolen { spy: s, from } => {
                Phase::Stolen { spy: spy(*s)?, from: from.map(known).transpose()? }
            }
            Spelled::TurnUp { spy: s } => {
                supply.take(spy(*s)?, air)?;
                Phase::TurnUp { spy: *s }
            }
            Spelled::Aim { spy: s, barred } => {
                supply.take(spy(*s)?, air)?;
                Phase::Aim { spy: *s, barred: barred.map(known).transpose()? }
            }
            Spelled::Captive(Captive { captor, spy: s, letters }) => {
                supply.take(spy(*s)?, air)?;
                supply.take_all(*letters, air, Face::taunt)?;
                Phase::Captive(Captive { captor: known(*captor)?, spy: *s, letters: *letters })
            }
            Spelled::Foil(Window { captor, spy: s, letters, letter, asked }) => {
                supply.take(spy(*s)?, air)?;
                supply.take_all(*letters, air, Face::taunt)?;
                if !letters.has(*letter) {
                    return Err(Fault::near(
                        "phase",
                        format!("in the phase: {letter} is not among the letters"),
                    ));
                }
                Phase::Foil(Window {
                    captor: known(*captor)?,
                    spy: *s,
                    letters: *letters,
                    letter: *letter,
                    asked: known(*asked)?,
                })
            }
            Spelled::Over => Phase::Over { deck_out: true },
        })
    }

    fn read_trail(&self, game: &mut MisterSpy) -> Result<(), Fault> {
        let end = |word: &str| match word {
            "deck" => Some(End::Deck),
            "table" => Some(End::Table),
            _ => word.parse().ok().filter(|&s| s < game.seats).map(|s| End::Hand(Seat(s))),
        };
        let mut where_ = [None; SPIES];
        for line in &self.trail {
            let wrong = |what: &str| Fault::near("trail", format!("trail '{line}': {what}"));
            let parts = line.split_once(' ').and_then(|(way, name)| Some((way.split_once('>')?, name)));
            let ((from, to), name) = parts.ok_or_else(|| wrong("a step is written 'FROM>TO SPY'"))?;
            let (Some(from), Some(to)) = (end(from), end(to)) else {
                return Err(wrong("a Spy moves between the deck, the table and the seats"));
            };
            let spy = card(name)?;
            if !spy.is_spy() {
                return Err(wrong("only Spies leave a trail"));
            }
            if from == to || from == End::Table || to == End::Deck || from == End::Deck && to == End::Table {
                return Err(wrong("no Spy can move that way"));
            }
            let at = &mut where_[usize::from(spy.0)];
            if at.is_some_and(|at| at != from) {
                return Err(wrong("that is not where it was"));
            }
            *at = Some(to);
            if game.trail.is_full() {
                return Err(wrong("no game has that many steps"));
            }
            game.trail.push(from, to, spy);
        }
        for (n, at) in where_.into_iter().enumerate() {
            let spy = Face(n as u8);
            let fits = match at {
                None => true,
                Some(End::Hand(seat)) => game.hands[seat].has(spy),
                Some(_) => !game.fates[n].is_open() || game.phase.in_the_air() == Some(spy),
            };
            if !fits {
                return Err(Fault::near("trail", format!("the trail does not lead {spy} to where it is")));
            }
        }
        let thefts =
            game.trail.steps().iter().filter(|s| s.from().hand().is_some() && s.to().hand().is_some());
        if thefts.count() + game.deck.len() + 1 > crate::trail::MOST_THEFTS {
            return Err(Fault::near(
                "trail",
                "the trail has more thefts than a game with this deck could have",
            ));
        }
        Ok(())
    }
}

fn card(word: &str) -> Result<Face, Fault> {
    read(word, &Face::HIDDEN)
}

fn discard(game: &mut MisterSpy, face: Face) -> Result<(), Fault> {
    match face.kind() {
        Kind::Lair => {
            return Err(Fault::near(
                face.slug(),
                format!("{face} in the discard pile: Lair cards are never discarded"),
            ));
        }
        Kind::Spy => game.fates[usize::from(face.0)] = Fate::DISCARDED,
        Kind::Taunt => game.gone[face.letter().index()] += 1,
    }
    Ok(())
}

/// Could play have come to this? Checks what the rules rely on.
fn sound(game: &MisterSpy) -> Result<(), Fault> {
    let wrong = |what: &str| Err(Fault::near("phase", what));
    let turn = game.turn;
    let best = Seat::all(game.seats).map(|s| game.scores[s]).max().unwrap_or(0);
    let over = matches!(game.phase, Phase::Over { .. });
    // Rule 9.1.
    if best >= GOAL && !over {
        return Err(Fault::near("piles", format!("somebody has {best} points: the game would be over")));
    }
    let target = |barred: Option<Seat>| {
        let other = |s: &Seat| *s != turn && Some(*s) != barred;
        Seat::all(game.seats).filter(other).any(|s| !game.up[s].is_empty() || game.down.count(s) > 0)
    };
    match game.phase {
        Phase::Act => Ok(()),
        Phase::Stolen { spy, from } => {
            if !game.hands[turn].has(spy) || from == Some(turn) {
                return wrong("the stolen Spy must be in the hand of the seat whose turn it is");
            }
            let source = from.map_or(End::Deck, End::Hand);
            let last = game.trail.steps().last();
            if last.is_none_or(|s| s.spy != spy || s.from() != source || s.to() != End::Hand(turn)) {
                return wrong("the last step of the trail must be this theft");
            }
            let own = !game.up[turn].is_empty() || game.down.count(turn) > 0;
            if own || target(from) {
                Ok(())
            } else {
                wrong("with nowhere to play it the Spy is kept without a question (8.3)")
            }
        }
        Phase::TurnUp { spy } => {
            let value = u32::from(spy.value());
            let (up, down) = (game.up[turn], game.down.of(turn));
            if down.len() < 2 || size(up, down.len() as u8) >= value || reach(up, down) < value {
                return wrong("this Lair would not ask which card to turn up for the Spy (4.3)");
            }
            Ok(())
        }
        Phase::Aim { barred, .. } if !target(barred) => {
            wrong("there is no target for the Double Agent (7.1)")
        }
        Phase::Aim { .. } => Ok(()),
        Phase::Captive(Captive { captor, .. }) if game.hands[captor].others() == 0 => {
            wrong("a captor with nothing but Spies is not asked (5.1)")
        }
        Phase::Captive(_) => Ok(()),
        Phase::Foil(Window { captor, asked, letter, .. }) => {
            if asked == captor || game.hands[asked].others() == 0 {
                return wrong("this seat would not be asked to foil (6.3)");
            }
            if MisterSpy::heard(&game.gone, &game.fates, game.phase, letter) > 1 {
                return wrong("nobody is asked when both cards of the letter have been seen (6.3)");
            }
            Ok(())
        }
        Phase::Over { .. } if best < GOAL && !game.deck.is_empty() => {
            wrong("the game is not over: nobody has 33 points and the deck is not empty")
        }
        Phase::Over { .. } => Ok(()),
    }
}
