//! The file as whoever looks after a house sees it: copied while the house is open, looked through, put in place again.
//! Nothing here needs the house to be closed, or changes what is in the file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::{FILE, PATIENCE, migrations, private_folder, row_of};
use crate::store::{StoreFault, TableRow};

/// More faults of a file than this are only counted: the first ones say what kind of accident it was.
const MOST_FAULTS: i64 = 20;

/// How much is in a file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Contents {
    /// Tables.
    pub tables: u64,
    /// Choices at all of them.
    pub choices: u64,
    /// Guests.
    pub guests: u64,
}

/// The file of a data folder.
pub fn file_of(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// A file that is only looked at: one that a house has open, or a copy.
#[derive(Debug)]
pub struct SqliteFile {
    connection: SqliteConnection,
}

impl SqliteFile {
    /// Opens a file that must be there, and must be the file of a house that this program understands.
    pub async fn open(path: &Path) -> Result<SqliteFile, StoreFault> {
        // SQLite would take a path that starts with "file:" for an address; a whole path never does.
        let path = path.canonicalize().map_err(|e| StoreFault::Broken(e.to_string()))?;
        // As one who may write, if the system allows it: others cannot read what a killed house left in its log.
        let options = SqliteConnectOptions::new().filename(&path).busy_timeout(PATIENCE);
        let mut connection = options.disable_statement_logging().connect().await?;
        let known = migrations().iter().count() as i64;
        let latest: Option<i64> = match sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
            .fetch_one(&mut connection)
            .await
        {
            Err(sqlx::Error::Database(e)) if e.message().contains("no such table") => None,
            latest => latest?,
        };
        match latest {
            Some(latest) if latest <= known => Ok(SqliteFile { connection }),
            Some(_) => {
                Err(StoreFault::Broken("it was written by a newer version of this program".to_owned()))
            }
            None => Err(StoreFault::Broken("it is not the file of a house".to_owned())),
        }
    }

    /// How much is in it.
    pub async fn contents(&mut self) -> Result<Contents, StoreFault> {
        let (tables, choices, guests): (i64, i64, i64) = sqlx::query_as(
            "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM choices), (SELECT count(*) FROM guests)",
        )
        .fetch_one(&mut self.connection)
        .await?;
        let count = i64::unsigned_abs;
        Ok(Contents { tables: count(tables), choices: count(choices), guests: count(guests) })
    }

    /// What is wrong with the file itself, whatever it says: pages that do not fit together, rows that belong to no table,
    /// plies with a gap.
    pub async fn faults(&mut self) -> Result<Vec<String>, StoreFault> {
        let query = format!("PRAGMA integrity_check({MOST_FAULTS})");
        let mut faults: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_all(&mut self.connection).await?;
        faults.retain(|line| line != "ok");
        let strays = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut self.connection).await?.len();
        if strays > 0 {
            faults.push(format!("{strays} seats, choices or lines of chat belong to no table"));
        }
        let gaps: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM (SELECT 1 FROM choices GROUP BY table_id
             HAVING min(ply) <> 0 OR max(ply) + 1 <> count(*))",
        )
        .fetch_one(&mut self.connection)
        .await?;
        if gaps > 0 {
            faults.push(format!("{gaps} tables lack choices in the middle"));
        }
        Ok(faults)
    }

    /// The numbers by which the tables lie in the file. Unlike their ids they open no door.
    pub async fn tables(&mut self) -> Result<Vec<i64>, StoreFault> {
        Ok(sqlx::query_scalar("SELECT rowid FROM tables ORDER BY rowid")
            .fetch_all(&mut self.connection)
            .await?)
    }

    /// A table by its number, with the lines of its choices, if it is there.
    pub async fn table(&mut self, number: i64) -> Result<Option<(TableRow, Vec<String>)>, StoreFault> {
        let mut moment = self.connection.begin().await?;
        let row = sqlx::query(rows!("WHERE rowid = ?")).bind(number).fetch_optional(&mut *moment).await?;
        let Some(row) = row.as_ref().map(row_of).transpose()? else { return Ok(None) };
        let choices = sqlx::query_scalar("SELECT line FROM choices WHERE table_id = ? ORDER BY ply");
        let choices = choices.bind(&row.id).fetch_all(&mut *moment).await?;
        Ok(Some((row, choices)))
    }

    /// Writes a copy, as everything is at this moment, to a path where nothing is yet. Readable by its owner only; whole,
    /// or not there.
    pub async fn copy(&mut self, to: &Path) -> Result<(), CopyFault> {
        if to.symlink_metadata().is_ok() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
        }
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = to.file_name().ok_or(io::ErrorKind::InvalidInput).map_err(io::Error::from)?;
        let to = parent.canonicalize()?.join(name);
        let part = to.with_added_extension(format!("{}.part", std::process::id()));
        let written = self.write_into(&part, &to).await;
        let _ = fs::remove_file(&part);
        written
    }

    async fn write_into(&mut self, part: &Path, to: &Path) -> Result<(), CopyFault> {
        let text = part.to_str().ok_or_else(|| io::Error::other("its name is not text"))?;
        // An empty file is filled; so it has the right mode from its first byte on.
        private_new(part)?;
        let into = sqlx::query("VACUUM INTO ?").bind(text);
        into.execute(&mut self.connection).await.map_err(StoreFault::from)?;
        File::open(part)?.sync_all()?;
        // A link never takes the place of a file that came meanwhile; where there are no links, nobody is in such a hurry.
        if let Err(e) = fs::hard_link(part, to) {
            if e.kind() == io::ErrorKind::AlreadyExists || to.symlink_metadata().is_ok() {
                return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
            }
            fs::rename(part, to)?;
        }
        sync_folder(to)?;
        Ok(())
    }

    /// Closes the file.
    pub async fn close(self) {
        let _ = self.connection.close().await;
    }
}

/// Why a copy could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CopyFault {
    /// What is to be copied cannot be read.
    #[error("{0}")]
    Store(#[from] StoreFault),
    /// The copy cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
}

/// Puts a copy in the place of a folder's file. Whoever calls holds the [`Lock`](crate::store::Lock) of the folder. At
/// every moment one of the two is there, whole. What was there before is kept beside it; this says where.
pub async fn put_in_place(copy: &Path, folder: &Path) -> io::Result<Option<PathBuf>> {
    private_folder(folder)?;
    let place = file_of(folder);
    let fresh = place.with_added_extension("restored");
    let _ = fs::remove_file(&fresh);
    let mut into = private_new(&fresh)?;
    io::copy(&mut File::open(copy)?, &mut into)?;
    into.sync_all()?;
    drop(into);
    if !place.exists() {
        set_aside_log(&place, &place.with_added_extension("log-without-a-file"))?;
        fs::rename(&fresh, &place)?;
        sync_folder(&place)?;
        return Ok(None);
    }
    let old = (1u32..)
        .map(|n| place.with_added_extension(format!("before-{n}")))
        .find(|old| old.symlink_metadata().is_err() && log_of(old).symlink_metadata().is_err())
        .ok_or(io::ErrorKind::AlreadyExists)?;
    // A log beside the file would be played into the copy: it is folded into the old file, or goes with it.
    fold_log(&place).await;
    set_aside_log(&place, &old)?;
    fs::hard_link(&place, &old).or_else(|_| fs::copy(&place, &old).map(drop))?;
    fs::rename(&fresh, &place)?;
    sync_folder(&place)?;
    Ok(Some(old))
}

/// Carries the log of a file into it, if the file can be used at all.
async fn fold_log(place: &Path) {
    if !log_of(place).exists() {
        return;
    }
    let options = SqliteConnectOptions::new().filename(place).disable_statement_logging();
    if let Ok(mut open) = options.connect().await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut open).await;
        let _ = open.close().await;
    }
}

/// Where SQLite keeps the log of a file.
fn log_of(file: &Path) -> PathBuf {
    beside(file, "-wal")
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Lets what lies beside a file go with it when the file gets another name.
fn set_aside_log(file: &Path, to: &Path) -> io::Result<()> {
    for ending in ["-wal", "-shm"] {
        match fs::rename(beside(file, ending), beside(to, ending)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    Ok(())
}

/// A new file that only its owner can read.
fn private_new(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

/// A new name is on disk when its folder is.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
