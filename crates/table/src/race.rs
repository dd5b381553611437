//! Races: several seats are asked at once, and it counts who was first.
//!
//! The engine stays sequential. Whoever is asked gives a sealed answer: until all have answered nobody can tell whether or
//! what the others did. Then one entry says in which order the answers count, by reaction at a live table and by lot
//! elsewhere, and [`Game::race`] gets them in that order. The order is recorded, so a replay never races.

use std::ops::Deref;

use crate::game::{Game, Status};
use crate::luck::Luck;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::sink::Sink;

/// What everybody who is asked has answered, in the order in which it counts. It allocates nothing.
#[derive(Clone, Copy, Debug)]
pub struct Answers<A> {
    row: [(Seat, A); MAX_SEATS],
    len: usize,
}

impl<A: Copy> Answers<A> {
    /// Asks each of these seats; `None` if there are none. They count in turn order until lots are drawn.
    #[inline]
    pub fn gather(asked: SeatSet, mut answer: impl FnMut(Seat) -> A) -> Option<Answers<A>> {
        Answers::from_all(asked, |seat| Some(answer(seat)))
    }

    /// The same where somebody may have no answer; then there are none.
    #[inline]
    pub fn from_all(asked: SeatSet, mut answer: impl FnMut(Seat) -> Option<A>) -> Option<Answers<A>> {
        let mut seats = asked.iter().take(MAX_SEATS);
        let first = seats.next()?;
        let mut answers = Answers { row: [(first, answer(first)?); MAX_SEATS], len: 1 };
        for seat in seats {
            answers.row[answers.len] = (seat, answer(seat)?);
            answers.len += 1;
        }
        Some(answers)
    }

    /// Draws lots for the order in which the answers count. Nothing is rolled for a single one.
    pub fn draw_lots(&mut self, luck: &mut Luck) {
        luck.shuffle(&mut self.row[..self.len]);
    }
}

impl<A> Deref for Answers<A> {
    type Target = [(Seat, A)];
    fn deref(&self) -> &[(Seat, A)] {
        &self.row[..self.len]
    }
}

/// Carries out what everybody who is asked has answered: the answer to a question, or all the answers of a race in the
/// order in which they count.
pub fn carry_out<G: Game>(
    game: &mut G,
    answers: &[(Seat, G::Action)],
    luck: &mut Luck,
    log: &mut impl Sink<G::Event>,
) {
    match (game.status(), answers) {
        (Status::Race(_), answers) => game.race(answers, luck, log),
        (_, &[(seat, act), ..]) => game.apply(seat, act, luck, log),
        (_, []) => {}
    }
}

/// What a viewer sees of the last of these answers.
pub fn shown<G: Game>(game: &G, so_far: &[(Seat, G::Action)], to: Option<Seat>) -> Option<G::Action> {
    let &(by, act) = so_far.last()?;
    match game.status() {
        _ if to == Some(by) => Some(act),
        Status::Race(_) => game.shown_in_race(so_far, to),
        _ => game.shown(by, act, to),
    }
}
