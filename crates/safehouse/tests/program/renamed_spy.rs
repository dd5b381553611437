//! What can be wrong with the input for the Renamed Spy Game: one clear line, the right exit code, nothing lost.

use crate::common::Scratch;

const SCENARIO: &str = "\
+++
game = \"renamed-spy\"
title = \"A Spy is captured\"
rules = [\"4.8\"]

[position]
turn = 0
hands = [\"dora-finch ilse-ravenna bomb A moat\", \"B\", \"C\"]
lairs = [\"trapdoor\", \"#laser-fence\"]
deck = \"rest\"
+++
! 0 into 1 : 2.2
> 0 pass
> 0 into 1
> 0 play dora-finch
> 1 kill
? score 1 == 3
? asked 1
";

#[test]
fn typos_in_scenarios_are_named_by_line() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path("good.scenario"), SCENARIO).unwrap();
    let good = scratch.run(&["scenario", "good.scenario"], "");
    assert_eq!((good.code, good.err.as_str()), (Some(0), ""), "{good:?}");
    for (from, to, line, says) in [
        ("dora-finch ilse", "dora-finsh ilse", 8, "dora-finch"),
        ("\"#laser-fence\"", "\"#laser-fance\"", 9, "laser-fence"),
        ("> 0 into 1", "> 0 into x", 14, "'x' is not a seat"),
        ("> 0 play dora-finch", "> 0 play dora", 15, "dora"),
        ("> 0 play dora-finch", "> 0 play from", 15, "from"),
        ("> 0 play dora-finch", "> 0 team up", 15, "team up"),
        ("> 1 kill", "> 1 taunt J", 16, "'J' is not one of the letters A to I"),
        ("turn = 0", "turn = 0\ncounts = { spies = [8, 7, 6, 5, 4, 3, 2] }", 8, "8 numbers"),
    ] {
        scratch.invalid(SCENARIO, from, to, line, says);
    }
}

#[test]
fn impossible_positions_are_refused() {
    let scratch = Scratch::new();
    for (from, to, line, says) in [
        // Too many and too few cards.
        ("\"B\", \"C\"]", "\"B B B B B\", \"C\"]", 8, "B is there 5 times"),
        ("bomb A", "bomb bomb bomb bomb bomb A", 8, "bomb is there 5 times: in hand 0"),
        ("deck = \"rest\"", "deck = \"moat\"", 10, "cards of 112"),
        ("deck = \"rest\"", "deck = \"rest rest\"", 10, "'rest' is used both in the deck and in the deck"),
        ("deck = \"rest\"", "deck = \"rest\"\ndiscard = \"?\"", 11, "must show every card"),
        // Cards where none of their kind can be.
        ("\"#laser-fence\"", "\"#bomb\"", 9, "only Lair cards lie in a Lair"),
        ("\"#laser-fence\"", "\"A\"", 9, "only Lair cards lie in a Lair"),
        // Seats that are not there.
        ("turn = 0", "turn = 3", 7, "the seats are 0 to 2"),
        ("turn = 0", "turn = 0\nscores = [0, 0, 0, 1]", 8, "4 scores for 3 hands"),
        ("turn = 0", "turn = 0\nphase = { choose = { at = 5 } }", 8, "there is no seat 5"),
        // Questions that nobody would be asked.
        ("turn = 0", "turn = 0\nphase = { choose = { at = 2 } }", 8, "no Lair to send anything into"),
        ("turn = 0", "turn = 0\nphase = { team = { at = 0, picked = \"\" } }", 8, "own Lair"),
        (
            "turn = 0",
            "turn = 0\nphase = { team = { at = 1, picked = \"bomb\" } }",
            8,
            "bomb cannot be in a team",
        ),
        (
            "turn = 0",
            "turn = 0\nphase = { team = { at = 1, picked = \"dora-finch dora-finch\" } }",
            8,
            "must be in the hand",
        ),
        (
            "turn = 0",
            "turn = 0\nphase = { captive = { captor = 1, spy = \"pip-marlow\", letters = \"\" } }",
            8,
            "turned up by now",
        ),
        (
            "turn = 0",
            "turn = 0\nphase = { captive = { captor = 0, spy = \"pip-marlow\", letters = \"\" } }",
            8,
            "too small",
        ),
        (
            "turn = 0",
            "turn = 0\nphase = { captive = { captor = 0, spy = \"bomb\", letters = \"\" } }",
            8,
            "bomb is not a Spy",
        ),
        ("turn = 0", "turn = 0\nphase = { over = { reason = \"last-spy\" } }", 8, "not over"),
        // Games that would be over, rounds that cannot be.
        ("turn = 0", "turn = 0\nscores = [40]", 8, "40 points"),
        ("turn = 0", "turn = 0\npace = { began_empty = true }", 8, "there are cards in it"),
        ("turn = 0", "turn = 0\ncounts = { spies = [8, 7, 6, 5, 4, 3, 2, 2] }", 8, "adds up to 37"),
        ("turn = 0", "turn = 0\ncounts = { lairs = [16, 10, 10, 0] }", 8, "at most 15"),
    ] {
        scratch.invalid(SCENARIO, from, to, line, says);
    }
}

/// The position of the scenario, after the Lair step.
const AIM: &str = r##"{"op":"position","game":"renamed-spy","position":{"turn":0,"phase":"aim","hands":["dora-finch ilse-ravenna bomb A","B","C pip-marlow"],"lairs":["trapdoor","#laser-fence"],"deck":"moat rest"}}"##;

/// Refused by `drive` with the number of the rule, and the table stays as it was.
#[test]
fn forbidden_acts_name_their_rule() {
    let scratch = Scratch::new();
    let act = |ply: u32, code: &str| format!(r#"{{"op":"act","seat":0,"ply":{ply},"code":"{code}"}}"#);
    // Ply, act, and the rule that forbids it; without a rule it is played.
    let acts = [
        (0, "into 2", "4.2"),
        (0, "into 9", "1.1"),
        (0, "play deck", "4.6"),
        (0, "lay moat", "2.2"),
        (0, "kill", "6.1"),
        (0, "foil A", "7.2"),
        (0, "into 0", ""),
        (1, "team", "5.3"),
        (1, "play deck", "4.5"),
        (1, "play from 1", "4.4"),
        (1, "play from 0", "4.4"),
        (1, "play pip-marlow", "4.3"),
        (1, "play A", "4.3"),
        (1, "pass", "4.11"),
        (1, "send", "5.6"),
    ];
    let mut session = format!("{AIM}\n");
    for (ply, code, _) in acts {
        session += &format!("{}\n", act(ply, code));
    }
    // Another Lair, and a team for it.
    session += "{\"op\":\"undo\"}\n";
    let team = [
        (0, "into 1", ""),
        (1, "team", ""),
        (2, "send", "5.1"),
        (2, "add bomb", "5.2"),
        (2, "add pip-marlow", "5.1"),
        (2, "add dora-finch", ""),
        (3, "add dora-finch", "5.1"),
        (3, "pass", "5.6"),
        (3, "add ilse-ravenna", ""),
        (4, "send", ""),
    ];
    for (ply, code, _) in team {
        session += &format!("{}\n", act(ply, code));
    }
    let done = scratch.run(&["drive"], session);
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    let answers: Vec<&str> = done.out.lines().collect();
    let expected = acts.iter().map(Some).chain([None]).chain(team.iter().map(Some));
    assert_eq!(answers.len(), 2 + acts.len() + team.len());
    for (answer, act) in answers[1..].iter().zip(expected) {
        match act {
            Some((_, code, rule)) if !rule.is_empty() => {
                assert!(answer.contains("\"kind\":\"forbidden\""), "{code}: {answer}");
                assert!(answer.contains(&format!("\"rule\":\"{rule}\"")), "{code}: {answer}");
            }
            _ => assert!(answer.contains("\"ok\":true"), "{act:?}: {answer}"),
        }
    }
}

/// An empty deck, a team that cannot be enough, another letter: each has its rule.
#[test]
fn the_edges_name_their_rules_too() {
    let scratch = Scratch::new();
    let empty = r##"{"turn":0,"phase":{"choose":{"at":1}},"hands":["dora-finch pip-marlow A","rest"],"lairs":["","#trapdoor #trapdoor"],"deck":""}"##;
    let foil = r##"{"turn":0,"phase":{"foil":{"captor":1,"spy":"pip-marlow","letters":"AC","letter":"C","asked":0}},"hands":["A B","D"],"lairs":["","moat"],"deck":"rest"}"##;
    for (position, code, rule) in [
        (empty, "play deck", "4.5"),
        (empty, "team", "5.4"),
        (foil, "foil A", "7.5"),
        (foil, "foil B", "7.1"),
        (foil, "foil C", "7.1"),
        (foil, "kill", "6.1"),
        (foil, "pass", "2.2"),
    ] {
        let session = format!(
            "{{\"op\":\"position\",\"game\":\"renamed-spy\",\"position\":{position}}}\n{{\"op\":\"why\",\"seat\":0,\"code\":\"{code}\"}}\n"
        );
        let done = scratch.run(&["drive"], session);
        let answers: Vec<&str> = done.out.lines().collect();
        assert!(answers[0].contains("\"ok\":true"), "{}", answers[0]);
        assert!(
            answers[1].contains(&format!("\"allowed\":false,\"rule\":\"{rule}\"")),
            "{code}: {}",
            answers[1]
        );
    }
}

#[test]
fn options_that_cannot_be_are_refused() {
    let scratch = Scratch::new();
    for (options, says) in [
        (r#"{"counts":{"spies":[8,7,6,5,4,3,2]}}"#, "`counts`: spies needs 8 numbers"),
        (r#"{"counts":{"spies":[8,7,6,5,4,3,2,0]}}"#, "counts.spies adds up to 35 cards; it must be 36"),
        (r#"{"counts":{"lairs":[36,0,0,0]}}"#, "at most 15"),
        (r#"{"counts":{"lairs":[-9,18,18,9]}}"#, "`counts`: lairs needs 4 numbers"),
        (r#"{"counts":{"bombs":9}}"#, "bombs"),
        (r#"{"counts":7}"#, "in the options"),
        (r#"{"dealer":{"seat":4}}"#, "seat 4 cannot deal"),
        ("{", "--options is not valid JSON"),
    ] {
        for command in
            [["sim", "renamed-spy"].as_slice(), &["play", "renamed-spy", "--record", "game.record"]]
        {
            let args: Vec<&str> = command.iter().copied().chain(["--options", options]).collect();
            let done = scratch.run(&args, "");
            done.calm();
            assert_eq!(done.code, Some(2), "{options}: {done:?}");
            assert!(done.err.contains(says), "'{says}' is not in {done:?}");
            assert_eq!(done.err.matches('\n').count(), 1, "one line, please: {done:?}");
            assert!(!scratch.path("game.record").exists());
        }
    }
}

/// Options are part of the game: its record brings them back.
#[test]
fn a_game_with_other_counts_is_resumed_with_them() {
    let scratch = Scratch::new();
    let counts = r#"{"counts":{"spies":[0,0,0,0,0,6,15,15],"lairs":[15,15,6,0]}}"#;
    let args = ["play", "renamed-spy", "--seed", "3", "--options", counts, "--record", "game.record"];
    let done = scratch.run(&args, "1\n1\nquit\n");
    assert_eq!(done.code, Some(0), "{done:?}");
    let text = std::fs::read_to_string(scratch.path("game.record")).unwrap();
    assert!(text.contains(r#""counts":{"spies":[0,0,0,0,0,6,15,15]"#), "{text}");
    let done = scratch.run(&["replay", "game.record", "--verify"], "");
    assert_eq!(done.code, Some(0), "{done:?}");
    let done = scratch.run(&["play", "--resume", "game.record"], "quit\n");
    assert_eq!(done.code, Some(0), "{done:?}");
}
