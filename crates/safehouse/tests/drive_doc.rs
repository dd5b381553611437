//! The session in `docs/drive.md` goes exactly as it is printed there.

use std::io::Write as _;
use std::process::{Command, Stdio};

#[test]
fn the_documented_session_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/drive.md");
    let page = std::fs::read_to_string(path).unwrap();
    let session: Vec<&str> =
        page.lines().skip_while(|l| *l != "```drive").skip(1).take_while(|l| *l != "```").collect();
    let side = |mark: &str| session.iter().filter_map(|l| l.strip_prefix(mark)).collect::<Vec<_>>();
    let (requests, answers) = (side("> "), side("< "));
    assert!(requests.len() > 20 && requests.len() == answers.len());

    let mut house = Command::new(env!("CARGO_BIN_EXE_safehouse"))
        .arg("drive")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    house.stdin.take().unwrap().write_all((requests.join("\n") + "\n").as_bytes()).unwrap();
    let done = house.wait_with_output().unwrap();
    let given = String::from_utf8(done.stdout).unwrap();
    for ((request, documented), given) in requests.iter().zip(&answers).zip(given.lines()) {
        assert_eq!(given, *documented, "the answer to {request}");
    }
    assert_eq!(given.lines().count(), answers.len());
    assert_eq!(done.status.code(), Some(3), "one line of the session is not JSON");
}
