//! Tables whose game is hidden: what pages, terminals and scripts hold.

use std::sync::OnceLock;

use serde_json::Value;

use super::{Overheard, Refused, Table, Told, Who, checkpoint, to_value};
use crate::edition::Stamp;
use crate::game::{Ending, Game, Info, Status};
use crate::hash::fingerprint;
use crate::luck::Seed;
use crate::orders::Order;
use crate::record::Record;
use crate::rules::Rule;
use crate::seat::{Seat, SeatSet};
use crate::sink::Note;
use crate::words::{Brush, Menu, MenuEntry, Names, Prompt, Words};

/// A table whose game is hidden. It has no accessor for the state, so who holds one can only ask as a viewer.
pub trait AnyTable: Send + Sync {
    /// Which game is played.
    fn info(&self) -> &'static Info;
    /// What the seats are called.
    fn names(&self) -> &Names;
    /// Whom the table waits for. In a race these are all who race until the last of them has answered.
    fn status(&self) -> Status;
    /// Whose answer is not in yet: for whoever runs the table, and for nobody at it.
    fn waiting(&self) -> SeatSet;
    /// The answer that a seat has given in an open race: for that seat, and for nobody else.
    fn sealed(&self, seat: Seat) -> Option<MenuEntry>;
    /// How many choices have been made.
    fn ply(&self) -> u32;
    /// The edition of the game, and what must be kept of it to play on.
    fn stamp(&self) -> Stamp;
    /// Is it played with cards that this program has no more?
    fn is_old(&self) -> bool;
    /// The question to a seat, if it is asked and has not answered.
    fn menu(&self, seat: Seat) -> Option<Menu>;
    /// The same in words alone: the question, and its answers in the order of the menu.
    fn asked(&self, seat: Seat) -> Option<(Prompt, Vec<String>)>;
    /// Answers with an entry of the menu. The ply says which question is meant, so that a stale answer is refused.
    fn act(&mut self, seat: Seat, ply: u32, pick: usize) -> Result<(), Refused>;
    /// Answers with an act in its text form. A race then waits until [`count`](AnyTable::count) says in which order its answers
    /// count; the other ways to answer draw lots.
    fn seal(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused>;
    /// The order that lots give a race in which all have answered.
    fn lots(&self) -> Option<Vec<Seat>>;
    /// Carries out a race in which all have answered: in this order their answers count.
    fn count(&mut self, order: &[Seat]) -> Result<(), Refused>;
    /// Answers with an act in its text form.
    fn act_text(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused>;
    /// Answers with an act as people type it: seats count from 1.
    fn act_typed(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused>;
    /// Answers with an act in its structured form.
    fn act_value(&mut self, seat: Seat, ply: u32, act: &Value) -> Result<(), Refused>;
    /// Why may the seat not do this now? `Ok(None)`: it may. A seat that is not asked gets the rule for that.
    fn why_text(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused>;
    /// The same for an act as people type it: seats count from 1.
    fn why_typed(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused>;
    /// The same for an act in its structured form.
    fn why_value(&self, seat: Seat, act: &Value) -> Result<Option<Rule>, Refused>;
    /// What the seat might think of doing and may not, each with the rule that forbids it.
    fn cannot(&self, seat: Seat) -> Vec<MenuEntry>;
    /// The same in words alone.
    fn refusals(&self, seat: Seat) -> Vec<(String, Rule)>;
    /// The standing orders of the game.
    fn orders(&self) -> &'static [Order];
    /// Which entry of the seat's menu an order picks, if it is about the question at hand.
    fn obey(&self, seat: Seat, order: &str) -> Option<usize>;
    /// Whose turn it is.
    fn turn(&self) -> Option<Seat>;
    /// What is being asked, in words, as this viewer may know it.
    fn question(&self, who: Who) -> Option<Prompt>;
    /// What a viewer heard, but for the first `from` lines.
    fn news(&self, who: Who, from: usize) -> Vec<Told>;
    /// The same in words alone: the place of each line among all that the viewer heard, and its text.
    fn story(&self, who: Who, from: usize) -> Vec<(usize, String)>;
    /// How much a viewer has heard so far: what they hear from now on has this place or a later one.
    fn heard(&self, who: Who) -> usize;
    /// What a viewer sees.
    fn view(&self, who: Who) -> Value;
    /// A fingerprint of what a viewer sees.
    fn view_hash(&self, who: Who) -> u64;
    /// What a viewer sees, as plain text.
    fn draw(&self, who: Who, brush: Brush) -> String;
    /// The scores, by seat.
    fn scores(&self) -> Vec<i32>;
    /// How the game ended, and who won, once it is over.
    fn ending(&self) -> Option<(Ending, SeatSet)>;
    /// The whole past as a text. It holds the seed: not for players of an unfinished game.
    fn record(&self) -> Record;
    /// Takes the last choice back, whoever made it; of a race all the answers, sealed or counted. Returns false at the start.
    fn undo(&mut self) -> bool;
    /// The ply before the last choice, if this seat made it, chance had no part in it and no secret has come out since:
    /// the seat could take it back, and nobody would be wiser for it.
    fn harmless(&self, seat: Seat) -> Option<u32>;
    /// The ply before this seat's last choice, whatever came of it.
    fn last_choice(&self, seat: Seat) -> Option<u32>;
    /// The plies before and after the step to which the choice at this ply belongs: a race is one step.
    fn step_at(&self, ply: u32) -> (u32, u32);
    /// Remembers something for a front end. The key `names` also names the seats.
    fn keep(&mut self, key: &str, value: Value);
    /// Gives back the room that can be done without while nobody looks. What was told is told again when it is needed.
    fn trim(&mut self);
    /// The same table as it was after `ply` choices, to go on differently.
    fn fork(&self, ply: u32) -> Box<dyn AnyTable>;
    /// Another game with the same people and a new seed.
    fn rematch(&self, seed: Seed) -> Option<Box<dyn AnyTable>>;
}

/// What only scenarios and `drive` may do: see everything.
pub trait OpenTable: AnyTable {
    /// The whole position, nothing hidden, in the form of a scenario's front matter.
    fn everything(&self) -> Value;
    /// The table as plain text with every card open.
    fn draw_open(&self, brush: Brush) -> String;
    /// Everything that was told to anybody.
    fn whole_log(&self) -> Vec<Overheard>;
    /// The state's fingerprint.
    fn fingerprint(&self) -> u64;
    /// What is wrong with the luck script so far.
    fn luck_fault(&self) -> Option<String>;
    /// How many scripted rolls nobody has asked for.
    fn luck_unused(&self) -> usize;
}

fn read_value<G: Game>(act: &Value) -> Result<G::Action, Refused> {
    serde_json::from_value(act.clone())
        .map_err(|e| Refused::Unreadable(format!("{act} is not an action of this game: {e}")))
}

impl<G: Words> Table<G> {
    fn entry(&self, view: &G::View, act: G::Action, names: &Names, rule: Rule) -> MenuEntry {
        MenuEntry { action: to_value(&act), code: act.to_string(), text: G::action(view, act, names), rule }
    }

    /// What a seat that is asked might think of doing and may not, in whatever form is wanted.
    fn forbidden<T>(&self, seat: Seat, form: impl Fn(&G::View, G::Action, Rule) -> T) -> Vec<T> {
        if !self.waiting().has(seat) {
            return Vec::new();
        }
        let view = self.game.view(Some(seat));
        let mut acts = Vec::new();
        G::thinkable(&view, &mut acts);
        acts.into_iter().filter_map(|a| Some(form(&view, a, G::refuse(&view, a)?))).collect()
    }

    fn why(&self, seat: Seat, act: G::Action) -> Option<Rule> {
        G::refuse(&self.game.view(Some(seat)), self.game.meant(act))
    }
}

impl<G: Words> AnyTable for Table<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }
    fn names(&self) -> &Names {
        &self.names
    }
    fn status(&self) -> Status {
        self.game.status()
    }
    fn waiting(&self) -> SeatSet {
        Table::waiting(self)
    }
    fn sealed(&self, seat: Seat) -> Option<MenuEntry> {
        let act = self.sealed[seat]?;
        let view = self.game.view(Some(seat));
        Some(self.entry(&view, act, &self.names.seen_by(Some(seat)), G::rule_of(&view, act)))
    }
    fn ply(&self) -> u32 {
        Table::ply(self)
    }
    fn stamp(&self) -> Stamp {
        Table::stamp(self)
    }
    fn is_old(&self) -> bool {
        self.stamp.is_some()
    }
    fn menu(&self, seat: Seat) -> Option<Menu> {
        let acts = self.acts(seat);
        if acts.is_empty() {
            return None;
        }
        let view = self.game.view(Some(seat));
        let names = self.names.seen_by(Some(seat));
        let entries = acts.into_iter().map(|a| self.entry(&view, a, &names, G::rule_of(&view, a))).collect();
        Some(Menu { seat, ply: self.ply(), prompt: G::prompt(&view, &names), entries })
    }
    fn asked(&self, seat: Seat) -> Option<(Prompt, Vec<String>)> {
        let acts = self.acts(seat);
        if acts.is_empty() {
            return None;
        }
        let view = self.game.view(Some(seat));
        let names = self.names.seen_by(Some(seat));
        let answers = acts.into_iter().map(|act| G::action(&view, act, &names)).collect();
        Some((G::prompt(&view, &names), answers))
    }
    fn act(&mut self, seat: Seat, ply: u32, pick: usize) -> Result<(), Refused> {
        self.try_pick(seat, ply, pick)
    }
    fn seal(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused> {
        let act = act.parse().map_err(Refused::Unreadable)?;
        self.try_seal(seat, ply, self.game.meant(act))
    }
    fn lots(&self) -> Option<Vec<Seat>> {
        Table::lots(self)
    }
    fn count(&mut self, order: &[Seat]) -> Result<(), Refused> {
        Table::count(self, order)
    }
    fn act_text(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused> {
        let act = act.parse().map_err(Refused::Unreadable)?;
        self.try_act(seat, ply, self.game.meant(act))
    }
    fn act_typed(&mut self, seat: Seat, ply: u32, act: &str) -> Result<(), Refused> {
        let act = G::typed(act).map_err(Refused::Unreadable)?;
        self.try_act(seat, ply, self.game.meant(act))
    }
    fn act_value(&mut self, seat: Seat, ply: u32, act: &Value) -> Result<(), Refused> {
        let act = read_value::<G>(act)?;
        self.try_act(seat, ply, self.game.meant(act))
    }
    fn why_text(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused> {
        Ok(self.why(seat, act.parse().map_err(Refused::Unreadable)?))
    }
    fn why_typed(&self, seat: Seat, act: &str) -> Result<Option<Rule>, Refused> {
        Ok(self.why(seat, G::typed(act).map_err(Refused::Unreadable)?))
    }
    fn why_value(&self, seat: Seat, act: &Value) -> Result<Option<Rule>, Refused> {
        Ok(self.why(seat, read_value::<G>(act)?))
    }
    fn cannot(&self, seat: Seat) -> Vec<MenuEntry> {
        let names = self.names.seen_by(Some(seat));
        self.forbidden(seat, |view, act, rule| self.entry(view, act, &names, rule))
    }
    fn refusals(&self, seat: Seat) -> Vec<(String, Rule)> {
        let names = self.names.seen_by(Some(seat));
        self.forbidden(seat, |view, act, rule| (G::action(view, act, &names), rule))
    }
    fn orders(&self) -> &'static [Order] {
        G::orders()
    }
    fn obey(&self, seat: Seat, order: &str) -> Option<usize> {
        let acts = self.acts(seat);
        let answer = G::obey(&self.game.view(Some(seat)), order)?;
        acts.iter().position(|act| *act == answer)
    }
    fn turn(&self) -> Option<Seat> {
        G::turn(&self.game.view(None))
    }
    fn question(&self, who: Who) -> Option<Prompt> {
        if self.game.status() == Status::Over {
            return None;
        }
        Some(G::prompt(&self.game.view(who), &self.names.seen_by(who)))
    }
    fn news(&self, who: Who, from: usize) -> Vec<Told> {
        let names = self.names.seen_by(who);
        let heard = self.told().iter().filter(|(_, note)| note.to.reaches(who));
        heard
            .enumerate()
            .skip(from)
            .map(|(at, (ply, note))| Told {
                at,
                ply: *ply,
                text: G::event(&note.event, &names),
                event: to_value(&note.event),
            })
            .collect()
    }
    fn story(&self, who: Who, from: usize) -> Vec<(usize, String)> {
        let names = self.names.seen_by(who);
        let heard = self.told().iter().filter(|(_, note)| note.to.reaches(who));
        heard.enumerate().skip(from).map(|(at, (_, note))| (at, G::event(&note.event, &names))).collect()
    }
    fn heard(&self, who: Who) -> usize {
        self.told().iter().filter(|(_, note)| note.to.reaches(who)).count()
    }
    fn view(&self, who: Who) -> Value {
        to_value(&self.game.view(who))
    }
    fn view_hash(&self, who: Who) -> u64 {
        fingerprint(&to_value(&self.game.view(who)).to_string())
    }
    fn draw(&self, who: Who, brush: Brush) -> String {
        G::draw(&self.game.view(who), &self.names.seen_by(who), brush)
    }
    fn scores(&self) -> Vec<i32> {
        Seat::all(self.game.seats()).map(|s| self.game.score(s)).collect()
    }
    fn ending(&self) -> Option<(Ending, SeatSet)> {
        self.game.ending().map(|e| (e, self.game.winners()))
    }
    fn record(&self) -> Record {
        self.to_record()
    }
    fn undo(&mut self) -> bool {
        let before = match self.sealed.0.iter().any(Option::is_some) {
            true => self.ply(),
            false => match self.ply().checked_sub(1) {
                Some(last) => self.step_of(last),
                None => return false,
            },
        };
        *self = self.at(before);
        true
    }
    fn harmless(&self, seat: Seat) -> Option<u32> {
        Table::harmless(self, seat)
    }
    fn last_choice(&self, seat: Seat) -> Option<u32> {
        let last = || self.past.iter().rposition(|(by, _)| *by == seat).map(|ply| self.step_of(ply as u32));
        self.sealed[seat].map(|_| self.ply()).or_else(last)
    }
    fn step_at(&self, ply: u32) -> (u32, u32) {
        let start = self.step_of(ply);
        let race = self.races.iter().find(|(at, _)| *at == start);
        (start, start + race.map_or(1, |(_, many)| u32::from(*many)))
    }
    fn keep(&mut self, key: &str, value: Value) {
        self.keep_with(key, value);
    }
    fn trim(&mut self) {
        self.past.shrink_to_fit();
        self.races.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.news = OnceLock::new();
    }
    fn fork(&self, ply: u32) -> Box<dyn AnyTable> {
        Box::new(self.at(ply))
    }
    fn rematch(&self, seed: Seed) -> Option<Box<dyn AnyTable>> {
        Some(Box::new(self.again(seed)?))
    }
}

impl<G: Words> OpenTable for Table<G> {
    fn everything(&self) -> Value {
        to_value(&self.game.position())
    }
    fn draw_open(&self, brush: Brush) -> String {
        let open: Vec<G::View> = Seat::all(self.game.seats()).map(|s| self.game.view(Some(s))).collect();
        G::draw_open(&self.game.view(None), &open, &self.names, brush)
    }
    fn whole_log(&self) -> Vec<Overheard> {
        let line = |(at, (ply, note)): (usize, &(u32, Note<G::Event>))| Overheard {
            to: note.to,
            told: Told {
                at,
                ply: *ply,
                text: G::event(&note.event, &self.names),
                event: to_value(&note.event),
            },
        };
        self.told().iter().enumerate().map(line).collect()
    }
    fn fingerprint(&self) -> u64 {
        checkpoint(&self.game)
    }
    fn luck_fault(&self) -> Option<String> {
        self.luck.fault().map(str::to_owned)
    }
    fn luck_unused(&self) -> usize {
        self.luck.unused()
    }
}
