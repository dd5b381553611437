//! A replay: a slider with the turns marked, keys, one small request a step, and a film that stops when one leaves.

use serde_json::json;
use server::rooms::WebTable;

use crate::chromium::Setup;
use crate::house::House;
use crate::prepared::Wanted;

const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

fn over(table: &dyn WebTable) -> Option<Option<usize>> {
    table.ending().map(|_| None)
}

#[test]
fn a_replay_is_stepped_through_without_loading_the_page_again() {
    let wanted = [Wanted { game: "renamed-spy", seats: 2, what: "over", copies: 1, is: over }];
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup::default());
    house.is_guest(&ann, 0);
    ann.goto(&house.at(&format!("{}/replay", moments[0].path())));
    ann.wait("!document.querySelector('[data-film]').hidden");
    // What follows happens on this page, and each step asks for its part only.
    ann.run(
        "window.stayed = true;
         window.asked = [];
         const real = window.fetch;
         window.fetch = (to, how) => (window.asked.push([to, how.headers['x-part']]), real(to, how));",
    );
    let at = |n: u64| {
        ann.wait(&format!("document.querySelector('#question').dataset.at === '{n}' && new URL(location.href).searchParams.get('at') === '{n}'"));
    };
    let last = ann.run("return Number(document.querySelector('#question').dataset.last)").as_u64().unwrap();

    // The slider goes over all choices, and the turns of everybody are marked below it.
    let slider = ann.run(
        "const slider = document.querySelector('#question [type=range]');
         const marks = [...document.querySelectorAll('#turns option')].map((it) => Number(it.value));
         const bars = [...document.querySelectorAll('svg.turns rect')].map((it) => it.getAttribute('x')).map(Number);
         const wide = document.querySelector('svg.turns').getBoundingClientRect().width / slider.getBoundingClientRect().width;
         return [slider.min, slider.max, marks, bars, slider.list.id, wide > 0.8];",
    );
    let marks: Vec<u64> = serde_json::from_value(slider[2].clone()).unwrap();
    assert_eq!((&slider[0], &slider[1]), (&json!("0"), &json!(last.to_string())));
    assert!(marks.len() > 3 && marks.is_sorted() && marks.iter().all(|ply| *ply <= last), "{slider}");
    assert_eq!((&slider[2], &slider[4], &slider[5]), (&slider[3], &json!("turns"), &json!(true)));

    for (n, (key, to)) in [(RIGHT, 1), (RIGHT, 2), (LEFT, 1), (END, last), (HOME, 0)].into_iter().enumerate()
    {
        ann.press(key);
        at(to);
        assert_eq!(ann.run("return window.asked.length"), json!(n + 1));
    }
    // By the slider: a click in its middle is the middle of the game.
    let middle = ann.middle("#question [type=range]");
    ann.pull(middle, middle);
    ann.wait(&format!("Math.abs(document.querySelector('#question').dataset.at - {last} / 2) <= 2"));
    assert_eq!(
        ann.run("return document.activeElement.matches('[type=range]')"),
        json!(true),
        "the focus stays on it"
    );
    let here = ann.run("return Number(document.querySelector('#question').dataset.at)").as_u64().unwrap();
    ann.press(RIGHT);
    at(here + 1);
    ann.click(".steps [rel=next]");
    at(here + 2);
    assert_eq!(
        ann.run("return window.stayed && window.asked.every(([, part]) => part === '1')"),
        json!(true)
    );

    // The film goes on by itself, until one leaves.
    let film = "document.querySelector('[data-film]').textContent";
    let still = ann.run(&format!("return {film}"));
    ann.click(".steps [rel=first]");
    at(0);
    ann.click("[data-film]");
    ann.wait("Number(document.querySelector('#question').dataset.at) >= 1");
    assert_ne!(ann.run(&format!("return {film}")), still);
    let tab = ann.tabs()[0].clone();
    ann.run("document.addEventListener('visibilitychange', () => (window.left = true))");
    ann.open_tab();
    ann.look_at(&tab);
    ann.wait("window.left");
    assert_eq!(ann.run(&format!("return {film}")), still, "it has stopped");
    ann.content();
}
