//! How the game is put to people, and what a sensible player does. Both know views only.

use std::fmt::Write as _;

use table::game::Policy;
use table::words::Ink;
use table::{Brush, Names, Prompt, Rule, Seat, Shape, Status, Words};

use crate::{Action, Cards, Event, HighCard, View};

fn list(cards: Cards) -> String {
    let numbers: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    if numbers.is_empty() { "none".into() } else { numbers.join(" ") }
}

impl Words for HighCard {
    fn prompt(view: &View, names: &Names) -> Prompt {
        let (rule, words) = match view.status() {
            Status::Ask(seat) if view.who == Some(seat) => (Rule(2, 2), "Which card do you play?".into()),
            Status::Ask(seat) => (Rule(2, 2), format!("{} plays a card.", names.who(seat))),
            _ => (Rule(3, 1), "The game is over.".into()),
        };
        Prompt { shape: Shape::Act, rule, words, source: None }
    }

    fn action(_: &View, act: Action, _: &Names) -> String {
        match act {
            Action::Play { card } => format!("Play the {card} face down"),
            Action::Swap { card } => format!("Swap the {card} for a card from the stock"),
        }
    }

    fn rule_of(act: Action) -> Rule {
        match act {
            Action::Play { .. } => Rule(2, 2),
            Action::Swap { .. } => Rule(2, 3),
        }
    }

    fn event(event: &Event, names: &Names) -> String {
        match event {
            Event::Played { seat } => format!("{} a card face down.", names.does(*seat, "play", "plays")),
            Event::Swapped { seat, card } => {
                format!("{} the {card} for a new card.", names.does(*seat, "swap", "swaps"))
            }
            Event::Drew { card, .. } => format!("It is the {card}."),
            Event::TurnedUp { seat, card } => format!("{}: {card}.", names.name(*seat)),
            Event::Took { seat, .. } => format!("{} the round.", names.does(*seat, "take", "takes")),
            Event::Over { winners } => {
                let winners: Vec<&str> = winners.iter().map(|&s| names.name(s)).collect();
                format!("The game is over. Won by {}.", winners.join(" and "))
            }
        }
    }

    fn draw(view: &View, names: &Names, brush: Brush) -> String {
        let mut out = String::new();
        for (seat, front) in Seat::all(view.players.len() as u8).zip(&view.players) {
            let mark = if view.status().asks(seat) { ">" } else { " " };
            let laid = if front.laid { ", one played" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{mark} {}: {} points, {} cards in hand{laid}",
                names.who(seat),
                front.points,
                front.cards
            );
        }
        let _ = writeln!(out, "{}", brush.wrap(&format!("Seen: {}", list(view.seen)), 2));
        if view.who.is_some() {
            let _ = writeln!(out, "{}", brush.paint(Ink::Strong, format!("Your hand: {}", list(view.hand))));
        }
        out
    }
}

impl Policy for HighCard {
    /// Swaps what is worse than a card from the stock would be, then plays high cards first.
    fn weigh(_: &View, act: Action) -> i32 {
        match act {
            Action::Swap { card } if card < 8 => 100_000 - i32::from(card),
            Action::Swap { .. } => -1,
            Action::Play { card } => i32::from(card) * 1000,
        }
    }
}
