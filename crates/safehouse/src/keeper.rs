//! `safehouse house`: copy, check and restore what a house keeps.

use std::path::{Path, PathBuf};

use server::keeper::{self, KeeperFault, count};
use server::store::Contents;

use crate::cli;
use crate::fault::CliFault;
use crate::store;
use crate::terminal::say;

/// Where a house keeps everything, unless somebody says otherwise.
pub(crate) fn data_folder(named: Option<PathBuf>) -> Result<PathBuf, CliFault> {
    named.map_or_else(|| Ok(store::folder()?.join("house")), Ok)
}

pub(crate) fn run(args: cli::House) -> Result<(), CliFault> {
    let data = data_folder(args.data)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| CliFault::Output(format!("cannot start: {e}")))?;
    runtime.block_on(async {
        match args.what {
            cli::HouseDo::Backup { file } => backup(&data, &file).await,
            cli::HouseDo::Restore { file } => restore(&data, &file).await,
            cli::HouseDo::Check { file } => check(&file.unwrap_or_else(|| keeper::house_file(&data))).await,
        }
    })
}

async fn backup(data: &Path, file: &Path) -> Result<(), CliFault> {
    let contents = keeper::backup(data, file).await?;
    let size = std::fs::metadata(file).map_or(0, |file| file.len());
    say(format!("{}: copied to {} ({} KB).\n", words(contents), file.display(), size.div_ceil(1000)))
}

async fn restore(data: &Path, file: &Path) -> Result<(), CliFault> {
    let (contents, old) = keeper::restore(data, file).await?;
    say(format!("{}: restored to {}.\n", words(contents), data.display()))?;
    match old {
        Some(old) => say(format!("What was there before is kept as {}.\n", old.display())),
        None => Ok(()),
    }
}

async fn check(file: &Path) -> Result<(), CliFault> {
    let checked = keeper::check(file).await?;
    if checked.faults.is_empty() {
        return say(format!("{}: every game can be played on.\n", words(checked.contents)));
    }
    for fault in &checked.faults {
        say(format!("{fault}\n"))?;
    }
    let faults = count(checked.faults.len() as u64, "fault");
    Err(CliFault::Differs(format!("{} has {faults}", file.display())))
}

/// How much there is.
fn words(contents: Contents) -> String {
    let Contents { tables, choices, guests } = contents;
    format!("{}, {}, {}", count(tables, "table"), count(choices, "choice"), count(guests, "guest"))
}

impl From<KeeperFault> for CliFault {
    fn from(fault: KeeperFault) -> CliFault {
        match fault {
            KeeperFault::Unreadable(why) => CliFault::Input(why),
            KeeperFault::Unwritable(why) => CliFault::Output(why),
            fault @ KeeperFault::Damaged { .. } => CliFault::Differs(fault.to_string()),
        }
    }
}
