//! Whatever is wrong with what the program is given: one clear line that names file and line, the right exit code,
//! and nothing lost or half written.

use std::fmt::Write as _;
use std::fs;

use crate::common::{Done, Scratch, finish};

/// The program stopped with this code and one line that begins so, and without any sign of an accident.
#[track_caller]
fn complained(done: &Done, code: i32, start: &str) {
    done.calm();
    assert_eq!(done.code, Some(code), "{done:?}");
    assert!(done.err.starts_with(&format!("safehouse: {start}")), "'{start}' is not in {done:?}");
    assert_eq!(done.err.matches('\n').count(), 1, "one line, please: {done:?}");
}

/// A game of four seats that was left after a while, as `game.record`; its text.
fn played(scratch: &Scratch) -> String {
    let args = ["play", "mister-spy", "--seed", "9", "--record", "game.record"];
    let done = scratch.run(&args, "2\n2\n2\n1\n1\n2\n2\n2\nquit\n");
    assert_eq!(done.code, Some(0), "{done:?}");
    let text = fs::read_to_string(scratch.path("game.record")).expect("the record is there");
    assert!(text.contains("\n# 16 ") && text.ends_with(" open\n"), "{text}");
    text
}

fn put(scratch: &Scratch, name: &str, text: impl AsRef<[u8]>) {
    fs::write(scratch.path(name), text).expect("the file can be written");
}

/// The only line, from 1, in which two texts differ.
fn changed_line(one: &str, other: &str) -> usize {
    let place = one.lines().zip(other.lines()).position(|(a, b)| a != b);
    place.expect("a line that differs") + 1
}

#[test]
fn a_record_cut_anywhere_is_refused_and_names_the_line() {
    let scratch = Scratch::new();
    let text = played(&scratch);
    let mut cuts: Vec<usize> = vec![0];
    for line in text.split_inclusive('\n') {
        let start = cuts.last().copied().unwrap_or(0);
        cuts.push(start + line.len() / 2);
        cuts.push(start + line.len());
    }
    // Without its last line break, too; but whole it is fine.
    assert_eq!(cuts.pop(), Some(text.len()));
    cuts.push(text.len() - 1);
    for end in cuts {
        put(&scratch, "cut.record", &text[..end]);
        let line = text[..end].lines().count().max(1);
        let start = format!("cut.record:{line}: ");
        complained(&scratch.run(&["replay", "cut.record", "--verify"], ""), 3, &start);
        if end % 7 == 0 {
            complained(&scratch.run(&["replay", "cut.record"], ""), 3, &start);
            complained(&scratch.run(&["play", "--resume", "cut.record"], "1\n"), 3, &start);
        }
        assert_eq!(fs::read_to_string(scratch.path("cut.record")).unwrap(), text[..end], "left as it was");
    }
    assert!(!scratch.path("data").exists());
}

#[test]
fn a_garbled_record_is_refused_and_names_the_line() {
    let scratch = Scratch::new();
    let text = played(&scratch);
    for (from, to, says) in [
        ("safehouse-record 1\n", "safehouse-record 2\n", "safehouse-record 2"),
        ("safehouse-record 1\n", "safehouse record\n", "not a record"),
        ("game mister-spy", "gome mister-spy", "gome"),
        ("game mister-spy", "game mister-spx", "mister-spx"),
        ("rules ", "rules one", "'one"),
        ("setup {\"seats\":4", "setup {\"seats\":9", "2 to 6"),
        ("setup {\"seats\":4", "setup {\"seats\":-4", "-4"),
        ("setup {", "setup {{", "JSON"),
        ("setup {", "setup {\"butler\":1,", "butler"),
        ("seed 9\n", "seed nine\n", "nine"),
        ("with names [", "with names [[", "JSON"),
        ("\n0 lay ", "\nx lay ", "x lay"),
        ("\n0 lay ", "\n9 lay ", "9 lay"),
        ("\n# 16 ", "\n# 61 ", "61"),
        ("\n# 16 ", "\n# x ", "'x'"),
        ("\n# 16 ", "\n# 16 0", "16 digits"),
        ("\n= ", "\n== ", "== "),
        (" open\n", " ajar\n", "ajar"),
    ] {
        let garbled = text.replacen(from, to, 1);
        assert_ne!(garbled, text, "{from}");
        put(&scratch, "garbled.record", &garbled);
        let done = scratch.run(&["replay", "garbled.record", "--verify"], "");
        complained(&done, 3, &format!("garbled.record:{}: ", changed_line(&text, &garbled)));
        assert!(done.err.contains(says), "{to}: {done:?}");
    }
    for (more, line) in [("1 pass\n", 1), ("\n", 1), (text.as_str(), 1)] {
        put(&scratch, "more.record", format!("{text}{more}"));
        let start = format!("more.record:{}: ", text.lines().count() + line);
        complained(&scratch.run(&["replay", "more.record", "--verify"], ""), 3, &start);
    }
}

#[test]
fn what_is_no_text_is_no_record_and_no_scenario() {
    let scratch = Scratch::new();
    let text = played(&scratch);
    let noise: Vec<u8> = (0..5000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    put(&scratch, "noise.record", &noise);
    complained(&scratch.run(&["replay", "noise.record"], ""), 3, "noise.record:1: ");
    complained(&scratch.run(&["play", "--resume", "noise.record"], ""), 3, "noise.record:1: ");
    let (head, tail) = text.split_at(text.find("seed").unwrap());
    put(&scratch, "half.record", [head.as_bytes(), b"\xff\xfe", tail.as_bytes()].concat());
    complained(&scratch.run(&["replay", "half.record"], ""), 3, "half.record:5: ");
    put(&scratch, "noise.scenario", &noise);
    let done = scratch.run(&["scenario", "noise.scenario"], "");
    done.calm();
    assert_eq!(done.code, Some(3), "{done:?}");
    assert!(done.out.starts_with("invalid  noise.scenario"), "{done:?}");
}

#[test]
fn a_record_of_other_rules_is_refused() {
    let scratch = Scratch::new();
    let text = played(&scratch);
    let ours = text.lines().find_map(|l| l.strip_prefix("rules ")).expect("a rules revision");
    put(&scratch, "later.record", text.replace(&format!("\nrules {ours}\n"), "\nrules 99\n"));
    for args in [
        ["replay", "later.record"].as_slice(),
        &["replay", "later.record", "--verify"],
        &["play", "--resume", "later.record"],
    ] {
        let done = scratch.run(args, "");
        complained(&done, 3, "later.record:3: ");
        assert!(
            done.err.contains("revision 99") && done.err.contains(&format!("revision {ours}")),
            "{done:?}"
        );
    }
}

#[test]
fn a_tampered_record_does_not_verify() {
    let scratch = Scratch::new();
    let text = played(&scratch);
    let verify = |name: &str, text: &str| {
        put(&scratch, name, text);
        scratch.run(&["replay", name, "--verify"], "")
    };
    let good = verify("good.record", &text);
    assert_eq!(good.code, Some(0), "{good:?}");
    assert!(good.err.is_empty() && good.out.lines().count() == 1, "{good:?}");

    // Another choice that is just as legal: a checkpoint knows better, or a later choice fails.
    let choice = text.lines().find(|l| l.starts_with("0 lay ")).expect("a choice of seat 0");
    let done = verify("choice.record", &text.replacen(choice, "0 pass", 1));
    complained(&done, 1, "choice.record:");
    // A choice that no rule allows, on its own line.
    let forged = text.replacen(choice, "0 kill", 1);
    complained(
        &verify("forged.record", &forged),
        1,
        &format!("forged.record:{}: ", changed_line(&text, &forged)),
    );
    // The wrong seat.
    let forged = text.replacen(choice, "3 pass", 1);
    complained(
        &verify("seat.record", &forged),
        1,
        &format!("seat.record:{}: ", changed_line(&text, &forged)),
    );
    // Another deal.
    complained(&verify("seed.record", &text.replacen("seed 9\n", "seed 8\n", 1)), 1, "seed.record:");

    // Each checkpoint, and the word that closes the record.
    for mark in text.lines().filter(|l| l.starts_with("# ") || l.starts_with("= ")) {
        let hash = mark.split(' ').nth(2).expect("a hash");
        let other = if hash.starts_with('0') { "1" } else { "0" };
        let tampered = text.replacen(hash, &format!("{other}{}", &hash[1..]), 1);
        let start = format!("mark.record:{}: ", changed_line(&text, &tampered));
        complained(&verify("mark.record", &tampered), 1, &start);
    }
    let over = text.replace(" open\n", " over\n");
    complained(&verify("over.record", &over), 1, &format!("over.record:{}: ", changed_line(&text, &over)));
    // Such a record is not played on, either.
    complained(&scratch.run(&["play", "--resume", "over.record"], "1\n"), 3, "over.record:");
    assert_eq!(fs::read_to_string(scratch.path("over.record")).unwrap(), over);
}

const SCENARIO: &str = "\
+++
game = \"mister-spy\"
title = \"A Spy is captured\"
rules = [\"4.5\"]

[position]
turn = 0
hands = [\"hank-calloway A castle\", \"B\"]
lairs = [\"moon-base\"]
deck = \"rest\"
+++
> 0 play hank-calloway
! 0 taunt B : 5.3
> 0 kill
? score 0 == 3
? asked 1
";

#[test]
fn typos_in_scenarios_are_named_by_line() {
    let scratch = Scratch::new();
    put(&scratch, "good.scenario", SCENARIO);
    let good = scratch.run(&["scenario", "good.scenario"], "");
    assert_eq!((good.code, good.err.as_str()), (Some(0), ""), "{good:?}");
    let bad = |from, to, line, says| scratch.invalid(SCENARIO, from, to, line, says);
    bad("+++\n", "---\n", 1, "+++");
    bad("+++\n>", ">", 15, "+++");
    bad("mister-spy", "mister-spx", 2, "mister-spx");
    bad("title", "titel", 3, "titel");
    bad("[\"4.5\"]", "[\"4,5\"]", 4, "4,5");
    bad("[position]", "[postion]", 6, "postion");
    bad("turn = 0", "turns = 0", 6, "turn");
    bad("turn = 0", "trun = 0", 7, "trun");
    bad("turn = 0", "turn = zero", 7, "front matter");
    bad("hank-calloway A", "hank-caloway A", 8, "hank-calloway");
    bad("\"moon-base\"", "\"moonbase\"", 9, "moon-base");
    bad("deck = \"rest\"", "deck = \"rest", 10, "front matter");
    bad("> 0 play", "0 play", 12, "'0'");
    bad("> 0 play", "> 0 pley", 12, "pley");
    bad("> 0 play hank-calloway", "> 0 play hank-caloway", 12, "hank-calloway");
    bad("> 0 play", "> 7 play", 12, "7");
    bad("! 0 taunt B : 5.3", "! 0 taunt B", 13, "RULE");
    bad("! 0 taunt B : 5.3", "! 0 taunt B : 53", 13, "53");
    bad("! 0 taunt B : 5.3", "! 0 taunt Z : 5.3", 13, "Z");
    bad("? score", "? scroe", 15, "scroe");
    bad("== 3", "= 3", 15, "=");
    bad("== 3", "== three", 15, "three");
    bad("? asked 1\n", "", 15, "asked");
    bad("? asked 1", "? asked nobody", 16, "nobody");
    // What makes a lesson of it.
    bad("\n[position]", "lesson = 9\n[position]", 5, "'9' is not a seat");
    bad("\n[position]", "lesson = 1\n[position]", 5, "a play by that seat");
    bad("\n[position]", "names = [\"Ann\"]\n[position]", 5, "2 seats; names given: 1");
    bad("> 0 play", "~ No.\n> 0 play", 12, "lesson = SEAT");
}

#[test]
fn a_scenario_that_goes_otherwise_is_told_apart_from_a_typo() {
    let scratch = Scratch::new();
    for (from, to, line) in [("== 3", "== 4", 15), ("? asked 1", "? asked 0", 16), (": 5.3", ": 5.5", 13)] {
        put(&scratch, "other.scenario", SCENARIO.replacen(from, to, 1));
        let done = scratch.run(&["scenario", "other.scenario"], "");
        done.calm();
        assert_eq!(done.code, Some(1), "{done:?}");
        assert!(done.out.starts_with(&format!("differs  other.scenario:{line}: ")), "{done:?}");
    }
}

/// What is wrong with a position, in the words of the front matter: from, to, and what must be said in which line.
const IMPOSSIBLE: [(&str, &str, usize, &str); 14] = [
    // A card twice, a twin three times.
    ("lairs = [\"moon-base\"]", "lairs = [\"moon-base castle\"]", 9, "castle is there twice"),
    ("\"B\"]", "\"B hank-calloway\"]", 8, "hank-calloway is there twice"),
    ("\"B\"]", "\"B B B\"]", 8, "B is there three times"),
    // 55 cards; too few.
    ("deck = \"rest\"", "deck = \"rest castle\"", 10, "castle is there twice"),
    ("deck = \"rest\"", "deck = \"volcano\"", 10, "cards of 54"),
    ("deck = \"rest\"", "deck = \"rest rest\"", 10, "rest"),
    // Cards where none of their kind can be.
    ("deck =", "discard = \"volcano\"\ndeck =", 10, "never discarded"),
    ("lairs = [\"moon-base\"]", "lairs = [\"moon-base #rufus-latch\"]", 9, "a Spy cannot lie in a Lair"),
    ("lairs = [\"moon-base\"]", "lairs = [\"moon-base rufus-latch\"]", 9, "rufus-latch"),
    ("deck =", "piles = [\"castle\"]\ndeck =", 10, "castle"),
    // Seats that are not there.
    ("turn = 0", "turn = 2", 7, "turn = 2"),
    ("lairs = [\"moon-base\"]", "lairs = [\"moon-base\", \"\", \"\"]", 9, "3 lairs"),
    ("hands = [\"hank-calloway A castle\", \"B\"]", "hands = [\"hank-calloway A castle\"]", 8, "1 hands"),
    // 33 points and nobody has won.
    ("deck =", "piles = [\"magnus-sterling:CDE\"]\ndeck =", 10, "64 points"),
];

#[test]
fn impossible_positions_are_refused() {
    let scratch = Scratch::new();
    for (from, to, line, says) in IMPOSSIBLE {
        scratch.invalid(SCENARIO, from, to, line, says);
    }
}

/// A JSON text, quoted.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}").expect("a string takes it"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out + "\""
}

#[test]
fn drive_refuses_impossible_positions_and_goes_on() {
    let scratch = Scratch::new();
    let front = SCENARIO.split("+++\n").nth(1).expect("front matter");
    let mut session = format!("{{\"op\":\"position\",\"front\":{}}}\n", quoted(front));
    for (from, to, ..) in IMPOSSIBLE {
        let request = quoted(&front.replacen(from, to, 1));
        writeln!(session, "{{\"op\":\"position\",\"front\":{request}}}").expect("a string takes it");
    }
    session.push_str("{\"op\":\"state\",\"id\":\"last\"}\n");
    let done = scratch.run(&["drive"], session);
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    let answers: Vec<&str> = done.out.lines().collect();
    assert_eq!(answers.len(), IMPOSSIBLE.len() + 2);
    assert!(answers[0].contains("\"ok\":true"), "{}", answers[0]);
    for (answer, (_, to, _, says)) in answers[1..].iter().zip(IMPOSSIBLE) {
        assert!(answer.contains("\"ok\":false") && answer.contains("\"kind\":\"setup\""), "{to}: {answer}");
        assert!(answer.contains(says), "'{says}' is not in {answer}");
    }
    // The good position is still on the table.
    let last = answers.last().expect("an answer");
    assert!(last.starts_with("{\"id\":\"last\",\"ok\":true") && last.contains("\"ply\":0"), "{last}");
}

#[test]
fn drive_answers_every_bad_line_with_one_line_and_goes_on() {
    let scratch = Scratch::new();
    let open = "{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":2,\"seed\":7,\"options\":{\"dealer\":{\"seat\":0}}}";
    let huge = format!("{{\"op\":\"games\",\"id\":\"{}\"}}", "x".repeat(9 << 20));
    let deep = "[".repeat(100_000);
    // What is sent, and what kind of trouble it is; a line that is no JSON object makes the exit code 3.
    let bad: Vec<(&[u8], &str)> = vec![
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0,\"pick\":99}", "no-such-pick"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0,\"pick\":18446744073709551615}", "no-such-pick"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0,\"pick\":-1}", "request"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":1,\"pick\":0}", "stale"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":4294967295,\"pick\":0}", "stale"),
        (b"{\"op\":\"act\",\"seat\":1,\"ply\":0,\"pick\":0}", "not-asked"),
        (b"{\"op\":\"act\",\"seat\":200,\"ply\":0,\"pick\":0}", "request"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0}", "request"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0,\"code\":\"kill\"}", "forbidden"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0,\"code\":\"fly\"}", "unreadable"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0,\"action\":{\"act\":\"fly\"}}", "unreadable"),
        (b"{\"op\":\"act\",\"seat\":0,\"ply\":0,\"action\":7}", "unreadable"),
        (b"{\"op\":\"menu\",\"seat\":1}", "not-asked"),
        (b"{\"op\":\"view\",\"who\":5}", "request"),
        (b"{\"op\":\"view\",\"who\":\"everybody\"}", "request"),
        (b"{\"op\":\"why\",\"seat\":7,\"code\":\"pass\"}", "request"),
        (b"{\"op\":\"undo\"}", "start"),
        (b"{\"op\":\"new\",\"game\":\"solitaire\",\"seats\":2}", "game"),
        (b"{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":7}", "setup"),
        (b"{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":2,\"seed\":-1}", "request"),
        (b"{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":2,\"options\":[1]}", "setup"),
        (b"{\"op\":\"load\",\"record\":\"safehouse-record 1\\nplay\\n\"}", "record"),
        (b"{\"op\":\"state\",\"table\":\"elsewhere\"}", "no-table"),
        (b"{\"op\":\"dance\"}", "request"),
        (b"{}", "request"),
        (b"[]", "json"),
        (b"null", "json"),
        (b"hello", "json"),
        (b"{\"op\":\"games\"", "json"),
        (b"{\"op\":\"games\"}}", "json"),
        (b"\x00\xff\xfe{", "json"),
        (deep.as_bytes(), "json"),
        (huge.as_bytes(), "json"),
    ];
    let mut session = format!("{open}\n").into_bytes();
    for (line, _) in &bad {
        // Blank lines are no requests and get no answers.
        session.extend_from_slice(b"\n");
        session.extend_from_slice(line);
        session.extend_from_slice(b"\n{\"op\":\"state\"}\n");
    }
    // The last line may lack its line break, and may be cut off.
    session.extend_from_slice(b"{\"op\":\"sta");
    let done = scratch.run(&["drive"], &session);
    let answers: Vec<&str> = done.out.lines().collect();
    assert_eq!(answers.len(), 2 + 2 * bad.len(), "{}", done.err);
    for (pair, (line, kind)) in answers[1..].chunks(2).zip(&bad) {
        let line = String::from_utf8_lossy(&line[..line.len().min(80)]);
        assert!(pair[0].starts_with('{') && pair[0].ends_with('}'), "{line}: {}", pair[0]);
        assert!(
            pair[0].contains(&format!("\"ok\":false,\"error\":{{\"kind\":\"{kind}\"")),
            "{line}: {}",
            pair[0]
        );
        assert!(pair[0].len() < 1000, "{line}: an answer of {} letters", pair[0].len());
        assert!(
            pair[1].contains("\"ok\":true") && pair[1].contains("\"ply\":0"),
            "after {line}: {}",
            pair[1]
        );
    }
    assert!(answers[answers.len() - 1].contains("\"kind\":\"json\""));
    // The first line that is no JSON object is `[]`: one for the table, three for each before it, a blank one.
    let first = 1 + 3 * bad.iter().position(|(_, kind)| *kind == "json").unwrap() + 2;
    complained(&done, 3, &format!("line {first} of the input"));
}

#[test]
fn a_record_that_cannot_be_written_is_told_before_the_game() {
    let scratch = Scratch::new();
    put(&scratch, "file", "not a folder");
    let done = scratch.run(&["play", "mister-spy", "--record", "file/game.record"], "1\n");
    complained(&done, 4, "file/game.record: cannot be written");
    assert_eq!(done.out, "");
    // The data folder itself cannot be one.
    put(&scratch, "data", "not a folder");
    let done = scratch.run(&["play", "mister-spy"], "1\n");
    assert_eq!((done.code, done.out.as_str()), (Some(4), ""), "{done:?}");
    assert_eq!(scratch.files("."), ["data", "file"]);
    assert_eq!(fs::read_to_string(scratch.path("file")).unwrap(), "not a folder");
}

#[test]
fn a_record_that_exists_is_never_overwritten() {
    let scratch = Scratch::new();
    let text = played(&scratch);
    put(&scratch, "diary", "Dear diary");
    for (name, content) in [("game.record", text.as_str()), ("diary", "Dear diary")] {
        let done = scratch.run(&["play", "mister-spy", "--record", name], "1\n");
        complained(&done, 2, &format!("{name} already exists"));
        assert_eq!(fs::read_to_string(scratch.path(name)).unwrap(), content);
    }
    assert_eq!(scratch.files("."), ["diary", "game.record"]);
}

#[test]
fn what_there_is_not_is_exit_code_2() {
    let scratch = Scratch::new();
    for (args, says) in [
        (["play", "solitaire"].as_slice(), "there is no game 'solitaire'"),
        (&["sim", "solitaire"], "there is no game 'solitaire'"),
        (&["rules", "solitaire"], "there is no game 'solitaire'"),
        (&["bench", "solitaire"], "there is no game 'solitaire'"),
        (&["play", "mister-spy", "--seats", "1"], "mister-spy is for 2 to 6 players, not 1"),
        (&["play", "mister-spy", "--seats", "7"], "mister-spy is for 2 to 6 players, not 7"),
        (&["sim", "mister-spy", "--seats", "1"], "mister-spy is for 2 to 6 players, not 1"),
        (&["sim", "mister-spy", "--seats", "255"], "mister-spy is for 2 to 6 players, not 255"),
        (&["sim", "mister-spy", "--games", "0"], "0 games"),
        (&["bench", "--seconds", "0"], "--seconds 0"),
        (&["play", "--resume"], "there is no unfinished game"),
    ] {
        let done = scratch.run(args, "");
        complained(&done, 2, says);
        assert_eq!(done.out, "", "{args:?}");
    }
    assert_eq!(scratch.files("."), [""; 0]);
}

#[test]
fn an_act_with_the_wrong_kind_of_card_is_answered() {
    let scratch = Scratch::new();
    let lay_out = |phase: &str| {
        format!(
            "{{\"op\":\"position\",\"game\":\"mister-spy\",\"position\":{{\"turn\":0,\"hands\":[\"A castle\",\"B\"],\
             \"lairs\":[\"moon-base\"],\"deck\":\"rest\",\"phase\":{phase}}}}}\n"
        )
    };
    let captive = "{\"captive\":{\"captor\":0,\"spy\":\"hank-calloway\",\"letters\":\"\"}}";
    let foil =
        "{\"foil\":{\"captor\":1,\"spy\":\"hank-calloway\",\"letters\":\"C\",\"letter\":\"C\",\"asked\":0}}";
    let mut session = String::new();
    for phase in ["\"act\"", captive, foil] {
        session.push_str(&lay_out(phase));
        for (act, what) in
            [("taunt", "letter"), ("foil", "letter"), ("lay", "card"), ("play", "spy"), ("agent", "spy")]
        {
            for card in ["moon-base", "jillian-styles", "?", "I"] {
                let action = format!("\"action\":{{\"act\":\"{act}\",\"{what}\":\"{card}\"}}");
                writeln!(session, "{{\"op\":\"why\",\"seat\":0,{action}}}").expect("a string takes it");
                writeln!(session, "{{\"op\":\"act\",\"seat\":0,\"ply\":0,{action}}}")
                    .expect("a string takes it");
            }
        }
    }
    let done = scratch.run(&["drive"], &session);
    done.calm();
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert_eq!(done.out.lines().count(), session.lines().count());
    for (request, answer) in session.lines().zip(done.out.lines()) {
        let fine = match request {
            r if r.contains("\"position\"") => answer.contains("\"ok\":true"),
            r if r.contains("\"why\"") => {
                answer.contains("\"allowed\":false") || answer.contains("\"unreadable\"")
            }
            _ => answer.contains("\"forbidden\"") || answer.contains("\"unreadable\""),
        };
        assert!(fine, "{request}: {answer}");
    }
}

#[test]
fn no_position_counts_more_turns_than_a_game_has() {
    let scratch = Scratch::new();
    let text = SCENARIO.replacen("turn = 0\n", "turn = 0\nturns = 255\n", 1);
    put(&scratch, "late.scenario", text);
    let done = scratch.run(&["scenario", "late.scenario"], "");
    done.calm();
    assert!(matches!(done.code, Some(0 | 3)), "refused or played, but no accident: {done:?}");
}

#[test]
fn absurd_numbers_are_refused() {
    let scratch = Scratch::new();
    let most = u64::MAX.to_string();
    for args in
        [["bench", "mister-spy", "--seconds", &most].as_slice(), &["sim", "mister-spy", "--threads", &most]]
    {
        let done = scratch.run(args, "");
        done.calm();
        assert_eq!(done.code, Some(2), "{done:?}");
    }
}

#[test]
fn a_line_that_is_too_long_is_no_request_however_it_begins() {
    let scratch = Scratch::new();
    let blank = " ".repeat(9 << 20);
    for line in [format!("{{\"op\":\"games\"}}{blank}nonsense"), format!("{blank}{{\"op\":\"games\"}}")] {
        let done = scratch.run(&["drive"], format!("{line}\n{{\"op\":\"games\",\"id\":2}}\n"));
        let answers: Vec<&str> = done.out.lines().collect();
        assert_eq!(answers.len(), 2, "one answer a line: {done:?}");
        assert!(answers[0].contains("\"kind\":\"json\"") && answers[1].contains("\"ok\":true"), "{done:?}");
        complained(&done, 3, "line 1 of the input");
    }
}

#[test]
fn games_begun_at_the_same_time_do_not_share_a_record() {
    let scratch = Scratch::new();
    let mut games: Vec<_> = (0..4).map(|_| scratch.start(&["play", "mister-spy"])).collect();
    for game in &mut games {
        drop(game.stdin.take());
    }
    for mut game in games {
        assert_eq!(finish(&mut game), Some(0));
    }
    assert_eq!(scratch.files("data").len(), 4);
}

#[test]
fn names_in_a_record_cannot_command_the_terminal() {
    let scratch = Scratch::new();
    let names = "with names [\"\\u001b[2JYou\",\"a\\nb\",\"\\u0007\",\"\\u009b31m\"]";
    let text = played(&scratch);
    let ours = text.lines().find(|l| l.starts_with("with names ")).expect("names");
    put(&scratch, "names.record", text.replace(ours, names));
    put(&scratch, "game.record", text.replace("game mister-spy", "game mister\u{1b}[2J"));
    for args in [
        ["replay", "names.record"].as_slice(),
        &["replay", "names.record", "--eyes", "1"],
        &["play", "--resume", "names.record"],
        &["replay", "game.record"],
    ] {
        let done = scratch.run(args, "");
        let odd = |c: char| c.is_control() && c != '\n';
        assert!(!done.out.contains(odd) && !done.err.contains(odd), "{args:?}: {:?}", done.code);
    }
}

#[test]
fn a_folder_that_leads_back_to_itself_is_read_once() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.path("folder/below")).unwrap();
    put(&scratch, "folder/good.scenario", SCENARIO);
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", scratch.path("folder/below/up")).unwrap();
    let done = scratch.run(&["scenario", "folder"], "");
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(done.out.matches("good.scenario").count(), 1, "{done:?}");
}
