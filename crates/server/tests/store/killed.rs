//! A process that is killed loses nothing that it was told is kept.
//!
//! The process is this very test program, started again with [`CHILD`] set.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use server::store::{Sqlite, Store};

use crate::common::{Folder, choice, cut, table};
use crate::file::check;

/// Tells the child where the store is.
const CHILD: &str = "SAFEHOUSE_STORE_CHILD";

const KILLS: usize = 20;
const TABLES: usize = 4;

#[tokio::test]
async fn nothing_acknowledged_is_lost() {
    let folder = Folder::new();
    let mut most = 0;
    for kill in 0..KILLS {
        // Some die while they open the store, most while they write.
        let early = kill % 4 == 0;
        let acknowledged = run_and_kill(folder.path(), early, Duration::from_micros(random() % 60_000));
        let store = Sqlite::open(folder.path()).await.unwrap();
        for (id, plies) in &acknowledged {
            let kept = store.table(id).await.unwrap().unwrap();
            assert!(kept.choices.len() >= *plies, "kill {kill}: {} of {plies} at {id}", kept.choices.len());
            for (ply, line) in kept.choices.iter().enumerate() {
                assert_eq!(*line, format!("0 {ply}"), "kill {kill}");
            }
            most = most.max(kept.choices.len());
        }
        store.close().await;
        check(folder.path()).await;
    }
    assert!(most > KILLS, "the children have hardly written anything: {most} choices");
}

/// Runs the child for that long, unless early from when it has opened the store, then kills it. Gives the tables whose
/// choices it was told are kept, with their number.
fn run_and_kill(folder: &Path, early: bool, after: Duration) -> HashMap<String, usize> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "killed::child"])
        .env(CHILD, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !early && line != "open\n" {
        line.clear();
        assert_ne!(told.read_line(&mut line).unwrap(), 0, "the child has ended by itself");
    }
    // What it says meanwhile must be read, or it would wait for us instead of writing.
    let reader = std::thread::spawn(move || {
        let mut all = String::new();
        told.read_to_string(&mut all).unwrap();
        all
    });
    std::thread::sleep(after);
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    let all = reader.join().unwrap();
    // The last line may be cut off in the middle.
    let whole = all.rfind('\n').map_or("", |end| &all[..end]);
    let mut acknowledged = HashMap::new();
    for kept in whole.lines().filter_map(|line| line.strip_prefix("kept ")) {
        let (id, ply) = kept.split_once(' ').unwrap();
        acknowledged.insert(id.to_owned(), ply.parse::<usize>().unwrap() + 1);
    }
    acknowledged
}

fn random() -> u64 {
    RandomState::new().hash_one(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it is started by nothing_acknowledged_is_lost, and goes on until it is killed"]
async fn child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let store = Arc::new(Sqlite::open(Path::new(&folder)).await.unwrap());
    // The harness may have left a line unfinished.
    say("\nopen");
    let tasks: Vec<_> = (0..TABLES).map(|n| tokio::spawn(go_on(store.clone(), format!("t{n}")))).collect();
    for task in tasks {
        task.await.unwrap();
    }
}

/// Makes choices for ever. Now and then some that are not acknowledged are taken back in the same commit.
async fn go_on(store: Arc<Sqlite>, id: String) {
    let made = store.table(&id).await.unwrap().map_or(0, |kept| kept.choices.len() as u32);
    for ply in made.. {
        let mut changes = vec![table(&id)];
        if ply % 5 == 0 {
            changes.extend([choice(&id, ply, "1 no"), choice(&id, ply + 1, "1 no"), cut(&id, ply)]);
        }
        changes.push(choice(&id, ply, &format!("0 {ply}")));
        store.commit(changes).await.unwrap();
        say(&format!("kept {id} {ply}"));
    }
}

/// A line in one piece, past the capture of the test harness.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}
