//! Positions that play cannot come to: refused by their rule, in one line, wherever a position can be given.

use std::fs;

use serde_json::{Value, json};

use crate::common::Scratch;

/// Positions that once brought the program down or stood still, each with the rule that refuses it now.
fn impossible() -> Vec<(&'static str, Value)> {
    let window = json!({"manner": "until-all-pass", "seats": 5, "asked": 1, "done": []});
    let knockdown = json!({"face": "knockdown", "slot": null, "at": 0, "dead": false, "first": null});
    vec![
        // Sixty cards each, and one more on the mat.
        (
            "12.1",
            json!({"expert": true, "decks": ["clown-bean*51", "clown-bean*51"], "mat": {"a1": "lion-bean"}}),
        ),
        // A window at a table of five: the third seat would be asked next.
        (
            "1.1",
            json!({
                "hands": ["", "no-you-dont"], "air": "knockdown", "mat": {"b1": "clown-bean"},
                "doing": ["main", {"deeds": knockdown}, {"answers": ["action", window]}],
            }),
        ),
        // Nothing is left to be done once the Bean is placed.
        ("2.1", json!({"air": "lion-bean", "doing": ["place"]})),
    ]
}

fn toml(position: &Value) -> String {
    // An inline table of TOML is JSON with other signs between names and values; it knows no null.
    match position {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            let fields: Vec<String> =
                fields.map(|(name, value)| format!("{name} = {}", toml(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::Array(row) => format!("[{}]", row.iter().map(toml).collect::<Vec<_>>().join(", ")),
        plain => plain.to_string(),
    }
}

#[test]
fn drive_refuses_what_play_cannot_come_to_and_goes_on() {
    let scratch = Scratch::new();
    for (rule, position) in impossible() {
        let asks = json!({"op": "position", "game": "mighty-beanz", "position": position});
        let done = scratch.run(&["drive"], format!("{asks}\n{{\"op\":\"games\"}}\n"));
        done.calm();
        let answers: Vec<Value> = done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((done.code, answers.len()), (Some(0), 2), "{done:?}");
        assert_eq!(answers[0]["ok"], false, "{done:?}");
        assert_ne!(answers[0]["error"]["kind"], "bug", "{done:?}");
        assert!(answers[0]["error"]["message"].as_str().unwrap().contains(rule), "{rule}: {done:?}");
        assert_eq!(answers[1]["ok"], true, "{done:?}");
    }
}

#[test]
fn a_scenario_refuses_what_play_cannot_come_to() {
    let scratch = Scratch::new();
    for (rule, position) in impossible() {
        let text = format!(
            "+++\ngame = \"mighty-beanz\"\ntitle = \"none\"\nrules = [\"1.1\"]\nposition = {}\n+++\n? asked 0\n",
            toml(&position)
        );
        fs::write(scratch.path("none.scenario"), text).unwrap();
        let done = scratch.run(&["scenario", "none.scenario"], "");
        done.calm();
        assert_eq!(done.code, Some(3), "{done:?}");
        assert!(
            done.out.starts_with("invalid  none.scenario:") && done.out.contains(rule),
            "{rule}: {done:?}"
        );
        assert_eq!(done.out.matches('\n').count(), 1, "one line, please: {done:?}");
    }
}

#[test]
fn a_record_that_begins_where_play_cannot_come_to_is_neither_replayed_nor_resumed() {
    let scratch = Scratch::new();
    for (rule, position) in impossible() {
        let text = format!(
            "safehouse-record 1\ngame mighty-beanz\nrules 2\nposition {position}\nseed 0\nplay\n= 0 0000000000000000 open\n"
        );
        fs::write(scratch.path("none.record"), &text).unwrap();
        for args in [
            &["replay", "none.record"][..],
            &["replay", "none.record", "--verify"],
            &["play", "--resume", "none.record"],
        ] {
            let done = scratch.run(args, "1\n");
            done.calm();
            assert_eq!(done.code, Some(3), "{args:?}: {done:?}");
            assert!(done.err.starts_with("safehouse: none.record:4: "), "{args:?}: {done:?}");
            assert!(done.err.contains(rule), "{rule}: {done:?}");
            assert_eq!(done.err.matches('\n').count(), 1, "one line, please: {done:?}");
        }
        assert_eq!(fs::read_to_string(scratch.path("none.record")).unwrap(), text, "left as it was");
    }
}
