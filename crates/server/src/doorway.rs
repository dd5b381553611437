//! Connections: how many at once, how long a client may take to say what it wants, and how all of them end.
//!
//! Nobody waits at the door. When the house has as many connections as it takes, the next one is let in all the same,
//! and one that nothing is asked over is hung up on: the one that has been quiet for longest, of the address that has the
//! most. Streams stay, but they never have more than a part of all connections ([`crate::streams`]).

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tower_service::Service as _;

use crate::proxy::{Proxies, household};

/// The most connections at once.
pub(crate) const MOST: usize = 8192;
/// A client that takes longer to send the head of a request is not waited for.
const PATIENCE: Duration = Duration::from_secs(15);
/// The head of a request is never larger.
const LARGEST_HEAD: usize = 64 * 1024;
/// How long a browser may leave what it was sent unconfirmed.
#[cfg(target_os = "linux")]
const SILENCE: Duration = Duration::from_secs(20);
/// When the house closes, connections over which nothing is asked end after this at the latest,
const LAST_CALL: Duration = Duration::from_secs(1);
/// and all others after this.
const LAST_ORDERS: Duration = Duration::from_secs(4);
/// The log says at most this often that somebody was sent away.
const COMPLAIN_EVERY: Duration = Duration::from_secs(10);

/// One connection.
#[derive(Debug)]
pub(crate) struct Line {
    address: IpAddr,
    /// Is something being answered?
    busy: AtomicBool,
    /// Is it used by a stream?
    streams: AtomicBool,
    /// When something was last asked or answered, in milliseconds since the door was opened.
    used: AtomicU64,
    hang_up: Notify,
}

/// A line that is used by a stream, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Streaming(Arc<Line>);

impl Line {
    /// Marks the line as used by a stream.
    pub(crate) fn stream(self: &Arc<Self>) -> Streaming {
        self.streams.store(true, Ordering::Relaxed);
        Streaming(Arc::clone(self))
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.0.streams.store(false, Ordering::Relaxed);
    }
}

/// Every connection, by the address it comes from.
struct Lines {
    opened: Instant,
    all: Mutex<Switchboard>,
}

#[derive(Default)]
struct Switchboard {
    count: usize,
    by_address: HashMap<IpAddr, Vec<Arc<Line>>>,
}

/// Why a connection was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Engaged {
    /// The address has as many as one may have.
    Address,
    /// All are in use, and none can be ended.
    House,
}

impl Lines {
    fn new() -> Lines {
        Lines { opened: Instant::now(), all: Mutex::default() }
    }

    fn board(&self) -> MutexGuard<'_, Switchboard> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn touch(&self, line: &Line, busy: bool) {
        line.busy.store(busy, Ordering::Relaxed);
        line.used.store(self.opened.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// One more connection. In a full house another one makes room for it.
    fn admit(&self, address: IpAddr, most: usize, of_one: usize) -> Result<Arc<Line>, Engaged> {
        let mut board = self.board();
        if board.by_address.get(&address).is_some_and(|lines| lines.len() >= of_one) {
            return Err(Engaged::Address);
        }
        if board.count >= most {
            let least_needed = board.least_needed().ok_or(Engaged::House)?;
            board.remove(&least_needed);
            least_needed.hang_up.notify_one();
        }
        let line = Arc::new(Line {
            address,
            busy: false.into(),
            streams: false.into(),
            used: (self.opened.elapsed().as_millis() as u64).into(),
            hang_up: Notify::new(),
        });
        board.count += 1;
        board.by_address.entry(address).or_default().push(Arc::clone(&line));
        Ok(line)
    }

    fn forget(&self, line: &Arc<Line>) {
        self.board().remove(line);
    }

    /// Ends every connection over which nothing is being answered.
    fn hang_up_on_the_quiet(&self) {
        let board = self.board();
        let quiet = board.by_address.values().flatten().filter(|line| !line.busy.load(Ordering::Relaxed));
        quiet.for_each(|line| line.hang_up.notify_one());
    }
}

impl Switchboard {
    /// The connection that can go: of the address with the most that are no streams, the one that has been quiet for
    /// longest, or failing that the one that has been busy for longest.
    fn least_needed(&self) -> Option<Arc<Line>> {
        let can_go = |line: &&Arc<Line>| !line.streams.load(Ordering::Relaxed);
        let most = self.by_address.values().max_by_key(|lines| lines.iter().filter(can_go).count())?;
        let first =
            |line: &&Arc<Line>| (line.busy.load(Ordering::Relaxed), line.used.load(Ordering::Relaxed));
        most.iter().filter(can_go).min_by_key(first).cloned()
    }

    /// Whoever was hung up on is not here any more when the connection ends.
    fn remove(&mut self, line: &Arc<Line>) {
        let Some(lines) = self.by_address.get_mut(&line.address) else { return };
        let Some(at) = lines.iter().position(|other| Arc::ptr_eq(other, line)) else { return };
        lines.swap_remove(at);
        self.count -= 1;
        if lines.is_empty() {
            self.by_address.remove(&line.address);
        }
    }
}

/// Says in the log that connections were refused, but not each time.
struct Complaint {
    words: &'static str,
    last: Option<Instant>,
    more: u64,
}

impl Complaint {
    const fn about(words: &'static str) -> Complaint {
        Complaint { words, last: None, more: 0 }
    }

    fn raise(&mut self) {
        self.more += 1;
        if self.last.is_none_or(|last| last.elapsed() >= COMPLAIN_EVERY) {
            tracing::warn!(connections = self.more, "{}", self.words);
            (self.last, self.more) = (Some(Instant::now()), 0);
        }
    }
}

/// A browser that does not confirm anything any more is gone, though nobody has closed the connection: its network is
/// away, or it sleeps. Whoever waits for its player should know.
#[cfg(target_os = "linux")]
fn silence(stream: &TcpStream) {
    let _ = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(SILENCE));
}

#[cfg(not(target_os = "linux"))]
fn silence(_: &TcpStream) {}

/// A door, and who may come through it.
pub(crate) struct Doorway {
    /// Connections at once.
    pub(crate) most: usize,
    /// And from one address, unless it is a trusted proxy: that one speaks for many.
    pub(crate) of_one: usize,
    /// Who is believed about whom they speak for.
    pub(crate) proxies: Proxies,
}

impl Doorway {
    /// Serves until told to stop, then lets everybody finish, for some seconds.
    pub(crate) async fn serve(self, listener: TcpListener, routes: Router, mut stop: watch::Receiver<bool>) {
        let lines = Arc::new(Lines::new());
        let proxies = Arc::new(self.proxies);
        let graceful = GracefulShutdown::new();
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(LARGEST_HEAD);
        let mut too_many = Complaint::about("an address has too many connections; more of them were closed");
        let mut full = Complaint::about("the house has no connection left; callers were sent away");
        let mut failed = Complaint::about("connections could not be accepted");
        let stopped = async move { stop.wait_for(|stop| *stop).await.map_or((), drop) };
        tokio::pin!(stopped);
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut stopped => break,
                accepted = listener.accept() => accepted,
            };
            let (stream, peer): (_, SocketAddr) = match accepted {
                Ok(accepted) => accepted,
                Err(_) => {
                    // Most likely there are no more files to be opened; some will be closed soon.
                    failed.raise();
                    tokio::select! {
                        biased;
                        () = &mut stopped => break,
                        () = tokio::time::sleep(Duration::from_millis(50)) => continue,
                    }
                }
            };
            let peer = peer.ip().to_canonical();
            let of_one = if proxies.trust(peer) { self.most } else { self.of_one };
            let line = match lines.admit(household(peer), self.most, of_one) {
                Ok(line) => line,
                Err(Engaged::Address) => {
                    too_many.raise();
                    continue;
                }
                Err(Engaged::House) => {
                    full.raise();
                    continue;
                }
            };
            // A choice is a small thing and should go out at once.
            let _ = stream.set_nodelay(true);
            silence(&stream);
            let service = {
                let (lines, line, proxies) = (Arc::clone(&lines), Arc::clone(&line), Arc::clone(&proxies));
                let routes = routes.clone();
                service_fn(move |mut request: hyper::Request<Incoming>| {
                    lines.touch(&line, true);
                    let visitor = proxies.visitor(peer, request.headers());
                    request.extensions_mut().insert(visitor);
                    request.extensions_mut().insert(Arc::clone(&line));
                    let answer = routes.clone().call(request);
                    let (lines, line) = (Arc::clone(&lines), Arc::clone(&line));
                    async move {
                        let answer = answer.await;
                        lines.touch(&line, false);
                        Ok::<Response, Infallible>(answer.unwrap_or_else(|never| match never {}))
                    }
                })
            };
            let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
            let lines = Arc::clone(&lines);
            tokio::spawn(async move {
                // A client that goes away in the middle is nobody's trouble.
                tokio::select! {
                    _ = connection => {}
                    () = line.hang_up.notified() => {}
                }
                lines.forget(&line);
            });
        }
        drop(listener);
        let leaving = graceful.shutdown();
        tokio::pin!(leaving);
        if tokio::time::timeout(LAST_CALL, &mut leaving).await.is_err() {
            lines.hang_up_on_the_quiet();
            let _ = tokio::time::timeout(LAST_ORDERS, leaving).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u8) -> IpAddr {
        [192, 0, 2, n].into()
    }

    #[tokio::test]
    async fn one_address_cannot_take_every_connection() {
        let lines = Lines::new();
        let open: Vec<_> = (0..3).map(|_| lines.admit(address(1), 8, 3).unwrap()).collect();
        assert_eq!(lines.admit(address(1), 8, 3).unwrap_err(), Engaged::Address);
        let other = lines.admit(address(2), 8, 3).unwrap();
        lines.forget(&open[0]);
        let again = lines.admit(address(1), 8, 3).unwrap();
        open.iter().chain([&other, &again]).for_each(|line| lines.forget(line));
        assert!(lines.board().by_address.is_empty() && lines.board().count == 0, "the gone are forgotten");
    }

    async fn hung_up(line: &Line) -> bool {
        tokio::time::timeout(Duration::from_millis(1), line.hang_up.notified()).await.is_ok()
    }

    #[tokio::test]
    async fn in_a_full_house_a_quiet_connection_of_whoever_has_most_makes_room() {
        let lines = Lines::new();
        let rude: Vec<_> = (0..4).map(|_| lines.admit(address(1), 5, 5).unwrap()).collect();
        let polite = lines.admit(address(2), 5, 5).unwrap();
        rude.iter().zip(0..).for_each(|(line, used)| line.used.store(used, Ordering::Relaxed));
        let streaming = rude[0].stream();
        rude[1].busy.store(true, Ordering::Relaxed);
        // The stream has been quiet for longest, and stays; then comes one that is busy.
        let mut more = Vec::new();
        for (newcomer, gone) in [(3, 2), (4, 3)] {
            more.push(lines.admit(address(newcomer), 5, 5).unwrap());
            for (n, line) in rude.iter().enumerate() {
                assert_eq!(hung_up(line).await, n == gone, "{newcomer}: {n}");
            }
            assert_eq!(lines.board().count, 5);
        }
        assert!(!hung_up(&polite).await && !hung_up(&more[0]).await);
        // Where all are streams nobody can go.
        let all: Vec<_> = lines.board().by_address.values().flatten().map(Line::stream).collect();
        assert_eq!(lines.admit(address(9), 5, 5).unwrap_err(), Engaged::House);
        drop((all, streaming));
        assert!(lines.admit(address(9), 5, 5).is_ok());
    }
}
