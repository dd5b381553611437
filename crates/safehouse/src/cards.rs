//! `safehouse cards` and `safehouse decks`: the cards of the collectible games, for those who look for one or make one.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use ccg::{Coverage, Label, Mistakes, Shelf};
use table::Info;
use table::words::{Ink, count, no_such_card};

use crate::cli::{self, CardsDo, DecksDo};
use crate::fault::CliFault;
use crate::terminal::{brush, say};
use crate::watched::watched;

/// Every collectible game.
pub(crate) const SHELVES: [&dyn Shelf; 2] =
    [&mighty_beanz::shelf::BeanShelf, &austin_powers::shelf::MojoShelf];

/// The shelf of a game; without a name, the first.
fn shelf(game: Option<&str>) -> Result<&'static dyn Shelf, CliFault> {
    let wanted = game.unwrap_or(SHELVES[0].game());
    SHELVES.iter().copied().find(|shelf| shelf.game() == wanted).ok_or_else(|| {
        let games: Vec<&str> = SHELVES.iter().map(|shelf| shelf.game()).collect();
        CliFault::Usage(format!(
            "'{wanted}' has no card files; the games with card files are: {}",
            games.join(", ")
        ))
    })
}

/// The folders with card files for these games in a folder. Each game has a folder of its name inside; a folder that has none
/// of them has files of one game: the one it is named after, or else the first.
fn folders<'a>(games: &[&'a str], folder: &Path) -> Result<Vec<(&'a str, PathBuf)>, CliFault> {
    let entries = match fs::metadata(folder) {
        Ok(about) if about.is_dir() => fs::read_dir(folder).map_err(|e| CliFault::read(folder, &e))?,
        Ok(_) => {
            return Err(CliFault::Input(format!(
                "{}: this is not a folder; name a folder with card files (*.ron)",
                folder.display()
            )));
        }
        Err(e) => return Err(CliFault::read(folder, &e)),
    };
    let own: Vec<_> =
        games.iter().map(|game| (*game, folder.join(game))).filter(|(_, own)| own.is_dir()).collect();
    if own.is_empty() {
        let named = games.iter().find(|game| folder.file_name().is_some_and(|name| name == **game));
        return Ok(named.or(games.first()).map(|game| (*game, folder.to_owned())).into_iter().collect());
    }
    // Files beside the folders of games would be nobody's, and so would be the folder of a game that is not in the house.
    for entry in entries {
        let path = entry.map_err(|e| CliFault::read(folder, &e))?.path();
        let stray = path.extension().is_some_and(|ending| ending == "ron");
        let holds = |dir: &Path| {
            fs::read_dir(dir).is_ok_and(|mut all| {
                all.any(|e| e.is_ok_and(|e| e.path().extension().is_some_and(|x| x == "ron")))
            })
        };
        let unknown = path.is_dir() && own.iter().all(|(_, own)| *own != path) && holds(&path);
        if stray || unknown {
            return Err(CliFault::Input(format!(
                "{}: card files of which game? They belong into a folder named after it: {}",
                path.display(),
                games.join(", ")
            )));
        }
    }
    Ok(own)
}

fn names() -> [&'static str; SHELVES.len()] {
    SHELVES.map(|shelf| shelf.game())
}

/// The folder with card files for a game.
fn folder_for(shelf: &dyn Shelf, folder: &Path) -> Result<PathBuf, CliFault> {
    let own = folders(&names(), folder)?.into_iter().find(|(game, _)| *game == shelf.game());
    own.map(|(_, own)| own).ok_or_else(|| {
        CliFault::Input(format!(
            "{}: there is no folder '{}' with card files in it",
            folder.display(),
            shelf.game()
        ))
    })
}

/// Plays with the card files of a folder too.
pub(crate) fn add(folder: &Path) -> Result<(), CliFault> {
    for (game, own) in folders(&names(), folder)? {
        if let Some(shelf) = SHELVES.iter().find(|shelf| shelf.game() == game) {
            shelf.add(&own).map_err(|mistakes| wrong(&mistakes))?;
        }
    }
    Ok(())
}

/// The decks of the seats: each a deck of the house, or a file with a list. Every rule that one breaks is told.
pub(crate) fn decks_of(
    info: &Info,
    decks: &[String],
    variant: Option<&str>,
) -> Result<Vec<String>, CliFault> {
    let Some(shelf) = SHELVES.iter().find(|shelf| shelf.game() == info.id) else {
        return Err(CliFault::Usage(format!("--deck: nobody brings a deck to {}", info.title)));
    };
    let most = usize::from(info.most);
    if decks.len() > most {
        return Err(CliFault::Usage(format!(
            "--deck is given {} times; there are {most} seats",
            decks.len()
        )));
    }
    let mut read = Vec::new();
    for deck in decks {
        let own = shelf.decks().iter().find(|own| own.name == deck);
        let text = match own {
            Some(_) => deck.clone(),
            None => match crate::store::read_text(deck.as_ref()) {
                // A list of one line is a list too.
                Ok(text) => format!("{text}\n"),
                Err(trouble) => {
                    let names: Vec<&str> = shelf.decks().iter().map(|own| own.name).collect();
                    return Err(CliFault::Input(format!(
                        "{trouble}; the decks of the house are {}",
                        names.join(", ")
                    )));
                }
            },
        };
        let list = shelf.check_deck(&text, variant);
        let list = list.map_err(|broken| CliFault::Input(format!("{deck}: {}", broken.join("; "))))?;
        read.push(if own.is_some() { text } else { list });
    }
    // A seat whose deck is not named has the usual one.
    read.resize(most, String::new());
    Ok(read)
}

/// One line for all: the first mistake, and where to see the others.
fn wrong(mistakes: &Mistakes) -> CliFault {
    let Some(first) = mistakes.0.first() else {
        return CliFault::Input("the card files cannot be read".into());
    };
    let more = match mistakes.0.len() {
        1 => String::new(),
        n => format!(" (and {} more: `safehouse cards check DIR` lists them)", n - 1),
    };
    CliFault::Input(format!("{first}{more}"))
}

pub(crate) fn run(args: &cli::Cards) -> Result<(), CliFault> {
    let shelf = shelf(args.game.as_deref())?;
    match &args.what {
        CardsDo::Check { folder } => check(shelf, folder.as_deref()),
        CardsDo::List { words } => list(shelf, words),
        CardsDo::Show { name } => show(shelf, &name.join(" ")),
        CardsDo::Status { games, seed } => status(shelf, *games, *seed),
    }
}

fn check(shelf: &dyn Shelf, folder: Option<&Path>) -> Result<(), CliFault> {
    let folder = folder.map(|folder| folder_for(shelf, folder)).transpose()?;
    let (cards, mistakes) = shelf.check(folder.as_deref());
    for mistake in &mistakes {
        say(format!("{mistake}\n"))?;
    }
    if mistakes.is_empty() {
        return say(format!("{}: {}, no mistakes\n", shelf.game(), count(cards as u64, "card", "cards")));
    }
    let n = count(mistakes.len() as u64, "mistake", "mistakes");
    Err(CliFault::Differs(format!("{n} in the card files of {}", shelf.game())))
}

/// Does a card have all these words, anywhere?
fn has(label: &Label, words: &[String]) -> bool {
    let whole = format!("{} {} {} {} {}", label.name, label.what, label.figures, label.text, label.rarity);
    let whole = whole.to_lowercase();
    words.iter().all(|word| whole.contains(&word.to_lowercase()))
}

fn list(shelf: &dyn Shelf, words: &[String]) -> Result<(), CliFault> {
    let brush = brush();
    let labels: Vec<Label> = shelf.labels().into_iter().filter(|label| has(label, words)).collect();
    if labels.is_empty() {
        return Err(CliFault::Usage(format!("no card contains the words '{}'", words.join(" "))));
    }
    let wide = labels.iter().map(|label| label.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for label in &labels {
        let gap = " ".repeat(wide - label.name.chars().count() + 2);
        let line = format!(
            "{}{gap}{}; {}; {}. {}",
            brush.paint(Ink::Strong, &label.name),
            label.what,
            label.figures,
            label.rarity,
            label.text
        );
        let _ = writeln!(out, "{}", brush.wrap(&line, wide + 2));
    }
    let _ = writeln!(out, "{}", count(labels.len() as u64, "card", "cards"));
    say(out)
}

fn show(shelf: &dyn Shelf, name: &str) -> Result<(), CliFault> {
    let brush = brush();
    let labels = shelf.labels();
    let slug = ccg::slug(name);
    let label = labels
        .iter()
        .find(|label| label.slug == slug)
        .ok_or_else(|| CliFault::Usage(no_such_card(name, labels.iter().map(|label| label.name.clone()))))?;
    let mut out = String::new();
    let _ = writeln!(out, "{}", brush.paint(Ink::Strong, &label.name));
    let _ = writeln!(out, "{}; {}; {}", label.what, label.figures, label.rarity);
    let _ = writeln!(out, "{}", brush.wrap(&label.text, 0));
    if !label.says.is_empty() {
        let _ = writeln!(out, "{}", brush.paint(Ink::Faint, brush.wrap(&format!("\"{}\"", label.says), 0)));
    }
    let _ = writeln!(out, "name in commands: {}", label.slug);
    let _ = writeln!(out, "file: {}", label.place);
    say(out)
}

/// Plays until every card has been played and every clause has taken effect, or the games are used up.
fn status(shelf: &dyn Shelf, games: u64, seed: u64) -> Result<(), CliFault> {
    let mut coverage = Coverage::new(&shelf.clauses());
    let played = watched(games, 0, |watch| {
        let mut played = 0;
        while played < games && !coverage.is_complete() && !watch.stop.load(Ordering::Relaxed) {
            shelf.play(seed.wrapping_mul(1_000_003).wrapping_add(played), &mut coverage);
            played += 1;
            watch.done.store(played, Ordering::Relaxed);
        }
        played
    })?;
    let labels = shelf.labels();
    let clauses: usize = labels.iter().map(|label| label.clauses.len()).sum();
    let mut out = String::new();
    let missing = coverage.missing();
    for (card, clause) in &missing {
        let label = &labels[usize::from(*card)];
        let _ = match clause {
            None => writeln!(out, "{}: never played ({})", label.name, label.place),
            Some(n) => {
                let what = label.clauses.get(usize::from(*n)).map_or("", String::as_str);
                writeln!(out, "{}: never took effect: {what} ({})", label.name, label.place)
            }
        };
    }
    let games = count(played, "game", "games");
    let cards = count(labels.len() as u64, "card", "cards");
    if missing.is_empty() {
        let _ = writeln!(
            out,
            "{}: all {cards} were played and all {clauses} clauses took effect, in {games}",
            shelf.game()
        );
        return say(out);
    }
    say(out)?;
    let n = count(missing.len() as u64, "thing", "things");
    Err(CliFault::Differs(format!(
        "{n} of {cards} and {clauses} clauses did not come up in {games}; raise --games to play more"
    )))
}

pub(crate) fn decks(args: &cli::Decks) -> Result<(), CliFault> {
    let shelf = shelf(args.game.as_deref())?;
    match &args.what {
        DecksDo::List => {
            let mut out = String::new();
            for deck in shelf.decks() {
                let title = deck.text.lines().next().unwrap_or_default().trim_start_matches("# ");
                let _ = writeln!(out, "{}: {title}", deck.name);
            }
            say(out)
        }
        DecksDo::Show { deck } => {
            let own = shelf.decks().iter().find(|own| own.name == deck);
            let names: Vec<&str> = shelf.decks().iter().map(|own| own.name).collect();
            let own = own.ok_or_else(|| {
                CliFault::Usage(format!("there is no deck '{deck}'; the decks are: {}", names.join(", ")))
            })?;
            say(own.text)
        }
        DecksDo::Check { file, variant } => {
            let variant = variant.as_deref();
            if let Some(unknown) = variant.filter(|v| !shelf.variants().contains(v)) {
                let known = shelf.variants().join(", ");
                return Err(CliFault::Usage(format!(
                    "there is no variant '{unknown}'; the variants are: {known}"
                )));
            }
            let text = fs::read_to_string(file).map_err(|e| CliFault::read(file, &e))?;
            // A list of one line is a list too.
            match shelf.check_deck(&format!("{text}\n"), variant) {
                Ok(list) => say(list),
                Err(broken) => {
                    for what in &broken {
                        say(format!("{}: {what}\n", file.display()))?;
                    }
                    let n = count(broken.len() as u64, "rule", "rules");
                    Err(CliFault::Differs(format!("{}: the deck breaks {n}", file.display())))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_files_find_their_game() {
        let top = std::env::temp_dir().join(format!("safehouse-cards-{}", std::process::id()));
        let games = ["mighty-beanz", "other-game"];
        let lay = |path: &str| {
            let path = top.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&top))
                .and_then(|()| fs::write(&path, "[]"))
                .unwrap_or_else(|e| panic!("{e}"));
        };
        lay("flat/a.ron");
        lay("other-game/a.ron");
        lay("both/mighty-beanz/a.ron");
        lay("both/other-game/a.ron");
        lay("both/notes/read.me");
        lay("stray/other-game/a.ron");
        lay("stray/b.ron");
        lay("unknown/other-game/a.ron");
        lay("unknown/chess/b.ron");
        let found = |name: &str| {
            let found = folders(&games, &top.join(name)).map_err(|t| t.to_string())?;
            Ok::<_, String>(
                found
                    .into_iter()
                    .map(|(game, path)| {
                        format!("{game} {}", path.strip_prefix(&top).unwrap_or(&path).display())
                    })
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(found("flat"), Ok(vec!["mighty-beanz flat".to_owned()]));
        assert_eq!(found("other-game"), Ok(vec!["other-game other-game".to_owned()]));
        let both = ["mighty-beanz both/mighty-beanz", "other-game both/other-game"].map(str::to_owned);
        assert_eq!(found("both"), Ok(both.to_vec()));
        for (name, at) in [("stray", "b.ron"), ("unknown", "chess")] {
            let what = found(name).expect_err("it is unclear whose they are");
            assert!(what.contains(at) && what.contains("mighty-beanz, other-game"), "{what}");
        }
        fs::remove_dir_all(&top).unwrap_or_else(|e| panic!("{e}"));
    }
}
