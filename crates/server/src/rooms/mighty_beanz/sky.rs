//! The galaxies: slots with Beans and what lies under them, their values, and the Loot in the black holes.

use mighty_beanz::act::Part;
use mighty_beanz::look::Look as _;
use mighty_beanz::state::slots;
use mighty_beanz::{Face, Galaxy, Slot, Stance, View, view, words};
use table::Seat;
use table::words::count;

use super::{BACK, in_slot};
use crate::rooms::Desk;
use crate::rooms::board::{Id, Lies, More, Region, Row, Spot, Sum, Tag, Zone};

/// A galaxy: both halves, and the black hole with the Loot between them.
pub(super) fn galaxy(view: &View, desk: &Desk, me: Seat, galaxy: Galaxy) -> Region {
    let foe = Seat(1 - me.0);
    let side = galaxy.side(me);
    let aimed = view.shot().is_some_and(|shot| shot.galaxy == galaxy);
    let struck = view.attack().is_some_and(|attack| !attack.sharp && attack.galaxy == galaxy);
    // Whoever has emptied a galaxy has won by it (rule 11.1).
    let won = view.open.over.is_some() && Seat::all(2).any(|seat| view.loot_count(seat, galaxy) == 0);
    let mut class = format!("galaxy g-{side}");
    for (so, word) in [(aimed, " aimed"), (struck, " struck"), (won, " won")] {
        if so {
            class += word;
        }
    }
    let mut theirs: Vec<Slot> = Slot::within(galaxy, foe).collect();
    theirs.reverse();
    let pit = Lies::place(Spot::at("galaxy").n(galaxy.0), "pit", format!("the {side} galaxy"));
    let zones = vec![
        half(view, foe, galaxy, theirs.into_iter()),
        loot(view, desk, foe, galaxy),
        Row::new("hole", "").with([pit]).into(),
        loot(view, desk, me, galaxy),
        half(view, me, galaxy, Slot::within(galaxy, me)),
    ];
    Region::new(Id("sky", Some(galaxy.0)), class, format!("The {side} galaxy"), zones)
}

fn half(view: &View, seat: Seat, galaxy: Galaxy, slots: impl Iterator<Item = Slot>) -> Zone {
    let class = if view.is_full(seat, galaxy) { "half full" } else { "half" };
    Row::new(class, "").with(slots.map(|slot| slot_of(view, slot))).into()
}

/// How much Loot of a seat is left in a galaxy.
fn loot(view: &View, desk: &Desk, seat: Seat, galaxy: Galaxy) -> Zone {
    let left = view.loot_count(seat, galaxy);
    let whose = desk.whose(seat).replace("Your", "your");
    let cards = (0..left).map(|n| {
        Lies::back(Spot::at("loot").of(seat).card(GALAXIES[usize::from(galaxy.0)]).n(n), BACK, "Space Loot")
    });
    let row = Row::new("loot", format!("{left} of {whose} Loot left here")).with(cards);
    Row { empty: "none", ..row }.into()
}

const GALAXIES: [&str; 3] = ["left", "middle", "right"];

/// How a Bean stands: a word for its class, a sign, a word for people.
const fn stance(stance: Stance) -> (&'static str, &'static str, &'static str) {
    match stance {
        Stance::HeadzUp => ("headz", "▲", "Headz-up"),
        Stance::BottomzUp => ("bottomz", "▼", "Bottomz-up"),
        Stance::Sidewayz => ("sidewayz", "▶", "Sidewayz"),
    }
}

/// A slot with whatever lies in it.
fn slot_of(view: &View, slot: Slot) -> Lies {
    let (bean, cosmos) = (view.bean(slot), view.cosmos(slot));
    let arrives = view.arriving() == Some(slot);
    let mut class = String::from("slot");
    for (so, word) in [(slots(view.busy()).any(|s| s == slot), " busy"), (arrives, " arrives")] {
        if so {
            class += word;
        }
    }
    let under = cosmos.map(|face| Lies::face(in_slot("cosmos", slot), face.key(), format!("in {slot}")));
    let Some(face) = bean else {
        let tags = vec![Tag { class: "at", means: "", words: slot.to_string().into() }];
        let lies = match under {
            // A Cosmos card without a Bean is what lies there.
            Some(cosmos) => cosmos,
            None => Lies::place(in_slot("slot", slot), "gap", format!("the empty slot {slot}")),
        };
        return Lies { class: class.into(), tags, ..lies };
    };
    class += " ";
    class += stance(view.stance(slot)).0;
    Lies { class: class.into(), under: under.into_iter().collect(), ..bean_of(view, slot, face, cosmos) }
}

/// A Bean, with the sums behind its numbers for whoever looks closer.
fn bean_of(view: &View, slot: Slot, face: Face, cosmos: Option<Face>) -> Lies {
    let (attack_parts, defence_parts) = view::figures(view, slot);
    let attack = view.brings(slot, &mut |_| {});
    let defence = view.defence_value(slot, 0, &mut |_| {});
    let (card, stands) = (face.card(), view.stance(slot));
    let mut note = format!("in {slot}, {}", stands.title());
    if card.attacks() {
        note += &format!(", attack {attack}");
    }
    note += &format!(", defence {defence}");
    if let Some(cosmos) = cosmos {
        note += &format!(", on {}", cosmos.title());
    }
    let spin =
        if card.spins() { format!(", spin for {}", points(view.spin_cost(slot))) } else { String::new() };
    let mut more = vec![More::Line(format!("{slot}: {}{spin}", stands.title()))];
    if card.attacks() {
        more.push(sum("Attack", attack, &attack_parts));
    }
    more.push(sum("Defence", defence, &defence_parts));
    if slot.seat() == view.open.turn && card.attacks() {
        let value = view.attack_value(slot.bit(), &mut |_| {});
        if value != attack {
            more.push(More::Line(format!("Attack with prepared boosts: {value}")));
        }
    }
    if let Some(cosmos) = cosmos {
        let (title, cost) = (cosmos.title(), points(cosmos.card().cost));
        more.push(More::Line(format!("On {title} ({cost}). {}.", words::text(cosmos.card()))));
    }
    let (class, sign, means) = stance(stands);
    let mut tags = vec![Tag { class: "at", means, words: format!("{slot} {sign}").into() }];
    if card.attacks() {
        let class = if class == "headz" { "attack" } else { "attack idle" };
        tags.push(Tag { class, means: "attack", words: attack.to_string().into() });
    }
    tags.push(Tag { class: "defence", means: "defence", words: defence.to_string().into() });
    Lies { tags, more, ..Lies::face(in_slot("bean", slot), face.key(), note) }
}

fn points(n: u8) -> String {
    count(n, "point", "points")
}

/// A sum, line by line.
fn sum(what: &'static str, total: i32, parts: &[Part]) -> More {
    More::Sum(Sum { what, total, parts: parts.iter().map(line).collect() })
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

/// What spin powers have added to the next attack.
pub(super) fn boosts(view: &View) -> Option<String> {
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

/// The attack that is going on, in a few words.
pub(super) fn attack_line(view: &View) -> Option<String> {
    let attack = view.attack()?;
    let mut words = format!("Attack {}", view.attack_value(attack.by, &mut |_| {}));
    if attack.shield > 0 {
        words += &format!(" against +{}", attack.shield);
    }
    for (so, word) in [(attack.sharp, " Sharpshoot"), (attack.stopped, " stopped")] {
        if so {
            words += word;
        }
    }
    Some(words)
}
