//! Card files as people write them, and everything that can be wrong with them.

use proptest::prelude::*;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::*;

#[derive(Deserialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
enum Item {
    Bean {
        name: String,
        mmp: u8,
        cost: Option<Cost>,
        #[serde(default)]
        tags: Vec<Tag>,
        #[serde(default)]
        speed: f32,
        #[serde(default)]
        loud: bool,
        #[serde(default)]
        at: (u8, u8),
    },
    Trick {
        name: String,
        text: String,
    },
}

#[derive(Deserialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields, try_from = "Price")]
struct Cost(u8, u8);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    coins: u8,
    beans: u8,
}

impl TryFrom<Price> for Cost {
    type Error = &'static str;

    fn try_from(price: Price) -> Result<Cost, &'static str> {
        let free = price.coins == 0 && price.beans == 0;
        if free { Err("a price of nothing") } else { Ok(Cost(price.coins, price.beans)) }
    }
}

#[derive(Deserialize, Clone, Debug, PartialEq)]
enum Tag {
    Big,
    Small,
    Odd(u8),
}

/// All mistakes, without the name of the file.
fn told(reading: &Reading<Item>) -> Vec<String> {
    let all = reading.mistakes.iter().map(Mistake::to_string);
    all.map(|m| m.strip_prefix("circus.ron:").unwrap().to_owned()).collect()
}

fn mistakes(text: &str) -> Vec<String> {
    told(&read("circus.ron", text))
}

/// What is wrong with a bean of three lines, told with its line.
fn of_bean(body: &str) -> String {
    let told = mistakes(&format!("[\n    Bean(name: \"Lion Bean\",\n{body}),\n]"));
    assert_eq!(told.len(), 1, "{body}: {told:?}");
    told[0].replace(": Lion Bean: ", ": ")
}

const CIRCUS: &str = r##"#![enable(unwrap_newtypes)]
// The circus is in town.
[
    Bean(name: "Lion Bean", mmp: 50, tags: [Big, Odd(3)], cost: (coins: 1, beans: 2)),
    /* It says [ and "
       /* ( */ */
    Trick(
        name: "No You Don't!",
        text: r#"Says "no)". "#, // ]
    ),
    Trick(name: "Café", text: "\"\\(\u{e9}
  second line"),
]
"##;

#[test]
fn a_file_is_read_with_its_lines() {
    for text in [CIRCUS.to_owned(), format!("\u{FEFF}{CIRCUS}"), CIRCUS.replace('\n', "\r\n")] {
        let entries = read::<Item>("circus.ron", &text).whole().unwrap();
        assert_eq!(entries.iter().map(|e| e.line).collect::<Vec<_>>(), [4, 7, 11]);
        let Item::Bean { mmp, cost, tags, .. } = &entries[0].card else { panic!("{entries:?}") };
        assert_eq!((*mmp, cost, &tags[..]), (50, &Some(Cost(1, 2)), &[Tag::Big, Tag::Odd(3)][..]));
        assert_eq!(
            entries[1].card,
            Item::Trick { name: "No You Don't!".into(), text: "Says \"no)\". ".into() }
        );
        assert_eq!(&*entries[2].file, "circus.ron");
    }
    assert_eq!(read::<Item>("circus.ron", "[]").whole(), Ok(vec![]));
}

#[test]
fn every_mistake_is_told_and_every_good_card_read() {
    let text = r#"[
    Bean(name: "Lion Bean"),
    Bean(name: "Tiger Bean", mmp: 5),
    Bean(name: "Clown Bean", mmp: "fifty")
    Trick(name: "Unicycle, text: "Ride."),
    Trick(name: "Juggle", text: "Three balls."),
    Trick(
        name: "Cannon",
        text: "Bang!",
        txet: "Bang!",
    ),
    Trick(name: "Net", text: "Safe."
    Trick(name: "Tent", text: "Dry."),
]"#;
    let reading: Reading<Item> = read("circus.ron", text);
    assert_eq!(
        told(&reading),
        [
            "2: Lion Bean: missing field `mmp`",
            "4: Clown Bean: a comma is missing after this card",
            "4: Clown Bean: field `mmp`: expected a whole number, found `\"fifty\"`",
            "5: the text `\"Unicycle, text: \"Ride.\"),` is not closed (a quote inside it is written `\\\"`)",
            "10: Cannon: there is no field `txet`; fields are name, text",
            "12: Net: `(` is not closed before `]` on line 14",
        ]
    );
    assert_eq!(reading.entries.iter().map(|e| e.line).collect::<Vec<_>>(), [3, 6, 13]);
    let all = reading.whole().unwrap_err().to_string();
    assert_eq!(all.lines().count(), 6);
    assert!(all.starts_with("circus.ron:2: Lion Bean: missing field `mmp`\ncircus.ron:4: "), "{all}");
}

#[test]
fn every_mistake_of_a_card_is_told() {
    let text = "[\n  Bean(\n    name: \"Odd\",\n    cost: (coins: 1),\n    tags: [Bug, Small, Odd(true), Odd(900)],\n    \
                loud: 1,\n    at: (1, 2),\n    pace: 3,\n    loud: true,\n  ),\n]";
    let lines: Vec<String> = mistakes(text);
    for (line, word) in [
        (2, "missing field `mmp`"),
        (4, "missing field `beans`"),
        (5, "`Bug`"),
        (5, "`true`"),
        (5, "`900`"),
        (6, "true or false"),
        (8, "`pace`"),
        (9, "`loud` is there twice"),
    ] {
        let told = |l: &&String| l.starts_with(&format!("{line}: ")) && l.contains(word);
        assert_eq!(lines.iter().filter(told).count(), 1, "{line}, {word}: {lines:#?}");
    }
    assert_eq!(lines.len(), 8, "{lines:#?}");
    // A card with one mistake is told of one.
    assert_eq!(mistakes("[Bean(mmp: 1, cost: None)]").len(), 1);
    assert_eq!(mistakes("[Trick(name: \"x\")]"), ["1: x: missing field `text`"]);
    assert_eq!(mistakes("[Trick()]").len(), 2);
}

#[test]
fn what_is_wrong_is_said_for_people() {
    for (body, says) in [
        ("mmp: 5,\ncost: (coins: 1,\n\n)", "4: field `cost`: missing field `beans`"),
        ("mmp: 5,\ncost: (\ncoins: 1, bens: 2)", "5: there is no field `bens`; did you mean `beans`?"),
        ("mmp: 5,\ncost: (coins: 0,\nbeans: 0\n)", "4: field `cost`: a price of nothing"),
        ("mmp: 5,\nmmp: 6", "4: field `mmp` is there twice"),
        ("mmp: 5,\ntags: [Bigg]", "4: there is no kind `Bigg`; did you mean `Big`?"),
        ("mmp: 5,\ntags: [Tall]", "4: there is no kind `Tall`; kinds are Big, Small, Odd"),
        ("mmp: 5, tags: [Odd]", "3: `(` is missing after `Odd` before `]`"),
        ("mmp: 5, tags: [Odd(300)]", "3: the number `300` is too big or too small"),
        ("mmp: 5, tags: [Big(1)]", "3: `Big` takes nothing in brackets"),
        ("mmp: 5, tags: [Big\nSmall]", "3: a comma is missing after `Big` before `Small`"),
        ("mmp: 5, tags: Big", "3: field `tags`: expected a list in [ ], found `Big`"),
        ("mmp:\n-3", "4: field `mmp`: the number `-3` is too big or too small"),
        ("mmp: 5.5", "3: field `mmp`: expected a whole number, found `5.5`"),
        ("mmp: fifty", "3: field `mmp`: expected a whole number, found `fifty`"),
        ("mmp: ", "3: field `mmp`: expected a whole number, found `)`"),
        ("mmp 5", "3: `:` is missing after `mmp` before `5`"),
        ("mmp: 5\nloud: true", "3: a comma is missing after `5` before `loud`"),
        ("mmp: 5, loud: 1", "3: field `loud`: expected true or false, found `1`"),
        ("mmp: 5, speed: fast", "3: field `speed`: expected a number, found `fast`"),
        ("mmp: 5, at: (1)", "3: field `at`: expected a tuple of size 2, found 1"),
        ("mmp: 5, at: 7", "3: field `at`: expected a group in ( ), found `7`"),
        ("mmp: 5, \"loud\": true", "3: expected a name without quotes, found `\"loud\"`"),
        ("mmp: 5, \u{A0}loud: true", "3: expected a name without quotes, found `U+00A0`"),
    ] {
        assert_eq!(of_bean(body), says, "{body}");
    }
    for (text, says) in [
        ("[Beam(name: \"X\")]", "1: X: there is no kind `Beam`; did you mean `Bean`?"),
        ("[Trick]", "1: `(` is missing after `Trick`"),
        ("[Trick(text: \"\", name: 5)]", "1: field `name`: expected a text in plain \"quotes\", found `5`"),
        (
            "[Trick(name: \"A\", text: “B”)]",
            "1: A: field `text`: expected a text in plain \"quotes\", found `“`",
        ),
        (
            "[Trick(name: \"A\", text: \"\\q\")]",
            "1: A: field `text`: expected `\\\\` for a `\\`, found `\"\\q\"`",
        ),
        (
            "[\nTrick(name: \"A\", text: \"B)]",
            "2: A: the text `\"B)]` is not closed (a quote inside it is written `\\\"`); what follows was not read",
        ),
        ("[ /* Trick(", "1: the comment `/* Trick(` is not closed; what follows was not read"),
        (
            "\n#![enable(magic)]\n[]",
            "2: the header `#![enable(...)]` cannot be read: no RON extension named `magic`",
        ),
        ("", "1: the file has no cards; a card file is a list: [ ... ]"),
        ("\u{FEFF}", "1: the file has no cards; a card file is a list: [ ... ]"),
    ] {
        assert_eq!(mistakes(text), [says], "{text}");
    }
}

#[test]
fn a_header_changes_how_cards_are_read() {
    #[derive(Deserialize, Debug, PartialEq)]
    enum Wrapped {
        Price(Bare),
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Bare {
        coins: u8,
    }
    let text = "#![enable(unwrap_variant_newtypes)]\n#![enable(implicit_some)]\n[Price(coins: 1)]";
    assert_eq!(read::<Wrapped>("a.ron", text).whole().unwrap()[0].card, Wrapped::Price(Bare { coins: 1 }));
    assert!(read::<Wrapped>("a.ron", "[Price(coins: 1)]").whole().is_err());
}

#[test]
fn numbers_end() {
    for number in ["NaN", "inf", "-inf", "+inf", "NaNf32", "inff64", "1e99", "-1_0.0e98", ".1e60"] {
        let says = format!("3: `{number}` is not a number that a card can have");
        assert_eq!(of_bean(&format!("mmp: 5, speed: {number}")), says);
    }
    for fine in ["1e9", "-0.5", "3.0e+3", "// NaN\n 1"] {
        assert_eq!(mistakes(&format!("[Bean(name: \"inf\", mmp: 5, speed: {fine})]")), [""; 0]);
    }
    #[derive(Deserialize)]
    struct Odd {
        inf: u8,
    }
    assert_eq!(read::<Odd>("a.ron", "[(inf: 7)]").whole().unwrap()[0].card.inf, 7, "fields may be called so");
}

#[test]
fn deep_brackets_do_not_overflow() {
    for (left, right) in [("[", "]"), ("(", ")"), ("{1: ", "}"), ("A(", ")"), ("Some(", ")")] {
        let text = format!("[\n(name: \"Deep\", x: {}1{})]", left.repeat(10_000), right.repeat(10_000));
        let deep = read::<IgnoredAny>("deep.ron", &text).mistakes;
        assert_eq!(deep.len(), 1);
        assert_eq!(deep[0].to_string(), "deep.ron:2: Deep: its brackets are nested too deeply");
        assert_eq!(read::<IgnoredAny>("deep.ron", &text[..15_000]).mistakes.len(), 1);
    }
}

#[test]
fn a_name_is_found_in_whatever_is_there() {
    assert_eq!(
        name_of("Bean(token: (name: \"Foo\"), name: \"Bär \\\"B\\\"\", [").as_deref(),
        Some("Bär \"B\"")
    );
    assert_eq!(name_of("Bean((name: r#\"A\"#, x: \"").as_deref(), Some("A"));
    for none in ["", "Bean(name: 5)", "Bean(nickname: \"A\")", "Bean(name: \"A", "Bean(\"name: \\\"A\\\"\")"]
    {
        assert_eq!(name_of(none), None, "{none}");
    }
}

#[test]
fn a_folder_is_read_in_order() {
    let folder = std::env::temp_dir().join(format!("ccg-files-{}", std::process::id()));
    fs::create_dir_all(folder.join("c.ron")).unwrap();
    let latin = b"[\n  Trick(name: \"A\", text: \"caf\xE9\"),\n  Trick(name: \"B\", text: \"b\"),\n Trick(),\n] // \xFF \xFE";
    for (name, bytes) in [
        ("b.ron", &latin[..]),
        ("a.ron", b"[Trick(name: \"Z\", text: \"z\")]"),
        ("notes.txt", b"not cards"),
        (".#a.ron", b"not cards"),
        ("empty.ron", b""),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let reading: Reading<Item> = read_folder(&folder);
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(
        reading.entries.iter().map(|e| (&*e.file, e.line)).collect::<Vec<_>>(),
        [("a.ron", 1), ("b.ron", 3)]
    );
    let told: Vec<String> = reading.mistakes.iter().map(Mistake::to_string).collect();
    assert_eq!(
        told[..4],
        [
            "b.ron:2: the byte 0xe9 is not UTF-8; save the file as UTF-8",
            "b.ron:4: missing field `name`",
            "b.ron:4: missing field `text`",
            "b.ron:5: the byte 0xff is not UTF-8; save the file as UTF-8",
        ]
    );
    assert!(told[4].starts_with("c.ron: this file cannot be read: "), "{told:?}");
    assert!(told[5].starts_with("empty.ron:1: the file has no cards"), "{told:?}");
    assert_eq!(told.len(), 6);

    let gone = read_folder::<Item>(&folder).mistakes;
    assert!(gone.len() == 1 && gone[0].to_string().contains("this folder of card files cannot be read"));
    fs::create_dir_all(&folder).unwrap();
    let bare = read_folder::<Item>(&folder).mistakes;
    fs::remove_dir_all(&folder).unwrap();
    assert!(bare.len() == 1 && bare[0].what.contains("no *.ron card file"), "{bare:?}");
}

#[test]
fn several_files_are_read_together() {
    let all: Reading<Item> = read_all([("a.ron", "[Trick(name: \"A\", text: \"\")]"), ("b.ron", "[Trick]")]);
    assert_eq!((all.entries.len(), all.mistakes.len()), (1, 1));
    assert_eq!(all.mistakes[0].to_string(), "b.ron:1: `(` is missing after `Trick`");
}

const THREE: [&str; 3] = [
    "  Trick(name: \"Net\", text: \"Safe.\"),\n",
    "  Bean(\n    name: \"Lion Bean\", // roar\n    mmp: 5, tags: [Big, Odd(1)],\n    cost: (coins: 1, beans: 2),\n  ),\n",
    "  Trick(name: \"Tent\", text: \"Dry.\"),\n",
];

/// One slip of the pen in a card, anywhere, leaves the cards around it as they are.
#[test]
fn a_slip_spoils_one_card_only() {
    let card = THREE[1];
    let slips = ["", "(", ")", "[", "]", "{", "}", "\"", "'", ",", ":", "/*", "\\", "x", "#", " ", "\n"];
    for at in 2..card.len() - 1 {
        for slip in slips {
            for rest in [&card[at..], &card[at + 1..]] {
                let text = format!("[\n{}{}{slip}{rest}{}]\n", THREE[0], &card[..at], THREE[2]);
                let reading: Reading<Item> = read("circus.ron", &text);
                let names: Vec<&str> = reading
                    .entries
                    .iter()
                    .filter_map(|e| match &e.card {
                        Item::Trick { name, .. } => Some(name.as_str()),
                        Item::Bean { .. } => None,
                    })
                    .collect();
                assert_eq!(names, ["Net", "Tent"], "{text}{:?}", told(&reading));
                let whole = reading.entries.len() == 3;
                assert!(whole || !reading.mistakes.is_empty(), "a card is lost without a word:\n{text}");
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_is_too_strange(parts in prop::collection::vec(
        prop::sample::select(vec![
            "[", "]", "(", ")", "{", "}", ",", ":", "\"", "\\", "'", "/*", "*/", "//", "\n", "r#", "#", "b", "name", "Bean",
            "Trick", "é", "\u{301}", "\u{FEFF}", "\u{2028}", "5", "-", ".", "NaN", " ", "\r\n", "{line}", "#![enable(",
        ]), 0..40), list: bool)
    {
        let text = if list { format!("[\n{}\n]", parts.concat()) } else { parts.concat() };
        let lines = text.matches('\n').count() as u32 + 1;
        let reading = read::<Item>("strange.ron", &text);
        for mistake in &reading.mistakes {
            prop_assert!((1..=lines).contains(&mistake.line), "{}", mistake);
            prop_assert!(!mistake.what.contains('\n'), "{}", mistake);
        }
    }
}
