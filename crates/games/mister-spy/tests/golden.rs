//! Whole games printed fact by fact, one for each number of players. A golden file is reviewed like code: whatever
//! changes in it changes for players and for stored records too.

use mister_spy::{Dealer, MisterSpy, Setup};

fn playthrough(seats: u8) -> String {
    proof::playthrough::<MisterSpy>(Setup { seats, dealer: Dealer::Lot }, seats.into())
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
