//! Whatever is written down as a position is refused in words, or can be played.

use renamed_spy::{RenamedSpy, Setup};

proof::sound_positions!(RenamedSpy, [2, 3, 6].map(Setup::of));
