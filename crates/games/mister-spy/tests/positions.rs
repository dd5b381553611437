//! Whatever is written down as a position is refused in words, or can be played.

use mister_spy::{MisterSpy, Setup};

proof::sound_positions!(MisterSpy, [2, 3, 6].map(Setup::of));
