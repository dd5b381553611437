//! Playing allocates nothing once the buffers are warm, simulating more games takes no more memory, and a position is small.

use mighty_beanz::{MightyBeanz, Setup};
use proof::memory::{Counting, more_games_take_no_more_memory, no_decision_allocates};

#[global_allocator]
static ALLOCATOR: Counting = Counting::new();

/// One test, not two: the counts are of the whole process, and a second test would be counted too.
#[test]
fn playing_needs_no_more_memory_than_it_has() {
    no_decision_allocates::<MightyBeanz>(&[Setup::basic(), Setup::expert()]);
    more_games_take_no_more_memory::<MightyBeanz>();
    assert!(size_of::<MightyBeanz>() <= 4096, "{} bytes", size_of::<MightyBeanz>());
}
