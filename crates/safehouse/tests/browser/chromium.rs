//! One browser, spoken to in the few words of the WebDriver protocol that these tests need.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail right there")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Whatever a page should do, it does within this time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// How often a page is looked at while something is waited for.
const GLANCE: Duration = Duration::from_millis(10);
/// How the protocol names an element in JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How a browser is set up.
#[derive(Clone, Copy)]
pub(crate) struct Setup {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Do scripts run?
    pub(crate) scripts: bool,
    /// Do cards glide, or has the guest asked for no motion?
    pub(crate) motion: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { width: 1280, height: 900, scripts: true, motion: false }
    }
}

/// What the driver could not do.
#[derive(Debug)]
pub(crate) struct Fault(String);

/// A point of an element on which nothing else lies, if there is one; the element is brought into sight first.
const IN_SIGHT: &str = "
  const element = document.querySelector(arguments[0]);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  for (const down of [5, 1, 9, 3, 7, 0, 10]) {
    for (const right of [5, 1, 9, 3, 7, 0, 10]) {
      const [x, y] = [box.x + 1 + (box.width - 2) * right / 10, box.y + 1 + (box.height - 2) * down / 10].map(Math.round);
      if (element.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return [];
";

/// The rest of the line in which a program that has just been started says `words`, unless it goes before.
pub(crate) fn said_after(from: ChildStdout, words: &'static str) -> Option<String> {
    let (send, receive) = mpsc::channel();
    // It is listened to until it goes: a program that nobody listens to might stop.
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once(words) {
                let _ = send.send(rest.trim().to_owned());
            }
        }
    });
    receive.recv_timeout(PATIENCE).ok()
}

/// Starts a driver and finds its port. It wants the same port in both families of addresses and goes when another has one of
/// them; then the next may be luckier.
fn driver() -> (Child, u16) {
    for _ in 0..5 {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let port = said_after(driver.stdout.take().unwrap(), "successfully on port ");
        if let Some(port) = port.and_then(|port| port.trim_end_matches('.').parse().ok()) {
            return (driver, port);
        }
        let _ = driver.kill();
        let _ = driver.wait();
    }
    panic!("chromedriver finds no port");
}

/// An element of a page.
struct Element(String);

/// A running Chromium with the driver it belongs to.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// Where it keeps what browsers keep.
    profile: PathBuf,
}

impl Browser {
    pub(crate) fn open(profile: PathBuf, setup: Setup) -> Browser {
        std::fs::create_dir_all(&profile).unwrap();
        let (driver, port) = driver();
        let mut browser = Browser { driver, port, session: String::new(), profile };
        let answer = browser.call("POST", "/session", &browser.wishes(setup)).expect("a browser opens");
        browser.session = answer["sessionId"].as_str().unwrap().to_owned();
        browser.resize(setup.width, setup.height);
        browser
    }

    fn wishes(&self, setup: Setup) -> Value {
        let profile = format!("--user-data-dir={}", self.profile.display());
        let mut args = vec![
            profile.as_str(),
            "--headless=new",
            "--no-sandbox",
            "--no-first-run",
            "--disable-gpu",
            "--disable-quic",
            "--disable-sync",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            // Nothing but the house itself can be reached.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ];
        if !setup.motion {
            args.push("--force-prefers-reduced-motion");
        }
        let scripts = if setup.scripts { 1 } else { 2 };
        json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": {
                "args": args,
                "prefs": { "profile.managed_default_content_settings.javascript": scripts },
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } })
    }

    /// One command to the driver.
    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, Fault> {
        let lost = |e: std::io::Error| Fault(format!("no answer: {e}"));
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).map_err(lost)?;
        stream.set_read_timeout(Some(3 * PATIENCE)).map_err(lost)?;
        let body = if method == "POST" { body.to_string() } else { String::new() };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Type: \
             application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .map_err(lost)?;
        let mut answer = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            answer.read_line(&mut line).map_err(lost)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        // The driver may leave the connection open: what it said is as long as it said it is.
        let mut json = vec![0; length];
        answer.read_exact(&mut json).map_err(lost)?;
        let mut json: Value = serde_json::from_slice(&json).map_err(|e| lost(e.into()))?;
        let value = json["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(Fault(format!("{error}: {}", value["message"]))),
            None => Ok(value),
        }
    }

    fn command(&self, what: &str, body: &Value) -> Result<Value, Fault> {
        self.call("POST", &format!("/session/{}/{what}", self.session), body)
    }

    /// A command of the browser's own tools.
    #[track_caller]
    pub(crate) fn tool(&self, name: &str, params: Value) {
        self.command("goog/cdp/execute", &json!({ "cmd": name, "params": params })).expect(name);
    }

    /// A picture of the page as it is on the screen, of a kind such as `png` or `webp`, in base 64.
    #[track_caller]
    pub(crate) fn picture(&self, kind: &str) -> String {
        let mut params = json!({ "format": kind });
        if kind != "png" {
            params["quality"] = json!(82);
        }
        let picture =
            self.command("goog/cdp/execute", &json!({ "cmd": "Page.captureScreenshot", "params": params }));
        picture.expect("a picture")["data"].as_str().unwrap().to_owned()
    }

    /// How large the page is, in CSS pixels.
    #[track_caller]
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.tool("Emulation.setDeviceMetricsOverride", size);
    }

    /// Pulls the plug, or puts it back in.
    #[track_caller]
    pub(crate) fn offline(&self, offline: bool) {
        let conditions = json!({ "offline": offline, "latency": 0, "throughput": -1 });
        self.command("chromium/network_conditions", &json!({ "network_conditions": conditions }))
            .expect("the network can be cut");
    }

    #[track_caller]
    pub(crate) fn goto(&self, url: &str) {
        self.command("url", &json!({ "url": url })).expect(url);
    }

    #[track_caller]
    pub(crate) fn reload(&self) {
        self.command("refresh", &json!({})).expect("the page loads again");
    }

    #[track_caller]
    pub(crate) fn url(&self) -> String {
        let url = self.call("GET", &format!("/session/{}/url", self.session), &Value::Null);
        url.expect("an address").as_str().unwrap().to_owned()
    }

    /// Runs a function body in the page.
    pub(crate) fn try_run(&self, script: &str, args: Value) -> Result<Value, Fault> {
        self.command("execute/sync", &json!({ "script": script, "args": args }))
    }

    #[track_caller]
    pub(crate) fn run(&self, script: &str) -> Value {
        self.run_with(script, json!([]))
    }

    #[track_caller]
    pub(crate) fn run_with(&self, script: &str, args: Value) -> Value {
        self.try_run(script, args).expect(script)
    }

    #[track_caller]
    pub(crate) fn text(&self, css: &str) -> String {
        let text = self.run_with("return document.querySelector(arguments[0])?.textContent", json!([css]));
        text.as_str().unwrap_or_else(|| panic!("{css} is not on {}", self.url())).to_owned()
    }

    /// Waits until an expression is true in the page, however often it is loaded meanwhile.
    #[track_caller]
    pub(crate) fn wait(&self, condition: &str) {
        self.wait_for(PATIENCE, condition);
    }

    /// The same for what takes a busy machine minutes, such as the analysis of a long game.
    #[track_caller]
    pub(crate) fn wait_long(&self, condition: &str) {
        self.wait_for(20 * PATIENCE, condition);
    }

    #[track_caller]
    fn wait_for(&self, patience: Duration, condition: &str) {
        let script = format!("return Boolean({condition})");
        let start = Instant::now();
        loop {
            // In the middle of a navigation there is no page to ask.
            let last = self.try_run(&script, json!([]));
            if let Ok(Value::Bool(true)) = last {
                return;
            }
            if start.elapsed() > patience {
                let page = self.try_run("return document.body.innerText", json!([]));
                panic!("waited in vain for {condition} ({last:?}) on {}: {page:?}", self.url());
            }
            thread::sleep(GLANCE);
        }
    }

    #[track_caller]
    fn find(&self, css: &str) -> Element {
        let found = self.command("element", &json!({ "using": "css selector", "value": css }));
        Element(found.expect(css)[ELEMENT].as_str().unwrap().to_owned())
    }

    /// A real click in the middle of an element, or where something lies on its middle, on a part of it that is to be seen. If
    /// the page is swapped just then, on its successor.
    #[track_caller]
    pub(crate) fn click(&self, css: &str) {
        if let Err(covered) = self.try_click(css) {
            panic!("nothing of {css} is to be seen: {covered}")
        }
    }

    /// The same, unless all of it lies under something else.
    #[track_caller]
    pub(crate) fn try_click(&self, css: &str) -> Result<(), String> {
        let start = Instant::now();
        loop {
            let clicked = self.command(&format!("element/{}/click", self.find(css).0), &json!({}));
            match clicked {
                Err(Fault(e)) if e.starts_with("stale") && start.elapsed() < PATIENCE => {}
                Err(Fault(e)) if e.starts_with("element click intercepted") => {
                    let point = self.run_with(IN_SIGHT, json!([css]));
                    let [Some(x), Some(y)] = [point[0].as_i64(), point[1].as_i64()] else { return Err(e) };
                    self.click_at(x, y);
                    return Ok(());
                }
                clicked => {
                    clicked.expect(css);
                    return Ok(());
                }
            }
        }
    }

    /// Takes hold of a point of the page, and lets go at another.
    #[track_caller]
    pub(crate) fn pull(&self, from: [i64; 2], to: [i64; 2]) {
        let half = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
        let [[x, y], [hx, hy], [tx, ty]] = [from, half, to];
        let actions = json!([
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerMove", "x": hx, "y": hy, "duration": 50 },
            { "type": "pointerMove", "x": tx, "y": ty, "duration": 50 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let mouse = json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": actions }] });
        self.command("actions", &mouse).expect("a pull");
    }

    /// The middle of an element on the screen.
    #[track_caller]
    pub(crate) fn middle(&self, css: &str) -> [i64; 2] {
        let point = self.run_with(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);",
            json!([css]),
        );
        serde_json::from_value(point).expect(css)
    }

    /// Puts the mouse on a point of the page, and leaves it there.
    #[track_caller]
    pub(crate) fn point_at(&self, [x, y]: [i64; 2]) {
        let actions = json!([{ "type": "pointerMove", "x": x, "y": y }]);
        let mouse = json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": actions }] });
        self.command("actions", &mouse).expect("the mouse moves");
    }

    /// A click with the other button of the mouse.
    #[track_caller]
    pub(crate) fn other_button(&self, [x, y]: [i64; 2]) {
        let actions = json!([
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 2 },
            { "type": "pointerUp", "button": 2 },
        ]);
        let mouse = json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": actions }] });
        self.command("actions", &mouse).expect("a click");
    }

    /// Puts a finger on a point of the page, and takes it away after a while.
    #[track_caller]
    pub(crate) fn hold(&self, [x, y]: [i64; 2]) {
        let touch = json!({ "x": x, "y": y, "duration": 900, "gestureSourceType": "touch" });
        self.tool("Input.synthesizeTapGesture", touch);
    }

    /// The tabs that are open.
    #[track_caller]
    pub(crate) fn tabs(&self) -> Vec<String> {
        let tabs = self.call("GET", &format!("/session/{}/window/handles", self.session), &Value::Null);
        serde_json::from_value(tabs.expect("tabs")).unwrap()
    }

    /// Opens one more tab, and looks at it.
    #[track_caller]
    pub(crate) fn open_tab(&self) {
        let tab = self.command("window/new", &json!({ "type": "tab" })).expect("a tab");
        self.look_at(tab["handle"].as_str().unwrap());
    }

    /// Looks at another tab.
    #[track_caller]
    pub(crate) fn look_at(&self, tab: &str) {
        self.command("window", &json!({ "handle": tab })).expect("a tab");
    }

    /// A real click on a point of the page as it is scrolled.
    #[track_caller]
    fn click_at(&self, x: i64, y: i64) {
        let actions = json!([
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let mouse = json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": actions }] });
        self.command("actions", &mouse).expect("a click");
    }

    #[track_caller]
    pub(crate) fn type_in(&self, css: &str, text: &str) {
        let element = self.find(css);
        self.command(&format!("element/{}/clear", element.0), &json!({})).expect(css);
        self.command(&format!("element/{}/value", element.0), &json!({ "text": text })).expect(css);
    }

    /// Presses one key, wherever the focus is.
    #[track_caller]
    pub(crate) fn press(&self, key: &str) {
        let actions = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let keyboard = json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] });
        self.command("actions", &keyboard).expect("a key is pressed");
    }

    /// What the browser has complained about since it was last asked.
    #[track_caller]
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.command("se/log", &json!({ "type": "browser" })).expect("the log of the browser");
        let entry = |e: &Value| format!("{}: {}", e["level"], e["message"]);
        log.as_array().unwrap().iter().map(entry).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Chromium ends with its session, and with the driver if there is none yet; only then is the driver killed.
        if !self.session.is_empty() {
            let _ = self.call("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.call("GET", "/shutdown", &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
