//! Games and simulations that are stopped from outside, by Ctrl-C or because nobody reads or types any more: what was
//! done is kept whole, and the exit code says what happened.
#![cfg(unix)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::common::{Done, Scratch, finish, one_at_a_time};

/// Does a game's output end with a prompt? The mark of the seat that is asked, under the table's rule, is none.
fn prompted(said: &str) -> bool {
    said.ends_with("\n> ") && !said.ends_with("-\n> ")
}

/// A program that is still running: what it has said so far, and a way to talk to it.
pub(crate) struct Live {
    child: Child,
    stdin: Option<ChildStdin>,
    said: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
}

impl Live {
    pub(crate) fn start(scratch: &Scratch, args: &[&str]) -> Live {
        let mut child = scratch.start(args);
        let mut out = child.stdout.take().expect("a pipe from the program");
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let listener = thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(n @ 1..) = out.read(&mut buffer) {
                heard.lock().expect("nobody fails while listening").extend_from_slice(&buffer[..n]);
            }
        });
        let stdin = child.stdin.take();
        Live { child, stdin, said, listener: Some(listener) }
    }

    fn said(&self) -> String {
        String::from_utf8_lossy(&self.said.lock().expect("nobody fails while listening")).into_owned()
    }

    /// Types a line and waits for the next prompt.
    fn answer(&mut self, line: &str) {
        let before = self.said().len();
        self.tell(line);
        self.prompt(before);
    }

    fn tell(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("the program still listens");
        stdin.write_all(format!("{line}\n").as_bytes()).expect("the program still listens");
    }

    /// Waits until there is a new prompt.
    fn prompt(&self, after: usize) {
        self.until("a prompt", |live| {
            let said = live.said();
            said.len() > after && prompted(&said)
        });
    }

    fn until(&self, what: &str, done: impl Fn(&Live) -> bool) {
        let start = Instant::now();
        while !done(self) {
            assert!(start.elapsed() < Duration::from_secs(60), "no {what}: {}", self.said());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the program takes Ctrl-C and has worked for so many hundredths of a second.
    #[cfg(target_os = "linux")]
    pub(crate) fn work(&self, hundredths: u64) {
        let read =
            |what: &str| fs::read_to_string(format!("/proc/{}/{what}", self.child.id())).unwrap_or_default();
        self.until("handler for Ctrl-C", |_| {
            let status = read("status");
            let caught = status.lines().find_map(|l| l.strip_prefix("SigCgt:\t")).unwrap_or("0");
            u64::from_str_radix(caught.trim(), 16).is_ok_and(|signals| signals >> 1 & 1 == 1)
        });
        self.until("work", |_| {
            let stat = read("stat");
            let times = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
            times.filter_map(|t| t.parse::<u64>().ok()).sum::<u64>() >= hundredths
        });
    }

    /// Ctrl-C, as the terminal would send it.
    pub(crate) fn interrupt(&self) {
        let alone = one_at_a_time();
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        drop(alone);
        assert!(sent.expect("there is a kill command").success());
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Done {
        let code = finish(&mut self.child);
        self.listener.take().map(JoinHandle::join).transpose().expect("everything was heard");
        let mut err = String::new();
        let mut pipe = self.child.stderr.take().expect("a pipe from the program");
        pipe.read_to_string(&mut err).expect("messages in UTF-8");
        Done { code, out: self.said(), err }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_reader_that_has_gone_is_no_accident() {
    let scratch = Scratch::new();
    for (args, input) in [
        (["rules", "mister-spy"].as_slice(), ""),
        (&["games"], ""),
        (&["sim", "mister-spy", "--games", "300"], ""),
        (&["sim", "mister-spy", "--games", "300", "--json"], ""),
        (&["drive"], "{\"op\":\"games\"}\n"),
        (&["play", "mister-spy", "--seed", "3", "--record", "gone.record"], "1\n1\n1\n"),
    ] {
        let alone = one_at_a_time();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = scratch.command(args).stdout(writer).spawn().unwrap();
        drop(alone);
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let code = finish(&mut child);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let done = Done { code, out: String::new(), err };
        done.calm();
        assert_eq!(done.code, Some(141), "{args:?}: {done:?}");
        assert!(done.err.lines().count() <= 1, "{args:?}: {done:?}");
    }
    // The game is there and can be played on.
    let done = scratch.run(&["replay", "gone.record", "--verify"], "");
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn ctrl_c_in_the_middle_of_a_game_loses_nothing() {
    let scratch = Scratch::new();
    let mut game = Live::start(&scratch, &["play", "mister-spy", "--seed", "7"]);
    game.prompt(0);
    game.answer("2");
    game.answer("1");
    game.interrupt();
    let done = game.end();
    done.calm();
    assert_eq!(done.code, Some(130), "{done:?}");
    assert_eq!(done.err.trim_start().lines().count(), 1, "{done:?}");
    assert!(done.err.contains("safehouse play --resume "), "{done:?}");

    assert_eq!(scratch.files("data"), ["mister-spy-1.record"], "nothing half written");
    let text = fs::read_to_string(scratch.path("data/mister-spy-1.record")).unwrap();
    let mine: Vec<&str> = text.lines().filter(|l| l.starts_with("0 ")).collect();
    assert!(mine.len() >= 2 && mine[0].starts_with("0 lay "), "{text}");
    let done = scratch.run(&["replay", "data/mister-spy-1.record", "--verify"], "");
    assert_eq!(done.code, Some(0), "{done:?}");

    // And it goes on from there.
    let done = scratch.run(&["play", "--resume"], "1\nquit\n");
    assert_eq!(done.code, Some(0), "{done:?}");
    let more = fs::read_to_string(scratch.path("data/mister-spy-1.record")).unwrap();
    let head = text.rsplit_once("\n= ").expect("a closed record").0;
    assert!(more.starts_with(head) && more.len() > text.len(), "{text}\n{more}");
}

/// Types something, and something more from time to time until the program leaves. Its reader has gone, but a program
/// that another test has just started may hold the pipe a moment longer.
fn pester(child: &mut Child, first: &str, more: &str) -> Option<i32> {
    let mut stdin = child.stdin.take().expect("the program still listens");
    let mut next = first;
    let start = Instant::now();
    while child.try_wait().expect("the program can be waited for").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never notices");
        let _ = stdin.write_all(next.as_bytes());
        next = more;
        thread::sleep(Duration::from_millis(10));
    }
    finish(child)
}

#[test]
fn a_reader_that_leaves_in_the_middle_of_a_game_loses_nothing() {
    let scratch = Scratch::new();
    let mut child = scratch.start(&["play", "mister-spy", "--seed", "7", "--record", "left.record"]);
    let mut out = child.stdout.take().unwrap();
    let mut said = String::new();
    while !prompted(&said) {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        said.push(char::from(byte[0]));
    }
    drop(out);
    assert_eq!(pester(&mut child, "2\n", "log\n"), Some(141));
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert!(err.contains("--resume left.record") && err.lines().count() == 1, "{err}");
    let text = fs::read_to_string(scratch.path("left.record")).unwrap();
    assert!(text.contains("\n0 lay "), "{text}");
    assert_eq!(scratch.run(&["replay", "left.record", "--verify"], "").code, Some(0));
    assert_eq!(scratch.files("."), ["left.record"]);
}

#[test]
fn a_driver_that_leaves_is_noticed() {
    let scratch = Scratch::new();
    let mut child = scratch.start(&["drive"]);
    let request = "{\"op\":\"games\"}\n";
    child.stdin.as_mut().unwrap().write_all(request.as_bytes()).unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut first = [0; 1];
    out.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"{");
    drop(out);
    assert_eq!(pester(&mut child, request, request), Some(141));
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert!(err.lines().count() <= 1 && !err.contains("panicked"), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_during_a_simulation_sums_up_what_is_finished() {
    let scratch = Scratch::new();
    let sim = Live::start(&scratch, &["sim", "mister-spy", "--games", "50000000", "--threads", "2"]);
    // A quarter of a second is more than enough for the first few hundred games.
    sim.work(25);
    sim.interrupt();
    let done = sim.end();
    done.calm();
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(done.err.starts_with("safehouse: stopped after ") && done.err.lines().count() == 1, "{done:?}");
    let games = done.err.split(' ').nth(3).and_then(|n| n.parse::<u64>().ok()).expect("how many games");
    assert!(0 < games && games < 50_000_000, "{games}");
    assert!(done.out.starts_with(&format!("mister-spy: {games} games, 4 seats, seed 1\n")), "{}", done.out);
    assert!(done.out.contains("\nshared wins") && done.out.contains(" games per second\n"), "{}", done.out);
}

#[test]
fn the_end_of_the_input_is_a_way_to_leave() {
    let scratch = Scratch::new();
    let done = scratch.run(&["play", "mister-spy", "--seed", "7", "--record", "open.record"], "2\n1\n");
    done.calm();
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.out.ends_with("Continue with: safehouse play --resume open.record\n"), "{}", done.out);
    let text = fs::read_to_string(scratch.path("open.record")).unwrap();
    assert!(text.lines().filter(|l| l.starts_with("0 ")).count() == 2 && text.ends_with(" open\n"), "{text}");
    let done = scratch.run(&["play", "--resume", "open.record"], "1\n");
    assert_eq!(done.code, Some(0), "{done:?}");
    let more = fs::read_to_string(scratch.path("open.record")).unwrap();
    assert_eq!(more.lines().filter(|l| l.starts_with("0 ")).count(), 3, "{more}");
    // Not a word typed: a record all the same, and a person who was asked nothing twice.
    let done = scratch.run(&["play", "mister-spy", "--hotseat", "--record", "shy.record"], "");
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(scratch.run(&["replay", "shy.record", "--verify"], "").code, Some(0));
}

#[test]
fn ctrl_c_while_saving_leaves_nothing_half_written() {
    let scratch = Scratch::new();
    for n in 0..20 {
        let file = format!("{n}.record");
        let mut game = Live::start(&scratch, &["play", "mister-spy", "--seed", "3", "--record", &file]);
        // Many answers at once keep the program saving while the signal comes.
        game.tell(&"1\nundo\n".repeat(100));
        game.until("game under way", |live| live.said().matches("Taken back.").count() > n);
        game.interrupt();
        let done = game.end();
        done.calm();
        assert_eq!(done.code, Some(130), "{done:?}");
        assert_eq!(scratch.run(&["replay", &file, "--verify"], "").code, Some(0));
    }
    let left: Vec<String> = scratch.files(".").into_iter().filter(|f| !f.ends_with(".record")).collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn ctrl_c_in_a_second_game_names_its_own_record() {
    let scratch = Scratch::new();
    let args = ["play", "mister-spy", "--seed", "3", "--seats", "2"];
    assert_eq!(scratch.run(&args, "1\n".repeat(300)).code, Some(0));
    let first = fs::read_to_string(scratch.path("data/mister-spy-1.record")).unwrap();
    let questions = first.lines().filter(|l| l.starts_with("0 ")).count();
    let mut game = Live::start(&scratch, &args);
    game.tell(&("1\n".repeat(questions) + "y"));
    game.until("second game", |live| {
        let said = live.said();
        said.contains("Another game") && prompted(&said)
    });
    assert_eq!(scratch.files("data").len(), 3);
    game.interrupt();
    let done = game.end();
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(
        done.err.contains("mister-spy-3.record") && !done.err.contains("mister-spy-2.record"),
        "{done:?}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_the_longest_simulation_at_once() {
    let scratch = Scratch::new();
    let games = u64::MAX.to_string();
    let sim = Live::start(&scratch, &["sim", "mister-spy", "--games", &games, "--threads", "2"]);
    sim.work(10);
    sim.interrupt();
    let done = sim.end();
    done.calm();
    assert_eq!(done.code, Some(130), "{done:?}");
}
