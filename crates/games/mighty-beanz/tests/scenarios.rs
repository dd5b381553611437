//! Every scenario of the game, and the rules page in step with them and with the code.

use mighty_beanz::MightyBeanz;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_scenario_goes_as_written() {
    proof::scenarios::<MightyBeanz>(HERE, 0);
}

#[test]
fn rules_code_and_scenarios_are_in_step() {
    proof::in_step::<MightyBeanz>(HERE);
}
