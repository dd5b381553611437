//! What is out of range is refused, with a line that says what to do; the table has nothing there. Needs no physics.

use shot::{AIMS, STRENGTHS, Shot, WOBBLES, chance, hits};

#[test]
fn out_of_range_is_refused() {
    let why = |aim, strength, wobble| Shot::new(aim, strength, wobble).unwrap_err().to_string();
    assert_eq!(why(21, 10, 0), "aim 21 is not on the table: choose -20 (left) to 20 (right)");
    assert_eq!(why(-21, 10, 0), "aim -21 is not on the table: choose -20 (left) to 20 (right)");
    assert_eq!(why(0, 0, 0), "strength 0 is not a flick: choose 1 (weak) to 20 (strong)");
    assert_eq!(why(0, 21, 0), "strength 21 is not a flick: choose 1 (weak) to 20 (strong)");
    assert_eq!(why(0, 10, 64), "wobble 64 does not exist: draw one of 0 to 63");
    assert!(Shot::new(-20, 1, 0).is_ok() && Shot::new(20, 20, 63).is_ok());
}

#[test]
fn all_shots_are_all() {
    assert_eq!(Shot::all().count(), AIMS * STRENGTHS * WOBBLES);
    for shot in Shot::all() {
        assert_eq!(Shot::new(shot.aim(), shot.strength(), shot.wobble()), Ok(shot));
        assert_eq!(shot.mirrored().mirrored(), shot);
    }
}

#[test]
fn the_table_has_nothing_outside() {
    for (aim, strength) in [(21, 10), (-21, 10), (i8::MIN, 10), (i8::MAX, 10), (0, 0), (0, 21), (0, 255)] {
        assert_eq!(chance(aim, strength), 0);
        assert!(!hits(aim, strength, 0));
    }
    assert!((64..=255).all(|wobble| !hits(0, 10, wobble)));
}

#[test]
fn chance_counts_hits() {
    for (aim, strength) in [(0, 10), (2, 10), (-7, 18), (0, 5)] {
        let count = (0..64).filter(|&wobble| hits(aim, strength, wobble)).count();
        assert_eq!(usize::from(chance(aim, strength)), count);
    }
}
