//! The laws with decks that the house does not have: hardly a Bean, so that opening hands are shown and shuffled back, and
//! all that looks into hands, brings Beans, or answers.

use mighty_beanz::{Action, MightyBeanz, Setup};
use table::laws::{Budget, uphold};
use table::{Game, Mute, Policy, Seat, Seed, Stream};

const FEW_BEANS: &str = "
3 Lion Bean
2 Sheriff Bean
2 Juggler Bean
6 No You Don't!
3 The Small Print
4 You Slipped!
3 Bye Bye Beanie
4 Second Wind
3 Nosy Telescope
3 Butterfingers
3 Return to Sender
4 Back From the Black Hole
";

const ODD: &str = "
2 Mighty Moose
3 Smoke Bomb Bean
3 Emu Bean
3 Hornet Bean
3 Cracked Egg Bean
3 Lion Bean
3 Train Robber Bean
2 Court Jester Bean
3 No You Don't!
2 Pillow Fort
3 Boomerang!
3 Bean Blitz
3 Freebie Beanie
2 Solar Wind
2 Dead Centre
";

#[test]
fn the_laws_hold() {
    let setups = [[FEW_BEANS, FEW_BEANS], [ODD, FEW_BEANS], [ODD, ODD]].map(|decks| Setup {
        steady: true,
        decks: decks.map(String::from).into(),
        ..Setup::basic()
    });
    if let Err(broken) = uphold::<MightyBeanz>(&setups, Budget::QUICK) {
        panic!("{broken}");
    }
}

/// Rule 1.9: a bot changes a hand without a Bean only if one must come sooner or later; otherwise it would never begin.
#[test]
fn nobody_waits_for_a_bean_that_cannot_come() {
    for (deck, again) in [
        ("40 Second Wind\n", false),
        ("34 Second Wind\n6 Lion Bean\n", false),
        ("30 Second Wind\n10 Lion Bean\n", true),
    ] {
        let decks = [deck, deck].map(String::from).into();
        let setup = Setup { steady: true, decks, ..Setup::basic() };
        let worth = (0..200).find_map(|seed| {
            let game = MightyBeanz::deal(&setup, &mut Seed::from(seed).luck(Stream::Test(1)), &mut Mute);
            let mut acts = Vec::new();
            game.legal(Seat(0), &mut acts);
            let view = game.view(Some(Seat(0)));
            acts.contains(&Action::Redraw)
                .then(|| MightyBeanz::weigh(&view, Action::Redraw) - MightyBeanz::weigh(&view, Action::Keep))
        });
        assert_eq!(worth.map(|worth| worth > 0), Some(again), "{deck}");
    }
}
