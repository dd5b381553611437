//! What a game says about how it looks.

use std::sync::Arc;

use axum::Router;
use maud::html;
use serde_json::Value;
use table::{Brush, Names, Rule, Seat, Study, Who, Words};

use super::board::{Board, Head, Id, Note, Region, Spot, Text, Tracker, Zone};
use crate::house::House;
use crate::store::Millis;

/// Style sheets and scripts of a game: names, and what is in them. Only pages of the game load them.
pub type Assets = &'static [(&'static str, &'static str)];

/// Addresses of a game's own.
pub type Routes = Router<Arc<House>>;

/// Something to agree on before the game, with a few sensible answers; the first is what is usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// The word in a form.
    pub name: &'static str,
    /// The words for people.
    pub label: &'static str,
    /// The answers: the word in a form, the words for people, and the options of the game as JSON.
    pub answers: &'static [(&'static str, &'static str, &'static str)],
}

impl Agreement {
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

/// What a layout knows besides the view.
pub struct Desk<'a> {
    /// Who looks.
    pub who: Who,
    /// What the seats are called.
    pub names: &'a Names,
    /// What the house has to say about each seat.
    pub notes: &'a [Note],
    /// Is the viewer asked something?
    pub asks: bool,
    /// What was said aloud since the last choice, and by whom: it hangs in the air until the next one.
    pub spoken: Option<(Seat, String)>,
}

impl Desk<'_> {
    /// What the house has to say about a seat: its clock, or that nobody is there.
    pub fn note(&self, seat: Seat) -> Note {
        self.notes.get(seat.index()).cloned().unwrap_or_default()
    }

    /// The head of a seat's place.
    pub fn head(&self, seat: Seat, score: Tracker, turn: bool, asked: bool) -> Head {
        let (name, mine) = (self.names.name(seat).to_owned(), self.who == Some(seat));
        Head { seat, name, mine, score, turn, asked, note: self.note(seat) }
    }

    /// "Your", "Bo's".
    pub fn whose(&self, seat: Seat) -> String {
        if self.who == Some(seat) { "Your".to_owned() } else { format!("{}'s", self.names.name(seat)) }
    }
}

/// What there is to see of something that happened: its cards, and the word for it if it decides something. It is made from
/// what its viewer has heard.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scene {
    /// The cards, in the order in which they are shown side by side.
    pub cards: Vec<&'static str>,
    /// The word under which it is staged; empty: it is not.
    pub word: &'static str,
    /// Where its film is, if there is one, and who did it; `.json` and `.svg` are to be added.
    pub film: Option<(String, Seat)>,
}

impl Scene {
    /// With these cards.
    pub fn of(cards: impl IntoIterator<Item = &'static str>) -> Scene {
        Scene { cards: cards.into_iter().collect(), ..Scene::default() }
    }

    /// With this card.
    pub fn card(card: &'static str) -> Scene {
        Scene::of([card])
    }

    /// The same, on the stage.
    #[must_use]
    pub fn staged(self, word: &'static str) -> Scene {
        Scene { word, ..self }
    }

    /// The same with a film of it.
    #[must_use]
    pub fn with_film(self, film: String, by: Seat) -> Scene {
        Scene { film: Some((film, by)), ..self }
    }
}

/// What stands on a card, for those who read it large or look for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// Its name in sentences.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// The heading it stands under among all cards, and a number that sorts headings.
    pub shelf: (u8, Text),
}

/// A game that knows how it looks. Until it says more, it is the text of the terminal and a list of answers.
pub trait Layout: Words + Study {
    /// About how long a game takes.
    const LENGTH: &'static str = "a few minutes";
    /// Are there races that people have to answer in time?
    const RACES: bool = false;
    /// A first game to learn it by: a scenario that is a lesson.
    const LESSON: Option<&'static str> = None;
    /// What can be agreed on before the game.
    const CHOICES: &'static [Agreement] = &[];
    /// The picture that goes with a link to one of its tables: a PNG, 1200 wide and 630 high, made from its poster.
    const PREVIEW: Option<&'static [u8]> = None;
    /// Style and scripts of its own. A name ends in `.css` or `.js`.
    const ASSETS: Assets = &[];
    /// Addresses of its own that take a while to answer.
    const COSTLY: &'static [&'static str] = &[];
    /// Words that stand on cards and need explaining, each with the rule that does.
    const GLOSSARY: &'static [(&'static str, Rule)] = &[];

    /// The table as the viewer sees it. `open` has every seat's own view when all cards may be shown.
    fn lay(view: &Self::View, _open: &[Self::View], desk: &Desk) -> Board {
        let text = Zone::own(html! { pre { (Self::draw(view, desk.names, Brush::PLAIN)) } });
        let notes = desk.notes.iter().map(|note| Zone::own(note.print.clone()));
        let region =
            Region::new(Id("text", None), "text", "The table", std::iter::once(text).chain(notes).collect());
        Board { groups: vec![region.into()] }
    }

    /// The spots of the table that an act is about: a click on one of them offers the act.
    fn spots(_view: &Self::View, _act: Self::Action) -> Vec<Spot> {
        Vec::new()
    }

    /// The other spots of an act: what is dragged from one of its [`spots`](Layout::spots) to one of these, or back, is the act.
    /// If the rest of the gesture answers the question that follows, the script answers that as well.
    fn drops(_view: &Self::View, _act: Self::Action) -> Vec<Spot> {
        Vec::new()
    }

    /// The card that does it, if it can do much else, or the same to many others: what it can do stands together in the list, and
    /// where there is a lot of it, folded under the card.
    fn doer(_view: &Self::View, _act: Self::Action) -> Option<Spot> {
        None
    }

    /// Does this act end the viewer's turn? Then it stands last in the list, where nobody takes it by mistake.
    fn parts(_act: Self::Action) -> bool {
        false
    }

    /// How long a live table gives people for the race that is open, in milliseconds, and what counts as the answer of whoever
    /// lets it go by. It follows from what everybody sees. Without it a race takes as long as its slowest answer.
    fn window(_view: &Self::View) -> Option<(Millis, Self::Action)> {
        None
    }

    /// What there is to see of something that the viewer heard, the rest of it before and behind.
    fn scene(_heard: &[&Self::Event], _at: usize) -> Option<Scene> {
        None
    }

    /// What somebody said aloud in something that happened: who, and the words.
    fn speech(_event: &Self::Event) -> Option<(Seat, String)> {
        None
    }

    /// The slugs of all cards.
    fn cards() -> Vec<String> {
        Vec::new()
    }

    /// What stands on a card, also on one of an older edition.
    fn read(_slug: &str) -> Option<Caption> {
        None
    }

    /// Cards, or backs, that show what a rule speaks of.
    fn pictures(_rule: Rule) -> &'static [&'static str] {
        &[]
    }

    /// The decks of the house that a player can choose, by name and with their titles; none: nobody brings a deck.
    fn decks() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// The list of a deck of the house, as it is written down.
    fn list(_deck: &str) -> Option<&'static str> {
        None
    }

    /// A deck by its name or its list, as it is kept, or every rule that it breaks under these options.
    fn deck(deck: &str, _options: &Value) -> Result<String, Vec<String>> {
        Ok(deck.to_owned())
    }

    /// Addresses of its own, such as films.
    fn routes() -> Routes {
        Router::new()
    }
}
