//! A house that is closed at any moment has every table where it was when it opens again.

use std::path::PathBuf;
use std::sync::Arc;

use axum::http::StatusCode;
use server::door::routes;
use server::house::{House, Pace, now};
use server::store::{Change, Memory, Sqlite, Store as _, Times};

use crate::browser::{Browser, house_with};

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What is drawn of a table, but for the number that only this run of the house knows.
pub(crate) fn drawn(page: &str) -> String {
    let at = page.find("data-version=\"").unwrap();
    let end = at + page[at..].find('>').unwrap();
    format!("{}{}", &page[..at], &page[end..])
}

#[tokio::test]
async fn every_table_is_where_it_was() {
    let folder =
        Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("house-{}", std::process::id())));
    let mut shelf = Arc::new(Sqlite::open(&folder.0).await.unwrap());
    let mut house = house_with(Arc::clone(&shelf) as _);
    let mut people: Vec<Browser> = (0..4).map(|_| Browser::new(&house)).collect();
    let mut tables = Vec::new();
    for (n, person) in people.iter_mut().enumerate() {
        let game = ["mister-spy", "renamed-spy"][n % 2];
        tables.push(person.open(game, 2 + n as u8, "bots").await);
    }
    for round in 0..12 {
        // A few choices at each table.
        for (person, table) in people.iter_mut().zip(&tables) {
            for n in 0..3 {
                let page = person.get(table).await;
                if page.answers() > 0 {
                    let form = format!("ply={}&pick={}", page.ply(), (round + n) % page.answers());
                    let done = person.post(&format!("{table}/act"), &form).await;
                    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
                }
                tokio::task::yield_now().await;
            }
        }
        // Wait until everybody is asked something, so that no bot moves between the two looks.
        let mut before = Vec::new();
        for (person, table) in people.iter_mut().zip(&tables) {
            loop {
                let page = person.get(table).await;
                if page.answers() > 0 || page.is_over() {
                    before.push(drawn(&page.text));
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
        shelf.close().await;
        shelf = Arc::new(Sqlite::open(&folder.0).await.unwrap());
        house = house_with(Arc::clone(&shelf) as _);
        for ((person, table), before) in people.iter_mut().zip(&tables).zip(before) {
            person.come_back(&house);
            assert_eq!(drawn(&person.get(table).await.text), before);
        }
    }
    shelf.close().await;
}

/// Tables that nobody uses leave the memory and come back when somebody looks; very old ones are cleared away.
#[tokio::test]
async fn what_nobody_uses_is_put_away() {
    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;
    let house = House::new(Arc::new(Memory::new()), Pace::NONE);
    let routes = routes(Arc::clone(&house));
    let mut me = Browser::new(&routes);
    let table = me.open("mister-spy", 2, "bots").await;
    let waiting = me.open("mister-spy", 2, "friends").await;
    let before = me.asked(&table, 1).await;
    house.tidy(now()).await.unwrap();
    assert_eq!(house.in_use(), 2);
    // Whoever saw to the bots has time to leave the table.
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    house.tidy(now() + 11 * MINUTE).await.unwrap();
    assert_eq!(house.in_use(), 0);
    let after = me.get(&table).await;
    assert_eq!((after.ply(), after.answers()), (before.ply(), before.answers()));
    // A clock that jumps clears nothing away, however far it jumps and however often.
    for years in [1, 10, 100, -100] {
        house.tidy(now() + years * 365 * DAY).await.unwrap();
        house.tidy(now() + years * 365 * DAY).await.unwrap();
    }
    house.tidy(now() + 11 * MINUTE).await.unwrap();
    assert_eq!(house.shelf.counts().await.unwrap(), [1, 1, 0]);
    // Days during which the house was open do.
    open_for(&house, 4 * DAY).await;
    assert_eq!(me.get(&waiting).await.status, StatusCode::NOT_FOUND);
    assert_eq!(me.get(&table).await.status, StatusCode::OK);
    open_for(&house, 87 * DAY).await;
    assert_eq!(me.get(&table).await.status, StatusCode::NOT_FOUND);
}

/// The house has been open for so long, and nobody came.
async fn open_for(house: &House, span: i64) {
    let passed = Times { ran: span, seen: now(), versions: 0 };
    house.shelf.commit(vec![Change::Passed(passed)]).await.unwrap();
    // The first look lets tables out of memory, the second finds those that are old.
    house.tidy(now() + span).await.unwrap();
    house.tidy(now() + span).await.unwrap();
}

/// The version that a page of a table shows.
async fn version(me: &mut Browser, table: &str) -> u64 {
    let page = me.get(table).await;
    page.after("data-version=\"").unwrap().split('"').next().unwrap().parse().unwrap()
}

/// Pages take nothing older than what they show: neither a clock that went back, nor a house that was quicker than its
/// clock, may bring a table back with a lower number.
#[tokio::test]
async fn versions_never_go_down() {
    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;
    let shelf = Arc::new(Memory::new());
    // The last run of the house was a year ahead of this one's clock.
    let ahead = (now() + 365 * DAY).unsigned_abs();
    let last = Times { ran: 0, seen: now(), versions: ahead };
    shelf.commit(vec![Change::Passed(last)]).await.unwrap();
    let house = House::new(shelf, Pace::NONE);
    house.time.take_up(&*house.shelf).await.unwrap();
    let mut me = Browser::new(&routes(Arc::clone(&house)));
    let table = me.open("mister-spy", 2, "friends").await;
    let first = version(&mut me, &table).await;
    assert!(first > ahead, "{first} after {ahead}");
    for n in 0..5 {
        me.post(&format!("{table}/say"), &format!("text=line+{n}")).await;
    }
    let talked = version(&mut me, &table).await;
    assert_eq!(talked, first + 5);
    // Out of memory and in again.
    house.tidy(now() + 11 * MINUTE).await.unwrap();
    assert_eq!(house.in_use(), 0);
    let again = version(&mut me, &table).await;
    assert!(again > talked, "{again} after {talked}");
}
