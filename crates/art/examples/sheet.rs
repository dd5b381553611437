//! Writes every picture into a folder, and contact sheets to look at: `cargo run -p art --example sheet -- DIR`.

use std::path::PathBuf;
use std::{env, fs, io};

const GAMES: [&str; 4] = ["mister-spy", "renamed-spy", "mighty-beanz", "austin-powers"];
const GROUNDS: [(&str, &str); 2] = [("light", "#f4efe6"), ("dark", "#221c18")];

fn main() -> io::Result<()> {
    let dir = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "sheet".to_owned()));
    fs::create_dir_all(&dir)?;
    fs::write(dir.join("mark.svg"), art::mark())?;
    for game in GAMES {
        fs::write(dir.join(format!("{game}.svg")), art::poster(game).unwrap_or_default())?;
        for card in art::cards(game) {
            fs::write(dir.join(format!("{game}-{card}.svg")), art::svg(game, &card).unwrap_or_default())?;
        }
    }
    let mut all = String::new();
    for (_, ground) in GROUNDS {
        let posters = GAMES.map(|game| img(game, 480)).concat();
        all += &section(ground, &(posters + &[16, 32, 64, 200].map(|size| img("mark", size)).concat()));
        for game in GAMES {
            for size in [64, 120, 250] {
                all += &section(ground, &row(game, size));
            }
        }
    }
    fs::write(dir.join("index.html"), page(&all))?;
    for game in GAMES {
        for (name, ground) in GROUNDS {
            for size in [64, 120, 250] {
                let html = page(&section(ground, &row(game, size)));
                fs::write(dir.join(format!("{game}-{name}-{size}.html")), html)?;
            }
        }
    }
    Ok(())
}

fn img(name: &str, width: u32) -> String {
    format!(r#"<img src="{name}.svg" width="{width}" alt="{name}"> "#)
}

fn row(game: &str, width: u32) -> String {
    art::cards(game).iter().map(|card| img(&format!("{game}-{card}"), width)).collect()
}

fn section(ground: &str, images: &str) -> String {
    format!(r#"<section style="background:{ground};padding:8px;line-height:0">{images}</section>"#)
}

fn page(body: &str) -> String {
    format!(
        "<!doctype html><meta charset=utf-8><title>Contact sheet</title><style>body{{margin:0}}img{{margin:3px}}</style>{body}"
    )
}
