//! Many unfinished tables at once, put straight into the store: each at a random moment of a random game.

use std::path::Path;
use std::sync::Arc;

use indicatif::ProgressBar;
use serde_json::json;
use server::rooms::{WebRoom, WebTable};
use server::store::{Change, Sqlite, Stage, Store as _, StoreFault, TableRow};
use table::table::Beginning;
use table::{Luck, Seed, Stream};

use crate::fault::CliFault;

/// So many tables are on their way to the disk at once.
const TOGETHER: usize = 256;

/// What was put there.
#[derive(Default)]
pub(super) struct Filled {
    /// The tables.
    pub(super) ids: Vec<String>,
    /// How long their records are, all together, as they lie in the store.
    pub(super) bytes: u64,
}

pub(super) async fn fill(
    folder: &Path,
    room: &'static dyn WebRoom,
    seats: u8,
    tables: usize,
    bar: &ProgressBar,
) -> Result<Filled, CliFault> {
    let broken = |e: StoreFault| CliFault::Output(format!("{}: {e}", folder.display()));
    let store = Arc::new(Sqlite::open(folder).await.map_err(broken)?);
    let mut filled = Filled::default();
    let mut luck = Seed::from(5).luck(Stream::Test(0));
    while filled.ids.len() < tables {
        let mut commits = tokio::task::JoinSet::new();
        for n in 0..TOGETHER.min(tables - filled.ids.len()) {
            let seed = Seed::from(9).nth((filled.ids.len() + n) as u64);
            let changes = unfinished(room, seats, seed, &mut luck)?;
            for change in &changes {
                match change {
                    Change::Table(row) => filled.bytes += row.doc.len() as u64,
                    Change::Choice { line, .. } => filled.bytes += line.len() as u64 + 1,
                    _ => {}
                }
            }
            let store = Arc::clone(&store);
            commits.spawn(async move {
                let id = match changes.first() {
                    Some(Change::Table(row)) => row.id.clone(),
                    _ => String::new(),
                };
                store.commit(changes).await.map(|()| id)
            });
        }
        while let Some(done) = commits.join_next().await {
            let id = done.map_err(|e| CliFault::Output(e.to_string()))?.map_err(broken)?;
            filled.ids.push(id);
            bar.inc(1);
        }
    }
    store.close().await;
    Ok(filled)
}

/// A table at a random moment of a random game between guests.
fn unfinished(room: &dyn WebRoom, seats: u8, seed: Seed, luck: &mut Luck) -> Result<Vec<Change>, CliFault> {
    let mut table = room.begin_on_web(&Beginning::deal(seats, &json!({})), seed, None)?;
    let mut lines = Vec::new();
    while let Some(line) = choose(table.as_mut(), luck) {
        lines.push(line);
    }
    lines.truncate(luck.pick(lines.len().max(1) as u32) as usize);
    let chair = |n: u8| json!({ "is": "person", "guest": n, "name": format!("Friend {n}") });
    let doc = json!({
        "seed": seed.to_string(),
        "options": {},
        "chairs": (0..seats).map(chair).collect::<Vec<_>>(),
        "host": 0,
        "made": 0,
    });
    let id: String = (0..20).map(|_| char::from(b'a' + luck.pick(26) as u8)).collect();
    let row = TableRow {
        id: id.clone(),
        game: room.info().id.to_owned(),
        stage: Stage::Playing,
        listed: false,
        doc: doc.to_string(),
        touched: server::house::now(),
        due: None,
        guests: (0..i64::from(seats)).collect(),
    };
    let choice = |(ply, line)| Change::Choice { table: id.clone(), ply, line };
    Ok(std::iter::once(Change::Table(row)).chain((0..).zip(lines).map(choice)).collect())
}

/// Plays one choice; its line of the record, unless the game is over.
fn choose(table: &mut dyn WebTable, luck: &mut Luck) -> Option<String> {
    let seat = table.waiting().iter().next()?;
    let menu = table.menu(seat)?;
    let pick = luck.pick(menu.entries.len() as u32) as usize;
    table.act(seat, menu.ply, pick).ok()?;
    Some(format!("{seat} {}", menu.entries.get(pick)?.code))
}
