//! `docs/add-a-game.md` shows scenarios and commands for the template game: they run as printed.

use std::path::{Path, PathBuf};
use std::process::Command;

use high_card::HighCard;
use table::GameOf;
use table::scenario::Scenario;

const PAGE: &str = include_str!("../../../docs/add-a-game.md");

/// The fenced blocks of the page.
fn blocks() -> Vec<&'static str> {
    let fenced = PAGE.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).map(|(_, inside)| inside).collect()
}

#[test]
fn the_scenarios_of_the_page_go_as_written() {
    let written: Vec<&str> = blocks().into_iter().filter(|block| block.starts_with("+++")).collect();
    assert_eq!(written.len(), 2, "a scenario and a lesson");
    for text in written {
        let scenario =
            Scenario::parse(text).unwrap_or_else(|wrong| panic!("line {}: {wrong}\n{text}", wrong.line));
        if let Err(differs) = scenario.run(&GameOf::<HighCard>::new()) {
            panic!("line {}: {differs}\n{text}", differs.line);
        }
    }
}

/// A copy of what the workspace is made of, but for what was built, in a folder that goes when the test ends.
struct Workspace(PathBuf);

impl Workspace {
    fn new() -> Workspace {
        // Always the same folder, so that what is built for it is used again the next time.
        let copy = Workspace(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("add-a-game"));
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
        copy
    }

    /// Runs lines of a shell in the folder, with what is built already.
    fn shell(&self, lines: &str) {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
        let done = Command::new("sh")
            .args(["-e", "-c", lines])
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_NET_OFFLINE", "true")
            .env("INSTA_UPDATE", "always")
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{lines}\n{said}\n{}", String::from_utf8_lossy(&done.stdout));
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn copy_all(from: &Path, to: &Path) {
    if !from.is_dir() {
        std::fs::create_dir_all(to.parent().expect("a folder above")).expect("a folder");
        std::fs::copy(from, to).unwrap_or_else(|e| panic!("{}: {e}", from.display()));
        return;
    }
    for entry in std::fs::read_dir(from).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        if name != "target" && name != "node_modules" {
            copy_all(&from.join(&name), &to.join(&name));
        }
    }
}

/// Types the first block of the page, and puts the playthrough of chapter 9 beside it.
#[test]
fn the_template_is_copied_as_printed() {
    let copy = Workspace::new();
    let commands = blocks()[0];
    assert!(commands.starts_with("cp -r examples/high-card "), "{commands}");
    // The playthrough is tested in the same run: a second one would build everything again.
    let golden = blocks().into_iter().find(|block| block.contains("assert_snapshot")).expect("a playthrough");
    let (change, test) = commands.split_once("cargo fmt").expect("the tests come last");
    copy.shell(change);
    let game = copy.0.join("crates/games/my-game");
    std::fs::write(game.join("tests/golden.rs"), format!("//! A whole game.\n\n{golden}\n")).expect("a test");
    let manifest = std::fs::read_to_string(game.join("Cargo.toml")).expect("a manifest");
    let with_insta =
        manifest.replacen("[dev-dependencies]\n", "[dev-dependencies]\ninsta.workspace = true\n", 1);
    std::fs::write(game.join("Cargo.toml"), with_insta).expect("a manifest");
    copy.shell(&format!("cd crates/games/my-game\ncargo fmt{test}"));
    let written = std::fs::read_dir(game.join("tests/snapshots")).expect("a playthrough").count();
    assert_eq!(written, 1);
}
