//! Guests: whoever opens a page is one. A random token in a cookie says who; the store keeps its hash only.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

use crate::store::{Guest, Millis, Shelf, StoreFault, TokenHash};

const COOKIE: &str = "guest";
/// A year, in seconds.
const LASTS: u32 = 31_536_000;
/// Names are for a small place at a table.
pub const LONGEST_NAME: usize = 24;
/// How many guests are remembered without asking the store.
const REMEMBERED: usize = 20_000;

/// Everybody who has been here.
pub struct Guests {
    shelf: Shelf,
    known: Mutex<HashMap<TokenHash, Guest>>,
}

/// A guest who has just come in: the cookie to send them.
pub type Welcome = Option<HeaderValue>;

impl Guests {
    /// Nobody yet, but for those the store knows.
    pub fn new(shelf: Shelf) -> Guests {
        Guests { shelf, known: Mutex::default() }
    }

    /// Who sends this request, if we know them.
    pub async fn who(&self, headers: &HeaderMap) -> Result<Option<Guest>, StoreFault> {
        let Some(hash) = token(headers).map(hash) else { return Ok(None) };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).cloned();
        if known.is_some() {
            return Ok(known);
        }
        let guest = self.shelf.guest(hash).await?;
        if let Some(guest) = &guest {
            self.remember(hash, guest.clone());
        }
        Ok(guest)
    }

    /// Who sends this request; a stranger becomes a guest, and gets a cookie.
    pub async fn greet(&self, headers: &HeaderMap, now: Millis) -> Result<(Guest, Welcome), StoreFault> {
        if let Some(guest) = self.who(headers).await? {
            return Ok((guest, None));
        }
        let mut token = [0u8; 32];
        getrandom::fill(&mut token).map_err(|e| StoreFault::Broken(format!("no random numbers: {e}")))?;
        let name = format!("Guest {}", 100 + u16::from(token[0]) * 3 + u16::from(token[1]) % 3);
        let token: String = token.iter().map(|b| format!("{b:02x}")).collect();
        let hash = hash(&token);
        let guest = self.shelf.admit(hash, &name, now).await?;
        self.remember(hash, guest.clone());
        let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={LASTS}; HttpOnly; SameSite=Lax");
        Ok((guest, HeaderValue::from_str(&cookie).ok()))
    }

    /// The guest is called otherwise from now on.
    pub async fn rename(&self, guest: &Guest, name: &str) -> Result<Guest, StoreFault> {
        let change = crate::store::Change::Rename { guest: guest.id, name: name.to_owned() };
        if let Err(fault) = self.shelf.commit(vec![change]).await {
            // What is on disk counts, and is read when they come again.
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|_, known| known.id != guest.id);
            return Err(fault);
        }
        let renamed = Guest { name: name.to_owned(), ..guest.clone() };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.values_mut().filter(|g| g.id == guest.id).for_each(|g| *g = renamed.clone());
        Ok(renamed)
    }

    fn remember(&self, hash: TokenHash, guest: Guest) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(hash, guest);
    }
}

/// A name as we print it: one line, no control characters, not too long. `None`: nothing is left.
pub fn tidy(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let plain = words.join(" ");
    let plain: String = plain.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let plain = plain.trim().to_owned();
    if plain.is_empty() { None } else { Some(plain) }
}

fn hash(token: impl AsRef<[u8]>) -> TokenHash {
    Sha256::digest(token.as_ref()).into()
}

/// The token in the cookie, if there is one that could be ours.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let value = pairs.find(|(key, _)| *key == COOKIE)?.1;
    (value.len() == 64 && value.bytes().all(|b| b.is_ascii_hexdigit())).then_some(value)
}
