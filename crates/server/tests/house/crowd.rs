//! What one guest, or one address, can do to everybody else: not much.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use bots::{Level, Mind};
use server::house::{House, MOST_UNFINISHED, Pace, Wish};
use server::manners::MOST_LINES;
use server::store::{Guest, Memory};
use table::Status;

use crate::browser::{Browser, Company, house};

fn wish() -> Wish {
    Wish {
        game: "renamed-spy".into(),
        seats: 2,
        bots: Some(Level::Mastermind(Mind::TABLE)),
        listed: false,
        options: serde_json::json!({}),
        clock: None,
        races: server::races::Races::Usual,
        deck: String::new(),
        house_decks: false,
        hints: false,
    }
}

async fn guest(house: &House, number: u8, address: [u8; 4]) -> Guest {
    let guest = house.shelf.admit([number; 32], "Guest", 0).await.unwrap();
    house.thinkers.came_from(guest.id, IpAddr::from(address));
    guest
}

/// Answers whatever the guest is asked, until a bot is asked; what they are asked then, or `None` if they still are.
async fn answer(house: &Arc<House>, id: &str, guest: &Guest) -> Option<u32> {
    for _ in 0..50 {
        let live = house.find(id).await.unwrap();
        let (ply, mine) = {
            let sitting = live.lock().await.unwrap();
            let table = sitting.table.as_ref().unwrap();
            (table.ply(), table.status() == Status::Ask(table::Seat(0)))
        };
        if !mine {
            return Some(ply);
        }
        let _ = house.act(id, guest, ply, 0).await;
    }
    None
}

/// How long it takes until the guest is asked again, or the game is over.
async fn waited(house: &Arc<House>, id: &str) -> Duration {
    let began = Instant::now();
    loop {
        let live = house.find(id).await.unwrap();
        let status = live.lock().await.unwrap().table.as_ref().unwrap().status();
        if status == Status::Ask(table::Seat(0)) || status == Status::Over {
            return began.elapsed();
        }
        assert!(began.elapsed() < Duration::from_secs(60), "the bot of a stranger does not answer");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// One address opens as many tables of masterminds as it can and keeps all of them thinking; a stranger plays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_strangers_bot_answers_while_one_address_keeps_600_tables_thinking() {
    let house = House::new(Arc::new(Memory::new()), Pace::NONE);
    let mut tables = Vec::new();
    for number in 0..12 {
        let rude = guest(&house, number, [127, 0, 0, 9]).await;
        for _ in 0..MOST_UNFINISHED {
            tables.push((rude.clone(), house.open(&rude, wish()).await.unwrap()));
        }
        assert!(house.open(&rude, wish()).await.is_err(), "nobody has so many tables");
    }
    assert_eq!(tables.len(), 600);
    let attack = {
        let house = Arc::clone(&house);
        tokio::spawn(async move {
            for (rude, id) in tables.iter().cycle() {
                answer(&house, id, rude).await;
                tokio::task::yield_now().await;
            }
        })
    };
    tokio::time::sleep(Duration::from_millis(500)).await;
    let me = guest(&house, 200, [127, 0, 0, 10]).await;
    let mine = house.open(&me, wish()).await.unwrap();
    let mut waits = Vec::new();
    for _ in 0..7 {
        if answer(&house, &mine, &me).await.is_none() {
            break;
        }
        waits.push(waited(&house, &mine).await);
    }
    attack.abort();
    waits.sort();
    assert!(!waits.is_empty());
    // The house itself promises a second in line and a little more to think; this machine may be busy besides.
    let median = waits[waits.len() / 2];
    assert!(median < Duration::from_secs(3), "{waits:?}");
}

#[tokio::test]
async fn a_guest_with_too_many_tables_is_told_so_and_can_leave_one() {
    let house = house();
    let mut me = Browser::new(&house);
    let mut first = None;
    for _ in 0..MOST_UNFINISHED {
        let table = me.open("mister-spy", 2, "friends").await;
        first.get_or_insert(table);
    }
    let refused = me.post("/open", "game=mister-spy&seats=2&level=agent&with=bots").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("unfinished games. Finish or leave one"), "{}", refused.text);
    // Nor can they sit down elsewhere. Others can.
    let mut other = Browser::new(&house);
    let theirs = other.open("mister-spy", 2, "friends").await;
    let sit = format!("{theirs}/sit");
    assert_eq!(me.post(&sit, "name=Me").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    me.post(&format!("{}/leave", first.unwrap()), "").await;
    assert_eq!(me.post(&sit, "name=Me").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn whoever_talks_without_end_is_asked_to_wait() {
    let mut us = Company::at(Arc::new(Memory::new()), "mister-spy", 2, "").await;
    for n in 0..MOST_LINES {
        assert_eq!(us.post(0, "say", &format!("text=line+{n}")).await.status, StatusCode::SEE_OTHER);
    }
    let refused = us.post(0, "say", "text=more").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("Wait a moment"), "{}", refused.text);
    assert_eq!(us.post(1, "say", "text=me+too").await.status, StatusCode::SEE_OTHER);
}
