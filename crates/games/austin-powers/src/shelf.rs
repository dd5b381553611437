//! The card shelf of this game: its cards for people, and games that are played until every clause has been seen.

use std::path::Path;

use ccg::{Boxed, Coverage, Label, Mistake, Mistakes};
use table::{Answers, Game, Luck, Policy as _, Seat, Seed, Sink, Stream, To};

use crate::act::{Action, Event};
use crate::cards::{Allegiance, Catalog, Dot, Face, Kind, Mark, More, Rarity, Sex, catalog};
use crate::setup::{DECKS, Setup, read_deck};
use crate::state::{AustinPowers, alternating};
use crate::words;

/// The cards of the Austin Powers game.
#[derive(Clone, Copy, Debug)]
pub struct MojoShelf;

static BOXED: [Boxed; 6] = [
    Boxed { name: DECKS[0].0, text: DECKS[0].1 },
    Boxed { name: DECKS[1].0, text: DECKS[1].1 },
    Boxed { name: DECKS[2].0, text: DECKS[2].1 },
    Boxed { name: DECKS[3].0, text: DECKS[3].1 },
    Boxed { name: DECKS[4].0, text: DECKS[4].1 },
    Boxed { name: DECKS[5].0, text: DECKS[5].1 },
];

impl ccg::Shelf for MojoShelf {
    fn game(&self) -> &'static str {
        AustinPowers::info().id
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

    fn check_deck(&self, deck: &str, _: Option<&str>) -> Result<String, Vec<String>> {
        Ok(read_deck(deck)?.spelled(&catalog().cards).to_string())
    }

    fn variants(&self) -> &'static [&'static str] {
        &[]
    }

    fn play(&self, seed: u64, coverage: &mut Coverage) {
        let seed = Seed::from(seed);
        let mut luck = seed.luck(Stream::Test(0));
        let seats = 2 + luck.pick(3) as u8;
        let sides = alternating(seats, Seat(0), Allegiance::Good);
        let decks = Seat::all(seats).map(|seat| any_deck(sides[seat.index()], &mut luck)).collect();
        let setup = Setup { decks, ..Setup::starters(seats) };
        let mut counter = Counter(coverage);
        let mut game = AustinPowers::deal(&setup, &mut seed.luck(Stream::Deal), &mut counter);
        let (mut play, mut menu) = (seed.luck(Stream::Play), Vec::new());
        let mut choose = |game: &AustinPowers, seat: Seat| {
            menu.clear();
            game.legal(seat, &mut menu);
            // Half of the time anything, half of the time what people lean to.
            let leaning = luck.pick(2) == 0;
            let weight = |act| if leaning { game.lean(seat, act) } else { 1 };
            let mut left = luck.pick(menu.iter().map(|&act| weight(act)).sum::<u32>().max(1));
            let act = menu.iter().copied().find(|&act| {
                let mine = left < weight(act);
                left = left.saturating_sub(weight(act));
                mine
            });
            act.or_else(|| menu.first().copied()).unwrap_or(Action::Pass)
        };
        while let Some(answers) = Answers::gather(game.status().asked(), |seat| choose(&game, seat)) {
            table::race::carry_out(&mut game, &answers, &mut play, &mut counter);
        }
    }
}

/// A lawful deck of any cards of an allegiance (rule 2.4).
pub fn any_deck(side: Allegiance, luck: &mut Luck) -> String {
    let mut text = String::new();
    for dot in Dot::ALL {
        let fits: Vec<Face> =
            Face::all().filter(|face| (face.card().of, face.card().dot) == (side, dot)).collect();
        for _ in 0..5 {
            let face = fits[luck.pick(fits.len().max(1) as u32) as usize];
            text += &format!("1 {}\n", face.title());
        }
    }
    text
}

/// Hears everything, and counts.
struct Counter<'a>(&'a mut Coverage);

impl Counter<'_> {
    fn count(&mut self, event: &Event) {
        let coverage = &mut *self.0;
        match event {
            Event::Played { card, .. }
            | Event::Swung { card, .. }
            | Event::Happens { card, .. }
            | Event::Bone { card, .. } => coverage.played(card.number()),
            Event::Changed { card, clause } => coverage.resolved(card.number(), *clause),
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

fn label(face: Face) -> Label {
    let card = face.card();
    let entry = catalog().cards.entry(face.number());
    let side = card.of.title();
    let dot = card.dot.title();
    let (what, figures) = match card.kind {
        Kind::Agent => {
            let sex = if card.sex == Sex::Male { "male" } else { "female" };
            let mark = if card.mark == Mark::Shagger { "Shagger" } else { "Assassin" };
            let ship = if card.ship { "ship Agent" } else { "Agent" };
            (
                format!("{side} {ship}, {sex} {mark}, {dot} dot"),
                format!("worth {}, puts out {}", card.value, card.vibes),
            )
        }
        Kind::Bone => (
            format!("{side} Frickin' Bone, {dot} dot"),
            format!("worth {}; to Shag: {}; to Assassinate: {}", card.value, card.shag, card.kill),
        ),
        Kind::Swinger => (format!("{side} Swinger, {dot} dot"), format!("needs {}", card.needs)),
        Kind::Happening => (format!("{side} Happening, {dot} dot"), format!("worth {}", card.value)),
    };
    let rarity = match card.rarity {
        Rarity::Starter => "starter only".into(),
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
        clauses: words::clauses(card, ccg::words::Person::You),
    }
}
