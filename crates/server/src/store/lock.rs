//! One house to a data folder. Two that write into the same file would each go by what it has in memory, and refuse what
//! the other has done.
//!
//! Whoever uses the folder holds a lock on `safehouse.lock` in it, and the file says who that is. The system lets go of
//! the lock when the process ends, however it ends: what is left of the file then blocks nobody.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::watch::now;

/// The name of the file.
const FILE: &str = "safehouse.lock";

/// A data folder that is ours, until this is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

/// Why a data folder cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum Locked {
    /// Somebody else has it.
    #[error("{folder} is used by {holder}; close it, or choose another folder with --data")]
    Taken {
        /// The folder.
        folder: String,
        /// Who has it, in words.
        holder: String,
    },
    /// The lock cannot be made.
    #[error("{folder}: {FILE} cannot be made: {why}")]
    Unusable {
        /// The folder.
        folder: String,
        /// What the system says.
        why: std::io::Error,
    },
}

impl Lock {
    /// Takes the folder, and makes it if it is not there. `work` says what for, while there is no address yet.
    pub fn take(folder: &Path, work: &str) -> Result<Lock, Locked> {
        let unusable = |why| Locked::Unusable { folder: folder.display().to_string(), why };
        super::sqlite::private_folder(folder).map_err(unusable)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let mut file = options.open(folder.join(FILE)).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {
                let mut lock = Lock { file };
                lock.say(work);
                Ok(lock)
            }
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                // Whoever holds it may be writing just now; then there is little to say.
                let _ = file.read_to_string(&mut text);
                Err(Locked::Taken { folder: folder.display().to_string(), holder: holder(&text) })
            }
            Err(TryLockError::Error(why)) => Err(unusable(why)),
        }
    }

    /// Says what is done with the folder, such as "the house at http://127.0.0.1:8037". On a full disk it stays unsaid: the
    /// lock holds all the same.
    pub fn say(&mut self, work: &str) {
        let text = format!("{work}\nprocess {}\nsince {}\n", std::process::id(), now());
        let mut write = || {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(text.as_bytes())
        };
        let _: std::io::Result<()> = write();
    }
}

/// Who holds a lock whose file has this text.
fn holder(text: &str) -> String {
    let mut lines = text.lines();
    let work = lines.next().filter(|work| !work.is_empty()).unwrap_or("another process");
    match lines.next().and_then(|line| line.strip_prefix("process ")) {
        Some(process) => format!("{work} (process {process})"),
        None => work.to_owned(),
    }
}
