//! The crowd: people at many tables who play legal moves at random, and count what happens to them.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use memchr::memmem;
use server::rooms::board::Held;
use table::Luck;

use super::browser::{Browser, Page};

/// What is played.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) id: &'static str,
    pub(super) seats: u8,
    /// Does everybody listen to the bell, and fetch when it rings?
    pub(super) streams: bool,
}

/// What the people have met with.
#[derive(Default, Debug)]
pub(super) struct Tally {
    /// Moves that were answered: each was on disk before.
    pub(super) moves: u64,
    /// Games that came to their end.
    pub(super) games: u64,
    /// How long each move took until it was answered, in microseconds.
    pub(super) answered: Vec<u32>,
    /// The same until everybody at the table had their new view.
    pub(super) seen: Vec<u32>,
    /// What each move sent to each person at the table, in bytes, before it was squeezed.
    pub(super) sent: Vec<u32>,
    /// The same on its way, of those that were asked for squeezed.
    pub(super) squeezed: Vec<u32>,
    /// What went wrong, and how often.
    pub(super) wrong: BTreeMap<String, u64>,
}

impl Tally {
    /// Somebody was shown a move.
    fn took(&mut self, page: &Page) {
        self.sent.push(page.body().len() as u32);
        self.squeezed.extend(page.squeezed());
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.moves += other.moves;
        self.games += other.games;
        self.answered.extend(other.answered);
        self.seen.extend(other.seen);
        self.sent.extend(other.sent);
        self.squeezed.extend(other.squeezed);
        for (what, n) in other.wrong {
            *self.wrong.entry(what).or_default() += n;
        }
    }
}

/// When moves are made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beat {
    /// The next as soon as the last is answered and seen.
    Closed,
    /// One every so often, whether or not the house keeps up. Each is timed from the moment that was planned for it, so
    /// that a house that stands still pays for every move that had to wait.
    Every(Duration),
}

/// Somebody who looks after some of the tables, one move at a time.
pub(super) struct Driver {
    address: SocketAddr,
    game: Arc<Game>,
    tables: Vec<Table>,
    next: usize,
    luck: Luck,
    page: Page,
}

struct Table {
    path: String,
    people: Vec<Person>,
}

struct Person {
    browser: Browser,
    sees: View,
}

impl Person {
    /// Looks at a page, and keeps its log as the script of the pages does.
    fn read(&mut self, page: &[u8]) -> Result<(), String> {
        self.sees = self.sees.then(page)?;
        self.browser.held.take(str::from_utf8(page).map_err(|_| "a page that is no text")?);
        if let Some(at) = memmem::rfind(page, b"<li data-at=\"") {
            self.browser.log.0 = number(&page[at..], b"data-at=\"")?.0 + 1;
        }
        self.browser.log.1 = self.sees.version;
        Ok(())
    }
}

/// What a page tells a program: enough to choose, and to see that everybody is shown the same moment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct View {
    version: u64,
    ply: u32,
    answers: u32,
    over: bool,
}

impl View {
    /// What it tells once this page, or these regions of it, have come.
    fn then(self, page: &[u8]) -> Result<View, String> {
        let (version, rest) = number(page, b"data-version=\"")?;
        if memmem::find(rest, b"id=\"question\"").is_none() {
            return Ok(View { version, ..self });
        }
        let question = between(rest, b"id=\"question\"", b"</section>")?;
        let (ply, question) = number(question, b"name=\"ply\" value=\"")?;
        let answers = match memmem::find(question, b"class=\"answers") {
            Some(at) => memmem::find_iter(&question[at..], b"name=\"pick\"").count() as u32,
            None => 0,
        };
        let over = memmem::find(question, b"The game is over:").is_some();
        Ok(View { version, ply: ply as u32, answers, over })
    }
}

fn number<'a>(page: &'a [u8], before: &[u8]) -> Result<(u64, &'a [u8]), String> {
    let missing = || format!("a page without {}", String::from_utf8_lossy(before));
    let rest = &page[memmem::find(page, before).ok_or_else(missing)? + before.len()..];
    let end = rest.iter().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
    let number = str::from_utf8(&rest[..end]).ok().and_then(|n| n.parse().ok());
    Ok((number.ok_or_else(missing)?, &rest[end..]))
}

fn between<'a>(page: &'a [u8], from: &[u8], to: &[u8]) -> Result<&'a [u8], String> {
    let start = memmem::find(page, from).ok_or("a page without a question")?;
    let end = memmem::find(&page[start..], to).ok_or("a page that was cut off")?;
    Ok(&page[start..start + end])
}

fn micros(since: Instant) -> u32 {
    since.elapsed().as_micros().min(u128::from(u32::MAX)) as u32
}

impl Driver {
    pub(super) fn new(address: SocketAddr, game: Arc<Game>, luck: Luck) -> Driver {
        Driver { address, game, tables: Vec::new(), next: 0, luck, page: Page::default() }
    }

    /// Opens tables, with people in every seat, and plays some moves at each.
    pub(super) async fn open(mut self, tables: usize, moves: u32, bar: ProgressBar) -> (Driver, Tally) {
        let mut tally = Tally::default();
        for _ in 0..tables {
            match Table::open(self.address, &self.game, &mut self.page).await {
                Ok(table) => self.tables.push(table),
                Err(what) => *tally.wrong.entry(what).or_default() += 1,
            }
            for _ in 0..moves {
                self.step(self.tables.len().saturating_sub(1), Instant::now(), &mut tally).await;
            }
            bar.inc(1);
        }
        (self, tally)
    }

    /// Plays, at one table after the other, until the time is over.
    pub(super) async fn play(mut self, start: Instant, until: Instant, beat: Beat) -> (Driver, Tally) {
        let mut tally = Tally::default();
        let mut planned = start;
        while planned < until && !self.tables.is_empty() {
            tokio::time::sleep_until(planned.into()).await;
            self.next = (self.next + 1) % self.tables.len();
            self.step(self.next, planned, &mut tally).await;
            planned = match beat {
                Beat::Closed => Instant::now(),
                Beat::Every(step) => planned + step,
            };
        }
        (self, tally)
    }

    /// One move at a table. Whatever goes wrong is counted, and the people there look anew.
    async fn step(&mut self, at: usize, from: Instant, tally: &mut Tally) {
        let Some(table) = self.tables.get_mut(at) else { return };
        let mut done = table.step(from, &mut self.luck, &mut self.page, tally).await;
        if done == Ok(true) {
            tally.games += 1;
            done = table.again(&self.game, &mut self.page).await.map(|()| false);
        }
        if let Err(what) = done {
            *tally.wrong.entry(what).or_default() += 1;
            if let Err(what) = table.look(&mut self.page).await {
                *tally.wrong.entry(what).or_default() += 1;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

impl Table {
    /// One opens a table for friends, the others sit down, and the host starts.
    async fn open(address: SocketAddr, game: &Game, page: &mut Page) -> Result<Table, String> {
        let mut people: Vec<Person> = (0..game.seats)
            .map(|_| Person { browser: Browser::new(address), sees: View::default() })
            .collect();
        let (host, others) = people.split_first_mut().ok_or("a table without seats")?;
        let form = format!("game={}&seats={}&level=agent&with=friends", game.id, game.seats);
        host.browser.post("/open", &form, 303, page).await?;
        let path = page.location().ok_or("no table was opened")?.to_owned();
        for (n, person) in others.iter_mut().enumerate() {
            let form = format!("name=Friend+{}", n + 1);
            person.browser.post(&format!("{path}/sit"), &form, 200, page).await?;
        }
        host.browser.post(&format!("{path}/start"), "", 200, page).await?;
        let mut table = Table { path, people };
        table.arrive(game, page).await?;
        Ok(table)
    }

    async fn arrive(&mut self, game: &Game, page: &mut Page) -> Result<(), String> {
        if game.streams {
            let path = format!("{}/live", self.path);
            for person in &mut self.people {
                person.browser.listen(&path, page).await?;
            }
        }
        self.look(page).await
    }

    /// Everybody fetches what they see now.
    async fn look(&mut self, page: &mut Page) -> Result<(), String> {
        let path = format!("{}/part", self.path);
        for person in &mut self.people {
            person.browser.get(&path, page).await?;
            person.read(page.body())?;
        }
        Ok(())
    }

    /// Whoever is asked chooses, and everybody else fetches their new view. True: the game is over.
    async fn step(
        &mut self,
        from: Instant,
        luck: &mut Luck,
        page: &mut Page,
        tally: &mut Tally,
    ) -> Result<bool, String> {
        let asked = self.people.iter().position(|p| p.sees.answers > 0).ok_or("nobody is asked")?;
        let person = &mut self.people[asked];
        let before = person.sees;
        let form = format!("ply={}&pick={}", before.ply, luck.pick(before.answers));
        person.browser.post(&format!("{}/act", self.path), &form, 200, page).await?;
        tally.moves += 1;
        tally.answered.push(micros(from));
        tally.took(page);
        person.read(page.body())?;
        let now = person.sees;
        let path = format!("{}/part", self.path);
        // All of them ask before the first is answered, as browsers would that hear the same bell.
        for (_, person) in self.people.iter_mut().enumerate().filter(|(n, _)| *n != asked) {
            person.browser.bell(now.version).await?;
            person.browser.ask(&path, page).await?;
        }
        for (_, person) in self.people.iter_mut().enumerate().filter(|(n, _)| *n != asked) {
            person.browser.hear(&path, 200, page).await?;
            tally.took(page);
            person.read(page.body())?;
        }
        tally.seen.push(micros(from));
        if now.ply != before.ply + 1 || self.people.iter().any(|p| p.sees.ply != now.ply) {
            return Err("a page that does not show the last move".into());
        }
        Ok(now.over)
    }

    /// The same people play again.
    async fn again(&mut self, game: &Game, page: &mut Page) -> Result<(), String> {
        let path = format!("{}/rematch", self.path);
        let host = self.people.first_mut().ok_or("a table without seats")?;
        host.browser.post(&path, "", 303, page).await?;
        page.location().ok_or("no table for another game")?.clone_into(&mut self.path);
        for person in &mut self.people {
            person.browser.log = (0, 0);
            person.browser.held = Held::default();
        }
        self.arrive(game, page).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read() {
        let question = |question: &str| {
            format!(
                "<section id=\"question\" data-v=\"x\"><input type=\"hidden\" name=\"ply\" value=\"7\">{question}</section>"
            )
        };
        let page = |inside: &str| {
            format!("<div id=\"now\" data-version=\"12\"><form>{inside}<button>a card</button></form></div>")
        };
        let pick = "<button name=\"pick\">Pass</button>";
        let answers = format!("<div class=\"answers many\">{pick}{pick}</div><button>Not this turn</button>");
        let asked = page(&question(&answers));
        let view = View { version: 12, ply: 7, answers: 2, over: false };
        let none = View::default();
        assert_eq!(none.then(asked.as_bytes()), Ok(view));
        let waits = page(&question("<p>Bo thinks.</p>"));
        assert_eq!(none.then(waits.as_bytes()), Ok(View { answers: 0, ..view }));
        let over = page(&question("<p>The game is over: you win.</p>"));
        assert_eq!(none.then(over.as_bytes()), Ok(View { answers: 0, over: true, ..view }));
        // Where the question is not among what has changed, it is the same.
        let other = page("<section id=\"hand\" data-v=\"y\"></section>").replace("12", "13");
        assert_eq!(view.then(other.as_bytes()), Ok(View { version: 13, ..view }));
        assert!(none.then(&asked.as_bytes()[..100]).is_err());
    }
}
