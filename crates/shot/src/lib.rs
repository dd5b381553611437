//! Shoot for Loot of the Mighty Beanz game: a Mighty Bean is flicked across the table at the opponent's Mighty Bean,
//! which stands in the black hole between the mats (rulings, 12).
//!
//! A [`Shot`] is how it lies ([`Lie`]), what the shooter chose, aim and strength, and the number of the wobble it got: a Mighty
//! Bean has a weight rolling inside and never goes twice the same way. The same shot is always the same [`Film`], bit for bit, made by
//! rapier with a fixed time step, seen from above. [`hits`] and [`chance`] look up what the films come to; they are a
//! table, and all there is of this crate without the feature `physics`.
//!
//! What is not here: who may shoot, how often, and where the number of the wobble comes from. That is the game's.
//!
//! ```
//! use shot::{Lie, Shot, chance, hits};
//!
//! assert!(chance(Lie::STRAIGHT, 0, 10) > 50, "of 64");
//! assert!(Shot::new(Lie::STRAIGHT, 21, 10, 0).is_err());
//! assert!(!hits(Lie::STRAIGHT, 0, 1, 0), "too weak to get there");
//! ```

mod flick;
mod hits;
mod lie;
mod odds;

#[cfg(feature = "physics")]
mod bean;
#[cfg(feature = "physics")]
mod compact;
#[cfg(feature = "physics")]
mod film;
#[cfg(feature = "physics")]
mod still;
#[cfg(feature = "physics")]
mod tip;
#[cfg(feature = "physics")]
mod wobble;

#[cfg(feature = "physics")]
pub use bean::{EDGE, HALF, RADIUS};
#[cfg(feature = "physics")]
pub use compact::Compact;
#[cfg(feature = "physics")]
pub use film::{AIM, FRAMES, Film, Frame, Pose, film};
pub use flick::{AIMS, OutOfRange, STRENGTHS, Shot, WOBBLES};
pub use hits::HITS;
pub use lie::{DISTANCES, LEANS, LIES, Lie, WIDE};
pub use odds::{chance, hits};
