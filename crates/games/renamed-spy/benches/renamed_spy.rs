//! `cargo bench -p renamed-spy`: whole random games, copies, views and imagined worlds.

use divan::Bencher;
use proof::bench;
use renamed_spy::{RenamedSpy, Setup};

fn main() {
    divan::main();
}

#[divan::bench(args = [2, 4, 6])]
fn random_decisions(bencher: Bencher, seats: u8) {
    bench::random_decisions::<RenamedSpy>(bencher, &Setup::of(seats));
}

#[divan::bench(args = [2, 6])]
fn clone(bencher: Bencher, seats: u8) {
    bench::clone::<RenamedSpy>(bencher, &Setup::of(seats));
}

#[divan::bench(args = [2, 6])]
fn view(bencher: Bencher, seats: u8) {
    bench::view::<RenamedSpy>(bencher, &Setup::of(seats));
}

#[divan::bench(args = [2, 6])]
fn imagine(bencher: Bencher, seats: u8) {
    bench::imagine::<RenamedSpy>(bencher, &Setup::of(seats));
}

#[divan::bench]
fn roll(bencher: Bencher) {
    bench::roll(bencher);
}
