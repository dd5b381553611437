//! Somebody has the link of a table and nothing else: no seat, no cookie, and so no bell.

use crate::chromium::Setup;
use crate::house::House;

/// Which change of the table the page shows.
const VERSION: &str = "Number(document.querySelector('#now').dataset.version)";

#[test]
fn whoever_only_has_the_link_sees_the_game_go_on_and_hears_the_bell_once_they_sit() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    let eve = house.player("Eve", Setup::default());
    ann.open("mister-spy", 3, "friends");
    let table = ann.run("return location.pathname");
    eve.goto(&house.at(table.as_str().unwrap_or_default()));
    let seen = eve.run(&format!("return {VERSION}"));
    // She asked for no stream that she could not have, and looks by herself.
    assert_eq!(
        eve.run("return performance.getEntriesByType('resource').some((e) => e.name.endsWith('/live'))"),
        false
    );
    ann.click(".chairs form button");
    eve.wait(&format!("{VERSION} > {seen}"));
    assert_eq!(eve.run("return Boolean(document.querySelector('#notice:not([hidden])'))"), false);
    eve.type_in("form[action$='/sit'] [name=name]", "Eve");
    eve.click("form[action$='/sit'] button");
    eve.wait("document.querySelector('form[action$=\"/leave\"]')");
    // Now she is called, long before she would look.
    let seen = eve.run(&format!("return {VERSION}"));
    ann.wait(&format!("{VERSION} >= {seen}"));
    let began = std::time::Instant::now();
    ann.click("form[action$='/start'] button");
    eve.wait("document.querySelector('#felt')");
    assert!(began.elapsed().as_secs() < 7, "{:?}", began.elapsed());
}
