//! A house that many call at once, some of them rudely: those who play are served, and told to close it closes.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpSocket;

use crate::common::{Scratch, finish, one_at_a_time};
use crate::serve::{Guest, House, ask_at, header};

/// A house that can have so many connections: as many as the system lets it have files, but for some of its own.
fn small_house(scratch: &Scratch, connections: usize) -> House {
    let args = ["serve", "--address", "127.0.0.1:0", "--data", "house", "--no-pauses", "--log", "off"];
    let program = scratch.command(&args);
    let mut command = Command::new("sh");
    let files = connections + 200;
    command.args(["-c", &format!("ulimit -n {files} && exec \"$0\" \"$@\"")]);
    command.arg(program.get_program()).args(program.get_args());
    command.current_dir(program.get_current_dir().unwrap());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let child = {
        let _alone = one_at_a_time();
        command.spawn().unwrap()
    };
    House::of(child)
}

/// Opens connections from an address, and says this over each. Whoever is not let in has tried.
async fn call(from: [u8; 4], to: SocketAddr, count: usize, words: &str) -> Vec<tokio::net::TcpStream> {
    let mut open = Vec::new();
    for _ in 0..count {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let Ok(Ok(mut stream)) = tokio::time::timeout(Duration::from_secs(2), socket.connect(to)).await
        else {
            continue;
        };
        let _ = stream.write_all(words.as_bytes()).await;
        open.push(stream);
    }
    open
}

fn status(stream: &mut TcpStream) -> (u16, String) {
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let (mut heard, mut bytes) = (String::new(), [0; 4096]);
    while !heard.contains("\r\n\r\n") || !heard.contains("</html>") && !heard.contains("data: ") {
        let n = stream.read(&mut bytes).unwrap();
        assert!(n > 0, "{heard}");
        heard += &String::from_utf8_lossy(&bytes[..n]);
    }
    (heard.split(' ').nth(1).unwrap().parse().unwrap(), heard)
}

/// Listens to a table from an address; what the house says to that.
fn listen(house: &House, from: [u8; 4], table: &str, cookie: &str) -> (u16, String, TcpStream) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let words = format!("GET {table}/live HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n\r\n", house.address);
    let stream = runtime.block_on(call(from, house.address.parse().unwrap(), 1, &words)).pop().unwrap();
    let mut stream = stream.into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    let (status, words) = status(&mut stream);
    (status, words, stream)
}

#[test]
#[cfg(target_os = "linux")]
fn five_addresses_that_take_every_connection_shut_nobody_out_and_the_house_closes_in_time() {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap();
    // Each address takes all that one may have, and four of them all that there are.
    let each = usize::try_from(files.saturating_sub(300) / 5).unwrap().min(512);
    assert!(5 * each > 4 * each + 200, "too few files can be opened to try this");
    for (what, words) in [
        ("streams without a guest", "GET TABLE/live HTTP/1.1\r\nHost: HOUSE\r\n\r\n"),
        ("heads that never end", "GET TABLE HTTP/1.1\r\nHost: HOUSE\r\n"),
        (
            "forms that never come",
            "POST /open HTTP/1.1\r\nHost: HOUSE\r\nOrigin: http://HOUSE\r\nContent-Length: 9\r\n\r\ngame=",
        ),
        ("silence", ""),
    ] {
        let scratch = Scratch::new();
        let mut house = small_house(&scratch, 4 * each);
        let mut guest = Guest::new(&house, "mister-spy", 2);
        guest.wait(&house);
        let words = words.replace("TABLE", &guest.table).replace("HOUSE", &house.address);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let address: SocketAddr = house.address.parse().unwrap();
        let crowd: Vec<_> =
            (2..7).flat_map(|n| runtime.block_on(call([127, 0, 0, n], address, each, &words))).collect();
        assert!(crowd.len() > 4 * each + 200, "{what}: only {} came", crowd.len());
        // Somebody plays as if nothing were.
        let asked = Instant::now();
        for n in 0..5 {
            assert!(guest.choose(&house, n), "{what}");
            guest.wait(&house);
        }
        let (heard, words, _bell) = listen(&house, [127, 0, 0, 1], &guest.table, &guest.cookie);
        assert_eq!(heard, 200, "{what}: {words}");
        assert!(asked.elapsed() < Duration::from_secs(10), "{what}: {:?}", asked.elapsed());
        // And with everybody still at the door it closes.
        let told = Instant::now();
        let id = house.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert_eq!(finish(&mut house.child), Some(0), "{what}");
        assert!(told.elapsed() < Duration::from_secs(10), "{what}: {:?}", told.elapsed());
        drop(crowd);
    }
}

#[test]
fn ctrl_c_closes_it_as_well_while_a_form_is_on_its_way() {
    let scratch = Scratch::new();
    let mut house = House::with(&scratch, &["--log", "off"]);
    let mut slow = TcpStream::connect(&house.address).unwrap();
    let host = &house.address;
    write!(
        slow,
        "POST /open HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 9\r\n\r\ngame="
    )
    .unwrap();
    assert_eq!(house.ask("GET", "/healthz", "", "").unwrap().0, 200);
    let told = Instant::now();
    assert!(Command::new("kill").args(["-INT", &house.child.id().to_string()]).status().unwrap().success());
    assert_eq!(finish(&mut house.child), Some(0));
    assert!(told.elapsed() < Duration::from_secs(10), "{:?}", told.elapsed());
}

#[test]
#[cfg(target_os = "linux")]
fn a_guest_and_an_address_have_so_many_streams_and_are_told_so() {
    let scratch = Scratch::new();
    // Of 512 connections an address has 32 for streams.
    let house = small_house(&scratch, 512);
    let ann = Guest::new(&house, "mister-spy", 2);
    let (refused, words, _) = listen(&house, [127, 0, 0, 2], &ann.table, "");
    assert_eq!(refused, 403, "{words}");
    assert!(words.contains("Only guests can follow"), "{words}");
    let forged = format!("guest={}", "0".repeat(64));
    assert_eq!(listen(&house, [127, 0, 0, 2], &ann.table, &forged).0, 403);
    let mut open = Vec::new();
    let fill = |open: &mut Vec<TcpStream>, cookie: &str, from: [u8; 4]| loop {
        let (status, words, stream) = listen(&house, from, &ann.table, cookie);
        match status {
            200 => open.push(stream),
            _ => break (status, words),
        }
        assert!(open.len() < 100);
    };
    let (status, words) = fill(&mut open, &ann.cookie, [127, 0, 0, 2]);
    assert_eq!((status, open.len()), (429, 12), "{words}");
    assert!(words.contains("too many tables open at once"), "{words}");
    // Whoever calls from another address is the same guest, and other guests are not.
    assert_eq!(fill(&mut open, &ann.cookie, [127, 0, 0, 3]).0, 429);
    let others: Vec<Guest> = (0..3).map(|_| Guest::new(&house, "mister-spy", 2)).collect();
    let mut last = String::new();
    for other in &others {
        last = fill(&mut open, &other.cookie, [127, 0, 0, 2]).1;
    }
    assert_eq!(open.len(), 32);
    assert!(last.contains("at your address"), "{last}");
    assert_eq!(listen(&house, [127, 0, 0, 4], &ann.table, &others[2].cookie).0, 200);
    // One that is closed makes room.
    open.truncate(11);
    for _ in 0..100 {
        let (status, _, stream) = listen(&house, [127, 0, 0, 2], &ann.table, &ann.cookie);
        if status == 200 {
            open.push(stream);
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(open.len(), 12, "the place of one who has gone is free again");
}

#[test]
fn a_form_that_takes_too_long_is_not_waited_for() {
    let scratch = Scratch::new();
    let house = House::with(&scratch, &["--log", "off"]);
    let host = &house.address;
    let began = Instant::now();
    let mut waiting: Vec<TcpStream> = ["/open", "/lesson/mister-spy/1"]
        .into_iter()
        .map(|path| {
            let mut stream = TcpStream::connect(host).unwrap();
            write!(
                stream,
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: \
                 application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\ngame="
            )
            .unwrap();
            stream
        })
        .collect();
    // A byte now and then does not help.
    for _ in 0..8 {
        std::thread::sleep(Duration::from_secs(1));
        waiting.iter_mut().for_each(|stream| stream.write_all(b"x").unwrap());
    }
    for stream in &mut waiting {
        let (status, words) = status(stream);
        assert_eq!(status, 408, "{words}");
        assert!(words.contains("took too long to arrive"), "{words}");
    }
    assert!((9..15).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
}

#[test]
fn what_costs_much_is_limited_however_its_path_is_written() {
    let scratch = Scratch::new();
    let house = House::with(&scratch, &["--log", "off"]);
    let guest = Guest::new(&house, "mister-spy", 2);
    let page = guest.wait(&house);
    let form = format!("ply={}", crate::serve::ply(&page));
    // A guest can ask for twenty thoughts at once. What leads nowhere counts for nothing.
    for nowhere in ["//hint", "/hint/", "/HINT", "/./hint"] {
        let (status, _) =
            house.ask("POST", &format!("{}{nowhere}", guest.table), &guest.cookie, &form).unwrap();
        assert_eq!(status, 404, "{nowhere}");
    }
    let mut answers: Vec<u16> = Vec::new();
    for n in 0..40 {
        let word = ["/hint", "/h%69nt", "/%68%69%6e%74"][n % 3];
        answers.push(house.ask("POST", &format!("{}{word}", guest.table), &guest.cookie, &form).unwrap().0);
    }
    let refused = answers.iter().filter(|status| **status == 429).count();
    assert!((5..=20).contains(&refused), "{answers:?}");
    // Films and analyses, also for those without a cookie. Written otherwise they are not there.
    for (path, most) in [("/shot/w/x/y/z.svg".to_owned(), 400), (format!("{}/analysis", guest.table), 100)] {
        let busy =
            (0..most).map(|_| house.ask("GET", &path, "", "").unwrap()).find(|(status, _)| *status == 429);
        let (_, words) = busy.unwrap_or_else(|| panic!("{path} is never refused"));
        assert!(words.contains("Too many requests"), "{words}");
    }
    for path in ["/sh%6ft/x/y/z.svg", "//shot/w/x/y/z.svg"]
        .into_iter()
        .map(str::to_owned)
        .chain([format!("{}/an%61lysis", guest.table), format!("{}/analysis/", guest.table)])
    {
        let (status, words) = house.ask("GET", &path, &guest.cookie, "").unwrap();
        assert!(matches!(status, 404 | 405), "{path}: {words}");
    }
    // Whoever plays has noticed nothing of that.
    assert_eq!(house.ask("GET", &guest.table, &guest.cookie, "").unwrap().0, 200);
}

#[test]
fn what_is_refused_is_not_taken_from_polite_guests_at_the_same_address() {
    let scratch = Scratch::new();
    let house = House::with(&scratch, &["--log", "off"]);
    let mut polite = Guest::new(&house, "mister-spy", 2);
    let rude = Guest::new(&house, "mister-spy", 2);
    let say = |cookie: &str, host: &str| {
        ask_at(&house.address, host, "POST", &format!("{}/say", rude.table), cookie, "text=x").unwrap().0
    };
    let mut seen = std::collections::BTreeMap::<u16, u32>::new();
    // Far more than the address may ask for at once, most of it refused: a rude guest, nobody at all, foreign forms.
    for _ in 0..300 {
        for status in [
            say(&rude.cookie, &house.address),
            say("", &house.address),
            say(&format!("guest={}", "0".repeat(64)), &house.address),
            foreign(&house, &polite.cookie),
        ] {
            *seen.entry(status).or_default() += 1;
        }
    }
    assert!(seen[&429] > 300, "{seen:?}");
    for n in 0..10 {
        assert!(polite.choose(&house, n));
        polite.wait(&house);
    }
}

/// A form from somebody else's page, with the cookie of a guest.
fn foreign(house: &House, cookie: &str) -> u16 {
    let mut stream = TcpStream::connect(&house.address).unwrap();
    write!(
        stream,
        "POST /name HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\nCookie: {cookie}\r\nConnection: \
         close\r\nContent-Length: 0\r\n\r\n",
        house.address
    )
    .unwrap();
    let (status, words) = status(&mut stream);
    assert_eq!(status, 403, "{words}");
    status
}

#[test]
fn a_house_answers_to_its_own_name_only() {
    let scratch = Scratch::new();
    let house = House::with(&scratch, &["--log", "off"]);
    let port = house.address.rsplit(':').next().unwrap();
    for (host, wanted) in [
        (house.address.clone(), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        ("evil.example".into(), 421),
        (format!("evil.example:{port}"), 421),
        ("127.0.0.1".into(), 421),
        ("]".into(), 421),
    ] {
        let (status, words) = ask_at(&house.address, &host, "GET", "/", "", "").unwrap();
        assert_eq!(status, wanted, "{host}: {words}");
        if wanted == 421 {
            assert!(
                words.contains("--public-url") && header(&words, "content-security-policy").is_some(),
                "{words}"
            );
        }
    }
}
