//! What the table of hits says of a shot, for simulation and for whoever wants to know the odds, without physics.

use crate::{AIMS, HITS};

/// Whether this shot knocks the target over. A shot that does not exist ([`crate::Shot::new`] refuses it) does not.
pub fn hits(aim: i8, strength: u8, wobble: u8) -> bool {
    wobble < 64 && cell(aim, strength) >> wobble & 1 == 1
}

/// In how many of the 64 wobbles this aim and strength knock the target over.
pub fn chance(aim: i8, strength: u8) -> u8 {
    cell(aim, strength).count_ones() as u8
}

/// The wobbles that hit, one bit each.
fn cell(aim: i8, strength: u8) -> u64 {
    let row = usize::try_from(i16::from(aim) + (AIMS / 2) as i16).ok();
    let column = usize::from(strength).checked_sub(1);
    let cell = row.zip(column).and_then(|(row, column)| HITS.get(row)?.get(column));
    cell.copied().unwrap_or(0)
}
