//! What both tables of Spies and Lairs are laid with: places around the table, the deck, the captive, the discard pile.

use table::{Names, Seat};

use super::board::{Board, Bubble, Group, Head, Id, Lies, Pile, Region, Row, Spot, Tracker, Zone};
use super::{Agreement, Desk};

/// Who deals.
pub(super) const DEALER: Agreement = Agreement {
    name: "dealer",
    label: "Dealer",
    answers: &[("lot", "drawn by lot", "{}"), ("host", "the host", r#"{"dealer": {"seat": 0}}"#)],
};

/// The head of a place: points out of those that win.
pub(super) fn head(desk: &Desk, seat: Seat, score: u16, turn: bool, asked: bool) -> Head {
    Head {
        seat,
        name: desk.names.name(seat).to_owned(),
        mine: desk.who == Some(seat),
        score: Tracker {
            n: score.into(),
            most: Some(lair::GOAL.into()),
            words: format!("of {}", lair::GOAL).into(),
            signs: false,
        },
        turn,
        asked,
        note: desk.note(seat),
    }
}

/// What is in the middle of the table.
pub(super) struct Middle {
    /// The back on top of the deck.
    pub(super) deck: Option<Lies>,
    /// How many cards the deck has.
    pub(super) left: u8,
    /// A Spy whose fate is open, and what it is worth.
    pub(super) captive: Option<(Lies, String)>,
    /// Who says what to it.
    pub(super) said: Option<(Seat, String)>,
    /// The discard pile, as everybody knows it.
    pub(super) discard: Vec<Lies>,
}

/// The table: the others around it, the middle, one's own place, one's hand.
pub(super) fn board(
    others: Vec<Region>,
    middle: Middle,
    own: Region,
    hand: Option<Region>,
    names: &Names,
) -> Board {
    let Middle { deck, left, captive, said, discard } = middle;
    let deck = Row { empty: "the deck is empty", ..Row::new("deck", "Deck") }.with(deck);
    let deck = Row { figure: Some(left.to_string().into()), ..deck };
    let mut air = Vec::new();
    if let Some((card, worth)) = captive {
        let row = Row::new("captive", "The captive").with([card]);
        let figure = (!worth.is_empty()).then(|| worth.into());
        air.push(Row { label: "Worth".into(), figure, ..row }.into());
    }
    if let Some((seat, words)) = said {
        air.push(Zone::Bubble(Bubble { seat, name: names.name(seat).to_owned(), words }));
    }
    let discard = Pile {
        spot: Spot::at("discard"),
        word: "discard".into(),
        title: "The discard pile".into(),
        count: discard.len(),
        top: None,
        list: discard,
        lines: Vec::new(),
    };
    let middle = vec![
        Region::new(Id("deck", None), "deck", "", vec![deck.into()]),
        Region::new(Id("air", None), "air", "", air),
        Region::new(Id("discard", None), "discard", "", vec![discard.into()]),
    ];
    let around = Group { class: "around", label: "", regions: others };
    let middle = Group { class: "middle", label: "The middle of the table", regions: middle };
    let single = |region| Group { regions: vec![region], ..Group::default() };
    Board { groups: [around, middle, single(own)].into_iter().chain(hand.map(single)).collect() }
}
