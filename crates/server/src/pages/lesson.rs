//! A step of a lesson: the table, what to know, the question with all its answers, and the way on.

use maud::{Markup, html};
use table::Rule;

use super::table::{cite, film, numbers};
use crate::lesson::{Course, Moment};
use crate::rooms::{Hands, ROOMS, WebRoom, WebTable, prints};
use crate::sitting::BOTS;

/// What is said about another choice when the lesson says nothing itself.
const GENTLY: &str = "For now, follow the lesson and pick the choice that glows.";

/// The page of a step.
pub fn lesson(course: &Course, moment: &Moment) -> Markup {
    let (table, seat) = (moment.table.as_ref(), course.seat());
    // A step with a hint is for the learner to find out: nothing points at the answer before they have tried.
    let asking = moment.step.hint.is_some() && moment.instead.is_none();
    let hands = if asking { Hands::On } else { Hands::Led(moment.right) };
    let menu = table.menu(seat);
    let (number, steps) = (moment.number, course.steps());
    let body = html! {
        div id="now" class="lesson" {
            form id="felt" method="post" action=(course.link(number)) data-asked {
                (table.felt(Some(seat), hands, &[]))
                div class="side" {
                    (words(course, number, &moment.step.words))
                    section id="question" {
                        @if let Some(menu) = &menu {
                            @if let Some(entry) = moment.instead.and_then(|pick| menu.entries.get(pick)) {
                                p class="hint" role="status" {
                                    b { (entry.text) } ": that is allowed too. "
                                    (prose(course.room, moment.step.hint.as_deref().unwrap_or(GENTLY)))
                                }
                            }
                            p class="words" { (menu.prompt.words) " " (cite(course.room, menu.prompt.rule)) }
                            @if let Some(numbers) = numbers(table, seat, menu.prompt.shape, menu.entries.len()) {
                                @let answers: Vec<String> = menu.entries.iter().map(|entry| entry.text.clone()).collect();
                                (super::table::number(&numbers, &answers, (!asking).then_some(moment.right)))
                            } @else {
                                div class="answers" {
                                    @for (pick, entry) in menu.entries.iter().enumerate() {
                                        button type="submit" name="pick" value=(pick)
                                            class=[(hands == Hands::Led(pick)).then_some("led")] { (entry.text) }
                                    }
                                }
                            }
                        }
                    }
                    (ways(course, number))
                    (log(course, number, table))
                }
            }
        }
    };
    super::shell(&format!("{} ({number} of {steps})", course.lesson.title), "table", None, &body)
}

/// The page after the last step.
pub fn learned(course: &Course) -> Markup {
    let (table, number) = (course.end(), course.steps() + 1);
    let info = course.room.info();
    let others = ROOMS.iter().filter(|room| room.lesson().is_some() && room.info().id != info.id);
    let body = html! {
        div id="now" class="lesson" {
            (table.felt(Some(course.seat()), Hands::Off, &[]))
            div class="side" {
                (words(course, number, &course.lesson.end))
                section id="question" {
                    p class="words" { "Now play it for real." }
                    form class="real" method="post" action="/open" {
                        input type="hidden" name="game" value=(info.id);
                        label { "Players " select name="seats" {
                            @for n in info.least..=info.most { option value=(n) selected[n == 3] { (n) } }
                        } }
                        label { "Bots " select name="level" {
                            // Whoever has just learned it begins with the easiest.
                            @for (word, words, _) in BOTS { option value=(word) selected[word == "rookie"] { (words) } }
                        } }
                        button class="main" type="submit" name="with" value="bots" { "Play now against bots" }
                    }
                    p { "Or go to the " a href="/" { "front page" } " to invite friends." }
                    @for room in others {
                        p { "Next: learn " a href={ "/lesson/" (room.info().id) } { (room.info().title) } "." }
                    }
                }
                (ways(course, number))
                (log(course, number, table))
            }
        }
    };
    super::shell(&course.lesson.title, "table", None, &body)
}

/// What the learner should know, and how far they have come.
fn words(course: &Course, number: usize, paragraphs: &[String]) -> Markup {
    let steps = course.steps();
    let done = number > steps;
    html! {
        section id="words" aria-label="The lesson" {
            header {
                h1 { @if done { "Well played" } @else { (course.lesson.title) } }
                span class="count" { @if done { "The end" } @else { "Step " (number) " of " (steps) } }
                progress max=(steps) value=(number - 1) aria-label="Your progress" {}
            }
            @for text in paragraphs { p { (prose(course.room, text)) } }
        }
    }
}

/// Back, on, and out.
fn ways(course: &Course, number: usize) -> Markup {
    let info = course.room.info();
    html! {
        nav class="manners steps" aria-label="Steps" {
            @if number > 1 { a href=(course.link(number - 1)) rel="prev" accesskey="b" { "Back" } }
            @if number <= course.steps() { a href=(course.link(number + 1)) rel="next" accesskey="n" { "Show me" } }
            @if number > 2 { a href=(course.link(1)) rel="first" { "Start over" } }
            a href={ "/rules/" (info.id) } target="_blank" { "Rules" }
        }
    }
}

/// What happened since the learner's last choice.
fn log(course: &Course, number: usize, table: &dyn WebTable) -> Markup {
    let prints = prints(course.room.info().id);
    let heard = table.news(Some(course.seat()), 0).into_iter();
    let shown = table.shown(Some(course.seat()), 0);
    let news: Vec<_> = heard.filter(|told| course.before(number).is_some_and(|ply| told.ply > ply)).collect();
    html! {
        @if !news.is_empty() {
            details class="talk" open {
                summary { "What happened since" }
                section class="log" aria-label="What happened since" {
                    h2 { "What happened since" }
                    ol id="log" tabindex="0" {
                        @for told in news { li class="new" { (prints.linked(&told.text)) (film(&shown, told.at)) } }
                    }
                }
            }
        }
    }
}

/// Words for people: `*stressed*`, the rules they cite as links, and the cards they name too.
fn prose(room: &dyn WebRoom, text: &str) -> Markup {
    let prints = prints(room.info().id);
    html! {
        @for (i, part) in text.split('*').enumerate() {
            @if i % 2 == 1 { strong { (prints.linked(part)) } } @else { (cited(room, part)) }
        }
    }
}

/// A text in which the numbers of rules are links.
fn cited(room: &dyn WebRoom, text: &str) -> Markup {
    let game = room.info().id;
    let prints = prints(game);
    let is_number = |word: &str| word.contains('.').then(|| word.parse::<Rule>().ok()).flatten();
    let tidy = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let found = text.split_inclusive(' ').scan(0, |at, word| {
        let start = *at;
        *at += word.len();
        Some((start, word))
    });
    let found = found.filter_map(|(start, word)| {
        let number = tidy(word);
        Some((start + word.find(&number)?, is_number(&number)?, number.len()))
    });
    let mut last = 0;
    html! {
        @for (at, rule, len) in found.collect::<Vec<_>>() {
            (prints.linked(&text[last..at]))
            a class="rule" href={ "/rules/" (game) "#" (rule) } target="_blank" { (text[at..at + len]) }
            ({ last = at + len; "" })
        }
        (prints.linked(&text[last..]))
    }
}
