//! What is left when the disk fails, when it is slow, and when a browser goes away in the middle: memory says what the
//! disk says, and the game goes on.

use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::http::StatusCode;
use server::door::routes;
use server::house::{House, Pace, now};
use server::manners::WAITED_FOR;
use server::store::{Call, Faulty, Memory, SharedStore};

use crate::browser::{Browser, Company, Page};
use crate::keeping::drawn;
use crate::manners::play_on;

/// When a commit fails: before anything is done, or after all of it.
const WHEN: [fn(&Faulty, Call, u64); 2] = [Faulty::fail_before, Faulty::fail_after];

/// Everything that somebody at a table can do, and the position in which they can.
const COMMANDS: [(&str, &str); 17] = [
    ("sit", "name=Late"),
    ("name", "name=Renamed"),
    ("chair", "seat=2&bot=rookie"),
    ("start", ""),
    ("leave a waiting table", ""),
    ("leave as the last one", ""),
    ("act", ""),
    ("back", ""),
    ("say", "text=hello"),
    ("mute", "line=0"),
    ("order", "order=no-foil"),
    ("leave", ""),
    ("return", ""),
    ("stand-in", "seat=1"),
    ("look", ""),
    ("rematch", ""),
    ("branch", "at=3&seat=0"),
];

/// Three at a table, the third of whom has not sat down yet.
async fn waiting(shelf: SharedStore) -> Company {
    let house = House::new(shelf, Pace::NONE);
    let routes = routes(Arc::clone(&house));
    let mut people: Vec<Browser> = (0..3).map(|_| Browser::new(&routes)).collect();
    let table = people[0].open("mister-spy", 3, "friends").await;
    for (n, person) in people.iter_mut().enumerate().take(2) {
        person.post("/name", &format!("name=Guest{n}")).await;
    }
    people[1].post(&format!("{table}/sit"), "name=Guest1").await;
    people[2].post("/name", "name=Stranger").await;
    Company { house, people, table }
}

/// The table as it must be before a command, and who gives it.
async fn before(command: &str, shelf: SharedStore) -> (Company, usize) {
    match command {
        "sit" => (waiting(shelf).await, 2),
        "name" | "leave a waiting table" | "chair" | "start" => (waiting(shelf).await, 0),
        "leave as the last one" => {
            let mut us = waiting(shelf).await;
            us.post(0, "leave", "").await;
            (us, 1)
        }
        _ => {
            let mut us = Company::at(Arc::clone(&shelf), "renamed-spy", 3, "").await;
            for step in 0..7 {
                let (n, page) = us.asked().await.unwrap();
                us.answer(n, &page, step).await;
            }
            let who = match command {
                "act" => us.asked().await.unwrap().0,
                "back" => match takes_back(&mut us).await {
                    Some(n) => n,
                    // Nobody could in this game: another one.
                    None => return Box::pin(before(command, shelf)).await,
                },
                "mute" => {
                    us.post(1, "say", "text=blah").await;
                    0
                }
                "return" => {
                    us.post(1, "leave", "").await;
                    1
                }
                "stand-in" | "look" => {
                    us.house.look_around(now() + 100_000 + WAITED_FOR).await;
                    if command == "look" {
                        us.post(0, "stand-in", "seat=1").await;
                    }
                    usize::from(command == "look")
                }
                "rematch" | "branch" => {
                    let [a, b, c] = &mut us.people[..] else { panic!("three people") };
                    play_on(&mut [a, b, c], &us.table).await;
                    0
                }
                _ => 0,
            };
            (us, who)
        }
    }
}

/// Plays on until somebody can take their choice back.
async fn takes_back(us: &mut Company) -> Option<usize> {
    for step in 0.. {
        let (n, page) = us.asked().await?;
        us.answer(n, &page, step).await;
        if us.page(n).await.text.contains(">Take back<") {
            return Some(n);
        }
    }
    None
}

async fn give(us: &mut Company, who: usize, command: &str, form: &str) -> Page {
    match command {
        "name" => us.people[who].post("/name", form).await,
        "look" => us.page(who).await,
        "act" => {
            let page = us.page(who).await;
            us.post(who, "act", &format!("ply={}&pick=0", page.ply())).await
        }
        command => us.post(who, command.split(' ').next().unwrap(), form).await,
    }
}

/// What everybody sees, once no bot is about to answer, here and in a house that reads everything from the disk.
async fn seen(us: &mut Company) -> Vec<String> {
    // Twice, so that a bot is seen to which was never told that it is asked.
    us.house.look_around(now()).await;
    us.house.look_around(now()).await;
    if us.page(0).await.text.contains("name=\"ply\"") {
        us.asked().await;
    }
    let mut pages = Vec::new();
    for person in &mut us.people {
        for path in [&us.table, "/"] {
            let page = person.get(path).await;
            let text = if page.text.contains("data-version") { drawn(&page.text) } else { page.text };
            pages.push(format!("{} {}", page.status, since(&text)));
        }
    }
    pages
}

/// Without what only tells how long ago something was.
fn since(text: &str) -> String {
    text.lines().filter(|line| !line.contains(" ago")).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn whatever_fails_memory_says_what_the_disk_says() {
    let mut failed = 0;
    for (command, form) in COMMANDS {
        for (fail, nth) in WHEN.into_iter().flat_map(|fail| [(fail, 1), (fail, 2)]) {
            let disk: SharedStore = Arc::new(Memory::new());
            let faulty = Faulty::around(Arc::clone(&disk));
            let (mut us, who) = before(command, Arc::clone(&faulty) as SharedStore).await;
            fail(&faulty, Call::Commit, nth);
            let answer = give(&mut us, who, command, form).await;
            let refused = answer.status == StatusCode::SERVICE_UNAVAILABLE;
            // Where a bot plays for somebody it may be its commit that fails.
            assert!(nth > 1 || refused || ["look", "return"].contains(&command), "{command}: {answer:?}");
            failed += usize::from(refused);
            faulty.mend();
            // Whoever was away shows themselves with their page; here and there alike.
            seen(&mut us).await;
            let here = seen(&mut us).await;
            us.come_back(disk);
            assert_eq!(seen(&mut us).await, here, "{command}, commit {nth}");
            // And it can be played on.
            if us.page(0).await.answers() + us.page(1).await.answers() > 0 {
                let (n, page) = us.asked().await.unwrap();
                us.answer(n, &page, 0).await;
            }
        }
    }
    assert!(failed >= 2 * COMMANDS.len() - 4, "only {failed} commands failed");
}

/// A table that could not even be read again is shown to nobody until it can be.
#[tokio::test]
async fn a_table_in_doubt_is_shown_to_nobody() {
    let faulty = Faulty::around(Arc::new(Memory::new()));
    let mut us = Company::at(faulty.clone(), "mister-spy", 2, "").await;
    let (n, page) = us.asked().await.unwrap();
    faulty.break_before(Call::Commit);
    faulty.break_before(Call::Table);
    let form = format!("ply={}&pick=0", page.ply());
    assert_eq!(us.post(n, "act", &form).await.status, StatusCode::SERVICE_UNAVAILABLE);
    for n in 0..2 {
        assert_eq!(us.page(n).await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    faulty.mend();
    assert_eq!(drawn(&us.page(n).await.text), drawn(&page.text));
    assert_eq!(us.post(n, "act", &form).await.status, StatusCode::SEE_OTHER);
}

/// Waits for an answer, but only for so long, and looks at it only now and then.
async fn leaves_after(millis: u64, request: impl Future) {
    let mut request = pin!(request);
    for _ in 0..=millis {
        let done = std::future::poll_fn(|cx| Poll::Ready(request.as_mut().poll(cx).is_ready())).await;
        if done {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Every moment at which a browser can go away while its choice is carried out on a slow disk.
#[tokio::test]
async fn a_browser_that_goes_away_freezes_nothing() {
    for millis in 0..16 {
        let disk: SharedStore = Arc::new(Memory::new());
        let faulty = Faulty::around(Arc::clone(&disk));
        let house = House::new(Arc::clone(&faulty) as SharedStore, Pace::NONE);
        let routes = routes(Arc::clone(&house));
        let mut me = Browser::new(&routes);
        let table = me.open("mister-spy", 3, "bots").await;
        let page = me.asked(&table, 1).await;
        for call in [Call::Commit, Call::Guest, Call::Table, Call::List] {
            faulty.slow(call, Duration::from_millis(3));
        }
        // Not in memory, so that even the first steps wait for the disk.
        house.tidy(now() + 600_000).await.unwrap();
        leaves_after(millis, me.post(&format!("{table}/act"), &format!("ply={}&pick=0", page.ply()))).await;
        leaves_after(millis, me.post(&format!("{table}/say"), "text=hello")).await;
        tokio::time::sleep(Duration::from_millis(30)).await;
        faulty.mend();
        // Nobody looked after the table meanwhile, and yet somebody is asked.
        let next = me.asked(&table, 1).await;
        assert!(next.text.contains("hello"), "gone after {millis} ms");
        me.come_back(&self::routes(House::new(disk, Pace::NONE)));
        assert_eq!(drawn(&me.get(&table).await.text), drawn(&next.text), "gone after {millis} ms");
    }
}

/// A bot that nobody sees to any more is noticed, and the table goes on.
#[tokio::test]
async fn a_table_that_stands_still_is_moved_on() {
    let pace = Pace { least: Duration::from_millis(60), more: Duration::ZERO };
    let house = House::new(Arc::new(Memory::new()), pace);
    let mut me = Browser::new(&routes(Arc::clone(&house)));
    let table = me.open("mister-spy", 2, "bots").await;
    let live = house.find(table.trim_start_matches("/t/")).await.unwrap();
    let mut stopped = false;
    for _ in 0..100 {
        let page = me.asked(&table, 1).await;
        me.post(&format!("{table}/act"), &format!("ply={}&pick=0", page.ply())).await;
        if let Some(driver) = live.lock().await.unwrap().driver.take() {
            driver.task.abort();
            stopped = true;
            break;
        }
    }
    assert!(stopped, "no bot was ever asked");
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(me.get(&table).await.answers(), 0, "nobody answers for the bot");
    // Seen once it might be a moment between two things; seen twice it stands still.
    house.look_around(now()).await;
    house.look_around(now()).await;
    me.asked(&table, 1).await;
}
