//! The page for whoever writes cards has every word of the language, as its row in `tongue.rs` has it.

use austin_powers::cards::{Catalog, More};
use austin_powers::tongue::{Deed, Gift, Pick, Test};
use ccg::words::{Word, lint, page};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cards/README.md");

/// The page, with each table as the rows make it: between the heading of a section and the first line after its table.
fn written(text: &str) -> String {
    let mut text = text.to_owned();
    let sections: [(&str, &[Word]); 2] = [("## Deeds", Deed::ROWS), ("## Gifts", Gift::ROWS)];
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
        "cards/README.md is not what the rows say. It lacks:\n{}\nWrite it again: cargo test --package austin-powers --test \
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
    for rows in [Deed::ROWS, Gift::ROWS, Test::ROWS, Pick::ROWS] {
        assert_eq!(lint(rows), Vec::<String>::new());
    }
}

/// The cards that the page shows can be written so.
#[test]
fn the_cards_of_the_page_read() {
    let text = std::fs::read_to_string(PAGE).expect("a page");
    let cards = text.split("```").nth(1).expect("an example");
    let (catalog, mistakes) = Catalog::read(More::file("page.ron", &format!("[{cards}]")));
    let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    assert_eq!(catalog.cards.len(), 144, "one of each kind besides those of the house");
}

/// What a file says, and what is said of it.
fn mistakes(text: &str) -> Vec<String> {
    let (_, mistakes) = Catalog::read(More::file("own.ron", text));
    mistakes.iter().map(ToString::to_string).collect()
}

#[test]
fn what_a_card_cannot_say_is_refused_with_file_and_line() {
    let agent = |more: &str| {
        format!(
            "Agent(name: \"Own Agent\", of: Good, person: \"Own\", sex: Male, mark: Shagger, vibes: (), value: 5, dot: Red, \
             rarity: Common, {more})"
        )
    };
    let bone = |does: &str| {
        format!(
            "Bone(name: \"Own!\", of: Good, shag: (), kill: (), value: 5, dot: Blue, rarity: Common, played: [{does}])"
        )
    };
    let swinger = |more: &str| {
        format!(
            "Swinger(name: \"Own Swing\", of: Good, dot: Green, rarity: Common, {more}, without: [Draw(You, 1)])"
        )
    };
    let happening = |does: &str| {
        format!(
            "Happening(name: \"Own Day\", of: Good, value: 3, dot: Purple, rarity: Common, does: [{does}])"
        )
    };
    for (card, what) in [
        (agent("played: [Draw(You, 0)]"), "Own Agent: Draw: 0 is not from 1 to 9"),
        (agent("played: [Draw(Target, 1)]"), "Own Agent: Draw: only a Happening has a target"),
        (agent("played: [Slugfest]"), "Own Agent: Slugfest"),
        (agent("played: [LoseAction(1)]"), "Own Agent: LoseAction"),
        (agent("always: [FreeWith(\"Austen\")]"), "Own Agent: no Agent is 'Austen'; did you mean 'Austin'?"),
        (agent("ship: true, played: [LookAt]"), "Own Agent: a ship Agent has no text but its line"),
        (agent("played: [LookAt], may: [LookAt]"), "Own Agent: it says played and may"),
        (bone("AttackAtOnce"), "Own!: AttackAtOnce"),
        (bone("PlayAgent"), "Own!: PlayAgent: a Bone is played in the middle of an attack"),
        (swinger("needs: (), with: [LookAt]"), "Own Swing: one of its two texts needs vibes"),
        (swinger("needs: (randy: 1)"), "Own Swing: say either what it does with these vibes"),
        (swinger("needs: (randy: 1), with: [AttackAtOnce]"), "Own Swing: AttackAtOnce"),
        (happening("Stay"), "Own Day: Stay"),
        (agent("played: [LookAt]").replace("value: 5", "value: 21"), "Own Agent: value is 21"),
        (agent("played: [LookAt]").replace("\"Own\"", "\"\""), "Own Agent: every Agent is somebody"),
    ] {
        let said = mistakes(&format!("[\n    {card},\n]"));
        assert!(
            said.iter().any(|one| one.starts_with(&format!("own.ron:2: {what}"))),
            "{card}: {said:?} does not say {what}"
        );
    }
    // The nearest cards that are fine.
    for card in [
        agent("played: [Draw(You, 1)]"),
        agent("always: [FreeWith(\"Austin\"), Also(\"Nobody Else\")]"),
        agent("ship: true"),
        bone("Draw(You, 1), Recall(Bone)"),
        swinger("needs: (randy: 1), with: [LookAt]"),
        swinger("needs: (randy: 1), table: [Always(NeedLess(Creepy, 1))]"),
        happening("Draw(Target, 1), LoseAction(1)"),
    ] {
        assert_eq!(mistakes(&format!("[{card}]")), [""; 0], "{card}");
    }
}
