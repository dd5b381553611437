//! Sounds are made by the program, and one button switches them off for good.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use serde_json::json;
use server::rooms::WebTable;
use table::Seat;

use crate::chromium::Setup;
use crate::house::House;
use crate::player::Player;
use crate::prepared::{Moment, Wanted};

const ME: Seat = Seat(0);
/// The pitches with which a coin and a foil begin, in hertz.
const COIN: u64 = 1320;
const FOIL: u64 = 520;

/// Writes down the pitches of the tones that begin, and counts how often cards rustle.
const LISTEN: &str = r##"
  window.tones = [];
  window.rustles = 0;
  const { createOscillator, createBufferSource } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    const voice = createOscillator.call(this);
    const at = voice.frequency.setValueAtTime;
    voice.frequency.setValueAtTime = function (pitch, when) {
      window.tones.push(pitch);
      return at.call(this, pitch, when);
    };
    return voice;
  };
  AudioContext.prototype.createBufferSource = function () {
    window.rustles += 1;
    return createBufferSource.call(this);
  };
"##;

/// The first seat can win points, or foil somebody, with one of its answers.
fn after(table: &dyn WebTable, wanted: impl Fn(&dyn WebTable) -> bool) -> Option<Option<usize>> {
    let menu = table.menu(ME)?;
    let fits = |pick: &usize| {
        let mut next = table.back_at(table.ply());
        next.act(ME, menu.ply, *pick).unwrap();
        next.ending().is_none() && wanted(next.as_ref())
    };
    (0..menu.entries.len()).find(fits).map(Some)
}

fn scores(table: &dyn WebTable) -> Option<Option<usize>> {
    let before = table.scores()[0];
    after(table, |next| next.scores()[0] > before)
}

fn foils(table: &dyn WebTable) -> Option<Option<usize>> {
    let before = table.heard(Some(ME));
    let foiled = |next: &dyn WebTable| {
        let lines = next.lines(Some(ME), before);
        lines.iter().any(|line| line.scene.as_ref().is_some_and(|scene| scene.word.starts_with("Foil")))
    };
    after(table, foiled)
}

/// Goes to a table, chooses what was wanted there, and says which tones were heard, and how often cards rustled.
#[track_caller]
fn heard(house: &House, ann: &Player, moment: &Moment) -> (Vec<u64>, u64) {
    ann.goto(&house.at(&moment.path()));
    ann.wait("document.querySelector('.mute-all') && document.querySelector('#since li')");
    let sight = ann.asked();
    ann.run(LISTEN);
    ann.click(&format!(".answers button[value='{}']", moment.pick.unwrap()));
    ann.until("the game to go on", |s| s.ply > sight.ply);
    let tones = serde_json::from_value(ann.run("return window.tones")).unwrap();
    (tones, ann.run("return window.rustles").as_u64().unwrap())
}

#[test]
fn sounds_are_made_here_and_switched_off_by_one_button() {
    let wanted = [("scores", 4, scores as fn(&dyn WebTable) -> _), ("foils", 1, foils)]
        .map(|(what, copies, is)| Wanted { game: "mister-spy", seats: 2, what, copies, is });
    let Some((house, moments)) = House::with_moments(&wanted) else { return };
    let ann = house.player("Ann", Setup { motion: true, ..Setup::default() });
    house.is_guest(&ann, 0);
    let [seen, unseen, silent, broken, foiled] = &moments[..] else { panic!("{moments:?}") };
    let (tones, rustles) = heard(&house, &ann, seen);
    assert!(tones.contains(&COIN) && rustles > 0, "{tones:?} {rustles}");
    // Nothing of it is fetched.
    let kinds =
        "return [...new Set(performance.getEntriesByType('resource').map((it) => it.initiatorType))].sort()";
    assert_eq!(ann.run("return document.querySelectorAll('audio, video').length"), json!(0));
    let kinds: Vec<String> = serde_json::from_value(ann.run(kinds)).unwrap();
    assert!(kinds.iter().all(|kind| !matches!(kind.as_str(), "audio" | "video" | "track")), "{kinds:?}");
    let fetched = "return performance.getEntriesByType('resource').map((it) => it.name).filter((name) => /\\.(mp3|ogg|wav|m4a|flac|webm|opus)/.test(name))";
    assert_eq!(ann.run(fetched), json!([]));
    ann.set("stage", "normal");
    let (tones, _) = heard(&house, &ann, foiled);
    assert!(tones.contains(&FOIL), "{tones:?}");
    ann.set("stage", "none");
    // Whoever does not want to see cards move still hears them.
    let calm = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    ann.tool("Emulation.setEmulatedMedia", calm);
    let (tones, rustles) = heard(&house, &ann, unseen);
    assert!(tones.contains(&COIN) && rustles > 0, "{tones:?} {rustles}");
    // One button, and it stays as it is.
    let pressed = "return document.querySelector('.mute-all').ariaPressed";
    assert_eq!(ann.run(pressed), json!("true"));
    ann.click(".mute-all");
    assert_eq!(ann.run(pressed), json!("false"));
    assert_eq!(heard(&house, &ann, silent), (vec![], 0));
    assert_eq!(ann.run(pressed), json!("false"));
    assert_eq!(ann.run("return document.querySelector('#menu [name=sound]').value"), json!("off"));
    // On, but with nothing to make a sound with: the game goes on.
    ann.click(".mute-all");
    let deaf =
        "window.AudioContext = class extends AudioContext { constructor() { throw new Error('no ears') } }";
    ann.tool("Page.addScriptToEvaluateOnNewDocument", json!({ "source": deaf }));
    assert_eq!(heard(&house, &ann, broken), (vec![], 0));
    ann.content();
}
