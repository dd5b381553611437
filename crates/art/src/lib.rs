//! The cards, drawn by code as SVG from their facts. The same card always has the same face, and a new card has one the
//! moment it exists.
//!
//! `paper` has scissors and glue, `glyphs` what must be readable on the smallest card. A Spy is a `portrait` made of
//! `wardrobe` and `gadgets` by the list in `cast`; Mister Spy's Lairs are in `lairs`, Renamed Spy's in `improvements`;
//! `villain` is the hand that taunts. `toys` has the capsules of Mighty Beanz. Austin Powers has its vibes and swirls in
//! `groove`, its posters in `gimmicks`, and its casting list in `velvet`. `mister_spy`, `renamed_spy`, `mighty_beanz` and
//! `austin_powers` compose the cards.
//!
//! ```
//! let castle = art::svg("mister-spy", "castle").unwrap();
//! assert!(castle.contains("<title>Alpine Castle, Lair 3</title>"));
//! assert_eq!(art::svg("mister-spy", "bouncy-castle"), None);
//! ```

mod austin_powers;
mod cast;
mod gadgets;
mod gimmicks;
mod glyphs;
mod groove;
mod house;
mod improvements;
mod lairs;
mod mighty_beanz;
mod mister_spy;
mod paper;
mod portrait;
mod renamed_spy;
mod toys;
mod velvet;
mod villain;
mod wardrobe;

/// A face or a back as a document of its own, 250 wide and 350 high: `card` is a slug, or `back-spy` and `back-other` in
/// Mister Spy, `back-purple` and `back-blue` in Renamed Spy, `back-beanz` in Mighty Beanz, `back-mojo` in Austin Powers; in Mighty Beanz, `range` is
/// where Loot is shot for, 400 wide and 560 high; in Austin Powers, `vibe-groovy`, `mark-shag`, `sign-good` and the like are symbols,
/// 48 wide and high.
pub fn svg(game: &str, card: &str) -> Option<String> {
    match game {
        "mister-spy" => mister_spy::svg(card),
        "renamed-spy" => renamed_spy::svg(card),
        "mighty-beanz" => mighty_beanz::svg(card),
        "austin-powers" => austin_powers::svg(card),
        _ => None,
    }
}

/// Everything that [`svg`] knows of a game: its faces in the order of the game, then its backs.
pub fn cards(game: &str) -> Vec<String> {
    match game {
        "mister-spy" => mister_spy::cards(),
        "renamed-spy" => renamed_spy::cards(),
        "mighty-beanz" => mighty_beanz::cards(),
        "austin-powers" => austin_powers::cards(),
        _ => Vec::new(),
    }
}

/// The picture for a game's tile, 480 wide and 270 high.
pub fn poster(game: &str) -> Option<String> {
    match game {
        "mister-spy" => Some(mister_spy::poster()),
        "renamed-spy" => Some(renamed_spy::poster()),
        "mighty-beanz" => Some(mighty_beanz::poster()),
        "austin-powers" => Some(austin_powers::poster()),
        _ => None,
    }
}

/// The mark of the house, square.
pub fn mark() -> String {
    house::mark()
}
