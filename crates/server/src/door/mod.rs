//! The way in: routes, what holds for every request, and what keeps the house open until it is told to close.

mod forms;
mod guard;
mod tables;
mod things;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Extension, State};
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::watch;

use self::guard::{Porch, Porter, come_in, come_to_read};
use crate::doorway::{self, Doorway};
use crate::figures;
use crate::health;
use crate::host::{Names, PublicUrl};
use crate::house::{House, Pace, now};
use crate::lesson;
use crate::limits::Limits;
use crate::proxy::{Proxies, Visitor};
use crate::rooms::ROOMS;
use crate::store::{Lock, Sqlite};
use crate::streams::{Most, Streams};
use crate::trouble::Trouble;

pub(crate) use self::forms::Fields;
pub(crate) use self::things::file_of;

/// How long the store may take to close.
const SHELF_CLOSES: Duration = Duration::from_secs(2);
/// Whoever reads the figures needs few connections.
const READERS: usize = 64;
/// After so many seconds what nobody uses is put away.
const TIDY_EVERY: u64 = 60;
/// After so many seconds the house is looked at: disk, clock, store.
const CHECK_EVERY: u64 = 5;

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
pub struct OpenHouse {
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
pub async fn open(config: &Config) -> Result<OpenHouse, String> {
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
    Ok(OpenHouse { house, shelf, listener, address, metrics, config: config.clone(), lock })
}

impl OpenHouse {
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
        let house = Arc::clone(&self.house);
        let porch = Porch {
            streams: Streams::new(if limited { most } else { most.without_limits() }),
            limits: limited.then(|| Limits::new(Arc::clone(&house))),
            porter: Porter { house, names: Some(Names::new(public, self.address)) },
        };
        let routes = porch.routes();
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

/// Every page, for whoever asks by whatever name: without a door there is nobody to count.
pub fn routes(house: Arc<House>) -> Router {
    let streams = Streams::new(Most::of(doorway::MOST).without_limits());
    Porch { porter: Porter { house, names: None }, streams, limits: None }.routes()
}

impl Porch {
    fn routes(self) -> Router {
        let house = Arc::clone(&self.porter.house);
        let mut routes = Router::new()
            .route("/", get(things::front))
            .route("/open", post(tables::open_table))
            .route("/name", post(tables::name))
            .route("/live", get(tables::calls))
            .route("/t/{id}", get(tables::table))
            .route("/t/{id}/part", get(tables::part))
            .route("/t/{id}/live", get(tables::live))
            .route("/t/{id}/qr.svg", get(tables::qr))
            .route("/t/{id}/deck", get(tables::deck))
            .route("/t/{id}/sit", post(tables::sit))
            .route("/t/{id}/why", get(tables::why))
            .route("/t/{id}/replay", get(tables::replay))
            .route("/t/{id}/analysis", get(tables::analysis))
            .route("/t/{id}/record", get(tables::record))
            .route("/t/{id}/branch", post(tables::branch))
            .route("/t/{id}/{what}", post(tables::command))
            .route("/lesson/{game}", get(lesson::first))
            .route("/lesson/{game}/{step}", get(lesson::step).post(lesson::answer))
            .route("/rules/{game}", get(things::rules))
            .route("/cards/{game}", get(things::gallery))
            .route("/decks/{game}", get(things::decks))
            .route("/card/{edition}/{game}/{card}", get(things::card))
            .route("/art/{*path}", get(things::art))
            .route("/poster/{file}", get(things::poster))
            .route("/assets/{edition}/{name}", get(things::asset))
            .route("/healthz", get(health::page));
        for room in ROOMS {
            routes = routes.merge(room.routes());
        }
        routes
            .fallback(|| async { Trouble::NotFound })
            .layer(middleware::from_fn_with_state(Arc::new(self), come_in))
            .with_state(house)
    }
}

/// The page of figures, at a door of its own.
fn figures_page(house: Arc<House>, names: Names) -> Router {
    let porter = Arc::new(Porter { house: Arc::clone(&house), names: Some(names) });
    Router::new()
        .route("/metrics", get(things::metrics_page))
        .fallback(|| async { Trouble::NotFound })
        .layer(middleware::from_fn_with_state(porter, come_to_read))
        .with_state(house)
}
