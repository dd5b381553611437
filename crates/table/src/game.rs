//! The contract between a game and the house.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::edition::other_cards;
use crate::luck::Luck;
use crate::orders::Order;
use crate::rules::Rule;
use crate::seat::{Seat, SeatSet};
use crate::sink::{Sink, To};
use crate::table::Opening;

/// What is true of a game before anybody sits down.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in commands, files and links.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One line: what kind of game it is.
    pub about: &'static str,
    /// The fewest players.
    pub least: u8,
    /// The most players.
    pub most: u8,
    /// The number of the rules: goes up whenever the same choices with the same cards could lead elsewhere. What the cards
    /// say is no part of it ([`Game::card_hash`]); both together are the [`Edition`](crate::Edition).
    pub revision: u32,
    /// The rules page, in Markdown with numbered rules.
    pub rules: &'static str,
    /// What can be agreed on before the deal, besides the number of seats.
    pub settings: &'static [Setting],
}

/// Something that can be agreed on before the deal.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Setting {
    /// Its name in the options.
    pub name: &'static str,
    /// What it decides, and what happens without it.
    pub about: &'static str,
    /// An example of the options with it, as JSON.
    pub example: &'static str,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// One seat has a question to answer.
    Ask(Seat),
    /// Several have the same question at once, and it counts who is first: all answer, none knowing of the others, and then the
    /// order of their answers is settled ([`Game::race`]).
    Race(SeatSet),
    /// The game is over.
    Over,
}

impl Status {
    /// Does the table wait for this seat (perhaps among others)?
    pub fn asks(self, seat: Seat) -> bool {
        match self {
            Status::Ask(s) => s == seat,
            Status::Race(set) => set.has(seat),
            Status::Over => false,
        }
    }

    /// Everybody the table waits for.
    pub fn asked(self) -> SeatSet {
        match self {
            Status::Ask(s) => SeatSet::one(s),
            Status::Race(set) => set,
            Status::Over => SeatSet::NONE,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Ending {
    /// A word for statistics.
    pub reason: &'static str,
    /// The rule that ended it.
    pub rule: Rule,
}

/// Something that cannot be set up: what is wrong with it, and the word to look for in the file that said it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    /// What is wrong, and what would be right.
    pub what: String,
    /// The word in the input that it is about.
    pub near: Option<String>,
}

impl Fault {
    /// A fault of the whole input.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { what: brief(what.into()), near: None }
    }

    /// A fault of one word in it.
    pub fn near(near: impl Into<String>, what: impl Into<String>) -> Fault {
        Fault { what: brief(what.into()), near: Some(near.into()) }
    }
}

/// What somebody wrote may be long, and a fault quotes it: its middle is left out, and it stays one line.
fn brief(what: String) -> String {
    const LONGEST: usize = 400;
    let what = if what.contains('\n') { what.replace('\n', " ") } else { what };
    match what.chars().count() {
        n if n > LONGEST => {
            let (head, tail) = (what.chars().take(LONGEST / 2), what.chars().skip(n - LONGEST / 4));
            head.chain(" ... ".chars()).chain(tail).collect()
        }
        _ => what,
    }
}

/// A card, where it lies, and who knows what it is: the laws' own account of a state, apart from any view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Placed {
    /// The place, numbered by the game. Places are public: everybody can point at them.
    pub place: u16,
    /// The card. Cards that nobody can tell apart share a number; cards of different owners do not.
    pub card: u16,
    /// May this viewer know it?
    pub open: u8,
}

impl Placed {
    /// A card at a place, known to some.
    pub fn new(place: u16, card: u16, known: To) -> Placed {
        // The gallery is kept in the top bit; no table has eight seats.
        let open = known.seats.0 & 0x7f | if known.gallery { 0x80 } else { 0 };
        Placed { place, card, open }
    }

    /// Does this viewer know the card?
    pub fn known_to(self, who: Option<Seat>) -> bool {
        match who {
            Some(seat) => self.open >> seat.0 & 1 == 1,
            None => self.open & 0x80 != 0,
        }
    }
}

/// A card game. The value is one position of it: plain data, cheap to copy, compare and hash.
///
/// `Game` is not object safe on purpose: simulation and search stay monomorphic. People meet it as
/// [`AnyTable`](crate::AnyTable).
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// What is agreed before the cards are dealt: seats, variants, decks.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Anything that can be written down as a position; [`lay_out`](Game::lay_out) says whether it is one.
    type Position: Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One answer to a question. Its text form is what people type and records keep.
    type Action: Copy
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = String>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync;
    /// One thing that happened, as told.
    type Event: Clone + Eq + Debug + Serialize + Send + Sync;
    /// All that a viewer sees and may remember, and nothing else.
    type View: Clone + Eq + Hash + Debug + Serialize + Send + Sync;
    /// What a player believes about things no view can tell, such as another's deck list.
    type Prior: Default + Send + Sync;

    /// What is true of the game as such.
    fn info() -> &'static Info;

    /// The fingerprint of the cards when records began to name it: what names none was played with those.
    const FIRST_CARDS: u64 = 0;

    /// A fingerprint of all cards, as far as play depends on them. A game whose cards are part of its code, such as plain
    /// numbers, can leave it out.
    fn card_hash() -> u64 {
        Self::FIRST_CARDS
    }

    /// What must be kept of the cards of a game to play it on when the program has others; only the game reads it.
    /// `None`: nothing, since its cards are in no file.
    fn print(_: &Opening<Self>) -> Option<String> {
        None
    }

    /// Gives an opening the cards of another edition, by what was kept of them, or says why that cannot be done.
    fn reprint(_: &mut Opening<Self>, cards: u64, _kept: Option<&str>) -> Result<(), Fault> {
        Err(other_cards::<Self>(cards))
    }

    /// What an act that was read from text means at this table, where a name may stand for a card of another edition.
    #[must_use]
    fn meant(&self, act: Self::Action) -> Self::Action {
        act
    }

    /// Is this a setup that can be dealt? A front end has checked the number of seats; options are the game's own.
    fn check(_: &Self::Setup) -> Result<(), Fault> {
        Ok(())
    }

    /// Deals and runs to the first question.
    fn deal(setup: &Self::Setup, luck: &mut Luck, log: &mut impl Sink<Self::Event>) -> Self;

    /// How many sit at the table.
    fn seats(&self) -> u8;

    /// Whom the table waits for.
    fn status(&self) -> Status;

    /// Lists what the seat may answer, without repetition; the first entry is the one that risks least. The menu
    /// arrives empty; the buffer is reused.
    fn legal(&self, seat: Seat, menu: &mut Vec<Self::Action>);

    /// Carries out an act from the menu and runs until the next question or the end. Unchecked: a
    /// [`Table`](crate::Table) checks.
    fn apply(&mut self, seat: Seat, act: Self::Action, luck: &mut Luck, log: &mut impl Sink<Self::Event>);

    /// Carries out a race: an answer of each seat that was asked, from its menu, in the order in which they count. By default
    /// each is applied in turn, which is right if none comes too late; a game in which the first takes it all says so here.
    /// What comes of an answer must not depend on hidden cards of those who were later.
    fn race(&mut self, answers: &[(Seat, Self::Action)], luck: &mut Luck, log: &mut impl Sink<Self::Event>) {
        for &(seat, act) in answers {
            self.apply(seat, act, luck, log);
        }
    }

    /// The score so far.
    fn score(&self, seat: Seat) -> i32;

    /// How the game ended, once it is over.
    fn ending(&self) -> Option<Ending>;

    /// Who won: by default the highest score, shared when equal.
    fn winners(&self) -> SeatSet {
        let best = Seat::all(self.seats()).map(|s| self.score(s)).max();
        Seat::all(self.seats()).filter(|&s| Some(self.score(s)) == best).collect()
    }

    /// How many turns have begun, for statistics.
    fn turns(&self) -> u32 {
        0
    }

    /// What a seat, or a spectator, sees. Built from nothing, never filtered out of the state.
    fn view(&self, who: Option<Seat>) -> Self::View;

    /// What somebody would guess who had read every list: the laws compare what is imagined then with the truth.
    fn informed(&self) -> Self::Prior {
        Self::Prior::default()
    }

    /// A world that the viewer cannot tell from the true one, drawn at random from all that are left.
    fn imagine(view: &Self::View, prior: &Self::Prior, luck: &mut Luck) -> Self;

    /// What another viewer sees of an act by `by`: the act itself, a blank one of its kind, or nothing.
    fn shown(&self, _by: Seat, act: Self::Action, _to: Option<Seat>) -> Option<Self::Action> {
        Some(act)
    }

    /// What another viewer sees of the last of these answers to a race, which count in this order: by default what
    /// [`shown`](Game::shown) says. Where nobody looks at an answer that came too late, it is nothing.
    fn shown_in_race(&self, so_far: &[(Seat, Self::Action)], to: Option<Seat>) -> Option<Self::Action> {
        so_far.last().and_then(|&(by, act)| self.shown(by, act, to))
    }

    /// Why this viewer may not do this now: the rule that forbids it, or `None` if they may. From the view only, so
    /// that a refusal cannot tell what the asker does not know.
    fn refuse(view: &Self::View, act: Self::Action) -> Option<Rule>;

    /// What the viewer might want to do now, allowed or not: the list behind "why can't I?".
    fn thinkable(_view: &Self::View, _acts: &mut Vec<Self::Action>) {}

    /// The standing orders that a seat can give.
    fn orders() -> &'static [Order] {
        &[]
    }

    /// What the order with this code answers to the question that the viewer is asked, if it is about it. From public facts
    /// only, though it gets the view of the seat: whether it answers, and what, must not depend on hidden cards.
    fn obey(_view: &Self::View, _order: &str) -> Option<Self::Action> {
        None
    }

    /// Whose turn it is, as everybody can see: some orders end with it.
    fn turn(_view: &Self::View) -> Option<Seat> {
        None
    }

    /// Every card, where it is, and who knows it.
    fn places(&self, cards: &mut Vec<Placed>);

    /// The position as one would write it down; [`lay_out`](Game::lay_out) brings the very same state back.
    fn position(&self) -> Self::Position;

    /// Sets up a written position, or says why it is none.
    fn lay_out(position: &Self::Position) -> Result<Self, Fault>;

    /// No game with this setup asks more questions than this.
    fn bound(setup: &Self::Setup) -> u32;

    /// The setup of another game right after this one.
    fn rematch(&self, setup: &Self::Setup) -> Self::Setup {
        setup.clone()
    }
}
