//! How a table of the Renamed Spy Game looks.

use lair::{Window, worth};
use maud::{Markup, html};
use renamed_spy::{Action, Event, Face, Kind, Phase, RenamedSpy, View};
use table::Seat;

use super::{Choice, Desk, Layout, spot};
use crate::rooms::felt;

const PURPLE: &str = "back-purple";
const BLUE: &str = "back-blue";

/// The spots of a card in the viewer's hand: each copy has one.
fn in_hand(view: &View, face: Face) -> Vec<String> {
    (0..view.hand.count(face)).map(|n| spot(&[&"hand", &face, &n])).collect()
}

impl Layout for RenamedSpy {
    const LENGTH: &'static str = "15 to 30 minutes";
    const LESSON: Option<&'static str> = Some(renamed_spy::LESSON);

    const CHOICES: &'static [Choice] = &[
        felt::DEALER,
        Choice {
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

    fn spots(view: &View, act: Action) -> Vec<String> {
        match act {
            Action::Pass | Action::Decline | Action::Send | Action::Team => vec![],
            Action::Lay { card } | Action::Play { card } => in_hand(view, card),
            Action::Add { spy } => in_hand(view, spy),
            Action::Into { seat } => vec![spot(&[&"lair", &seat])],
            Action::PlayFrom { seat } => {
                (0..view.backs[seat].spies).map(|n| spot(&[&"back", &seat, &PURPLE, &n])).collect()
            }
            Action::PlayDeck => vec!["deck".into()],
            Action::Kill => vec!["captive".into()],
            Action::Taunt { letter } | Action::Foil { letter } => in_hand(view, Face::doubler(letter)),
        }
    }

    fn speech(event: &Event) -> Option<(Seat, String)> {
        match event {
            Event::Taunted { seat, spy, letter, .. } => Some((*seat, Face::doubler(*letter).speech(*spy))),
            _ => None,
        }
    }

    fn felt(view: &View, open: &[View], desk: &Desk) -> Markup {
        let first = view.who.unwrap_or(Seat(0));
        let others = view.others(first).collect::<Vec<_>>();
        html! {
            div class="felt renamed-spy" data-others=(others.len()) {
                div class="board" {
                    div class="around" {
                        @for &seat in &others { (place(view, open, desk, seat)) }
                    }
                    (middle(view, desk))
                    (place(view, open, desk, first))
                }
                @if view.who.is_some() {
                    (felt::hand(&desk.row("hand", view.hand.cards().map(Face::slug), "")))
                }
            }
        }
    }

    fn cards() -> Vec<(String, String)> {
        Face::all().map(|f| (name(f), f.slug().to_owned())).collect()
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

/// A player's place: name, score, the hand from behind (or open), the Lair.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Markup {
    let backs = view.backs[seat];
    let mine = view.who == Some(seat);
    let owner = open.get(seat.index()).or_else(|| mine.then_some(view));
    let hand = html! {
        @if let Some(its) = open.get(seat.index()).filter(|_| !mine) {
            (desk.row(&spot(&[&"open", &seat]), its.hand.cards().map(Face::slug), ""))
        } @else if !mine {
            (desk.backs(seat, PURPLE, backs.spies, "a Spy or a Bomb"))
            (desk.backs(seat, BLUE, backs.others, "a Lair or a Doubler"))
        }
    };
    let lair = html! {
        (desk.row(&spot(&[&"up", &seat]), view.up[seat].each().map(Face::slug), "in a Lair"))
        @if let Some(owner) = owner {
            span class="secret" {
                (desk.row(&spot(&[&"down", &seat]), owner.my_down.each().map(Face::slug), "face down, only its owner sees it"))
            }
        } @else {
            @for n in 0..view.down[seat] {
                (desk.back(&spot(&[&"down", &seat, &n]), BLUE, "a face-down Lair card"))
            }
        }
    };
    let size = match owner.unwrap_or(view).size(seat) {
        _ if !view.has_lair(seat) => None,
        Some(size) => Some(size.to_string()),
        None => Some(format!("{} + ?", view.up[seat].value())),
    };
    let lair = if view.has_lair(seat) {
        let label = format!("aim here, at the Lair of {}", desk.names.name(seat));
        let target = html! { span class="target" { "aim here" } };
        let aim = desk.place(&spot(&[&"lair", &seat]), &label, &target);
        html! { (lair) @if aim.0 != target.0 { (aim) } }
    } else {
        lair
    };
    felt::place(&felt::Place {
        seat,
        note: desk.note(seat),
        mine,
        name: desk.names.name(seat),
        score: i32::from(view.scores[seat]),
        turn: view.turn == seat,
        asked: view.status().asks(seat),
        size,
        hand,
        lair,
        pile: None,
    })
}

fn middle(view: &View, desk: &Desk) -> Markup {
    let deck = match view.top_is_purple {
        None => html! { span class="empty" { "no cards left" } },
        Some(purple) => {
            let label =
                if purple { "the deck, a purple back on top" } else { "the deck, a blue back on top" };
            desk.back("deck", if purple { PURPLE } else { BLUE }, label)
        }
    };
    let discard = desk.row("gone", view.gone.cards().map(Face::slug), "discarded");
    let air = view.phase.captive().map(|spy| (spy, view.phase.letters()));
    // While a taunt may be foiled its words stay up, whoever has declined. One that nobody is asked about is seen as
    // long as nothing else has happened.
    let bubble = match view.phase {
        Phase::Foil(Window { captor, spy, letter, .. }) => Some((captor, Face::doubler(letter).speech(spy))),
        _ => desk.spoken(),
    };
    let bubble = bubble.map(|(who, words)| (desk.names.name(who).to_owned(), words));
    let air = air.map(|(spy, letters)| {
        let value = format!("worth {}", worth(spy.value(), letters));
        (desk.face("captive", spy.slug(), &value), value)
    });
    felt::middle(&felt::Middle { deck, left: view.deck, discard, air, bubble })
}
