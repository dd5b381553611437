//! The page for whoever writes cards has every word of the language, as its row in `tongue.rs` has it.

use ccg::words::{Word, lint, page};
use mighty_beanz::tongue::{Deed, Gift, Pick, Reply, Test};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cards/README.md");

/// The page, with each table as the rows make it: between the heading of a section and the first line after its table.
fn written(text: &str) -> String {
    let mut text = text.to_owned();
    let sections: [(&str, &[Word]); 3] =
        [("## Deeds", Deed::ROWS), ("## Gifts", Gift::ROWS), ("## Replies", Reply::ROWS)];
    for (heading, rows) in sections {
        let at = text.find(heading).unwrap_or_else(|| panic!("the page has no section '{heading}'"));
        let from = at + text[at..].find("\n|").expect("a table") + 1;
        let to = from + text[from..].find("\n\n").expect("something after the table") + 1;
        text.replace_range(from..to, &page(rows));
    }
    text
}

#[test]
fn the_page_has_every_word() {
    let text = std::fs::read_to_string(PAGE).expect("a page");
    let right = written(&text);
    let missing: Vec<&str> = right.lines().filter(|line| !text.lines().any(|own| own == *line)).collect();
    assert!(
        text == right,
        "cards/README.md is not what the rows say. It lacks:\n{}\nWrite it again: cargo test --package mighty-beanz --test \
         language -- --ignored",
        missing.join("\n")
    );
}

#[test]
#[ignore = "writes cards/README.md"]
fn write_the_page() {
    let text = std::fs::read_to_string(PAGE).expect("a page");
    std::fs::write(PAGE, written(&text)).expect("the page is written");
}

#[test]
fn every_phrase_reads() {
    for rows in [Deed::ROWS, Gift::ROWS, Reply::ROWS, Pick::ROWS, Test::ROWS] {
        assert_eq!(lint(rows), Vec::<String>::new());
    }
}
