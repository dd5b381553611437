//! How a table of Mighty Beanz looks: a ring of fourteen slots under three galaxies, and a range to flick a Mighty Bean on.

mod choices;
mod range;
mod reading;
mod scene;
mod sky;
#[cfg(test)]
mod tests;

use mighty_beanz::cards::Kind;
use mighty_beanz::look::Look as _;
use mighty_beanz::setup::{DECKS, spell_deck};
use mighty_beanz::{Action, Event, Face, Galaxy, MightyBeanz, Slot, View};
use serde_json::Value;
use table::words::count;
use table::{Rule, Seat};

use super::board::{Board, Group, Id, Lies, Link, Pile, Region, Row, Spot, Tracker, Zone};
use super::{Agreement, Assets, Caption, Desk, Layout, Routes, Scene};

const BACK: &str = "back-beanz";
const HAND: Spot = Spot::at("hand");
/// Points of a usual turn.
const USUAL: u8 = 7;

const SLOTS: [&str; 14] =
    ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1", "b2", "b3", "b4", "b5", "b6", "b7"];

/// A spot of this kind in a slot.
fn in_slot(what: &'static str, slot: Slot) -> Spot {
    Spot::at(what).card(SLOTS[usize::from(slot.0)])
}

/// The spots of a card in a hand: each copy has one.
fn in_hand(view: &View, me: Seat, card: Face) -> Vec<Spot> {
    let copies = view.hand(me).filter(|&face| face == card).count() as u8;
    HAND.card(card.key()).copies(copies).collect()
}

impl Layout for MightyBeanz {
    const LENGTH: &'static str = "20 to 40 minutes";
    const LESSON: Option<&'static str> = Some(mighty_beanz::LESSON);
    const CHOICES: &'static [Agreement] = choices::CHOICES;
    const ASSETS: Assets =
        &[("mighty-beanz.css", include_str!("beanz.css")), ("mighty-beanz.js", include_str!("shot.js"))];
    const COSTLY: &'static [&'static str] = &[range::FILMS];
    const PREVIEW: Option<&'static [u8]> = Some(include_bytes!("../../../assets/posters/mighty-beanz.png"));
    const GLOSSARY: &'static [(&'static str, Rule)] = reading::GLOSSARY;

    fn routes() -> Routes {
        range::routes()
    }

    fn decks() -> Vec<(&'static str, &'static str)> {
        let title =
            |text: &'static str| text.lines().next().map_or("", |line| line.trim_start_matches('#').trim());
        DECKS.iter().map(|(name, text)| (*name, title(text))).collect()
    }

    fn list(deck: &str) -> Option<&'static str> {
        DECKS.iter().find(|(name, _)| *name == deck).map(|(_, text)| *text)
    }

    fn deck(deck: &str, options: &Value) -> Result<String, Vec<String>> {
        spell_deck(deck, options["expert"] == true)
    }

    fn parts(act: Action) -> bool {
        act == Action::End
    }

    fn spots(view: &View, act: Action) -> Vec<Spot> {
        let me = view.who.unwrap_or(Seat(0));
        match act {
            Action::Draw => vec![Spot::at("deck").of(me)],
            Action::Spin { slot } | Action::Turn { slot } => vec![in_slot("bean", slot)],
            // What lies under a Bean is reached through the Bean.
            Action::At { slot } if view.bean(slot).is_some() => vec![in_slot("bean", slot)],
            Action::At { slot } => ["cosmos", "slot"].map(|what| in_slot(what, slot)).to_vec(),
            Action::Galaxy { n } => vec![Spot::at("galaxy").n(n.0)],
            Action::Play { card } | Action::Answer { card } | Action::Discard { card } => {
                in_hand(view, me, card)
            }
            Action::Take { card } => {
                let piled = (0..).zip(view.discards(me)).filter(|(_, face)| *face == card);
                let piled = piled.map(|(n, _)| Spot::at("gone").of(me).n(n));
                in_hand(view, me, card).into_iter().chain(piled).collect()
            }
            _ => Vec::new(),
        }
    }

    fn drops(view: &View, act: Action) -> Vec<Spot> {
        let me = view.who.unwrap_or(Seat(0));
        match act {
            // The slot is asked for next: whoever drops the card there has named it.
            Action::Play { card } if card.card().kind == Kind::Bean => {
                let free = Slot::of(me).filter(|&slot| view.bean(slot).is_none());
                free.flat_map(|slot| ["slot", "cosmos"].map(|what| in_slot(what, slot))).collect()
            }
            Action::Play { card } if card.card().kind.is_cosmos() => Slot::of(me)
                .flat_map(|slot| ["slot", "bean", "cosmos"].map(|what| in_slot(what, slot)))
                .collect(),
            Action::Play { .. } | Action::Answer { .. } => vec![Spot::at("board")],
            Action::Draw => vec![HAND],
            Action::Discard { .. } => vec![Spot::at("pile").of(me)],
            _ => Vec::new(),
        }
    }

    fn lay(view: &View, open: &[View], desk: &Desk) -> Board {
        let me = view.who.unwrap_or(Seat(0));
        let foe = Seat(1 - me.0);
        let galaxies = Galaxy::from_left_of(me).map(|galaxy| sky::galaxy(view, desk, me, galaxy)).collect();
        let shelf = vec![stock(view, desk, foe), playing(view, desk), stock(view, desk, me)];
        let hand = view.who.map(|_| Region::hand(Lies::row(HAND, view.hand(me).map(|face| face.key()), "")));
        let mut groups = vec![
            Group { class: "around", label: "", regions: vec![place(view, open, desk, foe)] },
            Group { class: "sky", label: "The mats", regions: galaxies },
            Group { class: "shelf", label: "", regions: shelf },
            place(view, open, desk, me).into(),
        ];
        groups.extend(hand.map(Group::from));
        groups.push(range::region(view, desk).into());
        Board { groups }
    }

    fn cards() -> Vec<String> {
        Face::all().map(|face| face.to_string()).collect()
    }

    fn read(slug: &str) -> Option<Caption> {
        Face::keyed(slug).map(|face| reading::caption(face.card()))
    }

    fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
        scene::scene(heard, at)
    }

    fn pictures(rule: Rule) -> &'static [&'static str] {
        reading::pictures(rule)
    }
}

/// A player's line: name, Loot, points, and the hand as far as the viewer knows it.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Region {
    let turn = view.open.turns > 0 && view.open.turn == seat && view.open.over.is_none();
    let loot = view.open.captured[seat.index()].into();
    let score = Tracker { n: loot, words: "Loot".into(), ..Tracker::default() };
    let head = desk.head(seat, score, turn, view.status().asks(seat));
    let mut zones = Vec::new();
    // The points are counted after the shot.
    if turn && view.shot().is_none() {
        let label = format!("{} left", count(view.open.points, "action point", "action points"));
        zones.push(Zone::track(label.into(), view.open.points, USUAL));
    }
    if !head.mine {
        let known: Vec<Face> = open.get(seat.index()).unwrap_or(view).hand(seat).collect();
        let unknown = view.hand_count(seat).saturating_sub(known.len() as u8);
        let rest = Lies::backs(seat, BACK, unknown, "a card in hand");
        zones.push(Row::held(seat, known.iter().map(|face| face.key()), rest).into());
    }
    Region::place(head, zones)
}

/// Deck, discard pile and what is ready for the next attack.
fn stock(view: &View, desk: &Desk, seat: Seat) -> Region {
    let (own, whose) = (view.who.unwrap_or(Seat(0)) == seat, desk.whose(seat));
    let hidden = if view.who == Some(seat) { "the deck" } else { "the deck, the hand" };
    let title = format!("{whose} cards you have not seen: in {hidden} or among the Loot");
    // The lists lie open (rule 1.3).
    let deck = Pile::deck(seat, &whose, BACK, view.deck_count(seat).into())
        .listing(title, view.unplaced(seat).map(|face| face.title()));
    let discard = Pile::discard(seat, &whose, view.discards(seat).map(|face| face.key()));
    let mut zones = vec![deck.into(), discard.into()];
    let faces = view.ready(seat).map(|face| face.key());
    let ready = Lies::row(Spot::at("ready").of(seat), faces, "ready for the next attack");
    let boosts = sky::boosts(view).filter(|_| view.open.turn == seat);
    if !ready.is_empty() || boosts.is_some() {
        let row = Row::new("ready", "next attack").with(ready);
        zones.push(Row { figure: Some(boosts.unwrap_or_default().into()), empty: " ", ..row }.into());
    }
    let class = if own { "stock own" } else { "stock other" };
    Region::new(Id("stock", Some(seat.0)), class, format!("{whose} cards"), zones)
}

/// What is in the air: the card or the attack, and the answers to it.
fn playing(view: &View, desk: &Desk) -> Region {
    let air: Vec<Face> = view.in_the_air().collect();
    let answers: Vec<Seat> = view.answered().collect();
    let base = air.len().saturating_sub(answers.len());
    let attack = sky::attack_line(view).map(|words| Link { card: None, words });
    let played = air.iter().enumerate().map(|(n, face)| {
        let words = match n.checked_sub(base).and_then(|n| answers.get(n)) {
            Some(by) => desk.names.does(*by, "answer", "answers"),
            None => desk.names.does(view.open.turn, "play", "plays"),
        };
        Link::played(n as u8, face.key(), words)
    });
    Region::playing(attack.into_iter().chain(played).collect())
}
