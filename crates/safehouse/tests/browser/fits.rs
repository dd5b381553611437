//! Everything that matters is in sight without scrolling, on the screens that people have; nothing overlaps, nothing that can be
//! clicked is covered, and nothing jumps when the question changes.

use serde_json::{Value, json};

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::{Player, play};

/// Screens: desktops, laptops, a tablet, phones upright and on their side.
pub(crate) const SCREENS: [(u32, u32); 7] =
    [(1920, 1080), (1366, 768), (1366, 650), (1024, 768), (360, 740), (390, 844), (740, 360)];

/// Whatever is wrong with a table as it is on the screen.
const WRONG: &str = r##"
  const wrong = [];
  const all = (css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility());
  const name = (e) => `${e.id ? "#" + e.id : ""}.${e.className} ${(e.getAttribute("aria-label") ?? e.textContent).trim().slice(0, 40)}`;
  const box = (e) => e.getBoundingClientRect();
  const near = 1.5;

  // All of it is within the screen, and within whatever cuts it off.
  const whole = (e, what) => {
    const b = box(e);
    if (b.width === 0) return wrong.push(`${what} is not there: ${name(e)}`);
    if (b.left < -near || b.top < -near || b.right > innerWidth + near || b.bottom > innerHeight + near)
      return wrong.push(`${what} is off the screen: ${name(e)} ${Math.round(b.left)} ${Math.round(b.top)} ${Math.round(b.right)} ${Math.round(b.bottom)}`);
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const clip = box(up);
      if (b.left < clip.left - near || b.top < clip.top - near || b.right > clip.right + near || b.bottom > clip.bottom + near)
        return wrong.push(`${what} is cut off by ${name(up)}: ${name(e)}`);
    }
  };
  // So much of it can be clicked, in pixels from its upper left corner.
  const reachable = (e) => {
    const b = box(e);
    const inside = (n) => [0.5, 0.1, 0.9, 0.3, 0.7, 0.02, 0.98].map((part) => 1 + (n - 2) * part);
    return inside(b.height).some((y) => inside(b.width).some((x) => e.contains(document.elementFromPoint(b.x + x, b.y + y))));
  };
  const over = document.querySelector("#now.over .curtain[open]");
  const asked = document.querySelector("#question[data-asked]");

  for (const e of all(".place.mine")) whole(e, "my place");
  for (const e of all("#hand, #hand .spot")) whole(e, "my hand");
  // Cards may lie over each other, but each is large enough to be known by its picture.
  const least = innerWidth >= 1300 ? 64 : 28;
  for (const e of all("#hand .card")) if (box(e).width < least) wrong.push(`a card of my hand is only ${box(e).width} wide`);
  whole(document.querySelector("#question"), "the question");
  for (const e of all("#question .answers button, #question .answers select")) whole(e, "an answer");
  const scores = all(".place .score .number");
  if (scores.length !== document.querySelectorAll(".place").length) wrong.push("a score is missing");
  for (const e of scores) whole(e, "a score");
  // The newest event: in the log beside the table, or in the strip.
  const log = document.querySelector("#log");
  const newest = log.checkVisibility() ? log.lastElementChild : document.querySelector("#since li.now");
  if (!newest) wrong.push("the newest event is missing");
  else {
    const [b, clip] = [box(newest), box(newest.closest("ol"))];
    if (b.bottom > clip.bottom + 4 || b.bottom < clip.top + 8) wrong.push("the newest event is out of sight");
  }
  if (!log.checkVisibility()) {
    for (const css of ["#since", "#talk-sheet"]) whole(document.querySelector(css), css);
  } else if (innerWidth >= 1300) {
    const line = parseFloat(getComputedStyle(log).lineHeight);
    if (log.clientHeight < 8 * line) wrong.push(`the log has only ${log.clientHeight / line} lines`);
  }

  // Nothing has to be scrolled.
  for (const e of [document.scrollingElement, document.querySelector("main"), document.querySelector(".board"), document.querySelector("#question"), document.querySelector(".answers")]) {
    if (e && (e.scrollHeight > e.clientHeight + near || e.scrollWidth > e.clientWidth + near))
      wrong.push(`${name(e)} must be scrolled: ${e.scrollWidth} x ${e.scrollHeight} in ${e.clientWidth} x ${e.clientHeight}`);
  }

  // Nothing lies over anything else.
  const parts = all(".around .place, .middle > *, .middle .bubble, .middle .captive, .place.mine, #hand, .galaxy, .stock, .chain, #question, #since, #tools, #talk");
  for (const [n, a] of parts.entries()) for (const b of parts.slice(n + 1)) {
    if (a.contains(b) || b.contains(a)) continue;
    const [p, q] = [box(a), box(b)];
    const [w, h] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
    if (w > 2 && h > 2) wrong.push(`${name(a)} and ${name(b)} overlap by ${Math.round(w)} x ${Math.round(h)}`);
  }
  // The words of a bubble are all there.
  for (const e of all(".bubble")) if (e.scrollHeight > e.clientHeight + 2) wrong.push("a bubble is too small for its words");

  // Whatever can be clicked can be reached, and is large enough.
  for (const e of all("button, a[href], select, input, summary")) {
    if (e.closest(".skip, [inert]") || e.matches(".skip, :disabled")) continue;
    const b = box(e);
    if (b.bottom < 0 || b.top > innerHeight || b.right < 0 || b.left > innerWidth) continue;
    if (e.closest("#log, #since, #said, .tools, #words")) continue;
    if (!reachable(e)) wrong.push(`covered: ${name(e)}`);
    if (!e.closest("p, li, td, dd") && (b.width < 24 || b.height < 24)) wrong.push(`too small: ${name(e)} ${b.width} x ${b.height}`);
  }
  // The others shrink before the viewer does.
  const style = document.querySelector(".board").style;
  const shrunk = (what) => Number(style.getPropertyValue(what) || 1);
  if (shrunk("--own") < 1 && shrunk("--others") > 0.5) wrong.push("the viewer shrinks before the others do");
  return wrong;
"##;

/// Waits until the table has settled at this size. The page is told at once, not with the next picture.
fn resize(ann: &Player, (width, height): (u32, u32)) {
    ann.resize(width, height);
    ann.wait(&format!("innerWidth === {width} && innerHeight === {height}"));
    ann.run("window.dispatchEvent(new Event('resize'))");
}

#[test]
fn everything_that_matters_is_in_sight_on_every_screen() {
    let Some((house, moments)) = House::prepared() else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 768, ..Setup::default() });
    house.is_guest(&ann, 0);
    // Pictures have their size before they come, and drawing hundreds of them at every size takes minutes.
    ann.tool("Network.enable", json!({}));
    ann.tool("Network.setBlockedURLs", json!({ "urls": ["*/art/*"] }));
    let mut wrong = Vec::new();
    for moment in moments.iter().filter(|moment| !matches!(moment.what, "lobby" | "aim")) {
        for (n, screen) in SCREENS.into_iter().enumerate() {
            if n == 0 {
                ann.goto(&house.at(&moment.path()));
                ann.wait("document.querySelector('#since li, .curtain')");
            }
            resize(&ann, screen);
            let found: Vec<String> = serde_json::from_value(ann.run(WRONG)).unwrap();
            let at = format!("{} at {}x{}", moment.name(), screen.0, screen.1);
            wrong.extend(found.into_iter().map(|what| format!("{at}: {what}")));
        }
    }
    let kinds: std::collections::BTreeSet<_> = moments.iter().map(|moment| moment.what).collect();
    assert!(kinds.len() >= 7 && moments.len() > 30, "{kinds:?}");
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

/// Where the parts of a table are.
const WHERE: &str = "
  const round = (n) => Math.round(n);
  return Object.fromEntries(['.board', '#hand', '#question', '#since', '#tools', '#talk', '.place.mine'].map((css) => {
    const b = document.querySelector(css).getBoundingClientRect();
    return [css, [round(b.left), round(b.top), round(b.right), round(b.bottom)]];
  }));
";

#[test]
fn nothing_jumps_when_the_question_changes() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    for (game, screen) in GAMES.into_iter().flat_map(|game| [(game, (1366, 768)), (game, (390, 844))]) {
        resize(&ann, screen);
        ann.goto(&house.at("/"));
        ann.open(game, 4, "bots");
        ann.asked();
        let fixed =
            |places: &Value| ["#question", ".board", "#tools", "#since"].map(|css| places[css].clone());
        let before = fixed(&ann.run(WHERE));
        for n in 0..6 {
            if play(&[&ann], 1, n, true) {
                break;
            }
            ann.asked();
            assert_eq!(fixed(&ann.run(WHERE)), before, "{game} at {screen:?}");
        }
    }
}

/// With letters twice as large, or zoomed to twice its size, a table may have to be scrolled, but all of it can be used.
#[test]
fn a_table_can_be_used_at_twice_the_size() {
    let Some((house, moments)) = House::prepared() else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 768, ..Setup::default() });
    house.is_guest(&ann, 0);
    // Every answer can be brought into sight and clicked, and so can every card of the hand.
    const USABLE: &str = r##"
      const wrong = [];
      for (const e of document.querySelectorAll("#question .answers button, #hand .spot, #talk-sheet, .tools button")) {
        if (!e.checkVisibility()) continue;
        e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const b = e.getBoundingClientRect();
        const at = (x, y) => e.contains(document.elementFromPoint(b.x + x, b.y + y));
        if (!at(Math.min(8, b.width / 2), b.height / 2) && !at(b.width / 2, b.height / 2)) wrong.push(e.outerHTML.slice(0, 120));
      }
      if (document.scrollingElement.scrollWidth > document.scrollingElement.clientWidth + 1) wrong.push("too wide");
      return wrong;
    "##;
    for moment in moments.iter().filter(|moment| matches!(moment.what, "answers" | "bubble" | "chain")) {
        ann.goto(&house.at(&moment.path()));
        ann.wait("document.querySelector('#since li')");
        for (letters, screen) in
            [("200%", (1366, 768)), ("200%", (1024, 768)), ("100%", (683, 384)), ("100%", (512, 384))]
        {
            ann.run_with("document.documentElement.style.fontSize = arguments[0]", json!([letters]));
            resize(&ann, screen);
            assert_eq!(
                ann.run(USABLE),
                json!([]),
                "{} at {screen:?} with letters of {letters}",
                moment.name()
            );
        }
    }
}
