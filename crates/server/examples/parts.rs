//! How long it takes to draw what changes on a table, and how large it is: the mean over whole random games, for
//! whoever is asked and for everybody else. The fingerprint stays the same as long as the pages do.
//!
//! `cargo run --release -p server --example parts [SEATS]`
#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::time::{Duration, Instant};

use serde_json::json;
use server::pages;
use server::rooms::ROOMS;
use server::sitting::Sitting;
use server::store::{Guest, Kept, Stage, TableRow};
use table::{Seed, Status, Stream, fingerprint};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seats = std::env::args().nth(1).unwrap_or_else(|| "2".to_owned());
    if seats == "--help" {
        println!("usage: parts [SEATS]");
        return Ok(());
    }
    let seats: u8 = seats.parse()?;
    for room in ROOMS {
        let mut luck = Seed::from(1).luck(Stream::Test(0));
        // By whether the viewer is asked: how often, how long, how many bytes.
        let mut drawn = [(0u32, Duration::ZERO, 0usize); 2];
        let mut print = 0u64;
        for game in 0..200 {
            let chair = |n: u8| json!({ "is": "person", "guest": n, "name": format!("Friend {n}") });
            let chairs: Vec<_> = (0..seats).map(chair).collect();
            let seed = Seed::from(7).nth(game).to_string();
            let doc = json!({ "seed": seed, "options": {}, "chairs": chairs, "host": 0, "made": 0 });
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
            while let Some(Status::Ask(asked)) = sitting.table.as_ref().map(|table| table.status()) {
                for n in 0..seats {
                    let guest = Guest { id: i64::from(n), name: format!("Friend {n}") };
                    let began = Instant::now();
                    let page = pages::part(&sitting, Some(&guest), 0).into_string();
                    let sum = &mut drawn[usize::from(n == asked.0)];
                    *sum = (sum.0 + 1, sum.1 + began.elapsed(), sum.2 + page.len());
                    print = print.wrapping_mul(31).wrapping_add(fingerprint(&page));
                }
                let Some(table) = sitting.table.as_mut() else { break };
                let answers = table.menu(asked).map_or(1, |menu| menu.entries.len());
                table.act(asked, table.ply(), luck.pick(answers as u32) as usize)?;
            }
        }
        for (who, (times, time, bytes)) in ["who waits", "who is asked"].iter().zip(drawn) {
            let (each, size) = (time / times.max(1), bytes / times.max(1) as usize);
            println!("{:<12} with {seats} seats, {who:<12}: {each:>8.1?}, {size} bytes", room.info().id);
        }
        println!("{:<12} fingerprint of all pages: {print:016x}", room.info().id);
    }
    Ok(())
}
