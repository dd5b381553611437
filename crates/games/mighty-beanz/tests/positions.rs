//! Whatever is written down as a position is refused in words, or can be played.

use mighty_beanz::{MightyBeanz, Setup};

proof::sound_positions!(
    MightyBeanz,
    [Setup::basic(), Setup::expert(), Setup { steady: true, ..Setup::expert() }]
);
