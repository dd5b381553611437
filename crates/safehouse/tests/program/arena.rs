//! Bots in the arena: results that hold, a report that says where they come from, and runs that go on after a stop.

use std::fs;

use crate::common::Scratch;
#[cfg(target_os = "linux")]
use crate::stopped::Live;

const ARENA: [&str; 6] = ["arena", "mister-spy", "--bots", "agent,random", "--report", "out"];

#[test]
fn a_report_has_every_figure_and_says_where_it_comes_from() {
    let scratch = Scratch::new();
    let args = ["arena", "mister-spy", "--bots", "mastermind:10,mastermind:40,agent", "--seats", "2..3"];
    let done = scratch.run(&[&args[..], &["--games", "12", "--seed", "4", "--report", "out"]].concat(), "");
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.out.contains("mastermind:40 against agent"), "{}", done.out);
    let page = fs::read_to_string(scratch.path("out/report.html")).expect("a page");
    let heads = [
        "Who beats whom",
        "Ratings",
        "Skill by thinking time",
        "The games with 2 seats",
        "The games with 3 seats",
    ];
    for head in heads {
        assert!(page.contains(&format!("<h2>{head}</h2>")), "{head}");
    }
    let parts = [
        "who goes first",
        "where you sit",
        "How long",
        "When games are decided",
        "What players decide",
        "How games end",
        "Cards",
    ];
    for part in parts {
        assert_eq!(page.matches(part).count().min(2), 2, "{part}, for both numbers of seats");
    }
    assert_eq!(page.matches("This is correlation, not cause").count(), 2);
    // Every figure carries its source, every picture has been drawn, and nothing is fetched from anywhere.
    let source = "safehouse arena mister-spy --bots mastermind:10,mastermind:40,agent --seats 2..3 --games 12 --seed 4 \
                  --report out · seed 4 · edition 1-";
    let figures = page.matches("<figure>").count();
    assert!(figures >= 20, "{figures}");
    assert_eq!(page.matches(&format!("<code>{source}")).count(), figures + 1);
    assert_eq!(page.matches("<svg").count(), 2 + 2 * 6);
    for away in ["<script", "<link", "<img", "url(", "@import"] {
        assert!(!page.contains(away), "{away}");
    }
    let sheets = ["cards", "endings", "leads", "lengths", "matchups", "moments", "order", "ratings", "seats"];
    let mut files: Vec<String> = sheets.iter().map(|name| format!("{name}.csv")).collect();
    files.splice(0..0, ["arena.json".to_owned()]);
    files.push("report.html".into());
    files.sort();
    assert_eq!(scratch.files("out"), files);
    let matchups = fs::read_to_string(scratch.path("out/matchups.csv")).expect("a sheet");
    assert!(
        matchups
            .starts_with("seats,bot,against,games,deals,share,low,high\n2,mastermind:10,mastermind:40,12,6,")
    );
    // A second run has nothing left to play and writes the same.
    let again = scratch.run(&[&args[..], &["--games", "12", "--seed", "4", "--report", "out"]].concat(), "");
    assert_eq!((again.code, again.out), (Some(0), done.out));
    assert_eq!(fs::read_to_string(scratch.path("out/report.html")).expect("a page"), page);
}

#[test]
#[cfg(target_os = "linux")]
fn a_stopped_run_goes_on_and_ends_as_if_it_had_not_been_stopped() {
    let scratch = Scratch::new();
    let args = ["arena", "mister-spy", "--bots", "mastermind:60,agent", "--games", "200", "--report"];
    let whole = scratch.run(&[&args[..], &["whole"]].concat(), "");
    assert_eq!(whole.code, Some(0), "{whole:?}");
    let mut stops = 0;
    loop {
        let arena = Live::start(&scratch, &[&args[..], &["parts"]].concat());
        if stops < 2 {
            arena.work(12);
            arena.interrupt();
        }
        let done = arena.end();
        done.calm();
        match done.code {
            Some(130) => assert!(done.err.contains("the same command resumes it"), "{done:?}"),
            Some(0) => break,
            _ => panic!("{done:?}"),
        }
        stops += 1;
    }
    assert!(stops > 0);
    let rid = |name: &str| {
        fs::read_to_string(scratch.path(name))
            .expect("a page")
            .replace("--report whole", "")
            .replace("--report parts", "")
    };
    assert_eq!(rid("parts/report.html"), rid("whole/report.html"));
    assert_eq!(rid("parts/matchups.csv"), rid("whole/matchups.csv"));
}

#[test]
fn another_run_leaves_a_folder_alone() {
    let scratch = Scratch::new();
    let first = scratch.run(&[&ARENA[..], &["--games", "10"]].concat(), "");
    assert_eq!(first.code, Some(0), "{first:?}");
    let kept = fs::read(scratch.path("out/arena.json")).expect("what is kept");
    for (more, says) in [
        (["--games", "20"], "its games: 10; this command's: 20"),
        (["--seats", "3"], "its seats: 4; this command's: 3"),
        (["--seed", "9"], "its seed: 1; this command's: 9"),
        (["--restrict", "never-foil"], "its bots: agent,random;"),
    ] {
        let games: &[&str] = if more[0] == "--games" { &[] } else { &["--games", "10"] };
        let done = scratch.run(&[&ARENA[..], games, &more].concat(), "");
        done.calm();
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
        assert_eq!(done.err.lines().count(), 1, "{done:?}");
        assert!(done.err.contains(says), "{done:?}");
        assert_eq!(fs::read(scratch.path("out/arena.json")).expect("what is kept"), kept);
    }
    fs::write(scratch.path("out/arena.json"), "{}").expect("a file");
    let done = scratch.run(&[&ARENA[..], &["--games", "10"]].concat(), "");
    assert_eq!(done.code, Some(3), "{done:?}");
    assert!(done.err.contains("this is not the state of an arena run"), "{done:?}");
}

#[test]
fn one_bot_alone_shows_whether_decks_are_even() {
    let scratch = Scratch::new();
    let args = ["arena", "mighty-beanz", "--bots", "agent", "--games", "40", "--report", "out"];
    let done = scratch.run(&args, "");
    assert_eq!(done.code, Some(0), "{done:?}");
    for words in ["seat 1, starter-circus", "seat 2, starter-barnyard", "whoever goes first"] {
        assert!(done.out.contains(words), "'{words}' is not in {done:?}");
    }
    assert!(!done.out.contains("Elo"), "{done:?}");
    let seats = fs::read_to_string(scratch.path("out/seats.csv")).expect("figures");
    assert!(seats.starts_with("seats,seat,side,games,share,low,high\n2,1,starter-circus,40,"), "{seats}");
    let cards = fs::read_to_string(scratch.path("out/report.html")).expect("a page");
    assert!(cards.contains("Lion Bean") && !cards.contains("Mighty Moose"), "cards of no deck are left out");
}

/// Whatever bytes a folder's name has, the games are not played in vain.
#[test]
#[cfg(target_os = "linux")]
fn a_report_goes_to_a_folder_with_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let scratch = Scratch::new();
    let odd = OsStr::from_bytes(b"out-\xff\xfe");
    let mut command =
        scratch.command(&["arena", "mister-spy", "--bots", "agent,random", "--games", "8", "--report"]);
    let done = {
        let _alone = crate::common::one_at_a_time();
        command.arg(odd).output().expect("the program runs")
    };
    let err = String::from_utf8_lossy(&done.stderr);
    assert_eq!((done.status.code(), err.as_ref()), (Some(0), ""));
    let page = fs::read_to_string(scratch.path("").join(odd).join("report.html")).expect("a page");
    assert!(page.contains("--report &#39;out-") || page.contains("--report 'out-"), "the command is quoted");
}

#[test]
fn nonsense_is_one_line() {
    let scratch = Scratch::new();
    fs::write(scratch.path("file"), "").expect("a file");
    for (args, code, says) in [
        (&["--bots", "agent,genius"][..], 2, "there is no bot 'genius'"),
        (&["--bots", "agent,mastermind:0"], 2, "from 1 to 1000000"),
        (&["--bots", "agent,random/omniscient"], 2, "only a mastermind can be omniscient"),
        (&["--bots", "agent,agent"], 2, "agent is listed twice"),
        (&["--bots", "agent", "--better"], 2, "exactly two bots"),
        (&["--bots", "agent,random", "--games", "0"], 2, "0 games were requested"),
        (&["--bots", "agent,random", "--seats", "9"], 2, "2 to 6 players"),
        (&["--bots", "agent,random", "--seats", "few"], 2, "'few' is not a number of seats"),
        (
            &["--bots", "agent,random", "--restrict", "never-fold"],
            2,
            "the restrictions are: never-taunt, never-foil",
        ),
        (&["--bots", "agent,random", "--better=2"], 2, "the margin must be from"),
        (&["--bots", "agent,random,rookie", "--better"], 2, "exactly two bots"),
        (&["--bots", "agent,random", "--options", "x"], 2, "--options is not valid JSON"),
        (&["--bots", "agent,random", "--report", "file/below"], 4, "cannot create this folder"),
        (&["--bots", "agent,random", "--threads", "9999"], 2, "threads were requested"),
    ] {
        let done = scratch.run(&[&["arena", "mister-spy"], args].concat(), "");
        done.calm();
        assert_eq!(done.code, Some(code), "{args:?} {done:?}");
        assert!(done.err.contains(says), "'{says}' is not in {done:?}");
        assert_eq!(done.out, "", "{args:?}");
    }
}
