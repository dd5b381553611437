//! A game in progress survives a program whose cards say otherwise: it goes on with the cards it was dealt with.
//!
//! The cards of a program are read once, so that this test starts itself again to be the later program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

#[expect(dead_code, reason = "the other tests of the house use the rest of it")]
#[path = "house/browser.rs"]
mod browser;

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use axum::http::StatusCode;
use browser::{Browser, Company};
use mighty_beanz::cards::{FILES, set};
use serde_json::Value;
use server::door::routes;
use server::house::{House, Pace};
use server::store::{Change, Kept, Sqlite, Store};

/// Where the later program is told what the earlier one did.
const NOTE: &str = "SAFEHOUSE_TEST_NOTE";

/// What a table shows everybody, with every number on it.
async fn seen(house: &Arc<House>, table: &str) -> Value {
    let live = house.find(table.trim_start_matches("/t/")).await.unwrap();
    let sitting = live.lock().await.unwrap();
    sitting.table.as_ref().unwrap().view(None)
}

async fn play(us: &mut Company, choices: usize) {
    for n in 0..choices {
        let Some((asked, page)) = us.asked().await else { return };
        us.answer(asked, &page, n * 7 + 1).await;
    }
}

#[tokio::test]
async fn a_game_survives_a_program_with_other_cards() {
    match std::env::var(NOTE) {
        Err(_) => before().await,
        Ok(note) => after(&serde_json::from_str(&note).unwrap()).await,
    }
}

async fn before() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("editions-{}", std::process::id()));
    let shelf = Arc::new(Sqlite::open(&folder).await.unwrap());
    let mut us = Company::at(Arc::clone(&shelf) as _, "mighty-beanz", 2, "&hands=steady").await;
    play(&mut us, 40).await;
    assert!(us.asked().await.is_some(), "the game goes on");
    let cookies: Vec<_> = us.people.iter().map(|guest| guest.cookie.clone()).collect();
    let note = serde_json::json!({
        "folder": folder, "table": us.table, "cookies": cookies, "seen": seen(&us.house, &us.table).await,
    });
    shelf.close().await;
    let later = Command::new(std::env::current_exe().unwrap())
        .args(["a_game_survives_a_program_with_other_cards", "--exact"])
        .env(NOTE, note.to_string())
        .output()
        .unwrap();
    // What the later program has played is played on here: its cards have not been lost on the way.
    let shelf = Arc::new(Sqlite::open(&folder).await.unwrap());
    us.come_back(Arc::clone(&shelf) as _);
    let page = us.page(0).await;
    shelf.close().await;
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(later.status.success(), "{}", String::from_utf8_lossy(&later.stdout));
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(!page.text.contains("older cards"), "{}", page.text);
}

/// The same table once more under another name, with another edition.
async fn copy(shelf: &dyn Store, kept: &Kept, id: &str, edition: Option<Value>) {
    let mut doc: Value = serde_json::from_str(&kept.row.doc).unwrap();
    match edition {
        Some(edition) => doc["edition"] = edition,
        None => drop(doc.as_object_mut().unwrap().remove("edition")),
    }
    let mut row = kept.row.clone();
    (row.id, row.doc) = (id.to_owned(), doc.to_string());
    let mut changes = vec![Change::Table(row)];
    for (ply, line) in (0..).zip(kept.choices.clone()) {
        changes.push(Change::Choice { table: id.to_owned(), ply, line });
    }
    shelf.commit(changes).await.unwrap();
}

async fn after(note: &Value) {
    let texts = FILES.map(|(file, text)| (file, text.replace("mmp: ", "mmp: 1")));
    set(texts.iter().map(|(file, text)| (*file, text.as_str()))).unwrap();
    let shelf = Arc::new(Sqlite::open(note["folder"].as_str().unwrap().as_ref()).await.unwrap());
    let house = House::new(Arc::clone(&shelf) as _, Pace::NONE);
    let routes = routes(Arc::clone(&house));
    let person = |cookie: &Value| {
        let mut browser = Browser::new(&routes);
        browser.cookie = Some(cookie.as_str().unwrap().to_owned());
        browser
    };
    let people = note["cookies"].as_array().unwrap().iter().map(person).collect();
    let table = note["table"].as_str().unwrap().to_owned();
    let id = table.trim_start_matches("/t/");
    let mut us = Company { house, people, table: table.clone() };
    let kept = shelf.table(id).await.unwrap().unwrap();

    // It is where it was, to the last number, and says so in words.
    assert_eq!(seen(&us.house, &table).await, note["seen"]);
    let (asked, page) = us.asked().await.unwrap();
    assert!(page.text.contains("older cards"), "{}", page.text);
    // Its cards are drawn as they are, not as those of the same name are now.
    let art = server::assets::art_of("mighty-beanz", "");
    let art = art.trim_end_matches(".svg");
    let old = page.text.split(art).filter_map(|rest| rest.split_once(".svg").map(|(key, _)| key));
    let old: Vec<&str> = old
        .filter(|key| mighty_beanz::Face::keyed(key).is_some_and(|face| face.key() != face.to_string()))
        .collect();
    assert!(!old.is_empty(), "{}", page.text);
    for key in old {
        let picture = us.people[asked].get(&format!("{art}{key}.svg")).await;
        assert_eq!(picture.status, StatusCode::OK, "{key}");
        let now = us.people[asked].get(&format!("/art/mighty-beanz/{}.svg", &key[..key.len() - 9])).await;
        assert_ne!(picture.text, now.text, "{key}");
    }
    play(&mut us, 10).await;
    let page = us.page(0).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);

    // A table of other rules, or whose cards nobody has, says so; nothing of it is played. One that keeps no edition is of
    // the first.
    for (id, edition, says) in [
        ("noeditiontableaaaaaa", None, "rules revision 1 of mighty-beanz"),
        ("otherrulestableaaaaa", Some(serde_json::json!({"rules": 7})), "rules revision 7 of mighty-beanz"),
        (
            "othercardstableaaaaa",
            Some(serde_json::json!({"rules": 2, "cards": "00000000000000aa"})),
            "with the cards 00000000000000aa of mighty-beanz",
        ),
    ] {
        copy(&*shelf, &kept, id, edition).await;
        for path in [format!("/t/{id}"), format!("/t/{id}/replay")] {
            let page = us.people[0].get(&path).await;
            assert_eq!(page.status, StatusCode::GONE, "{}", page.text);
            assert!(page.text.contains(says) && page.text.contains("cannot go on here"), "{}", page.text);
        }
        shelf.commit(vec![Change::Forget { table: id.to_owned() }]).await.unwrap();
    }

    // What is dealt now has the cards of now.
    let mut us = Company::at(Arc::clone(&shelf) as _, "mighty-beanz", 2, "&hands=steady").await;
    let (_, page) = us.asked().await.unwrap();
    assert!(!page.text.contains("older cards"), "{}", page.text);
    shelf.close().await;
}
