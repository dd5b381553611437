//! What nobody else is told nobody else can tell: not from a bell, a page, the order of a list, or a figure.
//!
//! In a program of its own, because figures are counted for a whole program.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

#[expect(dead_code, reason = "the other tests of the house use the rest of it")]
#[path = "house/browser.rs"]
mod browser;

use std::sync::Arc;

use axum::http::StatusCode;
use browser::{Browser, Company};
use server::door::routes;
use server::figures;
use server::store::Memory;

/// Everything that somebody else could look at.
async fn outside(us: &mut Company, stranger: &mut Browser) -> Vec<String> {
    let mut pages = Vec::new();
    for n in 1..us.people.len() {
        pages.push(us.page(n).await.text);
    }
    for path in [&us.table, "/"] {
        pages.push(stranger.get(path).await.text);
    }
    pages
}

/// The figures, but for those of the pages that the test itself looks at.
async fn counted(us: &Company) -> String {
    let page = figures::page(&us.house).await.unwrap();
    let looks = ["route=\"/\"", "route=\"/t/{id}\""];
    let mut lines: Vec<&str> =
        page.lines().filter(|line| !looks.iter().any(|look| line.contains(look))).collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[tokio::test]
async fn what_is_done_unseen_rings_no_bell_and_moves_no_figure() {
    figures::begin();
    // Strangers see it in a list. It must not come up there because of what nobody sees.
    let mut us = Company::at(Arc::new(Memory::new()), "mister-spy", 3, "&with=strangers&hints=yes").await;
    let live = us.house.find(us.table.trim_start_matches("/t/")).await.unwrap();
    us.post(1, "say", "text=blah").await;
    us.post(0, "say", "text=hello").await;
    let mut stranger = Browser::new(&routes(Arc::clone(&us.house)));
    let later = stranger.open("renamed-spy", 2, "strangers").await;
    let mut other = Browser::new(&routes(Arc::clone(&us.house)));
    other.post(&format!("{later}/sit"), "name=Other").await;
    stranger.post(&format!("{later}/start"), "").await;
    let (asked, page) = us.asked().await.unwrap();
    let hint = format!("ply={}", page.ply());
    let mut bell = live.listen();
    bell.mark_unchanged();
    outside(&mut us, &mut stranger).await;
    let (before, figures) = (outside(&mut us, &mut stranger).await, counted(&us).await);
    let unseen = [
        (0, "order", "order=no-foil", true),
        (0, "ask", "order=no-foil", true),
        (0, "order", "order=no-such-order", false),
        (0, "mute", "line=0", true),
        (0, "mute", "line=0", true),
        (0, "mute", "line=77", false),
        (asked, "hint", hint.as_str(), true),
        ((asked + 1) % 3, "hint", hint.as_str(), false),
    ];
    for (n, what, form, done) in unseen {
        let answer = us.post(n, what, form).await;
        assert_eq!(answer.status == StatusCode::SEE_OTHER, done, "{what} {form}: {answer:?}");
        assert!(!bell.has_changed().unwrap(), "{what} {form}: a bell rang");
        // Whoever asked for a hint sees it on their own page, which is one of those looked at.
        if n == 0 && (what != "hint" || n == asked) {
            assert_eq!(outside(&mut us, &mut stranger).await, before, "{what} {form}");
        }
        assert_eq!(counted(&us).await, figures, "{what} {form}");
    }
    // The bell does ring, and figures do move, for what everybody sees.
    us.post(0, "say", "text=here").await;
    assert!(bell.has_changed().unwrap());
    assert_ne!(counted(&us).await, figures);
}
