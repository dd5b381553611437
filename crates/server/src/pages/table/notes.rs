//! What the house has to say about a seat: that somebody is away, and how much time is left.

use maud::html;
use table::{Seat, Who};

use crate::clock::face;
use crate::house::now;
use crate::rooms::board::Note;
use crate::sitting::{Chair, Gone, Sitting, Whereabouts};
use crate::store::{Millis, Stage};

/// The note of a seat.
pub(super) fn of(sitting: &Sitting, who: Who, seat: Seat) -> Note {
    if sitting.stage != Stage::Playing {
        return Note::default();
    }
    let now = now();
    let chair = &sitting.doc.chairs[seat.index()];
    let running = sitting.left_of(seat, now);
    let bank = sitting.doc.clock.zip(sitting.doc.banks.get(seat.index()).copied());
    let bank = bank.filter(|_| chair.player().is_some());
    let gone = match chair {
        Chair::Person { gone, .. } => *gone,
        _ => None,
    };
    let whereabouts = sitting.whereabouts[seat.index()];
    // The time of a race, for whoever is asked: also for those whose answer is in, since nobody may know that.
    let race = sitting.window().zip(running);
    if race.is_none() && bank.is_none() && gone.is_none() && whereabouts == Whereabouts::Here {
        return Note::default();
    }
    // A running clock has an end, which stays the same.
    let mut fact: Vec<Millis> = Vec::new();
    if let Some((window, _)) = race {
        fact.extend([2, sitting.asked_at + window]);
    } else if let Some((_, bank)) = bank {
        fact.extend([1, running.map_or(bank, |_| sitting.asked_at + bank), running.is_some().into()]);
    }
    fact.push(match gone {
        None => 0,
        Some(Gone::Left) => 1,
        Some(Gone::Away) => 2,
    });
    fact.push(match whereabouts {
        Whereabouts::Here => 0,
        Whereabouts::Away(until) => until,
        Whereabouts::Awaited => 1,
    });
    let print = html! {
        @if let Some((_, left)) = race {
            span class="clock race" data-left=(left) data-runs title="time left in the race" { (face(left)) }
        } @else if let Some((clock, bank)) = bank {
            @let left = running.unwrap_or(clock.left(bank, 0));
            span class="clock" data-left=(left) data-runs[running.is_some()] title="time left" { (face(left)) }
        }
        @if let Some(gone) = gone {
            span class="badge away" { (if gone == Gone::Left { "left, a bot is playing" } else { "away, a bot is playing" }) }
        }
        @match whereabouts {
            Whereabouts::Here => {}
            Whereabouts::Away(until) => {
                span class="badge away" {
                    "away, a bot can play in "
                    span class="clock" data-left=(until - now) data-runs { (face(until - now)) }
                }
            }
            Whereabouts::Awaited => {
                span class="badge away" { "away" }
                @if who.is_some_and(|me| me != seat) {
                    button type="submit" class="small" formaction={ "/t/" (sitting.id) "/stand-in" } name="seat"
                        value=(seat) { "Let a bot play" }
                }
            }
        }
    };
    Note { fact, print }
}
