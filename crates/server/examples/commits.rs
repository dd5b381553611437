//! How many commits a second the file takes on this machine, by the number of tasks that commit.
//!
//! `cargo run --release -p server --example commits [FOLDER]`: the folder says which disk, and must not be there yet.
#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use server::store::{Change, Sqlite, Stage, Store as _, StoreFault, TableRow};

/// How long each measurement takes.
const LONG: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder =
        std::env::args_os().nth(1).map_or_else(|| std::env::temp_dir().join("commits"), PathBuf::from);
    if folder.exists() {
        return Err(format!("{}: is there already", folder.display()).into());
    }
    let store = Arc::new(Sqlite::open(&folder).await?);
    for with_row in [false, true] {
        for tasks in [1, 16, 256] {
            let start = Instant::now();
            let running: Vec<_> = (0..tasks)
                .map(|n| tokio::spawn(commit(store.clone(), format!("{with_row}-{tasks}-{n}"), with_row)))
                .collect();
            let mut commits = 0;
            for task in running {
                commits += task.await??;
            }
            let each = f64::from(commits) / start.elapsed().as_secs_f64();
            let what = if with_row { "choice and row" } else { "choice" };
            println!("{tasks:>4} tasks, {what:<15}: {each:>8.0} commits a second");
        }
    }
    store.close().await;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Commits choices at a table of its own until time is up, alone or with a row as a server would.
async fn commit(store: Arc<Sqlite>, id: String, with_row: bool) -> Result<u32, StoreFault> {
    let row = |touched| {
        Change::Table(TableRow {
            id: id.clone(),
            game: "mister-spy".to_owned(),
            stage: Stage::Playing,
            listed: true,
            doc: "x".repeat(500),
            touched,
            due: Some(touched),
            guests: vec![1, 2, 3],
        })
    };
    store.commit(vec![row(0)]).await?;
    let start = Instant::now();
    let mut ply = 0;
    while start.elapsed() < LONG {
        let mut changes = vec![Change::Choice { table: id.clone(), ply, line: format!("1 card {ply}") }];
        if with_row {
            changes.push(row(i64::from(ply)));
        }
        store.commit(changes).await?;
        ply += 1;
    }
    Ok(ply)
}
