//! Guests: whoever sends a form of the house becomes one. A random token in a cookie says who; the store keeps its hash
//! only. Where browsers speak HTTPS the cookie never leaves it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

use crate::store::{Guest, Millis, SharedStore, StoreFault, TokenHash};

/// The cookie on plain HTTP.
const COOKIE: &str = "guest";
/// The cookie on HTTPS: browsers take one of this name only from this very host, and send it only there.
const SECURE_COOKIE: &str = "__Host-guest";
/// A year, in seconds.
const LASTS: u32 = 31_536_000;
/// How many guests are remembered without asking the store.
const REMEMBERED: usize = 20_000;

/// Everybody who has been here.
pub struct Guests {
    shelf: SharedStore,
    known: Mutex<HashMap<TokenHash, Guest>>,
}

/// The token of a guest who has just come in, or has come over to HTTPS: the answer takes a cookie with it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// A guest who has just come in has a token to keep.
pub type Welcome = Option<Token>;

impl Token {
    /// The cookie that keeps it, and on HTTPS the end of one that could be read on the way.
    pub fn cookies(&self, https: bool) -> Vec<HeaderValue> {
        let (name, secure) = if https { (SECURE_COOKIE, "; Secure") } else { (COOKIE, "") };
        let Token(token) = self;
        let mut cookies =
            vec![format!("{name}={token}; Path=/; Max-Age={LASTS}; HttpOnly; SameSite=Lax{secure}")];
        if https {
            cookies.push(format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"));
        }
        cookies.iter().filter_map(|cookie| HeaderValue::from_str(cookie).ok()).collect()
    }
}

impl Guests {
    /// Nobody yet, but for those the store knows.
    pub fn new(shelf: SharedStore) -> Guests {
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
        let token: [u8; 32] = random()?;
        let token: String = token.iter().map(|b| format!("{b:02x}")).collect();
        let hash = hash(&token);
        let guest = self.shelf.admit(hash, &default_name()?, now).await?;
        self.remember(hash, guest.clone());
        Ok((guest, Some(Token(token))))
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

fn random<const N: usize>() -> Result<[u8; N], StoreFault> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| StoreFault::Broken(format!("no random numbers: {e}")))?;
    Ok(bytes)
}

/// What somebody is called who has not said so. Everybody reads it, so nothing of the token is in it.
fn default_name() -> Result<String, StoreFault> {
    Ok(format!("Guest {}", 1000 + u32::from_le_bytes(random()?) % 9000))
}

fn hash(token: impl AsRef<[u8]>) -> TokenHash {
    Sha256::digest(token.as_ref()).into()
}

/// What the cookie of this name holds, if it could be a token of ours.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let value = pairs.find(|(key, _)| *key == name)?.1;
    (value.len() == 64 && value.bytes().all(|b| b.is_ascii_hexdigit())).then_some(value)
}

/// The token that a browser sends. Whoever was a guest before the house had HTTPS still is.
fn token(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, SECURE_COOKIE).or_else(|| cookie(headers, COOKIE))
}

/// The token of a browser on HTTPS that still has it in the cookie for plain HTTP only.
pub(crate) fn outdated(headers: &HeaderMap) -> Option<Token> {
    let old = cookie(headers, COOKIE).filter(|_| cookie(headers, SECURE_COOKIE).is_none());
    old.map(|token| Token(token.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::store::Memory;

    #[tokio::test]
    async fn the_name_that_all_see_says_nothing_about_the_token() {
        let guests = Guests::new(Arc::new(Memory::new()));
        // What the first two bytes of a token gave away was once the name; now every name comes with every token.
        let mut fits = 0;
        for _ in 0..200 {
            let (guest, welcome) = guests.greet(&HeaderMap::new(), 0).await.unwrap();
            let Token(token) = welcome.unwrap();
            let number: u32 = guest.name.strip_prefix("Guest ").unwrap().parse().unwrap();
            let byte = |n: usize| u32::from_str_radix(&token[2 * n..2 * n + 2], 16).unwrap();
            let derived = |offset: u32| (0..31).any(|n| offset + byte(n) * 3 + byte(n + 1) % 3 == number);
            fits += u32::from(derived(100) || derived(1000));
        }
        assert!(fits < 20, "{fits} of 200 names follow from their tokens");
    }

    #[test]
    fn on_https_the_cookie_is_bound_to_the_host_and_the_old_one_ends() {
        let token = Token("a".repeat(64));
        let cookies = |https| -> Vec<String> {
            token.cookies(https).iter().map(|c| c.to_str().unwrap().to_owned()).collect()
        };
        let plain = cookies(false);
        assert!(plain.len() == 1 && plain[0].starts_with("guest=aaa") && !plain[0].contains("Secure"));
        let secure = cookies(true);
        assert!(secure[0].starts_with("__Host-guest=aaa") && secure[0].ends_with("; Secure"), "{secure:?}");
        assert!(!secure[0].contains("Domain") && secure[0].contains("Path=/;"));
        assert!(secure[1].starts_with("guest=;") && secure[1].contains("Max-Age=0"), "{secure:?}");
    }

    #[test]
    fn a_token_is_read_from_either_cookie_and_the_safer_one_counts() {
        let (old, new) = ("a".repeat(64), "b".repeat(64));
        let with = |line: String| HeaderMap::from_iter([(header::COOKIE, line.parse().unwrap())]);
        let both = with(format!("guest={old}; __Host-guest={new}"));
        assert_eq!(token(&both), Some(new.as_str()));
        assert!(outdated(&both).is_none());
        let only_old = with(format!("x=1; guest={old}"));
        assert_eq!(token(&only_old), Some(old.as_str()));
        assert!(outdated(&only_old).is_some());
        assert_eq!(token(&with(format!("guest={}", "z".repeat(64)))), None);
    }
}
