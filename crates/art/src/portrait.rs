//! A Spy's portrait, glued together from parts around a head whose centre is the origin: `wardrobe` has hair, hats and
//! collars, `gadgets` what a Spy holds. Who wears what is in the casting list, `cast`.

use crate::gadgets::{self, Gadget};
use crate::paper::{cut, disc, ring, strip};
use crate::wardrobe::{self, Collar, Hair, Hat};

/// The sheets of paper a portrait is cut from.
#[derive(Clone, Copy)]
pub(crate) struct Tones {
    /// Face and hands.
    pub(crate) skin: &'static str,
    /// The side of the face away from the light.
    pub(crate) shade: &'static str,
    /// Hair and brows.
    pub(crate) hair: &'static str,
    /// Coat and hat.
    pub(crate) cloth: &'static str,
    /// Ties, bands, roses.
    pub(crate) accent: &'static str,
    /// Lips.
    pub(crate) lips: &'static str,
    /// Shirts, lenses, whatever is light.
    pub(crate) paper: &'static str,
    /// Eyes, lines, whatever is dark.
    pub(crate) ink: &'static str,
}

/// The shape of a head.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Head {
    /// An egg.
    Oval,
    /// A jaw to break doors with.
    Square,
    /// A chin to open letters with.
    Pointed,
    /// A ball.
    Round,
    /// Not a Spy at all.
    Dog,
}

/// Eyes, and what is worn over them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Eyes {
    /// Two of them.
    Plain,
    /// With lashes and lids.
    Lashes,
    /// Half closed.
    Narrow,
    /// One brow up.
    Raised,
    /// Both brows down.
    Stern,
    /// Round spectacles.
    Round,
    /// Spectacles with wings.
    Wings,
    /// Sunglasses.
    Shades,
    /// One lens on a cord.
    Monocle,
    /// Goggles on a strap.
    Goggles,
    /// Spectacles with a nose and a moustache, from a joke shop.
    Joke,
    /// A patch.
    Patch,
    /// Nobody remembers.
    Nothing,
}

/// Mouths, and what grows around them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mouth {
    /// A smile to one side.
    Smirk,
    /// A wide one.
    Grin,
    /// Painted lips.
    Lips,
    /// No opinion.
    Flat,
    /// An opinion.
    Frown,
    /// A thin moustache.
    Pencil,
    /// A moustache with ends.
    Handlebar,
    /// A moustache with weight.
    Walrus,
    /// A full beard.
    Beard,
    /// A whisper.
    Small,
    /// Nobody remembers.
    Nothing,
}

/// Everything a portrait is made of, but for colours.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// The head.
    pub(crate) head: Head,
    /// The hair.
    pub(crate) hair: Hair,
    /// The hat.
    pub(crate) hat: Hat,
    /// The eyes.
    pub(crate) eyes: Eyes,
    /// The mouth.
    pub(crate) mouth: Mouth,
    /// The clothes.
    pub(crate) collar: Collar,
    /// The gadget.
    pub(crate) gadget: Gadget,
}

/// The whole portrait, from what is behind to what is held up in front.
pub(crate) fn portrait(look: &Look, t: &Tones) -> String {
    let mut out = gadgets::behind(look.gadget, t);
    if look.head == Head::Dog {
        return out + &wardrobe::collar(look.collar, t) + &dog(t) + &wardrobe::hat(look.hat, t);
    }
    out += &wardrobe::hair_behind(look.hair, t);
    out += &wardrobe::collar(look.collar, t);
    out += &head(look.head, t);
    out += &eyes(look.eyes, t);
    out += &mouth(look.mouth, t);
    out += &wardrobe::hair(look.hair, t);
    out += &glasses(look.eyes, t);
    out += &wardrobe::hat(look.hat, t);
    out + &gadgets::held(look.gadget, t)
}

fn outline(head: Head) -> &'static str {
    match head {
        Head::Oval => "M-34-8C-34-52 34-52 34-8C34 22 17 46 0 46S-34 22-34-8Z",
        Head::Square => "M-36-10C-36-52 36-52 36-10V18L22 44H-22L-36 18Z",
        Head::Pointed => "M-34-10C-34-52 34-52 34-10C34 12 18 36 0 53C-18 36-34 12-34-10Z",
        Head::Round | Head::Dog => "M-38 0C-38-52 38-52 38 0C38 54-38 54-38 0Z",
    }
}

/// Ears, and a face half in the dark: the edge of the shade draws the nose.
fn head(shape: Head, t: &Tones) -> String {
    let d = outline(shape);
    format!(
        r#"{}{}{}<clipPath id="h"><path d="{d}"/></clipPath><path clip-path="url(#h)" fill="{}" d="M3-60V-12L13 13L3 16V60H60V-60Z"/>"#,
        disc(t.skin, -35, 0, 8),
        disc(t.skin, 35, 0, 8),
        cut(t.skin, d),
        t.shade,
    )
}

fn brows(t: &Tones, left: &str, right: &str) -> String {
    strip(t.hair, 4, format!("M-24 {left}M8 {right}"))
}

fn eyes(eyes: Eyes, t: &Tones) -> String {
    let dots = disc(t.ink, -15, -3, 4.5) + &disc(t.ink, 17, -3, 4.5);
    let almonds = |open: i32| {
        cut(t.paper, format!("M-26-3Q-15 {} -5-3Q-15 5-26-3ZM7-3Q17 {} 28-3Q17 5 7-3Z", -3 - open, -3 - open))
            + &disc(t.ink, -15, -3, 4.2)
            + &disc(t.ink, 17, -3, 4.2)
    };
    match eyes {
        Eyes::Plain | Eyes::Monocle => dots + &brows(t, "-15Q-15-20-6-15", "-15Q17-20 26-15"),
        Eyes::Lashes => {
            almonds(10)
                + &strip(t.ink, 3, "M-28-5Q-16-15-5-4M7-4Q18-15 30-5M-28-5L-33-9M30-5L35-9")
                + &strip(t.hair, 2.5, "M-28-18Q-16-25-6-18M8-18Q18-25 30-18")
        }
        Eyes::Narrow => {
            almonds(2) + &strip(t.ink, 3.5, "M-27-5H-5M7-5H29") + &brows(t, "-14L-6-12", "-12L26-14")
        }
        Eyes::Raised => {
            almonds(9)
                + &strip(t.ink, 3, "M-28-5Q-16-14-5-4M7-4Q18-14 30-5")
                + &strip(t.ink, 4, "M-27-13L-6-12M8-18Q18-30 30-19")
        }
        Eyes::Stern => dots + &strip(t.hair, 6, "M-28-16L-6-8M8-8L30-16"),
        Eyes::Patch => disc(t.ink, -15, -3, 4.5) + &strip(t.hair, 4, "M-26-14L-6-11"),
        Eyes::Round | Eyes::Joke => dots,
        Eyes::Wings | Eyes::Goggles | Eyes::Shades | Eyes::Nothing => String::new(),
    }
}

/// What is worn over the eyes, and over the hair at the temples.
fn glasses(eyes: Eyes, t: &Tones) -> String {
    match eyes {
        Eyes::Round => {
            ring(t.ink, 3.5, -15, -3, 12)
                + &ring(t.ink, 3.5, 17, -3, 12)
                + &strip(t.ink, 3.5, "M-3-4H5M-27-4L-36-7M29-4L36-7")
        }
        Eyes::Wings => {
            cut(
                t.accent,
                "M-40-18L-2-11H4L42-18C42 2 34 12 20 11C8 11 5 2 1-1C-3 2-6 11-18 11C-32 12-40 2-40-18Z",
            ) + &cut(t.paper, "M-31-8L-7-4C-8 8-29 9-31-8ZM33-8L9-4C10 8 31 9 33-8Z")
                + &disc(t.ink, -17, -1, 4)
                + &disc(t.ink, 19, -1, 4)
        }
        Eyes::Shades => {
            cut(t.ink, "M-40-15H42L40-8C38 14 12 16 7-4L1-8L-5-4C-10 16-36 14-38-8Z")
                + &strip(t.paper, 3, "M-30-7L-25 1M14-7L19 1")
                + &strip(t.hair, 3.5, "M-27-21L-8-20M10-20L29-21")
        }
        Eyes::Monocle => ring(t.ink, 3.5, 17, -3, 13) + &strip(t.ink, 2, "M29 3C38 30 34 60 28 84"),
        Eyes::Goggles => {
            strip(t.ink, 9, "M-38-6H38")
                + &disc(t.ink, -17, -4, 17)
                + &disc(t.ink, 18, -4, 17)
                + &disc(t.paper, -17, -4, 12)
                + &disc(t.paper, 18, -4, 12)
                + &disc(t.ink, -14, -3, 4.5)
                + &disc(t.ink, 21, -3, 4.5)
        }
        Eyes::Joke => {
            strip(t.ink, 7, "M-30-20L-6-17M8-17L32-20")
                + &ring(t.ink, 5, -16, -3, 13)
                + &ring(t.ink, 5, 18, -3, 13)
                + &cut(t.lips, "M-6-4H8C10 4 20 12 14 19C8 24-6 24-12 19C-18 12-8 4-6-4Z")
                + &cut(t.ink, "M1 20C14 16 30 22 32 34C20 30 10 32 1 28C-8 32-18 30-30 34C-28 22-12 16 1 20Z")
        }
        Eyes::Patch => {
            strip(t.ink, 3.5, "M-34-26L38 4") + &cut(t.ink, "M4-14L32-6C34 10 22 16 16 14C8 12 4-2 4-14Z")
        }
        _ => String::new(),
    }
}

fn mouth(mouth: Mouth, t: &Tones) -> String {
    let line = |d: &str| strip(t.ink, 3.5, d);
    match mouth {
        Mouth::Smirk => line("M-11 28Q6 31 15 22"),
        Mouth::Grin => cut(t.ink, "M-18 21H20C18 38-14 38-18 21Z") + &cut(t.paper, "M-13 22H15L13 28H-11Z"),
        Mouth::Lips => {
            cut(t.lips, "M-14 28C-8 20-3 21 1 24C5 21 10 20 16 28C8 38-6 38-14 28Z")
                + &strip(t.ink, 2, "M-12 28Q1 31 14 28")
        }
        Mouth::Flat => line("M-10 27H13"),
        Mouth::Frown => line("M-14 31Q1 20 16 31"),
        Mouth::Pencil => line("M-8 31Q2 35 12 30") + &strip(t.hair, 4, "M-17 25L-1 21M3 21L19 25"),
        Mouth::Handlebar => {
            line("M-4 33H7")
                + &cut(
                    t.hair,
                    "M1 21C12 16 20 28 34 18C32 34 12 34 1 27C-10 34-30 34-32 18C-18 28-10 16 1 21Z",
                )
        }
        Mouth::Walrus => {
            cut(t.hair, "M1 18C16 14 26 24 26 40C16 32 10 34 1 32C-8 34-14 32-24 40C-24 24-14 14 1 18Z")
        }
        Mouth::Beard => {
            cut(
                t.hair,
                "M-37-6C-30 18-20 18-12 18C-4 14 6 14 14 18C22 18 31 18 37-6C42 30 30 64 1 66C-28 64-42 30-37-6Z",
            ) + &strip(t.paper, 4, "M-8 30Q1 35 11 30")
        }
        Mouth::Small => disc(t.lips, 2, 27, 6) + &disc(t.ink, 2, 27, 2.5),
        Mouth::Nothing => String::new(),
    }
}

/// A hound of good family.
fn dog(t: &Tones) -> String {
    cut(t.skin, "M-36-20C-36-54 36-54 36-20C36 4 30 14 26 26C22 46-22 46-26 26C-30 14-36 4-36-20Z")
        + &cut(t.shade, "M4-44C40-44 38-4 30 10C28 20 26 44 4 42Z")
        + &cut(
            t.hair,
            "M-30-36C-62-40-66 10-52 36C-38 36-34 4-28-12ZM30-36C62-40 66 10 52 36C38 36 34 4 28-12Z",
        )
        + &cut(t.paper, "M-26 16C-24 2-8 4 0 2C8 4 24 2 26 16C28 36 8 40 0 34C-8 40-28 36-26 16Z")
        + &cut(t.accent, "M-9 33H9V50C9 60-9 60-9 50Z")
        + &strip(t.ink, 3, "M0 16V28C-4 36-16 36-19 30M0 28C4 36 16 36 19 30M0 36V48")
        + &cut(t.ink, "M-13 3C-8-2 8-2 13 3C14 12 4 16 0 18C-4 16-14 12-13 3Z")
        + &disc(t.ink, -15, -14, 5.5)
        + &disc(t.ink, 15, -14, 5.5)
        + &disc(t.paper, -13, -16, 1.8)
        + &disc(t.paper, 17, -16, 1.8)
        + &strip(t.hair, 4, "M-24-26Q-16-32-9-26M9-26Q16-32 24-26")
}
