//! A browser without scripts: it keeps its cookie, follows links, and fills in forms.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use server::door::routes;
use server::house::{House, Pace};
use server::store::{Memory, SharedStore};
use tower::ServiceExt as _;

/// A house that keeps nothing.
pub(crate) fn house() -> Router {
    house_with(Arc::new(Memory::new()))
}

/// A house that keeps things there.
pub(crate) fn house_with(shelf: SharedStore) -> Router {
    routes(House::new(shelf, Pace::NONE))
}

/// People who sit at a table together, the host first, and the house around them.
pub(crate) struct Company {
    pub(crate) house: Arc<House>,
    pub(crate) people: Vec<Browser>,
    pub(crate) table: String,
}

impl Company {
    /// The host has opened a table, and the others have its link.
    pub(crate) async fn waiting(shelf: SharedStore, game: &str, people: usize, more: &str) -> Company {
        let house = House::new(shelf, Pace::NONE);
        let routes = routes(Arc::clone(&house));
        let mut people: Vec<Browser> = (0..people).map(|_| Browser::new(&routes)).collect();
        people[0].post("/name", "name=Guest0").await;
        let form = format!("game={game}&seats={}&level=agent&with=friends{more}", people.len());
        let table = people[0].post("/open", &form).await.to.unwrap();
        Company { house, people, table }
    }

    /// Everybody has come by the link, and the game has begun.
    pub(crate) async fn at(shelf: SharedStore, game: &str, people: usize, more: &str) -> Company {
        let Company { house, mut people, table } = Company::waiting(shelf, game, people, more).await;
        for (n, guest) in people.iter_mut().enumerate().skip(1) {
            guest.post(&format!("{table}/sit"), &format!("name=Guest{n}")).await;
        }
        let started = people[0].post(&format!("{table}/start"), "").await;
        assert_eq!(started.status, StatusCode::SEE_OTHER, "{}", started.text);
        Company { house, people, table }
    }

    /// Everybody comes back to a house that has been opened again.
    pub(crate) fn come_back(&mut self, shelf: SharedStore) {
        self.open_again(shelf, Pace::NONE);
    }

    /// The same with bots that take their time.
    pub(crate) fn open_again(&mut self, shelf: SharedStore, pace: Pace) {
        self.house = House::new(shelf, pace);
        let routes = routes(Arc::clone(&self.house));
        self.people.iter_mut().for_each(|guest| guest.come_back(&routes));
    }

    /// The page of one of them.
    pub(crate) async fn page(&mut self, n: usize) -> Page {
        self.people[n].get(&self.table).await
    }

    /// One of them sends a form of the table.
    pub(crate) async fn post(&mut self, n: usize, what: &str, form: &str) -> Page {
        self.people[n].post(&format!("{}/{what}", self.table), form).await
    }

    /// Whoever is asked, with their page; `None` once the game is over.
    pub(crate) async fn asked(&mut self) -> Option<(usize, Page)> {
        for _ in 0..1000 {
            for n in 0..self.people.len() {
                let page = self.page(n).await;
                if page.is_over() {
                    return None;
                }
                if page.answers() > 0 {
                    return Some((n, page));
                }
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        panic!("nobody is asked, and the game is not over");
    }

    /// Whoever is asked answers.
    pub(crate) async fn answer(&mut self, n: usize, page: &Page, pick: usize) {
        let form = format!("ply={}&pick={}", page.ply(), pick % page.answers());
        let done = self.post(n, "act", &form).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    }
}

/// Somebody's browser.
pub(crate) struct Browser {
    house: Router,
    pub(crate) cookie: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) to: Option<String>,
    pub(crate) text: String,
}

impl Browser {
    pub(crate) fn new(house: &Router) -> Browser {
        Browser { house: house.clone(), cookie: None }
    }

    /// The same browser after the house was opened again.
    pub(crate) fn come_back(&mut self, house: &Router) {
        self.house = house.clone();
    }

    pub(crate) async fn send(
        &mut self,
        request: axum::http::request::Builder,
        body: impl Into<Body>,
    ) -> Page {
        let mut request = request.header(header::HOST, "house.test");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let answer = self.house.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let text = |name| answer.headers().get(name).map(|v| v.to_str().unwrap().to_owned());
        if let Some(cookie) = text(header::SET_COOKIE) {
            for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
                assert!(cookie.contains(part), "{cookie}");
            }
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        let policy = text(header::CONTENT_SECURITY_POLICY).unwrap();
        assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        let (status, to) = (answer.status(), text(header::LOCATION));
        let bytes = to_bytes(answer.into_body(), 4 << 20).await.unwrap();
        Page { status, to, text: String::from_utf8(bytes.to_vec()).unwrap() }
    }

    /// Opens a stream.
    pub(crate) async fn listen(&mut self, path: &str) -> Body {
        let mut request = Request::get(path).header(header::HOST, "house.test");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        self.house.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().into_body()
    }

    pub(crate) async fn get(&mut self, path: &str) -> Page {
        self.send(Request::get(path), Body::empty()).await
    }

    /// A form of one of our own pages.
    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Page {
        let request = Request::post(path)
            .header(header::ORIGIN, "http://house.test")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request, form.to_owned()).await
    }

    /// Plays on until there is a question with so many answers; its page. A game that ends without one is as good as any
    /// other: [`Browser::sits_before`] deals again.
    pub(crate) async fn asked(&mut self, table: &str, answers: usize) -> Page {
        self.asked_or_over(table, answers).await.expect("no such question came up")
    }

    async fn asked_or_over(&mut self, table: &str, answers: usize) -> Option<Page> {
        for _ in 0..10_000 {
            let page = self.get(table).await;
            if page.is_over() {
                return None;
            }
            match page.answers() {
                0 => tokio::time::sleep(std::time::Duration::from_millis(1)).await,
                n if n >= answers => return Some(page),
                _ => drop(self.post(&format!("{table}/act"), &format!("ply={}&pick=0", page.ply())).await),
            }
        }
        panic!("nobody asks");
    }

    /// Opens tables with bots until a question with so many answers comes up at one; its path and its page.
    pub(crate) async fn sits_before(&mut self, game: &str, seats: u8, answers: usize) -> (String, Page) {
        for _ in 0..20 {
            let table = self.open(game, seats, "bots").await;
            if let Some(page) = self.asked_or_over(&table, answers).await {
                return (table, page);
            }
        }
        panic!("no such question came up in twenty games");
    }

    /// Opens a table; its path.
    pub(crate) async fn open(&mut self, game: &str, seats: u8, with: &str) -> String {
        let page = self.post("/open", &format!("game={game}&seats={seats}&level=agent&with={with}")).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{page:?}");
        page.to.unwrap()
    }
}

impl Page {
    /// The value of an attribute in the first tag that has all of this before it.
    pub(crate) fn after(&self, before: &str) -> Option<&str> {
        let at = self.text.find(before)? + before.len();
        self.text[at..].split('"').next()
    }

    /// The ply that the form on the page answers.
    pub(crate) fn ply(&self) -> u32 {
        self.after("name=\"ply\" value=\"").unwrap().parse().unwrap()
    }

    /// How many answers there are.
    pub(crate) fn answers(&self) -> usize {
        let Some(at) = self.text.find("class=\"answers") else { return 0 };
        let list = self.text[at..].split("</section>").next().unwrap();
        list.matches("name=\"pick\" value=").count()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.text.contains("The game is over:")
    }
}
