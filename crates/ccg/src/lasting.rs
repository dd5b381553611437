//! Effects that last: what they do, to which card, and until when. What they do is the game's own word; here is only how
//! they begin and end.

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::tag::Tag;
use table::cards::Pile;

/// When an effect is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// When the turn ends, whoever's turn it is.
    #[default]
    EndOfTurn,
    /// When this seat's next turn begins.
    TurnOf(Seat),
    /// When what was begun with the lowest frame is done: an attack, a mission.
    EndOfAct,
    /// When the card that it comes from leaves play.
    WhileHere,
    /// Never, as long as the card that it is on stays in play.
    Lasts,
}

/// Something that has happened and that effects may wait for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Past {
    /// A turn has ended.
    Turn,
    /// A seat's turn begins.
    TurnOf(Seat),
    /// Nothing is half done any more.
    Act,
    /// A card has left play: its handle will soon be another card's.
    Left(Tag),
    /// A seat is out of the game.
    Out(Seat),
}

/// One effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Lasting<M> {
    /// What it does.
    pub what: M,
    /// The card that it is on; [`Tag::NONE`]: on none, but on all that it speaks of.
    pub on: Tag,
    /// The card that it comes from; [`Tag::NONE`] if that is not in play.
    pub from: Tag,
    /// Whose effect it is.
    pub by: Seat,
    /// When it is over.
    pub until: Until,
}

impl<M> Lasting<M> {
    fn outlives(&self, past: Past) -> bool {
        #[cfg(test)]
        if crate::fault::is(&format!("duration {:?}", self.until).replace(char::is_numeric, "N")) {
            return true;
        }
        match past {
            Past::Turn => self.until != Until::EndOfTurn,
            Past::TurnOf(seat) => self.until != Until::TurnOf(seat),
            Past::Act => self.until != Until::EndOfAct,
            Past::Left(tag) => self.on != tag && (self.until != Until::WhileHere || self.from != tag),
            // Whoever is out has no next turn, and their cards have left.
            Past::Out(seat) => self.by != seat && self.until != Until::TurnOf(seat),
        }
    }
}

/// All effects that last, at most `N`, the oldest first.
pub type Effects<M, const N: usize> = Pile<Lasting<M>, N>;

/// Begins an effect. With no room left the oldest one gives way: better than to lose what was just played.
pub fn begin<M: Copy + Default, const N: usize>(effects: &mut Effects<M, N>, effect: Lasting<M>) {
    if !effects.has_room(1) {
        effects.remove(0);
    }
    effects.push(effect);
}

/// Ends what does not outlive this.
pub fn end<M: Copy + Default, const N: usize>(effects: &mut Effects<M, N>, past: Past) {
    effects.retain(|effect| effect.outlives(past));
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: Seat = Seat(0);
    const BO: Seat = Seat(1);

    #[test]
    fn every_duration_ends_with_its_own_past_and_with_no_other() {
        let (here, there) = (Tag(3), Tag(4));
        let all = [Until::EndOfTurn, Until::TurnOf(BO), Until::EndOfAct, Until::WhileHere, Until::Lasts];
        let left = |past: Past| {
            let mut effects = Effects::<u8, 8>::default();
            for until in all {
                begin(&mut effects, Lasting { what: 0, on: here, from: there, by: ANN, until });
            }
            end(&mut effects, past);
            effects.iter().map(|effect| effect.until).collect::<Vec<_>>()
        };
        let but = |gone: Until| all.into_iter().filter(|until| *until != gone).collect::<Vec<_>>();
        assert_eq!(left(Past::Turn), but(Until::EndOfTurn));
        assert_eq!(left(Past::TurnOf(BO)), but(Until::TurnOf(BO)));
        assert_eq!(left(Past::TurnOf(ANN)), all);
        assert_eq!(left(Past::Act), but(Until::EndOfAct));
        assert_eq!(left(Past::Left(there)), but(Until::WhileHere), "the card that it came from");
        assert_eq!(left(Past::Left(here)), [], "the card that it is on");
        assert_eq!(left(Past::Left(Tag(9))), all);
        assert_eq!(left(Past::Out(ANN)), [], "whose effects they are");
        assert_eq!(left(Past::Out(BO)), but(Until::TurnOf(BO)), "whose turn will not come");
    }

    #[test]
    fn with_no_room_the_oldest_gives_way() {
        let mut effects = Effects::<u8, 2>::default();
        for what in 1..=3 {
            begin(&mut effects, Lasting { what, ..Lasting::default() });
        }
        assert_eq!(effects.iter().map(|effect| effect.what).collect::<Vec<_>>(), [2, 3]);
    }
}
