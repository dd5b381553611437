//! The colours that somebody has chosen are there before anything is painted.

use serde_json::json;

use crate::chromium::Setup;
use crate::house::House;

/// Before anything of a page: writes down which theme it has when its body comes, and the colour of its ground in each of the
/// first pictures.
const WATCH: &str = r##"
  window.grounds = [];
  const look = () => {
    if (document.body) window.grounds.push(getComputedStyle(document.body).backgroundColor);
    if (window.grounds.length < 10) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new MutationObserver((_, watch) => {
    if (!document.body) return;
    window.early = document.documentElement.dataset.theme ?? "";
    watch.disconnect();
  }).observe(document, { childList: true, subtree: true });
"##;

#[test]
fn a_theme_is_there_before_the_first_paint() {
    let Some(house) = House::open() else { return };
    let ann = house.player("Ann", Setup::default());
    ann.open("mister-spy", 2, "friends");
    let lobby = ann.run("return location.pathname");
    ann.tool("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WATCH }));
    let (light, dark) = (json!("rgb(244, 239, 230)"), json!("rgb(34, 28, 24)"));
    for (system, chosen, ground) in [
        ("light", "", &light),
        ("dark", "", &dark),
        ("light", "dark", &dark),
        ("dark", "light", &light),
        ("dark", "dark", &dark),
    ] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": system }] });
        ann.tool("Emulation.setEmulatedMedia", media);
        ann.set("theme", chosen);
        for path in ["/", lobby.as_str().unwrap_or_default(), "/rules/mister-spy"] {
            ann.goto(&house.at(path));
            ann.wait("window.grounds.length >= 10");
            let what = format!("{path}: the system is {system}, {chosen:?} was chosen");
            assert_eq!(ann.run("return window.early"), json!(chosen), "{what}");
            assert_eq!(ann.run("return [...new Set(window.grounds)]"), json!([ground]), "{what}");
        }
    }
}
