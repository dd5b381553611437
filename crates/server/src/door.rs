//! The way in: routes, headers, limits.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Form, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use bots::Level;
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use crate::doorway;
use crate::guests::{Welcome, tidy};
use crate::house::{CLOSED, House, Pace, Wish, now};
use crate::lesson;
use crate::limits::{Limits, limit};
use crate::pages;
use crate::rooms::room;
use crate::store::{Guest, Sqlite, Stage, Which};
use crate::trouble::Trouble;

/// No form of the house is larger.
const LARGEST_BODY: usize = 16 * 1024;
/// How often what nobody uses is put away.
const TIDY_EVERY: Duration = Duration::from_secs(60);
/// So many tables are listed.
const LISTED: u32 = 30;

/// How the server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it keeps everything.
    pub data: PathBuf,
    /// How fast bots answer.
    pub pace: Pace,
    /// Is there a limit to how much one guest or address may ask for?
    pub limited: bool,
}

type Shared = State<Arc<House>>;
type Answer = Result<Response, Trouble>;

/// A server that listens.
pub struct Open {
    house: Arc<House>,
    shelf: Arc<Sqlite>,
    listener: TcpListener,
    address: SocketAddr,
    limited: bool,
}

/// Opens the store and begins to listen.
pub async fn open(config: &Config) -> Result<Open, String> {
    let place = config.data.display();
    let shelf = Sqlite::open(&config.data).await.map_err(|e| format!("{place}: {e}"))?;
    let shelf = Arc::new(shelf);
    let shared: Arc<Sqlite> = Arc::clone(&shelf);
    let house = House::new(shared, config.pace);
    let cannot = |e: std::io::Error| format!("cannot listen on {}: {e}", config.address);
    let listener = TcpListener::bind(config.address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok(Open { house, shelf, listener, address, limited: config.limited })
}

impl Open {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until it is told to stop; then it lets everybody finish, and says that they should come back.
    pub async fn serve(self, stop: impl Future<Output = ()>) {
        let house = Arc::clone(&self.house);
        let tidying = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY_EVERY).await;
                if let Err(trouble) = house.tidy(now()).await {
                    tracing::warn!(?trouble, "the house could not be tidied");
                }
            }
        });
        let house = Arc::clone(&self.house);
        let stop = async move {
            stop.await;
            house.close();
        };
        tracing::info!(address = %self.address, "the house is open");
        let mut routes = routes(self.house);
        if self.limited {
            routes = routes.layer(middleware::from_fn_with_state(Arc::new(Limits::default()), limit));
        }
        doorway::serve(self.listener, routes, stop).await;
        tidying.abort();
        self.shelf.close().await;
        tracing::info!("the house is closed");
    }
}

/// Every page.
pub fn routes(house: Arc<House>) -> Router {
    Router::new()
        .route("/", get(front))
        .route("/open", post(open_table))
        .route("/name", post(name))
        .route("/t/{id}", get(table))
        .route("/t/{id}/part", get(part))
        .route("/t/{id}/live", get(live))
        .route("/t/{id}/sit", post(sit))
        .route("/t/{id}/chair", post(chair))
        .route("/t/{id}/start", post(start))
        .route("/t/{id}/act", post(act))
        .route("/t/{id}/back", post(back))
        .route("/t/{id}/say", post(say))
        .route("/t/{id}/rematch", post(rematch))
        .route("/t/{id}/replay", get(replay))
        .route("/t/{id}/record", get(record))
        .route("/t/{id}/branch", post(branch))
        .route("/lesson/{game}", get(lesson::first))
        .route("/lesson/{game}/{step}", get(lesson::step).post(lesson::answer))
        .route("/rules/{game}", get(rules))
        .route("/cards/{game}", get(gallery))
        .route("/art/{*path}", get(art))
        .route("/assets/{name}", get(asset))
        .route("/healthz", get(|| async { "open\n" }))
        .fallback(|| async { Trouble::NotFound })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(guard))
        .with_state(house)
}

/// What holds for every request: posts come from our own pages, and answers say what browsers may do with them.
async fn guard(request: Request, next: Next) -> Response {
    let mut response = if request.method() == Method::POST && !from_here(request.headers()) {
        Trouble::NotYours("This form was not sent from a page of the house.").into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                  form-action 'self'; frame-ancestors 'none'";
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A page is one guest's own.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Does the browser say that this post comes from one of our own pages?
fn from_here(headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name).and_then(|v| v.to_str().ok());
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from == host),
        _ => headers.get("sec-fetch-site").is_some_and(|v| v == "same-origin"),
    }
}

/// The answer, with a cookie for a new guest.
fn welcome(mut response: Response, welcome: Welcome) -> Response {
    if let Some(cookie) = welcome {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn to_table(id: &str) -> Response {
    Redirect::to(&format!("/t/{id}")).into_response()
}

async fn front(State(house): Shared, headers: HeaderMap) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let mine = match &guest {
        Some(guest) => house.shelf.list(Which::Of(guest.id), LISTED).await?,
        None => Vec::new(),
    };
    let waiting = house.shelf.list(Which::Waiting, LISTED).await?;
    let playing = house.shelf.list(Which::Playing, LISTED).await?;
    Ok(pages::front(guest.as_ref(), &mine, &waiting, &playing).into_response())
}

#[derive(Deserialize)]
struct Opening {
    game: String,
    seats: u8,
    level: String,
    with: String,
}

async fn open_table(State(house): Shared, headers: HeaderMap, Form(form): Form<Opening>) -> Answer {
    let (guest, cookie) = house.guests.greet(&headers, now()).await?;
    let level: Level = form.level.parse().map_err(Trouble::Bad)?;
    let wish = Wish {
        game: form.game,
        seats: form.seats,
        bots: (form.with == "bots").then_some(level),
        listed: form.with == "strangers",
        options: json!({}),
    };
    let id = house.open(&guest, wish).await?;
    Ok(welcome(to_table(&id), cookie))
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

async fn name(State(house): Shared, headers: HeaderMap, Form(form): Form<Named>) -> Answer {
    let (guest, cookie) = house.guests.greet(&headers, now()).await?;
    let name = tidy(&form.name).ok_or_else(|| Trouble::Bad("A name needs a letter or two.".into()))?;
    house.guests.rename(&guest, &name).await?;
    let back = headers.get(header::REFERER).and_then(|v| v.to_str().ok()).and_then(own_path);
    Ok(welcome(Redirect::to(back.unwrap_or("/")).into_response(), cookie))
}

/// The path of one of our own addresses.
fn own_path(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let at = rest.find('/')?;
    rest[at..].strip_prefix("/t/").map(|_| &rest[at..])
}

async fn table(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let live = house.find(&id).await?;
    let sitting = live.lock().await;
    Ok(pages::table(&sitting, guest.as_ref()).into_response())
}

async fn part(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let live = house.find(&id).await?;
    let sitting = live.lock().await;
    Ok(pages::part(&sitting, guest.as_ref()).into_response())
}

/// Tells when a table has changed, and nothing else.
async fn live(State(house): Shared, Path(id): Path<String>) -> Result<impl IntoResponse, Trouble> {
    let live = house.find(&id).await?;
    let changes = WatchStream::new(live.listen()).take_while(|version| *version != CLOSED).map(|version| {
        Ok::<Event, Infallible>(Event::default().data(version.to_string()).retry(Duration::from_secs(2)))
    });
    Ok(Sse::new(changes).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))))
}

/// After a form: the script gets the part that has changed, a browser without it goes back to the page.
async fn after(house: &Arc<House>, headers: &HeaderMap, id: &str, guest: &Guest) -> Answer {
    if !headers.contains_key("x-part") {
        return Ok(to_table(id));
    }
    let live = house.find(id).await?;
    let sitting = live.lock().await;
    Ok(pages::part(&sitting, Some(guest)).into_response())
}

async fn sit(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Form(form): Form<Named>,
) -> Answer {
    let (mut guest, cookie) = house.guests.greet(&headers, now()).await?;
    let name = tidy(&form.name).ok_or_else(|| Trouble::Bad("A name needs a letter or two.".into()))?;
    if name != guest.name {
        guest = house.guests.rename(&guest, &name).await?;
    }
    house.sit(&id, &guest).await?;
    Ok(welcome(after(&house, &headers, &id, &guest).await?, cookie))
}

#[derive(Deserialize)]
struct ChairForm {
    seat: usize,
    bot: String,
}

async fn chair(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Form(form): Form<ChairForm>,
) -> Answer {
    let guest = known(&house, &headers).await?;
    let bot = match form.bot.as_str() {
        "" => None,
        level => Some(level.parse().map_err(Trouble::Bad)?),
    };
    house.set_chair(&id, &guest, form.seat, bot).await?;
    after(&house, &headers, &id, &guest).await
}

async fn known(house: &Arc<House>, headers: &HeaderMap) -> Result<Guest, Trouble> {
    house.guests.who(headers).await?.ok_or(Trouble::NotYours("You do not sit at this table."))
}

async fn start(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let guest = known(&house, &headers).await?;
    house.start(&id, &guest).await?;
    after(&house, &headers, &id, &guest).await
}

#[derive(Deserialize)]
struct ActForm {
    ply: u32,
    pick: usize,
}

async fn act(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Form(form): Form<ActForm>,
) -> Answer {
    let guest = known(&house, &headers).await?;
    house.act(&id, &guest, form.ply, form.pick).await?;
    after(&house, &headers, &id, &guest).await
}

async fn back(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let guest = known(&house, &headers).await?;
    house.take_back(&id, &guest).await?;
    after(&house, &headers, &id, &guest).await
}

#[derive(Deserialize)]
struct SayForm {
    text: String,
}

async fn say(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Form(form): Form<SayForm>,
) -> Answer {
    let guest = known(&house, &headers).await?;
    house.say(&id, &guest, &form.text).await?;
    after(&house, &headers, &id, &guest).await
}

async fn rematch(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let guest = known(&house, &headers).await?;
    let next = house.rematch(&id, &guest).await?;
    Ok(to_table(&next))
}

#[derive(Deserialize)]
struct Moment {
    at: Option<u32>,
    eyes: Option<String>,
}

async fn replay(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let live = house.find(&id).await?;
    let sitting = live.lock().await;
    let eyes = pages::Eyes::read(moment.eyes.as_deref(), &sitting, guest.as_ref())?;
    Ok(pages::replay(&sitting, guest.as_ref(), moment.at, eyes)?.into_response())
}

/// The record of a finished game. It holds the seed, so nobody gets it before.
async fn record(State(house): Shared, Path(id): Path<String>) -> Answer {
    let live = house.find(&id).await?;
    let sitting = live.lock().await;
    let over = sitting.table.as_ref().filter(|_| sitting.stage == Stage::Over);
    let table = over.ok_or(Trouble::Refused("The record can be had once the game is over.".into()))?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.record\""),
    ];
    Ok((headers, table.record().to_text()).into_response())
}

#[derive(Deserialize)]
struct BranchForm {
    at: u32,
    seat: u8,
}

async fn branch(
    State(house): Shared,
    headers: HeaderMap,
    Path(id): Path<String>,
    Form(form): Form<BranchForm>,
) -> Answer {
    let (guest, cookie) = house.guests.greet(&headers, now()).await?;
    let next = house.branch(&id, &guest, form.at, form.seat).await?;
    Ok(welcome(to_table(&next), cookie))
}

async fn rules(Path(game): Path<String>) -> Answer {
    Ok(pages::rules(room(&game).ok_or(Trouble::NotFound)?).into_response())
}

async fn gallery(Path(game): Path<String>) -> Answer {
    Ok(pages::gallery(room(&game).ok_or(Trouble::NotFound)?).into_response())
}

fn file(kind: &'static str, text: impl Into<axum::body::Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    (StatusCode::OK, headers, text.into()).into_response()
}

async fn art(Path(path): Path<String>) -> Answer {
    let path = path.strip_suffix(".svg").ok_or(Trouble::NotFound)?;
    let picture = match path.split_once('/') {
        None if path == "mark" => Some(art::mark()),
        Some((game, "poster")) => art::poster(game),
        Some((game, card)) => art::svg(game, card),
        None => None,
    };
    Ok(file("image/svg+xml", picture.ok_or(Trouble::NotFound)?))
}

async fn asset(Path(name): Path<String>) -> Answer {
    match name.as_str() {
        "house.css" => Ok(file("text/css; charset=utf-8", include_str!("../assets/house.css"))),
        "house.js" => Ok(file("text/javascript; charset=utf-8", include_str!("../assets/house.js"))),
        _ => Err(Trouble::NotFound),
    }
}
