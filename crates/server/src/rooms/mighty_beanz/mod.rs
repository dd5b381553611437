//! How a table of Mighty Beanz looks: a ring of fourteen slots under three galaxies, and a range to flick a Mighty Bean on.

mod range;
mod sky;
#[cfg(test)]
mod tests;

use mighty_beanz::cards::{Kind, Team};
use mighty_beanz::look::Look as _;
use mighty_beanz::setup::{DECKS, spell_deck};
use mighty_beanz::{Action, Event, Face, Galaxy, MightyBeanz, Slot, View, words};
use serde_json::Value;
use table::words::count;
use table::{Rule, Seat};

use super::board::{Board, Group, Head, Id, Lies, Link, Pile, Region, Row, Spot, Tracker, Zone};
use super::{Agreement, Assets, Desk, Layout, Routes, Scene};

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
    (0..copies).map(|n| HAND.card(card.key()).n(n)).collect()
}

impl Layout for MightyBeanz {
    const LENGTH: &'static str = "20 to 40 minutes";
    const LESSON: Option<&'static str> = Some(mighty_beanz::LESSON);
    const CHOICES: &'static [Agreement] = CHOICES;
    const ASSETS: Assets =
        &[("mighty-beanz.css", include_str!("beanz.css")), ("mighty-beanz.js", include_str!("shot.js"))];
    const COSTLY: &'static [&'static str] = &[range::FILMS];
    const PREVIEW: Option<&'static [u8]> = Some(include_bytes!("../../../assets/posters/mighty-beanz.png"));
    const GLOSSARY: &'static [(&'static str, Rule)] = &[
        ("MMP", Rule(3, 8)),
        ("Spin", Rule(4, 5)),
        ("Headz-up", Rule(4, 4)),
        ("Sidewayz", Rule(4, 1)),
        ("Bean Attack", Rule(6, 1)),
        ("Sharpshoot", Rule(8, 1)),
        ("Bean Blitz", Rule(8, 2)),
        ("Moon", Rule(5, 4)),
        ("Asteroid Field", Rule(5, 5)),
        ("Cosmos", Rule(5, 1)),
        ("Instant", Rule(9, 1)),
        ("action point", Rule(2, 3)),
        ("team", Rule(7, 3)),
        ("cost", Rule(3, 2)),
    ];

    fn routes() -> Routes {
        range::routes()
    }

    fn decks() -> Vec<(&'static str, &'static str)> {
        let title =
            |text: &'static str| text.lines().next().map_or("", |line| line.trim_start_matches('#').trim());
        DECKS.iter().map(|(name, text)| (*name, title(text))).collect()
    }

    fn deck(deck: &str, options: &Value) -> Result<String, Vec<String>> {
        spell_deck(deck, options["expert"] == true)
    }

    fn parts(act: Action) -> bool {
        act == Action::End
    }

    fn shelf(slug: &str) -> (u8, String) {
        let Ok(card) = slug.parse::<Face>().map(Face::card) else { return (9, String::new()) };
        match card.kind {
            Kind::Bean if card.team == Team::NONE => (4, "Beans without a team".into()),
            Kind::Bean => (card.class as u8, format!("{} ({})", card.team.name(), card.class.title())),
            Kind::Moon => (5, "Moons".into()),
            Kind::AsteroidField => (6, "Asteroid Fields".into()),
            Kind::Action => (7, "Actions".into()),
            Kind::Instant => (8, "Instants".into()),
        }
    }

    fn spots(view: &View, act: Action) -> Vec<Spot> {
        let me = view.who.unwrap_or(Seat(0));
        match act {
            Action::Draw => vec![Spot::at("deck").of(me)],
            Action::Spin { slot } | Action::Turn { slot } => vec![in_slot("bean", slot)],
            Action::At { slot } => ["bean", "cosmos", "slot"].map(|what| in_slot(what, slot)).to_vec(),
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
        let single = |region| Group { regions: vec![region], ..Group::default() };
        let galaxies = Galaxy::from_left_of(me).map(|galaxy| sky::galaxy(view, desk, me, galaxy)).collect();
        let shelf = vec![stock(view, desk, foe), chain(view, desk), stock(view, desk, me)];
        let mut groups = vec![
            Group { class: "around", label: "", regions: vec![place(view, open, desk, foe)] },
            Group { class: "sky", label: "The mats", regions: galaxies },
            Group { class: "shelf", label: "", regions: shelf },
            single(place(view, open, desk, me)),
        ];
        groups.extend(
            view.who.map(|_| single(Region::hand(Lies::row(HAND, view.hand(me).map(|face| face.key()), "")))),
        );
        groups.push(single(range::region(view, desk)));
        Board { groups }
    }

    fn cards() -> Vec<(String, String)> {
        Face::all().map(|face| (face.title().to_owned(), face.to_string())).collect()
    }

    fn read(slug: &str) -> Option<[String; 3]> {
        let face = Face::keyed(slug)?;
        let card = face.card();
        let text = words::text(card);
        let text = match card.says.as_str() {
            "" => text,
            says if text.ends_with('!') => format!("{text} “{says}”"),
            says => format!("{text}. “{says}”"),
        };
        Some([card.name.clone(), kind(face), text])
    }

    fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
        scene(heard, at)
    }

    fn pictures(rule: Rule) -> &'static [&'static str] {
        match rule {
            Rule(3, 2) | Rule(3, 8) => &["lion-bean"],
            Rule(4, 5) => &["clown-bean"],
            Rule(4, 4) | Rule(7, 5) => &["ring-master-bean"],
            _ => &[],
        }
    }
}

/// What there is to see of something that happened.
fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
    // The cards of those who attack and of what they hit, of the same choice.
    let before = |pick: fn(&Event) -> Option<Face>| heard[..at].iter().rev().find_map(|event| pick(event));
    let target = || {
        before(|event| match event {
            Event::Target { card, .. } => Some(*card),
            _ => None,
        })
    };
    let attacker = || {
        before(|event| match event {
            Event::Turned { card, cost: 0, .. } => Some(*card),
            Event::Uses { card, .. } => Some(*card),
            _ => None,
        })
    };
    let pair = |card: Face, with: Option<Face>| {
        Scene::of([with.filter(|other| *other != card), Some(card)].into_iter().flatten().map(Face::key))
    };
    let pushed = heard[..at].iter().rev().any(|event| matches!(event, Event::Pushed { .. }));
    let one = |card: &Face| Scene::of([card.key()]);
    Some(match heard[at] {
        Event::DrewCard { card, .. }
        | Event::Played { card, .. }
        | Event::Landed { card, .. }
        | Event::Laid { card, .. }
        | Event::Uses { card, .. }
        | Event::Answered { card, .. }
        | Event::Took { card, .. }
        | Event::Swept { card, .. }
        | Event::Discarded { card, .. }
        | Event::Target { card, .. }
        | Event::Moved { card, .. } => one(card),
        Event::Redrew { cards, .. } | Event::Saw { cards, .. } => Scene::of(cards.iter().map(|c| c.key())),
        Event::Fell { card, .. } if pushed => pair(*card, target()).staged("Domino!"),
        Event::KnockedOff { card, .. } if pushed => pair(*card, target()).staged("Domino!"),
        Event::Fell { card, .. } => pair(*card, attacker()).staged("Knocked over!"),
        Event::KnockedOff { card, .. } => pair(*card, attacker()).staged("Blowout!"),
        Event::Held { card, .. } if !pushed => pair(*card, attacker()).staged("It holds!"),
        Event::Cancelled { card } => one(card).staged("Cancelled!"),
        Event::Repelled { card, .. } => one(card).staged("Bye bye!"),
        Event::Stopped { .. } => {
            let by = before(|event| match event {
                Event::Answered { card, .. } => Some(*card),
                _ => None,
            });
            Scene::of(by.map(Face::key)).staged("Stopped!")
        }
        Event::Captured { .. } => Scene::of([BACK]).staged("Loot!"),
        Event::Shot { seat, lie, aim, strength, wobble, .. } => {
            Scene::of([]).with_film(format!("/shot/{}/{aim}/{strength}/{wobble}", lie.0), *seat)
        }
        _ => return None,
    })
}

/// What a card is, in a line.
fn kind(face: Face) -> String {
    let card = face.card();
    let cost = format!("cost {}", card.cost);
    match card.kind {
        Kind::Bean if card.team == Team::NONE => {
            format!("{} Bean without a team, {} MMP, {cost}", card.class.title(), card.mmp)
        }
        Kind::Bean => {
            format!("{} of the {} team, {} MMP, {cost}", card.class.title(), card.team.name(), card.mmp)
        }
        Kind::Moon => format!("Moon, {cost}"),
        Kind::AsteroidField => format!("Asteroid Field, {cost}"),
        Kind::Action => format!("Action, {cost}"),
        Kind::Instant => "Instant, free".into(),
    }
}

/// A player's line: name, Loot, points, and the hand from behind as far as it is not known.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Region {
    let mine = view.who == Some(seat);
    let turn = view.open.turns > 0 && view.open.turn == seat && view.open.over.is_none();
    let head = Head {
        seat,
        name: desk.names.name(seat).to_owned(),
        mine,
        score: Tracker {
            n: view.open.captured[seat.index()].into(),
            words: "Loot".into(),
            ..Tracker::default()
        },
        turn,
        asked: view.status().asks(seat),
        note: desk.note(seat),
    };
    let mut zones = Vec::new();
    // The points are counted after the shot.
    if turn && view.shot().is_none() {
        let label = format!("{} left", count(view.open.points, "action point", "action points"));
        zones.push(Zone::track(label.into(), view.open.points, USUAL));
    }
    if !mine {
        let known: Vec<Face> = open.get(seat.index()).unwrap_or(view).hand(seat).collect();
        let unknown = usize::from(view.hand_count(seat)).saturating_sub(known.len());
        let faces = known.iter().map(|face| face.key());
        let mut cards = Lies::row(Spot::at("open").of(seat), faces, "known card in hand");
        cards.extend(Lies::backs(seat, BACK, unknown as u8, "a card in hand"));
        zones.push(Row::new("backs", "Hand").with(cards).fan().into());
    }
    Region::place(head, zones)
}

/// "Your", "Bo's".
fn whose(view: &View, desk: &Desk, seat: Seat) -> String {
    if view.who == Some(seat) { "Your".to_owned() } else { format!("{}'s", desk.names.name(seat)) }
}

/// Deck, discard pile and what is ready for the next attack.
fn stock(view: &View, desk: &Desk, seat: Seat) -> Region {
    let (own, whose) = (view.who.unwrap_or(Seat(0)) == seat, whose(view, desk, seat));
    let left = view.deck_count(seat);
    let mut kinds: Vec<(Face, usize)> = Vec::new();
    for face in view.unplaced(seat) {
        match kinds.iter_mut().find(|(known, _)| *known == face) {
            Some((_, n)) => *n += 1,
            None => kinds.push((face, 1)),
        }
    }
    kinds.sort_by_key(|(face, _)| face.title());
    let hidden = if view.who == Some(seat) { "the deck" } else { "the deck, the hand" };
    let deck = Pile {
        spot: Spot::at("list").of(seat),
        word: "deck".into(),
        title: format!("{whose} cards you have not seen: in {hidden} or among the Loot").into(),
        count: left.into(),
        top: Some(match left {
            0 => Lies::place(Spot::at("deck").of(seat), "gap", "no deck"),
            _ => Lies::back(Spot::at("deck").of(seat), BACK, format!("{whose} deck")),
        }),
        list: Vec::new(),
        // The lists lie open (rule 1.3).
        lines: kinds.iter().map(|(face, n)| format!("{n} {}", face.title())).collect(),
    };
    let gone = Spot::at("gone").of(seat);
    let mut piled: Vec<Lies> = (0..)
        .zip(view.discards(seat))
        .map(|(n, face)| Lies::face(gone.n(n), face.key(), "discarded"))
        .collect();
    piled.reverse();
    let discard = Pile {
        spot: Spot::at("pile").of(seat),
        word: "discard".into(),
        title: format!("{whose} discard pile, newest first").into(),
        count: piled.len(),
        top: Some(match piled.first() {
            None => Lies::place(Spot::at("top").of(seat), "gap", "nothing discarded"),
            Some(top) => Lies { spot: Spot::at("top").of(seat), ..top.clone() },
        }),
        list: piled,
        lines: Vec::new(),
    };
    let faces = view.ready(seat).map(|face| face.key());
    let ready = Lies::row(Spot::at("ready").of(seat), faces, "ready for the next attack");
    let mut zones = vec![deck.into(), discard.into()];
    let boosts = sky::boosts(view).filter(|_| view.open.turn == seat);
    if !ready.is_empty() || boosts.is_some() {
        let row = Row::new("ready", "next attack").with(ready);
        zones.push(Row { figure: Some(boosts.unwrap_or_default().into()), empty: " ", ..row }.into());
    }
    let class = if own { "stock own" } else { "stock other" };
    Region::new(Id("stock", Some(seat.0)), class, format!("{whose} cards"), zones)
}

/// What is in the air: the card or the attack, and the answers to it.
fn chain(view: &View, desk: &Desk) -> Region {
    let air: Vec<Face> = view.in_the_air().collect();
    let answers: Vec<Seat> = view.answered().collect();
    let base = air.len().saturating_sub(answers.len());
    let attack = sky::attack_line(view).map(|words| Link { card: None, words });
    let played = air.iter().enumerate().map(|(n, face)| {
        let words = match n.checked_sub(base).and_then(|n| answers.get(n)) {
            Some(by) => desk.names.does(*by, "answer", "answers"),
            None => desk.names.does(view.open.turn, "play", "plays"),
        };
        Link { card: Some(Lies::face(Spot::at("air").n(n as u8), face.key(), "being played")), words }
    });
    let links: Vec<Link> = attack.into_iter().chain(played).collect();
    let zones =
        if links.is_empty() { Vec::new() } else { vec![Zone::Chain { label: "Being played".into(), links }] };
    Region::new(Id("chain", None), "playing", "", zones)
}

// One question for game and decks, since a deck fits to one of the two games only.
const CHOICES: &[Agreement] = &[
    Agreement {
        name: "decks",
        label: "Game and decks",
        answers: &[
            ("basic", "basic game: Circus against Barnyard", "{}"),
            (
                "basic-turned",
                "basic game: Barnyard against Circus",
                r#"{"decks": ["starter-barnyard", "starter-circus"]}"#,
            ),
            (
                "circus",
                "basic game: Circus against Circus",
                r#"{"decks": ["starter-circus", "starter-circus"]}"#,
            ),
            (
                "barnyard",
                "basic game: Barnyard against Barnyard",
                r#"{"decks": ["starter-barnyard", "starter-barnyard"]}"#,
            ),
            ("expert", "Expert game: Ironclad against Swarm", r#"{"expert": true}"#),
            (
                "expert-turned",
                "Expert game: Swarm against Ironclad",
                r#"{"expert": true, "decks": ["expert-swarm", "expert-ironclad"]}"#,
            ),
            (
                "ironclad",
                "Expert game: Ironclad against Ironclad",
                r#"{"expert": true, "decks": ["expert-ironclad", "expert-ironclad"]}"#,
            ),
            (
                "swarm",
                "Expert game: Swarm against Swarm",
                r#"{"expert": true, "decks": ["expert-swarm", "expert-swarm"]}"#,
            ),
        ],
    },
    Agreement {
        name: "hands",
        label: "Shoot for Loot",
        answers: &[
            ("flick", "flick it yourself", "{}"),
            ("steady", "steady hands: three in five", r#"{"steady": true}"#),
        ],
    },
    Agreement {
        name: "lists",
        label: "Deck lists",
        answers: &[
            ("open", "open: both can read both", "{}"),
            ("closed", "closed: secret", r#"{"closed_lists": true}"#),
        ],
    },
    Agreement {
        name: "targets",
        label: "Targets",
        answers: &[
            ("last", "named after the answers", "{}"),
            ("first", "named before the answers", r#"{"targets_first": true}"#),
        ],
    },
    Agreement {
        name: "nothing",
        label: "Cards played for nothing",
        answers: &[("not", "not allowed", "{}"), ("allowed", "allowed", r#"{"for_nothing": true}"#)],
    },
    Agreement {
        name: "length",
        label: "Length",
        answers: &[
            ("hundred", "at most a hundred turns", "{}"),
            ("endless", "endless", r#"{"endless": true}"#),
        ],
    },
];
