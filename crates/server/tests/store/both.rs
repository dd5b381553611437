//! What every store must do.

use std::sync::Arc;

use server::store::{
    Change, Guest, MOST_SAID, Memory, SharedStore, Sqlite, Stage, StoreFault, TableRow, Times, Which,
};

use crate::common::{Folder, choice, cut, forget, row, said, table, words};

/// Each of these is a test for the store in memory and for the file.
macro_rules! both {
    ($($test:ident)*) => {
        mod memory {
            $(#[tokio::test]
            async fn $test() {
                super::$test(super::Arc::new(super::Memory::new())).await;
            })*
        }
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                let folder = super::Folder::new();
                let store = super::Arc::new(super::Sqlite::open(folder.path()).await.unwrap());
                super::$test(store.clone()).await;
                store.close().await;
            })*
        }
    };
}

both! {
    a_table_comes_back_as_it_was
    a_row_changes_without_its_choices
    guests_come_back_in_order_and_once
    guests_are_known_by_their_token
    a_choice_must_follow_the_last
    what_is_not_there_cannot_go_on
    a_commit_is_kept_whole_or_not_at_all
    among_many_only_the_stale_one_fails
    choices_can_be_taken_back
    changes_count_in_their_order
    a_forgotten_table_leaves_nothing
    long_commits_are_kept
    strangers_see_listed_tables
    guests_find_their_tables
    what_is_due_comes_by_its_time
    what_nobody_touches_can_be_found
    stages_are_counted
    talk_is_trimmed_and_keeps_its_numbers
    time_adds_up_and_versions_never_go_down
}

async fn lines(store: &SharedStore, id: &str) -> Vec<String> {
    store.table(id).await.unwrap().unwrap().choices
}

async fn ids(store: &SharedStore, which: Which, most: u32) -> Vec<String> {
    store.list(which, most).await.unwrap().into_iter().map(|row| row.id).collect()
}

async fn a_table_comes_back_as_it_was(store: SharedStore) {
    let full = TableRow {
        id: "k3y".to_owned(),
        game: "renamed-spy".to_owned(),
        stage: Stage::Over,
        listed: true,
        doc: "{\"naïve\":\"'\u{0}; DROP TABLE tables\"}".to_owned(),
        touched: 1_700_000_000_123,
        due: Some(-5),
        guests: vec![9, i64::MAX, 2],
    };
    let changes = vec![
        Change::Table(full.clone()),
        choice("k3y", 0, "0 taunt"),
        choice("k3y", 1, "1 foil"),
        said("k3y", 2, "second"),
        said("k3y", 1, "first, by its clock"),
    ];
    store.commit(changes).await.unwrap();
    let kept = store.table("k3y").await.unwrap().unwrap();
    assert_eq!(kept.row, full);
    assert_eq!(kept.choices, ["0 taunt", "1 foil"]);
    assert_eq!(kept.said, [words(2, "second"), words(1, "first, by its clock")]);
    assert_eq!(store.table("K3Y").await.unwrap(), None);
    store.commit(Vec::new()).await.unwrap();
}

async fn a_row_changes_without_its_choices(store: SharedStore) {
    store.commit(vec![table("a"), choice("a", 0, "0 x"), said("a", 1, "hello")]).await.unwrap();
    let mut later = row("a", 50);
    later.stage = Stage::Over;
    later.doc = "{\"winner\":1}".to_owned();
    later.due = Some(99);
    store.commit(vec![Change::Table(later.clone()), choice("a", 1, "1 y")]).await.unwrap();
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!(kept.row, later);
    assert_eq!(kept.choices, ["0 x", "1 y"]);
    assert_eq!(kept.said.len(), 1);
}

async fn guests_come_back_in_order_and_once(store: SharedStore) {
    for (given, kept) in [
        (vec![5, 3, 4], vec![5, 3, 4]),
        (vec![3, 4, 3, 5], vec![3, 4, 5]),
        (vec![], vec![]),
        (vec![8, 8], vec![8]),
    ] {
        store.commit(vec![Change::Table(TableRow { guests: given, ..row("a", 0) })]).await.unwrap();
        assert_eq!(store.table("a").await.unwrap().unwrap().row.guests, kept);
        assert_eq!(
            store.list(Which::Untouched(Stage::Playing, 1), 9).await.unwrap()[0].guests,
            kept,
            "listed"
        );
    }
}

async fn guests_are_known_by_their_token(store: SharedStore) {
    let anna = store.admit([1; 32], "Anna", 10).await.unwrap();
    let bob = store.admit([2; 32], "Bob", 11).await.unwrap();
    assert_ne!(anna.id, bob.id);
    assert_eq!(anna.name, "Anna");
    assert_eq!(store.guest([1; 32]).await.unwrap(), Some(anna.clone()));
    assert_eq!(store.guest([3; 32]).await.unwrap(), None);
    let rename = |guest, name: &str| Change::Rename { guest, name: name.to_owned() };
    store.commit(vec![rename(anna.id, "A"), rename(bob.id, "B"), rename(anna.id, "Ann")]).await.unwrap();
    let ann = Guest { id: anna.id, name: "Ann".to_owned() };
    assert_eq!(store.guest([1; 32]).await.unwrap(), Some(ann.clone()));
    assert_eq!(store.guest([2; 32]).await.unwrap().unwrap().name, "B");
    assert_eq!(store.admit([1; 32], "Somebody else", 12).await.unwrap(), ann, "asked twice");
    store.commit(vec![rename(12_345, "Nobody")]).await.unwrap();
}

async fn a_choice_must_follow_the_last(store: SharedStore) {
    store.commit(vec![table("a"), choice("a", 0, "0 x")]).await.unwrap();
    for ply in [0, 2, u32::MAX] {
        assert_eq!(store.commit(vec![choice("a", ply, "1 no")]).await, Err(StoreFault::Stale));
    }
    store.commit(vec![choice("a", 1, "1 yes")]).await.unwrap();
    assert_eq!(store.commit(vec![choice("a", 1, "1 yes")]).await, Err(StoreFault::Stale));
    assert_eq!(lines(&store, "a").await, ["0 x", "1 yes"]);
}

async fn what_is_not_there_cannot_go_on(store: SharedStore) {
    for change in [choice("a", 0, "0 x"), cut("a", 0), said("a", 1, "hello")] {
        assert_eq!(store.commit(vec![change]).await, Err(StoreFault::Stale));
    }
    assert_eq!(store.commit(vec![choice("a", 0, "0 x"), table("a")]).await, Err(StoreFault::Stale));
    store.commit(vec![forget("a")]).await.unwrap();
    assert_eq!(store.table("a").await.unwrap(), None);
}

async fn a_commit_is_kept_whole_or_not_at_all(store: SharedStore) {
    let anna = store.admit([1; 32], "Anna", 0).await.unwrap();
    store.commit(vec![table("a"), choice("a", 0, "0 x"), table("b")]).await.unwrap();
    let spoilt = vec![
        Change::Table(row("a", 77)),
        Change::Table(row("new", 77)),
        choice("a", 1, "1 y"),
        said("a", 1, "hello"),
        cut("a", 0),
        forget("b"),
        Change::Rename { guest: anna.id, name: "No".to_owned() },
        choice("a", 1, "stale: all were taken back"),
    ];
    assert_eq!(store.commit(spoilt).await, Err(StoreFault::Stale));
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!((kept.row, kept.choices, kept.said), (row("a", 0), vec!["0 x".to_owned()], vec![]));
    assert!(store.table("b").await.unwrap().is_some());
    assert!(store.table("new").await.unwrap().is_none());
    assert_eq!(store.guest([1; 32]).await.unwrap(), Some(anna));
}

/// The test runs on one thread: all these commits are in line before the writer of a file sees the first of them.
async fn among_many_only_the_stale_one_fails(store: SharedStore) {
    store.commit(vec![table("a"), table("b")]).await.unwrap();
    let commits = [
        (vec![choice("a", 0, "0 first")], true),
        (vec![choice("a", 0, "1 too late")], false),
        (vec![table("c"), choice("c", 0, "0 new"), said("b", 1, "hi")], true),
        (vec![said("b", 2, "unsaid"), choice("c", 0, "1 too late")], false),
        (vec![choice("a", 1, "1 second")], true),
        (vec![forget("b")], true),
        (vec![choice("b", 0, "0 gone")], false),
        (vec![choice("c", 1, "1 next")], true),
    ];
    let tasks: Vec<_> = commits
        .into_iter()
        .map(|(changes, good)| {
            let store = store.clone();
            (tokio::spawn(async move { store.commit(changes).await }), good)
        })
        .collect();
    for (task, good) in tasks {
        assert_eq!(task.await.unwrap(), if good { Ok(()) } else { Err(StoreFault::Stale) });
    }
    assert_eq!(lines(&store, "a").await, ["0 first", "1 second"]);
    assert_eq!(lines(&store, "c").await, ["0 new", "1 next"]);
    assert_eq!(store.table("b").await.unwrap(), None);
}

async fn choices_can_be_taken_back(store: SharedStore) {
    let five: Vec<Change> = (0..5).map(|ply| choice("a", ply, &format!("0 {ply}"))).collect();
    store.commit([vec![table("a")], five].concat()).await.unwrap();
    store.commit(vec![cut("a", 3)]).await.unwrap();
    assert_eq!(lines(&store, "a").await, ["0 0", "0 1", "0 2"]);
    assert_eq!(store.commit(vec![choice("a", 5, "0 5")]).await, Err(StoreFault::Stale));
    store.commit(vec![choice("a", 3, "1 again")]).await.unwrap();
    store.commit(vec![cut("a", 9)]).await.unwrap();
    store.commit(vec![cut("a", 1), choice("a", 1, "1 b"), choice("a", 2, "1 c")]).await.unwrap();
    assert_eq!(lines(&store, "a").await, ["0 0", "1 b", "1 c"]);
    store.commit(vec![choice("a", 3, "x"), choice("a", 4, "y"), cut("a", 4)]).await.unwrap();
    assert_eq!(lines(&store, "a").await, ["0 0", "1 b", "1 c", "x"]);
    store.commit(vec![cut("a", 0)]).await.unwrap();
    assert!(lines(&store, "a").await.is_empty());
}

async fn changes_count_in_their_order(store: SharedStore) {
    store.commit(vec![table("a"), choice("a", 0, "old"), said("a", 1, "old")]).await.unwrap();
    let seated = TableRow { guests: vec![4], ..row("a", 5) };
    store.commit(vec![Change::Table(seated.clone())]).await.unwrap();
    store.commit(vec![forget("a"), Change::Table(seated.clone()), choice("a", 0, "new")]).await.unwrap();
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!((kept.row, kept.choices, kept.said), (seated, vec!["new".to_owned()], vec![]));
    store.commit(vec![table("b"), choice("b", 0, "x"), forget("b"), forget("a"), forget("a")]).await.unwrap();
    assert_eq!(store.counts().await.unwrap(), [0, 0, 0]);
}

async fn a_forgotten_table_leaves_nothing(store: SharedStore) {
    let seated = TableRow { guests: vec![4], listed: true, due: Some(1), ..row("a", 5) };
    store.commit(vec![Change::Table(seated), choice("a", 0, "x"), said("a", 1, "y")]).await.unwrap();
    store.commit(vec![forget("a")]).await.unwrap();
    assert_eq!(store.table("a").await.unwrap(), None);
    for which in [Which::Playing, Which::Of(4), Which::Due(9), Which::Untouched(Stage::Playing, 9)] {
        assert!(store.list(which, 9).await.unwrap().is_empty());
    }
    store.commit(vec![table("a")]).await.unwrap();
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!((kept.row, kept.choices, kept.said), (row("a", 0), vec![], vec![]));
}

async fn long_commits_are_kept(store: SharedStore) {
    let tables: Vec<Change> = (0..300).map(|n| table(&format!("t{n}"))).collect();
    let choices: Vec<Change> = (0..1000).map(|ply| choice("t7", ply, &format!("0 {ply}"))).collect();
    store.commit([tables, choices].concat()).await.unwrap();
    assert_eq!(store.counts().await.unwrap(), [0, 300, 0]);
    let want: Vec<String> = (0..1000).map(|ply| format!("0 {ply}")).collect();
    assert_eq!(lines(&store, "t7").await, want);
    store.commit((0..300).map(|n| forget(&format!("t{n}"))).collect()).await.unwrap();
    assert_eq!(store.counts().await.unwrap(), [0, 0, 0]);
}

async fn strangers_see_listed_tables(store: SharedStore) {
    let rows = [
        ("early", 10, Stage::Waiting, true),
        ("late", 30, Stage::Waiting, true),
        ("b-same", 20, Stage::Waiting, true),
        ("a-same", 20, Stage::Waiting, true),
        ("hidden", 40, Stage::Waiting, false),
        ("on", 15, Stage::Playing, true),
        ("on-later", 25, Stage::Playing, true),
        ("on-hidden", 26, Stage::Playing, false),
        ("over", 50, Stage::Over, true),
    ];
    let rows = rows.map(|(id, touched, stage, listed)| TableRow { stage, listed, ..row(id, touched) });
    store.commit(rows.map(Change::Table).to_vec()).await.unwrap();
    assert_eq!(ids(&store, Which::Waiting, 9).await, ["late", "a-same", "b-same", "early"]);
    assert_eq!(ids(&store, Which::Waiting, 2).await, ["late", "a-same"]);
    assert_eq!(ids(&store, Which::Playing, 9).await, ["on-later", "on"]);
    assert!(ids(&store, Which::Playing, 0).await.is_empty());
    assert_eq!(ids(&store, Which::Waiting, u32::MAX).await.len(), 4);
}

async fn guests_find_their_tables(store: SharedStore) {
    let at = |id: &str, touched, stage, guests: &[i64]| {
        Change::Table(TableRow { stage, guests: guests.to_vec(), ..row(id, touched) })
    };
    let changes = vec![
        at("a", 10, Stage::Over, &[1, 2]),
        at("b", 30, Stage::Waiting, &[2]),
        at("c", 20, Stage::Playing, &[3, 2, 1]),
    ];
    store.commit(changes).await.unwrap();
    assert_eq!(ids(&store, Which::Of(2), 9).await, ["b", "c", "a"]);
    assert_eq!(ids(&store, Which::Of(2), 2).await, ["b", "c"]);
    assert_eq!(ids(&store, Which::Of(1), 9).await, ["c", "a"]);
    assert!(ids(&store, Which::Of(4), 9).await.is_empty());
    store.commit(vec![at("a", 40, Stage::Over, &[2, 4])]).await.unwrap();
    assert_eq!(ids(&store, Which::Of(1), 9).await, ["c"]);
    assert_eq!(ids(&store, Which::Of(4), 9).await, ["a"]);
    assert_eq!(ids(&store, Which::Of(2), 9).await, ["a", "b", "c"]);
}

async fn what_is_due_comes_by_its_time(store: SharedStore) {
    let at = |id: &str, due| Change::Table(TableRow { due, ..row(id, 1) });
    let changes =
        vec![at("never", None), at("c", Some(30)), at("a", Some(20)), at("b", Some(10)), at("d", Some(20))];
    store.commit(changes).await.unwrap();
    assert_eq!(ids(&store, Which::Due(29), 9).await, ["b", "a", "d"]);
    assert_eq!(ids(&store, Which::Due(30), 9).await, ["b", "a", "d", "c"]);
    assert_eq!(ids(&store, Which::Due(30), 2).await, ["b", "a"]);
    assert!(ids(&store, Which::Due(9), 9).await.is_empty());
    store.commit(vec![at("b", None), at("never", Some(1))]).await.unwrap();
    assert_eq!(ids(&store, Which::Due(20), 9).await, ["never", "a", "d"]);
}

/// By the time that the house was open; when a row says it was touched does not matter.
async fn what_nobody_touches_can_be_found(store: SharedStore) {
    let at = |id: &str, touched, stage| Change::Table(TableRow { stage, ..row(id, touched) });
    let opened = |ran| Change::Passed(Times { ran, ..Times::default() });
    for (change, ran) in [
        (at("a", 99, Stage::Over), 10),
        (at("b", -7, Stage::Over), 10),
        (at("d", 50, Stage::Waiting), 0),
        (at("c", 0, Stage::Over), 10),
    ] {
        store.commit(vec![change, opened(ran)]).await.unwrap();
    }
    // The house has been open for 30; the rows were written after 0, 10, 20 and 20.
    assert_eq!(ids(&store, Which::Untouched(Stage::Over, 20), 9).await, ["a", "b"]);
    assert_eq!(ids(&store, Which::Untouched(Stage::Over, 21), 1).await, ["a"]);
    assert_eq!(ids(&store, Which::Untouched(Stage::Over, 30), 9).await, ["a", "b", "c"]);
    assert_eq!(ids(&store, Which::Untouched(Stage::Waiting, 21), 9).await, ["d"]);
    assert!(ids(&store, Which::Untouched(Stage::Waiting, 20), 9).await.is_empty());
    assert!(ids(&store, Which::Untouched(Stage::Playing, 31), 9).await.is_empty());
    store.commit(vec![at("a", 99, Stage::Over), choice("b", 0, "0 x")]).await.unwrap();
    assert_eq!(ids(&store, Which::Untouched(Stage::Over, 30), 9).await, ["b", "c"], "a row that is written");
}

async fn talk_is_trimmed_and_keeps_its_numbers(store: SharedStore) {
    let lines = |from: usize, to: usize| (from..to).map(|n| said("a", n as i64, &format!("line {n}")));
    store.commit(vec![table("a"), table("b"), said("b", 0, "quiet here")]).await.unwrap();
    let mut end = 0;
    for more in [MOST_SAID - 1, 1, 1, 2, 3 * MOST_SAID, 40] {
        store.commit(lines(end, end + more).collect()).await.unwrap();
        end += more;
        let kept = store.table("a").await.unwrap().unwrap();
        let first = end.saturating_sub(MOST_SAID);
        assert_eq!((kept.said_before, kept.said.len()), (first, end - first));
        for (n, said) in (first..).zip(&kept.said) {
            assert_eq!(*said, words(n as i64, &format!("line {n}")));
        }
    }
    assert_eq!(store.table("b").await.unwrap().unwrap().said.len(), 1);
    store.commit(vec![forget("a"), table("a"), said("a", 0, "anew")]).await.unwrap();
    let kept = store.table("a").await.unwrap().unwrap();
    assert_eq!((kept.said_before, kept.said), (0, vec![words(0, "anew")]));
}

async fn time_adds_up_and_versions_never_go_down(store: SharedStore) {
    assert_eq!(store.times().await.unwrap(), Times::default());
    let pass = |ran, seen, versions| Change::Passed(Times { ran, seen, versions });
    store.commit(vec![pass(5, 100, 70), pass(6, 90, 60)]).await.unwrap();
    assert_eq!(store.times().await.unwrap(), Times { ran: 11, seen: 90, versions: 70 });
    let stale = store.commit(vec![pass(5, 1, 99), choice("nowhere", 0, "0 x")]).await;
    assert_eq!(stale, Err(StoreFault::Stale));
    assert_eq!(store.times().await.unwrap(), Times { ran: 11, seen: 90, versions: 70 });
}

async fn stages_are_counted(store: SharedStore) {
    let stages = [Stage::Waiting, Stage::Playing, Stage::Playing, Stage::Over, Stage::Over, Stage::Over];
    let rows = (0..).zip(stages).map(|(n, stage)| TableRow { stage, ..row(&format!("t{n}"), 0) });
    store.commit(rows.map(Change::Table).collect()).await.unwrap();
    assert_eq!(store.counts().await.unwrap(), [1, 2, 3]);
}
