//! Playing allocates nothing once the buffers are warm, and simulating more games takes no more memory.
//!
//! Both count with an allocator of their own, which a test file has to declare, and want a test file with one test
//! only: memory is counted for the whole process, and a second test would be counted too.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: proof::memory::Counting = proof::memory::Counting::new();
//! ```
#![expect(unsafe_code, reason = "an allocator that counts can only be written with it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bots::playout::play_one;
use bots::{Level, Plan, Watch};
use table::Policy;
use table::{MAX_SEATS, Seed};

/// The system's allocator, with counters beside it.
#[derive(Debug, Default)]
pub struct Counting(());

thread_local! {
    /// Of this thread only: the test harness allocates in its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}
static LIVE: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

impl Counting {
    /// To be declared as the global allocator.
    pub const fn new() -> Counting {
        Counting(())
    }
}

// SAFETY: every call is handed on to the system's allocator unchanged; only counters are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        let live = LIVE.fetch_add(layout.size() as u64, Relaxed) + layout.size() as u64;
        PEAK.fetch_max(live, Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as u64, Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

/// A bot that weighs its choices makes so many of them, and finishes the game that it is in.
const ENOUGH: u32 = 10_000;

/// Plays many games of each setup with every bot that does not look ahead, and counts what they allocate.
///
/// # Panics
///
/// If that is anything at all, or if nobody counts.
#[track_caller]
pub fn no_decision_allocates<G: Policy>(setups: &[G::Setup]) {
    somebody_counts();
    for setup in setups {
        for level in Level::ALL.into_iter().filter(|level| !level.thinks()) {
            let mut menu = Vec::new();
            // Bots that weigh what they do take long over a game of many.
            let enough = if level == Level::Random { u32::MAX } else { ENOUGH };
            let mut play = || -> u32 {
                let bots = [level; MAX_SEATS];
                let mut games = (0..200).map(|n| play_one::<G>(setup, Seed::from(n), &bots, &mut menu).1);
                let mut decisions = 0;
                while let Some(more) = (decisions < enough).then(|| games.next()).flatten() {
                    decisions += more;
                }
                decisions
            };
            // The first round makes the buffer as large as these games need it.
            play();
            let before = ALLOCATIONS.get();
            let decisions = play();
            let allocations = ALLOCATIONS.get() - before;
            assert!(decisions >= 200, "games of {setup:?} asked {decisions} questions only");
            assert_eq!(allocations, 0, "allocations in {decisions} decisions, {level} bots, {setup:?}");
        }
    }
}

/// Simulates some games, then twenty times as many, and compares the most memory that was in use.
///
/// # Panics
///
/// If many games need more than few, or if nobody counts.
#[track_caller]
pub fn more_games_take_no_more_memory<G: Policy>() {
    somebody_counts();
    let peak = |games| {
        let plan = Plan {
            seats: 4.clamp(G::info().least, G::info().most),
            games,
            seed: Seed::from(1),
            bots: vec![Level::Random],
            options: serde_json::Value::Null,
            threads: 2,
        };
        let before = LIVE.load(Relaxed);
        PEAK.store(before, Relaxed);
        bots::sim::run::<G>(&plan, &Watch::default()).expect("a game can be simulated without options");
        PEAK.load(Relaxed) - before
    };
    peak(1000);
    let (few, many) = (peak(2_000), peak(40_000));
    // Twenty times the games may meet some more different scores and lengths, and nothing else.
    assert!(many < few + few / 2 + 65_536, "{few} bytes for 2,000 games, {many} for 40,000");
}

/// Under another allocator every count is 0, and would prove whatever one likes.
#[track_caller]
fn somebody_counts() {
    let before = ALLOCATIONS.get();
    drop(black_box(Box::new(1u8)));
    assert!(ALLOCATIONS.get() > before, "nobody counts: declare `Counting` as the #[global_allocator]");
}

#[cfg(test)]
mod tests {
    use super::*;
    use high_card::{HighCard, Setup};

    #[test]
    #[should_panic(expected = "nobody counts")]
    fn without_the_allocator_nothing_is_proved() {
        no_decision_allocates::<HighCard>(&[Setup { seats: 2 }]);
    }

    #[test]
    #[should_panic(expected = "nobody counts")]
    fn nor_is_it_of_many_games() {
        more_games_take_no_more_memory::<HighCard>();
    }
}
