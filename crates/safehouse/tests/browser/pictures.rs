//! The pictures of `docs/pages.md` and of the README. They are made again by hand, whenever the pages have changed:
//! `cargo test -p safehouse --test browser pictures -- --ignored`. The gate only looks that the page shows each of them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::chromium::Setup;
use crate::house::House;
use crate::player::Player;
use crate::prepared::Moment;

/// Every kind of page: the name of its picture.
const KINDS: [&str; 14] = [
    "front",
    "lobby",
    "question",
    "large",
    "why-not",
    "waiting",
    "end",
    "flick",
    "replay",
    "lesson",
    "rules",
    "cards",
    "phone",
    "phone-side",
];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Bytes from base 64.
fn bytes(text: &str) -> Vec<u8> {
    let six = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').collect();
    let group = |four: &[u8]| {
        let bits = four.iter().fold(0, |bits, letter| bits << 6 | u32::from(six(*letter)));
        let bits = bits << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    letters.chunks(4).flat_map(group).collect()
}

fn take(ann: &Player, file: &str) {
    // Every picture of a card that is in sight is there.
    ann.wait("[...document.images].filter((it) => it.checkVisibility() && it.getBoundingClientRect().top < innerHeight).every((it) => it.complete)");
    let kind = file.rsplit('.').next().unwrap();
    std::fs::write(docs().join("pictures").join(file), bytes(&ann.picture(kind))).unwrap();
}

#[test]
#[ignore = "makes the pictures of the docs again"]
fn make() {
    let (house, moments) = House::prepared().unwrap();
    let ann = house.player("Ann", Setup { width: 1366, height: 768, ..Setup::default() });
    house.is_guest(&ann, 0);
    let moment = |game: &str, seats: u8, what: &str| -> &Moment {
        moments.iter().find(|m| m.game == game && m.seats == seats && m.what == what).unwrap()
    };
    let theme = |theme: &str| ann.run_with("localStorage.setItem('theme', arguments[0])", json!([theme]));
    let table = |game: &str, seats: u8, what: &str| {
        ann.goto(&house.at(&moment(game, seats, what).path()));
        ann.wait("document.querySelector('#since li, .curtain, .lobby, .range.on')");
    };
    let page = |kind: &str| take(&ann, &format!("pages/{kind}.webp"));
    std::fs::create_dir_all(docs().join("pictures/pages")).unwrap();
    theme("light");
    ann.goto(&house.at("/"));
    page("front");
    table("renamed-spy", 2, "lobby");
    page("lobby");
    table("mister-spy", 4, "answers");
    page("question");
    ann.click("#hand .spot.live");
    ann.wait("document.querySelector('#large:popover-open .text').textContent.length > 0");
    page("large");
    ann.goto(&house.at(&format!("{}/why", moment("mister-spy", 4, "answers").path())));
    page("why-not");
    table("mighty-beanz", 2, "waiting");
    page("waiting");
    table("mister-spy", 4, "over");
    page("end");
    ann.goto(&house.at(&format!("{}/replay?at=20", moment("mister-spy", 4, "over").path())));
    ann.wait("document.querySelector('.jump input')");
    page("replay");
    table("mighty-beanz", 2, "aim");
    page("flick");
    ann.goto(&house.at("/lesson/mister-spy/3"));
    ann.wait("document.querySelector('#words')");
    page("lesson");
    ann.goto(&house.at("/rules/mister-spy#4.2"));
    page("rules");
    ann.goto(&house.at("/cards/mighty-beanz"));
    page("cards");
    ann.resize(390, 844);
    table("renamed-spy", 6, "bubble");
    page("phone");
    ann.resize(740, 360);
    table("mister-spy", 4, "answers");
    page("phone-side");
    // The README: a table of six, and one of four in the dark.
    ann.resize(1366, 768);
    table("mister-spy", 6, "bubble");
    take(&ann, "table.png");
    theme("dark");
    table("mighty-beanz", 2, "answers");
    take(&ann, "table-dark.png");
}

#[test]
fn every_kind_of_page_has_its_picture() {
    let text = std::fs::read_to_string(docs().join("pages.md")).unwrap();
    for kind in KINDS {
        let file = format!("pictures/pages/{kind}.webp");
        assert!(text.contains(&format!("]({file})")), "docs/pages.md does not show {file}");
        let picture = std::fs::read(docs().join(&file)).unwrap();
        assert_eq!((&picture[..4], &picture[8..12]), (&b"RIFF"[..], &b"WEBP"[..]), "{file}");
    }
    assert_eq!(text.matches("](pictures/pages/").count(), KINDS.len());
    assert_eq!(bytes("U2FmZWhvdXNl"), b"Safehouse");
    assert_eq!(bytes("U2FmZQ=="), b"Safe");
}
