//! The window in which a taunt can be foiled.

use table::Seat;

/// Who is asked next whether to foil, after `last` (the captor himself, to begin with): the nearest seat to the left
/// that could hold the card as far as everybody sees. `None`: the taunt stands.
///
/// `all_seen` says that every card of the letter lies open or has been read aloud; then nobody is asked. `could` says
/// whether a seat holds any card with the common back. Neither looks at a face, so being asked tells nothing.
#[inline]
pub fn next_asked(
    captor: Seat,
    last: Seat,
    seats: u8,
    all_seen: bool,
    could: impl Fn(Seat) -> bool,
) -> Option<Seat> {
    if all_seen {
        return None;
    }
    let mut next = last.next(seats);
    while next != captor {
        if could(next) {
            return Some(next);
        }
        next = next.next(seats);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asked_round_the_table_once() {
        let could = |s: Seat| s != Seat(3);
        let mut asked = Vec::new();
        let mut last = Seat(1);
        while let Some(next) = next_asked(Seat(1), last, 5, false, could) {
            asked.push(next.0);
            last = next;
        }
        assert_eq!(asked, [2, 4, 0]);
        assert_eq!(next_asked(Seat(1), Seat(1), 5, true, could), None);
        assert_eq!(next_asked(Seat(0), Seat(0), 2, false, |_| false), None);
    }
}
