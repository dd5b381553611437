//! `safehouse replay`: a recorded game again, step by step, through anybody's eyes.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use table::words::Ink;
use table::{Brush, OpenTable, Record, Seat, Status};

use crate::cli;
use crate::house;
use crate::store;
use crate::terminal::{ask, brush, say};
use crate::trouble::Trouble;

/// Whose eyes a replay is seen through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Eyes {
    Seat(Seat),
    Watcher,
    All,
}

impl Eyes {
    fn parse(word: &str, seats: u8, over: bool) -> Result<Eyes, String> {
        match word {
            "all" if over => Ok(Eyes::All),
            "all" => Err("the game is not over: look through the eyes of a seat, or of a watcher".into()),
            "watcher" | "spectator" => Ok(Eyes::Watcher),
            _ => match word.parse() {
                Ok(seat) if seat < seats => Ok(Eyes::Seat(Seat(seat))),
                _ => Err(format!(
                    "'{word}' is neither a seat from 0 to {}, nor 'watcher', nor 'all'",
                    seats - 1
                )),
            },
        }
    }

    fn who(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

struct Film {
    record: Record,
    table: Box<dyn OpenTable>,
    room: &'static dyn bots::Room,
    eyes: Eyes,
    seats: u8,
    brush: Brush,
}

pub(crate) fn run(args: &cli::Replay) -> Result<(), Trouble> {
    let record = store::read(&args.file)?;
    let room =
        house::find(&record.game).map_err(|t| Trouble::Input(format!("{}:2: {t}", args.file.display())))?;
    let table = room.resume_open(&record).map_err(|fault| {
        // A record that reads but does not play as it says is what --verify looks for.
        match Trouble::record(&args.file, &fault) {
            Trouble::Input(line) if args.verify && fault.line > 4 => Trouble::Differs(line),
            other => other,
        }
    })?;
    let seats = table.names().list().len() as u8;
    if args.verify {
        let end = if record.over { "over" } else { "open" };
        return say(format!(
            "{}: {} choices and {} checkpoints of {} are as they should be; the game is {end}\n",
            args.file.display(),
            record.choices.len(),
            record.marks.len(),
            record.game,
        ));
    }
    let usual = if record.over { "all" } else { "watcher" };
    let eyes =
        Eyes::parse(args.eyes.as_deref().unwrap_or(usual), seats, record.over).map_err(Trouble::Usage)?;
    let mut film = Film { record, table, room, eyes, seats, brush: brush() };
    if let Some(ply) = args.at {
        film.jump(ply)?;
        return say(film.frame(true));
    }
    film.jump(0)?;
    if std::io::stdin().is_terminal() { film.step_through() } else { film.run_through() }
}

impl Film {
    fn length(&self) -> u32 {
        self.record.choices.len() as u32
    }

    fn jump(&mut self, ply: u32) -> Result<(), Trouble> {
        if ply > self.length() {
            return Err(Trouble::Usage(format!(
                "the record has {} choices, there is no ply {ply}",
                self.length()
            )));
        }
        let mut cut = self.record.clone();
        cut.choices.truncate(ply as usize);
        cut.marks.retain(|m| m.ply <= ply);
        cut.over = cut.over && ply == self.length();
        self.table = self.room.resume_open(&cut).map_err(|f| Trouble::Differs(f.to_string()))?;
        Ok(())
    }

    /// What was told at one ply, to these eyes.
    fn told(&self, ply: u32) -> String {
        let mut out = String::new();
        let lines: Vec<String> = match self.eyes {
            Eyes::All => {
                let log = self.table.whole_log();
                log.into_iter().filter(|o| o.told.ply == ply).map(|o| o.told.text).collect()
            }
            eyes => {
                let news = self.table.news(eyes.who(), 0);
                news.into_iter().filter(|t| t.ply == ply).map(|t| t.text).collect()
            }
        };
        for text in lines {
            let _ = writeln!(out, "{}", self.brush.wrap(&text, 2));
        }
        out
    }

    fn frame(&self, draw: bool) -> String {
        let ply = self.table.ply();
        let mut out = self.brush.paint(Ink::Strong, format!("== ply {ply} of {} ==\n", self.length()));
        if let Some(choice) = ply.checked_sub(1).and_then(|i| self.record.choices.get(i as usize)) {
            // What was chosen is shown to those who may know it.
            let open = self.eyes == Eyes::All || self.eyes == Eyes::Seat(choice.seat);
            let act = if open { choice.act.as_str() } else { "..." };
            let _ = writeln!(out, "{} {act}", self.table.names().name(choice.seat));
        }
        out.push_str(&self.told(ply));
        if draw {
            match self.eyes {
                Eyes::All => {
                    let whole = self.table.everything();
                    for (key, value) in whole.as_object().into_iter().flatten() {
                        let _ = writeln!(out, "{}", self.brush.wrap(&format!("{key}: {value}"), 4));
                    }
                }
                eyes => {
                    let _ = write!(out, "\n{}", self.table.draw(eyes.who(), self.brush));
                }
            }
        }
        if self.table.status() == Status::Over {
            let _ = writeln!(out, "The game is over.");
        }
        out
    }

    fn run_through(&mut self) -> Result<(), Trouble> {
        for ply in 0..=self.length() {
            self.jump(ply)?;
            say(self.frame(ply == 0 || ply == self.length()))?;
        }
        Ok(())
    }

    fn step_through(&mut self) -> Result<(), Trouble> {
        say("Enter: next  b: back  NUMBER: jump  e: end  w SEAT|watcher|all: whose eyes  q: leave\n")?;
        loop {
            say(self.frame(true))?;
            let Some(line) = ask("replay> ")? else { return Ok(()) };
            let ply = self.table.ply();
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                [] | ["n"] if ply < self.length() => self.jump(ply + 1)?,
                [] | ["n"] => say("That was the last choice.\n")?,
                ["b" | "p"] => self.jump(ply.saturating_sub(1))?,
                ["s"] => self.jump(0)?,
                ["e"] => self.jump(self.length())?,
                ["q" | "quit"] => return Ok(()),
                ["w", who] => match Eyes::parse(who, self.seats, self.record.over) {
                    Ok(eyes) => self.eyes = eyes,
                    Err(what) => say(format!("{what}\n"))?,
                },
                [n] if n.parse::<u32>().is_ok_and(|n| n <= self.length()) => {
                    self.jump(n.parse().unwrap_or(0))?;
                }
                _ => say(format!("Enter, b, s, e, q, w WHO, or a number from 0 to {}.\n", self.length()))?,
            }
        }
    }
}
