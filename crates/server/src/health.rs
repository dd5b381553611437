//! What is wrong with the house, for `/healthz`: can it write and read, is there room on the disk, is the clock right?

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use crate::house::House;
use crate::store::{
    Change, Guest, Kept, Millis, SharedStore, Store, StoreFault, TableRow, Times, TokenHash, Which,
};

/// With less room on the disk than this, whoever runs the house should hear of it: 100 MB.
pub const LITTLE_ROOM: u64 = 100_000_000;

/// What is known about the state of the house.
#[derive(Default, Debug)]
pub struct Health {
    /// Is there a fault of the store? So that the many calls that go well need no lock.
    ill: AtomicBool,
    findings: Mutex<Findings>,
}

#[derive(Default, Debug)]
struct Findings {
    /// Why the last thing could not be kept, if it could not.
    writing: Option<String>,
    /// Why the last thing could not be read, if it could not.
    reading: Option<String>,
    /// How many bytes are left on the disk, if they are few.
    room: Option<u64>,
    /// What is wrong with the clock.
    clock: Option<String>,
}

impl Health {
    fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is wrong, a line for each. None: the house is well.
    pub fn troubles(&self) -> Vec<String> {
        let findings = self.findings();
        let writing = findings.writing.as_deref().map(|why| {
            let kind = if why.contains("disk is full") {
                "disk full"
            } else if why.contains("readonly") {
                "read-only"
            } else {
                "store"
            };
            format!("{kind}: nothing can be kept ({why})")
        });
        let reading =
            findings.reading.as_deref().map(|why| format!("store: not everything can be read ({why})"));
        let room = findings
            .room
            .map(|left| format!("disk almost full: {} MB left in the data folder", left / 1_000_000));
        let clock = findings.clock.as_deref().map(|what| format!("clock: {what}"));
        [writing, reading, room, clock].into_iter().flatten().collect()
    }

    /// Is the store not what it should be? Then it is worth trying whether it has come back.
    pub fn ails(&self) -> bool {
        self.ill.load(Ordering::Relaxed)
    }

    /// Takes note of how much room is left on the disk.
    pub fn room(&self, left: u64) {
        let few = (left < LITTLE_ROOM).then_some(left);
        let before = std::mem::replace(&mut self.findings().room, few);
        if before.is_none() && few.is_some() {
            tracing::warn!(megabytes = left / 1_000_000, "the disk is almost full");
        }
    }

    /// Takes note of what is wrong with the clock.
    pub fn clock(&self, stray: Option<String>) {
        let mut findings = self.findings();
        if let Some(what) = stray.as_deref().filter(|_| findings.clock.is_none()) {
            tracing::warn!(what, "the machine's clock is wrong");
        }
        findings.clock = stray;
    }

    /// Takes note of how a call of the store went.
    fn heed<T>(&self, answer: Result<T, StoreFault>, writes: bool) -> Result<T, StoreFault> {
        let fault = match &answer {
            Err(StoreFault::Broken(why)) => Some(why.clone()),
            // A commit that was refused by rule is none that failed.
            _ => None,
        };
        if fault.is_some() || self.ails() {
            let mut findings = self.findings();
            let place = if writes { &mut findings.writing } else { &mut findings.reading };
            match (&fault, &place) {
                (Some(why), None) => tracing::error!(why, "the store fails"),
                (None, Some(_)) => tracing::info!("the store works again"),
                _ => {}
            }
            *place = fault;
            let ill = findings.writing.is_some() || findings.reading.is_some();
            self.ill.store(ill, Ordering::Relaxed);
        }
        answer
    }
}

/// The answer of `/healthz`.
pub(crate) async fn page(State(house): State<Arc<House>>) -> Response {
    let troubles = house.health.troubles();
    if troubles.is_empty() {
        return "open\n".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, troubles.join("\n") + "\n").into_response()
}

/// Sees how the house is. A few seconds apart is often enough.
pub async fn check_up(house: &House, folder: &Path) {
    if let Some(left) = room_left(folder) {
        house.health.room(left);
    }
    house.health.clock(house.time.stray());
    if house.health.ails() {
        // Something is written and read; if that goes well the store works again.
        let _ = house.time.pass(&*house.shelf).await;
    }
}

/// How many bytes are left for this folder, as far as the system tells.
pub fn room_left(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        // Some disks do not say how large they are.
        (disk.f_blocks > 0).then(|| disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// A store whose faults are noted.
pub struct Minded {
    inner: SharedStore,
    health: Arc<Health>,
}

impl Minded {
    /// Notes the faults of this store.
    pub fn new(inner: SharedStore, health: Arc<Health>) -> Minded {
        Minded { inner, health }
    }
}

#[async_trait]
impl Store for Minded {
    async fn commit(&self, changes: Vec<Change>) -> Result<(), StoreFault> {
        self.health.heed(self.inner.commit(changes).await, true)
    }

    async fn admit(&self, token: TokenHash, name: &str, now: Millis) -> Result<Guest, StoreFault> {
        self.health.heed(self.inner.admit(token, name, now).await, true)
    }

    async fn guest(&self, token: TokenHash) -> Result<Option<Guest>, StoreFault> {
        self.health.heed(self.inner.guest(token).await, false)
    }

    async fn table(&self, id: &str) -> Result<Option<Kept>, StoreFault> {
        self.health.heed(self.inner.table(id).await, false)
    }

    async fn list(&self, which: Which, most: u32) -> Result<Vec<TableRow>, StoreFault> {
        self.health.heed(self.inner.list(which, most).await, false)
    }

    async fn counts(&self) -> Result<[u64; 3], StoreFault> {
        self.health.heed(self.inner.counts().await, false)
    }

    async fn times(&self) -> Result<Times, StoreFault> {
        self.health.heed(self.inner.times().await, false)
    }
}
