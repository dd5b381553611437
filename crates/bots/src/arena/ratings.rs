//! How strong bots are, as one number each.
//!
//! Everybody has a strength, and wins with the chance of their strength among all strengths at the table (Luce's model, for
//! two Bradley and Terry's, which is what Elo points mean). The strengths that make the results likeliest are found by
//! Hunter's iteration; unlike ratings that are carried from game to game they do not depend on the order of the games.
//! Intervals: the same for results drawn anew around those that were seen, by what whole deals vary.

use serde::Serialize;
use table::{Seed, Stream};

use crate::arena::schedule::Matchup;
use crate::arena::tally::Standing;
use crate::sim::SHARES;

/// A bot's rating in Elo points; the average of all is 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The likeliest.
    pub elo: f64,
    /// The 95 % interval.
    pub interval: [f64; 2],
}

/// So many times results are drawn anew.
const DRAWS: usize = 400;

/// What a match-up says: who sits at the table in each seating, how many deals, and what each bot has won of it.
struct Evidence<'a> {
    matchup: &'a Matchup,
    games: f64,
    wins: Vec<f64>,
    /// How uncertain the wins of the bot it is about are: a standard deviation.
    doubt: f64,
}

fn evidence<'a>(matchup: &'a Matchup, standing: &Standing) -> Evidence<'a> {
    let games = standing.games as f64;
    let wins = standing.shares.iter().map(|&s| s as f64 / SHARES as f64).collect();
    let (mean, variance) = standing.by_deal(matchup.seatings.len());
    // Few deals, or all alike, tell little about what deals vary: then as much as single games would.
    let single = (mean * (1.0 - mean)).max(0.5 / games.max(1.0)) / matchup.seatings.len() as f64;
    let variance = if standing.deals < 8 || variance == 0.0 { single } else { variance };
    Evidence { matchup, games, wins, doubt: games * (variance / (standing.deals.max(1) as f64)).sqrt() }
}

/// The likeliest strengths.
fn strengths(bots: usize, evidence: &[Evidence<'_>]) -> Vec<f64> {
    let mut strength = vec![1.0; bots];
    for _ in 0..500 {
        // A win and a loss against an average bot keep whoever won or lost everything within reach.
        let mut won = vec![1.0; bots];
        let mut met: Vec<f64> = strength.iter().map(|s| 2.0 / (s + 1.0)).collect();
        for Evidence { matchup, games, wins, .. } in evidence {
            matchup.bots.iter().zip(wins).for_each(|(&bot, wins)| won[bot] += wins);
            let each = games / matchup.seatings.len() as f64;
            for seating in &matchup.seatings {
                let all: f64 = seating.iter().map(|&bot| strength[bot]).sum();
                seating.iter().for_each(|&bot| met[bot] += each / all);
            }
        }
        let next: Vec<f64> = won.iter().zip(&met).map(|(won, met)| won / met).collect();
        let moved = next.iter().zip(&strength).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-9 {
            break;
        }
    }
    strength
}

fn elos(strength: &[f64]) -> Vec<f64> {
    let elo: Vec<f64> = strength.iter().map(|s| 400.0 * s.log10()).collect();
    let mean = elo.iter().sum::<f64>() / elo.len().max(1) as f64;
    elo.into_iter().map(|e| e - mean).collect()
}

/// Rates bots by what they won in all match-ups.
pub fn rate(bots: usize, matchups: &[Matchup], standings: &[Standing]) -> Vec<Rating> {
    let seen = |(m, s): (&'_ Matchup, &Standing)| (s.games > 0).then(|| (m.clone(), s.clone()));
    let seen: Vec<(Matchup, Standing)> = matchups.iter().zip(standings).filter_map(seen).collect();
    let mut all: Vec<Evidence<'_>> = seen.iter().map(|(m, s)| evidence(m, s)).collect();
    let best = elos(&strengths(bots, &all));
    let truth: Vec<Vec<f64>> = all.iter().map(|e| e.wins.clone()).collect();
    let mut luck = Seed::from(1).luck(Stream::Test(0));
    let mut draws: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS); bots];
    for _ in 0..DRAWS {
        for (e, truth) in all.iter_mut().zip(&truth) {
            // Twelve dice make a fair bell.
            let bell = (0..12).map(|_| f64::from(luck.pick(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0;
            let whole: f64 = truth.iter().sum();
            let first = (truth[0] + bell * e.doubt).clamp(0.0, whole);
            let rest = whole - truth[0];
            // What the first gains the others lose, each by what they have.
            for (i, wins) in e.wins.iter_mut().enumerate() {
                *wins = match i {
                    0 => first,
                    _ if rest > 0.0 => truth[i] * (whole - first) / rest,
                    _ => (whole - first) / (truth.len() - 1) as f64,
                };
            }
        }
        for (bot, elo) in elos(&strengths(bots, &all)).into_iter().enumerate() {
            draws[bot].push(elo);
        }
    }
    let rating = |(elo, draws): (f64, &mut Vec<f64>)| {
        draws.sort_by(f64::total_cmp);
        let at = |share: f64| draws[((draws.len() - 1) as f64 * share).round() as usize];
        Rating { elo, interval: [at(0.025).min(elo), at(0.975).max(elo)] }
    };
    best.into_iter().zip(&mut draws).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bots, of which the first has won so many of a thousand games.
    fn two(wins: u64) -> Vec<Rating> {
        let matchup = Matchup::lone(2, 0, 1);
        let json = serde_json::json!({
            "games": 1000, "deals": 500, "shares": [60 * wins, 60 * (1000 - wins)],
            "sum": 60 * wins, "squares": 60 * 60 * wins, "open": 0,
        });
        rate(2, &[matchup], &[serde_json::from_value(json).unwrap()])
    }

    #[test]
    fn three_of_four_wins_are_191_elo_points() {
        let ratings = two(750);
        let apart = ratings[0].elo - ratings[1].elo;
        assert!((apart - 190.8).abs() < 1.5, "{apart}");
        let [low, high] = ratings[0].interval;
        assert!(low > 70.0 && low < ratings[0].elo && ratings[0].elo < high && high < 125.0, "{ratings:?}");
        assert!(two(500)[0].elo.abs() < 1e-6);
        // Who never lost is not beyond all bounds.
        assert!(two(1000)[0].elo < 1500.0);
    }

    #[test]
    fn a_table_of_four_is_rated_by_who_wins_it() {
        // The first of four is three times as strong as each other: it wins half of the games.
        let matchup = Matchup::lone(4, 0, 1);
        let json = serde_json::json!({
            "games": 2000, "deals": 500, "shares": [60 * 1000, 60 * 1000],
            "sum": 60 * 1000, "squares": 60 * 60 * 2500, "open": 0,
        });
        let ratings = rate(2, &[matchup], &[serde_json::from_value(json).unwrap()]);
        let apart = ratings[0].elo - ratings[1].elo;
        assert!((apart - 190.8).abs() < 1.5, "{apart}");
    }
}
