//! The law of taking back: among people a choice can be taken back only if nobody is wiser for it.

use super::telling::{events, heard_by};
use super::{Court, first_difference, name};
use crate::game::Game;
use crate::law::{Broken, Law};
use crate::luck::Stream;
use crate::seat::Seat;
use crate::sink::Log;
use crate::table::Table;

/// What decides whether the last choice of a seat can be taken back among people: the ply before it, if so.
pub type Harmless<G> = fn(&Table<G>, Seat) -> Option<u32>;

/// How often chance is given another try, and how many worlds each viewer imagines.
const TRIES: u32 = 3;

impl<G: Game> Court<'_, G> {
    /// A choice has been made, and `table` stands after it. If it can be taken back, chance must have had no part in it,
    /// and no viewer may hear or see anything by which they could tell worlds apart that they could not tell apart before.
    pub(super) fn try_taking_back(
        &mut self,
        before: &G,
        table: &Table<G>,
        seat: Seat,
        act: G::Action,
    ) -> Result<(), Broken> {
        let law = Law::TakingBackIsHarmless;
        let Some(back) = (self.harmless)(table, seat) else { return Ok(()) };
        if back != self.ply {
            return self.broken(law, format!("the way back from '{act}' leads to ply {back}"));
        }
        let after = |world: &G, act: G::Action| {
            let (mut world, mut log, mut luck) = (world.clone(), Log::default(), self.luck.clone());
            world.apply(seat, act, &mut luck, &mut log);
            (world, log.0)
        };
        let (now, story) = after(before, act);
        for n in 0..TRIES {
            let mut luck = self.seed.luck(Stream::Test(2 + n));
            let (mut other, mut log, start) = (before.clone(), Log::default(), luck.rolled());
            other.apply(seat, act, &mut luck, &mut log);
            if luck.rolled() != start || other != now || log.0 != story || !table.stands_at(&other) {
                return self
                    .broken(law, format!("'{act}' can be taken back, but chance has decided something"));
            }
        }
        let mut dreams = self.luck.clone();
        for who in self.viewers(before) {
            let (view, heard, seen) = (before.view(who), heard_by(&story, who), now.view(who));
            for _ in 0..TRIES {
                let world = G::imagine(&view, &self.prior, &mut dreams);
                let Some(twin) = self.same_looking(before, &world, &[(seat, act)], who) else { continue };
                let (mut after, mut log) = (world, Log::default());
                after.apply(seat, twin[0].1, &mut dreams.clone(), &mut log);
                let dreamt = heard_by(&log.0, who);
                if events(&heard) != events(&dreamt) {
                    let (heard, dreamt) = (events(&heard), events(&dreamt));
                    return self.broken(
                        law,
                        format!(
                            "'{act}' can be taken back, but {} heard {heard:?}, and in an equal world {dreamt:?}",
                            name(who)
                        ),
                    );
                }
                let dream = after.view(who);
                if seen != dream {
                    return self.broken(
                        law,
                        format!(
                            "'{act}' can be taken back, but in an equal world {} sees {}",
                            name(who),
                            first_difference(&seen, &dream)
                        ),
                    );
                }
            }
        }
        Ok(())
    }
}
