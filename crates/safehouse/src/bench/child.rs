//! The house that is measured: a process of its own, so that its memory and its work can be told from ours.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::fault::CliFault;

/// A running house; killed when it is dropped, which costs it nothing that it has answered.
pub(super) struct Child {
    process: std::process::Child,
    pub(super) address: SocketAddr,
    /// When it was started.
    pub(super) born: Instant,
}

impl Child {
    /// Starts this very program as a server of this folder.
    pub(super) fn start(data: &Path) -> Result<Child, CliFault> {
        let cannot =
            |e: &dyn std::fmt::Display| CliFault::Output(format!("the house cannot be started: {e}"));
        let program = std::env::current_exe().map_err(|e| cannot(&e))?;
        let mut command = Command::new(program);
        command.args(["serve", "--address", "127.0.0.1:0", "--no-pauses", "--no-limits", "--log", "off"]);
        command.arg("--data").arg(data).stdin(Stdio::null()).stdout(Stdio::piped());
        let born = Instant::now();
        let mut process = command.spawn().map_err(|e| cannot(&e))?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            let _ = BufReader::new(out).read_line(&mut line);
        }
        let address = line.trim().rsplit("http://").next().and_then(|address| address.parse().ok());
        let mut child = Child { process, address: SocketAddr::from(([127, 0, 0, 1], 0)), born };
        child.address = address.ok_or_else(|| cannot(&"it does not say where it is"))?;
        Ok(child)
    }

    /// Its memory in bytes, as far as the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
    }

    /// How many seconds its threads have worked so far, together.
    pub(super) fn worked(&self) -> Option<f64> {
        worked(&self.process.id().to_string())
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// How many seconds the threads of this program have worked so far.
pub(super) fn worked_here() -> Option<f64> {
    worked("self")
}

fn worked(process: &str) -> Option<f64> {
    /// What Linux counts the work of processes in, on every machine this is likely to run on.
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program comes second, in brackets, and may have anything in it.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / TICKS_A_SECOND)
}
