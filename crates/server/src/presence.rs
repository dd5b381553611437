//! Who is at a table just now: whoever hears its bell, or has asked for one of its pages a moment ago.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::store::Millis;

/// Whoever had a stream and lost it is away after this.
const LOST: Millis = 20_000;
/// A browser without a stream only shows itself with each page.
const SILENT: Millis = 90_000;

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    streams: u32,
    streamed: bool,
    last: Millis,
}

/// The guests of a table who have shown themselves since it was brought into memory.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<i64, Seen>>);

impl Presence {
    fn with<T>(&self, guest: i64, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(guest).or_default())
    }

    /// A guest asks for a page.
    pub fn seen(&self, guest: i64, now: Millis) {
        self.with(guest, |seen| seen.last = seen.last.max(now));
    }

    /// A guest begins to listen.
    pub fn listens(&self, guest: i64) {
        self.with(guest, |seen| {
            seen.streams += 1;
            seen.streamed = true;
        });
    }

    /// A guest listens no longer.
    pub fn leaves(&self, guest: i64, now: Millis) {
        self.with(guest, |seen| {
            seen.streams = seen.streams.saturating_sub(1);
            seen.last = seen.last.max(now);
        });
    }

    /// Since when the guest has been away, if they are. `since` is when the table came into memory: nobody was here before.
    pub fn away(&self, guest: i64, since: Millis, now: Millis) -> Option<Millis> {
        self.with(guest, |seen| {
            let last = seen.last.max(since);
            let patience = if seen.streamed { LOST } else { SILENT };
            (seen.streams == 0 && now - last > patience).then_some(last + patience)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_listens_is_there_and_whoever_is_silent_is_away_after_a_while() {
        let here = Presence::default();
        assert_eq!(here.away(1, 0, SILENT), None);
        assert_eq!(here.away(1, 0, SILENT + 1), Some(SILENT));
        here.seen(1, 5_000);
        assert_eq!(here.away(1, 0, SILENT + 1), None);
        here.listens(1);
        here.listens(1);
        here.leaves(1, 10_000);
        assert_eq!(here.away(1, 0, 1_000_000), None, "the other tab still listens");
        here.leaves(1, 200_000);
        assert_eq!(here.away(1, 0, 200_000 + LOST), None);
        assert_eq!(here.away(1, 0, 200_001 + LOST), Some(200_000 + LOST));
    }
}
