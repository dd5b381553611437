//! Bells of guests: whoever looks at the list of their tables hears when something has changed at one of them. They ring with
//! the bells of tables, and for nothing else.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::house::CLOSED;

/// Everybody who listens.
#[derive(Default)]
pub struct Callers(Mutex<HashMap<i64, watch::Sender<u64>>>);

impl Callers {
    fn bells(&self) -> MutexGuard<'_, HashMap<i64, watch::Sender<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears the bell of a guest.
    pub fn listen(&self, guest: i64) -> watch::Receiver<u64> {
        let mut bells = self.bells();
        bells.retain(|_, bell| bell.receiver_count() > 0);
        bells.entry(guest).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    /// Something has changed at a table of these guests.
    pub(crate) fn ring(&self, guests: impl Iterator<Item = i64>) {
        let bells = self.bells();
        if !bells.is_empty() {
            for bell in guests.filter_map(|guest| bells.get(&guest)) {
                bell.send_modify(|rung| *rung = rung.wrapping_add(1) % CLOSED);
            }
        }
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        for bell in self.bells().values() {
            bell.send_replace(CLOSED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_rings_for_its_guest_and_is_taken_down_when_nobody_listens() {
        let callers = Callers::default();
        callers.ring([1, 2].into_iter());
        let (mut one, two) = (callers.listen(1), callers.listen(2));
        callers.ring([1, 3].into_iter());
        assert!(one.has_changed().unwrap() && !two.has_changed().unwrap());
        one.mark_unchanged();
        callers.ring([2].into_iter());
        assert!(!one.has_changed().unwrap() && two.has_changed().unwrap());
        drop(two);
        let _three = callers.listen(3);
        assert_eq!(callers.bells().len(), 2, "the second has gone");
        callers.close();
        assert_eq!(*one.borrow(), CLOSED);
    }
}
