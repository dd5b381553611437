//! Who plays whom, in which seats, with which cards.
//!
//! Every match-up is played in all its seatings, and every seating gets the same deals: whatever luck the cards bring, each
//! bot has it once in each seat. So most of the luck cancels out, and differences show after fewer games.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use table::Seed;

/// Bots by their place in the list of contenders.
pub type Bot = usize;

/// A match-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Matchup {
    /// How many play.
    pub seats: u8,
    /// Who takes part, each once, the one it is about first.
    pub bots: Vec<Bot>,
    /// Who sits where, for each way to sit.
    pub seatings: Vec<Vec<Bot>>,
}

impl Matchup {
    /// One bot against others who are all alike.
    pub fn lone(seats: u8, one: Bot, rest: Bot) -> Matchup {
        let seated = |at: u8| (0..seats).map(|seat| if seat == at { one } else { rest }).collect();
        Matchup { seats, bots: vec![one, rest], seatings: (0..seats).map(seated).collect() }
    }

    /// Two bots and the question which is better: each alone against the other in all seats.
    pub fn duel(seats: u8, one: Bot, other: Bot) -> Matchup {
        let mut duel = Matchup::lone(seats, one, other);
        if seats > 2 {
            duel.seatings.extend(Matchup::lone(seats, other, one).seatings);
        }
        duel
    }

    /// Bots who are all different.
    fn mixed(bots: &[Bot]) -> Matchup {
        Matchup { seats: bots.len() as u8, bots: bots.to_vec(), seatings: orders(bots) }
    }

    /// One bot in all seats: whatever makes a difference then is the game's.
    pub fn mirror(seats: u8, bot: Bot) -> Matchup {
        Matchup { seats, bots: vec![bot], seatings: vec![vec![bot; usize::from(seats)]] }
    }

    /// Is it one against others who are all alike?
    pub fn is_lone(&self) -> bool {
        self.bots.len() == 2
    }

    /// What the bot it is about would win if all were equally good.
    pub fn fair(&self) -> f64 {
        1.0 / f64::from(self.seats)
    }
}

/// Every order of these.
fn orders(bots: &[Bot]) -> Vec<Vec<Bot>> {
    if bots.len() < 2 {
        return vec![bots.to_vec()];
    }
    let mut all = Vec::new();
    for (i, &first) in bots.iter().enumerate() {
        let rest: Vec<Bot> = bots.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &b)| b).collect();
        all.extend(orders(&rest).into_iter().map(|tail| [vec![first], tail].concat()));
    }
    all
}

/// Every choice of `n` of these, in order.
fn choices(bots: &[Bot], n: usize) -> Vec<Vec<Bot>> {
    match (n, bots) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = choices(rest, n - 1).into_iter().map(|tail| [vec![*first], tail].concat());
            with.chain(choices(rest, n)).collect()
        }
    }
}

/// At more seats than this there are too many orders to play them all.
const MOST_MIXED: u8 = 4;

/// Everybody against everybody: each bot alone against each other, and with enough bots also all different. A single
/// bot meets itself.
pub fn round_robin(bots: usize, seats: u8) -> Vec<Matchup> {
    if bots == 1 {
        return vec![Matchup::mirror(seats, 0)];
    }
    let mut all = Vec::new();
    for one in 0..bots {
        for rest in (0..bots).filter(|&rest| rest != one) {
            // Of two, one against the other is the other against the one.
            if seats > 2 || one < rest {
                all.push(Matchup::lone(seats, one, rest));
            }
        }
    }
    if (3..=MOST_MIXED).contains(&seats) {
        let everybody: Vec<Bot> = (0..bots).collect();
        all.extend(choices(&everybody, usize::from(seats)).iter().map(|bots| Matchup::mixed(bots)));
    }
    all
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Which match-up.
    pub matchup: usize,
    /// Which deal.
    pub deal: u64,
    /// Which seating.
    pub seating: usize,
}

/// All games in the order they are played: a deal of each match-up in all seatings, then the next.
pub struct Schedule {
    deals: Vec<u64>,
    seatings: Vec<usize>,
    round: u64,
    next: (usize, usize),
}

impl Schedule {
    /// About so many games for each match-up, in whole deals.
    pub fn new(matchups: &[Matchup], games: u64) -> Schedule {
        Schedule {
            deals: matchups.iter().map(|m| games.div_ceil(m.seatings.len() as u64)).collect(),
            seatings: matchups.iter().map(|m| m.seatings.len()).collect(),
            round: 0,
            next: (0, 0),
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.deals.iter().zip(&self.seatings).map(|(deals, n)| deals * *n as u64).sum()
    }

    /// The most deals that a match-up needs.
    pub fn deals(&self) -> u64 {
        self.deals.iter().copied().max().unwrap_or(0)
    }
}

impl Iterator for Schedule {
    type Item = Job;
    fn next(&mut self) -> Option<Job> {
        loop {
            let (matchup, seating) = self.next;
            if matchup == self.deals.len() {
                self.round += 1;
                self.next = (0, 0);
                if self.round >= self.deals() {
                    return None;
                }
            } else if self.round >= self.deals[matchup] {
                self.next = (matchup + 1, 0);
            } else {
                let last = seating + 1 == self.seatings[matchup];
                self.next = if last { (matchup + 1, 0) } else { (matchup, seating + 1) };
                return Some(Job { matchup, deal: self.round, seating });
            }
        }
    }
}

/// The seed of every deal.
///
/// # Panics
///
/// If two are the same: then two deals would count as one.
pub fn seeds(seed: Seed, deals: u64) -> Vec<Seed> {
    let seeds: Vec<Seed> = (0..deals).map(|n| seed.nth(n)).collect();
    let distinct: HashSet<&Seed> = seeds.iter().collect();
    assert_eq!(distinct.len(), seeds.len(), "every deal needs a seed of its own");
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_in_every_seat() {
        let two = round_robin(3, 2);
        assert_eq!(two.iter().map(|m| m.bots.clone()).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(two[0].seatings, [[0, 1], [1, 0]]);
        let four = round_robin(2, 4);
        assert_eq!(four.len(), 2);
        assert_eq!(four[1].seatings, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]);
        let three = round_robin(4, 3);
        assert_eq!(three.len(), 12 + 4);
        let mixed = &three[12];
        assert_eq!((mixed.bots.clone(), mixed.seatings.len()), (vec![0, 1, 2], 6));
        let distinct: HashSet<_> = mixed.seatings.iter().collect();
        assert_eq!(distinct.len(), 6);
        assert_eq!(round_robin(1, 3)[0].seatings, [[0, 0, 0]]);
    }

    #[test]
    fn every_game_is_scheduled_once_and_whole_deals_stay_together() {
        let matchups = [Matchup::lone(2, 0, 1), Matchup::lone(3, 0, 1)];
        let schedule = Schedule::new(&matchups, 5);
        assert_eq!((schedule.games(), schedule.deals()), (6 + 6, 3));
        let jobs: Vec<Job> = schedule.collect();
        assert_eq!(jobs.len(), 12);
        let of = |job: &Job| (job.matchup, job.deal, job.seating);
        let all: HashSet<_> = jobs.iter().map(of).collect();
        assert_eq!(all.len(), 12);
        assert_eq!(of(&jobs[0]), (0, 0, 0));
        assert_eq!(of(&jobs[1]), (0, 0, 1));
        assert_eq!(of(&jobs[2]), (1, 0, 0));
        assert_eq!(of(&jobs[5]), (0, 1, 0));
        assert_eq!(of(&jobs[11]), (0, 2, 1));
    }

    #[test]
    fn no_two_deals_are_alike() {
        assert_eq!(seeds(Seed::from(1), 1000).len(), 1000);
    }
}
