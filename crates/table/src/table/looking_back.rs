//! What was told so far, and how the game came to where it is.

use super::{Table, Who};
use crate::game::Game;
use crate::luck::Luck;
use crate::policy::Policy;
use crate::race;
use crate::seat::Seat;
use crate::sink::Note;

impl<G: Game> Table<G> {
    /// All that was told, with the ply after which it was.
    pub(super) fn told(&self) -> &[(u32, Note<G::Event>)] {
        self.news.get_or_init(|| self.at(self.ply()).news.into_inner().unwrap_or_default())
    }

    /// What a viewer has heard so far, in order, each with the number of choices before it.
    pub fn timeline(&self, who: Who) -> impl Iterator<Item = (u32, &G::Event)> {
        self.told()
            .iter()
            .filter(move |(_, note)| note.to.reaches(who))
            .map(|(ply, note)| (*ply, &note.event))
    }

    /// What a viewer heard since the last choice was made: what came of it, in order.
    pub fn latest(&self, who: Who) -> impl Iterator<Item = &G::Event> {
        let told = self.told();
        let new = told.partition_point(|(ply, _)| *ply < self.ply());
        told[new..].iter().filter(move |(_, note)| note.to.reaches(who)).map(|(_, note)| &note.event)
    }

    /// Whose turn it was, from which ply on, wherever that changed: for whoever looks back.
    pub fn turns_taken(&self) -> Vec<(u32, Seat)> {
        let mut table = self.at(0);
        let mut turns: Vec<(u32, Seat)> = Vec::new();
        let mut look = |table: &Table<G>| {
            let turn = G::turn(&table.game.view(None));
            if let Some(seat) = turn.filter(|seat| turns.last().is_none_or(|(_, last)| last != seat)) {
                turns.push((table.ply(), seat));
            }
        };
        look(&table);
        for (_, step) in self.steps() {
            table.carry_out(step);
            look(&table);
        }
        turns
    }

    /// What a watcher in this seat has noted of all that was done so far.
    pub fn notes(&self, seat: Seat) -> G::Notes
    where
        G: Policy,
    {
        let mut notes = G::Notes::default();
        let mut table = self.at(0);
        for (_, step) in self.steps() {
            let view = table.game.view(Some(seat));
            for n in 1..=step.len() {
                let seen = race::shown(&table.game, &step[..n], Some(seat));
                G::note(&mut notes, &view, step[n - 1].0, seen);
            }
            table.carry_out(step);
        }
        notes
    }

    /// The same table in another world, which the viewer cannot tell from this one: whatever they are shown must be the
    /// same there. Cards that they do not know lie elsewhere, and what others were told in private was something else, and
    /// more of it. For tests of pages.
    #[must_use]
    pub fn elsewhere(&self, who: Who, luck: &mut Luck) -> Table<G> {
        let game = G::imagine(&self.game.view(who), &G::Prior::default(), luck);
        let told = self.told();
        let mut news = Vec::with_capacity(told.len());
        for (ply, note) in told {
            if note.to.reaches(who) {
                news.push((*ply, note.clone()));
                continue;
            }
            for _ in 0..=luck.pick(2) {
                let (_, other) = &told[luck.pick(told.len() as u32) as usize];
                news.push((*ply, Note { event: other.event.clone(), ..note.clone() }));
            }
        }
        Table { game, news: news.into(), ..self.clone() }
    }
}
