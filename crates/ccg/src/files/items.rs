//! Splits a card file into its items, so that each can be read, and be wrong, by itself.
//!
//! A bracket or a text without an end would take the rest of the file with it. So the splitter then goes on at the
//! next line that looks like the start of an item and stands no deeper than the one that is broken.

use std::ops::Range;

use super::lines::{line_start, short};
use super::tokens::{Kind, Token, Tokens, Unclosed};

/// How many broken items are enough: a file with more is not a card file, and each may cost a look at the whole rest.
const MOST_BROKEN: usize = 100;

/// Something wrong with the shape of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Crooked {
    /// The byte where it is.
    pub(super) at: usize,
    /// The item that it is about.
    pub(super) item: Option<Range<usize>>,
    /// What is wrong. A `{line}` in it stands for the line of [`other`](Self::other).
    pub(super) what: String,
    /// A second byte that the message speaks of.
    pub(super) other: usize,
}

/// A file taken apart.
#[derive(Default, Debug)]
pub(super) struct Split {
    /// The `#![enable(...)]` at the top.
    pub(super) header: Range<usize>,
    /// The items that are whole.
    pub(super) items: Vec<Range<usize>>,
    /// What is wrong between and inside the others.
    pub(super) crooked: Vec<Crooked>,
}

/// Takes a file apart.
pub(super) fn split(text: &str) -> Split {
    let mut splitter = Splitter {
        text,
        tokens: Tokens::new(text),
        split: Split::default(),
        broken: 0,
        last: None,
        comma: true,
        closed: None,
    };
    splitter.header();
    splitter.list();
    splitter.split
}

struct Splitter<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    split: Split,
    /// How many items had no end.
    broken: usize,
    /// The item before, if it was whole.
    last: Option<Range<usize>>,
    /// May an item follow?
    comma: bool,
    /// Where the list was closed.
    closed: Option<usize>,
}

/// How the walk over an item ended.
enum Walk {
    Whole(Range<usize>),
    Broken { at: usize, what: String, other: usize },
}

impl Splitter<'_> {
    fn peek(&self) -> Option<Result<Token, Unclosed>> {
        self.tokens.clone().next()
    }

    fn peek_is(&self, part: &str) -> bool {
        matches!(self.peek(), Some(Ok(t)) if &self.text[t.span.clone()] == part)
    }

    fn wrong(&mut self, at: usize, item: Option<Range<usize>>, what: impl Into<String>) {
        self.split.crooked.push(Crooked { at, item, what: what.into(), other: at });
    }

    /// Everything up to the list's bracket, if the file starts like a header.
    fn header(&mut self) {
        while self.peek_is("#") {
            let mut depth = 0;
            while let Some(Ok(token)) = self.tokens.next() {
                match token.kind {
                    Kind::Open => depth += 1,
                    Kind::Close => depth -= 1,
                    _ => {}
                }
                self.split.header.end = token.span.end;
                if depth == 0 && token.kind == Kind::Close {
                    break;
                }
            }
        }
    }

    fn list(&mut self) {
        let first = match self.peek() {
            None => return self.wrong(0, None, "the file has no cards; a card file is a list: [ ... ]"),
            Some(Ok(token)) => token.span.start,
            Some(Err(unclosed)) => unclosed.at,
        };
        let opened = self.peek_is("[");
        if opened {
            self.tokens.next();
        } else {
            self.wrong(
                first,
                None,
                "a card file is a list: put `[` before the first card and `]` after the last",
            );
        }
        while let Some(token) = self.peek() {
            let token = match token {
                Ok(token) => token,
                // The walk over the item reports it.
                Err(unclosed) => Token { kind: Kind::Text, span: unclosed.at..unclosed.at },
            };
            let at = token.span.start;
            let part = &self.text[token.span];
            match (token.kind, part) {
                (Kind::Comma, _) => {
                    if self.comma {
                        self.wrong(at, None, "a comma too many");
                    }
                    self.comma = true;
                    self.tokens.next();
                }
                (Kind::Close, "]") => {
                    self.closed = Some(at);
                    self.tokens.next();
                }
                // No card starts so. Left in, `[` would take all others with it.
                (Kind::Close | Kind::Odd | Kind::Colon, _) | (Kind::Open, "[") => {
                    let what = format!("`{}` does not belong between cards; remove it", short(part));
                    self.wrong(at, self.last.clone(), what);
                    while self.peek_is(part) {
                        self.tokens.next();
                    }
                }
                _ => {
                    if !self.card(at) {
                        return;
                    }
                }
            }
        }
        if opened && self.closed.is_none() {
            self.wrong(first, None, "the list is not closed: `]` is missing at the end of the file");
        }
    }

    /// Passes the item that begins here. Is there anywhere to go on?
    fn card(&mut self, start: usize) -> bool {
        if let Some(other) = self.closed.take() {
            let what = "the list is closed by `]` on line {line}, but more follows".to_owned();
            self.split.crooked.push(Crooked { at: start, item: None, what, other });
        } else if let (false, Some(before)) = (self.comma, self.last.clone()) {
            self.wrong(before.end - 1, Some(before), "a comma is missing after this card");
        }
        match self.item(start) {
            Walk::Whole(item) => {
                self.split.items.push(item.clone());
                (self.last, self.comma) = (Some(item), false);
                true
            }
            Walk::Broken { at, mut what, other } => {
                self.broken += 1;
                let found = self.broken < MOST_BROKEN && self.go_on(start);
                if !found {
                    what.push_str("; what follows was not read");
                }
                let item = Some(start..self.tokens.at);
                self.split.crooked.push(Crooked { at, item, what, other });
                (self.last, self.comma) = (None, true);
                found
            }
        }
    }

    /// Walks to the end of the item that begins here: a word, a group in brackets, or both.
    fn item(&mut self, start: usize) -> Walk {
        let mut open: Vec<usize> = Vec::new();
        let mut end = start;
        let mut before = None;
        loop {
            if open.is_empty() && !self.continues(before) {
                return Walk::Whole(start..end);
            }
            let token = match self.tokens.next() {
                Some(Ok(token)) => token,
                Some(Err(Unclosed { what, at })) => {
                    let inside = if what == "text" { " (a quote inside it is written `\\\"`)" } else { "" };
                    let what = format!("the {what} `{}` is not closed{inside}", short(&self.text[at..]));
                    return Walk::Broken { at, what, other: at };
                }
                None => {
                    // Something is open, or the item would have ended before.
                    let at = open.last().copied().unwrap_or(start);
                    return Walk::Broken {
                        at,
                        what: format!("`{}` is not closed", self.sign(at)),
                        other: at,
                    };
                }
            };
            match token.kind {
                Kind::Open => open.push(token.span.start),
                Kind::Close => {
                    let at = open.pop().unwrap_or(start);
                    let (opening, closing) = (self.sign(at), self.sign(token.span.start));
                    if !matches!((opening, closing), ('(', ')') | ('[', ']') | ('{', '}')) {
                        let what = format!("`{opening}` is not closed before `{closing}` on line {{line}}");
                        return Walk::Broken { at, what, other: token.span.start };
                    }
                }
                _ => {}
            }
            end = token.span.end;
            before = Some(token.kind);
        }
    }

    /// Does the item go on, outside all brackets, after a part of this kind?
    fn continues(&self, before: Option<Kind>) -> bool {
        let Some(before) = before else { return true };
        let next = match self.peek() {
            None => return false,
            // Whatever comes is broken: it is reported with this item unless this item is whole already.
            Some(Err(_)) => return !matches!(before, Kind::Close | Kind::Text | Kind::Word),
            Some(Ok(token)) if self.sign(token.span.start) == '[' => return false,
            Some(Ok(token)) => token.kind,
        };
        let value = |kind| matches!(kind, Kind::Word | Kind::Text);
        let ends = matches!(next, Kind::Comma | Kind::Close)
            || before == Kind::Close
            || value(before) && value(next)
            || (before, next) == (Kind::Text, Kind::Open);
        !ends
    }

    fn sign(&self, at: usize) -> char {
        self.text[at..].chars().next().unwrap_or(' ')
    }

    /// Moves to the next line that looks like the start of an item, no deeper than the one that began here.
    fn go_on(&mut self, start: usize) -> bool {
        let deepest = start - line_start(self.text, start);
        let mut at = start;
        while let Some(next) = self.text[at..].find('\n') {
            at += next + 1;
            let line = &self.text[at..];
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            if indent <= deepest && starts_an_item(&line[indent..]) {
                self.tokens.at = at + indent;
                return true;
            }
        }
        self.tokens.at = self.text.len();
        false
    }
}

/// `(` or `Bean(`.
fn starts_an_item(line: &str) -> bool {
    line.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
        .trim_start_matches(' ')
        .starts_with('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> (Vec<&str>, Vec<(usize, String)>) {
        let split = split(text);
        let crooked = split.crooked.into_iter().map(|c| (c.at, c.what)).collect();
        (split.items.into_iter().map(|i| &text[i]).collect(), crooked)
    }

    #[test]
    fn a_list_is_split_at_its_commas() {
        let (found, crooked) =
            items("#![enable(implicit_some)]\n[ A(1, [2, 3]), (b: \",\"), C, // D,\n \"E\", 5, ]");
        assert_eq!(found, ["A(1, [2, 3])", "(b: \",\")", "C", "\"E\"", "5"]);
        assert_eq!(crooked, []);
        assert_eq!(items("[]"), (vec![], vec![]));
    }

    #[test]
    fn a_missing_comma_costs_no_card() {
        let (found, crooked) = items("[A(1)\nB(2) C\nD, (5) (6)]");
        assert_eq!(found, ["A(1)", "B(2)", "C", "D", "(5)", "(6)"]);
        assert_eq!(crooked.iter().map(|c| c.0).collect::<Vec<_>>(), [4, 9, 11, 18]);
    }

    #[test]
    fn a_broken_item_does_not_take_the_next_with_it() {
        for broken in ["A(1, [2)", "A(1", "A(1, \"x)", "A(\n    1, {2\n    (3\n", "A(1 /* b", "A(1]"] {
            let text = format!("[\n  X(0),\n  {broken},\n  B(2),\n  C(\"3\"),\n]");
            let (found, crooked) = items(&text);
            assert_eq!(found, ["X(0)", "B(2)", "C(\"3\")"], "{text} {crooked:?}");
            assert_eq!(crooked.len(), 1, "{text} {crooked:?}");
        }
    }

    #[test]
    fn brackets_too_few_and_too_many() {
        let whats = |text| items(text).1.into_iter().map(|c| c.1).collect::<Vec<_>>().join("; ");
        assert!(whats("").starts_with("the file has no cards"));
        assert!(whats(" // nothing\n").starts_with("the file has no cards"));
        assert!(whats("A(1), B(2)").starts_with("a card file is a list"));
        assert!(whats("[A(1), B(2)").starts_with("the list is not closed"));
        assert!(whats("[A(1)), B(2)]").starts_with("`)` does not belong between cards"));
        assert!(whats("[A(1),, B(2)]").starts_with("a comma too many"));
        assert!(whats("[A(1)], B(2)]").contains("more follows"));
        assert_eq!(items("[A(1)]\nB(2)]").0, ["A(1)", "B(2)"]);
    }

    #[test]
    fn ten_thousand_brackets_are_only_counted() {
        for (left, right) in
            [("(", ")"), ("(\n", ")\n"), ("A([{", "}])"), ("(", ""), ("(\n", ""), ("[", ""), ("", ")")]
        {
            let text = format!("[{}{}]", left.repeat(10_000), right.repeat(10_000));
            let split = split(&text);
            assert_eq!(split.items.len(), usize::from(!left.is_empty() && !right.is_empty()));
            assert!(split.crooked.len() <= 100);
        }
    }
}
