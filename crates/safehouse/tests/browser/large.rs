//! A card seen large is put away by a click beside it, and that click does nothing else.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};

/// An answer of the list that lies beside the large card, by its place from one; 0 if there is none.
const BESIDE: &str = "
  return [...document.querySelectorAll('.answers button')].findIndex((button) => {
    const box = button.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button;
  }) + 1;
";

/// Marks the first spot that can be clicked; true if there is one.
const IN_SIGHT: &str = "
  [...document.querySelectorAll('.hand button.spot')]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 8)
    .slice(0, 1).map((e) => e.toggleAttribute('data-clicked', true))[0]
";

#[test]
fn a_click_beside_a_large_card_puts_it_away_and_nothing_else() {
    let Some(house) = House::open() else { return };
    for game in GAMES {
        let ann = house.player("Ann", Setup::default());
        ann.open(game, 2, "bots");
        let sight = ann.asked();
        ann.run("window.sent = 0; window.addEventListener('submit', () => { window.sent += 1; }, true)");
        // Not every spot is in sight: a pile may lie in a part that is folded.
        ann.wait(IN_SIGHT);
        ann.click("[data-clicked]");
        ann.wait("document.querySelector(':popover-open')");
        let beside = ann.run(BESIDE);
        assert_ne!(beside, json!(0), "{game}: every answer is under the card");
        let beside = beside.as_u64().unwrap_or(1) as usize - 1;
        ann.pick(&sight, beside);
        ann.wait("!document.querySelector(':popover-open')");
        assert_eq!(ann.run("return window.sent"), json!(0), "{game}");
        // The next one is an answer again.
        ann.pick(&sight, beside);
        assert_eq!(ann.run("return window.sent"), json!(1), "{game}");
        ann.until("the game to go on", |s| s.ply > sight.ply);
        ann.content();
    }
}
