//! Who may think, and when: bots, hints and analyses share as many turns as there are cores.
//!
//! Turns go round: first from address to address, then from guest to guest, then in the order in which thoughts came. So
//! whoever opens a thousand tables waits for themselves, and a stranger waits for one thought at most. A guest can have a
//! few thoughts in line, an address a few more; what goes beyond that is not thought through at all. And when the line
//! is long, whoever is in it thinks less.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// How many thoughts of one guest can be in line: one for each table that thinks.
pub const MOST_OF_GUEST: usize = 8;
/// And how many of one address: a household, or a school.
pub const MOST_OF_ADDRESS: usize = 64;
/// A bot that has not had its turn by then answers without thinking ahead.
pub const PATIENCE: Duration = Duration::from_millis(1000);
/// The log says at most this often that bots think less than they should.
const TELL_EVERY: Duration = Duration::from_secs(60);
/// How many addresses of guests are remembered.
const REMEMBERED: usize = 50_000;

/// On whose account a thought is thought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Payer {
    /// Where they come from; unknown for those who have not been here since the house was opened.
    pub address: Option<IpAddr>,
    /// Who.
    pub guest: i64,
}

impl Payer {
    /// The house itself: the analysis of a finished game is everybody's.
    pub const HOUSE: Payer = Payer { address: None, guest: i64::MIN };
}

/// The line, and who is at work.
pub struct Thinkers {
    line: Mutex<Line>,
    homes: Mutex<HashMap<i64, IpAddr>>,
    slots: usize,
}

/// Those who wait at one address, by guest.
type Guests = VecDeque<(i64, VecDeque<oneshot::Sender<Turn>>)>;

struct Line {
    free: usize,
    /// Those who wait, by address and guest. The front of each is next.
    addresses: VecDeque<(Option<IpAddr>, Guests)>,
    told: Option<Instant>,
    shortened: u64,
}

/// A turn to think. It ends when this is dropped.
pub struct Turn(Option<Arc<Thinkers>>);

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(all) = self.0.take() {
            all.lock().free += 1;
            all.next();
        }
    }
}

impl Line {
    fn waiting(&self, address: Option<IpAddr>) -> usize {
        let here = self.addresses.iter().find(|(whose, _)| *whose == address);
        here.map_or(0, |(_, guests)| guests.iter().map(|(_, line)| line.len()).sum())
    }

    fn join(&mut self, payer: Payer, call: oneshot::Sender<Turn>) -> bool {
        // Whoever no longer waits makes room.
        for (_, guests) in &mut self.addresses {
            guests.iter_mut().for_each(|(_, line)| line.retain(|call| !call.is_closed()));
        }
        let full = self.waiting(payer.address) >= MOST_OF_ADDRESS;
        let line = entry(entry(&mut self.addresses, payer.address), payer.guest);
        let room = payer == Payer::HOUSE || !full && line.len() < MOST_OF_GUEST;
        if room {
            line.push_back(call);
        }
        room
    }

    /// Whoever is next. Their address and they themselves go to the end of the line.
    fn call(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some((address, mut guests)) = self.addresses.pop_front() {
            let mut called = None;
            if let Some((guest, mut line)) = guests.pop_front() {
                called = line.pop_front();
                if !line.is_empty() {
                    guests.push_back((guest, line));
                }
            }
            if !guests.is_empty() {
                self.addresses.push_back((address, guests));
            }
            if let Some(call) = called.filter(|call| !call.is_closed()) {
                return Some(call);
            }
        }
        None
    }
}

fn entry<K: PartialEq + Copy, V: Default>(list: &mut VecDeque<(K, V)>, key: K) -> &mut V {
    let at = list.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
        list.push_back((key, V::default()));
        list.len() - 1
    });
    &mut list[at].1
}

impl Thinkers {
    /// So many can think at the same time.
    pub fn new(slots: usize) -> Arc<Thinkers> {
        let line = Line { free: slots, addresses: VecDeque::new(), told: None, shortened: 0 };
        Arc::new(Thinkers { line: Mutex::new(line), homes: Mutex::default(), slots })
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A guest has come from this address.
    pub fn came_from(&self, guest: i64, address: IpAddr) {
        let mut homes = self.homes.lock().unwrap_or_else(PoisonError::into_inner);
        if homes.len() >= REMEMBERED {
            homes.clear();
        }
        homes.insert(guest, address);
    }

    /// A guest, with the address they last came from.
    pub fn payer(&self, guest: i64) -> Payer {
        let homes = self.homes.lock().unwrap_or_else(PoisonError::into_inner);
        Payer { address: homes.get(&guest).copied(), guest }
    }

    /// Waits for a turn; `None` at once if this guest, or this address, has too many thoughts in line. Whoever stops
    /// waiting leaves the line.
    pub async fn turn(self: &Arc<Self>, payer: Payer) -> Option<Turn> {
        let (call, called) = oneshot::channel();
        if !self.lock().join(payer, call) {
            return None;
        }
        self.next();
        called.await.ok()
    }

    /// Gives free turns to those who are next.
    fn next(self: &Arc<Self>) {
        loop {
            let call = {
                let mut line = self.lock();
                if line.free == 0 {
                    return;
                }
                let Some(call) = line.call() else { return };
                line.free -= 1;
                call
            };
            // A turn that comes back because nobody waits for it any more is given to somebody else in its `drop`.
            let _ = call.send(Turn(Some(Arc::clone(self))));
        }
    }

    /// By how much less whoever pays should think now: 0 for not at all, then half as much with each step. What counts is
    /// how many other addresses wait, and how many thoughts of their own: not how many a single stranger has.
    pub fn pressure(&self, payer: Payer) -> u32 {
        let line = self.lock();
        let crowd = line.addresses.len().max(line.waiting(payer.address)) / self.slots.max(1);
        match crowd {
            0..=3 => 0,
            4..=7 => 1,
            8..=15 => 2,
            _ => 3,
        }
    }

    /// A bot thought less than it should, or not at all. The log says so now and then.
    pub fn shortened(&self) {
        metrics::counter!("safehouse_thoughts_shortened_total").increment(1);
        let mut line = self.lock();
        line.shortened += 1;
        if line.told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            tracing::warn!(
                thoughts = line.shortened,
                waiting_addresses = line.addresses.len(),
                "the house is busy: bots think less than they should"
            );
            (line.told, line.shortened) = (Some(Instant::now()), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn of(address: u8, guest: i64) -> Payer {
        Payer { address: Some([127, 0, 0, address].into()), guest }
    }

    /// The order in which those who wait get their turns, when one turn at a time is free.
    async fn order(waiting: &[Payer]) -> Vec<Payer> {
        let all = Thinkers::new(1);
        let first = all.turn(of(99, 99)).await.unwrap();
        let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
        for payer in waiting.iter().copied() {
            let (all, tell) = (Arc::clone(&all), tell.clone());
            tokio::spawn(async move {
                if let Some(_turn) = all.turn(payer).await {
                    tell.send(payer).unwrap();
                }
            });
            tokio::task::yield_now().await;
        }
        drop((first, tell));
        let mut order = Vec::new();
        while let Some(payer) = told.recv().await {
            order.push(payer);
        }
        order
    }

    #[tokio::test]
    async fn turns_go_round_by_address_and_then_by_guest() {
        let (rude, other, stranger) = (of(1, 1), of(1, 2), of(2, 3));
        let order = order(&[rude, rude, rude, other, stranger, rude]).await;
        assert_eq!(order, [rude, stranger, other, rude, rude, rude]);
    }

    #[tokio::test]
    async fn nobody_can_have_more_than_a_few_thoughts_in_line() {
        let order = order(&[of(1, 1); 3 * MOST_OF_GUEST]).await;
        assert_eq!(order.len(), MOST_OF_GUEST);
        let crowd: Vec<Payer> = (0..3 * MOST_OF_ADDRESS as i64).map(|guest| of(1, guest)).collect();
        assert_eq!(self::order(&crowd).await.len(), MOST_OF_ADDRESS);
    }

    #[tokio::test]
    async fn whoever_stops_waiting_leaves_the_line_and_loses_no_turn() {
        let all = Thinkers::new(1);
        let first = all.turn(of(1, 1)).await.unwrap();
        for _ in 0..3 * MOST_OF_GUEST {
            let impatient = tokio::time::timeout(Duration::from_millis(1), all.turn(of(1, 1))).await;
            assert!(impatient.is_err());
        }
        drop(first);
        assert!(all.turn(of(1, 1)).await.is_some());
        // Many at once, half of whom give up at some point.
        let done = Arc::new(AtomicUsize::new(0));
        let tasks: Vec<_> = (0..200u64)
            .map(|n| {
                let (all, done) = (Arc::clone(&all), Arc::clone(&done));
                tokio::spawn(async move {
                    let payer = of((n % 50) as u8, (n % 50) as i64);
                    let wait = Duration::from_micros(if n % 2 == 0 { 10 * n } else { 10_000_000 });
                    if let Ok(Some(_turn)) = tokio::time::timeout(wait, all.turn(payer)).await {
                        done.fetch_add(1, Ordering::Relaxed);
                        tokio::task::yield_now().await;
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        assert!(done.load(Ordering::Relaxed) >= 100);
        assert!(all.turn(of(1, 1)).await.is_some(), "the turn is free again");
    }

    #[tokio::test]
    async fn a_strangers_bot_thinks_as_long_as_ever_while_one_address_is_in_a_hurry() {
        let all = Thinkers::new(2);
        let _busy = (all.turn(of(1, 0)).await, all.turn(of(1, 0)).await);
        for guest in 0..40 {
            let all = Arc::clone(&all);
            tokio::spawn(async move { all.turn(of(1, guest)).await });
            tokio::task::yield_now().await;
        }
        assert_eq!(all.pressure(of(2, 1)), 0);
        assert_eq!(all.pressure(of(1, 7)), 3);
    }
}
