//! Rules and cards can be searched, rules link what they mention and show the cards they speak of, and the list of a discard pile
//! has the newest card.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use serde_json::json;
use server::rooms::{Hands, WebTable};
use table::Seat;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::prepared::Wanted;

/// What of these is in sight, and what the page says about it.
const FOUND: &str = r##"
  const things = [...document.querySelectorAll(document.querySelector("[data-find]").dataset.find)];
  const seen = things.filter((it) => it.checkVisibility());
  return { all: things.length, seen: seen.length, texts: seen.map((it) => `${it.closest("[data-group]").querySelector("h2").textContent} ${it.textContent}`.toLowerCase()),
    groups: [...document.querySelectorAll("[data-group]")].filter((it) => it.checkVisibility()).length,
    told: document.querySelector("[data-find] output").textContent };
"##;

/// How much of it the form finds without a script.
const PLAIN: &str = r##"
  const things = document.querySelector("[data-find]").dataset.find;
  return fetch(`${location.pathname}?q=${encodeURIComponent(arguments[0])}`).then((it) => it.text()).then((page) =>
    new DOMParser().parseFromString(page, "text/html").querySelectorAll(things).length);
"##;

#[test]
fn rules_and_cards_can_be_searched_and_rules_are_linked() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    for (game, words) in [
        ("mister-spy", "foil taunt"),
        ("renamed-spy", "foil"),
        ("mighty-beanz", "attack bean"),
        ("austin-powers", "bone help"),
    ] {
        ann.goto(&house.at(&format!("/rules/{game}")));
        // Every rule that is mentioned is a link that leads somewhere, and there are pictures.
        let links = ann.run(
            "const links = [...document.querySelectorAll('.rules section a.rule[href^=\"#\"]')];
             return [links.length, links.filter((it) => !document.getElementById(it.hash.slice(1))).map((it) => it.hash)];",
        );
        assert!(links[0].as_u64().unwrap() > 5 && links[1] == json!([]), "{game}: {links}");
        ann.run("document.querySelector('.shown img').scrollIntoView()");
        ann.wait("document.querySelector('.shown img').naturalWidth > 0");
        assert!(
            ann.run("return document.querySelectorAll('.shown img:not([alt=\"\"])').length").as_u64()
                > Some(3)
        );
        let whole = ann.run(FOUND);
        ann.type_in("[data-find] [type=search]", words);
        ann.wait("document.querySelector('[data-find] output').textContent");
        let found = ann.run(FOUND);
        let seen = found["seen"].as_u64().unwrap();
        assert!(seen > 0 && seen < whole["seen"].as_u64().unwrap(), "{game}: {found}");
        assert!(
            found["groups"].as_u64() < whole["groups"].as_u64(),
            "{game}: a heading with nothing below it"
        );
        assert!(found["told"].as_str().unwrap().starts_with(&format!("{seen} ")), "{game}: {found}");
        for text in found["texts"].as_array().unwrap() {
            assert!(words.split(' ').all(|word| text.as_str().unwrap().contains(word)), "{game}: {text}");
        }
        assert_eq!(ann.run_with(PLAIN, json!([words])), json!(seen), "{game}");

        // Cards: by kind, and by words.
        ann.goto(&house.at(&format!("/cards/{game}")));
        let whole = ann.run(FOUND);
        assert!(whole["seen"] == whole["all"] && whole["seen"].as_u64() > Some(20), "{game}: {whole}");
        ann.click("[name=kind]");
        let found = ann.run(FOUND);
        assert_eq!(found["groups"], json!(1), "{game}: {}", found["told"]);
        assert!(found["seen"].as_u64() > Some(0) && found["seen"].as_u64() < whole["seen"].as_u64());
        ann.click("[name=kind]");
        assert_eq!(ann.run(FOUND)["seen"], whole["seen"], "{game}");
        let title = ann.text(".gallery li:last-child .title").to_lowercase();
        ann.type_in("[data-find] [type=search]", &title);
        let found = ann.run(FOUND);
        assert!(
            found["seen"].as_u64() > Some(0) && found["seen"].as_u64() < whole["seen"].as_u64(),
            "{game}: {found}"
        );
        assert_eq!(ann.run_with(PLAIN, json!([title])), found["seen"], "{game}");
    }
    ann.content();
}

/// The first seat is asked, and one of the answers puts a card on a pile on which others lie already.
fn discards(table: &dyn WebTable) -> Option<Option<usize>> {
    let menu = table.menu(Seat(0))?;
    let piled = |table: &dyn WebTable| {
        table.lay(Some(Seat(0)), Hands::On, &[]).whole().0.matches("data-spot=\"gone-").count()
    };
    let before = piled(table);
    let adds = |pick: &usize| {
        let mut next = table.back_at(table.ply());
        next.act(Seat(0), menu.ply, *pick).unwrap();
        next.ending().is_none() && piled(next.as_ref()) == before + 1
    };
    if before == 0 { None } else { (0..menu.entries.len()).find(adds).map(Some) }
}

/// The piles: the number that stands beside them, the cards in their list, and the one that lies on top.
const PILES: &str = r##"
  return [...document.querySelectorAll("#now .heap:has([data-spot^='gone-'])")].map((heap) => {
    const of = (it) => it?.querySelector("img")?.getAttribute("src") ?? null;
    return { count: Number(heap.querySelector(".count b").textContent), list: [...heap.querySelectorAll(".list .spot")].map(of),
      top: of(heap.querySelector("[data-spot^='top-']")), open: heap.querySelector(".count").getAttribute("popovertarget") };
  });
"##;

#[test]
fn the_list_of_a_discard_pile_has_the_newest_card() {
    let wanted = GAMES.map(|game| Wanted { game, seats: 2, what: "discard", copies: 1, is: discards });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 768, ..Setup::default() });
    house.is_guest(&ann, 0);
    for moment in &moments {
        ann.goto(&house.at(&moment.path()));
        ann.wait("document.querySelector('#since li')");
        let sight = ann.asked();
        let all = |piles: &serde_json::Value| -> usize {
            let piles = piles.as_array().unwrap();
            piles.iter().map(|pile| pile["list"].as_array().unwrap().len()).sum()
        };
        let before = all(&ann.run(PILES));
        ann.click(&format!(".answers button[value='{}']", moment.pick.unwrap()));
        ann.until("the game to go on", |s| s.ply > sight.ply);
        let piles = ann.run(PILES);
        assert_eq!(all(&piles), before + 1, "{}: {piles}", moment.name());
        for pile in piles.as_array().unwrap() {
            assert_eq!(
                pile["count"],
                json!(pile["list"].as_array().unwrap().len()),
                "{}: {pile}",
                moment.name()
            );
            assert!(pile["top"].is_null() || pile["top"] == pile["list"][0], "{}: {pile}", moment.name());
            let list = pile["open"].as_str().unwrap();
            ann.click(&format!("[popovertarget={list:?}]"));
            ann.wait(&format!("document.querySelector('#{list}:popover-open')"));
            assert_eq!(
                ann.run(&format!("return [...document.querySelectorAll('#{list} .spot')].every((it) => it.checkVisibility())")),
                json!(true)
            );
            ann.press("\u{e00c}");
        }
    }
    ann.content();
}
