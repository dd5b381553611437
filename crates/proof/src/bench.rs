//! What `cargo bench` measures of a game with divan: whole random games, copies, views and imagined worlds.
//!
//! A game's bench file names its setups and hands over. All begin in the middle of a random game, where hands and table
//! are full.

use std::hint::black_box;

use bots::speed::{finish, middle_of};
use divan::Bencher;
use divan::counter::ItemsCount;
use table::Policy;
use table::{Luck, Seat, Seed, Stream};

fn middle<G: Policy>(setup: &G::Setup) -> G {
    middle_of::<G>(setup, &mut Vec::new())
}

fn luck() -> (Luck, Luck) {
    (Seed::from(1).luck(Stream::Play), Seed::from(1).luck(Stream::Bots))
}

/// Decisions, from the middle of a game to its end; divan counts them as items.
pub fn random_decisions<G: Policy>(bencher: Bencher, setup: &G::Setup) {
    let (game, mut menu) = (middle::<G>(setup), Vec::with_capacity(64));
    let (mut a, mut b) = luck();
    let n = 1000;
    let decisions: u32 = (0..n).map(|_| finish(&game, &mut a, &mut b, &mut menu)).sum();
    let (mut a, mut b) = luck();
    bencher
        .counter(ItemsCount::new(decisions as usize))
        .bench_local(|| (0..n).map(|_| finish(&game, &mut a, &mut b, &mut menu)).sum::<u32>());
}

/// A copy of a position.
pub fn clone<G: Policy>(bencher: Bencher, setup: &G::Setup) {
    let game = middle::<G>(setup);
    bencher.bench_local(|| black_box(&game).clone());
}

/// What one seat sees.
pub fn view<G: Policy>(bencher: Bencher, setup: &G::Setup) {
    let game = middle::<G>(setup);
    bencher.bench_local(|| black_box(&game).view(Some(Seat(0))));
}

/// A world that one seat imagines.
pub fn imagine<G: Policy>(bencher: Bencher, setup: &G::Setup) {
    let (view, prior) = (middle::<G>(setup).view(Some(Seat(0))), G::Prior::default());
    let mut luck = luck().0;
    bencher.bench_local(|| G::imagine(black_box(&view), &prior, &mut luck));
}

/// The yardstick: one roll of the dice.
pub fn roll(bencher: Bencher) {
    let mut luck = luck().0;
    bencher.bench_local(|| luck.pick(black_box(13)));
}
