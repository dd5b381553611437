//! `/healthz` says what is wrong, and stops saying it when it is right again.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;
use server::door::routes;
use server::health::{LITTLE_ROOM, check_up, room_left};
use server::house::{House, Pace, now};
use server::store::{Call, Change, Faulty, Memory, Store as _, Times};

use crate::browser::Browser;

const DAY: i64 = 24 * 3_600_000;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

#[tokio::test]
async fn a_store_that_fails_is_told_until_it_works_again() {
    let faulty = Faulty::around(Arc::new(Memory::new()));
    let house = House::new(faulty.clone(), Pace::NONE);
    let mut me = Browser::new(&routes(Arc::clone(&house)));
    let well = me.get("/healthz").await;
    assert_eq!((well.status, well.text.as_str()), (StatusCode::OK, "open\n"));

    for (why, told) in [
        ("database or disk is full", "disk full: nothing can be kept (database or disk is full)\n"),
        (
            "attempt to write a readonly database",
            "read-only: nothing can be kept (attempt to write a readonly database)\n",
        ),
        ("disk I/O error", "store: nothing can be kept (disk I/O error)\n"),
    ] {
        faulty.say(why);
        faulty.break_before(Call::Commit);
        assert!(house.tidy(now()).await.is_err());
        let ill = me.get("/healthz").await;
        assert_eq!((ill.status, ill.text.as_str()), (StatusCode::SERVICE_UNAVAILABLE, told));
        check_up(&house, folder()).await;
        assert_eq!(me.get("/healthz").await.text, told, "it fails as before");
        // Nobody has to come: the house itself finds out.
        faulty.mend();
        check_up(&house, folder()).await;
        let well = me.get("/healthz").await;
        assert_eq!((well.status, well.text.as_str()), (StatusCode::OK, "open\n"));
    }

    faulty.break_before(Call::List);
    assert_eq!(me.get("/").await.status, StatusCode::SERVICE_UNAVAILABLE);
    let ill = me.get("/healthz").await;
    assert_eq!(ill.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(ill.text.starts_with("store: not everything can be read"), "{}", ill.text);
    faulty.mend();
    assert_eq!(me.get("/").await.status, StatusCode::OK);
    assert_eq!(me.get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn little_room_and_a_wrong_clock_are_told_one_line_each() {
    let shelf = Arc::new(Memory::new());
    // When the house was last open the clock was three days further.
    let last = Times { ran: 0, seen: now() + 3 * DAY, versions: 0 };
    shelf.commit(vec![Change::Passed(last)]).await.unwrap();
    let house = House::new(shelf, Pace::NONE);
    house.time.take_up(&*house.shelf).await.unwrap();
    let mut me = Browser::new(&routes(Arc::clone(&house)));
    check_up(&house, folder()).await;
    house.health.room(LITTLE_ROOM - 1);
    let ill = me.get("/healthz").await;
    assert_eq!(ill.status, StatusCode::SERVICE_UNAVAILABLE);
    let lines: Vec<&str> = ill.text.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], "disk almost full: 99 MB left in the data folder");
    assert!(
        lines[1].starts_with("clock: it is 2 days behind")
            || lines[1].starts_with("clock: it is 3 days behind"),
        "{lines:?}"
    );
    house.health.room(LITTLE_ROOM);
    assert_eq!(me.get("/healthz").await.text.lines().count(), 1);
}

#[test]
fn the_room_on_a_disk_is_known() {
    assert!(!cfg!(unix) || room_left(folder()).unwrap() > 0);
    assert_eq!(room_left(Path::new("/there/is/no/such/folder")), None);
}
