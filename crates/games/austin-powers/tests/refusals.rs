//! A refusal names the rule that forbids the act.

use austin_powers::act::Way;
use austin_powers::shelf::any_deck;
use austin_powers::{Action, Allegiance, AustinPowers, Face, Setup};
use ccg::Tag;
use proof::{Refusals, refusals};
use table::{AnyTable as _, Game as _, Rule, Rules, Seat, Seed, Status, Stream, Table};

fn counted() -> Refusals {
    refusals::<AustinPowers>(&[Setup::starters(2), Setup::starters(4)], 4)
}

/// Rule 1.7 is for those who are not asked; whoever is asked hears what really stands in the way.
#[test]
fn a_refusal_names_the_rule_that_forbids_the_act() {
    counted().name_the_rule(Rule(1, 7));
}

#[test]
#[ignore = "prints a part of docs/refusals.md"]
fn print_refusals() {
    println!("{}", counted());
}

/// Everything that can be written as an act, or nearly: every card, every number, every seat.
fn every_act() -> Vec<Action> {
    let mut acts = vec![
        Action::End,
        Action::Ask,
        Action::GiveUp,
        Action::Sign,
        Action::Still,
        Action::Pass,
        Action::Yes,
        Action::No,
        Action::Done,
        Action::Leave,
    ];
    for card in Face::all().chain([Face::HIDDEN]) {
        acts.extend([Way::With, Way::Without].map(|way| Action::Swing { card, way }));
        acts.extend([Action::Play { card }, Action::Happen { card }, Action::Bone { card }]);
        acts.extend([Action::Throw { card }, Action::Take { card }, Action::Discard { card }]);
    }
    for at in (0..=u8::MAX).map(Tag) {
        acts.extend([Action::At { at }, Action::Use { at }]);
        let near = (0..12).chain([200, u8::MAX]).map(Tag);
        acts.extend(near.flat_map(|by| [Action::Attack { by, at }, Action::Attack { by: at, at: by }]));
    }
    acts.extend((0..=u8::MAX).map(|seat| Action::Player { seat: Seat(seat) }));
    acts
}

/// Whatever is not in the menu is refused by a rule of the page, and whatever is in it is not; nothing falls over.
#[test]
fn whatever_can_be_written_is_in_the_menu_or_refused_by_a_rule() {
    let rules = Rules::parse(AustinPowers::info().rules).expect("a page");
    let (acts, mut looked, mut menu) = (every_act(), 0, Vec::new());
    // With decks of any cards too, which ask what starters never do.
    let mut luck = Seed::from(3).luck(Stream::Test(5));
    let decks =
        [Allegiance::Good, Allegiance::Evil].repeat(2).into_iter().map(|side| any_deck(side, &mut luck));
    let any = Setup { decks: decks.collect(), ..Setup::starters(4) };
    let leaving = Setup { leaving: true, ..Setup::starters(3) };
    for setup in [Setup::starters(2), leaving, Setup::starters(4), Setup::starters(6), any] {
        let mut dice = Seed::from(u64::from(setup.seats)).luck(Stream::Test(4));
        bots::playout::random_game::<AustinPowers>(&setup, Seed::from(7), |game| {
            if dice.pick(12) > 0 {
                return;
            }
            for seat in Seat::all(game.seats()) {
                let view = game.view(Some(seat));
                menu.clear();
                game.legal(seat, &mut menu);
                for &act in &acts {
                    let refused = AustinPowers::refuse(&view, act);
                    assert_eq!(
                        refused.is_none(),
                        menu.contains(&act),
                        "seat {seat}, '{act}': {refused:?}, {menu:?}"
                    );
                    assert!(refused.is_none_or(|rule| rules.get(rule).is_some()), "'{act}' by {refused:?}");
                    looked += 1;
                }
            }
        });
    }
    assert!(looked > 500_000, "only {looked}");
}

/// What is no act at all is refused in words.
#[test]
fn what_is_no_act_is_refused_in_words() {
    let mut table = Table::<AustinPowers>::deal(Setup::starters(3), Seed::from(1)).expect("a deal");
    let Status::Ask(seat) = table.status() else { panic!("a turn") };
    for text in [
        "",
        " ",
        "fly",
        "play",
        "play nobody-at-all",
        "play ?",
        "attack 1",
        "attack 1 300",
        "attack -1 2",
        "swing slugfest",
        "swing slugfest sideways",
        "player 9",
        "player x",
        "use 256",
        "at",
        "end end",
        "PLAY mustafa",
        "take \u{1f95c}",
        "sign now",
    ] {
        let ply = table.ply();
        let refused = table.act_text(seat, ply, text).expect_err(text);
        assert!(!refused.to_string().trim().is_empty(), "{text}");
        assert_eq!(table.ply(), ply);
    }
    let others = Seat::all(3).filter(|other| *other != seat);
    for other in others {
        assert!(table.act_text(other, 0, "end").is_err(), "out of turn");
    }
    assert!(table.act_text(Seat(6), 0, "end").is_err() && table.act_text(seat, 7, "end").is_err());
}
