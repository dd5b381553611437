//! Whole games printed fact by fact. A golden file is reviewed like code: whatever changes in it changes for players and for
//! stored records too.

use austin_powers::{AustinPowers, Setup};
use table::table::Opening;
use table::{AnyTable as _, Game as _, Luck, Record, Seat, Seed, Stamp, Status, Stream, Table};

#[test]
fn two_players() {
    insta::assert_snapshot!(proof::playthrough::<AustinPowers>(Setup::starters(2), 2));
}

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/first.record");

/// A game of four that was recorded and kept: every race and every checkpoint in it still holds.
#[test]
fn a_record_that_was_kept_replays() {
    let record = Record::parse(&std::fs::read_to_string(KEPT).expect("a record")).expect("a record");
    let table = Table::<AustinPowers>::resume(&record).unwrap_or_else(|f| panic!("line {}: {f}", f.line));
    assert!(table.is_old() && table.ending().is_some());
}

/// A game of other rules is refused whole and by name.
#[test]
fn a_record_of_other_rules_is_refused_by_name() {
    let mut record = Record::parse(&std::fs::read_to_string(KEPT).expect("a record")).expect("a record");
    record.stamp.rules = 7;
    let fault = Table::<AustinPowers>::resume(&record).expect_err("other rules");
    assert_eq!(fault.line, 3);
    assert!(fault.what.contains("revision 7 of austin-powers"), "{}", fault.what);
}

/// Anybody's answer, drawn by lot.
fn answer(table: &mut Table<AustinPowers>, seat: Seat, luck: &mut Luck) {
    let (ply, menu) = (table.ply(), table.acts(seat).len());
    table.try_pick(seat, ply, luck.pick(menu as u32) as usize).expect("one of the menu");
}

#[test]
#[ignore = "writes tests/records/first.record"]
fn write_the_record() {
    let stamp = Stamp { rules: 1, cards: Some(AustinPowers::FIRST_CARDS), print: None };
    let opening = Opening::Deal(Setup::starters(4));
    let mut table = Table::<AustinPowers>::begin(opening, Seed::from(11), Some(&stamp)).expect("a deal");
    let mut luck = Seed::from(12).luck(Stream::Test(1));
    loop {
        let waiting: Vec<Seat> = match table.status() {
            Status::Over => break,
            status => status.asked().iter().collect(),
        };
        waiting.into_iter().for_each(|seat| answer(&mut table, seat, &mut luck));
    }
    std::fs::write(KEPT, table.to_record().to_text()).expect("the record is written");
}
