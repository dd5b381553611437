//! Austin Powers: the sign is one large button that has the focus as soon as it is to be made, so that a click, a key or a switch
//! makes it.

use serde_json::json;
use server::rooms::{Hands, WebTable};
use table::Seat;

use crate::chromium::Setup;
use crate::house::House;
use crate::prepared::Wanted;

const SIGN: &str = "button.spot.live[data-spot=sign]";

fn to_sign(table: &dyn WebTable) -> Option<Option<usize>> {
    let laid = table.lay(Some(Seat(0)), Hands::On, &[]);
    (laid.question.is_some() && laid.whole().0.contains("data-spot=\"sign\"")).then_some(None)
}

#[test]
fn the_sign_is_one_large_button() {
    let wanted = [Wanted { game: "austin-powers", seats: 4, what: "sign", copies: 4, is: to_sign }];
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { width: 1366, height: 768, ..Setup::default() });
    house.is_guest(&ann, 0);
    // A switch device presses Enter or the space bar on what has the focus.
    let ways = [
        ("a click", ""),
        ("Enter", "\u{e007}"),
        ("the space bar", " "),
        ("the key of the first answer", "1"),
    ];
    for (moment, (way, key)) in moments.iter().zip(ways) {
        ann.goto(&house.at(&moment.path()));
        ann.wait(&format!("document.querySelector('{SIGN}')"));
        ann.wait("document.activeElement?.dataset.spot === 'sign'");
        let size = ann.run(&format!(
            "const box = document.querySelector('{SIGN}').getBoundingClientRect(); return [box.width, box.height]"
        ));
        assert!(size[0].as_f64().unwrap() >= 90.0 && size[1].as_f64().unwrap() >= 60.0, "{size}");
        match key {
            "" => ann.click(SIGN),
            key => ann.press(key),
        }
        ann.wait("document.querySelector('#question .words').textContent.startsWith('Your answer is in: Make the ')");
        assert_eq!(ann.run(&format!("return document.querySelector('{SIGN}')")), json!(null), "{way}");
    }
    ann.content();
}
