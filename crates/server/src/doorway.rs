//! Connections: how many at once, how long a client may take to say what it wants, and how all of them end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// So many connections at once; whoever comes later waits in the system's own queue.
const MOST: usize = 8192;
/// A client that takes longer to send the head of a request is not waited for.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long requests may take to end when the house closes.
const LAST_ORDERS: Duration = Duration::from_secs(5);

/// Serves until told to stop, then lets everybody finish.
pub(crate) async fn serve(listener: TcpListener, routes: Router, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(MOST));
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
        // A choice is a small thing and should go out at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(routes.clone().layer(Extension(ConnectInfo(address))));
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A client that goes away in the middle is nobody's trouble.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_ORDERS, graceful.shutdown()).await;
}
