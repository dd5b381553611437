//! Everything that is asked of a table.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, Path, Query, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;
use tokio::sync::watch;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use super::forms::{Fields, bot, brought, deck_again, field, named, number, options, own_path};
use super::guard::{Called, welcome};
use super::{Answer, Came, Shared};
use crate::clock::Clock;
use crate::doorway::Line;
use crate::figures::Ear;
use crate::guests::Welcome;
use crate::house::{CLOSED, House, Live, Tempo, Wish, now};
use crate::names;
use crate::pages::{self, Look};
use crate::races::Races;
use crate::rooms::board::Has;
use crate::rooms::room;
use crate::sitting::Sitting;
use crate::store::{Guest, Stage};
use crate::streams::Streams;
use crate::trouble::Trouble;

/// Who sends this request; a stranger becomes a guest. Bots think for them on their address's account.
async fn greet(house: &House, came: Came, headers: &HeaderMap) -> Result<(Guest, Welcome), Trouble> {
    let (guest, welcome) = house.guests.greet(headers, now()).await?;
    if let Some(Extension(visitor)) = came {
        house.thinkers.came_from(guest.id, visitor.address);
    }
    Ok((guest, welcome))
}

fn to_table(id: &str) -> Response {
    Redirect::to(&format!("/t/{id}")).into_response()
}

/// Where somebody brings a deck of their own to a table. The address can name it.
pub(super) async fn deck(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(asked): Query<HashMap<String, String>>,
) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let live = house.find(&id).await?;
    let sitting = live.lock().await?;
    let seated = sitting.seat_of(guest.as_ref().map(|guest| guest.id)).is_some();
    if seated || sitting.stage != Stage::Waiting || sitting.room.decks().is_empty() {
        return Ok(to_table(&id));
    }
    let mut form = HashMap::from([("name".to_owned(), guest.map(|guest| guest.name).unwrap_or_default())]);
    if let Some(deck) = asked.get("deck").map(|deck| deck.trim()) {
        let own = sitting.room.decks().iter().any(|(name, _)| *name == deck);
        form.insert(if own { "deck" } else { "list" }.to_owned(), deck.to_owned());
    }
    Ok(pages::deck(sitting.room, &format!("/t/{id}/sit"), sitting.doc.house_decks, &form, &[])
        .into_response())
}

pub(super) async fn open_table(
    State(house): Shared,
    came: Came,
    headers: HeaderMap,
    Fields(form): Fields,
) -> Answer {
    let game = field(&form, "game")?;
    let room = room(game).ok_or(Trouble::NotFound)?;
    let level = bot(field(&form, "level")?)?;
    let with = field(&form, "with")?;
    let clock = form.get("clock").map_or("none", String::as_str);
    let races = form.get("races").map_or("usual", String::as_str);
    let options = options(room, &form)?;
    let house_decks = form.contains_key("house_decks");
    let deck = match brought(room, &options, house_decks, &form) {
        Ok(deck) => deck,
        Err(broken) => return Ok(deck_again(room, "/open", house_decks, &form, &broken)),
    };
    let wish = Wish {
        hints: form.contains_key("hints"),
        deck,
        house_decks,
        game: game.to_owned(),
        seats: number(&form, "seats")?,
        bots: (with == "bots").then_some(level),
        listed: with == "strangers",
        options,
        races: Races::read(races).ok_or_else(|| Trouble::Bad(format!("There are no races '{races}'.")))?,
        clock: Clock::read(clock).ok_or_else(|| Trouble::Bad(format!("There is no clock '{clock}'.")))?,
    };
    let (guest, cookie) = greet(&house, came, &headers).await?;
    let id = house.open(&guest, wish).await?;
    Ok(welcome(to_table(&id), cookie))
}

pub(super) async fn name(
    State(house): Shared,
    came: Came,
    headers: HeaderMap,
    Fields(form): Fields,
) -> Answer {
    let name = named(&form)?;
    let (guest, cookie) = greet(&house, came, &headers).await?;
    house.may_be_called(&guest, &name).await?;
    let guest = house.guests.rename(&guest, &name).await?;
    house.rename(&guest).await?;
    let back = headers.get(header::REFERER).and_then(|v| v.to_str().ok()).and_then(own_path);
    Ok(welcome(Redirect::to(back.unwrap_or("/")).into_response(), cookie))
}

pub(super) async fn table(
    State(house): Shared,
    called: Option<Extension<Called>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    RawQuery(asked): RawQuery,
) -> Answer {
    // A link that brings a deck leads to where one sits down with it; whoever has a seat comes back from there.
    if let Some(asked) = asked.filter(|asked| asked.starts_with("deck=")) {
        let waits = {
            let live = house.find(&id).await?;
            let sitting = live.lock().await?;
            let guest = house.guests.who(&headers).await?;
            let seated = sitting.seat_of(guest.map(|guest| guest.id)).is_some();
            sitting.stage == Stage::Waiting && !seated && !sitting.room.decks().is_empty()
        };
        if waits {
            return Ok(Redirect::to(&format!("/t/{id}/deck?{asked}")).into_response());
        }
    }
    let base = called.map(|Extension(Called(base))| base).unwrap_or_default();
    look(&house, &headers, &id, |sitting, seen| pages::table(sitting, &Look { base: &base, ..seen })).await
}

pub(super) async fn part(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    look(&house, &headers, &id, |sitting, seen| pages::part(sitting, &having(sitting, &headers, seen))).await
}

/// What a guest who is asked cannot do, and why not.
pub(super) async fn why(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let whole = !headers.contains_key("x-part");
    look(&house, &headers, &id, |sitting, seen| pages::why(sitting, &seen, whole)).await
}

/// What the page that asks has already: regions, and lines of the log. Those are all that were told when it was made, unless
/// choices were taken back since.
fn having<'a>(sitting: &Sitting, headers: &'a HeaderMap, seen: Look<'a>) -> Look<'a> {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let read = |(lines, version): (&str, &str)| Some((lines.parse().ok()?, version.parse::<u64>().ok()?));
    let (lines, version) = text("x-log").and_then(|v| v.split_once(' ')).and_then(read).unwrap_or((0, 0));
    let log = if version < sitting.rewritten { 0 } else { lines };
    Look { has: text("x-has").map_or(Has::NOTHING, Has::read), log, ..seen }
}

/// How fast bots play is the wish of whoever is alone with them.
fn note_pace(sitting: &mut Sitting, guest: &Guest, headers: &HeaderMap) {
    if sitting.alone() && sitting.seat_of(Some(guest.id)).is_some() {
        sitting.tempo = Tempo::read(headers.get("x-pace").and_then(|v| v.to_str().ok()));
    }
}

/// Somebody looks at a table.
async fn look(
    house: &Arc<House>,
    headers: &HeaderMap,
    id: &str,
    page: impl FnOnce(&Sitting, Look) -> maud::Markup,
) -> Answer {
    let guest = house.guests.who(headers).await?;
    let live = house.find(id).await?;
    let mut sitting = live.lock().await?;
    if let Some(guest) = &guest {
        house.shows_himself(&live, &mut sitting, guest).await?;
        sitting.note_fetched(guest.id, now());
        // Only a script knows of the wish: a page that is loaded says nothing about it.
        if headers.contains_key("x-part") {
            note_pace(&mut sitting, guest, headers);
        }
    }
    let judged = house.judged(&sitting);
    Ok(page(&sitting, Look { guest: guest.as_ref(), judged, ..Look::default() }).into_response())
}

/// Somebody who listens, for as long as they do.
struct Listener {
    live: Arc<Live>,
    guest: i64,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.live.here.leaves(self.guest, now());
    }
}

/// Tells when a table has changed, and nothing else. That takes a connection for as long as the page is open: it is for
/// guests, and for so many of them.
pub(super) async fn live(
    State(house): Shared,
    Extension(streams): Extension<Arc<Streams>>,
    came: Came,
    line: Option<Extension<Arc<Line>>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Trouble> {
    let guest = listener(&house, &headers).await?;
    let live = house.find(&id).await?;
    let plays = live.lock().await?.seat_of(Some(guest)).is_some();
    let place = streams.admit(guest, came.map(|Extension(visitor)| visitor.address), plays)?;
    let line = line.map(|Extension(line)| line.stream());
    let bell = live.listen();
    // Also of a guest who only watches: they may sit down later.
    live.here.listens(guest);
    Ok(stream(bell, (Listener { live, guest }, Ear::new(), place, line)))
}

/// Tells when something has changed at one of a guest's tables, and nothing else.
pub(super) async fn calls(
    State(house): Shared,
    Extension(streams): Extension<Arc<Streams>>,
    came: Came,
    line: Option<Extension<Arc<Line>>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Trouble> {
    let guest = listener(&house, &headers).await?;
    let place = streams.admit(guest, came.map(|Extension(visitor)| visitor.address), false)?;
    let line = line.map(|Extension(line)| line.stream());
    Ok(stream(house.callers.listen(guest), (Ear::new(), place, line)))
}

/// Who wants to listen. Only guests do.
async fn listener(house: &House, headers: &HeaderMap) -> Result<i64, Trouble> {
    let guest = house.guests.who(headers).await?.map(|guest| guest.id);
    guest.ok_or(Trouble::NotYours("Only guests can follow a table live. This page checks again by itself."))
}

/// What a bell says, for as long as somebody listens. `held` is let go then.
fn stream(bell: watch::Receiver<u64>, held: impl Send + 'static) -> impl IntoResponse {
    let changes = WatchStream::new(bell).take_while(|version| *version != CLOSED).map(move |version| {
        let _here = &held;
        Ok::<Event, Infallible>(Event::default().data(version.to_string()).retry(Duration::from_secs(2)))
    });
    let stream = Sse::new(changes).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // Some proxies collect what they hand on, unless they are asked not to.
    ([("x-accel-buffering", "no")], stream)
}

/// The link to a table as a picture that a phone can read.
pub(super) async fn qr(called: Option<Extension<Called>>, Path(id): Path<String>) -> Answer {
    let base = called.map(|Extension(Called(base))| base).unwrap_or_default();
    let code = QrCode::encode_text(&format!("{base}/t/{id}"), QrCodeEcc::Medium);
    let code = code.map_err(|_| Trouble::Bad("That link is too long for a QR code.".into()))?;
    let (size, edge) = (code.size(), 3);
    let mut dots = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            let _ = write!(dots, "M{} {}h1v1h-1z", x + edge, y + edge);
        }
    }
    let all = size + 2 * edge;
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all} {all}\" shape-rendering=\"crispEdges\"><title>A link to a \
         table</title><path fill=\"#fff\" d=\"M0 0h{all}v{all}H0z\"/><path d=\"{dots}\"/></svg>"
    );
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// After a form: the script gets the part that has changed, a browser without it goes back to the page.
async fn after(house: &Arc<House>, headers: &HeaderMap, id: &str, guest: &Guest) -> Answer {
    if !headers.contains_key("x-part") {
        return Ok(to_table(id));
    }
    let live = house.find(id).await?;
    let sitting = live.lock().await?;
    let seen = Look { guest: Some(guest), judged: house.judged(&sitting), ..Look::default() };
    Ok(pages::part(&sitting, &having(&sitting, headers, seen)).into_response())
}

pub(super) async fn sit(
    State(house): Shared,
    came: Came,
    headers: HeaderMap,
    Path(id): Path<String>,
    Fields(form): Fields,
) -> Answer {
    let name = named(&form)?;
    let deck = {
        let live = house.find(&id).await?;
        let sitting = live.lock().await?;
        let (room, house_decks) = (sitting.room, sitting.doc.house_decks);
        match brought(room, &sitting.doc.options, house_decks, &form) {
            Ok(deck) => deck,
            Err(broken) => return Ok(deck_again(room, &format!("/t/{id}/sit"), house_decks, &form, &broken)),
        }
    };
    let (mut guest, cookie) = greet(&house, came, &headers).await?;
    names::free_at(&*house.find(&id).await?.lock().await?, guest.id, &name)?;
    if name != guest.name {
        house.may_be_called(&guest, &name).await?;
        guest = house.guests.rename(&guest, &name).await?;
    }
    house.sit(&id, &guest, deck).await?;
    Ok(welcome(after(&house, &headers, &id, &guest).await?, cookie))
}

async fn known(house: &House, came: Came, headers: &HeaderMap) -> Result<Guest, Trouble> {
    let guest = house.guests.who(headers).await?;
    let guest = guest.ok_or(Trouble::NotYours("You are not sitting at this table."))?;
    if let Some(Extension(visitor)) = came {
        house.thinkers.came_from(guest.id, visitor.address);
    }
    Ok(guest)
}

/// Everything that somebody at a table can do.
pub(super) async fn command(
    State(house): Shared,
    came: Came,
    headers: HeaderMap,
    Path((id, what)): Path<(String, String)>,
    Fields(form): Fields,
) -> Answer {
    let (house, headers, id, form) = (&house, &headers, id.as_str(), &form);
    let guest = known(house, came, headers).await?;
    // The bots that answer right after this should know the wish.
    if headers.contains_key("x-pace") {
        note_pace(&mut *house.find(id).await?.lock().await?, &guest, headers);
    }
    match what.as_str() {
        "act" => house.act(id, &guest, number(form, "ply")?, number(form, "pick")?).await?,
        "back" => house.take_back(id, &guest).await?,
        "say" => house.say(id, &guest, field(form, "text")?).await?,
        "mute" => house.mute(id, &guest, number(form, "line")?).await?,
        "order" => house.order(id, &guest, field(form, "order")?, true).await?,
        "ask" => house.order(id, &guest, field(form, "order")?, false).await?,
        "more-time" => house.more_time(id, &guest, field(form, "want")? == "yes").await?,
        "stand-in" => house.stand_in(id, &guest, number(form, "seat")?).await?,
        "return" => house.come_back(id, &guest).await?,
        "start" => house.start(id, &guest).await?,
        "chair" => {
            let bot = match field(form, "bot")? {
                "" => None,
                level => Some(bot(level)?),
            };
            house.set_chair(id, &guest, number(form, "seat")?, bot).await?;
        }
        "hint" => house.hint(id, &guest, number(form, "ply")?).await?,
        "leave" => {
            house.leave(id, &guest).await?;
            return Ok(Redirect::to("/").into_response());
        }
        "rematch" => {
            let next = house.rematch(id, &guest).await?;
            return Ok(to_table(&next));
        }
        _ => return Err(Trouble::NotFound),
    }
    after(house, headers, id, &guest).await
}

#[derive(Deserialize)]
pub(super) struct Moment {
    at: Option<u32>,
    eyes: Option<String>,
}

pub(super) async fn replay(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let live = house.find(&id).await?;
    let sitting = live.lock().await?;
    let eyes = pages::read_viewpoint(moment.eyes.as_deref(), &sitting, guest.as_ref())?;
    let seen = having(&sitting, &headers, Look::fresh(guest.as_ref()));
    Ok(pages::replay(&sitting, &seen, moment.at, eyes)?.into_response())
}

pub(super) async fn analysis(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let job = house.analysis(&id).await?;
    let live = house.find(&id).await?;
    let sitting = live.lock().await?;
    Ok(pages::analysis(&sitting, guest.as_ref(), &job)?.into_response())
}

/// The record of a finished game. It holds the seed, so nobody gets it before.
pub(super) async fn record(State(house): Shared, Path(id): Path<String>) -> Answer {
    let live = house.find(&id).await?;
    let sitting = live.lock().await?;
    let over = sitting.table.as_ref().filter(|_| sitting.stage == Stage::Over);
    let table = over.ok_or(Trouble::Refused("The record is available once the game is over.".into()))?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.record\""),
    ];
    Ok((headers, table.record().to_text()).into_response())
}

pub(super) async fn branch(
    State(house): Shared,
    came: Came,
    headers: HeaderMap,
    Path(id): Path<String>,
    Fields(form): Fields,
) -> Answer {
    let (guest, cookie) = greet(&house, came, &headers).await?;
    let next = house.branch(&id, &guest, number(&form, "at")?, number(&form, "seat")?).await?;
    Ok(welcome(to_table(&next), cookie))
}
