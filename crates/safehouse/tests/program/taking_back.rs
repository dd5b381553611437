//! Between people at one keyboard, what chance decided stands, as it does at a table of the house.

use std::fs;

use crate::common::{Done, Scratch};

/// Two people lay a card each; then the first one goes on with these answers. What came of it, and the record.
fn played(scratch: &Scratch, answers: &str) -> (Done, String) {
    let args =
        ["play", "mister-spy", "--seats", "2", "--people", "2", "--seed", "3", "--record", "two.record"];
    let _ = fs::remove_file(scratch.path("two.record"));
    let done = scratch.run(&args, format!("\n2\n\n2\n\n{answers}quit\n"));
    done.calm();
    assert_eq!(done.code, Some(0), "{done:?}");
    (done, fs::read_to_string(scratch.path("two.record")).expect("the record is there"))
}

#[test]
fn a_theft_is_not_taken_back_until_the_right_spy_comes() {
    let scratch = Scratch::new();
    let (menu, before) = played(&scratch, "");
    let entry = menu.out.split("Steal ").next().and_then(|text| text.split_whitespace().last());
    let entry = entry.expect("a theft in the menu");
    let (done, record) = played(&scratch, &format!("{entry}\nundo\n"));
    assert!(done.out.contains("cannot be taken back"), "{done:?}");
    let choices = |record: &str| record.lines().filter(|line| line.starts_with(['0', '1'])).count();
    assert_eq!(choices(&record), choices(&before) + 1, "the theft stands: {record}");
}
