//! Games looked at again.

use axum::http::StatusCode;

use crate::browser::{Browser, house};
use crate::manners::play_on;

#[tokio::test]
async fn a_finished_game_is_open_to_all_and_can_be_gone_on_with() {
    let house = house();
    let (mut me, mut other) = (Browser::new(&house), Browser::new(&house));
    let table = me.open("renamed-spy", 2, "bots").await;
    // Before the end: the own past only, and no record.
    assert_eq!(me.get(&format!("{table}/replay?at=0")).await.status, StatusCode::OK);
    assert_eq!(me.get(&format!("{table}/replay?at=0&eyes=1")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(me.get(&format!("{table}/replay?at=0&eyes=open")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(other.get(&format!("{table}/replay?at=0&eyes=0")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(other.get(&format!("{table}/replay?at=0")).await.status, StatusCode::OK);
    assert_eq!(me.get(&format!("{table}/record")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        me.post(&format!("{table}/branch"), "at=0&seat=0").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    play_on(&mut [&mut me], &table).await;
    // After it everything.
    for eyes in ["0", "1", "watcher", "open"] {
        let page = other.get(&format!("{table}/replay?at=3&eyes={eyes}")).await;
        assert_eq!(page.status, StatusCode::OK, "{eyes}");
        assert!(page.text.contains("After 3 of "));
    }
    assert_eq!(other.get(&format!("{table}/replay?eyes=7")).await.status, StatusCode::BAD_REQUEST);
    let record = other.get(&format!("{table}/record")).await;
    assert!(
        record.text.starts_with("safehouse-record 1\ngame renamed-spy\n") && record.text.ends_with(" over\n")
    );
    // Anybody may go on from there, in any seat.
    let next = other.post(&format!("{table}/branch"), "at=4&seat=1").await.to.unwrap();
    assert_ne!(next, table);
    let page = other.get(&next).await;
    assert!(page.ply() >= 4 && page.text.contains("practice"));
    play_on(&mut [&mut other], &next).await;
}

/// The film of a shot is made of its numbers alone, and of no others.
#[tokio::test]
async fn a_shot_has_a_film() {
    let house = house();
    let mut me = Browser::new(&house);
    let film = me.get("/shot/297/-3/12/40.json").await;
    assert!(film.status == StatusCode::OK && film.text.starts_with("{\"hit\":"), "{}", film.text);
    assert_eq!(film.text, me.get("/shot/297/-3/12/40.json").await.text);
    assert!(me.get("/shot/297/-3/12/40.svg").await.text.starts_with("<svg "));
    for wrong in [
        "297/21/12/40.json",
        "297/0/0/40.json",
        "297/0/12/64.json",
        "297/NaN/12/40.json",
        "297/0/1e1/4.svg",
        "297/0/12/-1.svg",
        "595/0/12/40.json",
        "-1/0/12/40.svg",
    ] {
        let page = me.get(&format!("/shot/{wrong}")).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{wrong}");
        assert!(page.text.contains("There is no such shot: "), "{wrong}");
    }
    assert_eq!(me.get("/shot/297/0/12/40.png").await.status, StatusCode::NOT_FOUND);
}
