//! The flick: how it lies, what the shooter sets, and the number of the wobble. A [`Shot`] is in range by construction.

use crate::{DISTANCES, Lie};

/// How many aims there are: -20 (far left) to 20 (far right), 0 is straight ahead.
pub const AIMS: usize = 41;
/// How many strengths there are: 1 to 20.
pub const STRENGTHS: usize = 20;
/// How many wobbles there are, 0 to 63, each as likely as any other.
pub const WOBBLES: usize = 64;

/// The aim farthest to the right.
const FAR: i8 = (AIMS / 2) as i8;

/// One flick of a Mighty Bean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    lie: Lie,
    aim: i8,
    strength: u8,
    wobble: u8,
}

/// Why there is no such shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfRange {
    /// The aim is too far to a side.
    #[error("aim {0} is not on the table: choose -20 (left) to 20 (right)")]
    Aim(i8),
    /// Nobody flicks like that.
    #[error("strength {0} is not a flick: choose 1 (weak) to 20 (strong)")]
    Strength(u8),
    /// There are only so many wobbles.
    #[error("wobble {0} does not exist: draw one of 0 to 63")]
    Wobble(u8),
}

impl Shot {
    /// A shot, or what of it is out of range.
    pub fn new(lie: Lie, aim: i8, strength: u8, wobble: u8) -> Result<Self, OutOfRange> {
        if !(-FAR..=FAR).contains(&aim) {
            Err(OutOfRange::Aim(aim))
        } else if !(1..=STRENGTHS as u8).contains(&strength) {
            Err(OutOfRange::Strength(strength))
        } else if wobble >= WOBBLES as u8 {
            Err(OutOfRange::Wobble(wobble))
        } else {
            Ok(Shot { lie, aim, strength, wobble })
        }
    }

    /// Every shot of the table of hits, in its order: at a target straight ahead, aimed at it or to the right of it, with a
    /// Mighty Bean that does not lean. All others are one of these, turned or in a mirror.
    pub fn all() -> impl Iterator<Item = Shot> {
        (0..DISTANCES.len() as i8).flat_map(|distance| {
            let lie = Lie::STRAIGHT.at(distance);
            (0..=FAR).flat_map(move |aim| {
                (1..=STRENGTHS as u8).flat_map(move |strength| {
                    (0..WOBBLES as u8).map(move |wobble| Shot { lie, aim, strength, wobble })
                })
            })
        })
    }

    /// How it lies.
    pub fn lie(self) -> Lie {
        self.lie
    }

    /// How far to the right of the target it goes, in steps of aim, if it does not wobble.
    pub fn off(self) -> i8 {
        self.aim - self.lie.best_aim()
    }

    /// Where it is aimed: -20 (left) to 20 (right).
    pub fn aim(self) -> i8 {
        self.aim
    }

    /// How hard it is flicked: 1 to 20.
    pub fn strength(self) -> u8 {
        self.strength
    }

    /// Which wobble it got: 0 to 63.
    pub fn wobble(self) -> u8 {
        self.wobble
    }

    /// The same shot in a mirror: left is right, and the wobbles count from the other end.
    pub fn mirrored(self) -> Shot {
        let Shot { lie, aim, wobble, .. } = self;
        Shot { lie: lie.mirrored(), aim: -aim, wobble: WOBBLES as u8 - 1 - wobble, ..self }
    }
}
