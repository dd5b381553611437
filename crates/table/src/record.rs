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
//! In a race everybody gives a sealed answer, and then a line says in which order they count; without it the race is open:
//!
//! ```text
//! ~ 0 grab
//! ~ 1 pass
//! ~ 2 grab
//! order 2 0 1
//! ```
//! `rules` and `cards` say which edition was played; a line `print` has the cards themselves where a program may have others
//! ([`Stamp`]). A line `# PLY HASH` is a checkpoint. The last line, `= PLY HASH open|over`, closes the record: a text without it
//! was cut off. Everything else about a game follows from this: replay, undo, fork, bug report.

use std::fmt::Write as _;

use serde_json::Value;

use crate::edition::{Stamp, read_cards};
use crate::luck::Seed;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

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
    /// How many answers the race has that it belongs to, itself included; 0 if nobody else was asked. They follow each
    /// other in the order in which they count.
    pub race: u8,
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
    /// Every answer, in the order in which they count.
    pub choices: Vec<Choice>,
    /// The sealed answers of a race that is still open.
    pub sealed: Vec<Choice>,
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

    /// The choices step by step: one where one seat was asked, all the answers of a race together.
    pub fn steps(&self) -> impl Iterator<Item = &[Choice]> {
        let mut rest = self.choices.as_slice();
        std::iter::from_fn(move || {
            let many = usize::from(rest.first()?.race).max(1).min(rest.len());
            let (step, later) = rest.split_at(many);
            rest = later;
            Some(step)
        })
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
        let mut ply = 0;
        for step in self.steps() {
            ply += step.len() as u32;
            match step {
                [choice] if choice.race == 0 => {
                    let _ = writeln!(out, "{} {}", choice.seat, choice.act);
                }
                race => {
                    // By seats: the record does not say who answered first, only who was.
                    seal(&mut out, race.iter());
                    let order: Vec<String> = race.iter().map(|choice| choice.seat.to_string()).collect();
                    let _ = writeln!(out, "order {}", order.join(" "));
                }
            }
            while let Some(mark) = marks.next_if(|m| m.ply == ply) {
                if marks.peek().is_some() {
                    let _ = writeln!(out, "# {} {:016x}", mark.ply, mark.hash);
                }
            }
        }
        seal(&mut out, self.sealed.iter());
        if let Some(last) = self.marks.last() {
            let end = if self.over { "over" } else { "open" };
            let _ = writeln!(out, "= {} {:016x} {end}", last.ply, last.hash);
        }
        out
    }

    /// Reads a record's text. It checks the form; [`Table::resume`](crate::Table::resume) checks the play.
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
            sealed: Vec::new(),
            marks: Vec::new(),
            over: false,
        };
        let mut closed = false;
        for (n, line) in lines {
            if closed {
                return Err(fault(n, "there is text after the line that closes the record".into()));
            }
            let words: Vec<&str> = line.split(' ').collect();
            if !record.sealed.is_empty() && !matches!(words[0], "~" | "order" | "=") {
                let what = "sealed answers are followed by 'order SEAT SEAT ..', or by the end of the record";
                return Err(fault(n, what.into()));
            }
            match words[..] {
                ["~", _, _, ..] => {
                    let answer = choice(n, &line[2..])?;
                    if record.sealed.last().is_some_and(|last| last.seat >= answer.seat) {
                        return Err(fault(n, "sealed answers stand in the order of the seats".into()));
                    }
                    record.sealed.push(answer);
                }
                ["order", ref seats @ ..] => {
                    let sealed = std::mem::take(&mut record.sealed);
                    let race = sealed.len() as u8;
                    let find = |seat: &str| sealed.iter().find(|answer| answer.seat.to_string() == seat);
                    let order: Option<Vec<&Choice>> = seats.iter().map(|seat| find(seat)).collect();
                    let once = |order: &Vec<&Choice>| {
                        order.iter().map(|choice| choice.seat).collect::<SeatSet>().len() as usize
                            == sealed.len()
                    };
                    let order = order.filter(|order| order.len() == sealed.len() && race > 0 && once(order));
                    let order = order.ok_or_else(|| {
                        fault(n, format!("'{line}' must name every seat with a sealed answer above it, once"))
                    })?;
                    record.choices.extend(order.into_iter().map(|choice| Choice { race, ..choice.clone() }));
                }
                ["#", ply, hash] => record.marks.push(mark(n, ply, hash)?),
                ["=", ply, hash, end @ ("open" | "over")] => {
                    record.marks.push(mark(n, ply, hash)?);
                    record.over = end == "over";
                    closed = true;
                }
                _ => record.choices.push(choice(n, line)?),
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

/// Writes sealed answers by seats.
fn seal<'a>(out: &mut String, answers: impl Iterator<Item = &'a Choice>) {
    let mut answers: Vec<&Choice> = answers.collect();
    answers.sort_unstable_by_key(|answer| answer.seat);
    for answer in answers {
        let _ = writeln!(out, "~ {} {}", answer.seat, answer.act);
    }
}

fn choice(n: usize, line: &str) -> Result<Choice, RecordFault> {
    match line.split_once(' ').and_then(|(seat, act)| Some((seat.parse().ok()?, act))) {
        Some((seat, act)) if usize::from(seat) < MAX_SEATS && !act.trim().is_empty() => {
            Ok(Choice { seat: Seat(seat), act: act.to_owned(), race: 0, line: n })
        }
        _ => {
            let what = format!("'{line}' is neither a choice ('SEAT ACT') nor a checkpoint");
            Err(RecordFault { line: n, what })
        }
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

    /// A race that is over, and one that is open.
    fn raced() -> String {
        sample().replace("# 2", "~ 0 grab\n~ 1 pass\norder 1 0\n# 4").replace("= 3", "~ 1 grab\n= 5")
    }

    #[test]
    fn a_race_round_trips() {
        let record = Record::parse(&raced()).unwrap();
        let seats: Vec<(u8, u8)> = record.choices.iter().map(|c| (c.seat.0, c.race)).collect();
        assert_eq!(seats, [(0, 0), (1, 0), (1, 2), (0, 2), (0, 0)]);
        assert_eq!(record.steps().map(<[Choice]>::len).collect::<Vec<_>>(), [1, 1, 2, 1]);
        assert_eq!((record.sealed.len(), record.sealed[0].act.as_str()), (1, "grab"));
        assert_eq!(record.to_text(), raced());
    }

    #[test]
    fn a_garbled_race_is_named() {
        for (from, to, line) in [
            ("order 1 0", "order 1", 14),
            ("order 1 0", "order 1 1", 14),
            ("order 1 0", "order 1 2", 14),
            ("order 1 0\n", "", 14),
            ("~ 1 pass", "~ 0 pass", 13),
            ("~ 0 grab\n~ 1 pass\n", "", 12),
            ("~ 0 grab", "~ grab", 12),
        ] {
            let text = raced().replace(from, to);
            assert_eq!(Record::parse(&text).expect_err("garbled").line, line, "{to}");
        }
    }

    #[test]
    fn every_cut_is_noticed() {
        let text = raced();
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
