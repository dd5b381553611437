//! `safehouse serve`: the house in the browser.

use std::fmt::Write as _;
use std::time::Duration;

use server::Config;
use server::house::Pace;
use server::proxy::Proxies;

use crate::cli;
use crate::fault::CliFault;
use crate::keeper;
use crate::terminal::say;

/// Files that the house needs besides connections: its store, its log.
const OTHER_FILES: u64 = 200;
/// However much is going on, the program has ended so long after it was told to.
const AT_THE_LATEST: Duration = Duration::from_secs(9);

pub(crate) fn run(args: cli::Serve) -> Result<(), CliFault> {
    let data = keeper::data_folder(args.data)?;
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    match args.log {
        cli::LogForm::Text => log.with_ansi(false).init(),
        cli::LogForm::Json => log.json().init(),
        cli::LogForm::Off => {}
    }
    let pace = if args.no_pauses { Pace::NONE } else { Pace::HUMAN };
    // Every browser that listens holds a file; the usual limit is for programs with a few of them. A house that would take
    // more connections than it can have files could not even send anybody away.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    let connections = usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX);
    let config = Config {
        address: args.address,
        data,
        pace,
        limited: !args.no_limits,
        connections: connections.clamp(64, Config::CONNECTIONS),
        proxies: Proxies(args.trusted_proxy),
        public: args.public_url,
        metrics: args.metrics,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| CliFault::Output(format!("cannot start: {e}")))?;
    let served = runtime.block_on(async {
        let open = server::open(&config).await?;
        let mut words = format!("The house is open at http://{}\n", open.address());
        if let Some(public) = &config.public {
            let _ = writeln!(words, "People find it at {public}");
        }
        if let Some(metrics) = open.metrics() {
            let _ = writeln!(words, "Metrics are at http://{metrics}/metrics");
        }
        say(words + "Press Ctrl-C to close it.\n").ok();
        open.serve(async {
            told_to_stop().await;
            end_at_the_latest();
        })
        .await;
        Ok(())
    });
    // Whatever still runs, such as a bot about to answer, is taken up again at the next start.
    runtime.shutdown_timeout(Duration::from_secs(2));
    served.map_err(CliFault::Output)
}

/// Ends the program after a while, whatever it is still doing: all that was answered is on disk.
fn end_at_the_latest() {
    std::thread::spawn(|| {
        std::thread::sleep(AT_THE_LATEST);
        std::process::exit(0);
    });
}

/// Waits for Ctrl-C, or for the system to ask for the end.
pub(crate) async fn told_to_stop() {
    let interrupted = async { tokio::signal::ctrl_c().await.unwrap_or_default() };
    #[cfg(unix)]
    let ended = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let ended = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = ended => {}
    }
}
