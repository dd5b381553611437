//! The laws themselves are tested: an honest game keeps them all, and each planted bug is caught by the law that
//! is meant for it.

#[path = "planted/snap_dragon.rs"]
mod snap_dragon;

use snap_dragon::{Bug, Setup, SnapDragon};
use table::laws::{Broken, Budget, Harmless, Law, uphold, uphold_by};
use table::{Record, Seat, Table};

fn judge(bug: Bug) -> Result<(), Broken> {
    uphold::<SnapDragon>(&[Setup::new(2, bug), Setup::new(3, bug)], Budget::QUICK)
}

/// The bug must be caught by this law, and the message must say this.
#[track_caller]
fn caught(bug: Bug, law: Law, says: &str) {
    match judge(bug) {
        Ok(()) => panic!("{bug:?} got away; {law} should have caught it"),
        Err(broken) => {
            assert_eq!(broken.law, law, "{broken}");
            assert!(broken.what.contains(says), "'{says}' is not in: {broken}");
        }
    }
}

#[test]
fn an_honest_game_keeps_the_laws() {
    if let Err(broken) = judge(Bug::None) {
        panic!("{broken}");
    }
}

#[test]
fn an_honest_race_keeps_the_laws() {
    if let Err(broken) = uphold::<SnapDragon>(&[Setup::new(3, Bug::None).race()], Budget::QUICK) {
        panic!("{broken}");
    }
}

/// The same for a bug of the race.
#[track_caller]
fn caught_racing(bug: Bug, law: Law, says: &str) {
    // Two who can snap the same dragon are rare.
    let budget = Budget { games: 300, deals: 0, seed: 1 };
    let broken = uphold::<SnapDragon>(&[Setup::new(3, bug).race()], budget).expect_err("a bug");
    assert_eq!(broken.law, law, "{broken}");
    assert!(broken.what.contains(says), "'{says}' is not in: {broken}");
}

#[test]
fn an_answer_that_came_too_late_is_told() {
    caught_racing(Bug::LateSnapTold, Law::SameStory, "in an equal world");
}

#[test]
fn an_answer_that_came_too_late_is_shown() {
    caught_racing(Bug::LateSnapShown, Law::SameStory, "is shown");
}

#[test]
fn an_order_that_looks_at_the_hand() {
    caught(Bug::OrderByTheHand, Law::OrdersTellNothing, "in an equal world");
}

#[test]
fn an_order_that_does_what_nobody_may() {
    caught(Bug::OrderOffTheMenu, Law::OrdersTellNothing, "may not do");
}

#[test]
fn a_view_that_shows_a_hand_does_not_fit_an_honest_imagination() {
    caught(Bug::LeakyView, Law::ImaginedWorldsFit, "leak");
}

#[test]
fn a_leak_that_view_log_and_imagination_agree_on_is_no_longer_hidden() {
    caught(Bug::LeakWithAllItsPapers, Law::HiddenStaysHidden, "was imagined rightly");
}

#[test]
fn a_leak_that_nobody_was_told_of_shows_at_the_first_draw() {
    caught(Bug::LeakInSilence, Law::SameStorySameWindow, "heard the same, but sees");
}

#[test]
fn a_view_that_changes_with_a_hidden_card_in_silence() {
    caught(Bug::GlowingCave, Law::SameStorySameWindow, "heard the same, but sees");
}

// Every hidden place is right as well, but peeking is judged first: it is the graver charge.
#[test]
fn an_imagination_that_returns_the_truth() {
    caught(Bug::SmuggledTruth, Law::NobodyPeeks, "had every hidden card right");
}

#[test]
fn an_imagination_that_peeks_every_other_time() {
    caught(Bug::SmuggledTruthHalfTheTime, Law::NobodyPeeks, "imagine");
}

#[test]
fn an_imagination_that_pools_the_decks() {
    caught(Bug::PooledDecks, Law::ImaginedAsDealt, "lay at place");
}

// When nobody can snap, the next turn is told at once: the story gives the window away before the question does.
#[test]
fn a_window_that_opens_only_when_somebody_holds_the_card() {
    caught(Bug::WindowForHolders, Law::SameStory, "Roared");
}

#[test]
fn a_window_that_opens_only_for_the_holder() {
    caught(Bug::WindowForHoldersWithAnExcuse, Law::SameStorySameWindow, "became");
}

#[test]
fn a_card_that_gets_lost() {
    caught(Bug::LostDragon, Law::CardsAreConserved, "loses cards");
}

#[test]
fn a_menu_entry_that_changes_nothing() {
    caught(Bug::IdleRest, Law::MenuApplies, "changes nothing");
}

#[test]
fn a_menu_entry_that_panics() {
    caught(Bug::BrokenRest, Law::MenuApplies, "panics");
}

#[test]
fn a_menu_entry_that_a_rule_refuses() {
    caught(Bug::ForbiddenRest, Law::MenuApplies, "rule 2.2 refuses it");
}

#[test]
fn an_act_that_no_menu_lists_and_no_rule_refuses() {
    caught(Bug::BorrowedRoar, Law::OthersAreRefused, "no rule refuses it");
}

#[test]
fn a_refusal_by_a_rule_that_the_page_does_not_have() {
    caught(Bug::InventedRule, Law::OthersAreRefused, "rule 9.9");
}

#[test]
fn a_menu_that_names_an_act_twice() {
    caught(Bug::TwoRests, Law::MenuIsClean, "twice");
}

#[test]
fn a_secret_told_to_all() {
    caught(Bug::LoudLaying, Law::SameStory, "LaidDragon");
}

#[test]
fn a_state_that_depends_on_more_than_choices_and_luck() {
    caught(Bug::ProcessClock, Law::RecordsReplay, "");
}

#[test]
fn a_setup_that_wears_out() {
    caught(Bug::WornSetup, Law::UndoIsExact, "leads elsewhere");
}

#[test]
fn a_position_that_forgets_something() {
    caught(Bug::ForgetfulPosition, Law::PositionsRoundTrip, "turns");
}

#[test]
fn a_game_that_never_ends() {
    caught(Bug::NoDawn, Law::GamesEnd, "still not over");
}

#[test]
fn a_menu_whose_order_follows_a_hidden_card() {
    caught(Bug::MenuSortedByTheDeck, Law::SameQuestion, "in an imagined world");
}

// Refusals are made from the view alone and cannot agree with such a menu. The deal decides which is seen first.
#[test]
fn a_menu_whose_entries_follow_a_hidden_card() {
    let broken = judge(Bug::MenuFromTheDeck).expect_err("the bug got away");
    assert!(matches!(broken.law, Law::SameQuestion | Law::OthersAreRefused), "{broken}");
}

#[test]
fn a_menu_whose_entries_follow_a_hidden_card_and_refusals_too() {
    caught(Bug::MenuFromTheDeckWithAnExcuse, Law::SameQuestion, "in an imagined world");
}

#[test]
fn an_imagination_that_peeks_at_one_hand_now_and_then() {
    caught(Bug::SmuggledHandNowAndThen, Law::NobodyPeeks, "from equal views");
}

#[test]
fn a_view_that_prints_more_than_it_compares() {
    caught(Bug::PrintedContraband, Law::ImaginedWorldsFit, "prints");
}

#[test]
fn an_imagination_that_pools_the_decks_in_the_middle_of_play() {
    caught(Bug::PooledDecksWhileRoaring, Law::ImaginedAsDealt, "never");
}

#[test]
fn a_score_that_counts_hidden_cards() {
    caught(Bug::ScoreFromTheCave, Law::ImaginedWorldsFit, "score");
}

#[test]
fn a_secret_told_behind_another() {
    caught(Bug::SecretBehindASecret, Law::SameStory, "Possible");
}

#[test]
fn an_act_shown_to_those_who_should_not_see_it() {
    caught(Bug::ShownLaying, Law::SameStory, "shown");
}

#[test]
fn a_secret_told_at_the_deal() {
    caught(Bug::LoudDeal, Law::SameStory, "FirstDealt");
}

#[test]
fn a_game_with_dice_of_its_own() {
    caught(Bug::OwnDice, Law::RecordsReplay, "");
}

#[test]
fn a_position_that_is_whole_only_in_memory() {
    caught(Bug::ForgetfulPaper, Law::PositionsRoundTrip, "turns");
}

#[test]
fn an_act_that_programs_cannot_read_back() {
    caught(Bug::MumbledAct, Law::RecordsReplay, "Yawn");
}

#[test]
fn an_imagination_that_panics() {
    caught(Bug::BrokenImagination, Law::NothingPanics, "");
}

/// Everybody's last choice that this holds for can be taken back: it must be caught, and the message must say this.
#[track_caller]
fn caught_taking_back(setup: Setup, harmless: Harmless<SnapDragon>, says: &str) {
    let broken = uphold_by::<SnapDragon>(&[setup], Budget::QUICK, harmless).expect_err("the bug got away");
    assert_eq!(broken.law, Law::TakingBackIsHarmless, "{broken}");
    assert!(broken.what.contains(says), "'{says}' is not in: {broken}");
}

fn last_ply(table: &Table<SnapDragon>) -> u32 {
    table.ply() - 1
}

#[test]
fn an_honest_game_with_dice_keeps_the_laws() {
    if let Err(broken) = uphold::<SnapDragon>(&[Setup::new(3, Bug::None).windy()], Budget::QUICK) {
        panic!("{broken}");
    }
}

#[test]
fn a_roll_of_the_dice_that_can_be_taken_back() {
    let setup = Setup::new(2, Bug::None).windy();
    let blind_to_chance: Harmless<SnapDragon> =
        |table, seat| table.aftermath().filter(|it| it.by == seat && !it.secret).map(|_| last_ply(table));
    caught_taking_back(setup, blind_to_chance, "chance has decided something");
}

// The deck was shuffled long ago: no dice are rolled when somebody draws.
#[test]
fn a_look_at_a_card_that_can_be_taken_back() {
    let blind_to_secrets: Harmless<SnapDragon> =
        |table, seat| table.aftermath().filter(|it| it.by == seat && !it.chance).map(|_| last_ply(table));
    caught_taking_back(Setup::new(3, Bug::None), blind_to_secrets, "in an equal world");
}

#[test]
fn a_way_back_that_leads_too_far() {
    let to_the_start: Harmless<SnapDragon> = |table, _| (table.ply() > 1).then_some(0);
    caught_taking_back(Setup::new(2, Bug::None), to_the_start, "leads to ply 0");
}

// The laws of stories let one world give a secret away where another is silent; but silence tells, too.
#[test]
fn a_silence_that_tells_and_can_be_taken_back() {
    caught(Bug::TellingSilence, Law::TakingBackIsHarmless, "Possible(true)");
}

/// The law is about something: in honest games there are choices that can be taken back, and others.
#[test]
fn some_choices_can_be_taken_back_and_some_cannot() {
    let (mut can, mut cannot) = (0, 0);
    for seed in 0..20 {
        let mut table = Table::<SnapDragon>::deal(Setup::new(3, Bug::None).windy(), seed.into()).unwrap();
        assert_eq!(table.harmless(Seat(0)), None, "nobody has chosen anything");
        while let Some(seat) = table.status().asked().iter().next() {
            let menu = table.acts(seat);
            let (ply, pick) = (table.ply(), (seed as usize + table.ply() as usize) % menu.len());
            table.try_pick(seat, ply, pick).unwrap();
            assert_eq!(table.harmless(seat.next(3)), None, "it was somebody else's choice");
            match table.harmless(seat) {
                Some(back) if back == ply => can += 1,
                Some(back) => panic!("from {ply} back to {back}"),
                None => cannot += 1,
            }
        }
    }
    assert!(can > 20 && cannot > 20, "{can} can be taken back, {cannot} cannot");
}

#[test]
fn a_breach_brings_the_record_of_its_game() {
    let broken = judge(Bug::LoudLaying).expect_err("the bug got away");
    let record = Record::parse(&broken.record.expect("a record")).expect("a whole record");
    let table = Table::<SnapDragon>::resume(&record).expect("the same game");
    assert_eq!((table.ply(), table.seed()), (broken.ply, broken.seed));
}
