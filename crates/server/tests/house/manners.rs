//! Whole games, and who may do what.

use std::collections::BTreeSet;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use server::rooms::ROOMS;
use table::Rules;
use tower::ServiceExt as _;

use crate::browser::{Browser, house};

/// Plays on until the game is over, always by the plain form; how many choices that took.
pub(crate) async fn play_on(people: &mut [&mut Browser], table: &str) -> u32 {
    let mut choices = 0;
    for round in 0..20_000 {
        let mut asked = false;
        for person in people.iter_mut() {
            let page = person.get(table).await;
            assert_eq!(page.status, StatusCode::OK);
            if page.is_over() {
                return choices;
            }
            let answers = page.answers();
            if answers > 0 {
                asked = true;
                choices += 1;
                let pick = round % answers;
                let done =
                    person.post(&format!("{table}/act"), &format!("ply={}&pick={pick}", page.ply())).await;
                assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
            }
        }
        if !asked {
            tokio::task::yield_now().await;
        }
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn a_game_against_bots_takes_one_click_and_then_choices() {
    for game in ["mister-spy", "renamed-spy"] {
        let house = house();
        let mut me = Browser::new(&house);
        assert!(me.get("/").await.text.contains("Play now against bots"));
        let table = me.open(game, 3, "bots").await;
        assert!(play_on(&mut [&mut me], &table).await > 3);
        let page = me.get(&table).await;
        assert!(page.text.contains("Play again"));
        // A rematch is another table with the same people, and the same one for whoever asks again.
        let next = me.post(&format!("{table}/rematch"), "").await.to.unwrap();
        assert_ne!(next, table);
        assert_eq!(me.post(&format!("{table}/rematch"), "").await.to.unwrap(), next);
        play_on(&mut [&mut me], &next).await;
    }
}

/// "What can't I do, and why?" says it in words, each rule once, with the link to the whole of it.
#[tokio::test]
async fn what_cannot_be_done_comes_with_its_reason() {
    for room in ROOMS {
        let game = room.info().id;
        let rules = Rules::parse(room.info().rules).unwrap();
        let mut me = Browser::new(&house());
        let table = me.open(game, 2, "bots").await;
        let mut reasons = BTreeSet::new();
        let mut greyed = 0;
        for round in 0..2000 {
            let page = me.get(&table).await;
            if page.is_over() || reasons.len() > 2 {
                break;
            }
            if !page.text.contains("data-why=") {
                tokio::task::yield_now().await;
                continue;
            }
            let why = me.get(&format!("{table}/why")).await.text;
            let Some((_, list)) = why.split_once("class=\"whynot\"") else { panic!("{why}") };
            let lines = list.split_once("</ul>").unwrap().0.split("<li>").skip(1);
            let mut here = BTreeSet::new();
            for line in lines {
                let (acts, reason) = line.split_once(": <span class=\"reason\">").unwrap();
                assert!(acts.starts_with("<span class=\"acts\">") && acts.len() > 25, "{line}");
                // What is in the hand and cannot be used says so on the card itself.
                for spot in
                    acts.split("data-spots=\"hand-").skip(1).filter_map(|rest| rest.split(['"', ' ']).next())
                {
                    // One may think of a card that lies in one's Lair as well; there it cannot be greyed.
                    let there = page.text.split_once(&format!("id=\"on-hand-{spot}\""));
                    let Some((_, card)) = there else { continue };
                    let large = card.split_once("class=\"close\"").unwrap().0;
                    greyed += usize::from(large.contains(": not now. "));
                }
                let (words, link) = reason.split_once(" <a class=\"rule\" ").unwrap();
                let rule = link.split_once('#').unwrap().1.split_once('"').unwrap().0;
                let gist = rules.get(rule.parse().unwrap()).unwrap().gist();
                assert_eq!(words, maud::Render::render(&gist).0);
                assert!(link.starts_with(&format!("href=\"/rules/{game}#{rule}\"")), "{link}");
                assert!(here.insert(rule.to_owned()), "rule {rule} stands there twice");
            }
            reasons.append(&mut here);
            let answers = page.answers().max(page.text.matches(" data-n=").count());
            let pick = round % answers;
            me.post(&format!("{table}/act"), &format!("ply={}&pick={pick}", page.ply())).await;
        }
        // A table that is only text has no cards to be greyed.
        let greys = greyed > 0 || room.cards().is_empty();
        assert!(reasons.len() > 2 && greys, "{game}: {reasons:?} {greyed}");
    }
}

#[tokio::test]
async fn friends_come_by_a_link() {
    let house = house();
    let (mut ann, mut bo) = (Browser::new(&house), Browser::new(&house));
    let table = ann.open("renamed-spy", 2, "friends").await;
    ann.post("/name", "name=Ann").await;
    let lobby = ann.get(&table).await.text;
    assert!(lobby.contains("Start the game") && lobby.contains(">Ann<"), "{lobby}");
    let page = bo.get(&table).await;
    assert!(page.text.contains("Sit down") && !page.text.contains("Start the game"));
    // Only the host starts, and nobody plays before.
    bo.post(&format!("{table}/sit"), "name=Bo+%3Cb%3E").await;
    assert_eq!(bo.post(&format!("{table}/start"), "").await.status, StatusCode::FORBIDDEN);
    assert_eq!(ann.post(&format!("{table}/start"), "").await.status, StatusCode::SEE_OTHER);
    let page = bo.get(&table).await;
    assert!(page.text.contains("Bo &lt;b&gt;") && !page.text.contains("<b>Bo"), "names are escaped");
    play_on(&mut [&mut ann, &mut bo], &table).await;
    // Nobody takes back what others have seen.
    assert_eq!(ann.post(&format!("{table}/back"), "").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_table_for_anyone_is_listed_and_one_for_friends_is_not() {
    let house = house();
    let (mut ann, mut bo) = (Browser::new(&house), Browser::new(&house));
    let friends = ann.open("mister-spy", 3, "friends").await;
    let anyone = ann.open("mister-spy", 3, "strangers").await;
    let page = bo.get("/").await;
    assert!(page.text.contains(&anyone) && !page.text.contains(&friends));
    // Whoever sits down finds it again.
    assert_eq!(bo.post(&format!("{anyone}/sit"), "name=Bo").await.status, StatusCode::SEE_OTHER);
    assert!(bo.get("/").await.text.contains("Your tables"));
    // The host may put bots into seats and free them again, until the game begins.
    assert_eq!(bo.post(&format!("{anyone}/chair"), "seat=2&bot=agent").await.status, StatusCode::FORBIDDEN);
    assert_eq!(
        ann.post(&format!("{anyone}/chair"), "seat=2&bot=genius").await.status,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        ann.post(&format!("{anyone}/chair"), "seat=9&bot=agent").await.status,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(ann.post(&format!("{anyone}/chair"), "seat=2&bot=agent").await.status, StatusCode::SEE_OTHER);
    assert!(ann.get(&anyone).await.text.contains("Free this seat"));
    assert_eq!(ann.post(&format!("{anyone}/start"), "").await.status, StatusCode::SEE_OTHER);
    assert_eq!(
        ann.post(&format!("{anyone}/chair"), "seat=2&bot=").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    play_on(&mut [&mut ann, &mut bo], &anyone).await;
}

#[tokio::test]
async fn what_is_said_is_heard_escaped_and_bounded() {
    let house = house();
    let (mut ann, mut stranger) = (Browser::new(&house), Browser::new(&house));
    let table = ann.open("mister-spy", 2, "bots").await;
    let long = "x".repeat(2000);
    ann.post(&format!("{table}/say"), &format!("text=%3Cscript%3Ealert(1)%3C/script%3E+{long}")).await;
    let page = ann.get(&table).await;
    assert!(page.text.contains("&lt;script&gt;") && !page.text.contains("<script>alert"));
    assert!(!page.text.contains(&"x".repeat(300)));
    // Who does not sit there does not talk.
    stranger.open("mister-spy", 2, "bots").await;
    assert_eq!(stranger.post(&format!("{table}/say"), "text=hello").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_choice_is_taken_back_at_a_table_of_bots() {
    let house = house();
    let mut me = Browser::new(&house);
    let (table, before) = me.sits_before("renamed-spy", 2, 2).await;
    me.post(&format!("{table}/act"), &format!("ply={}&pick=1", before.ply())).await;
    me.post(&format!("{table}/back"), "").await;
    let after = me.get(&table).await;
    assert_eq!(after.ply(), before.ply());
    assert!(after.text.contains("practice"));
}

#[tokio::test]
async fn strangers_and_nonsense_get_a_clear_answer_and_play_goes_on() {
    let house = house();
    let (mut me, mut other) = (Browser::new(&house), Browser::new(&house));
    let table = me.open("mister-spy", 2, "bots").await;
    other.open("mister-spy", 2, "bots").await;
    let page = me.asked(&table, 1).await;
    let (act, ply) = (format!("{table}/act"), page.ply());
    // Another guest's cookie, no cookie, a forged one.
    let stranger = other.post(&act, &format!("ply={ply}&pick=0")).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
    assert_eq!(
        Browser::new(&house).post(&act, &format!("ply={ply}&pick=0")).await.status,
        StatusCode::FORBIDDEN
    );
    let mut forged = Browser::new(&house);
    forged.cookie = Some(format!("guest={}", "0".repeat(64)));
    assert_eq!(forged.post(&act, &format!("ply={ply}&pick=0")).await.status, StatusCode::FORBIDDEN);
    // Stale and impossible answers.
    for (form, status) in [
        (format!("ply={}&pick=0", ply + 1), StatusCode::CONFLICT),
        (format!("ply={ply}&pick=999"), StatusCode::UNPROCESSABLE_ENTITY),
        (format!("ply={ply}"), StatusCode::BAD_REQUEST),
        ("ply=x&pick=y".into(), StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(me.post(&act, &form).await.status, status, "{form}");
    }
    // Tables that are not there, games that are not there.
    for path in [
        "/t/aaaaaaaaaaaaaaaaaaaa",
        "/t/short",
        "/t/%00%ff",
        "/rules/chess",
        "/art/mister-spy/../x.svg",
        "/nowhere",
    ] {
        let page = me.get(path).await;
        assert!(
            page.status == StatusCode::NOT_FOUND || page.status == StatusCode::BAD_REQUEST,
            "{path}: {page:?}"
        );
    }
    // A form from another site, and one without a word about where it comes from.
    let foreign = Request::post(&act).header(header::ORIGIN, "http://elsewhere.test");
    assert_eq!(me.send(foreign, format!("ply={ply}&pick=0")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(me.send(Request::post(&act), format!("ply={ply}&pick=0")).await.status, StatusCode::FORBIDDEN);
    // Ten megabytes, and bytes that are no text.
    let huge = format!("ply={ply}&pick=0&x={}", "y".repeat(10 << 20));
    assert_eq!(me.post(&act, &huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    let noise = Request::post(&act)
        .header(header::ORIGIN, "http://house.test")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let noisy = me.send(noise, Body::from(vec![0xff, 0xfe, 0x00, b'=', 0x80])).await;
    assert!(noisy.status.is_client_error(), "{noisy:?}");
    // And the game is where it was.
    let now = me.get(&table).await;
    assert_eq!((now.ply(), now.answers()), (ply, page.answers()));
    assert_eq!(me.post(&act, &format!("ply={ply}&pick=0")).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_page_that_has_the_log_is_sent_only_what_is_new() {
    let house = house();
    let (mut ann, mut bo) = (Browser::new(&house), Browser::new(&house));
    let table = ann.open("mister-spy", 2, "friends").await;
    bo.post(&format!("{table}/sit"), "name=Bo").await;
    ann.post(&format!("{table}/start"), "").await;
    for _ in 0..6 {
        for person in [&mut ann, &mut bo] {
            let page = person.get(&table).await;
            if page.answers() > 0 {
                person.post(&format!("{table}/act"), &format!("ply={}&pick=0", page.ply())).await;
            }
        }
    }
    let part = format!("{table}/part");
    let whole = ann.get(&part).await.text;
    let lines = |text: &str| text.split("<li data-at=\"").skip(1).map(str::to_owned).collect::<Vec<_>>();
    let all = lines(&whole);
    let version = whole.split("data-version=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    assert!(all.len() > 4 && !whole.contains("data-from"), "{whole}");
    for has in 0..=all.len() + 1 {
        let ask = |version: u64| {
            Request::get(&part).header("x-part", "1").header("x-log", format!("{has} {version}"))
        };
        let sent = ann.send(ask(version), Body::empty()).await.text;
        // Whoever has none of it, or more than there is, gets all of it.
        let joins = (1..=all.len()).contains(&has);
        assert_eq!(sent.contains(&format!("data-from=\"{has}\"")), joins, "{sent}");
        assert_eq!(lines(&sent), all[if joins { has } else { 0 }..]);
        // So does whoever looked last before the house was opened, or before something was taken back.
        assert_eq!(lines(&ann.send(ask(1), Body::empty()).await.text), all);
    }
    let odd = Request::get(&part).header("x-log", "-3 lines");
    assert_eq!(ann.send(odd, Body::empty()).await.text, whole);
}

/// Pages, parts and files come squeezed to whoever can read them so; a bell and what is short do not.
#[tokio::test]
async fn answers_are_squeezed_for_whoever_can_read_them_so() {
    let house = house();
    let mut ann = Browser::new(&house);
    let table = ann.open("mister-spy", 2, "bots").await;
    let page = ann.get(&table).await.text;
    let style = page.split('"').find(|word| word.ends_with("/table.css")).unwrap().to_owned();
    let asked = |path: &str, wish: Option<&str>| {
        let mut request = Request::get(path).header(header::HOST, "house.test");
        request = request.header(header::COOKIE, ann.cookie.clone().unwrap());
        if let Some(wish) = wish {
            request = request.header(header::ACCEPT_ENCODING, wish);
        }
        house.clone().oneshot(request.body(Body::empty()).unwrap())
    };
    let both = Some("gzip, deflate, br");
    for (path, wish, way) in [
        ("/cards/mighty-beanz".to_owned(), both, Some("br")),
        (table.clone(), Some("br"), Some("br")),
        (table.clone(), Some("gzip"), Some("gzip")),
        (table.clone(), None, None),
        (format!("{table}/part"), Some("gzip"), Some("gzip")),
        (style.clone(), both, Some("br")),
        (style.clone(), Some("gzip"), Some("gzip")),
        (format!("{table}/live"), both, None),
        ("/healthz".to_owned(), both, None),
    ] {
        let answer = asked(&path, wish).await.unwrap();
        let head = |name| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(head(header::CONTENT_ENCODING).as_deref(), way, "{path} {wish:?}");
        let live = path.ends_with("/live");
        assert_eq!(head(header::VARY).is_some(), !live, "{path}");
        if way.is_some() {
            let small = to_bytes(answer.into_body(), 1 << 20).await.unwrap().len();
            let whole = to_bytes(asked(&path, None).await.unwrap().into_body(), 1 << 20).await.unwrap().len();
            assert!(small * 3 < whole, "{path}: {small} of {whole} bytes");
        }
    }
}

/// Whatever a page loads has an address that changes with it, and can be kept for good; the page itself is asked for each time.
#[tokio::test]
async fn what_a_page_loads_can_be_kept_for_good_and_the_page_cannot() {
    let house = house();
    let mut ann = Browser::new(&house);
    let cookie = |ann: &Browser| ann.cookie.clone().unwrap_or_default();
    let kept = async |path: &str, cookie: String| {
        let request = Request::get(path).header(header::HOST, "house.test").header(header::COOKIE, cookie);
        let answer = house.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let keep = answer.headers().get(header::CACHE_CONTROL).map(|it| it.to_str().unwrap().to_owned());
        let text = to_bytes(answer.into_body(), 4 << 20).await.unwrap();
        (keep.unwrap_or_default(), String::from_utf8_lossy(&text).into_owned())
    };
    let good = "public, max-age=31536000, immutable";
    let mut files = BTreeSet::new();
    for game in ROOMS.iter().map(|room| room.info().id) {
        let table = ann.open(game, 2, "bots").await;
        for path in [
            "/".to_owned(),
            table.clone(),
            format!("{table}/part"),
            format!("/rules/{game}"),
            format!("/cards/{game}"),
        ] {
            let (keep, page) = kept(&path, cookie(&ann)).await;
            assert!(!keep.contains("immutable") && !keep.contains("max-age=3"), "{path}: {keep}");
            let loaded = page
                .split(['"', ' '])
                .filter(|word| word.starts_with("/assets/") || word.starts_with("/art/"));
            files.extend(loaded.map(str::to_owned));
        }
    }
    let mut hashed = 0;
    for file in &files {
        // The board says where its pictures are; they are looked at one by one.
        if !file.ends_with(".svg") && !file.ends_with(".js") && !file.ends_with(".css") {
            continue;
        }
        let edition = file.split('/').nth(2).unwrap();
        assert!(edition.len() >= 8 && edition.bytes().all(|b| b.is_ascii_hexdigit()), "{file}");
        assert_eq!(kept(file, String::new()).await.0, good, "{file}");
        // Under the address of another edition it would not be the same for good.
        let other = file.replace(edition, &"0".repeat(edition.len()));
        assert!(!kept(&other, String::new()).await.0.contains("immutable"), "{other}");
        hashed += 1;
    }
    // Scripts load each other by names beside them, so they have the same address.
    let entry = files.iter().find(|file| file.ends_with("/house.js")).unwrap();
    let (_, script) = kept(entry, String::new()).await;
    for name in script.split('"').filter(|word| word.starts_with("./") && word.ends_with(".js")) {
        let beside = entry.replace("house.js", &name[2..]);
        assert_eq!(kept(&beside, String::new()).await.0, good, "{beside}");
    }
    assert!(hashed > 100, "{hashed} files");
}

/// How fast bots play is a wish of whoever is alone with them, and a page says it with whatever it sends.
#[tokio::test]
async fn bots_play_as_fast_as_whoever_is_alone_with_them_likes() {
    let pause = std::time::Duration::from_millis(200);
    let pace = server::house::Pace { least: pause, more: std::time::Duration::ZERO };
    let house = server::house::House::new(std::sync::Arc::new(server::store::Memory::new()), pace);
    let mut ann = Browser::new(&server::door::routes(std::sync::Arc::clone(&house)));
    let mut took = Vec::new();
    for wish in ["quick", "slow", ""] {
        let table = ann.open("mister-spy", 2, "bots").await;
        let live = house.find(table.trim_start_matches("/t/")).await.unwrap();
        let mut bell = live.listen();
        // The first pause may have begun before the house knew of the wish.
        let mut waits = 0;
        took.push(loop {
            let page = ann.get(&table).await;
            assert!(!page.is_over(), "no bot ever answers");
            if page.answers() == 0 {
                bell.changed().await.unwrap();
                continue;
            }
            let mut request = Request::post(format!("{table}/act"))
                .header(header::ORIGIN, "http://house.test")
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .header("x-part", "1");
            if !wish.is_empty() {
                request = request.header("x-pace", wish);
            }
            let form = format!("ply={}&pick=0", page.ply());
            let part = ann.send(request, form).await;
            bell.mark_unchanged();
            let began = std::time::Instant::now();
            if part.answers() == 0 {
                bell.changed().await.unwrap();
                waits += 1;
                if waits > 1 {
                    break began.elapsed();
                }
            }
        });
    }
    let [quick, slow, usual] = took[..] else { unreachable!() };
    assert!(
        quick < usual && usual >= pause.mul_f32(0.9) && slow >= pause.mul_f32(2.4),
        "{quick:?} {usual:?} {slow:?}"
    );
}
