//! Whole games printed fact by fact. A golden file is reviewed like code: whatever changes in it changes for players and for
//! stored records too.

use mighty_beanz::{MightyBeanz, Setup};

#[test]
fn basic() {
    insta::assert_snapshot!(proof::playthrough::<MightyBeanz>(Setup::basic(), 2));
}

#[test]
fn expert() {
    insta::assert_snapshot!(proof::playthrough::<MightyBeanz>(Setup::expert(), 3));
}

/// A game that was recorded and kept: every checkpoint in it still holds.
#[test]
fn a_record_that_was_kept_replays() {
    let record = table::Record::parse(include_str!("records/kept.record")).unwrap();
    let table = table::Table::<MightyBeanz>::resume(&record).unwrap();
    assert!(table::AnyTable::ending(&table).is_some());
}

/// A game under the first rules, in which a shot lay the same way each time, is refused whole and by name.
#[test]
fn a_record_of_other_rules_is_refused_by_name() {
    let mut record = table::Record::parse(include_str!("records/kept.record")).unwrap();
    record.stamp.rules = 1;
    let fault = table::Table::<MightyBeanz>::resume(&record).expect_err("other rules");
    assert_eq!(fault.line, 3);
    assert!(
        fault.what.contains("revision 1 of mighty-beanz; this program plays revision 2"),
        "{}",
        fault.what
    );
}
