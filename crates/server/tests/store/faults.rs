//! A disk that fails in the middle of a commit, at every statement and at every write, for every kind of change. Then the
//! process is killed, and what is on disk must be what was acknowledged: nothing less, and nothing of what was refused.
//!
//! What should be there is known from the store in memory, which is told only what was acknowledged. The process is this
//! very test program, started again with [`CHILD`] set.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use rlimit::Resource;
use server::store::{
    Change, Guest, Kept, MOST_SAID, Memory, Sqlite, Store, StoreFault, TableRow, Times, TokenHash,
};
use sqlx::Connection as _;

use crate::common::{Folder, choice, cut, forget, row, said, table};
use crate::file::{check, stranger};

/// Tells the child where the store is, and how large a file may become after a blank.
const CHILD: &str = "SAFEHOUSE_FAULTS_CHILD";

/// Every kind of change, each in a commit of its own, then many at once.
fn commits() -> Vec<Vec<Change>> {
    let seated = TableRow { guests: vec![4, 5], doc: "{\"long\":\"row\"}".to_owned(), ..row("a", 9) };
    let rename = |name: &str| Change::Rename { guest: 1, name: name.to_owned() };
    let passed = Change::Passed(Times { ran: 60_000, seen: 7, versions: 9 });
    vec![
        vec![Change::Table(seated.clone())],
        vec![table("new")],
        vec![choice("a", 3, "1 d")],
        vec![cut("a", 2)],
        vec![said("a", 1, "one line too many")],
        vec![rename("Ann")],
        vec![passed.clone()],
        vec![forget("b")],
        vec![
            Change::Table(TableRow { guests: vec![6], ..seated }),
            table("newer"),
            choice("newer", 0, "0 x"),
            cut("a", 1),
            choice("a", 1, "1 again"),
            said("a", 2, "and another"),
            rename("Anna again"),
            forget("c"),
            passed,
        ],
    ]
}

const ANNA: TokenHash = [1; 32];
const BOB: TokenHash = [2; 32];

/// What there is before anything fails.
async fn furnish(store: &dyn Store) {
    store.admit(ANNA, "Anna", 0).await.unwrap();
    for id in ["a", "b", "c"] {
        let mut changes = vec![Change::Table(TableRow { guests: vec![1, 4], ..row(id, 1) })];
        changes.extend((0..3).map(|ply| choice(id, ply, &format!("0 {ply}"))));
        changes.extend((0..MOST_SAID).map(|n| said(id, n as i64, "talk")));
        store.commit(changes).await.unwrap();
    }
}

/// Everything that is kept.
async fn all(store: &dyn Store) -> (Vec<Option<Kept>>, [Option<Guest>; 2], Times, [u64; 3]) {
    let mut tables = Vec::new();
    for id in ["a", "b", "c", "new", "newer", "after"] {
        tables.push(store.table(id).await.unwrap());
    }
    let guests = [store.guest(ANNA).await.unwrap(), store.guest(BOB).await.unwrap()];
    (tables, guests, store.times().await.unwrap(), store.counts().await.unwrap())
}

/// Lets the child try everything and kills it. Gives how many of its wishes were refused, after having compared what is
/// on disk with what was acknowledged.
async fn try_and_kill(folder: &Path, limit: Option<u64>, mend: impl AsyncFnOnce()) -> usize {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "faults::child"])
        .env(CHILD, format!("{} {}", limit.unwrap_or(u64::MAX), folder.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let told: Vec<String> = lines.take_while(|line| line != "done").collect();
    child.kill().unwrap();
    child.wait().unwrap();

    let expected = Memory::new();
    furnish(&expected).await;
    let mut answers = told.iter().filter_map(|line| line.strip_prefix("wish "));
    let mut refused = 0;
    let mut heard = async |wish: &str| {
        let answer = answers.next().unwrap_or_else(|| panic!("the child has ended before {wish}: {told:?}"));
        let kept = answer == "kept";
        refused += usize::from(!kept);
        kept
    };
    for (n, changes) in commits().into_iter().enumerate() {
        if heard(&n.to_string()).await {
            expected.commit(changes).await.unwrap();
        }
    }
    if heard("admit").await {
        expected.admit(BOB, "Bob", 5).await.unwrap();
    }
    if heard("after").await {
        expected.commit(vec![table("after")]).await.unwrap();
    }
    mend().await;
    let store = Sqlite::open(folder).await.unwrap();
    assert_eq!(all(&store).await, all(&expected).await, "limit {limit:?}: {told:?}");
    store.close().await;
    check(folder).await;
    refused
}

async fn furnished() -> Folder {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).await.unwrap();
    furnish(&store).await;
    store.close().await;
    folder
}

/// A trigger makes a statement fail: before it does anything, or after its first row.
#[tokio::test]
async fn a_fault_at_any_statement_leaves_what_was_acknowledged() {
    let statements = [
        "INSERT ON tables",
        "UPDATE ON tables",
        "DELETE ON tables",
        "INSERT ON seats",
        "DELETE ON seats",
        "INSERT ON choices",
        "DELETE ON choices",
        "INSERT ON said",
        "DELETE ON said",
        "INSERT ON guests",
        "UPDATE ON guests",
        "UPDATE ON house",
    ];
    for statement in statements {
        for (when, how) in [("BEFORE", "ABORT"), ("AFTER", "FAIL"), ("AFTER", "ROLLBACK")] {
            let folder = furnished().await;
            let mut file = stranger(folder.path()).await;
            let trap = format!(
                "CREATE TRIGGER trap {when} {statement} BEGIN SELECT RAISE({how}, 'no room on the disk'); END"
            );
            sqlx::query(sqlx::AssertSqlSafe(trap)).execute(&mut file).await.unwrap();
            let refused = try_and_kill(folder.path(), None, async || {
                sqlx::query("DROP TRIGGER trap").execute(&mut file).await.unwrap();
                file.close().await.unwrap();
            })
            .await;
            assert!(refused >= 1, "{when} {statement}: the fault was not met ({refused})");
        }
    }
}

/// No file may grow beyond a limit, which is a little further each time: whatever is written last does not fit any more.
#[tokio::test]
async fn a_full_disk_at_any_write_leaves_what_was_acknowledged() {
    let (mut some, mut none) = (0, 0);
    for pages in 0..72u64 {
        let folder = furnished().await;
        // Between two pages, or in the middle of one.
        let limit = 32 + 4120 * pages + (pages % 3) * 1500;
        match try_and_kill(folder.path(), Some(limit), async || {}).await {
            0 => none += 1,
            _ => some += 1,
        }
    }
    assert!(some > 20 && none > 0, "{some} limits were met, {none} were not");
}

#[tokio::test]
#[ignore = "it is started by the tests above, and goes on until it is killed"]
async fn child() {
    let Some(wish) = std::env::var_os(CHILD) else { return };
    let wish = wish.into_string().unwrap();
    let (limit, folder) = wish.split_once(' ').unwrap();
    let limit: u64 = limit.parse().unwrap();
    // With somebody who hears the signal for it, a write beyond the limit fails instead of ending the program.
    let too_large = tokio::signal::unix::SignalKind::from_raw(25);
    let _heard = tokio::signal::unix::signal(too_large).unwrap();
    let store = Sqlite::open(Path::new(folder)).await.unwrap();
    let hard = Resource::FSIZE.get().unwrap().1;
    Resource::FSIZE.set(limit.min(hard), hard).unwrap();
    // The harness may have left a line unfinished.
    say("");
    for changes in commits() {
        tell(&store.commit(changes).await);
    }
    tell(&store.admit(BOB, "Bob", 5).await.map(drop));
    // There is room again.
    Resource::FSIZE.set(hard, hard).unwrap();
    tell(&store.commit(vec![table("after")]).await);
    say("done");
    std::future::pending::<()>().await;
}

fn tell(answer: &Result<(), StoreFault>) {
    match answer {
        Ok(()) => say("wish kept"),
        Err(fault) => say(&format!("wish refused: {fault}")),
    }
}

/// A line in one piece, past the capture of the test harness.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}
