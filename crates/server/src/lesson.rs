//! The first game of a newcomer: a scenario with words between its lines, one page for each of their choices.
//!
//! Nothing is kept. A step is a place in the scenario, and its table is rebuilt from the play up to there, so a page can be
//! opened, left and linked to at any time.

use std::sync::LazyLock;

use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use table::Seat;
use table::lesson::{Lesson, Step};
use table::scenario::{Line, Scenario};

use crate::door::Fields;
use crate::pages;
use crate::rooms::{ROOMS, WebRoom, WebTable, room};
use crate::trouble::Trouble;

/// A lesson with a table to show it on.
pub struct Course {
    /// Its game.
    pub room: &'static dyn WebRoom,
    /// Its steps and their words.
    pub lesson: Lesson,
    /// The table when all is played.
    last: Box<dyn WebTable>,
    /// The learner's choices, as they are kept.
    right: Vec<String>,
}

/// A step of it, numbered from 1.
pub struct Moment<'a> {
    /// Which.
    pub number: usize,
    /// Its words.
    pub step: &'a Step,
    /// The table before the learner's choice.
    pub table: Box<dyn WebTable>,
    /// The menu entry that leads on.
    pub right: usize,
    /// The entry that was chosen instead.
    pub instead: Option<usize>,
}

impl Course {
    /// Plays a lesson through.
    pub fn read(room: &'static dyn WebRoom, text: &str) -> Result<Course, String> {
        let named = |differs: table::scenario::Differs| format!("line {}: {differs}", differs.line);
        let scenario = Scenario::parse(text).map_err(named)?;
        let lesson = scenario.to_lesson().ok_or("it is not a lesson")?;
        let mut table = scenario.open(room).map_err(named)?;
        for (n, line) in &scenario.lines {
            if let Line::Play(seat, act) = line {
                let ply = table.ply();
                table.act_text(*seat, ply, act).map_err(|refused| format!("line {n}: {refused}"))?;
            }
        }
        let record = table.record();
        let mine = record.choices.iter().filter(|choice| choice.seat == lesson.seat);
        let right = mine.map(|choice| choice.act.clone()).collect();
        let last = room.resume_on_web(&record).map_err(|fault| fault.what)?;
        Ok(Course { room, lesson, last, right })
    }

    /// The lesson of a game.
    pub fn of(game: &str) -> Option<&'static Course> {
        static COURSES: LazyLock<Vec<Course>> = LazyLock::new(|| {
            let read = |room: &&'static dyn WebRoom| match Course::read(*room, room.lesson()?) {
                Ok(course) => Some(course),
                Err(what) => {
                    tracing::error!(game = room.info().id, what, "a lesson cannot be given");
                    None
                }
            };
            ROOMS.iter().filter_map(read).collect()
        });
        COURSES.iter().find(|course| course.room.info().id == game)
    }

    /// The learner.
    pub fn seat(&self) -> Seat {
        self.lesson.seat
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.lesson.steps.len()
    }

    /// A step; none beyond the last.
    pub fn moment(&self, number: usize) -> Option<Moment<'_>> {
        let at = number.checked_sub(1)?;
        let (step, right) = (self.lesson.steps.get(at)?, self.right.get(at)?);
        let table = self.last.back_at(step.ply);
        let menu = table.menu(self.seat())?;
        let right = menu.entries.iter().position(|entry| entry.code == *right)?;
        Some(Moment { number, step, table, right, instead: None })
    }

    /// The table when all is played.
    pub fn end(&self) -> &dyn WebTable {
        self.last.as_ref()
    }

    /// How many choices had been made at the step before this one: what came after them is news.
    pub fn before(&self, number: usize) -> Option<u32> {
        number.checked_sub(2).and_then(|at| self.lesson.steps.get(at)).map(|step| step.ply)
    }

    /// Where a step is.
    pub fn link(&self, number: usize) -> String {
        format!("/lesson/{}/{number}", self.room.info().id)
    }
}

fn find(game: &str) -> Result<&'static Course, Trouble> {
    let room = room(game).ok_or(Trouble::NotFound)?;
    let none = || Trouble::Bad(format!("There is no lesson for {} yet.", room.info().title));
    Course::of(game).ok_or_else(none)
}

/// The step that a link names: up to one more than there are, which is the end.
fn numbered(course: &Course, step: &str) -> Result<usize, Trouble> {
    let wrong =
        || Trouble::Bad(format!("This lesson has steps 1 to {}; there is no step '{step}'.", course.steps()));
    step.parse().ok().filter(|n| (1..=course.steps() + 1).contains(n)).ok_or_else(wrong)
}

/// `/lesson/GAME`: to its first step.
pub(crate) async fn first(Path(game): Path<String>) -> Result<Response, Trouble> {
    Ok(Redirect::to(&find(&game)?.link(1)).into_response())
}

#[derive(Deserialize)]
pub(crate) struct Tried {
    instead: Option<String>,
}

/// `/lesson/GAME/STEP`: the table, the words, the question.
pub(crate) async fn step(
    Path((game, step)): Path<(String, String)>,
    Query(tried): Query<Tried>,
) -> Result<Response, Trouble> {
    let course = find(&game)?;
    let number = numbered(course, &step)?;
    let Some(mut moment) = course.moment(number) else {
        return Ok(pages::learned(course).into_response());
    };
    // What nobody can choose was not chosen.
    let instead = tried.instead.and_then(|pick| pick.parse().ok());
    moment.instead =
        instead.filter(|pick| *pick != moment.right && moment.table.code(course.seat(), *pick).is_some());
    Ok(pages::lesson(course, &moment).into_response())
}

/// The learner's choice: on to the next step, or back to this one with a hint.
pub(crate) async fn answer(
    Path((game, step)): Path<(String, String)>,
    Fields(form): Fields,
) -> Result<Response, Trouble> {
    let course = find(&game)?;
    let number = numbered(course, &step)?;
    let moment = course.moment(number).ok_or(Trouble::Refused("The lesson is over.".into()))?;
    let pick = form.get("pick").and_then(|pick| pick.parse().ok());
    let pick = pick.filter(|pick| moment.table.code(course.seat(), *pick).is_some());
    let pick = pick.ok_or_else(|| Trouble::Bad("That is not one of the choices here.".into()))?;
    let to = match pick == moment.right {
        true => course.link(number + 1),
        false => format!("{}?instead={pick}#question", course.link(number)),
    };
    Ok(Redirect::to(&to).into_response())
}
