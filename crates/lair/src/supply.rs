//! Reading written positions: which cards are still to be laid out, and where the word `rest` stands.

use std::fmt::Display;
use std::str::FromStr;

use table::{Fault, MAX_SEATS};

use crate::letters::{Letter, Letters};

/// The cards not yet laid out, and where the others went.
pub struct Supply<F> {
    cards: Vec<F>,
    laid: Vec<(F, String)>,
    rest: Option<String>,
}

impl<F: Copy + Eq + Display> Supply<F> {
    /// All cards of the game.
    pub fn new(cards: impl IntoIterator<Item = F>) -> Supply<F> {
        Supply { cards: cards.into_iter().collect(), laid: Vec::new(), rest: None }
    }

    /// Lays a card at a place.
    pub fn take(&mut self, face: F, place: &str) -> Result<(), Fault> {
        let Some(i) = self.cards.iter().position(|&c| c == face) else {
            return Err(self.too_many(face, place));
        };
        self.cards.remove(i);
        self.laid.push((face, place.to_owned()));
        Ok(())
    }

    fn too_many(&self, face: F, place: &str) -> Fault {
        let before = self.laid.iter().filter(|(f, _)| *f == face).map(|(_, place)| place.as_str());
        let times = match before.clone().count() {
            0 => return Fault::near(face.to_string(), format!("{face} is not among the cards of this game")),
            1 => "twice".to_owned(),
            2 => "three times".to_owned(),
            n => format!("{} times", n + 1),
        };
        let mut places: Vec<&str> = before.chain([place]).collect();
        places.dedup();
        Fault::near(face.to_string(), format!("{face} is there {times}: in {}", places.join(" and in ")))
    }

    /// Lays one card of each letter at a place; `card` tells the card of a letter.
    pub fn take_all(
        &mut self,
        letters: Letters,
        place: &str,
        card: impl Fn(Letter) -> F,
    ) -> Result<(), Fault> {
        letters.each().try_for_each(|letter| self.take(card(letter), place))
    }

    /// Lays a row of cards at a place. The word `rest` becomes `None`; it may stand at one place only.
    pub fn row(&mut self, words: &str, place: &str, hidden: &F) -> Result<Vec<Option<F>>, Fault>
    where
        F: FromStr<Err = String>,
    {
        let mut row = Vec::new();
        for word in words.split_whitespace() {
            if word == "rest" {
                if let Some(first) = self.rest.replace(place.to_owned()) {
                    let what = format!("'rest' is used both in {first} and in {place}");
                    return Err(Fault::near("rest", what));
                }
                row.push(None);
            } else {
                let face = read(word, hidden)?;
                self.take(face, place)?;
                row.push(Some(face));
            }
        }
        Ok(row)
    }

    /// The cards that `rest` stands for. Without it nothing may be left.
    pub fn left(self) -> Result<Vec<F>, Fault> {
        if self.rest.is_none() && !self.cards.is_empty() {
            let few: Vec<String> = self.cards.iter().take(3).map(F::to_string).collect();
            return Err(Fault::near(
                "deck",
                format!(
                    "there are {} cards of {}; missing: {}{} (write 'rest' where they belong)",
                    self.laid.len(),
                    self.laid.len() + self.cards.len(),
                    few.join(", "),
                    if self.cards.len() > 3 { " ..." } else { "" }
                ),
            ));
        }
        Ok(self.cards)
    }
}

/// The cards of a row, with what is left in the place of `rest`.
pub fn spread<F: Copy>(row: Vec<Option<F>>, left: &[F]) -> impl Iterator<Item = F> {
    row.into_iter().flat_map(move |entry| match entry {
        Some(face) => vec![face],
        None => left.to_vec(),
    })
}

/// A card named in a position; `hidden` is what no position may show.
pub fn read<F: FromStr<Err = String> + Eq>(word: &str, hidden: &F) -> Result<F, Fault> {
    match word.parse() {
        Ok(face) if face == *hidden => {
            Err(Fault::near(word, "'?' is not a card: a position must show every card"))
        }
        Ok(face) => Ok(face),
        Err(what) => Err(Fault::near(word, what)),
    }
}

/// How many seats a written position has. Every other row has an entry for some of them at most, and every seat named
/// is one of them.
pub fn seats_of(game: &str, hands: usize, rows: &[(&str, usize)], named: &[(&str, u8)]) -> Result<u8, Fault> {
    if !(2..=MAX_SEATS).contains(&hands) {
        return Err(Fault::near("hands", format!("there are {hands} hands; {game} is for 2 to 6 players")));
    }
    for (what, len) in rows {
        if *len > hands {
            return Err(Fault::near(*what, format!("there are {len} {what} for {hands} hands")));
        }
    }
    for (what, seat) in named {
        if usize::from(*seat) >= hands {
            return Err(Fault::near(*what, format!("{what} = {seat}, but the seats are 0 to {}", hands - 1)));
        }
    }
    Ok(hands as u8)
}
