//! What a player has: vibes, Agents, Swingers, and a hand in which each card says what it needs of them.

use austin_powers::cards::{Kind, Mark, Sex, Vibe, Vibes};
use austin_powers::look::Look as _;
use austin_powers::{Face, Tag, View};
use table::Seat;

use super::{HAND, in_play, player};
use crate::rooms::Desk;
use crate::rooms::board::{self, Lies, More, Row, Spot, Tracker, Zone};

/// The vibes that a player puts out, of each kind.
pub(super) fn vibes(view: &View, seat: Seat) -> Zone {
    let all = view.vibes(seat);
    let one =
        |vibe: Vibe| Tracker { n: all.of(vibe).into(), words: vibe.title().into(), ..Tracker::default() };
    Zone::Trackers { label: "Vibes put out".into(), trackers: Vibe::ALL.map(one).to_vec() }
}

/// The active Agents. One that fights has left its place for the middle of the table.
pub(super) fn agents(view: &View, desk: &Desk, seat: Seat) -> Zone {
    let fights = view.fight().map(|fight| fight.fighters[seat.index()]);
    let many = view.agents(seat).count();
    let mut cards: Vec<Lies> = view
        .agents(seat)
        .map(|(tag, face)| match fights {
            Some(fighter) if fighter == tag => {
                Lies::place(Spot::at("away").n(tag.0), "gap", format!("{} fights", face.title()))
            }
            _ => agent(view, seat, tag, face),
        })
        .collect();
    cards.push(Lies::place(player(seat), "target", desk.names.name(seat).to_owned()));
    let row = Row::new("crew", "Agents").with(cards);
    let figure = Some(many.to_string().into());
    Row { spot: Some(Spot::at("crew").of(seat)), figure, empty: "no Agents", ..row }.into()
}

/// An Agent, with what they put out and where it comes from.
pub(super) fn agent(view: &View, seat: Seat, tag: Tag, face: Face) -> Lies {
    let card = face.card();
    let puts = view.put_out(seat, tag, face);
    let sex = if card.sex == Sex::Male { "male" } else { "female" };
    let mark = if card.mark == Mark::Shagger { "Shagger" } else { "Assassin" };
    let mut more =
        vec![More::Line(format!("Number {tag}: {sex} {mark}, worth {}. Puts out {puts}.", card.value))];
    let tags = Vibe::ALL.into_iter().filter(|vibe| puts.of(*vibe) > card.vibes.of(*vibe));
    let tags = tags.map(|vibe| board::Tag {
        class: class(vibe, true),
        means: "more than on the card",
        words: format!("+{}", puts.of(vibe) - card.vibes.of(vibe)).into(),
    });
    let safe = [(false, "to Shag"), (true, "to Assassinate")];
    let safe = safe.into_iter().filter(|(kill, _)| view.is_shielded(seat, tag, face, *kill));
    more.extend(safe.map(|(_, how)| More::Line(format!("May not be chosen as a target {how}."))));
    let note = format!("number {tag}, {sex} {mark}, puts out {puts}");
    Lies { tags: tags.collect(), more, ..Lies::face(in_play(view, tag), face.key(), note) }
        .badge(tag.to_string(), "its number")
}

/// The Swingers on the table.
pub(super) fn swingers(view: &View, seat: Seat) -> Option<Zone> {
    let cards: Vec<Lies> = view
        .swingers(seat)
        .map(|(tag, face)| {
            Lies::face(in_play(view, tag), face.key(), format!("number {tag}, on the table"))
                .badge(tag.to_string(), "its number")
        })
        .collect();
    (!cards.is_empty()).then(|| Row::new("swingers", "Swingers").with(cards).into())
}

/// The viewer's hand: Bones and Swingers with what they need beside what there is.
pub(super) fn hand(view: &View, me: Seat) -> Vec<Lies> {
    let has = view.vibes(me);
    let kind = view.fight().map(|fight| fight.kill);
    let cards = Lies::row(HAND, super::hand(view, me).map(|face| face.key()), "");
    cards
        .into_iter()
        .zip(super::hand(view, me))
        .map(|(lies, face)| match (face.card().kind, kind) {
            (Kind::Bone, Some(kill)) => needing(lies, has, &[(how(kill), view.need(me, face, kill))], true),
            (Kind::Bone, None) => {
                let needs = [false, true].map(|kill| (how(kill), view.need(me, face, kill)));
                needing(lies, has, &needs, false)
            }
            (Kind::Swinger, _) => needing(lies, has, &[("To use it with vibes", face.card().needs)], true),
            _ => lies,
        })
        .collect()
}

const fn how(kill: bool) -> &'static str {
    if kill { "To Assassinate" } else { "To Shag" }
}

/// The same card with what it needs and what there is of it: kind by kind, or whether it is enough.
fn needing(lies: Lies, has: Vibes, needs: &[(&'static str, Vibes)], each: bool) -> Lies {
    let enough = |need: Vibes| if has.cover(need) { "enough" } else { "not enough" };
    let lines = needs
        .iter()
        .map(|(how, need)| format!("{how} it needs {need}. You put out {has}: {}.", enough(*need)));
    let note: Vec<String> =
        needs.iter().map(|(how, need)| format!("{} {need}, {}", how.to_lowercase(), enough(*need))).collect();
    let tags = needs.iter().flat_map(|&(how, need)| {
        let kinds = Vibe::ALL.into_iter().filter(move |vibe| each && need.of(*vibe) > 0);
        let counted = kinds.map(move |vibe| board::Tag {
            class: class(vibe, has.of(vibe) >= need.of(vibe)),
            means: "put out, of what it needs",
            words: format!("{}/{}", has.of(vibe), need.of(vibe)).into(),
        });
        let (class, words) = match (how, has.cover(need)) {
            ("To Shag", true) => ("mark shag", "\u{2713}"),
            ("To Shag", false) => ("mark shag short", "\u{2717}"),
            (_, true) => ("mark kill", "\u{2713}"),
            (_, false) => ("mark kill short", "\u{2717}"),
        };
        counted.chain((!each).then(|| board::Tag { class, means: how, words: words.into() }))
    });
    Lies {
        tags: tags.collect(),
        more: lines.map(More::Line).collect(),
        note: note.join("; ").into(),
        class: "wants".into(),
        ..lies
    }
}

/// For the style sheet: a vibe, and whether there is enough of it.
const fn class(vibe: Vibe, enough: bool) -> &'static str {
    match (vibe, enough) {
        (Vibe::Groovy, true) => "vibe groovy",
        (Vibe::Groovy, false) => "vibe groovy short",
        (Vibe::Shagadelic, true) => "vibe shagadelic",
        (Vibe::Shagadelic, false) => "vibe shagadelic short",
        (Vibe::Randy, true) => "vibe randy",
        (Vibe::Randy, false) => "vibe randy short",
        (Vibe::Creepy, true) => "vibe creepy",
        (Vibe::Creepy, false) => "vibe creepy short",
    }
}
