//! Whole games printed fact by fact. A golden file is reviewed like code: whatever changes in it changes for players and for
//! stored records too.

use mighty_beanz::{MightyBeanz, Setup};

#[test]
fn basic() {
    insta::assert_snapshot!(proof::playthrough::<MightyBeanz>(Setup::basic(), 2));
}

#[test]
fn expert() {
    insta::assert_snapshot!(proof::playthrough::<MightyBeanz>(Setup::expert(), 3));
}
