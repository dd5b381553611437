//! The Totally Renamed Spy Game: the same studio on a smaller budget. Newsprint, dots, and one plate of ink for each
//! back: purple for Spies and Bombs, dark blue for Lairs and Doublers. The plates do not quite meet.

use renamed_spy::{Face, Kind};

use crate::cast::look_of;
use crate::glyphs::{Sign, corner, glyph};
use crate::improvements::improvement;
use crate::paper::{
    Seed, Type, card, cut, disc, halftone, heading, moved, paragraph, picture, strip, window,
};
use crate::portrait::{Tones, portrait};
use crate::villain::{Glove, doubling};

/// The backs.
pub(crate) const BACKS: [&str; 2] = ["back-purple", "back-blue"];

/// Newsprint.
pub(crate) const NEWS: &str = "#ece4d0";
/// Paper that is not newsprint: photographs, boards, bubbles.
pub(crate) const SHEET: &str = "#fbf7ec";
/// The purple plate.
pub(crate) const PURPLE: &str = "#5c2a88";
/// The purple plate, thin.
pub(crate) const LILAC: &str = "#bd9fd8";
/// Purple on purple.
pub(crate) const PLUM: &str = "#26103c";
/// The blue plate.
pub(crate) const NIGHT: &str = "#14264f";
/// The blue plate, thin.
pub(crate) const STEEL: &str = "#8fa9d2";
/// The only bright ink in the house, kept for one card.
pub(crate) const ALARM: &str = "#ffd11a";

/// The card with this slug, or one of the two backs.
pub(crate) fn svg(name: &str) -> Option<String> {
    match name {
        "back-purple" => return Some(back_purple()),
        "back-blue" => return Some(back_blue()),
        _ => {}
    }
    let face = Face::all().find(|face| face.slug() == name)?;
    let (title, value, text) = (face.title(), face.value(), face.flavour());
    Some(match face.kind() {
        Kind::Spy => spy_card(name, title, value, text),
        Kind::Bomb => bomb_card(title, text),
        Kind::Lair => lair_card(name, title, value, text),
        Kind::Doubler => doubler_card(name.chars().next()?, text),
    })
}

/// The names of all faces and backs.
pub(crate) fn cards() -> Vec<String> {
    Face::all().map(Face::slug).chain(BACKS).map(str::to_owned).collect()
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 10).unwrap_or('?')
}

/// A fill of even dots, by the id `d`.
fn dots(colour: &str) -> String {
    format!(
        r#"<pattern id="d" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><circle cx="2.5" cy="2.5" r="1.7" fill="{colour}"/></pattern>"#
    )
}

/// Two plates that do not quite meet: the picture, and a pale ghost of it beside.
fn misprint(place: &str, shapes: &str) -> String {
    format!(
        r##"<use href="#p" transform="translate(-6 4) {place}" opacity=".3"/><g transform="{place}"><g id="p">{shapes}</g></g>"##
    )
}

fn tones() -> Tones {
    Tones {
        skin: NEWS,
        shade: "url(#d)",
        hair: PLUM,
        cloth: PURPLE,
        accent: LILAC,
        lips: PURPLE,
        paper: SHEET,
        ink: "#1a0d29",
    }
}

/// The lines on the wall behind everybody who has been arrested.
fn height_chart() -> String {
    strip(PURPLE, 1.5, (0..8).map(|n| format!("M6 {}H244", 24 + 32 * n)).collect::<String>())
        + &strip(
            PURPLE,
            4,
            (0..15).map(|n| format!("M{} {}H244", 236 - n % 2 * 6, 24 + 16 * n)).collect::<String>(),
        )
}

/// A Spy: a mugshot, behind the board with the name.
fn spy_card(slug: &str, title: &str, value: u8, text: &str) -> String {
    let mut seed = Seed::of(slug);
    let place = format!("translate(146 114) rotate({}) scale(1.03)", seed.around(2));
    let hand = |x: i32| -> String {
        (0..3).map(|n| format!(r##"<rect x="{}" y="{}" width="30" height="11" rx="5.5" fill="{NEWS}" stroke="#1a0d29" stroke-width="1.5"/>"##, x, 247 + 10 * n)).collect()
    };
    let photo = dots(PURPLE)
        + &cut("#d9c8e6", "M0 0H250V262H0Z")
        + &halftone(LILAC, [8, 120, 240, 140], 1.0, 8.5)
        + &height_chart()
        + &misprint(&place, &portrait(&look_of(slug), &tones()));
    let art = window(260, &photo)
        + &cut(PLUM, "M14 240H236V284H14Z")
        + &strip(LILAC, 1.5, "M18 244H232V280H18Z")
        + &heading(title, Type::Serif, SHEET, [125, 269], 21.0, 172)
        + &hand(4)
        + &hand(216)
        + &paragraph(text, Type::Serif, "#1a0d29", [16, 286, 218, 56], 14.0)
        + &corner(digit(value), Sign::Spy, SHEET, PURPLE);
    card(&format!("{title}, Spy {value}"), NEWS, &art)
}

/// The Bomb: the only card in yellow, with stripes that mean it.
fn bomb_card(title: &str, text: &str) -> String {
    let stripes =
        |y: i32| -> String { (0..12).map(|n| format!("M{x} {y}h13l-14 20h-13Z", x = n * 26 - 10)).collect() };
    let art = cut(ALARM, "M0 0H250V350H0Z")
        + &cut("#e5331b", burst([144, 146], 13, [82, 128]))
        + &cut("#fff6d8", burst([144, 146], 13, [66, 92]))
        + &disc("#17131a", 144, 152, 64)
        + &cut("#17131a", "M170 80L200 102L188 118L158 96Z")
        + &strip("#17131a", 7, "M188 94C192 72 204 82 210 60")
        + &spark()
        + &strip("#fff6d8", 7, "M98 142C102 122 112 110 126 105")
        + &moved("translate(12 4)", &skull())
        + &cut(ALARM, "M0 244H250V350H0Z")
        + &cut("#17131a", "M0 244H250V284H0Z")
        + &heading(&title.to_uppercase(), Type::Sans, ALARM, [125, 275], 32.0, 220)
        + &paragraph(text, Type::Serif, "#17131a", [16, 284, 218, 38], 14.0)
        + &cut("#17131a", stripes(324))
        + &corner('!', Sign::Bomb, ALARM, "#17131a");
    card(title, ALARM, &art)
}

/// The outline of a blast around a point: so many spikes between these two radii.
fn burst([x, y]: [i32; 2], spikes: u32, radii: [i32; 2]) -> String {
    let points: Vec<String> = (0..2 * spikes)
        .map(|n| {
            let (sin, cos) = (n as f32 * std::f32::consts::PI / spikes as f32).sin_cos();
            let r = radii[n as usize % 2] as f32;
            format!("{:.0} {:.0}", x as f32 + r * sin, y as f32 - r * cos)
        })
        .collect();
    format!("M{}Z", points.join("L"))
}

/// The end of the fuse, which is also the end.
fn spark() -> String {
    let star = "M211 24L217 40L232 33L225 48L236 57L222 60L222 75L211 65L199 72L202 58L190 51L204 47Z";
    strip("#17131a", 7, star) + &cut("#fff6d8", star) + &disc("#e5331b", 212, 53, 6)
}

/// A skull, in case anybody is still in doubt.
fn skull() -> String {
    cut(
        "#fff6d8",
        "M98 146C98 104 166 104 166 146C166 160 160 166 156 170V190H108V170C104 166 98 160 98 146Z",
    ) + &disc("#17131a", 116, 148, 11)
        + &disc("#17131a", 148, 148, 11)
        + &cut("#17131a", "M132 158L138 170H126Z")
        + &strip("#17131a", 3, "M120 178V190M132 178V190M144 178V190")
}

/// A Lair: what has been built on.
fn lair_card(slug: &str, title: &str, value: u8, text: &str) -> String {
    let plan = dots(NIGHT)
        + &cut("#c9d5e8", "M0 0H250V262H0Z")
        + &halftone(STEEL, [8, 10, 240, 150], 8.5, 1.0)
        + &misprint("translate(0 0)", &improvement(slug));
    let art = window(250, &plan)
        + &cut(NIGHT, "M6 246H244V282H6Z")
        + &strip(STEEL, 1.5, "M10 250H240M10 278H240")
        + &heading(title, Type::Serif, SHEET, [125, 271], 20.0, 222)
        + &paragraph(text, Type::Serif, "#0b1630", [16, 286, 218, 56], 14.0)
        + &corner(digit(value), Sign::Lair, SHEET, NIGHT);
    card(&format!("{title}, Lair {value}"), NEWS, &art)
}

/// A Doubler: the hand again, in one colour, and the speech.
fn doubler_card(letter: char, text: &str) -> String {
    let glove = Glove {
        hand: "#0b1630",
        sleeve: "#35559a",
        bright: STEEL,
        paper: SHEET,
        ink: "#0b1630",
        crease: STEEL,
        prop: "#4668a8",
    };
    let art = cut("#b9c8e0", "M0 0H250V350H0Z")
        + &halftone("#8fa9d2", [8, 14, 240, 180], 1.5, 9.0)
        + &moved("translate(104 4) rotate(6 60 90) scale(2.5)", &glyph(letter, "#a3b7d8"))
        + &misprint("translate(164 111) scale(.92)", &doubling(letter, &glove))
        + &cut(SHEET, "M14 190H150L176 166L182 190H236V302H14Z")
        + &strip(NIGHT, 2, "M14 190H150L176 166L182 190H236V302H14Z")
        + &paragraph(text, Type::Serif, "#0b1630", [20, 192, 210, 108], 14.0)
        + &cut(NIGHT, "M0 310H250V350H0Z")
        + &strip(STEEL, 1.5, "M10 314H240M10 339H240")
        + &heading(&format!("DOUBLER {letter}"), Type::Serif, SHEET, [125, 333], 17.0, 200)
        + &corner(letter, Sign::Doubler, SHEET, NIGHT);
    card(&format!("{letter}, Doubler"), NEWS, &art)
}

/// The purple back: somebody seen from behind. Or something round, in a hat.
fn back_purple() -> String {
    let art = cut(PURPLE, "M0 0H250V350H0Z")
        + &halftone(LILAC, [8, 10, 240, 336], 10.5, 1.5)
        + &disc(NEWS, 125, 172, 96)
        + &cut(PLUM, "M28 350C30 280 70 262 100 254H150C180 262 220 280 222 350Z")
        + &disc(PLUM, 125, 204, 54)
        + &cut(
            PLUM,
            "M44 176C70 156 86 158 86 158L96 96L125 110L154 96L164 158S180 156 206 172C170 198 80 198 44 176Z",
        )
        + &cut(LILAC, "M86 152Q125 138 164 152L166 164Q125 152 84 164Z")
        + &strip(LILAC, 4, "M78 276L125 306L172 276M125 306V350");
    card("The back of a Spy or a Bomb", NEWS, &art)
}

/// The blue back: a wall of bricks with a keyhole.
fn back_blue() -> String {
    let bricks: String = (0..11)
        .flat_map(|row: i32| (0..6).map(move |n| (n * 56 - 20 - row % 2 * 28, 8 + row * 32)))
        .map(|(x, y)| format!("M{x} {y}h50v26h-50Z"))
        .collect();
    let art = cut("#0b1630", "M0 0H250V350H0Z")
        + &cut("#24407c", bricks)
        + &cut("#0b1630", "M48 318V150C48 46 202 46 202 150V318Z")
        + &cut(STEEL, "M60 306V150C60 62 190 62 190 150V306Z")
        + &strip("#0b1630", 4, "M92 92V306M125 84V306M158 92V306")
        + &disc("#0b1630", 125, 176, 46)
        + &disc(NEWS, 125, 166, 19)
        + &cut(NEWS, "M117 174H133L141 208H109Z");
    card("The back of a Lair or a Doubler", NEWS, &art)
}

/// The tile: a line-up of the usual names, and one that ticks.
pub(crate) fn poster() -> String {
    let at = |x: i32, slug: &str| {
        let shapes = portrait(&look_of(slug), &tones());
        moved(format_args!("translate({x} 140) scale(.84)"), &shapes)
    };
    let lines = strip(PURPLE, 2, (0..8).map(|n| format!("M0 {}H480", 20 + 32 * n)).collect::<String>());
    let ticking = cut(PLUM, "M-78 160C-74 90-40 76-16 72H16C40 76 74 90 78 160Z")
        + &disc("#17131a", 0, 12, 52)
        + &strip(LILAC, 6, "M-35 4C-32-8-24-16-12-22")
        + &cut(PLUM, "M-62-20C-36-40-28-38-28-38L-22-86L0-74L22-86L28-38S36-40 62-24C36-8-36-6-62-20Z")
        + &cut(LILAC, "M-29-44Q0-56 29-44L31-32Q0-42-31-32Z")
        + &strip("#17131a", 6, "M40-16C56-22 50-44 62-50")
        + &moved("translate(-148 -100)", &spark());
    let art = dots(PURPLE)
        + &cut("#d9c8e6", "M0 0H480V270H0Z")
        + &halftone(LILAC, [0, 110, 480, 160], 1.0, 10.0)
        + &lines
        + &at(62, "pip-marlow")
        + &at(424, "odile-moreau")
        + &at(180, "seraphina-black")
        + &moved("translate(298 146) scale(.9)", &ticking);
    picture("The Totally Renamed Spy Game", [480, 270], &art)
}
