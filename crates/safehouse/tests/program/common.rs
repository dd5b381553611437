//! What every test of the program needs: a scratch folder, and a way to run it that never waits for ever.

use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// No command of these tests takes a second; whatever takes this long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// For a moment a program that starts holds every open pipe of this one. Whoever starts a program, or closes a pipe and
/// wants it closed at once, does so while holding this.
pub(crate) fn one_at_a_time() -> MutexGuard<'static, ()> {
    static STARTING: Mutex<()> = Mutex::new(());
    STARTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder of its own for one test: gone when the test is over.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("scratch-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).expect("a scratch folder");
        Scratch(folder)
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The files in a folder of the folder, by name.
    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).into_iter().flatten();
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.map(|e| e.file_name());
        let names = entries.map(|e| name(e).expect("an entry of the folder"));
        let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The program, in this folder, with its data in `data` and nothing taken from the machine's own settings.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_safehouse"));
        command.args(args).current_dir(&self.0).env("SAFEHOUSE_DATA", self.path("data"));
        command.env_remove("NO_COLOR").env_remove("COLUMNS").env_remove("RUST_BACKTRACE");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts the program.
    pub(crate) fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        let _alone = one_at_a_time();
        command.spawn().expect("the program starts")
    }

    /// Runs the program to its end with this input.
    pub(crate) fn run(&self, args: &[&str], input: impl AsRef<[u8]>) -> Done {
        let mut child = self.start(args);
        let mut stdin = child.stdin.take().expect("a pipe to the program");
        let input = input.as_ref().to_vec();
        // The program may leave before it has read everything.
        let feed = thread::spawn(move || drop(stdin.write_all(&input)));
        let out = gather(child.stdout.take());
        let err = gather(child.stderr.take());
        let code = finish(&mut child);
        feed.join().expect("the input was fed");
        let text = |t: JoinHandle<Vec<u8>>| String::from_utf8(t.join().expect("the output was read"));
        Done { code, out: text(out).expect("output in UTF-8"), err: text(err).expect("messages in UTF-8") }
    }
}

impl Scratch {
    /// Runs a scenario that differs in one place from a good one; it must be called invalid, in this line, with these
    /// words.
    #[track_caller]
    pub(crate) fn invalid(&self, good: &str, from: &str, to: &str, line: usize, says: &str) {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{from}");
        std::fs::write(self.path("bad.scenario"), text).expect("the file can be written");
        let done = self.run(&["scenario", "bad.scenario"], "");
        done.calm();
        assert_eq!(done.code, Some(3), "{to}: {done:?}");
        assert_eq!(done.out.matches('\n').count(), 1, "one line, please: {done:?}");
        assert!(done.out.starts_with(&format!("invalid  bad.scenario:{line}: ")), "{to}: {done:?}");
        assert!(done.out.contains(says), "'{says}' is not in {done:?}");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Done {
    /// The exit code; none if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Done {
    /// There is no sign of an accident inside the program.
    #[track_caller]
    pub(crate) fn calm(&self) {
        for word in ["panicked", "RUST_BACKTRACE", "src/"] {
            assert!(!self.err.contains(word) && !self.out.contains(word), "{word}: {self:?}");
        }
    }
}

/// Waits for the end of the program, but not for ever.
pub(crate) fn finish(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn gather(from: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            from.read_to_end(&mut bytes).expect("the output can be read");
        }
        bytes
    })
}
