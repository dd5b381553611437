//! The parts that every table of Spies and Lairs is laid with: places around it, the middle, the viewer's hand.

use maud::{Markup, html};
use table::Seat;

use super::Choice;

/// Who deals.
pub(super) const DEALER: Choice = Choice {
    name: "dealer",
    label: "Dealer",
    answers: &[("lot", "drawn by lot", "{}"), ("host", "the host", r#"{"dealer": {"seat": 0}}"#)],
};

/// A player's place.
pub(super) struct Place<'a> {
    pub(super) seat: Seat,
    /// What the house has to say about the seat.
    pub(super) note: Markup,
    pub(super) mine: bool,
    pub(super) name: &'a str,
    pub(super) score: i32,
    pub(super) turn: bool,
    pub(super) asked: bool,
    /// How large the Lair is, as far as the viewer knows; `None`: there is no Lair.
    pub(super) size: Option<String>,
    /// The hand from behind.
    pub(super) hand: Markup,
    pub(super) lair: Markup,
    pub(super) pile: Option<Markup>,
}

pub(super) fn place(p: &Place) -> Markup {
    let mut class = String::from("place");
    for (so, word) in [(p.mine, " mine"), (p.turn, " turn"), (p.asked, " asked")] {
        if so {
            class += word;
        }
    }
    let whose = if p.mine { "Your place".to_owned() } else { format!("{}'s place", p.name) };
    html! {
        section class=(class) data-seat=(p.seat) aria-label=(whose) {
            header {
                span class="name" { (p.name) @if p.mine && p.name != "You" { span class="you" { " (you)" } } }
                span class="score" { span class="number" { (p.score) } " of 33" }
                @if p.turn { span class="badge" { "turn" } }
                @if p.asked { span class="badge asked" { "to answer" } }
                (p.note)
            }
            @if !p.hand.0.is_empty() { div class="row backs" aria-label="Hand" role="group" { (p.hand) } }
            div class="row lair" role="group" aria-label="Lair" {
                @if let Some(size) = &p.size {
                    span class="size" { "Lair " strong { (size) } }
                    (p.lair)
                } @else { span class="empty" { "no Lair yet" } }
            }
            @if let Some(pile) = p.pile.as_ref().filter(|pile| !pile.0.is_empty()) {
                div class="row pile" role="group" aria-label="Score pile" { (pile) }
            }
        }
    }
}

/// The middle of the table.
pub(super) struct Middle {
    pub(super) deck: Markup,
    /// How many cards the deck has.
    pub(super) left: u8,
    pub(super) discard: Markup,
    /// A Spy whose fate is open, and what it is worth.
    pub(super) air: Option<(Markup, String)>,
    /// Who says what to it.
    pub(super) bubble: Option<(String, String)>,
}

pub(super) fn middle(m: &Middle) -> Markup {
    html! {
        section class="middle" aria-label="The middle of the table" {
            div class="stack deck" { (m.deck) span class="count" { (m.left) " left" } }
            @if let Some((card, worth)) = &m.air {
                div class="air" {
                    (card)
                    @if !worth.is_empty() { span class="worth" { (worth) } }
                }
            }
            @if let Some((who, words)) = &m.bubble {
                blockquote class="bubble" data-speech=(words) { cite { (who) } p { (words) } }
            }
            details class="discard" {
                summary { "Discard pile" }
                div class="row" { @if m.discard.0.is_empty() { "empty" } @else { (m.discard) } }
            }
        }
    }
}

/// The viewer's own hand.
pub(super) fn hand(cards: &Markup) -> Markup {
    html! {
        section class="hand" aria-label="Your hand" {
            @if cards.0.is_empty() { span class="empty" { "no cards" } } @else { (cards) }
        }
    }
}
