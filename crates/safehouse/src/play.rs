//! `safehouse play`: a game in a plain terminal.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use bots::{BotTable, Level};
use serde_json::{Value, json};
use table::rules::Rules;
use table::words::{Ink, MenuEntry};
use table::{Brush, Menu, Rule, Seat, Status};

use crate::cli;
use crate::house;
use crate::rules::{paragraph, quote};
use crate::store;
use crate::terminal::{ask, brush, say};
use crate::trouble::Trouble;

const HELP: &str = "\
  NUMBER      do what the menu says        ?           the rules of this moment
  why         what you cannot do now       why NUMBER  the rule behind an entry
  why ACT     may I do this? (lay A)       rules WORDS look something up
  undo        take your last choice back   log         what has happened
  table       draw the table again         quit        save and leave";

/// A person's seat or a bot's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chair {
    Person,
    Bot(Level),
}

struct Sitting {
    table: Box<dyn BotTable>,
    chairs: Vec<Chair>,
    file: PathBuf,
    brush: Brush,
    /// How much of the log each seat has read.
    read: Vec<usize>,
    /// Who sat at the keyboard last.
    at_keyboard: Option<Seat>,
}

/// What came of a question to a person.
enum Answer {
    Played,
    TookBack,
    Left,
}

pub(crate) fn run(args: cli::Play) -> Result<(), Trouble> {
    let mut sitting = match &args.resume {
        Some(file) => Sitting::resume(file.as_deref())?,
        None => Sitting::open(&args)?,
    };
    let note = format!("the game is saved; go on with: safehouse play --resume {}", sitting.file.display());
    let on_break = note.clone();
    ctrlc::set_handler(move || {
        // Every choice is already on disk.
        crate::complain(&format!("stopped; {on_break}"));
        std::process::exit(i32::from(Trouble::Interrupted(String::new()).code()));
    })
    .map_err(|e| Trouble::Output(format!("cannot watch for Ctrl-C: {e}")))?;
    sitting.play().map_err(|trouble| trouble.or_closed(&note))
}

impl Sitting {
    fn open(args: &cli::Play) -> Result<Sitting, Trouble> {
        let room = house::find(args.game.as_deref().unwrap_or_default())?;
        let info = room.info();
        let seats = args.seats.unwrap_or(4.clamp(info.least, info.most));
        let people = if args.hotseat { seats } else { args.people };
        if people == 0 || people > seats {
            return Err(Trouble::Usage(format!(
                "--people {people}: at least 1 person, and at most the {seats} seats"
            )));
        }
        let seed = args.seed.map_or_else(store::fresh_seed, Ok)?;
        let mut table = room.open(seats, &Value::Null, seed)?;
        let bots = usize::from(seats - people);
        if bots > 0 && args.bots.len() > bots {
            return Err(Trouble::Usage(format!("--bots names {} bots for {bots} seats", args.bots.len())));
        }
        let chair = |s: u8| match s.checked_sub(people) {
            None => Chair::Person,
            Some(n) => Chair::Bot(args.bots[usize::from(n) % args.bots.len()]),
        };
        let chairs: Vec<Chair> = (0..seats).map(chair).collect();
        let name = |s: u8| match chairs[usize::from(s)] {
            Chair::Person if people == 1 => "You".to_owned(),
            Chair::Person => format!("Player {s}"),
            Chair::Bot(_) => format!("Bot {s}"),
        };
        table.keep("names", (0..seats).map(name).collect());
        let spell = |c: &Chair| match c {
            Chair::Person => Value::Null,
            Chair::Bot(level) => json!(level.to_string()),
        };
        table.keep("bots", chairs.iter().map(spell).collect());
        let file = match &args.record {
            Some(file) if file.exists() => {
                return Err(Trouble::Usage(format!(
                    "{} exists; go on with it by --resume {0}, or name another file",
                    file.display()
                )));
            }
            Some(file) => file.clone(),
            None => store::new_file(info.id)?,
        };
        Sitting::sit(table, chairs, file)
    }

    fn resume(file: Option<&Path>) -> Result<Sitting, Trouble> {
        let file = file.map_or_else(store::last_unfinished, |f| Ok(f.to_owned()))?;
        let record = store::read(&file)?;
        let room =
            house::find(&record.game).map_err(|t| Trouble::Input(format!("{}:2: {t}", file.display())))?;
        let table = room.take_up(&record).map_err(|fault| Trouble::record(&file, &fault))?;
        let seats = table.names().list().len();
        let bots = record.kept("bots").and_then(Value::as_array).cloned().unwrap_or_default();
        let chair = |i: usize| match bots.get(i).and_then(Value::as_str) {
            None => Ok(Chair::Person),
            Some(word) => Level::from_str(word).map(Chair::Bot),
        };
        let chairs: Result<Vec<Chair>, String> = (0..seats).map(chair).collect();
        let chairs = chairs.map_err(|e| Trouble::Input(format!("{}: {e}", file.display())))?;
        Sitting::sit(table, chairs, file)
    }

    fn sit(table: Box<dyn BotTable>, chairs: Vec<Chair>, file: PathBuf) -> Result<Sitting, Trouble> {
        let read = vec![0; chairs.len()];
        let sitting = Sitting { table, chairs, file, brush: brush(), read, at_keyboard: None };
        sitting.save()?;
        Ok(sitting)
    }

    fn save(&self) -> Result<(), Trouble> {
        store::write(&self.file, &self.table.record())
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        let people = self.chairs.iter().enumerate().filter(|(_, c)| **c == Chair::Person);
        people.map(|(i, _)| Seat(i as u8)).collect::<Vec<_>>().into_iter()
    }

    fn play(&mut self) -> Result<(), Trouble> {
        let info = self.table.info();
        say(format!("{}\n{}\n", self.brush.paint(Ink::Strong, info.title), info.about))?;
        say("Type a number to choose, ? for the rules of the moment, help for more.\n\n")?;
        loop {
            let Some(seat) = self.table.status().asked().iter().next() else {
                if self.after_the_game()? {
                    continue;
                }
                return Ok(());
            };
            match self.chairs[seat.index()] {
                Chair::Bot(level) => {
                    let ply = self.table.ply();
                    let pick = self.table.bot_pick(seat, level).unwrap_or(0);
                    self.table.act(seat, ply, pick).map_err(|e| Trouble::Differs(e.to_string()))?;
                }
                Chair::Person => match self.question(seat)? {
                    Answer::Played | Answer::TookBack => self.save()?,
                    Answer::Left => {
                        self.save()?;
                        return say(format!(
                            "Saved. Go on with: safehouse play --resume {}\n",
                            self.file.display()
                        ));
                    }
                },
            }
        }
    }

    /// Tells a seat what it has not heard yet.
    fn tell(&mut self, seat: Seat) -> Result<(), Trouble> {
        let mut out = String::new();
        for told in self.table.news(Some(seat), self.read[seat.index()]) {
            let _ = writeln!(out, "{}", self.brush.wrap(&told.text, 2));
        }
        self.read[seat.index()] = self.table.heard(Some(seat));
        say(out)
    }

    fn question(&mut self, seat: Seat) -> Result<Answer, Trouble> {
        if self.people().count() > 1 && self.at_keyboard != Some(seat) {
            // Push the last player's cards out of sight before the next one looks.
            let name = self.table.names().name(seat).to_owned();
            say(if self.brush.colour { "\x1b[2J\x1b[3J\x1b[H".to_owned() } else { "\n".repeat(40) })?;
            if ask(&format!("{name}, it is your question. Press Enter when nobody else is looking. "))?
                .is_none()
            {
                return Ok(Answer::Left);
            }
        }
        self.at_keyboard = Some(seat);
        self.tell(seat)?;
        say(format!("\n{}\n", self.table.draw(Some(seat), self.brush)))?;
        self.show_menu(seat)?;
        loop {
            let Some(line) = ask("> ")? else {
                say("\n")?;
                return Ok(Answer::Left);
            };
            let Some(menu) = self.table.menu(seat) else { return Ok(Answer::Played) };
            let (word, rest) = line.split_once(' ').map_or((line.as_str(), ""), |(a, b)| (a, b.trim()));
            match (word, rest) {
                ("", _) => {}
                ("q" | "quit" | "exit", "") => return Ok(Answer::Left),
                ("help" | "h", "") => say(format!("{HELP}\n"))?,
                ("?", "") => say(self.rules_now(&menu))?,
                ("why", what) => say(self.why(seat, &menu, what))?,
                ("rules", words) => say(self.look_up(words))?,
                ("table" | "t", "") => {
                    say(format!("{}\n", self.table.draw(Some(seat), self.brush)))?;
                    self.show_menu(seat)?;
                }
                ("log" | "l", "") => {
                    self.read[seat.index()] = 0;
                    self.tell(seat)?;
                }
                ("undo" | "u", "") => {
                    if self.take_back(seat) {
                        say("Taken back.\n")?;
                        return Ok(Answer::TookBack);
                    }
                    say("There is nothing of yours to take back.\n")?;
                }
                _ => {
                    if self.answer(seat, &menu, &line)? {
                        return Ok(Answer::Played);
                    }
                }
            }
        }
    }

    fn show_menu(&self, seat: Seat) -> Result<(), Trouble> {
        let Some(menu) = self.table.menu(seat) else { return Ok(()) };
        let mut out = format!("{}\n", self.brush.wrap(&self.brush.paint(Ink::Strong, &menu.prompt.words), 0));
        for (i, entry) in menu.entries.iter().enumerate() {
            let number = self.brush.paint(Ink::Cyan, format!("{:>3}", i + 1));
            let _ = writeln!(out, "{}", self.brush.wrap(&format!("{number}  {}", entry.text), 5));
        }
        say(out)
    }

    /// Takes a number of the menu, or an act as it is typed in records. Returns false if it was neither.
    fn answer(&mut self, seat: Seat, menu: &Menu, line: &str) -> Result<bool, Trouble> {
        let done = match line.parse::<usize>() {
            Ok(n) if (1..=menu.entries.len()).contains(&n) => self.table.act(seat, menu.ply, n - 1),
            Ok(n) => {
                say(format!("{n} is not in the menu: choose from 1 to {}.\n", menu.entries.len()))?;
                return Ok(false);
            }
            Err(_) => self.table.act_text(seat, menu.ply, line),
        };
        match done {
            Ok(()) => Ok(true),
            Err(table::Refused::Forbidden { rule, .. }) => {
                say(format!(
                    "You cannot do that now:\n{}",
                    quote(self.table.info().rules, rule, self.brush)
                ))?;
                Ok(false)
            }
            Err(table::Refused::Unreadable(what)) => {
                say(self.brush.wrap(&format!("{what}. Or type a number of the menu, or help.\n"), 0))?;
                Ok(false)
            }
            Err(refused) => {
                say(format!("{refused}\n"))?;
                Ok(false)
            }
        }
    }

    /// The rule behind the question and those behind its answers.
    fn rules_now(&self, menu: &Menu) -> String {
        let mut rules = vec![menu.prompt.rule];
        for entry in &menu.entries {
            if !rules.contains(&entry.rule) {
                rules.push(entry.rule);
            }
        }
        rules.iter().map(|&r| quote(self.table.info().rules, r, self.brush)).collect::<Vec<_>>().join("\n")
    }

    fn look_up(&self, words: &str) -> String {
        let rules = Rules::parse(self.table.info().rules).unwrap_or_default();
        let found: Vec<String> = match words.parse::<Rule>() {
            Ok(rule) => rules.get(rule).map(|p| paragraph(p, self.brush)).into_iter().collect(),
            Err(_) => rules.find(words).map(|p| paragraph(p, self.brush)).collect(),
        };
        if found.is_empty() { format!("No rule has the words '{words}'.\n") } else { found.join("\n") }
    }

    /// `why`: the list of what cannot be done, numbered on from the menu. `why N`: the rule behind entry N of either.
    /// `why ACT`: may I do this?
    fn why(&self, seat: Seat, menu: &Menu, what: &str) -> String {
        let page = self.table.info().rules;
        let cannot = self.table.cannot(seat);
        let first = menu.entries.len() + 1;
        let forbidden = |entry: &MenuEntry| {
            format!("You cannot {} now:\n{}", lower(&entry.text), quote(page, entry.rule, self.brush))
        };
        if what.is_empty() {
            if cannot.is_empty() {
                return "There is nothing you might want to do and cannot.\n".into();
            }
            let mut out =
                "What you cannot do now, and the rule that says so (why NUMBER shows it):\n".to_owned();
            for (i, entry) in cannot.iter().enumerate() {
                let line = format!("{:>3}  {} [{}]", first + i, entry.text, entry.rule);
                let _ = writeln!(out, "{}", self.brush.wrap(&line, 5));
            }
            return out;
        }
        if let Ok(n) = what.parse::<usize>() {
            return match (n.checked_sub(1).and_then(|i| menu.entries.get(i)), n.checked_sub(first)) {
                (Some(entry), _) => {
                    format!("You may {}:\n{}", lower(&entry.text), quote(page, entry.rule, self.brush))
                }
                (None, Some(i)) if i < cannot.len() => forbidden(&cannot[i]),
                _ => format!("There is no entry {n}; type why for the list.\n"),
            };
        }
        if let Ok(rule) = what.parse::<Rule>() {
            return quote(page, rule, self.brush);
        }
        match self.table.why_text(seat, what) {
            Ok(None) => format!("You may '{what}' now.\n"),
            Ok(Some(rule)) => format!("You cannot '{what}' now:\n{}", quote(page, rule, self.brush)),
            Err(refused) => format!("{}\n", self.brush.wrap(&refused.to_string(), 0)),
        }
    }

    /// Back to the seat's own last question.
    fn take_back(&mut self, seat: Seat) -> bool {
        let record = self.table.record();
        let Some(ply) = record.choices.iter().rposition(|c| c.seat == seat) else { return false };
        self.table = self.table.went_back_to(ply as u32);
        for (i, read) in self.read.iter_mut().enumerate() {
            *read = (*read).min(self.table.heard(Some(Seat(i as u8))));
        }
        true
    }

    /// The end; true if another game begins.
    fn after_the_game(&mut self) -> Result<bool, Trouble> {
        self.save()?;
        let eyes = self.people().next();
        if let Some(seat) = eyes {
            self.tell(seat)?;
        }
        say(format!("\n{}\n", self.table.draw(eyes, self.brush)))?;
        let names = self.table.names().clone();
        let mut scores: Vec<(i32, usize)> = self.table.scores().into_iter().zip(0..).collect();
        scores.sort_by_key(|&(score, seat)| (-score, seat));
        let mut out = String::new();
        if let Some((ending, winners)) = self.table.ending() {
            let who: Vec<&str> = winners.iter().map(|s| names.name(s)).collect();
            let _ =
                writeln!(out, "{} ({})", self.brush.paint(Ink::Strong, "The game is over"), ending.reason);
            let _ = writeln!(out, "Won by: {}", who.join(", "));
        }
        for (score, seat) in scores {
            let _ = writeln!(out, "  {:<10} {score:>3}", names.name(Seat(seat as u8)));
        }
        let _ = writeln!(out, "The record is in {}", self.file.display());
        say(out)?;
        debug_assert_eq!(self.table.status(), Status::Over);
        let again = ask("Another game, the winner deals? [y/N] ")?;
        if !again.is_some_and(|a| matches!(a.to_lowercase().as_str(), "y" | "yes")) {
            say("\n")?;
            return Ok(false);
        }
        let Some(table) = self.table.play_again(store::fresh_seed()?) else { return Ok(false) };
        self.table = table;
        self.file = store::new_file(self.table.info().id)?;
        self.read.fill(0);
        self.at_keyboard = None;
        self.save()?;
        Ok(true)
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
