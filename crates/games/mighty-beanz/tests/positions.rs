//! Whatever is written down as a position is refused in words, or can be played.

use mighty_beanz::{MightyBeanz, Setup};
use serde_json::json;
use table::Game;

proof::sound_positions!(
    MightyBeanz,
    [
        Setup::basic(),
        Setup::expert(),
        Setup { steady: true, ..Setup::expert() },
        Setup { closed_lists: true, for_nothing: true, targets_first: true, endless: true, ..Setup::basic() },
    ]
);

/// What is said of a position that is refused.
#[track_caller]
fn refused(position: &serde_json::Value) -> String {
    let read = table::table::read_position::<MightyBeanz>(position);
    let laid = read.and_then(|position| MightyBeanz::lay_out(&position));
    laid.err().unwrap_or_else(|| panic!("{position} was laid out")).what
}

/// Each of these was laid out once, and fell over or stood still when it was played.
#[test]
fn what_play_cannot_come_to_is_refused_by_its_rule() {
    let sixty = "clown-bean*51";
    let one_round = |asked: u8| json!({"manner": "until-all-pass", "seats": 2, "asked": asked, "done": []});
    for (rule, position) in [
        // More cards than a deck, with the one on the mat or in the air.
        ("12.1", json!({"expert": true, "decks": [sixty, sixty], "mat": {"a1": "lion-bean"}})),
        (
            "12.1",
            json!({"decks": ["clown-bean*54", "clown-bean"], "air": "lion-bean", "doing": ["main", "place"]}),
        ),
        // Nothing to come back to once the Bean is placed.
        ("2.1", json!({"air": "lion-bean", "doing": ["place"]})),
        ("2.1", json!({"doing": []})),
        ("2.1", json!({"doing": ["main", "main"]})),
        ("2.1", json!({"doing": ["main", "count"]})),
        // Seats, aims and slots that are not there.
        ("1.1", json!({"turn": 2})),
        ("1.1", json!({"over": "loot", "winner": 200})),
        ("1.10", json!({"doing": [{"guess": [1, "?"]}]})),
        ("10.3", json!({"doing": ["main", "count", {"flick": [0, 1, 297, 21]}]})),
        ("10.1", json!({"doing": ["main", "count", {"aim": [0, 1, 297]}]})),
        ("10.3", json!({"doing": ["main", "count", {"aim": [0, 1, 595]}]})),
        ("10.3", json!({"steady": true, "doing": ["main", "count", {"aim": [0, 1, 3]}]})),
        ("1.1 to", json!({"doing": ["main", {"answers": ["action", one_round(7)]}]})),
        // A window nobody would be asked in, and answers where there is none.
        (
            "9.4",
            json!({
                "mat": {"a1": "lion-bean", "b7": "clown-bean"},
                "doing": ["main", {"deeds": {"face": "lion-bean", "slot": "a1", "at": 1, "dead": false, "first": null}},
                    {"attack": {"by": 1}}, {"answers": ["attack", one_round(1)]}],
            }),
        ),
        ("9.3", json!({"air": "no-you-dont", "answers": [{"by": 1, "at": 0}]})),
        // More Loot than there is, and Loot that is gone.
        ("1.7", json!({"captured": [255, 0]})),
        ("1.7", json!({"captured": [4, 0]})),
        (
            "1.7",
            json!({"loot": [["", "clown-bean", "clown-bean"], ["clown-bean", "clown-bean", "clown-bean"]]}),
        ),
        ("11.2", json!({"decks": ["", "clown-bean"]})),
        ("11.3", json!({"winner": 1})),
        ("11.4", json!({"turns": 101})),
        ("11.1", json!({"over": "empty-deck"})),
        // A new hand would be all that is left of the deck.
        (
            "1.8",
            json!({"decks": ["clown-bean*2", "clown-bean*9"], "doing": [{"hide": 0}, {"keep": 1}, {"keep": 0}]}),
        ),
        // Only cards of which some were shown are shuffled together, and only what helps an attack lies ready.
        ("1.9", json!({"discards": ["lion-bean%", ""]})),
        ("7.7", json!({"ready": ["lion-bean", ""]})),
        ("7.8", json!({"ready": ["", "50-attack-boost"]})),
        ("7.8", json!({"hands": ["clown-bean*9", ""], "ready": ["50-attack-boost", ""], "doing": ["down"]})),
        ("2.1", json!({"doing": ["main", {"lose": 3}]})),
        ("8.2", json!({"points": 0, "mat": {"a1": "lion-bean"}, "doing": ["main", {"gather": 1}]})),
        ("8.2", json!({"doing": ["main", {"strike": 16383}]})),
        ("2.7", json!({"doing": ["down"]})),
    ] {
        let what = refused(&position);
        assert!(what.contains(rule), "{position} is refused, but not by {rule}: {what}");
    }
}

/// Beside them, what is right: forty and sixty cards, with some of them on the mat.
#[test]
fn whole_decks_are_laid_out() {
    for (expert, decks) in
        [(false, ["clown-bean*33", "clown-bean*34"]), (true, ["clown-bean*50", "clown-bean*51"])]
    {
        let position = json!({"expert": expert, "decks": decks, "mat": {"a1": "lion-bean"}});
        let position = table::table::read_position::<MightyBeanz>(&position).unwrap();
        assert!(MightyBeanz::lay_out(&position).is_ok());
    }
}
