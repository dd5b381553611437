//! Snatch: a prize lies open, and everybody who wants it grabs at once. A game that races, for tests.

use serde::{Deserialize, Serialize};
use table::game::Placed;
use table::{
    Ending, Fault, Game, Info, Luck, Names, Order, Policy, Prompt, Rule, Seat, SeatSet, Shape, Sink, Status,
    Study, To, Words,
};

const RULES: &str = "\
# Snatch

## 1 Snatching
### 1.1 Only who is asked
Nobody else may act.
### 1.2 Grab or pass
A prize of 1 to 3 points lies open. Everybody decides at once, unseen by the others, to grab or to pass.
### 1.3 The first hand
The first who grabs has the prize. Whoever grabs later hurts their fingers and loses a point.
### 1.4 Keep or share
Whoever has the prize keeps it, or gives everybody else a point of their own instead.
### 1.5 The end
After four prizes the game is over.
";

static INFO: Info = Info {
    id: "snatch",
    title: "Snatch",
    about: "Grab the prize first, or keep your fingers whole.",
    least: 2,
    most: 4,
    revision: 1,
    rules: RULES,
    settings: &[],
};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) seats: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    Grab,
    Taken(Seat),
    Over,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Snatch {
    prizes: u8,
    prize: u8,
    pub(crate) phase: Phase,
    pub(crate) scores: Vec<i32>,
}

/// What a viewer sees: everything but who they are is open.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct View {
    who: Option<Seat>,
    pub(crate) table: Snatch,
}

table::acts! {
    /// What a seat can answer.
    pub enum Action {
        /// Lets it lie.
        Pass = "pass" by Rule(1, 2);
        /// Reaches for it.
        Grab = "grab" by Rule(1, 2);
        /// Keeps it.
        Keep = "keep" by Rule(1, 4);
        /// Shares it.
        Share = "share" by Rule(1, 4);
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) enum Event {
    Prize(u8),
    Passed(Seat),
    Took(Seat),
    Late(Seat),
    Kept(Seat),
    Shared(Seat),
}

impl Snatch {
    fn next(&mut self, luck: &mut Luck, log: &mut impl Sink<Event>) {
        if self.prizes == 0 {
            self.phase = Phase::Over;
            return;
        }
        self.prizes -= 1;
        self.prize = 1 + luck.pick(3) as u8;
        self.phase = Phase::Grab;
        log.tell(To::ALL, || Event::Prize(self.prize));
    }
}

impl Game for Snatch {
    type Setup = Setup;
    type Position = Self;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }
    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        let mut game =
            Snatch { prizes: 4, prize: 0, phase: Phase::Grab, scores: vec![0; usize::from(setup.seats)] };
        game.next(luck, log);
        game
    }
    fn seats(&self) -> u8 {
        self.scores.len() as u8
    }
    fn status(&self) -> Status {
        match self.phase {
            Phase::Grab => Status::Race(Seat::all(self.seats()).collect::<SeatSet>()),
            Phase::Taken(seat) => Status::Ask(seat),
            Phase::Over => Status::Over,
        }
    }
    fn legal(&self, seat: Seat, menu: &mut Vec<Action>) {
        match self.phase {
            Phase::Grab => menu.extend([Action::Pass, Action::Grab]),
            Phase::Taken(taker) if taker == seat => menu.extend([Action::Keep, Action::Share]),
            _ => {}
        }
    }
    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        if act == Action::Share {
            log.tell(To::ALL, || Event::Shared(seat));
            (0..).zip(&mut self.scores).filter(|(n, _)| Seat(*n) != seat).for_each(|(_, score)| *score += 1);
        } else {
            log.tell(To::ALL, || Event::Kept(seat));
            self.scores[seat.index()] += i32::from(self.prize);
        }
        self.next(luck, log);
    }
    fn race(&mut self, answers: &[(Seat, Action)], luck: &mut Luck, log: &mut impl Sink<Event>) {
        for &(seat, act) in answers {
            match (act, self.phase) {
                (Action::Grab, Phase::Grab) => {
                    self.phase = Phase::Taken(seat);
                    log.tell(To::ALL, || Event::Took(seat));
                }
                (Action::Grab, _) => {
                    self.scores[seat.index()] -= 1;
                    log.tell(To::ALL, || Event::Late(seat));
                }
                _ => log.tell(To::ALL, || Event::Passed(seat)),
            }
        }
        if self.phase == Phase::Grab {
            self.next(luck, log);
        }
    }
    fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }
    fn ending(&self) -> Option<Ending> {
        (self.phase == Phase::Over).then_some(Ending { reason: "prizes", rule: Rule(1, 5) })
    }
    fn view(&self, who: Option<Seat>) -> View {
        View { who, table: self.clone() }
    }
    fn imagine(view: &View, (): &(), _: &mut Luck) -> Self {
        view.table.clone()
    }
    fn refuse(view: &View, act: Action) -> Option<Rule> {
        let mut menu = Vec::new();
        match (view.table.phase, view.who) {
            (Phase::Over, _) => return Some(Rule(1, 5)),
            (_, Some(who)) if view.table.status().asks(who) => view.table.legal(who, &mut menu),
            _ => return Some(Rule(1, 1)),
        }
        match view.table.phase {
            _ if menu.contains(&act) => None,
            Phase::Grab => Some(Rule(1, 2)),
            _ => Some(Rule(1, 4)),
        }
    }
    fn orders() -> &'static [Order] {
        &[Order { code: "never-grab", text: "Don't ask me to grab", this_turn: false }]
    }
    fn obey(view: &View, order: &str) -> Option<Action> {
        (order == "never-grab" && view.table.phase == Phase::Grab).then_some(Action::Pass)
    }
    fn places(&self, _: &mut Vec<Placed>) {}
    fn position(&self) -> Self {
        self.clone()
    }
    fn lay_out(position: &Self) -> Result<Self, Fault> {
        Ok(position.clone())
    }
    fn bound(setup: &Setup) -> u32 {
        4 * (u32::from(setup.seats) + 1)
    }
}

impl Words for Snatch {
    fn prompt(view: &View, names: &Names) -> Prompt {
        let (rule, words) = match view.table.phase {
            Phase::Grab => (Rule(1, 2), format!("{} points: do you grab?", view.table.prize)),
            Phase::Taken(seat) => {
                (Rule(1, 4), format!("{} may keep {} points.", names.who(seat), view.table.prize))
            }
            Phase::Over => (Rule(1, 5), "It is over.".into()),
        };
        Prompt { shape: Shape::Act, rule, words, source: None }
    }
    fn rule_of(view: &View, _: Action) -> Rule {
        if view.table.phase == Phase::Grab { Rule(1, 2) } else { Rule(1, 4) }
    }
    fn event(event: &Event, names: &Names) -> String {
        match event {
            Event::Prize(n) => format!("A prize of {n} lies open."),
            Event::Passed(seat) => format!("{}.", names.does(*seat, "pass", "passes")),
            Event::Took(seat) => format!("{} first.", names.does(*seat, "are", "is")),
            Event::Late(seat) => format!("{} too late.", names.does(*seat, "grab", "grabs")),
            Event::Kept(seat) => format!("{} it.", names.does(*seat, "keep", "keeps")),
            Event::Shared(seat) => format!("{} it.", names.does(*seat, "share", "shares")),
        }
    }
}

impl Policy for Snatch {
    type Notes = ();
    /// The larger the prize, the more it is worth burnt fingers.
    fn weigh(view: &View, act: Action) -> i32 {
        match act {
            Action::Grab => i32::from(view.table.prize) * 1000 - 1500,
            Action::Keep => 1,
            _ => 0,
        }
    }
}

impl Study for Snatch {}
