//! Names that cards have in common: teams, persons, factions. Each is kept once, so that what holds one is plain data and
//! two are compared by a number.

use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde::{Deserialize, Serialize};

/// A name. By default it is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Name(u16);

/// Names are never given back, so there cannot be any number of them, nor of any length.
const MOST: usize = 4096;
const LONGEST: usize = 64;

static NAMES: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

impl Name {
    /// No name at all.
    pub const NONE: Name = Name(0);

    /// This name. `None`: it is too long, or there are too many.
    pub fn new(text: &str) -> Option<Name> {
        if text.is_empty() {
            return Some(Name::NONE);
        }
        let known = |names: &[&str]| names.iter().position(|name| *name == text).map(|n| Name(n as u16 + 1));
        if let Some(name) = known(&NAMES.read().unwrap_or_else(PoisonError::into_inner)) {
            return Some(name);
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have been quicker.
        if let Some(name) = known(&names) {
            return Some(name);
        }
        if names.len() == MOST || text.len() > LONGEST {
            return None;
        }
        names.push(Box::leak(text.into()));
        Some(Name(names.len() as u16))
    }

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        usize::from(self.0).checked_sub(1).and_then(|n| names.get(n).copied()).unwrap_or_default()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
        let text = String::deserialize(from)?;
        Name::new(&text).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "'{text}' is one name too many: a name has at most {LONGEST} letters, and there can be {MOST}"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_letters_are_the_same_name() {
        let (circus, barn) = (Name::new("Circus").unwrap(), Name::new("Barn").unwrap());
        assert_eq!((Name::new("Circus"), circus == barn), (Some(circus), false));
        assert_eq!((circus.as_str(), Name::NONE.as_str(), Name::default()), ("Circus", "", Name::NONE));
        assert_eq!(Name::new(""), Some(Name::NONE));
        assert_eq!(Name::new(&"x".repeat(65)), None);
    }
}
