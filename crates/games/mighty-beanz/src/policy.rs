//! What a sensible player does without looking ahead.

use table::{Policy, Seat};

use crate::act::Action;
use crate::state::MightyBeanz;
use crate::view::View;

impl Policy for MightyBeanz {
    type Notes = ();

    fn weigh(_view: &View, _act: Action) -> i32 {
        0
    }

    fn lean(&self, _seat: Seat, _act: Action) -> u32 {
        1
    }
}
