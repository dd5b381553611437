//! How a table of the Renamed Spy Game looks.

use lair::{Window, worth};
use renamed_spy::{Action, Event, Face, Kind, Phase, RenamedSpy, View};
use table::{Rule, Seat};

use super::board::{Board, Lies, Region, Row, Spot};
use super::{Agreement, Desk, Layout, Scene, spies};

const PURPLE: &str = "back-purple";
const BLUE: &str = "back-blue";
const HAND: Spot = Spot::at("hand");
const CAPTIVE: Spot = Spot::at("captive");
const DECK: Spot = Spot::at("deck");

/// The spots of a card in the viewer's hand: each copy has one.
fn in_hand(view: &View, face: Face) -> Vec<Spot> {
    (0..view.hand.count(face)).map(|n| HAND.card(face.slug()).n(n)).collect()
}

/// Where a Lair is, as a place to send somebody or to lay a card.
const fn lair(seat: Seat) -> Spot {
    Spot::at("lair").of(seat)
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
            Action::PlayFrom { seat } => {
                (0..view.backs[seat].spies).map(|n| Spot::at("back").of(seat).card(PURPLE).n(n)).collect()
            }
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
                let backs = Seat::all(view.seats).filter(|seat| Some(*seat) != view.who).flat_map(|seat| {
                    (0..view.backs[seat].spies).map(move |n| Spot::at("back").of(seat).card(PURPLE).n(n))
                });
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
        let slugs = |cards: &[Face]| Scene::of(cards.iter().map(|card| card.slug()));
        // What came before it, of the same choice.
        let sent = || {
            heard[..at].iter().rev().find_map(|event| match event {
                Event::Sent { card, .. } => Some(vec![card.slug()]),
                Event::SentTeam { team, .. } => Some(team.iter().map(|spy| spy.slug()).collect()),
                _ => None,
            })
        };
        Some(match heard[at] {
            Event::NoLair { .. } | Event::NoPlay { .. } | Event::Declined { .. } => Scene::default(),
            Event::Drew { purple: true, .. } | Event::Blind { .. } => Scene::of([PURPLE]),
            Event::Drew { purple: false, .. } | Event::Laid { .. } => Scene::of([BLUE]),
            Event::DrewCard { card, .. } | Event::Sent { card, .. } => Scene::of([card.slug()]),
            Event::SentTeam { team, .. } => slugs(team),
            Event::TurnedUp { cards, .. } => slugs(cards),
            Event::BlownUp { cards, .. } => {
                let by = sent().unwrap_or_default();
                Scene::of(by.into_iter().chain(cards.iter().map(|card| card.slug()))).staged("Boom!")
            }
            Event::Captured { spy, .. } => Scene::of([spy.slug()]).staged("Captured!"),
            Event::Taunted { spy, letter, .. } => Scene::of([Face::doubler(*letter).slug(), spy.slug()]),
            Event::Foiled { letter, .. } => {
                let freed = heard[at..].iter().find_map(|event| match event {
                    Event::Escaped { spies } => spies.first().map(|spy| spy.slug()),
                    _ => None,
                });
                Scene::of([Face::doubler(*letter).slug()].into_iter().chain(freed)).staged("Foiled!")
            }
            Event::Escaped { spies } => slugs(spies),
            Event::Scored { spy, .. } => Scene::of([spy.slug()]),
            _ => return None,
        })
    }

    fn lay(view: &View, open: &[View], desk: &Desk) -> Board {
        let first = view.who.unwrap_or(Seat(0));
        let others = view.others(first).map(|seat| place(view, open, desk, seat)).collect();
        let hand = view.who.map(|_| Region::hand(Lies::row(HAND, view.hand.cards().map(Face::slug), "")));
        spies::board(others, middle(view, desk), place(view, open, desk, first), hand, desk.names)
    }

    fn cards() -> Vec<(String, String)> {
        Face::all().map(|f| (name(f), f.slug().to_owned())).collect()
    }

    fn shelf(slug: &str) -> (u8, String) {
        match slug.parse::<Face>().map(Face::kind) {
            Ok(Kind::Spy | Kind::Bomb) => (0, "Spies and Bombs".into()),
            Ok(Kind::Lair) => (1, "Lairs".into()),
            _ => (2, "Doublers".into()),
        }
    }

    fn read(slug: &str) -> Option<[String; 3]> {
        let face: Face = slug.parse().ok().filter(|&f| f != Face::HIDDEN)?;
        Some([name(face), kind(face), face.flavour().to_owned()])
    }
}

/// What the log calls a card.
fn name(face: Face) -> String {
    if face.kind() == Kind::Doubler { format!("Doubler {}", face.title()) } else { face.title().to_owned() }
}

fn kind(face: Face) -> String {
    match face.kind() {
        Kind::Spy => format!("Spy of value {}", face.value()),
        Kind::Bomb => "blows up any Lair".into(),
        Kind::Lair => format!("Lair of value {}", face.value()),
        Kind::Doubler => "Doubler".into(),
    }
}

/// A player's place: the hand from behind (or open), and the Lair.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Region {
    let (backs, mine) = (view.backs[seat], view.who == Some(seat));
    let mut zones = Vec::new();
    if let Some(its) = open.get(seat.index()).filter(|_| !mine) {
        let cards = Lies::row(Spot::at("open").of(seat), its.hand.cards().map(Face::slug), "in hand");
        zones.push(Row::new("backs", "Hand").with(cards).fan().into());
    } else if !mine {
        let purple = Lies::backs(seat, PURPLE, backs.spies, "a Spy or a Bomb");
        let blue = Lies::backs(seat, BLUE, backs.others, "a Lair or a Doubler");
        zones.push(Row::new("backs", "Hand").with(purple.chain(blue)).fan().into());
    }
    zones.push(lair_row(view, open, desk, seat).into());
    let over = matches!(view.phase, Phase::Over { .. });
    let head =
        spies::head(desk, seat, view.scores[seat], view.turn == seat && !over, view.status().asks(seat));
    Region::place(head, zones)
}

fn lair_row(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Row {
    let mine = view.who == Some(seat);
    let owner = open.get(seat.index()).or_else(|| mine.then_some(view));
    let mut cards = Lies::row(Spot::at("up").of(seat), view.up[seat].each().map(Face::slug), "in a Lair");
    let at = Spot::at("down").of(seat);
    match owner {
        Some(owner) => {
            let note = "face down, only its owner sees it";
            let secret = |lies: Lies| match lies.shows {
                super::board::Shows::Face(slug) => Lies::secret(lies.spot, slug, note),
                _ => lies,
            };
            cards.extend(Lies::row(at, owner.my_down.each().map(Face::slug), note).into_iter().map(secret));
        }
        None => {
            cards.extend((0..view.down[seat]).map(|n| Lies::back(at.n(n), BLUE, "a face-down Lair card")));
        }
    }
    let figure = match owner.unwrap_or(view).size(seat) {
        _ if !view.has_lair(seat) => None,
        Some(size) => Some(size.to_string()),
        None => Some(format!("{} + ?", view.up[seat].value())),
    };
    if figure.is_some() {
        let label = format!("the Lair of {}", desk.names.name(seat));
        cards.push(Lies::place(lair(seat), "target", label));
    }
    let row = Row::new("lair", "Lair").with(cards);
    Row { spot: Some(lair(seat)), figure: figure.map(Into::into), empty: "no Lair yet", ..row }
}

fn middle(view: &View, desk: &Desk) -> spies::Middle {
    let deck = view.top_is_purple.map(|purple| match purple {
        true => Lies::back(DECK, PURPLE, "the deck, a purple back on top"),
        false => Lies::back(DECK, BLUE, "the deck, a blue back on top"),
    });
    let discard = Lies::row(Spot::at("gone"), view.gone.cards().map(Face::slug), "discarded");
    // While a taunt may be foiled its words stay up, whoever has declined. One that nobody is asked about is seen as
    // long as nothing else has happened.
    let said = match view.phase {
        Phase::Foil(Window { captor, spy, letter, .. }) => Some((captor, Face::doubler(letter).speech(spy))),
        _ => desk.spoken.clone(),
    };
    let captive = view.phase.captive().map(|spy| {
        (Lies::face(CAPTIVE, spy.slug(), "in play"), worth(spy.value(), view.phase.letters()).to_string())
    });
    spies::Middle { deck, left: view.deck, captive, said, discard }
}
