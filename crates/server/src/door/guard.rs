//! What holds for every request: commands are carried to their end, whoever comes in is looked at, and what is asked for is
//! counted, limited and squeezed.
//!
//! One layer of the router does all of that ([`come_in`]). A router copies each of its layers with all that lies behind it for
//! every request, which costs a table with many moves more than drawing them.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::runtime::Handle;

use crate::figures;
use crate::guests::{self, Token, Welcome};
use crate::host::Names;
use crate::house::House;
use crate::limits::Limits;
use crate::proxy::Visitor;
use crate::squeeze::squeeze;
use crate::streams::Streams;
use crate::trouble::Trouble;

/// No form of the house is larger.
const LARGEST_BODY: usize = 16 * 1024;

/// How the house is called in a request: `https://play.example.org`.
#[derive(Clone)]
pub(super) struct Called(pub(super) String);

/// What stands between a visitor and the pages.
pub(super) struct Porch {
    pub(super) porter: Porter,
    pub(super) streams: Arc<Streams>,
    /// How much anybody may ask for; `None`: as much as they like.
    pub(super) limits: Option<Limits>,
}

impl Porch {
    /// Lets a request through to what it asks for, unless that is too much.
    async fn let_through(&self, mut request: Request, next: Next) -> Response {
        if let Some(limits) = &self.limits
            && let Err(trouble) = limits.allow(&mut request).await
        {
            return trouble.into_response();
        }
        DefaultBodyLimit::max(LARGEST_BODY).apply(&mut request);
        request.extensions_mut().insert(Arc::clone(&self.streams));
        next.run(request).await
    }
}

/// Lets a request in, and its answer out.
pub(super) async fn come_in(State(porch): State<Arc<Porch>>, request: Request, next: Next) -> Response {
    let inside = |request| async move {
        let behind = |request| squeeze(request, |request| porch.let_through(request, next));
        figures::count(request, |request| guard(&porch.porter, request, behind)).await
    };
    to_the_end(request, inside).await
}

/// The same at a door that leads to nothing but figures.
pub(super) async fn come_to_read(
    State(porter): State<Arc<Porter>>,
    request: Request,
    next: Next,
) -> Response {
    guard(&porter, request, |request| next.run(request)).await
}

/// Carries a command to its end. A browser that goes away in the middle stops nothing: what was begun at a table is kept or
/// refused, told, and answered by the bots. A look needs no such care: what it may change is one commit, and a table in
/// doubt is read again.
async fn to_the_end<F: Future<Output = Response> + Send + 'static>(
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    if request.method() != Method::POST {
        return next(request).await;
    }
    ToTheEnd(Some(Box::pin(next(request)))).await.unwrap_or_else(|| {
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
pub(super) struct Porter {
    pub(super) house: Arc<House>,
    /// What the house answers to; `None`: to everything.
    pub(super) names: Option<Names>,
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
async fn guard<F: Future<Output = Response>>(
    porter: &Porter,
    mut request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let (https, mut token) = match porter.greet(&request) {
        Err(trouble) => return finish(trouble.into_response(), false, None),
        Ok(false) => (false, None),
        Ok(true) => (true, porter.outdated(request.headers()).await),
    };
    if names_the_house(&request) {
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
        let called = host.map(|host| format!("{}://{host}", if https { "https" } else { "http" }));
        request.extensions_mut().insert(Called(called.unwrap_or_default()));
    }
    let mut response = if request.method() == Method::POST && !from_here(request.headers(), https) {
        Trouble::NotYours("This form was not sent from a page of the house.").into_response()
    } else {
        if let Some(visitor) = request.extensions().get::<Visitor>().filter(|_| arrives(&request)) {
            porter.note(request.headers(), visitor.address).await;
        }
        next(request).await
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

/// Does the answer to this request say where the house is?
fn names_the_house(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    request.method() == Method::GET && matches!(route, Some("/t/{id}" | "/t/{id}/qr.svg"))
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
pub(super) fn welcome(mut response: Response, welcome: Welcome) -> Response {
    if let Some(token) = welcome {
        response.extensions_mut().insert(token);
    }
    response
}
