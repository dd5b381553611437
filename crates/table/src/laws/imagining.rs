//! Imagined worlds: they fit the view, ask the same question, are wrong as often as they differ, and lie as dealt cards lie.

use std::collections::{HashMap, HashSet};

use super::telling::{events, heard_by, part_in_the_open};
use super::{Court, census, difference, first_difference, name};
use crate::game::{Game, Placed};
use crate::hash::fingerprint;
use crate::law::{Broken, Law};
use crate::luck::{Seed, Stream};
use crate::race;
use crate::seat::Seat;
use crate::sink::{Log, Mute};
use crate::table::to_value;

/// Counts of how often imagined worlds agree with the truth and with each other.
#[derive(Default)]
pub(super) struct Agreement {
    tries: u32,
    with_truth: u32,
    with_each_other: u32,
}

/// For one place and viewer: how often something was hidden there, and how often it was imagined otherwise.
#[derive(Default)]
pub(super) struct Hiding {
    chances: u32,
    different: u32,
}

impl<G: Game> Court<'_, G> {
    pub(super) fn try_imagination(&mut self, game: &G) -> Result<(), Broken> {
        for who in self.viewers(game) {
            let view = game.view(who);
            let mut luck = self.luck.clone();
            let one = G::imagine(&view, &self.prior, &mut self.luck);
            let two = G::imagine(&view, &self.prior, &mut self.luck);
            for world in [&one, &two] {
                let again = world.view(who);
                if again != view {
                    let what = format!("{} sees {}", name(who), first_difference(&view, &again));
                    return self.broken(Law::ImaginedWorldsFit, what);
                }
            }
            let again = two.view(who);
            let (truth, dream) = (to_value(&view), to_value(&again));
            if truth != dream || truth.is_null() {
                let what = format!("{}: the view prints {}", name(who), first_difference(&truth, &dream));
                return self.broken(Law::ImaginedWorldsFit, what);
            }
            if let Some(seat) = Seat::all(game.seats()).find(|&s| one.score(s) != game.score(s)) {
                let (truth, dream) = (game.score(seat), one.score(seat));
                let what = format!("seat {seat} has the score {truth}, but {} imagines {dream}", name(who));
                return self.broken(Law::ImaginedWorldsFit, what);
            }
            if one.ending() != game.ending() {
                let (truth, dream) = (game.ending(), one.ending());
                let what = format!("the ending is {truth:?}, but {} imagines {dream:?}", name(who));
                return self.broken(Law::ImaginedWorldsFit, what);
            }
            if G::imagine(&again, &self.prior, &mut luck) != one {
                let what =
                    format!("{} imagines different worlds from equal views with equal luck", name(who));
                return self.broken(Law::NobodyPeeks, what);
            }
            if one.status() != game.status() {
                let what =
                    format!("{} imagines {:?} where it is {:?}", name(who), one.status(), game.status());
                return self.broken(Law::SameQuestion, what);
            }
            if let Some(seat) = who.filter(|&s| game.status().asks(s)) {
                let (mut truth, mut dream) = (Vec::new(), Vec::new());
                game.legal(seat, &mut truth);
                one.legal(seat, &mut dream);
                if truth != dream {
                    let what = format!("seat {seat} has the menu {truth:?}, in an imagined world {dream:?}");
                    return self.broken(Law::SameQuestion, what);
                }
            }
            if census(&one) != census(game) {
                let what = format!("imagining as {} {}", name(who), difference(&census(game), &census(&one)));
                return self.broken(Law::CardsAreConserved, what);
            }
            let (mut truth, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
            game.places(&mut truth);
            one.places(&mut first);
            two.places(&mut second);
            self.note_hiding(who, &truth, &first);
            // Only what is hidden can be imagined wrongly.
            if truth.iter().any(|p| !p.known_to(who)) {
                self.peeking.tries += 1;
                self.peeking.with_truth += u32::from(hidden(&truth, who) == hidden(&first, who));
                self.peeking.with_each_other += u32::from(hidden(&first, who) == hidden(&second, who));
            }
        }
        Ok(())
    }

    fn note_hiding(&mut self, who: Option<Seat>, truth: &[Placed], dream: &[Placed]) {
        let unknown: Vec<&Placed> = truth.iter().filter(|p| !p.known_to(who)).collect();
        let places: HashSet<u16> = unknown.iter().map(|p| p.place).collect();
        // A place can only be wrong if something else could lie there.
        if places.len() < 2 {
            return;
        }
        for place in places {
            let at = |cards: &[Placed]| {
                let mut row: Vec<u16> =
                    cards.iter().filter(|p| p.place == place && !p.known_to(who)).map(|p| p.card).collect();
                row.sort_unstable();
                row
            };
            let seen = self.hiding.entry((who, place)).or_default();
            seen.chances += 1;
            seen.different += u32::from(at(truth) != at(dream));
        }
    }

    /// Imagined worlds must be wrong as often as they disagree, and not always right.
    pub(super) fn judge_peeking(&self) -> Result<(), Broken> {
        let Agreement { tries, with_truth, with_each_other } = self.peeking;
        if tries < 50 {
            return Ok(());
        }
        let (n, a, b) = (f64::from(tries), f64::from(with_truth), f64::from(with_each_other));
        let noise = (a.max(b).max(1.0) * 2.0).sqrt() * 5.0;
        if (a - b).abs() > noise + 0.005 * n || with_truth == tries {
            return self.broken(
                Law::NobodyPeeks,
                format!(
                    "of {tries} imagined worlds {with_truth} had every hidden card right, \
                     while {with_each_other} agreed with another imagined one"
                ),
            );
        }
        Ok(())
    }

    pub(super) fn judge_hiding(&self) -> Result<(), Broken> {
        let mut places: Vec<_> = self.hiding.iter().collect();
        places.sort_unstable_by_key(|(at, _)| **at);
        for ((who, place), seen) in places {
            if seen.chances >= 60 && seen.different == 0 {
                return self.broken(
                    Law::HiddenStaysHidden,
                    format!(
                        "what place {place} hides from {} was imagined rightly {} times of {}",
                        name(*who),
                        seen.chances,
                        seen.chances
                    ),
                );
            }
        }
        Ok(())
    }

    /// Over many deals, each viewer's imagined cards lie where dealt ones lie, equally often.
    pub(super) fn compare_deals(&mut self, seed: Seed, deals: u32) -> Result<(), Broken> {
        let mut dealt: HashMap<(Option<Seat>, u16, u16), [f64; 2]> = HashMap::new();
        let mut told = HashMap::new();
        let mut cards = Vec::new();
        for i in 0..deals {
            let seed = seed.nth(1 << 32 | u64::from(i));
            (self.seed, self.ply) = (seed, 0);
            let mut log = Log::default();
            let game = G::deal(self.setup, &mut seed.luck(Stream::Deal), &mut log);
            self.prior = game.informed();
            for who in self.viewers(&game) {
                let view = game.view(who);
                // Two deals that look alike were told alike.
                let heard = heard_by(&log.0, who);
                let before = told.entry((who, fingerprint(&view))).or_insert_with(|| heard.clone());
                if part_in_the_open(before, &heard) {
                    let (heard, before) = (events(&heard), events(before));
                    return self.broken(
                        Law::SameStory,
                        format!("at the deal {} heard {heard:?}, at an equal deal {before:?}", name(who)),
                    );
                }
                let dream = G::imagine(&view, &self.prior, &mut self.luck);
                for (side, world) in [&game, &dream].into_iter().enumerate() {
                    cards.clear();
                    world.places(&mut cards);
                    for p in cards.iter().filter(|p| !p.known_to(who)) {
                        dealt.entry((who, p.place, p.card)).or_default()[side] += 1.0;
                    }
                }
            }
        }
        let (mut sum, mut cells) = (0.0_f64, 0.0_f64);
        for ((who, place, card), [truth, dream]) in dealt {
            if truth + dream < 10.0 {
                continue;
            }
            let z = (truth - dream) * (truth - dream) / (truth + dream);
            if z > 30.0 {
                return self.broken(
                    Law::ImaginedAsDealt,
                    format!(
                        "in {deals} deals card {card} lay at place {place} {truth} times, \
                         but {} imagined it there {dream} times",
                        name(who)
                    ),
                );
            }
            sum += z;
            cells += 1.0;
        }
        if sum > cells + 8.0 * (2.0 * cells).sqrt() + 20.0 {
            return self.broken(
                Law::ImaginedAsDealt,
                format!(
                    "over {deals} deals imagined and dealt cards differ: chi-square {sum:.0} in {cells} cells"
                ),
            );
        }
        Ok(())
    }

    /// Over many games, each looked at once in the middle: no card is imagined where it never lies. How often it lies
    /// there is not compared, for the players' choices bear on that.
    pub(super) fn compare_middles(&mut self, seed: Seed, games: u32) -> Result<(), Broken> {
        let mut lay: HashMap<(Option<Seat>, u16, u16), [u32; 2]> = HashMap::new();
        let (mut menu, mut cards) = (Vec::new(), Vec::new());
        let bound = G::bound(self.setup);
        for i in 0..games {
            let seed = seed.nth(2 << 32 | u64::from(i));
            (self.seed, self.ply) = (seed, 0);
            let mut play = seed.luck(Stream::Play);
            let mut game = G::deal(self.setup, &mut seed.luck(Stream::Deal), &mut Mute);
            self.prior = game.informed();
            let mut middle = game.clone();
            while self.ply < bound
                && let Some(seat) = game.status().asked().iter().next()
            {
                self.ply += 1;
                // Each ply of the game with the same chance.
                if self.luck.pick(self.ply) == 0 {
                    middle.clone_from(&game);
                }
                menu.clear();
                game.legal(seat, &mut menu);
                let act = menu[self.luck.pick(menu.len() as u32) as usize];
                let step = self.step(&game, seat, act);
                race::carry_out(&mut game, &step, &mut play, &mut Mute);
            }
            for who in self.viewers(&middle) {
                let dream = G::imagine(&middle.view(who), &self.prior, &mut self.luck);
                for (side, world) in [&middle, &dream].into_iter().enumerate() {
                    cards.clear();
                    world.places(&mut cards);
                    cards.retain(|p| !p.known_to(who));
                    for p in &cards {
                        lay.entry((who, p.place, p.card)).or_default()[side] += 1;
                    }
                }
            }
        }
        let never = lay.into_iter().filter(|(_, [truth, dream])| *truth == 0 && *dream >= 40).min();
        if let Some(((who, place, card), [_, dream])) = never {
            return self.broken(
                Law::ImaginedAsDealt,
                format!(
                    "in {games} games card {card} never lay at place {place}, \
                     but {} imagined it there {dream} times",
                    name(who)
                ),
            );
        }
        Ok(())
    }
}

fn hidden(cards: &[Placed], who: Option<Seat>) -> Vec<(u16, u16)> {
    let mut rest: Vec<(u16, u16)> =
        cards.iter().filter(|p| !p.known_to(who)).map(|p| (p.place, p.card)).collect();
    rest.sort_unstable();
    rest
}
