//! A step of a lesson: the table, what to know, the question with all its answers, and the way on.

use maud::{Markup, html};

use super::Shell;
use super::prose::{Page, prose};
use super::table::{answers, cite, line};
use crate::lesson::{Course, Moment};
use crate::rooms::{Hands, ROOMS, WebTable};
use crate::sitting::BOTS;

/// What is said about another choice when the lesson says nothing itself.
const GENTLY: &str = "For now, follow the lesson and pick the choice that glows.";

/// The page of a step.
pub fn lesson(course: &Course, moment: &Moment) -> Markup {
    let (table, seat) = (moment.table.as_ref(), course.seat());
    // A step with a hint is for the learner to find out: nothing points at the answer before they have tried.
    let asking = moment.step.hint.is_some() && moment.instead.is_none();
    let hands = if asking { Hands::On } else { Hands::Led(moment.right) };
    let laid = table.lay(Some(seat), hands, &[]);
    let (number, steps) = (moment.number, course.steps());
    let body = html! {
        div id="now" class="playing lesson" {
            form id="felt" method="post" action=(course.link(number)) {
                div class="side" {
                    (words(course, number, &moment.step.words))
                    section id="question" data-asked {
                        @if let Some(question) = &laid.question {
                            @let chosen = moment.instead.and_then(|pick| question.entries.iter().find(|entry| entry.pick == pick));
                            @if let Some(entry) = chosen {
                                p class="hint" role="status" {
                                    b { (entry.text) } ": that is allowed too. "
                                    (prose(course.room, moment.step.hint.as_deref().unwrap_or(GENTLY), Page::Other))
                                }
                            }
                            p class="words" { (question.prompt.words) }
                            (answers(course.room, question))
                            p class="rules lone" { (cite(course.room, question.prompt.rule)) }
                        }
                    }
                    (ways(course, number))
                    (log(course, number, table))
                }
                (board(course, &laid))
            }
        }
    };
    let title = format!("{} ({number} of {steps})", course.lesson.title);
    Shell { room: Some(course.room), ..Shell::new(&title, "table") }.page(&body)
}

/// The table of a step.
fn board(course: &Course, laid: &crate::rooms::Laid) -> Markup {
    let seats = course.end().names().list().len();
    super::table::board(course.room, seats, &laid.whole())
}

/// The page after the last step.
pub fn learned(course: &Course) -> Markup {
    let (table, number) = (course.end(), course.steps() + 1);
    let info = course.room.info();
    let others = ROOMS.iter().filter(|room| room.lesson().is_some() && room.info().id != info.id);
    let body = html! {
        div id="now" class="playing lesson" {
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
                            @for bot in BOTS { option value=(bot.word) selected[bot.word == "rookie"] { (bot.word) } }
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
            (board(course, &table.lay(Some(course.seat()), Hands::Off, &[])))
        }
    };
    Shell { room: Some(course.room), ..Shell::new(&course.lesson.title, "table") }.page(&body)
}

/// What the learner should know, and how far they have come.
fn words(course: &Course, number: usize, paragraphs: &[String]) -> Markup {
    let steps = course.steps();
    let done = number > steps;
    html! {
        section id="words" tabindex="0" aria-label="The lesson" {
            header {
                h1 { @if done { "Well played" } @else { (course.lesson.title) } }
                span class="count" { @if done { "The end" } @else { "Step " (number) " of " (steps) } }
                progress max=(steps) value=(number - 1) aria-label="Your progress" {}
            }
            @for text in paragraphs { p { (prose(course.room, text, Page::Other)) } }
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
    let heard = table.lines(Some(course.seat()), 0).into_iter();
    let news: Vec<_> = heard.filter(|told| course.before(number).is_some_and(|ply| told.ply > ply)).collect();
    html! {
        @if !news.is_empty() {
            div class="talk" {
                section class="log" aria-label="What happened since" {
                    h2 { "What happened since" }
                    ol id="log" tabindex="0" { @for told in news { (line(course.room.info().id, &told, true)) } }
                }
            }
        }
    }
}
