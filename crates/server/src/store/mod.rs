//! What the house keeps: guests, tables, choices and chat. Behind a small trait, so that another database can take the
//! place of the one file that a single machine needs.
//!
//! The server keeps tables in memory while they are used; this is where they come back from. One rule matters: when
//! [`Store::commit`] returns, its changes are on disk, all of them or none.
//!
//! The store knows no game: rows, lines and documents are text to it, and whoever writes them sees to their length.

mod faulty;
mod lock;
mod memory;
mod sqlite;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

pub use faulty::{Call, Faulty};
pub use lock::{Lock, Locked};
pub use memory::Memory;
pub use sqlite::{Contents, CopyFault, Sqlite, SqliteFile, file_of, put_in_place};

/// A store that everybody shares.
pub type SharedStore = Arc<dyn Store>;

/// SHA-256 of a guest's token: the token itself is never kept.
pub type TokenHash = [u8; 32];

/// Milliseconds since 1970.
pub type Millis = i64;

/// This many lines of chat are kept of a table, the latest ones.
pub const MOST_SAID: usize = 200;

/// No list is longer, whatever was asked for.
pub const MOST_LISTED: u32 = 10_000;

/// Somebody who has a name and a cookie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The number of the guest; never given twice.
    pub id: i64,
    /// What the guest is called at present.
    pub name: String,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Not everybody is there yet.
    Waiting,
    /// The game is on.
    Playing,
    /// The game has ended, or was given up.
    Over,
}

/// A table, but for its choices and its chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Hard to guess; part of its link.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// How far it has come.
    pub stage: Stage,
    /// May it be listed for strangers?
    pub listed: bool,
    /// Everything else, as JSON text: the server's own affair.
    pub doc: String,
    /// When it was last touched.
    pub touched: Millis,
    /// When the server must look at it even if nobody does (a clock or a bot), if ever.
    pub due: Option<Millis>,
    /// The guests who sit there. They come back in this order, each of them once.
    pub guests: Vec<i64>,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// When it was said.
    pub at: Millis,
    /// Who said it.
    pub guest: i64,
    /// What the guest was called then.
    pub name: String,
    /// The words.
    pub text: String,
}

/// One thing to be kept. The changes of a commit count in their order; a choice, a cut or a line of chat needs a table
/// that is there, else the whole commit fails with [`StoreFault::Stale`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A table is new, or its row has changed.
    Table(TableRow),
    /// A choice was made. There must be exactly `ply` choices before it, else the whole commit fails with
    /// [`StoreFault::Stale`].
    Choice {
        /// Where.
        table: String,
        /// How many choices came before.
        ply: u32,
        /// The line of the record, "SEAT ACT".
        line: String,
    },
    /// Choices from this ply on were taken back. There need not be any.
    Cut {
        /// Where.
        table: String,
        /// The first one that is taken back.
        ply: u32,
    },
    /// Somebody said something.
    Said {
        /// Where.
        table: String,
        /// What.
        said: ChatLine,
    },
    /// A guest's name has changed. What the guest said keeps the old one.
    Rename {
        /// Whose; a number that nobody has changes nothing.
        guest: i64,
        /// The new name.
        name: String,
    },
    /// The table is gone with all that belongs to it. It need not be there.
    Forget {
        /// Which one.
        table: String,
    },
    /// Time has passed.
    Passed(Times),
}

/// What the house knows about time from one run to the next. In a [`Change`] it says what is new: `ran` is added to what
/// is kept, `seen` takes its place, and `versions` never goes down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Times {
    /// For how long the house has been open, in all its runs together.
    pub ran: Millis,
    /// What the machine's clock said last.
    pub seen: Millis,
    /// No page has shown a version of a table from this number on.
    pub versions: u64,
}

/// A table as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Its row.
    pub row: TableRow,
    /// The lines of its choices, from ply 0 on.
    pub choices: Vec<String>,
    /// Its chat, in the order in which it was kept: the last [`MOST_SAID`] lines.
    pub said: Vec<ChatLine>,
    /// So many lines were said before those, and are not kept any more.
    pub said_before: usize,
}

/// Which tables are wanted, the latest touched first unless it says otherwise. Where times are equal, ids decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// Listed ones that wait for players.
    Waiting,
    /// Listed ones being played.
    Playing,
    /// Those at which a guest sits, whatever their stage.
    Of(i64),
    /// Those with something due at this time or earlier, the earliest first.
    Due(Millis),
    /// Those of a stage whose row was last written before the house had been open for so long in all, see
    /// [`Times::ran`]; the longest untouched first. No clock has a say in it.
    Untouched(Stage, Millis),
}

/// What went wrong with the store.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreFault {
    /// A choice does not follow upon the last one kept, or the table is not there. Nothing was changed.
    #[error("the table has moved on")]
    Stale,
    /// The store itself fails, and says why. A commit that ends so is kept whole or not at all, but which of the two
    /// only the next read can tell.
    #[error("the store cannot be used: {0}")]
    Broken(String),
}

/// Where everything is kept.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Keeps all of this, or nothing. On disk when it returns. Whoever stops waiting for it does not stop it.
    async fn commit(&self, changes: Vec<Change>) -> Result<(), StoreFault>;
    /// A new guest with this name; on disk when it returns. A token that is known already gets its guest back as it
    /// is, so that asking twice does no harm.
    async fn admit(&self, token: TokenHash, name: &str, now: Millis) -> Result<Guest, StoreFault>;
    /// The guest with this token.
    async fn guest(&self, token: TokenHash) -> Result<Option<Guest>, StoreFault>;
    /// A table with all that belongs to it.
    async fn table(&self, id: &str) -> Result<Option<Kept>, StoreFault>;
    /// Rows of tables, up to a limit, which is [`MOST_LISTED`] at most.
    async fn list(&self, which: Which, most: u32) -> Result<Vec<TableRow>, StoreFault>;
    /// How many tables are in each stage: waiting, playing, over.
    async fn counts(&self) -> Result<[u64; 3], StoreFault>;
    /// What is known about time.
    async fn times(&self) -> Result<Times, StoreFault>;
}

/// Can a commit be kept? `plies` says how many choices a table has, if it is there, before the first change.
fn fits(changes: &[Change], plies: impl Fn(&str) -> Option<u32>) -> bool {
    let mut moved: HashMap<&str, Option<u32>> = HashMap::new();
    for change in changes {
        let now = |id: &str| moved.get(id).copied().unwrap_or_else(|| plies(id));
        let (table, after) = match change {
            Change::Table(row) => (&row.id, now(&row.id).or(Some(0))),
            Change::Choice { table, ply, .. } if now(table) == Some(*ply) => (table, ply.checked_add(1)),
            Change::Choice { .. } => return false,
            Change::Cut { table, ply } => match now(table) {
                Some(made) => (table, Some(made.min(*ply))),
                None => return false,
            },
            Change::Said { table, .. } if now(table).is_some() => continue,
            Change::Said { .. } => return false,
            Change::Rename { .. } | Change::Passed(_) => continue,
            Change::Forget { table } => (table, None),
        };
        moved.insert(table, after);
    }
    true
}

/// Guests in their order, without those who were named before.
fn each_once(guests: &mut Vec<i64>) {
    let mut seen = HashSet::new();
    guests.retain(|guest| seen.insert(*guest));
}
