//! The laws of the house, for every number of players.

use austin_powers::{AustinPowers, Setup};
use table::laws::{Budget, uphold};

fn keep(setups: &[Setup], budget: Budget) {
    if let Err(broken) = uphold::<AustinPowers>(setups, budget) {
        panic!("{broken}");
    }
}

#[test]
fn the_laws_hold_for_two_and_three() {
    keep(&[Setup::starters(2), Setup::starters(3)], Budget::QUICK);
}

/// Games of many take long: one of each here, more by hand below.
#[test]
fn the_laws_hold_for_more() {
    let leaving = Setup { leaving: true, ..Setup::starters(4) };
    let closed = Setup { closed_lists: true, ..Setup::starters(3) };
    keep(&[Setup::starters(4), Setup::starters(6), leaving, closed], Budget::ONE_GAME);
}

#[test]
#[ignore = "takes minutes: cargo test --package austin-powers --test laws -- --ignored"]
fn the_laws_hold_for_many_games() {
    let all = (2..=6).flat_map(|seats| {
        let plain = Setup::starters(seats);
        [Setup { closed_lists: true, ..plain.clone() }, Setup { leaving: true, ..plain.clone() }, plain]
    });
    keep(&all.collect::<Vec<_>>(), Budget::QUICK);
}

#[test]
fn the_cards_have_no_mistakes() {
    let (_, mistakes) = austin_powers::cards::Catalog::read(Default::default());
    let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

#[test]
fn the_first_edition_stays_as_it_was() {
    assert_eq!(ccg::book::first_edition_stays::<austin_powers::cards::MojoCards>(), Ok(140));
}
