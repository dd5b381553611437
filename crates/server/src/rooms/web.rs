//! Tables and rooms as pages need them, with the type of the game hidden.

use std::collections::BTreeMap;

use bots::{BotTable, Room};
use serde_json::Value;
use table::record::RecordFault;
use table::table::Beginning;
use table::{AnyTable, Fault, GameOf, Prompt, Record, Rule, Seat, Seed, Shape, Stamp, Table, Who};

use super::board::draw::Pen;
use super::board::{Board, Note, Spot, Text};
use super::{Agreement, Assets, Desk, Layout, Routes, Scene, prints};
use crate::store::Millis;

/// What can be done with the table that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    /// The viewer may choose.
    On,
    /// The viewer may choose, and is shown this entry of the menu.
    Led(usize),
    /// The viewer only looks.
    Off,
    /// The viewer only looks, and all cards lie open: the game is over.
    Open,
}

/// One thing the viewer may choose.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its place in the menu.
    pub pick: usize,
    /// The words for people.
    pub text: String,
    /// The spots that it is about.
    pub spots: Vec<Spot>,
    /// Where something is dragged from or to, to choose it.
    pub drops: Vec<Spot>,
    /// The card that does it: what it can do stands together.
    pub by: Option<Spot>,
    /// Is it pointed out to the viewer?
    pub led: bool,
    /// Its number, if a number is asked for.
    pub number: Option<i32>,
}

/// A question with its answers, in the order in which they are listed for people.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question.
    pub prompt: Prompt,
    /// The answers.
    pub entries: Vec<Entry>,
}

/// A table as somebody sees it, ready to be drawn.
pub struct Laid {
    game: &'static str,
    /// What lies on it.
    pub board: Board,
    /// What the viewer is asked.
    pub question: Option<Question>,
}

impl Laid {
    /// What it is drawn with, for a page that must work without a script or for one that need not. What cannot be done at a
    /// spot is said there.
    pub fn pen<'a>(&'a self, full: bool, refused: &'a [(Spot, maud::Markup)]) -> Pen<'a> {
        let entries = self.question.as_ref().map_or(&[][..], |question| &question.entries);
        Pen { game: self.game, prints: prints(self.game), entries, refused, full }
    }

    /// The whole board, as a page has it that works without a script.
    pub fn whole(&self) -> maud::Markup {
        self.pen(true, &[]).board(&self.board)
    }
}

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its place among all that the viewer heard.
    pub at: usize,
    /// How many choices came before it.
    pub ply: u32,
    /// The words.
    pub text: String,
    /// What there is to see of it.
    pub scene: Option<Scene>,
}

/// Something that the viewer might want to do and may not.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// In words.
    pub text: String,
    /// The rule that forbids it.
    pub rule: Rule,
    /// The spots that it would be about.
    pub spots: Vec<Spot>,
}

/// A table that can be drawn on a page.
pub trait WebTable: BotTable {
    /// The table as somebody sees it, with their choices if they are asked. `notes` are shown at the seats' places.
    fn lay(&self, who: Who, hands: Hands, notes: &[Note]) -> Laid;
    /// The same table as it was after `ply` choices.
    fn back_at(&self, ply: u32) -> Box<dyn WebTable>;
    /// An entry of a seat's menu, as it is kept.
    fn code(&self, seat: Seat, pick: usize) -> Option<String>;
    /// The options of another game right after this one; none before it is over.
    fn next_options(&self) -> Option<Value>;
    /// How long a live table gives people for the race that is open.
    fn window(&self) -> Option<Millis>;
    /// The entry of a seat's menu that counts if they let that time go by.
    fn silence(&self, seat: Seat) -> Option<usize>;
    /// What a viewer heard, but for the first `from` lines.
    fn lines(&self, who: Who, from: usize) -> Vec<Line>;
    /// What a seat that is asked might think of doing and may not.
    fn refused(&self, seat: Seat) -> Vec<Refusal>;
    /// Whose turn it was, from which ply on.
    fn turns_taken(&self) -> Vec<(u32, Seat)>;
}

/// A game of the house with everything that the web needs.
pub trait WebRoom: Room {
    /// Deals or sets up a game; see [`AnyGame::begin`].
    fn begin_on_web(
        &self,
        how: &Beginning,
        seed: Seed,
        stamp: Option<&Stamp>,
    ) -> Result<Box<dyn WebTable>, Fault>;
    /// Takes up a recorded game again.
    fn resume_on_web(&self, record: &Record) -> Result<Box<dyn WebTable>, RecordFault>;
    /// About how long a game takes.
    fn length(&self) -> &'static str;
    /// Are there races that people have to answer in time?
    fn has_races(&self) -> bool;
    /// The text of its lesson.
    fn lesson(&self) -> Option<&'static str>;
    /// The names of the cards in sentences, longest first, with their slugs.
    fn cards(&self) -> Vec<(String, String)>;
    /// The cards as they stand on shelves: a heading, and names with slugs.
    fn shelves(&self) -> Vec<(String, Vec<(String, String)>)>;
    /// What stands on a card.
    fn read(&self, slug: &str) -> Option<[String; 3]>;
    /// Words that stand on cards and need explaining.
    fn glossary(&self) -> &'static [(&'static str, Rule)];
    /// Cards that show what a rule speaks of.
    fn pictures(&self, rule: Rule) -> &'static [&'static str];
    /// What can be agreed on before the game.
    fn choices(&self) -> &'static [Agreement];
    /// The decks of the house by name, with their titles; none: nobody brings a deck.
    fn decks(&self) -> Vec<(&'static str, &'static str)>;
    /// The list of a deck of the house, as it is written down.
    fn list(&self, deck: &str) -> Option<&'static str>;
    /// A deck by its name or its list, as it is kept, or every rule that it breaks under these options.
    fn deck(&self, deck: &str, options: &Value) -> Result<String, Vec<String>>;
    /// The picture that goes with a link to one of its tables: a PNG, 1200 wide and 630 high.
    fn preview(&self) -> Option<&'static [u8]>;
    /// Style and scripts of its own.
    fn assets(&self) -> Assets;
    /// Addresses of its own.
    fn routes(&self) -> Routes;
    /// Those among them that take a while to answer, and are limited.
    fn costly(&self) -> &'static [&'static str];
}

impl<G: Layout> WebTable for Table<G> {
    fn lay(&self, who: Who, hands: Hands, notes: &[Note]) -> Laid {
        let view = self.eyes(who).view();
        let names = AnyTable::names(self).seen_by(who);
        let acts = match (who, hands) {
            (Some(seat), Hands::On | Hands::Led(_)) => self.acts(seat),
            _ => Vec::new(),
        };
        let question = (!acts.is_empty()).then(|| {
            let prompt = G::prompt(&view, &names);
            let numbered = matches!(prompt.shape, Shape::Number { .. });
            let number = |act: &G::Action| act.to_string().split_whitespace().last()?.parse().ok();
            let entry = |(pick, act): (usize, &G::Action)| Entry {
                pick,
                text: G::action(&view, *act, &names),
                spots: G::spots(&view, *act),
                drops: G::drops(&view, *act),
                by: G::doer(&view, *act),
                led: hands == Hands::Led(pick),
                number: if numbered { number(act) } else { None },
            };
            let mut entries: Vec<Entry> = acts.iter().enumerate().map(entry).collect();
            entries.sort_by_key(|entry| (G::parts(acts[entry.pick]), entry.by));
            Question { prompt, entries }
        });
        let open: Vec<G::View> = match hands {
            Hands::Open => Seat::all(names.list().len() as u8).map(|s| self.eyes(Some(s)).view()).collect(),
            _ => Vec::new(),
        };
        let spoken = self.latest(who).filter_map(G::speech).last();
        let desk = Desk { who, names: &names, notes, asks: question.is_some(), spoken };
        Laid { game: G::info().id, board: G::lay(&view, &open, &desk), question }
    }
    fn back_at(&self, ply: u32) -> Box<dyn WebTable> {
        Box::new(self.at(ply))
    }
    fn code(&self, seat: Seat, pick: usize) -> Option<String> {
        self.acts(seat).get(pick).map(|act| act.to_string())
    }
    fn next_options(&self) -> Option<Value> {
        let mut options = serde_json::to_value(Table::rematch(self)?).ok()?;
        // The number of seats stands beside the options.
        options.as_object_mut()?.remove("seats");
        Some(options)
    }
    fn window(&self) -> Option<Millis> {
        G::window(&self.eyes(None).view()).map(|(time, _)| time)
    }
    fn silence(&self, seat: Seat) -> Option<usize> {
        let (_, silent) = G::window(&self.eyes(Some(seat)).view())?;
        self.acts(seat).iter().position(|act| *act == silent)
    }
    fn lines(&self, who: Who, from: usize) -> Vec<Line> {
        let names = AnyTable::names(self).seen_by(who);
        // A scene may need what was told just before the first line that is wanted.
        let first = from.saturating_sub(CONTEXT);
        let heard: Vec<(u32, &G::Event)> = self.timeline(who).skip(first).collect();
        let events: Vec<&G::Event> = heard.iter().map(|(_, event)| *event).collect();
        let line = |n: usize| {
            let (ply, event) = heard[n];
            // Only what came of the same choice belongs to a scene.
            let start = n - heard[..n].iter().rev().take_while(|(of, _)| *of == ply).count();
            let end = n + heard[n..].iter().take_while(|(of, _)| *of == ply).count();
            let scene = G::scene(&events[start..end], n - start);
            Line { at: first + n, ply, text: G::event(event, &names), scene }
        };
        (from - first..heard.len()).map(line).collect()
    }
    fn turns_taken(&self) -> Vec<(u32, Seat)> {
        Table::turns_taken(self)
    }
    fn refused(&self, seat: Seat) -> Vec<Refusal> {
        if !self.waiting().has(seat) {
            return Vec::new();
        }
        let view = self.eyes(Some(seat)).view();
        let names = AnyTable::names(self).seen_by(Some(seat));
        let mut acts = Vec::new();
        G::thinkable(&view, &mut acts);
        let refusal = |act: G::Action| {
            let rule = G::refuse(&view, act)?;
            Some(Refusal { text: G::action(&view, act, &names), rule, spots: G::spots(&view, act) })
        };
        acts.into_iter().filter_map(refusal).collect()
    }
}

/// So many lines before a line may say what is to be seen of it: no choice tells more.
const CONTEXT: usize = 40;

impl<G: Layout> WebRoom for GameOf<G> {
    fn begin_on_web(
        &self,
        how: &Beginning,
        seed: Seed,
        stamp: Option<&Stamp>,
    ) -> Result<Box<dyn WebTable>, Fault> {
        // Other rules may have had other options.
        stamp.map_or(Ok(()), Stamp::same_rules::<G>)?;
        Ok(Box::new(Table::<G>::begin(how.read()?, seed, stamp)?))
    }
    fn resume_on_web(&self, record: &Record) -> Result<Box<dyn WebTable>, RecordFault> {
        Ok(Box::new(Table::<G>::resume(record)?))
    }
    fn length(&self) -> &'static str {
        G::LENGTH
    }
    fn has_races(&self) -> bool {
        G::RACES
    }
    fn lesson(&self) -> Option<&'static str> {
        G::LESSON
    }
    fn cards(&self) -> Vec<(String, String)> {
        let named = |slug: String| Some((G::read(&slug)?.name, slug));
        let mut cards: Vec<_> = G::cards().into_iter().filter_map(named).collect();
        cards.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        cards
    }
    fn shelves(&self) -> Vec<(String, Vec<(String, String)>)> {
        let mut shelves: BTreeMap<(u8, Text), Vec<(String, String)>> = BTreeMap::new();
        for slug in G::cards() {
            let Some(card) = G::read(&slug) else { continue };
            shelves.entry(card.shelf).or_default().push((card.name, slug));
        }
        shelves.values_mut().for_each(|cards| cards.sort());
        shelves.into_iter().map(|((_, heading), cards)| (heading.into_owned(), cards)).collect()
    }
    fn read(&self, slug: &str) -> Option<[String; 3]> {
        G::read(slug).map(|card| [card.name, card.kind, card.text])
    }
    fn glossary(&self) -> &'static [(&'static str, Rule)] {
        G::GLOSSARY
    }
    fn pictures(&self, rule: Rule) -> &'static [&'static str] {
        G::pictures(rule)
    }
    fn choices(&self) -> &'static [Agreement] {
        G::CHOICES
    }
    fn decks(&self) -> Vec<(&'static str, &'static str)> {
        G::decks()
    }
    fn list(&self, deck: &str) -> Option<&'static str> {
        G::list(deck)
    }
    fn deck(&self, deck: &str, options: &Value) -> Result<String, Vec<String>> {
        G::deck(deck, options)
    }
    fn preview(&self) -> Option<&'static [u8]> {
        G::PREVIEW
    }
    fn assets(&self) -> Assets {
        G::ASSETS
    }
    fn routes(&self) -> Routes {
        G::routes()
    }
    fn costly(&self) -> &'static [&'static str] {
        G::COSTLY
    }
}
