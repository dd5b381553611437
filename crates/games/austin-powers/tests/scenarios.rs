//! Every scenario of the game, and the rules page in step with them and with the code.

use austin_powers::AustinPowers;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_scenario_goes_as_written() {
    proof::scenarios::<AustinPowers>(HERE, 160);
}

#[test]
fn rules_code_and_scenarios_are_in_step() {
    proof::in_step::<AustinPowers>(HERE);
}

#[test]
fn the_lesson_goes_as_written() {
    proof::lessons::<AustinPowers>(HERE);
}

/// A scenario shows a rule, whatever the cards of the program say today: `tests/other_numbers.rs` plays them with others.
#[test]
fn every_scenario_is_played_with_the_cards_of_the_first_edition() {
    for folder in ["scenarios", "lessons"] {
        for entry in std::fs::read_dir(format!("{HERE}/{folder}")).expect("a folder") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            assert!(text.contains("\ncards = \"first\"\n"), "{}: say cards = \"first\"", path.display());
        }
    }
}
