//! Card files: texts in RON, one list of cards each, that people write by hand.
//!
//! Every card is read by itself, so that every mistake of a file is told at once and the cards that are right are
//! there all the same. What a card may say is up to the game: its type `C` decides.

mod items;
mod lines;
mod mistakes;
mod tokens;
mod wording;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::Options;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use items::split;
use lines::Lines;
use tokens::{Kind, Token, Tokens};

/// Something wrong in a file, for the one who wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The file's name.
    pub file: Arc<str>,
    /// Its line, from 1; 0 if it is about the file as a whole.
    pub line: u32,
    /// The card that it is about.
    pub card: Option<String>,
    /// What is wrong and, where it can be told, what to do.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if let Some(card) = &self.card {
            write!(f, ": {card}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for Mistake {}

/// All mistakes of some files, one in a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Mistakes(pub Vec<Mistake>);

impl Mistakes {
    /// Nothing if there are none.
    pub fn none_or(mistakes: Vec<Mistake>) -> Result<(), Mistakes> {
        if mistakes.is_empty() { Ok(()) } else { Err(Mistakes(mistakes)) }
    }
}

/// A card with the place where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<C> {
    /// What is written there.
    pub card: C,
    /// The file's name.
    pub file: Arc<str>,
    /// The line where it starts, from 1.
    pub line: u32,
}

impl<C> Entry<C> {
    /// A mistake of this card.
    pub fn mistake(&self, name: &str, what: impl Into<String>) -> Mistake {
        Mistake {
            file: Arc::clone(&self.file),
            line: self.line,
            card: Some(name.to_owned()),
            what: what.into(),
        }
    }
}

/// What came of reading: the cards that are right, and what is wrong with the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading<C> {
    /// The cards that could be read, in the order of the files.
    pub entries: Vec<Entry<C>>,
    /// Everything else, in the same order.
    pub mistakes: Vec<Mistake>,
}

impl<C> Default for Reading<C> {
    fn default() -> Reading<C> {
        Reading { entries: Vec::new(), mistakes: Vec::new() }
    }
}

impl<C> Reading<C> {
    /// The cards, if nothing is wrong.
    pub fn whole(self) -> Result<Vec<Entry<C>>, Mistakes> {
        Mistakes::none_or(self.mistakes).map(|()| self.entries)
    }

    /// Puts another reading behind this one.
    pub fn append(&mut self, mut other: Reading<C>) {
        self.entries.append(&mut other.entries);
        self.mistakes.append(&mut other.mistakes);
    }

    fn wrong(&mut self, file: &Arc<str>, line: u32, card: Option<String>, what: impl Into<String>) {
        self.mistakes.push(Mistake { file: Arc::clone(file), line, card, what: what.into() });
    }
}

/// Reads the text of one card file; `file` is what mistakes call it.
pub fn read<C: DeserializeOwned>(file: &str, text: &str) -> Reading<C> {
    read_text(&file.into(), text, |_| true)
}

/// Reads several card files, each a name and a text.
pub fn read_all<'a, C: DeserializeOwned>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Reading<C> {
    let mut all = Reading::default();
    for (file, text) in files {
        all.append(read(file, text));
    }
    all
}

/// Reads every `*.ron` of a folder, in the order of their names. Hidden files are no card files: editors leave them.
pub fn read_folder<C: DeserializeOwned>(folder: &Path) -> Reading<C> {
    let mut all = Reading::default();
    let name: Arc<str> = folder.display().to_string().into();
    match card_files(folder) {
        Ok(paths) if paths.is_empty() => {
            all.wrong(&name, 0, None, "there is no *.ron card file in this folder")
        }
        Ok(paths) => paths.iter().for_each(|path| all.append(read_path(path))),
        Err(e) => all.wrong(&name, 0, None, format!("this folder of card files cannot be read: {e}")),
    }
    all
}

fn card_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()?;
    let hidden = |p: &Path| p.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    paths.retain(|p| p.extension().is_some_and(|e| e == "ron") && !hidden(p));
    paths.sort();
    Ok(paths)
}

fn read_path<C: DeserializeOwned>(path: &Path) -> Reading<C> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let file: Arc<str> = name.to_string_lossy().into();
    match fs::read(path) {
        Ok(bytes) => read_bytes(&file, &bytes),
        Err(e) => {
            let mut reading = Reading::default();
            reading.wrong(&file, 0, None, format!("this file cannot be read: {e}"));
            reading
        }
    }
}

/// Cards with signs that are not UTF-8 are wrong; the others of the file are read.
fn read_bytes<C: DeserializeOwned>(file: &Arc<str>, bytes: &[u8]) -> Reading<C> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return read_text(file, text, |_| true);
    }
    let mut garbled = Reading::default();
    let mut line = 1;
    for chunk in bytes.utf8_chunks() {
        line += chunk.valid().matches('\n').count() as u32;
        let told = garbled.mistakes.last().is_some_and(|m| m.line == line);
        if let (Some(byte), false) = (chunk.invalid().first(), told) {
            let what = format!("the byte {byte:#04x} is not UTF-8; save the file as UTF-8");
            garbled.wrong(file, line, None, what);
        }
    }
    let text = String::from_utf8_lossy(bytes);
    garbled.append(read_text(file, &text, |item| !item.contains(char::REPLACEMENT_CHARACTER)));
    garbled.mistakes.sort_by_key(|m| m.line);
    garbled
}

/// Reads the items that `legible` says can be.
fn read_text<C: DeserializeOwned>(file: &Arc<str>, text: &str, legible: impl Fn(&str) -> bool) -> Reading<C> {
    // Some editors put a byte order mark before the first sign.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let (split, lines) = (split(text), Lines::new(text));
    let mut reading = Reading::default();
    let mut options =
        Options::default().with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES);
    match ron::Deserializer::from_str(&text[split.header.clone()]) {
        Ok(header) => options = options.with_default_extension(header.extensions()),
        Err(e) => {
            let what = format!(
                "the header `#![enable(...)]` cannot be read: {}",
                wording::lower(&e.code.to_string())
            );
            reading.wrong(file, e.span.end.line as u32, None, what);
        }
    }
    for c in split.crooked {
        let card = c.item.and_then(|item| name_of(&text[item]));
        let what = c.what.replace("{line}", &lines.of(c.other).to_string());
        reading.wrong(file, lines.of(c.at), card, what);
    }
    for item in split.items.into_iter().filter(|item| legible(&text[item.clone()])) {
        let (start, item) = (item.start, &text[item]);
        let mut wrong = endless(item);
        match options.from_str(item) {
            Ok(card) if wrong.is_empty() => {
                reading.entries.push(Entry { card, file: Arc::clone(file), line: lines.of(start) });
            }
            Ok(_) => {}
            Err(e) => {
                let mut others = mistakes::all::<C>(&options, item, &e);
                others.retain(|(at, _)| wrong.iter().all(|(other, _)| at != other));
                wrong.append(&mut others);
            }
        }
        for (at, what) in wrong {
            reading.wrong(file, lines.of(start + at), name_of(item), what);
        }
    }
    reading.mistakes.sort_by_key(|m| m.line);
    reading
}

/// The card's name, as far as it can be told from a text that may be broken: its outermost `name: "..."`.
fn name_of(item: &str) -> Option<String> {
    let tokens: Vec<Token> = Tokens::new(item).map_while(Result::ok).collect();
    let mut depth = 0;
    let mut found: Option<(i32, &str)> = None;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            Kind::Word if &item[token.span.clone()] == "name" => {
                let Some([colon, name]) = tokens.get(i + 1..i + 3) else { continue };
                let is_name = colon.kind == Kind::Colon && name.kind == Kind::Text;
                if is_name && found.is_none_or(|(d, _)| depth < d) {
                    found = Some((depth, &item[name.span.clone()]));
                }
            }
            _ => {}
        }
    }
    found.and_then(|(_, quoted)| ron::from_str(quoted).ok())
}

/// Numbers that are none, or have no end: `ron` would take them, and a card could never be compared with itself.
fn endless(item: &str) -> Vec<mistakes::Found> {
    let mut wrong = Vec::new();
    let mut tokens = Tokens::new(item).map_while(Result::ok).peekable();
    while let Some(token) = tokens.next() {
        let word = &item[token.span.clone()];
        let is_field = tokens.peek().is_some_and(|next| next.kind == Kind::Colon);
        if token.kind != Kind::Word || is_field {
            continue;
        }
        let bare = word.trim_start_matches(['+', '-']);
        let bare = bare.strip_suffix("f32").or(bare.strip_suffix("f64")).unwrap_or(bare);
        let overflows = || {
            let number = bare.replace('_', "");
            number.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                && number.contains(['.', 'e', 'E'])
                && number.parse::<f32>().is_ok_and(f32::is_infinite)
        };
        if bare == "NaN" || bare == "inf" || overflows() {
            wrong.push((token.span.start, format!("`{word}` is not a number that a card can have")));
        }
    }
    wrong
}

#[cfg(test)]
mod tests;
