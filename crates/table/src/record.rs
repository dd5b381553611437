//! A game as a text: setup, seed, choices, checkpoints.
//!
//! ```text
//! safehouse-record 1
//! game mister-spy
//! rules 1
//! setup {"seats":2}
//! seed 42
//! cards 5d1c0a9e33b7f204
//! with bots ["","agent"]
//! play
//! 0 lay castle
//! 1 pass
//! # 2 2f1c6a0d5b9e8874
//! = 2 2f1c6a0d5b9e8874 open
//! ```
//! `rules` and `cards` say which edition was played; a line `print` has the cards themselves where a program may have others
//! ([`Stamp`]). A line `# PLY HASH` is a checkpoint. The last line, `= PLY HASH open|over`, closes the record: a text without it
//! was cut off. Everything else about a game follows from this: replay, undo, fork, bug report.

use std::fmt::Write as _;

use serde_json::Value;

use crate::edition::{Stamp, read_cards};
use crate::luck::Seed;
use crate::seat::{MAX_SEATS, Seat};

/// How many plies lie between two checkpoints.
pub const CHECKPOINT_EVERY: u32 = 16;

const FIRST_LINE: &str = "safehouse-record 1";

/// Where a recorded game begins.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// Cards dealt from a setup.
    Setup(Value),
    /// A position laid out by hand, perhaps with scripted chance.
    Position(Value, Option<Vec<u32>>),
}

/// One answer given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// By whom.
    pub seat: Seat,
    /// The act, as typed.
    pub act: String,
    /// The line of the text it stood on; 0 if it was never read from a text.
    pub line: usize,
}

/// A state's fingerprint at a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// How many choices came before it.
    pub ply: u32,
    /// The fingerprint.
    pub hash: u64,
    /// The line of the text it stood on.
    pub line: usize,
}

/// A recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The edition it was played with.
    pub stamp: Stamp,
    /// Where it began.
    pub start: Start,
    /// What its chance follows from.
    pub seed: Seed,
    /// What a front end wants to remember, such as names and bots; the rules do not depend on it.
    pub with: Vec<(String, Value)>,
    /// Every answer, in order of arrival.
    pub choices: Vec<Choice>,
    /// Checkpoints, in order; the last one closes the record.
    pub marks: Vec<Mark>,
    /// Was the game over?
    pub over: bool,
}

/// What is wrong with a text that should be a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl Record {
    /// What a front end kept under this key.
    pub fn kept(&self, key: &str) -> Option<&Value> {
        self.with.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        let mut out = format!("{FIRST_LINE}\ngame {}\nrules {}\n", self.game, self.stamp.rules);
        // Writing to a string cannot fail.
        let _ = match &self.start {
            Start::Setup(setup) => writeln!(out, "setup {setup}"),
            Start::Position(position, None) => writeln!(out, "position {position}"),
            Start::Position(position, Some(luck)) => {
                writeln!(out, "position {position}\nluck {}", Value::from(luck.clone()))
            }
        };
        let _ = writeln!(out, "seed {}", self.seed);
        if let Some(cards) = self.stamp.cards {
            let _ = writeln!(out, "cards {cards:016x}");
        }
        if let Some(print) = &self.stamp.print {
            let _ = writeln!(out, "print {print}");
        }
        for (key, value) in &self.with {
            let _ = writeln!(out, "with {key} {value}");
        }
        out.push_str("play\n");
        let mut marks = self.marks.iter().peekable();
        for (i, choice) in self.choices.iter().enumerate() {
            let _ = writeln!(out, "{} {}", choice.seat, choice.act);
            while let Some(mark) = marks.next_if(|m| m.ply == i as u32 + 1) {
                if marks.peek().is_some() {
                    let _ = writeln!(out, "# {} {:016x}", mark.ply, mark.hash);
                }
            }
        }
        if let Some(last) = self.marks.last() {
            let end = if self.over { "over" } else { "open" };
            let _ = writeln!(out, "= {} {:016x} {end}", last.ply, last.hash);
        }
        out
    }

    /// Reads a record's text. It checks the form; [`Table::replay`](crate::Table::replay) checks the play.
    pub fn parse(text: &str) -> Result<Record, RecordFault> {
        let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l)).peekable();
        let last_line = text.lines().count().max(1);
        let fault = |line, what: String| RecordFault { line, what };
        match lines.next() {
            Some((_, FIRST_LINE)) => {}
            Some((_, other)) if other.starts_with("safehouse-record ") => {
                return Err(fault(1, format!("this is '{other}'; this program reads '{FIRST_LINE}'")));
            }
            _ => return Err(fault(1, format!("not a record: the first line must be '{FIRST_LINE}'"))),
        }
        let (mut game, mut revision, mut start, mut luck, mut seed) = (None, None, None, None, None);
        let (mut cards, mut print) = (None, None);
        let mut with = Vec::new();
        loop {
            let Some((n, line)) = lines.next() else {
                return Err(fault(
                    last_line,
                    "the record ends before the line 'play': it was cut off".into(),
                ));
            };
            if line == "play" {
                break;
            }
            let json = |word: &str, text: &str| {
                serde_json::from_str::<Value>(text)
                    .map_err(|e| fault(n, format!("'{word}' must be followed by JSON: {e}")))
            };
            match line.split_once(' ').unwrap_or((line, "")) {
                ("game", id) => game = Some(id.to_owned()),
                ("rules", r) => {
                    revision =
                        Some(r.parse().map_err(|_| fault(n, format!("'{r}' is not a rules revision")))?);
                }
                ("setup", s) => start = Some(Start::Setup(json("setup", s)?)),
                ("position", p) => start = Some(Start::Position(json("position", p)?, None)),
                ("luck", l) => {
                    let rolls = serde_json::from_str::<Vec<u32>>(l)
                        .map_err(|e| fault(n, format!("'luck' needs a list of numbers: {e}")))?;
                    luck = Some(rolls);
                }
                ("cards", c) => {
                    let read = read_cards(c);
                    cards = Some(
                        read.ok_or_else(|| fault(n, format!("'{c}' is not a fingerprint of 16 digits")))?,
                    );
                }
                ("print", p) => print = Some(p.to_owned()),
                ("seed", s) => seed = Some(s.parse().map_err(|e| fault(n, e))?),
                ("with", kv) => {
                    let (key, value) =
                        kv.split_once(' ').ok_or_else(|| fault(n, "'with' needs a key and JSON".into()))?;
                    with.push((key.to_owned(), json(key, value)?));
                }
                (word, _) => {
                    return Err(fault(n, format!("a record's header has no line '{word}'")));
                }
            }
        }
        let need = |what: &str| fault(last_line.min(8), format!("the record's header has no line '{what}'"));
        let start = match (start.ok_or_else(|| need("setup"))?, luck) {
            (Start::Position(position, _), luck) => Start::Position(position, luck),
            (setup, None) => setup,
            (_, Some(_)) => return Err(need("position (which 'luck' goes with)")),
        };
        let mut record = Record {
            game: game.ok_or_else(|| need("game"))?,
            stamp: Stamp { rules: revision.ok_or_else(|| need("rules"))?, cards, print },
            start,
            seed: seed.ok_or_else(|| need("seed"))?,
            with,
            choices: Vec::new(),
            marks: Vec::new(),
            over: false,
        };
        let mut closed = false;
        for (n, line) in lines {
            if closed {
                return Err(fault(n, "there is text after the line that closes the record".into()));
            }
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["#", ply, hash] => record.marks.push(mark(n, ply, hash)?),
                ["=", ply, hash, end @ ("open" | "over")] => {
                    record.marks.push(mark(n, ply, hash)?);
                    record.over = end == "over";
                    closed = true;
                }
                _ => {
                    let seat = line.split_once(' ').and_then(|(seat, act)| Some((seat.parse().ok()?, act)));
                    match seat {
                        Some((seat, act)) if usize::from(seat) < MAX_SEATS && !act.trim().is_empty() => {
                            record.choices.push(Choice { seat: Seat(seat), act: act.to_owned(), line: n });
                        }
                        _ => {
                            return Err(fault(
                                n,
                                format!("'{line}' is neither a choice ('SEAT ACT') nor a checkpoint"),
                            ));
                        }
                    }
                }
            }
            if let Some(m) = record.marks.last().filter(|m| m.line == n)
                && m.ply as usize != record.choices.len()
            {
                let so_far = record.choices.len();
                return Err(fault(
                    n,
                    format!("the checkpoint says ply {}, but there are {so_far} choices above it", m.ply),
                ));
            }
        }
        if !closed || !text.ends_with('\n') {
            return Err(fault(
                last_line,
                "the record was cut off: its closing line '= PLY HASH open' is missing".into(),
            ));
        }
        Ok(record)
    }
}

fn mark(line: usize, ply: &str, hash: &str) -> Result<Mark, RecordFault> {
    let fault = |what: String| RecordFault { line, what };
    let ply = ply.parse().map_err(|_| fault(format!("'{ply}' is not a ply")))?;
    if hash.len() != 16 {
        return Err(fault(format!("'{hash}' is not a checkpoint hash of 16 digits")));
    }
    let hash =
        u64::from_str_radix(hash, 16).map_err(|_| fault(format!("'{hash}' is not a checkpoint hash")))?;
    Ok(Mark { ply, hash, line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> String {
        [
            "safehouse-record 1",
            "game g",
            "rules 3",
            "setup {\"seats\":2}",
            "seed 5",
            "cards 00000000000000aa",
            "print [1, 2]",
            "with names [\"a b\",\"c\"]",
            "play",
            "0 lay castle",
            "1 pass",
            "# 2 00000000000000ff",
            "0 pass",
            "= 3 0000000000000001 open",
            "",
        ]
        .join("\n")
    }

    #[test]
    fn text_round_trips() {
        let record = Record::parse(&sample()).unwrap();
        assert_eq!(record.choices.len(), 3);
        assert_eq!(record.choices[0].act, "lay castle");
        assert_eq!(record.to_text(), sample());
    }

    #[test]
    fn every_cut_is_noticed() {
        let text = sample();
        for end in 0..text.len() {
            let fault = Record::parse(&text[..end]).expect_err("a cut record");
            assert!(fault.line >= 1);
        }
    }

    #[test]
    fn garbled_lines_are_named() {
        for (from, to, line) in [
            ("1 pass", "x pass", 11),
            ("1 pass", "9 pass", 11),
            ("# 2 00", "# 7 00", 12),
            ("cards 0", "cards g", 6),
            ("cards 0", "cards ", 6),
            ("seed 5", "seed five", 5),
            ("setup {", "setup {{", 4),
            ("rules 3", "rules x", 3),
            ("game g", "gone g", 2),
        ] {
            let text = sample().replace(from, to);
            assert_eq!(Record::parse(&text).expect_err("garbled").line, line, "{to}");
        }
    }
}
