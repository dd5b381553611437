//! Decks of the house, decks of any cards, and decks that break a rule.

use austin_powers::cards::{Allegiance, Rarity, catalog};
use austin_powers::setup::{DECKS, read_deck};
use austin_powers::shelf::any_deck;
use austin_powers::{AustinPowers, Face, Setup};
use table::{Game, Seed, Stream};

#[test]
fn every_deck_of_the_house_is_lawful() {
    for (name, _) in DECKS {
        assert!(read_deck(name).is_ok(), "{name}: {:?}", read_deck(name));
    }
}

#[test]
fn decks_of_any_cards_are_lawful() {
    let mut luck = Seed::from(1).luck(Stream::Test(1));
    for side in [Allegiance::Good, Allegiance::Evil].repeat(50) {
        let deck = any_deck(side, &mut luck);
        assert!(read_deck(&deck).is_ok(), "{deck}\n{:?}", read_deck(&deck));
    }
}

/// Rule 2.6.
#[test]
fn the_set_has_its_rarities() {
    let of = |rarity| catalog().cards.cards().filter(|card| card.rarity == rarity).count();
    let all = [Rarity::Rare, Rarity::Uncommon, Rarity::Common, Rarity::Starter].map(of);
    assert_eq!((all, Face::all().count()), ([30, 40, 60, 10], 140));
}

/// Rule 2.7: size, allegiance and dots, all at once.
#[test]
fn every_broken_rule_is_named_at_once() {
    let wrong =
        read_deck("6 Basil Exposition\n5 Mustafa\n1 Nobody At All").expect_err("three mistakes and more");
    let said = wrong.join("\n");
    for what in [
        "the deck has 12 cards",
        "there is no card 'Nobody At All'",
        "6 Good and 5 Evil",
        "11 cards with the red dot",
        "0 cards with the orange dot",
        "0 cards with the purple dot",
    ] {
        assert!(said.contains(what), "{what} is not in\n{said}");
    }
}

#[test]
fn a_table_does_not_begin_with_decks_that_do_not_fit_their_seats() {
    let decks = |row: &[&str]| row.iter().map(|deck| (*deck).to_owned()).collect::<Vec<_>>();
    for (setup, what) in [
        (Setup::starters(1), "1 players"),
        (Setup::starters(7), "7 players"),
        (
            Setup { decks: decks(&["good-starter", "good-starter"]), ..Setup::starters(2) },
            "its seat plays Evil",
        ),
        (Setup { decks: decks(&["good-starter"]), ..Setup::starters(2) }, "1 decks for 2 players"),
        (Setup { decks: decks(&["good-starter", "no-such-deck"]), ..Setup::starters(2) }, "there is no deck"),
        (Setup { pants: Some(table::Seat(4)), ..Setup::starters(3) }, "Daddy pants"),
    ] {
        let fault = AustinPowers::check(&setup).expect_err(what);
        assert!(fault.what.contains(what), "{what}: {}", fault.what);
    }
    let fits =
        Setup { side: Allegiance::Evil, decks: decks(&["evil-lair", "good-austins"]), ..Setup::starters(2) };
    assert_eq!(AustinPowers::check(&fits), Ok(()));
}

/// Five of each dot, Good.
const FAIR: &str = "5 Basil Exposition\n5 Colonel Mustache\n5 Yeah, Sunshine!\n5 Have My Cufflinks!\n5 Photo Call\n5 Wanda, Birdwatcher";

#[test]
fn each_rule_alone_is_named_by_its_number() {
    assert!(read_deck(FAIR).is_ok(), "{:?}", read_deck(FAIR));
    let with = |from: &str, to: &str| FAIR.replace(from, to);
    for (deck, broken) in [
        // One too few, one too many, and what that does to its dot.
        (
            with("5 Basil", "4 Basil"),
            &["29 cards", "4 cards with the red dot: it must have exactly 5 (2.4)"][..],
        ),
        (with("5 Basil", "6 Basil"), &["31 cards", "6 cards with the red dot"]),
        // Thirty, but six of one dot and four of another.
        (
            with("5 Basil Exposition\n5 Colonel", "6 Basil Exposition\n4 Colonel"),
            &["6 cards with the red dot", "4 cards with the orange dot"],
        ),
        // One of the other side in its place.
        (with("5 Basil Exposition", "4 Basil Exposition\n1 Mustafa"), &["29 Good and 1 Evil cards", "(2.3)"]),
        (with("Basil Exposition", "Basil Explanation"), &["there is no card 'Basil Explanation'"]),
        (with("5 Basil", "x Basil"), &["deck:1"]),
        (String::new(), &["there is no deck ''"]),
        ("nonsense".into(), &["there is no deck 'nonsense'"]),
        ("30 Basil Exposition\n".into(), &["30 cards with the red dot", "0 cards with the green dot"]),
        ("0 Basil Exposition\n".into(), &["deck:1"]),
        ("70000 Basil Exposition\n".into(), &["deck:1"]),
    ] {
        let wrong = read_deck(&deck).expect_err(&deck).join("\n");
        for what in broken {
            assert!(wrong.contains(what), "{deck}\n{wrong}\ndoes not say {what}");
        }
    }
}
