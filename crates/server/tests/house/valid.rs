//! Every page is valid HTML, as far as a program can tell that knows the rules we use: tags nest as they may, ids are unique,
//! whatever is referred to is there.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use server::rooms::ROOMS;

use crate::browser::{Browser, house};

const VOID: &[&str] = &["br", "hr", "img", "input", "link", "meta", "source", "wbr"];
/// Their inside is text.
const RAW: &[&str] = &["script", "style", "textarea", "title"];
/// Only words, and what can stand among them, may be inside of these.
const PHRASES: &[&str] = &[
    "p", "span", "b", "i", "em", "strong", "small", "cite", "button", "label", "h1", "h2", "h3", "h4",
    "summary", "dt", "caption", "legend", "code", "time",
];
/// And these are no words.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "dialog",
    "div",
    "dl",
    "fieldset",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "header",
    "hr",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
    "li",
    "dt",
    "dd",
    "tr",
    "td",
    "th",
];
/// What can be used may not lie in what can be used.
const USED: &[&str] = &["a", "button", "select", "input", "textarea", "details", "label"];
/// What is only ever the child of these.
const PARENTS: &[(&str, &[&str])] = &[
    ("li", &["ul", "ol"]),
    ("dt", &["dl", "div"]),
    ("dd", &["dl", "div"]),
    ("tr", &["table", "thead", "tbody", "tfoot"]),
    ("td", &["tr"]),
    ("th", &["tr"]),
    ("caption", &["table"]),
    ("option", &["select", "optgroup", "datalist"]),
    ("summary", &["details"]),
    ("legend", &["fieldset"]),
];
/// What may be in a list.
const IN_LISTS: &[&str] = &["li", "script", "template"];
/// Attributes that name an element of the page.
const NAMES: &[&str] =
    &["for", "form", "list", "popovertarget", "aria-labelledby", "aria-describedby", "aria-controls"];

/// The attributes of a tag; what is wrong with them goes to `wrong`.
fn attributes<'a>(mut text: &'a str, wrong: &mut Vec<String>) -> Vec<(&'a str, &'a str)> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    loop {
        text = text.trim_start();
        let end = text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len());
        let name = &text[..end];
        if name.is_empty() {
            return all;
        }
        text = &text[end..];
        let mut value = "";
        if let Some(rest) = text.strip_prefix("=\"") {
            let Some((inside, rest)) = rest.split_once('"') else {
                wrong.push(format!("{name} has no end"));
                return all;
            };
            (value, text) = (inside, rest);
        }
        if all.iter().any(|(known, _)| *known == name) {
            wrong.push(format!("{name} is there twice"));
        }
        if value.contains('<') {
            wrong.push(format!("{name} holds a tag"));
        }
        all.push((name, value));
    }
}

/// Whatever is wrong with a page, or with a part of one.
fn faults(page: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut named = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        // A '>' in an attribute does not end the tag.
        let mut quoted = false;
        let end = rest.find(|c: char| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let Some(end) = end else {
            wrong.push("a tag without an end".to_owned());
            break;
        };
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if tag.starts_with('!') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                wrong.push(format!("</{name}> closes something else, in {open:?}"));
                break;
            }
            continue;
        }
        let (name, text) = tag.split_at(tag.find(char::is_whitespace).unwrap_or(tag.len()));
        let mut faulty = Vec::new();
        let attributes = attributes(text, &mut faulty);
        let value =
            |wanted: &str| attributes.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        if let Some(id) = value("id")
            && (id.is_empty() || id.contains(' ') || !ids.insert(id.to_owned()))
        {
            faulty.push("its id is not its own".to_owned());
        }
        for (of, names) in attributes.iter().filter(|(of, _)| NAMES.contains(of)) {
            named.extend(names.split(' ').map(|name| (format!("{of} of <{tag}>"), name.to_owned())));
        }
        let parent = open.last().copied().unwrap_or_default();
        // In a picture other rules hold.
        if !open.contains(&"svg") {
            if BLOCKS.contains(&name) && open.iter().any(|outer| PHRASES.contains(outer)) {
                faulty.push(format!("it is no word, and lies in {open:?}"));
            }
            let above = open.iter().rev().take_while(|outer| **outer != "details");
            if USED.contains(&name) && above.clone().any(|outer| ["a", "button"].contains(outer)) {
                faulty.push(format!("it can be used, and lies in {open:?}"));
            }
            if name == "form" && open.contains(&"form") {
                faulty.push("a form in a form".to_owned());
            }
            let part = !open.is_empty() || page.starts_with("<!DOCTYPE");
            if let Some((_, parents)) = PARENTS.iter().find(|(child, _)| *child == name)
                && part
                && !parents.contains(&parent)
            {
                faulty.push(format!("its parent is {parent}"));
            }
            if ["ul", "ol"].contains(&parent) && !IN_LISTS.contains(&name) {
                faulty.push("it lies in a list, and is no line of it".to_owned());
            }
            if name == "img" && (value("alt").is_none() || value("src").is_none_or(str::is_empty)) {
                faulty.push("a picture without words or address".to_owned());
            }
        }
        wrong.extend(faulty.into_iter().map(|what| format!("<{tag}>: {what}")));
        if VOID.contains(&name) {
            continue;
        }
        if RAW.contains(&name) {
            let end = format!("</{name}>");
            match rest.split_once(end.as_str()) {
                Some((_, behind)) => rest = behind,
                None => wrong.push(format!("<{name}> has no end")),
            }
            continue;
        }
        open.push(name);
    }
    if !open.is_empty() {
        wrong.push(format!("{open:?} are not closed"));
    }
    if page.starts_with("<!DOCTYPE html>") {
        wrong.extend(
            named
                .iter()
                .filter(|(_, id)| !ids.contains(id))
                .map(|(of, id)| format!("{of}: there is no {id}")),
        );
        for (what, times) in [("<html lang=\"en\"", 1), ("<title>", 1), ("<main", 1), ("<h1", 1)] {
            if page.matches(what).count() != times {
                wrong.push(format!("{what} is there {} times", page.matches(what).count()));
            }
        }
    } else if page.to_ascii_lowercase().contains("<html") {
        wrong.push("it does not begin with its kind".to_owned());
    }
    wrong
}

#[track_caller]
fn valid(page: &str, what: &str) {
    let wrong = faults(page);
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn faults_are_found() {
    for (page, fault) in [
        ("<p><div></div></p>", "no word"),
        ("<ul><p></p></ul>", "no line of it"),
        ("<a href=\"/\"><button></button></a>", "can be used"),
        ("<div id=\"a\"></div><div id=\"a\"></div>", "not its own"),
        ("<div class=\"a\" class=\"b\"></div>", "twice"),
        ("<div><b></div></b>", "closes something else"),
        ("<form><section><form></form></section></form>", "a form in a form"),
        ("<img src=\"x\">", "without words"),
        ("<div><li></li></div>", "its parent is div"),
        ("<section>", "not closed"),
        (
            "<!DOCTYPE html><html lang=\"en\"><title></title><main><h1></h1><label for=\"x\"></label></main></html>",
            "there is no x",
        ),
    ] {
        assert!(faults(page).iter().any(|found| found.contains(fault)), "{page}: {:?}", faults(page));
    }
    valid(
        "<!DOCTYPE html><html lang=\"en\"><title>a < b</title><main><h1>x</h1><p><a href=\"/?a>b\">b</a></p></main></html>",
        "a good one",
    );
}

#[tokio::test]
async fn every_page_is_valid() {
    let house = house();
    let (mut ann, mut bob, mut eve) = (Browser::new(&house), Browser::new(&house), Browser::new(&house));
    valid(&ann.get("/").await.text, "the front page of a new guest");
    valid(&ann.get("/nowhere").await.text, "a page that is not there");
    let mut ended = 0;
    for room in ROOMS {
        let game = room.info().id;
        for path in [
            format!("/rules/{game}"),
            format!("/rules/{game}?q=the"),
            format!("/cards/{game}"),
            format!("/cards/{game}?q=a"),
        ] {
            let page = ann.get(&path).await;
            assert_eq!(page.status, StatusCode::OK, "{path}");
            valid(&page.text, &path);
        }
        let decks = ann.get(&format!("/decks/{game}")).await;
        let there = if room.decks().is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
        assert_eq!(decks.status, there, "{game}");
        valid(&decks.text, &format!("the decks of {game}"));
        for step in 1..30 {
            let page = ann.get(&format!("/lesson/{game}/{step}")).await;
            valid(&page.text, &format!("step {step} of the lesson of {game}"));
        }
        let table = ann.open(game, 2, "friends&hints=on").await;
        valid(&ann.get(&table).await.text, "the lobby of the host");
        valid(&bob.get(&table).await.text, "the lobby of a stranger");
        let deck = bob.get(&format!("{table}/deck")).await;
        if deck.status == StatusCode::OK {
            valid(&deck.text, "where one brings a deck");
        }
        bob.post(&format!("{table}/sit"), "name=Bob").await;
        valid(&bob.get(&table).await.text, "the lobby of a guest");
        ann.post(&format!("{table}/start"), "").await;
        bob.post(&format!("{table}/say"), "text=%3Cb%3E%22hello%22").await;
        let mut over = false;
        for round in 0..600 {
            let mut asked = false;
            for person in [&mut ann, &mut bob] {
                let page = person.get(&table).await;
                let answers = page.answers();
                over |= page.is_over();
                // Pages are large: not every one of them, but of every kind.
                if round < 40 || round % 25 == 0 || over {
                    valid(&page.text, &format!("a table of {game} after {round} rounds"));
                    valid(&person.get(&format!("{table}/part")).await.text, "a part");
                    valid(&eve.get(&table).await.text, "a table as a stranger sees it");
                    valid(&person.get(&format!("{table}/why")).await.text, "why not");
                }
                if answers > 0 && !over {
                    asked = true;
                    let form = format!("ply={}&pick={}", page.ply(), round % answers);
                    person.post(&format!("{table}/act"), &form).await;
                }
            }
            if over {
                break;
            }
            if !asked {
                tokio::task::yield_now().await;
            }
        }
        ended += usize::from(over);
        for path in [format!("{table}/replay"), format!("{table}/replay?at=7"), format!("{table}/analysis")] {
            valid(&ann.get(&path).await.text, &path);
        }
    }
    // Whoever chooses as these do may line up Beans for hours.
    assert!(ended >= 2, "{ended} games ended");
    valid(&ann.get("/").await.text, "the front page with tables");
}
