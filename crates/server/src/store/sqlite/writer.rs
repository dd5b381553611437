//! The one who writes.
//!
//! A flush to the disk costs the same for one commit as for hundreds, so the writer takes whatever waits, keeps it in
//! one transaction, and only then tells everybody. The busier the house, the larger the groups.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot, watch};

use super::group::Group;
use crate::store::{Change, Guest, Millis, StoreFault, TokenHash};

/// Most jobs in one transaction, so that nobody waits long for strangers.
const MOST: usize = 512;

/// Why a store that was closed does nothing.
pub(super) const CLOSED: &str = "it is closed";

/// Who waits for a job hears of it when it is on disk, or has failed.
pub(super) type Done<T> = oneshot::Sender<Result<T, StoreFault>>;

/// Something for the writer to do.
pub(super) enum Job {
    Commit(Vec<Change>, Done<()>),
    Admit { token: TokenHash, name: String, now: Millis, done: Done<Guest> },
    Stop,
}

/// The way to the task that writes.
#[derive(Debug)]
pub(super) struct Writer {
    /// Without a bound: a job is in line as soon as its commit is first polled, and nobody who stops waiting can lose
    /// it. The line is as long as there are callers, since each waits for an answer.
    jobs: mpsc::UnboundedSender<Job>,
    /// Why the task has ended, once it has.
    ended: watch::Receiver<Option<String>>,
}

impl Writer {
    /// Starts the task. It ends when it is told to, or when the store is dropped; `options` are for a new connection
    /// when this one fails.
    pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Writer {
        let (jobs, line) = mpsc::unbounded_channel();
        Writer::over(jobs, work(options, connection, line))
    }

    /// Starts this as the task, and has it watched.
    fn over(jobs: mpsc::UnboundedSender<Job>, work: impl Future<Output = ()> + Send + 'static) -> Writer {
        let (end, ended) = watch::channel(None);
        let task = tokio::spawn(work);
        tokio::spawn(async move {
            let why = task.await.map_or_else(|e| format!("its writer has died: {e}"), |()| CLOSED.to_owned());
            end.send_replace(Some(why));
        });
        Writer { jobs, ended }
    }

    /// Hands over a job and waits for its answer.
    pub(super) async fn ask<T>(
        &self,
        job: Job,
        answer: oneshot::Receiver<Result<T, StoreFault>>,
    ) -> Result<T, StoreFault> {
        // A job that the line does not take is dropped, and so is one that a dying writer has in hand: either way
        // there is no answer.
        let _ = self.jobs.send(job);
        match answer.await {
            Ok(answer) => answer,
            Err(_) => Err(StoreFault::Broken(self.end().await)),
        }
    }

    /// Lets the writer finish what is in line, and waits for it.
    pub(super) async fn stop(&self) {
        let _ = self.jobs.send(Job::Stop);
        self.end().await;
    }

    /// Waits until the task has ended, and says why it has.
    async fn end(&self) -> String {
        match self.ended.clone().wait_for(Option::is_some).await {
            Ok(why) => why.clone().unwrap_or_default(),
            Err(_) => "the program is ending".to_owned(),
        }
    }
}

/// Takes jobs from the line, group after group, until there are no more.
async fn work(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    mut line: mpsc::UnboundedReceiver<Job>,
) {
    let mut connection = Some(connection);
    let mut jobs = Vec::with_capacity(MOST);
    while line.recv_many(&mut jobs, MOST).await > 0 {
        let (mut commits, mut admissions) = (Vec::new(), Vec::new());
        let (mut heard, mut greeted) = (Vec::new(), Vec::new());
        for job in jobs.drain(..) {
            match job {
                Job::Commit(changes, done) => {
                    commits.push(changes);
                    heard.push(done);
                }
                Job::Admit { token, name, now, done } => {
                    admissions.push((token, name, now));
                    greeted.push(done);
                }
                // Nothing comes in any more, but what is in line is done.
                Job::Stop => line.close(),
            }
        }
        // Nobody minds an answer that is not waited for.
        match keep(&options, &mut connection, commits, &admissions).await {
            Ok((kept, guests)) => {
                heard.into_iter().zip(kept).for_each(|(done, kept)| drop(done.send(kept)));
                greeted.into_iter().zip(guests).for_each(|(done, guest)| drop(done.send(Ok(guest))));
            }
            Err(fault) => {
                heard.into_iter().for_each(|done| drop(done.send(Err(fault.clone()))));
                greeted.into_iter().for_each(|done| drop(done.send(Err(fault.clone()))));
            }
        }
    }
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
}

/// Keeps a group. A connection that fails is not used again: closing it takes back what it had begun, and the next
/// group gets a new one.
async fn keep(
    options: &SqliteConnectOptions,
    slot: &mut Option<SqliteConnection>,
    commits: Vec<Vec<Change>>,
    admissions: &[(TokenHash, String, Millis)],
) -> Result<(Vec<Result<(), StoreFault>>, Vec<Guest>), StoreFault> {
    let mut connection = match slot.take() {
        Some(connection) => connection,
        None => options.connect().await?,
    };
    match transaction(&mut connection, commits, admissions).await {
        Ok(answers) => {
            *slot = Some(connection);
            Ok(answers)
        }
        Err(fault) => {
            let _ = connection.close().await;
            Err(fault.into())
        }
    }
}

/// One transaction for all of them. A commit that does not fit is left out, and the others go on without it.
async fn transaction(
    connection: &mut SqliteConnection,
    commits: Vec<Vec<Change>>,
    admissions: &[(TokenHash, String, Millis)],
) -> Result<(Vec<Result<(), StoreFault>>, Vec<Guest>), sqlx::Error> {
    // From the start as a writer, so that what is read here stays true until it is written.
    let mut work = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut guests = Vec::with_capacity(admissions.len());
    for (token, name, now) in admissions {
        // The update changes nothing: without it a token that is known would give no row.
        let (id, name) = sqlx::query_as(
            "INSERT INTO guests (token, name, since) VALUES (?, ?, ?)
             ON CONFLICT (token) DO UPDATE SET token = excluded.token RETURNING id, name",
        )
        .bind(&token[..])
        .bind(name)
        .bind(now)
        .fetch_one(&mut *work)
        .await?;
        guests.push(Guest { id, name });
    }
    let mut group = Group::about(&commits, &mut work).await?;
    let kept = commits.into_iter().map(|changes| group.take(changes)).collect();
    group.write(&mut work).await?;
    work.commit().await?;
    Ok((kept, guests))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_dead_writer_says_why() {
        let (jobs, mut line) = mpsc::unbounded_channel();
        let writer = Writer::over(jobs, async move {
            let _in_hand = line.recv().await;
            panic!("a fault of ours");
        });
        for _ in 0..2 {
            let (done, answer) = oneshot::channel();
            let fault = writer.ask(Job::Commit(Vec::new(), done), answer).await.unwrap_err().to_string();
            assert!(fault.contains("its writer has died") && fault.contains("a fault of ours"), "{fault}");
        }
        writer.stop().await;
    }
}
