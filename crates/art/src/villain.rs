//! The villain, of whom only a hand is ever seen, and what the hand holds while the speech goes on. The origin is the
//! middle of the fist; the sleeve leaves to the right.

use crate::paper::{Type, cut, disc, heading, moved, ring, strip};

/// The sheets of paper for a hand and a prop.
#[derive(Clone, Copy)]
pub(crate) struct Glove {
    /// The glove.
    pub(crate) hand: &'static str,
    /// The sleeve.
    pub(crate) sleeve: &'static str,
    /// What shines: ring, cuff links, sparks.
    pub(crate) bright: &'static str,
    /// Cuff, sheets, steam.
    pub(crate) paper: &'static str,
    /// The creases of the glove.
    pub(crate) crease: &'static str,
    /// The dark parts of props.
    pub(crate) ink: &'static str,
    /// The colour of the prop.
    pub(crate) prop: &'static str,
}

fn sleeve(g: &Glove) -> String {
    cut(g.sleeve, "M34-26L150-50V70L36 40Z")
        + &cut(g.paper, "M18-24L38-28L42 40L22 38Z")
        + &disc(g.bright, 31, 24, 4.5)
}

/// A fist around something upright.
fn hold(g: &Glove, prop: &str) -> String {
    let fingers: String = (0..4)
        .map(|n| {
            format!(
                r#"<rect x="{}" y="{}" width="{}" height="15" rx="7.5" fill="{}"/>"#,
                -26 + n % 2,
                -28 + 14 * n,
                52 - 3 * n,
                g.hand
            )
        })
        .collect();
    sleeve(g)
        + prop
        + &fingers
        + &strip(g.crease, 1.8, "M-24-14H14M-24 0H14M-24 14H12")
        + &cut(g.hand, "M24-26C16-40-4-44-14-36C-18-30-8-26 2-26L10-20Z")
        + &cut(g.bright, "M-20-1H-10V15H-20Z")
        + &cut(g.prop, "M-21 3H-9V11H-21Z")
}

/// A palm under something.
fn carry(g: &Glove, prop: &str) -> String {
    moved("translate(20 26)", &sleeve(g))
        + &cut(
            g.hand,
            "M-70 18C-56 10-40 18-20 16C0 10 30 2 44 6L60 66C30 70-10 50-62 32C-76 28-76 22-70 18Z",
        )
        + &strip(g.crease, 1.8, "M-60 26C-40 32-20 34 0 32")
        + &moved("translate(-18 14)", prop)
        + &cut(g.hand, "M34 6C20-8 4-6 0 4C2 12 14 10 24 20Z")
        + &cut(g.bright, "M-4 42L8 34L12 46L2 52Z")
}

/// A finger that shows the way.
fn point(g: &Glove, prop: &str) -> String {
    prop.to_owned()
        + &sleeve(g)
        + &cut(
            g.hand,
            "M28-28C10-36-10-32-18-24L-66-26C-78-24-78-10-66-8L-22-6C-30 2-28 12-18 14C-24 22-16 32-6 30C2 40 20 40 28 36Z",
        )
        + &strip(g.crease, 1.8, "M-22-6H2M-18 14H4M-6 30H8")
        + &cut(g.bright, "M-4-7H6V13H-4Z")
}

/// All fingers spread: the great gesture.
fn claw(g: &Glove, prop: &str) -> String {
    sleeve(g)
        + &cut(
            g.hand,
            "M28-26L10-34L14-74C14-84 0-86-3-76L-12-40L-30-72C-36-80-48-74-44-64L-30-30L-60-44C-70-48-76-36-68-30L-36-8L-64-2C-74 2-72 16-62 14L-34 12C-28 30-10 40 28 38Z",
        )
        + &strip(g.crease, 1.8, "M-24-4C-14 0-8 8-8 18M-14-14C-4-10 2-2 4 8")
        + &cut(g.bright, "M-40-54L-28-58L-24-47L-36-43Z")
        + prop
}

/// A note of music at `(x, y)`.
fn note(colour: &str, x: i32, y: i32) -> String {
    disc(colour, x, y, 7) + &strip(colour, 4, format!("M{} {y}V{}l14 6", x + 5, y - 30))
}

/// The hand for the speech of this letter in Mister Spy.
pub(crate) fn taunting(letter: char, g: &Glove) -> String {
    let (p, ink, paper, bright) = (g.prop, g.ink, g.paper, g.bright);
    match letter {
        'A' => carry(
            g,
            &(cut(paper, "M-50-62H50L44 4H-44Z")
                + &cut(p, "M-48-40q12-8 24 0t24 0t24 0t24 0L44 4H-44Z")
                + &cut(ink, "M-14-36C-8-60 8-70 22-74C16-60 18-46 24-36Z")
                + &disc(paper, -30, -14, 4)
                + &disc(paper, -22, -26, 3)),
        ),
        'B' => hold(
            g,
            &(cut(paper, "M-104-100H-18V-36H-104Z")
                + &strip(ink, 4, "M-108-100H-14")
                + &cut(p, "M-92-44V-62H-78V-44ZM-70-44V-76H-56V-44ZM-48-44V-90H-34V-44Z")
                + &strip(ink, 6, "M8 60L-30-66")),
        ),
        'C' => carry(
            g,
            &(cut(p, "M-50-34H50C50-8 36 4 0 4S-50-8-50-34Z")
                + &cut(ink, "M-58-40H58V-28H-58Z")
                + &cut(bright, "M-44-40C-40-66 40-66 44-40Z")
                + &disc(ink, 0, -64, 7)
                + &strip(paper, 5, "M-22-74q-8-10 0-20M22-74q-8-10 0-20")),
        ),
        'D' => claw(
            g,
            &(heading("HA", Type::Sans, paper, [-74, -68], 27.0, 50)
                + &heading("HA!", Type::Sans, paper, [46, -66], 25.0, 52)),
        ),
        'E' => hold(
            g,
            &(cut(paper, "M-8 56L-14 10C-40-40-20-90 14-104C30-70 24-30 0 10Z")
                + &strip(ink, 3, "M-10 58C-10 0-4-50 12-100M-4-20L-24-34M-2-40L18-56M2-60L-14-72")
                + &cut(p, "M-114 48L-74 40L-66 46L-28 38L-16 70L-60 78L-68 74L-112 82Z")
                + &cut(paper, "M-108 52L-74 45L-66 70L-106 77ZM-64 50L-33 43L-24 66L-60 73Z")
                + &strip(ink, 2, "M-100 58L-80 54M-100 66L-78 62M-56 56L-38 52")),
        ),
        'F' => hold(
            g,
            &(moved(
                "rotate(-10)",
                &(cut(bright, "M-58-106H22V-30H-58Z")
                    + &strip(ink, 4, "M-46-88H8")
                    + &heading("*****", Type::Sans, ink, [-18, -44], 30.0, 66)),
            )),
        ),
        'G' => hold(
            g,
            &(cut(paper, "M-50-96H34V60H-50Z")
                + &cut(
                    p,
                    "M-60-108H44C52-108 52-92 44-92H-60C-68-92-68-108-60-108ZM-60 54H44C52 54 52 70 44 70H-60C-68 70-68 54-60 54Z",
                )
                + &strip(ink, 3, "M-40-80H14M-40-68H22M-40-56H6M-40-44H18M-40 42H10")),
        ),
        'H' => carry(g, &cat(g)),
        'I' => hold(
            g,
            &(ring(bright, 9, -4, -68, 22)
                + &strip(bright, 10, "M-4-46V66M-4 60H-30M-4 44H-24")
                + &strip(ink, 3, "M-14-76Q-10-86 0-86")),
        ),
        _ => point(g, ""),
    }
}

/// The hand for the speech of this letter in Renamed Spy.
pub(crate) fn doubling(letter: char, g: &Glove) -> String {
    let (p, ink, paper, bright) = (g.prop, g.ink, g.paper, g.bright);
    match letter {
        'A' => point(
            g,
            &(cut(p, "M-116 60L-84-2L-62 32L-44 8L-14 60Z")
                + &cut(paper, "M-84-2L-96 22L-84 16L-76 22L-73 15Z")
                + &format!(
                    r#"<path fill="none" stroke="{ink}" stroke-width="3" stroke-dasharray="2 7" d="M-70-40L-30-96L0-50L26-84L60-36"/>"#
                )),
        ),
        'B' => hold(
            g,
            &(strip(paper, 6, "M4 56L-34-92")
                + &disc(ink, 6, 60, 9)
                + &note(ink, -78, -30)
                + &note(ink, 24, -66)
                + &note(ink, -66, 40)),
        ),
        'C' => carry(
            g,
            &(cut(p, "M-58-34H58C56-8 34 4 0 4S-56-8-58-34Z")
                + &cut(ink, "M-58-34C-58-48 58-48 58-34C58-22-58-22-58-34Z")
                + &strip(bright, 6, "M20-34L58-84")
                + &cut(
                    paper,
                    "M-24-92C-24-112 14-112 14-92C14-84 10-80 8-76V-66H-18V-76C-20-80-24-84-24-92Z",
                )
                + &disc(ink, -13, -92, 5)
                + &disc(ink, 3, -92, 5)
                + &strip(ink, 2, "M-10-72V-67M-5-72V-67M0-72V-67")),
        ),
        'D' => hold(g, &(moved("rotate(-7)", &(cut(paper, "M-72-106H36V40H-72Z") + &ransom(g))))),
        'E' => carry(
            g,
            &(cut(ink, "M-74-70H54V-6H-74ZM-60-6H-44V4H-60ZM24-6H40V4H24Z")
                + &cut(paper, "M-64-60H44V-16H-64Z")
                + &heading("00:09", Type::Sans, ink, [-10, -26], 34.0, 98)
                + &strip(ink, 5, "M-50-70V-82M30-70V-82")),
        ),
        'F' => hold(
            g,
            &(strip(p, 11, "M0 66V-110")
                + &cut(paper, "M-6-112H-28V-62H-6Z")
                + &strip(ink, 2, "M-28-102H-8M-28-92H-8M-28-82H-8M-28-72H-8")
                + &cut(paper, "M-30-104C-50-112-54-90-40-88C-54-82-46-66-30-72Z")),
        ),
        'G' => hold(
            g,
            &(cut(p, "M-14-66L-98-104V-2L-14-38Z")
                + &cut(ink, "M-108-108H-94V2H-108ZM-14-68H8V-34H-14Z")
                + &strip(ink, 9, "M-2-40V50")
                + &note(ink, 34, -66)),
        ),
        'H' => hold(g, &stamp(g)),
        'I' => hold(
            g,
            &(cut(paper, "M-26-110H30L24-56C20-40-16-40-20-56Z")
                + &cut(p, "M-23-92H27L22-58C18-46-14-46-18-58Z")
                + &strip(paper, 5, "M2-44V58")
                + &disc(paper, -6, -68, 4)
                + &disc(paper, 10, -78, 3)
                + &disc(paper, 8, -60, 3)
                + &strip(ink, 4, "M-42-104L-54-112M46-104L58-112M-38-84H-50M42-84H54")),
        ),
        _ => point(g, ""),
    }
}

/// The brains here.
fn cat(g: &Glove) -> String {
    cut(g.paper, "M-48 6C-60-24-40-40-20-40H30C50-36 56-14 50 6Z")
        + &cut(g.paper, "M-44-50L-46-90L-26-74H-6L12-92L12-50C12-24-44-24-44-50Z")
        + &cut(g.prop, "M-41-80L-39-66L-32-72ZM7-82L5-66L-2-72Z")
        + &cut(g.ink, "M-36-56Q-28-64-22-54Q-30-50-36-56ZM2-56Q-6-64-12-54Q-4-50 2-56Z")
        + &cut(g.prop, "M-21-48H-13L-17-43Z")
        + &strip(
            g.ink,
            2,
            "M-17-43V-39M-17-39Q-23-34-27-38M-17-39Q-11-34-7-38M-36-46L-56-50M-36-42L-56-40M2-46L22-50M2-42L22-40",
        )
        + &strip(g.paper, 11, "M48 0C72-6 76-34 62-46")
        + &strip(g.bright, 5, "M-38-30Q-16-22 8-30")
        + &disc(g.bright, -16, -22, 5)
}

/// Letters cut out of newspapers.
fn ransom(g: &Glove) -> String {
    let word = |text: &str, row: i32| -> String {
        text.chars()
            .enumerate()
            .map(|(n, c)| {
                let (x, odd) = (-62 + 19 * n as i32, n % 2 == 0);
                let (back, front) = if odd { (g.ink, g.paper) } else { (g.bright, g.ink) };
                cut(back, format!("M{x} {row}h16v22h-16Z"))
                    + &heading(&c.to_string(), Type::Serif, front, [x + 8, row + 17], 16.0, 14)
            })
            .collect()
    };
    word("OR", -96) + &word("ELSE?", -68)
}

/// A stamp of a country that will be taken by Friday.
fn stamp(g: &Glove) -> String {
    let edge = format!(
        r#"<path fill="{p}" stroke="{p}" stroke-width="8" stroke-dasharray="0 11" d="M-66-110H44V-22H-66Z"/>"#,
        p = g.paper
    );
    let queen = cut(g.prop, "M-56-100H34V-32H-56Z")
        + &disc(g.bright, -12, -64, 22)
        + &cut(g.ink, "M-26-78L-28-92L-19-85L-12-95L-5-85L4-92L2-78Z")
        + &strip(g.ink, 3, "M-20-64H-18M-6-64H-4M-20-52Q-12-47-4-52");
    moved("rotate(-6)", &(edge + &queen)) + &strip(g.ink, 6, "M-4 60L-12-20M6 60L0-20")
}
