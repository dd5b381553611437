//! Scenario files: one text a rule. TOML front matter between two lines `+++`, then lines of play.
//!
//! ```text
//! +++
//! game = "mister-spy"
//! title = "A Lair of exactly the Spy's size holds it"
//! rules = ["4.2"]
//! luck = [0]
//! [position]
//! ...
//! +++
//! # a remark
//! | words for a learner
//! > 0 play jillian-styles
//! ! 0 play magnus-sterling : 4.2
//! ? score 0 == 5
//! ? asked 1
//! ```
//! With `cards = "first"` it is played with the cards that a game had when editions began, so that it shows a rule whatever
//! its cards say today; a fingerprint names another edition. `more_cards` are written out as in a card file, besides those of
//! the first edition, for a rule that no card of that time can show.
//!
//! In a race every `>` is a sealed answer, and once all have answered a line `= SEAT SEAT ...` says in which order they count.
//!
//! `>` plays an act, `!` must be refused by that rule and change nothing, `?` checks something (see [`Check`]).
//! `|` is for a learner: whoever only checks the play passes it over. With `lesson = SEAT` in its front matter the file
//! is a lesson for that seat, and may have lines `~` as well (see [`Lesson`]).
//! Every scripted roll must be used, and the last line of play must be a check that says how things stand: `? over`
//! or `? asked SEAT`. An answer left open by mistake is thus always found.

use serde::Deserialize;
use serde_json::Value;

use crate::edition::{Stamp, read_cards};
use crate::lesson::Lesson;
use crate::luck::Seed;
use crate::rules::Rule;
use crate::seat::Seat;
use crate::table::{AnyGame, Beginning, OpenTable, Refused, Who};

/// A scenario, read but not yet played.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The game's id.
    pub game: String,
    /// What it shows.
    pub title: String,
    /// The rules it plays.
    pub rules: Vec<Rule>,
    /// How it begins.
    pub start: Beginning,
    /// What a solver should reach, if it is a puzzle.
    pub goal: Option<String>,
    /// The edition of its cards, if it must not be this program's: `first` or a fingerprint.
    pub cards: Option<String>,
    /// Cards of its own besides those, as a card file of the game has them.
    pub more_cards: Option<String>,
    /// The seed for chance that is not scripted.
    pub seed: Seed,
    /// What the seats are called; without it they are called by their numbers.
    pub names: Option<Vec<String>>,
    /// The learner's seat, if it is a lesson.
    pub lesson: Option<Seat>,
    /// The play, each line with its number in the file.
    pub lines: Vec<(usize, Line)>,
    front: Vec<String>,
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// `> SEAT ACT`
    Play(Seat, String),
    /// `= SEAT SEAT ...`: the answers to a race count in this order.
    Order(Vec<Seat>),
    /// `! SEAT ACT : RULE`
    Refuse(Seat, String, Rule),
    /// `? ...`
    Check(Check),
    /// `| words`
    Words(String),
    /// `~ words`
    Hint(String),
}

/// What a `?` line can ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// `score SEAT OP NUMBER`
    Score(Seat, Op, i64),
    /// `asked SEAT ...`: the table waits for these seats and no others.
    Asked(Vec<Seat>),
    /// `over` or `over REASON`
    Over(Option<String>),
    /// `winners SEAT...`
    Winners(Vec<Seat>),
    /// `prompt RULE`: the open question is asked by this rule.
    Prompt(Rule),
    /// `menu has|lacks ACT`, for the seat that is asked.
    Menu(bool, String),
    /// `news WHO has|lacks TEXT`, in what this viewer heard of the last act.
    News(Who, bool, String),
    /// `view WHO PATH OP VALUE`, in what this viewer sees; `view all ...` looks at the whole position.
    View(Option<Who>, String, Op, String),
}

/// How two things are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// `==`
    Is,
    /// `!=`
    IsNot,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `has`: the list or text contains it.
    Has,
    /// `lacks`: it does not.
    Lacks,
}

impl Op {
    fn parse(word: &str) -> Option<Op> {
        Some(match word {
            "==" => Op::Is,
            "!=" => Op::IsNot,
            "<" => Op::Less,
            "<=" => Op::AtMost,
            ">" => Op::More,
            ">=" => Op::AtLeast,
            "has" => Op::Has,
            "lacks" => Op::Lacks,
            _ => return None,
        })
    }

    fn numbers(self, a: i64, b: i64) -> bool {
        match self {
            Op::Is => a == b,
            Op::IsNot => a != b,
            Op::Less => a < b,
            Op::AtMost => a <= b,
            Op::More => a > b,
            Op::AtLeast => a >= b,
            Op::Has | Op::Lacks => false,
        }
    }
}

/// What is wrong with a scenario, or what went otherwise than it says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct Differs {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
    /// Is the file itself unreadable, rather than the play different?
    pub unreadable: bool,
}

fn bad(line: usize, what: impl Into<String>) -> Differs {
    Differs { line, what: what.into(), unreadable: true }
}

fn differs(line: usize, what: impl Into<String>) -> Differs {
    Differs { line, what: what.into(), unreadable: false }
}

/// The part between the two lines `+++`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Front {
    game: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    rules: Vec<String>,
    goal: Option<String>,
    luck: Option<Vec<u32>>,
    cards: Option<String>,
    more_cards: Option<String>,
    seed: Option<Value>,
    seats: Option<u8>,
    options: Option<Value>,
    position: Option<Value>,
    names: Option<Vec<String>>,
    lesson: Option<u8>,
}

impl Scenario {
    /// Reads a scenario's text.
    pub fn parse(text: &str) -> Result<Scenario, Differs> {
        let mut all = text.lines();
        if all.next() != Some("+++") {
            return Err(bad(1, "a scenario begins with a line '+++' and its front matter in TOML"));
        }
        let front: Vec<&str> = all.by_ref().take_while(|l| *l != "+++").collect();
        let body_at = front.len() + 2;
        if text.lines().count() < body_at {
            return Err(bad(body_at - 1, "the front matter is not closed by a line '+++'"));
        }
        let mut scenario = Scenario::front(&front.join("\n"))?;
        for (i, line) in all.enumerate() {
            let n = body_at + 1 + i;
            if let Some(line) = Line::parse(line).map_err(|what| bad(n, what))? {
                scenario.lines.push((n, line));
            }
        }
        scenario.check_hints()?;
        Ok(scenario)
    }

    /// A hint is for the learner, and comes before one of the learner's choices.
    fn check_hints(&self) -> Result<(), Differs> {
        let mut open = None;
        let mut plays = 0;
        for (n, line) in &self.lines {
            match (line, self.lesson) {
                (Line::Hint(_), None) => {
                    return Err(bad(*n, "'~' is for lessons: add 'lesson = SEAT' to the front matter"));
                }
                (Line::Hint(_), _) => open = Some(*n),
                (Line::Play(seat, _), Some(learner)) if *seat == learner => {
                    open = None;
                    plays += 1;
                }
                (Line::Play(..), _) if open.is_some() => break,
                _ => {}
            }
        }
        match (open, self.lesson) {
            (Some(n), Some(learner)) => {
                Err(bad(n, format!("'~' must come before a play by the learner, '> {learner} ..'")))
            }
            (None, Some(learner)) if plays == 0 => {
                let what = format!("a lesson for seat {learner} needs a play by that seat");
                Err(bad(self.line_of(Some("lesson")), what))
            }
            _ => Ok(()),
        }
    }

    /// The lesson that the file is, if it is one.
    pub fn to_lesson(&self) -> Option<Lesson> {
        self.lesson.map(|seat| Lesson::read(&self.title, seat, &self.lines))
    }

    /// Reads front matter alone, as `drive` takes it.
    pub fn front(text: &str) -> Result<Scenario, Differs> {
        let front: Front = toml::from_str(text).map_err(|e| {
            let line = e.span().map_or(2, |s| text[..s.start.min(text.len())].matches('\n').count() + 2);
            bad(line, format!("in the front matter: {}", e.message()))
        })?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let find = |word: &str| lines.iter().position(|l| l.contains(word)).map_or(1, |i| i + 2);
        let rules = front.rules.iter().map(|r| r.parse().map_err(|e: String| bad(find(r), e)));
        let seed = match front.seed {
            None => Seed::from(0),
            Some(Value::String(text)) => text.parse().map_err(|e: String| bad(find("seed"), e))?,
            Some(number) => number.to_string().parse().map_err(|e: String| bad(find("seed"), e))?,
        };
        if front.luck.is_some() && front.position.is_none() {
            return Err(bad(find("luck"), "'luck' is for a [position]; a deal follows from its seed"));
        }
        if front.options.is_some() && front.position.is_some() {
            return Err(bad(find("options"), "'options' are for a deal; a [position] has none"));
        }
        if front.more_cards.is_some() && front.cards.as_deref() != Some("first") {
            return Err(bad(find("more_cards"), "'more_cards' come with 'cards = \"first\"'"));
        }
        let start = match (front.position, front.seats) {
            (Some(position), None) => Beginning::Position { position, luck: front.luck },
            (None, Some(seats)) => Beginning::Deal { seats, options: front.options.unwrap_or(Value::Null) },
            (Some(_), Some(_)) => {
                return Err(bad(find("seats"), "give a [position] or 'seats' to deal to, not both"));
            }
            (None, None) => {
                return Err(bad(1, "the front matter has neither a [position] nor 'seats' to deal to"));
            }
        };
        let lesson = front.lesson.map(|n| parse_seat(&n.to_string()).map_err(|e| bad(find("lesson"), e)));
        Ok(Scenario {
            game: front.game,
            title: front.title,
            rules: rules.collect::<Result<_, _>>()?,
            start,
            goal: front.goal,
            cards: front.cards,
            more_cards: front.more_cards,
            seed,
            names: front.names,
            lesson: lesson.transpose()?,
            lines: Vec::new(),
            front: lines,
        })
    }

    /// The line of the file on which a word of the front matter stands.
    fn line_of(&self, near: Option<&str>) -> usize {
        let found = near.and_then(|word| {
            let part = |c: char| c.is_alphanumeric() || c == '-';
            // A sign such as `?` is no word, and is looked for as it is.
            let has = |line: &str| match word.chars().any(part) {
                true => line.split(|c| !part(c)).any(|w| w == word),
                false => line.contains(word),
            };
            // The last one: of a card that is there twice, the second is the mistake.
            self.front.iter().rposition(|line| has(line))
        });
        let position = || self.front.iter().position(|line| line.trim() == "[position]");
        found.or_else(position).map_or(1, |i| i + 2)
    }

    /// The edition that it asks for.
    pub fn stamp(&self, game: &dyn AnyGame) -> Result<Option<Stamp>, Differs> {
        let Some(named) = &self.cards else { return Ok(None) };
        let cards = match (named.as_str(), &self.more_cards) {
            ("first", None) => None,
            ("first", Some(more)) => Some(crate::fingerprint(more)),
            (hex, _) => {
                let what = || {
                    format!("'{hex}' is not an edition of cards: say 'first' or a fingerprint of 16 digits")
                };
                Some(read_cards(hex).ok_or_else(|| bad(self.line_of(Some("cards")), what()))?)
            }
        };
        Ok(Some(Stamp { rules: game.info().revision, cards, print: self.more_cards.clone() }))
    }

    /// Sets the scenario up.
    pub fn open(&self, game: &dyn AnyGame) -> Result<Box<dyn OpenTable>, Differs> {
        if self.game != game.info().id {
            return Err(bad(
                self.line_of(Some("game")),
                format!("'{}' is not '{}'", self.game, game.info().id),
            ));
        }
        let table = game.begin(&self.start, self.seed, self.stamp(game)?.as_ref());
        let mut table = table.map_err(|fault| bad(self.line_of(fault.near.as_deref()), fault.what))?;
        let seats = table.names().list().len();
        if let Some(names) = &self.names {
            if names.len() != seats {
                let what = format!("there are {seats} seats; names given: {}", names.len());
                return Err(bad(self.line_of(Some("names")), what));
            }
            table.keep("names", Value::from(names.clone()));
        }
        if let Some(seat) = self.lesson.filter(|s| s.index() >= seats) {
            return Err(bad(self.line_of(Some("lesson")), no_seat(seat, seats)));
        }
        Ok(table)
    }

    /// Plays the scenario to its end, or to the first line that goes otherwise.
    pub fn run(&self, game: &dyn AnyGame) -> Result<(), Differs> {
        let mut table = self.open(game)?;
        let seats = table.names().list().len();
        for (n, line) in &self.lines {
            let n = *n;
            if let Some(seat) = line.seats().into_iter().find(|s| s.index() >= seats) {
                return Err(bad(n, no_seat(seat, seats)));
            }
            match line {
                Line::Words(_) | Line::Hint(_) => {}
                Line::Play(seat, act) => {
                    let ply = table.ply();
                    table.seal(*seat, ply, act).map_err(|refused| match refused {
                        Refused::Unreadable(what) => bad(n, what),
                        refused => differs(n, refused.to_string()),
                    })?;
                    if let Some(fault) = table.luck_fault() {
                        return Err(differs(n, fault));
                    }
                }
                Line::Order(order) => {
                    table.count(order).map_err(|refused| differs(n, refused.to_string()))?;
                    if let Some(fault) = table.luck_fault() {
                        return Err(differs(n, fault));
                    }
                }
                Line::Refuse(seat, act, rule) => {
                    let (ply, before) = (table.ply(), table.fingerprint());
                    match table.seal(*seat, ply, act) {
                        Err(Refused::Forbidden { rule: by, .. }) if by == *rule => {}
                        Err(Refused::Unreadable(what)) => return Err(bad(n, what)),
                        Err(Refused::Forbidden { rule: by, .. }) => {
                            return Err(differs(
                                n,
                                format!("'{act}' is refused by rule {by}, not by {rule}"),
                            ));
                        }
                        // A seat that is not asked is refused by the house; the game names its rule for that too.
                        Err(refused) => match table.why_text(*seat, act) {
                            Ok(Some(by)) if by == *rule => {}
                            _ => {
                                return Err(differs(
                                    n,
                                    format!("refused, but not by a rule of the game: {refused}"),
                                ));
                            }
                        },
                        Ok(()) => {
                            return Err(differs(
                                n,
                                format!("'{act}' is allowed, but rule {rule} should forbid it"),
                            ));
                        }
                    }
                    if table.fingerprint() != before {
                        return Err(differs(n, format!("refusing '{act}' changed the position")));
                    }
                }
                Line::Check(check) => check.hold(&*table).map_err(|what| differs(n, what))?,
            }
        }
        let last = self.lines.last();
        let unused = table.luck_unused();
        if unused > 0 {
            return Err(differs(self.line_of(Some("luck")), format!("{unused} scripted roll(s) not used")));
        }
        match last {
            Some((_, Line::Check(Check::Over(_) | Check::Asked(_) | Check::Winners(_)))) => Ok(()),
            _ => {
                let line = last.map_or(1, |(n, _)| *n);
                Err(bad(
                    line,
                    "a scenario must end with a check of how things stand: '? over', '? winners ..' or '? asked SEAT'",
                ))
            }
        }
    }
}

impl Line {
    fn parse(line: &str) -> Result<Option<Line>, String> {
        let line = line.trim();
        let (mark, rest) = match line.chars().next() {
            None | Some('#') => return Ok(None),
            Some(mark) => (mark, line[mark.len_utf8()..].trim()),
        };
        Ok(Some(match mark {
            '|' => Line::Words(rest.to_owned()),
            '~' if rest.is_empty() => return Err("'~' needs words".into()),
            '~' => Line::Hint(rest.to_owned()),
            '>' => {
                let (seat, act) = rest.split_once(' ').ok_or("'>' needs a seat and an action")?;
                Line::Play(parse_seat(seat)?, act.trim().to_owned())
            }
            '=' => {
                let order: Vec<Seat> = rest.split_whitespace().map(parse_seat).collect::<Result<_, _>>()?;
                if order.is_empty() {
                    return Err("'=' needs the seats of a race in the order in which they count".into());
                }
                Line::Order(order)
            }
            '!' => {
                let (seat, rest) = rest.split_once(' ').ok_or("'!' needs a seat and an action")?;
                let (act, rule) = rest.rsplit_once(':').ok_or("'!' needs ': RULE' at the end")?;
                Line::Refuse(parse_seat(seat)?, act.trim().to_owned(), rule.trim().parse()?)
            }
            '?' => Line::Check(Check::parse(rest)?),
            _ => {
                return Err(format!(
                    "a line of play begins with '>', '=', '!', '?', '|', '~' or '#', not with '{mark}'"
                ));
            }
        }))
    }
}

impl Line {
    /// The seats that the line speaks of.
    fn seats(&self) -> Vec<Seat> {
        match self {
            Line::Play(seat, _) | Line::Refuse(seat, ..) => vec![*seat],
            Line::Check(Check::Score(seat, ..)) => vec![*seat],
            Line::Order(seats) | Line::Check(Check::Winners(seats) | Check::Asked(seats)) => seats.clone(),
            Line::Check(Check::News(who, ..) | Check::View(Some(who), ..)) => who.iter().copied().collect(),
            Line::Check(_) | Line::Words(_) | Line::Hint(_) => Vec::new(),
        }
    }
}

fn no_seat(seat: Seat, seats: usize) -> String {
    format!("there is no seat {seat}: the seats are 0 to {}", seats - 1)
}

fn parse_seat(word: &str) -> Result<Seat, String> {
    let wrong = || format!("'{word}' is not a seat from 0 to {}", crate::MAX_SEATS - 1);
    word.parse().ok().filter(|seat: &Seat| seat.index() < crate::MAX_SEATS).ok_or_else(wrong)
}

fn parse_who(word: &str) -> Result<Who, String> {
    if word == "watcher" || word == "spectator" { Ok(None) } else { parse_seat(word).map(Some) }
}

fn parse_has(word: &str) -> Result<bool, String> {
    match word {
        "has" => Ok(true),
        "lacks" => Ok(false),
        _ => Err(format!("'{word}' should be 'has' or 'lacks'")),
    }
}

impl Check {
    fn parse(text: &str) -> Result<Check, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let op = |word: &str| Op::parse(word).ok_or_else(|| format!("'{word}' is not a comparison"));
        Ok(match words[..] {
            ["score", _, "has" | "lacks", _] => {
                return Err("a score is compared with ==, !=, <, <=, > or >=".into());
            }
            ["score", seat, how, n] => Check::Score(
                parse_seat(seat)?,
                op(how)?,
                n.parse().map_err(|_| format!("'{n}' is not a number"))?,
            ),
            ["asked", ref seats @ ..] if !seats.is_empty() => {
                Check::Asked(seats.iter().map(|s| parse_seat(s)).collect::<Result<_, _>>()?)
            }
            ["over"] => Check::Over(None),
            ["over", reason] => Check::Over(Some(reason.to_owned())),
            ["winners", ref seats @ ..] if !seats.is_empty() => {
                Check::Winners(seats.iter().map(|s| parse_seat(s)).collect::<Result<_, _>>()?)
            }
            ["prompt", rule] => Check::Prompt(rule.parse()?),
            ["menu", has, ref act @ ..] if !act.is_empty() => Check::Menu(parse_has(has)?, act.join(" ")),
            ["news", who, has, ref rest @ ..] if !rest.is_empty() => {
                Check::News(parse_who(who)?, parse_has(has)?, rest.join(" "))
            }
            ["view", who, path, how, ref value @ ..] => {
                let who = if who == "all" { None } else { Some(parse_who(who)?) };
                Check::View(who, path.to_owned(), op(how)?, value.join(" "))
            }
            _ => {
                return Err(format!(
                    "'{text}' is not a check; checks are: score, asked, over, winners, prompt, menu, news or view"
                ));
            }
        })
    }

    fn hold(&self, table: &dyn OpenTable) -> Result<(), String> {
        let asked = || table.waiting().iter().map(|s| s.to_string()).collect::<Vec<_>>().join(", ");
        let now = || match table.ending() {
            Some((ending, _)) => format!("the game is over ({})", ending.reason),
            None if table.waiting().is_empty() => {
                "everybody has answered: a line '= SEAT ..' says who was first".into()
            }
            None => format!("seat {} is asked", asked()),
        };
        match self {
            Check::Score(seat, op, n) => {
                let scores = table.scores();
                let score =
                    i64::from(*scores.get(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))?);
                if op.numbers(score, *n) {
                    Ok(())
                } else {
                    Err(format!("the score of seat {seat} is {score}"))
                }
            }
            Check::Asked(seats)
                if !seats.is_empty() && table.waiting() == seats.iter().copied().collect() =>
            {
                Ok(())
            }
            Check::Asked(_) => Err(now()),
            Check::Over(reason) => match table.ending() {
                Some((ending, _)) if reason.as_deref().is_none_or(|r| r == ending.reason) => Ok(()),
                _ => Err(now()),
            },
            Check::Winners(seats) => match table.ending() {
                Some((_, winners)) if winners == seats.iter().copied().collect() => Ok(()),
                Some((_, winners)) => Err(format!(
                    "the winners are {}",
                    winners.iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
                )),
                None => Err(now()),
            },
            Check::Prompt(rule) => {
                match table.waiting().iter().next().and_then(|s| table.question(Some(s))) {
                    Some(prompt) if prompt.rule == *rule => Ok(()),
                    Some(prompt) => {
                        Err(format!("the question is asked by rule {}: {}", prompt.rule, prompt.words))
                    }
                    None => Err(now()),
                }
            }
            Check::Menu(has, act) => {
                let seat = table.waiting().iter().next().ok_or_else(now)?;
                table.why_text(seat, act).map_err(|e| e.to_string())?;
                let menu = table.menu(seat).ok_or_else(now)?;
                let codes: Vec<&str> = menu.entries.iter().map(|e| e.code.as_str()).collect();
                if codes.contains(&act.as_str()) == *has {
                    Ok(())
                } else {
                    Err(format!("the menu of seat {seat} is: {}", codes.join(" | ")))
                }
            }
            Check::News(who, has, text) => {
                let now = table.ply();
                let told: Vec<String> =
                    table.news(*who, 0).into_iter().filter(|t| t.ply == now).map(|t| t.text).collect();
                if told.iter().any(|t| t.contains(text.as_str())) == *has {
                    Ok(())
                } else {
                    Err(format!("what was heard: {}", told.join(" / ")))
                }
            }
            Check::View(who, path, op, value) => {
                let whole = match who {
                    Some(who) => table.view(*who),
                    None => table.everything(),
                };
                let found = walk(&whole, path)?;
                if compare(found, *op, value) { Ok(()) } else { Err(format!("{path} is {found}")) }
            }
        }
    }
}

/// Follows a path such as `lairs.0.down` into a value.
fn walk<'a>(whole: &'a Value, path: &str) -> Result<&'a Value, String> {
    let mut at = whole;
    for step in path.split('.') {
        let next = match at {
            Value::Array(list) => step.parse::<usize>().ok().and_then(|i| list.get(i)),
            Value::Object(map) => map.get(step),
            _ => None,
        };
        at = next.ok_or_else(|| match at {
            Value::Object(map) => {
                format!(
                    "there is no '{step}' in it; it has {}",
                    map.keys().cloned().collect::<Vec<_>>().join(", ")
                )
            }
            other => format!("there is no '{step}' in {other}"),
        })?;
    }
    Ok(at)
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Null => "none".into(),
        other => other.to_string(),
    }
}

fn compare(found: &Value, op: Op, value: &str) -> bool {
    let has = || match found {
        Value::Array(list) => list.iter().any(|v| plain(v) == value),
        Value::Object(map) => map.contains_key(value),
        other => plain(other).split_whitespace().any(|w| w == value),
    };
    match (op, found.as_i64(), value.parse::<i64>()) {
        (Op::Has, ..) => has(),
        (Op::Lacks, ..) => !has(),
        (op, Some(a), Ok(b)) => op.numbers(a, b),
        (Op::Is, ..) => plain(found) == value,
        (Op::IsNot, ..) => plain(found) != value,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_named_by_line() {
        let head = "+++\ngame = \"g\"\ntitle = \"t\"\nrules = [\"1.1\"]\n[position]\nx = 1\n+++\n";
        for (text, line) in [
            ("", 1),
            ("+++\ngame = \"g\"\n", 2),
            ("+++\ngame = g\n+++\n", 2),
            ("+++\ngame = \"g\"\ntitel = \"t\"\n+++\n", 3),
            ("+++\ngame = \"g\"\nrules = [\"1,1\"]\nseats = 2\n+++\n", 3),
            (&format!("{head}> 0\n"), 8),
            (&format!("{head}# fine\n! 0 pass\n"), 9),
            (&format!("{head}? scroe 0 == 1\n"), 8),
            (&format!("{head}? score 0 = 1\n"), 8),
            (&format!("{head}> 7 pass\n"), 8),
            (&format!("{head}play\n"), 8),
            // Hints are for lessons, and for a choice of the learner.
            (&format!("{head}~ no\n> 0 pass\n"), 8),
            ("+++\ngame = \"g\"\nlesson = 6\nseats = 2\n+++\n> 0 pass\n", 3),
            ("+++\ngame = \"g\"\nseats = 2\nlesson = 1\n+++\n> 0 pass\n", 4),
            ("+++\ngame = \"g\"\nseats = 2\nlesson = 0\n+++\n> 0 pass\n~ late\n", 7),
            ("+++\ngame = \"g\"\nseats = 2\nlesson = 0\n+++\n~ early\n> 1 pass\n> 0 pass\n", 6),
            ("+++\ngame = \"g\"\nseats = 2\nlesson = 0\n+++\n~\n> 0 pass\n", 6),
        ] {
            let fault = Scenario::parse(text).expect_err(text);
            assert_eq!(fault.line, line, "{text}: {fault}");
            assert!(fault.unreadable);
        }
    }

    #[test]
    fn paths_and_comparisons() {
        let v = serde_json::json!({"a": [{"b": 3, "c": ["x", "y"], "d": "one two", "e": null}]});
        for (path, op, value, holds) in [
            ("a.0.b", Op::AtLeast, "3", true),
            ("a.0.b", Op::Less, "3", false),
            ("a.0.c", Op::Has, "x", true),
            ("a.0.c", Op::Lacks, "x", false),
            ("a.0.d", Op::Has, "two", true),
            ("a.0.d", Op::Is, "one two", true),
            ("a.0.e", Op::Is, "none", true),
        ] {
            assert_eq!(compare(walk(&v, path).unwrap(), op, value), holds, "{path} {op:?} {value}");
        }
        assert!(walk(&v, "a.1").is_err() && walk(&v, "a.0.z").is_err());
    }
}
