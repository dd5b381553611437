//! How a table of the Austin Powers game looks: Agents round the table, what they fight out in the middle, and a tower to a
//! hundred for each player.

mod crew;
mod reading;
mod scene;
mod show;
#[cfg(test)]
mod tests;

use austin_powers::look::Look as _;
use austin_powers::setup::{DECKS, spell_deck};
use austin_powers::state::{ACTIONS, GOAL};
use austin_powers::{Action, AustinPowers, Event, Face, Frame, Step, Tag, View};
use serde_json::Value;
use table::words::count;
use table::{Rule, Seat};

use super::board::{Board, Group, Lies, Pile, Region, Row, Spot, Tracker, Zone};
use super::{Agreement, Assets, Caption, Desk, Layout, Scene};
use crate::store::Millis;

const BACK: &str = "back-mojo";
const HAND: Spot = Spot::at("hand");
/// The big button.
const SIGN: Spot = Spot::at("sign");
const STILL: Spot = Spot::at("still");

/// Where an Agent is, active or fighting; or a Swinger on the table.
fn in_play(view: &View, tag: Tag) -> Spot {
    let at = Spot::at("agent").n(tag.0);
    view.tagged(tag).map_or(at, |(_, face)| at.card(face.key()))
}

/// Every seat, from this one on.
fn round(view: &View, from: Seat) -> impl Iterator<Item = Seat> + use<> {
    let seats = view.open.seats;
    (0..seats).map(move |n| Seat((from.0 + n) % seats))
}

/// A player, as somebody to be chosen.
const fn player(seat: Seat) -> Spot {
    Spot::at("player").of(seat)
}

/// The viewer's hand, without a card that they have laid down.
fn hand(view: &View, me: Seat) -> impl Iterator<Item = Face> {
    let mut laid = view.laid().filter(|_| view.open.turn == me);
    view.hand(me).filter(move |face| laid.take_if(|laid| laid == face).is_none())
}

/// The spots of a card in a hand: each copy has one.
fn in_hand(view: &View, me: Seat, card: Face) -> Vec<Spot> {
    let copies = hand(view, me).filter(|&face| face == card).count() as u8;
    HAND.card(card.key()).copies(copies).collect()
}

/// Where a card lies in the piles and hands that the viewer sees.
fn anywhere(view: &View, me: Seat, card: Face) -> Vec<Spot> {
    let mut spots = in_hand(view, me, card);
    let piled = (0..).zip(view.discards(me)).filter(|(_, face)| *face == card);
    spots.extend(piled.map(|(n, _)| Spot::at("gone").of(me).n(n)));
    for seat in Seat::all(view.open.seats) {
        let scored = (0..).zip(view.scored(seat)).filter(|(_, face)| *face == card);
        spots.extend(scored.map(|(n, _)| Spot::at("scored").of(seat).n(n)));
        let known = view.hand(seat).filter(|&face| seat != me && face == card).count() as u8;
        spots.extend(Spot::at("open").of(seat).card(card.key()).copies(known));
    }
    spots
}

impl Layout for AustinPowers {
    const LENGTH: &'static str = "10 to 20 minutes";
    const RACES: bool = true;
    const LESSON: Option<&'static str> = Some(austin_powers::LESSON);
    const CHOICES: &'static [Agreement] = &[
        Agreement {
            name: "side",
            label: "The first seat plays",
            answers: &[("good", "Good", "{}"), ("evil", "Evil", r#"{"side": "Evil"}"#)],
        },
        Agreement {
            name: "lists",
            label: "Deck lists",
            answers: &[
                ("open", "open to all players", "{}"),
                ("closed", "closed: kept secret", r#"{"closed_lists": true}"#),
            ],
        },
    ];
    const PREVIEW: Option<&'static [u8]> = Some(include_bytes!("../../../assets/posters/austin-powers.png"));
    const ASSETS: Assets =
        &[("austin-powers.css", include_str!("austin.css")), ("austin-powers.js", include_str!("sign.js"))];
    const GLOSSARY: &'static [(&'static str, Rule)] = reading::GLOSSARY;

    /// Three seconds to throw a Bone, five for the sign (rule 7.3).
    fn window(view: &View) -> Option<(Millis, Action)> {
        match view.frame() {
            Some(Frame::Own(Step::Throw)) => Some((3000, Action::Pass)),
            Some(Frame::Own(Step::Sign)) => Some((5000, Action::Still)),
            _ => None,
        }
    }

    fn decks() -> Vec<(&'static str, &'static str)> {
        let title =
            |text: &'static str| text.lines().next().map_or("", |line| line.trim_start_matches('#').trim());
        DECKS.iter().map(|(name, text)| (*name, title(text))).collect()
    }

    fn list(deck: &str) -> Option<&'static str> {
        DECKS.iter().find(|(name, _)| *name == deck).map(|(_, text)| *text)
    }

    fn deck(deck: &str, _: &Value) -> Result<String, Vec<String>> {
        spell_deck(deck)
    }

    fn doer(view: &View, act: Action) -> Option<Spot> {
        match act {
            Action::Attack { by, .. } => Some(in_play(view, by)),
            Action::Swing { card, .. } => Some(HAND.card(card.key())),
            _ => None,
        }
    }

    fn parts(act: Action) -> bool {
        matches!(act, Action::End | Action::Leave)
    }

    fn spots(view: &View, act: Action) -> Vec<Spot> {
        let me = view.who.unwrap_or(Seat(0));
        match act {
            Action::Play { card }
            | Action::Swing { card, .. }
            | Action::Happen { card }
            | Action::Bone { card }
            | Action::Throw { card }
            | Action::Discard { card } => in_hand(view, me, card),
            Action::Take { card } => anywhere(view, me, card),
            Action::Attack { by, at } => vec![in_play(view, by), in_play(view, at)],
            Action::Use { at } | Action::At { at } => vec![in_play(view, at)],
            Action::Player { seat } => vec![player(seat)],
            Action::Sign => vec![SIGN],
            Action::Still => vec![STILL],
            _ => Vec::new(),
        }
    }

    fn drops(view: &View, act: Action) -> Vec<Spot> {
        let me = view.who.unwrap_or(Seat(0));
        match act {
            Action::Attack { at, .. } => vec![in_play(view, at)],
            Action::Play { .. } => vec![Spot::at("crew").of(me), Spot::at("board")],
            Action::Bone { .. } => {
                let own = view.open.fight.fighters[me.index()].some();
                own.map(|tag| in_play(view, tag)).into_iter().chain([Spot::at("board")]).collect()
            }
            Action::Swing { .. } | Action::Happen { .. } | Action::Throw { .. } => vec![Spot::at("board")],
            Action::Discard { .. } => vec![Spot::at("pile").of(me)],
            _ => Vec::new(),
        }
    }

    fn lay(view: &View, open: &[View], desk: &Desk) -> Board {
        let me = view.who.unwrap_or(Seat(0));
        let mut places: Vec<Region> = round(view, me).map(|seat| place(view, open, desk, seat)).collect();
        let others = places.split_off(1);
        let hand = view.who.map(|me| Region::hand(crew::hand(view, me)));
        let around = Group { class: "around", label: "", regions: others };
        let middle =
            Group { class: "middle", label: "The middle of the table", regions: show::middle(view, desk) };
        let own = places.into_iter().chain(hand).map(Group::from);
        Board { groups: [around, middle].into_iter().chain(own).collect() }
    }

    fn speech(event: &Event) -> Option<(Seat, String)> {
        match event {
            Event::Bone { seat, card, .. } => Some((*seat, card.title().to_owned())),
            Event::Asked { seat } => Some((*seat, show::HELP.to_owned())),
            Event::Played { seat, card, .. } if card.card().ship => Some((*seat, card.card().says.clone())),
            _ => None,
        }
    }

    fn scene(heard: &[&Event], at: usize) -> Option<Scene> {
        scene::scene(heard, at)
    }

    fn cards() -> Vec<String> {
        Face::all().map(|face| face.to_string()).collect()
    }

    fn read(slug: &str) -> Option<Caption> {
        Face::keyed(slug).map(|face| reading::caption(face.card()))
    }

    fn pictures(rule: Rule) -> &'static [&'static str] {
        reading::pictures(rule)
    }
}

/// A player's place: side, points, vibes, Agents, Swingers and piles.
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Region {
    let side = view.open.sides[seat.index()];
    let words = match view.who == Some(seat) {
        true => format!("of {GOAL} {}", side.points()).into(),
        false => format!("of {GOAL}").into(),
    };
    let score =
        Tracker { n: view.open.scores[seat.index()].into(), most: Some(GOAL.into()), words, signs: false };
    let turn = view.open.turns > 0 && view.open.turn == seat && view.open.over.is_none();
    let head = desk.head(seat, score, turn, view.status().asks(seat));
    let (mine, whose) = (head.mine, desk.whose(seat));
    let mut zones = vec![crew::vibes(view, seat)];
    if turn {
        let label = format!("{} left", count(view.open.actions, "action", "actions"));
        zones.push(Zone::track(label.into(), view.open.actions, ACTIONS));
    }
    if !mine {
        let known: Vec<Face> = open.get(seat.index()).unwrap_or(view).hand(seat).collect();
        let unknown = view.hand_count(seat).saturating_sub(known.len() as u8);
        let rest = Lies::backs(seat, BACK, unknown, "a card in hand");
        zones.push(Row::held(seat, known.iter().map(|face| face.key()), rest).into());
    }
    zones.push(crew::agents(view, desk, seat));
    zones.extend(crew::swingers(view, seat));
    zones.extend(piles(view, &whose, seat));
    let mut region = Region::place(head, zones);
    // So many do not fit where six play: they are a click away.
    if view.agents(seat).count() + view.swingers(seat).count() > 12 {
        region.class += " throng";
    }
    region.class += if side == austin_powers::Allegiance::Good { " good" } else { " evil" };
    region.label += &format!(", {}", side.title());
    region
}

/// Draw deck, discard pile and score pile.
fn piles(view: &View, whose: &str, seat: Seat) -> [Zone; 3] {
    let known = view.unplaced(seat).filter(|face| *face != Face::HIDDEN).map(|face| face.title());
    let deck = Pile::deck(seat, whose, BACK, view.deck_count(seat).into())
        .listing(format!("{whose} cards you have not seen: in the deck or the hand"), known);
    let discard = Pile::discard(seat, whose, view.discards(seat).map(|face| face.key()));
    let at = Spot::at("scored").of(seat);
    let mut list: Vec<Lies> = (0..)
        .zip(view.scored(seat))
        .map(|(n, face)| Lies::face(at.n(n), face.key(), format!("scored, worth {}", face.card().value)))
        .collect();
    list.reverse();
    let top = Spot::at("newest").of(seat);
    let score = Pile {
        spot: Spot::at("score").of(seat),
        word: "won".into(),
        title: format!("{whose} score pile, newest first").into(),
        count: list.len(),
        top: Some(match list.first() {
            None => Lies::place(top, "gap", "nothing scored"),
            Some(newest) => Lies { spot: top, ..newest.clone() },
        }),
        list,
        lines: Vec::new(),
    };
    [deck.into(), discard.into(), score.into()]
}
