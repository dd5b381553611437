//! With the keyboard alone: everything can be reached, the focus is seen, and it is never lost.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::{Player, Sight};

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const SPACE: &str = " ";
const DOWN: &str = "\u{e015}";

/// Something has the focus, and it can be seen that it has.
#[track_caller]
fn focus_is_seen(player: &Player) {
    let seen = player.run(
        "const at = document.activeElement;
         if (!at || at === document.body) return 'the focus is lost';
         // The ring of a card goes around all of it, also where another lies over the button.
         const style = getComputedStyle(at.matches('.spot:has(> .card)') ? at.querySelector('.card') : at);
         const box = at.getBoundingClientRect();
         if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) return 'no outline: ' + at.outerHTML;
         if (box.bottom < 0 || box.top > innerHeight) return 'out of sight: ' + at.outerHTML;
         return '';",
    );
    assert_eq!(seen, json!(""));
}

/// Goes on by Tab until the focus is on what is looked for.
#[track_caller]
fn tab_to(player: &Player, css: &str) {
    for _ in 0..150 {
        player.press(TAB);
        if player.run_with("return document.activeElement.matches(arguments[0])", json!([css])) == json!(true)
        {
            focus_is_seen(player);
            return;
        }
    }
    panic!("{css} cannot be reached by Tab");
}

/// After an answer: the game has gone on, it is the player's turn again, and the focus is where he can go on.
#[track_caller]
fn asked_again(player: &Player, before: &Sight) -> Sight {
    player.until("the game to go on", |s| s.ply > before.ply);
    let now = player.asked();
    player.wait("document.activeElement !== document.body");
    focus_is_seen(player);
    now
}

#[test]
fn a_game_is_played_with_the_keyboard_alone() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    for game in GAMES {
        ann.goto(&house.at("/"));
        // The first stop of every page leads past its header.
        ann.press(TAB);
        assert_eq!(ann.run("return document.activeElement.className"), json!("skip"));
        focus_is_seen(&ann);
        tab_to(&ann, &format!("form:has([value={game}]) [name=seats]"));
        ann.press("3");
        // Rookies: a game against better bots could be over before all is tried.
        tab_to(&ann, &format!("form:has([value={game}]) [name=level]"));
        ann.press("r");
        tab_to(&ann, &format!("form:has([value={game}]) button[value=bots]"));
        ann.press(ENTER);
        ann.wait("document.querySelector('#felt')");
        let mut sight = ann.asked();
        let seats = if game == "mighty-beanz" { 2 } else { 3 };
        assert_eq!(
            sight.scores.as_object().unwrap().len(),
            seats,
            "the number of players was chosen by a key"
        );

        // By the list: the focus waits on the next question's first answer.
        tab_to(&ann, ".answers button");
        for key in [ENTER, SPACE, ENTER] {
            ann.press(key);
            sight = asked_again(&ann, &sight);
            assert_eq!(
                ann.run("return document.activeElement === document.querySelector('.answers button, .answers select')"),
                json!(true)
            );
        }

        // By the cards: one is opened, closed again with Escape, and the focus is back on it.
        for _ in 0..3 {
            // An empty slot that is asked for is the answer itself, with nothing to open.
            if ann.run("return document.querySelector('.spot.live:not(.wide)')") == json!(null) {
                tab_to(&ann, ".answers button");
                ann.press(ENTER);
                sight = asked_again(&ann, &sight);
                continue;
            }
            tab_to(&ann, ".spot.live:not(.wide)");
            ann.press(ENTER);
            ann.wait("document.querySelector(':popover-open .choice')");
            ann.press(TAB);
            assert_eq!(
                ann.run("return document.activeElement.matches(':popover-open .choice')"),
                json!(true)
            );
            focus_is_seen(&ann);
            ann.press(ESCAPE);
            ann.wait(
                "!document.querySelector(':popover-open') && document.activeElement.matches('.spot.live')",
            );
            ann.press(ENTER);
            ann.press(TAB);
            ann.press(ENTER);
            sight = asked_again(&ann, &sight);
        }

        // What is beside the game: the focus stays on it while the game goes on.
        tab_to(&ann, ".tools .whynot");
        tab_to(&ann, "#log");
        ann.press(DOWN);
        tab_to(&ann, ".chat input");
        for letter in ["h", "i"] {
            ann.press(letter);
        }
        ann.press(ENTER);
        ann.wait("document.querySelector('#said')?.textContent.includes('hi')");
        assert_eq!(ann.run("return document.activeElement.matches('.chat input')"), json!(true));
        ann.wait("document.querySelector('.chat input').value === ''");
    }
}

#[test]
fn the_focus_stays_where_it_is_when_the_table_changes() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    crate::player::sit_down(&ann, &bob, "mister-spy");
    let stops =
        [".answers button:nth-child(2)", ".tools .whynot", ".tools .rules-too", ".hand .spot", "#log"];
    let asked = if ann.until("one to be asked", |s| s.asked || bob.look().asked).asked { &ann } else { &bob };
    let other = if std::ptr::eq(asked, &ann) { &bob } else { &ann };
    for (n, css) in stops.into_iter().enumerate() {
        asked.run_with("document.querySelector(arguments[0]).focus()", json!([css]));
        let before = asked.run("return document.activeElement.outerHTML");
        other.type_in(".chat input", "hm");
        other.click(".chat button");
        asked.wait(&format!("document.querySelectorAll('#said li').length > {n}"));
        assert_eq!(asked.run("return document.activeElement.outerHTML"), before, "{css}");
    }
    // A card that is looked at large stays large.
    asked.click(".hand .spot");
    asked.wait("document.querySelector(':popover-open')");
    other.type_in(".chat input", "hm");
    other.click(".chat button");
    asked.wait(&format!("document.querySelectorAll('#said li').length > {}", stops.len()));
    asked.wait("document.querySelector(':popover-open')");
}

#[test]
fn a_hint_is_asked_for_with_the_keyboard() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    ann.open("renamed-spy", 2, "bots");
    let mut sight = ann.asked();
    while sight.answers.len() < 2 {
        ann.answer(&sight, 0);
        sight = ann.asked();
    }
    tab_to(&ann, "[formaction$='/hint']");
    ann.press(ENTER);
    // The focus waits on the hint, and goes on to the answers from there.
    ann.wait("document.activeElement.matches('#hint')");
    focus_is_seen(&ann);
    assert!(ann.text("#heard").contains("The mastermind would choose"), "it is announced");
    ann.press(TAB);
    assert_eq!(ann.run("return document.activeElement.matches('#hint .act')"), json!(true));
    tab_to(&ann, ".answers .led");
    ann.press(ENTER);
    ann.until("the game to go on", |s| s.ply > sight.ply);
    ann.content();
}
