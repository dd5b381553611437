//! Style sheets and scripts. They are part of the program; their address changes whenever they do, so that browsers may
//! keep them.

use std::sync::LazyLock;

/// Every file, by name.
pub const ASSETS: [(&str, &str); 7] = [
    ("house.css", include_str!("../assets/house.css")),
    ("house.js", include_str!("../assets/house.js")),
    ("glide.js", include_str!("../assets/glide.js")),
    ("analysis.js", include_str!("../assets/analysis.js")),
    ("clocks.js", include_str!("../assets/clocks.js")),
    ("peek.js", include_str!("../assets/peek.js")),
    ("shot.js", include_str!("../assets/shot.js")),
];

/// Changes whenever one of them does.
pub static EDITION: LazyLock<String> = LazyLock::new(|| format!("{:016x}", table::fingerprint(&ASSETS)));
