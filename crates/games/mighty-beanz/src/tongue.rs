//! The card language: one row a word. What a card says, what its rules text reads, what it asks for, what forbids it, what
//! the log tells and what is checked when a file is read all come from these rows; what a word does is the function that
//! its row names, in `deeds`, `replies` or here. `docs/add-a-word.md` adds one before your eyes.

use ccg::Name;
use ccg::frame::{Act, Aim};
use ccg::machine::Flow;
use ccg::program::{Ability, CHOICES, Gap, Tongue, When, Where};
use ccg::words::{Say, Spoken};
use serde::{Deserialize, Serialize};
use table::{Rule, Sink};

use crate::act::Event;
use crate::cards::{Face, Kind, Team, Type};
use crate::deeds::{
    attack, blitz, boost, by_name, double, draw, exchange, freebie, knock_off, knockdown, peek, points,
    retrieve, sharpshoot, shed, sweep, turn_up,
};
use crate::look::{Ask, Figure, Look, can_come_back};
use crate::replies::{boomerang, bounce, cancel, draw_for_it, shield};
use crate::state::{MightyBeanz, Slot, Stance, deck, discard, foe, hand};

ccg::words! {
    /// What spin powers and Actions do.
    #[non_exhaustive]
    pub enum Deed {
        /// A Bean Attack. It comes last, and once.
        Attack = Rule(6, 1), "Bean Attack" needs [Test::Prey] only "a spin power" => attack;
        /// The next attack of the turn is a Sharpshoot. `Spin([Sharpshoot, Attack])` is a Bean that always sharpshoots.
        Sharpshoot = Rule(8, 1), "[your|their] next attack is a Sharpshoot" waits for "the next attack" => sharpshoot;
        /// The next attack of the turn may be a Bean Blitz.
        Blitz = Rule(8, 2), "[your|their] next attack may be a Bean Blitz" waits for "the next attack" => blitz;
        /// The next attack of the turn gets more.
        Boost(n: Amount) = Rule(7, 7), "[your|their] next attack gets {+n}" waits for "the next attack" => boost;
        /// The next attack of the turn is doubled.
        Double = Rule(7, 9), "[your|their] next attack is doubled" waits for "the next attack" => double;
        /// Cards for whoever plays it.
        Draw(n: Few) = Rule(8, 9), "draw {n|card|cards}" needs [Test::Deck] => draw;
        /// Extra points this turn.
        Points(n: Few) = Rule(8, 8), "{+n|action point|action points}" only "an Action" => points;
        /// A standing Bean of the opponent turns Sidewayz.
        Knockdown(reach: Reach) = Rule(8, 5), "turn an opposing Bean Sidewayz{reach}"
            picks [Pick::Standing(reach)] => knockdown;
        /// Any Bean of the opponent leaves the mat.
        KnockOff(reach: Reach) = Rule(8, 6), "take an opposing Bean off the mat{reach}"
            picks [Pick::Opposing(reach)] => knock_off;
        /// A Bean for nothing.
        Freebie = Rule(8, 7), "play a Bean from [your|their] hand for free" picks [Pick::BeanInHand] => freebie;
        /// One of your Beans gets up.
        TurnUp = Rule(8, 10), "turn one of [your|their] Beans Headz-up" picks [Pick::Turned] => turn_up;
        /// One of your Beans goes elsewhere on your mat.
        Move = Rule(8, 11), "move one of [your|their] Beans to an empty slot" picks [Pick::Mover, Pick::Room] => exchange;
        /// Two of your Beans trade slots.
        Swap = Rule(8, 11), "swap two of [your|their] Beans" picks [Pick::Swapper, Pick::Partner] => exchange;
        /// Actions and Instants do not come back.
        Retrieve = Rule(8, 12), "take a Bean or a Cosmos card back from [your|their] discard pile"
            picks [Pick::Discarded] => retrieve;
        /// Yours or theirs.
        Sweep = Rule(8, 13), "discard a Cosmos card from either mat" picks [Pick::Cosmos] => sweep;
        /// They choose which.
        Shed(n: Few) = Rule(8, 14), "[your|the] opponent discards {n|card|cards}" needs [Test::TheyHold] => shed;
        /// All of it, for your eyes only.
        Peek = Rule(8, 15), "look at [your|the] opponent's hand" needs [Test::TheyHold] => peek;
        /// A function in code, for what the other words cannot say: `"stampede"`. Save it for one card in a hundred.
        Odd(odd: Odd) = Rule(8, 16), "{odd}" needs [Test::StandingHere] only "a spin power" => by_name;
    }
    fn run(self, game: &mut MightyBeanz, act: &mut Act, log: &mut impl Sink<Event>) -> Flow;
    picks Pick;
    needs Test;
}

ccg::words! {
    /// What must be so for a word to find something to act on (rules 3.5, 8.17).
    pub enum Test {
        /// A Bean to attack.
        Prey = Rule(6, 2), "there is a Bean to attack" => prey;
        /// A card to draw.
        Deck = Rule(3, 5), "your deck has a card" => has_deck;
        /// A card in the opponent's hand.
        TheyHold = Rule(3, 5), "your opponent holds a card" => they_hold;
        /// A standing Bean of the opponent in the galaxy.
        StandingHere = Rule(8, 16), "an opposing Bean stands in this galaxy" => standing_here;
    }
    fn holds(self, look: &impl Look, act: &Act) -> bool;
}

ccg::words! {
    /// What Instants do to what they answer.
    #[non_exhaustive]
    pub enum Reply {
        /// The card has no effect; the attack stops; the Bean is discarded.
        Cancel = Rule(9, 7), "cancel it" => cancel;
        /// The attack goes ahead, and then the attackers fall.
        Boomerang = Rule(9, 11), "when it is over, the attackers turn Sidewayz" only "an answer to an attack" => boomerang;
        /// For this attack only.
        Shield(n: Amount) = Rule(9, 13), "its target gets {+n} defence" only "an answer to an attack" => shield;
        /// The Bean does not stay.
        Bounce = Rule(9, 14), "return it to its owner's hand" only "an answer to a Bean" => bounce;
        /// Cards for whoever plays it.
        Draw(n: Few) = Rule(8, 9), "draw {n|card|cards}" => draw_for_it;
    }
    fn run(self, game: &mut MightyBeanz, act: &mut Act, log: &mut impl Sink<Event>) -> Flow;
}

ccg::words! {
    /// What Headz-up powers give while they last.
    pub enum Gift {
        /// In attack and in defence.
        Mmp(whom: Whom, n: Amount) = Rule(7, 5), "{whom} {+n} MMP" => mmp;
        /// In attack.
        Attack(whom: Whom, n: Amount) = Rule(7, 5), "{whom} {+n} attack" => in_attack;
        /// In defence.
        Defence(whom: Whom, n: Amount) = Rule(7, 5), "{whom} {+n} defence" => in_defence;
        /// If the Bean is Headz-up when points are handed out.
        Points(n: Few) = Rule(4, 4), "[you|they] get {+n|action point|action points}" => of_points;
        /// That many more draws can be bought in a turn.
        Draws(n: Few) = Rule(4, 4), "[you|they] get {+n|draw|draws}" => of_draws;
        /// That many more cards can be kept at the end of a turn.
        HandSize(n: Few) = Rule(4, 4), "[you|they] get {+n|card to keep|cards to keep}" => of_hand_size;
    }
    fn gives(self, ask: &Ask) -> i32;
}

ccg::words! {
    /// What a word wants chosen.
    pub enum Pick {
        /// A standing Bean of the opponent.
        Standing(reach: Reach) = Rule(8, 5), "an opposing Bean{reach}" => standing;
        /// Any Bean of the opponent.
        Opposing(reach: Reach) = Rule(8, 6), "an opposing Bean{reach}" => opposing;
        /// A Bean of one's hand.
        BeanInHand = Rule(8, 7), "a Bean in your hand" => bean_in_hand;
        /// A Bean of one's own that is not Headz-up.
        Turned = Rule(8, 10), "a Bean of yours" => turned;
        /// A Bean of one's own that moves.
        Mover = Rule(8, 11), "a Bean of yours" => mine;
        /// An empty slot of one's own.
        Room = Rule(8, 11), "an empty slot" => room;
        /// The first of two Beans of one's own.
        Swapper = Rule(8, 11), "a Bean of yours" => mine;
        /// The other one.
        Partner = Rule(8, 11), "another Bean of yours" => partner;
        /// A Bean or a Cosmos card of one's discard pile.
        Discarded = Rule(8, 12), "a Bean or a Cosmos card in your discard pile" => discarded;
        /// A Cosmos card of either mat.
        Cosmos = Rule(8, 13), "a Cosmos card" => cosmos;
    }
    fn fits(self, look: &impl Look, act: &Act, aim: Aim) -> bool;
}

/// How far a power reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reach {
    /// The galaxy of the Bean that uses it.
    Here,
    /// The whole mat.
    Anywhere,
}

impl Say for Reach {
    fn say(&self) -> Spoken {
        Spoken::Text(if *self == Reach::Here { " in this galaxy".into() } else { String::new() })
    }
    fn wrong(&self, of: &str) -> Option<String> {
        (*self == Reach::Here && of != SPIN)
            .then(|| "only a Bean has a galaxy of its own: write Anywhere instead of Here".into())
    }
}

/// What a Bean does when it spins, as mistakes call it.
pub(crate) const SPIN: &str = "a spin power";
/// What an Action does.
pub(crate) const ACTION: &str = "an Action";

/// Whom a Headz-up power helps, among its owner's Beans (rule 7.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Whom {
    Team(Team),
    Type(Type),
    All,
    Me,
    Galaxy,
    Neighbours,
}

impl Whom {
    /// Is the Bean among them that a number is asked of?
    #[inline]
    fn reaches(self, ask: &Ask) -> bool {
        match self {
            Whom::Team(team) => ask.team == team,
            Whom::Type(class) => ask.class == class,
            Whom::All => true,
            Whom::Me => ask.from == ask.of,
            Whom::Galaxy => ask.from.galaxy() == ask.of.galaxy(),
            Whom::Neighbours => ask.from.left() == ask.of || ask.from.right() == ask.of,
        }
    }
}

impl Say for Whom {
    fn say(&self) -> Spoken {
        Spoken::Text(match self {
            Whom::Team(team) => format!("your {} Beans get", team.name()),
            Whom::Type(class) => format!("your {} Beans get", class.title()),
            Whom::All => "your Beans get".into(),
            Whom::Me => "this Bean gets".into(),
            Whom::Galaxy => "your Beans in this galaxy get".into(),
            Whom::Neighbours => "your Beans beside it get".into(),
        })
    }
    fn names(&self) -> Option<Name> {
        if let Whom::Team(team) = self { Some(team.0) } else { None }
    }
}

/// What only one card does: the name in its file, and the function `odd`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Odd {
    /// Every opposing Bean of the galaxy turns Sidewayz (rule 8.16).
    Stampede,
}

/// The names that a card file can give to [`Deed::Odd`].
const ODD: [(&str, Odd); 1] = [("stampede", Odd::Stampede)];

impl Say for Odd {
    fn say(&self) -> Spoken {
        Spoken::Text(match self {
            Odd::Stampede => "every opposing Bean in this galaxy turns Sidewayz".into(),
        })
    }
}

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

macro_rules! amounts {
    ($($(#[$doc:meta])* $Name:ident($number:ty) from $least:literal to $most:literal;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct $Name(pub $number);

            impl Say for $Name {
                fn say(&self) -> Spoken {
                    Spoken::Number(i32::from(self.0))
                }
                fn wrong(&self, _: &str) -> Option<String> {
                    (!($least..=$most).contains(&self.0))
                        .then(|| format!("{} is not from {} to {}", self.0, $least, $most))
                }
            }
        )+
    };
}

amounts! {
    /// So much more or less in a comparison.
    Amount(i16) from 10 to 1000;
    /// So many cards or points.
    Few(u8) from 1 to 5;
}

/// What can be answered (rule 9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Moment {
    /// An Action card, Instants too.
    #[default]
    Action,
    /// A Bean Attack.
    Attack,
    /// A Bean that arrives.
    Bean,
}

impl Moment {
    /// What answers it, as mistakes call it.
    pub(crate) const fn answer(self) -> &'static str {
        match self {
            Moment::Action => "an answer to an Action",
            Moment::Attack => "an answer to an attack",
            Moment::Bean => "an answer to a Bean",
        }
    }

    /// When an Instant is played that answers it.
    pub(crate) const fn when(self) -> &'static str {
        match self {
            Moment::Action => "When your opponent plays an Action",
            Moment::Attack => "When your opponent attacks",
            Moment::Bean => "When your opponent plays a Bean",
        }
    }

    /// What it means to cancel it, and by which rule.
    pub(crate) const fn cancelled(self) -> (&'static str, Rule) {
        match self {
            Moment::Action => ("cancel it", Rule(9, 7)),
            Moment::Attack => ("stop it", Rule(9, 9)),
            Moment::Bean => ("discard it", Rule(9, 12)),
        }
    }
}

/// One clause of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Of a spin power or an Action.
    Deed(Deed),
    /// Of an Instant.
    Reply(Reply),
    /// Of a Headz-up power.
    Gift(Gift),
}

/// The language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Beans;

impl Tongue for Beans {
    type Verb = Verb;
    type Pick = Pick;
    type Test = Test;
    type Moment = Moment;

    fn gap(gap: Gap, ability: &Ability<Beans>) -> Option<Moment> {
        // An Action is answered when it has been paid for; a power is not (rule 9.2).
        (gap == Gap::Paid && ability.from == Where::Hand && ability.when == When::Act)
            .then_some(Moment::Action)
    }
    fn chooses(verb: Verb) -> [Option<Pick>; CHOICES] {
        match verb {
            Verb::Deed(deed) => deed.picks(),
            Verb::Reply(_) | Verb::Gift(_) => [None; CHOICES],
        }
    }
    fn is_open(pick: Pick) -> bool {
        pick != Pick::BeanInHand
    }
    fn needs(verb: Verb) -> Option<Test> {
        if let Verb::Deed(deed) = verb { deed.needs() } else { None }
    }
    fn number(moment: Moment) -> u8 {
        moment as u8
    }
}

// What Headz-up powers give.

#[inline]
fn mmp(whom: Whom, n: Amount, ask: &Ask) -> i32 {
    let strength = matches!(ask.figure, Figure::Mmp | Figure::Attack | Figure::Defence);
    if strength && whom.reaches(ask) { i32::from(n.0) } else { 0 }
}
#[inline]
fn in_attack(whom: Whom, n: Amount, ask: &Ask) -> i32 {
    if ask.figure == Figure::Attack && whom.reaches(ask) { i32::from(n.0) } else { 0 }
}
#[inline]
fn in_defence(whom: Whom, n: Amount, ask: &Ask) -> i32 {
    if ask.figure == Figure::Defence && whom.reaches(ask) { i32::from(n.0) } else { 0 }
}
#[inline]
fn of_points(n: Few, ask: &Ask) -> i32 {
    if ask.figure == Figure::Points { i32::from(n.0) } else { 0 }
}
#[inline]
fn of_draws(n: Few, ask: &Ask) -> i32 {
    if ask.figure == Figure::Draws { i32::from(n.0) } else { 0 }
}
#[inline]
fn of_hand_size(n: Few, ask: &Ask) -> i32 {
    if ask.figure == Figure::HandSize { i32::from(n.0) } else { 0 }
}

// What must be so.

fn prey(look: &impl Look, act: &Act) -> bool {
    Slot::of_tag(act.me).is_some_and(|slot| look.could_attack(slot, look.is_sharp()))
}
fn has_deck(look: &impl Look, act: &Act) -> bool {
    look.count(deck(act.seat)) > 0
}
fn they_hold(look: &impl Look, act: &Act) -> bool {
    look.count(hand(foe(act.seat))) > 0
}
fn standing_here(look: &impl Look, act: &Act) -> bool {
    Slot::of(foe(act.seat)).any(|slot| standing(Reach::Here, look, act, Aim::at(slot.tag())))
}

// What can be chosen.

fn near(reach: Reach, act: &Act, slot: Slot) -> bool {
    reach == Reach::Anywhere || Slot::of_tag(act.me).is_some_and(|from| from.galaxy() == slot.galaxy())
}
fn opposing(reach: Reach, look: &impl Look, act: &Act, aim: Aim) -> bool {
    Slot::aimed(aim)
        .is_some_and(|slot| slot.seat() != act.seat && look.count(slot.bean()) > 0 && near(reach, act, slot))
}
pub(crate) fn standing(reach: Reach, look: &impl Look, act: &Act, aim: Aim) -> bool {
    opposing(reach, look, act, aim) && Slot::aimed(aim).is_some_and(|slot| look.stance(slot).stands())
}
fn mine(look: &impl Look, act: &Act, aim: Aim) -> bool {
    Slot::aimed(aim).is_some_and(|slot| slot.seat() == act.seat && look.count(slot.bean()) > 0)
}
fn turned(look: &impl Look, act: &Act, aim: Aim) -> bool {
    mine(look, act, aim) && Slot::aimed(aim).is_some_and(|slot| look.stance(slot) != Stance::HeadzUp)
}
fn room(look: &impl Look, act: &Act, aim: Aim) -> bool {
    Slot::aimed(aim).is_some_and(|slot| slot.seat() == act.seat && look.count(slot.bean()) == 0)
}
fn partner(look: &impl Look, act: &Act, aim: Aim) -> bool {
    mine(look, act, aim) && act.picked_before() != aim
}
fn cosmos(look: &impl Look, _: &Act, aim: Aim) -> bool {
    Slot::aimed(aim).is_some_and(|slot| look.count(slot.cosmos()) > 0)
}
fn bean_in_hand(look: &impl Look, act: &Act, aim: Aim) -> bool {
    Face::aimed(aim).is_some_and(|card| {
        card.card().kind == Kind::Bean && look.row(hand(act.seat)).any(|face| face == card)
    })
}
fn discarded(look: &impl Look, act: &Act, aim: Aim) -> bool {
    Face::aimed(aim)
        .is_some_and(|card| can_come_back(card) && look.row(discard(act.seat)).any(|face| face == card))
}
