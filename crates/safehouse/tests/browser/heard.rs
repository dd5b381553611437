//! What a screen reader hears: every line of the log once, every line of the chat once, every question once.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::House;
use crate::player::{join, play_on};

/// Writes down what is put into the live region, and apart from it what the log and the question show.
const LISTEN: &str = r##"
  const said = (window.said = []), log = (window.log = new Map()), questions = (window.questions = new Map());
  const look = () => {
    for (const line of document.querySelectorAll("#log li")) log.set(Number(line.dataset.at), line.textContent);
    const felt = document.querySelector("#felt");
    if (document.querySelector("#question[data-asked]")) {
      questions.set(felt.elements.ply.value, document.querySelector("#question .words").textContent.trim());
    }
  };
  new MutationObserver(look).observe(document.querySelector("#table"), { childList: true, subtree: true });
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) said.push(node.textContent);
  }).observe(document.querySelector("#heard"), { childList: true, subtree: true, characterData: true });
"##;

#[test]
fn every_event_and_every_question_is_announced_once() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    ann.open("mister-spy", 2, "friends");
    ann.run(LISTEN);
    let region = ann.run("const r = document.querySelector('#heard'); return [r.ariaLive, r.textContent]");
    assert_eq!(region, json!(["polite", ""]));
    join(&ann, &bob);
    bob.type_in(".chat input", "Good luck");
    bob.click(".chat button");
    ann.wait("document.querySelector('#said')?.textContent.includes('Good luck')");
    assert!(play_on(&[&ann, &bob], 1000, 11), "the game does not end");
    ann.until("the end", |s| s.over());

    let list = |script: &str| -> Vec<String> { serde_json::from_value(ann.run(script)).unwrap() };
    let said = list("return window.said");
    let mut log = list("return [...window.log].sort(([a], [b]) => a - b).map(([, text]) => text)")
        .into_iter()
        .peekable();
    let mut questions = list("return [...window.questions.values()]").into_iter().peekable();
    let mut chat = 0;
    for line in &said {
        if log.next_if_eq(line).is_none() && questions.next_if_eq(line).is_none() {
            assert_eq!(line, "Bob Good luck", "{said:#?}");
            chat += 1;
        }
    }
    assert_eq!((log.next(), questions.next(), chat), (None, None, 1), "{said:#?}");
    // There is no other live region to say it again, and this one does not grow for ever.
    let others = "return document.querySelectorAll('[aria-live]:not(#heard), [role=log], [role=status], [role=alert]').length";
    assert_eq!(ann.run(others), json!(0));
    let kept = ann.run("return document.querySelector('#heard').children.length");
    assert!(kept.as_u64().unwrap() <= 40, "{kept}");
}
