//! Why something cannot be done stands on the greyed card and in the list, in words; and a hint can be followed by a click.

use serde_json::json;
use server::rooms::{Hands, WebTable};
use table::Seat;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::prepared::Wanted;

const ME: Seat = Seat(0);

/// There is a choice, and a card of the hand is greyed for a reason.
fn greyed(table: &dyn WebTable) -> Option<Option<usize>> {
    let laid = table.lay(Some(ME), Hands::On, &[]);
    let entries = &laid.question.as_ref()?.entries;
    let page = laid.whole().0;
    let useless = |refusal: &server::rooms::Refusal| {
        refusal.spots.iter().any(|spot| {
            spot.to_string().starts_with("hand-")
                && page.contains(&format!("data-spot=\"{spot}\""))
                && !entries.iter().any(|entry| entry.spots.contains(spot))
        })
    };
    (entries.len() > 1
        && entries.iter().all(|entry| entry.number.is_none())
        && table.refused(ME).iter().any(useless))
    .then_some(None)
}

#[test]
fn a_greyed_card_says_why_and_a_hint_can_be_clicked() {
    let wanted = GAMES.map(|game| Wanted { game, seats: 2, what: "greyed", copies: 1, is: greyed });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup::default());
    house.is_guest(&ann, 0);
    for moment in &moments {
        let what = moment.name();
        // The list: what, and the rule that forbids it, in words.
        ann.goto(&house.at(&format!("{}/why", moment.path())));
        let list = ann.run(
            "return [...document.querySelectorAll('ul.whynot li')].map((it) => [it.querySelector('.acts').textContent, it.querySelector('.reason').textContent,
               it.querySelector('a.rule').getAttribute('href'), [...it.querySelectorAll('[data-spots]')].flatMap((act) => act.dataset.spots.split(' '))])",
        );
        let list = list.as_array().unwrap();
        assert!(!list.is_empty(), "{what}");
        for line in list {
            let words = |n: usize| line[n].as_str().unwrap();
            assert!(words(0).len() > 3 && words(1).split(' ').count() > 4, "{what}: {line}");
            assert!(words(2).starts_with(&format!("/rules/{}#", moment.game)), "{what}: {line}");
        }
        // The same on the card: it is darker than the others, and a click says why.
        ann.goto(&house.at(&moment.path()));
        let sight = ann.asked();
        ann.wait("document.querySelector('#since li')");
        let mut found = 0;
        let grey = ann.run("return [...document.querySelectorAll('#hand.choosing .spot:not(.live)')].map((it) => it.dataset.spot)");
        let has_reason =
            |spot: &&serde_json::Value| list.iter().any(|line| line[3].as_array().unwrap().contains(spot));
        for spot in grey.as_array().unwrap().iter().filter(has_reason) {
            let card = format!("#hand [data-spot={spot}]");
            let filter = format!(
                "return getComputedStyle(document.querySelector({:?}).querySelector('img')).filter",
                card
            );
            assert_ne!(ann.run(&filter), json!("none"), "{what}");
            ann.click(&card);
            ann.wait("document.querySelector('#large:popover-open .whynot')");
            let told = ann
                .run("return [...document.querySelectorAll('#large .whynot')].map((it) => it.textContent)");
            for reason in told.as_array().unwrap() {
                let known =
                    list.iter().any(|line| reason.as_str().unwrap().contains(line[1].as_str().unwrap()));
                assert!(known, "{what}: {reason} {list:?}");
                found += 1;
            }
            ann.press("\u{e00c}");
            ann.wait("!document.querySelector(':popover-open')");
        }
        assert!(found > 0, "{what}: no card says why");
        // What a hint names can be chosen right there.
        ann.hint();
        let pick = ann.run("return document.querySelector('#hint .act').value");
        ann.run("const real = fetch; window.fetch = (to, how) => (window.sent ??= how?.body?.get('pick'), real(to, how))");
        ann.click("#hint .act");
        ann.until("the game to go on", |s| s.ply > sight.ply);
        assert_eq!(ann.run("return window.sent"), pick, "{what}");
    }
    ann.content();
}
