//! A taunt is read aloud: everybody at the table sees its words, also when nobody is asked about it.

use mister_spy::MisterSpy;
use renamed_spy::RenamedSpy;
use serde_json::json;
use server::rooms::{Hands, Layout, WebTable, room};
use table::{AnyTable as _, Seat, Seed, Status, Stream, Table};

/// The words in the bubble on the table, and who says them.
fn bubble(felt: &str) -> Option<(&str, &str)> {
    let (_, rest) = felt.split_once("class=\"bubble\"")?;
    let said = |open: &str, close| rest.split_once(open)?.1.split_once(close).map(|(words, _)| words);
    Some((said("<cite>", "</cite>")?, said("data-speech=\"", "\"")?))
}

fn viewers(seats: u8) -> impl Iterator<Item = Option<Seat>> {
    Seat::all(seats).map(Some).chain([None])
}

/// Plays random games, and looks for the bubble wherever a taunt has just been read.
fn every_taunt_is_seen<G: Layout>() {
    let mut luck = Seed::from(5).luck(Stream::Play);
    let (mut unasked, mut silent, mut endings) = (0, 0, 0);
    for game in 0..60u64 {
        let seats = 2 + (game % 5) as u8;
        let setup = table::table::read_setup::<G>(seats, &json!({})).unwrap();
        let mut table = Table::<G>::deal(setup, Seed::from(game)).unwrap();
        while let Status::Ask(asked) = table.status() {
            let acts = table.acts(asked);
            // Half the time they gloat, if they can.
            let gloat = acts
                .iter()
                .position(|act| act.to_string().starts_with("taunt"))
                .filter(|_| luck.pick(2) == 0);
            let pick = gloat.unwrap_or_else(|| luck.pick(acts.len() as u32) as usize);
            let act = acts[pick].to_string();
            table.try_pick(asked, table.ply(), pick).unwrap();
            let view = table.view(None);
            let window = view["phase"]["is"] == "foil";
            let read = act.starts_with("taunt");
            for who in viewers(seats) {
                let felt = table.lay(who, Hands::Off, &[]).whole().0;
                match bubble(&felt) {
                    Some((name, words)) => {
                        assert!(read || window, "after '{act}' {who:?} still sees '{words}'");
                        let captor =
                            if window { view["phase"]["captor"].as_u64().unwrap() } else { asked.0.into() };
                        assert_eq!(name, table.names().name(Seat(captor as u8)));
                    }
                    None => assert!(!read && !window, "after '{act}' {who:?} sees no bubble"),
                }
            }
            unasked += usize::from(read && !window);
            endings += usize::from(read && table.status() == Status::Over);
            silent += usize::from(!read && !window);
        }
    }
    assert!(
        unasked > 20 && silent > 1000,
        "{unasked} taunts without a question, {silent} silences, {endings}"
    );
}

#[test]
fn every_taunt_of_mister_spy_has_its_bubble() {
    every_taunt_is_seen::<MisterSpy>();
}

#[test]
fn every_taunt_of_the_renamed_spy_game_has_its_bubble() {
    every_taunt_is_seen::<RenamedSpy>();
}

/// What is taken up again from its record says the same, and one choice later it is quiet.
#[test]
fn a_bubble_survives_a_reload_and_goes_with_the_next_choice() {
    let position = json!({
        "turn": 0,
        "phase": { "captive": { "captor": 0, "spy": "jillian-styles", "letters": "" } },
        "hands": ["A B", "C"],
        "lairs": ["moon-base bakery"],
        "discard": "A",
        "deck": "rest",
    });
    let position = serde_json::from_value(position).unwrap();
    let mut table = Table::<MisterSpy>::lay_out(position, None, Seed::from(1)).unwrap();
    let seen = |table: &dyn WebTable| {
        viewers(2)
            .map(|who| bubble(&table.lay(who, Hands::Off, &[]).whole().0).map(|(_, words)| words.to_owned()))
            .collect::<Vec<_>>()
    };
    assert_eq!(seen(&table), [None, None, None]);
    table.act_text(Seat(0), 0, "taunt A").unwrap();
    // Both have been seen: nobody is asked, and the captor goes on.
    assert_eq!(table.status(), Status::Ask(Seat(0)));
    let words = seen(&table);
    assert!(
        words.iter().all(|said| said.as_ref().is_some_and(|said| said.contains("Jillian Styles"))),
        "{words:?}"
    );
    let again = room("mister-spy").unwrap().resume_on_web(&table.record()).unwrap();
    assert_eq!(seen(again.as_ref()), words);
    table.trim();
    assert_eq!(seen(&table), words);
    table.act_text(Seat(0), 1, "kill").unwrap();
    assert_eq!(seen(&table), [None, None, None]);
    assert!(table.undo());
    assert_eq!(seen(&table), words);
}
