//! What people read: names, questions, menus, and how a game puts itself into words.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::game::Game;
use crate::rules::Rule;
use crate::seat::Seat;

/// A game that can put itself into words. Everything here is made from views and events alone, so it cannot tell more than they do.
pub trait Words: Game {
    /// The question put to the viewer, or the one the viewer sees put to somebody else.
    fn prompt(view: &Self::View, names: &Names) -> Prompt;

    /// An action as a menu entry.
    fn action(_view: &Self::View, act: Self::Action, _names: &Names) -> String {
        act.to_string()
    }

    /// The rule that allows an action in this view.
    fn rule_of(view: &Self::View, act: Self::Action) -> Rule;

    /// An act as people type it: its text form, but with seats counted from 1. Games whose acts name seats say how.
    fn typed(text: &str) -> Result<Self::Action, String> {
        text.parse()
    }

    /// One line of the log.
    fn event(event: &Self::Event, names: &Names) -> String;

    /// The table as plain text, readable at 80 columns. Until a game draws itself, the view as it is printed for programs.
    fn draw(view: &Self::View, _names: &Names, _brush: Brush) -> String {
        format!("{:#}\n", crate::table::to_value(view))
    }

    /// The table with every card open, for whoever looks back at a finished game: what a spectator sees, and what each seat
    /// sees. Until a game draws that, the table of every seat, one below the other.
    fn draw_open(_spectator: &Self::View, open: &[Self::View], names: &Names, brush: Brush) -> String {
        let tables = Seat::all(open.len() as u8).zip(open);
        let draw = |(seat, view)| format!("{}:\n{}", names.name(seat), Self::draw(view, names, brush));
        tables.map(draw).collect::<Vec<_>>().join("\n")
    }
}

/// How a question is answered. Six shapes serve every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Shape {
    /// One act of several kinds.
    Act,
    /// Some of several things of one kind, picked one at a time.
    Pick {
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
    },
    /// Yes or no.
    YesNo,
    /// A number.
    Number {
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
    },
    /// Something by its name.
    Name,
    /// An order of things.
    Order,
}

/// A question, for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prompt {
    /// How it is answered.
    pub shape: Shape,
    /// The rule that asks it.
    pub rule: Rule,
    /// The question in words.
    pub words: String,
    /// The card that it is about.
    pub source: Option<String>,
}

/// A question with its answers, as it is put to one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Menu {
    /// Who is asked.
    pub seat: Seat,
    /// The ply that an answer must name.
    pub ply: u32,
    /// The question.
    pub prompt: Prompt,
    /// The answers; a pick is a place in this list.
    pub entries: Vec<MenuEntry>,
}

/// One possible answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MenuEntry {
    /// For programs.
    pub action: Value,
    /// As it is typed in scenarios and records.
    pub code: String,
    /// For people.
    pub text: String,
    /// The rule that allows it.
    pub rule: Rule,
}

/// What the seats are called, from where the reader sits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// Shared by the readers: every page is made for one of them.
    names: Arc<[String]>,
    me: Option<Seat>,
}

impl Names {
    /// "Seat 0", "Seat 1" and so on, as scenarios, records and `drive` count them, with nobody called "you". Whoever shows a
    /// table to people gives the seats names.
    pub fn plain(seats: u8) -> Names {
        Names { names: (0..seats).map(|s| format!("Seat {s}")).collect(), me: None }
    }

    /// These names.
    pub fn new(names: Vec<String>) -> Names {
        Names { names: names.into(), me: None }
    }

    /// The same names, for a reader at this seat.
    #[must_use]
    pub fn seen_by(&self, me: Option<Seat>) -> Names {
        Names { names: Arc::clone(&self.names), me }
    }

    /// The names as they are.
    pub fn list(&self) -> &[String] {
        &self.names
    }

    /// Is it the reader's own seat?
    pub fn is_me(&self, seat: Seat) -> bool {
        self.me == Some(seat)
    }

    /// The seat's own name, even for the reader's own seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("somebody", String::as_str)
    }

    /// "You" or the name: at the start of a sentence.
    pub fn who(&self, seat: Seat) -> &str {
        if self.is_me(seat) { "You" } else { self.name(seat) }
    }

    /// "you" or the name: inside a sentence.
    pub fn whom(&self, seat: Seat) -> &str {
        if self.is_me(seat) { "you" } else { self.name(seat) }
    }

    /// "your" or "Bo's".
    pub fn whose(&self, seat: Seat) -> String {
        if self.is_me(seat) { "your".into() } else { format!("{}'s", self.name(seat)) }
    }

    /// "your" or "their": for what the subject of the sentence owns.
    pub fn their(&self, seat: Seat) -> &'static str {
        if self.is_me(seat) { "your" } else { "their" }
    }

    /// "Bo wins", "you win", "Ann and Bo share the win", "Ann, Bo and Cy share the win".
    pub fn win(&self, winners: &[Seat]) -> String {
        let names: Vec<&str> = winners.iter().map(|&s| self.whom(s)).collect();
        let who = match names.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
            _ => names.join(""),
        };
        let verb = match winners {
            [one] if self.is_me(*one) => "win",
            [_] => "wins",
            _ => "share the win",
        };
        format!("{who} {verb}")
    }

    /// "You draw" or "Bo draws": the subject with the form of the verb that fits.
    pub fn does(&self, seat: Seat, you: &str, they: &str) -> String {
        if self.is_me(seat) { format!("You {you}") } else { format!("{} {they}", self.name(seat)) }
    }
}

/// How text may be styled: in colour or not, and how wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brush {
    /// May colours be used?
    pub colour: bool,
    /// How many columns there are.
    pub width: usize,
}

/// A reason to colour something. Nothing is told by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A heading or whatever matters now.
    Strong,
    /// Less important.
    Faint,
    /// A danger or a target.
    Red,
    /// A gain.
    Green,
    /// Something that can be used against others.
    Yellow,
    /// A place or a building.
    Blue,
    /// Speech.
    Magenta,
    /// Numbers and keys.
    Cyan,
}

impl Brush {
    /// No colour, 80 columns.
    pub const PLAIN: Brush = Brush { colour: false, width: 80 };

    /// The text in this ink, if colours may be used.
    pub fn paint(self, ink: Ink, text: impl std::fmt::Display) -> String {
        if !self.colour {
            return text.to_string();
        }
        let code = match ink {
            Ink::Strong => "1",
            Ink::Faint => "2",
            Ink::Red => "31",
            Ink::Green => "32",
            Ink::Yellow => "33",
            Ink::Blue => "34",
            Ink::Magenta => "35",
            Ink::Cyan => "36",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// A line across.
    pub fn rule(self) -> String {
        format!("{}\n", self.paint(Ink::Faint, "-".repeat(self.width)))
    }

    /// The head of a table: a title at the left, how things stand at the right, and a line below.
    pub fn heading(self, title: &str, right: &str) -> String {
        let gap = self.width.saturating_sub(visible(title) + visible(right)).max(2);
        format!("{}{}{right}\n{}", self.paint(Ink::Strong, title), " ".repeat(gap), self.rule())
    }

    /// The text broken into lines that fit, later lines indented. Escape sequences take no room.
    pub fn wrap(self, text: &str, indent: usize) -> String {
        let mut out = String::new();
        let cut = |out: &mut String| out.truncate(out.trim_end_matches(' ').len());
        for (i, paragraph) in text.split('\n').enumerate() {
            if i > 0 {
                out.push('\n');
            }
            let start = paragraph.len() - paragraph.trim_start_matches(' ').len();
            out.push_str(&paragraph[..start]);
            let (mut column, mut fresh) = (start, true);
            for word in paragraph[start..].split(' ') {
                let long = visible(word);
                if column > start.max(indent) && column + 1 + long > self.width {
                    cut(&mut out);
                    out.push('\n');
                    out.push_str(&" ".repeat(indent));
                    column = indent;
                } else if !fresh {
                    out.push(' ');
                    column += 1;
                }
                fresh = false;
                out.push_str(word);
                column += long;
            }
        }
        out
    }
}

/// How many columns a text takes, not counting escape sequences.
pub fn visible(text: &str) -> usize {
    let mut columns = 0;
    let mut escape = false;
    for c in text.chars() {
        match c {
            '\x1b' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            _ => columns += 1,
        }
    }
    columns
}

/// "no cards", "1 card", "3 cards".
pub fn count(n: impl Into<u64>, one: &str, many: &str) -> String {
    match n.into() {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// The text with a capital letter at its start.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// Why a word names no card, with the name that was probably meant if one is close.
pub fn no_such_card(word: &str, names: impl Iterator<Item = String>) -> String {
    match nearest(word, names) {
        Some(near) => format!("there is no card '{word}'; did you mean '{near}'?"),
        None => format!("there is no card '{word}'"),
    }
}

/// The name that was probably meant by a word, ignoring case: at most one letter in three differs, and never more than
/// three.
pub fn nearest<N: AsRef<str>>(word: &str, names: impl IntoIterator<Item = N>) -> Option<N> {
    let word = word.to_lowercase();
    let long = word.chars().count();
    let limit = (long / 3).min(3);
    // Names that are too long or too short are passed over unmeasured: a word may be a whole page that somebody pasted.
    names
        .into_iter()
        .filter(|name| name.as_ref().len() > 1 && name.as_ref().chars().count().abs_diff(long) <= limit)
        .map(|name| (distance(&name.as_ref().to_lowercase(), &word), name))
        .filter(|(far, _)| *far <= limit)
        .min_by_key(|(far, _)| *far)
        .map(|(_, name)| name)
}

/// How many letters must change to make one word the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let here = (corner + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = here;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_is_called_you() {
        let names = Names::plain(2).seen_by(Some(Seat(1)));
        assert_eq!(names.does(Seat(1), "draw", "draws"), "You draw");
        assert_eq!(names.does(Seat(0), "draw", "draws"), "Seat 0 draws");
        assert_eq!(names.whose(Seat(0)), "Seat 0's");
    }

    #[test]
    fn the_name_meant_is_offered() {
        let names = || ["castle", "moon-base", "A"].map(String::from).into_iter();
        assert!(no_such_card("casle", names()).ends_with("did you mean 'castle'?"));
        assert_eq!(no_such_card("submarine", names()), "there is no card 'submarine'");
        assert!(no_such_card("Moon-Bas", names()).ends_with("did you mean 'moon-base'?"));
        assert_eq!(nearest("dog", ["cat", "doge"]), Some("doge"));
        assert_eq!(nearest("dog", ["cat"]), None, "three letters of three are another word");
        assert_eq!(
            (count(0u8, "card", "cards"), count(1u8, "card", "cards")),
            ("no cards".into(), "1 card".into())
        );
        assert_eq!(capital("your turn"), "Your turn");
    }

    #[test]
    fn wrapping_counts_what_is_seen() {
        let brush = Brush { colour: true, width: 10 };
        let painted = format!("{} bb cc dd", brush.paint(Ink::Red, "aaaa"));
        let wrapped = brush.wrap(&painted, 2);
        assert!(wrapped.lines().all(|l| visible(l) <= 10), "{wrapped:?}");
        assert_eq!(wrapped.lines().count(), 2);
        assert_eq!(Brush { colour: false, width: 12 }.wrap("  ab cd ef gh ij", 4), "  ab cd ef\n    gh ij");
    }
}
