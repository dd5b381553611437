//! Named places of a table.

use std::fmt;

use table::Seat;

/// Where a card lies, or could be put: unique on a page. A card that keeps its spot has not moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
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

    /// The card that is held there, if it is a spot of the viewer's own hand.
    pub fn held(&self) -> Option<&'static str> {
        (self.zone == "hand" && !self.card.is_empty()).then_some(self.card)
    }

    /// The `n`th of those that are otherwise alike.
    #[must_use]
    pub const fn n(self, n: u8) -> Spot {
        Spot { n: Some(n), ..self }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.zone)?;
        if let Some(seat) = self.seat {
            write!(f, "-{seat}")?;
        }
        if !self.card.is_empty() {
            write!(f, "-{}", self.card)?;
        }
        if let Some(n) = self.n {
            write!(f, "-{n}")?;
        }
        Ok(())
    }
}

impl maud::Render for Spot {
    fn render_to(&self, out: &mut String) {
        use std::fmt::Write as _;
        // Names of zones and cards are words of letters, digits and hyphens.
        let _ = write!(out, "{self}");
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
