//! Whole games printed fact by fact, one for each number of players. A golden file is reviewed like code: whatever
//! changes in it changes for players and for stored records too.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::fmt::Write as _;

use bots::Level;
use mister_spy::{Dealer, MisterSpy, Setup};
use table::{AnyTable, OpenTable, Seat, Seed, Status, Stream, Table};

fn playthrough(seats: u8) -> String {
    let mut table =
        Table::<MisterSpy>::deal(Setup { seats, dealer: Dealer::Lot }, Seed::from(u64::from(seats))).unwrap();
    let mut out = format!("mister-spy, {seats} seats, seed {seats}\n");
    let mut heard = 0;
    let mut tosses = Seed::from(7).luck(Stream::Bots);
    loop {
        let viewers: Vec<Option<Seat>> = Seat::all(seats).map(Some).chain([None]).collect();
        // Every line of the log with those who heard it.
        let log = table.whole_log();
        for line in &log[heard..] {
            let hearers: Vec<&Option<Seat>> = viewers.iter().filter(|&&w| line.to.reaches(w)).collect();
            let who = if hearers.len() == viewers.len() {
                "all".to_owned()
            } else {
                hearers
                    .iter()
                    .map(|w| w.map_or("watcher".into(), |s| s.to_string()))
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let _ = writeln!(out, "  {who}: {}", line.told.text);
        }
        heard = log.len();
        if table.ply().is_multiple_of(20) || table.status() == Status::Over {
            for (key, value) in table.everything().as_object().unwrap() {
                let _ = writeln!(out, "    {key} = {value}");
            }
            for &who in &viewers {
                let name = who.map_or("watcher".into(), |s| s.to_string());
                let _ = writeln!(out, "    view of {name}: {:016x}", table.view_hash(who));
            }
        }
        let Status::Ask(seat) = table.status() else { break };
        let menu = table.menu(seat).unwrap();
        let codes: Vec<&str> = menu.entries.iter().map(|e| e.code.as_str()).collect();
        // Mostly sensible, sometimes wild, so that a few games see many rules.
        let level = if tosses.pick(4) == 0 { Level::Random } else { Level::Greedy };
        let pick = level.choose(table.eyes(Some(seat)), &table.acts(seat), &mut tosses);
        let _ = writeln!(
            out,
            "{} seat {seat} [{}] {}\n  menu: {}\n> {}",
            menu.ply,
            menu.prompt.rule,
            menu.prompt.words,
            codes.join(" | "),
            codes[pick]
        );
        AnyTable::act(&mut table, seat, menu.ply, pick).unwrap();
    }
    let (ending, winners) = AnyTable::ending(&table).unwrap();
    let winners: Vec<String> = winners.iter().map(|s| s.to_string()).collect();
    let _ = writeln!(out, "over: {} ({}), won by {}", ending.reason, ending.rule, winners.join(", "));
    out
}

#[test]
fn two_players() {
    insta::assert_snapshot!(playthrough(2));
}

#[test]
fn three_players() {
    insta::assert_snapshot!(playthrough(3));
}

#[test]
fn four_players() {
    insta::assert_snapshot!(playthrough(4));
}

#[test]
fn five_players() {
    insta::assert_snapshot!(playthrough(5));
}

#[test]
fn six_players() {
    insta::assert_snapshot!(playthrough(6));
}
