//! Playing allocates nothing once the buffers are warm, and simulating more games takes no more memory.

use mister_spy::{MisterSpy, Setup};
use proof::memory::{Counting, more_games_take_no_more_memory, no_decision_allocates};

#[global_allocator]
static ALLOCATOR: Counting = Counting::new();

/// One test, not two: the counts are of the whole process, and a second test would be counted too.
#[test]
fn playing_needs_no_more_memory_than_it_has() {
    let setups: Vec<Setup> = (2..=6).map(Setup::of).collect();
    no_decision_allocates::<MisterSpy>(&setups);
    more_games_take_no_more_memory::<MisterSpy>();
}
