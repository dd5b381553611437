//! Random decks, random play, all laws; and what is written for a viewer never names a card they cannot know.

use std::fmt::Write as _;

use mighty_beanz::{Face, Kind, MightyBeanz, Setup};
use proptest::prelude::*;
use table::laws::{Budget, uphold};
use table::{Brush, Game, Names, Seat, Seed, Words};

/// A deck of this size out of any cards, at most four of each, with Beans for half of it.
fn deck(size: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u16>(), 4 * size).prop_map(move |picks| {
        let all: Vec<Face> = Face::all().collect();
        let beans: Vec<Face> = Face::all().filter(|face| face.card().kind == Kind::Bean).collect();
        let mut copies = vec![0; all.len()];
        let mut cards = 0;
        for pick in picks {
            let from = if cards < size / 2 { &beans } else { &all };
            let face = from[usize::from(pick) % from.len()];
            if cards < size && copies[usize::from(face.number())] < 4 {
                copies[usize::from(face.number())] += 1;
                cards += 1;
            }
        }
        let lines = all.iter().zip(copies).filter(|(_, n)| *n > 0);
        lines.map(|(face, n)| format!("{n} {}\n", face.title())).collect()
    })
}

/// Any rules of the house left out.
fn house() -> impl Strategy<Value = Setup> {
    any::<[bool; 3]>().prop_map(|[closed_lists, for_nothing, targets_first]| Setup {
        closed_lists,
        for_nothing,
        targets_first,
        ..Setup::basic()
    })
}

fn setup() -> impl Strategy<Value = Setup> {
    (any::<bool>(), any::<bool>(), house()).prop_flat_map(|(expert, steady, house)| {
        let size = if expert { 60 } else { 40 };
        let decks = prop_oneof![
            Just(Vec::new()),
            (deck(size), deck(size)).prop_map(|(one, other)| vec![one, other]),
        ];
        decks.prop_map(move |decks| Setup { expert, steady, decks, ..house.clone() })
    })
}

/// What is drawn and asked names no card that the viewer cannot know; the lists lie open elsewhere (rule 1.3).
fn names_nothing_hidden(game: &MightyBeanz) -> Result<(), String> {
    let mut cards = Vec::new();
    game.places(&mut cards);
    for who in [Some(Seat(0)), Some(Seat(1)), None] {
        let (view, names) = (game.view(who), Names::plain(2).seen_by(who));
        let mut text = MightyBeanz::draw(&view, &names, Brush::PLAIN);
        let _ = writeln!(text, "{}", MightyBeanz::prompt(&view, &names).words);
        let mut acts = Vec::new();
        MightyBeanz::thinkable(&view, &mut acts);
        for act in acts {
            let _ = writeln!(text, "{act} {}", MightyBeanz::action(&view, act, &names));
        }
        let known: Vec<u16> = cards.iter().filter(|c| c.known_to(who)).map(|c| c.card % 4096).collect();
        for card in cards.iter().map(|c| c.card % 4096).filter(|card| !known.contains(card)) {
            let title = Face::of(card).title();
            // An attack is called so too; and a longer name that they know may end like this one.
            let common = ["Bean Blitz", "Sharpshoot"].contains(&title)
                || known.iter().any(|&other| Face::of(other).title().contains(title));
            if text.contains(title) && !common {
                return Err(format!("{who:?} reads '{title}':\n{text}"));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_for_random_decks(setup in setup(), seed: u64) {
        let upheld = uphold::<MightyBeanz>(&[setup], Budget::ONE_GAME.from_seed(seed));
        prop_assert!(upheld.is_ok(), "{}", upheld.unwrap_err());
    }

    #[test]
    fn nothing_written_names_a_hidden_card(setup in setup(), seed: u64) {
        let mut found = Ok(());
        bots::playout::random_game::<MightyBeanz>(&setup, Seed::from(seed), |game| {
            if found.is_ok() {
                found = names_nothing_hidden(game);
            }
        });
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
    }
}

/// Every clause of every card takes effect in some game.
#[test]
fn every_clause_of_every_card_is_seen() {
    use ccg::Shelf as _;
    let shelf = mighty_beanz::shelf::BeanShelf;
    let mut coverage = ccg::Coverage::new(&shelf.clauses());
    let games = (0..20_000).take_while(|&seed| {
        shelf.play(seed, &mut coverage);
        !coverage.is_complete()
    });
    let games = games.count();
    let labels = shelf.labels();
    let missing: Vec<_> =
        coverage.missing().iter().map(|(card, n)| (&labels[usize::from(*card)].name, *n)).collect();
    assert!(missing.is_empty(), "after {games} games: {missing:?}");
}
