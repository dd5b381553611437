//! The laws with decks that the house does not have: hardly a Bean, so that opening hands are shown and shuffled back, and
//! all that looks into hands, brings Beans, or answers.

use mighty_beanz::{MightyBeanz, Setup};
use table::laws::{Budget, uphold};

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
        seats: 2,
        expert: false,
        steady: true,
        decks: decks.map(String::from).into(),
    });
    if let Err(broken) = uphold::<MightyBeanz>(&setups, Budget::QUICK) {
        panic!("{broken}");
    }
}
