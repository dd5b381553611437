//! `safehouse arena`: bots against bots, until it is clear who is better, with a report to look at.
//!
//! Progress is saved in the report's folder all the time, so that an interrupted run is resumed by the same command.

mod plots;
mod report;
mod words;

use std::fs;
use std::path::Path;

use bots::arena::{Contender, Settings, State};
use table::Fault;

use crate::cli;
use crate::fault::CliFault;
use crate::house;
use crate::store::{quoted, write_whole};
use crate::terminal::{brush, say};
use crate::watched::watched;

/// The file of a run in its folder.
const KEPT: &str = "arena.json";

pub(crate) fn run(args: &cli::Arena) -> Result<(), CliFault> {
    let room = house::find(&args.game)?;
    let info = room.info();
    let mut bots = args.bots.clone();
    for vow in &args.restrict {
        if !room.vows().iter().any(|(name, _)| name == vow) {
            let names: Vec<&str> = room.vows().iter().map(|(name, _)| *name).collect();
            return Err(CliFault::Usage(format!(
                "--restrict {vow}: {} has no such restriction; the restrictions are: {}",
                info.id,
                names.join(", ")
            )));
        }
        bots.extend(args.bots.iter().map(|bot| bot.sworn(vow)));
    }
    let settings = Settings {
        game: info.id.to_owned(),
        edition: room.edition().to_string(),
        bots: bots.iter().map(Contender::to_string).collect(),
        seats: args.seats.clone().map_or_else(|| vec![cli::usual_seats(info)], |seats| seats.0),
        games: args.games,
        seed: args.seed.to_string(),
        options: cli::options(info, &args.options, &args.deck)?,
        gauntlet: args.gauntlet,
        better: args.better,
    };
    if let Some(folder) = &args.report {
        fs::create_dir_all(folder).map_err(|e| {
            CliFault::Output(format!("{}: cannot create this folder for the report: {e}", folder.display()))
        })?;
    }
    let file = args.report.as_ref().map(|folder| folder.join(KEPT));
    let state = match &file {
        Some(file) => taken_up(file, settings)?,
        None => State::new(settings),
    };
    let state = play(room, state, args.threads, file.as_deref())?;
    say(words::summary(&state, brush()))?;
    if let Some(folder) = &args.report {
        report::write(folder, &state, &command_line())?;
        say(format!("\nreport: {}\n", folder.join(report::PAGE).display()))?;
    }
    if !state.is_through() {
        let go_on = match &file {
            Some(_) => "the same command resumes it",
            None => "with --report DIR it could be resumed",
        };
        return Err(CliFault::Interrupted(format!(
            "stopped after {} of {} games; {go_on}",
            state.done,
            state.games()
        )));
    }
    Ok(())
}

/// What was typed to get here.
fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(Path::new(&word)));
    std::iter::once("safehouse".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A run that was begun before, or a new one.
fn taken_up(file: &Path, settings: Settings) -> Result<State, CliFault> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(State::new(settings)),
        Err(e) => return Err(CliFault::read(file, &e)),
    };
    let state: State = serde_json::from_str(&text).map_err(|e| {
        CliFault::Input(format!("{}: this is not the state of an arena run: {e}", file.display()))
    })?;
    match state.settings.differs(&settings) {
        None => Ok(state),
        Some(what) => Err(CliFault::Usage(format!(
            "{} belongs to another run ({what}); choose another folder, or remove that file",
            file.display()
        ))),
    }
}

fn play(room: &dyn bots::Room, state: State, threads: usize, file: Option<&Path>) -> Result<State, CliFault> {
    if state.is_through() {
        return Ok(state);
    }
    let mut unwritten = false;
    let mut keep = |state: &State| -> Result<(), Fault> {
        let Some(file) = file else { return Ok(()) };
        let text = serde_json::to_string(state).map_err(|e| Fault::new(e.to_string()))?;
        write_whole(file, &text).map_err(|trouble| {
            unwritten = true;
            Fault::new(trouble.to_string())
        })
    };
    let played = watched(state.games(), state.done, |watch| room.arena(state, threads, watch, &mut keep))?;
    played.map_err(|fault| if unwritten { CliFault::Output(fault.what) } else { CliFault::from(fault) })
}
