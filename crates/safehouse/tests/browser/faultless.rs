//! axe-core finds nothing wrong on any page.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::path::Path;
use std::sync::Once;

use serde_json::{Value, json};

use crate::chromium::Setup;
use crate::house::{GAMES, House, aloud, required};
use crate::player::{Player, join, play_on};

/// Where `.ci/run` puts it.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");

/// The facts of each violation that help to find it.
const FIND: &str = "
  const options = { resultTypes: ['violations'], ...arguments[0] };
  return axe.run(document, options).then((found) =>
    found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.target} ${n.failureSummary} ${n.html.slice(0, 160)}`)));
";

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
        for (size, width, height) in [("desktop", 1280, 900), ("phone", 390, 800)] {
            player.resize(width, height);
            // All rules; of them only contrast can differ in the dark.
            for (theme, rules) in [("light", json!({})), ("dark", json!({ "runOnly": ["color-contrast"] }))] {
                player.run_with("document.documentElement.dataset.theme = arguments[0]", json!([theme]));
                let found = player.run_with(FIND, json!([rules]));
                let found = found.as_array().unwrap().iter().filter_map(Value::as_str);
                self.found.extend(found.map(|f| format!("{what} ({size}, {theme}): {f}")));
            }
        }
        player.resize(1280, 900);
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
    for (game, steps) in GAMES.into_iter().zip([[2, 6, 18], [2, 6, 19], [2, 15, 17]]) {
        paths.extend([format!("/rules/{game}"), format!("/cards/{game}")]);
        paths.extend(steps.map(|step| format!("/lesson/{game}/{step}")));
    }
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
