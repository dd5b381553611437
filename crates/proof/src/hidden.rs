//! Whatever is written for a viewer names no card that they cannot know.
//!
//! The laws compare worlds; this looks at the very words, so it also finds a name in a text that no law compares.

use std::fmt::Write as _;

use table::game::Placed;
use table::{Brush, Names, Seat, Who, Words};

/// Reads all that is written for each viewer of a position: the table drawn, the question, the view as programs get
/// it, and everything they might think of doing. Of a card that they know nowhere on the table, by the account of
/// [`places`](table::Game::places), none of the words may stand there that `betrays` has for it.
///
/// `betrays` gets the view and the card's number. It returns nothing for a card that this viewer may name all the
/// same, because they remember it or because its name is too short to be looked for.
pub fn names_nothing_hidden<G: Words>(
    game: &G,
    betrays: impl Fn(&G::View, u16) -> Vec<String>,
) -> Result<(), String> {
    let mut cards = Vec::new();
    game.places(&mut cards);
    for who in Seat::all(game.seats()).map(Some).chain([None]) {
        let view = game.view(who);
        let text = written_for::<G>(&view, &Names::plain(game.seats()).seen_by(who));
        for card in hidden_from(who, &cards) {
            if let Some(word) = betrays(&view, card).into_iter().find(|word| text.contains(word.as_str())) {
                let reader = who.map_or("a spectator".into(), |seat| format!("seat {seat}"));
                return Err(format!("{reader} reads '{word}' of card {card}, hidden from them:\n{text}"));
            }
        }
    }
    Ok(())
}

fn written_for<G: Words>(view: &G::View, names: &Names) -> String {
    let printed = serde_json::to_string(view).expect("a view can be printed for programs");
    let mut text =
        format!("{}\n{}\n{printed}", G::draw(view, names, Brush::PLAIN), G::prompt(view, names).words);
    let mut acts = Vec::new();
    G::thinkable(view, &mut acts);
    for act in acts {
        let _ = write!(text, "\n{act} {}", G::action(view, act, names));
    }
    text
}

/// The cards that a viewer knows at no place. A twin that they see elsewhere gives a name without a secret.
fn hidden_from(who: Who, cards: &[Placed]) -> impl Iterator<Item = u16> {
    let known: Vec<u16> = cards.iter().filter(|c| c.known_to(who)).map(|c| c.card).collect();
    cards.iter().map(|c| c.card).filter(move |card| !known.contains(card))
}

#[cfg(test)]
mod tests {
    use super::*;
    use high_card::{HighCard, Setup};
    use table::{Game, Mute, Stream, To};

    fn deal() -> HighCard {
        HighCard::deal(&Setup { seats: 3 }, &mut table::Seed::from(1).luck(Stream::Deal), &mut Mute)
    }

    #[test]
    fn words_that_stand_nowhere_betray_nothing() {
        assert_eq!(names_nothing_hidden(&deal(), |_, card| vec![format!("the {card}")]), Ok(()));
    }

    #[test]
    fn a_word_that_is_written_betrays() {
        // As if the question named every card that lies in the dark.
        let found = names_nothing_hidden(&deal(), |_, _| vec!["the 14".into(), "Stay or swap".into()]);
        assert!(found.unwrap_err().starts_with("seat 0 reads 'Stay or swap' of card "));
    }

    #[test]
    fn only_cards_known_nowhere_are_hidden() {
        let seat = Seat(0);
        let cards =
            [Placed::new(0, 5, To::only(seat)), Placed::new(1, 5, To::NOBODY), Placed::new(2, 6, To::NOBODY)];
        assert_eq!(hidden_from(Some(seat), &cards).collect::<Vec<_>>(), [6]);
        assert_eq!(hidden_from(None, &cards).collect::<Vec<_>>(), [5, 5, 6]);
    }
}
