//! The laws for random setups, once quickly and once for a long time.

/// Three tests of a game: the laws hold for whatever can be agreed on, nothing written for a viewer names a card that is
/// hidden from them, and (ignored, because it takes many minutes) the laws hold for a long time.
///
/// Takes the type of the game, a strategy for setups, the words that give a card away (see
/// [`names_nothing_hidden`](crate::names_nothing_hidden)), and the setups of the long run.
#[macro_export]
macro_rules! lawful {
    ($game:ty, $setup:expr, $betrays:expr, $usual:expr) => {
        ::proptest::proptest! {
            #![proptest_config(::proptest::prelude::ProptestConfig {
                cases: 48,
                failure_persistence: None,
                ..::proptest::prelude::ProptestConfig::default()
            })]

            #[test]
            fn the_laws_hold_for_random_setups(setup in $setup, seed: u64) {
                let budget = ::table::laws::Budget::ONE_GAME.from_seed(seed);
                let upheld = ::table::laws::uphold::<$game>(&[setup], budget);
                ::proptest::prop_assert!(upheld.is_ok(), "{}", upheld.unwrap_err());
            }

            #[test]
            fn nothing_written_names_a_hidden_card(setup in $setup, seed: u64) {
                let mut found = Ok(());
                ::bots::playout::random_game::<$game>(&setup, ::table::Seed::from(seed), |game| {
                    if found.is_ok() {
                        found = $crate::names_nothing_hidden(game, $betrays);
                    }
                });
                ::proptest::prop_assert!(found.is_ok(), "{}", found.unwrap_err());
            }
        }

        #[test]
        #[ignore = "many minutes; run it after changing the rules, the views or the laws"]
        fn the_laws_hold_for_a_long_time() {
            for round in 0..10 {
                let budget = ::table::laws::Budget { games: 200, deals: 20_000, seed: 1000 + round };
                if let Err(broken) = ::table::laws::uphold::<$game>(&$usual, budget) {
                    panic!("{broken}");
                }
            }
        }
    };
}
