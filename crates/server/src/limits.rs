//! How much one guest, and one address, may ask for. Applied before a command reaches a table.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::guests;
use crate::trouble::Trouble;

/// Commands a second for one guest, and how many may come at once.
const GUEST: (NonZeroU32, NonZeroU32) = pair(15, 60);
/// The same for one address: a household, or a school.
const ADDRESS: (NonZeroU32, NonZeroU32) = pair(150, 600);
/// The same for what makes the house think: hints, and looks at an analysis.
const GUEST_THINKS: (NonZeroU32, NonZeroU32) = pair(2, 20);
const ADDRESS_THINKS: (NonZeroU32, NonZeroU32) = pair(20, 200);
/// After this many commands those who have been quiet are forgotten.
const TIDY_EVERY: u64 = 10_000;

const fn pair(a: u32, b: u32) -> (NonZeroU32, NonZeroU32) {
    match (NonZeroU32::new(a), NonZeroU32::new(b)) {
        (Some(a), Some(b)) => (a, b),
        _ => (NonZeroU32::MIN, NonZeroU32::MIN),
    }
}

/// Keeps count of who asks.
pub struct Limits {
    commands: Count,
    thoughts: Count,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { commands: Count::new(GUEST, ADDRESS), thoughts: Count::new(GUEST_THINKS, ADDRESS_THINKS) }
    }
}

/// Keeps count of one kind of request.
struct Count {
    guests: DefaultKeyedRateLimiter<u64>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    asked: std::sync::atomic::AtomicU64,
}

impl Count {
    fn new(guest: (NonZeroU32, NonZeroU32), address: (NonZeroU32, NonZeroU32)) -> Count {
        let quota = |(each, burst)| Quota::per_second(each).allow_burst(burst);
        Count {
            guests: RateLimiter::keyed(quota(guest)),
            addresses: RateLimiter::keyed(quota(address)),
            asked: 0.into(),
        }
    }

    /// May this guest, from this address, ask again now?
    fn allow(&self, token: Option<&str>, address: Option<IpAddr>) -> bool {
        let asked = self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if asked % TIDY_EVERY == TIDY_EVERY - 1 {
            self.guests.retain_recent();
            self.addresses.retain_recent();
        }
        let key = |token: &str| {
            let mut hasher = DefaultHasher::new();
            token.hash(&mut hasher);
            hasher.finish()
        };
        address.is_none_or(|a| self.addresses.check_key(&a).is_ok())
            && token.is_none_or(|t| self.guests.check_key(&key(t)).is_ok())
    }
}

/// Lets a command through, or asks for patience.
pub async fn limit(State(limits): State<Arc<Limits>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let thinks = path.starts_with("/t/") && (path.ends_with("/hint") || path.ends_with("/analysis"));
    let counts =
        [(request.method() == Method::POST).then_some(&limits.commands), thinks.then_some(&limits.thoughts)];
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let token = guests::token(request.headers());
    if !counts.into_iter().flatten().all(|count| count.allow(token, address)) {
        return Trouble::Busy.into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_who_hurries_has_to_wait_and_others_do_not() {
        let limits = Limits::default().commands;
        let here: IpAddr = [127, 0, 0, 1].into();
        let mut allowed = 0;
        while limits.allow(Some("a"), Some(here)) {
            allowed += 1;
            assert!(allowed < 1000);
        }
        assert!(allowed >= GUEST.1.get());
        assert!(limits.allow(Some("b"), Some(here)));
        // Without a cookie the address counts.
        let mut strangers = 0;
        while limits.allow(None, Some(here)) {
            strangers += 1;
            assert!(strangers < 10_000);
        }
        assert!(!limits.allow(Some("b"), Some(here)));
        assert!(limits.allow(Some("b"), Some([127, 0, 0, 2].into())));
        // The house thinks less often than it listens.
        let thoughts = Limits::default().thoughts;
        let allowed = (0..200).filter(|_| thoughts.allow(Some("a"), Some(here))).count() as u32;
        assert!((GUEST_THINKS.1.get()..GUEST.1.get()).contains(&allowed), "{allowed}");
    }
}
