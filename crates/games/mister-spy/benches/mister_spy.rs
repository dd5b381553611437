//! `cargo bench -p mister-spy`: whole random games, copies, views and imagined worlds.

use std::hint::black_box;

use bots::speed::{finish, middle_of};
use divan::Bencher;
use divan::counter::ItemsCount;
use mister_spy::{Dealer, MisterSpy, Setup};
use table::{Game, Luck, Seat, Seed, Stream};

fn main() {
    divan::main();
}

fn middle(seats: u8) -> MisterSpy {
    middle_of::<MisterSpy>(&Setup { seats, dealer: Dealer::Lot }, &mut Vec::new())
}

fn luck() -> (Luck, Luck) {
    (Seed::from(1).luck(Stream::Play), Seed::from(1).luck(Stream::Bots))
}

/// Decisions, from the middle of a game to its end; divan counts them as items.
#[divan::bench(args = [2, 4, 6])]
fn random_decisions(bencher: Bencher, seats: u8) {
    let (game, mut menu) = (middle(seats), Vec::with_capacity(64));
    let (mut a, mut b) = luck();
    let n = 1000;
    let decisions: u32 = (0..n).map(|_| finish(&game, &mut a, &mut b, &mut menu)).sum();
    let (mut a, mut b) = luck();
    bencher
        .counter(ItemsCount::new(decisions as usize))
        .bench_local(|| (0..n).map(|_| finish(&game, &mut a, &mut b, &mut menu)).sum::<u32>());
}

#[divan::bench(args = [2, 6])]
fn clone(bencher: Bencher, seats: u8) {
    let game = middle(seats);
    bencher.bench_local(|| black_box(&game).clone());
}

#[divan::bench(args = [2, 6])]
fn view(bencher: Bencher, seats: u8) {
    let game = middle(seats);
    bencher.bench_local(|| black_box(&game).view(Some(Seat(0))));
}

#[divan::bench(args = [2, 6])]
fn imagine(bencher: Bencher, seats: u8) {
    let view = middle(seats).view(Some(Seat(0)));
    let mut luck = luck().0;
    bencher.bench_local(|| MisterSpy::imagine(black_box(&view), &(), &mut luck));
}

/// The yardstick: one roll of the dice.
#[divan::bench]
fn roll(bencher: Bencher) {
    let mut luck = luck().0;
    bencher.bench_local(|| luck.pick(black_box(13)));
}
