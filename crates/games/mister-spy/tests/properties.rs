//! Random setups, random play, all laws; and what is written for a viewer never names a card they cannot know.

use mister_spy::{Dealer, Face, MisterSpy, Setup, View};
use proptest::prelude::*;
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
    // A Spy they have seen stolen they may name, even if by now they are not sure who holds it.
    let remembered = face.is_spy() && !view.remembered()[usize::from(face.0)].is_empty();
    // A single letter stands in any text.
    if remembered || face.slug().len() == 1 {
        vec![]
    } else {
        vec![face.title().to_owned(), face.slug().to_owned()]
    }
}

proof::lawful!(MisterSpy, setup(), betrays, (2..=6).map(Setup::of).collect::<Vec<_>>());

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
