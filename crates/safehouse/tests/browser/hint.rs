//! A hint by a click: there at once, for one pair of eyes, and gone with the question.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::{settled, sit_down};

#[test]
fn a_hint_is_seen_by_one_and_the_other_notices_nothing() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    for game in GAMES {
        ann.goto(&house.at("/"));
        sit_down(&ann, &bob, game);
        let choice = |s: &crate::player::Sight| s.asked && s.answers.len() > 1;
        // What can be answered in one way only is answered.
        loop {
            settled(&ann, &bob);
            let asked = if ann.look().asked { &ann } else { &bob };
            let sight = asked.look();
            if choice(&sight) {
                break;
            }
            asked.answer(&sight, 0);
        }
        let ann_chooses = ann.until("one to have a choice", |s| choice(s) || choice(&bob.look()));
        let (asked, other) = if choice(&ann_chooses) { (&ann, &bob) } else { (&bob, &ann) };
        settled(&ann, &bob);
        let sight = asked.look();
        // Whatever changes on the other page, and whatever it fetches, is counted.
        other.run(
            "window.changes = 0;
             new MutationObserver(() => window.changes++).observe(document.querySelector('#now').parentElement,
               { childList: true, subtree: true, attributes: true, characterData: true });
             const real = window.fetch;
             window.fetch = (...args) => (window.changes++, real(...args));",
        );
        asked.hint();
        let told = asked.text("#hint");
        assert!(told.contains("The mastermind would choose") && told.contains('%'), "{told}");
        // It points at one of the answers, and at what that is about.
        let led = asked.run("const b = document.querySelector('.answers .led'); return b.getAttribute('aria-label') ?? b.textContent");
        let led = led.as_str().unwrap_or_default().to_owned();
        assert!(told.contains(&led) && sight.answers.contains(&led), "{led}: {told}");
        assert_eq!(asked.look(), sight, "nothing else has changed");
        other.run("return new Promise((done) => setTimeout(done, 300))");
        assert_eq!(other.run("return window.changes"), json!(0));
        // Somebody talks: the hint stays. Somebody chooses: it is gone.
        other.type_in(".chat input", "hm");
        other.click(".chat button");
        asked.wait("document.querySelector('#said')?.textContent.includes('hm')");
        assert_eq!(asked.text("#hint"), told);
        asked.click(".answers .led");
        asked.until("the answer to arrive", |s| s.ply > sight.ply);
        assert_eq!(asked.run("return document.querySelectorAll('#hint').length"), json!(0));
    }
    ann.content();
    bob.content();
}
