//! The Totally Renamed Spy Game: the same studio on a smaller budget. Newsprint, dots, and one plate of ink for each
//! back: purple for Spies and Bombs, dark blue for Lairs and Doublers. The plates do not quite meet.

use renamed_spy::{Face, Kind};

use crate::cast::look_of;
use crate::glyphs::{Sign, corner, glyph};
use crate::improvements::improvement;
use crate::paper::{Seed, Type, card, cut, disc, halftone, heading, moved, paragraph, picture, ring, strip};
use crate::portrait::{Tones, portrait};
use crate::villain::{Glove, doubling};

/// The backs.
pub(crate) const BACKS: [&str; 2] = ["back-purple", "back-blue"];

/// Newsprint.
pub(crate) const NEWS: &str = "#ece4d0";
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
const ALARM: &str = "#ffd11a";

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
        paper: "#fbf7ec",
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
    let place = format!("translate(154 112) rotate({}) scale(1.08)", seed.around(2));
    let hand = |x: i32| -> String {
        (0..3).map(|n| format!(r##"<rect x="{}" y="{}" width="30" height="11" rx="5.5" fill="{NEWS}" stroke="#1a0d29" stroke-width="1.5"/>"##, x, 247 + 10 * n)).collect()
    };
    let art = dots(PURPLE)
        + &cut("#d9c8e6", "M0 0H250V262H0Z")
        + &halftone(LILAC, [8, 120, 240, 140], 1.0, 8.5)
        + &height_chart()
        + &misprint(&place, &portrait(&look_of(slug), &tones()))
        + &cut(NEWS, "M0 258H250V350H0Z")
        + &cut(PLUM, "M14 240H236V284H14Z")
        + &strip(LILAC, 1.5, "M18 244H232V280H18Z")
        + &heading(title, Type::Serif, "#fbf7ec", [125, 269], 21.0, 168)
        + &hand(4)
        + &hand(216)
        + &paragraph(text, Type::Serif, "#1a0d29", [16, 286, 218, 56], 14.0)
        + &corner(digit(value), Sign::Spy, "#fbf7ec", PURPLE);
    card(&format!("{title}, Spy {value}"), NEWS, &art)
}

/// The Bomb: the only card in yellow, with stripes that mean it.
fn bomb_card(title: &str, text: &str) -> String {
    let stripes =
        |y: i32| -> String { (0..12).map(|n| format!("M{x} {y}h13l-14 20h-13Z", x = n * 26 - 10)).collect() };
    let art = cut(ALARM, "M0 0H250V350H0Z")
        + &cut(
            "#e5331b",
            "M134 16L152 58L196 26L190 76L246 74L206 112L256 142L204 160L232 212L176 202L168 252L130 214L92 252L84 202L28 212L56 160L4 142L54 112L40 60L92 76L92 26L122 58Z",
        )
        + &cut(
            "#fff6d8",
            "M134 62L146 88L172 72L168 102L200 104L176 128L204 148L172 158L186 190L152 182L146 212L126 190L100 210L98 180L66 186L84 156L56 146L84 124L62 98L96 100Z",
        )
        + &disc("#17131a", 132, 150, 68)
        + &cut("#17131a", "M160 78L190 100L178 116L148 94Z")
        + &strip("#17131a", 7, "M182 92C196 62 222 76 220 54")
        + &cut(
            ALARM,
            "M220 26L225 42L240 36L232 50L244 58L229 61L228 76L218 64L206 72L210 58L198 50L212 48Z",
        )
        + &strip("#fff6d8", 7, "M84 140C88 118 100 106 116 100")
        + &skull()
        + &cut(ALARM, "M0 244H250V350H0Z")
        + &cut("#17131a", "M0 244H250V284H0Z")
        + &heading(&title.to_uppercase(), Type::Sans, ALARM, [125, 275], 32.0, 220)
        + &paragraph(text, Type::Serif, "#17131a", [16, 284, 218, 38], 14.0)
        + &cut("#17131a", stripes(324))
        + &corner('!', Sign::Bomb, ALARM, "#17131a");
    card(&format!("{title}, not a Spy"), ALARM, &art)
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
    let art = dots(NIGHT)
        + &cut("#c9d5e8", "M0 0H250V262H0Z")
        + &halftone(STEEL, [8, 10, 240, 150], 8.5, 1.0)
        + &misprint("translate(0 0)", &improvement(slug))
        + &cut(NEWS, "M0 250H250V350H0Z")
        + &cut(NIGHT, "M6 246H244V282H6Z")
        + &strip(STEEL, 1.5, "M10 250H240M10 278H240")
        + &heading(title, Type::Serif, "#fbf7ec", [125, 271], 20.0, 214)
        + &paragraph(text, Type::Serif, "#0b1630", [16, 286, 218, 56], 14.0)
        + &corner(digit(value), Sign::Lair, "#fbf7ec", NIGHT);
    card(&format!("{title}, Lair {value}"), NEWS, &art)
}

/// A Doubler: the hand again, in one colour, and the speech.
fn doubler_card(letter: char, text: &str) -> String {
    let glove = Glove {
        hand: "#f7f1e2",
        sleeve: NIGHT,
        bright: STEEL,
        paper: "#fbf7ec",
        ink: "#0b1630",
        prop: "#4668a8",
    };
    let art = cut("#b9c8e0", "M0 0H250V350H0Z")
        + &halftone("#8fa9d2", [8, 14, 240, 180], 1.5, 9.0)
        + &moved("translate(104 4) rotate(6 60 90) scale(2.5)", &glyph(letter, "#a3b7d8"))
        + &misprint("translate(166 122) scale(.92)", &doubling(letter, &glove))
        + &cut("#fbf7ec", "M14 190H150L176 166L182 190H236V302H14Z")
        + &strip(NIGHT, 2, "M14 190H150L176 166L182 190H236V302H14Z")
        + &paragraph(text, Type::Serif, "#0b1630", [20, 192, 210, 108], 14.0)
        + &cut(NIGHT, "M0 310H250V350H0Z")
        + &strip(STEEL, 1.5, "M10 314H240M10 339H240")
        + &heading(&format!("DOUBLER {letter}"), Type::Serif, "#fbf7ec", [125, 333], 17.0, 200)
        + &corner(letter, Sign::Doubler, "#fbf7ec", NIGHT);
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
        .flat_map(|row: i32| (0..5).map(move |n| (n * 56 - 20 - row % 2 * 28, 8 + row * 32)))
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
        moved(format_args!("translate({x} 138) scale(.98)"), &shapes)
    };
    let lines = strip(PURPLE, 2, (0..8).map(|n| format!("M0 {}H480", 20 + 32 * n)).collect::<String>());
    let art = dots(PURPLE)
        + &cut("#d9c8e6", "M0 0H480V270H0Z")
        + &halftone(LILAC, [0, 110, 480, 160], 1.0, 10.0)
        + &lines
        + &at(70, "pip-marlow")
        + &at(190, "seraphina-black")
        + &at(420, "basil-quince")
        + &cut(PURPLE, "M232 290C236 230 270 214 296 210H326C352 214 386 230 390 290Z")
        + &disc("#17131a", 311, 152, 52)
        + &strip(LILAC, 6, "M276 140C280 124 290 116 302 112")
        + &cut(
            PURPLE,
            "M243 118C270 96 284 98 284 98L290 46L311 58L332 46L338 98S352 96 379 114C350 132 270 134 243 118Z",
        )
        + &cut(LILAC, "M283 94Q311 82 339 94L340 106Q311 96 282 106Z")
        + &strip("#17131a", 6, "M352 126C372 118 366 92 384 88")
        + &cut(
            ALARM,
            "M386 62L391 77L406 72L398 85L410 92L396 96L394 110L384 99L372 106L376 92L364 86L378 83Z",
        )
        + &ring(LILAC, 3, 311, 238, 8);
    picture("The Totally Renamed Spy Game", [480, 270], &art)
}
