//! The wobble: a weight rolls inside a Mighty Bean, so no flick goes quite where it was sent. Each of the 64 numbers is
//! one way to stray, spread like a bell curve; the harder the flick, the farther it strays.

use crate::{Shot, WOBBLES};

/// How far a flick strays.
pub(crate) struct Stray {
    /// To the right of the aim, in radians.
    pub(crate) turn: f32,
    /// Times the speed that was meant.
    pub(crate) pace: f32,
    /// How the path bends to the right, in radians a millimetre.
    pub(crate) bend: f32,
}

/// How this shot strays. The wobbles `w` and `63 - w` stray to opposite sides at the same pace.
pub(crate) fn stray(shot: Shot) -> Stray {
    let number = u32::from(shot.wobble());
    let twin = number.min(WOBBLES as u32 - 1 - number);
    let side = if number == twin { 1.0 } else { -1.0 };
    // Direction takes the quantiles in order. Pace and bend take theirs in an order that has nothing to do with it, or all
    // that stray to the left would be slow: bits reversed, and steps of the golden section (20 of 32).
    let turn = side * bell(twin, WOBBLES as u32);
    let pace = bell(twin.reverse_bits() >> 27, WOBBLES as u32 / 2);
    let bend = side * bell((twin * 20 + twin / 8 * 5 + 7) % 32, WOBBLES as u32 / 2);

    let wild = f32::from(shot.strength()) / 20.0;
    Stray { turn: turn * (TURN + TURN_WILD * wild * wild), pace: 1.0 + pace * PACE, bend: bend * BEND * wild }
}

/// One standard deviation of the direction, in radians: of any flick, and what the strongest adds.
const TURN: f32 = 0.013;
const TURN_WILD: f32 = 0.063;
/// One standard deviation of the speed, as a part of it.
const PACE: f32 = 0.055;
/// One standard deviation of the bend of the strongest flick, in radians a millimetre.
const BEND: f32 = 0.000_17;

/// The middle of the `rank`th of `of` equal slices of the standard normal distribution, by Tukey's lambda, which is within
/// a hundredth of it and needs nothing but powers. They come from `libm`, not from the system: every machine must get
/// the same film.
fn bell(rank: u32, of: u32) -> f32 {
    let part = (rank as f32 + 0.5) / of as f32;
    (libm::powf(part, 0.135) - libm::powf(1.0 - part, 0.135)) / 0.1975
}
