//! What decides play, cut out of paper: numerals, letters and the signs of the kinds of cards. Shapes, not type, so
//! that they look the same everywhere and stay readable on a card of 56 pixels.

use crate::paper::{cut, disc, moved, ring, strip};

/// A numeral, a plus, a letter from A to I or an exclamation mark, 48 wide and 70 high.
pub(crate) fn glyph(c: char, colour: &str) -> String {
    let (stroked, d) = match c {
        '0' => (true, "M24 7.5C12 7.5 7.5 20 7.5 35S12 62.5 24 62.5S40.5 50 40.5 35S36 7.5 24 7.5Z"),
        '+' => (true, "M24 14V58M2 36H46"),
        '1' => (false, "M6 17L24 0H36V70H20V24L12 31Z"),
        '2' => (true, "M8 24C6 0 41 2 40 23C39 37 14 46 11 62.5H46"),
        '3' => (true, "M5 7.5H38L20 30C50 28 46 64 21 62.5C13 62 8 57 6 51"),
        '4' => (false, "M24 0H40V42H48V56H40V70H25V56H0V44ZM25 42V20L13 42Z"),
        '5' => (true, "M43 7.5H14L12 34C28 25 41 33 40.5 46C40 63 13 68 5 53"),
        '6' => (true, "M36 5C16 14 7.5 30 7.5 45A16.5 17.5 0 1 0 40.5 45A16.5 17.5 0 0 0 9 40"),
        '7' => (true, "M3 7.5H39C28 24 20 46 18 70"),
        '9' => (true, "M12 65C32 56 40.5 40 40.5 25A16.5 17.5 0 1 0 7.5 25A16.5 17.5 0 0 0 39 30"),
        'A' => (false, "M15 0H33L48 70H32L29.5 56H18.5L16 70H0ZM20.5 43H27.5L24 20Z"),
        'B' => (
            false,
            "M3 0H26C40 0 44 9 44 18C44 26 40 31 35 33C42 35 47 42 47 51C47 62 40 70 27 70H3ZM18 13V28H23C28 28 29 24 \
             29 20C29 16 27 13 23 13ZM18 41V57H24C30 57 32 53 32 49C32 44 30 41 24 41Z",
        ),
        'C' => (true, "M41 23C40 12 34 7.5 26 7.5C14 7.5 8 18 8 35S14 62.5 26 62.5C34 62.5 40 58 41 47"),
        'D' => (false, "M3 0H21C40 0 47 14 47 35S40 70 21 70H3ZM18 14V56H21C29 56 32 49 32 35S29 14 21 14Z"),
        'E' => (false, "M5 0H43V14H20V28H38V41H20V56H44V70H5Z"),
        'F' => (false, "M5 0H44V14H20V29H39V43H20V70H5Z"),
        'G' => (
            true,
            "M41 21C39 12 34 7.5 26 7.5C14 7.5 8 18 8 35S14 62.5 26 62.5C34 62.5 40.5 58 40.5 50V40H25",
        ),
        'H' => (false, "M2 0H17V28H31V0H46V70H31V42H17V70H2Z"),
        'I' => (false, "M5 0H43V14H32V56H43V70H5V56H16V14H5Z"),
        '!' => (false, "M14 0H36L31 46H19ZM17 54H33V70H17Z"),
        _ => (false, "M14 0H34V20H14Z"),
    };
    if c == '8' {
        return ring(colour, 14, 24, 19.5, 12.5) + &ring(colour, 15, 24, 48, 14.5);
    }
    if stroked {
        format!(
            r#"<path fill="none" stroke="{colour}" stroke-width="15" stroke-linecap="butt" stroke-linejoin="miter" d="{d}"/>"#
        )
    } else {
        cut(colour, d)
    }
}

/// A number in glyphs, so much smaller than they are.
pub(crate) fn number(text: &str, colour: &str, [x, y]: [f32; 2], scale: f32) -> String {
    text.chars()
        .enumerate()
        .map(|(n, c)| {
            let at = x + n as f32 * 55.0 * scale;
            moved(format_args!("translate({at:.1} {y:.1}) scale({scale})"), &glyph(c, colour))
        })
        .collect()
}

/// The kinds of cards that have a sign.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Sign {
    /// A hat over a collar.
    Spy,
    /// A tower with a door.
    Lair,
    /// A bubble with an exclamation mark: read aloud.
    Taunt,
    /// A bubble with two bars: read aloud, counts twice.
    Doubler,
    /// A ball with a fuse.
    Bomb,
}

/// The sign of a kind, 48 wide and 44 high, on a `ground` that shows through its holes.
pub(crate) fn sign(sign: Sign, colour: &str, ground: &str) -> String {
    match sign {
        Sign::Spy => {
            cut(colour, "M0 17C8 13 13 13 13 13L16 1L24 4L32 1L35 13S40 13 48 17C36 22 12 22 0 17Z")
                + &cut(
                    colour,
                    "M14 24H34C34 30 31 34 24 36C17 34 14 30 14 24ZM4 44C6 37 12 36 17 36L24 42L31 36C36 36 42 37 44 44Z",
                )
        }
        Sign::Lair => cut(colour, "M2 0H12V7H19V0H29V7H36V0H46V16H42V44H31V34C31 26 17 26 17 34V44H6V16H2Z"),
        Sign::Taunt => {
            cut(colour, "M3 1H45V32H24L12 44V32H3Z") + &cut(ground, "M20 5H28L26 20H22ZM21 23H27V28H21Z")
        }
        Sign::Doubler => {
            cut(colour, "M3 1H45V32H24L12 44V32H3Z")
                + &strip(ground, 5, "M9.5 12L18.5 24M18.5 12L9.5 24")
                + &strip(ground, 5, "M27 12C27 5 39 6 37.5 14C36 18 29 20 27 25H39")
        }
        Sign::Bomb => {
            disc(colour, 21, 27, 17)
                + &cut(colour, "M28 8L36 15L32 20L24 12Z")
                + &strip(colour, 4, "M33 11Q38 2 46 8")
        }
    }
}

/// The piece of paper in the top left corner: what the card is worth, and its kind.
pub(crate) fn corner(c: char, kind: Sign, colour: &str, ground: &str) -> String {
    cut(ground, "M0 0H73L69 146L0 152Z")
        + &moved("translate(15 15)", &glyph(c, colour))
        + &moved("translate(15 95)", &sign(kind, colour, ground))
}
