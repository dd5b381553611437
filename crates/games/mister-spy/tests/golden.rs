//! Whole games printed fact by fact, one for each number of players. A golden file is reviewed like code: whatever
//! changes in it changes for players and for stored records too.

use mister_spy::{MisterSpy, Setup};

proof::golden!(MisterSpy, Setup::of);
