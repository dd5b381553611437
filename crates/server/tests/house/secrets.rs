//! No page says more than the view of the one who looks.

use server::lesson::Course;
use server::pages;
use server::rooms::{Hands, ROOMS, WebTable};
use table::{Seat, Seed, Status, Who};

/// Every name and slug of a card that could give it away.
fn cards(table: &dyn WebTable) -> Vec<(String, String)> {
    let room = ROOMS.iter().find(|room| room.info().id == table.info().id).unwrap();
    room.cards().into_iter().filter(|(_, slug)| slug.len() > 1).collect()
}

/// The pictures that a page shows.
fn pictures(html: &str) -> Vec<&str> {
    html.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_felt_shows_no_card_that_the_view_does_not_name() {
    for room in ROOMS {
        for seats in 2..=6 {
            let mut table =
                room.deal_web(seats, &serde_json::json!({}), Seed::from(u64::from(seats))).unwrap();
            let mut step = 0;
            while let Status::Ask(asked) = table.status() {
                let viewers = Seat::all(seats).map(Some).chain([None]);
                for who in viewers {
                    let view = table.view(who).to_string();
                    let felt = table.felt(who, if who == Some(asked) { Hands::On } else { Hands::Off }).0;
                    for picture in pictures(&felt) {
                        let card = picture.rsplit('/').next().unwrap().trim_end_matches(".svg");
                        let named =
                            view.contains(&format!("\"{card}\"")) || view.contains(&format!("\"{card}:"));
                        assert!(card.starts_with("back-") || named, "{who:?} sees {card}\n{view}");
                    }
                    for (name, slug) in cards(table.as_ref()) {
                        let known = view.contains(&slug);
                        assert!(known || !felt.contains(&slug), "{who:?} reads {slug}\n{felt}");
                        assert!(
                            known || !felt.contains(&name) || name == "Bomb",
                            "{who:?} reads {name}\n{felt}"
                        );
                    }
                }
                let menu = table.menu(asked).unwrap();
                step += 1;
                table.act(asked, menu.ply, step % menu.entries.len()).unwrap();
            }
        }
    }
}

/// Two worlds that a viewer cannot tell apart look the same to him, to the last byte: nothing on the page depends on
/// what is hidden.
#[test]
fn equal_views_make_equal_pages() {
    for room in ROOMS {
        for seed in 0..6 {
            let deal = || room.deal_web(3, &serde_json::json!({}), Seed::from(seed)).unwrap();
            let (mut one, mut two) = (deal(), deal());
            for step in 0..40 {
                let Status::Ask(asked) = one.status() else { break };
                for who in [Some(Seat(0)), Some(Seat(1)), None] as [Who; 3] {
                    if one.view_hash(who) == two.view_hash(who) {
                        assert_eq!(one.felt(who, Hands::Off).0, two.felt(who, Hands::Off).0);
                    }
                }
                let menu = one.menu(asked).unwrap();
                // In the other world the seat chooses something else when it can: what it lays face down, say.
                let (a, b) = (step % menu.entries.len(), (step + 1) % menu.entries.len());
                one.act(asked, menu.ply, a).unwrap();
                if two.status() != Status::Ask(asked) || two.act(asked, menu.ply, b).is_err() {
                    break;
                }
            }
        }
    }
}

/// A page of a lesson names a card only if the learner sees it, or has heard of it by then; also its words do.
#[test]
fn a_lesson_says_no_more_than_its_learner_knows() {
    let mut courses = 0;
    for course in ROOMS.iter().filter_map(|room| Course::of(room.info().id)) {
        courses += 1;
        for number in 1..=course.len() + 1 {
            let who = Some(course.seat());
            let moment = course.moment(number);
            let table = moment.as_ref().map_or(course.end(), |moment| moment.table.as_ref());
            let page = moment.as_ref().map_or_else(|| pages::learned(course), |m| pages::lesson(course, m)).0;
            let view = table.view(who).to_string();
            for picture in pictures(&page) {
                let card = picture.rsplit('/').next().unwrap().trim_end_matches(".svg");
                let named = view.contains(&format!("\"{card}\"")) || view.contains(&format!("\"{card}:"));
                assert!(card.starts_with("back-") || card == "mark" || card == "house.js" || named, "{card}");
            }
            let heard: String = table.news(who, 0).into_iter().map(|told| told.text + "\n").collect();
            for (name, slug) in cards(table).into_iter().filter(|(name, _)| name != "Bomb") {
                let known = view.contains(&slug) || heard.contains(&name);
                assert!(
                    known || !page.contains(&slug) && !page.contains(&name),
                    "step {number} names {name}"
                );
            }
        }
    }
    assert!(courses >= 2);
}
