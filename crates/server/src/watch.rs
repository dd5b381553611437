//! The watch that the house goes by, so that a clock which jumps does no harm.
//!
//! The machine's clock is read once, when the program starts; from then on the house counts for itself ([`now`]). If the
//! machine's clock is set meanwhile, nothing here notices but [`Watch::stray`], which tells whoever runs the house.
//!
//! From one run to the next a clock can still go back. So the store keeps three things ([`Times`]): for how long the house
//! has been open in all, by which alone old tables are cleared away; what the clock said last, to notice that it went
//! back; and a number above every version that a page has seen, so that versions never go down.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::store::{Change, Millis, Store, StoreFault, Times};

/// Clocks that differ by less are set right every day, and nobody minds.
pub const TOLERANCE: Millis = 5 * 60_000;

/// How long a clock that went back while the house was closed is spoken of. Then it is taken for right.
const TOLD_FOR: Duration = Duration::from_secs(3600);

/// Versions are set aside in blocks of this many: one for each millisecond of an hour, in which the house writes often.
const BLOCK: u64 = 3_600_000;

/// What the machine's clock says.
fn machine() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as Millis)
}

/// How much time has passed since some fixed moment, also while the machine slept.
#[cfg(target_os = "linux")]
fn passed() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// How much time has passed since some fixed moment.
#[cfg(not(target_os = "linux"))]
fn passed() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// The time now, in milliseconds since 1970: what the machine's clock said when it was first asked, and what has passed
/// since. It never goes back and never jumps, whatever is done to the machine's clock.
pub fn now() -> Millis {
    static START: OnceLock<(Millis, Duration)> = OnceLock::new();
    let (start, then) = START.get_or_init(|| (machine(), passed()));
    start + passed().saturating_sub(*then).as_millis() as Millis
}

/// What a house knows about time.
#[derive(Debug)]
pub struct Watch {
    opened: Instant,
    /// The highest version that any table has reached.
    highest: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Up to when the time that the house is open has been kept.
    kept_to: Instant,
    /// What is kept about versions: see [`Times::versions`].
    set_aside: u64,
    /// By how much the clock was behind when the house opened, and what it had said before.
    behind: Option<(Millis, Millis)>,
}

impl Default for Watch {
    fn default() -> Watch {
        let opened = Instant::now();
        let state = State { kept_to: opened, set_aside: 0, behind: None };
        Watch { opened, highest: AtomicU64::new(0), state: Mutex::new(state) }
    }
}

impl Watch {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes up what the last run left, when the house opens. Whoever does not call this begins from nothing.
    pub async fn take_up(&self, shelf: &dyn Store) -> Result<(), StoreFault> {
        self.take_up_at(shelf, now()).await
    }

    async fn take_up_at(&self, shelf: &dyn Store, now: Millis) -> Result<(), StoreFault> {
        let times = shelf.times().await?;
        let behind = times.seen - now;
        if behind > TOLERANCE {
            tracing::warn!(behind = %words(behind), "the clock has gone back since the house was last open");
            self.state().behind = Some((behind, times.seen));
        }
        self.reached(times.versions.max(now.unsigned_abs()));
        // On a full disk the house opens all the same: what is kept can be looked at.
        if let Err(fault) = self.pass_at(shelf, now).await {
            tracing::warn!(%fault, "the time could not be kept");
        }
        Ok(())
    }

    /// Keeps that time has passed, and says for how long the house has been open in all its runs. To be called once a
    /// minute or so.
    pub async fn pass(&self, shelf: &dyn Store) -> Result<Millis, StoreFault> {
        self.pass_at(shelf, now()).await
    }

    async fn pass_at(&self, shelf: &dyn Store, now: Millis) -> Result<Millis, StoreFault> {
        let to = Instant::now();
        let passed = {
            let state = self.state();
            let highest = self.highest.load(Ordering::Relaxed).max(now.unsigned_abs());
            // While the clock is spoken of as wrong, what it said before stays, so that the next run speaks of it too.
            let seen = self.told(&state).map_or(now, |(_, before)| before);
            Times {
                ran: to.duration_since(state.kept_to).as_millis() as Millis,
                seen,
                versions: state.set_aside.max(highest + BLOCK),
            }
        };
        shelf.commit(vec![Change::Passed(passed)]).await?;
        {
            let mut state = self.state();
            state.kept_to += Duration::from_millis(passed.ran.unsigned_abs());
            state.set_aside = passed.versions;
        }
        Ok(shelf.times().await?.ran)
    }

    /// A version for a table that is brought in: above every version that any page has seen, of whatever table.
    pub fn version(&self) -> u64 {
        let highest = self.highest.load(Ordering::Relaxed);
        now().unsigned_abs().max(highest + 1)
    }

    /// A table has come to this version.
    pub fn reached(&self, version: u64) {
        self.highest.fetch_max(version, Ordering::Relaxed);
    }

    /// By how much the clock was behind when the house opened, while that is worth telling, and what it had said before.
    fn told(&self, state: &State) -> Option<(Millis, Millis)> {
        state.behind.filter(|_| self.opened.elapsed() < TOLD_FOR)
    }

    /// What is wrong with the machine's clock, if anything is.
    pub fn stray(&self) -> Option<String> {
        self.stray_at(machine(), now())
    }

    fn stray_at(&self, machine: Millis, house: Millis) -> Option<String> {
        if let Some((behind, _)) = self.told(&self.state()) {
            return Some(format!("it is {} behind what it said when the house was last open", words(behind)));
        }
        let ahead = machine - house;
        (ahead.abs() > TOLERANCE).then(|| {
            let way = if ahead > 0 { "ahead" } else { "back" };
            format!(
                "it was set {} {way} while the house is open, which goes by its own count",
                words(ahead.abs())
            )
        })
    }
}

/// A span of time, for people.
fn words(span: Millis) -> String {
    let minutes = span / 60_000;
    match minutes {
        0..120 => format!("{minutes} minutes"),
        120..2880 => format!("{} hours", minutes / 60),
        _ => format!("{} days", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Memory;

    const DAY: Millis = 24 * 3_600_000;

    #[tokio::test]
    async fn versions_never_go_down_though_the_clock_does() {
        let shelf = Memory::new();
        let today = now();
        let first = Watch::default();
        // A year ahead of its time, and closed.
        first.take_up_at(&shelf, today + 365 * DAY).await.unwrap();
        let shown = first.version();
        first.reached(shown + 41);
        assert!(first.version() > shown + 41, "within a run");

        let second = Watch::default();
        second.take_up_at(&shelf, today).await.unwrap();
        assert!(second.version() > shown + 41, "{} after {shown}", second.version());
        // Nobody had time to keep the last of them: they were set aside before.
        let third = Watch::default();
        let last = second.version() + BLOCK - 2;
        second.reached(last);
        third.take_up_at(&shelf, today).await.unwrap();
        assert!(third.version() > last);
    }

    #[tokio::test]
    async fn a_clock_that_went_back_is_told_until_it_is_taken_for_right() {
        let shelf = Memory::new();
        let watch = Watch::default();
        watch.take_up_at(&shelf, 10 * DAY).await.unwrap();
        assert_eq!(watch.stray_at(10 * DAY, 10 * DAY), None);
        // Two runs, one after the other, both with a clock that is three days behind.
        for _ in 0..2 {
            let watch = Watch::default();
            watch.take_up_at(&shelf, 7 * DAY).await.unwrap();
            let told = watch.stray_at(7 * DAY, 7 * DAY).unwrap();
            assert!(told.contains("3 days behind"), "{told}");
            assert_eq!(shelf.times().await.unwrap().seen, 10 * DAY, "the next run must be able to tell");
        }
        let mut watch = Watch::default();
        watch.take_up_at(&shelf, 7 * DAY).await.unwrap();
        watch.opened = Instant::now().checked_sub(TOLD_FOR).unwrap();
        watch.pass_at(&shelf, 7 * DAY).await.unwrap();
        assert_eq!(watch.stray_at(7 * DAY, 7 * DAY), None);
        assert_eq!(shelf.times().await.unwrap().seen, 7 * DAY);
    }

    #[test]
    fn a_clock_that_is_set_while_the_house_is_open_is_told() {
        let watch = Watch::default();
        assert_eq!(watch.stray_at(DAY + TOLERANCE, DAY), None);
        assert!(watch.stray_at(3 * DAY, DAY).unwrap().contains("2 days ahead"));
        assert!(watch.stray_at(DAY - 3 * 3_600_000, DAY).unwrap().contains("3 hours back"));
        assert!(watch.stray().is_none());
    }

    #[tokio::test]
    async fn only_time_that_passed_is_counted() {
        let shelf = Memory::new();
        let watch = Watch::default();
        watch.take_up_at(&shelf, 0).await.unwrap();
        // The clock jumps by ten years each time; hardly any time has passed.
        for years in 1..5 {
            let ran = watch.pass_at(&shelf, years * 3650 * DAY).await.unwrap();
            assert!(ran < 10_000, "{ran}");
        }
        watch.state().kept_to -= Duration::from_secs(90);
        let ran = watch.pass_at(&shelf, 0).await.unwrap();
        assert!((90_000..100_000).contains(&ran), "{ran}");
    }

    #[test]
    fn the_time_goes_on() {
        let before = now();
        std::thread::sleep(Duration::from_millis(15));
        let after = now();
        assert!((14..5_000).contains(&(after - before)), "{before} {after}");
        assert!((machine() - after).abs() < 5_000);
    }
}
