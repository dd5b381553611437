//! What came of the last choice, and whether it can be taken back among people.
//!
//! Whoever takes a choice back must not be wiser than before they made it, nor may anybody else be. So what chance decided
//! stands, or one would roll again until the roll is good; and what gave a secret away stands, for nobody can forget it.

use super::Table;
use crate::game::Game;
use crate::seat::Seat;

/// What came of the last choice that nobody could have foreseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aftermath {
    /// Whose choice it was.
    pub by: Seat,
    /// Did chance decide anything?
    pub chance: bool,
    /// Was a secret given away, to whomever?
    pub secret: bool,
}

impl<G: Game> Table<G> {
    /// What came of the last choice; `None` before the first.
    pub fn aftermath(&self) -> Option<Aftermath> {
        let &(by, _) = self.past.last()?;
        let now = self.ply();
        let mut since = self.told().iter().rev().take_while(|(ply, _)| *ply == now);
        Some(Aftermath { by, chance: self.chance, secret: since.any(|(_, note)| note.secret) })
    }

    /// The ply before the last choice, if this seat made it and it can be taken back without making anybody wiser. In a race
    /// everybody has learnt what the others answered.
    pub fn harmless(&self, seat: Seat) -> Option<u32> {
        let Aftermath { by, chance, secret } = self.aftermath()?;
        (self.raced().is_none() && by == seat && !chance && !secret).then(|| self.ply() - 1)
    }
}
