//! What whoever keeps a house does with its data: copies, checks, restores.
//!
//! A check plays every game again, choice by choice, so that what passes can be restored. What it says names tables by
//! their number in the file and never quotes what is in them: an id opens a door, a seed tells every card.

use std::path::{Path, PathBuf};

use table::Seed;

use crate::races;
use crate::rooms::room;
use crate::sitting::{Doc, Sitting};
use crate::store::{
    Contents, CopyFault, Lock, Locked, SqliteFile, Stage, StoreFault, TableRow, file_of, put_in_place,
};
use crate::trouble::Trouble;

/// Why the keeper could not do it.
#[derive(Debug, thiserror::Error)]
pub enum KeeperFault {
    /// A file cannot be read, or is not what it should be.
    #[error("{0}")]
    Unreadable(String),
    /// A file cannot be written.
    #[error("{0}")]
    Unwritable(String),
    /// A copy is damaged, and was not restored.
    #[error("{file} was not restored: it has {faults}; `safehouse house check {file}` lists them")]
    Damaged {
        /// The copy.
        file: String,
        /// How many faults it has, in words.
        faults: String,
    },
}

impl From<Locked> for KeeperFault {
    fn from(locked: Locked) -> KeeperFault {
        KeeperFault::Unwritable(locked.to_string())
    }
}

/// What came of a check.
#[derive(Debug)]
pub struct Checked {
    /// How much is in the file.
    pub contents: Contents,
    /// What is wrong with it, a line for each fault.
    pub faults: Vec<String>,
}

/// The file of the house in this folder.
pub fn house_file(folder: &Path) -> PathBuf {
    file_of(folder)
}

/// Copies the file of a house, open or not, as it is at this moment.
pub async fn backup(folder: &Path, to: &Path) -> Result<Contents, KeeperFault> {
    let from = file_of(folder);
    let mut file = open(&from).await?;
    let copied = file.copy(to).await;
    file.close().await;
    copied.map_err(|fault| match fault {
        CopyFault::Write(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
            KeeperFault::Unwritable(format!("{} is there already; choose another name", to.display()))
        }
        CopyFault::Write(e) => KeeperFault::Unwritable(format!("{}: cannot be written: {e}", to.display())),
        CopyFault::Store(StoreFault::Broken(why)) => {
            KeeperFault::Unwritable(format!("{} cannot be copied to {}: {why}", from.display(), to.display()))
        }
        CopyFault::Store(fault) => KeeperFault::Unreadable(format!("{}: {fault}", from.display())),
    })?;
    // What was written is read again: a copy that cannot be read is none.
    let mut copy = open(to).await?;
    let contents = copy.contents().await.map_err(|fault| unreadable(to, &fault));
    copy.close().await;
    contents
}

/// Checks the file of a house, open or not, or a copy of one.
pub async fn check(path: &Path) -> Result<Checked, KeeperFault> {
    let mut file = open(path).await?;
    let checked = look_through(&mut file).await.map_err(|fault| unreadable(path, &fault));
    file.close().await;
    checked
}

/// Puts a copy in the place of the file of a house, which must be closed. Gives what is in it, and where the file is kept
/// that was there before.
pub async fn restore(folder: &Path, from: &Path) -> Result<(Contents, Option<PathBuf>), KeeperFault> {
    let checked = check(from).await?;
    if !checked.faults.is_empty() {
        let faults = count(checked.faults.len() as u64, "fault");
        return Err(KeeperFault::Damaged { file: from.display().to_string(), faults });
    }
    let _lock = Lock::take(folder, "a house that is being restored")?;
    let old = put_in_place(from, folder)
        .await
        .map_err(|e| KeeperFault::Unwritable(format!("{}: cannot be written: {e}", folder.display())))?;
    Ok((checked.contents, old))
}

async fn open(path: &Path) -> Result<SqliteFile, KeeperFault> {
    SqliteFile::open(path).await.map_err(|fault| unreadable(path, &fault))
}

fn unreadable(path: &Path, fault: &StoreFault) -> KeeperFault {
    let why = match fault {
        StoreFault::Broken(why) => why.clone(),
        StoreFault::Stale => fault.to_string(),
    };
    KeeperFault::Unreadable(format!("{}: cannot be read: {why}", path.display()))
}

/// A number of things, in words.
pub fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

async fn look_through(file: &mut SqliteFile) -> Result<Checked, StoreFault> {
    let mut faults = file.faults().await?;
    let contents = file.contents().await?;
    for number in file.tables().await? {
        // A house that is open may have cleared it away meanwhile.
        let Some((row, choices)) = file.table(number).await? else { continue };
        if let Err(what) = play_again(&row, &choices) {
            let game = room(&row.game).map_or("unknown game", |room| room.info().id);
            faults.push(format!("table {number} ({game}): {what}"));
        }
    }
    Ok(Checked { contents, faults })
}

/// Plays a kept game again. What is wrong is said in words of our own: an error of whoever reads might quote what it read.
fn play_again(row: &TableRow, choices: &[String]) -> Result<(), String> {
    let room = room(&row.game).ok_or("this program has no such game")?;
    let doc: Doc = serde_json::from_str(&row.doc)
        .map_err(|e| format!("its description cannot be read from column {} on", e.column()))?;
    doc.seed.parse::<Seed>().map_err(|_| "its seed is not one")?;
    let mut sitting = Sitting::new(row.id.clone(), room, row.listed, doc);
    let dealt = if row.stage == Stage::Waiting { sitting.deal() } else { sitting.deal_again() };
    dealt.map_err(|trouble| match trouble {
        Trouble::Outdated(what) => format!("it cannot be played on by this program: it was {what}"),
        _ => "its cards cannot be dealt".to_owned(),
    })?;
    if row.stage == Stage::Waiting && !choices.is_empty() {
        return Err("it has choices, though its game has not begun".to_owned());
    }
    let table = sitting.table.as_mut().ok_or("its cards cannot be dealt")?;
    races::play_again(table.as_mut(), choices, |_| {})
        .map_err(|n| format!("choice {} of {} cannot be made", n + 1, choices.len()))?;
    if row.stage == Stage::Over && table.ending().is_none() {
        return Err("it is said to be over, and is not".to_owned());
    }
    Ok(())
}
