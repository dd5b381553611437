//! What must hold for every picture.

use std::collections::HashSet;

const GAMES: [&str; 4] = ["mister-spy", "renamed-spy", "mighty-beanz", "austin-powers"];

fn all() -> Vec<(&'static str, String, String)> {
    GAMES
        .iter()
        .flat_map(|game| art::cards(game).into_iter().map(move |card| (*game, card)))
        .map(|(game, card)| (game, card.clone(), art::svg(game, &card).unwrap_or_default()))
        .collect()
}

/// Tags that close in order, quoted attributes without repetition, no stray ampersands; panics with what is wrong.
fn well_formed(name: &str, xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        entities(name, &rest[..at]);
        let end = rest[at..].find('>').unwrap_or_else(|| panic!("{name}: a tag is not closed")) + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(closing) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closing), "{name}");
            continue;
        }
        let (tag, alone) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (element, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let parts: Vec<&str> = attributes.split('"').collect();
        assert!(parts.len() % 2 == 1, "{name}: quotes in <{tag}>");
        let mut seen = HashSet::new();
        for pair in parts.chunks_exact(2) {
            let key = pair[0].trim();
            assert!(key.ends_with('=') && seen.insert(key), "{name}: {key} in <{tag}>");
            entities(name, pair[1]);
        }
        if !alone {
            open.push(element);
        }
        assert!(!open.is_empty(), "{name}: more than one root");
    }
    assert!(open.is_empty() && rest.is_empty(), "{name}: {open:?} left open");
}

fn entities(name: &str, text: &str) {
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|e| text[at..].starts_with(e));
        assert!(known, "{name}: a stray & in {text}");
    }
}

#[test]
fn every_picture_is_a_document() {
    let mut pictures = vec![("mark".to_owned(), art::mark())];
    pictures.extend(GAMES.map(|game| (game.to_owned(), art::poster(game).unwrap())));
    let symbols = ["vibe-groovy", "vibe-shagadelic", "vibe-randy", "vibe-creepy", "mark-shag", "mark-kill"];
    let symbols = symbols.into_iter().chain(["sign-good", "sign-evil"]);
    pictures.extend(symbols.map(|name| (name.to_owned(), art::svg("austin-powers", name).unwrap())));
    pictures.extend(all().into_iter().map(|(game, card, svg)| (format!("{game} {card}"), svg)));
    for (name, svg) in pictures {
        well_formed(&name, &svg);
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox="), "{name}");
        assert!(svg.contains("role=\"img\""), "{name}");
        assert!(svg.len() < 8_000, "{name} has {} bytes", svg.len());
        for refused in ["<script", "<style", " style=", "href=\"http", "@import", "url(http", "NaN", "inf"] {
            assert!(!svg.contains(refused), "{name} has {refused}");
        }
    }
}

#[test]
fn every_card_has_one_picture() {
    assert_eq!(art::cards("mister-spy").len(), mister_spy::cards::FACES + 2);
    assert_eq!(art::cards("renamed-spy").len(), renamed_spy::cards::FACES + 2);
    assert_eq!(art::cards("mighty-beanz").len(), mighty_beanz::Face::all().count() + 1);
    assert_eq!(art::cards("austin-powers").len(), austin_powers::Face::all().count() + 1);
    let pictures = all();
    for game in GAMES {
        let of_game = || pictures.iter().filter(|(g, ..)| *g == game);
        assert_eq!(of_game().map(|(_, _, svg)| svg).collect::<HashSet<_>>().len(), of_game().count());
    }
    assert_eq!(pictures, all());
    assert_eq!(art::svg("mister-spy", "no-such-card"), None);
    assert_eq!(art::svg("no-such-game", "castle"), None);
    assert!(art::cards("no-such-game").is_empty() && art::poster("no-such-game").is_none());
}

/// The title for those who listen, and all words of the text in their order.
fn says(svg: &str, title: &str, value: u8, text: &str) {
    let head = svg.split("</title>").next().unwrap_or_default();
    assert!(head.contains(title), "{title}: {head}");
    assert!(value == 0 || head.ends_with(&format!(" {value}")), "{title}: {head}");
    let lines: Vec<&str> = svg.split("<tspan").skip(1).filter_map(|t| t.split(['<', '>']).nth(1)).collect();
    assert_eq!(lines.join(" "), text);
}

#[test]
fn every_card_says_what_it_is() {
    for face in mister_spy::Face::all() {
        let svg = art::svg("mister-spy", face.slug()).unwrap();
        says(&svg, face.title(), face.value(), face.flavour());
    }
    for face in renamed_spy::Face::all() {
        let svg = art::svg("renamed-spy", face.slug()).unwrap();
        says(&svg, face.title(), face.value(), face.flavour());
    }
}

/// What decides play stands on every card of Mighty Beanz; what is said for fun, where there is room.
#[test]
fn every_bean_says_what_it_is() {
    let mut quoted = 0;
    for face in mighty_beanz::Face::all() {
        let card = face.card();
        let svg = art::svg("mighty-beanz", &card.slug).unwrap();
        let head = svg.split("</title>").next().unwrap_or_default();
        assert!(head.contains(&card.name), "{head}");
        assert!(card.mmp == 0 || head.contains(&format!("MMP {}", card.mmp)), "{head}");
        let lines: Vec<&str> =
            svg.split("<tspan").skip(1).filter_map(|t| t.split(['<', '>']).nth(1)).collect();
        let text = mighty_beanz::words::text(card);
        let read = lines.join(" ");
        assert!(read.starts_with(&text), "{read}");
        let rest = read[text.len()..].trim();
        assert!(rest.is_empty() || rest == card.says, "{rest}");
        quoted += usize::from(!rest.is_empty());
    }
    assert!(quoted > 60, "{quoted}");
    assert!(art::svg("mighty-beanz", "range").is_some());
}

/// What decides play stands on every card of Austin Powers: sides, worth, vibes as many shapes as there are, and the whole text.
#[test]
fn every_agent_says_who_they_are() {
    use austin_powers::cards::{Kind, Vibe};
    let mut quoted = 0;
    for face in austin_powers::Face::all() {
        let card = face.card();
        let svg = art::svg("austin-powers", &card.slug).unwrap();
        let head = svg.split("</title>").next().unwrap_or_default();
        assert!(head.contains(&card.name) && head.contains(card.of.title()), "{head}");
        assert!(card.value == 0 || head.ends_with(&format!("worth {}", card.value)), "{head}");
        let shapes = |vibe: Vibe| {
            let id = format!("v{}-", vibe as u8);
            svg.matches(&format!("id=\"{id}")).count() + svg.matches(&format!("href=\"#{id}")).count()
        };
        for vibe in Vibe::ALL {
            let all = [card.vibes, card.needs, card.shag, card.kill].map(|vibes| usize::from(vibes.of(vibe)));
            assert_eq!(shapes(vibe), all.iter().sum::<usize>(), "{}: {}", card.name, vibe.title());
        }
        let lines: Vec<&str> =
            svg.split("<tspan").skip(1).filter_map(|t| t.split(['<', '>']).nth(1)).collect();
        let read = lines.join(" ");
        let text = match austin_powers::words::both_ways(card) {
            Some((with, without)) => format!("{with}. {without}."),
            None => austin_powers::words::text(card),
        };
        assert!(read.starts_with(&text), "{read}");
        let rest = read[text.len()..].trim();
        assert!(rest.is_empty() || rest == card.says, "{rest}");
        assert!(!rest.is_empty() || card.kind != Kind::Agent || !card.ship, "{}", card.name);
        quoted += usize::from(!rest.is_empty());
    }
    assert!(quoted > 90, "{quoted}");
}

#[test]
fn text_stays_on_the_card() {
    for (game, card, svg) in all() {
        for row in svg.split("<tspan").skip(1) {
            let y: f32 = row.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
            assert!((180.0..=343.0).contains(&y), "{game} {card}: a line at {y}");
        }
    }
}
