//! Several people at one table: taking back, leaving, being away, clocks, standing orders, talk.

use std::sync::Arc;

use axum::http::StatusCode;
use server::house::{Pace, now};
use server::manners::WAITED_FOR;
use server::store::{Change, ChatLine, Memory, SharedStore};

use crate::browser::{Browser, Company, house};
use crate::keeping::drawn;

const GAMES: [&str; 2] = ["mister-spy", "renamed-spy"];
/// More than enough to be away without a stream.
const SILENCE: i64 = 100_000;

fn shelf() -> SharedStore {
    Arc::new(Memory::new())
}

#[tokio::test]
async fn a_choice_is_taken_back_while_nobody_has_seen_or_decided_anything() {
    let (mut taken, mut refused) = (0, 0);
    for game in GAMES.into_iter().cycle().take(GAMES.len() * 4) {
        let mut us = Company::at(shelf(), game, 3, "").await;
        let mut step = 0;
        while let Some((n, before)) = us.asked().await {
            step += 1;
            us.answer(n, &before, step).await;
            let mine = us.page(n).await;
            let offered = mine.text.contains(">Take back<");
            // Nobody else can take that back.
            for other in (0..3).filter(|&o| o != n) {
                assert!(!us.page(other).await.text.contains(">Take back<"));
            }
            if step % 5 == 0 || !offered {
                let done = us.post(n, "back", "").await;
                if offered {
                    assert_eq!(done.status, StatusCode::SEE_OTHER);
                    assert_eq!(drawn(&us.page(n).await.text), drawn(&before.text), "the same question again");
                    taken += 1;
                    us.answer(n, &before, step).await;
                } else {
                    assert_eq!(done.status, StatusCode::UNPROCESSABLE_ENTITY);
                    refused += 1;
                }
            }
        }
        assert!(!us.page(0).await.text.contains(">practice<"));
    }
    assert!(taken > 5 && refused > 20, "{taken} taken back, {refused} refused");
}

#[tokio::test]
async fn whoever_does_not_want_to_foil_says_so_once() {
    let (mut given, mut again) = (0, 0);
    for (game, round) in GAMES.into_iter().flat_map(|game| (0..4).map(move |round| (game, round))) {
        let kept = shelf();
        let mut us = Company::at(Arc::clone(&kept), game, 3, "").await;
        let mut step = round;
        let mut silent: Option<usize> = None;
        while let Some((n, page)) = us.asked().await {
            step += 1;
            let foil = page.text.matches("class=\"order\"").count() == 2;
            if silent == Some(n) {
                assert!(!foil, "they were not to be asked");
            }
            if foil && given <= again {
                let done = us.post(n, "order", "order=no-foil-turn").await;
                assert_eq!(done.status, StatusCode::SEE_OTHER);
                assert!(us.page(n).await.text.contains("Ask me again this turn"));
                // Only they know.
                assert!(!us.page((n + 1) % 3).await.text.contains("Ask me again this turn"));
                given += 1;
            } else if foil && silent.is_none() {
                // The order for one turn has ended by itself, for whoever gave it.
                again += 1;
                us.post(n, "order", "order=no-foil").await;
                silent = Some(n);
                while us.page(n).await.text.contains("answering for you") {
                    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                }
                if us.asked().await.is_none() {
                    break;
                }
                // The order is still there after the house was opened again.
                us.come_back(Arc::clone(&kept));
                assert!(us.page(n).await.text.contains(">Ask me again<"));
            } else {
                us.answer(n, &page, step * 7 + step / 5).await;
            }
            assert!(step < 2000);
        }
        // Nonsense is refused.
        assert_eq!(us.post(0, "order", "order=win").await.status, StatusCode::BAD_REQUEST);
        assert_eq!(us.post(0, "order", "order=no-foil").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert!(given > 2 && again > 2, "{given} orders for a turn, {again} for a game");
}

/// Whoever gives an order in the middle of a question seems to think about it, as long as a bot would.
#[tokio::test]
async fn an_order_takes_the_time_that_a_bot_takes() {
    let mut games = 0;
    // A game may be over before anybody is asked to foil.
    let (kept, mut us, n) = 'games: loop {
        games += 1;
        assert!(games < 20, "nobody is ever asked to foil");
        let kept = shelf();
        let mut us = Company::at(Arc::clone(&kept), "mister-spy", 3, "").await;
        let mut step = games;
        while let Some((n, page)) = us.asked().await {
            if page.text.matches("class=\"order\"").count() == 2 {
                break 'games (kept, us, n);
            }
            step += 1;
            us.answer(n, &page, step * 7 + step / 5).await;
        }
    };
    let pause = std::time::Duration::from_millis(400);
    us.open_again(kept, Pace { least: pause, more: std::time::Duration::ZERO });
    let live = us.house.find(us.table.trim_start_matches("/t/")).await.unwrap();
    let others = [(n + 1) % 3, (n + 2) % 3];
    let mut before = Vec::new();
    for other in others {
        before.push(us.page(other).await.text);
    }
    let mut bell = live.listen();
    bell.mark_unchanged();
    let given = std::time::Instant::now();
    us.post(n, "order", "order=no-foil").await;
    for (other, before) in others.into_iter().zip(&before) {
        assert_eq!(us.page(other).await.text, *before, "they see no difference");
    }
    assert!(given.elapsed() < pause && !bell.has_changed().unwrap(), "nothing has happened yet");
    bell.changed().await.unwrap();
    assert!(given.elapsed() >= pause, "answered after {:?}", given.elapsed());
    assert_ne!(us.page(others[0]).await.text, before[0]);
}

#[tokio::test]
async fn an_order_is_taken_back() {
    let mut us = Company::at(shelf(), "mister-spy", 2, "").await;
    us.post(1, "order", "order=no-foil").await;
    assert!(us.page(1).await.text.contains(">Ask me again<"));
    us.post(1, "ask", "order=no-foil").await;
    assert!(!us.page(1).await.text.contains(">Ask me again<"));
}

#[tokio::test]
async fn whoever_leaves_is_played_for_until_he_comes_back() {
    let mut us = Company::at(shelf(), "renamed-spy", 2, "").await;
    assert_eq!(us.post(1, "leave", "").await.to.as_deref(), Some("/"));
    assert!(us.page(0).await.text.contains("left, a bot is playing"));
    // Looking in is not coming back.
    assert!(us.page(1).await.text.contains("Take your seat back"));
    for step in 0..6 {
        let Some((n, page)) = us.asked().await else { break };
        assert_eq!(n, 0, "the bot answers for the other");
        us.answer(n, &page, step).await;
    }
    let page = us.page(0).await;
    let ply = page.ply();
    assert_eq!(
        us.post(1, "act", &format!("ply={ply}&pick=0")).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    us.post(1, "return", "").await;
    assert!(!us.page(0).await.text.contains("a bot is playing"));
    for step in 0..40 {
        let Some((n, page)) = us.asked().await else { break };
        if n == 1 {
            return;
        }
        us.answer(n, &page, step).await;
    }
    panic!("they were not asked again");
}

#[tokio::test]
async fn a_table_that_everybody_has_left_rests() {
    let mut us = Company::at(shelf(), "mister-spy", 2, "").await;
    us.post(0, "leave", "").await;
    us.post(1, "leave", "").await;
    let before = us.page(0).await;
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    assert_eq!(us.page(0).await.text, before.text);
    us.post(1, "return", "").await;
    assert_eq!(us.asked().await.unwrap().0, 1);
}

#[tokio::test]
async fn before_the_game_a_seat_is_free_again() {
    let house = house();
    let (mut ann, mut bo) = (Browser::new(&house), Browser::new(&house));
    let table = ann.open("mister-spy", 3, "friends").await;
    bo.post(&format!("{table}/sit"), "name=Bo").await;
    // The host hands the table on; the last one takes it with them.
    ann.post(&format!("{table}/leave"), "").await;
    assert!(bo.get(&table).await.text.contains("Start the game"));
    bo.post(&format!("{table}/leave"), "").await;
    assert_eq!(bo.get(&table).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn somebody_who_is_away_is_waited_for_and_has_his_seat_back_when_he_comes() {
    let mut us = Company::at(shelf(), "renamed-spy", 3, "").await;
    assert!(!us.page(0).await.text.contains("badge away"));
    us.house.look_around(now() + SILENCE).await;
    let page = us.page(0).await;
    assert!(page.text.contains("away, a bot can play in"), "{}", page.text);
    assert_eq!(us.post(0, "stand-in", "seat=1").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    us.house.look_around(now() + SILENCE + WAITED_FOR).await;
    let page = us.page(0).await;
    assert!(page.text.contains("Let a bot play"));
    assert_eq!(us.post(0, "stand-in", "seat=1").await.status, StatusCode::SEE_OTHER);
    assert_eq!(us.post(0, "stand-in", "seat=9").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(us.page(0).await.text.contains("away, a bot is playing"));
    // They look in: the seat is theirs.
    us.page(1).await;
    assert!(!us.page(0).await.text.contains("a bot is playing"));
}

#[tokio::test]
async fn whoever_listens_is_there() {
    use tokio_stream::StreamExt as _;
    let mut us = Company::at(shelf(), "renamed-spy", 2, "").await;
    let stream = us.people[1].listen(&format!("{}/live", us.table)).await;
    let mut stream = stream.into_data_stream();
    assert!(stream.next().await.is_some());
    us.house.look_around(now() + SILENCE).await;
    let away = |page: &str| page.matches("a bot can play in").count();
    // The host, who has no stream, is away; the guest is not.
    assert_eq!(away(&us.page(0).await.text), 1);
    us.house.look_around(now() + 30_000).await;
    assert_eq!(away(&us.page(0).await.text), 0);
    drop(stream);
    us.house.look_around(now() + 30_000).await;
    assert_eq!(away(&us.page(0).await.text), 1);
}

#[tokio::test]
async fn whoever_watched_before_he_sat_down_is_missed_when_he_goes() {
    use tokio_stream::StreamExt as _;
    let house = server::house::House::new(shelf(), server::house::Pace::NONE);
    let routes = server::door::routes(Arc::clone(&house));
    let (mut ann, mut bo) = (Browser::new(&routes), Browser::new(&routes));
    let table = ann.open("mister-spy", 2, "friends").await;
    bo.post("/name", "name=Bo").await;
    let mut stream = bo.listen(&format!("{table}/live")).await.into_data_stream();
    assert!(stream.next().await.is_some());
    bo.post(&format!("{table}/sit"), "name=Bo").await;
    ann.post(&format!("{table}/start"), "").await;
    let away = |page: &str| page.matches("a bot can play in").count();
    house.look_around(now() + 30_000).await;
    assert_eq!(away(&ann.get(&table).await.text), 0);
    drop(stream);
    house.look_around(now() + 30_000).await;
    assert_eq!(away(&ann.get(&table).await.text), 1);
}

#[tokio::test]
async fn the_house_answers_when_time_is_up() {
    for (clock, before, after) in [("30s", 29_000, 30_500), ("15m", 14 * 60_000, 15 * 60_500)] {
        let mut us = Company::at(shelf(), "renamed-spy", 2, &format!("&clock={clock}")).await;
        let (n, page) = us.asked().await.unwrap();
        assert!(page.text.contains("data-runs"), "{}", page.text);
        us.house.look_around(now() + before).await;
        assert_eq!(us.page(n).await.ply(), page.ply());
        us.house.look_around(now() + after).await;
        for _ in 0..1000 {
            if us.page(n).await.ply() > page.ply() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        assert!(us.page(n).await.ply() > page.ply(), "{clock}");
    }
    let house = house();
    let answer =
        Browser::new(&house).post("/open", "game=mister-spy&seats=2&level=agent&with=bots&clock=12h").await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn nobody_wins_time_by_leaving_and_coming_back() {
    let mut us = Company::at(shelf(), "renamed-spy", 2, "&clock=15m").await;
    let (n, page) = us.asked().await.unwrap();
    let left = |page: &str| -> i64 {
        let at = page.split("data-runs").next().unwrap().rfind("data-left=\"").unwrap() + 11;
        page[at..].split('"').next().unwrap().parse().unwrap()
    };
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    us.post(n, "leave", "").await;
    us.post(n, "return", "").await;
    let after = us.page(n).await;
    // Either they were back before the bot answered, and have less time than before, or it has answered.
    assert!(after.ply() > page.ply() || left(&after.text) <= left(&page.text) - 30);
}

#[tokio::test]
async fn clocks_are_kept_and_run_after_a_restart_though_nobody_looks() {
    let kept = shelf();
    let mut us = Company::at(Arc::clone(&kept), "renamed-spy", 2, "&clock=30s").await;
    let (n, page) = us.asked().await.unwrap();
    us.answer(n, &page, 0).await;
    let (n, page) = us.asked().await.unwrap();
    us.come_back(Arc::clone(&kept));
    assert_eq!(us.house.in_use(), 0);
    us.house.wind_clocks(now() + 31_000).await.unwrap();
    assert_eq!(us.house.in_use(), 1);
    // The whole time for the open question is there again.
    us.house.look_around(now() + 29_000).await;
    assert_eq!(us.page(n).await.ply(), page.ply());
}

/// A table with a clock leaves the memory as any other does, and its clock goes on.
#[tokio::test]
async fn a_clock_goes_on_though_its_table_has_left_the_memory() {
    let mut us = Company::at(shelf(), "renamed-spy", 2, "&clock=30s").await;
    let (n, page) = us.asked().await.unwrap();
    us.answer(n, &page, 0).await;
    let (n, page) = us.asked().await.unwrap();
    let id = us.table.trim_start_matches("/t/").to_owned();
    let asked_at = us.house.find(&id).await.unwrap().lock().await.unwrap().asked_at;
    for _ in 0..3 {
        us.house.tidy(now() + 11 * 60_000).await.unwrap();
        assert_eq!(us.house.in_use(), 0);
        // To leave and to come back wins no time.
        assert_eq!(us.house.find(&id).await.unwrap().lock().await.unwrap().asked_at, asked_at);
    }
    us.house.tidy(now() + 11 * 60_000).await.unwrap();
    us.house.wind_clocks(now() + 25_000).await.unwrap();
    assert_eq!(us.house.in_use(), 0, "there is time left");
    us.house.wind_clocks(now() + 31_000).await.unwrap();
    assert_eq!(us.house.in_use(), 1);
    us.house.look_around(now() + 31_000).await;
    for _ in 0..1000 {
        if us.house.find(&id).await.unwrap().lock().await.unwrap().table.as_ref().unwrap().ply() > page.ply()
        {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    panic!("seat {n} was not answered for");
}

/// After a choice was taken back the clock stands where it would stand without it.
#[tokio::test]
async fn taking_back_wins_no_time() {
    for clock in ["30s", "5m%2B10s", "15m"] {
        let mut us = Company::at(shelf(), "renamed-spy", 2, &format!("&clock={clock}")).await;
        let id = us.table.trim_start_matches("/t/").to_owned();
        let mut taken = 0;
        for step in 0..400 {
            let Some((n, page)) = us.asked().await else { break };
            let live = us.house.find(&id).await.unwrap();
            let time = async || {
                let sitting = live.lock().await.unwrap();
                (sitting.asked_at, sitting.doc.banks.clone())
            };
            // As if they had thought for a while.
            live.lock().await.unwrap().asked_at -= 11_000;
            let before = time().await;
            us.answer(n, &page, step).await;
            if us.page(n).await.text.contains(">Take back<") {
                us.post(n, "back", "").await;
                assert_eq!(time().await, before);
                taken += 1;
                us.answer(n, &page, step).await;
            }
        }
        assert!(taken > 2, "{clock}: only {taken} taken back");
    }
}

#[tokio::test]
async fn whoever_is_muted_is_not_heard_by_one_who_muted_them() {
    let kept = shelf();
    let mut us = Company::at(Arc::clone(&kept), "mister-spy", 3, "").await;
    us.post(1, "say", "text=blah").await;
    us.post(2, "say", "text=hello").await;
    assert!(us.page(0).await.text.contains("Mute Guest1"));
    us.post(0, "mute", "line=0").await;
    let page = us.page(0).await.text;
    assert!(!page.contains("blah") && page.contains("hello") && page.contains("Unmute Guest1"));
    assert!(us.page(2).await.text.contains("blah"));
    us.post(0, "mute", "line=0").await;
    assert!(us.page(0).await.text.contains("blah"));
    assert_eq!(us.post(0, "mute", "line=77").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(us.post(1, "mute", "line=0").await.status, StatusCode::BAD_REQUEST);
    // Lines keep their numbers when old ones are forgotten.
    let id = us.table.trim_start_matches("/t/").to_owned();
    let guests: Vec<i64> = {
        let live = us.house.find(&id).await.unwrap();
        let sitting = live.lock().await.unwrap();
        sitting.doc.chairs.iter().filter_map(server::sitting::Chair::owner).collect()
    };
    let line = |n: usize| Change::Said {
        table: id.clone(),
        said: ChatLine {
            at: 0,
            guest: guests[1 + n % 2],
            name: format!("Guest{}", 1 + n % 2),
            text: format!("line {n}."),
        },
    };
    kept.commit((0..120).map(line).collect()).await.unwrap();
    us.come_back(kept);
    let page = us.page(0).await.text;
    assert!(page.contains("data-at=\"121\"><b>") && !page.contains("data-at=\"21\"><b>"));
    us.post(0, "mute", "line=120").await;
    assert!(!us.page(0).await.text.contains("line 118."));
    assert!(us.page(0).await.text.contains("line 119."));
}

#[tokio::test]
async fn what_was_agreed_on_is_played() {
    let house = house();
    let mut me = Browser::new(&house);
    let form = "game=renamed-spy&seats=2&level=agent&with=bots";
    let table = me.post("/open", &format!("{form}&cards=even&dealer=host")).await.to.unwrap();
    crate::manners::play_on(&mut [&mut me], &table).await;
    let record = me.get(&format!("{table}/record")).await.text;
    assert!(record.contains("[5,5,5,5,4,4,4,4]") && record.contains(r#""dealer":{"seat":0}"#), "{record}");
    for nonsense in ["cards=marked", "dealer=me", "seats=-1", "seats=2.5", "level=god"] {
        let name = nonsense.split('=').next().unwrap();
        let rest: Vec<&str> = form.split('&').filter(|pair| !pair.starts_with(name)).collect();
        let answer = me.post("/open", &format!("{}&{nonsense}", rest.join("&"))).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{nonsense}: {}", answer.text);
    }
    assert_eq!(me.post("/open", "game=renamed-spy").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn masterminds_think_while_others_play() {
    let house = house();
    let (mut ann, mut bo) = (Browser::new(&house), Browser::new(&house));
    let open = |level: &str| format!("game=mister-spy&seats=4&level={level}&with=bots");
    let table = ann.post("/open", &open("mastermind")).await.to.unwrap();
    // Nobody orders a bot that thinks for ever.
    assert_eq!(ann.post("/open", &open("mastermind:1000000")).await.status, StatusCode::BAD_REQUEST);
    // Whoever looks at their table, or at another, is answered at once: three of them are thinking.
    let other = bo.post("/open", &open("agent")).await.to.unwrap();
    let began = std::time::Instant::now();
    for _ in 0..20 {
        assert_eq!(ann.get(&table).await.status, StatusCode::OK);
        assert_eq!(bo.get(&other).await.status, StatusCode::OK);
    }
    let looked = began.elapsed();
    assert!(looked < std::time::Duration::from_secs(5), "{looked:?}");
    crate::manners::play_on(&mut [&mut bo], &other).await;
    // And they do answer.
    for _ in 0..3 {
        let page = ann.asked(&table, 1).await;
        ann.post(&format!("{table}/act"), &format!("ply={}&pick=0", page.ply())).await;
    }
}

#[tokio::test]
async fn a_table_at_rest_tells_the_same_story_again() {
    for game in GAMES {
        let mut us = Company::at(shelf(), game, 3, "").await;
        for step in 0..12 {
            let Some((n, page)) = us.asked().await else { break };
            us.answer(n, &page, step).await;
            let before = [us.page(0).await.text, us.page(1).await.text, us.page(2).await.text];
            us.house.look_around(now() + 10_000).await;
            for (n, before) in before.into_iter().enumerate() {
                assert_eq!(us.page(n).await.text, before);
            }
            // A choice right after the rest is told as well.
            us.house.look_around(now() + 10_000).await;
        }
    }
}

#[tokio::test]
async fn thinking_is_paid_for_and_the_rest_is_kept() {
    let kept = shelf();
    let mut us = Company::at(Arc::clone(&kept), "renamed-spy", 2, "&clock=15m").await;
    let (n, page) = us.asked().await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(40)).await;
    us.answer(n, &page, 0).await;
    us.come_back(kept);
    let page = us.page(n).await.text;
    let clocks =
        page.split("data-left=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse::<i64>().ok());
    assert!(clocks.sum::<i64>() <= 2 * 900_000 - 40, "{page}");
}
