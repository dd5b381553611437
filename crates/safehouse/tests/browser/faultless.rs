//! axe-core finds nothing wrong on any page, targets are large enough for a finger, and what marks a choice stands out.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::path::Path;
use std::sync::Once;

use serde_json::{Value, json};

use crate::chromium::Setup;
use crate::house::{FOURTH, GAMES, House, aloud, required};
use crate::player::{Player, join, play_on};

/// Where `.ci/run` puts it.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");

/// The facts of each violation that help to find it.
const FIND: &str = "
  const options = { resultTypes: ['violations'], ...arguments[0] };
  return axe.run(document, options).then((found) =>
    found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.target} ${n.failureSummary} ${n.html.slice(0, 160)}`)));
";

/// A laptop and a phone.
const SIZES: [(&str, u32, u32); 2] = [("laptop", 1366, 650), ("phone", 360, 740)];

struct Inspector {
    source: String,
    found: Vec<String>,
}

impl Inspector {
    /// None, with a loud word, where axe-core has not been fetched.
    fn new() -> Option<Inspector> {
        if !Path::new(AXE).is_file() {
            assert!(!required(), "SAFEHOUSE_BROWSER=required, but there is no {AXE}");
            static SAID: Once = Once::new();
            SAID.call_once(|| {
                aloud("THE AXE-CORE TESTS ARE SKIPPED: axe-core is not in target/axe. `.ci/run` fetches it.")
            });
            return None;
        }
        Some(Inspector { source: std::fs::read_to_string(AXE).unwrap(), found: Vec::new() })
    }

    /// Looks at a page as it is, in both themes, large and small.
    #[track_caller]
    fn inspect(&mut self, player: &Player, what: &str) {
        player.run(&self.source);
        for (size, width, height) in SIZES {
            player.resize(width, height);
            // All rules, with the one on the size of targets, which axe leaves out by itself; in the dark those that can differ.
            let all = json!({ "rules": { "target-size": { "enabled": true } } });
            let some = json!({ "runOnly": ["color-contrast", "target-size"] });
            for (theme, rules) in [("light", all), ("dark", some)] {
                player.run_with("document.documentElement.dataset.theme = arguments[0]", json!([theme]));
                let found = player.run_with(FIND, json!([rules]));
                let found = found.as_array().unwrap().iter().filter_map(Value::as_str);
                self.found.extend(found.map(|f| format!("{what} ({size}, {theme}): {f}")));
            }
        }
        player.resize(1280, 900);
    }

    /// Are all targets large enough? That does not depend on the theme.
    #[track_caller]
    fn targets(&mut self, player: &Player, what: &str) {
        player.run(&self.source);
        let found = player.run_with(FIND, json!([{ "runOnly": ["target-size"] }]));
        let found = found.as_array().unwrap().iter().filter_map(Value::as_str);
        self.found.extend(found.map(|f| format!("{what}: {f}")));
    }

    #[track_caller]
    fn nothing_found(self) {
        assert!(self.found.is_empty(), "{}", self.found.join("\n"));
    }
}

#[test]
fn pages_to_read_have_no_faults() {
    let Some(mut inspector) = Inspector::new() else { return };
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    inspector.inspect(&ann, "the front page of a new guest");
    let mut paths = vec!["/nowhere".to_owned()];
    // A question, a Spy who is taunted or a shot, and the end.
    let lessons: [&[u8]; 4] = [&[2, 6, 18], &[2, 6, 19], &[2, 15, 17], &[2, 11, 17]];
    for (game, steps) in GAMES.into_iter().chain([FOURTH]).zip(lessons) {
        paths.extend([format!("/rules/{game}"), format!("/cards/{game}")]);
        paths.extend(steps.iter().map(|step| format!("/lesson/{game}/{step}")));
    }
    paths.push(format!("/decks/{FOURTH}"));
    for path in paths {
        ann.goto(&house.at(&path));
        inspector.inspect(&ann, &path);
    }
    inspector.nothing_found();
}

fn table(game: &str) {
    let Some(mut inspector) = Inspector::new() else { return };
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    ann.open_with(game, 2, "friends", &["hints"]);
    inspector.inspect(&ann, "the lobby of the host");
    bob.goto(&ann.url());
    inspector.inspect(&bob, "the lobby of a stranger");
    join(&ann, &bob);
    ann.type_in(".chat input", "Hello");
    ann.click(".chat button");
    assert!(!play_on(&[&ann, &bob], 8, 5), "the game is over too soon");
    let asked = if ann.until("one to be asked", |s| s.asked || bob.look().asked).asked { &ann } else { &bob };
    let waits = if std::ptr::eq(asked, &ann) { &bob } else { &ann };
    inspector.inspect(asked, "the table when asked");
    inspector.inspect(waits, "the table when waiting");
    asked.click(".hand .spot");
    asked.wait("document.querySelector(':popover-open')");
    inspector.inspect(asked, "an open card");
    asked.press("\u{e00c}");
    asked.hint();
    inspector.inspect(asked, "a hint");
    let here = ann.url();
    ann.goto(&house.at("/"));
    inspector.inspect(&ann, "the front page with tables");
    ann.goto(&here);
    ann.wait("document.querySelector('#felt')");
    assert!(play_on(&[&ann, &bob], 1000, 6), "the game does not end");
    ann.until("the end", |s| s.over());
    inspector.inspect(&ann, "the table when the game is over");
    ann.click(".curtain a[href$='/replay']");
    ann.wait("document.querySelector('.replay')");
    inspector.inspect(&ann, "the replay");
    ann.click(".tools a[href$='/analysis']");
    ann.wait("document.querySelector('#analysis')");
    inspector.inspect(&ann, "an analysis, perhaps while it is made");
    ann.wait_long("document.querySelector('.moments')");
    ann.click("#analysis summary");
    inspector.inspect(&ann, "an analysis");
    inspector.nothing_found();
}

/// Full tables, at the moments that have most on them: with all hands and piles, and with everything that opens.
#[test]
fn targets_are_large_enough_at_full_tables() {
    let Some(mut inspector) = Inspector::new() else { return };
    let Some((house, moments)) = House::prepared() else { return };
    let ann = house.player("Ann", Setup::default());
    house.is_guest(&ann, 0);
    // Pictures have their size before they come.
    ann.tool("Network.enable", json!({}));
    ann.tool("Network.setBlockedURLs", json!({ "urls": ["*/art/*"] }));
    for moment in &moments {
        ann.goto(&house.at(&moment.path()));
        ann.wait("document.querySelector('#since li, .curtain, .lobby')");
        for (size, width, height) in SIZES {
            ann.resize(width, height);
            ann.wait(&format!("innerWidth === {width} && innerHeight === {height}"));
            ann.run("window.dispatchEvent(new Event('resize'))");
            let at = format!("{} ({size})", moment.name());
            inspector.targets(&ann, &at);
            // Places that are tiles, lists of piles, the menu, the sheet with the log.
            let doors = "[...document.querySelectorAll('.place:not(.mine) .brief, button.count, .menu > .me, #talk-sheet')].filter((it) => it.checkVisibility())";
            let many = ann.run(&format!("return {doors}.length")).as_u64().unwrap();
            for n in 0..many {
                ann.run(&format!("{doors}[{n}].click()"));
                ann.wait("document.querySelector(':popover-open')");
                inspector.targets(&ann, &format!("{at}, with number {n} of what opens"));
                ann.run("document.querySelectorAll(':popover-open').forEach((it) => it.hidePopover())");
            }
        }
    }
    inspector.nothing_found();
}

#[test]
fn a_table_of_mister_spy_has_no_faults() {
    table("mister-spy");
}

#[test]
fn a_table_of_the_renamed_spy_game_has_no_faults() {
    table("renamed-spy");
}

#[test]
fn a_table_of_mighty_beanz_has_no_faults() {
    table("mighty-beanz");
}

#[test]
fn a_table_of_austin_powers_has_no_faults() {
    table("austin-powers");
}

/// Where the ring around what has the focus is painted: points in the middle of its line, on all four sides.
const RING: &str = r##"
  const it = document.querySelectorAll(arguments[0])[arguments[1]];
  it.focus({ preventScroll: true });
  // Of a card that lies under others the whole is ringed, and not only what can be clicked of it.
  const ringed = it.matches(".spot:has(> .card)") ? it.querySelector(".card") : it;
  const own = getComputedStyle(ringed);
  // A tile is wider than the button in it, and its ring goes around the whole.
  const [style, box] = own.outlineStyle !== "none" ? [own, ringed.getBoundingClientRect()]
    : [getComputedStyle(it, "::after"), (it.offsetParent ?? it).getBoundingClientRect()];
  if (style.outlineStyle === "none") return [];
  const [offset, width] = [parseFloat(style.outlineOffset), parseFloat(style.outlineWidth)];
  const edge = around(box, offset + width + 1);
  return around(box, offset + width / 2).map((point, n) => [...point, ...edge[n]]);
"##;

/// Where the border of what can be chosen is painted, as far as nothing lies over it.
const BORDER: &str = r##"
  return [...document.querySelectorAll("#now .spot.live:not(.led)")].filter((it) => it.checkVisibility()).flatMap((it) => {
    const [card, gap] = [it.querySelector("img.card"), it.querySelector(".gap, .target")];
    const points = card ? around(card.getBoundingClientRect(), 1.5) : gap ? around(gap.getBoundingClientRect(), -1.5) : [];
    return points.filter(([x, y]) => [null, it].includes(document.elementFromPoint(x, y)?.closest(".spot") ?? null));
  });
"##;

/// Points along a box that is so much wider on each side.
const AROUND: &str = "
  const around = (box, by) => [0.2, 0.35, 0.5, 0.65, 0.8].flatMap((part) => [
    [box.left + box.width * part, box.top - by],
    [box.left + box.width * part, box.bottom + by],
    [box.left - by, box.top + box.height * part],
    [box.right + by, box.top + box.height * part],
  ]);
";

/// How much the pixels at these points differ between two pictures, or from what is beside them now, as WCAG reckons contrast.
const CONTRAST: &str = "
  const [before, after, points] = arguments;
  const pixels = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    return (x, y) => canvas.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
  };
  const linear = (n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const inside = points.filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight);
  return Promise.all([before, after].map(pixels)).then(([was, is]) => inside.map(([x, y, ...beside]) => {
    const here = light(is(x, y));
    return Math.max(ratio(here, light(was(x, y))), beside.length ? ratio(here, light(is(...beside))) : 1);
  }));
";

/// What is marked stands out at nearly all of these points: at least 3 to 1 against what was there before, or its dark edge.
fn stands_out(ann: &Player, what: &str, before: &str, points: &Value, faint: &mut Vec<String>) {
    let found = ann.run_with(CONTRAST, json!([before, ann.picture("png"), points]));
    let ratios: Vec<f64> = found.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    let clear = ratios.iter().filter(|ratio| **ratio >= 3.0).count();
    if ratios.is_empty() || clear * 10 < ratios.len() * 9 {
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        faint.push(format!("{what}: {clear} of {} points, the least {least:.2}", ratios.len()));
    }
}

/// The ring around what has the focus and the border of what can be chosen stand out, 3 to 1, in both themes.
#[test]
fn focus_and_choices_stand_out_in_both_themes() {
    let Some((house, moments)) = House::prepared() else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 650, ..Setup::default() });
    house.is_guest(&ann, 0);
    let mut faint = Vec::new();
    let mut rings = |what: &str, kinds: &[&str]| {
        for kind in kinds {
            let seen = "
              const all = [...document.querySelectorAll(arguments[0])];
              const n = all.findIndex((it) => it.checkVisibility() && !it.disabled && !it.closest('[inert]'));
              all[n]?.scrollIntoView({ block: 'center', behavior: 'instant' });
              return n;
            ";
            let Some(n) = ann.run_with(seen, json!([kind])).as_u64() else { continue };
            // Whoever uses keys sees where they are.
            ann.press("\u{e004}");
            ann.run_with(
                "document.querySelectorAll(arguments[0])[arguments[1]].focus({ preventScroll: true })",
                json!([kind, n]),
            );
            ann.wait("document.activeElement?.matches(':focus-visible')");
            ann.run("document.activeElement.blur()");
            let before = ann.picture("png");
            let points = ann.run_with(&format!("{AROUND}{RING}"), json!([kind, n]));
            stands_out(&ann, &format!("the focus on {kind}, {what}"), &before, &points, &mut faint);
            ann.run("document.activeElement?.blur()");
        }
    };
    let themed = |theme: &str| {
        ann.run_with("document.documentElement.dataset.theme = arguments[0]", json!([theme]));
    };
    let mut borders = Vec::new();
    for theme in ["light", "dark"] {
        for path in ["/", "/rules/mister-spy", "/cards/mighty-beanz"] {
            ann.goto(&house.at(path));
            themed(theme);
            let kinds =
                [".home", ".me", "main button", "main a", "main select", "main summary", "main input"];
            rings(&format!("{path} ({theme})"), &kinds);
        }
        for moment in moments.iter().filter(|moment| match moment.seats {
            2 => matches!(moment.what, "answers" | "over" | "lobby"),
            seats => seats == 4 && moment.what == "answers",
        }) {
            ann.goto(&house.at(&moment.path()));
            ann.wait("document.querySelector('#since li, .curtain, .lobby')");
            ann.wait("[...document.images].filter((it) => it.checkVisibility()).every((it) => it.complete)");
            themed(theme);
            let what = format!("{} ({theme})", moment.name());
            let kinds = [
                ".answers button",
                "#hand button.spot",
                ".place.mine button.spot",
                ".around button.spot",
                ".galaxy button.spot",
                "button.count",
                ".tools button",
                ".tools a",
                "#log",
                ".say input",
                ".say button",
                ".lobby select",
                ".lobby button",
                ".curtain summary",
                ".curtain .main",
                ".curtain a",
            ];
            rings(&what, &kinds);
            if moment.what == "answers" {
                let points = ann.run(&format!("{AROUND}{BORDER}"));
                assert!(points.as_array().is_some_and(|points| points.len() > 40), "{what}: {points}");
                ann.run("document.querySelectorAll('.spot.live').forEach((it) => it.classList.replace('live', 'unlit'))");
                let before = ann.picture("png");
                ann.run("document.querySelectorAll('.spot.unlit').forEach((it) => it.classList.replace('unlit', 'live'))");
                stands_out(&ann, &format!("what can be chosen, {what}"), &before, &points, &mut borders);
            }
        }
    }
    faint.extend(borders);
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}
