//! What a card does, as a script: the trees of its file become one flat row of small operations when it is read. A half-done
//! effect is then a card, one of its abilities and a number in that row ([`Act`](crate::frame::Act)), and a position stays
//! plain data.

use std::fmt::Debug;

use serde::Deserialize;

/// How many things an ability can be aimed at, counting those that are chosen as it is carried out.
pub const TARGETS: usize = 4;
/// How many things a word can want chosen as it is carried out.
pub const CHOICES: usize = 2;

/// The words of a game's card language.
pub trait Tongue: Copy + Eq + std::hash::Hash + Debug + Sized + 'static {
    /// Something that is done.
    type Verb: Copy + Eq + Debug;
    /// Which cards can be chosen.
    type Pick: Copy + Eq + Debug;
    /// Something that is so or not.
    type Test: Copy + Eq + Debug;
    /// Something that others can answer.
    type Moment: Copy + Eq + std::hash::Hash + Debug;

    /// The moment between two steps of an act with this ability, if anybody can answer there.
    fn gap(gap: Gap, ability: &Ability<Self>) -> Option<Self::Moment>;
    /// The moments before and after something is done, if anybody can answer there.
    fn around(_: Self::Verb) -> (Option<Self::Moment>, Option<Self::Moment>) {
        (None, None)
    }
    /// What is chosen just before something is done, after all answers. Where all can see that there is nothing to choose
    /// from, it is not done; where only the one who chooses can, it is done to nothing.
    fn chooses(_: Self::Verb) -> [Option<Self::Pick>; CHOICES] {
        [None; CHOICES]
    }
    /// Can this be chosen when an act is declared, in sight of all? What lies in a hand cannot.
    fn is_open(_: Self::Pick) -> bool {
        true
    }
    /// May nothing be chosen although something fits? So it is with a search, in which nobody has to find anything.
    fn is_spared(_: Self::Pick) -> bool {
        false
    }
    /// What must be so for a word to find something to act on, besides what is chosen.
    fn needs(_: Self::Verb) -> Option<Self::Test> {
        None
    }
    /// The number of a moment in the index of triggers, below 64.
    fn number(moment: Self::Moment) -> u8;
}

/// The gaps between the steps of an act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gap {
    /// Targets have been named, and nothing is paid yet.
    Targeted,
    /// It is paid for, and has not done anything.
    Paid,
    /// It has done all it does.
    Done,
}

/// When that is chosen which words want chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choosing {
    /// As the word is carried out, after all answers.
    Late,
    /// When the act is declared, before anybody answers.
    Early,
}

/// When an ability works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(bound(deserialize = "T::Moment: Deserialize<'de>"))]
pub enum When<T: Tongue> {
    /// Its player uses it when it is their time to act.
    Act,
    /// Its player may answer with it.
    React(T::Moment),
    /// It happens by itself.
    Auto(T::Moment),
    /// It is so as long as the card is in play.
    Always,
}

/// Where a card lies when its ability is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
pub enum Where {
    /// In the hand of its player, who brings it out with that.
    #[default]
    Hand,
    /// In play.
    Play,
}

/// One clause of an ability, as card files say it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(bound(
    deserialize = "T::Verb: Deserialize<'de>, T::Pick: Deserialize<'de>, T::Test: Deserialize<'de>"
))]
pub enum Clause<T: Tongue> {
    /// Does it.
    Do(T::Verb),
    /// Does the first part if it is so, else the second.
    If(T::Test, Vec<Clause<T>>, Vec<Clause<T>>),
    /// Its player may have it done.
    May(Vec<Clause<T>>),
    /// Its player picks one.
    OneOf(Vec<Vec<Clause<T>>>),
    /// Does it for each card that fits, in the order of their handles.
    Each(T::Pick, Vec<Clause<T>>),
}

/// An ability of a card, as its file says it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        deserialize = "T::Verb: Deserialize<'de>, T::Pick: Deserialize<'de>, T::Test: Deserialize<'de>, T::Moment: Deserialize<'de>"
    )
)]
pub struct Ability<T: Tongue> {
    /// When it works.
    pub when: When<T>,
    /// Where its card lies then. What happens by itself, or is always so, does in play.
    #[serde(default)]
    pub from: Where,
    /// What must be so.
    #[serde(default = "Vec::new")]
    pub only: Vec<T::Test>,
    /// What it is aimed at.
    #[serde(default = "Vec::new")]
    pub targets: Vec<T::Pick>,
    /// What must be done in full, or it fails.
    #[serde(default = "Vec::new")]
    pub cost: Vec<T::Verb>,
    /// What it does.
    pub does: Vec<Clause<T>>,
    /// Only once in a turn?
    #[serde(default)]
    pub once: bool,
}

/// One operation. A jump counts from the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op<T: Tongue> {
    /// A target is named, or the act fails.
    Target(u8, T::Pick),
    /// Something is chosen; with nothing to choose from it goes on further down.
    Choose(u8, T::Pick, u8),
    /// Others may answer.
    Open(T::Moment),
    /// The same, if what came before has happened.
    Then(T::Moment),
    /// Must be done in full.
    Pay(T::Verb),
    /// Is done, to what was chosen from this place of the act's picks on.
    Do(T::Verb, u8),
    /// Goes on only if it is so, else further down.
    Unless(T::Test, u8),
    /// Goes on further down.
    Jump(u8),
    /// The player says yes, or it goes on further down.
    May(u8),
    /// The player picks one of so many; that many jumps follow.
    Fork(u8),
    /// The next card that fits, or further down if there is none.
    Each(T::Pick, u8),
    /// Back to the [`Op::Each`] so far above.
    Again(u8),
    /// It is over.
    End,
}

/// An ability as a part of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head<T: Tongue> {
    /// When it works.
    pub when: When<T>,
    /// Where its card lies then.
    pub from: Where,
    /// What must be so.
    pub only: Box<[T::Test]>,
    /// What it is aimed at.
    pub targets: Box<[T::Pick]>,
    /// What must be done in full.
    pub cost: Box<[T::Verb]>,
    /// Only once in a turn?
    pub once: bool,
    /// Where whoever may answer that targets were named is asked.
    pub(crate) targeted: Option<u8>,
    first: u16,
    ops: u8,
}

/// The abilities of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script<T: Tongue> {
    ops: Box<[Op<T>]>,
    heads: Box<[Head<T>]>,
    /// The moments that it answers, and those at which it does something by itself: a bit each.
    reacts: u64,
    autos: u64,
}

impl<T: Tongue> Default for Script<T> {
    fn default() -> Self {
        Script { ops: Box::default(), heads: Box::default(), reacts: 0, autos: 0 }
    }
}

impl<T: Tongue> Script<T> {
    /// The script of these abilities, and what is wrong with them.
    pub fn new(abilities: &[Ability<T>]) -> (Script<T>, Vec<String>) {
        Script::chosen(abilities, Choosing::Late)
    }

    /// The same, where everything is chosen at this time.
    pub fn chosen(abilities: &[Ability<T>], choosing: Choosing) -> (Script<T>, Vec<String>) {
        let (mut all, mut heads, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        let (mut reacts, mut autos) = (0, 0);
        for ability in abilities {
            match ability.when {
                When::React(moment) => reacts |= 1u64 << T::number(moment),
                When::Auto(moment) => autos |= 1u64 << T::number(moment),
                When::Act | When::Always => {}
            }
            let (ops, mut mistakes) = Writer::write(ability, choosing);
            let Ability { when, from, only, targets, cost, once, .. } = ability;
            heads.push(Head {
                when: *when,
                from: *from,
                only: only.clone().into(),
                targets: targets.iter().copied().take(TARGETS).collect(),
                cost: cost.clone().into(),
                once: *once,
                targeted: T::gap(Gap::Targeted, ability)
                    .filter(|_| !targets.is_empty() && *when != When::Always)
                    .map(|_| targets.len().min(TARGETS) as u8),
                first: all.len() as u16,
                ops: ops.len() as u8,
            });
            all.extend(ops);
            wrong.append(&mut mistakes);
        }
        (Script { ops: all.into(), heads: heads.into(), reacts, autos }, wrong)
    }

    /// An ability by its place on the card.
    #[inline]
    pub fn head(&self, nth: u8) -> Option<&Head<T>> {
        self.heads.get(usize::from(nth))
    }

    /// All abilities.
    pub fn heads(&self) -> &[Head<T>] {
        &self.heads
    }

    /// What an ability does at this point.
    #[inline]
    pub fn op(&self, nth: u8, pc: u8) -> Op<T> {
        self.ops(nth).get(usize::from(pc)).copied().unwrap_or(Op::End)
    }

    /// All that an ability does.
    #[inline]
    pub fn ops(&self, nth: u8) -> &[Op<T>] {
        match self.head(nth) {
            Some(head) => &self.ops[usize::from(head.first)..][..usize::from(head.ops)],
            None => &[],
        }
    }

    /// The abilities with which its player can answer at this moment.
    pub fn reactions(&self, moment: T::Moment) -> impl Iterator<Item = u8> {
        let heads: &[Head<T>] = if self.answers(moment) { &self.heads } else { &[] };
        (0..).zip(heads).filter(move |(_, head)| head.when == When::React(moment)).map(|(nth, _)| nth)
    }

    /// Could this card answer at this moment? One look at the index.
    #[inline]
    pub fn answers(&self, moment: T::Moment) -> bool {
        self.reacts >> T::number(moment) & 1 == 1
    }

    /// The abilities that happen by themselves at this moment.
    pub fn autos(&self, moment: T::Moment) -> impl Iterator<Item = u8> {
        let listens = self.autos >> T::number(moment) & 1 == 1;
        let heads: &[Head<T>] = if listens { &self.heads } else { &[] };
        (0..).zip(heads).filter(move |(_, head)| head.when == When::Auto(moment)).map(|(nth, _)| nth)
    }

    /// What is always so while this card is in play.
    pub fn always(&self) -> impl Iterator<Item = T::Verb> {
        let always = (0..).zip(&self.heads[..]).filter(|(_, head)| head.when == When::Always);
        always.flat_map(|(nth, _)| self.verbs(nth))
    }

    /// The words of an ability, in the order of its file. A clause is known by its place among them.
    pub fn verbs(&self, nth: u8) -> impl Iterator<Item = T::Verb> {
        self.ops(nth).iter().filter_map(|op| match op {
            Op::Do(verb, _) => Some(*verb),
            _ => None,
        })
    }

    /// The word that is carried out next.
    pub fn next_verb(&self, nth: u8, pc: u8) -> Option<T::Verb> {
        self.ops(nth).get(usize::from(pc)..)?.iter().find_map(|op| match op {
            Op::Do(verb, _) => Some(*verb),
            _ => None,
        })
    }

    /// Which clause of its card is carried out just before this point: the words of all abilities count in one row.
    pub fn clause(&self, nth: u8, pc: u8) -> u8 {
        let dos = |ops: &[Op<T>]| ops.iter().filter(|op| matches!(op, Op::Do(..))).count();
        let before: usize = (0..nth).map(|nth| dos(self.ops(nth))).sum();
        let ops = self.ops(nth);
        (before + dos(&ops[..usize::from(pc).min(ops.len())])).saturating_sub(1) as u8
    }

    /// How many abilities there are, and how many operations.
    pub fn size(&self) -> (usize, usize) {
        (self.heads.len(), self.ops.len())
    }
}

/// Writes the operations of one ability.
struct Writer<T: Tongue> {
    ops: Vec<Op<T>>,
    wrong: Vec<String>,
    within_each: bool,
    /// Where what is chosen along the way is kept: behind the targets.
    free: u8,
    /// Where what the next word wanted chosen is kept, if it was chosen at the beginning.
    early: Option<u8>,
}

impl<T: Tongue> Writer<T> {
    fn write(ability: &Ability<T>, choosing: Choosing) -> (Vec<Op<T>>, Vec<String>) {
        let Ability { when, targets, cost, does, once, .. } = ability;
        let free = targets.len().min(TARGETS) as u8;
        let mut writer = Writer { ops: Vec::new(), wrong: Vec::new(), within_each: false, free, early: None };
        if targets.len() > TARGETS {
            writer.wrong.push(format!("it names {} targets; it can name at most {TARGETS}", targets.len()));
        }
        if *when == When::Always && !(targets.is_empty() && cost.is_empty() && !once) {
            writer.wrong.push("what is always so has no targets, no cost and no limit".into());
        }
        if does.is_empty() {
            writer.wrong.push("it does nothing; say what it does".into());
        }
        writer.ops.extend((0..).zip(targets).take(TARGETS).map(|(n, pick)| Op::Target(n, *pick)));
        if choosing == Choosing::Early && *when != When::Always {
            writer.choose_early(does);
        }
        if *when != When::Always {
            writer.open((!targets.is_empty()).then(|| T::gap(Gap::Targeted, ability)).flatten());
            writer.ops.extend(cost.iter().map(|verb| Op::Pay(*verb)));
            writer.open(T::gap(Gap::Paid, ability));
        }
        writer.clauses(does);
        if *when != When::Always {
            writer.open(T::gap(Gap::Done, ability));
        }
        writer.ops.push(Op::End);
        if writer.ops.len() > usize::from(u8::MAX) {
            writer.wrong.push(format!("it takes {} steps; it can take at most 255", writer.ops.len()));
            writer.ops = vec![Op::End];
        }
        (writer.ops, writer.wrong)
    }

    /// Everything that plain words want chosen is chosen first, if there is room for it all. What is chosen later is passed
    /// over if it no longer fits: the word sees to that.
    fn choose_early(&mut self, does: &[Clause<T>]) {
        let picks = does.iter().map(|clause| match clause {
            Clause::Do(verb) => T::chooses(*verb),
            _ => [None; CHOICES],
        });
        let open = picks.filter(|picks| picks.iter().flatten().all(|pick| T::is_open(*pick)));
        let picks: Vec<T::Pick> = open.flatten().flatten().collect();
        let plain = does.iter().all(|clause| matches!(clause, Clause::Do(_)));
        if plain && usize::from(self.free) + picks.len() <= TARGETS {
            self.early = Some(self.free);
            // What is chosen later than these is kept behind them.
            let first = self.free;
            self.free += picks.len() as u8;
            self.ops.extend((first..).zip(picks).map(|(n, pick)| Op::Choose(n, pick, 0)));
        }
    }

    fn open(&mut self, moment: Option<T::Moment>) {
        self.ops.extend(moment.map(Op::Open));
    }

    fn clauses(&mut self, clauses: &[Clause<T>]) {
        clauses.iter().for_each(|clause| self.clause(clause));
    }

    fn clause(&mut self, clause: &Clause<T>) {
        match clause {
            Clause::Do(verb) => {
                let (before, after) = T::around(*verb);
                let picks = T::chooses(*verb).into_iter().flatten();
                let mut at = self.free;
                let mut chosen = Vec::new();
                match &mut self.early {
                    Some(early) if T::chooses(*verb).into_iter().flatten().all(T::is_open) => {
                        at = *early;
                        *early += picks.count() as u8;
                    }
                    _ => chosen.extend(picks.map(|pick| (pick, self.hole()))),
                }
                if usize::from(at) + chosen.len() > TARGETS {
                    self.wrong.push(format!("it wants more than {TARGETS} targets and choices"));
                    at = 0;
                    chosen.truncate(TARGETS);
                }
                self.open(before);
                self.ops.push(Op::Do(*verb, at));
                self.ops.extend(after.map(Op::Then));
                for (n, (pick, hole)) in (at..).zip(chosen) {
                    self.fill(hole, |by| Op::Choose(n, pick, by));
                }
            }
            Clause::If(test, then, otherwise) => {
                if then.is_empty() {
                    self.wrong.push("If says nothing that happens if it is so".into());
                }
                let from = self.hole();
                self.clauses(then);
                if otherwise.is_empty() {
                    return self.fill(from, |by| Op::Unless(*test, by));
                }
                let over = self.hole();
                self.fill(from, |by| Op::Unless(*test, by));
                self.clauses(otherwise);
                self.fill(over, Op::Jump);
            }
            Clause::May(then) => {
                if then.is_empty() {
                    self.wrong.push("May says nothing that may happen".into());
                }
                let from = self.hole();
                self.clauses(then);
                self.fill(from, Op::May);
            }
            Clause::OneOf(sides) => {
                if sides.len() < 2 {
                    self.wrong.push("OneOf leaves no choice; give it two sides at least".into());
                }
                self.ops.push(Op::Fork(sides.len() as u8));
                let ways: Vec<usize> = sides.iter().map(|_| self.hole()).collect();
                let mut ends = Vec::new();
                for (way, side) in ways.iter().zip(sides) {
                    self.fill(*way, Op::Jump);
                    self.clauses(side);
                    ends.push(self.hole());
                }
                ends.into_iter().for_each(|end| self.fill(end, Op::Jump));
            }
            Clause::Each(pick, then) => {
                if self.within_each {
                    self.wrong.push("one Each stands inside another; there is one card at a time".into());
                }
                if then.is_empty() {
                    self.wrong.push("Each says nothing that happens to them".into());
                }
                self.within_each = true;
                let from = self.hole();
                self.clauses(then);
                self.within_each = false;
                let back = self.ops.len() - from + 1;
                self.ops.push(Op::Again(u8::try_from(back).unwrap_or(u8::MAX)));
                self.fill(from, |by| Op::Each(*pick, by));
            }
        }
    }

    /// Leaves room for a jump whose length is not known yet.
    fn hole(&mut self) -> usize {
        self.ops.push(Op::End);
        self.ops.len() - 1
    }

    /// The jump from here leads to the next operation. One that is too long makes the whole too long, which is told.
    fn fill(&mut self, hole: usize, jump: impl FnOnce(u8) -> Op<T>) {
        let by = self.ops.len() - hole - 1;
        self.ops[hole] = jump(u8::try_from(by).unwrap_or(u8::MAX));
    }
}
