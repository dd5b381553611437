//! Captives, and the window in which a taunt can be foiled.

use serde::{Deserialize, Serialize};
use table::{Order, Seat};

use crate::letters::{Letter, Letters};

/// Whoever does not want to foil says so once. "Ask me only when I can" is not offered: a quick answer would tell what
/// a hand lacks.
pub const FOIL_ORDERS: &[Order] = &[
    Order { code: "no-foil-turn", text: "Don't ask me to foil again this turn", this_turn: true },
    Order { code: "no-foil", text: "Don't ask me to foil in this game", this_turn: false },
];

/// Is this one of those orders?
pub fn declines(order: &str) -> bool {
    FOIL_ORDERS.iter().any(|o| o.code == order)
}

/// A Spy who has been captured and whose fate is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captive<F> {
    /// Whose captive it is.
    pub captor: Seat,
    /// Which Spy it is.
    pub spy: F,
    /// The letters it has heard.
    pub letters: Letters,
}

/// A taunt that may be foiled: by each opponent of the captor in turn, once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window<F> {
    /// Who taunts.
    pub captor: Seat,
    /// Whom.
    pub spy: F,
    /// The letters it has heard, the newest included.
    pub letters: Letters,
    /// The newest. No other can be foiled.
    pub letter: Letter,
    /// Who is asked; the captor before anybody has been.
    pub asked: Seat,
}

impl<F: Copy> Captive<F> {
    /// Just captured.
    #[inline]
    pub const fn new(captor: Seat, spy: F) -> Captive<F> {
        Captive { captor, spy, letters: Letters::NONE }
    }

    /// The captive hears a letter; nobody has been asked about it yet.
    #[inline]
    pub const fn taunted(self, letter: Letter) -> Window<F> {
        let Captive { captor, spy, letters } = self;
        Window { captor, spy, letters: letters.with(letter), letter, asked: captor }
    }
}

impl<F: Copy> Window<F> {
    /// The captive whom the taunt is about.
    #[inline]
    pub const fn captive(self) -> Captive<F> {
        Captive { captor: self.captor, spy: self.spy, letters: self.letters }
    }

    /// Goes on to the next seat that is asked, from the captor's left. `None`: the taunt stands.
    ///
    /// `all_seen` says that every card of the letter lies open or has been read aloud; then nobody is asked. `could`
    /// says whether a seat holds any card with the common back. Neither looks at a face, so being asked tells nothing.
    #[inline]
    pub fn next(self, seats: u8, all_seen: bool, could: impl Fn(Seat) -> bool) -> Option<Window<F>> {
        if all_seen {
            return None;
        }
        let mut asked = self.asked.next(seats);
        while asked != self.captor {
            if could(asked) {
                return Some(Window { asked, ..self });
            }
            asked = asked.next(seats);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asked_round_the_table_once() {
        let open = |captor| Captive::new(Seat(captor), 'x').taunted(Letter::new(2));
        let could = |s: Seat| s != Seat(3);
        let mut asked = Vec::new();
        let mut window = open(1);
        while let Some(next) = window.next(5, false, could) {
            asked.push(next.asked.0);
            window = next;
        }
        assert_eq!(asked, [2, 4, 0]);
        assert_eq!(window.captive().letters.to_string(), "C");
        assert_eq!(open(1).next(5, true, could), None);
        assert_eq!(open(0).next(2, false, |_| false), None);
    }
}
