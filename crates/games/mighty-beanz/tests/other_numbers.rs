//! What a program does whose cards say otherwise than those of the first edition: every scenario goes as written, and
//! what was dealt before is played on with the cards that it was dealt with.
//!
//! All of it is one test: the cards of a program are read once.

use mighty_beanz::cards::{FILES, set};
use mighty_beanz::{Face, MightyBeanz, Setup};
use table::table::{AnyTable as _, Opening};
use table::{Edition, Game as _, Record, Seed, Stamp, Table};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// A record of a game with the cards of the first edition.
const OLD: &str = include_str!("records/first.record");

#[test]
fn what_was_dealt_is_played_on_and_rules_are_shown_whatever_the_cards_say() {
    // Every Bean has other values, one card is gone, one is new, and they stand in another order.
    let texts: Vec<(&str, String)> = FILES
        .iter()
        .rev()
        .map(|(file, text)| {
            let text = text.replace("mmp: 50", "mmp: 90").replace("cost: 1", "cost: 3");
            (*file, text.replace("\"Juggler Bean\"", "\"Fire Juggler Bean\""))
        })
        .collect();
    set(texts.iter().map(|(file, text)| (*file, text.as_str()))).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_ne!(MightyBeanz::card_hash(), MightyBeanz::FIRST_CARDS);
    let lion: Face = "lion-bean".parse().expect("a card");
    assert_eq!((lion.card().mmp, lion.card().cost), (90, 3));
    assert!("juggler-bean".parse::<Face>().is_err());

    proof::scenarios::<MightyBeanz>(HERE, 299);
    proof::lessons::<MightyBeanz>(HERE);

    let record = Record::parse(OLD).expect("a record");
    let mut table = Table::<MightyBeanz>::resume(&record).unwrap_or_else(|f| panic!("line {}: {f}", f.line));
    assert!(table.is_old());
    assert!("juggler-bean".parse::<Face>().is_ok(), "now somebody plays with it");
    assert_eq!("lion-bean".parse(), Ok(lion), "elsewhere a name means the card of this program");

    // Written again it says which edition it is, and is the same game.
    let text = table.to_record().to_text();
    assert!(text.contains(&format!("\ncards {:016x}\n", MightyBeanz::FIRST_CARDS)), "{text}");
    let again =
        Table::<MightyBeanz>::resume(&Record::parse(&text).expect("a record")).expect("the same game");
    assert_eq!(again.to_record().to_text(), text);
    // Taken back and forth it stays in its edition.
    while table.undo() {
        assert!(table.is_old());
    }
    for choice in &record.choices {
        let ply = table.ply();
        table.act_text(choice.seat, ply, &choice.act).expect("as before");
    }
    assert_eq!(table.to_record().marks, again.to_record().marks);

    // What is dealt now has the cards of now; kept by a program of another edition, it goes on with them there.
    let fresh = Table::<MightyBeanz>::deal(Setup::basic(), Seed::from(5));
    assert!(fresh.is_err(), "the list of a deck names a card that is gone");
    let decks = vec!["40 Lion Bean\n".to_owned(), "20 Lion Bean\n20 Clown Bean".to_owned()];
    let setup = Setup { decks, ..Setup::basic() };
    let fresh = Table::<MightyBeanz>::deal(setup.clone(), Seed::from(5)).expect("lawful decks");
    let stamp = fresh.stamp();
    assert_eq!(stamp.cards, Some(Edition::of::<MightyBeanz>().cards));
    let kept = stamp.print.clone().expect("what the cards say");
    assert_eq!(kept.matches("\"name\"").count(), 2, "{kept}");
    let elsewhere = Stamp { cards: Some(1), print: Some(kept.replace("90", "120")), ..stamp.clone() };
    let old = Table::<MightyBeanz>::begin(Opening::Deal(setup.clone()), Seed::from(5), Some(&elsewhere))
        .expect("it");
    let view = serde_json::to_string(&old.eyes(None).view()).expect("a view");
    assert_eq!(view, serde_json::to_string(&fresh.eyes(None).view()).expect("a view"), "the same deal");
    let menu = old.acts(table::Seat(0));
    assert!(!menu.is_empty() && old.is_old());

    // Other rules, cards that were not kept, and cards that are none: refused whole, in words.
    for (stamp, says) in [
        (Stamp { rules: 9, ..stamp.clone() }, "rules revision 9 of mighty-beanz"),
        (Stamp { cards: Some(1), print: None, ..stamp.clone() }, "which were not kept with it"),
        (
            Stamp { cards: Some(1), print: Some("{}".into()), ..stamp.clone() },
            "cannot be used: missing field",
        ),
        (Stamp { cards: Some(1), print: Some(kept.replace("90", "9")), ..stamp.clone() }, "mmp is 9"),
        (Stamp { cards: Some(1), print: Some(kept.replace("Clown", "Lion")), ..stamp }, "already"),
    ] {
        let fault = Table::<MightyBeanz>::begin(Opening::Deal(setup.clone()), Seed::from(5), Some(&stamp));
        let fault = fault.expect_err(says);
        assert!(fault.what.contains(says), "{}", fault.what);
    }
    let mut record = record;
    record.stamp.rules = 1;
    let fault = Table::<MightyBeanz>::resume(&record).expect_err("other rules");
    assert_eq!((fault.line, fault.what.contains("revision 1")), (3, true), "{fault}");
}

#[test]
fn the_first_edition_stays_as_it_was() {
    assert_eq!(ccg::book::first_edition_stays::<mighty_beanz::cards::BeanCards>(), Ok(136));
}
