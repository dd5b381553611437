//! The book that figures are counted into, written out as Prometheus reads it.
//!
//! The house counts with the macros of `metrics`, and this is the recorder behind them. Every figure is a few atomic
//! numbers that never grow, so counting takes one look into a map and the book needs no upkeep.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::atomics::AtomicU64;
use metrics::{
    Counter, Gauge, GaugeFn as _, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString,
    Unit,
};

/// Upper bounds in seconds, from a tenth of a millisecond to two and a half seconds.
const BOUNDS: [f64; 12] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

/// All figures of this program. A clone is the same book.
#[derive(Clone, Default)]
pub(super) struct Book(Arc<Columns>);

#[derive(Default)]
struct Columns {
    counters: Column<AtomicU64>,
    gauges: Column<AtomicU64>,
    times: Column<Times>,
    /// What each figure means, by its name.
    meanings: Mutex<HashMap<String, String>>,
}

impl Book {
    /// The whole book: by kind, then by name and labels, so that two readings compare line by line.
    pub(super) fn page(&self) -> String {
        let Columns { counters, gauges, times, meanings } = &*self.0;
        let meanings = lock(meanings);
        let mut page = String::new();
        counters.write(&mut page, "counter", &meanings, |page, name, labels, figure| {
            writeln!(page, "{name}{} {}", braced(labels), figure.load(Ordering::Acquire))
        });
        gauges.write(&mut page, "gauge", &meanings, |page, name, labels, figure| {
            writeln!(page, "{name}{} {}", braced(labels), f64::from_bits(figure.load(Ordering::Acquire)))
        });
        times.write(&mut page, "histogram", &meanings, |page, name, labels, figure| {
            figure.write(page, name, labels)
        });
        page
    }

    fn describe(&self, name: &KeyName, meaning: &SharedString) {
        lock(&self.0.meanings).insert(name.as_str().to_owned(), meaning.to_string());
    }
}

impl Recorder for Book {
    fn describe_counter(&self, name: KeyName, _: Option<Unit>, meaning: SharedString) {
        self.describe(&name, &meaning);
    }

    fn describe_gauge(&self, name: KeyName, _: Option<Unit>, meaning: SharedString) {
        self.describe(&name, &meaning);
    }

    fn describe_histogram(&self, name: KeyName, _: Option<Unit>, meaning: SharedString) {
        self.describe(&name, &meaning);
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.0.counters.figure(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.0.gauges.figure(key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.0.times.figure(key))
    }
}

/// The figures of one kind.
#[derive(Default)]
struct Column<T>(Mutex<HashMap<Key, Arc<T>>>);

impl<T: Default> Column<T> {
    /// The figure of this name and these labels, at nought if it is new.
    fn figure(&self, key: &Key) -> Arc<T> {
        let mut figures = lock(&self.0);
        if let Some(figure) = figures.get(key) {
            return Arc::clone(figure);
        }
        Arc::clone(figures.entry(key.to_retained()).or_default())
    }

    fn write(
        &self,
        page: &mut String,
        kind: &str,
        meanings: &HashMap<String, String>,
        line: impl Fn(&mut String, &str, &str, &T) -> fmt::Result,
    ) {
        let mut names: BTreeMap<String, BTreeMap<String, Arc<T>>> = BTreeMap::new();
        for (key, figure) in &*lock(&self.0) {
            names.entry(key.name().to_owned()).or_default().insert(labels(key), Arc::clone(figure));
        }
        for (name, figures) in names {
            // Writing to a string cannot fail.
            if let Some(meaning) = meanings.get(&name) {
                let _ = writeln!(page, "# HELP {name} {}", meaning.replace('\\', r"\\").replace('\n', r"\n"));
            }
            let _ = writeln!(page, "# TYPE {name} {kind}");
            for (labels, figure) in figures {
                let _ = line(page, &name, &labels, &figure);
            }
            page.push('\n');
        }
    }
}

/// How often something took how long.
#[derive(Default)]
struct Times {
    /// One for each bound, and one for all that took longer.
    counts: [AtomicU64; BOUNDS.len() + 1],
    /// All of it together, as the bits of a float.
    sum: AtomicU64,
}

impl Times {
    fn write(&self, page: &mut String, name: &str, labels: &str) -> fmt::Result {
        let comma = if labels.is_empty() { "" } else { "," };
        let mut so_far = 0;
        for (i, count) in self.counts.iter().enumerate() {
            so_far += count.load(Ordering::Acquire);
            write!(page, "{name}_bucket{{{labels}{comma}le=\"")?;
            match BOUNDS.get(i) {
                Some(bound) => write!(page, "{bound}")?,
                None => page.push_str("+Inf"),
            }
            writeln!(page, "\"}} {so_far}")?;
        }
        writeln!(page, "{name}_sum{} {}", braced(labels), f64::from_bits(self.sum.load(Ordering::Acquire)))?;
        writeln!(page, "{name}_count{} {so_far}", braced(labels))
    }
}

impl HistogramFn for Times {
    fn record(&self, seconds: f64) {
        let bucket = BOUNDS.partition_point(|&bound| bound < seconds);
        self.counts[bucket].fetch_add(1, Ordering::AcqRel);
        self.sum.increment(seconds);
    }
}

fn labels(key: &Key) -> String {
    let quoted = |text: &str| text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n");
    let all: Vec<_> = key.labels().map(|l| format!("{}=\"{}\"", l.key(), quoted(l.value()))).collect();
    all.join(",")
}

fn braced(labels: &str) -> String {
    if labels.is_empty() { String::new() } else { format!("{{{labels}}}") }
}

/// A number is whole whatever happened to whoever counted before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_what_prometheus_reads() {
        let book = Book::default();
        metrics::with_local_recorder(&book, || {
            metrics::describe_counter!("asked_total", "Questions,\nby \\ kind");
            metrics::counter!("asked_total", "kind" => "why \"not\"\\\n?").increment(2);
            metrics::counter!("asked_total", "kind" => "hint").increment(1);
            metrics::counter!("asked_total", "kind" => "hint").increment(3);
            metrics::gauge!("listening").increment(3.0);
            metrics::gauge!("listening").decrement(0.5);
            for seconds in [0.0001, 0.0002, 0.25, 3.0] {
                metrics::histogram!("took_seconds", "route" => "/t/{id}").record(seconds);
            }
            metrics::histogram!("slept_seconds").record(1.5);
        });
        let expected = r#"# HELP asked_total Questions,\nby \\ kind
# TYPE asked_total counter
asked_total{kind="hint"} 4
asked_total{kind="why \"not\"\\\n?"} 2

# TYPE listening gauge
listening 2.5

# TYPE slept_seconds histogram
"#;
        let page = book.page();
        assert!(page.starts_with(expected), "{page}");
        let took: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("took_seconds")).collect();
        let counted = [1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4];
        let bounds = BOUNDS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        for ((line, bound), n) in took.iter().zip(bounds).zip(counted) {
            assert_eq!(*line, format!("_bucket{{route=\"/t/{{id}}\",le=\"{bound}\"}} {n}"));
        }
        assert_eq!(took[13..], ["_sum{route=\"/t/{id}\"} 3.2503", "_count{route=\"/t/{id}\"} 4"]);
        assert!(
            page.contains("slept_seconds_bucket{le=\"1\"} 0\nslept_seconds_bucket{le=\"2.5\"} 1\n"),
            "{page}"
        );
        assert!(page.contains("\nslept_seconds_sum 1.5\nslept_seconds_count 1\n"), "{page}");
    }
}
