//! A Mighty Bean: a glossy capsule, 96 wide and 160 high around the origin, in the costume of its team and with whatever
//! its name brings along.

use crate::paper::{Seed, cut, disc, ring, strip};

/// The whole capsule.
const POD: &str = "M-48-32A48 48 0 0 1 48-32V32A48 48 0 0 1-48 32Z";
/// Its lower half.
const SUIT: &str = "M-48 8H48V32A48 48 0 0 1-48 32Z";
/// Lines and pupils.
pub(crate) const DARK: &str = "#171029";
/// Whatever is white.
const WHITE: &str = "#fffdf6";

/// What goes on a head.
#[derive(Clone, Copy, PartialEq)]
enum Hat {
    Cone,
    Straw,
    Chef,
    Cloud,
    Parting,
    Mohawk,
    Feelers,
    Corks,
    Hood,
    Helmet,
    Stetson,
    Band,
    Crest,
    Tricorne,
    Plume,
    Bolts,
    Bubble,
    Mask,
    Antlers,
}

/// What is worn below.
#[derive(Clone, Copy, PartialEq)]
enum Suit {
    Buttons,
    Dungarees,
    Apron,
    Drops,
    Tie,
    Bolt,
    Hoops,
    Pouch,
    Bones,
    Zigzag,
    Badge,
    Wrap,
    Scales,
    Stripes,
    Cross,
    Plates,
    Dials,
    Cape,
    Fur,
}

/// A team: its colours (sky, head, suit, trim), and what it wears.
#[derive(Clone, Copy)]
pub(crate) struct Kit {
    /// Behind the Bean.
    pub(crate) sky: &'static str,
    /// The upper half.
    pub(crate) head: &'static str,
    /// The lower half.
    pub(crate) suit: &'static str,
    /// Whatever is trimmed.
    pub(crate) trim: &'static str,
    hat: Hat,
    wears: Suit,
}

const fn kit([sky, head, suit, trim]: [&'static str; 4], hat: Hat, wears: Suit) -> Kit {
    Kit { sky, head, suit, trim, hat, wears }
}

const KITS: [(&str, Kit); 18] = [
    ("Back Office", kit(["#27364f", "#f0cfa8", "#7b8ba6", "#c8263c"], Hat::Parting, Suit::Tie)),
    ("Barnyard", kit(["#2f4a1c", "#f3c9a0", "#3f6fb5", "#f0c23d"], Hat::Straw, Suit::Dungarees)),
    ("Bug Patrol", kit(["#1d4a2c", "#9bd63a", "#e8432e", "#171029"], Hat::Feelers, Suit::Hoops)),
    ("Capes", kit(["#3a1157", "#ffcf9e", "#2458d6", "#ffd21f"], Hat::Mask, Suit::Cape)),
    ("Circus", kit(["#5a1030", "#ffe0bd", "#e5322d", "#ffd84a"], Hat::Cone, Suit::Buttons)),
    ("Garage Band", kit(["#45104a", "#f4c6a5", "#2b2733", "#ff3f9a"], Hat::Mohawk, Suit::Bolt)),
    ("Graveyard", kit(["#251a3d", "#a9c79a", "#5b4a78", "#e6e1c9"], Hat::Hood, Suit::Bones)),
    ("Half-Pipe", kit(["#0f4552", "#ffd3a4", "#ff7a1a", "#12b5a6"], Hat::Helmet, Suit::Zigzag)),
    ("High Seas", kit(["#0c3358", "#f2c299", "#f7f3e8", "#1c4fa0"], Hat::Tricorne, Suit::Stripes)),
    ("Kitchen", kit(["#5c3612", "#ffd9b0", "#fdf6e8", "#e0552b"], Hat::Chef, Suit::Apron)),
    ("Lost Valley", kit(["#20402b", "#74b84b", "#e2c04a", "#2f7a3d"], Hat::Crest, Suit::Scales)),
    ("Outback", kit(["#5b2a12", "#d99a5b", "#8a8f3c", "#6b3a1c"], Hat::Corks, Suit::Pouch)),
    ("Round Table", kit(["#33214f", "#c6cedb", "#7a3fb0", "#f1c53b"], Hat::Plume, Suit::Cross)),
    ("Scrapyard", kit(["#2e2f33", "#9fb0ba", "#b4652f", "#f2b632"], Hat::Bolts, Suit::Plates)),
    ("Silent Dojo", kit(["#3c0f18", "#f0c8a2", "#262a35", "#d3202f"], Hat::Band, Suit::Wrap)),
    ("Star Port", kit(["#0c2446", "#ffdcb8", "#eef4fa", "#22a7d8"], Hat::Bubble, Suit::Dials)),
    ("Weather", kit(["#1d4a7a", "#ffe8b8", "#67c1f2", "#fff3b0"], Hat::Cloud, Suit::Drops)),
    ("Wild West", kit(["#553312", "#efbd8c", "#a5652b", "#ffd45c"], Hat::Stetson, Suit::Badge)),
];

/// Whoever belongs to nobody.
const LONE: Kit = kit(["#4a2c08", "#a8703a", "#7a4a20", "#ffd55a"], Hat::Antlers, Suit::Fur);

/// The kit of a team; a team that nobody has drawn yet gets one by its name.
pub(crate) fn kit_of(team: &str) -> Kit {
    match KITS.iter().find(|(name, _)| *name == team) {
        Some((_, kit)) => *kit,
        None if team == "no team" => LONE,
        None => {
            let mut seed = Seed::of(team);
            let (colours, hat, wears) = (seed.below(18), seed.below(18), seed.below(18));
            Kit { hat: KITS[hat].1.hat, wears: KITS[wears].1.wears, ..KITS[colours].1 }
        }
    }
}

/// Shading for every capsule of a picture, by the ids `g` and `b`.
pub(crate) fn gloss() -> String {
    format!(
        concat!(
            r##"<linearGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity=".3"/>"##,
            r##"<stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".38"/></linearGradient>"##,
            r#"<clipPath id="b"><path d="{}"/></clipPath>"#
        ),
        SUIT
    )
}

/// The Bean with this name and kit.
pub(crate) fn toy(name: &str, kit: &Kit) -> String {
    let mut seed = Seed::of(name);
    let brings = brings(name);
    let (behind, before, bare) = brings.map_or(Default::default(), |part| part.draw(kit));
    let hat = if bare { String::new() } else { hat(kit) };
    let under = if kit.wears == Suit::Cape {
        cut("#d3202f", "M-44 4C-78 40-82 74-70 92C-30 78 30 78 70 92C82 74 78 40 44 4Z")
    } else {
        String::new()
    };
    under
        + &behind
        + &cut(kit.head, POD)
        + &format!(r#"<g clip-path="url(#b)">{}</g>"#, suit(kit, &mut seed))
        + &cut("url(#g)", POD)
        + &strip(DARK, 3, POD)
        + &strip(DARK, 2.5, "M-48 8H48")
        + &face(kit, &mut seed)
        + &strip("#ffffff", 9, "M-34-44C-32-56-24-64-16-67")
        + &disc("#ffffff", -36, -30, 4.5)
        + &strip(WHITE, 5, "M-36 26C-36 40-30 52-22 58")
        + &before
        + &hat
}

/// Eyes and a mouth, as the name has it.
fn face(kit: &Kit, seed: &mut Seed) -> String {
    let (eyes, look, mouth) = (seed.below(5), seed.around(4), seed.below(6));
    let eye = |x: i32, r: i32| -> String {
        format!(
            r#"<ellipse cx="{x}" cy="-30" rx="{r}" ry="{}" fill="{WHITE}" stroke="{DARK}" stroke-width="2.5"/>"#,
            r + 3
        ) + &disc(DARK, x + look, -28, 6)
            + &disc("#ffffff", x + look - 2, -31, 2.2)
    };
    let lids = |d: &str| cut(kit.head, d) + &strip(DARK, 3, d);
    let pair = eye(-18, 12) + &eye(18, 12);
    let eyes = match eyes {
        0 => pair,
        1 => pair + &lids("M-32-32V-48H-4V-32ZM4-32V-48H32V-32Z"),
        2 => pair + &strip(DARK, 5.5, "M-32-50L-8-41M32-50L8-41"),
        3 => eye(-18, 12) + &strip(DARK, 4.5, "M6-28C12-38 24-38 30-28"),
        _ => eye(-17, 14) + &eye(19, 10),
    };
    let mouth = match mouth {
        0 => strip(DARK, 4, "M-16-6Q0 8 16-6"),
        1 => cut(DARK, "M-18-9H18C16 8-16 8-18-9Z") + &cut(WHITE, "M-13-9H13V-4H-13Z"),
        2 => disc(DARK, 0, -4, 7) + &disc("#e06464", 0, -1, 3.5),
        3 => strip(DARK, 4, "M-12-3C-2 2 8 0 17-9"),
        4 => strip(DARK, 4, "M-17-6H17") + &cut(WHITE, "M-11-5L-7 4L-3-5ZM3-5L7 4L11-5Z"),
        _ => strip(DARK, 4, "M-16-8Q0 4 16-8") + &cut("#ef5d6c", "M1-4C2 8 13 6 11-5Z"),
    };
    eyes + &mouth
}

/// The lower half, with what the team wears.
fn suit(kit: &Kit, seed: &mut Seed) -> String {
    let trim = kit.trim;
    let worn = match kit.wears {
        Suit::Buttons => {
            cut(trim, "M-48 8H48L32 22L16 12L0 24L-16 12L-32 22Z")
                + &disc(WHITE, 0, 38, 7)
                + &disc(WHITE, 0, 58, 7)
        }
        Suit::Dungarees => {
            strip(trim, 7, "M-26 8V34M26 8V34")
                + &cut("#2c5190", "M-30 30H30V84H-30Z")
                + &disc(trim, -24, 34, 5)
                + &disc(trim, 24, 34, 5)
        }
        Suit::Apron => cut(trim, "M-26 8H26V84H-26Z") + &strip(WHITE, 3, "M-12 40H12V56H-12Z"),
        Suit::Drops => (0..5)
            .map(|n| {
                format!(
                    "M{x} {y}C{x} {y} {} {z} {x} {z}S{x} {y} {x} {y}Z",
                    n * 18 - 46,
                    x = n * 18 - 36,
                    y = 18 + n % 2 * 22,
                    z = 36 + n % 2 * 22
                )
            })
            .map(|d| cut(WHITE, d))
            .collect(),
        Suit::Tie => cut(WHITE, "M-22 8H22L0 40Z") + &cut(trim, "M-6 10H6L4 20L11 56L0 68L-11 56L-4 20Z"),
        Suit::Bolt => cut(trim, "M8 12L-18 46H-2L-10 76L20 38H4L16 12Z"),
        Suit::Hoops => strip(trim, 9, "M-50 26H50M-50 46H50M-50 66H50"),
        Suit::Pouch => strip(trim, 4, "M-24 34C-24 70 24 70 24 34Z") + &strip(trim, 3, "M-24 34H24"),
        Suit::Bones => strip(trim, 6, "M0 16V72M-22 26H22M-18 42H18M-12 58H12"),
        Suit::Zigzag => {
            strip(trim, 9, "M-52 40L-32 24L-12 44L8 24L28 44L52 22")
                + &strip(WHITE, 4, "M-52 60L-32 44L-12 64L8 44L28 64L52 42")
        }
        Suit::Badge => {
            cut("#7a4219", "M-48 8H-20V80H-48ZM20 8H48V80H20Z") + &cut(trim, star(0.0, 38.0, 17.0))
        }
        Suit::Wrap => strip("#4b5162", 5, "M-40 8L6 50M40 8L-14 58") + &cut(trim, "M-50 52H50V64H-50Z"),
        Suit::Scales => (0..9)
            .map(|n| {
                format!(
                    "M{x} {y}a10 10 0 0 0 20 0Z",
                    x = n % 4 * 24 - 50 + n / 4 % 2 * 12,
                    y = 16 + n / 4 * 20
                )
            })
            .map(|d| cut(trim, d))
            .collect(),
        Suit::Stripes => strip(trim, 8, "M-50 22H50M-50 42H50M-50 62H50"),
        Suit::Cross => cut(trim, "M-8 8H8V30H34V44H8V84H-8V44H-34V30H-8Z"),
        Suit::Plates => {
            strip(DARK, 2.5, "M-48 34H48M0 8V84")
                + &[-34, -14, 14, 34].map(|x| disc(trim, x, 21, 4) + &disc(trim, x, 48, 4)).concat()
        }
        Suit::Dials => {
            cut(trim, "M-26 24H26V56H-26Z")
                + &disc("#ff5a4f", -14, 36, 6)
                + &disc("#ffd84a", 2, 36, 6)
                + &strip(WHITE, 4, "M-16 48H18")
        }
        Suit::Cape => cut(trim, "M-26 16H26L0 62Z") + &cut("#d3202f", "M-15 22H15L0 48Z"),
        Suit::Fur => strip("#c99355", 5, "M-24 20L-18 34M0 16V32M24 20L18 34M-12 44L-8 58M12 44L8 58"),
    };
    // Two of a team are never dressed quite alike.
    let patch = [-30, -18, 18, 30][seed.below(4)];
    cut(kit.suit, "M-50 8H50V84H-50Z") + &worn + &disc(kit.head, patch, 68 - seed.below(10) as i32, 5)
}

/// A star around a point.
pub(crate) fn star(x: f32, y: f32, r: f32) -> String {
    let points: Vec<String> = (0..10)
        .map(|n| {
            let (sin, cos) = (n as f32 * std::f32::consts::PI / 5.0).sin_cos();
            let r = if n % 2 == 0 { r } else { r * 0.45 };
            format!("{:.1} {:.1}", x + r * sin, y - r * cos)
        })
        .collect();
    format!("M{}Z", points.join("L"))
}

fn hat(kit: &Kit) -> String {
    let trim = kit.trim;
    let lined = |fill: &str, d: &str| cut(fill, d) + &strip(DARK, 3, d);
    match kit.hat {
        Hat::Cone => {
            lined("#2f7fd6", "M-26-72L2-124L28-72C12-64-12-64-26-72Z")
                + &strip(trim, 5, "M-14-92L18-84M-22-78L4-72")
                + &disc(trim, 2, -124, 10)
                + &ring(DARK, 2.5, 2, -124, 10)
        }
        Hat::Straw => {
            lined(
                trim,
                "M-66-62C-40-78-34-76-30-76C-28-104 28-104 30-76C34-76 40-78 66-62C30-52-30-52-66-62Z",
            ) + &strip("#b5402c", 7, "M-30-74C-12-66 12-66 30-74")
        }
        Hat::Chef => {
            lined(
                WHITE,
                "M-28-62V-82C-56-86-46-120-22-112C-12-130 14-130 24-112C48-120 54-86 28-82V-62C10-56-10-56-28-62Z",
            ) + &strip("#cfc3ae", 3, "M-12-66V-82M4-64V-82")
        }
        Hat::Cloud => {
            lined(
                "#f4faff",
                "M-46-66C-66-70-58-98-38-94C-34-118 2-120 10-102C34-114 54-92 42-80C52-68 40-60 30-64C0-58-30-58-46-66Z",
            ) + &strip(trim, 4, "M48-96L62-108M54-84L72-86M36-106L42-122")
        }
        Hat::Parting => {
            lined("#4a3526", "M-44-50C-48-86 48-92 44-50C30-62 10-70-8-72C-20-62-34-58-44-50Z")
                + &strip(DARK, 4, "M-6-30H6M-34-30H-30M30-30H34")
                + &ring(DARK, 4, -18, -30, 16)
                + &ring(DARK, 4, 18, -30, 16)
        }
        Hat::Mohawk => {
            lined(trim, "M-12-76L-26-112L-8-100L0-128L10-100L26-114L14-76Z")
                + &strip(DARK, 7, "M-46-40C-52-92 52-92 46-40")
                + &disc(trim, -48, -32, 11)
                + &disc(trim, 48, -32, 11)
        }
        Hat::Feelers => {
            strip(DARK, 5, "M-14-76C-18-100-30-108-40-106M14-76C18-100 30-108 40-106")
                + &disc(kit.suit, -42, -106, 9)
                + &disc(kit.suit, 42, -106, 9)
        }
        Hat::Corks => {
            lined(
                trim,
                "M-62-60C-40-72-32-70-28-72C-26-104 26-104 28-72C32-70 40-72 62-60C30-50-30-50-62-60Z",
            ) + &strip("#e9d9b5", 2.5, "M-56-60V-38M-38-56V-40M38-56V-40M56-60V-38")
                + &strip("#d9a866", 9, "M-56-36V-32M-38-38V-34M38-38V-34M56-36V-32")
        }
        Hat::Hood => {
            lined("#3b2d57", "M-54-6C-62-96-20-92 0-104C20-92 62-96 54-6C44-20 44-64 0-66C-44-64-44-20-54-6Z")
        }
        Hat::Helmet => {
            lined(trim, "M-50-46C-50-104 50-104 50-46C30-56-30-56-50-46Z")
                + &strip(WHITE, 7, "M0-88V-54M-26-82C-30-70-30-62-30-54M26-82C30-70 30-62 30-54")
                + &strip(DARK, 4, "M-46-44L-36 2M46-44L36 2")
        }
        Hat::Stetson => {
            lined(
                "#8a4f22",
                "M-70-70C-50-56-34-62-28-64C-30-92-22-110-10-108L0-102L10-108C22-110 30-92 28-64C34-62 50-56 70-70C62-44-62-44-70-70Z",
            ) + &strip(trim, 6, "M-27-70C-12-62 12-62 27-70")
        }
        Hat::Band => {
            cut(trim, "M-48-52H48V-40H-48Z")
                + &strip(DARK, 2.5, "M-48-52H48M-48-40H48")
                + &lined(trim, "M46-46L78-62L72-48L80-34Z")
                + &cut("#262a35", "M-46-14H46C50 2 46 8 46 8H-46S-50 2-46-14Z")
        }
        Hat::Crest => {
            lined(trim, "M-30-66L-34-96L-14-78L-6-108L8-80L22-106L30-76L46-90L42-56C10-86-10-82-30-66Z")
        }
        Hat::Tricorne => {
            lined("#1b2440", "M-64-62C-40-108-20-96 0-108C20-96 40-108 64-62C30-78-30-78-64-62Z")
                + &disc(WHITE, 0, -88, 7)
                + &strip(WHITE, 4, "M-12-76L12-100M12-76L-12-100")
                + &strip(trim, 4, "M-58-64C-30-78 30-78 58-64")
        }
        Hat::Plume => {
            lined("#8f9bb0", "M-48-44C-50-100 50-100 48-44L30-52V-62H-30V-52Z")
                + &strip(DARK, 2.5, "M0-84V-62")
                + &lined("#d3202f", "M0-84C-8-124 40-130 56-104C40-108 22-102 12-82Z")
        }
        Hat::Bolts => {
            strip(DARK, 5, "M0-78V-104")
                + &disc(trim, 0, -108, 9)
                + &ring(DARK, 2.5, 0, -108, 9)
                + &lined("#6d7c86", "M-58-40H-46V-18H-58ZM46-40H58V-18H46Z")
                + &strip(DARK, 3, "M-20-66H20")
        }
        Hat::Bubble => {
            r##"<circle cx="0" cy="-36" r="60" fill="#bfe9ff" fill-opacity=".28" stroke="#eefaff" stroke-width="4"/>"##.to_owned()
                + &strip("#ffffff", 6, "M-44-62C-38-76-26-84-16-86")
                + &lined(trim, "M-44 14C-20 26 20 26 44 14V2C20 14-20 14-44 2Z")
        }
        Hat::Mask => {
            cut(trim, "M-48-50C-20-40 20-40 48-50V-14C30-12 12-12 0-24C-12-12-30-12-48-14Z")
                + &strip(DARK, 2.5, "M-48-50C-20-40 20-40 48-50V-14C30-12 12-12 0-24C-12-12-30-12-48-14Z")
                + &disc(WHITE, -19, -30, 11)
                + &disc(WHITE, 19, -30, 11)
                + &disc(DARK, -17, -30, 5)
                + &disc(DARK, 17, -30, 5)
        }
        Hat::Antlers => {
            strip(DARK, 14, ANTLERS)
                + &strip("#f0d9a8", 9, ANTLERS)
                + &lined("#8a5526", "M-24-8C-26-24 26-24 24-8C24 10-24 10-24-8Z")
                + &disc(DARK, -9, -8, 4)
                + &disc(DARK, 9, -8, 4)
        }
    }
}

const ANTLERS: &str = "M-26-72C-44-86-62-84-74-108M-46-84L-40-112M-60-90L-62-116M26-72C44-86 62-84 74-108M46-84L40-112M60-90L62-116";

/// What a name brings along.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Mane,
    Ears,
    Snout,
    Comb,
    Wings,
    Horns,
    Crown,
    Flame,
    Fins,
    Arms,
    Spikes,
    Handle,
    Balls,
    Zap,
    Horn,
    Box,
    Shell,
    Rays,
}

/// The first word of these that is in the name.
fn brings(name: &str) -> Option<Part> {
    const PARTS: [(&str, Part); 47] = [
        ("Lion", Part::Mane),
        ("Sheepdog", Part::Ears),
        ("Wombat", Part::Ears),
        ("Kangaroo", Part::Ears),
        ("Piglet", Part::Snout),
        ("Croc", Part::Snout),
        ("Rooster", Part::Comb),
        ("Emu", Part::Comb),
        ("Raptor", Part::Snout),
        ("Night Bat", Part::Wings),
        ("Hornet", Part::Wings),
        ("Firefly", Part::Wings),
        ("Ladybug", Part::Wings),
        ("Paper Plane", Part::Wings),
        ("Three-Horn", Part::Horns),
        ("Longneck", Part::Horns),
        ("Beetle", Part::Horns),
        ("Queen", Part::Crown),
        ("Campfire", Part::Flame),
        ("Candle", Part::Flame),
        ("Volcano", Part::Flame),
        ("Firework", Part::Flame),
        ("Rocket", Part::Fins),
        ("Booster", Part::Fins),
        ("Cannonball", Part::Fins),
        ("Kraken", Part::Arms),
        ("Rubber Limb", Part::Arms),
        ("Cactus", Part::Spikes),
        ("Practice Dummy", Part::Spikes),
        ("Frying Pan", Part::Handle),
        ("Teapot", Part::Handle),
        ("Coffee Mug", Part::Handle),
        ("Juggler", Part::Balls),
        ("Wrecking Ball", Part::Balls),
        ("Thunderclap", Part::Zap),
        ("Power Chord", Part::Zap),
        ("Battery", Part::Zap),
        ("Laser", Part::Zap),
        ("Tuba", Part::Horn),
        ("Bagpipe", Part::Horn),
        ("Loudspeaker", Part::Horn),
        ("Toaster", Part::Box),
        ("Filing Cabinet", Part::Box),
        ("Coffin", Part::Box),
        ("Drawbridge", Part::Box),
        ("Egg", Part::Shell),
        ("Sunbeam", Part::Rays),
    ];
    PARTS.iter().find(|(word, _)| name.contains(word)).map(|(_, part)| *part)
}

impl Part {
    /// What is behind the capsule, what is before it, and whether the head stays bare.
    fn draw(self, kit: &Kit) -> (String, String, bool) {
        let lined = |fill: &str, d: &str| cut(fill, d) + &strip(DARK, 3, d);
        let none = String::new;
        match self {
            Part::Mane => (
                lined(
                    "#b5631c",
                    "M0-100L18-92L36-94L46-78L62-68L62-48L72-32L62-16L64 4L46 12L34 26L0 20L-34 26L-46 12L-64 4L-62-16L-72-32L-62-48L-62-68L-46-78L-36-94L-18-92Z",
                ),
                cut(DARK, "M-8-18H8L0-9Z"),
                true,
            ),
            Part::Ears => (
                lined(
                    "#7a5233",
                    "M-44-50C-70-92-60-110-48-108C-34-104-24-88-20-70ZM44-50C70-92 60-110 48-108C34-104 24-88 20-70Z",
                ),
                none(),
                kit.hat != Hat::Corks,
            ),
            Part::Snout => (
                none(),
                lined(kit.head, "M-24-14C-24-32 24-32 24-14C28 6-28 6-24-14Z")
                    + &disc(DARK, -8, -14, 4)
                    + &disc(DARK, 8, -14, 4)
                    + &strip(DARK, 3, "M-20-2C-8 4 8 4 20-2"),
                false,
            ),
            Part::Comb => (
                none(),
                lined("#e5322d", "M-20-74C-30-96-14-106-8-92C-10-114 12-114 10-92C18-106 32-96 20-74Z")
                    + &lined("#f5a623", "M-10-18H10L0 2Z"),
                true,
            ),
            Part::Wings => (
                lined(
                    "#eaf3ff",
                    "M-40-20C-80-70-98-40-88-18C-84 0-60 8-40 6ZM40-20C80-70 98-40 88-18C84 0 60 8 40 6Z",
                ),
                none(),
                false,
            ),
            Part::Horns => (
                lined(
                    "#f4ead2",
                    "M-44-50C-66-62-76-86-70-104C-58-88-40-84-24-70ZM44-50C66-62 76-86 70-104C58-88 40-84 24-70Z",
                ),
                lined("#f4ead2", "M-8-50L0-72L8-50Z"),
                true,
            ),
            Part::Crown => (
                none(),
                lined("#ffd21f", "M-38-64L-44-108L-20-88L0-116L20-88L44-108L38-64C20-58-20-58-38-64Z")
                    + &disc("#d3202f", 0, -78, 6)
                    + &disc("#2458d6", -22, -76, 5)
                    + &disc("#2458d6", 22, -76, 5),
                true,
            ),
            Part::Flame => (
                none(),
                lined(
                    "#ff8a1f",
                    "M0-132C10-112 34-104 26-82C22-66-22-66-26-82C-30-96-16-98-18-112C-8-108-4-118 0-132Z",
                ) + &cut("#ffe14f", "M2-104C8-94 16-90 12-80C8-72-10-72-12-80C-12-88-2-92 2-104Z"),
                true,
            ),
            Part::Fins => (
                lined("#d3202f", "M-40 20L-76 70L-72 96L-34 66ZM40 20L76 70L72 96L34 66Z")
                    + &lined("#ffb31f", "M-20 74L-12 104L0 88L12 104L20 74Z"),
                none(),
                false,
            ),
            Part::Arms => {
                let d = "M-40 30C-80 20-84-20-62-30M-40 50C-70 60-90 50-88 30M40 30C80 20 84-20 62-30M40 50C70 60 90 50 88 30";
                (strip(DARK, 19, d) + &strip(kit.head, 13, d), none(), false)
            }
            Part::Spikes => (
                none(),
                strip(
                    WHITE,
                    3.5,
                    "M-46-20L-60-26M-48 0L-62 2M46-20L60-26M48 0L62 2M-46 30L-60 36M46 30L60 36M-30-66L-38-80M30-66L38-80M0-12V-20",
                ),
                kit.hat != Hat::Stetson,
            ),
            Part::Handle => (
                strip(DARK, 20, "M46-10C92-14 92 54 46 50")
                    + &strip(kit.trim, 13, "M46-10C92-14 92 54 46 50")
                    + &lined(kit.trim, "M-44 30C-66 26-62-8-84-14L-88-4C-74 8-80 50-44 56Z"),
                none(),
                false,
            ),
            Part::Balls => (
                none(),
                [(-66, -60, "#2f7fd6"), (66, -60, "#3fae4a"), (0, -128, "#ffb31f")]
                    .map(|(x, y, c)| disc(c, x, y, 13) + &ring(DARK, 3, x, y, 13))
                    .concat(),
                false,
            ),
            Part::Zap => (
                lined("#ffe14f", "M-52-96L-84-40H-64L-88 16L-40-44H-60ZM52-96L84-40H64L88 16L40-44H60Z"),
                none(),
                false,
            ),
            Part::Horn => {
                (lined("#f1c53b", "M40 20C76 10 64-40 58-66L94-96C104-40 104 44 40 50Z"), none(), false)
            }
            Part::Box => {
                (lined(kit.trim, "M-62-74H62V86H-62Z") + &strip(DARK, 3, "M-62 6H-48M48 6H62"), none(), true)
            }
            Part::Shell => (
                none(),
                lined("#fff4dc", "M-48 10L-32-4L-18 12L-2-4L14 12L30-4L48 10V34A48 48 0 0 1-48 34Z")
                    + &lined("#fff4dc", "M-40-58L-24-50L-8-62L8-50L24-62L40-54C34-98-34-98-40-58Z"),
                true,
            ),
            Part::Rays => (
                strip(
                    "#ffe14f",
                    9,
                    "M0-92V-116M-44-72L-60-92M44-72L60-92M-62-30H-86M62-30H86M-62 16L-82 30M62 16L82 30",
                ),
                none(),
                true,
            ),
        }
    }
}
