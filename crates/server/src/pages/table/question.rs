//! The question with its answers, a hint, standing orders, and what cannot be done.

use bots::analysis::Weighed;
use maud::{Markup, Render, html};
use table::Shape;

use super::{Piece, Playing, cite, percent};
use crate::assets::art_of;
use crate::rooms::board::Spot;
use crate::rooms::{Entry, Plain, Question, Refusal, WebRoom, prints};
use crate::sitting::Automatic;

/// From so many answers on they are put together by their first words.
const MANY: usize = 7;
/// And from so many on a picture of the card may stand for its name, and what one card can do is folded under it.
const CROWD: usize = 11;

impl Playing<'_> {
    /// The question, or who is waited for, or how the game ended.
    pub(super) fn question(&self) -> Piece<'_> {
        let (sitting, table) = (self.sitting, self.table);
        let inside = html! {
            input type="hidden" name="ply" value=(table.ply());
            @if self.over {
                p class="words" { (super::end::ending(table, self.who)) }
            } @else if let Some(question) = &self.laid.question {
                (self.asked(question))
            } @else if let Some(answer) = self.plays.and_then(|seat| sitting.automatic_in(seat)) {
                p class="words wait" {
                    @match answer {
                        Automatic::Order(..) => "You asked not to be asked: the house is answering for you.",
                        Automatic::Silent(..) => "Too late: the race is over.",
                        Automatic::Bot(..) => "Your time is up: the house is answering for you.",
                    }
                }
            } @else if let Some(sealed) = self.who.and_then(|seat| table.sealed(seat)) {
                p class="words wait" { "Your answer is in: " (sealed.text) ". It counts once everybody has answered." }
            } @else if let Some(prompt) = table.question(self.who) {
                p class="words wait" { (prompt.words) }
            }
            @if self.laid.question.is_none() { (self.ask_again()) }
        };
        let asked = self.laid.question.is_some();
        Piece::new("question", inside, move |version, inside| {
            html! {
                section id="question" data-v=(version) data-asked[asked] aria-label="The question" tabindex="-1" { (inside) }
            }
        })
    }

    /// Standing orders that hold, to be taken back.
    fn ask_again(&self) -> Markup {
        let orders = self.plays.into_iter().flat_map(|seat| self.sitting.doc.orders.of(seat));
        html! {
            @for order in orders {
                button type="submit" class="order" formaction=(self.post("ask")) name="order" value=(order.code) {
                    "Ask me again" @if order.turn.is_some() { " this turn" }
                }
            }
        }
    }

    fn asked(&self, question: &Question) -> Markup {
        let advice = self.plays.and_then(|seat| self.sitting.hints.of(seat));
        let orders: Vec<_> = self.plays.map_or(Vec::new(), |seat| {
            let fits = |order: &&table::orders::Order| self.table.obey(seat, order.code).is_some();
            self.table.orders().iter().filter(fits).collect()
        });
        let again = self.ask_again();
        html! {
            p class="words" { (question.prompt.words) }
            @if let Some(advice) = advice { (hint(advice, question)) }
            (answers(self.room(), question))
            p class={ "rules" @if orders.is_empty() && again.0.is_empty() { " lone" } } {
                (cite(self.room(), question.prompt.rule))
                @for order in orders {
                    button type="submit" class="order" formaction=(self.post("order")) name="order" value=(order.code) { (order.text) }
                }
                (again)
            }
        }
    }
}

/// What the mastermind would choose, for whoever has asked; each of them can be chosen right there.
fn hint(advice: &[Weighed], question: &Question) -> Markup {
    let text =
        |pick: usize| question.entries.iter().find(|entry| entry.pick == pick).map(|entry| &entry.text);
    html! {
        section id="hint" class="hint" tabindex="-1" aria-label="Hint" {
            p { "The mastermind would choose" }
            ol {
                @for entry in advice {
                    @if let Some(text) = text(entry.pick) {
                        li {
                            button type="submit" class="act" name="pick" value=(entry.pick) { (text) } " " b { (percent(entry.chance)) }
                        }
                    }
                }
            }
        }
    }
}

/// If a number is asked for: every number of the menu with its entry, the least first.
fn numbers(question: &Question) -> Option<Vec<(i32, usize)>> {
    let Shape::Number { .. } = question.prompt.shape else { return None };
    let numbers = question.entries.iter().map(|entry| Some((entry.number?, entry.pick)));
    let mut numbers: Vec<(i32, usize)> = numbers.collect::<Option<_>>()?;
    numbers.sort_unstable();
    Some(numbers)
}

/// The answers: a list, or a number to choose.
pub(in crate::pages) fn answers(room: &dyn WebRoom, question: &Question) -> Markup {
    if let Some(numbers) = numbers(question) {
        return number(&numbers, question);
    }
    let entries = &question.entries;
    if entries.len() < MANY {
        return html! { div class="answers" { @for entry in entries { (answer(entry, None, None)) } } };
    }
    // Where there is little room for many answers, a picture of the card stands for its name.
    let crowd = (entries.len() >= CROWD).then(|| room.info().id);
    html! {
        div class={ "answers many" @if crowd.is_some() { " crowd" } } {
            @for kin in kin(entries) {
                @match kin.verb().zip(kin.entries.split_first()) {
                    Some((verb, (first, _))) if crowd.is_some() && first.by.is_some() => {
                        (folded(room.info().id, &verb, &kin))
                    }
                    None => { @for entry in kin.entries { (answer(entry, None, crowd)) } }
                    Some((verb, (first, others))) => {
                        div class="kin" role="group" aria-label=(verb) {
                            // The word never stands at the end of a line.
                            span class="first" { span class="verb" aria-hidden="true" { (verb) } (answer(first, Some(&kin), crowd)) }
                            @for entry in others { (answer(entry, Some(&kin), crowd)) }
                        }
                    }
                }
            }
        }
    }
}

/// Answers of one card, folded under it: by its words, or by its picture and number where there is little room.
fn folded(game: &str, verb: &str, kin: &Kin) -> Markup {
    let by = kin.entries.first().and_then(|entry| entry.by);
    html! {
        details class={ "kin fold" @if let Some(by) = by { " of-" (by) } } {
            summary title=(verb) {
                @if let Some((card, n)) = by.and_then(|by| by.names()) {
                    img class="card" src=(art_of(game, card)) alt="";
                    @if let Some(n) = n { b aria-hidden="true" { (n) } }
                }
                span { (verb) " \u{2026} " small { (kin.entries.len()) } }
            }
            @for entry in kin.entries { (answer(entry, Some(kin), None)) }
        }
    }
}

/// One answer. What it shares with its kin stands before them. In a crowd it has the picture of its card.
fn answer(entry: &Entry, kin: Option<&Kin>, crowd: Option<&str>) -> Markup {
    let picture = crowd.zip(entry.spots.first().and_then(Spot::held));
    let whole = Plain(&entry.text);
    let text = Plain(kin.map_or(&entry.text, |kin| kin.own(entry)));
    let list = |spots| Some(Spots(spots)).filter(|spots| !spots.0.is_empty());
    html! {
        button type="submit" name="pick" value=(entry.pick) class=[entry.led.then_some("led")]
            aria-label=[kin.map(|_| whole)] title=[kin.map(|_| ()).or(crowd.map(|_| ())).map(|()| whole)] data-spots=[list(&entry.spots)] data-drops=[list(&entry.drops)] {
            @match picture {
                Some((game, card)) => { img class="card" src=(art_of(game, card)) alt=""; span { (text) } }
                None => (text),
            }
        }
    }
}

/// The names of spots, as an attribute has them.
struct Spots<'a>(&'a [Spot]);

impl Render for Spots<'_> {
    fn render_to(&self, out: &mut String) {
        for (n, spot) in self.0.iter().enumerate() {
            if n > 0 {
                out.push(' ');
            }
            spot.render_to(out);
        }
    }
}

/// Answers that follow each other and begin, and perhaps end, with the same words.
struct Kin<'a> {
    entries: &'a [Entry],
    /// So many bytes they share at the start, and so many at the end.
    shared: (usize, usize),
}

impl Kin<'_> {
    /// What they share, in words: "Lay", "Lure ... home".
    fn verb(&self) -> Option<String> {
        let (start, end) = self.shared;
        let text = self.entries.first().filter(|_| start > 0)?.text.as_str();
        let (before, behind) = (text[..start].trim_end(), text[text.len() - end..].trim_start());
        Some(if behind.is_empty() { before.to_owned() } else { format!("{before} … {behind}") })
    }

    /// What is left of one of them.
    fn own<'e>(&self, entry: &'e Entry) -> &'e str {
        let (start, end) = self.shared;
        &entry.text[start..entry.text.len() - end]
    }
}

fn kin(entries: &[Entry]) -> Vec<Kin<'_>> {
    fn first(entry: &Entry) -> Option<&str> {
        entry.text.find(' ').map(|end| &entry.text[..=end])
    }
    let mut all = Vec::new();
    let mut rest = entries;
    while let Some(head) = rest.first() {
        let word = first(head);
        let same = |entry: &&Entry| word.is_some() && first(entry) == word && entry.by == head.by;
        let alike = rest.iter().take_while(same).count().max(1);
        let (entries, later) = rest.split_at(alike);
        rest = later;
        let shared = if alike == 1 { (0, 0) } else { shared(entries) };
        all.push(Kin { entries, shared });
    }
    all
}

/// How many bytes these texts share at the start and at the end: whole words, and something is left of each.
fn shared(entries: &[Entry]) -> (usize, usize) {
    let head = entries[0].text.as_str();
    let (mut start, mut end) = (head.len(), head.len());
    for entry in entries {
        let text = entry.text.as_str();
        start = start.min(text.bytes().zip(head.bytes()).take_while(|(a, b)| a == b).count());
        end = end.min(text.bytes().rev().zip(head.bytes().rev()).take_while(|(a, b)| a == b).count());
    }
    // Letters of several bytes may have only some of them in common.
    let start = head.floor_char_boundary(start);
    let start = head[..start].rfind(' ').map_or(0, |at| at + 1);
    let least = entries.iter().map(|entry| entry.text.len()).min().unwrap_or(0);
    let tail = &head[head.ceil_char_boundary(head.len() - end.min(least.saturating_sub(start + 1)))..];
    let end = tail.find(' ').map_or(0, |at| tail.len() - at);
    // What is in brackets stays together.
    let behind = &head[head.len() - end..];
    let whole = behind.matches('(').count() == behind.matches(')').count();
    (start, if whole { end } else { 0 })
}

/// A number to choose. The first entry of the menu is what is usual.
fn number(numbers: &[(i32, usize)], question: &Question) -> Markup {
    let text = |pick: usize| {
        question.entries.iter().find(|entry| entry.pick == pick).map_or("", |entry| &entry.text)
    };
    let led = question.entries.iter().find(|entry| entry.led).map(|entry| entry.pick);
    html! {
        div class="answers number" {
            select name="pick" aria-label="Choose" class=[led.map(|_| "led")] {
                @for (n, pick) in numbers {
                    option value=(pick) data-n=(n) selected[*pick == led.unwrap_or(0)] { (text(*pick)) }
                }
            }
            button type="submit" { "Choose" }
        }
    }
}

/// What cannot be done at each spot, and why not, in words.
pub(super) fn refused(playing: &Playing) -> Vec<(Spot, Markup)> {
    let seat = playing.plays.filter(|_| playing.laid.question.is_some());
    let refusals = seat.map_or(Vec::new(), |seat| playing.table.refused(seat));
    let prints = prints(playing.room().info().id);
    refusals
        .iter()
        .flat_map(|refusal| {
            refusal.spots.iter().map(|spot| {
                (*spot, html! { b { (refusal.text) } ": not now. " (prints.reason(refusal.rule)) })
            })
        })
        .collect()
}

/// The list of what cannot be done, by the rule that forbids it.
pub(in crate::pages) fn why_not(room: &dyn WebRoom, refusals: Vec<Refusal>) -> Markup {
    let prints = prints(room.info().id);
    let spots = |refusal: &Refusal| refusal.spots.iter().map(Spot::to_string).collect::<Vec<_>>().join(" ");
    html! {
        ul class="whynot" {
            @for (rule, acts) in table::by_rule(refusals, |refusal| refusal.rule) {
                li {
                    span class="acts" {
                        @for (n, refusal) in acts.iter().enumerate() {
                            @if n > 0 { "; " } span data-spots=(spots(refusal)) { (refusal.text) }
                        }
                    }
                    ": " span class="reason" { (prints.reason(rule)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(texts: &[&str]) -> Vec<String> {
        let entry = |(pick, text): (usize, &&str)| Entry {
            pick,
            text: (*text).to_owned(),
            spots: Vec::new(),
            drops: Vec::new(),
            by: None,
            led: false,
            number: None,
        };
        let entries: Vec<Entry> = texts.iter().enumerate().map(entry).collect();
        let words = |kin: &Kin| {
            let own: Vec<&str> = kin.entries.iter().map(|entry| kin.own(entry)).collect();
            format!("{}: {}", kin.verb().unwrap_or_default(), own.join(", "))
        };
        kin(&entries).iter().map(words).collect()
    }

    #[test]
    fn answers_that_begin_alike_stand_together() {
        let texts =
            ["Pass", "Lay Castle (3)", "Lay Taunt A", "Lure Ann (5) home", "Lure Bo (2) home", "Steal a Spy"];
        let together =
            [": Pass", "Lay: Castle (3), Taunt A", "Lure … home: Ann (5), Bo (2)", ": Steal a Spy"];
        assert_eq!(groups(&texts), together);
        // Whole words, and something is left of each, however much they share.
        assert_eq!(groups(&["Lay a", "Lay ab", "Lay a"]), ["Lay: a, ab, a"]);
        assert_eq!(groups(&["Take it", "Take it back"]), ["Take: it, it back"]);
        assert_eq!(
            groups(&[
                "Play Lion (1 point)",
                "Play Up You Get! (no points)",
                "Play Tim (2 points)",
                "Play Al (3 points)"
            ]),
            ["Play: Lion (1 point), Up You Get! (no points), Tim (2 points), Al (3 points)"]
        );
        assert_eq!(
            groups(&["Play Tim (2 points)", "Play Al (3 points)"]),
            ["Play: Tim (2 points), Al (3 points)"]
        );
        assert_eq!(groups(&["Send é (1)", "Send è (1)"]), ["Send … (1): é, è"]);
    }
}
