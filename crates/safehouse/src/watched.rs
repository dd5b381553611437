//! Long work with many games: a progress bar for whoever looks, and Ctrl-C to stop it.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use bots::Watch;
use indicatif::{ProgressBar, ProgressStyle};

use crate::fault::CliFault;

/// Does the work, of so many games with so many done before. Ctrl-C stops it through the watch.
pub(crate) fn watched<T>(games: u64, done: u64, work: impl FnOnce(&Watch) -> T) -> Result<T, CliFault> {
    let watch = Arc::new(Watch::default());
    let stopper = Arc::clone(&watch);
    ctrlc::set_handler(move || stopper.stop.store(true, Ordering::Relaxed))
        .map_err(|e| CliFault::Output(format!("cannot watch for Ctrl-C: {e}")))?;
    Ok(std::thread::scope(|scope| {
        let show = std::io::stderr().is_terminal().then(|| bar(games, done));
        let (over, finished) = mpsc::channel::<()>();
        if let Some(bar) = show {
            let watch = &watch;
            scope.spawn(move || {
                while finished.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                    bar.set_position(watch.done.load(Ordering::Relaxed));
                }
                bar.finish_and_clear();
            });
        }
        let result = work(&watch);
        drop(over);
        result
    }))
}

fn bar(games: u64, done: u64) -> ProgressBar {
    let bar = ProgressBar::new(games).with_position(done);
    let style = "{bar:30} {human_pos} of {human_len} games, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()));
    // What was done before tells nothing about how long the rest will take.
    bar.reset_eta();
    bar
}
