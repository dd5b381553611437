//! What cards do, as a program: the trees of a card file become one flat row of small operations when they are read. A
//! half-done effect is then a number in that row ([`Act`](crate::frame::Act)), and a position stays plain data.

use std::fmt::Debug;
use std::ops::Range;

use serde::Deserialize;

/// How many targets an ability can name.
pub const TARGETS: usize = 4;

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

    /// The moment between two steps of an act, if anybody can answer there.
    fn gap(gap: Gap) -> Option<Self::Moment>;
    /// The moments before and after something is done, if anybody can answer there.
    fn around(verb: Self::Verb) -> (Option<Self::Moment>, Option<Self::Moment>);
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
    /// A target is named.
    Target(u8, T::Pick),
    /// Others may answer.
    Open(T::Moment),
    /// The same, if what came before has happened.
    Then(T::Moment),
    /// Must be done in full.
    Pay(T::Verb),
    /// Is done.
    Do(T::Verb),
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

/// An ability as a part of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head<T: Tongue> {
    /// The card that has it.
    pub card: u16,
    /// Which of its abilities.
    pub nth: u8,
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
    first: u32,
    ops: u8,
}

/// The abilities of all cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program<T: Tongue> {
    ops: Vec<Op<T>>,
    heads: Vec<Head<T>>,
    /// The abilities of each card: the number of its first one, and at last how many there are.
    cards: Vec<u16>,
    /// For each card the moments that it answers, and those at which it does something by itself: a bit each.
    reacts: Vec<u64>,
    autos: Vec<u64>,
}

impl<T: Tongue> Program<T> {
    /// Puts the abilities of all cards into one program, and says what is wrong with them: the card, and what.
    pub fn new<'a>(cards: impl IntoIterator<Item = &'a [Ability<T>]>) -> (Program<T>, Vec<(u16, String)>) {
        let mut program = Program {
            ops: Vec::new(),
            heads: Vec::new(),
            cards: vec![0],
            reacts: Vec::new(),
            autos: Vec::new(),
        };
        let mut wrong = Vec::new();
        for (card, abilities) in (0..).zip(cards) {
            let (mut reacts, mut autos) = (0, 0);
            for (nth, ability) in (0..).zip(abilities) {
                match ability.when {
                    When::React(moment) => reacts |= 1u64 << T::number(moment),
                    When::Auto(moment) => autos |= 1u64 << T::number(moment),
                    When::Act | When::Always => {}
                }
                let mistakes = program.add(card, nth, ability);
                wrong.extend(mistakes.into_iter().map(|what| (card, what)));
            }
            program.reacts.push(reacts);
            program.autos.push(autos);
            program.cards.push(program.heads.len() as u16);
        }
        (program, wrong)
    }

    fn add(&mut self, card: u16, nth: u8, ability: &Ability<T>) -> Vec<String> {
        let mut writer = Writer { ops: Vec::new(), wrong: Vec::new(), within_each: false };
        let Ability { when, from, only, targets, cost, does, once } = ability;
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
        if *when != When::Always {
            writer.open((!targets.is_empty()).then(|| T::gap(Gap::Targeted)).flatten());
            writer.ops.extend(cost.iter().map(|verb| Op::Pay(*verb)));
            writer.open(T::gap(Gap::Paid));
        }
        writer.clauses(does);
        if *when != When::Always {
            writer.open(T::gap(Gap::Done));
        }
        writer.ops.push(Op::End);
        if writer.ops.len() > usize::from(u8::MAX) {
            writer.wrong.push(format!("it takes {} steps; it can take at most 255", writer.ops.len()));
            writer.ops = vec![Op::End];
        }
        self.heads.push(Head {
            card,
            nth,
            when: *when,
            from: *from,
            only: only.clone().into(),
            targets: targets.iter().copied().take(TARGETS).collect(),
            cost: cost.clone().into(),
            once: *once,
            first: self.ops.len() as u32,
            ops: writer.ops.len() as u8,
        });
        self.ops.append(&mut writer.ops);
        writer.wrong
    }

    /// An ability by its number.
    #[inline]
    pub fn head(&self, ability: u16) -> &Head<T> {
        &self.heads[usize::from(ability)]
    }

    /// What an ability does at this point.
    #[inline]
    pub fn op(&self, ability: u16, pc: u8) -> Op<T> {
        let Head { first, ops, .. } = *self.head(ability);
        if pc < ops { self.ops[first as usize + usize::from(pc)] } else { Op::End }
    }

    /// All that an ability does.
    pub fn ops(&self, ability: u16) -> &[Op<T>] {
        let Head { first, ops, .. } = *self.head(ability);
        &self.ops[first as usize..first as usize + usize::from(ops)]
    }

    /// The numbers of a card's abilities.
    #[inline]
    pub fn of(&self, card: u16) -> Range<u16> {
        match self.cards.get(usize::from(card)..usize::from(card) + 2) {
            Some(&[first, end]) => first..end,
            _ => 0..0,
        }
    }

    /// The abilities of a card with which its player can answer at this moment.
    pub fn reactions(&self, card: u16, moment: T::Moment) -> impl Iterator<Item = u16> {
        let abilities = if self.answers(card, moment) { self.of(card) } else { 0..0 };
        abilities.filter(move |&ability| self.head(ability).when == When::React(moment))
    }

    /// Could this card answer at this moment? One look at the index.
    #[inline]
    pub fn answers(&self, card: u16, moment: T::Moment) -> bool {
        self.reacts.get(usize::from(card)).is_some_and(|bits| bits >> T::number(moment) & 1 == 1)
    }

    /// The abilities of a card that happen by themselves at this moment.
    pub fn autos(&self, card: u16, moment: T::Moment) -> impl Iterator<Item = u16> {
        let listens =
            self.autos.get(usize::from(card)).is_some_and(|bits| bits >> T::number(moment) & 1 == 1);
        let abilities = if listens { self.of(card) } else { 0..0 };
        abilities.filter(move |&ability| self.head(ability).when == When::Auto(moment))
    }

    /// What is always so while this card is in play.
    pub fn always(&self, card: u16) -> impl Iterator<Item = T::Verb> {
        let abilities = self.of(card).filter(|&ability| self.head(ability).when == When::Always);
        abilities.flat_map(|ability| self.ops(ability)).filter_map(|op| match op {
            Op::Do(verb) => Some(*verb),
            _ => None,
        })
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
}

impl<T: Tongue> Writer<T> {
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
                self.open(before);
                self.ops.push(Op::Do(*verb));
                self.ops.extend(after.map(Op::Then));
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
