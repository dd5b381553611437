//! Cards change under games that have been dealt: each goes on, and is replayed, with the cards it was dealt with.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::fs;

use crate::common::Scratch;
#[cfg(unix)]
use crate::serve::{Guest, House, header};

/// A card file of somebody's own, and a deck with its card.
fn lay(scratch: &Scratch, mmp: u16) {
    let cards = scratch.path("my-cards/mighty-beanz");
    fs::create_dir_all(&cards).unwrap();
    let bean = format!(
        "[Bean(name: \"Yeti Bean\", team: \"Peaks\", type: Rookie, mmp: {mmp}, cost: 1, power: Spin([Attack]), says: \"Brr.\")]"
    );
    fs::write(cards.join("own.ron"), bean).unwrap();
    fs::write(scratch.path("mine.deck"), "# Cold\n20 Yeti Bean\n20 Lion Bean\n").unwrap();
}

/// Runs the program to a good end.
#[track_caller]
fn run(scratch: &Scratch, args: &[&str], input: &str) -> String {
    let done = scratch.run(args, input);
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{args:?}: {done:?}");
    done.out
}

#[test]
fn a_record_is_replayed_with_the_cards_it_was_played_with() {
    let scratch = Scratch::new();
    lay(&scratch, 150);
    let decks = ["--deck", "mine.deck", "--deck", "starter-barnyard"];
    let play = ["play", "mighty-beanz", "--cards", "my-cards", "--seed", "7", "--record", "game.record"];
    run(&scratch, &[&play[..], &decks].concat(), &"2\n3\n1\n".repeat(1000));
    let text = fs::read_to_string(scratch.path("game.record")).unwrap();
    assert!(text.contains("play yeti-bean") && text.contains("\nprint {"), "{text}");
    assert!(text.contains("starter-barnyard") && text.contains("20 Yeti Bean"), "{text}");
    let with = ["replay", "game.record", "--verify", "--cards", "my-cards"];
    run(&scratch, &with, "");
    let shown = run(&scratch, &["replay", "game.record", "--at", "12", "--cards", "my-cards"], "");
    // Another number, and then no such card at all.
    lay(&scratch, 250);
    run(&scratch, &with, "");
    run(&scratch, &with[..3], "");
    let later = run(&scratch, &["replay", "game.record", "--at", "12", "--cards", "my-cards"], "");
    assert_eq!(later, shown);
    assert_eq!(run(&scratch, &["replay", "game.record", "--at", "12"], ""), shown);
    // What cannot be played is refused whole.
    let print = text.lines().find(|line| line.starts_with("print ")).unwrap();
    for (spoilt, says) in [
        (
            text.replace("\nrules 2\n", "\nrules 9\n"),
            "game.record:3: played under rules revision 9 of mighty-beanz",
        ),
        (text.replace(&format!("{print}\n"), ""), "which were not kept with it"),
        (text.replace("\"mmp\":150", "\"mmp\":2"), "mmp is 2; it must be 10 to 5000"),
    ] {
        assert_ne!(spoilt, text);
        fs::write(scratch.path("game.record"), spoilt).unwrap();
        for args in [
            &["replay", "game.record"][..],
            &["replay", "game.record", "--verify"],
            &["play", "--resume", "game.record"],
        ] {
            let done = scratch.run(args, "");
            done.calm();
            assert_eq!((done.code, done.out.as_str()), (Some(3), ""), "{args:?}: {done:?}");
            assert!(done.err.contains(says) && done.err.lines().count() == 1, "{args:?}: {done:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_table_goes_on_with_the_cards_it_was_dealt_with() {
    let scratch = Scratch::new();
    lay(&scratch, 150);
    let options = ["--no-limits", "--log", "off", "--cards", "my-cards"];
    let house = House::with(&scratch, &options);
    let form =
        "game=mighty-beanz&seats=2&level=agent&with=bots&hands=steady&list=20+yeti+bean%0D%0A20+lion+bean";
    let (status, answer) = house.ask("POST", "/open", "", form).unwrap();
    assert_eq!(status, 303, "{answer}");
    let cookie = header(&answer, "set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let mut guest = Guest { cookie, table: header(&answer, "location").unwrap().to_owned(), sure: 0 };
    for n in 0..6 {
        guest.wait(&house);
        assert!(guest.choose(&house, n));
    }
    let before = guest.wait(&house);
    assert!(!before.contains("older cards"), "{before}");
    let played = guest.sure;
    drop(house);

    // With another number on the card, and then without the file.
    lay(&scratch, 250);
    for options in [&options[..], &options[..3]] {
        let house = House::with(&scratch, options);
        let page = guest.wait(&house);
        assert!(page.contains("older cards") && crate::serve::ply(&page) >= played, "{page}");
        let keys = page.split("/mighty-beanz/yeti-bean-").skip(1).filter_map(|rest| rest.split_once(".svg"));
        let keys: Vec<&str> = keys.map(|(key, _)| key).collect();
        assert!(!keys.is_empty(), "{page}");
        for key in keys {
            let art = house.ask("GET", &format!("/art/mighty-beanz/yeti-bean-{key}.svg"), "", "").unwrap();
            let title = art.1.split("</title>").next().unwrap();
            assert!(art.0 == 200 && title.contains("150"), "{art:?}");
        }
        for n in 0..3 {
            guest.wait(&house);
            assert!(guest.choose(&house, n));
        }
        guest.wait(&house);
        drop(house);
        let done = scratch.run(&["house", "check", "--data", "house"], "");
        assert_eq!(done.code, Some(0), "{done:?}");
    }
}
