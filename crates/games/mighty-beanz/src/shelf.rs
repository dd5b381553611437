//! The card shelf of this game: its cards for people, and games that are played until every clause has been seen.

use std::path::Path;

use ccg::words::Person;
use ccg::{Boxed, Coverage, Label, Mistake, Mistakes};
use table::{Game, Luck, Policy as _, Seed, Sink, Stream, To};

use crate::act::{Event, Part};
use crate::cards::{Card, Catalog, Face, Kind, More, Rarity, Team, catalog};
use crate::setup::{DECKS, Setup, read_deck};
use crate::state::MightyBeanz;
use crate::words;

/// The cards of Mighty Beanz.
#[derive(Clone, Copy, Debug)]
pub struct BeanShelf;

static BOXED: [Boxed; 4] = [
    Boxed { name: DECKS[0].0, text: DECKS[0].1 },
    Boxed { name: DECKS[1].0, text: DECKS[1].1 },
    Boxed { name: DECKS[2].0, text: DECKS[2].1 },
    Boxed { name: DECKS[3].0, text: DECKS[3].1 },
];

impl ccg::Shelf for BeanShelf {
    fn game(&self) -> &'static str {
        MightyBeanz::info().id
    }

    fn add(&self, folder: &Path) -> Result<(), Mistakes> {
        crate::cards::add(More::folder(folder))
    }

    fn check(&self, folder: Option<&Path>) -> (usize, Vec<Mistake>) {
        let (catalog, mistakes) = Catalog::read(folder.map_or_else(More::default, More::folder));
        (catalog.cards.len(), mistakes)
    }

    fn labels(&self) -> Vec<Label> {
        Face::all().map(label).collect()
    }

    fn decks(&self) -> &'static [Boxed] {
        &BOXED
    }

    fn check_deck(&self, deck: &str, variant: Option<&str>) -> Result<String, Vec<String>> {
        let list = read_deck(deck, variant == Some("expert"))?;
        Ok(list.spelled(&catalog().cards).to_string())
    }

    fn variants(&self) -> &'static [&'static str] {
        &["basic", "expert"]
    }

    fn play(&self, seed: u64, coverage: &mut Coverage) {
        let seed = Seed::from(seed);
        let mut luck = seed.luck(Stream::Test(0));
        let expert = luck.pick(2) == 1;
        let decks = [0, 1].map(|_| any_deck(expert, &mut luck)).into();
        let setup = Setup { seats: 2, expert, steady: luck.pick(2) == 1, decks, ..Setup::basic() };
        let mut counter = Counter(coverage);
        let mut game = MightyBeanz::deal(&setup, &mut seed.luck(Stream::Deal), &mut counter);
        let (mut play, mut menu) = (seed.luck(Stream::Play), Vec::new());
        while let Some(seat) = game.status().asked().iter().next() {
            menu.clear();
            game.legal(seat, &mut menu);
            // Half of the time anything, half of the time what people lean to, so that fields fill and attacks hit.
            let leaning = luck.pick(2) == 0;
            let weight = |act| if leaning { game.lean(seat, act) } else { 1 };
            let mut left = luck.pick(menu.iter().map(|&act| weight(act)).sum::<u32>().max(1));
            let act = menu.iter().copied().find(|&act| {
                let mine = left < weight(act);
                left = left.saturating_sub(weight(act));
                mine
            });
            let Some(act) = act.or_else(|| menu.first().copied()) else { break };
            game.apply(seat, act, &mut play, &mut counter);
        }
    }
}

/// A deck of any cards: a third of it Beans at least, so that something can be played.
fn any_deck(expert: bool, luck: &mut Luck) -> String {
    let size = if expert { 60 } else { 40 };
    let faces: Vec<Face> = Face::all().collect();
    let beans: Vec<Face> = Face::all().filter(|face| face.card().kind == Kind::Bean).collect();
    let mut copies = vec![0u8; faces.len()];
    let mut left = size;
    while left > 0 {
        let from = if left > size / 2 { &beans } else { &faces };
        let face = from[luck.pick(from.len() as u32) as usize];
        if copies[usize::from(face.number())] < 4 {
            copies[usize::from(face.number())] += 1;
            left -= 1;
        }
    }
    let lines = faces.iter().zip(&copies).filter(|(_, n)| **n > 0);
    lines.map(|(face, n)| format!("{n} {}\n", face.title())).collect()
}

/// Hears everything, and counts.
struct Counter<'a>(&'a mut Coverage);

impl Counter<'_> {
    fn count(&mut self, event: &Event) {
        let coverage = &mut *self.0;
        match event {
            Event::Played { card, .. } | Event::Answered { card, .. } => coverage.played(card.number()),
            Event::Changed { card, clause } => coverage.resolved(card.number(), *clause),
            Event::Compared { parts, against, .. } | Event::Pushed { parts, against, .. } => {
                for part in parts.iter().chain(against) {
                    if let Part::Gift { card, clause, .. } | Part::Cosmos { card, clause, .. } = part {
                        coverage.resolved(card.number(), *clause);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Sink<Event> for Counter<'_> {
    fn tell(&mut self, _: To, event: impl FnOnce() -> Event) {
        self.count(&event());
    }
    fn reveal(&mut self, _: To, event: impl FnOnce() -> Event) {
        self.count(&event());
    }
    fn wants_changes(&self) -> bool {
        true
    }
}

/// What the clauses of a card do, in the order in which games count them.
fn clauses(card: &Card) -> Vec<String> {
    words::clauses(card, Person::You).into_iter().chain(words::cosmos(card, " in attack")).collect()
}

fn label(face: Face) -> Label {
    let card = face.card();
    let entry = catalog().cards.entry(face.number());
    let (what, figures) = match card.kind {
        Kind::Bean => {
            let team = if card.team == Team::NONE { "no team" } else { card.team.name() };
            (format!("Bean, {team}, {}", card.class.title()), format!("{} MMP, cost {}", card.mmp, card.cost))
        }
        Kind::Moon => ("Cosmos, Moon".into(), format!("cost {}", card.cost)),
        Kind::AsteroidField => ("Cosmos, Asteroid Field".into(), format!("cost {}", card.cost)),
        Kind::Action => ("Action".into(), format!("cost {}", card.cost)),
        Kind::Instant => ("Instant".into(), "free".into()),
    };
    let rarity = match card.rarity {
        Rarity::UltraRare => "ultra-rare".into(),
        other => format!("{other:?}").to_lowercase(),
    };
    Label {
        name: card.name.clone(),
        slug: card.slug.clone(),
        what,
        figures,
        text: words::text(card),
        says: card.says.clone(),
        rarity,
        place: format!("{}:{}", entry.file, entry.line),
        clauses: clauses(card),
    }
}
