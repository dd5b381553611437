//! Everything in one SQLite file, `safehouse.db`.
//!
//! Many read at once, from a small pool; one writes, see [`writer`]. The file is in WAL mode, so readers and the writer
//! do not wait for each other, and every commit is flushed to the disk (`synchronous = FULL`) before it is acknowledged.

/// A query for rows of tables, in the order that [`row_of`] reads.
macro_rules! rows {
    ($rest:literal) => {
        concat!(
            "SELECT id, game, stage, listed, doc, touched, due,
                (SELECT group_concat(guest, ',' ORDER BY place) FROM seats WHERE table_id = tables.id)
             FROM tables ",
            $rest
        )
    };
}

mod copy;
mod group;
mod writer;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Row as _, SqlSafeStr as _, SqlitePool};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{
    Change, ChatLine, Guest, Kept, MOST_LISTED, MOST_SAID, Millis, Stage, Store, StoreFault, TableRow, Times,
    TokenHash, Which,
};
pub use copy::{Contents, CopyFault, SqliteFile, file_of, put_in_place};
use writer::{Job, Writer};

/// The name of the file.
const FILE: &str = "safehouse.db";

/// How many can read at the same time.
const READERS: u32 = 4;

/// How often the log is folded into the file.
const FOLD_EVERY: Duration = Duration::from_millis(300);

/// When the log is longer than this many pages, the writer folds the rest itself and starts a new one.
const LONGEST_LOG: u32 = 4000;

/// How long to wait for another process that has the file, a backup for instance.
const PATIENCE: Duration = Duration::from_secs(5);

/// The store of a single machine: one file, one process.
#[derive(Debug)]
pub struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
    folder: JoinHandle<()>,
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.folder.abort();
    }
}

/// Carries what was written from the log into the file, now and then, so that the writer need not do it while people wait
/// for their moves. It may be stopped at any moment: what it has not carried over stays in the log.
async fn fold(options: SqliteConnectOptions) {
    let mut connection = None;
    loop {
        tokio::time::sleep(FOLD_EVERY).await;
        if connection.is_none() {
            connection = options.connect().await.ok();
        }
        if let Some(open) = &mut connection
            && sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(open).await.is_err()
        {
            connection = None;
        }
    }
}

impl Sqlite {
    /// Opens the store in this folder, and makes both if they are not there. The file can be read by its owner only.
    pub async fn open(folder: &Path) -> Result<Sqlite, StoreFault> {
        let path = private_file(folder)
            .map_err(|e| StoreFault::Broken(format!("{}: cannot be made: {e}", folder.display())))?;
        let at = |e: StoreFault| match e {
            StoreFault::Broken(why) => StoreFault::Broken(format!("{}: {why}", path.display())),
            StoreFault::Stale => e,
        };
        Sqlite::open_file(&path).await.map_err(at)
    }

    async fn open_file(path: &Path) -> Result<Sqlite, StoreFault> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let writes = options
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("wal_autocheckpoint", LONGEST_LOG.to_string());
        let mut connection = writes.connect().await?;
        migrations().run(&mut connection).await?;
        // They stay open: there are few of them, and nothing is won by opening them again.
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.read_only(true))
            .await?;
        let folder = tokio::spawn(fold(writes.clone()));
        Ok(Sqlite { readers, writer: Writer::start(writes, connection), folder })
    }

    /// Finishes what waits to be kept, then closes the file. Whatever is asked of the store later is answered with
    /// [`StoreFault::Broken`]. A store that is merely dropped finishes its work as well, but nobody can wait for it.
    pub async fn close(&self) {
        self.folder.abort();
        self.readers.close().await;
        // The writer goes last: only a connection that may write can tidy up the log beside the file.
        self.writer.stop().await;
    }
}

/// Makes the folder, for its owner only.
pub(super) fn private_folder(folder: &Path) -> io::Result<()> {
    let mut maker = std::fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        maker.mode(0o700);
    }
    maker.recursive(true).create(folder)
}

/// Makes the folder and the file, readable by their owner only. What SQLite puts beside the file takes its mode.
fn private_file(folder: &Path) -> io::Result<PathBuf> {
    let mut opener = std::fs::OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        opener.mode(0o600);
    }
    private_folder(folder)?;
    // SQLite would take a path that starts with "file:" for an address; a whole path never does.
    let path = folder.canonicalize()?.join(FILE);
    // A file that is there is not opened: closing it again would drop the locks that this process has on it.
    match opener.write(true).create_new(true).open(&path) {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(e),
        _ => {}
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(path)
}

/// How the file comes to its present shape, step by step. A step that has been released is never edited.
fn migrations() -> Migrator {
    let steps = [
        ("house", include_str!("../../migrations/0001_house.sql")),
        ("time and talk", include_str!("../../migrations/0002_time_and_talk.sql")),
    ];
    let numbered = (1..).zip(steps).map(|(number, (what, sql))| {
        Migration::new(number, what.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(numbered.collect())
}

impl From<sqlx::Error> for StoreFault {
    fn from(e: sqlx::Error) -> StoreFault {
        match e {
            sqlx::Error::PoolClosed => StoreFault::Broken(writer::CLOSED.to_owned()),
            // Without the library's own words around it: the message of SQLite says it all.
            sqlx::Error::Database(e) => StoreFault::Broken(e.to_string()),
            e => StoreFault::Broken(e.to_string()),
        }
    }
}

impl From<MigrateError> for StoreFault {
    fn from(e: MigrateError) -> StoreFault {
        StoreFault::Broken(e.to_string())
    }
}

/// A stage as it is written in the file.
fn number_of(stage: Stage) -> i64 {
    match stage {
        Stage::Waiting => 0,
        Stage::Playing => 1,
        Stage::Over => 2,
    }
}

/// The stage that [`number_of`] wrote. The file admits no other numbers.
fn stage_of(number: i64) -> Stage {
    match number {
        0 => Stage::Waiting,
        1 => Stage::Playing,
        _ => Stage::Over,
    }
}

/// Reads a row of the query that `rows!` makes.
fn row_of(row: &SqliteRow) -> Result<TableRow, sqlx::Error> {
    Ok(TableRow {
        id: row.try_get(0)?,
        game: row.try_get(1)?,
        stage: stage_of(row.try_get(2)?),
        listed: row.try_get(3)?,
        doc: row.try_get(4)?,
        touched: row.try_get(5)?,
        due: row.try_get(6)?,
        guests: guests_of(row.try_get(7)?),
    })
}

/// Guests from the list with commas that a query makes of them; nothing at all where nobody sits.
fn guests_of(list: Option<&str>) -> Vec<i64> {
    list.unwrap_or_default().split(',').filter_map(|guest| guest.parse().ok()).collect()
}

#[async_trait]
impl Store for Sqlite {
    async fn commit(&self, changes: Vec<Change>) -> Result<(), StoreFault> {
        let (done, answer) = oneshot::channel();
        self.writer.ask(Job::Commit(changes, done), answer).await
    }

    async fn admit(&self, token: TokenHash, name: &str, now: Millis) -> Result<Guest, StoreFault> {
        let (done, answer) = oneshot::channel();
        self.writer.ask(Job::Admit { token, name: name.to_owned(), now, done }, answer).await
    }

    async fn guest(&self, token: TokenHash) -> Result<Option<Guest>, StoreFault> {
        let found: Option<(i64, String)> = sqlx::query_as("SELECT id, name FROM guests WHERE token = ?")
            .bind(&token[..])
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.map(|(id, name)| Guest { id, name }))
    }

    async fn table(&self, id: &str) -> Result<Option<Kept>, StoreFault> {
        // One transaction, so that row, choices and chat are of the same moment.
        let mut moment = self.readers.begin().await?;
        let Some(row) = sqlx::query(rows!("WHERE id = ?")).bind(id).fetch_optional(&mut *moment).await?
        else {
            return Ok(None);
        };
        let choices = sqlx::query_scalar("SELECT line FROM choices WHERE table_id = ? ORDER BY ply")
            .bind(id)
            .fetch_all(&mut *moment)
            .await?;
        let said: Vec<(i64, Millis, i64, String, String)> = sqlx::query_as(
            "SELECT number, at, guest, name, text FROM said WHERE table_id = ? ORDER BY number DESC LIMIT ?",
        )
        .bind(id)
        .bind(MOST_SAID as i64)
        .fetch_all(&mut *moment)
        .await?;
        let said_before = said.last().map_or(0, |first| first.0 as usize);
        let said = said
            .into_iter()
            .rev()
            .map(|(_, at, guest, name, text)| ChatLine { at, guest, name, text })
            .collect();
        Ok(Some(Kept { row: row_of(&row)?, choices, said, said_before }))
    }

    async fn list(&self, which: Which, most: u32) -> Result<Vec<TableRow>, StoreFault> {
        let query = match which {
            Which::Waiting => {
                sqlx::query(rows!("WHERE listed = 1 AND stage = 0 ORDER BY touched DESC, id LIMIT ?"))
            }
            Which::Playing => {
                sqlx::query(rows!("WHERE listed = 1 AND stage = 1 ORDER BY touched DESC, id LIMIT ?"))
            }
            Which::Of(guest) => sqlx::query(rows!(
                "WHERE id IN (SELECT table_id FROM seats WHERE guest = ?) ORDER BY touched DESC, id LIMIT ?"
            ))
            .bind(guest),
            Which::Due(now) => sqlx::query(rows!("WHERE due <= ? ORDER BY due, id LIMIT ?")).bind(now),
            Which::Untouched(stage, ran) => {
                sqlx::query(rows!("WHERE stage = ? AND used < ? ORDER BY used, id LIMIT ?"))
                    .bind(number_of(stage))
                    .bind(ran)
            }
        };
        let rows = query.bind(i64::from(most.min(MOST_LISTED))).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(row_of).collect::<Result<_, _>>()?)
    }

    async fn counts(&self) -> Result<[u64; 3], StoreFault> {
        let found: Vec<(i64, i64)> = sqlx::query_as("SELECT stage, count(*) FROM tables GROUP BY stage")
            .fetch_all(&self.readers)
            .await?;
        let mut counts = [0; 3];
        for (stage, count) in found {
            counts[stage_of(stage) as usize] = count as u64;
        }
        Ok(counts)
    }

    async fn times(&self) -> Result<Times, StoreFault> {
        let (ran, seen, versions): (Millis, Millis, i64) =
            sqlx::query_as("SELECT ran, seen, versions FROM house").fetch_one(&self.readers).await?;
        Ok(Times { ran, seen, versions: versions.unsigned_abs() })
    }
}
