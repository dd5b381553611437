//! Is A better than B? Asked after every deal, answered as soon as it is clear: a sequential probability ratio test.
//!
//! Compared are two claims about the share of a deal, played in all seatings, that A wins: that it is a half, and that it
//! is a half and a margin. What deals vary is taken from the deals themselves. Either answer is wrong one time in
//! twenty.

use serde::{Deserialize, Serialize};

use crate::arena::tally::Standing;

/// How far the likelier claim must be ahead: the logarithm of 19 to 1.
const SURE: f64 = 2.944_438_979_166_440_3;
/// Before so many deals nothing is said: what deals vary is not known yet.
const LEAST: u64 = 20;

/// Where the question stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// By how much the claim "better" is likelier than the claim "not better", as a logarithm.
    pub ratio: f64,
    /// The answer, once it is clear.
    pub better: Option<bool>,
}

/// Looks at a match-up; the margin is in shares, such as 0.03.
pub fn ask(standing: &Standing, seatings: usize, margin: f64) -> Answer {
    let (mean, variance) = standing.by_deal(seatings);
    let deals = standing.deals as f64;
    // If all deals went alike so far, the next may differ.
    let variance = variance.max(0.25 / (deals + 1.0) / seatings as f64);
    let ratio = deals * margin * (2.0 * (mean - 0.5) - margin) / (2.0 * variance);
    let better = match ratio {
        _ if standing.deals < LEAST => None,
        r if r >= SURE => Some(true),
        r if r <= -SURE => Some(false),
        _ => None,
    };
    Answer { ratio, better }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Seed, Stream};

    /// Plays two-seat deals that A wins with this chance in each seating, until the answer is clear.
    fn duel(percent: u32, seed: u64) -> (Option<bool>, u64) {
        let mut luck = Seed::from(seed).luck(Stream::Play);
        let (mut sum, mut squares) = (0u64, 0u64);
        for deals in 1..20_000u64 {
            let won = (0..2).filter(|_| luck.pick(100) < percent).count() as u64 * 60;
            sum += won;
            squares += won * won;
            let json = serde_json::json!({
                "games": 2 * deals, "deals": deals, "shares": [sum, 120 * deals - sum],
                "sum": sum, "squares": squares, "open": 0,
            });
            let answer = ask(&serde_json::from_value(json).unwrap(), 2, 0.05);
            if answer.better.is_some() {
                return (answer.better, deals);
            }
        }
        (None, 20_000)
    }

    #[test]
    fn clear_cases_end_soon_and_answers_are_mostly_right() {
        for (percent, right) in [(50, false), (55, true), (70, true), (30, false)] {
            let answers: Vec<(Option<bool>, u64)> = (0..60).map(|seed| duel(percent, seed)).collect();
            let good = answers.iter().filter(|(better, _)| *better == Some(right)).count();
            assert!(good >= 54, "{percent} %: {good} of 60");
            let deals = answers.iter().map(|(_, deals)| deals).sum::<u64>() / 60;
            assert!(deals < if percent == 70 || percent == 30 { 120 } else { 2000 }, "{percent} %: {deals}");
        }
    }
}
