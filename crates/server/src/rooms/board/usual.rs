//! Zones as most games have them: somebody's hand as the others see it, a deck, a discard pile, what is being played.

use std::collections::BTreeMap;

use table::Seat;

use super::{Id, Lies, Link, Pile, Region, Row, Spot, Zone};

impl Row {
    /// Somebody's hand as the others see it: the cards that are known, and the rest from behind.
    pub fn held(
        seat: Seat,
        known: impl Iterator<Item = &'static str>,
        rest: impl IntoIterator<Item = Lies>,
    ) -> Row {
        let known = Lies::row(Spot::at("open").of(seat), known, "in hand");
        Row::new("backs", "Hand").with(known.into_iter().chain(rest)).fan()
    }
}

impl Pile {
    /// The deck of a seat. `whose` begins a sentence: "Your", "Bo's".
    pub fn deck(seat: Seat, whose: &str, back: &'static str, left: usize) -> Pile {
        let at = Spot::at("deck").of(seat);
        Pile {
            spot: Spot::at("list").of(seat),
            word: "deck".into(),
            title: format!("{whose} deck").into(),
            count: left,
            top: Some(match left {
                0 => Lies::place(at, "gap", "no deck"),
                _ => Lies::back(at, back, format!("{whose} deck")),
            }),
            list: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The same with a list of what can be in it, under this title: how many of each card, by name.
    #[must_use]
    pub fn listing<'a>(self, title: String, cards: impl Iterator<Item = &'a str>) -> Pile {
        let mut kinds: BTreeMap<&str, u8> = BTreeMap::new();
        for card in cards {
            *kinds.entry(card).or_default() += 1;
        }
        let lines = kinds.iter().map(|(card, n)| format!("{n} {card}")).collect();
        Pile { title: title.into(), lines, ..self }
    }

    /// The discard pile of a seat, from its oldest card to its newest.
    pub fn discard(seat: Seat, whose: &str, cards: impl Iterator<Item = &'static str>) -> Pile {
        let (gone, top) = (Spot::at("gone").of(seat), Spot::at("top").of(seat));
        let mut list: Vec<Lies> =
            (0..).zip(cards).map(|(n, slug)| Lies::face(gone.n(n), slug, "discarded")).collect();
        list.reverse();
        Pile {
            spot: Spot::at("pile").of(seat),
            word: "discard".into(),
            title: format!("{whose} discard pile, newest first").into(),
            count: list.len(),
            top: Some(match list.first() {
                None => Lies::place(top, "gap", "nothing discarded"),
                Some(newest) => Lies { spot: top, ..newest.clone() },
            }),
            list,
            lines: Vec::new(),
        }
    }
}

impl Link {
    /// A card that is being played, the `n`th in the air.
    pub fn played(n: u8, slug: &'static str, words: String) -> Link {
        Link { card: Some(Lies::face(Spot::at("air").n(n), slug, "being played")), words }
    }
}

impl Region {
    /// What is being played, and what answers it; the region stays when there is nothing.
    pub fn playing(links: Vec<Link>) -> Region {
        let chain = (!links.is_empty()).then(|| Zone::Chain { label: "Being played".into(), links });
        Region::new(Id("chain", None), "playing", "", chain.into_iter().collect())
    }
}
