//! The fifteen Lairs of Mister Spy: a silhouette in front of a huge sun, the ground it stands on, and a few lights.
//! All stand on the line `y = 212`, right of the corner that holds the value.

use crate::paper::{INK, MUSTARD, PAPER, RED, TEAL, Type, cut, disc, heading, ring, strip};

/// What a Lair is drawn from.
pub(crate) struct Scene {
    /// The sheet behind everything.
    pub(crate) sky: &'static str,
    /// The sun's colour.
    pub(crate) sun: &'static str,
    /// The sheet the Lair stands on.
    pub(crate) ground: &'static str,
    /// What is between sun and Lair.
    pub(crate) far: String,
    /// The outline, without a colour of its own, because its shadow has the same.
    pub(crate) outline: String,
    /// Windows, doors and lights.
    pub(crate) lights: String,
}

fn scene(sky: &'static str, sun: &'static str, ground: &'static str, outline: &str, lights: String) -> Scene {
    Scene { sky, sun, ground, far: String::new(), outline: format!(r#"<path d="{outline}"/>"#), lights }
}

/// Bright eyes in the dark.
fn eyes(x: i32, y: i32) -> String {
    disc(PAPER, x - 6, y, 4)
        + &disc(PAPER, x + 6, y, 4)
        + &disc(INK, x - 5, y, 1.8)
        + &disc(INK, x + 7, y, 1.8)
}

/// Lines of small waves.
fn waves(colour: &str) -> String {
    let row = |x: i32, y: i32| format!("M{x} {y}q7-7 14 0t14 0t14 0");
    strip(colour, 2.5, [row(22, 226), row(96, 238), row(190, 230), row(150, 222), row(30, 242)].concat())
}

const DEEP: &str = "#155c5f";
const DUSK: &str = "#27303f";
const EMBER: &str = "#a92c1b";
const OCHRE: &str = "#c98a12";

/// The scene of the Lair with this slug; a plain tower for one that nobody has drawn yet.
pub(crate) fn scene_of(slug: &str) -> Scene {
    match slug {
        "storage-unit" => storage_unit(),
        "houseboat" => houseboat(),
        "bakery" => bakery(),
        "mini-golf" => mini_golf(),
        "basement" => basement(),
        "submarine" => submarine(),
        "blimp" => blimp(),
        "castle" => castle(),
        "oil-rig" => oil_rig(),
        "lighthouse" => lighthouse(),
        "volcano" => volcano(),
        "moon-base" => moon_base(),
        "skull-island" => skull_island(),
        "ice-palace" => ice_palace(),
        "opera-house" => opera_house(),
        _ => scene(
            MUSTARD,
            RED,
            OCHRE,
            "M120 212V90H108V60H124V72H140V60H164V72H180V60H196V90H184V212Z",
            String::new(),
        ),
    }
}

fn storage_unit() -> Scene {
    let slats = |x: i32, from: i32, to: i32| -> String {
        (0..)
            .map(|n| from + 9 * n)
            .take_while(|y| *y < to)
            .map(|y| format!(r#"<path fill="{RED}" d="M{x} {y}H{}V{}H{x}Z"/>"#, x + 58, y + 7))
            .collect()
    };
    let lights = slats(88, 146, 212)
        + &slats(162, 146, 176)
        + &cut(MUSTARD, "M162 176H220V212H162Z")
        + &cut(
            INK,
            "M170 212C170 200 180 197 191 197S212 200 212 212ZM180 189C180 174 202 174 202 189C202 202 180 202 180 189Z",
        )
        + &eyes(191, 188)
        + &cut(PAPER, "M134 118H176V140H134Z")
        + &heading("13B", Type::Sans, INK, [155, 134], 16.0, 36);
    scene(MUSTARD, PAPER, OCHRE, "M80 212V112L86 106H226L232 112V212Z", lights)
}

fn houseboat() -> Scene {
    let lights = cut(MUSTARD, "M112 166H130V182H112ZM140 166H158V182H140ZM168 166H184V182H168Z")
        + &cut(MUSTARD, "M141 80H147V100H141Z")
        + &strip(PAPER, 3, "M88 196H226")
        + &disc(PAPER, 206, 204, 4)
        + &strip(INK, 2.5, "M196 158L222 146L226 190M106 158V140")
        + &cut(RED, "M106 138L90 144L106 150Z");
    let mut s = scene(
        PAPER,
        RED,
        TEAL,
        "M78 188H236L220 214H96ZM102 190V160H192V190ZM96 160L104 148H196L200 160ZM159 150V98H146V82H164Q169 82 169 88V150ZM110 150V132H122V150Z",
        lights + &waves(PAPER),
    );
    s.far = strip(TEAL, 5, "M116 126q-8-10 0-20t0-20");
    s
}

fn bakery() -> Scene {
    let awning: String = (0..6)
        .map(|n| {
            let x = 88 + 23 * n;
            cut(
                if n % 2 == 0 { RED } else { PAPER },
                format!("M{} 142H{}V158A11.5 9 0 0 1 {x} 158V150Z", x, x + 23),
            )
        })
        .collect();
    let lights = awning
        + &cut(MUSTARD, "M98 172H164V204H98Z")
        + &cut(INK, "M104 204C104 190 124 190 124 204ZM128 204C128 186 158 186 158 204Z")
        + &cut(MUSTARD, "M178 172H210V212H178Z")
        + &cut(INK, "M178 172L200 178V212H178Z")
        + &eyes(190, 188)
        + &strip(
            PAPER,
            6,
            "M139 122L163 99C174 88 185 101 174 112C162 126 140 126 128 112C117 101 128 88 139 99L163 122",
        );
    scene(TEAL, MUSTARD, DEEP, "M88 212V128H96V78H118V88H196V78H204V58H218V128H226V212Z", lights)
}

fn mini_golf() -> Scene {
    let blade = |turn: i32| {
        format!(
            r#"<g transform="rotate({turn} 146 104)">{}{}</g>"#,
            cut(INK, "M144 104V44H148V104ZM148 50H164V94H148Z"),
            strip(PAPER, 2, "M156 50V94M148 65H164M148 80H164")
        )
    };
    let lights = [18, 108, 198, 288].map(blade).concat()
        + &disc(RED, 146, 104, 8)
        + &cut(MUSTARD, "M136 212V194C136 178 156 178 156 194V212Z")
        + &cut(INK, "M146 132L152 142H140Z")
        + &strip(INK, 4, "M212 214V130")
        + &cut(INK, "M213 128L242 141L213 156Z")
        + &heading("9", Type::Sans, PAPER, [220, 147], 13.0, 12)
        + &cut(INK, "M196 216C196 210 228 210 228 216C228 222 196 222 196 216Z")
        + &disc(PAPER, 106, 220, 8)
        + &strip(PAPER, 2.5, "M120 222H184");
    scene(RED, PAPER, TEAL, "M116 212L128 106C128 82 164 82 164 106L176 212Z", lights)
}

fn basement() -> Scene {
    let mut s = scene(
        TEAL,
        MUSTARD,
        EMBER,
        "M108 150V106H96L156 60L180 78V62H194V90L216 106H204V150Z",
        cut(MUSTARD, "M120 116H144V138H120ZM168 116H192V138H168Z")
            + &strip(INK, 3, "M132 116V138M180 116V138")
            + &cut(PAPER, "M120 116H132C130 126 126 130 120 132ZM192 116H180C182 126 186 130 192 132Z")
            + &cut(EMBER, "M0 150H250V260H0Z")
            + &cut(MUSTARD, "M84 164H230V232H84Z")
            + &cut(INK, "M84 164H98V178H110V192H122V206H134V220H146V232H84Z")
            + &cut(INK, "M188 232V192H224V232ZM156 232V212H180V232Z")
            + &disc(PAPER, 206, 213, 11)
            + &disc(TEAL, 206, 213, 7)
            + &strip(INK, 2.5, "M168 164V176M128 172L226 180")
            + &cut(PAPER, "M158 182C158 172 178 172 178 182Z")
            + &cut(RED, "M190 177H200L198 188H192ZM208 178H220V190H208Z")
            + &cut(PAPER, "M160 200H176V212H160Z")
            + &disc(RED, 168, 206, 3),
    );
    s.far = cut(INK, "M84 150L96 120L108 150ZM206 150L220 112L234 150Z");
    s
}

fn submarine() -> Scene {
    let lights = disc(MUSTARD, 116, 186, 8)
        + &disc(MUSTARD, 144, 186, 8)
        + &disc(MUSTARD, 172, 186, 8)
        + &cut(RED, "M186 172L208 170L210 192L188 194Z")
        + &strip(
            PAPER,
            2,
            "M184 176L190 175M184 188L190 187M206 174L212 173M206 186L212 185M192 170V175M202 169V174",
        )
        + &strip(PAPER, 2, "M150 140Q136 138 130 124")
        + &cut(PAPER, "M124 96L138 96V124H118V104Z")
        + &disc(INK, 128, 104, 3)
        + &heading("£", Type::Sans, INK, [128, 121], 14.0, 14)
        + &cut(TEAL, "M0 208Q125 200 250 208V222H0Z")
        + &waves(PAPER);
    scene(
        MUSTARD,
        RED,
        TEAL,
        "M74 188C82 166 120 162 144 162L150 126H186L192 162C214 164 226 170 232 176L242 160V206L230 198C214 214 180 216 150 216S82 210 74 188ZM168 128V92H156V82H178V128Z",
        lights,
    )
}

fn blimp() -> Scene {
    let mut s = scene(
        MUSTARD,
        PAPER,
        OCHRE,
        "M68 110C80 66 190 60 222 100L242 78L240 110L242 142L222 120C190 160 80 154 68 110ZM128 146H180L172 168H136Z",
        cut(
            PAPER,
            "M78 122L88 130L94 122L104 134L110 124L120 138L126 126L134 140L140 128L146 132C120 146 88 142 76 124Z",
        ) + &cut(PAPER, "M92 96L118 102L112 112C102 114 94 106 92 96Z")
            + &disc(RED, 108, 105, 4)
            + &cut(RED, "M220 100L242 78L240 96ZM220 120L242 142L240 124Z")
            + &cut(MUSTARD, "M140 152H148V160H140ZM154 152H162V160H154Z")
            + &strip(INK, 2, "M120 148L132 156M188 146L178 156"),
    );
    s.far = cut(
        RED,
        "M0 214V192H24V204H40V184H58V206H84V196H104V186H112V206H150V190H168V200H188V178H196V170H202V178H210V204H228V192H250V214Z",
    );
    s
}

fn castle() -> Scene {
    let mut s = scene(
        RED,
        MUSTARD,
        PAPER,
        "M86 212L104 172V122H98L112 92L126 122H122V142H132V92H126L144 52L162 92H156V126H170V106H164L180 72L196 106H190V140H204V126H198L212 100L226 126H222V172L240 212Z",
        cut(MUSTARD, "M110 130H116V140H110ZM140 102H148V116H140ZM176 116H184V126H176ZM210 134H216V144H210Z")
            + &cut(PAPER, "M150 212V186C150 170 176 170 176 186V212Z")
            + &strip(INK, 2.5, "M157 174V212M163 172V212M169 174V212M150 188H176M150 200H176")
            + &strip(INK, 2.5, "M144 56V34M180 74V58M112 94V78M212 102V86")
            + &cut(
                TEAL,
                "M145 33L164 39L145 46ZM181 57L195 62L181 68ZM113 77L126 82L113 87ZM213 85L226 90L213 95Z",
            ),
    );
    s.far = cut(TEAL, "M0 212L40 120L76 178L104 140L150 212ZM160 212L214 124L250 176V212Z")
        + &cut(PAPER, "M40 120L27 150L38 144L46 152L56 146ZM214 124L200 148L212 142L220 152L229 144Z");
    s
}

fn oil_rig() -> Scene {
    let mut s = scene(
        TEAL,
        MUSTARD,
        DEEP,
        "M82 168H234V184H82ZM94 184H106V214H94ZM210 184H222V214H210ZM150 184H162V214H150ZM88 168V140H122V168ZM182 168V150H230V168ZM196 150V132H212V150ZM94 140V104H102V140Z",
        strip(INK, 5, "M128 168L146 52H158L176 168")
            + &strip(
                INK,
                3,
                "M131 150L173 150M134 128H170M138 104H166M142 80H162M131 150L170 128L138 104L162 80L146 54M173 150L134 128L166 104L142 80L158 54M106 186L150 212M150 186L106 212M162 186L210 212M210 186L162 212",
            )
            + &strip(INK, 4, "M204 134L240 98V122")
            + &cut(RED, "M146 44H158V54H146Z")
            + &cut(
                MUSTARD,
                "M94 148H102V156H94ZM108 148H116V156H108ZM190 156H198V162H190ZM204 156H212V162H204ZM218 156H226V162H218Z",
            )
            + &strip(PAPER, 2, "M88 174H228")
            + &waves(PAPER),
    );
    s.far = disc(PAPER, 98, 92, 7) + &disc(PAPER, 106, 80, 9) + &disc(PAPER, 96, 66, 11);
    s
}

fn lighthouse() -> Scene {
    let mut s = scene(
        DUSK,
        TEAL,
        "#151b26",
        "M84 214C92 192 112 190 120 186L132 90H126V80H134V58L156 42L178 58V80H186V90H180L192 186C206 190 226 196 232 214Z",
        cut(MUSTARD, "M140 62H172V80H140Z")
            + &strip(INK, 3, "M156 62V80")
            + &cut(RED, "M130 108L182 108L184.5 126H127.6ZM125.5 144H187L189 162H123.2Z")
            + &cut(MUSTARD, "M146 212V196C146 184 166 184 166 196V212Z")
            + &cut(PAPER, "M146 158V132C146 112 172 112 172 132V158L166 152L159 158L152 152Z")
            + &disc(INK, 154, 132, 3)
            + &disc(INK, 164, 132, 3)
            + &cut(INK, "M155 140H163C163 148 155 148 155 140Z")
            + &waves(TEAL),
    );
    s.far = cut(MUSTARD, "M156 71L250 30V112ZM156 71L66 34L66 108Z");
    s
}

fn volcano() -> Scene {
    let mut s = scene(
        TEAL,
        RED,
        DEEP,
        "M70 212C104 190 116 140 128 98H182C194 140 206 190 244 212Z",
        cut(MUSTARD, "M128 98H182L176 112L168 104L162 122L152 106L146 114L138 104L132 110Z")
            + &cut(RED, "M136 98H176L170 104H144Z")
            + &cut(MUSTARD, "M124 212V184C124 154 186 154 186 184V212Z")
            + &cut(INK, "M148 212V186L155 168L162 186V212ZM142 212L148 196V212ZM168 212L162 196V212Z")
            + &disc(RED, 155, 186, 3.5)
            + &strip(INK, 3, "M124 200H142M168 200H186"),
    );
    s.far = disc(PAPER, 150, 82, 16)
        + &disc(PAPER, 168, 66, 19)
        + &disc(PAPER, 142, 56, 18)
        + &disc(PAPER, 166, 36, 22)
        + &disc(PAPER, 196, 44, 15);
    s
}

fn moon_base() -> Scene {
    let star = |x: i32, y: i32| format!("M{x} {}l2 4 4 2-4 2-2 4-2-4-4-2 4-2Z", y - 6);
    let stars: String =
        [(92, 30), (226, 34), (84, 176), (232, 168), (206, 18)].iter().map(|(x, y)| star(*x, *y)).collect();
    let mut s = scene(
        DUSK,
        TEAL,
        PAPER,
        "M82 212C82 150 158 150 158 212ZM150 212V198H182V212ZM172 212C172 182 212 182 212 212ZM190 186V132H194V186ZM112 170V146H118V170Z",
        cut(MUSTARD, "M96 194C100 180 114 178 114 178V194ZM122 178C136 180 142 186 144 194H122Z")
            + &strip(MUSTARD, 3, "M182 204H202")
            + &cut(INK, "M172 116L212 138C196 152 170 142 172 116Z")
            + &strip(INK, 3, "M192 128L208 108")
            + &disc(RED, 209, 107, 4)
            + &disc(RED, 115, 144, 4)
            + &cut(
                INK,
                "M218 212V172C218 152 226 146 228 142C230 146 238 152 238 172V212ZM212 212L218 192V212ZM244 212L238 192V212Z",
            )
            + &cut(RED, "M218 170C218 158 224 148 228 142C232 148 238 158 238 170Z")
            + &cut(
                "#d9c9a4",
                "M30 226C30 220 62 220 62 226C62 232 30 232 30 226ZM120 238C120 231 166 231 166 238C166 245 120 245 120 238ZM200 226C200 221 230 221 230 226C230 231 200 231 200 226Z",
            ),
    );
    s.far = cut(PAPER, stars)
        + &cut(
            MUSTARD,
            "M92 66C120 44 136 74 162 56C176 62 164 84 150 84C140 98 118 80 106 92C94 96 80 84 92 66ZM176 88C196 76 222 88 226 108C214 126 194 118 188 108C176 108 168 98 176 88Z",
        );
    s
}

fn skull_island() -> Scene {
    let mut s = scene(
        MUSTARD,
        RED,
        TEAL,
        "M78 214C96 208 102 190 106 174C84 150 90 78 156 76C222 78 228 150 206 174C210 190 220 208 236 214Z",
        cut(
            MUSTARD,
            "M104 132C108 112 144 116 146 134C146 156 104 158 104 132ZM208 132C204 112 168 116 166 134C166 156 208 158 208 132Z",
        ) + &cut(MUSTARD, "M156 146L166 168L156 164L146 168Z")
            + &disc(RED, 126, 136, 7)
            + &disc(RED, 186, 136, 7)
            + &cut(
                PAPER,
                "M118 182H130V200H118ZM133 182H145V204H133ZM148 182H160V206H148ZM163 182H175V204H163ZM178 182H190V200H178Z",
            )
            + &strip(INK, 6, "M176 84C184 66 182 54 178 44")
            + &cut(
                INK,
                "M178 46C160 30 146 40 142 54C154 44 168 46 178 50C164 54 160 66 162 74C168 60 176 54 180 50C194 52 200 62 200 72C208 58 196 46 184 46C196 40 208 44 214 52C212 36 194 30 180 44Z",
            )
            + &waves(PAPER),
    );
    s.far = cut(PAPER, "M196 34q8-8 14 0q6-8 14 0q-8-3-14 4q-6-7-14-4Z");
    s
}

fn ice_palace() -> Scene {
    let mut s = scene(
        TEAL,
        RED,
        "#dcebe4",
        "M74 212L94 128L106 166L118 88L132 140L156 34L180 140L194 88L206 166L218 128L240 212Z",
        cut(
            "#a5d2c8",
            "M156 46L162 212H184L178 146ZM118 102L124 212H138L131 148ZM194 102L196 212H206V170ZM94 140L98 212H110L105 172ZM218 140L220 212H236Z",
        ) + &cut(
            PAPER,
            "M156 46L134 146L128 212H158ZM118 102L108 168L104 212H122ZM194 102L182 146L188 212H194ZM94 140L79 212H96ZM218 140L208 170L210 212H217Z",
        ) + &cut(INK, "M140 212L156 160L172 212Z")
            + &cut(MUSTARD, "M148 212L156 182L164 212Z"),
    );
    s.far = strip("#7fc4b8", 6, "M78 52C110 28 130 68 170 44S226 38 244 28M84 70C110 52 150 84 188 60");
    s
}

fn opera_house() -> Scene {
    let columns: String = (0..5)
        .map(|n| cut(MUSTARD, format!("M{x} 160H{}V204H{x}Z", 110 + 24 * n, x = 98 + 24 * n)))
        .collect();
    let mut s = scene(
        TEAL,
        MUSTARD,
        DEEP,
        "M82 212V202H90V152H84V142L108 126C112 88 200 88 204 126L228 142V152H222V202H230V212ZM152 94V78H160V94Z",
        columns
            + &cut(PAPER, "M112 144L156 118L200 144Z")
            + &cut(RED, "M144 126C150 130 162 130 168 126C170 140 162 143 156 143S142 140 144 126Z")
            + &disc(PAPER, 151, 132, 2)
            + &disc(PAPER, 161, 132, 2)
            + &cut(INK, "M147 204V180C147 168 165 168 165 180V204Z")
            + &disc(RED, 156, 74, 6)
            + &strip(RED, 9, "M238 214C214 200 244 176 226 160C214 150 206 166 216 170")
            + &ring(PAPER, 2.5, 88, 112, 6)
            + &ring(PAPER, 2.5, 98, 94, 4)
            + &ring(PAPER, 2.5, 216, 110, 5)
            + &cut(PAPER, "M196 62C206 52 220 54 226 62L236 56V70L226 64C220 72 206 72 196 62Z")
            + &disc(INK, 205, 61, 2),
    );
    s.far = cut(
        PAPER,
        "M0 0H250V28q-10 12-21 0t-21 0t-21 0t-21 0t-21 0t-21 0t-21 0t-21 0t-21 0t-21 0t-21 0t-21 0Z",
    );
    s
}
