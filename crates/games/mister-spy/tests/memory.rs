//! Playing allocates nothing once the buffers are warm, and simulating more games takes no more memory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]
#![expect(unsafe_code, reason = "an allocator that counts can only be written with it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bots::playout::play_one;
use bots::{Level, Plan, Watch};
use mister_spy::{Dealer, MisterSpy, Setup};
use table::{MAX_SEATS, Seed};

struct Counting;

thread_local! {
    /// Of this thread only: the test harness allocates in its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}
static LIVE: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

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

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn no_decision_allocates() {
    for seats in 2..=6 {
        let setup = Setup { seats, dealer: Dealer::Lot };
        for bots in [[Level::Random; MAX_SEATS], [Level::Greedy; MAX_SEATS]] {
            let mut menu = Vec::with_capacity(64);
            play_one::<MisterSpy>(&setup, Seed::from(1), &bots, &mut menu);
            let before = ALLOCATIONS.get();
            let mut decisions = 0;
            for n in 0..200 {
                decisions += play_one::<MisterSpy>(&setup, Seed::from(n), &bots, &mut menu).1;
            }
            let allocations = ALLOCATIONS.get() - before;
            assert!(decisions > 2000);
            assert_eq!(allocations, 0, "in {decisions} decisions of {:?} with {seats} seats", bots[0]);
        }
    }
}

fn more_games_take_no_more_memory() {
    let peak = |games| {
        let plan = Plan {
            seats: 4,
            games,
            seed: Seed::from(1),
            bots: vec![Level::Random],
            options: serde_json::Value::Null,
            threads: 2,
        };
        let before = LIVE.load(Relaxed);
        PEAK.store(before, Relaxed);
        bots::sim::run::<MisterSpy>(&plan, &Watch::default()).unwrap();
        PEAK.load(Relaxed) - before
    };
    peak(1000);
    let (few, many) = (peak(2_000), peak(40_000));
    // Twenty times the games may meet some more different scores and lengths, and nothing else.
    assert!(many < few + few / 2 + 65_536, "{few} bytes for 2,000 games, {many} for 40,000");
}

/// One test, not two: the counts are of the whole process, and a second test would be counted too.
#[test]
fn playing_needs_no_more_memory_than_it_has() {
    no_decision_allocates();
    more_games_take_no_more_memory();
}
