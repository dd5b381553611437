//! Mighty Beanz: glossy capsules in space. A Bean stands before the sky of its team; Moons and Asteroid Fields carry what
//! they are worth at the top, where it stays in sight under a Bean; Actions are bursts, Instants flashes.

use mighty_beanz::cards::{Card, Face, Kind, Rarity, Team, Type as Class};
use mighty_beanz::tongue::{Deed, Few, Moment, Reply};
use mighty_beanz::words;

use crate::glyphs::{glyph, number};
use crate::paper::{Seed, Type, card, cut, disc, heading, moved, paragraph, picture, ring, strip, wrap};
use crate::toys::{DARK, gloss, kit_of, star, toy};

/// The back.
pub(crate) const BACK: &str = "back-beanz";

/// The sheet that is written on.
pub(crate) const CREAM: &str = "#fff8ea";
/// Space.
pub(crate) const SPACE: &str = "#1a1440";
/// The ground of Actions.
pub(crate) const BERRY: &str = "#8a1457";
/// The ground of Instants.
pub(crate) const LAGOON: &str = "#0a5566";
/// What is worth counting.
pub(crate) const LEMON: &str = "#ffd84a";

/// The card with this slug, or the back.
pub(crate) fn svg(name: &str) -> Option<String> {
    match name {
        BACK => return Some(back()),
        "range" => return Some(range()),
        _ => {}
    }
    let face = Face::keyed(name)?;
    let facts = face.card();
    Some(match facts.kind {
        Kind::Bean => bean_card(facts),
        Kind::Moon => moon_card(facts),
        Kind::AsteroidField => asteroid_card(facts),
        Kind::Action => action_card(facts),
        Kind::Instant => instant_card(facts),
    })
}

/// The names of all faces and of the back.
pub(crate) fn cards() -> Vec<String> {
    Face::all().map(|face| face.card().slug.clone()).chain([BACK.to_owned()]).collect()
}

/// Stars, and the rings of a galaxy behind them.
fn sky(seed: &mut Seed, ground: &str) -> String {
    let mut stars = String::new();
    for n in 0..16 {
        let (x, y) = (12 + n % 4 * 62 + seed.below(50) as i32, 70 + n / 4 * 44 + seed.below(38) as i32);
        stars += &format!("M{x} {y}h.1");
    }
    cut(ground, "M0 0H250V350H0Z")
        + &format!(
            r##"<g fill="none" stroke="#ffffff" transform="rotate({} 125 150)"><ellipse cx="125" cy="150" rx="150" ry="44" stroke-opacity=".16" stroke-width="20"/><ellipse cx="125" cy="150" rx="118" ry="30" stroke-opacity=".14" stroke-width="7"/></g>"##,
            seed.around(16) - 14
        )
        + &strip("#ffffff", 3.5, stars)
}

/// The cost: a bean, and how many of them.
fn cost(n: u8) -> String {
    let bean = "M-11-8A11 11 0 0 1 11-8V8A11 11 0 0 1-11 8Z";
    cut(CREAM, "M170 0H250V66H186C176 66 172 60 172 50Z")
        + &moved(
            "translate(194 33) rotate(18)",
            &(cut("#e5322d", bean) + &cut(LEMON, "M-11 0H11V8A11 11 0 0 1-11 8Z") + &strip(DARK, 3, bean)),
        )
        + &number(&n.to_string(), DARK, [212.0, 12.0], 0.6)
}

/// What is counted, top left: a number and a sign.
fn worth(text: &str, sign: &str) -> String {
    let wide = 22 + text.chars().count() as i32 * 30;
    cut(CREAM, format_args!("M0 0H{w}V52C{w} 60 {v} 66 {u} 66H0Z", w = wide, v = wide - 4, u = wide - 14))
        + &number(text, DARK, [16.0, 13.0], 0.55)
        + sign
}

/// A sign in a disc below the number.
fn sign(shapes: &str) -> String {
    disc(CREAM, 32, 98, 23) + &moved("translate(32 98)", shapes)
}

/// What the power of a Bean is.
fn power_sign(card: &Card) -> String {
    if card.attacks() {
        sign(&fist())
    } else if !card.deeds.is_empty() {
        sign(&(strip(DARK, 5, "M10-8A13 13 0 1 0 13 3") + &cut(DARK, "M4-13L17-13L15 1Z")))
    } else if !card.gifts.is_empty() {
        sign(&cut(DARK, "M0-16L15 0H6V14H-6V0H-15Z"))
    } else {
        sign(&(strip(DARK, 4, "M-12 4H-2L-12 14H-2M2-14H14L2 0H14")))
    }
}

fn fist() -> String {
    cut(DARK, star(0.0, 0.0, 19.0)) + &disc(LEMON, 0, 0, 6)
}

fn shield() -> String {
    cut(DARK, "M0-16C6-11 12-10 15-10C16 4 10 13 0 18C-10 13-16 4-15-10C-12-10-6-11 0-16Z")
}

/// The colour of a type's frame and its word.
fn frame_of(class: Class) -> &'static str {
    match class {
        Class::Rookie => "#f3efe6",
        Class::Advanced => "#a9d7f5",
        Class::Pro => "#f3cd6a",
        Class::SuperPro => "#d9a4f2",
    }
}

/// One mark for each step of rarity.
fn rarity(of: Rarity) -> String {
    let n = match of {
        Rarity::Common => 1,
        Rarity::Uncommon => 2,
        Rarity::Rare => 3,
        Rarity::UltraRare => 4,
        Rarity::Moose => 5,
    };
    (0..n)
        .map(|n| star(232.0 - n as f32 * 15.0, 204.0, 7.5))
        .map(|d| strip(DARK, 3, &d) + &cut(LEMON, &d))
        .collect()
}

/// The lower third: name, line, what it does, what it says.
fn words_of(facts: &Card, band: &str, line: &str) -> String {
    let text = words::text(facts);
    let lines = |size: f32| wrap(&text, size, 216).len();
    let size = [15.0, 14.0, 13.0, 12.0]
        .into_iter()
        .find(|&size| lines(size) as f32 * size * 1.26 <= 50.0)
        .unwrap_or(11.5);
    let high = (lines(size) as f32 * size * 1.26).ceil() as i32 + 2;
    let short = wrap(&facts.says, 11.0, 190).len() == 1 || high <= 36;
    let says = if facts.says.is_empty() || !short || high > 50 {
        String::new()
    } else {
        format!(
            r#"<g font-style="italic">{}</g>"#,
            paragraph(&facts.says, Type::Serif, "#5a4a6b", [26, 276 + high, 198, 66 - high], 11.0)
        )
    };
    let room = if says.is_empty() { 62 } else { high };
    cut(CREAM, "M0 250H250V350H0Z")
        + &cut(band, "M0 214H250V256H0Z")
        + &strip("#ffffff", 1.5, "M6 217H244M6 253H244")
        + &heading(&facts.name, Type::Sans, "#ffffff", [125, 243], 23.0, 226)
        + &heading(line, Type::Sans, "#4a3a63", [125, 271], 13.5, 190)
        + &paragraph(&text, Type::Sans, DARK, [16, 276, 218, room], size)
        + &says
        + &rarity(facts.rarity)
}

/// A Bean.
fn bean_card(facts: &Card) -> String {
    let mut seed = Seed::of(&facts.slug);
    let team = facts.team.name();
    let kit = kit_of(team);
    let line = if facts.team == Team::NONE {
        facts.class.title().to_owned()
    } else {
        format!("{team} · {}", facts.class.title())
    };
    let place = format!("translate(146 126) rotate({}) scale(.92)", seed.around(6));
    let art = gloss()
        + &sky(&mut seed, kit.sky)
        + r##"<ellipse cx="146" cy="205" rx="62" ry="9" fill="#000000" fill-opacity=".35"/>"##
        + &moved(place, &toy(&facts.name, &kit))
        + &words_of(facts, kit.sky, &line)
        + &worth(&facts.mmp.to_string(), &power_sign(facts))
        + &cost(facts.cost);
    card(&format!("{}, {line}, MMP {}", facts.name, facts.mmp), frame_of(facts.class), &art)
}

/// A Moon: what it adds, top left; a moon in the colours of its team.
fn moon_card(facts: &Card) -> String {
    let mut seed = Seed::of(&facts.slug);
    let by_type = facts.moon_type.map_or(0, |(_, n)| n.0);
    let best = facts.moon_team.map_or(0, |(_, n)| n.0).max(by_type);
    let kit = kit_of(facts.moon_team.map_or("Weather", |(team, _)| team.name()));
    let of_team = facts.moon_team.is_some();
    let (face, shade) = if of_team { (kit.suit, kit.head) } else { ("#f4e7b8", "#fff8dc") };
    let craters: String = (0..7)
        .map(|_| (88 + seed.below(90), 84 + seed.below(110), 5 + seed.below(11)))
        .map(|(x, y, r)| disc(shade, x, y, r) + &ring("#00000044", 2, x, y, r))
        .collect();
    let badge =
        if of_team { moved("translate(206 176) scale(.42)", &toy(&facts.name, &kit)) } else { String::new() };
    let art = gloss()
        + &sky(&mut seed, SPACE)
        + &disc(face, 132, 138, 72)
        + &craters
        + r##"<path d="M132 66A72 72 0 0 1 132 210A92 92 0 0 0 132 66Z" fill="#000000" fill-opacity=".28"/>"##
        + &ring(DARK, 3, 132, 138, 72)
        + &badge
        + &words_of(facts, "#463a8c", "Cosmos · Moon")
        + &worth(&format!("+{best}"), &sign(&fist()))
        + &cost(facts.cost);
    card(&format!("{}, Moon, attack +{best}", facts.name), "#cfd3ff", &art)
}

/// An Asteroid Field: stones.
fn asteroid_card(facts: &Card) -> String {
    let mut seed = Seed::of(&facts.slug);
    let ice = facts.name.contains("Ice");
    let tones = if ice { ["#cfeefc", "#9fd3ee", "#e9f8ff"] } else { ["#9a8577", "#7d6a5f", "#b7a291"] };
    let stones: String = (0..11)
        .map(|n| {
            let (x, y, r) = (
                76 + n % 4 * 48 + seed.around(10),
                92 + n / 4 * 44 + seed.around(10),
                14 + seed.below(16) as i32,
            );
            let d = format!(
                "M{} {y}L{} {}L{x} {}L{} {}L{} {y}L{} {}L{x} {}L{} {}Z",
                x - r,
                x - r * 3 / 4,
                y - r * 3 / 4,
                y - r,
                x + r * 4 / 5,
                y - r / 2,
                x + r,
                x + r / 2,
                y + r * 3 / 4,
                y + r * 4 / 5,
                x - r * 3 / 4,
                y + r / 2
            );
            cut(seed.one(&tones), &d)
                + &strip(DARK, 3, &d)
                + &disc("#00000033", x + r / 4, y - r / 5, r / 4 + 1)
        })
        .collect();
    let boost = facts.asteroid.map_or(0, |n| n.0);
    let art = sky(&mut seed, "#2a1e3c")
        + &stones
        + &words_of(facts, "#5d4437", "Cosmos · Asteroid Field")
        + &worth(&format!("+{boost}"), &sign(&shield()))
        + &cost(facts.cost);
    card(&format!("{}, Asteroid Field, defence +{boost}", facts.name), "#d9c7b6", &art)
}

/// The outline of a blast.
fn burst(spikes: u32, radii: [f32; 2]) -> String {
    let points: Vec<String> = (0..2 * spikes)
        .map(|n| {
            let (sin, cos) = (n as f32 * std::f32::consts::PI / spikes as f32).sin_cos();
            let r = radii[n as usize % 2];
            format!("{:.0} {:.0}", 125.0 + r * sin, 138.0 - r * 0.8 * cos)
        })
        .collect();
    format!("M{}Z", points.join("L"))
}

/// An Action: a burst with what it does.
fn action_card(facts: &Card) -> String {
    let shows = facts.deeds.first().map(|&deed| deed_picture(deed, facts)).unwrap_or_default();
    let art = gloss()
        + &cut(BERRY, "M0 0H250V350H0Z")
        + &cut("#c62a7c", burst(16, [190.0, 104.0]))
        + &cut(LEMON, burst(14, [112.0, 84.0]))
        + &strip(DARK, 3, burst(14, [112.0, 84.0]))
        + &moved("translate(125 138)", &shows)
        + &words_of(facts, BERRY, "Action")
        + &cost(facts.cost);
    card(&format!("{}, Action", facts.name), "#ffc9e4", &art)
}

/// An Instant: a flash out of the dark, and what it answers.
fn instant_card(facts: &Card) -> String {
    let shows = facts.replies.first().map(|&reply| reply_picture(reply)).unwrap_or_default();
    let line = match facts.answers {
        Some(Moment::Action) => "Instant · against an Action",
        Some(Moment::Attack) => "Instant · against an attack",
        _ => "Instant · against a new Bean",
    };
    let flash = "M40 0H140L92 62H150L44 214H0V120L46 62H4Z";
    let art = gloss()
        + &cut(LAGOON, "M0 0H250V350H0Z")
        + &cut("#12859c", "M0 214L250 20V214Z")
        + &cut(LEMON, flash)
        + &strip(DARK, 3, flash)
        + &disc(CREAM, 158, 134, 70)
        + &ring(DARK, 4, 158, 134, 70)
        + &moved("translate(158 134)", &shows)
        + &words_of(facts, LAGOON, line)
        + &cost(facts.cost);
    card(&format!("{}, Instant", facts.name), "#b5ecf2", &art)
}

/// A small Bean of nobody in particular, around the origin.
fn anybody(seed: &str, team: &str, place: &str) -> String {
    moved(place, &toy(seed, &kit_of(team)))
}

/// What a clause of an Action looks like, around the origin.
fn deed_picture(deed: Deed, facts: &Card) -> String {
    let arrow = |d: &str, head: &str| strip(DARK, 13, d) + &cut(DARK, head) + &strip(CREAM, 5, d);
    match deed {
        Deed::Boost(n) => number(
            &format!("+{}", n.0),
            "#d3202f",
            [if n.0 < 100 { -68.0 } else { -90.0 }, -31.0],
            if n.0 < 100 { 0.9 } else { 0.82 },
        ),
        Deed::Double => {
            strip("#d3202f", 15, "M-52-16L-18 24M-18-16L-52 24")
                + &moved("translate(2 -36)", &glyph('2', "#d3202f"))
        }
        Deed::Sharpshoot => {
            ring(DARK, 8, 0, 0, 46)
                + &ring("#d3202f", 6, 0, 0, 24)
                + &strip(DARK, 7, "M0-62V-30M0 62V30M-62 0H-30M62 0H30")
                + &disc("#d3202f", 0, 0, 8)
        }
        Deed::Blitz => {
            anybody("Right", "Capes", "translate(34 2) rotate(14) scale(.54)")
                + &anybody(&facts.name, "Circus", "translate(-30 2) rotate(-14) scale(.54)")
        }
        Deed::Knockdown(_) => {
            anybody(&facts.name, "Half-Pipe", "translate(0 22) rotate(82) scale(.62)")
                + &strip(DARK, 5, "M-40-44C-30-58-14-58-6-46M6-40C14-54 32-54 40-42")
        }
        Deed::KnockOff(_) => {
            strip(DARK, 6, "M-64 40L-30 14M-54 58L-18 30M-70 16L-40-6")
                + &anybody(&facts.name, "Scrapyard", "translate(20 -8) rotate(38) scale(.58)")
        }
        Deed::Freebie => {
            anybody(&facts.name, "Star Port", "translate(0 -14) scale(.56)")
                + &cut("#d3202f", "M-52 4H52V60H-52Z")
                + &strip(DARK, 4, "M-52 4H52V60H-52Z")
                + &strip(LEMON, 11, "M0 4V60M-52 30H52")
        }
        Deed::TurnUp => {
            anybody(&facts.name, "Barnyard", "translate(-24 6) rotate(-20) scale(.56)")
                + &arrow("M44 46C66 6 50-20 34-32", "M14-40L50-52L44-14Z")
        }
        Deed::Move | Deed::Swap => {
            anybody("One", "Kitchen", "translate(-34 0) scale(.44)")
                + &anybody("Two", "High Seas", "translate(34 0) scale(.44)")
                + &arrow("M-30-52C-10-66 10-66 22-56", "M14-72L46-50L10-40Z")
                + &arrow("M30 52C10 66-10 66-22 56", "M-14 72L-46 50L-10 40Z")
        }
        Deed::Retrieve => {
            disc(DARK, 0, 22, 46)
                + &ring("#6a3fb0", 8, 0, 22, 38)
                + &ring("#c58cff", 4, 0, 22, 24)
                + &anybody(&facts.name, "Graveyard", "translate(6 -18) rotate(14) scale(.5)")
        }
        Deed::Sweep => {
            strip(
                DARK,
                10,
                "M-66-22H20C48-22 44-56 22-52M-66 4H44C74 4 70 42 44 36M-66 30H4C28 30 26 58 8 54",
            ) + &disc("#8d7767", 56, -30, 11)
        }
        Deed::Shed(_) => {
            moved("rotate(-24)", &little_card(-52, -40))
                + &moved("rotate(10)", &little_card(4, -28))
                + &strip(DARK, 5, "M-30 40V58M0 46V62M34 40V56")
        }
        Deed::Peek => {
            cut(DARK, "M-64 26L34-34L52-4L-48 56Z")
                + &cut("#6a3fb0", "M34-34L56-46L74-16L52-4Z")
                + &disc(CREAM, 64, -32, 9)
                + &strip(CREAM, 5, "M-30 8L-18 30")
        }
        Deed::Draw(_) => {
            moved("rotate(-12)", &little_card(-54, -36))
                + &little_card(-24, -44)
                + &moved("rotate(12)", &little_card(6, -40))
        }
        Deed::Points(Few(n)) => (0..i32::from(n))
            .map(|at| {
                anybody(
                    &format!("{at}"),
                    "Weather",
                    &format!("translate({} 0) scale(.5)", at * 56 - i32::from(n - 1) * 28),
                )
            })
            .collect(),
        Deed::Attack | Deed::Odd(_) => moved("scale(2.6)", &fist()),
        // A word that has no picture yet is acted out by whoever the card brings to mind.
        _ => anybody(&facts.name, "Capes", "scale(.8)"),
    }
}

fn little_card(x: i32, y: i32) -> String {
    let d = format!("M{x} {y}h50v72h-50Z");
    cut(CREAM, &d)
        + &strip(DARK, 4, &d)
        + &moved(
            format_args!("translate({} {}) rotate(14) scale(.3)", x + 25, y + 36),
            &cut("#6a3fb0", "M-48-32A48 48 0 0 1 48-32V32A48 48 0 0 1-48 32Z"),
        )
}

/// What an Instant does, around the origin.
fn reply_picture(reply: Reply) -> String {
    match reply {
        Reply::Cancel => ring("#d3202f", 17, 0, 0, 44) + &strip("#d3202f", 17, "M-31-31L31 31"),
        Reply::Boomerang => {
            cut("#b5631c", "M-46 34C-44-10-20-44 34-46C48-46 48-30 36-28C4-24-18-4-26 36C-28 48-46 46-46 34Z")
                + &strip(
                    DARK,
                    4,
                    "M-46 34C-44-10-20-44 34-46C48-46 48-30 36-28C4-24-18-4-26 36C-28 48-46 46-46 34Z",
                )
                + &strip(DARK, 5, "M-6 44C20 44 42 26 46 2")
        }
        Reply::Shield(_) => moved("scale(2.7)", &shield()) + &number("+", LEMON, [-18.0, -26.0], 0.75),
        Reply::Bounce => strip(DARK, 14, "M-36-6H18C48-6 48 36 14 36H-10") + &cut(DARK, "M-30-34V22L-58-6Z"),
        Reply::Draw(_) => little_card(-25, -36),
        _ => moved("scale(2.6)", &fist()),
    }
}

/// The back: a ringed galaxy, and a capsule that looks at you.
fn back() -> String {
    let mut seed = Seed::of(BACK);
    let art = gloss()
        + &sky(&mut seed, SPACE)
        + &disc("#2c2270", 125, 175, 118)
        + &disc("#4a36a8", 125, 175, 92)
        + &disc("#120c2c", 125, 175, 60)
        + r##"<g fill="none" transform="rotate(-24 125 175)"><ellipse cx="125" cy="175" rx="112" ry="34" stroke="#ff7ac0" stroke-width="9"/><ellipse cx="125" cy="175" rx="92" ry="24" stroke="#ffd84a" stroke-width="4"/></g>"##
        + &moved("translate(125 175) rotate(16) scale(.72)", &toy("Back", &kit_of("Circus")))
        + &strip(LEMON, 4, "M18 18H232V332H18Z");
    card("The back of a card", "#f3efe6", &art)
}

/// Where Loot is shot for, from above, a millimetre to the unit: `shot::EDGE` says how far it goes.
fn range() -> String {
    let stars: String =
        (0..40).map(|n| format!("M{} {}h.1", (n * 97 + 31) % 400 - 200, (n * 61 + 17) % 560 - 520)).collect();
    let mat = |y: i32, h: i32, fill: &str| {
        format!(
            r##"<rect x="-170" y="{y}" width="340" height="{h}" rx="14" fill="{fill}" stroke="#ffffff" stroke-opacity=".35" stroke-width="2"/>"##
        )
    };
    let art = moved(
        "translate(200 520)",
        &(cut("#120c2c", "M-200-520H200V40H-200Z")
            + &mat(-505, 125, "#3d2a63")
            + &mat(-180, 162, "#2b3a78")
            + &strip("#ffffff", 2.5, stars)),
    );
    picture("The range from above", [400, 560], &art)
}

/// The tile: three of them on their way to a moon.
pub(crate) fn poster() -> String {
    let stars: String =
        (0..50).map(|n| format!("M{} {}h.1", (n * 89 + 13) % 480, (n * 53 + 7) % 270)).collect();
    let art = gloss()
        + &cut(SPACE, "M0 0H480V270H0Z")
        + &strip("#ffffff", 3, stars)
        + &disc("#f4e7b8", 404, 58, 92)
        + &disc("#e3d29a", 380, 40, 16)
        + &disc("#e3d29a", 430, 84, 22)
        + &disc("#e3d29a", 438, 22, 10)
        + r##"<g fill="none" transform="rotate(-14 220 190)"><ellipse cx="220" cy="190" rx="250" ry="58" stroke="#ff7ac0" stroke-opacity=".5" stroke-width="16"/><ellipse cx="220" cy="190" rx="210" ry="40" stroke="#ffd84a" stroke-opacity=".45" stroke-width="5"/></g>"##
        + &anybody("Sheriff Bean", "Wild West", "translate(92 160) rotate(-12)")
        + &anybody("Lion Bean", "Circus", "translate(224 158) rotate(6) scale(1.12)")
        + &anybody("Captain Pod Bean", "Capes", "translate(352 168) rotate(16) scale(.94)");
    picture("Mighty Beanz", [480, 270], &art)
}
