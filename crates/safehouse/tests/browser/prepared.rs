//! Tables at chosen moments, put into the store of a house before it opens: the most answers, the fullest hand, a bubble in the
//! air, the end. Everybody at them has a name as long as names can be.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::collections::BTreeMap;
use std::path::Path;

use bots::Level;
use serde_json::json;
use server::rooms::{Hands, WebTable, room};
use server::store::{Change, ChatLine, Sqlite, Stage, Store as _, TableRow};
use sha2::{Digest as _, Sha256};
use table::table::Beginning;
use table::{Seat, Seed};

use crate::house::GAMES;

/// So many games of each kind are looked through for the moments that are wanted.
const GAMES_TRIED: u64 = 12;

/// As long as names can be.
pub(crate) const NAMES: [&str; 6] = [
    "Wilhelmina von Grünstein",
    "Bartholomew Fitzgibbonsy",
    "Maximilian Westerwelle W",
    "Seraphina Montgomery III",
    "Christopher Underwood Jr",
    "Guinevere Abernathy-Wood",
];

/// A table at a moment of a game.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) game: &'static str,
    pub(crate) seats: u8,
    /// What there is to see: `answers`, `hand`, `bubble`, `chain`, `fight`, `sign`, `aim`, `waiting`, `over`, `lobby`.
    pub(crate) what: &'static str,
    /// The answer that it is about, if it is about one: what stands for it in the form.
    pub(crate) pick: Option<usize>,
    id: String,
}

impl Moment {
    pub(crate) fn path(&self) -> String {
        format!("/t/{}", self.id)
    }

    pub(crate) fn name(&self) -> String {
        format!("{} with {} seats, {}", self.game, self.seats, self.what)
    }
}

/// The cookie of the guest in a seat.
pub(crate) fn token(seat: usize) -> String {
    format!("{:064x}", seat + 1)
}

/// Fills a store, and says what was put there.
pub(crate) fn fill(folder: &Path) -> Vec<Moment> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(folder).await.unwrap();
        let guests = guests(&store).await;
        let mut moments = Vec::new();
        for game in GAMES {
            for seats in [2, 4, 6] {
                if seats <= room(game).unwrap().info().most {
                    for (what, lines, seed) in found(game, seats) {
                        let moment = Moment { game, seats, what, pick: None, id: id(game, seats, what) };
                        store.commit(changes(&moment, &guests, lines, seed)).await.unwrap();
                        moments.push(moment);
                    }
                }
            }
            let moment = Moment { game, seats: 2, what: "lobby", pick: None, id: id(game, 2, "lobby") };
            store.commit(changes(&moment, &guests, Vec::new(), Seed::from(1))).await.unwrap();
            moments.push(moment);
        }
        store.close().await;
        moments
    })
}

/// A moment that one test looks for.
pub(crate) struct Wanted {
    pub(crate) game: &'static str,
    pub(crate) seats: u8,
    pub(crate) what: &'static str,
    /// So many tables at this moment.
    pub(crate) copies: usize,
    /// Is it this one? Then it says which answer of the first seat it is about.
    pub(crate) is: fn(&dyn WebTable) -> Option<Option<usize>>,
}

/// Fills a store with these moments only, in the order in which they are wanted.
pub(crate) fn fill_with(folder: &Path, wanted: &[Wanted]) -> Vec<Moment> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(folder).await.unwrap();
        let guests = guests(&store).await;
        let mut moments = Vec::new();
        for wish in wanted {
            let (lines, seed, pick) = looked_for(wish);
            for copy in 0..wish.copies {
                let id = id(wish.game, wish.seats, &format!("{} {copy}", wish.what));
                let moment = Moment { game: wish.game, seats: wish.seats, what: wish.what, pick, id };
                store.commit(changes(&moment, &guests, lines.clone(), seed)).await.unwrap();
                moments.push(moment);
            }
        }
        store.close().await;
        moments
    })
}

/// Plays games until there is a moment that is wanted: the choices up to there, the seed, and the answer that it is about.
fn looked_for(wish: &Wanted) -> (Vec<String>, Seed, Option<usize>) {
    for n in 0..40 {
        let seed = Seed::from(n);
        let deal = Beginning::deal(wish.seats, &json!({}));
        let mut table = room(wish.game).unwrap().begin_on_web(&deal, seed, None).unwrap();
        loop {
            if let Some(pick) = (wish.is)(table.as_ref()) {
                return (lines(table.as_ref()), seed, pick);
            }
            let Some(seat) = table.waiting().iter().next() else { break };
            let level = if n % 3 == 0 { Level::Random } else { Level::Agent };
            answer(table.as_mut(), seat, level);
        }
    }
    panic!("{} never has {}", wish.game, wish.what);
}

/// A bot answers for a seat.
fn answer(table: &mut dyn WebTable, seat: Seat, level: Level) {
    let pick = table.bot_pick(seat, level).unwrap();
    let menu = table.menu(seat).unwrap();
    table.act(seat, menu.ply, pick).unwrap();
}

/// The choices so far, as a store keeps them: those of a race in the order in which they counted.
fn lines(table: &dyn WebTable) -> Vec<String> {
    table.record().choices.iter().map(|choice| format!("{} {}", choice.seat, choice.act)).collect()
}

/// The guests who sit at the tables.
async fn guests(store: &Sqlite) -> Vec<i64> {
    let mut guests = Vec::new();
    for (seat, name) in NAMES.iter().enumerate() {
        let hash = Sha256::digest(token(seat).as_bytes()).into();
        guests.push(store.admit(hash, name, 0).await.unwrap().id);
    }
    guests
}

fn id(game: &str, seats: u8, what: &str) -> String {
    let hash = Sha256::digest(format!("{game} {seats} {what}"));
    hash.iter().take(20).map(|byte| char::from(b'a' + byte % 26)).collect()
}

/// A table between people, with something said at it.
fn changes(moment: &Moment, guests: &[i64], lines: Vec<String>, seed: Seed) -> Vec<Change> {
    let stage = match moment.what {
        "lobby" => Stage::Waiting,
        "over" => Stage::Over,
        _ => Stage::Playing,
    };
    let seats = usize::from(moment.seats);
    let chair = |n: usize| match (stage, n) {
        (Stage::Waiting, 1..) => json!({ "is": "open" }),
        _ => json!({ "is": "person", "guest": guests[n], "name": NAMES[n] }),
    };
    // What is dealt here is of the edition of this program.
    let table = room(moment.game)
        .unwrap()
        .begin_on_web(&Beginning::deal(moment.seats, &json!({})), seed, None)
        .unwrap();
    let doc = json!({
        "seed": seed.to_string(),
        "options": {},
        "chairs": (0..seats).map(chair).collect::<Vec<_>>(),
        "host": guests[0],
        "made": 0,
        "hints": true,
        "edition": table.stamp(),
    });
    let row = TableRow {
        id: moment.id.clone(),
        game: moment.game.to_owned(),
        stage,
        listed: false,
        doc: doc.to_string(),
        touched: server::house::now(),
        due: None,
        guests: guests[..if stage == Stage::Waiting { 1 } else { seats }].to_vec(),
    };
    let text = "Nobody expects the third Lair, do they?".to_owned();
    let said = ChatLine { at: 1, guest: guests[1], name: NAMES[1].to_owned(), text };
    let choice = |(ply, line)| Change::Choice { table: moment.id.clone(), ply, line };
    let mut changes = vec![Change::Table(row)];
    changes.extend((0..).zip(lines).map(choice));
    changes.push(Change::Said { table: moment.id.clone(), said });
    changes
}

/// The moments of a game that have most of what is wanted: what, the choices up to there, and the seed.
fn found(game: &str, seats: u8) -> Vec<(&'static str, Vec<String>, Seed)> {
    let mut best: BTreeMap<&'static str, (usize, Vec<String>, Seed)> = BTreeMap::new();
    for n in 0..GAMES_TRIED {
        let seed = Seed::from(n);
        let mut table =
            room(game).unwrap().begin_on_web(&Beginning::deal(seats, &json!({})), seed, None).unwrap();
        for answered in 0.. {
            // What was answered in a race that is still open is not among the choices.
            let moments = if table.ply() == answered { wanted(table.as_ref()) } else { Vec::new() };
            for (what, much) in moments {
                if best.get(what).is_none_or(|(most, ..)| much > *most) {
                    best.insert(what, (much, lines(table.as_ref()), seed));
                }
            }
            let Some(seat) = table.waiting().iter().next() else { break };
            // Some play well, and some as it comes: both fill a table in their own way.
            let level = if n % 3 == 0 { Level::Random } else { Level::Agent };
            answer(table.as_mut(), seat, level);
        }
    }
    best.into_iter().map(|(what, (_, lines, seed))| (what, lines, seed)).collect()
}

/// What there is to see for the first seat just now, and how much of it.
fn wanted(table: &dyn WebTable) -> Vec<(&'static str, usize)> {
    let me = Seat(0);
    let laid = table.lay(Some(me), Hands::On, &[]);
    let page = laid.whole().0;
    let hand = page.matches(" data-spot=\"hand-").count();
    let much = page.len();
    let Some(question) = &laid.question else {
        return vec![(if table.ending().is_some() { "over" } else { "waiting" }, much)];
    };
    let answers = question.entries.len();
    let numbers: Vec<i32> = question.entries.iter().filter_map(|entry| entry.number).collect();
    if !numbers.is_empty() {
        // The direction is asked for first; it can be to the left.
        return if numbers.iter().any(|n| *n < 0) { vec![("aim", much)] } else { Vec::new() };
    }
    let mut found = vec![("hand", hand * 100 + answers)];
    // More than this nobody has ever had at a real table: cards are laid, not collected.
    if answers <= 26 {
        found.push(("answers", answers * 100_000 + much));
    }
    let signs = [
        ("bubble", "class=\"bubble\""),
        ("chain", "class=\"chain\""),
        ("fight", "class=\"row side"),
        ("sign", "data-spot=\"sign\""),
    ];
    for (what, sign) in signs {
        if page.contains(sign) {
            found.push((what, much));
        }
    }
    found
}
