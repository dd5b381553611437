//! Every scenario of the game, and the rules page in step with them and with the code.

use mighty_beanz::{MightyBeanz, Setup};
use table::Game;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_scenario_goes_as_written() {
    proof::scenarios::<MightyBeanz>(HERE, 299);
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

#[test]
fn rules_code_and_scenarios_are_in_step() {
    proof::in_step::<MightyBeanz>(HERE);
}

#[test]
fn the_lesson_goes_as_written() {
    proof::lessons::<MightyBeanz>(HERE);
}

/// A setup with two decks of these cards.
fn with(cards: &str, expert: bool) -> Setup {
    Setup { expert, decks: vec![cards.to_owned(), cards.to_owned()], ..Setup::basic() }
}

/// Rules 1.1, 1.2 and 12.1: what a scenario cannot show, since nothing is dealt.
#[test]
fn no_game_begins_with_a_deck_that_breaks_a_rule() {
    let forty = "20 Lion Bean\n20 Clown Bean";
    let sixty: String =
        mighty_beanz::Face::all().take(15).map(|face| format!("4 {}\n", face.title())).collect();
    assert_eq!(MightyBeanz::check(&with(forty, false)), Ok(()));
    assert_eq!(MightyBeanz::check(&with(&sixty, true)), Ok(()));
    for (setup, what) in [
        (Setup { seats: 3, ..Setup::basic() }, "3 players"),
        (Setup { seats: 1, ..Setup::basic() }, "1 players"),
        (with("20 Lion Bean\n19 Clown Bean", false), "39"),
        (with("20 Lion Bean\n21 Clown Bean", false), "41"),
        (with(&sixty, false), "60"),
        (with("15 Lion Bean\n15 Clown Bean\n15 Tuba Bean\n15 Sailor Bean", true), "15"),
        (with(forty, true), "40"),
        (Setup { decks: vec![forty.to_owned()], ..Setup::basic() }, "1 decks"),
    ] {
        let fault = MightyBeanz::check(&setup).expect_err(what);
        assert!(fault.what.contains(what), "{}: {}", what, fault.what);
    }
}
