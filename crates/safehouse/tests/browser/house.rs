//! A house for one test: the program itself on a free port, with a data folder of its own.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, Once, PoisonError};

use crate::chromium::{Browser, Setup, said_after};
use crate::player::Player;
use crate::prepared::{self, Moment, Wanted};

/// The games that can be played in the browser.
pub(crate) const GAMES: [&str; 3] = ["mister-spy", "renamed-spy", "mighty-beanz"];
/// A game with tests of its own: its fullest tables are not held to all the measurements yet.
pub(crate) const FOURTH: &str = "austin-powers";
/// Browsers are large: so many tests run at once.
const AT_ONCE: u32 = 2;

/// Must there be a browser?
pub(crate) fn required() -> bool {
    std::env::var("SAFEHOUSE_BROWSER").is_ok_and(|v| v == "required")
}

/// Says something past the test harness, which shows only what failing tests print.
pub(crate) fn aloud(words: &str) {
    let _ = std::io::stderr().write_all(format!("\n{words}\n").as_bytes());
}

fn driver_found() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join("chromedriver").is_file())
}

/// A running house.
pub(crate) struct House {
    child: Child,
    /// `127.0.0.1:PORT`
    pub(crate) address: String,
    folder: PathBuf,
    browsers: AtomicU32,
    _turn: Turn,
}

impl House {
    /// Opens a house; none where there is no browser to look at it.
    pub(crate) fn open() -> Option<House> {
        House::with(|_| ()).map(|(house, ())| house)
    }

    /// The same with tables at chosen moments.
    pub(crate) fn prepared() -> Option<(House, Vec<Moment>)> {
        House::with(prepared::fill)
    }

    /// The same with these moments only, which is quicker.
    pub(crate) fn with_moments(wanted: &[Wanted]) -> Option<(House, Vec<Moment>)> {
        House::with(|folder| prepared::fill_with(folder, wanted))
    }

    /// Lets a browser be the guest in a seat of the prepared tables.
    pub(crate) fn is_guest(&self, player: &Player, seat: usize) {
        let cookie = serde_json::json!({ "name": "guest", "value": prepared::token(seat), "url": self.at("/"), "httpOnly": true });
        player.tool("Network.setCookie", cookie);
    }

    /// Opens a house whose folder was seen to before.
    fn with<T>(prepare: impl FnOnce(&Path) -> T) -> Option<(House, T)> {
        if !driver_found() {
            assert!(!required(), "SAFEHOUSE_BROWSER=required, but there is no chromedriver in PATH");
            static SAID: Once = Once::new();
            SAID.call_once(|| {
                aloud(
                    "THE BROWSER TESTS ARE SKIPPED: there is no chromedriver in PATH. \
                     On Debian: apt-get install chromium chromium-driver",
                );
            });
            return None;
        }
        let turn = Turn::wait();
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("browser-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let prepared = prepare(&folder.join("house"));
        let (child, address) = start(&folder, "127.0.0.1:0");
        Some((House { child, address, folder, browsers: AtomicU32::new(0), _turn: turn }, prepared))
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Opens it again where it was.
    pub(crate) fn come_back(&mut self) {
        let (child, address) = start(&self.folder, &self.address);
        assert_eq!(address, self.address);
        self.child = child;
    }

    /// The address of a page.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Somebody with a browser, on the front page.
    pub(crate) fn player(&self, name: &'static str, setup: Setup) -> Player {
        let n = self.browsers.fetch_add(1, Ordering::Relaxed);
        let browser = Browser::open(self.folder.join(format!("profile-{n}")), setup);
        browser.goto(&self.at("/"));
        let player = Player::new(browser, name);
        if setup.scripts {
            // Most tests are about something else than what takes a second to be seen.
            player.set("stage", "none");
        }
        player
    }
}

fn start(folder: &Path, address: &str) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_safehouse"))
        .args(["serve", "--address", address, "--no-pauses", "--no-limits", "--log", "off", "--data"])
        .arg(folder.join("house"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let address =
        said_after(child.stdout.take().unwrap(), "The house is open at http://").expect("the house opens");
    (child, address)
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A test's turn to use the machine.
struct Turn;

static TURNS: (Mutex<u32>, Condvar) = (Mutex::new(AT_ONCE), Condvar::new());

impl Turn {
    fn wait() -> Turn {
        let left = TURNS.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left = TURNS.1.wait_while(left, |left| *left == 0).unwrap_or_else(PoisonError::into_inner);
        *left -= 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *TURNS.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        TURNS.1.notify_one();
    }
}
