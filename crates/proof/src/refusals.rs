//! Whether refusals name the rule that really forbids an act, or hide behind one that fits everything.
//!
//! Every page has a rule by which only the player who is asked may act. It is the right answer to somebody who is not
//! asked, whatever they want to do: nothing that they could say now would be heard. It is no answer to whoever *is* asked.
//! They may act, and if not in this way, then because of the order of a turn, of what a card is for, or of what is being
//! decided: there is a rule that says so, and the refusal has to name that one.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use table::race::carry_out;
use table::{Answers, Mute, Names, Rule, Rules, Seat, Seed, Status, Stream, Words};

/// How many acts from elsewhere are tried in each position by each seat, besides what the game calls thinkable.
const STRANGE: u32 = 24;

/// How often each rule was cited in random games.
#[derive(Clone, Default, Debug)]
pub struct Refusals {
    game: &'static str,
    games: u64,
    rules: Rules,
    /// To seats that were asked: by the rule that put the question, and the rule that was cited.
    asked: BTreeMap<(Rule, Rule), u64>,
    /// To all others.
    waiting: BTreeMap<Rule, u64>,
}

/// Plays random games, as many with each setup. At every ply each seat tries everything thinkable, and a handful of what was
/// possible at other times; what comes back is counted.
pub fn refusals<G: Words>(setups: &[G::Setup], games: u64) -> Refusals {
    let rules = Rules::parse(G::info().rules).unwrap_or_default();
    let mut found =
        Refusals { game: G::info().title, games: games * setups.len() as u64, rules, ..Refusals::default() };
    let (mut known, mut elsewhere): (HashSet<G::Action>, Vec<G::Action>) = Default::default();
    for (n, setup) in (0..).zip(setups) {
        for game in 0..games {
            let seed = Seed::from(1000 * n + game);
            let mut tosses = seed.luck(Stream::Test(3));
            let mut play = seed.luck(Stream::Play);
            let mut table = G::deal(setup, &mut seed.luck(Stream::Deal), &mut Mute);
            let mut menu = Vec::new();
            while table.status() != Status::Over {
                for seat in Seat::all(table.seats()) {
                    let view = table.view(Some(seat));
                    let mut acts = Vec::new();
                    G::thinkable(&view, &mut acts);
                    for _ in 0..STRANGE.min(elsewhere.len() as u32) {
                        acts.push(elsewhere[tosses.pick(elsewhere.len() as u32) as usize]);
                    }
                    let cited = acts.into_iter().filter_map(|act| G::refuse(&view, act));
                    if table.status().asks(seat) {
                        let question = G::prompt(&view, &Names::plain(table.seats())).rule;
                        cited.for_each(|rule| *found.asked.entry((question, rule)).or_default() += 1);
                    } else {
                        cited.for_each(|rule| *found.waiting.entry(rule).or_default() += 1);
                    }
                }
                // One who is asked, or all who race.
                let answers = Answers::gather(table.status().asked(), |seat| {
                    menu.clear();
                    table.legal(seat, &mut menu);
                    elsewhere.extend(menu.iter().copied().filter(|&act| known.insert(act)));
                    menu[tosses.pick(menu.len() as u32) as usize]
                });
                let Some(mut answers) = answers else { break };
                answers.draw_lots(&mut tosses);
                carry_out(&mut table, &answers, &mut play, &mut Mute);
            }
        }
    }
    found
}

impl Refusals {
    /// Holds the game to naming the rule that forbids. `waiting` is the rule by which only whoever is asked may act: whoever
    /// is not asked hears it and nothing else, and whoever is asked never hears it, whatever the question.
    ///
    /// # Panics
    ///
    /// With a line for each question at which a seat that was asked heard it, and one if others heard something else; or if
    /// there was hardly anything to refuse.
    #[track_caller]
    pub fn name_the_rule(&self, waiting: Rule) {
        let mut faults = Vec::new();
        for (question, all) in self.questions() {
            let hidden = self.asked.get(&(question, waiting)).copied().unwrap_or(0);
            if hidden > 0 {
                faults.push(format!(
                    "asked by rule {question}, a seat was refused by rule {waiting} {hidden} times of {all}: name the rule \
                     that forbids it"
                ));
            }
        }
        let other: Vec<String> =
            self.waiting.keys().filter(|&&rule| rule != waiting).map(ToString::to_string).collect();
        if !other.is_empty() {
            faults.push(format!("seats that were not asked were refused by rule {}", other.join(", ")));
        }
        let (asked, unasked) = (self.asked.values().sum::<u64>(), self.waiting.values().sum::<u64>());
        if asked < 1000 || unasked < 1000 {
            faults.push(format!("only {asked} refusals to seats that were asked, {unasked} to others"));
        }
        assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    }

    /// Every question, with how much was refused at it.
    fn questions(&self) -> BTreeMap<Rule, u64> {
        let mut questions = BTreeMap::new();
        for ((question, _), n) in &self.asked {
            *questions.entry(*question).or_default() += n;
        }
        questions
    }

    fn title(&self, rule: Rule) -> &str {
        self.rules.get(rule).map_or("", |paragraph| &paragraph.title)
    }
}

/// As a section of a page: what was refused to seats that were asked, the most frequent rule first.
impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules: BTreeMap<Rule, u64> = BTreeMap::new();
        self.asked.iter().for_each(|((_, rule), n)| *rules.entry(*rule).or_default() += n);
        let mut rules: Vec<(Rule, u64)> = rules.into_iter().collect();
        rules.sort_by_key(|&(rule, n)| (std::cmp::Reverse(n), rule));
        let (asked, waiting) =
            (rules.iter().map(|(_, n)| n).sum::<u64>(), self.waiting.values().sum::<u64>());
        writeln!(f, "## {}\n", self.game)?;
        let by: Vec<String> =
            self.waiting.keys().map(|&rule| format!("{rule}, \"{}\"", self.title(rule))).collect();
        writeln!(
            f,
            "{} games, {} refusals: {waiting} to players who were not asked, all by rule {}, and {asked} to players who were:\n",
            self.games,
            asked + waiting,
            by.join(" and ")
        )?;
        writeln!(f, "| rule | | refusals | share |\n|---|---|---:|---:|")?;
        for (rule, n) in rules {
            let share = 100.0 * n as f64 / asked.max(1) as f64;
            writeln!(f, "| {rule} | {} | {n} | {share:.1} % |", self.title(rule))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    const WAITING: Rule = Rule(1, 6);

    /// What was said of these counts: of seats that were asked, and of others.
    fn said(asked: &[((Rule, Rule), u64)], waiting: &[(Rule, u64)]) -> String {
        let found = Refusals {
            asked: asked.iter().copied().collect(),
            waiting: waiting.iter().copied().collect(),
            ..Refusals::default()
        };
        let Err(said) = catch_unwind(|| found.name_the_rule(WAITING)) else { return String::new() };
        said.downcast_ref::<String>().cloned().unwrap_or_default()
    }

    #[test]
    fn a_rule_that_fits_everything_is_found_at_the_question_where_it_hides() {
        let fine = [((Rule(2, 2), Rule(4, 2)), 5000), ((Rule(6, 2), Rule(2, 4)), 900)];
        assert_eq!(said(&fine, &[(WAITING, 5000)]), "");
        let one = [fine[0], fine[1], ((Rule(6, 2), WAITING), 1)];
        assert_eq!(
            said(&one, &[(WAITING, 5000)]).trim(),
            "asked by rule 6.2, a seat was refused by rule 1.6 1 times of 901: name the rule that forbids it"
        );
        let other = said(&fine, &[(WAITING, 5000), (Rule(4, 2), 1)]);
        assert_eq!(other.trim(), "seats that were not asked were refused by rule 4.2");
        assert!(said(&fine[1..], &[(WAITING, 5000)]).contains("only 900 refusals"));
        assert!(said(&fine, &[(WAITING, 5)]).contains("5 to others"));
    }
}
