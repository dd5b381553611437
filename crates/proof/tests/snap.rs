//! Snap: a game of a few lines in which everybody is asked at once. If it is wasteful, every act allocates, and no two
//! games end alike. It shows that the counts of memory can fail, and that a race is printed.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::hint::black_box;
use std::panic::{UnwindSafe, catch_unwind};

use proof::memory::{Counting, more_games_take_no_more_memory, no_decision_allocates};
use serde::{Deserialize, Serialize};
use table::game::Placed;
use table::{
    Ending, Fault, Game, Info, Luck, Names, Policy, Prompt, Rule, Seat, SeatSet, Shape, Sink, Status, To,
    Words,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting::new();

static INFO: Info = Info {
    id: "snap",
    title: "Snap",
    about: "Whoever snaps first, scores.",
    least: 2,
    most: 2,
    revision: 1,
    rules: "## 1 Snap\n### 1.1 Snap\nWhoever snaps first, scores.\n",
    settings: &[],
};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Setup {
    seats: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Snap<const WASTEFUL: bool> {
    rounds: u8,
    scores: [i32; 2],
}

table::acts! {
    /// There is one.
    pub enum Action {
        /// There is no other.
        Snap = "snap" by Rule(1, 1);
    }
}

impl<const WASTEFUL: bool> Game for Snap<WASTEFUL> {
    type Setup = Setup;
    type Position = Self;
    type Action = Action;
    type Event = Seat;
    type View = Self;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }
    fn deal(_: &Setup, _: &mut Luck, _: &mut impl Sink<Seat>) -> Self {
        Snap { rounds: 3, scores: [0; 2] }
    }
    fn seats(&self) -> u8 {
        2
    }
    fn status(&self) -> Status {
        if self.rounds == 0 { Status::Over } else { Status::Race(Seat::all(2).collect::<SeatSet>()) }
    }
    fn legal(&self, _: Seat, menu: &mut Vec<Action>) {
        menu.push(Action::Snap);
    }
    fn apply(&mut self, seat: Seat, _: Action, luck: &mut Luck, log: &mut impl Sink<Seat>) {
        log.tell(To::ALL, || seat);
        self.rounds -= 1;
        self.scores[seat.index()] += 1;
        if WASTEFUL {
            black_box(vec![seat]);
            self.scores[seat.index()] += luck.pick(1 << 30) as i32 / 4;
        }
    }
    fn race(&mut self, answers: &[(Seat, Action)], luck: &mut Luck, log: &mut impl Sink<Seat>) {
        let (seat, act) = answers[0];
        self.apply(seat, act, luck, log);
    }
    fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }
    fn ending(&self) -> Option<Ending> {
        (self.rounds == 0).then_some(Ending { reason: "snapped", rule: Rule(1, 1) })
    }
    fn view(&self, _: Option<Seat>) -> Self {
        self.clone()
    }
    fn imagine(view: &Self, (): &(), _: &mut Luck) -> Self {
        view.clone()
    }
    fn refuse(view: &Self, _: Action) -> Option<Rule> {
        (view.rounds == 0).then_some(Rule(1, 1))
    }
    fn places(&self, _: &mut Vec<Placed>) {}
    fn position(&self) -> Self {
        self.clone()
    }
    fn lay_out(position: &Self) -> Result<Self, Fault> {
        Ok(position.clone())
    }
    fn bound(_: &Setup) -> u32 {
        6
    }
}

impl<const WASTEFUL: bool> Words for Snap<WASTEFUL> {
    fn prompt(_: &Self, _: &Names) -> Prompt {
        Prompt { shape: Shape::Act, rule: Rule(1, 1), words: "Snap?".into(), source: None }
    }
    fn rule_of(_: &Self, _: Action) -> Rule {
        Rule(1, 1)
    }
    fn event(seat: &Seat, names: &Names) -> String {
        format!("{}.", names.does(*seat, "snap", "snaps"))
    }
}

impl<const WASTEFUL: bool> Policy for Snap<WASTEFUL> {
    type Notes = ();
}

fn printed_of_a_race() {
    let text = proof::playthrough::<Snap<false>>(Setup { seats: 2 }, 1);
    let question = |seat| format!("0 seat {seat} [1.1] Snap?\n  menu: snap\n");
    assert!(text.contains(&(question(0) + &question(1))), "{text}");
    assert!(text.contains("> 0 snap\n> 1 snap\norder "), "{text}");
    assert!(text.contains("order 0 1\n  all: Seat 0 snaps.\n"), "{text}");
    assert!(text.contains("order 1 0\n  all: Seat 1 snaps.\n"), "{text}");
    assert!(text.contains("over: snapped (1.1), won by "), "{text}");
}

/// What a proof that must fail says.
fn breach(proof: impl FnOnce() + UnwindSafe) -> String {
    *catch_unwind(proof).unwrap_err().downcast::<String>().unwrap()
}

/// One test for all: memory is counted for the whole process.
#[test]
fn waste_is_found_and_thrift_is_not_blamed() {
    let setups = [Setup { seats: 2 }];
    no_decision_allocates::<Snap<false>>(&setups);
    more_games_take_no_more_memory::<Snap<false>>();
    let found = breach(|| no_decision_allocates::<Snap<true>>(&setups));
    assert!(found.contains("allocations in 1200 decisions, random bots"), "{found}");
    let found = breach(more_games_take_no_more_memory::<Snap<true>>);
    assert!(found.contains("bytes for 2,000 games"), "{found}");
    printed_of_a_race();
}
