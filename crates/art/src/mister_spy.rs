//! Before I Kill You, Mister Spy: cut paper in bold flat shapes, as film titles had it in the 1960s.

use mister_spy::{Face, Kind};

use crate::cast::look_of;
use crate::glyphs::{Sign, corner, glyph};
use crate::lairs::{Scene, scene_of};
use crate::paper::{
    INK, MUSTARD, PAPER, RED, Seed, TEAL, Type, card, cut, disc, heading, moved, paragraph, picture, ragged,
    strip, window,
};
use crate::portrait::{Tones, portrait};
use crate::villain::{Glove, taunting};

/// The backs.
pub(crate) const BACKS: [&str; 2] = ["back-spy", "back-other"];

const ORANGE: &str = "#e8792b";
const NAVY: &str = "#24424f";
/// The corner of a Taunt.
pub(crate) const CRIMSON: &str = "#a3200f";
const SAGE: &str = "#7d9b76";

/// Sheets behind a Spy: the block, its shadow, the coat and the accent.
const BLOCKS: [[&str; 4]; 5] = [
    [RED, "#b02f1c", INK, MUSTARD],
    [MUSTARD, "#d08f12", TEAL, RED],
    [TEAL, "#155c5f", INK, RED],
    [ORANGE, "#c65c16", NAVY, PAPER],
    [SAGE, "#5f7f5b", INK, RED],
];

/// Faces: light side and dark side.
const FACES: [[&str; 2]; 4] =
    [["#f9dcb8", "#e0b083"], ["#e2ab73", "#bd7f49"], ["#b5764a", "#8c5430"], ["#8d5937", "#693e24"]];

/// Black, red, silver, brown, fair.
const HAIRS: [&str; 5] = [INK, "#8a3216", "#dccfb4", "#46301f", "#f0c25a"];

/// Block, face and hair of those who are on the casting list.
const SHEETS: [(&str, [usize; 3]); 21] = [
    ("barnaby-twill", [1, 1, 3]),
    ("dot-pemberley", [4, 1, 0]),
    ("cosmo-lint", [2, 0, 3]),
    ("minnie-vantage", [0, 0, 0]),
    ("ferris-umber", [3, 2, 0]),
    ("gil-fontaine", [4, 0, 4]),
    ("petra-quill", [2, 2, 0]),
    ("rufus-latch", [3, 0, 1]),
    ("odette-marrow", [1, 1, 1]),
    ("hank-calloway", [0, 1, 2]),
    ("sable-winters", [2, 0, 0]),
    ("monty-draper", [4, 0, 2]),
    ("inga-nightjar", [1, 2, 0]),
    ("lorenzo-pike", [0, 1, 0]),
    ("jillian-styles", [4, 3, 1]),
    ("dash-kensington", [3, 1, 0]),
    ("vivienne-thorn", [2, 2, 0]),
    ("marguerite-steele", [3, 3, 2]),
    ("rex-halloran", [1, 0, 0]),
    ("augusta-vane", [2, 0, 2]),
    ("magnus-sterling", [0, 1, 3]),
];

/// The card with this slug, or one of the two backs.
pub(crate) fn svg(name: &str) -> Option<String> {
    match name {
        "back-spy" => return Some(back_spy()),
        "back-other" => return Some(back_other()),
        _ => {}
    }
    let face = Face::all().find(|face| face.slug() == name)?;
    Some(match face.kind() {
        Kind::Spy => spy_card(name, face.title(), face.value(), face.flavour()),
        Kind::Lair => lair_card(name, face.title(), face.value(), face.flavour()),
        Kind::Taunt => taunt_card(name.chars().next()?, face.flavour()),
    })
}

/// The names of all faces and backs.
pub(crate) fn cards() -> Vec<String> {
    Face::all().map(Face::slug).chain(BACKS).map(str::to_owned).collect()
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 10).unwrap_or('?')
}

/// The band with the name, and the text under it.
fn words(seed: &mut Seed, title: &str, text: &str) -> String {
    ragged(seed, INK, [0, 244, 250, 36])
        + &heading(title, Type::Sans, PAPER, [125, 268], 19.0, 228)
        + &paragraph(text, Type::Sans, INK, [16, 284, 218, 56], 14.0)
}

/// The block for a Spy and the sheets for the portrait, by name.
fn sheets(slug: &str) -> ([&'static str; 4], Tones) {
    let mut seed = Seed::of(slug);
    let by_name = [seed.below(BLOCKS.len()), seed.below(FACES.len()), seed.below(HAIRS.len())];
    let [block, face, hair] =
        SHEETS.iter().find(|(who, _)| *who == slug).map_or(by_name, |(_, sheets)| *sheets);
    let [skin, shade] = FACES[face];
    let [_, _, cloth, accent] = BLOCKS[block];
    let tones =
        Tones { skin, shade, hair: HAIRS[hair], cloth, accent, lips: "#b8271a", paper: PAPER, ink: INK };
    (BLOCKS[block], tones)
}

/// A Spy: a portrait at a tilt on a colour block, with a long shadow.
pub(crate) fn spy_card(slug: &str, title: &str, value: u8, text: &str) -> String {
    let mut seed = Seed::of(slug);
    let ([ground, shadow, ..], tones) = sheets(slug);
    let tilt = seed.around(5);
    let (pose, shade) = match slug {
        // This one enters through the ceiling.
        "lorenzo-pike" => {
            ("translate(150 158) rotate(184) scale(.96)".to_owned(), "M116 178L184 126L318 260H198Z")
        }
        _ => (format!("translate(144 116) rotate({tilt}) scale(1.04)"), "M112 138L174 70L330 226V300H274Z"),
    };
    let art = cut(ground, "M71 0H250V260H0V149L66 143Z")
        + &cut(shadow, shade)
        + &moved(pose, &portrait(&look_of(slug), &tones));
    let art =
        window(256, &art) + &corner(digit(value), Sign::Spy, INK, PAPER) + &words(&mut seed, title, text);
    card(&format!("{title}, Spy {value}"), PAPER, &art)
}

/// Sky, sun, shadow and silhouette of a Lair.
fn landscape(scene: &Scene) -> String {
    let Scene { sky, sun, ground, far, outline, lights } = scene;
    let mut out = cut(sky, "M0 0H250V260H0Z") + &disc(sun, 156, 122, 90) + far;
    out += &cut(ground, "M0 210L250 214V260H0Z");
    out += &format!(r#"<g id="s" fill="{INK}">{outline}</g>"#);
    out += r##"<use href="#s" transform="matrix(1 0 -.45 -.32 95 280)" opacity=".35"/>"##;
    out + lights
}

/// A Lair: one silhouette against a huge sun.
fn lair_card(slug: &str, title: &str, value: u8, text: &str) -> String {
    let mut seed = Seed::of(slug);
    let art = window(256, &landscape(&scene_of(slug)))
        + &corner(digit(value), Sign::Lair, MUSTARD, INK)
        + &words(&mut seed, title, text);
    card(&format!("{title}, Lair {value}"), PAPER, &art)
}

/// A Taunt: the villain's hand, a huge letter, and the speech in a bubble.
fn taunt_card(letter: char, text: &str) -> String {
    let mut seed = Seed::of(text);
    let [ground, shadow, bright, prop] = [
        [MUSTARD, "#d18d08", PAPER, TEAL],
        [ORANGE, "#c65c16", MUSTARD, TEAL],
        [TEAL, "#135759", MUSTARD, RED],
    ][(letter as usize) % 3];
    let glove = Glove { hand: INK, sleeve: RED, bright, paper: PAPER, ink: INK, crease: "#8a7d86", prop };
    let glove = if ground == ORANGE { Glove { sleeve: NAVY, ..glove } } else { glove };
    let art = cut(ground, "M0 0H250V350H0Z")
        + &moved("translate(104 4) rotate(6 60 90) scale(2.5)", &glyph(letter, shadow))
        + &moved("translate(164 112) scale(.92)", &taunting(letter, &glove))
        + &cut(
            PAPER,
            "M16 198Q14 188 26 188L150 186L176 164L182 186L226 187Q236 188 235 200L236 288Q236 299 224 298L26 300Q15 300 15 288Z",
        )
        + &paragraph(text, Type::Sans, INK, [21, 188, 208, 110], 14.0)
        + &ragged(&mut seed, INK, [0, 309, 250, 31])
        + &heading(&format!("TAUNT {letter}"), Type::Sans, PAPER, [125, 331], 18.0, 200)
        + &cut(PAPER, "M0 343H250V350H0Z")
        + &corner(letter, Sign::Taunt, PAPER, CRIMSON);
    card(&format!("{letter}, Taunt"), PAPER, &art)
}

/// The back of the Spies: a hat in the cross hairs, red.
fn back_spy() -> String {
    let art = cut(RED, "M0 0H250V350H0Z")
        + &disc(PAPER, 125, 175, 112)
        + &disc(RED, 125, 175, 90)
        + &disc(PAPER, 125, 175, 70)
        + &cut(
            INK,
            "M77 175C86 150 98 150 98 150L106 104L125 114L144 104L152 150S164 150 173 166C150 184 96 186 77 175Z",
        )
        + &cut(RED, "M98 148Q125 138 152 148L153 158Q125 150 97 158Z")
        + &cut(
            INK,
            "M98 184H152C152 204 142 218 125 224C108 218 98 204 98 184ZM60 262C66 236 90 228 104 224L125 246L146 224C160 228 184 236 190 262Z",
        )
        + &strip(INK, 5, "M125 6V50M125 300V344M6 175H40M210 175H244")
        + &cut(INK, "M6 6H40L6 40ZM244 6H210L244 40ZM6 344H40L6 310ZM244 344H210L244 310Z");
    card("The back of a Spy", PAPER, &art)
}

/// The back of all others: rays from behind a volcano, black and mustard.
fn back_other() -> String {
    let rays: String = (0..12)
        .map(|n| format!(r#"<path d="M125 150L105-220H145Z" transform="rotate({} 125 150)"/>"#, n * 30 + 15))
        .collect();
    let art = cut(INK, "M0 0H250V350H0Z")
        + &format!(r#"<g fill="{MUSTARD}">{rays}</g>"#)
        + &disc(MUSTARD, 125, 150, 74)
        + &disc(INK, 125, 150, 62)
        + &cut(MUSTARD, "M77 150C92 114 158 114 173 150C158 186 92 186 77 150Z")
        + &disc(INK, 125, 150, 23)
        + &disc(MUSTARD, 132, 142, 6)
        + &cut(TEAL, "M0 350V322C48 300 76 262 90 222H160C174 262 202 300 250 322V350Z")
        + &cut(MUSTARD, "M90 222H160L153 244L144 234L135 262L124 238L115 250L106 232L98 240Z")
        + &cut(INK, "M98 350V318C98 282 152 282 152 318V350Z")
        + &cut(MUSTARD, "M108 350V320C108 294 142 294 142 320V350Z")
        + &cut(INK, "M117 350V326L125 304L133 326V350Z");
    card("The back of a Lair or a Taunt", PAPER, &art)
}

/// The tile: a Spy in the light of a doorway, a volcano, and the hand that waits.
pub(crate) fn poster() -> String {
    let (_, tones) = sheets("magnus-sterling");
    let glove = Glove {
        hand: INK,
        sleeve: TEAL,
        bright: MUSTARD,
        paper: PAPER,
        ink: INK,
        crease: "#8a7d86",
        prop: RED,
    };
    let art = cut(RED, "M0 0H480V270H0Z")
        + &disc(MUSTARD, 250, 140, 118)
        + &cut("#b02f1c", "M0 232L480 220V270H0Z")
        + &cut("#6f1b10", "M140 236C196 208 214 146 228 96H284C298 146 316 208 372 236Z")
        + &cut(MUSTARD, "M228 96H284L278 112L268 102L260 124L250 104L242 114L236 102Z")
        + &disc(PAPER, 250, 78, 15)
        + &disc(PAPER, 268, 62, 18)
        + &disc(PAPER, 246, 46, 16)
        + &disc(PAPER, 272, 30, 20)
        + &cut("#b02f1c", "M96 160L140 110L320 290H200Z")
        + &moved("translate(104 128) rotate(-5) scale(1.2)", &portrait(&look_of("magnus-sterling"), &tones))
        + &moved("translate(380 172) scale(1.1)", &taunting('H', &glove));
    picture("Before I Kill You, Mister Spy", [480, 270], &art)
}
