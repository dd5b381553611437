//! Finished games as the mastermind sees them.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use server::door::routes;
use server::house::{House, Pace};
use server::store::Memory;

use crate::browser::{Browser, Page, house, house_with};
use crate::manners::play_on;

/// The page, once it is whole.
async fn whole(me: &mut Browser, path: &str) -> Page {
    for _ in 0..6000 {
        let page = me.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        if !page.text.contains("data-pending") {
            return page;
        }
        // Without a script the page looks again by itself.
        assert!(
            page.text.contains("http-equiv=\"refresh\"") && page.text.contains("<progress"),
            "{}",
            page.text
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the analysis does not end");
}

/// The page without what only the one who looks, or this table, has.
fn content(page: &Page) -> &str {
    let at = page.text.find("<article").unwrap();
    page.text[at..].split("</article>").next().unwrap()
}

/// Every tag is closed in its order.
fn well_formed(html: &str) {
    const EMPTY: [&str; 6] = ["input", "meta", "link", "img", "br", "hr"];
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split([' ', '\n']).next().unwrap();
        if let Some(closed) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "{tag}");
        } else if !name.starts_with('!') && !EMPTY.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[tokio::test]
async fn a_finished_game_is_judged_for_everybody_who_has_the_link() {
    for game in ["mister-spy", "renamed-spy"] {
        let house = house();
        let (mut me, mut other) = (Browser::new(&house), Browser::new(&house));
        let table = me.open(game, 2, "bots").await;
        let path = format!("{table}/analysis");
        let early = me.get(&path).await;
        assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(early.text.contains("The analysis is available once the game is over."), "{}", early.text);
        assert!(!me.get(&table).await.text.contains("/analysis"));
        play_on(&mut [&mut me], &table).await;
        for from in [table.clone(), format!("{table}/replay")] {
            assert!(other.get(&from).await.text.contains(&format!("href=\"{path}\"")), "{from} links to it");
        }
        assert!(!me.get(&table).await.text.contains("class=\"decided\""), "nobody has judged it yet");
        let page = whole(&mut other, &path).await;
        well_formed(&page.text);
        // From now on the end names the choice that decided, as everybody sees it.
        for person in [&mut me, &mut other] {
            let end = person.get(&table).await;
            let (_, decided) = end.text.split_once("class=\"decided\"").unwrap();
            let decided = decided.split("</p>").next().unwrap();
            let link = decided.split('"').find(|word| word.contains("/replay?at=")).unwrap();
            let at: u32 = link.rsplit('=').next().unwrap().parse().unwrap();
            assert!(at < end.ply() && decided.matches('%').count() == 2, "{decided}");
            assert_eq!(person.get(link).await.status, StatusCode::OK);
        }
        // Both lines, the moments with their replay, a summary of the bot as well.
        assert_eq!(page.text.matches("<polyline").count(), 2);
        let moments = page.text.matches("id=\"moment-").count();
        assert!((1..=5).contains(&moments), "{moments}");
        assert_eq!(page.text.matches("/replay?at=").count(), moments);
        assert!(page.text.contains("Doctor Halibut <span class=\"badge\">agent</span>"), "{}", page.text);
        let choices = other.get(&table).await.ply();
        assert_eq!(page.text.matches("<tr>").count() as u32, 1 + (choices + 1) + 1 + 2);
        assert!(page.text.contains("property=\"og:title\"") && page.text.contains("name=\"description\""));
        // Each of the links works.
        for link in page.text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            if link.contains("/replay?at=") {
                let link = link.replace("&amp;", "&");
                assert_eq!(other.get(&link).await.status, StatusCode::OK, "{link}");
            }
        }
        // It is the same for everybody.
        assert_eq!(content(&whole(&mut me, &path).await), content(&page));
    }
}

#[tokio::test]
async fn the_same_game_is_judged_the_same_in_a_house_that_was_opened_again() {
    let shelf = Arc::new(Memory::new());
    let house = house_with(Arc::clone(&shelf) as _);
    let mut me = Browser::new(&house);
    let table = me.open("mister-spy", 2, "bots").await;
    play_on(&mut [&mut me], &table).await;
    let path = format!("{table}/analysis");
    let before = whole(&mut me, &path).await;
    me.come_back(&house_with(Arc::clone(&shelf) as _));
    assert_eq!(content(&whole(&mut me, &path).await), content(&before));
}

#[tokio::test]
async fn a_game_that_is_taken_back_is_judged_anew() {
    let house = House::new(Arc::new(Memory::new()), Pace::NONE);
    let mut me = Browser::new(&routes(Arc::clone(&house)));
    let table = me.open("mister-spy", 2, "bots").await;
    play_on(&mut [&mut me], &table).await;
    let path = format!("{table}/analysis");
    let id = table.trim_start_matches("/t/");
    let first = house.analysis(id).await.unwrap();
    // Whoever asks while it is thought about waits for the same.
    assert!(Arc::ptr_eq(&first, &house.analysis(id).await.unwrap()));
    whole(&mut me, &path).await;
    assert!(Arc::ptr_eq(&first, &house.analysis(id).await.unwrap()));
    assert_eq!(me.post(&format!("{table}/back"), "").await.status, StatusCode::SEE_OTHER);
    play_on(&mut [&mut me], &table).await;
    let page = whole(&mut me, &path).await;
    assert!(!Arc::ptr_eq(&first, &house.analysis(id).await.unwrap()));
    let choices = me.get(&table).await.ply();
    assert_eq!(page.text.matches("<tr>").count() as u32, 1 + (choices + 1) + 1 + 2);
}

#[tokio::test]
async fn where_there_is_no_game_there_is_nothing_to_judge() {
    let house = house();
    let mut me = Browser::new(&house);
    assert_eq!(me.get("/t/aaaaaaaaaaaaaaaaaaaa/analysis").await.status, StatusCode::NOT_FOUND);
    assert_eq!(me.get("/t/short/analysis").await.status, StatusCode::NOT_FOUND);
    let waiting = me.open("mister-spy", 2, "friends").await;
    assert_eq!(me.get(&format!("{waiting}/analysis")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}
