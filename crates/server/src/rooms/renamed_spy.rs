//! How a table of the Renamed Spy Game looks.

use lair::{Window, worth};
use renamed_spy::{Action, Event, Face, Kind, Phase, RenamedSpy, View};
use table::{Rule, Seat};

use super::board::{Board, Lies, Region, Row, Spot};
use super::spies::{self, CAPTIVE, DECK, HAND, lair};
use super::{Agreement, Caption, Desk, Layout, Scene};

const PURPLE: &str = "back-purple";
const BLUE: &str = "back-blue";

/// The spots of a card in the viewer's hand: each copy has one.
fn in_hand(view: &View, face: Face) -> Vec<Spot> {
    HAND.card(face.slug()).copies(view.hand.count(face)).collect()
}

/// The Spies and Bombs in somebody's hand, seen from behind.
fn purple_backs(view: &View, seat: Seat) -> impl Iterator<Item = Spot> + use<> {
    Spot::back(seat, PURPLE).copies(view.backs[seat].spies)
}

impl Layout for RenamedSpy {
    const LENGTH: &'static str = "15 to 30 minutes";
    const LESSON: Option<&'static str> = Some(renamed_spy::LESSON);
    const CHOICES: &'static [Agreement] = &[
        spies::DEALER,
        Agreement {
            name: "cards",
            label: "Cards",
            answers: &[
                ("usual", "many small Spies, few big ones", "{}"),
                (
                    "even",
                    "as many big Spies as small ones",
                    r#"{"counts": {"spies": [5, 5, 5, 5, 4, 4, 4, 4], "lairs": [9, 9, 9, 9]}}"#,
                ),
            ],
        },
    ];
    const PREVIEW: Option<&'static [u8]> = Some(include_bytes!("../../assets/posters/renamed-spy.png"));
    const GLOSSARY: &'static [(&'static str, Rule)] = &[
        ("Spy", Rule(4, 8)),
        ("Bomb", Rule(4, 10)),
        ("Lair", Rule(3, 2)),
        ("Doubler", Rule(6, 3)),
        ("team", Rule(5, 1)),
    ];

    fn spots(view: &View, act: Action) -> Vec<Spot> {
        match act {
            Action::Pass | Action::Decline | Action::Send | Action::Team => vec![],
            Action::Lay { card } | Action::Play { card } => in_hand(view, card),
            Action::Add { spy } => in_hand(view, spy),
            Action::Into { seat } => vec![lair(seat)],
            Action::PlayFrom { seat } => purple_backs(view, seat).collect(),
            Action::PlayDeck => vec![DECK],
            Action::Kill => vec![CAPTIVE],
            Action::Taunt { letter } | Action::Foil { letter } => in_hand(view, Face::doubler(letter)),
        }
    }

    fn drops(view: &View, act: Action) -> Vec<Spot> {
        match (act, view.phase) {
            (Action::Lay { .. }, _) => view.who.map(lair).into_iter().collect(),
            (Action::Play { .. } | Action::PlayFrom { .. } | Action::PlayDeck, Phase::Choose { at }) => {
                vec![lair(at)]
            }
            // The Lair is named first: whoever drags something there has named both.
            (Action::Into { .. }, _) => {
                let purple = view.hand.cards().filter(|face| face.is_purple());
                let own = purple.flat_map(|face| in_hand(view, face));
                let others = Seat::all(view.seats).filter(|seat| Some(*seat) != view.who);
                let backs = others.flat_map(|seat| purple_backs(view, seat));
                own.chain(backs).chain(view.top_is_purple.filter(|purple| *purple).map(|_| DECK)).collect()
            }
            (Action::Taunt { .. } | Action::Foil { .. }, _) => vec![CAPTIVE],
            _ => Vec::new(),
        }
    }

    fn speech(event: &Event) -> Option<(Seat, String)> {
        match event {
            Event::Taunted { seat, spy, letter, .. } => Some((*seat, Face::doubler(*letter).speech(*spy))),
            _ => None,
        }
    }

    fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
        let slugs = |cards: &[Face]| -> Vec<_> { cards.iter().map(|card| card.slug()).collect() };
        // Who was sent, earlier in the same choice.
        let sent = || {
            heard[..at].iter().rev().find_map(|event| match event {
                Event::Sent { card, .. } => Some(vec![card.slug()]),
                Event::SentTeam { team, .. } => Some(slugs(team)),
                _ => None,
            })
        };
        Some(match heard[at] {
            Event::NoLair { .. } | Event::NoPlay { .. } | Event::Declined { .. } => Scene::default(),
            Event::Drew { purple: true, .. } | Event::Blind { .. } => Scene::card(PURPLE),
            Event::Drew { purple: false, .. } | Event::Laid { .. } => Scene::card(BLUE),
            Event::DrewCard { card, .. } | Event::Sent { card, .. } => Scene::card(card.slug()),
            Event::SentTeam { team: cards, .. }
            | Event::TurnedUp { cards, .. }
            | Event::Escaped { spies: cards } => Scene::of(slugs(cards)),
            Event::BlownUp { cards, .. } => {
                Scene::of(sent().unwrap_or_default().into_iter().chain(slugs(cards))).staged("Boom!")
            }
            Event::Captured { spy, .. } => Scene::card(spy.slug()).staged("Captured!"),
            Event::Taunted { spy, letter, .. } => Scene::of([Face::doubler(*letter).slug(), spy.slug()]),
            Event::Foiled { letter, .. } => {
                let freed = heard[at..].iter().find_map(|event| match event {
                    Event::Escaped { spies } => spies.first().map(|spy| spy.slug()),
                    _ => None,
                });
                Scene::of([Face::doubler(*letter).slug()].into_iter().chain(freed)).staged("Foiled!")
            }
            Event::Scored { spy, .. } => Scene::card(spy.slug()),
            _ => return None,
        })
    }

    fn lay(view: &View, open: &[View], desk: &Desk) -> Board {
        let places = Seat::all(view.seats).map(|seat| place(view, open, desk, seat)).collect();
        spies::board(desk, places, middle(view), view.hand.cards().map(Face::slug))
    }

    fn cards() -> Vec<String> {
        Face::all().map(|face| face.slug().to_owned()).collect()
    }

    fn read(slug: &str) -> Option<Caption> {
        let face: Face = slug.parse().ok().filter(|&f| f != Face::HIDDEN)?;
        let (title, value, sent) = (face.title(), face.value(), "Spies and Bombs");
        let (shelf, name, kind) = match face.kind() {
            Kind::Spy => ((0, sent.into()), title.to_owned(), format!("Spy of value {value}")),
            Kind::Bomb => ((0, sent.into()), title.to_owned(), "blows up any Lair".to_owned()),
            Kind::Lair => ((1, "Lairs".into()), title.to_owned(), format!("Lair of value {value}")),
            Kind::Doubler => ((2, "Doublers".into()), format!("Doubler {title}"), "Doubler".to_owned()),
        };
        Some(Caption { name, kind, text: face.flavour().to_owned(), shelf })
    }

    fn pictures(rule: Rule) -> &'static [&'static str] {
        match rule {
            Rule(1, 2) => &["ilse-ravenna", "moat", "A", "bomb"],
            Rule(1, 4) => &[PURPLE, BLUE],
            Rule(4, 8) => &["laser-fence", "pip-marlow"],
            Rule(4, 9) => &["laser-fence", "viktor-lasko"],
            Rule(4, 10) => &["bomb"],
            Rule(5, 1) => &["ilse-ravenna", "basil-quince"],
            Rule(6, 3) => &["A"],
            Rule(7, 1) => &["A", "A"],
            _ => &[],
        }
    }
}

/// A player's place: the hand, and the Lair.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Region {
    let backs = view.backs[seat];
    let its = open.get(seat.index()).map(|its| its.hand.cards().map(Face::slug));
    let backs = [(PURPLE, backs.spies, "a Spy or a Bomb"), (BLUE, backs.others, "a Lair or a Doubler")];
    let turn = view.turn == seat && !matches!(view.phase, Phase::Over { .. });
    let head = desk.head(seat, spies::score(view.scores[seat]), turn, view.status().asks(seat));
    spies::place(head, spies::hand(seat, its, backs), [lair_row(view, open, desk, seat)])
}

fn lair_row(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Row {
    let mine = view.who == Some(seat);
    let owner = open.get(seat.index()).or_else(|| mine.then_some(view));
    let mut cards = Lies::row(Spot::at("up").of(seat), view.up[seat].each().map(Face::slug), "in a Lair");
    let at = Spot::at("down").of(seat);
    match owner {
        Some(owner) => {
            let faces = owner.my_down.each().map(Face::slug);
            let faces = Lies::row(at, faces, "face down, only its owner sees it");
            cards.extend(faces.into_iter().map(Lies::face_down));
        }
        None => {
            cards.extend(at.copies(view.down[seat]).map(|at| Lies::back(at, BLUE, "a face-down Lair card")));
        }
    }
    let figure = match owner.unwrap_or(view).size(seat) {
        _ if !view.has_lair(seat) => None,
        Some(size) => Some(size.to_string()),
        None => Some(format!("{}+?", view.up[seat].value())),
    };
    if figure.is_some() {
        let label = format!("the Lair of {}", desk.names.name(seat));
        cards.push(Lies::place(lair(seat), "target", label));
    }
    let row = Row::new("lair", "Lair").with(cards);
    Row { spot: Some(lair(seat)), figure: figure.map(Into::into), empty: "no Lair yet", ..row }
}

fn middle(view: &View) -> spies::Middle {
    let backs = [(BLUE, "the deck, a blue back on top"), (PURPLE, "the deck, a purple back on top")];
    let captive = view.phase.captive();
    let taunt = match view.phase {
        Phase::Foil(Window { captor, spy, letter, .. }) => Some((captor, Face::doubler(letter).speech(spy))),
        _ => None,
    };
    spies::Middle {
        deck: view.top_is_purple.map(|purple| backs[usize::from(purple)]),
        left: view.deck,
        captive: captive.map(Face::slug),
        worth: captive.map(|spy| worth(spy.value(), view.phase.letters()).to_string()),
        taunt,
        discard: view.gone.cards().map(Face::slug).collect(),
    }
}
