//! What others did tells something about what they hold, and whoever heeds it is nearer to the truth.

use bots::Level;
use bots::playout::Notebooks;
use mister_spy::MisterSpy;
use renamed_spy::RenamedSpy;
use table::table::read_setup;
use table::{Mute, Policy, Seat, Seed, Stream, Study};

/// Worlds for each guess, and how often one is drawn anew that explains the past badly.
const WORLDS: usize = 60;
const TRIES: u32 = 4;

/// Which kinds of cards are in which hands.
fn hands<G: Study>(game: &G, but: Seat) -> Vec<f64> {
    let kinds = G::kinds().len();
    let mut held = vec![0.0; kinds * usize::from(game.seats())];
    for seat in but.others(game.seats()) {
        game.held(seat, &mut |kind| held[seat.index() * kinds + kind] = 1.0);
    }
    held
}

/// How far guesses about hands are off (squared), drawn plainly and by how well worlds explain the past, at every fourth
/// choice of some games between agents.
fn errors<G: Study>(seats: u8, games: u64) -> [f64; 2] {
    let setup = read_setup::<G>(seats, &serde_json::json!({})).expect("a setup");
    let mut off = [0.0; 2];
    for n in 0..games {
        let seed = Seed::from(7).nth(n);
        let mut game = G::deal(&setup, &mut seed.luck(Stream::Deal), &mut Mute);
        let (mut play, mut tosses) = (seed.luck(Stream::Play), seed.luck(Stream::Bots));
        let mut notebooks = Notebooks::<G>::new(seats, |_| true);
        let (mut luck, mut menu) = (seed.luck(Stream::Test(1)), Vec::new());
        for ply in 0.. {
            let Some(seat) = game.status().asked().iter().next() else { break };
            menu.clear();
            game.legal(seat, &mut menu);
            let (view, notes) = (game.view(Some(seat)), notebooks.take(seat));
            if ply % 4 == 0 {
                let truth = hands(&game, seat);
                for (heedful, off) in [false, true].into_iter().zip(&mut off) {
                    let mut best = f32::MIN_POSITIVE;
                    let mut guess = vec![0.0; truth.len()];
                    for _ in 0..WORLDS {
                        let mut world = G::imagine(&view, &Default::default(), &mut luck);
                        for _ in 0..if heedful { TRIES } else { 0 } {
                            let likely = world.explains(&notes, seat);
                            assert!((0.0..=1.0).contains(&likely), "{likely}");
                            best = best.max(likely);
                            if (luck.pick(1 << 20) as f32) < likely / best * (1 << 20) as f32 {
                                break;
                            }
                            world = G::imagine(&view, &Default::default(), &mut luck);
                        }
                        let held = hands(&world, seat);
                        guess.iter_mut().zip(&held).for_each(|(all, here)| *all += here / WORLDS as f64);
                    }
                    *off += truth.iter().zip(&guess).map(|(t, g)| (t - g).powi(2)).sum::<f64>();
                }
            }
            let pick = Level::Agent.choose_by::<G>(&view, Some(seat), &notes, &menu, &mut tosses);
            notebooks.watch(&game, &[(seat, menu[pick])]);
            game.apply(seat, menu[pick], &mut play, &mut Mute);
        }
    }
    off
}

fn heed_helps<G: Study>() {
    for seats in [2, 4] {
        let [plain, heedful] = errors::<G>(seats, 60);
        assert!(heedful < plain, "{} with {seats}: {heedful} is not less than {plain}", G::info().id);
    }
}

#[test]
fn in_mister_spy() {
    heed_helps::<MisterSpy>();
}

#[test]
fn in_renamed_spy() {
    heed_helps::<RenamedSpy>();
}

/// A watcher notes nothing that they do not see: whatever hidden cards are, the same acts leave the same notes.
#[test]
fn notes_follow_from_what_was_seen() {
    fn check<G: Study>()
    where
        G::Notes: PartialEq + std::fmt::Debug,
    {
        let setup = read_setup::<G>(3, &serde_json::json!({})).expect("a setup");
        let mut luck = Seed::from(5).luck(Stream::Test(2));
        bots::playout::random_game::<G>(&setup, Seed::from(4), |game| {
            let Some(by) = game.status().asked().iter().next() else { return };
            let mut menu = Vec::new();
            game.legal(by, &mut menu);
            for watcher in Seat::all(3).filter(|&seat| seat != by) {
                let elsewhere = G::imagine(&game.view(Some(watcher)), &Default::default(), &mut luck);
                for &act in &menu {
                    let noted = |world: &G| {
                        let mut notes = G::Notes::default();
                        let seen = game.shown(by, act, Some(watcher));
                        <G as Policy>::note(&mut notes, &world.view(Some(watcher)), by, seen);
                        notes
                    };
                    assert_eq!(noted(game), noted(&elsewhere));
                }
            }
        });
    }
    check::<MisterSpy>();
    check::<RenamedSpy>();
}
