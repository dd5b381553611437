//! Bytes of a file as lines, which is how people count.

/// Finds the line of a byte.
pub(super) struct Lines {
    /// Where each line starts.
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn new(text: &str) -> Lines {
        let after = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        Lines { starts: std::iter::once(0).chain(after).collect() }
    }

    /// The line of this byte, from 1.
    pub(super) fn of(&self, at: usize) -> u32 {
        self.starts.partition_point(|start| *start <= at) as u32
    }
}

/// Where the line of this byte starts.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The byte at a line and column, both from 1; columns are characters, as `ron` counts them.
pub(super) fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        _ => text.match_indices('\n').nth(line - 2).map_or(text.len(), |(i, _)| i + 1),
    };
    let rest = &text[start..];
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(i, _)| i)
}

/// A part of a file in a message: not more than fits into a line, and never invisible.
pub(super) fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match (line.chars().next(), line.char_indices().nth(40)) {
        (Some(blank), None) if line.trim().is_empty() => format!("U+{:04X}", u32::from(blank)),
        (_, Some((end, _))) => format!("{} ...", &line[..end]),
        (_, None) => line.trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_lines_agree() {
        let text = "äb\r\nc\n\nd";
        let lines = Lines::new(text);
        for (at, line, column) in [(0, 1, 1), (2, 1, 2), (5, 2, 1), (7, 3, 1), (8, 4, 1), (9, 4, 2)] {
            assert_eq!((lines.of(at), byte_at(text, line as usize, column)), (line, at));
        }
        assert_eq!((line_start(text, 0), line_start(text, 6), line_start(text, 9)), (0, 5, 8));
    }

    #[test]
    fn parts_are_told_shortly() {
        assert_eq!(short("\"a\r\nb\""), "\"a");
        assert_eq!(short("\u{A0}"), "U+00A0");
        assert_eq!(short(&"é".repeat(50)), format!("{} ...", "é".repeat(40)));
        assert_eq!(short(""), "");
    }
}
