//! The laws by name, what a breach looks like, and how hard to look for one. [`crate::laws`] holds games to them.

use std::fmt;

use crate::luck::Seed;

/// The laws, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// Nothing that the game is asked for brings it down.
    NothingPanics,
    /// Every act of the menu applies: it is not refused, does not fail, and changes something.
    MenuApplies,
    /// No menu is empty or names an act twice.
    MenuIsClean,
    /// Every other act is refused by a rule of the page, and changes nothing.
    OthersAreRefused,
    /// A world imagined from a view looks the same from there, printed too, and has the scores that all can see.
    ImaginedWorldsFit,
    /// In every imagined world the same seat is asked, with the same menu. Refusals follow from the view by their type.
    SameQuestion,
    /// What is imagined follows from the view: equal views and equal luck, equal worlds. Imagined worlds are wrong
    /// about hidden cards as often as two of them disagree.
    NobodyPeeks,
    /// What a place hides from a viewer is not given away by their view.
    HiddenStaysHidden,
    /// Imagined hidden cards are distributed as dealt ones, and later lie only where cards can lie.
    ImaginedAsDealt,
    /// No card is lost, doubled or changed.
    CardsAreConserved,
    /// The same act in two worlds that a hearer cannot tell apart tells them the same, until a reveal parts the worlds.
    SameStory,
    /// Viewers who heard the same see the same, and the same seat is asked: windows follow from public facts.
    SameStorySameWindow,
    /// A standing order answers from the menu, and in every world that others could imagine it answers the same.
    OrdersTellNothing,
    /// In a race nothing changes for anybody until all have answered and the order is known: no view, question, log or menu.
    SealedAnswersTellNothing,
    /// The same choices and luck lead to the same state; records and acts read back.
    RecordsReplay,
    /// Undo, fork, save and load in the middle of anything change nothing.
    UndoIsExact,
    /// What can be taken back among people made nobody wiser: chance had no part in it, and in every world that a viewer
    /// could not tell from the true one they hear and see the same after it.
    TakingBackIsHarmless,
    /// A written position lays out to the very same state.
    PositionsRoundTrip,
    /// The game ends within its bound, and says how.
    GamesEnd,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A law was broken, and how to see it again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{law} (seed {seed}, ply {ply}): {what}{}", so_far(.record))]
pub struct Broken {
    /// Which one.
    pub law: Law,
    /// In the game with this seed.
    pub seed: Seed,
    /// How many choices came before it.
    pub ply: u32,
    /// What was found.
    pub what: String,
    /// The record of the game up to there, to be saved and replayed; none if it was found by counting.
    pub record: Option<String>,
}

fn so_far(record: &Option<String>) -> String {
    record.as_ref().map_or(String::new(), |text| format!("\nThe record of the game so far:\n{text}"))
}

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Random games for each setup.
    pub games: u32,
    /// Deals for each setup, to compare imagined cards with dealt ones.
    pub deals: u32,
    /// The first seed.
    pub seed: u64,
}

impl Budget {
    /// A few seconds' worth, for the ordinary test run.
    pub const QUICK: Budget = Budget { games: 12, deals: 1500, seed: 1 };
    /// One game and no statistics, for property tests that vary the seed themselves.
    pub const ONE_GAME: Budget = Budget { games: 1, deals: 0, seed: 1 };

    /// The same effort from another seed on.
    #[must_use]
    pub const fn from_seed(self, seed: u64) -> Budget {
        Budget { seed, ..self }
    }
}
