//! The house under load: a small crowd plays for a moment, and nobody meets with an error.

use serde_json::Value;

use crate::common::Scratch;

/// The figures of a quick measurement with these options.
fn measured(args: &[&str]) -> Value {
    let scratch = Scratch::new();
    let done = scratch.run(&[&["bench", "server", "--quick", "--json"], args].concat(), "");
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    // The house of the measurement has gone, and its folder with it.
    assert_eq!(scratch.files("data"), [""; 0]);
    serde_json::from_str(&done.out).expect("figures in JSON")
}

#[test]
fn a_crowd_plays_without_an_error() {
    for args in [&["--tables", "20"][..], &["--game", "renamed-spy", "--seats", "3", "--streams"]] {
        let figures = measured(args);
        assert_eq!(figures["errors"].as_object().map(|errors| errors.len()), Some(0), "{figures}");
        for load in ["full", "half"] {
            let rate = figures[load]["moves_per_second"].as_f64().unwrap_or(0.0);
            assert!(rate > 5.0, "hardly anything was played: {figures}");
        }
        assert!(figures["alive"]["moves"].as_u64() >= figures["alive"]["tables"].as_u64(), "{figures}");
        assert!(figures["start"]["table_seconds"].as_f64() > Some(0.0), "{figures}");
    }
}

#[test]
fn what_cannot_be_measured_is_said_at_once() {
    let scratch = Scratch::new();
    for (args, says) in [
        (&["--seats", "9"][..], "mister-spy is for 2 to 6 players"),
        (&["--game", "chess"], "there is no game 'chess'"),
        (&["--tables", "0"], "--tables 0"),
        (&["--tables", "5000", "--streams"], "more than a house takes at once"),
    ] {
        let done = scratch.run(&[&["bench", "server"], args].concat(), "");
        done.calm();
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(says), "{done:?}");
    }
    // A folder that is there already is left alone.
    let done = scratch.run(&["bench", "server", "--quick", "--data", "."], "");
    assert_eq!(done.code, Some(4), "{done:?}");
    assert!(scratch.path(".").is_dir());
}
