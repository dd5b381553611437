//! Games whose type is hidden: how tables of them are opened.

use std::marker::PhantomData;

use serde_json::Value;

use super::{OpenTable, Opening, Table};
use crate::edition::{Edition, Stamp};
use crate::game::{Fault, Game, Info};
use crate::luck::Seed;
use crate::orders::Order;
use crate::record::{Record, RecordFault};
use crate::words::Words;

/// A game one can open tables of, its type hidden.
pub trait AnyGame: Send + Sync {
    /// What is true of the game as such.
    fn info(&self) -> &'static Info;
    /// The standing orders that a seat can give.
    fn orders(&self) -> &'static [Order];
    /// The edition that this program plays.
    fn edition(&self) -> Edition;
    /// Deals or sets up a game. With a stamp it is one of that edition, which need not be this program's.
    fn begin(&self, how: &Beginning, seed: Seed, stamp: Option<&Stamp>) -> Result<Box<dyn OpenTable>, Fault>;
    /// Takes up a recorded game again.
    fn resume(&self, record: &Record) -> Result<Box<dyn OpenTable>, RecordFault>;
}

/// How a game begins, as people and scripts say it.
#[derive(Clone, PartialEq, Debug)]
pub enum Beginning {
    /// Cards are dealt.
    Deal {
        /// To so many.
        seats: u8,
        /// With these options of the game.
        options: Value,
    },
    /// A position is laid out as written.
    Position {
        /// The position, as the game writes it.
        position: Value,
        /// Chance by a script instead of a seed.
        luck: Option<Vec<u32>>,
    },
}

impl Beginning {
    /// A deal.
    pub fn deal(seats: u8, options: &Value) -> Beginning {
        Beginning::Deal { seats, options: options.clone() }
    }

    /// The same for a game of this kind.
    pub fn read<G: Game>(&self) -> Result<Opening<G>, Fault> {
        Ok(match self {
            Beginning::Deal { seats, options } => Opening::Deal(read_setup::<G>(*seats, options)?),
            Beginning::Position { position, luck } => {
                Opening::Position(read_position::<G>(position)?, luck.clone())
            }
        })
    }
}

/// The game `G` as an [`AnyGame`].
pub struct GameOf<G>(PhantomData<fn() -> G>);

impl<G> GameOf<G> {
    /// The one value of the type.
    pub const fn new() -> Self {
        GameOf(PhantomData)
    }
}

impl<G> Default for GameOf<G> {
    fn default() -> Self {
        GameOf::new()
    }
}

/// Reads a game's setup from the number of seats and a table of options.
pub fn read_setup<G: Game>(seats: u8, options: &Value) -> Result<G::Setup, Fault> {
    let info = G::info();
    if seats < info.least || seats > info.most {
        let (least, most) = (info.least, info.most);
        let range = if least == most { format!("exactly {least}") } else { format!("{least} to {most}") };
        return Err(Fault::near("seats", format!("{} is for {range} players, not {seats}", info.id)));
    }
    let mut whole = match options {
        Value::Null => serde_json::Map::new(),
        Value::Object(map) => map.clone(),
        other => {
            return Err(Fault::new(format!(
                "options must be a JSON object of names and values, not {other}"
            )));
        }
    };
    if whole.insert("seats".into(), seats.into()).is_some() {
        return Err(Fault::near("options", "the number of seats is given on its own, not among the options"));
    }
    serde_json::from_value(Value::Object(whole)).map_err(|e| unreadable("options", &e))
}

fn unreadable(place: &str, error: &serde_json::Error) -> Fault {
    let what = error.to_string();
    // Serde names what it did not expect in backquotes.
    let near = what.split('`').nth(1).map(str::to_owned);
    Fault { near, ..Fault::new(format!("in the {place}: {what}")) }
}

/// Reads a game's position from its written form.
pub fn read_position<G: Game>(position: &Value) -> Result<G::Position, Fault> {
    serde_json::from_value(position.clone()).map_err(|e| unreadable("position", &e))
}

impl<G: Words> AnyGame for GameOf<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }
    fn orders(&self) -> &'static [Order] {
        G::orders()
    }
    fn edition(&self) -> Edition {
        Edition::of::<G>()
    }
    fn begin(&self, how: &Beginning, seed: Seed, stamp: Option<&Stamp>) -> Result<Box<dyn OpenTable>, Fault> {
        Ok(Box::new(Table::<G>::begin(how.read()?, seed, stamp)?))
    }
    fn resume(&self, record: &Record) -> Result<Box<dyn OpenTable>, RecordFault> {
        Ok(Box::new(Table::<G>::resume(record)?))
    }
}
