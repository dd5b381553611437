//! What it takes to show a move to somebody: how long whole pages and changes take to draw, and how large they are, over whole
//! random games. The fingerprint stays the same as long as the pages do.
//!
//! `cargo run --release -p server --example parts [SEATS]`
#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::time::{Duration, Instant};

use serde_json::json;
use server::pages::{self, Look};
use server::rooms::ROOMS;
use server::rooms::board::{Has, Held};
use server::sitting::Sitting;
use server::store::{Guest, Kept, Stage, TableRow};
use table::table::Beginning;
use table::{Seed, Status, Stream, fingerprint};

/// What was drawn: how long it took, and the size of each.
#[derive(Default)]
struct Drawn {
    time: Duration,
    bytes: Vec<usize>,
}

impl Drawn {
    fn add<T: AsRef<str>>(&mut self, draw: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let page = draw();
        self.time += began.elapsed();
        self.bytes.push(page.as_ref().len());
        page
    }

    fn say(&mut self, what: &str) {
        self.bytes.sort_unstable();
        let times = self.bytes.len().max(1);
        let at = |share: usize| self.bytes.get((times - 1) * share / 100).copied().unwrap_or(0);
        let each = self.time / times as u32;
        println!("  {what:<32} {each:>8.1?}   p50 {:>6} bytes, p90 {:>6}", at(50), at(90));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seats = std::env::args().nth(1).unwrap_or_else(|| "2".to_owned());
    if seats == "--help" {
        println!("usage: parts [SEATS]");
        return Ok(());
    }
    let seats: u8 = seats.parse()?;
    for room in ROOMS {
        let seats = seats.min(room.info().most);
        let mut luck = Seed::from(1).luck(Stream::Test(0));
        let [mut whole, mut waits, mut asked_one] = [(); 3].map(|()| Drawn::default());
        let mut print = 0u64;
        for game in 0..100 {
            let chair = |n: u8| json!({ "is": "person", "guest": n, "name": format!("Friend {n}") });
            let chairs: Vec<_> = (0..seats).map(chair).collect();
            let seed = Seed::from(7).nth(game);
            let dealt = room.begin_on_web(&Beginning::deal(seats, &json!({})), seed, None);
            let edition = dealt.map_err(|fault| fault.what)?.stamp();
            let doc = json!({
                "seed": seed.to_string(), "options": {}, "chairs": chairs, "host": 0, "made": 0, "edition": edition,
            });
            let row = TableRow {
                id: "abcdefghijkmnpqrstuv".to_owned(),
                game: room.info().id.to_owned(),
                stage: Stage::Playing,
                listed: false,
                doc: doc.to_string(),
                touched: 0,
                due: None,
                guests: Vec::new(),
            };
            let kept = Kept { row, choices: Vec::new(), said: Vec::new(), said_before: 0 };
            let mut sitting = Sitting::restore(kept, 0).map_err(|e| format!("{e:?}"))?;
            let mut pages = vec![(Held::default(), 0); usize::from(seats)];
            while let Some(Status::Ask(asked)) = sitting.table.as_ref().map(|table| table.status()) {
                for n in 0..seats {
                    let guest = Guest { id: i64::from(n), name: format!("Friend {n}") };
                    let fresh = whole.add(|| pages::part(&sitting, &Look::fresh(Some(&guest))).into_string());
                    print = print.wrapping_mul(31).wrapping_add(fingerprint(&fresh));
                    let (held, log) = &mut pages[usize::from(n)];
                    let words = held.words();
                    if words.is_empty() {
                        held.take(&fresh);
                    } else {
                        let look = Look { has: Has::read(&words), log: *log, ..Look::fresh(Some(&guest)) };
                        let drawn = if n == asked.0 { &mut asked_one } else { &mut waits };
                        held.take(&drawn.add(|| pages::part(&sitting, &look).into_string()));
                    }
                    *log = sitting.table.as_ref().map_or(0, |table| table.heard(Some(table::Seat(n))));
                }
                let Some(table) = sitting.table.as_mut() else { break };
                let answers = table.menu(asked).map_or(1, |menu| menu.entries.len());
                table.act(asked, table.ply(), luck.pick(answers as u32) as usize)?;
            }
        }
        println!("{} with {seats} seats", room.info().id);
        whole.say("a whole page");
        waits.say("a move, for whoever waits");
        asked_one.say("a move, for whoever is asked");
        println!("  fingerprint of all whole pages   {print:016x}");
    }
    Ok(())
}
