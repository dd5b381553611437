//! `safehouse cards` and `safehouse decks`: the cards of the collectible games, for those who look for one or make one.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use ccg::{Coverage, Label, Mistakes, Shelf};
use table::words::{Ink, count, no_such_card};

use crate::cli::{self, CardsDo, DecksDo};
use crate::terminal::{brush, say};
use crate::trouble::Trouble;
use crate::watched::watched;

/// Every collectible game.
pub(crate) const SHELVES: [&dyn Shelf; 1] = [&mighty_beanz::shelf::Shelf];

/// The shelf of a game; without a name, the first.
fn shelf(game: Option<&str>) -> Result<&'static dyn Shelf, Trouble> {
    let wanted = game.unwrap_or(SHELVES[0].game());
    SHELVES.iter().copied().find(|shelf| shelf.game() == wanted).ok_or_else(|| {
        let games: Vec<&str> = SHELVES.iter().map(|shelf| shelf.game()).collect();
        Trouble::Usage(format!(
            "'{wanted}' has no card files; the games with card files are: {}",
            games.join(", ")
        ))
    })
}

/// The folder with card files for a game: its own one inside, or the folder itself.
fn folder_for(shelf: &dyn Shelf, folder: &Path) -> Result<PathBuf, Trouble> {
    let own = folder.join(shelf.game());
    if own.is_dir() {
        return Ok(own);
    }
    match fs::metadata(folder) {
        Ok(about) if about.is_dir() => Ok(folder.to_owned()),
        Ok(_) => Err(Trouble::Input(format!(
            "{}: this is not a folder; name a folder with card files (*.ron)",
            folder.display()
        ))),
        Err(e) => Err(Trouble::read(folder, &e)),
    }
}

/// Plays with the card files of a folder too.
pub(crate) fn add(folder: &Path) -> Result<(), Trouble> {
    for shelf in SHELVES {
        let folder = folder_for(shelf, folder)?;
        shelf.add(&folder).map_err(|mistakes| wrong(&mistakes))?;
    }
    Ok(())
}

/// One line for all: the first mistake, and where to see the others.
fn wrong(mistakes: &Mistakes) -> Trouble {
    let Some(first) = mistakes.0.first() else {
        return Trouble::Input("the card files cannot be read".into());
    };
    let more = match mistakes.0.len() {
        1 => String::new(),
        n => format!(" (and {} more: `safehouse cards check DIR` lists them)", n - 1),
    };
    Trouble::Input(format!("{first}{more}"))
}

pub(crate) fn run(args: &cli::Cards) -> Result<(), Trouble> {
    let shelf = shelf(args.game.as_deref())?;
    match &args.what {
        CardsDo::Check { folder } => check(shelf, folder.as_deref()),
        CardsDo::List { words } => list(shelf, words),
        CardsDo::Show { name } => show(shelf, &name.join(" ")),
        CardsDo::Status { games, seed } => status(shelf, *games, *seed),
    }
}

fn check(shelf: &dyn Shelf, folder: Option<&Path>) -> Result<(), Trouble> {
    let folder = folder.map(|folder| folder_for(shelf, folder)).transpose()?;
    let (cards, mistakes) = shelf.check(folder.as_deref());
    for mistake in &mistakes {
        say(format!("{mistake}\n"))?;
    }
    if mistakes.is_empty() {
        return say(format!("{}: {}, no mistakes\n", shelf.game(), count(cards as u64, "card", "cards")));
    }
    let n = count(mistakes.len() as u64, "mistake", "mistakes");
    Err(Trouble::Differs(format!("{n} in the card files of {}", shelf.game())))
}

/// Does a card have all these words, anywhere?
fn has(label: &Label, words: &[String]) -> bool {
    let whole = format!("{} {} {} {} {}", label.name, label.what, label.figures, label.text, label.rarity);
    let whole = whole.to_lowercase();
    words.iter().all(|word| whole.contains(&word.to_lowercase()))
}

fn list(shelf: &dyn Shelf, words: &[String]) -> Result<(), Trouble> {
    let brush = brush();
    let labels: Vec<Label> = shelf.labels().into_iter().filter(|label| has(label, words)).collect();
    if labels.is_empty() {
        return Err(Trouble::Usage(format!("no card contains the words '{}'", words.join(" "))));
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

fn show(shelf: &dyn Shelf, name: &str) -> Result<(), Trouble> {
    let brush = brush();
    let labels = shelf.labels();
    let slug = ccg::slug(name);
    let label = labels
        .iter()
        .find(|label| label.slug == slug)
        .ok_or_else(|| Trouble::Usage(no_such_card(name, labels.iter().map(|label| label.name.clone()))))?;
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
fn status(shelf: &dyn Shelf, games: u64, seed: u64) -> Result<(), Trouble> {
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
    Err(Trouble::Differs(format!(
        "{n} of {cards} and {clauses} clauses did not come up in {games}; raise --games to play more"
    )))
}

pub(crate) fn decks(args: &cli::Decks) -> Result<(), Trouble> {
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
                Trouble::Usage(format!("there is no deck '{deck}'; the decks are: {}", names.join(", ")))
            })?;
            say(own.text)
        }
        DecksDo::Check { file, variant } => {
            let variant = variant.as_deref();
            if let Some(unknown) = variant.filter(|v| !shelf.variants().contains(v)) {
                let known = shelf.variants().join(", ");
                return Err(Trouble::Usage(format!(
                    "there is no variant '{unknown}'; the variants are: {known}"
                )));
            }
            let text = fs::read_to_string(file).map_err(|e| Trouble::read(file, &e))?;
            // A list of one line is a list too.
            match shelf.check_deck(&format!("{text}\n"), variant) {
                Ok(list) => say(list),
                Err(broken) => {
                    for what in &broken {
                        say(format!("{}: {what}\n", file.display()))?;
                    }
                    let n = count(broken.len() as u64, "rule", "rules");
                    Err(Trouble::Differs(format!("{}: the deck breaks {n}", file.display())))
                }
            }
        }
    }
}
