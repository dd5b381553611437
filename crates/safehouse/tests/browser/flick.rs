//! The flick is a game of its own: it takes the screen, and a Bean can be grabbed with a thumb.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use serde_json::json;

use crate::chromium::Setup;
use crate::fits::SCREENS;
use crate::house::House;
use crate::player::Player;

/// What is wrong with a range as it is on the screen.
const WRONG: &str = r##"
  const wrong = [];
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  const [range, field, bean, grip] = [".range", ".range .field", ".range svg > g > g:last-of-type", ".grip"].map(box);
  if (range.width * range.height < 0.95 * innerWidth * innerHeight) wrong.push(`the range has ${range.width} x ${range.height}`);
  if (field.width * field.height < 0.7 * innerWidth * innerHeight) wrong.push(`the field has ${field.width} x ${field.height}`);
  // A thumb is about 44 pixels wide.
  if (Math.min(grip.width, grip.height) < 44) wrong.push(`the grip has ${grip.width} x ${grip.height}`);
  if (grip.left < 0 || grip.top < 0 || grip.right > innerWidth || grip.bottom > innerHeight) wrong.push("the Bean is off the screen");
  const middle = [grip.left + grip.width / 2, grip.top + grip.height / 2];
  if (!document.elementFromPoint(...middle)?.closest(".field")) wrong.push("something lies over the Bean");
  for (const button of document.querySelectorAll(".range .needle button")) {
    const b = button.getBoundingClientRect();
    if (b.bottom > field.top + 1 && b.top < field.bottom - 1) wrong.push("a button lies in the field");
    if (b.bottom > innerHeight || b.height < 24) wrong.push("a button is off the screen, or too small");
    if (!button.contains(document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2))) wrong.push("a button is covered");
  }
  if (!document.querySelector(".range .needle button")) wrong.push("there is no needle");
  return wrong;
"##;

/// Where the Bean is, and where it is after half a pull straight back.
fn half_a_pull(player: &Player) -> [[i64; 2]; 2] {
    let points = player.run(
        "const to = document.querySelector('.range svg > g').getScreenCTM();
         return [0, 55].map((y) => { const p = new DOMPoint(0, y).matrixTransform(to); return [p.x, p.y].map(Math.round); });",
    );
    serde_json::from_value(points).unwrap()
}

#[test]
fn the_flick_takes_the_screen_and_a_pull_is_shown_by_its_band() {
    let Some((house, moments)) = House::prepared() else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 768, ..Setup::default() });
    house.is_guest(&ann, 0);
    let moment = moments.iter().find(|moment| moment.what == "aim").unwrap();
    for (width, height) in SCREENS {
        ann.resize(width, height);
        ann.goto(&house.at(&moment.path()));
        ann.wait("document.querySelector('.range.on .needle button')");
        assert_eq!(ann.run(WRONG), json!([]), "at {width}x{height}");
    }
    // The pull is a stretched band, and no numbers are to be read.
    ann.run(
        "window.stretched = [];
         new MutationObserver(() => stretched.push(document.querySelector('.band').getAttribute('d')))
           .observe(document.querySelector('.band'), { attributes: true });",
    );
    ann.run("window.before = Number(document.querySelector('#felt [name=ply]').value)");
    let [from, to] = half_a_pull(&ann);
    ann.pull(from, to);
    ann.wait("stretched.some((path) => path?.startsWith('M'))");
    // Direction and strength are two questions, and one pull answers both.
    ann.wait("Number(document.querySelector('#felt [name=ply]').value) >= before + 2");
}

#[test]
fn a_lesson_uses_the_pull_that_was_made() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let steps = ann.run("return fetch('/lesson/mighty-beanz/1').then((a) => a.text())");
    let steps = steps.as_str().unwrap();
    let of = steps.split("class=\"count\"").nth(1).unwrap();
    let most: u32 = of
        .split(" of ")
        .nth(1)
        .unwrap()
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let shoots = |step: &u32| {
        ann.goto(&house.at(&format!("/lesson/mighty-beanz/{step}")));
        ann.run("return Boolean(document.querySelector('.range') && !document.querySelector('.range').dataset.aim)") == json!(true)
    };
    let step = (1..=most).find(shoots).expect("a step of the lesson is a shot");
    ann.wait("document.querySelector('.range.on .grip')");
    // A pull that misses is tried again, whatever the lesson is about.
    let [from, half] = half_a_pull(&ann);
    ann.pull(from, [from[0] + (half[0] - from[0]) / 4, from[1] + (half[1] - from[1]) / 4]);
    ann.wait("document.querySelector('.range .told')?.textContent.startsWith('A miss')");
    assert!(ann.url().ends_with(&format!("/{step}")));
    let [from, to] = half_a_pull(&ann);
    ann.pull(from, to);
    // Both questions of the shot are answered with it.
    ann.wait(&format!(
        "Number(location.pathname.split('/').pop()) >= {} && !document.querySelector('.range')",
        step + 2
    ));
}
