//! The laws of the house, written once and run for every game.
//!
//! A game is honest when nobody can learn from views, menus, questions or the log what they should not know, and sound
//! when nothing is lost. [`uphold`] plays random games and tries every law at every ply; the first breach comes back
//! with its name, the seed and the ply. The laws are tested themselves, by games with a bug planted for each.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use crate::in_step::rules_in_step;
pub use crate::law::{Broken, Budget, Law};

use crate::game::{Game, Status};
use crate::luck::{Luck, Seed, Stream};
use crate::race::{self, Answers};
use crate::rules::Rules;
use crate::seat::Seat;
use crate::sink::Mute;
use crate::table::Table;

mod asking;
mod imagining;
mod keeping;
mod racing;
mod taking_back;
mod telling;

use imagining::{Agreement, Hiding};

pub use taking_back::Harmless;

/// Holds a game to all the laws.
pub fn uphold<G: Game>(setups: &[G::Setup], budget: Budget) -> Result<(), Broken> {
    uphold_by::<G>(setups, budget, Table::harmless)
}

/// Holds a game to all the laws where another notion decides what can be taken back among people. For tests of the laws.
pub fn uphold_by<G: Game>(setups: &[G::Setup], budget: Budget, harmless: Harmless<G>) -> Result<(), Broken> {
    let rules = Rules::parse(G::info().rules).map_err(|what| Broken {
        law: Law::OthersAreRefused,
        seed: Seed::from(budget.seed),
        ply: 0,
        what: format!("the rules page does not read: {what}"),
        record: None,
    })?;
    for setup in setups {
        let mut court = Court::<G>::new(setup, &rules, harmless);
        court.guard(|court| court.try_all(budget))?;
    }
    Ok(())
}

struct Court<'a, G: Game> {
    setup: &'a G::Setup,
    rules: &'a Rules,
    harmless: Harmless<G>,
    seed: Seed,
    ply: u32,
    luck: Luck,
    prior: G::Prior,
    /// Acts seen in any menu of the run: candidates for refusal everywhere else.
    known_acts: Vec<G::Action>,
    known: HashSet<G::Action>,
    peeking: Agreement,
    hiding: HashMap<(Option<Seat>, u16), Hiding>,
}

impl<'a, G: Game> Court<'a, G> {
    fn new(setup: &'a G::Setup, rules: &'a Rules, harmless: Harmless<G>) -> Self {
        Court {
            setup,
            rules,
            harmless,
            seed: Seed::from(0),
            ply: 0,
            luck: Seed::from(0).luck(Stream::Test(0)),
            prior: G::Prior::default(),
            known_acts: Vec::new(),
            known: HashSet::new(),
            peeking: Agreement::default(),
            hiding: HashMap::new(),
        }
    }

    fn try_all(&mut self, budget: Budget) -> Result<(), Broken> {
        let seed = Seed::from(budget.seed);
        for i in 0..budget.games {
            self.try_game(seed.nth(u64::from(i)))?;
        }
        self.judge_peeking()?;
        self.judge_hiding()?;
        if budget.deals > 0 {
            self.compare_deals(seed, budget.deals)?;
            self.compare_middles(seed, budget.deals)?;
        }
        Ok(())
    }

    fn broken<T>(&self, law: Law, what: impl Into<String>) -> Result<T, Broken> {
        Err(Broken { law, seed: self.seed, ply: self.ply, what: what.into(), record: None })
    }

    /// Wherever a game falls, the seed and the ply are known.
    fn guard(&mut self, trial: impl FnOnce(&mut Self) -> Result<(), Broken>) -> Result<(), Broken> {
        let tried = catch_unwind(AssertUnwindSafe(|| trial(self)));
        tried.unwrap_or_else(|_| self.broken(Law::NothingPanics, "the game panics"))
    }

    fn viewers(&self, game: &G) -> Vec<Option<Seat>> {
        Seat::all(game.seats()).map(Some).chain([None]).collect()
    }

    /// Plays one random game and tries every law on the way.
    fn try_game(&mut self, seed: Seed) -> Result<(), Broken> {
        (self.seed, self.ply) = (seed, 0);
        self.luck = seed.luck(Stream::Test(1));
        let mut table = match Table::<G>::deal(self.setup.clone(), seed) {
            Ok(table) => table,
            Err(fault) => return self.broken(Law::GamesEnd, format!("the setup cannot be dealt: {fault}")),
        };
        let tried = self.guard(|court| court.try_plies(&mut table));
        tried.map_err(|broken| Broken { record: Some(table.to_record().to_text()), ..broken })
    }

    fn try_plies(&mut self, table: &mut Table<G>) -> Result<(), Broken> {
        let mut game = G::deal(self.setup, &mut self.seed.luck(Stream::Deal), &mut Mute);
        self.prior = game.informed();
        let mut play = self.seed.luck(Stream::Play);
        let cards = census(&game);
        let bound = G::bound(self.setup);
        let mut menu = Vec::new();
        loop {
            if !table.stands_at(&game) {
                return self.broken(Law::RecordsReplay, "the same choices and luck led to another state");
            }
            if game.status() == Status::Over {
                break;
            }
            if self.ply >= bound {
                return self
                    .broken(Law::GamesEnd, format!("still not over after the bound of {bound} questions"));
            }
            let asked: Vec<Seat> = game.status().asked().iter().collect();
            for &seat in &asked {
                menu.clear();
                game.legal(seat, &mut menu);
                self.try_menu(&game, seat, &menu, &cards)?;
            }
            self.try_refusals(&game, table)?;
            self.try_orders(&game)?;
            let seat = asked[self.luck.pick(asked.len() as u32) as usize];
            menu.clear();
            game.legal(seat, &mut menu);
            let act = menu[self.luck.pick(menu.len() as u32) as usize];
            let step = self.step(&game, seat, act);
            self.try_imagination(&game)?;
            self.try_stories(&game, seat, &step, &menu)?;
            if self.luck.pick(8) == 0 {
                self.try_keeping(&game, table)?;
            }
            let before = game.clone();
            race::carry_out(&mut game, &step, &mut play, &mut Mute);
            if let Status::Race(_) = before.status() {
                self.try_race(&before, table, &step)?;
            } else {
                if let Err(refused) = table.try_act(seat, self.ply, act) {
                    return self.broken(Law::MenuApplies, format!("the table refused '{act}': {refused}"));
                }
                self.try_taking_back(&before, table, seat, act)?;
            }
            self.ply += step.len() as u32;
        }
        self.try_keeping(&game, table)?;
        if game.ending().is_none() {
            return self.broken(Law::GamesEnd, "the game is over but does not say how");
        }
        if game.winners().is_empty() {
            return self.broken(Law::GamesEnd, "the game is over and nobody won");
        }
        let mut none = Vec::new();
        for seat in Seat::all(game.seats()) {
            game.legal(seat, &mut none);
        }
        if let Err(fault) = G::check(&game.rematch(self.setup)) {
            return self.broken(Law::GamesEnd, format!("a rematch cannot be dealt: {fault}"));
        }
        if !none.is_empty() {
            return self.broken(Law::GamesEnd, "the game is over but a menu is left");
        }
        self.try_imagination(&game)
    }

    /// This answer, and if others are asked as well an answer of each of them, in any order.
    fn step(&mut self, game: &G, seat: Seat, act: G::Action) -> Vec<(Seat, G::Action)> {
        let mut menu = Vec::new();
        let luck = &mut self.luck;
        let answers = Answers::gather(game.status().asked(), |who| {
            if who == seat {
                return act;
            }
            menu.clear();
            game.legal(who, &mut menu);
            menu.get(luck.pick(menu.len().max(1) as u32) as usize).copied().unwrap_or(act)
        });
        let Some(mut answers) = answers else { return vec![(seat, act)] };
        answers.draw_lots(luck);
        answers.to_vec()
    }
}

fn name(who: Option<Seat>) -> String {
    who.map_or("a spectator".into(), |s| format!("seat {s}"))
}

/// All the cards of a state, wherever they are.
fn census<G: Game>(game: &G) -> Vec<u16> {
    let mut cards = Vec::new();
    game.places(&mut cards);
    let mut faces: Vec<u16> = cards.into_iter().map(|p| p.card).collect();
    faces.sort_unstable();
    faces
}

fn difference(before: &[u16], after: &[u16]) -> String {
    let mut lost = before.to_vec();
    let mut new = after.to_vec();
    new.retain(|c| match lost.iter().position(|l| l == c) {
        Some(i) => {
            lost.remove(i);
            false
        }
        None => true,
    });
    format!("loses cards {lost:?} and makes up {new:?}")
}

/// Two values printed, from where they part.
fn first_difference<T: fmt::Debug>(a: &T, b: &T) -> String {
    let (a, b) = (format!("{a:?}"), format!("{b:?}"));
    let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let from = (0..=same.saturating_sub(40)).rev().find(|&i| a.is_char_boundary(i) && b.is_char_boundary(i));
    let cut = |s: &str| s[from.unwrap_or(0)..].chars().take(120).collect::<String>();
    format!("...{} instead of ...{}", cut(&b), cut(&a))
}
