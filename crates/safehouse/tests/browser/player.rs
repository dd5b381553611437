//! Somebody who plays with mouse and eyes: looks at the page, and clicks on what stands there.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::ops::Deref;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::chromium::{Browser, PATIENCE};

/// What a player sees of a table, in one look.
const LOOK: &str = r##"
  const all = (css) => [...document.querySelectorAll(css)];
  const felt = document.querySelector("#felt");
  return {
    ply: Number(felt?.elements.ply.value ?? -1),
    asked: Boolean(document.querySelector("#question[data-asked]")),
    words: document.querySelector("#question .words")?.textContent.trim() ?? "",
    answers: all(".answers button").map((b) => b.getAttribute("aria-label") ?? b.textContent),
    picks: all(".answers button").map((b) => b.value),
    range: Boolean(document.querySelector(".range.on[open]")),
    scores: Object.fromEntries(all(".place").map((p) => [p.dataset.seat, p.querySelector(".score .number").textContent])),
    live: all(".spot.live").length,
    film: !window.patient && Boolean(document.querySelector(".film-show")),
  };
"##;

/// A card in sight that offers a choice beginning with some words: its spot, and the choice.
const OFFER: &str = r##"
  const [n, words] = arguments;
  const offers = [...document.querySelectorAll("#question .answers button[data-spots]")]
    .filter((b) => (b.getAttribute("aria-label") ?? b.textContent).startsWith(words))
    .flatMap((b) => b.dataset.spots.split(" ").map((spot) => [spot, b.value]))
    .filter(([spot]) => document.querySelector(`button.spot:not(.wide)[data-spot="${CSS.escape(spot)}"]`)?.checkVisibility());
  return offers.length ? offers[n % offers.length] : [];
"##;

/// Chooses the direction that makes up for how a shot lies, and a strength that knocks over: whoever flicks at random plays for
/// a hundred turns.
const AIM: &str = r##"
  const { aim, side, lean } = document.querySelector(".range")?.dataset ?? {};
  const n = aim === undefined ? Number(side) - Number(lean) : 12;
  const list = document.querySelector(".answers.number select");
  const option = list?.querySelector(`option[data-n="${n}"]`);
  if (option) list.value = option.value;
"##;

/// What a player sees.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sight {
    pub(crate) ply: i64,
    pub(crate) asked: bool,
    /// The question, or who is waited for, or how the game ended.
    pub(crate) words: String,
    pub(crate) answers: Vec<String>,
    /// What stands for each of them in the form.
    picks: Vec<String>,
    pub(crate) scores: Value,
    /// So many cards can be clicked to choose something.
    pub(crate) live: usize,
}

impl Sight {
    pub(crate) fn over(&self) -> bool {
        self.words.starts_with("The game is over:")
    }
}

/// Somebody with a browser.
pub(crate) struct Player {
    browser: Browser,
    pub(crate) name: &'static str,
}

impl Deref for Player {
    type Target = Browser;
    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Player {
    pub(crate) fn new(browser: Browser, name: &'static str) -> Player {
        Player { browser, name }
    }

    /// Sets something for this browser, as the menu does.
    #[track_caller]
    pub(crate) fn set(&self, name: &str, value: &str) {
        self.run_with("localStorage.setItem(arguments[0], arguments[1])", json!([name, value]));
    }

    /// Watches every film to its end instead of leaving it.
    pub(crate) fn watches_films(&self) {
        self.run("window.patient = true");
    }

    /// Opens a table from the front page, by clicks.
    #[track_caller]
    pub(crate) fn open(&self, game: &str, seats: u8, with: &str) {
        self.open_with(game, seats, with, &[]);
    }

    /// The same with some boxes of the options ticked.
    #[track_caller]
    pub(crate) fn open_with(&self, game: &str, seats: u8, with: &str, ticked: &[&str]) {
        let form = format!("form:has([value={game}])");
        // Mighty Beanz is for two.
        let seats = if game == "mighty-beanz" { 2 } else { seats };
        self.click(&format!("{form} [name=seats] option[value='{seats}']"));
        for name in ticked {
            self.click(&format!("{form} details.options:not([open]) summary"));
            self.click(&format!("{form} [name={name}]"));
        }
        self.click(&format!("{form} button[value={with}]"));
        self.wait("location.pathname.startsWith('/t/') && document.querySelector('#now')");
    }

    #[track_caller]
    pub(crate) fn look(&self) -> Sight {
        let mut seen = self.run(LOOK);
        // The table waits behind a film until it is over.
        while seen["film"] == true {
            self.press("\u{e00c}");
            seen = self.run(LOOK);
        }
        // A shot can also be two numbers.
        if seen["range"] == true {
            self.run("document.querySelector('.range .numbers')?.click()");
        }
        Sight {
            ply: seen["ply"].as_i64().unwrap(),
            asked: seen["asked"].as_bool().unwrap(),
            words: seen["words"].as_str().unwrap().to_owned(),
            answers: serde_json::from_value(seen["answers"].clone()).unwrap(),
            picks: serde_json::from_value(seen["picks"].clone()).unwrap(),
            scores: seen["scores"].clone(),
            live: seen["live"].as_u64().unwrap() as usize,
        }
    }

    /// Waits until the page shows what is wanted.
    #[track_caller]
    pub(crate) fn until(&self, what: &str, wanted: impl Fn(&Sight) -> bool) -> Sight {
        let start = Instant::now();
        loop {
            let sight = self.look();
            if wanted(&sight) {
                return sight;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{}: {what}: {sight:?}; the browser says: {:?}",
                self.name,
                self.complaints()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the player is asked, or the game is over.
    #[track_caller]
    pub(crate) fn asked(&self) -> Sight {
        self.until("to be asked", |s| s.asked || s.over())
    }

    /// Asks for a hint by a click, and waits for it. If there is nothing to choose, nothing happens.
    #[track_caller]
    pub(crate) fn hint(&self) {
        if self.look().answers.len() > 1 {
            self.click("[formaction$='/hint']");
            self.wait("document.querySelector('#hint li')");
        }
    }

    /// Clicks on an answer of the list.
    #[track_caller]
    pub(crate) fn answer(&self, sight: &Sight, n: usize) {
        self.pick(sight, n);
        self.gone_on(sight);
    }

    /// Clicks on an answer of the list, and does not wait for what comes of it.
    #[track_caller]
    pub(crate) fn pick(&self, sight: &Sight, n: usize) {
        let button = match sight.picks[n % sight.picks.len()].as_str() {
            "" => {
                self.run(AIM);
                ".answers.number button".to_owned()
            }
            pick => format!(".answers button[value='{pick}']"),
        };
        // What is folded is opened first.
        self.run_with("const fold = document.querySelector(arguments[0])?.closest('details'); if (fold) fold.open = true", json!([button]));
        let start = Instant::now();
        // A film lies over everything until it is over.
        while let Err(covered) = self.try_click(&button) {
            assert!(start.elapsed() < PATIENCE, "{button} is covered: {covered}");
            self.look();
        }
    }

    /// Clicks on a card, then on a choice beside it that begins with these words. False if no card offers one.
    #[track_caller]
    pub(crate) fn answer_by_card(&self, sight: &Sight, n: usize, words: &str) -> bool {
        let offer = self.run_with(OFFER, json!([n, words]));
        let [Some(spot), Some(pick)] = [offer[0].as_str(), offer[1].as_str()] else { return false };
        let card = format!("[data-spot={spot:?}]");
        let start = Instant::now();
        while let Err(covered) = self.try_click(&card) {
            assert!(start.elapsed() < PATIENCE, "{card} is covered: {covered}; {}", self.run("return JSON.stringify([window.seen, document.querySelectorAll('.film-show').length, document.querySelector('.film-show')?.textContent, document.querySelector('.range')?.outerHTML?.slice(0,300), document.hidden, document.querySelector('#question')?.textContent, [...document.querySelectorAll('#log li')].slice(-8).map(x=>x.textContent), document.querySelector('#now').dataset.version])"));
            self.look();
        }
        self.wait("document.querySelector(':popover-open .choice')");
        self.click(&format!(":popover-open .choice[value={pick:?}]"));
        self.gone_on(sight);
        true
    }

    /// The page shows that the game has gone on.
    #[track_caller]
    fn gone_on(&self, before: &Sight) {
        self.until("the answer to arrive", |s| s.ply > before.ply);
    }

    /// Nothing has been complained about in the browser's console.
    #[track_caller]
    pub(crate) fn content(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{}: {complaints:#?}", self.name);
    }
}

/// Two players at one table, which the first has opened and the second has come to by its link.
#[track_caller]
pub(crate) fn sit_down(ann: &Player, bob: &Player, game: &str) {
    ann.open_with(game, 2, "friends", &["hints"]);
    join(ann, bob);
}

/// The second comes to the table of the first by its link, and they begin.
#[track_caller]
pub(crate) fn join(ann: &Player, bob: &Player) {
    let link = ann.run("return document.querySelector('[data-link]').value");
    bob.goto(link.as_str().unwrap());
    bob.type_in(".lobby [name=name]", bob.name);
    bob.click(".lobby button.main");
    // The host sees by herself that somebody has come.
    ann.wait(&format!("document.querySelector('.chairs').textContent.includes({:?})", bob.name));
    ann.click("form[action$='/start'] button");
    for player in [ann, bob] {
        player.until("the game to begin", |s| s.ply >= 0);
    }
}

/// Waits until both pages show the same moment, and one of the two is asked.
#[track_caller]
pub(crate) fn settled(ann: &Player, bob: &Player) {
    ann.until("both to see the same moment", |s| {
        let other = bob.look();
        s.ply == other.ply && (s.asked || other.asked)
    });
}

/// Plays on until the game is over, or `questions` have been answered. `n` makes the choices. True: it is over.
#[track_caller]
pub(crate) fn play_on(players: &[&Player], questions: usize, n: usize) -> bool {
    play(players, questions, n, false)
}

/// Plays on in a way that ends no game: cards are laid, and nobody is caught.
#[track_caller]
pub(crate) fn dawdle(players: &[&Player], questions: usize, n: usize) {
    assert!(!play(players, questions, n, true), "the game is over too soon");
}

/// Plays on until the game is over, or `questions` have been answered; in a way that ends no game, if it can be helped.
/// True: it is over.
#[track_caller]
pub(crate) fn play(players: &[&Player], questions: usize, mut n: usize, dawdle: bool) -> bool {
    let words = if dawdle { "Lay " } else { "" };
    let mut answered = 0;
    let mut idle = Instant::now();
    while answered < questions {
        let before = answered;
        for player in players {
            let sight = player.look();
            if sight.over() {
                return true;
            }
            if sight.asked && answered < questions {
                n = n * 31 % 1009 + 7;
                // Every third answer by a card. The first of the list is the one that risks nothing.
                if answered % 3 != 0 || !player.answer_by_card(&sight, n, words) {
                    player.answer(&sight, if dawdle { 0 } else { n });
                }
                answered += 1;
            }
        }
        let films = || {
            players
                .iter()
                .any(|p| p.run("return Boolean(document.querySelector('.film-show'))") == json!(true))
        };
        if answered > before || films() {
            idle = Instant::now();
        }
        assert!(idle.elapsed() < PATIENCE, "nobody is asked");
    }
    false
}
