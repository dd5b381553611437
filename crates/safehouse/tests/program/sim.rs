//! Many games at once: the same seed, the same result, and figures that add up.

use crate::common::Scratch;

/// The `result` object of `sim --json`, as text.
fn result(scratch: &Scratch, args: &[&str]) -> String {
    let done = scratch.run(&[&["sim", "mister-spy", "--json"], args].concat(), "");
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    assert_eq!(done.out.lines().count(), 1, "one line of JSON: {}", done.out);
    let (result, speed) = done.out.split_once(",\"speed\":{").expect("a result and its speed");
    assert!(speed.contains("\"decisions_per_second\":") && speed.ends_with("}}\n"), "{speed}");
    result.strip_prefix("{\"result\":").expect("the result comes first").to_owned()
}

/// Every number that stands behind this key.
fn numbers(json: &str, key: &str) -> Vec<f64> {
    let key = format!("\"{key}\":");
    let behind = json.split(&key).skip(1);
    behind.map(|rest| rest.split([',', '}', ']']).next().unwrap_or("").parse().expect("a number")).collect()
}

#[test]
fn threads_do_not_change_the_result() {
    let scratch = Scratch::new();
    let with =
        |threads| result(&scratch, &["--games", "1500", "--seed", "5", "--seats", "3", "--threads", threads]);
    let one = with("1");
    assert!(one.starts_with("{\"game\":\"mister-spy\",") && one.ends_with('}'), "{one}");
    assert!(one.contains("\"seed\":\"5\"") && one.contains("\"games\":1500"), "{one}");
    assert_eq!(one, with("2"));
    assert_eq!(one, with("3"));
    assert_eq!(one, with("0"));
}

#[test]
fn another_seed_is_another_result() {
    let scratch = Scratch::new();
    let with = |seed: &str| {
        let result = result(&scratch, &["--games", "300", "--seed", seed]);
        result.replace(&format!("\"seed\":\"{seed}\""), "")
    };
    assert_ne!(with("5"), with("6"));
    let long = format!("x{}", "0f".repeat(32));
    assert_ne!(with(&long), with("5"));
    assert_eq!(with(&long), with(&long));
}

#[test]
fn more_games_begin_with_the_same_ones() {
    let scratch = Scratch::new();
    // One game has one result, and it is the first of many: its score is among those of two games.
    let scores = |games| numbers(&result(&scratch, &["--games", games, "--seats", "2"]), "most");
    let (one, two) = (scores("1"), scores("2"));
    assert_eq!(one.len(), two.len());
    assert!(one.iter().zip(&two).all(|(a, b)| a <= b), "{one:?} {two:?}");
}

#[test]
fn wins_and_scores_add_up() {
    let scratch = Scratch::new();
    for (seats, games) in [(2, 257), (4, 512), (6, 1000)] {
        let (n, g) = (seats.to_string(), games.to_string());
        let report = result(&scratch, &["--games", &g, "--seats", &n, "--bots", "agent,random"]);
        let wins = numbers(&report, "wins");
        assert_eq!(wins.len(), seats, "{report}");
        assert!((wins.iter().sum::<f64>() - f64::from(games)).abs() < 1e-6, "{wins:?}");
        let shares = numbers(&report, "share");
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
        let bots: Vec<bool> = (0..seats).map(|s| s % 2 == 0).collect();
        let agent: Vec<bool> =
            report.split("\"bot\":\"").skip(1).map(|rest| rest.starts_with("agent\"")).collect();
        assert_eq!(agent, bots, "two bots repeat around the table");
        // How often each score came, seat by seat.
        for seat in report.split("\"scores\":{").skip(1) {
            let counts = seat.split('}').next().unwrap();
            let sum: u32 =
                counts.split(',').map(|c| c.rsplit(':').next().unwrap().parse::<u32>().unwrap()).sum();
            assert_eq!(sum, games, "{counts}");
        }
        let endings = report.split("\"endings\":{").nth(1).unwrap().split('}').next().unwrap();
        let sum: u32 =
            endings.split(',').map(|c| c.rsplit(':').next().unwrap().parse::<u32>().unwrap()).sum();
        assert_eq!(sum, games, "{endings}");
    }
}

#[test]
fn the_summary_says_what_the_json_says() {
    let scratch = Scratch::new();
    let args = ["--games", "400", "--seats", "3", "--seed", "8", "--bots", "agent,random,random"];
    let report = result(&scratch, &args);
    let done = scratch.run(&[&["sim", "mister-spy"], args.as_slice()].concat(), "");
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.out.starts_with("mister-spy: 400 games, 3 seats, seed 8\n"), "{}", done.out);
    assert!(!done.out.contains('\x1b') && !done.out.contains('\r'), "{}", done.out);
    for share in numbers(&report, "share") {
        assert!(done.out.contains(&format!("{:.1} %", 100.0 * share)), "{share}: {}", done.out);
    }
    for line in done.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn agent_wins_more_than_its_share() {
    let scratch = Scratch::new();
    let report =
        result(&scratch, &["--games", "400", "--seats", "4", "--bots", "agent,random,random,random"]);
    let wins = numbers(&report, "wins");
    assert!(wins[0] > wins[1] + wins[2] + wins[3], "{wins:?}");
}

#[test]
fn options_reach_the_game() {
    let scratch = Scratch::new();
    let with = |options| result(&scratch, &["--games", "300", "--seats", "2", "--options", options]);
    let (zero, one) = (with("{\"dealer\":{\"seat\":0}}"), with("{\"dealer\":{\"seat\":1}}"));
    assert_ne!(zero, one);
    assert_eq!(with("{}"), with("{\"dealer\":\"lot\"}"));
}

#[test]
fn nothing_is_left_on_the_disk() {
    let scratch = Scratch::new();
    assert_eq!(scratch.run(&["sim", "mister-spy", "--games", "50"], "").code, Some(0));
    assert_eq!(scratch.files("."), [""; 0]);
}
