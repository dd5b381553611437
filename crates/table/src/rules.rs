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
