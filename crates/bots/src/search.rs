//! Search for games with hidden cards: information-set Monte Carlo tree search with one tree for each observer.
//!
//! Each iteration imagines a world that the searcher cannot tell from the true one and plays it out. On the way every
//! seat has a tree of its own, whose edges are what that seat sees of an act ([`Game::shown`](table::Game::shown)): two
//! acts that look alike to a player lead them to the same node, so nobody acts on what they cannot know. An act is tried
//! the more the oftener it won, and the more people lean to it ([`Policy::lean`]) as long as it was tried seldom among the
//! times it could be chosen: not among all visits, because in other worlds it is not there.
//!
//! A tree does not tell apart what its owner holds: the longer it grows, the surer it is of one act for all their hands, which
//! nobody with cards in hand would choose. Where a game wants its worlds weighed ([`Playouts::Weighing`]) the others
//! therefore do what looks best to them from the start, and only the thinker has a tree.
//!
//! Worlds in which the others would hardly have done what they did come up less often, by
//! [`Policy::explains`]. Where a seat sees other cards than before ([`Policy::sight`]), that is an edge of its tree too.
//!
//! In a race everybody chooses by their own tree before anybody's answer is seen; lots say who was first.
//!
//! The nodes of a tree lie in one row; nothing is allocated in the loop once the rows have grown.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use table::{
    Answers, Luck, MAX_SEATS, Mute, Playouts, Policy, Seat, SeatSet, Seed, Status, Stream, Vow, race,
};

use crate::playout::{finish_leaning, finish_weighing, finish_wild, looks_best_to};

/// How much a search may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations, shared by all threads: the same answer every time.
    Iterations(u32),
    /// As many as fit into this time.
    Time(Duration),
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Search {
    /// How much.
    pub budget: Budget,
    /// With how many threads. Each grows trees of its own, and at the end they vote.
    pub threads: usize,
    /// Whatever the budget, it ends after this time. A machine too busy to keep it gets another answer for it.
    pub at_most: Option<Duration>,
    /// The most nodes in all trees of a thread. When they are used up the trees grow no more.
    pub nodes: usize,
    /// How much inclination weighs against experience.
    pub curiosity: f32,
    /// Does it heed what the others did? If not, all worlds that the view allows are alike.
    pub heedful: bool,
    /// How a world is played to its end; `None`: as is best for the game ([`Policy::playouts`]).
    pub playouts: Option<Playouts>,
}

impl Search {
    /// With a number of iterations.
    pub const fn iterations(n: u32) -> Search {
        Search {
            budget: Budget::Iterations(n),
            threads: 1,
            at_most: None,
            nodes: 1 << 18,
            curiosity: 1.5,
            heedful: true,
            playouts: None,
        }
    }
}

/// What is different between one searching bot and another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mind {
    /// How many worlds it plays for each choice.
    pub worlds: u32,
    /// Does it heed what the others did?
    pub heedful: bool,
    /// How it plays worlds to their end; `None`: as is best for the game.
    pub playouts: Option<Playouts>,
}

/// So long people at a table gladly wait for an answer.
const PEOPLE_WAIT: Duration = Duration::from_millis(1200);
/// More would take minutes for a single choice.
const MOST_WORLDS: u32 = 1_000_000;

impl Mind {
    /// As it sits at the tables of the house.
    pub const TABLE: Mind = Mind::of(8000);

    /// With so many worlds for a choice.
    pub const fn of(worlds: u32) -> Mind {
        Mind { worlds, heedful: true, playouts: None }
    }

    /// How it searches at a table where people wait: as much as otherwise, but never for long.
    pub const fn search_at_table(self) -> Search {
        Search { at_most: Some(PEOPLE_WAIT), ..self.search() }
    }

    /// How it searches.
    pub const fn search(self) -> Search {
        let Mind { worlds, heedful, playouts } = self;
        Search { heedful, playouts, ..Search::iterations(worlds) }
    }
}

impl fmt::Display for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.worlds)?;
        if !self.heedful {
            f.write_str("/heedless")?;
        }
        f.write_str(match self.playouts {
            None => "",
            Some(Playouts::Wild) => "/wild",
            Some(Playouts::Leaning) => "/leaning",
            Some(Playouts::Weighing) => "/weighing",
        })
    }
}

impl FromStr for Mind {
    type Err = String;
    fn from_str(text: &str) -> Result<Mind, String> {
        let mut words = text.split('/');
        let worlds = match words.next().unwrap_or_default().parse() {
            Ok(n @ 1..=MOST_WORLDS) => n,
            _ => {
                return Err(format!(
                    "the number after mastermind: must be from 1 to {MOST_WORLDS}, such as mastermind:1000"
                ));
            }
        };
        let mut mind = Mind::of(worlds);
        for word in words {
            match word {
                "heedless" => mind.heedful = false,
                "wild" => mind.playouts = Some(Playouts::Wild),
                "leaning" => mind.playouts = Some(Playouts::Leaning),
                "weighing" => mind.playouts = Some(Playouts::Weighing),
                _ => {
                    return Err(format!(
                        "a mastermind can be heedless, wild, leaning or weighing, but not '{word}'"
                    ));
                }
            }
        }
        Ok(mind)
    }
}

/// So often another world is tried when one explains the past badly.
const PATIENCE: u32 = 4;

/// Draws worlds by how well they explain what the thinker noted.
struct Explained<'a, G: Policy> {
    view: &'a G::View,
    prior: G::Prior,
    notes: &'a G::Notes,
    seat: Seat,
    /// How well the best world so far explains it: the measure for all others.
    best: f32,
}

impl<G: Policy> Explained<'_, G> {
    fn next(&mut self, luck: &mut Luck) -> G {
        let mut world = G::imagine(self.view, &self.prior, luck);
        for _ in 0..PATIENCE {
            let likely = world.explains(self.notes, self.seat);
            self.best = self.best.max(likely);
            if (luck.pick(1 << 20) as f32) < likely / self.best * (1 << 20) as f32 {
                break;
            }
            world = G::imagine(self.view, &self.prior, luck);
        }
        world
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The entry of the menu that was tried most.
    pub best: usize,
    /// How often each entry was tried.
    pub visits: Vec<u32>,
    /// How often each entry won: shares of a win, between 0 and 1.
    pub wins: Vec<f32>,
    /// The thinker's own share of wins in all worlds: their chance as they see it.
    pub chance: f32,
    /// How many worlds were played.
    pub iterations: u32,
    /// How many decisions were made in them, in the trees and after.
    pub decisions: u64,
}

/// Where a list of nodes ends.
const END: u32 = u32::MAX;

/// What leads a seat from one node to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge<A> {
    /// Somebody's act, as this seat saw it.
    Act(Seat, A),
    /// What it sees of the cards.
    Sight(u64),
}

/// All that a seat learnt on the way here.
#[derive(Clone, Copy)]
struct Node<A> {
    edge: Edge<A>,
    /// The first of those after it, and the next beside it.
    child: u32,
    beside: u32,
    /// How often it was taken, and how often it could have been.
    visits: u32,
    chances: u32,
    /// Shares of a win for the owner of the tree.
    won: f32,
}

/// All that one seat has seen in the worlds so far.
struct Tree<A> {
    nodes: Vec<Node<A>>,
}

impl<A: Copy + Eq> Tree<A> {
    fn new() -> Self {
        let root = Node { edge: Edge::Sight(0), child: END, beside: END, visits: 0, chances: 0, won: 0.0 };
        Tree { nodes: vec![root] }
    }

    fn children(&self, of: u32) -> impl Iterator<Item = u32> {
        let mut next = self.nodes[of as usize].child;
        std::iter::from_fn(move || {
            let here = (next != END).then_some(next)?;
            next = self.nodes[here as usize].beside;
            Some(here)
        })
    }

    fn find(&self, of: u32, edge: Edge<A>) -> Option<u32> {
        self.children(of).find(|&n| self.nodes[n as usize].edge == edge)
    }

    fn grow(&mut self, of: u32, edge: Edge<A>) -> u32 {
        let beside = self.nodes[of as usize].child;
        let new = self.nodes.len() as u32;
        self.nodes.push(Node { edge, child: END, beside, visits: 0, chances: 0, won: 0.0 });
        self.nodes[of as usize].child = new;
        new
    }
}

/// One thread's trees.
struct Grove<A: 'static> {
    trees: Vec<Tree<A>>,
    /// The nodes of this iteration: whose tree, which node.
    path: Vec<(u8, u32)>,
    menu: Vec<A>,
    /// How readily each entry of the menu would be chosen.
    leans: Vec<f32>,
    /// What may be answered to the first question; empty: whatever its menu has.
    only: Vec<A>,
    most: usize,
    curiosity: f32,
    playouts: Option<Playouts>,
    thinker: Seat,
    /// Somebody who never does something.
    vow: Option<(Seat, &'static Vow<A>)>,
    /// What the thinker sees now, in every world.
    sight: u64,
    iterations: u32,
    decisions: u64,
}

impl<A: Copy + Eq> Grove<A> {
    fn new(seats: u8, thinker: Seat, search: &Search) -> Self {
        Grove {
            trees: (0..seats).map(|_| Tree::new()).collect(),
            path: Vec::new(),
            menu: Vec::new(),
            leans: Vec::new(),
            only: Vec::new(),
            most: search.nodes,
            curiosity: search.curiosity,
            playouts: search.playouts,
            thinker,
            vow: None,
            sight: 0,
            iterations: 0,
            decisions: 0,
        }
    }

    fn full(&self) -> bool {
        self.trees.iter().map(|tree| tree.nodes.len()).sum::<usize>() >= self.most
    }

    /// The entry of the menu to try next at this node of the seat's tree, and the node it leads to unless it is new
    /// there: what has won most, and what people lean to as long as it was tried little among the times it could be.
    fn choose<G: Policy<Action = A>>(&mut self, world: &G, seat: Seat, at: u32) -> (usize, Option<u32>) {
        let tree = &mut self.trees[seat.index()];
        let Node { won, visits, .. } = tree.nodes[at as usize];
        let average = won / visits.max(1) as f32;
        self.leans.clear();
        self.leans.extend(self.menu.iter().map(|&act| world.lean(seat, act) as f32));
        let all = self.leans.iter().sum::<f32>().max(1.0);
        let (mut best, mut worth) = ((0, None), f32::NEG_INFINITY);
        for (pick, (&act, lean)) in self.menu.iter().zip(&self.leans).enumerate() {
            let next = tree.find(at, Edge::Act(seat, act));
            // What is new is taken to be as good as the rest, and to have been there all the time.
            let (value, tried, chances) = match next {
                Some(next) => {
                    let node = &mut tree.nodes[next as usize];
                    node.chances += 1;
                    (node.won / node.visits.max(1) as f32, node.visits, node.chances)
                }
                None => (average, 0, visits + 1),
            };
            let drawn = self.curiosity * lean / all * (chances as f32).sqrt() / (1 + tried) as f32;
            if value + drawn > worth {
                (best, worth) = ((pick, next), value + drawn);
            }
        }
        best
    }

    /// Leads everybody on who sees something else than before. False: there is no room for what is new.
    #[inline]
    fn look<G: Policy<Action = A>>(
        &mut self,
        world: &G,
        at: &mut [u32; MAX_SEATS],
        seen: &mut [u64; MAX_SEATS],
    ) -> bool {
        for who in Seat::all(world.seats()) {
            let sight = world.sight(who);
            if sight == seen[who.index()] {
                continue;
            }
            let (here, edge) = (at[who.index()], Edge::Sight(sight));
            let next = match self.trees[who.index()].find(here, edge) {
                Some(next) => next,
                None if self.full() => return false,
                None => self.trees[who.index()].grow(here, edge),
            };
            (at[who.index()], seen[who.index()]) = (next, sight);
            self.path.push((who.0, next));
        }
        true
    }

    /// One race: everybody chooses from where they stand now, and then sees the others' answers in the order in which they
    /// count. Was everything known? `None`: there is no room for what is new, and nothing has happened.
    #[inline(never)]
    fn race<G: Policy<Action = A>>(
        &mut self,
        world: &mut G,
        racing: SeatSet,
        first: &mut bool,
        at: &mut [u32; MAX_SEATS],
        luck: &mut Luck,
        tosses: &mut Luck,
    ) -> Option<bool> {
        let playouts = self.playouts.unwrap_or(G::playouts(world.seats()));
        let alone = (playouts == Playouts::Weighing).then_some(self.thinker);
        let grows = |seat: Seat| alone.is_none_or(|thinker| seat == thinker);
        let mut known = [None; MAX_SEATS];
        let mut answers = Answers::gather(racing, |seat| {
            self.menu.clear();
            if seat == self.thinker && std::mem::take(first) {
                self.menu.extend_from_slice(&self.only);
            } else {
                world.legal(seat, &mut self.menu);
                if let Some((_, vow)) = self.vow.filter(|(who, _)| *who == seat) {
                    vow.strike(&mut self.menu);
                }
            }
            let (pick, next) = match grows(seat) {
                true => self.choose(world, seat, at[seat.index()]),
                false => (looks_best_to(world, seat, &self.menu, tosses), None),
            };
            known[seat.index()] = next;
            self.menu[pick]
        })?;
        answers.draw_lots(tosses);
        let all_known = racing.iter().all(|seat| !grows(seat) || known[seat.index()].is_some());
        if !all_known && self.full() {
            return None;
        }
        for who in Seat::all(world.seats()).filter(|&who| grows(who)) {
            let mut lead = |edge: Edge<A>, next: Option<u32>| {
                let (tree, here) = (&mut self.trees[who.index()], at[who.index()]);
                let next = next.or_else(|| tree.find(here, edge)).unwrap_or_else(|| tree.grow(here, edge));
                at[who.index()] = next;
                self.path.push((who.0, next));
            };
            // Their own answer comes first: they gave it before they saw any other.
            if let Some(&(_, act)) = answers.iter().find(|(by, _)| *by == who) {
                lead(Edge::Act(who, act), known[who.index()]);
            }
            for (n, &(by, _)) in answers.iter().enumerate().filter(|(_, (by, _))| *by != who) {
                if let Some(seen) = race::shown(world, &answers[..=n], Some(who)) {
                    lead(Edge::Act(by, seen), None);
                }
            }
        }
        world.race(&answers, luck, &mut Mute);
        self.decisions += answers.len() as u64;
        Some(all_known)
    }

    /// Plays one world to its end, and remembers how it went.
    fn play<G: Policy<Action = A>>(&mut self, mut world: G, luck: &mut Luck, tosses: &mut Luck) {
        let seats = world.seats();
        let mut at = [0u32; MAX_SEATS];
        let mut seen = [0u64; MAX_SEATS];
        self.path.clear();
        self.path.extend((0..seats).map(|who| (who, 0)));
        let mut growing = self.look(&world, &mut at, &mut seen);
        let mut first = !self.only.is_empty();
        let playouts = self.playouts.unwrap_or(G::playouts(seats));
        // Then only the thinker chooses by a tree.
        let alone = (playouts == Playouts::Weighing).then_some(self.thinker);
        while growing {
            let seat = match world.status() {
                Status::Ask(seat) => seat,
                Status::Over => break,
                Status::Race(racing) => {
                    let Some(known) = self.race(&mut world, racing, &mut first, &mut at, luck, tosses) else {
                        break;
                    };
                    growing = known && self.look(&world, &mut at, &mut seen);
                    continue;
                }
            };
            self.menu.clear();
            if std::mem::take(&mut first) {
                self.menu.extend_from_slice(&self.only);
            } else {
                world.legal(seat, &mut self.menu);
                if let Some((_, vow)) = self.vow.filter(|(who, _)| *who == seat) {
                    vow.strike(&mut self.menu);
                }
            }
            let by_looks = alone.is_some_and(|thinker| seat != thinker);
            let (pick, known) = match by_looks {
                true => (looks_best_to(&world, seat, &self.menu, tosses), None),
                false => self.choose(&world, seat, at[seat.index()]),
            };
            growing = by_looks || known.is_some();
            if known.is_none() && self.full() {
                break;
            }
            let act = self.menu[pick];
            for who in Seat::all(seats).filter(|&who| alone.is_none_or(|thinker| who == thinker)) {
                let Some(seen) = (if who == seat { Some(act) } else { world.shown(seat, act, Some(who)) })
                else {
                    continue;
                };
                let (tree, here) = (&mut self.trees[who.index()], at[who.index()]);
                let edge = Edge::Act(seat, seen);
                let next = if who == seat { known } else { tree.find(here, edge) };
                let next = next.unwrap_or_else(|| tree.grow(here, edge));
                at[who.index()] = next;
                self.path.push((who.0, next));
            }
            world.apply(seat, act, luck, &mut Mute);
            self.decisions += 1;
            growing &= self.look(&world, &mut at, &mut seen);
        }
        let after = match playouts {
            Playouts::Wild => finish_wild(&mut world, luck, tosses, &mut self.menu),
            Playouts::Leaning => finish_leaning(&mut world, luck, tosses, &mut self.menu),
            Playouts::Weighing => finish_weighing(&mut world, luck, tosses, &mut self.menu),
        };
        self.decisions += u64::from(after);
        let winners = world.winners();
        let share = 1.0 / winners.len().max(1) as f32;
        for &(who, node) in &self.path {
            let node = &mut self.trees[usize::from(who)].nodes[node as usize];
            node.visits += 1;
            if winners.has(Seat(who)) {
                node.won += share;
            }
        }
        self.iterations += 1;
    }
}

/// What is thought about: by whom, and from what they know.
pub struct Question<'a, G: Policy> {
    /// Who thinks.
    pub seat: Seat,
    /// What they see.
    pub view: &'a G::View,
    /// What they noted of what the others did.
    pub notes: &'a G::Notes,
    /// What they may answer; nothing else is tried. Whoever is not asked has an empty menu, and still learns their chance.
    pub menu: &'a [G::Action],
    /// What they have sworn off, now and later.
    pub vow: Option<&'static Vow<G::Action>>,
}

/// Thinks about a question: which entry of the menu wins most often in the worlds that the view allows?
///
/// The same question, seed, budget of iterations and number of threads give the same verdict.
pub fn think<G: Policy>(question: &Question<'_, G>, search: &Search, seed: Seed) -> Verdict {
    let &Question { seat, view, notes, menu, vow } = question;
    search_in(
        &|| {
            let prior = G::Prior::default();
            let mut explained = Explained::<G> { view, prior, notes, seat, best: f32::MIN_POSITIVE };
            move |luck: &mut Luck| match search.heedful {
                true => explained.next(luck),
                false => G::imagine(view, &explained.prior, luck),
            }
        },
        seat,
        menu,
        vow,
        search,
        seed,
    )
}

/// The same for one who sees all cards, and so plays in the one true world. For the arena: no bot at a table can do
/// this.
pub(crate) fn think_open<G: Policy>(
    game: &G,
    seat: Seat,
    menu: &[G::Action],
    search: &Search,
    seed: Seed,
) -> Verdict {
    search_in(&|| |_: &mut Luck| game.clone(), seat, menu, None, search, seed)
}

/// Searches in worlds that come, for each thread, from a source of its own.
fn search_in<G: Policy, W: FnMut(&mut Luck) -> G>(
    source: &(impl Fn() -> W + Sync),
    seat: Seat,
    menu: &[G::Action],
    vow: Option<&'static Vow<G::Action>>,
    search: &Search,
    seed: Seed,
) -> Verdict {
    let threads = search.threads.clamp(1, 64);
    let grow = |thread: usize| {
        let seed = seed.nth(thread as u64);
        let (mut luck, mut tosses) = (seed.luck(Stream::Play), seed.luck(Stream::Bots));
        let mut world = source();
        let mut next = world(&mut luck);
        let mut grove: Grove<G::Action> = Grove::new(next.seats(), seat, search);
        grove.only.extend_from_slice(menu);
        grove.vow = vow.map(|vow| (seat, vow));
        grove.sight = next.sight(seat);
        let began = Instant::now();
        // A clock is slow to look at.
        let in_time = |done: u32, time: Duration| !done.is_multiple_of(16) || began.elapsed() < time;
        let more = |done: u32| match search.budget {
            Budget::Iterations(n) => {
                // The first threads do what is left over.
                let mine = n as usize / threads + usize::from(thread < n as usize % threads);
                (done as usize) < mine && search.at_most.is_none_or(|time| in_time(done, time))
            }
            Budget::Time(time) => in_time(done, time),
        };
        while more(grove.iterations) {
            grove.play(next, &mut luck, &mut tosses);
            next = world(&mut luck);
        }
        grove
    };
    let groves: Vec<Grove<G::Action>> = match threads {
        1 => vec![grow(0)],
        _ => (0..threads).into_par_iter().map(grow).collect(),
    };
    sum_up(&groves, seat, menu)
}

/// The votes of all trees.
fn sum_up<A: Copy + Eq>(groves: &[Grove<A>], seat: Seat, menu: &[A]) -> Verdict {
    let mut verdict = Verdict {
        best: 0,
        visits: vec![0; menu.len()],
        wins: vec![0.0; menu.len()],
        chance: 0.0,
        iterations: groves.iter().map(|grove| grove.iterations).sum(),
        decisions: groves.iter().map(|grove| grove.decisions).sum(),
    };
    for grove in groves {
        let tree = &grove.trees[seat.index()];
        let here = tree.find(0, Edge::Sight(grove.sight)).unwrap_or(0);
        verdict.chance += tree.nodes[0].won / verdict.iterations.max(1) as f32;
        for (pick, &act) in menu.iter().enumerate() {
            if let Some(node) = tree.find(here, Edge::Act(seat, act)) {
                verdict.visits[pick] += tree.nodes[node as usize].visits;
                verdict.wins[pick] += tree.nodes[node as usize].won;
            }
        }
    }
    for (wins, visits) in verdict.wins.iter_mut().zip(&verdict.visits) {
        *wins /= (*visits).max(1) as f32;
    }
    // Tried most; among those tried alike, as when worlds are few, the one that won most; then the one that risks least.
    let better = |a: &usize, b: &usize| {
        let tried = verdict.visits[*a].cmp(&verdict.visits[*b]);
        tried.then(verdict.wins[*a].total_cmp(&verdict.wins[*b])).then(b.cmp(a))
    };
    verdict.best = (0..menu.len()).max_by(better).unwrap_or(0);
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;
    use mister_spy::{Action, MisterSpy, View};
    use table::Game;
    use table::table::read_setup;

    fn ask(view: &View, seat: Seat, menu: &[Action], search: &Search, seed: u64) -> Verdict {
        let question = Question::<MisterSpy> { seat, view, notes: &Default::default(), menu, vow: None };
        think(&question, search, Seed::from(seed))
    }

    /// Every question of some random games, with who is asked.
    fn questions(
        seats: u8,
        games: u64,
        mut ask: impl FnMut(&MisterSpy, Seat, &[<MisterSpy as Game>::Action]),
    ) {
        let setup = read_setup::<MisterSpy>(seats, &serde_json::json!({})).unwrap();
        for n in 0..games {
            let seed = Seed::from(n);
            let mut game = MisterSpy::deal(&setup, &mut seed.luck(Stream::Deal), &mut Mute);
            let (mut play, mut tosses, mut menu) =
                (seed.luck(Stream::Play), seed.luck(Stream::Bots), Vec::new());
            while let Some(seat) = game.status().asked().iter().next() {
                menu.clear();
                game.legal(seat, &mut menu);
                ask(&game, seat, &menu);
                let act = menu[tosses.pick(menu.len() as u32) as usize];
                game.apply(seat, act, &mut play, &mut Mute);
            }
        }
    }

    #[test]
    fn the_same_question_gets_the_same_answer_and_nothing_but_the_view_counts() {
        let mut asked = 0;
        let mut luck = Seed::from(5).luck(Stream::Play);
        questions(3, 2, |game, seat, menu| {
            asked += 1;
            if asked % 7 != 0 {
                return;
            }
            let view = game.view(Some(seat));
            for (threads, playouts) in [(1, None), (2, None), (3, None), (2, Some(Playouts::Weighing))] {
                let search = Search { threads, playouts, ..Search::iterations(150) };
                let verdict = ask(&view, seat, menu, &search, 1);
                assert_eq!(verdict.iterations, 150);
                assert_eq!(verdict.visits.iter().sum::<u32>(), 150);
                assert!(verdict.wins.iter().all(|w| (0.0..=1.0).contains(w)));
                // In another world that they cannot tell from this one they decide the same.
                let elsewhere = MisterSpy::imagine(&view, &Default::default(), &mut luck).view(Some(seat));
                assert_eq!(ask(&elsewhere, seat, menu, &search, 1), verdict);
            }
        });
        assert!(asked > 40);
    }

    #[test]
    fn trees_stop_growing_when_their_room_is_used_up() {
        let mut asked = 0;
        questions(2, 1, |game, seat, menu| {
            asked += 1;
            if asked == 10 {
                let search = Search { nodes: 100, ..Search::iterations(2000) };
                let mut grove: Grove<_> = Grove::new(2, seat, &search);
                let (mut luck, mut tosses) =
                    (Seed::from(1).luck(Stream::Play), Seed::from(2).luck(Stream::Bots));
                for _ in 0..2000 {
                    let world = MisterSpy::imagine(&game.view(Some(seat)), &Default::default(), &mut luck);
                    grove.play(world, &mut luck, &mut tosses);
                }
                assert!(grove.trees.iter().map(|t| t.nodes.len()).sum::<usize>() <= 100 + 2);
                let verdict = ask(&game.view(Some(seat)), seat, menu, &search, 3);
                assert_eq!(verdict.iterations, 2000);
            }
        });
    }

    #[test]
    fn time_is_kept() {
        questions(2, 1, |game, seat, menu| {
            if menu.len() > 4 {
                let search =
                    Search { budget: Budget::Time(Duration::from_millis(3)), ..Search::iterations(1) };
                let verdict = ask(&game.view(Some(seat)), seat, menu, &search, 3);
                assert!(verdict.iterations >= 16);
            }
        });
    }
}
