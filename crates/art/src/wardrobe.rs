//! Hair, hats and collars.

use crate::paper::{cut, disc, strip};
use crate::portrait::Tones;

/// Hair.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Hair {
    /// None.
    Bald,
    /// A little over the ears.
    Sides,
    /// Short.
    Crew,
    /// Combed to the side.
    Slick,
    /// In all directions.
    Spiky,
    /// Cut at the chin.
    Bob,
    /// Tied on top.
    Bun,
    /// Piled high.
    Beehive,
    /// To the shoulders, parted.
    Long,
    /// In waves.
    Wavy,
    /// In curls.
    Curly,
    /// In two plaits.
    Plaits,
}

/// Hats.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Hat {
    /// None.
    Bare,
    /// The hat of the trade.
    Fedora,
    /// Round and stiff.
    Bowler,
    /// Flat and soft.
    Beret,
    /// Wide and western.
    Cowboy,
    /// With a small peak.
    Cap,
    /// With a large brim.
    Sun,
    /// Small, with a net.
    Veil,
    /// A scarf around the head.
    Scarf,
    /// Knitted.
    Beanie,
    /// For driving fast.
    Helmet,
    /// With jewels.
    Tiara,
    /// From a standard lamp.
    Lampshade,
}

/// Clothes, as far as a portrait shows them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Collar {
    /// Jacket and tie.
    Suit,
    /// Dinner jacket and bow tie.
    Dinner,
    /// A jumper up to the chin.
    Roll,
    /// A raincoat, collar up.
    Trench,
    /// A dress and a string of pearls.
    Pearls,
    /// A scarf that flies.
    Scarf,
    /// Stripes, as issued.
    Stripes,
    /// A dress to be remembered.
    Ruff,
    /// Foam.
    Foam,
    /// A leather strap with a tag.
    Strap,
}

/// The part of the hair that is behind the head.
pub(crate) fn hair_behind(hair: Hair, t: &Tones) -> String {
    let c = t.hair;
    match hair {
        Hair::Bob => cut(c, "M-46 34C-56-20-46-58 0-58S56-20 46 34L26 40H-26Z"),
        Hair::Bun => disc(c, 0, -60, 19),
        Hair::Beehive => cut(c, "M-42 22C-56-40-44-92 0-92S56-40 42 22Z"),
        Hair::Long => cut(c, "M-50 100C-60 20-52-58 0-58S60 20 50 100Z"),
        Hair::Wavy => cut(
            c,
            "M-38 56C-60 54-58 34-48 28C-62 18-60 2-50-6C-58-42-34-60 0-60S58-42 50-6C60 2 62 18 48 28C58 34 60 54 38 56Z",
        ),
        Hair::Curly => [
            (-36, -18, 19),
            (-26, -42, 19),
            (0, -52, 20),
            (26, -42, 19),
            (36, -18, 19),
            (-42, 6, 16),
            (42, 6, 16),
        ]
        .iter()
        .map(|(x, y, r)| disc(c, x, y, r))
        .collect(),
        Hair::Plaits => {
            let plait =
                |x: i32| (0..4).map(|n| disc(c, x + x.signum() * n, 14 + 16 * n, 11)).collect::<String>();
            cut(c, "M-44 20C-50-40-40-56 0-56S50-40 44 20Z") + &plait(-40) + &plait(40)
        }
        _ => String::new(),
    }
}

/// The part that falls over the face.
pub(crate) fn hair(hair: Hair, t: &Tones) -> String {
    let c = t.hair;
    match hair {
        Hair::Bald => strip(t.paper, 4, "M-22-26Q-16-36-6-38"),
        Hair::Sides => {
            cut(c, "M-35 4C-46-4-46-24-34-32C-35-18-33-8-35 4ZM35 4C46-4 46-24 34-32C35-18 33-8 35 4Z")
        }
        Hair::Crew => cut(c, "M-37-2V-32C-32-56 32-56 37-32V-2L31-24H-30Z"),
        Hair::Slick | Hair::Wavy => {
            cut(c, "M-37 0C-46-50-14-62 16-56C38-52 44-30 37 0C36-20 28-32 12-34L-18-28C-30-22-34-14-37 0Z")
        }
        Hair::Spiky => cut(
            c,
            "M-37 0L-50-34L-32-34L-34-62L-12-48L2-74L16-49L40-62L36-36L52-34L37 0L28-26L12-20L2-28L-10-20L-26-28Z",
        ),
        Hair::Bob => cut(c, "M-40 8C-44-46-22-58 0-58S44-46 40 8L33-16L-6-22L-33-16Z"),
        Hair::Bun => cut(c, "M-37 2C-42-40-22-52 0-52S42-40 37 2C30-26 16-34 0-36C-16-34-30-26-37 2Z"),
        Hair::Beehive => {
            cut(c, "M-38 14C-42-36-12-52 26-48C40-36 42-20 38 14C36-12 24-26 0-30C-18-26-34-10-38 14Z")
        }
        Hair::Long | Hair::Plaits => {
            cut(c, "M0-54C-34-56-44-26-38 20C-32-12-18-30 0-38C18-30 32-12 38 20C44-26 34-56 0-54Z")
        }
        Hair::Curly => {
            [(-22, -38, 13), (0, -42, 14), (22, -38, 13)].iter().map(|(x, y, r)| disc(c, x, y, r)).collect()
        }
    }
}

/// A hat.
pub(crate) fn hat(hat: Hat, t: &Tones) -> String {
    let (c, band) = (t.cloth, t.accent);
    match hat {
        Hat::Bare => String::new(),
        Hat::Fedora => {
            cut(c, "M-36-30C-38-62-28-82-13-80L0-73L15-81C29-82 38-60 36-30Z")
                + &cut(band, "M-37-44Q0-52 37-44V-28Q0-36-37-28Z")
                + &cut(c, "M-68-22C-40-44 40-44 68-26C40-22-40-14-68-22Z")
        }
        Hat::Bowler => {
            cut(c, "M-37-28C-40-88 40-88 37-28Z")
                + &cut(band, "M-38-40H38V-28H-38Z")
                + &cut(c, "M-56-38C-48-28-30-32 0-32S48-28 56-38C54-16 30-20 0-20S-54-16-56-38Z")
        }
        Hat::Beret => {
            cut(c, "M-38-22C-72-40-46-76 6-72C50-72 66-46 40-24C20-36-18-34-38-22Z")
                + &strip(c, 5, "M4-72L8-80")
                + &strip(band, 5, "M-37-24C-16-35 20-36 39-25")
        }
        Hat::Cowboy => {
            cut(c, "M-32-30C-38-78-24-90-9-84L0-77L9-84C24-90 38-78 32-30Z")
                + &cut(band, "M-34-44Q0-38 34-44V-30H-34Z")
                + &cut(c, "M-82-52C-64-24-30-34 0-34S64-24 82-52C80-12 40-18 0-18S-80-12-82-52Z")
        }
        Hat::Cap => {
            cut(c, "M-42-20C-58-54-16-70 12-64C42-60 50-40 42-20C20-30-20-30-42-20Z")
                + &cut(t.ink, "M-52-16C-40-34 0-34 30-26C6-26-26-16-52-16Z")
                + &disc(band, 2, -66, 4)
        }
        Hat::Sun => {
            cut(c, "M-36-30C-40-78 40-78 36-30Z")
                + &cut(band, "M-38-46Q0-54 38-46V-30H-38Z")
                + &cut(c, "M-80-20C-60-42 60-46 80-30C60-14-50-8-80-20Z")
        }
        Hat::Veil => {
            cut(c, "M-32-46L26-62L34-36L-30-26Z")
                + &cut(band, "M20-58C30-78 48-70 40-58C54-58 52-42 38-46C36-34 20-40 20-58Z")
                + &strip(
                    t.ink,
                    1.3,
                    "M-30-26L-38 10L-20 16L0 12L20 16L38 8L34-36M-33-8L-20 16M-28-24L0 12M-10-29L20 16M10-32L36 0M30-34L0 12M12-32L-20 16M-8-29L-36 4",
                )
        }
        Hat::Scarf => {
            cut(c, "M-40 52C-62-30-44-64 0-64S62-30 40 52L22 46C40 20 42-32 0-36C-42-32-40 20-22 46Z")
                + &cut(c, "M-14 46L14 46L30 74L6 62L-4 76L-22 66Z")
                + &[(-38, 0), (-34, -28), (-14, -50), (12, -51), (33, -30), (39, -2), (33, 28), (-33, 28)]
                    .iter()
                    .map(|(x, y)| disc(t.accent, x, y, 4))
                    .collect::<String>()
        }
        Hat::Beanie => {
            cut(c, "M-39-18C-46-74 46-74 39-18Z")
                + &cut(band, "M-42-30Q0-38 42-30V-14Q0-22-42-14Z")
                + &disc(band, 0, -66, 10)
        }
        Hat::Helmet => {
            cut(c, "M-40 30C-54-72 54-72 40 30L28 26C32 0 32-22 26-28H-26C-32-22-32 0-28 26Z")
                + &strip(band, 5, "M0-46V-30")
                + &strip(t.ink, 3, "M-32 30Q0 66 32 30")
        }
        Hat::Tiara => {
            cut(band, "M-32-36L-36-62L-18-50L0-74L18-50L36-62L32-36Q0-46-32-36Z")
                + &disc(t.paper, 0, -54, 5)
                + &disc(t.paper, -22, -47, 3)
                + &disc(t.paper, 22, -47, 3)
        }
        Hat::Lampshade => {
            cut(c, "M-28-84H28L62-14H-62Z")
                + &cut(t.accent, "M-12-84H-4L-18-14H-34ZM20-84H26L54-14H40Z")
                + &strip(band, 5, "M-62-12H62")
                + &strip(t.ink, 3, "M0-92V-84M46-10V18")
                + &disc(t.ink, 46, 22, 5)
        }
    }
}

/// Neck, shoulders and what covers them.
pub(crate) fn collar(collar: Collar, t: &Tones) -> String {
    let shoulders = cut(t.cloth, "M-84 160C-86 100-60 82-20 68H20C60 82 86 100 84 160V220H-84Z");
    let neck = cut(t.skin, "M-16 26H16V72L0 90L-16 72Z") + &cut(t.shade, "M-16 38Q6 58 16 44V72L0 90Z");
    let bust = shoulders.clone() + &neck;
    let shirt = cut(t.paper, "M-18 66L0 92L18 66L32 74L8 220H-8L-32 74Z");
    match collar {
        Collar::Suit => {
            shoulders
                + &shirt
                + &neck
                + &cut(t.accent, "M-8 88H8L5 98L13 150L0 166L-13 150L-5 98Z")
                + &cut(t.ink, "M-24 70L-34 74L-42 106L-28 108L-6 170ZM24 70L34 74L42 106L28 108L6 170Z")
        }
        Collar::Dinner => {
            shoulders
                + &shirt
                + &neck
                + &cut(t.ink, "M-24 70L-40 80L-8 190ZM24 70L40 80L8 190Z")
                + &cut(t.accent, "M0 90L-24 78V106L0 96L24 106V78Z")
                + &disc(t.ink, 0, 116, 3)
                + &disc(t.ink, 0, 132, 3)
        }
        Collar::Roll => {
            bust + &cut(t.accent, "M-22 48Q0 58 22 48L26 78Q0 92-26 78Z")
                + &strip(t.cloth, 3, "M-24 63Q0 75 24 63")
        }
        Collar::Trench => {
            bust + &cut(
                t.accent,
                "M-20 40L-44 58L-34 96L-4 132L-2 100L-18 76ZM20 40L44 58L34 96L4 132L2 100L18 76Z",
            ) + &disc(t.ink, -18, 140, 4)
                + &disc(t.ink, 18, 140, 4)
        }
        Collar::Pearls => {
            bust + &cut(t.skin, "M-40 76Q-20 66-16 66L0 76L16 66Q20 66 40 76L0 128Z")
                + &format!(
                    r#"<path fill="none" stroke="{}" stroke-width="8" stroke-dasharray="0 9" d="M-24 70C-20 102 20 102 24 70"/>"#,
                    t.paper
                )
        }
        Collar::Scarf => {
            bust + &cut(t.accent, "M-28 50Q0 66 28 50L32 80Q0 96-32 80Z")
                + &cut(t.accent, "M-22 78C-50 82-72 66-96 78L-88 100C-66 92-44 108-16 96Z")
                + &strip(t.paper, 3, "M-80 78L-76 96M-70 76L-66 96")
        }
        Collar::Stripes => {
            let bars = strip(t.paper, 10, "M-56 88Q0 112 56 88M-76 108Q0 134 76 108M-84 130Q0 154 84 130");
            bust + &bars + &cut(t.paper, "M-20 62L-34 72L-10 100L0 88L10 100L34 72L20 62L0 88Z")
        }
        Collar::Ruff => {
            let frills: String = [4, 3, 2, 1, 0]
                .iter()
                .flat_map(|n| [-n, *n])
                .map(|n: i32| disc(if n % 2 == 0 { t.accent } else { t.paper }, n * 19, 88 + n * n * 2, 18))
                .collect();
            bust + &frills
                + &strip(t.paper, 5, "M-50 130L-60 160M-25 128L-30 160M0 126V160M25 128L30 160M50 130L60 160")
        }
        Collar::Foam => {
            cut(t.skin, "M-74 160C-76 104-52 86-16 76V26H16V76C52 86 76 104 74 160Z")
                + &cut(t.shade, "M-16 38Q6 58 16 44V74L0 80Z")
                + &[
                    (-84, 130, 22),
                    (-56, 118, 20),
                    (-26, 128, 24),
                    (8, 120, 20),
                    (38, 128, 24),
                    (72, 124, 24),
                ]
                .iter()
                .map(|(x, y, r)| disc(t.paper, x, y, r))
                .collect::<String>()
                + &disc(t.paper, -66, 84, 7)
                + &disc(t.paper, 62, 92, 5)
        }
        Collar::Strap => {
            cut(t.skin, "M-40 160C-44 100-34 60-30 20H30C34 60 44 100 40 160V220H-40Z")
                + &strip(t.accent, 11, "M-33 62Q0 78 33 62")
                + &disc(t.ink, 0, 86, 10)
                + &disc(t.paper, 0, 86, 6)
        }
    }
}
