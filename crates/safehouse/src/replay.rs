//! `safehouse replay`: a recorded game again, step by step, through anybody's eyes.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use table::record::Choice;
use table::words::{Ink, count};
use table::{Brush, OpenTable, Record, Seat, Status, Viewpoint};

use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::store;
use crate::terminal::{ask, brush, say};

/// Reads whose eyes somebody wants to look through.
fn read_viewpoint(word: &str, seats: u8, over: bool) -> Result<Viewpoint, String> {
    match word {
        "all" if over => Ok(Viewpoint::All),
        "all" => Err(format!(
            "the game is not over, so 'all' is not allowed yet; name a seat from 1 to {seats}, or 'watcher'"
        )),
        "watcher" | "spectator" => Ok(Viewpoint::Of(None)),
        _ => match word.parse() {
            Ok(number @ 1..) if number <= seats => Ok(Viewpoint::Of(Some(Seat(number - 1)))),
            _ => Err(format!("'{word}' is not a view; name a seat from 1 to {seats}, 'watcher' or 'all'")),
        },
    }
}

struct Film {
    record: Record,
    table: Box<dyn OpenTable>,
    /// The last step: whose choice, and in words. Of a race all the answers.
    chose: Vec<(Seat, String)>,
    room: &'static dyn bots::Room,
    eyes: Viewpoint,
    seats: u8,
    brush: Brush,
}

pub(crate) fn run(args: &cli::Replay) -> Result<(), CliFault> {
    let record = store::read(&args.file)?;
    let room =
        house::find(&record.game).map_err(|t| CliFault::Input(format!("{}:2: {t}", args.file.display())))?;
    let table = room.resume(&record).map_err(|fault| {
        // A record that reads but does not play as it says is what --verify looks for.
        match CliFault::record(&args.file, &fault) {
            CliFault::Input(line) if args.verify && fault.line > 4 => CliFault::Differs(line),
            other => other,
        }
    })?;
    let seats = table.names().list().len() as u8;
    if args.verify {
        let end = if record.over { "over" } else { "not over yet" };
        return say(format!(
            "{}: all {} and {} of {} are correct; the game is {end}\n",
            args.file.display(),
            count(record.choices.len() as u64, "choice", "choices"),
            count(record.marks.len() as u64, "checkpoint", "checkpoints"),
            record.game,
        ));
    }
    let usual = if record.over { "all" } else { "watcher" };
    let eyes =
        read_viewpoint(args.eyes.as_deref().unwrap_or(usual), seats, record.over).map_err(CliFault::Usage)?;
    let mut film = Film { record, table, chose: Vec::new(), room, eyes, seats, brush: brush() };
    if let Some(ply) = args.at {
        film.jump(ply)?;
        return say(film.frame(true));
    }
    film.jump(0)?;
    if std::io::stdin().is_terminal() { film.step_through() } else { film.run_through() }
}

/// In a record that names nobody, people count the seats from 1.
fn named(table: &mut dyn OpenTable) {
    if table.record().kept("names").is_none() {
        let seats = table.names().list().len();
        table.keep("names", (1..=seats).map(|n| format!("Seat {n}")).collect());
    }
}

impl Film {
    fn length(&self) -> u32 {
        self.record.choices.len() as u32
    }

    /// Where one can stop: after each step, the first choice of which is given too. A race is one step.
    fn stops(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut at = 0;
        let steps = self.record.steps().map(move |step| {
            let start = at;
            at += step.len() as u32;
            (start, at)
        });
        std::iter::once((0, 0)).chain(steps)
    }

    /// Goes to where this many choices have been made; of a race all the answers.
    fn jump(&mut self, ply: u32) -> Result<(), CliFault> {
        if ply > self.length() {
            return Err(CliFault::Usage(format!(
                "the record has only {}; there is no choice {ply}",
                count(self.length(), "choice", "choices")
            )));
        }
        let (start, ply) = self.stops().find(|(_, end)| *end >= ply).unwrap_or_default();
        let mut cut = self.record.clone();
        let whole = ply == self.length();
        cut.choices.truncate(ply as usize);
        cut.marks.retain(|m| m.ply <= ply);
        cut.over = cut.over && whole;
        if !whole {
            cut.sealed.clear();
        }
        // Who chose is told in the words of the menu they chose from.
        let step = cut.choices.split_off(start as usize);
        let past = Record { over: false, marks: Vec::new(), sealed: Vec::new(), ..cut.clone() };
        let mut before = self.room.resume(&past).ok();
        let words = |choice: &Choice| {
            let menu = before.as_mut().and_then(|table| {
                named(&mut **table);
                table.menu(choice.seat)
            });
            let entry = menu.into_iter().flat_map(|menu| menu.entries).find(|e| e.code == choice.act);
            (choice.seat, entry.map_or(choice.act.clone(), |entry| entry.text))
        };
        self.chose = step.iter().map(words).collect();
        cut.choices.extend(step);
        self.table = self.room.resume(&cut).map_err(|f| CliFault::Differs(f.to_string()))?;
        named(&mut *self.table);
        Ok(())
    }

    /// What was told at one ply, to these eyes.
    fn told(&self, ply: u32) -> String {
        let mut out = String::new();
        let lines: Vec<String> = match self.eyes {
            Viewpoint::All => {
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
        let head = match ply {
            0 => format!("== the start, before {} ==", count(self.length(), "choice", "choices")),
            ply if self.chose.len() > 1 => {
                format!("== choices {} to {ply} of {} ==", ply + 1 - self.chose.len() as u32, self.length())
            }
            ply => format!("== choice {ply} of {} ==", self.length()),
        };
        let mut out = format!("{}\n", self.brush.paint(Ink::Strong, head));
        for (seat, chose) in &self.chose {
            // What was chosen is shown to those who may know it.
            let open = self.eyes == Viewpoint::All || self.eyes == Viewpoint::Of(Some(*seat));
            let name = self.table.names().name(*seat);
            let line = if open { format!("{name}: {chose}") } else { format!("{name} chooses.") };
            let _ = writeln!(out, "{}", self.brush.wrap(&line, 2));
        }
        out.push_str(&self.told(ply));
        if draw {
            let table = match self.eyes {
                Viewpoint::All => self.table.draw_open(self.brush),
                eyes => self.table.draw(eyes.who(), self.brush),
            };
            let _ = write!(out, "\n{table}");
        }
        if self.table.status() == Status::Over {
            let _ = writeln!(out, "The game is over.");
        }
        out
    }

    fn run_through(&mut self) -> Result<(), CliFault> {
        let stops: Vec<u32> = self.stops().map(|(_, end)| end).collect();
        for ply in stops {
            self.jump(ply)?;
            say(self.frame(ply == 0 || ply == self.length()))?;
        }
        Ok(())
    }

    fn step_through(&mut self) -> Result<(), CliFault> {
        say("Enter: next  b: back  NUMBER: go to  s: start  e: end  w WHO: whose view  q: quit\n")?;
        say(format!("WHO is a seat from 1 to {}, watcher or all.\n", self.seats))?;
        loop {
            say(self.frame(true))?;
            let Some(line) = ask("replay> ")? else { return Ok(()) };
            let ply = self.table.ply();
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                [] | ["n"] if ply < self.length() => self.jump(ply + 1)?,
                [] | ["n"] => say("That was the last choice.\n")?,
                ["b" | "p"] => {
                    let before = self.stops().map(|(_, end)| end).take_while(|end| *end < ply).last();
                    self.jump(before.unwrap_or(0))?;
                }
                ["s"] => self.jump(0)?,
                ["e"] => self.jump(self.length())?,
                ["q" | "quit" | "exit"] => return Ok(()),
                ["w", who] => match read_viewpoint(who, self.seats, self.record.over) {
                    Ok(eyes) => self.eyes = eyes,
                    Err(what) => say(format!("{what}\n"))?,
                },
                [n] if n.parse::<u32>().is_ok_and(|n| n <= self.length()) => {
                    self.jump(n.parse().unwrap_or(0))?;
                }
                _ => {
                    say(format!("Type Enter, b, s, e, q, w WHO, or a number from 0 to {}.\n", self.length()))?
                }
            }
        }
    }
}
