//! A store that fails when a test says so: what does the house do when a disk is full, slow, or answers with a fault for
//! something that it has kept all the same?
//!
//! ```
//! # use std::sync::Arc;
//! # use server::store::{Call, Faulty, Memory, SharedStore, Store as _};
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
//! # runtime.block_on(async {
//! let faulty = Faulty::around(Arc::new(Memory::new()));
//! let shelf: SharedStore = faulty.clone();
//! faulty.fail_before(Call::Commit, 2);
//! assert!(shelf.commit(Vec::new()).await.is_ok());
//! assert!(shelf.commit(Vec::new()).await.is_err(), "the second one");
//! assert!(shelf.commit(Vec::new()).await.is_ok(), "and no other");
//! assert_eq!(faulty.calls(Call::Commit), 3);
//! # });
//! # Ok::<(), std::io::Error>(())
//! ```

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;

use super::{Change, Guest, Kept, Millis, SharedStore, Store, StoreFault, TableRow, Times, TokenHash, Which};

/// What can be asked of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// [`Store::commit`].
    Commit,
    /// [`Store::admit`].
    Admit,
    /// [`Store::guest`].
    Guest,
    /// [`Store::table`].
    Table,
    /// [`Store::list`].
    List,
    /// [`Store::counts`].
    Counts,
    /// [`Store::times`].
    Times,
}

impl Call {
    /// All of them.
    pub const ALL: [Call; 7] =
        [Call::Commit, Call::Admit, Call::Guest, Call::Table, Call::List, Call::Counts, Call::Times];
}

/// When a call fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// Nothing was done.
    Before,
    /// It was done, but the caller hears that it was not.
    After,
}

/// A store around another one. It does what the other does, until it is told to fail or to take its time.
pub struct Faulty {
    inner: SharedStore,
    plan: Mutex<Plan>,
}

/// What shall go wrong.
#[derive(Default)]
struct Plan {
    /// How often each call was made.
    calls: [u64; Call::ALL.len()],
    /// Calls that fail, by their number.
    faults: Vec<(Call, u64, When)>,
    /// Every call of these kinds fails.
    down: Vec<(Call, When)>,
    /// How long each call takes before anything is done.
    delays: [Duration; Call::ALL.len()],
    /// What is said for a reason, if not that it was planned.
    why: Option<String>,
}

impl Faulty {
    /// Around this store.
    pub fn around(inner: SharedStore) -> Arc<Faulty> {
        Arc::new(Faulty { inner, plan: Mutex::default() })
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The n-th call of this kind from now on fails before anything is done; 1 is the next one.
    pub fn fail_before(&self, call: Call, nth: u64) {
        let mut plan = self.plan();
        let at = plan.calls[call as usize] + nth;
        plan.faults.push((call, at, When::Before));
    }

    /// The n-th call of this kind from now on is carried out, but answered with a fault; 1 is the next one.
    pub fn fail_after(&self, call: Call, nth: u64) {
        let mut plan = self.plan();
        let at = plan.calls[call as usize] + nth;
        plan.faults.push((call, at, When::After));
    }

    /// Every call of this kind fails before anything is done, until [`Faulty::mend`].
    pub fn break_before(&self, call: Call) {
        self.plan().down.push((call, When::Before));
    }

    /// Every call of this kind is carried out, but answered with a fault, until [`Faulty::mend`].
    pub fn break_after(&self, call: Call) {
        self.plan().down.push((call, When::After));
    }

    /// Every call of this kind takes so much longer. A commit or an admission that has begun is carried out even if its
    /// caller stops waiting, as with a real disk.
    pub fn slow(&self, call: Call, by: Duration) {
        self.plan().delays[call as usize] = by;
    }

    /// Faults give this reason, such as that of a full disk.
    pub fn say(&self, why: &str) {
        self.plan().why = Some(why.to_owned());
    }

    /// Nothing fails or takes its time any more.
    pub fn mend(&self) {
        let mut plan = self.plan();
        *plan = Plan { calls: plan.calls, ..Plan::default() };
    }

    /// How often this was called so far, whether it failed or not.
    pub fn calls(&self, call: Call) -> u64 {
        self.plan().calls[call as usize]
    }

    /// Counts a call, and says whether it fails and how long it takes.
    fn begin(&self, call: Call) -> (Option<Planned>, Duration) {
        let mut plan = self.plan();
        plan.calls[call as usize] += 1;
        let number = plan.calls[call as usize];
        let planned = plan.faults.iter().position(|(c, n, _)| (*c, *n) == (call, number));
        let fault = match planned {
            Some(at) => Some(plan.faults.swap_remove(at).2),
            None => plan.down.iter().find(|(c, _)| *c == call).map(|(_, when)| *when),
        };
        let why = plan.why.clone().unwrap_or_else(|| "a planned fault".to_owned());
        (fault.map(|when| (when, why)), plan.delays[call as usize])
    }

    /// A call, with the fault that is planned for it.
    async fn through<T: Send + 'static>(
        &self,
        call: Call,
        work: impl Future<Output = Result<T, StoreFault>> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let (fault, delay) = self.begin(call);
        if delay.is_zero() {
            return planned(fault, work).await;
        }
        // In a task of its own, so that it is carried out whoever waits for it.
        let task = tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            planned(fault, work).await
        });
        task.await.unwrap_or_else(|e| Err(StoreFault::Broken(e.to_string())))
    }
}

/// When a call fails, and for what reason.
type Planned = (When, String);

async fn planned<T>(
    fault: Option<Planned>,
    work: impl Future<Output = Result<T, StoreFault>>,
) -> Result<T, StoreFault> {
    match fault {
        None => work.await,
        Some((When::Before, why)) => Err(StoreFault::Broken(why)),
        // A commit that is refused by rule has not happened, and says so; only what was done is denied.
        Some((When::After, why)) => work.await.and_then(|_| Err(StoreFault::Broken(why))),
    }
}

#[async_trait]
impl Store for Faulty {
    async fn commit(&self, changes: Vec<Change>) -> Result<(), StoreFault> {
        let inner = Arc::clone(&self.inner);
        self.through(Call::Commit, async move { inner.commit(changes).await }).await
    }

    async fn admit(&self, token: TokenHash, name: &str, now: Millis) -> Result<Guest, StoreFault> {
        let (inner, name) = (Arc::clone(&self.inner), name.to_owned());
        self.through(Call::Admit, async move { inner.admit(token, &name, now).await }).await
    }

    async fn guest(&self, token: TokenHash) -> Result<Option<Guest>, StoreFault> {
        let inner = Arc::clone(&self.inner);
        self.through(Call::Guest, async move { inner.guest(token).await }).await
    }

    async fn table(&self, id: &str) -> Result<Option<Kept>, StoreFault> {
        let (inner, id) = (Arc::clone(&self.inner), id.to_owned());
        self.through(Call::Table, async move { inner.table(&id).await }).await
    }

    async fn list(&self, which: Which, most: u32) -> Result<Vec<TableRow>, StoreFault> {
        let inner = Arc::clone(&self.inner);
        self.through(Call::List, async move { inner.list(which, most).await }).await
    }

    async fn counts(&self) -> Result<[u64; 3], StoreFault> {
        let inner = Arc::clone(&self.inner);
        self.through(Call::Counts, async move { inner.counts().await }).await
    }

    async fn times(&self) -> Result<Times, StoreFault> {
        let inner = Arc::clone(&self.inner);
        self.through(Call::Times, async move { inner.times().await }).await
    }
}

impl std::fmt::Debug for Faulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Faulty").finish_non_exhaustive()
    }
}
