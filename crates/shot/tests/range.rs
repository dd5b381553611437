//! What is out of range is refused, with a line that says what to do; the table has nothing there. Needs no physics.

use shot::{DISTANCES, LIES, Lie, STRENGTHS, Shot, WOBBLES};

const HERE: Lie = Lie::STRAIGHT;

fn chance(aim: i8, strength: u8) -> u8 {
    shot::chance(HERE, aim, strength)
}

fn hits(aim: i8, strength: u8, wobble: u8) -> bool {
    shot::hits(HERE, aim, strength, wobble)
}

#[test]
fn out_of_range_is_refused() {
    let why = |aim, strength, wobble| Shot::new(HERE, aim, strength, wobble).unwrap_err().to_string();
    assert_eq!(why(21, 10, 0), "aim 21 is not on the table: choose -20 (left) to 20 (right)");
    assert_eq!(why(-21, 10, 0), "aim -21 is not on the table: choose -20 (left) to 20 (right)");
    assert_eq!(why(0, 0, 0), "strength 0 is not a flick: choose 1 (weak) to 20 (strong)");
    assert_eq!(why(0, 21, 0), "strength 21 is not a flick: choose 1 (weak) to 20 (strong)");
    assert_eq!(why(0, 10, 64), "wobble 64 does not exist: draw one of 0 to 63");
    assert!(Shot::new(HERE, -20, 1, 0).is_ok() && Shot::new(HERE, 20, 20, 63).is_ok());
}

#[test]
fn all_shots_are_all() {
    assert_eq!(Shot::all().count(), DISTANCES.len() * 21 * STRENGTHS * WOBBLES);
    for shot in Shot::all() {
        assert_eq!(Shot::new(shot.lie(), shot.aim(), shot.strength(), shot.wobble()), Ok(shot));
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

#[test]
fn every_lie_has_its_number() {
    assert_eq!((Lie::new(LIES), LIES), (None, 595));
    let all: Vec<Lie> = (0..LIES).filter_map(Lie::new).collect();
    for (number, lie) in (0..).zip(&all) {
        assert_eq!(lie.number(), number);
        assert!(all.contains(&lie.mirrored()) && lie.mirrored().mirrored() == *lie);
        assert!(lie.best_aim().abs() <= 11 && lie.distance() < 5);
    }
    assert_eq!(Lie::new(Lie::STRAIGHT.number()), Some(Lie::STRAIGHT));
    assert_eq!((Lie::STRAIGHT.millimetres(), Lie::STRAIGHT.best_aim()), (280.0, 0));
}
