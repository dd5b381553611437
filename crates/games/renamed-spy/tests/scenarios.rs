//! Every scenario of the game, and the rules page in step with them and with the code.

use renamed_spy::RenamedSpy;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_scenario_goes_as_written() {
    proof::scenarios::<RenamedSpy>(HERE, 60);
}

#[test]
fn rules_code_and_scenarios_are_in_step() {
    proof::in_step::<RenamedSpy>(HERE);
}

#[test]
fn the_lesson_goes_as_written() {
    proof::lessons::<RenamedSpy>(HERE);
}
