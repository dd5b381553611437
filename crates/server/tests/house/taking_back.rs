//! With other people at the table, what chance decided stands: a missed shot cannot be taken until it hits.

use std::sync::Arc;

use axum::http::StatusCode;
use server::store::{Memory, SharedStore};
use table::Seat;

use crate::browser::Company;

/// The question: who is asked, at which ply, and what can be answered, as one would type it.
async fn question(us: &Company) -> (usize, u32, Vec<String>) {
    let id = us.table.rsplit('/').next().unwrap();
    let live = us.house.find(id).await.unwrap();
    let sitting = live.lock().await.unwrap();
    let table = sitting.table.as_ref().unwrap();
    let seat: Seat = table.status().asked().iter().next().expect("somebody is asked");
    let menu = table.menu(seat).unwrap();
    (seat.index(), menu.ply, menu.entries.into_iter().map(|entry| entry.code).collect())
}

/// Whoever is asked answers this; which of them it was.
async fn choose(us: &mut Company, code: &str) -> usize {
    let (n, ply, codes) = question(us).await;
    let pick = codes.iter().position(|other| other == code);
    let pick = pick.unwrap_or_else(|| panic!("'{code}' is not among {codes:?}"));
    let done = us.post(n, "act", &format!("ply={ply}&pick={pick}")).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    n
}

/// Two people play Beans side by side, and nothing else, until one of them has a shot.
async fn before_a_shot(shelf: SharedStore, hands: &str) -> Company {
    let mut us = Company::at(shelf, "mighty-beanz", 2, &format!("&hands={hands}")).await;
    for _ in 0..400 {
        let (_, _, codes) = question(&us).await;
        if codes[0].starts_with("aim") || codes[0] == "shoot" {
            return us;
        }
        let bean = codes.iter().find(|code| code.starts_with("play ") && code.ends_with("-bean"));
        let draw = codes.iter().find(|code| *code == "draw");
        let code = bean.or(draw).unwrap_or(&codes[0]).clone();
        choose(&mut us, &code).await;
    }
    panic!("nobody has a shot");
}

/// The last choice of this one stands: it is not offered to take it back, and whoever tries is told why not.
async fn stands(us: &mut Company, n: usize) {
    let before = question(us).await;
    assert!(!us.page(n).await.text.contains(">Take back<"));
    let done = us.post(n, "back", "").await;
    assert_eq!(done.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(done.text.contains("cannot be taken back"), "{}", done.text);
    assert_eq!(question(us).await, before, "the table is as it was");
}

/// The last choice of this one can be taken back, and the same question is asked again.
async fn can_be_taken_back(us: &mut Company, n: usize, question_before: &(usize, u32, Vec<String>)) {
    assert!(us.page(n).await.text.contains(">Take back<"));
    assert_eq!(us.post(n, "back", "").await.status, StatusCode::SEE_OTHER);
    assert_eq!(question(us).await, *question_before);
}

#[tokio::test]
async fn a_missed_shot_cannot_be_taken_back_against_a_person() {
    let kept: SharedStore = Arc::new(Memory::new());
    let mut us = before_a_shot(Arc::clone(&kept), "flick").await;
    let first = question(&us).await;
    // Only where one aims is decided by then.
    let n = choose(&mut us, "aim 20").await;
    can_be_taken_back(&mut us, n, &first).await;
    choose(&mut us, "aim 20").await;
    choose(&mut us, "flick 1").await;
    let second = question(&us).await;
    assert_eq!((second.0, second.1), (n, first.1 + 2), "missed: the same one tries again");
    stands(&mut us, n).await;
    // Nor behind a choice that can.
    choose(&mut us, "aim 0").await;
    can_be_taken_back(&mut us, n, &second).await;
    stands(&mut us, n).await;
    // Nor in a house that has been opened again.
    us.come_back(kept);
    stands(&mut us, n).await;
}

#[tokio::test]
async fn with_steady_hands_a_shot_stands_and_a_miss_on_purpose_does_not() {
    let mut us = before_a_shot(Arc::new(Memory::new()), "steady").await;
    let first = question(&us).await;
    let n = choose(&mut us, "miss").await;
    can_be_taken_back(&mut us, n, &first).await;
    choose(&mut us, "shoot").await;
    stands(&mut us, n).await;
}
