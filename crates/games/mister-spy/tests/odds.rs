//! What a viewer imagines follows the odds exactly, also where a memory of a stolen Spy has been blurred (rule 8.2).
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use mister_spy::{Face, MisterSpy, View};
use table::scenario::Scenario;
use table::{Game, GameOf, Luck, Mute, Seat, Seed, Stream};

/// Plays acts from a position; chance is scripted.
fn play(position: &str, luck: Vec<u32>, acts: &[(u8, &str)]) -> MisterSpy {
    let front = format!("game = \"mister-spy\"\n[position]\n{position}");
    let scenario = Scenario::front(&front).unwrap();
    scenario.open(&GameOf::<MisterSpy>::new()).map(drop).unwrap();
    let table::table::Beginning::Position { position: value, .. } = scenario.start else { unreachable!() };
    let mut game = MisterSpy::lay_out(&serde_json::from_value(value).unwrap()).unwrap();
    let mut luck = Luck::scripted(luck);
    let mut menu = Vec::new();
    for (seat, act) in acts {
        let act = act.parse().unwrap();
        menu.clear();
        game.legal(Seat(*seat), &mut menu);
        assert!(menu.contains(&act), "{act} in {menu:?}");
        game.apply(Seat(*seat), act, &mut luck, &mut Mute);
    }
    assert_eq!((luck.fault(), luck.unused()), (None, 0));
    game
}

/// How often this seat's imagined worlds have the Spy in that hand.
fn share(view: &View, spy: &str, seat: u8) -> f64 {
    let spy: Face = spy.parse().unwrap();
    let mut luck = Seed::from(4).luck(Stream::Test(9));
    let mut cards = Vec::new();
    let tries = 40_000;
    let mut hits = 0;
    for _ in 0..tries {
        cards.clear();
        MisterSpy::imagine(view, &(), &mut luck).places(&mut cards);
        hits += usize::from(cards.iter().any(|c| c.card == u16::from(spy.0) && c.place == u16::from(seat)));
    }
    hits as f64 / f64::from(tries)
}

fn near(found: f64, right: f64) {
    assert!((found - right).abs() < 0.012, "{found} should be {right}");
}

const TABLE: &str = r##"turn = 1
hands = ["jillian-styles A B", "rex-halloran lorenzo-pike C D", "E F"]
lairs = ["#moon-base", "", "#castle"]
deck = "G H I rest"
"##;

#[test]
fn a_theft_one_took_part_in_is_certain() {
    let game = play(TABLE, vec![], &[(1, "steal 0"), (1, "keep")]);
    near(share(&game.view(Some(Seat(0))), "jillian-styles", 1), 1.0);
    near(share(&game.view(Some(Seat(1))), "jillian-styles", 1), 1.0);
    // Everybody else knows only that the hand holds 3 of the 21 Spies; none has been shown.
    near(share(&game.view(Some(Seat(2))), "jillian-styles", 1), 3.0 / 21.0);
    near(share(&game.view(None), "jillian-styles", 1), 3.0 / 21.0);
}

#[test]
fn a_second_theft_blurs_the_memory_by_its_odds() {
    // Seat 2 takes one of seat 1's three Spies: for seat 0 it was Jillian in one case of three.
    let game = play(TABLE, vec![0], &[(1, "steal 0"), (1, "keep"), (2, "steal 1"), (2, "keep")]);
    let view = game.view(Some(Seat(0)));
    near(share(&view, "jillian-styles", 2), 1.0 / 3.0);
    near(share(&view, "jillian-styles", 1), 2.0 / 3.0);
}

#[test]
fn what_is_shown_later_counts_too() {
    // Then seat 1 shows a Spy that seat 0 had never seen. If Jillian had been taken, seat 1 held two strangers, else
    // one: that makes it as likely that she was taken as that she was not.
    let acts =
        [(1, "steal 0"), (1, "keep"), (2, "steal 1"), (2, "keep"), (0, "pass"), (1, "agent rex-halloran")];
    let game = play(TABLE, vec![0], &acts);
    let view = game.view(Some(Seat(0)));
    near(share(&view, "jillian-styles", 2), 0.5);
    near(share(&view, "jillian-styles", 1), 0.5);
}

#[test]
fn a_spy_shown_from_the_other_hand_settles_it() {
    let acts = [(1, "steal 0"), (1, "keep"), (2, "steal 1"), (2, "agent lorenzo-pike")];
    let game = play(TABLE, vec![0], &acts);
    near(share(&game.view(Some(Seat(0))), "jillian-styles", 1), 1.0);
}

#[test]
fn unlikely_chains_are_still_imagined() {
    // Jillian goes from hand to hand unseen by seat 0 and turns up at the far end: every world must tell that story.
    let position = r##"turn = 1
hands = ["jillian-styles A", "barnaby-twill dot-pemberley cosmo-lint minnie-vantage C", "ferris-umber gil-fontaine petra-quill rufus-latch E", "odette-marrow hank-calloway sable-winters monty-draper F"]
lairs = ["#moon-base #castle", "#bakery", "#basement", "#blimp"]
deck = "A B C D E F G H I rest"
"##;
    let acts = [
        (1, "steal 0"),
        (1, "keep"),
        (2, "steal 1"),
        (2, "keep"),
        (3, "steal 2"),
        (3, "keep"),
        (0, "pass"),
        (1, "steal 3"),
        (1, "keep"),
        (2, "steal 1"),
        (2, "agent jillian-styles"),
    ];
    let game = play(position, vec![4, 4, 4, 4], &acts);
    let view = game.view(Some(Seat(0)));
    let mut luck = Seed::from(4).luck(Stream::Test(9));
    for _ in 0..300 {
        let world = MisterSpy::imagine(&view, &(), &mut luck);
        assert_eq!(world.view(Some(Seat(0))), view);
    }
}
