//! The card shelf of a game, for whoever does not know the game: look at its cards, check files and decks, and play until
//! every card has shown what it does.

use std::path::Path;

use crate::coverage::Coverage;
use crate::files::{Mistake, Mistakes};

/// A card, for people who look for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Its name in commands and records.
    pub slug: String,
    /// What it is, in a few words: `Bean, Circus, Rookie`.
    pub what: String,
    /// Its figures: `50 MMP, cost 1`.
    pub figures: String,
    /// What it does.
    pub text: String,
    /// A line for fun.
    pub says: String,
    /// How rare it is.
    pub rarity: String,
    /// The file that it stands in, with the line.
    pub place: String,
    /// What its clauses do, one by one.
    pub clauses: Vec<String>,
}

/// A deck of the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boxed {
    /// Its name in options.
    pub name: &'static str,
    /// Its list.
    pub text: &'static str,
}

/// The cards of a game.
pub trait Shelf: Sync {
    /// The game.
    fn game(&self) -> &'static str;
    /// Adds the card files of a folder, for all that is played from now on. Comes before the first card is looked at.
    fn add(&self, folder: &Path) -> Result<(), Mistakes>;
    /// How many cards there would be with this folder, and everything that is wrong.
    fn check(&self, folder: Option<&Path>) -> (usize, Vec<Mistake>);
    /// All cards.
    fn labels(&self) -> Vec<Label>;
    /// The decks of the house.
    fn decks(&self) -> &'static [Boxed];
    /// Every rule that a deck breaks, in this variant of the game; if none, the list as it should be written.
    fn check_deck(&self, deck: &str, variant: Option<&str>) -> Result<String, Vec<String>>;
    /// The variants that decks are made for, the usual one first.
    fn variants(&self) -> &'static [&'static str];
    /// Plays one game with random decks of all cards, and counts what is played and what takes effect.
    fn play(&self, seed: u64, coverage: &mut Coverage);
    /// How many clauses each card has.
    fn clauses(&self) -> Vec<u8> {
        self.labels().iter().map(|label| label.clauses.len() as u8).collect()
    }
}
