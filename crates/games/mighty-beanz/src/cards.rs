//! The cards: what their files say (rules 3.1 to 3.9), read once when the program starts. A position knows cards by their
//! place in this list ([`Face`]); people and records know them by name. Cards of other editions come after it
//! ([`ccg::book`]).

use ccg::book::Compiled;
use ccg::program::{Ability, Choosing, Clause, Script, When, Where};
use ccg::words::Say;
use ccg::{Mistake, Mistakes, Name};
use serde::{Deserialize, Serialize};

use crate::setup::DECKS;
use crate::tongue::{ACTION, Amount, Beans, Deed, Gift, Moment, Reply, SPIN, Verb, Whom};

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

/// A Bean's power as its file says it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PowerSaid {
    #[default]
    Chillin,
    Spin(Vec<Deed>),
    HeadzUp(Vec<Gift>),
    Like(String),
}

/// A card as its file says it. What is kept with a game is the same, but for the line for fun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the card files")]
pub enum Said {
    Bean {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<Team>,
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
        team: Option<(Team, Amount)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r#type: Option<(Type, Amount)>,
        #[serde(default, skip_serializing_if = "is_default")]
        rarity: Rarity,
        #[serde(default, skip_serializing)]
        says: String,
    },
    AsteroidField {
        name: String,
        cost: u8,
        boost: Amount,
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
        answers: Moment,
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

/// A team, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Team(pub(crate) Name);

impl Team {
    /// No team at all (rule 3.9).
    pub const NONE: Team = Team(Name::NONE);

    /// Its name.
    pub fn name(self) -> &'static str {
        if self == Team::NONE { "no team" } else { self.0.as_str() }
    }
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
    pub answers: Option<Moment>,
    /// What it does then.
    pub replies: Vec<Reply>,
    /// A Moon's boost for a team.
    pub moon_team: Option<(Team, Amount)>,
    /// A Moon's boost for a type.
    pub moon_type: Option<(Type, Amount)>,
    /// An Asteroid Field's boost.
    pub asteroid: Option<Amount>,
    /// What all that comes to, to be carried out.
    pub(crate) script: Script<Beans>,
    /// The same with targets that are named before the answers (rule 3.6).
    pub(crate) early: Script<Beans>,
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
            moon_team: None,
            moon_type: None,
            asteroid: None,
            script: Script::default(),
            early: Script::default(),
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

    /// Does an Action like this lie ready until the next attack, which it helps (rule 7.7)?
    #[inline]
    pub fn helps_attack(&self) -> bool {
        self.deeds.iter().any(|deed| deed.row().waits_for.is_some())
    }

    /// What a Moon gives to the attack of a Bean on it, and by which clause: the larger, if both fit (rule 5.4).
    #[inline]
    pub fn moon_boost(&self, bean: &Card) -> (i32, u8) {
        let by_team = self.moon_team.map_or(0, |(team, n)| if team == bean.team { n.0 } else { 0 });
        let by_type = self.moon_type.map_or(0, |(class, n)| if class == bean.class { n.0 } else { 0 });
        // A file names the team before the type.
        (i32::from(by_team.max(by_type)), u8::from(by_type > by_team && self.moon_team.is_some()))
    }

    /// The abilities of the card.
    fn abilities(&self) -> Vec<Ability<Beans>> {
        let (when, from) = match (self.kind, self.answers) {
            (_, Some(moment)) => (When::React(moment), Where::Hand),
            (Kind::Bean, _) if !self.gifts.is_empty() => (When::Always, Where::Play),
            (Kind::Bean, _) => (When::Act, Where::Play),
            _ => (When::Act, Where::Hand),
        };
        let deeds = self.deeds.iter().map(|deed| Verb::Deed(*deed));
        let replies = self.replies.iter().map(|reply| Verb::Reply(*reply));
        let gifts = self.gifts.iter().map(|gift| Verb::Gift(*gift));
        let does: Vec<_> = deeds.chain(replies).chain(gifts).map(Clause::Do).collect();
        if does.is_empty() {
            return Vec::new();
        }
        vec![Ability {
            when,
            from,
            only: Vec::new(),
            targets: Vec::new(),
            cost: Vec::new(),
            does,
            once: false,
        }]
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

/// The cards of this game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BeanCards;

/// A card of the catalog, or of another edition.
pub type Face = ccg::Face<BeanCards>;
/// The cards of an edition.
pub type Pack = ccg::Pack<BeanCards>;
/// Card files besides those of the program.
pub type More = ccg::More<BeanCards>;
/// All cards of the program.
pub type Catalog = ccg::Printing<BeanCards>;

static BOOK: ccg::Book<BeanCards> = ccg::Book::new();

impl ccg::Cards for BeanCards {
    type Said = Said;
    type Made = Card;
    const FILES: &'static [(&'static str, &'static str)] = &FILES;
    const DECKS: &'static [(&'static str, &'static str)] = &DECKS;
    const FIRST: (u64, &'static str) = (0x046c_1914_ff97_2ed9, include_str!("../editions/first.json"));

    #[inline]
    fn book() -> &'static ccg::Book<BeanCards> {
        &BOOK
    }
    fn make(said: &Said, wrong: &mut Vec<String>) -> Card {
        card_of(said, said, wrong)
    }
    fn compile(said: &ccg::Catalog<Said>) -> (Vec<Compiled<BeanCards>>, Vec<Mistake>) {
        compile(said)
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

/// Turns what the files say into cards, and checks what a single file cannot know.
fn compile(said: &ccg::Catalog<Said>) -> (Vec<Compiled<BeanCards>>, Vec<Mistake>) {
    let mut teams: Vec<Team> = said
        .cards()
        .filter_map(|card| match card {
            Said::Bean { team, .. } => *team,
            _ => None,
        })
        .collect();
    teams.sort_by_key(|team| team.name());
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
    let mut all = Vec::new();
    for card in said.cards() {
        // A ring has been reported; it must not keep the other mistakes from being found.
        let mut from = card;
        let mut steps = 0..said.len();
        while steps.next().is_some()
            && let Some(other) = like(from)
        {
            from = &said[other];
        }
        let mut wrong = Vec::new();
        if let Said::Bean { team: Some(team), .. } = card
            && let Some(other) = other_spelling(*team, said)
        {
            wrong.push(format!("team '{}' is also written '{other}'; did you mean '{other}'?", team.name()));
        }
        let whole = card.whole(from);
        let card = card_of(card, from, &mut wrong);
        for team in card.speaks_of().filter(|team| !teams.contains(team)) {
            let known: Vec<_> = teams.iter().map(|team| team.name()).collect();
            wrong.push(format!("no Bean is in team '{}'; teams are: {}", team.name(), known.join(", ")));
        }
        all.push((whole, card, wrong));
    }
    (all, rings.err().map_or_else(Vec::new, |wrong| wrong.0))
}

/// The usual spelling of a team, if this one differs from it only in capitals, spaces or hyphens: the one that most Beans
/// have, or the first.
fn other_spelling(team: Team, said: &ccg::Catalog<Said>) -> Option<&'static str> {
    let letters = |team: Team| {
        team.name().chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let mine = letters(team);
    let mut spellings: Vec<(Team, usize)> = Vec::new();
    for card in said.cards() {
        let Said::Bean { team: Some(team), .. } = card else { continue };
        match spellings.iter_mut().find(|(other, _)| other == team) {
            Some((_, n)) => *n += 1,
            None if letters(*team) == mine => spellings.push((*team, 1)),
            None => {}
        }
    }
    let most = spellings.iter().map(|(_, n)| *n).max()?;
    let usual = spellings.iter().find(|(_, n)| *n == most)?.0;
    (usual != team).then(|| usual.name())
}

impl Card {
    /// The teams that a Moon or a Headz-up power names.
    fn speaks_of(&self) -> impl Iterator<Item = Team> {
        let gifts = self.gifts.iter().flat_map(|gift| gift.names()).map(Team);
        self.moon_team.iter().map(|(team, _)| *team).chain(gifts)
    }
}

/// One card; `from` is the card whose power it has.
pub(crate) fn card_of(said: &Said, from: &Said, wrong: &mut Vec<String>) -> Card {
    let mut card = match said {
        Said::Bean { name, team, r#type, mmp, cost, rarity, says, .. } => {
            let mut card = Card::bare(name, Kind::Bean, *cost, *rarity, says);
            (card.class, card.mmp, card.team) = (*r#type, *mmp, team.unwrap_or(Team::NONE));
            if !(10..=5000).contains(mmp) {
                wrong.push(format!("mmp is {mmp}; it must be 10 to 5000"));
            }
            match from {
                Said::Bean { power: PowerSaid::Spin(clauses), .. } => {
                    if *cost == 0 {
                        wrong.push("a Bean with a spin power must cost at least 1".into());
                    }
                    check_deeds(clauses, SPIN, wrong);
                    card.deeds.clone_from(clauses);
                }
                Said::Bean { power: PowerSaid::HeadzUp(gifts), .. } => {
                    check_gifts(gifts, wrong);
                    card.gifts.clone_from(gifts);
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
        Said::Moon { name, cost, team, r#type, rarity, says } => {
            let mut card = Card::bare(name, Kind::Moon, *cost, *rarity, says);
            (card.moon_team, card.moon_type) = (*team, *r#type);
            let boosts = team.iter().map(|(_, n)| n).chain(r#type.iter().map(|(_, n)| n));
            wrong.extend(boosts.filter_map(|n| n.wrong("")).map(|what| format!("boost: {what}")));
            if team.is_none() && r#type.is_none() {
                wrong.push("a Moon must name a team or a type".into());
            }
            card
        }
        Said::AsteroidField { name, cost, boost, rarity, says } => {
            let mut card = Card::bare(name, Kind::AsteroidField, *cost, *rarity, says);
            card.asteroid = Some(*boost);
            wrong.extend(boost.wrong("").map(|what| format!("boost: {what}")));
            card
        }
        Said::Action { name, cost, does, rarity, says } => {
            let mut card = Card::bare(name, Kind::Action, *cost, *rarity, says);
            check_deeds(does, ACTION, wrong);
            card.deeds.clone_from(does);
            card
        }
        Said::Instant { name, answers, does, rarity, says } => {
            // Rule 9.5.
            let mut card = Card::bare(name, Kind::Instant, 0, *rarity, says);
            card.answers = Some(*answers);
            check_replies(*answers, does, wrong);
            card.replies.clone_from(does);
            card
        }
    };
    if card.cost > 6 {
        wrong.push(format!("cost is {}; it must be 0 to 6", card.cost));
    }
    let (script, mistakes) = Script::new(&card.abilities());
    (card.script, card.early) = (script, Script::chosen(&card.abilities(), Choosing::Early).0);
    wrong.extend(mistakes);
    card
}

/// What is wrong with the clauses of a spin power or of an Action. What would let a turn go on for ever is refused here:
/// points and Actions do not come out of Beans (rules 8.8, 8.12).
fn check_deeds(deeds: &[Deed], of: &str, wrong: &mut Vec<String>) {
    if deeds.is_empty() {
        wrong.push("it does nothing; say what it does, or leave the power out".into());
    }
    for (n, deed) in deeds.iter().enumerate() {
        wrong.extend(deed.wrong(of));
        if *deed == Deed::Attack && n + 1 != deeds.len() {
            wrong.push("Attack can only be the last clause of a spin power".into());
        }
    }
}

fn check_gifts(gifts: &[Gift], wrong: &mut Vec<String>) {
    if gifts.is_empty() {
        wrong.push("a Headz-up power must give something".into());
    }
    for gift in gifts {
        wrong.extend(gift.wrong("a Headz-up power"));
        // Rule 6.5.
        if matches!(gift, Gift::Attack(Whom::Me, _)) {
            wrong.push(
                "Attack(Me, ..) never counts, because an attacker turns Bottomz-up before its attack is counted; write Mmp or \
                 Defence, or Spin([Boost(..), Attack])"
                    .into(),
            );
        }
    }
}

fn check_replies(answers: Moment, does: &[Reply], wrong: &mut Vec<String>) {
    if does.is_empty() {
        wrong.push("it does nothing; say what it does".into());
    }
    for (n, reply) in does.iter().enumerate() {
        let row = reply.row();
        wrong.extend(reply.wrong(answers.answer()));
        if row.only.is_some() && does.contains(&Reply::Cancel) {
            // Rules 9.9, 9.11 to 9.14.
            wrong.push(format!(
                "{} can have no effect beside Cancel, which leaves nothing of what it answers",
                row.name
            ));
        } else if row.args.is_empty() && does[..n].contains(reply) {
            wrong.push(format!("{} is there twice, and does no more than once", row.name));
        }
    }
}
