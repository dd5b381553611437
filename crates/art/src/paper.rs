//! Scissors and glue: seeds, flat shapes, text that fits, and the frame that every card has in common.

use std::fmt::Display;

/// The width of a card in its own units.
pub(crate) const WIDTH: i32 = 250;
/// The height of a card.
pub(crate) const HEIGHT: i32 = 350;

/// Almost black.
pub(crate) const INK: &str = "#1b171c";
/// The ground of Mister Spy.
pub(crate) const PAPER: &str = "#f6ead0";
/// Vermilion, as on the film posters.
pub(crate) const RED: &str = "#d8402a";
/// The sun, mostly.
pub(crate) const MUSTARD: &str = "#efad23";
/// The sea, mostly.
pub(crate) const TEAL: &str = "#1b7070";

/// Small choices that a name makes once and for all.
pub(crate) struct Seed(u64);

impl Seed {
    /// The seed of a name (FNV-1a).
    pub(crate) fn of(name: &str) -> Seed {
        Seed(
            name.bytes()
                .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)),
        )
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize) % n
    }

    /// A number from `-spread` to `spread`.
    pub(crate) fn around(&mut self, spread: i32) -> i32 {
        self.below(2 * spread as usize + 1) as i32 - spread
    }

    /// One of these.
    pub(crate) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// A shape cut out of one sheet. Crossing outlines cut holes.
pub(crate) fn cut(fill: &str, d: impl Display) -> String {
    format!(r#"<path fill="{fill}" d="{d}"/>"#)
}

/// A strip laid along a path.
pub(crate) fn strip(colour: &str, width: impl Display, d: impl Display) -> String {
    format!(r#"<path fill="none" stroke="{colour}" stroke-width="{width}" d="{d}"/>"#)
}

/// A shape with an outline around it, half as wide as `width`.
pub(crate) fn edged(fill: &str, edge: &str, width: impl Display, d: impl Display) -> String {
    format!(r#"<path fill="{fill}" stroke="{edge}" stroke-width="{width}" paint-order="stroke" d="{d}"/>"#)
}

/// A disc.
pub(crate) fn disc(fill: &str, x: impl Display, y: impl Display, r: impl Display) -> String {
    format!(r#"<circle fill="{fill}" cx="{x}" cy="{y}" r="{r}"/>"#)
}

/// A ring.
pub(crate) fn ring(
    colour: &str,
    width: impl Display,
    x: impl Display,
    y: impl Display,
    r: impl Display,
) -> String {
    format!(r#"<circle fill="none" stroke="{colour}" stroke-width="{width}" cx="{x}" cy="{y}" r="{r}"/>"#)
}

/// Shapes moved together.
pub(crate) fn moved(transform: impl Display, shapes: &str) -> String {
    format!(r#"<g transform="{transform}">{shapes}</g>"#)
}

/// The upper part of a card, down to `y = height`: nothing shows beyond.
pub(crate) fn window(height: i32, shapes: &str) -> String {
    format!(r#"<svg width="{WIDTH}" height="{height}">{shapes}</svg>"#)
}

/// A strip from edge to edge with ends and edges a little off, as scissors leave them.
pub(crate) fn ragged(seed: &mut Seed, fill: &str, [x, y, w, h]: [i32; 4]) -> String {
    let mut off = || seed.around(3);
    let d = format!("M{x} {}L{} {}V{}L{x} {}Z", y + off(), x + w, y + off(), y + h + off(), y + h + off());
    cut(fill, d)
}

/// Rows of dots that grow downwards, as newsprint shades. `[x, y, w, h]` is what they cover.
pub(crate) fn halftone(colour: &str, [x, y, w, h]: [i32; 4], from: f32, to: f32) -> String {
    let rows = h / 8;
    let mut out =
        format!(r#"<g fill="none" stroke="{colour}" stroke-linecap="round" stroke-dasharray="0 12">"#);
    for row in 0..=rows {
        let size = from + (to - from) * row as f32 / rows as f32;
        let start = x + row % 2 * 6;
        out += &format!(r#"<path stroke-width="{size:.1}" d="M{start} {}H{}"/>"#, y + row * 8, x + w);
    }
    out + "</g>"
}

/// Text made safe for XML.
pub(crate) fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How wide a character is in hundredths of the type size, in the widest of the fonts a reader is likely to have.
fn wide(c: char) -> usize {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '!' | ':' | ';' | '|' => 34,
        ' ' | 'f' | 't' | 'r' | '(' | ')' | '-' | 'I' => 42,
        'm' | 'w' | 'M' | 'W' | '@' => 98,
        'A'..='Z' => 73,
        _ => 62,
    }
}

/// How wide a line is at most, in hundredths of the type size.
pub(crate) fn width(line: &str) -> usize {
    line.chars().map(wide).sum()
}

/// The text in lines that are no wider than `room` at this type size, and of much the same length.
pub(crate) fn wrap(text: &str, size: f32, room: i32) -> Vec<String> {
    // Small type is not as heavy as headings are.
    let most = (room as f32 * 107.0 / size) as usize;
    let lines = fill(text, most);
    let evened = (most / 2..most).step_by(20).map(|narrower| fill(text, narrower));
    evened.into_iter().find(|even| even.len() == lines.len() && longest(even) <= most).unwrap_or(lines)
}

fn longest(lines: &[String]) -> usize {
    lines.iter().map(|line| width(line)).max().unwrap_or(0)
}

/// As many words on each line as go there.
fn fill(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + wide(' ') + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How letters look: `sans` or `serif`, always from the reader's own fonts.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Type {
    /// The film titles.
    Sans,
    /// The newspaper.
    Serif,
}

impl Type {
    fn family(self) -> &'static str {
        match self {
            Type::Sans => "system-ui,sans-serif",
            Type::Serif => "Georgia,serif",
        }
    }
}

/// One heavy line, centred on `x`, as large as the room allows but no larger than `size`.
pub(crate) fn heading(
    text: &str,
    face: Type,
    colour: &str,
    [x, y]: [i32; 2],
    size: f32,
    room: i32,
) -> String {
    // Heavy letters are wider than small ones.
    let size = size.min(room as f32 * 100.0 / (width(text) as f32 * 1.12));
    format!(
        r#"<text x="{x}" y="{y}" font-family="{}" font-weight="800" font-size="{size:.1}" text-anchor="middle" fill="{colour}">{}</text>"#,
        face.family(),
        safe(text)
    )
}

/// A paragraph in small type, centred in the box `[x, y, w, h]`.
pub(crate) fn paragraph(text: &str, face: Type, colour: &str, [x, y, w, h]: [i32; 4], size: f32) -> String {
    let lines = wrap(text, size, w);
    let step = size * 1.26;
    let top = y as f32 + (h as f32 - step * lines.len() as f32) / 2.0 + size * 0.98;
    let middle = x + w / 2;
    let rows: String = lines
        .iter()
        .enumerate()
        .map(|(n, line)| {
            format!(r#"<tspan x="{middle}" y="{:.1}">{}</tspan>"#, top + step * n as f32, safe(line))
        })
        .collect();
    format!(
        r#"<text font-family="{}" font-weight="500" font-size="{size}" text-anchor="middle" fill="{colour}">{rows}</text>"#,
        face.family()
    )
}

/// A whole card: a title for those who listen, rounded paper, and an inner sheet with rounded corners for the picture.
pub(crate) fn card(title: &str, paper: &str, shapes: &str) -> String {
    format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" role="img">"#,
            r#"<title>{title}</title>"#,
            r#"<clipPath id="c"><rect x="6" y="6" width="{iw}" height="{ih}" rx="12"/></clipPath>"#,
            r##"<rect x=".75" y=".75" width="{ow}" height="{oh}" rx="17" fill="{paper}" stroke="#1b171c" stroke-opacity=".45" stroke-width="1.5"/>"##,
            r#"<g clip-path="url(#c)" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">{shapes}</g></svg>"#
        ),
        w = WIDTH,
        h = HEIGHT,
        iw = WIDTH - 12,
        ih = HEIGHT - 12,
        ow = f64::from(WIDTH) - 1.5,
        oh = f64::from(HEIGHT) - 1.5,
        title = safe(title),
        paper = paper,
        shapes = shapes
    )
}

/// A picture that is no card.
pub(crate) fn picture(title: &str, [w, h]: [i32; 2], shapes: &str) -> String {
    format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img"><title>{}</title>"#,
            r#"<g fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">{}</g></svg>"#
        ),
        w,
        h,
        safe(title),
        shapes
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_nothing() {
        let text = "Before I kill you, Mister Spy, do you like the carpet? I had the shark tank moved twice.";
        let lines = wrap(text, 13.0, 200);
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|line| width(line) as f32 * 13.0 / 100.0 <= 214.0), "{lines:?}");
    }

    #[test]
    fn a_name_always_chooses_the_same() {
        let row = |name| {
            let mut seed = Seed::of(name);
            [0; 9].map(|_| seed.below(100))
        };
        assert_eq!(row("castle"), row("castle"));
        assert_ne!(row("castle"), row("moat"));
    }

    /// The contrast of two colours as WCAG 2 counts it.
    fn contrast(a: &str, b: &str) -> f64 {
        let light = |colour: &str| -> f64 {
            let channel = |at: usize| {
                let c = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
                if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
        };
        let (a, b) = (light(a) + 0.05, light(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn whatever_is_read_stands_out() {
        use crate::renamed_spy::{ALARM, NEWS, NIGHT, PLUM, PURPLE, SHEET, STEEL};
        let read = [
            (INK, PAPER),
            (PAPER, TEAL),
            (MUSTARD, INK),
            (PAPER, crate::mister_spy::CRIMSON),
            (SHEET, PURPLE),
            (SHEET, PLUM),
            (SHEET, NIGHT),
            ("#1a0d29", NEWS),
            ("#0b1630", NEWS),
            ("#0b1630", SHEET),
            ("#0b1630", STEEL),
            ("#17131a", ALARM),
        ];
        for (type_, ground) in read {
            assert!(contrast(type_, ground) >= 4.5, "{type_} on {ground}: {:.1}", contrast(type_, ground));
        }
    }

    #[test]
    fn text_is_safe() {
        assert_eq!(safe("<&>"), "&lt;&amp;&gt;");
    }
}
