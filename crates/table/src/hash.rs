//! A hash that is the same on every machine and in every run, for checkpoints in records.

use std::hash::{Hash, Hasher};

/// 64-bit FNV-1a over little-endian words, with a final mix: small and stable, not meant to resist an attacker.
#[derive(Clone)]
struct Stable(u64);

impl Stable {
    fn word(&mut self, x: u64) {
        for b in x.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Hasher for Stable {
    fn finish(&self) -> u64 {
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    // The defaults write native-endian words of native size: spell out the portable form.
    fn write_u16(&mut self, x: u16) {
        self.word(u64::from(x));
    }
    fn write_u32(&mut self, x: u32) {
        self.word(u64::from(x));
    }
    fn write_u64(&mut self, x: u64) {
        self.word(x);
    }
    fn write_usize(&mut self, x: usize) {
        self.word(x as u64);
    }
    fn write_isize(&mut self, x: isize) {
        self.word(x as u64);
    }
    fn write_i16(&mut self, x: i16) {
        self.word(x as u64);
    }
    fn write_i32(&mut self, x: i32) {
        self.word(x as u64);
    }
}

/// The stable 64-bit fingerprint of a state or a view.
pub fn fingerprint<T: Hash>(it: &T) -> u64 {
    let mut hasher = Stable(0xcbf2_9ce4_8422_2325);
    it.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_does_not_change_between_runs() {
        // A new value here means that every checkpoint in every stored record is void.
        assert_eq!(fingerprint(&(7u8, 1u32, true)), 0x8bce_1a88_3cf4_52e7);
    }
}
