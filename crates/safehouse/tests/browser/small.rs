//! Small screens and large letters: nothing sticks out, and fingers find what they look for.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::{Player, play, play_on};

/// Whatever makes a page wider than the screen.
const TOO_WIDE: &str = "
  const wide = document.scrollingElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= wide) return [];
  return [...document.querySelectorAll('body *')]
    .filter((e) => e.getBoundingClientRect().right > wide + 1)
    .map((e) => e.localName + '.' + e.className + ' ' + e.textContent.slice(0, 40))
    .concat('wider than ' + wide);
";

/// Answers and cards that a finger could miss.
const TOO_SMALL: &str = "
  return [...document.querySelectorAll('button, summary, select, .steps a')]
    .filter((e) => e.checkVisibility())
    .map((e) => [e.getBoundingClientRect(), e])
    .filter(([box]) => box.width < 24 || box.height < 24)
    .map(([box, e]) => `${e.closest('[id]').id} ${e.className} ${e.textContent.trim()}: ${box.width} x ${box.height}`);
";

#[track_caller]
fn fits(player: &Player, what: &str) {
    assert_eq!(player.run(TOO_WIDE), json!([]), "{what} is too wide");
    assert_eq!(player.run(TOO_SMALL), json!([]), "{what} has targets that are too small");
}

#[track_caller]
fn everything_fits(house: &House, ann: &Player, letters: &str) {
    let look_at = |path: &str, what: &str| {
        ann.goto(&house.at(path));
        ann.run_with("document.documentElement.style.fontSize = arguments[0]", json!([letters]));
        fits(ann, what);
    };
    for game in GAMES {
        look_at("/", "the front page");
        ann.open(game, 3, "friends");
        let lobby = ann.run("return location.pathname");
        look_at(lobby.as_str().unwrap_or_default(), "the lobby");
        look_at(&format!("/rules/{game}"), "the rules");
        look_at(&format!("/cards/{game}"), "the cards");
        look_at(&format!("/lesson/{game}/4"), "the lesson");
        look_at("/nowhere", "an error");
        look_at("/", "the front page with tables");
        // Few answers: the bots do what they can to end the game, and with two at the table they are quick. When luck ends
        // one even so, there is another.
        let answers = if game == "mighty-beanz" { 1 } else { 2 };
        let mut table = String::new();
        for n in 0..8 {
            look_at("/", "the front page before a game");
            ann.open(game, 6, "bots");
            table = ann.run("return location.pathname").as_str().unwrap_or_default().to_owned();
            look_at(&table, "the table");
            if !play(&[ann], answers, 5 + n, true) {
                ann.asked();
                fits(ann, "the table in the middle of a game");
                if !play(&[ann], answers, 6 + n, true) {
                    break;
                }
            }
            assert!(n < 7, "{game}: every game is over too soon");
        }
        ann.asked();
        fits(ann, "the table later in the game");
        ann.hint();
        fits(ann, "a hint");
        ann.click(".hand button.spot");
        ann.wait("document.querySelector(':popover-open')");
        fits(ann, "a card");
        ann.run("document.querySelector(':popover-open').hidePopover()");
        ann.click("#talk-sheet");
        ann.wait("document.querySelector('#talk:popover-open')");
        fits(ann, "log and chat");
        ann.run("document.querySelector('#talk').hidePopover()");
        look_at(&format!("{table}/replay?at=9"), "the replay");
        look_at("/", "the front page again");
        ann.open(game, 2, "bots");
        assert!(play_on(&[ann], 1000, 4), "the game does not end");
        let table = ann.run("return location.pathname");
        look_at(&format!("{}/analysis", table.as_str().unwrap_or_default()), "an analysis that is made");
        ann.wait_long("document.querySelector('.moments')");
        ann.click("#analysis summary");
        fits(ann, "an analysis");
    }
}

#[test]
fn everything_fits_on_a_screen_of_320_pixels() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup { width: 320, height: 640, ..Setup::default() });
    everything_fits(&house, &ann, "100%");
}

#[test]
fn everything_fits_with_letters_twice_as_large() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup { width: 640, height: 900, ..Setup::default() });
    everything_fits(&house, &ann, "200%");
}

/// Lists of choices that show less than what is chosen. One that has only what is chosen is as wide as that needs.
const CUT_OFF: &str = "
  return [...document.querySelectorAll('select')].filter((it) => it.checkVisibility()).flatMap((it) => {
    const alone = it.cloneNode(false);
    alone.append(it.selectedOptions[0].cloneNode(true));
    Object.assign(alone.style, { position: 'absolute', width: 'auto', maxWidth: 'none' });
    it.after(alone);
    const [has, needs] = [it.offsetWidth, alone.offsetWidth];
    alone.remove();
    return has < needs ? [`${it.name}: ${it.selectedOptions[0].text} needs ${needs} and has ${has}`] : [];
  });
";

#[test]
fn what_is_chosen_in_a_list_can_be_read() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    for (width, height) in [(1366, 650), (360, 740)] {
        ann.resize(width, height);
        ann.goto(&house.at("/"));
        ann.run("document.querySelectorAll('details').forEach((it) => (it.open = true))");
        assert_eq!(ann.run(CUT_OFF), json!([]), "the front page at {width}x{height}");
        // Every level of the bots, whichever is chosen.
        let levels = ann.run("return document.querySelector('[name=level]').options.length");
        for n in 0..levels.as_u64().unwrap_or_default() {
            ann.run_with(
                "document.querySelectorAll('[name=level]').forEach((it) => (it.selectedIndex = arguments[0]))",
                json!([n]),
            );
            assert_eq!(ann.run(CUT_OFF), json!([]), "level {n} at {width}x{height}");
        }
        ann.open("mighty-beanz", 2, "friends");
        assert_eq!(ann.run(CUT_OFF), json!([]), "the lobby at {width}x{height}");
        ann.click(".me");
        ann.wait("document.querySelector('#menu:popover-open')");
        assert_eq!(ann.run(CUT_OFF), json!([]), "the settings at {width}x{height}");
    }
}
