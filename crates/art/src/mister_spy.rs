//! Before I Kill You, Mister Spy: cut paper in bold flat shapes, as film titles had it in the 1960s.

use mister_spy::{Face, Kind};

use crate::cast::look_of;
use crate::glyphs::{Sign, corner, glyph};
use crate::lairs::{Scene, scene_of};
use crate::paper::{
    INK, MUSTARD, PAPER, RED, Seed, TEAL, Type, card, cut, disc, heading, moved, paragraph, picture, ragged,
    ring, strip,
};
use crate::portrait::{Tones, portrait};
use crate::villain::{Glove, taunting};

/// The backs.
pub(crate) const BACKS: [&str; 2] = ["back-spy", "back-other"];

/// Sheets behind a Spy: the block, its shadow, the coat and the accent.
const BLOCKS: [[&str; 4]; 5] = [
    [RED, "#b02f1c", INK, MUSTARD],
    [MUSTARD, "#d08f12", TEAL, RED],
    [TEAL, "#155c5f", INK, RED],
    ["#e8792b", "#c65c16", "#24424f", PAPER],
    ["#7d9b76", "#5f7f5b", INK, RED],
];

/// Faces: light side, dark side, hair.
const FACES: [[&str; 2]; 4] =
    [["#f7d9b4", "#dfae7f"], ["#e2ab73", "#b97a45"], ["#a5673c", "#7c4725"], ["#6d4129", "#4b2917"]];

const HAIRS: [&str; 4] = [INK, "#7a2d16", "#d9cdb4", "#46301f"];

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
    Face::all().map(Face::slug).chain(BACKS.map(str::to_owned)).collect()
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 10).unwrap_or('?')
}

/// The band with the name, and the text under it.
fn words(seed: &mut Seed, title: &str, text: &str) -> String {
    cut(PAPER, "M0 250H250V350H0Z")
        + &ragged(seed, INK, [0, 244, 250, 36])
        + &heading(title, Type::Sans, PAPER, [125, 269], 19.0, 220)
        + &paragraph(text, Type::Sans, INK, [16, 284, 218, 56], 14.0)
}

/// The sheets for a Spy, by name.
fn tones(slug: &str) -> (usize, Tones) {
    let mut seed = Seed::of(slug);
    let block = seed.below(BLOCKS.len());
    let [skin, shade] = FACES[seed.below(FACES.len())];
    let hair = HAIRS[seed.below(HAIRS.len())];
    let [_, _, cloth, accent] = BLOCKS[block];
    (block, Tones { skin, shade, hair, cloth, accent, paper: PAPER, ink: INK })
}

/// A Spy: a portrait at a tilt on a colour block, with a long shadow.
pub(crate) fn spy_card(slug: &str, title: &str, value: u8, text: &str) -> String {
    let mut seed = Seed::of(slug);
    let (block, tones) = tones(slug);
    let [ground, shadow, ..] = BLOCKS[block];
    let tilt = seed.around(5);
    let pose = match slug {
        // He enters through the ceiling.
        "lorenzo-pike" => "translate(154 138) rotate(186) scale(1.05)".to_owned(),
        _ => format!("translate(154 114) rotate({tilt}) scale(1.1)"),
    };
    let art = cut(ground, "M0 0H250V260H0Z")
        + &cut(shadow, "M113 118L182 62L290 170V300H240Z")
        + &cut(shadow, "M70 215L250 215V260H100Z")
        + &moved(pose, &portrait(&look_of(slug), &tones));
    let art = art + &corner(digit(value), Sign::Spy, INK, PAPER) + &words(&mut seed, title, text);
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
    let art = landscape(&scene_of(slug))
        + &corner(digit(value), Sign::Lair, MUSTARD, INK)
        + &words(&mut seed, title, text);
    card(&format!("{title}, Lair {value}"), PAPER, &art)
}

/// A Taunt: the villain's hand, a huge letter, and the speech in a bubble.
fn taunt_card(letter: char, text: &str) -> String {
    let mut seed = Seed::of(text);
    let [ground, shadow, bright, prop] = [
        [MUSTARD, "#dc980f", PAPER, TEAL],
        ["#e8792b", "#cf611a", MUSTARD, TEAL],
        [TEAL, "#176567", MUSTARD, RED],
    ][(letter as usize) % 3];
    let glove = Glove { hand: INK, sleeve: RED, bright, paper: PAPER, ink: "#4a4149", prop };
    let glove = if ground == "#e8792b" { Glove { sleeve: "#24424f", ..glove } } else { glove };
    let art = cut(ground, "M0 0H250V350H0Z")
        + &moved("translate(104 4) rotate(6 60 90) scale(2.5)", &glyph(letter, shadow))
        + &moved("translate(166 124) scale(.92)", &taunting(letter, &glove))
        + &cut(
            PAPER,
            "M16 198Q14 188 26 188L150 186L176 164L182 186L226 187Q236 188 235 200L236 288Q236 299 224 298L26 300Q15 300 15 288Z",
        )
        + &paragraph(text, Type::Sans, INK, [21, 188, 208, 110], 14.0)
        + &ragged(&mut seed, INK, [0, 309, 250, 31])
        + &heading(&format!("TAUNT {letter}"), Type::Sans, PAPER, [125, 331], 18.0, 200)
        + &cut(PAPER, "M0 343H250V350H0Z")
        + &corner(letter, Sign::Taunt, PAPER, "#a3200f");
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
        + &cut(TEAL, "M0 350V292L60 268L92 208H158L190 268L250 292V350Z")
        + &cut(INK, "M104 350V306C104 276 146 276 146 306V350Z")
        + &ring(MUSTARD, 5, 125, 312, 10)
        + &strip(MUSTARD, 7, "M125 324V344");
    card("The back of a Lair or a Taunt", PAPER, &art)
}

/// The tile: a Spy in the light of a doorway, a volcano, and the hand that waits.
pub(crate) fn poster() -> String {
    let (_, tones) = tones("magnus-sterling");
    let glove = Glove { hand: INK, sleeve: TEAL, bright: MUSTARD, paper: PAPER, ink: "#4a4149", prop: RED };
    let art = cut(RED, "M0 0H480V270H0Z")
        + &disc(MUSTARD, 250, 140, 118)
        + &cut("#b02f1c", "M0 232L480 220V270H0Z")
        + &cut(INK, "M140 236C196 208 214 146 228 96H284C298 146 316 208 372 236Z")
        + &cut(MUSTARD, "M228 96H284L278 112L268 102L260 124L250 104L242 114L236 102Z")
        + &disc(PAPER, 250, 78, 15)
        + &disc(PAPER, 268, 62, 18)
        + &disc(PAPER, 246, 46, 16)
        + &disc(PAPER, 272, 30, 20)
        + &cut("#b02f1c", "M96 160L140 110L320 290H200Z")
        + &moved("translate(104 128) rotate(-5) scale(1.2)", &portrait(&look_of("magnus-sterling"), &tones))
        + &moved("translate(398 176) scale(1.05)", &taunting('H', &glove));
    picture("Before I Kill You, Mister Spy", [480, 270], &art)
}
