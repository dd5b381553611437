//! Shortcut keys: they do what they say, not while somebody types, and not for those who have switched them off. And the first
//! answer is near for whoever goes by Tab.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::{Player, Sight};

const TAB: &str = "\u{e004}";
const ESCAPE: &str = "\u{e00c}";

/// Writes down what the page sends.
const LISTEN: &str = r##"
  window.sent = [];
  const real = window.fetch;
  window.fetch = (to, how) => {
    if (how?.method === "POST") window.sent.push([new URL(to, location.href).pathname.split("/").pop(), how.body.get("pick")]);
    return real(to, how);
  };
"##;

/// A question with at least two answers.
#[track_caller]
fn choice(ann: &Player) -> Sight {
    // The keys come with the script.
    ann.wait("document.querySelector('#since li')");
    let mut sight = ann.asked();
    while sight.answers.len() < 2 {
        ann.answer(&sight, 0);
        sight = ann.asked();
    }
    sight
}

#[test]
fn the_first_answer_is_at_most_three_tabs_away() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    for game in GAMES {
        ann.goto(&house.at("/"));
        ann.open(game, 2, "bots");
        choice(&ann);
        ann.reload();
        ann.wait("document.querySelector('#since li')");
        let at_answer = "return document.activeElement === document.querySelector('.answers button')";
        let tabs = (1..=3).find(|_| {
            ann.press(TAB);
            ann.run(at_answer) == json!(true)
        });
        assert!(tabs.is_some(), "{game}: {}", ann.run("return document.activeElement.outerHTML"));
    }
}

#[test]
fn shortcut_keys_work_until_they_are_switched_off() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    ann.open("mister-spy", 2, "bots");
    let mut sight = choice(&ann);
    ann.run(LISTEN);
    let last = |what: &str| ann.run(&format!("return window.sent.findLast(([to]) => to === '{what}')"));

    // A number answers; what it chose can be taken back.
    let second = ann.run("return document.querySelectorAll('.answers button')[1].value");
    ann.press("2");
    ann.until("the answer to arrive", |s| s.ply > sight.ply);
    assert_eq!(last("act"), json!(["act", second]));
    sight = ann.asked();
    ann.wait("document.querySelector('[data-key=u]')");
    ann.press("u");
    ann.until("the choice to be taken back", |s| s.ply < sight.ply && s.asked);
    sight = choice(&ann);
    ann.press("h");
    ann.wait("document.querySelector('#hint li')");
    ann.press("l");
    assert_eq!(ann.run("return document.activeElement.id"), json!("log"));
    ann.press("?");
    let [table, rules] = &ann.tabs()[..] else { panic!("the rules are a tab beside the table") };
    ann.look_at(rules);
    ann.wait("location.pathname === '/rules/mister-spy'");
    ann.look_at(table);

    // Whoever types, types; and whoever reads a large card does not answer with a digit.
    let sent = ann.run("return window.sent.length");
    ann.click(".chat input");
    for letter in ["1", "u", "?"] {
        ann.press(letter);
    }
    assert_eq!(ann.run("return document.querySelector('.chat input').value"), json!("1u?"));
    ann.click("#hand button.spot");
    ann.wait("document.querySelector('#large:popover-open')");
    ann.press("1");
    ann.press(ESCAPE);
    ann.wait("!document.querySelector(':popover-open')");
    assert_eq!(ann.run("return window.sent.length"), sent);
    assert_eq!(ann.look().ply, sight.ply);

    // On a phone the log is a sheet.
    ann.resize(390, 844);
    ann.press("L");
    ann.wait("document.querySelector('#talk:popover-open') && document.activeElement.id === 'log'");
    ann.press(ESCAPE);
    ann.resize(1280, 900);

    // Off, and still off on the next page.
    ann.click(".menu .me");
    ann.click("#menu [name=keys] option[value=off]");
    ann.press(ESCAPE);
    ann.reload();
    ann.wait("document.querySelector('#since li')");
    let sight = ann.asked();
    ann.run(LISTEN);
    ann.run("document.querySelector('#question').focus()");
    for key in ["1", "2", "h", "u", "l", "?"] {
        ann.press(key);
    }
    // By the time something else has gone there and back, whatever they had done would be seen.
    ann.type_in(".chat input", "hm");
    ann.click(".chat .say button");
    ann.wait("document.querySelector('#said li:last-child')?.textContent.endsWith('hm')");
    assert_eq!(ann.run("return window.sent"), json!([["say", null]]));
    assert_eq!((ann.look().ply, ann.tabs().len()), (sight.ply, 2));
    ann.content();
}
