//! The films keep their promises, and the table of hits says what the films show.

use shot::{EDGE, FRAMES, Film, Frame, HALF, HOLE, Pose, Shot, chance, film, hits};

/// Every 35th shot, one or two of each aim and strength: the step is odd, so all wobbles have their turn.
fn sample() -> impl Iterator<Item = Shot> {
    Shot::all().step_by(35)
}

fn shot(aim: i8, strength: u8, wobble: u8) -> Shot {
    Shot::new(aim, strength, wobble).expect("a shot in range")
}

fn poses(frame: &Frame) -> [Pose; 2] {
    [frame.shooter, frame.target]
}

/// What the pose looks like in a mirror.
fn mirrored(pose: Pose) -> Pose {
    Pose { x: -pose.x, y: pose.y, turn: -pose.turn }
}

/// Nothing moves any more, and nothing leans that could still fall.
fn ends_well(film: &Film) -> bool {
    let [.., before, last] = film.frames[..] else { return false };
    before == last && (last.lean == 0.0 || last.lean == 1.0)
}

#[test]
fn the_table_says_what_the_films_show() {
    let (mut seen, mut fell) = (0, 0);
    for shot in sample() {
        let film = film(shot);
        assert_eq!(
            hits(shot.aim(), shot.strength(), shot.wobble()),
            film.hit,
            "{shot:?}: make the table again"
        );
        let [left, near, right, far] = EDGE;
        for pose in film.frames.iter().flat_map(poses) {
            assert!((left - HALF..=right + HALF).contains(&pose.x), "{shot:?}: {pose:?}");
            assert!((near - HALF..=far + HALF).contains(&pose.y), "{shot:?}: {pose:?}");
            assert!(pose.turn.abs() <= 3.15, "{shot:?}: {pose:?}");
        }
        assert!(film.frames.iter().all(|frame| (0.0..=1.0).contains(&frame.lean)), "{shot:?}");
        assert!(film.frames.len() < FRAMES, "{shot:?} goes on and on");
        assert!(ends_well(&film), "{shot:?}: {:?}", film.frames.last());
        assert_eq!(film.frames.last().unwrap().lean == 1.0, film.hit, "{shot:?}");
        let json = serde_json::to_string(&film.compact()).unwrap();
        assert!(json.len() < 12_000, "{shot:?}: {} bytes", json.len());
        seen += 1;
        fell += usize::from(film.hit);
    }
    assert_eq!(seen, 1500);
    assert!(fell > 100, "only {fell} of the sample hit");
}

#[test]
fn the_same_shot_is_the_same_film() {
    for shot in Shot::all().step_by(5003) {
        assert_eq!(film(shot), film(shot));
    }
}

#[test]
fn left_is_as_good_as_right() {
    for shot in [shot(0, 10, 31), shot(1, 14, 40), shot(-4, 20, 10), shot(2, 9, 40), shot(0, 6, 31)] {
        let (here, there) = (film(shot), film(shot.mirrored()));
        assert_eq!(here.hit, there.hit);
        assert_eq!(here.frames.len(), there.frames.len());
        for (here, there) in here.frames.iter().zip(&there.frames) {
            assert_eq!(poses(here).map(mirrored), poses(there));
            assert_eq!(here.lean, there.lean);
        }
    }
    for shot in Shot::all() {
        let twin = shot.mirrored();
        assert_eq!(
            hits(shot.aim(), shot.strength(), shot.wobble()),
            hits(twin.aim(), twin.strength(), twin.wobble())
        );
    }
}

#[test]
fn a_film_starts_with_a_bean_that_lies_and_one_that_stands() {
    let first = film(shot(3, 8, 12)).frames[0];
    assert_eq!((first.shooter.x, first.shooter.y), (0.0, 0.0));
    assert!(first.shooter.turn < 0.0, "aimed to the right");
    assert_eq!(first.target, Pose { x: 0.0, y: HOLE, turn: 0.0 });
    assert_eq!(first.lean, 0.0);
}

#[test]
fn a_graze_may_rock_the_target_and_not_fell_it() {
    let rocked = |shot: &Shot| {
        let film = film(*shot);
        !film.hit && film.frames.iter().any(|frame| frame.lean > 0.1)
    };
    assert!((0..64).map(|wobble| shot(2, 9, wobble)).any(|shot| rocked(&shot)));
}

#[test]
fn there_is_a_sweet_spot() {
    let best = chance(0, 10);
    assert!((51..=56).contains(&best), "{best}");
    assert!((-20..=20).all(|aim| (1..=20).all(|strength| chance(aim, strength) <= best)));
    assert!((29..=41).contains(&chance(2, 10)), "two off");
    assert!((4..=20).all(|aim| chance(aim, 10) <= 4), "four off");
    assert!((-20..=20).all(|aim| (1..=5).all(|strength| chance(aim, strength) == 0)), "too weak");
    assert!((28..=36).contains(&chance(0, 20)), "wild");
}

#[test]
fn the_chances_have_no_cliffs() {
    for strength in 1..=20 {
        for aim in 0..20 {
            let (here, there) = (chance(aim, strength), chance(aim + 1, strength));
            assert!(there <= here + 3 && here <= there + 22, "{aim} {strength}: {here} {there}");
        }
    }
}

#[test]
fn the_compact_form_is_whole_numbers() {
    let hit = film(shot(0, 10, 31)).compact();
    assert!(hit.hit);
    assert!(serde_json::to_string(&hit).unwrap().starts_with(r#"{"hit":true,"frames":[["#));
    assert_eq!(hit.frames[0][3..], [0, 2800, 0, 0]);
    assert_eq!(hit.frames.last().unwrap()[6], 100);
}

#[test]
fn the_picture_tells_how_it_ended() {
    let hit = film(shot(0, 10, 31)).svg();
    assert!(hit.starts_with("<svg ") && hit.ends_with("</svg>"));
    assert!(hit.contains("The target falls."));
    assert!(film(shot(0, 3, 20)).svg().contains("The target stands."));
    assert!(!hit.contains("NaN"));
}
