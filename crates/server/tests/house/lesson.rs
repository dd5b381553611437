//! A newcomer's first game, page by page.

use axum::http::StatusCode;
use server::rooms::ROOMS;

use crate::browser::{Browser, Page, house};

/// The games that can be learned so.
fn lessons() -> Vec<&'static str> {
    let taught: Vec<&str> =
        ROOMS.iter().filter(|room| room.lesson().is_some()).map(|room| room.info().id).collect();
    assert!(taught.len() > 2, "{taught:?}");
    taught
}

/// How many steps a page says there are.
fn steps(page: &Page) -> usize {
    let text = page.text.split("Step 1 of ").nth(1).unwrap();
    text.split('<').next().unwrap().parse().unwrap()
}

/// Goes to `path` by whatever the answer says, without its fragment.
fn to(page: &Page) -> String {
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    page.to.as_deref().unwrap().split('#').next().unwrap().to_owned()
}

#[tokio::test]
async fn every_step_leads_to_the_next_by_the_plain_form() {
    for game in lessons() {
        let mut me = Browser::new(&house());
        let mut path = to(&me.get(&format!("/lesson/{game}")).await);
        let steps = steps(&me.get(&path).await);
        assert!((10..=18).contains(&steps), "{game} has {steps}");
        for step in 1..=steps {
            assert_eq!(path, format!("/lesson/{game}/{step}"));
            let page = me.get(&path).await;
            assert_eq!(page.status, StatusCode::OK);
            assert!(page.text.contains(&format!("Step {step} of {steps}")));
            assert!(page.text.contains(&format!("action=\"{path}\"")), "the form answers this step");
            assert_eq!(page.text.contains("rel=\"prev\""), step > 1);
            // The way on is shown for whoever asks.
            assert!(page.text.contains(&format!("href=\"/lesson/{game}/{}\" rel=\"next\"", step + 1)));
            let mut on = Vec::new();
            // A number is chosen from a list.
            let answers = page.answers().max(page.text.matches(" data-n=").count());
            for pick in 0..answers {
                let next = to(&me.post(&path, &format!("pick={pick}")).await);
                if next == format!("{path}?instead={pick}") {
                    // Anything else stays here, with a kind word, and then the right choice is shown.
                    let page = me.get(&next).await;
                    assert_eq!(page.status, StatusCode::OK);
                    assert!(page.text.contains("that is allowed too"), "{}", page.text);
                    assert_eq!(page.text.matches("class=\"led\"").count(), 1, "{}", page.text);
                } else {
                    on.push(next);
                }
            }
            assert_eq!(on, [format!("/lesson/{game}/{}", step + 1)], "one choice leads on");
            path = on.remove(0);
        }
        let page = me.get(&path).await;
        assert!(page.text.contains("Well played") && page.text.contains("Play now against bots"));
        assert!(page.text.contains(&format!("href=\"/rules/{game}\"")));
        assert!(me.cookie.is_none(), "a lesson keeps nothing");
        // And from there to a real table, with every bot that is offered.
        let offered = page.text.split("name=\"level\"").nth(1).unwrap().split("</select>").next().unwrap();
        let levels: Vec<&str> =
            offered.split("value=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
        assert!(levels.len() > 1, "{offered}");
        for level in levels {
            let table = to(&me.post("/open", &format!("game={game}&seats=2&level={level}&with=bots")).await);
            assert_eq!(me.get(&table).await.status, StatusCode::OK);
        }
    }
}

#[tokio::test]
async fn a_question_points_at_nothing_before_an_answer_and_a_demonstration_does() {
    let mut me = Browser::new(&house());
    // The first step is shown, the first foil is for the learner to find.
    assert!(me.get("/lesson/mister-spy/1").await.text.contains("spot live led"));
    let foil = me.get("/lesson/mister-spy/5").await.text;
    assert!(foil.contains("Foil it with your Taunt A") && !foil.contains("led\""), "{foil}");
    assert!(me.get("/lesson/mister-spy/5?instead=0").await.text.contains("spot live led"));
}

#[tokio::test]
async fn nonsense_gets_a_clear_answer() {
    let mut me = Browser::new(&house());
    assert_eq!(me.get("/lesson/chess").await.status, StatusCode::NOT_FOUND);
    assert_eq!(me.get("/lesson/chess/1").await.status, StatusCode::NOT_FOUND);
    for step in ["0", "20", "999999999999999999999", "-1", "one", "1x"] {
        let page = me.get(&format!("/lesson/mister-spy/{step}")).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{step}");
        assert!(page.text.contains("This lesson has steps 1 to 17"), "{}", page.text);
        assert_eq!(
            me.post(&format!("/lesson/mister-spy/{step}"), "pick=0").await.status,
            StatusCode::BAD_REQUEST
        );
    }
    for form in ["pick=99", "pick=-1", "pick=x", "pick=", "", "other=1"] {
        let page = me.post("/lesson/mister-spy/1", form).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{form}");
        assert!(page.text.contains("not one of the choices"), "{}", page.text);
    }
    let page = me.post("/lesson/mister-spy/18", "pick=0").await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.text.contains("The lesson is over"), "{}", page.text);
    // What was never chosen is not spoken of.
    for instead in ["99", "x", "", "%3Cb%3E"] {
        let page = me.get(&format!("/lesson/mister-spy/1?instead={instead}")).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text.contains("that is allowed too"));
    }
}

#[tokio::test]
async fn newcomers_find_it() {
    let mut me = Browser::new(&house());
    let front = me.get("/").await.text;
    for room in ROOMS {
        let game = room.info().id;
        let link = format!("href=\"/lesson/{game}\"");
        assert_eq!(front.contains(&link), room.lesson().is_some());
        assert_eq!(me.get(&format!("/rules/{game}")).await.text.contains(&link), room.lesson().is_some());
    }
}
