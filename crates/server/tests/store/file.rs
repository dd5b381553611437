//! What the file must do besides: be private, survive its process, and bear failure.

use std::future::poll_fn;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use server::store::{Change, MOST_SAID, Sqlite, Store, StoreFault, Which};
use sqlx::{Connection as _, SqliteConnection};

use crate::common::{Folder, choice, row, said, table};

/// Somebody else's connection to the file of a store.
pub(crate) async fn stranger(folder: &Path) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("safehouse.db"));
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// The file is sound, every row belongs to a table, and plies have no gap.
pub(crate) async fn check(folder: &Path) {
    let mut file = stranger(folder).await;
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut file).await.unwrap();
    assert_eq!(sound, "ok");
    let strays = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut file).await.unwrap();
    assert!(strays.is_empty());
    let gaps: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM (SELECT 1 FROM choices GROUP BY table_id
         HAVING min(ply) <> 0 OR max(ply) + 1 <> count(*))",
    )
    .fetch_one(&mut file)
    .await
    .unwrap();
    assert_eq!(gaps, 0);
    file.close().await.unwrap();
}

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let folder = Folder::new();
    let store = Sqlite::open(&folder.path().join("deep/er")).await.unwrap();
    let anna = store.admit([1; 32], "Anna", 0).await.unwrap();
    let mut row = row("a", 1);
    row.guests = vec![anna.id];
    let changes = vec![Change::Table(row), choice("a", 0, "0 x"), said("a", 1, "hello")];
    store.commit(changes).await.unwrap();
    let kept = store.table("a").await.unwrap();
    store.close().await;

    let again = Sqlite::open(&folder.path().join("deep/er")).await.unwrap();
    assert_eq!(again.table("a").await.unwrap(), kept);
    assert_eq!(again.guest([1; 32]).await.unwrap(), Some(anna));
    again.close().await;
    let left: Vec<_> = std::fs::read_dir(folder.path().join("deep/er")).unwrap().collect();
    assert_eq!(left.len(), 1, "a closed store is a single file");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let store = Sqlite::open(folder.path()).await.unwrap();
    store.commit(vec![table("a")]).await.unwrap();
    assert_eq!(mode(folder.path()), 0o700);
    for name in ["safehouse.db", "safehouse.db-wal", "safehouse.db-shm"] {
        assert_eq!(mode(&folder.path().join(name)), 0o600, "{name}");
    }
    store.close().await;

    let file = folder.path().join("safehouse.db");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    Sqlite::open(folder.path()).await.unwrap().close().await;
    assert_eq!(mode(&file), 0o600, "a file that was open to all");
}

#[tokio::test]
async fn a_folder_that_cannot_be_says_so() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let fault = Sqlite::open(&file.join("store")).await.unwrap_err();
    assert!(fault.to_string().starts_with("the store cannot be used: "), "{fault}");
    assert!(fault.to_string().contains("file/store"), "{fault}");

    std::fs::write(folder.path().join("safehouse.db"), "not a database, but long enough to look like one")
        .unwrap();
    let fault = Sqlite::open(folder.path()).await.unwrap_err();
    assert!(fault.to_string().contains("safehouse.db: "), "{fault}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_at_once() {
    let folder = Folder::new();
    let store = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    let tasks: Vec<_> = (0..200u8)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("t{n}");
                let guest = store.admit([n; 32], &id, 0).await.unwrap();
                let mut seated = row(&id, i64::from(n));
                seated.guests = vec![guest.id];
                store.commit(vec![Change::Table(seated)]).await.unwrap();
                for ply in 0..20 {
                    store.commit(vec![choice(&id, ply, &format!("0 {n}"))]).await.unwrap();
                    let late = store.commit(vec![choice(&id, ply, "late")]).await;
                    assert_eq!(late, Err(StoreFault::Stale));
                }
                guest
            })
        })
        .collect();
    let mut guests = Vec::new();
    for task in tasks {
        guests.push(task.await.unwrap());
    }
    store.close().await;

    check(folder.path()).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    for (n, guest) in (0..200u8).zip(guests) {
        let kept = store.table(&format!("t{n}")).await.unwrap().unwrap();
        assert_eq!(kept.choices, vec![format!("0 {n}"); 20]);
        assert_eq!(kept.row.guests, [guest.id]);
        assert_eq!(store.guest([n; 32]).await.unwrap(), Some(guest));
    }
    assert_eq!(store.counts().await.unwrap(), [0, 200, 0]);
    store.close().await;
}

type Commit<'a> = Pin<Box<dyn Future<Output = Result<(), StoreFault>> + Send + 'a>>;

/// A commit that is in line, but has no answer yet.
async fn begun(store: &Sqlite, changes: Vec<Change>) -> Commit<'_> {
    let mut commit = store.commit(changes);
    let first = poll_fn(|cx| Poll::Ready(commit.as_mut().poll(cx))).await;
    assert!(first.is_pending());
    commit
}

#[tokio::test]
async fn closing_finishes_what_waits() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).await.unwrap();
    store.commit(vec![table("a")]).await.unwrap();
    let mut commits = Vec::new();
    for ply in 0..2000 {
        commits.push(begun(&store, vec![choice("a", ply, &format!("0 {ply}"))]).await);
    }
    // Every other one is not waited for any more.
    let commits: Vec<Commit> = commits.into_iter().step_by(2).collect();
    store.close().await;
    for commit in commits {
        commit.await.unwrap();
    }
    let closed = Err(StoreFault::Broken("it is closed".to_owned()));
    assert_eq!(store.commit(vec![table("b")]).await, closed);
    assert_eq!(store.admit([1; 32], "Anna", 0).await.map(drop), closed);
    assert_eq!(store.table("a").await.map(drop), closed);
    store.close().await;

    let store = Sqlite::open(folder.path()).await.unwrap();
    let want: Vec<String> = (0..2000).map(|ply| format!("0 {ply}")).collect();
    assert_eq!(store.table("a").await.unwrap().unwrap().choices, want);
    store.close().await;
}

#[tokio::test]
async fn whoever_stops_waiting_loses_nothing() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).await.unwrap();
    store.commit(vec![table("a")]).await.unwrap();
    drop(begun(&store, vec![choice("a", 0, "0 x"), said("a", 1, "hello")]).await);
    store.commit(vec![choice("a", 1, "1 y")]).await.unwrap();
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!(kept.choices, ["0 x", "1 y"]);
    assert_eq!(kept.said.len(), 1);
    store.close().await;
}

/// A trigger stands in for a disk that refuses a write half-way through a group.
#[tokio::test]
async fn a_failed_group_changes_nothing_and_the_next_one_works() {
    let folder = Folder::new();
    let store = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    store.commit(vec![table("a"), table("b")]).await.unwrap();
    let mut file = stranger(folder.path()).await;
    let trap = "CREATE TRIGGER trap BEFORE INSERT ON choices WHEN NEW.line = 'trap'
                BEGIN SELECT RAISE(ABORT, 'no room on the disk'); END";
    sqlx::query(trap).execute(&mut file).await.unwrap();

    let tasks: Vec<_> =
        [vec![choice("a", 0, "0 x"), said("a", 1, "hello")], vec![choice("b", 0, "trap")], vec![table("c")]]
            .into_iter()
            .map(|changes| {
                let store = store.clone();
                tokio::spawn(async move { store.commit(changes).await })
            })
            .collect();
    for task in tasks {
        match task.await.unwrap() {
            Err(StoreFault::Broken(why)) => assert!(why.contains("no room on the disk"), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    let a = store.table("a").await.unwrap().unwrap();
    assert!(a.choices.is_empty() && a.said.is_empty());
    assert_eq!(store.counts().await.unwrap(), [0, 2, 0]);

    store.commit(vec![choice("a", 0, "0 x")]).await.unwrap();
    sqlx::query("DROP TRIGGER trap").execute(&mut file).await.unwrap();
    store.commit(vec![choice("b", 0, "trap")]).await.unwrap();
    file.close().await.unwrap();
    store.close().await;
    check(folder.path()).await;
}

#[tokio::test]
async fn talk_is_trimmed_on_disk() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).await.unwrap();
    store.commit(vec![table("a"), table("b"), said("b", 0, "quiet here")]).await.unwrap();
    for n in 0..3 * MOST_SAID as i64 {
        store.commit(vec![said("a", n, "talk")]).await.unwrap();
    }
    let mut file = stranger(folder.path()).await;
    let lines: Vec<(String, i64, i64)> =
        sqlx::query_as("SELECT table_id, count(*), min(at) FROM said GROUP BY table_id")
            .fetch_all(&mut file)
            .await
            .unwrap();
    let most = MOST_SAID as i64;
    assert_eq!(lines, [("a".to_owned(), most, 2 * most), ("b".to_owned(), 1, 0)]);
    file.close().await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_file_from_the_future_is_left_alone() {
    let folder = Folder::new();
    Sqlite::open(folder.path()).await.unwrap().close().await;
    let mut file = stranger(folder.path()).await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (9999, 'later', 1, x'00', 0)";
    sqlx::query(later).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    let fault = Sqlite::open(folder.path()).await.unwrap_err();
    assert!(fault.to_string().contains("9999"), "{fault}");
}

#[tokio::test]
async fn readers_see_whole_commits() {
    let folder = Folder::new();
    let store = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    store.commit(vec![table("a")]).await.unwrap();
    let writes = {
        let store = store.clone();
        tokio::spawn(async move {
            for ply in 0..200 {
                let mut row = row("a", i64::from(ply));
                row.listed = true;
                row.doc = ply.to_string();
                store.commit(vec![Change::Table(row), choice("a", ply, "0 x")]).await.unwrap();
            }
        })
    };
    while !writes.is_finished() {
        let kept = store.table("a").await.unwrap().unwrap();
        if let Ok(ply) = kept.row.doc.parse::<usize>() {
            assert_eq!(kept.choices.len(), ply + 1, "row and choices are of one moment");
        }
        assert!(store.list(Which::Playing, 9).await.unwrap().len() <= 1);
    }
    writes.await.unwrap();
    store.close().await;
}
