//! A game goes on where it was: after a reload, after the network was away, after the house was killed.

use std::thread;
use std::time::Duration;

use crate::chromium::Setup;
use crate::house::House;
use crate::player::{dawdle, settled, sit_down};

#[test]
fn a_reload_and_a_lost_network_in_the_middle_lose_nothing() {
    let Some(house) = House::open() else { return };
    // Here the cards glide.
    let ann = house.player("Ann", Setup { motion: true, ..Setup::default() });
    let bob = house.player("Bob", Setup { motion: true, ..Setup::default() });
    sit_down(&ann, &bob, "mister-spy");
    dawdle(&[&ann, &bob], 6, 3);

    settled(&ann, &bob);
    for player in [&ann, &bob] {
        let before = player.look();
        player.reload();
        assert_eq!(player.look(), before, "after a reload");
    }

    // One of the two is asked; the other one's network goes, and he misses it.
    let (here, away) = if ann.look().asked { (&ann, &bob) } else { (&bob, &ann) };
    away.offline(true);
    let missed = here.look();
    here.answer(&missed, 0);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(away.look().ply, missed.ply, "nothing comes through");
    away.offline(false);
    let now = here.look();
    away.until("to catch up", |s| s.ply == now.ply && s.asked != now.asked);
    dawdle(&[&ann, &bob], 6, 4);

    // Whoever is asked himself while he is away finds the same question, and his answer counts.
    settled(&ann, &bob);
    let asked = if ann.look().asked { &ann } else { &bob };
    let question = asked.look();
    asked.offline(true);
    asked.pick(&question, 0);
    thread::sleep(Duration::from_millis(300));
    asked.offline(false);
    assert_eq!(asked.look(), question, "the question is still there");
    dawdle(&[&ann, &bob], 4, 4);
}

#[test]
fn a_killed_house_comes_back_and_the_pages_come_back_by_themselves() {
    let Some(mut house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    sit_down(&ann, &bob, "renamed-spy");
    for round in 0..2 {
        // What is said at the table counts too.
        ann.type_in(".chat input", "Hello");
        ann.click(".chat button");
        bob.wait(&format!("document.querySelectorAll('#said li').length === {}", 1 + round));
        dawdle(&[&ann, &bob], 5, 2 + round);
        settled(&ann, &bob);
        let before = [ann.look(), bob.look()];
        house.kill();
        house.come_back();
        // Both have heard that the house is open again, and nothing else has changed.
        for (player, before) in [&ann, &bob].into_iter().zip(before) {
            player.wait("'hears' in document.querySelector('#table').dataset");
            player.wait("document.querySelector('#notice')?.hidden ?? true");
            assert_eq!(player.look(), before);
        }
        dawdle(&[&ann, &bob], 5, 3 + round);
        assert_eq!(ann.look().scores, bob.look().scores);
    }
}
