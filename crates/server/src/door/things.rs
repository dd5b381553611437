//! The front page, rules, cards, pictures, style and scripts.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{Answer, Shared};
use crate::assets::{ART, ASSETS, EDITION};
use crate::figures;
use crate::lists::Listed;
use crate::pages;
use crate::rooms::{prints, room};
use crate::store::{TableRow, Which};
use crate::trouble::Trouble;

/// So many tables are listed.
const LISTED: u32 = 30;
/// What never changes under its address.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

pub(super) async fn front(State(house): Shared, headers: HeaderMap) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let mine = match &guest {
        Some(guest) => house.tables_of(guest, LISTED).await?,
        None => Vec::new(),
    };
    // A script that has heard the bell wants nothing else.
    if headers.contains_key("x-part") {
        return Ok(pages::own(&mine).into_response());
    }
    let listed = |rows: Vec<TableRow>| rows.iter().map(|row| Listed::of(row, None)).collect::<Vec<_>>();
    let waiting = listed(house.shelf.list(Which::Waiting, LISTED).await?);
    let playing = listed(house.shelf.list(Which::Playing, LISTED).await?);
    Ok(pages::front(guest.as_ref(), &mine, &waiting, &playing).into_response())
}

/// What is looked for: words, and kinds of cards.
fn wanted(asked: &[(String, String)]) -> (&str, Vec<&str>) {
    let of = |wanted: &'static str| {
        asked.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| value.as_str())
    };
    (of("q").next().unwrap_or_default(), of("kind").collect())
}

/// What a search asks for.
type Asked = Query<Vec<(String, String)>>;

pub(super) async fn rules(Path(game): Path<String>, Query(asked): Asked) -> Answer {
    let room = room(&game).ok_or(Trouble::NotFound)?;
    Ok(pages::rules(room, wanted(&asked).0).into_response())
}

pub(super) async fn gallery(Path(game): Path<String>, Query(asked): Asked) -> Answer {
    let room = room(&game).ok_or(Trouble::NotFound)?;
    let (words, kinds) = wanted(&asked);
    Ok(pages::gallery(room, words, &kinds).into_response())
}

pub(super) async fn decks(Path(game): Path<String>) -> Answer {
    let room = room(&game).ok_or(Trouble::NotFound)?;
    Ok(pages::decks(room).ok_or(Trouble::NotFound)?.into_response())
}

pub(crate) fn file_of(kind: &'static str, text: impl Into<axum::body::Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    (StatusCode::OK, headers, text.into()).into_response()
}

/// A file under an address that names its edition. What this program sends never changes; what another one sent under that
/// address is gone.
fn edition_of(mut response: Response, asked: &str, ours: &str) -> Response {
    let keep = if asked == ours { FOR_GOOD } else { "no-store" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}

pub(super) async fn metrics_page(State(house): Shared) -> Answer {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, figures::page(&house).await?).into_response())
}

/// A picture: `mark.svg`, `GAME/poster.svg`, `GAME/CARD.svg`; after the name of its edition, as in `EDITION/mark.svg`, it can be
/// kept for good.
pub(super) async fn art(Path(path): Path<String>) -> Answer {
    let name = path.strip_suffix(".svg").ok_or(Trouble::NotFound)?;
    let parts: Vec<&str> = name.split('/').collect();
    // No game is called like an edition.
    let (edition, rest) = match &parts[..] {
        [game, _] if room(game).is_some() => (None, &parts[..]),
        [edition, rest @ ..] if !rest.is_empty() => (Some(*edition), rest),
        all => (None, all),
    };
    let picture = match rest {
        ["mark"] => Some(art::mark()),
        [game, "poster"] => art::poster(game),
        [game, card] => art::svg(game, card),
        _ => None,
    };
    let response = file_of("image/svg+xml", picture.ok_or(Trouble::NotFound)?);
    Ok(match edition {
        Some(edition) => edition_of(response, edition, &ART),
        None => response,
    })
}

/// The picture that goes with a link to a table.
pub(super) async fn poster(Path(file): Path<String>) -> Answer {
    let room = file.strip_suffix(".png").and_then(room).ok_or(Trouble::NotFound)?;
    Ok(file_of("image/png", room.preview().ok_or(Trouble::NotFound)?))
}

/// What stands on a card, with its words explained.
pub(super) async fn card(Path((edition, game, card)): Path<(String, String, String)>) -> Answer {
    let room = room(&game).ok_or(Trouble::NotFound)?;
    room.read(&card).ok_or(Trouble::NotFound)?;
    let reading = prints(room.info().id).card(room.info().id, &card).reading.clone();
    Ok(edition_of(file_of("text/html; charset=utf-8", reading.into_string()), &edition, &EDITION))
}

pub(super) async fn asset(Path((edition, name)): Path<(String, String)>) -> Answer {
    let (_, text) = ASSETS.iter().find(|(n, _)| *n == name).ok_or(Trouble::NotFound)?;
    let kind =
        if name.ends_with(".css") { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" };
    Ok(edition_of(file_of(kind, *text), &edition, &EDITION))
}
