//! Cards as somebody writes a position down: one line each, from the bottom of each place up. What cannot lie there is
//! refused in words, before anything is laid out.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::arena::{Arena, HOUSE, Place, Viewers};
use crate::tag::{Marks, Tag, TagIndex as _};

/// One card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written<X> {
    /// Where it lies.
    pub place: u8,
    /// What it is.
    pub card: u16,
    /// Whose deck it came from.
    pub owner: Seat,
    /// Who decides about it.
    pub controller: Seat,
    /// Who knows it exactly: a bit for each seat, the highest for those who watch.
    pub known: u8,
    /// Who knows that it is one of its group, and which group that is; 0: none.
    #[serde(default)]
    pub seen: u8,
    /// See `seen`.
    #[serde(default)]
    pub group: u8,
    /// The game's own marks on it.
    pub marks: X,
}

impl<X: Marks, const CARDS: usize, const PLACES: usize, const LOOSE: u128> Arena<X, CARDS, PLACES, LOOSE> {
    /// Every card as it would be written down.
    pub fn write(&self) -> Vec<Written<X>> {
        let rows = Self::places().flat_map(|place| self.row(place));
        rows.map(|id| {
            let (seen, group) = self.grouped(id);
            Written {
                place: self.place(id).0,
                card: self.kind(id),
                owner: self.owner(id),
                controller: self.controller(id),
                known: self.known(id).0,
                seen: seen.0,
                group,
                marks: self.marks(id),
            }
        })
        .collect()
    }

    /// Lays written cards out at a table of `seats`, where the cards are numbered below `kinds`, or says what is wrong.
    pub fn lay_out(written: &[Written<X>], seats: u8, kinds: u16) -> Result<Self, String> {
        if written.len() > CARDS {
            return Err(format!("{} cards; there is room for {CARDS}", written.len()));
        }
        let mut arena = Self::default();
        for line in written {
            let Written { place, card, owner, controller, known, seen, group, marks } = *line;
            let sits = |seat: Seat| seat.0 < seats || seat == HOUSE;
            if usize::from(place) >= PLACES {
                return Err(format!("there is no place {place}; places are 0 to {}", PLACES - 1));
            }
            if card >= kinds {
                return Err(format!("there is no card {card}; cards are 0 to {}", kinds.saturating_sub(1)));
            }
            if !sits(owner) || !sits(controller) {
                return Err(format!("card {card} belongs to a seat that is not at the table"));
            }
            if (group == 0) != (seen == 0) && group == 0 {
                return Err(format!("card {card} was seen in a group, but is in none"));
            }
            let tag = marks.tag();
            if tag != Tag::NONE && (tag.0 >= X::Index::MOST || arena.tagged(tag).is_some()) {
                return Err(format!("handle {} is given twice, or is too high", tag.0));
            }
            let id = arena.bring(card, owner, Place(place));
            arena.give(id, controller);
            arena.let_mark(id, marks);
            arena.let_know(id, Viewers(known), Viewers(seen), group);
        }
        let hosted = written.iter().map(|line| line.marks.host()).filter(|host| *host != Tag::NONE);
        match hosted.into_iter().find(|host| arena.tagged(*host).is_none()) {
            Some(host) => Err(format!("a card hangs on handle {}, which no card has", host.0)),
            None => Ok(arena),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag::InPlay;

    type Small = Arena<InPlay<u8, 3>, 4, 3, 0b001>;
    type Lines = Vec<Written<InPlay<u8, 3>>>;

    #[test]
    fn cards_read_back_as_they_were_written_and_nonsense_is_refused() {
        let mut arena = Small::default();
        let host = arena.bring(7, Seat(0), Place(1));
        arena.open(host);
        let tag = arena.enter(host).unwrap();
        let hung = arena.bring(3, HOUSE, Place(1));
        arena.enter(hung);
        arena.attach(hung, tag);
        arena.mark(hung, |marks| marks.own = 9);
        arena.bring(5, Seat(1), Place(0));
        let lines = arena.write();
        assert_eq!(Small::lay_out(&lines, 2, 8), Ok(arena));

        let spoilt = |spoil: &dyn Fn(&mut Lines)| {
            let mut lines = lines.clone();
            spoil(&mut lines);
            Small::lay_out(&lines, 2, 8).unwrap_err()
        };
        assert!(spoilt(&|lines| lines.extend([lines[0], lines[0]])).contains("room for 4"));
        assert!(spoilt(&|lines| lines[0].place = 3).contains("no place 3"));
        assert!(spoilt(&|lines| lines[0].card = 8).contains("no card 8"));
        assert!(spoilt(&|lines| lines[0].owner = Seat(2)).contains("not at the table"));
        assert!(spoilt(&|lines| lines[0].seen = 1).contains("is in none"));
        assert!(spoilt(&|lines| lines[2].marks.set_tag(Tag(0))).contains("twice"));
        assert!(spoilt(&|lines| lines[1].marks.set_tag(Tag(3))).contains("too high"));
        assert!(spoilt(&|lines| lines[2].marks.set_host(Tag(2))).contains("hangs on handle 2"));
    }

    #[test]
    fn a_handle_is_given_back_and_the_lowest_goes_first() {
        let mut arena = Small::default();
        let ids: Vec<_> = (0..4).map(|kind| arena.bring(kind, Seat(0), Place(1))).collect();
        let tags: Vec<_> = ids.iter().map(|id| arena.enter(*id)).collect();
        assert_eq!(tags, [Some(Tag(0)), Some(Tag(1)), Some(Tag(2)), None], "there are three handles");
        arena.attach(ids[2], Tag(1));
        assert_eq!(arena.attached(Tag(1)).collect::<Vec<_>>(), [(Tag(2), ids[2])]);
        arena.leave(ids[1]);
        assert_eq!((arena.tagged(Tag(1)), arena.enter(ids[3])), (None, Some(Tag(1))));
        assert_eq!(arena.in_play().count(), 3);
        arena.mark(ids[3], |marks| *marks = InPlay::default());
        assert_eq!(arena.tagged(Tag(1)), Some(ids[3]), "a mark does not take a handle away");
        assert_eq!(arena.marks(ids[3]).tag(), Tag(1));
    }

    #[test]
    fn four_hundred_cards_at_a_hundred_and_twenty_eight_places() {
        type Large = Arena<InPlay<u8, 250>, 400, 128, { 1 << 127 }>;
        let mut arena = Large::default();
        for kind in 0..400 {
            arena.bring(kind, Seat(kind as u8 % 5), Place((kind % 128) as u8));
        }
        assert_eq!(arena.count(Place(127)), 3);
        let last = arena.top(Place(15)).unwrap();
        assert_eq!(arena.kind(last), 399);
        arena.put(last, Place(127));
        assert_eq!(
            arena.kinds(Place(127)).collect::<Vec<_>>(),
            [127, 255, 383, 399],
            "a loose place is sorted"
        );
        assert_eq!(Large::lay_out(&arena.write(), 5, 400), Ok(arena));
    }
}
