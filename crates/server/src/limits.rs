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
/// After so many commands those who have been quiet are forgotten.
const TIDY_EVERY: u64 = 10_000;

const fn pair(a: u32, b: u32) -> (NonZeroU32, NonZeroU32) {
    match (NonZeroU32::new(a), NonZeroU32::new(b)) {
        (Some(a), Some(b)) => (a, b),
        _ => (NonZeroU32::MIN, NonZeroU32::MIN),
    }
}

/// Keeps count of who asks.
pub struct Limits {
    guests: DefaultKeyedRateLimiter<u64>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    asked: std::sync::atomic::AtomicU64,
}

impl Default for Limits {
    fn default() -> Self {
        let quota = |(each, burst)| Quota::per_second(each).allow_burst(burst);
        Limits {
            guests: RateLimiter::keyed(quota(GUEST)),
            addresses: RateLimiter::keyed(quota(ADDRESS)),
            asked: 0.into(),
        }
    }
}

impl Limits {
    /// May this guest, from this address, give another command now?
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
    if request.method() == Method::POST {
        let address = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        if !limits.allow(guests::token(request.headers()), address) {
            return Trouble::Busy.into_response();
        }
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_who_hurries_has_to_wait_and_others_do_not() {
        let limits = Limits::default();
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
    }
}
