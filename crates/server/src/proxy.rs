//! Who a visitor is, also when a reverse proxy stands in between: the address that limits count by, and whether the
//! browser speaks HTTPS.
//!
//! Only a proxy that was named with `--trusted-proxy` is believed. What anybody else writes into `Forwarded` or
//! `X-Forwarded-For` counts for nothing, and so does whatever a trusted proxy was handed from further out: the address
//! is the right-most one that is not a trusted proxy itself.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::HeaderMap;

/// A network whose machines are believed, such as `10.0.0.0/8`, `127.0.0.1` or `fd00::/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("'{text}' is not an address or a network such as 127.0.0.1 or 10.0.0.0/8");
        let (base, bits) = text.split_once('/').map_or((text, None), |(base, bits)| (base, Some(bits)));
        let base: IpAddr = base.parse().map_err(|_| wrong())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        if bits > most {
            return Err(format!("'{text}': a network of this kind has at most {most} bits after the slash"));
        }
        Ok(Network { base, bits })
    }
}

impl Network {
    /// Is this one of its machines?
    pub fn contains(&self, address: IpAddr) -> bool {
        // A shift by the whole width is no number: a network of no bits holds everything.
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                let rest = 32 - u32::from(self.bits);
                (base.to_bits() ^ address.to_bits()).checked_shr(rest).unwrap_or(0) == 0
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                let rest = 128 - u32::from(self.bits);
                (base.to_bits() ^ address.to_bits()).checked_shr(rest).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// The address that limits count by. An IPv6 household has a whole /64 to itself and can call from any address in it;
/// an IPv4 address written as an IPv6 one is still that address.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

/// Who sends a request, as far as the connection and a trusted proxy tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// The address that limits count by, as [`household`] has it.
    pub address: IpAddr,
    /// Does a trusted proxy say that the browser speaks HTTPS?
    pub https: bool,
}

/// The proxies that are believed.
#[derive(Clone, Debug, Default)]
pub struct Proxies(pub Vec<Network>);

impl Proxies {
    /// Is this one of them?
    pub fn trust(&self, peer: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(peer))
    }

    /// Who sends a request with these headers over a connection from this address.
    pub fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> Visitor {
        if !self.trust(peer) {
            return Visitor { address: household(peer), https: false };
        }
        let hops = [self.forwarded(headers), self.x_forwarded_for(headers)];
        // Proxies write one of the two, and some hand on the other as it came from outside. Where they differ, one of
        // them is a visitor's own invention.
        let address = match hops {
            [Told::Nothing, Told::By(address)] | [Told::By(address), Told::Nothing] => address,
            [Told::By(one), Told::By(other)] if one == other => one,
            _ => peer,
        };
        Visitor { address: household(address), https: https(headers) }
    }

    /// The right-most address that is not a trusted proxy; if all are, the left-most. Nothing that cannot be read is
    /// stepped over.
    fn right_most<'a>(&self, hops: impl DoubleEndedIterator<Item = &'a str>) -> Told {
        let mut last = None;
        for hop in hops.rev() {
            let Some(address) = node(hop) else { return Told::Nonsense };
            last = Some(address);
            if !self.trust(address) {
                break;
            }
        }
        last.map_or(Told::Nonsense, Told::By)
    }

    fn x_forwarded_for(&self, headers: &HeaderMap) -> Told {
        let Some(lines) = lines(headers, "x-forwarded-for") else { return Told::Nonsense };
        if lines.is_empty() {
            return Told::Nothing;
        }
        self.right_most(lines.iter().flat_map(|line| line.split(',')).map(str::trim))
    }

    fn forwarded(&self, headers: &HeaderMap) -> Told {
        match elements(headers) {
            None => Told::Nonsense,
            Some(elements) if elements.is_empty() => Told::Nothing,
            Some(elements) => {
                let hops = elements.iter().map(|element| parameter(element, "for").unwrap_or_default());
                self.right_most(hops.collect::<Vec<_>>().iter().map(String::as_str))
            }
        }
    }
}

/// What a header says about the visitor's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Nothing,
    By(IpAddr),
    Nonsense,
}

/// Does the nearest proxy say that the browser speaks HTTPS? If it says so in two ways, both must.
fn https(headers: &HeaderMap) -> bool {
    let x = lines(headers, "x-forwarded-proto").unwrap_or_default();
    let x = x.last().and_then(|line| line.rsplit(',').next()).map(|word| word.trim().to_owned());
    let forwarded = elements(headers).unwrap_or_default().last().and_then(|e| parameter(e, "proto"));
    let mut said = [x, forwarded].into_iter().flatten().peekable();
    said.peek().is_some() && said.all(|word| word.eq_ignore_ascii_case("https"))
}

/// Every line of a header in its order. `None`: one of them is no text.
fn lines<'a>(headers: &'a HeaderMap, name: &str) -> Option<Vec<&'a str>> {
    headers.get_all(name).iter().map(|line| line.to_str().ok()).collect()
}

/// The elements of `Forwarded` (RFC 7239), the nearest proxy's last. `None`: it cannot be read.
fn elements(headers: &HeaderMap) -> Option<Vec<&str>> {
    let mut all = Vec::new();
    for line in lines(headers, "forwarded")? {
        all.extend(split(line, ',')?);
    }
    Some(all)
}

/// Splits at every such sign outside of quotes. `None`: a quote is never closed.
fn split(text: &str, sign: char) -> Option<Vec<&str>> {
    let (mut parts, mut from, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if c == sign && !quoted => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    (!quoted).then_some(parts)
}

/// A parameter of an element of `Forwarded`, if it has that exactly once.
fn parameter(element: &str, name: &str) -> Option<String> {
    let pairs = split(element, ';')?.into_iter().filter_map(|pair| pair.split_once('='));
    let mut values =
        pairs.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim());
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    Some(match value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) {
        Some(quoted) => quoted.replace('\\', ""),
        None => value.to_owned(),
    })
}

/// The address of a hop, with or without a port.
fn node(text: &str) -> Option<IpAddr> {
    if let Some(rest) = text.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        let port = port.strip_prefix(':').map_or(port.is_empty(), |port| port.parse::<u16>().is_ok());
        return address.parse().ok().filter(|_| port).map(IpAddr::V6);
    }
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address.to_canonical());
    }
    let (address, port) = text.split_once(':')?;
    port.parse::<u16>().ok()?;
    address.parse().ok().map(IpAddr::V4)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn proxies(networks: &[&str]) -> Proxies {
        Proxies(networks.iter().map(|n| n.parse().unwrap()).collect())
    }

    fn headers(lines: &[(&str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in lines {
            map.append(name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap());
        }
        map
    }

    #[test]
    fn a_network_holds_its_machines_and_no_others() {
        let net: Network = "10.1.0.0/16".parse().unwrap();
        assert!(net.contains([10, 1, 2, 3].into()) && !net.contains([10, 2, 0, 1].into()));
        assert!(net.contains("::ffff:10.1.2.3".parse().unwrap()), "the same machine, written as IPv6");
        assert!("0.0.0.0/0".parse::<Network>().unwrap().contains([203, 0, 113, 9].into()));
        assert!(!"0.0.0.0/0".parse::<Network>().unwrap().contains("2001:db8::1".parse().unwrap()));
        let net: Network = "2001:db8::/33".parse().unwrap();
        assert!(net.contains("2001:db8:7fff::1".parse().unwrap()));
        assert!(!net.contains("2001:db8:8000::1".parse().unwrap()));
        assert!("127.0.0.1".parse::<Network>().unwrap().contains([127, 0, 0, 1].into()));
        for wrong in ["", "proxy", "10.0.0.0/33", "10.0.0.0/x", "::/129", "10.0.0.0/8/8", "10.0.0/8"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_household_is_a_slash_64_or_one_old_address() {
        let is = |a: &str, b: &str| assert_eq!(household(a.parse().unwrap()), b.parse::<IpAddr>().unwrap());
        is("2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::");
        is("::ffff:192.0.2.7", "192.0.2.7");
        is("192.0.2.7", "192.0.2.7");
        is("::1", "::");
    }

    #[test]
    fn the_right_most_address_that_is_no_proxy_counts() {
        let proxies = proxies(&["127.0.0.0/8", "10.0.0.0/8", "fd00::/8"]);
        let peer: IpAddr = [127, 0, 0, 1].into();
        for (lines, address) in [
            (&[][..], "127.0.0.1"),
            (&[("x-forwarded-for", "203.0.113.9")], "203.0.113.9"),
            (&[("x-forwarded-for", "6.6.6.6, 203.0.113.9")], "203.0.113.9"),
            (&[("x-forwarded-for", "6.6.6.6, 203.0.113.9, 10.0.0.2")], "203.0.113.9"),
            (&[("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "203.0.113.9:4711")], "203.0.113.9"),
            (&[("x-forwarded-for", "10.0.0.3, 10.0.0.2")], "10.0.0.3"),
            (&[("x-forwarded-for", "2001:db8:1:2:3:4:5:6")], "2001:db8:1:2::"),
            (&[("x-forwarded-for", "::ffff:203.0.113.9")], "203.0.113.9"),
            (&[("x-forwarded-for", "junk, 203.0.113.9")], "203.0.113.9"),
            // What cannot be read is not stepped over, and then the proxy's own address counts.
            (&[("x-forwarded-for", "203.0.113.9, junk")], "127.0.0.1"),
            (&[("x-forwarded-for", "203.0.113.9, junk, 10.0.0.2")], "127.0.0.1"),
            (&[("x-forwarded-for", "203.0.113.9,")], "127.0.0.1"),
            (&[("x-forwarded-for", "")], "127.0.0.1"),
            (&[("x-forwarded-for", "203.0.113.999")], "127.0.0.1"),
            (&[("forwarded", "for=203.0.113.9;proto=https;by=10.0.0.1")], "203.0.113.9"),
            (&[("forwarded", "For=\"[2001:db8:cafe::17]:4711\"")], "2001:db8:cafe::"),
            (&[("forwarded", "for=6.6.6.6, for=203.0.113.9, for=10.0.0.2")], "203.0.113.9"),
            (&[("forwarded", "for=6.6.6.6"), ("forwarded", "for=\"203.0.113.9:1\"")], "203.0.113.9"),
            (&[("forwarded", "for=unknown")], "127.0.0.1"),
            (&[("forwarded", "for=_hidden, for=203.0.113.9")], "203.0.113.9"),
            (&[("forwarded", "for=203.0.113.9, for=_hidden")], "127.0.0.1"),
            (&[("forwarded", "proto=https")], "127.0.0.1"),
            (&[("forwarded", "for=\"6.6.6.6, for=203.0.113.9")], "127.0.0.1"),
            (&[("forwarded", "for=6.6.6.6;for=203.0.113.9")], "127.0.0.1"),
            (&[("forwarded", "for=\"6.6.6.6, for=x\", for=203.0.113.9")], "203.0.113.9"),
            // Both, and they agree; both, and one is invented.
            (&[("forwarded", "for=203.0.113.9"), ("x-forwarded-for", "203.0.113.9")], "203.0.113.9"),
            (&[("forwarded", "for=6.6.6.6"), ("x-forwarded-for", "203.0.113.9")], "127.0.0.1"),
            (&[("forwarded", "nonsense"), ("x-forwarded-for", "203.0.113.9")], "127.0.0.1"),
        ] {
            let visitor = proxies.visitor(peer, &headers(lines));
            assert_eq!(visitor.address, address.parse::<IpAddr>().unwrap(), "{lines:?}");
        }
    }

    #[test]
    fn nobody_else_is_believed() {
        let proxies = proxies(&["10.0.0.0/8"]);
        let said = headers(&[
            ("x-forwarded-for", "6.6.6.6"),
            ("forwarded", "for=6.6.6.6;proto=https"),
            ("x-forwarded-proto", "https"),
        ]);
        let stranger: IpAddr = [203, 0, 113, 9].into();
        assert_eq!(proxies.visitor(stranger, &said), Visitor { address: stranger, https: false });
        let proxy: IpAddr = "::ffff:10.0.0.9".parse().unwrap();
        let visitor = proxies.visitor(proxy, &said);
        assert_eq!(visitor, Visitor { address: [6, 6, 6, 6].into(), https: true });
    }

    #[test]
    fn the_nearest_proxy_says_whether_it_is_https() {
        for (lines, secure) in [
            (&[][..], false),
            (&[("x-forwarded-proto", "https")], true),
            (&[("x-forwarded-proto", "HTTPS")], true),
            (&[("x-forwarded-proto", "http")], false),
            (&[("x-forwarded-proto", "https, http")], false),
            (&[("forwarded", "for=203.0.113.9;proto=https")], true),
            (&[("forwarded", "for=1.1.1.1;proto=https, for=203.0.113.9;proto=http")], false),
            (&[("forwarded", "proto=https"), ("x-forwarded-proto", "http")], false),
        ] {
            assert_eq!(https(&headers(lines)), secure, "{lines:?}");
        }
    }
}
