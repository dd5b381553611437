//! Films every shot there is and prints the table of hits as Rust source; with `--check` it prints nothing but how many
//! shots the table has wrong, and with `--svg aim strength wobble` the still picture of one shot.
//!
//! ```text
//! cargo run --release -p shot --example hits > hits.rs && mv hits.rs crates/shot/src/hits.rs
//! cargo run --release -p shot --example hits -- --check
//! ```
#![expect(clippy::print_stdout, reason = "an example may print")]

use std::process::ExitCode;

use shot::{DISTANCES, LIES, Lie, STRENGTHS, Shot, film, hits};

const USAGE: &str = "usage: hits [--check | --svg LIE AIM STRENGTH WOBBLE]";

/// What stands above the table.
const HEAD: &str = "\
//! The table of hits, made by the physics of this crate and not to be edited: for each distance of the target, nearest
//! first, rows are how far to the right of it the shot is aimed, from 0 to 20, columns the strengths 1 to 20, and bit `w` of a
//! cell is set if the wobble `w` knocks the target over. To make it again:
//!
//! ```text
//! cargo run --release -p shot --example hits > hits.rs && mv hits.rs crates/shot/src/hits.rs
//! ```

/// Which shots knock the target over.
#[rustfmt::skip]
pub static HITS: [[[u64; 20]; 21]; 5] = [";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => table(),
        ["--help"] => println!("{USAGE}"),
        ["--check"] => return check(),
        ["--svg", lie, aim, strength, wobble] => return picture(lie, aim, strength, wobble),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn table() {
    let mut cells = [[[0_u64; STRENGTHS]; 21]; 5];
    for shot in Shot::all() {
        let row = &mut cells[usize::from(shot.lie().distance())][usize::from(shot.aim().unsigned_abs())];
        row[usize::from(shot.strength()) - 1] |= u64::from(film(shot).hit) << shot.wobble();
    }
    println!("{HEAD}");
    for (distance, rows) in DISTANCES.iter().zip(&cells) {
        println!("    [ // {distance} mm");
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:#x}")).collect();
            println!("        [{}],", cells.join(", "));
        }
        println!("    ],");
    }
    println!("];");
}

fn check() -> ExitCode {
    let wrong = Shot::all()
        .filter(|&shot| film(shot).hit != hits(shot.lie(), shot.aim(), shot.strength(), shot.wobble()))
        .inspect(|shot| println!("{shot:?}"))
        .count();
    println!("{wrong} shots differ from the table");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn picture(lie: &str, aim: &str, strength: &str, wobble: &str) -> ExitCode {
    let lie = lie.parse().ok().and_then(Lie::new);
    let (Some(lie), Ok(aim), Ok(strength), Ok(wobble)) = (lie, aim.parse(), strength.parse(), wobble.parse())
    else {
        eprintln!("hits: lie, aim, strength and wobble are numbers, and there are {LIES} lies");
        return ExitCode::from(2);
    };
    match Shot::new(lie, aim, strength, wobble) {
        Ok(shot) => println!("{}", film(shot).svg()),
        Err(why) => {
            eprintln!("hits: {why}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
