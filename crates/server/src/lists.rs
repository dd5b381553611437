//! The tables of a guest, as they stand: whose turn it is, and what came of those that are over.

use std::sync::Arc;

use table::words::capital;
use table::{Seat, Status};

use crate::house::House;
use crate::rooms::room;
use crate::sitting::{Chair, Doc, Sitting};
use crate::store::{Guest, Millis, Stage, TableRow, Which};
use crate::trouble::Trouble;

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Listed {
    /// Part of its link.
    pub id: String,
    /// Its game, for people.
    pub game: &'static str,
    /// Who sits there, in a few words.
    pub people: String,
    /// How it stands, in a few words.
    pub says: String,
    /// Does it wait for the guest?
    pub calls: bool,
    /// Is it over?
    pub over: bool,
    /// When it was last used.
    pub touched: Millis,
}

impl Listed {
    /// As its row tells, for this guest or for anybody.
    pub fn of(row: &TableRow, guest: Option<i64>) -> Listed {
        let says = match row.stage {
            Stage::Waiting => "waiting for players",
            Stage::Playing => "being played",
            Stage::Over => "over",
        };
        Listed {
            id: row.id.clone(),
            game: room(&row.game).map_or("a game", |room| room.info().title),
            people: people(row, guest),
            says: says.to_owned(),
            calls: false,
            over: row.stage == Stage::Over,
            touched: row.touched,
        }
    }
}

impl House {
    /// The latest tables of a guest, those that wait for them first.
    pub async fn tables_of(self: &Arc<Self>, guest: &Guest, most: u32) -> Result<Vec<Listed>, Trouble> {
        let mut tables = Vec::new();
        for row in self.shelf.list(Which::Of(guest.id), most).await? {
            let mut listed = Listed::of(&row, Some(guest.id));
            // What cannot be brought in is listed all the same: its own page says why.
            if row.stage != Stage::Waiting
                && let Ok(live) = self.find(&row.id).await
                && let Ok(sitting) = live.lock().await
            {
                (listed.says, listed.calls) = stands(&sitting, guest.id);
                listed.over = sitting.stage == Stage::Over;
            }
            tables.push(listed);
        }
        tables.sort_by_key(|table| (!table.calls, table.over));
        Ok(tables)
    }
}

/// How a table stands for a guest who sits there, and whether it waits for them.
fn stands(sitting: &Sitting, guest: i64) -> (String, bool) {
    let (me, Some(table)) = (sitting.seat_of(Some(guest)), &sitting.table) else {
        return (String::new(), false);
    };
    let names = table.names().seen_by(me);
    if let Some((_, winners)) = table.ending() {
        let winners: Vec<Seat> = winners.iter().collect();
        let scores: Vec<String> = table.scores().iter().map(ToString::to_string).collect();
        let who = if winners.is_empty() { "nobody wins".to_owned() } else { names.win(&winners) };
        return (format!("{}: {}", capital(&who), scores.join(", ")), false);
    }
    if me.is_some_and(|seat| sitting.asks(seat)) {
        return ("your turn".into(), true);
    }
    // As everybody at the table sees it: in a race nobody learns who has answered.
    let asked = match table.status() {
        Status::Race(_) => return ("everybody may answer".into(), false),
        status => status.asked(),
    };
    let whose: Vec<&str> = asked.iter().map(|seat| names.name(seat)).collect();
    (format!("{}'s turn", whose.join(" and ")), false)
}

/// Who sits there, in a few words. Whoever looks at the list knows that they do.
fn people(row: &TableRow, me: Option<i64>) -> String {
    let Ok(doc) = serde_json::from_str::<Doc>(&row.doc) else { return String::new() };
    let mut names: Vec<String> = Vec::new();
    let (mut bots, mut open) = (0, 0);
    for chair in doc.chairs {
        match chair {
            Chair::Person { guest, .. } if Some(guest) == me => names.insert(0, "you".to_owned()),
            Chair::Person { name, .. } => names.push(name),
            Chair::Bot { .. } => bots += 1,
            Chair::Open => open += 1,
        }
    }
    if bots > 0 {
        names.push(table::words::count(bots as u64, "bot", "bots"));
    }
    if open > 0 {
        names.push(table::words::count(open as u64, "free seat", "free seats"));
    }
    names.join(", ")
}
