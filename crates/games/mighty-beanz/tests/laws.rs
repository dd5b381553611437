//! The laws of the house, for both games, with and without steady hands.

use mighty_beanz::{MightyBeanz, Setup};
use table::laws::{Budget, uphold};

#[test]
fn the_laws_hold() {
    let setups = [
        Setup::basic(),
        Setup::expert(),
        Setup { steady: true, ..Setup::basic() },
        Setup { decks: ["starter-barnyard", "starter-circus"].map(String::from).into(), ..Setup::basic() },
    ];
    if let Err(broken) = uphold::<MightyBeanz>(&setups, Budget::QUICK) {
        panic!("{broken}");
    }
}

#[test]
fn the_cards_have_no_mistakes() {
    let (_, mistakes) = mighty_beanz::cards::Catalog::read(Default::default());
    let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}
