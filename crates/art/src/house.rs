//! The mark of the house.

use crate::paper::{INK, MUSTARD, PAPER, RED, cut, disc, picture};

/// A house with a lit window, whose door is a card with a keyhole.
pub(crate) fn mark() -> String {
    let art = cut(INK, "M14 0H86Q100 0 100 14V86Q100 100 86 100H14Q0 100 0 86V14Q0 0 14 0Z")
        + &cut(RED, "M6 50L50 9L68 26V14H80V37L94 50L84 56V92H16V56Z")
        + &cut(PAPER, "M37 38H63Q68 38 68 43V92H32V43Q32 38 37 38Z")
        + &disc(INK, 50, 58, 9)
        + &cut(INK, "M46 60H54L59 80H41Z")
        + &cut(MUSTARD, "M0 92H100V94Q100 100 86 100H14Q0 100 0 94Z");
    picture("Safehouse", [100, 100], &art)
}
