//! Who deals: by lot at first, then whoever won.

use serde::{Deserialize, Serialize};
use table::{Fault, Luck, Seat, SeatSet, Setting};

/// Who deals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealer {
    /// Whoever the lot falls on.
    #[default]
    Lot,
    /// This seat.
    Seat(Seat),
    /// One of those who won the last game.
    Winners(Vec<Seat>),
}

impl Dealer {
    /// For the list of a game's settings.
    pub const SETTING: Setting = Setting {
        name: "dealer",
        about: "who deals: \"lot\" (at random, the default), {\"seat\": N}, or {\"winners\": [...]}, one of these at random; seats count from 0 here",
        example: r#"{"dealer": {"winners": [0, 3]}}"#,
    };

    /// The dealer of a rematch.
    pub fn after(winners: SeatSet) -> Dealer {
        Dealer::Winners(winners.iter().collect())
    }

    /// Could one of this many seats deal?
    pub fn check(&self, seats: u8) -> Result<(), Fault> {
        let named = match self {
            Dealer::Lot => &[],
            Dealer::Seat(seat) => std::slice::from_ref(seat),
            Dealer::Winners(seats) if seats.is_empty() => {
                return Err(Fault::near("dealer", "the list of last winners is empty"));
            }
            Dealer::Winners(seats) if (1..seats.len()).any(|i| seats[..i].contains(&seats[i])) => {
                return Err(Fault::near("dealer", "the list of last winners names a seat twice"));
            }
            Dealer::Winners(seats) => &seats[..],
        };
        match named.iter().find(|s| s.0 >= seats) {
            Some(seat) => Err(Fault::near(
                "dealer",
                format!("seat {seat} cannot deal: in options, seats count from 0 to {}", seats - 1),
            )),
            None => Ok(()),
        }
    }

    /// The seat that deals.
    pub fn draw(&self, seats: u8, luck: &mut Luck) -> Seat {
        match self {
            Dealer::Lot => Seat(luck.pick(u32::from(seats)) as u8),
            Dealer::Seat(seat) => *seat,
            Dealer::Winners(seats) => seats[luck.pick(seats.len() as u32) as usize],
        }
    }
}
