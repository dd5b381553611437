//! A golden playthrough: a whole game as text, fact by fact, to be kept in a file and compared.
//!
//! A golden file is reviewed like code: whatever changes in it changes for players and for stored records too.

use std::fmt::Write as _;

use bots::Level;
use table::Policy;
use table::{AnyTable, Menu, OpenTable, Seat, Seed, Status, Stream, Table, Who, Words};

/// Deals from a seed, lets bots play to the end, and prints every question with its menu, every line of the log with
/// those who heard it, and from time to time the whole position with what each view comes to.
///
/// # Panics
///
/// If the setup cannot be dealt, or the table refuses what its own menu offers.
#[track_caller]
pub fn playthrough<G: Words + Policy>(setup: G::Setup, seed: u64) -> String {
    let mut table = Table::<G>::deal(setup, Seed::from(seed)).expect("the setup can be dealt");
    let seats = AnyTable::names(&table).list().len() as u8;
    let viewers: Vec<Who> = Seat::all(seats).map(Some).chain([None]).collect();
    let mut out = format!("{}, {seats} seats, seed {seed}\n", G::info().id);
    let mut heard = 0;
    let mut tosses = Seed::from(7).luck(Stream::Bots);
    loop {
        log(&mut out, &table, &viewers, &mut heard);
        if table.ply().is_multiple_of(20) || table.status() == Status::Over {
            position(&mut out, &table, &viewers);
        }
        let menus: Vec<Menu> = table.status().asked().iter().filter_map(|seat| table.menu(seat)).collect();
        if menus.is_empty() {
            break;
        }
        for menu in &menus {
            let _ = writeln!(
                out,
                "{} seat {} [{}] {}\n  menu: {}",
                menu.ply,
                menu.seat,
                menu.prompt.rule,
                menu.prompt.words,
                codes(menu).join(" | ")
            );
        }
        let racing = matches!(table.status(), Status::Race(_));
        for menu in &menus {
            // Mostly sensible, sometimes wild, so that a few games see many rules.
            let level = if tosses.pick(4) == 0 { Level::Random } else { Level::Agent };
            let pick = level.choose(table.eyes(Some(menu.seat)), &table.acts(menu.seat), &mut tosses);
            let code = codes(menu)[pick];
            let by = if racing { format!("{} ", menu.seat) } else { String::new() };
            let _ = writeln!(out, "> {by}{code}");
            AnyTable::seal(&mut table, menu.seat, menu.ply, code).expect("what the menu offers is taken");
        }
        if let Some(order) = table.lots() {
            let seats: Vec<String> = order.iter().map(|seat| seat.to_string()).collect();
            let _ = writeln!(out, "order {}", seats.join(" "));
            table.count(&order).expect("lots are an order");
        }
    }
    let (ending, winners) = AnyTable::ending(&table).expect("a game that asks nobody is over");
    let winners: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
    let _ = writeln!(out, "over: {} ({}), won by {}", ending.reason, ending.rule, winners.join(", "));
    out
}

fn codes(menu: &Menu) -> Vec<&str> {
    menu.entries.iter().map(|entry| entry.code.as_str()).collect()
}

fn name(who: Who) -> String {
    who.map_or("watcher".into(), |seat| seat.to_string())
}

/// Every line of the log that is new, with those who heard it.
fn log(out: &mut String, table: &impl OpenTable, viewers: &[Who], heard: &mut usize) {
    let log = table.whole_log();
    for line in &log[*heard..] {
        let hearers: Vec<Who> = viewers.iter().copied().filter(|&who| line.to.reaches(who)).collect();
        let who = if hearers.len() == viewers.len() {
            "all".to_owned()
        } else {
            hearers.into_iter().map(name).collect::<Vec<_>>().join(",")
        };
        let _ = writeln!(out, "  {who}: {}", line.told.text);
    }
    *heard = log.len();
}

/// The position in full. Views are long, so each is a hash.
fn position(out: &mut String, table: &impl OpenTable, viewers: &[Who]) {
    let position = table.everything();
    for (key, value) in position.as_object().expect("a position is written as fields with names") {
        let _ = writeln!(out, "    {key} = {value}");
    }
    for &who in viewers {
        let _ = writeln!(out, "    view of {}: {:016x}", name(who), table.view_hash(who));
    }
}

/// The golden tests of a game for two to six players: a playthrough each, compared with its snapshot. Takes the type of
/// the game and a function from a number of seats to a setup.
#[macro_export]
macro_rules! golden {
    ($game:ty, $setup:expr) => {
        $crate::golden!($game, $setup, two_players 2, three_players 3, four_players 4, five_players 5, six_players 6);
    };
    ($game:ty, $setup:expr, $($name:ident $seats:literal),+) => {$(
        #[test]
        fn $name() {
            ::insta::assert_snapshot!($crate::playthrough::<$game>(($setup)($seats), $seats));
        }
    )+};
}

#[cfg(test)]
mod tests {
    use super::*;
    use high_card::{HighCard, Setup};

    #[test]
    fn every_question_is_printed_up_to_the_end() {
        let text = playthrough::<HighCard>(Setup { seats: 3 }, 1);
        assert!(text.starts_with("high-card, 3 seats, seed 1\n"), "{text}");
        assert_eq!(text.matches("menu: stay | swap").count(), 3, "{text}");
        assert!(text.contains("\nover: turned-up (1.4), won by "), "{text}");
        assert_eq!(text, playthrough::<HighCard>(Setup { seats: 3 }, 1));
        assert_ne!(text, playthrough::<HighCard>(Setup { seats: 3 }, 2));
    }
}
