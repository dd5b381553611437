//! One house to a folder: the second one hears who has it, and a process that was killed blocks nobody.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use server::store::{Lock, Locked};

use crate::common::Folder;

/// Tells the child which folder to lock.
const CHILD: &str = "SAFEHOUSE_LOCK_CHILD";

#[test]
fn the_second_one_hears_who_has_it() {
    let folder = Folder::new();
    let mut lock = Lock::take(folder.path(), "a house that is about to open").unwrap();
    let (place, process) = (folder.path().display().to_string(), std::process::id());
    let heard = || Lock::take(folder.path(), "another").unwrap_err().to_string();
    assert_eq!(
        heard(),
        format!(
            "{place} is used by a house that is about to open (process {process}); close it, or choose another folder \
             with --data"
        )
    );
    lock.say("the house at http://127.0.0.1:8037");
    assert_eq!(
        heard(),
        format!(
            "{place} is used by the house at http://127.0.0.1:8037 (process {process}); close it, or choose another \
             folder with --data"
        )
    );
    drop(lock);
    Lock::take(folder.path(), "another").unwrap();
}

#[test]
fn whoever_was_killed_blocks_nobody() {
    let folder = Folder::new();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "lock::child"])
        .env(CHILD, folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let told = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(told.into_iter().any(|line| line == "locked"), "the child has ended by itself");
    let taken = Lock::take(folder.path(), "another").unwrap_err();
    assert!(matches!(taken, Locked::Taken { .. }), "{taken}");
    assert!(taken.to_string().contains(&format!("(process {})", child.id())), "{taken}");
    child.kill().unwrap();
    child.wait().unwrap();
    Lock::take(folder.path(), "another").unwrap();
}

#[test]
#[ignore = "it is started by whoever_was_killed_blocks_nobody, and waits to be killed"]
fn child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let _lock = Lock::take(Path::new(&folder), "a child").unwrap();
    let mut out = std::io::stdout().lock();
    out.write_all(b"\nlocked\n").unwrap();
    out.flush().unwrap();
    loop {
        std::thread::sleep(std::time::Duration::from_secs(60));
    }
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_says_so() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let fault = Lock::take(&file.join("inside"), "a house").unwrap_err().to_string();
    assert!(fault.contains("file/inside: safehouse.lock cannot be made: "), "{fault}");
}
