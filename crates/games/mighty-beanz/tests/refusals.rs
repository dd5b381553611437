//! A refusal names the rule that forbids the act.

use mighty_beanz::{MightyBeanz, Setup};
use proof::{Refusals, refusals};
use table::Rule;

fn counted() -> Refusals {
    let steady = Setup { steady: true, ..Setup::basic() };
    let setups = [Setup::basic(), Setup::expert(), steady, Setup { steady: true, ..Setup::expert() }];
    refusals::<MightyBeanz>(&setups, 10)
}

/// Rule 1.12 is for those who are not asked; whoever is asked hears what really stands in the way.
#[test]
fn a_refusal_names_the_rule_that_forbids_the_act() {
    counted().name_the_rule(Rule(1, 12));
}

#[test]
#[ignore = "prints a part of docs/refusals.md"]
fn print_refusals() {
    println!("{}", counted());
}
