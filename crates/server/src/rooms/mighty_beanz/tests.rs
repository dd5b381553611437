use serde_json::{Value, json};
use table::table::Beginning;
use table::{AnyTable, Seed, Status, Table};

use super::*;
use crate::rooms::{Hands, WebTable, room};

/// Every answer before the game can be given together with every other.
#[test]
fn whatever_is_agreed_can_be_dealt() {
    let room = room("mighty-beanz").unwrap();
    let mut agreed = vec![json!({})];
    for choice in MightyBeanz::CHOICES {
        let answers = choice.answers.iter().map(|(_, _, json)| serde_json::from_str::<Value>(json).unwrap());
        let with = |more: Value, options: &Value| {
            let mut options = options.clone();
            options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            options
        };
        agreed = answers.flat_map(|more| agreed.iter().map(move |o| with(more.clone(), o))).collect();
    }
    assert_eq!(agreed.len(), 8 * 2 * 2 * 2 * 2 * 2);
    for options in agreed {
        let table = room.begin_on_web(&Beginning::deal(2, &options), Seed::from(1), None);
        assert!(table.is_ok_and(|table| !table.lay(Some(Seat(0)), Hands::On, &[]).whole().0.is_empty()));
    }
}

/// Whoever is invited reads what was agreed, in the words in which it was chosen.
#[test]
fn what_was_agreed_is_told_again() {
    for choice in MightyBeanz::CHOICES {
        for (_, words, json) in choice.answers {
            let options: Value = serde_json::from_str(json).unwrap();
            assert_eq!(choice.agreed(&options), Some(*words));
        }
    }
    let both = json!({ "expert": true, "steady": true });
    assert_eq!(MightyBeanz::CHOICES[1].agreed(&both), Some("steady hands: three in five hit"));
}

/// What can be done with a card or a slot is offered there; a shot has its range, and then its film.
#[test]
fn every_spot_of_the_menu_is_on_the_table() {
    let (mut spots, mut ranges, mut films, mut orders) = (0, 0, 0, 0);
    for game in 0..8u64 {
        let options = if game % 2 == 0 { json!({}) } else { json!({ "expert": true }) };
        let setup = table::table::read_setup::<MightyBeanz>(2, &options).unwrap();
        let mut table = Table::<MightyBeanz>::deal(setup, Seed::from(game)).unwrap();
        let mut step = game as usize;
        while let Status::Ask(asked) = table.status() {
            let view = table.eyes(Some(asked)).view();
            let felt = table.lay(Some(asked), Hands::On, &[]).whole().0;
            let acts = table.acts(asked);
            for (pick, &act) in acts.iter().enumerate() {
                let of_act = MightyBeanz::spots(&view, act);
                let on = of_act.iter().filter(|at| felt.contains(&format!("data-spot=\"{at}\""))).count();
                assert!(on > 0 || of_act.is_empty(), "{act}: {of_act:?}");
                let offered = felt.contains(&format!("name=\"pick\" value=\"{pick}\""));
                assert!(offered || of_act.is_empty(), "{act} is offered nowhere");
                spots += on;
            }
            let shoots = acts.contains(&Action::Aim { n: 0 }) || acts.contains(&Action::Flick { n: 10 });
            assert_eq!(felt.contains("class=\"range\""), shoots);
            ranges += usize::from(shoots);
            // The order is about the window, never about the hand.
            let window = matches!(view.frame(), Some(mighty_beanz::Frame::Window(_)));
            assert_eq!(AnyTable::obey(&table, asked, "let-happen").is_some(), window);
            orders += usize::from(window);
            step = step * 31 % 1009 + 7;
            // Whoever ends their turn at once gets nowhere.
            let pick = if acts.len() > 1 && acts[0] == Action::End {
                1 + step % (acts.len() - 1)
            } else {
                step % acts.len()
            };
            table.try_pick(asked, table.ply(), pick).unwrap();
        }
        for line in table.lines(None, 0) {
            let Some((film, seat)) = line.scene.and_then(|scene| scene.film) else { continue };
            films += 1;
            assert!(film.starts_with("/shot/") && seat.0 < 2, "{film}");
        }
    }
    assert!(spots > 1000 && ranges > 4 && films > 2 && orders > 4, "{spots} {ranges} {films} {orders}");
}

#[test]
fn a_card_reads_well() {
    let Caption { name, kind, text, .. } = MightyBeanz::read("lion-bean").unwrap();
    assert_eq!((name.as_str(), kind.as_str()), ("Lion Bean", "Rookie of the Circus team, 50 MMP, cost 1"));
    assert!(text.starts_with("Spin: Bean Attack. “"), "{text}");
    assert_eq!(MightyBeanz::read("?"), None);
    assert_eq!(MightyBeanz::read("mouse-bean"), None);
}
