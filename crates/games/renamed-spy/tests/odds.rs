//! What a viewer imagines follows the odds exactly, also where something is known about hidden cards: face-down cards
//! are Lairs (rule 3.1), and the leader of a team has the Spies for it (rule 5.4).
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use renamed_spy::{Face, Phase, RenamedSpy, View};
use table::{Game, Seat, Seed, Stream};

fn position(text: &str) -> RenamedSpy {
    RenamedSpy::lay_out(&serde_json::from_str(text).unwrap()).unwrap()
}

/// In how many of many imagined worlds something is so.
fn share(view: &View, so: impl Fn(&RenamedSpy) -> bool) -> f64 {
    let mut luck = Seed::from(4).luck(Stream::Test(9));
    let tries = 40_000;
    let hits = (0..tries).filter(|_| so(&RenamedSpy::imagine(view, &(), &mut luck))).count();
    hits as f64 / f64::from(tries)
}

/// Does the card lie at this place?
fn at(world: &RenamedSpy, place: u16, face: &str) -> bool {
    let face: Face = face.parse().unwrap();
    let mut cards = Vec::new();
    world.places(&mut cards);
    cards.iter().any(|c| c.place == place && c.card == face.id())
}

fn near(found: f64, right: f64) {
    assert!((found - right).abs() < 0.012, "{found} should be {right}");
}

const DOWN: u16 = 16;

#[test]
fn a_face_down_card_is_a_lair_by_what_is_left() {
    // Out of sight of seat 0 are 9 trapdoors, 8 moats, 9 and 7: it holds a moat, and two wings lie open.
    let game = position(
        r##"{"turn":0,"hands":["moat A","B C"],"lairs":["","#moat doomsday-wing doomsday-wing"],"deck":"rest"}"##,
    );
    let view = game.view(Some(Seat(0)));
    for (face, right) in [
        ("trapdoor", 9.0 / 33.0),
        ("moat", 8.0 / 33.0),
        ("laser-fence", 9.0 / 33.0),
        ("doomsday-wing", 7.0 / 33.0),
    ] {
        near(share(&view, |world| at(world, DOWN + 1, face)), right);
    }
    // Its owner knows.
    near(share(&game.view(Some(Seat(1))), |world| at(world, DOWN + 1, "moat")), 1.0);
    // The other blue cards are all that is left: 32 Lairs and 35 Doublers, two of them in the hand.
    near(share(&view, |world| at(world, 1, "A")), 3.0 * 2.0 / 67.0 - 3.0 * 2.0 / (67.0 * 66.0));
}

/// Only five purple cards are hidden from seat 0: a 2, a 3, a 9 and two Bombs. Two of them are in the hand of seat 1,
/// who picks a team that must exceed 5.
fn team(picked: &str) -> RenamedSpy {
    let mut discard = Vec::new();
    for (spy, n) in [
        ("pip-marlow", 7),
        ("dora-finch", 6),
        ("basil-quince", 6),
        ("ilse-ravenna", 5),
        ("cornelius-stroud", 4),
        ("odile-moreau", 3),
        ("viktor-lasko", 2),
        ("bomb", 2),
    ] {
        discard.extend(std::iter::repeat_n(spy, n));
    }
    position(&format!(
        r##"{{"turn":1,"phase":{{"team":{{"at":0,"picked":"{picked}"}}}},"hands":["A","seraphina-black dora-finch B"],
        "lairs":["trapdoor #moat"],"discard":"{}","deck":"rest"}}"##,
        discard.join(" ")
    ))
}

#[test]
fn the_leader_of_a_team_has_the_spies_for_it() {
    // 2 and 3 are not enough together; so it is the 9, with either of them.
    let view = team("").view(Some(Seat(0)));
    near(share(&view, |world| at(world, 1, "seraphina-black")), 1.0);
    near(share(&view, |world| at(world, 1, "pip-marlow")), 0.5);
    near(share(&view, |world| at(world, 1, "dora-finch")), 0.5);
    near(share(&view, |world| at(world, 1, "bomb")), 0.0);
}

#[test]
fn which_spy_was_picked_is_open() {
    let view = team("dora-finch").view(None);
    assert!(matches!(view.phase, Phase::Team { picked, .. } if picked.is_empty()));
    assert_eq!(view.picks, 1);
    let picked = |spy: &str| {
        let spy: Face = spy.parse().unwrap();
        share(&view, |world| {
            // What the leader sees of their own.
            matches!(world.view(Some(Seat(1))).phase, Phase::Team { picked, .. } if picked.count(spy) == 1)
        })
    };
    near(picked("seraphina-black"), 0.5);
    near(picked("pip-marlow"), 0.25);
    near(picked("dora-finch"), 0.25);
}

#[test]
fn unlikely_teams_follow_the_odds_too() {
    // Five Spies that come to more than 37: only 7 7 8 8 9 (3 ways), 6 7 8 8 9 (12) and 7 7 7 8 9 (2) do.
    let wings = "doomsday-wing ".repeat(8);
    let hand = "odile-moreau odile-moreau viktor-lasko viktor-lasko seraphina-black B";
    let game = position(&format!(
        r##"{{"turn":1,"phase":{{"team":{{"at":0,"picked":""}}}},"hands":["A","{hand}"],"lairs":["{wings} trapdoor #moat"],"deck":"rest"}}"##
    ));
    let view = game.view(Some(Seat(0)));
    let holds = |spy: &str, n: usize| {
        let spy: Face = spy.parse().unwrap();
        share(&view, |world| world.view(Some(Seat(1))).hand.cards().filter(|&f| f == spy).count() == n)
    };
    near(holds("cornelius-stroud", 1), 12.0 / 17.0);
    near(holds("odile-moreau", 2), 3.0 / 17.0);
    near(holds("odile-moreau", 3), 2.0 / 17.0);
}
