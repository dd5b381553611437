//! What a group of commits comes to: for each table what was on disk before and what shall be there after. Commits are
//! checked and merged in memory, then all of it is written with a few statements. What every move needs is one statement
//! for the whole group, however many they are: its rows go there as one JSON text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use sqlx::query_builder::Separated;
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection};

use super::{guests_of, number_of};
use crate::store::{Change, ChatLine, MOST_SAID, StoreFault, TableRow, Times, each_once, fits};

/// Most rows in one statement: far from SQLite's bound of 32766 values.
const ROWS: usize = 128;

/// Commits on their way to the disk.
pub(super) struct Group {
    /// Every table that is spoken of. In order of their ids, as they lie on disk.
    sheets: BTreeMap<String, Sheet>,
    renames: Vec<(i64, String)>,
    passed: Vec<Times>,
}

/// A table before and after.
#[derive(Default)]
struct Sheet {
    /// What is on disk, unless nothing is.
    before: Option<Before>,
    /// What is on disk must go first.
    forgotten: bool,
    /// Is there a table now?
    there: bool,
    /// How many of the choices on disk stay.
    stay: u32,
    /// The choices after these.
    fresh: Vec<String>,
    /// The row, if it is new or has changed.
    row: Option<TableRow>,
    /// How many lines were said before. Asked for only where something is said now.
    spoken: u32,
    /// What was said.
    said: Vec<ChatLine>,
}

/// What of a table is on disk, as far as it matters here.
struct Before {
    plies: u32,
    /// Who sits there. Asked for only where the row is written now.
    guests: Vec<i64>,
}

impl Sheet {
    /// The sheet of a table that is as it is on disk.
    fn of(before: Before) -> Sheet {
        Sheet { there: true, stay: before.plies, before: Some(before), ..Sheet::default() }
    }

    /// How many choices there are, if the table is there.
    fn plies(&self) -> Option<u32> {
        self.there.then_some(self.stay + self.fresh.len() as u32)
    }

    fn cut(&mut self, ply: u32) {
        self.fresh.truncate(ply.saturating_sub(self.stay) as usize);
        self.stay = self.stay.min(ply);
    }

    fn forget(&mut self) {
        let before = self.before.take();
        *self = Sheet { forgotten: before.is_some(), before, ..Sheet::default() };
    }

    /// What will still be on disk when the row is written.
    fn left(&self) -> Option<&Before> {
        self.before.as_ref().filter(|_| !self.forgotten)
    }
}

impl Group {
    /// An empty group that knows of every table in these commits what is on disk.
    pub(super) async fn about(
        commits: &[Vec<Change>],
        disk: &mut SqliteConnection,
    ) -> Result<Group, sqlx::Error> {
        // Who sits there matters only where the row is written; what most commits bring is a choice and nothing else.
        let mut asked: BTreeMap<&str, bool> = BTreeMap::new();
        for change in commits.iter().flatten() {
            if let Some(id) = table_of(change) {
                *asked.entry(id).or_default() |= matches!(change, Change::Table(_));
            }
        }
        let mut sheets: BTreeMap<String, Sheet> =
            asked.keys().map(|id| ((*id).to_owned(), Sheet::default())).collect();
        let query = sqlx::query(
            "SELECT tables.id,
                (SELECT max(ply) + 1 FROM choices WHERE table_id = tables.id),
                CASE WHEN asked.value ->> 1 THEN
                    (SELECT group_concat(guest, ',' ORDER BY place) FROM seats WHERE table_id = tables.id) END
             FROM json_each(?) AS asked CROSS JOIN tables ON tables.id = asked.value ->> 0",
        );
        let asked: Vec<(&str, bool)> = asked.into_iter().collect();
        for row in query.bind(json!(asked).to_string()).fetch_all(&mut *disk).await? {
            let plies: Option<u32> = row.try_get(1)?;
            let before = Before { plies: plies.unwrap_or(0), guests: guests_of(row.try_get(2)?) };
            sheets.insert(row.try_get(0)?, Sheet::of(before));
        }
        let mut group = Group { sheets, renames: Vec::new(), passed: Vec::new() };
        group.count_lines(commits, disk).await?;
        Ok(group)
    }

    /// Finds out how many lines were said so far where something is said now.
    async fn count_lines(
        &mut self,
        commits: &[Vec<Change>],
        disk: &mut SqliteConnection,
    ) -> Result<(), sqlx::Error> {
        let talkative: BTreeSet<&str> = commits
            .iter()
            .flatten()
            .filter_map(|change| match change {
                Change::Said { table, .. } => Some(table.as_str()),
                _ => None,
            })
            .collect();
        for id in talkative {
            let last = sqlx::query_scalar("SELECT max(number) + 1 FROM said WHERE table_id = ?");
            let spoken: Option<u32> = last.bind(id).fetch_one(&mut *disk).await?;
            self.sheet(id).spoken = spoken.unwrap_or(0);
        }
        Ok(())
    }

    /// Takes in a commit, or refuses it and stays as it was.
    pub(super) fn take(&mut self, changes: Vec<Change>) -> Result<(), StoreFault> {
        if !fits(&changes, |id| self.sheets.get(id).and_then(Sheet::plies)) {
            return Err(StoreFault::Stale);
        }
        for change in changes {
            match change {
                Change::Table(mut row) => {
                    each_once(&mut row.guests);
                    let sheet = self.sheet(&row.id);
                    sheet.there = true;
                    sheet.row = Some(row);
                }
                Change::Choice { table, line, .. } => self.sheet(&table).fresh.push(line),
                Change::Cut { table, ply } => self.sheet(&table).cut(ply),
                Change::Said { table, said } => self.sheet(&table).said.push(said),
                Change::Rename { guest, name } => self.renames.push((guest, name)),
                Change::Forget { table } => self.sheet(&table).forget(),
                Change::Passed(times) => self.passed.push(times),
            }
        }
        Ok(())
    }

    fn sheet(&mut self, id: &str) -> &mut Sheet {
        self.sheets.entry(id.to_owned()).or_default()
    }

    /// Writes what the group comes to. What goes is removed first, so that nothing new is in its way.
    pub(super) async fn write(&self, disk: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let forgotten: Vec<&str> =
            self.sheets.iter().filter(|(_, sheet)| sheet.forgotten).map(|(id, _)| id.as_str()).collect();
        remove(disk, "DELETE FROM tables WHERE id IN (", &forgotten).await?;
        for (id, sheet) in &self.sheets {
            if sheet.left().is_some_and(|before| sheet.stay < before.plies) {
                let cut = sqlx::query("DELETE FROM choices WHERE table_id = ? AND ply >= ?");
                cut.bind(id).bind(sheet.stay).execute(&mut *disk).await?;
            }
        }

        let rows: Vec<&TableRow> = self.sheets.values().filter_map(|sheet| sheet.row.as_ref()).collect();
        insert(
            disk,
            "INSERT INTO tables (id, game, stage, listed, doc, touched, due, used) ",
            " ON CONFLICT (id) DO UPDATE SET game = excluded.game, stage = excluded.stage,
                listed = excluded.listed, doc = excluded.doc, touched = excluded.touched, due = excluded.due,
                used = excluded.used",
            &rows,
            |mut values, row| {
                values.push_bind(&row.id).push_bind(&row.game).push_bind(number_of(row.stage));
                values.push_bind(row.listed).push_bind(&row.doc).push_bind(row.touched).push_bind(row.due);
                values.push("(SELECT ran FROM house)");
            },
        )
        .await?;
        self.write_seats(disk).await?;

        let choices: Vec<(&str, u32, &str)> = self
            .sheets
            .iter()
            .flat_map(|(id, sheet)| (sheet.stay..).zip(&sheet.fresh).map(|(ply, line)| (&**id, ply, &**line)))
            .collect();
        if !choices.is_empty() {
            let into = sqlx::query(
                "INSERT INTO choices (table_id, ply, line)
                 SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
            );
            into.bind(json!(choices).to_string()).execute(&mut *disk).await?;
        }

        self.write_talk(disk).await?;

        for (guest, name) in &self.renames {
            let rename = sqlx::query("UPDATE guests SET name = ? WHERE id = ?");
            rename.bind(name).bind(guest).execute(&mut *disk).await?;
        }
        for times in &self.passed {
            let pass = "UPDATE house SET ran = ran + ?, seen = ?, versions = max(versions, ?)";
            let versions = i64::try_from(times.versions).unwrap_or(i64::MAX);
            sqlx::query(pass).bind(times.ran).bind(times.seen).bind(versions).execute(&mut *disk).await?;
        }
        Ok(())
    }

    /// Writes what was said, and lets go of what was said too long ago.
    async fn write_talk(&self, disk: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let (mut fresh, mut gone) = (Vec::new(), Vec::new());
        for (id, sheet) in self.sheets.iter().filter(|(_, sheet)| !sheet.said.is_empty()) {
            let end = sheet.spoken + sheet.said.len() as u32;
            let first = end.saturating_sub(MOST_SAID as u32);
            let numbered = (sheet.spoken..).zip(&sheet.said).filter(|(number, _)| *number >= first);
            fresh.extend(numbered.map(|(number, said)| (&**id, number, said)));
            if first > 0 && sheet.spoken > 0 {
                gone.push((&**id, first));
            }
        }
        let into = "INSERT INTO said (table_id, number, at, guest, name, text) ";
        insert(disk, into, "", &fresh, |mut values, (id, number, said)| {
            values.push_bind(*id).push_bind(*number).push_bind(said.at).push_bind(said.guest);
            values.push_bind(&said.name).push_bind(&said.text);
        })
        .await?;
        for (id, first) in gone {
            let trim = sqlx::query("DELETE FROM said WHERE table_id = ? AND number < ?");
            trim.bind(id).bind(first).execute(&mut *disk).await?;
        }
        Ok(())
    }

    /// Writes who sits where, for the few tables at which that has changed.
    async fn write_seats(&self, disk: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let (mut left, mut taken) = (Vec::new(), Vec::new());
        for sheet in self.sheets.values() {
            let Some(row) = &sheet.row else { continue };
            let before = sheet.left().map_or(&[][..], |before| &before.guests);
            if before != row.guests {
                if !before.is_empty() {
                    left.push(row.id.as_str());
                }
                taken
                    .extend((0i64..).zip(&row.guests).map(|(place, guest)| (row.id.as_str(), *guest, place)));
            }
        }
        remove(disk, "DELETE FROM seats WHERE table_id IN (", &left).await?;
        insert(disk, "INSERT INTO seats (table_id, guest, place) ", "", &taken, |mut values, seat| {
            values.push_bind(seat.0).push_bind(seat.1).push_bind(seat.2);
        })
        .await
    }
}

/// Writes rows, many with each statement.
async fn insert<T>(
    disk: &mut SqliteConnection,
    into: &str,
    rest: &str,
    rows: &[T],
    mut values: impl FnMut(Separated<'_, Sqlite, &'static str>, &T),
) -> Result<(), sqlx::Error> {
    for some in slices(rows) {
        let mut query = QueryBuilder::new(into);
        query.push_values(some, &mut values).push(rest);
        query.build().execute(&mut *disk).await?;
    }
    Ok(())
}

/// Removes whatever has one of these ids.
async fn remove(disk: &mut SqliteConnection, from: &str, ids: &[&str]) -> Result<(), sqlx::Error> {
    for some in slices(ids) {
        one_of(from, some).build().execute(&mut *disk).await?;
    }
    Ok(())
}

/// A query that ends with a list of ids, from its bracket on.
fn one_of<T: AsRef<str>>(query: &str, ids: &[T]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(query);
    let mut list = query.separated(", ");
    for id in ids {
        list.push_bind(id.as_ref());
    }
    list.push_unseparated(")");
    query
}

/// Rows in slices of 128, 64, 32 and so on down to one: the same few statements serve every number of rows, so they are
/// prepared once and then kept by the connection.
fn slices<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = 1 << rows.len().min(ROWS).checked_ilog2()?;
        let (some, rest) = rows.split_at(size);
        rows = rest;
        Some(some)
    })
}

/// The table that a change is about.
fn table_of(change: &Change) -> Option<&str> {
    match change {
        Change::Table(row) => Some(&row.id),
        Change::Choice { table, .. }
        | Change::Cut { table, .. }
        | Change::Said { table, .. }
        | Change::Forget { table } => Some(table),
        Change::Rename { .. } | Change::Passed(_) => None,
    }
}
