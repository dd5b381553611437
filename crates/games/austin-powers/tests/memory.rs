//! Playing allocates nothing once the buffers are warm, and a position is small.

use austin_powers::{AustinPowers, Setup};
use proof::memory::{Counting, no_decision_allocates};

#[global_allocator]
static ALLOCATOR: Counting = Counting::new();

/// One test, not two: the counts are of the whole process, and a second test would be counted too.
#[test]
fn playing_needs_no_more_memory_than_it_has() {
    no_decision_allocates::<AustinPowers>(&[Setup::starters(2), Setup::starters(6)]);
    assert!(size_of::<AustinPowers>() <= 4096, "{} bytes", size_of::<AustinPowers>());
}
