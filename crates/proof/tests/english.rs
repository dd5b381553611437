//! Phrases that were once in our texts and must not come back: words put together as no native speaker would, and
//! players called "he". The games' own humour may say what it likes: card files and the names and sayings of cards are
//! left out, and in lessons a Spy with a name may be a he.

use std::fs;
use std::path::{Path, PathBuf};

/// Never written, in whatever case.
const PHRASES: &[&str] = &[
    "is no act",
    "no act of this game",
    "' meant?",
    "` meant?",
    "where chance begins",
    "at most so many",
    "at least so many",
    "any which way",
    "say no more",
    "choose anew",
    "has gone on meanwhile",
    "goes on after a stop",
    "to the world it belongs",
    "the own ",
];

/// Players, guests and readers are "they".
const WORDS: &[&str] = &["he", "his", "him", "himself"];

/// Where people, or whoever reads the code, find our words. Tests may name what they forbid.
const FOLDERS: &[&str] = &["crates", "examples", "benches", "docs"];
const KINDS: &[&str] = &["rs", "md", "js", "css", "scenario", "trycmd"];

fn house() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files to read, each with its path from the root of the house.
fn texts() -> Vec<(String, String)> {
    let root = house();
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the house") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && name != "node_modules" {
                    folders.push(path);
                }
            } else {
                files.push(path);
            }
        }
    }
    files.extend(["README.md", "ARCHITECTURE.md"].map(|name| root.join(name)));
    let named =
        |path: &PathBuf| path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let kind = |path: &PathBuf| path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let mut texts: Vec<(String, String)> = files
        .iter()
        .filter(|path| KINDS.contains(&kind(path).as_str()))
        .map(|path| (named(path), fs::read_to_string(path).expect("a text")))
        .filter(|(name, _)| !is_test(name) && !is_humour(name))
        .collect();
    texts.sort();
    texts
}

fn is_test(name: &str) -> bool {
    name.contains("/tests/") && !name.ends_with(".trycmd")
}

fn is_humour(name: &str) -> bool {
    name.starts_with("crates/games/") && (name.ends_with("/src/cards.rs") || name.contains("/cards/"))
}

/// What a line says that it should not.
fn odd(name: &str, line: &str) -> Option<&'static str> {
    let line = line.to_lowercase();
    // What stands between hyphens is the name of a card.
    let part = |c: char| !c.is_alphanumeric() && c != '_' && c != '-';
    let word = |wanted: &&&str| line.split(part).any(|word| word == **wanted);
    let words = if name.contains("/lessons/") { &[] } else { WORDS };
    PHRASES.iter().find(|phrase| line.contains(**phrase)).or_else(|| words.iter().find(word)).copied()
}

#[test]
fn no_odd_phrase_comes_back() {
    let texts = texts();
    for known in
        ["README.md", "docs/drive.md", "crates/table/src/words.rs", "crates/games/mister-spy/RULES.md"]
    {
        assert!(texts.iter().any(|(name, _)| name == known), "{known} is not read");
    }
    let found: Vec<String> = texts
        .iter()
        .flat_map(|(name, text)| text.lines().enumerate().map(move |(n, line)| (name, n + 1, line)))
        .filter_map(|(name, n, line)| Some(format!("{name}:{n}: '{}' in: {}", odd(name, line)?, line.trim())))
        .collect();
    assert!(
        found.is_empty(),
        "{} odd lines; say it as a native speaker would:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn every_phrase_is_found_where_it_stands() {
    for phrase in PHRASES.iter().chain(WORDS) {
        let line = format!("    // Well, {} hand.", phrase.to_uppercase());
        assert_eq!(odd("docs/x.md", &line), Some(*phrase));
    }
    assert_eq!(odd("docs/x.md", "The history of this chimney, they say."), None);
    assert_eq!(odd("crates/games/g/lessons/first.scenario", "Kill him for 2 points."), None);
    assert_eq!(odd("crates/games/g/lessons/first.scenario", "Say no more."), Some("say no more"));
    assert!(
        is_humour("crates/games/mister-spy/src/cards.rs")
            && !is_humour("crates/games/mister-spy/src/words.rs")
    );
    assert!(is_test("crates/table/tests/planted.rs") && !is_test("crates/safehouse/tests/cmd/cards.trycmd"));
}
