//! The games of the house. A new game is its own folder and one line here.

use bots::Room;
use mister_spy::MisterSpy;
use renamed_spy::RenamedSpy;
use table::GameOf;

use crate::trouble::Trouble;

/// Every game, in the order they are listed to people.
pub(crate) const HOUSE: &[&dyn Room] = &[&GameOf::<MisterSpy>::new(), &GameOf::<RenamedSpy>::new()];

/// The game with this id.
pub(crate) fn find(id: &str) -> Result<&'static dyn Room, Trouble> {
    HOUSE.iter().copied().find(|room| room.info().id == id).ok_or_else(|| {
        let ids: Vec<&str> = HOUSE.iter().map(|room| room.info().id).collect();
        Trouble::Usage(format!("there is no game '{id}'; the house has: {}", ids.join(", ")))
    })
}
