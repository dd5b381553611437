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

use crate::game::{Game, Placed, Status};
use crate::hash::fingerprint;
use crate::luck::{Luck, Seed, Stream};
use crate::race::{self, Answers};
use crate::record::Record;
use crate::rules::Rules;
use crate::seat::Seat;
use crate::sink::{Log, Mute, Note};
use crate::table::{Table, to_value};

mod taking_back;

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

/// Counts of how often imagined worlds agree with the truth and with each other.
#[derive(Default)]
struct Agreement {
    tries: u32,
    with_truth: u32,
    with_each_other: u32,
}

/// For one place and viewer: how often something was hidden there, and how often it was imagined otherwise.
#[derive(Default)]
struct Hiding {
    chances: u32,
    different: u32,
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

    /// A race at the table, which stands where the game does: answers come in one by one, whenever they like, and until the
    /// order is known nothing has changed for anybody.
    fn try_race(&mut self, game: &G, table: &mut Table<G>, step: &[(Seat, G::Action)]) -> Result<(), Broken> {
        let law = Law::SealedAnswersTellNothing;
        let heard = |table: &Table<G>, who| table.timeline(who).count();
        let before: Vec<usize> = self.viewers(game).into_iter().map(|who| heard(table, who)).collect();
        let (mut arrival, mut menu) = (step.to_vec(), Vec::new());
        self.luck.shuffle(&mut arrival);
        for &(seat, act) in &arrival {
            if table.count(&arrival.iter().map(|(seat, _)| *seat).collect::<Vec<_>>()).is_ok() {
                return self.broken(law, format!("the race is over before seat {seat} has answered"));
            }
            if let Err(refused) = table.try_seal(seat, self.ply, act) {
                return self.broken(Law::MenuApplies, format!("the table refused '{act}': {refused}"));
            }
            let now: Vec<usize> = self.viewers(game).into_iter().map(|who| heard(table, who)).collect();
            if !table.stands_at(game)
                || (table.ply(), table.status()) != (self.ply, game.status())
                || now != before
            {
                return self.broken(law, format!("something has changed when seat {seat} has answered"));
            }
            for who in Seat::all(game.seats()).filter(|&who| game.status().asks(who)) {
                menu.clear();
                if table.waiting().has(who) {
                    game.legal(who, &mut menu);
                }
                if table.acts(who) != menu {
                    return self.broken(law, format!("seat {who} has another menu when {seat} has answered"));
                }
            }
            if table.try_seal(seat, self.ply, act).is_ok() {
                return self.broken(law, format!("seat {seat} answers twice"));
            }
            self.try_keeping(game, table)?;
            if table.at(self.ply).waiting() != game.status().asked() {
                return self.broken(Law::UndoIsExact, "an answer is still sealed after it was taken back");
            }
        }
        if table.lots() != table.clone().lots() || table.lots().is_none() {
            return self.broken(Law::RecordsReplay, "the same race draws other lots");
        }
        let order: Vec<Seat> = step.iter().map(|(seat, _)| *seat).collect();
        if let Err(refused) = table.count(&order) {
            return self.broken(Law::MenuApplies, format!("the table refused an order: {refused}"));
        }
        let back = Seat::all(game.seats()).find_map(|seat| (self.harmless)(table, seat));
        match back {
            Some(_) => self.broken(Law::TakingBackIsHarmless, "a race can be taken back"),
            None => Ok(()),
        }
    }

    fn try_menu(&mut self, game: &G, seat: Seat, menu: &[G::Action], cards: &[u16]) -> Result<(), Broken> {
        if menu.is_empty() {
            return self.broken(Law::MenuIsClean, format!("seat {seat} is asked and has no answer"));
        }
        let view = game.view(Some(seat));
        for (i, &act) in menu.iter().enumerate() {
            if menu[..i].contains(&act) {
                return self.broken(Law::MenuIsClean, format!("'{act}' is in the menu of seat {seat} twice"));
            }
            if self.known.insert(act) {
                self.known_acts.push(act);
            }
            match act.to_string().parse::<G::Action>() {
                Ok(again) if again == act => {}
                other => return self.broken(Law::RecordsReplay, format!("'{act}' reads back as {other:?}")),
            }
            let value = to_value(&act);
            match serde_json::from_value::<G::Action>(value.clone()) {
                Ok(again) if again == act => {}
                other => return self.broken(Law::RecordsReplay, format!("{value} reads back as {other:?}")),
            }
            if let Some(rule) = G::refuse(&view, act) {
                return self
                    .broken(Law::MenuApplies, format!("'{act}' is in the menu, but rule {rule} refuses it"));
            }
            let step = self.step(game, seat, act);
            let mut after = game.clone();
            let mut luck = self.luck.clone();
            let done = catch_unwind(AssertUnwindSafe(|| {
                race::carry_out(&mut after, &step, &mut luck, &mut Mute);
            }));
            if done.is_err() {
                return self.broken(Law::MenuApplies, format!("'{act}' is in the menu, but it panics"));
            }
            if after == *game {
                return self
                    .broken(Law::MenuApplies, format!("'{act}' is in the menu, but it changes nothing"));
            }
            // Once more, with somebody listening.
            let mut again = game.clone();
            race::carry_out(&mut again, &step, &mut self.luck.clone(), &mut Log::default());
            if again != after {
                return self
                    .broken(Law::RecordsReplay, format!("'{act}' does not lead to the same state twice"));
            }
            let now = census(&after);
            if now != cards {
                let what = format!("'{act}' {}", difference(cards, &now));
                return self.broken(Law::CardsAreConserved, what);
            }
        }
        Ok(())
    }

    /// Everything that anybody could think of and that no menu lists is refused.
    fn try_refusals(&mut self, game: &G, table: &Table<G>) -> Result<(), Broken> {
        let mut menu = Vec::new();
        for seat in Seat::all(game.seats()) {
            menu.clear();
            if game.status().asks(seat) {
                game.legal(seat, &mut menu);
            }
            let view = game.view(Some(seat));
            let mut acts = Vec::new();
            G::thinkable(&view, &mut acts);
            // A sample of what was seen elsewhere: over a run every act comes up in many places.
            for _ in 0..24.min(self.known_acts.len()) {
                acts.push(self.known_acts[self.luck.pick(self.known_acts.len() as u32) as usize]);
            }
            for act in acts {
                if menu.contains(&act) {
                    continue;
                }
                match G::refuse(&view, act) {
                    None => {
                        return self.broken(
                            Law::OthersAreRefused,
                            format!("seat {seat} may not '{act}' by the menu, but no rule refuses it"),
                        );
                    }
                    Some(rule) if self.rules.get(rule).is_none() => {
                        let what =
                            format!("'{act}' is refused by rule {rule}, which the rules page does not have");
                        return self.broken(Law::OthersAreRefused, what);
                    }
                    Some(_) => {}
                }
                if self.luck.pick(16) == 0 {
                    let mut table = table.clone();
                    if table.try_act(seat, self.ply, act).is_ok() || !table.stands_at(game) {
                        return self
                            .broken(Law::OthersAreRefused, format!("'{act}' is not refused by the table"));
                    }
                }
            }
        }
        Ok(())
    }

    /// What is answered by itself is answered from public facts.
    fn try_orders(&mut self, game: &G) -> Result<(), Broken> {
        if G::orders().is_empty() {
            return Ok(());
        }
        let world = G::imagine(&game.view(None), &self.prior, &mut self.luck.clone());
        let mut menu = Vec::new();
        for seat in game.status().asked().iter() {
            menu.clear();
            game.legal(seat, &mut menu);
            let (view, dream) = (game.view(Some(seat)), world.view(Some(seat)));
            for code in G::orders().iter().map(|order| order.code) {
                let answer = G::obey(&view, code);
                if let Some(act) = answer.filter(|act| !menu.contains(act)) {
                    let what = format!("'{code}' answers '{act}', which seat {seat} may not do");
                    return self.broken(Law::OrdersTellNothing, what);
                }
                let elsewhere = G::obey(&dream, code);
                if answer != elsewhere {
                    let say =
                        |answer: Option<G::Action>| answer.map_or("nothing".into(), |a| format!("'{a}'"));
                    let (answer, elsewhere) = (say(answer), say(elsewhere));
                    let what =
                        format!("'{code}' answers {answer} for seat {seat}, in an equal world {elsewhere}");
                    return self.broken(Law::OrdersTellNothing, what);
                }
            }
        }
        Ok(())
    }

    fn try_imagination(&mut self, game: &G) -> Result<(), Broken> {
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
    fn judge_peeking(&self) -> Result<(), Broken> {
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

    fn judge_hiding(&self) -> Result<(), Broken> {
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

    /// The same act in two worlds that a hearer cannot tell apart.
    fn try_stories(
        &mut self,
        game: &G,
        seat: Seat,
        step: &[(Seat, G::Action)],
        menu: &[G::Action],
    ) -> Result<(), Broken> {
        let luck = self.luck.clone();
        let tell = |game: &G, step: &[(Seat, G::Action)]| {
            let (mut after, mut log) = (game.clone(), Log::default());
            race::carry_out(&mut after, step, &mut luck.clone(), &mut log);
            (after, log.0)
        };
        let (true_after, true_story) = tell(game, step);
        let other = menu[self.luck.pick(menu.len() as u32) as usize];
        let n = step.iter().position(|(by, _)| *by == seat).unwrap_or(0);
        let (act, mut other_step) = (step[n].1, step.to_vec());
        other_step[n].1 = other;
        let (other_after, other_story) = tell(game, &other_step);
        for who in self.viewers(game) {
            let heard = heard_by(&true_story, who);
            if race::shown(game, &step[..=n], who) != race::shown(game, &other_step[..=n], who)
                && who != Some(seat)
                && heard == heard_by(&other_story, who)
                && true_after.view(who) == other_after.view(who)
            {
                return self.broken(
                    Law::SameStory,
                    format!("{} is shown '{act}' and not '{other}', but hears and sees the same", name(who)),
                );
            }
            let view = game.view(who);
            let world = G::imagine(&view, &self.prior, &mut self.luck);
            let Some(twin) = self.same_looking(game, &world, step, who) else { continue };
            let (after, story) = tell(&world, &twin);
            let dreamt = heard_by(&story, who);
            if part_in_the_open(&heard, &dreamt) {
                let (heard, dreamt) = (events(&heard), events(&dreamt));
                return self.broken(
                    Law::SameStory,
                    format!("on '{act}' {} heard {heard:?}, but in an equal world {dreamt:?}", name(who)),
                );
            }
            if events(&heard) != events(&dreamt) {
                continue;
            }
            if true_after.status() != after.status() {
                return self.broken(
                    Law::SameStorySameWindow,
                    format!(
                        "after '{act}' {} heard the same, but {:?} became {:?}",
                        name(who),
                        true_after.status(),
                        after.status()
                    ),
                );
            }
            let (now, dream) = (true_after.view(who), after.view(who));
            if now != dream {
                return self.broken(
                    Law::SameStorySameWindow,
                    format!(
                        "after '{act}' {} heard the same, but sees {}",
                        name(who),
                        first_difference(&now, &dream)
                    ),
                );
            }
        }
        Ok(())
    }

    /// Answers in the imagined world that look to the viewer like the true ones.
    fn same_looking(
        &mut self,
        game: &G,
        world: &G,
        step: &[(Seat, G::Action)],
        who: Option<Seat>,
    ) -> Option<Vec<(Seat, G::Action)>> {
        let (mut twin, mut menu) = (Vec::new(), Vec::new());
        for (n, &(by, act)) in step.iter().enumerate() {
            if who == Some(by) {
                twin.push((by, act));
                continue;
            }
            let looks = race::shown(game, &step[..=n], who);
            menu.clear();
            world.legal(by, &mut menu);
            menu.retain(|&act| {
                twin.push((by, act));
                let alike = race::shown(world, &twin, who) == looks;
                twin.pop();
                alike
            });
            let pick = menu.get(self.luck.pick(menu.len().max(1) as u32) as usize);
            twin.push((by, *pick?));
        }
        Some(twin)
    }

    fn try_keeping(&self, game: &G, table: &Table<G>) -> Result<(), Broken> {
        let text = table.to_record().to_text();
        let replayed = Record::parse(&text).and_then(|record| {
            if record.to_text() != text {
                return Err(crate::record::RecordFault {
                    line: 1,
                    what: "the text does not round-trip".into(),
                });
            }
            Table::<G>::resume(&record)
        });
        match replayed {
            Err(fault) => return self.broken(Law::RecordsReplay, format!("line {}: {fault}", fault.line)),
            Ok(again) if !again.stands_at(game) => {
                return self.broken(Law::RecordsReplay, "the replayed state is another one");
            }
            Ok(again) if again.waiting() != table.waiting() => {
                return self.broken(Law::RecordsReplay, "the replayed table waits for others");
            }
            Ok(again) if again.to_record().to_text() != text => {
                return self.broken(Law::RecordsReplay, "the replayed table has another record");
            }
            Ok(_) => {}
        }
        let back = table.at(self.ply.saturating_sub(1)).at(self.ply);
        let last = table.raced().map_or(1, u32::from);
        if self.ply > 0 && back.ply() + last != self.ply {
            return self.broken(Law::UndoIsExact, "a fork knows choices made after it");
        }
        if !table.at(self.ply).stands_at(game) {
            return self.broken(Law::UndoIsExact, "taking back nothing leads elsewhere");
        }
        let written = to_value(&game.position()).to_string();
        let position = match serde_json::from_str(&written) {
            Ok(position) => position,
            Err(e) => {
                return self.broken(Law::PositionsRoundTrip, format!("{written} does not read back: {e}"));
            }
        };
        match G::lay_out(&position) {
            Err(fault) => self.broken(Law::PositionsRoundTrip, fault.what),
            Ok(laid) if laid != *game => self.broken(
                Law::PositionsRoundTrip,
                format!("laid out again it has {}", first_difference(game, &laid)),
            ),
            Ok(_) => Ok(()),
        }
    }

    /// Over many deals, each viewer's imagined cards lie where dealt ones lie, equally often.
    fn compare_deals(&mut self, seed: Seed, deals: u32) -> Result<(), Broken> {
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
    fn compare_middles(&mut self, seed: Seed, games: u32) -> Result<(), Broken> {
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

fn heard_by<E: Clone>(story: &[Note<E>], who: Option<Seat>) -> Vec<Note<E>> {
    story.iter().filter(|note| note.to.reaches(who)).cloned().collect()
}

fn events<E>(notes: &[Note<E>]) -> Vec<&E> {
    notes.iter().map(|note| &note.event).collect()
}

/// Do two stories part where nothing was revealed? Up to there the hearer could not tell them apart. One may give a
/// secret away where the other ends or goes on without any; what comes before a secret of both must be the same.
fn part_in_the_open<E: Eq>(one: &[Note<E>], two: &[Note<E>]) -> bool {
    let same = one.iter().zip(two).take_while(|(a, b)| a.event == b.event).count();
    let (one, two) = (&one[same..], &two[same..]);
    let secret_first = |rest: &[Note<E>]| rest.first().is_some_and(|note| note.secret);
    let secret_later = |rest: &[Note<E>]| rest.iter().any(|note| note.secret);
    match (secret_first(one), secret_first(two)) {
        (true, true) => false,
        (false, false) => one.len() + two.len() > 0,
        _ => secret_later(one) && secret_later(two),
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

fn hidden(cards: &[Placed], who: Option<Seat>) -> Vec<(u16, u16)> {
    let mut rest: Vec<(u16, u16)> =
        cards.iter().filter(|p| !p.known_to(who)).map(|p| (p.place, p.card)).collect();
    rest.sort_unstable();
    rest
}

/// Two values printed, from where they part.
fn first_difference<T: fmt::Debug>(a: &T, b: &T) -> String {
    let (a, b) = (format!("{a:?}"), format!("{b:?}"));
    let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let from = (0..=same.saturating_sub(40)).rev().find(|&i| a.is_char_boundary(i) && b.is_char_boundary(i));
    let cut = |s: &str| s[from.unwrap_or(0)..].chars().take(120).collect::<String>();
    format!("...{} instead of ...{}", cut(&b), cut(&a))
}
