//! What the table of hits says of a shot, for simulation and for whoever wants to know the odds, without physics.

use crate::{HITS, Lie, WOBBLES};

/// Whether this shot knocks the target over. A shot that does not exist ([`crate::Shot::new`] refuses it) does not.
pub fn hits(lie: Lie, aim: i8, strength: u8, wobble: u8) -> bool {
    wobble < WOBBLES as u8 && cell(lie, aim, strength) >> wobble & 1 == 1
}

/// In how many of the 64 wobbles this aim and strength knock the target over.
pub fn chance(lie: Lie, aim: i8, strength: u8) -> u8 {
    cell(lie, aim, strength).count_ones() as u8
}

/// The wobbles that hit, one bit each.
fn cell(lie: Lie, aim: i8, strength: u8) -> u64 {
    if !(-20..=20).contains(&aim) {
        return 0;
    }
    let off = aim - lie.best_aim();
    let column = usize::from(strength).checked_sub(1);
    let row = HITS[usize::from(lie.distance())].get(usize::from(off.unsigned_abs()));
    let cell = row.zip(column).and_then(|(row, column)| row.get(column)).copied().unwrap_or(0);
    // To the left of the target it is as to the right, in a mirror.
    if off < 0 { cell.reverse_bits() } else { cell }
}
