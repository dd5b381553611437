//! What a Spy holds up, and what stands behind a Spy. Coordinates are the portrait's.

use crate::paper::{Type, cut, disc, heading, moved, ring, strip};
use crate::portrait::Tones;

/// Gadgets.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Gadget {
    /// Empty hands.
    Nothing,
    /// A newspaper, without eyeholes.
    Newspaper,
    /// A diary marked SECRET.
    Diary,
    /// A glass with an olive.
    Martini,
    /// A radio with an aerial.
    Radio,
    /// A knife with too many blades.
    Knife,
    /// A lens.
    Lens,
    /// A bunch of keys.
    Keys,
    /// A lipstick.
    Lipstick,
    /// A duck.
    Duck,
    /// A small camera.
    Camera,
    /// An umbrella, furled.
    Umbrella,
    /// A finger on the lips.
    Finger,
    /// A rope to hang from.
    Rope,
    /// Five passports.
    Passports,
    /// A steering wheel.
    Wheel,
    /// A rose.
    Rose,
    /// Knitting.
    Knitting,
    /// Dynamite with a clock.
    Dynamite,
    /// An armchair.
    Armchair,
    /// A pistol.
    Pistol,
    /// A pistol, a spare one, and a note.
    Pistols,
    /// A drink with an umbrella in it.
    Cocktail,
    /// Something blowing up.
    Explosion,
    /// A mask on a stick.
    Mask,
    /// A file baked for prisons.
    File,
}

/// What stands behind the portrait.
pub(crate) fn behind(gadget: Gadget, t: &Tones) -> String {
    match gadget {
        Gadget::Armchair => {
            cut(t.accent, "M-92 200V-16C-92-76 92-76 92-16V200Z")
                + &cut(t.ink, "M-78 200V-12C-78-60 78-60 78-12V200Z")
                + &[(-56, 6), (56, 6), (-62, 44), (62, 44), (-52, -28), (52, -28)]
                    .iter()
                    .map(|(x, y)| disc(t.accent, x, y, 4))
                    .collect::<String>()
        }
        Gadget::Explosion => {
            cut(
                t.accent,
                "M-90 90L-58 30L-104 8L-52-16L-84-70L-30-50L-6-104L16-54L68-84L54-26L104-20L62 16L96 70L40 56Z",
            ) + &cut(
                t.paper,
                "M-58 66L-38 24L-68 6L-34-10L-54-46L-18-34L-2-70L12-36L46-54L38-16L70-12L42 12L62 48L24 40Z",
            )
        }
        _ => String::new(),
    }
}

/// A fist around something upright at `(x, y)`.
fn fist(t: &Tones, x: i32, y: i32) -> String {
    let fingers: String = (0..4)
        .map(|n| {
            let w = 27 - (n - 1_i32).abs() * 2;
            format!(
                r#"<rect x="{}" y="{}" width="{w}" height="9.5" rx="4.7" fill="{}"/>"#,
                -13,
                -17 + 9 * n,
                t.skin
            )
        })
        .collect();
    let sleeve = cut(t.cloth, "M-16 20L18 16L34 70L-20 74Z") + &cut(t.paper, "M-16 17L17 13L19 23L-17 27Z");
    moved(
        format_args!("translate({x} {y})"),
        &(sleeve + &fingers + &strip(t.ink, 1.4, "M-12-8H12M-12 1H12M-12 10H10")),
    )
}

/// What is held up in front.
pub(crate) fn held(gadget: Gadget, t: &Tones) -> String {
    match gadget {
        Gadget::Nothing | Gadget::Armchair | Gadget::Explosion => String::new(),
        Gadget::Rope => {
            strip(t.accent, 9, "M-66 112Q0 126 66 112M-40 78L34 120M40 78L-34 120")
                + &strip(t.paper, 8, "M0 120V240")
                + &strip(
                    t.ink,
                    2.5,
                    "M-3 132L3 138M-3 146L3 152M-3 160L3 166M-3 174L3 180M-3 188L3 194M-3 202L3 208",
                )
                + &ring(t.paper, 5, 0, 112, 9)
        }
        Gadget::Newspaper => {
            cut(t.paper, "M-66-22L0-14L66-24L70 82L0 92L-68 84Z")
                + &strip(
                    t.ink,
                    2,
                    "M0-14V92M-58 10L-8 16M-58 22L-8 28M-58 34L-8 40M8 58L60 50M8 68L60 60M8 78L60 70M-58 46L-8 52M-58 58L-8 64M-58 70L-8 76",
                )
                + &cut(t.ink, "M8 18L60 10V40L8 48Z")
                + &moved("rotate(-8)", &heading("NEWS", Type::Serif, t.ink, [36, 8], 17.0, 50))
                + &strip(t.ink, 6, "M-58-5L-8 1")
                + &disc(t.skin, -68, 44, 12)
                + &disc(t.skin, 70, 40, 12)
        }
        Gadget::Diary => {
            let book = cut(t.accent, "M-26-34H30V38H-26Z")
                + &cut(t.paper, "M-16-24H24V-2H-16Z")
                + &strip(t.ink, 4, "M-26-34V38")
                + &heading("SECRET", Type::Sans, t.ink, [4, -9], 11.0, 36)
                + &disc(t.ink, 22, 16, 6);
            moved(
                "translate(52 82) rotate(10)",
                &(book + &disc(t.skin, -26, 10, 9) + &disc(t.skin, -26, 24, 9)),
            )
        }
        Gadget::Martini => {
            strip(t.paper, 4, "M60 50V96")
                + &cut(t.paper, "M34 14H86L60 52Z")
                + &cut(t.accent, "M42 24H78L60 48Z")
                + &disc(t.ink, 62, 28, 6)
                + &strip(t.ink, 2, "M52 34L84 6")
                + &fist(t, 62, 92)
        }
        Gadget::Radio => {
            strip(t.ink, 4, "M50 30V-44")
                + &disc(t.accent, 50, -46, 5)
                + &cut(t.ink, "M38 18H74V104H38Z")
                + &cut(t.paper, "M44 26H68V44H44Z")
                + &strip(t.ink, 2.5, "M47 31H65M47 36H65M47 41H65")
                + &fist(t, 58, 84)
        }
        Gadget::Knife => {
            cut(t.paper, "M52 60L40-2L58 8L62 60ZM58 60L84 6L88 26L68 62ZM52 60L22 34L26 50L46 70Z")
                + &strip(t.paper, 5, "M62 60C70 40 76 50 98 46C90 44 92 54 100 56")
                + &cut(t.accent, "M44 58H76V116H44Z")
                + &fist(t, 60, 90)
        }
        Gadget::Lens => {
            strip(t.ink, 9, "M60 62V110")
                + &disc(t.ink, 60, 34, 32)
                + &disc(t.paper, 60, 34, 26)
                + &cut(t.lips, "M40 34C48 22 56 24 60 29C64 24 72 22 80 34C70 50 50 50 40 34Z")
                + &strip(t.ink, 3, "M42 34Q60 40 78 34")
                + &fist(t, 61, 100)
        }
        Gadget::Keys => {
            let key = |turn: i32| {
                let shape = ring(t.paper, 6, 0, 20, 9) + &strip(t.paper, 6, "M0 30V58M0 48H9M0 57H11");
                moved(format_args!("translate(60 34) rotate({turn})"), &shape)
            };
            key(-34)
                + &key(0)
                + &key(32)
                + &ring(t.ink, 5, 60, 34, 17)
                + &disc(t.skin, 54, 14, 10)
                + &disc(t.skin, 66, 13, 10)
        }
        Gadget::Lipstick => {
            cut(t.lips, "M50 40V14L68 2V40Z")
                + &cut(t.paper, "M47 38H71V56H47Z")
                + &cut(t.ink, "M43 54H75V106H43Z")
                + &fist(t, 60, 92)
        }
        Gadget::Duck => {
            let duck = cut(t.accent, "M-34 6C-30 34 32 34 36 0L22 8C14-2 8-2 4 2C-6 6-20 2-34 6Z")
                + &disc(t.accent, -10, -12, 17)
                + &cut(t.ink, "M-24-14L-40-8L-24-4Z")
                + &disc(t.ink, -14, -17, 3.5);
            moved("translate(48 96)", &duck)
        }
        Gadget::Camera => {
            cut(t.ink, "M28 44H48L52 36H72L76 44H92V88H28Z")
                + &disc(t.paper, 60, 66, 16)
                + &disc(t.ink, 60, 66, 11)
                + &disc(t.accent, 60, 66, 5)
                + &cut(t.paper, "M32 48H42V54H32Z")
                + &disc(t.skin, 92, 62, 9)
                + &disc(t.skin, 92, 76, 9)
                + &disc(t.skin, 29, 78, 9)
                + &disc(t.skin, 82, 42, 7)
        }
        Gadget::Umbrella => {
            let furled = cut(t.ink, "M-5-78L5-78L14 30C8 38-8 38-14 30Z")
                + &strip(t.accent, 3, "M-2-72L-6 34M3-72L7 34")
                + &strip(t.ink, 4, "M0-78V-92")
                + &strip(t.ink, 6, "M0 30V74C0 90 22 90 22 74");
            moved("translate(64 44) rotate(14)", &furled) + &fist(t, 56, 92)
        }
        Gadget::Finger => {
            let hand = cut(t.cloth, "M-18 44L22 44L40 100H-14Z")
                + &cut(t.skin, "M-7-20C-7-32 7-32 7-20V12H26C34 14 32 44 24 48H-12C-22 44-22 16-7 12Z")
                + &strip(t.ink, 2, "M7 14V26M16 16V28M-7 12V22");
            moved("translate(3 46)", &hand)
        }
        Gadget::Passports => {
            let one = |turn: i32, cover: &str| {
                let book = cut(cover, "M-16-66H16V-16H-16Z")
                    + &ring(t.paper, 3, 0, -46, 7)
                    + &strip(t.paper, 3, "M-8-30H8");
                moved(format_args!("translate(58 108) rotate({turn})"), &book)
            };
            one(-52, t.ink)
                + &one(-26, t.accent)
                + &one(52, t.ink)
                + &one(26, t.accent)
                + &one(0, t.ink)
                + &fist(t, 58, 104)
        }
        Gadget::Wheel => {
            ring(t.ink, 9, 44, 104, 42)
                + &strip(t.ink, 8, "M4 100L84 104M44 104V142")
                + &disc(t.accent, 44, 103, 13)
                + &disc(t.skin, 8, 86, 12)
                + &disc(t.skin, 80, 84, 12)
        }
        Gadget::Rose => {
            strip(t.ink, 4, "M60 50L58 112M60 66L74 56M59 80L46 70")
                + &disc(t.accent, 60, 32, 23)
                + &strip(
                    t.paper,
                    3,
                    "M60 34C54 28 64 22 68 32C70 42 54 46 50 34C48 20 66 14 74 24M46 42C54 54 70 52 76 40",
                )
                + &fist(t, 59, 102)
        }
        Gadget::Knitting => {
            strip(t.ink, 4, "M26 30L84 104M92 26L30 104")
                + &disc(t.ink, 24, 28, 6)
                + &disc(t.ink, 94, 24, 6)
                + &cut(t.accent, "M36 70L84 62L94 140H30Z")
                + &strip(
                    t.ink,
                    3,
                    "M36 82L46 76L54 84L64 76L72 84L84 76M36 98L46 92L54 100L64 92L72 100L86 92M34 114L46 108L54 116L64 108L72 116L88 108",
                )
                + &disc(t.skin, 40, 74, 10)
                + &disc(t.skin, 80, 68, 10)
        }
        Gadget::Dynamite => {
            cut(t.accent, "M32 42H46V106H32ZM48 42H62V106H48ZM64 42H78V106H64Z")
                + &strip(t.ink, 5, "M32 58H78M32 98H78")
                + &disc(t.ink, 55, 76, 17)
                + &disc(t.paper, 55, 76, 13)
                + &strip(t.ink, 3, "M55 67V76L62 80")
                + &strip(t.ink, 3, "M55 42C55 26 72 34 76 22")
                + &disc(t.skin, 30, 92, 10)
                + &disc(t.skin, 82, 90, 11)
        }
        Gadget::Pistol => {
            cut(t.ink, "M48 88V-4H66V34L72 40V88Z")
                + &strip(t.paper, 2, "M54 2V30")
                + &ring(t.ink, 5, 44, 62, 9)
                + &fist(t, 60, 84)
        }
        Gadget::Pistols => {
            let pistol = cut(t.ink, "M-14 40V-40H4V-10L10-4V40Z") + &strip(t.paper, 2, "M-8-34V-12");
            format!(r#"<g id="g">{}{}</g>"#, moved("translate(66 62) rotate(12)", &pistol), fist(t, 66, 92))
                + r##"<use href="#g" transform="scale(-1 1)"/>"##
                + &cut(t.paper, "M-22 92L22 88L26 124L-20 128Z")
                + &strip(t.ink, 3, "M-12 104L14 102M-12 114L8 112")
        }
        Gadget::Cocktail => {
            cut(t.paper, "M36 20H84L76 84H44Z")
                + &cut(t.accent, "M39 40H81L76 80H45Z")
                + &strip(t.ink, 3, "M72 40L84-14M52 40L40 0")
                + &cut(t.ink, "M60-6C68-30 100-26 106-2Z")
                + &disc(t.ink, 38, 18, 10)
                + &disc(t.paper, 38, 18, 5)
                + &fist(t, 60, 88)
        }
        Gadget::Mask => {
            cut(
                t.ink,
                "M-44-22C-20-14-8-10 1-8C10-10 22-14 46-22C48 4 34 18 18 16C8 14 5 6 1 6C-3 6-6 14-16 16C-32 18-46 4-44-22Z",
            ) + &cut(t.paper, "M-32-4Q-18-14-7 0Q-20 8-32-4ZM34-4Q20-14 9 0Q22 8 34-4Z")
                + &disc(t.ink, -18, -1, 4.5)
                + &disc(t.ink, 20, -1, 4.5)
        }
        Gadget::File => {
            cut(t.accent, "M30 50C30 34 92 34 92 50L86 88H36Z")
                + &cut(t.paper, "M26 52C26 22 96 22 96 52Z")
                + &strip(t.ink, 7, "M72 22L94-24")
                + &strip(t.paper, 2, "M76 8L82 12M80 0L86 4M84-8L90-4")
                + &strip(t.ink, 2, "M46 56V84M60 56V86M74 56V84")
                + &cut(t.skin, "M34 88Q60 74 90 86L84 104H38Z")
        }
    }
}
