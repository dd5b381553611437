//! How a position is spoilt: as JSON, without any knowledge of its game but what other positions of it look like.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use table::Luck;

/// Numbers at which something may begin or end.
const EDGES: [i64; 26] = [
    0,
    1,
    2,
    3,
    5,
    6,
    7,
    8,
    13,
    14,
    15,
    59,
    60,
    61,
    99,
    100,
    127,
    128,
    254,
    255,
    256,
    65_535,
    65_536,
    u32::MAX as i64,
    i64::MAX,
    -1,
];

/// Words that are hardly ever right.
const ODD: [&str; 12] = ["", " ", "nobody", "?", "*", "x*2", "#", "rest", ":", "%", "\u{202e}é", "on"];
/// What may stand behind or before a card.
const SIGNS: [&str; 12] = ["!", "~", "%", "_", "!%", "*2", "*9", "*51", "*60", "*61", ":AC", ":ABCDEFGHI"];

/// A store of right positions, and of what stands where in them.
#[derive(Debug)]
pub struct Spoiler {
    corpus: Vec<Value>,
    /// Everything that stands under a name somewhere.
    kin: BTreeMap<String, Vec<Value>>,
    /// Every word of every text.
    words: Vec<String>,
}

impl Spoiler {
    /// Learns from positions that are right.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn new(corpus: Vec<Value>) -> Spoiler {
        assert!(!corpus.is_empty(), "there is no position to begin with");
        let (mut kin, mut words) = (BTreeMap::new(), Vec::new());
        corpus.iter().for_each(|position| learn("", position, &mut kin, &mut words));
        words.sort_unstable();
        words.dedup();
        Spoiler { corpus, kin, words }
    }

    /// A position, spoilt in one to four places, and what was done to it.
    pub fn spoil(&self, luck: &mut Luck) -> (Value, String) {
        let from = luck.pick(self.corpus.len() as u32) as usize;
        let mut position = self.corpus[from].clone();
        let mut how = format!("position {from} of the corpus");
        // Some are left as they are: what is right must stay right.
        for _ in 0..luck.pick(5) {
            how.push_str(", ");
            how.push_str(&self.spoil_once(&mut position, luck));
        }
        (position, how)
    }

    fn spoil_once(&self, position: &mut Value, luck: &mut Luck) -> String {
        match luck.pick(8) {
            0 => self.cross(position, luck),
            1 => self.rename(position, luck),
            2 => self.add(position, luck),
            3 => carry(position, luck),
            _ => {
                let nodes = count(position);
                let place = luck.pick(nodes);
                let mut left = place;
                match nth(position, "", &mut left) {
                    Some((name, node)) => self.spoil_node(&name, node, luck),
                    None => "nothing".into(),
                }
            }
        }
    }

    /// Some things are as in another position.
    fn cross(&self, position: &mut Value, luck: &mut Luck) -> String {
        let other = &self.corpus[luck.pick(self.corpus.len() as u32) as usize];
        let (Value::Object(here), Value::Object(there)) = (position, other) else { return "nothing".into() };
        let mut names = Vec::new();
        for (name, value) in there {
            if luck.pick(4) == 0 {
                here.insert(name.clone(), value.clone());
                names.push(name.as_str());
            }
        }
        format!("{} of another", names.join(" "))
    }

    /// A field gets the name of another, or one that nobody knows, or goes.
    fn rename(&self, position: &mut Value, luck: &mut Luck) -> String {
        let Value::Object(fields) = position else { return "nothing".into() };
        let Some(name) = fields.keys().nth(luck.pick(fields.len().max(1) as u32) as usize).cloned() else {
            return "nothing".into();
        };
        let value = fields.remove(&name).unwrap_or_default();
        match luck.pick(3) {
            0 => format!("no {name}"),
            1 => {
                fields.insert(format!("{name}s"), value);
                format!("{name}s for {name}")
            }
            _ => {
                let all: Vec<&String> = self.kin.keys().collect();
                let other = all[luck.pick(all.len() as u32) as usize].clone();
                let said = format!("{other} for {name}");
                fields.insert(other, value);
                said
            }
        }
    }

    /// A field that other positions have.
    fn add(&self, position: &mut Value, luck: &mut Luck) -> String {
        let Value::Object(fields) = position else { return "nothing".into() };
        let all: Vec<&String> = self.kin.keys().collect();
        let name = all[luck.pick(all.len() as u32) as usize];
        let value = one_of(&self.kin[name], luck).cloned().unwrap_or_default();
        fields.insert(name.clone(), value);
        format!("{name} added")
    }

    fn spoil_node(&self, name: &str, node: &mut Value, luck: &mut Luck) -> String {
        let kin = self.kin.get(name).and_then(|kin| one_of(kin, luck));
        let what = match (luck.pick(8), kin) {
            (0..=2, Some(kin)) => {
                *node = kin.clone();
                "as in another"
            }
            (3, _) if luck.pick(4) == 0 => {
                *node = self.strange(luck);
                "strange"
            }
            _ => match node {
                Value::Null => {
                    *node = json!(luck.pick(3));
                    "something for nothing"
                }
                Value::Bool(yes) => {
                    *yes = !*yes;
                    "the other way"
                }
                Value::Number(_) => {
                    *node = number(node.as_i64().unwrap_or(0), luck);
                    "another number"
                }
                Value::String(text) => {
                    *text = self.reword(text, luck);
                    "other words"
                }
                Value::Array(row) => {
                    reorder(row, luck);
                    "another row"
                }
                Value::Object(fields) => {
                    let name = fields.keys().nth(luck.pick(fields.len().max(1) as u32) as usize).cloned();
                    name.map(|name| fields.remove(&name));
                    "one field less"
                }
            },
        };
        format!("{name}: {what}")
    }

    /// Something of quite another kind.
    fn strange(&self, luck: &mut Luck) -> Value {
        match luck.pick(8) {
            0 => Value::Null,
            1 => json!([]),
            2 => json!({}),
            3 => json!(ODD[luck.pick(ODD.len() as u32) as usize]),
            4 => number(0, luck),
            // As deep as a text can be that is read at all.
            5 => (0..100).fold(json!(1), |deep, _| json!([deep])),
            6 => (0..100).fold(json!(1), |deep, _| json!({ "phase": deep })),
            _ => one_of(&self.corpus, luck).cloned().unwrap_or_default(),
        }
    }

    /// Words are swapped, doubled, dropped, or come from elsewhere.
    fn reword(&self, text: &str, luck: &mut Luck) -> String {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        for _ in 0..=luck.pick(3) {
            let at = luck.pick(words.len().max(1) as u32) as usize;
            let other = luck.pick(words.len().max(1) as u32) as usize;
            let word = one_of(&self.words, luck).cloned().unwrap_or_default();
            match (luck.pick(8), words.is_empty()) {
                (0, false) => words.swap(at, other),
                (1, false) => words.insert(at, words[other].clone()),
                (2, false) => drop(words.remove(at)),
                (3, false) => words[at] = word,
                (4, false) => words[at].push_str(SIGNS[luck.pick(SIGNS.len() as u32) as usize]),
                (5, false) => words[at].insert(0, '#'),
                (6, false) if luck.pick(3) == 0 => words.clear(),
                (7, _) if luck.pick(3) == 0 => {
                    words.insert(at, ODD[luck.pick(ODD.len() as u32) as usize].to_owned());
                }
                (7, false) if luck.pick(6) == 0 => words = vec![words[at].clone(); 300],
                _ => words.insert(at, word),
            }
        }
        words.join(" ")
    }
}

/// A word goes from one text to another: cards that change places stay whole.
fn carry(position: &mut Value, luck: &mut Luck) -> String {
    let texts = texts_of(position);
    let full: Vec<usize> = (0..texts.len()).filter(|&n| !texts[n].trim().is_empty()).collect();
    let Some(&from) = one_of(&full, luck) else { return "nothing".into() };
    let to = luck.pick(texts.len() as u32) as usize;
    let mut words: Vec<&str> = texts[from].split_whitespace().collect();
    let word = words.remove(luck.pick(words.len() as u32) as usize).to_owned();
    let mut left = words.join(" ");
    let mut there = if from == to { left.clone() } else { texts[to].clone() };
    there.push(' ');
    there.push_str(&word);
    if from == to {
        left.clone_from(&there);
    }
    set_text(position, &mut { from }, left);
    set_text(position, &mut { to }, there);
    format!("'{word}' elsewhere")
}

fn texts_of(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(row) => row.iter().flat_map(texts_of).collect(),
        Value::Object(fields) => fields.values().flat_map(texts_of).collect(),
        _ => Vec::new(),
    }
}

fn set_text(value: &mut Value, left: &mut usize, text: String) -> Option<String> {
    match value {
        Value::String(old) if *left == 0 => {
            *old = text;
            None
        }
        Value::String(_) => {
            *left -= 1;
            Some(text)
        }
        Value::Array(row) => row.iter_mut().try_fold(text, |text, it| set_text(it, left, text)),
        Value::Object(fields) => fields.values_mut().try_fold(text, |text, it| set_text(it, left, text)),
        _ => Some(text),
    }
}

fn number(now: i64, luck: &mut Luck) -> Value {
    match luck.pick(8) {
        0 => json!(now.saturating_add(1)),
        1 => json!(now.saturating_sub(1)),
        2 => json!(u64::MAX),
        3 => json!(0.5),
        _ => json!(EDGES[luck.pick(EDGES.len() as u32) as usize]),
    }
}

fn reorder(row: &mut Vec<Value>, luck: &mut Luck) {
    let n = row.len().max(1) as u32;
    let (at, other) = (luck.pick(n) as usize, luck.pick(n) as usize);
    match (luck.pick(6), row.is_empty()) {
        (0, false) => row.swap(at, other),
        (1 | 2, false) => row.insert(at, row[other].clone()),
        (3, false) => drop(row.remove(at)),
        (4, false) if luck.pick(4) == 0 => *row = vec![row[at].clone(); 300],
        (4, false) => row.clear(),
        _ => row.push(json!("rest")),
    }
}

fn one_of<'a, T>(row: &'a [T], luck: &mut Luck) -> Option<&'a T> {
    row.get(luck.pick(row.len().max(1) as u32) as usize)
}

fn learn(name: &str, value: &Value, kin: &mut BTreeMap<String, Vec<Value>>, words: &mut Vec<String>) {
    let alike = kin.entry(name.to_owned()).or_default();
    if !name.is_empty() && !alike.contains(value) {
        alike.push(value.clone());
    }
    match value {
        Value::String(text) => words.extend(text.split_whitespace().map(str::to_owned)),
        Value::Array(row) => row.iter().for_each(|it| learn(&format!("{name}[]"), it, kin, words)),
        Value::Object(fields) => fields.iter().for_each(|(name, it)| learn(name, it, kin, words)),
        _ => {}
    }
}

/// How many values there are, one within the other.
fn count(value: &Value) -> u32 {
    1 + match value {
        Value::Array(row) => row.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// One of them, with the name it stands under.
fn nth<'a>(value: &'a mut Value, name: &str, left: &mut u32) -> Option<(String, &'a mut Value)> {
    if *left == 0 {
        return Some((name.to_owned(), value));
    }
    *left -= 1;
    match value {
        Value::Array(row) => row.iter_mut().find_map(|it| nth(it, &format!("{name}[]"), left)),
        Value::Object(fields) => fields.iter_mut().find_map(|(name, it)| nth(it, name, left)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Seed, Stream};

    fn corpus() -> Vec<Value> {
        vec![
            json!({"turn": 0, "hands": ["lion clown*3", ""], "doing": ["main"], "over": null}),
            json!({"turn": 1, "hands": ["", "lion"], "doing": [{"aim": [0, 1]}], "steady": true}),
        ]
    }

    #[test]
    fn the_same_luck_spoils_alike_and_other_luck_otherwise() {
        let spoiler = Spoiler::new(corpus());
        let some = |stream| {
            let mut luck = Seed::from(1).luck(Stream::Test(stream));
            (0..200).map(|_| spoiler.spoil(&mut luck).0.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(some(1), some(1));
        let (mut one, other) = (some(1), some(2));
        assert_ne!(one, other);
        one.sort();
        one.dedup();
        assert!(one.len() > 120, "{} different ones", one.len());
        // Some stay right.
        assert!(one.contains(&corpus()[0].to_string()));
    }

    #[test]
    fn a_word_is_carried_from_text_to_text() {
        let mut luck = Seed::from(2).luck(Stream::Test(1));
        for _ in 0..100 {
            let mut position = corpus().remove(0);
            carry(&mut position, &mut luck);
            let mut words: Vec<String> = texts_of(&position)
                .iter()
                .flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
                .collect();
            words.sort();
            assert_eq!(words, ["clown*3", "lion", "main"], "{position}");
        }
    }
}
