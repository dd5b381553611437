//! Figures for whoever runs the house, in the form that Prometheus reads.
//!
//! They count and time; they never name a table, a guest or a card, and never tell people from bots or from standing
//! orders: at a house with one table that would be a secret of that table.

use std::sync::OnceLock;
use std::time::Instant;

use axum::RequestExt as _;
use axum::extract::{MatchedPath, RawPathParams, Request};
use axum::response::Response;

use self::book::Book;
use crate::house::House;
use crate::trouble::Trouble;

mod book;

static BOOK: OnceLock<Option<Book>> = OnceLock::new();

/// Begins to count. Once is enough for a program, however many houses it opens.
pub fn begin() {
    BOOK.get_or_init(|| {
        let book = Book::default();
        metrics::set_global_recorder(book.clone()).ok()?;
        metrics::describe_counter!("safehouse_requests_total", "Requests answered, by route and status");
        metrics::describe_histogram!("safehouse_request_seconds", "Time to answer a request, by route");
        metrics::describe_histogram!("safehouse_commit_seconds", "Time until a choice is on disk");
        metrics::describe_counter!("safehouse_choices_total", "Choices kept");
        metrics::describe_gauge!("safehouse_streams", "Browsers that listen");
        metrics::describe_gauge!("safehouse_tables", "Tables kept, by stage");
        metrics::describe_gauge!("safehouse_tables_in_memory", "Tables in use");
        Some(book)
    });
}

/// The page with all figures.
pub async fn page(house: &House) -> Result<String, Trouble> {
    let Some(Some(book)) = BOOK.get() else { return Err(Trouble::NotFound) };
    for (stage, count) in ["waiting", "playing", "over"].into_iter().zip(house.shelf.counts().await?) {
        metrics::gauge!("safehouse_tables", "stage" => stage).set(count as f64);
    }
    metrics::gauge!("safehouse_tables_in_memory").set(house.in_use() as f64);
    Ok(book.page())
}

/// What nobody else sees at a table, whatever comes of it: not counted, since how long a hint takes, or that one was refused,
/// would tell that somebody asked for it.
const UNSEEN: [&str; 4] = ["ask", "hint", "mute", "order"];

/// Counts and times a request.
pub async fn count<F: Future<Output = Response>>(
    mut request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let began = Instant::now();
    // The route, never the address: that has the name of a table in it.
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    if command(&mut request).await.is_some_and(|what| UNSEEN.contains(&what.as_str())) {
        return next(request).await;
    }
    let response = next(request).await;
    let status = response.status().as_str().to_owned();
    metrics::histogram!("safehouse_request_seconds", "route" => route.clone()).record(began.elapsed());
    metrics::counter!("safehouse_requests_total", "route" => route, "status" => status).increment(1);
    response
}

/// What somebody at a table wants to do, however the path was written: by the route, after it was found.
pub(crate) async fn command(request: &mut Request) -> Option<String> {
    let path = request.extensions().get::<MatchedPath>()?;
    if path.as_str() != "/t/{id}/{what}" {
        return None;
    }
    let params = request.extract_parts::<RawPathParams>().await.ok()?;
    params.iter().find(|(name, _)| *name == "what").map(|(_, what)| what.to_owned())
}

/// A browser that listens, for as long as it does.
pub(crate) struct Ear(());

impl Ear {
    pub(crate) fn new() -> Ear {
        metrics::gauge!("safehouse_streams").increment(1.0);
        Ear(())
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        metrics::gauge!("safehouse_streams").decrement(1.0);
    }
}
