//! The middle of the table: a tower to a hundred for each player, the Good on the left and the Evil on the right, and between them
//! what is going on. An attack has its two sides facing each other, with the Bones on them.

use austin_powers::cards::{Allegiance, Face};
use austin_powers::look::Look as _;
use austin_powers::state::{Fight, GOAL};
use austin_powers::{Frame, Step, View};
use maud::html;
use table::Seat;
use table::words::count;

use super::{BACK, SIGN, STILL, crew, round};
use crate::rooms::Desk;
use crate::rooms::board::{Bubble, Id, Lies, Link, Region, Row, Spot, Zone};

/// What is asked by whoever needs help (rule 6.9).
pub(super) const HELP: &str = "Can someone throw me a Frickin\u{2019} Bone here?";

/// The towers of the Good, what is going on, the towers of the Evil.
pub(super) fn middle(view: &View, desk: &Desk) -> Vec<Region> {
    let going = Region::new(Id("show", None), "show", "What is going on", show(view, desk));
    vec![towers(view, desk, Allegiance::Good), going, towers(view, desk, Allegiance::Evil)]
}

/// Score piles as towers to a hundred.
fn towers(view: &View, desk: &Desk, side: Allegiance) -> Region {
    let all: Vec<Seat> =
        Seat::all(view.open.seats).filter(|seat| view.open.sides[seat.index()] == side).collect();
    let (id, class, sign) = match side {
        Allegiance::Good => ("good", "towers good", "sign-good"),
        Allegiance::Evil => ("evil", "towers evil", "sign-evil"),
    };
    let print = html! {
        div class="tops" aria-hidden="true" {
            @for seat in &all {
                @let n = view.open.scores[seat.index()].min(GOAL);
                div class="tower" title={ (desk.names.name(*seat)) ": " (view.open.scores[seat.index()]) " of " (GOAL) " " (side.points()) } {
                    svg viewBox="0 0 20 100" preserveAspectRatio="none" {
                        rect class="up" y=(GOAL - n) width="20" height=(n) {}
                        path class="floors" d="M0 20H20M0 40H20M0 60H20M0 80H20" {}
                    }
                    b { (view.open.scores[seat.index()]) }
                    span { (desk.names.name(*seat)) }
                }
            }
        }
        p class="team" { i class={ "pic " (sign) } {} " " (side.title()) }
    };
    Region::new(Id(id, None), class, format!("Towers of the {}", side.title()), vec![Zone::own(print)])
}

/// What is going on.
fn show(view: &View, desk: &Desk) -> Vec<Zone> {
    let mut zones = Vec::new();
    let asks = matches!(view.frame(), Some(Frame::Own(Step::Throw)));
    match view.fight() {
        Some(fight) if fight.slugfest => {
            zones.push(title("kill", "Slugfest!", "the last Bone wins"));
            zones.extend(
                round(view, fight.by)
                    .filter(|seat| fight.has(*seat))
                    .map(|seat| fighter(view, desk, fight, seat)),
            );
        }
        Some(fight) => {
            let (mark, word) = if fight.kill { ("kill", "Assassinate!") } else { ("shag", "Shag!") };
            zones.push(fighter(view, desk, fight, fight.by));
            zones.push(title(
                mark,
                word,
                &format!("{} to answer", desk.names.does(fight.answers(), "have", "has")),
            ));
            zones.push(fighter(view, desk, fight, fight.at));
        }
        None => {}
    }
    let air: Vec<Link> = (0..)
        .zip(view.in_the_air())
        .map(|(n, face)| Link::played(n, face.key(), desk.names.does(view.open.turn, "use", "uses")))
        .collect();
    if !air.is_empty() {
        zones.push(Zone::Chain { label: "Being used".into(), links: air });
    }
    zones.extend(sign(view, desk));
    // Whoever asks for help is heard until somebody throws a Bone; what else is said, until something happens.
    let said = if asks { Some((view.open.fight.answers(), HELP.to_owned())) } else { desk.spoken.clone() };
    if let Some((seat, words)) = said {
        zones.push(Zone::Bubble(Bubble { seat, name: desk.names.name(seat).to_owned(), words }));
    }
    if zones.is_empty() {
        zones.push(idle(view, desk));
    }
    zones
}

/// A side of a fight: its Agent, and the Bones on it.
fn fighter(view: &View, desk: &Desk, fight: Fight, seat: Seat) -> Zone {
    let tag = fight.fighters[seat.index()];
    let bones: Vec<Face> = view.bones_on(seat).collect();
    let own = view.agent(tag).map(|(_, face)| (face, crew::agent(view, seat, tag, face)));
    let stake = own.iter().map(|(face, _)| face).chain(&bones).map(|face| u16::from(face.card().value));
    let stake: u16 = stake.sum();
    let at = Spot::at("bone").of(seat);
    let bones = (0..).zip(&bones).map(|(n, face)| Lies::face(at.n(n), face.key(), "on the fighting Agent"));
    let cards: Vec<Lies> = own.into_iter().map(|(_, lies)| lies).chain(bones).collect();
    let last = fight.last == Some(seat);
    let class = match (view.open.sides[seat.index()], last) {
        (Allegiance::Good, false) => "side good",
        (Allegiance::Good, true) => "side good last",
        (Allegiance::Evil, false) => "side evil",
        (Allegiance::Evil, true) => "side evil last",
    };
    let aside = match (last, fight.done.has(seat)) {
        (true, _) => "points, the last Bone",
        (_, true) if fight.slugfest => "points, out of it",
        (_, true) => "points, has asked for help",
        _ => "points",
    };
    let row = Row::new(class, desk.names.name(seat).to_owned()).with(cards);
    Row { figure: Some(stake.to_string().into()), aside: aside.into(), empty: "nobody", ..row }.into()
}

/// What kind of fight it is.
fn title(mark: &str, word: &str, aside: &str) -> Zone {
    Zone::own(html! {
        p class={ "versus " (mark) } { i class={ "pic mark-" (mark) } {} b { (word) } " " small { (aside) } }
    })
}

/// A Happening face down, and the sign, which is one large button for everybody who is to make it (rule 9.3).
fn sign(view: &View, desk: &Desk) -> Vec<Zone> {
    let Some(laid) = view.laid() else { return Vec::new() };
    let turn = view.open.turn;
    let at = Spot::at("laid");
    let card = if laid == Face::HIDDEN {
        Lies::back(at, BACK, "a Happening, face down")
    } else {
        Lies::face(at, laid.key(), "face down, only its owner sees it").face_down()
    };
    let row = Row::new("laid", desk.names.name(turn).to_owned()).with([card]);
    let mut zones = vec![Row { figure: Some("lays a Happening".into()), ..row }.into()];
    if matches!(view.frame(), Some(Frame::Own(Step::Sign))) {
        let side = view.open.sides[turn.index()];
        let class = if side == Allegiance::Good { "signal good" } else { "signal evil" };
        let button = Lies::place(SIGN, class, format!("the {}", side.sign()));
        let still = Lies::place(STILL, "still", "hands that keep still");
        zones.push(Row::new("signs", "The sign").with([button, still]).into());
    }
    zones
}

/// Nothing special: whose turn it is.
fn idle(view: &View, desk: &Desk) -> Zone {
    let turn = view.open.turn;
    let chain = matches!(view.frame(), Some(Frame::Own(Step::Chain(..))));
    Zone::own(html! {
        p class="idle" {
            @if view.open.over.is_some() { b { "The game is over" } }
            @else if chain { b { "A ship was seen!" } " " span { "Who else saw it?" } }
            @else { b { (desk.whose(turn)) " turn" } " " span { (count(view.open.actions, "action", "actions")) " left" } }
        }
    })
}
