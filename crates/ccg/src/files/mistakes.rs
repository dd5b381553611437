//! Every mistake of a card that cannot be read.
//!
//! `ron` stops at the first one. So each field is read again as if it were the only one, and each element of a list as if it
//! stood there alone: whatever is wrong inside it is its own mistake. What is missing is asked for until nothing is.

use std::ops::Range;

use ron::Options;
use ron::error::{Error, SpannedError};
use serde::de::DeserializeOwned;

use super::tokens::{Kind, Token, Tokens};
use super::wording::{explain, twice};

/// The byte of a mistake in its item, and what is wrong there.
pub(super) type Found = (usize, String);

/// A card with more fields than this is none: its first mistake is enough.
const MOST_FIELDS: usize = 60;

/// Everything that is wrong with an item that `ron` does not read, the first mistake first.
pub(super) fn all<C: DeserializeOwned>(options: &Options, item: &str, first: &SpannedError) -> Vec<Found> {
    let mut found = vec![explain(item, first)];
    let Some(card) = Parts::of(item) else { return found };
    let mut note = |wrong: Found| {
        if found.iter().all(|(at, what)| *at != wrong.0 || *what != wrong.1) {
            found.push(wrong);
        }
    };
    let inside = |text: &str, span: &Range<usize>| {
        let error = options.from_str::<C>(text).err()?;
        let wrong = explain(text, &error);
        span.contains(&wrong.0).then_some(wrong)
    };
    let mut sound = Vec::new();
    for (n, field) in card.fields.iter().enumerate() {
        if card.fields[..n].iter().any(|before| before.name == field.name) {
            note((field.span.start, twice(field.name)));
            continue;
        }
        let alone = only(item, &[card.head.clone(), field.span.clone(), card.end.clone()]);
        let Some(wrong) = inside(&alone, &field.span) else {
            sound.push(field);
            continue;
        };
        note(wrong);
        for list in lists(item, &field.span) {
            for element in &list.elements {
                let rest =
                    [card.head.clone(), field.span.start..list.open, element.clone(), list.close.clone()];
                let alone =
                    only(item, &[&rest[..], &[list.close.end..field.span.end, card.end.clone()]].concat());
                if let Some(wrong) = inside(&alone, element) {
                    note(wrong);
                }
            }
        }
    }
    for field in missing::<C>(options, item, &card, &sound) {
        note((0, format!("missing field `{field}`")));
    }
    found
}

/// The fields that the card must have and has not. Fields that are there and wrong do not count.
fn missing<C: DeserializeOwned>(
    options: &Options,
    item: &str,
    card: &Parts<'_>,
    sound: &[&Field<'_>],
) -> Vec<String> {
    let mut fields: Vec<String> = sound.iter().map(|field| item[field.span.clone()].to_owned()).collect();
    let mut missing = Vec::new();
    let read = |fields: &[String]| {
        let text = format!("{}{})", &item[card.head.clone()], fields.join(", "));
        options.from_str::<C>(&text).map(drop).map_err(|e| e.code)
    };
    while let Err(Error::MissingStructField { field, .. }) = read(&fields) {
        if missing.len() + fields.len() > MOST_FIELDS {
            break;
        }
        if card.fields.iter().all(|there| there.name != field) {
            missing.push(field.to_owned());
        }
        let fits = |value: &str| {
            let with = [&fields[..], &[format!("{field}: {value}")]].concat();
            match read(&with) {
                Ok(()) => Ok(()),
                Err(Error::MissingStructField { field: next, .. }) if next != field => Ok(()),
                Err(other) => Err(other),
            }
        };
        // Something must stand there to see what else is missing.
        let mut value = ["1", "\"\"", "[]", "true", "()", "A"]
            .into_iter()
            .find(|value| fits(value).is_ok())
            .map(str::to_owned);
        if value.is_none()
            && let Err(Error::NoSuchEnumVariant { expected, .. }) = fits("A")
        {
            value = expected.iter().find(|kind| fits(kind).is_ok()).map(|&kind| kind.to_owned());
        }
        let Some(value) = value else { break };
        fields.push(format!("{field}: {value}"));
    }
    missing
}

/// A field of a card: its name, and where it stands with its value.
struct Field<'a> {
    name: &'a str,
    span: Range<usize>,
}

/// A card taken apart: `Bean(`, its fields, and `)`.
struct Parts<'a> {
    head: Range<usize>,
    fields: Vec<Field<'a>>,
    end: Range<usize>,
}

impl Parts<'_> {
    fn of(item: &str) -> Option<Parts<'_>> {
        let tokens: Vec<Token> = Tokens::new(item).map_while(Result::ok).collect();
        let open = tokens.iter().position(|token| &item[token.span.clone()] == "(").filter(|at| *at < 2)?;
        let end = tokens.last().filter(|token| &item[token.span.clone()] == ")")?;
        let group = Group::of(&tokens, open)?;
        if group.elements.len() > MOST_FIELDS || group.close != end.span {
            return None;
        }
        let field = |span: &Range<usize>| {
            let mut parts = tokens.iter().filter(|token| span.contains(&token.span.start));
            let (name, colon) = (parts.next()?, parts.next()?);
            let is_field = name.kind == Kind::Word && colon.kind == Kind::Colon;
            is_field
                .then(|| Field { name: item[name.span.clone()].trim_start_matches("r#"), span: span.clone() })
        };
        let fields = group.elements.iter().map(field).collect::<Option<Vec<_>>>()?;
        Some(Parts { head: 0..tokens[open].span.end, fields, end: group.close })
    }
}

/// What stands between two brackets, taken apart at its commas.
struct Group {
    /// Right behind the opening bracket.
    open: usize,
    elements: Vec<Range<usize>>,
    close: Range<usize>,
}

impl Group {
    /// The group whose bracket is this part.
    fn of(tokens: &[Token], open: usize) -> Option<Group> {
        let mut group = Group { open: tokens[open].span.end, elements: Vec::new(), close: 0..0 };
        let mut depth = 0;
        let mut element: Option<Range<usize>> = None;
        for token in &tokens[open..] {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
            match token.kind {
                Kind::Close if depth == 0 => {
                    group.elements.extend(element);
                    group.close = token.span.clone();
                    return Some(group);
                }
                Kind::Comma if depth == 1 => group.elements.extend(element.take()),
                Kind::Open if depth == 1 => {}
                _ => {
                    let start = element.map_or(token.span.start, |so_far| so_far.start);
                    element = Some(start..token.span.end);
                }
            }
        }
        None
    }
}

/// The lists with several elements in a part of an item.
fn lists(item: &str, within: &Range<usize>) -> Vec<Group> {
    let tokens: Vec<Token> = Tokens::new(item).map_while(Result::ok).collect();
    let opens = (0..tokens.len())
        .filter(|&i| within.contains(&tokens[i].span.start) && &item[tokens[i].span.clone()] == "[");
    opens.filter_map(|i| Group::of(&tokens, i)).filter(|list| list.elements.len() > 1).collect()
}

/// The item with nothing but these parts. What is left out becomes blank, so that bytes and lines stay where they are.
fn only(item: &str, parts: &[Range<usize>]) -> String {
    let keep = |at: usize| parts.iter().any(|part| part.contains(&at));
    let blank = |(at, c): (usize, char)| match c {
        c if keep(at) || c == '\n' => c.to_string(),
        c => " ".repeat(c.len_utf8()),
    };
    item.char_indices().map(blank).collect()
}
