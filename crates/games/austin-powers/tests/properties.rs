//! Random decks, random play, all laws; and what is written for a viewer never names a card they cannot know.

use austin_powers::cards::Allegiance;
use austin_powers::shelf::{MojoShelf, any_deck};
use austin_powers::{AustinPowers, Face, Setup};
use ccg::Shelf as _;
use proptest::prelude::*;
use table::laws::{Budget, uphold};
use table::{Brush, Game, Names, Seat, Seed, Stream, Words};

/// Any number of players, any rules of the house, somebody or nobody in the Daddy pants, and lawful decks of any cards.
fn setup(seats: std::ops::RangeInclusive<u8>) -> impl Strategy<Value = Setup> {
    let house = any::<(bool, bool, bool, Option<u8>, u64)>();
    (seats, house).prop_map(|(seats, (evil, closed_lists, leaving, pants, seed))| {
        let side = if evil { Allegiance::Evil } else { Allegiance::Good };
        let pants = pants.map(|seat| Seat(seat % seats));
        let mut luck = Seed::from(seed).luck(Stream::Test(1));
        let first = pants.unwrap_or(Seat(0)).0;
        let decks = Seat::all(seats).map(|seat| {
            let far = (seat.0 + seats - first) % seats;
            any_deck(if far % 2 == 0 { side } else { side.other() }, &mut luck)
        });
        Setup { side, pants, closed_lists, leaving, decks: decks.collect(), ..Setup::starters(seats) }
    })
}

/// What is drawn and asked names no card that the viewer cannot know; the lists lie open elsewhere (rule 3.4).
fn names_nothing_hidden(game: &AustinPowers) -> Result<(), String> {
    let mut cards = Vec::new();
    game.places(&mut cards);
    let of = |card: u16| Face::of(card & 0x1fff);
    for who in Seat::all(game.seats()).map(Some).chain([None]) {
        let (view, names) = (game.view(who), Names::plain(game.seats()).seen_by(who));
        let mut text = AustinPowers::draw(&view, &names, Brush::PLAIN);
        text += &format!("\n{}\n", AustinPowers::prompt(&view, &names).words);
        let mut acts = Vec::new();
        AustinPowers::thinkable(&view, &mut acts);
        for act in acts {
            text += &format!("{act} {}\n", AustinPowers::action(&view, act, &names));
        }
        let known: Vec<u16> = cards.iter().filter(|c| c.known_to(who)).map(|c| c.card & 0x1fff).collect();
        for card in cards.iter().map(|c| c.card & 0x1fff).filter(|card| !known.contains(card)) {
            let face = of(card);
            let (title, slug) = (face.title(), face.to_string());
            // A longer name that they know may hold this one; and everybody may speak of a person, or of a slugfest.
            let common = title == "Slugfest"
                || title == face.card().person.name()
                || known.iter().any(|&other| of(other).title().contains(title));
            // One word alone may be any word.
            let written = slug.contains('-') && text.split_whitespace().any(|word| word == slug);
            if written || !common && text.contains(title) {
                return Err(format!("{who:?} reads '{title}':\n{text}"));
            }
        }
    }
    Ok(())
}

/// Plays a game of random choices and reads what is written.
fn read_a_game(setup: &Setup, seed: u64) -> Result<(), String> {
    let mut found = Ok(());
    bots::playout::random_game::<AustinPowers>(setup, Seed::from(seed), |game| {
        if found.is_ok() {
            found = names_nothing_hidden(game);
        }
    });
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_for_random_decks(setup in setup(2..=6), seed: u64) {
        let upheld = uphold::<AustinPowers>(&[setup], Budget::ONE_GAME.from_seed(seed));
        prop_assert!(upheld.is_ok(), "{}", upheld.unwrap_err());
    }

    #[test]
    fn nothing_written_names_a_hidden_card(setup in setup(2..=6), seed: u64) {
        let found = read_a_game(&setup, seed);
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes many minutes: cargo test --release --package austin-powers --test properties -- --ignored"]
    fn the_laws_hold_for_many_random_decks(setup in setup(2..=6), seed: u64) {
        let upheld = uphold::<AustinPowers>(std::slice::from_ref(&setup), Budget::ONE_GAME.from_seed(seed));
        prop_assert!(upheld.is_ok(), "{}", upheld.unwrap_err());
        let found = read_a_game(&setup, seed);
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
    }
}

/// Every clause of every card takes effect in some game.
#[test]
fn every_clause_of_every_card_is_seen() {
    let mut coverage = ccg::Coverage::new(&MojoShelf.clauses());
    let games = (0..20_000).take_while(|&seed| {
        MojoShelf.play(seed, &mut coverage);
        !coverage.is_complete()
    });
    let games = games.count();
    let labels = MojoShelf.labels();
    let missing: Vec<_> =
        coverage.missing().iter().map(|(card, n)| (&labels[usize::from(*card)].name, *n)).collect();
    assert!(missing.is_empty(), "after {games} games: {missing:?}");
}
