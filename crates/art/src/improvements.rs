//! The four things that Renamed Spy lets a villain build on.

use crate::paper::{cut, disc, ring, strip};
use crate::renamed_spy::{NEWS, NIGHT, SHEET, STEEL};

const DARK: &str = "#0b1630";
const MID: &str = "#3a5a9a";

/// The picture of the improvement with this slug; scaffolding for one that is not built yet.
pub(crate) fn improvement(slug: &str) -> String {
    match slug {
        "trapdoor" => trapdoor(),
        "moat" => moat(),
        "laser-fence" => laser_fence(),
        "doomsday-wing" => doomsday_wing(),
        _ => strip(
            NIGHT,
            6,
            "M90 250V40M150 250V40M210 250V40M80 70H220M80 130H220M80 190H220M90 250L150 190L210 130",
        ),
    }
}

/// A hole in the floor, two hands at its edge, and a hat still in the air.
fn trapdoor() -> String {
    let boards = strip(
        STEEL,
        2,
        "M0 184H250M0 204H250M0 228H250M60 170L20 250M110 170L96 250M204 170L214 250M240 170L262 250",
    );
    let hand = |x: i32| -> String {
        (0..4)
            .map(|n| {
                format!(r#"<rect x="{}" y="216" width="9" height="24" rx="4.5" fill="{NEWS}"/>"#, x + 10 * n)
            })
            .collect()
    };
    cut(NIGHT, "M0 170H250V260H0Z")
        + &boards
        + &cut(MID, "M92 184V112H216V184Z")
        + &cut("url(#d)", "M185 112H216V184H185Z")
        + &strip(NEWS, 2.5, "M123 114V182M154 114V182M185 114V182")
        + &ring(NEWS, 5, 154, 128, 8)
        + &cut(DARK, "M100 168H116V190H100ZM192 168H208V190H192Z")
        + &cut(DARK, "M92 182H216L232 234H76Z")
        + &cut(NEWS, "M92 182L76 234H83L97 182Z")
        + &hand(102)
        + &hand(166)
        + &cut(NIGHT, "M76 234H232L236 250H72Z")
        + &strip(DARK, 4, "M122 92V106M154 94V110M184 88V102")
        + &cut(
            DARK,
            "M98 72C112 60 122 60 122 60L124 24L144 32L164 20L170 56S184 52 198 60C174 84 120 88 98 72Z",
        )
        + &cut(STEEL, "M121 54Q144 42 169 48L170 60Q146 54 121 66Z")
        + &strip(DARK, 5, "M212 96L226 82M220 112H240M216 128L230 138")
}

/// Steam, battlements, and a crocodile with a contract.
fn moat() -> String {
    cut(NIGHT, "M74 170V76H92V90H110V76H130V90H150V76H170V90H190V76H210V90H228V76H250V170Z")
        + &cut("url(#d)", "M200 96H250V170H200Z")
        + &cut(NEWS, "M136 170V140C136 112 180 112 180 140V170Z")
        + &strip(DARK, 4, "M147 122V170M158 118V170M169 122V170M136 138H180M136 154H180")
        + &cut(STEEL, "M0 168H250V260H0Z")
        + &strip(
            NEWS,
            4,
            "M14 190q9-8 18 0t18 0M196 180q9-8 18 0t18 0M60 236q9-8 18 0t18 0M180 238q9-8 18 0t18 0",
        )
        + &cut(
            DARK,
            "M52 206C60 196 76 200 84 202L92 190C98 182 112 184 114 194C140 192 160 200 176 202L190 194L196 202L208 196L214 206L238 216C214 226 150 228 120 224C90 224 60 222 52 206Z",
        )
        + &disc(NEWS, 103, 193, 5.5)
        + &disc(DARK, 102, 194, 2.5)
        + &cut(NEWS, "M56 211L62 218L68 211L74 218L80 211L86 218L92 211L98 218L104 211Z")
        + &disc(DARK, 60, 200, 4)
        + &strip(DARK, 6, "M92 62q-12-12 0-24t0-24M148 62q-12-12 0-24t0-24M204 62q-12-12 0-24t0-24")
}

/// Two posts, five beams, one improved moth.
fn laser_fence() -> String {
    let beams = "M96 92H222M96 124H222M96 156H222M96 188H222M96 220H222";
    cut(NIGHT, "M0 232H250V260H0Z")
        + &strip(SHEET, 9, beams)
        + &strip(MID, 3.5, beams)
        + &cut(DARK, "M80 240V74H104V240ZM214 240V74H238V240Z")
        + &cut(DARK, "M74 74L92 50L110 74ZM208 74L226 50L244 74Z")
        + &[92, 124, 156, 188, 220].map(|y| disc(STEEL, 100, y, 6) + &disc(STEEL, 218, y, 6)).concat()
        + &cut(
            NIGHT,
            "M158 140C126 96 106 118 122 142C106 158 130 184 158 160C186 184 210 158 194 142C210 118 190 96 158 140Z",
        )
        + &disc(NEWS, 132, 134, 7)
        + &disc(NEWS, 184, 134, 7)
        + &disc(DARK, 132, 134, 3)
        + &disc(DARK, 184, 134, 3)
        + &cut(DARK, "M152 132H164L163 176L158 184L153 176Z")
        + &strip(DARK, 3, "M154 130Q148 112 138 108M162 130Q168 112 178 108")
        + &disc(STEEL, 153, 131, 6.5)
        + &disc(STEEL, 163, 131, 6.5)
        + &disc(DARK, 153, 131, 2.5)
        + &disc(DARK, 163, 131, 2.5)
        + &strip(DARK, 4, "M152 62L158 76L164 62M128 64L136 78M188 64L180 78")
}

/// Four floors, eleven dials, one button.
fn doomsday_wing() -> String {
    let dials: String = (0..11)
        .map(|n| {
            let (x, y) = (102 + n % 4 * 34, 104 + n / 4 * 34);
            disc(NEWS, x, y, 11)
                + &strip(
                    DARK,
                    3,
                    format!(
                        "M{x} {y}l{} {}",
                        [5, -6, 0, 7][n as usize % 4],
                        [-6, -3, -8, 2][n as usize * 3 % 4]
                    ),
                )
        })
        .collect();
    cut(NIGHT, "M80 250V84H228V250Z")
        + &cut("url(#d)", "M206 84H228V250H206Z")
        + &cut(DARK, "M72 84V72H236V84Z")
        + &strip(STEEL, 3, "M80 121H228M80 155H228M80 189H228")
        + &dials
        + &cut(DARK, "M110 72L128 32H180L198 72Z")
        + &cut(STEEL, "M128 32L110 8H198L180 32Z")
        + &strip(DARK, 5, "M154 32V4M96 26L82 16M212 26L226 16M98 46L80 46M210 46L228 46")
        + &cut(STEEL, "M118 246V234C118 220 190 220 190 234V246Z")
        + &cut(NEWS, "M132 224C132 196 176 196 176 224C176 230 132 230 132 224Z")
        + &cut(SHEET, "M138 214C142 204 156 202 160 204C150 206 144 210 142 216Z")
}
