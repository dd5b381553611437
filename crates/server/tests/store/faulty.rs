//! The store that fails on demand does so exactly as it was told, around either of the others.

use std::sync::Arc;
use std::time::Duration;

use server::store::{Call, Faulty, Memory, SharedStore, Sqlite, Store as _, StoreFault};

use crate::common::{Folder, choice, table};

fn broken<T>(answer: Result<T, StoreFault>) -> bool {
    matches!(answer, Err(StoreFault::Broken(_)))
}

async fn fails_as_planned(inner: SharedStore) {
    let faulty = Faulty::around(inner);
    let store: SharedStore = faulty.clone();
    store.commit(vec![table("a")]).await.unwrap();

    faulty.fail_before(Call::Commit, 2);
    store.commit(vec![choice("a", 0, "0 x")]).await.unwrap();
    assert!(broken(store.commit(vec![choice("a", 1, "1 y")]).await));
    assert_eq!(store.table("a").await.unwrap().unwrap().choices, ["0 x"], "nothing was done");
    store.commit(vec![choice("a", 1, "1 y")]).await.unwrap();

    faulty.fail_after(Call::Commit, 1);
    assert!(broken(store.commit(vec![choice("a", 2, "0 z")]).await));
    assert_eq!(store.table("a").await.unwrap().unwrap().choices.len(), 3, "it was done all the same");
    faulty.fail_after(Call::Commit, 1);
    assert_eq!(store.commit(vec![choice("a", 0, "0 x")]).await, Err(StoreFault::Stale));

    faulty.break_before(Call::Table);
    faulty.break_after(Call::Admit);
    for _ in 0..3 {
        assert!(broken(store.table("a").await));
        assert!(broken(store.admit([1; 32], "Anna", 0).await));
    }
    faulty.mend();
    assert!(store.table("a").await.unwrap().is_some());
    assert_eq!(store.guest([1; 32]).await.unwrap().unwrap().name, "Anna", "admitted, though nobody said so");
    assert_eq!((faulty.calls(Call::Commit), faulty.calls(Call::Admit)), (6, 3));
}

#[tokio::test]
async fn around_the_memory() {
    fails_as_planned(Arc::new(Memory::new())).await;
}

#[tokio::test]
async fn around_the_file() {
    let folder = Folder::new();
    let file = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    fails_as_planned(file.clone()).await;
    file.close().await;
}

#[tokio::test]
async fn a_slow_disk_keeps_what_nobody_waits_for() {
    let faulty = Faulty::around(Arc::new(Memory::new()));
    faulty.slow(Call::Commit, Duration::from_millis(80));
    let waits = tokio::time::timeout(Duration::from_millis(40), faulty.commit(vec![table("a")]));
    assert!(waits.await.is_err(), "it takes its time");
    assert_eq!(faulty.table("a").await.unwrap(), None);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(faulty.table("a").await.unwrap().is_some(), "it was carried out for nobody");
}
