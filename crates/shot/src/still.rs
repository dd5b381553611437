//! A still picture of the film from above, for pages without script: the path of the shooter with ghosts along it, the
//! target before and after.

use std::fmt::Write;

use crate::bean::{EDGE, HALF, RADIUS};
use crate::{Film, Pose};

/// Millimetres between two ghosts of the shooter.
const GHOSTS: f32 = 50.0;
/// The mats: half their width, where the near one begins and ends, where the far one begins, and half the black hole.
const MAT: [f32; 5] = [170.0, 27.0, 196.0, 364.0, 17.0];

const TABLE: &str = "#e9dfca";
const CLOTH: &str = "#f7f2e6";
const INK: &str = "#3a3a48";
const OURS: &str = "#2f7fc1";
const THEIRS: &str = "#d8572a";

impl Film {
    /// The picture as an SVG document, a millimetre to the unit, the shooter below.
    pub fn svg(&self) -> String {
        let [left, near, right, far] = EDGE;
        let (wide, high) = (right - left, far - near);
        let story = if self.hit { "The target falls." } else { "The target stands." };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {} {wide} {high}\" role=\"img\">\
             <title>Shoot for Loot, seen from above. {story}</title>\
             <rect x=\"{left}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" fill=\"{TABLE}\"/>",
            -far, -far
        );
        mats(&mut svg, self.frames.first().map(|frame| frame.target).unwrap_or_default());
        self.path(&mut svg);
        self.target(&mut svg);
        if let Some(last) = self.frames.last() {
            bean(&mut svg, last.shooter, 1.0, &format!("fill=\"{OURS}\" stroke=\"{INK}\""));
            eyes(&mut svg, last.shooter, 1.0);
        }
        svg.push_str("</svg>");
        svg
    }

    /// Where the shooter went: a line, and a ghost every few millimetres.
    fn path(&self, svg: &mut String) {
        svg.push_str("<polyline points=\"");
        for frame in &self.frames {
            put(svg, format_args!("{:.1},{:.1} ", frame.shooter.x, -frame.shooter.y));
        }
        put(
            svg,
            format_args!("\" fill=\"none\" stroke=\"{OURS}\" stroke-width=\"2\" stroke-dasharray=\"6 4\"/>"),
        );
        let end = self.frames.last().map(|frame| frame.shooter);
        let mut ghost: Option<Pose> = None;
        for pose in self.frames.iter().map(|frame| frame.shooter) {
            let clear = |other: Option<Pose>, room| other.is_none_or(|other| distance(pose, other) >= room);
            if clear(ghost, GHOSTS) && clear(end, 2.0 * (HALF + RADIUS)) {
                let paint =
                    format!("fill=\"{OURS}\" fill-opacity=\"0.25\" stroke=\"{OURS}\" stroke-opacity=\"0.6\"");
                bean(svg, pose, 1.0, &paint);
                ghost = Some(pose);
            }
        }
    }

    /// The target where it stood, and as it ended.
    fn target(&self, svg: &mut String) {
        let (Some(first), Some(last)) = (self.frames.first(), self.frames.last()) else { return };
        let stood = format!("fill=\"none\" stroke=\"{CLOTH}\" stroke-width=\"1\" stroke-dasharray=\"3 3\"");
        if last.target != first.target {
            bean(svg, first.target, 0.0, &stood);
        }
        bean(svg, last.target, last.lean, &format!("fill=\"{THEIRS}\" stroke=\"{INK}\""));
        eyes(svg, last.target, last.lean);
    }
}

/// Both mats, and the black hole where the target stood.
fn mats(svg: &mut String, hole: Pose) {
    let [half, begin, end, beyond, gap] = MAT;
    let [.., far] = EDGE;
    for (near, end) in [(begin, end), (beyond, far)] {
        put(
            svg,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{CLOTH}\" stroke=\"{INK}\" \
                 stroke-opacity=\"0.3\"/>",
                -half,
                -end,
                2.0 * half,
                end - near
            ),
        );
    }
    let Pose { x, y, .. } = hole;
    put(svg, format_args!("<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{gap}\" fill=\"{INK}\"/>", -y));
}

/// A Mighty Bean from above: a circle that stands, a capsule that lies.
fn bean(svg: &mut String, pose: Pose, lean: f32, paint: &str) {
    let long = RADIUS + HALF * lean;
    put(
        svg,
        format_args!(
            "<rect x=\"{}\" y=\"{:.2}\" width=\"{}\" height=\"{:.2}\" rx=\"{RADIUS}\" transform=\"{}\" {paint}/>",
            -RADIUS,
            -long,
            2.0 * RADIUS,
            2.0 * long,
            stance(pose)
        ),
    );
}

/// The eyes look up from the table when it lies and ahead when it stands.
fn eyes(svg: &mut String, pose: Pose, lean: f32) {
    let up = -(HALF * lean + 1.5);
    put(
        svg,
        format_args!(
            "<g transform=\"{}\" fill=\"#fff\" stroke=\"{INK}\" stroke-width=\"0.8\">\
             <circle cx=\"-3\" cy=\"{up:.2}\" r=\"2.2\"/><circle cx=\"3\" cy=\"{up:.2}\" r=\"2.2\"/></g>",
            stance(pose)
        ),
    );
}

/// Down is up in a picture, so a turn to the left is a negative one.
fn stance(pose: Pose) -> String {
    format!("translate({:.1} {:.1}) rotate({:.1})", pose.x, -pose.y, -pose.turn.to_degrees())
}

fn distance(one: Pose, other: Pose) -> f32 {
    let (x, y) = (one.x - other.x, one.y - other.y);
    (x * x + y * y).sqrt()
}

/// Writing to a string does not fail.
fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = svg.write_fmt(text);
}
