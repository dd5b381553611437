//! What a shell can complete: the names of games, bots and decks.
//!
//! A parser here takes any word that the command would understand, and offers the usual ones. Whatever is wrong with a
//! game's or a deck's name is left to the command, which says what there is instead.

use std::ffi::OsStr;

use bots::Level;
use bots::arena::Contender;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::cards;
use crate::house;

/// Names as a shell offers them.
type Names = Box<dyn Iterator<Item = PossibleValue>>;

/// Declares a parser that reads words in one way and offers these.
macro_rules! offering {
    ($($(#[$doc:meta])* $name:ident -> $value:ty: $parser:expr, $names:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $name;

        impl TypedValueParser for $name {
            type Value = $value;
            fn parse_ref(&self, command: &Command, arg: Option<&Arg>, word: &OsStr) -> Result<$value, Error> {
                TypedValueParser::parse_ref(&$parser, command, arg, word)
            }
            fn possible_values(&self) -> Option<Names> {
                Some(Box::new($names.map(PossibleValue::new)))
            }
        }
    )*};
}

offering! {
    /// A game.
    Games -> String: StringValueParser::new(), house::games().map(|room| room.info().id);
    /// A collectible game.
    Shelves -> String: StringValueParser::new(), cards::SHELVES.iter().map(|shelf| shelf.game());
    /// A ready-made deck.
    Decks -> String: StringValueParser::new(),
        cards::SHELVES.iter().flat_map(|shelf| shelf.decks()).map(|deck| deck.name);
    /// A bot.
    Bots -> Level: |word: &str| word.parse::<Level>(), Level::NAMES.into_iter();
    /// A bot in the arena.
    Contenders -> Contender: |word: &str| word.parse::<Contender>(), Level::NAMES.into_iter();
}
