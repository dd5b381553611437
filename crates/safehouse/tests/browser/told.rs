//! What decides is staged for a moment, what the others did is a strip to be stepped through, and the end is a page of its own.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use serde_json::{Value, json};
use server::rooms::WebTable;
use table::Seat;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::Player;
use crate::prepared::{Moment, Wanted};

const ME: Seat = Seat(0);

/// The first seat is asked, and with one of the answers it decides something: exactly one scene, and no film before it.
fn decides(table: &dyn WebTable) -> Option<Option<usize>> {
    let menu = table.menu(ME)?;
    let before = table.heard(Some(ME));
    let staged = |pick: &usize| {
        let mut next = table.back_at(table.ply());
        next.act(ME, menu.ply, *pick).unwrap();
        let scenes: Vec<_> = next.lines(Some(ME), before).into_iter().filter_map(|line| line.scene).collect();
        let words = scenes.iter().filter(|scene| !scene.word.is_empty() && !scene.cards.is_empty()).count();
        words == 1 && scenes.iter().all(|scene| scene.film.is_none()) && next.ending().is_none()
    };
    (0..menu.entries.len()).find(staged).map(Some)
}

/// Writes down every scene: when it comes and goes, what is in it, and whether anything in it moves.
const WATCH: &str = r##"
  window.scenes = [];
  const come = (stage) => {
    const [board, cards] = [".board", ".stage .cards"].map((css) => document.querySelector(css).getBoundingClientRect());
    const off = Math.abs(cards.x + cards.width / 2 - board.x - board.width / 2) / board.width;
    const scene = { how: stage.classList[1], word: stage.querySelector(".word").textContent, cards: stage.querySelectorAll("img").length,
      hidden: stage.ariaHidden, off, from: performance.now() };
    scenes.push(scene);
    scene.moving = stage.getAnimations({ subtree: true }).length;
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const it of addedNodes) if (it.matches?.(".stage")) come(it);
      for (const it of removedNodes) if (it.matches?.(".stage")) scenes.at(-1).long = performance.now() - scenes.at(-1).from;
    }
  }).observe(document.querySelector("#table"), { childList: true, subtree: true });
"##;

/// Decides, and gives back the scenes that were seen.
#[track_caller]
fn decide(house: &House, ann: &Player, moment: &Moment) -> Vec<Value> {
    ann.goto(&house.at(&moment.path()));
    // The stage comes with the script.
    ann.wait("document.querySelector('#since li')");
    let sight = ann.asked();
    ann.run(WATCH);
    ann.click(&format!(".answers button[value='{}']", moment.pick.unwrap()));
    ann.until("the game to go on", |s| s.ply > sight.ply);
    ann.run("return window.scenes").as_array().unwrap().clone()
}

/// How often a line of the log was said to those who listen to the page.
const SAID: &str = r##"
  const line = [...document.querySelectorAll("#log li[data-word]")].at(-1).textContent.trim();
  return [...document.querySelectorAll("#heard p")].filter((said) => said.textContent === line).length;
"##;

#[test]
fn what_decides_is_staged_as_each_viewer_likes_it() {
    let wanted = GAMES.map(|game| {
        let copies = if game == "mister-spy" { 5 } else { 1 };
        Wanted { game, seats: 2, what: "decides", copies, is: decides }
    });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { motion: true, ..Setup::default() });
    house.is_guest(&ann, 0);
    let mut usual = 0.0;
    for (n, moment) in moments.iter().enumerate() {
        // The first five are of one game; every game has its scenes.
        let (wish, reduced) = match n {
            1 => ("quick", false),
            2 => ("calm", false),
            3 => ("none", false),
            4 => ("normal", true),
            _ => ("normal", false),
        };
        ann.set("stage", wish);
        let motion = if reduced { "reduce" } else { "no-preference" };
        let media = json!({ "features": [{ "name": "prefers-reduced-motion", "value": motion }] });
        ann.tool("Emulation.setEmulatedMedia", media);
        let scenes = decide(&house, &ann, moment);
        let what = format!("{} {wish} {reduced}: {scenes:?}", moment.name());
        // Whatever is shown, a screen reader hears it as a line of the log, once, also after the page has changed again.
        assert_eq!(ann.run(SAID), json!(1), "{what}");
        ann.type_in(".chat input", "Well");
        ann.click(".chat button");
        ann.wait("document.querySelector('#said li:last-child').textContent.endsWith('Well')");
        assert_eq!(ann.run(SAID), json!(1), "{what}");
        assert_eq!(ann.run("return window.scenes.length"), json!(scenes.len()), "{what}");
        if wish == "none" {
            assert!(scenes.is_empty(), "{what}");
            continue;
        }
        let [scene] = &scenes[..] else { panic!("{what}") };
        let long = scene["long"].as_f64().unwrap();
        assert_eq!(scene["how"], if reduced { "calm" } else { wish }, "{what}");
        assert_eq!(scene["hidden"], "true", "it would be said twice: {what}");
        // One word, and the cards that did it, side by side in the middle.
        let word = scene["word"].as_str().unwrap();
        assert!(!word.is_empty() && word.len() < 20 && word.split(' ').count() < 3, "{what}");
        assert!(scene["cards"].as_u64().unwrap() > 0 && scene["off"].as_f64().unwrap() < 0.1, "{what}");
        let moving = scene["moving"].as_u64().unwrap();
        match (wish, reduced) {
            ("quick", _) => assert!(long > 300.0 && long < 0.8 * usual, "{what}"),
            ("calm", _) | (_, true) => assert!(long > 900.0 && moving == 0, "{what}"),
            _ => assert!(long > 900.0 && long < 3000.0 && moving > 0, "{what}"),
        }
        if n == 0 {
            usual = long;
        }
    }
    ann.content();
}

/// The first seat is asked, and the others have done much since it last was.
fn much_happened(table: &dyn WebTable) -> Option<Option<usize>> {
    let since = table.menu(ME).and(table.last_choice(ME))?;
    let lines = table.lines(Some(ME), 0);
    let news = lines.iter().filter(|line| line.ply > since && line.scene.is_some());
    let seen = news.clone().filter(|line| line.scene.as_ref().is_some_and(|scene| !scene.cards.is_empty()));
    (news.count() >= 4 && seen.count() >= 3).then_some(None)
}

#[test]
fn what_happened_since_ones_last_choice_can_be_stepped_through() {
    let wanted = ["mister-spy", "renamed-spy"].map(|game| Wanted {
        game,
        seats: 4,
        what: "news",
        copies: 1,
        is: much_happened,
    });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 650, ..Setup::default() });
    house.is_guest(&ann, 0);
    for moment in &moments {
        ann.goto(&house.at(&moment.path()));
        ann.wait("document.querySelector('#since li')");
        // One small card a line, in the order in which it happened, and the newest is the one that is shown.
        let told = ann.run(
            "const words = (it) => it.textContent.trim();
             const log = [...document.querySelectorAll('#log li.new[data-cards]')];
             const strip = [...document.querySelectorAll('#since li')];
             const cards = (line) => line.dataset.cards.split(' ').filter(Boolean).slice(0, 2).length;
             return [log.map(words), strip.map(words), log.map(cards), strip.map((it) => it.querySelectorAll('img').length),
               strip.findIndex((it) => it.matches('.now'))];",
        );
        let many = told[0].as_array().unwrap().len();
        assert!(many >= 4, "{}: {told}", moment.name());
        assert_eq!((&told[0], &told[2]), (&told[1], &told[3]), "{}", moment.name());
        assert_eq!(told[4], json!(many - 1));
        let now = "[...document.querySelectorAll('#since li')].findIndex((it) => it.matches('.now'))";
        let in_sight = "const [li, ol] = ['#since li.now', '#since ol'].map((css) => document.querySelector(css).getBoundingClientRect());
                        return li.left >= ol.left - 2 && li.right <= ol.right + 2;";
        for at in (0..many - 1).rev() {
            ann.click("#since .step-back");
            assert_eq!(ann.run(&format!("return {now}")), json!(at));
            assert_eq!(ann.run(in_sight), json!(true), "{} {at}", moment.name());
        }
        assert_eq!(ann.run("return document.querySelector('#since .step-back').disabled"), json!(true));
        ann.click("#since .step-on");
        assert_eq!(ann.run(&format!("return {now}")), json!(1));
        // What is said at the table is no reason to begin again.
        ann.type_in(".chat input", "hm");
        ann.click(".chat button");
        ann.wait("document.querySelector('#said li:last-child').textContent.endsWith('hm')");
        assert_eq!(ann.run(&format!("return {now}")), json!(1));
    }
    ann.content();
}

/// The house is told by every request how fast bots should play; what it makes of it is tried in `server`.
#[test]
fn the_pace_of_bots_is_a_setting_of_the_viewer() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    ann.open("mister-spy", 2, "bots");
    let answer = || {
        ann.wait("document.querySelector('#since li')");
        ann.run("window.paces = []; const real = fetch; window.fetch = (to, how) => (window.paces.push(how.headers['x-pace'] ?? 'normal'), real(to, how))");
        let sight = ann.asked();
        ann.answer(&sight, 0);
        ann.run("return [...new Set(window.paces)]")
    };
    assert_eq!(answer(), json!(["normal"]));
    for pace in ["quick", "slow"] {
        ann.click(".menu .me");
        ann.click(&format!("#menu [name=pace] option[value={pace}]"));
        ann.press("\u{e00c}");
        // On this page, and on the next.
        assert_eq!(answer(), json!([pace]));
        ann.reload();
        assert_eq!(answer(), json!([pace]));
    }
    ann.content();
}

fn over(table: &dyn WebTable) -> Option<Option<usize>> {
    table.ending().map(|_| None)
}

#[test]
fn the_end_says_who_won_and_how_and_where_to_go() {
    let wanted = GAMES.map(|game| {
        let seats = if game == "mighty-beanz" { 2 } else { 4 };
        Wanted { game, seats, what: "over", copies: 1, is: over }
    });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup::default());
    house.is_guest(&ann, 0);
    let mut titles = Vec::new();
    for moment in &moments {
        ann.goto(&house.at(&moment.path()));
        ann.wait("document.querySelector('.curtain[open] [data-share]:not([hidden])')");
        let scores = ann.look().scores;
        let mut scores: Vec<i64> =
            scores.as_object().unwrap().values().map(|n| n.as_str().unwrap().parse().unwrap()).collect();
        scores.sort_by_key(|n| -n);
        let told = ann.run(
            "const all = (css) => [...document.querySelectorAll('.curtain ' + css)];
             const words = (it) => it.textContent.trim();
             return { title: all('h2').map(words), how: all('.how').map(words), scores: all('.standings li b').map((it) => Number(words(it))),
               won: all('.standings .won .name').map(words), first: all('.standings li')[0].matches('.won'),
               ways: all('.ways a').map((it) => it.getAttribute('href')), again: all('form').map((it) => it.getAttribute('action')) };",
        );
        let what = moment.name();
        // Who won, by name, and how.
        let title = told["title"][0].as_str().unwrap();
        titles.push(title.to_owned());
        let won: Vec<&str> = told["won"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert!(!won.is_empty() && told["first"] == true, "{what}: {told}");
        for name in &won {
            let name = if name.ends_with(" (you)") { "You" } else { *name };
            assert!(title.contains(name), "{what}: {told}");
        }
        assert!(told["how"][0].as_str().unwrap().len() >= "A hundred.".len(), "{what}: {told}");
        // Everybody's score: whoever won, and then the best first.
        let mut standings: Vec<i64> = serde_json::from_value(told["scores"].clone()).unwrap();
        assert!(standings[won.len()..].is_sorted_by_key(|n| -n), "{what}: {told}");
        standings.sort_by_key(|n| -n);
        assert_eq!(standings, scores, "{what}: {told}");
        let path = moment.path();
        for way in ["analysis", "replay"] {
            let way = format!("{path}/{way}");
            assert!(told["ways"].as_array().unwrap().contains(&json!(way)), "{what}: {told}");
        }
        assert_eq!(told["again"], json!([format!("{path}/rematch")]), "{what}");
        // The link goes to whatever the system shares with.
        ann.run("navigator.share = async (what) => (window.shared = what)");
        ann.click(".curtain [data-share]");
        ann.wait("window.shared");
        assert_eq!(ann.run("return window.shared.url"), json!(house.at(&format!("{path}/analysis"))));
        // Drawn aside it leaves the table to be looked at.
        ann.click(".curtain summary");
        ann.wait("!document.querySelector('.curtain[open]') && !document.querySelector('.board').inert");
    }
    // On the front page each of them has its result and its date.
    ann.goto(&house.at("/"));
    ann.click("#tables summary");
    let rows = ann.run(
        "return [...document.querySelectorAll('#tables li')].map((it) => [it.querySelector('a').getAttribute('href'), it.querySelector('.badge').textContent,
           it.querySelector('time').dateTime])",
    );
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), moments.len());
    for (path, title) in moments.iter().map(Moment::path).zip(&titles) {
        let row = rows.iter().find(|row| row[0] == json!(path)).unwrap();
        let winner = title.split(' ').next().unwrap().to_lowercase();
        assert!(row[1].as_str().unwrap().to_lowercase().contains(&winner), "{row} {title}");
        assert!(row[2].as_str().unwrap().starts_with("20"), "{row}");
    }
    ann.content();
}
