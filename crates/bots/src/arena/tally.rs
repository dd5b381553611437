//! What games came to: whole numbers only, so that they add up to the same in any order, and can be kept in a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{MAX_SEATS, Seat, SeatSet, Study};

use crate::arena::schedule::Matchup;
use crate::sim::{Counts, SHARES};

/// A game's course is looked at in so many steps, from 0, the deal, to the last, the end.
pub const STEPS: usize = 20;

/// How one seat met one kind of card in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Met {
    opening: bool,
    held: bool,
    played: bool,
}

/// How often something was, and how often whoever had it won, in shares of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Won {
    /// How often.
    pub times: u64,
    /// Shares of a win; see [`SHARES`].
    pub shares: u64,
}

impl Won {
    fn add(&mut self, shares: u64) {
        self.times += 1;
        self.shares += shares;
    }

    /// Wins, where a shared one is a part of one.
    pub fn wins(self) -> f64 {
        self.shares as f64 / SHARES as f64
    }

    /// The share won.
    pub fn share(self) -> f64 {
        self.wins() / self.times.max(1) as f64
    }

    /// The 95 % interval of that share.
    pub fn interval(self) -> [f64; 2] {
        crate::sim::wilson(self.wins(), self.times as f64)
    }
}

/// How hands with one kind of card fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Card {
    /// It was there at the first question.
    pub opening: Won,
    /// It came later.
    pub drawn: Won,
    /// It was shown or laid.
    pub played: Won,
    /// It never came.
    pub unseen: Won,
}

/// The questions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moment {
    /// How many.
    pub questions: u64,
    /// How many had one answer only.
    pub forced: u64,
    /// All answers to all of them.
    pub answers: u64,
    /// The most answers to one.
    pub most: u64,
}

/// All games with one number of seats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// How many.
    pub games: u64,
    /// How many had several winners.
    pub shared: u64,
    /// How they fared who began, who came second and so on.
    pub by_order: Vec<Won>,
    /// How each seat fared.
    pub by_seat: Vec<Won>,
    /// Decisions in a game.
    pub decisions: Counts,
    /// Turns in a game.
    pub turns: Counts,
    /// How far the later winner was ahead of their best rival, at each step of the game.
    pub leads: Vec<Counts>,
    /// How often the lead went from one seat to another.
    pub lead_changes: Counts,
    /// Kinds of questions.
    pub moments: BTreeMap<String, Moment>,
    /// How games ended.
    pub endings: BTreeMap<String, u64>,
    /// Kinds of cards, in the game's order.
    pub cards: Vec<Card>,
}

/// How a match-up stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    /// Games played.
    pub games: u64,
    /// Deals played in all seatings.
    pub deals: u64,
    /// Shares won, bot by bot as in the match-up, in all games. A bot in several seats has all of theirs.
    pub shares: Vec<u64>,
    /// Shares won in whole deals by the bot it is about, and their squares: what a deal varies.
    pub sum: u64,
    /// See `sum`.
    pub squares: u64,
    /// The deal that is not through yet.
    open: u64,
}

impl Standing {
    /// The share that the bot it is about has won.
    pub fn share(&self) -> f64 {
        self.shares.first().map_or(0.0, |&first| first as f64 / SHARES as f64 / self.games.max(1) as f64)
    }

    /// What one deal in all seatings brings it: the mean and the variance.
    pub fn by_deal(&self, seatings: usize) -> (f64, f64) {
        let n = self.deals.max(1) as f64;
        let scale = (SHARES * seatings as u64) as f64;
        let mean = self.sum as f64 / n / scale;
        let square = self.squares as f64 / n / scale / scale;
        let spare = n / (n - 1.0).max(1.0);
        (mean, ((square - mean * mean) * spare).max(0.0))
    }

    /// The 95 % interval of that share (Wilson), as if all games were apart. Deals are played in all seatings, so most of
    /// the time the truth is even nearer.
    pub fn interval(&self) -> [f64; 2] {
        crate::sim::wilson(self.share() * self.games as f64, self.games as f64)
    }

    pub(super) fn add(&mut self, matchup: &Matchup, seating: usize, course: &Course) {
        self.shares.resize(matchup.bots.len(), 0);
        for (seat, bot) in matchup.seatings[seating].iter().enumerate() {
            if let Some(place) = matchup.bots.iter().position(|b| b == bot) {
                self.shares[place] += course.shares[seat];
                if place == 0 {
                    self.open += course.shares[seat];
                }
            }
        }
        self.games += 1;
        if seating + 1 == matchup.seatings.len() {
            self.deals += 1;
            self.sum += self.open;
            self.squares += self.open * self.open;
            self.open = 0;
        }
    }
}

/// What is kept of one game.
#[derive(Clone, Debug)]
pub struct Course {
    seats: usize,
    shares: [u64; MAX_SEATS],
    first: usize,
    shared: bool,
    decisions: u32,
    turns: u32,
    leads: Vec<i64>,
    lead_changes: u32,
    moments: BTreeMap<&'static str, Moment>,
    ending: &'static str,
    met: Vec<[Met; MAX_SEATS]>,
}

/// Watches a game and keeps what figures are made of.
pub(super) struct Witness {
    kinds: usize,
    /// Who was asked first.
    asked: Option<Seat>,
    /// Who took the first turn, where that is somebody else.
    began: Option<Seat>,
    scores: Vec<[i32; MAX_SEATS]>,
    leader: Option<Seat>,
    lead_changes: u32,
    moments: BTreeMap<&'static str, Moment>,
    met: Vec<[Met; MAX_SEATS]>,
}

impl Witness {
    pub(super) fn new(kinds: usize) -> Witness {
        Witness {
            kinds,
            asked: None,
            began: None,
            scores: Vec::new(),
            leader: None,
            lead_changes: 0,
            moments: BTreeMap::new(),
            met: vec![[Met::default(); MAX_SEATS]; kinds],
        }
    }

    /// A question is open, with so many answers.
    pub(super) fn question<G: Study>(&mut self, game: &G, seat: Seat, answers: usize) {
        let opening = self.scores.is_empty();
        self.asked.get_or_insert(seat);
        self.began = self.began.or_else(|| game.began());
        self.look(game, opening);
        let moment = self.moments.entry(game.moment()).or_default();
        moment.questions += 1;
        moment.forced += u64::from(answers == 1);
        moment.answers += answers as u64;
        moment.most = moment.most.max(answers as u64);
    }

    /// It was answered.
    pub(super) fn answer<G: Study>(&mut self, seat: Seat, act: G::Action) {
        if let Some(kind) = G::played(act).filter(|&kind| kind < self.kinds) {
            self.met[kind][seat.index()].played = true;
        }
    }

    fn look<G: Study>(&mut self, game: &G, opening: bool) {
        let mut scores = [0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            scores[seat.index()] = game.score(seat);
            let met = &mut self.met;
            game.held(seat, &mut |kind| {
                if let Some(met) = met.get_mut(kind) {
                    met[seat.index()].held = true;
                    met[seat.index()].opening |= opening;
                }
            });
        }
        let best = Seat::all(game.seats()).map(|s| scores[s.index()]).max();
        let ahead: SeatSet = Seat::all(game.seats()).filter(|s| Some(scores[s.index()]) == best).collect();
        if ahead.len() == 1 {
            let leader = ahead.iter().next();
            if self.leader.is_some() && self.leader != leader {
                self.lead_changes += 1;
            }
            self.leader = leader;
        }
        self.scores.push(scores);
    }

    /// The game is over.
    pub(super) fn end<G: Study>(mut self, game: &G) -> Course {
        let decisions = self.scores.len() as u32;
        self.look(game, false);
        let (seats, winners) = (usize::from(game.seats()), game.winners());
        let mut shares = [0; MAX_SEATS];
        winners.iter().for_each(|seat| shares[seat.index()] = SHARES / u64::from(winners.len()));
        let last = self.scores.len() - 1;
        // Shared wins have no winner to be ahead.
        let lead = |step: usize| {
            let scores = &self.scores[last * step / STEPS];
            let winner = winners.iter().next().unwrap_or_default();
            let rival = winner.others(game.seats()).map(|s| scores[s.index()]).max().unwrap_or(0);
            i64::from(scores[winner.index()] - rival)
        };
        let leads = if winners.len() == 1 { (0..=STEPS).map(lead).collect() } else { Vec::new() };
        Course {
            seats,
            shares,
            first: self.began.or(self.asked).unwrap_or_default().index(),
            shared: winners.len() > 1,
            decisions,
            turns: game.turns(),
            leads,
            lead_changes: self.lead_changes,
            moments: self.moments,
            ending: game.ending().map_or("none", |e| e.reason),
            met: self.met,
        }
    }
}

impl Figures {
    pub(super) fn add(&mut self, course: &Course) {
        self.games += 1;
        self.shared += u64::from(course.shared);
        self.by_order.resize(course.seats, Won::default());
        self.by_seat.resize(course.seats, Won::default());
        for seat in 0..course.seats {
            self.by_seat[seat].add(course.shares[seat]);
            let order = (seat + course.seats - course.first) % course.seats;
            self.by_order[order].add(course.shares[seat]);
        }
        self.decisions.add(i64::from(course.decisions));
        self.turns.add(i64::from(course.turns));
        self.leads.resize(STEPS + 1, Counts::default());
        self.leads.iter_mut().zip(&course.leads).for_each(|(counts, lead)| counts.add(*lead));
        self.lead_changes.add(i64::from(course.lead_changes));
        for (name, moment) in &course.moments {
            // Most of the time the name is there already, and needs no copy.
            let all = match self.moments.get_mut(*name) {
                Some(all) => all,
                None => self.moments.entry((*name).to_owned()).or_default(),
            };
            all.questions += moment.questions;
            all.forced += moment.forced;
            all.answers += moment.answers;
            all.most = all.most.max(moment.most);
        }
        *self.endings.entry(course.ending.to_owned()).or_default() += 1;
        self.cards.resize(course.met.len(), Card::default());
        for (card, met) in self.cards.iter_mut().zip(&course.met) {
            for (met, shares) in met.iter().zip(course.shares).take(course.seats) {
                let how = match met {
                    Met { opening: true, .. } => &mut card.opening,
                    Met { held: true, .. } => &mut card.drawn,
                    _ => &mut card.unseen,
                };
                how.add(shares);
                if met.played {
                    card.played.add(shares);
                }
            }
        }
    }
}
