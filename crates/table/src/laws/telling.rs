//! What is told: worlds that a hearer cannot tell apart tell them the same story and open the same windows.

use super::{Court, first_difference, name};
use crate::game::Game;
use crate::law::{Broken, Law};
use crate::race;
use crate::seat::Seat;
use crate::sink::{Log, Note};

impl<G: Game> Court<'_, G> {
    /// The same act in two worlds that a hearer cannot tell apart.
    pub(super) fn try_stories(
        &mut self,
        game: &G,
        seat: Seat,
        step: &[(Seat, G::Action)],
        menu: &[G::Action],
    ) -> Result<(), Broken> {
        let luck = self.luck.clone();
        let tell = |game: &G, step: &[(Seat, G::Action)]| {
            let (mut after, mut log) = (game.clone(), Log::default());
            race::carry_out(&mut after, step, &mut luck.clone(), &mut log);
            (after, log.0)
        };
        let (true_after, true_story) = tell(game, step);
        let other = menu[self.luck.pick(menu.len() as u32) as usize];
        let n = step.iter().position(|(by, _)| *by == seat).unwrap_or(0);
        let (act, mut other_step) = (step[n].1, step.to_vec());
        other_step[n].1 = other;
        let (other_after, other_story) = tell(game, &other_step);
        for who in self.viewers(game) {
            let heard = heard_by(&true_story, who);
            if race::shown(game, &step[..=n], who) != race::shown(game, &other_step[..=n], who)
                && who != Some(seat)
                && heard == heard_by(&other_story, who)
                && true_after.view(who) == other_after.view(who)
            {
                return self.broken(
                    Law::SameStory,
                    format!("{} is shown '{act}' and not '{other}', but hears and sees the same", name(who)),
                );
            }
            let view = game.view(who);
            let world = G::imagine(&view, &self.prior, &mut self.luck);
            let Some(twin) = self.same_looking(game, &world, step, who) else { continue };
            let (after, story) = tell(&world, &twin);
            let dreamt = heard_by(&story, who);
            if part_in_the_open(&heard, &dreamt) {
                let (heard, dreamt) = (events(&heard), events(&dreamt));
                return self.broken(
                    Law::SameStory,
                    format!("on '{act}' {} heard {heard:?}, but in an equal world {dreamt:?}", name(who)),
                );
            }
            if events(&heard) != events(&dreamt) {
                continue;
            }
            if true_after.status() != after.status() {
                return self.broken(
                    Law::SameStorySameWindow,
                    format!(
                        "after '{act}' {} heard the same, but {:?} became {:?}",
                        name(who),
                        true_after.status(),
                        after.status()
                    ),
                );
            }
            let (now, dream) = (true_after.view(who), after.view(who));
            if now != dream {
                return self.broken(
                    Law::SameStorySameWindow,
                    format!(
                        "after '{act}' {} heard the same, but sees {}",
                        name(who),
                        first_difference(&now, &dream)
                    ),
                );
            }
        }
        Ok(())
    }

    /// Answers in the imagined world that look to the viewer like the true ones.
    pub(super) fn same_looking(
        &mut self,
        game: &G,
        world: &G,
        step: &[(Seat, G::Action)],
        who: Option<Seat>,
    ) -> Option<Vec<(Seat, G::Action)>> {
        let (mut twin, mut menu) = (Vec::new(), Vec::new());
        for (n, &(by, act)) in step.iter().enumerate() {
            if who == Some(by) {
                twin.push((by, act));
                continue;
            }
            let looks = race::shown(game, &step[..=n], who);
            menu.clear();
            world.legal(by, &mut menu);
            menu.retain(|&act| {
                twin.push((by, act));
                let alike = race::shown(world, &twin, who) == looks;
                twin.pop();
                alike
            });
            let pick = menu.get(self.luck.pick(menu.len().max(1) as u32) as usize);
            twin.push((by, *pick?));
        }
        Some(twin)
    }
}

pub(super) fn heard_by<E: Clone>(story: &[Note<E>], who: Option<Seat>) -> Vec<Note<E>> {
    story.iter().filter(|note| note.to.reaches(who)).cloned().collect()
}

pub(super) fn events<E>(notes: &[Note<E>]) -> Vec<&E> {
    notes.iter().map(|note| &note.event).collect()
}

/// Do two stories part where nothing was revealed? Up to there the hearer could not tell them apart. One may give a
/// secret away where the other ends or goes on without any; what comes before a secret of both must be the same.
pub(super) fn part_in_the_open<E: Eq>(one: &[Note<E>], two: &[Note<E>]) -> bool {
    let same = one.iter().zip(two).take_while(|(a, b)| a.event == b.event).count();
    let (one, two) = (&one[same..], &two[same..]);
    let secret_first = |rest: &[Note<E>]| rest.first().is_some_and(|note| note.secret);
    let secret_later = |rest: &[Note<E>]| rest.iter().any(|note| note.secret);
    match (secret_first(one), secret_first(two)) {
        (true, true) => false,
        (false, false) => one.len() + two.len() > 0,
        _ => secret_later(one) && secret_later(two),
    }
}
