//! Who may listen to tables, and how many at once. A stream holds its connection for as long as a page is open, so streams
//! are counted apart from everything else: by guest, by address, and in all, with places kept for those who play.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::trouble::Trouble;

/// Pages of one guest that listen at the same time.
pub const OF_A_GUEST: usize = 12;

/// How many may listen.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// In all.
    pub all: usize,
    /// Of those, without a seat at the table.
    pub watching: usize,
    /// From one address.
    pub of_an_address: usize,
    /// Of one guest.
    pub of_a_guest: usize,
}

impl Most {
    /// For a house that takes so many connections. A quarter of them is never given to streams: that is for pages and
    /// choices. Those who only watch get at most half of what streams have.
    pub const fn of(connections: usize) -> Most {
        let all = connections / 4 * 3;
        Most { all, watching: all / 2, of_an_address: connections / 16, of_a_guest: OF_A_GUEST }
    }

    /// The same, but nobody is told that they have enough.
    pub const fn without_limits(self) -> Most {
        Most { watching: self.all, of_an_address: self.all, of_a_guest: self.all, ..self }
    }
}

#[derive(Debug, Default)]
struct Now {
    all: usize,
    watching: usize,
    guests: HashMap<i64, usize>,
    addresses: HashMap<IpAddr, usize>,
}

/// Everybody who listens.
#[derive(Debug)]
pub struct Streams {
    most: Most,
    now: Mutex<Now>,
}

/// A place to listen from, free again when it is dropped.
#[derive(Debug)]
pub struct Admission {
    streams: Arc<Streams>,
    guest: i64,
    address: Option<IpAddr>,
    plays: bool,
}

impl Streams {
    /// Nobody yet.
    pub fn new(most: Most) -> Arc<Streams> {
        Arc::new(Streams { most, now: Mutex::default() })
    }

    /// How many listen.
    pub fn count(&self) -> usize {
        self.now().all
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a guest, who has a seat at the table or only watches.
    pub fn admit(
        self: &Arc<Self>,
        guest: i64,
        address: Option<IpAddr>,
        plays: bool,
    ) -> Result<Admission, Trouble> {
        let most = &self.most;
        let mut now = self.now();
        if now.guests.get(&guest).is_some_and(|n| *n >= most.of_a_guest) {
            return Err(Trouble::Enough(
                "You have too many tables open at once. Close another page of the house, and this one carries on \
                 by itself.",
            ));
        }
        if address.and_then(|address| now.addresses.get(&address)).is_some_and(|n| *n >= most.of_an_address) {
            return Err(Trouble::Enough(
                "Too many pages at your address are following tables. This one checks again by itself.",
            ));
        }
        if now.all >= most.all || !plays && now.watching >= most.watching {
            return Err(Trouble::Full);
        }
        now.all += 1;
        now.watching += usize::from(!plays);
        *now.guests.entry(guest).or_default() += 1;
        if let Some(address) = address {
            *now.addresses.entry(address).or_default() += 1;
        }
        Ok(Admission { streams: Arc::clone(self), guest, address, plays })
    }
}

/// One fewer; whoever has none left is forgotten.
fn less<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut now = self.streams.now();
        now.all -= 1;
        now.watching -= usize::from(!self.plays);
        less(&mut now.guests, self.guest);
        if let Some(address) = self.address {
            less(&mut now.addresses, address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Most = Most { all: 8, watching: 4, of_an_address: 3, of_a_guest: 2 };

    fn address(n: u8) -> Option<IpAddr> {
        Some([192, 0, 2, n].into())
    }

    #[test]
    fn a_guest_and_an_address_get_so_many_and_others_still_get_theirs() {
        let streams = Streams::new(MOST);
        let first = streams.admit(1, address(1), true).unwrap();
        let _second = streams.admit(1, address(2), true).unwrap();
        // In words, and by guest wherever they call from.
        let words = streams.admit(1, address(3), true).unwrap_err().to_string();
        assert!(words.contains("too many tables open"), "{words}");
        let _third = streams.admit(2, address(1), true).unwrap();
        let _fourth = streams.admit(3, address(1), true).unwrap();
        let words = streams.admit(4, address(1), true).unwrap_err().to_string();
        assert!(words.contains("at your address"), "{words}");
        let _fifth = streams.admit(4, address(4), true).unwrap();
        drop(first);
        let _again = streams.admit(1, address(3), true).unwrap();
        assert_eq!(streams.count(), 5);
    }

    #[test]
    fn those_who_play_have_places_that_watchers_cannot_take() {
        let streams = Streams::new(MOST);
        let mut all: Vec<Admission> =
            (0..4).map(|n| streams.admit(n, address(n as u8), false).unwrap()).collect();
        assert!(matches!(streams.admit(9, address(9), false), Err(Trouble::Full)));
        all.extend((10..14).map(|n| streams.admit(n, address(n as u8), true).unwrap()));
        assert!(matches!(streams.admit(20, address(20), true), Err(Trouble::Full)));
        drop(all);
        assert_eq!(streams.count(), 0);
        let now = streams.now();
        assert!(now.guests.is_empty() && now.addresses.is_empty(), "those who have gone are forgotten");
    }

    #[test]
    fn streams_leave_a_quarter_of_all_connections_to_others() {
        let most = Most::of(8192);
        assert_eq!((most.all, most.watching, most.of_an_address), (6144, 3072, 512));
        assert!(most.without_limits().all == most.all, "also where nothing else is limited");
    }
}
