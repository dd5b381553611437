//! `docs/add-a-word.md` adds a word to a card language: what it says is done as printed, and the word is there, everywhere.

use crate::workspace::{Workspace, blocks};

const PAGE: &str = include_str!("../../../../docs/add-a-word.md");

/// What the page writes into a file: the file, the line it comes before if it is not the whole of it, and the text.
fn changes() -> Vec<(&'static str, Option<&'static str>, &'static str)> {
    let mut changes = Vec::new();
    for (at, _) in PAGE.match_indices("\nIn `") {
        let (sentence, rest) = PAGE[at + 5..].split_once(":\n\n```").expect("a block follows");
        let (file, place) = sentence.split_once("`, ").expect("a place in the file");
        let before = place.strip_prefix("before `").map(|line| line.trim_end_matches('`'));
        assert!(before.is_some() || place == "all of it", "{place}");
        let (_, text) = rest.split_once('\n').expect("a text");
        let (text, _) = text.split_once("\n```").expect("its end");
        changes.push((file, before, text));
    }
    changes
}

#[test]
fn the_word_of_the_page_is_added_as_printed() {
    let copy = Workspace::new();
    let changes = changes();
    assert_eq!(changes.len(), 6, "a rule, a row and its import, a function, a scenario and a card");
    // What the page says at its end that it takes.
    let lines: Vec<usize> = changes.iter().map(|(.., text)| text.trim().lines().count()).collect();
    let [rule, row, import, function, scenario, card] = lines[..] else { unreachable!("six of them") };
    let takes = format!(
        "| {rule} of rules, {} for the row, {function} for the function, {scenario} of scenario |",
        row + import
    );
    assert!(
        PAGE.contains(&takes) && PAGE.contains(&format!("| {card}, none of them code |")),
        "{takes} {card}"
    );
    for (file, before, text) in changes {
        let path = copy.0.join(file);
        let new = match before {
            None => format!("{text}\n"),
            Some(before) => {
                let old = std::fs::read_to_string(&path).expect("a file");
                let places: Vec<usize> = old
                    .match_indices(before)
                    .map(|(at, _)| at)
                    .filter(|at| old[..*at].ends_with('\n'))
                    .collect();
                assert_eq!(places.len(), 1, "{file}: lines that begin with '{before}'");
                let (head, tail) = old.split_at(places[0]);
                format!("{head}{text}\n{tail}")
            }
        };
        std::fs::write(path, new).expect("a file");
    }
    let commands: Vec<&str> = blocks(PAGE).last().expect("commands").lines().collect();
    let said: Vec<String> = commands.iter().map(|line| copy.shell(line)).collect();
    let [written, tested, shown, checked, seen] = &said[..] else { panic!("five commands: {commands:?}") };
    assert!(written.contains("write_the_page ... ok"), "{written}");
    assert!(tested.contains("every_scenario_goes_as_written ... ok"), "{tested}");
    let page =
        std::fs::read_to_string(copy.0.join("crates/games/mighty-beanz/cards/README.md")).expect("a page");
    assert!(
        page.contains(
            "| `SendHome(reach)` | return an opposing Bean to its owner's hand *reach* | It can be played again. | 8.18 |"
        ),
        "{page}"
    );
    assert!(shown.contains("Return an opposing Bean to its owner's hand"), "{shown}");
    assert!(checked.contains("137 cards"), "{checked}");
    assert!(seen.contains("all 137 cards were played and all 146 clauses took effect"), "{seen}");
}
