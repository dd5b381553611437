//! A hint is for whoever is asked, from what they know, and nobody else can tell that there was one.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use mister_spy::MisterSpy;
use renamed_spy::RenamedSpy;
use serde_json::json;
use server::pages::{Look, part};
use server::rooms::{Layout, WebRoom, room};
use server::sitting::{Chair, Doc, Sitting};
use server::store::{Guest, Memory, Stage};
use table::{OpenTable, Seat, Seed, Status, Stream, Table};
use tokio_stream::StreamExt as _;

use crate::browser::{Browser, Company, Page, house};

/// The hint on a page.
fn hint(page: &Page) -> Option<&str> {
    let at = page.text.find("id=\"hint\"")?;
    page.text[at..].split("</section>").next()
}

/// Whoever is asked for something that can be chosen, with their page.
async fn chooser(us: &mut Company) -> (usize, Page) {
    loop {
        let (n, page) = us.asked().await.unwrap();
        if page.answers() > 1 {
            return (n, page);
        }
        us.answer(n, &page, 0).await;
    }
}

#[tokio::test]
async fn a_hint_is_seen_by_the_one_who_asked_and_changes_nothing_for_the_others() {
    for game in ["mister-spy", "renamed-spy"] {
        let shelf = Arc::new(Memory::new());
        let mut us = Company::at(Arc::clone(&shelf) as _, game, 3, "&hints=yes").await;
        let (me, page) = chooser(&mut us).await;
        assert!(page.text.contains(">Hint<") && hint(&page).is_none());
        let others: Vec<usize> = (0..3).filter(|n| *n != me).collect();
        let (table, form) = (us.table.clone(), format!("ply={}", page.ply()));
        let mut before = Vec::new();
        let mut streams = Vec::new();
        for &n in &others {
            let path = format!("{table}/live");
            let mut stream = us.people[n].listen(&path).await.into_data_stream();
            // The first message says how the table is.
            stream.next().await.unwrap().unwrap();
            streams.push(stream);
            before.push((us.page(n).await.text, us.people[n].get(&format!("{table}/part")).await.text));
        }
        let mut stranger = Browser::new(&server::door::routes(Arc::clone(&us.house)));
        let watched = stranger.get(&table).await.text;
        let kept = server::store::Store::table(&*shelf, table.trim_start_matches("/t/")).await.unwrap();

        let done = us.post(me, "hint", &form).await;
        assert_eq!((done.status, done.to.as_deref()), (StatusCode::SEE_OTHER, Some(table.as_str())));
        let mine = us.page(me).await;
        let advice = hint(&mine).unwrap().to_owned();
        assert!((1..=3).contains(&advice.matches("<li>").count()), "{advice}");
        // Each of them can be chosen where it stands.
        assert_eq!(
            advice.matches("name=\"pick\" value=").count(),
            advice.matches("<li>").count(),
            "{advice}"
        );
        assert!(advice.contains("%</b>") && mine.text.contains("class=\"led\""), "{advice}");
        assert!(!mine.text.contains(">Hint<"), "it is there already");
        // Whoever asks again is told the same.
        us.post(me, "hint", &form).await;
        assert_eq!(hint(&us.page(me).await), Some(advice.as_str()));

        // To the others nothing has happened: not a byte, not a bell, and nothing is kept.
        for (&n, (page, part)) in others.iter().zip(&before) {
            assert_eq!(us.page(n).await.text, *page);
            assert_eq!(us.people[n].get(&format!("{table}/part")).await.text, *part);
        }
        for stream in &mut streams {
            let rung = tokio::time::timeout(Duration::from_millis(50), stream.next()).await;
            assert!(rung.is_err(), "a bell rang: {rung:?}");
        }
        assert_eq!(stranger.get(&table).await.text, watched);
        assert_eq!(
            server::store::Store::table(&*shelf, table.trim_start_matches("/t/")).await.unwrap(),
            kept
        );

        // When the game has gone on the hint is gone, also if the choice is taken back.
        us.answer(me, &page, 0).await;
        assert!(hint(&us.page(me).await).is_none());
        if us.post(me, "back", "").await.status == StatusCode::SEE_OTHER {
            assert!(hint(&us.page(me).await).is_none());
        }
    }
}

#[tokio::test]
async fn only_whoever_is_asked_gets_a_hint_and_nobody_at_a_table_with_a_clock() {
    let mut us = Company::at(Arc::new(Memory::new()), "mister-spy", 2, "&hints=yes").await;
    let (me, page) = chooser(&mut us).await;
    let form = format!("ply={}", page.ply());
    let other = us.post(1 - me, "hint", &form).await;
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(other.text.contains("You can only ask for a hint when it is your choice."), "{}", other.text);
    assert!(!us.page(1 - me).await.text.contains(">Hint<"));
    // Spectators, with a cookie and without one.
    let routes = server::door::routes(Arc::clone(&us.house));
    let path = format!("{}/hint", us.table);
    let mut stranger = Browser::new(&routes);
    assert_eq!(stranger.post(&path, &form).await.status, StatusCode::FORBIDDEN);
    stranger.open("mister-spy", 2, "bots").await;
    assert_eq!(stranger.post(&path, &form).await.status, StatusCode::FORBIDDEN);
    // An old question, and none at all.
    assert_eq!(us.post(me, "hint", &format!("ply={}", page.ply() + 1)).await.status, StatusCode::CONFLICT);
    assert_eq!(us.post(me, "hint", "").await.status, StatusCode::BAD_REQUEST);

    let mut us = Company::at(Arc::new(Memory::new()), "mister-spy", 2, "&hints=yes&clock=1d").await;
    let (me, page) = chooser(&mut us).await;
    assert!(!page.text.contains(">Hint<"));
    let refused = us.post(me, "hint", &format!("ply={}", page.ply())).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("There are no hints at tables with a clock."), "{}", refused.text);
    assert!(hint(&us.page(me).await).is_none());
}

/// Among people there are hints only if whoever opened the table has allowed them, and everybody can see which it is.
#[tokio::test]
async fn hints_among_people_are_a_setting_that_everybody_sees() {
    for (more, allowed) in [("", false), ("&hints=yes", true)] {
        let mut us = Company::waiting(Arc::new(Memory::new()), "mister-spy", 2, more).await;
        let mut stranger = Browser::new(&server::door::routes(Arc::clone(&us.house)));
        for page in [us.page(0).await, stranger.get(&us.table).await] {
            assert!(page.text.contains(if allowed {
                "<dd>on, for whoever asks</dd>"
            } else {
                "<dd>off</dd>"
            }));
        }
        us.people[1].post(&format!("{}/sit", us.table), "name=Bo").await;
        us.post(0, "start", "").await;
        let (me, page) = chooser(&mut us).await;
        assert_eq!(page.text.contains(">Hint<"), allowed);
        assert_eq!(us.page(1 - me).await.text.contains("hints allowed"), allowed);
        let asked = us.post(me, "hint", &format!("ply={}", page.ply())).await;
        assert_eq!(asked.status == StatusCode::SEE_OTHER, allowed, "{}", asked.text);
        // It is kept, also for the next game.
        let live = us.house.find(us.table.trim_start_matches("/t/")).await.unwrap();
        assert_eq!(live.lock().await.unwrap().doc.hints, allowed);
    }
    // Against bots there is nobody to be unfair to.
    let mut me = Browser::new(&house());
    assert!(me.sits_before("mister-spy", 3, 2).await.1.text.contains(">Hint<"));
}

#[tokio::test]
async fn a_script_gets_the_hint_with_the_part() {
    let house = house();
    let mut me = Browser::new(&house);
    let (table, page) = me.sits_before("renamed-spy", 2, 2).await;
    let request = axum::http::Request::post(format!("{table}/hint"))
        .header("origin", "http://house.test")
        .header("x-part", "1")
        .header("content-type", "application/x-www-form-urlencoded");
    let part = me.send(request, format!("ply={}", page.ply())).await;
    assert_eq!(part.status, StatusCode::OK);
    assert!(hint(&part).is_some() && !part.text.contains("<html"), "{}", part.text);
}

/// Plays a game and asks at every few questions: in another world that the seat cannot tell from the true one the hint
/// is the same, to the last byte of the page.
fn same_elsewhere<G: Layout>(room: &'static dyn WebRoom) {
    let mut luck = Seed::from(41).luck(Stream::Play);
    let setup = table::table::read_setup::<G>(3, &json!({})).unwrap();
    let mut table = Table::<G>::deal(setup, Seed::from(8)).unwrap();
    let guest = |n: i64| Guest { id: n, name: format!("Guest {n}") };
    let chairs: Vec<Chair> = (0..3).map(|n| Chair::of(&guest(n))).collect();
    let mut doc = Doc::new(Seed::from(8).to_string(), json!({}), chairs, 0, None);
    doc.hints = true;
    let mut sitting = Sitting::new("x".repeat(20), room, true, doc);
    sitting.stage = Stage::Playing;
    let (mut hints, mut others) = (0, 0);
    while let Status::Ask(seat) = table.status() {
        let acts = table.acts(seat);
        if table.ply() % 6 == 1 && acts.len() > 1 {
            let elsewhere = table.elsewhere(Some(seat), &mut luck);
            others += usize::from(OpenTable::fingerprint(&elsewhere) != OpenTable::fingerprint(&table));
            let ask = |sitting: &mut Sitting, world: Table<G>| {
                sitting.table = Some(Box::new(world));
                sitting.hints.forget();
                let advice = sitting.counsel(seat, table.ply()).unwrap()();
                sitting.hints.give(seat, advice);
                part(sitting, &Look::fresh(Some(&guest(i64::from(seat.0))))).0
            };
            let here = ask(&mut sitting, table.clone());
            assert!(here.contains("id=\"hint\""));
            assert_eq!(here, ask(&mut sitting, elsewhere));
            // Whoever is not asked has nothing to ask.
            assert!(sitting.counsel(Seat((seat.0 + 1) % 3), table.ply()).is_err());
            hints += 1;
        }
        table.try_pick(seat, table.ply(), luck.pick(acts.len() as u32) as usize).unwrap();
    }
    assert!(hints >= 4 && others * 2 > hints, "{others} other worlds for {hints} hints");
}

#[test]
fn equal_views_get_equal_hints() {
    same_elsewhere::<MisterSpy>(room("mister-spy").unwrap());
    same_elsewhere::<RenamedSpy>(room("renamed-spy").unwrap());
}
