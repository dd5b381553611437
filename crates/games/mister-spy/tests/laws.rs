//! The laws of the house, for every number of players.

use mister_spy::{MisterSpy, Setup};
use table::laws::{Budget, uphold};

fn setups() -> Vec<Setup> {
    (2..=6).map(Setup::of).collect()
}

#[test]
fn the_laws_hold() {
    if let Err(broken) = uphold::<MisterSpy>(&setups(), Budget::QUICK) {
        panic!("{broken}");
    }
}
