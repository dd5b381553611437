//! No page says more than the view of the one who looks.

use austin_powers::AustinPowers;
use mighty_beanz::MightyBeanz;
use mister_spy::MisterSpy;
use renamed_spy::RenamedSpy;
use serde_json::json;
use server::lesson::Course;
use server::pages::{self, Look, part};
use server::races::Races;
use server::rooms::board::{Has, Held};
use server::rooms::{Hands, Layout, ROOMS, WebRoom, WebTable, room};
use server::sitting::{Chair, Doc, Sitting};
use server::store::{Guest, Stage};
use table::table::Beginning;
use table::{OpenTable, Seat, Seed, Status, Stream, Table};

/// Every name and slug of a card that could give it away.
fn cards(table: &dyn WebTable) -> Vec<(String, String)> {
    let room = ROOMS.iter().find(|room| room.info().id == table.info().id).unwrap();
    room.cards().into_iter().filter(|(_, slug)| slug.len() > 1).collect()
}

/// Do other cards use the name of this one as a word?
fn is_a_word(room: &dyn WebRoom, name: &str) -> bool {
    let says = |slug: &str| room.read(slug).is_some_and(|words| words.iter().any(|word| word.contains(name)));
    name == "Bomb" || room.cards().iter().any(|(other, slug)| other != name && says(slug))
}

/// The pictures that a page shows.
fn pictures(html: &str) -> Vec<&str> {
    html.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_felt_shows_no_card_that_the_view_does_not_name() {
    for room in ROOMS {
        for seats in room.info().least..=room.info().most {
            let mut table = room
                .begin_on_web(&Beginning::deal(seats, &json!({})), Seed::from(u64::from(seats)), None)
                .unwrap();
            let mut step = 0;
            while let Status::Ask(asked) = table.status() {
                let viewers = Seat::all(seats).map(Some).chain([None]);
                for who in viewers {
                    let view = table.view(who).to_string();
                    let felt = table
                        .lay(who, if who == Some(asked) { Hands::On } else { Hands::Off }, &[])
                        .whole()
                        .0;
                    for picture in pictures(&felt) {
                        let card = picture.rsplit('/').next().unwrap().trim_end_matches(".svg");
                        let named =
                            view.contains(&format!("\"{card}\"")) || view.contains(&format!("\"{card}:"));
                        let open = card.starts_with("back-") || card == "range";
                        assert!(open || named, "{who:?} sees {card}\n{view}");
                    }
                    for (name, slug) in cards(table.as_ref()) {
                        let known = view.contains(&slug);
                        assert!(known || !felt.contains(&slug), "{who:?} reads {slug}\n{felt}");
                        assert!(
                            known || !felt.contains(&name) || is_a_word(*room, &name),
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

/// What a page tells beside the board: what the script puts on the stage, and into the strip of what happened since one's last
/// choice.
#[derive(Default)]
struct Told {
    /// Cards and word of every scene.
    staged: Vec<(String, Option<String>)>,
    /// The newest lines, where they are to be seen without a script; from which choice on lines are new; the new ones.
    strip: Vec<String>,
}

impl Told {
    fn on(page: &str) -> Told {
        let part =
            |text: &str, from: &str, to: &str| Some(text.split_once(from)?.1.split_once(to)?.0.to_owned());
        let log = part(page, "<ol id=\"log\"", "</ol>").unwrap();
        let mut told = Told::default();
        told.strip.extend(part(page, "<div id=\"since\"", "</div>"));
        told.strip.extend(part(log.split_once('>').unwrap().0, "data-since=\"", "\""));
        for line in log.split("<li ").skip(1) {
            let head = line.split_once('>').unwrap().0;
            if let Some(cards) = part(head, "data-cards=\"", "\"") {
                told.staged.push((cards, part(head, "data-word=\"", "\"")));
            }
            if head.contains("class=\"new\"") {
                told.strip.push(line.to_owned());
            }
        }
        told
    }

    fn add(&mut self, other: Told) {
        self.staged.extend(other.staged);
        self.strip.extend(other.strip);
    }
}

/// Plays games to the end and looks at every page of every viewer in the true world and in others that they cannot tell
/// from it.
fn same_elsewhere<G: Layout>(room: &'static dyn WebRoom) {
    let mut luck = Seed::from(99).luck(Stream::Play);
    let (mut pages, mut other_worlds, mut other_news, mut some) = (0, 0, 0, 0);
    let mut told = Told::default();
    for game in 0..6u64 {
        let seats = (2 + (game % 4) as u8).min(G::info().most);
        let setup = table::table::read_setup::<G>(seats, &json!({})).unwrap();
        let mut table = Table::<G>::deal(setup, Seed::from(game)).unwrap();
        let chairs: Vec<Chair> =
            (0..seats).map(|n| Chair::of(&Guest { id: i64::from(n), name: format!("Guest {n}") })).collect();
        table.keep_with("names", json!(chairs.iter().map(|c| c.owner()).collect::<Vec<_>>()));
        let seed = Seed::from(game).to_string();
        let mut sitting =
            Sitting::new("x".repeat(20), room, true, Doc::new(seed, json!({}), chairs, 0, None));
        sitting.stage = Stage::Playing;
        // Time goes on between two looks, and no clock is the same.
        sitting.doc.races = Races::Lots;
        // What the pages of all viewers have, and how many lines of the log.
        let mut pages_of = vec![(Held::default(), 0); usize::from(seats) + 1];
        while let Some(asked) = table.waiting().iter().next() {
            for n in 0..=i64::from(seats) {
                // One more than there are seats: a spectator.
                let guest = Guest { id: n, name: format!("Guest {n}") };
                let who = sitting.seat_of(Some(n));
                sitting.table = Some(Box::new(table.clone()));
                let (held, log) = &mut pages_of[n as usize];
                let words = held.words();
                let fresh = Look::fresh(Some(&guest));
                let news = Look { has: Has::read(&words), log: *log, ..Look::fresh(Some(&guest)) };
                let (here, changes) = (part(&sitting, &fresh).0, part(&sitting, &news).0);
                let elsewhere = table.elsewhere(who, &mut luck);
                other_worlds +=
                    usize::from(OpenTable::fingerprint(&elsewhere) != OpenTable::fingerprint(&table));
                other_news += usize::from(elsewhere.whole_log() != table.whole_log());
                sitting.table = Some(Box::new(elsewhere));
                let there = part(&sitting, &fresh).0;
                // First what is made of the log, so that a leak there is called by its name.
                let (ours, theirs) = (Told::on(&here), Told::on(&there));
                assert_eq!(ours.staged, theirs.staged, "{who:?} could tell the worlds apart by the stage");
                assert_eq!(ours.strip, theirs.strip, "{who:?} could tell the worlds apart by the strip");
                told.add(ours);
                assert_eq!(here, there, "{who:?} could tell the worlds apart");
                // The same holds for what is sent to a page that has the last moment already: which regions come, and every
                // byte of them.
                assert_eq!(
                    changes,
                    part(&sitting, &news).0,
                    "{who:?} could tell the worlds apart by what has changed"
                );
                some += usize::from(changes.contains(" data-some"));
                held.take(&changes);
                *log = sitting.table.as_ref().unwrap().heard(who);
                pages += 1;
            }
            let acts = table.acts(asked);
            table.try_pick(asked, table.ply(), luck.pick(acts.len() as u32) as usize).unwrap();
        }
    }
    // Worlds that do not differ would prove nothing.
    assert!(other_worlds * 2 > pages, "{other_worlds} of {pages}");
    assert!(other_news * 2 > pages, "others heard something else in {other_news} worlds of {pages}");
    assert!(some * 10 > pages * 9, "{some} parts of {pages} were not whole pages");
    let staged = told.staged.iter().filter(|(_, word)| word.is_some()).count();
    assert!(staged > 100 && told.strip.len() > pages, "{staged} scenes, {} lines", told.strip.len());
}

/// Two worlds that a viewer cannot tell apart look the same to them, to the last byte: the question, the order of its
/// answers, the list of what is forbidden, what is staged, what has happened since their last choice, the size of the page.
#[test]
fn equal_views_make_equal_pages() {
    same_elsewhere::<MisterSpy>(room("mister-spy").unwrap());
    same_elsewhere::<RenamedSpy>(room("renamed-spy").unwrap());
    same_elsewhere::<MightyBeanz>(room("mighty-beanz").unwrap());
    same_elsewhere::<AustinPowers>(room("austin-powers").unwrap());
}

/// Does a page say this, and not only a longer word that has it in it?
fn says(page: &str, word: &str) -> bool {
    let inside = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
    page.match_indices(word).any(|(at, _)| {
        !inside(page[..at].chars().next_back()) && !inside(page[at + word.len()..].chars().next())
    })
}

/// The name of a card whose picture may be that of another edition: those have a fingerprint behind the name.
fn without_edition(drawn: &str) -> &str {
    match drawn.rsplit_once('-') {
        Some((name, print)) if print.len() == 8 && print.bytes().all(|b| b.is_ascii_hexdigit()) => name,
        _ => drawn,
    }
}

/// A page of a lesson names a card only if the learner sees it, or has heard of it by then; also its words do.
#[test]
fn a_lesson_says_no_more_than_its_learner_knows() {
    let mut courses = 0;
    for course in ROOMS.iter().filter_map(|room| Course::of(room.info().id)) {
        courses += 1;
        for number in 1..=course.steps() + 1 {
            let who = Some(course.seat());
            let moment = course.moment(number);
            let table = moment.as_ref().map_or(course.end(), |moment| moment.table.as_ref());
            let page = moment.as_ref().map_or_else(|| pages::learned(course), |m| pages::lesson(course, m)).0;
            let view = table.view(who).to_string();
            for picture in pictures(&page).into_iter().filter(|src| src.starts_with("/art/")) {
                let drawn = picture.rsplit('/').next().unwrap().trim_end_matches(".svg");
                let card = without_edition(drawn);
                let named = view.contains(&format!("\"{card}\"")) || view.contains(&format!("\"{card}:"));
                assert!(card.starts_with("back-") || card == "mark" || named, "{card}");
            }
            let heard: String = table.news(who, 0).into_iter().map(|told| told.text + "\n").collect();
            for (name, slug) in cards(table).into_iter().filter(|(name, _)| name != "Bomb") {
                let known = view.contains(&slug) || heard.contains(&name);
                assert!(known || !says(&page, &slug) && !says(&page, &name), "step {number} names {name}");
            }
        }
    }
    assert!(courses >= 2);
}
