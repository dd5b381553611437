//! Whole games printed fact by fact, one for each number of players. A golden file is reviewed like code: whatever
//! changes in it changes for players and for stored records too.

use renamed_spy::{RenamedSpy, Setup};

fn playthrough(seats: u8) -> String {
    proof::playthrough::<RenamedSpy>(Setup::of(seats), seats.into())
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
