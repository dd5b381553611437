//! A file that an older version of the program has written is taken over as it is.

use server::store::{Change, MOST_SAID, Sqlite, Stage, Store as _, Times, Which};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::common::{Folder, said, words};
use crate::file::check;

/// The file as its first version was, with a table that was talked at for long.
async fn first_version(folder: &Folder, lines: usize) {
    std::fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("safehouse.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut file = options.connect().await.unwrap();
    let sql = include_str!("../../migrations/0001_house.sql");
    let step = sqlx::migrate::Migration::new(
        1,
        "house".into(),
        sqlx::migrate::MigrationType::Simple,
        sqlx::SqlSafeStr::into_sql_str(sql),
        false,
    );
    sqlx::migrate::Migrator::with_migrations(vec![step]).run(&mut file).await.unwrap();
    for (id, touched) in [("a", 5000), ("b", 7000)] {
        let row = "INSERT INTO tables VALUES (?, 'mister-spy', 1, 0, '{}', ?, NULL)";
        sqlx::query(row).bind(id).bind(touched).execute(&mut file).await.unwrap();
    }
    for n in 0..lines as i64 {
        for id in ["a", "b"].into_iter().filter(|id| *id == "a" || n < 3) {
            let line = "INSERT INTO said (table_id, at, guest, name, text) VALUES (?, ?, 7, 'Anna', ?)";
            sqlx::query(line).bind(id).bind(n).bind(format!("line {n}")).execute(&mut file).await.unwrap();
        }
    }
    file.close().await.unwrap();
}

#[tokio::test]
async fn what_was_said_is_numbered_and_trimmed() {
    let folder = Folder::new();
    first_version(&folder, MOST_SAID + 30).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!((kept.said_before, kept.said.len()), (30, MOST_SAID));
    assert_eq!(kept.said[0], words(30, "line 30"));
    assert_eq!(store.table("b").await.unwrap().unwrap().said.len(), 3);
    store.commit(vec![said("a", 9, "and on"), said("b", 9, "and on")]).await.unwrap();
    assert_eq!(store.table("a").await.unwrap().unwrap().said_before, 31);
    assert_eq!(store.table("b").await.unwrap().unwrap().said.len(), 4);
    store.close().await;
    check(folder.path()).await;
}

#[tokio::test]
async fn its_tables_are_not_old_at_once_and_its_versions_count() {
    let folder = Folder::new();
    first_version(&folder, 0).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    let times = store.times().await.unwrap();
    assert_eq!(times, Times { ran: 0, seen: 7000, versions: 7000 + 86_400_000 });
    assert!(store.list(Which::Untouched(Stage::Playing, 0), 9).await.unwrap().is_empty());
    store.commit(vec![Change::Passed(Times { ran: 1, ..times })]).await.unwrap();
    assert_eq!(store.list(Which::Untouched(Stage::Playing, 1), 9).await.unwrap().len(), 2);
    store.close().await;
}
