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

/// A game recorded before the cards had marks, handles and larger numbers: every checkpoint in it still holds.
#[test]
fn a_record_of_an_earlier_program_replays() {
    let record = table::Record::parse(include_str!("records/earlier.record")).unwrap();
    let table = table::Table::<MightyBeanz>::replay(&record).unwrap();
    assert!(table::AnyTable::ending(&table).is_some());
}
