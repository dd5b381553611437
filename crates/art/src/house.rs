//! The mark of the house.

use crate::paper::{INK, MUSTARD, PAPER, RED, cut, disc, picture};

/// A house in front of the sun, whose door is a card with a keyhole.
pub(crate) fn mark() -> String {
    let art = cut(RED, "M22 0H78Q100 0 100 22V78Q100 100 78 100H22Q0 100 0 78V22Q0 0 22 0Z")
        + &disc(MUSTARD, 50, 47, 40)
        + &cut(INK, "M7 51L50 12L65 25V16H77V36L93 51L84 57V88H16V57Z")
        + &cut(PAPER, "M39 42H61Q66 42 66 47V88H34V47Q34 42 39 42Z")
        + &disc(RED, 50, 59, 8.5)
        + &cut(RED, "M46.5 61H53.5L58 79H42Z");
    picture("Safehouse", [100, 100], &art)
}
