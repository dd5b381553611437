//! What the house is called. A browser says in `Host` which house it wants; a page of somebody else that has the browser
//! call here under a name of its own (DNS rebinding) is turned away.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::Request;
use axum::http::header;

use crate::trouble::Trouble;

/// Where people find the house, such as `https://play.example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    https: bool,
    host: String,
    port: u16,
}

impl PublicUrl {
    /// Is it reached by HTTPS?
    pub const fn https(&self) -> bool {
        self.https
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let wrong = |what: &str| format!("'{text}' {what}; an example: https://play.example.org");
        let (https, rest) = match text.split_once("://") {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            _ => return Err(wrong("does not begin with http:// or https://")),
        };
        let name = rest.strip_suffix('/').unwrap_or(rest);
        if !name.is_ascii() {
            return Err(wrong("has letters that a browser writes in another way (xn--...)"));
        }
        let default = if https { 443 } else { 80 };
        let (host, port) =
            split(name, default).ok_or_else(|| wrong("is more, or less, than a name and a port"))?;
        Ok(PublicUrl { https, host: host.to_ascii_lowercase(), port })
    }
}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (scheme, default) = if self.https { ("https", 443) } else { ("http", 80) };
        write!(f, "{scheme}://{}", self.host)?;
        if self.port == default { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

/// Host and port, if it is nothing else.
fn split(name: &str, default: u16) -> Option<(&str, u16)> {
    let (host, port) = match name.strip_prefix('[') {
        Some(rest) => {
            let end = rest.find(']')?;
            rest[..end].parse::<Ipv6Addr>().ok()?;
            name.split_at(end + 2)
        }
        None => name.find(':').map_or((name, ""), |at| name.split_at(at)),
    };
    let good = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
    if host.is_empty() || !host.chars().all(good) {
        return None;
    }
    let port = if port.is_empty() { default } else { port.strip_prefix(':')?.parse().ok()? };
    Some((host, port))
}

/// What the house answers to.
#[derive(Clone, Debug)]
pub struct Names {
    public: Option<PublicUrl>,
    bound: SocketAddr,
}

/// The name by which a request called the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// By the name it has outside.
    Public,
    /// By the address at which it listens.
    Bound,
}

impl Names {
    /// A house that listens there, and is known by that name if it has one.
    pub const fn new(public: Option<PublicUrl>, bound: SocketAddr) -> Names {
        Names { public, bound }
    }

    /// Is the house reached by HTTPS when it is called so?
    pub fn https(&self, called: Called) -> bool {
        called == Called::Public && self.public.as_ref().is_some_and(PublicUrl::https)
    }

    /// Is this request for this house?
    pub fn called(&self, request: &Request) -> Result<Called, Trouble> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            // Whoever watches over the house may be too simple to say whom it asks. A browser never is.
            (None, _) if request.uri().path() == "/healthz" => return Ok(Called::Bound),
            (Some(host), None) => host.to_str().ok(),
            _ => None,
        };
        // A request can say it twice, and then both count.
        let other = request.uri().authority().map(|authority| authority.as_str());
        let called = host.filter(|host| other.is_none_or(|other| other == *host));
        called.and_then(|host| self.know(host)).ok_or_else(|| self.refusal())
    }

    fn know(&self, host: &str) -> Option<Called> {
        if let Some(public) = &self.public {
            let default = if public.https { 443 } else { 80 };
            let (name, port) = split(host, default)?;
            if name.eq_ignore_ascii_case(&public.host) && port == public.port {
                return Some(Called::Public);
            }
        }
        // An address cannot be made to point elsewhere as a name can.
        let (name, port) = split(host, 80)?;
        let bound = self.bound.ip().to_canonical();
        let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let here = match literal {
            Some(ip) if bound.is_unspecified() => self.public.is_none() || ip.to_canonical().is_loopback(),
            Some(ip) => ip.to_canonical() == bound || bound.is_loopback() && ip.to_canonical().is_loopback(),
            None => name.eq_ignore_ascii_case("localhost") && (bound.is_loopback() || bound.is_unspecified()),
        };
        (here && port == self.bound.port()).then_some(Called::Bound)
    }

    fn refusal(&self) -> Trouble {
        Trouble::Elsewhere(match &self.public {
            Some(public) => format!("This house is at {public}, and answers to no other name."),
            None => {
                "This house does not answer to that name. Open it by its IP address and port; whoever runs it \
                     can give it a name with --public-url."
                    .into()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn called(public: Option<&str>, bound: &str, host: &str) -> Option<Called> {
        let names = Names::new(public.map(|url| url.parse().unwrap()), bound.parse().unwrap());
        let request = Request::get("/").header(header::HOST, host).body(Body::empty()).unwrap();
        names.called(&request).ok()
    }

    #[test]
    fn a_house_on_one_machine_answers_to_that_machine() {
        for host in ["127.0.0.1:8037", "localhost:8037", "LocalHost:8037", "[::1]:8037"] {
            assert_eq!(called(None, "127.0.0.1:8037", host), Some(Called::Bound), "{host}");
        }
        for host in [
            "evil.example:8037",
            "127.0.0.1",
            "127.0.0.1:80",
            "192.0.2.1:8037",
            "",
            ":8037",
            "[::1:8037",
            "]",
            "[]",
        ] {
            assert_eq!(called(None, "127.0.0.1:8037", host), None, "{host}");
        }
        assert_eq!(called(None, "127.0.0.1:80", "localhost"), Some(Called::Bound));
    }

    #[test]
    fn a_house_for_the_network_answers_to_addresses_but_not_to_names() {
        for host in ["192.0.2.1:8037", "localhost:8037", "[2001:db8::1]:8037"] {
            assert_eq!(called(None, "0.0.0.0:8037", host), Some(Called::Bound), "{host}");
        }
        for host in ["evil.example:8037", "192.0.2.1:80", "192.0.2.1.evil.example:8037"] {
            assert_eq!(called(None, "[::]:8037", host), None, "{host}");
        }
        assert_eq!(called(None, "192.0.2.1:8037", "192.0.2.1:8037"), Some(Called::Bound));
        assert_eq!(called(None, "192.0.2.1:8037", "192.0.2.2:8037"), None);
    }

    #[test]
    fn a_house_with_a_name_answers_to_that() {
        let public = Some("https://Play.example.org/");
        for host in ["play.example.org", "PLAY.example.org", "play.example.org:443"] {
            assert_eq!(called(public, "0.0.0.0:8037", host), Some(Called::Public), "{host}");
        }
        for host in
            ["play.example.org:8037", "192.0.2.1:8037", "play.example.org.evil.example", "example.org"]
        {
            assert_eq!(called(public, "0.0.0.0:8037", host), None, "{host}");
        }
        // Whoever sits at the machine itself can look without the proxy.
        assert_eq!(called(public, "127.0.0.1:8037", "127.0.0.1:8037"), Some(Called::Bound));
        assert_eq!(called(Some("http://box:8037"), "0.0.0.0:8037", "box:8037"), Some(Called::Public));
    }

    #[test]
    fn a_request_that_says_two_things_is_for_nobody() {
        let names = Names::new(None, "127.0.0.1:8037".parse().unwrap());
        let ask = |uri: &str, hosts: &[&str]| {
            let request = hosts.iter().fold(Request::get(uri), |r, host| r.header(header::HOST, *host));
            names.called(&request.body(Body::empty()).unwrap()).is_ok()
        };
        assert!(ask("/", &["localhost:8037"]));
        assert!(!ask("/", &["localhost:8037", "localhost:8037"]));
        assert!(!ask("http://evil.example/", &["localhost:8037"]));
        assert!(ask("http://localhost:8037/", &["localhost:8037"]));
        assert!(!ask("/", &[]) && ask("/healthz", &[]));
        assert!(!ask("/healthz", &["evil.example"]));
    }

    #[test]
    fn a_public_address_is_a_scheme_and_a_name() {
        for (text, said) in [
            ("https://play.example.org", "https://play.example.org"),
            ("https://play.example.org:443/", "https://play.example.org"),
            ("http://box:8037", "http://box:8037"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), said);
        }
        for wrong in [
            "play.example.org",
            "ftp://play.example.org",
            "https://",
            "https://play.example.org/safehouse",
            "https://user@play.example.org",
            "https://play.example.org:port",
            "https://spiel.österreich",
            "https://[play]:1",
        ] {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }
}
