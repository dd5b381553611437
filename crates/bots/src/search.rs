//! Search for games with hidden cards: information-set Monte Carlo tree search with one tree for each observer.
//!
//! Each iteration imagines a world that the searcher cannot tell from the true one and plays it out. On the way every
//! seat has a tree of its own, whose edges are what that seat sees of an act ([`Game::shown`](table::Game::shown)): two
//! acts that look alike to a player lead him to the same node, so nobody acts on what he cannot know. An act is judged
//! by how often it won among the times it could be chosen, not among all visits, because in other worlds it is not there.
//!
//! The nodes of a tree lie in one row; nothing is allocated in the loop once the rows have grown.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use table::game::Policy;
use table::{Luck, MAX_SEATS, Mute, Seat, Seed, Stream};

use crate::level::Level;
use crate::playout::play_on;

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
    /// The most nodes in all trees of a thread. When they are used up the trees grow no more.
    pub nodes: usize,
    /// How much curiosity weighs against experience.
    pub curiosity: f32,
    /// Who plays a world to its end.
    pub playouts: Level,
}

impl Search {
    /// With a number of iterations.
    pub const fn iterations(n: u32) -> Search {
        Search {
            budget: Budget::Iterations(n),
            threads: 1,
            nodes: 1 << 18,
            curiosity: 0.7,
            playouts: Level::Random,
        }
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
    /// The thinker's own share of wins in all worlds: his chance as he sees it.
    pub chance: f32,
    /// How many worlds were played.
    pub iterations: u32,
}

/// Where a list of nodes ends.
const END: u32 = u32::MAX;

/// What led a seat here: somebody's act, as this seat saw it.
#[derive(Clone, Copy)]
struct Node<A> {
    by: Seat,
    act: Option<A>,
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
        let root = Node { by: Seat(0), act: None, child: END, beside: END, visits: 0, chances: 0, won: 0.0 };
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

    fn find(&self, of: u32, by: Seat, act: A) -> Option<u32> {
        self.children(of).find(|&n| {
            let node = &self.nodes[n as usize];
            node.by == by && node.act == Some(act)
        })
    }

    fn grow(&mut self, of: u32, by: Seat, act: A) -> u32 {
        let beside = self.nodes[of as usize].child;
        let new = self.nodes.len() as u32;
        self.nodes.push(Node { by, act: Some(act), child: END, beside, visits: 0, chances: 0, won: 0.0 });
        self.nodes[of as usize].child = new;
        new
    }
}

/// One thread's trees.
struct Grove<A> {
    trees: Vec<Tree<A>>,
    /// The nodes of this iteration: whose tree, which node.
    path: Vec<(u8, u32)>,
    menu: Vec<A>,
    /// The entries of the menu that were never tried, and the node of each that was.
    fresh: Vec<usize>,
    tried: Vec<(usize, u32)>,
    /// What may be answered to the first question; empty: whatever its menu has.
    only: Vec<A>,
    most: usize,
    curiosity: f32,
    playouts: [Level; MAX_SEATS],
    iterations: u32,
}

impl<A: Copy + Eq> Grove<A> {
    fn new(seats: u8, search: &Search) -> Self {
        Grove {
            trees: (0..seats).map(|_| Tree::new()).collect(),
            path: Vec::new(),
            menu: Vec::new(),
            fresh: Vec::new(),
            tried: Vec::new(),
            only: Vec::new(),
            most: search.nodes,
            curiosity: search.curiosity,
            playouts: [search.playouts; MAX_SEATS],
            iterations: 0,
        }
    }

    fn full(&self) -> bool {
        self.trees.iter().map(|tree| tree.nodes.len()).sum::<usize>() >= self.most
    }

    /// The entry of the menu to try next at this node of the seat's tree. True: it is new there.
    fn choose(&mut self, seat: Seat, at: u32, luck: &mut Luck) -> (usize, bool) {
        let tree = &mut self.trees[seat.index()];
        self.fresh.clear();
        self.tried.clear();
        for (pick, &act) in self.menu.iter().enumerate() {
            match tree.find(at, seat, act) {
                Some(node) => self.tried.push((pick, node)),
                None => self.fresh.push(pick),
            }
        }
        for &(_, node) in &self.tried {
            tree.nodes[node as usize].chances += 1;
        }
        if !self.fresh.is_empty() {
            return (self.fresh[luck.pick(self.fresh.len() as u32) as usize], true);
        }
        let (mut best, mut worth) = (0, f32::NEG_INFINITY);
        for &(pick, node) in &self.tried {
            let node = &tree.nodes[node as usize];
            let visits = node.visits.max(1) as f32;
            let here = node.won / visits + self.curiosity * ((node.chances as f32).ln() / visits).sqrt();
            if here > worth {
                (best, worth) = (pick, here);
            }
        }
        (best, false)
    }

    /// Plays one world to its end, and remembers how it went.
    fn play<G: Policy<Action = A>>(&mut self, mut world: G, luck: &mut Luck, tosses: &mut Luck) {
        let seats = world.seats();
        let mut at = [0u32; MAX_SEATS];
        self.path.clear();
        self.path.extend((0..seats).map(|who| (who, 0)));
        let mut growing = true;
        let mut first = !self.only.is_empty();
        while growing {
            let Some(seat) = world.status().asked().iter().next() else { break };
            self.menu.clear();
            if std::mem::take(&mut first) {
                self.menu.extend_from_slice(&self.only);
            } else {
                world.legal(seat, &mut self.menu);
            }
            let (pick, new) = self.choose(seat, at[seat.index()], tosses);
            if new && self.full() {
                break;
            }
            growing = !new;
            let act = self.menu[pick];
            for who in Seat::all(seats) {
                let Some(seen) = (if who == seat { Some(act) } else { world.shown(seat, act, Some(who)) })
                else {
                    continue;
                };
                let (tree, here) = (&mut self.trees[who.index()], at[who.index()]);
                let next = tree.find(here, seat, seen).unwrap_or_else(|| tree.grow(here, seat, seen));
                at[who.index()] = next;
                self.path.push((who.0, next));
            }
            world.apply(seat, act, luck, &mut Mute);
        }
        play_on(&mut world, &self.playouts, luck, tosses, &mut self.menu);
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

/// Thinks about a question: which entry of the menu wins most often in the worlds that the view allows?
///
/// The same view, seed, budget of iterations and number of threads give the same verdict. Whoever is not asked has an
/// empty menu; he still learns his chance. A menu of one entry tells how good that one is.
pub fn think<G: Policy>(
    view: &G::View,
    seat: Seat,
    menu: &[G::Action],
    search: &Search,
    seed: Seed,
) -> Verdict {
    let threads = search.threads.clamp(1, 64);
    let grow = |thread: usize| {
        let seed = seed.nth(thread as u64);
        let (mut luck, mut tosses) = (seed.luck(Stream::Play), seed.luck(Stream::Bots));
        let prior = G::Prior::default();
        let first = G::imagine(view, &prior, &mut luck);
        let mut grove: Grove<G::Action> = Grove::new(first.seats(), search);
        grove.only.extend_from_slice(menu);
        let began = Instant::now();
        let more = |done: u32| match search.budget {
            Budget::Iterations(n) => {
                // The first threads do what is left over.
                let mine = n as usize / threads + usize::from(thread < n as usize % threads);
                (done as usize) < mine
            }
            // A clock is slow to look at.
            Budget::Time(time) => !done.is_multiple_of(16) || began.elapsed() < time,
        };
        while more(grove.iterations) {
            let world = G::imagine(view, &prior, &mut luck);
            grove.play(world, &mut luck, &mut tosses);
        }
        grove
    };
    let groves: Vec<Grove<G::Action>> = match threads {
        1 => vec![grow(0)],
        _ => (0..threads).into_par_iter().map(grow).collect(),
    };
    let mut verdict = Verdict {
        best: 0,
        visits: vec![0; menu.len()],
        wins: vec![0.0; menu.len()],
        chance: 0.0,
        iterations: groves.iter().map(|grove| grove.iterations).sum(),
    };
    for grove in &groves {
        let tree = &grove.trees[seat.index()];
        verdict.chance += tree.nodes[0].won / verdict.iterations.max(1) as f32;
        for (pick, &act) in menu.iter().enumerate() {
            if let Some(node) = tree.find(0, seat, act) {
                verdict.visits[pick] += tree.nodes[node as usize].visits;
                verdict.wins[pick] += tree.nodes[node as usize].won;
            }
        }
    }
    for (wins, visits) in verdict.wins.iter_mut().zip(&verdict.visits) {
        *wins /= (*visits).max(1) as f32;
    }
    let tried = |pick: &usize| (verdict.visits[*pick], std::cmp::Reverse(*pick));
    verdict.best = (0..menu.len()).max_by_key(tried).unwrap_or(0);
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;
    use mister_spy::MisterSpy;
    use table::Game;
    use table::table::read_setup;

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
            for threads in [1, 2, 3] {
                let search = Search { threads, ..Search::iterations(150) };
                let verdict = think::<MisterSpy>(&view, seat, menu, &search, Seed::from(1));
                assert_eq!(verdict.iterations, 150);
                assert_eq!(verdict.visits.iter().sum::<u32>(), 150);
                assert!(verdict.wins.iter().all(|w| (0.0..=1.0).contains(w)));
                // In another world that he cannot tell from this one he decides the same.
                let elsewhere = MisterSpy::imagine(&view, &Default::default(), &mut luck).view(Some(seat));
                assert_eq!(think::<MisterSpy>(&elsewhere, seat, menu, &search, Seed::from(1)), verdict);
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
                let mut grove: Grove<_> = Grove::new(2, &search);
                let (mut luck, mut tosses) =
                    (Seed::from(1).luck(Stream::Play), Seed::from(2).luck(Stream::Bots));
                for _ in 0..2000 {
                    let world = MisterSpy::imagine(&game.view(Some(seat)), &Default::default(), &mut luck);
                    grove.play(world, &mut luck, &mut tosses);
                }
                assert!(grove.trees.iter().map(|t| t.nodes.len()).sum::<usize>() <= 100 + 2);
                let verdict = think::<MisterSpy>(&game.view(Some(seat)), seat, menu, &search, Seed::from(3));
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
                let verdict = think::<MisterSpy>(&game.view(Some(seat)), seat, menu, &search, Seed::from(3));
                assert!(verdict.iterations >= 16);
            }
        });
    }
}
