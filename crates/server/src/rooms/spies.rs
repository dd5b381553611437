//! What both tables of Spies and Lairs are laid with: places around the table, the deck, the captive, the discard pile.

use table::Seat;

use super::board::{Board, Bubble, Group, Head, Id, Lies, Pile, Region, Row, Spot, Tracker, Zone};
use super::{Agreement, Desk};

pub(super) const HAND: Spot = Spot::at("hand");
pub(super) const CAPTIVE: Spot = Spot::at("captive");
pub(super) const DECK: Spot = Spot::at("deck");

/// Where a Lair is, as a place to send somebody or to lay a card.
pub(super) const fn lair(seat: Seat) -> Spot {
    Spot::at("lair").of(seat)
}

/// Who deals.
pub(super) const DEALER: Agreement = Agreement {
    name: "dealer",
    label: "Dealer",
    answers: &[("lot", "drawn by lot", "{}"), ("host", "the host", r#"{"dealer": {"seat": 0}}"#)],
};

/// Points, out of those that win.
pub(super) fn score(points: u16) -> Tracker {
    let most = lair::GOAL.into();
    Tracker { n: points.into(), most: Some(most), words: format!("of {most}").into(), signs: false }
}

/// Somebody's hand: open where all cards may be shown, else so many cards with each back.
pub(super) fn hand(
    seat: Seat,
    open: Option<impl Iterator<Item = &'static str>>,
    backs: [(&'static str, u8, &'static str); 2],
) -> Row {
    match open {
        Some(cards) => Row::held(seat, cards, []),
        None => {
            let rest =
                backs.into_iter().flat_map(|(back, count, label)| Lies::backs(seat, back, count, label));
            Row::held(seat, [].into_iter(), rest)
        }
    }
}

/// A player's place: their hand as the others see it, and what lies in front of them.
pub(super) fn place(head: Head, hand: Row, zones: impl IntoIterator<Item = Row>) -> Region {
    let hand = (!head.mine).then_some(hand);
    Region::place(head, hand.into_iter().chain(zones).map(Zone::from).collect())
}

/// What is in the middle of the table.
pub(super) struct Middle {
    /// The back on top of the deck, and what the deck is called then.
    pub(super) deck: Option<(&'static str, &'static str)>,
    /// How many cards the deck has.
    pub(super) left: u8,
    /// A Spy whose fate is open.
    pub(super) captive: Option<&'static str>,
    /// What that Spy is worth, as far as it is a captive.
    pub(super) worth: Option<String>,
    /// The taunt that may be foiled: its words stay up, whoever has declined.
    pub(super) taunt: Option<(Seat, String)>,
    /// The discard pile, as everybody knows it.
    pub(super) discard: Vec<&'static str>,
}

/// The table: the others around it, the middle, one's own place, one's hand. The places come in the order of the seats.
pub(super) fn board(
    desk: &Desk,
    mut places: Vec<Region>,
    middle: Middle,
    hand: impl Iterator<Item = &'static str>,
) -> Board {
    places.rotate_left(desk.who.map_or(0, Seat::index));
    let others = places.split_off(1);
    let hand = desk.who.map(|_| Region::hand(Lies::row(HAND, hand, "")));
    let around = Group { class: "around", label: "", regions: others };
    let middle = Group { class: "middle", label: "The middle of the table", regions: regions(desk, middle) };
    let own = places.into_iter().chain(hand).map(Group::from);
    Board { groups: [around, middle].into_iter().chain(own).collect() }
}

fn regions(desk: &Desk, middle: Middle) -> Vec<Region> {
    let Middle { deck, left, captive, worth, taunt, discard } = middle;
    let deck = Row::new("deck", "Deck").with(deck.map(|(back, label)| Lies::back(DECK, back, label)));
    let deck = Row { figure: Some(left.to_string().into()), empty: "the deck is empty", ..deck };
    let captive = captive.map(|slug| {
        let label = if worth.is_some() { "Worth" } else { "In play" };
        let row = Row::new("captive", label).with([Lies::face(CAPTIVE, slug, "in play")]);
        Row { figure: worth.map(Into::into), ..row }.into()
    });
    // A taunt that nobody is asked about is seen as long as nothing else has happened.
    let bubble = taunt
        .or_else(|| desk.spoken.clone())
        .map(|(seat, words)| Zone::Bubble(Bubble { seat, name: desk.names.name(seat).to_owned(), words }));
    let list = Lies::row(Spot::at("gone"), discard.into_iter(), "discarded");
    let discard = Pile {
        spot: Spot::at("discard"),
        word: "discard".into(),
        title: "The discard pile".into(),
        count: list.len(),
        top: None,
        list,
        lines: Vec::new(),
    };
    vec![
        Region::new(Id("deck", None), "deck", "", vec![deck.into()]),
        Region::new(Id("air", None), "air", "", captive.into_iter().chain(bubble).collect()),
        Region::new(Id("discard", None), "discard", "", vec![discard.into()]),
    ]
}
