//! The way in: who hears a bell, what people are called, and cookies where browsers speak HTTPS.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use server::door::routes;
use server::house::{House, Pace};
use server::proxy::Visitor;
use server::store::Memory;
use tower::ServiceExt as _;

use crate::browser::{Browser, house};

#[tokio::test]
async fn only_a_guest_hears_a_bell_and_the_page_of_anybody_else_knows_it() {
    let house = house();
    let (mut ann, mut stranger) = (Browser::new(&house), Browser::new(&house));
    let table = ann.open("mister-spy", 2, "friends").await;
    let refused = stranger.get(&format!("{table}/live")).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.text.contains("Only guests can follow a table live"), "{}", refused.text);
    // They watch all the same: the script looks now and then, and a page without one looks by itself.
    let page = stranger.get(&table).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("data-unheard") && page.text.contains("http-equiv=\"refresh\""));
    assert!(stranger.cookie.is_none(), "looking makes nobody a guest");
    assert_eq!(stranger.get(&format!("{table}/part")).await.status, StatusCode::OK);
    assert!(!ann.get(&table).await.text.contains("data-unheard"));
    // Whoever sits down is a guest.
    stranger.post(&format!("{table}/sit"), "name=Bo").await;
    use tokio_stream::StreamExt as _;
    let mut stream = stranger.listen(&format!("{table}/live")).await.into_data_stream();
    assert!(stream.next().await.unwrap().unwrap().starts_with(b"retry: ") || stream.next().await.is_some());
}

#[tokio::test]
async fn nobody_sits_down_under_a_name_that_looks_like_anothers() {
    let house = house();
    let (mut ann, mut bo) = (Browser::new(&house), Browser::new(&house));
    ann.post("/name", "name=Anna").await;
    let table = ann.open("mister-spy", 3, "friends").await;
    let sit = format!("{table}/sit");
    // Another case, a Cyrillic letter, an accent, something invisible, spaces.
    for name in ["anna", "%D0%90nna", "%C3%84nna", "An%E2%80%8Bna", "A+n+n+a"] {
        let done = bo.post(&sit, &format!("name={name}")).await;
        assert_eq!(done.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {}", done.text);
        assert!(done.text.contains("looks like"), "{}", done.text);
    }
    // Nor like a bot, the house, or the reader.
    for name in ["Doctor+Halibut", "YOU", "nobody+yet"] {
        let done = bo.post(&sit, &format!("name={name}")).await;
        assert_eq!(done.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {}", done.text);
    }
    assert!(!ann.get(&table).await.text.contains("An\u{200b}na"));
    assert_eq!(bo.post(&sit, "name=Bo").await.status, StatusCode::SEE_OTHER);
    // And not by another way round: whoever waits at the table cannot take the name later.
    let renamed = bo.post("/name", "name=%D0%90nna").await;
    assert_eq!(renamed.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", renamed.text);
    assert!(ann.get(&table).await.text.contains(">Bo<"));
    // Both can be called so elsewhere, and everybody can keep their own name.
    assert_eq!(ann.post("/name", "name=ANNA").await.status, StatusCode::SEE_OTHER);
    let elsewhere = bo.open("mister-spy", 2, "bots").await;
    assert_eq!(bo.get(&elsewhere).await.status, StatusCode::OK);
}

#[tokio::test]
async fn in_a_game_people_talk_under_the_names_of_their_seats() {
    let house = house();
    let (mut ann, mut bo) = (Browser::new(&house), Browser::new(&house));
    ann.post("/name", "name=Anna").await;
    let table = ann.open("mister-spy", 2, "friends").await;
    bo.post(&format!("{table}/sit"), "name=Bo").await;
    ann.post(&format!("{table}/start"), "").await;
    // A game that has begun keeps its names, so a new one is fine; but not for talking at this table.
    assert_eq!(bo.post("/name", "name=Anna").await.status, StatusCode::SEE_OTHER);
    bo.post(&format!("{table}/say"), "text=It+is+me").await;
    let page = ann.get(&table).await.text;
    let said = page.split("id=\"said\"").nth(1).unwrap().split("It is me").next().unwrap();
    assert!(said.contains("Bo") && !said.contains("Anna"), "{said}");
}

/// One request of a visitor who may have come by HTTPS; the status, the cookies that were set, and HSTS.
async fn ask(
    house: &Router,
    https: bool,
    cookie: &str,
    path: &str,
    form: Option<&str>,
) -> (StatusCode, Vec<String>, bool) {
    let scheme = if https { "https" } else { "http" };
    let request = if form.is_some() { Request::post(path) } else { Request::get(path) };
    let request = request
        .header(header::HOST, "house.test")
        .header(header::ORIGIN, format!("{scheme}://house.test"))
        .header(header::COOKIE, cookie)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .extension(Visitor { address: [192, 0, 2, 1].into(), https });
    let body = Body::from(form.unwrap_or_default().to_owned());
    let answer = house.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    let cookies = answer.headers().get_all(header::SET_COOKIE).iter();
    let cookies = cookies.map(|v| v.to_str().unwrap().to_owned()).collect();
    let strict = answer.headers().contains_key(header::STRICT_TRANSPORT_SECURITY);
    let status = answer.status();
    to_bytes(answer.into_body(), 4 << 20).await.unwrap();
    (status, cookies, strict)
}

#[tokio::test]
async fn where_browsers_speak_https_the_cookie_never_leaves_it() {
    let house = house();
    let (status, cookies, strict) = ask(&house, false, "", "/name", Some("name=Ann")).await;
    assert!(status == StatusCode::SEE_OTHER && !strict, "{status}");
    assert!(cookies[0].starts_with("guest=") && !cookies[0].contains("Secure"), "{cookies:?}");
    let old = cookies[0].split(';').next().unwrap().to_owned();
    // A new guest on HTTPS.
    let (status, cookies, strict) = ask(&house, true, "", "/name", Some("name=Bo")).await;
    assert!(status == StatusCode::SEE_OTHER && strict, "{status}");
    assert!(cookies[0].starts_with("__Host-guest=") && cookies[0].contains("; Secure"), "{cookies:?}");
    let new = cookies[0].split(';').next().unwrap().to_owned();
    assert!(ask(&house, true, &new, "/", None).await.1.is_empty(), "once is enough");
    // An old one who comes over.
    let (_, cookies, _) = ask(&house, true, &old, "/", None).await;
    assert!(cookies[0].starts_with(&old.replace("guest=", "__Host-guest=")), "{cookies:?}");
    assert!(cookies[1].starts_with("guest=;") && cookies[1].contains("Max-Age=0"), "{cookies:?}");
    assert!(ask(&house, false, &old, "/", None).await.1.is_empty());
    // Whoever is nobody stays nobody, and what others may keep has no cookie in it.
    assert!(ask(&house, true, &format!("guest={}", "0".repeat(64)), "/", None).await.1.is_empty());
    assert!(ask(&house, true, &old, "/art/mark.svg", None).await.1.is_empty());
    // A page of plain HTTP cannot send forms here.
    let plain = Request::post("/name")
        .header(header::HOST, "house.test")
        .header(header::ORIGIN, "http://house.test")
        .header(header::COOKIE, &new)
        .extension(Visitor { address: [192, 0, 2, 1].into(), https: true });
    let answer = house.clone().oneshot(plain.body(Body::from("name=Eve")).unwrap()).await.unwrap();
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_figures_are_not_among_the_pages() {
    let house = house();
    assert_eq!(Browser::new(&house).get("/metrics").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn bots_think_on_the_account_of_the_address_that_somebody_came_from() {
    let house = House::new(Arc::new(Memory::new()), Pace::NONE);
    let routes = routes(Arc::clone(&house));
    let form = "game=mister-spy&seats=2&level=agent&with=bots";
    let (_, cookies, _) = ask(&routes, false, "", "/open", Some(form)).await;
    let cookie = cookies[0].split(';').next().unwrap();
    let headers = HeaderMap::from_iter([(header::COOKIE, cookie.parse().unwrap())]);
    let guest = house.guests.who(&headers).await.unwrap().unwrap();
    assert_eq!(house.thinkers.payer(guest.id).address, Some([192, 0, 2, 1].into()), "from the first form on");
    // Somebody who goes elsewhere is there as soon as they look at a table.
    let elsewhere = Request::get("/t/aaaaaaaaaaaaaaaaaaaa")
        .header(header::HOST, "house.test")
        .header(header::COOKIE, cookie)
        .extension(Visitor { address: [192, 0, 2, 9].into(), https: false });
    routes.clone().oneshot(elsewhere.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(house.thinkers.payer(guest.id).address, Some([192, 0, 2, 9].into()));
}
