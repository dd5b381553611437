//! Without scripts the house is plain forms, and nothing is missing.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::chromium::Setup;
use crate::house::{GAMES, House};

/// Much longer than any game takes.
const PATIENCE: Duration = Duration::from_secs(90);

#[test]
fn a_whole_game_of_each_game_with_scripts_switched_off() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup { scripts: false, ..Setup::default() });
    assert_eq!(
        ann.run("return document.querySelectorAll('.settings').length"),
        json!(0),
        "no script has run"
    );
    for game in GAMES {
        ann.goto(&house.at("/"));
        ann.open(game, 2, "bots");
        let start = Instant::now();
        let (mut n, mut hints) = (3, 0);
        loop {
            assert!(start.elapsed() < PATIENCE, "{game} does not end");
            let sight = ann.look();
            if sight.over() {
                break;
            }
            if !sight.asked {
                ann.reload();
                continue;
            }
            n = n * 31 % 1009 + 7;
            if sight.answers.len() > 1 && hints < 2 {
                hints += 1;
                ann.hint();
                assert_eq!(ann.look(), sight, "a hint changes nothing");
            }
            if n % 4 != 0 || !ann.answer_by_card(&sight, n, "") {
                ann.answer(&sight, n);
            }
        }
        ann.click(".curtain a[href$='/replay']");
        ann.wait("document.querySelector('.replay')");
        ann.click(".steps [rel=last]");
        ann.wait("document.querySelector('#log li.new')");
        // The page of the analysis looks again by itself; it is the same for every game, and takes a while to be made.
        if game == GAMES[0] {
            ann.click(".tools a[href$='/analysis']");
            ann.wait_long("document.querySelector('.moments .sheet')");
        }
    }
}
