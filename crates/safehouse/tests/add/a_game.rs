//! `docs/add-a-game.md` shows scenarios and commands for the template game: they run as printed.

use std::path::Path;

use high_card::HighCard;
use table::GameOf;
use table::scenario::Scenario;

use crate::workspace::{Workspace, blocks};

const PAGE: &str = include_str!("../../../../docs/add-a-game.md");

#[test]
fn the_scenarios_of_the_page_go_as_written() {
    let written: Vec<&str> = blocks(PAGE).into_iter().filter(|block| block.starts_with("+++")).collect();
    assert_eq!(written.len(), 2, "a scenario and a lesson");
    for text in written {
        let scenario =
            Scenario::parse(text).unwrap_or_else(|wrong| panic!("line {}: {wrong}\n{text}", wrong.line));
        if let Err(differs) = scenario.run(&GameOf::<HighCard>::new()) {
            panic!("line {}: {differs}\n{text}", differs.line);
        }
    }
}

/// What a game takes is counted on the page about words, beside a card and a word.
#[test]
fn the_template_is_as_long_as_the_page_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/high-card");
    let lines = |path: &Path| std::fs::read_to_string(path).expect("a file").lines().count();
    let scenarios = std::fs::read_dir(folder.join("scenarios")).expect("a folder");
    let scenarios: usize = scenarios.map(|entry| lines(&entry.expect("a file").path())).sum();
    let (code, rules) = (lines(&folder.join("src/lib.rs")), lines(&folder.join("RULES.md")));
    let takes = format!("| {code} of code for High Card, {rules} of rules, {scenarios} of scenarios |");
    assert!(include_str!("../../../../docs/add-a-word.md").contains(&takes), "{takes}");
}

/// Types the first block of the page, and puts the playthrough of chapter 9 beside it.
#[test]
fn the_template_is_copied_as_printed() {
    let copy = Workspace::new();
    let commands = blocks(PAGE)[0];
    assert!(commands.starts_with("cp -r examples/high-card "), "{commands}");
    // The playthrough is tested in the same run: a second one would build everything again.
    let golden =
        blocks(PAGE).into_iter().find(|block| block.contains("assert_snapshot")).expect("a playthrough");
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
