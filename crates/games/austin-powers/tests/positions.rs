//! Whatever is written down as a position is refused in words, or can be played.

use austin_powers::{AustinPowers, Face, Kind, Setup};
use serde_json::{Value, json};
use table::Game as _;

proof::sound_positions!(
    AustinPowers,
    [
        Setup::starters(2),
        Setup::starters(3),
        Setup { leaving: true, ..Setup::starters(4) },
        Setup { closed_lists: true, ..Setup::starters(6) },
    ]
);

/// A position as it is written.
fn laid(position: &Value) -> Result<AustinPowers, String> {
    let read = table::table::read_position::<AustinPowers>(position);
    read.and_then(|position| AustinPowers::lay_out(&position)).map_err(|fault| fault.what)
}

/// No Agent of this seat fights.
const NONE: u8 = 255;

#[test]
fn what_play_cannot_come_to_is_refused_by_its_rule() {
    let two = json!(["colonel-mustache@0", "mustafa@1"]);
    let three = json!(["colonel-mustache@0", "mustafa@1", "shagette-coral@2"]);
    let fight = |by: u8, at: u8, row: &[u8]| json!({"kill": true, "by": by, "at": at, "fighters": row});
    let attack = fight(0, 1, &[0, 1]);
    let photo = |target: u8, choosing: u8| json!({"card": {"card": "photo-call", "by": 0, "target": target, "choosing": choosing}});
    for (rule, position) in [
        // Seats, rows and cards that are not there.
        ("1.1", json!({"seats": 1})),
        ("1.1", json!({"seats": 7})),
        ("1.1", json!({"turn": 2})),
        ("1.1", json!({"hands": ["", "", "mustafa"]})),
        ("1.1", json!({"winners": [3]})),
        ("1.3", json!({"sides": ["Good"]})),
        ("3.1", json!({"decks": ["mustafa"]})),
        ("2.3", json!({"hands": ["", "mustafa*30"]})),
        ("there is no card", json!({"hands": ["no-such-card"]})),
        ("must name every card", json!({"hands": ["?"]})),
        ("not a number of cards", json!({"hands": ["mustafa*31"]})),
        ("15.2", json!({"seats": 3, "gone": "mustafa"})),
        // Cards where they cannot lie, or seen by those who cannot have seen them.
        ("5.1", json!({"agents": ["yeah-sunshine"]})),
        ("8.4", json!({"swingers": ["slugfest"]})),
        ("8.4", json!({"swingers": ["basil-exposition"]})),
        ("6.8", json!({"bones": ["basil-exposition"]})),
        ("8.7", json!({"scored": ["slugfest"]})),
        ("8.1, 9.1", json!({"air": "basil-exposition"})),
        ("8.3, 9.6", json!({"air": "slugfest"})),
        ("3.3", json!({"hands": ["basil-exposition@3"]})),
        ("3.3", json!({"agents": ["basil-exposition@3", "mustafa@3"]})),
        ("3.3", json!({"agents": ["basil-exposition(0)"]})),
        ("3.3", json!({"hands": ["basil-exposition(1)"]})),
        ("3.3", json!({"hands": ["basil-exposition(0,w)"]})),
        ("15.2", json!({"agents": ["basil-exposition^1"]})),
        // Games that would be over, or are not.
        ("15.1", json!({"scored": ["austin-international-man-of-velvet*12", ""]})),
        ("15.1", json!({"winners": [0]})),
        ("1.2", json!({"over": "hundred"})),
        ("15.1", json!({"over": "hundred", "winners": [0]})),
        ("15.3", json!({"idle": 20})),
        ("15.3", json!({"turns": 401})),
        ("15.4", json!({"seats": 2, "out": [0], "turn": 1})),
        ("15.4", json!({"seats": 3, "out": [0], "turn": 1, "hands": ["basil-exposition"]})),
        ("15.4", json!({"seats": 3, "out": [0], "turn": 0})),
        // What is half done.
        ("4.7", json!({"doing": []})),
        ("4.7", json!({"doing": ["fight"]})),
        ("4.7", json!({"doing": ["turn", "turn"]})),
        ("4.7", json!({"doing": ["spent", {"chain": [1, false]}]})),
        ("1.7", json!({"doing": ["turn", {"shed": [1, 2]}]})),
        ("1.7", json!({"hands": ["", "mustafa"], "doing": ["turn", {"shed": [1, 2]}]})),
        (
            "4.11",
            json!({"hands": ["", "mustafa*2"], "doing": ["turn", {"chain": [1, false]}, {"shed": [1, 1]}]}),
        ),
        ("1.7", json!({"doing": ["turn", {"chain": [1, false]}]})),
        // Fights.
        ("6.1", json!({"agents": two, "fight": attack})),
        ("6.5, 14.3", json!({"agents": two, "doing": ["turn", "fight"]})),
        (
            "4.2",
            json!({"agents": three, "seats": 3, "hands": ["", "heh-heh-heh"], "fight": fight(1, 1, &[0, 1]), "doing": ["turn", "fight"]}),
        ),
        (
            "6.5, 14.3",
            json!({"agents": three, "seats": 3, "hands": ["", "heh-heh-heh"], "fight": fight(0, 1, &[0, 1, 2]), "doing": ["turn", "fight"]}),
        ),
        (
            "6.1",
            json!({"agents": two, "hands": ["", "heh-heh-heh"], "fight": fight(0, 1, &[1, 0]), "doing": ["turn", "fight"]}),
        ),
        ("6.1", json!({"agents": two, "fight": fight(0, 3, &[0, 1]), "doing": ["turn", "fight"]})),
        (
            "6.8",
            json!({"seats": 3, "agents": three, "bones": ["", "", "yeah-sunshine"], "fight": attack, "doing": ["turn", "fight"]}),
        ),
        (
            "6.5, 14.3",
            json!({"agents": two, "hands": ["", "heh-heh-heh"], "bones": ["yeah-sunshine", ""], "fight": attack, "doing": ["turn", "fight"]}),
        ),
        (
            "6.5, 14.3",
            json!({"agents": two, "hands": ["", "heh-heh-heh"], "fight": fight(0, 0, &[0, 1]), "doing": ["turn", "fight"]}),
        ),
        (
            "6.4",
            json!({"agents": two, "hands": ["", "heh-heh-heh"], "fight": {"at": 1, "fighters": [0, 1]}, "doing": ["turn", "fight"]}),
        ),
        (
            "14.3",
            json!({"agents": two, "hands": ["", "heh-heh-heh"], "fight": {"slugfest": true, "fighters": [0, 1]}, "doing": ["turn", {"brawl": 1}]}),
        ),
        (
            "14.1",
            json!({"seats": 3, "agents": three, "hands": ["", "heh-heh-heh"], "fight": {"slugfest": true, "kill": true, "fighters": [0, 1, 2]},
                "doing": ["turn", {"brawl": 1}]}),
        ),
        // Nobody has asked.
        (
            "6.5, 14.3",
            json!({"seats": 3, "agents": three, "hands": ["", "", "yeah-sunshine"], "fight": attack, "doing": ["turn", "fight", "throw"]}),
        ),
        (
            "17.30",
            json!({"agents": two, "fight": attack, "doing": ["turn", {"won": 0}, {"lost": [1, true, false]}, {"saving": 1}]}),
        ),
        // Happenings.
        ("9.2", json!({"seats": 3, "hands": ["photo-call"], "laid": "photo-call"})),
        ("9.2", json!({"seats": 3, "hands": ["photo-call"], "doing": ["turn", "sign"]})),
        ("9.2", json!({"seats": 3, "laid": "photo-call", "doing": ["turn", "sign"]})),
        ("9.2", json!({"seats": 3, "hands": ["slugfest"], "laid": "slugfest", "doing": ["turn", "sign"]})),
        ("9.5", json!({"hands": ["photo-call"], "laid": "photo-call", "doing": ["turn", "sign"]})),
        (
            "1.1",
            json!({"seats": 3, "hands": ["photo-call"], "laid": "photo-call", "doing": ["turn", {"tie": [0, 1]}]}),
        ),
        (
            "1.1",
            json!({"seats": 3, "hands": ["photo-call"], "laid": "photo-call", "doing": ["turn", {"tie": [1]}]}),
        ),
        ("9.3", json!({"air": "photo-call", "hands": ["", "mustafa"], "doing": ["turn", photo(0, 0)]})),
        ("8.3, 9.6", json!({"hands": ["", "mustafa"], "doing": ["turn", photo(1, 0)]})),
        ("16.4", json!({"air": "photo-call", "hands": ["", "mustafa"], "doing": ["turn", photo(1, 1)]})),
        // What cards do, and what lasts.
        ("17.8", json!({"doing": ["turn", {"bury": [0, 2]}]})),
        (
            "17.20",
            json!({"effects": [{"what": {"no-help": 4}, "on": NONE, "from": NONE, "by": 0, "until": "end-of-turn"}]}),
        ),
    ] {
        let what = laid(&position).err().unwrap_or_else(|| panic!("{position} was laid out"));
        assert!(what.contains(rule), "{position} is refused, but not by {rule}: {what}");
    }
}

/// Whatever can be under way can be written down, at tables of two, three, four and six, and the right one is asked.
#[test]
fn whatever_is_half_done_can_be_written_down() {
    for seats in [2u8, 3, 4, 6] {
        let each =
            |texts: [&'static str; 2]| (0..usize::from(seats)).map(|n| texts[n % 2]).collect::<Vec<_>>();
        let hands = each(["yeah-sunshine*7 photo-call", "heh-heh-heh*7"]);
        let crew: Vec<String> = (0..seats)
            .map(|n| {
                let (one, two) = if n % 2 == 0 {
                    ("colonel-mustache", "basil-exposition")
                } else {
                    ("mustafa", "mini-me")
                };
                format!("{one}@{} {two}@{}", 2 * n, 2 * n + 1)
            })
            .collect();
        let table = json!({"seats": seats, "hands": hands, "agents": crew});
        let attack = |more: Value| {
            let mut fight = json!({"kill": true, "by": 0, "at": 1, "fighters": [0, 2]});
            if let (Some(fight), Some(more)) = (fight.as_object_mut(), more.as_object()) {
                fight.extend(more.clone());
            }
            fight
        };
        // Two that are worth the same, whatever that is today.
        let worth = |face: &Face| (face.card().kind == Kind::Agent).then_some(face.card().value);
        let alike = Face::all().find_map(|one| {
            let other = Face::all()
                .find(|other| *other != one && worth(other).is_some() && worth(other) == worth(&one))?;
            Some(format!("{one} {other}"))
        });
        let all: Vec<u8> = (0..seats).map(|n| 2 * n).collect();
        let first = [NONE, 2];
        let others: Vec<u8> = (1..seats).collect();
        let helpers: Vec<u8> = (2..seats).collect();
        let melee = json!({"slugfest": true, "kill": true, "by": 0, "fighters": all});
        let mut cases = vec![
            (vec![0], json!({"doing": ["spent"]})),
            (vec![1], json!({"doing": [{"even": 1}]})),
            (vec![1], json!({"doing": ["turn", {"chain": [1, false]}]})),
            (vec![0], json!({"doing": ["turn", {"chain": [0, true]}]})),
            (vec![1], json!({"fight": attack(json!({})), "doing": ["turn", "fight"]})),
            // The defender has the last Bone, so the attacker answers; and the other way round.
            (
                vec![0],
                json!({"fight": attack(json!({"last": 1})), "bones": ["", "heh-heh-heh"], "doing": ["turn", "fight"]}),
            ),
            (
                vec![1],
                json!({"fight": attack(json!({"last": 0})), "bones": ["yeah-sunshine", "heh-heh-heh"], "doing": ["turn", "fight"]}),
            ),
            (
                vec![1],
                json!({"fight": attack(json!({})), "swingers": ["", "decoy-cravat"], "doing": ["turn", {"won": 0}, {"lost": [1, true, false]}, {"saving": 1}]}),
            ),
            (
                vec![1],
                json!({"fight": {"slugfest": true, "kill": true, "by": 0, "fighters": []}, "doing": ["turn", {"enter": 1}]}),
            ),
            (
                vec![0],
                json!({"fight": {"slugfest": true, "kill": true, "by": 0, "fighters": first}, "doing": ["turn", {"enter": 0}]}),
            ),
            (vec![1], json!({"fight": melee, "doing": ["turn", {"brawl": 1}]})),
            (vec![1], json!({"doing": ["turn", {"shed": [1, 2]}]})),
            (vec![1], json!({"doing": ["turn", {"yield": [1, 1, "discarded"]}]})),
            (vec![0], json!({"doing": ["turn", {"yield": [0, 1, "returned"]}]})),
            (vec![0], json!({"doing": ["turn", {"cycle": [0, 2]}]})),
            (vec![1], json!({"scored": ["", alike], "doing": ["turn", {"least": 1}]})),
            (
                vec![0],
                json!({"air": "photo-call", "doing": ["turn", {"card": {"card": "photo-call", "by": 0, "target": 1, "choosing": 0}}],
                    "hands": ["", "heh-heh-heh(0,1)*2"]}),
            ),
        ];
        let dug = "johnson-radar-operator(0)*2 percy-schoolmaster(0) johnson-radar-operator*4";
        let decks: Vec<&str> =
            (0..seats).map(|n| if n == 0 { dug } else { "pete-fuel-pump-man*5" }).collect();
        cases.push((vec![0], json!({"decks": decks, "doing": ["turn", {"bury": [0, 3]}]})));
        if seats > 2 {
            cases.extend([
                (others.clone(), json!({"laid": "photo-call", "doing": ["turn", "sign"]})),
                (vec![0], json!({"laid": "photo-call", "doing": ["turn", {"tie": [1, 2]}]})),
                (
                    helpers.clone(),
                    json!({"fight": attack(json!({"done": [1]})), "doing": ["turn", "fight", "throw"]}),
                ),
                (
                    helpers,
                    json!({"fight": attack(json!({"done": [0, 1], "last": 1})), "bones": ["", "heh-heh-heh"],
                        "doing": ["turn", "fight", "throw"]}),
                ),
            ]);
        }
        for (asked, more) in cases {
            let mut position = table.clone();
            if let (Some(position), Some(more)) = (position.as_object_mut(), more.as_object()) {
                position.extend(more.clone());
            }
            let game = laid(&position).unwrap_or_else(|what| panic!("{position}: {what}"));
            let now: Vec<u8> = game.status().asked().iter().map(|seat| seat.0).collect();
            assert_eq!(now, asked, "{position}");
            assert_eq!(AustinPowers::lay_out(&game.position()).as_ref(), Ok(&game), "{position}");
        }
    }
}

/// Beside them, whole decks, and a table that somebody has left after many idle turns.
#[test]
fn whole_decks_are_laid_out() {
    let position = json!({"hands": ["", "mustafa*6"], "decks": ["johnson-radar-operator*30", "mustafa*20"], "agents": ["", "mustafa*4"]});
    assert!(laid(&position).is_ok());
    let position = json!({"seats": 3, "leaving": true, "out": [1], "idle": 25, "turns": 60});
    assert_eq!(laid(&position).map(|game| game.turns()), Ok(60));
}
