//! The games of the house. A new game is its own folder, a layout for the browser and one line in
//! [`server::rooms::ROOMS`].

use bots::Room;
use server::rooms::ROOMS;
use table::words::nearest;

use crate::fault::CliFault;

/// Every game, in the order they are listed to people.
pub(crate) fn games() -> impl Iterator<Item = &'static dyn Room> + Clone {
    ROOMS.iter().map(|&room| room as &dyn Room)
}

/// The game with this id.
pub(crate) fn find(id: &str) -> Result<&'static dyn Room, CliFault> {
    games().find(|room| room.info().id == id).ok_or_else(|| {
        let ids: Vec<&str> = games().map(|room| room.info().id).collect();
        CliFault::Usage(match nearest(id, ids.iter().copied()) {
            Some(near) => format!("there is no game '{id}'; did you mean '{near}'?"),
            None => format!("there is no game '{id}'; the games are: {}", ids.join(", ")),
        })
    })
}
