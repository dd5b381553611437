//! A table on a page: the felt, the question, the log, the chat.

use bots::analysis::Weighed;
use maud::{Markup, html};
use table::{Seat, Shape, Who, by_rule};

use crate::clock::face;
use crate::house::now;
use crate::rooms::{Hands, Shown, WebRoom, WebTable, prints};
use crate::sitting::{Automatic, BOTS, Chair, Gone, Sitting, Whereabouts};
use crate::store::{Guest, Stage};

/// How many lines of the log are sent; all of it is in the replay.
const LOG: usize = 60;

/// The whole page.
pub fn table(sitting: &Sitting, guest: Option<&Guest>) -> Markup {
    let info = sitting.room.info();
    let body = html! {
        // Whoever is no guest yet hears no bell: the script looks now and then.
        div id="table" data-live={ "/t/" (sitting.id) "/live" } data-part={ "/t/" (sitting.id) "/part" }
            data-unheard[guest.is_none()] {
            (part(sitting, guest, 0))
        }
        // What the script tells screen readers. It stays in place while the table is swapped: only then is it heard.
        div id="heard" class="unseen" aria-live="polite" {}
    };
    let who = sitting.seat_of(guest.map(|g| g.id));
    let asked = sitting.table.as_ref().zip(who).is_some_and(|(table, seat)| table.waiting().has(seat));
    let waits = sitting.stage != Stage::Over && !asked;
    let head = if waits { super::looks_again() } else { Markup::default() };
    super::shell_with(&head, info.title, "table", guest.map(|g| g.name.as_str()), &body)
}

/// What changes on it. The page has the first `has` lines of the log already: only those after them are sent.
pub fn part(sitting: &Sitting, guest: Option<&Guest>, has: usize) -> Markup {
    let who = sitting.seat_of(guest.map(|g| g.id));
    html! {
        div id="now" data-version=(sitting.version) {
            @match &sitting.table {
                Some(table) if sitting.stage != Stage::Waiting => (playing(sitting, table.as_ref(), guest, has)),
                _ => { (waiting(sitting, guest, who)) (chat(sitting, guest)) }
            }
        }
    }
}

/// Before the game: who sits where, and the link to send around.
fn waiting(sitting: &Sitting, guest: Option<&Guest>, who: Who) -> Markup {
    let host = guest.is_some_and(|g| g.id == sitting.doc.host);
    let open = sitting.doc.chairs.contains(&Chair::Open);
    let post = |what: &str| format!("/t/{}/{what}", sitting.id);
    html! {
        section class="lobby" {
            h1 { (sitting.room.info().title) }
            @if host {
                p { "Send this link to your friends. Anyone who opens it can sit down." }
                p class="link" {
                    input type="text" readonly value={ "/t/" (sitting.id) } data-link="" aria-label="The link to this table";
                    button type="button" data-copy="" hidden { "Copy" }
                }
            }
            dl class="agreed" {
                @for choice in sitting.room.choices() {
                    @if let Some(words) = choice.agreed(&sitting.doc.options) { div { dt { (choice.label) } dd { (words) } } }
                }
                @if sitting.doc.house_decks { div { dt { "Decks" } dd { "of the house only" } } }
                @if let Some(clock) = sitting.doc.clock { div { dt { "Clock" } dd { (clock.words()) } } }
            }
            p {
                @if sitting.room.lesson().is_some() {
                    a href={ "/lesson/" (sitting.room.info().id) } target="_blank" { "Learn to play: a first game" } " "
                }
                a href={ "/rules/" (sitting.room.info().id) } target="_blank" { "Rules" }
            }
            ol class="chairs" {
                @for (n, (chair, name)) in sitting.doc.chairs.iter().zip(sitting.names()).enumerate() {
                    li {
                        span class="name" { (name) }
                        @if let Chair::Bot { .. } = chair { span class="badge" { "bot" } }
                        @if host && who != Some(Seat(n as u8)) {
                            form method="post" action=(post("chair")) {
                                input type="hidden" name="seat" value=(n);
                                @if *chair == Chair::Open {
                                    @for (word, words, _) in BOTS {
                                        button name="bot" value=(word) { "Add a bot: " (words) }
                                    }
                                } @else { button name="bot" value="" { "Free this seat" } }
                            }
                        }
                    }
                }
            }
            @if who.is_none() && open {
                form method="post" action=(post("sit")) {
                    label { "Your name "
                        input name="name" maxlength="24" required autocomplete="nickname" value=(guest.map_or("", |g| &g.name));
                    }
                    @if !sitting.room.decks().is_empty() { (super::deck_select(sitting.room, "")) }
                    button class="main" type="submit" { "Sit down" }
                }
                @if !sitting.room.decks().is_empty() && !sitting.doc.house_decks {
                    p { a href=(post("deck")) { "Sit down with a deck of your own" } }
                }
            }
            @if host {
                form method="post" action=(post("start")) {
                    button class="main" type="submit" {
                        "Start the game" @if open { " (bots take the free seats)" }
                    }
                }
            } @else if who.is_some() { p class="wait" { "You have a seat. The game begins when the host starts it." } }
            @if who.is_some() {
                form method="post" action=(post("leave")) data-away { button type="submit" { "Leave the table" } }
            }
        }
    }
}

/// What the house has to say about a seat: that somebody is away, and how much time is left.
fn note(sitting: &Sitting, who: Who, seat: Seat) -> Markup {
    if sitting.stage != Stage::Playing {
        return Markup::default();
    }
    let now = now();
    let chair = &sitting.doc.chairs[seat.index()];
    let running = sitting.left_of(seat, now);
    let bank = sitting.doc.clock.zip(sitting.doc.banks.get(seat.index()).copied());
    html! {
        @if let Some((clock, bank)) = bank.filter(|_| chair.player().is_some()) {
            @let left = running.unwrap_or(clock.left(bank, 0));
            span class="clock" data-left=(left) data-runs[running.is_some()] title="time left" { (face(left)) }
        }
        @if let Chair::Person { gone: Some(gone), .. } = chair {
            span class="badge away" { (if *gone == Gone::Left { "left, a bot is playing" } else { "away, a bot is playing" }) }
        }
        @match sitting.whereabouts[seat.index()] {
            Whereabouts::Here => {}
            Whereabouts::Away(until) => {
                span class="badge away" {
                    "away, a bot can play in "
                    span class="clock" data-left=(until - now) data-runs { (face(until - now)) }
                }
            }
            Whereabouts::Awaited => {
                span class="badge away" { "away" }
                @if who.is_some_and(|me| me != seat) {
                    button type="submit" class="small" formaction={ "/t/" (sitting.id) "/stand-in" } name="seat"
                        value=(seat) { "Let a bot play" }
                }
            }
        }
    }
}

/// Standing orders that are about the question at hand.
fn orders(sitting: &Sitting, table: &dyn WebTable, seat: Seat) -> Markup {
    let mut fitting = table.orders().iter().filter(|order| table.obey(seat, order.code).is_some()).peekable();
    html! {
        @if fitting.peek().is_some() {
            div class="orders" {
                @for order in fitting {
                    button type="submit" class="order" formaction={ "/t/" (sitting.id) "/order" } name="order"
                        value=(order.code) { (order.text) }
                }
            }
        }
    }
}

/// A chance for people.
pub(super) fn percent(chance: f32) -> String {
    format!("{:.0}%", chance * 100.0)
}

/// What the mastermind would choose, for whoever has asked.
fn hint(advice: &[Weighed], answers: &[String]) -> Markup {
    html! {
        section id="hint" class="hint" tabindex="-1" aria-label="Hint" {
            p { "The mastermind would choose" }
            ol {
                @for entry in advice {
                    @if let Some(answer) = answers.get(entry.pick) {
                        li {
                            span class="act" { (answer) } ": " b { (percent(entry.chance)) }
                        }
                    }
                }
            }
        }
    }
}

/// If a number is asked for: every number of the menu with its entry, the least first.
pub(super) fn numbers(
    table: &dyn WebTable,
    seat: Seat,
    shape: Shape,
    entries: usize,
) -> Option<Vec<(i32, usize)>> {
    let Shape::Number { .. } = shape else { return None };
    let read = |pick: usize| table.code(seat, pick)?.split_whitespace().last()?.parse().ok();
    let mut numbers: Vec<(i32, usize)> =
        (0..entries).map(|pick| Some((read(pick)?, pick))).collect::<Option<_>>()?;
    numbers.sort_unstable();
    Some(numbers)
}

/// A number to choose. The first entry of the menu is what is usual.
pub(super) fn number(numbers: &[(i32, usize)], answers: &[String], led: Option<usize>) -> Markup {
    html! {
        div class="answers number" {
            select name="pick" aria-label="Choose" class=[led.map(|_| "led")] {
                @for (n, pick) in numbers {
                    option value=(pick) data-n=(n) selected[*pick == led.unwrap_or(0)] { (answers[*pick]) }
                }
            }
            button type="submit" { "Choose" }
        }
    }
}

fn playing(sitting: &Sitting, table: &dyn WebTable, guest: Option<&Guest>, has: usize) -> Markup {
    let who = sitting.seat_of(guest.map(|g| g.id));
    let post = |what: &str| format!("/t/{}/{what}", sitting.id);
    let over = sitting.stage == Stage::Over;
    // Whoever is gone has nothing to answer: a bot does.
    let plays = who.filter(|seat| sitting.doc.chairs[seat.index()].player().is_some());
    let answered = plays.and_then(|seat| sitting.automatic_in(seat));
    let menu = plays.filter(|_| answered.is_none()).and_then(|seat| table.asked(seat));
    let notes: Vec<Markup> =
        (0..sitting.doc.chairs.len()).map(|n| note(sitting, who, Seat(n as u8))).collect();
    let advice = plays.filter(|_| menu.is_some()).and_then(|seat| sitting.hints.of(seat));
    let led = advice.and_then(|advice| advice.first()).map(|entry| entry.pick);
    let hands = match (&menu, over) {
        (_, true) => Hands::Open,
        (Some(_), _) => led.map_or(Hands::On, Hands::Led),
        (None, _) => Hands::Off,
    };
    let asked = menu.is_some();
    let reasons = prints(sitting.room.info().id);
    html! {
        h1 class="unseen" { (sitting.room.info().title) }
        form id="felt" method="post" action=(post("act")) data-asked[asked] {
            input type="hidden" name="ply" value=(table.ply());
            (table.felt(who, hands, &notes))
            section id="question" aria-label="The question" tabindex="-1" {
                @if let Some((_, text)) = table.story(who, table.heard(who).saturating_sub(1)).first() {
                    p class="newest" aria-hidden="true" { (text) }
                }
                @if over {
                    p class="words" { (ending(table, who)) }
                } @else if let Some((prompt, answers)) = &menu {
                    p class="words" { (prompt.words) " " (cite(sitting.room, prompt.rule)) }
                    @if let Some(advice) = advice { (hint(advice, answers)) }
                    @if let Some(numbers) = plays.and_then(|seat| numbers(table, seat, prompt.shape, answers.len())) {
                        (number(&numbers, answers, led))
                    } @else {
                        div class="answers" {
                            @for pick in plays.map(|seat| table.listing(seat)).unwrap_or_default() {
                                button type="submit" name="pick" value=(pick) class=[(led == Some(pick)).then_some("led")] {
                                    (answers[pick])
                                }
                            }
                        }
                    }
                    @if let Some(seat) = plays { (orders(sitting, table, seat)) }
                    @if advice.is_none() && answers.len() > 1 && sitting.no_hints().is_none() {
                        div class="orders" {
                            button type="submit" class="order" formaction=(post("hint")) { "Hint" }
                        }
                    }
                } @else if let Some(answer) = answered {
                    p class="words wait" {
                        @match answer {
                            Automatic::Order(..) => "You asked not to be asked: the house is answering for you.",
                            Automatic::Bot(..) => "Your time is up: the house is answering for you.",
                        }
                    }
                } @else if let Some(sealed) = who.and_then(|seat| table.sealed(seat)) {
                    p class="words wait" { "Your answer is in: " (sealed.text) ". It counts once everybody has answered." }
                } @else if let Some(prompt) = table.question(who) {
                    p class="words wait" { (prompt.words) }
                }
            }
        }
        div class="manners" {
            @if over && who.is_some() {
                form method="post" action=(post("rematch")) { button class="main" { "Play again" } }
            }
            @if who.is_some() && plays.is_none() && !over {
                form method="post" action=(post("return")) { button class="main" { "Take your seat back" } }
            }
            @if plays.and_then(|seat| sitting.way_back(seat)).is_some() {
                form method="post" action=(post("back")) { button { "Take back" } }
            }
            @for order in plays.into_iter().flat_map(|seat| sitting.doc.orders.of(seat)) {
                form method="post" action=(post("ask")) {
                    button name="order" value=(order.code) {
                        "Ask me again" @if order.turn.is_some() { " this turn" }
                    }
                }
            }
            @if let Some(seat) = who.filter(|_| asked) {
                details class="why" {
                    summary { "What can't I do, and why?" }
                    ul { @for (rule, acts) in by_rule(table.refusals(seat), |(_, rule)| *rule) {
                        li {
                            span class="acts" {
                                @for (n, (act, _)) in acts.iter().enumerate() { @if n > 0 { "; " } (act) }
                            }
                            ": " (reasons.reason(rule))
                        }
                    } }
                }
            }
            a href={ "/rules/" (sitting.room.info().id) } { "Rules" }
            a href={ "/t/" (sitting.id) "/replay" } { "Replay" }
            @if over { a href={ "/t/" (sitting.id) "/analysis" } { "Analysis" } }
            @if who.is_none() && !over { span class="badge" { "you are watching" } }
            @if sitting.doc.practice { span class="badge" { "practice" } }
            @if table.is_old() {
                span class="badge" title="The cards of this house have changed since. This game goes on with the cards it was dealt with." {
                    "older cards"
                }
            }
            @if plays.is_some() && !over && !sitting.alone() {
                form method="post" action=(post("leave")) data-away { button { "Leave" } }
            }
        }
        details class="talk" open {
            summary { "Log and chat" }
            (log(sitting, table, who, has))
            (chat(sitting, guest))
        }
    }
}

pub(crate) fn cite(room: &dyn WebRoom, rule: table::Rule) -> Markup {
    html! { a class="rule" href={ "/rules/" (room.info().id) "#" (rule) } target="_blank" { "rule " (rule) } }
}

fn ending(table: &dyn WebTable, who: Who) -> String {
    let names = table.names().seen_by(who);
    let Some((_, winners)) = table.ending() else { return String::new() };
    let winners: Vec<Seat> = winners.iter().collect();
    format!("The game is over: {}.", names.win(&winners))
}

fn log(sitting: &Sitting, table: &dyn WebTable, who: Who, has: usize) -> Markup {
    let heard = table.heard(who);
    let last = heard.saturating_sub(LOG);
    // After a choice was taken back a page has more than there is; after a long sleep, less than would be sent anyway.
    let joins = (last.max(1)..=heard).contains(&has);
    let from = if joins { has } else { last };
    let prints = prints(sitting.room.info().id);
    let shown = table.shown(who, from);
    html! {
        section class="log" aria-label="What happened" {
            h2 { "Log" }
            ol id="log" tabindex="0" data-from=[joins.then_some(from)] {
                @for (at, text) in table.story(who, from) {
                    li data-at=(at) { (prints.linked(&text)) (film(&shown, at)) }
                }
            }
        }
    }
}

/// A line of the log that can be seen happening: a link to its picture, and what the script needs to play it.
pub(super) fn film(shown: &[(usize, Shown)], at: usize) -> Markup {
    html! {
        @if let Some((_, shown)) = shown.iter().find(|(n, _)| *n == at) {
            " " a class="film" href={ (shown.film) ".svg" } target="_blank" data-shot=(shown.film) data-seat=(shown.seat)
                data-place=(shown.place) { "watch" }
        }
    }
}

/// The seats to choose from, by name.
pub(super) fn seats(sitting: &Sitting, chosen: Who) -> Markup {
    html! {
        @for (n, name) in sitting.names().iter().enumerate() {
            option value=(n) selected[chosen == Some(Seat(n as u8))] { (name) }
        }
    }
}

fn chat(sitting: &Sitting, guest: Option<&Guest>) -> Markup {
    let me = guest.filter(|g| sitting.seat_of(Some(g.id)).is_some()).map(|g| g.id);
    let muted = |whom: i64| me.is_some_and(|me| sitting.doc.muted.contains(&(me, whom)));
    let lines = || (sitting.said_before..).zip(&sitting.said);
    // Everybody else who has said something, with their last line.
    let mut others: Vec<(i64, usize, &str)> = Vec::new();
    for (n, said) in lines().filter(|(_, said)| Some(said.guest) != me) {
        others.retain(|(guest, ..)| *guest != said.guest);
        others.push((said.guest, n, &said.name));
    }
    html! {
        section class="chat" aria-label="Chat" {
            h2 { "Chat" }
            ol id="said" {
                @for (n, said) in lines().filter(|(_, said)| !muted(said.guest)) {
                    li data-at=(n) { b { (said.name) } " " (said.text) }
                }
            }
            @if me.is_some() && !others.is_empty() {
                details class="mute" {
                    summary { "Mute" }
                    form method="post" action={ "/t/" (sitting.id) "/mute" } {
                        @for (guest, n, name) in &others {
                            button type="submit" name="line" value=(n) {
                                (if muted(*guest) { "Unmute" } else { "Mute" }) " " (name)
                            }
                        }
                    }
                }
            }
            @if me.is_some() {
                form method="post" action={ "/t/" (sitting.id) "/say" } {
                    input name="text" maxlength="280" autocomplete="off" aria-label="Message" required;
                    button type="submit" { "Send" }
                }
            }
        }
    }
}
