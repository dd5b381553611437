//! The acts of a game as one table: what each is called, what it is about, how it is typed and which rule it follows.

use std::any::Any;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// Declares the acts of a game. A row says how an act is typed, its parts in capitals, and the rule that it follows: the text form
/// in both directions, the list of all acts and `rule` come from it. Of two rows that begin alike the plainer comes first.
///
/// ```
/// use table::{Rule, Seat};
///
/// table::acts! {
///     /// What a seat can answer.
///     pub enum Action {
///         /// Does nothing.
///         Pass = "pass" by Rule(1, 1);
///         /// Takes the top card of the deck.
///         StealDeck = "steal deck" by Rule(1, 2);
///         /// Takes a card from somebody.
///         Steal { from: Seat } = "steal SEAT" by Rule(1, 2);
///     }
/// }
/// assert_eq!("steal 2".parse(), Ok(Action::Steal { from: Seat(2) }));
/// assert_eq!("steal deck".parse(), Ok(Action::StealDeck));
/// assert_eq!(Action::Steal { from: Seat(1) }.to_string(), "steal 1");
/// assert_eq!(Action::Pass.rule(), Rule(1, 1));
/// assert_eq!(
///     "stael deck".parse::<Action>(),
///     Err("'stael deck' is not an action; actions are: pass, steal deck, steal SEAT".to_owned())
/// );
/// ```
#[macro_export]
macro_rules! acts {
    (
        $(#[$about:meta])*
        $vis:vis enum $Name:ident {
            $(
                $(#[$doc:meta])+
                $Act:ident $({ $($part:ident : $Part:ty),+ })? = $typed:literal by Rule($chapter:literal, $number:literal);
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
        $vis enum $Name {
            $(
                $(#[$doc])+
                #[doc = concat!("Typed as `", $typed, "`.")]
                $Act $({ $(#[doc = concat!("A part of `", $typed, "`.")] $part: $Part),+ })?
            ),+
        }

        impl $Name {
            /// The rule that it follows.
            $vis const fn rule(self) -> $crate::Rule {
                match self {
                    $($Name::$Act { .. } => $crate::Rule($chapter, $number)),+
                }
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $($Name::$Act $({ $($part),+ })? => $crate::acts::write(f, $typed, &[$($($part),+)?])),+
                }
            }
        }

        impl ::std::str::FromStr for $Name {
            type Err = ::std::string::String;
            fn from_str(text: &str) -> ::std::result::Result<$Name, ::std::string::String> {
                $(
                    if let Some(parts) = $crate::acts::parts($typed, text) {
                        let mut _parts = parts.into_iter();
                        return Ok($Name::$Act $({ $($part: $crate::acts::read(_parts.next())?),+ })?);
                    }
                )+
                Err(::std::format!("'{text}' is not an action; actions are: {}", [$($typed),+].join(", ")))
            }
        }
    };
}

/// Is a word of a row typed as it stands? The others stand for a part.
fn is_fixed(word: &str) -> bool {
    !word.starts_with(|c: char| c.is_uppercase())
}

/// Writes an act as it is typed.
#[doc(hidden)]
pub fn write(f: &mut fmt::Formatter<'_>, typed: &str, parts: &[&dyn fmt::Display]) -> fmt::Result {
    let mut parts = parts.iter();
    for (n, word) in typed.split(' ').enumerate() {
        if n > 0 {
            f.write_str(" ")?;
        }
        match parts.as_slice() {
            [part, ..] if !is_fixed(word) => {
                parts.next();
                part.fmt(f)?;
            }
            _ => f.write_str(word)?,
        }
    }
    Ok(())
}

/// The parts of what was typed, if it is typed like this.
#[doc(hidden)]
pub fn parts<'a>(typed: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut words = text.split_whitespace();
    let mut parts = Vec::new();
    for row in typed.split(' ') {
        let word = words.next()?;
        if !is_fixed(row) {
            parts.push(word);
        } else if word != row {
            return None;
        }
    }
    words.next().is_none().then_some(parts)
}

/// Reads one part.
#[doc(hidden)]
pub fn read<T: FromStr<Err: fmt::Display + Any>>(word: Option<&str>) -> Result<T, String> {
    // A row has as many words in capitals as its act has parts: `parts` gives one for each.
    let word = word.unwrap_or_default();
    word.parse().map_err(|why: T::Err| match (&why as &dyn Any).is::<ParseIntError>() {
        true => format!("'{word}' is not a whole number that can be meant here"),
        false => why.to_string(),
    })
}
