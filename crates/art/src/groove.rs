//! What Austin Powers is printed with: the four vibes as shapes, the marks and signs, and op-art to put behind them.

use austin_powers::cards::{Allegiance, Mark, Vibe, Vibes};

use crate::paper::{cut, disc, edged, moved, ring, strip};

/// Lines, and whatever is in the dark.
pub(crate) const PLUM: &str = "#2b0f45";
/// The sheet that is written on.
pub(crate) const CREAM: &str = "#fff6df";
/// The frame of the Good, and what is worth counting.
pub(crate) const SUN: &str = "#ffd02e";
/// The ground of Good bands.
pub(crate) const MAGENTA: &str = "#a3106a";
/// The ground of Evil bands.
pub(crate) const SLATE: &str = "#3a3350";

/// A vibe's colours: its own, and two to swirl behind those who put it out.
pub(crate) const fn colours(vibe: Vibe) -> [&'static str; 3] {
    match vibe {
        Vibe::Groovy => ["#ffd02e", "#ffb000", "#ffe27a"],
        Vibe::Shagadelic => ["#ff5fae", "#f0358f", "#ff9ccb"],
        Vibe::Randy => ["#ff7a1c", "#ea5a00", "#ffa45c"],
        Vibe::Creepy => ["#58c94a", "#2e9e3a", "#a4e07a"],
    }
}

/// A vibe, 40 wide and high around the origin: a daisy, a heart, a bolt, an eye.
pub(crate) fn vibe(vibe: Vibe) -> String {
    let [own, ..] = colours(vibe);
    let lined = |d: &str| edged(own, PLUM, 5, d);
    match vibe {
        Vibe::Groovy => {
            let petals = "M0-19C7-19 9-12 6-7C11-12 18-10 19-4C20 3 13 6 8 5C13 9 12 17 5 18C-1 19-4 14-3 9C-6 15-14 15-17 9C-19 3-14-1-9 0C-15-2-17-10-12-14C-7-17-2-13-2-8C-4-13-5-18 0-19Z";
            lined(petals) + &disc(PLUM, 0, 0, 6.5) + &disc(CREAM, 0, 0, 3.8)
        }
        Vibe::Shagadelic => lined("M0 17C-14 7-19 0-19-7C-19-19-4-20 0-9C4-20 19-19 19-7C19 0 14 7 0 17Z"),
        Vibe::Randy => lined("M4-20L-15 4H-3L-8 20L15-5H3L9-20Z"),
        Vibe::Creepy => {
            lined("M-20 0C-10-16 10-16 20 0C10 16-10 16-20 0Z")
                + &disc(PLUM, 0, 0, 8)
                + &disc(CREAM, 2.5, -2.5, 2.6)
        }
    }
}

/// Vibes one after the other from a place on, so far apart and so much smaller than they are. Each kind is drawn once in a row.
pub(crate) fn vibes(of: Vibes, [x, y]: [f32; 2], [dx, dy]: [f32; 2], scale: f32) -> String {
    let mut before = None;
    Vibe::ALL
        .into_iter()
        .flat_map(|kind| (0..of.of(kind)).map(move |_| kind))
        .enumerate()
        .map(|(n, kind)| {
            let (at, up) = (x + dx * n as f32, y + dy * n as f32);
            let id = format!("v{}-{y:.0}", kind as u8);
            let shape = if before.replace(kind) == Some(kind) {
                format!(r##"<use href="#{id}"/>"##)
            } else {
                format!(r#"<g id="{id}">{}</g>"#, vibe(kind))
            };
            moved(format_args!("translate({at:.1} {up:.1}) scale({scale})"), &shape)
        })
        .collect()
}

/// Lips or a gun, 48 wide around the origin.
pub(crate) fn mark(of: Mark, colour: &str) -> String {
    match of {
        Mark::Shagger => {
            cut(colour, "M-24 0C-15-14-7-15 0-9C7-15 15-14 24 0C14 20-14 20-24 0Z")
                + &strip(CREAM, 3.5, "M-18 1C-8-2-4 1 0 1C4 1 8-2 18 1")
        }
        Mark::Assassin => {
            cut(colour, "M-24-13H22V-2H2L-2 5H-8L-11 16H-24L-19-1H-24Z")
                + &strip(colour, 3.5, "M-6 4C0 10 6 4 4-2")
        }
    }
}

/// The sign of a side, 40 wide and high around the origin: the peace sign, or the smirk with the little finger.
pub(crate) fn sign(of: Allegiance) -> String {
    match of {
        Allegiance::Good => {
            disc(SUN, 0, 0, 20) + &ring(PLUM, 4, 0, 0, 17) + &strip(PLUM, 4, "M0-16V16M0 0L-12 12M0 0L12 12")
        }
        Allegiance::Evil => {
            disc("#cfc7dc", 0, 0, 20)
                + &ring(PLUM, 3, 0, 0, 18.5)
                + &strip(PLUM, 3, "M-12-7L-4-4M12-7L4-4M-9 7C-4 10 3 9 8 4")
                + &disc(PLUM, -6, -1, 2)
                + &disc(PLUM, 6, -1, 2)
                + &strip(PLUM, 8, "M19 15L9 5")
                + &strip(CREAM, 4.5, "M19 15L9 5")
        }
    }
}

/// A bone, 76 wide around the origin.
pub(crate) fn bone(fill: &str) -> String {
    let d = "M-24-7H24C22-16 36-20 37-9C45-5 45 5 37 9C36 20 22 16 24 7H-24C-22 16-36 20-37 9C-45 5-45-5-37-9C-36-20-22-16-24-7Z";
    edged(fill, PLUM, 6, d)
}

/// A swirl around a point, as far as the edge of a card goes: one arm, and the others after it.
pub(crate) fn swirl([x, y]: [i32; 2], arms: u32, twist: f32, from: i32, colour: &str) -> String {
    let at = |turn: f32, r: f32| {
        let (sin, cos) = (turn + twist * (r / 100.0).sqrt()).sin_cos();
        format!("{:.0} {:.0}", r * cos, r * sin)
    };
    let radii = [6.0, 14.0, 24.0, 36.0, 50.0, 67.0, 88.0, 112.0, 140.0, 172.0, 208.0, 246.0, 290.0];
    let out: Vec<String> = radii.iter().map(|r| at(0.0, *r)).collect();
    let half = std::f32::consts::PI / arms as f32;
    let back: Vec<String> = radii.iter().rev().map(|r| at(half, *r)).collect();
    let arm = format!(r#"<path id="s" d="M0 0L{}L{}Z"/>"#, out.join("L"), back.join("L"));
    let others: String = (1..arms)
        .map(|n| format!(r##"<use href="#s" transform="rotate({:.1})"/>"##, 360.0 / arms as f32 * n as f32))
        .collect();
    format!(r#"<g fill="{colour}" transform="translate({x} {y}) rotate({from})">{arm}{others}</g>"#)
}

/// Arches within arches, standing on `y`.
pub(crate) fn arches([x, y]: [i32; 2], widest: i32, step: i32, colours: &[&str]) -> String {
    (0..)
        .map(|n| widest - n * step)
        .take_while(|r| *r > step / 2)
        .zip(colours.iter().cycle())
        .map(|(r, colour)| {
            cut(colour, format_args!("M{} {y}V{}A{r} {r} 0 0 1 {} {}V{y}Z", x - r, y - 60, x + r, y - 60))
        })
        .collect()
}

/// A flower with so many petals around a point.
pub(crate) fn daisy([x, y]: [i32; 2], r: i32, petal: &str, heart: &str) -> String {
    let petals: String = (0..6)
        .map(|n| {
            let (sin, cos) = (n as f32 * std::f32::consts::TAU / 6.0 + 0.3).sin_cos();
            let at = r as f32 * 0.62;
            disc(
                petal,
                format_args!("{:.0}", x as f32 + at * cos),
                format_args!("{:.0}", y as f32 + at * sin),
                r * 2 / 5,
            )
        })
        .collect();
    petals + &disc(heart, x, y, r * 2 / 5)
}

/// The outline of a star with many points.
pub(crate) fn burst([x, y]: [f32; 2], spikes: u32, radii: [f32; 2], squeeze: f32) -> String {
    let points: Vec<String> = (0..2 * spikes)
        .map(|n| {
            let (sin, cos) = (n as f32 * std::f32::consts::PI / spikes as f32).sin_cos();
            let r = radii[n as usize % 2];
            format!("{:.0} {:.0}", x + r * sin, y - r * squeeze * cos)
        })
        .collect();
    format!("M{}Z", points.join("L"))
}
