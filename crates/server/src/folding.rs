//! A quick hash for what nobody can choose to anybody's harm: the versions of dozens of regions for every page, and the names
//! of cards.

use std::hash::Hasher;

/// A hash that takes eight bytes at a time.
#[derive(Clone, Debug)]
pub(crate) struct Folding(u64);

impl Default for Folding {
    fn default() -> Folding {
        Folding(0x9e37_79b9_7f4a_7c15)
    }
}

impl Folding {
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(0x2545_f491_4f6c_dd1d);
    }
}

impl Hasher for Folding {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.fold(word.try_into().map_or(0, u64::from_le_bytes));
        }
        // What is left is shorter than a word: two halves of it, which may overlap.
        let half = |four: Option<&[u8; 4]>| four.map_or(0, |four| u64::from(u32::from_le_bytes(*four)));
        let rest = match words.remainder() {
            [] => 0,
            [a] => u64::from(*a),
            [a, b] => u64::from(*a) | u64::from(*b) << 8,
            [a, b, c] => u64::from(*a) | u64::from(*b) << 8 | u64::from(*c) << 16,
            more => half(more.first_chunk()) | half(more.last_chunk()) << 24,
        };
        // How long it was tells what is missing from what is zero.
        self.fold(rest ^ (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, n: u8) {
        self.fold(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.fold(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.fold(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.fold(n as u64);
    }

    fn finish(&self) -> u64 {
        // The last word in has been mixed once; once more, so that each of its bits counts for all.
        let mut last = Folding(self.0);
        last.fold(0);
        last.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_the_length_count() {
        let hash = |bytes: &[u8]| {
            let mut folding = Folding::default();
            folding.write(bytes);
            folding.finish()
        };
        let mut all = std::collections::BTreeSet::new();
        let mut many = 0;
        for length in 0..20 {
            let mut bytes = vec![b'-'; length];
            many += usize::from(all.insert(hash(&bytes)));
            for at in 0..length {
                for other in 1..=255 {
                    bytes[at] ^= other;
                    many += usize::from(all.insert(hash(&bytes)));
                    bytes[at] ^= other;
                }
            }
        }
        assert_eq!((all.len(), many), (20 + 190 * 255, 20 + 190 * 255));
    }
}
