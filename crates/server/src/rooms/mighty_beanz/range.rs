//! Where the viewer shoots for Loot, and the films of shots. The script lets them flick; without it they answer two questions.

use axum::Router;
use axum::extract::Path;
use axum::response::Response;
use axum::routing::get;
use maud::html;
use mighty_beanz::View;
use mighty_beanz::view::Shot;

use crate::door::file_of;
use crate::rooms::board::{Id, Region, Zone};
use crate::rooms::{Desk, Routes};
use crate::trouble::Trouble;

/// The range, if the viewer shoots.
pub(super) fn region(view: &View, desk: &Desk) -> Region {
    let shot = view.shot().filter(|_| !view.open.steady && desk.asks);
    let zones = shot.map(|Shot { galaxy, aim, lie, .. }| {
        let number = lie.0;
        let lie = lie.facts();
        Zone::own(html! {
            details class="range" open data-galaxy=(galaxy.0) data-aim=[aim] data-lie=(number)
                data-side=(lie.side()) data-far=(lie.millimetres()) data-lean=(lie.lean()) {
                summary { "Shoot for Loot in your " (galaxy.side(view.open.turn)) " galaxy" }
                div class="field" {}
            }
        })
    });
    Region::new(Id("range", None), "shooting", "", zones.into_iter().collect())
}

/// Where they are: each is a few thousand steps of physics.
pub(super) const FILMS: &str = "/shot/{lie}/{aim}/{strength}/{file}";

/// The films.
pub(super) fn routes() -> Routes {
    Router::new().route(FILMS, get(film))
}

/// The film of a shot, as numbers for the script or as a picture. It needs nothing but what all know.
async fn film(
    Path((lie, aim, strength, file)): Path<(String, String, String, String)>,
) -> Result<Response, Trouble> {
    let (wobble, kind) = file.rsplit_once('.').ok_or(Trouble::NotFound)?;
    let lie = lie.parse().ok().and_then(shot::Lie::new);
    let read = || Some((lie?, aim.parse().ok()?, strength.parse().ok()?, wobble.parse().ok()?));
    let none = |what: String| Trouble::Missing(format!("There is no such shot: {what}."));
    let (lie, aim, strength, wobble) =
        read().ok_or_else(|| none("lie, direction, strength and wobble are whole numbers".into()))?;
    let shot = shot::Shot::new(lie, aim, strength, wobble).map_err(|out| none(out.to_string()))?;
    let picture = match kind {
        "svg" => true,
        "json" => false,
        _ => return Err(Trouble::NotFound),
    };
    // A few thousand steps of physics.
    let made = tokio::task::spawn_blocking(move || {
        let film = shot::film(shot);
        if picture { Ok(film.svg()) } else { serde_json::to_string(&film.compact()) }
    });
    let text = made.await.map_err(|e| e.to_string()).and_then(|made| made.map_err(|e| e.to_string()));
    let kind = if picture { "image/svg+xml" } else { "application/json" };
    Ok(file_of(kind, text.map_err(Trouble::Broken)?))
}
