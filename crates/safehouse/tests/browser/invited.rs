//! The invitation, and the way back: one's tables on the front page, live.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};
use crate::player::{join, settled};

/// What a link to the page looks like where it is sent.
const PREVIEW: &str = r##"
  const of = (name) => document.querySelector(`meta[property="og:${name}"]`)?.content;
  return fetch(new URL(of("image")).pathname).then(async (picture) => {
    const size = await createImageBitmap(await picture.blob());
    return { title: of("title"), about: of("description"), url: of("url"), kind: picture.headers.get("content-type"), size: [size.width, size.height],
      card: document.querySelector('meta[name="twitter:card"]').content };
  });
"##;

/// The dark dots of the code on the page, row by row, without its edge.
const DOTS: &str = r##"
  return fetch(document.querySelector("img.qr").src).then((it) => it.text()).then((svg) => {
    const dark = [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const [left, top] = [0, 1].map((axis) => Math.min(...dark.map((dot) => dot[axis])));
    return dark.map(([x, y]) => [x - left, y - top]);
  });
"##;

/// Those of a code for this text.
fn dots(text: &str) -> Vec<[i32; 2]> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).unwrap();
    let rows = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| [x, y]));
    rows.filter(|[x, y]| code.get_module(*x, *y)).collect()
}

#[test]
fn an_invitation_can_be_copied_shared_and_scanned() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    let allowed = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    ann.tool("Browser.grantPermissions", allowed);
    for game in GAMES {
        ann.goto(&house.at("/"));
        ann.open(game, 2, "friends");
        let link = ann.url();
        assert_eq!(ann.run("return document.querySelector('[data-link]').value"), json!(link));
        let copy = ann.text("[data-copy]");
        ann.click("[data-copy]");
        ann.wait(&format!("document.querySelector('[data-copy]').textContent !== {copy:?}"));
        assert_eq!(ann.run("return navigator.clipboard.readText()"), json!(link));
        ann.run("navigator.share = async (what) => (window.shared = what)");
        ann.click(".invite [data-share]");
        ann.wait("window.shared");
        assert_eq!(ann.run("return window.shared.url"), json!(link));
        ann.wait("document.querySelector('img.qr').naturalWidth > 0");
        assert_eq!(ann.run(DOTS), json!(dots(&link)), "{game}");
        let host = ann.text(".chairs li:first-child .name");

        // Whoever is invited sees to what, and by whom.
        bob.goto(&link);
        bob.wait("document.querySelector('.lobby .poster').naturalWidth > 0");
        assert_eq!(bob.text(".lobby .from b"), host);
        let about = bob.text(".lobby .about");
        assert!(about.len() > 20 && about.ends_with('.'), "{about}");
        let preview = bob.run(PREVIEW);
        assert!(preview["title"].as_str().unwrap().contains(&host), "{preview}");
        assert_eq!((&preview["url"], &preview["about"]), (&json!(link), &json!(about)));
        assert_eq!((&preview["kind"], &preview["size"]), (&json!("image/png"), &json!([1200, 630])));
        assert_eq!(preview["card"], json!("summary_large_image"));
    }
    ann.content();
    bob.content();
}

#[test]
fn ones_tables_come_first_on_the_front_page_and_say_whose_turn_it_is() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    ann.open("renamed-spy", 2, "friends");
    join(&ann, &bob);
    settled(&ann, &bob);
    let (asked, other) = if ann.look().asked { (&ann, &bob) } else { (&bob, &ann) };
    let path = asked.run("return location.pathname");
    other.goto(&house.at("/"));
    other.wait("document.querySelector('#tables li')");
    let (first, row) =
        ("document.querySelector('main').firstElementChild.id", "document.querySelector('#tables li')");
    assert_eq!(other.run(&format!("return {first}")), json!("tables"));
    assert_eq!(other.run(&format!("return {row}.querySelector('a').getAttribute('href')")), path);
    let badge = format!("{row}.querySelector('.badge').textContent");
    let waits = other.run(&format!(
        "return [{row}.matches('.calls'), {badge}, Boolean({row}.querySelector('time[datetime]').dateTime)]"
    ));
    assert_eq!((&waits[0], &waits[2]), (&json!(false), &json!(true)), "{waits}");
    // One plays until it is the other's turn, who sees it without loading the page again.
    other.run("window.stayed = true");
    let table = asked.url();
    for n in 0..60 {
        let sight = asked.look();
        if !sight.asked {
            break;
        }
        asked.answer(&sight, n);
        asked.until("to be asked, or the other", |s| s.asked || s.words != sight.words);
    }
    other.wait(&format!("{row}.matches('.calls')"));
    assert_ne!(other.run(&format!("return {badge}")), waits[1]);
    assert_eq!(other.run("return window.stayed"), json!(true));
    other.click("#tables li a");
    other.wait(&format!("location.href === {table:?} && document.querySelector('#question[data-asked]')"));
    ann.content();
    bob.content();
}
