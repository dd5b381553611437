//! How much one guest, and one address, may ask for. Applied before a request reaches a table.
//!
//! What is refused costs nothing: a guest who asks too often uses up nothing that others at the same address need, and
//! neither does whoever sends forms without being a guest, nor a form from somebody else's page.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::Method;

use crate::figures;
use crate::house::House;
use crate::proxy::Visitor;
use crate::rooms::ROOMS;
use crate::trouble::Trouble;

/// How often something may be asked for.
#[derive(Clone, Copy, Debug)]
struct Often {
    a_second: u32,
    at_once: u32,
}

/// How often each of them may ask.
#[derive(Clone, Copy, Debug)]
struct Quota {
    guest: Often,
    /// All guests of one address: a household, or a school.
    address: Often,
    /// Everybody else at that address.
    strangers: Often,
}

const fn often(a_second: u32, at_once: u32) -> Often {
    Often { a_second, at_once }
}

/// Forms.
const COMMANDS: Quota = Quota { guest: often(15, 60), address: often(150, 600), strangers: often(10, 120) };
/// New tables. Each of them is dealt, kept, and played at by bots.
const TABLES: Quota = Quota { guest: often(1, 20), address: often(5, 100), strangers: often(2, 40) };
/// What makes the house think: hints, and looks at an analysis.
const THOUGHTS: Quota = Quota { guest: often(2, 20), address: often(20, 200), strangers: often(2, 20) };
/// What has to be played or computed again before it can be shown: films of shots, replays, records.
const SHOWS: Quota = Quota { guest: often(10, 60), address: often(40, 300), strangers: often(20, 120) };

/// After this many requests those who have been quiet are forgotten.
const TIDY_EVERY: u32 = 10_000;

/// For each who asks, when all they have asked for will have been made up for: each request adds its share of a second,
/// and whoever is further ahead than `at_once` requests has to wait.
struct Ahead<K> {
    share: Duration,
    most: Duration,
    until: HashMap<K, Instant>,
}

impl<K: Hash + Eq> Ahead<K> {
    fn new(often: Often) -> Ahead<K> {
        let share = Duration::from_secs(1) / often.a_second;
        Ahead { share, most: share * often.at_once, until: HashMap::new() }
    }

    /// When they would have made up for one more, if they may ask for it now.
    fn more(&self, key: &K, now: Instant) -> Option<Instant> {
        let until = self.until.get(key).copied().map_or(now, |until| until.max(now)) + self.share;
        (until <= now + self.most).then_some(until)
    }

    fn tidy(&mut self, now: Instant) {
        self.until.retain(|_, until| *until > now);
    }
}

/// Keeps count of one kind of request.
struct Count(Mutex<Counts>);

struct Counts {
    guests: Ahead<i64>,
    addresses: Ahead<IpAddr>,
    strangers: Ahead<IpAddr>,
    asked: u32,
}

impl Count {
    fn new(quota: Quota) -> Count {
        Count(Mutex::new(Counts {
            guests: Ahead::new(quota.guest),
            addresses: Ahead::new(quota.address),
            strangers: Ahead::new(quota.strangers),
            asked: 0,
        }))
    }

    /// May they ask again now? Only what may be asked counts.
    fn allow(&self, guest: Option<i64>, address: Option<IpAddr>, now: Instant) -> bool {
        let counts = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.asked += 1;
        if counts.asked >= TIDY_EVERY {
            counts.asked = 0;
            counts.guests.tidy(now);
            counts.addresses.tidy(now);
            counts.strangers.tidy(now);
        }
        let Some(guest) = guest else {
            let Some(address) = address else { return true };
            let more = counts.strangers.more(&address, now);
            return more.is_some_and(|until| {
                counts.strangers.until.insert(address, until);
                true
            });
        };
        let Some(mine) = counts.guests.more(&guest, now) else { return false };
        if let Some(address) = address {
            let Some(ours) = counts.addresses.more(&address, now) else { return false };
            counts.addresses.until.insert(address, ours);
        }
        counts.guests.until.insert(guest, mine);
        true
    }
}

/// Keeps count of who asks.
pub struct Limits {
    house: Arc<House>,
    commands: Count,
    tables: Count,
    thoughts: Count,
    shows: Count,
}

impl Limits {
    /// Nobody has asked for anything yet.
    pub fn new(house: Arc<House>) -> Limits {
        Limits {
            house,
            commands: Count::new(COMMANDS),
            tables: Count::new(TABLES),
            thoughts: Count::new(THOUGHTS),
            shows: Count::new(SHOWS),
        }
    }

    /// What a request counts as. The route decides, after it was found: however a path was written, it leads here or
    /// nowhere.
    async fn counts(&self, request: &mut Request) -> [Option<&Count>; 2] {
        let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
        let what = figures::command(request).await;
        let costly = match route.as_deref() {
            Some("/open" | "/t/{id}/branch") => Some(&self.tables),
            Some("/t/{id}/{what}") if what.as_deref() == Some("rematch") => Some(&self.tables),
            Some("/t/{id}/analysis") => Some(&self.thoughts),
            Some("/t/{id}/{what}") if what.as_deref() == Some("hint") => Some(&self.thoughts),
            Some("/t/{id}/replay" | "/t/{id}/record") => Some(&self.shows),
            Some(own) if ROOMS.iter().any(|room| room.costly().contains(&own)) => Some(&self.shows),
            _ => None,
        };
        // What is rarer is asked first: a hint that has to wait costs no command.
        [costly, (request.method() == Method::POST).then_some(&self.commands)]
    }

    /// Lets a request through, or asks for patience.
    pub async fn allow(&self, request: &mut Request) -> Result<(), Trouble> {
        let counts = self.counts(request).await;
        if counts.iter().any(Option::is_some) {
            let address = request.extensions().get::<Visitor>().map(|visitor| visitor.address);
            let guest = self.house.guests.who(request.headers()).await?.map(|guest| guest.id);
            let now = Instant::now();
            if !counts.into_iter().flatten().all(|count| count.allow(guest, address, now)) {
                return Err(Trouble::Busy);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)));
    const THERE: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2)));

    fn allowed(count: &Count, guest: Option<i64>, address: Option<IpAddr>, now: Instant) -> u32 {
        (0..10_000).filter(|_| count.allow(guest, address, now)).count() as u32
    }

    #[test]
    fn a_guest_who_hurries_has_to_wait_and_others_do_not() {
        let (count, now) = (Count::new(COMMANDS), Instant::now());
        assert_eq!(allowed(&count, Some(1), HERE, now), COMMANDS.guest.at_once);
        assert_eq!(allowed(&count, Some(1), THERE, now), 0, "wherever they call from");
        assert_eq!(allowed(&count, Some(2), HERE, now), COMMANDS.guest.at_once);
        // A second later there is a second's worth.
        let later = now + Duration::from_secs(1);
        assert_eq!(allowed(&count, Some(1), HERE, later), COMMANDS.guest.a_second);
        let long_after = now + Duration::from_secs(3600);
        assert_eq!(allowed(&count, Some(1), HERE, long_after), COMMANDS.guest.at_once, "and never more");
    }

    #[test]
    fn what_is_refused_is_not_taken_from_others_at_the_same_address() {
        let (count, now) = (Count::new(COMMANDS), Instant::now());
        // One rude guest asks ten thousand times, somebody without a cookie as well.
        assert_eq!(allowed(&count, Some(1), HERE, now), COMMANDS.guest.at_once);
        assert_eq!(allowed(&count, None, HERE, now), COMMANDS.strangers.at_once);
        // All that the address has left is there for the polite ones: nine more guests with all of theirs.
        let polite =
            (2..20).filter(|guest| allowed(&count, Some(*guest), HERE, now) == COMMANDS.guest.at_once);
        assert_eq!(polite.count() as u32, COMMANDS.address.at_once / COMMANDS.guest.at_once - 1);
        // Whoever was refused because of the address has lost nothing of their own.
        assert!(!count.allow(Some(30), HERE, now));
        assert_eq!(allowed(&count, Some(30), THERE, now), COMMANDS.guest.at_once);
    }

    #[test]
    fn the_house_thinks_less_often_than_it_listens_and_forgets_the_quiet() {
        let (count, now) = (Count::new(THOUGHTS), Instant::now());
        assert_eq!(allowed(&count, Some(1), HERE, now), THOUGHTS.guest.at_once);
        let long_after = now + Duration::from_secs(3600);
        for stranger in 0..TIDY_EVERY {
            count.allow(None, Some(IpAddr::V4(stranger.into())), long_after);
        }
        let counts = count.0.lock().unwrap();
        assert!(counts.guests.until.is_empty() && counts.addresses.until.is_empty());
    }
}
