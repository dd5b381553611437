//! The cards, drawn by code as SVG from their facts. The same card always has the same face, and a new card has one the
//! moment it exists.
//!
//! `paper` has scissors and glue, `glyphs` what must be readable on the smallest card. A Spy is a `portrait` made of
//! `wardrobe` and `gadgets` by the list in `cast`; Mister Spy's Lairs are in `lairs`, Renamed Spy's in `improvements`;
//! `villain` is the hand that taunts. `mister_spy` and `renamed_spy` compose the cards.
//!
//! ```
//! let castle = art::svg("mister-spy", "castle").unwrap();
//! assert!(castle.contains("<title>Alpine Castle, Lair 3</title>"));
//! assert_eq!(art::svg("mister-spy", "bouncy-castle"), None);
//! ```

mod cast;
mod gadgets;
mod glyphs;
mod house;
mod improvements;
mod lairs;
mod mister_spy;
mod paper;
mod portrait;
mod renamed_spy;
mod villain;
mod wardrobe;

/// A face or a back as a document of its own, 250 wide and 350 high: `card` is a slug, or `back-spy` and `back-other` in
/// Mister Spy, `back-purple` and `back-blue` in Renamed Spy.
pub fn svg(game: &str, card: &str) -> Option<String> {
    match game {
        "mister-spy" => mister_spy::svg(card),
        "renamed-spy" => renamed_spy::svg(card),
        _ => None,
    }
}

/// Everything that [`svg`] knows of a game: its faces in the order of the game, then its backs.
pub fn cards(game: &str) -> Vec<String> {
    match game {
        "mister-spy" => mister_spy::cards(),
        "renamed-spy" => renamed_spy::cards(),
        _ => Vec::new(),
    }
}

/// The picture for a game's tile, 480 wide and 270 high.
pub fn poster(game: &str) -> Option<String> {
    match game {
        "mister-spy" => Some(mister_spy::poster()),
        "renamed-spy" => Some(renamed_spy::poster()),
        _ => None,
    }
}

/// The mark of the house, square.
pub fn mark() -> String {
    house::mark()
}
