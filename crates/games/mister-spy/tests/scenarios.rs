//! Every scenario of the game, and the rules page in step with them and with the code.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::path::Path;

use mister_spy::{MisterSpy, RULES};
use table::scenario::Scenario;
use table::{GameOf, Rule};

fn folder(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let name = |p: &Path| p.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|p| (name(p), std::fs::read_to_string(p).unwrap())).collect()
}

#[test]
fn every_scenario_goes_as_written() {
    let game = GameOf::<MisterSpy>::new();
    let mut faults = Vec::new();
    let files = folder("scenarios");
    for (file, text) in &files {
        if let Err(d) = Scenario::parse(text).and_then(|s| s.run(&game)) {
            faults.push(format!("{file}:{}: {d}", d.line));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(files.len() > 30, "the scenarios are gone");
}

#[test]
fn rules_code_and_scenarios_are_in_step() {
    let scenarios: Vec<(String, Vec<Rule>)> = folder("scenarios")
        .into_iter()
        .filter_map(|(file, text)| Some((file, Scenario::parse(&text).ok()?.rules)))
        .collect();
    let sources = folder("src");
    let sources: Vec<&str> = sources.iter().map(|(_, text)| text.as_str()).collect();
    if let Err(faults) = table::laws::rules_in_step(RULES, &sources, &scenarios) {
        panic!("\n{faults}");
    }
}
