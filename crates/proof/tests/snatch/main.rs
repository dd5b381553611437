//! A game that races, from its laws to its bots.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

mod game;

use bots::playout::{play_one, random_game};
use bots::search::{Question, Search, think};
use bots::{BotTable, Level, Mind};
use game::{Action, Setup, Snatch};
use serde_json::json;
use table::laws::{Budget, uphold};
use table::scenario::Scenario;
use table::{AnyTable, Game, GameOf, MAX_SEATS, OpenTable, Record, Refused, Seat, Seed, Status, Table};

fn deal(seats: u8, seed: u64) -> Table<Snatch> {
    Table::deal(Setup { seats }, Seed::from(seed)).unwrap()
}

const S: [Seat; 3] = [Seat(0), Seat(1), Seat(2)];

#[test]
fn it_keeps_the_laws() {
    for seats in 2..=4 {
        if let Err(broken) = uphold::<Snatch>(&[Setup { seats }], Budget::QUICK) {
            panic!("{broken}");
        }
    }
}

#[test]
fn sealed_answers_are_known_to_nobody_until_all_are_in() {
    let mut table = deal(3, 1);
    let outside = |table: &Table<Snatch>| {
        let who = [Some(S[0]), Some(S[2]), None];
        let seen: Vec<_> = who
            .iter()
            .map(|&who| (AnyTable::view(table, who), table.news(who, 0), table.question(who)))
            .collect();
        (seen, AnyTable::status(table), AnyTable::ply(table), table.menu(S[0]), table.scores())
    };
    let before = outside(&table);
    table.try_act(S[1], 0, Action::Grab).unwrap();
    assert_eq!(outside(&table), before);
    assert_eq!(table.sealed(S[1]).unwrap().code, "grab");
    assert_eq!((table.sealed(S[0]), table.menu(S[1])), (None, None));
    // It cannot be changed, and what somebody else may not do is refused as ever.
    assert_eq!(table.try_act(S[1], 0, Action::Pass), Err(Refused::Sealed { seat: S[1] }));
    assert!(matches!(table.try_act(S[0], 0, Action::Keep), Err(Refused::Forbidden { .. })));
    table.try_act(S[0], 0, Action::Grab).unwrap();
    table.try_act(S[2], 0, Action::Pass).unwrap();
    // Lots have said who was first.
    let Status::Ask(first) = AnyTable::status(&table) else { panic!("somebody has it") };
    assert_eq!(AnyTable::ply(&table), 3);
    assert_eq!(table.scores().iter().sum::<i32>(), -1, "the other one was late");
    // Nobody takes a race back, and the same race draws the same lots again.
    assert!(S.iter().all(|&seat| table.harmless(seat).is_none()));
    assert!(table.undo());
    assert_eq!(outside(&table), before);
    for (seat, act) in [(S[2], Action::Pass), (S[0], Action::Grab), (S[1], Action::Grab)] {
        table.try_act(seat, 0, act).unwrap();
    }
    assert_eq!(AnyTable::status(&table), Status::Ask(first));
}

#[test]
fn lots_are_even() {
    let mut first = [0; 3];
    for seed in 0..3000 {
        let mut table = deal(3, seed);
        for seat in S {
            table.try_act(seat, 0, Action::Grab).unwrap();
        }
        let Status::Ask(seat) = AnyTable::status(&table) else { panic!("somebody has it") };
        first[seat.index()] += 1;
    }
    assert!(first.iter().all(|&n: &i32| (n - 1000).abs() < 130), "{first:?}");
}

#[test]
fn a_replay_never_races() {
    let mut table = deal(3, 4);
    for (seat, act) in [(S[0], Action::Grab), (S[1], Action::Grab), (S[2], Action::Pass)] {
        table.try_seal(seat, 0, act).unwrap();
    }
    assert_eq!(table.count(&S[..2]), Err(Refused::NoOrder { racing: AnyTable::status(&table).asked() }));
    // Not the order that lots would give.
    let mut order = table.lots().unwrap();
    order.rotate_left(1);
    table.count(&order).unwrap();
    assert_eq!(table.count(&order), Err(Refused::NoRace));
    let first = order.iter().find(|seat| **seat != S[2]).unwrap();
    assert_eq!(AnyTable::status(&table), Status::Ask(*first));
    table.try_act(*first, 3, Action::Keep).unwrap();
    table.try_seal(S[2], 4, Action::Grab).unwrap();
    let text = table.to_record().to_text();
    let order: Vec<String> = order.iter().map(|seat| seat.to_string()).collect();
    let lines =
        format!("~ 0 grab\n~ 1 grab\n~ 2 pass\norder {}\n{first} keep\n~ 2 grab\n= 4 ", order.join(" "));
    assert!(text.contains(&lines), "{text}");
    let mut again = Table::<Snatch>::resume(&Record::parse(&text).unwrap()).unwrap();
    assert_eq!(again.to_record().to_text(), text);
    assert_eq!(
        (again.fingerprint(), again.waiting()),
        (table.fingerprint(), S[..2].iter().copied().collect())
    );
    assert_eq!(again.last_choice(S[2]), Some(4));
    assert!(again.undo(), "the sealed answer is taken back, nothing else");
    assert_eq!((AnyTable::ply(&again), again.sealed(S[2])), (4, None));
    assert!(again.undo() && again.undo() && !again.undo(), "the choice, the whole race, and no more");
    // A race without an order, or with an answer missing, is none.
    for (from, to) in
        [("~ 0 grab\n~ 1 grab\n~ 2 pass\norder", "0 grab\n1 grab\n2 pass\n#"), ("~ 1 grab\n", "")]
    {
        let text = text.replace(from, to);
        let replayed = Record::parse(&text).and_then(|record| Table::<Snatch>::resume(&record));
        assert!(replayed.is_err(), "{text}");
    }
}

#[test]
fn a_scenario_says_who_was_first() {
    let game = GameOf::<Snatch>::new();
    let head = "+++\ngame = \"snatch\"\ntitle = \"The first hand\"\nrules = [\"1.3\"]\nluck = [2]\n[position]\nprizes = 1\nprize = 2\nphase = \"grab\"\nscores = [0, 0, 0]\n+++\n";
    let play = "? asked 0 1 2\n> 2 grab\n! 2 pass : 1.2\n? asked 0 1\n> 0 grab\n> 1 pass\n";
    let run = |text: &str| Scenario::parse(text).and_then(|scenario| scenario.run(&game));
    // A seat that has answered is refused by the house, not by a rule.
    assert!(run(&format!("{head}{play}= 0 1 2\n? asked 0\n")).is_err());
    let play = play.replace("! 2 pass : 1.2\n", "");
    let end = "> 0 keep\n? score 0 == 2\n? asked 0 1 2\n";
    run(&format!("{head}{play}= 0 1 2\n? score 2 == -1\n? news 1 has Seat 0 is first.\n? asked 0\n{end}"))
        .unwrap();
    let late = run(&format!("{head}{play}= 2 1 0\n? asked 0\n{end}")).unwrap_err();
    assert!(late.what.contains("seat 2 is asked"), "{late}");
    let open = run(&format!("{head}{play}? asked 0\n{end}")).unwrap_err();
    assert!(open.what.contains("everybody has answered"), "{open}");
    assert!(run(&format!("{head}{play}= 0 1\n? asked 0\n")).unwrap_err().what.contains("names every seat"));
    assert!(
        run(&format!("{head}= 0 1 2\n? asked 0\n")).unwrap_err().what.contains("once everybody has answered")
    );
}

#[test]
fn bots_race() {
    for level in [Level::Random, Level::Rookie, Level::Agent, Level::Mastermind(Mind::of(60))] {
        let mut table = deal(3, 8);
        while let Some(seat) = table.waiting().iter().next() {
            let (ply, before) = (AnyTable::ply(&table), table.fingerprint());
            let pick = table.bot_pick(seat, level).unwrap();
            assert_eq!(table.bot_pick(seat, level), Some(pick));
            AnyTable::act(&mut table, seat, ply, pick).unwrap();
            assert!(table.fingerprint() == before || table.waiting() == AnyTable::status(&table).asked());
        }
        assert!(table.ending().is_some());
        let readings: Vec<_> = table.analyse(20).unwrap().collect();
        assert_eq!(readings.len() as u32, AnyTable::ply(&table) + 1, "every answer is judged");
        assert!(readings.iter().take(3).all(|r| r.choice.is_some()));
        assert!(readings[2].told.iter().all(|told| told.len() >= 3) && readings[0].told[0].is_empty());
    }
    let mut menu = Vec::new();
    let (game, decisions) =
        play_one::<Snatch>(&Setup { seats: 3 }, Seed::from(3), &[Level::Agent; MAX_SEATS], &mut menu);
    assert!(game.ending().is_some() && decisions >= 12, "{decisions}");
    assert!(random_game::<Snatch>(&Setup { seats: 2 }, Seed::from(3), |_| {}).ending().is_some());
}

/// With everything at stake on one prize a search knows that it pays to grab what nobody else grabs, and not to touch what
/// everybody grabs.
#[test]
fn a_search_does_not_know_what_the_others_answer() {
    let position = json!({ "prizes": 0, "prize": 3, "phase": "grab", "scores": [0, 2] });
    let table =
        Table::<Snatch>::lay_out(serde_json::from_value(position).unwrap(), None, Seed::from(1)).unwrap();
    let (view, menu) = (table.eyes(Some(S[0])).view(), table.acts(S[0]));
    let question = Question::<Snatch> { seat: S[0], view: &view, notes: &(), menu: &menu, vow: None };
    let verdict = think(&question, &Search::iterations(2000), Seed::from(2));
    assert_eq!(menu[verdict.best], Action::Grab, "{verdict:?}");
    // Whatever the other does, passing loses here, and grabbing wins when it is first or alone.
    assert!(verdict.wins[1] > 0.4 && verdict.wins[1] < 1.0 && verdict.wins[0] < 0.05, "{verdict:?}");
}
