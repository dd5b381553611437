//! What stands on the posters of Austin Powers: the thing of a Swinger or a Happening, about 130 wide and 110 high around the
//! origin. A card that nobody has drawn yet shows a lava lamp.

use crate::glyphs::glyph;
use crate::groove::{CREAM, PLUM, SUN, burst, daisy};
use crate::paper::{cut, disc, edged, moved, ring, strip};

const PINK: &str = "#ff5fae";
const ORANGE: &str = "#ff7a1c";
const GREEN: &str = "#58c94a";
const SKY: &str = "#35c3cf";
const RED: &str = "#e2263f";

/// A shape with its outline.
fn lined(fill: &str, d: &str) -> String {
    edged(fill, PLUM, 6, d)
}

/// A disc with its outline.
fn ball(fill: &str, x: i32, y: i32, r: i32) -> String {
    disc(PLUM, x, y, r + 3) + &disc(fill, x, y, r)
}

/// A line with its outline.
fn line(colour: &str, width: i32, d: &str) -> String {
    strip(PLUM, width + 6, d) + &strip(colour, width, d)
}

/// A sheet of paper with something written on it.
fn sheet(turn: i32, fill: &str) -> String {
    moved(
        format_args!("rotate({turn})"),
        &(lined(fill, "M-36-46H36V46H-36Z") + &strip(PLUM, 4, "M-24-28H24M-24-14H24M-24 0H8")),
    )
}

/// A figure that dances.
fn dancer(fill: &str, place: &str) -> String {
    moved(
        place,
        &(line(fill, 11, "M-22-22L0-12L24-34M0-12L2 18L-18 46M2 18L22 44") + &ball(fill, 0, -32, 11)),
    )
}

/// The thing of the card with this slug.
pub(crate) fn gimmick(slug: &str) -> String {
    match slug {
        "slugfest" => {
            cut(SUN, burst([0.0, 0.0], 11, [66.0, 40.0], 0.86))
                + &lined(CREAM, "M-30-8C-32-30 26-34 30-14V10C34 32-26 34-30 16Z")
                + &strip(PLUM, 4, "M-14-22V-2M0-24V-2M14-22V-2M-30-2H20C30-2 30 12 16 12H-4")
        }
        "pop-quiz-at-headquarters" => {
            lined(CREAM, "M-52-44H52V24H-8L-26 46V24H-52Z")
                + &strip(RED, 12, "M-14-18C-14-38 16-38 16-20C16-8 0-8 0 4")
                + &disc(RED, 0, 15, 7)
        }
        "the-shag-pad" => {
            lined(PINK, "M-60 34V-4C-60-20-40-20-38-4V6H38V-4C40-20 60-20 60-4V34Z")
                + &lined(ORANGE, "M-38 6C-38-48 38-48 38 6Z")
                + &strip(PLUM, 6, "M-46 34V46M46 34V46")
                + &daisy([0, -18], 15, CREAM, SUN)
        }
        "time-travelling-roadster" => {
            line(SKY, 4, "M-66-30H-30M-70-16H-42")
                + &lined(RED, "M-60 20V4L-18-2L-2-24H24L34-2C56 0 62 6 62 20Z")
                + &cut(CREAM, "M-6-4L4-18H20L26-4Z")
                + &ball(PLUM, -32, 22, 15)
                + &ball(PLUM, 36, 22, 15)
                + &disc(CREAM, -32, 22, 8)
                + &disc(CREAM, 36, 22, 8)
                + &strip(PLUM, 3, "M-32 22V15M-32 22L-27 25M36 22V15M36 22L41 25")
        }
        "union-jack-jet" => {
            lined(SKY, "M-64 18L-52-34L-36-32L-24-8H34C60-8 70 8 54 12L-20 18Z")
                + &lined(RED, "M-16 8L-44 46H-26L18 10Z")
                + &strip(CREAM, 5, "M-46-24L-36 0M-36-24L-50 2")
                + &strip(PLUM, 4, "M28-2H42M8-2H16M-6-2H2")
        }
        "swinging-soiree" => {
            dancer(PINK, "translate(-38 6)")
                + &dancer(SUN, "translate(38 6) scale(-1 1)")
                + &ball(CREAM, 0, -34, 18)
                + &strip(PLUM, 3, "M0-70V-52M-18-34H18M0-52V-16M-14-44H14M-14-24H14")
        }
        "fab-wardrobe" => {
            line(CREAM, 5, "M-62-40H62M0-40V-48")
                + &lined(PINK, "M-54 44V-18L-42-32L-30-18V44Z")
                + &lined(SUN, "M-18 34L-14-18L0-32L14-18L18 34Z")
                + &lined(SKY, "M30 44V-18L42-32L54-18V44Z")
                + &disc(PLUM, 0, -6, 3)
                + &disc(PLUM, 0, 8, 3)
        }
        "the-secret-tailor" => {
            ball(CREAM, -34, 34, 11)
                + &ball(CREAM, 4, 42, 11)
                + &line(CREAM, 9, "M-28 24L34-48M2 30L-34-48")
                + &line(SUN, 4, "M60-40C40-20 70 0 50 20C40 32 60 44 66 36")
                + &disc(PLUM, -4, -6, 5)
        }
        "royal-commendation" => {
            lined(SKY, "M-28-52H-6L2-20L-12-12ZM28-52H6L-2-20L12-12Z")
                + &ball(SUN, 0, 18, 30)
                + &cut(PLUM, burst([0.0, 18.0], 5, [20.0, 9.0], 1.0))
        }
        "plot-exposition" => {
            lined(CREAM, "M-60-44H60V30H-60Z")
                + &line(SUN, 4, "M-30 30L-42 52M30 30L42 52")
                + &strip(RED, 7, "M-44-22L-22 0M-22-22L-44 0")
                + &strip(PLUM, 5, "M-12 4C4-34 20 20 44-24")
                + &disc(RED, 46, -26, 6)
        }
        "go-go-roadblock" => {
            dancer(PINK, "translate(-44 -8) scale(.8)")
                + &dancer(ORANGE, "translate(0 -12) scale(.8)")
                + &dancer(GREEN, "translate(44 -8) scale(.8)")
                + &lined(CREAM, "M-66 22H66V42H-66Z")
                + &cut(RED, "M-50 22H-30L-40 42H-60ZM-8 22H12L2 42H-18ZM34 22H54L44 42H24Z")
        }
        "decoy-cravat" => {
            lined(
                PINK,
                "M-34-46C-10-30 10-30 34-46L38-26C14-12 12-12 10-8L30 44C10 52-10 52-30 44L-10-8C-12-12-14-12-38-26Z",
            ) + &ball(PLUM, 4, 20, 6)
                + &strip(PLUM, 3, "M-12 4L-2 14M18 8L10 16M20 30L12 24")
        }
        "springin-shindig" => {
            dancer(SUN, "translate(0 -20)")
                + &lined(SKY, "M-60 26C-40 40 40 40 60 26V36C40 50-40 50-60 36Z")
                + &strip(PLUM, 5, "M-50 40V56M50 40V56M0 46V58")
        }
        "bastard-bagpipes" => {
            line(CREAM, 7, "M-20-8L-46-50M-4-12L-16-56M12-12L16-54")
                + &lined(GREEN, "M-46 8C-46-24 40-30 46-4C52 34-36 46-46 8Z")
                + &strip(RED, 5, "M-40-4L30 28M-24-14L42 16M-34 26L20-18M-8 34L40-8")
                + &line(CREAM, 7, "M40 10L62 46")
        }
        "secret-volcano-lair" => {
            lined(ORANGE, "M-14-22C-30-40-10-46-14-60C0-54 6-48 4-38C14-46 20-38 14-22Z")
                + &lined("#8a6a9a", "M-66 48L-22-24H22L66 48Z")
                + &cut(ORANGE, "M-22-24H22L14-8L4-18L-4 4L-12-14Z")
                + &lined(SUN, "M-16 48V26A16 16 0 0 1 16 26V48Z")
                + &cut(PLUM, "M-8 48V28A8 8 0 0 1 8 28V48Z")
        }
        "piranha-pool" => {
            cut(SKY, "M-68 8C-54-2-44 18-28 8C-12-2-4 18 12 8C28-2 38 18 68 6V48H-68Z")
                + &lined(ORANGE, "M-42 14C-20-26 22-26 34 4L58-14L54 34L34 20C18 42-26 42-42 14Z")
                + &lined(CREAM, "M-42 14L-12 6L-18 14L-8 14L-14 22L-4 22L-34 28Z")
                + &ball(CREAM, 2, -4, 7)
                + &disc(PLUM, 1, -4, 4)
        }
        "trapdoor" => {
            lined("#8a6a9a", "M-66-6H66V14H-66Z")
                + &cut(PLUM, "M-34-6H34V48H-34Z")
                + &lined(ORANGE, "M-34-6L-46 44L-36 46L-26-6ZM34-6L46 44L36 46L26-6Z")
                + &moved("translate(0 -28) rotate(14) scale(.8)", &dancer(CREAM, ""))
        }
        "ransom-broadcast" => {
            strip(PLUM, 5, "M-6-32L-30-58M6-32L30-58")
                + &lined(ORANGE, "M-58-34H58V42H-58Z")
                + &lined(CREAM, "M-46-24H26V32H-46Z")
                + &moved("translate(-34 -20) scale(.5)", &glyph('1', RED))
                + &[-8, 12].map(|x| ring(RED, 7, x, 4, 8)).concat()
                + &ball(SUN, 42, -10, 6)
                + &ball(SUN, 42, 12, 6)
        }
        "board-meeting" => {
            lined("#8a6a9a", "M-66 8C-66-16 66-16 66 8V20C66 44-66 44-66 20Z")
                + &[-44, -15, 15, 44]
                    .map(|x| {
                        ball(CREAM, x, -26, 11)
                            + &lined(RED, &format!("M{} -2V-8A12 12 0 0 1 {} -8V-2Z", x - 14, x + 14))
                    })
                    .concat()
        }
        "cloning-machine" => {
            lined(SKY, "M-58-46H-18V46H-58ZM18-46H58V46H18Z")
                + &strip(SUN, 6, "M-14-6H8M0-16L12-6L0 6")
                + &moved("translate(-38 4) scale(.62)", &dancer(CREAM, ""))
                + &moved("translate(38 4) scale(.62)", &dancer(CREAM, ""))
        }
        "evil-tax-return" => {
            sheet(-10, CREAM)
                + &strip(RED, 9, "M-12 20L14 46M14 20L-12 46")
                + &ball(SUN, 50, 34, 14)
                + &ball(SUN, 42, 18, 14)
        }
        "henchman-hiring-day" => [-44, 0, 44]
            .map(|x| {
                ball(CREAM, x, -16, 14)
                    + &lined(ORANGE, &format!("M{} 46V20A20 20 0 0 1 {} 20V46Z", x - 20, x + 20))
                    + &strip(PLUM, 6, format!("M{} -18H{}", x - 9, x + 9))
            })
            .concat(),
        "doomsday-clock" => {
            ball(CREAM, 0, 2, 46)
                + &cut(RED, "M0 2V-44A46 46 0 0 0-23-38Z")
                + &strip(PLUM, 6, "M0 2V-34M0 2L-18-28")
                + &strip(PLUM, 5, "M0-40V-36M0 40V44M-40 2H-36M40 2H36")
                + &line(SUN, 5, "M-34-44L-44-54M34-44L44-54")
        }
        "smoke-and-mirrors" => {
            lined(SKY, "M-22-50H26V34H-22Z")
                + &strip(CREAM, 6, "M-10-34L8-44M-12-12L18-30")
                + &lined(
                    CREAM,
                    "M-60 46C-72 28-52 18-44 26C-44 8-14 6-10 22C0 6 30 10 28 28C44 20 60 30 54 46Z",
                )
        }
        "groovy-flash-mob" => {
            dancer(PINK, "translate(-46 -10) scale(.8)")
                + &dancer(GREEN, "translate(46 -10) scale(.8) rotate(8)")
                + &dancer(SUN, "translate(0 6) scale(1.1)")
        }
        "photo-call" => {
            cut(SUN, burst([34.0, -34.0], 8, [30.0, 14.0], 1.0))
                + &lined(SKY, "M-58-20H-24L-16-34H16L24-20H58V42H-58Z")
                + &ball(CREAM, 0, 10, 22)
                + &disc(PLUM, 0, 10, 13)
                + &disc(CREAM, 5, 5, 4)
        }
        "sudden-dance-break" => {
            dancer(PINK, "translate(-30 4) scale(1.1)")
                + &line(CREAM, 5, "M26 26V-34L56-42V18")
                + &ball(CREAM, 18, 28, 9)
                + &ball(CREAM, 48, 20, 9)
        }
        "parking-ticket" => {
            sheet(8, CREAM)
                + &moved(
                    "translate(4 -8) rotate(8)",
                    &(disc(RED, 0, 0, 26) + &strip(CREAM, 8, "M-5 16V-14H4C14-14 14 2 4 2H-5")),
                )
        }
        "passport-control" => {
            lined("#8a1040", "M-40-50H40V50H-40Z")
                + &ring(SUN, 5, 0, -14, 18)
                + &strip(SUN, 5, "M-22 20H22M-14 34H14M0-32V4M-18-14H18")
        }
        "wardrobe-malfunction" => {
            lined(PINK, "M-36-46H36L44 46H10L0-8L-10 46H-44Z")
                + &strip(PLUM, 4, "M0-8L-8-20L8-28L-4-40")
                + &ball(SUN, 46, -34, 9)
                + &strip(CREAM, 4, "M54-50L60-58M60-40L70-44")
        }
        "declassified" => {
            sheet(-6, CREAM)
                + &moved("rotate(-14)", &(strip(RED, 6, "M-56-14H56V14H-56Z") + &strip(RED, 6, "M-44 0H44")))
        }
        "peace-everybody" => {
            ball(CREAM, 0, 0, 48)
                + &ring(PLUM, 9, 0, 0, 37)
                + &strip(PLUM, 9, "M0-36V36M0 2L-26 27M0 2L26 27")
        }
        "pay-up" => {
            lined("#7d5a2e", "M-34-30C-62 10-50 48 0 48S62 10 34-30Z")
                + &lined(SUN, "M-34-30L-18-50L0-38L18-50L34-30Z")
                + &strip(SUN, 7, "M14-4C4-14-14-10-12 2C-10 14 14 8 14 22C14 34-8 36-16 26M0-18V40")
        }
        "lie-detector" => {
            lined(CREAM, "M-60-30H60V36H-60Z")
                + &strip(RED, 5, "M-52 10H-30L-22-16L-10 26L2-22L12 18L20 2H52")
                + &line(SUN, 4, "M30-30L50-54")
        }
        "nobody-move" => {
            ring(RED, 9, 0, 0, 42)
                + &strip(RED, 7, "M0-56V-28M0 56V28M-56 0H-28M56 0H28")
                + &dancer(CREAM, "translate(0 -2) scale(.66)")
        }
        "stuck-in-the-lift" => {
            lined("#8a6a9a", "M-46-52H46V50H-46Z")
                + &cut(CREAM, "M-36-34H-3V50H-36ZM3-34H36V50H3Z")
                + &strip(PLUM, 4, "M-36 8H36")
                + &cut(RED, "M-16-40L-8-50L0-40ZM4-50H20L12-40Z")
                + &disc(PLUM, -18, -8, 9)
                + &disc(PLUM, 18, -8, 9)
        }
        "hostile-audit" => {
            lined(SKY, "M-44-50H32V50H-44Z")
                + &cut(CREAM, "M-34-40H22V-20H-34Z")
                + &[-24, -6, 12]
                    .map(|x| disc(PLUM, x, -4, 6) + &disc(PLUM, x, 14, 6) + &disc(RED, x, 32, 6))
                    .concat()
                + &line(ORANGE, 7, "M56-50V30C56 44 40 44 40 34")
        }
        "power-cut-in-the-lair" => {
            lined(SUN, "M-30-14A30 30 0 1 1 30-14C30 4 16 6 16 22H-16C-16 6-30 4-30-14Z")
                + &lined(CREAM, "M-16 22H16V42H-16Z")
                + &strip(RED, 10, "M-46-46L46 40")
        }
        "blackmail-photograph" => moved(
            "rotate(-8)",
            &(lined(CREAM, "M-44-48H44V52H-44Z")
                + &cut(PLUM, "M-34-38H34V22H-34Z")
                + &disc(PINK, -10, -10, 13)
                + &disc(ORANGE, 12, -6, 13)
                + &strip(PINK, 8, "M-26 20C-20 4 0 4 2 20")
                + &strip(ORANGE, 8, "M6 20C8 8 22 6 28 20")),
        ),
        "one-minute-of-silence" => {
            ball(CREAM, 0, 0, 44)
                + &line(RED, 5, "M-22 22C-8 14 8 14 22 22")
                + &line(SUN, 12, "M0 50V8")
                + &disc(PLUM, -16, -10, 5)
                + &disc(PLUM, 16, -10, 5)
        }
        _ => lamp(),
    }
}

/// A lava lamp, which is also the sign of a Swinger.
pub(crate) fn lamp() -> String {
    lined(PINK, "M-18 22L-24-10L-8-50H8L24-10L18 22Z")
        + &disc(SUN, -4, -26, 8)
        + &disc(SUN, 5, -4, 11)
        + &disc(SUN, -7, 12, 6)
        + &lined(CREAM, "M-18 22H18L26 48H-26ZM-8-50H8L5-60H-5Z")
}
