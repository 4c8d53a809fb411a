//! Deterministic random numbers.

use std::cell::Cell;

/// Pseudo-random number generator seeded by category and seed (SplitMix64, seeded with an FNV-1a hash). Written here so
/// that no library update changes the images.
pub(super) struct Rng(Cell<u64>);

impl Rng {
    pub(super) fn new(category: &str, seed: &str) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in category.bytes().chain([0]).chain(seed.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(Cell::new(hash))
    }

    fn next(&self) -> u64 {
        self.0.set(self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mut z = self.0.get();
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`.
    pub(super) fn float(&self, low: f32, high: f32) -> f32 {
        // 24 bits, what an f32 holds exactly.
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let unit = (self.next() >> 40) as f32 / 16_777_216.0;
        low + (high - low) * unit
    }

    /// A whole number from `low` to `high`, both included.
    pub(super) fn int(&self, low: usize, high: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "below `high - low + 1`, a usize")]
        let offset = (self.next() % (high - low + 1) as u64) as usize;
        low + offset
    }

    pub(super) fn chance(&self, probability: f32) -> bool {
        self.float(0.0, 1.0) < probability
    }

    /// One of `from`.
    pub(super) fn pick<T: Copy>(&self, from: &[T]) -> T {
        from[self.int(0, from.len() - 1)]
    }
}
