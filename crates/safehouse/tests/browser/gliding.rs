//! Cards glide when they move and flip when they turn, unless somebody has asked for less motion.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::{Player, play_on};

/// Writes down which parts of the page are animated, and how.
const WATCH: &str = r##"
  window.begun = 0;
  window.moved = new Set();
  const real = document.startViewTransition.bind(document);
  document.startViewTransition = (swap) => {
    window.begun += 1;
    const transition = real(swap);
    transition.ready.then(() => {
      for (const a of document.getAnimations()) window.moved.add(`${a.effect.pseudoElement} ${a.animationName}`);
    }, () => {});
    return transition;
  };
"##;

fn watched(house: &House, game: &str, motion: bool) -> Player {
    let ann = house.player("Ann", Setup { motion, ..Setup::default() });
    ann.open(game, 2, "bots");
    ann.run(WATCH);
    play_on(&[&ann], 25, 3);
    ann
}

#[test]
fn cards_glide_and_flip() {
    let Some(house) = House::open() else { return };
    for game in GAMES {
        let ann = watched(&house, game, true);
        let moved = ann.run("return [...window.moved]").to_string();
        // A card that lies elsewhere now, and one that shows another side.
        assert!(moved.contains("::view-transition-group(m-"), "{moved}");
        assert!(moved.contains("turn-up") && moved.contains("turn-away"), "{moved}");
        assert_eq!(ann.complaints(), Vec::<String>::new());
    }
}

#[test]
fn nothing_moves_for_those_who_asked_for_that() {
    let Some(house) = House::open() else { return };
    let ann = watched(&house, "mister-spy", false);
    assert_eq!(ann.run("return window.begun"), json!(0));
}
