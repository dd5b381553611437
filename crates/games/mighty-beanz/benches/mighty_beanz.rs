//! `cargo bench -p mighty-beanz`: whole random games, copies, views and imagined worlds.

use divan::Bencher;
use mighty_beanz::{MightyBeanz, Setup};
use proof::bench;

fn main() {
    divan::main();
}

fn setup(game: &str) -> Setup {
    if game == "expert" { Setup::expert() } else { Setup::basic() }
}

#[divan::bench(args = ["basic", "expert"])]
fn random_decisions(bencher: Bencher, game: &str) {
    bench::random_decisions::<MightyBeanz>(bencher, &setup(game));
}

#[divan::bench(args = ["basic", "expert"])]
fn clone(bencher: Bencher, game: &str) {
    bench::clone::<MightyBeanz>(bencher, &setup(game));
}

#[divan::bench(args = ["basic", "expert"])]
fn view(bencher: Bencher, game: &str) {
    bench::view::<MightyBeanz>(bencher, &setup(game));
}

#[divan::bench(args = ["basic", "expert"])]
fn imagine(bencher: Bencher, game: &str) {
    bench::imagine::<MightyBeanz>(bencher, &setup(game));
}

#[divan::bench]
fn roll(bencher: Bencher) {
    bench::roll(bencher);
}
