//! How a table of Mister Spy looks.

use lair::Window;
use mister_spy::act::{How, Target};
use mister_spy::state::{Phase, worth};
use mister_spy::{Action, Event, Face, Kind, MisterSpy, View};
use table::{Rule, Seat};

use super::board::{Board, Lies, Region, Row, Spot};
use super::spies::{self, CAPTIVE, DECK, HAND, lair};
use super::{Agreement, Caption, Desk, Layout, Scene};

const SPY: &str = "back-spy";
const OTHER: &str = "back-other";

/// The spots of a card in the viewer's hand: twins have one each.
fn in_hand(face: Face) -> Vec<Spot> {
    HAND.card(face.slug()).copies(if face.kind() == Kind::Taunt { 2 } else { 1 }).collect()
}

fn up(seat: Seat, lair: Face) -> Spot {
    Spot::at("up").of(seat).card(lair.slug())
}

const fn down(seat: Seat, place: u8) -> Spot {
    Spot::at("down").of(seat).n(place)
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
            Action::Lay { card } | Action::Play { spy: card } | Action::Agent { spy: card } => in_hand(card),
            Action::Turn { place } => view.who.map(|me| down(me, place)).into_iter().collect(),
            Action::Take { seat, target: Target::Up(lair) } => vec![up(seat, lair)],
            Action::Take { seat, target: Target::Down(place) } => vec![down(seat, place)],
            Action::Steal { from } => Spot::back(from, SPY).copies(view.backs[from].spies).collect(),
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
            Action::Agent { .. } => {
                let in_lair = |seat| {
                    let ups = view.up[seat].each().map(move |lair| up(seat, lair));
                    ups.chain(Spot::at("down").of(seat).copies(view.down.count(seat)))
                };
                view.others(me).flat_map(in_lair).collect()
            }
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
        let one = |face: &Face| Scene::card(face.slug());
        Some(match heard[at] {
            Event::Passed { .. } | Event::Declined { .. } => Scene::default(),
            Event::Drew { spy: true, .. } | Event::Stole { .. } => Scene::card(SPY),
            Event::Drew { spy: false, .. } | Event::Laid { .. } => Scene::card(OTHER),
            Event::DrewCard { card, .. } | Event::TurnedUp { card, .. } => one(card),
            Event::Played { spy, .. } | Event::Agent { spy, .. } | Event::StoleSpy { spy, .. } => one(spy),
            Event::Captured { spy, .. } => one(spy).staged("Captured!"),
            Event::Taunted { spy, letter, .. } => Scene::of([Face::taunt(*letter).slug(), spy.slug()]),
            Event::Foiled { letter, .. } => {
                let freed = heard[at..].iter().find_map(|event| match event {
                    Event::Escaped { spy } => Some(spy.slug()),
                    _ => None,
                });
                Scene::of([Face::taunt(*letter).slug()].into_iter().chain(freed)).staged("Foiled!")
            }
            Event::Scored { spy, how: How::Deathtrap, .. } => one(spy).staged("Deathtrap!"),
            Event::Scored { spy, .. } | Event::Escaped { spy } => one(spy),
            Event::Taken { lair, .. } => one(lair).staged("Taken!"),
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
        let (title, value) = (face.title(), face.value());
        let (shelf, name, kind) = match face.kind() {
            Kind::Spy => ((0, "Spies".into()), title.to_owned(), format!("Spy of value {value}")),
            Kind::Lair => ((1, "Lairs".into()), title.to_owned(), format!("Lair of value {value}")),
            Kind::Taunt => {
                let kind = "Taunt, or a Deathtrap when it lies in a Lair";
                ((2, "Taunts".into()), format!("Taunt {title}"), kind.to_owned())
            }
        };
        Some(Caption { name, kind, text: face.flavour().to_owned(), shelf })
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

/// A player's place: the hand, the Lair and the score pile.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Region {
    let backs = view.backs[seat];
    let its = open.get(seat.index()).map(|its| its.hand.cards().map(Face::slug));
    let backs = [(SPY, backs.spies, "a Spy"), (OTHER, backs.others, "a card that is not a Spy")];
    let scored = view.pile(seat).map(|(spy, letters)| {
        let worth = worth(spy, letters);
        let at = Spot::at("pile").of(seat).card(spy.slug());
        Lies::face(at, spy.slug(), format!("scored for {worth}")).badge(worth.to_string(), "points")
    });
    let pile = Row::new("pile", "Score pile").with(scored).fan();
    let turn = view.turn == seat && !matches!(view.phase, Phase::Over { .. });
    let head = desk.head(seat, spies::score(view.scores[seat]), turn, view.status().asks(seat));
    spies::place(head, spies::hand(seat, its, backs), [lair_row(view, open, desk, seat), pile])
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
        face => Lies::face(down(seat, n), face.slug(), "face down, counts 1, only its owner sees it")
            .face_down()
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

fn middle(view: &View) -> spies::Middle {
    let backs = [(OTHER, "the deck, no Spy on top"), (SPY, "the deck, a Spy on top")];
    let letters = lair::Letter::all()
        .flat_map(|l| std::iter::repeat_n(Face::taunt(l), usize::from(view.gone[l.index()])));
    let taunt = match view.phase {
        Phase::Foil(Window { captor, spy, letter, .. }) => Some((captor, Face::taunt(letter).speech(spy))),
        _ => None,
    };
    let caught = matches!(view.phase, Phase::Captive(_) | Phase::Foil(_));
    let worth = |spy| worth(spy, view.phase.letters()).to_string();
    spies::Middle {
        deck: view.top_is_spy.map(|spy| backs[usize::from(spy)]),
        left: view.deck,
        captive: view.phase.in_the_air().map(Face::slug),
        worth: view.phase.in_the_air().filter(|_| caught).map(worth),
        taunt,
        discard: view.discarded().chain(letters).map(Face::slug).collect(),
    }
}
