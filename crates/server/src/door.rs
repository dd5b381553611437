//! The way in: routes, what holds for every request, and what keeps the house open until it is told to close.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::{
    DefaultBodyLimit, Extension, Form, FromRequest, MatchedPath, Path, Query, RawQuery, Request, State,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use bots::Level;
use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use crate::assets::{self, ASSETS};
use crate::clock::Clock;
use crate::doorway::{self, Doorway, Line};
use crate::figures::{self, Ear};
use crate::guests::{self, Token, Welcome};
use crate::health;
use crate::host::{Names, PublicUrl};
use crate::house::{CLOSED, House, Live, Pace, Wish, now};
use crate::lesson;
use crate::limits::{Limits, limit};
use crate::names;
use crate::pages;
use crate::proxy::{Proxies, Visitor};
use crate::rooms::{WebRoom, room};
use crate::sitting::{BOTS, Sitting};
use crate::store::{Guest, Lock, Sqlite, Stage, Which};
use crate::streams::{Most, Streams};
use crate::trouble::Trouble;

/// No form of the house is larger.
const LARGEST_BODY: usize = 16 * 1024;
/// And none takes longer to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);
/// How long the store may take to close.
const SHELF_CLOSES: Duration = Duration::from_secs(2);
/// Whoever reads the figures needs few connections.
const READERS: usize = 64;
/// After so many seconds what nobody uses is put away.
const TIDY_EVERY: u64 = 60;
/// After so many seconds the house is looked at: disk, clock, store.
const CHECK_EVERY: u64 = 5;
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
    /// How many connections there may be at once.
    pub connections: usize,
    /// Who is believed about the address of a visitor.
    pub proxies: Proxies,
    /// What the house is called outside.
    pub public: Option<PublicUrl>,
    /// Where the figures can be read, if anywhere.
    pub metrics: Option<SocketAddr>,
}

impl Config {
    /// As many connections as a house takes where the system sets no limit.
    pub const CONNECTIONS: usize = doorway::MOST;
}

type Shared = State<Arc<House>>;
type Answer = Result<Response, Trouble>;
/// Where a request comes from, if it came through the door.
type Came = Option<Extension<Visitor>>;

/// A server that listens.
pub struct Open {
    house: Arc<House>,
    shelf: Arc<Sqlite>,
    listener: TcpListener,
    address: SocketAddr,
    metrics: Option<(TcpListener, SocketAddr)>,
    config: Config,
    /// Nobody else uses the data folder meanwhile.
    lock: Lock,
}

/// Why nobody can listen there, and what to type instead.
fn cannot_listen(address: SocketAddr, option: &str, e: &std::io::Error) -> String {
    let other = SocketAddr::new(address.ip(), address.port().max(1024).saturating_add(1));
    match e.kind() {
        std::io::ErrorKind::AddrInUse => format!(
            "cannot listen on {address}: another program, perhaps another safehouse, is already using that port; stop it, or \
             choose another port, such as {option} {other}"
        ),
        std::io::ErrorKind::PermissionDenied => {
            format!("cannot listen on {address}: {e}; choose another port, such as {option} {other}")
        }
        _ => format!(
            "cannot listen on {address}: {e}; choose one of this machine's addresses with {option} IP:PORT"
        ),
    }
}

async fn listen(address: SocketAddr, option: &str) -> Result<(TcpListener, SocketAddr), String> {
    let cannot = |e: std::io::Error| cannot_listen(address, option, &e);
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok((listener, address))
}

/// Opens the store and begins to listen.
pub async fn open(config: &Config) -> Result<Open, String> {
    figures::begin();
    let place = config.data.display();
    let mut lock = Lock::take(&config.data, "a house that is about to open").map_err(|e| e.to_string())?;
    let shelf = Sqlite::open(&config.data).await.map_err(|e| format!("{place}: {e}"))?;
    let shelf = Arc::new(shelf);
    let shared: Arc<Sqlite> = Arc::clone(&shelf);
    let house = House::new(shared, config.pace);
    house.time.take_up(&*house.shelf).await.map_err(|e| format!("{place}: {e}"))?;
    let (listener, address) = listen(config.address, "--address").await?;
    let metrics = match config.metrics {
        Some(address) => Some(listen(address, "--metrics").await?),
        None => None,
    };
    lock.say(&format!("the house at http://{address}"));
    Ok(Open { house, shelf, listener, address, metrics, config: config.clone(), lock })
}

impl Open {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the figures can be read, if anywhere.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|(_, address)| *address)
    }

    /// Serves until it is told to stop; then it lets everybody finish, and says that they should come back.
    pub async fn serve(self, stop: impl Future<Output = ()>) {
        let (house, data) = (Arc::clone(&self.house), self.config.data.clone());
        let keeping = tokio::spawn(async move {
            let mut second = tokio::time::interval(Duration::from_secs(1));
            second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            for seconds in 1u64.. {
                second.tick().await;
                if let Err(trouble) = house.wind_clocks(now()).await {
                    tracing::error!(?trouble, "the tables whose time is up could not be found");
                }
                house.look_around(now()).await;
                if seconds % CHECK_EVERY == 0 {
                    health::check_up(&house, &data).await;
                }
                if seconds % TIDY_EVERY == 0
                    && let Err(trouble) = house.tidy(now()).await
                {
                    tracing::warn!(?trouble, "the house could not be tidied");
                }
            }
        });
        let (tell, told) = watch::channel(false);
        let house = Arc::clone(&self.house);
        let stop = async move {
            stop.await;
            tracing::info!("the house closes");
            house.close();
            tell.send_replace(true);
        };
        tracing::info!(address = %self.address, "the house is open");
        let Config { connections, limited, proxies, public, .. } = self.config;
        let figures = async {
            if let Some((listener, address)) = self.metrics {
                if !address.ip().is_loopback() {
                    tracing::warn!(%address, "whoever reaches this address can read the figures");
                }
                let names = Names::new(None, address);
                let routes = figures_page(Arc::clone(&self.house), names);
                let door = Doorway { most: READERS, of_one: READERS, proxies: Proxies::default() };
                door.serve(listener, routes, told.clone()).await;
            }
        };
        let most = Most::of(connections);
        let porch = Porch {
            names: Some(Names::new(public, self.address)),
            streams: Streams::new(if limited { most } else { most.without_limits() }),
            limited,
        };
        let routes = porch.routes(Arc::clone(&self.house));
        let of_one = if limited { connections / 4 } else { connections };
        let door = Doorway { most: connections, of_one, proxies };
        tokio::join!(stop, figures, door.serve(self.listener, routes, told.clone()));
        keeping.abort();
        // Whatever was answered is on disk; what else there is to do can be done at the next start.
        if tokio::time::timeout(SHELF_CLOSES, self.shelf.close()).await.is_err() {
            tracing::warn!("the store did not close in time");
        }
        drop(self.lock);
        tracing::info!("the house is closed");
    }
}

/// What stands between a visitor and the pages.
struct Porch {
    /// What the house answers to; `None`: to everything.
    names: Option<Names>,
    streams: Arc<Streams>,
    limited: bool,
}

/// Every page, for whoever asks by whatever name: without a door there is nobody to count.
pub fn routes(house: Arc<House>) -> Router {
    let streams = Streams::new(Most::of(doorway::MOST).without_limits());
    Porch { names: None, streams, limited: false }.routes(house)
}

impl Porch {
    fn routes(self, house: Arc<House>) -> Router {
        let mut routes = Router::new()
            .route("/", get(front))
            .route("/open", post(open_table))
            .route("/name", post(name))
            .route("/t/{id}", get(table))
            .route("/t/{id}/part", get(part))
            .route("/t/{id}/live", get(live))
            .route("/t/{id}/deck", get(deck))
            .route("/t/{id}/sit", post(sit))
            .route("/t/{id}/replay", get(replay))
            .route("/t/{id}/analysis", get(analysis))
            .route("/t/{id}/record", get(record))
            .route("/t/{id}/branch", post(branch))
            .route("/t/{id}/{what}", post(command))
            .route("/lesson/{game}", get(lesson::first))
            .route("/lesson/{game}/{step}", get(lesson::step).post(lesson::answer))
            .route("/rules/{game}", get(rules))
            .route("/cards/{game}", get(gallery))
            .route("/art/{*path}", get(art))
            .route("/shot/{lie}/{aim}/{strength}/{file}", get(film))
            .route("/assets/{edition}/{name}", get(asset))
            .route("/healthz", get(health::page))
            .fallback(|| async { Trouble::NotFound })
            .layer(DefaultBodyLimit::max(LARGEST_BODY))
            .layer(Extension(self.streams));
        if self.limited {
            let limits = Arc::new(Limits::new(Arc::clone(&house)));
            routes = routes.layer(middleware::from_fn_with_state(limits, limit));
        }
        let porter = Arc::new(Porter { house: Arc::clone(&house), names: self.names });
        routes
            .layer(middleware::from_fn_with_state(porter, guard))
            .layer(middleware::from_fn(figures::count))
            .layer(middleware::from_fn(to_the_end))
            .with_state(house)
    }
}

/// The page of figures, at a door of its own.
fn figures_page(house: Arc<House>, names: Names) -> Router {
    let porter = Arc::new(Porter { house: Arc::clone(&house), names: Some(names) });
    Router::new()
        .route("/metrics", get(metrics_page))
        .fallback(|| async { Trouble::NotFound })
        .layer(middleware::from_fn_with_state(porter, guard))
        .with_state(house)
}

/// Carries a command to its end. A browser that goes away in the middle stops nothing: what was begun at a table is kept or
/// refused, told, and answered by the bots. A look needs no such care: what it may change is one commit, and a table in
/// doubt is read again.
async fn to_the_end(request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    ToTheEnd(Some(Box::pin(next.run(request)))).await.unwrap_or_else(|| {
        Trouble::Broken("a request was not carried out: something panicked on the way".into()).into_response()
    })
}

/// Work that goes on when nobody waits for it any more: what is left of it then becomes a task of its own. Usually somebody
/// does wait, and no task has to be woken on another thread. Gives nothing if the work panics.
struct ToTheEnd<F: Future<Output: Send> + Send + 'static>(Option<Pin<Box<F>>>);

impl<F: Future<Output: Send> + Send> Future for ToTheEnd<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<F::Output>> {
        let Some(mut work) = self.0.take() else { return Poll::Ready(None) };
        // Work that has panicked is dropped here, and never polled again.
        match catch_unwind(AssertUnwindSafe(|| (work.as_mut().poll(context), work))) {
            Ok((Poll::Pending, work)) => {
                self.0 = Some(work);
                Poll::Pending
            }
            Ok((Poll::Ready(done), _)) => Poll::Ready(Some(done)),
            Err(_) => Poll::Ready(None),
        }
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for ToTheEnd<F> {
    fn drop(&mut self) {
        // Outside the house, when the whole program ends, there is nobody left to do it.
        if let (Some(work), Ok(house)) = (self.0.take(), Handle::try_current()) {
            house.spawn(work);
        }
    }
}

/// Looks at everybody who comes in.
struct Porter {
    house: Arc<House>,
    names: Option<Names>,
}

impl Porter {
    /// Is this request for us, and by HTTPS?
    fn greet(&self, request: &Request) -> Result<bool, Trouble> {
        let told = request.extensions().get::<Visitor>().is_some_and(|visitor| visitor.https);
        let Some(names) = &self.names else { return Ok(told) };
        let called = names.called(request)?;
        Ok(told || names.https(called))
    }

    /// Remembers where the people at tables are: bots think on the account of their addresses.
    async fn note(&self, headers: &HeaderMap, address: IpAddr) {
        if let Ok(Some(guest)) = self.house.guests.who(headers).await {
            self.house.thinkers.came_from(guest.id, address);
        }
    }

    /// The token of a guest who has come over to HTTPS with the cookie of plain HTTP.
    async fn outdated(&self, headers: &HeaderMap) -> Option<Token> {
        let token = guests::outdated(headers)?;
        let guest = self.house.guests.who(headers).await.ok()?;
        guest.map(|_| token)
    }
}

/// What holds for every request: it is for this house, posts come from our own pages, guests have their cookie, and
/// answers say what browsers may do with them.
async fn guard(State(porter): State<Arc<Porter>>, request: Request, next: Next) -> Response {
    let (https, mut token) = match porter.greet(&request) {
        Err(trouble) => return finish(trouble.into_response(), false, None),
        Ok(false) => (false, None),
        Ok(true) => (true, porter.outdated(request.headers()).await),
    };
    let mut response = if request.method() == Method::POST && !from_here(request.headers(), https) {
        Trouble::NotYours("This form was not sent from a page of the house.").into_response()
    } else {
        if let Some(visitor) = request.extensions().get::<Visitor>().filter(|_| arrives(&request)) {
            porter.note(request.headers(), visitor.address).await;
        }
        next.run(request).await
    };
    token = response.extensions_mut().remove::<Token>().or(token);
    finish(response, https, token)
}

/// Does somebody come to a table with this request? Commands take note of that themselves, and whoever asks for the part
/// that has changed was there before.
fn arrives(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    request.method() == Method::GET && matches!(route, Some("/t/{id}" | "/t/{id}/live"))
}

/// An answer with all that every answer has.
fn finish(mut response: Response, https: bool, token: Option<Token>) -> Response {
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
    if https {
        let a_year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, a_year);
    }
    // A page is one guest's own, and only such a one carries a cookie.
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for cookie in token.iter().flat_map(|token| token.cookies(https)) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
    response
}

/// Does the browser say that this post comes from one of our own pages?
fn from_here(headers: &HeaderMap, https: bool) -> bool {
    let text = |name: header::HeaderName| headers.get(name).and_then(|v| v.to_str().ok());
    if headers.get_all(header::ORIGIN).iter().count() > 1 {
        return false;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => {
            let ours = |(scheme, from): (&str, &str)| from == host && (!https || scheme == "https");
            origin.split_once("://").is_some_and(ours)
        }
        _ => headers.get("sec-fetch-site").is_some_and(|v| v == "same-origin"),
    }
}

/// The answer, with the token of a new guest; what holds for every request makes a cookie of it.
fn welcome(mut response: Response, welcome: Welcome) -> Response {
    if let Some(token) = welcome {
        response.extensions_mut().insert(token);
    }
    response
}

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

/// The fields of a form that has arrived in time.
pub(crate) struct Fields(pub(crate) HashMap<String, String>);

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Trouble;

    async fn from_request(request: Request, state: &S) -> Result<Fields, Trouble> {
        let form = tokio::time::timeout(SLOWEST_BODY, Form::from_request(request, state)).await;
        let form = form.map_err(|_| Trouble::Slow)?;
        form.map(|Form(form)| Fields(form)).map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLarge,
            _ => Trouble::Bad("That is not one of the house's forms, or it did not arrive whole.".into()),
        })
    }
}

/// A field that must be there.
fn field<'a>(form: &'a HashMap<String, String>, name: &str) -> Result<&'a str, Trouble> {
    form.get(name).map(String::as_str).ok_or_else(|| Trouble::Bad(format!("The form has no '{name}'.")))
}

/// A number that must be there.
fn number<T: std::str::FromStr>(form: &HashMap<String, String>, name: &str) -> Result<T, Trouble> {
    let word = field(form, name)?;
    word.parse().map_err(|_| Trouble::Bad(format!("'{name}' must be a number, and not a very large one.")))
}

/// A bot by its name in forms. How long it thinks is the house's affair.
fn bot(word: &str) -> Result<Level, Trouble> {
    let known = BOTS.iter().find(|(name, ..)| *name == word);
    known.map(|(.., level)| *level).ok_or_else(|| Trouble::Bad(format!("There is no bot '{word}'.")))
}

/// What was agreed on before the game, put together from the form's answers.
fn options(room: &dyn WebRoom, form: &HashMap<String, String>) -> Result<Value, Trouble> {
    let mut options = serde_json::Map::new();
    for choice in room.choices() {
        let Some(word) = form.get(choice.name) else { continue };
        let answer = choice.answers.iter().find(|(code, ..)| code == word);
        let (.., json) =
            answer.ok_or_else(|| Trouble::Bad(format!("There is no {} '{word}'.", choice.name)))?;
        let part =
            serde_json::from_str(json).map_err(|e| Trouble::Broken(format!("{}: {e}", choice.name)))?;
        options.extend::<serde_json::Map<_, _>>(part);
    }
    Ok(Value::Object(options))
}

/// The deck that a form brings: a list, or else a deck of the house; nothing is the usual one. Every rule that it breaks.
fn brought(
    room: &dyn WebRoom,
    options: &Value,
    house_decks: bool,
    form: &HashMap<String, String>,
) -> Result<String, Vec<String>> {
    let word = |name: &str| form.get(name).map_or("", |text| text.trim());
    let decks = room.decks();
    let (list, deck) = (word("list"), word("deck"));
    if decks.is_empty() || (list.is_empty() && deck.is_empty()) {
        return Ok(String::new());
    }
    if !list.is_empty() {
        if house_decks {
            return Err(vec!["at this table everybody plays a deck of the house: choose one of them".into()]);
        }
        // A list of one line is a list too.
        return room.deck(&format!("{list}\n"), options);
    }
    if decks.iter().all(|(name, _)| *name != deck) {
        let names: Vec<&str> = decks.iter().map(|(name, _)| *name).collect();
        return Err(vec![format!("there is no deck '{deck}'; decks are {}", names.join(", "))]);
    }
    room.deck(deck, options)
}

/// A form whose deck cannot be played comes back as it was filled in, with every rule that the deck breaks.
fn deck_again(
    room: &dyn WebRoom,
    to: &str,
    house_decks: bool,
    form: &HashMap<String, String>,
    broken: &[String],
) -> Response {
    let page = pages::deck(room, to, house_decks, form, broken);
    (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
}

/// Where somebody brings a deck of their own to a table. The address can name it.
async fn deck(
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

async fn open_table(State(house): Shared, came: Came, headers: HeaderMap, Fields(form): Fields) -> Answer {
    let game = field(&form, "game")?;
    let room = room(game).ok_or(Trouble::NotFound)?;
    let level = bot(field(&form, "level")?)?;
    let with = field(&form, "with")?;
    let clock = form.get("clock").map_or("none", String::as_str);
    let options = options(room, &form)?;
    let house_decks = form.contains_key("house_decks");
    let deck = match brought(room, &options, house_decks, &form) {
        Ok(deck) => deck,
        Err(broken) => return Ok(deck_again(room, "/open", house_decks, &form, &broken)),
    };
    let wish = Wish {
        deck,
        house_decks,
        game: game.to_owned(),
        seats: number(&form, "seats")?,
        bots: (with == "bots").then_some(level),
        listed: with == "strangers",
        options,
        clock: Clock::read(clock).ok_or_else(|| Trouble::Bad(format!("There is no clock '{clock}'.")))?,
    };
    let (guest, cookie) = greet(&house, came, &headers).await?;
    let id = house.open(&guest, wish).await?;
    Ok(welcome(to_table(&id), cookie))
}

/// The name in a form, made fit to print.
fn named(form: &HashMap<String, String>) -> Result<String, Trouble> {
    names::choose(field(form, "name")?)
}

async fn name(State(house): Shared, came: Came, headers: HeaderMap, Fields(form): Fields) -> Answer {
    let name = named(&form)?;
    let (guest, cookie) = greet(&house, came, &headers).await?;
    house.may_be_called(&guest, &name).await?;
    let guest = house.guests.rename(&guest, &name).await?;
    house.rename(&guest).await?;
    let back = headers.get(header::REFERER).and_then(|v| v.to_str().ok()).and_then(own_path);
    Ok(welcome(Redirect::to(back.unwrap_or("/")).into_response(), cookie))
}

/// The path of one of our own addresses.
fn own_path(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let at = rest.find('/')?;
    rest[at..].strip_prefix("/t/").map(|_| &rest[at..])
}

async fn table(
    State(house): Shared,
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
    look(&house, &headers, &id, pages::table).await
}

async fn part(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    look(&house, &headers, &id, |sitting, guest| pages::part(sitting, guest, has(sitting, &headers))).await
}

/// How many lines of the log the page has that asks: all that were told when it was made, unless choices were taken back
/// since.
fn has(sitting: &Sitting, headers: &HeaderMap) -> usize {
    let words = headers.get("x-log").and_then(|v| v.to_str().ok()).and_then(|v| v.split_once(' '));
    let read = |(lines, version): (&str, &str)| Some((lines.parse().ok()?, version.parse::<u64>().ok()?));
    let (lines, version) = words.and_then(read).unwrap_or((0, 0));
    if version < sitting.rewritten { 0 } else { lines }
}

/// Somebody looks at a table.
async fn look(
    house: &Arc<House>,
    headers: &HeaderMap,
    id: &str,
    page: impl FnOnce(&Sitting, Option<&Guest>) -> maud::Markup,
) -> Answer {
    let guest = house.guests.who(headers).await?;
    let live = house.find(id).await?;
    let mut sitting = live.lock().await?;
    if let Some(guest) = &guest {
        house.shows_himself(&live, &mut sitting, guest).await?;
        sitting.note_fetched(guest.id, now());
    }
    Ok(page(&sitting, guest.as_ref()).into_response())
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
async fn live(
    State(house): Shared,
    Extension(streams): Extension<Arc<Streams>>,
    came: Came,
    line: Option<Extension<Arc<Line>>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Trouble> {
    let guest = house.guests.who(&headers).await?.map(|guest| guest.id);
    let guest = guest
        .ok_or(Trouble::NotYours("Only guests can follow a table live. This page checks again by itself."))?;
    let live = house.find(&id).await?;
    let plays = live.lock().await?.seat_of(Some(guest)).is_some();
    let place = streams.admit(guest, came.map(|Extension(visitor)| visitor.address), plays)?;
    let line = line.map(|Extension(line)| line.stream());
    let bell = live.listen();
    // Also of a guest who only watches: they may sit down later.
    live.here.listens(guest);
    let held = (Listener { live, guest }, Ear::new(), place, line);
    let changes = WatchStream::new(bell).take_while(|version| *version != CLOSED).map(move |version| {
        let _here = &held;
        Ok::<Event, Infallible>(Event::default().data(version.to_string()).retry(Duration::from_secs(2)))
    });
    let stream = Sse::new(changes).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // Some proxies collect what they hand on, unless they are asked not to.
    Ok(([("x-accel-buffering", "no")], stream))
}

/// After a form: the script gets the part that has changed, a browser without it goes back to the page.
async fn after(house: &Arc<House>, headers: &HeaderMap, id: &str, guest: &Guest) -> Answer {
    if !headers.contains_key("x-part") {
        return Ok(to_table(id));
    }
    let live = house.find(id).await?;
    let sitting = live.lock().await?;
    Ok(pages::part(&sitting, Some(guest), has(&sitting, headers)).into_response())
}

async fn sit(
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
async fn command(
    State(house): Shared,
    came: Came,
    headers: HeaderMap,
    Path((id, what)): Path<(String, String)>,
    Fields(form): Fields,
) -> Answer {
    let (house, headers, id, form) = (&house, &headers, id.as_str(), &form);
    let guest = known(house, came, headers).await?;
    match what.as_str() {
        "act" => house.act(id, &guest, number(form, "ply")?, number(form, "pick")?).await?,
        "back" => house.take_back(id, &guest).await?,
        "say" => house.say(id, &guest, field(form, "text")?).await?,
        "mute" => house.mute(id, &guest, number(form, "line")?).await?,
        "order" => house.order(id, &guest, field(form, "order")?, true).await?,
        "ask" => house.order(id, &guest, field(form, "order")?, false).await?,
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
    let sitting = live.lock().await?;
    let eyes = pages::Eyes::read(moment.eyes.as_deref(), &sitting, guest.as_ref())?;
    Ok(pages::replay(&sitting, guest.as_ref(), moment.at, eyes)?.into_response())
}

async fn analysis(State(house): Shared, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let guest = house.guests.who(&headers).await?;
    let job = house.analysis(&id).await?;
    let live = house.find(&id).await?;
    let sitting = live.lock().await?;
    Ok(pages::analysis(&sitting, guest.as_ref(), &job)?.into_response())
}

/// The record of a finished game. It holds the seed, so nobody gets it before.
async fn record(State(house): Shared, Path(id): Path<String>) -> Answer {
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

async fn branch(
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

async fn rules(Path(game): Path<String>) -> Answer {
    Ok(pages::rules(room(&game).ok_or(Trouble::NotFound)?).into_response())
}

async fn gallery(Path(game): Path<String>) -> Answer {
    Ok(pages::gallery(room(&game).ok_or(Trouble::NotFound)?).into_response())
}

fn file_of(kind: &'static str, text: impl Into<axum::body::Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    (StatusCode::OK, headers, text.into()).into_response()
}

async fn metrics_page(State(house): Shared) -> Answer {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, figures::page(&house).await?).into_response())
}

async fn art(Path(path): Path<String>) -> Answer {
    let path = path.strip_suffix(".svg").ok_or(Trouble::NotFound)?;
    let picture = match path.split_once('/') {
        None if path == "mark" => Some(art::mark()),
        Some((game, "poster")) => art::poster(game),
        Some((game, card)) => art::svg(game, card),
        None => None,
    };
    Ok(file_of("image/svg+xml", picture.ok_or(Trouble::NotFound)?))
}

/// The film of a shot, as numbers for the script or as a picture. It needs nothing but what all know.
async fn film(Path((lie, aim, strength, file)): Path<(String, String, String, String)>) -> Answer {
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

async fn asset(Path((edition, name)): Path<(String, String)>) -> Answer {
    let (_, text) = ASSETS.iter().find(|(n, _)| *n == name).ok_or(Trouble::NotFound)?;
    let kind =
        if name.ends_with(".css") { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" };
    let mut response = file_of(kind, *text);
    // What this program sends never changes; what another one sent under that address is gone.
    let keep = if edition == *assets::EDITION { "public, max-age=31536000, immutable" } else { "no-store" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    Ok(response)
}
