//! Answers are made smaller on their way, as the browser that asked can read them: with Brotli where it knows it, otherwise with
//! gzip. What is short stays as it is, and so does what comes in pieces, such as the bell of a table.
//!
//! What never changes is squeezed hard, once; a page is made for one moment, and gets little time. What a move changes is a few
//! thousand bytes: gzip makes as little of them as Brotli does, in a third of the time.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// What is shorter than this travels in one packet anyway.
const SHORT: u64 = 1000;
/// From so many bytes on Brotli is worth its time.
const LONG: u64 = 16_000;
/// How hard a page is squeezed with Brotli, of 11, and a file that is kept for good.
const PAGE: i32 = 4;
const FILE: i32 = 9;
/// And with gzip, of 9.
const GZIPPED: u32 = 4;
/// So many files are remembered as they were squeezed: all style sheets and scripts, and the pictures of a few hundred cards.
const REMEMBERED: usize = 2000;

/// How an answer can be squeezed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Way {
    Brotli,
    Gzip,
}

/// The ways that a browser knows.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Known {
    brotli: bool,
    gzip: bool,
}

impl Known {
    fn read(headers: &HeaderMap) -> Known {
        let mut known = Known::default();
        for list in headers.get_all(header::ACCEPT_ENCODING) {
            for wish in list.to_str().unwrap_or_default().split(',') {
                let mut parts = wish.split(';').map(str::trim);
                let way = parts.next().unwrap_or_default();
                let unwanted = parts.any(|part| {
                    part.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).is_some_and(|q| q <= 0.0)
                });
                match way {
                    "br" => known.brotli = !unwanted,
                    "gzip" => known.gzip = !unwanted,
                    _ => {}
                }
            }
        }
        known
    }

    /// The best way for an answer of this size.
    fn best(self, size: u64, for_good: bool) -> Option<Way> {
        match self {
            _ if size < SHORT => None,
            Known { gzip: true, brotli } if !brotli || (size < LONG && !for_good) => Some(Way::Gzip),
            Known { brotli: true, .. } => Some(Way::Brotli),
            _ => None,
        }
    }
}

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Way::Brotli => "br",
            Way::Gzip => "gzip",
        }
    }

    /// None if it cannot be done, which is no reason not to answer.
    fn squeeze(self, bytes: &[u8], for_good: bool) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(bytes.len() / 3);
        match self {
            Way::Brotli => {
                let params = brotli::enc::BrotliEncoderParams {
                    quality: if for_good { FILE } else { PAGE },
                    // A window that is no larger than what there is to look back at.
                    lgwin: i32::try_from((bytes.len().max(1024) * 2).ilog2()).ok()?.min(22),
                    size_hint: bytes.len(),
                    ..brotli::enc::BrotliEncoderParams::default()
                };
                brotli::BrotliCompress(&mut &*bytes, &mut out, &params).ok()?;
                Some(out)
            }
            Way::Gzip if for_good => {
                let mut encoder = GzEncoder::new(out, Compression::best());
                encoder.write_all(bytes).ok()?;
                encoder.finish().ok()
            }
            Way::Gzip => gzip(bytes),
        }
    }
}

/// A page with gzip (RFC 1952). What the compressor looks back with is larger than any page, and to set it up takes several
/// times as long as to use it: each thread keeps its own.
fn gzip(page: &[u8]) -> Option<Vec<u8>> {
    /// Deflated, with nothing to say about when, by whom and on what system.
    const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    thread_local! {
        static KEPT: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(GZIPPED), false));
    }
    let mut out = Vec::with_capacity(page.len() / 2 + 64);
    out.extend(HEAD);
    KEPT.with_borrow_mut(|kept| {
        kept.reset();
        loop {
            let rest = &page[kept.total_in() as usize..];
            if kept.compress_vec(rest, &mut out, FlushCompress::Finish).ok()? == Status::StreamEnd {
                return Some(());
            }
            out.reserve(page.len() / 2 + 64);
        }
    })?;
    let mut check = Crc::new();
    check.update(page);
    out.extend(check.sum().to_le_bytes());
    out.extend(check.amount().to_le_bytes());
    Some(out)
}

/// Is it text, of a kind that a browser waits for?
fn text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    let kinds =
        ["text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml", "application/json"];
    kinds.contains(&kind)
}

type Squeezed = HashMap<(Way, String), Bytes>;

/// Files that are kept for good, by their address.
static FILES: Mutex<Option<Squeezed>> = Mutex::new(None);

fn remembered(way: Way, path: &str) -> Option<Bytes> {
    let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    files.as_ref()?.get(&(way, path.to_owned())).cloned()
}

fn remember(way: Way, path: String, bytes: &Bytes) {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let files = files.get_or_insert_default();
    if files.len() < REMEMBERED {
        files.insert((way, path), bytes.clone());
    }
}

/// Squeezes an answer if the browser can read it so.
pub(crate) async fn squeeze<F: Future<Output = Response>>(
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let known = Known::read(request.headers());
    // Only what is at its address for good is remembered by it, and that takes no questions.
    let path = request.uri().query().is_none().then(|| request.uri().path().to_owned());
    let mut response = next(request).await;
    if !text(response.headers()) || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let for_good = response
        .headers()
        .get(header::CACHE_CONTROL)
        .is_some_and(|keep| keep.to_str().is_ok_and(|keep| keep.ends_with("immutable")));
    let size = response.body().size_hint().exact();
    let Some(way) = size.and_then(|size| known.best(size, for_good)) else { return response };
    let path = path.filter(|_| for_good);
    let (mut parts, body) = response.into_parts();
    let squeezed = match path.as_deref().and_then(|path| remembered(way, path)) {
        Some(known) => known,
        None => {
            // It is all there already: nothing is waited for.
            let Ok(bytes) = to_bytes(body, usize::MAX).await else {
                return Response::from_parts(parts, Body::empty());
            };
            let Some(squeezed) = way.squeeze(&bytes, for_good).map(Bytes::from) else {
                return Response::from_parts(parts, Body::from(bytes));
            };
            if let Some(path) = path {
                remember(way, path, &squeezed);
            }
            squeezed
        }
    };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(way.name()));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(squeezed))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn best(wish: &'static str, size: u64) -> Option<Way> {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(wish))]);
        Known::read(&headers).best(size, false)
    }

    #[test]
    fn the_best_way_that_a_browser_knows_is_taken() {
        assert_eq!(best("gzip, deflate, br, zstd", 50_000), Some(Way::Brotli));
        assert_eq!(best("gzip, deflate, br, zstd", 5_000), Some(Way::Gzip));
        assert_eq!(best("gzip, deflate, br, zstd", 500), None);
        assert_eq!(best("br", 5_000), Some(Way::Brotli));
        assert_eq!(best("br;q=0, gzip", 50_000), Some(Way::Gzip));
        assert_eq!(best("gzip;q=0.000", 50_000), None);
        assert_eq!(best("deflate, identity", 50_000), None);
    }

    #[test]
    fn what_was_squeezed_is_what_it_was() {
        let page = "<button class=\"spot\">Jillian Styles</button>".repeat(200);
        for for_good in [false, true] {
            let small = Way::Brotli.squeeze(page.as_bytes(), for_good).unwrap_or_default();
            let mut again = Vec::new();
            assert!(brotli::BrotliDecompress(&mut small.as_slice(), &mut again).is_ok());
            assert!(again == page.as_bytes() && small.len() < page.len() / 10);
            let small = Way::Gzip.squeeze(page.as_bytes(), for_good).unwrap_or_default();
            let mut again = String::new();
            assert!(flate2::read::GzDecoder::new(small.as_slice()).read_to_string(&mut again).is_ok());
            assert!(again == page && small.len() < page.len() / 10);
        }
    }

    /// Somebody else's page was squeezed before: neither the bytes nor their number may tell anything of it.
    #[test]
    fn what_was_squeezed_before_leaves_no_trace() {
        let mut luck = table::Seed::from(1).luck(table::Stream::Test(0));
        let mut noise = |n: usize| (0..n).map(|_| luck.pick(256) as u8).collect::<Vec<u8>>();
        let pages = [b"Ann holds the Castle. ".repeat(300), noise(50_000), Vec::new(), noise(7), noise(5000)];
        for page in &pages {
            let page = page.clone();
            let alone = std::thread::spawn({
                let page = page.clone();
                move || gzip(&page)
            });
            let alone = alone.join().unwrap().unwrap();
            for before in &pages {
                gzip(before).unwrap();
                assert!(gzip(&page).unwrap() == alone);
            }
            let mut again = Vec::new();
            flate2::read::GzDecoder::new(alone.as_slice()).read_to_end(&mut again).unwrap();
            assert!(again == page);
        }
    }
}
