//! The game keeps the laws of the house, its scenarios go as written, and rules page, code and scenarios are in step.

use std::fs::DirEntry;
use std::path::Path;

use high_card::{HighCard, RULES, Setup};
use table::laws::{Budget, rules_in_step, uphold};
use table::scenario::Scenario;
use table::{GameOf, Rule};

#[test]
fn the_laws_hold() {
    let setups: Vec<Setup> = (2..=4).map(|seats| Setup { seats }).collect();
    if let Err(broken) = uphold::<HighCard>(&setups, Budget::QUICK) {
        panic!("{broken}");
    }
}

/// The files of a folder of this crate, each with its name.
fn folder(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let files = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let read = |file: DirEntry| {
        let text = std::fs::read_to_string(file.path()).expect("the file is a text");
        (file.file_name().to_string_lossy().into_owned(), text)
    };
    let mut files: Vec<(String, String)> = files.map(read).collect();
    files.sort();
    files
}

#[test]
fn every_scenario_goes_as_written() {
    let game = GameOf::<HighCard>::new();
    for (file, text) in folder("scenarios") {
        if let Err(differs) = Scenario::parse(&text).and_then(|scenario| scenario.run(&game)) {
            panic!("{file}:{}: {differs}", differs.line);
        }
    }
}

#[test]
fn rules_code_and_scenarios_are_in_step() {
    let rules_of = |text: &str| Scenario::parse(text).unwrap().rules;
    let scenarios: Vec<(String, Vec<Rule>)> =
        folder("scenarios").into_iter().map(|(file, text)| (file, rules_of(&text))).collect();
    let sources = folder("src");
    let sources: Vec<&str> = sources.iter().map(|(_, text)| text.as_str()).collect();
    if let Err(faults) = rules_in_step(RULES, &sources, &scenarios) {
        panic!("\n{faults}");
    }
}
