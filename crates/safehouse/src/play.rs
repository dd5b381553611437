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
use table::table::Beginning;
use table::words::{Ink, MenuEntry, visible};
use table::{Brush, Menu, Rule, Rules, Seat, Shape, Standings, Status, by_rule};

use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::lookup;
use crate::rules::quote;
use crate::store;
use crate::terminal::{self, brush, say};

const HELP: &str = "\
  NUMBER      choose from the menu         ?            the rules that apply now
  why         what you cannot do and why   why NUMBER   the rule behind an entry
  why ACTION  may I do this? (why pass)    rules WORDS  search rules and cards
  card NAME   what a card says             log          what has happened so far
  table       draw the table again         undo         take back your choice
  orders      what you need not be asked   order CODE   give a standing order
  ask CODE    take that order back         help         this list
  quit        save and leave";

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
    /// What seats need not be asked.
    orders: Standings,
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
    format!("the game is saved; continue it with: safehouse play --resume {}", store::quoted(file))
}

fn lock() -> MutexGuard<'static, Option<PathBuf>> {
    SAVED.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn run(args: cli::Play) -> Result<(), CliFault> {
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
        std::process::exit(i32::from(CliFault::Interrupted(String::new()).code()));
    })
    .map_err(|e| CliFault::Output(format!("cannot watch for Ctrl-C: {e}")))?;
    let mut at_work = Some(lock());
    let mut sitting = match &args.resume {
        Some(file) => Sitting::resume(file.as_deref())?,
        None => Sitting::open(&args)?,
    };
    let done = sitting.play(&mut at_work);
    done.map_err(|trouble| trouble.or_closed(&how_to_go_on(&sitting.file)))
}

/// Asks a person: the only time at which Ctrl-C can come through.
fn ask(at_work: &mut AtWork, prompt: &str) -> Result<Option<String>, CliFault> {
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
    fn open(args: &cli::Play) -> Result<Sitting, CliFault> {
        let room = house::find(args.game.as_deref().unwrap_or_default())?;
        let info = room.info();
        let seats = args.seats.unwrap_or_else(|| cli::usual_seats(info));
        let people = if args.hotseat { seats } else { args.people };
        let seed = args.seed.map_or_else(store::fresh_seed, Ok)?;
        let deal = Beginning::Deal { seats, options: cli::options(info, &args.options, &args.deck)? };
        let mut table: Box<dyn BotTable> = room.begin_with_bots(&deal, seed, None)?;
        if people == 0 || people > seats {
            return Err(CliFault::Usage(format!(
                "--people {people}: there must be at least 1 person and at most {seats}, one per seat"
            )));
        }
        let bots = usize::from(seats - people);
        if bots > 0 && args.bots.len() > bots {
            return Err(CliFault::Usage(format!("--bots lists {} bots for {bots} seats", args.bots.len())));
        }
        let chair = |s: u8| match s.checked_sub(people) {
            None => Chair::Person,
            Some(n) => Chair::Bot(args.bots[usize::from(n) % args.bots.len()]),
        };
        let chairs: Vec<Chair> = (0..seats).map(chair).collect();
        let name = |s: u8| match chairs[usize::from(s)] {
            Chair::Person => format!("Player {}", s + 1),
            Chair::Bot(_) => format!("Bot {}", s + 1),
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
                return Err(CliFault::Usage(format!(
                    "{name} already exists; continue that game with --resume {name}, or choose another file"
                )));
            }
            Some(file) => file.clone(),
            None => store::new_file(info.id)?,
        };
        Sitting::sit(table, chairs, file)
    }

    fn resume(file: Option<&Path>) -> Result<Sitting, CliFault> {
        let file = file.map_or_else(store::last_unfinished, |f| Ok(f.to_owned()))?;
        let record = store::read(&file)?;
        let room =
            house::find(&record.game).map_err(|t| CliFault::Input(format!("{}:2: {t}", file.display())))?;
        let table = room.resume_with_bots(&record).map_err(|fault| CliFault::record(&file, &fault))?;
        let seats = table.names().list().len();
        let bots = record.kept("bots").and_then(Value::as_array).cloned().unwrap_or_default();
        let chair = |i: usize| match bots.get(i).and_then(Value::as_str) {
            None => Ok(Chair::Person),
            Some(word) => Level::from_str(word).map(Chair::Bot),
        };
        let chairs: Result<Vec<Chair>, String> = (0..seats).map(chair).collect();
        let chairs = chairs.map_err(|e| CliFault::Input(format!("{}: {e}", file.display())))?;
        let mut sitting = Sitting::sit(table, chairs, file)?;
        let orders = record.kept("orders").cloned().unwrap_or_else(|| json!([]));
        sitting.orders = serde_json::from_value(orders).map_err(|e| {
            CliFault::Input(format!("{}: the line 'with orders': {e}", sitting.file.display()))
        })?;
        // Each hears again what came after their last choice, not the whole game.
        for (i, read) in sitting.read.iter_mut().enumerate() {
            let seat = Seat(i as u8);
            let last = record.choices.iter().rposition(|c| c.seat == seat).map_or(0, |ply| ply as u32 + 1);
            *read = sitting.table.news(Some(seat), 0).iter().filter(|t| t.ply < last).count();
        }
        Ok(sitting)
    }

    fn sit(table: Box<dyn BotTable>, chairs: Vec<Chair>, file: PathBuf) -> Result<Sitting, CliFault> {
        let read = vec![0; chairs.len()];
        let mut sitting = Sitting {
            table,
            chairs,
            file,
            saved: None,
            brush: brush(),
            read,
            orders: Standings::default(),
            at_keyboard: None,
        };
        sitting.save()?;
        Ok(sitting)
    }

    /// Writes the record, unless another program has written there since we did: then this game gets its own file.
    fn save(&mut self) -> Result<(), CliFault> {
        if !self.orders.is_empty() || self.table.record().kept("orders").is_some() {
            self.table.keep("orders", json!(self.orders));
        }
        let record = self.table.record();
        if let (Some(ours), Ok(theirs)) = (&self.saved, store::read_text(&self.file))
            && *ours != theirs
        {
            let other = std::mem::replace(&mut self.file, store::new_file(&record.game)?);
            store::write(&self.file, &record)?;
            return Err(CliFault::Output(format!(
                "{} was changed by another program; this game is now saved in {}",
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

    fn play(&mut self, at_work: &mut AtWork) -> Result<(), CliFault> {
        let info = self.table.info();
        self.note_file(at_work);
        say(format!("{}\n{}\n", self.brush.paint(Ink::Strong, info.title), self.brush.wrap(info.about, 0)))?;
        say("Type a number to choose, ? for the rules that apply now, help for more.\n\n")?;
        loop {
            // In a race one after the other gives a sealed answer, and then lots say who was first.
            let Some(seat) = self.table.waiting().iter().next() else {
                if self.after_the_game(at_work)? {
                    continue;
                }
                return Ok(());
            };
            match self.chairs[seat.index()] {
                Chair::Bot(level) => {
                    let ply = self.table.ply();
                    let pick = self.table.bot_pick(seat, level).unwrap_or(0);
                    self.table.act(seat, ply, pick).map_err(|e| CliFault::Differs(e.to_string()))?;
                    self.orders.lapse(&*self.table);
                }
                Chair::Person => match self.save().and_then(|()| self.question(seat, at_work))? {
                    Answer::Played | Answer::TookBack => self.save()?,
                    Answer::Left => {
                        self.save()?;
                        let file = store::quoted(&self.file);
                        return say(format!("Saved. Continue with: safehouse play --resume {file}\n"));
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
    fn tell(&mut self, seat: Seat) -> Result<(), CliFault> {
        let mut out = String::new();
        for told in self.table.news(Some(seat), self.read[seat.index()]) {
            let _ = writeln!(out, "{}", self.brush.wrap(&told.text, 2));
        }
        self.read[seat.index()] = self.table.heard(Some(seat));
        say(out)
    }

    fn question(&mut self, seat: Seat, at_work: &mut AtWork) -> Result<Answer, CliFault> {
        if self.people().count() > 1 && self.at_keyboard != Some(seat) {
            // Push the last player's cards out of sight before the next one looks.
            let name = self.table.names().name(seat).to_owned();
            terminal::clear()?;
            let words =
                format!("{name}, it is your turn to choose. Press Enter when nobody else is looking. ");
            let ready = ask(at_work, &words)?;
            if ready.is_none_or(|line| matches!(line.to_lowercase().as_str(), "q" | "quit" | "exit")) {
                return Ok(Answer::Left);
            }
        }
        self.at_keyboard = Some(seat);
        self.tell(seat)?;
        if self.answer_as_ordered(seat)? {
            return Ok(Answer::Played);
        }
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
                ("card", name) => {
                    let found = lookup::card(self.table.info().id, name, self.brush);
                    say(found.unwrap_or_else(|none| format!("{}\n", self.brush.wrap(&none, 0))))?;
                }
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
                ("orders", "") => say(self.list_orders(seat))?,
                ("order", code) if !code.is_empty() => {
                    if !self.orders.give(&*self.table, seat, code) {
                        say(format!("There is no order '{code}'. {}", self.list_orders(seat)))?;
                        continue;
                    }
                    self.save()?;
                    say(format!("Noted. 'ask {code}' takes it back.\n"))?;
                    if self.answer_as_ordered(seat)? {
                        return Ok(Answer::Played);
                    }
                }
                ("ask", code) if !code.is_empty() => {
                    let stood = self.orders.revoke(seat, code);
                    self.save()?;
                    let what = if stood { "You will be asked again." } else { "You gave no such order." };
                    say(format!("{what}\n"))?;
                }
                _ => {
                    if self.answer(seat, &menu, &line)? {
                        return Ok(Answer::Played);
                    }
                }
            }
        }
    }

    /// Answers by a standing order, if there is one for the question. With several people at the keyboard the seat is called
    /// all the same, so that the others cannot tell.
    fn answer_as_ordered(&mut self, seat: Seat) -> Result<bool, CliFault> {
        let Some(pick) = self.orders.answer(&*self.table, seat) else { return Ok(false) };
        let Some(menu) = self.table.menu(seat) else { return Ok(false) };
        let words = menu.entries.get(pick).map_or("", |entry| &entry.text);
        say(format!("{}\n", self.brush.wrap(&format!("As you ordered: {words}"), 2)))?;
        self.table.act(seat, menu.ply, pick).map_err(|e| CliFault::Differs(e.to_string()))?;
        self.orders.lapse(&*self.table);
        Ok(true)
    }

    fn list_orders(&self, seat: Seat) -> String {
        let mut out = String::new();
        for order in self.table.orders() {
            let stands = self.orders.of(seat).any(|standing| standing.code == order.code);
            let mark = if stands { " (you gave this order)" } else { "" };
            let _ = writeln!(out, "  {:<14}{}{mark}", order.code, order.text);
        }
        match out.as_str() {
            "" => "This game has no standing orders.\n".into(),
            _ => format!("The standing orders of this game (order CODE, ask CODE):\n{out}"),
        }
    }

    fn show_menu(&self, seat: Seat) -> Result<(), CliFault> {
        let Some(menu) = self.table.menu(seat) else { return Ok(()) };
        let mut out = format!("{}\n", self.brush.wrap(&self.brush.paint(Ink::Strong, &menu.prompt.words), 0));
        let show = |(number, entry): (i64, &MenuEntry)| {
            format!("{}  {}", self.brush.paint(Ink::Cyan, format!("{number:>3}")), entry.text)
        };
        let mut numbered: Vec<(i64, &MenuEntry)> = numbers(&menu).into_iter().zip(&menu.entries).collect();
        if let Shape::Number { min, max } = menu.prompt.shape {
            // All of them would fill the screen: the ends and the middle show what a number means.
            let _ = writeln!(out, "Type a number from {min} to {max}, for example:");
            numbered.sort_by_key(|(number, _)| *number);
            let shown = [0, numbered.len() / 2, numbered.len().saturating_sub(1)];
            numbered = shown.into_iter().filter_map(|i| numbered.get(i).copied()).collect();
            numbered.dedup();
        }
        let entries: Vec<String> = numbered.into_iter().map(show).collect();
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

    /// Takes a number of the menu, or an act in words. Returns false if it was neither.
    fn answer(&mut self, seat: Seat, menu: &Menu, line: &str) -> Result<bool, CliFault> {
        let numbers = numbers(menu);
        let done = match line.parse::<i64>() {
            Ok(n) => match numbers.iter().position(|&number| number == n) {
                Some(pick) => self.table.act(seat, menu.ply, pick),
                None => {
                    let (least, most) = (numbers.iter().min(), numbers.iter().max());
                    let (least, most) = (least.copied().unwrap_or(1), most.copied().unwrap_or(1));
                    say(format!("{n} is not in the menu; choose a number from {least} to {most}.\n"))?;
                    return Ok(false);
                }
            },
            Err(_) => self.table.act_typed(seat, menu.ply, line),
        };
        match done {
            Ok(()) => {
                self.orders.lapse(&*self.table);
                Ok(true)
            }
            Err(table::Refused::Forbidden { rule, .. }) => {
                say(format!(
                    "You cannot do that now:\n{}",
                    quote(self.table.info().rules, rule, self.brush)
                ))?;
                Ok(false)
            }
            Err(table::Refused::Unreadable(what)) => {
                say(format!("{}\nType a number from the menu, or help.\n", self.brush.wrap(&what, 0)))?;
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
        let info = self.table.info();
        lookup::find(info.id, info.rules, words, self.brush)
            .unwrap_or_else(|| format!("No rule or card contains the words '{words}'.\n"))
    }

    /// `why`: the list of what cannot be done, numbered on from the menu. `why N`: the rule behind entry N of either.
    /// `why ACT`: may I do this?
    fn why(&self, seat: Seat, menu: &Menu, what: &str) -> String {
        let page = self.table.info().rules;
        let reasons = by_rule(self.table.cannot(seat), |entry| entry.rule);
        let cannot: Vec<&MenuEntry> = reasons.iter().flat_map(|(_, entries)| entries).collect();
        let numbers = numbers(menu);
        let first = numbers.iter().max().copied().unwrap_or(0) + 1;
        let forbidden = |entry: &MenuEntry| {
            format!("You cannot {} now:\n{}", lower(&entry.text), quote(page, entry.rule, self.brush))
        };
        if what.is_empty() {
            if cannot.is_empty() {
                return "Everything you might want to do now is allowed.\n".into();
            }
            let rules = Rules::parse(page).unwrap_or_default();
            let mut out = "What you cannot do now, and why (why NUMBER shows the whole rule):\n".to_owned();
            let mut number = first..;
            for (rule, entries) in &reasons {
                let gist = rules.get(*rule).map(|p| p.gist()).unwrap_or_default();
                let _ = writeln!(out, "{}", self.brush.wrap(&format!("[{rule}] {gist}"), 2));
                for (entry, number) in entries.iter().zip(number.by_ref()) {
                    let _ = writeln!(out, "{}", self.brush.wrap(&format!("{number:>3}  {}", entry.text), 5));
                }
            }
            return out;
        }
        if let Ok(n) = what.parse::<i64>() {
            let listed = numbers.iter().zip(&menu.entries).find(|(number, _)| **number == n);
            let missing = (first..).zip(&cannot).find(|(number, _)| *number == n);
            return match (listed, missing) {
                (Some((_, entry)), _) => {
                    format!("You may {}:\n{}", lower(&entry.text), quote(page, entry.rule, self.brush))
                }
                (None, Some((_, entry))) => forbidden(entry),
                _ => format!("There is no entry {n}; type why for the list.\n"),
            };
        }
        if let Ok(rule) = what.parse::<Rule>() {
            return quote(page, rule, self.brush);
        }
        match self.table.why_typed(seat, what) {
            Ok(None) => format!("You may '{what}' now.\n"),
            Ok(Some(rule)) => format!("You cannot '{what}' now:\n{}", quote(page, rule, self.brush)),
            Err(refused) => format!("{}\n", self.brush.wrap(&refused.to_string(), 0)),
        }
    }

    /// Back to the seat's own last question, unless another person has chosen since or would be the wiser for it.
    fn take_back(&mut self, seat: Seat) -> Result<(), &'static str> {
        let choices = self.table.record().choices;
        let last = choices.iter().rposition(|c| c.seat == seat);
        let ply = last.ok_or("You have no choice to take back.")?;
        if choices[ply + 1..].iter().any(|c| self.chairs[c.seat.index()] == Chair::Person) {
            return Err("Somebody else has made a choice since, so yours cannot be taken back.");
        }
        // Between people at one keyboard, as at a table of the house.
        if self.people().count() > 1 && self.table.harmless(seat) != Some(ply as u32) {
            return Err(
                "Chance has decided something since, or a secret has come out; that cannot be taken back.",
            );
        }
        self.table = self.table.went_back_to(ply as u32);
        self.orders.went_back_to(ply as u32);
        for (i, read) in self.read.iter_mut().enumerate() {
            *read = (*read).min(self.table.heard(Some(Seat(i as u8))));
        }
        Ok(())
    }

    /// The end; true if another game begins.
    fn after_the_game(&mut self, at_work: &mut AtWork) -> Result<bool, CliFault> {
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
        let _ = writeln!(out, "The game is recorded in {}", self.file.display());
        say(out)?;
        debug_assert_eq!(self.table.status(), Status::Over);
        let again = ask(at_work, "Another game? [y/N] ")?;
        if !again.is_some_and(|a| matches!(a.to_lowercase().as_str(), "y" | "yes")) {
            say("\n")?;
            return Ok(false);
        }
        let Some(table) = self.table.play_again(store::fresh_seed()?) else { return Ok(false) };
        self.table = table;
        self.orders = Standings::default();
        self.file = store::new_file(self.table.info().id)?;
        self.saved = None;
        self.read.fill(0);
        self.at_keyboard = None;
        self.save()?;
        self.note_file(at_work);
        Ok(true)
    }
}

/// What to type for each entry of a menu: its place from 1, or, where a number is asked for, that number.
fn numbers(menu: &Menu) -> Vec<i64> {
    let value = |entry: &MenuEntry| entry.code.rsplit(' ').next()?.parse().ok();
    let values = match menu.prompt.shape {
        Shape::Number { .. } => menu.entries.iter().map(value).collect(),
        _ => None,
    };
    values.unwrap_or_else(|| (1..=menu.entries.len() as i64).collect())
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
