//! Races at a table: nobody can tell who has answered, until it is known who was first.

use std::sync::Arc;

use axum::http::StatusCode;
use server::house::now;
use server::rooms::{Layout, open_also};
use server::store::{Memory, SharedStore};
use table::GameOf;

use crate::browser::{Browser, Company};
use crate::snatch::Snatch;

impl Layout for Snatch {}

static ROOM: GameOf<Snatch> = GameOf::new();

async fn company(shelf: &SharedStore, people: usize, more: &str) -> Company {
    open_also(&ROOM);
    Company::at(Arc::clone(shelf), "snatch", people, more).await
}

fn shelf() -> SharedStore {
    Arc::new(Memory::new())
}

const IN: &str = "Your answer is in: grab.";
const PASSED: &str = "Your answer is in: pass.";

/// One of them answers the race.
async fn grab(us: &mut Company, n: usize, grab: bool) {
    let page = us.page(n).await;
    assert_eq!(page.answers(), 2, "{}", page.text);
    us.answer(n, &page, usize::from(grab)).await;
}

/// Waits until the table has gone on.
async fn gone_on(us: &mut Company, ply: u32) {
    for _ in 0..2000 {
        if us.page(0).await.ply() > ply {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    panic!("the table stands still");
}

#[tokio::test]
async fn nobody_can_tell_who_has_answered() {
    let kept = shelf();
    let mut us = company(&kept, 3, "").await;
    let mut stranger = Browser::new(&server::door::routes(Arc::clone(&us.house)));
    let live = us.house.find(us.table.trim_start_matches("/t/")).await.unwrap();
    let mut before = Vec::new();
    for n in [0, 2] {
        before.push(us.page(n).await.text);
    }
    before.push(stranger.get(&us.table).await.text);
    let mut bell = live.listen();
    bell.mark_unchanged();
    grab(&mut us, 1, true).await;
    assert!(us.page(1).await.text.contains(IN), "they see it themselves");
    for (n, before) in [0, 2].into_iter().zip(&before) {
        assert_eq!(us.page(n).await.text, *before);
    }
    assert_eq!(stranger.get(&us.table).await.text, before[2]);
    assert!(!bell.has_changed().unwrap(), "no bell rings");
    // It stands: a second answer is refused, and changes nothing.
    let again = us.post(1, "act", "ply=0&pick=0").await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", again.text);
    // The house is closed in the middle: the answer is still there, and still nobody's business.
    us.come_back(Arc::clone(&kept));
    assert!(us.page(1).await.text.contains(IN));
    for n in [0, 2] {
        let page = us.page(n).await;
        assert!(page.answers() == 2 && page.ply() == 0 && !page.text.contains("is in"), "{}", page.text);
    }
    grab(&mut us, 0, false).await;
    assert!(us.page(0).await.text.contains(PASSED));
    grab(&mut us, 2, false).await;
    // The only one who grabbed has it, whoever was first.
    let (n, page) = us.asked().await.unwrap();
    assert_eq!((n, page.ply()), (1, 3));
    assert!(page.text.contains("You are first.") && page.text.contains("Guest0 passes."), "{}", page.text);
    // Nobody takes a race back.
    for n in 0..3 {
        assert!(!us.page(n).await.text.contains(">Take back<"));
        assert_eq!(us.post(n, "back", "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // Played to the end, and over again from what was kept.
    for step in 0.. {
        let Some((n, page)) = us.asked().await else { break };
        us.answer(n, &page, step / 2).await;
        us.come_back(Arc::clone(&kept));
        assert!(step < 100);
    }
    // A replay goes from race to race: no page stands in the middle of one.
    let (mut at, mut seen) = (0, Vec::new());
    loop {
        let page = us.people[0].get(&format!("{}/replay?at={at}&eyes=watcher", us.table)).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains(&format!("After {at} of ")), "{}", page.text);
        seen.push(at);
        let next = page.text.split("rel=\"next\"").next().unwrap().rsplit("at=").next().unwrap();
        let next: u32 = next.split('&').next().unwrap().parse().unwrap();
        if next == at {
            break;
        }
        at = next;
    }
    assert!(seen.starts_with(&[0, 3, 4]), "{seen:?}");
    let inside = us.people[0].get(&format!("{}/replay?at=2&eyes=watcher", us.table)).await;
    assert!(inside.text.contains("After 0 of "), "{}", inside.text);
}

#[tokio::test]
async fn the_first_hand_has_it() {
    let mut us = company(&shelf(), 2, "").await;
    // Both see the question, and then one hand is quicker by more than any way is long.
    for n in 0..2 {
        us.page(n).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    grab(&mut us, 1, true).await;
    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    grab(&mut us, 0, true).await;
    let (n, page) = us.asked().await.unwrap();
    assert_eq!(n, 1, "{}", page.text);
    assert!(page.text.contains("Guest0 grabs too late."), "{}", page.text);
}

#[tokio::test]
async fn bots_orders_and_those_who_are_gone_answer_too() {
    let kept = shelf();
    open_also(&ROOM);
    // One person and two bots.
    let mut us = Company::at(Arc::clone(&kept), "snatch", 1, "&seats=3").await;
    assert_eq!(us.page(0).await.answers(), 2);
    grab(&mut us, 0, true).await;
    gone_on(&mut us, 0).await;
    // Two people, one of whom leaves, and one who does not want to be asked.
    let mut us = company(&kept, 3, "").await;
    us.post(2, "leave", "").await;
    us.post(1, "order", "order=never-grab").await;
    for _ in 0..1000 {
        if us.page(1).await.text.contains(PASSED) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    let mine = us.page(1).await;
    assert!(mine.text.contains(PASSED), "{}", mine.text);
    let first = us.page(0).await;
    assert!(first.answers() == 2 && first.ply() == 0, "{}", first.text);
    us.answer(0, &first, 0).await;
    gone_on(&mut us, 0).await;
    assert!(us.page(0).await.text.contains("Guest1 passes."));
}

#[tokio::test]
async fn a_clock_runs_for_everybody_in_a_race() {
    let mut us = company(&shelf(), 3, "&clock=30s").await;
    let runs = |text: &str| text.matches("data-runs").count();
    assert_eq!(runs(&us.page(0).await.text), 3);
    grab(&mut us, 1, false).await;
    // The clock of whoever has answered seems to run on.
    assert_eq!(runs(&us.page(0).await.text), 3);
    us.house.look_around(now() + 29_000).await;
    assert_eq!(us.page(0).await.ply(), 0);
    us.house.look_around(now() + 30_500).await;
    gone_on(&mut us, 0).await;
    let page = us.page(0).await;
    assert!(page.text.contains("Guest1 passes."), "their own answer counts: {}", page.text);
}
