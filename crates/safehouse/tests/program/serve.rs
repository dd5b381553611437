//! The house in the browser, as a program: it opens with nothing to set up, and killed at any moment it has lost nothing
//! that it has answered.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

use server::store::{Change, Sqlite, Stage, Store as _, TableRow};

use crate::common::Scratch;

/// A running house.
pub(crate) struct House {
    pub(crate) child: Child,
    pub(crate) address: String,
    /// Where its figures are, if it was asked for them.
    pub(crate) metrics: Option<String>,
}

impl House {
    pub(crate) fn open(scratch: &Scratch) -> House {
        House::logging(scratch, "off")
    }

    /// A house that keeps a log of this form on its standard error.
    fn logging(scratch: &Scratch, log: &str) -> House {
        House::of(scratch.start(&House::words(log)))
    }

    /// How a house is opened that keeps a log of this form.
    pub(crate) fn words(log: &str) -> [&str; 9] {
        ["serve", "--address", "127.0.0.1:0", "--data", "house", "--no-pauses", "--no-limits", "--log", log]
    }

    /// A house with these options.
    pub(crate) fn with(scratch: &Scratch, options: &[&str]) -> House {
        let mut args = vec!["serve", "--address", "127.0.0.1:0", "--data", "house", "--no-pauses"];
        args.extend(options);
        House::of(scratch.start(&args))
    }

    /// The house that this process opens, once it has said where it is.
    pub(crate) fn of(mut child: Child) -> House {
        let (mut said, mut lines) = (String::new(), BufReader::new(child.stdout.take().unwrap()).lines());
        while !said.contains("Press Ctrl-C") {
            let line = lines.next().unwrap_or_else(|| panic!("the house is silent: {said}")).unwrap();
            said += &(line + "\n");
        }
        let after = |words: &str| said.lines().find_map(|line| line.strip_prefix(words)).map(str::to_owned);
        let address = after("The house is open at http://").unwrap();
        assert!(address.starts_with("127.0.0.1:"), "{said}");
        let metrics = after("Metrics are at http://").map(|at| at.replace("/metrics", ""));
        House { child, address, metrics }
    }

    /// One request; the status and everything that came back.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        form: &str,
    ) -> std::io::Result<(u16, String)> {
        ask_at(&self.address, &self.address, method, path, cookie, form)
    }
}

/// One request at an address, to a house of this name.
pub(crate) fn ask_at(
    address: &str,
    host: &str,
    method: &str,
    path: &str,
    cookie: &str,
    form: &str,
) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\nConnection: \
         close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok());
    status.map(|s| (s, answer)).ok_or(std::io::ErrorKind::UnexpectedEof.into())
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who plays against bots.
pub(crate) struct Guest {
    pub(crate) cookie: String,
    pub(crate) table: String,
    /// The ply after the last choice that was answered.
    pub(crate) sure: u32,
}

pub(crate) fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    head.lines()
        .find_map(|l| l.split_once(": ").filter(|(n, _)| n.eq_ignore_ascii_case(name)))
        .map(|(_, v)| v)
}

pub(crate) fn ply(page: &str) -> u32 {
    let at = page.find("name=\"ply\" value=\"").expect("a ply") + 18;
    page[at..].split('"').next().unwrap().parse().unwrap()
}

fn answers(page: &str) -> usize {
    let list = page.find("class=\"answers").and_then(|at| page[at..].split("</section>").next());
    list.map_or(0, |list| list.matches("name=\"pick\"").count())
}

/// What is drawn, but for what only this run of the house knows: a number, and where it listens.
pub(crate) fn drawn(page: &str) -> String {
    let page = page.split_once("<main").unwrap().1;
    let at = page.find("data-version=\"").unwrap();
    format!("{}{}", &page[..at], &page[at + page[at..].find('>').unwrap()..])
}

impl Guest {
    pub(crate) fn new(house: &House, game: &str, seats: u8) -> Guest {
        let form = format!("game={game}&seats={seats}&level=agent&with=bots");
        let (status, answer) = house.ask("POST", "/open", "", &form).unwrap();
        assert_eq!(status, 303, "{answer}");
        let cookie = header(&answer, "set-cookie").unwrap().split(';').next().unwrap().to_owned();
        Guest { cookie, table: header(&answer, "location").unwrap().to_owned(), sure: 0 }
    }

    pub(crate) fn look(&self, house: &House) -> String {
        let (status, page) = house.ask("GET", &self.table, &self.cookie, "").unwrap();
        assert_eq!(status, 200, "{page}");
        page
    }

    /// Waits until there is a question, or the game is over.
    pub(crate) fn wait(&self, house: &House) -> String {
        for _ in 0..2000 {
            let page = self.look(house);
            if answers(&page) > 0 || page.contains("The game is over:") {
                return page;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("nobody asks");
    }

    /// Makes a choice; false if the house has gone meanwhile.
    pub(crate) fn choose(&mut self, house: &House, n: usize) -> bool {
        let Ok((_, page)) = house.ask("GET", &self.table, &self.cookie, "") else { return false };
        let answers = answers(&page);
        if answers == 0 {
            return true;
        }
        let form = format!("ply={}&pick={}", ply(&page), n % answers);
        match house.ask("POST", &format!("{}/act", self.table), &self.cookie, &form) {
            Ok((303, _)) => self.sure = ply(&page) + 1,
            Ok((409, _)) => {}
            Ok((status, answer)) => panic!("{status}: {answer}"),
            Err(_) => return false,
        }
        true
    }
}

#[test]
fn killed_at_any_moment_it_has_lost_nothing_it_has_answered() {
    let scratch = Scratch::new();
    let mut house = House::open(&scratch);
    let games = ["mister-spy", "renamed-spy"];
    let mut guests: Vec<Guest> =
        (0..6).map(|n| Guest::new(&house, games[n % 2], 2 + (n % 5) as u8)).collect();
    for round in 0..12u64 {
        // Killed by another thread in the middle of it, a little later each time.
        let id = house.child.id();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(15 + 11 * round));
            let _ = std::process::Command::new("kill").args(["-9", &id.to_string()]).status();
        });
        for n in 0.. {
            let guest = &mut guests[n % 6];
            if !guest.choose(&house, n + round as usize) {
                break;
            }
        }
        killer.join().unwrap();
        drop(house);
        house = House::open(&scratch);
        for guest in &guests {
            let page = guest.look(&house);
            assert!(ply(&page) >= guest.sure, "{} of {} choices are left", ply(&page), guest.sure);
        }
    }
    assert!(guests.iter().map(|g| g.sure).sum::<u32>() > 30, "hardly anything was played");
    // Killed while everybody is asked something: every page is the same as before.
    let before: Vec<String> = guests.iter().map(|g| drawn(&g.wait(&house))).collect();
    drop(house);
    let house = House::open(&scratch);
    for (guest, before) in guests.iter().zip(before) {
        assert_eq!(drawn(&guest.look(&house)), before);
    }
}

#[test]
fn a_second_house_on_the_same_door_says_so() {
    let scratch = Scratch::new();
    let house = House::open(&scratch);
    let done = scratch.run(&["serve", "--address", &house.address, "--data", "other"], "");
    done.calm();
    assert_eq!(done.code, Some(4), "{done:?}");
    assert!(done.err.contains(&format!("cannot listen on {}", house.address)), "{done:?}");
    assert!(
        done.err.contains("already using that port") && done.err.contains("--address 127.0.0.1:"),
        "{done:?}"
    );
    let (status, answer) = house.ask("GET", "/healthz", "", "").unwrap();
    assert_eq!(status, 200, "{answer}");
}

/// A guest listens to their table, and does nothing else.
fn listen(house: &House, guest: &Guest) -> TcpStream {
    let mut stream = TcpStream::connect(&house.address).unwrap();
    let (table, cookie, host) = (&guest.table, &guest.cookie, &house.address);
    write!(stream, "GET {table}/live HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n").unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

#[test]
fn idle_streams_and_slow_clients_keep_nobody_from_playing() {
    let scratch = Scratch::new();
    let house = House::open(&scratch);
    let mut guest = Guest::new(&house, "mister-spy", 2);
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let idle: Vec<TcpStream> = (0..1000).map(|_| listen(&house, &guest)).collect();
    let slow: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(&house.address).unwrap();
            stream.write_all(b"POST /open HTTP/1.1\r\nHost: ho").unwrap();
            stream
        })
        .collect();
    while guest.sure < 5 && !guest.wait(&house).contains("The game is over:") {
        assert!(guest.choose(&house, 1));
    }
    // Each of those who listen has heard that something changed, and only a number.
    for mut stream in idle {
        let mut heard = String::new();
        while !heard.contains("data: ") {
            let mut bytes = [0; 512];
            let n = stream.read(&mut bytes).unwrap();
            assert!(n > 0, "{heard}");
            heard += &String::from_utf8_lossy(&bytes[..n]);
        }
        let data = heard.split("data: ").nth(1).unwrap().lines().next().unwrap();
        assert!(data.chars().all(|c| c.is_ascii_digit()), "{data}");
    }
    drop(slow);
}

#[test]
fn figures_are_counted_and_name_nothing() {
    let scratch = Scratch::new();
    let house = House::with(&scratch, &["--no-limits", "--log", "off", "--metrics", "127.0.0.1:0"]);
    let mut guest = Guest::new(&house, "mister-spy", 2);
    let _stream = listen(&house, &guest);
    while guest.sure < 2 && !guest.wait(&house).contains("The game is over:") {
        assert!(guest.choose(&house, 1));
    }
    // Not where everybody is,
    assert_eq!(house.ask("GET", "/metrics", "", "").unwrap().0, 404);
    // but at an address of their own, where nothing else is.
    let back_door = house.metrics.clone().unwrap();
    assert_ne!(back_door, house.address);
    assert_eq!(ask_at(&back_door, &back_door, "GET", "/", "", "").unwrap().0, 404);
    assert_eq!(ask_at(&back_door, "evil.example", "GET", "/metrics", "", "").unwrap().0, 421);
    let (status, page) = ask_at(&back_door, &back_door, "GET", "/metrics", "", "").unwrap();
    assert_eq!(status, 200, "{page}");
    let figure = |name: &str| -> f64 {
        let line =
            page.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name}: {page}"));
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(figure("safehouse_choices_total") >= 2.0);
    assert!(figure("safehouse_commit_seconds_count") >= 2.0);
    assert!(figure("safehouse_streams") >= 1.0);
    assert!(
        figure("safehouse_tables{stage=\"playing\"}") + figure("safehouse_tables{stage=\"over\"}") >= 1.0
    );
    assert!(figure("safehouse_tables_in_memory") >= 1.0);
    assert!(figure("safehouse_requests_total{route=\"/t/{id}\",status=\"200\"}") >= 1.0);
    let id = guest.table.trim_start_matches("/t/");
    assert!(!page.contains(id) && !page.contains(guest.cookie.split('=').nth(1).unwrap()));
}

#[test]
fn the_log_says_what_goes_on_and_no_hand_seed_or_token() {
    let scratch = Scratch::new();
    let mut house = House::logging(&scratch, "json");
    let mut guest = Guest::new(&house, "mister-spy", 3);
    for n in 0.. {
        if guest.wait(&house).contains("The game is over:") {
            break;
        }
        assert!(guest.choose(&house, n));
    }
    let (_, record) = house.ask("GET", &format!("{}/record", guest.table), "", "").unwrap();
    let seed = record.lines().find_map(|l| l.strip_prefix("seed ")).expect("a seed").to_owned();
    let (_, cards) = house.ask("GET", "/cards/mister-spy", "", "").unwrap();
    let cards: Vec<&str> = cards.split("<li id=\"").skip(1).filter_map(|l| l.split('"').next()).collect();
    assert!(cards.len() > 30);
    let id = house.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let mut log = String::new();
    house.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    for line in log.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["fields"]["message"].is_string(), "{line}");
    }
    for word in ["the house is open", "a table was opened", "a game is over", "the house is closed"] {
        assert!(log.contains(word), "{log}");
    }
    let token = guest.cookie.split('=').nth(1).unwrap();
    let secrets = [token, &seed, guest.table.trim_start_matches("/t/")];
    for secret in secrets.into_iter().chain(cards.into_iter().filter(|card| card.len() > 2)) {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}

#[test]
fn asked_to_stop_it_ends_the_streams_and_leaves_in_order() {
    let scratch = Scratch::new();
    let mut house = House::open(&scratch);
    let guest = Guest::new(&house, "renamed-spy", 2);
    guest.wait(&house);
    let mut stream = listen(&house, &guest);
    let mut first = [0; 64];
    assert!(stream.read(&mut first).unwrap() > 0);
    let id = house.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    // The stream ends at once: nobody waits until patience with it runs out.
    let asked = std::time::Instant::now();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
    assert_eq!(crate::common::finish(&mut house.child), Some(0));
}

/// A table as the store keeps it, with a link and a seed that are easy to find again.
fn row(id: &str, game: &str, doc: &str) -> TableRow {
    TableRow {
        id: id.to_owned(),
        game: game.to_owned(),
        stage: Stage::Playing,
        listed: false,
        doc: doc.to_owned(),
        touched: server::house::now(),
        // Its time is up: the house brings it in by itself.
        due: Some(server::house::now() - 1_000),
        guests: vec![1],
    }
}

#[test]
fn the_log_names_no_table_and_no_seed_when_what_was_kept_is_damaged() {
    let scratch = Scratch::new();
    let seed = "5eed".repeat(16);
    let doc = |seed: &str, more: &str| {
        format!(
            "{{\"seed\":\"{seed}\",\"options\":{{}},\"chairs\":[{{\"is\":\"bot\",\"level\":\"agent\"}},\
             {{\"is\":\"person\",\"guest\":1,\"name\":\"Ann\"}}],\"host\":1,\"made\":0{more}}}"
        )
    };
    // Torn, of another kind, without a seed that can be read, of no game, with choices that cannot be made.
    let damaged = [
        row("damagedtableaaaaaaaa", "mister-spy", &doc(&seed, "")[..60]),
        row("damagedtablebbbbbbbb", "mister-spy", &doc(&seed, ",\"practice\":\"5eed5eed secret\"")),
        row("damagedtablecccccccc", "mister-spy", &doc("5eed5eed is no seed", "")),
        row("damagedtabledddddddd", "5eed5eed secret", &doc(&seed, "")),
        row("damagedtableeeeeeeee", "mister-spy", &doc(&seed, "")),
        row("damagedtableffffffff", "mister-spy", &doc(&seed, "")),
    ];
    let ids: Vec<String> = damaged.iter().map(|row| row.id.clone()).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(&scratch.path("house")).await.unwrap();
        store.commit(damaged.into_iter().map(Change::Table).collect()).await.unwrap();
        let choice = |id: &str, line: &str| Change::Choice { table: id.into(), ply: 0, line: line.into() };
        store
            .commit(vec![choice(&ids[4], "5eed5eed"), choice(&ids[5], "1 taunt 5eed5eed secret")])
            .await
            .unwrap();
        store.close().await;
    });
    let mut house = House::logging(&scratch, "json");
    for id in &ids {
        let (status, page) = house.ask("GET", &format!("/t/{id}"), "", "").unwrap();
        assert_eq!(status, 503, "{page}");
        assert!(!page.contains("5eed") && !page.contains("damagedtable"), "{page}");
    }
    let id = house.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let mut log = String::new();
    house.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.matches("damaged").count() >= ids.len(), "{log}");
    for secret in ["damagedtable", "5eed", "secret", "taunt"] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}
