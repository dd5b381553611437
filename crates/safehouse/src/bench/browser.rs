//! A guest's browser, as light as an honest one can be: HTTP/1.1 over a connection that stays open, a cookie, forms,
//! and the bell of a table.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use flate2::{Decompress, FlushDecompress, Status};
use memchr::memmem;
use server::rooms::board::Held;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The house closes connections that are quiet for long. A browser does not use one again that may be about to go.
const FRESH: Duration = Duration::from_secs(10);
/// Room for an answer; most are smaller.
const ROOM: usize = 64 * 1024;
/// One in so many answers is asked for squeezed.
const SAMPLE: u32 = 16;

/// One guest.
pub(super) struct Browser {
    address: SocketAddr,
    cookie: String,
    stream: Option<TcpStream>,
    used: Instant,
    /// How often it has asked.
    asked: u32,
    bell: Option<Bell>,
    /// How many lines of the table's log are here already, and as of which change of the table.
    pub(super) log: (u64, u64),
    /// The regions that are here.
    pub(super) held: Held,
}

/// Where requests are written and answers are read: one serves many browsers, one after the other.
pub(super) struct Page {
    request: String,
    bytes: Vec<u8>,
    body: usize,
    /// How long a squeezed answer was on its way.
    squeezed: Option<u32>,
    stretcher: Decompress,
}

impl Default for Page {
    fn default() -> Page {
        let stretcher = Decompress::new(false);
        Page { request: String::new(), bytes: Vec::new(), body: 0, squeezed: None, stretcher }
    }
}

impl Page {
    /// How long the answer was on its way, if it was squeezed.
    pub(super) fn squeezed(&self) -> Option<u32> {
        self.squeezed
    }

    /// The answer, but for its head.
    pub(super) fn body(&self) -> &[u8] {
        &self.bytes[self.body..]
    }

    /// What a header says. The house writes their names in small letters.
    fn header(&self, name: &str) -> Option<&str> {
        let head = &self.bytes[..self.body];
        let before = |at: &usize| head[..*at].ends_with(b"\r\n");
        let at = memmem::find_iter(head, name).find(before)? + name.len();
        let value = head[at..].strip_prefix(b": ")?;
        str::from_utf8(&value[..memmem::find(value, b"\r\n")?]).ok()
    }

    /// Where the answer sends the browser.
    pub(super) fn location(&self) -> Option<&str> {
        self.header("location")
    }

    /// Makes a squeezed answer readable.
    fn stretch(&mut self) -> Result<(), String> {
        self.squeezed = None;
        if self.header("content-encoding") == Some("gzip") {
            let small = self.bytes.split_off(self.body);
            self.squeezed = Some(small.len() as u32);
            self.inflate(&small).ok_or("an answer that cannot be stretched")?;
        }
        Ok(())
    }

    /// Adds what a gzip file holds whose head says nothing: its last bytes say how much that is.
    fn inflate(&mut self, file: &[u8]) -> Option<()> {
        let (inside, length) = file.get(10..)?.split_last_chunk::<4>()?;
        self.stretcher.reset(false);
        self.bytes.reserve(u32::from_le_bytes(*length) as usize + 1);
        let done = self.stretcher.decompress_vec(inside, &mut self.bytes, FlushDecompress::Finish);
        matches!(done, Ok(Status::StreamEnd)).then_some(())
    }

    async fn read(&mut self, stream: &mut TcpStream) -> Result<u16, String> {
        self.bytes.clear();
        let mut whole = None;
        loop {
            self.bytes.reserve(ROOM);
            match stream.read_buf(&mut self.bytes).await {
                Ok(0) => return Err("the house closed the connection".into()),
                Ok(_) => {}
                Err(e) => return Err(e.kind().to_string()),
            }
            if whole.is_none()
                && let Some(end) = memmem::find(&self.bytes, b"\r\n\r\n")
            {
                self.body = end + 4;
                let length = self.header("content-length").and_then(|v| v.parse::<usize>().ok());
                whole = Some(self.body + length.ok_or("an answer without a length")?);
            }
            if whole.is_some_and(|whole| self.bytes.len() >= whole) {
                self.stretch()?;
                let status = self.bytes.get(9..12).and_then(|s| str::from_utf8(s).ok());
                return status.and_then(|s| s.parse().ok()).ok_or("an answer without a status".into());
            }
        }
    }
}

impl Browser {
    pub(super) fn new(address: SocketAddr) -> Browser {
        Browser {
            address,
            cookie: String::new(),
            stream: None,
            used: Instant::now(),
            asked: 0,
            bell: None,
            log: (0, 0),
            held: Held::default(),
        }
    }

    /// Asks for a page and reads it; any other status than the wanted one is wrong.
    pub(super) async fn get(&mut self, path: &str, page: &mut Page) -> Result<(), String> {
        self.ask(path, page).await?;
        self.hear(path, 200, page).await
    }

    /// Sends a form as the script of the pages does, and reads the answer.
    pub(super) async fn post(
        &mut self,
        path: &str,
        form: &str,
        wanted: u16,
        page: &mut Page,
    ) -> Result<(), String> {
        let address = self.address;
        self.begin("POST", path, page);
        let _ = write!(
            page.request,
            "origin: http://{address}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: \
             {}\r\n\r\n{form}",
            form.len()
        );
        self.send(path, page).await?;
        self.hear(path, wanted, page).await
    }

    /// Asks for a page, to [`Browser::hear`] the answer later.
    pub(super) async fn ask(&mut self, path: &str, page: &mut Page) -> Result<(), String> {
        self.begin("GET", path, page);
        page.request += "\r\n";
        self.send(path, page).await
    }

    fn begin(&mut self, method: &str, path: &str, page: &mut Page) {
        page.request.clear();
        let address = self.address;
        let _ = write!(page.request, "{method} {path} HTTP/1.1\r\nhost: {address}\r\nx-part: 1\r\n");
        // Enough to know how long they are; to stretch all of them would be work that real browsers share.
        self.asked += 1;
        if self.asked.is_multiple_of(SAMPLE) {
            page.request += "accept-encoding: gzip\r\n";
        }
        let (lines, version) = self.log;
        if lines > 0 {
            let _ = write!(page.request, "x-log: {lines} {version}\r\n");
        }
        let has = self.held.words();
        if !has.is_empty() {
            let _ = write!(page.request, "x-has: {has}\r\n");
        }
        if !self.cookie.is_empty() {
            let _ = write!(page.request, "cookie: {}\r\n", self.cookie);
        }
    }

    async fn send(&mut self, path: &str, page: &Page) -> Result<(), String> {
        if self.used.elapsed() > FRESH {
            self.stream = None;
        }
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => none.insert(connect(self.address).await?),
        };
        let sent = stream.write_all(page.request.as_bytes()).await;
        sent.map_err(|e| self.failed(path, &e.kind().to_string()))
    }

    /// Reads the answer to what was asked.
    pub(super) async fn hear(&mut self, path: &str, wanted: u16, page: &mut Page) -> Result<(), String> {
        let Some(stream) = &mut self.stream else { return Err("nothing was asked".into()) };
        let status = page.read(stream).await.map_err(|e| self.failed(path, &e))?;
        self.used = Instant::now();
        if let Some(cookie) = page.header("set-cookie") {
            cookie.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        if status == wanted { Ok(()) } else { Err(format!("{}: status {status}", what(path))) }
    }

    /// A connection on which something failed is not used again.
    fn failed(&mut self, path: &str, why: &str) -> String {
        self.stream = None;
        format!("{}: {why}", what(path))
    }

    /// Listens to the bell of a table from now on.
    pub(super) async fn listen(&mut self, path: &str, page: &mut Page) -> Result<(), String> {
        let mut stream = connect(self.address).await?;
        self.begin("GET", path, page);
        page.request += "accept: text/event-stream\r\n\r\n";
        stream.write_all(page.request.as_bytes()).await.map_err(|e| e.kind().to_string())?;
        self.bell = Some(Bell { stream, bytes: Vec::new() });
        Ok(())
    }

    /// Waits until the bell has told of this version, if the browser listens at all.
    pub(super) async fn bell(&mut self, version: u64) -> Result<(), String> {
        match &mut self.bell {
            Some(bell) => bell.wait(version).await,
            None => Ok(()),
        }
    }
}

async fn connect(address: SocketAddr) -> Result<TcpStream, String> {
    let stream = TcpStream::connect(address).await.map_err(|e| format!("connecting: {}", e.kind()))?;
    let _ = stream.set_nodelay(true);
    Ok(stream)
}

/// The last word of a path says what was wanted; the rest names a table.
fn what(path: &str) -> &str {
    let last = path.rsplit('/').next().unwrap_or(path);
    if path.matches('/').count() > 2 { last } else { "a page" }
}

/// The stream of a table's versions.
struct Bell {
    stream: TcpStream,
    bytes: Vec<u8>,
}

impl Bell {
    async fn wait(&mut self, version: u64) -> Result<(), String> {
        loop {
            // An event comes in one piece of the stream, so its line is never torn by the frame around it.
            while let Some(end) = memmem::find(&self.bytes, b"\n") {
                let heard = self.bytes.drain(..=end).collect::<Vec<u8>>();
                let number = heard.strip_prefix(b"data: ").and_then(|n| str::from_utf8(n).ok());
                if number.and_then(|n| n.trim().parse().ok()).is_some_and(|n: u64| n >= version) {
                    return Ok(());
                }
            }
            match self.stream.read_buf(&mut self.bytes).await {
                Ok(0) => return Err("a stream ended".into()),
                Ok(_) => {}
                Err(e) => return Err(format!("a stream: {}", e.kind())),
            }
        }
    }
}
