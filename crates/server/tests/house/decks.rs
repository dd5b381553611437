//! Every seat brings its deck: of the house, or a list of their own, and every rule that it breaks is told at once.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::Value;
use server::house::House;
use server::rooms::ROOMS;
use server::store::{Memory, SharedStore};

use crate::browser::{Browser, Company, house};

/// Forty Lions and Clowns, as somebody might paste them.
const MINE: &str = "%23+Mine%0D%0A20+lion+bean%0D%0A20x+CLOWN+BEAN%0D%0A";
/// Too few, unknown, and unreadable.
const BAD: &str = "3+Lion+Bean%0D%0A2+Lyon+Bean%0D%0A4+Clowning+%3Cb%3E%0D%0A";

/// Whose deck holds how many of a card, as everybody may know (rule 1.3).
async fn listed(house: &Arc<House>, table: &str, seat: usize, card: &str) -> usize {
    let live = house.find(table.trim_start_matches("/t/")).await.unwrap();
    let sitting = live.lock().await.unwrap();
    let view = sitting.table.as_ref().unwrap().view(None);
    let all = view["players"][seat]["unplaced"].as_array().unwrap();
    all.iter().filter(|name| *name == card).count()
}

#[tokio::test]
async fn a_guest_sits_down_with_their_own_deck_and_keeps_it_for_the_next_game() {
    let shelf: SharedStore = Arc::new(Memory::new());
    let mut us =
        Company::waiting(Arc::clone(&shelf), "mighty-beanz", 2, "&hands=steady&deck=starter-barnyard").await;
    let page = us.people[1].get(&us.table).await;
    assert!(
        page.text.contains("name=\"deck\"") && page.text.contains("Sit down with a deck of your own"),
        "{page:?}"
    );
    let sit = format!("{}/sit", us.table);
    // Every mistake at once, and what was pasted is still there. Nobody sat down.
    let page = us.people[1].post(&sit, &format!("name=Guest1&list={BAD}")).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{page:?}");
    for words in [
        "Lyon Bean",
        "Lion Bean",
        "Clowning &lt;b&gt;",
        "9 cards",
        "40",
        "value=\"Guest1\"",
        "2 Lyon Bean\r\n4",
    ] {
        assert!(page.text.contains(words), "{words}: {}", page.text);
    }
    assert!(page.text.matches("<li>").count() >= 3, "{}", page.text);
    let page = us.people[1].post(&sit, "name=Guest1&deck=no-such-deck").await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{page:?}");
    assert!(us.people[1].get(&us.table).await.text.contains("nobody yet"));
    // A deck for Experts is none for this table.
    let page = us.people[1].post(&sit, "name=Guest1&deck=expert-swarm").await;
    assert!(page.status == StatusCode::UNPROCESSABLE_ENTITY && page.text.contains("60 cards"), "{page:?}");

    let page = us.people[1].post(&sit, &format!("name=Guest1&list={MINE}")).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{page:?}");
    // Before the game nobody is told what a deck holds.
    assert!(!us.people[0].get(&us.table).await.text.contains("Clown"));
    us.people[0].post(&format!("{}/start", us.table), "").await;
    let mut table = us.table.clone();
    for game in 0..2 {
        // Loot and hands aside, the list lies open: the first has a deck of the house, the second their own.
        assert_eq!(listed(&us.house, &table, 0, "clown-bean").await, 0, "game {game}");
        assert!(listed(&us.house, &table, 0, "sheepdog-bean").await > 0, "game {game}");
        let own = ["lion-bean", "clown-bean"];
        let mut sum = 0;
        for card in own {
            sum += listed(&us.house, &table, 1, card).await;
        }
        assert_eq!(sum, 40, "game {game}");
        // The same after the house was opened again.
        us.come_back(Arc::clone(&shelf));
        assert!(listed(&us.house, &table, 1, "clown-bean").await > 0, "game {game}");
        if game == 0 {
            let mut step = 0;
            while let Some((n, page)) = us.asked().await {
                step += 1;
                us.answer(n, &page, step * 7 + step / 5).await;
            }
            table = us.post(0, "rematch", "").await.to.unwrap();
        }
    }
}

#[tokio::test]
async fn a_link_brings_a_deck_and_a_freed_seat_forgets_it() {
    let shelf: SharedStore = Arc::new(Memory::new());
    let mut us = Company::waiting(Arc::clone(&shelf), "mighty-beanz", 2, "").await;
    let link = format!("{}?deck={MINE}", us.table);
    let to = us.people[1].get(&link).await.to.unwrap();
    assert_eq!(to, format!("{}/deck?deck={MINE}", us.table));
    let page = us.people[1].get(&to).await;
    assert!(page.text.contains("20x CLOWN BEAN") && page.text.contains("/sit\""), "{page:?}");
    let page = us.people[1].get(&format!("{}/deck?deck=starter-circus", us.table)).await;
    assert!(page.text.contains("value=\"starter-circus\" selected"), "{page:?}");
    us.people[1].post(&format!("{}/sit", us.table), &format!("name=Guest1&list={MINE}")).await;
    // Whoever has a seat is at the table.
    assert_eq!(us.people[1].get(&link).await.status, StatusCode::OK);
    assert_eq!(us.people[1].get(&to).await.to, Some(us.table.clone()));
    let doc = |row: &str| serde_json::from_str::<Value>(row).unwrap()["decks"].to_string();
    let id = us.table.trim_start_matches("/t/").to_owned();
    assert!(doc(&shelf.table(&id).await.unwrap().unwrap().row.doc).contains("20 Clown Bean"));
    us.post(0, "chair", "seat=1&bot=").await;
    assert!(!doc(&shelf.table(&id).await.unwrap().unwrap().row.doc).contains("Clown"));
}

#[tokio::test]
async fn a_host_can_ask_for_decks_of_the_house() {
    let mut us = Company::waiting(Arc::new(Memory::new()), "mighty-beanz", 2, "&house_decks=yes").await;
    let page = us.people[1].get(&us.table).await;
    assert!(page.text.contains("house decks only") && !page.text.contains("a deck of your own"), "{page:?}");
    let sit = format!("{}/sit", us.table);
    let page = us.people[1].post(&sit, &format!("name=Guest1&list={MINE}")).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{page:?}");
    assert!(
        page.text.contains("everybody plays a deck of the house") && page.text.contains("20x CLOWN BEAN"),
        "{page:?}"
    );
    let page = us.people[1].post(&sit, "name=Guest1&deck=starter-circus").await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{page:?}");
    us.people[0].post(&format!("{}/start", us.table), "").await;
    assert!(listed(&us.house, &us.table, 1, "lion-bean").await > 0);
    // The host is no exception, and loses nothing of what was filled in.
    let form = format!("game=mighty-beanz&seats=2&level=rookie&with=bots&house_decks=yes&list={MINE}");
    let page = us.people[0].post("/open", &form).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{page:?}");
    assert!(
        page.text.contains("name=\"level\" value=\"rookie\"") && page.text.contains("20x CLOWN BEAN"),
        "{page:?}"
    );
}

#[tokio::test]
async fn whoever_plays_against_bots_brings_a_deck_and_a_game_without_decks_asks_for_none() {
    let house = house();
    let mut me = Browser::new(&house);
    let front = me.get("/").await;
    let with_decks = ROOMS.iter().filter(|room| !room.decks().is_empty()).count();
    assert!(with_decks < ROOMS.len());
    assert_eq!(front.text.matches("name=\"list\"").count(), with_decks);
    let form = format!("game=mighty-beanz&seats=2&level=agent&with=bots&list={MINE}");
    let page = me.post("/open", &form).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{page:?}");
    let page = me.get(&page.to.unwrap()).await;
    assert!(page.text.contains("Lion Bean") || page.text.contains("Clown Bean"), "{page:?}");
    let page = me.post("/open", "game=mister-spy&seats=2&level=agent&with=friends&list=1+Lion+Bean").await;
    let table = page.to.unwrap();
    assert!(!Browser::new(&house).get(&table).await.text.contains("name=\"deck\""));
    let away = Browser::new(&house).get(&format!("{table}/deck")).await;
    assert_eq!(away.to, Some(table));
}
