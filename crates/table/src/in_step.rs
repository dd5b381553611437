//! Rules page, code and scenarios say the same: a check that every game runs on its own folder.

use std::collections::HashSet;

use crate::rules::{Rule, Rules};

/// Keeps rules page, code and scenarios in step: every rule has a scenario that plays it and is cited in the code;
/// every rule cited exists. Citations in code are `Rule(4, 2)` or, in comments and texts, `rule 4.2`.
pub fn rules_in_step(page: &str, sources: &[&str], scenarios: &[(String, Vec<Rule>)]) -> Result<(), String> {
    let rules = Rules::parse(page)?;
    let cited: HashSet<Rule> = sources.iter().flat_map(|s| citations(s)).collect();
    let mut faults = Vec::new();
    for p in &rules.paragraphs {
        if p.text.is_empty() {
            faults.push(format!("rule {} says nothing", p.rule));
        }
        if !cited.contains(&p.rule) {
            faults.push(format!("rule {} is cited nowhere in the code", p.rule));
        }
        if !scenarios.iter().any(|(_, rules)| rules.contains(&p.rule)) {
            faults.push(format!("rule {} has no scenario", p.rule));
        }
    }
    for rule in &cited {
        if rules.get(*rule).is_none() {
            faults.push(format!("the code cites rule {rule}, which the page does not have"));
        }
    }
    for (name, its) in scenarios {
        if its.is_empty() {
            faults.push(format!("scenario {name} names no rule"));
        }
        for rule in its.iter().filter(|r| rules.get(**r).is_none()) {
            faults.push(format!("scenario {name} cites rule {rule}, which the page does not have"));
        }
    }
    faults.sort();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

pub(crate) fn citations(source: &str) -> Vec<Rule> {
    let mut found = Vec::new();
    for (lead, middle) in [("Rule(", ", "), ("rule ", "."), ("rules ", "."), ("Rule ", "."), ("Rules ", ".")]
    {
        for (at, _) in source.match_indices(lead) {
            let mut rest = &source[at + lead.len()..];
            while let Some((rule, tail)) = number(rest, middle) {
                found.push(rule);
                // "rules 5.6, 6.3 and 6.4" cites all three.
                let next = [", ", " and "].iter().find_map(|comma| tail.strip_prefix(comma));
                match next {
                    Some(next) if middle == "." => rest = next,
                    _ => break,
                }
            }
        }
    }
    found
}

/// A rule's number at the start of a text, and what follows it.
fn number<'a>(text: &'a str, middle: &str) -> Option<(Rule, &'a str)> {
    let digits = |s: &'a str| {
        let n = s.bytes().take_while(u8::is_ascii_digit).count();
        s[..n].parse::<u8>().ok().map(|x| (x, &s[n..]))
    };
    let (chapter, tail) = digits(text)?;
    let (place, tail) = digits(tail.strip_prefix(middle)?)?;
    Some((Rule(chapter, place), tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_code_and_scenarios_are_compared() {
        let page = "## 1 A\n### 1.1 x\nText.\n### 1.2 y\nText.\n";
        let sources = ["Some(Rule(1, 1)) // rule 1.3"];
        let scenarios = [("a".to_owned(), vec![Rule(1, 1)]), ("b".to_owned(), vec![Rule(2, 1)])];
        let faults = rules_in_step(page, &sources, &scenarios).unwrap_err();
        for part in [
            "rule 1.2 is cited nowhere",
            "rule 1.2 has no scenario",
            "cites rule 1.3, which",
            "scenario b cites rule 2.1",
        ] {
            assert!(faults.contains(part), "{part} in {faults}");
        }
        assert_eq!(citations("(rules 5.6, 6.3 and 6.4)"), [Rule(5, 6), Rule(6, 3), Rule(6, 4)]);
        assert!(rules_in_step("## 1 A\n### 1.1 x\nText.\n", &["Rule(1, 1)"], &scenarios[..1]).is_ok());
    }
}
