//! Austin Powers: psychedelic op-art with shouting letters. An Agent stands in a swirl of their vibes, which are four shapes as
//! well as four colours; Bones are badges over what they need, lips above the gun; Swingers and Happenings are posters.

use austin_powers::cards::{Allegiance, Card, Dot, Face, Kind, Mark, Rarity, Sex, Vibe};
use austin_powers::words;

use crate::gimmicks::{gimmick, lamp};
use crate::glyphs::number;
use crate::groove::{
    CREAM, MAGENTA, PLUM, SLATE, SUN, arches, bone, burst, colours, daisy, mark, sign, swirl, vibe, vibes,
};
use crate::paper::{
    Seed, Type, card, cut, disc, edged, heading, moved, paragraph, picture, ring, strip, width, wrap,
};
use crate::portrait::{Tones, portrait};
use crate::toys::star;
use crate::velvet::look_of;

/// The back.
pub(crate) const BACK: &str = "back-mojo";

/// The card with this slug, or the back.
pub(crate) fn svg(name: &str) -> Option<String> {
    if name == BACK {
        return Some(back());
    }
    if let Some(small) = symbol(name) {
        return Some(small);
    }
    let facts = Face::keyed(name)?.card();
    Some(match facts.kind {
        Kind::Agent => agent_card(facts),
        Kind::Bone => bone_card(facts),
        Kind::Swinger => swinger_card(facts),
        Kind::Happening => happening_card(facts),
    })
}

/// What stands for a vibe, a kind of attack or a side beside the cards, 48 wide and high.
fn symbol(name: &str) -> Option<String> {
    let (title, shape) = match name {
        "mark-shag" => ("Shag", mark(Mark::Shagger, "#e2263f")),
        "mark-kill" => ("Assassinate", mark(Mark::Assassin, PLUM)),
        "sign-good" => ("Good", sign(Allegiance::Good)),
        "sign-evil" => ("Evil", sign(Allegiance::Evil)),
        _ => {
            let kind = Vibe::ALL.into_iter().find(|kind| {
                name.strip_prefix("vibe-").is_some_and(|name| kind.title().eq_ignore_ascii_case(name))
            })?;
            (kind.title(), vibe(kind))
        }
    };
    Some(picture(title, [48, 48], &moved("translate(24 24)", &shape)))
}

/// The names of all faces and of the back.
pub(crate) fn cards() -> Vec<String> {
    Face::all().map(|face| face.card().slug.clone()).chain([BACK.to_owned()]).collect()
}

/// The frame and the band of a side.
const fn dress(of: Allegiance) -> [&'static str; 2] {
    match of {
        Allegiance::Good => ["#fff0b8", MAGENTA],
        Allegiance::Evil => ["#b9a8d6", SLATE],
    }
}

/// What is counted, top left: on a disc for the Good, on a block for the Evil.
fn worth(of: Allegiance, value: u8) -> String {
    let text = value.to_string();
    let ([x, y], scale) = if text.len() == 1 { ([19.0, 13.0], 0.66) } else { ([10.0, 20.0], 0.46) };
    match of {
        Allegiance::Good => {
            disc(PLUM, 32, 34, 37) + &disc(SUN, 32, 34, 32) + &number(&text, PLUM, [x, y], scale)
        }
        Allegiance::Evil => {
            cut(SUN, "M0 0H72L62 70H0Z") + &cut(PLUM, "M0 0H66L57 65H0Z") + &number(&text, SUN, [x, y], scale)
        }
    }
}

/// The colour of the dot, and its letter, for those who do not see it.
fn dot(of: Dot, [x, y]: [i32; 2]) -> String {
    let (fill, ink, letter) = match of {
        Dot::Red => ("#d3202f", CREAM, "R"),
        Dot::Orange => ("#ff8a1c", PLUM, "O"),
        Dot::Blue => ("#1f5fd0", CREAM, "B"),
        Dot::Yellow => ("#ffe04a", PLUM, "Y"),
        Dot::Green => ("#1c7a3a", CREAM, "G"),
        Dot::Purple => ("#7426b8", CREAM, "P"),
    };
    disc(CREAM, x, y, 12) + &disc(fill, x, y, 10) + &heading(letter, Type::Sans, ink, [x, y + 5], 14.0, 20)
}

/// One star for each step of rarity; cards of the starter decks have none.
fn rarity(of: Rarity, y: f32) -> String {
    let n = match of {
        Rarity::Starter => 0,
        Rarity::Common => 1,
        Rarity::Uncommon => 2,
        Rarity::Rare => 3,
    };
    (0..n).map(|n| star(235.0 - n as f32 * 15.0, y, 7.5)).map(|d| edged(SUN, PLUM, 4, &d)).collect()
}

/// The name on its band, 44 high, between the sign of the side and the dot.
fn band(facts: &Card, y: i32) -> String {
    let [_, ground] = dress(facts.of);
    let room = 178;
    let one = width(&facts.name) as f32 * 1.12 * 18.0 / 100.0 <= room as f32;
    let lines: Vec<String> = match facts.name.split_once(", ") {
        _ if one => vec![facts.name.clone()],
        Some((name, rest)) => vec![name.to_owned(), rest.to_owned()],
        None => wrap(&facts.name, 17.0, room),
    };
    let write = match lines.as_slice() {
        [first, second] => {
            heading(first, Type::Sans, "#ffffff", [125, y + 20], 19.0, room)
                + &heading(second, Type::Sans, SUN, [125, y + 38], 15.5, room)
        }
        _ => heading(&facts.name, Type::Sans, "#ffffff", [125, y + 29], 22.0, room),
    };
    cut(ground, format_args!("M0 {y}H250V{}H0Z", y + 46))
        + &strip(SUN, 3, format_args!("M0 {y}H250"))
        + &write
        + &moved(format_args!("translate(20 {}) scale(.72)", y + 24), &sign(facts.of))
        + &dot(facts.dot, [230, y + 24])
}

/// What it does and what it says, as large as `[y, h]` allows.
fn words_of(facts: &Card, text: &str, [y, h]: [i32; 2]) -> String {
    let high = |text: &str, size: f32| wrap(text, size, 220).len() as f32 * size * 1.26;
    // What a ship Agent says is what they are there for.
    let italic = if facts.ship { 14.5 } else { 11.5 };
    let says = if facts.says.is_empty() { 0.0 } else { high(&facts.says, italic) + 2.0 };
    let sizes = [15.0, 14.0, 13.0, 12.0, 11.0];
    let fits = |room: f32| sizes.into_iter().find(|size| high(text, *size) <= room);
    let quote = |y: f32, h: f32, size: f32| {
        format!(
            r#"<g font-style="italic">{}</g>"#,
            paragraph(&facts.says, Type::Serif, "#5c3a78", [15, y as i32, 220, h as i32], size)
        )
    };
    let room = h as f32;
    if text.is_empty() {
        return quote(y as f32, room, if room < 40.0 { 11.5 } else { 15.0 });
    }
    let with = fits(room - says).filter(|size| says > 0.0 && *size >= 12.0);
    match with {
        Some(size) => {
            let own = (room - says).max(high(text, size));
            paragraph(text, Type::Sans, PLUM, [15, y, 220, own as i32], size)
                + &quote(y as f32 + own, says, italic)
        }
        None => paragraph(text, Type::Sans, PLUM, [15, y, 220, h], fits(room).unwrap_or(10.5)),
    }
}

/// The kinds of vibes, the strongest first.
fn strongest(facts: &Card) -> [Vibe; 2] {
    let mut kinds = Vibe::ALL;
    kinds.sort_by_key(|kind| std::cmp::Reverse(facts.vibes.of(*kind)));
    let second = if facts.vibes.of(kinds[1]) > 0 { kinds[1] } else { kinds[0] };
    [kinds[0], second]
}

/// A rocket of which nobody says what it looks like.
fn rocket() -> String {
    let d = "M0-24C10-16 10-4 9 8L16 18C14 26 4 26 0 20C-4 26-14 26-16 18L-9 8C-10-4-10-16 0-24Z";
    edged(CREAM, PLUM, 5, d) + &disc("#e2263f", 0, -6, 5)
}

fn sex(of: Sex) -> String {
    match of {
        Sex::Male => ring(PLUM, 4.5, -3, 3, 9) + &strip(PLUM, 4.5, "M4-4L13-13M5-13H13V-5"),
        Sex::Female => ring(PLUM, 4.5, 0, -5, 9) + &strip(PLUM, 4.5, "M0 4V17M-6 11H6"),
    }
}

/// An Agent.
fn agent_card(facts: &Card) -> String {
    let mut seed = Seed::of(&facts.slug);
    let [first, second] = strongest(facts);
    let [_, deep, _] = colours(first);
    let [own, _, pale] = colours(second);
    let ground = if first == second { pale } else { own };
    let tones = Tones {
        skin: seed.one(&["#ffe9d2", "#ffd9b0", "#e9b384", "#c98d5e"]),
        shade: "#8a2f7d",
        hair: PLUM,
        cloth: PLUM,
        accent: seed.one(&["#ff5fae", "#ff7a1c", "#35c3cf", "#ffd02e"]),
        lips: "#e2263f",
        paper: CREAM,
        ink: PLUM,
    };
    let small = if facts.person.name() == "Mini-Me" { 0.66 } else { 1.0 };
    let place = format!(
        "translate({} {}) scale({:.2})",
        138 + seed.around(4),
        if small < 1.0 { 128 } else { 100 },
        0.98 * small
    );
    let n = facts.vibes.sum().max(1);
    let step = if n > 3 { 33.0 } else { 40.0 };
    let strip_of =
        format!("M0 66H50V{}A23 23 0 0 1 27 {}H0Z", 64.0 + step * f32::from(n), 87.0 + step * f32::from(n));
    let line = format!(
        "{} {}",
        if facts.sex == Sex::Male { "Male" } else { "Female" },
        if facts.mark == Mark::Shagger { "Shagger" } else { "Assassin" }
    );
    let line = if facts.ship { format!("{line} · ship Agent") } else { line };
    let text = words::text(facts);
    let art = cut(ground, "M0 0H250V200H0Z")
        + &swirl([138, 104], 9, 1.5, seed.below(40) as i32, deep)
        + &ring(CREAM, 5, 138, 104, 88)
        + &moved(place, &portrait(&look_of(facts), &tones))
        + &cut(CREAM, &strip_of)
        + &vibes(facts.vibes, [26.0, 66.0 + step / 2.0 + 5.0], [0.0, step], if n > 3 { 0.78 } else { 0.9 })
        + &cut(CREAM, "M194 0H250V100H220C204 100 194 92 194 76Z")
        + &moved(
            "translate(222 28)",
            &mark(facts.mark, if facts.mark == Mark::Shagger { "#d3202f" } else { PLUM }),
        )
        + &moved("translate(222 72)", &sex(facts.sex))
        + &if facts.ship { moved("translate(222 134) scale(1.1)", &rocket()) } else { String::new() }
        + &worth(facts.of, facts.value)
        + &cut(CREAM, "M0 240H250V350H0Z")
        + &band(facts, 196)
        + &rarity(facts.rarity, 189.0)
        + &heading(&line, Type::Sans, "#5c1a66", [125, 257], 13.0, 200)
        + &words_of(facts, &text, [260, 82]);
    let vibes = facts.vibes;
    card(
        &format!("{}, {} Agent, {line}, {vibes}, worth {}", facts.name, facts.of.title(), facts.value),
        dress(facts.of)[0],
        &art,
    )
}

/// What a Bone needs for one kind of attack, on a band 52 high.
fn need(facts: &Card, of: Mark, y: i32) -> String {
    let [ground, ink] = match of {
        Mark::Shagger => ["#ffd3e4", "#d3202f"],
        Mark::Assassin => ["#dcd4f2", PLUM],
    };
    let need = facts.need(of == Mark::Assassin);
    cut(ground, format_args!("M0 {y}H250V{}H0Z", y + 52))
        + &moved(format_args!("translate(34 {}) scale(.96)", y + 27), &mark(of, ink))
        + &vibes(
            need,
            [87.0, y as f32 + 26.0],
            [if need.sum() > 4 { 35.0 } else { 40.0 }, 0.0],
            if need.sum() > 4 { 0.8 } else { 0.94 },
        )
}

/// A Bone: its title is shouted from a badge.
fn bone_card(facts: &Card) -> String {
    let mut seed = Seed::of(&facts.slug);
    let [ground, rays, badge] = match facts.of {
        Allegiance::Good => seed.one(&[
            ["#ff8cc4", "#f0358f", SUN],
            ["#35c3cf", "#0f93a4", SUN],
            ["#ffb25c", "#f0641c", "#fff3a8"],
        ]),
        Allegiance::Evil => seed.one(&[
            ["#8a6ac2", "#5a3a96", "#a4e07a"],
            ["#5a9a5a", "#2f6e3c", "#ffd98a"],
            ["#8d8aa6", "#5a5478", "#ffb0cf"],
        ]),
    };
    let title = facts.name.to_uppercase();
    let size = [33.0, 29.0, 26.0, 23.0, 20.0]
        .into_iter()
        .find(|size| {
            let lines = wrap(&title, size * 1.2, 170);
            let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
            lines.len() as f32 * size * 1.06 <= 104.0 && widest as f32 * size * 1.12 / 100.0 <= 188.0
        })
        .unwrap_or(18.0);
    let lines = wrap(&title, size * 1.2, 170);
    let step = size * 1.06;
    let top = 122.0 - step * lines.len() as f32 / 2.0 + size * 0.86;
    let shout: String = lines
        .iter()
        .enumerate()
        .map(|(n, line)| heading(line, Type::Sans, PLUM, [128, (top + step * n as f32) as i32], size, 188))
        .collect();
    let outline = burst([128.0, 122.0], 15, [124.0, 100.0], 0.72);
    let text = words::text(facts);
    let art = cut(ground, "M0 0H250V350H0Z")
        + &swirl([128, 122], 14, 0.0, 6, rays)
        + &edged(badge, PLUM, 7, &outline)
        + &moved(format_args!("rotate({} 128 122)", seed.around(3) - 4), &shout)
        + &moved("translate(202 24) rotate(-12) scale(.8)", &bone(CREAM))
        + &worth(facts.of, facts.value)
        + &cut(CREAM, "M0 300H250V350H0Z")
        + &need(facts, Mark::Shagger, 206)
        + &need(facts, Mark::Assassin, 258)
        + &strip(PLUM, 3, "M0 206H250M0 258H250M0 310H250M62 206V310")
        + &dot(facts.dot, [228, 190])
        + &moved("translate(22 188) scale(.72)", &sign(facts.of))
        + &rarity(facts.rarity, 63.0)
        + &words_of(facts, &text, [311, 32]);
    let (shag, kill) = (facts.shag, facts.kill);
    let title = format!(
        "{}, {} Frickin' Bone, to Shag: {shag}, to Assassinate: {kill}, worth {}",
        facts.name,
        facts.of.title(),
        facts.value
    );
    card(&title, dress(facts.of)[0], &art)
}

/// The poster of a Swinger or a Happening, down to `y`.
fn poster_of(facts: &Card, seed: &mut Seed, y: i32) -> String {
    let sets: &[[&str; 4]] = match facts.of {
        Allegiance::Good => &[
            ["#ff5fae", "#ffd02e", "#ff7a1c", "#fff6df"],
            ["#35c3cf", "#fff6df", "#ff5fae", "#ffd02e"],
            ["#ff7a1c", "#35c3cf", "#ffd02e", "#a3106a"],
        ],
        Allegiance::Evil => &[
            ["#5a3a96", "#58c94a", "#2b0f45", "#a4e07a"],
            ["#3a3350", "#ff5fae", "#5a3a96", "#b9a8d6"],
            ["#2f6e3c", "#b9a8d6", "#3a3350", "#ffd02e"],
        ],
    };
    let set = seed.one(sets);
    let flowers: String = [(22, 112), (232, 92), (226, 26)]
        .into_iter()
        .map(|(x, up)| daisy([x, y - up + 4], 15 + seed.below(6) as i32, CREAM, set[2]))
        .collect();
    cut(set[0], "M0 0H250V350H0Z")
        + &arches([125, y], 170, 28, &set)
        + if facts.of == Allegiance::Good { &flowers } else { "" }
}

/// A Swinger: what it does with vibes and what without.
fn swinger_card(facts: &Card) -> String {
    let mut seed = Seed::of(&facts.slug);
    let (with, without) = words::both_ways(facts).unwrap_or_default();
    let (with, without) = (format!("{with}."), format!("{without}."));
    let fit = |text: &str, room: f32, wide: i32| {
        let high = |size: f32| wrap(text, size, wide).len() as f32 * size * 1.26;
        [15.0, 14.0, 13.0, 12.0, 11.0].into_iter().find(|size| high(*size) <= room).unwrap_or(10.2)
    };
    let art = poster_of(facts, &mut seed, 128)
        + &moved("translate(138 66) scale(.98)", &gimmick(&facts.slug))
        + &cut(PLUM, "M0 0H58V58C58 70 50 76 40 76H0Z")
        + &moved("translate(28 40) scale(.52)", &lamp())
        + &cut(CREAM, "M0 160H250V350H0Z")
        + &band(facts, 124)
        + &rarity(facts.rarity, 116.0)
        + &cut("#fde3c0", "M0 170H250V206H0Z")
        + &heading("WITH", Type::Sans, "#7a1a52", [40, 194], 17.0, 60)
        + &vibes(facts.needs, [92.0, 188.0], [38.0, 0.0], 0.84)
        + &paragraph(&with, Type::Sans, PLUM, [14, 206, 222, 68], fit(&with, 68.0, 222))
        + &cut("#e2dcf4", "M0 276H250V350H0Z")
        + &heading("WITHOUT", Type::Sans, "#4a2a7a", [125, 292], 14.0, 100)
        + &paragraph(&without, Type::Sans, PLUM, [14, 294, 222, 48], fit(&without, 48.0, 222));
    card(
        &format!("{}, {} Swinger, needs {}", facts.name, facts.of.title(), facts.needs),
        dress(facts.of)[0],
        &art,
    )
}

/// A Happening.
fn happening_card(facts: &Card) -> String {
    let mut seed = Seed::of(&facts.slug);
    let text = words::text(facts);
    let art = poster_of(facts, &mut seed, 200)
        + &moved("translate(130 112) scale(1.2)", &gimmick(&facts.slug))
        + &cut(CREAM, "M176 0H250V62H196C182 62 176 54 176 42Z")
        + &moved("translate(214 31) scale(1.2)", &sign(facts.of))
        + &worth(facts.of, facts.value)
        + &cut(CREAM, "M0 240H250V350H0Z")
        + &band(facts, 200)
        + &rarity(facts.rarity, 192.0)
        + &heading("Happening", Type::Sans, "#5c1a66", [125, 262], 13.0, 200)
        + &words_of(facts, &text, [266, 76]);
    card(
        &format!("{}, {} Happening, worth {}", facts.name, facts.of.title(), facts.value),
        dress(facts.of)[0],
        &art,
    )
}

/// The back: a swirl, a daisy, and an eye in it.
fn back() -> String {
    let art = cut("#ff5fae", "M0 0H250V350H0Z")
        + &swirl([125, 175], 10, 2.4, 0, "#7426b8")
        + &disc(PLUM, 125, 175, 74)
        + &daisy([125, 175], 66, SUN, "#ff7a1c")
        + &moved("translate(125 175) scale(1.1)", &vibe(Vibe::Creepy))
        + &strip(CREAM, 4, "M18 18H232V332H18Z");
    card("The back of a card", CREAM, &art)
}

/// The tile: the two sides before their swirl.
pub(crate) fn poster() -> String {
    let tones = |skin: &'static str, accent: &'static str| Tones {
        skin,
        shade: "#8a2f7d",
        hair: PLUM,
        cloth: PLUM,
        accent,
        lips: "#e2263f",
        paper: CREAM,
        ink: PLUM,
    };
    let of = |slug: &str, tones: &Tones, place: &str| match Face::keyed(slug) {
        Some(face) => moved(place, &portrait(&look_of(face.card()), tones)),
        None => String::new(),
    };
    let row = |x: f32| {
        Vibe::ALL
            .into_iter()
            .enumerate()
            .map(|(n, kind)| {
                moved(format_args!("translate({:.0} 34) scale(.95)", x + 50.0 * n as f32), &vibe(kind))
            })
            .collect::<String>()
    };
    let art = cut(SUN, "M0 0H480V270H0Z")
        + &moved("scale(1.35 1)", &swirl([178, 130], 11, 1.8, 24, "#ff5fae"))
        + &ring(CREAM, 8, 130, 150, 96)
        + &ring(PLUM, 8, 350, 150, 96)
        + &of(
            "austin-international-man-of-velvet",
            &tones("#ffe9d2", "#35c3cf"),
            "translate(128 138) scale(1.08)",
        )
        + &of("dr-evil", &tones("#ffd9b0", "#58c94a"), "translate(352 144) scale(1.08)")
        + &moved("translate(240 196) rotate(-14) scale(1.3)", &bone(CREAM))
        + &row(165.0);
    picture("Austin Powers", [480, 270], &art)
}
