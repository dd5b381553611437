//! The rooms of the house: how each game looks on a page.
//!
//! A game's [`Layout`] is drawn from a view, so a page cannot show more than a view does. Everything else about a table
//! on the web is the same for all games. A new game adds a layout here and its line in [`ROOMS`].

mod felt;
mod mighty_beanz;
mod mister_spy;
mod prints;
mod renamed_spy;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{PoisonError, RwLock};

use ::mighty_beanz::MightyBeanz;
use ::mister_spy::MisterSpy;
use ::renamed_spy::RenamedSpy;
use bots::{BotTable, Room};
use maud::{Markup, Render as _, html};
use serde_json::Value;
use table::Study;
use table::record::RecordFault;
use table::table::{Opening, read_setup};
use table::{Brush, Fault, GameOf, Names, Record, Seat, Seed, Stamp, Table, Who, Words};

pub(crate) use prints::prints;
use prints::{Prints, small};

/// Every game that can be played in the browser, in the order of the front page.
pub const ROOMS: &[&dyn WebRoom] =
    &[&GameOf::<MisterSpy>::new(), &GameOf::<RenamedSpy>::new(), &GameOf::<MightyBeanz>::new()];

/// Rooms that a program has beside these: tests have games of their own.
static MORE: RwLock<Vec<&'static dyn WebRoom>> = RwLock::new(Vec::new());

/// Opens another room.
pub fn open_also(room: &'static dyn WebRoom) {
    let mut more = MORE.write().unwrap_or_else(PoisonError::into_inner);
    if !more.iter().any(|known| known.info().id == room.info().id) {
        more.push(room);
    }
}

/// The room of a game.
pub fn room(id: &str) -> Option<&'static dyn WebRoom> {
    let more = MORE.read().unwrap_or_else(PoisonError::into_inner);
    ROOMS.iter().chain(more.iter()).copied().find(|room| room.info().id == id)
}

/// Something to agree on before the game, with a few sensible answers; the first is what is usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The word in a form.
    pub name: &'static str,
    /// The words for people.
    pub label: &'static str,
    /// The answers: the word in a form, the words for people, and the options of the game as JSON.
    pub answers: &'static [(&'static str, &'static str, &'static str)],
}

impl Choice {
    /// What these options come to, for people: of the answers that fit, the one that says most.
    pub fn agreed(&self, options: &Value) -> Option<&'static str> {
        let fits = |(_, words, json): &(&str, &'static str, &str)| {
            let answer: serde_json::Map<String, Value> = serde_json::from_str(json).ok()?;
            answer
                .iter()
                .all(|(name, value)| options.get(name) == Some(value))
                .then_some((answer.len(), *words))
        };
        let best = self
            .answers
            .iter()
            .filter_map(fits)
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, words)| words)
    }
}

/// A game that knows how it looks. Until it says more, it is the text of the terminal and a list of answers.
pub trait Layout: Words + Study {
    /// About how long a game takes.
    const LENGTH: &'static str = "a few minutes";
    /// A first game to learn it by: a scenario that is a lesson.
    const LESSON: Option<&'static str> = None;

    /// The spots of the table that an act is about: a click on one of them offers the act.
    fn spots(_view: &Self::View, _act: Self::Action) -> Vec<String> {
        Vec::new()
    }

    /// The table as the viewer sees it. `open` has every seat's own view when all cards may be shown.
    fn felt(view: &Self::View, _open: &[Self::View], desk: &Desk) -> Markup {
        html! { pre class="board" { (Self::draw(view, desk.names, Brush::PLAIN)) } }
    }

    /// Every card that can be spoken of: its name in sentences, and its slug.
    fn cards() -> Vec<(String, String)> {
        Vec::new()
    }

    /// What can be agreed on before the game.
    const CHOICES: &'static [Choice] = &[];

    /// The decks of the house that a player can choose, by name and with their titles; none: nobody brings a deck.
    fn decks() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// A deck by its name or its list, as it is kept, or every rule that it breaks under these options.
    fn deck(deck: &str, _options: &Value) -> Result<String, Vec<String>> {
        Ok(deck.to_owned())
    }

    /// Does this act end the viewer's turn? Then it stands last in the list, where nobody takes it by mistake.
    fn parts(_act: Self::Action) -> bool {
        false
    }

    /// Where a card stands among all cards: a heading, and a number that sorts headings.
    fn shelf(_slug: &str) -> (u8, String) {
        (0, String::new())
    }

    /// What stands on a card, for those who read it large: its name, what it is, its text.
    fn read(_slug: &str) -> Option<[String; 3]> {
        None
    }

    /// What somebody said aloud in something that happened: who, and the words.
    fn speech(_event: &Self::Event) -> Option<(Seat, String)> {
        None
    }

    /// What there is to see of something that happened, besides the words for it.
    fn film(_event: &Self::Event) -> Option<Shown> {
        None
    }
}

/// Something that happened and can be seen happening. It needs nothing but what all know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Where its film is; `.json` and `.svg` are to be added.
    pub film: String,
    /// Who did it.
    pub seat: Seat,
    /// In which part of the table.
    pub place: u8,
}

/// A table that can be drawn on a page.
pub trait WebTable: BotTable {
    /// The table as somebody sees it, with their choices on it if they are asked. `notes` are shown at the seats' places.
    fn felt(&self, who: Who, hands: Hands, notes: &[Markup]) -> Markup;
    /// The same table as it was after `ply` choices.
    fn back_at(&self, ply: u32) -> Box<dyn WebTable>;
    /// An entry of a seat's menu, as it is kept.
    fn code(&self, seat: Seat, pick: usize) -> Option<String>;
    /// The order in which the entries of a seat's menu are listed for people.
    fn listing(&self, seat: Seat) -> Vec<usize>;
    /// The options of another game right after this one; none before it is over.
    fn next_options(&self) -> Option<Value>;
    /// What there is to see of what a viewer heard from a place on: the place in their log, and what.
    fn shown(&self, who: Who, from: usize) -> Vec<(usize, Shown)>;
}

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

/// A game of the house with everything that the web needs.
pub trait WebRoom: Room {
    /// Deals a new game.
    fn deal_web(&self, seats: u8, options: &Value, seed: Seed) -> Result<Box<dyn WebTable>, Fault>;
    /// Deals the cards of a game that was kept with this stamp once more.
    fn deal_again(
        &self,
        seats: u8,
        options: &Value,
        seed: Seed,
        stamp: &Stamp,
    ) -> Result<Box<dyn WebTable>, Fault>;
    /// Takes up a record.
    fn resume_web(&self, record: &Record) -> Result<Box<dyn WebTable>, RecordFault>;
    /// About how long a game takes.
    fn length(&self) -> &'static str;
    /// The text of its lesson.
    fn lesson(&self) -> Option<&'static str>;
    /// The names of the cards in sentences, longest first, with their slugs.
    fn cards(&self) -> Vec<(String, String)>;
    /// The cards as they stand on shelves: a heading, and names with slugs.
    fn shelves(&self) -> Vec<(String, Vec<(String, String)>)>;
    /// What stands on a card.
    fn read(&self, slug: &str) -> Option<[String; 3]>;
    /// What can be agreed on before the game.
    fn choices(&self) -> &'static [Choice];
    /// The decks of the house by name, with their titles; none: nobody brings a deck.
    fn decks(&self) -> Vec<(&'static str, &'static str)>;
    /// A deck by its name or its list, as it is kept, or every rule that it breaks under these options.
    fn deck(&self, deck: &str, options: &Value) -> Result<String, Vec<String>>;
}

impl<G: Layout> WebTable for Table<G> {
    fn felt(&self, who: Who, hands: Hands, notes: &[Markup]) -> Markup {
        let view = self.eyes(who).view();
        let names = table::AnyTable::names(self).seen_by(who);
        let seats = names.list().len() as u8;
        let acts = match (who, hands) {
            (Some(seat), Hands::On | Hands::Led(_)) => self.acts(seat),
            _ => Vec::new(),
        };
        let entry = |(pick, act): (usize, &G::Action)| Entry {
            pick,
            text: G::action(&view, *act, &names),
            spots: G::spots(&view, *act),
            led: hands == Hands::Led(pick),
        };
        let entries = acts.iter().enumerate().map(entry).collect();
        let open: Vec<G::View> = match hands {
            Hands::Open => Seat::all(seats).map(|s| self.eyes(Some(s)).view()).collect(),
            _ => Vec::new(),
        };
        let prints = prints(G::info().id);
        let spoken = self.latest(who).filter_map(G::speech).last();
        let desk = Desk { game: G::info().id, who, names: &names, notes, entries, prints, spoken };
        G::felt(&view, &open, &desk)
    }
    fn back_at(&self, ply: u32) -> Box<dyn WebTable> {
        Box::new(self.at(ply))
    }
    fn code(&self, seat: Seat, pick: usize) -> Option<String> {
        self.acts(seat).get(pick).map(|act| act.to_string())
    }
    fn listing(&self, seat: Seat) -> Vec<usize> {
        let acts = self.acts(seat);
        let mut order: Vec<usize> = (0..acts.len()).collect();
        order.sort_by_key(|&pick| G::parts(acts[pick]));
        order
    }
    fn next_options(&self) -> Option<Value> {
        let mut options = serde_json::to_value(Table::rematch(self)?).ok()?;
        // The number of seats stands beside the options.
        options.as_object_mut()?.remove("seats");
        Some(options)
    }
    fn shown(&self, who: Who, from: usize) -> Vec<(usize, Shown)> {
        let heard = self.events(who).enumerate().skip(from);
        heard.filter_map(|(at, event)| Some((at, G::film(event)?))).collect()
    }
}

impl<G: Layout> WebRoom for GameOf<G> {
    fn deal_web(&self, seats: u8, options: &Value, seed: Seed) -> Result<Box<dyn WebTable>, Fault> {
        Ok(Box::new(Table::<G>::deal(read_setup::<G>(seats, options)?, seed)?))
    }
    fn deal_again(
        &self,
        seats: u8,
        options: &Value,
        seed: Seed,
        stamp: &Stamp,
    ) -> Result<Box<dyn WebTable>, Fault> {
        // Other rules may have had other options.
        stamp.same_rules::<G>()?;
        Ok(Box::new(Table::<G>::reopen(Opening::Deal(read_setup::<G>(seats, options)?), seed, stamp)?))
    }
    fn resume_web(&self, record: &Record) -> Result<Box<dyn WebTable>, RecordFault> {
        Ok(Box::new(Table::<G>::replay(record)?))
    }
    fn length(&self) -> &'static str {
        G::LENGTH
    }
    fn lesson(&self) -> Option<&'static str> {
        G::LESSON
    }
    fn cards(&self) -> Vec<(String, String)> {
        let mut cards = G::cards();
        cards.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        cards
    }
    fn shelves(&self) -> Vec<(String, Vec<(String, String)>)> {
        let mut shelves: BTreeMap<(u8, String), Vec<(String, String)>> = BTreeMap::new();
        for (name, slug) in G::cards() {
            shelves.entry(G::shelf(&slug)).or_default().push((name, slug));
        }
        shelves.values_mut().for_each(|cards| cards.sort());
        shelves.into_iter().map(|((_, heading), cards)| (heading, cards)).collect()
    }
    fn read(&self, slug: &str) -> Option<[String; 3]> {
        G::read(slug)
    }
    fn choices(&self) -> &'static [Choice] {
        G::CHOICES
    }
    fn decks(&self) -> Vec<(&'static str, &'static str)> {
        G::decks()
    }
    fn deck(&self, deck: &str, options: &Value) -> Result<String, Vec<String>> {
        G::deck(deck, options)
    }
}

/// One thing the viewer may choose.
struct Entry {
    pick: usize,
    text: String,
    spots: Vec<String>,
    led: bool,
}

/// What a layout draws with: cards, backs, spots that can be clicked.
pub struct Desk<'a> {
    game: &'static str,
    /// Who looks.
    pub who: Who,
    /// What the seats are called.
    pub names: &'a Names,
    notes: &'a [Markup],
    entries: Vec<Entry>,
    prints: &'static Prints,
    spoken: Option<(Seat, String)>,
}

impl Desk<'_> {
    /// What the house has to say about a seat: its clock, or that nobody is there.
    pub fn note(&self, seat: Seat) -> Markup {
        self.notes.get(seat.index()).cloned().unwrap_or_default()
    }

    /// What was said aloud since the last choice, and by whom: it hangs in the air until the next one.
    pub fn spoken(&self) -> Option<(Seat, String)> {
        self.spoken.clone()
    }

    /// Is the viewer asked something?
    pub fn asks(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Can something be chosen at this spot?
    pub fn offered(&self, spot: &str) -> bool {
        self.offers(spot).next().is_some()
    }

    fn offers(&self, spot: &str) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |e| e.spots.iter().any(|s| s == spot))
    }

    /// How a spot is marked: nothing can be chosen there, something can, or it is what the viewer is shown.
    fn mark(&self, spot: &str) -> &'static str {
        match self.offers(spot).map(|entry| entry.led).max() {
            None => "spot",
            Some(false) => "spot live",
            Some(true) => "spot live led",
        }
    }

    /// A card that the viewer sees: large on request, with whatever can be done with it. `spot` names its place and is
    /// unique on the page; `note` is added to what a screen reader hears.
    pub fn face(&self, spot: &str, slug: &str, note: &str) -> Markup {
        self.face_with(spot, slug, note, &Markup::default())
    }

    /// The same with more to read on it.
    pub fn face_with(&self, spot: &str, slug: &str, note: &str, more: &Markup) -> Markup {
        let print = self.prints.card(self.game, slug);
        // A page has dozens of cards, and each names its spot four times: once is enough to escape it.
        let name = spot.render();
        html! {
            button type="button" class=(self.mark(spot)) popovertarget={ "on-" (name) }
                data-spot=(name) aria-label={ (print.label) @if !note.is_empty() { ", " (note) } } { (print.small) }
            div class="zoom" id={ "on-" (name) } popover {
                (print.large)
                div class="reading" { (print.reading) (more) (self.choices(spot)) }
                button type="button" class="close" popovertarget={ "on-" (name) } popovertargetaction="hide" aria-label="Close" { "×" }
            }
        }
    }

    /// A card that nobody, or only somebody else, sees.
    pub fn back(&self, spot: &str, back: &str, label: &str) -> Markup {
        let live = self.offers(spot).next().is_some();
        let picture = small(self.game, back);
        if !live {
            return html! { span class="spot" data-spot=(spot) role="img" aria-label=(label) { (picture) } };
        }
        html! {
            button type="button" class=(self.mark(spot)) popovertarget={ "on-" (spot) } data-spot=(spot) aria-label=(label) {
                (picture)
            }
            div class="zoom small" id={ "on-" (spot) } popover { div class="reading" { (self.choices(spot)) } }
        }
    }

    /// Something else that can be clicked, such as a player's whole place.
    pub fn place(&self, spot: &str, label: &str, inside: &Markup) -> Markup {
        let mut offers = self.offers(spot);
        let Some(first) = offers.next() else { return inside.clone() };
        // Where the question is only which spot, a click on an empty one is the answer.
        if offers.next().is_none() && self.entries.iter().all(|entry| !entry.spots.is_empty()) {
            return html! {
                button type="submit" class={ (self.mark(spot)) " wide" } name="pick" value=(first.pick) data-spot=(spot)
                    aria-label={ (first.text) ": " (label) } { (inside) }
            };
        }
        html! {
            button type="button" class={ (self.mark(spot)) " wide" } popovertarget={ "on-" (spot) } data-spot=(spot)
                aria-label=(label) { (inside) }
            div class="zoom small" id={ "on-" (spot) } popover { div class="reading" { (self.choices(spot)) } }
        }
    }

    fn choices(&self, spot: &str) -> Markup {
        html! {
            @for entry in self.offers(spot) {
                button type="submit" name="pick" value=(entry.pick) class=(if entry.led { "choice led" } else { "choice" }) {
                    (entry.text)
                }
            }
        }
    }

    /// Faces in a row; cards that are alike are told apart by a number.
    pub fn row<S: AsRef<str>>(&self, at: &str, slugs: impl Iterator<Item = S>, note: &str) -> Markup {
        let (mut last, mut copy) = (String::new(), 0);
        html! {
            @for slug in slugs {
                @let slug = slug.as_ref();
                @let n = { copy = if last == slug { copy + 1 } else { 0 }; slug.clone_into(&mut last); copy };
                (self.face(&spot(&[&at, &slug, &n]), slug, note))
            }
        }
    }

    /// Several cards with the same back, from behind.
    pub fn backs(&self, seat: Seat, back: &str, count: u8, label: &str) -> Markup {
        html! {
            @for n in 0..count {
                (self.back(&format!("back-{seat}-{back}-{n}"), back, label))
            }
        }
    }
}

/// A name made fit for an element's id.
pub(crate) fn spot(parts: &[&dyn std::fmt::Display]) -> String {
    let mut out = String::new();
    for (i, part) in parts.iter().enumerate() {
        let _ = write!(out, "{}{part}", if i == 0 { "" } else { "-" });
    }
    out
}
