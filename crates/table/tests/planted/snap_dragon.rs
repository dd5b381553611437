//! Snap Dragon: a small card game with a bug of your choice.
//!
//! Every seat has a deck of its own with the same six dragons, and everybody knows it. A turn begins with a draw;
//! then a dragon is laid face down into the cave, or roars face up, or all rest. While one roars, everybody else with
//! cards in hand may snap it with a dragon of the same size. At dawn the caves are opened.
//!
//! The game keeps all the laws with [`Bug::None`]. Each other bug is one slip of a rules author; it stands in the
//! code where the slip would be made.

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use table::game::Placed;
use table::{Ending, Fault, Game, Info, Luck, Order, Rule, Seat, SeatSet, Sink, Status, To};

/// The sizes of the dragons in each deck.
const SIZES: std::ops::RangeInclusive<u8> = 1..=6;
/// How many each hand starts with.
const OPENING: usize = 2;

const RULES: &str = "\
# Snap Dragon

## 1 The table
### 1.1 The decks
Everybody has a deck of dragons, one of each size from 1 to 6, and starts with two of them in hand.

## 2 The turn
### 2.1 Only who is asked
Nobody else may act.
### 2.2 Draw and act
Draw a dragon, then lay one, let one roar, or rest.

## 3 Dragons
### 3.1 Laying
A dragon from the hand goes face down into the cave.
### 3.2 Roaring
A dragon from the hand is shown. If nobody snaps, it scores its size.
### 3.3 Snapping
While a dragon roars, everybody else with cards in hand may snap with one of the same size, and scores it instead.

## 4 Dawn
### 4.1 The end
Who should draw and cannot ends the game. Every dragon in a cave scores its size.
";

static INFO: Info = Info {
    id: "snap-dragon",
    title: "Snap Dragon",
    about: "Lay dragons in the dark, or let them roar and hope that nobody snaps.",
    least: 2,
    most: 3,
    revision: 1,
    rules: RULES,
    settings: &[],
};

/// What is wrong with this copy of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Bug {
    /// Nothing.
    #[default]
    None,
    /// The view shows the left neighbour's hand; the imagination knows nothing of it.
    LeakyView,
    /// The view shows the neighbour's hand, the log keeps it up to date, the imagination makes use of it.
    LeakWithAllItsPapers,
    /// The view shows the neighbour's hand and the imagination makes use of it, but nothing was ever said.
    LeakInSilence,
    /// The view shows the last dragon laid into the neighbour's cave, and the imagination makes use of it.
    GlowingCave,
    /// The view carries the whole truth where no comparison looks, and the imagination returns it.
    SmuggledTruth,
    /// The same, but every other time the imagination is honest.
    SmuggledTruthHalfTheTime,
    /// The imagination deals what others hide from one heap, whoever owns it.
    PooledDecks,
    /// Only those are asked who can snap; if nobody can, the next turn begins.
    WindowForHolders,
    /// Only those are asked who can snap; if nobody can, the left neighbour is asked for form's sake.
    WindowForHoldersWithAnExcuse,
    /// A dragon that snaps goes nowhere.
    LostDragon,
    /// The menu offers a rest that changes nothing.
    IdleRest,
    /// The menu offers a rest that cannot be carried out.
    BrokenRest,
    /// The menu offers a rest that a rule refuses.
    ForbiddenRest,
    /// No rule minds if a dragon roars that is not in the hand.
    BorrowedRoar,
    /// Refusals cite a rule that is not on the page.
    InventedRule,
    /// The menu offers to rest twice.
    TwoRests,
    /// Who lays a dragon tells everybody which.
    LoudLaying,
    /// The state keeps a number that counts every act of the whole process.
    ProcessClock,
    /// A setup that was copied twice is dealt differently.
    WornSetup,
    /// Written down, the number of turns is forgotten.
    ForgetfulPosition,
    /// Who cannot draw goes on without.
    NoDawn,
    /// The menu is sorted by the top card of the deck.
    MenuSortedByTheDeck,
    /// Laying is offered only when the top card of the deck is large.
    MenuFromTheDeck,
    /// The same, and the view carries the reason where no comparison looks, so that refusals agree.
    MenuFromTheDeckWithAnExcuse,
    /// The view carries the neighbour's hand where no comparison looks; every third imagination makes use of it.
    SmuggledHandNowAndThen,
    /// The view prints what no comparison looks at.
    PrintedContraband,
    /// While a dragon roars, what others hide is imagined from one heap.
    PooledDecksWhileRoaring,
    /// The score counts what lies face down.
    ScoreFromTheCave,
    /// A roar is given away as if it were a secret, and then it is told whether anybody can snap.
    SecretBehindASecret,
    /// Everybody is shown which dragon is laid.
    ShownLaying,
    /// The first dragon dealt is called out.
    LoudDeal,
    /// The draw is from the middle of the deck, by dice of its own.
    OwnDice,
    /// In memory the position is whole, on paper the number of turns is missing.
    ForgetfulPaper,
    /// The menu has an act that programs cannot read back.
    MumbledAct,
    /// Nobody can imagine a world in which a dragon roars.
    BrokenImagination,
    /// Whoever roars hears in secret that somebody can snap; that nobody can, he hears from the silence.
    TellingSilence,
    /// Whoever does not want to snap is asked all the same while they could.
    OrderByTheHand,
    /// The order to let every roar pass snaps instead.
    OrderOffTheMenu,
    /// In a race everybody is told who would have snapped but came too late.
    LateSnapTold,
    /// In a race everybody is shown who would have snapped but came too late, though nothing is said.
    LateSnapShown,
}

/// What is agreed before the deal.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) seats: u8,
    pub(crate) bug: Bug,
    /// Do all snap at once, the first one to count, rather than one after the other?
    race: bool,
    /// Does the wind blow: may a roar carry, and score one more, as chance will have it?
    windy: bool,
    worn: u8,
}

impl Setup {
    pub(crate) fn new(seats: u8, bug: Bug) -> Setup {
        Setup { seats, bug, race: false, windy: false, worn: 0 }
    }

    pub(crate) fn race(self) -> Setup {
        Setup { race: true, ..self }
    }

    pub(crate) fn windy(self) -> Setup {
        Setup { windy: true, ..self }
    }
}

impl Clone for Setup {
    /// Wears the setup out, for [`Bug::WornSetup`].
    fn clone(&self) -> Setup {
        Setup { worn: self.worn + 1, ..*self }
    }
}

/// A dragon of one deck: the deck's seat and the size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
struct Dragon(u8, u8);

impl Dragon {
    fn number(self) -> u16 {
        u16::from(self.0) * 10 + u16::from(self.1)
    }
}

/// What belongs to one seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
struct Den {
    /// The top card last.
    deck: Vec<Dragon>,
    /// Sorted.
    hand: Vec<Dragon>,
    cave: Vec<Dragon>,
    open: Vec<Dragon>,
    points: i32,
}

impl Den {
    fn holds(&self, size: u8) -> bool {
        self.hand.iter().any(|d| d.1 == size)
    }

    fn take(&mut self, size: u8) -> Option<Dragon> {
        self.hand.iter().position(|d| d.1 == size).map(|i| self.hand.remove(i))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Phase {
    Act,
    /// A dragon of this size roars; these seats, a bit each, may still snap it.
    Roar {
        size: u8,
        waiting: u8,
    },
    Over,
}

/// The one who is asked: whose turn it is, or the first to the left who may still snap. In a race all of them.
fn status(phase: Phase, turn: Seat, seats: u8, race: bool) -> Status {
    match phase {
        Phase::Act => Status::Ask(turn),
        Phase::Roar { waiting, .. } if race => Status::Race(SeatSet(waiting)),
        Phase::Roar { waiting, .. } => {
            let mut seat = turn.next(seats);
            while !SeatSet(waiting).has(seat) {
                seat = seat.next(seats);
            }
            Status::Ask(seat)
        }
        Phase::Over => Status::Over,
    }
}

/// A position of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct SnapDragon {
    bug: Bug,
    race: bool,
    windy: bool,
    dens: Vec<Den>,
    turn: Seat,
    turns: u32,
    phase: Phase,
    clock: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Action {
    Rest,
    /// Size 0 is a dragon that one cannot see.
    Lay(u8),
    Roar(u8),
    Let,
    Snap(u8),
    /// Programs cannot read it: for [`Bug::MumbledAct`].
    #[serde(skip_deserializing)]
    Yawn,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Rest => f.write_str("rest"),
            Action::Lay(size) => write!(f, "lay {size}"),
            Action::Roar(size) => write!(f, "roar {size}"),
            Action::Let => f.write_str("let"),
            Action::Snap(size) => write!(f, "snap {size}"),
            Action::Yawn => f.write_str("yawn"),
        }
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Action, String> {
        let size = |word: &str| word.parse().map_err(|_| format!("'{word}' is not a size"));
        Ok(match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["rest"] => Action::Rest,
            ["lay", s] => Action::Lay(size(s)?),
            ["roar", s] => Action::Roar(size(s)?),
            ["let"] => Action::Let,
            ["snap", s] => Action::Snap(size(s)?),
            ["yawn"] => Action::Yawn,
            _ => return Err(format!("'{text}' is not an action")),
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) enum Event {
    Turn(Seat),
    Drew(Seat),
    DrewDragon(Seat, u8),
    Rested(Seat),
    Laid(Seat),
    LaidDragon(Seat, u8),
    Roared(Seat, u8),
    Let(Seat),
    Snapped(Seat, u8),
    CaveOpened(Seat, Vec<u8>),
    Dawn,
    Possible(bool),
    FirstDealt(u8),
    Gust(bool),
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
struct Front {
    deck: usize,
    hand: usize,
    cave: usize,
    /// By size.
    open: Vec<u8>,
    points: i32,
}

/// What is carried past every comparison.
#[derive(Clone, Debug, Serialize)]
struct Contraband(Vec<Den>);

impl PartialEq for Contraband {
    fn eq(&self, _: &Contraband) -> bool {
        true
    }
}

impl Eq for Contraband {}

impl Hash for Contraband {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct View {
    bug: Bug,
    race: bool,
    windy: bool,
    who: Option<Seat>,
    turn: Seat,
    turns: u32,
    phase: Phase,
    hand: Vec<Dragon>,
    cave: Vec<Dragon>,
    fronts: Vec<Front>,
    /// Dragons of the left neighbour that the viewer should not see.
    leak: Vec<Dragon>,
    #[serde(skip)]
    contraband: Contraband,
    printed: Option<Contraband>,
}

impl View {
    fn neighbour(&self) -> Option<Seat> {
        self.who.map(|me| me.next(self.fronts.len() as u8))
    }

    fn holds(&self, size: u8) -> bool {
        self.hand.iter().any(|d| d.1 == size)
    }
}

/// A position in writing. This one is the state itself, as far as it is not forgotten.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Position {
    game: SnapDragon,
    /// What [`Bug::ForgetfulPaper`] does not write down.
    #[serde(skip)]
    turns: Option<u32>,
}

thread_local! {
    /// The clock of [`Bug::ProcessClock`] and the dice of [`Bug::OwnDice`].
    static CLOCK: Cell<u32> = const { Cell::new(0) };
}

/// All dragons of a seat's deck.
fn whole_deck(seat: u8) -> Vec<Dragon> {
    SIZES.map(|size| Dragon(seat, size)).collect()
}

impl SnapDragon {
    fn den(&mut self, seat: Seat) -> &mut Den {
        &mut self.dens[seat.index()]
    }

    fn right_of(&self, seat: Seat) -> Seat {
        Seat((seat.0 + self.seats() - 1) % self.seats())
    }

    fn begin_turn(&mut self, log: &mut impl Sink<Event>) {
        let seat = self.turn;
        let own_dice = self.bug == Bug::OwnDice;
        let deck = &mut self.den(seat).deck;
        let drawn = match deck.len() {
            n if n > 1 && own_dice => Some(deck.remove(CLOCK.replace(CLOCK.get() + 1) as usize % n)),
            _ => deck.pop(),
        };
        if drawn.is_none() && self.bug != Bug::NoDawn {
            return self.dawn(log);
        }
        self.turns += 1;
        self.phase = Phase::Act;
        log.tell(To::ALL, || Event::Turn(seat));
        if let Some(dragon) = drawn {
            self.den(seat).hand.push(dragon);
            self.den(seat).hand.sort_unstable();
            log.tell(To::ALL, || Event::Drew(seat));
            let to = match self.bug {
                Bug::LeakWithAllItsPapers => To::both(seat, self.right_of(seat)),
                _ => To::only(seat),
            };
            log.reveal(to, || Event::DrewDragon(seat, dragon.1));
        }
    }

    fn end_turn(&mut self, log: &mut impl Sink<Event>) {
        self.turn = self.turn.next(self.seats());
        self.begin_turn(log);
    }

    fn lay(&mut self, seat: Seat, size: u8, log: &mut impl Sink<Event>) {
        let Some(dragon) = self.den(seat).take(size) else { return };
        self.den(seat).cave.push(dragon);
        match self.bug {
            Bug::LoudLaying => log.tell(To::ALL, || Event::LaidDragon(seat, size)),
            _ => log.tell(To::ALL, || Event::Laid(seat)),
        }
        if self.bug == Bug::LeakWithAllItsPapers {
            log.reveal(To::both(seat, self.right_of(seat)), || Event::LaidDragon(seat, size));
        }
        self.end_turn(log);
    }

    fn roar(&mut self, seat: Seat, size: u8, log: &mut impl Sink<Event>) {
        let Some(dragon) = self.den(seat).take(size) else { return };
        self.den(seat).open.push(dragon);
        let others = || Seat::all(self.seats()).filter(|&s| s != seat);
        let holders: SeatSet = others().filter(|s| self.dens[s.index()].holds(size)).collect();
        match self.bug {
            Bug::SecretBehindASecret => {
                log.reveal(To::ALL, || Event::Roared(seat, size));
                log.tell(To::ALL, || Event::Possible(!holders.is_empty()));
            }
            _ => log.tell(To::ALL, || Event::Roared(seat, size)),
        }
        if self.bug == Bug::TellingSilence && !holders.is_empty() {
            log.reveal(To::only(seat), || Event::Possible(true));
        }
        let waiting = match self.bug {
            Bug::WindowForHolders => holders,
            Bug::WindowForHoldersWithAnExcuse if !holders.is_empty() => holders,
            Bug::WindowForHoldersWithAnExcuse => others().take(1).collect(),
            // Who has no cards cannot snap, as everybody sees.
            _ => others().filter(|s| !self.dens[s.index()].hand.is_empty()).collect(),
        };
        self.wait_for(size, waiting, log);
    }

    fn wait_for(&mut self, size: u8, waiting: SeatSet, log: &mut impl Sink<Event>) {
        if waiting.is_empty() {
            let turn = self.turn;
            self.den(turn).points += i32::from(size);
            self.end_turn(log);
        } else {
            self.phase = Phase::Roar { size, waiting: waiting.0 };
        }
    }

    fn snap(&mut self, seat: Seat, size: u8, log: &mut impl Sink<Event>) {
        let Some(dragon) = self.den(seat).take(size) else { return };
        if self.bug != Bug::LostDragon {
            self.den(seat).open.push(dragon);
        }
        self.den(seat).points += i32::from(size);
        log.tell(To::ALL, || Event::Snapped(seat, size));
        self.end_turn(log);
    }

    fn dawn(&mut self, log: &mut impl Sink<Event>) {
        self.phase = Phase::Over;
        for seat in Seat::all(self.seats()) {
            let den = self.den(seat);
            let cave = std::mem::take(&mut den.cave);
            den.points += cave.iter().map(|d| i32::from(d.1)).sum::<i32>();
            den.open.extend(&cave);
            log.reveal(To::ALL, || Event::CaveOpened(seat, cave.iter().map(|d| d.1).collect()));
        }
        log.tell(To::ALL, || Event::Dawn);
    }

    fn top_is_large(dens: &[Den], seat: Seat) -> bool {
        dens[seat.index()].deck.last().is_some_and(|d| d.1 > 3)
    }
}

impl Game for SnapDragon {
    type Setup = Setup;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Prior = ();

    fn info() -> &'static Info {
        &INFO
    }

    fn check(setup: &Setup) -> Result<(), Fault> {
        match setup.seats {
            2..=3 => Ok(()),
            n => Err(Fault::near("seats", format!("Snap Dragon is for 2 or 3, not {n}"))),
        }
    }

    fn deal(setup: &Setup, luck: &mut Luck, log: &mut impl Sink<Event>) -> Self {
        let deal = |seat| {
            let mut deck = whole_deck(seat);
            luck.shuffle(&mut deck);
            let mut hand = deck.split_off(deck.len() - OPENING);
            hand.sort_unstable();
            Den { deck, hand, ..Den::default() }
        };
        let mut game = SnapDragon {
            bug: setup.bug,
            race: setup.race,
            windy: setup.windy,
            dens: (0..setup.seats).map(deal).collect(),
            turn: Seat(0),
            turns: 0,
            phase: Phase::Act,
            clock: 0,
        };
        if setup.bug == Bug::WornSetup && setup.worn > 1 {
            game.turn = Seat(1);
        }
        if setup.bug == Bug::LoudDeal {
            log.tell(To::ALL, || Event::FirstDealt(game.dens[0].hand[0].1));
        }
        game.begin_turn(log);
        game
    }

    fn seats(&self) -> u8 {
        self.dens.len() as u8
    }

    fn status(&self) -> Status {
        status(self.phase, self.turn, self.seats(), self.race)
    }

    fn legal(&self, seat: Seat, menu: &mut Vec<Action>) {
        if !self.status().asks(seat) {
            return;
        }
        let den = &self.dens[seat.index()];
        if let Phase::Roar { size, .. } = self.phase {
            menu.push(Action::Let);
            menu.extend(den.holds(size).then_some(Action::Snap(size)));
            return;
        }
        menu.push(Action::Rest);
        let large = Self::top_is_large(&self.dens, seat);
        let from_the_deck = matches!(self.bug, Bug::MenuFromTheDeck | Bug::MenuFromTheDeckWithAnExcuse);
        if large || !from_the_deck {
            menu.extend(den.hand.iter().map(|d| Action::Lay(d.1)));
        }
        menu.extend(den.hand.iter().map(|d| Action::Roar(d.1)));
        match self.bug {
            Bug::TwoRests => menu.push(Action::Rest),
            Bug::MumbledAct => menu.push(Action::Yawn),
            Bug::MenuSortedByTheDeck if large => menu.reverse(),
            _ => {}
        }
    }

    fn apply(&mut self, seat: Seat, act: Action, luck: &mut Luck, log: &mut impl Sink<Event>) {
        if self.bug == Bug::ProcessClock {
            self.clock = CLOCK.replace(CLOCK.get() + 1);
        }
        match (act, self.phase) {
            (Action::Rest, _) if self.bug == Bug::IdleRest => {}
            // A panic that prints nothing.
            (Action::Rest, _) if self.bug == Bug::BrokenRest => {
                std::panic::resume_unwind(Box::new("the dragons do not rest"))
            }
            (Action::Rest | Action::Yawn, _) => {
                log.tell(To::ALL, || Event::Rested(seat));
                self.end_turn(log);
            }
            (Action::Lay(size), _) => self.lay(seat, size, log),
            (Action::Roar(size), _) => {
                if self.windy {
                    let gust = luck.pick(2) == 0;
                    self.den(seat).points += i32::from(gust);
                    log.tell(To::ALL, || Event::Gust(gust));
                }
                self.roar(seat, size, log);
            }
            (Action::Let, Phase::Roar { size, waiting }) => {
                log.tell(To::ALL, || Event::Let(seat));
                self.wait_for(size, SeatSet(waiting & !SeatSet::one(seat).0), log);
            }
            (Action::Let, _) => {}
            (Action::Snap(size), _) => self.snap(seat, size, log),
        }
    }

    /// Whoever is later than a snap keeps their dragon, and nobody learns that they had one.
    fn race(&mut self, answers: &[(Seat, Action)], luck: &mut Luck, log: &mut impl Sink<Event>) {
        for (n, &(seat, act)) in answers.iter().enumerate() {
            self.apply(seat, act, luck, log);
            if let Action::Snap(_) = act {
                for &(late, act) in answers[n + 1..].iter().filter(|_| self.bug == Bug::LateSnapTold) {
                    log.tell(To::ALL, || {
                        if act == Action::Let { Event::Let(late) } else { Event::Rested(late) }
                    });
                }
                return;
            }
        }
    }

    fn shown_in_race(&self, so_far: &[(Seat, Action)], to: Option<Seat>) -> Option<Action> {
        let (&(by, act), earlier) = so_far.split_last()?;
        let late = earlier.iter().any(|(_, act)| matches!(act, Action::Snap(_)));
        if late && self.bug != Bug::LateSnapShown { None } else { self.shown(by, act, to) }
    }

    fn score(&self, seat: Seat) -> i32 {
        let den = &self.dens[seat.index()];
        match self.bug {
            Bug::ScoreFromTheCave => den.points + den.cave.iter().map(|d| i32::from(d.1)).sum::<i32>(),
            _ => den.points,
        }
    }

    fn ending(&self) -> Option<Ending> {
        (self.phase == Phase::Over).then_some(Ending { reason: "dawn", rule: Rule(4, 1) })
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn view(&self, who: Option<Seat>) -> View {
        let front = |den: &Den| Front {
            deck: den.deck.len(),
            hand: den.hand.len(),
            cave: den.cave.len(),
            open: den.open.iter().map(|d| d.1).collect(),
            points: den.points,
        };
        let own = |row: fn(&Den) -> &Vec<Dragon>| {
            who.map_or(Vec::new(), |seat| row(&self.dens[seat.index()]).clone())
        };
        let left = who.map(|me| &self.dens[me.next(self.seats()).index()]);
        let leak = match (self.bug, left) {
            (Bug::LeakyView | Bug::LeakInSilence | Bug::LeakWithAllItsPapers, Some(den)) => den.hand.clone(),
            (Bug::GlowingCave, Some(den)) => den.cave.last().copied().into_iter().collect(),
            _ => Vec::new(),
        };
        View {
            bug: self.bug,
            race: self.race,
            windy: self.windy,
            who,
            turn: self.turn,
            turns: self.turns,
            phase: self.phase,
            hand: own(|den| &den.hand),
            cave: own(|den| &den.cave),
            fronts: self.dens.iter().map(front).collect(),
            leak,
            contraband: Contraband(self.dens.clone()),
            printed: (self.bug == Bug::PrintedContraband).then(|| Contraband(self.dens.clone())),
        }
    }

    fn imagine(view: &View, _: &(), luck: &mut Luck) -> Self {
        let mut world = SnapDragon {
            bug: view.bug,
            race: view.race,
            windy: view.windy,
            dens: Vec::new(),
            turn: view.turn,
            turns: view.turns,
            phase: view.phase,
            clock: 0,
        };
        let peek = match view.bug {
            Bug::SmuggledTruth => true,
            Bug::SmuggledTruthHalfTheTime => luck.pick(2) == 0,
            _ => false,
        };
        if peek {
            world.dens.clone_from(&view.contraband.0);
            return world;
        }
        let leak_used = matches!(view.bug, Bug::LeakInSilence | Bug::LeakWithAllItsPapers);
        let glow_used = view.bug == Bug::GlowingCave;
        // The dragons that could be anywhere, deck by deck.
        let mut hidden: Vec<Vec<Dragon>> = Vec::new();
        for (seat, front) in view.fronts.iter().enumerate() {
            let mut row = whole_deck(seat as u8);
            row.retain(|d| !front.open.contains(&d.1) && !view.hand.contains(d) && !view.cave.contains(d));
            row.retain(|d| !(leak_used || glow_used) || !view.leak.contains(d));
            luck.shuffle(&mut row);
            hidden.push(row);
        }
        let roaring = matches!(view.phase, Phase::Roar { .. });
        if roaring && view.bug == Bug::BrokenImagination {
            std::panic::resume_unwind(Box::new("too loud to think"));
        }
        if view.bug == Bug::PooledDecks || roaring && view.bug == Bug::PooledDecksWhileRoaring {
            let strange = |seat: usize| view.who.is_none_or(|me| me.index() != seat);
            let mut rows: Vec<_> = hidden.iter_mut().enumerate().filter(|(seat, _)| strange(*seat)).collect();
            let mut heap: Vec<Dragon> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
            luck.shuffle(&mut heap);
            for (_, row) in &mut rows {
                **row = heap.split_off(heap.len() - row.len());
            }
        }
        for (seat, front) in view.fronts.iter().enumerate() {
            let open = front.open.iter().map(|&size| Dragon(seat as u8, size)).collect();
            let mut den = Den { open, points: front.points, ..Den::default() };
            den.deck = std::mem::take(&mut hidden[seat]);
            let mine = view.who.is_some_and(|me| me.index() == seat);
            let next = view.neighbour().is_some_and(|left| left.index() == seat);
            den.cave = match mine {
                true => view.cave.clone(),
                false if next && glow_used => {
                    let mut cave = den.deck.split_off(den.deck.len() - (front.cave - view.leak.len()));
                    cave.extend(&view.leak);
                    cave
                }
                false => den.deck.split_off(den.deck.len() - front.cave),
            };
            den.hand = match mine {
                true => view.hand.clone(),
                false if next && leak_used => view.leak.clone(),
                false => den.deck.split_off(den.deck.len() - front.hand),
            };
            den.hand.sort_unstable();
            world.dens.push(den);
        }
        if let Some(left) = view.neighbour()
            && view.bug == Bug::SmuggledHandNowAndThen
            && luck.pick(3) == 0
        {
            let truth = &view.contraband.0[left.index()];
            let den = &mut world.dens[left.index()];
            den.deck.append(&mut den.hand);
            den.deck.append(&mut den.cave);
            den.hand.clone_from(&truth.hand);
            den.deck.retain(|d| !truth.hand.contains(d));
            den.cave = den.deck.split_off(den.deck.len() - truth.cave.len());
        }
        world
    }

    fn shown(&self, by: Seat, act: Action, to: Option<Seat>) -> Option<Action> {
        let in_the_know = to == Some(by)
            || self.bug == Bug::ShownLaying
            || self.bug == Bug::LeakWithAllItsPapers && to == Some(self.right_of(by));
        match act {
            Action::Lay(_) if !in_the_know => Some(Action::Lay(0)),
            _ => Some(act),
        }
    }

    fn orders() -> &'static [Order] {
        &[Order { code: "let", text: "Let every dragon roar", this_turn: false }]
    }

    fn obey(view: &View, order: &str) -> Option<Action> {
        let Phase::Roar { size, .. } = view.phase else { return None };
        let holds = view.hand.iter().any(|dragon| dragon.1 == size);
        match view.bug {
            Bug::OrderByTheHand if holds => None,
            Bug::OrderOffTheMenu => Some(Action::Snap(size)),
            _ => (order == "let").then_some(Action::Let),
        }
    }

    fn refuse(view: &View, act: Action) -> Option<Rule> {
        let unless = |fine: bool, rule| if fine { None } else { Some(rule) };
        let me = match (status(view.phase, view.turn, view.fronts.len() as u8, view.race), view.who) {
            (Status::Over, _) => return Some(Rule(4, 1)),
            (status, Some(me)) if status.asks(me) => me,
            _ => return Some(Rule(2, 1)),
        };
        match (view.phase, act) {
            (Phase::Act, Action::Rest) => unless(view.bug != Bug::ForbiddenRest, Rule(2, 2)),
            (Phase::Act, Action::Lay(size)) => {
                let secret = view.bug == Bug::MenuFromTheDeckWithAnExcuse
                    && !Self::top_is_large(&view.contraband.0, me);
                unless(view.holds(size) && !secret, Rule(3, 1))
            }
            (Phase::Act, Action::Roar(size)) => {
                let rule = if view.bug == Bug::InventedRule { Rule(9, 9) } else { Rule(3, 2) };
                unless(view.holds(size) || view.bug == Bug::BorrowedRoar, rule)
            }
            (Phase::Act, Action::Yawn) => unless(view.bug == Bug::MumbledAct, Rule(2, 2)),
            (Phase::Roar { .. }, Action::Let) => None,
            (Phase::Roar { size: roaring, .. }, Action::Snap(size)) => {
                unless(size == roaring && view.holds(size), Rule(3, 3))
            }
            (_, Action::Let | Action::Snap(_)) => Some(Rule(3, 3)),
            _ => Some(Rule(2, 2)),
        }
    }

    fn thinkable(_: &View, acts: &mut Vec<Action>) {
        acts.extend([Action::Rest, Action::Let]);
        acts.extend(SIZES.flat_map(|size| [Action::Lay(size), Action::Roar(size), Action::Snap(size)]));
    }

    fn places(&self, cards: &mut Vec<Placed>) {
        let nobody = To { seats: SeatSet::NONE, gallery: false };
        for (seat, den) in Seat::all(self.seats()).zip(&self.dens) {
            let place = u16::from(seat.0) * 100;
            let mut put = |at: u16, dragon: Dragon, known| {
                cards.push(Placed::new(place + at, dragon.number(), known));
            };
            // Everybody knows which dragons their own deck still has, but not their order: a place for each card.
            den.deck.iter().zip(10..).for_each(|(&d, at)| put(at, d, nobody));
            den.hand.iter().for_each(|&d| put(0, d, To::only(seat)));
            den.cave.iter().zip(20..).for_each(|(&d, at)| put(at, d, To::only(seat)));
            den.open.iter().for_each(|&d| put(1, d, To::ALL));
        }
    }

    fn position(&self) -> Position {
        let mut game = self.clone();
        if matches!(self.bug, Bug::ForgetfulPosition | Bug::ForgetfulPaper) {
            game.turns = 0;
        }
        Position { game, turns: (self.bug == Bug::ForgetfulPaper).then_some(self.turns) }
    }

    fn lay_out(position: &Position) -> Result<Self, Fault> {
        let turns = position.turns.unwrap_or(position.game.turns);
        Ok(SnapDragon { turns, ..position.game.clone() })
    }

    fn bound(setup: &Setup) -> u32 {
        let draws = SIZES.count() - OPENING;
        let seats = u32::from(setup.seats);
        // In each turn one act and one answer from each other seat.
        seats * draws as u32 * seats
    }
}
