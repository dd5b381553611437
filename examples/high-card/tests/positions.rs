//! Whatever is written down as a position is refused in words, or can be played.

use high_card::{HighCard, Setup};

proof::sound_positions!(HighCard, [2, 3, 4].map(|seats| Setup { seats }));
