//! A position as one writes it down: in scenarios, in `drive`, in records that start in the middle.
//!
//! Cards are named by their slugs, separated by spaces; `#` before a Lair card lays it face down; `rest` stands, once,
//! for every card not named elsewhere.

use lair::{Captive, GOAL, Letters, Supply, Window, read, seats_of, spread, worth};
use serde::{Deserialize, Serialize};
use table::{Fault, Seat};

use crate::cards::{COPIES, Counts, Face, Spies};
use crate::state::{Pace, Phase, Reason, RenamedSpy, team_is_enough};

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
    pub turns: u16,
    /// How this turn has gone so far.
    #[serde(default)]
    pub pace: Pace,
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
    /// The discard pile, in any order.
    #[serde(default)]
    pub discard: String,
    /// Each score; zeros at the end may be left out.
    #[serde(default)]
    pub scores: Vec<u16>,
    /// How many cards there are of each value.
    #[serde(default)]
    pub counts: Counts,
}

fn one() -> u16 {
    1
}

/// What is going on, in words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the same fields as in Phase")]
pub enum Spelled {
    /// A Lair card may be laid.
    #[default]
    Lay,
    /// A Lair may be named.
    Aim,
    /// Something must be sent there.
    Choose { at: Seat },
    /// A team is picked; its Spies are in the hand.
    Team { at: Seat, picked: String },
    /// A captor decides.
    Captive(Captive<Face>),
    /// A taunt may be foiled.
    Foil(Window<Face>),
    /// The game is over.
    Over { reason: Reason },
}

fn join(faces: impl Iterator<Item = Face>) -> String {
    faces.map(Face::slug).collect::<Vec<_>>().join(" ")
}

impl Position {
    pub(crate) fn of(game: &RenamedSpy) -> Position {
        let every = || Seat::all(game.seats);
        let lair = |s| {
            let up = game.up[s].each().map(|f| f.to_string());
            up.chain(game.down[s].each().map(|f| format!("#{f}"))).collect::<Vec<_>>().join(" ")
        };
        let phase = match game.phase {
            Phase::Lay => Spelled::Lay,
            Phase::Aim => Spelled::Aim,
            Phase::Choose { at } => Spelled::Choose { at },
            Phase::Team { at, picked } => Spelled::Team { at, picked: join(picked.each()) },
            Phase::Captive(captive) => Spelled::Captive(captive),
            Phase::Foil(window) => Spelled::Foil(window),
            Phase::Over { reason } => Spelled::Over { reason },
        };
        Position {
            dealer: game.dealer.0,
            turn: game.turn.0,
            turns: game.turns,
            pace: game.pace,
            phase,
            hands: every().map(|s| join(game.hands[s].cards())).collect(),
            lairs: every().map(lair).collect(),
            deck: join(game.deck.iter().rev().copied()),
            discard: join(game.gone.cards()),
            scores: every().map(|s| game.scores[s]).collect(),
            counts: Counts::of(game.stock),
        }
    }

    pub(crate) fn lay_out(&self) -> Result<RenamedSpy, Fault> {
        self.counts.check()?;
        // Rule 1.1.
        let seats = seats_of(
            "renamed-spy",
            self.hands.len(),
            &[("lairs", self.lairs.len()), ("scores", self.scores.len())],
            &[("turn", self.turn), ("dealer", self.dealer)],
        )?;
        let stock = self.counts.stock();
        let mut supply = Supply::new(stock.cards());
        let mut game = RenamedSpy::bare(seats, Seat(self.dealer), stock);
        game.turn = Seat(self.turn);
        game.turns = self.turns;
        game.pace = self.pace;
        self.lay_lairs(&mut game, &mut supply)?;
        let discard = supply.row(&self.discard, "the discard pile", &Face::HIDDEN)?;
        game.phase = self.read_phase(seats, &mut supply)?;
        // Somebody must have played the captive.
        game.pace.played |= game.phase.captive().is_some();
        let mut hands = Vec::new();
        for (i, row) in self.hands.iter().enumerate() {
            hands.push(supply.row(row, &format!("hand {i}"), &Face::HIDDEN)?);
        }
        let deck = supply.row(&self.deck, "the deck", &Face::HIDDEN)?;
        let left = supply.left()?;
        spread(discard, &left).for_each(|face| game.gone.add(face));
        for (seat, hand) in Seat::all(seats).zip(hands) {
            spread(hand, &left).for_each(|face| game.hands[seat].add(face));
        }
        let deck: Vec<Face> = spread(deck, &left).collect();
        deck.into_iter().rev().for_each(|face| game.deck.push(face));
        self.pick_team(&mut game)?;
        for (i, &score) in self.scores.iter().enumerate() {
            game.scores[Seat(i as u8)] = score;
        }
        sound(&game)?;
        Ok(game)
    }

    fn lay_lairs(&self, game: &mut RenamedSpy, supply: &mut Supply<Face>) -> Result<(), Fault> {
        for (i, row) in self.lairs.iter().enumerate() {
            let (seat, place) = (Seat(i as u8), format!("Lair {i}"));
            for word in row.split_whitespace() {
                let (name, down) = word.strip_prefix('#').map_or((word, false), |name| (name, true));
                let face = card(name)?;
                if !face.is_lair() {
                    let wrong = format!("{face} in {place}: only Lair cards lie in a Lair (3.1)");
                    return Err(Fault::near(name, wrong));
                }
                supply.take(face, &place)?;
                if down { game.down[seat].add(face) } else { game.up[seat].add(face) }
            }
        }
        Ok(())
    }

    /// Picks the Spies of a team out of its leader's hand.
    fn pick_team(&self, game: &mut RenamedSpy) -> Result<(), Fault> {
        let (Spelled::Team { picked: names, .. }, Phase::Team { picked, .. }) =
            (&self.phase, &mut game.phase)
        else {
            return Ok(());
        };
        let mut hand = game.hands[game.turn];
        for word in names.split_whitespace() {
            let spy = card(word)?;
            if !spy.is_spy() {
                return Err(Fault::near("phase", format!("in the phase: {spy} cannot be in a team (5.2)")));
            }
            if !hand.has(spy) {
                return Err(Fault::near("phase", "the Spies of the team must be in the hand"));
            }
            hand.remove(spy);
            picked.add(spy);
        }
        Ok(())
    }

    fn read_phase(&self, seats: u8, supply: &mut Supply<Face>) -> Result<Phase, Fault> {
        let wrong = |what: String| Fault::near("phase", format!("in the phase: {what}"));
        let seat = |seat: Seat| match seat.0 < seats {
            true => Ok(seat),
            false => Err(wrong(format!("there is no seat {seat}"))),
        };
        let mut captive = |captor: Seat, spy: Face, letters: Letters| {
            if !spy.is_spy() {
                return Err(wrong(format!("{spy} is not a Spy")));
            }
            supply.take(spy, "the air")?;
            supply.take_all(letters, "the air", Face::doubler)?;
            seat(captor)
        };
        Ok(match self.phase {
            Spelled::Lay => Phase::Lay,
            Spelled::Aim => Phase::Aim,
            Spelled::Choose { at } => Phase::Choose { at: seat(at)? },
            // Its Spies are picked once the hands are known.
            Spelled::Team { at, .. } => Phase::Team { at: seat(at)?, picked: Spies::default() },
            Spelled::Captive(Captive { captor, spy, letters }) => {
                Phase::Captive(Captive { captor: captive(captor, spy, letters)?, spy, letters })
            }
            Spelled::Foil(Window { captor, spy, letters, letter, asked }) => {
                if !letters.has(letter) {
                    return Err(wrong(format!("{letter} is not among the letters")));
                }
                Phase::Foil(Window {
                    captor: captive(captor, spy, letters)?,
                    spy,
                    letters,
                    letter,
                    asked: seat(asked)?,
                })
            }
            Spelled::Over { reason } => Phase::Over { reason },
        })
    }
}

fn card(word: &str) -> Result<Face, Fault> {
    read(word, &Face::HIDDEN)
}

/// Could play have come to this? Checks what the rules rely on.
fn sound(game: &RenamedSpy) -> Result<(), Fault> {
    let wrong = |what: &str| Err(Fault::near("phase", what));
    let turn = game.turn;
    let best = Seat::all(game.seats).map(|s| game.scores[s]).max().unwrap_or(0);
    let all_out = game.gone.spies() == game.stock.spies();
    let Pace { began_empty, played, quiet } = game.pace;
    if (began_empty || quiet > 0) && !game.deck.is_empty() {
        return Err(Fault::near("pace", "no turn began with an empty deck: there are cards in it"));
    }
    let over = if let Phase::Over { reason } = game.phase { Some(reason) } else { None };
    // The turn that ends a quiet round is counted with it.
    let most = if over == Some(Reason::QuietRound) { game.seats } else { game.seats - 1 };
    if quiet > most || quiet > 0 && !began_empty {
        return Err(Fault::near("pace", "there cannot have been that many quiet turns (8.4)"));
    }
    if game.turns == 0 {
        return Err(Fault::near("turns", "turns = 0, but the first turn has begun"));
    }
    // Who has 33 points wins at once, so nobody came further than by one Spy who heard every letter.
    let most = GOAL - 1 + worth(9, Letters::ALL);
    if best > most || Seat::all(game.seats).filter(|&s| game.scores[s] >= GOAL).count() > 1 {
        return Err(Fault::near(
            "scores",
            format!("{best} points: only one seat can have reached 33, and {most} is the most it can have"),
        ));
    }
    let before_play = matches!(game.phase, Phase::Aim | Phase::Choose { .. } | Phase::Team { .. });
    if before_play && played && game.down[turn].is_empty() {
        return Err(Fault::near("pace", "what was played in this turn would be a face-down Lair card"));
    }
    if over.is_none() {
        if best >= GOAL {
            return Err(Fault::near(
                "scores",
                format!("somebody has {best} points: the game would be over (8.1)"),
            ));
        }
        if all_out {
            return Err(Fault::near("discard", "all Spies are discarded: the game would be over (8.2)"));
        }
    }
    let has_blue = |s: Seat| !game.hands[s].blue().is_empty();
    match game.phase {
        Phase::Lay | Phase::Aim if game.nothing_to_play() => {
            wrong("nobody can play anything: the game would be over (8.3)")
        }
        Phase::Lay if !has_blue(turn) => wrong("without a blue card nobody is asked for a Lair (2.4)"),
        Phase::Lay if played => wrong("nothing has been played before the Lair step (2.2)"),
        Phase::Aim | Phase::Choose { .. } if !game.can_send() => {
            wrong("there is nothing to send, or nowhere to send it (2.4)")
        }
        Phase::Choose { at } | Phase::Team { at, .. } if !game.has_lair(at) => {
            wrong("there is no Lair to send anything into (4.2)")
        }
        Phase::Team { at, .. } if at == turn => wrong("a team cannot go into one's own Lair (5.3)"),
        Phase::Team { at, .. } => {
            if !team_is_enough(game.hands[turn].spies(), game.hurdle(at)) {
                return wrong("these Spies cannot be a team that is big enough (5.4)");
            }
            Ok(())
        }
        Phase::Captive(Captive { captor, spy, .. }) => {
            captured(game, captor, spy)?;
            if !has_blue(captor) {
                return wrong("a captor without a blue card is not asked (6.1)");
            }
            Ok(())
        }
        Phase::Foil(Window { captor, spy, letter, asked, .. }) => {
            captured(game, captor, spy)?;
            if asked == captor || !has_blue(asked) {
                return wrong("this seat would not be asked to foil (7.3)");
            }
            if RenamedSpy::seen(game.gone, game.phase, letter) == COPIES {
                return wrong("nobody is asked when all four Doublers of the letter have been seen (7.3)");
            }
            Ok(())
        }
        Phase::Over { reason } => {
            let fits = match reason {
                Reason::ThirtyThree => best >= GOAL,
                Reason::LastSpy => best < GOAL && all_out,
                Reason::NoPlay => best < GOAL && !all_out && game.nothing_to_play(),
                Reason::QuietRound => {
                    let quiet = quiet == game.seats && began_empty && !played;
                    best < GOAL && !all_out && quiet && !game.nothing_to_play()
                }
            };
            if fits { Ok(()) } else { wrong("the game is not over, or not for this reason") }
        }
        Phase::Lay | Phase::Aim | Phase::Choose { .. } => Ok(()),
    }
}

/// A captive's Lair has been turned up and is large enough (rules 4.7, 4.8).
fn captured(game: &RenamedSpy, captor: Seat, spy: Face) -> Result<(), Fault> {
    let wrong = |what: &str| Err(Fault::near("phase", what));
    if !game.down[captor].is_empty() {
        return wrong("the captor's Lair has been turned up by now (4.7)");
    }
    if u32::from(spy.value()) > game.up[captor].value() {
        return wrong("the captor's Lair is too small to hold this Spy (4.9)");
    }
    Ok(())
}
