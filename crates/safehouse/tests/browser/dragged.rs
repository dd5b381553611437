//! Cards can be dragged to where they may go, beside clicks and keys; and nowhere else.

use serde_json::json;
use server::rooms::{Hands, WebTable};
use table::Seat;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::prepared::Wanted;

/// A card of the hand can go somewhere, and that is one answer and no other.
fn goes_somewhere(table: &dyn WebTable) -> Option<Option<usize>> {
    let question = table.lay(Some(Seat(0)), Hands::On, &[]).question?;
    let only = |entry: &&server::rooms::Entry| {
        let alike = |other: &&server::rooms::Entry| other.spots == entry.spots && other.drops == entry.drops;
        entry.spots.len() == 1
            && entry.spots[0].to_string().starts_with("hand-")
            && !entry.drops.is_empty()
            && question.entries.iter().filter(alike).count() == 1
    };
    question.entries.iter().find(only).map(|entry| Some(entry.pick))
}

/// Where the card of an answer lies, where it may go, and a place on the page where nothing may.
const PLACES: &str = r##"
  const answer = document.querySelector(`.answers button[value="${arguments[0]}"]`);
  const middle = (it) => {
    const box = it.getBoundingClientRect();
    return [box.x + Math.min(box.width / 2, 20), box.y + box.height / 2].map(Math.round);
  };
  const target = answer.dataset.drops.split(" ")[0];
  const to = target === "board" ? document.querySelector(".middle") : document.querySelector(`#now [data-spot="${CSS.escape(target)}"], #now [data-zone="${CSS.escape(target)}"]`);
  return [middle(document.querySelector(`[data-spot="${CSS.escape(answer.dataset.spots)}"]`)), middle(to), middle(document.querySelector("header.house")), target];
"##;

/// Writes down what is sent, and which places are shown as legal while something is dragged.
const LISTEN: &str = r##"
  window.sent = [];
  window.legal = new Set();
  const real = window.fetch;
  window.fetch = (to, how) => {
    if (how?.method === "POST") window.sent.push(how.body.get("pick"));
    return real(to, how);
  };
  document.addEventListener("pointermove", () => {
    for (const it of document.querySelectorAll(".droppable")) window.legal.add(it.dataset.spot ?? it.dataset.zone ?? it.classList[0]);
  });
"##;

#[test]
fn a_card_is_dragged_to_where_it_may_go() {
    let wanted = GAMES.map(|game| Wanted { game, seats: 2, what: "drag", copies: 1, is: goes_somewhere });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 768, ..Setup::default() });
    house.is_guest(&ann, 0);
    for moment in &moments {
        ann.goto(&house.at(&moment.path()));
        let sight = ann.asked();
        ann.wait("document.querySelector('#since li')");
        ann.run(LISTEN);
        let pick = moment.pick.unwrap();
        let places = ann.run_with(PLACES, json!([pick]));
        let [from, to, nowhere]: [[i64; 2]; 3] =
            [0, 1, 2].map(|n| serde_json::from_value(places[n].clone()).unwrap());
        // Let go where it may not go, it is back where it was, and not even looked at.
        ann.pull(from, nowhere);
        ann.wait("!document.querySelector('.dragged, .lifted, .droppable')");
        assert_eq!(
            ann.run("return [window.sent.length, document.querySelectorAll(':popover-open').length]"),
            json!([0, 0])
        );
        let legal: Vec<String> = serde_json::from_value(ann.run("return [...window.legal]")).unwrap();
        let target = places[3].as_str().unwrap();
        assert!(legal.iter().any(|it| it == target), "{}: {target} among {legal:?}", moment.name());
        ann.pull(from, to);
        ann.until("the card to be played", |s| s.ply > sight.ply);
        assert_eq!(ann.run("return window.sent[0]"), json!(pick.to_string()), "{}", moment.name());
    }
    ann.content();
}
