//! A lesson: a scenario with words between its lines, taken apart into the steps of its learner.
//!
//! ```text
//! | What the learner should know before choosing,
//! | in one paragraph. An empty line begins the next one.
//! ~ What the learner is told after choosing something else.
//! > 0 what the learner should do
//! > 1 what another seat answers
//! ```
//! A step with a hint is a question: nothing should point at the answer until the learner has tried. Words after the learner's last
//! play are the end of the lesson. Words may cite a rule, as `rule 4.2`, and stress a new word, as `*Lair*`.

use crate::in_step::citations;
use crate::rules::Rule;
use crate::scenario::Line;
use crate::seat::Seat;

/// A lesson, by its learner's choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What it teaches.
    pub title: String,
    /// The learner's seat.
    pub seat: Seat,
    /// The learner's choices in order; there is at least one.
    pub steps: Vec<Step>,
    /// The words after the last one, by paragraph.
    pub end: Vec<String>,
}

/// One choice of the learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// How many choices, by anybody, come before it.
    pub ply: u32,
    /// What the learner is told first, by paragraph.
    pub words: Vec<String>,
    /// What the learner is told after choosing something else.
    pub hint: Option<String>,
}

impl Lesson {
    pub(crate) fn read(title: &str, seat: Seat, lines: &[(usize, Line)]) -> Lesson {
        let mut lesson = Lesson { title: title.to_owned(), seat, steps: Vec::new(), end: Vec::new() };
        let (mut words, mut hint): (Vec<String>, Option<String>) = (Vec::new(), None);
        let (mut ply, mut joins) = (0, None);
        for (n, line) in lines {
            match line {
                Line::Words(text) if text.is_empty() => {}
                Line::Words(text) => {
                    match words.last_mut().filter(|_| joins == Some(*n)) {
                        Some(last) => add(last, text),
                        None => words.push(text.clone()),
                    }
                    joins = Some(n + 1);
                }
                Line::Hint(text) => match &mut hint {
                    Some(hint) => add(hint, text),
                    None => hint = Some(text.clone()),
                },
                Line::Play(who, _) => {
                    if *who == seat {
                        let words = std::mem::take(&mut words);
                        lesson.steps.push(Step { ply, words, hint: hint.take() });
                    }
                    ply += 1;
                }
                Line::Refuse(..) | Line::Check(_) | Line::Order(_) => {}
            }
        }
        lesson.end = words;
        lesson
    }

    /// Everything it says.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let steps = self.steps.iter().flat_map(|s| s.words.iter().chain(&s.hint));
        steps.chain(&self.end).map(String::as_str)
    }

    /// Every rule it cites.
    pub fn cited(&self) -> Vec<Rule> {
        self.words().flat_map(citations).collect()
    }
}

fn add(text: &mut String, more: &str) {
    text.push(' ');
    text.push_str(more);
}

#[cfg(test)]
mod tests {
    use crate::rules::Rule;
    use crate::scenario::Scenario;

    #[test]
    fn a_lesson_is_taken_apart() {
        let front = "+++\ngame = \"g\"\ntitle = \"t\"\nseats = 2\nlesson = 1\n+++\n";
        let play = "| One\n| two.\n\n| Three, rule 1.2.\n> 0 a\n|\n| Four.\n? asked 1\n> 1 b\n\
                    ~ Not\n~ that.\n> 1 c\n> 0 d\n| The end, rules 1.3 and 1.4.\n? over\n";
        let lesson = Scenario::parse(&format!("{front}{play}")).unwrap().to_lesson().unwrap();
        assert_eq!((lesson.title.as_str(), lesson.seat.0), ("t", 1));
        let steps: Vec<_> = lesson
            .steps
            .iter()
            .map(|s| (s.ply, s.words.join("/"), s.hint.clone().unwrap_or_default()))
            .collect();
        let step = |ply, words: &str, hint: &str| (ply, words.to_owned(), hint.to_owned());
        assert_eq!(steps, [step(1, "One two./Three, rule 1.2./Four.", ""), step(2, "", "Not that.")]);
        assert_eq!(lesson.end, ["The end, rules 1.3 and 1.4."]);
        assert_eq!(lesson.cited(), [Rule(1, 2), Rule(1, 3), Rule(1, 4)]);
    }

    #[test]
    fn other_scenarios_are_no_lessons() {
        let text = "+++\ngame = \"g\"\nseats = 2\n+++\n| Words.\n> 0 a\n? over\n";
        assert!(Scenario::parse(text).unwrap().to_lesson().is_none());
    }
}
