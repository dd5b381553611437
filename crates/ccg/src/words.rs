//! The words of a card language. A word is one row of a table: its name, its rule, its phrase and its function
//! ([`words!`](crate::words)). What stands on a card, the language's own page, menus, the log and refusals all come from
//! that row.

use table::Rule;

use crate::name::Name;

/// A word as its row says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// Its name in card files.
    pub name: &'static str,
    /// What it wants to know, by name.
    pub args: &'static [&'static str],
    /// The rule that says what it does, and that a refusal names.
    pub rule: Rule,
    /// How it is said: see [`phrase`].
    pub phrase: &'static str,
    /// The only kind of card that can say it, if not all can.
    pub only: Option<&'static str>,
    /// What its effect waits for, if it comes later: until then its card stays.
    pub waits_for: Option<&'static str>,
    /// What it means, for those who write cards.
    pub about: &'static str,
}

/// What a word is told, for sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spoken {
    /// A number, which may have a noun after it.
    Number(i32),
    /// Anything else, as it is said.
    Text(String),
    /// Who does it: what follows goes by this person. Whoever reads the card is not named.
    Subject(Option<&'static str>),
    /// Whatever it is, by its name: for pages about the language.
    Any(&'static str),
}

/// What a word can be told.
pub trait Say {
    /// How it is said.
    fn say(&self) -> Spoken;
    /// What is wrong with it on a card of this kind, if anything is.
    fn wrong(&self, _of: &str) -> Option<String> {
        None
    }
    /// A name that some card must have.
    fn names(&self) -> Option<Name> {
        None
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl Say for $number {
            fn say(&self) -> Spoken {
                Spoken::Number(i32::from(*self))
            }
        })+
    };
}
numbers!(u8, u16, i8, i16, i32);

impl Say for &str {
    fn say(&self) -> Spoken {
        Spoken::Text((*self).to_owned())
    }
}

/// Who does what is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Person {
    /// You, or several: "draw".
    You,
    /// One other: "draws".
    Other,
}

/// Makes a sentence of a phrase. `[draw|draws]` goes by who does it, `{n|card|cards}` is a number with its noun, `{+n|..|..}`
/// has its sign, and `{whom}` is whatever was said. After a subject that is somebody else, `[draw|draws]` goes by them.
///
/// ```
/// use ccg::words::{Person, Spoken, phrase};
/// let said = [("n", Spoken::Number(1))];
/// assert_eq!(phrase("[draw|draws] {n|card|cards}", &said, Person::Other), "draws 1 card");
/// assert_eq!(phrase("{+n|action point|action points}", &said, Person::You), "+1 action point");
/// ```
pub fn phrase(template: &str, said: &[(&str, Spoken)], person: Person) -> String {
    let (mut out, mut person) = (String::new(), person);
    let mut rest = template;
    while let Some(at) = rest.find(['[', '{']) {
        out.push_str(&rest[..at]);
        let close = if rest.as_bytes()[at] == b'[' { ']' } else { '}' };
        let Some(end) = rest[at..].find(close).map(|n| at + n) else { break };
        let inside = &rest[at + 1..end];
        if close == ']' {
            let (you, other) = inside.split_once('|').unwrap_or((inside, inside));
            out.push_str(if person == Person::You { you } else { other });
        } else {
            out.push_str(&filled(inside, said));
            if said.iter().any(|(name, said)| *name == inside && matches!(said, Spoken::Subject(Some(_)))) {
                person = Person::Other;
            }
        }
        rest = &rest[end + 1..];
    }
    (out + rest).trim_start().to_owned()
}

/// One pair of curly brackets.
fn filled(inside: &str, said: &[(&str, Spoken)]) -> String {
    let mut parts = inside.split('|');
    let name = parts.next().unwrap_or_default();
    let (signed, name) = name.strip_prefix('+').map_or((false, name), |name| (true, name));
    let Some((_, said)) = said.iter().find(|(known, _)| *known == name) else { return format!("{{{name}}}") };
    match said {
        Spoken::Text(text) => text.clone(),
        Spoken::Subject(who) => who.unwrap_or_default().to_owned(),
        Spoken::Any(name) => {
            let sign = if signed { "+" } else { "" };
            match parts.next_back() {
                Some(many) => format!("{sign}*{name}* {many}"),
                // What is not a number may be a part of the sentence, with its own space before it.
                None if sign.is_empty() => format!(" *{name}*"),
                None => format!("{sign}*{name}*"),
            }
        }
        Spoken::Number(n) => {
            let number = if signed { format!("{n:+}") } else { n.to_string() };
            match (parts.next(), parts.next()) {
                (Some(one), Some(many)) => format!("{number} {}", if n.abs() == 1 { one } else { many }),
                _ => number,
            }
        }
    }
}

/// What is wrong with the rows of a language: a phrase that names what the word is not told, or leaves a bracket open.
pub fn lint(rows: &[Word]) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in rows {
        let said: Vec<_> = row.args.iter().map(|arg| (*arg, Spoken::Text(String::new()))).collect();
        let sentence = phrase(row.phrase, &said, Person::You);
        if sentence.contains(['[', ']', '{', '}', '|']) {
            wrong.push(format!("the phrase of {} does not read: {}", row.name, row.phrase));
        }
        for arg in row.args {
            if ![format!("{{{arg}"), format!("{{+{arg}")].iter().any(|used| row.phrase.contains(used)) {
                wrong.push(format!("the phrase of {} does not say its {arg}", row.name));
            }
        }
    }
    wrong
}

/// What is wrong with a word on a card of this kind, in sentences.
pub fn wrong(row: &Word, of: &str, told: Vec<String>) -> Vec<String> {
    let only = row.only.filter(|only| *only != of).map(|only| format!("only {only} can do that"));
    told.into_iter().chain(only).map(|what| format!("{}: {what}", row.name)).collect()
}

/// The words of a language as a table in Markdown, for whoever writes cards.
pub fn page(rows: &[Word]) -> String {
    let mut page = String::from("| word | on a card | for whoever writes it | rule |\n|---|---|---|---|\n");
    for row in rows {
        let args = if row.args.is_empty() { String::new() } else { format!("({})", row.args.join(", ")) };
        let said: Vec<_> = row.args.iter().map(|arg| (*arg, Spoken::Any(arg))).collect();
        let text = phrase(row.phrase, &said, Person::You).trim().replace("  ", " ");
        let only = row.only.map(|only| format!(" Only in {only}.")).unwrap_or_default();
        page += &format!("| `{}{args}` | {text} | {}{only} | {} |\n", row.name, row.about, row.rule);
    }
    page
}

/// Declares the words of a card language: an enum that card files are read into, the table of its [`Word`]s, how each word is
/// said, what is wrong with what it is told, and the function that each word calls. There is no other place where a word must
/// be named, and none where it could be forgotten.
///
/// Before the function, `picks [..]` says what is chosen as the word is carried out (an `Option` where that depends on what the
/// word is told), `needs [..]` what must be so for it to find something to act on, `only ".."` which kind of card alone
/// can say it, and `waits for ".."` that its effect comes later.
///
/// ```
/// use table::Rule;
///
/// fn draw(n: u8, hand: &mut u8) -> bool {
///     *hand += n;
///     n > 0
/// }
///
/// ccg::words! {
///     /// What cards do.
///     pub enum Verb {
///         /// Its player takes cards from their deck.
///         Draw(n: u8) = Rule(2, 1), "[draw|draws] {n|card|cards}" => draw;
///     }
///     fn run(self, hand: &mut u8) -> bool;
/// }
///
/// let (mut hand, verb) = (0, Verb::Draw(2));
/// assert!(verb.run(&mut hand) && hand == 2);
/// assert_eq!(verb.said(ccg::words::Person::Other), "draws 2 cards");
/// assert_eq!((verb.row().name, verb.row().rule), ("Draw", Rule(2, 1)));
/// ```
#[macro_export]
macro_rules! words {
    (@call $function:path, [$($arg:ident),*], ($($with:ident),*)) => {
        $function($($arg,)* $($with),*)
    };
    (@row $Word:ident, [$($arg:ident),*], ($chapter:literal, $number:literal), $phrase:literal, [$($only:literal)?], [$($waits:literal)?], $($about:literal),+) => {
        $crate::words::Word {
            name: stringify!($Word),
            args: &[$(stringify!($arg)),*],
            rule: ::table::Rule($chapter, $number),
            phrase: $phrase,
            only: $crate::words!(@only $($only)?),
            waits_for: $crate::words!(@only $($waits)?),
            about: concat!($($about),+).trim_ascii(),
        }
    };
    (@only) => { ::std::option::Option::None };
    (@only $only:literal) => { ::std::option::Option::Some($only) };
    (@picks $vis:vis $Name:ident [] $($rest:tt)*) => {};
    (@picks $vis:vis $Name:ident [$Pick:ty] $( $Word:ident [$($arg:ident),*] [$($pick:expr),*] )+) => {
        impl $Name {
            /// What is chosen as this word is carried out, one after the other.
            #[inline]
            $vis fn picks(self) -> [::std::option::Option<$Pick>; $crate::program::CHOICES] {
                match self {
                    $($crate::words!(@pattern $Name $Word [$($arg),*]) => {
                        let _ = ($(&$arg,)*);
                        let picks: &[::std::option::Option<$Pick>] = &[$(::std::convert::Into::into($pick)),*];
                        ::std::array::from_fn(|n| picks.get(n).copied().flatten())
                    })+
                }
            }
        }
    };
    (@needs $vis:vis $Name:ident [] $($rest:tt)*) => {};
    (@needs $vis:vis $Name:ident [$Test:ty] $( $Word:ident [$($arg:ident),*] [$($need:expr)?] )+) => {
        impl $Name {
            /// What must be so for this word to find something to act on.
            #[inline]
            $vis fn needs(self) -> ::std::option::Option<$Test> {
                match self {
                    $($crate::words!(@pattern $Name $Word [$($arg),*]) => {
                        let _ = ($(&$arg,)*);
                        let needs: &[$Test] = &[$($need)?];
                        needs.first().copied()
                    })+
                }
            }
        }
    };
    (@pattern $Name:ident $Word:ident []) => { $Name::$Word };
    (@pattern $Name:ident $Word:ident [$($arg:ident),+]) => { $Name::$Word($($arg),+) };
    (
        @with $names:tt
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident {
            $(
                $(#[doc = $about:literal])+
                $Word:ident $( ( $($arg:ident : $ty:ty),+ $(,)? ) )? = Rule($chapter:literal, $number:literal), $phrase:literal
                    $( picks [$($pick:expr),+ $(,)?] )? $( needs [$need:expr] )? $( only $only:literal )? $( waits for $waits:literal )? => $function:path;
            )+
        }
        fn $run:ident(self $(, $with:ident : $what:ty)* $(,)?) -> $gives:ty;
        $( picks $Pick:ty; )?
        $( needs $Test:ty; )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ::serde::Serialize, ::serde::Deserialize)]
        $vis enum $Name {
            $( $(#[doc = $about])+ $Word $( ( $($ty),+ ) )? ),+
        }

        impl $Name {
            /// The table of all words.
            $vis const ROWS: &'static [$crate::words::Word] = &[
                $($crate::words!(@row $Word, [$($($arg),+)?], ($chapter, $number), $phrase, [$($only)?], [$($waits)?], $($about),+)),+
            ];

            /// The row of this word.
            $vis fn row(self) -> &'static $crate::words::Word {
                match self {
                    $($Name::$Word { .. } => const { &$crate::words!(@row $Word, [$($($arg),+)?], ($chapter, $number), $phrase, [$($only)?], [$($waits)?], $($about),+) }),+
                }
            }

            /// The word as it is said.
            $vis fn said(self, person: $crate::words::Person) -> ::std::string::String {
                match self {
                    $($Name::$Word $( ( $($arg),+ ) )? => $crate::words::phrase(
                        $phrase,
                        &[$($((stringify!($arg), $crate::words::Say::say(&$arg))),+)?],
                        person,
                    )),+
                }
            }

            /// What is wrong with this word, and with what it is told, on a card of this kind.
            $vis fn wrong(self, of: &str) -> ::std::vec::Vec<::std::string::String> {
                let told: ::std::vec::Vec<::std::string::String> = match self {
                    $($Name::$Word $( ( $($arg),+ ) )? => {
                        let wrong: &[::std::option::Option<::std::string::String>] =
                            &[$($($crate::words::Say::wrong(&$arg, of)),+)?];
                        wrong.iter().flatten().cloned().collect()
                    }),+
                };
                $crate::words::wrong(self.row(), of, told)
            }

            /// The names that it speaks of.
            $vis fn names(self) -> ::std::vec::Vec<$crate::Name> {
                match self {
                    $($Name::$Word $( ( $($arg),+ ) )? => {
                        let names: &[::std::option::Option<$crate::Name>] =
                            &[$($($crate::words::Say::names(&$arg)),+)?];
                        names.iter().flatten().copied().collect()
                    }),+
                }
            }

            /// Calls the function of this word.
            #[inline]
            $vis fn $run(self $(, $with: $what)*) -> $gives {
                match self {
                    $($Name::$Word $( ( $($arg),+ ) )? => $crate::words!(@call $function, [$($($arg),+)?], $names)),+
                }
            }
        }

        $crate::words!(@picks $vis $Name [$($Pick)?] $( $Word [$($($arg),+)?] [$($($pick),+)?] )+);
        $crate::words!(@needs $vis $Name [$($Test)?] $( $Word [$($($arg),+)?] [$($need)?] )+);
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident { $($words:tt)+ }
        fn $run:ident(self $(, $with:ident : $what:ty)* $(,)?) -> $gives:ty;
        $( picks $Pick:ty; )?
        $( needs $Test:ty; )?
    ) => {
        $crate::words! {
            @with ($($with),*)
            $(#[$meta])*
            $vis enum $Name { $($words)+ }
            fn $run(self $(, $with: $what)*) -> $gives;
            $( picks $Pick; )?
            $( needs $Test; )?
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_know_person_and_number() {
        let two = [("n", Spoken::Number(2)), ("whom", Spoken::Text("a Thug".into()))];
        assert_eq!(phrase("[hit|hits] {whom} for {n}", &two, Person::You), "hit a Thug for 2");
        assert_eq!(phrase("[hit|hits] {whom} for {n}", &two, Person::Other), "hits a Thug for 2");
        assert_eq!(phrase("{n|draw|draws}", &[("n", Spoken::Number(1))], Person::You), "1 draw");
        assert_eq!(phrase("{+n|draw|draws}", &[("n", Spoken::Number(-1))], Person::You), "-1 draw");
        assert_eq!(phrase("{+n|draw|draws}", &two, Person::You), "+2 draws");
        let by = |who| [("who", Spoken::Subject(who)), ("n", Spoken::Number(1))];
        let draws = |who, person| phrase("{who} [draw|draws] {n|card|cards}", &by(who), person);
        assert_eq!(draws(None, Person::You), "draw 1 card");
        assert_eq!(draws(None, Person::Other), "draws 1 card");
        assert_eq!(draws(Some("the target"), Person::You), "the target draws 1 card");
    }

    #[test]
    fn a_row_that_does_not_read_is_found() {
        let row = |args, phrase| Word {
            name: "Draw",
            args,
            rule: Rule(1, 1),
            phrase,
            only: None,
            waits_for: None,
            about: "",
        };
        assert!(lint(&[row(&["n"], "[draw|draws] {n|card|cards}")]).is_empty());
        for (args, phrase) in [
            (&["n"][..], "[draw|draws] {m|card|cards}"),
            (&["n"][..], "[draw|draws] cards"),
            (&[][..], "[draw|draws"),
            (&["n"][..], "[draw|draws] {+n"),
        ] {
            assert!(!lint(&[row(args, phrase)]).is_empty(), "{phrase}");
        }
    }
}
