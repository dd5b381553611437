//! What people meet at the command line: seats from 1, tables instead of dumps, cards and rules looked up, numbers that mean
//! what they say, help with examples, and shells that know the games.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Scratch, one_at_a_time};

/// Plays with these answers and records to `game.record`; the output.
fn play(scratch: &Scratch, args: &[&str], answers: &str) -> String {
    let done = scratch.run(&[&["play"], args, &["--record", "game.record"]].concat(), answers);
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    done.out
}

/// Runs and must succeed; the output.
fn told(scratch: &Scratch, args: &[&str]) -> String {
    let done = scratch.run(args, "");
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{args:?}: {done:?}");
    done.out
}

/// A finished game of bots, recorded by `drive`: nobody has a name in it.
fn recorded(scratch: &Scratch, game: &str, seats: u8) {
    let mut requests = format!("{{\"op\":\"new\",\"game\":\"{game}\",\"seats\":{seats},\"seed\":3}}\n");
    let mut plies = 0;
    loop {
        let done = scratch.run(&["drive"], &requests);
        let answers: Vec<Value> = done.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
        let state = answers.iter().rev().find(|a| a.get("over").is_some()).expect("a state");
        if state["over"] == true {
            break;
        }
        // An entry of whoever is asked, a late one if there are enough: whatever comes too late is only refused.
        for _ in 0..400 {
            for (seat, pick) in (0..seats).flat_map(|seat| [3, 2, 0].map(|pick| (seat, pick))) {
                requests += &format!("{{\"op\":\"act\",\"seat\":{seat},\"ply\":{plies},\"pick\":{pick}}}\n");
            }
            plies += 1;
        }
        assert!(plies < 4000, "a game without an end");
    }
    requests += "{\"op\":\"record\"}\n";
    let done = scratch.run(&["drive"], &requests);
    let last: Value = serde_json::from_str(done.out.lines().last().expect("a record")).expect("JSON");
    fs::write(scratch.path("game.record"), last["record"].as_str().expect("a record")).expect("a file");
}

#[test]
fn a_finished_game_is_shown_as_a_table() {
    for (game, seats, heading, hand) in [
        ("mister-spy", 3, "Before I Kill You, Mister Spy  ", "      Hand: "),
        ("renamed-spy", 3, "Totally Renamed Spy Game  ", "      Hand: "),
        ("mighty-beanz", 2, "Mighty Beanz  ", "  hand: "),
    ] {
        let scratch = Scratch::new();
        recorded(&scratch, game, seats);
        let out = told(&scratch, &["replay", "game.record"]);
        assert_eq!(out.matches(heading).count(), 2, "the first table and the last: {out}");
        for dump in ["{\"", "\":", "hands: [", "deck: \""] {
            assert!(!out.contains(dump), "{dump} in {out}");
        }
        for seat in 1..=seats {
            assert!(out.contains(&format!("Seat {seat}")), "{seat}: {out}");
        }
        assert!(!out.contains("Seat 0") && !out.contains(&format!("Seat {}", seats + 1)), "{out}");
        // All eyes see every hand.
        let first = told(&scratch, &["replay", "game.record", "--at", "0"]);
        assert_eq!(first.matches(hand).count(), usize::from(seats), "{first}");
        let watched = told(&scratch, &["replay", "game.record", "--at", "0", "--eyes", "watcher"]);
        assert_eq!(watched.matches(hand).count(), 0, "{watched}");
        for line in out.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn seats_count_from_one_for_people() {
    let scratch = Scratch::new();
    let out =
        play(&scratch, &["mister-spy", "--seats", "3", "--people", "2", "--seed", "3"], "\n1\n\n1\nquit\n");
    assert!(out.contains("Player 2, it is your turn to choose."), "{out}");
    assert!(out.contains("Bot 3") && !out.contains("Player 0") && !out.contains("Bot 0"), "{out}");
    let eyes = |who: &str| scratch.run(&["replay", "game.record", "--eyes", who, "--at", "0"], "");
    assert!(eyes("1").out.contains("You ") && eyes("1").out.contains("Player 2"), "{:?}", eyes("1"));
    assert!(eyes("3").out.contains("Player 1") && !eyes("3").out.contains("Bot 3"), "{:?}", eyes("3"));
    for nobody in ["0", "4"] {
        let done = eyes(nobody);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains("a seat from 1 to 3"), "{done:?}");
    }
    let sim = told(&scratch, &["sim", "mister-spy", "--games", "20", "--seats", "2"]);
    let rows: Vec<&str> = sim.lines().filter(|l| l.contains(" random ")).map(|l| l.trim_start()).collect();
    assert!(rows.len() == 2 && rows[0].starts_with("1 ") && rows[1].starts_with("2 "), "{sim}");
    let json = told(&scratch, &["sim", "mister-spy", "--games", "20", "--seats", "2", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let seats: Vec<&Value> =
        json["result"]["by_seat"].as_array().expect("seats").iter().map(|s| &s["seat"]).collect();
    assert_eq!(seats, [1, 2]);
}

/// What one types in the terminal counts seats from 1 too; a record goes on counting from 0.
#[test]
fn typed_actions_name_seats_from_one() {
    let scratch = Scratch::new();
    let args = ["mister-spy", "--seats", "2", "--seed", "7", "--options", "{\"dealer\":{\"seat\":0}}"];
    let out = play(&scratch, &args, "why steal 2\nwhy steal 1\nsteal 0\nsteal 2\nquit\n");
    assert!(out.contains("You may 'steal 2' now."), "{out}");
    assert!(out.contains("You cannot 'steal 1' now:"), "nobody steals from themselves: {out}");
    assert!(out.contains("seats count from 1"), "{out}");
    let record = fs::read_to_string(scratch.path("game.record")).expect("a record");
    assert!(record.contains("\n0 steal 1\n"), "{record}");
}

#[test]
fn commands_have_the_same_number_of_seats_by_default() {
    let scratch = Scratch::new();
    for (game, seats) in [("mister-spy", "4"), ("renamed-spy", "4"), ("mighty-beanz", "2")] {
        let record = scratch.path("game.record");
        play(&scratch, &[game], "quit\n");
        let text = fs::read_to_string(&record).expect("a record");
        assert!(text.contains(&format!("\"seats\":{seats}")), "{text}");
        fs::remove_file(record).expect("a record");
        let sim = told(&scratch, &["sim", game, "--games", "5"]);
        assert!(sim.contains(&format!(" {seats} seats, ")), "{sim}");
        let arena = told(&scratch, &["arena", game, "--bots", "random", "--games", "5"]);
        assert!(arena.contains(&format!("\n{seats} seats; ")), "{arena}");
        let bench = told(&scratch, &["bench", game, "--seconds", "1"]);
        assert!(bench.starts_with(&format!("{game} with {seats} seats\n")), "{bench}");
    }
}

#[test]
fn a_number_that_is_asked_for_is_the_number_that_is_typed() {
    let scratch = Scratch::new();
    // A whole game again, typed as far as the first shot: the game asks for a direction, and then for a strength.
    recorded(&scratch, "mighty-beanz", 2);
    let record = fs::read_to_string(scratch.path("game.record")).expect("a record");
    fs::remove_file(scratch.path("game.record")).expect("a record");
    let choices = record.lines().skip_while(|l| *l != "play").skip(1).take_while(|l| !l.contains(" aim "));
    let mut answers = String::new();
    for line in choices.filter(|l| !l.starts_with('=')) {
        answers += &format!("\n{}\n", line.split_once(' ').expect("a seat and an action").1);
    }
    let args = ["mighty-beanz", "--seed", "3", "--hotseat"];
    let out = play(&scratch, &args, &(answers + "\n-7\n99\n10\nquit\n"));
    assert!(out.contains("Type a number from -20 to 20, for example:\n"), "nobody came to shoot: {out}");
    assert!(out.contains("-20  Aim 20 to the left") && out.contains("\n 20  Aim 20 to the right"), "{out}");
    assert!(out.contains("You aim 7 to the left."), "{out}");
    assert!(out.contains("99 is not in the menu; choose a number from 1 to 20."), "{out}");
    let record = fs::read_to_string(scratch.path("game.record")).expect("a record");
    assert!(record.contains(" aim -7\n") && record.contains(" flick 10\n"), "{record}");
}

#[test]
fn the_signs_of_the_beans_are_explained() {
    let scratch = Scratch::new();
    recorded(&scratch, "mighty-beanz", 2);
    let mut seen = 0;
    for at in (0..200).step_by(10) {
        let out = told(&scratch, &["replay", "game.record", "--at", &at.to_string()]);
        if out.lines().any(|l| l.contains(" ^ ") || l.contains(" v ")) {
            assert!(out.contains("^ Headz-up, v Bottomz-up, < Sidewayz"), "{out}");
            seen += 1;
        }
    }
    assert!(seen > 0, "no Bean ever lay on a mat");
}

#[test]
fn cards_and_rules_are_looked_up_in_any_game() {
    for (game, card, says, words, found) in [
        ("mister-spy", "jillian styles", "Spy of value 5", "five passports", "Jillian Styles"),
        ("mister-spy", "A", "Before I kill you", "shark tank", "Taunt A"),
        ("mister-spy", "moon", "Zero gravity", "zero witnesses", "Moon Base"),
        ("renamed-spy", "moat", "Lair of value", "lair of value 4", "Lair of value 4"),
        ("mighty-beanz", "lion-bean", "Spin: Bean Attack", "headz-up circus", "Ring Master Bean"),
    ] {
        let scratch = Scratch::new();
        let out = play(
            &scratch,
            &[game, "--seed", "1"],
            &format!("card {card}\nrules {words}\ncard\ncard xyzzy\nquit\n"),
        );
        let lower = out.to_lowercase();
        assert!(lower.contains(&says.to_lowercase()), "{game}, {card}: {out}");
        assert!(out.contains(found), "{game}, {words}: {out}");
        assert!(out.contains("Type card and a name") && out.contains("There is no card 'xyzzy'"), "{out}");
        let rules = told(&scratch, &[&["rules", game][..], &words.split(' ').collect::<Vec<_>>()].concat());
        assert!(rules.contains(found), "{rules}");
    }
    // Of many cards with the same word, the first few are enough.
    let scratch = Scratch::new();
    let out = play(&scratch, &["mighty-beanz", "--seed", "1"], "card bean\nquit\n");
    assert!(out.contains("Several cards match: ") && out.contains(" more. Type more of the name."), "{out}");
    let scratch = Scratch::new();
    let rules = told(&scratch, &["rules", "mister-spy", "spy", "of", "value"]);
    assert!(rules.contains("more cards have these words; add a word to see fewer."), "{rules}");
}

#[test]
fn a_text_is_a_seed_here_and_in_drive() {
    let scratch = Scratch::new();
    let dealt = |seed: &str| {
        let requests = format!(
            "{{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":4,\"seed\":{seed}}}\n{{\"op\":\"view\",\"who\":\"all\"}}\n\
             {{\"op\":\"record\"}}\n"
        );
        let done = scratch.run(&["drive"], &requests);
        let mut lines = done.out.lines().skip(1).map(|l| serde_json::from_str::<Value>(l).expect("JSON"));
        let (view, record) = (lines.next().expect("a view"), lines.next().expect("a record"));
        let record = record["record"].as_str().expect("a record").to_owned();
        (
            view["view"].to_string(),
            record.lines().find(|l| l.starts_with("seed ")).expect("a seed").to_owned(),
        )
    };
    let (hands, seed) = dealt("\"a rainy evening\"");
    assert_eq!(dealt("\"a rainy evening\"").0, hands);
    assert_ne!(dealt("\"a rainy morning\"").0, hands);
    assert_eq!(dealt("\"7\""), dealt("7"));
    play(&scratch, &["mister-spy", "--seed", "a rainy evening"], "quit\n");
    let record = fs::read_to_string(scratch.path("game.record")).expect("a record");
    assert!(record.contains(&format!("\n{seed}\n")), "{seed}: {record}");
    let shown = scratch.run(&["replay", "game.record", "--verify"], "");
    assert_eq!(shown.code, Some(0), "{shown:?}");
    for wrong in ["-1", "1.5", "true", "\"\"", "\"99999999999999999999\"", "[7]"] {
        let request = format!("{{\"op\":\"new\",\"game\":\"mister-spy\",\"seats\":4,\"seed\":{wrong}}}\n");
        let done = scratch.run(&["drive"], &request);
        assert!(done.out.contains("\"ok\":false") && done.out.contains("seed"), "{wrong}: {done:?}");
    }
}

/// Every command and its help.
fn helps(scratch: &Scratch, path: &[String], all: &mut Vec<(Vec<String>, String)>) {
    let args: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
    let help = told(scratch, &args);
    let listed =
        help.split("\nCommands:\n").nth(1).unwrap_or("").split("\n\n").next().unwrap_or("").to_owned();
    all.push((path.to_vec(), help));
    for line in listed.lines().filter(|l| l.starts_with("  ") && !l.starts_with("   ")) {
        let name = line.split_whitespace().next().expect("a command");
        if name != "help" {
            helps(scratch, &[path, &[name.to_owned()]].concat(), all);
        }
    }
}

#[test]
fn every_help_has_examples() {
    let scratch = Scratch::new();
    let mut all = Vec::new();
    helps(&scratch, &[], &mut all);
    let names: Vec<String> = all.iter().map(|(path, _)| path.join(" ")).collect();
    for there in [
        "",
        "games",
        "drive",
        "cards check",
        "cards status",
        "decks show",
        "bench server",
        "man",
        "completions",
    ] {
        assert!(names.iter().any(|name| name == there), "'{there}' is not among {names:?}");
    }
    for (path, help) in &all {
        let examples =
            help.split("\nExamples:\n").nth(1).unwrap_or_else(|| panic!("no examples: {path:?}\n{help}"));
        let own = format!("safehouse {}", path.join(" "));
        let shown = examples.lines().take_while(|l| !l.is_empty());
        assert!(
            shown.clone().any(|l| l.contains(own.trim_end())),
            "{own} is not in its own examples: {help}"
        );
    }
    // The texts of the exit codes are sentences.
    let codes = all[0].1.split("\nExit codes:\n").nth(1).expect("exit codes");
    let texts: Vec<&str> =
        codes.lines().map(|l| l.trim_start().split_once(' ').expect("a code and a text").1.trim()).collect();
    assert_eq!(texts.len(), 7, "{codes}");
    for text in texts {
        assert!(text.starts_with(char::is_uppercase) && text.ends_with('.'), "{text}");
    }
}

#[test]
#[cfg(unix)]
fn shells_complete_games_and_bots() {
    let scratch = Scratch::new();
    fs::write(scratch.path("completions"), told(&scratch, &["completions", "bash"])).expect("a file");
    let offered = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let script = format!(
            ". ./completions\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_safehouse safehouse '' \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            words.len() - 1
        );
        let mut bash = Command::new("bash");
        bash.args(["-c", &script]).current_dir(scratch.path(""));
        let out = {
            let _alone = one_at_a_time();
            bash.output().expect("bash")
        };
        String::from_utf8(out.stdout).expect("text").lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let has = |words: &[&str], all: &[&str]| {
        let offered = offered(words);
        for word in all {
            assert!(offered.iter().any(|o| o == word), "{word} is not offered after {words:?}: {offered:?}");
        }
    };
    let games = ["mister-spy", "renamed-spy", "mighty-beanz"];
    for command in ["play", "sim", "arena", "rules", "bench"] {
        has(&["safehouse", command, ""], &games);
    }
    let bots = ["random", "rookie", "agent", "mastermind"];
    for command in ["play", "sim", "arena"] {
        has(&["safehouse", command, "mister-spy", "--bots", ""], &bots);
    }
    has(&["safehouse", "decks", "show", ""], &["starter-circus", "expert-swarm"]);
}

#[test]
fn bench_takes_about_as_long_as_it_is_told() {
    let scratch = Scratch::new();
    for seconds in [1, 3] {
        let start = Instant::now();
        told(&scratch, &["bench", "renamed-spy", "--seconds", &seconds.to_string(), "--json"]);
        let took = start.elapsed();
        // Other tests run at the same time; and one answer of a mastermind is waited for.
        let most = Duration::from_secs(2 * seconds + 4);
        assert!(took < most, "--seconds {seconds} took {took:?}");
        assert!(took > Duration::from_secs(seconds) / 2, "--seconds {seconds} took {took:?}");
    }
}

/// The arena example of the README ends within a minute: worlds and games are few. The whole of it takes 32 s of processor time, built for tests.
#[test]
fn the_arena_of_the_readme_is_small() {
    let readme = include_str!("../../../../README.md");
    let line =
        readme.lines().find(|l| l.contains("safehouse arena") && l.contains("--report")).expect("an example");
    let number = |before: &str| {
        let digits = line.split(before).nth(1).unwrap_or_else(|| panic!("{before} is not in {line}"));
        digits.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u64>().expect("a number")
    };
    assert!(number("mastermind:") * number("--games ") <= 20_000, "{line}");
}
