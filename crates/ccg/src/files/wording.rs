//! What `ron` finds wrong with an item, put so that somebody who writes cards can fix it.

use ron::error::{Error, SpannedError};
use table::words::nearest;

use super::lines::{byte_at, short};
use super::tokens::{Kind, Token, Tokens};

/// The byte of the item that a mistake is about, and what is wrong there.
pub(super) fn explain(item: &str, error: &SpannedError) -> (usize, String) {
    let cursor = byte_at(item, error.span.end.line, error.span.end.col);
    let tokens: Vec<Token> = Tokens::new(item).map_while(Result::ok).collect();
    let passed = tokens.partition_point(|t| t.span.end <= cursor);
    let place = Within { item, tokens: &tokens, cursor, passed };
    match &error.code {
        Error::MissingStructField { field, .. } => place.of_group(&format!("missing field `{field}`")),
        Error::ExpectedDifferentLength { expected, found } => {
            place.of_group(&format!("expected {expected}, found {found}"))
        }
        Error::NoSuchStructField { expected, found, .. } => {
            (place.named(found), no_such("field", found, expected))
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            (place.named(found), no_such("kind", found, expected))
        }
        Error::DuplicateStructField { field, .. } => (place.named(field), twice(field)),
        Error::ExpectedComma => place.no_comma(),
        Error::ExpectedMapColon => place.missing("`:`"),
        Error::ExpectedStructLike if place.before().is_some_and(|t| t.kind == Kind::Word) => {
            place.missing("`(`")
        }
        Error::ExceededRecursionLimit => (0, "its brackets are nested too deeply".into()),
        Error::IntegerOutOfBounds => {
            place.of_value(|number| format!("the number `{number}` is too big or too small"))
        }
        Error::InvalidValueForType { expected, found } => {
            place.of_value(|_| format!("expected {expected}, found {}", found.trim_start_matches("the ")))
        }
        Error::Message(what) => place.of_value(|_| what.clone()),
        code => place.unfit(&wanted(code)),
    }
}

/// A field that is given more than once.
pub(super) fn twice(field: &str) -> String {
    format!("field `{field}` is there twice")
}

/// "there is no field `mpm`; did you mean `mmp`?"
fn no_such(what: &str, found: &str, expected: &[&str]) -> String {
    let rest = match (nearest(found, expected.iter().copied()), expected) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, []) => "nothing is expected here".into(),
        (None, names) => format!("{what}s are {}", names.join(", ")),
    };
    format!("there is no {what} `{found}`; {rest}")
}

/// What was expected there.
fn wanted(code: &Error) -> String {
    let wanted = match code {
        Error::ExpectedInteger | Error::InvalidIntegerDigit { .. } => "a whole number",
        Error::ExpectedFloat => "a number",
        Error::ExpectedBoolean => "true or false",
        Error::ExpectedString => "a text in plain \"quotes\"",
        Error::ExpectedChar => "one character in 'quotes'",
        Error::ExpectedArray => "a list in [ ]",
        Error::ExpectedMap => "a map in { }",
        Error::ExpectedStructLike => "a group in ( )",
        Error::ExpectedOption => "Some(...) or None",
        Error::ExpectedUnit => "()",
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            "a name without quotes"
        }
        Error::InvalidEscape(_) => "`\\\\` for a `\\`",
        Error::ExpectedStructName(name) => return format!("expected `{name}(...)`"),
        Error::ExpectedNamedStructLike(name) => return format!("expected `{name}(...)`"),
        Error::ExpectedDifferentStructName { expected, .. } => return format!("expected `{expected}(...)`"),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => "`)`",
        Error::ExpectedArrayEnd => "`]`",
        Error::ExpectedMapEnd => "`}`",
        Error::TrailingCharacters => "the end of the card",
        other => return lower(&other.to_string()),
    };
    format!("expected {wanted}")
}

pub(super) fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}

/// Where `ron` stopped.
struct Within<'a> {
    item: &'a str,
    tokens: &'a [Token],
    cursor: usize,
    /// How many parts lie before the cursor.
    passed: usize,
}

impl<'a> Within<'a> {
    fn text(&self, token: &Token) -> &'a str {
        &self.item[token.span.clone()]
    }

    fn before(&self) -> Option<&'a Token> {
        self.tokens[..self.passed].last()
    }

    /// The field whose value starts with this part, for the start of a message.
    fn field(&self, i: usize) -> String {
        match &self.tokens[..i] {
            [.., name, colon] if name.kind == Kind::Word && colon.kind == Kind::Colon => {
                format!("field `{}`: ", self.text(name))
            }
            _ => String::new(),
        }
    }

    /// The part where a value starts that has its bracket here: the bracket, or the word before it.
    fn start_of_group(&self, open: usize) -> usize {
        let named = open.checked_sub(1).is_some_and(|i| self.tokens[i].kind == Kind::Word);
        if named { open - 1 } else { open }
    }

    /// Something about the innermost group that is open here: its line is the one where it starts.
    fn of_group(&self, what: &str) -> (usize, String) {
        let mut open: Vec<usize> = Vec::new();
        for (i, token) in self.tokens[..self.passed].iter().enumerate() {
            match token.kind {
                Kind::Open => open.push(i),
                Kind::Close => drop(open.pop()),
                _ => {}
            }
        }
        let Some(start) = open.last().map(|&i| self.start_of_group(i)) else { return (0, what.to_owned()) };
        let token = &self.tokens[start];
        let mut field = self.field(start);
        // In a list there is no field, but perhaps a kind; the card's own goes without saying.
        if field.is_empty() && open.len() > 1 && token.kind == Kind::Word {
            field = format!("`{}`: ", self.text(token));
        }
        (token.span.start, format!("{field}{what}"))
    }

    /// Something about the value that ends at the cursor.
    fn of_value(&self, what: impl Fn(&str) -> String) -> (usize, String) {
        let mut depth = 0;
        let starts = |i: &usize| {
            match self.tokens[*i].kind {
                Kind::Close => depth += 1,
                Kind::Open => depth -= 1,
                _ => {}
            }
            depth == 0
        };
        let Some(start) = (0..self.passed).rev().find(starts) else { return (self.cursor, what("it")) };
        let is_group = self.tokens[start].kind == Kind::Open;
        let start = if is_group { self.start_of_group(start) } else { start };
        let token = &self.tokens[start];
        (token.span.start, format!("{}{}", self.field(start), what(&short(self.text(token)))))
    }

    /// Where this word stands last before the cursor.
    fn named(&self, word: &str) -> usize {
        let found =
            self.tokens[..self.passed].iter().rfind(|t| self.text(t).trim_start_matches("r#") == word);
        found.map_or(self.cursor, |t| t.span.start)
    }

    /// Something is missing between two parts: the line is the one where it should have been written.
    fn missing(&self, what: &str) -> (usize, String) {
        let Some(before) = self.before() else { return (self.cursor, format!("{what} is missing")) };
        let next = self.tokens.get(self.passed).map(|t| format!(" before `{}`", short(self.text(t))));
        let after = short(self.text(before));
        (before.span.end - 1, format!("{what} is missing after `{after}`{}", next.unwrap_or_default()))
    }

    /// No comma after a value: forgotten, or the value goes on in a way that it cannot.
    fn no_comma(&self) -> (usize, String) {
        match (self.before(), self.tokens.get(self.passed)) {
            (_, Some(next)) if next.span.start < self.cursor => {
                self.unfit(if self.text(next).contains('.') {
                    "expected a whole number"
                } else {
                    "expected a number"
                })
            }
            (Some(before), Some(next)) if before.kind == Kind::Word && next.kind == Kind::Open => {
                (next.span.start, format!("`{}` takes nothing in brackets", short(self.text(before))))
            }
            _ => self.missing("a comma"),
        }
    }

    /// Something else was expected here.
    fn unfit(&self, wanted: &str) -> (usize, String) {
        // `ron` stops before what it cannot read, but behind a name that it did not expect.
        let is_value = |i: &usize| {
            let token = &self.tokens[*i];
            token.span.end == self.cursor && token.kind == Kind::Word && !self.field(*i).is_empty()
        };
        let i = self.passed.checked_sub(1).filter(is_value).unwrap_or(self.passed);
        let Some(token) = self.tokens.get(i) else { return (self.cursor, wanted.to_owned()) };
        (token.span.start, format!("{}{wanted}, found `{}`", self.field(i), short(self.text(token))))
    }
}
