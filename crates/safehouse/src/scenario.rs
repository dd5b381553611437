//! `safehouse scenario`: plays scenario files and says what differs.

use std::path::{Path, PathBuf};

use table::scenario::Scenario;

use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::store;
use crate::terminal::say;

/// The ending that marks a scenario file in a folder.
const ENDING: &str = "scenario";

pub(crate) fn run(args: &cli::Scenario) -> Result<(), CliFault> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, true, &mut files)?;
    }
    let (mut bad, mut unreadable) = (0, false);
    for file in &files {
        match check(file) {
            Ok(title) if !args.quiet => say(format!("ok       {}  {title}\n", file.display()))?,
            Ok(_) => {}
            Err(trouble) => {
                bad += 1;
                unreadable |= trouble.code() != 1;
                say(format!("{} {trouble}\n", if trouble.code() == 1 { "differs " } else { "invalid " }))?;
            }
        }
    }
    let n = files.len();
    if bad == 0 {
        let summary = match n {
            1 => "1 scenario went as written\n".to_owned(),
            n => format!("all {n} scenarios went as written\n"),
        };
        return if args.quiet { Ok(()) } else { say(summary) };
    }
    let summary = format!("{bad} of {n} scenarios did not go as written");
    Err(if unreadable { CliFault::Input(summary) } else { CliFault::Differs(summary) })
}

/// The files meant by a path: itself, or all scenarios below a folder.
fn collect(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<(), CliFault> {
    // A link inside a folder may lead back into it: only a folder that was named is followed through one.
    if !named && path.is_symlink() && path.is_dir() {
        return Ok(());
    }
    if !path.is_dir() {
        if named || path.extension().is_some_and(|e| e == ENDING) {
            files.push(path.to_owned());
        }
        return Ok(());
    }
    let entries = std::fs::read_dir(path)
        .and_then(|dir| dir.map(|e| e.map(|e| e.path())).collect::<Result<Vec<_>, _>>());
    let mut entries = entries.map_err(|e| CliFault::read(path, &e))?;
    entries.sort();
    let before = files.len();
    for entry in &entries {
        collect(entry, false, files)?;
    }
    if named && files.len() == before {
        return Err(CliFault::Input(format!(
            "{}: there is no file in this folder that ends in .{ENDING}",
            path.display()
        )));
    }
    Ok(())
}

fn check(file: &Path) -> Result<String, CliFault> {
    let text = store::read_text(file)?;
    let scenario = Scenario::parse(&text).map_err(|d| CliFault::scenario(file, &d))?;
    let room = house::find(&scenario.game).map_err(|trouble| {
        let line = text.lines().position(|l| l.trim_start().starts_with("game")).map_or(1, |i| i + 1);
        CliFault::Input(format!("{}:{line}: {trouble}", file.display()))
    })?;
    scenario.run(room).map_err(|d| CliFault::scenario(file, &d))?;
    Ok(scenario.title)
}
