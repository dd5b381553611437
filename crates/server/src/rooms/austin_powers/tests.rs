use austin_powers::cards::Kind;
use austin_powers::{Frame, Step};
use serde_json::json;
use table::{Seed, Table};

use super::*;
use crate::rooms::{Hands, WebTable};

/// Plays games of two to six, and shows each moment to `see` with whoever is to answer.
fn watch(mut see: impl FnMut(&Table<AustinPowers>, Seat, &View)) {
    for game in 0..10u64 {
        let seats = 2 + (game % 5) as u8;
        let setup = table::table::read_setup::<AustinPowers>(seats, &json!({})).unwrap();
        let mut table = Table::<AustinPowers>::deal(setup, Seed::from(game)).unwrap();
        let mut step = game as usize;
        while let Some(asked) = table.waiting().iter().next() {
            see(&table, asked, &table.eyes(Some(asked)).view());
            let acts = table.acts(asked);
            step = step * 31 % 1009 + 7;
            table.try_pick(asked, table.ply(), step % acts.len()).unwrap();
        }
    }
}

/// What can be done with a card, an Agent or a player is offered there.
#[test]
fn every_spot_of_the_menu_is_on_the_table() {
    let mut spots = 0;
    watch(|table, asked, view| {
        let felt = table.lay(Some(asked), Hands::On, &[]).whole().0;
        for (pick, act) in table.acts(asked).into_iter().enumerate() {
            let of_act = AustinPowers::spots(view, act);
            let on = of_act.iter().filter(|at| felt.contains(&format!("data-spot=\"{at}\""))).count();
            // What is looked for in a draw deck lies nowhere on the table.
            assert!(on > 0 || of_act.is_empty() || matches!(act, Action::Take { .. }), "{act}: {of_act:?}");
            let offered = felt.contains(&format!("name=\"pick\" value=\"{pick}\""));
            assert!(offered || on == 0, "{act} is offered nowhere");
            spots += on;
        }
    });
    assert!(spots > 3000, "{spots}");
}

/// Each card lies in one place: no spot is twice on a page.
#[test]
fn nothing_is_in_two_places() {
    watch(|table, asked, _| {
        let felt = table.lay(Some(asked), Hands::Off, &[]).whole().0;
        let mut spots: Vec<&str> =
            felt.split(" data-spot=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = spots.len();
        spots.sort_unstable();
        spots.dedup();
        assert_eq!(spots.len(), all);
    });
}

/// A Happening that waits for its target is seen by its player, who holds it no more; the others see its back (rule 16.1).
#[test]
fn a_happening_face_down_is_its_players_secret() {
    let (mut laid, mut signs) = (0, 0);
    watch(|table, asked, view| {
        let Some(card) = view.laid() else { return };
        laid += 1;
        let turn = view.open.turn;
        let own = table.eyes(Some(turn)).view();
        let (secret, page) = (own.laid().unwrap(), |seat| table.lay(Some(seat), Hands::Off, &[]).whole().0);
        assert_eq!(secret.card().kind, Kind::Happening);
        assert_eq!(hand(&own, turn).count() + 1, own.hand(turn).count());
        assert!(page(turn).contains("data-spot=\"laid\""));
        if asked != turn && view.hand(turn).next().is_none() && view.discards(turn).all(|face| face != secret)
        {
            assert_eq!(card, Face::HIDDEN);
            let seen = page(asked);
            let here = seen.split("data-spot=\"laid\"").nth(1).unwrap().split("</span>").next().unwrap();
            assert!(here.contains(BACK) && !here.contains(secret.key()), "{here}");
        }
        if matches!(view.frame(), Some(Frame::Own(Step::Sign))) {
            signs += 1;
            let felt = table.lay(Some(asked), Hands::On, &[]).whole().0;
            // One button that makes the sign at once, without another click.
            let button = felt.split("data-spot=\"sign\"").next().unwrap().rsplit('<').next().unwrap();
            assert!(
                button.starts_with("button type=\"submit\" class=\"spot live wide\" name=\"pick\""),
                "{button}"
            );
        }
    });
    assert!(laid > 10 && signs > 5, "{laid} {signs}");
}

/// What a Bone needs in a fight stands beside what there is of it, and says whether it is enough.
#[test]
fn a_bone_says_what_is_missing() {
    let (mut enough, mut short) = (0, 0);
    watch(|_, asked, view| {
        let Some(fight) = view.fight() else { return };
        for (lies, face) in crew::hand(view, asked).iter().zip(hand(view, asked)) {
            if face.card().kind != Kind::Bone {
                continue;
            }
            let missing = lies.tags.iter().any(|tag| tag.class.ends_with("short"));
            assert_eq!(missing, !view.vibes(asked).cover(view.need(asked, face, fight.kill)), "{face}");
            assert_eq!(lies.note.ends_with("not enough"), missing, "{}", lies.note);
            *(if missing { &mut short } else { &mut enough }) += 1;
        }
    });
    assert!(enough > 50 && short > 50, "{enough} {short}");
}

#[test]
fn a_card_reads_well() {
    let Caption { name, kind, text, .. } = AustinPowers::read("mustafa").unwrap();
    assert_eq!(name, "Mustafa");
    // What a card is worth changes with the editions.
    let worth = Face::keyed("mustafa").unwrap().card().value;
    let expected =
        format!("Evil Agent, male Assassin, puts out 1 Groovy, 1 Creepy, worth {worth}; red dot, common");
    assert_eq!(kind, expected);
    assert!(
        text.starts_with("When discarded for losing an Assassination: ") && text.ends_with('\u{201d}'),
        "{text}"
    );
    assert_eq!(AustinPowers::read("mini-you"), None);
}
