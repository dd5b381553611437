//! Every scenario of the game, and the rules page in step with them and with the code.

use mister_spy::MisterSpy;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_scenario_goes_as_written() {
    proof::scenarios::<MisterSpy>(HERE, 70);
}

#[test]
fn rules_code_and_scenarios_are_in_step() {
    proof::in_step::<MisterSpy>(HERE);
}

#[test]
fn the_lesson_goes_as_written() {
    proof::lessons::<MisterSpy>(HERE);
}
