//! The smallest parts of a card file: brackets, commas, colons, texts and words, with where they stand.
//!
//! This reads just enough of RON to tell where things begin and end; whether they mean something is for `ron` to say.

use std::ops::Range;

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// `,`.
    Comma,
    /// `:`.
    Colon,
    /// Anything in quotes.
    Text,
    /// A name or a number.
    Word,
    /// A character that has no business outside quotes.
    Odd,
}

/// One part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its bytes in the text.
    pub(super) span: Range<usize>,
}

/// Something that begins and never ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unclosed {
    /// What it is.
    pub(super) what: &'static str,
    /// The byte where it begins.
    pub(super) at: usize,
}

/// Walks over the parts of a text.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    /// The byte where the walk goes on.
    pub(super) at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes blanks and comments. Comments may stand inside each other.
    fn skip_blank(&mut self) -> Result<(), Unclosed> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            self.at += blank;
            let rest = &rest[blank..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += comment(rest).ok_or(Unclosed { what: "comment", at: self.at })?;
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self, first: char) -> Result<Token, Unclosed> {
        let (rest, start) = (self.rest(), self.at);
        let (kind, len) = match first {
            '(' | '[' | '{' => (Kind::Open, 1),
            ')' | ']' | '}' => (Kind::Close, 1),
            ',' => (Kind::Comma, 1),
            ':' => (Kind::Colon, 1),
            '\'' => character(rest).map_or((Kind::Odd, 1), |len| (Kind::Text, len)),
            _ => match quoted(rest) {
                Some(Some(len)) => (Kind::Text, len),
                Some(None) => return Err(Unclosed { what: "text", at: start }),
                None => word(rest, first),
            },
        };
        self.at += len;
        Ok(Token { kind, span: start..start + len })
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<Token, Unclosed>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(unclosed) = self.skip_blank() {
            return Some(Err(unclosed));
        }
        let first = self.rest().chars().next()?;
        Some(self.token(first))
    }
}

/// What `ron` passes over between two parts.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace()
        || matches!(c, '\x0B' | '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}')
}

/// How long the comment at the start of a text is.
fn comment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut i) = (0, 0);
    while i + 1 < bytes.len() {
        match &bytes[i..i + 2] {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                i += 1;
                continue;
            }
        }
        i += 2;
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// How long the character in single quotes at the start of a text is, if it is one.
fn character(text: &str) -> Option<usize> {
    let line = text.lines().next().unwrap_or("");
    let mut chars = line.char_indices().skip(1);
    let (_, c) = chars.next()?;
    // The escaped sign itself may be a quote.
    if c == '\\' {
        chars.next()?;
        return chars.find(|(_, c)| *c == '\'').map(|(i, _)| i + 1);
    }
    chars.next().filter(|(_, c)| *c == '\'').map(|(i, _)| i + 1)
}

/// How long the text in quotes is that stands here: `None` if here is none, `Some(None)` if it has no end.
fn quoted(text: &str) -> Option<Option<usize>> {
    let plain = text.strip_prefix('b').unwrap_or(text);
    let prefix = text.len() - plain.len();
    if let Some(raw) = plain.strip_prefix('r') {
        let hashes = raw.bytes().take_while(|b| *b == b'#').count();
        let inside = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(inside.find(&end).map(|at| prefix + 1 + hashes + 1 + at + end.len()));
    }
    let inside = plain.strip_prefix('"')?;
    Some(closing(inside).map(|at| prefix + 1 + at + 1))
}

/// Where the quote stands that closes a text with escapes.
///
/// A text may run over several lines, up to the next quote. But if a letter stands right behind that quote, then it
/// opens the next text, and it is this one that was never closed.
fn closing(inside: &str) -> Option<usize> {
    let mut escaped = false;
    let end = inside.bytes().position(|b| {
        let found = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        found
    })?;
    let behind = inside[end + 1..].chars().next();
    let loose = behind.is_none_or(|c| is_blank(c) || ",:/()[]{}".contains(c));
    loose.then_some(end)
}

fn word(text: &str, first: char) -> (Kind, usize) {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
    let raw = if text.starts_with("r#") { 2 } else { 0 };
    match text[raw..].find(|c| !is_word(c)).unwrap_or(text.len() - raw) {
        0 => (Kind::Odd, first.len_utf8()),
        len => (Kind::Word, raw + len),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        Tokens::new(text).map(|t| &text[t.unwrap().span]).collect()
    }

    #[test]
    fn brackets_in_texts_and_comments_are_no_brackets() {
        assert_eq!(parts(r#"A("(\")", /* ( /* [ */ { */ b) // ]"#), ["A", "(", r#""(\")""#, ",", "b", ")"]);
        assert_eq!(
            parts(r###"(r"\", r#"""#, r##"a"#b"##)"###),
            ["(", r#"r"\""#, ",", r##"r#"""#"##, ",", r###"r##"a"#b"##"###, ")"]
        );
        assert_eq!(
            parts(r"('(', '\'', ''', '\u{28}')"),
            ["(", "'('", ",", r"'\''", ",", "'''", ",", r"'\u{28}'", ")"]
        );
        assert_eq!(parts("r#type: -1.5e+3, b'x'"), ["r#type", ":", "-1.5e+3", ",", "b", "'x'"]);
        assert_eq!(parts("don't, ünï"), ["don", "'", "t", ",", "ünï"]);
    }

    #[test]
    fn what_never_ends_is_found_where_it_begins() {
        for (text, at) in [
            ("(a, \"b, c)", 4),
            ("(\"a\", /* b /* c */ )", 6),
            ("r#\"a\"", 0),
            // The second quote opens the next text.
            ("(a: \"one,\n b: \"two\")", 4),
            ("(a: \"one,\n b: \"\")", 4),
            ("(a: \"one, b: \"two\")", 4),
            ("\"a\\\"", 0),
        ] {
            let unclosed = Tokens::new(text).find_map(Result::err).unwrap();
            assert_eq!(unclosed.at, at, "{text}");
        }
        assert!(
            Tokens::new("(\"one\ntwo\" // so\n, \"a\nb\")").all(|t| t.is_ok()),
            "texts may have several lines"
        );
    }
}
