//! What a sensible villain does without looking ahead.
use table::game::Policy;

use crate::state::RenamedSpy;

impl Policy for RenamedSpy {}
