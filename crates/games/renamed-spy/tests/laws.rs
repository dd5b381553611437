//! The laws of the house, for every number of players and for another split of the cards.

use renamed_spy::{Counts, RenamedSpy, Setup};
use table::laws::{Budget, uphold};

#[test]
fn the_laws_hold() {
    let mut setups: Vec<Setup> = (2..=6).map(Setup::of).collect();
    // Rule 1.3: few values, many Spies of each.
    let counts = Counts { spies: [15, 0, 0, 6, 0, 0, 0, 15], lairs: [15, 6, 15, 0] };
    setups.push(Setup { counts, ..Setup::of(3) });
    if let Err(broken) = uphold::<RenamedSpy>(&setups, Budget::QUICK) {
        panic!("{broken}");
    }
}
