//! The game keeps the laws of the house, its scenarios go as written, and its rules page, code and scenarios agree.

use high_card::{HighCard, Setup};
use table::laws::{Budget, uphold};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn the_laws_hold() {
    let setups: Vec<Setup> = (2..=4).map(|seats| Setup { seats }).collect();
    if let Err(broken) = uphold::<HighCard>(&setups, Budget::QUICK) {
        panic!("{broken}");
    }
}

#[test]
fn every_scenario_goes_as_written() {
    proof::scenarios::<HighCard>(HERE, 2);
}

#[test]
fn rules_code_and_scenarios_are_in_step() {
    proof::in_step::<HighCard>(HERE);
}
