//! The cards: what their files say (rules 3.1 to 3.9), read once when the program starts. A position knows cards by their
//! place in this list ([`Face`]); people and records know them by name. Cards of other editions come after it
//! ([`editions`](crate::editions)).

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::OnceLock;

use ccg::{Entry, HIDDEN, Mistake, Mistakes};
use serde::{Deserialize, Serialize};
use table::words::no_such_card;

use crate::editions;
use crate::setup::DECKS;

/// The four types of Beans (rule 3.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Type {
    Rookie,
    Advanced,
    Pro,
    SuperPro,
}

impl Type {
    /// For people.
    pub const fn title(self) -> &'static str {
        match self {
            Type::Rookie => "Rookie",
            Type::Advanced => "Advanced",
            Type::Pro => "Pro",
            Type::SuperPro => "Super Pro",
        }
    }
}

/// How often a card comes out of a booster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rarity {
    #[default]
    Common,
    Uncommon,
    Rare,
    UltraRare,
    Moose,
}

/// How far a power reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reach {
    /// The galaxy of the Bean that uses it.
    Here,
    /// The whole mat.
    Anywhere,
}

/// One clause of a Headz-up power, as a card file says it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Present {
    Mmp(WhomSaid, i16),
    Attack(WhomSaid, i16),
    Defence(WhomSaid, i16),
    Points(u8),
    Draws(u8),
    HandSize(u8),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum WhomSaid {
    Team(String),
    Type(Type),
    All,
    Me,
    Galaxy,
    Neighbours,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) enum PowerSaid {
    #[default]
    Chillin,
    Spin(Vec<Deed>),
    HeadzUp(Vec<Present>),
    Like(String),
}

/// A card as its file says it. What is kept with a game is the same, but for the line for fun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Said {
    Bean {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<String>,
        r#type: Type,
        mmp: u16,
        cost: u8,
        #[serde(default, skip_serializing_if = "is_default")]
        rarity: Rarity,
        #[serde(default, skip_serializing_if = "is_default")]
        power: PowerSaid,
        #[serde(default, skip_serializing)]
        says: String,
    },
    Moon {
        name: String,
        cost: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<(String, u16)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r#type: Option<(Type, u16)>,
        #[serde(default, skip_serializing_if = "is_default")]
        rarity: Rarity,
        #[serde(default, skip_serializing)]
        says: String,
    },
    AsteroidField {
        name: String,
        cost: u8,
        boost: u16,
        #[serde(default, skip_serializing_if = "is_default")]
        rarity: Rarity,
        #[serde(default, skip_serializing)]
        says: String,
    },
    Action {
        name: String,
        cost: u8,
        does: Vec<Deed>,
        #[serde(default, skip_serializing_if = "is_default")]
        rarity: Rarity,
        #[serde(default, skip_serializing)]
        says: String,
    },
    Instant {
        name: String,
        answers: Answers,
        does: Vec<Reply>,
        #[serde(default, skip_serializing_if = "is_default")]
        rarity: Rarity,
        #[serde(default, skip_serializing)]
        says: String,
    },
}

/// Is it what a card has that does not say otherwise?
fn is_default<T: Default + PartialEq>(it: &T) -> bool {
    *it == T::default()
}

impl Said {
    /// The line for fun.
    fn says(&mut self) -> &mut String {
        match self {
            Said::Bean { says, .. }
            | Said::Moon { says, .. }
            | Said::AsteroidField { says, .. }
            | Said::Action { says, .. }
            | Said::Instant { says, .. } => says,
        }
    }

    /// All that play depends on, in one place: with the power of the card whose power it has.
    fn whole(&self, from: &Said) -> Said {
        let mut whole = self.clone();
        whole.says().clear();
        if let (Said::Bean { power, .. }, Said::Bean { power: theirs, .. }) = (&mut whole, from) {
            power.clone_from(theirs);
        }
        whole
    }
}

impl ccg::Card for Said {
    fn name(&self) -> &str {
        match self {
            Said::Bean { name, .. }
            | Said::Moon { name, .. }
            | Said::AsteroidField { name, .. }
            | Said::Action { name, .. }
            | Said::Instant { name, .. } => name,
        }
    }
}

/// What kind of card it is (rule 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Bean,
    Moon,
    AsteroidField,
    Action,
    Instant,
}

impl Kind {
    /// A Moon or an Asteroid Field.
    #[inline]
    pub const fn is_cosmos(self) -> bool {
        matches!(self, Kind::Moon | Kind::AsteroidField)
    }
}

/// A team; 0: none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Team(pub(crate) u8);

impl Team {
    /// No team at all (rule 3.9).
    pub const NONE: Team = Team(0);

    /// Its name.
    pub fn name(self) -> &'static str {
        let Some(n) = usize::from(self.0).checked_sub(1) else { return "no team" };
        match catalog().teams.get(n) {
            Some(name) => name,
            None => editions::team_name(self.0),
        }
    }
}

/// One thing that a spin power or an Action does, as card files say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// A Bean Attack (rule 6.1).
    Attack,
    /// The next attack is a Sharpshoot (rule 8.1).
    Sharpshoot,
    /// The next attack may be a Blitz (rule 8.2).
    Blitz,
    /// The next attack is stronger by this (rule 7.7).
    Boost(u16),
    /// The next attack is doubled (rule 7.9).
    Double,
    /// Cards to draw (rule 8.9).
    Draw(u8),
    /// Points to spend (rule 8.8).
    Points(u8),
    /// Turns an opposing Bean Sidewayz (rule 8.5).
    Knockdown(Reach),
    /// Takes an opposing Bean off the mat (rule 8.6).
    KnockOff(Reach),
    /// Plays a Bean for nothing (rule 8.7).
    Freebie,
    /// Turns one of one's own Beans up (rule 8.10).
    TurnUp,
    /// Moves one of one's own Beans to an empty slot (rule 8.11).
    Move,
    /// Swaps two of one's own Beans (rule 8.11).
    Swap,
    /// Takes a Bean or a Cosmos card back (rule 8.12).
    Retrieve,
    /// Takes a Cosmos card off either mat (rule 8.13).
    Sweep,
    /// The opponent discards (rule 8.14).
    Shed(u8),
    /// Looks at the opponent's hand (rule 8.15).
    Peek,
    /// Something only one card does.
    Odd(Odd),
}

impl Deed {
    /// Does it only help the next attack?
    pub const fn helps_attack(self) -> bool {
        matches!(self, Deed::Sharpshoot | Deed::Blitz | Deed::Boost(_) | Deed::Double)
    }
}

/// What only one card does: the name in its file, and the function `odd` in the game's rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Odd {
    /// Every opposing Bean of the galaxy turns Sidewayz (rule 8.16).
    Stampede,
}

/// The names that a card file can give to [`Deed::Odd`].
const ODD: [(&str, Odd); 1] = [("stampede", Odd::Stampede)];

impl Serialize for Odd {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(ODD.iter().find(|(_, odd)| odd == self).map_or("", |(name, _)| name))
    }
}

impl<'de> Deserialize<'de> for Odd {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Odd, D::Error> {
        let name = String::deserialize(from)?;
        let odd = ODD.iter().find(|(known, _)| *known == name).map(|(_, odd)| *odd);
        odd.ok_or_else(|| {
            let known = ODD.map(|(known, _)| known).join(", ");
            serde::de::Error::custom(format!(
                "there is no function '{name}' for an odd card; functions are: {known}"
            ))
        })
    }
}

/// Whom a Headz-up power helps, among its owner's Beans (rule 7.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Whom {
    Team(Team),
    Type(Type),
    All,
    Me,
    Galaxy,
    Neighbours,
}

/// Which number a Headz-up power changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// In attack and in defence.
    Mmp,
    /// In attack.
    Attack,
    /// In defence.
    Defence,
    /// The action points of a turn.
    Points,
    /// The cards that can be bought in a turn.
    Draws,
    /// The cards that can be kept.
    HandSize,
}

/// One thing that a Headz-up power gives (rule 4.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gift {
    /// Which number.
    pub figure: Figure,
    /// Whose.
    pub whom: Whom,
    /// By how much.
    pub by: i16,
}

/// What an Instant answers (rule 9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Answers {
    /// An Action card, Instants too.
    Action,
    /// A Bean Attack.
    Attack,
    /// A Bean that arrives.
    Bean,
}

/// What an Instant does to what it answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// Stops it (rules 9.7, 9.9, 9.12).
    Cancel,
    /// The attackers fall when it is over (rule 9.11).
    Boomerang,
    /// The target holds better (rule 9.13).
    Shield(u16),
    /// The Bean goes back to its owner's hand (rule 9.14).
    Bounce,
    /// Its player draws (rule 8.9).
    Draw(u8),
}

/// A card, with all that the rules want to know of it.
#[derive(Clone, Debug)]
pub struct Card {
    /// For people.
    pub name: String,
    /// For programs.
    pub slug: String,
    /// For pages and pictures: the slug, and behind it what tells it from a card of this program that says otherwise.
    pub key: String,
    /// What kind of card.
    pub kind: Kind,
    /// A Bean's team.
    pub team: Team,
    /// A Bean's type.
    pub class: Type,
    /// A Bean's MMP, as the card has it (rule 3.8).
    pub mmp: u16,
    /// In action points.
    pub cost: u8,
    /// How often it comes out of a booster.
    pub rarity: Rarity,
    /// What a spin power or an Action does.
    pub deeds: Vec<Deed>,
    /// What a Headz-up power gives.
    pub gifts: Vec<Gift>,
    /// What an Instant answers.
    pub answers: Option<Answers>,
    /// What it does then.
    pub replies: Vec<Reply>,
    /// A Moon's boost for a team.
    pub moon_team: (Team, u16),
    /// A Moon's boost for a type.
    pub moon_type: Option<(Type, u16)>,
    /// An Asteroid Field's boost.
    pub asteroid: u16,
    /// A line for fun.
    pub says: String,
}

impl Card {
    fn bare(name: &str, kind: Kind, cost: u8, rarity: Rarity, says: &str) -> Card {
        Card {
            name: name.to_owned(),
            slug: ccg::slug(name),
            key: ccg::slug(name),
            kind,
            team: Team::NONE,
            class: Type::Rookie,
            mmp: 0,
            cost,
            rarity,
            deeds: Vec::new(),
            gifts: Vec::new(),
            answers: None,
            replies: Vec::new(),
            moon_team: (Team::NONE, 0),
            moon_type: None,
            asteroid: 0,
            says: says.to_owned(),
        }
    }

    /// Can it make a Bean Attack (rule 6.1)?
    #[inline]
    pub fn attacks(&self) -> bool {
        self.kind == Kind::Bean && self.deeds.last() == Some(&Deed::Attack)
    }

    /// Has it a spin power (rule 4.5)?
    #[inline]
    pub fn spins(&self) -> bool {
        self.kind == Kind::Bean && !self.deeds.is_empty()
    }
}

/// A card of the catalog, or of another edition ([`editions`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Face(pub u16);

impl Face {
    /// The back of a card whose face the viewer does not know.
    pub const HIDDEN: Face = Face(HIDDEN);

    /// What its file says. Not for [`Face::HIDDEN`].
    #[inline]
    pub fn card(self) -> &'static Card {
        match catalog().cards.get(self.0) {
            Some(card) => card,
            None => editions::card(self),
        }
    }

    /// Its name on pages and in the names of pictures.
    pub fn key(self) -> &'static str {
        if self == Face::HIDDEN { "?" } else { &self.card().key }
    }

    /// The card of this name on pages.
    pub fn keyed(key: &str) -> Option<Face> {
        catalog().cards.find(key).map(Face).or_else(|| editions::keyed(key))
    }

    /// Its name.
    pub fn title(self) -> &'static str {
        if self == Face::HIDDEN { "a hidden card" } else { &self.card().name }
    }

    /// Every card of this program.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..catalog().cards.len() as u16).map(Face)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Face::HIDDEN { "?" } else { &self.card().slug })
    }
}

impl FromStr for Face {
    type Err = String;
    fn from_str(text: &str) -> Result<Face, String> {
        if text == "?" {
            return Ok(Face::HIDDEN);
        }
        // Where a card of another edition is meant, the table knows which.
        let found = catalog().cards.find(text).map(Face).or_else(|| editions::named(text));
        found.ok_or_else(|| no_such_card(text, Face::all().map(|face| face.card().slug.clone())))
    }
}

impl Serialize for Face {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Face, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl ccg::Card for Card {
    fn name(&self) -> &str {
        &self.name
    }
}

/// All cards of the program.
#[derive(Debug)]
pub struct Catalog {
    /// In the order of their files.
    pub cards: ccg::Catalog<Card>,
    /// The teams, by name.
    pub teams: Vec<String>,
    /// What the cards say, in the same order.
    pub(crate) said: Vec<Said>,
    /// The fingerprint of the cards and of the decks of the house.
    pub edition: u64,
}

static CATALOG: OnceLock<Catalog> = OnceLock::new();

/// The files that are part of the program.
pub const FILES: [(&str, &str); 7] = [
    ("rookies.ron", include_str!("../cards/rookies.ron")),
    ("advanced.ron", include_str!("../cards/advanced.ron")),
    ("pros.ron", include_str!("../cards/pros.ron")),
    ("super-pros.ron", include_str!("../cards/super-pros.ron")),
    ("cosmos.ron", include_str!("../cards/cosmos.ron")),
    ("actions.ron", include_str!("../cards/actions.ron")),
    ("instants.ron", include_str!("../cards/instants.ron")),
];

/// All cards. A test checks that the program's own files have no mistakes.
#[inline]
pub fn catalog() -> &'static Catalog {
    CATALOG.get_or_init(|| Catalog::read(More::default()).0)
}

/// Card files besides those of the program.
#[derive(Default, Debug)]
pub struct More(ccg::Reading<Said>);

impl More {
    /// All card files of a folder.
    pub fn folder(path: &Path) -> More {
        More(ccg::read_folder(path))
    }

    /// One file, for tests.
    pub fn file(name: &str, text: &str) -> More {
        More(ccg::read(name, text))
    }
}

/// Plays with these files instead of the program's own: what a program would do whose files say otherwise, for tests.
pub fn set<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<(), Mistakes> {
    install(Catalog::of(ccg::read_all(files)))
}

/// Plays with these cards too. Must be called before the first card is looked at.
pub fn add(more: More) -> Result<(), Mistakes> {
    install(Catalog::read(more))
}

fn install((catalog, mistakes): (Catalog, Vec<Mistake>)) -> Result<(), Mistakes> {
    Mistakes::none_or(mistakes)?;
    CATALOG.set(catalog).map_err(|_| {
        let what = "the cards have been read already: name the folder when the program starts".to_owned();
        Mistakes(vec![Mistake { file: "cards".into(), line: 0, card: None, what }])
    })
}

impl Catalog {
    /// Reads the program's own files and these besides: all cards that are right, and everything that is wrong.
    pub fn read(more: More) -> (Catalog, Vec<Mistake>) {
        let mut reading = ccg::read_all::<Said>(FILES);
        reading.append(more.0);
        Catalog::of(reading)
    }

    fn of(reading: ccg::Reading<Said>) -> (Catalog, Vec<Mistake>) {
        let mut mistakes = reading.mistakes;
        let (said, wrong) = ccg::Catalog::new(reading.entries);
        mistakes.extend(wrong);
        if said.len() > usize::from(editions::OLD) {
            let what = format!("{} cards; there is room for {}", said.len(), editions::OLD);
            mistakes.push(Mistake { file: "cards".into(), line: 0, card: None, what });
        }
        let catalog = compile(&said, &mut mistakes);
        mistakes.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        (catalog, mistakes)
    }
}

/// Turns what the files say into cards, and checks what a single file cannot know.
fn compile(said: &ccg::Catalog<Said>, mistakes: &mut Vec<Mistake>) -> Catalog {
    let mut teams: Vec<String> = said
        .cards()
        .filter_map(|card| match card {
            Said::Bean { team: Some(team), .. } => Some(team.clone()),
            _ => None,
        })
        .collect();
    teams.sort();
    teams.dedup();
    // A power that is like another one, which may be like another one in turn.
    let like = |card: &'_ Said| match card {
        Said::Bean { power: PowerSaid::Like(name), .. } => said.find(name),
        _ => None,
    };
    let rings = said.follow(|card| match card {
        Said::Bean { power: PowerSaid::Like(name), .. } => Some(name.as_str()),
        _ => None,
    });
    mistakes.extend(rings.err().into_iter().flat_map(|wrong| wrong.0));
    let team = |name: &str| teams.iter().position(|team| team == name).map(|n| Team(n as u8 + 1));
    let (mut cards, mut wholes) = (Vec::new(), Vec::new());
    for (id, card) in said.iter() {
        let entry = said.entry(id);
        // A ring has been reported; it must not keep the other mistakes from being found.
        let mut from = card;
        let mut steps = 0..said.len();
        while steps.next().is_some()
            && let Some(other) = like(from)
        {
            from = &said[other];
        }
        let mut wrong = Vec::new();
        if let Said::Bean { team: Some(name), .. } = card
            && let Some(other) = other_spelling(name, said)
        {
            wrong.push(format!("team '{name}' is also written '{other}'; did you mean '{other}'?"));
        }
        wholes.push(card.whole(from));
        let card = card_of(
            card,
            from,
            &|name, wrong| {
                team(name).unwrap_or_else(|| {
                    wrong.push(format!("no Bean is in team '{name}'; teams are: {}", teams.join(", ")));
                    Team::NONE
                })
            },
            &mut wrong,
        );
        mistakes.extend(wrong.into_iter().map(|what| entry.mistake(&card.name, what)));
        cards.push(Entry { card, file: entry.file.clone(), line: entry.line });
    }
    let edition = editions::fingerprint(&wholes, DECKS);
    // Names were told apart before.
    Catalog { cards: ccg::Catalog::new(cards).0, teams, said: wholes, edition }
}

/// The usual spelling of a team, if this one differs from it only in capitals, spaces or hyphens: the one that most Beans
/// have, or the first.
fn other_spelling<'a>(name: &str, said: &'a ccg::Catalog<Said>) -> Option<&'a str> {
    let letters = |name: &str| {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let mine = letters(name);
    let mut spellings: Vec<(&str, usize)> = Vec::new();
    for card in said.cards() {
        let Said::Bean { team: Some(team), .. } = card else { continue };
        match spellings.iter_mut().find(|(other, _)| other == team) {
            Some((_, n)) => *n += 1,
            None if letters(team) == mine => spellings.push((team, 1)),
            None => {}
        }
    }
    let most = spellings.iter().map(|(_, n)| *n).max()?;
    let usual = spellings.iter().find(|(_, n)| *n == most)?.0;
    (usual != name).then_some(usual)
}

/// Finds a team by its name, or says what is wrong with it.
pub(crate) type Teams<'a> = &'a dyn Fn(&str, &mut Vec<String>) -> Team;

/// One card; `from` is the card whose power it has.
pub(crate) fn card_of(said: &Said, from: &Said, team: Teams<'_>, wrong: &mut Vec<String>) -> Card {
    let card = match said {
        Said::Bean { name, team: of, r#type, mmp, cost, rarity, says, .. } => {
            let mut card = Card::bare(name, Kind::Bean, *cost, *rarity, says);
            (card.class, card.mmp) = (*r#type, *mmp);
            card.team = of.as_deref().map_or(Team::NONE, |of| team(of, wrong));
            if !(10..=5000).contains(mmp) {
                wrong.push(format!("mmp is {mmp}; it must be 10 to 5000"));
            }
            match from {
                Said::Bean { power: PowerSaid::Spin(clauses), .. } => {
                    if *cost == 0 {
                        wrong.push("a Bean with a spin power must cost at least 1".into());
                    }
                    card.deeds = deeds(clauses, true, wrong);
                }
                Said::Bean { power: PowerSaid::HeadzUp(presents), .. } => {
                    if presents.is_empty() {
                        wrong.push("a Headz-up power must give something".into());
                    }
                    card.gifts = presents.iter().map(|p| gift(p, wrong, team)).collect();
                }
                Said::Bean { name: other, power: PowerSaid::Chillin, .. } if !std::ptr::eq(said, from) => {
                    wrong.push(format!(
                        "its power is Like that of {other}, which has none; leave the power out"
                    ));
                }
                Said::Bean { .. } => {}
                _ => wrong.push("its power is Like that of a card that is not a Bean".into()),
            }
            card
        }
        Said::Moon { name, cost, team: of, r#type, rarity, says } => {
            let mut card = Card::bare(name, Kind::Moon, *cost, *rarity, says);
            if let Some((of, boost)) = of {
                card.moon_team = (team(of, wrong), amount(*boost, wrong));
            }
            card.moon_type = r#type.map(|(class, boost)| (class, amount(boost, wrong)));
            if of.is_none() && r#type.is_none() {
                wrong.push("a Moon must name a team or a type".into());
            }
            card
        }
        Said::AsteroidField { name, cost, boost, rarity, says } => {
            let mut card = Card::bare(name, Kind::AsteroidField, *cost, *rarity, says);
            card.asteroid = amount(*boost, wrong);
            card
        }
        Said::Action { name, cost, does, rarity, says } => {
            let mut card = Card::bare(name, Kind::Action, *cost, *rarity, says);
            card.deeds = deeds(does, false, wrong);
            card
        }
        Said::Instant { name, answers, does, rarity, says } => {
            // Rule 9.5.
            let mut card = Card::bare(name, Kind::Instant, 0, *rarity, says);
            card.answers = Some(*answers);
            card.replies.clone_from(does);
            replies(*answers, does, wrong);
            card
        }
    };
    if card.cost > 6 {
        wrong.push(format!("cost is {}; it must be 0 to 6", card.cost));
    }
    card
}

fn amount(n: u16, wrong: &mut Vec<String>) -> u16 {
    if !(10..=1000).contains(&n) {
        wrong.push(format!("an amount of {n}; it must be 10 to 1000"));
    }
    n.clamp(10, 1000)
}

fn few(what: &str, n: u8, wrong: &mut Vec<String>) -> u8 {
    if !(1..=5).contains(&n) {
        wrong.push(format!("{what}({n}); it must be 1 to 5"));
    }
    n.clamp(1, 5)
}

/// The clauses of a spin power or of an Action. What would let a turn go on for ever is refused here: points and Actions do
/// not come out of Beans (rules 8.8, 8.12).
fn deeds(deeds: &[Deed], spin: bool, wrong: &mut Vec<String>) -> Vec<Deed> {
    if deeds.is_empty() {
        wrong.push("it does nothing; say what it does, or leave the power out".into());
    }
    for (n, deed) in deeds.iter().enumerate() {
        match *deed {
            Deed::Attack if !spin || n + 1 != deeds.len() => {
                wrong.push("Attack can only be the last clause of a spin power".into());
            }
            Deed::Boost(n) => {
                amount(n, wrong);
            }
            Deed::Draw(n) => {
                few("Draw", n, wrong);
            }
            Deed::Shed(n) => {
                few("Shed", n, wrong);
            }
            Deed::Points(n) => {
                few("Points", n, wrong);
                if spin {
                    wrong.push("Points can only come from an Action".into());
                }
            }
            Deed::Knockdown(Reach::Here) | Deed::KnockOff(Reach::Here) if !spin => {
                wrong.push("only a Bean has a galaxy of its own: write Anywhere instead of Here".into());
            }
            Deed::Odd(Odd::Stampede) if !spin => wrong.push("only a Bean can do the stampede".into()),
            _ => {}
        }
    }
    deeds.to_vec()
}

fn gift(present: &Present, wrong: &mut Vec<String>, team: Teams<'_>) -> Gift {
    let (figure, whom, by) = match present {
        Present::Mmp(whom, by) => (Figure::Mmp, whom, *by),
        Present::Attack(whom, by) => (Figure::Attack, whom, *by),
        Present::Defence(whom, by) => (Figure::Defence, whom, *by),
        Present::Points(n) => (Figure::Points, &WhomSaid::Me, i16::from(few("Points", *n, wrong))),
        Present::Draws(n) => (Figure::Draws, &WhomSaid::Me, i16::from(few("Draws", *n, wrong))),
        Present::HandSize(n) => (Figure::HandSize, &WhomSaid::Me, i16::from(few("HandSize", *n, wrong))),
    };
    if matches!(figure, Figure::Mmp | Figure::Attack | Figure::Defence) {
        if by < 0 {
            wrong.push(format!("a gift of {by}; a Headz-up power helps, so it must be 10 to 1000"));
        } else {
            amount(by.unsigned_abs(), wrong);
        }
    }
    // Rule 6.5.
    if (figure, whom) == (Figure::Attack, &WhomSaid::Me) {
        wrong.push(
            "Attack(Me, ..) never counts, because an attacker turns Bottomz-up before its attack is counted; write Mmp or \
             Defence, or Spin([Boost(..), Attack])"
                .into(),
        );
    }
    let whom = match whom {
        WhomSaid::Team(name) => Whom::Team(team(name, wrong)),
        WhomSaid::Type(class) => Whom::Type(*class),
        WhomSaid::All => Whom::All,
        WhomSaid::Me => Whom::Me,
        WhomSaid::Galaxy => Whom::Galaxy,
        WhomSaid::Neighbours => Whom::Neighbours,
    };
    Gift { figure, whom, by }
}

fn replies(answers: Answers, does: &[Reply], wrong: &mut Vec<String>) {
    if does.is_empty() {
        wrong.push("it does nothing; say what it does".into());
    }
    for reply in does {
        let fits = match reply {
            Reply::Cancel => true,
            Reply::Boomerang => answers == Answers::Attack,
            Reply::Shield(n) => {
                amount(*n, wrong);
                answers == Answers::Attack
            }
            Reply::Bounce => answers == Answers::Bean,
            Reply::Draw(n) => {
                few("Draw", *n, wrong);
                true
            }
        };
        if !fits {
            wrong.push(format!("{reply:?} does not answer a card that answers {answers:?}"));
        }
    }
    for (n, reply) in does.iter().enumerate() {
        let stopped = matches!(reply, Reply::Boomerang | Reply::Shield(_) | Reply::Bounce);
        let again = matches!(reply, Reply::Cancel | Reply::Boomerang | Reply::Bounce);
        if stopped && does.contains(&Reply::Cancel) {
            // Rules 9.9, 9.11 to 9.14.
            wrong.push(format!(
                "{reply:?} can have no effect beside Cancel, which leaves nothing of what it answers"
            ));
        } else if again && does[..n].contains(reply) {
            wrong.push(format!("{reply:?} is there twice, and does no more than once"));
        }
    }
}
