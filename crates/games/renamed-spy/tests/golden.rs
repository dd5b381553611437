//! Whole games printed fact by fact, one for each number of players. A golden file is reviewed like code: whatever
//! changes in it changes for players and for stored records too.

use renamed_spy::{RenamedSpy, Setup};

proof::golden!(RenamedSpy, Setup::of);
