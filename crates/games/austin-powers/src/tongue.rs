//! The card language: one row a word. What a card says, what its rules text reads, what it asks for, what forbids it and what is
//! checked when a file is read all come from these rows; what a word does is the function that its row names, in `deeds` or here.

use ccg::Name;
use ccg::frame::{Act, Aim};
use ccg::machine::Flow;
use ccg::program::{Ability, CHOICES, Gap, Tongue};
use ccg::words::{Say, Spoken};
use serde::{Deserialize, Serialize};
use table::{Luck, Seat, Sink};

use crate::act::Event;
use crate::cards::{Face, Kind, Mark, Vibe, Vibes};
use crate::deeds::{
    attack_at_once, commend, cycle, dig, discard, discard_agent, discard_agents, discard_at_random,
    discard_swinger, draw, draw_for_agents, feel, look_at, lose_action, lose_least, lose_swingers,
    more_actions, no_attacks, no_help, pay_card, pay_itself, pay_scored, play_agent, play_discarded, raid,
    recall, reshuffle, return_agent, return_agents, return_itself, sacrifice, save, search, shelter,
    slugfest, stay, take_down,
};
use crate::look::{Ask, Figure, Look};
use crate::state::{AustinPowers, deck, discards, hand, score};

ccg::words! {
    /// What cards do.
    #[non_exhaustive]
    pub enum Deed {
        /// From the top of the draw deck.
        Draw(who: Who, n: Few) = Rule(17, 1), "{who} [draw|draws] {n|card|cards}" => draw;
        /// From the hand, each player's own choice.
        Discard(who: Who, n: Few) = Rule(17, 2), "{who} [discard|discards] {n|card|cards}" picks [who.pick()] => discard;
        /// From the hand, by chance.
        DiscardAtRandom(n: Few) = Rule(17, 3), "a player of your choice discards {n|card|cards} at random"
            picks [Pick::Player] => discard_at_random;
        /// Nobody else sees it.
        LookAt = Rule(17, 4), "look at a player's hand" picks [Pick::Player] => look_at;
        /// You choose the card.
        Raid(who: Who) = Rule(17, 5), "look at the hand of {who} and choose a card of it, which is discarded"
            picks [who.pick(), Pick::InTheirHand(who)] => raid;
        /// A card of your discard pile comes back.
        Recall(what: What) = Rule(17, 6), "return {what} from your discard pile to your hand"
            picks [Pick::Discarded(what)] => recall;
        /// A card of your draw deck; you may find nothing.
        Search(what: What) = Rule(17, 7), "search your draw deck for {what}, show it and take it into your hand, then shuffle"
            picks [Pick::InDeck(what)] => search;
        /// One of the top cards of your draw deck.
        Dig(n: Few, rest: Rest) = Rule(17, 8), "look at the top {n|card|cards} of your draw deck, take one into your hand and put the rest at the bottom{rest}"
            picks [Pick::OnTop(n)] => dig;
        /// In this turn.
        MoreActions(n: Few) = Rule(17, 9), "you have {n|more action|more actions} this turn" => more_actions;
        /// From your hand, without it costing an action.
        PlayAgent = Rule(17, 10), "play another Agent from your hand without it costing an action"
            picks [Pick::AgentInHand] => play_agent;
        /// From your discard pile, without it costing an action.
        PlayDiscarded = Rule(17, 10), "play an Agent from your discard pile without it costing an action"
            picks [Pick::Discarded(What::Agent)] => play_discarded;
        /// Any number of cards for as many others.
        Cycle = Rule(17, 11), "discard any number of cards and draw as many" => cycle;
        /// Of another player, worth so much or less.
        DiscardAgent(most: Few) = Rule(17, 12), "discard an active Agent of another player that is worth {most} or less"
            picks [Pick::Worth(most)] => discard_agent;
        /// From anybody's table.
        DiscardSwinger = Rule(17, 13), "discard a Swinger from any player's table" picks [Pick::Swinger] => discard_swinger;
        /// To its owner's hand.
        ReturnAgent(whose: Whose) = Rule(17, 14), "return {whose} to its owner's hand" picks [Pick::Agent(whose)] => return_agent;
        /// The player chooses which of their own Agents.
        DiscardAgents(who: Who, n: Few) = Rule(17, 15), "{who} [discard|discards] {n|active Agent|active Agents} of their choice"
            picks [who.pick()] => discard_agents;
        /// The player chooses which of their own Agents.
        ReturnAgents(who: Who, n: Few) = Rule(17, 15), "{who} [return|returns] {n|active Agent|active Agents} of their choice to their hand"
            picks [who.pick()] => return_agents;
        /// Another Agent of yours for cards.
        Sacrifice(n: Few) = Rule(17, 16), "discard another active Agent of yours to draw {n|card|cards}"
            picks [Pick::AnotherOfMine] => sacrifice;
        /// Without it costing an action.
        AttackAtOnce = Rule(17, 17), "attack with this Agent at once without it costing an action"
            picks [Pick::Prey] only "an Agent" => attack_at_once;
        /// Everybody with an Assassin.
        Slugfest = Rule(14, 1), "begin a slugfest" only "a Swinger" => slugfest;
        /// Out of the hand.
        Commend = Rule(17, 18), "put a Frickin' Bone from your hand into your score pile" picks [Pick::BoneInHand] => commend;
        /// It all goes back into the draw deck.
        Reshuffle = Rule(17, 19), "shuffle your discard pile into your draw deck" => reshuffle;
        /// Until the end of the turn.
        Feel(vibe: Vibe, n: Few) = Rule(17, 20), "until the end of the turn you have {n} {vibe} more" => feel;
        /// Until your next turn begins.
        Shelter = Rule(17, 21), "until your next turn begins your Agents may not be chosen as targets of Shag attempts" => shelter;
        /// In their next turn.
        LoseAction(n: Few) = Rule(4, 5), "the target has {n|action|actions} fewer in their next turn" only "a Happening" => lose_action;
        /// No more than this.
        DrawForAgents(most: Few) = Rule(17, 22), "draw a card for each active Agent of the target, {most} at most"
            only "a Happening" => draw_for_agents;
        /// All of them.
        LoseSwingers = Rule(17, 23), "the target discards all Swingers on their table" only "a Happening" => lose_swingers;
        /// Among equals they choose.
        LoseLeast = Rule(17, 24), "the target discards the scored card of theirs that is worth least" only "a Happening" => lose_least;
        /// In their next turn.
        NoAttacks = Rule(17, 25), "the target may not begin attacks in their next turn" only "a Happening" => no_attacks;
        /// Until your next turn begins.
        NoHelp = Rule(17, 26), "until your next turn begins the target may not throw Frickin' Bones to others and may not use Happenings"
            only "a Happening" => no_help;
        /// Where it was discarded.
        ReturnItself = Rule(12, 5), "return this Agent to your hand" only "an Agent" => return_itself;
        /// It lies beside your Agents.
        Stay = Rule(8, 4), "this stays on the table" only "a Swinger" => stay;
        /// The Agent that is losing goes back to the hand.
        Save = Rule(17, 30), "return that Agent to your hand" only "a Swinger" => save;
        /// One scored card of any player, which you choose.
        TakeDown = Rule(10, 2), "a player of your choice discards a scored card of your choice"
            picks [Pick::Scorer, Pick::Scored] => take_down;
        /// To pay: the card itself.
        PayItself = Rule(10, 1), "discard this" only "a Swinger" => pay_itself;
        /// To pay: a card that was chosen from the hand.
        PayCard = Rule(17, 31), "discard a card from your hand" only "a Swinger" => pay_card;
        /// To pay: a scored card of this person.
        PayScored(name: Person) = Rule(10, 2), "discard your scored {name}" only "a Swinger" => pay_scored;
    }
    fn run(self, game: &mut AustinPowers, act: &mut Act, luck: &mut Luck, log: &mut impl Sink<Event>) -> Flow;
    picks Pick;
}

ccg::words! {
    /// What is so as long as a card is in play, or wherever it is.
    #[non_exhaustive]
    pub enum Gift {
        /// It is looked at when the Agent is played.
        FreeWith(name: Person) = Rule(5, 8), "playing this Agent costs no action if you have another active {name}" => free_with;
        /// Besides who the card says.
        Also(name: Person) = Rule(17, 29), "this Agent also counts as {name}" => also;
        /// Your own Agents.
        Gives(whom: Whom, vibe: Vibe, n: Few) = Rule(17, 27), "each of your {whom} puts out {n} more {vibe}" => gives;
        /// Only the Agent itself.
        Glows(name: Person, vibe: Vibe, n: Few) = Rule(17, 27), "puts out {n} more {vibe} while you have another active {name}" => glows;
        /// Your own Bones.
        NeedLess(vibe: Vibe, n: Few) = Rule(17, 28), "your Frickin' Bones need {n} {vibe} less" => need_less;
        /// Of any attack.
        Shields(name: Person) = Rule(17, 21), "your {name} Agents may not be chosen as targets of attacks" => shields;
        /// The love that dares not speak its name.
        Loves = Rule(12, 1), "may not Shag or be Shagged by males; may Shag females" => loves;
        /// The same, while any such person is active.
        LovesWhile(name: Person) = Rule(12, 2), "while any {name} is active, may not Shag or be Shagged by males and may Shag females" => loves_while;
    }
    fn gives(self, look: &impl Look, ask: &Ask) -> i32;
}

ccg::words! {
    /// What must be so.
    pub enum Test {
        /// Among all active Agents.
        Has(vibes: Vibes) = Rule(8, 2), "you have {vibes}" => has;
    }
    fn holds(self, look: &impl Look, act: &Act) -> bool;
}

ccg::words! {
    /// What a word wants chosen.
    pub enum Pick {
        /// Anybody, also oneself.
        Player = Rule(16, 4), "a player" => player;
        /// A card in somebody's hand.
        InTheirHand(who: Who) = Rule(17, 5), "a card in the hand of {who}" => in_their_hand;
        /// A card of one's discard pile.
        Discarded(what: What) = Rule(17, 6), "{what} in your discard pile" => discarded;
        /// A card of one's draw deck.
        InDeck(what: What) = Rule(17, 7), "{what} in your draw deck" => in_deck;
        /// One of the top cards of one's draw deck.
        OnTop(n: Few) = Rule(17, 8), "one of the top {n|card|cards} of your draw deck" => on_top;
        /// An Agent of one's hand.
        AgentInHand = Rule(17, 10), "an Agent in your hand" => agent_in_hand;
        /// A Bone of one's hand.
        BoneInHand = Rule(17, 18), "a Frickin' Bone in your hand" => bone_in_hand;
        /// Any card of one's hand.
        CardInHand = Rule(17, 31), "a card in your hand" => card_in_hand;
        /// An active Agent of another player that is worth so much or less.
        Worth(most: Few) = Rule(17, 12), "an active Agent of another player that is worth {most} or less" => worth;
        /// A Swinger on anybody's table.
        Swinger = Rule(17, 13), "a Swinger on a table" => swinger;
        /// An active Agent.
        Agent(whose: Whose) = Rule(17, 14), "{whose}" => agent;
        /// An active Agent of one's own that is not the one that says so.
        AnotherOfMine = Rule(17, 16), "another active Agent of yours" => another_of_mine;
        /// An Agent that the one that says so may attack.
        Prey = Rule(17, 17), "an Agent that it may attack" => prey;
        /// A player with a scored card.
        Scorer = Rule(10, 2), "a player with a scored card" => scorer;
        /// A scored card of that player.
        Scored = Rule(10, 2), "a scored card" => scored;
    }
    fn fits(self, look: &impl Look, act: &Act, aim: Aim) -> bool;
}

/// Who does something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Who {
    /// Whoever uses the card.
    You,
    /// The target of a Happening.
    Target,
    /// A player of one's choice.
    Player,
    /// Everybody else.
    Others,
    /// Everybody, beginning with whoever uses the card.
    All,
}

impl Who {
    /// The player that must be chosen first.
    fn pick(self) -> Option<Pick> {
        (self == Who::Player).then_some(Pick::Player)
    }

    /// Those it is about, in the order in which they act (rule 4.9).
    pub(crate) fn seats(self, look: &impl Look, act: &Act) -> impl Iterator<Item = Seat> {
        let me = act.seat;
        let one = match self {
            Who::You => Some(me),
            Who::Target => Some(Seat(act.n as u8)),
            Who::Player => act.pick(0).player(),
            Who::Others | Who::All => None,
        };
        let seats = look.open().seats;
        let all = (0..seats).map(move |n| Seat((me.0 + n) % seats)).filter(move |seat| match self {
            Who::All => true,
            Who::Others => *seat != me,
            _ => Some(*seat) == one,
        });
        let out = look.open().out;
        all.filter(move |seat| !out.has(*seat))
    }
}

impl Say for Who {
    fn say(&self) -> Spoken {
        Spoken::Subject(match self {
            Who::You => None,
            Who::Target => Some("the target"),
            Who::Player => Some("a player of your choice"),
            Who::Others => Some("each other player"),
            Who::All => Some("each player, beginning with you,"),
        })
    }
    fn wrong(&self, of: &str) -> Option<String> {
        (*self == Who::Target && of != HAPPENING).then(|| "only a Happening has a target".into())
    }
}

/// As mistakes call them.
pub(crate) const AGENT: &str = "an Agent";
pub(crate) const BONE: &str = "a Frickin' Bone";
pub(crate) const SWINGER: &str = "a Swinger";
pub(crate) const HAPPENING: &str = "a Happening";

/// Which cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum What {
    Agent,
    Assassin,
    Bone,
    Swinger,
    AgentOrBone,
    /// An Agent who is this person.
    Person(Person),
    /// One who is this person, or a Bone.
    PersonOrBone(Person),
}

impl What {
    pub(crate) fn is(self, face: Face) -> bool {
        let card = face.card();
        match self {
            What::Agent => card.kind == Kind::Agent,
            What::Assassin => card.kind == Kind::Agent && card.mark == Mark::Assassin,
            What::Bone => card.kind == Kind::Bone,
            What::Swinger => card.kind == Kind::Swinger,
            What::AgentOrBone => matches!(card.kind, Kind::Agent | Kind::Bone),
            What::Person(person) => card.is_person(person),
            What::PersonOrBone(person) => card.kind == Kind::Bone || card.is_person(person),
        }
    }
}

impl Say for What {
    fn say(&self) -> Spoken {
        Spoken::Text(match self {
            What::Agent => "an Agent".into(),
            What::Assassin => "an Assassin".into(),
            What::Bone => "a Frickin' Bone".into(),
            What::Swinger => "a Swinger".into(),
            What::AgentOrBone => "an Agent or a Frickin' Bone".into(),
            What::Person(person) => person.with_article(),
            What::PersonOrBone(person) => format!("{} or a Frickin' Bone", person.with_article()),
        })
    }
    fn names(&self) -> Option<Name> {
        match self {
            What::Person(person) | What::PersonOrBone(person) => Some(person.0),
            _ => None,
        }
    }
}

/// Who an Agent is (rule 5.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Person(pub(crate) Name);

impl Person {
    /// As it is written.
    pub fn name(self) -> &'static str {
        self.0.as_str()
    }

    fn with_article(self) -> String {
        let vowel = self.name().starts_with(['A', 'E', 'I', 'O']);
        format!("{} {}", if vowel { "an" } else { "a" }, self.name())
    }
}

impl Say for Person {
    fn say(&self) -> Spoken {
        Spoken::Text(self.name().into())
    }
    fn names(&self) -> Option<Name> {
        Some(self.0)
    }
}

/// Whose Agent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Whose {
    /// Anybody's.
    Any,
    /// One's own.
    Yours,
}

impl Say for Whose {
    fn say(&self) -> Spoken {
        Spoken::Text(
            match self {
                Whose::Any => "an active Agent of any player",
                Whose::Yours => "one of your own active Agents",
            }
            .into(),
        )
    }
}

/// How the rest of what was looked at goes to the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Rest {
    /// As it lay.
    AsItLay,
    /// In any order.
    AnyOrder,
}

impl Say for Rest {
    fn say(&self) -> Spoken {
        Spoken::Text(if *self == Rest::AnyOrder { " in any order" } else { "" }.into())
    }
}

/// Which Agents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Whom {
    Shaggers,
    Assassins,
    Person(Person),
}

impl Whom {
    fn is(self, face: Face) -> bool {
        let card = face.card();
        match self {
            Whom::Shaggers => card.mark == Mark::Shagger,
            Whom::Assassins => card.mark == Mark::Assassin,
            Whom::Person(person) => card.is_person(person),
        }
    }
}

impl Say for Whom {
    fn say(&self) -> Spoken {
        Spoken::Text(match self {
            Whom::Shaggers => "Shaggers".into(),
            Whom::Assassins => "Assassins".into(),
            Whom::Person(person) => format!("{} Agents", person.name()),
        })
    }
    fn names(&self) -> Option<Name> {
        if let Whom::Person(person) = self { Some(person.0) } else { None }
    }
}

/// So many cards, actions, points or vibes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Few(pub u8);

impl Say for Few {
    fn say(&self) -> Spoken {
        Spoken::Number(i32::from(self.0))
    }
    fn wrong(&self, _: &str) -> Option<String> {
        (!(1..=9).contains(&self.0)).then(|| format!("{} is not from 1 to 9", self.0))
    }
}

impl Say for Vibe {
    fn say(&self) -> Spoken {
        Spoken::Text(self.title().into())
    }
}

impl Say for Vibes {
    fn say(&self) -> Spoken {
        Spoken::Text(self.to_string())
    }
}

/// What cards can answer, or do something at by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// The card has been played (rules 5.3, 6.20).
    #[default]
    Played,
    /// It has scored (rule 6.23).
    Scored,
    /// It was discarded for losing an Assassination (rule 12.5).
    Lost,
    /// An Agent is about to be discarded for losing an attack (rule 17.30).
    Losing,
}

/// One clause of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Is done.
    Deed(Deed),
    /// Is so.
    Gift(Gift),
}

/// The language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mojo;

impl Tongue for Mojo {
    type Verb = Verb;
    type Pick = Pick;
    type Test = Test;
    type Moment = Moment;

    fn gap(_: Gap, _: &Ability<Mojo>) -> Option<Moment> {
        // Nobody answers what a card does (rule 4.11).
        None
    }
    fn chooses(verb: Verb) -> [Option<Pick>; CHOICES] {
        match verb {
            Verb::Deed(deed) => deed.picks(),
            Verb::Gift(_) => [None; CHOICES],
        }
    }
    fn is_spared(pick: Pick) -> bool {
        // Nobody has to find anything (rule 17.7).
        matches!(pick, Pick::InDeck(_))
    }
    fn number(moment: Moment) -> u8 {
        moment as u8
    }
}

// What is so.

fn free_with(name: Person, look: &impl Look, ask: &Ask) -> i32 {
    i32::from(ask.figure == Figure::Free && look.has_active(ask.seat, name, ccg::Tag::NONE))
}
fn also(name: Person, _: &impl Look, ask: &Ask) -> i32 {
    i32::from(ask.figure == Figure::Person(name))
}
fn gives(whom: Whom, vibe: Vibe, n: Few, _: &impl Look, ask: &Ask) -> i32 {
    if ask.figure == Figure::PutsOut(vibe) && whom.is(ask.face) { i32::from(n.0) } else { 0 }
}
fn glows(name: Person, vibe: Vibe, n: Few, look: &impl Look, ask: &Ask) -> i32 {
    let mine = ask.figure == Figure::PutsOut(vibe) && ask.from == ask.of;
    if mine && look.has_active(ask.seat, name, ask.from) { i32::from(n.0) } else { 0 }
}
fn need_less(vibe: Vibe, n: Few, _: &impl Look, ask: &Ask) -> i32 {
    if ask.figure == Figure::Need(vibe) { i32::from(n.0) } else { 0 }
}
fn shields(name: Person, _: &impl Look, ask: &Ask) -> i32 {
    i32::from(ask.figure == Figure::Shielded && ask.face.card().is_person(name))
}
fn loves(_: &impl Look, ask: &Ask) -> i32 {
    i32::from(ask.figure == Figure::Loves)
}
fn loves_while(name: Person, look: &impl Look, ask: &Ask) -> i32 {
    i32::from(ask.figure == Figure::Loves && look.is_any_active(name))
}

fn has(vibes: Vibes, look: &impl Look, act: &Act) -> bool {
    look.vibes(act.seat).cover(vibes)
}

// What can be chosen.

fn player(look: &impl Look, _: &Act, aim: Aim) -> bool {
    aim.player().is_some_and(|seat| look.sits(seat))
}
/// Whose hand a card is picked from: of the target, or of the player who was chosen first.
pub(crate) fn raided(who: Who, act: &Act) -> Option<Seat> {
    match who {
        Who::Target => Some(Seat(act.n as u8)),
        Who::You => Some(act.seat),
        _ => act.picked_before().player(),
    }
}
fn in_their_hand(who: Who, look: &impl Look, act: &Act, aim: Aim) -> bool {
    match (raided(who, act), Face::aimed(aim)) {
        (Some(seat), Some(face)) => look.row(hand(seat)).any(|held| held == face),
        _ => false,
    }
}
fn discarded(what: What, look: &impl Look, act: &Act, aim: Aim) -> bool {
    Face::aimed(aim)
        .is_some_and(|face| what.is(face) && look.row(discards(act.seat)).any(|lies| lies == face))
}
fn in_deck(what: What, look: &impl Look, act: &Act, aim: Aim) -> bool {
    Face::aimed(aim).is_some_and(|face| what.is(face) && look.row(deck(act.seat)).any(|lies| lies == face))
}
fn on_top(n: Few, look: &impl Look, act: &Act, aim: Aim) -> bool {
    Face::aimed(aim).is_some_and(|face| look.on_top(act.seat, n.0).any(|lies| lies == face))
}
fn held(look: &impl Look, act: &Act, aim: Aim, kind: Option<Kind>) -> bool {
    Face::aimed(aim).is_some_and(|face| {
        kind.is_none_or(|kind| face.card().kind == kind) && look.row(hand(act.seat)).any(|held| held == face)
    })
}
fn agent_in_hand(look: &impl Look, act: &Act, aim: Aim) -> bool {
    held(look, act, aim, Some(Kind::Agent))
}
fn bone_in_hand(look: &impl Look, act: &Act, aim: Aim) -> bool {
    held(look, act, aim, Some(Kind::Bone))
}
fn card_in_hand(look: &impl Look, act: &Act, aim: Aim) -> bool {
    held(look, act, aim, None)
}
fn worth(most: Few, look: &impl Look, act: &Act, aim: Aim) -> bool {
    look.agent(aim.tag()).is_some_and(|(seat, face)| seat != act.seat && face.card().value <= most.0)
}
fn swinger(look: &impl Look, _: &Act, aim: Aim) -> bool {
    look.swinger(aim.tag()).is_some()
}
fn agent(whose: Whose, look: &impl Look, act: &Act, aim: Aim) -> bool {
    look.agent(aim.tag()).is_some_and(|(seat, _)| whose == Whose::Any || seat == act.seat)
}
fn another_of_mine(look: &impl Look, act: &Act, aim: Aim) -> bool {
    look.agent(aim.tag()).is_some_and(|(seat, _)| seat == act.seat && aim.tag() != act.me)
}
fn prey(look: &impl Look, act: &Act, aim: Aim) -> bool {
    // Whoever may not attack in this turn may not do so at once either (rule 17.25).
    !look.open().no_attacks && look.may_attack(act.seat, act.me, aim.tag()).is_ok()
}
fn scorer(look: &impl Look, _: &Act, aim: Aim) -> bool {
    aim.player().is_some_and(|seat| look.sits(seat) && look.count(score(seat)) > 0)
}
fn scored(look: &impl Look, act: &Act, aim: Aim) -> bool {
    match (act.picked_before().player(), Face::aimed(aim)) {
        (Some(seat), Some(face)) => look.row(score(seat)).any(|lies| lies == face),
        _ => false,
    }
}
