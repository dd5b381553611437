//! A refusal names the rule that forbids the act.

use proof::{Refusals, refusals};
use renamed_spy::{RenamedSpy, Setup};
use table::Rule;

fn counted() -> Refusals {
    let setups: Vec<Setup> = (2..=6).map(Setup::of).collect();
    refusals::<RenamedSpy>(&setups, 8)
}

/// Rule 1.7 is for those who are not asked; whoever is asked hears what really stands in the way.
#[test]
fn a_refusal_names_the_rule_that_forbids_the_act() {
    counted().name_the_rule(Rule(1, 7));
}

#[test]
#[ignore = "prints a part of docs/refusals.md"]
fn print_refusals() {
    println!("{}", counted());
}
