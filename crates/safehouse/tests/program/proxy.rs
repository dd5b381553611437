//! The house behind a reverse proxy: the configuration in docs/house.md, as it stands there, in a real nginx.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::time::{Duration, Instant};

use crate::common::{Scratch, one_at_a_time};
use crate::serve::{House, ask_at, header};

const NAME: &str = "play.example.org";
const DOCS: &str = include_str!("../../../../docs/house.md");

/// A program that must not outlive its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // nginx ends its own workers if it is asked; killed it would leave them behind.
        let _ = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status();
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(5) {
            if matches!(self.0.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where a program is, also one for the administrator.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// nginx, openssl and curl. Where one is missing the test says so aloud, unless it must not be skipped.
fn tools() -> Option<[PathBuf; 3]> {
    let found = ["nginx", "openssl", "curl"].map(program);
    if let [Some(nginx), Some(openssl), Some(curl)] = found {
        return Some([nginx, openssl, curl]);
    }
    let required = std::env::var("SAFEHOUSE_PROXY").is_ok_and(|v| v == "required");
    assert!(!required, "SAFEHOUSE_PROXY=required, but nginx, openssl or curl is missing: {found:?}");
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        let words = "\nTHE PROXY TESTS ARE SKIPPED: nginx, openssl or curl is missing. \
                     On Debian: apt-get install nginx-light openssl curl\n";
        let _ = std::io::stderr().write_all(words.as_bytes());
    });
    None
}

/// The first fenced block of this language in the docs.
fn documented(language: &str) -> &'static str {
    let from = DOCS.split(&format!("```{language}\n")).nth(1).expect("a block in docs/house.md");
    from.split("```").next().unwrap()
}

/// A port that nobody uses just now.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A house behind nginx.
struct Behind {
    house: House,
    port: u16,
    plain: u16,
    curl: PathBuf,
    folder: PathBuf,
    _nginx: Running,
}

impl Behind {
    fn open(scratch: &Scratch) -> Option<Behind> {
        let [nginx, openssl, curl] = tools()?;
        let folder = scratch.path("nginx");
        std::fs::create_dir_all(&folder).unwrap();
        let (port, plain) = (free_port(), free_port());
        let url = format!("https://{NAME}:{port}");
        let house =
            House::with(scratch, &["--log", "off", "--public-url", &url, "--trusted-proxy", "127.0.0.1"]);
        let made = Command::new(openssl)
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
            .args(["-days", "2", "-keyout", "key.pem", "-out", "cert.pem", "-subj"])
            .args([format!("/CN={NAME}"), "-addext".into(), format!("subjectAltName=DNS:{NAME}")])
            .current_dir(&folder)
            .stderr(Stdio::null())
            .status();
        assert!(made.unwrap().success(), "openssl made no certificate");
        // What the docs say, at other places.
        let mut servers = documented("nginx").to_owned();
        let here = folder.display().to_string();
        for (from, to) in [
            ("server 127.0.0.1:8037;", format!("server {};", house.address)),
            ("listen 80;", format!("listen 127.0.0.1:{plain};")),
            ("https://$host$request_uri", format!("https://$host:{port}$request_uri")),
            ("listen 443 ssl http2;", format!("listen 127.0.0.1:{port} ssl http2;")),
            ("/etc/ssl/play.example.org/fullchain.pem", format!("{here}/cert.pem")),
            ("/etc/ssl/play.example.org/privkey.pem", format!("{here}/key.pem")),
        ] {
            assert!(servers.contains(from), "docs/house.md says '{from}' no longer");
            servers = servers.replace(from, &to);
        }
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|what| format!("{what}_temp_path {here}/{what};\n"))
            .concat();
        let whole = format!(
            "daemon off;\nmaster_process on;\nworker_processes 1;\npid {here}/pid;\nerror_log {here}/error.log;\n\
             events {{ worker_connections 512; }}\nhttp {{\naccess_log off;\n{temporary}{servers}}}\n"
        );
        let file = folder.join("nginx.conf");
        std::fs::write(&file, whole).unwrap();
        let mut command = Command::new(nginx);
        command.arg("-p").arg(&folder).arg("-c").arg(&file).arg("-e").arg(folder.join("error.log"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = {
            let _alone = one_at_a_time();
            command.spawn().unwrap()
        };
        let nginx = Running(child);
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let log = || std::fs::read_to_string(folder.join("error.log")).unwrap_or_default();
            assert!(began.elapsed() < Duration::from_secs(20), "nginx does not start: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(Behind { house, port, plain, curl, folder, _nginx: nginx })
    }

    /// Asks by HTTPS from an address of this machine.
    fn curl(&self, from: &str, path: &str, more: &[&str]) -> Command {
        let mut command = Command::new(&self.curl);
        let (port, origin) = (self.port, format!("https://{NAME}:{}", self.port));
        command.args(["--silent", "--show-error", "--include", "--max-time", "20", "--interface", from]);
        command.arg("--cacert").arg(self.folder.join("cert.pem"));
        command.args(["--resolve", &format!("{NAME}:{port}:127.0.0.1")]);
        if !more.iter().any(|word| word.starts_with("Origin:")) {
            command.args(["-H", &format!("Origin: {origin}")]);
        }
        command.args(more).arg(format!("{origin}{path}"));
        command
    }

    /// The answer, its head first.
    fn ask(&self, from: &str, path: &str, more: &[&str]) -> String {
        let output = self.curl(from, path, more).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{path}: {error}");
        String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n").replacen("\n\n", "\r\n\r\n", 1)
    }
}

const OPEN: &str = "game=mister-spy&seats=2&level=agent&with=bots";

#[test]
fn the_documented_proxy_serves_pages_streams_and_secure_cookies() {
    let scratch = Scratch::new();
    let Some(behind) = Behind::open(&scratch) else { return };
    // TLS and HTTP/2 outside, and the house knows.
    let front = behind.ask("127.0.0.1", "/", &["--http2"]);
    assert!(front.starts_with("HTTP/2 200"), "{front}");
    assert_eq!(header(&front, "strict-transport-security"), Some("max-age=31536000"));
    let opened = behind.ask("127.0.0.1", "/open", &["--http2", "--data", OPEN]);
    assert!(opened.starts_with("HTTP/2 303"), "{opened}");
    let cookie = header(&opened, "set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-guest=") && cookie.ends_with("; Secure"), "{cookie}");
    let (cookie, table) = (cookie.split(';').next().unwrap(), header(&opened, "location").unwrap());
    let page = behind.ask("127.0.0.1", table, &["--http2", "--cookie", cookie]);
    assert!(page.starts_with("HTTP/2 200") && page.contains("id=\"table\""), "{page}");
    // A form of somebody else's page is not taken, though the proxy hands it on.
    let foreign = behind.ask("127.0.0.1", "/open", &["--data", OPEN, "-H", "Origin: https://evil.example"]);
    assert!(foreign.contains(" 403"), "{foreign}");
    // The bell is heard at once, not when nginx has collected enough of it.
    let mut listening =
        behind.curl("127.0.0.1", &format!("{table}/live"), &["--no-buffer", "--cookie", cookie]);
    listening.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut listening = Running({
        let _alone = one_at_a_time();
        listening.spawn().unwrap()
    });
    let out = listening.0.stdout.take().unwrap();
    let (said, heard) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        use std::io::BufRead as _;
        for line in std::io::BufReader::new(out).lines().map_while(Result::ok) {
            let _ = said.send(line);
        }
    });
    let bell = |after: u64| loop {
        let line = heard.recv_timeout(Duration::from_secs(15)).expect("the bell rings");
        match line.strip_prefix("data: ").and_then(|n| n.trim().parse().ok()) {
            Some(version) if version > after => break version,
            _ => {}
        }
    };
    let first: u64 = bell(0);
    let talk =
        behind.ask("127.0.0.1", &format!("{table}/say"), &["--cookie", cookie, "--data", "text=hello"]);
    assert!(talk.contains(" 303"), "{talk}");
    assert!(bell(first) > first);
    drop(listening);
    // Plain HTTP leads to HTTPS.
    let at = format!("127.0.0.1:{}", behind.plain);
    let (status, answer) = ask_at(&at, NAME, "GET", "/rules/mister-spy", "", "").unwrap();
    let to = format!("https://{NAME}:{}/rules/mister-spy", behind.port);
    assert_eq!((status, header(&answer, "location")), (301, Some(to.as_str())), "{answer}");
}

#[test]
fn whoever_was_a_guest_before_https_still_is_and_gets_the_safer_cookie() {
    let scratch = Scratch::new();
    let Some(behind) = Behind::open(&scratch) else { return };
    // At the machine itself there is no HTTPS, and no promise of it.
    let (status, opened) = behind.house.ask("POST", "/open", "", OPEN).unwrap();
    assert_eq!(status, 303, "{opened}");
    assert!(header(&opened, "strict-transport-security").is_none());
    let cookie = header(&opened, "set-cookie").unwrap().split(';').next().unwrap();
    let table = header(&opened, "location").unwrap();
    assert!(cookie.starts_with("guest="), "{cookie}");
    let page = behind.ask("127.0.0.1", table, &["--cookie", cookie]);
    assert!(page.contains("__Host-guest=") && page.contains("guest=; Path=/; Max-Age=0"), "{page}");
    assert!(page.contains(&cookie.replace("guest=", "__Host-guest=")), "the same guest: {page}");
    let next = behind.ask("127.0.0.1", table, &["--cookie", &cookie.replace("guest=", "__Host-guest=")]);
    assert!(header(&next, "set-cookie").is_none() && next.contains("name=\"text\""), "{next}");
    // What anybody may keep has no cookie in it, and a token that nobody has is not answered with one.
    let picture = behind.ask("127.0.0.1", "/art/mark.svg", &["--cookie", cookie]);
    assert!(header(&picture, "set-cookie").is_none(), "{picture}");
    let forged = behind.ask("127.0.0.1", table, &["--cookie", &format!("guest={}", "0".repeat(64))]);
    assert!(header(&forged, "set-cookie").is_none(), "{forged}");
}

#[test]
#[cfg(target_os = "linux")]
fn limits_count_by_the_address_in_front_of_the_proxy() {
    let scratch = Scratch::new();
    let Some(behind) = Behind::open(&scratch) else { return };
    // One address asks until it has to wait; what it writes into headers makes no difference.
    let lies = ["-H", "X-Forwarded-For: 203.0.113.7", "-H", "Forwarded: for=203.0.113.8", "--data", "x=1"];
    // One curl for all of them: as many connections would take longer than the house forgets.
    let many = "/name?[1-300]";
    let answers = behind.ask("127.0.0.3", many, &lies);
    let refused = answers.matches("HTTP/2 429").count();
    assert!(refused > 50, "{refused} of 300 were refused");
    // Its neighbour does not.
    let other = behind.ask("127.0.0.4", "/open", &["--data", OPEN]);
    assert!(other.starts_with("HTTP/2 303"), "{other}");
    // And whoever is not the proxy is not believed to be one.
    let socket =
        format!("--interface 127.0.0.5 --silent --include http://{}/name?[1-300]", behind.house.address);
    let mut direct = Command::new(&behind.curl);
    direct.args(socket.split(' ')).args(["-H", &format!("Origin: http://{}", behind.house.address)]);
    direct.args(["-H", "X-Forwarded-For: 203.0.113.9", "--data", "x=1"]);
    let direct = String::from_utf8_lossy(&direct.output().unwrap().stdout).into_owned();
    assert!(direct.matches("HTTP/1.1 429").count() > 50, "{direct}");
    let honest = behind.ask("127.0.0.6", "/open", &["--data", OPEN]);
    assert!(honest.starts_with("HTTP/2 303"), "{honest}");
}

/// The names in the docs are options of the program.
#[test]
fn the_documented_command_line_is_understood() {
    let line = DOCS.lines().find(|line| line.starts_with("safehouse serve --address")).unwrap();
    let scratch = Scratch::new();
    let elsewhere = |word| if word == "127.0.0.1:8037" { "127.0.0.1:0" } else { word };
    let words: Vec<&str> = line.split(' ').skip(1).map(elsewhere).collect();
    let house = House::of(scratch.start(&words));
    let (status, answer) = ask_at(&house.address, NAME, "GET", "/", "", "").unwrap();
    assert_eq!(status, 200, "{answer}");
}
