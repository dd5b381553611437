//! How a table of Mighty Beanz looks: a ring of fourteen slots under three galaxies.

use maud::{Markup, html};
use mighty_beanz::act::Part;
use mighty_beanz::cards::{Kind, Team};
use mighty_beanz::look::Look as _;
use mighty_beanz::setup::{DECKS, spell_deck};
use mighty_beanz::state::slots;
use mighty_beanz::view::Shot;
use mighty_beanz::{Action, Event, Face, Galaxy, MightyBeanz, Slot, Stance, View, view, words};
use serde_json::Value;
use table::Seat;
use table::words::count;

use super::{Choice, Desk, Layout, Shown, spot};
use crate::rooms::felt;

const BACK: &str = "back-beanz";
/// Points of a usual turn.
const USUAL: u8 = 7;

impl Layout for MightyBeanz {
    const LENGTH: &'static str = "20 to 40 minutes";
    const LESSON: Option<&'static str> = Some(mighty_beanz::LESSON);

    // One question, since a deck fits to one of the two games only.
    const CHOICES: &'static [Choice] = &[
        Choice {
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
        Choice {
            name: "hands",
            label: "Shoot for Loot",
            answers: &[
                ("flick", "flick it yourself", "{}"),
                ("steady", "steady hands: three in five", r#"{"steady": true}"#),
            ],
        },
        Choice {
            name: "lists",
            label: "Deck lists",
            answers: &[
                ("open", "open: both can read both", "{}"),
                ("closed", "closed: secret", r#"{"closed_lists": true}"#),
            ],
        },
        Choice {
            name: "targets",
            label: "Targets",
            answers: &[
                ("last", "named after the answers", "{}"),
                ("first", "named before the answers", r#"{"targets_first": true}"#),
            ],
        },
        Choice {
            name: "nothing",
            label: "Cards played for nothing",
            answers: &[("not", "not allowed", "{}"), ("allowed", "allowed", r#"{"for_nothing": true}"#)],
        },
        Choice {
            name: "length",
            label: "Length",
            answers: &[
                ("hundred", "at most a hundred turns", "{}"),
                ("endless", "endless", r#"{"endless": true}"#),
            ],
        },
    ];

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

    fn spots(view: &View, act: Action) -> Vec<String> {
        let me = view.who.unwrap_or(Seat(0));
        match act {
            Action::Draw => vec![spot(&[&"deck", &me])],
            Action::Spin { slot } | Action::Turn { slot } => vec![spot(&[&"bean", &slot])],
            Action::At { slot } => {
                ["bean", "cosmos", "slot"].iter().map(|what| spot(&[what, &slot])).collect()
            }
            Action::Galaxy { n } => vec![spot(&[&"galaxy", &n.0])],
            Action::Play { card } | Action::Answer { card } | Action::Discard { card } => {
                in_hand(view, me, card)
            }
            Action::Take { card } => {
                let piled = view.discards(me).enumerate().filter(|(_, face)| *face == card);
                in_hand(view, me, card)
                    .into_iter()
                    .chain(piled.map(|(n, _)| spot(&[&"gone", &me, &n])))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn felt(view: &View, open: &[View], desk: &Desk) -> Markup {
        let me = view.who.unwrap_or(Seat(0));
        let foe = Seat(1 - me.0);
        html! {
            div class="felt mighty-beanz" data-others="1" {
                div class="board" {
                    (place(view, open, desk, foe))
                    div class="sky" role="group" aria-label="The mats" {
                        @for galaxy in Galaxy::from_left_of(me) { (region(view, desk, me, galaxy)) }
                    }
                    div class="shelf" {
                        (stock(view, desk, foe))
                        (chain(view, desk))
                        (stock(view, desk, me))
                    }
                    (place(view, open, desk, me))
                    (range(view, desk))
                }
                @if view.who.is_some() {
                    (felt::hand(&desk.row("hand", view.hand(me).map(|face| face.key()), "")))
                }
            }
        }
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

    fn film(event: &Event) -> Option<Shown> {
        let Event::Shot { seat, galaxy, lie, aim, strength, wobble, .. } = *event else { return None };
        Some(Shown { film: format!("/shot/{}/{aim}/{strength}/{wobble}", lie.0), seat, place: galaxy.0 })
    }
}

/// The spots of a card in a hand: each copy has one.
fn in_hand(view: &View, me: Seat, card: Face) -> Vec<String> {
    let copies = view.hand(me).filter(|&face| face == card).count();
    (0..copies).map(|n| spot(&[&"hand", &card.key(), &n])).collect()
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
fn place(view: &View, open: &[View], desk: &Desk, seat: Seat) -> Markup {
    let mine = view.who == Some(seat);
    let turn = view.open.turns > 0 && view.open.turn == seat && view.open.over.is_none();
    let asked = view.status().asks(seat);
    // The points are counted after the shot.
    let counted = view.shot().is_none();
    let mut class = String::from("place");
    for (so, word) in [(mine, " mine"), (turn, " turn"), (asked, " asked")] {
        if so {
            class += word;
        }
    }
    let name = desk.names.name(seat);
    let whose = if mine { "Your place".to_owned() } else { format!("{name}'s place") };
    let seen = open.get(seat.index()).unwrap_or(view);
    let known: Vec<Face> = seen.hand(seat).collect();
    let unknown = usize::from(view.hand_count(seat)).saturating_sub(known.len());
    html! {
        section class=(class) data-seat=(seat) aria-label=(whose) {
            header {
                span class="name" { (name) @if mine && name != "You" { span class="you" { " (you)" } } }
                span class="score" { span class="number" { (view.open.captured[seat.index()]) } " Loot" }
                @if turn { span class="badge" { "turn" } }
                @if asked { span class="badge asked" { "to answer" } }
                (desk.note(seat))
            }
            @if turn && counted { (track(view.open.points)) }
            @if !mine && view.hand_count(seat) > 0 {
                div class="row backs" role="group" aria-label="Hand" {
                    (desk.row(&spot(&[&"open", &seat]), known.iter().map(|face| face.key()), "known card in hand"))
                    (desk.backs(seat, BACK, unknown as u8, "a card in hand"))
                }
            }
        }
    }
}

/// The action points, as Beans in a row.
fn track(points: u8) -> Markup {
    let label = format!("{} left", count(points, "action point", "action points"));
    html! {
        span class="track" role="img" aria-label=(label) {
            @for n in 0..points.max(USUAL) { i class=[(n < points).then_some("left")] {} }
            b { (points) }
        }
    }
}

/// Deck, discard pile and what is ready for the next attack.
fn stock(view: &View, desk: &Desk, seat: Seat) -> Markup {
    let mine = view.who.unwrap_or(Seat(0)) == seat;
    let whose =
        if view.who == Some(seat) { "Your".to_owned() } else { format!("{}'s", desk.names.name(seat)) };
    let left = view.deck_count(seat);
    let piled: Vec<Face> = view.discards(seat).collect();
    let ready: Vec<Face> = view.ready(seat).collect();
    let pile = spot(&[&"pile", &seat]);
    let takes = (0..piled.len()).any(|n| desk.offered(&spot(&[&"gone", &seat, &n])));
    html! {
        div class={ "stock " (if mine { "own" } else { "other" }) } {
            span class="whose" aria-hidden="true" { (whose) " cards" }
            div class="stack" {
                @if left > 0 { (desk.back(&spot(&[&"deck", &seat]), BACK, &format!("{whose} deck, {left} cards"))) }
                @else { span class="gap" {} }
                (unseen(view, &whose, seat, left))
            }
            div class="stack" {
                @match piled.split_last() {
                    None => { span class="gap" {} span class="count" { "gone 0" } }
                    Some((top, below)) => {
                        (desk.face(&spot(&[&"gone", &seat, &below.len()]), top.key(), "on top of the discard pile"))
                        button type="button" class=(if takes { "count live" } else { "count" }) popovertarget={ "on-" (pile) }
                            aria-label={ "gone " (piled.len()) ": " (whose) " discard pile" } { "gone " (piled.len()) }
                        div class="zoom heap" id={ "on-" (pile) } popover {
                            p class="title" { (whose) " discard pile, newest first" }
                            div class="row" {
                                @for (n, face) in below.iter().enumerate().rev() {
                                    (desk.face(&spot(&[&"gone", &seat, &n]), face.key(), "discarded"))
                                }
                                @if below.is_empty() { span class="empty" { "only the card on top" } }
                            }
                        }
                    }
                }
            }
            @if !ready.is_empty() || (view.open.turn == seat && boosts(view).is_some()) {
                div class="ready" role="group" aria-label="Ready for the next attack" {
                    span class="count" { "next attack" @if let Some(words) = boosts(view).filter(|_| view.open.turn == seat) { " " b { (words) } } }
                    div class="row" { (desk.row(&spot(&[&"ready", &seat]), ready.iter().map(|face| face.key()), "ready for the next attack")) }
                }
            }
        }
    }
}

/// How many cards a deck has, and what they may be: the lists lie open (rule 1.3).
fn unseen(view: &View, whose: &str, seat: Seat, left: u8) -> Markup {
    let mut kinds: Vec<(Face, usize)> = Vec::new();
    for face in view.unplaced(seat) {
        match kinds.iter_mut().find(|(known, _)| *known == face) {
            Some((_, n)) => *n += 1,
            None => kinds.push((face, 1)),
        }
    }
    kinds.sort_by_key(|(face, _)| face.title());
    let list = spot(&[&"list", &seat]);
    let hidden = if view.who == Some(seat) {
        "in the deck or among the Loot"
    } else {
        "in the deck, the hand or among the Loot"
    };
    html! {
        button type="button" class="count" popovertarget={ "on-" (list) }
            aria-label={ "deck " (left) ": what " (whose) " hidden cards are" } { "deck " (left) }
        div class="zoom list" id={ "on-" (list) } popover {
            p class="title" { (whose) " cards you have not seen, " (hidden) }
            ul { @for (face, n) in &kinds { li { (n) " " (face.title()) } } }
        }
    }
}

/// What spin powers have added to the next attack.
fn boosts(view: &View) -> Option<String> {
    let spun = view.open.spun;
    let mut words = Vec::new();
    if spun.boost > 0 {
        words.push(format!("+{}", spun.boost));
    }
    if spun.doubles > 0 {
        words.push(format!("times {}", 1u32 << spun.doubles.min(10)));
    }
    if spun.sharp {
        words.push("Sharpshoot".into());
    }
    if spun.blitz {
        words.push("Blitz".into());
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// What is in the air: the card or the attack, and the answers to it.
fn chain(view: &View, desk: &Desk) -> Markup {
    let air: Vec<Face> = view.in_the_air().collect();
    let answers: Vec<Seat> = view.answered().collect();
    let attack = view.attack();
    if air.is_empty() && attack.is_none() {
        return html! { div class="chain none" {} };
    }
    let base = air.len().saturating_sub(answers.len());
    html! {
        div class="chain" role="group" aria-label="Being played" {
            @if let Some(attack) = attack {
                span class="link" {
                    b { "Attack " (view.attack_value(attack.by, &mut |_| {})) }
                    @if attack.shield > 0 { " against +" (attack.shield) }
                    @if attack.sharp { " Sharpshoot" }
                    @if attack.stopped { " stopped" }
                }
            }
            @for (n, face) in air.iter().enumerate() {
                span class="link" {
                    (desk.face(&spot(&[&"air", &n]), face.key(), "being played"))
                    span class="count" {
                        @match n.checked_sub(base).and_then(|n| answers.get(n)) {
                            Some(by) => (desk.names.does(*by, "answer", "answers"))
                            None => (desk.names.does(view.open.turn, "play", "plays"))
                        }
                    }
                }
            }
        }
    }
}

/// A galaxy: both halves, and the black hole with the Loot between them.
fn region(view: &View, desk: &Desk, me: Seat, galaxy: Galaxy) -> Markup {
    let foe = Seat(1 - me.0);
    let side = galaxy.side(me);
    let theirs: Vec<Slot> = Slot::within(galaxy, foe).collect();
    let aimed = view.shot().is_some_and(|shot| shot.galaxy == galaxy);
    let struck = view.attack().is_some_and(|attack| !attack.sharp && attack.galaxy == galaxy);
    let mut class = format!("galaxy g-{side}");
    // Whoever has emptied a galaxy has won by it (rule 11.1).
    let won = view.open.over.is_some() && Seat::all(2).any(|seat| view.loot_count(seat, galaxy) == 0);
    for (so, word) in [(aimed, " aimed"), (struck, " struck"), (won, " won")] {
        if so {
            class += word;
        }
    }
    html! {
        section class=(class) data-galaxy=(galaxy.0) aria-label={ "The " (side) " galaxy" } {
            (half(view, desk, foe, galaxy, theirs.into_iter().rev()))
            div class="hole" {
                (loot(view, desk, foe, galaxy))
                (desk.place(&spot(&[&"galaxy", &galaxy.0]), &format!("the {side} galaxy"), &html! { span class="pit" {} }))
                (loot(view, desk, me, galaxy))
            }
            (half(view, desk, me, galaxy, Slot::within(galaxy, me)))
        }
    }
}

fn half(view: &View, desk: &Desk, seat: Seat, galaxy: Galaxy, slots: impl Iterator<Item = Slot>) -> Markup {
    let full = view.is_full(seat, galaxy);
    html! {
        div class={ "half" @if full { " full" } } {
            @for slot in slots { (slot_of(view, desk, slot)) }
        }
    }
}

/// How much Loot of a seat is left in a galaxy.
fn loot(view: &View, desk: &Desk, seat: Seat, galaxy: Galaxy) -> Markup {
    let left = view.loot_count(seat, galaxy);
    let whose =
        if view.who == Some(seat) { "your".to_owned() } else { format!("{}'s", desk.names.name(seat)) };
    html! {
        span class="loot" role="group" aria-label={ (left) " of " (whose) " Loot left here" } {
            @for n in 0..left { (desk.back(&spot(&[&"loot", &seat, &galaxy.0, &n]), BACK, "Space Loot")) }
            b { (left) }
        }
    }
}

/// How a Bean stands: a word for its class, a sign, a word for people.
const fn stance(stance: Stance) -> (&'static str, &'static str, &'static str) {
    match stance {
        Stance::HeadzUp => ("headz", "▲", "up"),
        Stance::BottomzUp => ("bottomz", "▼", "bottom"),
        Stance::Sidewayz => ("sidewayz", "▶", "side"),
    }
}

/// A slot with whatever lies in it.
fn slot_of(view: &View, desk: &Desk, slot: Slot) -> Markup {
    let (bean, cosmos) = (view.bean(slot), view.cosmos(slot));
    let busy = slots(view.busy()).any(|s| s == slot);
    let arrives = view.arriving() == Some(slot);
    html! {
        div class={ "slot" @if busy { " busy" } @if arrives { " arrives" } } data-slot=(slot) {
            div class={ "lies" @if cosmos.is_some() { " on" } } {
                @if let Some(cosmos) = cosmos {
                    div class="cosmos" { (desk.face(&spot(&[&"cosmos", &slot]), cosmos.key(), &format!("in {slot}"))) }
                }
                @if let Some(face) = bean {
                    @let (class, ..) = stance(view.stance(slot));
                    div class={ "bean " (class) } { (bean_of(view, desk, slot, face, cosmos)) }
                } @else if cosmos.is_none() {
                    (desk.place(&spot(&[&"slot", &slot]), &format!("the empty slot {slot}"), &html! { span class="gap" {} }))
                }
            }
            (tag(view, slot, bean))
        }
    }
}

/// The line below a slot: its name, how the Bean stands, and what it is worth now.
fn tag(view: &View, slot: Slot, bean: Option<Face>) -> Markup {
    let Some(face) = bean else {
        return html! { div class="tag" aria-hidden="true" { span class="at" { (slot) } } };
    };
    let (class, sign, word) = stance(view.stance(slot));
    let attack = view.brings(slot, &mut |_| {});
    let defence = view.defence_value(slot, 0, &mut |_| {});
    html! {
        div class="tag" aria-hidden="true" {
            span class={ "at " (class) } { (slot) " " (sign) span class="word" { " " (word) } }
            span class="worths" {
                @if face.card().attacks() {
                    span class={ "attack" @if class != "headz" { " idle" } } title="attack" { (attack) }
                }
                span class="defence" title="defence" { (defence) }
            }
        }
    }
}

/// A Bean, with the sums behind its numbers for whoever looks closer.
fn bean_of(view: &View, desk: &Desk, slot: Slot, face: Face, cosmos: Option<Face>) -> Markup {
    let (attack_parts, defence_parts) = view::figures(view, slot);
    let attack = view.brings(slot, &mut |_| {});
    let defence = view.defence_value(slot, 0, &mut |_| {});
    let card = face.card();
    let attacks = card.attacks();
    let mut note = format!("in {slot}, {}", view.stance(slot).title());
    if attacks {
        note += &format!(", attack {attack}");
    }
    note += &format!(", defence {defence}");
    if let Some(cosmos) = cosmos {
        note += &format!(", on {}", cosmos.title());
    }
    let next = (slot.seat() == view.open.turn && attacks)
        .then(|| view.attack_value(slot.bit(), &mut |_| {}))
        .filter(|&value| value != attack);
    let more = html! {
        p class="where" { (slot) ": " (view.stance(slot).title()) @if card.spins() { ", spin for " (points(view.spin_cost(slot))) } }
        div class="sums" {
            @if attacks { (sum("Attack", attack, &attack_parts)) }
            (sum("Defence", defence, &defence_parts))
        }
        @if let Some(value) = next { p class="where" { "Attack with prepared boosts: " b { (value) } } }
        @if let Some(cosmos) = cosmos {
            p class="where" { "On " b { (cosmos.title()) } " (" (points(cosmos.card().cost)) "). " (words::text(cosmos.card())) "." }
        }
    };
    desk.face_with(&spot(&[&"bean", &slot]), face.key(), &note, &more)
}

fn points(n: u8) -> String {
    count(n, "point", "points")
}

/// A sum, line by line.
fn sum(what: &str, total: i32, parts: &[Part]) -> Markup {
    html! {
        table class="sum" {
            caption { (what) " now" }
            tbody {
                @for part in parts {
                    @let (name, n) = line(part);
                    tr { td { (name) } td { (n) } }
                }
            }
            tfoot { tr { th scope="row" { (what) } td { (total) } } }
        }
    }
}

fn line(part: &Part) -> (String, String) {
    match part {
        Part::Printed { n, .. } => ("MMP on the card".into(), n.to_string()),
        Part::Team { n } => ("teammate beside it".into(), format!("{n:+}")),
        Part::Gift { card, n, .. } | Part::Cosmos { card, n, .. } | Part::Boost { card, n } => {
            (card.title().to_owned(), format!("{n:+}"))
        }
        Part::Spun { n } => ("spin powers".into(), format!("{n:+}")),
        Part::Doubled { times } => ("doubled".into(), format!("× {times}")),
        Part::Shield { n } => ("shield".into(), format!("{n:+}")),
    }
}

/// Where the viewer shoots for Loot. The script lets them flick; without it they answer two questions.
fn range(view: &View, desk: &Desk) -> Markup {
    let Some(Shot { galaxy, aim, lie, .. }) = view.shot() else { return Markup::default() };
    let lie = lie.facts();
    if view.open.steady || !desk.asks() {
        return Markup::default();
    }
    html! {
        details class="range" open data-galaxy=(galaxy.0) data-aim=[aim]
            data-side=(lie.side()) data-far=(lie.millimetres()) data-lean=(lie.lean()) {
            summary { "Shoot for Loot in your " (galaxy.side(view.open.turn)) " galaxy" }
            div class="field" { img src="/art/mighty-beanz/range.svg" alt="" width="400" height="560" draggable="false"; }
        }
    }
}

#[cfg(test)]
mod tests {
    use maud::Render as _;
    use serde_json::{Value, json};
    use table::{AnyTable, Seed, Status, Table};

    use super::*;
    use crate::rooms::{Hands, WebTable, room};

    /// Every answer before the game can be given together with every other.
    #[test]
    fn whatever_is_agreed_can_be_dealt() {
        let room = room("mighty-beanz").unwrap();
        let mut agreed = vec![json!({})];
        for choice in MightyBeanz::CHOICES {
            let answers =
                choice.answers.iter().map(|(_, _, json)| serde_json::from_str::<Value>(json).unwrap());
            let with = |more: Value, options: &Value| {
                let mut options = options.clone();
                options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                options
            };
            agreed = answers.flat_map(|more| agreed.iter().map(move |o| with(more.clone(), o))).collect();
        }
        assert_eq!(agreed.len(), 8 * 2 * 2 * 2 * 2 * 2);
        for options in agreed {
            let table = room.deal_web(2, &options, Seed::from(1));
            assert!(
                table.is_ok_and(|table| !table.felt(Some(Seat(0)), Hands::On, &[]).render().0.is_empty())
            );
        }
    }

    /// Whoever is invited reads what was agreed, in the words in which it was chosen.
    #[test]
    fn what_was_agreed_is_told_again() {
        for choice in MightyBeanz::CHOICES {
            for (_, words, json) in choice.answers {
                let options: Value = serde_json::from_str(json).unwrap();
                assert_eq!(choice.agreed(&options), Some(*words));
            }
        }
        let both = json!({ "expert": true, "steady": true });
        assert_eq!(MightyBeanz::CHOICES[1].agreed(&both), Some("steady hands: three in five"));
    }

    /// What can be done with a card or a slot is offered there; a shot has its range, and then its film.
    #[test]
    fn every_spot_of_the_menu_is_on_the_table() {
        let (mut spots, mut ranges, mut films, mut orders) = (0, 0, 0, 0);
        for game in 0..8u64 {
            let options = if game % 2 == 0 { json!({}) } else { json!({ "expert": true }) };
            let setup = table::table::read_setup::<MightyBeanz>(2, &options).unwrap();
            let mut table = Table::<MightyBeanz>::deal(setup, Seed::from(game)).unwrap();
            let mut step = game as usize;
            while let Status::Ask(asked) = table.status() {
                let view = table.eyes(Some(asked)).view();
                let felt = table.felt(Some(asked), Hands::On, &[]).render().0;
                let acts = table.acts(asked);
                for (pick, &act) in acts.iter().enumerate() {
                    let of_act = MightyBeanz::spots(&view, act);
                    let on = of_act.iter().filter(|at| felt.contains(&format!("data-spot=\"{at}\""))).count();
                    assert!(on > 0 || of_act.is_empty(), "{act}: {of_act:?}");
                    let offered = felt.contains(&format!("name=\"pick\" value=\"{pick}\""));
                    assert!(offered || of_act.is_empty(), "{act} is offered nowhere");
                    spots += on;
                }
                let shoots = acts.contains(&Action::Aim { n: 0 }) || acts.contains(&Action::Flick { n: 10 });
                assert_eq!(felt.contains("class=\"range\""), shoots);
                ranges += usize::from(shoots);
                // The order is about the window, never about the hand.
                let window = matches!(view.frame(), Some(mighty_beanz::Frame::Window(_)));
                assert_eq!(AnyTable::obey(&table, asked, "let-happen").is_some(), window);
                orders += usize::from(window);
                step = step * 31 % 1009 + 7;
                // Whoever ends their turn at once gets nowhere.
                let pick = if acts.len() > 1 && acts[0] == Action::End {
                    1 + step % (acts.len() - 1)
                } else {
                    step % acts.len()
                };
                table.try_pick(asked, table.ply(), pick).unwrap();
            }
            for (_, shown) in WebTable::shown(&table, None, 0) {
                films += 1;
                assert!(shown.film.starts_with("/shot/") && shown.seat.0 < 2 && shown.place < 3, "{shown:?}");
            }
        }
        assert!(spots > 1000 && ranges > 4 && films > 2 && orders > 4, "{spots} {ranges} {films} {orders}");
    }

    #[test]
    fn a_card_reads_well() {
        let [name, kind, text] = MightyBeanz::read("lion-bean").unwrap();
        assert_eq!(
            (name.as_str(), kind.as_str()),
            ("Lion Bean", "Rookie of the Circus team, 50 MMP, cost 1")
        );
        assert!(text.starts_with("Spin: Bean Attack. “"), "{text}");
        assert_eq!(MightyBeanz::read("?"), None);
        assert_eq!(MightyBeanz::read("mouse-bean"), None);
    }
}
