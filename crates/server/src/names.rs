//! What people may be called: one line that shows what it holds, and nobody else's name at the same table.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::sitting::{BOT_NAMES, Chair, Sitting};
use crate::trouble::Trouble;

/// Names are for a small place at a table.
pub const LONGEST: usize = 24;
/// A letter carries no more marks than these: more would paint over the neighbours.
const MOST_MARKS: usize = 2;
/// What pages call somebody or nobody.
const TAKEN: [&str; 7] = ["you", "nobody", "nobody yet", "bot", "a bot", "the house", "Safehouse"];

/// A name as we print it: one line in which every character can be seen, not too long. `None`: nothing is left.
pub fn tidy(name: &str) -> Option<String> {
    // First what is not to be seen, so that it cannot hold a flood of marks apart.
    let visible: String = name.chars().filter(|c| c.is_whitespace() || !unseen(*c)).nfc().collect();
    let mut plain = String::new();
    let mut marks = MOST_MARKS;
    for c in visible.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        marks = match is_combining_mark(c) {
            true => marks + 1,
            // A mark needs a letter to stand on.
            false if c == ' ' => MOST_MARKS,
            false => 0,
        };
        if marks <= MOST_MARKS {
            plain.push(c);
        }
    }
    let plain: String = plain.chars().take(LONGEST).collect();
    let plain = plain.trim().to_owned();
    if plain.is_empty() { None } else { Some(plain) }
}

/// Is there nothing to see of this character, or only what it does to others? Controls of every kind (also those that turn
/// the direction of writing), joiners, fillers, selectors of variants, and what has no meaning that all share.
fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{8e2}'
            | '\u{600}'..='\u{605}' | '\u{890}' | '\u{891}'
            | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
            | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1345f}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}')
}

/// What a name looks like at a glance: two names with the same shape are taken for each other. Marks, case, spaces and
/// signs do not count, letters of other alphabets count as the Latin ones they look like.
fn shape(name: &str) -> String {
    let letters = name.nfkd().filter(|c| !is_combining_mark(*c) && !unseen(*c)).map(capital);
    let letters: Vec<char> = letters.flat_map(char::to_lowercase).collect();
    let seen: String = letters.iter().copied().filter(|c| c.is_alphanumeric()).flat_map(twin).collect();
    // A name of signs alone looks like those signs.
    if seen.is_empty() { letters.into_iter().filter(|c| !c.is_whitespace()).collect() } else { seen }
}

/// The Latin capital that a capital of another alphabet looks like, where its small letter looks like something else.
const fn capital(c: char) -> char {
    match c {
        'Α' => 'A',
        'Β' => 'B',
        'Ε' => 'E',
        'Ζ' => 'Z',
        'Η' => 'H',
        'Ι' => 'I',
        'Κ' => 'K',
        'Μ' => 'M',
        'Ν' => 'N',
        'Ο' => 'O',
        'Ρ' => 'P',
        'Τ' => 'T',
        'Υ' => 'Y',
        'Χ' => 'X',
        'Ꭺ' => 'A',
        'Ᏼ' => 'B',
        'Ꮯ' => 'C',
        'Ꭰ' => 'D',
        'Ꭼ' => 'E',
        'Ꮐ' => 'G',
        'Ꮋ' => 'H',
        'Ꭻ' => 'J',
        'Ꮶ' => 'K',
        'Ꮮ' => 'L',
        'Ꮇ' => 'M',
        'Ꮲ' => 'P',
        'Ꮪ' => 'S',
        'Ꭲ' => 'T',
        'Ꮩ' => 'V',
        'Ꮃ' => 'W',
        'Ꮓ' => 'Z',
        _ => c,
    }
}

/// The Latin letters that a small letter or a digit looks like.
fn twin(c: char) -> impl Iterator<Item = char> {
    let like = match c {
        'а' | 'α' | 'ɑ' | 'ᴀ' => "a",
        'в' | 'β' | 'ʙ' | 'ь' | 'ъ' | 'ß' => "b",
        'с' | 'ϲ' | 'ᴄ' => "c",
        'ԁ' | 'ɗ' | 'đ' | 'ᴅ' => "d",
        'е' | 'є' | 'ε' | 'ᴇ' | 'ҽ' => "e",
        'ғ' => "f",
        'ɡ' | 'ԍ' | 'ɢ' | 'ց' => "g",
        'һ' | 'н' | 'ħ' | 'ʜ' | 'հ' => "h",
        'ј' | 'ϳ' | 'ᴊ' => "j",
        'к' | 'κ' | 'қ' | 'ᴋ' => "k",
        'i' | 'ı' | 'і' | 'ι' | 'ɪ' | 'ӏ' | 'ł' | 'ʟ' | '1' | 'ǀ' | 'ו' | 'ן' | 'ا' => "l",
        'm' | 'м' | 'μ' | 'ᴍ' => "rn",
        'ո' | 'η' | 'п' | 'ɴ' => "n",
        'о' | 'ο' | 'ø' | 'օ' | 'ᴏ' | 'σ' | '0' | 'ס' | '٥' | '०' => "o",
        'р' | 'ρ' | 'ᴘ' | 'þ' => "p",
        'ԛ' | 'զ' => "q",
        'г' | 'ʀ' | 'ᴦ' => "r",
        'ѕ' | 'ꜱ' | '5' => "s",
        'т' | 'τ' | 'ᴛ' => "t",
        'υ' | 'ս' | 'ᴜ' => "u",
        'ν' | 'ѵ' | 'ᴠ' => "v",
        'w' | 'ԝ' | 'ω' | 'ᴡ' | 'ѡ' => "vv",
        'х' | 'χ' => "x",
        'у' | 'ү' | 'γ' | 'ʏ' => "y",
        'ᴢ' | 'ζ' => "z",
        'æ' | 'ӕ' => "ae",
        'œ' => "oe",
        _ => "",
    };
    let itself = like.is_empty().then_some(c);
    like.chars().chain(itself)
}

/// Could one of these be taken for the other?
pub fn alike(one: &str, other: &str) -> bool {
    shape(one) == shape(other)
}

/// The name that somebody asks for, made fit to print, if nobody has it at every table.
pub fn choose(name: &str) -> Result<String, Trouble> {
    let name =
        tidy(name).ok_or_else(|| Trouble::Bad("A name needs a letter or two that can be seen.".into()))?;
    if TAKEN.iter().chain(&BOT_NAMES).any(|taken| alike(taken, &name)) {
        return Err(Trouble::Refused(format!(
            "The house itself uses the name '{name}'. Please choose another."
        )));
    }
    Ok(name)
}

/// Can this guest be called so at this table?
pub fn free_at(sitting: &Sitting, guest: i64, name: &str) -> Result<(), Trouble> {
    let theirs = |chair: &Chair| match chair {
        Chair::Person { guest: other, name: theirs, .. } => *other != guest && alike(theirs, name),
        Chair::Open | Chair::Bot { .. } => false,
    };
    if sitting.doc.chairs.iter().any(theirs) {
        return Err(Trouble::Refused(format!(
            "Somebody at this table has a name that looks like '{name}'. Please choose another."
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_all_that_it_holds() {
        for (typed, printed) in [
            ("  Ann \t Lee\n", "Ann Lee"),
            ("Zoë", "Zoë"),
            ("Zoe\u{308}", "Zoë"),
            ("محمد", "محمد"),
            ("आदित्य", "आदित्य"),
            // The direction of writing, nothing at all, selectors, fillers, tags.
            ("\u{202e}nnA\u{202c}", "nnA"),
            ("A\u{200b}n\u{200d}n\u{2060}\u{feff}", "Ann"),
            ("\u{2066}Ann\u{2069}\u{61c}\u{200f}", "Ann"),
            ("An\u{ad}n\u{fe0f}\u{e0100}\u{34f}", "Ann"),
            ("\u{3164}\u{115f}Ann\u{ffa0}\u{2800}", "Ann"),
            ("Ann\u{e0041}\u{e007f}", "Ann"),
            ("\u{e000}Ann\u{fffe}", "Ann"),
            ("a\u{85}b\u{2028}c", "a b c"),
        ] {
            assert_eq!(tidy(typed).as_deref(), Some(printed), "{typed:?}");
        }
        for nothing in ["", " \t ", "\u{200b}\u{202e}", "\u{301}\u{302}", "\u{3164}"] {
            assert_eq!(tidy(nothing), None, "{nothing:?}");
        }
        assert_eq!(tidy(&"x".repeat(100)).unwrap().chars().count(), LONGEST);
    }

    #[test]
    fn a_letter_carries_few_marks() {
        let flood = format!("A{}nn", "\u{315}\u{34f}\u{31b}".repeat(20));
        let tidied = tidy(&flood).unwrap();
        assert!(tidied.chars().filter(|c| is_combining_mark(*c)).count() <= MOST_MARKS, "{tidied:?}");
        assert!(tidied.ends_with("nn"), "{tidied:?}");
        let thai = format!("ก{}", "\u{e47}".repeat(20));
        assert_eq!(tidy(&thai).unwrap().chars().count(), 1 + MOST_MARKS);
        assert_eq!(tidy("Ann \u{301}\u{301}").as_deref(), Some("Ann"));
    }

    #[test]
    fn names_that_look_alike_are_alike() {
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "A n n"),
            ("Ann", "Ann."),
            ("Ann", "Аnn"),
            ("Anna", "Änna"),
            ("Bob", "ВоЬ"),
            ("Ian", "lan"),
            ("Bill", "BiII"),
            ("Moby", "Μοβγ"),
            ("Tom", "T0m"),
            ("Tom", "Torn"),
            ("Will", "VViII"),
            ("Alice", "Ａｌｉｃｅ"),
            ("Alice", "𝐀𝓵𝕚𝚌𝘦"),
            ("Alice", "ⒶⓁⒾⒸⒺ"),
            ("Guest 1000", "Guest lOOO"),
            ("fin", "ﬁn"),
            ("★", "★ "),
        ] {
            assert!(alike(one, other), "{one} {other}: {} {}", shape(one), shape(other));
        }
        for (one, other) in [
            ("Ann", "Anna"),
            ("Guest 1000", "Guest 1001"),
            ("Guest0", "Guest1"),
            ("★", "☆"),
            ("Олег", "Ольга"),
        ] {
            assert!(!alike(one, other), "{one} {other}: {} {}", shape(one), shape(other));
        }
    }

    #[test]
    fn nobody_is_called_like_a_bot_or_the_house() {
        for taken in [
            "you",
            "YOU",
            "Υоu",
            "Doctor Halibut",
            "D0ctor  Haliбut".replace('б', "b").as_str(),
            "nobody yet",
        ] {
            assert!(matches!(choose(taken), Err(Trouble::Refused(_))), "{taken}");
        }
        assert_eq!(choose(" Ann\u{200b} ").unwrap(), "Ann");
        assert!(matches!(choose("\u{200b}"), Err(Trouble::Bad(_))));
    }
}
