//! The cards: what their files say (chapter 2), read once when the program starts. A position knows cards by their place in this
//! list ([`Face`]); people and records know them by name.

use std::fmt;

use ccg::book::Compiled;
use ccg::program::{Ability, Clause, Script, When, Where};
use ccg::{Mistake, Mistakes, Name};
use serde::{Deserialize, Serialize};
use table::words::nearest;

use crate::setup::DECKS;
use crate::tongue::{AGENT, BONE, Deed, Gift, HAPPENING, Mojo, Moment, Person, Pick, SWINGER, Test, Verb};

/// Good or Evil (rule 1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Allegiance {
    #[default]
    Good,
    Evil,
}

impl Allegiance {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Allegiance {
        match self {
            Allegiance::Good => Allegiance::Evil,
            Allegiance::Evil => Allegiance::Good,
        }
    }

    /// For people.
    pub const fn title(self) -> &'static str {
        match self {
            Allegiance::Good => "Good",
            Allegiance::Evil => "Evil",
        }
    }

    /// What its players collect.
    pub const fn points(self) -> &'static str {
        match self {
            Allegiance::Good => "Mojo",
            Allegiance::Evil => "billion in Ransom",
        }
    }

    /// The sign of its Happenings (rule 9.2).
    pub const fn sign(self) -> &'static str {
        match self {
            Allegiance::Good => "peace sign",
            Allegiance::Evil => "pinky smirk",
        }
    }
}

/// A colour for building decks (rule 2.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Dot {
    Red,
    Orange,
    Blue,
    Yellow,
    Green,
    Purple,
}

impl Dot {
    /// All six.
    pub const ALL: [Dot; 6] = [Dot::Red, Dot::Orange, Dot::Blue, Dot::Yellow, Dot::Green, Dot::Purple];

    /// For people.
    pub const fn title(self) -> &'static str {
        match self {
            Dot::Red => "red",
            Dot::Orange => "orange",
            Dot::Blue => "blue",
            Dot::Yellow => "yellow",
            Dot::Green => "green",
            Dot::Purple => "purple",
        }
    }
}

/// How often a card comes out of a booster (rule 2.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rarity {
    #[default]
    Common,
    Uncommon,
    Rare,
    /// It comes with the starter decks only.
    Starter,
}

/// The sex of an Agent (rule 6.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Sex {
    #[default]
    Male,
    Female,
}

/// Lips or a gun (rules 6.2, 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Mark {
    #[default]
    Shagger,
    Assassin,
}

/// The four kinds of vibes (rule 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Vibe {
    #[default]
    Groovy,
    Shagadelic,
    Randy,
    Creepy,
}

impl Vibe {
    /// All four.
    pub const ALL: [Vibe; 4] = [Vibe::Groovy, Vibe::Shagadelic, Vibe::Randy, Vibe::Creepy];

    /// For people.
    pub const fn title(self) -> &'static str {
        match self {
            Vibe::Groovy => "Groovy",
            Vibe::Shagadelic => "Shagadelic",
            Vibe::Randy => "Randy",
            Vibe::Creepy => "Creepy",
        }
    }
}

/// So many vibes of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Vibes {
    #[serde(skip_serializing_if = "is_default")]
    pub groovy: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub shagadelic: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub randy: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub creepy: u8,
}

impl Vibes {
    /// Of one kind.
    #[inline]
    pub const fn of(self, vibe: Vibe) -> u8 {
        match vibe {
            Vibe::Groovy => self.groovy,
            Vibe::Shagadelic => self.shagadelic,
            Vibe::Randy => self.randy,
            Vibe::Creepy => self.creepy,
        }
    }

    /// More of one kind, or less, but never less than none.
    #[inline]
    pub fn add(&mut self, vibe: Vibe, n: i32) {
        let one = match vibe {
            Vibe::Groovy => &mut self.groovy,
            Vibe::Shagadelic => &mut self.shagadelic,
            Vibe::Randy => &mut self.randy,
            Vibe::Creepy => &mut self.creepy,
        };
        *one = (i32::from(*one) + n).clamp(0, 255) as u8;
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Vibes) -> Vibes {
        Vibes {
            groovy: self.groovy.saturating_add(other.groovy),
            shagadelic: self.shagadelic.saturating_add(other.shagadelic),
            randy: self.randy.saturating_add(other.randy),
            creepy: self.creepy.saturating_add(other.creepy),
        }
    }

    /// Are these enough for what is needed (rules 5.10, 6.7)?
    #[inline]
    pub const fn cover(self, need: Vibes) -> bool {
        self.groovy >= need.groovy
            && self.shagadelic >= need.shagadelic
            && self.randy >= need.randy
            && self.creepy >= need.creepy
    }

    /// All of them.
    pub const fn sum(self) -> u16 {
        self.groovy as u16 + self.shagadelic as u16 + self.randy as u16 + self.creepy as u16
    }
}

impl fmt::Display for Vibes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = Vibe::ALL.into_iter().filter(|vibe| self.of(*vibe) > 0);
        let words: Vec<String> = some.map(|vibe| format!("{} {}", self.of(vibe), vibe.title())).collect();
        f.write_str(&if words.is_empty() { "no vibes".into() } else { words.join(", ") })
    }
}

fn is_default<T: Default + PartialEq>(it: &T) -> bool {
    *it == T::default()
}

/// What a Swinger on the table does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Standing {
    /// It is so.
    Always(Gift),
    /// Its player may do it as an action.
    Action {
        /// What must be paid; a card to be paid with is chosen first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Deed>,
        /// What it does.
        does: Vec<Deed>,
    },
    /// When an Agent of its player would be discarded for losing an attack.
    Losing {
        /// What must be paid.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Deed>,
        /// What it does.
        does: Vec<Deed>,
    },
}

/// A card as its file says it. What is kept with a game is the same, but for the line for fun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the card files")]
pub enum Said {
    Agent {
        name: String,
        of: Allegiance,
        person: Person,
        sex: Sex,
        mark: Mark,
        vibes: Vibes,
        value: u8,
        dot: Dot,
        rarity: Rarity,
        #[serde(default, skip_serializing_if = "is_default")]
        ship: bool,
        /// When played.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        played: Vec<Deed>,
        /// When played, if its player likes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        may: Vec<Deed>,
        /// As long as it is active.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        always: Vec<Gift>,
        /// When it scores.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        scores: Vec<Deed>,
        /// When it is discarded for losing an Assassination.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lost: Vec<Deed>,
        #[serde(default, skip_serializing)]
        says: String,
    },
    Bone {
        name: String,
        of: Allegiance,
        shag: Vibes,
        kill: Vibes,
        value: u8,
        dot: Dot,
        rarity: Rarity,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        played: Vec<Deed>,
        #[serde(default, skip_serializing)]
        says: String,
    },
    Swinger {
        name: String,
        of: Allegiance,
        needs: Vibes,
        /// With these vibes: done once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Deed>,
        /// With these vibes: it stays on the table.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        table: Vec<Standing>,
        without: Vec<Deed>,
        dot: Dot,
        rarity: Rarity,
        #[serde(default, skip_serializing)]
        says: String,
    },
    Happening {
        name: String,
        of: Allegiance,
        value: u8,
        does: Vec<Deed>,
        dot: Dot,
        rarity: Rarity,
        #[serde(default, skip_serializing)]
        says: String,
    },
}

impl ccg::Card for Said {
    fn name(&self) -> &str {
        match self {
            Said::Agent { name, .. }
            | Said::Bone { name, .. }
            | Said::Swinger { name, .. }
            | Said::Happening { name, .. } => name,
        }
    }
}

impl Said {
    fn says(&mut self) -> &mut String {
        match self {
            Said::Agent { says, .. }
            | Said::Bone { says, .. }
            | Said::Swinger { says, .. }
            | Said::Happening { says, .. } => says,
        }
    }
}

/// What kind of card it is (rule 2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Agent,
    Bone,
    Swinger,
    Happening,
}

impl Kind {
    /// For people.
    pub const fn title(self) -> &'static str {
        match self {
            Kind::Agent => "Agent",
            Kind::Bone => "Frickin' Bone",
            Kind::Swinger => "Swinger",
            Kind::Happening => "Happening",
        }
    }
}

/// A card, with all that the rules want to know of it (rules 2.1, 2.2).
#[derive(Clone, Debug)]
pub struct Card {
    /// For people.
    pub name: String,
    /// For programs.
    pub slug: String,
    /// For pages and pictures.
    pub key: String,
    /// What kind of card.
    pub kind: Kind,
    /// Whose side it is on.
    pub of: Allegiance,
    /// For building decks.
    pub dot: Dot,
    /// How often it comes out of a booster.
    pub rarity: Rarity,
    /// What it is worth in a score pile (rule 8.7: Swingers nothing).
    pub value: u8,
    /// Who an Agent is.
    pub person: Person,
    /// An Agent's sex.
    pub sex: Sex,
    /// Shagger or Assassin.
    pub mark: Mark,
    /// What an Agent puts out.
    pub vibes: Vibes,
    /// A ship Agent (chapter 13).
    pub ship: bool,
    /// What a Bone needs to Shag.
    pub shag: Vibes,
    /// What it needs to Assassinate.
    pub kill: Vibes,
    /// What a Swinger's first text needs.
    pub needs: Vibes,
    /// Does it stay on the table when it is used for its first text?
    pub stays: bool,
    /// What is so as long as it is in play.
    pub gifts: Vec<Gift>,
    /// What it does, as its file says it, for people.
    pub said: Said,
    /// What all that comes to, to be carried out.
    pub(crate) script: Script<Mojo>,
    /// The abilities that happen by themselves when it is played, has scored, or was lost.
    pub(crate) at: [Option<u8>; 3],
    /// A line for fun.
    pub says: String,
}

impl Card {
    /// Is the Agent this person (rules 5.7, 17.29)?
    #[inline]
    pub fn is_person(&self, person: Person) -> bool {
        let also = |gift: &Gift| matches!(gift, Gift::Also(other) if *other == person);
        self.kind == Kind::Agent && (self.person == person || self.gifts.iter().any(also))
    }

    /// What a Bone needs in an attack of this kind (rule 6.4).
    #[inline]
    pub const fn need(&self, kill: bool) -> Vibes {
        if kill { self.kill } else { self.shag }
    }

    /// What it does by itself at this moment: which of its abilities.
    #[inline]
    pub(crate) fn by_itself(&self, moment: Moment) -> Option<u8> {
        self.at.get(moment as usize).copied().flatten()
    }
}

impl ccg::Card for Card {
    fn name(&self) -> &str {
        &self.name
    }
}

impl ccg::Made for Card {
    fn slug(&self) -> &str {
        &self.slug
    }
    fn key(&self) -> &str {
        &self.key
    }
    fn set_key(&mut self, key: String) {
        self.key = key;
    }
    fn speak_like(&mut self, other: &Card) {
        self.says.clone_from(&other.says);
    }
}

/// The cards of this game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MojoCards;

/// A card of the catalog, or of another edition.
pub type Face = ccg::Face<MojoCards>;
/// The cards of an edition.
pub type Pack = ccg::Pack<MojoCards>;
/// Card files besides those of the program.
pub type More = ccg::More<MojoCards>;
/// All cards of the program.
pub type Catalog = ccg::Printing<MojoCards>;

static BOOK: ccg::Book<MojoCards> = ccg::Book::new();

/// The files that are part of the program.
pub const FILES: [(&str, &str); 8] = [
    ("good-agents.ron", include_str!("../cards/good-agents.ron")),
    ("good-bones.ron", include_str!("../cards/good-bones.ron")),
    ("good-swingers.ron", include_str!("../cards/good-swingers.ron")),
    ("good-happenings.ron", include_str!("../cards/good-happenings.ron")),
    ("evil-agents.ron", include_str!("../cards/evil-agents.ron")),
    ("evil-bones.ron", include_str!("../cards/evil-bones.ron")),
    ("evil-swingers.ron", include_str!("../cards/evil-swingers.ron")),
    ("evil-happenings.ron", include_str!("../cards/evil-happenings.ron")),
];

impl ccg::Cards for MojoCards {
    type Said = Said;
    type Made = Card;
    const FILES: &'static [(&'static str, &'static str)] = &FILES;
    const DECKS: &'static [(&'static str, &'static str)] = &DECKS;
    const FIRST: (u64, &'static str) = (0xc8e2_f269_8c09_59ad, include_str!("../editions/first.json"));

    #[inline]
    fn book() -> &'static ccg::Book<MojoCards> {
        &BOOK
    }
    fn make(said: &Said, wrong: &mut Vec<String>) -> Card {
        card_of(said, wrong)
    }
    fn compile(said: &ccg::Catalog<Said>) -> (Vec<Compiled<MojoCards>>, Vec<Mistake>) {
        let persons: Vec<&str> = said
            .cards()
            .filter_map(|card| if let Said::Agent { person, .. } = card { Some(person.name()) } else { None })
            .collect();
        let all = said.cards().map(|card| {
            let mut wrong = Vec::new();
            let made = card_of(card, &mut wrong);
            for name in speaks_of(&made).filter(|name| !persons.contains(&name.as_str())) {
                let known = nearest(name.as_str(), persons.iter().map(|person| (*person).to_owned()));
                let meant = known.map_or_else(String::new, |known| format!("; did you mean '{known}'?"));
                wrong.push(format!("no Agent is '{name}'{meant}"));
            }
            let mut whole = card.clone();
            whole.says().clear();
            (whole, made, wrong)
        });
        (all.collect(), Vec::new())
    }
}

/// All cards of the program.
#[inline]
pub fn catalog() -> &'static Catalog {
    BOOK.printing()
}

/// Plays with these files instead of the program's own: what a program would do whose files say otherwise, for tests.
pub fn set<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<(), Mistakes> {
    BOOK.set(files)
}

/// Plays with these cards too. Must be called before the first card is looked at.
pub fn add(more: More) -> Result<(), Mistakes> {
    BOOK.add(more)
}

/// The persons that a card speaks of.
fn speaks_of(card: &Card) -> impl Iterator<Item = Name> {
    let deeds = card.script.heads().iter().enumerate().flat_map(|(nth, head)| {
        let cost = head.cost.iter().copied();
        cost.chain(card.script.verbs(nth as u8)).collect::<Vec<_>>()
    });
    deeds.flat_map(|verb| match verb {
        Verb::Deed(deed) => deed.names(),
        // Whoever an Agent is besides need not be anybody else's name.
        Verb::Gift(Gift::Also(_)) => Vec::new(),
        Verb::Gift(gift) => gift.names(),
    })
}

fn ability(when: When<Mojo>, from: Where, does: Vec<Clause<Mojo>>) -> Ability<Mojo> {
    Ability { when, from, only: Vec::new(), targets: Vec::new(), cost: Vec::new(), does, once: false }
}

fn clauses(deeds: &[Deed]) -> Vec<Clause<Mojo>> {
    deeds.iter().map(|deed| Clause::Do(Verb::Deed(*deed))).collect()
}

fn check(deeds: &[Deed], of: &str, wrong: &mut Vec<String>) {
    for deed in deeds {
        wrong.extend(deed.wrong(of));
    }
}

/// One card.
fn card_of(said: &Said, wrong: &mut Vec<String>) -> Card {
    let name = ccg::Card::name(said).to_owned();
    let slug = ccg::slug(&name);
    let mut says = said.clone();
    let says = std::mem::take(says.says());
    let mut card = Card {
        key: slug.clone(),
        slug,
        name,
        kind: Kind::Agent,
        of: Allegiance::Good,
        dot: Dot::Red,
        rarity: Rarity::Common,
        value: 0,
        person: Person::default(),
        sex: Sex::Male,
        mark: Mark::Shagger,
        vibes: Vibes::default(),
        ship: false,
        shag: Vibes::default(),
        kill: Vibes::default(),
        needs: Vibes::default(),
        stays: false,
        gifts: Vec::new(),
        said: said.clone(),
        script: Script::default(),
        at: [None; 3],
        says,
    };
    let mut abilities = Vec::new();
    match said {
        Said::Agent {
            of,
            person,
            sex,
            mark,
            vibes,
            value,
            dot,
            rarity,
            ship,
            played,
            may,
            always,
            scores,
            lost,
            ..
        } => {
            (card.of, card.person, card.sex, card.mark, card.vibes) = (*of, *person, *sex, *mark, *vibes);
            (card.value, card.dot, card.rarity, card.ship) = (*value, *dot, *rarity, *ship);
            [played, may, scores, lost].into_iter().for_each(|deeds| check(deeds, AGENT, wrong));
            for gift in always {
                wrong.extend(gift.wrong(AGENT));
            }
            if person.name().is_empty() {
                wrong.push("every Agent is somebody: say its person".into());
            }
            // Rule 13.7.
            if *ship
                && !(played.is_empty()
                    && may.is_empty()
                    && always.is_empty()
                    && scores.is_empty()
                    && lost.is_empty())
            {
                wrong.push("a ship Agent has no text but its line".into());
            }
            if !played.is_empty() && !may.is_empty() {
                wrong.push("it says played and may; what is done first is not clear".into());
            }
            let mut at = |moment: Moment, does: Vec<Clause<Mojo>>| {
                if !does.is_empty() {
                    card.at[moment as usize] = Some(abilities.len() as u8);
                    abilities.push(ability(When::Auto(moment), Where::Play, does));
                }
            };
            at(
                Moment::Played,
                if may.is_empty() { clauses(played) } else { vec![Clause::May(clauses(may))] },
            );
            at(Moment::Scored, clauses(scores));
            at(Moment::Lost, clauses(lost));
            if !always.is_empty() {
                let gifts = always.iter().map(|gift| Clause::Do(Verb::Gift(*gift))).collect();
                abilities.push(ability(When::Always, Where::Play, gifts));
            }
            card.gifts.clone_from(always);
        }
        Said::Bone { of, shag, kill, value, dot, rarity, played, .. } => {
            (card.kind, card.of, card.shag, card.kill) = (Kind::Bone, *of, *shag, *kill);
            (card.value, card.dot, card.rarity) = (*value, *dot, *rarity);
            check(played, BONE, wrong);
            // Nothing else is played during an attack (rule 4.11), and what fights stays where it is.
            for deed in played {
                if !matches!(
                    deed,
                    Deed::Draw(..)
                        | Deed::Discard(..)
                        | Deed::DiscardAtRandom(..)
                        | Deed::LookAt
                        | Deed::Raid(_)
                        | Deed::Recall(_)
                ) {
                    wrong.push(format!(
                        "{}: a Bone is played in the middle of an attack, where nothing but hands may change",
                        deed.row().name
                    ));
                }
            }
            if !played.is_empty() {
                card.at[Moment::Played as usize] = Some(0);
                abilities.push(ability(When::Auto(Moment::Played), Where::Play, clauses(played)));
            }
        }
        Said::Swinger { of, needs, with, table, without, dot, rarity, .. } => {
            (card.kind, card.of, card.needs, card.dot, card.rarity) =
                (Kind::Swinger, *of, *needs, *dot, *rarity);
            check(with, SWINGER, wrong);
            check(without, SWINGER, wrong);
            if with.is_empty() == table.is_empty() {
                wrong.push("say either what it does with these vibes, or what it does on the table".into());
            }
            if *needs == Vibes::default() {
                wrong.push("one of its two texts needs vibes: say which".into());
            }
            card.stays = !table.is_empty();
            let stay = [Deed::Stay];
            let mut first = ability(When::Act, Where::Hand, clauses(if card.stays { &stay } else { with }));
            first.only.push(Test::Has(*needs));
            abilities.push(first);
            abilities.push(ability(When::Act, Where::Hand, clauses(without)));
            for standing in table {
                match standing {
                    Standing::Always(gift) => {
                        wrong.extend(gift.wrong(SWINGER));
                        card.gifts.push(*gift);
                        abilities.push(ability(
                            When::Always,
                            Where::Play,
                            vec![Clause::Do(Verb::Gift(*gift))],
                        ));
                    }
                    Standing::Action { cost, does } | Standing::Losing { cost, does } => {
                        let when = match standing {
                            Standing::Losing { .. } => When::React(Moment::Losing),
                            _ => When::Act,
                        };
                        check(cost, SWINGER, wrong);
                        check(does, SWINGER, wrong);
                        let mut ability = ability(when, Where::Play, clauses(does));
                        if cost.contains(&Deed::PayCard) {
                            ability.targets.push(Pick::CardInHand);
                        }
                        ability.cost = cost.iter().map(|deed| Verb::Deed(*deed)).collect();
                        abilities.push(ability);
                    }
                }
            }
        }
        Said::Happening { of, value, does, dot, rarity, .. } => {
            (card.kind, card.of, card.value) = (Kind::Happening, *of, *value);
            (card.dot, card.rarity) = (*dot, *rarity);
            check(does, HAPPENING, wrong);
            abilities.push(ability(When::Act, Where::Hand, clauses(does)));
        }
    }
    if card.value > 20 {
        wrong.push(format!("value is {}; it must be 0 to 20", card.value));
    }
    let (script, mistakes) = Script::new(&abilities);
    card.script = script;
    wrong.extend(mistakes);
    card
}
