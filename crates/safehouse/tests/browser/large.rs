//! Every card can be read: a mouse that rests on it, a finger that stays, a click or a key shows it large, with its words explained.
//! It is put away by a click beside it, and that click does nothing else.

use serde_json::json;
use server::rooms::WebTable;
use table::Seat;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::prepared::Wanted;

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
    let ann = house.player("Ann", Setup::default());
    for game in GAMES {
        ann.goto(&house.at("/"));
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

/// Without the last of its scripts a page is not taken over; then it is, as if that had come late.
#[test]
fn a_card_that_was_opened_before_the_script_came_stays_open() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    ann.open("renamed-spy", 2, "bots");
    ann.asked();
    ann.tool("Network.enable", json!({}));
    ann.tool("Network.setBlockedURLs", json!({ "urls": ["*/keys.js"] }));
    ann.reload();
    ann.click("#hand .spot");
    ann.wait("document.querySelector('#now .zoom:popover-open')");
    let edition =
        ann.run("return document.querySelector('link[href$=\"/table.css\"]').href.replace('table.css', '')");
    ann.run_with("return import(arguments[0] + 'table.js').then((it) => it.live())", json!([edition]));
    ann.wait("document.querySelector('#large:popover-open .text p')");
    let same =
        "document.querySelector('#large').dataset.at === document.querySelector('#hand .spot').dataset.spot";
    assert_eq!(ann.run(&format!("return {same}")), json!(true));
    assert_eq!(ann.run("return document.querySelectorAll(':popover-open').length"), json!(1));
}

/// What of an open large card is too small to be read, how many words it has, and how many of them are explained.
const READ: &str = r##"
  const card = document.querySelector(arguments[0]);
  const small = [...card.querySelectorAll(".text *")].filter((it) => it.textContent.trim() && parseFloat(getComputedStyle(it).fontSize) < 11);
  const picture = card.querySelector("img").getBoundingClientRect();
  return { small: small.map((it) => it.outerHTML), words: card.querySelector(".text").textContent.split(/\s+/).length, wide: picture.width,
    explained: [...card.querySelectorAll("dl.words div")].map((it) => [it.querySelector("dt").textContent, it.querySelector("dd").textContent,
      it.querySelector("a.rule").getAttribute("href")]) };
"##;

/// Whatever has no word in it that a screen reader could say: signs, arrows, notes.
const NAMELESS: &str = r##"
  const named = (it) => it.ariaLabel || it.title || it.alt || it.querySelector("img[alt]:not([alt='']), .unseen, [aria-label]");
  const says = (it) => /[\p{L}\p{N}]/u.test(it.textContent);
  return [...document.querySelectorAll("button, a[href], select, summary, .track, .clock, [role=img]")]
    .filter((it) => it.checkVisibility() && !says(it) && !named(it)).map((it) => it.outerHTML.slice(0, 200));
"##;

fn asked(table: &dyn WebTable) -> Option<Option<usize>> {
    // By then there is something on the table.
    (table.menu(Seat(0)).is_some() && table.ply() > 12).then_some(None)
}

#[test]
fn cards_of_the_hand_can_be_read_large_with_their_words_explained() {
    let wanted = GAMES.map(|game| Wanted { game, seats: 2, what: "asked", copies: 1, is: asked });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 650, ..Setup::default() });
    house.is_guest(&ann, 0);
    ann.tool("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    for moment in &moments {
        let game = moment.game;
        ann.goto(&house.at(&moment.path()));
        ann.wait("document.querySelector('#since li')");
        assert_eq!(ann.run(NAMELESS), json!([]), "{game}");
        let hand =
            ann.run("return [...document.querySelectorAll('#hand .spot')].map((it) => it.dataset.spot)");
        let mut explained = 0;
        for spot in hand.as_array().unwrap().iter().take(3) {
            let card = format!("#hand [data-spot={spot}]");
            // A mouse that rests on it, on the part of it that is to be seen.
            let [x, y] = ann.middle(&card);
            let left = ann.run_with(
                "return document.querySelector(arguments[0]).getBoundingClientRect().x + 6",
                json!([card]),
            );
            ann.point_at([x.min(left.as_f64().unwrap() as i64), y]);
            ann.wait("document.querySelector('.glance:popover-open .text p')");
            let read = ann.run_with(READ, json!([".glance"]));
            assert!(read["small"] == json!([]) && read["words"].as_u64() > Some(2), "{game}: {read}");
            for word in read["explained"].as_array().unwrap() {
                let [term, meaning, rule] = [0, 1, 2].map(|n| word[n].as_str().unwrap());
                assert!(!term.is_empty() && meaning.split(' ').count() > 4, "{game}: {word}");
                assert!(rule.starts_with(&format!("/rules/{game}#")), "{game}: {word}");
                explained += 1;
            }
            ann.point_at([4, 4]);
            ann.wait("!document.querySelector('.glance:popover-open')");
        }
        assert!(explained > 0, "{game}: no word of the hand is explained");
        // A key, a finger, and the other button of the mouse.
        let card = format!("#hand [data-spot={}]", hand[0]);
        let open = "document.querySelector('#large:popover-open .text p')";
        let ways: [(&str, &dyn Fn()); 3] = [
            ("a key", &|| {
                ann.run_with("document.querySelector(arguments[0]).focus()", json!([card]));
                ann.press("\u{e007}");
            }),
            ("a finger", &|| ann.hold(ann.middle(&card))),
            ("the other button", &|| ann.other_button(ann.middle(&card))),
        ];
        for (way, opens) in ways {
            opens();
            ann.wait(open);
            let read = ann.run_with(READ, json!(["#large"]));
            assert!(
                read["small"] == json!([]) && read["wide"].as_f64() > Some(150.0),
                "{game}, {way}: {read}"
            );
            ann.press("\u{e00c}");
            ann.wait("!document.querySelector(':popover-open')");
        }
    }
    ann.content();
}
