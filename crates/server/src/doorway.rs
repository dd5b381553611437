//! Connections: how many at once, how long a client may take to say what it wants, and how all of them end.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The most connections at once; whoever comes later waits in the system's own queue.
const MOST: usize = 8192;
/// The most of them from one address, so that nobody can take them all.
const MOST_OF_ONE: usize = 2048;
/// A client that takes longer to send the head of a request is not waited for.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a browser may leave what it was sent unconfirmed.
#[cfg(target_os = "linux")]
const SILENCE: Duration = Duration::from_secs(20);
/// How long requests may take to end when the house closes.
const LAST_ORDERS: Duration = Duration::from_secs(5);

/// How many connections each address has.
#[derive(Clone, Default)]
struct Callers(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One connection of an address.
struct Caller(Callers, IpAddr);

impl Callers {
    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more connection of this address, unless it has as many as it may have.
    fn admit(&self, address: IpAddr, most: usize) -> Option<Caller> {
        let mut counts = self.counts();
        let count = counts.entry(address).or_default();
        (*count < most).then(|| {
            *count += 1;
            Caller(self.clone(), address)
        })
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        let mut counts = self.0.counts();
        if let Entry::Occupied(mut count) = counts.entry(self.1) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// A browser that does not confirm anything any more is gone, though nobody has closed the connection: its network is
/// away, or it sleeps. Whoever waits for its player should know.
#[cfg(target_os = "linux")]
fn silence(stream: &tokio::net::TcpStream) {
    let _ = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(SILENCE));
}

#[cfg(not(target_os = "linux"))]
fn silence(_: &tokio::net::TcpStream) {}

/// Serves until told to stop, then lets everybody finish.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    limited: bool,
    stop: impl Future<Output = ()>,
) {
    let room = Arc::new(Semaphore::new(MOST));
    let callers = Callers::default();
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    tokio::pin!(stop);
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, address): (_, SocketAddr) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Most likely there are no more files to be opened; some will be closed soon.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(caller) = callers.admit(address.ip(), if limited { MOST_OF_ONE } else { MOST }) else {
            tracing::warn!("one address has too many connections; one more was closed");
            continue;
        };
        // A choice is a small thing and should go out at once.
        let _ = stream.set_nodelay(true);
        silence(&stream);
        let service = TowerToHyperService::new(routes.clone().layer(Extension(ConnectInfo(address))));
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A client that goes away in the middle is nobody's trouble.
            let _ = connection.await;
            drop((place, caller));
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_ORDERS, graceful.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_take_every_connection() {
        let callers = Callers::default();
        let (here, there) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let mut open: Vec<Caller> = (0..3).filter_map(|_| callers.admit(here, 3)).collect();
        assert_eq!(open.len(), 3);
        assert!(callers.admit(here, 3).is_none() && callers.admit(there, 3).is_some());
        open.pop();
        open.push(callers.admit(here, 3).unwrap());
        drop(open);
        assert!(callers.counts().is_empty(), "those who have gone are forgotten");
    }
}
