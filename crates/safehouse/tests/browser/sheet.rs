//! A phone: the log is a sheet that has all of it, and one's name can be changed at the table.

use serde_json::json;
use server::rooms::WebTable;
use table::Seat;

use crate::chromium::Setup;
use crate::house::House;
use crate::prepared::Wanted;

/// Much has happened: more than a page is sent at once.
fn long(table: &dyn WebTable) -> Option<Option<usize>> {
    (table.menu(Seat(0)).is_some() && table.heard(Some(Seat(0))) > 130).then_some(None)
}

#[test]
fn a_phone_has_the_whole_log_and_a_name_can_be_changed_at_its_table() {
    let wanted = [Wanted { game: "mister-spy", seats: 4, what: "long", copies: 1, is: long }];
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { width: 360, height: 740, ..Setup::default() });
    house.is_guest(&ann, 0);
    ann.goto(&house.at(&moments[0].path()));
    ann.asked();
    ann.click("#talk-sheet");
    ann.wait("document.querySelector('#talk:popover-open')");
    // All of it, each line once and in order, and most of the sheet is for it.
    let lines = "[...document.querySelectorAll('#log li[data-at]')].map((it) => Number(it.dataset.at))";
    ann.wait(&format!("{lines}[0] === 0"));
    let told: Vec<usize> = serde_json::from_value(ann.run(&format!("return {lines}"))).unwrap();
    assert!(told.len() > 130 && told.iter().copied().eq(0..told.len()), "{told:?}");
    let room = ann.run("return document.querySelector('#log').clientHeight / innerHeight");
    assert!(room.as_f64().unwrap() > 0.5, "{room}");
    // The newest is in sight, and the oldest can be scrolled to.
    let in_sight = |which: &str| {
        ann.run(&format!(
            "const [li, ol] = [document.querySelector('#log').{which}, document.querySelector('#log')].map((it) => it.getBoundingClientRect());
             return li.bottom <= ol.bottom + 4 && li.top >= ol.top - 4;"
        ))
    };
    assert_eq!(in_sight("lastElementChild"), json!(true));
    ann.run("document.querySelector('#log').scrollTop = 0");
    assert_eq!(in_sight("firstElementChild"), json!(true));
    // It is still all there when the table has changed.
    ann.type_in(".chat input", "hm");
    ann.click(".chat .say button");
    ann.wait("document.querySelector('#said li:last-child').textContent.endsWith('hm')");
    assert_eq!(ann.run(&format!("return {lines}.length")), json!(told.len()));

    ann.run("document.querySelector('#talk').hidePopover?.()");
    ann.click(".menu .me");
    ann.wait("document.querySelector('#menu:popover-open')");
    ann.type_in("#menu [name=name]", "Nell");
    ann.click("#menu form button");
    ann.wait("document.querySelector('.menu .me')?.textContent === 'Nell'");
    assert_eq!(ann.url(), house.at(&moments[0].path()), "still at the table");
    ann.content();
}
