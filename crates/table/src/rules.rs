//! Rules with numbers: the rules page of a game, taken apart so that a refusal can quote its paragraph.
//!
//! A rules page is Markdown. `## 4 Capturing` opens a chapter, `### 4.2 Strong enough` a rule; what stands between
//! a rule's heading and the next heading is its text.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// A rule's number: chapter and place in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Rule(pub u8, pub u8);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl FromStr for Rule {
    type Err = String;
    fn from_str(s: &str) -> Result<Rule, String> {
        let parts = s
            .trim_end_matches('.')
            .split_once('.')
            .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        parts.map(|(a, b)| Rule(a, b)).ok_or_else(|| format!("'{s}' is not a rule number such as 4.2"))
    }
}

impl Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// One numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paragraph {
    /// Its number.
    pub rule: Rule,
    /// The chapter it stands in.
    pub chapter: String,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub text: String,
}

/// What makes a sentence say that something is not allowed.
const FORBIDS: [&str; 13] = [
    " cannot ",
    " only",
    "Only ",
    " never ",
    " must ",
    " at most ",
    "At most ",
    " exactly ",
    " have to ",
    " has to ",
    "Nobody ",
    "Nothing ",
    "No other ",
];

impl Paragraph {
    /// Its sentences, each on one line and without marks of stress.
    fn sentences(&self) -> Vec<String> {
        let text = self.text.split("\n\n").next().unwrap_or_default();
        let text = text.replace('\n', " ").replace('*', "");
        let mut sentences = vec![String::new()];
        for word in text.split_whitespace() {
            let last = sentences.len() - 1;
            let sentence = &mut sentences[last];
            if !sentence.is_empty() {
                sentence.push(' ');
            }
            sentence.push_str(word);
            // A name such as "Double Trouble!" ends no sentence.
            if word.ends_with('.') {
                sentences.push(String::new());
            }
        }
        sentences.retain(|sentence| !sentence.is_empty());
        sentences
    }

    /// The rule in one sentence, for somebody who was refused: the first that forbids something, or else the first.
    pub fn gist(&self) -> String {
        let sentences = self.sentences();
        let forbids = |sentence: &&String| FORBIDS.iter().any(|mark| sentence.contains(mark));
        sentences.iter().find(forbids).or(sentences.first()).cloned().unwrap_or_else(|| self.title.clone())
    }
}

/// Puts things that rules forbid together by rule, in the order in which the rules first come up.
pub fn by_rule<T>(forbidden: Vec<T>, rule_of: impl Fn(&T) -> Rule) -> Vec<(Rule, Vec<T>)> {
    let mut groups: Vec<(Rule, Vec<T>)> = Vec::new();
    for thing in forbidden {
        let rule = rule_of(&thing);
        match groups.iter_mut().find(|(other, _)| *other == rule) {
            Some((_, group)) => group.push(thing),
            None => groups.push((rule, vec![thing])),
        }
    }
    groups
}

/// A game's rules page.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// What stands before the first chapter.
    pub preface: String,
    /// Every rule, in the order of the page.
    pub paragraphs: Vec<Paragraph>,
}

impl Rules {
    /// Reads a rules page. Pages are part of the program; a test of each game checks that its page reads.
    pub fn parse(page: &str) -> Result<Rules, String> {
        let mut rules = Rules::default();
        let mut chapter: Option<(u8, String)> = None;
        for (i, line) in page.lines().enumerate() {
            let at = |what: String| format!("line {}: {what}", i + 1);
            if let Some(head) = line.strip_prefix("### ") {
                let (number, title) = head.split_once(' ').unwrap_or((head, ""));
                let rule: Rule = number.parse().map_err(at)?;
                let (n, name) =
                    chapter.as_ref().ok_or_else(|| at("a rule before the first chapter".into()))?;
                if rule.0 != *n {
                    return Err(at(format!("rule {rule} is in chapter {n}")));
                }
                if rules.get(rule).is_some() {
                    return Err(at(format!("rule {rule} is here twice")));
                }
                rules.paragraphs.push(Paragraph {
                    rule,
                    chapter: name.clone(),
                    title: title.trim().to_owned(),
                    text: String::new(),
                });
            } else if let Some(head) = line.strip_prefix("## ") {
                let (number, title) = head.split_once(' ').unwrap_or((head, ""));
                let n = number.parse().map_err(|_| at(format!("'{number}' is not a chapter number")))?;
                chapter = Some((n, title.trim().to_owned()));
            } else if let Some(last) = rules.paragraphs.last_mut() {
                last.text.push_str(line);
                last.text.push('\n');
            } else if chapter.is_none() {
                rules.preface.push_str(line);
                rules.preface.push('\n');
            }
        }
        for p in &mut rules.paragraphs {
            p.text = p.text.trim().to_owned();
        }
        Ok(rules)
    }

    /// The rule with this number.
    pub fn get(&self, rule: Rule) -> Option<&Paragraph> {
        self.paragraphs.iter().find(|p| p.rule == rule)
    }

    /// Every rule whose heading or text has all these words, whatever their case.
    pub fn find<'a>(&'a self, words: &str) -> impl Iterator<Item = &'a Paragraph> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        self.paragraphs.iter().filter(move |p| {
            let whole = format!("{} {} {}", p.chapter, p.title, p.text).to_lowercase();
            words.iter().all(|w| whole.contains(w))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# A game\nHello.\n\n## 1 Start\n### 1.1 Deal\nSeven cards\nto each.\n\n### 1.2 Dealer\nBy lot.\n";

    #[test]
    fn a_page_is_taken_apart() {
        let rules = Rules::parse(PAGE).unwrap();
        assert_eq!(rules.paragraphs.len(), 2);
        assert_eq!(rules.get(Rule(1, 1)).unwrap().text, "Seven cards\nto each.");
        assert_eq!(rules.find("LOT dealer").map(|p| p.rule).collect::<Vec<_>>(), [Rule(1, 2)]);
        assert!(rules.preface.contains("Hello"));
    }

    #[test]
    fn a_refusal_has_one_sentence() {
        let gist = |text: &str| {
            let page = format!("## 1 Start\n### 1.1 Deal\n{text}\n");
            Rules::parse(&page).unwrap().get(Rule(1, 1)).unwrap().gist()
        };
        assert_eq!(
            gist("One *card* (rule 1.2)\nfor each. Two for the dealer."),
            "One card (rule 1.2) for each."
        );
        assert_eq!(gist("Cards are fun. You cannot\neat them. Only goats can."), "You cannot eat them.");
        assert_eq!(gist("Knock It Off! takes one. At most two."), "At most two.");
        assert_eq!(gist("No end"), "No end");
        assert_eq!(gist(""), "Deal");
    }

    #[test]
    fn what_one_rule_forbids_stands_together() {
        let acts = vec![("a", Rule(1, 2)), ("b", Rule(1, 1)), ("c", Rule(1, 2))];
        let groups = by_rule(acts, |(_, rule)| *rule);
        let names = |(rule, acts): &(Rule, Vec<(&str, Rule)>)| {
            format!("{rule} {}", acts.iter().map(|(name, _)| *name).collect::<String>())
        };
        assert_eq!(groups.iter().map(names).collect::<Vec<_>>(), ["1.2 ac", "1.1 b"]);
    }

    #[test]
    fn crooked_pages_are_named_by_line() {
        for (page, part) in [
            ("### 1.1 x", "line 1: a rule before"),
            ("## 1 a\n### 2.1 x", "line 2: rule 2.1 is in chapter 1"),
            ("## 1 a\n### 1.1 x\n### 1.1 y", "line 3: rule 1.1 is here twice"),
            ("## one", "line 1: 'one' is not"),
            ("## 1 a\n### 1 x", "line 2: '1' is not a rule number"),
        ] {
            let e = Rules::parse(page).unwrap_err();
            assert!(e.starts_with(part), "{e}");
        }
    }
}
