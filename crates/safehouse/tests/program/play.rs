//! Whole games through standard input, as a person would play them.

use std::fs;

use crate::common::Scratch;
use mister_spy::{Face, Kind};

/// Plays with these answers and records to a file; the output and the record.
fn play(scratch: &Scratch, args: &[&str], file: &str, answers: &str) -> (String, String) {
    let args = [&["play"], args, &["--record", file]].concat();
    typed(scratch, &args, file, answers)
}

fn resume(scratch: &Scratch, file: &str, answers: &str) -> (String, String) {
    typed(scratch, &["play", "--resume", file], file, answers)
}

fn typed(scratch: &Scratch, args: &[&str], file: &str, answers: &str) -> (String, String) {
    let done = scratch.run(args, answers);
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    (done.out, fs::read_to_string(scratch.path(file)).expect("the record is there"))
}

/// An answer that acts where it can, and one that any menu has: enough of both for any game.
fn busy() -> String {
    "2\n1\n5\n1\n".repeat(150)
}

#[test]
fn a_whole_game_of_first_entries() {
    let scratch = Scratch::new();
    let (out, record) = play(&scratch, &["mister-spy", "--seed", "4"], "game.record", &"1\n".repeat(500));
    assert!(out.starts_with("Before I Kill You, Mister Spy\n"), "{out}");
    assert!(out.contains("\nThe game is over (") && out.contains("\nWon by: "), "{out}");
    assert!(out.contains("\nThe game is recorded in game.record\n"), "{out}");
    assert!(record.ends_with(" over\n"), "{record}");
    assert!(record.contains("\n0 pass\n") && record.contains("\nseed 4\n"), "{record}");
    let done = scratch.run(&["replay", "game.record", "--verify"], "");
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.out.trim_end().ends_with("the game is over"), "{done:?}");
    // A finished game is shown again, and not changed.
    let (again, same) = resume(&scratch, "game.record", "n\n");
    assert!(again.contains("\nWon by: "), "{again}");
    assert_eq!(same, record);
}

#[test]
fn every_number_of_seats_can_be_played() {
    let scratch = Scratch::new();
    for seats in ["2", "3", "4", "5", "6"] {
        let args = ["mister-spy", "--seats", seats, "--seed", "2", "--bots", "random"];
        let (out, record) = play(&scratch, &args, &format!("{seats}.record"), &busy());
        assert!(record.contains(&format!("\"seats\":{seats}")) && record.ends_with(" over\n"), "{record}");
        let seated = out.lines().filter(|l| l.contains(" points   hand: ")).count();
        assert!(
            seated > 0 && seated % seats.parse::<usize>().unwrap() == 0,
            "{seated} rows for {seats} seats"
        );
    }
}

#[test]
fn leaving_and_coming_back_changes_nothing() {
    let scratch = Scratch::new();
    let answers = busy();
    let (_, straight) = play(&scratch, &["mister-spy", "--seed", "7"], "straight.record", &answers);
    assert!(straight.ends_with(" over\n"), "{straight}");
    let lines: Vec<&str> = answers.lines().collect();
    for breaks in [[1, 2].as_slice(), &[3, 8, 9, 14]] {
        let file = format!("broken-{}.record", breaks.len());
        let mut from = 0;
        for (i, &to) in breaks.iter().enumerate() {
            // Sometimes by a word, sometimes because there is nothing more to read.
            let leave = if i % 2 == 0 { "\nquit\n" } else { "\n" };
            let part = lines[from..to].join("\n") + leave;
            let (out, record) = match i {
                0 => play(&scratch, &["mister-spy", "--seed", "7"], &file, &part),
                _ => resume(&scratch, &file, &part),
            };
            assert!(
                out.ends_with(&format!("Saved. Continue with: safehouse play --resume {file}\n")),
                "{out}"
            );
            assert!(record.ends_with(" open\n"), "{record}");
            from = to;
        }
        let (_, record) = resume(&scratch, &file, &lines[from..].join("\n"));
        assert_eq!(record, straight);
    }
}

#[test]
fn the_last_game_left_is_the_one_resumed() {
    let scratch = Scratch::new();
    let data = |n| fs::read_to_string(scratch.path(&format!("data/mister-spy-{n}.record"))).unwrap();
    let done = scratch.run(&["play", "mister-spy", "--seed", "1", "--seats", "2"], "1\n".repeat(300));
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(scratch.run(&["play", "mister-spy", "--seed", "2"], "1\nquit\n").code, Some(0));
    let (over, open) = (data(1), data(2));
    assert!(over.ends_with(" over\n") && open.ends_with(" open\n"), "{over}{open}");
    let done = scratch.run(&["play", "--resume"], "1\nquit\n");
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(data(1), over);
    assert!(data(2).len() > open.len());
    assert_eq!(scratch.files("data"), ["mister-spy-1.record", "mister-spy-2.record"]);
}

#[test]
fn taking_back_and_answering_alike_changes_nothing() {
    let scratch = Scratch::new();
    let args = ["mister-spy", "--seed", "7"];
    let answers = busy();
    let (_, straight) = play(&scratch, &args, "straight.record", &answers);
    // Entry 1 is in every menu, so that every second answer is surely an answer and can be taken back.
    let hesitant = answers.replace("1\n", "1\nundo\n1\n");
    let (out, record) = play(&scratch, &args, "hesitant.record", &hesitant);
    assert!(out.matches("Taken back.\n").count() > 5, "{out}");
    assert_eq!(record, straight);
    // At the start there is nothing to take back, and what was taken back is gone from the record.
    let (out, record) = play(&scratch, &args, "nothing.record", "undo\n2\nundo\nundo\nquit\n");
    assert_eq!(out.matches("You have no choice to take back.\n").count(), 2, "{out}");
    assert!(!record.contains("\n0 "), "{record}");
}

#[test]
fn another_game_has_a_record_of_its_own() {
    let scratch = Scratch::new();
    let (_, one) =
        play(&scratch, &["mister-spy", "--seed", "3", "--seats", "2"], "one.record", &"1\n".repeat(300));
    // The same game again, and exactly as many answers as it has questions.
    let questions = one.lines().filter(|l| l.starts_with("0 ")).count();
    let answers = "1\n".repeat(questions) + "y\n2\nquit\n";
    let (out, again) = play(&scratch, &["mister-spy", "--seed", "3", "--seats", "2"], "two.record", &answers);
    assert_eq!(again, one);
    let next = fs::read_to_string(scratch.path("data/mister-spy-1.record")).unwrap();
    assert!(next.contains("\"winners\":[") && next.ends_with(" open\n"), "{next}");
    assert!(out.trim_end().ends_with("mister-spy-1.record"), "{out}");
}

#[test]
fn two_people_at_one_keyboard() {
    let scratch = Scratch::new();
    let args = ["mister-spy", "--hotseat", "--seats", "2", "--seed", "3"];
    // Whoever comes to the keyboard presses Enter first; where nobody changed, an empty line does no harm.
    let (out, record) = play(&scratch, &args, "game.record", &"\n2\n\n2\n\n1\n".repeat(200));
    assert!(record.ends_with(" over\n"), "{record}");
    assert!(record.contains("[\"Player 1\",\"Player 2\"]") && record.contains("[null,null]"), "{record}");
    for (seat, player, other) in [("0", "1", "2"), ("1", "2", "1")] {
        assert!(out.contains(&format!("Player {player}, it is your turn to choose.")), "{out}");
        assert!(record.lines().any(|l| l.starts_with(&format!("{seat} lay "))), "{record}");
        // Nobody is addressed while the other one's cards are still on the screen.
        for turn in out.split(&format!("Player {player}, it is your turn to choose. ")).skip(1) {
            let mine = turn.split(", it is your turn to choose. ").next().unwrap();
            assert!(!mine.contains(&format!("> Player {other}  ")), "{mine}");
        }
    }
    for (before, _) in out.match_indices(", it is your turn to choose.") {
        let blank = out[..before].rsplit('\n').skip(1).take_while(|l| l.is_empty()).count();
        assert!(blank >= 24, "only {blank} lines between two people's cards");
    }
}

#[test]
fn two_people_and_bots() {
    let scratch = Scratch::new();
    let args = ["mister-spy", "--people", "2", "--bots", "random,agent", "--seed", "3"];
    let (_, record) = play(&scratch, &args, "game.record", "\n1\n\n1\n");
    assert!(record.contains("\nwith bots [null,null,\"random\",\"agent\"]\n"), "{record}");
    assert!(record.contains("[\"Player 1\",\"Player 2\",\"Bot 3\",\"Bot 4\"]"), "{record}");
}

#[test]
fn questions_about_the_game_are_answered_and_change_nothing() {
    let scratch = Scratch::new();
    let args = ["mister-spy", "--seed", "7"];
    let (plain, record) = play(&scratch, &args, "plain.record", "1\nquit\n");
    let ask = |n: usize, words: &str| {
        let (out, same) = play(&scratch, &args, &format!("{n}.record"), &format!("1\n{words}\nquit\n"));
        assert_eq!(same, record, "{words}");
        // What was said between the two prompts.
        let (before, after) = plain.rsplit_once("\n> ").unwrap();
        let out = out.strip_prefix(before).and_then(|o| o.strip_prefix("\n> ")).expect("the same game");
        out.strip_suffix(&format!("> {}", after.replace("plain", &n.to_string())))
            .expect("an answer")
            .to_owned()
    };
    let rules = ask(1, "?");
    assert!(rules.starts_with("2.2 One action\n") && rules.contains("\n2.3 Passing\n"), "{rules}");
    let why = ask(2, "why");
    // The reason in a sentence, then what it stands in the way of.
    let (reason, listed) = why.split_once("\n[").unwrap().1.split_once("\n ").unwrap();
    let (rule, gist) = reason.split_once("] ").unwrap();
    assert!(gist.split_whitespace().count() > 3 && gist.ends_with('.'), "{why}");
    let number = |line: &str| line.split_whitespace().next()?.parse::<usize>().ok();
    let numbers: Vec<usize> = why.lines().filter_map(number).collect();
    assert!(numbers.len() > 1 && numbers.windows(2).all(|two| two[0] + 1 == two[1]), "{why}");
    let first: usize = number(listed).unwrap();
    assert_eq!(first, numbers[0]);
    assert!(
        plain.contains(&format!("\n{:>3}  ", first - 1)) && !plain.contains(&format!("\n{first:>3}  ")),
        "{why}"
    );
    let why_not = ask(3, &format!("why {first}"));
    assert!(why_not.starts_with("You cannot ") && why_not.contains(&format!("now:\n{rule} ")), "{why_not}");
    let may = ask(4, "why 1");
    assert!(may.starts_with("You may pass:\n2.3 Passing\n"), "{may}");
    assert!(ask(5, "why 99").contains("99"));
    assert!(ask(6, "why pass").contains("You may"));
    let cannot = ask(7, "why kill");
    assert!(cannot.contains("5.1 The captor decides"), "{cannot}");
    let log = ask(8, "log");
    assert!(log.contains("You deal and go first.\n") && log.contains("\nYou pass.\n"), "{log}");
    let table = ask(9, "table");
    assert!(plain.contains(table.trim_end()) && table.contains("Your hand\n"), "{table}");
    let help = ask(10, "help");
    for word in ["NUMBER", "undo", "quit", "why", "log", "table", "rules", "card"] {
        assert!(help.contains(word), "{help}");
    }
    assert!(ask(11, "rules 5.3").starts_with("5.3 Taunting\n"));
    assert!(ask(12, "rules double agent").contains("7.1 A Double Agent\n"));
    assert!(ask(13, "rules sandwich").contains("sandwich"));
    // What is no answer at all.
    assert!(ask(14, "0").contains("not in the menu"));
    assert!(ask(15, "999").contains("not in the menu"));
    assert!(ask(16, "lay magnus-sterling").contains("3.1 Laying a card"));
    assert!(ask(17, "dance").contains("help"));
    assert!(ask(18, "\u{fc}\u{65e5}\u{672c}").contains("help"));
    assert_eq!(ask(19, ""), "");
}

/// The lines of a game's output. A prompt stands before what comes next, because nobody's Enter is seen in a pipe.
fn lines(out: &str) -> impl Iterator<Item = &str> {
    out.lines().map(|line| {
        let mut line = line;
        while let Some(rest) = line.strip_prefix("> ").filter(|_| !line.contains(" points   hand: ")) {
            line = rest;
        }
        line
    })
}

#[test]
fn nothing_is_dressed_up_for_a_pipe() {
    let scratch = Scratch::new();
    let args = ["mister-spy", "--seats", "6", "--seed", "7"];
    let (out, _) = play(&scratch, &args, "game.record", &"2\n?\nwhy\nlog\nhelp\n1\n".repeat(80));
    assert!(out.contains("\nThe game is over"), "{out}");
    let odd = out.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(odd, None, "no escape sequences, no carriage returns");
    let hotseat = ["mister-spy", "--seats", "2", "--seed", "7", "--hotseat"];
    let (out, _) = play(&scratch, &hotseat, "hotseat.record", &"\n1\n".repeat(10));
    assert!(!out.contains('\x1b'));
}

#[test]
fn every_line_fits_80_columns() {
    let scratch = Scratch::new();
    for (seats, seed) in [("2", "5"), ("4", "6"), ("6", "7")] {
        let args = ["mister-spy", "--seats", seats, "--seed", seed];
        let every = "2\n?\nwhy\nwhy 1\nwhy 12\nlog\nhelp\ntable\nrules double agent\ndance\n1\n";
        let (out, _) = play(&scratch, &args, &format!("{seats}.record"), &every.repeat(120));
        assert!(out.contains("\nThe game is over"), "{out}");
        let (_, after_the_greeting) = out.split_once("\n\n").expect("a greeting and a game");
        for line in lines(after_the_greeting) {
            assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
        }
    }
}

/// What a seat is shown before it could know it: the titles whose first mention neither lies in the first hand nor
/// tells of a card that the seat drew or stole, or that somebody showed to all.
fn told_too_early(out: &str) -> Vec<&'static str> {
    // A Taunt's letter is too short a word to look for.
    let titles = Face::all().filter(|face| face.kind() != Kind::Taunt).map(Face::title);
    // Lines break anywhere between two words.
    let text = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let hand = text.find("Your hand").map_or("", |at| text[at..].split("Taunts").next().unwrap_or(""));
    let shown = |title: &str| {
        let Some(at) = text.find(title) else { return true };
        let before = text[..at].trim_end();
        let after = text[at + title.len()..].split_once(") ").map_or("", |(_, rest)| rest);
        before.ends_with("It is")
            || before.ends_with("is turned up:")
            || before.ends_with("plays") && after.starts_with("into their own Lair.")
            || before.ends_with("sends") && after.starts_with("as a Double Agent.")
    };
    titles.filter(|title| !hand.contains(title) && !shown(title)).collect()
}

/// The face-down cards of others, as the tables drawn in the output show them.
fn others_face_down(out: &str) -> Vec<&str> {
    let mut mine = true;
    let mut found = Vec::new();
    for line in out.lines() {
        if let Some((name, _)) = line.split_once(" points   hand: ") {
            mine = name.trim_start_matches(['>', ' ']).starts_with("You ");
        } else if !line.starts_with("      ") {
            mine = true;
        }
        if !mine {
            found.extend(line.split('[').skip(1).filter_map(|part| part.split(']').next()));
        }
    }
    found
}

#[test]
fn nobody_is_told_what_others_hide() {
    let scratch = Scratch::new();
    let (mut hidden, mut shown) = (0, 0);
    for (seats, seed) in [("2", "11"), ("3", "12"), ("4", "13"), ("6", "14")] {
        let args = ["mister-spy", "--seats", seats, "--seed", seed];
        let (out, _) = play(&scratch, &args, &format!("{seats}.record"), &busy());
        shown += out.matches("is turned up: ").count() + out.matches(" as a Double Agent.").count();
        assert_eq!(told_too_early(&out), [""; 0], "{out}");
        for card in others_face_down(&out) {
            hidden += 1;
            assert!(card.strip_prefix('#').is_some_and(|n| n.parse::<u8>().is_ok()), "[{card}] is in sight");
        }
    }
    // Others did hide cards in these games, and some did come out.
    assert!(hidden > 50 && shown > 10, "{hidden} hidden, {shown} shown");
}

#[test]
fn a_leak_would_be_noticed() {
    let fine = "Your hand\n  Spies   Hank Calloway (3)\n  Lairs   none\n  Taunts  A\n\
                You draw a Spy.\nIt is Rufus\n  Latch (3).\nBot 1's first face-down card is turned up: Ice Palace (4).\n\
                Bot 1 plays Cosmo Lint (2) into their own Lair.\nBot 1 sends Monty Draper (4) as a Double Agent.\n\
                Bot 1 captures Cosmo Lint.\n";
    assert_eq!(told_too_early(fine), [""; 0]);
    assert_eq!(told_too_early(&format!("{fine}Bot 1 lays Dread Blimp (3).\n")), ["Dread Blimp"]);
    assert_eq!(told_too_early(&format!("Bot 1 draws Cosmo\n  Lint (2).\n{fine}")), ["Cosmo Lint"]);
    let table = "> You          0 points   hand: 1 Spy, 1 other  (turn)\n      Lair 1: [#0 Ice Palace (4)]\n  \
                 Bot 1        0 points   hand: 1 Spy, 1 other\n      Lair 2: [#0], [#1 Dread\n        Blimp (3)]\n";
    assert_eq!(others_face_down(table), ["#0", "#1 Dread"]);
}

#[test]
fn the_seed_decides_the_game() {
    let scratch = Scratch::new();
    let game = |file: &str, seed: &str| play(&scratch, &["mister-spy", "--seed", seed], file, &busy()).1;
    let one = game("a.record", "21");
    assert_eq!(one, game("b.record", "21"));
    assert_ne!(one.replace("seed 21", ""), game("c.record", "22").replace("seed 22", ""));
    // Without a seed every game has one of its own, of full length.
    let fresh = |file: &str| play(&scratch, &["mister-spy"], file, "").1;
    let seed = |record: &str| record.lines().find(|l| l.starts_with("seed x")).map(str::to_owned);
    let (one, other) = (seed(&fresh("d.record")), seed(&fresh("e.record")));
    assert!(
        one.as_ref().is_some_and(|s| s.len() == "seed x".len() + 64) && one != other,
        "{one:?} {other:?}"
    );
}

#[test]
fn a_finished_record_is_told_again_by_replay() {
    let scratch = Scratch::new();
    let (_, record) = play(&scratch, &["mister-spy", "--seed", "7", "--seats", "3"], "game.record", &busy());
    let choices = record.lines().filter(|l| l.starts_with(['0', '1', '2'])).count();
    for eyes in ["1", "2", "watcher", "all"] {
        let done = scratch.run(&["replay", "game.record", "--eyes", eyes], "");
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
        assert!(done.out.contains(&format!("== the start, before {choices} choices ==\n")), "{eyes}");
        for ply in 1..=choices {
            assert!(
                done.out.contains(&format!("== choice {ply} of {choices} ==\n")),
                "{eyes}: no choice {ply}"
            );
        }
        assert!(done.out.ends_with("The game is over.\n"), "{eyes}");
        if eyes == "watcher" {
            // A watcher sees no hand and nothing that was laid.
            assert!(!done.out.contains("Your hand") && !done.out.contains(": Lay "), "{}", done.out);
        }
    }
    let done = scratch.run(&["replay", "game.record", "--at", "5", "--eyes", "2"], "");
    assert!(
        done.code == Some(0) && done.out.starts_with(&format!("== choice 5 of {choices} ==\n")),
        "{done:?}"
    );
    // Replaying leaves the record alone.
    assert_eq!(fs::read_to_string(scratch.path("game.record")).unwrap(), record);
}

#[test]
fn a_record_without_choices_is_a_record() {
    let scratch = Scratch::new();
    let (_, record) = play(&scratch, &["mister-spy", "--hotseat", "--seed", "5"], "shy.record", "");
    assert!(record.contains("\nplay\n= 0 "), "{record}");
    let done = scratch.run(&["replay", "shy.record"], "");
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.out.starts_with("== the start, before no choices ==\n"), "{}", done.out);
    assert_eq!(scratch.run(&["replay", "shy.record", "--verify"], "").code, Some(0));
}

#[test]
fn a_replay_calls_nobody_else_you() {
    let scratch = Scratch::new();
    play(&scratch, &["mister-spy", "--seed", "7"], "game.record", "2\n1\n2\nquit\n");
    for (eyes, most) in [("1", 1), ("2", 1), ("watcher", 0), ("all", 0)] {
        let done = scratch.run(&["replay", "game.record", "--at", "3", "--eyes", eyes], "");
        let you = done.out.lines().filter(|l| l.trim_start_matches(['>', ' ']).starts_with("You ")).count();
        let rows = done.out.lines().filter(|l| l.contains(" points   hand: ") && l.contains("You ")).count();
        assert!(rows <= most, "{eyes}: {}", done.out);
        assert!(most > 0 || you == 0, "{eyes}: {}", done.out);
        assert!(!done.out.contains("You's"), "{eyes}: {}", done.out);
    }
}

#[test]
fn the_greeting_fits_80_columns() {
    let scratch = Scratch::new();
    let (out, _) = play(&scratch, &["mister-spy"], "game.record", "");
    for line in out.lines().take_while(|l| !l.is_empty()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_rules_fit_80_columns() {
    let scratch = Scratch::new();
    let done = scratch.run(&["rules", "mister-spy"], "");
    assert!(done.out.contains("\n4.2 Strong enough\n"), "{}", done.out);
    for line in done.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// A table at which seat 0 is about to capture a Spy and can taunt it twice, with these bots.
fn about_to_taunt(scratch: &Scratch, bots: &str) {
    let position =
        r#"{"turn":0,"hands":["jillian-styles A C castle","B"],"lairs":["moon-base bakery"],"deck":"rest"}"#;
    let requests = format!(
        "{{\"op\":\"position\",\"game\":\"mister-spy\",\"seed\":1,\"position\":{position}}}\n{{\"op\":\"record\"}}\n"
    );
    let done = scratch.run(&["drive"], &requests);
    let answer: serde_json::Value =
        serde_json::from_str(done.out.lines().nth(1).expect("two answers")).expect("JSON");
    let record = answer["record"]
        .as_str()
        .expect("a record")
        .replace("\nplay\n", &format!("\nwith bots {bots}\nplay\n"));
    fs::write(scratch.path("game.record"), record).expect("it can be written");
}

#[test]
fn a_standing_order_answers_in_the_terminal_too() {
    let scratch = Scratch::new();
    about_to_taunt(&scratch, "[null,null]");
    let (out, record) =
        resume(&scratch, "game.record", "\norders\norder win\norder no-foil\nask no-foil\nq\n");
    assert!(out.contains("\n  no-foil       Don't ask me to foil in this game\n"), "{out}");
    assert!(out.contains("There is no order 'win'.") && out.contains("You will be asked again."), "{out}");
    assert!(record.contains("\nwith orders []\n"), "{record}");
    // The other says it once, at the first taunt.
    let answers = "\nplay jillian-styles\ntaunt A\n\norder no-foil\n\nq\n";
    let (out, record) = resume(&scratch, "game.record", answers);
    assert_eq!(out.matches("As you ordered: ").count(), 1, "{out}");
    assert!(record.contains("\nwith orders [{\"seat\":1,\"code\":\"no-foil\",\"ply\":2}]\n"), "{record}");
    // It is kept with the game. At the next taunt they are called, as if there were no order, and need not answer.
    let (out, record) = resume(&scratch, "game.record", "\ntaunt C\n\n\nkill\n");
    assert!(record.contains("\n0 taunt C\n1 decline\n0 kill\n"), "{record}");
    let (_, rest) = out.split_once("Seat 1, it is your turn to choose.").expect("the other is called");
    let (mine, _) = rest.split_once("Seat 0, it is your turn to choose.").expect("and the first again");
    assert!(mine.contains("As you ordered: ") && !mine.contains("> "), "{mine}");
}
