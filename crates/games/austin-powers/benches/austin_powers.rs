//! `cargo bench -p austin-powers`: whole random games, copies, views and imagined worlds.

use austin_powers::{AustinPowers, Setup};
use divan::Bencher;
use proof::bench;

fn main() {
    divan::main();
}

#[divan::bench(args = [2, 4, 6])]
fn random_decisions(bencher: Bencher, seats: u8) {
    bench::random_decisions::<AustinPowers>(bencher, &Setup::starters(seats));
}

#[divan::bench(args = [2, 6])]
fn clone(bencher: Bencher, seats: u8) {
    bench::clone::<AustinPowers>(bencher, &Setup::starters(seats));
}

#[divan::bench(args = [2, 6])]
fn view(bencher: Bencher, seats: u8) {
    bench::view::<AustinPowers>(bencher, &Setup::starters(seats));
}

#[divan::bench(args = [2, 6])]
fn imagine(bencher: Bencher, seats: u8) {
    bench::imagine::<AustinPowers>(bencher, &Setup::starters(seats));
}
