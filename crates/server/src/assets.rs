//! Style sheets, scripts and pictures. They are part of the program; their address changes whenever they do, so that browsers
//! may keep them for good.

use std::sync::LazyLock;

use crate::rooms::ROOMS;

/// Every file that all pages share, by name. Games bring their own ([`crate::rooms::Layout::ASSETS`]).
const SHARED: &[(&str, &str)] = &[
    ("theme.js", include_str!("../assets/theme.js")),
    ("house.css", include_str!("../assets/house.css")),
    ("table.css", include_str!("../assets/table.css")),
    ("house.js", include_str!("../assets/house.js")),
    ("analysis.js", include_str!("../assets/analysis.js")),
    ("clocks.js", include_str!("../assets/clocks.js")),
    ("drag.js", include_str!("../assets/drag.js")),
    ("find.js", include_str!("../assets/find.js")),
    ("fit.js", include_str!("../assets/fit.js")),
    ("glide.js", include_str!("../assets/glide.js")),
    ("invite.js", include_str!("../assets/invite.js")),
    ("keys.js", include_str!("../assets/keys.js")),
    ("large.js", include_str!("../assets/large.js")),
    ("log.js", include_str!("../assets/log.js")),
    ("marks.js", include_str!("../assets/marks.js")),
    ("regions.js", include_str!("../assets/regions.js")),
    ("replay.js", include_str!("../assets/replay.js")),
    ("settings.js", include_str!("../assets/settings.js")),
    ("since.js", include_str!("../assets/since.js")),
    ("sounds.js", include_str!("../assets/sounds.js")),
    ("stage.js", include_str!("../assets/stage.js")),
    ("table.js", include_str!("../assets/table.js")),
    ("tables.js", include_str!("../assets/tables.js")),
];

/// Every file, by name.
pub static ASSETS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let of_games = ROOMS.iter().flat_map(|room| room.assets());
    SHARED.iter().chain(of_games).copied().collect()
});

/// Changes whenever one of them does.
pub static EDITION: LazyLock<String> = LazyLock::new(|| format!("{:016x}", table::fingerprint(&*ASSETS)));

/// Changes whenever a picture does.
pub static ART: LazyLock<String> = LazyLock::new(|| {
    let pictures = |game: &'static str| art::cards(game).into_iter().map(move |card| art::svg(game, &card));
    let cards: Vec<_> = ROOMS.iter().flat_map(|room| pictures(room.info().id)).collect();
    let posters: Vec<_> = ROOMS.iter().map(|room| art::poster(room.info().id)).collect();
    format!("{:08x}", table::fingerprint(&(cards, posters, art::mark())) as u32)
});

/// Where the sign of the house is.
pub fn mark() -> String {
    format!("/art/{}/mark.svg", *ART)
}

/// Where the poster of a game is.
pub fn poster_of(game: &str) -> String {
    art_of(game, "poster")
}

/// Where the picture of a card is.
pub fn art_of(game: &str, card: &str) -> String {
    format!("/art/{}/{game}/{card}.svg", *ART)
}
