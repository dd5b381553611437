//! Races at a table: nobody can tell who has answered, until it is known who was first.

use std::sync::Arc;

use axum::http::StatusCode;
use server::house::now;
use server::races::{FARTHEST, QUICKEST};
use server::rooms::{Layout, open_also};
use server::store::{Memory, SharedStore};
use table::GameOf;

use crate::browser::{Browser, Company};
use crate::snatch::{Action, Phase, Snatch, View};

/// So long people have at a table for four; at smaller ones races take as long as they take.
const WINDOW: i64 = 400;

impl Layout for Snatch {
    const RACES: bool = true;

    fn window(view: &View) -> Option<(i64, Action)> {
        let four = view.table.scores.len() == 4 && view.table.phase == Phase::Grab;
        four.then_some((WINDOW, Action::Pass))
    }
}

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

#[tokio::test]
async fn a_race_with_a_time_is_over_when_it_is_up_and_whoever_was_silent_has_not_answered() {
    let mut us = company(&shelf(), 4, "").await;
    for n in 0..4 {
        let page = us.page(n).await;
        assert_eq!(page.text.matches("class=\"clock race\"").count(), 4, "{}", page.text);
    }
    grab(&mut us, 1, true).await;
    gone_on(&mut us, 0).await;
    let page = us.page(0).await;
    for n in [0, 2, 3] {
        let passes = if n == 0 { "You pass.".to_owned() } else { format!("Guest{n} passes.") };
        assert!(page.text.contains(&passes), "{n}: {}", page.text);
    }
    // A hand that comes later finds nothing.
    let late = us.post(0, "act", "ply=0&pick=1").await;
    assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.text);
    let (n, page) = us.asked().await.unwrap();
    assert_eq!((n, page.ply()), (1, 4));
}

#[tokio::test]
async fn at_a_table_without_races_nobody_is_hurried_and_the_lot_says_who_was_first() {
    let mut us = company(&shelf(), 4, "&races=none").await;
    for n in 0..4 {
        assert!(!us.page(n).await.text.contains("clock race"));
    }
    us.house.look_around(now() + 100 * WINDOW).await;
    assert_eq!(us.page(0).await.ply(), 0);
    // Whoever answers first is no more often first than others.
    let mut first = [0; 2];
    for _ in 0..24 {
        let mut us = company(&shelf(), 2, "&races=none").await;
        us.page(1).await;
        grab(&mut us, 0, true).await;
        tokio::time::sleep(std::time::Duration::from_millis(QUICKEST as u64 / 4)).await;
        grab(&mut us, 1, true).await;
        first[us.asked().await.unwrap().0] += 1;
    }
    // One in twelve million if the lot is fair.
    assert!(first[0] > 0 && first[1] > 0, "{first:?}");
    let page = us.people[0].post("/open", "game=snatch&seats=2&level=agent&with=bots&races=fast").await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn people_who_agree_have_more_time() {
    let kept = shelf();
    let mut us = company(&kept, 4, "").await;
    let refused = us.post(0, "more-time", "want=yes").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "a race is open");
    grab(&mut us, 1, true).await;
    gone_on(&mut us, 0).await;
    let window = async |us: &Company| {
        let live = us.house.find(us.table.trim_start_matches("/t/")).await.unwrap();
        live.lock().await.unwrap().window()
    };
    us.post(0, "more-time", "want=yes").await;
    let page = us.page(1).await;
    assert!(page.text.contains("Guest0: more time in races, please?"), "{}", page.text);
    assert!(page.text.contains("Agree to more time in races"));
    for n in 1..3 {
        us.post(n, "more-time", "want=yes").await;
    }
    assert!(!us.page(0).await.text.contains(">more time in races<"), "one has not agreed");
    us.post(3, "more-time", "want=yes").await;
    assert!(us.page(0).await.text.contains(">more time in races<"));
    let (n, page) = us.asked().await.unwrap();
    us.answer(n, &page, 0).await;
    assert_eq!(window(&us).await, Some(3 * WINDOW));
    // It is kept.
    us.come_back(Arc::clone(&kept));
    assert_eq!(window(&us).await, Some(3 * WINDOW));
    // Somebody who does not sit there has no say.
    let mut stranger = Browser::new(&server::door::routes(Arc::clone(&us.house)));
    stranger.get("/").await;
    let said = stranger.post(&format!("{}/more-time", us.table), "want=no").await;
    assert_eq!(said.status, StatusCode::FORBIDDEN);
}

/// A client that lies gains no more than the quickest hand: it answers before anybody can have seen the question, or pretends
/// to be far away, or does both.
#[tokio::test]
async fn a_modified_client_is_no_quicker_than_the_quickest_hand() {
    let pause = |ms: i64| tokio::time::sleep(std::time::Duration::from_millis(ms as u64));
    let mut won = 0;
    for trick in 0..24 {
        let mut us = company(&shelf(), 2, "").await;
        let live = us.house.find(us.table.trim_start_matches("/t/")).await.unwrap();
        match trick % 3 {
            // It knows what will be asked, and answers without looking.
            0 => {}
            // It looks late, as if the way were long, and has its answer ready.
            1 => {
                pause(FARTHEST / 2).await;
                us.page(0).await;
            }
            // It looks and answers at once.
            _ => drop(us.page(0).await),
        }
        us.post(0, "act", "ply=0&pick=1").await;
        let took = live.lock().await.unwrap().doc.sealed[0].took;
        assert!(took >= QUICKEST, "trick {trick}: {took} ms");
        // Somebody as quick as a hand can be, next door.
        let asked = live.lock().await.unwrap().asked_at;
        us.page(1).await;
        live.lock().await.unwrap().asked_at = now() - QUICKEST;
        assert!(asked <= now());
        us.post(1, "act", "ply=0&pick=1").await;
        won += i32::from(us.asked().await.unwrap().0 == 0);
    }
    // It never loses against itself, but it does not win for sure either.
    assert!(won < 24, "the modified client won {won} of 24");
}
