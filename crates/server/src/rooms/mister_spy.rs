//! How a table of Mister Spy looks.

use lair::{Captive, Window};
use mister_spy::act::{How, Target};
use mister_spy::state::{Phase, worth};
use mister_spy::{Action, Event, Face, Kind, MisterSpy, View};
use table::{Rule, Seat};

use super::board::{Board, Lies, Region, Row, Spot};
use super::{Agreement, Desk, Layout, Scene, spies};

const SPY: &str = "back-spy";
const OTHER: &str = "back-other";
const HAND: Spot = Spot::at("hand");
const CAPTIVE: Spot = Spot::at("captive");
const DECK: Spot = Spot::at("deck");

/// The spots of a card in the viewer's hand: twins have one each.
fn in_hand(face: Face) -> Vec<Spot> {
    let at = HAND.card(face.slug());
    if face.kind() == Kind::Taunt { vec![at.n(0), at.n(1)] } else { vec![at.n(0)] }
}

fn up(seat: Seat, lair: Face) -> Spot {
    Spot::at("up").of(seat).card(lair.slug())
}

const fn down(seat: Seat, place: u8) -> Spot {
    Spot::at("down").of(seat).n(place)
}

/// Where a Lair is, as a place to put a card.
const fn lair(seat: Seat) -> Spot {
    Spot::at("lair").of(seat)
}

impl Layout for MisterSpy {
    const LENGTH: &'static str = "10 to 20 minutes";
    const LESSON: Option<&'static str> = Some(mister_spy::LESSON);
    const CHOICES: &'static [Agreement] = &[spies::DEALER];
    const PREVIEW: Option<&'static [u8]> = Some(include_bytes!("../../assets/posters/mister-spy.png"));
    const GLOSSARY: &'static [(&'static str, Rule)] = &[
        ("Deathtrap", Rule(3, 3)),
        ("Secret Lair", Rule(3, 2)),
        ("Double Agent", Rule(7, 1)),
        ("Spy", Rule(4, 1)),
        ("Lair", Rule(3, 5)),
        ("Taunt", Rule(5, 3)),
    ];

    fn spots(view: &View, act: Action) -> Vec<Spot> {
        match act {
            Action::Pass | Action::Decline | Action::Keep => vec![],
            Action::Lay { card } => in_hand(card),
            Action::Play { spy } | Action::Agent { spy } => in_hand(spy),
            Action::Turn { place } => view.who.map(|me| down(me, place)).into_iter().collect(),
            Action::Take { seat, target: Target::Up(lair) } => vec![up(seat, lair)],
            Action::Take { seat, target: Target::Down(place) } => vec![down(seat, place)],
            Action::Steal { from } => {
                (0..view.backs[from].spies).map(|n| Spot::at("back").of(from).card(SPY).n(n)).collect()
            }
            Action::StealDeck => vec![DECK],
            Action::Kill => vec![CAPTIVE],
            Action::Taunt { letter } | Action::Foil { letter } => in_hand(Face::taunt(letter)),
        }
    }

    fn drops(view: &View, act: Action) -> Vec<Spot> {
        let Some(me) = view.who else { return Vec::new() };
        match act {
            Action::Lay { .. } | Action::Play { .. } => vec![lair(me)],
            // The card is named next; whoever drops it on one has named it.
            Action::Agent { .. } => view
                .others(me)
                .flat_map(|seat| {
                    let ups = view.up[seat].each().map(move |lair| up(seat, lair));
                    ups.chain((0..view.down.count(seat)).map(move |n| down(seat, n)))
                })
                .collect(),
            Action::Taunt { .. } | Action::Foil { .. } => vec![CAPTIVE],
            Action::Steal { .. } | Action::StealDeck => vec![HAND],
            _ => Vec::new(),
        }
    }

    fn speech(event: &Event) -> Option<(Seat, String)> {
        match event {
            Event::Taunted { seat, spy, letter, .. } => Some((*seat, Face::taunt(*letter).speech(*spy))),
            _ => None,
        }
    }

    fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
        let later = || heard[at..].iter();
        Some(match heard[at] {
            Event::Passed { .. } | Event::Declined { .. } => Scene::default(),
            Event::Drew { spy: true, .. } | Event::Stole { .. } => Scene::of([SPY]),
            Event::Drew { spy: false, .. } | Event::Laid { .. } => Scene::of([OTHER]),
            Event::DrewCard { card, .. } => Scene::of([card.slug()]),
            Event::Played { spy, .. } | Event::Agent { spy, .. } | Event::StoleSpy { spy, .. } => {
                Scene::of([spy.slug()])
            }
            Event::TurnedUp { card, .. } => Scene::of([card.slug()]),
            Event::Captured { spy, .. } => Scene::of([spy.slug()]).staged("Captured!"),
            Event::Taunted { spy, letter, .. } => Scene::of([Face::taunt(*letter).slug(), spy.slug()]),
            Event::Foiled { letter, .. } => {
                let spy = later().find_map(|event| match event {
                    Event::Escaped { spy } => Some(spy.slug()),
                    _ => None,
                });
                Scene::of([Face::taunt(*letter).slug()].into_iter().chain(spy)).staged("Foiled!")
            }
            Event::Escaped { spy } => Scene::of([spy.slug()]),
            Event::Scored { spy, how: How::Deathtrap, .. } => Scene::of([spy.slug()]).staged("Deathtrap!"),
            Event::Scored { spy, .. } => Scene::of([spy.slug()]),
            Event::Taken { lair, .. } => Scene::of([lair.slug()]).staged("Taken!"),
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
            Ok(Kind::Spy) => (0, "Spies".into()),
            Ok(Kind::Lair) => (1, "Lairs".into()),
            _ => (2, "Taunts".into()),
        }
    }

    fn read(slug: &str) -> Option<[String; 3]> {
        let face: Face = slug.parse().ok().filter(|&f| f != Face::HIDDEN)?;
        Some([name(face), kind(face), face.flavour().to_owned()])
    }

    fn pictures(rule: Rule) -> &'static [&'static str] {
        match rule {
            Rule(1, 2) => &["jillian-styles", "castle", "A"],
            Rule(1, 3) => &[SPY, OTHER],
            Rule(3, 3) | Rule(7, 6) => &["D"],
            Rule(4, 2) => &["moon-base", "jillian-styles"],
            Rule(5, 3) | Rule(6, 1) => &["A", "A"],
            _ => &[],
        }
    }
}

/// What the log calls a card.
fn name(face: Face) -> String {
    if face.kind() == Kind::Taunt { format!("Taunt {}", face.title()) } else { face.title().to_owned() }
}

fn kind(face: Face) -> String {
    match face.kind() {
        Kind::Spy => format!("Spy of value {}", face.value()),
        Kind::Lair => format!("Lair of value {}", face.value()),
        Kind::Taunt => "Taunt, or a Deathtrap when it lies in a Lair".into(),
    }
}

/// A player's place: the hand from behind (or open), the Lair and the score pile.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Region {
    let (backs, mine) = (view.backs[seat], view.who == Some(seat));
    let mut zones = Vec::new();
    if let Some(its) = open.get(seat.index()).filter(|_| !mine) {
        let cards = Lies::row(Spot::at("open").of(seat), its.hand.cards().map(Face::slug), "in hand");
        zones.push(Row::new("backs", "Hand").with(cards).fan().into());
    } else if !mine {
        let spies = Lies::backs(seat, SPY, backs.spies, "a Spy");
        let others = Lies::backs(seat, OTHER, backs.others, "a card that is not a Spy");
        zones.push(Row::new("backs", "Hand").with(spies.chain(others)).fan().into());
    }
    zones.push(lair_row(view, open, desk, seat).into());
    let scored = view.pile(seat).map(|(spy, letters)| {
        let worth = worth(spy, letters);
        let at = Spot::at("pile").of(seat).card(spy.slug());
        Lies::face(at, spy.slug(), format!("scored for {worth}")).badge(worth.to_string(), "points")
    });
    zones.push(Row::new("pile", "Score pile").with(scored).fan().into());
    let over = matches!(view.phase, Phase::Over { .. });
    let head =
        spies::head(desk, seat, view.scores[seat], view.turn == seat && !over, view.status().asks(seat));
    Region::place(head, zones)
}

/// A Lair. What lies face down counts 1, whatever is printed on it (rule 3.2), and its owner sees both numbers.
fn lair_row(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Row {
    let its = open.get(seat.index()).unwrap_or(view).down.of(seat);
    let ups = view.up[seat].each().map(|lair| Lies::face(up(seat, lair), lair.slug(), "in a Lair"));
    let whose = desk.names.name(seat);
    let downs = its.iter().zip(0..).map(|(&face, n)| match face {
        Face::HIDDEN => {
            Lies::back(down(seat, n), OTHER, format!("face-down card {} in the Lair of {whose}", n + 1))
        }
        face => Lies::secret(down(seat, n), face.slug(), "face down, counts 1, only its owner sees it")
            .badge("1", "counts 1 while it is face down"),
    });
    let size = view.size(seat);
    let most = if view.who == Some(seat) { view.reach() } else { size };
    let row = Row::new("lair", "Lair").with(ups.chain(downs));
    Row {
        spot: Some(lair(seat)),
        figure: view.has_lair(seat).then(|| size.to_string().into()),
        aside: if most > size { format!("up to {most} turned up").into() } else { "".into() },
        empty: "no Lair yet",
        ..row
    }
}

fn middle(view: &View, desk: &Desk) -> spies::Middle {
    let deck = view.top_is_spy.map(|spy| match spy {
        true => Lies::back(DECK, SPY, "the deck, a Spy on top"),
        false => Lies::back(DECK, OTHER, "the deck, no Spy on top"),
    });
    let letters = lair::Letter::all()
        .flat_map(|l| std::iter::repeat_n(Face::taunt(l), usize::from(view.gone[l.index()])));
    let discard = Lies::row(Spot::at("gone"), view.discarded().chain(letters).map(Face::slug), "discarded");
    // While a taunt may be foiled its words stay up, whoever has declined. One that nobody is asked about is seen as
    // long as nothing else has happened.
    let said = match view.phase {
        Phase::Foil(Window { captor, spy, letter, .. }) => Some((captor, Face::taunt(letter).speech(spy))),
        _ => desk.spoken.clone(),
    };
    let captive = view.phase.in_the_air().map(|spy| {
        let value = match view.phase {
            Phase::Captive(Captive { letters, .. }) | Phase::Foil(Window { letters, .. }) => {
                worth(spy, letters).to_string()
            }
            _ => String::new(),
        };
        (Lies::face(CAPTIVE, spy.slug(), "in play"), value)
    });
    spies::Middle { deck, left: view.deck, captive, said, discard }
}
