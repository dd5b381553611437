//! What a program does whose cards say otherwise than those of the first edition: every scenario goes as written, and
//! what was dealt before is played on with the cards that it was dealt with.
//!
//! All of it is one test: the cards of a program are read once.

use austin_powers::cards::{FILES, Sex, set};
use austin_powers::{AustinPowers, Face, Setup};
use table::table::{AnyTable as _, Opening};
use table::{Edition, Game as _, Record, Seed, Stamp, Table};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// A record of a game with the cards of the first edition.
const OLD: &str = include_str!("records/first.record");

/// Of the cards of now: five of each dot.
const GOOD: &str = "
5 Austin, Behind the Lens
3 Shagette Saffron
2 Shagette Coral
5 Yeah, Sunshine!
5 These Boots Are Loaded.
5 Fab Wardrobe
5 Johnson, Radar Operator
";
const EVIL: &str = "
5 Mustafa
5 Bastard Bagpipes
5 Heh. Heh. Heh.
5 Snap Goes the Glove.
5 Pete, Fuel-Pump Man
5 Trapdoor
";

#[test]
fn what_was_dealt_is_played_on_and_rules_are_shown_whatever_the_cards_say() {
    // No Agent is male any more, many put out more, one card is gone, one is new, and they stand in another order.
    let texts: Vec<(&str, String)> = FILES
        .iter()
        .rev()
        .map(|(file, text)| {
            let text = text.replace("sex: Male", "sex: Female").replace("groovy: 1", "groovy: 4");
            (*file, text.replace("\"Agent Rex Cummerbund\"", "\"General Cummerbund\""))
        })
        .collect();
    set(texts.iter().map(|(file, text)| (*file, text.as_str()))).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_ne!(AustinPowers::card_hash(), AustinPowers::FIRST_CARDS);
    let mustafa: Face = "mustafa".parse().expect("a card");
    assert_eq!(mustafa.card().sex, Sex::Female);
    assert!("agent-rex-cummerbund".parse::<Face>().is_err());

    proof::scenarios::<AustinPowers>(HERE, 160);
    proof::lessons::<AustinPowers>(HERE);

    let record = Record::parse(OLD).expect("a record");
    let mut table = Table::<AustinPowers>::resume(&record).unwrap_or_else(|f| panic!("line {}: {f}", f.line));
    assert!(table.is_old());
    assert!("agent-rex-cummerbund".parse::<Face>().is_ok(), "now somebody plays with it");
    assert_eq!("mustafa".parse(), Ok(mustafa), "elsewhere a name means the card of this program");

    // Written again it says which edition it is, and is the same game.
    let text = table.to_record().to_text();
    assert!(text.contains(&format!("\ncards {:016x}\n", AustinPowers::FIRST_CARDS)), "{text}");
    let again =
        Table::<AustinPowers>::resume(&Record::parse(&text).expect("a record")).expect("the same game");
    assert_eq!(again.to_record().to_text(), text);
    // Taken back it stays in its edition.
    while table.undo() {
        assert!(table.is_old());
    }

    // What is dealt now has the cards of now; kept by a program of another edition, it goes on with them there.
    let fresh = Table::<AustinPowers>::deal(Setup::starters(2), Seed::from(5));
    assert!(fresh.is_err(), "the list of a deck names a card that is gone");
    let setup = Setup { decks: [GOOD, EVIL].map(String::from).into(), ..Setup::starters(2) };
    let fresh = Table::<AustinPowers>::deal(setup.clone(), Seed::from(5)).expect("lawful decks");
    let stamp = fresh.stamp();
    assert_eq!(stamp.cards, Some(Edition::of::<AustinPowers>().cards));
    let kept = stamp.print.clone().expect("what the cards say");
    assert_eq!(kept.matches("\"name\"").count(), 13, "{kept}");
    let elsewhere = Stamp { cards: Some(1), print: Some(kept.replace("Female", "Male")), ..stamp.clone() };
    let old = Table::<AustinPowers>::begin(Opening::Deal(setup.clone()), Seed::from(5), Some(&elsewhere))
        .expect("it");
    let view = serde_json::to_string(&old.eyes(None).view()).expect("a view");
    assert_eq!(view, serde_json::to_string(&fresh.eyes(None).view()).expect("a view"), "the same deal");
    assert!(old.is_old());

    // Other rules, cards that were not kept, and cards that are none: refused whole, in words.
    for (stamp, says) in [
        (Stamp { rules: 9, ..stamp.clone() }, "rules revision 9 of austin-powers"),
        (Stamp { cards: Some(1), print: None, ..stamp.clone() }, "which were not kept with it"),
        (
            Stamp { cards: Some(1), print: Some("{}".into()), ..stamp.clone() },
            "cannot be used: missing field",
        ),
        (
            Stamp { cards: Some(1), print: Some(kept.replace("Female", "Neither")), ..stamp.clone() },
            "Neither",
        ),
        (Stamp { cards: Some(1), print: Some(kept.replace("Saffron", "Coral")), ..stamp }, "already"),
    ] {
        let fault = Table::<AustinPowers>::begin(Opening::Deal(setup.clone()), Seed::from(5), Some(&stamp));
        let fault = fault.expect_err(says);
        assert!(fault.what.contains(says), "{}", fault.what);
    }
}
