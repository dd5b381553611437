//! `safehouse drive`: for scripts and programs in other languages. One JSON request a line on standard input, one
//! JSON answer a line on standard output; `docs/drive.md` describes them with a session that a test runs.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr as _;

use bots::{LabTable, Level};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use table::rules::Rules;
use table::scenario::Scenario;
use table::table::Beginning;
use table::{Fault, Order, Record, Refused, Rule, Seat, Seed, Standings, Status};

use crate::fault::CliFault;
use crate::house;
use crate::store::fresh_seed;
use crate::terminal::say;

/// Longer lines than this are no requests.
const LONGEST_LINE: u64 = 4 << 20;
/// More tables than this are surely a mistake.
const MOST_TABLES: usize = 100_000;

#[derive(Deserialize, Debug)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    Games {},
    New {
        game: String,
        seats: u8,
        #[serde(default)]
        seed: Option<Value>,
        #[serde(default)]
        options: Value,
    },
    Position {
        #[serde(default)]
        front: Option<String>,
        #[serde(default)]
        game: Option<String>,
        #[serde(default)]
        position: Option<Value>,
        #[serde(default)]
        luck: Option<Vec<u32>>,
        #[serde(default)]
        seed: Option<Value>,
    },
    Load {
        record: String,
    },
    State {},
    Menu {
        #[serde(default)]
        seat: Option<u8>,
    },
    Act {
        seat: u8,
        ply: u32,
        #[serde(default)]
        pick: Option<usize>,
        #[serde(default)]
        action: Option<Value>,
        #[serde(default)]
        code: Option<String>,
        #[serde(default)]
        sealed: bool,
    },
    Count {
        order: Vec<u8>,
    },
    Bot {
        seat: u8,
        #[serde(default)]
        level: Option<String>,
    },
    Undo {},
    Orders {
        seat: u8,
    },
    Order {
        seat: u8,
        order: String,
        #[serde(default = "yes")]
        on: bool,
    },
    View {
        #[serde(default)]
        who: Value,
    },
    News {
        #[serde(default)]
        who: Value,
        #[serde(default)]
        from: usize,
    },
    Why {
        seat: u8,
        #[serde(default)]
        action: Option<Value>,
        #[serde(default)]
        code: Option<String>,
    },
    Record {},
    Close {},
}

fn yes() -> bool {
    true
}

/// A table of the session with the orders that stand there.
struct Desk {
    table: Box<dyn LabTable>,
    orders: Standings,
    /// Does the open race wait until its order is given?
    waits: bool,
}

impl Desk {
    /// Lets standing orders answer until somebody is asked who has none for the question.
    fn settle(&mut self) -> Result<(), DriveFault> {
        loop {
            self.orders.lapse(&*self.table);
            let asked = self.table.waiting();
            let answer = asked.iter().find_map(|seat| Some((seat, self.orders.answer(&*self.table, seat)?)));
            match (answer, self.table.lots()) {
                (Some((seat, pick)), _) => {
                    let menu = self.table.menu(seat);
                    let code =
                        menu.and_then(|menu| menu.entries.into_iter().nth(pick)).map(|entry| entry.code);
                    self.table.seal(seat, self.table.ply(), &code.unwrap_or_default())?;
                }
                (None, Some(lots)) if !self.waits => self.table.count(&lots)?,
                (None, _) => return Ok(()),
            }
            self.check_luck()?;
        }
    }

    /// A choice for which the luck script has no roll has not been made.
    fn check_luck(&mut self) -> Result<(), DriveFault> {
        let Some(fault) = self.table.luck_fault() else { return Ok(()) };
        self.table.undo();
        Err(DriveFault::new("luck", fault))
    }
}

/// Why a request was not done.
struct DriveFault {
    kind: &'static str,
    message: String,
    rule: Option<Rule>,
}

impl DriveFault {
    fn new(kind: &'static str, message: impl Into<String>) -> DriveFault {
        DriveFault { kind, message: message.into(), rule: None }
    }
}

impl From<Refused> for DriveFault {
    fn from(refused: Refused) -> DriveFault {
        let kind = match &refused {
            Refused::Over => "over",
            Refused::NotAsked { .. } => "not-asked",
            Refused::Stale { .. } => "stale",
            Refused::NoSuchPick { .. } => "no-such-pick",
            Refused::Sealed { .. } => "sealed",
            Refused::NoRace | Refused::Open | Refused::Counting | Refused::NoOrder { .. } => "no-order",
            Refused::Unreadable(_) => "unreadable",
            Refused::Forbidden { .. } => "forbidden",
        };
        let rule = if let Refused::Forbidden { rule, .. } = &refused { Some(*rule) } else { None };
        DriveFault { kind, message: refused.to_string(), rule }
    }
}

impl From<Fault> for DriveFault {
    fn from(fault: Fault) -> DriveFault {
        DriveFault::new("setup", fault.what)
    }
}

impl From<CliFault> for DriveFault {
    fn from(trouble: CliFault) -> DriveFault {
        DriveFault::new("game", trouble.to_string())
    }
}

type Answer = Result<Map<String, Value>, DriveFault>;

#[derive(Default)]
struct Driver {
    tables: BTreeMap<String, Desk>,
}

pub(crate) fn run() -> Result<(), CliFault> {
    let gone = |trouble: CliFault| {
        trouble.or_closed("the program that sent the requests has gone; its tables are closed")
    };
    let mut input = io::stdin().lock();
    let mut driver = Driver::default();
    let mut unreadable = None;
    for n in 1.. {
        let mut line = Vec::new();
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.map_err(|e| CliFault::Input(format!("line {n}: cannot be read: {e}")))? == 0 {
            break;
        }
        if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            skip_line(&mut input)?;
            unreadable.get_or_insert(n);
            let what = format!("longer than {} MiB, which is too long for a request", LONGEST_LINE >> 20);
            say(format!("{}\n", spoil(n, &what))).map_err(gone)?;
            continue;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let (answer, readable) = driver.line(n, &line);
        if !readable {
            unreadable.get_or_insert(n);
        }
        say(format!("{answer}\n")).map_err(gone)?;
    }
    match unreadable {
        None => Ok(()),
        Some(n) => Err(CliFault::Input(format!("line {n} of the input was not a JSON request"))),
    }
}

fn skip_line(input: &mut impl BufRead) -> Result<(), CliFault> {
    loop {
        let buffer = input.fill_buf().map_err(|e| CliFault::Input(format!("cannot read: {e}")))?;
        let end = buffer.iter().position(|&b| b == b'\n');
        let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |i| (i + 1, true));
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

impl Driver {
    /// Answers one line; the flag says whether it was a request at all.
    fn line(&mut self, n: u64, line: &[u8]) -> (Value, bool) {
        let mut request = match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(map)) => map,
            Ok(_) => return (spoil(n, "a request is a JSON object such as {\"op\":\"games\"}"), false),
            Err(e) => {
                // Serde counts lines too, but there is only one.
                let what = e.to_string();
                let what = what.split(" at line ").next().unwrap_or_default();
                return (spoil(n, &format!("not JSON at column {}: {what}", e.column())), false);
            }
        };
        let mut answer = Map::new();
        if let Some(id) = request.remove("id") {
            answer.insert("id".into(), id);
        }
        let name = request
            .remove("table")
            .map_or(String::new(), |t| t.as_str().map_or(t.to_string(), str::to_owned));
        let done = serde_json::from_value(Value::Object(request))
            .map_err(|e| DriveFault::new("request", format!("line {n}: {e}")))
            .and_then(|request| self.answer_or_survive(&name, request));
        match done {
            Ok(fields) => {
                answer.insert("ok".into(), true.into());
                answer.extend(fields);
            }
            Err(wrong) => {
                answer.insert("ok".into(), false.into());
                let mut error = json!({ "kind": wrong.kind, "message": wrong.message });
                if let Some(rule) = wrong.rule {
                    error["rule"] = json!(rule);
                }
                answer.insert("error".into(), error);
            }
        }
        (Value::Object(answer), true)
    }

    /// A mistake of ours must not cost the other tables of the session.
    fn answer_or_survive(&mut self, name: &str, request: Request) -> Answer {
        catch_unwind(AssertUnwindSafe(|| self.answer(name, request))).unwrap_or_else(|_| {
            self.tables.remove(name);
            Err(DriveFault::new(
                "bug",
                "this is a bug in safehouse; this table is closed, the others are unchanged",
            ))
        })
    }

    fn table(&self, name: &str) -> Result<&dyn LabTable, DriveFault> {
        self.tables.get(name).map(|desk| &*desk.table).ok_or_else(no_table)
    }

    fn desk(&mut self, name: &str) -> Result<&mut Desk, DriveFault> {
        self.tables.get_mut(name).ok_or_else(no_table)
    }

    fn keep(&mut self, name: &str, table: Box<dyn LabTable>) -> Answer {
        if self.tables.len() >= MOST_TABLES && !self.tables.contains_key(name) {
            return Err(DriveFault::new(
                "request",
                format!("there are already {MOST_TABLES} tables; close some"),
            ));
        }
        let answer = state(&*table);
        self.tables.insert(name.to_owned(), Desk { table, orders: Standings::default(), waits: false });
        Ok(answer)
    }

    fn answer(&mut self, name: &str, request: Request) -> Answer {
        match request {
            Request::Games {} => {
                let games: Vec<Value> = house::games()
                    .map(|room| room.info())
                    .map(|i| json!({ "game": i.id, "title": i.title, "seats": [i.least, i.most], "rules": i.revision, "settings": i.settings }))
                    .collect();
                Ok(fields(json!({ "games": games })))
            }
            Request::New { game, seats, seed, options } => {
                let seed = read_seed(seed)?;
                let deal = Beginning::Deal { seats, options };
                self.keep(name, house::find(&game)?.begin_with_bots(&deal, seed, None)?)
            }
            Request::Position { front, game, position, luck, seed } => {
                let (game, how, seed, stamp) = match (front, game, position) {
                    (Some(_), None, None) if luck.is_some() || seed.is_some() => {
                        return Err(DriveFault::new(
                            "request",
                            "'luck' and 'seed' belong inside 'front', not beside it",
                        ));
                    }
                    (Some(front), None, None) => {
                        let scenario = Scenario::front(&front).map_err(|d| {
                            DriveFault::new(
                                "setup",
                                format!("line {} of the front matter: {d}", d.line.saturating_sub(1).max(1)),
                            )
                        })?;
                        let named = |d: table::scenario::Differs| DriveFault::new("setup", d.to_string());
                        let stamp = scenario.stamp(house::find(&scenario.game)?).map_err(named)?;
                        (scenario.game, scenario.start, scenario.seed, stamp)
                    }
                    (None, Some(game), Some(position)) => {
                        (game, Beginning::Position { position, luck }, read_seed(seed)?, None)
                    }
                    _ => {
                        let what =
                            "give either 'front' (front matter as TOML) or 'game' and 'position' (as JSON)";
                        return Err(DriveFault::new("request", what));
                    }
                };
                self.keep(name, house::find(&game)?.begin_with_bots(&how, seed, stamp.as_ref())?)
            }
            Request::Load { record } => {
                let at = |f: table::record::RecordFault| {
                    DriveFault::new("record", format!("line {}: {f}", f.line))
                };
                let record = Record::parse(&record).map_err(at)?;
                self.keep(name, house::find(&record.game)?.resume_with_bots(&record).map_err(at)?)
            }
            Request::State {} => Ok(state(self.table(name)?)),
            Request::Menu { seat } => {
                let table = self.table(name)?;
                let asked = table.waiting();
                let seat = seat.map(|s| read_seat(s.into(), table)).transpose()?;
                let seat = seat.or(asked.iter().next()).ok_or_else(|| nobody(table))?;
                match table.menu(seat) {
                    Some(menu) => Ok(fields(json!(menu))),
                    None if asked.is_empty() => Err(nobody(table).into()),
                    None if table.sealed(seat).is_some() => Err(Refused::Sealed { seat }.into()),
                    None => Err(Refused::NotAsked { seat, asked }.into()),
                }
            }
            Request::Act { seat, ply, pick, action, code, sealed } => {
                let desk = self.desk(name)?;
                let table = &mut desk.table;
                let seat = read_seat(seat.into(), &**table)?;
                match (pick, action, code) {
                    (None, None, Some(code)) if sealed => table.seal(seat, ply, &code)?,
                    _ if sealed => {
                        return Err(DriveFault::new("request", "a sealed answer is given as 'code'"));
                    }
                    (Some(pick), None, None) => table.act(seat, ply, pick)?,
                    (None, Some(action), None) => table.act_value(seat, ply, &action)?,
                    (None, None, Some(code)) => table.act_text(seat, ply, &code)?,
                    _ => {
                        return Err(DriveFault::new(
                            "request",
                            "give exactly one of 'pick', 'action' and 'code'",
                        ));
                    }
                }
                desk.waits = sealed && matches!(desk.table.status(), Status::Race(_));
                desk.check_luck()?;
                desk.settle()?;
                Ok(state(&*desk.table))
            }
            Request::Count { order } => {
                let desk = self.desk(name)?;
                let seats = order.iter().map(|seat| read_seat((*seat).into(), &*desk.table));
                let order = seats.collect::<Result<Vec<Seat>, DriveFault>>()?;
                desk.table.count(&order)?;
                desk.waits = false;
                desk.check_luck()?;
                desk.settle()?;
                Ok(state(&*desk.table))
            }
            Request::Bot { seat, level } => {
                let level = Level::from_str(level.as_deref().unwrap_or("agent"))
                    .map_err(|e| DriveFault::new("request", e))?;
                let table = self.table(name)?;
                let (seat, asked) = (read_seat(seat.into(), table)?, table.waiting());
                match table.menu(seat).and(table.bot_pick(seat, level)) {
                    Some(pick) => Ok(fields(json!({ "seat": seat, "ply": table.ply(), "pick": pick }))),
                    None if asked.is_empty() => Err(nobody(table).into()),
                    None if table.sealed(seat).is_some() => Err(Refused::Sealed { seat }.into()),
                    None => Err(Refused::NotAsked { seat, asked }.into()),
                }
            }
            Request::Undo {} => {
                let desk = self.desk(name)?;
                if !desk.table.undo() {
                    return Err(DriveFault::new("start", "there is no choice to undo yet"));
                }
                desk.orders.went_back_to(desk.table.ply());
                Ok(state(&*desk.table))
            }
            Request::Orders { seat } => {
                let desk = self.desk(name)?;
                let seat = read_seat(seat.into(), &*desk.table)?;
                let order = |order: &Order| {
                    json!({
                        "order": order.code,
                        "text": order.text,
                        "this_turn": order.this_turn,
                        "stands": desk.orders.of(seat).any(|standing| standing.code == order.code),
                    })
                };
                let orders: Vec<Value> = desk.table.orders().iter().map(order).collect();
                Ok(fields(json!({ "seat": seat, "orders": orders })))
            }
            Request::Order { seat, order, on } => {
                let desk = self.desk(name)?;
                let seat = read_seat(seat.into(), &*desk.table)?;
                if !desk.table.orders().iter().any(|known| known.code == order) {
                    let codes: Vec<&str> = desk.table.orders().iter().map(|order| order.code).collect();
                    let known = if codes.is_empty() { "none".into() } else { codes.join(", ") };
                    let what = format!("there is no order '{order}' in this game; the orders are: {known}");
                    return Err(DriveFault::new("request", what));
                }
                if desk.table.ending().is_some() {
                    return Err(Refused::Over.into());
                }
                if on {
                    desk.orders.give(&*desk.table, seat, &order);
                } else {
                    desk.orders.revoke(seat, &order);
                }
                desk.settle()?;
                Ok(state(&*desk.table))
            }
            Request::View { who } => {
                let table = self.table(name)?;
                let view = match who.as_str() {
                    Some("all") => table.everything(),
                    _ => table.view(read_who(&who, table)?),
                };
                Ok(fields(json!({ "ply": table.ply(), "view": view })))
            }
            Request::News { who, from } => {
                let table = self.table(name)?;
                let who = read_who(&who, table)?;
                let told = table.news(who, from);
                let news: Vec<Value> = told
                    .into_iter()
                    .map(|t| json!({ "at": t.at, "ply": t.ply, "text": t.text, "event": t.event }))
                    .collect();
                Ok(fields(json!({ "news": news, "next": table.heard(who) })))
            }
            Request::Why { seat, action, code } => {
                let table = self.table(name)?;
                let seat = read_seat(seat.into(), table)?;
                let rule = match (action, code) {
                    (Some(action), None) => table.why_value(seat, &action)?,
                    (None, Some(code)) => table.why_text(seat, &code)?,
                    _ => return Err(DriveFault::new("request", "give exactly one of 'action' and 'code'")),
                };
                let Some(rule) = rule else { return Ok(fields(json!({ "allowed": true }))) };
                let rules = Rules::parse(table.info().rules).unwrap_or_default();
                let (title, text) = rules
                    .get(rule)
                    .map_or((String::new(), String::new()), |p| (p.title.clone(), p.text.replace('\n', " ")));
                Ok(fields(json!({ "allowed": false, "rule": rule, "title": title, "text": text })))
            }
            Request::Record {} => {
                let table = self.table(name)?;
                Ok(fields(json!({ "ply": table.ply(), "record": table.record().to_text() })))
            }
            Request::Close {} => match self.tables.remove(name) {
                Some(_) => Ok(Map::new()),
                None => Err(no_table()),
            },
        }
    }
}

/// Why nobody is asked: the game is over, or the order of a race is to be settled.
fn nobody(table: &dyn LabTable) -> Refused {
    if table.ending().is_some() { Refused::Over } else { Refused::Counting }
}

fn no_table() -> DriveFault {
    DriveFault::new("no-table", "there is no such table; open one with 'new', 'position' or 'load'")
}

fn spoil(n: u64, what: &str) -> Value {
    json!({ "ok": false, "error": { "kind": "json", "line": n, "message": format!("line {n}: {what}") } })
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// How a table stands, for every request that changes it.
fn state(table: &dyn LabTable) -> Map<String, Value> {
    let asked: Vec<Seat> = table.waiting().iter().collect();
    let mut state = json!({
        "game": table.info().id,
        "seats": table.names().list().len(),
        "ply": table.ply(),
        "asked": asked,
        "over": table.ending().is_some(),
        "scores": table.scores(),
    });
    if let Status::Race(racing) = table.status() {
        state["race"] = json!(racing);
    }
    if let Some((ending, winners)) = table.ending() {
        state["ending"] = json!(ending);
        state["winners"] = json!(winners.iter().collect::<Vec<_>>());
    }
    fields(state)
}

fn read_seed(seed: Option<Value>) -> Result<Seed, DriveFault> {
    match seed {
        None | Some(Value::Null) => Ok(fresh_seed()?),
        Some(Value::String(text)) => Seed::from_words(&text).map_err(|e| DriveFault::new("request", e)),
        Some(Value::Number(number)) if number.is_u64() => {
            number.to_string().parse().map_err(|e: String| DriveFault::new("request", e))
        }
        Some(other) => Err(DriveFault::new(
            "request",
            format!("a seed is a whole number from 0 up, or a text, not {other}"),
        )),
    }
}

fn read_seat(seat: f64, table: &dyn LabTable) -> Result<Seat, DriveFault> {
    let seats = table.names().list().len() as u8;
    if let Some(seat) = (0..seats).find(|&s| f64::from(s) == seat) {
        return Ok(Seat(seat));
    }
    Err(DriveFault::new("request", format!("there is no seat {seat}; the seats are 0 to {}", seats - 1)))
}

fn read_who(who: &Value, table: &dyn LabTable) -> Result<Option<Seat>, DriveFault> {
    match who {
        Value::String(word) if word == "watcher" || word == "spectator" => Ok(None),
        Value::Number(n) => read_seat(n.as_f64().unwrap_or(-1.0), table).map(Some),
        _ => Err(DriveFault::new(
            "request",
            "'who' is a seat's number, \"spectator\" (or \"watcher\") or, in 'view' only, \"all\"",
        )),
    }
}
