//! What bots and statistics want to know of a game, besides its rules.

use crate::game::Game;
use crate::luck::Luck;
use crate::seat::Seat;

/// How a world is played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Playouts {
    /// At random.
    Wild,
    /// The way people tend to play ([`Policy::lean`]).
    Leaning,
    /// Everybody does what looks best to them ([`Policy::weigh`]) from what they see, and the others do so from the first act on:
    /// slow, and nearest to how people play.
    Weighing,
}

/// How a sensible player of a game thinks. Nothing here decides what is allowed.
pub trait Policy: Game {
    /// What a watcher keeps in mind of what the others did: whatever says something about cards they cannot see. A game
    /// that has nothing of the kind takes `()`.
    type Notes: Clone + Default + Send + Sync;

    /// How far off a beginner may be about an act, in the units of [`weigh`](Policy::weigh).
    const MISJUDGED: u32 = 12_000;

    /// How good the act looks without looking ahead, from the view alone, in thousandths of a point. Only the order
    /// matters; until a game knows better, all acts look alike.
    fn weigh(_view: &Self::View, _act: Self::Action) -> i32 {
        0
    }

    /// The same for a whole menu, in its order: for games that try acts out in a world which they imagine once for all.
    fn weigh_all(view: &Self::View, menu: &[Self::Action], each: &mut dyn FnMut(i32)) {
        menu.iter().for_each(|&act| each(Self::weigh(view, act)));
    }

    /// How readily somebody would do this, compared with the other entries of the menu: quick and rough, for playing a world to
    /// its end. It gets the world itself, since all of it is imagined.
    fn lean(&self, _seat: Seat, _act: Self::Action) -> u32 {
        1
    }

    /// How a search plays its worlds to their end with this many seats: in the way that makes it strongest in the same time.
    /// An arena match must have shown it (docs/bots.md).
    fn playouts(_seats: u8) -> Playouts {
        Playouts::Wild
    }

    /// What becomes of an act that takes a steady hand: `shake` says how unsteady the hand is, from 0. In most games hands do
    /// not matter.
    fn shaken(_view: &Self::View, act: Self::Action, _shake: u8, _luck: &mut Luck) -> Self::Action {
        act
    }

    /// What the cards that this seat has seen come to, as a number: a search tells the seat's positions apart by it, and
    /// by the acts that it saw. It must follow from the seat's view. By default, and with 0, nothing is told apart.
    fn sight(&self, _who: Seat) -> u64 {
        0
    }

    /// Keeps in mind what the watcher saw `by` do: the view is the watcher's before the act, the act is as shown to the watcher.
    /// Every act comes here, including the watcher's own.
    fn note(_notes: &mut Self::Notes, _view: &Self::View, _by: Seat, _act: Option<Self::Action>) {}

    /// How well this imagined world explains what a watcher in this seat has noted: from 0, never, to 1, perfectly.
    fn explains(&self, _notes: &Self::Notes, _watcher: Seat) -> f32 {
        1.0
    }
}

/// What statistics of a game are about.
pub trait Study: Policy {
    /// A word for the kind of question that is open.
    fn moment(&self) -> &'static str {
        "play"
    }

    /// The kinds of cards that statistics tell apart, by name; elsewhere they go by their place in this row.
    fn kinds() -> Vec<&'static str> {
        Vec::new()
    }

    /// Every card in a seat's hand, by kind; twice the same is as good as once.
    fn held(&self, _seat: Seat, _each: &mut dyn FnMut(usize)) {}

    /// The kind of card that this act shows or lays from the hand of whoever acts.
    fn played(_act: Self::Action) -> Option<usize> {
        None
    }

    /// Who took the first turn, as soon as that is settled, where it is not whoever was asked first.
    fn began(&self) -> Option<Seat> {
        None
    }

    /// What a seat plays with, where seats are not alike: the name of a deck.
    fn side(_setup: &Self::Setup, _seat: Seat) -> Option<String> {
        None
    }

    /// Whom a seat is with, where several seats are on one side although each plays for itself.
    fn allegiance(_setup: &Self::Setup, _seat: Seat) -> Option<&'static str> {
        None
    }

    /// What a bot can be forbidden, to see how much it matters.
    fn vows() -> &'static [Vow<Self::Action>] {
        &[]
    }
}

/// Something a bot never does, as long as anything else is left.
#[derive(Clone, Copy, Debug)]
pub struct Vow<A> {
    /// Its name in commands, such as `never-foil`.
    pub name: &'static str,
    /// What it means for the game.
    pub about: &'static str,
    /// Is this something the bot never does?
    pub bars: fn(A) -> bool,
}

impl<A: Copy> Vow<A> {
    /// Strikes what is barred from a menu, unless nothing would be left.
    pub fn strike(&self, menu: &mut Vec<A>) {
        if !menu.iter().all(|&act| (self.bars)(act)) {
            menu.retain(|&act| !(self.bars)(act));
        }
    }
}
