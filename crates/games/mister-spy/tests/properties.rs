//! Random setups, random play, all laws; and what is written for a viewer never names a card he cannot know.

use bots::playout::random_game;
use mister_spy::{Dealer, Face, MisterSpy, Setup, View};
use proptest::prelude::*;
use table::laws::{Budget, uphold};
use table::{AnyTable, Seat, Seed, Status, Table};

fn setup() -> impl Strategy<Value = Setup> {
    (2u8..=6).prop_flat_map(|seats| {
        let dealer = prop_oneof![
            Just(Dealer::Lot),
            (0..seats).prop_map(|s| Dealer::Seat(Seat(s))),
            prop::collection::btree_set((0..seats).prop_map(Seat), 1..=2)
                .prop_map(|winners| Dealer::Winners(winners.into_iter().collect())),
        ];
        dealer.prop_map(move |dealer| Setup { seats, dealer })
    })
}

/// The words that give a card away.
fn betrays(view: &View, card: u16) -> Vec<String> {
    let face = Face(card as u8);
    // A Spy he has seen stolen he may name, even if by now he is not sure who holds it.
    let remembered = face.is_spy() && !view.remembered()[usize::from(face.0)].is_empty();
    // A single letter stands in any text.
    if remembered || face.slug().len() == 1 { vec![] } else { vec![face.title().to_owned(), face.slug()] }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_for_random_setups(setup in setup(), seed: u64) {
        let upheld = uphold::<MisterSpy>(&[setup], Budget::ONE_GAME.from_seed(seed));
        prop_assert!(upheld.is_ok(), "{}", upheld.unwrap_err());
    }

    #[test]
    fn nothing_written_names_a_hidden_card(setup in setup(), seed: u64) {
        let mut found = Ok(());
        random_game::<MisterSpy>(&setup, Seed::from(seed), |game| {
            if found.is_ok() {
                found = proof::names_nothing_hidden(game, betrays);
            }
        });
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
    }
}

/// The long run: `cargo test --release -p mister-spy -- --ignored`. It takes too long for every build.
#[test]
#[ignore = "many minutes; run it after changing the rules, the views or the laws"]
fn the_laws_hold_for_a_long_time() {
    let setups: Vec<Setup> = (2..=6).map(Setup::of).collect();
    for round in 0..20 {
        let budget = Budget { games: 200, deals: 20_000, seed: 1000 + round };
        if let Err(broken) = uphold::<MisterSpy>(&setups, budget) {
            panic!("{broken}");
        }
    }
}

/// Rule 1.5: in a rematch a winner of the last game deals.
#[test]
fn a_winner_deals_the_rematch() {
    for seed in 0..40 {
        let setup = Setup::of(4);
        let mut table = Table::<MisterSpy>::deal(setup, Seed::from(seed)).unwrap();
        assert!(table.again(Seed::from(99)).is_none(), "no rematch before the end");
        while let Status::Ask(seat) = table.status() {
            let last = table.acts(seat).len() - 1;
            table.try_pick(seat, table.ply(), last).unwrap();
        }
        let (_, winners) = AnyTable::ending(&table).unwrap();
        let again = table.again(Seed::from(99)).unwrap();
        let dealer = again.eyes(None).view().dealer;
        assert!(winners.has(dealer), "{dealer} deals, but {winners:?} won");
        assert_eq!(again.status(), Status::Ask(dealer));
    }
}
