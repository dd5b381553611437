//! `cargo bench -p mister-spy`: whole random games, copies, views and imagined worlds.

use divan::Bencher;
use mister_spy::{MisterSpy, Setup};
use proof::bench;

fn main() {
    divan::main();
}

#[divan::bench(args = [2, 4, 6])]
fn random_decisions(bencher: Bencher, seats: u8) {
    bench::random_decisions::<MisterSpy>(bencher, &Setup::of(seats));
}

#[divan::bench(args = [2, 6])]
fn clone(bencher: Bencher, seats: u8) {
    bench::clone::<MisterSpy>(bencher, &Setup::of(seats));
}

#[divan::bench(args = [2, 6])]
fn view(bencher: Bencher, seats: u8) {
    bench::view::<MisterSpy>(bencher, &Setup::of(seats));
}

#[divan::bench(args = [2, 6])]
fn imagine(bencher: Bencher, seats: u8) {
    bench::imagine::<MisterSpy>(bencher, &Setup::of(seats));
}

#[divan::bench]
fn roll(bencher: Bencher) {
    bench::roll(bencher);
}
