//! Shell completions and manual pages, made from the command line's own description.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::fault::CliFault;
use crate::terminal::say;

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<(), CliFault> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "safehouse", &mut text);
    say(String::from_utf8_lossy(&text))
}

pub(crate) fn man(into: Option<&Path>) -> Result<(), CliFault> {
    let Some(folder) = into else {
        let mut text = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut text)?;
        return say(String::from_utf8_lossy(&text));
    };
    let wrong = |e: std::io::Error| CliFault::Output(format!("{}: cannot be written: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(wrong)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(wrong)
}
