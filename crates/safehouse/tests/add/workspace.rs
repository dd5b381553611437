//! A copy of the workspace to try things in.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The fenced blocks of a page.
pub(crate) fn blocks(page: &str) -> Vec<&str> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).map(|(_, inside)| inside).collect()
}

/// A copy of what the workspace is made of, but for what was built.
pub(crate) struct Workspace(
    pub(crate) PathBuf,
    #[expect(dead_code, reason = "one at a time")] MutexGuard<'static, ()>,
);

static ONE: Mutex<()> = Mutex::new(());

impl Workspace {
    pub(crate) fn new() -> Workspace {
        let alone = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        // Always the same folder, so that what is built for it is used again the next time.
        let copy = Workspace(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("add"), alone);
        std::fs::create_dir_all(&copy.0).expect("a folder");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for name in [
            "Cargo.toml",
            "Cargo.lock",
            "clippy.toml",
            "rustfmt.toml",
            "crates",
            "examples",
            "benches",
            "docs",
        ] {
            copy_all(&from.join(name), &copy.0.join(name));
        }
        // Another version: what is built of the copy does not take the place of what is built of the workspace, and what others
        // wrote is still built once for both.
        let manifest = copy.0.join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("a manifest");
        let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(text.contains(&version), "the manifest of the workspace has no {version}");
        std::fs::write(manifest, text.replacen(&version, "version = \"0.0.1\"", 1)).expect("a manifest");
        copy
    }

    /// Runs lines of a shell in the folder, with what is built already, and says what they print.
    pub(crate) fn shell(&self, lines: &str) -> String {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
        let _kept = Kept::new();
        let done = Command::new("sh")
            .args(["-e", "-c", lines])
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_NET_OFFLINE", "true")
            .env("INSTA_UPDATE", "always")
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&done.stderr);
        let out = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success(), "{lines}\n{said}\n{out}");
        out
    }
}

/// The program that the other tests run. What is built of the copy would take its place: it is kept aside and put back.
struct Kept(PathBuf);

const PROGRAM: &str = env!("CARGO_BIN_EXE_safehouse");

impl Kept {
    fn new() -> Kept {
        let aside = PathBuf::from(format!("{PROGRAM}.kept"));
        std::fs::rename(PROGRAM, &aside).expect("the program is there");
        Kept(aside)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        std::fs::rename(&self.0, PROGRAM).expect("the program is put back");
    }
}

/// Makes a folder like another one. What is the same already is not touched, so that it is not built again.
fn copy_all(from: &Path, to: &Path) {
    if !from.is_dir() {
        let text = std::fs::read(from).unwrap_or_else(|e| panic!("{}: {e}", from.display()));
        if std::fs::read(to).ok().as_ref() != Some(&text) {
            std::fs::write(to, text).unwrap_or_else(|e| panic!("{}: {e}", to.display()));
        }
        return;
    }
    std::fs::create_dir_all(to).expect("a folder");
    let names = |folder: &Path| -> Vec<OsString> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names.filter(|name| name != "target" && name != "node_modules").collect()
    };
    let here = names(from);
    for gone in names(to).into_iter().filter(|name| !here.contains(name)) {
        let path = to.join(gone);
        let removed =
            if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        removed.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    for name in here {
        copy_all(&from.join(&name), &to.join(&name));
    }
}
