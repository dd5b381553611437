//! `safehouse play`: a game in a plain terminal.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bots::{BotTable, Level};
use serde_json::{Value, json};
use table::rules::Rules;
use table::words::{Ink, MenuEntry, visible};
use table::{Brush, Menu, Rule, Seat, Status};

use crate::cli;
use crate::house;
use crate::rules::{paragraph, quote};
use crate::store;
use crate::terminal::{self, brush, say};
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
    /// What we last wrote there.
    saved: Option<String>,
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

/// The file of the game at hand. Whoever holds the lock may let the file be behind the table; while a person thinks,
/// nobody holds it. So Ctrl-C, which takes it, always finds every choice on disk.
static SAVED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Has Ctrl-C been pressed?
static STOPPING: AtomicBool = AtomicBool::new(false);

/// Held while the table and its file may differ.
type AtWork = Option<MutexGuard<'static, Option<PathBuf>>>;

/// How to go on with the game at hand.
fn how_to_go_on(file: &Path) -> String {
    format!("the game is saved; go on with: safehouse play --resume {}", store::quoted(file))
}

fn lock() -> MutexGuard<'static, Option<PathBuf>> {
    SAVED.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn run(args: cli::Play) -> Result<(), Trouble> {
    ctrlc::set_handler(|| {
        // The game stops at its next question and lets go of the lock. If its output is blocked it never will, but
        // then it is not writing a record either.
        STOPPING.store(true, Ordering::SeqCst);
        let tries = (0..40).find_map(|_| {
            SAVED.try_lock().ok().or_else(|| {
                std::thread::sleep(Duration::from_millis(50));
                None
            })
        });
        let Some(saved) = tries else { std::process::exit(130) };
        if std::io::stdout().is_terminal() {
            // The message begins on a line of its own, not behind the prompt.
            let _ = say("\n");
        }
        match &*saved {
            Some(file) => crate::complain(&format!("stopped; {}", how_to_go_on(file))),
            None => crate::complain("stopped before the game began"),
        }
        std::process::exit(i32::from(Trouble::Interrupted(String::new()).code()));
    })
    .map_err(|e| Trouble::Output(format!("cannot watch for Ctrl-C: {e}")))?;
    let mut at_work = Some(lock());
    let mut sitting = match &args.resume {
        Some(file) => Sitting::resume(file.as_deref())?,
        None => Sitting::open(&args)?,
    };
    let done = sitting.play(&mut at_work);
    done.map_err(|trouble| trouble.or_closed(&how_to_go_on(&sitting.file)))
}

/// Asks a person: the only time at which Ctrl-C can come through.
fn ask(at_work: &mut AtWork, prompt: &str) -> Result<Option<String>, Trouble> {
    at_work.take();
    let answer = terminal::ask(prompt);
    while STOPPING.load(Ordering::SeqCst) {
        // Ctrl-C has been pressed: everything is on disk, and the program ends any moment now.
        std::thread::sleep(Duration::from_millis(20));
    }
    *at_work = Some(lock());
    answer
}

impl Sitting {
    fn open(args: &cli::Play) -> Result<Sitting, Trouble> {
        let room = house::find(args.game.as_deref().unwrap_or_default())?;
        let info = room.info();
        let seats = args.seats.unwrap_or(4.clamp(info.least, info.most));
        let people = if args.hotseat { seats } else { args.people };
        let seed = args.seed.map_or_else(store::fresh_seed, Ok)?;
        let mut table = room.open(seats, &cli::options(&args.options)?, seed)?;
        if people == 0 || people > seats {
            return Err(Trouble::Usage(format!(
                "--people {people}: at least 1 person, and at most the {seats} seats"
            )));
        }
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
                let name = store::quoted(file);
                return Err(Trouble::Usage(format!(
                    "{name} exists; go on with it by --resume {name}, or name another file"
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
        let mut sitting = Sitting::sit(table, chairs, file)?;
        // Each hears again what came after his last choice, not the whole game.
        for (i, read) in sitting.read.iter_mut().enumerate() {
            let seat = Seat(i as u8);
            let last = record.choices.iter().rposition(|c| c.seat == seat).map_or(0, |ply| ply as u32 + 1);
            *read = sitting.table.news(Some(seat), 0).iter().filter(|t| t.ply < last).count();
        }
        Ok(sitting)
    }

    fn sit(table: Box<dyn BotTable>, chairs: Vec<Chair>, file: PathBuf) -> Result<Sitting, Trouble> {
        let read = vec![0; chairs.len()];
        let mut sitting =
            Sitting { table, chairs, file, saved: None, brush: brush(), read, at_keyboard: None };
        sitting.save()?;
        Ok(sitting)
    }

    /// Writes the record, unless another program has written there since we did: then this game gets its own file.
    fn save(&mut self) -> Result<(), Trouble> {
        let record = self.table.record();
        if let (Some(ours), Ok(theirs)) = (&self.saved, store::read_text(&self.file))
            && *ours != theirs
        {
            let other = std::mem::replace(&mut self.file, store::new_file(&record.game)?);
            store::write(&self.file, &record)?;
            return Err(Trouble::Output(format!(
                "{} was changed by another program; this game is kept in {}",
                other.display(),
                store::quoted(&self.file)
            )));
        }
        store::write(&self.file, &record)?;
        self.saved = Some(record.to_text());
        Ok(())
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        let people = self.chairs.iter().enumerate().filter(|(_, c)| **c == Chair::Person);
        people.map(|(i, _)| Seat(i as u8)).collect::<Vec<_>>().into_iter()
    }

    fn play(&mut self, at_work: &mut AtWork) -> Result<(), Trouble> {
        let info = self.table.info();
        self.note_file(at_work);
        say(format!("{}\n{}\n", self.brush.paint(Ink::Strong, info.title), self.brush.wrap(info.about, 0)))?;
        say("Type a number to choose, ? for the rules of the moment, help for more.\n\n")?;
        loop {
            let Some(seat) = self.table.status().asked().iter().next() else {
                if self.after_the_game(at_work)? {
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
                Chair::Person => match self.save().and_then(|()| self.question(seat, at_work))? {
                    Answer::Played | Answer::TookBack => self.save()?,
                    Answer::Left => {
                        self.save()?;
                        let file = store::quoted(&self.file);
                        return say(format!("Saved. Go on with: safehouse play --resume {file}\n"));
                    }
                },
            }
        }
    }

    fn note_file(&self, at_work: &mut AtWork) {
        if let Some(saved) = at_work {
            **saved = Some(self.file.clone());
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

    fn question(&mut self, seat: Seat, at_work: &mut AtWork) -> Result<Answer, Trouble> {
        if self.people().count() > 1 && self.at_keyboard != Some(seat) {
            // Push the last player's cards out of sight before the next one looks.
            let name = self.table.names().name(seat).to_owned();
            terminal::clear()?;
            let words = format!("{name}, it is your question. Press Enter when nobody else is looking. ");
            let ready = ask(at_work, &words)?;
            if ready.is_none_or(|line| matches!(line.to_lowercase().as_str(), "q" | "quit" | "exit")) {
                return Ok(Answer::Left);
            }
        }
        self.at_keyboard = Some(seat);
        self.tell(seat)?;
        say(format!("\n{}\n", self.table.draw(Some(seat), self.brush)))?;
        self.show_menu(seat)?;
        loop {
            let Some(line) = ask(at_work, "> ")? else {
                say("\n")?;
                return Ok(Answer::Left);
            };
            let Some(menu) = self.table.menu(seat) else { return Ok(Answer::Played) };
            let (word, rest) = line.split_once(' ').map_or((line.as_str(), ""), |(a, b)| (a, b.trim()));
            match (word.to_lowercase().as_str(), rest) {
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
                ("undo" | "u", "") => match self.take_back(seat) {
                    Ok(()) => {
                        say("Taken back.\n")?;
                        return Ok(Answer::TookBack);
                    }
                    Err(why) => say(format!("{why}\n"))?,
                },
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
        let entries: Vec<String> = (1..)
            .zip(&menu.entries)
            .map(|(i, entry)| format!("{}  {}", self.brush.paint(Ink::Cyan, format!("{i:>3}")), entry.text))
            .collect();
        out.push_str(&self.in_columns(&entries));
        say(out)
    }

    /// Entries side by side as far as they fit, so that a long menu stays on the screen with the table.
    fn in_columns(&self, entries: &[String]) -> String {
        let half = self.brush.width / 2;
        let mut out = String::new();
        let mut left = 0;
        for entry in entries {
            let long = visible(entry);
            if left > 0 && entries.len() > 6 && left < half && long < self.brush.width - half {
                let _ = write!(out, "{}{entry}", " ".repeat(half - left));
                left = self.brush.width;
                continue;
            }
            if left > 0 {
                out.push('\n');
            }
            out.push_str(&self.brush.wrap(entry, 5));
            left = long;
        }
        out.push('\n');
        out
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
                say(format!("{}\nType a number of the menu, or help.\n", self.brush.wrap(&what, 0)))?;
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

    /// Back to the seat's own last question, unless another person has chosen since.
    fn take_back(&mut self, seat: Seat) -> Result<(), &'static str> {
        let choices = self.table.record().choices;
        let last = choices.iter().rposition(|c| c.seat == seat);
        let ply = last.ok_or("There is nothing of yours to take back.")?;
        if choices[ply + 1..].iter().any(|c| self.chairs[c.seat.index()] == Chair::Person) {
            return Err("Somebody else has chosen since; that cannot be taken back.");
        }
        self.table = self.table.went_back_to(ply as u32);
        for (i, read) in self.read.iter_mut().enumerate() {
            *read = (*read).min(self.table.heard(Some(Seat(i as u8))));
        }
        Ok(())
    }

    /// The end; true if another game begins.
    fn after_the_game(&mut self, at_work: &mut AtWork) -> Result<bool, Trouble> {
        self.save()?;
        // With several people at the keyboard the last picture is everybody's.
        let eyes = self.people().next().filter(|_| self.people().count() == 1);
        match eyes {
            Some(seat) => self.tell(seat)?,
            None => {
                let now = self.table.ply();
                for told in self.table.news(None, 0).iter().filter(|t| t.ply == now) {
                    say(format!("{}\n", self.brush.wrap(&told.text, 2)))?;
                }
            }
        }
        say(format!("\n{}\n", self.table.draw(eyes, self.brush)))?;
        let names = self.table.names().seen_by(eyes);
        let mut scores: Vec<(i32, usize)> = self.table.scores().into_iter().zip(0..).collect();
        scores.sort_by_key(|&(score, seat)| (-score, seat));
        let mut out = String::new();
        if let Some((ending, winners)) = self.table.ending() {
            let who: Vec<&str> = winners.iter().map(|s| names.who(s)).collect();
            let _ =
                writeln!(out, "{} ({})", self.brush.paint(Ink::Strong, "The game is over"), ending.reason);
            let _ = writeln!(out, "Won by: {}", who.join(", "));
        }
        for (score, seat) in scores {
            let _ = writeln!(out, "  {:<10} {score:>3}", names.who(Seat(seat as u8)));
        }
        let _ = writeln!(out, "The record is in {}", self.file.display());
        say(out)?;
        debug_assert_eq!(self.table.status(), Status::Over);
        let again = ask(at_work, "Another game? [y/N] ")?;
        if !again.is_some_and(|a| matches!(a.to_lowercase().as_str(), "y" | "yes")) {
            say("\n")?;
            return Ok(false);
        }
        let Some(table) = self.table.play_again(store::fresh_seed()?) else { return Ok(false) };
        self.table = table;
        self.file = store::new_file(self.table.info().id)?;
        self.saved = None;
        self.read.fill(0);
        self.at_keyboard = None;
        self.save()?;
        self.note_file(at_work);
        Ok(true)
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
