//! The terminal: how wide, in colour or not, and lines of input.

use std::io::{self, BufRead, IsTerminal, Write};

use table::Brush;

use crate::fault::CliFault;

/// How standard output may be dressed: colour only on a terminal, and only if nobody objects.
pub(crate) fn brush() -> Brush {
    let asked_not = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
    let colour = io::stdout().is_terminal() && !asked_not && !dumb;
    let width = terminal_size::terminal_size().map_or(80, |(w, _)| usize::from(w.0));
    Brush { colour, width: width.clamp(40, 100) }
}

/// Writes to standard output at once.
pub(crate) fn say(text: impl AsRef<str>) -> Result<(), CliFault> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref().as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Pushes everything out of sight, so that the next at the keyboard cannot see it.
pub(crate) fn clear() -> Result<(), CliFault> {
    if io::stdout().is_terminal() { say("\x1b[2J\x1b[3J\x1b[H") } else { say("\n".repeat(60)) }
}

/// Asks for a line; `None` when there is no more input.
pub(crate) fn ask(prompt: &str) -> Result<Option<String>, CliFault> {
    say(prompt)?;
    read_line(&mut io::stdin().lock()).map_err(|e| CliFault::Input(format!("cannot read your answer: {e}")))
}

fn read_line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if from.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    // Whatever was typed, it is not worth failing over: odd bytes just match nothing.
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
