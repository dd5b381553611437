//! The films keep their promises, and the table of hits says what the films show.

use shot::{AIM, EDGE, FRAMES, Film, Frame, HALF, LIES, Lie, Pose, Shot, chance, film, hits};

/// Every 89th shot: the step is odd, so all wobbles have their turn. Every other one is turned, leans, or is in a mirror.
fn sample() -> impl Iterator<Item = Shot> {
    Shot::all().step_by(89).enumerate().map(|(n, shot)| match Lie::new((n as u16).wrapping_mul(37) % LIES) {
        Some(lie) if n % 2 == 1 => {
            // The same distance from the target's side, as far as one can aim there.
            let aim = (shot.off() + lie.best_aim()).clamp(-20, 20);
            Shot::new(lie, aim, shot.strength(), shot.wobble()).expect("a shot in range")
        }
        _ => shot,
    })
}

fn shot(aim: i8, strength: u8, wobble: u8) -> Shot {
    Shot::new(Lie::STRAIGHT, aim, strength, wobble).expect("a shot in range")
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
            hits(shot.lie(), shot.aim(), shot.strength(), shot.wobble()),
            film.hit,
            "{shot:?}: make the table again"
        );
        // Turned, a corner of the table may be where its edge was.
        let [left, near, right, far] = EDGE;
        let slack = HALF + if shot.lie().side() == 0 { 0.0 } else { 100.0 };
        for pose in film.frames.iter().flat_map(poses) {
            assert!((left - slack..=right + slack).contains(&pose.x), "{shot:?}: {pose:?}");
            assert!((near - slack..=far + slack).contains(&pose.y), "{shot:?}: {pose:?}");
            assert!(pose.turn.abs() <= 3.4, "{shot:?}: {pose:?}");
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
    assert!(seen > 1500 && fell > 100, "{fell} of {seen} hit");
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
    for shot in Shot::all().chain(sample()) {
        let twin = shot.mirrored();
        assert_eq!(
            hits(shot.lie(), shot.aim(), shot.strength(), shot.wobble()),
            hits(twin.lie(), twin.aim(), twin.strength(), twin.wobble())
        );
    }
}

#[test]
fn a_film_starts_with_a_bean_that_lies_and_one_that_stands() {
    let first = film(shot(3, 8, 12)).frames[0];
    assert_eq!((first.shooter.x, first.shooter.y), (0.0, 0.0));
    assert!(first.shooter.turn < 0.0, "aimed to the right");
    assert_eq!(first.target, Pose { x: 0.0, y: 280.0, turn: 0.0 });
    assert_eq!(first.lean, 0.0);
    // To the side, the target stands there from the first frame on, at its distance.
    for lie in (0..LIES).step_by(41).filter_map(Lie::new) {
        let first = film(Shot::new(lie, 0, 8, 12).expect("a shot in range")).frames[0];
        let turn = f32::from(lie.side()) * AIM;
        let (x, y) = (lie.millimetres() * turn.sin(), lie.millimetres() * turn.cos());
        assert!((first.target.x - x).abs() < 0.1 && (first.target.y - y).abs() < 0.1, "{lie:?}: {first:?}");
    }
}

#[test]
fn a_lean_is_made_good_by_aiming_the_other_way() {
    let lie = |side, lean| {
        (0..LIES).filter_map(Lie::new).find(|l| (l.side(), l.distance(), l.lean()) == (side, 2, lean))
    };
    for (side, lean) in [(0, 2), (5, 0), (-8, 3), (8, -3)] {
        let lie = lie(side, lean).expect("a lie");
        for strength in 1..=20 {
            assert_eq!(chance(lie, lie.best_aim(), strength), chance(Lie::STRAIGHT, 0, strength));
        }
    }
}

/// Rulings, 21: no number learned by heart does the work of an eye and a hand.
#[test]
fn no_constant_choice_hits_often_and_a_good_eye_does() {
    let all: Vec<Lie> = (0..LIES).filter_map(Lie::new).collect();
    let most = 64 * all.len() as u32;
    let by_heart = (-20..=20).flat_map(|aim| (1..=20).map(move |strength| (aim, strength)));
    let best = by_heart.map(|(aim, strength)| {
        all.iter().map(|lie| u32::from(chance(*lie, aim, strength))).sum::<u32>() * 100 / most
    });
    let best = best.max().unwrap_or(0);
    assert!(best < 35, "{best} %");
    let seen: u32 = all
        .iter()
        .map(|lie| {
            (1..=20).map(|strength| u32::from(chance(*lie, lie.best_aim(), strength))).max().unwrap_or(0)
        })
        .sum();
    assert!(seen * 100 / most > 75, "{} %", seen * 100 / most);
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
    let chance = |aim, strength| chance(Lie::STRAIGHT, aim, strength);
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
            let (here, there) =
                (chance(Lie::STRAIGHT, aim, strength), chance(Lie::STRAIGHT, aim + 1, strength));
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
