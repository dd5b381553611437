//! What is kept: records replay, undo is exact, and positions can be written and laid out again.

use super::{Court, first_difference};
use crate::game::Game;
use crate::law::{Broken, Law};
use crate::record::Record;
use crate::table::{Table, to_value};

impl<G: Game> Court<'_, G> {
    pub(super) fn try_keeping(&self, game: &G, table: &Table<G>) -> Result<(), Broken> {
        let text = table.to_record().to_text();
        let replayed = Record::parse(&text).and_then(|record| {
            if record.to_text() != text {
                return Err(crate::record::RecordFault {
                    line: 1,
                    what: "the text does not round-trip".into(),
                });
            }
            Table::<G>::resume(&record)
        });
        match replayed {
            Err(fault) => return self.broken(Law::RecordsReplay, format!("line {}: {fault}", fault.line)),
            Ok(again) if !again.stands_at(game) => {
                return self.broken(Law::RecordsReplay, "the replayed state is another one");
            }
            Ok(again) if again.waiting() != table.waiting() => {
                return self.broken(Law::RecordsReplay, "the replayed table waits for others");
            }
            Ok(again) if again.to_record().to_text() != text => {
                return self.broken(Law::RecordsReplay, "the replayed table has another record");
            }
            Ok(_) => {}
        }
        let back = table.at(self.ply.saturating_sub(1)).at(self.ply);
        let last = table.raced().map_or(1, u32::from);
        if self.ply > 0 && back.ply() + last != self.ply {
            return self.broken(Law::UndoIsExact, "a fork knows choices made after it");
        }
        if !table.at(self.ply).stands_at(game) {
            return self.broken(Law::UndoIsExact, "taking back nothing leads elsewhere");
        }
        let written = to_value(&game.position()).to_string();
        let position = match serde_json::from_str(&written) {
            Ok(position) => position,
            Err(e) => {
                return self.broken(Law::PositionsRoundTrip, format!("{written} does not read back: {e}"));
            }
        };
        match G::lay_out(&position) {
            Err(fault) => self.broken(Law::PositionsRoundTrip, fault.what),
            Ok(laid) if laid != *game => self.broken(
                Law::PositionsRoundTrip,
                format!("laid out again it has {}", first_difference(game, &laid)),
            ),
            Ok(_) => Ok(()),
        }
    }
}
