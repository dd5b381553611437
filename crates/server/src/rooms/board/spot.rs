//! Named places of a table.

use std::fmt;
use std::hash::{Hash, Hasher};

use table::Seat;

/// Where a card lies, or could be put: unique on a page. A card that keeps its spot has not moved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot {
    zone: &'static str,
    seat: Option<u8>,
    card: &'static str,
    n: Option<u8>,
}

impl Spot {
    /// A spot in this zone; the zone's name has no hyphen in it.
    pub const fn at(zone: &'static str) -> Spot {
        Spot { zone, seat: None, card: "", n: None }
    }

    /// At this seat.
    #[must_use]
    pub const fn of(self, seat: Seat) -> Spot {
        Spot { seat: Some(seat.0), ..self }
    }

    /// Where this card lies, or the place of this name.
    #[must_use]
    pub const fn card(self, card: &'static str) -> Spot {
        Spot { card, ..self }
    }

    /// Where the cards of somebody's hand lie of which only this back is seen.
    pub const fn back(seat: Seat, back: &'static str) -> Spot {
        Spot::at("back").of(seat).card(back)
    }

    /// The spots of so many cards that are alike.
    pub fn copies(self, count: u8) -> impl Iterator<Item = Spot> {
        (0..count).map(move |n| self.n(n))
    }

    /// The card that is held there, if it is a spot of the viewer's own hand.
    pub fn held(&self) -> Option<&'static str> {
        (self.zone == "hand" && !self.card.is_empty()).then_some(self.card)
    }

    /// The card that lies there and the number that tells it apart, if its name is part of the spot's.
    pub fn names(&self) -> Option<(&'static str, Option<u8>)> {
        (!self.card.is_empty()).then_some((self.card, self.n))
    }

    /// The `n`th of those that are otherwise alike.
    #[must_use]
    pub const fn n(self, n: u8) -> Spot {
        Spot { n: Some(n), ..self }
    }
}

// By hand, since a page has hundreds of spots, and each is in the version of its region.
impl Hash for Spot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.zone.as_bytes());
        state.write(self.card.as_bytes());
        let number = |n: Option<u8>| n.map_or(0, |n| u32::from(n) + 1);
        state.write_u32(number(self.seat) << 16 | number(self.n));
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&maud::Render::render(self).0)
    }
}

impl maud::Render for Spot {
    fn render_to(&self, out: &mut String) {
        // Names of zones and cards are words of letters, digits and hyphens.
        out.push_str(self.zone);
        if let Some(seat) = self.seat {
            out.push('-');
            number(seat, out);
        }
        if !self.card.is_empty() {
            out.push('-');
            out.push_str(self.card);
        }
        if let Some(n) = self.n {
            out.push('-');
            number(n, out);
        }
    }
}

/// Nearly all numbers of spots have one digit.
fn number(n: u8, out: &mut String) {
    match n {
        0..10 => out.push(char::from(b'0' + n)),
        _ => out.push_str(&n.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_is_named_by_its_parts() {
        let up = Spot::at("up").of(Seat(2)).card("moon-base");
        assert_eq!(up.to_string(), "up-2-moon-base");
        assert_eq!(up.n(1).to_string(), "up-2-moon-base-1");
        assert_eq!(Spot::at("deck").to_string(), "deck");
        assert_ne!(up, up.n(0));
    }
}
