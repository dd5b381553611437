//! How a table of Mister Spy looks.

use lair::{Captive, Window};
use maud::{Markup, html};
use mister_spy::act::Target;
use mister_spy::state::{Phase, worth};
use mister_spy::{Action, Event, Face, Kind, MisterSpy, View};
use table::Seat;

use super::{Choice, Desk, Layout, spot};
use crate::rooms::felt;

const SPY: &str = "back-spy";
const OTHER: &str = "back-other";

/// The spots of a card in the viewer's hand: twins have one each.
fn in_hand(face: Face) -> Vec<String> {
    match face.kind() {
        Kind::Taunt => vec![spot(&[&"hand", &face, &0]), spot(&[&"hand", &face, &1])],
        _ => vec![spot(&[&"hand", &face, &0])],
    }
}

impl Layout for MisterSpy {
    const LENGTH: &'static str = "10 to 20 minutes";
    const LESSON: Option<&'static str> = Some(mister_spy::LESSON);

    const CHOICES: &'static [Choice] = &[felt::DEALER];

    fn spots(view: &View, act: Action) -> Vec<String> {
        match act {
            Action::Pass | Action::Decline | Action::Keep => vec![],
            Action::Lay { card } => in_hand(card),
            Action::Play { spy } | Action::Agent { spy } => in_hand(spy),
            Action::Turn { place } => view.who.map(|me| spot(&[&"down", &me, &place])).into_iter().collect(),
            Action::Take { seat, target: Target::Up(lair) } => vec![spot(&[&"up", &seat, &lair])],
            Action::Take { seat, target: Target::Down(place) } => vec![spot(&[&"down", &seat, &place])],
            Action::Steal { from } => {
                (0..view.backs[from].spies).map(|n| spot(&[&"back", &from, &SPY, &n])).collect()
            }
            Action::StealDeck => vec!["deck".into()],
            Action::Kill => vec!["captive".into()],
            Action::Taunt { letter } | Action::Foil { letter } => in_hand(Face::taunt(letter)),
        }
    }

    fn speech(event: &Event) -> Option<(Seat, String)> {
        match event {
            Event::Taunted { seat, spy, letter, .. } => Some((*seat, Face::taunt(*letter).speech(*spy))),
            _ => None,
        }
    }

    fn felt(view: &View, open: &[View], desk: &Desk) -> Markup {
        let first = view.who.unwrap_or(Seat(0));
        let others = view.others(first).collect::<Vec<_>>();
        html! {
            div class="felt mister-spy" data-others=(others.len()) {
                div class="board" {
                    div class="around" {
                        @for &seat in &others { (place(view, open, desk, seat)) }
                    }
                    (middle(view, desk))
                    (place(view, open, desk, first))
                }
                @if view.who.is_some() { (felt::hand(&desk.row("hand", view.hand.cards().map(Face::slug), ""))) }
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
    if face.kind() == Kind::Taunt { format!("Taunt {}", face.title()) } else { face.title().to_owned() }
}

fn kind(face: Face) -> String {
    match face.kind() {
        Kind::Spy => format!("Spy of value {}", face.value()),
        Kind::Lair => format!("Lair of value {}", face.value()),
        Kind::Taunt => "Taunt".into(),
    }
}

/// A player's place: name, score, the hand from behind (or open), the Lair and the score pile.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Markup {
    let backs = view.backs[seat];
    let mine = view.who == Some(seat);
    let hand = html! {
        @if let Some(its) = open.get(seat.index()).filter(|_| !mine) {
            (desk.row(&spot(&[&"open", &seat]), its.hand.cards().map(Face::slug), ""))
        } @else if !mine {
            (desk.backs(seat, SPY, backs.spies, "a Spy"))
            (desk.backs(seat, OTHER, backs.others, "a card that is not a Spy"))
        }
    };
    let down = open.get(seat.index()).unwrap_or(view).down.of(seat);
    let lair = html! {
        @for lair in view.up[seat].each() { (desk.face(&spot(&[&"up", &seat, &lair]), lair.slug(), "in a Lair")) }
        @for (n, &face) in down.iter().enumerate() {
            @let at = spot(&[&"down", &seat, &n]);
            @if face == Face::HIDDEN {
                (desk.back(&at, OTHER, &format!("face-down card {n} in the Lair of {}", desk.names.name(seat))))
            } @else {
                span class="secret" { (desk.face(&at, face.slug(), "face down, only its owner sees it")) }
            }
        }
    };
    let pile = html! {
        @for (spy, letters) in view.pile(seat) {
            span class="scored" {
                (desk.face(&spot(&[&"pile", &seat, &spy]), spy.slug(), &format!("scored for {}", worth(spy, letters))))
                span class="worth" { (worth(spy, letters)) }
            }
        }
    };
    felt::place(&felt::Place {
        seat,
        note: desk.note(seat),
        mine,
        name: desk.names.name(seat),
        score: i32::from(view.scores[seat]),
        turn: view.turn == seat,
        asked: view.status().asks(seat),
        size: (!lair.0.is_empty()).then(|| view.size(seat).to_string()),
        hand,
        lair,
        pile: Some(pile),
    })
}

fn middle(view: &View, desk: &Desk) -> Markup {
    let deck = match view.top_is_spy {
        None => html! { span class="empty" { "no cards left" } },
        Some(spy) => {
            let label = if spy { "the deck, a Spy on top" } else { "the deck, no Spy on top" };
            desk.back("deck", if spy { SPY } else { OTHER }, label)
        }
    };
    let spies = view.discarded();
    let letters = lair::Letter::all()
        .flat_map(|l| std::iter::repeat_n(Face::taunt(l), usize::from(view.gone[l.index()])));
    let discard = desk.row("gone", spies.chain(letters).map(Face::slug), "discarded");
    // While a taunt may be foiled its words stay up, whoever has declined. One that nobody is asked about is seen as
    // long as nothing else has happened.
    let bubble = match view.phase {
        Phase::Foil(Window { captor, spy, letter, .. }) => Some((captor, Face::taunt(letter).speech(spy))),
        _ => desk.spoken(),
    };
    let bubble = bubble.map(|(who, words)| (desk.names.name(who).to_owned(), words));
    let air = view.phase.in_the_air().map(|spy| {
        let value = match view.phase {
            Phase::Captive(Captive { letters, .. }) | Phase::Foil(Window { letters, .. }) => {
                format!("worth {}", worth(spy, letters))
            }
            _ => String::new(),
        };
        (desk.face("captive", spy.slug(), &value), value)
    });
    felt::middle(&felt::Middle { deck, left: view.deck, discard, air, bubble })
}
