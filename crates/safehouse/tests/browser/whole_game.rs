//! Two people with two browsers play a whole game by link.
use crate::chromium::Setup;
use crate::house::House;
use crate::player::{Player, play_on, sit_down};

/// No game has so many questions.
const MOST: usize = 1000;

/// Who wins, as one player reads it, with his own name for "you".
fn winners(player: &Player) -> Vec<String> {
    let words = player.until("the end", |s| s.over()).words;
    let words = words.trim_start_matches("The game is over: ").trim_end_matches('.');
    let names = words.trim_end_matches(" share the win").trim_end_matches(" wins").trim_end_matches(" win");
    let me = player.text(".place.mine .name").trim_end_matches(" (you)").to_owned();
    let own = |name: &str| if name == "you" { me.clone() } else { name.to_owned() };
    let mut names: Vec<String> = names.split(" and ").map(own).collect();
    names.sort();
    names
}

fn whole_game(game: &str) {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let bob = house.player("Bob", Setup::default());
    sit_down(&ann, &bob, game);
    assert!(play_on(&[&ann, &bob], MOST, 5), "the game does not end");
    assert_eq!(winners(&ann), winners(&bob));
    assert_eq!(ann.look().scores, bob.look().scores);
    let table = ann.url();
    assert_eq!(table, bob.url());

    // The replay.
    let plies = ann.look().ply;
    ann.click(".curtain a[href$='/replay']");
    ann.wait("document.querySelector('.replay')");
    assert_eq!(ann.text("#question .words"), format!("After 0 of {plies} choices"));
    ann.click(".steps [rel=next]");
    ann.wait("document.querySelector('#question .words')?.textContent.startsWith('After 1 of ')");
    ann.click(".steps [rel=last]");
    ann.wait(&format!(
        "document.querySelector('#question .words')?.textContent.startsWith('After {plies} of ')"
    ));
    ann.click(".tools a");
    ann.wait("document.querySelector('#felt')");

    // Again: whoever is still at the old table is told where the others have gone.
    ann.click("form[action$='/rematch'] button");
    bob.wait("document.title.includes('Next game') && document.querySelector('#end .next a')");
    assert!(bob.text("#heard").contains("This table goes on elsewhere."));
    bob.click("#end .next a");
    for player in [&ann, &bob] {
        player.wait(&format!("location.href !== {table:?} && document.querySelector('#felt')"));
    }
    assert_eq!(ann.url(), bob.url());
    assert!(!play_on(&[&ann, &bob], 4, 1));
    ann.content();
    bob.content();
}

#[test]
fn two_play_a_whole_game_of_mister_spy_by_link() {
    whole_game("mister-spy");
}

#[test]
fn two_play_a_whole_renamed_spy_game_by_link() {
    whole_game("renamed-spy");
}

#[test]
fn two_play_a_whole_game_of_mighty_beanz_by_link() {
    whole_game("mighty-beanz");
}

#[test]
fn two_play_a_whole_game_of_austin_powers_by_link() {
    whole_game("austin-powers");
}
