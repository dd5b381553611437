//! What stands in a game's folder: scenarios that go as written, and a rules page in step with them and the code.

use std::path::Path;

use table::scenario::Scenario;
use table::{AnyGame, Game, GameOf, Rule, Rules, Words};

/// A file's name and its text.
type Text = (String, String);

/// Plays every file in the folder `scenarios` of a game's crate.
///
/// # Panics
///
/// With a line for each that differs, or if there are fewer than `at_least`: a folder that moved away proves nothing.
#[track_caller]
pub fn scenarios<G: Words>(crate_dir: &str, at_least: usize) {
    let faults = differing(&GameOf::<G>::new(), &read(crate_dir, "scenarios"), at_least);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Plays every file in the folder `lessons` of a game's crate, and asks that each is a lesson which says something before
/// every choice and at its end, and cites no rule that the page does not have.
///
/// # Panics
///
/// With a line for each that differs, or if there is none.
#[track_caller]
pub fn lessons<G: Words>(crate_dir: &str) {
    let files = read(crate_dir, "lessons");
    let mut faults = differing(&GameOf::<G>::new(), &files, 1);
    let rules = Rules::parse(G::info().rules).unwrap_or_default();
    faults.extend(files.iter().flat_map(|(file, text)| ill_taught(&rules, file, text)));
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What a lesson does badly.
fn ill_taught(rules: &Rules, file: &str, text: &str) -> Vec<String> {
    let Some(lesson) = Scenario::parse(text).ok().and_then(|scenario| scenario.to_lesson()) else {
        return vec![format!("{file}: its front matter has no 'lesson = SEAT'")];
    };
    let mute = lesson.steps.iter().position(|step| step.words.is_empty());
    let mute = mute.map(|step| format!("{file}: it says nothing before choice {} of the learner", step + 1));
    let end = lesson.end.is_empty().then(|| format!("{file}: it says nothing at its end"));
    let wrong = lesson.cited().into_iter().filter(|&rule| rules.get(rule).is_none());
    let wrong = wrong.map(|rule| format!("{file}: it cites rule {rule}, which the page does not have"));
    mute.into_iter().chain(end).chain(wrong).collect()
}

/// Compares the rules page of a game with its code, `src/*.rs`, and its scenarios: see
/// [`rules_in_step`](table::laws::rules_in_step).
///
/// # Panics
///
/// With a line for each rule that is missing somewhere, and for each that is cited and does not exist.
#[track_caller]
pub fn in_step<G: Game>(crate_dir: &str) {
    let mut sources = read(crate_dir, "src");
    sources.retain(|(file, _)| file.ends_with(".rs"));
    if let Err(faults) = out_of_step(G::info().rules, &sources, &read(crate_dir, "scenarios")) {
        panic!("\n{faults}");
    }
}

/// The files of a folder, in the order of their names. Folders within it are left out.
#[track_caller]
pub(crate) fn read(crate_dir: &str, folder: &str) -> Vec<Text> {
    let folder = Path::new(crate_dir).join(folder);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.flatten(),
        Err(e) => panic!("cannot read {}: {e}", folder.display()),
    };
    let mut files: Vec<Text> = Vec::new();
    for path in entries.map(|entry| entry.path()).filter(|path| path.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match std::fs::read_to_string(&path) {
            Ok(text) => files.push((name, text)),
            Err(e) => panic!("cannot read {}: {e}", path.display()),
        }
    }
    files.sort();
    files
}

fn differing(game: &dyn AnyGame, files: &[Text], at_least: usize) -> Vec<String> {
    let mut faults = Vec::new();
    for (file, text) in files {
        if let Err(differs) = Scenario::parse(text).and_then(|scenario| scenario.run(game)) {
            faults.push(format!("{file}:{}: {differs}", differs.line));
        }
    }
    if files.len() < at_least {
        faults.push(format!("there should be at least {at_least} scenarios; {} are there", files.len()));
    }
    faults
}

fn out_of_step(page: &str, sources: &[Text], scenarios: &[Text]) -> Result<(), String> {
    let mut cited: Vec<(String, Vec<Rule>)> = Vec::new();
    for (file, text) in scenarios {
        let scenario = Scenario::parse(text).map_err(|wrong| format!("{file}:{}: {wrong}", wrong.line))?;
        cited.push((file.clone(), scenario.rules));
    }
    let sources: Vec<&str> = sources.iter().map(|(_, text)| text.as_str()).collect();
    table::laws::rules_in_step(page, &sources, &cited)
}

#[cfg(test)]
mod tests {
    use super::*;
    use high_card::HighCard;

    const HIGH_CARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/high-card");

    fn text(file: &str, text: &str) -> Text {
        (file.to_owned(), text.to_owned())
    }

    #[test]
    fn a_whole_folder_passes() {
        scenarios::<HighCard>(HIGH_CARD, 2);
        in_step::<HighCard>(HIGH_CARD);
    }

    #[test]
    #[should_panic(expected = "at least 1000 scenarios")]
    fn too_few_scenarios_fail() {
        scenarios::<HighCard>(HIGH_CARD, 1000);
    }

    #[test]
    #[should_panic(expected = "cannot read")]
    fn a_folder_that_is_gone_fails() {
        scenarios::<HighCard>(concat!(env!("CARGO_MANIFEST_DIR"), "/nowhere"), 0);
    }

    #[test]
    #[should_panic(expected = "cannot read")]
    fn a_crate_without_scenarios_is_not_in_step() {
        in_step::<HighCard>(env!("CARGO_MANIFEST_DIR"));
    }

    #[test]
    fn all_that_differ_are_listed_with_their_lines() {
        let front = "+++\ngame = \"high-card\"\nseats = 2\nseed = 1\n+++\n";
        let files = [
            text("good", &format!("{front}> 0 swap\n? asked 1\n")),
            text("other", &format!("{front}> 0 swap\n? asked 0\n")),
            text("typo", &format!("{front}> 0 swop\n? asked 1\n")),
        ];
        let faults = differing(&GameOf::<HighCard>::new(), &files, 3);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].starts_with("other:7: "), "{faults:?}");
        assert!(faults[1].starts_with("typo:6: "), "{faults:?}");
    }

    #[test]
    fn a_lesson_speaks_before_every_choice_and_cites_what_is_there() {
        let rules = Rules::parse("## 1 A\n### 1.1 x\nText.\n").unwrap();
        let front = "+++\ngame = \"high-card\"\nseats = 2\nlesson = 0\n+++\n";
        let good = format!("{front}| See rule 1.1.\n> 0 swap\n| Well done.\n? asked 1\n");
        assert!(ill_taught(&rules, "good", &good).is_empty());
        let bad = format!("{front}> 0 swap\n~ See rule 1.2.\n> 0 swap\n? asked 1\n");
        let faults = ill_taught(&rules, "bad", &bad);
        assert_eq!(
            faults,
            [
                "bad: it says nothing before choice 1 of the learner",
                "bad: it says nothing at its end",
                "bad: it cites rule 1.2, which the page does not have",
            ]
        );
        let none = "+++\ngame = \"high-card\"\nseats = 2\n+++\n? asked 0\n";
        assert_eq!(ill_taught(&rules, "none", none), ["none: its front matter has no 'lesson = SEAT'"]);
    }

    #[test]
    fn a_rule_without_code_or_scenario_is_out_of_step() {
        let page = "## 1 A\n### 1.1 x\nText.\n### 1.2 y\nText.\n";
        let scenario = "+++\ngame = \"high-card\"\nrules = [\"1.1\"]\nseats = 2\n+++\n? asked 0\n";
        let scenarios = [text("1.1-x", scenario)];
        let faults = out_of_step(page, &[text("lib.rs", "Rule(1, 1)")], &scenarios).unwrap_err();
        assert_eq!(faults, "rule 1.2 has no scenario\nrule 1.2 is cited nowhere in the code");
        let unreadable = out_of_step(page, &[], &[text("1.1-x", "+++\n")]).unwrap_err();
        assert!(unreadable.starts_with("1.1-x:"), "{unreadable}");
    }
}
