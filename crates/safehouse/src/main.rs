//! Safehouse: out-of-print card games, played for real.
//!
//! This crate is the program: it reads the command line, finds the game in [`house`], and hands over to the module
//! of the command. Whatever goes wrong comes back as one line and an exit code, see [`trouble`].

mod arena;
mod bench;
mod cards;
mod cli;
mod drive;
mod fault;
mod hints;
mod house;
mod keeper;
mod lookup;
mod papers;
mod play;
mod replay;
mod rules;
mod scenario;
mod serve;
mod sim;
mod store;
mod terminal;
mod watched;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::fault::CliFault;

/// A page is made of many small texts that are soon thrown away: this allocator is much quicker with them than most
/// systems' own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = cli
        .cards
        .as_deref()
        .map_or(Ok(()), cards::add)
        .and_then(|()| run(cli.command.unwrap_or(Command::Serve(cli::Serve::default()))));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            if trouble.worth_telling() {
                complain(&trouble.to_string());
            }
            ExitCode::from(trouble.code())
        }
    }
}

/// One line on standard error, if anybody is there to read it. What it quotes may come from any file, so it is made
/// printable and not too long.
fn complain(what: &str) {
    use std::io::Write as _;
    let plain: String = what.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let short: String = plain.chars().take(600).collect();
    let dots = if short.len() < plain.len() { " ..." } else { "" };
    let _ = writeln!(std::io::stderr(), "safehouse: {short}{dots}");
}

fn run(command: Command) -> Result<(), CliFault> {
    match command {
        Command::Serve(args) => serve::run(args),
        Command::House(args) => keeper::run(args),
        Command::Games => rules::games(),
        Command::Play(args) => play::run(args),
        Command::Sim(args) => sim::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Scenario(args) => scenario::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Cards(args) => cards::run(&args),
        Command::Decks(args) => cards::decks(&args),
        Command::Drive => drive::run(),
        Command::Bench(args) => bench::run(&args),
        Command::Completions { shell } => papers::completions(shell),
        Command::Man { into } => papers::man(into.as_deref()),
    }
}
