//! Files on disk: written whole or not at all.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use table::{Record, Seed};

use crate::fault::CliFault;

/// The ending of a record's file.
const ENDING: &str = "record";

/// A fresh seed of full strength, so that nobody can guess the deck from a hand.
pub(crate) fn fresh_seed() -> Result<Seed, CliFault> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|e| CliFault::Input(format!("the system's random number generator does not work: {e}")))?;
    Ok(Seed::from_bytes(bytes))
}

/// Where records go unless somebody says otherwise: `SAFEHOUSE_DATA`, or the usual place for a program's data.
pub(crate) fn folder() -> Result<PathBuf, CliFault> {
    if let Some(dir) = std::env::var_os("SAFEHOUSE_DATA").filter(|d| !d.is_empty()) {
        return Ok(PathBuf::from(dir));
    }
    directories::ProjectDirs::from("", "", "safehouse").map(|dirs| dirs.data_dir().to_owned()).ok_or_else(
        || {
            CliFault::Output(
                "no home folder was found for the records; set SAFEHOUSE_DATA to a folder, or use --record FILE".into(),
            )
        },
    )
}

/// A file for a new game that no other game has, not even one that starts at the same moment: it is there from now on.
pub(crate) fn new_file(game: &str) -> Result<PathBuf, CliFault> {
    let folder = folder()?;
    fs::create_dir_all(&folder)
        .map_err(|e| CliFault::Output(format!("{}: this folder cannot be created: {e}", folder.display())))?;
    for path in (1..100_000).map(|n| folder.join(format!("{game}-{n}.{ENDING}"))) {
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(CliFault::Output(format!("{}: cannot be written: {e}", path.display()))),
        }
    }
    Err(CliFault::Output(format!(
        "{}: there are too many records here; move some to another folder",
        folder.display()
    )))
}

/// A path as one would type it after a command.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// The unfinished game that was played last.
pub(crate) fn last_unfinished() -> Result<PathBuf, CliFault> {
    let folder = folder()?;
    let mut newest: Option<(SystemTime, PathBuf)> = None;
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let time = entry.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let open = path.extension().is_some_and(|e| e == ENDING) && read(&path).is_ok_and(|r| !r.over);
        if open && newest.as_ref().is_none_or(|(t, _)| time > *t) {
            newest = Some((time, path));
        }
    }
    newest.map(|(_, path)| path).ok_or_else(|| {
        CliFault::Usage(format!(
            "there is no unfinished game in {}; start one with: safehouse play GAME",
            folder.display()
        ))
    })
}

/// Reads a text, and says where it stops being one.
pub(crate) fn read_text(path: &Path) -> Result<String, CliFault> {
    let bytes = fs::read(path).map_err(|e| CliFault::read(path, &e))?;
    String::from_utf8(bytes).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
        CliFault::Input(format!("{}:{line}: this is not UTF-8 text", path.display()))
    })
}

/// Reads a record.
pub(crate) fn read(path: &Path) -> Result<Record, CliFault> {
    Record::parse(&read_text(path)?).map_err(|fault| CliFault::record(path, &fault))
}

/// Writes a record.
pub(crate) fn write(path: &Path, record: &Record) -> Result<(), CliFault> {
    write_whole(path, &record.to_text())
}

/// Writes a text beside its file and then puts it in its place: whatever happens, the old or the new one is there.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), CliFault> {
    let wrong = |e: std::io::Error| CliFault::Output(format!("{}: cannot be written: {e}", path.display()));
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(wrong)?;
    }
    // Through a link the file itself is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = path.with_added_extension(format!("{}.new", std::process::id()));
    let put = || {
        let mut file = File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    put().map_err(|e| {
        let _ = fs::remove_file(&beside);
        wrong(e)
    })
}
