//! The worlds that somebody imagines are as likely as they ought to be.

use austin_powers::{AustinPowers, Face};
use serde_json::{Value, json};
use table::{Game, Seat, Seed, Stream};

const WORLDS: u32 = 6000;

fn laid(position: &Value) -> AustinPowers {
    let read = table::table::read_position::<AustinPowers>(position);
    read.and_then(|position| AustinPowers::lay_out(&position)).unwrap_or_else(|fault| panic!("{fault}"))
}

/// In what share of the worlds that a seat imagines is it so?
fn share(game: &AustinPowers, who: Seat, so: impl Fn(&AustinPowers) -> bool) -> f64 {
    let (view, prior) = (game.view(Some(who)), game.informed());
    let mut luck = Seed::from(5).luck(Stream::Test(6));
    let fits = (0..WORLDS).filter(|_| so(&AustinPowers::imagine(&view, &prior, &mut luck))).count();
    fits as f64 / f64::from(WORLDS)
}

/// What a seat holds in a world: only it knows.
fn holds(game: &AustinPowers, seat: Seat, slug: &str) -> bool {
    let face: Face = slug.parse().expect("a card");
    game.view(Some(seat)).hand(seat).any(|held| held == face)
}

#[track_caller]
fn about(share: f64, right: f64) {
    // Four standard deviations of so many worlds.
    let far = 4.0 * (right * (1.0 - right) / f64::from(WORLDS)).sqrt();
    assert!((share - right).abs() < far, "{share:.4}, and not {right:.4}");
}

/// Of ten cards that are not known two are in the hand, and two are Happenings.
fn happening_face_down() -> AustinPowers {
    laid(&json!({
        "seats": 3,
        "hands": ["photo-call yeah-sunshine", "heh-heh-heh", "yeah-sunshine"],
        "decks": ["parking-ticket yeah-sunshine*7", "heh-heh-heh", "yeah-sunshine"],
        "laid": "photo-call",
        "doing": ["turn", "sign"],
    }))
}

/// Rule 16.1: whoever has laid a Happening down holds one, and more is not known.
#[test]
fn a_happening_face_down_is_any_that_could_be_there() {
    let game = happening_face_down();
    let is = |slug: &'static str| {
        move |world: &AustinPowers| world.view(Some(Seat(0))).laid() == Some(slug.parse().expect("a card"))
    };
    for seat in [Seat(1), Seat(2)] {
        about(share(&game, seat, is("photo-call")), 0.5);
        about(share(&game, seat, is("parking-ticket")), 0.5);
        // Of the 17 hands of 45 with a Happening one has both.
        let both = |world: &AustinPowers| {
            holds(world, Seat(0), "photo-call") && holds(world, Seat(0), "parking-ticket")
        };
        about(share(&game, seat, both), 1.0 / 17.0);
    }
    assert_eq!(share(&game, Seat(0), is("photo-call")), 1.0);
}

/// Without one of ten cards is in a hand of two as often as any other: the same hand, with nothing laid down.
#[test]
fn a_hand_is_any_of_the_cards_that_are_left() {
    let game = laid(&json!({
        "seats": 3,
        "turn": 1,
        "hands": ["photo-call yeah-sunshine", "heh-heh-heh", "yeah-sunshine"],
        "decks": ["parking-ticket yeah-sunshine*7", "heh-heh-heh", "yeah-sunshine"],
    }));
    about(share(&game, Seat(1), |world| holds(world, Seat(0), "photo-call")), 0.2);
    about(share(&game, Seat(2), |world| holds(world, Seat(0), "parking-ticket")), 0.2);
}

/// Rule 17.4: whoever has looked at a hand knows it until it changes, and nobody else does.
#[test]
fn who_has_looked_knows() {
    let game = laid(&json!({
        "seats": 4,
        "hands": ["yeah-sunshine", "mustafa(0,1) heh-heh-heh", "yeah-sunshine", "heh-heh-heh"],
        "decks": ["yeah-sunshine", "heh-heh-heh*8", "yeah-sunshine", "heh-heh-heh"],
    }));
    assert_eq!(share(&game, Seat(0), |world| holds(world, Seat(1), "mustafa")), 1.0);
    about(share(&game, Seat(2), |world| holds(world, Seat(1), "mustafa")), 0.2);
}
