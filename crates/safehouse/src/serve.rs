//! `safehouse serve`: the house in the browser.

use server::Config;
use server::house::Pace;

use crate::cli;
use crate::keeper;
use crate::terminal::say;
use crate::trouble::Trouble;

pub(crate) fn run(args: cli::Serve) -> Result<(), Trouble> {
    let data = keeper::data_folder(args.data)?;
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    match args.log {
        cli::LogForm::Text => log.with_ansi(false).init(),
        cli::LogForm::Json => log.json().init(),
        cli::LogForm::Off => {}
    }
    let pace = if args.no_pauses { Pace::NONE } else { Pace::HUMAN };
    let config = Config { address: args.address, data, pace, limited: !args.no_limits };
    // Every browser that listens holds a file; the usual limit is for programs with a few of them.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| Trouble::Output(format!("cannot start: {e}")))?;
    let served = runtime.block_on(async {
        let open = server::open(&config).await?;
        say(format!("The house is open at http://{}\nPress Ctrl-C to close it.\n", open.address())).ok();
        open.serve(told_to_stop()).await;
        Ok(())
    });
    // Whatever still runs, such as a bot about to answer, is taken up again at the next start.
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    served.map_err(Trouble::Output)
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
