//! Folders that go away, and tables to fill stores with.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use server::store::{Change, ChatLine, Stage, TableRow};

/// A folder of its own, removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A table that is neither listed nor due, with nobody at it.
pub(crate) fn row(id: &str, touched: i64) -> TableRow {
    TableRow {
        id: id.to_owned(),
        game: "mister-spy".to_owned(),
        stage: Stage::Playing,
        listed: false,
        doc: "{}".to_owned(),
        touched,
        due: None,
        guests: Vec::new(),
    }
}

pub(crate) fn table(id: &str) -> Change {
    Change::Table(row(id, 0))
}

pub(crate) fn choice(table: &str, ply: u32, line: &str) -> Change {
    Change::Choice { table: table.to_owned(), ply, line: line.to_owned() }
}

pub(crate) fn cut(table: &str, ply: u32) -> Change {
    Change::Cut { table: table.to_owned(), ply }
}

pub(crate) fn forget(table: &str) -> Change {
    Change::Forget { table: table.to_owned() }
}

pub(crate) fn said(table: &str, at: i64, text: &str) -> Change {
    Change::Said { table: table.to_owned(), said: words(at, text) }
}

pub(crate) fn words(at: i64, text: &str) -> ChatLine {
    ChatLine { at, guest: 7, name: "Anna".to_owned(), text: text.to_owned() }
}
