//! What the mastermind thinks of a game: a hint while it is played, and every choice judged once it is over.
//!
//! All of it is thought from what a seat knew: a search gets the view of one seat at one ply and what that seat saw others
//! do, and nothing else. Its seed
//! follows from the ply and the seat alone, so the same question always gets the same answer, and the answer cannot tell
//! anything about the seed of the game.

use std::collections::VecDeque;

use table::record::Choice;
use table::table::Overheard;
use table::{AnyTable, Game, Names, OpenTable, Policy, Seat, Seed, Status, Table, Words};

use crate::search::{Question, Search, Verdict, think};

/// So many entries of a menu are looked at closely.
pub const SHORT: usize = 3;
/// Whoever is not asked, or has nothing to choose, is thought about in so many times fewer worlds: nothing is compared.
const GLANCE: u32 = 2;

/// So many moments decide a game.
pub const MOMENTS: usize = 5;
/// So many of them are choices, as long as there are swings as well.
const CHOICES: usize = 3;
/// Less than this does not decide anything: a loss by a choice, and a swing, which is known less exactly.
const LEAST: (f32, f32) = (0.03, 0.08);

/// What a search thinks of one entry of a menu.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// Its place in the menu.
    pub pick: usize,
    /// In words, with nobody called "you".
    pub text: String,
    /// How often it won in the worlds in which it was tried.
    pub chance: f32,
    /// How far off that may be: one standard error.
    pub error: f32,
}

impl Weighed {
    /// How much chance is lost by choosing this instead of the other, as far as that is more than noise.
    fn loss(&self, best: &Weighed) -> f32 {
        (best.chance - self.chance - best.error.hypot(self.error)).max(0.0)
    }
}

/// A way to advice: what a seat might choose, best first.
pub type Counsel = Box<dyn FnOnce() -> Vec<Weighed> + Send>;

/// A choice that was made, beside the one that the mastermind would have made.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// Whose choice it was.
    pub seat: Seat,
    /// How many entries the menu had.
    pub entries: usize,
    /// What was chosen.
    pub played: Weighed,
    /// What the mastermind would have chosen.
    pub best: Weighed,
}

impl Judged {
    /// Was there anything to choose?
    pub fn free(&self) -> bool {
        self.entries > 1
    }

    /// Was it the mastermind's choice?
    pub fn agreed(&self) -> bool {
        self.played.pick == self.best.pick
    }

    /// How much chance the choice lost, as far as that is more than noise.
    pub fn loss(&self) -> f32 {
        if self.agreed() { 0.0 } else { self.played.loss(&self.best) }
    }
}

/// How a game stood after some choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// After so many choices.
    pub ply: u32,
    /// Each seat's chance to win, from what it knew. They need not add up to one.
    pub chances: Vec<f32>,
    /// What was chosen then; nothing at the end.
    pub choice: Option<Judged>,
    /// What came of it, as each seat heard it, with nobody called "you".
    pub told: Vec<Vec<String>>,
}

/// The readings of a game, each made when it is asked for.
pub type Readings = Box<dyn Iterator<Item = Reading> + Send>;

/// Somebody who thinks, with all that they know.
struct Thinker<G: Policy> {
    seat: Seat,
    view: G::View,
    notes: G::Notes,
    menu: Vec<G::Action>,
    names: Names,
    seed: Seed,
}

impl<G: Words + Policy> Thinker<G> {
    fn at(table: &Table<G>, seat: Seat) -> Thinker<G> {
        Thinker {
            seat,
            view: table.eyes(Some(seat)).view(),
            notes: table.notes(seat),
            menu: table.acts(seat),
            names: AnyTable::names(table).clone(),
            seed: Seed::from(u64::from(seat.0) << 32 | u64::from(Table::ply(table))),
        }
    }

    fn think(&self, menu: &[G::Action], worlds: u32) -> Verdict {
        let Thinker { seat, view, notes, seed, .. } = self;
        let question = Question::<G> { seat: *seat, view, notes, menu, vow: None };
        think(&question, &Search::iterations(worlds.max(1)), *seed)
    }

    /// How likely they are to win, without any choice of theirs.
    fn chance(&self, worlds: u32) -> f32 {
        self.think(&[], worlds / GLANCE).chance
    }

    /// What they might choose, best first. One search tells which entries are worth a closer look; then each of them, and
    /// `also`, gets as many worlds as the others: what a search leaves aside it also knows badly.
    fn weigh(&self, also: Option<usize>, worlds: u32) -> Vec<Weighed> {
        let mut picks: Vec<usize> = (0..self.menu.len()).collect();
        if picks.len() > SHORT {
            let first = self.think(&self.menu, worlds);
            picks.sort_by_key(|&pick| (std::cmp::Reverse(first.visits[pick]), pick));
            let rest = picks.split_off(SHORT);
            picks.extend(rest.into_iter().filter(|&pick| Some(pick) == also));
        }
        let worlds = if picks.len() > 1 { worlds } else { worlds / GLANCE };
        let closely = |pick: usize| {
            let act = self.menu[pick];
            let verdict = self.think(&[act], worlds);
            let (chance, tries) = (verdict.chance, verdict.iterations as f32);
            // One win and one loss more than there were: what always went alike is not certain.
            let p = (chance * tries + 1.0) / (tries + 2.0);
            let text = G::action(&self.view, act, &self.names);
            Weighed { pick, text, chance, error: (p * (1.0 - p) / (tries + 2.0)).sqrt() }
        };
        let mut weighed: Vec<Weighed> = picks.into_iter().map(closely).collect();
        weighed.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        weighed
    }
}

/// What the seat that is asked might choose, best first: thought from its view, and told elsewhere.
pub(crate) fn counsel<G: Words + Policy>(table: &Table<G>, seat: Seat, worlds: u32) -> Option<Counsel> {
    let thinker = Thinker::at(table, seat);
    (!thinker.menu.is_empty()).then(|| Box::new(move || thinker.weigh(None, worlds)) as Counsel)
}

/// A finished game, played again from its start.
struct Rerun<G: Game> {
    table: Table<G>,
    /// What is left of the record, step by step.
    steps: std::vec::IntoIter<Vec<Choice>>,
    /// Readings of a race that was played already: one for each answer.
    made: VecDeque<Reading>,
    log: VecDeque<Overheard>,
    worlds: u32,
    over: bool,
}

pub(crate) fn analyse<G: Words + Policy>(table: &Table<G>, worlds: u32) -> Option<Readings> {
    if Table::status(table) != Status::Over {
        return None;
    }
    let start = table.at(0);
    let log = table.whole_log().into_iter().filter(|heard| heard.told.ply > 0).collect();
    let steps = table.to_record().steps().map(<[Choice]>::to_vec).collect::<Vec<_>>().into_iter();
    Some(Box::new(Rerun { table: start, steps, made: VecDeque::new(), log, worlds, over: false }))
}

impl<G: Words + Policy> Iterator for Rerun<G> {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        if let Some(reading) = self.made.pop_front() {
            return Some(reading);
        }
        if self.over {
            return None;
        }
        let Some(step) = self.steps.next() else {
            self.over = true;
            return Some(self.end());
        };
        // Whoever raced knew as much as before the race: every answer is judged from there.
        let now = Table::ply(&self.table);
        for (n, choice) in step.iter().enumerate() {
            let act = choice.act.parse().ok()?;
            let ply = now + n as u32;
            let told = if n + 1 == step.len() { self.told(ply + 1) } else { self.told(now) };
            let reading = Reading { ply, told, ..self.reading(choice.seat, act) };
            self.made.push_back(reading);
        }
        // What was recorded at a table can be played at one.
        for choice in &step {
            self.over |= AnyTable::seal(&mut self.table, choice.seat, now, &choice.act).is_err();
        }
        if step.iter().any(|choice| choice.race > 0) {
            let order: Vec<Seat> = step.iter().map(|choice| choice.seat).collect();
            self.over |= self.table.count(&order).is_err();
        }
        self.made.pop_front()
    }
}

impl<G: Words + Policy> Rerun<G> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(AnyTable::names(&self.table).list().len() as u8)
    }

    fn reading(&self, by: Seat, act: G::Action) -> Reading {
        let ply = Table::ply(&self.table);
        let (mut chances, mut judged) = (Vec::new(), None);
        for seat in self.seats() {
            let thinker = Thinker::at(&self.table, seat);
            let entries = thinker.menu.len();
            let pick = thinker.menu.iter().position(|entry| *entry == act).filter(|_| seat == by);
            let weighed = pick.map(|pick| (pick, thinker.weigh(Some(pick), self.worlds)));
            let choice = weighed.and_then(|(pick, weighed)| {
                let played = weighed.iter().find(|entry| entry.pick == pick)?.clone();
                Some(Judged { seat, entries, played, best: weighed.into_iter().next()? })
            });
            // Whoever is asked will do their best: their chance is that of their best choice.
            chances.push(choice.as_ref().map_or_else(|| thinker.chance(self.worlds), |c| c.best.chance));
            judged = judged.or(choice);
        }
        Reading { ply, chances, choice: judged, told: Vec::new() }
    }

    /// When the game is over everybody knows their chance.
    fn end(&self) -> Reading {
        let winners = AnyTable::ending(&self.table).map(|(_, winners)| winners).unwrap_or_default();
        let share = 1.0 / winners.len().max(1) as f32;
        let chances = self.seats().map(|seat| if winners.has(seat) { share } else { 0.0 }).collect();
        Reading { ply: Table::ply(&self.table), chances, choice: None, told: Vec::new() }
    }

    fn told(&mut self, ply: u32) -> Vec<Vec<String>> {
        let mut told: Vec<Vec<String>> = self.seats().map(|_| Vec::new()).collect();
        while let Some(line) = self.log.pop_front_if(|line| line.told.ply <= ply) {
            for (seat, lines) in self.seats().zip(&mut told) {
                if line.to.reaches(Some(seat)) {
                    lines.push(line.told.text.clone());
                }
            }
        }
        told
    }
}

/// Why a seat's chance changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// By its own choice: another would have been better.
    Choice,
    /// By what came next: a card drawn, or something turned up.
    Luck,
    /// By what somebody else chose.
    Others,
    /// By what somebody else chose and what came next: which of them weighs more cannot be told.
    Mixed,
}

/// A moment that decided a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// After so many choices.
    pub ply: u32,
    /// Whose chance changed.
    pub seat: Seat,
    /// Why.
    pub cause: Cause,
    /// The chance that the seat had.
    pub before: f32,
    /// The chance that was left.
    pub after: f32,
}

/// How a seat played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// How often it had a choice.
    pub choices: u32,
    /// How often it chose what the mastermind would have chosen.
    pub agreed: u32,
    /// How much chance it lost by all its choices.
    pub lost: f32,
}

impl Summary {
    /// How much chance it lost by each choice.
    pub fn loss(&self) -> f32 {
        self.lost / self.choices.max(1) as f32
    }
}

/// How every seat played, in the order of the seats.
pub fn summaries(readings: &[Reading]) -> Vec<Summary> {
    let mut all = vec![Summary::default(); readings.first().map_or(0, |reading| reading.chances.len())];
    for choice in readings.iter().filter_map(|reading| reading.choice.as_ref()).filter(|c| c.free()) {
        let mine = &mut all[choice.seat.index()];
        mine.choices += 1;
        mine.agreed += u32::from(choice.agreed());
        mine.lost += choice.loss();
    }
    all
}

/// The moments that decided a game, in its order: the worst choices, and the largest swings that nobody could help.
pub fn moments(readings: &[Reading]) -> Vec<Moment> {
    let mut losses: Vec<(f32, Moment)> = Vec::new();
    let mut swings: Vec<(f32, Moment)> = Vec::new();
    for pair in readings.windows(2) {
        let [now, next] = pair else { continue };
        let Some(choice) = &now.choice else { continue };
        let moment = |seat, cause, before, after| Moment { ply: now.ply, seat, cause, before, after };
        if choice.loss() >= LEAST.0 {
            let (best, played) = (choice.best.chance, choice.played.chance);
            losses.push((choice.loss(), moment(choice.seat, Cause::Choice, best, played)));
        }
        let swung =
            (0u8..).map(Seat).zip(now.chances.iter().zip(&next.chances)).map(|(seat, (&was, &is))| {
                let (cause, before) = match (seat == choice.seat, choice.free()) {
                    (true, _) => (Cause::Luck, choice.played.chance),
                    (false, true) => (Cause::Others, was),
                    (false, false) => (Cause::Luck, was),
                };
                ((is - before).abs(), moment(seat, cause, before, is))
            });
        // Of several who win and lose by the same thing one tells it.
        swings.extend(swung.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(much, _)| *much >= LEAST.1));
    }
    for list in [&mut losses, &mut swings] {
        list.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.ply.cmp(&b.1.ply)));
    }
    let rest = losses.split_off(losses.len().min(CHOICES));
    let mut chosen: Vec<Moment> = Vec::new();
    for (_, moment) in losses.into_iter().chain(swings).chain(rest) {
        if chosen.len() < MOMENTS && chosen.iter().all(|known| known.ply != moment.ply) {
            chosen.push(moment);
        }
    }
    chosen.sort_by_key(|moment| moment.ply);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::BotTable;
    use mister_spy::MisterSpy;
    use serde_json::json;
    use table::Stream;
    use table::table::{read_position, read_setup};

    /// Both can win by killing a Spy of their own hand, and the first one passes.
    fn blunder() -> Table<MisterSpy> {
        let position = json!({
            "turn": 0,
            "hands": ["monty-draper E", "jillian-styles F"],
            "lairs": ["moon-base", "volcano castle"],
            "piles": ["rex-halloran:CD dash-kensington", "augusta-vane:AB"],
            "deck": "rest",
        });
        let position = read_position::<MisterSpy>(&position).unwrap();
        let mut table = Table::<MisterSpy>::lay_out(position, None, Seed::from(1)).unwrap();
        for (seat, act) in [(0, "pass"), (1, "play jillian-styles"), (1, "kill")] {
            assert!(table.analyse(10).is_none(), "nothing is judged before the end");
            let ply = Table::ply(&table);
            table.act_text(Seat(seat), ply, act).unwrap();
        }
        assert_eq!(Table::status(&table), Status::Over);
        table
    }

    fn random(seats: u8, seed: u64) -> Table<MisterSpy> {
        let setup = read_setup::<MisterSpy>(seats, &json!({})).unwrap();
        let mut table = Table::<MisterSpy>::deal(setup, Seed::from(seed)).unwrap();
        let mut tosses = Seed::from(seed).luck(Stream::Bots);
        while let Some(seat) = Table::status(&table).asked().iter().next() {
            let (ply, menu) = (Table::ply(&table), table.acts(seat));
            table.try_pick(seat, ply, tosses.pick(menu.len() as u32) as usize).unwrap();
        }
        table
    }

    #[test]
    fn a_win_passed_up_is_found() {
        let table = blunder();
        let readings: Vec<Reading> = table.analyse(3000).unwrap().collect();
        assert_eq!(readings.len(), 4);
        let choice = readings[0].choice.as_ref().unwrap();
        assert_eq!((choice.seat, choice.played.text.as_str()), (Seat(0), "Pass"));
        // Lured home or sent as a Double Agent, it wins the game.
        assert!(choice.best.text.contains("Monty Draper"), "{choice:?}");
        assert!(choice.best.chance > 0.8 && choice.loss() > 0.2, "{choice:?}");
        let moments = moments(&readings);
        let worst = moments.iter().find(|m| m.cause == Cause::Choice).unwrap();
        assert_eq!((worst.ply, worst.seat), (0, Seat(0)));
        assert!(worst.before > worst.after);
        // The other did what there was to do.
        let summaries = summaries(&readings);
        assert_eq!((summaries[0].choices, summaries[0].agreed), (1, 0));
        assert_eq!((summaries[1].choices, summaries[1].agreed), (2, 2));
        assert!(summaries[0].loss() > 0.2 && summaries[1].loss() == 0.0);
        // The end is certain, and each choice is told.
        assert_eq!(readings[3].chances, [0.0, 1.0]);
        assert!(readings[3].choice.is_none());
        let told = &readings[0].told;
        assert_eq!((told[0][0].as_str(), told[1][0].as_str()), ("Seat 0 passes.", "Seat 0 passes."));
        // Whoever draws a card is told which, and the other is not.
        let drawn = "It is Barnaby Twill (2).".to_owned();
        assert!(told[1].contains(&drawn) && !told[0].contains(&drawn), "{told:?}");
        assert!(readings[2].told[0].iter().any(|line| line.contains("Seat 1 wins")), "{readings:#?}");
    }

    #[test]
    fn the_same_game_is_judged_the_same_and_every_choice_is() {
        for seats in [2, 3] {
            let table = random(seats, u64::from(seats));
            let readings: Vec<Reading> = table.analyse(60).unwrap().collect();
            assert_eq!(readings.len(), Table::ply(&table) as usize + 1);
            assert_eq!(table.analyse(60).unwrap().collect::<Vec<_>>(), readings);
            for (n, reading) in readings.iter().enumerate() {
                assert_eq!((reading.ply as usize, reading.chances.len()), (n, usize::from(seats)));
                assert!(reading.chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
                assert_eq!(reading.choice.is_none(), n + 1 == readings.len());
            }
            let moments = moments(&readings);
            assert!((1..=MOMENTS).contains(&moments.len()), "{moments:?}");
            assert!(moments.windows(2).all(|pair| pair[0].ply < pair[1].ply));
            let all: u32 = summaries(&readings).iter().map(|s| s.choices).sum();
            assert_eq!(all as usize, readings.iter().flat_map(|r| &r.choice).filter(|c| c.free()).count());
        }
    }

    /// What is thought of a seat's chance and of its choices follows from its view.
    #[test]
    fn advice_is_the_same_in_every_world_that_the_seat_cannot_tell_apart() {
        let mut luck = Seed::from(7).luck(Stream::Play);
        let game = random(3, 11);
        let mut differ = 0;
        for ply in (0..Table::ply(&game)).step_by(5) {
            let here = game.at(ply);
            let Some(seat) = Table::status(&here).asked().iter().next() else { continue };
            let there = here.elsewhere(Some(seat), &mut luck);
            differ += usize::from(OpenTable::fingerprint(&here) != OpenTable::fingerprint(&there));
            let advice = here.counsel(seat, 200).unwrap()();
            assert_eq!(advice, there.counsel(seat, 200).unwrap()());
            assert_eq!(advice.len(), here.acts(seat).len().min(SHORT));
            assert!(here.counsel(Seat((seat.0 + 1) % 3), 200).is_none(), "they are not asked");
        }
        assert!(differ > 3, "{differ}");
    }

    #[test]
    fn the_analysis_agrees_with_the_hint_of_that_moment() {
        let game = random(2, 5);
        for reading in game.analyse(100).unwrap().filter(|reading| reading.ply % 4 == 0) {
            let Some(choice) = reading.choice.filter(Judged::free) else { continue };
            let advice = game.at(reading.ply).counsel(choice.seat, 100).unwrap()();
            // Unless what was played was not looked at closely then, and is better still.
            assert!(advice[0] == choice.best || choice.agreed(), "{advice:?} {choice:?}");
        }
    }

    #[test]
    fn a_loss_within_the_error_is_none() {
        let weighed = |chance, error| Weighed { pick: 0, text: String::new(), chance, error };
        assert_eq!(weighed(0.50, 0.03).loss(&weighed(0.53, 0.01)), 0.0);
        assert_eq!(weighed(0.60, 0.0).loss(&weighed(0.50, 0.0)), 0.0);
        assert!((weighed(0.20, 0.03).loss(&weighed(0.60, 0.04)) - 0.35).abs() < 1e-6);
    }
}
