//! What can go wrong, in one line, and the exit code that says it.

use std::io;
use std::path::Path;

use table::Fault;
use table::record::RecordFault;
use table::scenario::Differs;

/// Why the program stops before its work is done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliFault {
    /// Something was checked and is not as it should be. Exit code 1.
    #[error("{0}")]
    Differs(String),
    /// The command line asks for something that does not exist. Exit code 2, as for every mistake on the command line.
    #[error("{0}")]
    Usage(String),
    /// A file or a line of input cannot be used. Exit code 3.
    #[error("{0}")]
    Input(String),
    /// Something cannot be written. Exit code 4.
    #[error("{0}")]
    Output(String),
    /// Ctrl-C. Exit code 130.
    #[error("{0}")]
    Interrupted(String),
    /// Whoever read our output has gone. Exit code 141, as if by the signal for it.
    #[error("{}", .0.as_deref().unwrap_or("the program reading the output has closed it"))]
    ClosedPipe(Option<String>),
}

impl CliFault {
    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            CliFault::Differs(_) => 1,
            CliFault::Usage(_) => 2,
            CliFault::Input(_) => 3,
            CliFault::Output(_) => 4,
            CliFault::Interrupted(_) => 130,
            CliFault::ClosedPipe(_) => 141,
        }
    }

    /// A closed pipe after reading matter, such as a rules page cut short by `head`, is nothing to complain about.
    pub(crate) fn worth_telling(&self) -> bool {
        !matches!(self, CliFault::ClosedPipe(None))
    }

    /// The same trouble; if it is a closed pipe, with a word about what that means here.
    pub(crate) fn or_closed(self, what: &str) -> CliFault {
        match self {
            CliFault::ClosedPipe(_) => CliFault::ClosedPipe(Some(what.to_owned())),
            other => other,
        }
    }

    /// A file that could not be read.
    pub(crate) fn read(path: &Path, e: &io::Error) -> CliFault {
        CliFault::Input(format!("{}: cannot be read: {e}", path.display()))
    }

    /// A record that cannot be used.
    pub(crate) fn record(path: &Path, fault: &RecordFault) -> CliFault {
        CliFault::Input(format!("{}:{}: {fault}", path.display(), fault.line))
    }

    /// A scenario that is unreadable or goes otherwise.
    pub(crate) fn scenario(path: &Path, differs: &Differs) -> CliFault {
        let line = format!("{}:{}: {differs}", path.display(), differs.line);
        if differs.unreadable { CliFault::Input(line) } else { CliFault::Differs(line) }
    }
}

impl From<io::Error> for CliFault {
    fn from(e: io::Error) -> CliFault {
        match e.kind() {
            io::ErrorKind::BrokenPipe => CliFault::ClosedPipe(None),
            _ => CliFault::Output(format!("cannot write: {e}")),
        }
    }
}

impl From<Fault> for CliFault {
    fn from(fault: Fault) -> CliFault {
        CliFault::Usage(fault.what)
    }
}
