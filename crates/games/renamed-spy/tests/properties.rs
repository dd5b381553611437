//! Random setups, random play, all laws; and what is written for a viewer never names a card they cannot know.

use proptest::prelude::*;
use renamed_spy::{Counts, Dealer, Face, RenamedSpy, Setup, View};
use table::{AnyTable, Game, Seat, Seed, Status, Table};

/// Any split of 36 cards over some values, at most 15 of each (rule 1.3).
fn split<const N: usize>() -> impl Strategy<Value = [u8; N]> {
    prop::collection::vec(0..N, 36).prop_map(|cards| {
        let mut counts = [0u8; N];
        for first in cards {
            // The next value that has room.
            let place = (first..).map(|n| n % N).find(|&n| counts[n] < 15).unwrap_or(0);
            counts[place] += 1;
        }
        counts
    })
}

fn setup() -> impl Strategy<Value = Setup> {
    let counts = prop_oneof![
        Just(Counts::default()),
        (split(), split()).prop_map(|(spies, lairs)| Counts { spies, lairs }),
    ];
    (2u8..=6, counts).prop_flat_map(|(seats, counts)| {
        let dealer = prop_oneof![
            Just(Dealer::Lot),
            (0..seats).prop_map(|s| Dealer::Seat(Seat(s))),
            prop::collection::btree_set((0..seats).prop_map(Seat), 1..=2)
                .prop_map(|winners| Dealer::Winners(winners.into_iter().collect())),
        ];
        dealer.prop_map(move |dealer| Setup { seats, dealer, counts })
    })
}

/// The words that give a card away. A single letter stands in any text, and Bombs are spoken of in every question.
fn betrays(_: &View, card: u16) -> Vec<String> {
    let words = match Face::from_id(card) {
        Some(Face::BOMB) => vec!["\"bomb\"", "play bomb", "Send a Bomb"],
        Some(face) if face.slug().len() > 1 => vec![face.title(), face.slug()],
        _ => vec![],
    };
    words.into_iter().map(String::from).collect()
}

proof::lawful!(RenamedSpy, setup(), betrays, (2..=6).map(Setup::of).collect::<Vec<_>>());

/// Rules 1.1 and 1.3: what cannot be dealt is refused.
#[test]
fn setups_are_checked() {
    for seats in 2..=6 {
        assert_eq!(RenamedSpy::check(&Setup::of(seats)), Ok(()));
    }
    for seats in [0, 1, 7, 255] {
        assert!(RenamedSpy::check(&Setup::of(seats)).unwrap_err().what.contains("2 to 6 players"));
    }
    let counts = Counts { lairs: [9, 9, 9, 8], ..Counts::default() };
    assert!(RenamedSpy::check(&Setup { counts, ..Setup::of(2) }).is_err());
    assert!(RenamedSpy::check(&Setup { dealer: Dealer::Seat(Seat(2)), ..Setup::of(2) }).is_err());
}

/// Rule 1.6: in a rematch a winner of the last game deals, each as likely as another, and the seat to their left begins.
/// The cards are the same as before.
#[test]
fn a_winner_deals_the_rematch() {
    let counts = Counts { lairs: [12, 10, 8, 6], ..Counts::default() };
    for seed in 0..40 {
        let setup = Setup { counts, ..Setup::of(4) };
        let mut table = Table::<RenamedSpy>::deal(setup, Seed::from(seed)).unwrap();
        while let Status::Ask(seat) = table.status() {
            let last = table.acts(seat).len() - 1;
            table.try_pick(seat, table.ply(), last).unwrap();
        }
        let (_, winners) = AnyTable::ending(&table).unwrap();
        let next = table.rematch().unwrap();
        assert_eq!((&next.dealer, next.counts), (&Dealer::Winners(winners.iter().collect()), counts));
        let again = table.again(Seed::from(99)).unwrap();
        let view = again.eyes(None).view();
        assert!(winners.has(view.dealer), "{} deals, but {winners:?} won", view.dealer);
        assert_eq!(view.turn, view.dealer.next(4));
    }
}
